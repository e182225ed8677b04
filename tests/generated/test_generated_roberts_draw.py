"""Draw and lowball of Robert's Rules by the book are found faultless, with one fault planted guilty of that alone."""

from __future__ import annotations

import random

import pokerkit
import pytest
from generated_hands import MORE, audited, told, undertaking, words
from play.common.ranking import deck
from play.roberts.draw import (  # noqa: F401  (all register)
    faults_betting,
    faults_cards,
    faults_money,
)
from play.roberts.draw.games import FORMS
from play.roberts.draw.oracle import RANKINGS, ace_to_five, deuce_to_seven, draw_high, jacks, seven
from play.roberts.draw.planting import FAULTS, arranged, log, planted
from play.roberts.games import LIMITS

from auditor.vocabulary.findings import Verdict

LOGS = 12 * MORE  # of each form and limit, four hands each
TIMES = 2 * MORE  # hands that each fault is planted in, for each limit
SUBJECTS = 2000 * MORE  # hands that a fault may look for its place in


# ---- the oracle ----

THEIRS = {
    "lowball-a5": pokerkit.RegularLowHand,
    "lowball-27": pokerkit.StandardLowHand,
    "draw-high": pokerkit.StandardHighHand,
}


@pytest.mark.parametrize("game", RANKINGS)
def test_the_oracle_ranks_hands_as_pokerkit_does(game):
    """A better hand has more there, at lowball too."""
    rng, ours, better = random.Random(8), RANKINGS[game], 1 if game == "draw-high" else -1
    for number in range(300):
        ranks = "23456A" if number % 3 else "23456789TJQKA"  # straights, flushes and low hands among few ranks
        some, other = (rng.sample([card for card in deck(52) if card[0] in ranks], 5) for _ in range(2))
        values, hands = [ours(five) for five in (some, other)], [THEIRS[game]("".join(five)) for five in (some, other)]
        order = (values[0] > values[1]) - (values[0] < values[1])
        assert order * better == (hands[0] > hands[1]) - (hands[0] < hands[1]), (some, other)


@pytest.mark.parametrize(
    ("rank", "with_joker", "without"),
    [
        (ace_to_five, "2c 3d 4h 5s Jo", "Ac 2c 3d 4h 5s"),
        (ace_to_five, "Ac 2c 3d 4h Jo", "Ac 2c 3d 4h 5s"),
        (ace_to_five, "8c 8d Ah 2s Jo", "8c 8d Ah 2s 3c"),
        (draw_high, "Ac Jo 9d 5h 2s", "Ac Ad 9d 5h 2s"),
        (draw_high, "Kc Kd Jo 9h 5s", "Kc Kd Ah 9h 5s"),
        (draw_high, "Tc 9d 8h 7s Jo", "Tc 9d 8h 7s Jc"),
        (draw_high, "Ac 2d 3h 4s Jo", "Ac 2d 3h 4s 5c"),
        (draw_high, "Ah Qh 9h 3h Jo", "Ah Kh Qh 9h 3h"),
    ],
)
def test_the_joker_is_what_the_text_makes_of_it(rank, with_joker, without):
    assert rank(with_joker.split()) == rank(without.split())


def test_the_best_and_the_worst_hands_of_the_text():
    assert draw_high("Ac Ad Ah As Jo".split()) > draw_high("Ah Kh Qh Jh Th".split())
    assert deuce_to_seven("Ad 5c 4h 3s 2d".split()) < deuce_to_seven("Ac 7c 4h 3s 2d".split())
    assert deuce_to_seven("Ad 5c 4h 3s 2d".split()) > deuce_to_seven("Kc Qd Jh Ts 8d".split())
    hands = ("7c 6d 4h 3s Jo", "8c 4d 3h 2s Ac", "7c 7d 3h 2s Ac")
    assert [seven(hand.split()) for hand in hands] == [True, False, False]
    hands = ("Ac Jo 9d 5h 2s", "Jc Jd 4h 3s 2c", "Tc Td Ah Ks Qc")
    assert [jacks(hand.split()) for hand in hands] == [True, True, False]


# ---- no false accusation ----

COMMON = {
    "GL.check", "GL.deck", "GL.fold", "S2.DM.6", "S2.PR.8/1", "S2.PR.8/2", "S3.BR.11", "S3.DH.1(a)", "S3.IR.4",
    "S3.SD.1", "S3.SD.2", "S3.SD.8", "S3.TI.5(a)", "S3.TI.5(d)", "S4.0/1", "S4.0/3", "S4.0/9", "S4.0/10",
}  # fmt: skip
LOWBALL = {"S11.0/1", "S11.0/2", "S11.0/3", "S11.10", "S4.3", "GL.blind", "S4.9"}
HIGH = {"S12.0/1", "S12.0/2", "S12.0/3", "S12.0/5", "S12.5", "S12.6", "S12.8", "S12.14", "S12.JK.1", "S12.JK.2"}
LOWS = {"S11.A5.0", "S11.A5.1", "S11.D7.1"}
BY_LIMIT = {
    "fixed": {
        "GL.fixed-limit", "S3.BR.7/1", "S11.0/5", "S11.2", "S11.A5.2", "S11.A5.4/1", "S12.0/4", "S12.1",
        "S3.BR.4(a)", "S3.BR.4(b)", "S3.BR.5", "S3.BR.16/1", "S3.BR.16/2",
    },
    "no-limit": {"S14.NL.2", "S14.NL.3", "S14.NL.3/1", "S14.NL.4"},
    "pot-limit": {"S14.NL.2", "S14.NL.3", "S14.NL.3/1", "S14.NL.4", "S14.PL.0", "S14.PL.4"},
}  # fmt: skip


@pytest.mark.parametrize("limit", LIMITS)
def test_hands_played_by_the_book_give_no_finding_and_get_into_every_corner(limit):
    """No finding in any of them, and each of these clauses put to the test and kept in one at least."""
    accused, kept = [], set()
    for form in FORMS:
        for seed in range(LOGS):
            text = log(seed, form, limit)
            result = audited(text)
            if result.findings or result.unread:
                accused.append(words(text, result))
            kept |= {clause for (_, clause), count in result.verdicts.items() if count[Verdict.PASS]}

    assert accused == []
    assert sorted((COMMON | LOWBALL | LOWS | HIGH | BY_LIMIT[limit]) - kept) == []


LOW, HIGHER, BAD = "7h 6s 4d 3s Ad", "9c 8d 4h 2c As", "Td 5h 3c 2d Kc"


@pytest.mark.parametrize(
    ("clause", "hands", "bold"),
    [
        ("S11.A5.4/1", (LOW, HIGHER, BAD), (1,)),  # checked, and the best
        ("S11.A5.4/2", (LOW, "6c 5d 4h 2c As"), (1,)),  # checked, and beaten
        ("S11.A5.4/3", (BAD, LOW, HIGHER), (0,)),  # just called last chips of less than half a bet
        ("S11.A5.4/4", (BAD, LOW, HIGHER), (0, 1)),  # made a full bet of them
    ],
)
def test_sevens_are_paid_as_the_rule_has_it(clause, hands, bold):
    """Ten times each at least, and the part of the rule that is about it put to the test."""
    texts = [text for seed in range(30 * MORE) if (text := arranged(seed, "a5", "fixed", hands, bold)) is not None]
    results = [audited(text) for text in texts]

    accused = [words(text, result) for text, result in zip(texts, results, strict=True) if result.findings]
    assert accused == []
    kept = [key for result in results for key, count in result.verdicts.items() if count[Verdict.PASS]]
    assert [name for _, name in kept].count(clause) >= 10 * MORE


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
