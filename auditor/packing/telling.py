"""Tells what came of checking a pack: to people, and to programs as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from auditor.packing.checking import PackCheck
from auditor.packing.manifest import Manifest, PackedOptions
from auditor.packing.signing import BAD
from auditor.report.formats.json import text
from auditor.report.layout import EMPTY, Line, line, wrapped
from auditor.review.comparing import ComparedFinding, Comparison
from auditor.version import __version__
from auditor.vocabulary.wording import escaped, joined, plural

SCHEMA = "auditor/verification/1"
LABEL = 12  # the width of the left column
LISTED = 20  # findings of a kind that are told one by one; JSON has all
RULES_LISTED = 6


def for_people(found: PackCheck, width: int) -> Iterator[Line]:
    """What is known of a pack, a line or two each, with the verdict at the end."""
    yield line(escaped(found.path), "title")
    for label, words, style in _rows(found):
        yield from wrapped(f"{label:<{LABEL}}{words}", width, "  ", " " * (LABEL + 2), style)
    for title, comparison in _comparisons(found):
        yield from _findings(title, comparison, width)
    yield EMPTY
    words, style = verdict(found)
    yield from wrapped(words, width, style=style)


def verdict(found: PackCheck) -> tuple[str, str]:
    """The last sentence, with its style."""
    if not found.whole:
        return "NOT WHOLE: this pack is damaged, or not what it says it is.", "breach"
    if found.by_installed is None:
        return "NOT AUDITED AGAIN: nothing is known of its findings.", "breach"
    same = "the same findings come out" if found.same else "what comes out is NOT what the pack says"
    if found.unread:
        places = f"{found.unread:,} {plural(found.unread, 'place')}"
        return f"Whole, and {same}. But {places} of the logs could not be read.", "irregularity"
    if found.same and found.other_reports:
        return f"Whole, and {same}. What its pages for people say was not compared.", "irregularity"
    return f"Whole, and {same}.", "good" if found.same else "breach"


def _rows(found: PackCheck) -> Iterator[tuple[str, str, str]]:
    manifest = found.manifest
    for fault in found.faults:
        yield "Damaged", escaped(fault), "breach"
    if manifest is None:
        return
    ours = "" if found.same_version else f"; this is auditor {__version__}"
    yield "Packed by", f"auditor {escaped(manifest.auditor, 40)}, Python {escaped(manifest.python, 40)}{ours}", ""
    if not found.faults:
        n = len(manifest.files)
        yield "Files", f"{n:,} of {n:,} as the manifest has them", ""
    if found.signature is not None:
        yield "Signature", found.signature.words, "breach" if found.signature.state == BAD else ""
    logs = [log for log in manifest.logs if log.refused is None]
    refused = len(manifest.logs) - len(logs)
    beside = f", and {refused:,} that could not be opened when it was packed" if refused else ""
    yield "Logs", f"{len(logs):,} {plural(len(logs), 'log')}{beside}", ""
    for words in asked_for(manifest):
        yield "Asked for", words, ""
    yield from _rulebooks(found)
    for words in found.plugins_changed:
        yield "Plugins", escaped(words, 200), "irregularity"
    for title, comparison in _comparisons(found):
        yield title, _counts(comparison), "" if comparison.alike else "breach"
    if found.by_installed is not None:
        yield "Reports", _reports(found), "breach" if found.other_reports and found.same_version else ""


def asked_for(manifest: Manifest) -> list[str]:
    """The choices of whoever packed that change what is found or shown."""
    found = list(_choices(manifest.options))
    for log in manifest.logs:
        if log.options is not None:
            own = "; ".join(_choices(log.options)) or "no choices"
            found.append(f"{escaped(log.name, 80)}: {own}")
    if manifest.ledgers:
        day = "" if manifest.today is None else f" as of {manifest.today.isoformat()}"
        found.append(f"decisions of {joined([escaped(name, 80) for name in manifest.ledgers])}{day}")
    return found


def _choices(asked: PackedOptions) -> Iterator[str]:
    named = {
        "rules": asked.rules,
        "as of": asked.as_of,
        "readings": ", ".join(f"{name} = {choice}" for name, choice in asked.interpretations.items()),
        "customs": ", ".join(asked.customs),
        "log format": asked.log_format,
        "only": ", ".join(asked.select),
        "without": ", ".join(asked.ignore),
        "severities": ", ".join(f"{one.name} is {one.severity} ({one.reason})" for one in asked.severities),
    }
    return (f"{name} {escaped(str(value), 200)}" for name, value in named.items() if value)


def _rulebooks(found: PackCheck) -> Iterator[tuple[str, str, str]]:
    if found.by_installed is None:
        return
    if not found.rules_changed:
        yield "Rulebooks", "the data are those of this auditor", ""
        return
    files, more = found.rules_changed[:RULES_LISTED], len(found.rules_changed) - RULES_LISTED
    names = [escaped(name, 80) for name in files] + ([f"{more:,} more"] if more > 0 else [])
    yield "Rulebooks", f"other data than those of this auditor in {joined(names)}", "irregularity"
    for words in found.rulebooks_changed or ["none that judged has changed"]:
        yield "", words, "irregularity"


def _comparisons(found: PackCheck) -> list[tuple[str, Comparison]]:
    if found.by_pack is None or found.by_installed is None:
        return [] if found.by_installed is None else [("Findings", found.by_installed)]
    return [("By its data", found.by_pack), ("By ours", found.by_installed)]


def _counts(found: Comparison) -> str:
    parts = [
        (found.same, "the same"),
        (len(found.changed), "changed"),
        (len(found.new), "new"),
        (len(found.gone), "gone"),
    ]
    text = joined([f"{n:,} {what}" for n, what in parts])
    if found.reworded:
        text += f"; {len(found.reworded):,} of the same in other words"
    if found.reading:
        text += f"; read otherwise: {joined([escaped(name, 80) for name in found.reading[:LISTED]])}"
    return text


def _reports(found: PackCheck) -> str:
    if not found.other_reports:
        return "as this auditor writes them"
    which = joined(found.other_reports)
    if found.same_version:
        return f"{which}: not what this auditor writes; do not go by what is said there"
    return f"{which}: written otherwise, as another version may; only the findings of report.json were compared"


def _findings(title: str, found: Comparison, width: int) -> Iterator[Line]:
    for word, those in (("new", found.new), ("gone", found.gone), ("changed", found.changed)):
        for one in those[:LISTED]:
            yield from wrapped(f"{title}, {word}: {_finding(one)}", width, "  ", "    ")
        if len(those) > LISTED:
            yield line(f"    and {len(those) - LISTED:,} more")


def _finding(one: ComparedFinding) -> str:
    where = f"{escaped(one.path, 120)}:{one.line}"
    differs = f" (in {joined([escaped(name, 40) for name in one.fields])})" if one.fields else ""
    return f"{where}{differs}: {escaped(one.rules, 60)}, {escaped(one.message, 300)} · ref:{escaped(one.ref, 20)}"


def for_programs(found: PackCheck) -> str:
    """The same as JSON, with every finding that is not the same."""
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "tool": {"name": "auditor", "version": __version__},
        "pack": found.path,
        "whole": found.whole,
        "same": found.same,
        "status": found.status,
        "faults": found.faults,
        "packed_by": None if found.manifest is None else found.manifest.auditor,
        "signature": None if found.signature is None else asdict(found.signature),
        "asked_for": [] if found.manifest is None else asked_for(found.manifest),
        "plugins_changed": found.plugins_changed,
        "rules_changed": found.rules_changed,
        "rulebooks_changed": found.rulebooks_changed,
        "by_pack": None if found.by_pack is None else asdict(found.by_pack),
        "by_installed": None if found.by_installed is None else asdict(found.by_installed),
        "other_reports": found.other_reports,
        "unread": found.unread,
    }
    return text(document)
