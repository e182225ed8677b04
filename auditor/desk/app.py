"""The desk as an application of Starlette: its pages, its files, its manners."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from auditor.desk.logs_again import LogsAgain, NotOpen
from auditor.desk.manners import Doorkeeper, Manners
from auditor.desk.open_logs import Desk
from auditor.desk.pages import finding, findings, hand, keys, log, overview, papers, write
from auditor.desk.rendering import STATIC, page
from auditor.vocabulary.errors import AuditorError

PAGES = (  # each with its `ROUTES`
    overview,
    findings,
    finding,
    hand,
    log,
    papers,
    write,
    keys,
)


def desk_app(desk: Desk, manners: Manners) -> Starlette:
    """The application that serves a desk to whom its manners let in."""
    routes: list[Route | Mount] = [route for one in PAGES for route in one.ROUTES]
    routes.append(Mount("/static", StaticFiles(directory=STATIC)))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Doorkeeper, manners)],
        exception_handlers={AuditorError: told, HTTPException: told},
    )
    app.state.desk, app.state.manners, app.state.again = desk, manners, LogsAgain(desk)
    return app


def told(request: Request, error: Exception) -> Response:
    """A page that says why there is none: nobody can mean what was asked for, or there is no such page."""
    if isinstance(error, HTTPException):
        words = "There is no such page." if error.status_code == 404 else error.detail
        return page(request, "told.html", status=error.status_code, words=words)
    status = 404 if isinstance(error, NotOpen) else 400
    return page(request, "told.html", status=status, words=str(error))
