"""A hand of each game to begin with, for somebody who writes a log: the first of the samples that has no fault."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice

from auditor.auditing.options import Options
from auditor.editing.written_text import judged_text
from auditor.logs.table_log.line_parts import line_parts
from auditor.rules.loading.loader import rulebook_ids
from auditor.storage.bundled_files import folder

TRIED = 40  # hands of a game that are judged to find one
FEWEST = 8  # lines of a hand that shows how the game goes
TABLE = re.compile(r"^table\b", re.MULTILINE)
HAND = re.compile(r"^hand\b", re.MULTILINE)
NUMBER = re.compile(r"^hand [^ \n]+")
RULES = re.compile(r"^[ \t]+rules ([^ \t\n#]+).*$", re.MULTILINE)
AFTER = re.compile(r"^end\b.*?$", re.MULTILINE)


@cache
def example_of(rules: str) -> str:
    """A log of one hand of the game with these rules; empty if the samples have none.

    A hand of a game that differs only in what its name adds, such as a high-low form, may do as well.
    """
    beside = [one for one in rulebook_ids() if one != rules and (one.startswith(rules) or rules.startswith(one))]
    beside.sort(key=lambda one: abs(len(one) - len(rules)))
    of_others = (RULES.sub(f"  rules {rules}", text) for one in beside[:1] for text in _hands_of(one))
    for text in islice(chain(_hands_of(rules), of_others), TRIED):
        found = judged_text(text, Options()).audit
        if found.complete and found.hands == 1 and not found.findings:
            return text
    return ""


def _hands_of(rules: str) -> Iterator[str]:
    """Logs of one hand each that samples have of a game: the nights first, then the hands by clause."""
    samples = folder("samples")
    for path in [*sorted((samples / "sessions").glob("*.log")), *sorted((samples / "clauses").glob("*/*.log"))]:
        text = path.read_text(encoding="utf-8")
        if rules not in RULES.findall(text):
            continue
        for table in _cut(text, TABLE):
            if RULES.findall(table) == [rules]:
                head, *hands = _cut(table, HAND, whole=True)
                yield from (_log(head, one) for one in hands if one.count("\n") >= FEWEST)


def _cut(text: str, beginning: re.Pattern[str], whole: bool = False) -> list[str]:
    """The pieces of a text that begin with a line like this; with `whole` what comes before the first of them, too."""
    starts = [found.start() for found in beginning.finditer(text)]
    pieces = [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]
    return [text[: starts[0]], *pieces] if whole and starts else [text] if whole else pieces


def _log(head: str, hand: str) -> str:
    """A log of this table and this hand alone, without comments and without what was noted after the hand."""
    end = AFTER.search(hand)
    lines = [*head.rstrip().split("\n"), "", *NUMBER.sub("hand 1", hand[: end.end() if end else None]).split("\n")]
    return "\n".join(["log 1", *["".join(line_parts(one)[:2]).rstrip() for one in lines], ""])
