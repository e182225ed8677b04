"""Hand histories of PartyPoker: three generations, what they are silent about, and stakes that tell on them."""

from __future__ import annotations

import io
import time

import pytest
from places import HISTORIES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.formats import format_of
from auditor.logs.reader import RawHand, read
from auditor.vocabulary import events as e
from auditor.vocabulary.hand import Hand

SAMPLES = HISTORIES
OURS = sorted(SAMPLES.glob("partypoker-*.txt"))
CASH, STUD, SUMMARY, TOURNAMENT = (path.read_text(encoding="utf-8") for path in OURS)
FIRST, SECOND = CASH.split("Game #90000002 starts.\n\n")
RAKED, CHIPS = SUMMARY.split("\n\n\n")

# Cam has put up both blinds to get cards, of which no line tells; the room takes 0.02.
SILENT = """***** Hand History for Game 7 *****
$10 USD NL Texas Hold'em - Monday, September 2, 00:26:18 ET 2013
Table Our Mole (Real Money)
Seat 4 is the button
Total number of players : 4
Seat 1: Ann ( $10.00 USD )
Seat 2: Ben ( $10.00 USD )
Seat 3: Cam ( $10.00 USD )
Seat 4: Dan ( $10.00 USD )
Ann posts small blind [$0.05 USD].
Ben posts big blind [$0.10 USD].
** Dealing down cards **
Cam checks.
Dan folds.
Ann folds.
Ben checks.
** Dealing Flop ** [ Td, Qc, 6d ]
Ben bets [$0.20 USD].
Cam calls [$0.20 USD].
** Dealing Turn ** [ 8s ]
Ben bets [$0.20 USD].
Cam folds.
Ann does not show cards.
Ben does not show cards.
Cam does not show cards.
Dan does not show cards.
Ben wins $0.88 USD
"""


def hands(text: str) -> list[Hand]:
    parts = read(open_stream(io.BytesIO(text.encode()), "a.txt"))
    return [part.read() for part in parts if isinstance(part, RawHand)]


def events(text: str) -> list[e.Event]:
    (hand,) = hands(text)
    return hand.events


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options(debug=True))


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.location.line) for one in result.findings]


def posts(found: list[e.Event]) -> list[tuple[str, str, int]]:
    return [(one.player, one.kind, one.amount) for one in found if isinstance(one, e.Post)]


def paid(found: list[e.Event]) -> list[tuple[str, str, int]]:
    return [(type(one).__name__, one.player, one.amount) for one in found if isinstance(one, e.Returned | e.Win)]


def money(one: e.Event) -> list[int | None]:
    return [getattr(one, name) for name in ("amount", "added", "total") if hasattr(one, name)]


# ---- the samples ----


def test_samples_give_the_fault_they_have_and_no_other():
    result = audit([open_path(path, path.name) for path in OURS], Options())

    at = CASH.split("\n").index("Big C (host) raises [$2 USD]") + 1
    assert told(result) == [("breach", "S14.NL.3", at)]
    assert (result.hands_judged, result.unread, result.unknown) == (6, [], [])


def test_the_format_shows_in_how_a_file_begins():
    assert {format_of(open_path(path, path.name).head).name for path in OURS} == {"partypoker"}


def test_names_are_free_text_and_talk_is_no_act():
    found = events(FIRST)

    assert [(one.player, type(one).__name__) for one in found if isinstance(one, e.Act)] == [
        ("YesI antes $4000", "Fold"),
        ("wo_ooly :D", "Raise"),
        ("Big C (host)", "Fold"),
        ("Newcomer", "Call"),
        ("Newcomer", "Check"),
        ("wo_ooly :D", "Bet"),
        ("Newcomer", "Fold"),
    ]
    remarks = [(one.kind, one.text) for one in found if isinstance(one, e.Remark)]
    assert ("chat", "wo_ooly :D: YesI antes $4000 folds") in remarks
    assert ("chat", "Railbird: wo_ooly :D folds") in remarks
    assert ("observer", "Newcomer has left the table.") in remarks


# ---- what the room is silent about ----


def test_a_player_without_a_seat_line_sits_where_the_turn_says():
    seats = {one.player: (one.seat, one.stake, one.out) for one in events(FIRST) if isinstance(one, e.Seat)}

    assert seats["Newcomer"] == (3, None, False)
    assert seats["pennyfolds"] == (5, 4000, True)


