"""How long the register takes: many findings of many nights in, and the answers to the usual questions out.

    python bench/register.py [--nights 1000] [--findings 500000] [--register URL]

The nights are results as an audit hands them over, each of a log of its own at one of four tables, with the verdicts on
forty-four clauses. They are made while they are entered, and the making is not counted. Then each question is asked
five times; `people` goes through all findings. Without --register it is a new file in the temporary folder.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from many_findings import CLAUSES, RULES, findings

from auditor.auditing.finding_store import FindingStore
from auditor.auditing.result import Input, Result, TableNight
from auditor.cli import LITTER
from auditor.register import answers
from auditor.register.asking import Chosen, Question
from auditor.register.entering import EnteredRun
from auditor.register.store import Register
from auditor.vocabulary.findings import Location, Verdict

FIRST = date(2020, 1, 1)
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
HANDS = 2000  # of a night
TOLD = tuple(clause.id for clause in RULES.clauses[:40])


def nights(number: int, each: int) -> Iterator[Result]:
    """So many nights with so many findings each."""
    for n in range(number):
        night, table, path = FIRST + timedelta(n), f"Manila {n % 4 + 1}", f"/logs/{n:05}.log"
        found = [
            replace(one, night=night, table=table, location=Location(path, one.location.line, 3))
            for one in findings(range(n * each, (n + 1) * each))
        ]
        log = Result(
            inputs=[Input(path, hashlib.sha256(path.encode()).hexdigest(), "utf-8", "table-log", HANDS)],
            findings=FindingStore(found),
            hands=Counter({RULES.id: HANDS}),
            occasions=Counter({RULES.id: HANDS}),
            rulebooks={(RULES.id, RULES.version): RULES},
            tables=Counter({TableNight(path, "Casino Canberra", table, night): HANDS}),
        )
        for clause in TOLD:
            log.count(RULES.id, clause, night, {Verdict.PASS: HANDS - 5})
        for clause in CLAUSES:
            log.count(RULES.id, clause, night, {Verdict.FAIL: each // len(CLAUSES)})
        yield log


def enter(register: Register, number: int, each: int) -> tuple[float, float]:
    """Enter them, and give the seconds on the wall and of the processor."""
    wall = processor = 0.0
    run = EnteredRun(register, BEGAN, "{}")
    for log in nights(number, each):
        begun, worked = perf_counter(), process_time()
        run.enter(log)
        wall, processor = wall + perf_counter() - begun, processor + process_time() - worked
    begun, worked = perf_counter(), process_time()
    run.end(BEGAN)
    return wall + perf_counter() - begun, processor + process_time() - worked


def questions() -> dict[str, Callable[[Question], object]]:
    """What is asked, each as its command asks it."""

    def person(asked: Question) -> object:
        answers.people(asked), answers.by_clause(asked, verdicts=False), answers.trend(asked, answers.MONTH)
        return list(islice(answers.found(asked, newest_first=True), 10))

    return {
        "summary": answers.summary,
        "trend": lambda asked: answers.trend(asked, answers.NIGHT),
        "a person's page": person,
        "clauses": lambda asked: answers.by_clause(asked, verdicts=True),
        "people": answers.people,
    }


def out(register: Register, ask: Callable[[Question], object], chosen: Chosen) -> tuple[float, float]:
    """The seconds on the wall and of the processor that an answer takes."""
    begun, worked = perf_counter(), process_time()
    with register.reading() as connection:
        ask(Question(connection, register, chosen, BEGAN.date()))
    return perf_counter() - begun, process_time() - worked


def main() -> None:
    """Enter, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--nights", type=int, default=1000)
    parser.add_argument("--findings", type=int, default=500_000)
    parser.add_argument("--register", metavar="FILE|URL")
    options = parser.parse_args()
    gc.set_threshold(LITTER, 20, 20)  # as the command has it
    with tempfile.TemporaryDirectory() as folder:
        register = Register(options.register or str(Path(folder) / "register.db"))
        yardstick = _yardstick()
        wall, processor = enter(register, options.nights, options.findings // options.nights)
        print(f"yardstick: {1000 * min(yardstick, _yardstick()):.0f} ms of the processor for a million additions")
        what = f"{options.findings:,} findings of {options.nights:,} nights"
        print(f"{what} in: {wall:.1f} s, {processor:.1f} of the processor")
        for name, ask in questions().items():
            chosen = Chosen(person="Guest7") if name == "a person's page" else Chosen()
            times = [out(register, ask, chosen) for _ in range(5)]
            wall, processor = (1000 * median(one) for one in zip(*times, strict=True))
            print(f"{name} out: {wall:.0f} ms, {processor:.0f} of the processor")


def _yardstick() -> float:
    """How fast the machine is at this moment."""
    begun = process_time()
    total = 0
    for n in range(1_000_000):
        total += n
    return process_time() - begun


if __name__ == "__main__":
    main()
