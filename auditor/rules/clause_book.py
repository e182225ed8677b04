"""The clause book: sample logs whose comments say what an audit of them must find.

    Ben raises $20 to $80      # expect 10.2: fourth raise
    Ann blind $15              # complies 10.1, 6.4

`expect` states a finding at its line: an optional severity (breach if none is given), the clause, the clauses it is
read with, and words of the message. `complies` states clauses that pass: in the hand it stands in or, outside of hands,
at the table. This module reads the comments for the tests and for `rules coverage`; an audit never sees them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from auditor.vocabulary.records import value_class

EXPECT = re.compile(
    r"expect\s+(?:(breach|irregularity|advisory)\s+)?(\S+?)(?:\s+with\s+((?:\S+,\s+)*\S+?))?:\s+([^#;]*)"
)
HEADS = ("hand", "end", "table", "rules", "date")
COMPLIES = re.compile(r"complies\s+([^#]+)")
HEADER = re.compile(
    r"\s*(?:hand\s+(?P<hand>\S+)(?:[^#]*\son\s+(?P<on>[0-9-]{10}))?|(?P<end>end)\b|table\s+(?P<table>\S.*?)(?<!\s)\s*+(?:#|$)"
    r"|rules\s+(?P<rules>\S+)|date\s+(?P<date>[0-9-]{10}))"
)


@value_class
class Mark:
    """A comment of the clause book: the clause that is broken or complied with, where, and under which rulebook."""

    kind: str  # 'breach' for an expected finding, or 'compliant'
    severity: str
    clause: str
    read_with: tuple[str, ...]
    words: str
    path: Path
    line: int
    rules: str
    table: str
    hand: str | None
    day: date | None  # of the hand, or of the table at this line


def marks(path: Path) -> Iterator[Mark]:
    """The marks of one sample log, in order."""
    rules, table, hand = "", "", None
    dated: dict[str, date | None] = {"table": None, "hand": None}
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if "#" not in text and not text.lstrip().startswith(HEADS):
            continue  # most lines by far
        header = HEADER.match(text)
        parts = header.groupdict() if header else {}
        if parts.get("table"):
            table, hand, dated["table"] = parts["table"].strip('"'), None, None
        hand, rules = parts.get("hand") or hand, parts.get("rules") or rules
        if parts.get("date"):
            dated["table"] = date.fromisoformat(parts["date"])
        if parts.get("on"):
            dated["hand"] = date.fromisoformat(parts["on"])
        where = (path, number, rules, table, hand, dated["hand"] or dated["table"])
        _, found, comment = text.partition("#")
        if found:
            for severity, clause, read_with, words in EXPECT.findall("#" + comment):
                others = tuple(one.strip() for one in read_with.split(",") if one.strip())
                yield Mark("breach", severity or "breach", clause, others, words.strip(), *where)
            for clauses in COMPLIES.findall(comment):
                for clause in clauses.split(","):
                    yield Mark("compliant", "", clause.strip(), (), "", *where)
        if parts.get("end"):
            hand = dated["hand"] = None


def book(folder: Path) -> Iterator[Mark]:
    """The marks of every sample log below a folder."""
    for path in sorted(folder.rglob("*.log")):
        yield from marks(path)


MENTION = re.compile(r"[#;]\s*(expect|complies)\b")


def garbled(path: Path) -> Iterator[tuple[int, str]]:
    """Comments that begin like marks and are none, with their lines: no test would hold what they mean to state."""
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        _, _, comment = text.partition("#")
        mentioned = MENTION.findall("#" + comment)
        if mentioned.count("expect") > len(EXPECT.findall(comment)) or (
            "complies" in mentioned and not COMPLIES.search(comment)
        ):
            yield number, comment.strip()
