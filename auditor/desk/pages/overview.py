"""The first page: nights and tables, what was found most, what could not be read or judged."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from auditor.desk.rendering import desk_of, page
from auditor.report.markup import TEMPLATES


def overview(request: Request) -> Response:
    """Show the nights, or how far the audit has come."""
    desk = desk_of(request)
    if desk.view is None:
        return page(request, "auditing.html", "overview", progress=desk.progress)
    return page(request, "overview.html", "overview", view=desk.view)


def style(_request: Request) -> Response:
    """The style sheet, which reports have inside."""
    return FileResponse(TEMPLATES / "desk.css", media_type="text/css")


ROUTES = (Route("/", overview), Route("/static/desk.css", style))
