"""Bad input is told with its place, what was found and what was expected. Every other hand is audited."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.blocks import TABLE, Block
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import RefusedFile, Source, open_path, open_stream
from auditor.logs.files.discovery import find, open_all
from auditor.logs.table_log.reader import blocks, read_block
from auditor.storage.bundled_files import folder
from auditor.vocabulary.errors import Unreadable

TOP = """\
log 1
table "Manila 3"
  rules act/canberra-manila
  date 1994-06-11
  minimum $5
  stake $100
"""
HAND = """
hand {number}
  seat 1 Ann $500
  seat 2 Ben $500
  buck {buck}
  {first} blind $10
  deal {first} [As Kd], {second} [7c 7d]
  communal [Qh]
  {second} folds
  pot $10
  {first} wins $10
end
"""
FIRST = HAND.format(number=1, buck=1, first="Ann", second="Ben")
SECOND = HAND.format(number=2, buck=2, first="Ben", second="Ann")
THIRD = HAND.format(number=3, buck=1, first="Ann", second="Ben")
LOG = TOP + FIRST + SECOND + THIRD


def opened(data: bytes) -> Source | RefusedFile:
    try:
        return open_stream(io.BytesIO(data), "bad.log")
    except Unreadable as error:
        return RefusedFile("bad.log", error.reason)


def audited(data: str | bytes) -> Result:
    raw = data if isinstance(data, bytes) else data.encode()
    return audit([opened(raw)], Options(debug=True))  # a fault of ours is not to pass for one of the log


def unread(result: Result) -> list[str]:
    return [f"{one.line}:{one.column} {one.hand or '-'}: {one.reason}" for one in result.unread]


def test_the_log_to_be_spoilt_is_spotless():
    result = audited(LOG)

    assert (unread(result), result.findings, result.hands_judged) == ([], [], 3)


# ---- one fault each ----

AMOUNT = "expected an amount such as $5 or $1,250.50"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "Ann folds",
            "Ann flods",
            "27:7 2: found 'flods', expected 'folds'; write 'Ann folds'",
            id="an unknown verb",
        ),
        pytest.param(
            "communal [Qh]",
            "frobnicate",
            "26:3 2: found 'frobnicate', expected a statement of a hand",
            id="an unknown statement",
        ),
        pytest.param("blind $10", "blind $1X", f"24:13 2: found '$1X', {AMOUNT}", id="an impossible amount"),
        pytest.param(
            "blind $10",
            "blind $1234567890123",
            f"24:13 2: found '$1234567890123', {AMOUNT}",
            id="an amount past counting",
        ),
        pytest.param(
            "buck 2",
            "buck 9",
            "23:3 2: found the buck at seat 9, expected an occupied seat (1, 2)",
            id="an unknown seat",
        ),
        pytest.param(
            "seat 1 Ann", "seat 100 Ann", "21:8 2: found '100', expected a seat from 1 to 99", id="an impossible seat"
        ),
        pytest.param(
            "seat 2 Ben", "seat 1 Ben", "22:3 2: found two players in seat 1, expected one", id="a seat taken twice"
        ),
        pytest.param(
            "seat 2 Ben",
            "seat 2 Ann",
            "22:3 2: found 'Ann' in a second seat, expected one seat a player; write 'Ben'",
            id="a player seated twice",
        ),
        pytest.param(
            "Ann folds",
            "Eve folds",
            "27:3 2: found 'Eve', expected a player with a seat in this hand (Ann and Ben)",
            id="an unknown player",
        ),
        pytest.param(
            "[Qh]", "[Xh]", "26:13 2: found 'Xh', expected a card such as As, 10d or ??", id="an impossible card"
        ),
        pytest.param(
            "hand 2",
            "hand 1",
            "20:1 1: found hand 1 a second time at this table, expected every number once",
            id="a number twice",
        ),
        pytest.param("hand 2", "hand", "20:5 ?: found the end of the line, expected the hand's number", id="no number"),
        pytest.param(
            "hand 2",
            "hand 2 on 1994-02-30",
            "20:11 2: found '1994-02-30', expected a day of the calendar such as 1994-06-11",
            id="no day of the calendar",
        ),
        pytest.param(
            "\nend\n",
            "\n",
            "29:1 2: found no 'end' to this hand, expected it after the last statement",
            id="no end",
        ),
        pytest.param(
            "communal [Qh]",
            "seat 3 Cam",
            "26:3 2: found 'seat 3 Cam' after the hand had begun,"
            " expected every seat right after the hand's first line",
            id="a seat too late",
        ),
        pytest.param(
            "Ann folds",
            '"Ann folds',
            "27:3 2: found '\"Ann', expected '\"Ann\"'; write '\"Ann\" folds'",
            id="an open quotation",
        ),
        pytest.param(
            "Ann folds", "\0", "27:3 2: found '\\x00', expected a statement of a hand", id="a control character"
        ),
    ],
)
def test_a_faulty_hand_is_told_and_the_others_are_audited(old, new, expected):
    assert old in SECOND

    result = audited(TOP + FIRST + SECOND.replace(old, new, 1) + THIRD)

    assert unread(result) == [expected]
    assert (result.hands_judged, [finding.message for finding in result.findings]) == (2, [])


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param(
            "  rules act/canberra-manila\n",
            "",
            "no rulebook named, expected a line such as 'rules act/canberra-manila' or --rules",
            id="no rulebook",
        ),
        pytest.param(
            "  date 1994-06-11\n", "", "no date, expected a line such as 'date 1994-06-11' or --as-of", id="no date"
        ),
    ],
)
def test_hands_that_cannot_be_judged_are_told_one_by_one(old, new, expected):
    text = LOG.replace(old, new)
    headers = [number for number, line in enumerate(text.split("\n"), 1) if line.startswith("hand")]

    result = audited(text)

    assert unread(result) == [f"{line}:1 {number}: {expected}" for number, line in enumerate(headers, 1)]
    assert result.hands_judged == 0


def test_an_unknown_rulebook_is_told_with_those_there_are():
    result = audited(LOG.replace("act/canberra-manila", "act/canbera-manila"))

    assert [(one.line, one.hand) for one in result.unread] == [(3, "1"), (3, "2"), (3, "3")]
    assert "act/canbera-manila" in result.unread[0].reason
    assert "act/canberra-manila" in result.unread[0].reason


def test_a_rulebook_named_without_its_authority_is_told_with_those_of_the_name():
    result = audited(LOG.replace("act/canberra-manila", "five-card-stud"))

    assert {one.reason for one in result.unread} == {
        "no rulebook 'five-card-stud'; write 'rules act/5-card-stud' or 'rules roberts/five-card-stud'"
    }


# ---- several faults ----

STRANGER = "found 'Zed', expected a player with a seat in this hand (Ann and Ben)"


@pytest.mark.parametrize(
    "line",
    [
        "Zed blind $10", "deal Zed [As]", "Zed folds", "Zed checks", "Zed passes", "Zed calls", "Zed bets $5",
        "Zed raises $5", "Zed puts in $5", "return $5 to Zed", "Zed shows [As Kd]", "Zed mucks", "Zed wins $5",
        "refund $5 to Zed", "Zed discards 1", "Zed holds 2", "void Zed", "leave out Zed", "extra [As] to Zed",
        "expose [As] of Zed",
    ],
)  # fmt: skip
def test_the_names_that_are_looked_at_beforehand_are_those_that_the_replay_refuses(line, monkeypatch):
    log = TOP + FIRST + SECOND.replace("  Ann folds\n", f"  Ann folds\n  {line}\n") + THIRD
    beforehand = unread(audited(log))
    monkeypatch.setattr("auditor.auditing.impossible_hands.seat_faults", lambda _events: [])

    assert (beforehand, unread(audited(log))) == ([f"28:3 2: {STRANGER}"], [f"28:3 2: {STRANGER}"])


def test_no_fault_of_a_hand_hides_another():
    hand = SECOND.replace("blind $10", "blind $1X").replace("[Qh]", "[Xh]").replace("Ann folds", "Eve folds")
    impossible = THIRD.replace("buck 1", "buck 9").replace("Ben folds", "Eve folds").replace("Ann wins", "Anm wins")

    assert unread(audited(TOP + FIRST + hand + impossible)) == [
        f"24:13 2: found '$1X', {AMOUNT}",
        "26:13 2: found 'Xh', expected a card such as As, 10d or ??",
        "27:3 2: found 'Eve', expected a player with a seat in this hand (Ann and Ben)",
        "35:3 3: found the buck at seat 9, expected an occupied seat (1, 2)",
        "39:3 3: found 'Eve', expected a player with a seat in this hand (Ann and Ben)",
        "41:3 3: found 'Anm', expected a player with a seat in this hand (Ann and Ben); write 'Ann'",
    ]


# ---- files ----

NO_HAND = "1:1 -: no hand in this file, expected a line such as 'hand 1'"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param(b"", NO_HAND, id="empty"),
        pytest.param(b"\n  \n", NO_HAND, id="blank"),
        pytest.param(b"# nothing\n#", NO_HAND, id="only comments"),
        pytest.param(bytes(range(256)) * 9, "0:0 -: found a binary file, expected the text of a log", id="binary"),
        pytest.param(
            b"PokerStars Hand #1:  Hold'em No Limit\nTable 'X' 6-max\n",
            '1:1 1: found "PokerStars Hand #1:  Hold\'em No Limit", expected the header of a hand',
            id="another format",
        ),
        pytest.param(
            b"[]\n{}",
            "1:1 -: found '[]', expected a statement outside of hands (nor could the line after it be read)",
            id="JSON of some kind",
        ),
        pytest.param(b"{}", "1:1 -: found nothing as the event, expected one of the schema", id="JSON lines"),
    ],
)
def test_a_file_without_a_log_is_told(data, expected):
    result = audited(data)

    assert unread(result) == [expected]
    assert (result.hands_judged, result.inputs[0].unread) == (0, 1)


@pytest.mark.parametrize("keep", [0.99, 0.9, 0.5])
def test_a_truncated_log_is_audited_as_far_as_it_goes(keep):
    text = LOG[: int(len(LOG) * keep)]

    result = audited(text)

    assert result.hands_judged == text.count("\nend\n")
    assert {one.hand for one in result.unread} == {str(result.hands_judged + 1)}


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"], ids=lambda name: name
)
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_an_encoding_changes_nothing(encoding, newline):
    text = LOG.replace("Ann", "Zoë")

    result = audited(text.replace("\n", newline).encode(encoding))

    assert (unread(result), result.findings, result.hands_judged) == ([], [], 3)


def test_a_missing_mark_of_the_big_end_is_no_matter():
    assert audited(b"\xfe\xff" + LOG.encode("utf-16-be")).hands_judged == 3


def test_a_log_that_cannot_be_opened_leaves_the_others_alone(tmp_path):
    (tmp_path / "a.log").write_bytes(bytes(1000))
    (tmp_path / "b.log").write_text(LOG)

    result = audit(open_all(find([str(tmp_path)])), Options())

    assert result.hands_judged == 3
    assert [(Path(one.path).name, one.reason) for one in result.unread] == [
        ("a.log", "found a binary file, expected the text of a log")
    ]


# ---- whatever comes ----


def pieces(path: Path) -> list[str]:
    """A sample as small logs: each table with a few of its hands."""
    found: list[str] = []
    for block in blocks(open_path(path, path.name).chunks()):
        assert isinstance(block, Block)
        if block.kind == TABLE:
            found.append(block.text)
        elif found and found[-1].count("\nend") < 4:
            found[-1] += block.text
    return found


SMALL = [piece for path in sorted(folder("samples").rglob("*.log")) for piece in pieces(path)]
LINES = sorted({line for piece in SMALL for line in piece.split("\n")})
CONTROL = [chr(code) for code in (*range(32), *range(127, 160), 0x200B, 0x202E, 0x2028, 0xFEFF, 0xFFFD, 0x1F600)]


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A sample log after a few accidents."""
    text = draw(st.sampled_from(SMALL))
    for _ in range(draw(st.integers(0, 4))):
        text = draw(st.sampled_from(ACCIDENTS))(draw, text)
    data = text.encode(draw(st.sampled_from(["utf-8"] * 6 + ["utf-8-sig", "utf-16", "utf-16-be"])), "replace")
    if draw(st.integers(0, 9)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.binary(max_size=40)) + data[at:]
    return data


