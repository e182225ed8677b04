"""Disturbs a history in one place, as a slip of a converter or a damaged file would: what may somebody be accused of?

Run it to see what is told: `python tests/helpers/disturbed_histories.py TIMES`, with how often each kind of disturbance
is tried on each sample and on hands of each format.
"""

from __future__ import annotations

import io
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from histories.lawful import lawful
from histories.writers import FORMATS
from places import ROOT

from auditor.auditing.engine.registry import registered
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.replay.settlement.compute import Settled
from auditor.vocabulary.findings import Finding, Severity

NUMBER = re.compile(r"(?<![\w.#:/-])[0-9]+(?:[.,][0-9]+)*(?![\w:/])")
GROUPED = re.compile(r"(?<![\w.#:/-])[0-9]{1,3},[0-9]{3}(?:\.[0-9]+)?(?![\w:/])")
ACTION = re.compile(r"'p[0-9] (?:f|cc|cbr [0-9.]+)', ")
PAYMENT = re.compile(r"[Cc]ollected|\bwins?\b|win_amount|winnings|_stacks| won ")
POST = re.compile(r" posts (?:the )?(?:small|big) blind|\"Post [SB]B\"|blinds_or_straddles = \[[^\]]*\]")


@dataclass(frozen=True)
class Disturbed:
    """A history with one change: of which kind, in which line, and what was there."""

    kind: str
    line: int
    before: str
    text: str


Disturbance = Callable[[str, random.Random], "Disturbed | None"]


def line_left_out(text: str, chance: random.Random) -> Disturbed | None:
    """Leave out a line."""
    lines = text.split("\n")
    at = chance.choice([number for number, line in enumerate(lines) if line.strip()])
    return Disturbed("line left out", at + 1, lines[at], "\n".join([*lines[:at], *lines[at + 1 :]]))


def act_left_out(text: str, chance: random.Random) -> Disturbed | None:
    """Leave out an act, in a format that has all of them in one line."""
    return _replaced("act left out", text, ACTION, lambda _: "", chance)


def amount_changed(text: str, chance: random.Random) -> Disturbed | None:
    """Change a digit of a number."""
    return _replaced("amount changed", text, NUMBER, lambda number: _another_digit(number, chance), chance)


def comma_cut(text: str, chance: random.Random) -> Disturbed | None:
    """Cut a number at the comma of the thousands."""
    return _replaced("comma cut", text, GROUPED, lambda number: number.partition(",")[0], chance)


def hundredths_cut(text: str, chance: random.Random) -> Disturbed | None:
    """Cut the hundredths off a number."""
    parts = re.compile(r"(?<![\w.#:/-])[0-9]+[.][0-9]{1,2}(?![\w:/])")
    return _replaced("hundredths cut", text, parts, lambda number: number.partition(".")[0], chance)


def post_dead(text: str, chance: random.Random) -> Disturbed | None:
    """Mark a post as dead."""
    return _replaced("post marked dead", text, POST, lambda post: _dead(post, chance), chance)


DISTURBANCES: tuple[Disturbance, ...] = (
    line_left_out,
    act_left_out,
    amount_changed,
    comma_cut,
    hundredths_cut,
    post_dead,
)


def _replaced(
    kind: str, text: str, what: re.Pattern[str], by: Callable[[str], str], chance: random.Random
) -> Disturbed | None:
    found = [*what.finditer(text)]
    if not found:
        return None
    match = chance.choice(found)
    line = text.count("\n", 0, match.start()) + 1
    return Disturbed(kind, line, match[0], text[: match.start()] + by(match[0]) + text[match.end() :])


def _another_digit(number: str, chance: random.Random) -> str:
    at = chance.choice([place for place, letter in enumerate(number) if letter.isdigit()])
    return number[:at] + chance.choice([digit for digit in "123456789" if digit != number[at]]) + number[at + 1 :]


