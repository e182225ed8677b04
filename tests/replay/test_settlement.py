"""What a hand should have paid, in worked numbers, and which one fault explains a wrong payment."""

from datetime import date
from io import BytesIO

import pytest
from manila import audited

from auditor.auditing.engine.registry import registered
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay
from auditor.replay.settlement.compute import Settlement
from auditor.rules.loading.loader import rules_in_force
from auditor.vocabulary.findings import Finding

NAMES = ("Ann", "Ben", "Cam", "Dot", "Eve", "Fay", "Gus")
DRY = "Kd Jc 9h 8s 7d"  # a board on which nobody has a straight without a ten
ACES, QUEENS, TENS = "Ac Ad", "Qh Qs", "Tc Th"
CHECKS = ("pot_award", "commission", "pot_division", "how_hands_end", "showdown", "cards_and_money", "invalidation")


def hand(
    put: dict[int, float],
    *end: str,
    cards: dict[int, str] | None = None,
    board: str = DRY,
    folds: tuple[int, ...] = (),
    tapped: tuple[int, ...] = (),
    buck: int = 1,
    setup: tuple[str, ...] = ("minimum $5",),
) -> str:
    """A hand in which each seat put in so many dollars, as an ante; who has cards and did not fold shows them."""
    cards = cards or {}
    seats = [f"seat {n} {NAMES[n - 1]} ${amount + (0 if n in tapped else 1000):.2f}" for n, amount in put.items()]
    dealt = ", ".join(f"{NAMES[n - 1]} [{cards.get(n, '?? ??')}]" for n in put)
    money = [f"{NAMES[n - 1]} ante ${amount:.2f}" for n, amount in put.items() if amount]
    folded = [f"{NAMES[n - 1]} folds" for n in folds]
    shown = [f"{NAMES[n - 1]} shows [{held}]" for n, held in cards.items() if n not in folds]
    head = ["log 1", 'table "Test"', "rules act/canberra-manila", "date 1994-06-11", *setup, "hand 1", *seats]
    body = [f"buck {buck}", *money, f"deal {dealt}", *[f"communal [{card}]" for card in board.split()], *folded, *shown]
    return "\n".join([*head, *body, *end, "end", ""])


def settlement(text: str, **readings: str) -> Settlement:
    """The settlement of the only hand of a log."""
    raw = next(part for part in read(open_stream(BytesIO(text.encode()), "test.log")) if isinstance(part, RawHand))
    return replay(raw.read(), rules_in_force("act/canberra-manila", date(1994, 6, 11), readings))


def faults(text: str, **readings: str) -> list[Finding]:
    """The findings of the settlement checks; the hands here have no betting, which other checks may say."""
    result = audited(text, **readings)
    assert result.unread == []
    ours = {name for name, one in registered().items() if one.function.__module__.split(".")[-1] in CHECKS}
    return [finding for finding in result.findings if finding.check in ours]


def said(text: str, **readings: str) -> list[str]:
    """Severity, clause and money of each of these findings: `breach 11.1(b) $1`."""
    found = faults(text, **readings)
    return [
        f"{one.severity.word} {one.clause}" + (f" ${one.money.amount / 100:g}" if one.money else "") for one in found
    ]


def dollars(amounts: dict[int, int]) -> dict[int, float]:
    return {seat: cents / 100 for seat, cents in amounts.items()}


# ---- pots ----


