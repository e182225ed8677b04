"""How the end of a hand changes the table, and chips that move beside the betting: bought, lent, paid, staked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.replay.betting.lookahead import acts_later
from auditor.replay.state import Player, Table
from auditor.vocabulary import events as e


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


def _behind(table: Table, event: e.Behind) -> None:
    """Chips on their way play as if they lay there; how many of them may is for the checks to say."""
    player = table.player(event.player, event)
    player.behind += event.amount
    player.announced += event.amount if event.announced else 0
    player.stake += event.amount


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
        earlier = [one for one in table.hand.events if isinstance(one, e.SideSettled) and one.line < event.line]
        again = any((one.player, one.on, one.how) == (event.player, event.on, "wins") for one in earlier)
        stake = player.beside.get(event.on, 0) if event.how == "wins" and not again else 0
        player.aside += event.amount + stake


def _counted(table: Table, event: e.Counted) -> None:
    table.player(event.player, event).counted = event.amount


def _invalidated(table: Table, event: e.Invalidated) -> None:
    table.invalidated = event


def _announced(table: Table, event: e.Announced) -> None:
    table.announced.append(event)


def _pot_taken(table: Table, event: e.PotTaken) -> None:
    table.pots_taken.append(event)


# ---- by the kind of event ----

HANDLERS: dict[type[e.Event], Callable[[Table, Any], None]] = {
    e.Show: _show,
    e.Muck: _muck,
    e.Win: _win,
    e.Refund: _refund,
    e.Buys: _buys,
    e.Behind: _behind,
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
