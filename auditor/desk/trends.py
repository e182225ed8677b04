"""Findings, hands, money and rates over time, each as a chart by night or by month. No two currencies share one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from auditor.desk.links import address
from auditor.desk.open_logs import AuditShown
from auditor.report.charts import FINDINGS, Measure, NightChart, by_night
from auditor.report.html_summary import MOST_NIGHTS
from auditor.report.totals import LEAST, NO_DATE, Total
from auditor.vocabulary.money import apart, money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import plural

NIGHT, MONTH = "night", "month"
MOST_BARS = 400
WHAT = "findings"  # a chart is of, if nobody asks for another


@value_class
class TrendChoice:
    """Another chart that one can ask for, or the one that is shown."""

    words: str
    link: str
    shown: bool


@value_class
class Trend:
    """A chart over time, and the others that there are."""

    title: str
    chart: NightChart
    outlined: bool  # advisories stand on top
    choices: tuple[TrendChoice, ...]


def trend_of(found: AuditShown, what: str, by: str) -> Trend | None:
    """The chart that is asked for, or else that of findings; None if there is only one night."""
    units = {NIGHT: _dated(found.totals.nights), MONTH: _dated(found.totals.months)}
    usual = NIGHT if len(units[NIGHT]) <= MOST_NIGHTS else MONTH
    units = {name: sums for name, sums in units.items() if 1 < len(sums) <= MOST_BARS or name == usual}
    unit = by if by in units else usual
    if len(units[NIGHT] if NIGHT in units else units[unit]) < 2:
        return None
    measures = dict(_measures([one for _, one in units[unit]]))
    what = what if what in measures else WHAT
    choices = [
        *[TrendChoice(one.title, _link(name, unit), name == what) for name, one in measures.items()],
        *[TrendChoice(f"by {name}", _link(what, name), name == unit) for name in units if len(units) > 1],
    ]
    measure = measures[what]
    chart = by_night(units[unit], unit == MONTH, measure)
    return Trend(f"{measure.title} by {unit}", chart, measure is FINDINGS, tuple(choices))


def _dated(totals: Sequence[Total]) -> list[tuple[date, Total]]:
    """The totals of nights or months with their days; without what has no date."""
    return [(date.fromisoformat(f"{one.name}-01"[:10]), one) for one in totals if one.name != NO_DATE]


def _link(what: str, by: str) -> str:
    return address("/", chart=what, by=by) + "#trend"


def _measures(totals: Sequence[Total]) -> Iterator[tuple[str, Measure]]:
    """What there is to show of these nights or months, by its name in an address."""
    yield WHAT, FINDINGS
    yield "hands", Measure("Hands", lambda one: one.hands or 0, _nothing, _whole, _hands)
    if any(one.rate is not None for one in totals):
        yield "rate", Measure("Faults in 100 hands", lambda one: one.rate or 0, _nothing, "{:.2f}".format, _rate)
    signs = apart({code for one in totals for code in one.money or ()})
    for code in sorted(signs):
        yield f"money {code}", _money(code, signs[code])


def _money(code: str, sign: str) -> Measure:
    def amount(one: Total) -> int:
        return (one.money or {}).get(code, 0)

    def written(cents: float) -> str:
        return money_text(int(cents), sign)

    return Measure(f"Money in {code}", amount, _nothing, written, lambda one: written(amount(one)))


def _nothing(_one: Total) -> float:
    return 0


def _whole(number: float) -> str:
    return f"{number:,}"


def _hands(one: Total) -> str:
    return f"{one.hands or 0:,} {plural(one.hands or 0, 'hand')}"


def _rate(one: Total) -> str:
    return f"{one.rate:.2f} in 100 hands" if one.rate is not None else f"no rate: fewer than {LEAST} hands"
