"""A page of Markdown: for a merge request, a wiki, or the summary of a CI job.

Names come from the logs. Whatever could be markup, a link or a mention of somebody becomes a character reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from auditor.auditing.result import Unread
from auditor.report.formats.text import owed, place
from auditor.report.view import View, fault_text, named, occasion
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.wording import escaped, plural

MARKUP = re.compile(r"[^\w ,.()·–…'\"“”%+$€£§;-]|(?<=[a-z])\.(?=[a-z])|^[+-]|_|\b(?=www\b)")
LISTED = 200  # findings, and places not read, on a page; the other forms have all


def render(view: View) -> Iterator[str]:
    """The page: the result in a line, the findings from the gravest down, what was not read, and how much was."""
    yield f"## Audit: {_outcome(view)}\n\n"
    for severity in sorted(Severity, reverse=True):
        yield from _section(view, severity)
    yield from _customs(view)
    yield from _unread(view.result.unread)
    yield from _totals(view)


def safe(text: str) -> str:
    """A text from a log that is nothing but text on a page."""
    return MARKUP.sub(lambda found: f"&#{ord(found[0])};" if found[0] else "&#8203;", escaped(text))


def _outcome(view: View) -> str:
    n, unread, customs = len(view.one_by_one()), len(view.result.unread), len(view.customs())
    found = f"{n:,} {plural(n, 'finding')}" if n else "no findings"
    found += f", {resting}" if (resting := view.resting()) else ""
    found += f" and {customs:,} {plural(customs, 'custom')} of the room" if customs else ""
    judged = view.result.hands_judged
    lost = f"; {unread:,} {plural(unread, 'place')} not read, so this audit is not complete" if unread else ""
    broken_off = "; interrupted, so this is about a part of the logs" if view.result.interrupted else ""
    return f"{found} in {judged:,} {plural(judged, 'hand')}{lost}{broken_off}"


def _section(view: View, severity: Severity) -> Iterator[str]:
    findings = view.of(severity)
    if not findings:
        return
    yield f"### {plural(len(findings), severity.word).capitalize()}\n\n"
    yield "| Clause | Who | What | Where | Money | Ref |\n| --- | --- | --- | --- | --- | --- |\n"
    for finding in findings[:LISTED]:
        yield _row(view, finding)
    yield from _more(findings)
    yield "\n"


def _customs(view: View) -> Iterator[str]:
    """The customs of rooms, each once a log."""
    seen = view.customs()
    if not seen:
        return
    yield "### Customs of the room\n\n| Room | Custom | Clause | Times | Where |\n| --- | --- | --- | --- | --- |\n"
    for one in seen[:LISTED]:
        cells = [one.custom.room, f"{one.custom.title}: {one.what}", f"{one.first.rules} {one.first.named}"]
        cells += [f"{one.count:,}", f"{one.path}: {one.where}"]
        yield f"| {' | '.join(safe(cell) for cell in cells)} |\n"
    yield from _more(seen)
    yield "\n"


def _row(view: View, finding: Finding) -> str:
    who = "the record" if finding.actor.role == "record" else named(finding.actor)
    where = f"{occasion(finding)}, {finding.location.path}:{finding.location.line}"
    money = owed(finding, view.currency(finding)) if finding.money else ""
    what = f"{fault_text(finding)}{view.standing(finding)}"
    cells = [f"{finding.rules} {finding.named}", who, what, where, money]
    return f"| {' | '.join(safe(cell) for cell in cells)} | `{finding.ref}` |\n"


def _unread(unread: Sequence[Unread]) -> Iterator[str]:
    if not unread:
        return
    yield "### Not read, and so not audited\n\n"
    for one in unread[:LISTED]:
        hand = f", hand {one.hand}" if one.hand else ""
        yield f"- {safe(place(one) + hand)}: {safe(one.reason)}\n"
    yield from _more(unread, "- ")
    yield "\n"


def _more(items: Sequence[object], lead: str = "\n") -> Iterator[str]:
    if len(items) > LISTED:
        yield f"{lead}… and {len(items) - LISTED:,} more, which the other forms of the report list\n"


def _totals(view: View) -> Iterator[str]:
    result = view.result
    lines = sum(one.lines for one in result.inputs)
    books = ", ".join(f"{book.id} ({book.version})" for book in view.rulebooks) or "no rulebook"
    files = len(result.inputs)
    yield f"Read: {files:,} {plural(files, 'file')}, {lines:,} {plural(lines, 'line')}. Judged by {safe(books)}.\n"
    if gaps := view.gaps():
        yield f"\nNot decided, or not seen: {safe(', '.join(gaps))}.\n"
    for one in view.absent()[:LISTED]:
        where = ", ".join(filter(None, (one.table, one.night, f"hand {one.hand}" if one.hand else "")))
        yield f"\nAbsent since the baseline: {safe(f'{where}: {one.message}')}\n"
    yield from _more(view.absent())
    if view.baseline is not None and view.baseline.old:
        yield f"\nBaseline: {safe(view.baseline.old_names)}.\n"
    for note in view.ledger_notes():
        yield f"\nLedger, {note.kind}: {safe(f'{note.path}:{note.line}: {note.text}')}\n"
    for effect in view.file_effects():
        yield f"\n{effect.kind.capitalize()}: {safe(effect.sentence)}\n"
