"""From a text to hands: statements, cutting, and nothing lost in silence."""

import io
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditor.logs.blocks import Block
from auditor.logs.files.decoding import Source, open_stream
from auditor.logs.formats import FORMATS
from auditor.logs.reader import Numbers, RawHand, read
from auditor.logs.table_log import reader
from auditor.logs.table_log.reader import read_block
from auditor.storage import disk_index
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import parse_cards
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Aftermath


def source(text: str | bytes) -> Source:
    return open_stream(io.BytesIO(text.encode() if isinstance(text, str) else text), "log")


def parts(text: str | bytes) -> list[str]:
    """What a log falls into, in short: hands with table and notes before them, ends of tables, faults."""
    return [told(part) for part in read(source(text))]


def told(part: RawHand | Aftermath | Unreadable) -> str:
    match part:
        case RawHand():
            return f"{part.setup.table} {part.number}: {len(part.read().events)} events, {len(part.before)} before"
        case Aftermath():
            return f"{part.setup.table} ends: {len(part.events)} noted"
    hand = f" hand {part.hand}" if part.hand else ""
    return f"{part.line}:{part.column}{hand}: {part.reason}"


def statement(line: str) -> e.Event:
    """The event of one statement, whatever block it belongs to."""
    for kind in ("hand", "between", "table"):
        head, tail = ("hand 1\n", "\nend") if kind == "hand" else ("", "")
        try:
            return read_block(Block(kind, head + line + tail, 0, 0))[1 if kind == "hand" else 0]
        except Unreadable as error:
            fault = error
    raise fault


# ---- statements ----


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Ann raises $10 to $20", e.Raise(1, 1, "Ann", None, 2000, False, None, None, None, (), 1000)),
        ("Ann raises $10", e.Raise(1, 1, "Ann", None, None, False, None, None, None, (), 1000)),
        ("Ann raises to $20", e.Raise(1, 1, "Ann", None, 2000, False, None, None, None, (), None)),
        ("Ann raises all in", e.Raise(1, 1, "Ann", None, None, True, None, None, None, (), None)),
        (
            "Ann raises $10 to $20 taps out announcing $30 with one chip",
            e.Raise(1, 1, "Ann", None, 2000, True, 3000, "with one chip", None, (), 1000),
        ),
        ("Ann calls", e.Call(1, 1, "Ann", None, None, False, None, None, None, ())),
        ("Ann calls $10 to $20", e.Call(1, 1, "Ann", 1000, 2000, False, None, None, None, ())),
        ("Ann opens 5.50 in cash", e.Bet(1, 1, "Ann", 550, None, False, None, "in cash", None, ())),
        ("Ann puts in $1,250.5", e.Wager(1, 1, "Ann", 125050, None, False, None, None, None, ())),
        ("pot $138 commission $7", e.PotTaken(1, 1, None, 13800, 700)),
        ("main pot $138", e.PotTaken(1, 1, 0, 13800, None)),
        ("side \t pot  2 $40 commission $2", e.PotTaken(1, 1, 2, 4000, 200)),
        ("Ann wins $40 from side pot 12", e.Win(1, 1, "Ann", 4000, 12)),
        ("Ann wins $40 from main pot", e.Win(1, 1, "Ann", 4000, 0)),
        ("Ann wins $40", e.Win(1, 1, "Ann", 4000, None)),
        ("no cut", e.Procedure(1, 1, "cut", False, None)),
        ("cut by dealer at 12 exposing [As]", e.Cut(1, 1, None, 12, parse_cards("As"))),
        ('cut by "dealer"', e.Cut(1, 1, "dealer", None, ())),
        ("replace deck", e.Replaced(1, 1, ())),
        ("replace [7c 7d]", e.Replaced(1, 1, parse_cards("7c 7d"))),
        ("commission 2.5% rounded down to $1", e.CommissionDeclared(1, 1, 250, "down", 100, None, None, False)),
        ("commission $1 per started $20", e.CommissionDeclared(1, 1, None, None, None, 100, 2000, True)),
        ("records cut, shuffle ,announcements", e.Records(1, 1, ("cut", "shuffle", "announcements"))),
        ('condition "no limit" overrides 10.1, 10.2[size]', e.Condition(1, 1, ("10.1", "10.2[size]"), "no limit")),
        (
            'incident chips-lent by Ann to Ben $50 "under the table"',
            e.Incident(1, 1, "chips-lent", "Ann", "Ben", 5000, "under the table"),
        ),
        (
            "misdirect [As] to Ann for Ben unseen",
            e.DealFault(1, 1, "misdirected", "Ann", parse_cards("As"), "Ben", False),
        ),
        ("leave out Ann", e.DealFault(1, 1, "left-out", "Ann", (), None, None)),
        ("communal [10d Td]", e.Communal(1, 1, parse_cards("Td Td"), None)),
        ("agreed ace-low by players and operator", e.Agreement(1, 1, "ace-low", True, True, None)),
        ("date 1994-11-04", e.Dated(1, 1, date(1994, 11, 4))),
    ],
)
def test_a_statement_is_read(line, event):
    assert repr(statement(line)).split("line=")[1].split(", ", 2)[2] == repr(event).split("line=")[1].split(", ", 2)[2]
    assert type(statement(line)) is type(event)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ann", "Ann"),
        ("O'Neil-Smith", "O'Neil-Smith"),
        ("Élodie", "Élodie"),
        ("élodie", "élodie"),
        ("陳大文", "陳大文"),
        ('"van der Berg"', "van der Berg"),
        ('"Ann #1"', "Ann #1"),
        ('"ann [2]"', "ann [2]"),
        (r'"The \"Rock\" \\ Co"', r'The "Rock" \ Co'),
        ('"a, b"', "a, b"),
        ("Jose\u0301", "José"),
    ],
)
def test_a_name_is_read_wherever_it_stands(written, name):
    assert statement(f"{written} folds # a note [As]").player == name
    assert statement(f"seat 3 {written} $40").player == name
    dealt = statement(f"deal {written} [As Kd],{written}  [?? 7c] # to Eve [Qs Qd]")
    assert dealt.holdings == ((name, parse_cards("As Kd")), (name, parse_cards("?? 7c")))
    assert statement(f"announce winner {written}, Ben # not Cam").winners == (name, "Ben")


