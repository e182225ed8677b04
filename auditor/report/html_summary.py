"""The first two pages of the HTML report: what was audited and when, the totals and charts, and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from auditor.report.charts import NightChart, RowChart, by_night, by_row
from auditor.report.chosen import MONEY
from auditor.report.formats.text import party
from auditor.report.totals import NO_DATE, Total, Totals, tables_in
from auditor.report.view import View
from auditor.rules.schema.rulebook import Clause, Rulebook
from auditor.vocabulary.findings import cited
from auditor.vocabulary.money import CHIPS, apart, money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import MONTHS, calendar, escaped, joined, plural

NAMED = 3  # tables, or rulebooks, that are told by name
ROWS = 10  # rows of a table of totals, unless all are asked for
CLAUSES = 14  # the same of clauses
BARS = 8  # rows of a chart
MOST_NIGHTS = 70  # bars of a chart by night; beyond that it is by month
PAYMENTS = 4  # that are told by name
FAULTS, ADVISORIES, DEFECTS, HANDS, NOT_READ = "faults", "advisories", "defects", "hands", "not read"
MONEY_IN = "money in"


@value_class
class TotalRow:
    """A row of a table of totals."""

    name: str
    link: str  # where on the page its findings are; empty if they are in many places
    total: Total


@value_class
class TotalTable:
    """A table of totals. The last row may be the sum of all that have none of their own."""

    head: str
    rows: tuple[TotalRow, ...]
    with_hands: bool


@value_class
class Lead:
    """A number that heads the page."""

    name: str
    number: str
    remark: str
    of: str  # what it is a number of, for whoever links to that: money is followed by its code


@value_class
class Summary:
    """What the first two pages tell."""

    title: str
    subtitle: str
    leads: tuple[Lead, ...]
    nights: NightChart | None
    monthly: bool
    charts: tuple[tuple[str, RowChart], ...]
    clauses: TotalTable
    tables: tuple[TotalTable, ...]
    todo: tuple[str, ...]


def summary(view: View, added: Totals, places: Mapping[tuple[str, str], str]) -> Summary:
    """Work out the first two pages. `places` are the ids of clauses on the page, by rulebook and clause."""
    nights = [one for one in added.nights if one.name != NO_DATE]
    monthly = len(nights) > MOST_NIGHTS
    told = [(date.fromisoformat(one.name), one) for one in nights]
    if monthly:
        told = [(date.fromisoformat(f"{one.name}-01"), one) for one in added.months if one.name != NO_DATE]
    return Summary(
        title_of(view),
        subtitle_of(view),
        tuple(leads(view, added)),
        by_night(told, monthly) if len(told) > 1 and added.clauses else None,
        monthly,
        tuple(_charts(view, added)),
        _by_clause(view, added, places),
        tuple(_tables(added, view.statistics)),
        tuple(todo(view)),
    )


# ---- what was audited, and when ----


def title_of(view: View) -> str:
    """The tables and the nights: `Manila 3, 11 June 1994`. No clock is asked: the same logs give the same title."""
    names = list(dict.fromkeys(one.table for one in view.result.tables))
    nights = sorted({one.night for one in view.result.tables if one.night is not None})
    what = joined([escaped(name, 40) or "table without a name" for name in names[: NAMED + 1]])
    if len(names) > NAMED or not names:
        number = tables_in(view.result.tables)
        what = f"{number:,} {plural(number, 'table')}"
    return f"{what}, {span_of(nights)}" if nights else what


def span_of(nights: Sequence[date]) -> str:
    """`11 June 1994`; `60 nights, 3 January to 30 June 1994`."""
    first, last = nights[0], nights[-1]
    if first == last:
        return calendar(first)
    begins = calendar(first)
    if first.year == last.year:
        begins = str(first.day) if first.month == last.month else f"{first.day} {MONTHS[first.month - 1]}"
    return f"{len(nights):,} nights, {begins} to {calendar(last)}"


def subtitle_of(view: View) -> str:
    """`32 hands of Poker – Canberra Manila, judged by act/canberra-manila, version s94`."""
    hands, books = view.result.hands_judged, view.rulebooks
    games = list(dict.fromkeys(book.title for book in books))
    of = f" of {games[0]}" if len(games) == 1 else ""
    named = joined([f"{book.id}, version {book.version}" for book in books])
    by = f", judged by {named if len(books) <= NAMED else f'{len(books)} rulebooks'}" if books else ""
    return f"{hands:,} {plural(hands, 'hand')}{of}{by}"


def leads(view: View, added: Totals) -> Iterator[Lead]:
    """The numbers that head a page on a whole audit."""
    result, whole = view.result, _sum("", added.clauses)
    faults, defects = len(view.accusations()), len(view.defects())
    yield Lead(plural(faults, "Fault"), f"{faults:,}", "accuse somebody" if faults else "", FAULTS)
    money = whole.money or {}
    signs = apart(money)
    for code, amount in sorted(money.items()):
        remark = "in findings, in chips" if code == CHIPS else "in findings"
        yield Lead("Money", money_text(amount, signs[code]), remark, f"{MONEY_IN} {code}")
    yield Lead(
        plural(whole.advisory, "Advisory"), f"{whole.advisory:,}", "accuse nobody" if whole.advisory else "", ADVISORIES
    )
    if defects:
        yield Lead(plural(defects, "Defect"), f"{defects:,}", "of the record", DEFECTS)
    tables, logs = tables_in(result.tables), len(result.inputs)
    read = f"{tables:,} {plural(tables, 'table')}, {logs:,} {plural(logs, 'log')}"
    yield Lead("Hands judged", f"{result.hands_judged:,}", read, HANDS)
    if unread := len(result.unread):
        yield Lead("Not read", f"{unread:,}", plural(unread, "place"), NOT_READ)


# ---- totals ----


def _sum(name: str, totals: Sequence[Total]) -> Total:
    whole = Total(name, name)
    for one in totals:
        whole.add(one)
    return whole


def _cut(rows: Sequence[TotalRow], most: int) -> tuple[TotalRow, ...]:
    """The first of these rows, and one for all others, unless that would be just one."""
    if len(rows) <= most + 1:
        return tuple(rows)
    rest = [row.total for row in rows[most:]]
    return (*rows[:most], TotalRow(f"{len(rest):,} others", "", _sum("", rest)))


def _by_clause(view: View, added: Totals, places: Mapping[tuple[str, str], str]) -> TotalTable:
    rows = [TotalRow(_clause(view, one), places.get((one.rules, one.name), ""), one) for one in added.clauses]
    return TotalTable("Clause", _cut(rows, len(rows) if view.statistics else CLAUSES), False)


def _clause(view: View, one: Total) -> str:
    known = clause_of(view, one.rules, one.name)
    return f"{one.shown} {known.title}" if known else one.name.rpartition("/")[2].replace("-", " ")


def clause_of(view: View, rules: str, clause: str) -> Clause | None:
    """The entry of a clause, or of its first limb, in the last version that judged; None for a defect of the record."""
    return clause_in([book for book in view.rulebooks if book.id == rules], clause)


def clause_in(books: Sequence[Rulebook], clause: str) -> Clause | None:
    """The same in the last of these versions of a rulebook that has it."""
    clauses = [one for book in reversed(books) for one in book.clauses if cited(one.id) == cited(clause)]
    return next((one for one in clauses if one.id == clause), clauses[0] if clauses else None)


def _tables(added: Totals, whole: bool) -> Iterator[TotalTable]:
    """The totals by time, table and person. If they are wanted whole: by night, week and month, and by dealer, too."""
    nights, months = _named(added.nights, _night), _named(added.months, _month)
    if whole or len(nights) <= ROWS:
        yield TotalTable("Night", tuple(nights), True)
    if whole:
        yield TotalTable("Week", tuple(_named(added.weeks, str)), True)
    if whole or len(nights) > ROWS:
        yield TotalTable("Month", tuple(months) if whole else _cut(months, ROWS), True)
    tables = sorted(added.tables, key=lambda one: one.gravity, reverse=True)
    for head, totals, hands in (
        ("Table", tables, True),
        ("Dealer", added.dealers, True),
        ("Person", added.people, whole),
    ):
        rows = [TotalRow(one.shown, "", one) for one in totals if one.findings or whole]
        if rows and (whole or head != "Dealer"):
            yield TotalTable(head, tuple(rows) if whole else _cut(rows, ROWS), hands)


def _named(totals: Sequence[Total], written: object) -> list[TotalRow]:
    assert callable(written)
    return [TotalRow(one.name if one.name == NO_DATE else written(one.name), "", one) for one in totals]


def _night(name: str) -> str:
    return calendar(date.fromisoformat(name))


def _month(name: str) -> str:
    month = date.fromisoformat(f"{name}-01")
    return f"{MONTHS[month.month - 1]} {month.year}"


# ---- charts ----


def _charts(view: View, added: Totals) -> Iterator[tuple[str, RowChart]]:
    """Findings by clause and money by clause, where there is more than one to compare."""
    counted = sorted(added.clauses, key=lambda one: -one.findings)[:BARS]
    if len(counted) > 1:
        rows = [(_clause(view, one), one.findings, f"{one.findings:,}") for one in counted]
        yield "Findings by clause", by_row(rows, "Findings by clause")
    signs = apart({code for one in added.clauses for code in one.money or ()})
    for code, sign in sorted(signs.items()):
        sums = [(one, (one.money or {}).get(code, 0)) for one in added.clauses]
        rich = sorted([(one, amount) for one, amount in sums if amount], key=lambda item: -item[1])[:BARS]
        if len(rich) > 1:
            bars = [(_clause(view, one), amount, money_text(amount, sign)) for one, amount in rich]
            yield "Money by clause", by_row(bars, "Money by clause")


# ---- what to do ----


def todo(view: View) -> Iterator[str]:
    """What the findings ask for, in a few sentences."""
    yield from payments_due(view)
    faults = view.accusations()
    decided = sum(view.ledger.of(one) is not None for one in faults) if view.ledger.decisions else 0
    yield from left_to_decide(len(faults) - decided, decided)
    yield from left_to_record(view)


def payments_due(view: View) -> Iterator[str]:
    """Which payments are to be corrected."""
    owed: Counter[tuple[str, str, str]] = Counter()
    for finding in view.accusations().marked(lambda mark: bool(mark & MONEY)):
        money = finding.money
        if money is not None and money.owed_to and money.owed_by and money.amount > 0:
            owed[money.owed_to, money.owed_by, view.currency(finding)] += money.amount
    if owed:
        largest = sorted(owed.items(), key=lambda item: -item[1])[:PAYMENTS]
        named = [f"{money_text(amount, sign)} to {party(to)} by {party(by)}" for (to, by, sign), amount in largest]
        more = len(owed) - PAYMENTS
        named += [f"{more:,} more"] if more > 0 else []
        yield f"Correct what was paid: {joined(named)}."


def left_to_decide(left: int, decided: int) -> Iterator[str]:
    """How many of those findings that accuse somebody nobody has decided about."""
    if left:
        some = f"; {decided:,} {'is' if decided == 1 else 'are'} decided already" if decided else ""
        yield f"Decide {left:,} {plural(left, 'finding')} (auditor decide REF){some}."


def left_to_record(view: View) -> Iterator[str]:
    """What is to be mended in the logs, and what to be recorded in future."""
    if unread := len(view.result.unread):
        yield f"Mend {unread:,} {plural(unread, 'place')} that could not be read, and audit again."
    if lacking := len(view.unrecorded()):
        yield f"Record more: {lacking:,} {plural(lacking, 'clause')} lacked evidence (auditor evidence RULEBOOK LOG)."
