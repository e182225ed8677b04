"""Sessions of iPoker: acts in the order of their numbers, games read one by one, amounts in any country's way."""

from __future__ import annotations

import io

import pytest
from places import HISTORIES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.blocks import LONGEST_BLOCK, pieces
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import Part, RawHand, read
from auditor.logs.rooms.ipoker import GAME
from auditor.vocabulary import events as e

SAMPLES = HISTORIES
CASH, TOURNAMENT = ((SAMPLES / f"ipoker-{name}.xml").read_text(encoding="utf-8") for name in ("holdem", "tournament"))

STUD = """<session sessioncode="1"><general><gametype>5 Card Stud L $0.05/$0.10</gametype>
<tablename>Our Stud</tablename></general>
<game gamecode="7"><general><startdate>02-Nov-2024 18:10:00</startdate><players>
<player seat="1" name="Ann" chips="$2.67" dealer="1" win="$0.24" bet="$0.12"/>
<player seat="4" name="Ben" chips="$1.28" dealer="0" win="$0" bet="$0.12"/></players></general>
<round no="0"><action no="1" player="Ann" type="15" sum="$0.02"/>
<action no="2" player="Ben" type="15" sum="$0.02"/></round>
<round no="1"></round>
<round no="2"><cards type="Second Street" player="Ann">H8 DJ</cards><action no="4" player="Ann" type="5" sum="$0.05"/>
<cards type="Second Street" player="Ben">X C3</cards><action no="3" player="Ben" type="16" sum="$0.02"/>
<action no="5" player="Ben" type="3" sum="$0.03"/></round>
<round no="3"><cards type="Third Street" player="Ann">C4</cards><action no="6" player="Ann" type="5" sum="$0.05"/>
<cards type="Third Street" player="Ben">C2</cards><action no="7" player="Ben" type="3" sum="$0.05"/></round>
<round no="4"><cards type="Fourth Street" player="Ann">S4</cards><action no="8" player="Ann" type="5" sum="$0.10"/>
<cards type="Fourth Street" player="Ben">CK</cards><action no="9" player="Ben" type="0" sum="$0"/></round>
</game></session>
"""


def parts(text: str) -> list[Part]:
    return list(read(open_stream(io.BytesIO(text.encode()), "a.xml")))


def hands(text: str) -> list[list[e.Event]]:
    return [part.read().events for part in parts(text) if isinstance(part, RawHand)]


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.xml")], Options())


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.location.line) for one in result.findings]


def unread(text: str) -> list[tuple[int, str]]:
    return [(one.line, one.reason) for one in audited(text).unread]


def line_of(text: str, words: str) -> int:
    return text[: text.index(words)].count("\n") + 1


def test_samples_give_the_fault_they_have_and_no_other():
    cash, tournament = audited(CASH), audited(TOURNAMENT)

    assert told(cash) == [("breach", "S14.NL.3", line_of(CASH, '"Big C (host)" type="23"'))]
    assert (cash.hands_judged, cash.unread) == (3, [])
    assert (told(tournament), tournament.hands_judged, tournament.unread) == ([], 1, [])


def test_acts_come_in_the_order_of_their_numbers_with_their_own_lines():
    first, *_ = hands(CASH)

    acts = [(one.player, type(one).__name__, one.line) for one in first if isinstance(one, e.Act)]

    assert acts[:5] == [
        ("pennyfolds", "Call", line_of(CASH, 'no="4" player="pennyfolds"')),
        ("wo_ooly :D", "Raise", line_of(CASH, 'no="5" player="wo_ooly :D"')),
        ("Big C (host)", "Fold", line_of(CASH, 'no="6" player="Big C (host)"')),
        ("YesI antes $4000", "Call", line_of(CASH, 'no="7" player="YesI')),
        ("pennyfolds", "Fold", line_of(CASH, 'no="8" player="pennyfolds"')),
    ]
    assert acts[5:8] == [
        (name, act, line_of(CASH, '<cards type="Flop" player="">H2'))
        for name, act in (("YesI antes $4000", "Check"), ("wo_ooly :D", "Bet"), ("YesI antes $4000", "Call"))
    ]


def test_who_is_away_has_a_seat_and_no_cards_and_an_empty_seat_is_nobody():
    first, *_ = hands(CASH)

    seats = [(one.seat, one.player, one.out) for one in first if isinstance(one, e.Seat)]

    assert seats[-1] == (8, "Tom & <Ann>", True)
    assert 7 not in [seat for seat, _, _ in seats]
    assert [one.kind for one in first if isinstance(one, e.Remark)] == ["observer"]


