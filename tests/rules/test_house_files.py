"""House files: what they add, set and override is judged and cited as theirs, and nothing is lost in silence."""

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from places import ROOT

from auditor.auditing.engine.dispatch import bind
from auditor.auditing.house_difference import house_difference
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli.app import run
from auditor.logs.files.decoding import open_path
from auditor.rules.loading.loader import every_version, rules_in_force
from auditor.vocabulary.errors import RulebookError

PAGE = (ROOT / "docs" / "house-rules.md").read_text(encoding="utf-8")
HEAD = 'extends = "act/canberra-manila"\nid = "harbour/manila"\n'
OWN = '[[clauses]]\nid = "H1"\ntitle = "Raises"\ngist = "As the house says."\nevidence = "play"\n'
OVERRIDES = OWN + 'overrides = true\nreason = "approved"\n'


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def harbour(tmp_path, monkeypatch):
    (tmp_path / "harbour.toml").write_text(blocks("toml")[0], encoding="utf-8")
    (tmp_path / "harbour.log").write_text(blocks("log")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("number", "status"), [(0, 0), (1, 1)], ids=["the difference", "the four faults"])
def test_the_page_shows_what_the_program_prints(harbour, capsys, number, status):
    command, _, printed = blocks("text")[number].partition("\n")

    assert run(command.removeprefix("$ auditor ").split()) == status
    assert capsys.readouterr().out == printed


def test_without_the_house_file_the_same_evening_has_other_faults(harbour):
    log = harbour / "harbour.log"

    faults = {
        rules: [(one.location.line, one.clause) for one in audit([open_path(log, "x")], Options(rules=rules)).findings]
        for rules in ("act/canberra-manila", str(harbour / "harbour.toml"))
    }

    base, house = faults.values()
    raises = [line for line, clause in base if clause == "10.2"]
    assert len(raises) == 5
    assert house[0] == (raises[-1], "H1")
    assert not {line for line, _ in house} & set(raises[:-1])


@pytest.mark.parametrize("number", [0, 1, 2], ids=["the example", "a clause dropped", "a game of one's own"])
def test_the_files_of_the_page_are_in_order_on_every_day(tmp_path, number):
    file = tmp_path / "file.toml"
    file.write_text(blocks("toml")[number], encoding="utf-8")

    assert run(["rules", "check", str(file)]) == 0
    for book in every_version(str(file)):
        bind(book)


