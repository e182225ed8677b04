"""Hands in which it matters which of several players, pots or notes a check means, and what the record lacks."""

import re
from types import SimpleNamespace

import pytest
from generated_hands import audited
from generated_hands import in_full as told
from manila import log
from places import table_of
from roberts import draw_high, flop, holdem

from auditor.auditing.engine.situations import COMPARED, SHOWDOWN
from auditor.checks.betting.no_limit import _meets
from auditor.checks.blinds.kills import _failed
from auditor.checks.cards.dealing import _goes_round, _to_the_buck
from auditor.checks.money.side_wagers import _annulled
from auditor.checks.showdown.pot_award import _won_by
from auditor.checks.showdown.unshown import beats_shown
from auditor.checks.support.cost_of_wager import _End, _played, _total
from auditor.checks.support.going_back import _of
from auditor.checks.tournament.under_way import _just_came
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import Player
from auditor.rules.schema.showdown_figures import HandClass
from auditor.vocabulary.events import Call, Invalidated, PotTaken, Raise, Refund, Ruling, Sits

CLOSURE = ("crown/notices", "Closed with a majority agreeing")
BUY_IN = ("roberts/buy-in", "More than the house allows")
WRONG_HIGH = ("crown/hi-lo", "high half")
EXPOSED = ("roberts/draw-cards", "lowball: a card exposed in the draw kept")
KEPT = "irregularity S11.9: Ad of seat 2 Ben, exposed in the draw, kept"
EXPOSE = "  expose [Ad] of Ben by dealer\n"
NO_SMALL_BLIND = ("roberts/record-of-play", "small blind 2")
MISSING = "irregularity record/missing-post: no small blind of seat 2 Ben is recorded"
THROWN_AWAY = ("roberts/record-of-play", "thrown away 3")
TO_LOSER = "$29 of the pot passed to seat 1 Ann, whose cards were among the discards"


def table(book: str, name: str) -> str:
    """A table of a clause book, without what its comments expect."""
    return re.sub(r" +#.*", "", table_of(book, name))


def lacking(text: str, clause: str) -> list[str]:
    """The evidence that a clause asks for and a log lacks."""
    return [evidence for _, asked, evidence in audited(text).missing if asked == clause]


@pytest.mark.parametrize(
    ("votes", "support"),
    [
        pytest.param("objected closure by Cam", "Cam objecting", id="one objects"),
        pytest.param("no agreement closure by players", "the players not agreeing", id="nobody agrees"),
        pytest.param(
            "agreed closure by 2 of 3 players\nobjected closure by Cam",
            "2 of 3 players agreeing",
            id="the votes that were counted, and not the objection after them",
        ),
    ],
)
def test_who_supports_a_change_is_told_by_the_votes_that_were_counted(votes, support):
    text = table(*CLOSURE).replace("agreed closure by 2 of 3 players", votes)

    assert told(text) == [f"breach 13.3: table closed early without notice, {support}"]


@pytest.mark.parametrize(
    ("sits", "expected"),
    [
        ("Dot sits 4 $1,005", ["breach S14.NL.14: Dot bought in for $1,005"]),
        ("Dot sits 4 $1,005 from broken-game", []),
        ("Dot sits 4 $1,005 from other-game", ["breach S14.NL.14: Dot bought in for $1,005"]),
    ],
)
def test_who_comes_from_a_broken_game_may_bring_more_than_the_largest_buy_in(sits, expected):
    assert told(table(*BUY_IN).replace("Dot sits 4 $1,005", sits)) == expected


def test_the_first_card_of_the_button_is_dealt_too_early():
    dealt = "deal Ben [2c 2d], Cam [3c 3d], Dee [Ah As], Ann [Kd Kc]"
    at_button = "deal Ann [Kd], Ben [2c], Cam [3c], Dee [Ah]\n  deal Ann [Kc], Ben [2d], Cam [3d], Dee [As]"

    found = told(table("crown/deal", "8.4 c").replace(dealt, at_button))

    assert found == ["irregularity 8.4: first cards dealt to seat 1 Ann"]