def test_the_seat_of_a_player_who_left_is_free():
    text = FIRST.replace("4/6", "5/5").replace("Newcomer has joined", "Old has left the table.\nNewcomer has joined")
    text = text.replace("Seat 4: YesI", "Seat 3: Old ( $0 USD )\nSeat 4: YesI")

    seats = {one.player: one.seat for one in events(text) if isinstance(one, e.Seat)}

    assert seats["Newcomer"] == 3
    assert "Old" not in seats


def test_a_hand_with_no_seat_left_for_somebody_who_acts_is_told_to_be_unread():
    text = FIRST.replace("4/6", "5/5").replace("Seat 4: YesI", "Seat 3: Gap ( $5 USD )\nSeat 4: YesI")

    assert [one.reason for one in audited(text).unread] == ["found no free seat for Newcomer, who acts without one"]


def test_a_name_cut_short_is_that_of_the_player_it_begins():
    text = SILENT.replace("Seat 4: Dan ", "Seat 4: Danilowitsch ")

    assert next((one.player, one.line) for one in events(text) if isinstance(one, e.Fold)) == ("Danilowitsch", 14)
    assert told(audited(text)) == []


def test_blinds_of_a_tournament_that_prints_none_are_those_of_its_level():
    found = events(TOURNAMENT)

    assert posts(found) == [("2fast", "blind", 7500), ("Big C (host)", "blind", 15000)]
    wagers = [(type(one).__name__, one.player, one.added, one.all_in) for one in found if isinstance(one, e.Wager)]
    assert wagers == [("Raise", "wo_ooly :D", 120000, True), ("Call", "2fast", 72500, True)]


def test_a_small_blind_that_nobody_has_is_not_posted():
    text = TOURNAMENT.replace("** Dealing down", "There is no Small Blind in this hand as it left.\n** Dealing down")

    assert posts(events(text)) == [("Big C (host)", "blind", 15000)]


def test_antes_in_silence_are_taken_where_the_payments_show_them():
    text = TOURNAMENT.replace("Blinds(75/150)", "Blinds-Antes(75/150 -10)").replace("1,750 chips", "1,790 chips")

    assert posts(events(text))[2:] == [
        (name, "ante", 1000) for name in ("wo_ooly :D", "2fast", "Big C (host)", "pennyfolds")
    ]
    assert posts(events(text.replace("1,790", "1,750")))[2:] == []


def test_who_checks_without_a_wager_has_put_up_the_blind():
    assert posts(events(SILENT))[2:] == [("Cam", "post", 10), ("Cam", "dead", 5)]
    assert posts(events(SILENT.replace("wins $0.88", "wins $0.84")))[2:] == [("Cam", "post", 10)]
    assert told(audited(SILENT)) == []


def test_a_check_that_no_silent_post_explains_is_judged():
    text = SILENT.replace("Cam checks.", "Cam raises [$0.30 USD].\nDan checks.")

    assert posts(events(text))[2:] == []
    assert "GL.check" in {clause for _, clause, _ in told(audited(text))}


def test_both_blinds_in_one_are_live_and_dead():
    text = SILENT.replace("** Dealing down", "Cam posts big blind + dead [$0.15].\n** Dealing down")

    assert posts(events(text))[2:] == [("Cam", "post", 10), ("Cam", "dead", 5)]


def test_a_second_small_blind_is_live_if_its_owner_calls_so_much_less():
    text = SILENT.replace("** Dealing down", "Cam posts small blind [$0.05 USD].\n** Dealing down")

    live = text.replace("Cam checks.", "Cam calls [$0.05 USD].")
    dead = text.replace("Cam checks.", "Cam calls [$0.10 USD].")

    assert posts(events(live))[2:] == [("Cam", "post", 5)]
    assert posts(events(dead))[2:] == [("Cam", "dead", 5)]


def test_a_second_small_blind_is_live_if_it_makes_a_full_raise_at_limit():
    text = SILENT.replace("** Dealing down", "Cam posts small blind [$0.05 USD].\n** Dealing down")
    text = text.replace("$10 USD NL", "$0.10/$0.20 USD FL")

    live = text.replace("Cam checks.", "Cam raises [$0.15 USD].")
    dead = text.replace("Cam checks.", "Cam raises [$0.20 USD].")

    assert posts(events(live))[2:] == [("Cam", "post", 5)]
    assert posts(events(dead))[2:] == [("Cam", "dead", 5)]


def test_a_bounty_is_no_payment_from_the_pot():
    text = TOURNAMENT + "wo_ooly :D wins $2.50 USD bounty for eliminating 2fast\n"

    assert paid(events(text)) == paid(events(TOURNAMENT))
    assert audited(text).unknown == []


