"""Events as JSON lines: a published schema, and a log that says the same as the one it was made from."""

import io
import json

import jsonschema
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from places import ROOT
from statement_lines import FORMS

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.blocks import Block
from auditor.logs.events_json.reader import CALLED, EVENTS, blocks, event_lines, read_block, schema
from auditor.logs.files.decoding import Source, open_stream
from auditor.logs.reader import RawHand, read
from auditor.logs.table_log.reader import lexer
from auditor.logs.table_log.statements import MAKERS
from auditor.storage.bundled_files import folder
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable

PUBLISHED = ROOT / "docs" / "schema" / "events-1.json"
SAMPLES = sorted(folder("samples").rglob("*.log"))
VALIDATORS = {name: jsonschema.Draft202012Validator(one) for name, one in schema()["$defs"].items()}


def source(text: str) -> Source:
    return open_stream(io.BytesIO(text.encode()), "log")


def is_valid(line: str) -> bool:
    """Does a line keep to the schema? Asked of the part for its event, which is quicker than asking them all."""
    values = json.loads(line)
    return VALIDATORS[values["event"]].is_valid(values)


def as_events(text: str) -> str:
    return "\n".join(event_lines(source(text)))


def outcome(text: str) -> tuple[object, ...]:
    """Everything an audit says about a log, but for what the file itself is."""
    result: Result = audit([source(text)], Options())
    return result.findings, result.unread, result.verdicts, result.missing, result.hands, result.tables


# ---- the schema ----


def test_the_published_schema_is_current():
    assert json.loads(PUBLISHED.read_text(encoding="utf-8")) == schema()


def test_the_schema_is_one_for_any_line():
    validator = jsonschema.Draft202012Validator(schema())

    jsonschema.Draft202012Validator.check_schema(schema())
    assert validator.is_valid({"event": "fold", "line": 7, "column": 3, "player": "Ann"})
    assert not validator.is_valid({"event": "fold", "line": 7, "column": 3, "player": "Ann", "amount": 5})
    assert not validator.is_valid({"event": "flod", "line": 7, "column": 3, "player": "Ann"})


def test_every_event_a_log_can_state_has_a_name():
    assert set(EVENTS.values()) == {kind for kind, _ in MAKERS.values()}
    assert set(CALLED) == set(EVENTS.values())


# ---- there and back ----


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_is_judged_alike_as_events(path):
    text = path.read_text(encoding="utf-8")
    events = as_events(text)

    assert [line for line in events.split("\n") if not is_valid(line)] == []
    assert outcome(events) == outcome(text)
    assert as_events(events) == events


@settings(max_examples=400)
@given(st.sampled_from(sorted(FORMS)).flatmap(lambda name: FORMS[name]))
def test_whatever_the_grammar_can_say_is_said_as_events(line):
    try:
        _group, _name, kind, column, fields = lexer().recognise(line, 7)
    except Unreadable:  # a form that is right, with an amount of nothing or an empty name in it
        reject()
    event = kind(7, column, *fields)

    (written,) = _lines([event])
    assert is_valid(written)
    assert written.isprintable()
    assert _read(written) == event


def _lines(events: list[e.Event]) -> list[str]:
    from auditor.logs.events_json.reader import event_line

    return [event_line(event) for event in events]


def _read(line: str) -> e.Event:
    from auditor.logs.events_json.reader import read_event

    return read_event(line, 1)


def test_lines_columns_and_unread_stretches_are_those_of_the_log():
    log = (
        "log 1\ntable T\n  rules act/canberra-manila\n  date 1994-06-11\n  minimmum $5\n\n"
        "hand 1\n  seat 1 Ann $5\n    Ann flods\nend\n\nAnn buys $5\nhand 2\n  seat 1 Ann\n  Ben folds\nend\n"
        "hand 2\nend\ntable U\nhand 1\nend\n"
    )
    events = as_events(log)

    assert [line for line in events.split("\n") if "unreadable" in line] == [
        '{"event": "unreadable", "line": 5, "column": 3, "reason": '
        "\"found 'minimmum', expected 'minimum'; write 'minimum $5'\", \"meant\": \"LIMIT\"}",
        '{"event": "unreadable", "line": 9, "column": 9, "hand": "1", "reason": '
        '"found \'flods\', expected \'folds\'; write \'Ann folds\'", "meant": "FOLD", "began": 7}',
        '{"event": "unreadable", "line": 17, "column": 1, "hand": "2", "reason": '
        '"found hand 2 a second time at this table, expected every number once", "began": 17}',
    ]
    assert outcome(events) == outcome(log)


def test_two_processes_judge_events_as_one_does():
    hands = "".join(f"hand {number}\nend\n" for number in range(9))
    events = as_events("table T\nrules act/canberra-manila\ndate 1994-06-11\n" + hands)

    alone, together = (audit([source(events)], Options(jobs=jobs)) for jobs in (1, 2))

    assert (together.findings, together.unread, together.verdicts) == (alone.findings, alone.unread, alone.verdicts)
    assert together.hands_judged == 9


@pytest.mark.parametrize("log", ["", "# nothing", "hand 1\nend", "garbage\n" * 30, "log 2\ntable T\nhand 1\nend"])
def test_a_log_without_a_hand_to_judge_says_the_same_as_events(log):
    events = as_events(log)

    assert outcome(events) == outcome(log)


