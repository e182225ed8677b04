"""The keys: what each does, and how to switch single letters off."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from auditor.desk.rendering import page


def keys(request: Request) -> Response:
    """Show the keys."""
    return page(request, "keys.html", "keys")


ROUTES = (Route("/keys", keys),)
