"""The commission that a table declares: how it is written in a log, and what each reading of the rules makes of it."""

from io import BytesIO

import pytest
from manila import audited, found

from auditor.auditing.engine.dispatch import bind
from auditor.auditing.engine.judge_hand import judge
from auditor.auditing.tally import by_clause
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary import events as e
from auditor.vocabulary.findings import Verdict

HOLES = {"Ann": "Ac Ad", "Ben": "Kh Ks", "Cam": "Qc Qd"}
BOARD = ("9d 5s 2c", "3h", "Th")
ROYAL = ("Ah Kh Qh", "Jh", "Th")
FIVE = ("commission 5%",)


def hand(setup, first, end, *, stakes=(500, 500, 500), holes=HOLES, board=BOARD, later=(), before=()):
    """A hand of three players with the button before Ann, whose later rounds go by `later`, or are checked."""
    deals = [", ".join(f"{name} [{holes[name].split()[n]}]" for name in ("Ben", "Cam", "Ann")) for n in range(2)]
    seats = [f"seat {n} {name} ${stake}" for n, (name, stake) in enumerate(zip(HOLES, stakes, strict=True), 1)]
    lines = ["log 1", 'table "Test"', "rules crown/holdem", "limit no-limit", "minimum $10", "blinds $5, $10"]
    lines += ["chip $1", *setup, "hand 1", *seats, "button 1", *before, "Ben blind $5", "Cam blind $10"]
    lines += [f"deal {deal}" for deal in deals] + list(first)
    folded = {line.split()[0] for line in first if line.endswith("folds")}
    left = [name for name in ("Ben", "Cam", "Ann") if name not in folded]
    if len(left) > 1:
        for n, cards in enumerate(board):
            lines += ["burn", f"communal [{cards}]", *(later[n] if later else [f"{name} checks" for name in left])]
        lines += [f"{name} shows [{holes[name]}]" for name in left]
    return "\n".join([*lines, *end, "end", ""])


def called(taken, setup=FIVE):
    """130 dollars wagered, won by Ann."""
    first = ("Ann raises to $60", "Ben calls", "Cam folds")
    return hand(setup, first, (f"pot $130 commission ${taken}", f"Ann wins ${130 - taken}"))


def uncalled(taken):
    """A raise to 30 that nobody called: 25 dollars wagered, and 15 if the call in it is left out as well."""
    first = ("Ann raises to $30", "Ben folds", "Cam folds", "return $20 to Ann")
    return hand(("commission 10%",), first, (f"pot $25 commission ${taken}", f"Ann wins ${25 - taken}"))


def walk(taken, setup, before=()):
    first = ("Ann folds", "Ben folds", "return $5 to Cam")
    return hand(setup, first, (f"pot $10 commission ${taken}", f"Cam wins ${10 - taken}"), before=before)


def two_pots(ann, ben, taken=20):
    """255 dollars for Ann, who went all in, and 240 in a side pot for Ben; only the sum of the commission is known."""
    first = ("Ann raises to $85 all in", "Ben calls", "Cam calls")
    later = (("Ben bets $120", "Cam calls"), ("Ben checks", "Cam checks"), ("Ben checks", "Cam checks"))
    end = (f"pot $495 commission ${taken}", f"Ann wins ${ann}", f"Ben wins ${ben}")
    return hand(("commission 5% cap $20",), first, end, stakes=(85, 500, 500), later=later)


def tied_side_pot(taken):
    """Cam wins the main pot of 90 dollars; Ann and Ben tie for the 200 of the side pot."""
    holes = {"Ann": "Ac 7d", "Ben": "Ad 7s", "Cam": "Qc Qd"}
    first = ("Ann raises to $30", "Ben calls", "Cam calls all in")
    later = (("Ben bets $100", "Ann calls"), ("Ben checks", "Ann checks"), ("Ben checks", "Ann checks"))
    halves = 100 - max(taken - 9, 0) // 2
    end = ("main pot $90 commission $9", f"side pot 1 $200 commission ${taken - 9}", "Cam wins $81 from main pot")
    end += (f"Ann wins ${halves} from side pot 1", f"Ben wins ${halves} from side pot 1")
    return hand(("commission 10%",), first, end, stakes=(500, 500, 30), holes=holes, later=later)


FEES = tuple(f"{name} pays $1 fee" for name in HOLES)


