"""Answers that are worked out once and kept in what they are about: a hand's state or its settlement."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

Memo = dict[Callable[..., object], object]  # the answer of each function
UNKNOWN: Any = object()  # in the place of an answer that has not been worked out


class Remembers(Protocol):
    """Something that keeps the answers about itself."""

    memo: Memo


R = TypeVar("R", bound=Remembers)
T = TypeVar("T")


def remembered(function: Callable[[R], T]) -> Callable[[R], T]:
    """Call a pure function of one argument only once, because several checks of the same moment ask the same.

    For the state of a hand this is right only at the settlement, when what was asked does not change any more.
    """

    @wraps(function)
    def answer(about: R) -> T:
        memo: dict[Any, Any] = about.memo  # an answer has the type that its function returns
        known: T = memo.get(function, UNKNOWN)
        if known is UNKNOWN:  # most are asked for once, and an error to catch would take longer than the answer
            known = memo[function] = function(about)
        return known

    return answer
