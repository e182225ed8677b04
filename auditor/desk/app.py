"""The desk as an application of Starlette: its pages, its files, its manners."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from auditor.desk.logs_again import LogsAgain, NotOpen
from auditor.desk.manners import Doorkeeper, Manners
from auditor.desk.open_logs import Desk
from auditor.desk.pages import hand, log, overview, papers, rulebooks, write
from auditor.desk.rendering import STATIC, not_there
from auditor.vocabulary.errors import UsageError

PAGES = (  # each with its `ROUTES`
    overview,
    hand,
    log,
    papers,
    rulebooks,
    write,
)


def desk_app(desk: Desk, manners: Manners) -> Starlette:
    """The application that serves a desk to whom its manners let in."""
    routes: list[Route | Mount] = [route for page in PAGES for route in page.ROUTES]
    routes.append(Mount("/static", StaticFiles(directory=STATIC)))
    told = {NotOpen: not_there, UsageError: not_there}
    app = Starlette(routes=routes, middleware=[Middleware(Doorkeeper, manners)], exception_handlers=told)
    app.state.desk, app.state.manners, app.state.again = desk, manners, LogsAgain(desk)
    return app
