"""Files that break readers, and files that are no files: each is told, and the others are audited."""

import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from places import ROOT, SAMPLES

from auditor.api import audit
from auditor.auditing.engine.judge_session import SessionRun
from auditor.cli.app import run
from auditor.logs import reader
from auditor.logs.files import discovery
from auditor.logs.files.discovery import FoundFiles, find, open_all
from auditor.logs.phh import reader as phh_reader
from auditor.rules.loading import merging
from auditor.watching import followed_file

GOOD = SAMPLES / "phh" / "holdem.phhs"  # three hands, two of them faulty
NESTED = "[" * 600 + "]" * 600
BROKEN = {
    "deep.phh": f"variant = 'NT'\nx = {NESTED}\ny = '''a'''\n",
    "digits.phh": f"variant = 'NT'\nx = 0x{'f' * 9999}\ny = '''a'''\n",
    "decimal.phh": f"variant = 'NT'\nx = {'9' * 9999}\ny = '''a'''\n",
    "deep.ohh": '{"ohh": ' + NESTED + "}\n",
    "deep.jsonl": '{"event": "table", "name": ' + NESTED + "}\n",
    "types.xml": '<?xml version="1.0"?>\n<!DOCTYPE session [<!ENTITY a "b">]>\n<session sessioncode="1">\n'
    '<game gamecode="1"><general><startdate>&a;</startdate></general></game></session>\n',
}


@pytest.fixture
def folder(tmp_path):
    shutil.copy(GOOD, tmp_path / "good.phhs")
    return tmp_path


def told(result):
    """The names of the files of which something is unread."""
    return {Path(one.path).name for one in result.unread}


# ---- nothing to read ----


@pytest.mark.parametrize("what", ["nothing", "an empty log", "a table and no hand", "another text"])
@pytest.mark.parametrize(
    "words",
    [
        ["audit", "{logs}", "--isolated", "--exit-zero"],
        ["audit", "{logs}", "--isolated", "--fail-on", "never", "--format", "json", "-q"],
        ["watch", "{logs}", "--once", "--isolated"],
        ["watch", "{logs}", "--for", "0", "--isolated", "--exit-zero", "--format", "jsonl"],
        ["parse", "{logs}"],
        ["convert", "{logs}", "-", "--to", "events"],
        ["pack", "{logs}", "-o", "{logs}/../case.zip", "--isolated"],
    ],
    ids=lambda words: words[0],
)
def test_no_command_says_that_all_is_well_when_nothing_was_read(tmp_path, words, what, capsys):
    logs = tmp_path / "logs"
    logs.mkdir()
    if what == "an empty log":
        (logs / "night.log").touch()
    elif what == "a table and no hand":
        (logs / "night.log").write_text('log 1\ntable "A"\n  rules act/canberra-manila\n  date 1994-06-11\n')
    elif what == "another text":
        (logs / "night.txt").write_text("to be done\n")

    status = run([word.format(logs=logs) for word in words])

    out, err = capsys.readouterr()
    assert (status in (2, 3), bool(out + err)) == (True, True)
    assert "internal error" not in err


# ---- readers that break ----


@pytest.mark.parametrize("jobs", [1, 2])
def test_whatever_a_reader_raises_on_a_file_is_told_of_that_file(folder, jobs):
    for name, text in BROKEN.items():
        (folder / name).write_text(text)

    result = audit(folder, jobs=jobs)

    assert (result.hands, told(result)) == (3, set(BROKEN))


@pytest.mark.parametrize("command", [["parse"], ["watch", "--once"], ["convert", "-", "--to", "events"]])
def test_no_command_ends_at_a_file_that_breaks_its_reader(folder, command, capsys):
    (folder / "deep.phh").write_text(BROKEN["deep.phh"])

    status = run([command[0], str(folder), *command[1:]])

    out, err = capsys.readouterr()
    assert (status, "nested too deep" in out + err, "internal error" in err) == (3, True, False)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("broken", ["blocks", "read_block"])
