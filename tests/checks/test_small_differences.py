"""Hands a hair's breadth from another verdict, each told in full: what a small change of the code would alter."""

import re
from datetime import date
from types import SimpleNamespace

import pytest
from generated_hands import in_full as told
from manila import log
from roberts import sample

from auditor.checks.betting.reopening import _over_short_ones
from auditor.checks.blinds.blinds import _ante_or_none
from auditor.checks.blinds.short_blinds import _is_short
from auditor.checks.blinds.straddles import barred
from auditor.checks.button.may_be_dealt_in import _paid
from auditor.checks.button.posts_to_enter import _new
from auditor.checks.explanations.account import AccountLine, _given_back
from auditor.checks.explanations.cause import WrongPayment
from auditor.checks.house.notices import _rises
from auditor.checks.misdeals.misdeal import _too_late
from auditor.checks.record.all_handed_back import _meets
from auditor.checks.record.unknown_words import _kind_of_bets
from auditor.checks.session.session import _between_classes
from auditor.checks.showdown.how_hands_end import _cards_to_come
from auditor.checks.showdown.pot_division import _whole_chips
from auditor.checks.support.going_back import GoingBack, Share
from auditor.checks.tournament.under_way import _due
from auditor.replay.state import Player
from auditor.rules.loading.loader import rules_in_force


def hand(rules: str, head: tuple[str, ...], *lines: str) -> str:
    return "\n".join(['table "T"', f"rules {rules}", "chip $1", *head, "hand 1", *lines, "end", ""])


STUD = ("limit fixed", "bets $15, $30", "ante $1", "bring-in $5")
THREE = ("seat 1 Ann $500", "seat 2 Ben $500", "seat 3 Cam $500")
WRONG_LOW_CARD = hand(
    "roberts/seven-card-stud",
    STUD,
    *(*THREE, "Ann ante $1", "Ben ante $1", "Cam ante $1"),
    *("deal Ann [Kh], Ben [Qh], Cam [Jh]", "deal Ann [Ks], Ben [Qs], Cam [Js]", "deal up Ann [5d], Ben [9d], Cam [5c]"),
    *("Ann bring-in $5", "return $5 to Ann", "Ann bring-in $5", "Cam bring-in $5"),
    *("Ann folds", "Ben raises to $15", "Cam folds", "return $10 to Ben", "pot $18", "Ben wins $18"),
)
THIRD_BLIND = hand(
    "roberts/holdem",
    ("limit no-limit", "blinds $5, $10, $20"),
    *("seat 1 Ann $1000", "seat 2 Ben $1000", "button 1", "Ann blind $20", "Ben blind $10"),
    *("deal Ben [Ah], Ann [Kh]", "deal Ben [As], Ann [Ks]", "Ben folds", "return $10 to Ann", "Ann wins $20"),
)
OTHER_OBJECTION = "objected straddles by Cam"
FIVE_RAISES = (
    sample("raise-cap", "tournament 2")
    .replace("  Ann calls $8\n", "  Ann raises to $48\n  Ben raises to $56\n  Ann calls $8\n", 1)
    .replace("pot $100", "pot $132")
    .replace("wins $100", "wins $132")
)
MORE_THAN_THE_DECK = log(
    *("Ben calls $10", "|", "Ann checks", "Ben folds", "return $10 to Ann", "return $10 to Ben"), players=2
).replace("Ben [7c 7d]", f"Ben [Kd {' '.join(['??'] * 52)}]")


