"""Hands with planted faults, written in every format and audited: what was found, as a table.

Run it to see the table: `python tests/helpers/planted_histories.py TIMES`, with how often each fault is planted in each
game and format. With `--missed FOLDER` it also writes the shortest log of each kind and format that was missed.
"""

from __future__ import annotations

import io
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from histories import faults_betting, faults_cards, faults_money, faults_posts  # noqa: F401  (all register)
from histories.judging import accuses_another, tells
from histories.planting import KINDS, Planted, games_of, planted
from histories.writers import FORMATS
from histories.writers.common import Format

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.findings import Finding


@dataclass
class Outcome:
    """A hand with a fault, whether the audit told it, what else it told, and who was accused for nothing."""

    planted: Planted
    found: bool
    findings: list[Finding]
    unread: str
    innocents: list[Finding]


def audited(written: Format, texts: Iterable[str]) -> Result:
    """Audit hands of one format as one file."""
    data = "".join(texts).encode()
    return audit([open_stream(io.BytesIO(data), f"histories{written.suffix}")], Options())


def one_game_each(written: Format) -> list[Planted]:
    """Every kind of fault once in a format, in one game after the other."""
    found = []
    for turn, kind in enumerate(KINDS.values()):
        games = games_of(kind, written)
        found += [planted(kind.name, written, games[turn % len(games)], 0)] if games else []
    return found


def every_game(written: Format, times: int) -> list[Planted]:
    """Every kind of fault so often in every game of a format."""
    return [
        planted(kind.name, written, game, time)
        for kind in KINDS.values()
        for game in games_of(kind, written)
        for time in range(times)
    ]


def outcomes(written: Format, hands: list[Planted]) -> list[Outcome]:
    """What an audit makes of hands with faults."""
    texts = [one.text for one in hands]
    lines = "".join(texts).split("\n")
    result = audited(written, texts)
    by_hand: dict[str | None, list[Finding]] = defaultdict(list)
    for finding in result.findings:
        by_hand[finding.hand].append(finding)
    unread = {one.hand: one.reason for one in result.unread}
    found = []
    for one in hands:
        number = written.number(one.hand)
        told = by_hand[number]
        innocents = [finding for finding in told if accuses_another(one, finding)]
        is_told = any(tells(one, finding, lines) for finding in told)
        found.append(Outcome(one, is_told, told, unread.get(number, ""), innocents))
    return found


# ---- the table ----


def table(found: dict[str, list[Outcome]]) -> str:
    """Found of planted, by kind and format; a dash where the format is no evidence of the fault."""
    lines = [" " * 30 + " ".join(f"{name[-8:]:>8}" for name in found)]
    for kind in KINDS:
        cells = []
        for rows in found.values():
            mine = [one.found for one in rows if one.planted.kind.name == kind]
            cells.append(f"{sum(mine)}/{len(mine)}" if mine else "-")
        lines.append(f"{kind:<30}" + " ".join(f"{cell:>8}" for cell in cells))
    parts = [f"{sum(one.found for one in rows) / max(1, len(rows)):.1%}" for rows in found.values()]
    return "\n".join([*lines, f"{'all':<30}" + " ".join(f"{part:>8}" for part in parts)])


def write_missed(found: dict[str, list[Outcome]], folder: Path) -> None:
    """Write the shortest log of each kind and format that was missed, with what was told instead."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, rows in found.items():
        for kind in KINDS:
            missed = [one for one in rows if one.planted.kind.name == kind and not one.found]
            if missed:
                shortest = min(missed, key=lambda one: len(one.planted.text))
                path = folder / f"{kind}--{name}{FORMATS[name].suffix}"
                path.write_text(shortest.planted.text, encoding="utf-8")
                notes = [f"{kind}, {name}: {len(missed)} missed; laid to {shortest.planted.culprits}"]
                notes += [f"  {one.check}, {one.actor}: {one.message}" for one in shortest.findings]
                path.with_suffix(".note").write_text("\n".join([*notes, shortest.unread]), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Print the table, and write the missed ones if asked to."""
    times = int(arguments[0]) if arguments else 1
    found = {name: outcomes(one, every_game(one, times)) for name, one in FORMATS.items()}
    print(table(found))
    for name, rows in found.items():
        for one in rows:
            for finding in one.innocents:
                print(f"{one.planted.kind.name}, {name}: {finding.actor} is accused for nothing: {finding.message}")
    if "--missed" in arguments:
        write_missed(found, Path(arguments[arguments.index("--missed") + 1]))


if __name__ == "__main__":
    main(sys.argv[1:])
