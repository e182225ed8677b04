"""The papers: the ruling sheet of a hand and the report of the run, as the command line makes them.

Each is a page that stands alone and has its style inside. So it comes with a policy of its own: it may have this style
and nothing else.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from auditor.desk.logs_again import NotOpen
from auditor.desk.pages.hand import looked_at
from auditor.desk.rendering import again, standing_alone
from auditor.report.formats.html import render
from auditor.report.pages.sheet import ruling_sheet


def sheet(request: Request) -> Response:
    """The ruling sheet of a hand."""
    looked = looked_at(request)
    one = looked.replayed
    if one is None or looked.unread is not None:
        raise NotOpen("This hand was not read, so there is nothing to rule on by this log.")
    return standing_alone(ruling_sheet(one.seen, one.steps, one.chosen.findings, one.settlement))


def report(request: Request) -> Response:
    """The report of the last audit that came to its end."""
    return standing_alone(render(again(request).view()))


ROUTES = (Route("/sheet", sheet), Route("/report", report))