def undecided(taken: int) -> str:
    """A side pot, and nobody knows who won."""
    checked = ("Ann checks", "Ben checks")
    first = ("Ben calls $10", "Cam calls $10", "|", *checked, "Cam checks", "|", "Ann bets $500")
    called = ("Ben calls $500", "Cam calls $190 all in", "|", *checked, "|", *checked)
    text = log(*first, *called, f"pot $1220 commission ${taken}", players=3, stakes=(1000, 1000, 200))
    return re.sub(r"(Ann|Ben|Cam) \[[^]]*\]", r"\1 [?? ??]", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            WRONG_LOW_CARD,
            [
                "irregularity S8.2: forced bet by seat 1 (5d)",
                "irregularity S8.2: forced bet by seat 1 (5d)",
                "breach S8.5: second forced bet made while that of seat 1 was left in",
            ],
            id="what was taken back before the last forced bet was made is not that bet",
        ),
        pytest.param(
            sample("session", "Limit raised against two objections").replace("objected limits by Cam", OTHER_OBJECTION),
            ["advisory record/unknown-word: agreement on 'straddles' is of no kind this rulebook knows"],
            id="an objection against something else is none against the limit",
        ),
        pytest.param(THIRD_BLIND, [], id="a third blind, of two players"),
        pytest.param(
            MORE_THAN_THE_DECK,
            [
                "advisory 6.5: 53 cards dealt together to seat 2 Ben",
                "irregularity record/duplicate-card: "
                "Kd is recorded in the hand of seat 1 Ann and in the hand of seat 2 Ben",
            ],
            id="more cards than the deck has, in a game in which nobody draws",
        ),
        pytest.param(
            FIVE_RAISES,
            [
                "breach S15.23: fourth raise heads-up in the third betting round, of 8, and two further raises",
            ],
            id="raises past the cap between two who are not the last two are one fault",
        ),
    ],
)
def test_a_hand_is_told_in_full(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize("taken", [60, 61, 62])
def test_nobody_knows_who_won_and_the_commission_is_as_much_as_it_may_be(taken):
    large = "breach 10.3: opening wager of $500"
    assert told(undecided(taken)) == [
        large,
        *(["breach 11.1(b): commission of $62 on a pot of $1,220"] if taken > 61 else []),
    ]


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        ("$990", []),
        ("$990.01", ["breach 5.4: counted $990.01, $0.01 more than the $990 that wagers and payments leave"]),
        ("$989.99", ["breach 5.4: counted $989.99, $0.01 less than the $990 that wagers and payments leave"]),
        ("$1000", []),
    ],
)
def test_a_cent_is_money(has, expected):
    assert told(log("Ben folds", "Cam folds", "Dot folds", f"Ann has {has}")) == expected


@pytest.mark.parametrize(("pot", "wins"), [(30, 19), (30, 20), (30, 29), (20, 19)])
def test_an_uncalled_wager_may_be_in_the_pot_that_is_noted(pot, wins):
    lines = ("Ben calls $10", "Cam folds", "Dot folds", "|", "Ann bets $10", "Ben folds")
    assert told(log(*lines, f"pot ${pot}", f"Ann wins ${wins}")) == []


def test_a_blind_that_was_paid_a_round_ago_is_paid_no_more():
    entries = SimpleNamespace(paid={"Ann": 3, "Ben": 2}, unposted=None)
    session = SimpleNamespace(entries=entries, players={})
    hand = SimpleNamespace(seats=[SimpleNamespace(dealt=True)] * 3)

    assert [_paid(session, hand, name) for name in ("Ann", "Ben", "Cam")] == [False, True, None]


def test_who_sat_at_the_table_when_the_game_began_is_no_newcomer_to_it():
    seats = [SimpleNamespace(name=name, dealt=True) for name in ("Ann", "Ben")]
    session = SimpleNamespace(
        entries=SimpleNamespace(came={"Ann": None, "Ben": None}), orbits=SimpleNamespace(founders={"Ann"})
    )

    assert _new(session, SimpleNamespace(seats=seats)) == seats[1:]


@pytest.mark.parametrize(("level", "expected"), [(0, False), (1, True)])
def test_a_wager_of_one_cent_is_a_full_one(level, expected):
    betround = SimpleNamespace(full_level=level, highest=5)

    assert _over_short_ones(betround, None, SimpleNamespace(over="full", several=None)) is expected


