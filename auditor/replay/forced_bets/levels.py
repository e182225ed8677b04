"""The level of a tournament that a hand was dealt at, which need not be the one declared for it."""

from __future__ import annotations

from auditor.replay.forced_bets.blinds_and_antes import BLIND, BRING_IN
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import Post
from auditor.vocabulary.hand import Hand, Level
from auditor.vocabulary.records import replace

LEVEL_CHANGE = "level-change"  # the check that judges from when a new level counts


def at_played_level(hand: Hand, rules: Rulebook) -> Hand:
    """The hand as it was dealt: by the level before the one declared, if everything put up before the cards is that.

    Then the one fault is that the new level was not used, and the hand is judged by the old one. It takes a rulebook
    with a clause on that: elsewhere whoever puts up too little answers for it. After the signal for a new level that
    the log does not go on to declare, the blinds that were put up tell what it is.
    """
    setup = hand.setup
    if setup.tournament is None or not setup.notes_table or not (words := signals(rules)):
        return hand
    old, signalled = setup.level_before, not words.isdisjoint(setup.signalled)
    if (old is None and not signalled) or _dealt_at(hand, setup.level):
        return hand
    if old is not None and _dealt_at(hand, old):
        return replace(hand, setup=replace(setup, **old._asdict(), level_before=None, level_due=setup.level))
    new = _undeclared(hand, setup.level) if signalled else None
    return hand if new is None else replace(hand, setup=replace(setup, **new._asdict(), level_before=None))


def _undeclared(hand: Hand, level: Level) -> Level | None:
    """The level above this one that the blinds show, if all of them are there and higher. Its bets are not known."""
    posts = [event for event in hand.events if isinstance(event, Post) and not event.all_in]
    blinds = sorted(post.amount for post in posts if post.kind == BLIND)
    if not blinds or len(blinds) != len(level.blinds):
        return None
    if any(new <= before for new, before in zip(blinds, level.blinds, strict=True)):
        return None
    antes = {post.amount for post in posts if post.kind == "ante"}
    return Level(tuple(blinds), antes.pop() if len(antes) == 1 else level.ante, level.bring_in, ())


@cached_on_record
def signals(rules: Rulebook) -> frozenset[str]:
    """The words of the notices that signal a new level, if the rulebook has a clause on that."""
    values = [rule.values for clause in rules.clauses for rule in clause.rules if rule.check == LEVEL_CHANGE]
    return frozenset(str(each["notice"]) for each in values)


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
