"""Questions of the replay just where the answer changes: by a cent, at the same moment, with one of several missing."""

from datetime import date
from types import SimpleNamespace

import pytest

from auditor.replay.betting.lookahead import ActsToCome
from auditor.replay.betting.measuring import is_half, least_wager
from auditor.replay.betting.openers import _nearest, showing
from auditor.replay.betting.sizes import uncapped, unit_of
from auditor.replay.cards.draw import goes_in
from auditor.replay.forced_bets.kills import _limits
from auditor.replay.session.hand_summary import _after_play, _seat_fact, _unsure
from auditor.replay.session.missed_blinds import Orbits
from auditor.replay.session.other_tables import HandTimes, Room, Stint, Stints
from auditor.replay.session.rotation import dead_places
from auditor.replay.session.state import Session
from auditor.replay.settlement.commission import PotDue
from auditor.replay.settlement.must_bet import _late_part, _without, obligation
from auditor.replay.settlement.result import Settlement
from auditor.replay.settlement.shares import Shares, _distinct
from auditor.replay.settlement.showdown import own_cards
from auditor.replay.state import Player
from auditor.replay.state.timeline import Timeline
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import Buys, Fold, Reshuffled


def test_a_rulebook_may_say_nothing_of_the_last_players():
    state = SimpleNamespace(game=SimpleNamespace(uncapped=None))

    assert uncapped(state, None) is False


def test_who_has_one_cent_left_can_wager_it():
    assert [Player("Ann", 1, 0, stake, stake, False, True).able for stake in (0, 1, 2)] == [False, True, True]


@pytest.mark.parametrize(("big", "places"), [(1, [12]), (2, [12, 1]), (12, [11])])
def test_a_button_that_nobody_saw_may_lie_at_the_last_seat(big, places):
    posts = {1: SimpleNamespace(player="Ben")}
    hand = SimpleNamespace(
        setup=SimpleNamespace(blinds=(5, 10)),
        bucks=(),
        buck=11,
        blind=posts.get,
        seat_of=lambda _player: SimpleNamespace(seat=big),
    )

    assert dead_places(hand) == places


def test_what_is_bought_after_play_is_counted_to_the_cent():
    events = [Fold(1, 1, "Ann"), Buys(2, 1, "Ann", 500), Buys(3, 1, "Ann", 200), Buys(4, 1, "Ben", 1)]

    assert _after_play(events) == {"Ann": 700, "Ben": 1}


def test_a_room_knows_the_span_of_all_its_hands():
    room = Room()
    for day, time in ((2, "10:00"), (1, "10:00"), (3, "10:00")):
        room.played("A", SimpleNamespace(day=date(2000, 1, day), time=time, dealt_in=()), None)

    first = date(2000, 1, 1).toordinal() * 1440 + 600
    assert room.span == HandTimes(first, first + 2 * 1440, True, False)


def test_each_pot_has_its_part_of_the_last_round():
    """Ten dollars were put in, four of them in the last round, and the pots end at these levels."""
    ann = Player("Ann", 1, 0, 10, 0, False, True)
    ann.put_in_hand, ann.put_in_round = 10, 4

    assert [_late_part(ann, below, level) for below, level in ((0, 5), (0, 8), (5, 20), (8, 9))] == [0, 2, 4, 1]


def test_answers_that_are_the_same_are_one():
    assert _distinct([{1: 5}, {1: 5}]) == [{1: 5}]
    assert _distinct([{1: 5, 2: 6}, {2: 6, 1: 5}, {1: 6}]) == [{1: 5, 2: 6}, {1: 6}]


@pytest.mark.parametrize(("place", "opened", "bound"), [(0, True, False), (1, False, False), (1, True, True)])
def test_a_hand_has_to_be_bet_where_the_last_betting_round_was_opened(place, opened, bound):
    rounds = [object(), object()]
    figure = SimpleNamespace(required=True, limits=(), unless="agreed")
    state = SimpleNamespace(
        game=SimpleNamespace(must_bet=figure),
        rounds=rounds,
        round=SimpleNamespace(round=rounds[place], opened=opened),
        hand=SimpleNamespace(setup=SimpleNamespace(listed={})),
    )

    assert obligation(state) is (figure if bound else None)


def test_the_acts_to_come_of_a_record_that_breaks_off_are_all_of_its_acts():
    acts = [Fold(1, 1, player="Ann"), Fold(2, 1, player="Ben")]

    assert list(ActsToCome(Timeline(acts), 0, 2)) == acts
    assert ActsToCome(Timeline(acts), 2, 2).first is None
    assert ActsToCome(Timeline(acts), 1, 2).first_of("Ann") is None


