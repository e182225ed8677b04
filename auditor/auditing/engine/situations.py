"""What kind of moment an event comes at, as a set of flags worked out once for all the checks that watch it.

Most checks concern a moment that seldom comes: a raise, an act after the round is closed, a hand with a mishap. A check
that names its situations is not called at any other moment, which is what keeps a hundred and more checks cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from auditor.replay.forced_bets.blinds_and_antes import ONWARD
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.state import Session
from auditor.replay.settlement.result import Settled
from auditor.replay.state import HandState
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import (
    Act,
    Behind,
    Boxed,
    Buys,
    Communal,
    Counted,
    Discards,
    Event,
    Holds,
    Incident,
    Lends,
    Post,
    Posting,
    Procedure,
    ProcedureStep,
    Show,
    SideWager,
    Voided,
    Wager,
)
from auditor.vocabulary.hand import Setup

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
FIRST_ROUND = 1 << 30  # it is the first betting round
LATER_ROUND = 1 << 31  # it is a later one
ENTERING = 1 << 32  # nobody has raised in the first betting round yet
ANSWERS = 1 << 33  # the player has acted in the betting round before
UNEVEN = 1 << 34  # no full wager stands, or one of last chips above the last full one
WAS_EARLY = 1 << 35  # somebody has made a wager out of turn in this hand
FORFEITED = 1 << 36  # the player has checked out of turn
ABLE = 1 << 37  # the player is in with chips, and no wager of the player is held aside
UNWAGERED = 1 << 38  # no wager stands in the betting round
TOLD_TWICE = 1 << 39  # the log says what was put in and to what total
TOLD_HOW = 1 << 40  # or words that were spoken, or the chips one by one
SHORTAGE = 1 << 41  # the last opening or raise took somebody's last chips, and was less than a full one

ACTS = 48  # acts come most often: their flags make small numbers
STEPS = {
    word: 1 << ACTS + number for number, word in enumerate(get_args(ProcedureStep))
}  # a note of this step of procedure
AFTER_STEPS = ACTS + len(STEPS)
LATER_HAND = 1 << AFTER_STEPS  # of a hand as a part of its session, or of a note: there was a hand before
NEXT_HAND = 1 << AFTER_STEPS + 1  # and it is known to be the one right after it
IN_TOURNAMENT = 1 << AFTER_STEPS + 2  # it is played in a tournament
LISTED = 1 << AFTER_STEPS + 3  # its table declared lists: features, signs, terms
REMARKED = 1 << AFTER_STEPS + 4  # something was noted since the hand before, or in it for later
ATTENDED = 1 << AFTER_STEPS + 5  # the floor may have something to tell: of hands before, or of those who come and go
DECLARED_ANEW = 1 << AFTER_STEPS + 6  # its set-up is not that of the hand before
AFTER_HANDS = AFTER_STEPS + 7
PROVIDED = 1 << AFTER_HANDS  # of a wager before the cards: the rulebook has a figure for it
UNPROVIDED = 1 << AFTER_HANDS + 1  # it has none
FOLLOWS = 1 << AFTER_HANDS + 2  # it comes after the last blind, on its left
SEATED = 1 << AFTER_HANDS + 3  # it is none of the blinds that a table declares
DECLARED = 1 << AFTER_HANDS + 4  # the table declares its blinds
POSTS = {word: 1 << AFTER_HANDS + 5 + number for number, word in enumerate(get_args(Posting))}  # by the log's word
AFTER_POSTS = AFTER_HANDS + 5 + len(POSTS)
KNOWN_CARDS = 1 << AFTER_POSTS  # of the end: the record tells some of the cards
TWICE = 1 << AFTER_POSTS + 1  # and one of them was seen in two places, or noted twice
BROKEN = 1 << AFTER_POSTS + 2  # what was paid is not what was due
IN_CASH = 1 << AFTER_POSTS + 3  # the hand is played in no tournament
ODD_BLINDS = 1 << AFTER_POSTS + 4  # the table declares no blinds, or more than two
PLAIN_POSTS = 1 << AFTER_POSTS + 5  # nothing was put up before the cards but as many blinds as the table declares
OTHER_POSTS = 1 << AFTER_POSTS + 6  # something else was
RARE = (Behind, Boxed, Buys, Counted, Discards, Holds, Incident, Lends, Show, SideWager, Voided)  # kinds of event
NOTED = {kind: 1 << AFTER_POSTS + 7 + number for number, kind in enumerate(RARE)}  # in the hand or before it
KINDS = {"call": CALLS, "open": OPENS, "raise": RAISES}


def of_act(state: HandState, act: Act) -> int:
    """The situation of a player's act."""
    flags = 0
    betround = state.round
    player = state.by_name[act.player]
    level = player.level_at_last_act
    if betround is not None:
        flags = (LATER_ACT if betround.acts else FIRST_ACT) | (OPENED if betround.opened else UNOPENED)
        highest = betround.highest
        if highest:
            flags |= WAGERED | OPTION if level < 0 and highest == player.put_in_round else WAGERED
            if highest != betround.full_level:
                flags |= UNEVEN
        else:
            flags |= UNWAGERED | UNEVEN
        if betround.round.round_index:
            flags |= LATER_ROUND
        else:
            flags |= FIRST_ROUND if betround.last_raiser is not None else FIRST_ROUND | ENTERING
        if betround.closed:
            flags |= CLOSED
        if betround.freeze is not None:
            flags |= FROZEN
        if betround.shortage is not None:
            flags |= SHORTAGE
    if state.turn is player:
        flags |= IN_TURN
    if state.skipped or state.absent:
        flags |= PASSED_OVER
    if not player.active:
        flags |= OUT
    elif player.stake == 0:
        flags |= TAPPED_OUT
    elif player.early is None and not player.unaccounted_for:
        flags |= ABLE
    if level >= 0:
        flags |= ANSWERS | CHECKED if player.checked else ANSWERS
    elif player.checked:
        flags |= CHECKED
    if player.forfeited is not None:
        flags |= FORFEITED
    if state.early:
        flags |= WAS_EARLY
    if not player.received and state.attempt.holes:
        flags |= UNDEALT
    move = state.move
    if move is not None and isinstance(act, Wager):
        flags |= KINDS[move.kind]
        if move.all_in:
            flags |= ALL_IN if move.added <= player.stake else ALL_IN | OVERDRAWN
        elif move.added < move.to_call:
            flags |= SHORT
        if act.manner is not None:
            flags |= NOTED_MANNER
        if act.added is not None and act.total is not None:
            flags |= TOLD_TWICE
        if act.said is not None or act.announced is not None or act.chips or act.manner == "with one chip":
            flags |= TOLD_HOW
    return flags


