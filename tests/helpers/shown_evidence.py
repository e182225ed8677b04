"""Which line of which sample decides a clause that is not recorded without it: one such line for each kind of evidence.

    python tests/helpers/shown_evidence.py

goes through the samples, leaves out one line after the other, or a part of it, and writes down the first that makes a
clause ask for the evidence. `tests/rules/shown_evidence.toml` keeps them; `test_evidence.py` tries each again.
"""

from __future__ import annotations

import io
import random
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from pathlib import Path

from places import ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.logs.table_log.reader import lexer
from auditor.storage.bundled_files import folder
from auditor.vocabulary.evidence import EVIDENCE, LOG, MissingFact, evidence_for
from auditor.vocabulary.findings import Verdict

SAMPLES = folder("samples") / "clauses"
SHOWN = ROOT / "tests" / "rules" / "shown_evidence.toml"
COMMAND = "python tests/helpers/shown_evidence.py"
TABLE = re.compile(r"^table ", re.MULTILINE)
FIXED = {"TABLE", "RULES", "HAND", "END", "LOG"}  # lines without which there is nothing to judge
PARTS = [  # what may be left out of a line
    re.compile(form)
    for form in (
        *(r" by [a-z-]+\b", r" at [0-9:]+\b", r" \$[0-9,.]+", r" (?:un)?seen\b", r" (?:anti)?clockwise\b"),
        *(r" (?:upheld|refused)\b", r" announcing \S+", r" in run [0-9]+", r" saying \S+| silently", r" in chips .*"),
        *(r" from [a-z-]+\b", r" to [0-9]+ players", r" with [A-Z].* to act", r" (?:by order|away)$", r" on [0-9-]+$"),
    )
]
CARDS = re.compile(r"\b(?:10|[2-9TJQKA])[cdhs]\b")
TRIES = 150  # changes to try for one kind of evidence
TIMED = {"for how long a player has been away", "for how long a player who refused to move was away"}
CHECK = re.compile(r'check\(\s*"([^"]+)"')
FIGURE = re.compile(r'clause = "([^"]+)"[^}\n]*check = "([^"]+)"')
MARKED = re.compile(r"# (?:expect(?: irregularity| advisory)?|complies) ([^\s:,]+(?::[a-z-]+)?)")
HANDS = re.compile(r"^hand .*?^end[^\n]*\n", re.MULTILINE | re.DOTALL)


@dataclass
class Asked:
    """What an audit lacks: by what is missing, the clauses that ask for it; and the clauses that were decided."""

    missing: dict[str, set[str]]
    decided: set[str]


def judged(text: str) -> Asked | None:
    """What an audit of a log decides, and what it asks for; None if part of the log cannot be read."""
    result = audit([open_stream(io.BytesIO(text.encode()), "log")], Options())
    if result.unread:
        return None
    missing: dict[str, set[str]] = {}
    for _, clause, what in result.missing:
        missing.setdefault(what, set()).add(clause)
    decided = {clause for (_, clause), times in result.verdicts.items() if times[Verdict.PASS] or times[Verdict.FAIL]}
    return Asked(missing, decided)


def newly_asked(before: Asked | None, after: Asked | None, what: str) -> bool:
    """Does a clause ask for this evidence now that was decided before?"""
    if before is None or after is None:
        return False
    return bool((after.missing.get(what, set()) - before.missing.get(what, set())) & before.decided)


