"""Does with a log whatever the auditor can do with one, and tells what no log may ever cause."""

from __future__ import annotations

import io
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from auditor.auditing.chosen_hand import ChosenHand
from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result, Unread
from auditor.auditing.tally import by_clause
from auditor.logs.converting import Conversion
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import Source, open_stream
from auditor.logs.reader import RawHand
from auditor.logs.writing import TARGETS, target_named
from auditor.report.formats import OUTPUTS, TEXT, render_bytes
from auditor.report.formats.text import render as render_text
from auditor.report.layout import plain_texts
from auditor.report.pages.replay import replayed
from auditor.report.pages.settle import settled, settlement_of
from auditor.report.view import Selection, view
from auditor.vocabulary.errors import AuditorError, Unreadable
from auditor.vocabulary.hand import Aftermath

try:
    import resource
except ImportError:  # Windows has no such bounds
    resource = None  # type: ignore[assignment]

NAME = "made.log"
WIDTH = 100
MEMORY = 1 << 30  # more than before, in bytes
AGAIN = 0.2  # seconds after which what hangs is told once more, since whoever collects garbage hears nothing
SECONDS = 10  # of the processor's time, for all that is done with a log
OPTIONS = Options(debug=True)  # a fault of ours is not to pass for one of the log


class Hanging(BaseException):
    """It takes longer than anything may. No `except Exception` is to catch it."""


@dataclass(frozen=True)
class Failure:
    """What was done with a log, and how that failed: two failures of one cause are alike."""

    doing: str
    cause: str
    detail: str

    @property
    def kind(self) -> tuple[str, str]:
        """What tells this failure from others."""
        return self.doing, self.cause

    def __str__(self) -> str:
        """In words."""
        return f"{self.doing}: {self.cause}\n{self.detail}"


def failure(text: str, seconds: float = SECONDS, every: bool = False) -> Failure | None:
    """Try all on a log, with a form of a report now and then and one conversion or with every one of them.

    Give what failed first.
    """
    doing = ""
    try:
        with at_most(seconds), _little_memory():
            for doing, do in _deeds(text, every):
                if wrong := do():
                    return Failure(doing, wrong, wrong)
    except AuditorError as error:
        return None if isinstance(error, Unreadable) and doing == "open" else _failed(doing, error)
    except (Exception, Hanging) as error:
        return _failed(doing, error)
    return None


def _failed(doing: str, error: BaseException) -> Failure:
    frames = traceback.extract_tb(error.__traceback__)
    ours = [one for one in frames if "auditor" in Path(one.filename).parts] or frames
    where = "" if isinstance(error, Hanging) else f" at {Path(ours[-1].filename).name}:{ours[-1].name}"
    detail = "".join(traceback.format_exception(error)[-8:])
    return Failure(doing, f"{type(error).__name__}{where}", detail)


@contextmanager
def _little_memory() -> Iterator[None]:
    """Bound the memory, where the system can: a number in a log must not become as many things."""
    statm = Path("/proc/self/statm")
    if resource is None or not statm.exists():
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    used = int(statm.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Bound the time of the processor, where the system can: what hangs is told, and does not hang the tests."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        raise Hanging(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


Deed = Callable[[], str]  # gives what is wrong, or nothing


def _deeds(text: str, every: bool) -> Iterator[tuple[str, Deed]]:
    """What can be done with a log, in order.

    All forms of a report and all conversions take several times as long as the audit, and one form as long, since it
    has every clause. Unless every one is asked for, the length of the log says which is tried, and a log in two has no
    report: many logs come by all of them.
    """
    hands: list[ChosenHand] = []
    results: list[Result] = []
    yield "open", lambda: "" if _opened(text) else "not opened"
    yield "audit", lambda: _audit(text, hands, results)
    for form in _some([*OUTPUTS], text, every, among=2 * len(OUTPUTS)):
        yield f"report as {form}", lambda form=form: _report(results[0], form)  # type: ignore[misc]
    for one in hands:
        yield "settle", lambda one=one: _settle(one)  # type: ignore[misc]
        yield "replay", lambda one=one: _replay(one)  # type: ignore[misc]
    conversions = {f"convert to {target.name}": Conversion(target) for target in TARGETS}
    conversions["convert to a file of one hand"] = Conversion(target_named("phh"), alone=True)
    for name in _some([*conversions], text, every, among=len(conversions)):
        yield name, lambda name=name: _convert(text, conversions[name])  # type: ignore[misc]
    yield "parse", lambda: _parse(text)


def _some(names: list[str], text: str, every: bool, among: int) -> list[str]:
    chosen = len(text) % among
    return names if every else names[chosen : chosen + 1]


def _opened(text: str) -> Source:
    return open_stream(io.BytesIO(text.encode("utf-8", "surrogatepass")), NAME)


def _audit(text: str, hands: list[ChosenHand], results: list[Result]) -> str:
    def observe(item: RawHand | Aftermath, bound: BoundRulebook, judged: tuple[Judged, ...]) -> None:
        if isinstance(item, RawHand):
            found = [finding for one in judged for finding in one.findings]
            hands.append(ChosenHand(NAME, item, bound, found, OPTIONS, by_clause(bound, judged[0])))

    result = audit([_opened(text)], OPTIONS, observe)
    if result.interrupted:  # by whoever ends the campaign: an audit makes a result of that, and it is no failure
        raise KeyboardInterrupt
    results.append(result)
    of_another = result.inputs[0].format == "events"  # its lines are those of the log that it was made from
    return _amiss(result, sys.maxsize if of_another else text.count("\n") + 1)


def _amiss(result: Result, lines: int) -> str:
    """What is wrong with an audit, whatever was audited: something is unread without its place."""
    if not result.hands_judged and not result.unread:
        return "nothing was judged, and nothing is unread"
    return next((f"unread without a place: {one.reason}" for one in result.unread if _lost(one, lines)), "")


def _lost(unread: Unread, lines: int) -> bool:
    whole = unread.line == unread.column == 0 and unread.hand is None  # it is about all of the file
    placed = 1 <= unread.line <= lines and unread.column >= 1
    return not (whole or placed) or not unread.reason.isprintable()


def _report(result: Result, form: str) -> str:
    seen = view(result, Selection())
    return _words(iter(plain_texts(render_text(seen, WIDTH)) if form == TEXT else render_bytes(form, seen)))


def _settle(chosen: ChosenHand) -> str:
    hand = chosen.raw.read()
    found = settlement_of(hand, chosen.bound, chosen.findings)
    return _words(settled(hand, chosen.bound, chosen.path, found, WIDTH))


def _replay(chosen: ChosenHand) -> str:
    return _words(replayed(chosen.raw.read(), chosen.bound, chosen.path, chosen.source_line(), chosen.findings, WIDTH))


def _words(lines: Iterator[object]) -> str:
    return "" if sum(1 for _ in lines) else "nothing is shown"  # every line of it is made


def _convert(text: str, conversion: Conversion) -> str:
    faults = [one for one in conversion.texts(_opened(text)) if isinstance(one, Unreadable)]
    return "" if conversion.hands or faults else "nothing written, and no reason told"


def _parse(text: str) -> str:
    for _ in event_lines(_opened(text)):
        pass
    return ""
