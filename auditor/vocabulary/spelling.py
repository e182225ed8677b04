"""Which word a misspelt one was meant for: the nearest by letters left out, added, changed or swapped."""

from __future__ import annotations

from collections.abc import Iterable

LONG = 6  # letters: a word of so many may have two slips in it
LONGEST = 40  # of words that are compared at all


def distance(one: str, other: str) -> int:
    """How many letters have to be left out, added, changed or swapped with their neighbour to make the words equal."""
    before, last = list(range(len(other) + 1)), [0]
    for n, letter in enumerate(one, 1):
        row = [n]
        for m, wanted in enumerate(other, 1):
            least = min(before[m] + 1, row[m - 1] + 1, before[m - 1] + (letter != wanted))
            if n > 1 and m > 1 and letter == other[m - 2] and one[n - 2] == wanted:
                least = min(least, last[m - 2] + 1)
            row.append(least)
        before, last = row, before
    return before[-1]


def slips(found: str, meant: str) -> int | None:
    """How many slips of the pen lie between two words, whatever their case; None if the words are too different."""
    found, meant = found.casefold(), meant.casefold()
    if found == meant:
        return 0
    if found.removesuffix("'s") == meant:
        return 1
    allowed = 2 if min(len(found), len(meant)) >= LONG else 1
    if len(found) > LONGEST or abs(len(found) - len(meant)) > allowed or min(len(found), len(meant)) < 2:
        return None
    counted = distance(found, meant)
    return counted if counted <= allowed else None


def nearest(found: str, known: Iterable[str]) -> list[str]:
    """The known words that may have been meant, those with the fewest slips first."""
    counted = [(count, n, word) for n, word in enumerate(known) if (count := slips(found, word)) is not None]
    return [word for _, _, word in sorted(counted)]


def meant(found: str, known: Iterable[str]) -> str | None:
    """The one known word that was meant, if one is nearer than all the others."""
    words = nearest(found, known)
    if not words or (len(words) > 1 and slips(found, words[0]) == slips(found, words[1])):
        return None
    return words[0]
