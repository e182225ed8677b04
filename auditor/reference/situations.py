"""The situations that checks name, in the words of the comments beside their flags."""

from __future__ import annotations

from functools import cache

from auditor.auditing.engine import situations
from auditor.reference import comments


@cache
def _words() -> dict[int, str]:
    """What each flag means. A flag of a family, such as the steps of procedure, comes with its own name."""
    found: dict[int, str] = {}
    for name, words in comments.of_constants(situations).items():
        value = getattr(situations, name)
        if isinstance(value, int) and value.bit_count() == 1:
            found[value] = words
        elif isinstance(value, dict):
            named = {flag: getattr(key, "__name__", key) for key, flag in value.items()}
            found |= {flag: f"`{key}`: {words}" for flag, key in named.items()}
    return found


def situation_text(flags: int) -> str:
    """Everything that has to hold in a situation; empty if nothing has to."""
    bits = (1 << place for place in range(flags.bit_length()))
    return " and ".join(_words()[bit] for bit in bits if bit & flags)
