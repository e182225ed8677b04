"""How an event changes the state of the table. Nothing is refused: what was recorded is applied as recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor import events as e
from auditor.errors import Unreadable
from auditor.replay.ahead import acts_later, awaited, is_early
from auditor.replay.betting import (
    acted,
    cards_come,
    keep_turn,
    make,
    round_of,
    start_round,
)
from auditor.replay.board import ASIDE, BACK, BURNT, leave_board, note_step, opened, substantial
from auditor.replay.draw import discard, drawing, drawn, give_up, reshuffle, serve, throw
from auditor.replay.moves import lower, measure, post
from auditor.replay.showdown import ACE_LOW, consents, own_cards_due, replaced
from auditor.replay.table import UNKNOWN_STAKE, Attempt, EarlyWager, Player, Table


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
    """A wager before the cards. One that comes after them, and before any act, still belongs to the first round."""
    post(table, event)
    if table.round is not None and table.rounds_played == 1 and not table.round.acts:
        table.rounds_played = 0
        start_round(table)


# ---- cards ----


def _deal(table: Table, event: e.Deal) -> None:
    """One pass of cards: of the first deal, of a later one, or in the draw."""
    if not table.attempt.holes:
        table.attempt.dealt = table.attempt.holes = True
        for player in _without_cards(table, event):
            player.active = False
    elif table.round is not None and _cards_to_come(table):
        cards_come(table, event)
    draws = drawing(table)
    for name, cards in event.holdings:
        player = table.player(name, event)
        if player.folded is None and not player.void:
            player.active = True
        if draws:
            serve(table, event, name, cards)
        player.cards += cards
        player.received += len(cards)
        _put_right(table, player, len(cards))
        if event.up != (name in event.contrary):
            player.up += cards
        for card in cards:
            table.seen.append((card, event))
    table.fresh = table.round is None or _cards_to_come(table)
    if _ready(table) or (draws and drawn(table)):
        start_round(table)


def _put_right(table: Table, player: Player, change: int) -> None:
    """A wrong number of cards found in a hand is corrected, which can be done until there was substantial action."""
    if player.held is not None and table.rounds_played < 2 and not substantial(table.round):
        player.held += change
        player.misheld = player.held != own_cards_due(table)


def _cards_to_come(table: Table) -> bool:
    """May a card to a player belong to a later round? If not, it is one too many, or in place of another.

    Once the first deal of a game with communal cards is over, players get no more of their own.
    """
    return not table.rounds[-1].communal or any(each.passes for each in table.rounds[table.rounds_played :])


def _ready(table: Table) -> bool:
    """Have all players the cards that the next betting round follows?"""
    place = table.rounds_played
    if table.over or place >= len(table.rounds) or (table.round is not None and not table.round.closed):
        return False
    coming = table.rounds[place]
    if coming.betting.draw or coming.communal > len(table.board):
        return False
    own = coming.own - replaced(table)
    return all(player.received + player.unnoted >= own for player in table.players if player.active)


def _without_cards(table: Table, event: e.Deal) -> list[Player]:
    """The players to whom no cards went: not named in the deal, and with no part in the hand after it.

    A log may leave out the cards of players who are plainly in.
    """
    named = {name for name, _ in event.holdings}
    others = [player for player in table.players if player.name not in named]
    if not others:
        return []
    events = table.hand.events
    at = next((number for number, each in enumerate(events) if each is event), len(events))
    acting = {each.player for each in events[at:] if isinstance(each, e.Act)}
    return [player for player in others if player.out or player.name not in acting]


def _communal(table: Table, event: e.Communal) -> None:
    table.attempt.dealt = True
    opened(table, event, is_early(table, event))
    belongs = awaited(table, event)
    early = table.round is not None and not belongs and cards_come(table, event)
    for card in event.cards:
        table.board.append(card)
        table.seen.append((card, event))
    if event.how == "face-up":
        table.attempt.face_up = event
    if not early and not belongs and _turned(table):
        start_round(table)
    elif not early and not belongs:
        table.fresh = True


def _turned(table: Table) -> bool:
    """Are all the communal cards out that the next betting round follows? They may be noted one by one."""
    place = min(table.rounds_played, len(table.rounds) - 1)
    return len(table.board) - table.surplus >= table.rounds[place].communal


def _boxed(table: Table, event: e.Boxed) -> None:
    table.attempt.boxed.append(event)


def _taken_back(table: Table, event: e.TakenBack) -> None:
    """Cards go back among those to be dealt, from which they may come again."""
    table.released.update(event.cards)
    if event.player is not None:
        player = table.player(event.player, event)
        player.received = max(player.received - len(event.cards), 0)
        player.cards = tuple(card for card in player.cards if card not in event.cards)
        player.up = tuple(card for card in player.up if card not in event.cards)
        _put_right(table, player, -len(event.cards))
        _not_begun(table, player)
    else:
        leave_board(table, event.cards, BACK, event)


def _set_aside(table: Table, event: e.SetAside) -> None:
    """Communal cards are put aside, from where they may be shuffled in again."""
    table.released.update(event.cards)
    leave_board(table, event.cards, ASIDE, event)


def _not_begun(table: Table, player: Player) -> None:
    """A betting round without an act that began with a card now taken back waits for the card in its place."""
    betround = table.round
    if betround is not None and betround.acts == 0 and player.received < own_cards_due(table):
        table.rounds_played -= 1
        table.fresh, table.turn = True, None
        betround.closed = True
        if not table.rounds_played:
            table.round = None


def _discards(table: Table, event: e.Discards) -> None:
    if not table.rounds[-1].betting.draw:
        give_up(table, event)
        return
    if table.round is not None:
        cards_come(table, event)
    discard(table, event)
    table.fresh = True
    if drawing(table) and drawn(table):
        start_round(table)


def _reshuffled(table: Table, event: e.Reshuffled) -> None:
    if table.game.remedies:
        note_step(table, "shuffle", True)
    else:
        reshuffle(table, event)


def _burn(table: Table, event: e.Burn) -> None:
    if drawing(table):
        throw(table, event)
    else:
        leave_board(table, event.cards, BURNT, event)
        table.burns.append(event)
        table.burnt += len(event.cards) or 1


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
    round_of(table)
    move = table.move if table.move is not None else measure(table, act)
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
    if table.round is not None and amount and not table.round.closed and not given_back:
        lower(table, table.round, player)  # what goes back uncalled once the betting is over changes nothing in it


def _uncalled(table: Table, early: EarlyWager, amount: int) -> bool:
    """Are chips handed back at this moment merely the part of a wager, of that one or a later, that nobody called?"""
    if early.outcome != "stands":
        return False
    if early.round is not table.round:
        return True
    over = table.over or (table.round is not None and table.round.closed)
    met = max((one.total for one in table.players if one.name != early.player), default=0)
    return over and amount <= table.by_name[early.player].total - met


# ---- mishaps, showdown, settlement ----


def _misdeal(table: Table, event: e.Misdeal) -> None:
    """The deal is off: cards and wagers go back, the attempt is kept for the misdeal checks."""
    table.attempt.misdeal = event
    table.attempts.append(table.attempt)
    table.attempt = Attempt()
    for player in table.players:
        player.stake += player.put
        player.total = player.put = player.received = 0
        player.up = ()
        player.cards, player.acted, player.answered, player.folded = (), -1, -1, None
        player.void, player.early = False, None
        player.undercalled, player.forfeited = False, None
        player.held, player.misheld, player.shown, player.mucked, player.lost = None, False, None, False, False
        player.active = not player.out
    table.board.clear()
    table.burns.clear()
    table.openings.clear()
    table.given_up.clear()
    table.seen.clear()
    table.shows.clear()
    table.early.clear()
    table.released.clear()
    table.kept, table.posts, table.made, table.numbers = table.posts or table.kept, [], [], []
    table.blind, table.compulsory, table.quantum, table.lacks_last = None, None, None, False
    table.round, table.turn, table.over, table.draw = None, None, False, None
    table.rounds_played = table.waiting_card = table.folds = table.burnt = table.surplus = 0
    table.fresh = table.gaps = False


def _holds(table: Table, event: e.Holds) -> None:
    player = table.player(event.player, event)
    player.held, player.misheld = event.count, event.count != own_cards_due(table)


def _voided(table: Table, event: e.Voided) -> None:
    player = table.player(event.player, event)
    player.void = True
    if player.active:
        player.active = False
        if table.round is not None and not table.round.closed:
            keep_turn(table)


def _show(table: Table, event: e.Show) -> None:
    player = table.player(event.player, event)
    player.shown = event.cards
    known = set(player.cards)
    for card in event.cards:
        if card not in known:
            table.seen.append((card, event))
    table.shows.append(event)


def _muck(table: Table, event: e.Muck) -> None:
    player = table.player(event.player, event)
    player.mucked = True


def _win(table: Table, event: e.Win) -> None:
    player = table.player(event.player, event)
    player.won += event.amount
    table.wins.append(event)


def _refund(table: Table, event: e.Refund) -> None:
    table.player(event.player, event).refunded += event.amount


def _buys(table: Table, event: e.Buys) -> None:
    _gains(table, table.player(event.player, event), event)


def _removes(table: Table, event: e.Removes | e.Pays) -> None:
    player = table.player(event.player, event)
    player.stake = max(player.stake - event.amount, 0)
    player.removed += event.amount


def _lends(table: Table, event: e.Lends) -> None:
    giver, taker = table.player(event.player, event), table.player(event.to, event)
    giver.stake = max(giver.stake - event.amount, 0)
    giver.removed += event.amount
    _gains(table, taker, event)


def _gains(table: Table, player: Player, event: e.Buys | e.Lends) -> None:
    """Chips come to a player; one whose last ones are in the pot has no turns, unless the record shows some."""
    player.bought += event.amount
    if player.tapped_out and player.put and not acts_later(table, player, event):
        player.aside += event.amount
    else:
        player.stake += event.amount


def _side_wager(table: Table, event: e.SideWager) -> None:
    """Chips staked beside the game leave the table stake. Somebody without a seat has none."""
    player = table.by_name.get(event.player)
    if player is not None:
        player.stake = max(player.stake - event.amount, 0)
        player.beside[event.on] = player.beside.get(event.on, 0) + event.amount


def _side_settled(table: Table, event: e.SideSettled) -> None:
    """What is won beside the game, and the stake with it, joins the table stake once the hand is over."""
    player = table.by_name.get(event.player)
    if player is not None and event.how != "loses":
        stake = player.beside.get(event.on, 0) if event.how == "wins" else 0
        player.aside += event.amount + stake


def _counted(table: Table, event: e.Counted) -> None:
    table.player(event.player, event).counted = event.amount


def _invalidated(table: Table, event: e.Invalidated) -> None:
    table.invalidated = event


def _announced(table: Table, event: e.Announced) -> None:
    table.announced.append(event)


def _pot_taken(table: Table, event: e.PotTaken) -> None:
    table.pots_taken.append(event)


HANDLERS: dict[type[e.Event], Callable[[Table, Any], None]] = {
    e.Seat: _seat,
    e.Buck: _buck,
    e.Procedure: _procedure,
    e.Declined: _declined,
    e.Cut: _cut,
    e.DealFault: _fault,
    e.Agreement: _agreement,
    e.Post: _post,
    e.Deal: _deal,
    e.Communal: _communal,
    e.Boxed: _boxed,
    e.TakenBack: _taken_back,
    e.SetAside: _set_aside,
    e.Discards: _discards,
    e.Reshuffled: _reshuffled,
    e.Burn: _burn,
    e.Fold: _fold,
    e.Check: _check,
    e.Pass: _check,
    e.Call: _wager,
    e.Bet: _wager,
    e.Raise: _wager,
    e.Wager: _wager,
    e.Returned: _returned,
    e.Misdeal: _misdeal,
    e.Holds: _holds,
    e.Voided: _voided,
    e.Show: _show,
    e.Muck: _muck,
    e.Win: _win,
    e.Refund: _refund,
    e.Buys: _buys,
    e.Removes: _removes,
    e.Pays: _removes,
    e.Lends: _lends,
    e.Counted: _counted,
    e.SideWager: _side_wager,
    e.SideSettled: _side_settled,
    e.Invalidated: _invalidated,
    e.Announced: _announced,
    e.PotTaken: _pot_taken,
}