@pytest.mark.parametrize("clears", [_to_the_buck, _goes_round])
def test_cards_that_go_to_the_buck_first_clear_only_where_it_is_dealt_to_first(clears):
    figures = [SimpleNamespace(seat=seat) for seat in ("buck", "after-buck")]

    assert [bool(clears(figure).kinds) for figure in figures] == [True, False]


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        pytest.param("Dee", ["advisory 8.18.1: two cards burnt before the flop"], id="a player"),
        pytest.param("dealer", [], id="the dealer, whose card may lie as the first one burnt"),
    ],
)
def test_a_card_that_a_player_exposes_changes_nothing_of_what_is_burnt(by, expected):
    acts = (f"expose [Ah] of Dee by {by}", "Dee calls $10", "Ann folds", "Ben folds", "Cam checks", "burn", "burn")

    text = holdem(*acts, "communal [2c 8d 9c]").replace("roberts/", "crown/")

    assert [one for one in told(text) if "burnt" in one] == expected


def test_a_hand_beats_what_was_shown_for_any_pot_that_its_player_could_win():
    ann, ben, cam = (
        SimpleNamespace(put_in_hand=50, shown=shown, strength=n) for n, shown in ((5, None), (4, 1), (9, None))
    )
    showdown = SimpleNamespace(strength=lambda one: one.strength, words=lambda _: "a pair")
    pots = [
        SimpleNamespace(level=level, eligible=eligible)
        for level, eligible in ((50, (cam,)), (60, (ben,)), (50, (ben,)))
    ]

    def words(*those):
        done = SimpleNamespace(live=[ben], showdown=showdown, invalid=(), pots=[pots[n] for n in those])
        return beats_shown(None, done, ann)

    assert [words(0), words(1), words(0, 1, 2)] == ["", "", "a pair"]


def test_of_those_who_shared_the_high_half_only_the_worse_hand_was_paid_wrongly():
    text = table(*WRONG_HIGH).replace("  Ann wins $55", "  Dee wins $28\n  Ann wins $27")

    assert told(text) == ["breach 3.2.2(g): $27 of the pot passed to seat 1 Ann (odd cards, ace high)"]


@pytest.mark.parametrize(
    ("name", "practices"),
    [
        pytest.param("last to wager 2", (), id="the seats 7 and 2 showed"),
        pytest.param("first to act 2", ("last-aggressor-shows-first", "shown-by-seat-number"), id="2 and 7"),
    ],
)
def test_hands_are_shown_by_the_numbers_of_the_seats_if_these_rise(name, practices):
    assert [one.practices for one in audited(table("roberts/showdown", name)).findings] == [practices]


def test_a_shuffle_that_was_left_out_is_put_right_by_a_misdeal():
    text = log("Ben folds", "Cam folds", "Dot folds").replace("Ann blind $10\n", "no shuffle\nAnn blind $10\n")
    head, _, rest = text.partition("communal")
    again = f"misdeal\nshuffle\n{head[head.index('deal Ann') :]}communal{rest}"

    assert told(text) == ["irregularity 4.1: cards dealt without a shuffle"]
    assert told(head + again) == []


def test_a_joker_of_a_game_without_one_is_no_scrap_where_the_rulebook_does_not_say_so():
    text = log("Ben folds", "Cam folds", "Dot folds").replace("Ben [7c 7d]", "Ben [7c Jo]")

    assert told(text) == ["breach 3.1: Jo dealt at Canberra Manila"]


def test_no_outcome_settles_a_side_wager_of_a_hand_that_was_not_dealt():
    dealt, annulled = object(), object()
    hands = [(None, dealt), (None, None), (annulled, dealt)]
    states = [SimpleNamespace(invalidated=ruled, attempt=SimpleNamespace(dealt=cards)) for ruled, cards in hands]

    assert [_annulled(state) for state in states] == [False, True, True]


def test_who_sat_down_among_others_just_came():
    session = SimpleNamespace(since=[Sits(1, 1, "Ben", 2), Ruling(2, 1, "seat 1 waits"), Sits(3, 1, "Ann", 1)])

    assert [_just_came(session, name) for name in ("Ann", "Ben", "Cam")] == [True, True, False]


