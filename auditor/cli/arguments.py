"""Checks what users choose by name – days, readings, clauses – before any work is done.

A misspelt clause that selects nothing, or a reading that no rulebook has, must not end in a report without findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path

from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, joined

EVIDENCE = {"play", "procedure", "table", "session", "incident", "record"}  # what a clause is decided from
LATEST = date.max  # the version in force now and until it is amended; no clock is asked


class FailOn(StrEnum):
    """The least severity that makes the exit status 1."""

    breach = "breach"
    irregularity = "irregularity"
    advisory = "advisory"
    never = "never"


def day(text: str | None) -> date | None:
    """The day given with --as-of, if there is one."""
    return None if text is None else a_day(text)


def a_day(text: str) -> date:
    """A day of the calendar such as 1994-06-11."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"'{escaped(text, 40)}' is no day of the calendar, expected one such as 1994-06-11") from None


def most_bytes(text: str | None) -> int:
    """How many bytes a pipe or a device may give: 4096, 500M or 2G, or the usual bound if none is given."""
    from auditor.logs.files.discovery import MOST

    if text is None:
        return MOST
    found = re.fullmatch(r"([0-9]{1,15})([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    if found is None:
        raise UsageError(f"'{escaped(text, 40)}' is no number of bytes, expected one such as 500M or 2G")
    return int(found[1]) << (10 * " KMGT".index(found[2].upper() or " "))


def log_format(text: str | None) -> str | None:
    """The format given with --log-format, if there is one. Raises UsageError if no format has this name."""
    if text is not None:
        from auditor.logs.formats import format_named

        format_named(text)
    return text


def split(values: Iterable[str]) -> tuple[str, ...]:
    """The parts of options that take lists: `--select 10.2,11` and `--select 10.2 --select 11` are the same."""
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())


def readings(values: Iterable[str], rules: str | None) -> tuple[tuple[str, str], ...]:
    """Readings given as NAME=CHOICE. Each must be known to at least one rulebook that may be used."""
    chosen: dict[str, str] = {}
    for value in values:
        name, found, choice = value.partition("=")
        if not found:
            raise UsageError(
                f"--interpret: '{escaped(value, 60)}', expected NAME=CHOICE such as two_player_from=start-of-round"
            )
        chosen[name.strip()] = choice.strip()
    if not chosen:
        return ()
    if rules is None and {f"{name}={choice}" for name, choice in chosen.items()} <= _offered()[1]:
        return tuple(sorted(chosen.items()))
    from auditor.rules.loading.loader import check_readings

    try:
        check_readings(chosen, rules)
    except UsageError as error:
        raise UsageError(f"--interpret: {error}") from None
    return tuple(sorted(chosen.items()))


def customs(files: Iterable[str], rules: str | None) -> tuple[str, ...]:
    """Files of customs given by their paths. With the customs of a house's rulebook they must be in order."""
    from auditor.auditing.customs import checked_files

    return checked_files(files, rules)


def clauses(values: Iterable[str], rules: str | None, option: str) -> tuple[str, ...]:
    """Clauses or checks given by name. Each must name at least one that a rulebook or the register knows."""
    from auditor.auditing.engine.registry import registered
    from auditor.report.view import covers
    from auditor.rules.loading.loader import rules_in_force
    from auditor.storage.plugins import CHECKS, plugins

    wanted = split(values)
    if not wanted:
        return ()
    own = _offered()[0] if rules is None else {clause.id for clause in rules_in_force(rules, LATEST).clauses}
    known = own | set(registered()) | {one.name for one in plugins(CHECKS)} | EVIDENCE
    for name in wanted:
        if not any(covers(name, one) for one in known):
            raise UsageError(f"{option}: no clause or check '{escaped(name, 60)}'{near(name, known)}")
    return wanted


@cache
def _offered() -> tuple[set[str], set[str]]:
    """The clauses of all rulebooks, and their readings as NAME=CHOICE. Stored, because loading all takes time."""
    import json

    from auditor.auditing.result_cache import stamp
    from auditor.rules.loading.loader import every_id, rules_in_force
    from auditor.storage.disk_cache import load_or_make

    def make() -> tuple[list[str], list[str]]:
        books = [rules_in_force(one, LATEST) for one in every_id()]
        readings = [f"{one.name}={choice.name}" for book in books for one in book.readings for choice in one.choices]
        return sorted({clause.id for book in books for clause in book.clauses}), sorted(set(readings))

    clauses, readings = load_or_make("offered", stamp(), make, json.dumps, json.loads)
    return set(clauses), set(readings)


def near(name: str, known: Iterable[str]) -> str:
    """A hint at what may have been meant: the items to which a text gives this one number, or a similar word."""
    from auditor.rules.schema.data import guess

    words = list(known)
    items = [one for one in words if one.startswith(f"{name}:")]
    return f"; did you mean {joined(items, 'or')}?" if items else guess(name, words)


def samples(given: Path | None) -> Path | None:
    """The folder of the clause book: as given, of the checkout or of the current folder; None if there is none."""
    from auditor.storage.bundled_files import folder

    if given is not None:
        if not given.is_dir():
            raise UsageError(f"--samples: no folder {escaped(str(given))}")
        return given.resolve()
    with suppress(FileNotFoundError):
        return folder("samples")
    here = Path("samples").resolve()
    return here if here.is_dir() else None
