"""The page on which somebody writes a hand: mistakes with their fixes, the verdict, the table and the settlement.

The text is judged by the desk and kept nowhere: saving it is a download. Without a script every button is a request for
the page; with one the page asks while somebody types.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from auditor.auditing.chosen_hand import ChosenHand, HandAsked
from auditor.auditing.options import Options
from auditor.desk.asking import form_of, json_of
from auditor.desk.models import ConvertedText, LookedAt, Mistake, OfferedWord, TextToLookAt
from auditor.desk.rendering import again, desk_of, environment, number_in, page, standing_alone
from auditor.editing.examples import example_of
from auditor.editing.problems import ERROR, INFORMATION, WARNING, Problem, fixes_of
from auditor.editing.suggestions import suggestions_at
from auditor.editing.written_text import (
    Converted,
    JudgedText,
    LookedThrough,
    converted,
    copy_of_hand,
    judged_text,
    looked_through,
    step_at,
)
from auditor.report.drawing.table_drawing import DrawnTable, drawing_of
from auditor.report.drawing.table_state import TableAfter
from auditor.report.formats.html import Ids, Item, item
from auditor.report.formats.json import edit_model
from auditor.report.formats.text import verdict
from auditor.report.pages.evidence import WantedFact, lacked
from auditor.report.pages.one_hand import LONGEST, hand_seen, steps_of
from auditor.report.pages.replay import doubts_of, title_of
from auditor.report.pages.settle import ComparedSum, SettledHand, lacking, rows_of, settlement_of_chosen
from auditor.report.pages.sheet import ruling_sheet
from auditor.report.view import by_book, coverage
from auditor.rules.loading.loader import rulebook_ids, rules_in_force
from auditor.vocabulary.errors import AuditorError, Edit, applied
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import escaped, plural

LARGEST = 1_000_000  # characters of a text that is judged
LISTED = 12  # findings beside the text
WANTED = 6  # facts that would decide more
KINDS = {ERROR: "breach", WARNING: "irregularity", INFORMATION: "advisory"}
UNREAD = "unread"
FILE = "hand.log"
TOO_LONG = f"The text is longer than {LARGEST:,} characters: audit it as a file."
NO_HAND = "There is no hand that could be read, and so no ruling sheet."


# ---- what stands beside the text ----


@value_class
class FoundHere:
    """A finding with where its clause is told."""

    item: Item
    line: int
    rules: str
    clause: str


@value_class
class Beside:
    """What the page shows beside the text."""

    empty: bool
    provisional: bool  # it holds only if the fixes are taken
    unread: int  # places that cannot be read
    left: int  # those of them that the fixes leave
    fixes: int
    verdict: str
    style: str
    found: tuple[FoundHere, ...]
    more: int
    counts: tuple[int, int, int]  # clauses that passed, that could not be judged, that never came up
    title: str = ""
    line: int = 0
    drawn: DrawnTable | None = None
    table: TableAfter | None = None
    doubts: tuple[str, ...] = ()
    settled: SettledHand | None = None
    rows: tuple[ComparedSum, ...] = ()
    lacks: str = ""
    facts: tuple[WantedFact, ...] = ()
    more_facts: int = 0


def beside(looked: LookedThrough, line: int) -> Beside:
    """The verdict on a text, and the hand at this line of it with its table and settlement."""
    best = looked.best
    view = best.audit.view
    findings = view.one_by_one()
    ids = Ids()
    rows = by_book(view.result, coverage(view.result))
    decided = [row for row in rows if row.automated]
    passed = len([row for row in decided if row.passed and not row.failed])
    undecided = len([row for row in decided if row.not_recorded and not row.failed and not row.passed])
    never = len([row for row in decided if not (row.passed or row.failed or row.not_recorded)])
    text, style = verdict(view)
    facts = sorted(lacked(rows), key=lambda one: -len(one.clauses))
    shown = Beside(
        not looked.judged.text.strip(),
        looked.mended is not None,
        len(looked.judged.audit.unread),
        len(best.audit.unread),
        looked.fixes,
        text,
        style,
        tuple([_found(best, one, ids) for one in findings[:LISTED]]),
        max(len(findings) - LISTED, 0),
        (passed, undecided, never),
        facts=tuple(facts[:WANTED]),
        more_facts=max(len(facts) - WANTED, 0),
    )
    hand = best.hand_at(line)
    return shown if hand is None else _with_hand(shown, hand, line)


def _found(judged: JudgedText, one: Finding, ids: Ids) -> FoundHere:
    return FoundHere(item(judged.audit.view, one, ids, False), one.location.line, one.rules, one.clause)


def _with_hand(shown: Beside, written: ChosenHand, line: int) -> Beside:
    hand, step = written.raw.read(), step_at(steps_of(written), line)
    settled = settlement_of_chosen(written)
    shown = replace(
        shown,
        title=title_of(hand),
        doubts=tuple(doubts_of(hand)),
        settled=settled,
        rows=tuple(rows_of(settled, [one.found for one in settled.others])),
        lacks=lacking(settled) if settled.lacks else "",
    )
    if step is None or step.table is None:
        return shown
    title = f"{title_of(hand)}, line {step.number}: {escaped(step.text, LONGEST)}"
    return replace(shown, line=step.number, table=step.table, drawn=drawing_of(step.table, title))


# ---- mistakes ----


def mistakes_of(looked: LookedThrough) -> list[Mistake]:
    """What is wrong with a text, each with what its fix writes."""
    if not looked.judged.text.strip():
        return []  # nothing is written yet
    return [_mistake(number, one) for number, one in enumerate(looked.problems)]


def _mistake(number: int, one: Problem) -> Mistake:
    unread = one.code == UNREAD
    word = "Not understood" if unread else f"{KINDS[one.severity].capitalize()} of {one.code}"
    if one.code.startswith("record/"):
        word = "Record"
    kind = UNREAD if unread else "record" if word == "Record" else KINDS[one.severity]
    return Mistake(
        number=number,
        line=one.line,
        column=one.column,
        end_column=one.end_column,
        kind=kind,
        word=escaped(word),
        message=escaped(one.message),
        fix=[edit_model(edit) for edit in one.fix],
        fix_words=_fix_words(one.fix),
    )


def _fix_words(fix: tuple[Edit, ...]) -> str:
    """What a fix does, on a button."""
    if not fix:
        return ""
    first = fix[0].replacement.strip()
    return f"Write {escaped(first, 40)}" if first and len(fix) == 1 else "Put it right"


# ---- the page ----


@cache
def games() -> list[tuple[str, str]]:
    """The games that one can begin with: their rulebooks and titles."""
    return [(id, rules_in_force(id, date.max).title) for id in rulebook_ids()]


async def write(request: Request) -> Response:
    """Show the page, with nothing on it or with what was sent."""
    form = await form_of(request) if request.method == "POST" else dict(request.query_params)
    return await run_in_threadpool(_page, request, form)


def _page(request: Request, form: dict[str, str], problem: str = "", status: int = 200) -> Response:
    text, told = form.get("text", ""), []
    line = number_in(form.get("line")) or 0
    options = options_of(request)
    wish, _, which = form.get("do", "").partition(":")
    if len(text) > LARGEST:
        text, problem, status = "", TOO_LONG, 413
    if wish == "start":
        text = example_of(form.get("start", ""))
        told += [] if text else ["The samples have no hand of this game."]
    if form.get("log") and not text:
        opened = again(request)
        asked = HandAsked(form.get("hand"), form.get("table"), number_in(form.get("line")))
        text = copy_of_hand(opened.source(opened.log(form["log"])), asked)
        told += [] if text else ["This hand cannot be copied: it is not there, or cannot be read."]
        line = 0
    if (read := converted(text)) is not None:
        text, told = read.text, told_of(read)
    looked = looked_through(text, options)
    if wish == "fix":
        chosen = fixes_of([one for n, one in enumerate(looked.problems) if which in ("all", str(n))])
        text = applied(text, chosen)
        looked = looked_through(text, options)
    return page(
        request,
        "write.html",
        "write",
        status,
        text=text,
        line=line,
        told=told,
        problem=problem,
        mistakes=mistakes_of(looked),
        beside=beside(looked, line),
        games=games(),
        start=form.get("start", ""),
    )


def told_of(read: Converted) -> list[str]:
    """What is told of a text that was converted."""
    hands = f"{read.hands:,} {plural(read.hands, 'hand')}"
    return [f"{hands} of {read.format} written as a table log.", *map(escaped, read.faults)]


def options_of(request: Request) -> Options:
    """How a text is judged: as the logs of this desk are."""
    return replace(desk_of(request).options, since=None, until=None)


async def file(request: Request) -> Response:
    """Give the text back as a file to be saved."""
    form = await form_of(request)
    headers = {"content-disposition": f'attachment; filename="{FILE}"'}
    return Response(form.get("text", ""), media_type="text/plain; charset=utf-8", headers=headers)


async def sheet(request: Request) -> Response:
    """The ruling sheet of the hand at the cursor."""
    return await run_in_threadpool(_sheet, request, await form_of(request))


def _sheet(request: Request, form: dict[str, str]) -> Response:
    judged = judged_text(form.get("text", "")[:LARGEST], options_of(request))
    written = judged.hand_at(number_in(form.get("line")) or 0)
    if written is None or judged.audit.unread:
        unread = len(judged.audit.unread)
        reason = NO_HAND if written is None else f"{unread} {plural(unread, 'place')} could not be read."
        return _page(request, form, f"{reason} A ruling sheet is made of a log that is read as a whole.", 422)
    seen, settled = hand_seen(written, judged.audit.view), settlement_of_chosen(written)
    return standing_alone(ruling_sheet(seen, steps_of(written), written.findings, settled))


# ---- what the page asks while somebody types ----


async def look(request: Request) -> Response:
    """Judge a text."""
    asked = await json_of(request, TextToLookAt)
    return JSONResponse(await run_in_threadpool(_look, request, asked))


def _look(request: Request, asked: TextToLookAt) -> object:
    try:
        looked = looked_through(asked.text, options_of(request))
        shown = environment().get_template("beside.html").render(beside=beside(looked, asked.line))
    except AuditorError as error:
        shown = environment().get_template("beside.html").render(beside=None, problem=str(error))
        looked = None
    found = [] if looked is None else mistakes_of(looked)
    every = [] if looked is None else [edit_model(one) for one in fixes_of([*looked.problems])]
    return LookedAt(mistakes=found, fixes=every, beside=shown).model_dump(mode="json")


async def complete(request: Request) -> Response:
    """Say what may stand at a place of a text."""
    asked = await json_of(request, TextToLookAt)
    found = await run_in_threadpool(suggestions_at, asked.text, max(asked.line, 1), max(asked.column, 1))
    return JSONResponse([OfferedWord(text=one.text, kind=one.kind).model_dump() for one in found])


async def convert(request: Request) -> Response:
    """Write the text of another format as a table log, if it shows one."""
    asked = await json_of(request, TextToLookAt)
    read = await run_in_threadpool(converted, asked.text)
    found = ConvertedText() if read is None else ConvertedText(text=read.text, told=told_of(read))
    return JSONResponse(found.model_dump(mode="json"))


async def start(request: Request) -> Response:
    """A hand of a game to begin with."""
    asked = await json_of(request, TextToLookAt)
    text = await run_in_threadpool(example_of, asked.text)
    return JSONResponse(ConvertedText(text=text, told=[]).model_dump(mode="json"))


def _routes() -> Iterator[Route]:
    yield Route("/write", write, methods=["GET", "POST"])
    yield Route("/write/file", file, methods=["POST"])
    yield Route("/write/sheet", sheet, methods=["POST"])
    for name, answer in (("write", look), ("complete", complete), ("convert", convert), ("start", start)):
        yield Route(f"/api/look/{name}", answer, methods=["POST"])


ROUTES = tuple(_routes())
