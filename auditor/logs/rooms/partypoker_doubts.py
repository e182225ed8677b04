"""Asks what a PartyPoker hand leaves open: whose big blind is the regular one, what no line tells, where one sits."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.logs.rooms.common.hand import RoomHand
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined

BY_ACTS, BY_BUTTON = "acts", "button"
POSTED, BOTH, NONE = "posted", "both", "none"
BEFORE_BUTTON, AFTER_BUTTON = "before", "after"
MOST_CHOICES = 3


def ask_regular(hand: RoomHand, posts: Sequence[e.Post], likely: e.Post) -> e.Post:
    """Whose big blind is the regular one? The others were put up to get cards."""
    order = [likely, *[one for one in posts if one is not likely]][:MOST_CHOICES]
    choices = [(one.player, f"the big blind of {escaped(one.player, 40)} was the regular one") for one in order]
    because = "its owner acts last in the first round"
    doubt = Doubt("regular big blind", "whose big blind was the regular one", likely.line, tuple(choices), because)
    chosen = hand.block.ask(doubt)
    return next((one for one in order if one.player == chosen), likely)


def ask_blinds(hand: RoomHand, by_acts: str, by_button: str, likely: str, line: int) -> bool:
    """Was the big blind that no line has that of the player before the first to act, and not the one after the button?

    The two contradict each other, so either the button is printed wrong or somebody acts out of turn.
    """
    words = {
        BY_ACTS: f"the button is printed wrong, and {escaped(by_acts, 40)} had the big blind, as who acts first shows",
        BY_BUTTON: f"{escaped(by_button, 40)} had the big blind, as the button shows",
    }
    order = (likely, BY_BUTTON if likely == BY_ACTS else BY_ACTS)
    doubt = Doubt(
        "blinds",
        "whether the button or who acts first shows the blinds",
        line,
        tuple([(word, words[word]) for word in order]),
        "the calls fit that better" if likely == BY_BUTTON else "the room has players act in turn",
    )
    return hand.block.ask(doubt) == BY_ACTS


def ask_silent(hand: RoomHand, names: Sequence[str], order: Sequence[str], big: int, small: int, line: int) -> str:
    """Did these players, who check without a wager, put up a blind that no line tells of, or a dead one with it?"""
    who = joined([escaped(name, 40) for name in names])
    each = " each" if len(names) > 1 else ""
    words = {
        POSTED: f"{who} put up {money_text(big)}{each}, which no line tells of",
        BOTH: f"{who} put up {money_text(big)} and a dead {money_text(small)}, which no line tells of",
        NONE: f"{who} put up nothing",
    }
    doubt = Doubt(
        "silent posts",
        "whether somebody put up a blind that no line tells of",
        line,
        tuple([(word, words[word]) for word in order]),
        "a room takes no check from somebody who has to call" if order[0] != NONE else "all that was wagered was paid",
    )
    return hand.block.ask(doubt)


def ask_seat(hand: RoomHand, name: str, before: int, after: int, line: int) -> int:
    """Does a player without a seat sit before the button or after it? Either way the turns are the same."""
    who = escaped(name, 40)
    words = (
        (BEFORE_BUTTON, f"{who} sat in seat {before}, up to the button"),
        (AFTER_BUTTON, f"{who} sat in seat {after}, after the button"),
    )
    doubt = Doubt(f"seat of {name}", "on which side of the button somebody sat", line, words, "that seat comes first")
    return before if hand.block.ask(doubt) == BEFORE_BUTTON else after
