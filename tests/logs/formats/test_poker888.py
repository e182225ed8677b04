"""Hand histories of 888: numbers and cards in any language, hands only watched, and what the room never prints."""

from __future__ import annotations

import io

import pytest
from places import HISTORIES

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_path, open_stream
from auditor.logs.formats import format_of
from auditor.logs.reader import RawHand, read
from auditor.logs.rooms.common.card_letters import language
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import cards_text
from auditor.vocabulary.findings import Verdict
from auditor.vocabulary.hand import Hand

SAMPLES = HISTORIES
HOLDEM, OMAHA, TOURNAMENT = (
    (SAMPLES / f"888-{name}.txt").read_text(encoding="utf-8") for name in ("holdem", "omaha", "tournament")
)
FIRST, SECOND = HOLDEM.split("\n\n\n\n")

# Ann and Ben tie with two pairs; 0.60 is wagered, and of that 0.03 taken.
TIE = """#Game No : 7
***** 888poker Hand History for Game 7 *****
$0.05/$0.10 Blinds No Limit Holdem - *** 31 12 2015 23:59:01
Table Our Mole (Real Money)
Seat 1 is the button
Total number of players : 3
Seat 1: Ann ( $10 )
Seat 2: Ben ( $10 )
Seat 3: Cam ( $10 )
Ben posts small blind [$0.05]
Cam posts big blind [$0.10]
** Dealing down cards **
Ann calls [$0.10]
Ben calls [$0.05]
Cam checks
** Dealing flop ** [ Kh, Ks, 9d ]
Ben checks
Cam folds
Ann bets [$0.15]
Ben calls [$0.15]
** Dealing turn ** [ 9h ]
Ben checks
Ann checks
** Dealing river ** [ Ac ]
Ben checks
Ann checks
** Summary **
Ben shows [ Qd, 8d ]
Ann shows [ Jc, 8c ]
Ben collected [ $0.29 ]
Ann collected [ $0.28 ]
"""


def hands(text: str) -> list[Hand]:
    parts = read(open_stream(io.BytesIO(text.encode()), "a.txt"))
    return [part.read() for part in parts if isinstance(part, RawHand)]


def events(text: str) -> list[e.Event]:
    (hand,) = hands(text)
    return hand.events


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "a.txt")], Options())


def told(result: Result) -> list[tuple[str, str, int]]:
    return [(one.severity.word, one.clause, one.location.line) for one in result.findings]


def cards_of(found: list[e.Event]) -> list[str]:
    return [cards_text(one.cards) for one in found if isinstance(one, e.Communal | e.Show)]


# ---- samples and names ----


def test_samples_give_the_fault_they_have_and_no_other():
    result = audit([open_path(path, path.name) for path in sorted(SAMPLES.glob("888-*"))], Options())

    at = HOLDEM.split("\n").index("Big C (host) raises [$4]") + 1
    assert told(result) == [("breach", "S14.NL.3", at)]
    assert (result.hands_judged, result.unread, result.unknown) == (4, [], [])


def test_names_are_free_text_and_a_raise_is_what_is_put_in_now():
    found = events(FIRST)

    acts = [(one.player, type(one).__name__, getattr(one, "added", None)) for one in found if isinstance(one, e.Act)]

    assert acts == [
        ("pennyfolds", "Check", None),
        ("wo_ooly :D", "Raise", 300),
        ("Big C (host)", "Fold", None),
        ("YesI antes $4000", "Call", 200),
        ("pennyfolds", "Call", 200),
        ("YesI antes $4000", "Check", None),
        ("pennyfolds", "Check", None),
        ("wo_ooly :D", "Bet", 600),
        ("YesI antes $4000", "Raise", 1200),
        ("pennyfolds", "Fold", None),
        ("wo_ooly :D", "Call", 600),
        ("YesI antes $4000", "Check", None),
        ("wo_ooly :D", "Check", None),
        ("YesI antes $4000", "Bet", 2000),
        ("wo_ooly :D", "Raise", 4500),
        ("YesI antes $4000", "Call", 2500),
    ]
    assert [one.player for one in events(OMAHA) if isinstance(one, e.Show)] == ["Kn", "lo shows [ 2c ]"]


