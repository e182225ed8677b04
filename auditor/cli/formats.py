"""`auditor parse`, `auditor formats`, `auditor schema`: the events of logs, the formats that are read, the schemas."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

import typer

from auditor.cli import arguments, output, shared
from auditor.vocabulary.wording import escaped

NOT_READ = 3
HAND = '{"event": "hand"'  # how the line begins that begins a hand


class Contract(StrEnum):
    """The documents with a published schema."""

    report = "report"
    events = "events"
    pack = "pack"
    settle = "settle"
    replay = "replay"


def parse(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Logs, as for 'auditor audit'.")],
    log_format: shared.FormatName = None,
    most_bytes: shared.MostBytes = None,
) -> int:
    """Print the events of logs as JSON lines.

    What could not be read stands in its place among them.

    Exit status: 3 if part of a log could not be read, or if a log has no hand.
    """
    from auditor.logs.events_json.reader import UNREADABLE, event_lines
    from auditor.logs.files.decoding import Passed, RefusedFile
    from auditor.logs.files.discovery import find, open_all
    from auditor.logs.formats import format_named
    from auditor.logs.reader import NO_HAND

    unread = logs = 0
    named = None if log_format is None else format_named(log_format)
    most = arguments.most_bytes(most_bytes)

    def lines() -> Iterator[str]:
        nonlocal unread, logs
        for source in open_all(find(paths), most):
            if isinstance(source, RefusedFile):
                output.say(f"{escaped(source.name)}: {escaped(source.reason)}")
                unread += 1
                continue
            if isinstance(source, Passed):
                output.say(f"{escaped(source.name)}: passed over, nothing in it shows a log")
                continue
            seen = False
            for text in event_lines(source, named):
                fault = text.startswith(f'{{"event": "{UNREADABLE}"')
                seen = seen or fault or text.startswith(HAND)
                unread += fault
                yield f"{text}\n"
            if not seen:
                output.say(f"{escaped(source.name)}:1:1: {NO_HAND}")
                unread += 1
            logs += 1

    output.show_texts(lines())
    return NOT_READ if unread or not logs else 0


def formats() -> None:
    """List the formats that are read, and what each can evidence."""
    from auditor.logs.formats import FORMATS, added_formats
    from auditor.report.pages.formats import formats as described

    known = [(one.name, one.title, one.what, one.shows, one.lacks) for one in (*FORMATS, *added_formats())]
    output.show(described(known, output.width()))


def schema(
    contract: Annotated[
        Contract,
        typer.Argument(
            metavar="report|events|pack|settle|replay", help="Which document; that of a pack is its manifest."
        ),
    ],
) -> None:
    """Print the JSON Schema of a document."""
    from auditor.report.formats import json

    if contract is Contract.report:
        output.show_text(json.schema())
        return
    if contract is Contract.pack:
        from auditor.packing.manifest import schema as manifest

        output.show_text(manifest())
        return
    if contract in (Contract.settle, Contract.replay):
        from auditor.report import hand_model

        settle = contract is Contract.settle
        document, name = (
            (hand_model.Settlement, hand_model.SETTLE) if settle else (hand_model.Replay, hand_model.REPLAY)
        )
        output.show_text(json.text(hand_model.schema(document, name)))
        return
    from auditor.logs.events_json.reader import schema as events

    output.show_text(json.text(events()))