@pytest.mark.parametrize(
    ("kind", "before", "expected"),
    [("exposed", "act", True), ("boxed", "act", False), ("boxed", "wager", True), ("left-out-or-extra", "act", True)],
)
def test_the_first_wager_makes_some_mishaps_too_late(kind, before, expected):
    state = SimpleNamespace(round=SimpleNamespace(acts=1), rounds_played=1, board=[])

    assert _too_late(state, SimpleNamespace(cause=kind, before=before, limited=False)) is expected


@pytest.mark.parametrize(("by", "once", "expected"), [("onward", True, "tournament"), ("onward", False, None)])
def test_a_straddle_that_may_be_repeated_is_barred_by_nothing(by, once, expected):
    hand = SimpleNamespace(setup=SimpleNamespace(tournament="main"))

    assert barred(SimpleNamespace(forced=SimpleNamespace(by=by, once=once), hand=hand)) == expected


@pytest.mark.parametrize(("amount", "less"), [(4, True), (5, False), (6, False)])
def test_half_of_the_only_blind_is_not_less_than_half(amount, less):
    post = SimpleNamespace(amount=amount, kind="blind", player="Ann", all_in=True)
    ann = Player("Ann", 1, 0, amount, 0, False, True)
    setup = SimpleNamespace(blinds=(10,))
    state = SimpleNamespace(posts=[post], by_name={"Ann": ann}, hand=SimpleNamespace(setup=setup))

    assert _is_short(state, None, SimpleNamespace(less=less)) is True


def test_a_payment_of_one_cent_too_much_is_too_much():
    players = [SimpleNamespace(seat=1), SimpleNamespace(seat=2)]
    done = SimpleNamespace(
        table=SimpleNamespace(players=players), payments={1: 11, 2: 9}, decided=True, nearest=lambda: {1: 10, 2: 10}
    )

    assert (WrongPayment(done).overpaid(), WrongPayment(done).underpaid()) == (players[:1], players[1:])


@pytest.mark.parametrize(
    ("limit", "most", "maximum", "expected"),
    [
        pytest.param("fixed", 6000, None, ["bets declared as ranges"], id="one range among them is enough"),
        pytest.param("fixed", None, None, [], id="amounts"),
        pytest.param("spread", 6000, None, [], id="ranges"),
        pytest.param("spread", None, None, ["bets declared without their maximum"], id="amounts for ranges"),
        pytest.param("spread", None, 6000, [], id="a maximum for all"),
        pytest.param("no-limit", None, None, ["bets declared for each round"], id="a limit that has none"),
    ],
)
def test_bets_are_declared_as_their_limit_has_them(limit, most, maximum, expected):
    game = rules_in_force("crown/holdem", date(2024, 5, 1)).game
    setup = SimpleNamespace(bets=((1500, None), (3000, most)), maximum=maximum)

    assert [observed for _, observed, _ in _kind_of_bets(game, setup, limit)] == expected


@pytest.mark.parametrize(("asking", "between"), [(["Ann"], False), (["Ann", "Ben"], True), (["Ann", "Eve"], True)])
def test_a_seat_that_one_player_of_the_table_wants_is_between_nobody(asking, between):
    session = SimpleNamespace(asking={3: asking}, seated={"Ann", "Ben"})
    event = SimpleNamespace(seat=3, player="Ann")

    assert _between_classes(session, event, SimpleNamespace(earliest=True)) is between


@pytest.mark.parametrize(
    ("kept", "got", "words"),
    [
        (1, 10, "commission of $0.01 kept"),
        (1, 9, "commission of $0.01 kept, $0.01 of seat 1 Ann"),
        (2, 9, "$0.09 refunded to seat 1 Ann"),
    ],
)
def test_a_hand_that_went_back_has_its_words_and_its_account(kept, got, words):
    back = GoingBack((Share(Player("Ann", 1, 0, 10, 0, False, True), 10, got),), kept, True)

    assert (back.words, _given_back(back).commission) == (words, (AccountLine(0, kept),))


def test_a_call_that_is_one_cent_short_is_short():
    found = told(log("Ben calls $9.99", "Cam folds", "Dot folds"))

    assert found == ["breach terms:call: put in $9.99 against $10 and kept chips"]


