"""The first page: nights and tables, what was found most, what could not be read or judged.

Every number leads to the list behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from auditor.desk.asked import DECISION, FACETS, asked_in, list_address
from auditor.desk.calendar_of_nights import calendar_of
from auditor.desk.findings_index import CUSTOM_WORD, DEFECT_WORD, SEVERITIES, UNDECIDED
from auditor.desk.links import clause_address
from auditor.desk.open_logs import AuditShown
from auditor.desk.rendering import auditing, desk_of, page
from auditor.desk.trends import trend_of
from auditor.report.formats.text import place
from auditor.report.html_summary import (
    ADVISORIES,
    DEFECTS,
    FAULTS,
    MONEY_IN,
    NOT_READ,
    clause_of,
    left_to_decide,
)
from auditor.report.markup import TEMPLATES
from auditor.report.totals import LEAST, NO_DATE, Total
from auditor.vocabulary.money import CHIPS, apart, money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import MONTHS, calendar, plural

ROWS = 10  # of a table
ACCUSING = ("breach", "irregularity")
TOLD = tuple([one for one in SEVERITIES if one != CUSTOM_WORD])  # what totals count


@value_class
class LinkedNumber:
    """A number and the list behind it."""

    text: str
    link: str


@value_class
class OfTotal:
    """A total with its name as people read it, what the name leads to if not to the list, and its value as a facet."""

    name: str
    link: str
    key: str
    total: Total


@value_class
class OverviewRow:
    """A row of a table of totals. Each number leads to its list."""

    name: str
    link: str  # of the name: the page of a clause, or the whole list
    hands: int | None
    faults: LinkedNumber | None
    others: LinkedNumber | None
    money: tuple[LinkedNumber, ...]
    rate: float | None


@value_class
class OverviewTable:
    """A table of totals."""

    title: str
    head: str
    rows: tuple[OverviewRow, ...]
    with_hands: bool
    with_others: bool  # has any of its rows advisories?
    with_rates: bool  # is any of its rows of enough hands to have one?
    more: int
    all: str  # the list with the facet opened, if there are more rows


def overview(request: Request) -> Response:
    """Show the nights, or how far the audit has come."""
    desk = desk_of(request)
    found = desk.looked_at()
    if found is None:
        return auditing(request, "overview")
    view = found.view
    month = request.query_params.get("month", "")
    return page(
        request,
        "overview.html",
        "overview",
        found=found,
        subtitle=found.subtitle,
        faults=FAULTS,
        by_severity=_by_severity(found),
        to_decide=_to_decide(found),
        leads=[(lead, _lead_link(lead.of, found)) for lead in found.leads],
        calendar=calendar_of(found, month),
        trend=trend_of(found, request.query_params.get("chart", ""), request.query_params.get("by", "")),
        chart_link=lambda name: list_address(**{"month" if len(name) == 7 else "night": name}),
        tables=list(_tables(found)),
        todo=_todo(found),
        customs=_customs(found),
        new=_new(found),
        lacked=found.lacked[:ROWS],
        more_lacked=max(len(found.lacked) - ROWS, 0),
        unread=[(place(one), one) for one in view.result.unread[:ROWS]],
        more_unread=max(len(view.result.unread) - ROWS, 0),
        logs=view.result.inputs[:ROWS],
        more_logs=max(len(view.result.inputs) - ROWS, 0),
        least=LEAST,
    )


def _lead_link(of: str, found: AuditShown) -> str:
    if of.startswith(MONEY_IN):
        return told(found, currency=of.removeprefix(f"{MONEY_IN} "))
    return {
        FAULTS: list_address(severity=ACCUSING),
        ADVISORIES: list_address(severity="advisory"),
        DEFECTS: list_address(severity=DEFECT_WORD),
        NOT_READ: "#unread",
    }.get(of, "#logs")


def told(found: AuditShown, **facets: str | Sequence[str] | None) -> str:
    """The address of a list of what totals count: all but the customs of rooms."""
    if found.index.has_customs and "severity" not in facets:
        facets["severity"] = TOLD
    return list_address(**facets)


def _todo(found: AuditShown) -> list[str]:
    """What the findings ask for. How many are decided changes while the desk is open."""
    states = found.index.values_of(DECISION, asked_in([("severity", one) for one in ACCUSING]))
    left = sum(one.count for one in states if one.key == UNDECIDED)
    deciding = left_to_decide(left, sum(one.count for one in states) - left)
    return [*found.payments, *deciding, *found.to_record]


def _to_decide(found: AuditShown) -> LinkedNumber:
    """What accuses somebody and is not decided yet."""
    asked = {"severity": ACCUSING, DECISION: UNDECIDED}
    number = found.index.count(asked_in([*[("severity", one) for one in ACCUSING], (DECISION, UNDECIDED)]))
    return LinkedNumber(f"{number:,}", list_address(**asked))


def _by_severity(found: AuditShown) -> list[tuple[str, LinkedNumber]]:
    """How many of the faults are which, the gravest first."""
    counted = [(one, found.index.count_of("severity", one)) for one in ACCUSING]
    return [
        (one, LinkedNumber(f"{number:,} {plural(number, one)}", list_address(severity=one)))
        for one, number in counted
        if number
    ]


def _customs(found: AuditShown) -> LinkedNumber | None:
    """What is a custom of a room, which no total counts."""
    if not found.index.has_customs:
        return None
    return LinkedNumber(f"{found.index.count_of('severity', CUSTOM_WORD):,}", list_address(severity=CUSTOM_WORD))


def _new(found: AuditShown) -> LinkedNumber | None:
    """What was not there in the earlier report that the desk was given."""
    if found.view.baseline is None:
        return None
    link = list_address(state="new")
    return LinkedNumber(f"{found.index.count_of('state', 'new'):,}", link)


def _tables(found: AuditShown) -> Iterator[OverviewTable]:
    """The totals by clause, person, dealer, table, night and month, each with the gravest, or the latest, first."""
    added = found.totals
    tables = sorted(added.tables, key=lambda one: one.gravity, reverse=True)
    clauses = [
        OfTotal(_clause(found, one), clause_address(one.rules, one.name), f"{one.rules} {one.name}", one)
        for one in added.clauses
    ]
    people = [OfTotal(one.shown, "", f"{one.role} {one.name}".rstrip(), one) for one in added.people]
    months = [OfTotal(_month(one.name), "", one.name, one) for one in _latest_first(added.months)]
    nights = [OfTotal(_night(one.name), "", one.name, one) for one in _latest_first(added.nights)]
    for title, facet, rows in (
        ("Clauses most broken", "clause", clauses),
        ("People", "person", people),
        ("Dealers", "dealer", [OfTotal(one.shown, "", one.name, one) for one in added.dealers]),
        ("Tables", "table", [OfTotal(one.shown, "", one.shown, one) for one in tables]),
        ("Months", "month", months if len(months) > 1 else []),
        ("Nights", "night", nights if len(nights) > 1 else []),
    ):
        if rows:
            yield _table(found, title, facet, rows)


def _table(found: AuditShown, title: str, facet: str, rows: Sequence[OfTotal]) -> OverviewTable:
    shown = tuple([_row(found, facet, one) for one in rows[:ROWS]])
    everything = told(found)
    return OverviewTable(
        title,
        FACETS[facet],
        shown,
        with_hands=any(one.total.hands is not None for one in rows),
        with_others=any(one.others is not None for one in shown),
        with_rates=any(one.rate is not None for one in shown),
        more=max(len(rows) - ROWS, 0),
        all=f"{everything}{'&' if '?' in everything else '?'}all={facet}#filter",
    )


def _latest_first(totals: Iterable[Total]) -> list[Total]:
    """By time, the other way round; what has no date stays last."""
    return sorted(totals, key=lambda one: "" if one.name == NO_DATE else one.name, reverse=True)


def _row(found: AuditShown, facet: str, row: OfTotal) -> OverviewRow:
    one = row.total
    signs = apart(one.money or ())
    money = [
        LinkedNumber(
            money_text(amount, signs[code]) + (" chips" if code == CHIPS else ""),
            told(found, **{facet: row.key, "currency": code}),
        )
        for code, amount in sorted((one.money or {}).items())
    ]
    faults = list_address(**{facet: row.key, "severity": (*ACCUSING, DEFECT_WORD)})
    others = list_address(**{facet: row.key, "severity": "advisory"})
    return OverviewRow(
        row.name,
        row.link or told(found, **{facet: row.key}),
        one.hands,
        LinkedNumber(f"{one.faults:,}", faults) if one.faults else None,
        LinkedNumber(f"{one.advisory:,}", others) if one.advisory else None,
        tuple(money),
        one.rate,
    )


def _month(name: str) -> str:
    return name if name == NO_DATE else f"{MONTHS[int(name[5:7]) - 1]} {name[:4]}"


def _night(name: str) -> str:
    return name if name == NO_DATE else calendar(date.fromisoformat(name))


def _clause(found: AuditShown, one: Total) -> str:
    known = clause_of(found.view, one.rules, one.name)
    title = known.title if known else one.name.rpartition("/")[2].replace("-", " ")
    return f"{one.rules} {one.shown} {title}" if known else f"{one.rules}: {title}"


def style(_request: Request) -> Response:
    """The style sheet, which reports have inside."""
    return FileResponse(TEMPLATES / "desk.css", media_type="text/css")


ROUTES = (Route("/", overview), Route("/static/desk.css", style))
