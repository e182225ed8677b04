"""The ruling sheet of a hand: one printed page to be signed, with what was due to whom, by which clause and reading.

Everything on it has a most, so that it stays one page: the acts are cut to those that count, and what is left out is
counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from auditor.auditing.chosen_hand import ChosenHand
from auditor.report import markup
from auditor.report.drawing.table_drawing import drawing_of
from auditor.report.formats.html import Item
from auditor.report.html_summary import clause_of
from auditor.report.pages.one_hand import HandSeen, hand_seen, items_of, steps_of
from auditor.report.pages.replay import ReplayedHand, Step, closed_by_rule, doubts_of
from auditor.report.pages.settle import SettledHand, lacking, rows_of, settlement_of_chosen
from auditor.report.view import View
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
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import calendar, escaped, joined

ROOM = 34  # lines of the sheet beside what is always there
DRAWN, LEFT_FOR_ACTS = 15, 8  # lines that the drawn table takes, and that must be left: it goes first
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
IDLE = Fold, Check, Pass  # what tells least of a hand
CARDS = Deal, Communal, Run, Discards, Show  # what brings or shows cards


@value_class
class ActLine:
    """A line of the log on the sheet."""

    number: int
    text: str
    fault: bool
    gap: bool
    idle: bool  # it is a check or a fold


@value_class
class CitedRule:
    """A clause that a finding rests on."""

    named: str
    gist: str
    citation: str


def sheet_of(chosen: ChosenHand, view: View) -> Iterator[str]:
    """The sheet of a hand that was looked up, with the audit of its log."""
    return ruling_sheet(hand_seen(chosen, view), steps_of(chosen), chosen.findings, settlement_of_chosen(chosen))


def ruling_sheet(
    seen: HandSeen, replayed: ReplayedHand, findings: Sequence[Finding], found: SettledHand
) -> Iterator[str]:
    """The sheet as a page of HTML that prints on one sheet of A4."""
    ranked = sorted(findings, key=lambda one: (-one.severity, one.location.line))
    columns = found.others[:COLUMNS]
    rows = list(rows_of(found, [one.found for one in columns]))
    turn = _turn(replayed.steps, ranked)
    items, rules, unknown = _items(seen, ranked), _rules(seen, ranked), list(_unknown(seen, found, ranked))[:UNKNOWN]
    texts = [f"{one.who} {one.what} {one.money}" for one in items] + [rule.gist for rule in rules]
    texts += [rule.citation for rule in rules] + unknown + [escaped(one.reading.means, LONGEST_TEXT) for one in columns]
    left = ROOM - sum(_height(text, WIDE) for text in texts) - len(rows[:SUMS])
    table = _table(replayed.steps, turn)
    drawn = drawing_of(table.table, f"The table after line {table.number}") if table and table.table else None
    acts = list(_acts(replayed.steps, ranked, left))
    beside_drawing = list(_acts(replayed.steps, ranked, left - DRAWN))
    if left < DRAWN + max(LEFT_FOR_ACTS, _height_beside(turn, found)) or not _same_but_idle(acts, beside_drawing):
        drawn = None
    yield from markup.page(
        "sheet.html",
        drawn=drawn,
        place=_place(seen),
        items=items,
        more_findings=max(len(ranked) - FINDINGS, 0),
        acts=beside_drawing if drawn else acts,
        turn=turn,
        who="" if turn is None or turn.player is None else escaped(turn.player.name, 40),
        options=() if turn is None else turn.options[:OPTIONS],
        closed=() if turn is None else closed_by_rule(turn)[:OPTIONS],
        hands=found.hands[:HANDS],
        rules=rules,
        found=found,
        columns=[one.reading for one in columns],
        rows=rows[:SUMS],
        more_rows=max(len(rows) - SUMS, 0),
        readings=_readings(found),
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


def _height_beside(turn: Step | None, found: SettledHand) -> int:
    """How many lines the column beside the acts takes: what was open, and the hands that were compared."""
    rows = [] if turn is None else [(one.words, one.clauses) for one in turn.options[:OPTIONS]]
    rows += [] if turn is None else closed_by_rule(turn)[:OPTIONS]
    opened = sum([max(_height(name, NARROW // 4), _height(text, NARROW * 2 // 3)) for name, text in rows])
    hands = sum([_height(f"{name}: {words}", NARROW) for name, words in found.hands[:HANDS]])
    return opened + hands + 2 * bool(rows) + 2 * bool(hands)


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
        yield ActLine(
            step.number, escaped(step.text, LONGEST), step.number in faults, gap, isinstance(step.event, IDLE)
        )


def _same_but_idle(acts: Sequence[ActLine], fewer: Sequence[ActLine]) -> bool:
    """Do fewer lines lack nothing but checks and folds? Cards and wagers tell more than a drawing."""
    return {one.number for one in acts if not one.idle} <= {one.number for one in fewer}


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
    idle = [step.number for step in upto if isinstance(step.event, IDLE)]
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


def _table(steps: Sequence[Step], turn: Step | None) -> Step | None:
    """The step whose table is drawn: that of the gravest fault, or else the last one of the hand."""
    return turn or (steps[-1] if steps else None)


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


def _readings(found: SettledHand) -> str:
    """How many readings were tried, what they come to, and which of them have no column."""
    left = [other.reading.name for other in found.others[COLUMNS:]]
    if not left:
        return found.tried
    return (
        f"{found.tried} Without a column: {escaped(joined(left[:3]), LONGEST)}{' and more' if len(left) > 3 else ''}."
    )


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
