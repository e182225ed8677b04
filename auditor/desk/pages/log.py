"""A log as it is written, with the numbers of its lines, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from auditor.auditing.result import Input
from auditor.desk.pages.hand import FoundAtLine, found_here
from auditor.desk.rendering import again, number_in, page
from auditor.logs.blocks import lines_of
from auditor.logs.files.decoding import Source
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import value_class

LINES = 400  # of a page
BEFORE = 8  # lines before the one that is asked for
LONGEST = 1_000  # characters of a line


@value_class
class WrittenLine:
    """A line as it is written, and what the audit says of it."""

    number: int
    text: str
    cut: bool  # it goes on
    reasons: tuple[str, ...]  # why it was not read
    found: tuple[FoundAtLine, ...]


def log(request: Request) -> Response:
    """Show the page of a log that a line is on. Without a log, list those that are open."""
    logs = again(request)
    if "log" not in request.query_params:
        return _listed(request, logs.view().result.inputs)
    one = logs.log(request.query_params.get("log", ""))
    query = request.query_params
    wanted = number_in(query.get("line")) or 0  # which is marked, a little below the head of the page
    first = number_in(query.get("first")) or max(wanted - BEFORE, 1)
    source = logs.source(one)
    view = logs.view()
    found: dict[int, list[Finding]] = {}
    for finding in logs.findings_at(one, first, first + LINES):
        found.setdefault(finding.location.line, []).append(finding)
    unread: dict[int, list[str]] = {}
    for place in logs.unread(one):
        unread.setdefault(place.line, []).append(place.reason)
    texts, fault = _texts(source, first)
    more = len(texts) > LINES
    lines = [
        WrittenLine(
            n, text[:LONGEST], len(text) > LONGEST, tuple(unread.get(n, ())), found_here(view, found.get(n, ()))
        )
        for n, text in enumerate(texts[:LINES], first)
    ]
    return page(
        request,
        "log.html",
        "findings",
        log=one,
        lines=lines,
        wanted=wanted,
        first=first,
        last=first + len(lines) - 1,
        size=LINES,
        more=more,
        fault=fault,
        whole=unread.get(0, ()),
        changed=one.sha256 is not None and one.sha256 != source.sha256,
    )


def _listed(request: Request, inputs: Sequence[Input]) -> Response:
    first = number_in(request.query_params.get("first")) or 1
    shown = inputs[first - 1 : first - 1 + LINES]
    last, number = first + len(shown) - 1, len(inputs)
    return page(request, "logs.html", "findings", logs=shown, first=first, last=last, size=LINES, all=number)


def _texts(source: Source, first: int) -> tuple[list[str], str]:
    """The lines of a page and, if there are more, one of them; and why they end before their time."""
    found: list[str] = []
    try:
        with closing(source.file):
            for text in islice(_lines(source), first - 1, first + LINES):
                found.append(text)
    except Unreadable as error:
        return found, error.reason
    return found, ""


def _lines(source: Source) -> Iterator[str]:
    """The lines of a log. What follows the last line end is a line only if there is anything."""
    last: str | None = None
    for text in lines_of(source.chunks()):
        if last is not None:
            yield last
        last = text
    if last:
        yield last


ROUTES = (Route("/log", log),)
