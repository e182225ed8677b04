"""JSON lines: an object a line, each with its `type`, so that a long audit can be read while it goes on.

The first is `start`, the last is `summary`. Between them stand each `finding` and each `unread` place, in the order in
which they become known. A stream without its summary was cut off.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.result import Result, Unread
from auditor.report import model
from auditor.report.formats import json as whole
from auditor.report.view import View
from auditor.version import __version__
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import replace

APART = ("findings", "unread", "tool", "schema")  # which have lines of their own


def render(view: View) -> Iterator[str]:
    """The lines of an audit that is over."""
    yield start()
    for finding in view.findings:
        yield found(view, finding)
    for one in view.result.unread:
        yield unread(one)
    yield from summary(view)


class FindingStream:
    """Writes the lines of an audit while it goes on: whatever is new since the last look goes out at once."""

    def __init__(self, see: Callable[[Result], View], write: Callable[[str], None]) -> None:
        """Take `see`, which makes the view of a result, and `write`, which takes a line."""
        self.see = see
        self.write = write
        self.written: tuple[Result | None, int, int] = (None, 0, 0)  # a result, how many findings, how many unread
        self.write(start())

    def hear(self, result: Result) -> None:
        """Write what has come to a result since the last look."""
        known, findings, places = self.written if self.written[0] is result else (result, 0, 0)
        if len(result.findings) > findings:
            view = self.see(replace(result, findings=FindingStore(result.findings[findings:])))
            for finding in view.findings:
                self.write(found(view, finding))
        for one in result.unread[places:]:
            self.write(unread(one))
        self.written = known, len(result.findings), len(result.unread)

    def end(self, view: View) -> None:
        """Write the summary: the audit is over."""
        for text in summary(view):
            self.write(text)


def start() -> str:
    """The first line."""
    return _line("start", {"schema": model.SCHEMA, "tool": model.Tool(version=__version__).model_dump()})


def found(view: View, finding: Finding) -> str:
    """A finding, with the fields that it has in the JSON report."""
    return _line("finding", whole.finding_part(view, finding).model_dump(mode="json", by_alias=True))


def unread(one: Unread) -> str:
    """Something that could not be read."""
    return _line("unread", whole.unread_part(one).model_dump())


def summary(view: View) -> Iterator[str]:
    """The last line, in pieces: everything else that the JSON report has."""
    rest = {name: value for name, value in whole.document(view).items() if name not in APART}
    yield from whole.gathered(whole.texts({"type": "summary", **rest}, None))
    yield "\n"


def _line(kind: str, fields: dict[str, Any]) -> str:
    return whole.safe(json.dumps({"type": kind, **fields}, ensure_ascii=False)) + "\n"
