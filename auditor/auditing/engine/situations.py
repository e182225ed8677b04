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
from auditor.replay.settlement.showdown import CLASSES
from auditor.replay.state import HandState
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
AFTER_NOTED = AFTER_POSTS + 7 + len(NOTED)
PAID_RIGHT = 1 << AFTER_NOTED  # of the end: a pot was paid, and what was paid is what was due
SINGLE_POT = 1 << AFTER_NOTED + 1  # there is no more than one pot
SEVERAL_POTS = 1 << AFTER_NOTED + 2  # there are a main pot and side pots
UNSHARED = 1 << AFTER_NOTED + 3  # no pot has more than one winner, for high or for low
UNCALLED = 1 << AFTER_NOTED + 4  # nobody called the whole of the last wager
ALL_CALLED = 1 << AFTER_NOTED + 5  # all wagers were called, and nothing went back
UNMUCKED = 1 << AFTER_NOTED + 6  # no hand that was in at the end was thrown away
COMPARED = 1 << AFTER_NOTED + 7  # hands were laid open and compared
UNCOMPARED = 1 << AFTER_NOTED + 8  # none were
UNCOUNTED = 1 << AFTER_NOTED + 9  # the log counts no pot
COUNTED_RIGHT = 1 << AFTER_NOTED + 10  # it counts one pot, which is what was wagered
TAKEN_FIRST = 1 << AFTER_NOTED + 11  # it has pots and announcements before the first payment
BY_SCALE = 1 << AFTER_NOTED + 12  # the hand bears commission on the rulebook's own scale
SMALL_POT = 1 << AFTER_NOTED + 13  # by which a pot of this size bears none
LARGE_POT = 1 << AFTER_NOTED + 14  # by which it bears some
UNDER_CEILING = 1 << AFTER_NOTED + 15  # and the pot does not go beyond what bears commission
CHARGED_RIGHT = 1 << AFTER_NOTED + 16  # one player won the only pot, and it bore the commission that was due
IN_DECK = 1 << AFTER_NOTED + 17  # all cards known are of the deck in use, each once
NO_CARDS = 1 << AFTER_NOTED + 18  # no card is known, and the game has the deck that the table declares
FIRST_DEAL = 1 << AFTER_NOTED + 19  # no deal was called off
BOARDLESS = 1 << AFTER_NOTED + 20  # the record has no communal cards
BOARD_IN_STAGES = 1 << AFTER_NOTED + 21  # they came in as many at once as the betting rounds call for
PLAYED_OUT = 1 << AFTER_NOTED + 22  # cards are noted, and all of them came or one player is left, who was paid
UNNOTED = 1 << AFTER_NOTED + 23  # the cards that a hand is played out with are not noted
LAST_ROUND = 1 << AFTER_NOTED + 24  # there was betting in the last round, with all communal cards, and a payment
WITHIN_STAKES = 1 << AFTER_NOTED + 25  # money was wagered, and nobody wagered more than the stake before the hand
DEALT_TO_ALL = 1 << AFTER_NOTED + 26  # the record deals cards to everybody, and some put up chips before
BLINDS_IN_TURN = 1 << AFTER_NOTED + 27  # just the two blinds that the table declares, by the players due for them
HEADS_UP = 1 << AFTER_NOTED + 28  # and those two play alone
MORE_PLAYERS = 1 << AFTER_NOTED + 29  # and others play with them
DUTIES_DONE = 1 << AFTER_NOTED + 30  # every blind that the rulebook has is on record
NO_ANTES = 1 << AFTER_NOTED + 31  # the table declares no ante and nobody put one up
ALL_ANTED = 1 << AFTER_NOTED + 32  # everybody who was dealt in put up an ante
STATED_BLINDS = 1 << AFTER_NOTED + 33  # the head of the hand states blinds, beside those put up
AFTER_END = AFTER_NOTED + 34
WINNERS = {name: 1 << AFTER_END + number for number, name in enumerate(CLASSES)}  # a hand of this class won
AFTER_WINNERS = AFTER_END + len(WINNERS)
KINDS = {"call": CALLS, "open": OPENS, "raise": RAISES}


def of_act(state: HandState, act: Act) -> int:
    """The situation of a player's act."""
    flags = 0
    betround = state.round
    player = state.by_name[act.player]
    if betround is not None:
        flags = (LATER_ACT if betround.acts else FIRST_ACT) | (OPENED if betround.opened else UNOPENED)
        if betround.closed:
            flags |= CLOSED
        if betround.freeze is not None:
            flags |= FROZEN
        if betround.highest:
            flags |= (
                WAGERED | OPTION
                if player.level_at_last_act < 0 and betround.highest == player.put_in_round
                else WAGERED
            )
        else:
            flags |= UNWAGERED
        if betround.round.round_index:
            flags |= LATER_ROUND
        else:
            flags |= FIRST_ROUND if betround.last_raiser is not None else FIRST_ROUND | ENTERING
        if betround.highest != betround.full_level or not betround.full_level:
            flags |= UNEVEN
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
    if player.level_at_last_act >= 0:
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