def test_the_least_wager_is_not_known_where_nothing_tells_of_it():
    setup = SimpleNamespace(minimums=(), minimum=None, blinds=())
    game = SimpleNamespace(blinds=SimpleNamespace(minimum="last", straddled="all"))
    state = SimpleNamespace(game=game, hand=SimpleNamespace(setup=setup), compulsory=None, blind=None)

    assert least_wager(state, 1) is None


def test_whoever_bought_chips_for_one_cent_has_bought_some():
    ann, paid = Player("Ann", 1, 0, 10, 11, False, True), SimpleNamespace(rest=None)

    assert [_seat_fact(ann, False, change, 0, paid, {"Ann"}).bought for change in (0, 1)] == [False, True]


def test_a_cent_of_the_last_round_goes_back_as_a_pot_of_its_own():
    ann, ben = (Player(name, seat, 0, 10, 0, False, True, 1, 10) for seat, name in enumerate(("Ann", "Ben"), 1))
    pot = PotDue(20, 10, (ann, ben), (ann, ben), (ann,))

    assert [(one.amount, one.winners) for one in _without([pot], {1: [ben]})] == [(19, (ann,)), (1, (ben,))]


def test_a_stint_that_is_told_late_changes_no_later_bound():
    stints = Stints([Stint("A", 5, 5)], 5, 5, 5)
    stints.add(Stint("A", 3, 4))

    assert (stints.first_end, stints.last_start, stints.last_end) == (4, 5, 5)


def test_a_room_that_goes_on_knows_who_sat_where_an_hour_ago():
    parts = [Room(), Room()]
    for room, table, time in zip(parts, "AB", ("10:00", "11:00"), strict=True):
        room.played(table, SimpleNamespace(day=date(2000, 1, 1), time=time, dealt_in=("Ann",)), None)

    assert [one.table for one in parts[0].then(parts[1]).stints["Ann"].each] == ["A", "B"]


@pytest.mark.parametrize(
    ("tie", "nearest", "first", "expected"),
    [
        ("suit", "either", "Ann", "Ann Ben"),
        ("suit", "other", "Ann", "Ben"),
        ("suit", "buck", "Ann", "Ann"),
        ("buck", "either", "Ann", "Ann"),
        ("dealt", "either", "Ann", "Ann"),
        ("suit", "either", "Ben", "Ann"),
    ],
)
def test_of_players_with_equal_cards_the_nearest_to_the_buck_opens(tie, nearest, first, expected):
    players = {name: Player(name, 1, 0, 10, 10, False, True) for name in ("Ann", "Ben")}
    state, figure = SimpleNamespace(designated=players[first]), SimpleNamespace(tie=tie, nearest=nearest)

    assert _nearest(state, figure, list(players.values())) == tuple(players[name] for name in expected.split())


@pytest.mark.parametrize(
    ("commissions", "out", "amounts", "expected"),
    [
        pytest.param((3, None), 3, (20, 10), [3, 0], id="the one that is stated is all that was taken"),
        pytest.param((3, None), 4, (20, 10), None, id="it is not all"),
        pytest.param((3, 1), 4, (20, 10), [3, 1], id="stated for each"),
        pytest.param((3, 1), 4, (20, 12), [3, 1], id="with what nobody called"),
        pytest.param((3, 1), 4, (20, 11), None, id="other pots"),
    ],
)
def test_the_commission_of_each_pot_is_as_the_log_states_it(commissions, out, amounts, expected):
    lines = [SimpleNamespace(commission=one, amount=much) for one, much in zip(commissions, amounts, strict=True)]
    pots = [SimpleNamespace(amount=20), SimpleNamespace(amount=10)]
    done = SimpleNamespace(pot_lines=lambda: lines, pots=pots, commission_out=out, uncalled=2)

    assert Shares.taken_by_pot(done) == expected


@pytest.mark.parametrize(
    ("up", "shown", "dealt", "expected"),
    [
        pytest.param((5,), (1, 2), (), (1, 2), id="as shown"),
        pytest.param((5,), (1,), (), (5, 1), id="shown, with the one that lies open"),
        pytest.param((5,), (1, UNKNOWN), (3, 4), (3, 4), id="shown in part: as dealt"),
        pytest.param((), None, (3, UNKNOWN), None, id="one of those dealt is not known"),
        pytest.param((), None, (3,), None, id="too few"),
    ],
)
def test_the_cards_of_a_player_are_known_if_all_of_them_are(up, shown, dealt, expected):
    player = Player("Ann", 1, 0, 10, 10, False, True, up=up, shown=shown, cards=dealt)

    assert own_cards(player, 2) == expected


@pytest.mark.parametrize(("minutes", "falling"), [(1440, True), (1441, False)])
def test_hands_a_whole_day_apart_may_still_come_in_falling_order(minutes, falling):
    span = HandTimes(100, 100)
    span.take(100 + minutes)

    assert (span.last, span.rising, span.falling) == (100 + minutes, True, falling)


