"""Amending a rulebook: new words for its clauses, new values for its figures, in the order of the amendments."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from auditor.rules.loading.merging import Draft, File
from auditor.rules.schema.data import Data
from auditor.rules.schema.rulebook import Amendment, Change
from auditor.vocabulary.records import value_class

WORDS = ("title", "gist", "evidence", "note", "rules")  # what an amendment may change of a clause


@value_class
class DatedAmendment:
    """An amendment with the day from which it is in force."""

    file: File
    amendment: Amendment
    day: date


def amend(draft: Draft, rules: str, dues: Iterable[DatedAmendment]) -> None:
    """Apply amendments in their order."""
    taken: set[tuple[date, str]] = set()
    for due in dues:
        instrument: Data = due.file.data["instrument"]
        dated = {**instrument, "in_force": {**instrument["in_force"], "from": due.day}}
        draft.add_instrument(dated, due.file)
        for number, change in enumerate(due.amendment.change):
            if change.rulebook == rules:
                _not_twice(taken, due, number, change)
                _reword(draft, due, number, change)
                _refigure(draft, due.file, number, change)


def _not_twice(taken: set[tuple[date, str]], due: DatedAmendment, number: int, change: Change) -> None:
    """Refuse two amendments of one thing on one day: nothing says which of them came first."""
    reworded = [f"clause {change.clause}"] if change.op != "replace" or _words(due, number) else []
    for target in reworded + sorted({*change.was, *change.now}):
        if (due.day, target) in taken:
            key = "now" if target in change.now else "clause"
            raise due.file.error(f"{target} is amended twice on {due.day}", "change", number, key, target)
        taken.add((due.day, target))


def _reword(draft: Draft, due: DatedAmendment, number: int, change: Change) -> None:
    """Give a clause new words, insert it or repeal it."""
    clauses, clause = draft.data["clauses"], f"clauses.{{{change.clause}}}"
    if (change.op == "insert") == (change.clause in clauses):
        state = "is there already" if change.op == "insert" else "is not there"
        raise due.file.error(f"{change.op} of clause {change.clause}: it {state}", "change", number, "clause")
    if change.op == "repeal":
        draft.strike(clause, due.file, "change", number)
        return
    if change.op == "insert":
        draft.put(clause, {"id": change.clause}, due.file, "change", number)
    for key, value in _words(due, number).items():
        draft.put(f"{clause}.{key}", value, due.file, "change", number, key)
    draft.put(f"{clause}.amended_by", due.amendment.instrument.cite, due.file, "instrument", "cite")


def _words(due: DatedAmendment, number: int) -> Data:
    return {key: value for key, value in due.file.data["change"][number].items() if key in WORDS}


def _refigure(draft: Draft, file: File, number: int, change: Change) -> None:
    """Change figures, after making sure that they are what the amendment says that it found."""
    for target, value in change.was.items():
        found = draft.get(target) if draft.has(target) else "nothing"
        if found != value:
            raise file.error(f"{target} was to be {value!r} before and is {found!r}", "change", number, "was", target)
    for target, value in change.now.items():
        if target not in change.was and draft.has(target):
            reason = f"{target} is {draft.get(target)!r} before, which 'was' does not say"
            raise file.error(reason, "change", number, "now", target)
        draft.put(target, value, file, "change", number, "now", target)
    for target in change.was:
        if target not in change.now:
            draft.strike(target, file, "change", number, "was", target)
