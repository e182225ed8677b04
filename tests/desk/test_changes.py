"""Logs that change, grow or go while they are open; the end of a desk."""

import os
import shutil
import signal
import subprocess
import sys
import urllib.request

import pytest
from desks import SAMPLES, client_of, desk_with

from auditor.desk.changed_logs import LogWatch


@pytest.fixture
def folder(tmp_path):
    shutil.copy(SAMPLES / "manila-clean.log", tmp_path / "one.log")
    return tmp_path


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: (folder / "one.log").write_text("log 1\n"), "one.log has changed."),
        (lambda folder: (folder / "one.log").unlink(), "one.log is gone."),
        (lambda folder: shutil.copy(folder / "one.log", folder / "two.log"), "two.log is new."),
    ],
)
def test_a_page_says_since_when_it_is_out_of_date_and_keeps_what_it_showed(folder, change, words):
    desk = desk_with(folder)
    with client_of(desk) as client:
        watch = client.app.state.watch
        before = client.get("/").text
        change(folder)
        watch.look()
        page = client.get("/").text

    assert words not in before
    assert words in page
    assert "what is shown here is out of date" in page
    assert "Judge it anew" in page
    assert desk.version == 1


def test_somebody_has_them_judged_anew(folder):
    desk = desk_with(folder)
    with client_of(desk) as client:
        hands = desk.view.result.hands_judged
        shutil.copy(SAMPLES / "manila-night.log", folder / "two.log")
        client.app.state.watch.look()
        page = client.post("/audit-anew", params={"csrf": client.headers["x-csrf-token"], "back": "//evil.example"})

    assert str(page.url) == "http://testserver/"
    assert desk.version == 2
    assert desk.view.result.hands_judged > hands
    assert "out of date" not in page.text


def test_watched_logs_are_judged_anew_by_themselves_once(folder):
    desk = desk_with(folder)
    watch = LogWatch(desk, again=True, quiet=0)
    watch.look()
    assert desk.version == 1
    shutil.copy(SAMPLES / "manila-night.log", folder / "two.log")
    watch.look()
    watch.look()
    assert desk.version == 2
    shutil.rmtree(folder)
    watch.look()
    watch.look()

    assert desk.version == 2
    assert "no file or folder" in desk.progress.fault
    assert watch.changes.gone


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_desk_ends_cleanly_while_a_page_waits_for_changes(folder, how):
    words = [sys.executable, "-m", "auditor", "serve", "--port", "0", str(folder)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as desk:
        try:
            address = desk.stderr.readline().split()[-1]
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            opener.open(address, timeout=30).close()
            with opener.open(address.partition("?")[0] + "api/changes", timeout=30) as stream:
                assert stream.readline() == b"event: desk\n"
                os.kill(desk.pid, how)
                stream.read()
            told = desk.communicate(timeout=30)
        finally:
            desk.kill()

    assert (desk.returncode, told) == (0, ("", ""))