@pytest.mark.parametrize(("seats", "who"), [({"Ann": 4}, "seat 4"), ({}, "Ann"), (None, "Ann")])
def test_who_had_no_seat_in_the_hand_before_is_told_by_name(seats, who):
    def seat_of(name):
        return SimpleNamespace(seat=seats[name]) if name in seats else None

    session = SimpleNamespace(previous=None if seats is None else SimpleNamespace(seat_of=seat_of))
    due = SimpleNamespace(name="Ann", reason="again", won=None)

    assert _failed(session, due, SimpleNamespace(about="")) == f"{who} had the kill and won again and did not kill"


# ---- draws ----


def drawn(*lines: str) -> str:
    """A draw in which Cam keeps all cards; of the others the record has what the lines say."""
    head, _, end = table("act-draw-poker/draw", "draw 1").partition("  Ann discards")
    return "\n  ".join([head.rstrip(), *lines, end[end.index("Cam stands pat") :]])


def test_of_players_without_a_turn_one_who_was_dealt_cards_has_drawn():
    given, none = drawn("deal Ann [4h 4d 3d]"), drawn()

    assert (told(given), lacking(given, "8.1")) == ([], ["the draw of seat 1"])
    assert (told(none), lacking(none, "8.1")) == (
        ["breach 8.1: seat 1 Ann and seat 2 Ben left out of the draw"],
        [],
    )


def test_the_card_that_a_player_waits_for_is_not_on_record_if_a_whole_hand_is_shown():
    text = table("act-draw-poker/draw-five", "five 1").replace("  deal Ann [2h]\n", "")
    shown = text.replace("  Ann folds\n", "  Ann calls $10\n").replace("  return $10 to Cam\n", "")

    hands = "  Cam shows [Qh Qd Jc 5h As]\n  Ann shows [4h 4d 3d 3c 2h]\n  pot"

    assert lacking(shown.replace("  pot", hands), "8.3(a)") == ["all the cards dealt in the draw"]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        pytest.param("  Ann discards [Td]\n", [KEPT], id="during the draw"),
        pytest.param("  Ben bets $20\n", [KEPT], id="after the draw, when nobody has bet"),
        pytest.param("  Cat calls $20\n", [], id="after the first bet"),
    ],
)
def test_a_card_is_exposed_in_the_draw_until_somebody_bets(before, expected):
    text = table(*EXPOSED).replace(EXPOSE, "").replace(before, EXPOSE + before)

    assert told(text) == expected


# ---- wagers ----


@pytest.mark.parametrize(
    ("act", "asked"),
    [
        ("Cam raises to $200 silently", ["the chips put in"]),
        ("Cam puts in $150 silently\n  return $50 to Cam", ["the chips put in"]),
        ("Cam puts in $100 silently", []),
    ],
)
def test_more_than_a_call_without_a_word_and_without_its_chips_cannot_be_judged(act, asked):
    text = table("crown/chips", "half of the wager taken as a call")
    head, _, _ = text.partition("  Cam calls $100 silently")

    assert lacking(f"{head}  {act}\n  Ann folds\n  Ben folds\nend\n", "6.12") == asked


@pytest.mark.parametrize(
    ("act", "judged"),
    [("Dee calls $15 all in", set()), ("Dee raises to $15 all in", {"S14.NL.3"})],
)
def test_last_chips_called_a_call_are_not_judged_by_the_size_of_a_raise(act, judged):
    text = holdem(act, "Ann folds", "Ben folds", "Cam folds", limit="no-limit", stakes={"Dee": 15})

    assert {clause for _, clause in audited(text).verdicts} & {"S14.NL.3"} == judged


