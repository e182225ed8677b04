"""The page of a check: what it decides, what it watches, the figure it takes, and the clauses that use it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import get_annotations
from typing import Any, get_type_hints

from auditor.auditing.engine.registry import RECORD, Registered, Watched
from auditor.logs.events_json.reader import EVENTS
from auditor.reference import comments
from auditor.reference.markdown import code, escaped, link, page, table
from auditor.reference.rulebooks import Book
from auditor.reference.situations import situation_text
from auditor.reference.types import type_text
from auditor.report.addresses import REFERENCE, anchor, check_page
from auditor.report.pages.explain import at_work, by_check, paragraphs, value_text
from auditor.rules.schema.figures import Figure

INDEX = f"{REFERENCE}/checks/index"
EVENTS_PAGE = f"{REFERENCE}/events"
OPENING = re.compile(r"(The )?[Cc]hecks? (of|that|over) ")  # how the first sentence of a module begins
MORE = re.compile(": |; |, of |, and of ")
EVENT_NAMES = {kind: name for name, kind in EVENTS.items()}
Use = tuple[str, str]  # the clause as a link, and where and with which figures it is decided
Uses = Mapping[str, Mapping[str, Sequence[Use]]]  # by check and by rulebook


def uses(books: Iterable[Book]) -> Uses:
    """Which clauses use which check. They are links from the page of the check."""
    found: dict[str, dict[str, list[Use]]] = {}
    for book in books:
        for one in book.covered:
            for name, at in by_check(one).items():
                clause = link(escaped(one.clause.id), check_page(name), book.page, anchor(one.clause.id))
                rows = found.setdefault(name, {}).setdefault(book.id, [])
                rows += [(clause, escaped(words).strip(" ,")) for words in at_work(at, one)]
    return found


def index(checks: Mapping[str, Registered]) -> str:
    """The page that lists all checks, each under the topic of its module."""
    lines = [
        "# Checks",
        "",
        f"The {len(checks)} checks by topic. A rulebook decides which of them run, with which figures, ",
    ]
    lines += [
        "and under which clause; those that begin with `record/` judge the record itself under every rulebook.",
        "",
    ]
    topics: dict[str, list[Registered]] = {}
    for one in checks.values():
        topics.setdefault(one.function.__module__, []).append(one)
    for module in sorted(topics):
        lines += ["", f"## {escaped(_topic(module))}"]
        each = sorted(topics[module], key=lambda one: one.name)
        rows = [(link(code(one.name), INDEX, check_page(one.name)), escaped(_summary(one))) for one in each]
        lines += table(("check", "what it reports"), rows)
    return page(lines)


def _topic(module: str) -> str:
    """What the checks of a module are about, in the words of its first sentence."""
    first = paragraphs(sys.modules[module].__doc__)[0]
    words = MORE.split(OPENING.sub("", first))[0].rstrip(".")
    return words[:1].upper() + words[1:]


def _summary(one: Registered) -> str:
    return paragraphs(one.function.__doc__)[0]


def check(one: Registered, used: Mapping[str, Sequence[Use]], instead: Sequence[str]) -> str:
    """The page of one check. A rulebook may call one of the checks in `instead` in its place."""
    return page(_lines(one, used, instead))


def _lines(one: Registered, used: Mapping[str, Sequence[Use]], instead: Sequence[str]) -> Iterator[str]:
    here = check_page(one.name)
    yield from (f"# {code(one.name)}", "")
    for paragraph in paragraphs(one.function.__doc__):
        yield from (escaped(paragraph), "")
    yield from ("## What it watches", "", *_watched(one, here))
    item = one.silence_passes_if_recorded
    if item is not None:
        yield from (f"If a log `records {item}`, a hand that gives this check nothing to look at passes.", "")
    yield from _figure(one.figure)
    yield from ("## Where it is used", "", *_used(one, used, instead), "")
    yield f"Module `{one.function.__module__}`. {link('All checks', here, INDEX)}."


def _watched(one: Registered, here: str) -> Iterator[str]:
    """What the functions of a check watch. Some checks have one for sessions, or another for records of play only."""
    if one.hand is not None:
        yield from ("In a hand:", "", *_kinds(one.hand.watches, here), "")
    if one.play is not None and one.play is not one.hand:
        yield from ("In a hand of which only the play is recorded:", "", *_kinds(one.play.watches, here), "")
    if one.session is not None:
        yield from ("Between hands, and of the session as a whole:", "", *_kinds(one.session.watches, here), "")


def _kinds(watched: Watched, here: str) -> Iterator[str]:
    for kind, needs in watched.items():
        name = EVENT_NAMES.get(kind)
        word = link(code(name), here, EVENTS_PAGE, name) if name else code(kind.__name__)
        when = [words for need in needs if (words := situation_text(need))]
        yield f"- {word}: {escaped(paragraphs(kind.__doc__)[0])}"
        yield from (f"    - only at this: {escaped(words)}" for words in when)


def _figure(figure: type[Figure]) -> Iterator[str]:
    own = [name for name in figure._fields if name not in Figure._fields]
    if not own:
        return
    yield from ("## Its figure", "")
    for paragraph in paragraphs(figure.__doc__):
        yield from (escaped(paragraph), "")
    meanings, hints = comments.of_fields(figure), get_type_hints(figure)
    rows = [_field(figure, name, hints[name], meanings.get(name, "")) for name in own]
    yield from table(("value", "is", "default", "meaning"), rows)


def _field(figure: type[Figure], name: str, hint: Any, meaning: str) -> tuple[str, str, str, str]:
    money = _annotation(figure, name) == "Cents"
    default = _default(figure._defaults[name], money) if name in figure._defaults else "must be given"
    return code(name.removesuffix("_")), type_text(hint, money), default, escaped(meaning)


def _annotation(figure: type[Figure], name: str) -> Any:
    """The type of a field as it stands in the code, where an amount of money has a name of its own."""
    return next(own[name] for kind in figure.__mro__ if name in (own := get_annotations(kind)))


def _default(value: Any, money: bool) -> str:
    return "–" if value is None or value in ((), {}, "") else escaped(value_text(value, money))


def _used(one: Registered, used: Mapping[str, Sequence[Use]], instead: Sequence[str]) -> Iterator[str]:
    here = check_page(one.name)
    if one.name.startswith(RECORD):
        yield "Under every rulebook: it judges the record, and accuses nobody but the log."
        if instead:
            others = " or ".join(link(code(name), here, check_page(name)) for name in instead)
            yield f"A rulebook that has a clause on this calls {others} in its place."
    if one.replaces is not None:
        yield f"Where it is used, {link(code(one.replaces), here, check_page(one.replaces))} is not called."
    rows = [
        (code(book) if number == 0 else "", clause, words)
        for book, clauses in used.items()
        for number, (clause, words) in enumerate(clauses)
    ]
    yield from table(("rulebook", "clause", "where, and with which figures"), rows)
    if not used and not one.name.startswith(RECORD):
        yield "No rulebook of the auditor's own uses it."
