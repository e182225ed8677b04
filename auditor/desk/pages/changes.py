"""What has changed since a page was made, told to pages that are open; and the audit anew that somebody asks for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from auditor.desk.models import DeskChange
from auditor.desk.rendering import desk_of

PAUSE = 0.25  # seconds between two looks
ALIVE = 15.0  # seconds after which something is sent though nothing has changed, so that nobody hangs up
MOST_WAITING = 200  # pages that are told of changes at once


class Waiting:
    """How many pages wait for changes."""

    number = 0


def change_of(request: Request) -> DeskChange:
    """How the desk stands now."""
    desk, changes = desk_of(request), request.app.state.watch.changes
    progress = desk.progress
    return DeskChange(
        version=desk.version,
        hands=progress.hands,
        findings=progress.findings,
        changed=list(changes.changed),
        gone=list(changes.gone),
        new=list(changes.new),
        words=changes.words,
        fault=progress.fault,
    )


async def changes(request: Request) -> Response:
    """Server-sent events: how the desk stands, now and whenever that is otherwise."""
    if Waiting.number >= MOST_WAITING:
        return Response("Too many pages are open.", 503)
    headers = {"x-accel-buffering": "no"}
    return StreamingResponse(_told(request), media_type="text/event-stream", headers=headers)


async def _told(request: Request) -> AsyncIterator[str]:
    Waiting.number += 1
    last, said = None, time.monotonic()
    try:
        while not request.app.state.watch.ended.is_set():
            now = change_of(request)
            if now != last:
                last, said = now, time.monotonic()
                yield f"event: desk\nid: {now.version}\ndata: {now.model_dump_json()}\n\n"
            elif time.monotonic() - said > ALIVE:
                said = time.monotonic()
                yield ": still here\n\n"
            await asyncio.sleep(PAUSE)
    finally:
        Waiting.number -= 1


async def audit_anew(request: Request) -> Response:
    """Audit the logs as they are now, and go back to the page."""
    await run_in_threadpool(request.app.state.watch.audit_anew)
    back = request.query_params.get("back", "/")
    return RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)


ROUTES = (Route("/api/changes", changes), Route("/audit-anew", audit_anew, methods=["POST"]))
