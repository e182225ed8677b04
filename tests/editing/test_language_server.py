"""`auditor lsp` as an editor meets it: a process of its own, driven by a client over standard input and output."""

import asyncio
import sys

import pytest
from manila import FOUR_RAISES
from places import ROOT

pytest.importorskip("pygls", reason="the lsp extra is not installed")

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from auditor.cli.app import run
from auditor.editing.problems import fixes_of, problems_of
from auditor.editing.suggestions import suggestions_at

PATIENCE = 120  # seconds, for a machine that has much to do
URI = "file:///somewhere/night.log"
FOURTH = FOUR_RAISES.split("\n").index("Ann raises $10 to $50")
MISSPELT = FOUR_RAISES.replace("Ben folds", "Ben flods").replace("Dot folds", "Dot fods")


class Editor:
    """A client that keeps what it is told."""

    def __init__(self):
        self.client = LanguageClient("a test", "1")
        self.told = asyncio.Queue()
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self.told.put_nowait(params))

    async def start(self, *options):
        await self.client.start_io(sys.executable, "-m", "auditor", "lsp", *options, cwd=ROOT)
        return await self.client.initialize_async(
            types.InitializeParams(capabilities=types.ClientCapabilities(), root_uri=None, process_id=None)
        )

    async def open(self, text):
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(URI, "table-log", 1, text))
        )
        return await self.diagnostics()

    async def type(self, text, version=2):
        whole = types.TextDocumentContentChangeWholeDocument(text)
        document = types.VersionedTextDocumentIdentifier(version, URI)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))
        return await self.diagnostics()

    async def diagnostics(self):
        return (await asyncio.wait_for(self.told.get(), PATIENCE)).diagnostics

    async def end(self):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()


def with_editor(scene, *options):
    async def played():
        editor = Editor()
        begun = await asyncio.wait_for(editor.start(*options), PATIENCE)
        try:
            return await asyncio.wait_for(scene(editor, begun), PATIENCE)
        finally:
            await editor.end()

    return asyncio.run(played())


def document():
    return types.TextDocumentIdentifier(URI)


def applied(text, edits):
    """The text after these edits, from the last on: as editors do it."""
    lines = text.split("\n")
    for one in sorted(edits, key=lambda edit: (edit.range.start.line, edit.range.start.character), reverse=True):
        start, end = one.range.start, one.range.end
        assert start.line == end.line
        line = lines[start.line]
        lines[start.line] = line[: start.character] + one.new_text + line[end.character :]
    return "\n".join(lines)


def test_an_editor_is_told_of_errors_with_their_fixes_and_of_findings_while_somebody_types():
    async def scene(editor, begun):
        wrong = await editor.open(MISSPELT)
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        asked = types.CodeActionParams(document(), whole, types.CodeActionContext(wrong))
        actions = await editor.client.text_document_code_action_async(asked)
        (together,) = (one for one in actions if one.kind == types.CodeActionKind.SourceFixAll)
        mended = applied(MISSPELT, together.edit.changes[URI])
        found = await editor.type(mended)
        hover = await editor.client.text_document_hover_async(types.HoverParams(document(), types.Position(FOURTH, 3)))
        nothing = await editor.client.text_document_hover_async(types.HoverParams(document(), types.Position(0, 0)))
        clean = await editor.type(FOUR_RAISES.replace("\n", "\r\n"), 3)
        return wrong, actions, mended, found, hover, nothing, clean, begun

    wrong, actions, mended, found, hover, nothing, clean, begun = with_editor(scene)

    assert [(one.range.start.line, one.severity, one.code) for one in wrong] == [
        (number, types.DiagnosticSeverity.Error, "unread")
        for number, line in enumerate(MISSPELT.split("\n"))
        if "flods" in line or "fods" in line
    ]
    assert [one.kind for one in actions] == [types.CodeActionKind.QuickFix] * 2 + [types.CodeActionKind.SourceFixAll]
    assert mended == FOUR_RAISES
    assert [(one.range.start.line, one.code, one.source) for one in found] == [(FOURTH, "10.2", "auditor")]
    assert "fourth raise" in found[0].message
    assert "**act/canberra-manila 10.2**" in hover.contents.value
    assert "ACT Gazette" in hover.contents.value
    assert nothing is None
    assert [(one.range, one.code) for one in clean] == [(one.range, one.code) for one in found]
    assert begun.capabilities.hover_provider


def test_an_editor_is_offered_names_statements_and_rulebooks():
    text = (
        'log 1\ntable "Ärmel"\n  rules \nhand 1\n  seat 1 Ann $5\n  seat 2 "Big 😀 Ben" $5\n  Ann \n  "Big 😀 Ben" \n'
    )

    async def scene(editor, _):
        await editor.open(text)
        offered = []
        for line, character in ((2, 8), (6, 6), (6, 2), (7, 15)):  # of the last, one letter counts twice
            asked = types.CompletionParams(document(), types.Position(line, character))
            offered.append([one.label for one in await editor.client.text_document_completion_async(asked)])
        return offered

    rulebooks, after_name, first, after_quoted = with_editor(scene)

    assert "act/canberra-manila" in rulebooks
    assert {"folds", "raises", "calls"} <= {*after_name} & {*after_quoted}
    assert first[:2] == ["Ann", '"Big 😀 Ben"']
    assert "deal" in first
    assert not {"table", "rules"} & {*first}


def test_options_hold_for_every_log_that_is_opened():
    async def scene(editor, _):
        return await editor.open(FOUR_RAISES.replace("rules act/canberra-manila\n", ""))

    assert [one.code for one in with_editor(scene, "--rules", "act/canberra-manila")] == ["10.2"]
    assert {one.code for one in with_editor(scene)} == {"unread"}


# ---- without an editor ----


def test_without_its_package_the_command_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    monkeypatch.delitem(sys.modules, "auditor.editing.server", raising=False)

    assert run(["lsp"]) == 2
    assert "pip install auditor[lsp]" in capsys.readouterr().err


def test_edits_that_are_in_the_way_of_each_other_are_not_made_together():
    from auditor import audit_text

    problems = problems_of(MISSPELT, audit_text(MISSPELT))

    assert len(fixes_of(problems)) == 2
    assert len(fixes_of([*problems, *problems])) == 2


@pytest.mark.parametrize(
    ("text", "line", "column", "offered"),
    [
        ("hand 1\n  seat 1 Ann $5 # Ann ", 2, 24, set()),
        ("", 1, 1, {"log", "table", "rules"}),
        ("hand 1\nend\n", 3, 1, {"open", "close"}),
    ],
)
def test_what_is_offered_fits_the_place(text, line, column, offered):
    found = {one.text for one in suggestions_at(text, line, column)}

    assert offered <= found
    assert bool(found) == bool(offered)
    assert "folds" not in found
