"""The formats that are read, and what a log in each of them can prove."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.report.layout import EMPTY, Line, line, wrapped

HOW = (
    "Each may be packed with gzip (.gz) or Zstandard (.zst), or stand in a .zip archive. Text is read as UTF-8 with or "
    "without a mark, UTF-16 or Windows-1252. What a file is shows in its first lines; --log-format NAME overrides that."
)


Described = tuple[str, str, str, str, str]  # its name, a title, what it is, what it shows, what it does not


def formats(known: Iterable[Described], width: int) -> Iterator[Line]:
    """Each format with what it can and cannot evidence."""
    for name, title, what, shows, lacks in known:
        yield line(f"{name}: {title}", "title")
        yield from wrapped(what, width, "  ")
        yield from wrapped(f"shows: {shows}", width, "  ", "    ")
        yield from wrapped(f"does not show: {lacks}", width, "  ", "    ")
        yield EMPTY
    yield from wrapped(HOW, width)
