"""The data of a rulebook before it is validated: tables as TOML gives them, and places in them."""

from __future__ import annotations

from typing import Any

DataPath = tuple[str | int, ...]  # keys and indexes from the top of the file

Data = dict[str, Any]

FEW = 12  # words that can be listed in a sentence


def guess(word: str, known: list[str]) -> str:
    """The words `; did you mean …?` if a known word is close to this one, or else nothing."""
    near = closest(word, known)
    return f"; did you mean {near}?" if near else ""


def guess_or_list(word: str, known: list[str]) -> str:
    """The same or, if no known word is close, all of them, unless they are too many to be read."""
    near = guess(word, known)
    return near or (f", expected one of {', '.join(sorted(known))}" if 0 < len(known) <= FEW else "")


def closest(word: str, known: list[str], cutoff: float = 0.6) -> str | None:
    """The known word that is closest to this one, if one is as close as the cutoff says (1 is the same word)."""
    from difflib import get_close_matches  # costs more than reading a rulebook, and only a mistake needs it

    return next(iter(get_close_matches(word, known, 1, cutoff)), None)
