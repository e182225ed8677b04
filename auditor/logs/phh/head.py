"""Reads what the fields of a PHH hand say of the table it was played at.

Hundreds of hands have the same fields on their table. What these come to is worked out once and remembered by their
texts, together with the set-up that they make; only what a hand leaves open is asked of each hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from auditor.logs.blocks import BETWEEN, Block
from auditor.logs.limit_bets import Bets, bets_in_force, fit_together
from auditor.logs.phh.chip import chip_of
from auditor.logs.phh.fields import Fields, fields_of
from auditor.logs.phh.posts import Amounts, Posted, big_blind, certain_big_blind, only_blind, posted, regular_blinds
from auditor.logs.room_names import room_named
from auditor.storage.bundled_files import folder
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import PLAY_ONLY, SHOWN_TOGETHER, Setup, declared
from auditor.vocabulary.money import named_currency
from auditor.vocabulary.records import field, record_class

STATEMENTS = "_table_log"  # our own field, as the standard allows: what a table log stated at the head of the table
UNSEEN = " sm ??"  # cards that the file does not know: nobody can tell who showed, and in which order
MOST_HEADS = 256  # heads of tables to remember
AHEAD = 64  # hands to remember: their tables are read before them, some hands at a time
FIELDS = (
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
    "currency",
    "currency_symbol",
)
Statement = tuple[type[e.Event], tuple[Any, ...]]
Told = tuple[list[Statement], Setup]  # what is stated of a table, without its place, and what that makes


@cache
def variants() -> dict[str, dict[str, Any]]:
    """The games of the standard, by their codes."""
    return tomllib.loads((folder("grammars") / "phh.toml").read_text(encoding="utf-8"))


@record_class
class TableHead:
    """What the fields on a table come to. If they leave something `open`, each hand is asked for bets and big blind."""

    code: str | None
    variant: dict[str, Any]
    open: bool = True
    antes: Amounts = ()
    blinds: Amounts = ()
    least: int = 0  # the least bet that is stated; zero if none is
    big: int | None = None
    bets: Bets | None = None
    told: dict[tuple[object, ...], Told] = field(default_factory=dict)  # by what the rest of a hand adds
    posts: dict[int, Sequence[Posted]] = field(default_factory=dict)  # by the number of players

    def certain_posts(self, size: int) -> Sequence[Posted] | None:
        """Say who puts up how much, if nothing of that is open; None otherwise."""
        known, blinds = self.posts.get(size), self.blinds
        if known is not None or self.open or len(blinds) < 2:
            return known
        big, of_two = self.big or 0, size == 2
        if of_two and (len(blinds) > 2 or blinds[0] == 0):
            return None  # nobody can tell whose blind it was
        if 0 <= blinds[0] <= blinds[1] == big and not any(blinds[2:]) and not any(self.antes[size:]):
            put = (self.antes[::-1], blinds[::-1]) if of_two else (self.antes, blinds)
            known = self.posts[size] = posted(*put, size, big, ())
        return known

    def certain_blinds(self, size: int) -> Sequence[Posted] | None:
        """Say who puts up the blinds, if nothing of that is open and nobody puts up anything else; None otherwise."""
        return None if "stud" in self.variant or any(self.antes) else self.certain_posts(size)


@lru_cache(maxsize=AHEAD)
def fields_and_head(text: str, start: int) -> tuple[Fields, TableHead]:
    """The fields of a hand whose text begins at this line, and what those on its table come to. Raises Unreadable."""
    fields = fields_of(text, start)
    key = tuple(map(fields.values.get, FIELDS))
    head = _HEADS.get(key)
    if head is None:
        if len(_HEADS) >= MOST_HEADS:
            _HEADS.clear()
        head = _HEADS[key] = _head_of(fields)
    return fields, head


_HEADS: dict[tuple[str | None, ...], TableHead] = {}


def _head_of(fields: Fields) -> TableHead:
    """What the fields on a table come to. One that cannot be read is told when the hand is read."""
    code = fields.text("variant")
    head = TableHead(code, variants().get(code or "", {}))
    try:
        head.antes, head.blinds = fields.amounts("antes"), fields.amounts("blinds_or_straddles")
        head.least = fields.amount("min_bet") or 0
        big, head.bets = certain_big_blind(head.least, head.blinds), _stated_bets(fields)
        head.big = big or None
        bets_fit = head.bets is None or fit_together(head.bets, _posted_blind(head.blinds))
        head.open = big is None or not bets_fit
    except Unreadable:
        head.open = True
    return head


# ---- the table ----


def table_of(fields: Fields, head: TableHead, block: Block) -> tuple[list[e.Event], Setup]:
    """What a table log would state at the head of the table, and the set-up that this makes.

    Money is counted in hundredths, or in fives of them.
    """
    big, bets = (big_blind(fields, block), bets_of(fields, block)) if head.open else (head.big, head.bets)
    unseen, chip, line = UNSEEN in fields.values.get("actions", ""), chip_of(fields, block), fields.line
    told = head.told.get((big, bets, unseen, chip))
    if told is None:
        stated = [*_statements(fields, head.variant, big, bets, unseen, chip)]
        told = stated, declared([kind(line, 1, *given) for kind, given in stated])
        head.told[big, bets, unseen, chip] = told
    return [kind(line, 1, *given) for kind, given in told[0]], told[1]


def _statements(
    fields: Fields, variant: dict[str, Any], big: int | None, bets: Bets | None, unseen: bool, chip: int | None
) -> Iterator[Statement]:
    """The statements without their place."""
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
    if unseen:
        yield e.Records, ((SHOWN_TOGETHER,),)
    if chip is not None:
        yield e.Limit, ("chip", chip)


def _opening(fields: Fields) -> Iterator[Statement]:
    """The name of the table, and that the file records only play."""
    yield e.TableOpened, (fields.text("table") or fields.text("event") or fields.text("venue") or "PHH",)
    yield e.Records, ((PLAY_ONLY,),)
    if (room := room_named(fields.text("venue") or "")) is not None:
        yield e.Declared, ("room", room)
    named = fields.text("currency") or fields.text("currency_symbol") or ""
    if (currency := named_currency(named)) is not None:
        yield e.Currency, (currency,)


def _stated_bets(fields: Fields) -> Bets | None:
    """The bets of a limit game, as stated."""
    if "small_bet" not in fields.values:
        return None
    small, large = fields.amount("small_bet"), fields.amount("big_bet")
    return (small, large) if small and large else None


def _posted_blind(blinds: Amounts) -> int | None:
    most = max(blinds[:2], default=0)
    return most if most > 0 else None


def bets_of(fields: Fields, block: Block) -> Bets | None:
    """The bets of a limit game. If what is stated does not fit together, it is a doubt."""
    stated = _stated_bets(fields)
    if stated is None:
        return None
    blind = _posted_blind(fields.amounts("blinds_or_straddles"))
    return bets_in_force(block, fields.place("small_bet")[0], stated, blind)


# ---- statements of a table log ----


def stated_events(fields: Fields) -> list[e.Event]:
    """What a table log stated at the head of the table, if the file was made from one that did."""
    return [kind(fields.line, 1, *given) for kind, given in _opening(fields)] + converted(fields)


def converted(fields: Fields) -> list[e.Event]:
    """The statements in the field that the conversion of a table log left."""
    from auditor.logs.table_log import reader  # few files need it

    events: list[e.Event] = []
    for texts, line, _column in fields.runs(STATEMENTS):
        for text in texts:
            events += reader.read_block(Block(BETWEEN, text, line, line))
    return events
