"""The list of findings: facets, search, order and pages, all of it in the address; and the same as a file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from auditor.desk.asked import FACETS, SORTS, AskedFindings, asked_in
from auditor.desk.findings_index import FacetValue
from auditor.desk.links import finding_address, hand_address
from auditor.desk.open_logs import AuditShown
from auditor.desk.rendering import auditing, desk_of, page
from auditor.report.formats import render_bytes
from auditor.report.formats.html import Ids, Item, item
from auditor.report.html_summary import clause_of
from auditor.report.view import View
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import calendar, escaped, joined

PAGE = 25  # findings
LISTED = 8  # values of a facet that are shown at first
MOST_LISTED = 1_000  # … and if all are wanted
OPEN = ("severity", "rules", "clause", "table", "person", "decision")  # facets that are open at first
FORMS = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
}


@value_class
class ListRow:
    """A finding as a row of the list."""

    item: Item
    link: str
    hand: str  # the address of its hand
    decision: str
    about: str  # the clause with its title
    log: str  # its name without the folders; the page of the finding has them


@value_class
class FacetShown:
    """A facet as the list shows it."""

    name: str
    title: str
    open: bool
    values: tuple[FacetValue, ...]
    more: int  # that are not shown


@value_class
class FilterChip:
    """Something that narrows the list, and the list without it."""

    words: str
    without: str


def findings(request: Request) -> Response:
    """Show the findings that are asked for."""
    found = desk_of(request).looked_at()
    if found is None:
        return auditing(request, "findings")
    asked = asked_in(request.query_params.multi_items())
    whole = request.query_params.get("all", "")
    number = found.index.count(asked)
    places = found.index.places(asked, PAGE)
    rows = [list_row(found, place, asked, asked.start + n) for n, place in enumerate(places)]
    return page(
        request,
        "findings.html",
        "findings",
        asked=asked,
        number=number,
        total=len(found.view.findings),
        rows=rows,
        facets=[*_facets(found, asked, whole)],
        chips=[*_chips(found, asked)],
        sorts=SORTS,
        forms=FORMS,
        page_size=PAGE,
        hands=found.view.result.hands_judged,
    )


def export(request: Request) -> Response:
    """Exactly what is asked for as a file, by the report's own writers."""
    found = desk_of(request).looked_at()
    if found is None:
        return auditing(request, "findings")
    form = request.path_params["form"]
    if form not in FORMS:
        raise UsageError(f"no file of the form '{escaped(form, 40)}', expected {joined(list(FORMS), 'or')}")
    asked = asked_in(request.query_params.multi_items())
    headers = {"content-disposition": f'attachment; filename="findings.{form}"'}
    return StreamingResponse(render_bytes(form, view_of(found, asked)), media_type=FORMS[form], headers=headers)


def view_of(found: AuditShown, asked: AskedFindings) -> View:
    """What is reported, of these findings only."""
    places = found.index.places(replace(asked, sort="place", start=0))
    chosen = found.view.findings.at(places)
    return replace(found.view, findings=chosen, filtered=len(found.view.result.findings) - len(chosen))


def list_row(found: AuditShown, place: int, asked: AskedFindings | None = None, number: int | None = None) -> ListRow:
    """A finding by its place, as a row of a list. `number` says which of what is asked for it is."""
    view = found.view
    [finding] = view.findings.at([place])
    known = clause_of(view, finding.rules, finding.clause)
    decision = view.ledger.of(finding)
    return ListRow(
        item(view, finding, Ids(), with_lines=False),
        finding_address(finding, asked, number),
        hand_address(finding),
        "" if decision is None else decision.decision,
        f"{finding.rules} {finding.named} {known.title}" if known else f"{finding.rules} {finding.named}",
        escaped(PurePath(finding.location.path).name) if len(view.result.inputs) > 1 else "",
    )


def _facets(found: AuditShown, asked: AskedFindings, whole: str) -> Iterator[FacetShown]:
    """The facets that tell findings apart."""
    for name, values in found.index.facets(asked).items():
        if len(values) < 2 and not asked.values(name):
            continue
        most = MOST_LISTED if name == whole else LISTED
        first = values[-most:] if name in ("night", "month") else values[:most]
        shown = [one for one in values if one.chosen or one in first]
        yield FacetShown(
            name, FACETS[name], name in OPEN or bool(asked.values(name)), tuple(shown), len(values) - len(shown)
        )


def _chips(found: AuditShown, asked: AskedFindings) -> Iterator[FilterChip]:
    for name, values in asked.facets:
        for value in values:
            words = f"{FACETS[name].lower()}: {found.index.shown(name, value)}"
            yield FilterChip(words, asked.without(name, value).address())
    for words, without in (
        (f"words: {asked.text}" if asked.text else "", replace(asked, text="")),
        (f"hand {asked.hand}" if asked.hand else "", replace(asked, hand=None)),
        (f"since {calendar(asked.since)}" if asked.since else "", replace(asked, since=None)),
        (f"until {calendar(asked.until)}" if asked.until else "", replace(asked, until=None)),
        ("" if asked.least is None else f"at least {asked.least / 100:,.2f}", replace(asked, least=None)),
        ("" if asked.most is None else f"at most {asked.most / 100:,.2f}", replace(asked, most=None)),
    ):
        if words:
            yield FilterChip(words, without.address())


ROUTES = (Route("/findings", findings), Route("/findings.{form:str}", export))