def tables(path: Path) -> list[str]:
    """The tables of a sample, each with everything up to the next one."""
    text = path.read_text(encoding="utf-8")
    starts = [match.start() for match in TABLE.finditer(text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def without(line: str) -> Iterator[str]:
    """What may be left of a line: nothing, the line without its last part, or without its cards."""
    said = line.split("#")[0].rstrip()
    yield ""
    for part in PARTS:
        if part.search(said):
            yield part.sub("", said)
    if CARDS.search(said):
        yield CARDS.sub("??", said)


def table_named(sample: str, name: str) -> str:
    """A table of a sample."""
    return next(text for text in tables(SAMPLES / sample) if text.startswith(f'table "{name}"'))


def rows() -> list[dict[str, str]]:
    """What was found."""
    return tomllib.loads(SHOWN.read_text(encoding="utf-8"))["shown"] if SHOWN.exists() else []


def shows(row: dict[str, str]) -> bool:
    """Does a clause ask for the evidence without the line, and not with it?"""
    text = table_named(row["sample"], row["table"])
    return newly_asked(judged(text), judged(text.replace(row["line"], row["left"], 1)), row["text"])


def find(known: set[str]) -> Iterator[dict[str, str]]:
    """Lines that show further evidence: for each kind those that are like the ones the table of evidence has for it."""
    every = [(path, text) for path in sorted(SAMPLES.rglob("*.log")) for text in tables(path)]
    random.Random(1).shuffle(every)
    for entry in EVIDENCE:
        if entry.text not in known:
            clauses = _clauses_asking(entry)
            nearest = sorted(every, key=lambda one: -sum(clause in clauses for clause in MARKED.findall(one[1])))
            yield from islice(_tried(entry, nearest), 1)


def _clauses_asking(entry: MissingFact) -> set[str]:
    """The clauses whose checks stand in a module that has the words of an entry: their samples are tried first."""
    words = max(re.split(r"\{[a-z]+\}", entry.text), key=len)
    modules = [path.read_text(encoding="utf-8") for path in (ROOT / "auditor" / "checks").rglob("*.py")]
    checks = {name for text in modules if words in text for name in CHECK.findall(text)}
    found = set()
    for path in folder("rulesets").rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        found |= {clause for clause, check in FIGURE.findall(text) if check in checks}
        for block in text.split("[[clauses]]")[1:]:
            if set(re.findall(r'check = "([^"]+)"', block)) & checks:
                found |= set(re.findall(r'^id = "([^"]+)"', block, re.MULTILINE)[:1])
    return found


def _tried(entry: MissingFact, every: list[tuple[Path, str]]) -> Iterator[dict[str, str]]:
    lines = [line.format(step="shuffle", ground="fire", seat="2") for line in (*entry.lines, *entry.contrary)]
    wanted = {"HAND"} if entry.where == LOG or entry.text in TIMED else set(map(_terminal, lines))
    tries = 0
    for path, text in every:
        changes = list(_changes(text, wanted))
        before = _judged(text) if changes else None
        for line, left in changes if before is not None else ():
            tries += 1
            if tries > TRIES:
                return
            after = judged(text.replace(line, left, 1))
            for what in after.missing if after is not None else ():
                if evidence_for(what) is entry and newly_asked(before, after, what):
                    name = re.match(r'table "([^"]*)"', text)[1]
                    sample = path.relative_to(SAMPLES).as_posix()
                    yield {"text": what, "sample": sample, "table": name, "line": line, "left": left}


def _changes(text: str, wanted: set[str]) -> Iterator[tuple[str, str]]:
    """What may be left out of a table: one line of a kind, a part of it, all lines of a kind in a row, or a hand."""
    if "HAND" in wanted:
        hands = HANDS.findall(text)
        yield from ((hand, "") for hand in hands[:-1])
        heads = [hand.split("\n", 1)[0] for hand in hands]
        yield from ((head, left) for head in heads for left in without(head) if left and text.count(head) == 1)
        return
    lines = [line for line in dict.fromkeys(text.split("\n")) if _terminal(line) in wanted and text.count(line) == 1]
    for line in lines:
        yield from ((line, left) for left in without(line))
    for alike, run in groupby(text.splitlines(keepends=True), lambda line: _terminal(line.rstrip("\n")) in wanted):
        together = "".join(run)
        if alike and together.count("\n") > 1:
            yield together, ""


@cache
def _judged(text: str) -> Asked | None:
    return judged(text)


@cache
def _terminal(line: str) -> str:
    """The kind of statement that a line is; empty if it is none."""
    recognised = lexer().recognise(line, 1) if line.split("#")[0].strip() else None
    return recognised[1] if recognised is not None and recognised[1] not in FIXED else ""


def quoted(text: str) -> str:
    """A text as TOML has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def main() -> None:
    """Keep the rows that still show what they are to show, and look for the rest."""
    found = [row for row in rows() if shows(row)]
    known = {entry.text for row in found if (entry := evidence_for(row["text"]))}
    for row in find(known):
        found.append(row)
        print(row["text"], flush=True)
        write(found)
    write(found)


def write(found: list[dict[str, str]]) -> None:
    """Write down what was found."""
    ordered = sorted(found, key=lambda row: row["text"])
    parts = ["\n[[shown]]\n" + "".join(f"{key} = {quoted(row[key])}\n" for key in row) for row in ordered]
    SHOWN.write_text(f"# Written by {COMMAND}.\n{''.join(parts)}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
