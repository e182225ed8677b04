"""How quickly the desk answers with very many findings.

    python bench/desk.py [--number 100000]

The findings are those of `many_findings.py`, on sixty nights at twelve tables with four hundred players. What is told
is the processor's time for the index, and for each page three times: the first time nothing of it has been counted.
"""

from __future__ import annotations

import argparse
import random
import resource
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from time import process_time
from typing import TypeVar

from many_findings import RULES, findings
from starlette.testclient import TestClient

from auditor.auditing.options import Options
from auditor.auditing.result import Input, Result, TableNight
from auditor.desk.app import desk_app
from auditor.desk.findings_index import FindingsIndex
from auditor.desk.manners import Manners
from auditor.desk.open_logs import Desk, shown_of
from auditor.report.view import Selection, view
from auditor.vocabulary.findings import Actor, Finding, Location

NIGHTS, TABLES, PLAYERS, DEALERS = 60, 12, 400, 40
HOST = "testserver"
T = TypeVar("T")
PAGES = (
    *("/", "/?month=2024-02", "/findings", "/findings?severity=breach", "/findings?person=player+P7"),
    *("/findings?q=P77", "/findings?q=fourth&severity=breach&severity=irregularity", "/findings?sort=money"),
    *("/findings?sort=person&start=50000", "/findings?night=2024-01-05&all=person", "/keys"),
)


def spread(number: int) -> Iterator[Finding]:
    """As many findings, in the order of logs and lines."""
    chance = random.Random(1)
    for n, one in enumerate(findings(range(number))):
        night = date(2024, 1, 1) + timedelta(days=n * NIGHTS // number)
        player = Actor("player", n % 9 + 1, f"P{chance.randrange(PLAYERS)}")
        actor = chance.choice([player, Actor("dealer", None, str(n % DEALERS)), Actor("operator")])
        place = Location(f"{night}.log", n + 1, 1)
        yield replace(one, night=night, table=f"Manila {n % TABLES}", actor=actor, hand=str(n), location=place)


def timed(what: str, do: Callable[[], T]) -> T:
    """Do something and tell the processor's time."""
    start = process_time()
    done = do()
    print(f"{what:60} {process_time() - start:8.2f} s")
    return done


def main() -> None:
    """Tell the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=100_000)
    number = parser.parse_args().number
    result = Result(rulebooks={(RULES.id, RULES.version): RULES})
    result.findings.extend(spread(number))
    for day in range(NIGHTS):
        night = date(2024, 1, 1) + timedelta(days=day)
        result.inputs.append(Input(f"{night}.log", None, "utf-8", "table-log", hands=100))
        result.tables.update({TableNight(f"{night}.log", None, f"Manila {n}", night): 100 for n in range(TABLES)})
    result.hands[RULES.id] = result.occasions[RULES.id] = NIGHTS * TABLES * 100
    index, desk = FindingsIndex(), Desk([], Options(), lambda found: view(found, Selection()))
    timed("index, while the audit goes on", lambda: index.take(result))
    chosen = timed("view, as of every report", lambda: view(result, Selection()))
    desk.found = timed("what the desk has to know when the audit is over", lambda: shown_of(chosen, index))
    manners = Manners((HOST,))
    with TestClient(desk_app(desk, manners)) as client:
        client.get("/", params={"token": manners.once})
        for path in (*PAGES, f"/finding?ref={chosen.findings[number // 2].ref}&list=severity%3Dbreach&number=20"):
            times = []
            for _ in range(3):
                start = process_time()
                assert client.get(path).status_code == 200
                times.append(f"{1000 * (process_time() - start):6.0f}")
            print(f"{path:60} {' '.join(times)} ms")
    print(f"most memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB")


if __name__ == "__main__":
    main()