@pytest.mark.parametrize(
    ("text", "uncalled", "pots"),
    [
        pytest.param(
            hand({1: 25, 2: 60, 3: 100, 4: 100, 5: 10}, folds=(5,), tapped=(1, 2)),
            0,
            [(110, "1234"), (105, "234"), (80, "34")],
            id="two players tapped out, one folded",
        ),
        pytest.param(
            hand({1: 80, 2: 50, 3: 50}, folds=(3,), tapped=(2,)),
            30,
            [(150, "12")],
            id="the excess over a player who tapped out goes back",
        ),
        pytest.param(
            hand({1: 10, 2: 0}, folds=(2,)).replace(" ante ", " blind "), 10, [], id="a blind nobody called is no pot"
        ),
        pytest.param(
            hand({1: 30, 2: 30, 3: 20}, "Ann holds 3 cards"),
            0,
            [(80, "23")],
            id="a hand of three cards is out, its wagers stay; who put in too little and kept chips competes for all",
        ),
        pytest.param(
            hand({1: 50, 2: 100, 3: 100}, "Cam mucks", tapped=(1,)),
            0,
            [(150, "12"), (100, "2")],
            id="cards thrown away win nothing",
        ),
    ],
)
def test_pots_are_built_from_what_each_player_put_in(text, uncalled, pots):
    done = settlement(text)

    assert done.uncalled == uncalled * 100
    assert [(pot.amount / 100, "".join(str(one.seat) for one in pot.eligible)) for pot in done.pots] == pots


# ---- the commission ----

SCALE = rules_in_force("act/canberra-manila", date(1994, 6, 11)).game.commission


@pytest.mark.parametrize(
    ("pot", "minimum", "due"),
    [
        (19, 5, 0),
        (19.50, 5, 0),
        (20, 5, 1),
        (39, 5, 1),
        (40, 5, 2),
        (119, 5, 5),
        (500, 5, 25),
        (730, 5, 25),
        (730, 1, 5),
        (730, 2, 10),
        (5000, 10, 50),
        (50_000, 25, 125),
        (60, 0.50, 2),
    ],
)
def test_the_scale_is_a_dollar_for_every_full_twenty_up_to_a_hundred_minimums(pot, minimum, due):
    assert SCALE.allowed(int(pot * 100), int(minimum * 100)) == due * 100


def test_the_other_order_of_ceiling_and_steps_gives_more_at_a_table_of_half_dollars():
    other = SCALE.but(cap_order="multiple-first")
    assert [other.allowed(pot * 100, 50) for pot in (40, 59, 60, 90)] == [200, 200, 250, 250]


def sole(pot: float, commission: float, *setup: str, back: float = 0) -> str:
    """Ben takes a pot to which two players contributed, and from which this commission is taken."""
    end = (f"pot ${pot:.2f} commission ${commission:.2f}", f"Ben wins ${pot - commission:.2f}")
    return hand({1: (pot - back) / 2, 2: (pot - back) / 2 + back}, *end, folds=(1,), setup=setup or ("minimum $5",))


THREE_PERCENT = ("minimum $5", "commission 3% rounded down to $1", "notice commission to players")
STARTED = ("minimum $5", "commission $1 per started $20", "notice commission to players")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(sole(138, 6), [], id="six on 138"),
        pytest.param(sole(138, 7), ["breach 11.1(b) $1"], id="seven on 138"),
        pytest.param(sole(138, 5), ["irregularity 11.1(b) $-1"], id="five on 138"),
        pytest.param(sole(19, 1), ["breach 11.1(a) $1"], id="a small pot"),
        pytest.param(sole(730, 25), [], id="the ceiling"),
        pytest.param(sole(730, 36), ["breach 11.1(b)[cap] $11"], id="above the ceiling"),
        pytest.param(sole(500, 25), [], id="exactly at the ceiling"),
        pytest.param(sole(60, 2.5, "minimum $0.50"), ["advisory 11.1(b)[cap] $0.5"], id="the other order"),
        pytest.param(sole(60, 3, "minimum $0.50"), ["breach 11.1(b)[cap] $1"], id="neither order"),
        pytest.param(sole(60, 1, "minimum $0.50"), ["irregularity 11.1(b) $-1"], id="less than either order"),
        pytest.param(sole(730, 36, "stake $100"), [], id="no table minimum on record: the ceiling is unknown"),
        pytest.param(sole(730, 37, "stake $100"), ["breach 11.1(b) $1"], id="no minimum, too much all the same"),
        pytest.param(sole(240, 7, *THREE_PERCENT), [], id="three per cent"),
        pytest.param(sole(39, 1, *THREE_PERCENT), [], id="three per cent of a small pot"),
        pytest.param(sole(38, 2, *STARTED), ["breach 11.2 $1"], id="a declared commission above the scale"),
        pytest.param(sole(38, 1, *STARTED), [], id="cut down to the scale"),
        pytest.param(sole(240, 12, *THREE_PERCENT), ["breach 11.2 $5"], id="not the commission declared"),
        pytest.param(sole(80, 3, back=20), [], id="a bet of 20 into 60, not called"),
        pytest.param(sole(140, 5, back=40), [], id="a raise of 40 that nobody called"),
        pytest.param(sole(140, 7, back=40), ["breach 11.4 $2"], id="counted an uncalled 40"),
        pytest.param(sole(140, 7, "minimum $5", 'tournament "Cup"', back=40), [], id="a tournament has its own terms"),
    ],
)
def test_the_commission_of_one_pot(text, found):
    assert said(text) == found