def _dead(post: str, chance: random.Random) -> str:
    if post.startswith("blinds"):
        head, _, amounts = post.partition("[")
        each = amounts.rstrip("]").split(", ")
        at = chance.randrange(len(each))
        each[at] = f"-{each[at].lstrip('-')}" if each[at] != "0" else "-1"
        return f"{head}[{', '.join(each)}]"
    return '"Post Dead"' if post.startswith('"') else " posts dead blind"


# ---- what is disturbed ----


def samples() -> list[tuple[str, str]]:
    """The histories that come with the project: their names and texts."""
    folders = (ROOT / "samples" / "hand-histories", ROOT / "samples" / "phh")
    paths = sorted(path for folder in folders for path in folder.iterdir())
    return [(path.name, path.read_text(encoding="utf-8")) for path in paths]


def generated(hands: int) -> list[tuple[str, str]]:
    """Lawful hands of every format and game: where they come from, and their texts."""
    return [
        (f"{name}{written.suffix}", written.text(lawful(written, game, number)))
        for name, written in FORMATS.items()
        for game in written.games
        for number in range(hands)
    ]


# ---- what is told ----


@dataclass(frozen=True)
class Accusation:
    """Somebody is accused who was not before the history was disturbed."""

    name: str
    disturbed: Disturbed
    finding: Finding

    @property
    def stated(self) -> str:
        """Why the fault is there under every reading, if it is: the number that was changed states it by itself."""
        if self.disturbed.kind not in ("amount changed", "hundredths cut", "comma cut"):
            return ""
        if self.finding.check in ("opening-wager", "raise-size", "raise-over", "pot-limit", "lower-limit"):
            return "a wager of that size, which nobody called or nothing else in the hand adds up"
        line = self.disturbed.text.split("\n")[self.disturbed.line - 1]
        settled = Settled in registered()[self.finding.check].watches
        if (settled and PAYMENT.search(line)) or self.finding.location.line == self.disturbed.line:
            return "a payment of that size or to that player, or a stake that it is told by"
        if settled and self.name.startswith("phh-stacks"):
            return "a payment that only the stacks tell, which any number of the hand changes"
        return ""


def accused(text: str, name: str) -> dict[tuple[str | None, str, str], Finding]:
    """Whom an audit accuses, by hand, clause and person."""
    result = audit([open_stream(io.BytesIO(text.encode()), name)], Options())
    return {
        (one.hand, one.clause, str(one.actor)): one
        for one in result.findings
        if one.severity > Severity.ADVISORY and one.actor.role != "record"
    }


def accusations(subjects: list[tuple[str, str]], times: int, seed: int) -> tuple[Counter[str], list[Accusation]]:
    """Disturb each of these so often in every way. Give how often that was done, and who was accused then."""
    chance = random.Random(seed)
    tried: Counter[str] = Counter()
    found: list[Accusation] = []
    for name, text in subjects:
        before = accused(text, name)
        for one in _disturbed(text, times, chance):
            tried[one.kind] += 1
            told = accused(one.text, name)
            new = {key[1] for key in told} - {key[1] for key in before}  # a name may be what was changed
            found += [Accusation(name, one, finding) for key, finding in told.items() if key[1] in new]
    return tried, found


def _disturbed(text: str, times: int, chance: random.Random) -> Iterator[Disturbed]:
    for disturb in DISTURBANCES:
        for _ in range(times):
            one = disturb(text, chance)
            if one is not None and one.text != text:
                yield one


if __name__ == "__main__":
    times = int(sys.argv[1])
    tried, found = accusations([*samples(), *generated(2)], times, seed=int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(dict(tried))
    print(Counter((one.disturbed.kind, one.finding.check, one.stated) for one in found))
    for one in found:
        if not one.stated:
            print(f"{one.name}: {one.disturbed.kind}: {one.disturbed.before!r} in line {one.disturbed.line}")
            print(f"    {one.finding.location.line}: {one.finding.actor}: {one.finding.message}")
