"""The gaps of a hand: lines that may have been left out, each once, where nothing on record speaks against it."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from auditor.auditing.slips.slip import Slip, inserted, seen_to
from auditor.replay.state import Player
from auditor.vocabulary import events as e
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.log_words import BURNS, CHECKS, DRAW, POSTS, SHOWS
from auditor.vocabulary.log_words import CARDS as DEALT
from auditor.vocabulary.log_words import PAYMENTS as PAID

CARDS = (e.Communal, e.Deal, e.Discards, e.Burn)
STAYED = (e.Show, e.Win, e.Returned, e.Refund)  # what shows of a player that there was no fold
PAYMENTS = (e.Win, e.PotTaken, e.Announced, e.HandEnded)
ENDS = (*CARDS, e.Show, e.Muck, *PAYMENTS)  # what comes when a betting round is over
SHUFFLE: Final = "shuffle"
UNDERTAKEN: tuple[tuple[type[e.Event], str], ...] = (
    (e.Act, CHECKS),
    (e.Burn, BURNS),
    (e.Show, SHOWS),
    (e.Post, POSTS),
    (e.Communal, DEALT),
    (e.Deal, DEALT),
    (e.Declined, "cut"),
    (e.Reshuffled, SHUFFLE),
    (e.Procedure, SHUFFLE),
    (e.Discards, DRAW),
    *[(kind, PAID) for kind in (e.Returned, e.Refund, e.Win)],
)  # lines that a log leaves out by no slip, if it undertakes to record them in every hand
STEPS: dict[type[e.Event], str] = {e.Burn: "burn", e.Discards: "discard", e.Refund: "refund"}  # as `no …` denies them


class Gaps:
    """The lines that may have been left out of a hand, gathered while it is replayed."""

    __slots__ = ("_seen_to", "_tried", "ended", "found", "hand", "paid", "passed", "posters")

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.ended = {one.player for one in hand.events if isinstance(one, e.Show | e.Muck)}
        self.passed: list[tuple[int, str, int, int]] = []  # place, player, wager to be met, put in by then
        self.posters: list[tuple[int, Player, e.Posting, int]] = []  # place of the deal, who owes what, after how many
        self.paid = False  # the payments have begun
        self.found: list[Slip] = []
        self._seen_to = seen_to(hand)
        self._tried: set[tuple[int, str]] = set()  # places and lines, so that none is tried twice

    def insert(self, at: int, event: e.Event, what: str, *, seen_to: bool = False) -> None:
        """Try a line before the one in this place, unless the log undertakes to have it, denies it or saw to it.

        What was seen to may be tried where the record has no more than how it was put right (`seen_to`).
        """
        promised = any(isinstance(event, kind) and word in self.hand.setup.records for kind, word in UNDERTAKEN)
        line = at, repr(event)
        settled = at in self._seen_to and not seen_to
        if line not in self._tried and not settled and not promised and not self._denied(at, event):
            self._tried.add(line)
            self.found.append(inserted(self.hand, at, event, what))

    def _denied(self, at: int, event: e.Event) -> bool:
        """Does the log say that there was none? A burn is denied for the cards that follow, the rest for the hand."""
        word = event.kind if isinstance(event, e.Post) else STEPS.get(type(event))
        if isinstance(event, e.Burn):
            noted = [*takewhile(no_cards, reversed(self.hand.events[:at]))]
        else:
            noted = self.hand.events
        steps = [one for one in noted if isinstance(one, e.Procedure) and one.what == word and not one.done]
        return any(one.by is None or one.by == getattr(event, "player", None) for one in steps)


def no_cards(event: e.Event) -> bool:
    """Is this no line of cards?"""
    return not isinstance(event, CARDS)
