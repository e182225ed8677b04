"""Slips of the pen in a lawful table log: one line left out, doubled, swapped with its neighbour or misspelt.

Nobody may be accused for it. Run it to see who is: `python tests/helpers/slips.py LOGS SEED [WORD…]`, with the number
of logs of each game, the seed, and words of the games' names.
"""

from __future__ import annotations

import io
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from play.act.evening import logs as act_logs
from play.act.games import GAMES as ACT_GAMES
from play.crown.evening import log as crown_log
from play.crown.games import GAMES as CROWN_GAMES
from play.crown.games import LIMITS as CROWN_LIMITS
from play.roberts.button.evening import log as button_log
from play.roberts.draw.games import FORMS
from play.roberts.draw.planting import log as draw_log
from play.roberts.games import BUTTON_GAMES, LIMITS
from play.roberts.stud.games import STUD_GAMES
from play.roberts.stud.playing import log as stud_log

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Finding, Severity

Generator = Callable[[int], str]
TURN = re.compile(
    r'^(?:"(?:[^"\\]|\\.)+"|\S+) (?:passes|declines option|checks|calls|bets|opens|raises|puts in|folds)\b'
)
SHOWS = re.compile(r" shows \[")
WINS = re.compile(r" wins ")
DRAWS = re.compile(r" (?:stands pat|discards)\b")
OPTIONS = re.compile(r"(?:features|raises|wager-chip) ")  # what only some houses have
DECLARED = ("deck", "date", "minimum", "maximum", "stake", "limit", "bets", "chip")
PROMISED = {  # and the steps
    "announcements": re.compile(r"announce "),
    "burns": re.compile(r"burn\b"),
    "cut": re.compile(r"cut\b|.* declines cut\b"),
    "shuffle": re.compile(r"(?:re)?shuffle\b"),
}


def _act(game: str, seed: int) -> str:
    return next(iter(act_logs(seed, 3, game=game)))


def _button(game: str, limit: str, event: bool, seed: int) -> str:
    return button_log(seed, game, limit, event)


def _with_limit(make: Callable[[int, str, str], str], game: str, limit: str, seed: int) -> str:
    return make(seed, game, limit)


GENERATORS: dict[str, Generator] = {
    **{f"act {game}": partial(_act, game) for game in ACT_GAMES},
    **{
        f"{book} {game} {limit}": partial(_with_limit, make, game, limit)
        for book, make, games, limits in (
            ("crown", crown_log, CROWN_GAMES, CROWN_LIMITS),
            ("roberts", stud_log, STUD_GAMES, LIMITS),
            ("roberts", draw_log, FORMS, LIMITS),
        )
        for game in games
        for limit in limits
    },
    **{
        f"roberts {game} {limit} {'tournament' if event else 'cash'}": partial(_button, game, limit, event)
        for game in BUTTON_GAMES
        for limit in LIMITS
        for event in (False, True)
    },
}


@dataclass(frozen=True)
class Slip:
    """A log with one slip: of which kind, in which line, and what stood there and in the next line."""

    kind: str
    line: int
    before: tuple[str, str]
    text: str

    @property
    def states_fault(self) -> str:
        """Why somebody may be accused all the same, if so: the record states the fault, or says so by its silence."""
        one, other = (line.strip() for line in self.before)
        if self.kind == "left out" and OPTIONS.match(one) and not self._within_hands:
            return "without a declaration of what only some houses have, the rulebook's own figure holds"
        if self.kind == "left out" and self._declares_anew(one):
            return "what a table has declared holds until the log states another, so that its silence is a statement"
        if self.kind == "left out" and any(_undertaken(word, one) for word in self._promises):
            return "the log undertakes to record this in every hand, so that its silence is a statement"
        if self.kind != "swapped":
            return ""
        if TURN.match(one) and TURN.match(other):
            return "in which order people act is what a log is there to tell, and turns are judged by it"
        for order, words in ((SHOWS, "show their hands"), (WINS, "are paid"), (DRAWS, "draw")):
            if order.search(one) and order.search(other):
                return f"in which order people {words} is judged by the order of these lines alone"
        return ""

    @property
    def _above(self) -> list[str]:
        """The lines before the slip, which it has not touched, of its table."""
        lines = [line.strip() for line in self.text.split("\n")[: self.line - 1]]
        return lines[max((at for at, line in enumerate(lines) if line.startswith("table ")), default=0) :]

    @property
    def _within_hands(self) -> bool:
        return any(line.startswith("hand ") for line in self._above)

    def _declares_anew(self, line: str) -> bool:
        """Does a line between hands declare what the table has declared before?"""
        between = [one for one in self._above if one.startswith("hand ") or one == "end"]
        word = line.split(" ")[0]
        return between[-1:] == ["end"] and word in DECLARED and any(one.startswith(f"{word} ") for one in self._above)

    @property
    def _promises(self) -> set[str]:
        """What the log undertakes to record, by the last line on that."""
        records = [line.removeprefix("records ") for line in self._above if line.startswith("records ")]
        return {word.strip() for word in records[-1].split(",")} if records else set()


def _undertaken(word: str, line: str) -> bool:
    """Is this a line of the kind that a log undertakes to record? A step of the dealer has the word itself."""
    return bool(PROMISED.get(word, re.compile(rf"{re.escape(word)}\b")).match(line))


