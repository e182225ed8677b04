"""One page of HTML that stands alone: to be opened, printed, mailed or put on file.

It has no script and fetches nothing, and says so to the browser. It is well-formed XML, too. Whatever comes from a log
is made visible first (`escaped`) and then escaped for HTML, so that no name can become markup.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from auditor.auditing.result import Input, Unread
from auditor.report.chosen import RECORD, ChosenFindings
from auditor.report.formats.text import entries, grounds, heading, place, verdict, where_of
from auditor.report.view import Row, View, beginning, coverage, fault_text
from auditor.rules.schema.rulebook import Rulebook
from auditor.version import __version__
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.wording import escaped, joined

LISTED = 2_000  # findings of a section, and places not read; a page with more is no use, and the other forms have all

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = """
:root { color-scheme: light dark; --faint: #666; --line: #ccc; --breach: #b3261e; --irregularity: #8a5a00;
  --advisory: #00639b; --record: #7d3c98; --good: #1e6e32 }
@media (prefers-color-scheme: dark) { :root { --faint: #aaa; --line: #555; --breach: #ff8a80; --irregularity: #ffcc66;
  --advisory: #82cfff; --record: #d7a8e8; --good: #8fd8a0 } }
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2 }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
article { margin: 1rem 0; padding: .1rem 1rem; border-left: .3rem solid var(--line) }
h3, h4 { margin: .4rem 0; font-size: 1rem; font-weight: 600 }
h3 { font-family: monospace; margin-top: 1.5rem }
p { margin: .4rem 0 }
.verdict { font-size: 1.2rem }
.faint, footer { color: var(--faint); font-size: .9rem }
.breach { border-color: var(--breach) } .irregularity { border-color: var(--irregularity) }
.advisory { border-color: var(--advisory) } .record { border-color: var(--record) }
b.breach { color: var(--breach) } b.irregularity { color: var(--irregularity) } b.advisory { color: var(--advisory) }
b.record { color: var(--record) } b.good { color: var(--good) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0; border-bottom: 1px solid var(--line) }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
p, td, h3, h4 { overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none; font-size: 11pt } article, tr { break-inside: avoid }
  h2, h3, h4 { break-after: avoid } }
"""
SECTIONS: tuple[tuple[str, Callable[[View], ChosenFindings]], ...] = (
    ("Faults", View.accusations),
    ("Defects of the record: the log is at fault, not a person", View.defects),
    ("Advisories: worth a look; they accuse nobody", lambda view: view.of(Severity.ADVISORY)),
)


def render(view: View) -> Iterator[str]:
    """The page: the verdict, the summary, the findings from accusations down, what was not read, and the sources."""
    text, style = verdict(view)
    title = f"Audit: {text}"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>\n'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1"/>\n'
    yield f"<title>{safe(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Audit</h1>\n"
    yield f'<p class="verdict"><b class="{style}">{safe(text)}</b></p>\n'
    yield from _summary(view)
    yield from _findings(view)
    yield from _customs(view)
    yield from _unread(view.result.unread)
    yield from _clauses(coverage(view.result))
    yield from _inputs(view.result.inputs)
    yield from _rulebooks(view.rulebooks)
    yield f"</main>\n<footer><p>auditor {__version__}</p></footer>\n</body>\n</html>\n"


def safe(text: str) -> str:
    """A text from anywhere that is nothing but text on the page."""
    return escape(escaped(text))


def _section(title: str) -> str:
    return f"<h2>{safe(title)}</h2>\n"


def _summary(view: View) -> Iterator[str]:
    yield _section("Summary")
    yield "<table>\n"
    for label, texts in entries(view, "the verdicts below tell of all"):
        if texts:
            lines = "<br/>".join(f"{'– ' if text.startswith(' ') else ''}{safe(text.strip())}" for text in texts)
            yield f'<tr><th scope="row">{safe(label)}</th><td>{lines}</td></tr>\n'
    yield "</table>\n"


# ---- findings ----


def _customs(view: View) -> Iterator[str]:
    """The customs of rooms, each once a log."""
    seen = view.customs()
    if seen:
        yield _section("Customs of the room: it plays so as a rule; they accuse nobody")
    path = None
    for one in seen:
        if one.path != path:
            path = one.path
            yield f"<h3>{safe(path)}</h3>\n"
        yield f'<article class="advisory">\n<h4>{safe(one.heading)}</h4>\n<p>{safe(one.what)}</p>\n'
        yield f'<p class="faint">{safe(f"{one.first.citation} · {one.where}")}</p>\n</article>\n'


def _findings(view: View) -> Iterator[str]:
    for title, taken_from in SECTIONS:
        taken = taken_from(view)
        if taken:
            yield _section(title)
        path = None
        for finding in taken[:LISTED]:
            if finding.location.path != path:
                path = finding.location.path
                yield f"<h3>{safe(path)}</h3>\n"
            yield _finding(view, finding)
        yield _more(taken)


def _finding(view: View, finding: Finding) -> str:
    style = "record" if finding.clause.startswith(RECORD) else finding.severity.word
    who = "" if finding.actor.role == "record" else beginning(finding.actor)
    what = f"{who}: {fault_text(finding)}" if who else fault_text(finding)
    lines = [
        f'<article class="{style}" id="ref-{finding.ref}">',
        f'<h4>{safe(where_of(finding))} <b class="{style}">{safe(heading(finding))}</b></h4>',
        f"<p>{safe(what)}</p>",
        f'<p class="faint">{safe(" · ".join(grounds(finding, view.currency(finding))))}</p>',
        *[f"<p>{safe(text)}</p>" for text in _standing(view, finding)],
        "</article>",
    ]
    return "\n".join(lines) + "\n"


def _standing(view: View, finding: Finding) -> Iterator[str]:
    """How the severity came about, what was decided, and whether the finding was there before."""
    if (regraded := view.regraded(finding)) is not None:
        yield f"Regraded: {regraded.words}"
    if (decision := view.ledger.of(finding)) is not None:
        yield f"Decision: {decision.words}"
    if view.baseline is not None:
        yield f"{view.baseline.state(finding).capitalize()} against the baseline"


def _unread(unread: Sequence[Unread]) -> Iterator[str]:
    if not unread:
        return
    yield _section("Not read, and so not audited")
    yield "<table>\n"
    for one in unread[:LISTED]:
        hand = f", hand {escaped(one.hand, 30)}" if one.hand else ""
        yield f"<tr><td>{safe(place(one) + hand)}</td><td>{safe(one.reason)}</td></tr>\n"
    yield f"</table>\n{_more(unread)}"


def _more(items: Sequence[object]) -> str:
    beyond = len(items) - LISTED
    return f"<p>… and {beyond:,} more, which the forms json and csv list.</p>\n" if beyond > 0 else ""


# ---- what it was judged by, and from what ----


def _clauses(rows: Sequence[Row]) -> Iterator[str]:
    """Every clause that came up, with its verdicts: what was looked at is part of what was found.

    The clauses that a record of play only cannot show are a number in the summary. Listed here, they would bury the
    rest.
    """
    rows = [row for row in rows if row.passed or row.failed or row.missing]
    if not rows:
        return
    yield _section("Verdicts by clause: hands, and ends of tables")
    heads = "".join(f'<th class="n" scope="col">{head}</th>' for head in ("pass", "fail", "not recorded", "no case"))
    yield f'<table>\n<tr><th scope="col">rulebook</th><th scope="col">clause</th><th></th>{heads}</tr>\n'
    for row in rows:
        counts = (row.passed, row.failed, row.not_recorded, row.not_applicable)
        numbers = "".join(f'<td class="n">{n:,}</td>' for n in counts)
        lacks = joined([what for what, _ in row.missing])
        title = safe(row.title) + (f'<br/><span class="faint">lacks {safe(lacks)}</span>' if lacks else "")
        yield f"<tr><td>{safe(row.rules)}</td><td>{safe(row.clause)}</td><td>{title}</td>{numbers}</tr>\n"
    yield "</table>\n"


def _inputs(inputs: Sequence[Input]) -> Iterator[str]:
    if not inputs:
        return
    yield _section("Logs")
    yield '<table>\n<tr><th scope="col">log</th><th scope="col">format</th><th class="n" scope="col">hands</th>'
    yield '<th class="n" scope="col">not read</th><th scope="col">SHA-256</th></tr>\n'
    for one in inputs:
        cells = f"<td>{safe(one.path)}</td><td>{safe(one.format or '')}</td>"
        numbers = f'<td class="n">{one.hands:,}</td><td class="n">{one.unread:,}</td>'
        yield f'<tr>{cells}{numbers}<td class="faint">{one.sha256 or "not opened"}</td></tr>\n'
    yield "</table>\n"


def _rulebooks(books: Sequence[Rulebook]) -> Iterator[str]:
    if not books:
        return
    yield _section("Rulebooks")
    for book in books:
        yield f"<p>{safe(f'{book.id} ({book.version}): {book.title}')}<br/>\n"
        yield f'<span class="faint">{"; ".join(safe(one.cite) for one in book.instruments)}'
        readings = ", ".join(f"{name} = {choice}" for name, choice in sorted(book.chosen.items()))
        yield f"{safe('; read with ' + readings) if readings else ''}</span></p>\n"