@pytest.mark.parametrize(
    ("stake", "expected"),
    [
        pytest.param(34, [], id="all that Ben and Ann have left"),
        pytest.param(
            35, ["breach S3.BR.7/2: raised to $24 over an all-in of less than half a full wager"], id="Ann has more"
        ),
    ],
)
def test_a_raise_over_last_chips_may_put_in_all_that_anybody_could_answer_it_with(stake, expected):
    acts = ("Ben bets $10", "Cam raises to $14 all in", "Dee raises to $24", "Ann folds", "Ben calls $14 all in")
    text = holdem(*flop("Dee", "Ann"), *acts, stakes={"Cam": 24, "Ben": 34, "Ann": stake})

    assert told(text) == expected


def test_a_wager_of_no_size_may_be_the_last_chips_of_a_stake_that_is_not_on_record():
    text = draw_high("Ben bets $7", "Cam folds", "Dee folds", "Ann folds")
    unknown = text.replace("seat 2 Ben $1000", "seat 2 Ben")

    assert told(text) == ["breach S12.0/2: opening wager of $7"]
    assert (told(unknown), lacking(unknown, "S12.0/2")) == ([], ["the player's stake"])


def test_a_call_without_an_amount_makes_up_what_was_short():
    acts = ("Dee calls $6", "Ann calls $10", "Dee calls", "Ben folds", "Cam checks")
    text = holdem(*acts, limit="no-limit").replace("roberts/", "crown/")

    assert told(text) == ["breach 6.17: $6 put in against $10 and made up after others had acted"]


@pytest.mark.parametrize(("act", "total"), [("raises", 210), ("calls", 100)])
def test_last_chips_without_an_amount_are_all_that_is_left(act, total):
    ann = _End("Ann", 10, 200, True)
    kind = {"raises": Raise(1, 1, "Ann", all_in=True), "calls": Call(1, 1, "Ann")}[act]

    assert _total(kind, ann, 100) == total


@pytest.mark.parametrize(("able", "met"), [(1, False), (2, True), (3, True)])
def test_a_wager_is_met_after_the_round_if_two_players_can_still_bet(able, met):
    betround = SimpleNamespace(highest=10, closed=True, full_level=10, round=SimpleNamespace(round_index=1))
    move = SimpleNamespace(player=SimpleNamespace(put_in_round=0), total=10)
    state = SimpleNamespace(round=betround, move=move, able=[object()] * able)

    assert _meets(state, None, SimpleNamespace(over="any")) is met


def test_a_raise_of_the_rest_of_the_round_goes_so_far_above_the_wager_before_it():
    found = {name: _End(name, 10, 100, True) for name in ("Ann", "Ben")}
    first, second = Raise(1, 1, "Ann", total=30), Raise(2, 1, "Ben", total=70)

    _, raises = _played(None, found, 10, [first, second])

    assert raises == [(first, 20), (second, 40)]


def test_a_raise_over_last_chips_cannot_be_measured_where_the_bets_are_not_on_record():
    acts = ("Ben bets $10", "Cam raises to $14", "Dee raises to $16 all in", "Ann raises to $30")
    text = holdem(*flop("Dee", "Ann"), *acts, "Ben folds", "Cam folds", stakes={"Dee": 26})

    assert told(text.replace("bets $10, $20\n", "")) == []


@pytest.mark.parametrize(
    ("posts", "pot", "expected"),
    [
        pytest.param(("Ann ante $1", "Ben ante $1", "Cam ante $1"), 31, [MISSING], id="an ante is no blind"),
        pytest.param(("Ben post $2",), 30, [], id="put up otherwise"),
    ],
)
def test_a_small_blind_is_missing_if_its_player_put_up_no_other(posts, pot, expected):
    declared = "chip $1\n  ante $1" if len(posts) > 1 else "chip $1"
    text = table(*NO_SMALL_BLIND).replace("chip $1", declared).replace("$28", f"${pot}")

    assert told(text.replace("Cam blind $2", "\n  ".join([*posts, "Cam blind $2"]))) == expected


# ---- payments ----


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("As Kd", f"breach S2.DM.6: {TO_LOSER}"),
        ("Js Ks", f"irregularity record/payments: {TO_LOSER}"),
        ("Js Ad", f"irregularity record/payments: {TO_LOSER}"),
    ],
)
def test_a_hand_thrown_away_loses_in_any_case_only_to_a_better_one(cards, expected):
    assert told(table(*THROWN_AWAY).replace("As Kd", cards)) == [expected]


