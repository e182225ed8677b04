"""What every event has, and the kinds of values that may stand in its fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from auditor.vocabulary.records import event, fields

Cents = Annotated[int, "money"]
Price = Annotated[int, "price"]  # money above zero
Change = Annotated[int, "change"]  # money that a log may state as less than zero
Count = Annotated[int, "count"]  # of people; plain whole numbers in a list are cards
CardCount = Annotated[int, "cards"]  # of cards that somebody holds, wants or gives up
SeatNumber = Annotated[int, "seat"]
Time = Annotated[str, "time"]  # of day: "21:40" or "21:40:07"
Word = Annotated[str, "word"]  # a word of a list that rulebooks may lengthen: "ace-low"
RulebookWord = Annotated[str, "choice"]  # one of several choices that a rulebook names: "half-pot", "40"
Name = Annotated[str, "name"]
RulesId = Annotated[str, "rules"]  # the name of a rulebook: "act/canberra-manila"
CurrencyCode = Annotated[str, "currency"]  # a code, a sign or chips: "EUR", "$", "chips"
HandNumber = Annotated[str, "number"]

ProcedureStep = Literal[
    "announcement",
    "ante",
    "approval",
    "blind",
    "bonus-verification",
    "briefing",
    "burn",
    "charge-verification",
    "cloth",
    "cut",
    "cut-completed",
    "cutting-card",
    "dealer-change",
    "deck-check",
    "deck-count",
    "deck-in-view",
    "designation",
    "director",
    "discard",
    "drop",
    "float",
    "fold-area",
    "inspector-advice",
    "losers-killed",
    "refund",
    "reserved-button",
    "rules-copy",
    "seat-draw",
    "shoe",
    "shuffle",
    "sign",
    "slide",
    "terms-copy",
]
ACTS = (
    "ante",
    "blind",
    "burn",
    "cut",
    "discard",
    "refund",
)  # these have statements of their own but for `no …`
Posting = Literal["blind", "ante", "over-blind", "straddle", "bring-in", "dead", "post", "kill"]
Manner = Literal["with one chip", "in two motions", "in cash", "in non-value chips"]
RemarkKind = Literal["chat", "observer", "unknown", "unknown-act", "dealer"]
Said = Literal["nothing", "call", "bet", "raise", "all-in"]  # what a player said while wagering


@event
class Event:
    """Anything that a log can state, with its place in the log."""

    line: int
    column: int

    def __repr__(self) -> str:
        """The event with all its fields."""
        values = [f"{field.name}={getattr(self, field.name)!r}" for field in fields(self)]
        return f"{type(self).__name__}({', '.join(values)})"

    def __eq__(self, other: object) -> bool:
        """Two events are equal if they are of one kind and all their fields are equal."""
        if not isinstance(other, Event) or type(self) is not type(other):
            return NotImplemented
        names = [field.name for field in fields(self)]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]


def places_of(kind: type[Event], events: Sequence[Event]) -> list[int]:
    """Where the events of just this kind stand. Python itself looks for them, which is quicker than a walk."""
    kinds = [*map(type, events)]
    found: list[int] = []
    place = -1
    for _ in range(kinds.count(kind)):
        place = kinds.index(kind, place + 1)
        found.append(place)
    return found


def say_the_same(one: Event, other: Event) -> bool:
    """Do two statements say the same, wherever they stand in the log?"""
    if type(one) is not type(other):
        return False
    names = [each.name for each in fields(one)[2:]]
    return all(getattr(one, name) == getattr(other, name) for name in names)