# ---- several pots ----

BOTH_TO_ANN = {1: ACES, 2: QUEENS, 3: TENS}
TO_TWO = {1: QUEENS, 2: TENS, 3: ACES}


def two_pots(main: float, side: float, *end: str, cards: dict[int, str], **more: object) -> str:
    """Cam tapped out for a third of the main pot; Ann and Ben made the side pot."""
    share = main / 3
    put = {1: share + side / 2, 2: share + side / 2, 3: share}
    return hand(put, *end, cards=cards, tapped=(3,), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(
            two_pots(36, 28, "pot $64 commission $3", "Ann wins $61", cards=BOTH_TO_ANN), [], id="one winner, one sum"
        ),
        pytest.param(
            two_pots(36, 28, "pot $64 commission $2", "Ann wins $62", cards=BOTH_TO_ANN),
            ["irregularity 11.3 $-1"],
            id="pot by pot",
        ),
        pytest.param(
            two_pots(420, 360, "pot $780 commission $25", "Ann wins $755", cards=BOTH_TO_ANN),
            [],
            id="one winner, one ceiling",
        ),
        pytest.param(
            two_pots(420, 360, "pot $780 commission $39", "Ann wins $741", cards=BOTH_TO_ANN),
            ["breach 11.1(b)[cap] $14"],
            id="no ceiling at all",
        ),
        pytest.param(
            two_pots(36, 28, "pot $64 commission $2", "Cam wins $35", "Ann wins $27", cards=TO_TWO),
            [],
            id="two winners, each pot by itself",
        ),
        pytest.param(
            two_pots(36, 28, "pot $64 commission $3", "Cam wins $34", "Ann wins $27", cards=TO_TWO),
            ["breach 11.3 $1"],
            id="two winners, taken together",
        ),
        pytest.param(
            two_pots(36, 28, "pot $64 commission $3", "Cam wins $61", cards=TO_TWO),
            ["breach 12.2 $27"],
            id="all to one who tapped out; the commission fits the payment and is not reported as well",
        ),
    ],
)
def test_pots_of_the_same_winner_are_charged_together(text, found):
    assert said(text) == found


TIED = {1: "Ac Qd", 2: "Ad Qh"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(
            hand({1: 90, 2: 90}, "pot $180 commission $0", "Ann wins $90", "Ben wins $90", cards=TIED),
            [],
            id="both players tied",
        ),
        pytest.param(
            hand({1: 90, 2: 90}, "pot $180 commission $9", "Ann wins $86", "Ben wins $85", cards=TIED),
            ["breach 11.5 $9"],
            id="commission all the same",
        ),
        pytest.param(
            hand(
                {1: 90, 2: 90, 3: 10}, "pot $190 commission $9", "Ann wins $91", "Ben wins $90", cards=TIED, folds=(3,)
            ),
            [],
            id="a third player had called ten and folded",
        ),
        pytest.param(
            hand(
                {1: 90, 2: 90, 3: 0}, "pot $180 commission $0", "Ann wins $90", "Ben wins $90", cards=TIED, folds=(3,)
            ),
            [],
            id="a third player folded without contributing",
        ),
    ],
)
def test_nothing_is_charged_if_all_contributors_tie(text, found):
    assert said(text) == found


