"""All pages of the reference, by their addresses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from auditor.auditing.engine.dispatch import bind
from auditor.auditing.engine.registry import registered
from auditor.reference import checks, rulebooks
from auditor.reference.commands import commands
from auditor.reference.formats import formats
from auditor.reference.language import PAGE as LANGUAGE
from auditor.reference.language import language
from auditor.reference.rulebooks import Book
from auditor.reference.schemas import events, report
from auditor.report.addresses import REFERENCE, check_page
from auditor.rules.clause_book import book as clause_book
from auditor.rules.loading.loader import book_ids, games_of, rules_in_force
from auditor.storage.bundled_files import folder

Page = tuple[str, str]  # its address from the top of the site, without an ending, and its text


def pages(docs: Path) -> Iterator[Page]:
    """Every page of the reference. `docs` is the folder of the pages that are written by hand."""
    books = _books()
    yield rulebooks.INDEX, rulebooks.index(books)
    yield from ((book.page, rulebooks.rulebook(book)) for book in books)
    yield from _checks(books)
    yield from _language_and_formats(docs)
    for name, version, make in (("report", 2, report), ("events", 1, events)):
        file = f"schema/{name}-{version}.json"
        yield f"{REFERENCE}/{name}", make(json.loads((docs / file).read_text(encoding="utf-8")), f"../{file}")
    yield f"{REFERENCE}/commands", _commands()
    yield f"{REFERENCE}/library", _library()


def _books() -> list[Book]:
    samples = folder("samples")
    marks = list(clause_book(samples))
    games = {id: [bind(rules_in_force(game, date.max)) for game in games_of(id)] for id in book_ids()}
    return [Book(id, bounds, marks, samples) for id, bounds in games.items()]


def _checks(books: list[Book]) -> Iterator[Page]:
    known, used = registered(), checks.uses(books)
    instead: dict[str, list[str]] = {}
    for one in known.values():
        if one.replaces is not None:
            instead.setdefault(one.replaces, []).append(one.name)
    yield checks.INDEX, checks.index(known)
    for name, one in known.items():
        yield check_page(name), checks.check(one, used.get(name, {}), sorted(instead.get(name, ())))


def _language_and_formats(docs: Path) -> Iterator[Page]:
    from auditor.logs.formats import FORMATS

    grammar = (folder("grammars") / "table_log.lark").read_text(encoding="utf-8")
    yield LANGUAGE, language(grammar, (docs / "table-log.md").read_text(encoding="utf-8"))
    known = [(one.name, one.title, one.what, one.shows, one.lacks) for one in FORMATS]
    yield f"{REFERENCE}/formats", formats(known)


def _commands() -> str:
    import typer

    from auditor.cli.commands import application

    return commands(typer.main.get_command(application()))


def _library() -> str:
    from auditor import api
    from auditor.reference.library import library

    return library({name: getattr(api, name) for name in api.__all__})
