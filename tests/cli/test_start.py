"""What a run waits for before its work begins: one hand imports what that hand needs, and nothing else."""

import inspect
import json
import os
import subprocess
import sys

import pytest
from places import ROOT

from auditor.cli.audit import DEFAULTS
from auditor.cli.audit_command import audit

TABLE = """log 1
table "Manila 3"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100

hand 1 at 21:40
  seat 1 Ann $500
  seat 2 Ben $500
  seat 3 Cam $500
  seat 4 Dot $500
  buck 1
  shuffle
  cut by Ann at 14
  Ann blind $10
  deal Ann [Ah Kd], Ben [7c 7d], Cam [9h 9s], Dot [Qc Jc]
  communal [Qh]
"""
LAWFUL = """  Ben folds
  Cam folds
  Dot folds
  return $10 to Ann
end
"""
FAULTY = """  Ben raises $10 to $20
  Cam raises $20 to $40
  Dot raises $20 to $60
  Ann raises $20 to $80
  Ben folds
  Cam folds
  Dot folds
  return $20 to Ann
  pot $180 commission $9
  Ann wins $171
end
"""
NO_OPTIONS = """dataclasses inspect typer auditor.cli.commands auditor.cli.audit_command auditor.cli.shared""".split()
HEAVY = """pydantic rich lark jinja2 multiprocessing tempfile tomllib fractions decimal secrets shutil shlex
    pkgutil auditor.rules.schema.validation""".split()
OTHER_FORMATS = "auditor.logs.rooms auditor.logs.phh auditor.logs.ohh auditor.logs.events_json".split()
OTHER_REPORTS = """auditor.report.model auditor.report.statistics auditor.report.pages auditor.report.formats.html
    auditor.report.formats.json auditor.report.formats.junit auditor.report.formats.sarif""".split()
OTHER_GAMES = "auditor.checks.draw auditor.checks.tournament auditor.checks.blinds.kills".split()
FOR_FINDINGS = """auditor.auditing.mitigation.passes auditor.auditing.slips auditor.auditing.record_readings
    auditor.auditing.impossible_hands auditor.checks.explanations.search""".split()
ALWAYS = [*HEAVY, *OTHER_FORMATS, *OTHER_REPORTS, *OTHER_GAMES]
MODULES = "import json, sys; from auditor.cli.app import run; run(sys.argv[1:]); print(json.dumps([*sys.modules]))"


def imported(words, folder):
    """The modules of a run after a first one, which leaves in the cache what is the same at every run."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder)}
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", MODULES, *words], cwd=folder, env=environment, capture_output=True)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    ("text", "options", "unwanted"),
    [
        pytest.param(LAWFUL, [], [*ALWAYS, *FOR_FINDINGS, *NO_OPTIONS], id="a lawful hand"),
        pytest.param(FAULTY, [], [*ALWAYS, *NO_OPTIONS], id="a hand with a fault"),
        pytest.param(LAWFUL, ["--no-cache"], {*ALWAYS, *FOR_FINDINGS} - {"shutil"}, id="with an option, for typer"),
    ],
)
def test_an_audit_of_one_hand_imports_what_that_hand_needs(text, options, unwanted, tmp_path):
    log = tmp_path / "one.log"
    log.write_text(TABLE + text, encoding="utf-8")

    found = imported(["audit", str(log), *options], tmp_path)

    assert "auditor.auditing.pipeline" in found
    assert [one for one in found if any(one == name or one.startswith(f"{name}.") for name in unwanted)] == []


def test_what_holds_without_options_is_what_the_command_declares():
    declared = {name: one.default for name, one in inspect.signature(audit).parameters.items()}

    assert {name: value for name, value in declared.items() if name not in ("context", "most_bytes")} == DEFAULTS
    assert declared["most_bytes"] is None