@pytest.mark.parametrize(
    ("later", "rising", "falling"), [(0, True, True), (1440, True, True), (1441, True, False), (-1441, False, True)]
)
def test_hands_after_others_keep_their_order_within_a_day(later, rising, falling):
    span = HandTimes(2000, 2000).then(HandTimes(2000 + later, 2000 + later))

    assert (span.rising, span.falling) == (rising, falling)


@pytest.mark.parametrize(
    ("reference", "total", "expected"),
    [("full-level", 20, True), ("full-level", 19, False), ("highest", 25, True), ("highest", 24, False)],
)
def test_half_a_raise_is_counted_from_the_last_full_wager_or_from_the_highest(reference, total, expected):
    short = SimpleNamespace(reference=reference, over_forced="increase", treatment="half")
    betround = SimpleNamespace(wagering=SimpleNamespace(short=short), full_level=10, highest=15)

    assert is_half(betround, SimpleNamespace(total=total, full=20)) is expected


@pytest.mark.parametrize(("lacks_last", "blind", "unit"), [(False, 10, 10), (True, 10, None), (False, 0, None)])
def test_the_blind_is_no_unit_where_the_last_one_is_not_on_record(lacks_last, blind, unit):
    assert unit_of(SimpleNamespace(lacks_last=lacks_last, blind=blind), SimpleNamespace(unit="blind")) == unit


def test_money_that_goes_twice_by_the_same_words_makes_every_stake_unsure():
    ann = {"Ann": None}
    events = [Buys(line, 1, player="Ann", amount=5) for line in (1, 2)]

    assert _unsure(SimpleNamespace(hand=SimpleNamespace(events=events), by_name=ann)) is ann


@pytest.mark.parametrize(("played", "first"), [(True, False), (False, True)])
def test_who_has_played_before_is_not_dealt_in_for_the_first_time_even_where_a_record_begins(played, first):
    session = SimpleNamespace(has_played=lambda _: played, players={}, begins=True)

    assert Session.first_hand(session, None, "Ann") is first


def test_a_pot_of_which_no_commission_is_due_is_charged_nothing():
    main, side = object(), object()
    done = SimpleNamespace(
        pots=[main, side],
        groups=[SimpleNamespace(pots=[side])],
        _shared_out=lambda due, numbers: [due for _ in numbers],
    )

    assert Settlement.charging(done, [4]) == [0, 4]


@pytest.mark.parametrize(("up", "seen"), [((4, 5), (4, 5)), ((4,), (4, 5))])
def test_a_card_that_lies_open_is_seen_once_though_the_dealer_turned_it(up, seen):
    ann = SimpleNamespace(name="Ann", up=up, cards=(3, 4, 5))
    fault = SimpleNamespace(kind="exposed", player="Ann", by="dealer", cards=(5,))

    assert showing(SimpleNamespace(attempt=SimpleNamespace(faults=[fault])), ann) == seen


@pytest.mark.parametrize(
    ("cards", "owners", "in_them"),
    [
        pytest.param((7, 8), (), True, id="the card is one of them"),
        pytest.param((8, 9), (), False, id="all are named, and the card is none of them"),
        pytest.param((8, UNKNOWN), (), None, id="not all are known"),
        pytest.param((), ("Ben",), False, id="they are another player's"),
        pytest.param((), (), None, id="nothing is told of them"),
    ],
)
def test_a_card_given_up_is_among_those_shuffled_as_far_as_the_log_tells(cards, owners, in_them):
    turn = SimpleNamespace(player=SimpleNamespace(name="Ann"), cards=(7,), count=1)

    assert goes_in(turn, Reshuffled(1, 1, cards, owners)) is in_them


def test_the_blinds_have_not_gone_round_in_the_first_hand_of_a_round():
    def hand(*blinds):
        seats = [SimpleNamespace(seat=seat) for seat in (1, 2, 3)]
        return SimpleNamespace(
            setup=SimpleNamespace(blinds=(5, 10)),
            blind=lambda number: SimpleNamespace(player=number),
            seat_of=lambda number: seats[blinds[number] - 1],
            seats=seats,
        )

    orbits, full = Orbits(), []
    before = hand(1, 2)
    for blinds in ((2, 3), (3, 1), (1, 2), (2, 3)):
        orbits._go_round(hand(*blinds), before)
        full.append(orbits.full)
        before = hand(*blinds)

    assert full == [False, False, False, True]


@pytest.mark.parametrize(("bets", "limits"), [(((0, None), (0, None)), None), (((0, None), (10, None)), (10, 10))])
def test_a_bet_of_nothing_that_a_room_states_is_no_limit(bets, limits):
    state = SimpleNamespace(hand=SimpleNamespace(setup=SimpleNamespace(bets=bets)), game=SimpleNamespace(kill=None))

    assert _limits(state, True) == limits