@pytest.mark.parametrize("line", ["\tAnn\tfolds\t", "  Ann  folds#folds again", 'Ann folds  # [As] "quotes" é'])
def test_blanks_and_comments_matter_to_nobody(line):
    event = statement(line)

    assert (type(event), event.player, event.column) == (e.Fold, "Ann", len(line) - len(line.lstrip()) + 1)


@pytest.mark.parametrize(
    ("kind", "line", "column", "reason"),
    [
        ("hand", "  frobnicate", 3, "found 'frobnicate', expected a statement of a hand"),
        ("hand", "shuffel", 1, "found 'shuffel', expected 'shuffle'"),
        ("hand", "ann folds", 1, "found 'ann', expected 'Ann'; write 'Ann folds'"),
        ("hand", "Ann rasies $10", 5, "found 'rasies', expected 'raises'; write 'Ann raises $10'"),
        ("hand", "Ann bets $1X", 10, "found '$1X', expected an amount such as $5 or $1,250.50 or 'to'"),
        ("hand", "Ann bets -5", 10, "found '-5', expected 'to' or an amount such as $5 or $1,250.50"),
        (
            "hand",
            "Ann bets $5.123",
            10,
            "found '$5.123', expected an amount such as $5 or $1,250.50 or 'to'; write 'Ann bets $5,123'",
        ),
        (
            "hand",
            "Ann bets # nothing",
            10,
            "found the end of the line, expected 'to' or an amount such as $5 or $1,250.50",
        ),
        (
            "hand",
            "Ann raises",
            5,
            "found 'raises', expected an amount: 'raises $10', 'raises to $20' or 'raises $10 to $20'",
        ),
        (
            "hand",
            "Ann raises tenfold",
            12,
            "found 'tenfold', expected an amount such as $5 or $1,250.50, 'to', 'putting', 'all in', 'taps out',"
            " 'announcing' …",
        ),
        ("table", "minimum $0", 9, "found '$0', expected an amount above zero"),
        ("table", "commission $1 per $0", 19, "found '$0', expected an amount above zero"),
        ("hand", "Ann folds, Ben folds", 12, "found two statements in one line, expected one statement a line"),
        ("hand", "buck 1 shuffle no cut", 8, "found three statements in one line, expected one statement a line"),
        ("hand", "seat 0 Ann", 6, "found '0', expected a seat from 1 to 99"),
        (
            "hand",
            "seat 1 ann",
            8,
            "found 'ann', expected a name, with a capital letter or in quotes; write 'seat 1 Ann'",
        ),
        ("hand", "Ann shows [As Zz]", 15, "found 'Zz', expected a card such as As, 10d or ??"),
        ("hand", "Ann shows As Kd", 11, "found 'As', expected cards such as [As Kd]; write 'Ann shows [As Kd]'"),
        (
            "hand",
            "deal Ann [As Kd] Ben [7c 7d]",
            14,
            "found 'Kd]', expected 'Kd],'; write 'deal Ann [As Kd], Ben [7c 7d]'",
        ),
        ("table", "date 1994-02-30", 6, "found '1994-02-30', expected a day of the calendar such as 1994-06-11"),
        (
            "table",
            "date 11/6/1994",
            6,
            "found '11/6/1994', expected a date such as 1994-06-11; write 'date 1994-06-11'",
        ),
        ("table", "time 25:00", 6, "found '25:00', expected a time such as 21:40"),
        ("hand", '"Ann folds', 1, "found '\"Ann', expected '\"Ann\"'; write '\"Ann\" folds'"),
        ("hand", '" " folds', 2, "found ' ', expected a name"),
        (
            "table",
            "notice limits to playrs",
            18,
            "found 'playrs', expected 'players'; write 'notice limits to players'",
        ),
        ("hand", "Seat 1 Ann", 1, "found 'Seat', expected 'seat'; write 'seat 1 Ann'"),
        ("table", "Ann rasies $10", 5, "found 'Ann raises $10' outside of hands, expected it between 'hand' and 'end'"),
        ("table", "\x1b[2J", 1, "found '\\x1b[2J', expected a statement outside of hands"),
        ("hand", "x" * 10_001, 1, "found a line of 10,001 characters, expected at most 10,000"),
    ],
)
def test_a_line_that_is_no_statement_is_told_with_its_place(kind, line, column, reason):
    block = Block("hand", f"hand 1\n{line}\nend", 1, 1) if kind == "hand" else Block("between", f"\n{line}", 1, 1)
    with pytest.raises(Unreadable) as fault:
        read_block(block)

    assert (2, column, reason) in [(one.line, one.column, one.reason) for one in fault.value.all()]