def test_hostile_text_does_no_harm():
    log = 'table "\x9b31m\u202e"\nhand 1\n  seat 1 "<b>\x1b[2J" $5\nend'

    lines = list(event_lines(source(log)))

    assert all(line.isprintable() for line in lines)
    assert json.loads(lines[0])["name"] == "\x9b31m\u202e"
    assert json.loads(lines[2])["player"] == "<b>\x1b[2J"


# ---- bad JSON ----

HAND = [
    '{"event": "table", "line": 1, "column": 1, "name": "T"}',
    '{"event": "hand", "line": 5, "column": 1, "number": "1"}',
    '{"event": "seat", "line": 6, "column": 3, "seat": 1, "player": "Ann", "stake": 500, "out": false}',
    '{"event": "fold", "line": 7, "column": 3, "player": "Ann"}',
    '{"event": "end", "line": 8, "column": 1}',
    '{"event": "hand", "line": 9, "column": 1, "number": "2"}',
    '{"event": "end", "line": 10, "column": 1}',
]


def with_line(place: int, text: str) -> str:
    return "\n".join([*HAND[:place], text, *HAND[place + 1 :]])


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        ("{", 2, "found no JSON (Expecting property name enclosed in double quotes), expected an object a line"),
        ("[1]", 1, "found '[1]', expected a JSON object"),
        ("[" * 100_000, 1, "found JSON nobody can read, expected an object a line"),
        ("1" * 5000, 1, "found JSON nobody can read, expected an object a line"),
        ('{"line": 7}', 1, "found nothing as the event, expected one of the schema"),
        ('{"event": ["x"]}', 1, "found '['x']' as the event, expected one of the schema"),
        ('{"event": "flod"}', 1, "found 'flod' as the event, expected one of the schema; did you mean 'fold'?"),
        ('{"event": "fold", "line": 7, "column": 3}', 1, "found no 'player', expected one"),
        (
            '{"event": "fold", "line": 7, "column": 3, "player": 5}',
            43,
            "'player': found '5', expected text",
        ),
        ('{"event": "fold", "line": 7, "column": 3, "player": " "}', 43, "'player': found ' ', expected a name"),
        (
            '{"event": "fold", "line": "7", "column": 3, "player": "Ann"}',
            19,
            "'line': found '\"7\"', expected a whole number",
        ),
        (
            '{"event": "fold", "line": 7, "column": 3, "player": "Ann", "seat": 1}',
            60,
            "found 'seat', which does not belong here",
        ),
        (
            '{"event": "win", "line": 7, "column": 3, "player": "Ann", "amount": -5}',
            59,
            "'amount': found '-5', expected an amount in whole minor units",
        ),
        (
            '{"event": "show", "line": 7, "column": 3, "player": "Ann", "cards": ["As", "Zz"]}',
            60,
            "'cards': found 'Zz', expected a card such as As, 10d or ??",
        ),
        (
            '{"event": "deal", "line": 7, "column": 3, "holdings": [], "up": false}',
            1,
            "found a deal to nobody, expected players with cards",
        ),
        (
            '{"event": "post", "line": 7, "column": 3, "player": "Ann", "kind": "blond", "amount": 5, "all_in": false}',
            60,
            "'kind': found '\"blond\"', expected one of blind, ante, over-blind, straddle, bring-in, dead, post, kill",
        ),
        (
            '{"event": "rules", "line": 7, "column": 3, "rules": "a/b"}',
            1,
            "found 'rules' in a hand, where it does not belong",
        ),
        (
            '{"event": "end", "line": 7, "column": 3, "time": "25:00"}',
            42,
            "found 'time', which does not belong here",
        ),
    ],
)
def test_a_bad_event_costs_its_hand_and_no_other(line, column, reason):
    parts = []
    for part in read(source(with_line(3, line))):
        try:
            parts.append(part.read().number if isinstance(part, RawHand) else type(part).__name__)
        except Unreadable as error:
            parts.append((error.line, error.column, error.hand, error.reason))

    expected = [(4, column, "1", reason), "2", "Aftermath"]
    if '"end"' in line:  # what follows it stands outside of hands
        expected = [(4, column, "1", reason), "Unreadable", "2", "Aftermath"]
    assert parts == expected


def test_a_seat_after_play_began_and_a_hand_without_end_are_told():
    late = [HAND[1], HAND[3], HAND[2], HAND[4]]
    with pytest.raises(Unreadable, match="found 'seat' in a hand, where it does not belong"):
        read_block(Block("hand", "\n".join(late), 1, 1))
    with pytest.raises(Unreadable, match="found no 'end' to this hand"):
        read_block(Block("hand", "\n".join(HAND[1:4]), 1, 1))


def test_a_stretch_without_end_is_left_out(monkeypatch):
    monkeypatch.setattr("auditor.logs.events_json.reader.LONGEST_BLOCK", 150)
    text = "\n".join([HAND[0], HAND[1], *[HAND[3]] * 9, *HAND[4:], "x" * 1000, ""])

    found = [
        block.reason if isinstance(block, Unreadable) else f"{block.line} {block.kind} {block.number}"
        for block in blocks([text[:200], text[200:]])
    ]

    assert found == [
        "1 table None",
        "found a block of more than 150 characters",
        "13 hand 2",
        "found a block of more than 150 characters",
    ]
