"""CONTRIBUTING.md shows how to add a check and a rulebook. Whoever follows it gets something that works."""

import inspect
import re
import sys
import tomllib
import types
from datetime import date
from pathlib import Path

import pytest
from places import ROOT

from auditor.auditing.engine.registry import CHECKS, check, registered, session_check
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs import formats
from auditor.logs.files.decoding import open_path
from auditor.rules.clause_book import marks
from auditor.rules.loading.loader import rulebook_ids, rules_in_force, turning_days
from auditor.rules.schema.figures import Betting, Forced
from auditor.rules.schema.record import key_of
from auditor.rules.schema.rulebook import DeckRules, Game
from auditor.storage.bundled_files import folder

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def block(language: str, number: int = 0) -> str:
    """A fenced block of that language, the first unless told."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert len(found) > number, f"no {language} block"
    return found[number]


def audited(log: Path, rules: Path | str) -> Result:
    result = audit([open_path(log, log.name)], Options(rules=str(rules)))
    assert result.unread == []
    return result


def test_the_example_of_a_new_check_works_as_written(tmp_path):
    registered()
    try:
        exec(compile(block("python"), "CONTRIBUTING.md", "exec"), {"__name__": "contributed"})
        manila = (folder("rulesets") / "act" / "canberra-manila.toml").read_text(encoding="utf-8")
        rules = tmp_path / "extended.toml"
        rules.write_text(manila + "\n" + block("toml"), encoding="utf-8")
        log = tmp_path / "two-motions.log"
        log.write_text(block("log"), encoding="utf-8")

        result = audited(log, rules)
    finally:
        CHECKS.pop("string-raise", None)

    (mark,) = [mark for mark in marks(log) if mark.kind == "breach"]
    (finding,) = result.findings
    assert (finding.location.line, finding.clause, finding.severity.word) == (mark.line, mark.clause, mark.severity)
    assert mark.words in finding.message


def test_the_table_of_arguments_is_that_of_the_decorators():
    """All arguments are explained, and no other."""
    rows = re.findall(
        r"^\| `(\w+)` \|", PAGE.partition("| argument of the decorator |")[2].partition("\n\n")[0], re.MULTILINE
    )
    ours, sessions = (list(inspect.signature(one).parameters)[1:] for one in (check, session_check))

    assert sorted(rows) == sorted(ours)
    assert set(sessions) < set(ours)


def test_the_example_of_a_new_format_is_read_audited_and_complained_about(tmp_path, monkeypatch):
    module = types.ModuleType("auditor.logs.rooms.columns")
    exec(compile(block("python", 1), "CONTRIBUTING.md", "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    entry = eval(block("python", 2), vars(formats))
    monkeypatch.setattr(formats, "FORMATS", (entry, *formats.FORMATS))
    log = tmp_path / "night.txt"
    text = block("txt")
    log.write_text(
        text
        + text.replace("#17", "#18").replace("raise Ben 20", "raise Ben 22").replace("return Ben 10", "return Ben 12"),
        encoding="utf-8",
    )
    broken = tmp_path / "broken.txt"
    broken.write_text(text.replace("raise Ben 20", "rises Ben 20") + text.replace("#17", "#18"), encoding="utf-8")

    result = audit([open_path(log, log.name), open_path(broken, broken.name)], Options())

    assert [(one.path, one.format, one.hands, one.unread) for one in result.inputs] == [
        ("night.txt", "columns", 2, 0),
        ("broken.txt", "columns", 1, 1),
    ]
    assert [(one.location.line, one.clause, one.observed) for one in result.findings] == [
        (16, "10.2[size]", "raise of $12")
    ]
    assert [(one.path, one.line, one.reason[:20]) for one in result.unread] == [
        ("broken.txt", 6, "found 'rises Ben 20'")
    ]


@pytest.mark.parametrize("name", rulebook_ids())
def test_a_copy_of_a_rulebook_is_a_rulebook_to_start_from(name, tmp_path):
    text = (folder("rulesets") / f"{name}.toml").read_text(encoding="utf-8")
    copy = tmp_path / "copy.toml"
    first_part, *readings = text.split("\n[[readings]]\n")
    kept = [reading for reading in readings if "amendment.s239" not in reading]
    renamed = first_part.replace(f'id = "{name}"', 'id = "new/copy"', 1)
    copy.write_text("\n[[readings]]\n".join([renamed, *kept]), encoding="utf-8")
    first = [*turning_days(name), date.max][0]

    made, usual = rules_in_force(str(copy), first), rules_in_force(name, first)

    assert (made.id, made.game, made.clauses) == ("new/copy", usual.game, usual.clauses)


def test_the_example_of_a_house_file_works_as_written(tmp_path):
    house = tmp_path / "late-tables.toml"
    house.write_text(block("toml", 1), encoding="utf-8")
    night = folder("samples") / "sessions" / "manila-night.log"

    found, usual = audited(night, house).findings, audited(night, "act/canberra-manila").findings

    more = [finding for finding in found if finding.message not in {one.message for one in usual}]
    assert {finding.rules for finding in found} == {"house/late-tables"}
    assert [(finding.clause, finding.interpretation) for finding in more] == [("10.2", "two_player_from")]
    assert len(found) == len(usual) + 1


def test_the_example_of_one_game_of_several_works_as_written(tmp_path):
    own = tmp_path / "omaha.toml"
    own.write_text(block("toml", 2), encoding="utf-8")

    made, usual = rules_in_force(str(own), None), rules_in_force("crown/omaha", None)

    assert (made.id, made.title, made.of, made.clauses) == (usual.id, usual.title, usual.of, usual.clauses)
    assert (made.game.composition, made.game.rounds) == (usual.game.composition, usual.game.rounds)


def test_the_values_shown_are_those_of_the_rulebook():
    crown = tomllib.loads((folder("rulesets") / "crown.toml").read_text(encoding="utf-8"))
    roberts = tomllib.loads((folder("rulesets") / "roberts.toml").read_text(encoding="utf-8"))
    rules = tomllib.loads(block("toml", 3))["rules"]
    raises = tomllib.loads(block("toml", 4))["raises"]
    _, _, readings = PAGE.partition("### Where a text can be read two ways")
    shown = {tuple(pair) for pair in re.findall(r'`"(\S+)" = "(\S+)"`', readings)}
    sets = {pair for one in crown["readings"] for choice in one["choices"] for pair in choice.get("sets", {}).items()}

    assert rules in [clause.get("rules") for clause in roberts["clauses"]]
    assert raises.items() <= crown["common"]["round"]["first"]["raises"].items()
    assert shown
    assert shown <= sets


def test_the_figures_named_are_those_a_rulebook_has():
    _, _, steps = PAGE.partition("## How to add a rulebook")
    listed = re.findall(r"^   - (.*(?:\n     .*)*)", steps, re.MULTILINE)
    named = {word for entry in listed for word in re.findall(r"`([a-z_]{4,})`", entry.partition(" (")[0])}
    known = {key_of(field) for kind in (Game, Betting, DeckRules, Forced) for field in kind._fields}

    assert named
    assert named - known == {"blind", "ante", "straddle", "post"}
