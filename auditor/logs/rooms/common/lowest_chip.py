"""Asks what the lowest chip was, by which a pot is divided. Hardly a history states it.

Every amount of a hand is a number of such chips. A chip of cash may be a hundredth or five; in a tournament only what
is paid shows parts of a chip. A larger chip is possible if all amounts are made of it.
"""

from __future__ import annotations

from math import gcd

from auditor.logs.blocks import Block
from auditor.logs.lowest_chip import CHIPS, NAME, ask_smaller_parts, chosen_chip
from auditor.logs.rooms.common.hand import RoomHand, Stakes
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import replace

WHOLE = 100  # a chip of a tournament


def with_chosen_chip(stakes: Stakes, block: Block) -> Stakes:
    """The stakes with the chip of this reading, if it has one."""
    chosen = chosen_chip(block)
    return stakes if chosen is None else replace(stakes, chip_read_as=chosen)


def ask_chip(hand: RoomHand, rounded: bool = False) -> None:
    """State the doubt, if several players were paid unlike amounts: which chips are all amounts of the hand made of?

    If a room prints parts of chips `rounded`, shares that differ by the smallest part may be equal.
    """
    wins = hand.wins
    if len(wins) < 2 or hand.outside:
        return
    paid: dict[str, int] = {}
    for one in wins:
        paid[one.player] = paid.get(one.player, 0) + one.amount
    if len(paid) < 2:
        return
    taken = hand.stakes.lowest_chip
    if rounded and hand.stakes.tournament is not None and taken == 1 == max(paid.values()) - min(paid.values()):
        ask_smaller_parts(hand.block, wins[0].line)
        return
    other = _possible(gcd(*_amounts(hand)), taken, max(paid.values()) - min(paid.values()))
    if other:
        statements = [(str(chip), f"the lowest chip was {money_text(chip)}") for chip in (taken, *other)]
        kind = "what the lowest chip was"
        hand.block.ask(Doubt(NAME, kind, wins[0].line, tuple(statements), "no amount is smaller"))


def _possible(common: int, taken: int, apart: int) -> list[int]:
    """Other chips that may have been the lowest.

    All amounts are made of a chip, and shares do not lie apart by less than one. Nothing smaller than a whole chip is
    possible where no amount is smaller.
    """
    smaller = [chip for chip in CHIPS if chip < taken and (taken < WHOLE or common % taken)]
    larger = [chip for chip in CHIPS if taken < chip <= apart and common % chip == 0]
    return smaller[::-1] + larger


def _amounts(hand: RoomHand) -> list[int]:
    """What was put in, paid and had by each player; not what the room took."""
    found = [stake for _, _, _, stake in hand.seats if stake]
    for one in hand.found:
        if isinstance(one, e.Post | e.Win | e.Returned):
            found.append(one.amount)
        elif isinstance(one, e.Wager):
            found.append(one.total or one.added or 0)
    return found
