"""The command `auditor audit`: its options, as typer reads and shows them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from auditor.cli import arguments, completion, shared
from auditor.cli.audit import DEFAULTS, audit_logs
from auditor.cli.settings import given_options
from auditor.report import formats
from auditor.vocabulary.wording import joined


def audit(
    context: typer.Context,
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATH...", help=shared.LOGS)] = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    since: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only hands of this night and later ones; undated ones, too.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="Only hands of this night and earlier ones; undated ones, too.")
    ] = None,
    interpret: shared.Interpret = None,
    customs: shared.Customs = None,
    log_format: shared.FormatName = None,
    format: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=FILE]",
            help=f"The form of the report: {joined(list(formats.OUTPUTS), 'or')}. "
            "Repeatable, each into a file of its own but for one.",
            autocompletion=completion.report_formats,
        ),
    ] = None,
    output_file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file for the report whose --format names none."),
    ] = None,
    fail_on: shared.FailLevel = arguments.FailOn.irregularity,
    fail_on_new: Annotated[
        bool, typer.Option("--fail-on-new", help="Exit with 1 only if the baseline lacks a finding.")
    ] = False,
    fail_on_unrecorded: Annotated[
        bool, typer.Option("--fail-on-unrecorded", help="Exit with 1 also if a clause lacks evidence in the record.")
    ] = False,
    exit_zero: shared.ExitZero = False,
    baseline: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|register",
            help="An earlier report of --format json, or the register: tell what is new, unchanged, absent.",
        ),
    ] = None,
    register: shared.RegisterAddress = None,
    decisions: shared.Decisions = None,
    today: shared.Today = None,
    select: shared.Select = None,
    ignore: shared.Ignore = None,
    undecided: Annotated[
        bool,
        typer.Option("--undecided", help="Add to SARIF the clauses that lack evidence, as open or to be reviewed."),
    ] = False,
    statistics: Annotated[
        bool,
        typer.Option(
            "--statistics", help="Add totals by clause, person, dealer, table, night, week, month and custom."
        ),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="All findings one by one in the text, however many there are.")
    ] = False,
    jobs: shared.Jobs = 1,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Let a Dask cluster judge, by its scheduler: tcp://scheduler:8786."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="RUN", help="Keep what is judged in this file, and judge only what it does not have yet."),
    ] = None,
    most_bytes: shared.MostBytes = None,
    config: shared.Config = None,
    missing_ok: Annotated[
        bool, typer.Option("--missing-ok", help="The files of --config and --decisions need not be there.")
    ] = False,
    isolated: shared.Isolated = False,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Print every setting with its origin, and audit nothing.")
    ] = False,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Audit every log anew, whether it is known already or not.")
    ] = False,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colour, even on a terminal.")] = False,
    quiet: shared.Quiet = False,
) -> int:
    """Audit logs and report what broke which clause."""
    values = {name: value for name, value in locals().items() if name in DEFAULTS}
    return audit_logs(values, given_options(context, values), most_bytes)
