"""OHH, read in every way that it is stored in, and written: a hand there and back is judged alike."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from places import CORPORA, ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.ohh.writer import text_of
from auditor.logs.reader import RawHand, read
from auditor.logs.writing import Unwritable
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import parse_cards
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Hand

SAMPLES = ROOT / "samples" / "hand-histories"
HOLDEM, OTHERS = ((SAMPLES / f"{name}.ohh").read_text(encoding="utf-8") for name in ("holdem", "stud-and-tournament"))
FIRST, SHORT_RAISE, TWICE = HOLDEM.split("\n\n")
STUD, CUP = OTHERS.split("\n\n")


def raw(text: str) -> list[RawHand]:
    return [part for part in read(open_stream(io.BytesIO(text.encode()), "a.ohh")) if isinstance(part, RawHand)]


def events(text: str) -> list[e.Event]:
    (hand,) = raw(text)
    return hand.read().events


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.ohh")], Options())


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.location.line) for one in result.findings]


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def changed(text: str, **fields: object) -> str:
    """A hand with other fields at its head, in one line."""
    return json.dumps({"ohh": {**json.loads(text)["ohh"], **fields}})


def with_acts(text: str, *acts: dict[str, object], at: int = 0, number: int = 0) -> str:
    """A hand with these acts put into a round."""
    hand = json.loads(text)["ohh"]
    hand["rounds"][number]["actions"][at:at] = acts
    for place, act in enumerate(hand["rounds"][number]["actions"]):
        act["action_number"] = place
    return json.dumps({"ohh": hand})


# ---- reading ----


def test_samples_give_the_fault_they_have_and_no_other():
    holdem, others = audited(HOLDEM), audited(OTHERS)

    at = line_of(HOLDEM, '"player_id": 0, "action": "Raise", "amount": 3}')
    assert (told(holdem), holdem.hands_judged, holdem.unread) == ([("breach", "S14.NL.3", at)], 3, [])
    assert (told(others), others.hands_judged, others.unread) == ([], 2, [])


OBJECTS = [json.loads(text) for text in HOLDEM.split("\n\n")]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            "\n\n".join(json.dumps(one) for one in OBJECTS), id="a blank line between objects, as the standard has it"
        ),
        pytest.param("\n".join(json.dumps(one) for one in OBJECTS), id="an object a line"),
        pytest.param(json.dumps(OBJECTS), id="an array in one line"),
        pytest.param(json.dumps(OBJECTS, indent=4), id="an array laid out"),
        pytest.param("\n".join(json.dumps(one, indent=2) for one in OBJECTS), id="objects laid out, no blank line"),
        pytest.param(
            "\n".join(json.dumps({"id": "h", "n": 1, **one, "_profits": {"Ann": -1}}) for one in OBJECTS),
            id="other keys before and after",
        ),
        pytest.param(HOLDEM.replace("\n", "\r\n"), id="lines of Windows"),
        pytest.param("\ufeff\n" + HOLDEM, id="a mark and a blank line first"),
    ],
)
def test_however_hands_are_stored_they_are_the_same(text):
    result = audited(text)

    assert [(one.clause, one.hand) for one in result.findings] == [("S14.NL.3", "900000302")]
    assert (result.hands_judged, result.unread) == (3, [])


def test_acts_have_the_lines_they_stand_in():
    hand = raw(HOLDEM)[1].read()

    (posted, *_) = [one for one in hand.events if isinstance(one, e.Post)]
    (won,) = [one for one in hand.events if isinstance(one, e.Win)]

    assert posted.line == line_of(HOLDEM, SHORT_RAISE) + line_of(SHORT_RAISE, '"Post SB"') - 1
    assert won.line == line_of(HOLDEM, SHORT_RAISE) + line_of(SHORT_RAISE, '"win_amount"') - 1


def test_names_are_free_text_and_may_look_like_the_beginning_of_a_hand():
    seats = [(one.player, one.out) for one in events(FIRST) if isinstance(one, e.Seat)]

    assert seats[0] == ("wo_ooly :D", False)
    assert seats[-1] == ('"ohh": {"x"', True)


def test_a_raise_is_what_is_put_in_now():
    raises = [(one.player, one.added) for one in events(TWICE) if isinstance(one, e.Raise)]

    assert raises == [("wo_ooly :D", 250), ("Big C (host)", 800), ("wo_ooly :D", 1700)]
    assert audited(TWICE).findings == []


def test_blinds_to_get_cards_are_live_and_dead():
    posts = [(one.player, one.kind, one.amount) for one in events(FIRST) if isinstance(one, e.Post)]

    assert posts[2:] == [("pennyfolds", "dead", 50), ("pennyfolds", "post", 100)]


def test_cards_may_be_named_at_the_seats():
    hand = json.loads(FIRST)["ohh"]
    hand["rounds"][0]["actions"] = [act for act in hand["rounds"][0]["actions"] if act["action"] != "Dealt Cards"]
    hand["players"][2]["cards"] = ["9c", "8c"]

    (dealt,) = [dict(one.holdings) for one in events(json.dumps({"ohh": hand})) if isinstance(one, e.Deal)]

    assert dealt["YesI antes $4000"] == parse_cards("9c 8c")
    assert dealt["wo_ooly :D"] == parse_cards("?? ??")


def test_what_was_put_up_comes_before_the_cards_wherever_it_stands():
    hand = json.loads(FIRST)["ohh"]
    hand["rounds"][0]["actions"].sort(key=lambda act: act["action"] != "Dealt Cards")
    for number, act in enumerate(hand["rounds"][0]["actions"]):
        act["action_number"] = number

    assert [type(one).__name__ for one in events(json.dumps({"ohh": hand})) if isinstance(one, e.Post | e.Deal)] == [
        *["Post"] * 4,
        "Deal",
    ]


def test_rounds_and_acts_stand_in_the_order_of_their_numbers():
    hand = json.loads(FIRST)["ohh"]
    hand["rounds"].reverse()
    for one in hand["rounds"]:
        one["actions"].reverse()

    def acts(text: str) -> list[tuple[str, str]]:
        return [(one.player, type(one).__name__) for one in events(text) if isinstance(one, e.Act)]

    assert acts(json.dumps({"ohh": hand})) == acts(FIRST)


def test_amounts_are_exact_and_binary_fractions_are_taken_for_what_they_mean():
    text = FIRST.replace("6.3}", "6.3000000000000007}")

    assert [one.added for one in events(text) if isinstance(one, e.Bet)] == [630]


def test_pots_have_what_the_room_took_and_side_pots_count_as_paid_first():
    cup = events(CUP)

    assert [(one.amount, one.commission) for one in events(FIRST) if isinstance(one, e.PotTaken)] == [(1000, 60)]
    assert [(one.pot, one.amount) for one in cup if isinstance(one, e.PotTaken)] == [(1, 148000), (0, 210000)]
    assert [(one.pot, one.amount) for one in cup if isinstance(one, e.Win)] == [(1, 148000), (0, 210000)]


def test_a_street_that_comes_again_is_another_run():
    runs = [(one.number, len(one.cards)) for one in events(TWICE) if isinstance(one, e.Run)]

    assert runs == [(2, 2)]


def test_a_hand_run_twice_of_which_no_payment_is_told_is_read_all_the_same():
    found = events(changed(TWICE, pots=[]))

    assert [type(one).__name__ for one in (found[0], *found[-2:])] == ["HandStarted", "Run", "HandEnded"]


def test_where_no_currency_is_named_nobody_knows_how_a_pot_is_halved():
    paid = TWICE.replace(
        '"win_amount": 19}, {"player_id": 1, "win_amount": 19}', '"win_amount": 21}, {"player_id": 1, "win_amount": 17}'
    )

    assert [one.clause for one in audited(paid).findings] == ["S2.DM.6"]
    assert audited(changed(paid, currency="")).findings == []


def test_a_card_that_is_left_out_is_unknown():
    found = events(TWICE.replace('"cards": ["9s"]', '"cards": null'))

    assert [one.cards for one in found if isinstance(one, e.Communal)][1] == (-1,)


def test_stud_has_cards_of_each_street():
    dealt = [(name, one.up) for one in events(STUD) if isinstance(one, e.Deal) for name, _ in one.holdings]

    assert [up for name, up in dealt if name == "Cam"] == [False, False, True, True, True]
    assert [one.kind for one in events(STUD) if isinstance(one, e.Post)] == [*["ante"] * 3, "bring-in"]


@pytest.mark.parametrize(
    ("game", "cards", "rules"),
    [
        pytest.param("Omaha", 4, "roberts/omaha", id="Omaha"),
        pytest.param("Omaha", 5, "roberts/omaha-five", id="five cards"),
        pytest.param("OmahaHiLo", 4, "roberts/omaha-hi-lo", id="high-low"),
        pytest.param("OmahaHiLo", 6, "roberts/omaha-six-hi-lo", id="six cards, high-low"),
    ],
)
def test_the_number_of_cards_tells_which_omaha_it_is(game, cards, rules):
    hand = json.loads(FIRST)["ohh"]
    hand["rounds"][0]["actions"][4]["cards"] = ["As", "Kd", "Qd", "3c", "4h", "5d"][:cards]

    (found,) = raw(json.dumps({"ohh": {**hand, "game_type": game}}))

    assert found.setup.rules == rules


@pytest.mark.parametrize(
    ("small", "big", "blinds"),
    [
        pytest.param(0.5, 1, (50, 100), id="the head shows the blinds"),
        pytest.param(1, 2, (), id="it shows the bets: the smaller is the big blind posted"),
    ],
)
def test_limit_bets_are_the_big_blind_and_twice_as_much(small, big, blinds):
    (hand,) = raw(changed(FIRST, bet_limit={"bet_type": "FL"}, small_blind_amount=small, big_blind_amount=big))

    assert (hand.setup.bets, hand.setup.blinds) == (((100, None), (200, None)), blinds)


def test_the_day_is_that_of_the_hand_and_not_of_the_tournament():
    (hand,) = raw(CUP)

    assert (str(hand.day), hand.setup.tournament, hand.setup.ante, hand.setup.chip) == (
        "2024-05-01",
        "Our Cup",
        1000,
        100,
    )


@pytest.mark.parametrize(
    ("text", "fields", "chip"),
    [
        pytest.param(FIRST, {"currency": "EUR"}, 1, id="money has hundredths"),
        pytest.param(FIRST, {"currency": "PPC"}, None, id="play money may have some"),
        pytest.param(FIRST, {"currency": ""}, None, id="nothing named, nothing known"),
        pytest.param(CUP, {"currency": ""}, 100, id="a tournament has whole chips"),
        pytest.param(CUP, {"currency": "XXX"}, None, id="unless its writer says that nobody knows"),
        pytest.param(CUP, {"tournament": None, "currency": "USD"}, 100, id="known by what is told of it"),
    ],
)
def test_the_lowest_chip_follows_from_the_currency(text, fields, chip):
    (hand,) = raw(changed(text, **fields))

    assert hand.setup.chip == chip


def test_who_cashes_out_leaves_the_payments_untold():
    text = FIRST.replace('"win_amount": 9.4,', '"win_amount": 0, "cashout_amount": 9.1, "cashout_fee": 0.1,')

    assert not any(isinstance(one, e.Win | e.PotTaken) for one in events(text))


def test_what_is_no_part_of_the_play_is_kept_as_a_remark():
    text = with_acts(
        FIRST,
        {"player_id": 2, "action": "Added Chips", "amount": 20},
        {"player_id": 4, "action": "Sits Down"},
        {"player_id": 2, "action": "Stares"},
        at=6,
    )

    remarks = [(one.kind, one.text) for one in events(text) if isinstance(one, e.Remark)]
    assert remarks == [
        ("observer", "Added Chips: YesI antes $4000"),
        ("observer", 'Sits Down: "ohh": {"x"'),
        ("unknown-act", "YesI antes $4000: Stares"),
    ]


def test_who_is_named_and_never_acts_was_not_dealt_in():
    players = json.loads(SHORT_RAISE)["ohh"]["players"]
    text = changed(SHORT_RAISE, players=[*players, {"id": 9, "seat": 6, "name": "Sam", "starting_stack": 50}])

    assert [one.out for one in events(text) if isinstance(one, e.Seat)] == [False, False, False, True]


# ---- damage ----


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param('"rounds": [', '"rounds": [[', "damaged JSON", id="a bracket too many"),
        pytest.param('"table_size": 6', '"table_size": NaN', "NaN is no number", id="not a number"),
        pytest.param('"table_size": 6', '"table_size": 6, "table_size": 6', "a key stands twice", id="a key twice"),
        pytest.param('"table_size": 6', f'"x": {"[" * 100_000}', "damaged JSON", id="no end of brackets"),
        pytest.param('"amount": 3}', '"amount": 3.001}', "no parts of a hundredth", id="a tenth of a cent"),
        pytest.param('"amount": 3}', '"amount": -3}', "expected an amount", id="less than nothing"),
        pytest.param('"amount": 3}', '"amount": 1e30}', "expected an amount", id="more than there is"),
        pytest.param('"amount": 3}', '"amount": "much"}', "expected an amount", id="a word"),
        pytest.param(
            '"player_id": 2, "action": "Fold"', '"player_id": 7, "action": "Fold"', "number of a player", id="nobody"
        ),
        pytest.param('["As", "Ad"]', '["As", "1d"]', "not a card", id="no card"),
        pytest.param(
            '"game_type": "Holdem"', '"game_type": "Draw"', "no rulebook is known for the game Draw", id="which draw?"
        ),
        pytest.param('"bet_type": "NL"', '"bet_type": "XL"', "found the limit", id="no limit that is known"),
        pytest.param('"seat": 4', '"seat": 0', "number of a seat", id="no seat"),
        pytest.param('"rounds": [', '"rounds": "none", "r": [', "list of objects", id="no rounds"),
    ],
)
def test_a_damaged_hand_leaves_its_neighbours_alone(old, new, reason):
    assert old in SHORT_RAISE
    text = "\n\n".join([FIRST, SHORT_RAISE.replace(old, new, 1), TWICE])

    result = audited(text)

    assert (result.hands_judged, [one.hand for one in result.unread]) == (2, ["900000302"])
    assert reason in result.unread[0].reason
    assert line_of(text, '"900000302"') - 8 < result.unread[0].line < line_of(text, '"900000303"')


@pytest.mark.parametrize("word", ["Our Table", "wo_ooly", "Post BB", "pots", "win_amount"])
def test_a_hand_that_was_cut_off_does_not_take_the_next_one_with_it(word):
    result = audited("\n".join([FIRST, SHORT_RAISE[: SHORT_RAISE.index(word) + 3], TWICE]))

    assert (result.hands_judged, [one.hand for one in result.unread]) == (2, ["900000302"])


# ---- writing ----


def hands_of(path: Path) -> Iterator[Hand]:
    for part in read(open_path(path, path.name)):
        if isinstance(part, RawHand):
            try:
                yield part.read()
            except Unreadable:
                continue


def there_and_back(path: Path) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]], int]:
    """The findings on hands of which nothing was lost: as they are, and as they are written; and how many these are."""
    kept: set[str] = set()
    texts: list[str] = []
    for hand in hands_of(path):
        try:
            written = text_of(hand, len(texts) + 1)
        except Unwritable:
            continue
        if not written.lost:
            kept.add(hand.number)
            texts.append(written.text)
    before, after = audit([open_path(path, path.name)], Options()), audited("".join(texts)) if texts else Result([])
    assert after.unread == []
    return _said(before, kept), _said(after, kept), len(kept)


def _said(result: Result, kept: set[str]) -> list[tuple[str, ...]]:
    found = [one for one in result.findings if one.hand in kept]
    return sorted((one.hand or "", one.severity.word, one.clause, one.observed, one.expected or "") for one in found)


def written_files() -> list[Path]:
    places = [*SAMPLES.iterdir(), *(ROOT / "samples" / "phh").iterdir()]
    corpora = [CORPORA / "ipoker", CORPORA / "ggpoker", CORPORA / "phh" / "wsop"]
    return sorted([*places, *[path for one in corpora if one.exists() for path in sorted(one.iterdir())[:12]]])


def test_hands_of_which_nothing_is_lost_are_judged_alike_there_and_back():
    kept = 0
    for path in written_files():
        before, after, count = there_and_back(path)
        assert before == after, path.name
        kept += count

    assert kept > 10


def test_a_planted_fault_survives():
    before, after, kept = there_and_back(SAMPLES / "holdem.ohh")

    assert (before, kept) == (after, 3)
    assert [(hand, clause) for hand, _, clause, _, _ in after] == [("900000302", "S14.NL.3")]


def test_objects_are_parted_by_a_blank_line_and_each_is_json():
    hands = list(hands_of(SAMPLES / "holdem.ohh"))

    text = "".join(text_of(hand, number).text for number, hand in enumerate(hands, 1))

    assert [json.loads(one)["ohh"]["game_number"] for one in text.split("\n\n")] == [hand.number for hand in hands]
    assert text_of(hands[0], 0).text == text_of(hands[0], 1).text
    assert text.endswith("}}\n")


def test_what_has_no_place_is_told():
    (first, *_) = hands_of(SAMPLES / "pokerstars-holdem.txt")
    (crown, *_) = hands_of(ROOT / "samples" / "sessions" / "crown-holdem-night.log")

    assert {
        "talk and other lines that are no part of the play",
        "what was handed back because nobody called it",
    } <= set(text_of(first, 0).lost)
    assert {"burnt cards", "the rulebook crown/holdem", "the commission declared"} <= set(text_of(crown, 0).lost)


@pytest.mark.parametrize(
    ("sample", "reason"),
    [
        pytest.param(
            "hand-histories/pokerstars-draw.txt", "no game type of OHH is that of roberts/lowball-27", id="draw"
        ),
        pytest.param("phh/razz.phh", "no game type of OHH is that of roberts/razz", id="razz"),
        pytest.param("sessions/manila-night.log", "no game type of OHH is that of act/canberra-manila", id="Manila"),
    ],
)
def test_games_that_the_standard_does_not_have_are_not_written(sample, reason):
    (hand, *_) = hands_of(ROOT / "samples" / sample)

    with pytest.raises(Unwritable) as refused:
        text_of(hand, 0)

    assert refused.value.reason == reason