def test_the_big_blind_in_its_place_is_that_of_the_last_to_act():
    text = SILENT.replace("Ben posts", "Cam posts big blind [$0.10 USD].\nBen posts").replace("$0.88", "$0.84")

    assert posts(events(text)) == [("Ann", "blind", 5), ("Cam", "post", 10), ("Ben", "blind", 10)]
    assert told(audited(text)) == []


def test_a_stake_of_nothing_of_somebody_who_plays_is_unknown():
    text = SILENT.replace("Cam ( $10.00 USD )", "Cam ( $0 USD )")

    assert [one.stake for one in events(text) if isinstance(one, e.Seat)] == [1000, 1000, None, 1000]
    assert told(audited(text)) == []


# ---- what was won ----


def test_what_nobody_called_goes_back_and_is_no_part_of_what_was_won():
    assert paid(events(FIRST)) == [("Returned", "wo_ooly :D", 200), ("Win", "wo_ooly :D", 310)]
    assert paid(events(TOURNAMENT)) == [("Returned", "wo_ooly :D", 40000), ("Win", "wo_ooly :D", 175000)]
    assert paid(events(CHIPS)) == [("Returned", "wo_ooly :D", 30000), ("Win", "wo_ooly :D", 57500)]


def test_commas_between_thousands_end_no_amount():
    text = CHIPS.replace("balance 5350, bet 525,", "balance 5,350, bet 1,525,")

    assert paid(events(text)) == paid(events(CHIPS))
    assert told(audited(text)) == []


def test_converters_have_a_line_for_what_nobody_called():
    wins = "wo_ooly :D wins $2 USD\nwo_ooly :D wins $3.10 USD from main pot"

    assert paid(events(FIRST.replace("wo_ooly :D wins $5.10 USD", wins))) == paid(events(FIRST))


def test_two_winners_in_one_line_are_two():
    text = SECOND.replace("doesn't show [ Qh, Jd ]a pair of Jacks", "shows [ Ah, Ac ]a pair of Aces").replace(
        "wins $10.25 USD from the main pot with a pair of Aces.",
        "wins $5.13 USD from the main pot with a pair of Aces.Big C (host) wins $5.12 USD from the main pot with Aces.",
    )

    assert paid(events(text)) == [("Win", "wo_ooly :D", 513), ("Win", "Big C (host)", 512)]


def test_the_low_half_is_won_like_the_other():
    assert paid(events(STUD)) == [("Win", "Big C (host)", 800), ("Win", "PC [Mittel]", 800)]


def test_the_rake_is_none_of_the_pots():
    pots = [(one.amount, one.commission) for one in events(RAKED) if isinstance(one, e.PotTaken)]

    assert pots == [(4050, 200)]
    assert [one for one in events(RAKED.replace("$38.50 Rake", "$40.50 Rake")) if isinstance(one, e.PotTaken)] == [
        one for one in events(RAKED) if isinstance(one, e.PotTaken)
    ]


# ---- stakes after the hand ----


@pytest.mark.parametrize(
    ("changes", "findings"),
    [
        pytest.param({}, [], id="they are what wagers and payments leave"),
        pytest.param(
            {"balance 4775": "balance 4784"},
            ["stakes after the hand come to 15,009, 9 more than before it (the stakes before it come to 15,000)"],
            id="nine chips appear",
        ),
        pytest.param(
            {"balance 4875": "balance 4885", "balance 4775": "balance 4765"},
            [
                "seat 2 Big C (host) has 4,885 after the hand (wagers and payments leave 4,875)",
                "seat 4 YesI antes $4000 has 4,765 after the hand (wagers and payments leave 4,775)",
            ],
            id="ten chips change hands",
        ),
    ],
)
def test_stakes_after_the_hand_are_held_against_those_before(changes, findings):
    text = CHIPS
    for old, new in changes.items():
        text = text.replace(old, new)

    found = audited(text).findings

    assert [(one.clause, one.message) for one in found] == [("record/stakes-after", message) for message in findings]


def test_the_rake_counts_with_the_stakes_after_the_hand():
    found = audited(RAKED.replace("balance $60.70", "balance $60.60")).findings

    assert [one.message for one in found] == [
        "stakes after the hand and commission come to $131.10, $0.10 less than before it"
        " (the stakes before it come to $131.20)"
    ]


