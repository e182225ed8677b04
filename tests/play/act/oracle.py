"""What a hand of an ACT game should pay, worked out without the auditor's code: the commission and the odd dollars.

Money is in cents. Players stand in clockwise order from the buck, which is also the order in which they come first for
an odd dollar.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from play.common import pots as common
from play.common.pots import Due, Pot, Stake, Winners, best_of, called_pots
from play.common.ranking import Order, best

DOLLAR = 100
Fee = Callable[[int], int]


def scale(minimum: int) -> Fee:
    """The commission of the rules: a dollar for each full twenty of the pot, nothing beyond a hundred minimums."""
    return lambda pot: min(pot, 100 * minimum) // 2000 * DOLLAR


def forfeited(total: int, winner: str, fee: Fee) -> Due:
    """The settlement if no hand left is valid: everything goes to the player who folded last."""
    pot = Pot(total, (winner,), (winner,), commission=fee(total))
    pot.shares = {winner: pot.net}
    return Due([pot])


def settle(stakes: Sequence[Stake], board: tuple[str, ...], fee: Fee, order: Order, lump: bool = False) -> Due:
    """The settlement of a hand; nothing is taken of a pot in which all tie.

    With `lump` the commission of pots that go together all comes off the largest one.
    """
    due = called_pots(stakes, winners_of(board, order), dead_stays=True)
    for winners in dict.fromkeys(pot.winners for pot in due.pots):
        together = [pot for pot in due.pots if pot.winners == winners and not pot.tied]
        if together:
            _take(together, fee, lump)
    for pot in due.pots:
        pot.shares = divide(pot.net, pot.winners)
    return due


def winners_of(board: tuple[str, ...], order: Order) -> Winners:
    """Who of some players has the best hand."""

    def winners(stakes: Sequence[Stake]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if len(stakes) == 1:
            return (stakes[0].name,), ()
        return best_of(stakes, lambda one: best(one.own, board, order)), ()

    return winners


def _take(pots: list[Pot], fee: Fee, lump: bool) -> None:
    """Take the commission of pots with the same winners: worked out on their sum, the rest of it off the largest."""
    due = fee(sum(pot.amount for pot in pots))
    *smaller, largest = sorted(pots, key=lambda pot: pot.amount)
    for pot in smaller:
        pot.commission = 0 if lump else min(fee(pot.amount), due)
        due -= pot.commission
    largest.commission = due


def divide(net: int, winners: tuple[str, ...]) -> dict[str, int]:
    """Equal shares in whole dollars, all that is left over to the first."""
    return common.divide(net, winners, DOLLAR, together=True)
