"""The papers: the ruling sheet of a hand and the report of the run, as the command line makes them.

Each is a page that stands alone and has its style inside. So it comes with a policy of its own: it may have this style
and nothing else.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from auditor.desk.logs_again import NotOpen
from auditor.desk.pages.hand import looked_at
from auditor.desk.rendering import again
from auditor.report import markup
from auditor.report.formats.html import render
from auditor.report.pages.sheet import ruling_sheet


def sheet(request: Request) -> Response:
    """The ruling sheet of a hand."""
    looked = looked_at(request)
    one = looked.replayed
    if one is None or looked.unread is not None:
        raise NotOpen("This hand was not read, so there is nothing to rule on by this log.")
    return paper(ruling_sheet(one.seen, one.steps, one.chosen.findings, one.settlement))


def report(request: Request) -> Response:
    """The report of the last audit that came to its end."""
    return paper(render(again(request).view()))


def paper(texts: Iterable[str]) -> Response:
    """A page that stands alone, with its policy."""
    pieces: Iterator[bytes] = (text.encode("utf-8", "backslashreplace") for text in texts)
    return StreamingResponse(
        pieces, media_type="text/html; charset=utf-8", headers={"content-security-policy": _policy()}
    )


@cache
def _policy() -> str:
    """Nothing but the style that the page has inside."""
    digest = base64.b64encode(hashlib.sha256(str(markup.environment().globals["style"]).encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


ROUTES = (Route("/sheet", sheet), Route("/report", report))