def test_last_chips_are_the_last_though_the_stake_was_more():
    text = RAKED[: RAKED.index("Creating")].replace("Big C (host) ($20.00)", "Big C (host) ($20.01)")
    text = text.replace(
        "YesI antes $4000 folds\nwo_ooly :D calls (18.50)", "YesI antes $4000 raises 39.50 to 40.00\nwo_ooly :D folds"
    )
    text += """** Summary **
Main Pot: $39.50 Rake: $2.00
wo_ooly :D balance $48.50, lost $1.50 (folded)
Big C (host) balance $0, lost $20.01[ Qs, Td ] [ high card, queen ]
YesI antes $4000 balance $80.70, bet $40.00, collected $59.50, net +$19.50[ Ah, Ac ] [ a pair of aces ]
"""

    assert [(one.clause, one.observed) for one in audited(text).findings] == [
        ("record/stakes-after", "stakes after the hand and commission come to $131.20, $0.01 less than before it")
    ]


def test_what_somebody_cashed_out_for_is_not_from_the_pot():
    text = RAKED.replace(
        "Creating", "Big C (host) Cash-out Premium % is 1.0\nBig C (host) opted for cash-out\nCreating"
    )
    text = text.replace(
        "balance $0, lost $20.00[", "Cashed out  balance $15.00, bet $20.00, collected $15.00, net -$5.00["
    )

    assert paid(events(text)) == [("Win", "wo_ooly :D", 3850)]
    assert told(audited(text)) == []
    unpaid = text.replace("balance $68.50, bet $20.00, collected $38.50, net +$18.50", "balance $30.00, lost $20.00")
    assert paid(events(unpaid)) == []
    assert told(audited(unpaid)) == []


# ---- the head of a hand ----


@pytest.mark.parametrize(
    ("header", "blinds", "bets", "limit"),
    [
        ("$10 USD NL Texas Hold'em", (5, 10), (), "no-limit"),
        ("$10  USD  NL  Texas Hold'em", (5, 10), (), "no-limit"),
        ("€10 EUR NL Texas Hold'em", (5, 10), (), "no-limit"),
        ("$10 USD fastforward PL Omaha", (5, 10), (), "pot-limit"),
        ("$0.05/$0.10 USD NL Texas Hold'em", (5, 10), (), "no-limit"),
        ("0.05/0.10 Omaha Hi Game Table (PL) ", (5, 10), (), "pot-limit"),
        ("$0.10/$0.20 USD FL Omaha Hi-Lo", (), ((10, None), (20, None)), "fixed"),
        ("$0.10/$0.20 Texas Hold'em", (), ((10, None), (20, None)), "fixed"),
        ("0.05/0.10 Texas Hold'em Game Table (Limit) ", (), ((10, None), (20, None)), "fixed"),
    ],
)
def test_stakes_are_the_blinds_or_the_bets_or_show_in_what_is_posted(header, blinds, bets, limit):
    (hand,) = hands(SILENT.replace("$10 USD NL Texas Hold'em", header))

    assert (hand.setup.blinds, hand.setup.bets, hand.setup.limit) == (blinds, bets, limit)
    assert str(hand.day) == "2013-09-02"


def test_last_chips_are_no_measure_of_the_blinds():
    text = SILENT.replace("Seat 1: Ann ( $10.00 USD )", "Seat 1: Ann ( $0.02 USD )").replace(
        "[$0.05 USD].", "[$0.02 USD]."
    )

    (hand,) = hands(text)

    assert hand.setup.blinds == (5, 10)


def test_commas_before_hundredths_show_by_themselves():
    text = SILENT.replace("$0.", "$0,").replace("$10.00", "$1.010,00")

    assert [one.stake for one in events(text) if isinstance(one, e.Seat)] == [101000] * 4
    assert told(audited(text)) == []


def test_gaps_may_part_thousands():
    text = TOURNAMENT.replace("1,200", "1 200").replace("3,000", "3 000").replace("2,500", "2\u00a0500")

    assert [one.stake for one in events(text) if isinstance(one, e.Seat)] == [120000, 80000, 300000, 250000]


def test_stakes_below_the_blind_of_a_tournament_are_no_chips():
    text = TOURNAMENT
    for stake in ("1,200", "800", "3,000", "2,500"):
        text = text.replace(f"( {stake} )", "( 1 )")

    result = audited(text)

    assert {one.stake for one in events(text) if isinstance(one, e.Seat)} == {None}
    assert [one.line for one in result.unknown] == [7, 8, 9, 10]
    assert told(result) == []


