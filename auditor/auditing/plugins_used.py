"""Which plugins took part in a result: the formats that logs were read in, the rulebooks, and the checks these name."""

from __future__ import annotations

from pathlib import Path

from auditor.auditing.engine.check_index import added_checks
from auditor.auditing.result import Result
from auditor.logs.formats import FORMATS, UNKNOWN_HISTORY
from auditor.rules.loading.loader import path_of
from auditor.rules.schema.rulebook import Rulebook
from auditor.storage import plugins
from auditor.storage.bundled_files import folder
from auditor.storage.plugins import Plugin, plugin_named

OURS = frozenset(one.name for one in (*FORMATS, UNKNOWN_HISTORY))


def plugins_used(result: Result) -> list[Plugin]:
    """The plugins without which the result would be another, in the order of their kinds and names."""
    books = list(result.rulebooks.values())
    found = added_checks({name for book in books for name in checks_of(book)})
    formats = {one.format for one in result.inputs if one.format is not None} - OURS
    found += filter(None, [plugin_named(plugins.FORMATS, name) for name in sorted(formats)])
    paths = {book.house or book.path for book in books}
    foreign = {path for path in paths if not Path(path).is_relative_to(folder("rulesets"))}
    added = plugins.plugins(plugins.RULEBOOKS) if foreign else ()
    return found + [one for one in added if str(path_of(one.name)) in foreign]


def checks_of(book: Rulebook) -> set[str]:
    """The names of all checks that a rulebook calls for."""
    figures = {one.figure.check for one in book.game_figures() if one.figure.check is not None}
    return figures | {rule.check for clause in book.clauses for rule in clause.rules}
