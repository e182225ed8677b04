"""`auditor audit`: logs in, a report out."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import choices, output

if TYPE_CHECKING:
    from auditor.audit import Options
    from auditor.report.view import Choice, View


class Format(StrEnum):
    """The forms of a report."""

    text = "text"
    json = "json"


class FailOn(StrEnum):
    """The least severity that makes the exit status 1."""

    breach = "breach"
    irregularity = "irregularity"
    advisory = "advisory"
    never = "never"


FINDINGS, NOT_READ = 1, 3


def audit(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Logs: files, folders, patterns, .gz and .zip archives, - for stdin."),
    ],
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
    format: Annotated[Format, typer.Option(help="The form of the report.")] = Format.text,
    output_file: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the report to this file.")
    ] = None,
    fail_on: Annotated[
        FailOn, typer.Option(help="The least severity that makes the exit status 1. Advisories accuse nobody.")
    ] = FailOn.irregularity,
    select: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CLAUSE,...", help="Report only these clauses or checks; 10 takes in 10.2 and 10.2[size]."
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="CLAUSE,...", help="Leave these clauses or checks out.")
    ] = None,
    statistics: Annotated[bool, typer.Option("--statistics", help="Add totals by clause, person and table.")] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Processes to use; 0 for all cores.")
    ] = 1,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colour, even on a terminal.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the report and errors, nothing else.")] = False,
) -> int:
    """Audit logs and report what broke which clause."""
    from auditor.audit import Options
    from auditor.audit import audit as run
    from auditor.logs.inputs import find, open_all
    from auditor.report.view import Choice, view

    found = find(paths)
    if output_file is not None:
        output.check_output(output_file, [one.path for one in found if one.path is not None])
    options = Options(
        rules,
        choices.day(as_of),
        choices.readings(interpret or (), rules),
        jobs or _cores(),
        choices.log_format(log_format),
    )
    choice = Choice(choices.clauses(select or (), rules, "--select"), choices.clauses(ignore or (), rules, "--ignore"))
    progress = output.Progress(not quiet)
    try:
        result = run(open_all(found), options, progress.step)
    finally:
        progress.end()
    seen = view(result, choice)
    _report(seen, options, choice, format, output_file, statistics, not no_color)
    if output_file is not None and not quiet:
        output.say(f"report written to {output_file}")
    return _status(seen, fail_on)


def _report(
    seen: View, options: Options, choice: Choice, format: Format, file: Path | None, statistics: bool, colour: bool
) -> None:
    if format is Format.json:
        from auditor.report.json import render as as_json

        text = as_json(seen, options, choice)
        if file is None:
            output.show_text(text)
        else:
            output.save(text, file)
        return
    from auditor.report.lines import PLAIN_WIDTH, plain
    from auditor.report.text import render

    if file is None:
        output.show(render(seen, output.width(), statistics), colour)
    else:
        output.save(plain(render(seen, PLAIN_WIDTH, statistics)), file)


def _status(seen: View, fail_on: FailOn) -> int:
    """The exit status: what could not be read outweighs what was found."""
    from auditor.findings import Severity

    if not seen.complete:
        return NOT_READ
    if fail_on is FailOn.never:
        return 0
    least = Severity[fail_on.name.upper()]
    return FINDINGS if any(finding.severity >= least for finding in seen.findings) else 0


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
