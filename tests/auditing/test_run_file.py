"""A run that keeps what it judged is gone on with where it ended."""

import json
import os
import pickle
import sqlite3

import pytest
from places import SAMPLES
from test_shards import HISTORIES, OPTIONS, Here, told

from auditor.auditing.audit_run import AuditRun
from auditor.auditing.shards.gathering import gather
from auditor.auditing.shards.kit import Kit, kit_of
from auditor.auditing.shards.run_file import RunFile
from auditor.auditing.shards.work import judge_logs, judge_stretch
from auditor.cli.app import run as command
from auditor.cli.output import Progress
from auditor.logs.files.discovery import find
from auditor.vocabulary.errors import UsageError

KIT = kit_of((), isolated=False)


class Stopped(Exception):
    """The run is cut off."""


class Stopping(Here):
    """Workers of which the last to be asked is never answered, because the run is cut off."""

    size = 1

    def __init__(self, most):
        super().__init__()
        self.most = most

    def submit(self, function, *arguments):
        if len(self.given) == self.most:
            raise Stopped
        return super().submit(function, *arguments)


@pytest.fixture
def logs(tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    for n, path in enumerate(HISTORIES[:4]):
        (folder / f"{n} {path.name}").write_bytes(path.read_bytes())
    text = HISTORIES[0].read_bytes()
    long = b"\r\n\r\n\r\n".join([text.replace(b"Table '", b"Table '%d" % n) for n in range(8)])
    (folder / f"9 {HISTORIES[0].name}").write_bytes(long)
    return folder


def run(folder, path, workers, kit=KIT, length=4000):
    """The report of an audit, as kept in a file, and what workers were given."""
    kept, made = RunFile(path, kit), AuditRun(lambda _name: OPTIONS)
    try:
        gather(find([str(folder)]), made, workers, kept, length=length)
    finally:
        kept.close()
    made.end()
    return told(made.result), workers.given


def test_only_what_is_left_is_judged(tmp_path, logs):
    expected, every = run(logs, tmp_path / "whole.db", Here())
    with pytest.raises(Stopped):
        run(logs, tmp_path / "run.db", Stopping(len(every) - 1))

    found, left = run(logs, tmp_path / "run.db", Here())
    again, none = run(logs, tmp_path / "run.db", Here())

    assert {judge_logs, judge_stretch} <= set(every)
    assert 0 < len(left) < len(every)
    assert none == []
    assert found == again == expected


def test_what_was_judged_before_is_no_part_of_the_time_that_is_left(tmp_path, logs):
    with pytest.raises(Stopped):
        run(logs, tmp_path / "run.db", Stopping(3))
    whole = sum(path.stat().st_size for path in logs.iterdir())
    progress, told = Progress(True, whole), []
    kept = RunFile(tmp_path / "run.db", KIT)
    made = AuditRun(
        lambda _name: OPTIONS, leapt=lambda result: told.append(result.hands_judged), recalled=progress.recall
    )

    gather(find([str(logs)]), made, Here(), kept, length=4000)
    kept.close()

    assert whole > progress.total > 0
    assert 0 < sum(told) < made.result.hands_judged


def test_a_log_that_was_changed_is_judged_again_with_those_it_went_with(tmp_path, logs):
    run(logs, tmp_path / "run.db", Here())
    changed = next(logs.iterdir())
    changed.write_bytes(changed.read_bytes() + b"\n\n")

    found, given = run(logs, tmp_path / "run.db", Here())

    assert given == [judge_logs]
    assert found == run(logs, tmp_path / "new.db", Here())[0]


def test_what_another_auditor_has_judged_is_judged_again(tmp_path, logs):
    _, every = run(logs, tmp_path / "run.db", Here())
    (name, digest), *others = KIT.parts

    _, given = run(logs, tmp_path / "run.db", Here(), Kit(((name, f"{digest}x"), *others), (), False))

    assert given == every


class Harm:
    def __reduce__(self):
        return os.abort, ()


def test_an_answer_that_somebody_else_put_there_is_not_opened(tmp_path, logs):
    expected, every = run(logs, tmp_path / "run.db", Here())
    with sqlite3.connect(tmp_path / "run.db") as connection:
        connection.execute("UPDATE answers SET answer = ?", (b"0" * 32 + pickle.dumps(Harm()),))

    assert run(logs, tmp_path / "run.db", Here()) == (expected, every)


def test_a_log_that_could_not_be_opened_is_tried_again(tmp_path, logs):
    for one in list(logs.iterdir())[1:]:
        one.unlink()
    (log,) = logs.iterdir()
    log.write_bytes(b"\0\1\2" * 1000)
    run(logs, tmp_path / "run.db", Here())

    _, given = run(logs, tmp_path / "run.db", Here())

    assert given == [judge_logs]


@pytest.mark.parametrize(
    "content", [b"no database at all, but a text of some length" * 30, None], ids=["text", "other"]
)
def test_a_file_of_something_else_is_refused(tmp_path, content):
    path = tmp_path / "run.db"
    if content is None:
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE mine (one TEXT)")
    else:
        path.write_bytes(content)

    with pytest.raises(UsageError, match=r"--resume .*run\.db"):
        RunFile(path, KIT)


def test_the_command_goes_on_with_a_run_and_says_so(tmp_path, capsys):
    words = ["audit", str(SAMPLES / "hand-histories"), "--isolated", "--no-cache", "--format", "json"]
    statuses = [command(words)]
    plain = json.loads(capsys.readouterr().out)
    for _ in range(2):
        statuses.append(command([*words, "--resume", str(tmp_path / "run.db")]))
        out = capsys.readouterr()
        assert json.loads(out.out) == plain

    assert len(set(statuses)) == 1
    assert "1 of 1 shard had been judged before" in out.err
