"""The answers of the register as lines for people, no wider than a screen, with small plots of blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from auditor.register.answers import AtAGlance, ClauseNumbers, Found, FoundRow
from auditor.report.layout import EMPTY, Line, cells, columns, cut, line, wrapped
from auditor.report.totals import LEAST
from auditor.report.view import named
from auditor.review.ledger import LedgerNote
from auditor.vocabulary.findings import Actor, Severity, cited
from auditor.vocabulary.money import money_text, sign_of
from auditor.vocabulary.wording import calendar, escaped, plural

BLOCKS = " ▏▎▍▌▋▊▉█"
EIGHTHS = len(BLOCKS) - 1
LISTED = 20  # rows of a table in a text; the other forms have all
TOP = 5  # clauses of a summary
MONTHS_SHOWN = 24
LEAST_PLOT = 8  # cells, below which a bar tells nothing


def bar(value: int, most: int, width: int) -> str:
    """A bar as long as a number among others: something is always there for more than nothing."""
    if not value or not most:
        return ""
    parts = max(round(value * width * EIGHTHS / most), 1)
    return BLOCKS[-1] * (parts // EIGHTHS) + BLOCKS[parts % EIGHTHS].strip()


def _rate(rate: float | None) -> str:
    return "–" if rate is None else f"{rate:.2f}"


def _held_back(rates: Sequence[float | None], of: str) -> Iterator[Line]:
    """Say where no rate is told, and why."""
    if held := sum(one is None for one in rates):
        yield line(f"  – no rate below {LEAST} {of}: {held:,} {plural(held, 'row')}", "faint")


# ---- by time ----


def trend_text(title: str, rows: Sequence[Found], width: int) -> Iterator[Line]:
    """Hands, faults and their rate by time, with a bar of the faults."""
    yield line(title, "title")
    if not rows:
        yield line("  nothing")
        return
    yield from _plotted(rows, width)
    yield from _held_back([one.rate for one in rows], "hands")


def _plotted(rows: Sequence[Found], width: int) -> Iterator[Line]:
    head = ("", "hands", "faults", "advisory", "per 100", "money")
    table = [
        (
            one.total.name,
            f"{one.total.hands or 0:,}",
            f"{one.faults:,}",
            f"{one.counts[2]:,}",
            _rate(one.rate),
            one.total.amounts,
        )
        for one in rows
    ]
    most = max(one.faults for one in rows)
    lines = list(columns([head, *table], width, frozenset({1, 2, 3, 4, 5}), flexible=5))
    taken = max(cells(pieces[0][0]) for pieces in lines)
    room = width - taken - 2
    yield lines[0]
    for one, pieces in zip(rows, lines[1:], strict=True):
        text = pieces[0][0]
        plot = bar(one.faults, most, room) if room >= LEAST_PLOT else ""
        yield line(f"{text}{' ' * (taken + 2 - cells(text))}{plot}".rstrip())


# ---- by person and clause ----


def people_text(title: str, rows: Sequence[Found], width: int) -> Iterator[Line]:
    """To whom what is laid."""
    yield line(title, "title")
    if not rows:
        yield line("  nobody")
        return
    table = [("person", "house", "breach", "irregular", "advisory", "money")]
    for one in rows[:LISTED]:
        counts = [f"{n:,}" for n in one.counts]
        house = escaped(one.total.venue, 24) if one.total.venue else ""
        table.append((one.total.shown, house, counts[0], counts[1], counts[2], one.total.amounts))
    yield from columns(table, width, frozenset({2, 3, 4, 5}))
    yield from _more(len(rows))
    yield line("  no rates: nobody counts the hands in which somebody was dealt in", "faint")


def clauses_text(title: str, rows: Sequence[ClauseNumbers], width: int, verdicts: bool) -> Iterator[Line]:
    """How the clauses fared."""
    yield line(title, "title")
    if not rows:
        yield line("  nothing")
        return
    several = len({one.found.total.rules for one in rows}) > 1
    head = ("clause", "", *(("kept", "broken", "lacked", "per 100") if verdicts else ()), "faults", "advisory")
    table = [head]
    for one in rows[:LISTED]:
        told = (f"{one.passed:,}", f"{one.failed:,}", f"{one.not_recorded:,}", _rate(one.rate)) if verdicts else ()
        counts = f"{one.found.faults:,}", f"{one.found.counts[2]:,}"
        table.append((_clause(one, several), escaped(one.title), *told, *counts))
    yield from columns(table, width, frozenset(range(2, len(head))), flexible=1)
    yield from _more(len(rows))
    if verdicts:
        yield from _held_back([one.rate for one in rows[:LISTED]], "occasions")


def _clause(one: ClauseNumbers, several: bool) -> str:
    """A clause as a person cites it, with its rulebook where there are several."""
    rules = f"{escaped(one.found.total.rules, 30)} " if several else ""
    return f"{rules}{cited(one.found.total.name)}"


def _more(number: int) -> Iterator[Line]:
    if number > LISTED:
        yield line(f"  and {number - LISTED:,} more, which the forms json, csv and xlsx list", "faint")


def evidence_text(title: str, rows: Sequence[tuple[str, int, list[str]]], width: int) -> Iterator[Line]:
    """What the logs lacked."""
    yield line(title, "title")
    if not rows:
        yield line("  nothing")
        return
    table = [("what the logs lack", "occasions", "clauses")]
    table += [(escaped(what), f"{times:,}", f"{len(names):,}") for what, times, names in rows[:LISTED]]
    yield from columns(table, width, frozenset({1, 2}))
    yield from _more(len(rows))


# ---- findings one by one ----


def findings_text(rows: Iterable[FoundRow], width: int, most: int | None = None) -> Iterator[Line]:
    """The findings, each in a few lines, under the night and table that they are of."""
    before: tuple[object, ...] | None = None
    number = 0
    for number, one in enumerate(rows, 1):
        if most is not None and number > most:
            yield line("  and more, which 'auditor register findings' lists", "faint")
            return
        row = one.row
        where = row.night, row.venue, row.table_name
        if where != before:
            if before is not None:
                yield EMPTY
            yield line(place_text(row.venue, row.table_name, row.night), "title")
            before = where
        yield from _finding(one, width)
    if not number:
        yield line("no findings")


def place_text(venue: str | None, table: str, night: date | None) -> str:
    """`Manila 3 (Casino Canberra), 11 June 1994`."""
    name = escaped(table, 40) or "table without a name"
    house = f" ({escaped(venue, 40)})" if venue else ""
    return f"{name}{house}, {'no date' if night is None else calendar(night)}"


def _finding(one: FoundRow, width: int) -> Iterator[Line]:
    row = one.row
    severity = Severity(row.severity).word
    hand = f"hand {escaped(row.hand, 20)}, " if row.hand else ""
    money = f", {money_text(row.amount, sign_of(row.currency, row.currency))}" if row.amount else ""
    who = escaped(named(Actor(row.role, row.seat, row.name)), 60)
    yield from wrapped(f"{row.ref} {severity} of {row.named}: {hand}{who}{money}", width, "  ", "    ", severity)
    expected = f" ({escaped(row.expected)})" if row.expected else ""
    yield from wrapped(f"{escaped(row.observed)}{expected}", width, "    ")
    made = [] if one.decision is None else [one.decision.words]
    life = f"first seen {one.first[:10]}, " + (f"gone {one.gone[:10]}" if one.gone else f"last {one.last[:10]}")
    yield from wrapped("; ".join([life, *made]), width, "    ", style="faint")


# ---- everything at a glance ----


def summary_text(title: str, one: AtAGlance, width: int) -> Iterator[Line]:
    """Everything at a glance: how much was audited, what was found, and how it went over the months."""
    yield line(title, "title")
    for label, text in _entries(one):
        yield from wrapped(f"{label:<12}{text}", width, "  ", " " * 14)
    for venue, table, night, times in one.twice[:TOP]:
        text = f"{place_text(venue, table, night)} is told by {times} logs in other places, and counts in each"
        yield from wrapped(text, width, "  ! ", "    ", "advisory")
    if len(one.twice) > TOP:
        yield line(f"  ! and {len(one.twice) - TOP:,} more are told by several logs", "advisory")
    if one.clauses:
        yield EMPTY
        yield from _top_clauses(one.clauses, width)
    if one.trend:
        yield EMPTY
        more = len(one.trend) - MONTHS_SHOWN
        text = f"BY MONTH, the last {MONTHS_SHOWN} of {len(one.trend)}" if more > 0 else "BY MONTH"
        yield from trend_text(text, one.trend[-MONTHS_SHOWN:], width)


def _entries(one: AtAGlance) -> Iterator[tuple[str, str]]:
    total = one.found.total
    cut_off = f", {one.unfinished:,} of them cut off before the end" if one.unfinished else ""
    last = f", the last on {one.last_run[:10]}" if one.last_run else ""
    yield "runs", f"{one.runs:,}{cut_off}{last}"
    were, are = ("was", "is") if one.superseded == 1 else ("were", "are")
    old = f"; {one.superseded:,} more {were} replaced and {are} kept" if one.superseded else ""
    yield "logs", f"{one.logs:,}{old}"
    span = ""
    if one.first_night is not None and one.last_night is not None:
        span = f" from {calendar(one.first_night)} to {calendar(one.last_night)}"
    yield "nights", f"{one.nights:,}{span}, {one.tables:,} {plural(one.tables, 'table')}"
    yield "hands", f"{total.hands or 0:,}"
    if one.unread:
        yield "not read", f"{one.unread:,} {plural(one.unread, 'place')}"
    words = ((total.breach, "breach"), (total.irregularity, "irregularity"), (total.advisory, "advisory"))
    yield "findings", ", ".join(f"{n:,} {plural(n, word)}" for n, word in words)
    rate = one.found.rate
    yield "faults", f"{rate:.2f} in 100 hands" if rate is not None else f"no rate below {LEAST} hands"
    if total.amounts:
        yield "money", total.amounts
    if one.gone:
        yield "gone", f"{one.gone:,}, which a corrected log does not have any more"
    decided = [f"{times:,} {decision}" for decision, times in sorted(one.decided.items())]
    yield "decided", ", ".join([*decided, f"{one.undecided:,} undecided"])


def _top_clauses(rows: Sequence[ClauseNumbers], width: int) -> Iterator[Line]:
    yield line("GRAVEST FINDINGS", "title")
    most = max(sum(one.found.counts) for one in rows[:TOP])
    several = len({one.found.total.rules for one in rows}) > 1
    names = [cut(f"{_clause(one, several)} {escaped(one.title)}", 50) for one in rows[:TOP]]
    taken = max(map(cells, names))
    for name, one in zip(names, rows[:TOP], strict=True):
        number = f"{sum(one.found.counts):,}"
        plot = bar(sum(one.found.counts), most, max(width - taken - 16, LEAST_PLOT))
        yield line(f"  {name}{' ' * (taken - cells(name))}  {number:>8}  {plot}".rstrip())


def notes_text(notes: Iterable[LedgerNote], width: int) -> Iterator[Line]:
    """What is wrong with decisions."""
    for one in notes:
        yield from wrapped(f"{one.kind} decision {one.line}: {one.text}", width, "  ! ", "    ", "advisory")


# ---- one person ----

LATEST = 10  # findings of a person that a page tells


def person_text(
    title: str,
    rows: Sequence[Found],
    by_clause: Sequence[ClauseNumbers],
    months: Sequence[Found],
    latest: Iterable[FoundRow],
    width: int,
) -> Iterator[Line]:
    """A page about one name: what is laid to it, by clause, by month, and the latest findings."""
    yield from people_text(title, rows, width)
    yield EMPTY
    yield from clauses_text("BY CLAUSE", by_clause, width, False)
    if found := [one for one in months if sum(one.counts)]:
        yield EMPTY
        yield line("BY MONTH", "title")
        most = max(sum(one.counts) for one in found)
        for one in found[-MONTHS_SHOWN:]:
            plot = bar(sum(one.counts), most, width - 24)
            yield line(f"  {one.total.name:<8}{sum(one.counts):>8,}  {plot}".rstrip())
    yield EMPTY
    yield line("THE LATEST", "title")
    yield from findings_text(latest, width, LATEST)