MAIN_TO_CAM = {1: "Qc 7c", 2: "Qd 7h", 3: ACES}  # Ann and Ben tie for the side pot, which is theirs alone


@pytest.mark.parametrize(
    ("commission", "pays", "found"),
    [
        pytest.param(15, (285, 50, 50), [], id="only the main pot is charged"),
        pytest.param(20, (285, 48, 47), [], id="the whole-hand reading: nothing is exempt"),
        pytest.param(17, (285, 49, 49), ["irregularity 11.5 $2"], id="between the two"),
        pytest.param(21, (285, 47, 47), ["breach 11.5 $6"], id="above both"),
    ],
)
def test_a_side_pot_that_its_contributors_tie_for_is_exempt_by_itself(commission, pays, found):
    cam, ann, ben = pays
    end = (f"pot $400 commission ${commission}", f"Cam wins ${cam}", f"Ann wins ${ann}", f"Ben wins ${ben}")

    assert [one for one in said(two_pots(300, 100, *end, cards=MAIN_TO_CAM)) if "11.5" in one] == found


# ---- shares and odd dollars ----

THREE_TIED = {2: "Ac Qd", 6: "Ad Qh", 7: "As Qs"}


@pytest.mark.parametrize(
    ("text", "due"),
    [
        pytest.param(
            hand({1: 75, 2: 75}, "pot $150 commission $7", "Ann wins $72", cards=TIED),
            {1: 72, 2: 71},
            id="commission comes off the whole pot, not off each share",
        ),
        pytest.param(
            hand(
                {2: 58, 4: 4, 6: 58, 7: 58},
                "pot $178 commission $8",
                "Ben wins $1",
                cards=THREE_TIED,
                folds=(4,),
                buck=4,
            ),
            {2: 56, 6: 58, 7: 56},
            id="the whole rest of two dollars to the first after the buck",
        ),
        pytest.param(
            hand(
                {3: 46, 4: 5, 5: 46},
                "pot $97 commission $4",
                "Cam wins $1",
                cards={3: "Ac Qd", 5: "Ad Qh"},
                folds=(4,),
                buck=4,
            ),
            {3: 46, 5: 47},
            id="the buck seat has folded",
        ),
        pytest.param(
            hand({1: 44.75, 2: 44.75}, "pot $89.50 commission $4", "Ann wins $1", cards=TIED),
            {1: 43.50, 2: 42},
            id="cents go with the odd dollar",
        ),
    ],
)
def test_equal_hands_share_in_whole_dollars(text, due):
    assert dollars(settlement(text).due) == due


@pytest.mark.parametrize(
    ("pays", "found"),
    [
        pytest.param({2: 56, 6: 58, 7: 56}, [], id="all of it to one"),
        pytest.param({2: 58, 6: 56, 7: 56}, ["breach 9.4[odd] $2"], id="to another"),
        pytest.param({2: 56, 6: 57, 7: 57}, ["breach 9.4[odd] $1"], id="one each"),
        pytest.param({2: 50, 6: 60, 7: 60}, ["breach 9.4 $6"], id="unequal shares"),
        pytest.param({2: 170}, ["breach 9.4 $114"], id="all to one of three"),
        pytest.param({2: 56, 6: 58}, ["irregularity record/payments $56"], id="a payment the record lacks"),
    ],
)
def test_odd_dollars_and_unequal_shares(pays, found):
    wins = [f"{NAMES[seat - 1]} wins ${amount}" for seat, amount in pays.items()]
    put = {2: 58, 4: 4, 6: 58, 7: 58}

    assert said(hand(put, "pot $178 commission $8", *wins, cards=THREE_TIED, folds=(4,), buck=4)) == found


