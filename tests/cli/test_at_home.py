"""What makes the command at home on a machine: completion in the shell, a manual page, an editor's colours."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from places import ROOT

from auditor.cli.app import run
from auditor.cli.commands import COMMANDS
from auditor.logs.table_log.diagnostics import words_of_language
from auditor.reference.textmate import FILE, textmate
from auditor.rules.loading.loader import rulebook_ids

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")


def completed(*words):
    """What bash is offered after these words."""
    environment = {**os.environ, "_AUDITOR_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(["auditor", *words])}
    environment["COMP_CWORD"] = str(len(words))
    done = subprocess.run([sys.executable, "-m", "auditor"], env=environment, capture_output=True, text=True, cwd=ROOT)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["se"], ["settle"]),
        (["audit", "--rules", "act/c"], ["act/canberra-manila"]),
        (["explain", "roberts/holdem"], [one for one in rulebook_ids() if one.startswith("roberts/holdem")]),
        (["audit", "--format", "sar"], ["sarif"]),
        (["audit", "--log-format", "p"], ["pokerstars", "partypoker", "phh"]),
    ],
)
def test_a_shell_completes_commands_and_what_they_take(words, offered):
    assert [word for word in completed(*words) if word in offered] == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_given_its_own_completion(shell):
    """Which one it is, is told by the processes above: so it has to be one of them, and stay there."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    line = f"{sys.executable} -m auditor --show-completion; true"
    done = subprocess.run([shell, "-c", line], capture_output=True, text=True, cwd=ROOT)

    assert f"_AUDITOR_COMPLETE=complete_{shell}" in done.stdout


def test_the_manual_page_has_every_command_and_option_and_is_sound(capsys):
    assert run(["man"]) == 0
    page = capsys.readouterr().out

    assert [name for name in COMMANDS if f".SS auditor {name}" not in page] == []
    for option in ("--fail-on-new", "--interpret", "--show-completion"):
        assert option.replace("-", "\\-") in page
    assert [line for line in page.splitlines() if re.match(r"[.'](?!TH|SH|SS|PP|TP|B |I )", line)] == []
    if shutil.which("groff") is not None:
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=page, capture_output=True, text=True)
        assert done.stderr == ""
        assert "EXIT STATUS" in re.sub(".\b", "", done.stdout)  # bold letters are struck twice


# ---- the colours of an editor ----


def test_the_grammar_for_editors_is_made_from_the_grammar_of_the_language():
    """If this fails, `python -m auditor.reference.textmate` writes it anew."""
    written = (ROOT / "grammars" / FILE).read_text(encoding="utf-8")

    assert written == textmate()
    assert [word for word in words_of_language() if re.fullmatch("[a-z-]+", word) and word not in written] == []


def test_an_editor_knows_every_word_of_a_log_by_its_colours():
    """A plain walk over the patterns, as an editor does it: what none of them takes is only blanks and commas."""
    import json

    patterns = [re.compile(_python(one["match"])) for one in json.loads(textmate())["patterns"]]
    left = set()
    for line in NIGHT.splitlines():
        at = 0
        while at < len(line):
            matches = [found for one in patterns if (found := one.search(line, at)) and found.end() > found.start()]
            first = min(matches, key=lambda found: found.start(), default=None)
            left |= {*line[at : first.start() if first else len(line)].split()}
            at = first.end() if first else len(line)

    assert left <= {","}


def _python(pattern):
    """A pattern of the editor's language in Python's, which writes code points otherwise."""
    return re.sub(r"\\x\{([0-9a-f]+)\}", lambda found: f"\\U{int(found[1], 16):08x}", pattern)
