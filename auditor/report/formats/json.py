"""The JSON report, for programs."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import Any

from auditor.auditing.plugins_used import plugins_used
from auditor.auditing.result import Input, Unread
from auditor.report import model
from auditor.report.customs import CustomSeen
from auditor.report.totals import Total, nights_in, tables_in, totals
from auditor.report.view import Row, View, coverage
from auditor.rules.schema.rulebook import Rulebook
from auditor.version import __version__
from auditor.vocabulary import findings
from auditor.vocabulary.errors import Edit
from auditor.vocabulary.findings import cited
from auditor.vocabulary.wording import escaped

AT_ONCE = 1 << 16  # characters of a piece that is written by itself, at least
UNSAFE = re.compile(r"[^\n -~]|(?<=#)#")  # two hash signs begin a command to some CI servers


def frame(view: View) -> model.Report:
    """The report as the model of the public contract, but for its long lists, which are left empty."""
    result, options, choice = view.result, view.options, view.choice
    return model.Report(
        schema_=model.SCHEMA,
        tool=model.Tool(version=__version__),
        options=model.Options(
            rules=options.rules,
            as_of=options.as_of,
            interpretations=dict(sorted(options.readings)),
            select=list(choice.select),
            ignore=list(choice.ignore),
            log_format=options.log_format,
            since=options.since,
            until=options.until,
        ),
        plugins=[
            model.Plugin(group=one.group, name=one.name, package=one.package, version=one.version)
            for one in plugins_used(result)
        ],
        inputs=[],
        rulebooks=[_rulebook(book) for book in view.rulebooks],
        summary=_summary(view),
        totals=_totals(view),
        coverage=[_coverage(row) for row in coverage(result)],
        findings=[],
        unread=[],
        not_understood=[],
        passed_over=list(result.passed),
        baseline=_baseline(view),
        ledger=[
            model.LedgerNote(kind=one.kind, path=one.path, line=one.line, text=one.text) for one in view.ledger_notes()
        ],
        files=[
            model.FileEffect(
                kind=one.kind, path=one.path, state=one.state, effects=list(one.effects), text=one.sentence
            )
            for one in view.file_effects()
        ],
    )


def text(document: Any) -> str:
    """A document as JSON that is safe to look at: characters that a screen would not show are escaped.

    An escape inside a JSON string means the very same text, so nothing is lost to the programs that read it.
    """
    return safe(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"


def safe(written: str) -> str:
    """The same for JSON that is written already."""
    return UNSAFE.sub(_escaped, written)


def texts(document: Any, indent: str | None = "") -> Iterator[str]:
    """The same piece by piece, without the last line end. An iterator in the document is a list, told as it comes.

    Without an indent everything is on one line.
    """
    if isinstance(document, dict) and _has_iterator(document):
        members = ((f"{json.dumps(name, ensure_ascii=False)}: ", value) for name, value in document.items())
        yield from _members("{}", members, indent)
    elif isinstance(document, Iterator):
        yield from _members("[]", (("", value) for value in document), indent)
    elif indent is None:
        yield safe(json.dumps(document, ensure_ascii=False))
    else:
        yield safe(json.dumps(document, ensure_ascii=False, indent=2).replace("\n", f"\n{indent}"))


def gathered(pieces: Iterable[str]) -> Iterator[str]:
    """The same text in few pieces: each is written by itself."""
    waiting: list[str] = []
    size = 0
    for piece in pieces:
        waiting.append(piece)
        size += len(piece)
        if size >= AT_ONCE:
            yield "".join(waiting)
            waiting, size = [], 0
    yield "".join(waiting)


def _has_iterator(value: Any) -> bool:
    return isinstance(value, Iterator) or (isinstance(value, dict) and any(map(_has_iterator, value.values())))


def _members(brackets: str, members: Iterator[tuple[str, Any]], indent: str | None) -> Iterator[str]:
    """What stands between brackets, each on lines of its own if there is an indent."""
    deeper = None if indent is None else f"{indent}  "
    first, following, last = ("", " ", "") if indent is None else (f"\n{deeper}", f"\n{deeper}", f"\n{indent}")
    lead = f"{brackets[0]}{first}"
    empty = True
    for name, value in members:
        yield safe(f"{lead}{name}")
        yield from texts(value, deeper)
        lead = f",{following}"
        empty = False
    yield brackets if empty else f"{last}{brackets[1]}"


def render(view: View) -> Iterator[str]:
    """The report as JSON."""
    yield from texts(document(view))
    yield "\n"


def document(view: View) -> dict[str, Any]:
    """The report by the public contract, with iterators for its long lists."""
    found = frame(view).model_dump(mode="json", by_alias=True)
    found |= {"inputs": _inputs(view), "findings": _findings(view)}
    found |= {"unread": _unread(view), "not_understood": _not_understood(view)}
    if found["baseline"] is not None:
        found["baseline"]["absent"] = _absent(view)
    return found


def _inputs(view: View) -> Iterator[dict[str, Any]]:
    for one in view.result.inputs:
        yield input_part(one).model_dump(mode="json", by_alias=True)


def _findings(view: View) -> Iterator[dict[str, Any]]:
    for finding in view.findings:
        yield finding_part(view, finding).model_dump(mode="json", by_alias=True)


def _unread(view: View) -> Iterator[dict[str, Any]]:
    for one in view.result.unread:
        yield unread_part(one).model_dump(mode="json", by_alias=True)


def _not_understood(view: View) -> Iterator[dict[str, Any]]:
    for one in view.result.unknown:
        part = model.NotUnderstood(path=one.path, line=one.line, hand=one.hand or "", text=one.reason)
        yield part.model_dump(mode="json", by_alias=True)


def _absent(view: View) -> Iterator[dict[str, Any]]:
    for one in view.absent():
        part = model.Absent(
            fingerprint=one.fingerprint,
            clause=cited(one.clause),
            message=one.message,
            night=None if one.night is None else date.fromisoformat(one.night),
            table=one.table,
            hand=one.hand,
        )
        yield part.model_dump(mode="json", by_alias=True)


def schema() -> str:
    """The JSON Schema of the report."""
    described = model.Report.model_json_schema(by_alias=True, mode="serialization")
    return text({"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": model.SCHEMA, **described})


def _escaped(match: re.Match[str]) -> str:
    return _escape(match[0])


@lru_cache(maxsize=1024)
def _escape(char: str) -> str:
    if char in "#\x7f":
        return f"\\u{ord(char):04x}"
    return char if escaped(char) == char else json.dumps(char)[1:-1]


def _rulebook(book: Rulebook) -> model.Rulebook:
    return model.Rulebook(
        id=book.id,
        version=book.version,
        sha256=book.sha256,
        title=book.title,
        instruments=[instrument.cite for instrument in book.instruments],
        interpretations=dict(sorted(book.chosen.items())),
    )


def _summary(view: View) -> model.Summary:
    severities = Counter(finding.severity.word for finding in view.findings)
    clauses = Counter((finding.rules, finding.cited) for finding in view.findings)
    order = {(row.rules, cited(row.clause)): n for n, row in reversed(list(enumerate(coverage(view.result))))}
    return model.Summary(
        complete=view.complete,
        interrupted=view.result.interrupted,
        hands=view.result.hands_judged,
        tables=tables_in(view.result.tables),
        nights=nights_in(view.result.tables),
        undated=view.result.undated,
        left_out=sum(view.result.left_out.values()),
        unread=len(view.result.unread),
        findings=len(view.findings),
        filtered=view.filtered,
        by_severity=model.Severities(
            breach=severities["breach"], irregularity=severities["irregularity"], advisory=severities["advisory"]
        ),
        by_clause=[
            model.ClauseCount(rules=rules, clause=clause, findings=clauses[rules, clause])
            for rules, clause in sorted(clauses, key=lambda key: order[key])
        ],
        customs=[_custom(one) for one in view.customs()],
    )


def _totals(view: View) -> model.Totals:
    found = totals(view)
    return model.Totals(
        by_night=[_total(one) for one in found.nights],
        by_week=[_total(one) for one in found.weeks],
        by_month=[_total(one) for one in found.months],
        by_table=[_total(one) for one in found.tables],
        by_dealer=[_total(one) for one in found.dealers],
        by_person=[_total(one) for one in found.people],
        by_clause=[_total(one) for one in found.clauses],
    )


def _total(one: Total) -> model.Total:
    return model.Total(
        name=one.name,
        hands=one.hands,
        rate=one.rate,
        breach=one.breach,
        irregularity=one.irregularity,
        advisory=one.advisory,
        money=[model.Sum(amount=amount, currency=code) for code, amount in sorted((one.money or {}).items())],
        role=one.role or None,
        rules=one.rules or None,
        venue=one.venue,
    )


def _custom(seen: CustomSeen) -> model.CustomCount:
    custom, first = seen.custom, seen.first
    return model.CustomCount(
        custom=custom.id,
        room=custom.room,
        title=custom.title,
        gist=custom.gist,
        source=custom.source,
        rules=first.rules,
        clause=first.cited,
        path=seen.path,
        findings=seen.count,
        examples=[_location(one.location) for one in seen.examples],
    )


def _coverage(row: Row) -> model.Coverage:
    return model.Coverage(
        rules=row.rules,
        clause=row.clause,
        evidence=row.evidence,
        automated=row.automated,
        passed=row.passed,
        fail=row.failed,
        not_recorded=row.not_recorded,
        not_applicable=row.not_applicable,
        missing=[model.Missing(what=what, times=times) for what, times in row.missing],
    )


def input_part(one: Input) -> model.Input:
    """A log in the form of the public contract."""
    remarks = model.Remarks(chat=one.remarks["chat"], observer=one.remarks["observer"], unknown=one.remarks["unknown"])
    return model.Input(
        path=one.path,
        sha256=one.sha256,
        format=one.format,
        encoding=one.encoding,
        hands=one.hands,
        unread=one.unread,
        bytes=one.bytes,
        lines=one.lines,
        doubts=dict(sorted(one.doubts.items())),
        remarks=remarks,
    )


def finding_part(view: View, finding: findings.Finding) -> model.Finding:
    """A finding in the form of the public contract."""
    return model.Finding(
        fingerprint=finding.fingerprint,
        rules=finding.rules,
        version=finding.version,
        clause=finding.cited,
        limb=finding.limb,
        read_with=list(finding.read_with),
        citation=finding.citation,
        check=finding.check,
        severity=finding.severity.word,
        message=finding.message,
        expected=finding.expected,
        observed=finding.observed,
        night=finding.night,
        day=finding.day,
        time=finding.time,
        venue=finding.venue,
        table=finding.table,
        hand=finding.hand,
        round=finding.round,
        actor=model.Actor(role=finding.actor.role, seat=finding.actor.seat, name=finding.actor.name),
        location=_location(finding.location),
        evidence=[_location(place) for place in finding.evidence],
        acts=[model.ActThatLed(line=one.line, column=one.column, counted=one.counted) for one in finding.led],
        money=_money(finding.money, view.currency_code(finding)),
        interpretation=finding.interpretation,
        reading=_reading(finding.reading),
        doubt=finding.doubt,
        baseline=None if view.baseline is None else view.baseline.state(finding),
        decision=_decision(view, finding),
        regraded=_regraded(view, finding),
        custom=None if finding.custom is None else finding.custom.id,
    )


def _reading(taken: findings.ReadingTaken | None) -> model.ReadingTaken | None:
    if taken is None:
        return None
    return model.ReadingTaken(name=taken.name, choice=taken.choice, other=taken.other, then=taken.then)


def edit_model(edit: Edit) -> model.Edit:
    """The edit of a fix."""
    return model.Edit(line=edit.line, column=edit.column, end_column=edit.end_column, replacement=edit.replacement)


def unread_part(one: Unread) -> model.Unread:
    """Something that could not be read, in the form of the public contract."""
    return model.Unread(
        path=one.path,
        line=one.line,
        column=one.column,
        hand=one.hand,
        reason=one.reason,
        further=one.further,
        source=one.source or None,
        fix=[edit_model(edit) for edit in one.fix],
    )


def _decision(view: View, finding: findings.Finding) -> model.Decision | None:
    made = view.ledger.of(finding)
    if made is None:
        return None
    return model.Decision(
        decision=made.decision, authority=made.authority, time=made.time, remark=made.remark, until=made.until
    )


def _regraded(view: View, finding: findings.Finding) -> model.Regraded | None:
    regraded = view.regraded(finding)
    return None if regraded is None else model.Regraded(was=regraded.was.word, reason=regraded.reason)


def _baseline(view: View) -> model.Baseline | None:
    if view.baseline is None:
        return None
    new = view.new()
    return model.Baseline(
        path=view.baseline.path,
        new=new,
        unchanged=len(view.findings) - new,
        by_old_name=view.baseline.old,
        absent=[],
    )


def _location(place: findings.Location) -> model.Location:
    return model.Location(path=place.path, line=place.line, column=place.column)


def _money(money: findings.Money | None, currency: str) -> model.Money | None:
    if money is None:
        return None
    return model.Money(amount=money.amount, currency=currency, owed_to=money.owed_to, owed_by=money.owed_by)