def test_last_chips_call_or_raise_as_the_betting_tells():
    *_, last = hands(CASH)
    (sit_and_go,) = hands(TOURNAMENT)

    (raised,) = [one for one in last if isinstance(one, e.Raise)]
    shoved = [one for one in sit_and_go if isinstance(one, e.Wager) and one.all_in]

    assert (raised.player, raised.added, raised.all_in) == ("Big C (host)", 2450, True)
    assert [(type(one).__name__, one.added) for one in shoved] == [("Raise", 119000)]


@pytest.mark.parametrize(
    ("amount", "stake"),
    [
        pytest.param("1.580", 158000, id="a period parts thousands where no amount has hundredths"),
        pytest.param("1 580", 158000, id="a space does so everywhere"),
        pytest.param("1\u00a0580", 158000, id="a no-break space too"),
    ],
)
def test_chips_are_written_in_many_ways(amount, stake):
    (events,) = hands(TOURNAMENT.replace("1 580", amount))

    assert [one.stake for one in events if isinstance(one, e.Seat) and one.player == "Cam"] == [stake]


def test_a_comma_may_part_hundredths():
    turned = str.maketrans(".,", ",.")
    head, games = CASH.split(" <game ", 1)
    text = f"{head.replace('€0.50/€1', '€0,50/€1')} <game {games.translate(turned)}"

    assert told(audited(text)) == told(audited(CASH))


@pytest.mark.parametrize(
    ("words", "rules", "limit"),
    [
        pytest.param("Holdem NL", "roberts/holdem", "no-limit", id="English"),
        pytest.param("Holdem SL", "roberts/holdem", "no-limit", id="Spanish"),
        pytest.param("Holdem БЛ", "roberts/holdem", "no-limit", id="Russian"),
        pytest.param("Holdem PL", "roberts/holdem", "pot-limit", id="pot limit"),
        pytest.param("NL", "roberts/holdem", "no-limit", id="no game named: two cards are holdem"),
    ],
)
def test_games_are_known_in_other_languages(words, rules, limit):
    (first, *_) = [one for one in parts(CASH.replace("Holdem NL", words)) if isinstance(one, RawHand)]

    assert (first.setup.rules, first.setup.limit, first.setup.blinds) == (rules, limit, (50, 100))


@pytest.mark.parametrize(
    ("words", "count", "rules"),
    [
        pytest.param("Omaha PL", 4, "roberts/omaha", id="four cards"),
        pytest.param("Omaha PL", 5, "roberts/omaha-five", id="five cards"),
        pytest.param("6cards Omaha PL", 6, "roberts/omaha-six", id="six cards"),
        pytest.param("Omaha Hi-Lo PL", 4, "roberts/omaha-hi-lo", id="high-low"),
        pytest.param("Speed Omaha Hi-Lo PL", 5, "roberts/omaha-five-hi-lo", id="five cards, high-low, fast"),
    ],
)
def test_omaha_is_told_by_the_number_of_cards(words, count, rules):
    text = (
        CASH.replace("Holdem NL", words).replace(">X X<", f">{'X ' * count}<").replace(">SA DK<", f">{'X ' * count}<")
    )
    (first, *_) = [one for one in parts(text) if isinstance(one, RawHand)]

    assert (first.setup.rules, first.setup.limit) == (rules, "pot-limit")


def test_stakes_of_a_tournament_are_the_blinds_posted():
    (hand,) = [one for one in parts(TOURNAMENT) if isinstance(one, RawHand)]

    assert (hand.setup.blinds, hand.setup.tournament, str(hand.day)) == ((5000, 10000), "Our Sit and Go", "2024-01-30")
    assert hand.read().header.time == "02:30"


def test_a_bet_over_the_bring_in_completes_it():
    (events,) = hands(STUD)

    ups = [name for one in events if isinstance(one, e.Deal) and one.up for name, _ in one.holdings]

    assert [type(one).__name__ for one in events if isinstance(one, e.Act)][:2] == ["Raise", "Call"]
    assert ups == ["Ann", "Ben"] * 3
    assert (told(audited(STUD)), audited(STUD).unread) == ([], [])


def test_money_that_is_not_there_is_told():
    result = audited(CASH.replace('win="€47.05"', 'win="€147.05"'))

    assert told(result)[1:] == [("irregularity", "record/payments", line_of(CASH, 'win="€47.05"'))]