def test_without_the_buck_anybody_who_tied_may_have_the_odd_dollar():
    text = hand({1: 22.50, 2: 22.50}, "pot $45 commission $0", "Ann wins $22", "Ben wins $23", cards=TIED)

    assert said(text.replace("buck 1\n", "")) == []


# ---- hands ----


@pytest.mark.parametrize(
    ("board", "ann", "ben", "words"),
    [
        pytest.param(
            "Ah Kh 9h 8h 7c", "Qh Qc", "Th 7h", ("pair of queens", "flush, ace high"), id="two own cards must be played"
        ),
        pytest.param(
            "As Kd Qc Jh Ts", "7h 7d", "9c 8d", ("pair of sevens", "straight, queen high"), id="nobody plays the board"
        ),
        pytest.param(
            "Ts 9h 8d Kc Qc",
            "Ah 7c",
            "Kh Qd",
            ("odd cards, ace high", "two pairs, kings and queens with a 10"),
            id="the ace is high",
        ),
    ],
)
def test_a_hand_is_two_and_three(board, ann, ben, words):
    done = settlement(hand({1: 10, 2: 10}, cards={1: ann, 2: ben}, board=board))

    assert tuple(done.words(player) for player in done.table.players) == words
    assert [winner.name for winner in done.pots[0].winners or ()] == ["Ben"]


TRIPS = {1: "9c 9d", 2: "7c 7h"}  # a full house each, aces over nines and aces over sevens
PAIRED = "Ac Ad Ah 8s 7d"
LOW = {1: "Ah 7c", 2: "Kh Qd"}  # ten, nine, eight, seven, ace against two pairs
LOW_BOARD = "Ts 9h 8d Kc Qc"
AGREED, OBJECTED = "agreed ace-low by players and operator", "objected ace-low by Ben"


def duel(winners: dict[str, int], cards: dict[int, str], board: str = DRY, setup: tuple[str, ...] = ()) -> str:
    wins = [f"{name} wins ${amount}" for name, amount in winners.items()]
    return hand({1: 10, 2: 10}, "pot $20 commission $1", *wins, cards=cards, board=board, setup=("minimum $5", *setup))


@pytest.mark.parametrize(
    ("text", "readings", "found"),
    [
        pytest.param(duel({"Ann": 19}, TRIPS, PAIRED), {}, [], id="all cards count"),
        pytest.param(duel({"Ben": 19}, TRIPS, PAIRED), {}, ["breach 14.3(e) $19"], id="right under neither reading"),
        pytest.param(
            duel({"Ann": 10, "Ben": 9}, TRIPS, PAIRED), {}, ["advisory 14.3(e) $9"], id="right if the text is literal"
        ),
        pytest.param(
            duel({"Ann": 19}, TRIPS, PAIRED),
            {"tie_break": "literal"},
            ["advisory 14.3(e) $9"],
            id="the literal reading chosen",
        ),
        pytest.param(duel({"Ann": 19}, LOW, LOW_BOARD), {}, ["advisory 3.5[ace-low] $19"], id="no agreement on record"),
        pytest.param(
            duel({"Ann": 19}, LOW, LOW_BOARD),
            {"agreement_presumed": "no"},
            ["irregularity 3.5[ace-low] $19"],
            id="nothing is presumed",
        ),
        pytest.param(duel({"Ann": 19}, LOW, LOW_BOARD, (AGREED,)), {}, [], id="agreed"),
        pytest.param(
            duel({"Ann": 19}, LOW, LOW_BOARD, ("agreed ace-low by players",)),
            {},
            [],
            id="the operator's consent presumed",
        ),
        pytest.param(
            duel({"Ann": 19}, LOW, LOW_BOARD, ("agreed ace-low by players",)),
            {"agreement_presumed": "no"},
            ["irregularity 3.5[ace-low] $19"],
            id="the operator's consent not presumed",
        ),
        pytest.param(
            duel({"Ann": 19}, LOW, LOW_BOARD, (AGREED, OBJECTED)),
            {},
            ["breach 3.5[ace-low] $19"],
            id="then objected to",
        ),
        pytest.param(
            duel({"Ben": 19}, LOW, LOW_BOARD, (AGREED,)), {}, ["breach 3.5[ace-low] $19"], id="agreed and ignored"
        ),
    ],
)
def test_readings_of_the_order_of_hands(text, readings, found):
    assert said(text, **readings) == found


