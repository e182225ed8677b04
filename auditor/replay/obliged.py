"""A hand so good that it had to be bet: what its player, who checked or only called, cannot win.

The pots are taken apart by what was wagered in the last betting round. What goes back to its owner becomes a pot of its
own, which only that player can win, so that all that is made of pots elsewhere holds for it too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.events import Call
from auditor.ranking import low_ranking
from auditor.replay.commission import PotDue
from auditor.replay.showdown import joker_of
from auditor.replay.table import Player, Table
from auditor.rules.figures import MustBet

if TYPE_CHECKING:
    from auditor.replay.settlement import Settlement

CHECKED, SHORT, TIED, BEATEN, COMPLETED = CASES = ("checked", "called-short", "tied", "beaten", "completed")


def obligation(table: Table) -> MustBet | None:
    """The rule on hands that have to be bet, if it holds at this table and the last betting round was played."""
    figure = table.game.must_bet
    if figure is None or not figure.required or (figure.limits and table.limit not in figure.limits):
        return None
    played = table.round is not None and table.round.round is table.rounds[-1] and table.round.opened
    return figure if played and figure.unless not in table.hand.setup.listed.get("features", ()) else None


def oblige(done: Settlement) -> None:
    """Let what a hand that had to be bet cannot win go back, and note which part of the rule came into play."""
    figure, showdown = obligation(done.table), done.showdown
    if figure is None or showdown is None or not done.decided:
        return
    held = [player for player in done.live if _must_bet(done, figure, player)]
    cases = [(CASES.index(case), player.seat, player) for player in held if (case := _case(done, player)) is not None]
    if not cases:
        return
    number, _, player = min(cases)
    done.obliged, done.obliged_player = CASES[number], player
    if done.obliged == TIED:
        done.missing = "whether a hand that ties is the best one"
        for pot in done.pots:
            pot.winners = None
    if done.obliged not in (CHECKED, SHORT):
        return
    pots = done.pots
    ways = [_voided(done.table, pots, player), _overcalls_back(done.table, pots, player)]
    checked = player.checked
    if checked and not _called_short(done.table, player):
        done.pots = ways[0]
    elif not checked or figure.short_after_check == "won":
        done.pots = ways[1]
    else:
        done.pots = ways[0]
        done.other_pots = ways[1] if figure.short_after_check == "either" else None


def _must_bet(done: Settlement, figure: MustBet, player: Player) -> bool:
    """Does the player hold such a hand: no card above the rank, and no two alike?"""
    assert done.showdown is not None
    cards = done.showdown.cards(player)
    order = low_ranking(figure.rank, True, False, False, joker_of(done.table))
    return cards is not None and order.strength(cards, (), None) is not None


def _case(done: Settlement, player: Player) -> str | None:
    """Which part of the rule is about what a player with such a hand did; None if none is."""
    table, betround = done.table, done.table.round
    assert betround is not None
    alone = any(pot.winners == (player,) for pot in done.pots)
    shares = any(player is one for pot in done.pots for one in pot.winners or ())
    if player.checked and (player.total or player.returned):
        tied = TIED if len(done.live) > 2 else None  # of two players either way leaves each the same
        return CHECKED if alone else tied if shares else BEATEN
    if _called_short(table, player) and alone:
        return SHORT
    short = 2 * betround.opening < (betround.least or 0) <= betround.highest
    return COMPLETED if alone and short and player is betround.last_raiser else None


def _called_short(table: Table, player: Player) -> bool:
    """Did the player just call last chips of less than half a bet, which nobody raised?"""
    betround = table.round
    assert betround is not None
    short = betround.shortage == "less" and not betround.full_level
    return short and player is not betround.last_raiser and 0 < player.total == betround.highest


def _voided(table: Table, pots: list[PotDue], player: Player) -> list[PotDue]:
    """The pots that the player wins without what was wagered in the last round, which all get back."""
    return _without(pots, player, list(table.players))


def _overcalls_back(table: Table, pots: list[PotDue], player: Player) -> list[PotDue]:
    """The pots that the player wins without the calls that came after the player's own."""
    assert table.round is not None
    callers = [event.player for event in table.hand.events if isinstance(event, Call)]
    last = {name: place for place, name in enumerate(callers)}
    mine = last.get(player.name, len(callers))
    after = [one for one in table.players if one.total and one is not player and last.get(one.name, -1) > mine]
    return _without(pots, player, after)


def _without(pots: list[PotDue], player: Player, owners: list[Player]) -> list[PotDue]:
    found: list[PotDue] = []
    back: list[PotDue] = []
    below = 0
    for pot in pots:
        if pot.winners != (player,):
            found.append(pot)
        else:
            parts = [(one, _late_part(one, below, pot.level)) for one in owners]
            left = pot.amount - sum(part for _, part in parts)
            found.append(replace(pot, amount=left))
            back += [PotDue(part, pot.level, (one,), (one,), (one,)) for one, part in parts if part > 0]
        below = pot.level
    return found + back


def _late_part(player: Player, below: int, level: int) -> int:
    """What of a pot between two levels a player put in during the last betting round."""
    return max(min(player.put, level) - max(below, player.put - player.total), 0)