@pytest.mark.parametrize(
    ("text", "reading", "choice", "expected"),
    [
        pytest.param(called(7), "commission_rounding", "bracket", [], id="rounded up"),
        pytest.param(called(7), "commission_rounding", "down", ["breach 7.2.1"], id="not down"),
        pytest.param(called(6), "commission_rounding", "down", [], id="down"),
        pytest.param(called(6), "commission_rounding", "nearest", ["advisory 7.2.1"], id="a half is rounded up"),
        pytest.param(called(6), "commission_rounding", "up", ["advisory 7.2.1"], id="not up"),
        pytest.param(called(7), "commission_rounding", "up", [], id="up"),
        pytest.param(uncalled(2), "uncalled_scope", "excess", [], id="what exceeds the call"),
        pytest.param(uncalled(2), "uncalled_scope", "whole", ["breach 7.5"], id="the whole raise"),
        pytest.param(uncalled(1), "uncalled_scope", "whole", [], id="the blinds that were left"),
        pytest.param(two_pots(255, 220), "commission_allocation", "any", [], id="all from the side pot"),
        pytest.param(two_pots(235, 240), "commission_allocation", "main_first", [], id="all from the main pot"),
        pytest.param(
            two_pots(255, 220),
            "commission_allocation",
            "main_first",
            ["breach 1.1:all-in"],
            id="all from the side",
        ),
        pytest.param(
            two_pots(244, 231), "commission_allocation", "proportional", ["breach 1.1:side-pots"], id="a dollar off it"
        ),
        pytest.param(
            two_pots(245, 230), "commission_allocation", "proportional", [], id="in proportion, to the dollar"
        ),
        pytest.param(walk(2, ("commission per hand $2",)), "blinds_only_scope", "percentage", [], id="fixed"),
        pytest.param(
            walk(2, ("commission per hand $2",)), "blinds_only_scope", "all", ["breach 7.6"], id="fixed is spared"
        ),
        pytest.param(
            walk(0, ("commission per person $1",), FEES), "blinds_only_scope", "percentage_and_fixed", [], id="persons"
        ),
        pytest.param(
            walk(0, ("commission per person $1",), FEES), "blinds_only_scope", "all", ["breach 7.6"], id="or not"
        ),
        pytest.param(tied_side_pot(29), "tie_exemption_scope", "hand", [], id="a side pot bears it"),
        pytest.param(tied_side_pot(29), "tie_exemption_scope", "pot", ["breach 7.8"], id="a tied side pot does not"),
        pytest.param(tied_side_pot(9), "tie_exemption_scope", "pot", [], id="the main pot alone"),
    ],
)
def test_each_choice_of_a_reading_decides_what_may_be_taken(text, reading, choice, expected):
    assert found(text, **{reading: choice}) == expected


def verdict(text, clause):
    """What becomes of a clause in the only hand of a log."""
    raw = next(part for part in read(open_stream(BytesIO(text.encode()), "test.log")) if isinstance(part, RawHand))
    bound = bind(rules_in_force("crown/holdem", None))
    return by_clause(bound, judge(raw.read(), bound, "test.log")).get(clause)


@pytest.mark.parametrize(
    ("text", "clause", "expected"),
    [
        pytest.param(called(60, ()), "7.2.1", Verdict.NOT_RECORDED, id="nobody knows what the table charges"),
        pytest.param(called(6).replace(" commission $6", ""), "7.2.1", Verdict.NOT_RECORDED, id="nor what it took"),
        pytest.param(walk(1, ()), "7.6", Verdict.FAIL, id="blinds alone bear none, whatever is declared"),
        pytest.param(called(2, ("commission per hand 4-9 $2",)), "7.2.3", Verdict.NOT_RECORDED, id="no such row"),
        pytest.param(called(0, ("commission nil",)), "7.2.1", None, id="nil is no percentage"),
    ],
)
def test_only_what_is_declared_can_be_exceeded(text, clause, expected):
    assert verdict(text, clause) == expected


def test_too_much_is_owed_to_the_winner_beyond_what_is_lawful():
    (finding,) = audited(called(13, ("commission 5% cap $5",))).findings

    assert (finding.clause, finding.money.amount, finding.money.owed_to) == ("7.7", 800, "seat 1 Ann")


@pytest.mark.parametrize(
    ("line", "event"),
    [
        (
            "commission 5% rounded down to $1 least $2 cap $10 by area-manager",
            e.CommissionDeclared(3, 1, 500, "down", 100, None, None, False, 200, 1000, "area-manager"),
        ),
        ("commission nil", e.CommissionDeclared(3, 1, 0, None, None, None, None, False)),
        ("commission per hand $4", e.ChargeDeclared(3, 1, "hand", (400,))),
        (
            "commission per hand 2-4 $2, 5 $3, 6-11 $1,000 cap $4 by Kim",
            e.ChargeDeclared(3, 1, "hand", (200, 300, 100_000), (2, 5, 6), (4, 5, 11), 400, "Kim"),
        ),
        ("commission per person $1", e.ChargeDeclared(3, 1, "person", (100,))),
        ("Ann pays $6 time for 21:00 at 20:55", e.Pays(3, 1, "Ann", 600, "time", "21:00", "20:55")),
        ("Ann pays $1 fee", e.Pays(3, 1, "Ann", 100, "fee")),
    ],
)
def test_what_a_log_says_of_commission(line, event):
    text = f'log 1\ntable "Test"\n{line}\nrules crown/holdem\nhand 1\nseat 1 Ann $5\nend\n'
    parts = list(read(open_stream(BytesIO(text.encode()), "test.log")))

    assert event in next(part for part in parts if isinstance(part, RawHand)).before


@pytest.mark.parametrize(
    "line", ["commission per person 2-4 $2", "commission per hand 2-4 $2, $4", "commission cap $2"]
)
def test_a_schedule_is_for_hands_and_complete(line):
    assert len(audited(f'log 1\ntable "Test"\n{line}\nrules crown/holdem\nhand 1\nseat 1 Ann $5\nend\n').unread) == 1
