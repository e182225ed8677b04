"""What the README shows is what a newcomer sees."""

import re
import subprocess
import sys

from places import ROOT

from auditor.rules.loading.loader import rulebook_ids

PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
SCREENS = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)


def printed(*command: str) -> tuple[str, str, int]:
    run = subprocess.run([sys.executable, "-m", "auditor", *command], cwd=ROOT, capture_output=True, check=False)
    return run.stdout.decode(), run.stderr.decode(), run.returncode


def test_the_first_screen_is_the_one_shown():
    command = re.search(r"pip install \. && auditor (audit \S+)\n", PAGE)
    assert command is not None

    assert printed(*command[1].split()) == (SCREENS[0], "", 1)


def test_the_excerpt_of_a_log_and_its_finding_are_from_the_session_named():
    (session, excerpt, finding) = re.findall(
        r"`(samples/\S+)`:\n\n```log\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL
    )[0]
    lines = [line.split("#")[0].rstrip() for line in (ROOT / session).read_text(encoding="utf-8").splitlines()]
    shown = excerpt.splitlines()
    place = re.search(r"line (\d+)", finding)
    assert place is not None

    assert lines[int(place[1]) - len(shown) : int(place[1])] == shown
    assert f"\n\n{finding}\n" in printed("audit", session)[0]


def test_every_rulebook_is_listed():
    assert [name for name in rulebook_ids() if f"`{name}`" not in PAGE] == []


def test_every_command_is_listed():
    listed = set(re.findall(r"`(?:auditor )?([a-z]+)", PAGE))

    assert {"audit", "explain", "replay", "settle", "rules", "parse", "formats", "schema"} <= listed
