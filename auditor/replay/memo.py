"""Answers that are worked out once and kept with what they are about: a hand's state or its settlement."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, cast

Memo = dict[Callable[..., object], object]  # what each function answered


class Remembers(Protocol):
    """Something that keeps the answers about itself."""

    memo: Memo


R = TypeVar("R", bound=Remembers)
T = TypeVar("T")


def remembered(function: Callable[[R], T]) -> Callable[[R], T]:
    """Ask a pure function of one argument once, since several checks of the same moment ask the same.

    Of a hand's state this is right only for what does not change any more, such as at the settlement.
    """

    @wraps(function)
    def asked(about: R) -> T:
        memo: Any = about.memo  # the answers have the type that their function returns
        if function not in memo:
            memo[function] = function(about)
        return cast(T, memo[function])

    return asked
