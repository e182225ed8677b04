"""A result as plain values and back, for what leaves this process: to another one, or to the disk.

A rulebook goes by its name, version and hash, and is loaded again where it arrives.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import lru_cache
from typing import Any

from auditor.auditing.options import Options
from auditor.auditing.player_hands import PlayerHands
from auditor.auditing.result import Input, Result, TableNight
from auditor.rules.loading.loader import rules_in_force, turning_days
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.findings import Verdict
from auditor.vocabulary.records import fields

Counts = dict[str, Any]  # which a reader knows the types of by their keys
INPUT = [one.name for one in fields(Input) if one.name not in ("remarks", "doubts")]


class OtherRulebook(UsageError):
    """A rulebook is not the one that a result was made with."""


def counts_of(result: Result) -> Counts:
    """What a result counts, and of which logs, as lists and mappings that JSON can have. Findings are not in it."""
    return {
        "inputs": [
            [[getattr(entry, name) for name in INPUT], dict(entry.remarks), dict(entry.doubts)]
            for entry in result.inputs
        ],
        "verdicts": [
            [*key, {verdict.name: times for verdict, times in counts.items()}]
            for key, counts in result.verdicts.items()
        ],
        "nights": [
            [rules, clause, _ordinal(night), {verdict.name: times for verdict, times in counts.items()}]
            for (rules, clause, night), counts in result.verdicts_by_night.items()
        ],
        "missing": [[*key, times] for key, times in result.missing.items()],
        "hands": dict(result.hands),
        "occasions": dict(result.occasions),
        "dealers": dict(result.dealers),
        "players": None if result.players.counts is None else dict(result.players.counts),
        "tables": [
            [one.path, one.venue, one.table, _ordinal(one.night), times] for one, times in result.tables.items()
        ],
        "left_out": dict(result.left_out),
        "passed": result.passed,
        "interrupted": result.interrupted,
        "rulebooks": [[id, version, book.room, book.sha256] for (id, version), book in result.rulebooks.items()],
    }


def result_of(counts: Counts, options: Options) -> Result:
    """The result that counts these, without findings. Raises `OtherRulebook`."""
    return Result(
        [
            Input(**dict(zip(INPUT, values, strict=True)), remarks=Counter(remarks), doubts=Counter(doubts))
            for values, remarks, doubts in counts["inputs"]
        ],
        verdict_totals={
            (rules, clause): Counter({Verdict[name]: times for name, times in found.items()})
            for rules, clause, found in counts["verdicts"]
        },
        night_totals={
            (rules, clause, _night(night)): Counter({Verdict[name]: times for name, times in found.items()})
            for rules, clause, night, found in counts["nights"]
        },
        missing_totals=Counter({(rules, clause, what): times for rules, clause, what, times in counts["missing"]}),
        hands=Counter(counts["hands"]),
        occasions=Counter(counts["occasions"]),
        rulebooks={
            (id, version): _book(id, version, room, sha256, options.rules, options.readings)
            for id, version, room, sha256 in counts["rulebooks"]
        },
        tables=Counter(
            {
                TableNight(path, venue, table, _night(night)): times
                for path, venue, table, night, times in counts["tables"]
            }
        ),
        left_out=Counter(counts["left_out"]),
        passed=list(counts["passed"]),
        interrupted=counts["interrupted"],
        dealers=Counter(counts["dealers"]),
        players=PlayerHands(None if counts["players"] is None else Counter(counts["players"])),
    )


def _ordinal(night: date | None) -> int | None:
    return None if night is None else night.toordinal()


def _night(ordinal: int | None) -> date | None:
    return None if ordinal is None else date.fromordinal(ordinal)


@lru_cache(maxsize=64)
def _book(
    id: str, version: str, room: bool, sha256: str, rules: str | None, readings: tuple[tuple[str, str], ...]
) -> Rulebook:
    """The version of a rulebook by its label, under those of the readings asked for that it has."""
    name = rules or id
    for day in (*turning_days(name), date.min, date.max):
        known = {reading.name for reading in rules_in_force(name, day).readings}
        book = rules_in_force(name, day, {one: choice for one, choice in readings if one in known}, room)
        if book.version == version and book.sha256 == sha256:
            return book
    raise OtherRulebook(f"the rulebook {id} ({version}) is not the same here and where a log was judged by it")
