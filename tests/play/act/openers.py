"""Who acts first in a betting round of an ACT game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from play.common.ranking import showing

if TYPE_CHECKING:
    from play.act.table import Player, Round, Table


def openers(table: Table, betround: Round) -> tuple[Player, ...]:
    """Who may act first, the likeliest first; several where the text leaves it open."""
    if table.game.opens:
        return _by_cards(table, betround)
    if table.game.draws:  # after the last blind, before and after the draw
        last = table.blind_player
        order = table.after(last) if last is not None else table.around()
        first = next((player for player in order if player.able), None)
    elif betround.place == 0:  # the designated player, who has the blind on the table, is the last to act
        first, *others = table.around()
        first = _first_to_owe(betround.level, [*others, first])
    else:
        first = next((player for player in table.around() if player.able), None)
    return (first,) if first is not None else ()


def _first_to_owe(level: int, order: list[Player]) -> Player | None:
    """The first player who can bet and has something to meet, or else the first who can bet."""
    able = [player for player in order if player.able]
    return next((player for player in able if player.bet < level), able[0] if able else None)


def _by_cards(table: Table, betround: Round) -> tuple[Player, ...]:
    """The player with the best cards showing; where that one has no chips left, the next best or the next in turn."""
    order = [player for player in table.around() if player.live]  # so that the nearest to the buck comes first
    shared = min(len(player.up) for player in order)
    worth = {player: showing(player.up[:shared], table.deck) for player in order}
    tied = _best(order, worth)
    if any(player.able for player in tied):
        return _nearest(table, betround, [player for player in tied if player.able])
    able = [player for player in order if player.able]
    if not able:
        return ()
    following = next(player for player in table.after(tied[0]) if player.able)
    found = _nearest(table, betround, _best(able, worth))
    return found if following in found else (*found, following)


def _best(players: list[Player], worth: dict[Player, tuple[tuple[int, ...], tuple[int, ...]]]) -> list[Player]:
    most = max(worth[player] for player in players)
    return [player for player in players if worth[player] == most]


def _nearest(table: Table, betround: Round, tied: list[Player]) -> tuple[Player, ...]:
    """Of players who show the same the nearest to the buck.

    Where the blind opens, the amended text no longer says that the seat of the buck is the nearest to it.
    """
    doubtful = betround.place == 0 and table.game.form == "blind" and table.amended
    both = doubtful and len(tied) > 1 and tied[0] is table.designated
    return (tied[0], tied[1]) if both else (tied[0],)
