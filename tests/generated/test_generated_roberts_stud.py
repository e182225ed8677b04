"""Stud by Robert's Rules is found faultless, and the same hands with one fault planted guilty of that alone."""

from __future__ import annotations

import pytest
from generated_hands import MORE, audited, told, undertaking, words
from play.roberts.games import LIMITS
from play.roberts.stud import (  # noqa: F401  (all register)
    faults_betting,
    faults_ending,
    faults_opening,
)
from play.roberts.stud.games import STUD_GAMES
from play.roberts.stud.planting import FAULTS, planted
from play.roberts.stud.playing import log

from auditor.vocabulary.findings import Verdict

LOGS = {"fixed": 40 * MORE, "no-limit": 15 * MORE, "pot-limit": 15 * MORE}  # of each game, up to three hands each
TIMES = 3 * MORE  # hands that each fault is planted in, for each limit
SUBJECTS = 4000 * MORE  # hands that a fault may look for its place in


# ---- no false accusation ----

COMMON = (
    "GL.ante", "GL.burncard", "GL.check", "GL.deck", "GL.fold", "GL.side-pot", "S15.22", "S15.34", "S2.DM.6",
    "S2.PR.15", "S2.PR.8", "S2.PR.8/1", "S2.PR.8/2", "S3.BR.1", "S3.BR.11", "S3.BR.16", "S3.BR.16/1", "S3.BR.6",
    "S3.DH.1(a)", "S3.SD.1", "S3.SD.2", "S3.SD.7", "S3.SD.8", "S3.TI.1", "S3.TI.3", "S3.TI.5", "S3.TI.5(b)",
    "S3.TI.5(c)", "S3.TI.5(d)", "S8.0/1", "S8.0/2", "S8.13", "S8.15", "S8.2", "S8.2/1", "S8.3", "S8.4", "S8.4/1",
    "S9.0", "S9.2", "S9.2/1", "S10.0", "S10.2", "S10.3", "S10.4", "S10.4/1", "S10.5", "S10.8", "S10.9",
)  # fmt: skip
BIG = ("S14.NL.2", "S14.NL.3", "S14.NL.3/1", "S14.NL.4", "S14.NL.9", "S14.NL.11")
BY_LIMIT = {
    "fixed": (
        "GL.fixed-limit", "S3.BR.4(a)", "S3.BR.5", "S3.BR.7", "S3.BR.7/1", "S3.BR.7/2", "S3.BR.7/3", "S3.TI.4",
        "S8.0/3", "S8.6", "S8.7", "S9.3", "S10.6",
    ),
    "no-limit": BIG,
    "pot-limit": (*BIG, "S14.PL.0"),
}  # fmt: skip


@pytest.mark.parametrize("limit", LIMITS)
def test_hands_played_by_the_book_give_no_finding_and_get_into_every_corner(limit):
    """No finding in any of them, and each of these clauses put to the test and kept in one at least."""
    accused, kept = [], set()
    for game in STUD_GAMES:
        for seed in range(LOGS[limit]):
            text = log(seed, game, limit)
            result = audited(text)
            if result.findings or result.unread:
                accused.append(words(text, result))
            kept |= {clause for (_, clause), count in result.verdicts.items() if count[Verdict.PASS]}

    assert accused == []
    assert sorted({*COMMON, *BY_LIMIT[limit]} - kept) == []


# ---- one fault, one finding ----


@pytest.mark.parametrize(("name", "limit"), [(name, limit) for name, fault in FAULTS.items() for limit in fault.limits])
def test_a_planted_fault_is_found_and_nothing_else(name, limit):
    done = 0
    for seed in range(SUBJECTS):
        found = planted(name, limit, seed)
        if found is not None:
            text, clauses = found
            result = audited(undertaking(text))
            assert (tuple(told(result)), result.unread) == (clauses, []), words(text, result)
            done += 1
        if done == TIMES:
            break

    assert done == TIMES
