"""What people write for statements of the table log: every entry of the table of synonyms leads to a statement."""

from collections.abc import Iterator

import pytest

from auditor.logs.blocks import BETWEEN, HAND, Block
from auditor.logs.table_log.reader import diagnose, lexer
from auditor.logs.table_log.synonyms import PLACEHOLDER, pieces, synonyms
from auditor.vocabulary.errors import Unreadable, applied

EXAMPLES = {
    "NAME": "Ann", "SEAT": "Ann", "MONEY": "$20", "MONEY2": "$40", "CARDS": "[Qh]", "INT": "2", "CLOCK": "21:40",
    "DAY": "1994-06-11", "WORDS": "Manila 3", "RULES": "act/canberra-manila", "TEXT": '"it stands"',
}  # fmt: skip
SEATS = "seat 1 Ann $500\nseat 2 Ben $500\nseat 3 O'Neil $500"


def filled(template: str, line: str = "", seat: str = "Ann") -> str:
    values = EXAMPLES | {"LINE": line, "SEAT": seat}
    return PLACEHOLDER.sub(lambda one: values[one[0]], template)


def lines_of(wrote: str) -> Iterator[str]:
    """The shortest line that an entry is about, then for each of its words a line with it."""
    tokens = wrote.removesuffix(" $").split()
    choices = [token.removesuffix("?").split("|") for token in tokens]
    shortest = ["" if token.endswith("?") else each[0] for token, each in zip(tokens, choices, strict=True)]
    yield filled(" ".join(filter(None, shortest)))
    for n, each in enumerate(choices):
        for word in each:
            yield filled(" ".join(filter(None, [*shortest[:n], word, *shortest[n + 1 :]])))


def in_its_place(kind: str, line: str) -> Block:
    """The line in a hand, or between hands."""
    if line.lower().startswith(("hand", "game", "deal no", "deal #")):
        kind = BETWEEN
    if kind == HAND and not line.lower().startswith(("seat", "place", "player")) and " seat " not in f" {line} ":
        return Block(HAND, f"hand 1\n{SEATS}\n{line}\nend", 1, 1)
    return Block(HAND, f"hand 1\n{line}\nend", 1, 1) if kind == HAND else Block(BETWEEN, line, 1, 1)


PAIRS = [(kind, one) for kind in (HAND, BETWEEN) for one in synonyms(kind)]


@pytest.mark.parametrize(("kind", "entry"), PAIRS, ids=[f"{kind}: {one.wrote}" for kind, one in PAIRS])
def test_whatever_an_entry_is_about_becomes_a_statement(kind, entry):
    written = [line for line in lines_of(entry.wrote) if not is_statement(line)]

    assert written
    for line in written:
        write = entry.rewritten(line, {"Ann": 1, "Ben": 2})
        assert write is None or reads(write, kind), (line, write)
    statements = filled(entry.write, written[0], seat="1")
    assert fixed(written[0], kind, len(statements.split("\n"))) == statements


def reads(line: str, kind: str) -> bool:
    """Can a line be read that was rewritten, or at least a line that is one step further?"""
    return all(one.startswith("#") or is_statement(one) or fixed(one, kind) is not None for one in line.split("\n"))


def is_statement(line: str) -> bool:
    try:
        return lexer().recognise(line, 1) is not None
    except Unreadable:
        return False


def fixed(line: str, kind: str, lines: int = 1) -> str | None:
    """The line with its own fix, if it has one: a statement, or several."""
    block = in_its_place(kind, line)
    number = block.text.split("\n").index(line) + 1
    edits = [edit for fault in diagnose(block)[1] for edit in fault.fix]
    if not edits:
        return None
    return "\n".join(applied(block.text, edits).split("\n")[number - 1 : number - 1 + lines])


@pytest.mark.parametrize("piece", pieces(), ids=lambda piece: piece.example)
def test_a_piece_of_a_line_is_written_as_the_language_has_it(piece):
    head = ("hand", "table", "date", "log", "min")
    block = Block(BETWEEN if piece.example.lower().startswith(head) else HAND, piece.example, 1, 1)
    if block.kind == HAND:
        seats = SEATS + ("" if piece.example.startswith("seat") else "\nseat 4 Cam $500")
        block.text = f"hand 1\n{seats}\n{piece.example}\nend"
        if piece.example.startswith("seat"):
            block.text = f"hand 1\n{piece.example}\nend"
    text = applied(block.text, [edit for fault in diagnose(block)[1] for edit in fault.fix])

    assert piece.becomes in text.split("\n")
