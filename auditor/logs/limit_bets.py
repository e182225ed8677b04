"""Asks how large the bets of a limit game were, if what its header states does not fit together.

The larger bet is twice the smaller, and the big blind is as much as the smaller. Where that is not so, a number in the
header may be wrong, and nobody is accused for wagers that another number makes right.
"""

from __future__ import annotations

from auditor.logs.blocks import Block
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text

NAME = "bets"
Bets = tuple[int, int]  # the smaller and the larger


def bets_in_force(block: Block, line: int, stated: Bets, blind: int | None) -> Bets:
    """The bets by which to judge: as stated, or as this reading has them; `blind` is the big one, if it is known."""
    if fit_together(stated, blind):
        return stated
    small, big = stated
    likely = [(small, 2 * small), (big // 2, big)] if big != 2 * small else []
    if blind:
        likely.append((blind, 2 * blind))
    others = [each for each in dict.fromkeys(likely) if each != stated and min(each) > 0]
    choices = tuple([(f"{one}-{other}", _statement(one, other)) for one, other in (stated, *others)])
    doubt = Doubt(NAME, "how large the bets were", line, choices, "the header states them so")
    one, _, other = block.ask(doubt).partition("-")
    return int(one), int(other)


def fit_together(stated: Bets, blind: int | None) -> bool:
    """Is the larger bet twice the smaller, and the big blind, if it is known, as much as the smaller?"""
    small, big = stated
    return small <= 0 or (big == 2 * small and blind in (None, small))


def _statement(small: int, big: int) -> str:
    return f"the bets were {money_text(small)} and {money_text(big)}"