@pytest.mark.parametrize(
    ("pays", "found"),
    [
        pytest.param("Cam wins $43", [], id="the last to fold"),
        pytest.param("Ann wins $43", ["breach 16.7 $43"], id="another who had folded"),
        pytest.param("Ben wins $43", ["breach 16.7 $43"], id="a hand of one card"),
    ],
)
def test_if_no_hand_left_is_valid_the_last_to_fold_wins(pays, found):
    put = {1: 15, 2: 15, 3: 15}

    assert said(hand(put, "Ben holds 1 cards", "pot $45 commission $2", pays, folds=(1, 3))) == found


def test_cards_on_record_twice_decide_nothing():
    text = hand({1: 10, 2: 10}, "pot $20 commission $1", "Ben wins $19", cards={1: "Ac Kd", 2: QUEENS})

    assert said(text) == ["irregularity record/duplicate-card"]


def test_a_hand_declared_void_for_another_reason_wins_nothing_either():
    text = hand(PLAIN, 'void Ben "excluded"', "pot $45 commission $2", "Ben wins $43", folds=(3,))

    assert said(text) == ["breach 9.3(c) $43"]


# ---- readings of the commission ----

SHARED = {1: "Ac Qd", 2: "As Td", 3: "Ad Qh"}  # Ann and Cam tie for the main pot, Ann wins the side pot


@pytest.mark.parametrize(
    ("reading", "commission", "found"),
    [
        ("identical-winners", 5, []),
        ("identical-winners", 6, []),
        ("identical-winners", 7, ["breach 11.1(b) $2"]),
        ("per-player", 5, []),
        ("per-player", 6, []),
        ("per-player", 7, ["breach 11.1(b) $1"]),
    ],
)
def test_a_player_who_ties_for_one_pot_and_wins_another_is_charged_either_way(reading, commission, found):
    # 90 and 38 by winners: 4 + 1; by player Cam has 45, Ann 45 and 38: 2 + 4
    text = two_pots(90, 38, f"pot $128 commission ${commission}", cards=SHARED)

    assert [one for one in said(text, commission_group=reading) if "11." in one] == found


@pytest.mark.parametrize(
    ("main", "side", "found"),
    [
        pytest.param(4, 2, {"identical-winners": [], "per-player": []}, id="right by player"),
        pytest.param(4, 1, {"identical-winners": [], "per-player": []}, id="right by winners"),
        pytest.param(
            1,
            4,
            {"identical-winners": ["irregularity 11.1(b) $-3", "breach 11.1(b) $3"], "per-player": []},
            id="right in sum",
        ),
    ],
)
def test_the_commission_of_a_pot_is_nobodys_by_himself_where_two_share_it(main, side, found):
    lines = (f"main pot $90 commission ${main}", f"side pot 1 $38 commission ${side}")
    text = two_pots(90, 38, *lines, cards=SHARED)

    told = {name: [one for one in said(text, commission_group=name) if "11." in one] for name in found}
    assert told == found


