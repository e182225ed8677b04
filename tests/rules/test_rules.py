"""Rulebook files: what is wrong with one is told with its file and line, and a house may vary only what it may."""

import re
import shutil
import tomllib
from datetime import date
from itertools import count
from pathlib import Path

import pytest

from auditor.auditing.engine.dispatch import bind
from auditor.rules.diff import compare
from auditor.rules.loading.loader import book_ids, every_version, games_of, rules_in_force, turning_days
from auditor.rules.loading.toml_lines import line_of, lines_in
from auditor.storage.bundled_files import folder
from auditor.vocabulary.errors import RulebookError, UsageError

MANILA = "act/canberra-manila"
LATEST = date(2000, 1, 1)

NAMES = (f"act-{number}" for number in count())


@pytest.fixture
def act(tmp_path: Path) -> Path:
    """The folder of the ACT rulebooks, to be spoilt at will."""
    return shutil.copytree(folder("rulesets") / "act", tmp_path / next(NAMES))


def spoilt(path: Path, old: str, new: str) -> tuple[str, int]:
    """Change a file in one place; its path, and the line of what was put there (marked by `¦`, which is taken out)."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, old
    text = text.replace(old, new if "¦" in new else "¦" + new, 1)
    line = text[: text.index("¦")].count("\n") + 1
    path.write_text(text.replace("¦", ""), encoding="utf-8")
    return str(path), line


def refused(rules: str, day: date = LATEST) -> RulebookError:
    with pytest.raises(RulebookError) as caught:
        bind(rules_in_force(rules, day))
    return caught.value


# ---- a rulebook's own file ----


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param(
            "raises = { most = 3", "raises = { mots = 3", "unknown key; did you mean most?", id="mistyped key"
        ),
        pytest.param(
            'name = "Canberra Manila"', 'nmae = "Canberra Manila"', "did you mean name?", id="mistyped in a table"
        ),
        pytest.param(
            'evidence = "table"', 'evidence = "tabel"', "clauses.0.evidence: Input should be", id="no such evidence"
        ),
        pytest.param(
            '  { act = "raise", clause = "7.1(ii)"',
            '  { act = "rise", clause = "7.1(ii)"',
            "grants.1.act",
            id="in a list",
        ),
        pytest.param("seats = { most = 13", 'seats = { most = "many"', "game.seats.most", id="no number"),
        pytest.param(
            'clause = "10.5"', 'clause = "10.6"', "clause 10.6 is cited and not listed", id="figure of no clause"
        ),
        pytest.param('with = ["7.1(i)"]', 'with = ["7.1(x)"]', "clause 7.1(x) is cited", id="read with no clause"),
        pytest.param('with = ["4.3"]', 'with = ["4.9"]', "clause 4.9 is cited", id="rule read with no clause"),
        pytest.param('clauses = ["11.3"]', 'clauses = ["11.33"]', "clause 11.33 is cited", id="reading of no clause"),
        pytest.param('id = "1[cloth]"', 'id = "1"', "1 stands in clauses twice", id="clause twice"),
        pytest.param(
            'name = "two_player_counts"',
            'name = "two_player_from"',
            "two_player_from stands in readings twice",
            id="reading twice",
        ),
        pytest.param(
            'default = "able"', 'default = "abel"', "is none of its choices (able, active)", id="default is no choice"
        ),
        pytest.param(
            '{ "game.uncapped.at" =', '{ "game.uncaped.at" =', "there is no game.uncaped.at", id="sets nothing"
        ),
        pytest.param(
            '"amendment.s239.from"', '"amendment.s240.from"', "there is no amendment.s240.from", id="dates no amendment"
        ),
        pytest.param(
            '{ figure = "game.commission.fee"',
            '{ figure = "game.comission.fee"',
            "there is no game.comission.fee",
            id="nothing to vary",
        ),
        pytest.param(
            'reading = "amendment_interregnum"',
            'reading = "amendment_interregnm"',
            "did you mean amendment_interregnum?",
            id="rests on no reading",
        ),
        pytest.param(
            'title = "Poker', 'titel = "Poker', "titel: unknown key; did you mean title?", id="mistyped at the top"
        ),
        pytest.param("made = 1994-05-27", "made = 1994-05-32", "at line", id="no TOML"),
        pytest.param("published = 1994-05-27", 'published = "May"', "instruments.0.published", id="in the instrument"),
        pytest.param("abstained = 3", 'abstained = "three"', "clause 18.8: abstained", id="not what the check expects"),
        pytest.param(
            '[game.round.final]\nnames = ["final"]',
            '[game.round.final]\nnames = ["final", "x"]',
            "game.round.final: 'names', 'deal' and 'communal' must have one entry for each betting round",
            id="a round too many",
        ),
        pytest.param('from" = 1994-10-31', 'from" = 1994', "= 1994: expected a day", id="no day"),
        pytest.param("abstained = 3", "abstaned = 3", "did you mean abstained?", id="mistyped for the check"),
    ],
)
def test_what_is_wrong_with_a_rulebook_is_told_with_its_line(act, old, new, reason):
    path, line = spoilt(act / "canberra-manila.toml", old, new)

    error = refused(path)

    assert (error.path, error.line) == (path, line)
    assert reason in error.reason


def test_a_rulebook_must_have_an_instrument(act):
    path = act / "canberra-manila.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"\[instrument\][^\[]*", "", text), encoding="utf-8")

    assert refused(str(path)).reason == "instrument: missing"


def test_a_copy_of_a_rulebook_has_the_amendments_of_the_original(tmp_path):
    copy = shutil.copy(folder("rulesets") / f"{MANILA}.toml", tmp_path / "copy.toml")

    assert turning_days(str(copy)) == turning_days(MANILA)


def test_a_rulebook_is_utf_8(act):
    path = act / "canberra-manila.toml"
    path.write_bytes(path.read_bytes().replace("–".encode(), b"\x96", 1))

    assert (refused(str(path)).reason, refused(str(path)).line) == ("not a UTF-8 text", 1)


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("act/canbera-manila", "did you mean act/canberra-manila?"),
        ("roulette", "there are act/5-card-stud, act/7-card-stud, act/canberra-manila, act/draw-poker"),
        ("../act/canberra-manila", "no rulebook"),
        ("nowhere.toml", "no rulebook file nowhere.toml"),
    ],
)
def test_an_unknown_rulebook_is_an_error_of_the_user(rules, reason):
    with pytest.raises(UsageError, match=re.escape(reason)):
        rules_in_force(rules, LATEST)


@pytest.mark.parametrize(
    ("reading", "choice", "reason"),
    [
        ("two_player_form", "able", "did you mean two_player_from?"),
        ("two_player_counts", "all", "is one of able, active, not 'all'"),
    ],
)
def test_an_unknown_reading_is_an_error_of_the_user(reading, choice, reason):
    with pytest.raises(UsageError, match=re.escape(reason)):
        rules_in_force(MANILA, LATEST, {reading: choice})


@pytest.mark.parametrize("rules", [games_of(book)[0] for book in book_ids()])  # one game stands for its rulebook
def test_every_version_under_every_choice_of_a_reading_can_be_used(rules):
    books = list(every_version(rules))

    assert {choice.name for one in books[0].readings for choice in one.choices} <= {
        choice for book in books for choice in book.chosen.values()
    }
    for book in books:
        bind(book)


def test_a_reading_puts_in_what_it_says(act):
    book = rules_in_force(MANILA, LATEST, {"final_round_sizes": "doubled", "check_raise": "call-only"})

    assert book.game.round["final"].size.multiples == (2, 4)
    assert book.clause("terms:check").rules[0].values["allowed"] is False
    assert book.chosen["final_round_sizes"] == "doubled"


# ---- amendments ----

AMENDMENT = """
[instrument]
label = "s300"
title = "An amendment"
authority = "A delegate"
cite = "ACT Gazette S300"
made = 1995-01-02
published = 1995-01-03
in_force = { from = 1995-02-01, basis = "clause 2" }
compared = { on = 2000-01-01, with = "Gazette S300" }

