"""How the end of a hand changes the state, and how chips do that move beside the betting: bought, lent, staked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.replay.betting.lookahead import acts_later
from auditor.replay.state import HandState, Player
from auditor.vocabulary import events as e


def _show(state: HandState, event: e.Show) -> None:
    player = state.player(event.player, event)
    player.shown = event.cards
    known = set(player.cards)
    for card in event.cards:
        if card not in known:
            state.cards_named.append((card, event))
    state.shows.append(event)


def _muck(state: HandState, event: e.Muck) -> None:
    player = state.player(event.player, event)
    player.mucked = True


def _win(state: HandState, event: e.Win) -> None:
    player = state.player(event.player, event)
    player.won += event.amount
    state.wins.append(event)


def _refund(state: HandState, event: e.Refund) -> None:
    state.player(event.player, event).refunded += event.amount


def _buys(state: HandState, event: e.Buys) -> None:
    _gains(state, state.player(event.player, event), event)


def _behind(state: HandState, event: e.Behind) -> None:
    """Let chips that are on their way play as if they were there; checks judge how many of them may."""
    player = state.player(event.player, event)
    player.chips_in_transit += event.amount
    player.announced += event.amount if event.announced else 0
    player.stake += event.amount


def _removes(state: HandState, event: e.Removes | e.Pays) -> None:
    player = state.player(event.player, event)
    player.stake = max(player.stake - event.amount, 0)
    player.removed += event.amount


def _lends(state: HandState, event: e.Lends) -> None:
    giver, taker = state.player(event.player, event), state.player(event.to, event)
    giver.stake = max(giver.stake - event.amount, 0)
    giver.removed += event.amount
    _gains(state, taker, event)


def _gains(state: HandState, player: Player, event: e.Buys | e.Lends) -> None:
    """Give chips to a player. One whose last chips are in the pot cannot use them, unless the record shows an act."""
    player.bought += event.amount
    if player.tapped_out and player.put_in_hand and not acts_later(state, player, event):
        player.winnings_off_table += event.amount
    else:
        player.stake += event.amount


def _side_wager(state: HandState, event: e.SideWager) -> None:
    """Take chips staked beside the game off the table stake. Somebody without a seat has none."""
    player = state.by_name.get(event.player)
    if player is not None:
        player.stake = max(player.stake - event.amount, 0)
        player.side_wagers[event.on] = player.side_wagers.get(event.on, 0) + event.amount


def _side_settled(state: HandState, event: e.SideSettled) -> None:
    """Set aside what is won beside the game, with its stake: it joins the table stake once the hand is over."""
    player = state.by_name.get(event.player)
    if player is not None and event.how != "loses":
        own = state.timeline.each_of(event.player, 0, e.SideSettled)
        again = any((one.on, one.how) == (event.on, "wins") and one.line < event.line for one in own)
        stake = player.side_wagers.get(event.on, 0) if event.how == "wins" and not again else 0
        player.winnings_off_table += event.amount + stake


def _counted(state: HandState, event: e.Counted) -> None:
    state.player(event.player, event).counted = event.amount


def _invalidated(state: HandState, event: e.Invalidated) -> None:
    state.invalidated = event


def _announced(state: HandState, event: e.Announced) -> None:
    state.announced.append(event)


def _house_adds(state: HandState, event: e.HouseAdds) -> None:
    state.house_money += event.amount


def _pot_taken(state: HandState, event: e.PotTaken) -> None:
    state.pots_taken.append(event)


# ---- by the kind of event ----

# Each function takes the kind of event that it stands beside. No type ties the keys of a dict to its values: hence Any.
HANDLERS: dict[type[e.Event], Callable[[HandState, Any], None]] = {
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
    e.HouseAdds: _house_adds,
}
