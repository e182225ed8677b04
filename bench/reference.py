"""The yardstick: a bare reader of the same lines, tuned by hand for what the generated logs contain.

One compiled alternation, one match a line, the groups of the statement taken. What a player does comes first, the most
frequent acts before the others, and the name before them all is matched once. Nothing is converted, checked or built.
"""

from __future__ import annotations

import re

NAME = r'("[^"]*"|[^\sa-z"][^\s,"]*)'  # no statement begins with a capital, so no other line gets past it
MONEY = r"(\$?[0-9,.]+)"
CARDS = r"(\[[^\]]*\])"
TAIL = rf"(?: (all in|taps out))?(?: announcing {MONEY})?(?: (with one chip|in two motions))?"
ACTS = [
    rf"calls(?: {MONEY})?(?: to {MONEY})?{TAIL}",
    r"checks",
    r"folds",
    rf"raises(?: {MONEY})?(?: to {MONEY})?{TAIL}",
    rf"(?:puts in|bets|opens) {MONEY}{TAIL}",
    rf"shows {CARDS}",
    rf"wins {MONEY}(?: from (main pot|side pot [0-9]+))?",
    rf"(?:blind|ante|over-blind) {MONEY}(?: (all in))?",
    rf"discards(?: ([0-9]+))?(?: {CARDS})?(?: announcing ([0-9]+))?",
    r"stands pat",
    r"mucks",
    r"passes",
    r"declines (cut|option)",
    rf"has {MONEY}",
    rf"(buys|removes) {MONEY}",
    rf"sits ([0-9]+)(?: {MONEY})?",
    r"leaves( by order)?",
    r"(moves to|asks for) ([0-9]+)",
]
OTHERS = [
    rf"communal {CARDS}(?: (face-up))?",
    rf"seat ([0-9]+) {NAME}(?: {MONEY})?(?: (out))?",
    rf"(pot|main pot|side pot [0-9]+) {MONEY} commission {MONEY}",
    r"hand (\S+)(?: at ([0-9:]+))?(?: on ([0-9-]+))?",
    r"end",
    r"(?:buck|button) ([0-9]+)",
    r"deal (.*)",
    rf"cut by (dealer|{NAME[1:]}(?: at ([0-9]+))?(?: exposing {CARDS})?",
    r"(no )?(shuffle|shoe|sign|cloth|cut-completed|deck-check|deck-count|rules-copy|approval)(?: by (\w+))?",
    rf"return {MONEY} to {NAME}",
    rf"announce pot {MONEY} commission {MONEY}",
    r"announce winner (.*)",
    r".*",  # the few lines of the head of a table, and mishaps
]


class BareReader:
    """Matches every line of a text and takes its groups."""

    def __init__(self, tuned: bool = True) -> None:
        """Join the statements, remembering which groups belong to which.

        Without tuning every statement is an alternative of its own, with the name in it, as one would write it first.
        """
        self.groups: dict[int, tuple[int, ...]] = {}
        if tuned:
            acts, others = ("|".join(f"({each})" for each in part) for part in (ACTS, OTHERS))
            pattern = rf"[ \t]*(?:{NAME} (?:{acts})|{others})"
            self._number(1, ACTS, (1,))
            self._number(self._last, OTHERS, ())
        else:
            statements = [*(rf"{NAME} {act}" for act in ACTS), *OTHERS]
            pattern = "[ \t]*(?:" + "|".join(f"({each})" for each in statements) + ")"
            self._number(0, statements, ())
        self.match = re.compile(pattern).fullmatch

    def _number(self, last: int, statements: list[str], shared: tuple[int, ...]) -> None:
        """Note the groups of statements, counting on from the last group before them."""
        for statement in statements:
            outer, count = last + 1, re.compile(statement).groups
            self.groups[outer] = (*shared, *range(outer + 1, outer + 1 + count)) or (outer,)
            last = outer + count
        self._last = last

    def read(self, data: bytes) -> int:
        """Read a text; the number of its lines."""
        match, groups = self.match, self.groups
        lines = data.decode("utf-8").split("\n")
        for line in lines:
            found = match(line)
            if found is not None and found.lastindex is not None:
                found.group(*groups[found.lastindex])
        return len(lines)


class PhhReader:
    """The same for PHH: one match a line, arrays cut into their entries, every action matched for its words.

    Nothing is converted, counted or built, and no line may be irregular.
    """

    LINE = re.compile(r"(?:([a-z_]+) = (?:(\[[^'\n]*\])|(\[.*\])|'([^'\n]*)'|(.*))|\[([0-9]+)\]|)")
    ACTION = re.compile(
        r"'(?:(p[0-9]+) (?:(f)|(cc)|(cbr) ([0-9.]+)|(sm|sd|pb)(?: ([^'\n]*))?)|d (?:dh (p[0-9]+) (\S*)|db (\S*)))'"
    )
    NUMBERS, TEXTS = 2, 3  # groups of a line

    def read(self, data: bytes) -> int:
        """Read a collection of hands; the number of its lines."""
        match, acts = self.LINE.fullmatch, self.ACTION.findall
        lines = data.decode("utf-8").split("\n")
        for line in lines:
            found = match(line)
            kind = found.lastindex if found is not None else None
            if found is None or kind is None:
                continue
            key, value = found.group(1, kind)
            if kind == self.TEXTS and key == "actions":
                acts(value)
            elif kind == self.TEXTS:
                value[2:-2].split("', '")
            elif kind == self.NUMBERS:
                value[1:-1].split(", ")
        return len(lines)


AMOUNT = r"([^0-9\s]?[0-9.,]+)"
HISTORY = [
    rf"(.+): (?:(folds)|(checks)|calls {AMOUNT}|bets {AMOUNT}|raises {AMOUNT} to {AMOUNT})(?: and is (all-in))?",
    r"(.+): (?:shows (\[[^\]]*\])(?: \((.*)\))?|(mucks hand)|(doesn't show hand)|discards ([0-9]+) cards?.*)",
    rf"(.+): posts (small blind|big blind|small & big blinds|the ante|.*) {AMOUNT}(?: and is (all-in))?",
    rf"Seat ([0-9]+): (.+) \({AMOUNT} in chips.*\).*",
    r"Seat ([0-9]+): (.+?)( \(button\)| \(small blind\)| \(big blind\))? (folded|showed|collected|mucked|didn't bet).*",
    r"Dealt to (.+?) ?(\[[^\]]*\])?(?: (\[[^\]]*\]))?",
    r"\*\*\* ([A-Z0-9 ]+) \*\*\* ?(\[[^\]]*\])?(?: (\[[^\]]*\]))?.*",
    rf"(.+) collected {AMOUNT} from ((?:main |side )?pot.*)",
    rf"Uncalled bet \({AMOUNT}\) returned to (.+)",
    rf"Total pot {AMOUNT}(.*) \| Rake {AMOUNT}.*",
    r"Board (\[[^\]]*\])",
    r".*?(?:Hand|Game) #([A-Z]*[0-9]+): +(.*?) - ([0-9/]+ [0-9:]+) .*",
    r"Table (?:ID )?'(.*)' (?:([0-9]+)-max)?.*Seat #([0-9]+) is the button",
    r".*",  # chat and remarks
]


class HistoryReader(BareReader):
    """The same for the text of PokerStars: every kind of line an alternative, what is said most often first."""

    def __init__(self) -> None:
        """Join the kinds of lines, remembering which groups belong to which."""
        self.groups = {}
        self._number(0, HISTORY, ())
        self.match = re.compile("|".join(f"({each})" for each in HISTORY)).fullmatch
