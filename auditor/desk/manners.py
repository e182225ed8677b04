"""Who may ask the desk for anything, and what every answer forbids a browser to do.

A desk answers on this machine only, to a browser that came by the address it printed: a token in it is good once and is
exchanged for a cookie. A request by another name of this machine is refused, so that no page of somebody else's can
reach the desk by a name of its own (DNS rebinding). Whatever changes something needs a second token, which only the
desk's own pages have.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from auditor.vocabulary.records import record_class

COOKIE = "auditor-desk"  # and the port, since browsers send the cookies of one port to all others
TOKEN = "token"  # of the address that the desk prints
CSRF = "csrf"  # the field of a form …
CSRF_HEADER = "x-csrf-token"  # … and the header of a script's request that has the token for changes
SAFE = ("GET", "HEAD", "OPTIONS")
LOOKING = ("/api/look/", "/api/events", "/audit-anew", "/write")  # where a request has a body and yet changes nothing
MOST_BYTES = 8_000_000  # of a request; a log to be looked at may be long
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@record_class
class Manners:
    """What a desk asks of requests."""

    hosts: Collection[str]  # names by which it may be asked for, without the port
    session: str = ""  # what the cookie of a browser that was let in says
    once: str | None = None  # the token of the printed address, until it is used
    csrf: str = ""
    read_only: bool = False
    user_header: str | None = None  # which header of a proxy says who asks, if it is trusted to

    def __post_init__(self) -> None:
        """Make the secrets."""
        self.session = self.session or secrets.token_urlsafe(32)
        self.csrf = self.csrf or secrets.token_urlsafe(32)
        self.once = secrets.token_urlsafe(24) if self.once is None else self.once


class Doorkeeper:
    """Middleware that lets nobody in whom the manners keep out, and puts their headers on every answer."""

    def __init__(self, app: ASGIApp, manners: Manners) -> None:
        self.app = app
        self.manners = manners

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":  # the desk has no web sockets
            return
        request = Request(scope, receive)

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self.refusal(request)
        if answer is not None:
            await answer(scope, receive, told)
            return
        scope.setdefault("state", {})["csrf"] = self.manners.csrf
        await self.app(scope, _Bounded(receive).receive, told)

    def refusal(self, request: Request) -> Response | None:
        """The answer to somebody who is not let in, or not yet; None for whoever is."""
        if not self.knows_host(request):
            return PlainTextResponse("This is not the name of this desk.", 421)
        given = request.query_params.get(TOKEN)
        if given is not None and request.method in SAFE:
            return self._let_in(request, given)
        if not hmac.compare_digest(request.cookies.get(cookie_of(request), "").encode(), self.manners.session.encode()):
            return PlainTextResponse("Open the desk by the address that 'auditor serve' printed.", 403)
        if request.method not in SAFE:
            return self._refused_change(request)
        return None

    def knows_host(self, request: Request) -> bool:
        """Is the desk asked for by a name of its own?"""
        try:
            return urlsplit(f"//{request.headers.get('host', '')}").hostname in self.manners.hosts
        except ValueError:
            return False

    def _let_in(self, request: Request, given: str) -> Response:
        """Exchange the token of the printed address for a cookie. It is good once."""
        known, self.manners.once = self.manners.once, ""
        if not known or not hmac.compare_digest(given.encode(), known.encode()):
            self.manners.once = known
            return PlainTextResponse("This address was used before. Start 'auditor serve' again for a new one.", 403)
        answer = RedirectResponse(request.url.path, 303)
        answer.set_cookie(cookie_of(request), self.manners.session, httponly=True, samesite="strict", path="/")
        return answer

    def _refused_change(self, request: Request) -> Response | None:
        """Why a change is refused: the desk is read-only, or the request is not one of its own pages."""
        if self.manners.read_only and not request.url.path.startswith(LOOKING):
            return PlainTextResponse("This desk is read-only.", 403)
        origin = request.headers.get("origin")
        if origin not in (None, "null") and urlsplit(origin).netloc != request.headers.get("host"):
            return PlainTextResponse("This request comes from a page of somebody else's.", 403)
        given = request.headers.get(CSRF_HEADER) or request.query_params.get(CSRF, "")
        if not hmac.compare_digest(given.encode(), self.manners.csrf.encode()):
            return PlainTextResponse("This page is older than the desk. Load it again.", 403)
        return None


def cookie_of(request: Request) -> str:
    """The name of a desk's cookie, by the port that it is asked for on: two desks do not shut each other out."""
    port = request.headers.get("host", "").rpartition(":")[2]
    return f"{COOKIE}-{port}" if port.isascii() and port.isdecimal() and len(port) < 6 else COOKIE


class _Bounded:
    """The body of a request, up to a bound."""

    def __init__(self, receive: Receive) -> None:
        self.receive_more = receive
        self.left = MOST_BYTES

    async def receive(self) -> Message:
        message = await self.receive_more()
        self.left -= len(message.get("body", b""))
        if self.left < 0:
            return {"type": "http.disconnect"}
        return message