def _place(draw: st.DrawFn, items: str | list[str]) -> int:
    return draw(st.integers(0, max(len(items) - 1, 0)))


def _on_lines(draw: st.DrawFn, text: str) -> str:
    """Delete, repeat, swap or bring in a line."""
    lines = text.split("\n")
    first, second = _place(draw, lines), _place(draw, lines)
    match draw(st.integers(0, 3)):
        case 0:
            del lines[first]
        case 1:
            lines.insert(second, lines[first])
        case 2:
            lines[first], lines[second] = lines[second], lines[first]
        case 3:
            lines.insert(first, draw(st.sampled_from(LINES)))
    return "\n".join(lines)


def _on_characters(draw: st.DrawFn, text: str) -> str:
    """Change, remove or bring in a character."""
    at = _place(draw, text)
    new = draw(st.sampled_from(CONTROL) | st.sampled_from('0159$[]"#,.?abcZÉ 中\n\t') | st.just(""))
    return text[:at] + new + text[at + draw(st.integers(0, 1)) :]


def _on_words(draw: st.DrawFn, text: str) -> str:
    """Swap two words, so that names, cards and amounts turn up where others belong."""
    words = re.split(r"([^\s,\[\]]+)", text)
    if len(words) < 4:
        return text
    first, second = (2 * draw(st.integers(0, len(words) // 2 - 1)) + 1 for _ in range(2))
    words[first], words[second] = words[second], words[first]
    return "".join(words)


def _cut_off(draw: st.DrawFn, text: str) -> str:
    return text[: _place(draw, text)]


ACCIDENTS = [_on_lines, _on_lines, _on_words, _on_words, _on_characters, _cut_off]
HEADERS = re.compile(r"^[ \t]*hand(?=[ \t\n]|\Z)", re.MULTILINE)


def said(result: Result) -> tuple[object, ...]:
    return result.findings, result.unread, result.verdicts, result.missing, result.hands, result.tables


def check_invariants(data: bytes) -> None:
    source = opened(data)
    text = "" if isinstance(source, RefusedFile) else "".join(source.chunks())
    result = audited(data)

    others = [one for one in result.inputs if one.format not in (None, "table-log")]  # a word and '=' may be PHH
    assert others or len(HEADERS.findall(text)) == result.hands_judged + sum(
        one.hand is not None and not one.further for one in result.unread
    )
    assert result.hands_judged or result.unread
    assert all(one.reason.isprintable() and (one.line == 0) == (one.column == 0) for one in result.unread)
    assert said(audited(data)) == said(result)
    if not isinstance(source, RefusedFile):
        assert said(audited("\n".join(event_lines(opened(data))))) == said(result)


@settings(max_examples=250, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(mutated())
def test_an_accident_costs_what_it_touches_and_breaks_nothing(data):
    check_invariants(data)


@settings(max_examples=100)
@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace")))
def test_random_bytes_break_nothing(data):
    check_invariants(data)


NAMES = sorted({match[1] for line in LINES if (match := re.match(r"\s*seat [0-9]+ ([^\s#]+|\".*?\")", line))})
SEATS = [f"seat {number} {name} ${500 - number}" for number, name in enumerate(NAMES[:90], 1)]


def stands_in_a_hand(line: str) -> bool:
    try:
        return len(read_block(Block("hand", f"hand 1\nbuck 1\n{line}\nend", 1, 1))) == 4
    except Unreadable:
        return False


ENTRIES = [line for line in LINES if stands_in_a_hand(line)]


@settings(max_examples=150)
@given(st.lists(st.lists(st.sampled_from(ENTRIES), max_size=25), min_size=1, max_size=3))
def test_statements_in_any_order_break_nothing(hands):
    text = TOP
    for number, lines in enumerate(hands, 1):
        text += "\n".join([f"hand {number}", *SEATS, *lines, "end", ""])

    check_invariants(text.encode())


@settings(max_examples=100)
@given(st.data())
def test_an_accident_to_events_breaks_nothing(data):
    text = "\n".join(event_lines(opened(data.draw(st.sampled_from(SMALL)).encode())))
    for _ in range(data.draw(st.integers(1, 4))):
        text = data.draw(st.sampled_from(ACCIDENTS))(data.draw, text)

    result = audited(text)

    assert result.hands_judged or result.unread
    assert all(one.reason.isprintable() for one in result.unread)
    assert said(audited(text)) == said(result)