# ---- damage ----


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        pytest.param('type="0" sum="€0"/>\n  ', 'type="0" sum="€0">\n  ', "mismatched tag", id="a tag left open"),
        pytest.param('sum="€3"/>', 'sum="DP"/>', "'DP', expected an amount", id="no amount"),
        pytest.param('sum="€3"/>', 'sum="-€3"/>', "not negative", id="less than nothing"),
        pytest.param('no="3" player="wo_ooly :D" type="23"', 'player="wo_ooly :D" type="23"', "no=''", id="no number"),
        pytest.param(">H4 D4<", ">H4 D44<", "not a card", id="no card"),
        pytest.param('player="pennyfolds" type="0" sum="€0"/>', 'type="0" sum="€0"/>', "without a player", id="nobody"),
        pytest.param("H4 D4", "&bomb;", "not a card", id="an entity that nobody declared"),
    ],
)
def test_a_damaged_game_leaves_its_neighbours_alone(old, new, reason):
    before, second, after = CASH.partition('<game gamecode="900000102">')
    broken, end, rest = after.partition("</game>")
    assert old in broken
    text = f"{before}{second}{broken.replace(old, new, 1)}{end}{rest}"

    result = audited(text)

    assert (result.hands_judged, [one.hand for one in result.unread]) == (2, ["900000102"])
    assert reason in result.unread[0].reason
    assert line_of(CASH, second) <= result.unread[0].line <= line_of(CASH, '<game gamecode="900000103">')


def test_a_file_may_end_without_its_last_tags_if_all_that_was_wagered_is_there():
    whole = CASH.replace("</session>\n", "").rstrip().removesuffix("</game>")
    cut = whole[: whole.index('<action no="6" player="wo_ooly :D" type="3"')]
    folded = whole[: whole.rindex('<round no="1">')]

    assert audited(whole).hands_judged == 3
    assert unread(cut) == [(cut.rstrip().count("\n") + 1, "found no end of this hand")]
    assert [reason for _, reason in unread(folded)] == [
        "found nothing after the blinds: the history leaves out the play",
    ]
    betting = whole.replace('<action no="6" player="wo_ooly :D" type="3" sum="€23.50"/>', "")
    assert [reason for _, reason in unread(betting)] == [
        "found no end of this hand, and not all that was wagered in it",
    ]


def test_a_history_that_leaves_out_the_play_is_not_judged():
    head, game = CASH.split('<round no="1">')[0], '<game gamecode="900000101">'

    assert unread(f"{head}</game></session>") == [
        (line_of(CASH, game), "found nothing after the blinds: the history leaves out the play")
    ]


def test_a_document_type_is_never_looked_at():
    bomb = '<!DOCTYPE session [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    inside = CASH.replace('<game gamecode="900000102">', f'<game gamecode="900000102">{bomb}')

    assert audited(CASH.replace("<session ", f"{bomb}<session ", 1)).hands_judged == 3
    assert [one.hand for one in audited(inside).unread] == ["900000102"]


def test_an_act_of_an_unknown_kind_is_kept_as_what_may_be_one():
    result = hands(CASH.replace('player="pennyfolds" type="3"', 'player="pennyfolds" type="77"'))[0]

    assert [one.text for one in result if isinstance(one, e.Remark) and one.kind == "unknown-act"] == [
        "pennyfolds: action of type 77"
    ]


def test_sessions_that_were_joined_keep_their_own_stakes():
    other = CASH.replace("€0.50/€1", "€1/€2").replace("9000001", "9000003").split("?>")[1]
    found = [part.setup.blinds for part in parts(CASH + other) if isinstance(part, RawHand)]

    assert found == [(50, 100)] * 3 + [(100, 200)] * 3


def test_pieces_are_the_same_however_the_text_comes():
    whole = list(pieces([CASH], GAME))

    assert list(pieces([CASH[at : at + 7] for at in range(0, len(CASH), 7)], GAME)) == whole
    assert [line for line, _ in whole] == [1, *[line_of(CASH, f'"90000010{number}"') for number in (1, 2, 3)]]
    assert "".join(text for _, text in whole) == CASH


def test_a_game_without_end_is_not_taken_in_whole():
    endless = "<game \n" + "x" * (1 << 20) * 5
    chunks = [endless[at : at + (1 << 20)] for at in range(0, len(endless), 1 << 20)]

    found = list(pieces(["head\n", *chunks, "\n<game end"], GAME))

    assert [one if isinstance(one, tuple) else (one.line, one.reason) for one in found] == [
        (1, "head\n"),
        (2, f"found a hand of more than {LONGEST_BLOCK:,} characters"),
        (4, "<game end"),
    ]
