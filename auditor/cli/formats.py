"""`auditor parse`, `auditor formats`, `auditor schema`: what is read, and in which form things are told."""

from __future__ import annotations

from collections.abc import Iterator
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
    """Print the events of logs as JSON lines, with what could not be read in its place."""
    from auditor.logs.events_json import UNREADABLE, event_lines
    from auditor.logs.inputs import find, open_all
    from auditor.logs.source import Refused

    unread = 0

    def lines() -> Iterator[str]:
        nonlocal unread
        for source in open_all(find(paths)):
            if isinstance(source, Refused):
                output.say(f"{shown(source.name)}: {shown(source.reason)}")
                unread += 1
                continue
            for text in event_lines(source):
                unread += text.startswith(f'{{"event": "{UNREADABLE}"')
                yield f"{text}\n"

    output.show_texts(lines())
    return NOT_READ if unread else 0


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