def test_a_fault_of_a_reader_itself_costs_one_log(folder, monkeypatch, broken, jobs):
    shutil.copy(SAMPLES / "phh" / "razz.phh", folder / "razz.phh")
    real = getattr(phh_reader, broken)

    def breaking(given):
        if broken == "read_block" and "'FR'" not in given.text:
            return real(given)
        texts = list(given) if broken == "blocks" else []
        if texts and "'FR'" not in "".join(texts):
            return real(texts)
        raise MemoryError("too large")

    monkeypatch.setattr(phh_reader, broken, breaking)

    result = audit(folder, jobs=jobs)

    assert (result.hands, told(result)) == (3, {"razz.phh"})
    assert "fault of its own (MemoryError: too large)" in result.unread[0].reason


@pytest.mark.parametrize(
    ("asked", "time", "expected"),
    [
        pytest.param("ends_unasked", 1, (None, "what follows a table's last hand"), id="at the end of a table"),
        pytest.param("take", 2, ("102", "this hand in its session"), id="at a hand"),
    ],
)
def test_a_fault_of_the_checks_of_a_session_costs_a_hand_and_not_the_run(folder, monkeypatch, asked, time, expected):
    calls = []
    real = getattr(SessionRun, asked)

    def breaking(self, *given):
        calls.append(given)
        if len(calls) == time:
            raise KeyError("x")
        return real(self, *given)

    monkeypatch.setattr(SessionRun, asked, breaking)

    result = audit(folder)

    assert [(one.hand, expected[1] in one.reason) for one in result.unread] == [(expected[0], True)]


def test_a_fault_in_opening_one_file_leaves_the_others(folder, monkeypatch):
    shutil.copy(SAMPLES / "phh" / "razz.phh", folder / "razz.phh")
    real = discovery._from_file

    def breaking(file, one):
        if one.name.endswith("razz.phh"):
            file.close()
            raise MemoryError
        return real(file, one)

    monkeypatch.setattr(discovery, "_from_file", breaking)

    result = audit(folder)

    assert (result.hands, told(result)) == (3, {"razz.phh"})


