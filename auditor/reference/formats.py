"""The page of the formats: what `auditor formats` prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.reference.markdown import escaped, page
from auditor.report.pages.formats import HOW, Described


def formats(known: Iterable[Described]) -> str:
    """Each format with what it can prove and what it cannot."""
    return page(_lines(known))


def _lines(known: Iterable[Described]) -> Iterator[str]:
    yield from ("# Formats, and what each can show", "", escaped(HOW), "")
    for name, title, what, shows, lacks in known:
        yield from (f"## {escaped(title)} {{#{name}}}", "", f"`{name}`: {escaped(what)}", "")
        yield from (f"Shows: {escaped(shows)}", "", f"Does not show: {escaped(lacks)}", "")
