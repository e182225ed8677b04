"""The desk as an application of Starlette: its pages, its files, its manners."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from auditor.desk.changed_logs import LogWatch
from auditor.desk.logs_again import LogsAgain, NotOpen
from auditor.desk.manners import Doorkeeper, Manners
from auditor.desk.open_logs import Desk
from auditor.desk.pages import (
    api,
    changes,
    compare,
    finding,
    findings,
    hand,
    keys,
    log,
    overview,
    papers,
    rulebooks,
    write,
)
from auditor.desk.rendering import STATIC, page
from auditor.desk.trials import Trials
from auditor.vocabulary.errors import AuditorError

NO_PAGE = "There is no such page."
UNSAID = HTTPException(404).detail  # what it says where nobody gave words
PAGES = (  # each with its `ROUTES`
    overview,
    findings,
    finding,
    hand,
    log,
    papers,
    rulebooks,
    compare,
    write,
    keys,
    changes,
    api,
)


def desk_app(desk: Desk, manners: Manners, watch: bool = False) -> Starlette:
    """The application that serves a desk to whom its manners let in. With `watch` logs that change are audited anew."""
    routes: list[Route | Mount] = [route for one in PAGES for route in one.ROUTES]
    routes.append(Mount("/static", StaticFiles(directory=STATIC)))
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Doorkeeper, manners)],
        exception_handlers={NotOpen: told, AuditorError: told, HTTPException: told},
    )
    app.state.desk, app.state.manners, app.state.again = desk, manners, LogsAgain(desk)
    app.state.watch = LogWatch(desk, watch)
    app.state.trials = Trials(desk)
    return app


def told(request: Request, error: Exception) -> Response:
    """A page that says why there is none: nobody can mean what was asked for, or there is no such page."""
    status = error.status_code if isinstance(error, HTTPException) else 404 if isinstance(error, NotOpen) else 400
    words = error.detail if isinstance(error, HTTPException) else str(error)
    words = NO_PAGE if words == UNSAID else words
    if request.url.path.startswith("/api/"):
        return JSONResponse({"problem": words}, status)
    return page(request, "told.html", status=status, words=words)
