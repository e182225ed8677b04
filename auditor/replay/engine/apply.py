"""How an event changes the state of a hand. Nothing is refused: what the record says is applied as it stands."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from auditor.replay.betting.lookahead import change_for, others_fold, place_of
from auditor.replay.betting.measuring import lower, post
from auditor.replay.betting.rounds_and_turns import acted, keep_turn, make, round_of, start_round
from auditor.replay.cards.board import note_step
from auditor.replay.cards.mishaps import note_mishap
from auditor.replay.engine.apply_cards import HANDLERS as CARDS
from auditor.replay.engine.apply_chips import HANDLERS as CHIPS
from auditor.replay.forced_bets.blinds_and_antes import BRING_IN
from auditor.replay.settlement.showdown import consents
from auditor.replay.state import UNKNOWN_STAKE, EarlyWager, HandState, Player
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.log_words import ACE_LOW
from auditor.vocabulary.seating import second_seat, taken_seat

BY_SEAT = attrgetter("seat")

# ---- seats and preparation ----


def _seat(state: HandState, event: e.Seat) -> None:
    if event.player in state.by_name:
        raise second_seat(event)
    if event.seat in state.by_seat:
        raise taken_seat(event)
    stake = UNKNOWN_STAKE if event.stake is None else event.stake
    players = state.players
    player = Player(event.player, event.seat, len(players), event.stake, stake, event.out, not event.out)
    if event.why is not None:
        player.why_out = event.why
    state.by_name[event.player] = state.by_seat[event.seat] = player
    players.append(player)
    if player.seat_order and players[-2].seat > event.seat:
        players.sort(key=BY_SEAT)
        for place, one in enumerate(players):
            one.seat_order = place


def _buck(state: HandState, event: e.Buck) -> None:
    if event.seat not in state.by_seat and not state.game.dead_button:
        seats = ", ".join(str(player.seat) for player in state.players) or "none"
        reason = f"found the buck at seat {event.seat}, expected an occupied seat ({seats})"
        raise Unreadable(reason, event.line, event.column)
    if not state.attempt.dealt or state.attempt.buck is None:  # once cards are out, the designated player stays
        state.buck = state.attempt.buck = event.seat


def _procedure(state: HandState, event: e.Procedure) -> None:
    state.steps[event.what] = event
    if event.what in ("shuffle", "cut"):
        note_step(state, event.what, event.done)
    if event.what == "shuffle":
        state.attempt.shuffled = event.done
    elif event.what == "cut" and not event.done and not state.remade:
        state.attempt.no_cut = event


def _declined(state: HandState, event: e.Declined) -> None:
    if event.what == "cut":
        state.attempt.declined = True
    elif event.what == "buck":
        state.buck_declined += (state.player(event.player, event).name,)


def _cut(state: HandState, event: e.Cut) -> None:
    note_step(state, "cut", True)
    if not state.remade:
        state.attempt.cut = event


def _fault(state: HandState, event: e.DealFault) -> None:
    state.player(event.player, event)
    note_mishap(state, event)
    for card in event.cards:
        state.cards_named.append((card, event))


def _agreement(state: HandState, event: e.Agreement) -> None:
    """An agreement noted inside the hand holds for it only if no card is out yet."""
    if event.what == ACE_LOW and not state.attempt.dealt and not event.unopposed:
        state.aces_low = consents(event, state.deck.low_ace)


def _post(state: HandState, event: e.Post) -> None:
    """Apply a wager before the cards.

    One that comes after the cards and before any act still belongs to the first round. So does a forced opening after
    others have folded who did not have to make it.
    """
    post(state, event)
    betround = state.round
    if betround is None or state.rounds_played > 1:
        return
    if not betround.acts or (event.kind == BRING_IN and not betround.highest):
        state.rounds_played = 0
        start_round(state)


# ---- acts ----


def _fold(state: HandState, event: e.Fold) -> None:
    player = state.by_name.get(event.player) or state.player(event.player, event)
    able = player.able
    if player.active:
        player.active = False
        player.folded = state.folds
        state.folds += 1
    if player.early is not None:
        player.early.folded = True
        player.early = None
    if able:
        acted(state, player)
    else:
        keep_turn(state)


def _check(state: HandState, event: e.Check | e.Pass) -> None:
    player = state.by_name.get(event.player) or state.player(event.player, event)
    betround = state.round or round_of(state)
    if not player.able:
        return
    player.checked = True
    if state.skipped:
        player.forfeited = betround.round.round_index
    acted(state, player)


def _wager(state: HandState, _act: e.Wager) -> None:
    move = state.move
    assert move is not None  # it was measured when the checks looked at it
    state.move = None
    make(state, move)


def _returned(state: HandState, event: e.Returned) -> None:
    player = state.player(event.player, event)
    before = state.hand.events[place_of(state, event) - 1]
    if isinstance(before, e.Wager) and change_for(state, before) is event:
        return  # the wager was measured without it
    amount = min(event.amount, player.put_in_hand)
    uncalled = others_fold(state, event)
    for early in state.early:
        if early.player == event.player and not uncalled and not _uncalled(state, early, event.amount):
            early.returned += event.amount
            if early.outcome == "held":
                amount = 0
    player.put_in_hand -= amount
    player.put_in_round = max(player.put_in_round - amount, 0)
    player.stake += amount
    player.returned += amount
    given_back = player.void or player.wrong_card_count  # the hand is out; what the others have to meet stays
    if state.round is not None and (state.round.closed or uncalled):
        player.returned_late += amount  # it changes nothing in the betting, whether uncalled or void
    elif state.round is not None and amount and not given_back:
        lower(state, state.round, player)


def _uncalled(state: HandState, early: EarlyWager, amount: int) -> bool:
    """Are the chips that are handed back now only the part of this wager, or of a later one, that nobody called?"""
    if early.outcome != "stands":
        return False
    if early.round is not state.round:
        return True
    over = state.over or (state.round is not None and state.round.closed)
    met = max((one.put_in_round for one in state.players if one.name != early.player), default=0)
    return over and amount <= state.by_name[early.player].put_in_round - met


# Each function takes the kind of event that it stands beside. No type ties the keys of a dict to its values: hence Any.
HANDLERS: dict[type[e.Event], Callable[[HandState, Any], None]] = {
    e.Seat: _seat,
    e.Buck: _buck,
    e.Procedure: _procedure,
    e.Declined: _declined,
    e.Cut: _cut,
    e.DealFault: _fault,
    e.Agreement: _agreement,
    e.Post: _post,
    e.Fold: _fold,
    e.Check: _check,
    e.Pass: _check,
    e.Call: _wager,
    e.Bet: _wager,
    e.Raise: _wager,
    e.Wager: _wager,
    e.Returned: _returned,
    **CARDS,
    **CHIPS,
}
