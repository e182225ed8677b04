"""How an event changes the state of the table. Nothing is refused: what was recorded is applied as recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.replay.betting.measuring import lower, measure, post
from auditor.replay.betting.rounds_and_turns import acted, keep_turn, make, round_of, start_round
from auditor.replay.cards.board import note_step
from auditor.replay.engine.apply_cards import HANDLERS as CARDS
from auditor.replay.engine.apply_chips import HANDLERS as CHIPS
from auditor.replay.forced_bets.blinds_and_antes import BRING_IN
from auditor.replay.settlement.showdown import ACE_LOW, consents
from auditor.replay.state import UNKNOWN_STAKE, EarlyWager, Player, Table
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable


def apply(table: Table, event: e.Event) -> None:
    """Change the table as the event says; events that change nothing are passed over."""
    handler = HANDLERS.get(type(event))
    if handler is not None:
        handler(table, event)


# ---- seats and preparation ----


def _seat(table: Table, event: e.Seat) -> None:
    if event.player in table.by_name:
        raise Unreadable(
            f"found {event.player!r} in a second seat, expected one seat a player", event.line, event.column
        )
    if event.seat in table.by_seat:
        raise Unreadable(f"found two players in seat {event.seat}, expected one", event.line, event.column)
    stake = UNKNOWN_STAKE if event.stake is None else event.stake
    players = table.players
    player = Player(event.player, event.seat, len(players), event.stake, stake, event.out, not event.out)
    table.by_name[event.player] = table.by_seat[event.seat] = player
    players.append(player)
    if player.place and players[-2].seat > event.seat:
        players.sort(key=lambda one: one.seat)
        for place, one in enumerate(players):
            one.place = place


def _buck(table: Table, event: e.Buck) -> None:
    if event.seat not in table.by_seat and not table.game.dead_button:
        seats = ", ".join(str(player.seat) for player in table.players) or "none"
        reason = f"found the buck at seat {event.seat}, expected an occupied seat ({seats})"
        raise Unreadable(reason, event.line, event.column)
    if not table.attempt.dealt or table.attempt.buck is None:  # once cards are out, the designated player stays
        table.buck = table.attempt.buck = event.seat


def _procedure(table: Table, event: e.Procedure) -> None:
    table.steps[event.what] = event
    if event.what in ("shuffle", "cut"):
        note_step(table, event.what, event.done)
    if event.what == "shuffle":
        table.attempt.shuffled = event.done
    elif event.what == "cut" and not event.done and not table.remade:
        table.attempt.no_cut = event


def _declined(table: Table, event: e.Declined) -> None:
    if event.what == "cut":
        table.attempt.declined = True
    elif event.what == "buck":
        table.buck_declined += (table.player(event.player, event).name,)
    elif event.what == "option":
        _passed(table, table.player(event.player, event))


def _cut(table: Table, event: e.Cut) -> None:
    note_step(table, "cut", True)
    if not table.remade:
        table.attempt.cut = event


def _fault(table: Table, event: e.DealFault) -> None:
    table.player(event.player, event)
    table.attempt.faults.append(event)
    for card in event.cards:
        table.seen.append((card, event))


def _agreement(table: Table, event: e.Agreement) -> None:
    """An agreement noted inside the hand holds for it only if no card is out yet."""
    if event.what == ACE_LOW and not table.attempt.dealt:
        table.aces_low = consents(event, table.deck.low_ace)


def _post(table: Table, event: e.Post) -> None:
    """A wager before the cards. One that comes after them, and before any act, still belongs to the first round.

    So does a forced opening after others have folded, none of whom had to make it.
    """
    post(table, event)
    betround = table.round
    if betround is None or table.rounds_played > 1:
        return
    if not betround.acts or (event.kind == BRING_IN and not betround.highest):
        table.rounds_played = 0
        start_round(table)


# ---- acts ----


def _fold(table: Table, event: e.Fold) -> None:
    player = table.by_name.get(event.player) or table.player(event.player, event)
    able = player.able
    if player.active:
        player.active = False
        player.folded = table.folds
        table.folds += 1
    if player.early is not None:
        player.early.folded = True
        player.early = None
    if able:
        acted(table, player)
    else:
        keep_turn(table)


def _check(table: Table, event: e.Check | e.Pass) -> None:
    player = table.by_name.get(event.player) or table.player(event.player, event)
    _passed(table, player)


def _passed(table: Table, player: Player) -> None:
    betround = table.round or round_of(table)
    if not player.able:
        return
    player.checked = True
    if table.skipped:
        player.forfeited = betround.round.place
    betround.checks += 1
    acted(table, player)


def _wager(table: Table, act: e.Wager) -> None:
    move = table.move
    if move is None:
        round_of(table)
        move = measure(table, act)
    table.move = None
    make(table, move)


def _returned(table: Table, event: e.Returned) -> None:
    player = table.player(event.player, event)
    amount = min(event.amount, player.put)
    for early in table.early:
        if early.player == event.player and not _uncalled(table, early, event.amount):
            early.returned += event.amount
            if early.outcome == "held":
                amount = 0
    player.put -= amount
    player.total = max(player.total - amount, 0)
    player.stake += amount
    player.returned += amount
    given_back = player.void or player.misheld  # the hand is out; what the others have to meet stays
    if table.round is not None and table.round.closed:
        player.returned_late += amount  # changes nothing in the betting, be it uncalled or void
    elif table.round is not None and amount and not given_back:
        lower(table, table.round, player)


def _uncalled(table: Table, early: EarlyWager, amount: int) -> bool:
    """Are chips handed back at this moment merely the part of a wager, of that one or a later, that nobody called?"""
    if early.outcome != "stands":
        return False
    if early.round is not table.round:
        return True
    over = table.over or (table.round is not None and table.round.closed)
    met = max((one.total for one in table.players if one.name != early.player), default=0)
    return over and amount <= table.by_name[early.player].total - met


HANDLERS: dict[type[e.Event], Callable[[Table, Any], None]] = {
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
