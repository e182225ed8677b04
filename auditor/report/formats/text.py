"""The text report: for somebody who has to know, in the middle of the night, what happened at which table and why."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from auditor.auditing.plugins_used import plugins_used
from auditor.auditing.result import Unread, hands_in
from auditor.report.chosen import RECORD, ChosenFindings
from auditor.report.customs import by_room, times
from auditor.report.layout import EMPTY, Line, cells, cut, line, wrapped
from auditor.report.totals import nights_in, tables_in
from auditor.report.view import Row, View, beginning, by_book, coverage, fault_text, occasion
from auditor.storage.disk_index import DiskIndex
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import calendar, escaped, joined, number, plural

SCREENFUL = 25  # findings that are told one by one; of more, the first on each clause
LISTED = 10  # clauses without evidence that the summary names; --statistics names all
PLACES = 8  # places with the same fault that are listed; the JSON report has all
ASIDES = {"chat": "of chat", "observer": "on comings and goings"}
HALF = 32  # bits of a number of a reason or a place
PARTY = 400  # characters of those who owe, or are owed: as many as a table has, with their names
LABEL = 15  # the width of the summary's left column


def render(view: View, width: int, with_statistics: bool = False, full: bool = False) -> Iterator[Line]:
    """The whole report: accusations, defects of the record, advisories, customs, what was not read, the summary.

    If there are more findings than a screen shows, the summary comes first and the findings are told by clause, unless
    the report is to be `full`.
    """
    many = not full and len(view.one_by_one()) > SCREENFUL
    if many:
        yield from _summary(view, width)
    sections = (
        ("", view.accusations()),
        ("DEFECTS OF THE RECORD (the log is at fault, not a person)", view.defects()),
        ("ADVISORIES (worth a look; they accuse nobody)", view.of(Severity.ADVISORY)),
    )
    for title, findings in sections:
        if findings and title:
            yield from (line(title, "title"), EMPTY)
        yield from (_by_clause if many else _section)(findings, view, width)
    yield from _customs(view, width)
    yield from _unread(view.result.unread, width)
    if with_statistics:
        from auditor.report.statistics import statistics

        yield from statistics(view, width)
    if not many:
        yield from _summary(view, width)
    text, style = verdict(view)
    yield from wrapped(text, width, style=style)


def _section(findings: ChosenFindings, view: View, width: int) -> Iterator[Line]:
    """Findings one by one, in the order of the logs."""
    several = len(view.result.inputs) > 1
    for path, group in groupby(findings, key=lambda finding: finding.location.path):
        if several:
            yield from (*wrapped(escaped(path), width, style="title"), EMPTY)
        for finding in group:
            yield from _told(finding, view, width)


def _by_clause(findings: ChosenFindings, view: View, width: int) -> Iterator[Line]:
    """Findings by clause, of each the first few. Each says which log it is in, if there are several."""
    from auditor.report.formats.text_by_clause import by_clause

    def told(finding: Finding) -> Iterator[Line]:
        if len(view.result.inputs) > 1:
            yield from wrapped(escaped(finding.location.path), width, style="faint")
        yield from _told(finding, view, width)

    yield from by_clause(findings, view, width, told)


def _told(finding: Finding, view: View, width: int) -> Iterator[Line]:
    """A finding with how it stands: regraded, decided, new."""
    yield from finding_lines(finding, view.currency(finding), width)
    if (regraded := view.regraded(finding)) is not None:
        yield from wrapped(f"Regraded: {regraded.words}", width, "  ")
    if (decision := view.ledger.of(finding)) is not None:
        yield from wrapped(f"Decision: {decision.words}", width, "  ")
    if view.baseline is not None:
        yield line(f"  {view.baseline.state(finding)} against the baseline", "faint")
    yield EMPTY


def finding_lines(finding: Finding, currency: str, width: int, placed: bool = True) -> Iterator[Line]:
    """A finding in three parts: where and what clause; who did what; on what it rests and what it costs.

    A finding that stands beside its line in the log need not say where it is, and is not `placed`.
    """
    where, style = where_of(finding), _style(finding)
    verdict = heading(finding)
    if not placed:
        yield line(verdict, style)
    elif cells(where) + 2 + cells(verdict) <= width:
        yield ((f"{where}  ", ""), (verdict, style))
    else:
        yield from wrapped(where, width)
        yield line(verdict, style)
    who = "" if finding.actor.role == "record" else beginning(finding.actor)
    yield from wrapped(f"{who}: {fault_text(finding)}" if who else fault_text(finding), width, "  ")
    yield from wrapped(" · ".join(grounds(finding, currency)), width, "  ", style="faint")


def where_of(finding: Finding) -> str:
    """`Manila 3, 11 June 1994, hand 5 at 21:14, line 200`."""
    where = occasion(finding, calendar)
    return f"{where[:1].upper() if not finding.table else where[:1]}{where[1:]}, line {finding.location.line}"


def heading(finding: Finding) -> str:
    """`BREACH of 10.2`; a defect of the record breaks no clause."""
    return f"{finding.severity.word.upper()} {_of_what(finding)}"


def heading_in_text(finding: Finding) -> str:
    """`Breach of S3.MD.2`: a clause keeps its capitals."""
    return f"{finding.severity.word.capitalize()} {_of_what(finding)}"


def _of_what(finding: Finding) -> str:
    if finding.clause.startswith(RECORD):
        return finding.named
    return f"{'on' if finding.severity is Severity.ADVISORY else 'of'} {finding.named}"


def _style(finding: Finding) -> str:
    return (
        "record"
        if finding.clause.startswith(RECORD) and finding.severity > Severity.ADVISORY
        else finding.severity.word
    )


def grounds(finding: Finding, currency: str) -> Iterator[str]:
    """What a finding rests on and what it costs, in a few words each. Last comes the ref by which people name it."""
    yield finding.citation
    if finding.money is not None:
        yield owed(finding, currency)
    others = dict.fromkeys(name for name in finding.named_with if name != finding.named)
    if others:
        yield f"read with {joined(list(others))}"
    if finding.evidence:
        lines = sorted({place.line for place in finding.evidence})
        yield f"see {plural(len(lines), 'line')} {joined([str(one) for one in lines])}"
    yield f"ref:{finding.ref}"


def owed(finding: Finding, currency: str) -> str:
    """The money of a finding: how much and, if it is known, owed to whom and by whom.

    A negative amount is what the house took too little, by which nobody else lost, or what the record has too little.
    """
    money = finding.money
    assert money is not None
    if money.amount < 0 and finding.actor.role == "record":
        return f"{money_text(-money.amount, currency)} too little in the record"
    if money.amount < 0:
        return f"{money_text(-money.amount, currency)} less than due to the house; no player lost"
    to = f" to {party(money.owed_to)}" if money.owed_to else ""
    by = f" by {party(money.owed_by)}" if money.owed_by else ""
    return money_text(money.amount, currency) + (f" owed{to}{by}" if to or by else "")


def party(name: str) -> str:
    """Who owes or is owed, in words: one player or all of a table."""
    return f"the {name}" if name in ("dealer", "operator") else escaped(name, PARTY)


# ---- customs of rooms ----


def _customs(view: View, width: int) -> Iterator[Line]:
    """The customs of rooms: each once a file, with how often it was seen and a few examples."""
    seen = view.customs()
    if seen:
        yield from (line("CUSTOMS OF THE ROOM (it plays so as a rule; they accuse nobody)", "title"), EMPTY)
    for path, group in groupby(seen, key=lambda one: one.path):
        if len(view.result.inputs) > 1:
            yield from (*wrapped(escaped(path), width, style="title"), EMPTY)
        for one in group:
            yield from wrapped(one.heading, width, style="advisory")
            yield from wrapped(one.what, width, "  ")
            yield from wrapped(f"{one.first.citation} · {one.where}", width, "  ", style="faint")
            yield EMPTY


# ---- what was not read ----


def _unread(unread: Sequence[Unread], width: int) -> Iterator[Line]:
    """What could not be read: each reason once, with its places, and each place once, with the hands that it costs."""
    if unread:
        yield from (line("NOT READ, AND SO NOT AUDITED", "title"), EMPTY)
    gathered = _Gathered(unread)
    for reason, places in gathered.by_reason():
        for item, hands in places:
            yield from wrapped(f"{place(item)}{hands}", width, "  ")
            yield from _pointed(item, width)
        if gathered.places[reason] > PLACES:
            yield line(f"  and {gathered.places[reason] - PLACES:,} more places")
        yield from wrapped(escaped(item.reason), width, "    ")
    if unread:
        yield EMPTY


class _Gathered:
    """What could not be read, by reason and place. Memory holds a few numbers of each, however many there are."""

    def __init__(self, unread: Sequence[Unread]) -> None:
        self.unread = unread
        self.places = array("L")  # by reason: how many places it has
        self.hands = array("L")  # by place: how many hands it costs
        self.shown = array("L")  # the items that are told: the first of a place, and those with its first hands …
        self.keys = array("Q")  # … and the numbers of the reason and of the place of each, as one number
        listed = bytearray()  # by place: is it one of those of its reason that are told?
        reasons, spots = DiskIndex(), DiskIndex()
        for n, item in enumerate(unread):
            reason = reasons.number(item.reason)
            self.places.extend([0] * (reason == len(self.places)))
            spot = spots.number(f"{reason} {place(item)}")
            fresh = spot == len(self.hands)
            if fresh:
                self.hands.append(0)
                listed.append(self.places[reason] < PLACES)
                self.places[reason] += 1
            self.hands[spot] += bool(item.hand)
            if listed[spot] and (fresh or (item.hand and self.hands[spot] <= PLACES)):
                self.shown.append(n)
                self.keys.append(reason << HALF | spot)

    def by_reason(self) -> Iterator[tuple[int, Iterator[tuple[Unread, str]]]]:
        """The number of each reason, and its first places: what could not be read there, and the hands in words."""
        order = sorted(range(len(self.shown)), key=self.keys.__getitem__)
        for reason, those in groupby(order, key=lambda one: self.keys[one] >> HALF):
            yield reason, map(self._told, (list(here) for _, here in groupby(those, key=self.keys.__getitem__)))

    def _told(self, here: Sequence[int]) -> tuple[Unread, str]:
        items = [self.unread[self.shown[one]] for one in here]
        numbers = [item.hand for item in items if item.hand]
        return items[0], _hands(numbers, self.hands[self.keys[here[0]] & ((1 << HALF) - 1)])


def _hands(numbers: list[str], total: int) -> str:
    """The hands that something at one place costs: the first by their numbers, and how many there are."""
    if not numbers:
        return ""
    more = [f"{total - PLACES:,} more"] if total > PLACES else []
    return f", {plural(total, 'hand')} {joined([*[escaped(number, 30) for number in numbers[:PLACES]], *more])}"


def _pointed(item: Unread, width: int) -> Iterator[Line]:
    """The line that could not be read, with a caret under the place. Of a long line, what stands around it."""
    if not item.source:
        return
    ends = [edit.end_column for edit in item.fix if edit.line == item.line and edit.column == item.column]
    start, text = item.column - 1, item.source.replace("\t", " ")
    left = max(min(start - width // 2, len(text) - width + 8), 0)
    before, found = escaped(text[left:start]), text[start : max(ends, default=start + 1) - 1]
    lead = "      …" if left else "      "
    yield line(cut(f"{lead}{before}{escaped(text[start:])}", width), "faint")
    caret = "^" * max(min(cells(escaped(found)), width - cells(lead + before) - 1), 1)
    yield line(" " * cells(lead + before) + caret, "faint")


def place(item: Unread) -> str:
    """The place of something that could not be read: `night.log:12:3`, or the file alone."""
    return escaped(item.path) + (f":{item.line}:{item.column}" if item.line else "")


# ---- the summary ----


def _summary(view: View, width: int) -> Iterator[Line]:
    yield line("SUMMARY", "title")
    for label, texts in entries(view):
        for n, text in enumerate(texts):
            lead = f"  {label if n == 0 else '':<{LABEL - 2}}"
            deeper = " " * (len(text) - len(text.lstrip()))
            yield from wrapped(text.lstrip(), width, lead + deeper, " " * LABEL + 2 * deeper)
    yield EMPTY


def entries(view: View, more: str = "--statistics lists all") -> list[tuple[str, list[str]]]:
    """The entries of the summary, each with its lines. A line that belongs to the one before it is indented.

    `more` says where to find the clauses that are too many to be listed here.
    """
    rows = by_book(view.result, coverage(view.result))
    games = len(view.result.occasions)
    return [
        ("Not decided", list(_undecided(view, rows, more))),
        ("Read", list(_read(view))),
        ("Judged", [_judged(view), *_nights(view)]),
        ("Plugins", [one.words for one in plugins_used(view.result)]),
        ("Clauses", list(_clauses(rows, "this game" if games == 1 else "these games"))),
        ("Findings", [_counted(view)]),
        ("Customs", by_room(view.customs())),
        ("Money", list(_money(view))),
        ("Baseline", list(_baseline(view))),
        ("Decisions", list(_decisions(view))),
        ("Files", list(_files(view))),
    ]


def _undecided(view: View, rows: list[Row], more: str) -> Iterator[str]:
    """What could not be judged. It heads the summary, so that nobody takes silence for innocence."""
    result = view.result
    hands = hands_in(result.unread)
    others = sum(item.hand is None for item in result.unread)
    if hands:
        yield f"{hands} {plural(hands, 'hand')} could not be read"
    if others:
        yield f"{others} {'other ' if hands else ''}{plural(others, 'place')} could not be read"
    lacking = [row for row in rows if row.not_recorded]
    if lacking:
        verb = "lacks" if len(lacking) == 1 else "lack"
        yield f"{len(lacking):,} {plural(len(lacking), 'clause')} {verb} evidence in the record:"
    known = [row for row in lacking if row.missing]
    for row in known[:LISTED]:
        what = joined([escaped(what) for what, _ in row.missing])
        yield f"  {row.named} {row.title}: {what} (missing {times(row.not_recorded)})"
    if len(known) > LISTED:
        yield f"  and {len(known) - LISTED} more; {more}"
    if beyond := len(lacking) - len(known):
        yield f"  {beyond} on procedure and conduct: this is a record of play only"


def _read(view: View) -> Iterator[str]:
    """How much there was to read and what became of it: bytes, lines, hands, and lines that are no part of the play."""
    result = view.result
    files, lines = len(result.inputs), sum(one.lines for one in result.inputs)
    size = sum(one.bytes for one in result.inputs)
    unread = hands_in(result.unread)
    hands = result.hands_judged + unread
    seen = f"{hands:,} {plural(hands, 'hand')} seen, {result.hands_judged:,} judged"
    yield (
        f"{files:,} {plural(files, 'file')}, {size:,} {plural(size, 'byte')}, {lines:,} {plural(lines, 'line')}: {seen}"
        + (f", {unread:,} not understood" if unread else "")
    )
    asides = [(sum(one.remarks[kind] for one in result.inputs), words) for kind, words in ASIDES.items()]
    if skipped := [f"{n:,} {plural(n, 'line')} {words}" for n, words in asides if n]:
        yield f"{joined(skipped)} passed over"
    if result.unknown:
        n = len(result.unknown)
        yield f"{n:,} {plural(n, 'line')} not understood, the hands judged without: {_places(result.unknown)}"
    doubts: Counter[str] = Counter()
    for one in result.inputs:
        doubts.update(one.doubts)
    if doubts:
        asked = joined([f"{escaped(what)} ({times(n)})" for what, n in sorted(doubts.items())])
        yield f"left open by the record, and nobody accused on it: {asked}"
    if result.passed:
        names = joined([escaped(name, 60) for name in result.passed[:PLACES]])
        more = f" and {len(result.passed) - PLACES:,} more" if len(result.passed) > PLACES else ""
        yield f"passed over, since nothing in it shows a log: {names}{more}"


def _places(items: Sequence[Unread]) -> str:
    """The first of these places, and how many more there are."""
    more = f" and {len(items) - PLACES:,} more" if len(items) > PLACES else ""
    return ", ".join(place(item) for item in items[:PLACES]) + more


def _judged(view: View) -> str:
    result = view.result
    hands, tables, nights = result.hands_judged, tables_in(result.tables), nights_in(result.tables)
    books = joined([f"{book.id} ({book.version})" for book in view.rulebooks]) or "no rulebook"
    on = f" on {nights:,} {plural(nights, 'night')}" if nights else ""
    return f"{hands:,} {plural(hands, 'hand')} at {tables:,} {plural(tables, 'table')}{on}, by {books}"


def _nights(view: View) -> Iterator[str]:
    """Which nights were asked for, and what that leaves out."""
    since, until = view.options.since, view.options.until
    if told := view.other_nights():
        asked = [f"{word} {calendar(day)}" for word, day in (("since", since), ("until", until)) if day is not None]
        yield f"only nights {' '.join(asked)}: {', '.join(told)}"


def _clauses(rows: list[Row], games: str) -> Iterator[str]:
    if not rows:
        return
    rows = [row for row in rows if not row.clause.startswith("record/")]  # defects of the record are no clauses
    decided = [row for row in rows if row.automated]
    failed = sum(row.failed > 0 for row in decided)
    unknown = sum(row.not_recorded > 0 and not row.failed for row in decided)
    passed = sum(row.passed > 0 and not row.failed and not row.not_recorded for row in decided)
    never = len(decided) - passed - failed - unknown
    yield f"{passed} passed, {failed} failed, {unknown} not recorded, {never} never came up"
    left = len(rows) - len(decided)
    elsewhere = sum(row.evidence != "none" for row in rows if not row.automated)
    if left:
        others = f", {elsewhere} have no check in {games}" if elsewhere else ""
        yield f"{left - elsewhere} are not automated{others}; 'auditor rules coverage' lists them"


def _counted(view: View) -> str:
    parts = []
    for severity in sorted(Severity, reverse=True):
        n = len(view.of(severity))
        if n:
            parts.append(f"{n:,} {plural(n, severity.word)}")
    left_out = f"; {view.filtered:,} more left out by --select or --ignore" if view.filtered else ""
    customs = sum(one.count for one in view.customs())
    as_custom = f"; {customs:,} more under customs of the room" if customs else ""
    return (joined(parts) or "none") + as_custom + left_out


def _baseline(view: View) -> Iterator[str]:
    """What is new, unchanged and gone since the earlier report."""
    if view.baseline is None:
        return
    fresh = view.new()
    gone = view.absent()
    or_unread = "" if view.complete else ", or in what was not read"
    yield f"{fresh:,} new, {len(view.findings) - fresh:,} unchanged, {len(gone):,} absent{or_unread if gone else ''}"
    if view.baseline.old:
        yield view.baseline.old_names
    for one in gone[:LISTED]:
        night = f", {one.night}" if one.night else ""
        hand = f", hand {escaped(one.hand, 30)}" if one.hand else ""
        yield f"  absent: {escaped(one.table, 40)}{night}{hand}: {escaped(one.message)}"
    if len(gone) > LISTED:
        yield f"  and {len(gone) - LISTED:,} more"


def _decisions(view: View) -> Iterator[str]:
    """How findings were decided, and entries of the ledger that do not count."""
    if made := view.decisions():
        yield ", ".join(f"{n:,} {decision}" for decision, n in sorted(made.items()))
    for note in view.ledger_notes():
        yield f"{note.kind}: {escaped(note.path)}:{note.line}: {escaped(note.text)}"


def _files(view: View) -> Iterator[str]:
    """What settings files and ledgers weaken or, not applied, would have done."""
    effects = view.file_effects()
    for one in effects[:LISTED]:
        yield one.sentence
    if len(effects) > LISTED:
        yield f"and {len(effects) - LISTED:,} more; --format json has all"


def _money(view: View) -> Iterator[str]:
    for currency, n, parties in view.money(view.one_by_one()):
        parts = [f"{money_text(amount, currency)} {what}" for what, amount in parties.items()]
        total = money_text(sum(parties.values()), currency)
        yield f"{total} in {number(n)} {plural(n, 'finding')}: {joined(parts)}"


def verdict(view: View) -> tuple[str, str]:
    """The last line, which people read first, and its style. It never sounds better than what was seen."""
    accusations, defects = len(view.accusations()), len(view.defects())
    unread, resting = len(view.result.unread), view.resting()
    if view.result.interrupted:
        text, style = "Interrupted: this report is about the part audited until then.", "breach"
    elif not view.result.hands_judged:
        text, style = "Nothing was audited: no hand could be read.", "breach"
        if left_out := sum(view.result.left_out.values()):
            text = f"Nothing was audited: {left_out:,} {plural(left_out, 'hand')} of other nights left out."
    elif accusations:
        text, style = f"{accusations:,} {plural(accusations, 'fault')} found.", "breach"
    elif defects:
        text, style = f"Nobody is accused; {defects:,} {plural(defects, 'defect')} of the record found.", "record"
    elif resting:
        text, style = f"Nobody is accused; {resting}.", "advisory"
    elif view.filtered:
        text, style = "No fault among the clauses selected.", ""
    elif view.result.left_out:
        text, style = "No fault found on the nights asked for.", ""
    elif unread:
        text, style = "No fault found in what could be read.", "irregularity"
    else:
        text, style = "No fault found in what the record shows.", "good"
    if resting and (accusations or defects):
        text += f" Besides, {resting}."
    if unread and view.result.hands_judged:
        text += f" {unread:,} {plural(unread, 'place')} in the logs could not be read: this audit is not complete."
    return text, style
