"""Asks what the lowest chip of a hand was, by which pots are divided, where no line states it.

Every amount of a hand is a number of such chips. Of all chips that this leaves, the largest excuses most: shares that
differ by less would not be made of it. So what is wrong by it is wrong by the others, too, and they need no reading.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from auditor.logs.blocks import Block
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text

CHIPS = (1, 5, 10, 25, 50, 100, 500, 1000, 2500, 10000)
NAME = "chip"


def chosen_chip(block: Block) -> int | None:
    """The lowest chip as this reading has it, zero if nobody knows it; None if the reading says nothing of it."""
    chosen = dict(block.read_as).get(NAME) if block.read_as else None
    return None if chosen is None else int(chosen)


def ask_lowest_chip(block: Block, taken: int, amounts: Iterable[int], line: int) -> None:
    """State the doubt, for a pot that is divided: is the lowest chip the usual one, or one that all these allow?"""
    common = gcd(*amounts)
    largest = max(chip for chip in CHIPS if common % chip == 0)
    if largest != taken:
        choices = tuple([(str(chip), f"the lowest chip was {money_text(chip)}") for chip in (taken, largest)])
        block.ask(Doubt(NAME, "what the lowest chip was", line, choices, "it is the usual one"))


def ask_smaller_parts(block: Block, line: int) -> None:
    """State the doubt, for shares in hundredths of a chip: is that the lowest unit, or does the room count finer?"""
    words = ("1", f"the lowest chip was {money_text(1)}"), ("0", "the room counts in smaller parts than it prints")
    block.ask(Doubt(NAME, "what the lowest chip was", line, words, "it prints no smaller part"))
