"""Lists the formats that logs are read in, and what a log in each of them can prove."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.report.layout import EMPTY, Line, line, wrapped

HOW = (
    "Each may be packed with gzip (.gz) or Zstandard (.zst), or stand in a .zip archive. Text is read as UTF-8 with or "
    "without a mark, UTF-16 or Windows-1252. What a file is shows in its first lines; --log-format NAME overrides that."
)


Described = tuple[str, str, str, str, str]  # its name, its title, what it is, what it shows, what it does not


def formats(known: Iterable[Described], width: int) -> Iterator[Line]:
    """List each format with what it can prove and what it cannot."""
    for name, title, what, shows, lacks in known:
        yield line(f"{name}: {title}", "title")
        yield from wrapped(what, width, "  ")
        yield from wrapped(f"shows: {shows}", width, "  ", "    ")
        yield from wrapped(f"does not show: {lacks}", width, "  ", "    ")
        yield EMPTY
    yield from wrapped(HOW, width)
