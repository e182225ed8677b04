"""A finding: what, who, where, by which clause, which acts led there, what was decided, and others like it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from auditor.desk.asked import Asked, asked_in, list_address
from auditor.desk.findings_index import person_key
from auditor.desk.links import finding_address
from auditor.desk.open_logs import Found
from auditor.desk.pages.findings import ListRow, list_row
from auditor.desk.rendering import auditing, desk_of, page
from auditor.report.formats.html import Ids, item
from auditor.report.formats.text import party, where_of
from auditor.report.html_summary import clause_of
from auditor.report.view import named
from auditor.rules.schema.rulebook import Reading, Rulebook
from auditor.vocabulary.findings import Actor, Finding
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

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
class Others:
    """Other findings that have something in common with this one: the first of them, and the list of all."""

    title: str
    count: int
    rows: tuple[ListRow, ...]
    link: str


@value_class
class Listed:
    """The list that a finding was opened from, and its neighbours there."""

    back: str
    number: int
    of: int
    before: str
    after: str


def finding(request: Request) -> Response:
    """Show a finding. A name may be that of several, of which the log and the line tell one."""
    found = desk_of(request).found
    if found is None:
        return auditing(request, "findings")
    query = request.query_params
    places = places_of(found, query.get("ref", ""), query.get("log"), query.get("line"))
    if not places:
        raise HTTPException(404, "There is no such finding in the open logs.")
    if len(places) > 1:
        return page(request, "several.html", "findings", rows=[list_row(found, place) for place in places])
    return shown(request, found, places[0])


def shown(request: Request, found: Found, place: int) -> Response:
    """The page of one finding."""
    view = found.view
    [one] = view.findings.at([place])
    book = view.result.rulebooks[one.rules, one.version]
    sha256 = next((log.sha256 for log in view.result.inputs if log.path == one.location.path), None)
    return page(
        request,
        "finding.html",
        "findings",
        finding=one,
        one=item(view, one, Ids()),
        listed=_listed(found, request),
        acts=list(_acts(one)),
        clause=clause_of(view, one.rules, one.clause),
        book=book,
        readings=readings_of(book, one),
        where=where_of(one),
        money=one.money,
        parties=[party(who) if who else "" for who in (one.money.owed_to, one.money.owed_by)] if one.money else [],
        others=list(_others(found, one, place)),
        sha256=sha256 or "not opened",
    )


def places_of(found: Found, ref: str, log: str | None = None, line: str | None = None) -> list[int]:
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
    concerned = [one for one in book.readings for clause in (one.clauses,) if clause]
    return [(each, book.chosen[each.name]) for each in concerned if {one.clause, one.cited} & set(each.clauses)]


def _listed(found: Found, request: Request) -> Listed | None:
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
    return Listed(asked.address(n - n % 25), n + 1, found.index.count(asked), *address)


def _from(asked: Asked, start: int) -> Asked:
    return asked_in([*[pair for pair in asked.pairs() if pair[0] != "start"], ("start", str(start))])


def _acts(one: Finding) -> Iterator[ActShown]:
    texts = dict(one.excerpt)
    for act in one.led:
        text = escaped(texts.get(act.line, "").strip(), MOST_LINES)
        yield ActShown(act.line, text, escaped(act.counted, MOST_LINES), act is one.led[-1])


def _others(found: Found, one: Finding, place: int) -> Iterator[Others]:
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
        yield Others(title, found.index.count(asked) - 1, rows, list_address(**dict(pairs)))


ROUTES = (Route("/finding", finding),)