@pytest.mark.parametrize(
    ("kind", "text", "place", "reason"),
    [
        (
            "hand",
            "hand 1\n  Ann folds\n  seat 2  Ben $5 # late\nend",
            (3, 3),
            "found 'seat 2  Ben $5' after the hand had begun, expected every seat right after the hand's first line",
        ),
        (
            "hand",
            "hand 1\n  stake $100\nend",
            (2, 3),
            "found 'stake $100' inside a hand, expected it between hands or at the head of a table;"
            " write it before the line 'hand' if it holds for this hand, after 'end' if not",
        ),
        (
            "hand",
            "hand 1\n  Ann folds\n\n",
            (2, 1),
            "found no 'end' to this hand, expected it after the last statement",
        ),
        ("between", "end", (1, 1), "found 'end', expected it only after a hand"),
        ("between", " Ann folds", (1, 2), "found 'Ann folds' outside of hands, expected it between 'hand' and 'end'"),
        (
            "table",
            "table T1\n  Ann folds",
            (2, 3),
            "found 'Ann folds' outside of hands, expected it between 'hand' and 'end'",
        ),
    ],
)
def test_a_statement_in_the_wrong_place_is_told(kind, text, place, reason):
    with pytest.raises(Unreadable) as fault:
        read_block(Block(kind, text, 1, 1))

    assert ((fault.value.line, fault.value.column), fault.value.reason) == (place, reason)


