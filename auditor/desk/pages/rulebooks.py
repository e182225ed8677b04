"""The rulebooks: their clauses with how they fared in the open logs, their versions by date, their readings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.house_difference import difference_to_base
from auditor.desk.logs_again import NotOpen
from auditor.desk.open_logs import Desk
from auditor.desk.rendering import again, desk_of, page
from auditor.report.evidence import EVIDENCE
from auditor.report.layout import plain
from auditor.report.pages.coverage import Covered, bound_games, coverage
from auditor.report.pages.explain import ClauseExample, at_work, by_check, examples, paragraphs
from auditor.report.pages.house import shown_difference
from auditor.report.pages.rulebook import dated, value_text
from auditor.rules.clause_book import Mark
from auditor.rules.clause_book import book as clause_book
from auditor.rules.diff import Difference, differences
from auditor.rules.loading.loader import book_ids, every_id, games_of, rules_in_force, turning_days
from auditor.rules.schema.rulebook import Instrument, Reading, Rulebook
from auditor.storage.bundled_files import folder
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import calendar, escaped

WIDTH = 100  # of what is worded for a terminal


@value_class
class Version:
    """A version of a rulebook: since when, why since then, and what it changed in the one before."""

    label: str
    since: str
    instruments: tuple[Instrument, ...]  # that it adds
    changes: tuple[ChangedValue, ...]
    shown: bool  # it is the one that the page tells of


@value_class
class ChangedValue:
    """A value that a version changed, in words."""

    clause: str | None
    place: str
    was: str
    now: str


@value_class
class DecidedBy:
    """A check that decides a clause: where and with which figures, and what its own documentation says."""

    check: str
    places: tuple[str, ...]
    words: tuple[str, ...]


# ---- the pages ----


def rulebooks(request: Request) -> Response:
    """All rulebooks, those first that judged the open logs."""
    desk = desk_of(request)
    judged = {book.id: book for book in desk.view.rulebooks} if desk.view is not None else {}
    ids = sorted({*every_id(), *judged}, key=lambda id: (id not in judged, id))
    hands = desk.view.result.hands if desk.view is not None else {}
    rows = [(*_listed(_asked(desk, id, None)[1], id), hands.get(id, 0)) for id in ids]
    return page(request, "rulebooks.html", "rulebooks", rows=rows)


def rulebook(request: Request) -> Response:
    """A rulebook: its clauses, searched by words, with their coverage; its versions; its readings."""
    query, desk = request.query_params, desk_of(request)
    id, source, day = _asked(desk, query.get("rules", ""), query.get("date"))
    book, games, covered = _games(source, day)
    words = query.get("q", "").casefold().split()
    found = [one for one in covered if all(word in _text_of(one) for word in words)]
    house = difference_to_base(source, games[0]) if source.endswith(".toml") else None
    decidable = [one for one in covered if one.decidable]
    return page(
        request,
        "rulebook.html",
        "rulebooks",
        id=id,
        book=book,
        day=query.get("date", ""),
        q=query.get("q", ""),
        found=found,
        fared=again(request).fared(id),
        number=len(covered),
        decidable=len(decidable),
        decided=sum(bool(one.bindings) for one in decidable),
        versions=list(_versions(source, book.version, None)),
        readings=_readings(desk, book, book.readings),
        house=() if house is None else plain(shown_difference(house, WIDTH)).strip().split("\n"),
    )


def clause(request: Request) -> Response:
    """A clause: what it says, since when, how it is decided and read, how it fared in the open logs."""
    query, desk = request.query_params, desk_of(request)
    id, source, day = _asked(desk, query.get("rules", ""), query.get("date"))
    book, _, clauses = _games(source, day)
    covered = {one.clause.id: one for one in clauses}
    wanted = query.get("clause", "")
    one = covered.get(wanted) or next((each for each in covered.values() if each.clause.cited == wanted), None)
    if one is None:
        raise NotOpen(f"There is no such clause in {id}, version {book.version}.")
    limbs = [each for each in covered.values() if each.clause.cited == one.clause.cited]
    names = {one.clause.id, one.clause.cited}
    section = one.clause.id.partition(".")[0]
    return page(
        request,
        "clause.html",
        "rulebooks",
        id=id,
        book=book,
        day=query.get("date", ""),
        clause=one.clause,
        citation=book.cite(one.clause.id),
        dated=[" ".join(plain(dated(each, WIDTH)).split()) for each in _instruments(book, one)],
        limbs=limbs if len(limbs) > 1 else (),
        evidence=EVIDENCE[one.clause.evidence],
        decided=[_decided(name, uses, one) for name, uses in by_check(one).items()],
        readings=_readings(desk, book, [each for each in book.readings if names & {*each.clauses}]),
        examples=_examples(one, book),
        versions=list(_versions(source, book.version, one.clause.cited)),
        section=[each for each in covered.values() if each.clause.id.partition(".")[0] == section],
        section_name=section,
        fared=again(request).fared(id),
    )


# ---- which rulebook ----


def _asked(desk: Desk, rules: str, day: str | None) -> tuple[str, str, date]:
    """The rulebook that an address names: its id, what it is loaded by, and the day.

    A file is opened only if the desk was started with it, and never by its path in an address.
    """
    known = _bundled()
    judged = {book.id for book in desk.view.rulebooks} if desk.view is not None else set()
    if rules not in known and rules not in judged:
        raise NotOpen("There is no rulebook of that name.")
    try:
        on = date.fromisoformat(day) if day else date.max
    except ValueError:
        raise NotOpen("This is no day, expected one such as 1994-06-11.") from None
    return rules, rules if rules in known else desk.options.rules or rules, on


@cache
def _bundled() -> frozenset[str]:
    """The rulebooks that come with the auditor or a package, and each of their games."""
    return frozenset([*every_id(), *book_ids()])


@lru_cache(maxsize=32)
def _games(source: str, day: date) -> tuple[Rulebook, list[BoundRulebook], list[Covered]]:
    """A rulebook as it stood on a day: its first game, all of them, and its clauses with what decides them."""
    games = bound_games(source, day)
    return games[0].rules, games, coverage(games, _clause_book())


@cache
def _clause_book() -> tuple[Mark, ...]:
    """The marks of the samples that come with the auditor."""
    return tuple(clause_book(folder("samples")))


@cache
def _listed(source: str, id: str) -> tuple[str, str, int, str]:
    """A rulebook as the list has it: its id, its game, the number of its clauses, since when its versions hold."""
    book, days = rules_in_force(source, date.max), turning_days(source)
    return id, book.game.name, len(book.clauses), ", ".join(map(calendar, days)) or "undated"


def load_ahead(desk: Desk) -> None:
    """Load what somebody would wait for: the rulebooks that judged, by each of their readings, and the list of all."""
    for book in desk.view.rulebooks if desk.view is not None else ():
        source = _asked(desk, book.id, None)[1]
        for id in {source, book.book}:
            _games(id, date.max)
        days = [day for day in turning_days(source) if rules_in_force(source, day).version == book.version]
        for reading in book.readings:
            for choice in reading.choices:
                rules_in_force(source, days[0] if days else date.max, {reading.name: choice.name}, book.room)
    for id in every_id():
        _listed(id, id)


# ---- what is told ----


def _text_of(one: Covered) -> str:
    clause = one.clause
    return f"{clause.id} {clause.named} {clause.title} {clause.gist} {' '.join(one.checks)}".casefold()


def _instruments(book: Rulebook, one: Covered) -> Iterator[Instrument]:
    """The instrument of a rulebook, and that which gave a clause its present wording."""
    for each in book.instruments if not one.clause.house else ():
        if each is book.instruments[0] or each.cite == one.clause.amended_by:
            yield each


def _examples(one: Covered, book: Rulebook) -> list[ClauseExample]:
    """The samples of a clause that `auditor explain` shows."""
    return [*examples(one, folder("samples"), book)] if one.breach or one.compliant else []


def _decided(name: str, uses: list[Any], one: Covered) -> DecidedBy:
    return DecidedBy(name, tuple(at_work(uses, one)), tuple(paragraphs(uses[0][0].check.function.__doc__)))


def _versions(source: str, shown: str, clause: str | None) -> Iterator[Version]:
    """The versions of a rulebook, each with what it changed; with a clause, only what it changed in that."""
    for label, since, added, changes in _history(source):
        here = [one for one in changes if clause in (None, (one.clause or "").split("[")[0])]
        yield Version(label, since, added, tuple(here), label == shown)


@lru_cache(maxsize=64)
def _history(source: str) -> list[tuple[str, str, tuple[Instrument, ...], list[ChangedValue]]]:
    source = games_of(source)[0]  # whose clauses are those of all games
    books = [(on, rules_in_force(source, on)) for on in turning_days(source)]
    found = [(book.version, calendar(on), book.instruments, list[ChangedValue]()) for on, book in books[:1]]
    for (_, before), (on, after) in pairwise(books):
        added = tuple([one for one in after.instruments if one not in before.instruments])
        found.append((after.version, calendar(on), added, list(_changes(differences(before, after)))))
    return found


def _changes(found: Iterable[Difference]) -> Iterator[ChangedValue]:
    for clause, group in groupby(found, key=lambda one: one.clause):
        for one in group:
            place = one.place.removeprefix(f"clauses.{{{clause}}}").removeprefix(".") or "the clause"
            yield ChangedValue(clause, place, escaped(value_text(one.was)), escaped(value_text(one.now)))


@value_class
class ReadingShown:
    """A reading with its choices: the name, what it means, what stands beside it, and whether it is in use."""

    reading: Reading
    choices: tuple[tuple[str, str, str, bool], ...]


def _readings(desk: Desk, book: Rulebook, readings: Iterable[Reading]) -> list[ReadingShown]:
    chosen = {**book.chosen, **dict(desk.options.readings)}
    return [ReadingShown(one, tuple(_choices(one, chosen[one.name]))) for one in readings]


def _choices(reading: Reading, chosen: str) -> Iterator[tuple[str, str, str, bool]]:
    for one in reading.choices:
        signs = [("in use", chosen), ("default", reading.default), ("default in a room's own record", reading.in_room)]
        beside = ", ".join([word for word, name in signs if name == one.name])
        yield one.name, one.means, beside, one.name == chosen


ROUTES = (Route("/rulebooks", rulebooks), Route("/rulebook", rulebook), Route("/clause", clause))