def two_side_pots(cards: dict[str, str], *ending: str) -> str:
    """A record of play in which Cam has no more than 50 and Dee no more than 80, and everybody shows."""
    stakes = {"Ann": 200, "Ben": 200, "Cam": 50, "Dee": 80}
    lines = [f"seat {seat} {name} ${stakes[name]}" for seat, name in enumerate(cards, 1)]
    lines += ["button 1", "Ben blind $1", "Cam blind $2", "deal Ben [?? ??], Cam [?? ??], Dee [?? ??], Ann [?? ??]"]
    lines += ["Dee raises to $80 all in", "Ann raises to $180", "Ben calls $179", "Cam calls $48 all in"]
    for board in ("2c 7d Jh", "3s", "4c"):
        lines += [f"communal [{board}]", "Ben checks", "Ann checks"]
    lines += [f"{name} shows [{held}]" for name, held in cards.items()]
    head = ("table T", "rules roberts/holdem", "records play-only", "limit no-limit", "blinds $1, $2", "chip $1")
    return "\n".join([*head, "hand 1", *lines, *ending, "end", ""])


@pytest.mark.parametrize(
    ("pots", "expected"),
    [
        ((200, 90, 200), []),
        ((210, 80, 200), ["main pot recorded as $210"]),
        ((200, 100, 190), ["side pot 1 recorded as $100"]),
        ((200, 80, 210), ["side pot 2 recorded as $210"]),
    ],
)
def test_of_pots_that_are_right_together_the_first_that_is_too_large_is_told(pots, expected):
    hands = {"Ann": "Qh Qs", "Ben": "Ah As", "Cam": "Kh Ks", "Dee": "Th Ts"}
    lines = [f"{name} ${pot}" for name, pot in zip(("main pot", "side pot 1", "side pot 2"), pots, strict=True)]

    found = told(two_side_pots(hands, *lines, "Ben wins $490"))

    assert found == [f"irregularity record/pot-total: {one}" for one in expected]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        pytest.param(
            {"Ann": "Jd Ks", "Ben": "Js Qs", "Cam": "As 9h"},
            "S2.PR.15: seat 1 Ann, seat 2 Ben and seat 3 Cam divided the pot without equal hands",
            id="two pairs of jacks, and an ace",
        ),
        pytest.param(
            {"Ann": "Jd Ks", "Ben": "Js Qs", "Cam": "Jc Ts"},
            "S3.SD.2: $100 of the pot passed to seat 2 Ben (pair of jacks with a queen) "
            "as if further cards did not count",
            id="three pairs of jacks, which may be thought equal",
        ),
    ],
)
def test_a_pot_is_divided_by_agreement_among_hands_of_which_one_is_of_another_class(cards, expected):
    lines = [f"seat {seat} {name} $500" for seat, name in enumerate(cards, 1)]
    lines += ["button 1", "Ben blind $5", "Cam blind $10"]
    for at in (0, 1):
        lines += ["deal " + ", ".join(f"{name} [{cards[name].split()[at]}]" for name in ("Ben", "Cam", "Ann"))]
    lines += ["Ann raises to $100", "Ben calls $95", "Cam calls $90"]
    for board in ("2c 7d Jh", "3s", "4c"):
        lines += ["burn", f"communal [{board}]", *(f"{name} checks" for name in ("Ben", "Cam", "Ann"))]
    lines += [f"{name} shows [{cards[name]}]" for name in ("Ben", "Cam", "Ann")]
    lines += ["pot $300", *(f"{name} wins $100" for name in cards)]
    head = ("table T", "rules roberts/holdem", "limit no-limit", "blinds $5, $10", "chip $1", "hand 1")

    assert told("\n".join([*head, *lines, "end", ""])) == [f"breach {expected}"]