# ---- the log as a whole ----

LOG = """\
log 1
table "Manila 3"
  rules act/canberra-manila

hand 1
  seat 1 Ann $100
end
Ann buys $50
hand 2 at 21:40
end

table Four
hand 1 on 1994-06-11
end
Ann leaves
"""


def test_a_log_falls_into_hands_and_ends_of_tables():
    assert parts(LOG) == [
        "Manila 3 1: 3 events, 3 before",
        "Manila 3 2: 2 events, 1 before",
        "Manila 3 ends: 0 noted",
        "Four 1: 2 events, 1 before",
        "Four ends: 1 noted",
    ]


@given(st.lists(st.integers(0, len(LOG)), max_size=12).map(sorted))
def test_a_log_is_cut_alike_however_it_arrives(places):
    chunks = [LOG[start:stop] for start, stop in zip([0, *places], [*places, len(LOG)], strict=True)]

    assert list(reader.blocks(chunks)) == list(reader.blocks([LOG]))


def test_blocks_know_their_lines_and_headers():
    found = [(block.kind, block.line, block.number, block.day) for block in reader.blocks([LOG]) if block.text.strip()]

    assert found == [
        ("between", 1, None, None),
        ("table", 2, None, None),
        ("hand", 5, "1", None),
        ("between", 8, None, None),
        ("hand", 9, "2", None),
        ("table", 12, None, None),
        ("hand", 13, "1", date(1994, 6, 11)),
        ("between", 15, None, None),
    ]


