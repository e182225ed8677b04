"""The desk as an application of Starlette: its pages, its files, its manners."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from auditor.desk.manners import Doorkeeper, Manners
from auditor.desk.open_logs import Desk
from auditor.desk.pages import overview, write
from auditor.desk.rendering import STATIC

PAGES = (overview, write)  # each with its `ROUTES`


def desk_app(desk: Desk, manners: Manners) -> Starlette:
    """The application that serves a desk to whom its manners let in."""
    routes: list[Route | Mount] = [route for page in PAGES for route in page.ROUTES]
    routes.append(Mount("/static", StaticFiles(directory=STATIC)))
    app = Starlette(routes=routes, middleware=[Middleware(Doorkeeper, manners)])
    app.state.desk, app.state.manners = desk, manners
    return app
