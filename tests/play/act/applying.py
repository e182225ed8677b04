"""How what happens changes the table of an ACT game; nothing is refused, since faults happen too."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch

from play.act import events as e
from play.act.options import lawful, short
from play.act.table import Player, Round, Table

Change = Callable[[Table, e.Event], None]


@singledispatch
def apply(event: e.Event, table: Table) -> None:
    """Change the table as the event says; most events leave it as it is."""


# ---- before the cards ----


@apply.register
def _(event: e.Seat, table: Table) -> None:
    player = Player(event.seat, event.player, event.stake, live=not event.out, out=event.out, start=event.stake)
    table.players = sorted([*table.players, player], key=lambda one: one.seat)


@apply.register
def _(event: e.Buck, table: Table) -> None:
    if not table.dealt:  # the designated player stays who it is once cards are out
        table.buck = event.seat


@apply.register
def _(event: e.Post, table: Table) -> None:
    table.post(event)


# ---- cards ----


@apply.register
def _(event: e.Deal, table: Table) -> None:
    table.dealt = True
    if table.round is not None:
        table.end_round()
    for name, cards in event.holdings:
        player = table.by_name[name]
        player.received += len(cards)
        player.cards += cards
        if event.up != (name in event.contrary):
            player.up += cards
        if name in table.drawn:
            table.drawn[name] = max(table.drawn[name] - len(cards), 0)
    _cards_came(table)


@apply.register
def _(event: e.Discards, table: Table) -> None:
    table.end_round()
    table.drawn[event.player] = len(event.cards)
    _cards_came(table)


@apply.register
def _(event: e.Communal, table: Table) -> None:
    table.dealt = True
    table.board += event.cards
    betround = table.round
    if event.how == "early" and betround is not None and not betround.closed:
        table.waiting += len(event.cards)
        betround.frozen = betround.frozen or ("level" if betround.level else "minimum")
        return
    table.end_round()
    table.replaced += not table.game.communal
    table.start_round()


def _cards_came(table: Table) -> None:
    table.fresh = True
    if table.ready:
        table.start_round()


@apply.register
def _(event: e.TakenBack, table: Table) -> None:
    """A betting round that began with a card now taken back waits for the card in its place."""
    if event.player is None:
        return
    player, betround = table.by_name[event.player], table.round
    player.received -= 1
    player.cards.remove(event.card)
    player.up = [card for card in player.up if card != event.card]
    if betround is not None and betround.acts == 0 and player.received < table.due(betround.place):
        table.rounds_played -= 1
        table.fresh = True
        table.end_round()


# ---- mishaps ----


@apply.register
def _(event: e.Mishap, table: Table) -> None:
    table.mishaps += 1


@apply.register
def _(event: e.Boxed, table: Table) -> None:
    table.mishaps += 1


@apply.register
def _(event: e.Misdeal, table: Table) -> None:
    """The deal is off: cards and wagers go back."""
    kept = table.posts or table.kept
    for player in table.players:
        player.stack += player.put
        player.bet = player.put = player.received = 0
        player.cards, player.up, player.folded = [], [], None
        player.void, player.live = False, not player.out
    table.clear()
    table.kept, table.misdeals = kept, table.misdeals + 1


@apply.register
def _(event: e.Voided, table: Table) -> None:
    player = table.by_name[event.player]
    player.void, player.live = True, False
    if table.turn is not None:
        table.pass_turn(table.players[table.players.index(table.turn) - 1])
    table.over = len(table.live) < 2


@apply.register
def _(event: e.Annulled, table: Table) -> None:
    table.annulled = True


# ---- acts ----


@apply.register
def _(event: e.Fold, table: Table) -> None:
    player = table.by_name[event.player]
    player.live, player.folded = False, table.folds
    table.folds += 1
    table.has_acted(player)


@apply.register(e.Check)
@apply.register(e.Pass)
def _(event: e.Act, table: Table) -> None:
    table.has_acted(table.by_name[event.player])


@apply.register
def _(event: e.Wager, table: Table) -> None:
    player, betround = table.by_name[event.player], table.round
    assert betround is not None
    if betround.opened and event.total <= betround.level:
        betround.called = True
    else:
        _lift(table, betround, player, event.total)
    betround.opened = True
    table.pay(player, event.total - player.bet)
    table.has_acted(player)


def _lift(table: Table, betround: Round, player: Player, total: int) -> None:
    """What an opening or a raise does to its round: last chips that are less than a full one do little."""
    full = not short(table, player, total)
    if betround.opened and betround.level and full and not _opens(table, betround, player, total):
        betround.raises += 1
        if lawful(table, player, total):
            betround.floor = max(betround.floor, total - betround.level)
    if full:
        betround.full = max(betround.full, total)
    betround.level = max(betround.level, total)
    betround.last_raiser = player


def _opens(table: Table, betround: Round, player: Player, total: int) -> bool:
    """Is what looks like a raise the opening wager?

    It is if last chips that were less than an opening lie there, and it is right as an opening alone. By the amended
    text it also is if the designated player, who opens by the cards, raises the blind.
    """
    if not betround.full:
        return lawful(table, player, total) and not lawful(table, player, total, over_short=False)
    opens = betround.acts == 0 and betround.place == 0 and table.game.form == "blind"
    return opens and table.amended and player is table.blind_player and player in betround.openers


# ---- chips and the end ----


@apply.register
def _(event: e.Gains, table: Table) -> None:
    player = table.by_name[event.player]
    player.bought += max(event.amount, 0)
    if player.tapped_out and player.put:
        player.aside += event.amount
    else:
        player.stack += event.amount


@apply.register
def _(event: e.Returned, table: Table) -> None:
    player = table.by_name[event.player]
    player.put -= event.amount
    player.bet = max(player.bet - event.amount, 0)
    player.stack += event.amount
    player.returned += event.amount


@apply.register
def _(event: e.Show, table: Table) -> None:
    table.shows.add(event.player)


@apply.register
def _(event: e.Win, table: Table) -> None:
    table.by_name[event.player].won += event.amount
