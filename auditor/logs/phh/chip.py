"""Reads the lowest chip of a PHH hand, by which pots are divided. No field states it, so it is a doubt.

Every amount of a hand is a number of such chips. If nothing in it is smaller than five hundredths, they are taken for
the lowest chip; but it may be smaller still, or as large as all amounts allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import gcd

from auditor.logs.blocks import Block
from auditor.logs.phh.fields import Fields
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text

BY_FIVE = re.compile(r"\.(?<=[0-9]\.)[0-9][1-46-9](?![0-9])")  # hundredths that no five divides; a point is found soon
CHIPS = (1, 5, 10, 25, 50, 100, 500, 1000, 2500, 10000)
NAME = "chip"


def chip_of(fields: Fields, block: Block) -> int | None:
    """The lowest chip, if the hand is played for money: as this reading has it, or by the amounts of the hand."""
    if "currency" not in fields.values and "currency_symbol" not in fields.values:
        return None
    if block.read_as and (chosen := dict(block.read_as).get(NAME)) is not None:
        return int(chosen)
    return _likely(block)


def _likely(block: Block) -> int:
    return 1 if BY_FIVE.search(block.text) else 5


def ask_chip(fields: Fields, block: Block, amounts: Iterable[int]) -> None:
    """State the doubt, for a pot that is divided: which chips are all amounts of the hand made of?"""
    if chip_of(fields, block) is None:
        return
    taken = _likely(block)
    common = gcd(*amounts, *[stack for stack in fields.stacks() if stack], *fields.amounts("blinds_or_straddles"))
    possible = [chip for chip in CHIPS if common % chip == 0 and chip != taken]
    if possible:
        statements = [(str(chip), f"the lowest chip was {money_text(chip)}") for chip in (taken, *possible)]
        line = fields.place("starting_stacks")[0]
        block.ask(Doubt(NAME, "what the lowest chip was", line, tuple(statements), "no amount is smaller"))
