"""A hand, step by step: the table drawn, the log's own lines, what was open to whom by which clause, the settlement.

A step is a line of the log and has an address. The drawing shows the table after it, the options before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from auditor.auditing.chosen_hand import HandAsked
from auditor.desk.logs_again import HandLookedAt, HandReplayed, NotOpen
from auditor.desk.rendering import again, number_in, page
from auditor.logs.formats import format_named
from auditor.logs.reader import RawHand
from auditor.report.drawing.table_drawing import DrawnTable, drawing_of
from auditor.report.drawing.table_state import TableAfter
from auditor.report.formats.html import Ids, Item, item
from auditor.report.pages.one_hand import LONGEST
from auditor.report.pages.replay import Ground, Step, closed_grounds, doubts_of, title_of
from auditor.report.pages.settle import lacking, rows_of
from auditor.report.view import View
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped


@value_class
class Moment:
    """A step with an address: a line of the log or, where several acts stand on one line, one of them."""

    address: str  # `275`, or `275.2` for the second act of a line
    number: int
    text: str
    title: str  # of the betting round that begins here
    open_at: Step | None  # with what was open to the player who acts, if one does
    table: TableAfter | None
    findings: tuple[Finding, ...]


@value_class
class ShownLine:
    """A line of the hand in the log, with the moment that it is, if it is one."""

    number: int
    text: str
    place: int | None  # of its moment
    now: bool
    later: bool
    items: tuple[Item, ...]
    kind: str  # of the gravest finding


def hand(request: Request) -> Response:
    """Show a hand at one of its lines."""
    query = request.query_params
    looked = looked_at(request)
    log, seen = looked.log, looked.seen
    if seen is None:
        return page(request, "unread_hand.html", "findings", looked=looked, **_where(looked))
    moments = moments_of(seen, by_line(looked.raw))
    at = place_of(moments, query.get("line"), seen.chosen.findings)
    now = moments[at]
    view = again(request).view()
    rows = list(rows_of(seen.settlement, [one.found for one in seen.settlement.others]))
    return page(
        request,
        "one_hand.html",
        "findings",
        looked=looked,
        seen=seen.seen,
        book=seen.chosen.bound.rules,
        night=seen.seen.hand.night,
        doubts=list(doubts_of(seen.seen.hand)),
        moments=moments,
        at=at,
        now=now,
        drawn=_drawn(seen, now),
        closed=closed_of(now),
        lines=list(lines_of(looked.raw, moments, at, view)),
        here=items_of(view, now.findings),
        rest=items_of(view, seen.steps.rest),
        found=seen.settlement,
        rows=rows,
        lacks=lacking(seen.settlement) if seen.settlement.lacks else "",
        remarks=len(log.remarks),
        **_where(looked),
    )


def looked_at(request: Request) -> HandLookedAt:
    """The hand that an address asks for."""
    query, logs = request.query_params, again(request)
    line = (query.get("line") or "").partition(".")[0]
    asked = HandAsked(query.get("hand") or None, query.get("table"), number_in(line))
    if asked.number is None and asked.line is None:
        raise NotOpen("No hand is named, expected its number or a line of it.")
    return logs.hand(logs.log(query.get("log", "")), asked)


def _where(looked: HandLookedAt) -> dict[str, Any]:
    """How this hand is named in addresses, and in words."""
    raw = looked.raw
    table = escaped(raw.setup.table, 40) or "Table without a name"
    return {
        "link": {"log": looked.log.path, "hand": raw.number, "table": raw.setup.table},
        "first_line": raw.line,
        "title": f"{table}, hand {escaped(raw.number, 30)}",
    }


def by_line(raw: RawHand) -> bool:
    """Is every statement of this log a line of it?"""
    return format_named(raw.format).line_by_line


# ---- moments ----


def moments_of(seen: HandReplayed, whole_lines: bool) -> list[Moment]:
    """The steps of a hand, those of one line together where a line is a statement."""
    groups: dict[str, list[Step]] = {}
    acts: dict[int, int] = {}
    for step in seen.steps.steps:
        acts[step.number] = nth = 1 if whole_lines else acts.get(step.number, 0) + 1
        groups.setdefault(f"{step.number}" if nth == 1 else f"{step.number}.{nth}", []).append(step)
    return [_moment(address, steps) for address, steps in groups.items()]


def _moment(address: str, steps: Sequence[Step]) -> Moment:
    texts = dict.fromkeys([one.text for one in steps])
    return Moment(
        address,
        steps[0].number,
        "; ".join(texts),
        next((one.title for one in steps if one.title), ""),
        next((one for one in steps if one.situation), None),
        steps[-1].table,
        tuple([finding for one in steps for finding in one.findings]),
    )


def place_of(moments: Sequence[Moment], line: str | None, findings: Sequence[Finding]) -> int:
    """Which moment is asked for: that of a line or the last one before it; without a line that of the gravest fault."""
    if line is None:
        ranked = sorted(findings, key=lambda one: (-one.severity, one.location.line))
        places = {one.number: place for place, one in enumerate(moments)}
        return next((places[one.location.line] for one in ranked if one.location.line in places), len(moments) - 1)
    exact = next((place for place, one in enumerate(moments) if one.address == line), None)
    number = number_in(line.partition(".")[0]) or 0
    return exact if exact is not None else max(sum(one.number <= number for one in moments) - 1, 0)


def _drawn(seen: HandReplayed, moment: Moment) -> DrawnTable | None:
    if moment.table is None:
        return None
    title = f"{title_of(seen.seen.hand)}, line {moment.address}: {escaped(moment.text, LONGEST)}"
    return drawing_of(moment.table, title)


def closed_of(moment: Moment) -> list[tuple[str, Ground]]:
    """What a rule closed to the player who acts."""
    return [] if moment.open_at is None else closed_grounds(moment.open_at)


# ---- the log ----


def lines_of(raw: RawHand, moments: Sequence[Moment], at: int, view: View) -> list[ShownLine]:
    """The hand's own lines; where the log has none, a line for each moment."""
    if not by_line(raw):
        return [_shown(one.number, one.text, place, at, moments, view) for place, one in enumerate(moments)]
    places = {one.number: place for place, one in enumerate(moments)}
    texts = raw.block.text.rstrip("\n").split("\n")
    return [_shown(n, text, places.get(n), at, moments, view) for n, text in enumerate(texts, raw.line)]


def _shown(number: int, text: str, place: int | None, at: int, moments: Sequence[Moment], view: View) -> ShownLine:
    found = () if place is None else moments[place].findings
    items = items_of(view, found)
    gravest = max(found, key=lambda one: one.severity, default=None)
    kind = items[found.index(gravest)].kind if gravest is not None else ""
    later = place > at if place is not None else number > moments[at].number
    return ShownLine(number, text.strip(), place, place == at, later, items, kind)


def items_of(view: View, findings: Sequence[Finding]) -> tuple[Item, ...]:
    """Findings as pages show them."""
    ids = Ids()
    return tuple([item(view, one, ids, False) for one in findings])


ROUTES = (Route("/hand", hand),)
