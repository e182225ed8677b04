"""The formats that are read, and what a log in each of them can prove."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.report.lines import EMPTY, Line, line, wrapped

FORMATS = (
    (
        "table log (.log)",
        "The project's own plain text, one statement a line; docs/table-log.md is its reference.",
        "Every kind of evidence a clause can ask for: set-up and signs, seats and stakes, shuffle and cut, each card, "
        "wagers in words and chips, showdown, pots, commission and payments, rulings, and an observer's incidents.",
        "What nobody noted. The statement 'records' says which steps a log undertakes to note in every hand.",
    ),
    (
        "events as JSON lines (.jsonl)",
        "What 'auditor parse' prints; 'auditor schema events' is its schema.",
        "The same as the log it was made from, with the lines of that log.",
        "The log's own wording and its comments.",
    ),
)
HOW = (
    "Each may be packed with gzip (.gz) or stand in a .zip archive. Text is read as UTF-8 with or without a mark, "
    "UTF-16 or Windows-1252."
)


def formats(width: int) -> Iterator[Line]:
    """Each format with what it can and cannot evidence."""
    for name, what, can, cannot in FORMATS:
        yield line(name, "title")
        yield from wrapped(what, width, "  ")
        yield from wrapped(f"shows: {can}", width, "  ", "    ")
        yield from wrapped(f"does not show: {cannot}", width, "  ", "    ")
        yield EMPTY
    yield from wrapped(HOW, width)
