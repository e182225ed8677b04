"""What another rulebook, another day or other readings change in the open logs, and how two reports differ."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from auditor.auditing.options import Options
from auditor.desk.logs_again import NotOpen
from auditor.desk.open_logs import Desk
from auditor.desk.rendering import again, desk_of, environment, page
from auditor.desk.trials import MOST, TOO_MANY, Trials, report_of
from auditor.review.comparing import ComparedFinding, Comparison, Report, compare_reports, read_report
from auditor.rules.loading.loader import check_readings, every_id, rules_in_force
from auditor.rules.schema.rulebook import Reading
from auditor.vocabulary.errors import AuditorError, Unreadable
from auditor.vocabulary.records import replace, value_class

SHOWN = 300  # findings of a kind that are listed
READING = "reading."  # how the fields of a form begin that choose a reading


@value_class
class ComparedPart:
    """The findings that are new, gone or changed: how many, by clause, and the first of them."""

    name: str
    title: str
    number: int
    by_clause: tuple[tuple[str, int], ...]
    found: tuple[ComparedFinding, ...]


def compare(request: Request) -> Response:
    """Show what an address asks for would change in the open logs, or ask what to compare."""
    desk, query = desk_of(request), request.query_params
    again(request).view()  # there is something to compare with
    readings = _readings(desk)
    values: dict[str, Any] = {
        "ids": every_id(),
        "rulebook": query.get("by", ""),
        "as_of": query.get("as_of", ""),
        "readings": readings,
        "chosen": {one.name: query.get(READING + one.name, "") for one in readings},
    }
    options, words = _asked(request, desk)
    if options == desk.options:
        return page(request, "compare.html", "rulebooks", words=words, trial=None, waiting=False, **values)
    trials: Trials = request.app.state.trials
    trial = trials.of(options)
    found = None if trial is None else trial.comparison
    waiting = trial is None or not trial.done
    return page(
        request,
        "compare.html",
        "rulebooks",
        words=words,
        trial=trial,
        waiting=waiting,
        **({} if found is None else _compared(found)),
        **values,
    )


async def compare_given(request: Request) -> Response:
    """Compare two reports that a page sends, or one with the audit of the open logs."""
    body = await request.body()
    return await run_in_threadpool(_compare_given, request, body)


def _compare_given(request: Request, body: bytes) -> Response:
    try:
        given = json.loads(body)
        texts = [given[name] for name in ("before", "now")] if isinstance(given, dict) else []
        before, now = [None if text is None else read_report(str(text).encode()) for text in texts]
    except Unreadable as error:
        return _told(str(error), 400)
    except (ValueError, KeyError, RecursionError):
        return _told("Found something else, expected two reports of '--format json'.", 400)
    own = None
    if before is None or now is None:
        own = report_of(again(request).view())
    reports = [own if one is None else one for one in (before, now)]
    if reports[0] is None or reports[1] is None:
        return _told(f"This desk has {TOO_MANY}.", 400)
    if any(len(one["findings"]) > MOST for one in reports if one is not None):
        return _told(f"A report has {TOO_MANY}.", 400)
    try:
        found = compare_reports(reports[0], reports[1], _version(reports[0]) == _version(reports[1]))
    except (KeyError, TypeError):
        return _told("Found a damaged report, expected one of '--format json'.", 400)
    return HTMLResponse(environment().get_template("compared.html").render(_compared(found)))


def _compared(found: Comparison) -> dict[str, Any]:
    return {"parts": parts_of(found), "same": found.same, "logs": found.reading}


def _version(report: Report) -> object:
    tool = report.get("tool")
    return tool.get("version") if isinstance(tool, dict) else None


def _told(words: str, status: int) -> Response:
    return HTMLResponse(environment().from_string("<p>{{ words }}</p>").render(words=words), status)


def parts_of(found: Comparison) -> tuple[ComparedPart, ...]:
    """What differs, in the order in which it is shown."""
    named = (("new", "New", found.new), ("gone", "Gone", found.gone), ("changed", "Changed", found.changed))
    return tuple([_part(name, title, findings) for name, title, findings in named])


def _part(name: str, title: str, findings: list[ComparedFinding]) -> ComparedPart:
    clauses = Counter(f"{one.rules} {one.clause}" for one in findings)
    return ComparedPart(name, title, len(findings), tuple(clauses.most_common(12)), tuple(findings[:SHOWN]))


def _asked(request: Request, desk: Desk) -> tuple[Options, list[str]]:
    """How an address asks for the open logs to be judged, and in what that differs from how the desk judges them."""
    query, options, words = request.query_params, desk.options, list[str]()
    by, day = query.get("by", ""), query.get("as_of", "")
    if by:
        if by not in every_id():  # a file is opened only if the desk was started with it
            raise NotOpen("There is no rulebook of that name.")
        options = replace(options, rules=by)
        words.append(f"by {by}")
    if day:
        try:
            options = replace(options, as_of=date.fromisoformat(day))
        except ValueError:
            raise NotOpen("This is no day, expected one such as 1994-06-11.") from None
        words.append(f"by the rules of {day}")
    chosen = dict(options.readings)
    usual = {one.name: chosen.get(one.name, one.default) for one in _readings(desk)}
    for field, choice in query.items():
        name = field.removeprefix(READING)
        if field.startswith(READING) and choice and usual.get(name) != choice:
            chosen[name] = choice
            words.append(f"{name} = {choice}")
    readings = tuple(sorted(chosen.items()))
    if readings != options.readings:
        try:
            check_readings(chosen, options.rules)
        except AuditorError as error:
            raise NotOpen(str(error)) from None
        options = replace(options, readings=readings)
    return options, words


def _readings(desk: Desk) -> list[Reading]:
    """The readings of the rulebooks that judged the open logs, each name once."""
    books = desk.view.rulebooks if desk.view is not None else []
    found = {one.name: one for book in books for one in book.readings}
    if desk.options.rules is not None:
        found |= {one.name: one for one in rules_in_force(desk.options.rules, date.max).readings}
    return [found[name] for name in sorted(found)]


ROUTES = (Route("/compare", compare), Route("/api/look/compare", compare_given, methods=["POST"]))
