"""The level of a tournament that a hand was dealt at, which need not be the one declared for it."""

from __future__ import annotations

from dataclasses import replace

from auditor.replay.forced_bets.blinds_and_antes import BLIND, BRING_IN
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import Post
from auditor.vocabulary.hand import Hand, Level

LEVEL_CHANGE = "level-change"  # the check that judges from when a new level counts


def at_played_level(hand: Hand, rules: Rulebook) -> Hand:
    """The hand as it was dealt: by the level before the one declared, if everything put up before the cards is that.

    Then the one fault is that the new level was not used, and the hand is judged by the old one. It takes a rulebook
    with a clause on that: elsewhere whoever puts up too little answers for it.
    """
    setup = hand.setup
    old = setup.level_before
    if old is None or setup.tournament is None or not setup.notes_table or not _has_levels(rules):
        return hand
    if not _dealt_at(hand, old) or _dealt_at(hand, setup.level):
        return hand
    return replace(hand, setup=replace(setup, **old._asdict(), level_before=None, level_due=setup.level))


@cached_on_record
def _has_levels(rules: Rulebook) -> bool:
    return any(rule.check == LEVEL_CHANGE for clause in rules.clauses for rule in clause.rules)


def _dealt_at(hand: Hand, level: Level) -> bool:
    """Is everything that players put up before the cards as this level has it? Last chips may be less."""
    allowed: dict[str, set[int | None]] = {
        BLIND: {*level.blinds},
        "ante": {level.ante},
        BRING_IN: {level.bring_in, *_full_bet(level)},
    }
    posts = [event for event in hand.events if isinstance(event, Post) and event.kind in allowed and not event.all_in]
    return bool(posts) and all(post.amount in allowed[post.kind] for post in posts)


def _full_bet(level: Level) -> tuple[int, ...]:
    """What a player who brings in may open with instead."""
    return (level.bets[0][0],) if level.bets else ()
