"""The ruling sheet of a hand: one printed page to be signed, with what was due to whom, by which clause and reading.

Everything on it has a most, so that it stays one page: the acts are cut to those that count, and what is left out is
counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from auditor.auditing.engine.readings import OtherReadings
from auditor.report import markup
from auditor.report.formats.html import Item
from auditor.report.html_summary import clause_of
from auditor.report.pages.one_hand import HandSeen, items_of
from auditor.report.pages.replay import ReplayedHand, Step, doubts_of
from auditor.report.pages.settle import SettledHand, SumRow, lacking, settlement_of
from auditor.rules.schema.rulebook import Choice, Reading
from auditor.vocabulary.events import (
    Check,
    Communal,
    Deal,
    Discards,
    Fold,
    Pass,
    Post,
    PotTaken,
    Run,
    Show,
    Wager,
    Win,
)
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import calendar, escaped, joined, plural

ROOM = 34  # lines of the sheet beside what is always there
FINDINGS = 3  # that are told one by one
ACTS = 18  # lines of the log, if there is room
FEWEST_ACTS = 4
SUMS = 12  # rows of the settlement
NARROW, WIDE = 42, 95  # characters that a line of the sheet takes beside another column, and alone
COLUMNS = 2  # other readings that have a column
OPTIONS = 6
HANDS = 4
LONGEST = 120  # characters of a line of the log, or of what is not known
LONGEST_TEXT = 280  # characters of a finding, and of the gist of a clause
UNKNOWN = 4  # things not known
CARDS = Deal, Communal, Run, Discards, Show  # what brings or shows cards


@value_class
class ActLine:
    """A line of the log on the sheet."""

    number: int
    text: str
    fault: bool
    gap: bool


@value_class
class Column:
    """Another reading of the text under which another sum is due."""

    name: str
    means: str


@value_class
class SheetRow:
    """A sum of the settlement: as it is read, in the log, and under each other reading that has a column."""

    what: str
    due: str
    logged: str
    others: tuple[tuple[str, bool], ...]  # each with whether it is another sum
    total: bool


@value_class
class CitedRule:
    """A clause that a finding rests on."""

    named: str
    gist: str
    citation: str


def ruling_sheet(
    seen: HandSeen, replayed: ReplayedHand, findings: Sequence[Finding], readings: OtherReadings | None
) -> Iterator[str]:
    """The sheet as a page of HTML that prints on one sheet of A4."""
    ranked = sorted(findings, key=lambda one: (-one.severity, one.location.line))
    found = settlement_of(seen.hand, seen.bound, findings)
    others = list(_other_settlements(seen, found, readings))
    columns = others[:COLUMNS]
    rows = list(_rows(found, [one for _, one in columns]))
    turn = _turn(replayed.steps, ranked)
    items, rules, unknown = _items(seen, ranked), _rules(seen, ranked), list(_unknown(seen, found, ranked))[:UNKNOWN]
    texts = [f"{one.who} {one.what} {one.money}" for one in items] + [rule.gist for rule in rules]
    texts += [rule.citation for rule in rules] + unknown + [column.means for column, _ in columns]
    left = ROOM - sum(_height(text, WIDE) for text in texts) - len(rows[:SUMS])
    yield from markup.page(
        "sheet.html",
        place=_place(seen),
        items=items,
        more_findings=max(len(ranked) - FINDINGS, 0),
        acts=list(_acts(replayed.steps, ranked, left)),
        turn=turn,
        who="" if turn is None or turn.player is None else escaped(turn.player.name, 40),
        options=() if turn is None else turn.options[:OPTIONS],
        hands=found.hands[:HANDS],
        rules=rules,
        found=found,
        columns=[column for column, _ in columns],
        rows=rows[:SUMS],
        more_rows=max(len(rows) - SUMS, 0),
        readings=_readings(seen, others, readings),
        unknown=unknown,
        refs=[one.fingerprint for one in ranked[:FINDINGS]],
        path=escaped(seen.path, 120),
        hash=seen.sha256 or "not known",
        book=seen.bound.rules,
    )


def _place(seen: HandSeen) -> str:
    """`Manila 3 · hand 7 · 11 June 1994, 21:20`."""
    hand = seen.hand
    when = [calendar(hand.night)] if hand.night is not None else []
    when += [escaped(hand.header.time, 12)] if hand.header.time else []
    table = escaped(hand.setup.table, 40) or "table without a name"
    return " · ".join(filter(None, [table, f"hand {escaped(hand.number, 30)}", ", ".join(when)]))


def _items(seen: HandSeen, ranked: Sequence[Finding]) -> list[Item]:
    found = items_of(seen, tuple(ranked[:FINDINGS]))
    return [replace(one, what=escaped(one.what, LONGEST_TEXT)) for one in found]


def _height(text: str, width: int) -> int:
    """How many lines a text takes, as far as that can be told without a printer."""
    return max(-(-len(text) // width), 1)


# ---- what happened ----


def _acts(steps: Sequence[Step], findings: Sequence[Finding], room: int) -> Iterator[ActLine]:
    """The lines that count, as many as there is room for, in the order of the log."""
    tall = {step.number: _height(escaped(step.text, LONGEST), NARROW) for step in steps}
    faults = {finding.location.line for finding in findings}
    chosen: set[int] = set()
    for number in dict.fromkeys(_telling(steps, findings[:FINDINGS])):
        lines = _with_gaps(steps, chosen | {number})
        fits = sum(tall[step.number] + gap for step, gap in lines) <= room and len(chosen) < ACTS
        if len(chosen) < FEWEST_ACTS or fits:
            chosen.add(number)
    for step, gap in _with_gaps(steps, chosen):
        yield ActLine(step.number, escaped(step.text, LONGEST), step.number in faults, gap)


def _telling(steps: Sequence[Step], findings: Sequence[Finding]) -> list[int]:
    """The numbers of the lines up to the last fault and around it, the most telling first.

    Cards tell most of a hand that was compared with others, and wagers of an act; checks and folds tell least.
    """
    faults = {finding.location.line for finding in findings}
    near = {number for finding in findings for number, _ in finding.excerpt}
    last = max(faults | near, default=steps[-1].number if steps else 0)
    upto = [step for step in reversed(steps) if step.number <= last]
    cards = [step.number for step in upto if isinstance(step.event, CARDS)]
    acts = [step.number for step in upto if isinstance(step.event, (Wager, Post))]
    idle = [step.number for step in upto if isinstance(step.event, (Fold, Check, Pass))]
    ends = [step.number for step in upto if isinstance(step.event, (PotTaken, Win))]
    about_acts = any(step.number in faults and step.player is not None for step in upto)
    known = {step.number for step in upto}
    around = sorted(near & known - set(idle))
    first = [*around, *acts, *cards] if about_acts else [*cards, *ends, *acts, *around]
    return [number for number in (*sorted(faults), *first, *idle) if number in known]


def _with_gaps(steps: Sequence[Step], chosen: set[int]) -> list[tuple[Step, bool]]:
    """The chosen steps, each with whether others are left out between it and the one before it."""
    places = [place for place, step in enumerate(steps) if step.number in chosen]
    return [(steps[at], place > 0 and at > places[place - 1] + 1) for place, at in enumerate(places)]


def _turn(steps: Sequence[Step], findings: Sequence[Finding]) -> Step | None:
    """The step of the gravest fault that is an act, with what was open to that player."""
    for finding in findings:
        for step in steps:
            if step.number == finding.location.line and step.player is not None:
                return step
    return None


def _rules(seen: HandSeen, findings: Sequence[Finding]) -> list[CitedRule]:
    """The clauses of the findings that are told, in our words, each once."""
    found: dict[str, CitedRule] = {}
    for one in findings[:FINDINGS]:
        known = clause_of(seen.view, one.rules, one.clause)
        found.setdefault(
            one.citation, CitedRule(one.named, escaped(known.gist if known else "", LONGEST_TEXT), one.citation)
        )
    return list(found.values())


# ---- the settlement, by each reading ----


def _other_settlements(
    seen: HandSeen, found: SettledHand, readings: OtherReadings | None
) -> Iterator[tuple[Column, SettledHand]]:
    """The settlement under each other choice of a reading that changes a sum."""
    due = _dues(found)
    for reading, choice in _choices(seen) if readings is not None else ():
        assert readings is not None
        other = settlement_of(seen.hand, readings.under(reading.name, choice.name), ())
        if _dues(other) != due:
            yield Column(f"{reading.name} = {choice.name}", choice.means), other


def _choices(seen: HandSeen) -> Iterator[tuple[Reading, Choice]]:
    rules = seen.bound.rules
    for reading in rules.readings:
        for choice in reading.choices:
            if choice.name != rules.chosen[reading.name]:
                yield reading, choice


def _dues(found: SettledHand) -> dict[tuple[str, str], int | None]:
    """What is due, by what it is; chips kept in the pot are told by a finding, which another reading need not have."""
    return {(row.kind, row.what): row.due for row in found.rows if row.kind != "kept"}


def _rows(found: SettledHand, others: Sequence[SettledHand]) -> Iterator[SheetRow]:
    """The rows of all settlements: those as it is read first, then those that only another reading has."""
    rows = {(row.kind, row.what): row for row in found.rows}
    by_reading = [{(row.kind, row.what): row for row in other.rows} for other in others]
    for key in dict.fromkeys([*rows, *[one for table in by_reading for one in table]]):
        row = rows.get(key)
        due = row.shown[0] if row is not None else "–"
        cells = tuple([_cell(due, table.get(key)) for table in by_reading])
        yield SheetRow(key[1].strip(), due, row.shown[1] if row is not None else "", cells, key[0] == "payment")


def _cell(due: str, other: SumRow | None) -> tuple[str, bool]:
    shown = other.shown[0] if other is not None else "–"
    return shown, shown != due


def _readings(seen: HandSeen, others: Sequence[tuple[Column, SettledHand]], readings: OtherReadings | None) -> str:
    """How many readings were tried, and what they come to."""
    if readings is None or not seen.bound.rules.readings:
        return "The rulebook has no other reading."
    tried, changing = len(list(_choices(seen))), len(others)
    told = f"{tried} other {plural(tried, 'choice')} of {len(seen.bound.rules.readings)} readings were tried"
    if not changing:
        return f"{told}; none changes a sum."
    left = [column.name for column, _ in others[COLUMNS:]]
    more = f" ({joined(left[:3])}{' and more' if len(left) > 3 else ''} without a column)" if left else ""
    return f"{told}; {changing} {'changes' if changing == 1 else 'change'} a sum{more}."


# ---- what nobody knows ----


def _unknown(seen: HandSeen, found: SettledHand, findings: Iterable[Finding]) -> Iterator[str]:
    """What the record does not tell and the ruling may turn on."""
    if found.lacks:
        yield lacking(found)
    yield from (escaped(text, LONGEST_TEXT) for text in doubts_of(seen.hand))
    for one in findings:
        if one.doubt:
            yield f"In doubt: {escaped(one.doubt, LONGEST)}."
        if one.reading is not None:
            yield f"{one.named} rests on a reading: {escaped(one.reading.words, LONGEST)}."
    if seen.hand.setup.dealer is None:
        yield "Who dealt."
