"""The calendar of nights and tables: a row a month, a column a day; a month that is open has a row for each table.

A cell has the gravest of what was found there. Where nothing was found it is said so, unless a log of that night
was not read whole: nothing is called clean that was not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from auditor.desk.asked import list_address
from auditor.desk.findings_index import CUSTOM_WORD, DEFECT_WORD, SEVERITIES
from auditor.desk.links import address
from auditor.desk.open_logs import AuditShown
from auditor.report.totals import NO_DATE, month_of, table_name
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import MONTHS, calendar, joined, plural

DAYS = 31
FEW = 12  # rows of tables that are open without being asked for
ACCUSING = ("breach", "irregularity")
Counts = dict[str, int]  # by severity


@value_class
class NightCell:
    """A day of the calendar: whether there was a log, and the gravest of what was found."""

    kind: str  # of the mark; `ok` if nothing was found, empty if there is no log
    number: int
    title: str
    link: str
    gap: bool = False  # not all of it was read


@value_class
class MonthRow:
    """A row of the calendar."""

    name: str
    link: str
    id: str  # of the row on the page
    tables: int  # 0 for the row of a table
    open: bool
    cells: tuple[NightCell, ...]


@value_class
class NightCalendar:
    """The calendar, and what is of no date."""

    rows: tuple[MonthRow, ...]
    undated: NightCell | None


def calendar_of(found: AuditShown, opened: str) -> NightCalendar:
    """The calendar. One month is open by table: the one that is asked for; all of them if they are few."""
    result = found.view.result
    unread = {one.path for one in result.inputs if one.unread}
    counted: dict[tuple[str, str], Counts] = {}  # by night and table
    gaps: set[tuple[str, str]] = set()
    for table in result.tables:
        night = NO_DATE if table.night is None else table.night.isoformat()
        key = night, table_name(table.venue, table.table)
        counted.setdefault(key, {})
        if table.path in unread:
            gaps.add(key)
    for cell in found.cells:
        counts = dict(zip(SEVERITIES, cell.counts, strict=True))
        counts.pop(CUSTOM_WORD)
        counted[cell.night, cell.table] = counts
    months = sorted({month_of(date.fromisoformat(night)) for night, _ in counted if night != NO_DATE})
    few = len({(night[:7], table) for night, table in counted}) <= FEW
    rows = [row for month in reversed(months) for row in _month(month, counted, gaps, month == opened or few)]
    undated = _cell(NO_DATE, None, _of(counted, NO_DATE), any(night == NO_DATE for night, _ in gaps))
    return NightCalendar(tuple(rows), undated if any(night == NO_DATE for night, _ in counted) else None)


def _month(
    month: str, counted: dict[tuple[str, str], Counts], gaps: set[tuple[str, str]], opened: bool
) -> Iterator[MonthRow]:
    here = {key: counts for key, counts in counted.items() if key[0].startswith(month)}
    tables = sorted({table for _, table in here})
    name = f"{MONTHS[int(month[5:]) - 1]} {month[:4]}"
    link = address("/", month=month) + f"#m-{month}"
    yield MonthRow(name, link, f"m-{month}", len(tables), opened, tuple(_cells(month, None, here, gaps)))
    for table in tables if opened else ():
        theirs = {key: counts for key, counts in here.items() if key[1] == table}
        yield MonthRow(
            table, list_address(month=month, table=table), "", 0, False, tuple(_cells(month, table, theirs, gaps))
        )


def _cells(
    month: str, table: str | None, counted: dict[tuple[str, str], Counts], gaps: set[tuple[str, str]]
) -> Iterator[NightCell]:
    nights = {night for night, _ in counted}
    for day in range(1, DAYS + 1):
        night = f"{month}-{day:02}"
        if night not in nights:
            yield NightCell("", 0, "", "")
        else:
            gap = any(key in gaps for key in counted if key[0] == night)
            yield _cell(night, table, _of(counted, night), gap)


def _of(counted: dict[tuple[str, str], Counts], night: str) -> Counts:
    """What was found on a night at all of these tables."""
    whole = dict.fromkeys(SEVERITIES, 0)
    for (one, _), counts in counted.items():
        if one == night:
            for severity, number in counts.items():
                whole[severity] += number
    return whole


def _cell(night: str, table: str | None, counts: Counts, gap: bool) -> NightCell:
    """The cell of a night: the gravest of what was found, how much of that, and all of it in words."""
    told = [f"{counts[one]:,} {plural(counts[one], one)}" for one in SEVERITIES if counts[one]]
    words = joined(told) if told else "" if gap else "nothing found"
    words = ", ".join(filter(None, (words, "not all was read" if gap else "")))
    when = night if night == NO_DATE else calendar(date.fromisoformat(night))
    title = f"{when}{f', {table}' if table else ''}: {words}"
    place = {"night": night, "table": table}
    if faults := sum(counts[one] for one in ACCUSING):
        kind = "breach" if counts["breach"] else "irregularity"
        return NightCell(kind, faults, title, list_address(**place, severity=ACCUSING), gap)
    for severity, kind in ((DEFECT_WORD, "record"), ("advisory", "advisory")):
        if counts[severity]:
            return NightCell(kind, counts[severity], title, list_address(**place, severity=severity), gap)
    return NightCell("unread" if gap else "ok", 0, title, list_address(**place))
