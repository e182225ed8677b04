"""Every sample log says in comments what an audit must find in it. All of that is found, and nothing else."""

from pathlib import Path

import pytest

from auditor.audit import Options, audit, by_clause
from auditor.clause_book import marks
from auditor.data import folder
from auditor.findings import Verdict
from auditor.logs.reading import RawHand
from auditor.logs.source import open_path


def _states(mark, finding):
    said = (mark.line, mark.severity, mark.clause, mark.read_with)
    found = (finding.place.line, finding.severity.word, finding.clause, finding.read_with)
    return said == found and mark.words in finding.message


SAMPLES = sorted(folder("samples").rglob("*.log"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_sample_is_judged_as_it_says(path: Path) -> None:
    verdicts: list[tuple[str, str | None, dict[str, Verdict]]] = []

    def observe(item, bound, judged):
        hand = item.number if isinstance(item, RawHand) else None
        verdicts.extend((item.setup.table, hand, by_clause(bound, one)) for one in judged)

    result = audit([open_path(path, path.name)], Options(), observe)

    assert result.unread == []
    wanted = list(marks(path))
    expected = [mark for mark in wanted if mark.kind == "breach"]
    unexpected = []
    for finding in result.findings:
        mark = next((mark for mark in expected if _states(mark, finding)), None)
        if mark is None:
            unexpected.append(f"{finding.place.line}: {finding.message} | {finding.clause} with {finding.read_with}")
        else:
            expected.remove(mark)
    assert (unexpected, [f"{mark.line}: {mark.clause}: {mark.words}" for mark in expected]) == ([], [])
    for mark in wanted:
        if mark.kind == "compliant":
            seen = {
                each.get(mark.clause, Verdict.NOT_APPLICABLE)
                for table, hand, each in verdicts
                if table == mark.table and (mark.hand is None or hand == mark.hand)
            }
            assert max(seen) == Verdict.PASS, f"{mark.path.name}:{mark.line}: {mark.clause} is {max(seen).name}"
