"""Reads the lowest chip of a PHH hand, by which pots are divided. No field states it, so it is a doubt.

If nothing in a hand is smaller than five hundredths, they are taken for the lowest chip; but it may be smaller still,
or as large as all amounts allow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from auditor.logs.blocks import Block
from auditor.logs.lowest_chip import ask_lowest_chip, chosen_chip
from auditor.logs.phh.fields import Fields

BY_FIVE = re.compile(r"\.(?<=[0-9]\.)[0-9][1-46-9](?![0-9])")  # hundredths that no five divides; a point is found soon


def chip_of(fields: Fields, block: Block) -> int | None:
    """The lowest chip, if the hand is played for money: as this reading has it, or by the amounts of the hand."""
    if "currency" not in fields.values and "currency_symbol" not in fields.values:
        return None
    return chosen_chip(block) or _usual(block)


def _usual(block: Block) -> int:
    """The lowest chip by the amounts of the hand, whatever this reading has."""
    return 1 if BY_FIVE.search(block.text) else 5


def ask_chip(fields: Fields, block: Block, amounts: Iterable[int]) -> None:
    """State the doubt, for a pot that is divided: which chips are all amounts of the hand made of?"""
    if chip_of(fields, block) is not None:
        every = *amounts, *[stack for stack in fields.stacks() if stack], *fields.amounts("blinds_or_straddles")
        ask_lowest_chip(block, _usual(block), every, fields.place("starting_stacks")[0])
