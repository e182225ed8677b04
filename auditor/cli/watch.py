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

from auditor.cli import output
from auditor.cli.audit import FailOn, ledgers_beside, status_of
from auditor.cli.settings import wanted
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped

if TYPE_CHECKING:
    from auditor.auditing.result import Result
    from auditor.report.view import View


class Form(StrEnum):
    """The forms in which findings are told as they come."""

    concise = "concise"
    jsonl = "jsonl"


def watch(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder in which logs are written.")],
    rules: Annotated[
        str | None, typer.Option(metavar="ID|FILE", help="Judge by this rulebook instead of the one a log names.")
    ] = None,
    as_of: Annotated[
        str | None, typer.Option(metavar="DATE", help="Judge by the rules of this day instead of each hand's own.")
    ] = None,
    interpret: Annotated[
        list[str] | None, typer.Option(metavar="NAME=CHOICE", help="Read an unclear text this way. Repeatable.")
    ] = None,
    log_format: Annotated[
        str | None, typer.Option(metavar="NAME", help="Read every log as this format; 'auditor formats' lists them.")
    ] = None,
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
    fail_on: Annotated[
        FailOn, typer.Option(help="The least severity that makes the exit status 1. Advisories accuse nobody.")
    ] = FailOn.irregularity,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="Findings never make the exit status 1.")] = False,
    decisions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The ledger of decisions, instead of any decisions.toml in the folder."),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CLAUSE,...", help="Report only these clauses or checks; 10 takes in 10.2 and 10.2[size]."
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CLAUSE,...", help="Leave these clauses or checks out.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The settings file, instead of the nearest auditor.toml or pyproject.toml."),
    ] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="Look at no settings file.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the report and errors, nothing else.")] = False,
) -> int:
    """Audit the logs of a folder while they are written, each hand once it is complete, until Ctrl-C.

    What is found is told at once; at the end comes a summary, and the exit status is that of an audit.
    """
    values: dict[str, Any] = {name: value for name, value in locals().items() if name != "context"}
    from auditor.logs.files.discovery import inside
    from auditor.report.view import view
    from auditor.review.ledger import load as load_decisions
    from auditor.watching.followed_file import Listeners
    from auditor.watching.watched_folder import WatchedFolder

    if not folder.is_dir():
        raise UsageError(f"no folder {escaped(str(folder))}")
    said = wanted(context, {**values, "jobs": 1, "fail_on_new": False, "fail_on_unrecorded": False}, config, isolated)
    options, choice = said.options(), said.choice()
    day = date.today()
    ledgers = (
        [said["decisions"]] if said["decisions"] is not None else ledgers_beside([str(folder)], list(inside(folder)))
    )
    ledger = load_decisions(ledgers, day) if ledgers else None
    choice_at = said.choice if said.by_path else None

    def see(result: Result) -> View:
        return view(result, choice, options, None, ledger, day, choice_at=choice_at)

    lines = importlib.import_module(f"auditor.report.formats.{form.value}")

    def tell(result: Result) -> None:
        seen = see(result)
        output.show_texts([lines.found(seen, finding) for finding in seen.findings])
        output.show_texts([lines.unread(one) for one in result.unread])

    def say(text: str) -> None:
        if not said["quiet"]:
            output.say(escaped(text))

    with _stopping() as stop:
        hearers = Listeners(tell, say, stop.asked)
        watched = WatchedFolder(folder, said.options if said.by_path else lambda _name: options, hearers, pause)
        output.show_text(lines.start())
        if not once:
            say(f"watching {folder}; Ctrl-C ends it with a summary")
        until = 0.0 if once else float("inf") if duration is None else time.monotonic() + duration
        stop.repeat(watched.look, interval, until)
        seen = see(watched.end(once))
    output.show_text(lines.summary(seen))
    return status_of(seen, said)


class _Stop:
    """Whether somebody has asked for the end: a look is finished first, unless it is asked for twice."""

    def __init__(self) -> None:
        self.wanted = False
        self.asleep = False

    def asked(self) -> bool:
        return self.wanted

    def heard(self, *_: object) -> None:
        """Take a signal."""
        again, self.wanted = self.wanted, True
        if self.asleep or again:
            raise KeyboardInterrupt

    def repeat(self, look: Callable[[], None], interval: float, until: float) -> None:
        """Look again and again."""
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
    """Have Ctrl-C, and the signal by which a service is ended, lead to a summary."""
    stop = _Stop()
    before = {}
    with suppress(ValueError):  # only the main thread is given signals
        before = {one: signal.signal(one, stop.heard) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