@pytest.mark.parametrize(
    ("main", "side", "expected"),
    [
        (16, 4, []),
        (16, 6, ["breach 11.1(b): commission of $6 on a pot of $90"]),
        (18, 4, ["breach 11.1(b): commission of $18 on a pot of $330"]),
    ],
)
def test_of_two_commissions_only_the_wrong_one_is_told(main, side, expected):
    head, _, _ = table("act-canberra-manila/commission", "several pots 3").partition("  main pot")
    pots = (f"main pot $330 commission ${main}", f"side pot 1 $90 commission ${side}")
    wins = (f"Cam wins ${330 - main}", f"Ann wins ${90 - side}")

    assert told("\n".join([head, *pots, *wins, "end", ""])) == expected


@pytest.mark.parametrize(
    ("wins", "expected"),
    [
        pytest.param(
            ("Cam wins $10", "Ann wins $5"),
            "payments of $15 leave $14 unaccounted for",
            id="more is left over than a room takes",
        ),
        pytest.param(
            ("Cam wins $14", "Ann wins $12"),
            "$12 to seat 1 Ann and $14 to seat 3 Cam on record",
            id="nobody has more than was due before the commission",
        ),
    ],
)
def test_nobody_is_accused_of_equal_hands_paid_unequally_where_nobody_knows_what_the_room_took(wins, expected):
    text = table("roberts/record-of-play", "small blind 1").replace("Ann mucks", "Ann shows [Jd Kd]")
    dealt = text.replace("Cam [?? ??], Ann [?? ??]", "Cam [Jc Kc], Ann [Jd Kd]")

    assert told(dealt.replace("Cam wins $29", "\n  ".join(wins))) == [f"irregularity record/payments: {expected}"]


def test_commission_taken_before_the_wagers_went_back_makes_up_what_that_taken_later_does_not():
    ann = Player("Ann", 1, 0, 10, 0, False, True)
    annulled = Invalidated(3, 1, ground="fire")
    before, after = PotTaken(2, 1, None, 10, 2), PotTaken(4, 1, None, 10, 3)

    def kept(got: int) -> int:
        events = [before, annulled, after, Refund(5, 1, "Ann", got)]
        state = SimpleNamespace(hand=SimpleNamespace(events=events), players=[ann], steps=set())
        return _of(state, {"Ann": 10}, annulled).kept

    assert [kept(got) for got in (8, 7, 6, 5, 4)] == [3, 3, 4, 5, 5]


DECLINED = ("act-canberra-manila/incidents", "buck declined 2")


@pytest.mark.parametrize(
    ("seat", "found"),
    [
        pytest.param(1, ["irregularity 6.3: declined the buck, which went to seat 1"], id="Cam, who declined it last"),
        pytest.param(3, [], id="Cam, before whom it lies all the same"),
    ],
)
def test_whoever_declined_the_buck_last_is_asked_about(seat, found):
    text = table(*DECLINED).replace("Ann declines buck", "Ann declines buck\n  Cam declines buck")

    assert [one for one in told(text.replace("buck 2", f"buck {seat}")) if " 6.3:" in one] == found


def test_cards_counted_before_the_deal_are_no_hand_of_it():
    """A count that stands before the cards was once added to them, and the check that names it failed."""
    lines = [line for line in table("crown/card-count", "9.1.1(g) c").split("\n") if " holds " not in line]
    at = lines.index("  shuffle")

    assert told("\n".join([*lines[:at], "  Dee holds 2", *lines[at:]])) == told("\n".join(lines))


def test_a_right_count_that_more_cards_make_wrong_is_where_the_fault_is():
    lines = table("crown/card-count", "9.1.1(g) c").replace("  Dee holds 2\n", "").split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("  Dee raises"))
    text = "\n".join([*lines[:at], "  Dee holds 2", "  deal Dee [Qh]", *lines[at:]])

    assert "the only hand left, that of seat 4 Dee, had three cards" in " ".join(told(text))


def test_a_class_that_only_one_house_knows_is_asked_about_wherever_hands_were_compared():
    figure = HandClass(clause="1", hand="big cat")

    assert _won_by(figure).kinds == {Settled: (SHOWDOWN | COMPARED,)}