def test_a_button_before_its_seat_is_known_by_the_converter_that_writes_it():
    early = SILENT.replace("Seat 4 is the button", "Seat 3 is the button")
    native = (
        early.replace("Ann does not show cards.\n", "")
        .replace("Cam does not", "Ben does not")
        .replace("Dan does not show cards.\n", "")
    )

    assert [one.reason for one in audited(early).unknown] == ["Seat 3 is the button"]
    assert told(audited(early)) == []
    assert [clause for _, clause, _ in told(audited(native))] == ["S4.0/7"]


def test_the_button_blind_of_short_deck_is_the_only_one():
    text = SILENT.replace("$10 USD NL Texas Hold'em", "0.10/0.10 Short Deck Game Table (NL)")
    text = text.replace("Ann posts small blind [$0.05 USD].\nBen posts big blind [$0.10 USD].\n", "")
    antes = "".join(f"{name} posts ante of [$0.10 USD].\n" for name in ("Ann", "Ben", "Cam", "Dan"))
    text = text.replace("** Dealing down", f"{antes}Dan posts button blind [$0.10 USD].\n** Dealing down")

    (hand,) = hands(text)

    assert (hand.setup.blinds, hand.setup.ante, hand.setup.rules) == ((10,), 10, "roberts/short-deck")


# ---- how files look ----


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace("\n", "\n\0"), id="a zero byte before every line"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="two bytes at the end of each"),
        pytest.param(lambda text: "\ufeff" + text, id="a mark at the beginning"),
        pytest.param(lambda text: text.replace("Seat ", "seat ", 5), id="small letters"),
        pytest.param(lambda text: text.replace("*****\n", "***** (WPN)\n"), id="the converter's mark"),
        pytest.param(lambda text: text.replace("*****\n", "*****\nOld has left the table.\n\n"), id="news before it"),
        pytest.param(
            lambda text: text.replace(" USD )\n", " USD ) - VPIP: 21, AF: 1,7, Hands: 139\n"), id="statistics"
        ),
        pytest.param(lambda text: text.replace("folds\n", "folds.\n").replace("checks\n", "checks.\n"), id="periods"),
    ],
)
def test_a_file_reads_the_same_however_it_was_written(change):
    played = [
        [(type(one).__name__, one.player, *money(one)) for one in found if isinstance(one, e.Act | e.Post | e.Win)]
        for found in (hand.events for text in (CASH, change(CASH)) for hand in hands(text))
    ]

    assert played[2:] == played[:2]
    assert [clause for _, clause, _ in told(audited(change(CASH)))] == ["S14.NL.3"]


def test_zero_bytes_before_lines_make_no_binary_file():
    result = audited(SILENT.replace("\n", "\n\0"))

    assert (result.hands_judged, told(result)) == (1, [])


@pytest.mark.parametrize(
    ("change", "line", "reason"),
    [
        (("wo_ooly :D wins $5.10 USD\n", ""), 34, "found the end of the hand before it was over"),
        (("NL Texas Hold'em", "NL Double Hold'em"), 4, "no rulebook has a game called Double Hold'em"),
        (("[ 2c, 7d, Jh ]", "[ 2x, 7d, Jh ]"), 26, "not a card"),
        (("bets [$2 USD]", "bets [$2.005 USD]"), 28, "found '2.005', expected an amount"),
        (("wins $5.10 USD\n", "wins $5.10 USD\nNewcomer checks\n"), 32, "found a line of another part of a hand here"),
        (("$50 USD NL Texas Hold'em - ", ""), 4, "found '***** Hand History"),
    ],
)
def test_a_hand_that_cannot_be_read_is_told_with_its_place_and_leaves_the_others_alone(change, line, reason):
    result = audited(CASH.replace(*change, 1))

    assert [(one.hand, one.line) for one in result.unread] == [("90000001", line)]
    assert result.unread[0].reason.startswith(reason)
    assert [clause for _, clause, _ in told(result)] == ["S14.NL.3"]


def test_a_summary_cut_off_is_told_to_be_incomplete():
    result = audited(SUMMARY[: SUMMARY.rindex("** Summary")])

    assert [one.reason for one in result.unread] == ["found the end of the hand before it was over"]
    assert result.hands_judged == 1


@pytest.mark.parametrize(
    "line",
    ["Seat 1: " + "( " * 4900, "a " * 4900 + "folds", "x" + ".Ann wins $1" * 800, "1/2 " + "A " * 4900, "[" * 9900],
    ids=["brackets", "an act at the end", "many winners", "a header without end", "only brackets"],
)
def test_no_line_takes_long_however_it_is_made(line):
    text = SILENT.replace("Dan folds.", f"Dan folds.\n{line}\nBen wins {line[:9000]}")
    began = time.process_time()

    audited(text)

    assert time.process_time() - began < 5
