"""`auditor evidence`: what to write into logs in future, so that more clauses can be decided."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import arguments, output, shared
from auditor.vocabulary.wording import escaped, plural

if TYPE_CHECKING:
    from auditor.report.pages.evidence import WantedFact

NOT_READ = 3
Found = tuple[str, list["WantedFact"], list[str], int]  # a title, the facts, remarks, the exit status


class EvidenceForm(StrEnum):
    """The forms in which it is told."""

    text = "text"
    json = "json"


def evidence(
    rules: Annotated[str, typer.Argument(metavar="RULEBOOK", help="The rulebook, by its id or file.")],
    paths: Annotated[list[str] | None, typer.Argument(metavar="[LOG]...", help=shared.LOGS)] = None,
    as_of: shared.AsOf = None,
    log_format: shared.FormatName = None,
    form: Annotated[
        EvidenceForm, typer.Option("--format", metavar="NAME", help="The form: text or json.")
    ] = EvidenceForm.text,
) -> int:
    """Tell what to record in future, with the line to write.

    The fact that bears on most clauses comes first. With logs it is what those lacked; without, every fact that a
    check of the rulebook may ask for. Exit status: 3 if part of the logs could not be read.
    """
    from auditor.report.pages.evidence import wanted_document, wanted_text

    found = _lacking(rules, paths, as_of, log_format) if paths else _asked(rules, as_of)
    title, facts, remarks, status = found
    if form is EvidenceForm.json:
        from auditor.report.formats.json import text

        output.show_text(text(wanted_document(rules, facts, remarks)))
    else:
        output.show(wanted_text(title, facts, remarks, output.width()))
    return status


def _asked(rules: str, as_of: str | None) -> Found:
    """Every fact that a check of the rulebook may ask for."""
    from auditor.auditing.engine.dispatch import bind
    from auditor.report.pages.evidence import may_lack
    from auditor.rules.loading.loader import games_of, rules_in_force

    day = arguments.day(as_of) or arguments.LATEST
    facts = may_lack([bind(rules_in_force(game, day)) for game in games_of(rules)])
    n = len(facts)
    return f"{n} {plural(n, 'fact')} that clauses of {escaped(rules)} may turn on", facts, [], 0


def _lacking(rules: str, paths: list[str], as_of: str | None, log_format: str | None) -> Found:
    """What the audit of logs lacked."""
    from auditor.auditing.options import Options
    from auditor.auditing.pipeline import audit
    from auditor.logs.files.discovery import find, open_all
    from auditor.report.pages.evidence import lacked
    from auditor.report.view import by_book, coverage

    options = Options(rules, arguments.day(as_of), log_format=arguments.log_format(log_format))
    result = audit(open_all(find(paths)), options)
    rows = by_book(result, coverage(result))
    facts = lacked(rows)
    n, clauses = len(facts), sum(bool(row.missing) for row in rows)
    title = f"{n} {plural(n, 'fact')} that {clauses} {plural(clauses, 'clause')} of {escaped(rules)} turned on"
    title += f" in {result.hands_judged:,} {plural(result.hands_judged, 'hand')}, and that the logs lack"
    remarks = []
    if procedure := sum(row.not_recorded > 0 and not row.missing for row in rows):
        remarks.append(
            f"{procedure} more {plural(procedure, 'clause')} on procedure and conduct: this is a record of play only, "
            "and a table log can note them."
        )
    if unread := len(result.unread):
        remarks.append(f"{unread:,} {plural(unread, 'place')} in the logs could not be read, and so asked for nothing.")
    complete = not unread and not result.interrupted and result.hands_judged
    return title, facts, remarks, 0 if complete else NOT_READ