def test_a_watch_goes_on_when_a_file_breaks_it(folder, monkeypatch, capsys):
    shutil.copy(SAMPLES / "phh" / "razz.phh", folder / "razz.phh")
    real = followed_file.is_packed
    monkeypatch.setattr(followed_file, "is_packed", lambda head: 1 // 0 if b"'FR'" in head else real(head))

    status = run(["watch", str(folder), "--once"])

    assert (status, "ZeroDivisionError" in capsys.readouterr().out) == (3, True)


@pytest.mark.parametrize("option", ["--rules", "--customs"])
@pytest.mark.parametrize(
    "value", [NESTED, "[" * 100 + "]" * 100, f"0x{'f' * 9999}", "9" * 9999], ids=["600", "100", "hexadecimal", "digits"]
)
def test_a_house_file_that_breaks_the_reader_is_a_wrong_usage(folder, tmp_path_factory, option, value, capsys):
    house = tmp_path_factory.mktemp("house") / "house.toml"
    house.write_text(f'extends = "roberts/holdem-no-limit"\nx = {value}\n')

    status = run(["audit", str(folder), option, str(house)])

    err = capsys.readouterr().err
    assert (status, err.startswith(f"auditor: {house}"), "internal error" in err) == (2, True, False)


def test_no_rulebook_of_ours_is_too_deep():
    for path in sorted((ROOT / "rulesets").rglob("*.toml")):
        assert merging.read(path).data, path


# ---- what is no regular file ----


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize("named", ["", "*", "**/*", "**"], ids=["a folder", "a pattern", "below", "everything"])
def test_what_is_no_regular_file_is_told_and_passed_over(folder, named):
    (folder / "inner").mkdir()
    os.mkfifo(folder / "pipe.log")
    (folder / "zero.log").symlink_to("/dev/zero")
    (folder / "itself.log").symlink_to("itself.log")
    (folder / "there.log").symlink_to("back.log")
    (folder / "back.log").symlink_to("there.log")
    for name in ("up", "upper"):
        (folder / "inner" / name).symlink_to("..")  # two ways round, so that a search that follows them never ends
    with socket.socket(socket.AF_UNIX) as listening:
        place = os.getcwd()
        os.chdir(folder)  # a socket's path is short
        listening.bind("socket.log")
        os.chdir(place)

        result = audit(folder / named)

    assert result.hands == 3
    assert told(result) - {"up"} == {"pipe.log", "zero.log", "itself.log", "there.log", "back.log", "socket.log"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_folder_elsewhere_is_told_and_one_inside_is_read_once(folder, tmp_path_factory):
    (folder / "elsewhere").symlink_to(tmp_path_factory.mktemp("other"))
    (folder / "self").symlink_to(".")

    result = audit(folder)

    assert (result.hands, [(Path(one.path).name, one.reason) for one in result.unread]) == (
        3,
        [("elsewhere", discovery.OUTSIDE)],
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_file_that_becomes_a_pipe_after_it_was_found_is_not_waited_for(folder):
    found = find([str(folder)])
    (folder / "good.phhs").unlink()
    os.mkfifo(folder / "good.phhs")

    (opened,) = open_all(found)

    assert "found a pipe" in opened.reason


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_watched_folder_is_not_held_up_by_a_pipe(folder, capsys):
    os.mkfifo(folder / "pipe.log")

    assert run(["watch", str(folder), "--once"]) == 3
    assert "found a pipe" in capsys.readouterr().out


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_that_is_named_itself_is_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = threading.Thread(target=lambda: pipe.write_bytes(GOOD.read_bytes()))
    writing.start()

    result = audit(pipe)

    writing.join()
    assert (result.hands, result.unread) == (3, ())


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such devices")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_a_device_without_end_is_no_text(device, monkeypatch):
    monkeypatch.setattr(discovery, "MOST", None)  # which nobody comes to ask

    (opened,) = open_all([FoundFiles(Path(device), device, named=True)], 1 << 30)

    assert opened.reason == "found a binary file, expected the text of a log"


@pytest.mark.parametrize(("option", "status"), [("200K", 3), ("0.4M", 2), ("400K", 1)])
def test_a_pipe_may_give_as_much_as_the_user_allows(option, status):
    text = (b"#" + b" " * 998 + b"\n") * 300 + GOOD.read_bytes()
    command = [sys.executable, "-m", "auditor", "audit", "-", "--most-bytes", option, "--format", "concise"]

    done = subprocess.run(command, input=text, capture_output=True, cwd=ROOT)

    said = b"found more than 200 KiB in a pipe or a device, expected a log; --most-bytes allows more" in done.stdout
    assert (done.returncode, said) == (status, status == 3)


def test_a_size_is_told_in_words(capsys):
    assert run(["audit", str(GOOD), "--most-bytes", "much"]) == 2
    assert "'much' is no number of bytes, expected one such as 500M or 2G" in capsys.readouterr().err


def test_a_fault_of_ours_shows_itself_to_those_who_look_for_it(monkeypatch):
    monkeypatch.setattr(phh_reader, "blocks", lambda _chunks: 1 // 0)

    with pytest.raises(ZeroDivisionError):
        list(reader.read(next(open_all(find([str(GOOD)]))), debug=True))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such devices")
@pytest.mark.parametrize("kind", ["a pipe", "a device"])
@pytest.mark.parametrize(
    "words",
    [
        "verify {file}",
        "audit {log} --rules {file}",
        "audit {log} --customs {file}",
        "audit {log} --config {file}",
        "rules check {file}",
        "decide 0123456789 upheld --force --authority Ann --ledger {file}",
    ],
)
def test_what_must_be_a_file_is_no_pipe_that_is_waited_for_and_no_device_without_end(tmp_path, words, kind):
    file = tmp_path / "given.toml"
    os.mkfifo(file) if kind == "a pipe" else file.symlink_to("/dev/zero")
    log = SAMPLES / "sessions" / "manila-night.log"  # long enough for the cache
    command = [sys.executable, "-m", "auditor", *words.format(file=file, log=log).split()]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, preexec_fn=little_memory)

    assert (done.returncode, done.stderr.startswith("auditor: "), done.stderr.count("\n")) == (2, True, 1)


def little_memory():
    import resource  # which Windows lacks

    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such devices")
def test_a_baseline_without_end_is_not_read_to_its_end(folder, capsys):
    assert run(["audit", str(folder), "--baseline", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "auditor: --baseline: /dev/zero is no report of '--format json'\n"
