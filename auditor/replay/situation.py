"""What kind of moment an event comes at, as a set of flags worked out once for all the checks that watch it.

Most checks concern a moment that seldom comes: a raise, an act after the round is closed, a hand with a mishap. A check
that names its situations is not called at any other moment, which is what keeps a hundred and more checks cheap.
"""

from __future__ import annotations

from typing import get_args

from auditor.events import Act, Communal, Event, Procedure, Step, Wager
from auditor.hands import Setup
from auditor.replay.facts import HandPlayed, SessionClosed
from auditor.replay.session import Session
from auditor.replay.table import Table

CALLS = 1 << 0  # a wager that meets what is to be met
OPENS = 1 << 1  # the first wager of a betting round
RAISES = 1 << 2  # a wager above the highest total
FIRST_ACT = 1 << 3  # nobody has acted in the betting round yet
CLOSED = 1 << 4  # the betting round is over
PASSED_OVER = 1 << 5  # somebody else should have acted
OUT = 1 << 6  # the player is not, or no longer, in the hand
TAPPED_OUT = 1 << 7  # the player has no chips left
FROZEN = 1 << 8  # a communal card was shown too early in this round
FIRST_CARD = 1 << 9  # no card has been dealt yet
MISHAP = 1 << 10  # a misdeal, a dealing fault, a wager out of turn, or a card marked as unusual
SHOWDOWN = 1 << 11  # two or more hands are in at the end
CHECKED = 1 << 12  # the player has checked in this round
OPTION = 1 << 13  # the player has met the wager without having acted: a blind may be raised
LATER_ACT = 1 << 14  # somebody has acted in the betting round before
ALL_IN = 1 << 15  # a wager that takes, or is said to take, the player's last chips
OVERDRAWN = 1 << 16  # a wager of more than the player has left
NOTED_MANNER = 1 << 17  # the log says how the wager was made
IN_TURN = 1 << 18  # it is the player's turn
WAGERED = 1 << 19  # a wager stands in the betting round
SHORT = 1 << 20  # a call for less than the wager, not with the last chips
OPEN = 1 << 21  # the betting round is not over
ALL_CHECKED = 1 << 22  # everybody has checked, which ended the round
CONTESTED = 1 << 23  # more than one player is in
UNDEALT = 1 << 24  # the log records cards dealt to players, and none to this one
OPENED = 1 << 25  # a wager has been made in the betting round, or a blind counts as one
UNOPENED = 1 << 26  # none has
FIRST_HOLDING = 1 << 27  # no player has a card yet, as far as the log records them
BEFORE_BETTING = 1 << 28  # no betting round has begun
WON = 1 << 29  # one player is left

STEPS = {word: 1 << 32 + number for number, word in enumerate(get_args(Step))}  # a note of this step of procedure
AFTER_STEPS = 32 + len(STEPS)
LATER_HAND = 1 << AFTER_STEPS  # of a hand as a part of its session, or of a note: there was a hand before
NEXT_HAND = 1 << AFTER_STEPS + 1  # and it is known to be the one right after it
IN_TOURNAMENT = 1 << AFTER_STEPS + 2  # it is played in a tournament
LISTED = 1 << AFTER_STEPS + 3  # its table declared lists: features, signs, terms
ATTENDED = 1 << AFTER_STEPS + 5  # the floor may have something to tell: of hands before, or of those who come and go
REMARKED = 1 << AFTER_STEPS + 4  # something was noted since the hand before, or in it for later
KINDS = {"call": CALLS, "open": OPENS, "raise": RAISES}


def of_act(table: Table, act: Act) -> int:
    """The situation of a player's act."""
    flags = 0
    betround = table.round
    player = table.by_name[act.player]
    if betround is not None:
        flags = (LATER_ACT if betround.acts else FIRST_ACT) | (OPENED if betround.opened else UNOPENED)
        if betround.closed:
            flags |= CLOSED
        if betround.freeze is not None:
            flags |= FROZEN
        if betround.highest:
            flags |= WAGERED | OPTION if player.acted < 0 and betround.highest == player.total else WAGERED
    if table.turn is player:
        flags |= IN_TURN
    if table.skipped or table.absent:
        flags |= PASSED_OVER
    if not player.active:
        flags |= OUT
    elif player.stake == 0:
        flags |= TAPPED_OUT
    if player.checked:
        flags |= CHECKED
    if not player.received and table.attempt.holes:
        flags |= UNDEALT
    move = table.move
    if move is not None and isinstance(act, Wager):
        flags |= KINDS[move.kind]
        if move.all_in:
            flags |= ALL_IN if move.added <= player.stake else ALL_IN | OVERDRAWN
        elif move.added < move.to_call:
            flags |= SHORT
        if act.manner is not None:
            flags |= NOTED_MANNER
    return flags


def of_event(table: Table, event: Event) -> int:
    """The situation of anything else that happens in a hand."""
    flags = 0
    betround = table.round
    if betround is not None:
        flags = CLOSED if betround.closed else OPEN
        if betround.highest:
            flags |= WAGERED
        elif betround.all_checked:
            flags |= ALL_CHECKED
    else:
        flags = BEFORE_BETTING
    flags |= WON if table.over else CONTESTED
    if not table.attempt.holes:
        flags |= FIRST_HOLDING if table.attempt.dealt else FIRST_HOLDING | FIRST_CARD
    if table.attempts or table.attempt.faults or table.early or (type(event) is Communal and event.how):
        flags |= MISHAP
    return flags | STEPS[event.what] if type(event) is Procedure else flags


def of_note(session: Session, event: Event) -> int:
    """The situation of something noted between hands."""
    flags = LATER_HAND if session.previous is not None else 0
    return flags | STEPS[event.what] if isinstance(event, Procedure) else flags


def of_hand(session: Session, hand: HandPlayed | SessionClosed) -> int:
    """The situation of a whole hand in its session. A log of single hands has hardly any that checks ask for."""
    flags = REMARKED if session.since else 0
    if session.attended:
        flags |= ATTENDED
    if session.previous is not None:
        flags |= LATER_HAND
        if isinstance(hand, HandPlayed) and session.follows(hand):
            flags |= NEXT_HAND
    return flags | of_setup(hand.setup)


def of_setup(setup: Setup) -> int:
    """What the set-up of a table adds to the situation of its hands, and of its end."""
    flags = IN_TOURNAMENT if setup.tournament is not None else 0
    return flags | LISTED if setup.listed else flags


def of_end(table: Table, event: Event) -> int:
    """The situation at the end of a hand."""
    return of_event(table, event) | (0 if table.over else SHOWDOWN)
