"""The first two pages of the HTML report: what was audited and when, the totals and charts, and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from auditor.report.charts import NightChart, RowChart, by_night, by_row
from auditor.report.formats.text import party
from auditor.report.totals import Clause, Sum, Totals, cut, gravest_first, in_order
from auditor.report.view import View
from auditor.rules.schema.rulebook import Clause as ClauseEntry
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import MONTHS, calendar, escaped, joined, plural

NAMED = 3  # tables, or rulebooks, that are told by name
ROWS = 10  # rows of a table of totals, unless all are asked for
BARS = 8  # rows of a chart
MOST_NIGHTS = 70  # bars of a chart by night; beyond that it is by month
PAYMENTS = 4  # that are told by name


@value_class
class TotalRow:
    """A row of a table of totals."""

    name: str
    link: str  # where on the page its findings are; empty if they are in many places
    breaches: int
    irregularities: int
    advisories: int
    money: str


@value_class
class TotalTable:
    """A table of totals; `more` says what is left out."""

    title: str
    head: str
    rows: tuple[TotalRow, ...]
    others: TotalRow | None


@value_class
class Lead:
    """A number that heads the page."""

    name: str
    number: str
    remark: str


@value_class
class Summary:
    """What the first two pages tell."""

    title: str
    subtitle: str
    leads: tuple[Lead, ...]
    clauses: TotalTable
    nights: NightChart | None
    monthly: bool
    charts: tuple[tuple[str, RowChart], ...]
    tables: tuple[TotalTable, ...]
    todo: tuple[str, ...]


def summary(view: View, added: Totals, places: Mapping[Clause, str]) -> Summary:
    """Work out the first two pages. `places` are the ids of clauses on the page."""
    nights = [(night, one) for night, one in in_order(added.nights) if night is not None]
    monthly = len(nights) > MOST_NIGHTS
    if monthly:
        nights = [(month, one) for month, one in in_order(added.months()) if month is not None]
    return Summary(
        title_of(view),
        subtitle_of(view),
        tuple(_leads(view, added)),
        _by_clause(view, added, places),
        by_night(nights, monthly) if len(nights) > 1 else None,
        monthly,
        tuple(_charts(view, added)),
        tuple(_tables(view, added)),
        tuple(_todo(view, added)),
    )


# ---- what was audited, and when ----


def title_of(view: View) -> str:
    """The tables and the nights: `Manila 3, 11 June 1994`. No clock is asked: the same logs give the same title."""
    names = list(dict.fromkeys(one.table for one in _told(view)))
    nights = sorted({one.night for one in _told(view) if one.night is not None})
    what = joined([escaped(name, 40) or "Table without a name" for name in names])
    if len(names) > NAMED or not names:
        what = f"{len(names):,} {plural(len(names), 'table')}"
    return f"{what}, {_span(nights)}" if nights else what


def _span(nights: Sequence[date]) -> str:
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
    named = [f"{book.id}, version {book.version}" for book in books[:NAMED]]
    more = [f"{len(books) - NAMED} more rulebooks"] if len(books) > NAMED else []
    by = f", judged by {joined([*named, *more])}" if books else ""
    return f"{hands:,} {plural(hands, 'hand')}{of}{by}"


def _leads(view: View, added: Totals) -> Iterator[Lead]:
    result, faults = view.result, added.all.faults
    yield Lead(plural(faults, "Fault"), f"{faults:,}", _of_severities(added))
    for sign, amount in sorted(added.all.money.items()):
        yield Lead("Money", money_text(amount, sign), "in findings")
    advisories = added.all.severities[Severity.ADVISORY]
    yield Lead(plural(advisories, "Advisory"), f"{advisories:,}", "accuse nobody")
    if defects := len(view.defects()):
        yield Lead(plural(defects, "Defect"), f"{defects:,}", "of the record")
    yield Lead("Hands judged", f"{result.hands_judged:,}", _tables_and_logs(view))
    if result.unread:
        yield Lead("Not read", f"{len(result.unread):,}", plural(len(result.unread), "place"))


def _of_severities(added: Totals) -> str:
    breaches = added.all.severities[Severity.BREACH]
    irregular = added.all.faults - breaches
    parts = [(breaches, "breach"), (irregular, "irregularity")]
    return ", ".join(f"{n:,} {plural(n, word)}" for n, word in parts if n > 0)


def _tables_and_logs(view: View) -> str:
    tables = len({(one.venue, one.table) for one in _told(view)})
    logs = len(view.result.inputs)
    return f"{tables:,} {plural(tables, 'table')}, {logs:,} {plural(logs, 'log')}"


# ---- totals ----


def _row(name: str, one: Sum, link: str = "") -> TotalRow:
    numbers = [one.severities[severity] for severity in sorted(Severity, reverse=True)]
    return TotalRow(name, link, *numbers, " ".join(one.amounts))


def _table(title: str, head: str, rows: Sequence[tuple[str, Sum]], whole: bool) -> TotalTable:
    shown, rest, number = (rows, None, 0) if whole else cut(rows, ROWS)
    others = None if rest is None else _row(f"{number:,} others", rest)
    return TotalTable(title, head, tuple([_row(name, one) for name, one in shown]), others)


def _by_clause(view: View, added: Totals, places: Mapping[Clause, str]) -> TotalTable:
    rows = gravest_first(added.clauses)
    shown, rest, number = (rows, None, 0) if view.statistics else cut(rows, ROWS + 4)
    listed = [_row(_clause(view, key), one, places.get(key, "")) for key, one in shown]
    return TotalTable("By clause", "Clause", tuple(listed), None if rest is None else _row(f"{number} others", rest))


def _clause(view: View, key: Clause) -> str:
    rules, clause = key
    known = clause_of(view, rules, clause)
    return f"{known.named} {known.title}" if known else clause.rpartition("/")[2].replace("-", " ")


def clause_of(view: View, rules: str, clause: str) -> ClauseEntry | None:
    """The entry of a clause in the last version of a rulebook that judged; None for a defect of the record."""
    books = [book for book in view.rulebooks if book.id == rules]
    return next((one for book in reversed(books) for one in book.clauses if one.id == clause), None)


def _tables(view: View, added: Totals) -> Iterator[TotalTable]:
    """The totals by night or month, by table and by person."""
    nights, whole = in_order(added.nights), view.statistics
    if len(nights) > ROWS and not whole:
        months = [(_month(month), one) for month, one in in_order(added.months())]
        yield _table("By month", "Month", months, whole)
    else:
        yield _table("By night", "Night", [(_night(night), one) for night, one in nights], whole)
    venues = {venue for venue, _ in added.tables}
    tables = [(_named_table(key, len(venues) > 1), one) for key, one in gravest_first(added.tables)]
    yield _table("By table", "Table", tables, whole)
    people = [(added.of_person(key), one) for key, one in gravest_first(added.people)]
    yield _table("By person", "Person", people, whole)


def _night(night: date | None) -> str:
    return "no date" if night is None else calendar(night)


def _month(month: date | None) -> str:
    return "no date" if month is None else f"{MONTHS[month.month - 1]} {month.year}"


def _named_table(key: tuple[str, str], with_venue: bool) -> str:
    venue, name = key
    table = escaped(name, 40) or "without a name"
    return f"{table}, {escaped(venue, 40)}" if with_venue and venue else table


# ---- charts ----


def _charts(view: View, added: Totals) -> Iterator[tuple[str, RowChart]]:
    """Findings by clause and money by clause, where there is more than one to compare."""
    clauses = gravest_first(added.clauses)
    counted = sorted(clauses, key=lambda item: -item[1].findings)[:BARS]
    if len(counted) > 1:
        rows = [(_clause(view, key), one.findings, f"{one.findings:,}") for key, one in counted]
        yield "Findings by clause", by_row(rows, "Findings by clause")
    for sign in sorted(added.all.money):
        rich = sorted(clauses, key=lambda item: -item[1].money[sign])[:BARS]
        amounts = [(_clause(view, key), one.money[sign], money_text(one.money[sign], sign)) for key, one in rich]
        amounts = [row for row in amounts if row[1]]
        if len(amounts) > 1:
            yield "Money by clause", by_row(amounts, "Money by clause")


# ---- what to do ----


def _todo(view: View, added: Totals) -> Iterator[str]:
    """What the findings ask for, in a few sentences."""
    if added.owed:
        named = [
            f"{money_text(amount, one.sign)} to {party(one.to)} by {party(one.by)}"
            for one, amount in sorted(added.owed.items(), key=lambda item: -item[1])[:PAYMENTS]
        ]
        n, more = len(added.owed), len(added.owed) - PAYMENTS
        named += [f"{more:,} more"] if more > 0 else []
        yield f"Correct {n:,} {plural(n, 'payment')}: {joined(named)}."
    if added.undecided:
        decided = added.all.faults - added.undecided
        some = f"; {decided:,} {'is' if decided == 1 else 'are'} decided already" if decided else ""
        yield f"Decide {added.undecided:,} {plural(added.undecided, 'finding')} (auditor decide REF){some}."
    if unread := len(view.result.unread):
        yield f"Mend {unread:,} {plural(unread, 'place')} that could not be read, and audit again."
    if lacking := len(view.unrecorded()):
        yield f"Record more: {lacking:,} {plural(lacking, 'clause')} could not be decided (auditor evidence RULEBOOK LOG)."


def _told(view):  # FIXME until the merge
    from types import SimpleNamespace
    nights = {(f.location.path, f.table): f.night for f in view.findings}
    return [SimpleNamespace(venue=None, table=t, night=nights.get((p, t))) for p, t in view.result.tables]
