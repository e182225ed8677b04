"""The desk for programs: the same figures, findings, hands and clauses as JSON, and a feed that events are sent to.

The answers are made of the models of the report and of its neighbours, and so is their description by OpenAPI.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import date
from typing import Any, NamedTuple

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from auditor.auditing.chosen_hand import HandAsked
from auditor.auditing.result import Result
from auditor.desk import models
from auditor.desk.asked import FACETS, asked_in
from auditor.desk.logs_again import HandReplayed, NotOpen
from auditor.desk.manners import cookie_of
from auditor.desk.open_logs import AuditShown
from auditor.desk.rendering import again, desk_of, number_in
from auditor.report import hand_model
from auditor.report.formats.json import finding_part, frame, input_part, unread_part
from auditor.report.pages.one_hand import replay_json, settle_json
from auditor.report.view import Selection, view
from auditor.rules.loading.loader import rules_in_force
from auditor.version import __version__
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import cited
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import escaped
from auditor.watching.event_feed import EventFeed, News

PAGE, MOST = 100, 1_000  # findings in an answer
LONGEST_EVENT = 100_000  # bytes of a line
FED = "events"


def found_of(request: Request) -> AuditShown:
    """What the last audit found that came to its end."""
    found = desk_of(request).looked_at()
    if found is None:
        raise NotOpen("The logs are being audited. Ask again when that is done.")
    return found


def answer(document: BaseModel) -> Response:
    """A document as JSON."""
    return Response(document.model_dump_json(by_alias=True), media_type="application/json")


def findings(request: Request) -> Response:
    """Findings by the same filters as the list."""
    found, asked = found_of(request), asked_in(request.query_params.multi_items())
    limit = min(number_in(request.query_params.get("limit")) or PAGE, MOST)
    total, places = found.index.count(asked), found.index.places(asked, limit)
    after = asked.start + len(places)
    facets = {
        name: [models.FacetChoice(key=one.key, shown=one.shown, count=one.count, chosen=one.chosen) for one in values]
        for name, values in found.index.facets(asked).items()
    }
    following = f"/api{replace(asked, start=after).address(after)}&limit={limit}" if after < total else None
    parts = [finding_part(found.view, one) for one in found.view.findings.at(places)]
    return answer(models.FindingPage(total=total, start=asked.start, next=following, findings=parts, facets=facets))


def overview(request: Request) -> Response:
    """The figures of the overview."""
    found = found_of(request)
    whole = frame(found.view)
    inputs = [input_part(one) for one in found.view.result.inputs]
    parts = {name: getattr(whole, name) for name in ("tool", "summary", "totals", "coverage", "rulebooks")}
    return answer(models.DeskOverview(version=desk_of(request).version, inputs=inputs, **parts))


def hand(request: Request) -> Response:
    """A hand step by step, as `auditor replay` gives it."""
    one = _hand(request)
    return Response(replay_json(one.seen, one.steps), media_type="application/json")


def settlement(request: Request) -> Response:
    """The settlement of a hand, as `auditor settle` gives it."""
    one = _hand(request)
    return Response(settle_json(one.seen, one.settlement), media_type="application/json")


def _hand(request: Request) -> HandReplayed:
    query = request.query_params
    opened = again(request)
    asked = HandAsked(query.get("hand"), query.get("table"), number_in(query.get("line")))
    looked = opened.hand(opened.log(query.get("log", "")), asked)
    if looked.replayed is None or looked.unread is not None:
        raise NotOpen("This hand could not be read.")
    return looked.replayed


def clause(request: Request) -> Response:
    """A clause of a rulebook, and how it fared in the open logs."""
    query = request.query_params
    book = rules_in_force(query.get("rules", ""), _day(query.get("as_of")))
    named = query.get("clause", "")
    known = next((one for one in book.clauses if named in (one.id, one.named, cited(one.id))), None)
    if known is None:
        raise NotOpen(f"{book.id} has no clause '{escaped(named, 60)}'.")
    found = desk_of(request).found
    rows = [] if found is None else frame(found.view).coverage
    return answer(
        models.ClauseTold(
            rules=book.id,
            version=book.version,
            clause=known.named,
            title=known.title,
            gist=known.gist,
            citation=book.cite(known.id),
            evidence=known.evidence,
            note=known.note or "",
            verdicts=[row for row in rows if row.rules == book.id and cited(row.clause) == cited(known.id)],
        )
    )


def _day(text: str | None) -> date:
    try:
        return date.max if not text else date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"'{escaped(text or '', 40)}' is no day, expected one such as 1994-06-11") from None


# ---- events ----


async def events(request: Request) -> Response:
    """Take events, one of JSON a line, and answer after each hand with what was found in it."""
    options = desk_of(request).options
    feed = EventFeed(FED, replace(options, rules=request.query_params.get("rules") or options.rules), early=False)
    return _Fed(request, feed)


class _Fed(Response):
    """An answer that begins before the request has come to its end. What Starlette streams would take its body away."""

    media_type = "application/x-ndjson"

    def __init__(self, request: Request, feed: EventFeed) -> None:
        super().__init__()
        del self.headers["content-length"]
        self.request, self.feed = request, feed

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Answer piece by piece."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for told in _fed(self.request, self.feed):
            await send({"type": "http.response.body", "body": told.encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _fed(request: Request, feed: EventFeed) -> AsyncIterator[str]:
    waiting = b""
    try:
        async for chunk in request.stream():
            *lines, waiting = (waiting + chunk).split(b"\n")
            for line in lines:
                if told := await run_in_threadpool(_take, feed, line):
                    yield told
            if len(waiting) > LONGEST_EVENT:
                break
    except ClientDisconnect:
        return
    if told := await run_in_threadpool(_take, feed, waiting):
        yield told
    yield await run_in_threadpool(_told, feed, feed.end())


def _take(feed: EventFeed, line: bytes) -> str:
    if not line.strip():
        return ""
    news = feed.take(line.decode("utf-8", "backslashreplace"))
    return _told(feed, news) if news else ""


def _told(feed: EventFeed, news: News) -> str:
    whole = Result()
    whole.add(feed.result.with_itself())
    seen = view(whole, Selection(), feed.options)
    found = models.FedEvents(
        events=feed.number,
        findings=[finding_part(seen, one) for one in news.findings],
        unread=[unread_part(one) for one in news.unread],
    )
    return f"{found.model_dump_json(by_alias=True)}\n"


# ---- the description ----


class Described(NamedTuple):
    """A request that the desk answers: what it takes and gives."""

    path: str
    method: str
    answer: Callable[..., Any] | None
    what: str
    gives: type[BaseModel] | None
    takes: tuple[str, ...] = ()
    body: str = ""


HAND_NAMED = ("log", "hand", "table", "line")
FILTERS = (*FACETS, "q", "hand", "since", "until", "least", "most", "sort", "start", "limit")
REQUESTS = (
    Described("/api/findings", "get", findings, "Findings by the filters of the list.", models.FindingPage, FILTERS),
    Described("/api/overview", "get", overview, "The figures of the overview.", models.DeskOverview),
    Described("/api/hand", "get", hand, "A hand step by step.", hand_model.Replay, HAND_NAMED),
    Described("/api/settlement", "get", settlement, "The settlement of a hand.", hand_model.Settlement, HAND_NAMED),
    Described("/api/clause", "get", clause, "A clause.", models.ClauseTold, ("rules", "clause", "as_of")),
    Described(
        *("/api/events", "post", events, "Events as JSON lines; the answer has a line for each hand."),
        *(models.FedEvents, ("rules",), "application/x-ndjson"),
    ),
    Described("/api/changes", "get", None, "Server-sent events `desk`: how the desk stands.", models.DeskChange),
)


def openapi(request: Request) -> Response:
    """The description of all this by OpenAPI."""
    return JSONResponse(description(cookie_of(request)))


def description(cookie: str) -> dict[str, Any]:
    """The description of the desk's answers by OpenAPI. `cookie` is the name of the one that lets somebody in."""
    given = {one.gives for one in REQUESTS if one.gives is not None} | {models.Refusal}
    ordered = sorted(given, key=lambda one: one.__name__)
    _, schemas = models_json_schema(
        [(one, "serialization") for one in ordered], by_alias=True, ref_template="#/components/schemas/{model}"
    )
    paths: dict[str, Any] = {one.path: {one.method: _described(one)} for one in REQUESTS}
    about = "The desk of `auditor serve` for programs. Its models are those of the report."
    return {
        "openapi": "3.1.0",
        "info": {"title": "auditor serve", "version": __version__, "description": about},
        "paths": paths,
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {
                "cookie": {"type": "apiKey", "in": "cookie", "name": cookie},
                "csrf": {"type": "apiKey", "in": "header", "name": "x-csrf-token"},
            },
        },
        "security": [{"cookie": []}],
    }