def written(folder: Path, text: str) -> tuple[str, int]:
    path = folder / "late.toml"
    line = text[: text.index("¦")].count("\n") + 1
    path.write_text(text.replace("¦", ""), encoding="utf-8")
    return str(path), line


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(
            HEAD + '[sets]\n¦"game.round.first.raises.most" = 4\n',
            "In [sets] it may set game.commission.fee up to 100 (11.2). To override it all the same, add a clause "
            "of the house's own: [[clauses]] with id, title, gist, evidence, overrides = true",
            id="the refusal of a figure says what may be set and how",
        ),
        pytest.param(
            HEAD + '[sets]\n¦"game.round.first.raise.most" = 4\n',
            "did you mean game.round.first.raises.most?",
            id="a figure that is not there",
        ),
        pytest.param(
            HEAD + OWN + 'sets = { "game.round.first.raises.most" = 4 }\n', "overrides = true", id="not declared"
        ),
        pytest.param(
            HEAD + OWN + 'overrides = true\nsets = { "game.round.first.raises.most" = 4 }\n',
            "gives its reason",
            id="without a reason",
        ),
        pytest.param(
            HEAD + OVERRIDES + '¦sets = { "game.round.first.raises" = { most = 4 } }\n',
            "no longer names the check raise-cap, so nothing would decide 10.2",
            id="a figure without its check",
        ),
        pytest.param(
            HEAD + OVERRIDES + '¦sets = { "clauses.{4.1}.rules" = [] }\n',
            "expected a figure",
            id="rules struck out",
        ),
        pytest.param(
            HEAD + OVERRIDES + '¦sets = { "clauses.{10.2}.gist" = "Four raises." }\n',
            "the words of its clauses are the rulebook's own",
            id="the words of a clause",
        ),
        pytest.param(HEAD + OVERRIDES + '¦drops = ["10.22"]\n', "there is no clause 10.22 to drop", id="drops nothing"),
        pytest.param(HEAD + "\n[[clauses]]\n¦" + OWN[12:].replace("H1", "10.2"), "is there already", id="number taken"),
        pytest.param(
            HEAD + "¦[game.round.first]\nraises = { most = 4 }\n",
            "a house file has no [game] of its own: [sets] and clauses of the house set figures",
            id="a figure as a rulebook has it",
        ),
        pytest.param(
            HEAD + OWN + '¦rules = [{ check = "raise-capp" }]\n', "no check 'raise-capp'; did you mean", id="no check"
        ),
        pytest.param(
            'id = "x"\ntitle = "X"\n¦of = "roberts"\nlike = "holdem"\n', 'plays = ["holdem"]', id="83 clauses lost"
        ),
        pytest.param(
            'id = "x"\ntitle = "X"\n¦of = "roberts"\nlike = "holdem"\nplays = "holdem"\n[game]\nforced = []\n',
            "if that is meant, write drops = [",
            id="checks in a list that is replaced",
        ),
    ],
)
def test_what_is_wrong_with_it_is_told_with_its_line(tmp_path, capsys, text, reason):
    path, line = written(tmp_path, text if "¦" in text else "¦" + text)

    with pytest.raises(RulebookError) as caught:
        bind(rules_in_force(path, date.max))

    assert reason in caught.value.reason
    assert caught.value.path == path
    assert caught.value.line == line or "¦" not in text
    assert run(["rules", "check", path]) == 2
    assert "nothing is wrong" not in capsys.readouterr().out


def test_whatever_way_a_check_goes_missing_the_difference_to_the_base_shows_it():
    base = bind(rules_in_force("act/canberra-manila", date.max))
    caps = [one for one in base.bindings if one.check.name == "raise-cap"]
    own = replace(base, bindings=tuple([one for one in base.bindings if one is not caps[0]]))

    assert not house_difference(base, base, frozenset()).silent_loss
    found = house_difference(base, own, frozenset())
    assert (found.silent_loss, found.lost, found.missing) == (True, (caps[0].figure.clause,), ("raise-cap",))
    told = house_difference(base, own, frozenset([caps[0].figure.clause]))
    assert (told.silent_loss, told.not_called) == (False, (("raise-cap", caps[0].figure.clause),))


def test_a_figure_under_a_clause_moves_to_the_clause_of_the_house(tmp_path):
    path, _ = written(
        tmp_path, "¦" + HEAD + OVERRIDES + 'sets = { "clauses.{18.1}.rules.incident.kinds" = ["device", "phone"] }\n'
    )

    book = rules_in_force(path, date.max)

    assert [(rule.check, rule.values["kinds"]) for rule in book.clause("H1").rules] == [
        ("incident", ["device", "phone"])
    ]
    assert (book.clause("18.1").rules, book.clause("18.1").replaced_by) == ((), "H1")
    assert book.cite("H1") == "harbour/manila, H1"


def test_another_reading_excuses_a_fault_under_the_clause_of_a_house_as_it_does_under_the_rulebooks(tmp_path):
    path, _ = written(tmp_path, "¦" + HEAD + OVERRIDES + 'sets = { "game.round.middle.raises.most" = 2 }\n')

    readings = {one.name for one in rules_in_force(path, date.max).readings if "H1" in one.clauses}

    base = rules_in_force("act/canberra-manila", date.max)
    assert readings == {one.name for one in base.readings if "10.3[cap]" in one.clauses} != set()
