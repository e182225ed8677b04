"""A hand, step by step: the table drawn, the log's own lines, what was open to whom by which clause, the settlement.

A step is a line of the log and has an address. The drawing shows the table after it, the options before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from auditor.auditing.chosen_hand import HandAsked, has_line
from auditor.auditing.result import Unread
from auditor.desk.links import address, finding_address
from auditor.desk.logs_again import HandLookedAt, HandReplayed, LogsAgain, NotOpen
from auditor.desk.rendering import again, number_in, page
from auditor.logs.formats import format_named
from auditor.logs.reader import RawHand
from auditor.report.drawing.table_drawing import DrawnTable, drawing_of
from auditor.report.drawing.table_state import TableAfter
from auditor.report.formats.html import Ids, Item, item
from auditor.report.html_summary import clause_of
from auditor.report.pages.one_hand import LONGEST
from auditor.report.pages.replay import Ground, Step, closed_grounds, doubts_of, title_of
from auditor.report.pages.settle import lacking, rows_of
from auditor.report.view import View
from auditor.vocabulary.errors import AuditorError
from auditor.vocabulary.findings import Finding, Verdict
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

FARED = ("pass", "not recorded")  # verdicts whose clauses are listed; findings tell of the others


@value_class
class Moment:
    """A step with an address: a line of the log or, where several acts stand on one line, one of them."""

    address: str  # `275`, or `275.2` for the second act of a line
    number: int
    text: str
    open_at: Step | None  # with what was open to the player who acts, if one does
    table: TableAfter | None
    findings: tuple[Finding, ...]


@value_class
class FoundAtLine:
    """A finding, with what its clause says in our words."""

    item: Item
    rules: str
    clause: str
    gist: str
    citation: str
    address: str


@value_class
class ShownLine:
    """A line of the hand in the log, with the moment that it is, if it is one."""

    number: int
    text: str
    place: int | None  # of its moment
    now: bool
    later: bool
    found: tuple[FoundAtLine, ...]
    unread: tuple[str, ...]  # why it was not read, or that it was not understood
    kind: str  # of its mark


def hand(request: Request) -> Response:
    """Show a hand at one of its lines."""
    looked, logs = looked_at(request), again(request)
    one = looked.replayed
    view = logs.view() if one is None or looked.unread is None else one.seen.view
    shared: dict[str, Any] = {
        "looked": looked,
        "faults": looked.unread.faults if looked.unread else (),
        **_named(looked),
    }
    if one is None:
        return page(request, "unread_hand.html", "findings", lines=list(_lines(looked, [], 0, view, logs)), **shared)
    moments = moments_of(one, by_line(looked.raw))
    at = place_of(moments, request.query_params.get("line"), one.chosen.findings)
    now, found = moments[at], one.settlement
    values: dict[str, Any] = {
        "seen": one.seen,
        "book": one.chosen.bound.rules,
        "night": one.seen.hand.night,
        "doubts": list(doubts_of(one.seen.hand)),
        "moments": moments,
        "at": at,
        "now": now,
        "drawn": drawn_at(one, now),
        "closed": closed_of(now),
        "lines": list(_lines(looked, moments, at, view, logs)),
        "here": found_here(view, now.findings),
        "rest": found_here(view, one.steps.rest),
        "fared": fared_of(one.seen.verdicts),
        "faultless": not one.chosen.findings,
        "found": found,
        "rows": list(rows_of(found, [other.found for other in found.others])),
        "lacks": lacking(found) if found.lacks else "",
    }
    return page(request, "one_hand.html", "findings", **shared, **values)


def looked_at(request: Request) -> HandLookedAt:
    """The hand that an address asks for."""
    query, logs = request.query_params, again(request)
    line = (query.get("line") or "").partition(".")[0]
    asked = HandAsked(query.get("hand") or None, query.get("table"), number_in(line))
    if asked.number is None and asked.line is None:
        raise NotOpen("No hand is named, expected its number or a line of it.")
    return logs.hand(logs.log(query.get("log", "")), asked)


def _named(looked: HandLookedAt) -> dict[str, Any]:
    """How this hand is named in addresses and in words, and those beside it."""
    raw = looked.raw
    table = escaped(raw.setup.table, 40) or "Table without a name"
    return {
        "link": link_of(looked.log.path, raw),
        "title": f"{table}, hand {escaped(raw.number, 30)}",
        "beside": [None if one is None else _address(looked.log.path, one) for one in (looked.before, looked.after)],
    }


def link_of(path: str, raw: RawHand) -> dict[str, str]:
    """How a hand is named in addresses."""
    return {"log": path, "hand": raw.number, "table": raw.setup.table}


def _address(path: str, raw: RawHand) -> str:
    """The address of a hand beside this one. Its first line tells it from others of its number."""
    return address("/hand", **link_of(path, raw), line=raw.line)


def by_line(raw: RawHand) -> bool:
    """Is every statement of this log a line of it?"""
    return format_named(raw.format).line_by_line


# ---- moments ----


def moments_of(one: HandReplayed, whole_lines: bool) -> list[Moment]:
    """The steps of a hand, those of one line together where a line is a statement."""
    groups: dict[str, list[Step]] = {}
    acts: dict[int, int] = {}
    for step in one.steps.steps:
        acts[step.number] = nth = 1 if whole_lines else acts.get(step.number, 0) + 1
        groups.setdefault(f"{step.number}" if nth == 1 else f"{step.number}.{nth}", []).append(step)
    return [_moment(at, steps) for at, steps in groups.items()]


def _moment(at: str, steps: Sequence[Step]) -> Moment:
    return Moment(
        at,
        steps[0].number,
        "; ".join(dict.fromkeys([one.text for one in steps])),
        next((one for one in steps if one.situation), None),
        steps[-1].table,
        tuple([finding for one in steps for finding in one.findings]),
    )


def place_of(moments: Sequence[Moment], line: str | None, findings: Iterable[Finding]) -> int:
    """Which moment is asked for: that of a line or the last one before it; without a line that of the gravest fault."""
    if line is None:
        ranked = sorted(findings, key=lambda one: (-one.severity, one.location.line))
        places = {one.number: place for place, one in enumerate(moments)}
        return next((places[one.location.line] for one in ranked if one.location.line in places), len(moments) - 1)
    exact = next((place for place, one in enumerate(moments) if one.address == line), None)
    number = number_in(line.partition(".")[0]) or 0
    return exact if exact is not None else max(sum(one.number <= number for one in moments) - 1, 0)


def moment_of(request: Request, one: Finding) -> tuple[HandReplayed, Moment] | None:
    """The hand of a finding at its line. None where it has none, or where the log is not what it was."""
    logs, line = again(request), one.location.line
    if one.hand is None:
        return None
    try:
        looked = logs.hand(logs.log(one.location.path), HandAsked(one.hand, one.table, line))
    except AuditorError:
        return None
    if looked.replayed is None or looked.unread is not None or looked.changed:
        return None
    moments = moments_of(looked.replayed, by_line(looked.raw))
    found = next((each for each in moments if one in each.findings), None)
    return None if found is None else (looked.replayed, found)


def drawn_at(one: HandReplayed, moment: Moment) -> DrawnTable | None:
    """The table after a moment, drawn; None if it is not known."""
    if moment.table is None:
        return None
    title = f"{title_of(one.seen.hand)}, line {moment.address}: {escaped(moment.text, LONGEST)}"
    return drawing_of(moment.table, title)


def fared_of(verdicts: Mapping[str, Verdict]) -> list[tuple[str, list[str]]]:
    """The clauses that came up in a hand by how they fared, with each the names of its clauses."""
    by_word: dict[str, dict[str, None]] = {}
    for clause, verdict in verdicts.items():
        if not clause.startswith("record/"):
            by_word.setdefault(verdict.word, {})[clause] = None
    return [(word, list(clauses)) for word, clauses in by_word.items() if word in FARED]


def closed_of(moment: Moment) -> list[tuple[str, Ground]]:
    """What a rule closed to the player who acts."""
    return [] if moment.open_at is None else closed_grounds(moment.open_at)


def found_here(view: View, findings: Iterable[Finding]) -> tuple[FoundAtLine, ...]:
    """Findings as pages show them, each with its clause."""
    ids = Ids()
    found = []
    for one in findings:
        clause = clause_of(view, one.rules, one.clause)
        gist = clause.gist if clause is not None else ""
        shown = item(view, one, ids, False)
        found.append(FoundAtLine(shown, one.rules, one.clause, gist, one.citation, finding_address(one)))
    return tuple(found)


# ---- the log ----


def _lines(
    looked: HandLookedAt, moments: Sequence[Moment], at: int, view: View, logs: LogsAgain
) -> Iterator[ShownLine]:
    """The hand's own lines; where the log has none, a line for each moment."""
    raw, places = looked.raw, {one.number: place for place, one in enumerate(moments)}
    said = _said(looked, logs.not_understood(looked.log))
    if not by_line(raw) and moments:
        for place, one in enumerate(moments):
            first = place == 0 or moments[place - 1].number != one.number
            yield _shown(one.number, one.text, place, at, moments, view, said.get(one.number, ()) if first else ())
        return
    for number, text in enumerate(raw.block.text.rstrip("\n").split("\n"), raw.line):
        yield _shown(number, text, places.get(number), at, moments, view, said.get(number, ()))


def _said(looked: HandLookedAt, not_understood: Iterable[Unread]) -> dict[int, list[str]]:
    """What is wrong with lines of the hand, by their numbers."""
    found: dict[int, list[str]] = {}
    for fault in () if looked.unread is None else looked.unread.faults:
        found.setdefault(fault.line, []).append(fault.reason)
    for place in not_understood:
        if has_line(looked.raw, place.line):
            found.setdefault(place.line, []).append("The hand was judged without this line, which was not understood.")
    return found


def _shown(
    number: int,
    text: str,
    place: int | None,
    at: int,
    moments: Sequence[Moment],
    view: View,
    said: Sequence[str],
) -> ShownLine:
    findings = () if place is None else moments[place].findings
    found = found_here(view, findings)
    gravest = max(range(len(found)), key=lambda n: findings[n].severity, default=None)
    kind = found[gravest].item.kind if gravest is not None else "unread" if said else ""
    later = bool(moments) and (place > at if place is not None else number > moments[at].number)
    return ShownLine(number, text.strip(), place, place == at, later, found, tuple(said), kind)


ROUTES = (Route("/hand", hand),)
