"""How much memory and time a report of very many findings takes, in every form.

    python bench/many_findings.py [--findings 500000] [--forms json,text]

The findings are those that a fault of each kind leaves, in one log, handed over one after the other as an audit finds
them. Each form is written to a file by a process of its own, once with a tenth of the findings and once with all.
What is told is the processor's time for view and report, how far that is from ten times the time of the tenth, and
the most memory that the process ever had, everything included.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from time import process_time

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.result import Input, Result
from auditor.cli.output import save_texts
from auditor.report.formats import OUTPUTS, TEXT, render
from auditor.report.formats.text import render as render_text
from auditor.report.layout import PLAIN_WIDTH, plain_texts
from auditor.report.view import Selection, view
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary.findings import Actor, Finding, Location, Money, Severity, Verdict

RULES = rules_in_force("act/canberra-manila", date(1994, 6, 11))
CLAUSES = ("10.1", "10.2", "11.1(b)", "record/act-after-fold")
PATH = "night.log"


def findings(number: int) -> Iterator[Finding]:
    """So many findings of four clauses and three severities, one in each hand."""
    for n in range(number):
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
        )


def result_of(number: int) -> Result:
    """What an audit hands over that found these."""
    found = Result(
        inputs=[Input(PATH, "00" * 32, "utf-8", "table-log", number, 0, 1000 * number, 40 * number)],
        findings=FindingStore(findings(number)),
        verdicts={(RULES.id, clause): Counter({Verdict.FAIL: number // 4}) for clause in CLAUSES},
        hands=Counter({RULES.id: number}),
        occasions=Counter({RULES.id: number}),
        rulebooks={(RULES.id, RULES.version): RULES},
        tables=Counter({(PATH, "Manila 3"): number}),
    )
    found.logs.append(
        Result(found.inputs, verdicts=found.verdicts, occasions=found.occasions, rulebooks=found.rulebooks)
    )
    return found


def write(form: str, number: int) -> None:
    """Write a report, and print the seconds of it and the memory of the whole."""
    found = result_of(number)
    with tempfile.TemporaryDirectory() as folder:
        begun = process_time()
        seen = view(found, Selection())
        text = plain_texts(render_text(seen, PLAIN_WIDTH)) if form == TEXT else render(form, seen)
        save_texts(text, Path(folder) / "report")
        taken, size = process_time() - begun, (Path(folder) / "report").stat().st_size
    print(taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, size)


def measured(form: str, number: int) -> tuple[float, float, int]:
    """The same by a process of its own: seconds, megabytes of memory, bytes of the report."""
    words = [sys.executable, __file__, "--write", form, "--findings", str(number)]
    seconds, memory, size = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(memory), int(size)


def main() -> None:
    """Measure the forms and print a row for each."""
    arguments = argparse.ArgumentParser(description="Measure reports of very many findings.")
    arguments.add_argument("--findings", type=int, default=500_000, help="how many (default: 500000)")
    arguments.add_argument("--forms", default=",".join(OUTPUTS), help="which forms (default: all)")
    arguments.add_argument("--write", help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    if chosen.write:
        write(chosen.write, chosen.findings)
        return
    print("| form | seconds | × linear | memory at most, MB | report, MB |\n| --- | --- | --- | --- | --- |")
    for form in chosen.forms.split(","):
        tenth, _, _ = measured(form, chosen.findings // 10)
        seconds, memory, size = measured(form, chosen.findings)
        print(f"| {form} | {seconds:.0f} | {seconds / tenth / 10:.2f} | {memory:.0f} | {size / 1e6:.0f} |", flush=True)


if __name__ == "__main__":
    main()
