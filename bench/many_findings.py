"""How much memory and time a report of very many findings takes, in every form.

    python bench/many_findings.py [--numbers 125000,500000] [--forms json,text] [--of findings]

The findings are those that a fault of each kind leaves, in one log, handed over one after the other as an audit finds
them. With `--of` it is something else of which there may be as many: `baseline`, where an earlier report has half of
the findings and as many that are gone; `unread`, places that could not be read, each for a reason of its own or for
one of a few; `unknown`, lines that nobody understood. Each form is written to a file by a process of its own. What is
told is the processor's time for view and report (and for loading the baseline), how far the time of the largest number
is from growing with the number, and the most memory that the process ever had, everything included.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from time import process_time

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.result import Input, Result, TableNight, Unread
from auditor.cli.output import save_bytes, save_texts
from auditor.report.formats import OUTPUTS, TEXT, render_bytes
from auditor.report.formats.text import render as render_text
from auditor.report.layout import PLAIN_WIDTH, plain_texts
from auditor.report.view import Selection, View, view
from auditor.review.baseline import FINDINGS, SCHEMA, load
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary.findings import Actor, Finding, Location, Money, Severity, Verdict

RULES = rules_in_force("act/canberra-manila", date(1994, 6, 11))
CLAUSES = ("10.1", "10.2", "11.1(b)", "record/act-after-fold")
PATH = "night.log"
STATISTICS = "statistics"  # the text with its tables of totals
BASELINE, UNREAD, UNKNOWN = "baseline", "unread", "unknown"
KINDS = (FINDINGS, BASELINE, UNREAD, UNKNOWN)


def findings(numbers: Iterable[int]) -> Iterator[Finding]:
    """Findings of four clauses and three severities, one in each hand."""
    for n in numbers:
        clause = CLAUSES[n % 4]
        yield Finding(
            rules=RULES.id,
            version=RULES.version,
            clause=clause,
            citation=RULES.cite(clause),
            read_with=("10.3",),
            check="raise-cap",
            severity=Severity(1 + n % 3),
            observed=f"fourth raise in the first betting round, of ${n}",
            expected="at most three raises in round one",
            table="Manila 3",
            hand=str(n),
            round="first",
            actor=Actor("player", n % 9 + 1, f"Guest{n % 1000}"),
            location=Location(PATH, 40 * n + 23, 3),
            evidence=tuple(Location(PATH, 40 * n + line, 3) for line in (17, 19, 21)),
            money=Money(100 * n, f"Guest{n % 1000}", "the operator") if n % 2 else None,
            reading=None,
            ordinal=1,
            named=RULES.named(clause),
            named_with=("10.3",),
            excerpt=tuple((40 * n + line, f"Guest{n % 1000} raises $15 to ${n}") for line in (17, 19, 21, 22, 23)),
        )


def places(number: int) -> Iterator[Unread]:
    """Places that could not be read. Half of the reasons are those of others, too."""
    for n in range(number):
        reason = f"found 'raises ${n}', expected a player" if n % 2 else f"found the end of street {n % 8}"
        yield Unread(PATH, 40 * n + 23, 3, str(n), reason, source=f"    raises ${n}")


def result_of(kind: str, number: int) -> Result:
    """What an audit hands over that found these."""
    found = Result(
        inputs=[Input(PATH, "00" * 32, "utf-8", "table-log", number, 0, 1000 * number, 40 * number)],
        findings=FindingStore(findings(range(number)) if kind in (FINDINGS, BASELINE) else ()),
        verdict_totals={(RULES.id, clause): Counter({Verdict.FAIL: number // 4}) for clause in CLAUSES},
        hands=Counter({RULES.id: number}),
        occasions=Counter({RULES.id: number}),
        rulebooks={(RULES.id, RULES.version): RULES},
        tables=Counter({TableNight(PATH, None, "Manila 3", None): number}),
    )
    if kind == UNREAD:
        found.unread.extend(places(number))
    if kind == UNKNOWN:
        found.unknown.extend(places(number))
    log = Result(found.inputs, verdict_totals=found.verdicts, occasions=found.occasions, rulebooks=found.rulebooks)
    log.unread, log.unknown = found.unread, found.unknown
    found.logs.append(log)
    return found


def save_baseline(number: int, path: Path) -> None:
    """An earlier report with half of the findings, and as many others."""

    def texts() -> Iterator[str]:
        yield f'{{"schema": "{SCHEMA}", "coverage": [], "{FINDINGS}": ['
        for n, one in enumerate(findings(range(number // 2, number + number // 2))):
            place = {"path": PATH, "line": one.location.line}
            said = {name: getattr(one, name) for name in ("fingerprint", "rules", "check", "message", "table", "hand")}
            entry = said | {"clause": one.cited, "limb": one.limb, "location": place}
            yield f"{', ' if n else ''}{json.dumps(entry)}"
        yield "]}"

    save_texts(texts(), path)


def pieces_of(form: str, seen: View) -> Iterable[bytes]:
    """The report in a form."""
    if form in (TEXT, STATISTICS):
        texts = plain_texts(render_text(seen, PLAIN_WIDTH, form == STATISTICS))
        return (text.encode() for text in texts)
    return render_bytes(form, seen)


def write(form: str, kind: str, number: int, earlier: Path | None) -> None:
    """Write a report, and print the seconds of it and the memory of the whole."""
    found = result_of(kind, number)
    with tempfile.TemporaryDirectory() as folder:
        begun = process_time()
        seen = view(found, Selection(), baseline=None if earlier is None else load(earlier))
        save_bytes(pieces_of(form, seen), Path(folder) / "report")
        taken, size = process_time() - begun, (Path(folder) / "report").stat().st_size
    print(taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, size)


def measured(form: str, kind: str, number: int, earlier: Path | None) -> tuple[float, float, int]:
    """The same by a process of its own: seconds, megabytes of memory, bytes of the report."""
    words = [sys.executable, __file__, "--write", form, "--of", kind, "--numbers", str(number)]
    words += [] if earlier is None else ["--earlier", str(earlier)]
    seconds, memory, size = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(memory), int(size)


def row(form: str, kind: str, numbers: list[int], earlier: dict[int, Path]) -> str:
    """Seconds and memory for each number, and how far the seconds are from growing with the number."""
    taken = [measured(form, kind, number, earlier.get(number)) for number in numbers]
    cells = [f"{seconds:.1f} | {memory:.0f}" for seconds, memory, _ in taken]
    linear = taken[-1][0] / taken[0][0] / (numbers[-1] / numbers[0])
    return f"| {form} | {' | '.join(cells)} | {linear:.2f} | {taken[-1][2] / 1e6:.1f} |"


def main() -> None:
    """Measure the forms and print a row for each."""
    arguments = argparse.ArgumentParser(description="Measure reports of very many findings.")
    arguments.add_argument("--numbers", default="125000,500000", help="how many (default: 125000,500000)")
    arguments.add_argument("--forms", default=",".join([*OUTPUTS, STATISTICS]), help="which forms (default: all)")
    arguments.add_argument("--of", choices=KINDS, default=FINDINGS, help="of what (default: findings)")
    arguments.add_argument("--write", help=argparse.SUPPRESS)
    arguments.add_argument("--earlier", type=Path, help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    numbers = [int(number) for number in chosen.numbers.split(",")]
    if chosen.write:
        write(chosen.write, chosen.of, numbers[0], chosen.earlier)
        return
    heads = " | ".join(f"{number:,}: seconds | MB at most" for number in numbers)
    print(f"| {chosen.of} | {heads} | × linear | report, MB |\n|{' --- |' * (2 * len(numbers) + 3)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        earlier = {number: Path(folder) / f"{number}.json" for number in numbers if chosen.of == BASELINE}
        for number, path in earlier.items():
            save_baseline(number, path)
        for form in chosen.forms.split(","):
            print(row(form, chosen.of, numbers, earlier), flush=True)


if __name__ == "__main__":
    main()
