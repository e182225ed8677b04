"""What is wrong with a log that somebody is writing: places that cannot be read, with their fixes, and findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from auditor.api import Audit
from auditor.auditing.result import Unread
from auditor.logs.table_log.diagnostics import word_at
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import Edit
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.records import value_class

ERROR, WARNING, INFORMATION = 1, 2, 3  # as editors number them
SEVERITIES = {Severity.BREACH: ERROR, Severity.IRREGULARITY: WARNING, Severity.ADVISORY: INFORMATION}

Judge = Callable[[str, str], Audit]  # makes the audit of a text under a name


@value_class
class Problem:
    """Something that an editor underlines. Lines and columns count from 1, and the end column is the first after it."""

    line: int
    column: int
    end_column: int
    severity: int
    code: str
    message: str
    about: str = ""  # what is shown over it: the clause
    fix: tuple[Edit, ...] = ()


def problems_of(text: str, audit: Audit) -> list[Problem]:
    """What an audit of a text found, in the order of the lines."""
    lines = text.split("\n")
    books = {(book.id, book.version): book for book in audit.view.rulebooks}
    found = [_unread(one, lines) for one in audit.unread]
    found += [_found(one, lines, books[one.rules, one.version]) for one in audit.findings]
    return sorted(found, key=lambda one: (one.line, one.column))


def _unread(one: Unread, lines: list[str]) -> Problem:
    line, column = min(max(one.line, 1), len(lines)), max(one.column, 1)
    end = column + max(len(word_at(lines[line - 1], column - 1)), 1)
    return Problem(line, column, end, ERROR, "unread", one.reason, fix=one.fix)


def _found(one: Finding, lines: list[str], rules: Rulebook) -> Problem:
    line = min(max(one.location.line, 1), len(lines))
    statement = lines[line - 1].split("  #")[0].rstrip()
    end = max(len(statement), one.location.column) + 1
    told = f"{one.actor}: {one.message}" if one.severity > Severity.ADVISORY else one.message
    return Problem(
        line, one.location.column, end, SEVERITIES[one.severity], one.clause, told, "\n".join(_clause(one, rules))
    )


def _clause(one: Finding, rules: Rulebook) -> Iterator[str]:
    """The clause of a finding, as Markdown. What the log says is no part of it."""
    for name in (one.clause, *one.read_with):
        known = next((clause for clause in rules.clauses if clause.id == name), None)
        if known is not None:
            yield from (f"**{rules.id} {known.id}** {known.title}", "", known.gist, "", f"*{rules.cite(known.id)}*", "")
    yield f"Check `{one.check}`, reference `{one.ref}`"


def fixes_of(problems: list[Problem]) -> list[Edit]:
    """All edits that put something right, but for those that an earlier one is in the way of."""
    chosen: list[Edit] = []
    for problem in problems:
        if all(not _meets(edit, other) for edit in problem.fix for other in chosen):
            chosen += problem.fix
    return chosen


def _meets(one: Edit, other: Edit) -> bool:
    return one.line == other.line and one.column <= other.end_column and other.column <= one.end_column
