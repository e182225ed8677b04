"""The language server: an editor tells it what is typed, and is told of errors, findings, clauses and what may follow.

It speaks over standard input and output, opens no connection, and knows only the texts that the editor gives it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from auditor.editing.problems import Judge, Problem, fixes_of, problems_of
from auditor.editing.suggestions import NAME, RULEBOOK, WORD, suggestions_at
from auditor.version import __version__
from auditor.vocabulary.errors import Edit

SOURCE = "auditor"
LARGEST = 1_000_000  # characters of a text that is judged at every change; a longer one is when it is saved
KINDS = {
    WORD: types.CompletionItemKind.Keyword,
    NAME: types.CompletionItemKind.Variable,
    RULEBOOK: types.CompletionItemKind.Reference,
}
PUT_ALL_RIGHT = "Put right what can be put right in this log"


def server_for(judge: Judge) -> LanguageServer:
    """A server that judges texts in this way. `start_io` starts it."""
    server = LanguageServer(SOURCE, __version__)
    logs = _Logs(server, judge)
    completing = types.CompletionOptions(trigger_characters=[" "])
    mending = types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll])
    answers: list[tuple[str, Callable[[Any], object], object]] = [  # Any: what the editor sends with each
        (types.TEXT_DOCUMENT_DID_OPEN, logs.opened, None),
        (types.TEXT_DOCUMENT_DID_CHANGE, logs.changed, None),
        (types.TEXT_DOCUMENT_DID_SAVE, logs.saved, None),
        (types.TEXT_DOCUMENT_DID_CLOSE, logs.closed, None),
        (types.TEXT_DOCUMENT_HOVER, logs.hover, None),
        (types.TEXT_DOCUMENT_COMPLETION, logs.complete, completing),
        (types.TEXT_DOCUMENT_CODE_ACTION, logs.actions, mending),
    ]
    for request, answer, options in answers:
        server.feature(request, options)(_function(answer))
    return server


def _function(method: Callable[[Any], object]) -> Callable[[Any], object]:
    """A method as a plain function, on which pygls can leave its marks."""

    def answer(params: Any) -> object:
        return method(params)

    return answer


class _Logs:
    """The logs that are open in the editor, with what is wrong with each."""

    def __init__(self, server: LanguageServer, judge: Judge) -> None:
        self.server = server
        self.judge = judge
        self.problems: dict[str, list[Problem]] = {}

    # ---- what is told unasked ----

    def opened(self, params: types.DidOpenTextDocumentParams) -> None:
        """Judge a log that was opened."""
        self._judge(params.text_document.uri)

    def changed(self, params: types.DidChangeTextDocumentParams) -> None:
        """Judge a log that was changed, unless it is very long."""
        if len(self._document(params.text_document.uri).source) <= LARGEST:
            self._judge(params.text_document.uri)

    def saved(self, params: types.DidSaveTextDocumentParams) -> None:
        """Judge a log that was saved."""
        self._judge(params.text_document.uri)

    def closed(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget a log, and have nothing underlined in it."""
        self.problems.pop(params.text_document.uri, None)
        self._publish(params.text_document.uri, None, [])

    def _judge(self, uri: str) -> None:
        document = self._document(uri)
        text = document.source.replace("\r\n", "\n")
        self.problems[uri] = problems_of(text, self.judge(text, document.filename or uri))
        self._publish(uri, document.version, [self._diagnostic(document, one) for one in self.problems[uri]])

    def _publish(self, uri: str, version: int | None, told: list[types.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, told, version))

    # ---- what is asked ----

    def hover(self, params: types.HoverParams) -> types.Hover | None:
        """The clauses of the findings under the cursor."""
        at = params.position.line + 1
        told = [one.about for one in self.problems.get(params.text_document.uri, ()) if one.line == at and one.about]
        if not told:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(dict.fromkeys(told))))

    def complete(self, params: types.CompletionParams) -> list[types.CompletionItem]:
        """What may stand at the cursor."""
        document = self._document(params.text_document.uri)
        place = document.position_codec.position_from_client_units(document.lines, params.position)
        text = document.source.replace("\r\n", "\n")
        return [
            types.CompletionItem(one.text, kind=KINDS[one.kind])
            for one in suggestions_at(text, place.line + 1, place.character + 1)
        ]

    def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """The edits that put right what is wrong in some lines, and those that put right all that can be."""
        uri = params.text_document.uri
        document, problems = self._document(uri), self.problems.get(uri, [])
        lines = range(params.range.start.line + 1, params.range.end.line + 2)
        near = [one for one in problems if one.line in lines and one.fix]
        told = [
            types.CodeAction(
                _title(one),
                types.CodeActionKind.QuickFix,
                [self._diagnostic(document, one)],
                is_preferred=True,
                edit=self._change(document, [*one.fix]),
            )
            for one in near
        ]
        every = fixes_of(problems)
        if every:
            edit = self._change(document, every)
            told.append(types.CodeAction(PUT_ALL_RIGHT, types.CodeActionKind.SourceFixAll, edit=edit))
        return told

    # ---- places ----

    def _document(self, uri: str) -> TextDocument:
        return self.server.workspace.get_text_document(uri)

    def _diagnostic(self, document: TextDocument, one: Problem) -> types.Diagnostic:
        place = self._range(document, one.line, one.column, one.end_column)
        severity = types.DiagnosticSeverity(one.severity)
        return types.Diagnostic(place, one.message, severity, one.code, source=SOURCE)

    def _change(self, document: TextDocument, edits: list[Edit]) -> types.WorkspaceEdit:
        made = [
            types.TextEdit(self._range(document, one.line, one.column, one.end_column), one.replacement)
            for one in edits
        ]
        return types.WorkspaceEdit(changes={document.uri: made})

    def _range(self, document: TextDocument, line: int, column: int, end: int) -> types.Range:
        """A stretch of a line, as the editor counts: from 0 on, and in the units that were agreed on."""
        there = types.Range(types.Position(line - 1, column - 1), types.Position(line - 1, end - 1))
        return document.position_codec.range_to_client_units(document.lines, there)


def _title(one: Problem) -> str:
    """What a fix does, in a line of a menu."""
    first = one.fix[0].replacement.strip()
    return f"Write: {first}" if first and len(one.fix) == 1 else "Put this line right"
