"""Reads PHH and PHHS, the open hand history standard: hands as tables of TOML.

A file of one hand has no table header, a collection has `[1]`, `[2]`, … This module cuts a file, and reads what it says
of the table; `hand.py` reads the hand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from auditor.logs.blocks import BETWEEN, HAND, TABLE, Block, last_match, parts
from auditor.logs.limit_bets import bets_in_force
from auditor.logs.phh.chip import chip_of
from auditor.logs.phh.fields import Fields, fields_of
from auditor.logs.phh.hand import hand
from auditor.logs.phh.posts import big_blind, only_blind, regular_blinds
from auditor.logs.room_names import room_named
from auditor.storage.bundled_files import folder
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import PLAY_ONLY, SHOWN_TOGETHER
from auditor.vocabulary.wording import escaped

HEADER = re.compile(r"\[(?<![^\n]\[)([^\]\n]*)\][ \t]*(?:#.*)?$", re.MULTILINE)  # a line; a bracket is found quickly
ENTRY = re.compile(r"^[^\S\n]*[^\s#\[]", re.MULTILINE)
STATEMENTS = "_table_log"  # our own field, as the standard allows: what a table log stated at the head of the table
UNSEEN = " sm ??"  # cards that the file does not know: nobody can tell who showed, and in which order
MOST_HEADS = 1024  # heads of tables to remember


@cache
def variants() -> dict[str, dict[str, Any]]:
    """The games of the standard, by their codes."""
    return tomllib.loads((folder("grammars") / "phh.toml").read_text(encoding="utf-8"))


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
        fields = fields_of(text, start)
        if STATEMENTS in fields.values:
            _statements(fields)  # so that damaged statements are reported
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


def read_block(block: Block) -> list[e.Event]:
    """Read the set-up of the table that a hand was played at, or the hand."""
    fields = fields_of(block.text, block.line)
    code = fields.text("variant")
    known = variants()
    if block.kind == TABLE:
        return _table(fields, known.get(code or "", {}), block)
    if code not in known:
        found = "no variant" if code is None else f"variant {escaped(code, 20)}"
        raise fields.wrong("variant", f"found {found}, expected one of {', '.join(known)}")
    _bets(fields, block)  # which states the doubt, if there is one
    return hand(fields, known[code], block)


HEAD = (
    "variant",
    "table",
    "event",
    "venue",
    "small_bet",
    "big_bet",
    "blinds_or_straddles",
    "min_bet",
    "antes",
    "bring_in",
)
Statement = tuple[type[e.Event], tuple[Any, ...]]


def _table(fields: Fields, variant: dict[str, Any], block: Block) -> list[e.Event]:
    """What a table log would state at the head of the table. Money is counted in hundredths, or in fives of them.

    If the file was made from a log that had such statements, those are taken instead.
    """
    values, line = fields.values, fields.line
    if STATEMENTS in values:
        return [kind(line, 1, *given) for kind, given in _opening(fields)] + _statements(fields)
    big = big_blind(fields, block)
    unseen = UNSEEN in values.get("actions", "")
    bets = _bets(fields, block)
    key = *map(values.get, HEAD), big, bets, unseen
    known = _HEADS.get(key)
    if known is None:
        known = list(_head(fields, variant, big, bets))
        if unseen:
            known.append((e.Records, ((SHOWN_TOGETHER,),)))
        if len(_HEADS) >= MOST_HEADS:
            _HEADS.clear()
        _HEADS[key] = known
    events = [kind(line, 1, *given) for kind, given in known]
    if (chip := chip_of(fields, block)) is not None:
        events.append(e.Limit(line, 1, "chip", chip))
    return events


_HEADS: dict[tuple[object, ...], list[Statement]] = {}  # hundreds of hands of a table have the same


def _opening(fields: Fields) -> Iterator[Statement]:
    """The name of the table, and that the file records only play."""
    yield e.TableOpened, (fields.text("table") or fields.text("event") or fields.text("venue") or "PHH",)
    yield e.Records, ((PLAY_ONLY,),)
    if (room := room_named(fields.text("venue") or "")) is not None:
        yield e.Declared, ("room", room)


def _bets(fields: Fields, block: Block) -> tuple[int, int] | None:
    """The bets of a limit game."""
    if "small_bet" not in fields.values:
        return None
    small, large = fields.amount("small_bet"), fields.amount("big_bet")
    if not small or not large:
        return None
    posted = max(fields.amounts("blinds_or_straddles")[:2], default=0)
    return bets_in_force(block, fields.place("small_bet")[0], (small, large), posted if posted > 0 else None)


def _head(
    fields: Fields, variant: dict[str, Any], big: int | None, bets: tuple[int, int] | None
) -> Iterator[Statement]:
    """The same statements without their place, and without what only the whole hand tells."""
    yield from _opening(fields)
    if "rules" in variant:
        yield e.RulesNamed, (variant["rules"],)
        yield e.Declared, ("limit", variant["limit"])
    if "betting" in variant:
        yield e.Declared, ("betting", variant["betting"])
    if bets is not None:
        yield e.Bets, (bets, ())
    if pair := regular_blinds(fields, big):
        yield e.Blinds, (pair,)
    elif one := only_blind(variant, fields.amounts("blinds_or_straddles")):
        yield e.Blinds, ((one,),)
    if "min_bet" in fields.values and big:
        yield e.Limit, ("minimum", big)
    antes = {amount for amount in fields.amounts("antes") if amount > 0}
    if len(antes) == 1:
        yield e.Limit, ("ante", antes.pop())
    if bring_in := fields.amount("bring_in"):
        yield e.Limit, ("bring-in", bring_in)


def _statements(fields: Fields) -> list[e.Event]:
    """What a table log stated at the head of the table, from the field that its conversion left."""
    from auditor.logs.table_log import reader  # few files need it

    events: list[e.Event] = []
    for texts, line, _column in fields.runs(STATEMENTS):
        for text in texts:
            events += reader.read_block(Block(BETWEEN, text, line, line))
    return events
