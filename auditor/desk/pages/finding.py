"""A finding: what, who, where, by which clause, which acts led there, what was decided, and others like it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl, quote, unquote, urlencode

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from auditor.desk.asked import AskedFindings, asked_in, list_address
from auditor.desk.deciding import CHOICES, DecisionForm, seen_by
from auditor.desk.findings_index import person_key
from auditor.desk.links import finding_address
from auditor.desk.manners import CSRF
from auditor.desk.open_logs import AuditShown
from auditor.desk.pages.findings import ListRow, list_row
from auditor.desk.pages.hand import drawn_at, moment_of
from auditor.desk.rendering import auditing, desk_of, page
from auditor.report.formats.html import Ids, item
from auditor.report.formats.text import party
from auditor.report.html_summary import clause_of
from auditor.report.view import named
from auditor.review.ledger import check
from auditor.rules.schema.rulebook import Reading, Rulebook
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Actor, Finding, Severity
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

NAME = "auditor-name"  # the cookie that remembers who decides
OTHERS = 5  # findings like it that are listed
MOST_LINES = 200  # characters of a line of the log


@value_class
class ActShown:
    """A line that led to the fault, with what it counted as."""

    line: int
    text: str
    counted: str
    fault: bool


@value_class
class OtherFindings:
    """Other findings that have something in common with this one: the first of them, and the list of all."""

    title: str
    count: int
    rows: tuple[ListRow, ...]
    link: str


@value_class
class PlaceInList:
    """The list that a finding was opened from, and its neighbours there."""

    back: str
    number: int
    of: int
    before: str
    after: str


def finding(request: Request) -> Response:
    """Show a finding. A name may be that of several, of which the log and the line tell one."""
    found = desk_of(request).looked_at()
    if found is None:
        return auditing(request, "findings")
    places = _asked_for(request, found)
    if len(places) > 1:
        return page(request, "several.html", "findings", rows=[list_row(found, place) for place in places])
    return shown(request, found, places[0])


def _asked_for(request: Request, found: AuditShown) -> list[int]:
    query = request.query_params
    places = places_of(found, query.get("ref", ""), query.get("log"), query.get("line"))
    if not places:
        raise HTTPException(404, "There is no such finding in the open logs.")
    return places


async def decide(request: Request) -> Response:
    """Enter a decision about a finding, and show the finding with it."""
    given = dict(parse_qsl((await request.body()).decode("utf-8", "replace"), keep_blank_values=True))
    return await run_in_threadpool(_decide, request, given)


def _decide(request: Request, given: dict[str, str]) -> Response:
    desk = desk_of(request)
    desk.look_at_decisions(again=True)
    found = desk.found
    if found is None or desk.decisions is None:
        raise HTTPException(409, "Nothing can be decided here yet.")
    places = _asked_for(request, found)
    one = found.view.result.findings[places[0]]
    form = DecisionForm.of(given, user_of(request))
    same = found.index.names([one.fingerprint])
    try:
        if len(same) > 1:
            raise UsageError(f"{len(same):,} findings have this name, so none is decided")
        entry = form.entry(one.fingerprint)
        check(entry)
        if form.seen != seen_by(found.view.ledger.of(one)) and not form.after:
            return shown(request, found, places[0], form, changed=True, status=409)
        desk.decisions.places.enter(entry, one.location.path)
    except UsageError as error:
        return shown(request, found, places[0], form, fault=str(error), status=400)
    desk.look_at_decisions(again=True)
    query = [pair for pair in request.query_params.multi_items() if pair[0] != CSRF]
    answer = RedirectResponse(f"/finding?{urlencode(query)}#decide", 303)
    if not user_of(request):
        answer.set_cookie(NAME, quote(form.authority), httponly=True, samesite="strict", path="/")
    return answer


def user_of(request: Request) -> str:
    """Who asks, by the proxy that is trusted to say so; empty if none is."""
    header = request.app.state.manners.user_header
    return request.headers.get(header, "").strip() if header else ""


def shown(
    request: Request,
    found: AuditShown,
    place: int,
    form: DecisionForm | None = None,
    fault: str = "",
    changed: bool = False,
    status: int = 200,
) -> Response:
    """The page of one finding, with the form as it was filled in if that could not be entered."""
    desk, view = desk_of(request), found.view
    [one] = view.findings.at([place])
    at = moment_of(request, one)
    book = view.result.rulebooks[one.rules, one.version]
    sha256 = next((log.sha256 for log in view.result.inputs if log.path == one.location.path), None)
    shown_one = item(view, one, Ids())
    decision, query = view.ledger.of(one), request.query_params.multi_items()
    user = user_of(request)
    if form is None:
        form = DecisionForm(authority=user or unquote(request.cookies.get(NAME, "")), seen=seen_by(decision))
    action = f"/finding?{urlencode([*[pair for pair in query if pair[0] != CSRF], (CSRF, request.state.csrf)])}"
    return page(
        request,
        "finding.html",
        "findings",
        status,
        finding=one,
        one=shown_one,
        rests_on=[text for text in shown_one.rests_on if text != one.location.path],
        listed=_listed(found, request),
        acts=list(_acts(one)),
        table=None if at is None else at[1].table,
        drawn=None if at is None else drawn_at(*at),
        clause=clause_of(view, one.rules, one.clause),
        book=book,
        since=max([each.in_force.from_ for each in book.instruments if each.in_force.from_ is not None], default=None),
        readings=readings_of(book, one),
        excused_by_none=one.severity == Severity.BREACH and not (one.reading or one.doubt or view.regraded(one)),
        money=one.money,
        parties=[party(who) if who else "" for who in (one.money.owed_to, one.money.owed_by)] if one.money else [],
        others=list(_others(found, one, place)),
        sha256=sha256 or "not opened",
        form=form,
        action=action,
        fault=fault,
        changed=changed,
        decision=decision,
        seen=seen_by(decision),
        user=user,
        choices=CHOICES,
        history=[] if desk.decisions is None else desk.decisions.history(one),
        withheld=[(log, made) for log in view.files.ledgers if (made := log.ledger.of(one)) is not None],
        kept_in=None if desk.decisions is None else desk.decisions.places.place_for(one.location.path),
        read_only=request.app.state.manners.read_only,
    )


def places_of(found: AuditShown, ref: str, log: str | None = None, line: str | None = None) -> list[int]:
    """The places of the findings that a name means; of several in different lines only those in this one."""
    ref = ref.strip().lower().removeprefix("ref:")
    places = [one.place for one in found.index.names([ref])] if ref else []
    if len(places) > 1 and log is not None:
        at = {place: found.view.result.findings[place].location for place in places}
        here = [place for place in places if escaped(at[place].path) == log and line in (None, str(at[place].line))]
        places = here or places
    return places


def readings_of(book: Rulebook, one: Finding) -> list[tuple[Reading, str]]:
    """The readings of unclear texts that concern the clause, each with the one in use."""
    names = {one.clause, one.cited}
    return [(each, book.chosen[each.name]) for each in book.readings if names & set(each.clauses)]


def _listed(found: AuditShown, request: Request) -> PlaceInList | None:
    """Where in which list it stands, if the address tells it."""
    number = request.query_params.get("number", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        return None
    asked, n = asked_in(parse_qsl(request.query_params.get("list", ""))), int(number)
    around = found.index.places(_from(asked, max(n - 1, 0)), 3)
    before = around[0] if n and around else None
    after = around[2 if n else 1 :][:1]
    address = [
        "" if place is None else finding_address(found.view.result.findings[place], asked, at)
        for place, at in ((before, n - 1), (after[0] if after else None, n + 1))
    ]
    return PlaceInList(asked.address(n - n % 25), n + 1, found.index.count(asked), *address)


def _from(asked: AskedFindings, start: int) -> AskedFindings:
    return asked_in([*[pair for pair in asked.pairs() if pair[0] != "start"], ("start", str(start))])


def _acts(one: Finding) -> Iterator[ActShown]:
    texts = dict(one.excerpt)
    for act in one.led:
        text = escaped(texts.get(act.line, "").strip(), MOST_LINES)
        yield ActShown(act.line, text, escaped(act.counted, MOST_LINES), act is one.led[-1])


def _others(found: AuditShown, one: Finding, place: int) -> Iterator[OtherFindings]:
    """Others of the same clause, of the same person, and in the same hand."""
    hand = [("hand", one.hand), ("log", one.location.path)] if one.hand else []
    person = named(Actor(one.actor.role, None, one.actor.name))
    for title, pairs in (
        (f"The same clause, {one.named}", [("clause", f"{one.rules} {one.cited}")]),
        ("" if one.actor.role == "record" else f"The same person, {person}", [("person", person_key(one.actor))]),
        ("The same hand" if hand else "", hand),
    ):
        if not title:
            continue
        asked = asked_in(pairs)
        places = [other for other in found.index.places(asked, OTHERS + 1) if other != place][:OTHERS]
        rows = tuple([list_row(found, other) for other in places])
        yield OtherFindings(title, found.index.count(asked) - 1, rows, list_address(**dict(pairs)))


ROUTES = (Route("/finding", finding, methods=["GET"]), Route("/finding", decide, methods=["POST"]))
