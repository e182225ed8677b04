"""Reads PHH and PHHS, the open hand history standard: hands as tables of TOML.

A file of one hand has no table header, a collection has `[1]`, `[2]`, … This module cuts a file, and reads what it says
of the table; `hand.py` reads the hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from auditor.logs.blocks import HAND, TABLE, Block, last_match, parts
from auditor.logs.phh.hand import hand
from auditor.logs.phh.head import STATEMENTS, bets_of, converted, fields_and_head, stated_events, table_of, variants
from auditor.logs.phh.usual_hand import usual_hand
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.wording import escaped

HEADER = re.compile(r"\[(?<![^\n]\[)([^\]\n]*)\][ \t]*(?:#.*)?$", re.MULTILINE)  # a line; a bracket is found quickly
ENTRY = re.compile(r"^[^\S\n]*[^\s#\[]", re.MULTILINE)


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """Give a table and a hand for each table of the file, or for the file itself."""
    for part in parts(chunks, HEADER):
        if isinstance(part, Unreadable):
            yield part
        else:
            yield from _cut(*part)


def last(text: str) -> int:
    """Where the last hand of a text of whole lines begins; -1 if there is none."""
    return last_match(HEADER, text)


def _cut(start: int, text: str) -> tuple[Block | Unreadable, ...]:
    """The table and the hand of one part of the file; nothing if the part has only comments."""
    if ENTRY.search(text) is None:
        return ()
    try:
        fields, _ = fields_and_head(text, start)
        if STATEMENTS in fields.values:
            converted(fields)  # so that damaged statements are reported
    except Unreadable as error:
        error.hand = _name(text)
        return (error,)
    number = fields.text("hand") or _name(text)
    return Block(TABLE, text, start, start), Block(HAND, text, start, start, number, fields.day)


def _name(text: str) -> str:
    """The name that a collection gives a hand."""
    header = HEADER.match(text)
    return header[1].strip(" \"'") if header is not None else "1"


# ---- reading ----


def table(block: Block) -> tuple[list[e.Event], Setup] | None:
    """Read the set-up of the table that a hand was played at; None if the file was made from a table log."""
    fields, head = fields_and_head(block.text, block.line)
    return None if STATEMENTS in fields.values else table_of(fields, head, block)


def read_block(block: Block) -> list[e.Event]:
    """Read the statements on the table that a hand was played at, or the hand."""
    fields, head = fields_and_head(block.text, block.line)
    if block.kind == TABLE:
        return stated_events(fields) if STATEMENTS in fields.values else table_of(fields, head, block)[0]
    if head.code not in variants():
        found = "no variant" if head.code is None else f"variant {escaped(head.code, 20)}"
        raise fields.wrong("variant", f"found {found}, expected one of {', '.join(variants())}")
    if head.open:
        bets_of(fields, block)  # which states the doubt, if there is one
    return usual_hand(fields, head, block) or hand(fields, head, block)