def _described(one: Described) -> dict[str, Any]:
    kind = {"/api/changes": "text/event-stream"}.get(one.path, one.body or "application/json")
    known = {"$ref": f"#/components/schemas/{one.gives.__name__}"} if one.gives is not None else {}
    refused = {"application/json": {"schema": {"$ref": f"#/components/schemas/{models.Refusal.__name__}"}}}
    found: dict[str, Any] = {
        "summary": one.what,
        "operationId": one.path.removeprefix("/api/"),
        "parameters": [{"name": name, "in": "query", "schema": _values(name)} for name in one.takes],
        "responses": {
            "200": {"description": one.what, "content": {kind: {"schema": known}}},
            "4XX": {"description": "Why there is no answer.", "content": refused},
        },
    }
    if one.body:
        found["requestBody"] = {"required": True, "content": {one.body: {"schema": {"type": "string"}}}}
        found["security"] = [{"cookie": [], "csrf": []}]
    return found


def _values(name: str) -> dict[str, Any]:
    if name in FACETS:
        return {"type": "array", "items": {"type": "string"}}
    return {"type": "integer"} if name in ("line", "start", "limit") else {"type": "string"}


ROUTES = (
    *[Route(one.path, one.answer, methods=[one.method.upper()]) for one in REQUESTS if one.answer is not None],
    Route("/api/openapi.json", openapi),
)
