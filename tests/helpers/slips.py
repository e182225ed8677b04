"""Slips of the pen in a lawful table log: one line left out, doubled, swapped with its neighbour, misspelt or cut short.

Nobody may be accused for it. Run it to see who is: `python tests/helpers/slips.py LOGS SEED [WORD…]`, with the number of logs of each
game, the seed, and words of the games' names.
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
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Finding, Severity

GENERATORS: dict[str, Callable[[int], str]] = {
    **{f"act {game}": lambda seed, game=game: next(iter(act_logs(seed, 3, game=game))) for game in ACT_GAMES},
    **{
        f"crown {game} {limit}": lambda seed, game=game, limit=limit: crown_log(seed, game, limit)
        for game in CROWN_GAMES
        for limit in CROWN_LIMITS
    },
    **{
        f"roberts {game} {limit} {'tournament' if event else 'cash'}": lambda seed, game=game, limit=limit, event=event: (
            button_log(seed, game, limit, event)
        )
        for game in BUTTON_GAMES
        for limit in LIMITS
        for event in (False, True)
    },
    **{
        f"roberts {game} {limit}": lambda seed, game=game, limit=limit: stud_log(seed, game, limit)
        for game in STUD_GAMES
        for limit in LIMITS
    },
    **{
        f"roberts {form} {limit}": lambda seed, form=form, limit=limit: draw_log(seed, form, limit)
        for form in FORMS
        for limit in LIMITS
    },
}


@dataclass(frozen=True)
class Slip:
    """A log with one slip: of which kind, in which line, and what stood there."""

    kind: str
    line: int
    before: str
    text: str


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
            yield Slip("swapped", at + 1, f"{line} / {lines[at + 1]}", "\n".join(swapped))
        yield _slip("misspelt", lines, at, [misspelt(line, chance)])


def _slip(kind: str, lines: list[str], at: int, instead: list[str]) -> Slip:
    return Slip(kind, at + 1, lines[at], "\n".join([*lines[:at], *instead, *lines[at + 1 :]]))


def misspelt(line: str, chance: random.Random) -> str:
    """The line with a letter of one of its small words left out, doubled or turned into another."""
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


def accused(text: str) -> list[Finding]:
    """What an audit accuses somebody of."""
    result = audit([open_stream(io.BytesIO(text.encode()), "slip.log")], Options())
    return [one for one in result.findings if one.severity > Severity.ADVISORY and one.actor.role != "record"]


def accusations(
    name: str, text: str, chance: random.Random, share: float = 1.0
) -> tuple[Counter[str], list[Accusation]]:
    """Try all slips of a lawful log, or a share of them. Give how many of each kind, and what accused somebody."""
    tried: Counter[str] = Counter()
    found = []
    for slip in slips(text, chance):
        if share < 1 and chance.random() >= share:
            continue
        tried[slip.kind] += 1
        found += [Accusation(name, slip, one) for one in accused(slip.text)]
    return tried, found


def shape(line: str) -> str:
    """A line without what differs from hand to hand: names, amounts, cards."""
    line = re.sub(r"#.*", "", line)
    line = re.sub(r"\[[^\]]*\]", "[]", line)
    line = re.sub(r'"[^"]*"', "N", line)
    line = re.sub(r"(?<!\S)[^\x00-@\[-\x7f\s][^\s,]*", "N", line)
    line = re.sub(r"\$?[0-9][0-9,.:-]*", "0", line)
    return re.sub(r"(N( up| down)? \[\], )+", "", line).strip()


if __name__ == "__main__":
    logs, seed, chosen = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    tried: Counter[str] = Counter()
    kinds: Counter[tuple[str, ...]] = Counter()
    first: dict[tuple[str, ...], Accusation] = {}
    for name, make in GENERATORS.items():
        if all(word in name for word in chosen):
            for number in range(seed, seed + logs):
                some, found = accusations(name, make(number), random.Random(number))
                tried += some
                for one in found:
                    kind = (
                        one.slip.kind,
                        " / ".join(map(shape, one.slip.before.split(" / "))),
                        one.finding.clause,
                        one.finding.check,
                    )
                    kinds[kind] += 1
                    first.setdefault(kind, one)
    print(dict(tried), sum(kinds.values()))
    for kind, count in kinds.most_common():
        one = first[kind]
        print(
            f"{count:5} {' | '.join(kind)}\n        {one.name}: line {one.slip.line}: {one.slip.before.strip()!r} -> line {one.finding.location.line} {one.finding.actor}: {one.finding.message}"
        )
