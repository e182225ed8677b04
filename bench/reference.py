"""The yardstick: a bare reader of the same lines, tuned by hand for what the generated logs contain.

One compiled alternation, the most frequent statements first, one match a line and the groups of the statement taken.
Nothing is converted, checked or built, so no reader that does any of that can be much faster in Python.
"""

from __future__ import annotations

import re

NAME = r'("[^"]*"|[^\s,"]+)'
MONEY = r"(\$?[0-9,.]+)"
CARDS = r"(\[[^\]]*\])"
TAIL = rf"(?: (all in|taps out))?(?: announcing {MONEY})?(?: (with one chip|in two motions))?"
STATEMENTS = [
    rf"{NAME} calls(?: {MONEY})?(?: to {MONEY})?{TAIL}",
    rf"{NAME} checks",
    rf"{NAME} folds",
    rf"{NAME} raises(?: {MONEY})?(?: to {MONEY})?{TAIL}",
    rf"{NAME} (?:puts in|bets|opens) {MONEY}{TAIL}",
    rf"communal {CARDS}(?: (face-up))?",
    rf"seat ([0-9]+) {NAME}(?: {MONEY})?(?: (out))?",
    rf"{NAME} shows {CARDS}",
    rf"{NAME} wins {MONEY}(?: from (main pot|side pot [0-9]+))?",
    rf"(pot|main pot|side pot [0-9]+) {MONEY} commission {MONEY}",
    r"hand (\S+)(?: at ([0-9:]+))?(?: on ([0-9-]+))?",
    r"(end)",
    r"(?:buck|button) ([0-9]+)",
    r"deal (.*)",
    rf"{NAME} blind {MONEY}(?: (all in))?",
    rf"cut by {NAME}(?: at ([0-9]+))?(?: exposing {CARDS})?",
    r"(no )?(shuffle|shoe|sign|cloth|cut-completed|deck-check|deck-count|rules-copy|approval)(?: by (\w+))?",
    rf"{NAME} mucks",
    rf"return {MONEY} to {NAME}",
    rf"announce pot {MONEY} commission {MONEY}",
    r"announce winner (.*)",
    rf"{NAME} has {MONEY}",
    rf"{NAME} passes",
    rf"{NAME} declines (cut|option)",
    rf"{NAME} (buys|removes) {MONEY}",
    rf"{NAME} sits ([0-9]+)(?: {MONEY})?",
    rf"{NAME} leaves( by order)?",
    rf"{NAME} (?:moves to|asks for) ([0-9]+)",
    r"(.*)",  # the few lines of the head of a table, and mishaps
]


class BareReader:
    """Matches every line of a text and takes its groups."""

    def __init__(self) -> None:
        """Join the statements, remembering which groups belong to which."""
        self.groups: dict[int, tuple[int, ...]] = {}
        first = 1
        for statement in STATEMENTS:
            count = re.compile(statement).groups
            self.groups[first] = tuple(range(first + 1, first + 1 + count))
            first += 1 + count
        self.match = re.compile(r"[ \t]*(?:" + "|".join(f"({each})" for each in STATEMENTS) + ")").fullmatch

    def read(self, data: bytes) -> int:
        """Read a text; the number of its lines."""
        match, groups = self.match, self.groups
        fields: tuple[str | None, ...] | str | None
        lines = data.decode("utf-8").split("\n")
        for line in lines:
            found = match(line)
            if found is not None and found.lastindex is not None:
                fields = found.group(*groups[found.lastindex])
        del fields
        return len(lines)