def test_whoever_folds_before_the_cards_come_is_not_in_the_hand():
    found = events(FIRST)

    assert [one.player for one in found if isinstance(one, e.Seat) and one.out] == ["penny"]
    assert [(one.kind, one.text) for one in found if isinstance(one, e.Remark)] == [("observer", "penny folds")]
    assert all(name != "penny" for one in found if isinstance(one, e.Deal) for name, _ in one.holdings)


def test_a_player_without_a_name_is_told_from_the_others_and_two_are_not():
    one, two = TIE.replace("Ann ", " "), TIE.replace("Ann ", " ").replace("Ben ", " ")

    assert next(act.player for act in events(one) if isinstance(act, e.Act)) == "(no name)"
    assert told(audited(one)) == []
    assert [(fault.line, fault.reason) for fault in audited(two).unread] == [
        (8, "found two players without a name, whose acts nobody can tell apart")
    ]


@pytest.mark.parametrize(
    "title", ["Cassava", "888.it", "888poker.ca-on", "LuckyAcePoker.com", "888poker Snap Poker", "888.ro BLAST"]
)
def test_every_room_of_the_network_is_known_by_the_shape_of_the_title(title):
    text = HOLDEM.replace("888poker Hand", f"{title} Hand")

    assert format_of(open_stream(io.BytesIO(text.encode()), "a.txt").head).name == "888"
    assert [hand.header.number for hand in hands(text)] == ["900000101", "900000102"]


# ---- numbers and days ----


@pytest.mark.parametrize("form", ["${}", "{} $", "$ {}", "{}€", "{}"])
@pytest.mark.parametrize("signs", [",.", ".,", " ,", "\u00a0,", "'."])
def test_amounts_are_the_same_in_every_language(form, signs):
    """The header has no hundredths: the other amounts of the hand tell what parts them."""
    text = TIE
    for amount, written in [("0.05", "1,250"), ("0.10", "2,500"), ("0.15", "2,500.50"), ("10", "1,100,000")]:
        text = text.replace(f"${amount} ", f"{written} ").replace(f"${amount}]", f"{written}]")
        text = text.replace(f"${amount}/", f"{written}/")
    translated = text.replace("0.29", "6,000").replace("0.28", "6,500.50").replace("$", "")
    thousands, decimal = signs
    for number in ("1,100,000", "2,500.50", "6,500.50", "1,250", "2,500", "6,000"):
        own = number.translate(str.maketrans(",.", f"{thousands}{decimal}"))
        translated = translated.replace(number, form.format(own.replace(",", "\0").replace(".", "\1")))
    translated = translated.replace("\0", ",").replace("\1", ".")

    (hand,) = hands(translated)

    assert hand.setup.blinds == (125_000, 250_000)
    assert [one.stake for one in hand.events if isinstance(one, e.Seat)] == [110_000_000] * 3
    assert [one.amount for one in hand.events if isinstance(one, e.Post)] == [125_000, 250_000]
    assert [one.added for one in hand.events if isinstance(one, e.Bet)] == [250_050]
    assert [one.amount for one in hand.events if isinstance(one, e.Win)] == [600_000, 650_050]


def test_the_day_stands_before_the_month_and_need_not_be_there():
    (dated,), (undated,) = hands(TIE), hands(TOURNAMENT)
    (wrong,) = hands(TIE.replace("31 12 2015", "12 31 2015"))

    assert (str(dated.header.day), dated.header.time) == ("2015-12-31", "23:59")
    assert (undated.header.day, undated.header.time, undated.setup.tournament) == (None, None, "90000003")
    assert wrong.header.day is None


def test_limit_headers_give_the_blinds_and_the_bets_follow_from_them():
    (hand,) = hands(TIE.replace("No Limit", "Fix Limit"))

    assert (hand.setup.limit, hand.setup.bets) == ("fixed", ((10, None), (20, None)))


# ---- cards ----

LETTERS = {  # jack, queen, king, ace; clubs, diamonds, hearts, spades
    "English": "J Q K A c d h s",
    "Dutch": "B V H A c d h s",
    "Swedish": "Kn D K E c d h s",
    "Danish": "B D K E c d h s",
    "German": "J Q K A Kreuz Karo Herz Pik",
    "German letters": "B D K A Kreuz Karo Herz Pik",
    "Spanish": "J Q K A t d c p",
    "French": "V D R A t k c p",
    "Italian": "J Q K A f q c p",
    "Portuguese": "J Q K A p o c e",
    "Russian": "В Д К Т т б ч п",
    "Russian bytes": "Â Ä Ê Ò c d h s",
}
CARDS = ["Kh", "Ks", "9d", "9h", "Ac", "Qd", "8d", "Jc", "8c"]


