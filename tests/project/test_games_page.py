"""docs/games.md shows what a reader sees: excerpts of the sample sessions, and what an audit of them prints."""

import re
import subprocess
import sys

import pytest
from places import ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_path
from auditor.rules.loading.loader import rulebook_ids

PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
SCREENS = re.findall(r"^    auditor (audit (\S+))\n\n```text\n(.*?)```$", PAGE, re.MULTILINE | re.DOTALL)
NIGHTS = sorted((ROOT / "samples" / "sessions").glob("roberts-*.log"))
BEFORE = {"whether this is the first hand of the tournament"}  # a record of the final table cannot tell
SECTIONS = [section for section in PAGE.split("\n## ") if "```log" in section]


@pytest.mark.parametrize(("command", "shown"), [(command, shown) for command, _, shown in SCREENS])
def test_a_screen_is_the_one_a_reader_gets(command, shown):
    auditor = [sys.executable, "-m", "auditor", *command.split()]
    run = subprocess.run(auditor, cwd=ROOT, capture_output=True, check=False)
    findings, _, _ = run.stdout.decode().partition("\nSUMMARY\n")

    assert (findings, run.stderr.decode(), run.returncode) == (shown, "", 1)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.split("\n", 1)[0])
def test_the_excerpts_of_a_section_are_from_the_session_it_audits(section):
    (screen,) = [path for _, path, _ in SCREENS if path in section]
    session = (ROOT / screen).read_text(encoding="utf-8")
    excerpts = re.findall(r"```log\n(.*?)```", section, re.DOTALL)

    assert excerpts
    assert [excerpt for excerpt in excerpts if excerpt not in session] == []


def test_every_rulebook_has_a_game_on_the_page():
    assert [name for name in rulebook_ids() if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize("path", NIGHTS, ids=lambda path: path.stem)
def test_a_night_by_roberts_rules_is_shown_and_lacks_no_evidence(path):
    result = audit([open_path(path, path.name)], Options())

    assert f"samples/sessions/{path.name}" in [shown for _, shown, _ in SCREENS]
    assert {lacks for _, _, lacks in result.missing} <= BEFORE