@pytest.mark.parametrize(
    ("reading", "found"), [("pot", ["breach 11.5 $6"]), ("hand", ["breach 11.5 $1"])], ids=["by pot", "by hand"]
)
def test_the_money_is_measured_by_the_reading_chosen(reading, found):
    text = two_pots(300, 100, "pot $400 commission $21", "Cam wins $285", "Ann wins $94", cards=MAIN_TO_CAM)

    assert [one for one in said(text, commission_tie_scope=reading) if "11.5" in one] == found


@pytest.mark.parametrize(
    ("reading", "taken", "found"),
    [
        ("cap-first", 2, []),
        ("cap-first", 2.5, ["advisory 11.1(b)[cap] $0.5"]),
        ("multiple-first", 2.5, []),
        ("multiple-first", 2, ["advisory 11.1(b)[cap] $-0.5"]),
        ("multiple-first", 3, ["breach 11.1(b)[cap] $0.5"]),
    ],
)
def test_the_order_of_ceiling_and_steps_is_a_reading(reading, taken, found):
    assert said(sole(60, taken, "minimum $0.50"), commission_cap_order=reading) == found


# ---- what must not be accused ----

PLAIN = {1: 15, 2: 15, 3: 15}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(hand(PLAIN, folds=(1, 2)), id="no settlement on record"),
        pytest.param(hand(PLAIN, "pot $45 commission $2", folds=(1, 2)), id="no payment on record"),
        pytest.param(hand(PLAIN, "Cam wins $43", folds=(1, 2)), id="no pot on record"),
        pytest.param(hand(PLAIN, "pot $45", "Cam wins $45", folds=(1, 2)), id="no commission on record"),
        pytest.param(
            hand(PLAIN, "pot $45 commission $2", "Cam wins $20", "Cam wins $23", folds=(1, 2)), id="paid in two goes"
        ),
        pytest.param(
            hand(PLAIN, "Cam mucks", "pot $45 commission $2", "Cam wins $43", folds=(1, 2)), id="wins and mucks"
        ),
        pytest.param(
            hand(PLAIN, f"Ann shows [{ACES}]", "pot $45 commission $2", "Cam wins $43", folds=(1, 2)),
            id="a player who folded shows better cards",
        ),
        pytest.param(
            hand(
                PLAIN,
                f"Ben shows [{QUEENS}]",
                "Ben mucks",
                f"Ann shows [{ACES}]",
                "Ann mucks",
                "pot $45 commission $2",
                "Ann wins $43",
                folds=(3,),
            ),
            id="cards cleared away after they were shown",
        ),
        pytest.param(
            hand(PLAIN, f"Ann shows [{TENS}]", "pot $45 commission $2", "Ann wins $43"), id="the others show nothing"
        ),
        pytest.param(
            hand(PLAIN, f"Ann shows [{TENS}]", "pot $45 commission $2", "Ben wins $43"),
            id="nobody was called and the winner's cards are not on record",
        ),
        pytest.param(
            hand(PLAIN, "pot $45 commission $2", "Ben wins $43", board="Kd Jc"), id="the board is not on record"
        ),
        pytest.param(
            hand(
                PLAIN,
                "incident agreed-split",
                "pot $45 commission $2",
                "Ann wins $23",
                "Ben wins $20",
                cards={1: ACES, 2: QUEENS},
                folds=(3,),
            ),
            id="an agreed split is one finding, of its own",
        ),
        pytest.param(
            hand(
                {1: 80, 2: 50, 3: 50},
                "pot $180 commission $7",
                "Ben wins $143",
                "Ann wins $30",
                cards={1: QUEENS, 2: ACES},
                folds=(3,),
                tapped=(2,),
            ),
            id="uncalled money recorded as won, beside the pot of another",
        ),
        pytest.param(
            hand(
                {1: 80, 2: 50, 3: 50},
                "return $30 to Ann",
                "pot $150 commission $7",
                "Ben wins $143",
                cards={1: QUEENS, 2: ACES},
                folds=(3,),
                tapped=(2,),
            ),
            id="uncalled money handed back",
        ),
        pytest.param(hand({1: 15, 2: 0, 3: 0}, "Ann wins $15", folds=(2, 3)), id="a blind that nobody called"),
        pytest.param(
            hand(
                {1: 10, 2: 10}, "pot $20 commission $0", "Ann wins $10", "Ben wins $10", cards={1: "Ac Qd", 2: "?? ??"}
            ),
            id="a hand shown that nobody wrote down",
        ),
        pytest.param(hand({1: 0, 2: 0}), id="no money at all"),
        pytest.param(
            hand({1: 20, 2: 60, 3: 20}, "pot $100 commission $3", "return $40 to Ben", "Ben wins $57", folds=(1, 3)),
            id="the pot counted before the uncalled money was handed back",
        ),
        pytest.param(
            hand(PLAIN, "Ben holds 2 cards", "pot $45 commission $2", "Ben wins $43", folds=(1, 3))
            .replace("deal ", "deal Ann [?? ??], Ben [?? ?? ??], Cam [?? ??]\nBen holds 3 cards\nmisdeal\ndeal ")
            .replace("misdeal\n", "misdeal\nAnn ante $15\nBen ante $15\nCam ante $15\n"),
            id="three cards in a deal that was called off",
        ),
    ],
)
def test_nobody_is_accused(text):
    assert said(text) == []


