"""The forms of a report, by name. Each is a module whose function `render` takes the view and yields text, or bytes."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, joined

if TYPE_CHECKING:
    from auditor.report.view import View

TEXT = "text"
OUTPUTS = {
    TEXT: "for people, at a terminal or in a mail",
    "concise": "one line a finding: file:line:column, clause, who, what",
    "json": "everything, as one document with a schema",
    "jsonl": "a JSON object a line, each written as soon as it is known",
    "sarif": "SARIF 2.1.0, for code scanning and viewers of it",
    "junit": "JUnit XML, for the test reports of CI servers",
    "github": "annotations of a GitHub Actions run, and its step summary",
    "gitlab": "a GitLab code quality report",
    "csv": "one row a finding, for spreadsheets",
    "xlsx": "a workbook with findings, totals and logs, for spreadsheets",
    "markdown": "a page for a merge request or a wiki",
    "html": "a page that stands alone: to be opened, printed or put on file",
}

BINARY = frozenset({"xlsx"})  # whose pieces are bytes


def known(name: str) -> str:
    """The name of a form, if there is such a form. Raises UsageError if not."""
    if name not in OUTPUTS:
        raise UsageError(f"--format: no report '{escaped(name, 40)}', expected {joined(list(OUTPUTS), 'or')}")
    return name


def render(name: str, view: View) -> Iterable[str]:
    """The report in that form, as pieces of text. Raises UsageError for a form that is no text."""
    if name in BINARY:
        raise UsageError(f"a report of the form {name} is no text; ask for its bytes")
    texts: Iterable[str] = importlib.import_module(f"auditor.report.formats.{name}").render(view)
    return texts


def render_bytes(name: str, view: View) -> Iterable[bytes]:
    """The report in that form, as pieces of bytes."""
    if name not in BINARY:
        return (text.encode("utf-8", "backslashreplace") for text in render(name, view))
    pieces: Iterable[bytes] = importlib.import_module(f"auditor.report.formats.{name}").render(view)
    return pieces