TABLE = "table T\n"
BEFORE_TABLE = "expected a line such as 'table \"Manila 3\"' first"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", ["1:1: no hand in this file, expected a line such as 'hand 1'"], id="empty"),
        pytest.param(
            "# nothing\n\n", ["1:1: no hand in this file, expected a line such as 'hand 1'"], id="only comments"
        ),
        pytest.param(
            TABLE, ["T ends: 1 noted", "1:1: no hand in this file, expected a line such as 'hand 1'"], id="no hand"
        ),
        pytest.param("hand 7\nend", [f"1:1 hand 7: found a hand before any table, {BEFORE_TABLE}"], id="no table"),
        pytest.param(
            "rules a/b\n" + TABLE + "hand 1\nend",
            [f"1:1: found a statement before any table, {BEFORE_TABLE}", "T 1: 2 events, 1 before", "T ends: 0 noted"],
            id="a statement before the table",
        ),
        pytest.param(
            TABLE + "hand 1\nhand 2\nend",
            [
                "2:1 hand 1: found no 'end' to this hand, expected it after the last statement",
                "T 2: 2 events, 0 before",
                "T ends: 0 noted",
            ],
            id="no end before the next hand",
        ),
        pytest.param(
            TABLE + "hand 1\ntable U\nhand 1\nend",
            [
                "2:1 hand 1: found no 'end' to this hand, expected it after the last statement",
                "T ends: 0 noted",
                "U 1: 2 events, 1 before",
                "U ends: 0 noted",
            ],
            id="a table in the middle of a hand",
        ),
        pytest.param(
            TABLE + "hand 1\nend\nend\nhand 2\nend",
            [
                "T 1: 2 events, 1 before",
                "4:1: found 'end', expected it only after a hand",
                "T 2: 2 events, 0 before",
                "T ends: 0 noted",
            ],
            id="a stray end",
        ),
        pytest.param(
            TABLE + "hand 1\nend\nhand 1\nend\nhand 01\nend\nhand A\nend\nhand A\nend",
            [
                "T 1: 2 events, 1 before",
                "4:1 hand 1: found hand 1 a second time at this table, expected every number once",
                "6:1 hand 01: found hand 01 a second time at this table, expected every number once",
                "T A: 2 events, 0 before",
                "10:1 hand A: found hand A a second time at this table, expected every number once",
                "T ends: 0 noted",
            ],
            id="a number twice",
        ),
        pytest.param(
            TABLE + "hand\nend\nhand #5\nend",
            [
                "2:5 hand ?: found the end of the line, expected the hand's number",
                "4:1 hand ?: found hand ? a second time at this table, expected every number once",
                "T ends: 0 noted",
            ],
            id="a hand without a number",
        ),
        pytest.param(
            "table T\n  rules a/b\n  minimmum $5\n  stake $100\nhand 1\nend",
            [
                "3:3: found 'minimmum', expected 'minimum'; write 'minimum $5'",
                "T 1: 2 events, 3 before",
                "T ends: 0 noted",
            ],
            id="a broken setting leaves the others alone",
        ),
        pytest.param(
            'table "T\n  rules a/b\nhand 1\nend',
            [
                '1:7: found a quotation mark that is never closed, "T,'
                " expected a name, with a capital letter or in quotes; write 'table \"T\"'",
                "T 1: 2 events, 2 before",
                "T ends: 0 noted",
            ],
            id="a table without a name",
        ),
        pytest.param(
            TABLE + "hnad 1\n  seat 1 Ann\n  Ann folds\nend\nhand 2\nend",
            [
                "2:1: found 'hnad', expected 'hand'; write 'hand 1'",
                "T 2: 2 events, 1 before",
                "T ends: 0 noted",
            ],
            id="a broken header is one fault",
        ),
        pytest.param(
            "log 2\n" + TABLE + "hand 1\nend\nlog 1\n" + TABLE + "hand 2\nend",
            [
                "3:1 hand 1: found a log of version 2, expected version 1",
                "T ends: 1 noted",
                "T 2: 2 events, 1 before",
                "T ends: 0 noted",
            ],
            id="another version, and one we know joined to it",
        ),
    ],
)
def test_nothing_is_lost_in_silence(text, expected):
    assert [told_safely(part) for part in read(source(text))] == expected


def told_safely(part: RawHand | Aftermath | Unreadable) -> str:
    try:
        return told(part)
    except Unreadable as error:
        return told(error)


def test_a_set_up_knows_which_of_its_lines_could_not_be_read():
    log = "table T\n  minimmum $5\nhand 1\nend\ntable U\nhand 1\nend"

    assert [part.setup.unread for part in read(source(log)) if isinstance(part, RawHand)] == [(2,), ()]


def test_what_is_agreed_in_a_hand_lasts_and_keeps_its_line():
    log = "table T\nhand 1\n\n  agreed ace-low by players\n notice limits to players\nend\nhand 2\nend"

    first, second = [part for part in read(source(log)) if isinstance(part, RawHand)]

    assert (first.setup.agreements, first.setup.notices) == ((), ())
    assert [one.line for one in (*second.setup.agreements, *second.setup.notices)] == [4, 5]


def test_tables_that_say_the_same_share_their_set_up_unless_it_has_places():
    heads = ["minimum $5", "minimum $5", "minimum $10", "commission 5%", "commission 5%"]
    log = "".join(f'table "A"\ndate 1994-06-{day}\n{head}\nhand 1\nend\n' for day, head in enumerate(heads, 11))

    setups = [part.setup for part in read(source(log)) if isinstance(part, RawHand)]

    assert [setup.minimum for setup in setups] == [500, 500, 1000, None, None]
    assert [setup.commission.line for setup in setups[3:]] == [18, 23]