"""
MOST = "game.round.first.raises.most"
CAP = f'clause = "10.2"\ngist = "Four raises."\nwas = {{ "{MOST}" = 3 }}\nnow = {{ "{MOST}" = 4 }}\n'


NO_WORDS = CAP.replace('gist = "Four raises."\n', "").replace("now", "¦now")


def amended(act: Path, *changes: str, name: str = "s300") -> tuple[str, Path, int]:
    """Put an amendment beside the rulebook; the rulebook, the amendment, and the line marked by `¦`, if one is."""
    text = AMENDMENT + "\n".join(f'[[change]]\nrulebook = "{MANILA}"\n{change}' for change in changes)
    path = act / "amendments" / f"{name}.toml"
    line = text[: text.index("¦")].count("\n") + 1 if "¦" in text else 0
    path.write_text(text.replace("¦", ""), encoding="utf-8")
    return str(act / "canberra-manila.toml"), path, line


def test_an_amendment_replaces_inserts_and_repeals(act):
    rules, _, _ = amended(
        act,
        f'op = "replace"\n{CAP}',
        'op = "insert"\nclause = "10.6"\ntitle = "Fifth raise"\ngist = "None."\nevidence = "none"\n',
        'op = "repeal"\nclause = "18.11"\n',
        'op = "replace"\nclause = "10.5"\nwas = { "game.uncapped" = { players = 2, clause = "10.5" } }\n',
    )
    # Readings may still set what the amendment took away, so those of 10.5 go with it.
    spoilt(act / "canberra-manila.toml", ', sets = { "game.uncapped.at" = "round" }', "")
    spoilt(act / "canberra-manila.toml", ', sets = { "game.uncapped.counted" = "active" }', "")
    spoilt(act / "canberra-manila.toml", ', sets = { "game.uncapped.lifts" = "count-and-size" }', "")

    before, after = (rules_in_force(rules, day) for day in (date(1995, 1, 31), date(1995, 2, 1)))

    assert (before.version, after.version) == ("s94+s239", "s94+s239+s300")
    assert (before.pending, after.pending) == (date(1995, 2, 1), None)
    assert after.game.round["first"].raises.most == 4
    assert after.game.uncapped is None
    assert "as amended by ACT Gazette S300" in after.cite("10.2")
    changed = compare(rules, date(1995, 1, 31), date(1995, 2, 1))
    assert [(one.place, one.was, one.now) for one in changed if one.clause != "10.5"] == [
        ("clauses.{10.2}.gist", before.clause("10.2").gist, "Four raises."),
        ("game.round.first.raises.most", 3, 4),
        ("clauses.{18.11}", before.clause("18.11").gist, None),
        ("clauses.{10.6}", None, "None."),
    ]
    assert ("game.uncapped.players", 2, None) in [(one.place, one.was, one.now) for one in changed]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        pytest.param(
            [f'op = "replace"\n{CAP.replace("was = { ", "¦was = { ").replace("= 3", "= 2")}'],
            "was to be 2 before and is 3",
            id="wrong base",
        ),
        pytest.param(
            [f'op = "replace"\n{CAP}', f'op = "replace"\n{NO_WORDS}'],
            "game.round.first.raises.most is amended twice on 1995-02-01",
            id="a figure twice on one day",
        ),
        pytest.param(
            [f'op = "replace"\n{CAP}', 'op = "replace"\n¦clause = "10.2"\ngist = "Five raises."\n'],
            "clause 10.2 is amended twice",
            id="a clause twice on one day",
        ),
        pytest.param(
            ['op = "insert"\n¦clause = "10.2"\ngist = "x"\n'],
            "insert of clause 10.2: it is there already",
            id="inserted again",
        ),
        pytest.param(
            ['op = "repeal"\n¦clause = "10.9"\n'], "repeal of clause 10.9: it is not there", id="nothing to repeal"
        ),
        pytest.param(['¦op = "remove"\nclause = "10.2"\n'], "change.0.op", id="no such op"),
        pytest.param(
            ['op = "replace"\nclause = "10.2"\n¦now = { "game.round.first.raises.most" = 4 }\n'],
            "is 3 before, which 'was' does not say",
            id="says not what it found",
        ),
        pytest.param(
            ['op = "replace"\nclause = "10.2"\n¦now = { "game.round.first.raises.mots" = 4 }\n'],
            "did you mean most?",
            id="a key that no figure has",
        ),
        pytest.param(
            ['op = "replace"\nclause = "10.2"\n¦now = { "game.round.first.raisings.most" = 4 }\n'],
            "there is no game.round.first.raisings.most",
            id="nowhere",
        ),
        pytest.param(
            ['op = "replace"\nclause = "10.2"\n¦was = { "game.round.first.raises" = 4 }\n'],
            "was to be 4",
            id="a table is no number",
        ),
        pytest.param(['op = "replace"\nclause = "10.2"\n¦evidence = "hearsay"\n'], "evidence", id="no such evidence"),
    ],
)
def test_what_is_wrong_with_an_amendment_is_told_with_its_line(act, changes, reason):
    rules, path, line = amended(act, *changes)

    error = refused(rules)

    assert reason in error.reason
    assert (error.path, error.line) == (str(path), line)


def test_a_clause_is_inserted_whole(act):
    rules, path, _ = amended(act, 'op = "insert"\nclause = "10.6"\ngist = "x"\nevidence = "none"\n')

    error = refused(rules)

    assert error.reason.endswith("title: Field required")
    assert (error.path, error.line) == (str(path), line_of(path, ("change", 0)))


def test_a_clause_that_a_figure_rests_on_cannot_be_repealed_alone(act):
    rules, _, _ = amended(act, 'op = "repeal"\nclause = "10.5"\n')

    error = refused(rules)

    assert error.reason == "clause 10.5 is cited and not listed"
    assert error.line == line_of(Path(rules), ("game", "uncapped"))


def test_what_an_amendment_puts_in_can_be_read_two_ways(act):
    figure = '"game.uncapped" = {{ players = {}, clause = "10.5" }}'
    new = f"was = {{ {figure.format(2)} }}\nnow = {{ {figure.format(3)} }}\n"
    rules, _, _ = amended(act, f'op = "replace"\nclause = "10.5"\n{new}')

    other = rules_in_force(rules, LATEST, {"two_player_from": "start-of-round"}).game.uncapped
    default = rules_in_force(rules, LATEST).game.uncapped

    assert (other.players, other.at) == (3, "round")
    assert (default.players, default.at) == (3, "raise")


def test_what_is_not_asked_for_is_not_built(act):
    rules, _, _ = amended(act, 'op = "repeal"\nclause = "10.9"\n')

    assert rules_in_force(rules, date(1994, 6, 1)).version == "s94"
    assert turning_days(rules) == [date(1994, 5, 27), date(1994, 11, 4), date(1995, 2, 1)]
    refused(rules)


# ---- house files ----

HOUSE = 'extends = "act/canberra-manila"\nid = "harbour/manila"\ntitle = "Manila at the Harbour"\n'


def house(tmp_path: Path, text: str) -> tuple[str, int]:
    path = tmp_path / f"{next(NAMES)}.toml"
    line = text[: text.index("¦")].count("\n") + 1 if "¦" in text else 0
    path.write_text(text.replace("¦", ""), encoding="utf-8")
    return str(path), line


def test_a_house_may_choose_readings_and_set_what_a_clause_lets_it(tmp_path):
    path, _ = house(tmp_path, HOUSE + '[readings]\nraise_unit = "range"\n[sets]\n"game.commission.fee" = 50\n')

    book = rules_in_force(path, date(1994, 12, 1))

    assert (book.id, book.title, book.version) == ("harbour/manila", "Manila at the Harbour", "s94+s239")
    assert book.game.commission.fee == 50
    assert book.game.round["first"].size.mode == "range"
    assert book.cite("10.2") == "ACT Gazette S94, 27 May 1994, Poker – Canberra Manila, clause 10.2"
    assert book.sha256 != rules_in_force(MANILA, date(1994, 12, 1)).sha256
    assert len(list(every_version(path))) == len(list(every_version(MANILA)))
    bind(book)


def test_a_user_may_choose_otherwise_than_the_house(tmp_path):
    path, _ = house(tmp_path, HOUSE + '[readings]\nraise_unit = "range"\n')

    assert rules_in_force(path, LATEST, {"raise_unit": "exact"}).game.round["first"].size.mode == "exact"


def test_a_house_may_extend_a_rulebook_of_its_own(act):
    (act / "house.toml").write_text('extends = "canberra-manila.toml"\nid = "own"\n', encoding="utf-8")

    assert rules_in_force(str(act / "house.toml"), LATEST).version == "s94+s239"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(HOUSE + '¦minimum = "$5"\n', "minimum: unknown key", id="unknown key"),
        pytest.param(HOUSE + '[readings]\n¦raise_units = "range"\n', "did you mean raise_unit?", id="unknown reading"),
        pytest.param(
            HOUSE + '[readings]\n¦raise_unit = "any"\n', "is one of exact, range, not 'any'", id="no such choice"
        ),
        pytest.param(
            HOUSE + '[sets]\n¦"game.round.first.raises.most" = 4\n', "no clause of act/canberra-manila lets", id="fixed"
        ),
        pytest.param(
            HOUSE + '[sets]\n¦"game.commission.fee" = 101\n', "11.2 lets a house set nothing above 100", id="too far"
        ),
        pytest.param(HOUSE + '[sets]\n¦"game.commission.fee" = "half"\n', "game.commission.fee", id="no number"),
        pytest.param('¦extends = "act/manila"\nid = "x"\n', "did you mean act/canberra-manila?", id="unknown rulebook"),
        pytest.param('¦extends = "elsewhere.toml"\nid = "x"\n', "no rulebook file", id="unknown file"),
        pytest.param('extends = "act/canberra-manila"\n', "id: Field required", id="nameless"),
        pytest.param('extends = "act/canberra-manila"\n¦id = \n', "Invalid value", id="no TOML"),
    ],
)
def test_what_is_wrong_with_a_house_file_is_told_with_its_line(tmp_path, text, reason):
    path, line = house(tmp_path, text)

    error = refused(path)

    assert reason in error.reason
    assert (error.path, error.line) == (path, line)


def test_a_house_does_not_extend_a_house(tmp_path):
    (tmp_path / "one.toml").write_text(HOUSE, encoding="utf-8")
    path, line = house(tmp_path, '¦extends = "one.toml"\nid = "two"\n')

    assert (refused(path).reason, refused(path).line) == ("one.toml is a house file itself, expected a rulebook", line)


def test_an_amendment_by_itself_is_no_rulebook(act):
    path, line = spoilt(act / "amendments" / "s239.toml", "[[change]]", "[[change]]")

    assert (refused(path).reason, refused(path).line) == ("an amendment, expected the rulebook that it amends", line)


# ---- lines ----


def places(value: object, place: tuple = ()) -> list[tuple]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place, *(one for key, item in entries for one in places(item, (*place, key)))]


@pytest.mark.parametrize("path", sorted(folder("rulesets").rglob("*.toml")), ids=lambda path: path.stem)
def test_every_value_of_a_rulebook_has_its_line(path):
    text = path.read_text(encoding="utf-8")
    lines, numbered = text.split("\n"), lines_in(text)

    missing = [place for place in places(tomllib.loads(text))[1:] if place not in numbered]

    assert [place for place in missing if not any(one[: len(place)] == place for one in numbered)] == []
    keys = [(place[-1], line) for place, line in numbered.items() if isinstance(place[-1], str)]
    assert [(key, line) for key, line in keys if key not in lines[line - 1]] == []


def test_a_line_is_found_in_any_form_of_toml():
    text = """
    a.b = [ # ]
      { c = "}", 'd e' = [1.5, 2] },
      { c = \"\"\"
] # not the end
\"\"\", "d.e" = 1994-05-27 },
    ]
    [x."y.z"]
    k = '''
=
'''
    l = 07:00:00.5
    [[t]]
    [[t.u]]
    v = [[1], [
      2]]
    [[t]]
    [t.w]
    v = {}"""
    lines = lines_in(text)

    assert {place: lines[place] for place in places(tomllib.loads(text)) if place in lines} == {
        ("a",): 2, ("a", "b"): 2, ("a", "b", 0): 3, ("a", "b", 0, "c"): 3, ("a", "b", 0, "d e"): 3,
        ("a", "b", 0, "d e", 0): 3, ("a", "b", 0, "d e", 1): 3, ("a", "b", 1): 4, ("a", "b", 1, "c"): 4,
        ("a", "b", 1, "d.e"): 6, ("x",): 8, ("x", "y.z"): 8, ("x", "y.z", "k"): 9, ("x", "y.z", "l"): 12,
        ("t",): 13, ("t", 0): 13, ("t", 0, "u"): 14, ("t", 0, "u", 0): 14, ("t", 0, "u", 0, "v"): 15,
        ("t", 0, "u", 0, "v", 0): 15, ("t", 0, "u", 0, "v", 0, 0): 15, ("t", 0, "u", 0, "v", 1): 15,
        ("t", 0, "u", 0, "v", 1, 0): 16, ("t", 1): 17, ("t", 1, "w"): 18, ("t", 1, "w", "v"): 19,
    }  # fmt: skip