def translated(text: str, letters: str) -> str:
    own = dict(zip("JQKAcdhs", letters.split(), strict=True))
    for card in CARDS:
        text = text.replace(f" {card},", f" {card}\0,").replace(f" {card} ", f" {card}\0 ")
    for card in CARDS:
        text = text.replace(f"{card}\0", own.get(card[0], card[0]) + own[card[1]])
    return text


@pytest.mark.parametrize("letters", LETTERS.values(), ids=LETTERS)
def test_cards_are_the_same_in_every_language(letters):
    assert cards_of(events(translated(TIE, letters))) == ["Kh Ks 9d", "9h", "Ac", "Qd 8d", "Jc 8c"]


def test_the_file_as_a_whole_tells_the_language_of_a_hand_that_could_be_in_either():
    short = TIE.replace("Game No : 7", "Game No : 8").replace("Game 7", "Game 8").replace("Kh, Ks, 9d", "Kd, 5c, 9d")
    short = short[: short.index("** Dealing turn")] + "** Summary **\nBen collected [ $0.60 ]\n"

    alone, (_, among) = hands(short), hands(f"{translated(TIE, LETTERS['Spanish'])}\n\n{short}")

    assert cards_of(alone[0].events) == ["Kd 5c 9d"]
    assert cards_of(among.events) == ["Kd 5h 9d"]


def test_a_card_that_nobody_can_tell_is_unknown_and_what_is_none_is_unread():
    """A queen in Polish and in German, a ten in Spanish: the file does not say which."""
    either = TIE.replace("Qd", "Dd").replace("Jc", "7c")
    lost = TIE.replace("Kh, Ks", "?h, s")
    none = audited(TIE.replace("Kh, Ks", "Xh, Ks"))

    assert language(either).startswith("de+es+pl/")
    assert cards_of(events(either))[3] == "?? 8d"
    assert cards_of(events(lost))[0] == "?? ?? 9d"
    assert [(one.line, one.reason) for one in none.unread] == [(16, "not a card: 'Xh'")]


# ---- posts, cards and the end ----


@pytest.mark.parametrize(
    ("posts", "found"),
    [
        ("[$0.05 + $0.10]", [("post", 10), ("dead", 5)]),
        ("[$0.05 + $0]", [("dead", 5)]),
        ("[$0 + $0.10]", [("post", 10)]),
        ("[$0.05]", [("dead", 5)]),
    ],
)
def test_of_a_dead_blind_the_big_part_is_live(posts, found):
    text = TIE.replace("big blind [$0.10]\n", f"big blind [$0.10]\nAnn posts dead blind {posts}\n")

    assert [(one.kind, one.amount) for one in events(text) if isinstance(one, e.Post)][2:] == found


def test_in_a_hand_only_watched_everybody_has_cards_before_the_first_act():
    watched = TIE.replace("** Dealing down cards **\nAnn calls", "Ann folds\nAnn calls")
    watched = watched.replace("Ann folds\nAnn calls [$0.10]", "Ann calls [$0.10]")

    found = events(watched)

    kinds = [type(one).__name__ for one in found]
    assert kinds.index("Post") < kinds.index("Deal") < kinds.index("Call")
    assert [name for one in found if isinstance(one, e.Deal) for name, _ in one.holdings] == ["Ben", "Cam", "Ann"]
    assert told(audited(watched)) == []


@pytest.mark.parametrize("collected", ["$0.20", "$0.19", "$0.95"])
def test_what_nobody_called_may_be_in_what_is_collected_or_not(collected):
    text = TIE[: TIE.index("Ann calls")].replace("Dealing down cards **", "Dealing down cards **\nAnn raises [$0.85]")
    text += f"Ben folds\nCam folds\n** Summary **\nAnn did not show his hand\nAnn collected [ {collected} ]\n"

    result = audited(text)

    assert (told(result), result.unread) == ([], [])


