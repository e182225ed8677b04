"""The usual act: the player whose turn it is acts, in a betting round in which nothing unusual has happened.

Nearly all acts are such. Nobody is passed over then, no wager is held aside, and no round begins or ends but by the
act, so that what the general code finds out step by step (`passed_over`, `measuring`, `rounds_and_turns`) is known from
the outset. It comes to the same for these acts, and `tests/replay/test_in_turn.py` holds the two to each other.

A betting round is orderly (`HandState.orderly`) as long as nothing but such acts happens in it. Then those who may
still act stand in a ring, and the turn goes round: whoever comes next either has to act, or nobody has.
"""

from __future__ import annotations

from collections.abc import Callable

from auditor.replay.betting.measuring import apply_raise_to_round, measure
from auditor.replay.betting.passed_over import note_beginning
from auditor.replay.betting.rounds_and_turns import close, is_orderly, make, next_turn
from auditor.replay.betting.sizes import allows, least_call, unit_of, within
from auditor.replay.state import BettingRound, HandState, Move, Player
from auditor.vocabulary.events import Act, Call, Check, Fold, Pass, Raise, Returned, Wager

LookOn = Callable[[HandState, Act], None]


def in_turn(state: HandState, act: Act, look_on: LookOn) -> bool:
    """Let somebody look on at a usual act, and apply it. False if it may be another, and nothing is done."""
    player, betround = state.turn, state.round
    if player is None or player.name != act.player or betround is None:
        return False
    if not state.orderly and not _orderly_again(state, betround):
        return False
    if not betround.acts and betround.betting.designated is not None:
        note_beginning(state, act)
    kind = type(act)
    if kind is Fold:
        look_on(state, act)
        player.active = False
        player.folded = state.folds
        state.folds += 1
        state.still_in -= 1
    elif kind is Check or kind is Pass:
        look_on(state, act)
        player.checked = True
    else:
        assert isinstance(act, Wager)
        state.move = move = _measured(state, betround, act, player)
        look_on(state, act)
        state.move = None
        if not _put_in(state, betround, move):
            state.orderly = False
            return True
    _pass_on(state, betround, player)
    return True


def _orderly_again(state: HandState, betround: BettingRound) -> bool:
    """Is the betting round in order again after something else has happened?

    It is if those who are still to act sit side by side, from the player whose turn it is.
    """
    if betround.closed:
        return False
    state.ring, state.still_in = state.able, len(state.active)
    if not is_orderly(state, betround):
        return False
    place, highest = state.ring_place, betround.highest
    pending = [player.level_at_last_act < highest for player in state.ring[place:] + state.ring[:place]]
    state.orderly = pending[0] and pending == sorted(pending, reverse=True)
    return state.orderly


def _measured(state: HandState, betround: BettingRound, act: Wager, player: Player) -> Move:
    """What a wager amounts to. The general code measures one whose amount or size may be meant in two ways."""
    highest, before, stake, kind = betround.highest, player.put_in_round, player.stake, type(act)
    to_call = highest - before if highest > before else 0
    if act.total is not None:
        added = act.total - before
    elif act.added is not None:
        added = act.added
        if (kind is Call and added == highest) or (kind is Wager and Returned in state.kinds):
            return measure(state, act)
    elif kind is Call and not act.all_in:
        added = to_call if to_call < stake else stake
    elif type(act) is Raise and act.by is not None:
        added = to_call + act.by
    else:
        return measure(state, act)
    total = before + added
    if added < 0 or (total > highest and kind is Call):
        return measure(state, act)
    all_in = added >= stake or act.all_in
    wagering = betround.wagering
    opens = not betround.opened and wagering.opening is not None
    if total <= highest and not opens:
        return Move(player, "call", added, total, to_call, 0, all_in)
    if opens or not highest:
        plain, sizes, lowest = betround.round.round_index > 0 and not highest, wagering.opening, 0
        move = Move(player, "open", added, total, to_call, total, all_in)
    else:
        plain, sizes, lowest = _raises_plainly(state, betround), wagering.size, betround.floor
        move = Move(player, "raise", added, total, to_call, total - highest, all_in)
    if not plain or (not betround.acts and betround.betting.designated is not None):
        return measure(state, act)
    if sizes is not None:
        unit = unit_of(state, sizes)
        if sizes.paired or (unit and sizes.unit == "blind" and state.posts and state.posts[-1].amount != unit):
            return measure(state, act)
        least = sizes.multiples[0] * (unit or 0)
        move.full = least if least > lowest else lowest
        move.sized = unit is None or allows(sizes, move.increase, unit)
        move.short = move.increase < move.full and (all_in or player.start is None)
    move.legal = move.sized and (not wagering.ceilings or within(state, move))
    return move


def _raises_plainly(state: HandState, betround: BettingRound) -> bool:
    """Is a raise measured from the highest total alone, which is a full one, and does it count as a raise?"""
    highest, uncapped = betround.highest, state.game.uncapped
    if highest != betround.full_level or betround.shortage is not None or betround.raise_bases:
        return False
    if uncapped is not None and uncapped.lifts == "count-and-size":
        return False
    if betround.round.round_index:
        return True
    if betround.last_raiser is None and highest != state.blind:
        return False
    return betround.wagering.short.base != "either" or least_call(state, betround) == highest


def _put_in(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Put in a wager. The general code makes one that is less than it should be, or not all that it is said to be."""
    player, left = move.player, move.player.stake - move.added
    if left < 0 or (move.all_in and left) or (move.total < betround.highest and not move.all_in):
        make(state, move)
        return False
    player.stake = left
    player.put_in_round += move.added
    player.put_in_hand += move.added
    betround.opened = True
    if move.kind != "call":
        apply_raise_to_round(state, betround, move)
    elif move.total:
        betround.called = True
    player.undercalled = False
    return True


def _pass_on(state: HandState, betround: BettingRound, player: Player) -> None:
    """Pass the turn on round the ring after an act. Where fewer than two could go on, the general code decides."""
    if not betround.acts:
        betround.beginner = player
    betround.acts += 1
    highest, ring, place = betround.highest, state.ring, state.ring_place
    player.level_at_last_act, player.full_level_at_last_act = highest, betround.full_level
    state.last_to_act = player
    betround.in_turn.add(player.seat_order)
    if player.active and player.stake > 0:
        place += 1
    else:
        del ring[place]
    if place >= len(ring):
        place = 0
    if state.still_in < 2 or len(ring) < 2:
        state.orderly = False
        next_turn(state, player.seat_order)
        return
    state.ring_place = place
    following = ring[place]
    if following.level_at_last_act < highest:
        state.turn = following
    else:
        betround.all_checked = highest == 0
        close(state)
