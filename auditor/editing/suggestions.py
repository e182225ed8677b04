"""What may come next in a table log: words of statements, names of the players, rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from auditor.logs.blocks import BETWEEN, HAND
from auditor.logs.table_log.diagnostics import CALLED, PHRASES, expected_at
from auditor.rules.loading.loader import rulebook_ids
from auditor.vocabulary.records import value_class

WORD, NAME, RULEBOOK = "word", "name", "rulebook"
PERSONS = {CALLED["NAME"], CALLED["WHO"], CALLED["BADGE"], CALLED["NAMES"]}
SEATED = re.compile(r'^[ \t]*seat[ \t]+[0-9]+[ \t]+("(?:[^"\\]|\\.)*"|[^\s"#,\[\]]+)')
HEADER = re.compile(r"^[ \t]*(hand[ \t]|end\b|table[ \t])")


@value_class
class Suggested:
    """Something that may stand here."""

    text: str
    kind: str


def suggestions_at(text: str, line: int, column: int) -> list[Suggested]:
    """What may stand at a place of a text, for which lines and columns count from 1."""
    lines = text.split("\n")
    before = lines[line - 1][: column - 1] if line <= len(lines) else ""
    if "#" in before:
        return []
    expected = expected_at(_without_last_word(before), _kind_of_block(lines[: line - 1]))
    words = [Suggested(one, WORD) for one in expected if one not in PHRASES]
    return [*dict.fromkeys([*chain.from_iterable(_of_piece(one, lines) for one in expected), *words])]


def _without_last_word(text: str) -> str:
    """A line up to the word, or the name in quotes, that is being written at its end."""
    if text.count('"') % 2:
        return text[: text.rindex('"')]
    return text[: max(text.rfind(sign) for sign in ' \t,["') + 1]


def _of_piece(expected: str, lines: list[str]) -> Iterator[Suggested]:
    if expected in PERSONS:
        names = dict.fromkeys(found[1] for one in lines if (found := SEATED.match(one)) is not None)
        yield from (Suggested(one, NAME) for one in names)
    elif expected == CALLED["RULES"]:
        yield from (Suggested(one, RULEBOOK) for one in rulebook_ids())


def _kind_of_block(before: list[str]) -> str:
    """Does what follows these lines stand in a hand?"""
    for line in reversed(before):
        found = HEADER.match(line)
        if found is not None:
            return HAND if found[1].startswith("hand") else BETWEEN
    return BETWEEN
