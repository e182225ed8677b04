"""Planting faults: the register they are entered in, and what an audit must find of one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from play.common.evening import Between, written
from play.common.hand import Cited, Fault, Habits, Hand, Plant

Function = TypeVar("Function", bound=Callable[..., object])
F = TypeVar("F")
Names = tuple[str, ...]


def entered(register: dict[str, F], make: Callable[[Function], F]) -> Callable[[Function], Function]:
    """A decorator that enters what is made of a function into a register, under the function's name."""

    def enter(function: Function) -> Function:
        register[function.__name__.replace("_", "-")] = make(function)
        return function

    return enter


def fault_in(
    register: dict[str, Fault], all_limits: Names, all_games: Names, anywhere: bool | None = False
) -> Callable[..., Callable[[Plant], Plant]]:
    """What enters faults of games with communal cards into a register; without a word they are tried at all tables."""

    def fault(
        at: str,
        limits: Names = all_limits,
        games: Names = all_games,
        meek: bool = False,
        board: str | None = None,
        tournament: bool | None = anywhere,
    ) -> Callable[[Plant], Plant]:
        return entered(register, lambda plant: Fault(plant, at, limits, games, meek, board, tournament))

    return fault


def plain_habits(rng: random.Random, **others: bool) -> Habits:
    """A writer who notes everything, in some words or others."""
    return Habits(
        raises=rng.choice(("to", "by", "both")),
        calls=rng.choice(("by", "to", "bare")),
        pots=rng.choice(("total", "each")),
        **others,
    )


def findings(cited: Cited | None) -> tuple[str, ...] | None:
    """What an audit must find, alone: a clause, for a breach, or with another severity before it."""
    if cited is None:
        return None
    clauses = (cited,) if isinstance(cited, str) else cited
    return tuple(clause if " " in clause else f"breach {clause}" for clause in clauses)


Planted = tuple[str, tuple[str, ...]] | None  # a log and what an audit must find in it


class Playing(Between, Protocol):
    """A table at which hands are played, the last of them with a fault."""

    def hand(self, fault: Any = None) -> Hand:
        """Play the next hand."""


def log_with(
    evening: Playing, fault: Fault, last: int, goes_on: Callable[[int], bool] = lambda number: True
) -> Planted:
    """A log of so many hands with the fault in the last one, as long as the table goes on; None if it had no place."""
    hands: list[Hand] = []

    def played() -> Iterator[Hand]:
        for number in range(1, last + 1):
            if not goes_on(number):
                return
            hands.append(evening.hand(fault if number == last else None))
            yield hands[-1]

    log = written(evening, played())
    found = findings(hands[-1].cited)
    return None if found is None else (log, found)
