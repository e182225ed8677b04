"""`auditor watch`: a folder audited while its logs are written."""

from __future__ import annotations

import importlib
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from auditor.cli import arguments, output, shared
from auditor.cli.audit import decided, log_places, status_of
from auditor.cli.interruption import ENDING, Requests
from auditor.cli.settings import given_options, run_settings
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped

if TYPE_CHECKING:
    from auditor.auditing.result import Result
    from auditor.report.view import View
    from auditor.review.effects import RunFiles


class Form(StrEnum):
    """The forms in which findings are printed as they come."""

    concise = "concise"
    jsonl = "jsonl"


def watch(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder in which logs are written.")],
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    customs: shared.Customs = None,
    log_format: shared.FormatName = None,
    form: Annotated[
        Form, typer.Option("--format", help="One line a finding: for people, or JSON for programs.")
    ] = Form.concise,
    interval: Annotated[float, typer.Option(min=0.01, metavar="SECONDS", help="The time between two looks.")] = 1.0,
    pause: Annotated[
        float,
        typer.Option(
            min=0.0,
            metavar="SECONDS",
            help="How long nothing must have been written for a last hand that has no end of its own to be complete.",
        ),
    ] = 5.0,
    once: Annotated[bool, typer.Option("--once", help="Audit what is there, then end.")] = False,
    duration: Annotated[
        float | None, typer.Option("--for", min=0.0, metavar="SECONDS", help="End after this time.")
    ] = None,
    fail_on: shared.FailLevel = arguments.FailOn.irregularity,
    exit_zero: shared.ExitZero = False,
    decisions: shared.Decisions = None,
    select: shared.Select = None,
    ignore: shared.Ignore = None,
    config: shared.Config = None,
    isolated: shared.Isolated = False,
    quiet: shared.Quiet = False,
) -> int:
    """Audit the logs of a folder while they are being written.

    Each hand is audited once it is complete, and what is found in it is told at once. Ctrl-C ends it with a summary and
    the exit status of an audit.
    """
    values: dict[str, Any] = {name: value for name, value in locals().items() if name != "context"}
    from auditor.logs.files.discovery import inside
    from auditor.report.view import view
    from auditor.watching.followed_file import Listeners
    from auditor.watching.watched_folder import WatchedFolder

    if not folder.is_dir():
        raise UsageError(f"no folder {escaped(str(folder))}")
    found, values = inside(folder), {**values, "jobs": 1, "fail_on_new": False, "fail_on_unrecorded": False}
    settings = run_settings(values, given_options(context, values), log_places([str(folder)], found))
    options, choice = settings.options(), settings.choice()
    day = date.today()
    ledger, files = decided(settings, [str(folder)], found, day)
    choice_at = settings.choice if settings.by_path else None

    def see(result: Result) -> View:
        return view(result, choice, options, None, ledger, day, choice_at=choice_at, files=files)

    lines = importlib.import_module(f"auditor.report.formats.{form.value}")

    def tell(result: Result) -> None:
        view_of_new = see(result)
        found = view_of_new.findings if form is Form.jsonl else view_of_new.one_by_one()  # customs come at the end
        output.show_texts([lines.found(view_of_new, finding) for finding in found])
        output.show_texts([lines.unread(one) for one in result.unread])

    def say(text: str) -> None:
        if not settings["quiet"]:
            output.say(escaped(text))

    with _stopping() as stop:
        listeners = Listeners(tell, say, stop.asked)
        watched = WatchedFolder(
            folder, settings.options if settings.by_path else lambda _name: options, listeners, pause
        )
        _say_files(files)
        output.show_text(lines.start())
        if not once:
            say(f"watching {folder}; Ctrl-C ends it with a summary")
        until = 0.0 if once else float("inf") if duration is None else time.monotonic() + duration
        stop.repeat(watched.look, interval, until)
        final = see(watched.end(once))
    output.show_texts(lines.summary(final))
    if not final.result.hands_judged:
        output.say(f"nothing was audited: no hand was seen in {escaped(str(folder))}")
    return status_of(final, settings)


def _say_files(files: RunFiles) -> None:
    """Tell at the start what files among the logs weaken, or are not applied. The summary may be months away."""
    for effect in files.settings:
        output.say(effect.sentence)
    for ledger in files.ledgers:
        output.say(f"{escaped(ledger.path)} not applied; the summary will tell what it would have done")


class _Stop:
    """Has somebody asked for the end? A look is finished first, unless the end is asked for twice."""

    def __init__(self) -> None:
        self.wanted = False
        self.asleep = False
        self.requests = Requests()

    def asked(self) -> bool:
        return self.wanted

    def take_signal(self, *_: object) -> None:
        """Note that the end is wanted. During a sleep, or the second time, end at once."""
        if not self.requests.another():
            return
        again, self.wanted = self.wanted, True
        if self.asleep or again:
            raise KeyboardInterrupt

    def repeat(self, look: Callable[[], None], interval: float, until: float) -> None:
        """Look again and again, until the end is wanted or the time is over."""
        with suppress(KeyboardInterrupt):
            while not self.wanted:
                look()
                left = until - time.monotonic()
                if left <= 0 or self.wanted:
                    return
                self.asleep = True
                time.sleep(min(interval, left))
                self.asleep = False


@contextmanager
def _stopping() -> Iterator[_Stop]:
    """Let Ctrl-C, and the signal that ends a service, lead to a summary."""
    stop = _Stop()
    before = {}
    with suppress(ValueError):  # only the main thread gets signals
        before = {one: signal.signal(one, stop.take_signal) for one in ENDING}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
