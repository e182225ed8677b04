"""A line of a table log in its parts: what it is indented by, what it states, and the comment after it."""

from __future__ import annotations

import re

NUMBERED = r"(?i:(?<=hand )|(?<=game )|(?<=deal )|(?<=pot )|(?<=seat )|(?<=button )|(?<=dealer )|(?<=buck ))#(?=[0-9])"
LINE = re.compile(rf'([ \t]*)((?:"(?:[^"\\]|\\.)*"|[^"#]|{NUMBERED})*+)(.*)', re.DOTALL)
"""A line in three: blanks, statement, comment. The sign before a number is no comment."""


def line_parts(text: str) -> tuple[str, str, str]:
    """A line in three: what it is indented by, its statement, and its comment with the blanks before it."""
    found = LINE.fullmatch(text)
    assert found is not None
    statement = found[2].rstrip()
    if '"' in found[3][:1]:  # a quotation that is never closed
        statement = text[len(found[1]) :].rstrip()
    return found[1], statement, text[len(found[1]) + len(statement) :]
