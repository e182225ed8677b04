"""A log that somebody is writing: what is wrong with it, what an audit makes of it, and the hand at the cursor.

While a line cannot be read no verdict is given on its hand. What it would be once the fixes that are offered are taken
is told apart from it.
"""

from __future__ import annotations

import io
from contextlib import closing

from auditor.api import Audit
from auditor.auditing.chosen_hand import ChosenHand, HandAsked, has_line
from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.tally import by_clause
from auditor.editing.problems import Problem, fixes_of, problems_of
from auditor.logs.converting import Conversion
from auditor.logs.files.decoding import RefusedFile, Source, open_stream
from auditor.logs.formats import TABLE_LOG, UNKNOWN_HISTORY, LogFormat, shown_format
from auditor.logs.reader import RawHand, read
from auditor.logs.table_log.writer import text_between, text_of
from auditor.logs.writing import Unwritable, target_named
from auditor.report.pages.replay import ReplayedHand, Step
from auditor.report.view import Selection, view
from auditor.vocabulary.errors import Unreadable, applied
from auditor.vocabulary.events import Event, LogStarted
from auditor.vocabulary.hand import CHANGES, Aftermath
from auditor.vocabulary.records import record_class, replace, value_class

NAME = "written here"  # stands for the path of a log that is no file


@record_class
class JudgedText:
    """The text of a log with the audit of it, and its hands that could be read."""

    text: str
    options: Options
    name: str
    audit: Audit
    hands: list[ChosenHand]

    def hand_at(self, line: int) -> ChosenHand | None:
        """The hand in which this line stands, or else the last one before it; the first one where none is."""
        before = [one for one in self.hands if one.raw.line <= line]
        return before[-1] if before else self.hands[0] if self.hands else None


@value_class
class LookedThrough:
    """A text with its problems, and how it is judged. With unread lines no verdict stands on it."""

    judged: JudgedText
    problems: tuple[Problem, ...]
    fixes: int  # problems with a fix that can be taken together
    mended: JudgedText | None  # the text with these fixes, where something of it cannot be read

    @property
    def best(self) -> JudgedText:
        """What there is to show of hands: those of the text or, where it cannot be read, of the text with its fixes."""
        return self.mended or self.judged


def judged_text(text: str, options: Options, name: str = NAME) -> JudgedText:
    """Judge the text of a table log, and keep its hands."""
    hands: list[ChosenHand] = []

    def observe(item: RawHand | Aftermath, bound: BoundRulebook, judged: tuple[Judged, ...]) -> None:
        if isinstance(item, RawHand):
            found = [finding for one in judged for finding in one.findings]
            hands.append(ChosenHand(name, item, bound, found, options, by_clause(bound, judged[0])))

    options = replace(options, log_format=TABLE_LOG.name, jobs=1)
    result = audit([_opened(text, name)], options, observe, by_log=True)
    return JudgedText(text, options, name, Audit(view(result, Selection(), options)), hands)


def looked_through(text: str, options: Options, name: str = NAME) -> LookedThrough:
    """Judge a text, and what its fixes make of it if something cannot be read."""
    judged = judged_text(text, options, name)
    problems = problems_of(text, judged.audit)
    chosen = fixes_of(problems)
    taken = len([one for one in problems if one.fix and set(one.fix) <= set(chosen)])
    mended = judged_text(applied(text, chosen), options, name) if chosen and judged.audit.unread else None
    return LookedThrough(judged, tuple(problems), taken, mended)


def step_at(steps: ReplayedHand, line: int) -> Step | None:
    """The last step up to a line after which there is anything on the table; the last of all if none is so early."""
    drawn = [one for one in steps.steps if one.table is not None and one.table.begun]
    before = [one for one in drawn if one.number <= line]
    return before[-1] if before else drawn[0] if drawn else None


def _opened(text: str, name: str) -> Source | RefusedFile:
    try:
        return open_stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), name)
    except Unreadable as error:
        return RefusedFile(name, error.reason)


BLANK_LINE = "\n"


def copy_of_hand(source: Source, asked: HandAsked) -> str:
    """A hand of a log with what its table says before it, to be written on; empty if there is none to be read.

    Of what was noted before earlier hands only what sets the table up is told again: the copy does not begin the night.
    """
    with closing(source.file):
        said: list[Event] = []
        table = None
        for one in read(source):
            if not isinstance(one, RawHand):
                continue
            said = said if one.table == table else []
            table = one.table
            if asked.fits(one) and (asked.line is None or has_line(one, asked.line)):
                notes = [each for each in (*said, *one.before) if not isinstance(each, LogStarted)]
                return f"log 1\n{text_between(notes).text or BLANK_LINE}{_written(one)}"
            said += [each for each in (*one.before, *one.lasting()) if type(each) in CHANGES]
    return ""


def _written(raw: RawHand) -> str:
    if raw.format == TABLE_LOG.name:
        return raw.block.text
    try:
        return text_of(replace(raw.read(), before=[]), 1).text
    except (Unreadable, Unwritable):
        return ""


# ---- what is pasted ----


@value_class
class Converted:
    """The text of another format as a table log, with what could not be read or had no place."""

    format: str
    text: str
    hands: int
    faults: tuple[str, ...]


def converted(text: str) -> Converted | None:
    """A room's history, PHH, OHH or events as a table log; None if the text shows none of these formats."""
    source = _opened(text, NAME)
    if isinstance(source, RefusedFile):
        return None
    with closing(source.file):
        format = shown_format(source.head)
        if format is None or format in (TABLE_LOG, UNKNOWN_HISTORY):
            return None
        return _converted(source, format)


def _converted(source: Source, format: LogFormat) -> Converted:
    conversion = Conversion(target_named(TABLE_LOG.name))
    written: list[str] = []
    faults: list[str] = []
    for one in conversion.texts(source, format):
        if isinstance(one, Unreadable):
            faults.append(f"line {one.line}: {one.reason}")
        else:
            written.append(one)
    faults += [f"not in a table log: {what}" for what in conversion.lost]
    return Converted(format.title, "".join(written), conversion.hands, tuple(faults))