def of_event(state: HandState, event: Event) -> int:
    """The situation of anything else that happens in a hand."""
    flags = 0
    betround = state.round
    if betround is not None:
        flags = CLOSED if betround.closed else OPEN
        if betround.highest:
            flags |= WAGERED
        elif betround.all_checked:
            flags |= ALL_CHECKED
    else:
        flags = BEFORE_BETTING
    flags |= WON if state.over else CONTESTED
    if not state.attempt.holes:
        flags |= FIRST_HOLDING if state.attempt.dealt else FIRST_HOLDING | FIRST_CARD
    if state.attempts or state.attempt.faults or state.early or (type(event) is Communal and event.how):
        flags |= MISHAP
    own = OWN.get(type(event))
    return flags if own is None else flags | own(state, event)


def _of_post(state: HandState, event: Post) -> int:
    """What a wager before the cards is, beside the moment it comes at."""
    figure = state.forced
    flags = POSTS[event.kind] | (DECLARED if state.hand.setup.blinds else 0)
    if figure is None:
        return flags | UNPROVIDED
    flags |= PROVIDED | (0 if figure.by == "left" else SEATED)
    return flags | FOLLOWS if figure.by == ONWARD else flags


# Each function takes the kind of event that it stands beside; no type ties the keys of a dict to its values.
OWN: dict[type, Callable[[HandState, Any], int]] = {Procedure: lambda _, event: STEPS[event.what], Post: _of_post}


def of_note(session: Session, event: Event) -> int:
    """The situation of something noted between hands."""
    flags = LATER_HAND if session.previous is not None else 0
    return flags | STEPS[event.what] if isinstance(event, Procedure) else flags


def of_hand(session: Session, hand: HandPlayed | SessionClosed) -> int:
    """The situation of a whole hand in its session. A log of single hands has hardly any that checks ask for."""
    flags = REMARKED if session.since else 0
    if session.attended:
        flags |= ATTENDED
    if session.previous is None or session.previous.setup is not hand.setup:
        flags |= DECLARED_ANEW
    if session.previous is not None:
        flags |= LATER_HAND
        if isinstance(hand, HandPlayed) and session.follows(hand):
            flags |= NEXT_HAND
    return flags | of_setup(hand.setup)


def of_setup(setup: Setup) -> int:
    """What the set-up of a table adds to the situation of its hands, and of its end."""
    flags = IN_TOURNAMENT if setup.tournament is not None else 0
    return flags | LISTED if setup.listed else flags


def of_end(state: HandState, event: Settled) -> int:
    """The situation at the end of a hand."""
    flags = of_event(state, event) | (0 if state.over else SHOWDOWN)
    if not event.settlement.right:
        flags |= BROKEN
    known = [card for card, _ in state.cards_named if card != UNKNOWN]
    if known:
        flags |= KNOWN_CARDS if len(set(known)) == len(known) else KNOWN_CARDS | TWICE
    setup, before = state.hand.setup, state.hand.before
    flags |= IN_CASH if setup.tournament is None else IN_TOURNAMENT
    if len(setup.blinds) not in (1, 2):
        flags |= ODD_BLINDS
    posts = state.posts
    if posts:
        plain = [post.kind for post in posts] == ["blind"] * len(setup.blinds)
        flags |= PLAIN_POSTS if plain else OTHER_POSTS
    kinds = state.kinds.union(map(type, before)) if before else state.kinds
    for kind in kinds & NOTED.keys():
        flags |= NOTED[kind]
    return flags