def test_a_wager_all_in_of_unknown_size_leaves_the_pot_open():
    text = hand({1: 15, 2: 15}, "pot $230 commission $11", "Ann wins $219", cards={1: ACES, 2: QUEENS}).replace(
        "Ben ante $15.00\n", ""
    )
    text = text.replace("seat 2 Ben $1015.00", "seat 2 Ben").replace(
        "communal [Kd]\n", "communal [Kd]\nBen raises all in\n"
    )

    assert [one for one in said(text) if "pot-total" in one] == []


# ---- words ----


@pytest.mark.parametrize(
    ("text", "message", "money"),
    [
        pytest.param(
            sole(138, 7),
            "breach of 11.1(b): commission of $7 on a pot of $138 (due $6)",
            (100, "seat 2 Ben", "operator"),
            id="commission",
        ),
        pytest.param(
            two_pots(120, 90, "pot $210 commission $10", "Cam wins $200", cards=TO_TWO),
            "breach of 12.2: side pot of $90 passed to seat 3 Cam, who tapped out for $40"
            " ($86 was due to seat 1 Ann (pair of queens))",
            (8600, "seat 1 Ann", "seat 3 Cam"),
            id="side pot",
        ),
        pytest.param(
            hand(
                {1: 10, 2: 10},
                "pot $20 commission $1",
                "Ann wins $19",
                cards={1: "Qh Qc", 2: "9c 9d"},
                board="Ah Kh 9h 8h 7c",
            ),
            "breach of 14.1: seat 1 Ann was paid for a flush using one hole card"
            " ($19 was due to seat 2 Ben (three of a kind, nines))",
            (1900, "seat 2 Ben", "seat 1 Ann"),
            id="composition",
        ),
        pytest.param(
            hand(
                {1: 45, 2: 45}, "Ben holds 6 cards", "pot $90 commission $4", "Ben wins $86", cards={1: QUEENS, 2: ACES}
            ),
            "breach of 16.7: $86 of the pot passed to seat 2 Ben, who held six cards ($86 was due to seat 1 Ann)",
            (8600, "seat 1 Ann", "seat 2 Ben"),
            id="hand size",
        ),
    ],
)
def test_a_finding_says_what_was_due_to_whom(text, message, money):
    (finding,) = faults(text)

    assert finding.message == message
    assert finding.money is not None
    assert (finding.money.amount, finding.money.owed_to, finding.money.owed_by) == money