def test_payments_short_of_the_pot_may_be_a_rake_in_cash_but_not_in_a_tournament():
    cash = TIE.replace("$0.29", "$0.28").replace("Ann collected [ $0.28 ]", "Ann collected [ $0.27 ]")
    chips = TOURNAMENT.replace("Zita collected [ 10.520", "Zita collected [ 2.520")

    assert told(audited(cash)) == []
    short = audited(chips)
    assert told(short) == [("irregularity", "record/payments", 32)]
    assert short.findings[0].message.startswith("payments of 5,840 leave 8,000 unaccounted for")


def test_a_share_that_is_missing_is_a_fault_of_the_record_and_a_pot_kept_by_one_is_not():
    missing = audited(TIE.replace("Ann collected [ $0.28 ]\n", ""))
    kept = audited(TIE.replace("Ben collected [ $0.29 ]\nAnn collected [ $0.28 ]", "Ben collected [ $0.57 ]"))

    assert told(missing) == [("irregularity", "record/payments", 30)]
    assert "$0.29 to seat 2 Ben and nothing to seat 1 Ann" in missing.findings[0].message
    assert [clause for _, clause, _ in told(kept)] == ["S3.TI.1"]


def test_hands_turned_up_all_at_once_are_listed_by_seat_and_tell_no_order():
    ann, ben = "Ann shows [ Jc, 8c ]\n", "Ben shows [ Qd, 8d ]\n"
    bet = TIE.replace("[ Ac ]\nBen checks\nAnn checks", "[ Ac ]\nBen bets [$0.10]\nAnn calls [$0.10]")
    bet = bet.replace("$0.29", "$0.39").replace("$0.28", "$0.38")

    right, by_seat = audited(bet), audited(bet.replace(ben + ann, ann + ben))

    assert told(right) == told(by_seat) == []
    assert [_order_of_showing(one) for one in (right, by_seat)] == [Verdict.PASS, Verdict.NOT_RECORDED]


def _order_of_showing(result: Result) -> Verdict:
    return max(result.verdicts["roberts/holdem", "S3.SD.8"])


def test_a_hand_called_mucked_that_is_paid_was_compared():
    text = TOURNAMENT.replace("Xaver shows", "Xaver mucks")

    assert [one.player for one in events(text) if isinstance(one, e.Show)] == ["Xaver", "Zita", "wo_ooly :D"]
    assert told(audited(text)) == []


# ---- damage ----


@pytest.mark.parametrize(
    ("damaged", "number", "line", "reason"),
    [
        (FIRST[: FIRST.index("** Summary")], "900000101", 36, "found the end of the hand before it was over"),
        (
            FIRST[: FIRST.index("wo_ooly :D shows")],
            "900000101",
            37,
            "found nothing after 'Summary', expected who won: a hand cancelled or cut off",
        ),
        (
            FIRST.replace("Pot Limit", "").replace("Holdem", "Pineapple"),
            "900000101",
            2,
            "no rulebook has a game called Pineapple",
        ),
        (FIRST.replace("calls [$2]", "calls [$2.005]", 1), "900000101", 21, "found '$2.005', expected an amount"),
        (FIRST.replace("$0.50/$1 Blinds", "Blinds"), "900000101", 2, "found '***** 888poker Hand History"),
    ],
    ids=["cut off", "no end", "unknown game", "a part of a cent", "no stakes"],
)
def test_a_damaged_hand_is_told_and_leaves_its_neighbour_alone(damaged, number, line, reason):
    result = audited(f"{damaged}\n\n\n\n{SECOND}")

    assert [(one.hand, one.line) for one in result.unread] == [(number, line)]
    assert result.unread[0].reason.startswith(reason)
    assert [clause for _, clause, _ in told(result)] == ["S14.NL.3"]


@pytest.mark.parametrize("lost", ["***** 888poker Hand History for Game 900000102 *****\n", "#Game No : 900000102\n"])
def test_a_hand_begins_with_its_number_or_its_title(lost):
    text = HOLDEM.replace(lost, "")

    assert [hand.header.number for hand in hands(text)] == ["900000101", "900000102"]
    assert [clause for _, clause, _ in told(audited(text))] == ["S14.NL.3"]


def test_a_line_that_nobody_understands_is_no_act():
    result = audited(TIE.replace("Cam folds\n", 'Cam folds\nCam raises eyebrows\nCam said, "folds"\n'))

    assert [(one.line, one.reason) for one in result.unknown] == [(19, "Cam raises eyebrows")]
    assert told(result) == []
