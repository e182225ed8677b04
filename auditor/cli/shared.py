"""The options that several commands have, each declared once: its name, what it takes and its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from auditor.cli import completion
from auditor.cli.arguments import FailOn

LOGS = "Logs: files, folders, patterns, .gz, .zst and .zip archives, - for stdin."

# ---- what is judged, and by which rules ----

RulesId = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="ID|FILE",
        help="Judge by this rulebook instead of the one a log names.",
        autocompletion=completion.rulebooks,
    ),
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Judge by the rules of this day instead of each hand's own."),
]
Interpret = Annotated[
    list[str] | None,
    typer.Option("--interpret", metavar="NAME=CHOICE", help="Read an unclear text this way. Repeatable."),
]
Customs = Annotated[
    list[str] | None,
    typer.Option("--customs", metavar="FILE", help="Lay a room's customs over the rulebooks of the logs. Repeatable."),
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--log-format",
        metavar="NAME",
        help="Read every log as this format; 'auditor formats' lists them.",
        autocompletion=completion.log_formats,
    ),
]
MostBytes = Annotated[
    str | None,
    typer.Option(
        "--most-bytes",
        metavar="SIZE",
        help="Read no more than this of a pipe or a device, such as 500M; 1G if not given.",
    ),
]

# ---- what is told, and what it does to the exit status ----

Select = Annotated[
    list[str] | None,
    typer.Option(
        "--select", metavar="CLAUSE,...", help="Report only these clauses or checks; 10 takes in 10.2 and 10.2[size]."
    ),
]
Ignore = Annotated[
    list[str] | None, typer.Option("--ignore", metavar="CLAUSE,...", help="Leave these clauses or checks out.")
]
Decisions = Annotated[
    Path | None,
    typer.Option(
        "--decisions",
        metavar="FILE",
        help="The ledger of decisions, instead of any trusted decisions.toml beside the logs.",
    ),
]
RegisterAddress = Annotated[
    str | None,
    typer.Option("--register", metavar="FILE|URL", help="The register: a file such as register.db, or postgresql://…"),
]
Today = Annotated[
    str | None, typer.Option("--today", metavar="DATE", help="Count waivers in the ledger as they stand on this day.")
]
FailLevel = Annotated[
    FailOn,
    typer.Option("--fail-on", help="The least severity that makes the exit status 1. Advisories accuse nobody."),
]
ExitZero = Annotated[bool, typer.Option("--exit-zero", help="Findings never make the exit status 1.")]

# ---- how the command runs ----

Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, metavar="N", help="Processes to use; 0 for all cores.")]
Config = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="The settings file, instead of the nearest auditor.toml or pyproject.toml."
    ),
]
Isolated = Annotated[bool, typer.Option("--isolated", help="Look at no settings file, and use no plugins.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print the report and errors, nothing else.")]
