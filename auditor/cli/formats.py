"""`auditor parse`, `auditor formats`, `auditor schema`: what is read, and in which form things are told."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from auditor.cli import output
from auditor.wording import shown

NOT_READ = 3


class Contract(StrEnum):
    """The documents with a published schema."""

    report = "report"
    events = "events"


def parse(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Logs, as for 'auditor audit'.")],
) -> int:
    """Print the events of logs as JSON lines."""
    from auditor.errors import Unreadable
    from auditor.logs.events_json import event_lines
    from auditor.logs.inputs import find, open_all
    from auditor.logs.source import Refused

    status = 0
    for source in open_all(find(paths)):
        if isinstance(source, Refused):
            output.say(f"{shown(source.name)}: {shown(source.reason)}")
            status = NOT_READ
            continue
        try:
            for text in event_lines(source):
                output.show_text(text.rstrip("\n") + "\n")
        except Unreadable as error:
            output.say(f"{shown(source.name)}:{error.line}:{error.column}: {shown(error.reason)}")
            status = NOT_READ
    return status


def formats() -> None:
    """Tell which formats are read, and what each can and cannot evidence."""
    from auditor.report.formats import formats as described

    output.show(described(output.width()))


def schema(
    contract: Annotated[Contract, typer.Argument(metavar="report|events", help="Which document.")],
) -> None:
    """Print the JSON Schema of a document."""
    from auditor.report import json

    if contract is Contract.report:
        output.show_text(json.schema())
        return
    from auditor.logs.events_json import schema as events

    output.show_text(json.text(events()))
