"""A hand as it would be without one slip of the pen."""

from __future__ import annotations

from auditor.vocabulary.events import (
    Act,
    Boxed,
    Check,
    Communal,
    Cut,
    Deal,
    DealFault,
    Event,
    Holds,
    Misdeal,
    Noticed,
    Procedure,
    Ruling,
    SetAside,
    TakenBack,
    Wager,
)
from auditor.vocabulary.hand import Hand, Setup
from auditor.vocabulary.records import replace, value_class

MISHAPS = (DealFault, Boxed, Holds, Noticed)  # what a misdeal is declared for
PUT_RIGHT = (TakenBack, SetAside, Misdeal, Ruling)  # somebody saw what went wrong and did something about it
TWICE = "whether a line was written twice"
INTERCHANGED = "whether two lines were interchanged"
LEFT_OUT = "whether a line was left out"
MISREAD = "which of two equal cards was another"
MISSPELT = "whom a misspelt name means"
SLIPS = (TWICE, INTERCHANGED, LEFT_OUT, MISREAD, MISSPELT)


@value_class
class Slip:
    """One slip that may have been made, in words, and what was to stand in the place of some events."""

    kind: str
    words: str  # 'line 34 was written twice'
    start: int = 0  # the first of these events
    stop: int = 0  # the first after them
    instead: tuple[Event, ...] = ()
    unknown_cards: bool = False  # they have a line of cards of which nobody knows what they were
    setup: Setup | None = None  # what was to be declared, if a declaration is missing

    def undone(self, hand: Hand) -> Hand:
        """The hand without the slip."""
        events = hand.events.copy()
        events[self.start : self.stop] = self.instead
        return replace(hand, events=events, setup=self.setup or hand.setup)

    @property
    def size_of_act(self) -> tuple[int, str] | None:
        """Where an act of whom was left out of which nobody knows the size, which may be nothing: all but a fold."""
        if self.kind != LEFT_OUT or not isinstance(self.instead[0], Check | Wager):
            return None
        return self.start, self.instead[0].player


def inserted(hand: Hand, at: int, event: Event, what: str) -> Slip:
    """The hand with a line that was left out before the one in this place."""
    events = hand.events
    words = f"{what} was left out before line {events[at].line}"
    return Slip(LEFT_OUT, words, at, at, (event,), unknown_cards=_run_out(event, events[at]))


def _run_out(event: Event, before: Event) -> bool:
    """Is this a card when nobody bets any more? Then it explains nothing that is no longer known because of it."""
    return isinstance(event, Communal | Deal) and not isinstance(before, Act | Deal)


def place_before(hand: Hand, at: int) -> tuple[int, int]:
    """The place in the log of a line that was left out there."""
    event = hand.events[at]
    return event.line, event.column


def seen_to(hand: Hand) -> set[int]:
    """The places near which people at the table put right what went wrong: what the record has there is no slip.

    They reach from the street before the card that was put right, or from the beginning of a deal that was called off.
    Where the record has a mishap that such a deal was called off for, nobody need have seen anything else in it.
    """
    found: set[int] = set()
    cards, begun, mishap = [0, 0], 0, False
    for at, event in enumerate(hand.events):
        beside = [*hand.events[max(at - 2, 0) : at], *hand.events[at + 1 : at + 2]]
        boxed = isinstance(event, TakenBack) and any(isinstance(one, Boxed) for one in beside)
        mishap = mishap or is_mishap(event)
        if isinstance(event, Misdeal):
            if not mishap:
                found |= set(range(begun, at + 1))
            begun, mishap = at, False
        elif isinstance(event, PUT_RIGHT) and not boxed:
            found |= set(range(cards[-2], at + 1))
        if isinstance(event, Communal | Deal):
            cards.append(at)
    return found


def is_mishap(event: Event) -> bool:
    """Does a line note in so many words what a deal may be called off for?"""
    if isinstance(event, Cut):
        return bool(event.exposed)
    return isinstance(event, MISHAPS) or (isinstance(event, Procedure) and not event.done)
