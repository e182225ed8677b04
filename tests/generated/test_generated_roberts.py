"""Robert's button games by the book are found faultless, and the same with one fault planted guilty of that alone."""

from __future__ import annotations

import pytest
from generated_hands import MORE, audited, told, undertaking, words
from play.roberts.button import (  # noqa: F401  (all register)
    faults_betting,
    faults_dealing,
    faults_money,
    faults_session,
)
from play.roberts.button.evening import log
from play.roberts.button.planting import FAULTS, planted
from play.roberts.games import BUTTON_GAMES, LIMITS

from auditor.vocabulary.findings import Verdict

LOGS = 10 * MORE  # of each game, limit and kind of table, four hands each
TIMES = 2 * MORE  # hands that each fault is planted in, for each limit
SUBJECTS = 2000 * MORE  # hands that a fault may look for its place in


# ---- no false accusation ----

COMMON = (
    "GL.ante", "GL.blind", "GL.burncard", "GL.check", "GL.deck", "GL.fold", "GL.side-pot", "S2.DM.6", "S2.PR.8",
    "S2.PR.8/1", "S3.BR.1", "S3.BR.11", "S3.BR.16", "S3.BR.2", "S3.BR.6", "S3.DH.1(a)", "S3.SD.1", "S3.SD.2",
    "S3.SD.7", "S3.SD.8", "S3.TI.3", "S3.TI.5", "S3.TI.5(a)", "S3.TI.5(c)", "S3.TI.5(d)", "S4.0/1", "S4.0/10", "S4.0/2",
    "S4.0/7", "S4.0/9", "S4.1", "S4.3", "S4.9", "S5.0/1", "S5.0/2", "S5.0/3", "S5.0/4", "S5.4", "S5.5", "S5.6",
    "S6.0/1", "S6.0/2", "S6.0/3", "S7.0", "S7.2",
)  # fmt: skip
BY_LIMIT = {
    "fixed": (
        "GL.fixed-limit", "S3.BR.4", "S3.BR.4(a)", "S3.BR.5", "S3.BR.7", "S3.BR.7/1", "S3.BR.7/2", "S3.BR.7/3",
        "S3.BR.16/1", "S3.BR.16/2", "S4.8",
    ),
    "no-limit": ("S14.NL.2", "S14.NL.2/1", "S14.NL.3", "S14.NL.4", "S14.NL.5", "S14.NL.9"),
    "pot-limit": ("S14.0/2", "S14.NL.2", "S14.NL.3", "S14.NL.4", "S14.NL.9", "S14.PL.0", "S14.PL.4"),
}  # fmt: skip
CASH = ("S2.PR.8/2", "S4.2", "S4.2(a)", "S4.2(b)", "S4.4")
STRADDLED = ("S14.NL.15", "S14.NL.15/1", "S14.NL.15/2", "S14.NL.15/3", "S14.NL.15/4")
BY_TABLE = {
    (False, "fixed"): (*CASH, "S4.17"),
    (False, "no-limit"): (*CASH, *STRADDLED),
    (False, "pot-limit"): (*CASH, *STRADDLED, "S14.PL.5"),
}
EVENT = ("S15.27", "S15.30", "S15.31", "S15.34")


@pytest.mark.parametrize("tournament", [False, True], ids=["cash", "tournament"])
@pytest.mark.parametrize("limit", LIMITS)
def test_hands_played_by_the_book_give_no_finding_and_get_into_every_corner(limit, tournament):
    """No finding in any of them, and each of these clauses put to the test and kept in one at least."""
    accused, kept = [], set()
    for game in BUTTON_GAMES:
        for seed in range(LOGS):
            text = log(seed, game, limit, tournament)
            result = audited(text)
            if result.findings or result.unread:
                accused.append(words(text, result))
            kept |= {clause for (_, clause), count in result.verdicts.items() if count[Verdict.PASS]}

    assert accused == []
    assert sorted({*COMMON, *BY_LIMIT[limit], *BY_TABLE.get((tournament, limit), EVENT)} - kept) == []


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
