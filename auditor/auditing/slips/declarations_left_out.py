"""Declarations that may have been left out at the head of a table: blinds and a minimum, as the hand shows them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from auditor.auditing.slips.slip import LEFT_OUT, Slip
from auditor.vocabulary.events import Post, Wager
from auditor.vocabulary.hand import Hand


def declarations_left_out(hand: Hand) -> Iterator[Slip]:
    """The same hand under the blinds, or under a minimum, that its own posts and wagers suggest."""
    setup = hand.setup
    posts = [event.amount for event in hand.events if isinstance(event, Post) and event.kind == "blind"]
    if not setup.blinds and posts:
        for blinds in dict.fromkeys([tuple(posts[:2]), tuple(posts[:3])]):
            yield Slip(LEFT_OUT, "the blinds were not declared", hand.events, replace(setup, blinds=blinds))
    if setup.minimum is None:
        wagers = [event.added or event.total for event in hand.events if isinstance(event, Wager)]
        amounts = sorted({amount for amount in (*posts, *wagers) if amount})
        for amount in amounts[:3]:
            yield Slip(LEFT_OUT, "the minimum was not declared", hand.events, replace(setup, minimum=amount))
