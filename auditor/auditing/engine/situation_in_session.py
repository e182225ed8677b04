"""The situation of a hand as a part of its session, and of what is noted between hands."""

from __future__ import annotations

from auditor.auditing.engine.situations import (
    AFTER_MISDEAL,
    ALL_DEALT_IN,
    ATTENDED,
    BEGINS,
    BUCK_ON,
    CONDITIONED,
    DECLARED_ANEW,
    DONE,
    IN_FORCE,
    IN_TOURNAMENT,
    LATER_HAND,
    LISTED,
    NEXT_HAND,
    NO_NEWCOMER,
    NO_PURCHASE,
    NO_RETURN,
    RECOGNISED,
    REMARKED,
    SOUND_SET_UP,
    STEPS,
)
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.state import Session
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import Game
from auditor.vocabulary.events import Buys, Declared, Event, Procedure, Records
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.log_words import PROMISES, ROOM

KNOWN = frozenset(PROMISES)

# ---- between hands ----


def of_note(session: Session, event: Event) -> int:
    """The situation of something noted between hands."""
    flags = LATER_HAND if session.previous is not None else 0
    if type(event) is Procedure:
        return flags | STEPS[event.what] | DONE if event.done else flags | STEPS[event.what]
    if (type(event) is Declared and _recognised(session.rules.game, event)) or (
        type(event) is Records and KNOWN.issuperset(event.items)
    ):
        flags |= RECOGNISED
    return flags


def _recognised(game: Game, event: Declared) -> bool:
    """Does a table declare its room, or a kind of limit that the rulebook has?"""
    return event.value in _limits(game) if event.what == "limit" else event.what == ROOM


@cached_on_record
def _limits(game: Game) -> frozenset[str]:
    """Every kind of limit that the rulebook has."""
    return frozenset(limit for limits in game.limits_by_form.values() for limit in limits)


# ---- hands ----


def of_hand(session: Session, hand: HandPlayed | SessionClosed, asked: int) -> int:
    """The situation of a whole hand in its session. A log of single hands has hardly any that checks ask for."""
    flags, before = REMARKED if session.since else 0, session.previous
    if session.attended:
        flags |= ATTENDED
    if before is None or before.setup is not hand.setup:
        flags |= DECLARED_ANEW
    if before is not None:
        flags |= LATER_HAND if before.dealt else LATER_HAND | AFTER_MISDEAL
    flags |= of_setup(hand.setup)
    return flags | _of_play(session, hand, asked) if type(hand) is HandPlayed else flags


def of_setup(setup: Setup) -> int:
    """What the set-up of a table adds to the situation of its hands, and of its end."""
    flags = IN_TOURNAMENT if setup.tournament is not None else 0
    if setup.conditions:
        flags |= CONDITIONED
    return flags | LISTED if setup.listed else flags


def _of_play(session: Session, hand: HandPlayed, asked: int) -> int:
    """Who plays a hand, on which day, and what they came with."""
    flags = BEGINS if session.begins else 0
    if session.previous is not None and session.follows(hand):
        flags |= NEXT_HAND
        if asked & BUCK_ON and _buck_on(session.previous, hand):
            flags |= BUCK_ON
    if hand.setup.tournament is not None and len(hand.dealt_in) == len(hand.banks):
        flags |= ALL_DEALT_IN
    if _sound(session.rules.game, hand):
        flags |= SOUND_SET_UP
    if asked & IN_FORCE and hand.day is not None:
        first = session.rules.instruments[0].in_force.from_
        if first is None or hand.day >= first:
            flags |= IN_FORCE
    return flags | _of_players(session, hand) if asked & NO_NEWCOMER else flags


def _sound(game: Game, hand: HandPlayed) -> bool:
    """Does the table declare something, and only what cannot contradict itself, or the form of betting?"""
    setup, form = hand.setup, hand.form
    blinds, chip, limit = setup.blinds, setup.chip, setup.limit
    if setup.bets or setup.minimums or setup.maximum is not None or setup.betting is not None:
        return False
    if not blinds and limit is None and chip is None:
        return False
    if len(blinds) > 2 or (len(blinds) == 2 and blinds[0] > blinds[1]) or (chip and any(one % chip for one in blinds)):
        return False
    return limit is None or form is None or limit in game.limits_by_form.get(form, ())


def _buck_on(before: HandPlayed, hand: HandPlayed) -> bool:
    """Has the buck moved to the next player who is dealt in, from a hand that was played out?"""
    start, buck = before.buck, hand.buck
    if start is None or buck is None or hand.bucks or hand.declined or before.invalidated or not before.dealt:
        return False
    seats = [seat.seat for seat in hand.seats if not seat.out]
    later = [seat for seat in seats if seat > start]
    return bool(seats) and buck == min(later or seats)


def _of_players(session: Session, hand: HandPlayed) -> int:
    """Have those who are dealt in played before, kept some chips, and bought none?"""
    players, before = session.players, session.previous
    flags = NO_NEWCOMER | NO_RETURN | NO_PURCHASE
    if (before is not None and [seat for seat in before.seats if seat.topped_up]) or (
        session.since and Buys in map(type, session.since)
    ):
        flags = NO_NEWCOMER | NO_RETURN
    for seat in hand.seats:
        if seat.bought:
            flags &= ~NO_PURCHASE
        if seat.dealt:
            player = players.get(seat.name)
            if player is None or not player.dealt:
                flags &= ~NO_NEWCOMER
            if player is not None and player.busted is not False:
                flags &= ~NO_RETURN
    return flags
