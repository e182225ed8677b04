"""What to record in future: the facts that clauses turn on, those that decide most clauses first, each with its lines.

Of logs it is what their audit lacked. Of a rulebook alone it is every fact that its checks may ask for: the words in
which a check asks stand in its function, in one that it calls, or where the replay sets what the check hands on. There
is also what any finding may turn on: a slip of the pen, a line that could not be read, a choice of the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple, get_args

from auditor.auditing.engine.binding import Binding
from auditor.auditing.engine.dispatch import LIMIT_KIND, BoundRulebook
from auditor.auditing.engine.registry import RECORD
from auditor.auditing.mitigation.resting_on_record import DOUBTS
from auditor.auditing.slips.slip import SLIPS
from auditor.auditing.slips.undeclared import choices
from auditor.replay.betting.openers import openers
from auditor.replay.settlement.compute import settle
from auditor.report.layout import EMPTY, Line, line, wrapped
from auditor.report.view import Row
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events.base import ProcedureStep
from auditor.vocabulary.evidence import EVIDENCE, HAND, LOG, TABLE, MissingFact, evidence_for
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import escaped, joined, plural

NAMED = 12  # clauses that are told by name
WHERE = {TABLE: "where the table is set up, or between hands", HAND: "in the hand", LOG: "as hands of their own"}
FOLLOWED = ("auditor.checks.", "auditor.replay.")  # modules whose functions may say what is missing
HANDED_ON: tuple[tuple[frozenset[str], Callable[..., Any]], ...] = (  # what a state holds is said where it is set
    (frozenset({"lacks", "vague"}), settle),
    (frozenset({"unknown"}), openers),
)
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
    clauses: dict[str, tuple[str, str]]  # that it would help to decide, as a person cites them: rulebook and clause
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
            one.clauses.setdefault(row.named, (row.rules, row.clause))
            one.times += times
    return _ranked(found.values())


# ---- what a rulebook may ask for ----


def may_lack(games: Sequence[BoundRulebook]) -> list[WantedFact]:
    """Every fact that a check of a rulebook may ask for, with the clauses that the check decides."""
    found: dict[str, WantedFact] = {}
    for bound in games:
        every = [*SLIPS, *DOUBTS, *choices(bound.rules)]
        for binding in bound.bindings:
            decided = [one for one in binding.clauses if not one.startswith(RECORD)]
            clauses = {bound.rules.named(one): (bound.rules.id, one) for one in decided}
            for fact, text in _asked_of(binding, every) if clauses else ():
                wanted = WantedFact(text, fact.where, fact.filled(text), fact.opposed(text), {})
                found.setdefault(text, wanted).clauses.update(clauses)
    return _ranked(found.values())


def _asked_of(binding: Binding, every: Sequence[str]) -> Iterator[tuple[MissingFact, str]]:
    """The facts that a check may ask for by a figure, each in its words, and those that `every` finding may turn on."""
    for side in binding.check.sides:
        for fact in _asked_by(side.function):
            yield fact, _put_in(fact.text, binding.figure, side.function)
    for text in (*every, LIMIT_KIND) if binding.figure.limits else every:
        if (known := evidence_for(text)) is not None:
            yield known, text


@cache
def _asked_by(function: Callable[..., Any]) -> tuple[MissingFact, ...]:
    """The facts whose words stand in a function, or in those of the checks and of the replay that it calls."""
    words = _said_in(function)
    return tuple([fact for fact in EVIDENCE if all(part in words for part in _parts(fact.text))])


@cache
def _said_in(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(_words(_reached(function)))


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


class _Code(NamedTuple):
    """The code of a function, and the module in which it finds what it names."""

    code: CodeType
    namespace: dict[str, Any]


@cache
def _reached(start: Callable[..., Any]) -> tuple[_Code, ...]:
    """The codes of a function and of all of the checks' and the replay's that it calls; of a class, of every method."""
    found: dict[CodeType, _Code] = {}
    waiting: list[object] = [start]
    while waiting:
        one = waiting.pop()
        one = getattr(one, "__wrapped__", getattr(one, "func", getattr(one, "fget", one)))
        for each in _codes_of(one):
            if each.code not in found:
                found[each.code] = each
                waiting += _named(each)
                waiting += [source for names, source in HANDED_ON if names.intersection(_names(each))]
    return tuple(found.values())


def _codes_of(one: object) -> Iterator[_Code]:
    """The code of a function, or of the methods of a class and of those above it, if it is one of those followed."""
    for each in one.__mro__ if isinstance(one, type) else (one,):
        module, name = str(getattr(each, "__module__", "")), getattr(each, "__qualname__", None)
        if name is not None and module.startswith(FOLLOWED):
            namespace, codes = vars(import_module(module)), _codes_in(module)
            inside = [code for known, code in codes.items() if isinstance(each, type) and known.startswith(f"{name}.")]
            yield from (_Code(code, namespace) for code in (*inside, *filter(None, [codes.get(name)])))


@cache
def _codes_in(module: str) -> dict[str, CodeType]:
    """The codes of a module by their qualified names, by its source: what is compiled has none that Python can read."""
    beside = Path(import_module(module).__file__ or "")
    whole = SourceFileLoader(module, str(beside.with_name(f"{beside.name.partition('.')[0]}.py"))).get_code(module)
    return {code.co_qualname: code for code in _codes(whole)} if whole is not None else {}


def _names(one: _Code) -> list[str]:
    """The names that a function reads: its module's, those of attributes, and those of modules that it imports."""
    return [name for code in _codes(one.code) for name in code.co_names]


def _named(one: _Code) -> Iterator[object]:
    """What a function names of its own module, or of those that it imports itself."""
    names = _names(one)
    modules = [vars(import_module(name)) for name in names if name.startswith(FOLLOWED)]
    for namespace in (one.namespace, *modules):
        yield from (namespace[name] for name in names if name in namespace)


def _words(reached: Iterable[_Code]) -> Iterator[str]:
    """The words that stand in functions, or in what they read of their modules."""
    for one in reached:
        constants = [value for code in _codes(one.code) for value in code.co_consts]
        for value in (*constants, *_named(one)):
            yield from _texts(value)


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