def slips(text: str, chance: random.Random) -> Iterator[Slip]:
    """Every line of a log left out, doubled, swapped with the next, and misspelt."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        yield _slip("left out", lines, at, [])
        yield _slip("doubled", lines, at, [line, line])
        if at + 1 < len(lines) and lines[at + 1].strip() and lines[at + 1] != line:
            swapped = [*lines[:at], lines[at + 1], line, *lines[at + 2 :]]
            yield Slip("swapped", at + 1, (line, lines[at + 1]), "\n".join(swapped))
        yield _slip("misspelt", lines, at, [misspelt(line, chance)])


def _slip(kind: str, lines: list[str], at: int, instead: list[str]) -> Slip:
    following = lines[at + 1] if at + 1 < len(lines) else ""
    return Slip(kind, at + 1, (lines[at], following), "\n".join([*lines[:at], *instead, *lines[at + 1 :]]))


def misspelt(line: str, chance: random.Random) -> str:
    """The line with a letter of one of its words left out, doubled or turned into another."""
    letters = [match.start() for match in re.finditer(r"(?<=[a-z])[a-z]|[a-z](?=[a-z])", line)]
    at = chance.choice(letters) if letters else len(line) - 1
    instead = chance.choice(["", line[at] * 2, chance.choice("abcdefghijklmnopqrstuvwxyz")])
    return line[:at] + instead + line[at + 1 :]


# ---- what is told ----


@dataclass(frozen=True)
class Accusation:
    """Somebody is accused who was not before the slip."""

    name: str
    slip: Slip
    finding: Finding

    def __str__(self) -> str:
        slip, finding = self.slip, self.finding
        what = f"{slip.kind}: {slip.before[0].strip()!r} in line {slip.line}"
        return f"{self.name}: {what}: {finding.location.line}: {finding.actor}: {finding.message}"


def lawful(make: Generator, seed: int) -> str:
    """A log to make slips in: all of it is judged and nobody accused, or else no slip in it would show anything."""
    text = make(seed)
    (read,) = _audited(text).inputs
    assert read.hands > 0
    assert read.unread == 0
    assert not accused(text)
    return text


@lru_cache(maxsize=1)
def _audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "slip.log")], Options())


def accused(text: str) -> list[Finding]:
    """What an audit accuses somebody of."""
    result = _audited(text)
    return [one for one in result.findings if one.severity > Severity.ADVISORY and one.actor.role != "record"]


def accusations(name: str, made: list[Slip]) -> list[Accusation]:
    """Who is accused because of one of these slips."""
    return [Accusation(name, slip, one) for slip in made for one in accused(slip.text)]


def added(name: str, text: str, made: list[Slip]) -> list[Accusation]:
    """Who is accused, because of one of these slips, of what nobody is accused of in the log without it."""
    known = {(one.hand, one.charge) for one in accused(text)}
    return [one for one in accusations(name, made) if (one.finding.hand, one.finding.charge) not in known]


def in_lawful_parts(text: str, made: list[Slip]) -> list[Slip]:
    """The slips that touch no hand in which anything is found."""
    found = {one.hand for one in _audited(text).findings}
    faulty: set[int] = set()
    hand = ""
    for number, line in enumerate(text.split("\n"), 1):
        hand = line.split()[1] if line.strip().startswith("hand ") else hand
        faulty |= {number} if hand in found else set()
        hand = "" if line.strip() == "end" else hand
    return [one for one in made if not {one.line, one.line + (one.kind == "swapped")} & faulty]


def shape(accusation: Accusation) -> tuple[str, ...]:
    """The kind of an accusation: the slip, its line without what differs from hand to hand, clause and check."""
    line = re.sub(r"\[[^\]]*\]", "[]", re.sub(r'"(?:[^"\\]|\\.)*"', "N", accusation.slip.before[0]))
    line = re.sub(r"(?<!\S)[^\x00-@\[-\x7f\s][^\s,]*", "N", re.sub(r"#.*", "", line))
    line = re.sub(r"(N( up| down)? \[\], )+", "", re.sub(r"\$?[0-9][0-9,.:-]*", "0", line)).strip()
    return accusation.slip.kind, line, accusation.finding.clause, accusation.finding.check


if __name__ == "__main__":
    logs, seed, chosen = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    tried: Counter[str] = Counter()
    kinds: Counter[tuple[str, ...]] = Counter()
    first: dict[tuple[str, ...], Accusation] = {}
    unlisted: set[tuple[str, str, int, str]] = set()
    for name, make in GENERATORS.items():
        for number in range(seed, seed + logs) if all(word in name for word in chosen) else ():
            made = list(slips(lawful(make, number), random.Random(number)))
            tried += Counter(one.kind for one in made)
            for one in accusations(name, made):
                if not one.slip.states_fault:
                    kinds[shape(one)] += 1
                    first.setdefault(shape(one), one)
                    unlisted.add((name, one.slip.kind, one.slip.line, one.slip.text))
    print(f"{dict(tried)}: {len(unlisted)} slips of {tried.total()} accuse somebody without a listed reason")
    for kind, count in kinds.most_common():
        print(f"{count:5} {' | '.join(kind)}\n        {first[kind]}")