def test_a_stretch_without_end_is_left_out_and_the_rest_read(monkeypatch):
    monkeypatch.setattr(reader, "LONGEST_BLOCK", 100)
    text = TABLE + "hand 1\n" + "# much ado\n" * 50 + "  Ann folds\nend\nhand 2\nend\n" + "x" * 500 + "\nhand 3\nend\n"
    chunks = [text[start : start + 40] for start in range(0, len(text), 40)]

    found = [
        told(block) if isinstance(block, Unreadable) else f"{block.line} {block.kind} {block.number}"
        for block in reader.blocks(chunks)
    ]

    assert found == [
        "1 table None",
        "2:1 hand 1: found hand 1 of more than 100 characters, expected 'end' or a header before that",
        "55 hand 2",
        "57:1: found a stretch without a hand or table of more than 100 characters,"
        " expected 'end' or a header before that",
        "58 hand 3",
    ]


@pytest.fixture(params=["in memory", "on the disk"])
def room(request, monkeypatch):
    if request.param == "on the disk":
        monkeypatch.setattr("auditor.logs.reader.MOST_RUNS", 2)
        monkeypatch.setattr(disk_index, "IN_MEMORY", 2)


several = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@several
@given(st.lists(st.integers(0, 30)))
def test_numbers_are_remembered_in_whatever_order_they_come(room, numbers):
    known = Numbers()
    seen: set[int] = set()
    for number in numbers:
        assert known.add(str(number)) == (number not in seen)
        seen.add(number)


PRECEDED = st.text("012M-b", min_size=1, max_size=4).map("M{}".format)


@several
@given(st.lists(PRECEDED | st.sampled_from(["1-1", "1-01", "1-2", "01-1", "x\ud800", "x\udfff"])))
def test_numbers_with_something_before_them_are_told_apart_as_they_are_written(room, texts):
    known = Numbers()
    seen: set[str] = set()
    for text in texts:
        assert known.add(text) == (text not in seen)
        seen.add(text)


def test_consecutive_numbers_take_no_room():
    known = Numbers()
    for number in range(1, 5_000):
        assert known.add(f"M-{number}")

    assert [len(starts) for starts, _ in known.runs.values()] == [1]
    assert known.others is None


@pytest.mark.parametrize("format", [one for one in FORMATS if one.marks], ids=lambda one: one.name)
@settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much], deadline=None)
@given(st.data())
def test_wherever_a_sign_stands_one_of_its_marks_does(format, data):
    head = data.draw(st.from_regex(format.sign.pattern))
    assert format.sign.pattern.search(head)
    assert format.shown_by(head, head.lower())


PIECES = (
    " ",
    "\t",
    ",",
    "]",
    "[",
    "#",
    "up ",
    "down ",
    "early ",
    "Ann",
    "Zoe",
    "As",
    "10d",
    "$",
    "0",
    "out",
    '"',
    "\x0b",
)
HOLDINGS = st.lists(st.sampled_from(["Ann [As]", "Bob [10d ??]", "Ann [Kd Qc]", "Bob up [As]"]), min_size=1, max_size=3)
DEALS = st.builds(lambda up, each: f"deal {up}{', '.join(each)}", st.sampled_from(["", "up "]), HOLDINGS)
SEATS = st.sampled_from(
    ["seat 4 Ann $100", "seat 99 Bob $1,000.50", "seat 100 Ann 5", "seat 4 Ann", "seat 4 Bob $5 out"]
)


@given(
    st.one_of(DEALS, SEATS),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 2), st.sampled_from(PIECES)), max_size=2),
)
def test_lines_that_are_taken_apart_say_what_the_grammar_says(text, slips):
    lexer = reader.lexer()
    read_block(Block("between", "Ann leaves\nBob leaves", 1, 1))  # so that their names are known
    assert {"Ann", "Bob"} <= lexer.players.keys()
    for at, gone, put in slips:
        text = (text[:at] + put + text[at + gone :]).strip()
    try:
        by_grammar = lexer._plain(text, 1, 1)
    except Unreadable:
        by_grammar = None
    assert lexer._usual(text, 1) in (None, by_grammar)
