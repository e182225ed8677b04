"""The forms of a report, by name. Each is a module whose function `render` takes the view and yields text, or bytes."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from auditor.storage.plugins import REPORTS, Plugin, loaded, plugin_named, plugins
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
    if name not in OUTPUTS and (added := plugin_named(REPORTS, name)) is not None:
        _writer(added)
    elif name not in OUTPUTS:
        names = [*OUTPUTS, *[one.name for one in plugins(REPORTS)]]
        raise UsageError(f"--format: no report '{escaped(name, 40)}', expected {joined(names, 'or')}")
    return name


def render(name: str, view: View) -> Iterable[str]:
    """The report in that form, as pieces of text. Raises UsageError for a form that is no text.

    One that a package adds is made of the JSON report.
    """
    if name in BINARY:
        raise UsageError(f"a report of the form {name} is no text; ask for its bytes")
    if name not in OUTPUTS and (added := plugin_named(REPORTS, name)) is not None:
        return _written_by(added, view)
    texts: Iterable[str] = importlib.import_module(f"auditor.report.formats.{name}").render(view)
    return texts


def render_bytes(name: str, view: View) -> Iterable[bytes]:
    """The report in that form, as pieces of bytes."""
    if name not in BINARY:
        return (text.encode("utf-8", "backslashreplace") for text in render(name, view))
    pieces: Iterable[bytes] = importlib.import_module(f"auditor.report.formats.{name}").render(view)
    return pieces


def _writer(plugin: Plugin) -> Callable[[dict[str, Any]], Iterable[str]]:
    write: Callable[[dict[str, Any]], Iterable[str]] = loaded(plugin)
    if not callable(write):
        raise plugin.error("expected a function that takes the document of the JSON report and gives text")
    return write


def _written_by(plugin: Plugin, view: View) -> list[str]:
    """What the function of a package makes of the report. A fault of it is told as one of the plugin."""
    import json

    document = json.loads("".join(render("json", view)))
    try:
        texts = _writer(plugin)(document)
        return [texts] if isinstance(texts, str) else ["".join(texts)]
    except UsageError:
        raise
    except Exception as error:
        raise plugin.error(f"{type(error).__name__}: {escaped(str(error), 200)}") from None
