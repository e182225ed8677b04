"""One page of HTML that stands alone: to be opened, printed, mailed or put on file.

On paper the first two pages are the summary: what was found and what to do, then the totals and how far the audit goes.
The findings follow by clause. Few findings show their lines of the log at once; of many, each opens when it is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from auditor.report import markup
from auditor.report.chosen import RECORD, ChosenFindings
from auditor.report.formats.text import entries, grounds, heading_in_text, owed, party, place, verdict, where_of
from auditor.report.html_summary import clause_of, summary
from auditor.report.totals import totals
from auditor.report.view import View, beginning, coverage, fault_text
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined

LISTED = 200  # findings of a clause, and places not read; a page with more is no use, and other forms have all
FEW = 20  # findings that the summary lists one by one, with their lines of the log shown below
LOGS = 10  # logs whose table is open without being asked for
SECTIONS: tuple[tuple[str, str, Callable[[View], ChosenFindings]], ...] = (
    ("faults", "Faults", View.accusations),
    ("defects", "Defects of the record: the log is at fault, not a person", View.defects),
    ("advisories", "Advisories: worth a look; they accuse nobody", lambda view: view.of(Severity.ADVISORY)),
)

Places = dict[tuple[str, str], str]  # the ids of clauses on the page, by rulebook and clause


@value_class
class LogLine:
    """A line of a log beside a finding."""

    number: int
    text: str
    fault: bool
    gap: bool  # lines before it are left out


@value_class
class SumLine:
    """What was due to somebody in a settlement that went wrong, what the log has, and the difference."""

    what: str
    shown: tuple[str, str, str]


@value_class
class Item:
    """A finding as the page shows it."""

    id: str
    kind: str  # of its mark
    word: str
    who: str
    what: str
    where: str
    money: str  # with whom it is owed to and by
    ref: str
    rests_on: tuple[str, ...]  # the clauses and the lines it is read with
    standing: tuple[str, ...]
    lines: tuple[LogLine, ...]
    clause: str
    hand: str
    amount: str
    sums: tuple[SumLine, ...]


@value_class
class ClauseGroup:
    """The findings of a clause in one section."""

    id: str
    clause: str
    title: str
    gist: str
    citation: str
    number: int
    found: Iterator[Item] | tuple[Item, ...]
    more: int  # that are not listed


@value_class
class Section:
    """A section of findings, by clause."""

    id: str
    title: str
    groups: tuple[ClauseGroup, ...]


def render(view: View) -> Iterator[str]:
    """The page: the summary, the findings from accusations down, what was not read, and the sources."""
    added = totals(view)
    few = len(view.one_by_one()) <= FEW
    places: Places = {}
    sections = tuple(_sections(view, few, places))
    text, style = verdict(view)
    yield from markup.page(
        "report.html",
        verdict=text,
        style_of_verdict=style,
        summary=summary(view, added, places),
        few=few,
        rows=[item for section in sections for group in section.groups for item in group.found] if few else (),
        facts=entries(view, "the verdicts by clause tell of all"),
        sections=sections,
        customs=view.customs(),
        unread=_unread(view),
        more_unread=max(len(view.result.unread) - LISTED, 0),
        clauses=[row for row in coverage(view.result) if row.passed or row.failed or row.missing],
        lacks=lambda row: joined([what for what, _ in row.missing]),
        inputs=view.result.inputs,
        open_logs=len(view.result.inputs) <= LOGS or view.statistics,
        rulebooks=view.rulebooks,
        statistics=view.statistics,
    )


# ---- findings ----


def _sections(view: View, few: bool, places: Places) -> Iterator[Section]:
    """The sections that have findings. `places` learns where on the page each clause has its findings."""
    ids = Ids()
    for id, title, taken_from in SECTIONS:
        groups = taken_from(view).grouped(lambda one: (one.rules, one.clause, one.citation))
        ranked = sorted(groups.items(), key=lambda item: (-item[1][0].severity, -len(item[1])))
        if ranked:
            yield Section(id, title, tuple([_group(view, found, few, ids, places) for _, found in ranked]))


def _group(view: View, found: ChosenFindings, few: bool, ids: Ids, places: Places) -> ClauseGroup:
    first = found[0]
    clause, known = first.clause, clause_of(view, first.rules, first.clause)
    id = ids.of("clause")
    places.setdefault((first.rules, first.cited), id)
    items = (item(view, one, ids) for one in found[:LISTED])
    return ClauseGroup(
        id,
        first.named if not clause.startswith(RECORD) else "",
        known.title if known else clause.removeprefix(RECORD).replace("-", " "),
        known.gist if known else "",
        first.citation,
        len(found),
        tuple(items) if few else items,
        max(len(found) - LISTED, 0),
    )


class Ids:
    """Ids that are each given once, however often a name comes: two logs may have the same finding."""

    def __init__(self) -> None:
        self.given: dict[str, int] = {}

    def of(self, name: str) -> str:
        """The name, or the name with a number."""
        self.given[name] = times = self.given.get(name, 0) + 1
        return name if times == 1 else f"{name}-{times}"


def item(view: View, finding: Finding, ids: Ids, with_lines: bool = True) -> Item:
    """A finding as a page shows it."""
    currency = view.currency(finding)
    defect = finding.clause.startswith(RECORD) and finding.severity > Severity.ADVISORY
    words = list(grounds(finding, currency))[1:-1]  # the citation is that of the clause, the ref stands by itself
    money = owed(finding, currency) if finding.money is not None else ""
    return Item(
        ids.of(f"ref-{finding.ref}"),
        "record" if defect else finding.severity.word,
        heading_in_text(finding),
        "" if finding.actor.role == "record" else beginning(finding.actor),
        fault_text(finding),
        where_of(finding),
        money,
        finding.ref,
        (*[one for one in words if one != money], *([finding.location.path] if len(view.result.inputs) > 1 else [])),
        tuple(_standing(view, finding)),
        tuple(_lines(finding)) if with_lines else (),
        finding.named,
        escaped(finding.hand or "", 30),
        money.partition(" owed")[0],
        tuple(_sums(finding, currency)) if with_lines else (),
    )


def _sums(finding: Finding, currency: str) -> Iterator[SumLine]:
    for one in finding.money.sums if finding.money is not None else ():
        over = one.paid - one.due
        difference = f"{'+' if over > 0 else ''}{money_text(over, currency)}" if over else ""
        yield SumLine(party(one.who), (money_text(one.due, currency), money_text(one.paid, currency), difference))


def _lines(finding: Finding) -> Iterator[LogLine]:
    at = {finding.location.line, *[one.line for one in finding.also]}
    last = None
    for number, text in finding.excerpt:
        yield LogLine(number, escaped(text, 200), number in at, last is not None and number > last + 1)
        last = number


def _standing(view: View, finding: Finding) -> Iterator[str]:
    """How the severity came about, what was decided, and whether the finding was there before."""
    if (regraded := view.regraded(finding)) is not None:
        yield f"Regraded: {regraded.words}"
    if (decision := view.ledger.of(finding)) is not None:
        yield f"Decision: {decision.words}"
    if view.baseline is not None:
        yield f"{view.baseline.state(finding).capitalize()} against the baseline"


def _unread(view: View) -> Sequence[tuple[str, str]]:
    """The first places that could not be read, and why."""
    found = []
    for one in view.result.unread[:LISTED]:
        hand = f", hand {escaped(one.hand, 30)}" if one.hand else ""
        found.append((place(one) + hand, one.reason))
    return found
