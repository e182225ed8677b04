"""The clause book: sample logs that say, in comments, what an audit of them must find.

    Ben raises $20 to $80      # expect 10.2: fourth raise
    Ann blind $15              # complies 10.1, 6.4

`expect` states a finding at its line: an optional severity (breach if none is given), the clause, the clauses it is
read with, and words of the message. `complies` states clauses that pass: in the hand it stands in or, outside of hands,
at the table. The comments are read here, for the tests and for `rules coverage`; an audit never sees them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

EXPECT = re.compile(
    r"expect\s+(?:(breach|irregularity|advisory)\s+)?(\S+?)(?:\s+with\s+((?:\S+,\s+)*\S+?))?:\s+([^#;]*)"
)
HEADS = ("hand", "end", "table", "rules", "date")
COMPLIES = re.compile(r"complies\s+([^#]+)")
HEADER = re.compile(
    r"\s*(?:hand\s+(?P<hand>\S+)(?:[^#]*\son\s+(?P<on>[0-9-]{10}))?|(?P<end>end)\b|table\s+(?P<table>\S.*?)\s*(?:#|$)"
    r"|rules\s+(?P<rules>\S+)|date\s+(?P<date>[0-9-]{10}))"
)


@dataclass(slots=True, frozen=True)
class Mark:
    """A comment of the clause book: what is expected (or complied with), where, under which rulebook."""

    kind: str  # 'breach' for something expected, 'compliant'
    severity: str
    clause: str
    read_with: tuple[str, ...]
    words: str
    path: Path
    line: int
    rules: str
    table: str
    hand: str | None
    day: date | None  # of the hand, or of the table at that line


def marks(path: Path) -> Iterator[Mark]:
    """The marks of one sample log, in order."""
    rules, table, hand = "", "", None
    dated: dict[str, date | None] = {"table": None, "hand": None}
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if "#" not in text and not text.lstrip().startswith(HEADS):
            continue  # most lines by far
        header = HEADER.match(text)
        said = header.groupdict() if header else {}
        if said.get("table"):
            table, hand, dated["table"] = said["table"].strip('"'), None, None
        hand, rules = said.get("hand") or hand, said.get("rules") or rules
        if said.get("date"):
            dated["table"] = date.fromisoformat(said["date"])
        if said.get("on"):
            dated["hand"] = date.fromisoformat(said["on"])
        where = (path, number, rules, table, hand, dated["hand"] or dated["table"])
        _, found, comment = text.partition("#")
        if found:
            for severity, clause, read_with, words in EXPECT.findall("#" + comment):
                others = tuple(one.strip() for one in read_with.split(",") if one.strip())
                yield Mark("breach", severity or "breach", clause, others, words.strip(), *where)
            for clauses in COMPLIES.findall(comment):
                for clause in clauses.split(","):
                    yield Mark("compliant", "", clause.strip(), (), "", *where)
        if said.get("end"):
            hand = dated["hand"] = None


def book(folder: Path) -> Iterator[Mark]:
    """The marks of every sample log below a folder."""
    for path in sorted(folder.rglob("*.log")):
        yield from marks(path)


MENTION = re.compile(r"[#;]\s*(expect|complies)\b")


def garbled(path: Path) -> Iterator[tuple[int, str]]:
    """Comments that begin as marks do and are none, with their lines: what they were meant to state is not tested."""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        _, _, comment = text.partition("#")
        mentioned = MENTION.findall("#" + comment)
        if mentioned.count("expect") > len(EXPECT.findall(comment)) or (
            "complies" in mentioned and not COMPLIES.search(comment)
        ):
            yield number, comment.strip()
