"""Faults of the record itself."""

from __future__ import annotations

from auditor.auditing.engine.outcomes import Fault, advisory, irregularity
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import RECORD
from auditor.vocabulary.wording import escaped, joined


def defect(
    figure: Figure,
    event: Event,
    observed: str,
    expected: str,
    *,
    money: int | None = None,
    evidence: tuple[Event, ...] = (),
) -> Fault:
    """A fault of the record: an irregularity that accuses no person."""
    return irregularity(figure, event, observed, expected, by=RECORD, money=money, evidence=evidence)


def unknown_word(figure: Figure, event: Event, noun: str, word: str, known: list[str]) -> Fault:
    """A word of the log that no rule knows, with the nearest words that the rulebook knows."""
    from difflib import get_close_matches  # only a slip of the pen needs it

    near = get_close_matches(word, known, 3, 0.4) or known
    observed = f"{noun} '{escaped(word, 40)}' is of no kind this rulebook knows"
    return advisory(figure, event, observed, f"such as {joined(near, 'or')}", by=RECORD)
