"""What the pipeline counts."""

from collections import Counter
from datetime import date

from auditor.auditing.engine.collector import joined
from auditor.auditing.engine.dispatch import bind
from auditor.auditing.tally import ALIKE, VERDICTS, _Occasions, _places
from auditor.rules.loading.loader import rules_in_force


def test_verdicts_are_counted_alike_whether_few_or_many_differ():
    bound = bind(rules_in_force("act/canberra-manila", date(1995, 1, 1)))
    occasions, expected = _Occasions(bound), Counter()
    for number in range(3 * ALIKE):
        verdicts = ((number % 7, number, 0), (number // 3, 0, 4 * (number % 5 == 0)))
        for _ in range(number % 11):
            occasions.add(verdicts)
            for verdict, clauses in zip(VERDICTS, joined(verdicts), strict=True):
                expected.update((bound.clauses[place], verdict) for place in _places(clauses))
    found = {(clause, verdict): times for clause, each in occasions.totals().items() for verdict, times in each.items()}
    assert found == dict(expected)
