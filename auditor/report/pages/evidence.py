"""What to record in future: the facts that clauses turn on, those that decide most clauses first, each with its lines.

Of logs it is what their audit lacked. Of a rulebook alone it is every fact that its checks may ask for: the words in
which a check asks stand in its function, or in those of the checks' own that it calls.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from types import CodeType, FunctionType
from typing import Any, get_args

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.report.layout import EMPTY, Line, line, wrapped
from auditor.report.view import Row
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events.base import ProcedureStep
from auditor.vocabulary.evidence import EVIDENCE, HAND, LOG, TABLE, MissingFact, evidence_for
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import escaped, joined, plural

NAMED = 12  # clauses that are told by name
WHERE = {TABLE: "where the table is set up, or between hands", HAND: "in the hand", LOG: "as hands of their own"}
OUR_CHECKS = "auditor.checks."
EXAMPLES = {  # for what a report puts into the words of a fact
    **{"seat": "2", "player": "Ann", "ordinal": "first", "marker": "button", "seats": "seat 2", "ground": "collusion"},
    **{"kinds": "incidents", "whom": "to players", "change": "limits", "order": "commission"},
}


@record_class
class WantedFact:
    """A fact that would decide clauses, and the lines that state it."""

    text: str
    where: str
    lines: tuple[str, ...]
    contrary: tuple[str, ...]
    clauses: dict[str, None]  # those that it would help to decide, as a person cites them
    times: int = 0  # how often logs lacked it


# ---- what logs lacked ----


def lacked(rows: Iterable[Row]) -> list[WantedFact]:
    """What an audit lacked, from its rows by clause."""
    found: dict[str, WantedFact] = {}
    for row in rows:
        for text, times in row.missing:
            fact = evidence_for(text)
            lines = ((), ()) if fact is None else (fact.filled(text), fact.opposed(text))
            where = HAND if fact is None else fact.where
            one = found.setdefault(text, WantedFact(text, where, *lines, {}))
            one.clauses[row.named] = None
            one.times += times
    return _ranked(found.values())


# ---- what a rulebook may ask for ----


def may_lack(games: Sequence[BoundRulebook]) -> list[WantedFact]:
    """Every fact that a check of a rulebook may ask for, with the clauses that the check decides."""
    found: dict[str, WantedFact] = {}
    for bound in games:
        for binding in bound.bindings:
            clauses = [bound.rules.named(one) for one in binding.clauses if not one.startswith("record/")]
            for side in binding.check.sides if clauses else ():
                for fact in _asked_by(side.function):
                    text = _put_in(fact.text, binding.figure, side.function)
                    wanted = WantedFact(text, fact.where, fact.filled(text), fact.opposed(text), {})
                    found.setdefault(text, wanted).clauses.update(dict.fromkeys(clauses))
    return _ranked(found.values())


@cache
def _asked_by(function: Callable[..., Any]) -> tuple[MissingFact, ...]:
    """The facts whose words stand in a function, or in those of the checks that it calls."""
    words = _said_in(function)
    return tuple([fact for fact in EVIDENCE if all(part in words for part in _parts(fact.text))])


@cache
def _said_in(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(_words(function, set()))


def _put_in(text: str, figure: Figure, function: Callable[..., Any]) -> str:
    """A text with its parts as the figure has them, or the function: the step it asks for. Other parts are examples."""
    for name in re.findall(r"\{([a-z]+)\}", text):
        value = getattr(figure, name, None)
        if not isinstance(value, str):
            steps = [one for one in get_args(ProcedureStep) if name == "step" and one in _said_in(function)]
            value = steps[0] if steps else EXAMPLES.get(name, name.upper())
        text = text.replace(f"{{{name}}}", value)
    return text


def _parts(text: str) -> list[str]:
    """The words of a text between the parts that a report puts in."""
    pieces = text.replace("{", "}").split("}")[::2]
    return [piece for piece in pieces if piece]


def _words(function: object, seen: set[object]) -> Iterator[str]:
    function = getattr(function, "__wrapped__", getattr(function, "func", function))
    if not isinstance(function, FunctionType) or function in seen or not function.__module__.startswith(OUR_CHECKS):
        return
    seen.add(function)
    for code in _codes(function.__code__):
        for value in code.co_consts:
            yield from _texts(value)
        for name in code.co_names:
            value = function.__globals__.get(name)
            yield from _texts(value)
            yield from _words(value, seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for value in code.co_consts:
        if isinstance(value, CodeType):
            yield from _codes(value)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, frozenset)):
        yield from (one for one in value if isinstance(one, str))
    elif isinstance(value, dict):
        yield from (one for one in value.values() if isinstance(one, str))


def _ranked(facts: Iterable[WantedFact]) -> list[WantedFact]:
    """Those that help to decide most clauses first, then those that were lacking most often."""
    return sorted(facts, key=lambda one: (-len(one.clauses), -one.times, one.text))


# ---- showing it ----


def wanted_text(title: str, facts: Sequence[WantedFact], rest: Sequence[str], width: int) -> Iterator[Line]:
    """The facts in words, and what else there is to say."""
    yield from wrapped(title, width, style="title")
    for fact in facts:
        yield EMPTY
        number = len(fact.clauses)
        times = f", lacking {fact.times:,} {plural(fact.times, 'time')}" if fact.times else ""
        yield from wrapped(f"{number} {plural(number, 'clause')}: {escaped(fact.text)}{times}", width)
        for text in fact.lines:
            yield line(f"      {escaped(text)}")
        if fact.contrary:
            yield line("    or, if it was not so")
            for text in fact.contrary:
                yield line(f"      {escaped(text)}")
        names = list(fact.clauses)
        more = [f"{number - NAMED} more"] if number > NAMED else []
        yield from wrapped(f"{WHERE[fact.where]}; for {joined([*names[:NAMED], *more])}", width, "    ", style="faint")
    for text in rest:
        yield from (EMPTY, *wrapped(text, width))


def wanted_document(rules: str, facts: Sequence[WantedFact], rest: Sequence[str]) -> dict[str, Any]:
    """The same for programs."""
    entries = [
        {
            "fact": fact.text,
            "where": fact.where,
            "lines": list(fact.lines),
            "contrary": list(fact.contrary),
            "clauses": list(fact.clauses),
            "times": fact.times,
        }
        for fact in facts
    ]
    return {"schema": "auditor/evidence/1", "rules": rules, "facts": entries, "remarks": list(rest)}