@pytest.mark.parametrize(("low", "winners"), [(25, [["Ann"], ["Ann", "Ben"]] * 2), (50, [["Ann", "Ben", "Cam"]] * 2)])
def test_the_rest_of_a_race_may_be_one_more_chip(low, winners):
    race = SimpleNamespace(holdings=(("Ann", (40,)), ("Ben", (30,)), ("Cam", (20,))), low=low, high=50)

    assert [sorted(one) for one in _due(race)] == winners


@pytest.mark.parametrize(("communal", "expected"), [(0, False), (5, True)])
def test_a_game_without_communal_cards_has_none_to_come(communal, expected):
    rounds = [SimpleNamespace(communal=communal)]
    state = SimpleNamespace(attempt=SimpleNamespace(holes=[1]), rounds=rounds, rounds_played=1)

    assert _cards_to_come(state) is expected


@pytest.mark.parametrize(("acted_at", "expected"), [(10, True), (5, False)])
def test_who_may_raise_again_faces_no_short_raise(acted_at, expected):
    rule = SimpleNamespace(half=False, checked="closed", cumulative=False)
    betround = SimpleNamespace(highest=10, full_level=10, wagering=SimpleNamespace(reopening=rule))
    player = SimpleNamespace(level_at_last_act=5, full_level_at_last_act=acted_at, checked=False, put_in_round=5)
    figure = SimpleNamespace(over="any", several=None, half=True)

    assert _over_short_ones(betround, SimpleNamespace(player=player), figure) is expected


def test_where_the_session_closes_no_minimum_rises():
    assert _rises(SimpleNamespace(previous=object(), coming=None), None, None) is False


@pytest.mark.parametrize(
    ("player", "stake", "all_in", "total", "added", "expected"),
    [
        ("Ann", 90, False, 20, None, True),
        ("Ann", 90, False, 19, None, False),
        ("Ann", 90, False, None, 10, True),
        ("Ann", 90, False, None, 9, False),
        ("Ann", 90, True, 20, None, False),
        ("Ann", 10, False, 20, None, False),
        ("Eve", 90, False, 20, None, False),
    ],
)
def test_a_wager_is_met_for_sure_by_a_whole_one_of_somebody_who_has_more(player, stake, all_in, total, added, expected):
    state = SimpleNamespace(by_name={"Ann": SimpleNamespace(stake=stake, put_in_round=10)})
    act = SimpleNamespace(player=player, all_in=all_in, total=total, added=added)

    assert _meets(state, act, 20) is expected


@pytest.mark.parametrize(
    ("start", "put", "commission", "chip", "expected"),
    [
        (1000, 500, 0, None, True),
        (1050, 500, 0, None, False),
        (1000, 550, 0, None, False),
        (1000, 500, 5, None, False),
        (1000, 500, 0, 5, False),
    ],
)
def test_a_table_of_whole_chips_shows_none_that_is_less(start, put, commission, chip, expected):
    players = [SimpleNamespace(start=None, put_in_hand=0), SimpleNamespace(start=start, put_in_hand=put)]
    game = SimpleNamespace(division=SimpleNamespace(unit="chip"))
    state = SimpleNamespace(hand=SimpleNamespace(setup=SimpleNamespace(chip=chip)), game=game, players=players)

    assert _whole_chips(state, SimpleNamespace(commission_out=commission)) is expected


@pytest.mark.parametrize(("ante", "missing"), [(None, False), (5, True)])
def test_a_table_that_declares_no_ante_lacks_none(ante, missing):
    forced = SimpleNamespace(form=None, kind="ante", of="declared")
    state = SimpleNamespace(
        attempt=SimpleNamespace(dealt=True),
        rounds=[SimpleNamespace(betting=forced)],
        posts=[],
        hand=SimpleNamespace(setup=SimpleNamespace(ante=ante)),
        players=[SimpleNamespace(name="Ann", received=2)],
    )

    assert _ante_or_none(state, None, forced) is missing
