"""A real Dask cluster of several processes on this machine judges what one process judges, whatever becomes of it."""

import os
import signal
import warnings

import pytest
from test_shards import HISTORIES, OPTIONS, told

from auditor.auditing.audit_run import AuditRun
from auditor.auditing.pipeline import audit
from auditor.auditing.shards.cluster import Cluster
from auditor.auditing.shards.gathering import gather
from auditor.auditing.shards.kit import Kit, kit_of
from auditor.auditing.shards.work import judge_logs
from auditor.cli.app import run as command
from auditor.logs.files.discovery import find
from auditor.vocabulary.errors import UsageError

NO_DASK = "NO DASK HERE: audits on a cluster were not tested; 'pip install auditor[cluster]' has it"
KIT = kit_of((), isolated=False)


@pytest.fixture(scope="module")
def local():
    """A scheduler and two workers, each a process. A shard over which two workers die is given up."""
    try:
        from distributed import LocalCluster
    except ModuleNotFoundError:
        warnings.warn(NO_DASK, stacklevel=1)
        pytest.skip(NO_DASK)
    import dask

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made,
    ):
        yield made


@pytest.fixture
def cluster(local):
    found = Cluster(local.scheduler_address, KIT)
    yield found
    found.close()


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Small logs and a long one."""
    folder = tmp_path_factory.mktemp("logs")
    for n, path in enumerate(HISTORIES[:5]):
        (folder / f"{n:02} {path.name}").write_bytes(path.read_bytes())
    text = HISTORIES[0].read_bytes()
    long = b"\r\n\r\n\r\n".join([text.replace(b"Table '", b"Table '%d" % n) for n in range(8)])
    (folder / f"99 {HISTORIES[0].name}").write_bytes(long)
    return folder


@pytest.fixture(scope="module")
def expected(logs):
    return told(audit(find([str(logs)]), OPTIONS, by_log=True))


def judged(logs, workers, leapt=lambda _result: None, length=4000):
    run = AuditRun(lambda _name: OPTIONS, by_log=True, leapt=leapt)
    gather(find([str(logs)]), run, workers, length=length)
    run.end()
    return run.result


def test_a_cluster_judges_what_one_process_judges(cluster, logs, expected):
    assert told(judged(logs, cluster)) == expected


def test_when_a_worker_is_killed_in_the_middle_another_judges_its_shard(local, cluster, logs, expected):
    pids = {worker.pid for worker in local.workers.values()}
    killed = []

    def kill(_result):
        if not killed:
            killed.append(next(iter(pids)))
            os.kill(killed[0], signal.SIGKILL)

    result = judged(logs, cluster, kill)

    assert told(result) == expected
    assert killed


class Deadly:
    """A cluster on which whoever is given a certain log dies."""

    size = 2

    def __init__(self, cluster, name):
        self.cluster = cluster
        self.name = name

    def submit(self, function, work):
        if function is judge_logs and self.name in repr(work):
            return self.cluster.submit(os._exit, 9)
        return self.cluster.submit(function, work)


def test_a_log_over_which_two_workers_die_is_told_as_unread(cluster, tmp_path):
    for name in ("1.txt", "2.txt"):
        (tmp_path / name).write_bytes(HISTORIES[0].read_bytes())
    result = judged(tmp_path, Deadly(cluster, "2.txt"), length=1 << 20)

    (unread,) = [one for one in result.unread if "was ended from outside, twice" in one.reason]
    assert unread.path == str(tmp_path / "2.txt")
    assert len(result.inputs) == 2
    assert result.hands_judged


OTHER = Kit((*KIT.parts, ("the rulebook house/own", "0")), (), False)


def test_a_cluster_with_another_version_of_a_rulebook_is_refused(local):
    with pytest.raises(UsageError, match="has another version of the rulebook house/own, or lacks it"):
        Cluster(local.scheduler_address, OTHER)


def test_a_worker_that_comes_later_with_another_version_refuses(cluster, logs):
    cluster.kit = OTHER

    with pytest.raises(UsageError, match="has another version of the rulebook house/own, or lacks it"):
        judged(logs, cluster)


class Deserted:
    """What a client knows of a scheduler without workers, or of none."""

    def __init__(self, status):
        self.status = status

    def scheduler_info(self, n_workers):
        return {"workers": {}} if self.status == "running" else {}


@pytest.mark.parametrize(("status", "reason"), [("running", "no worker for 0 seconds"), ("closed", "does not answer")])
def test_nobody_waits_for_ever(cluster, monkeypatch, status, reason):
    monkeypatch.setattr("auditor.auditing.shards.cluster.PATIENCE", 0)
    monkeypatch.setattr(cluster, "client", Deserted(status))
    cluster.looked = 0

    assert cluster.size == 1
    with pytest.raises(UsageError, match=reason):
        cluster.wait()


def test_the_command_streams_the_same_findings(local, logs, capsys):
    words = ["audit", str(logs), "--isolated", "--no-cache", "--format", "jsonl"]
    statuses = [command(words)]
    plain = capsys.readouterr().out
    statuses.append(command([*words, "--cluster", local.scheduler_address]))

    assert capsys.readouterr().out == plain
    assert len(set(statuses)) == 1


def test_where_no_scheduler_answers_the_command_says_so(monkeypatch, logs, capsys):
    pytest.importorskip("distributed", reason=NO_DASK)
    monkeypatch.setattr("auditor.auditing.shards.cluster.CONNECTING", 1)

    assert command(["audit", str(logs), "--isolated", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "no scheduler answers there" in capsys.readouterr().err
