"""The situation of whatever happens in a hand and is no act: wagers before the cards, cards, steps of procedure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.auditing.engine.situations import (
    ALL_CHECKED,
    AS_DEALT,
    AS_DUE,
    BEFORE_BETTING,
    BUCK_DECLINED,
    BUCK_PLACED,
    BY,
    CLOSED,
    CONTESTED,
    COVERED,
    CUT_AS_DUE,
    CUT_NOTED,
    DECLARED,
    DONE,
    ENOUGH_CARDS,
    FACE_DOWN,
    FIRST_CARD,
    FIRST_HOLDING,
    FOLLOWS,
    FROM_BUCK,
    IN_DRAW,
    MADE_RIGHT,
    MISHAP,
    MORE_CARDS,
    NEXT_CARDS,
    NONE_SITS_OUT,
    NOT_LAST,
    NOTHING_OPEN,
    OLD_DECK,
    OPEN,
    OWN_TO_COME,
    POSTS,
    PROVIDED,
    RIGHT_WAY_UP,
    ROUND_THE_TABLE,
    SEATED,
    SHUFFLED,
    STAKE_LEFT,
    STEPS,
    TURNED,
    UNEXPOSED,
    UNPROVIDED,
    UNSEEN,
    UNSTAKED,
    WAGERED,
    WON,
)
from auditor.replay.engine.apply_cards import cards_to_come
from auditor.replay.forced_bets.blinds_and_antes import BLIND, ONWARD, amounts, maker
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Forced
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import (
    Buck,
    Communal,
    Counted,
    Cut,
    Deal,
    Discards,
    Event,
    Post,
    Procedure,
    Replaced,
    Show,
)


def of_event(state: HandState, event: Event, asked: int) -> int:
    """The situation of anything that happens in a hand and is no act. Some is worked out only if a check `asked`."""
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
    return flags if own is None else flags | own(state, event, asked)


def _of_post(state: HandState, event: Post, asked: int) -> int:
    """What a wager before the cards is, beside the moment it comes at."""
    figure = state.forced
    flags = POSTS[event.kind] | (DECLARED if state.hand.setup.blinds else 0)
    player = state.by_name.get(event.player)
    if player is not None:
        if player.start is None:
            flags |= UNSTAKED
        elif event.amount <= player.stake:
            flags |= COVERED
    if figure is None:
        return flags | UNPROVIDED
    flags |= PROVIDED | BY[figure.by] | (0 if figure.by == "left" else SEATED)
    if figure.by == ONWARD:
        return flags | FOLLOWS
    if figure.of == "declared" and figure.kind == BLIND:
        blinds, number = state.hand.setup.blinds, state.blind_index
        return flags | AS_DUE if number < len(blinds) and event.amount == blinds[number] else flags
    if asked & AS_DUE and event.amount in amounts(state, figure):
        flags |= AS_DUE
    if figure.kind == BLIND and asked & MADE_RIGHT[0] and not state.attempt.dealt and figure.by != "left":
        flags |= _of_maker(state, event, figure)
    return flags


def _of_maker(state: HandState, event: Post, figure: Forced) -> int:
    """Is a blind, of those that the rulebook has, put up by the player whose duty it is?"""
    right = maker(state, figure)
    if right is None or right.name != event.player or figure.form != state.rounds[0].betting.form:
        return 0
    for flag, one in zip(MADE_RIGHT, state.game.forced_by_kind[BLIND], strict=False):
        if one is figure:
            return flag
    return 0


# ---- cards ----


def _of_new_cards(state: HandState) -> int:
    """Do cards come after a betting round that is over?"""
    betround = state.round
    if betround is None or state.fresh or state.over:
        return MORE_CARDS
    flags = NEXT_CARDS if betround.closed else 0
    return flags | IN_DRAW if betround.betting.draw else flags


def _of_discards(state: HandState, _event: Discards, _asked: int) -> int:
    return _of_new_cards(state)


def _of_communal(state: HandState, event: Communal, asked: int) -> int:
    flags, there = _of_new_cards(state), len(state.board)
    single = asked & TURNED[0] and len(event.cards) == 1 and state.attempt.holes and there < len(TURNED)
    return flags | TURNED[there] if single else flags


def _of_deal(state: HandState, event: Deal, asked: int) -> int:
    """How a pass of the deal goes round, and what came before it."""
    if state.round is None:
        if not asked & (RIGHT_WAY_UP | ROUND_THE_TABLE):
            return MORE_CARDS  # nobody asks how the cards were dealt
        flags = MORE_CARDS | _of_first_deal(state, event)
        if not state.attempt.holes:
            flags |= _of_first_pass(state, event)
    else:
        flags = _of_new_cards(state)
        if not flags & (MORE_CARDS | IN_DRAW):
            if state.attempt.holes and cards_to_come(state):
                flags |= OWN_TO_COME
            if asked & ENOUGH_CARDS and _enough_cards(state):
                flags |= ENOUGH_CARDS
        coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
        if not event.contrary and (not coming.passes or ("u" in coming.passes[0]) == event.up):
            flags |= RIGHT_WAY_UP
    if not event.up and not event.contrary:
        flags |= FACE_DOWN
    return flags | NOT_LAST if state.rounds_played < len(state.rounds) - 1 else flags


def _of_first_deal(state: HandState, event: Deal) -> int:
    """Which way up the cards of a pass before the betting lie, and in which order they come."""
    seated, pattern, together = state.by_name, state.rounds[-1].pattern, state.rounds[0].together
    flags = NOTHING_OPEN if not any(player.up for player in state.players) else 0
    way, cards_due, last = "u" if event.up else "d", len(pattern), -1
    right = orderly = not event.contrary
    first = seated.get(event.holdings[0][0])
    for name, cards in event.holdings:
        player = seated.get(name)
        if player is None or first is None:
            return flags
        place = player.received
        right = right and (place >= cards_due or pattern[place] == way)
        step = (player.seat_order - first.seat_order) % len(state.players)
        orderly = orderly and step > last and len(cards) == together.get(place)
        last = step
    flags |= RIGHT_WAY_UP if right else 0
    return flags | ROUND_THE_TABLE if orderly else flags


def _of_first_pass(state: HandState, event: Deal) -> int:
    """What was done before the first cards to players, and who gets them."""
    attempt, seated, designated = state.attempt, state.by_name, state.designated
    if state.attempts or any(player.received for player in state.players):
        return 0
    flags = CUT_NOTED if attempt.cut is not None or attempt.no_cut is not None else 0
    if attempt.shuffled:
        flags |= SHUFFLED
    if Replaced not in map(type, state.hand.before):
        flags |= OLD_DECK
    if designated is not None and not designated.out and event.holdings[0][0] == designated.name:
        flags |= FROM_BUCK
    players = [seated[name] for name, _ in event.holdings if name in seated]
    if len(players) == len(event.holdings) and not any(player.out for player in players):
        flags |= NONE_SITS_OUT
    return flags


def _enough_cards(state: HandState) -> bool:
    """Does the record show how many cards are out, and do the others go round?"""
    if state.attempt.faults:
        return False
    left = state.deck.size - len(state.board) - state.burnt
    for player in state.players:
        if not player.received and not player.out:
            return False
        left -= player.received + player.active
    return left >= 0


def _of_cut(state: HandState, event: Cut, _asked: int) -> int:
    attempt, designated = state.attempt, state.designated
    flags = 0 if event.exposed else UNEXPOSED
    if designated is None or designated.name != event.player or state.attempts or state.remade:
        return flags
    begun = attempt.dealt or attempt.cut is not None or attempt.no_cut is not None or state.round is not None
    return flags if begun else flags | CUT_AS_DUE


def _of_buck(state: HandState, event: Buck, _asked: int) -> int:
    flags = BUCK_DECLINED if state.buck_declined else 0
    player = state.by_seat.get(event.seat)
    placed = not state.attempt.dealt and (player is None or not player.out)
    return flags | BUCK_PLACED if placed else flags


def _of_show(state: HandState, event: Show, _asked: int) -> int:
    player = state.by_name.get(event.player)
    if player is None or not player.cards:
        return UNSEEN
    for card in event.cards:
        if card == UNKNOWN or card not in player.cards:
            return 0
    return AS_DEALT if event.cards else 0


def _of_count(state: HandState, event: Counted, _asked: int) -> int:
    player = state.by_name.get(event.player)
    if player is None or player.start is None or player.early is not None:
        return 0
    return STAKE_LEFT if event.amount == player.accounted_for else 0


def _of_step(state: HandState, event: Procedure, _asked: int) -> int:
    flags = STEPS[event.what]
    return flags | DONE if event.done and event.by not in state.by_name else flags


# Each function takes the kind of event that it stands beside; no type ties the keys of a dict to its values.
OWN: dict[type, Callable[[HandState, Any, int], int]] = {
    Buck: _of_buck,
    Communal: _of_communal,
    Counted: _of_count,
    Cut: _of_cut,
    Deal: _of_deal,
    Discards: _of_discards,
    Post: _of_post,
    Procedure: _of_step,
    Show: _of_show,
}
