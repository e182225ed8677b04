"""The geometry of charts: plain numbers that a template draws as SVG. No script, no colour that must be seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from auditor.report.totals import Total
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import MONTHS, calendar, escaped, plural

WIDTH = 960  # of a chart as wide as the page
HALF = 480  # of a chart that has another beside it
TALLEST = 96  # the highest bar
ABOVE, BELOW = 18, 20  # room for numbers above bars, for days below them
LABELS = 8  # days that are written under the bars
NUMBERED = 24  # bars that have room for a number each
WIDEST_BAR = 28
LEFT = 210  # where rows of bars begin
ROW = 20
LONGEST = 30  # characters of a row's text


@value_class
class Span:
    """A part of a bar: where it begins from above, and how high it is."""

    y: float
    height: float


@value_class
class Bar:
    """What is told of a night or a month. Of findings, advisories stand on top of the others."""

    name: str  # of the night or the month, for programs
    x: float
    width: float
    middle: float
    top: float
    faults: Span
    others: Span
    title: str
    number: str | None


@value_class
class Tick:
    """A day under the bars."""

    x: float
    text: str
    anchor: str  # the class by which the text is aligned


@value_class
class NightChart:
    """Bars side by side, in the order of time."""

    width: int
    height: int
    base: int
    bars: tuple[Bar, ...]
    ticks: tuple[Tick, ...]
    label: str


@value_class
class RowBar:
    """A row with its bar."""

    y: int
    text: str
    width: float
    number: str
    title: str


@value_class
class RowChart:
    """Bars one below the other, the longest first."""

    width: int
    height: int
    left: int
    rows: tuple[RowBar, ...]
    label: str


@value_class
class Measure:
    """What bars show of each night or month."""

    title: str
    filled: Callable[[Total], float]
    outlined: Callable[[Total], float]  # on top of that
    written: Callable[[float], str]  # both together, above the bar
    words: Callable[[Total], str]  # the same in words


def _findings(one: Total) -> str:
    return f"{one.findings} {plural(one.findings, 'finding')}, {one.advisory} of them advisory"


FINDINGS = Measure("Findings", lambda one: one.faults, lambda one: one.advisory, str, _findings)


def by_night(sums: Sequence[tuple[date, Total]], monthly: bool, of: Measure = FINDINGS) -> NightChart:
    """A bar for each night, or each month, of which there is something to tell."""
    most = max([of.filled(one) + of.outlined(one) for _, one in sums], default=0) or 1
    step = WIDTH / max(len(sums), 1)
    width = round(min(step * 0.8, WIDEST_BAR), 2)
    numbered = len(sums) <= NUMBERED
    bars = [_bar(n, day, one, of, most, step, width, monthly, numbered) for n, (day, one) in enumerate(sums)]
    base = ABOVE + TALLEST
    unit, number = "month" if monthly else "night", f"{len(sums)} {plural(len(sums), 'bar')}"
    label = f"{of.title} by {unit}, {number}, at most {of.written(most)}"
    return NightChart(WIDTH, base + BELOW, base, tuple(bars), tuple(_ticks(sums, step, monthly)), label)


def _bar(
    n: int,
    day: date,
    one: Total,
    of: Measure,
    most: float,
    step: float,
    width: float,
    monthly: bool,
    numbered: bool,
) -> Bar:
    base = ABOVE + TALLEST
    filled, outlined = of.filled(one), of.outlined(one)
    faults, others = round(TALLEST * filled / most, 2), round(TALLEST * outlined / most, 2)
    middle = round(step * (n + 0.5), 2)
    title = f"{_named(day, monthly)}: {of.words(one)}"
    return Bar(
        one.name,
        round(middle - width / 2, 2),
        width,
        middle,
        round(base - faults - others - 4, 2),
        Span(round(base - faults, 2), faults),
        Span(round(base - faults - others, 2), others),
        title,
        of.written(filled + outlined) if numbered and filled + outlined else None,
    )


def _ticks(sums: Sequence[tuple[date, Total]], step: float, monthly: bool) -> list[Tick]:
    """Some of the days, evenly spread; the first and the last stay within the drawing."""
    every = max(-(-len(sums) // LABELS), 1)
    found = []
    for n in range(0, len(sums), every):
        first, last = n == 0 and len(sums) > LABELS, n == len(sums) - 1 and len(sums) > LABELS
        x = 0 if first else WIDTH if last else round(step * (n + 0.5), 2)
        found.append(Tick(x, _named(sums[n][0], monthly, True), "lab" if last else "" if first else "mid"))
    return found


def _named(day: date, monthly: bool, short: bool = False) -> str:
    if monthly:
        return f"{MONTHS[day.month - 1][: 3 if short else None]} {day.year}"
    return f"{day.day} {MONTHS[day.month - 1][:3]}" if short else calendar(day)


def by_row(rows: Sequence[tuple[str, int, str]], label: str) -> RowChart:
    """Rows with their names, how long each bar is to be, and the number beside it."""
    most = max((length for _, length, _ in rows), default=1) or 1
    room = HALF - LEFT - 9 * max((len(number) for _, _, number in rows), default=0) - 8
    bars = [
        RowBar(ROW * n, escaped(text, LONGEST), round(room * length / most, 2), number, f"{text}: {number}")
        for n, (text, length, number) in enumerate(rows)
    ]
    return RowChart(HALF, max(ROW * len(rows), ROW), LEFT, tuple(bars), label)
