"""The ruling sheet of a hand: one printed page to be signed, with what was due to whom, by which clause and reading.

Everything on it has a most, and room is given out in the order of what a ruling turns on: what was found, by which
rule, who is due what, what was open, the hands that won, the acts that count. What is left out is counted.
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
from auditor.report.pages.settle import ComparedSum, SettledHand, lacking, rows_of, settlement_of_chosen
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

ROOM = 44.4  # lines of the sheet beside what is always there
DRAWN, LEFT_FOR_ACTS = 14, 8  # lines that the drawn table takes, and that must be left: it goes first
GAP, ROW, LAW, HEADING = (
    0.35,
    1.25,
    1.25,
    2.3,
)  # lines: below a paragraph, a row of a table, a line of the law, a heading
FINDINGS = 3  # that are told one by one
ACTS = 18  # lines of the log, if there is room
FEWEST_ACTS = 2
SUMS, FEWEST_SUMS = 12, 5  # rows of the settlement
BESIDE = 11  # lines for acts and hands that sums leave
NARROW, WIDE = 44, 105  # characters that a line of the sheet takes beside another column, and alone
FINE, SMALL = 125, 0.75  # characters of a line in small print, and its height
COLUMNS = 2  # other readings that have a column
OPTIONS = 12  # acts that were open or closed
HANDS = 6
LONGEST = 120  # characters of a line of the log, or of what is not known
LONGEST_TEXT = 280  # characters of a finding, and of the gist of a clause
UNKNOWN = 4  # things not known
IDLE = Fold, Check, Pass  # what tells least of a hand
CARDS = Deal, Communal, Run, Discards, Show  # what brings or shows cards
TELLING = ("payment", "kept", "commission", "uncalled", "back", "pot", "half", "share")  # sums: what tells most first


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
    ranked = sorted(findings, key=_least_grave)
    columns = found.others[:COLUMNS]
    told = _told(seen, ranked, found)
    rows = list(rows_of(found, [one.found for one in columns]))
    shown_rows = _telling_rows(rows, told.left)
    left = told.left - ROW * len(shown_rows) - (1 + GAP) * (len(rows) > len(shown_rows))
    turn = _turn(replayed.steps, ranked)
    beside = _beside(turn, found, max(left, BESIDE))
    table = _table(replayed.steps, turn)
    drawn = drawing_of(table.table, f"The table after line {table.number}") if table and table.table else None
    acts = list(_acts(replayed.steps, ranked, max(left, BESIDE)))
    beside_drawing = list(_acts(replayed.steps, ranked, left - DRAWN))
    if left < DRAWN + max(LEFT_FOR_ACTS, beside.height) or not _same_but_idle(acts, beside_drawing):
        drawn = None
    yield from markup.page(
        "sheet.html",
        drawn=drawn,
        place=_place(seen),
        items=told.items,
        more_findings=len(ranked) - len(told.items),
        acts=beside_drawing if drawn else acts,
        turn=turn,
        who="" if turn is None or turn.player is None else escaped(turn.player.name, 40),
        beside=beside,
        rules=told.rules,
        found=found,
        columns=[one.reading for one in columns],
        rows=shown_rows,
        more_rows=len(rows) - len(shown_rows),
        readings=_readings(found),
        unknown=told.unknown,
        refs=[one.fingerprint for one in ranked[: len(told.items)]],
        path=escaped(seen.path, 120),
        hash=seen.sha256 or "not known",
        book=seen.bound.rules,
    )


def _least_grave(one: Finding) -> tuple[int, int, int]:
    """A key that puts the gravest first, and of those what is about the most money."""
    return -one.severity, -abs(one.money.amount) if one.money is not None else 0, one.location.line


def _place(seen: HandSeen) -> str:
    """`Manila 3 · hand 7 · 11 June 1994, 21:20`."""
    hand = seen.hand
    when = [calendar(hand.night)] if hand.night is not None else []
    when += [escaped(hand.header.time, 12)] if hand.header.time else []
    table = escaped(hand.setup.table, 40) or "table without a name"
    return " · ".join(filter(None, [table, f"hand {escaped(hand.number, 30)}", ", ".join(when)]))


def _lines(text: str, width: int) -> int:
    """How many lines a text takes, as far as that can be told without a printer."""
    return max(-(-len(text) // width), 1)


def _height(text: str, width: int, line: float = 1) -> float:
    """How high a paragraph is, in lines, with the room below it."""
    return _lines(text, width) * line + GAP


# ---- what is told in words ----


@value_class
class ToldInWords:
    """The findings that there is room for, with their rules and what is not known, and the lines that are left."""

    items: list[Item]
    rules: list[CitedRule]
    unknown: list[str]
    left: float


def _told(seen: HandSeen, ranked: Sequence[Finding], found: SettledHand) -> ToldInWords:
    """As many findings as leave room for the sums and the acts, the gravest first, and one in any case."""
    unknown = list(dict.fromkeys(_unknown(seen, found, ranked)))[:UNKNOWN]
    columns = [f"{one.reading.name}: {one.reading.means}" for one in found.others[:COLUMNS]]
    left = ROOM - _height(" ".join(unknown), WIDE) - _height(f"{found.ending} {found.by}", WIDE)
    left -= sum([_height(text, FINE, SMALL) for text in (*columns, _readings(found), _sources(seen, ranked))])
    most = min(len(ranked), FINDINGS)
    for number in range(most, -1, -1):
        told = ranked[:number]
        items, rules = _items(seen, told), _rules(seen, told)
        rest = left - sum(map(_height_of_item, items)) - sum(map(_height_of_rule, rules)) - HEADING * bool(rules)
        rest -= (1 + GAP) * (len(ranked) > number or not ranked)
        if rest >= BESIDE + FEWEST_SUMS * ROW or number <= min(most, 1):
            break
    return ToldInWords(items, rules, unknown, rest)


def _sources(seen: HandSeen, ranked: Sequence[Finding]) -> str:
    """The last lines of the sheet, as long as they are."""
    refs = "".join([f" · ref {one.fingerprint}" for one in ranked[:FINDINGS]])
    return f"auditor {refs} · {escaped(seen.path, 120)}, SHA-256 {seen.sha256} · {seen.bound.rules.id} {'0' * 100}"


def _items(seen: HandSeen, findings: Sequence[Finding]) -> list[Item]:
    return [replace(one, what=escaped(one.what, LONGEST_TEXT)) for one in items_of(seen, tuple(findings))]


def _height_of_item(one: Item) -> float:
    return _height(f"{one.word}   {one.who}: {one.what}. {one.money}.", WIDE)


def _height_of_rule(one: CitedRule) -> float:
    gist = _height(f"{one.gist} ({one.named}, in our words)", WIDE, LAW) if one.gist else 0
    return gist + _height(one.citation, WIDE)


def _telling_rows(rows: Sequence[ComparedSum], left: float) -> list[ComparedSum]:
    """The sums that there is room for, in their order. Who is due what tells most, and how a pot came to it least."""
    most = min(max(int((left - BESIDE) / ROW), FEWEST_SUMS), SUMS)
    if len(rows) <= most:
        return list(rows)
    ranked = sorted(rows, key=lambda one: TELLING.index(one.kind))[:most]
    return [one for one in rows if one in ranked]


# ---- what was open, and the hands that were compared ----


@value_class
class BesideActs:
    """The column beside the acts, and how many lines it takes."""

    options: list[tuple[str, str, bool]]  # an act and its clauses, or why it was closed, and whether it was open
    more_options: int
    hands: list[tuple[str, str]]
    more_hands: int
    height: float


def _beside(turn: Step | None, found: SettledHand, room: float) -> BesideActs:
    """As much as there is room for; of the hands those first whose players are due something, or were paid."""
    known = [] if turn is None else [(one.words, one.clauses, True) for one in turn.options]
    known += [] if turn is None else [(acts, why, False) for acts, why in closed_by_rule(turn)]
    compared = sorted(found.hands, key=lambda one: one[0] not in found.paid)
    height = 0 if turn is None else HEADING + _height(turn.situation, NARROW)
    options = known[: _fitting([_height_of_option(*one[:2]) for one in known[:OPTIONS]], room - height)]
    height += sum([_height_of_option(*one[:2]) for one in options]) + (1 + GAP) * (len(options) < len(known))
    tall = [_height(f"{name}: {words}", NARROW) for name, words in compared[:HANDS]]
    height += (HEADING if turn is not None and compared else 0) + (1 + GAP) * (len(compared) > len(tall))
    hands = compared[: max(_fitting(tall, room - height), bool(compared))]
    height += sum(tall[: len(hands)]) + (1 + GAP) * (len(hands) < len(tall) == len(compared))
    return BesideActs(options, len(known) - len(options), hands, len(compared) - len(hands), height)


def _height_of_option(act: str, text: str) -> float:
    return max(_lines(act, NARROW // 4), _lines(text, NARROW * 2 // 3)) + GAP


def _fitting(heights: Sequence[float], room: float) -> int:
    """How many of these, from the first on, fit into the room."""
    number = 0
    while number < len(heights) and sum(heights[: number + 1]) <= room:
        number += 1
    return number


# ---- what happened ----


def _acts(steps: Sequence[Step], findings: Sequence[Finding], room: float) -> Iterator[ActLine]:
    """The lines that count, as many as there is room for, in the order of the log."""
    tall = {step.number: _lines(escaped(step.text, LONGEST), NARROW) for step in steps}
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
    """The clauses of these findings, in our words, each once."""
    found: dict[str, CitedRule] = {}
    for one in findings:
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
