"""What a table's session shows, and what it cannot show where hands are missing or could not be read.

The rules of a session are the same in all games, under numbers of their own: the tests are run in each of them.
"""

from collections.abc import Callable

import pytest
from games import DRAW, SEVEN, STUDS
from manila import audited

from auditor.auditing.result import Result
from auditor.vocabulary.findings import Verdict

MANILA = "act/canberra-manila"
TOPICS = ("misdeal", "top-up", "leave", "closure", "idle", "annulling", "refund", "approval", "conditions", "fees")
CLAUSES = {
    MANILA: ("16.2", "12.3", "12.3[leave]", "17.2", "18.8", "18.3", "18.4", "19.2", "19.3", "19.4"),
    **dict.fromkeys(STUDS, ("17.3", "13.3", "13.3[leave]", "18.2", "19.8", "19.3", "19.4", "20.2", "20.3", "20.4")),
    DRAW: ("15.2", "12.3", "12.3[leave]", "16.2", "17.8", "17.3", "17.4", "18.2", "18.3", "18.4"),
}
UNREADABLE = "hand 2\n  Ann dances\nend"
Part = str | Callable[[str], str]  # a line of the log, or a hand that each game has in its own way

in_every_game = pytest.mark.parametrize("rules", CLAUSES)


def clause(rules: str, topic: str) -> str:
    return CLAUSES[rules][TOPICS.index(topic)]


# ---- hands in which, whatever the game, the buck seat loses five dollars to the next player ----


def hand(
    number: int | str,
    buck: int,
    *stakes: int,
    names: str = "Ann Ben Cam",
    out: str = "",
    blind: int = 5,
    paid: tuple[str, ...] | None = None,
) -> Callable[[str], str]:
    """The buck seat posts, the next player meets it, and wins when the buck seat folds; a dash is an empty seat."""
    seated = {seat: name for seat, name in enumerate(names.split(), 1) if name != "-"}
    absent = out.split()
    seats = [
        f"seat {seat} {name} ${stakes[seat - 1] if stakes else 200}{' out' * (name in absent)}"
        for seat, name in seated.items()
    ]
    around = sorted(seated, key=lambda seat: (seat < buck, seat))
    order = [seated[seat] for seat in around if seated[seat] not in absent]
    ending = paid if paid is not None else (f"pot ${2 * blind} commission $0", f"{order[1]} wins ${2 * blind}")

    def text(rules: str) -> str:
        return "\n".join([f"hand {number}", *seats, f"buck {buck}", *_play(rules, order, blind), *ending, "end"])

    return text


def _play(rules: str, order: list[str], blind: int) -> list[str]:
    first, second, *others = order
    folds = [f"{name} folds" for name in others]
    if rules == DRAW:
        posts = [f"{first} blind ${blind}", f"{second} blind ${2 * blind}"]
        return [*posts, *_deal(rules, order), *folds, f"{first} folds", f"return ${blind} to {second}"]
    meets = [f"{second} {'calls' if rules == MANILA else 'opens'} ${blind}", *folds, f"{first} passes"]
    return [f"{first} blind ${blind}", *_deal(rules, order), *meets, _next(rules, [first, second]), f"{first} folds"]


def _deal(rules: str, order: list[str]) -> list[str]:
    """The cards before the first betting round; which they were is not recorded."""
    if rules == MANILA:
        return ["deal " + ", ".join(f"{name} [?? ??]" for name in order), "communal [Qh]"]
    down = "deal " + ", ".join(f"{name} [??]" for name in order)
    return [down] * 5 if rules == DRAW else [*[down] * (STUDS[rules] - 1), _next(rules, order)]


def _next(rules: str, order: list[str]) -> str:
    return "communal [Js]" if rules == MANILA else "deal up " + ", ".join(f"{name} [??]" for name in order)


def lost(rules: str, *paid: str) -> str:
    """A hand in which Cam taps out for ten dollars and loses."""
    seats = ["seat 1 Ann $200", "seat 2 Ben $200", "seat 3 Cam $10", "buck 2", "Ben blind $5"]
    deal = _deal(rules, ["Ben", "Cam", "Ann"])
    if rules == DRAW:
        acts = ["Cam blind $10 all in", *deal, "Ann folds", "Ben opens $15", "return $10 to Ben"]
        shows = ["Ben stands pat", "Cam stands pat", "Ben shows [As Kd Qh 9c 7s]", "Cam mucks"]
    elif rules == MANILA:
        acts = [*deal, "Cam calls $5", "Ann folds", "Ben raises $5 to $10", "Cam calls $5 all in"]
        shows = ["communal [Js]", "communal [8c]", "communal [Tc]", "communal [Kh]", "Ben shows [As Kd]", "Cam mucks"]
    else:
        acts = [*deal, "Cam opens $5", "Ann folds", "Ben raises $5 to $10", "Cam calls $5 all in"]
        cards, last = (
            ("As Kd Qh 9c 7s 6d 5c", ["deal Ben [??], Cam [??]"]) if rules == SEVEN else ("As Kd Qh 9c 7s", [])
        )
        shows = [*[_next(rules, ["Ben", "Cam"])] * 3, *last, f"Ben shows [{cards}]", "Cam mucks"]
    return "\n".join(["hand 20", *seats, *acts, *shows, *paid, "end"])


def session(rules: str, *parts: Part, head: tuple[str, ...] = ()) -> Result:
    setup = ['table "Test"', f"rules {rules}", "date 1994-12-03", "minimum $5", "stake $100", *head]
    return audited("\n".join([*setup, *(part if isinstance(part, str) else part(rules) for part in parts), ""]))


def verdicts(result: Result, clause: str) -> dict[Verdict, int]:
    (rules,) = result.hands
    return dict(result.verdicts.get((rules, clause), {}))


def messages(result: Result) -> list[str]:
    return [finding.message for finding in result.findings]


# ---- the buck ----

MOVED = "irregularity of 6.2: buck moved from seat 1 to seat 3 (seat 2, the next player clockwise)"


@in_every_game
@pytest.mark.parametrize(
    ("parts", "found"),
    [
        pytest.param([hand(1, 1), hand(2, 3)], [MOVED], id="hands in a row"),
        pytest.param([hand("A-0009", 1), hand("A-0010", 3)], [MOVED], id="numbers with a prefix"),
        pytest.param([hand(1, 1), hand(3, 3)], [], id="a number is missing"),
        pytest.param([hand(1, 1), UNREADABLE, hand(3, 3)], [], id="a hand could not be read"),
        pytest.param([hand(1, 1), "Ann dances", hand(2, 3)], [], id="a note could not be read"),
        pytest.param([hand("x", 1), hand("y", 3)], [], id="names that have no order"),
        pytest.param([hand(1, 1), "date 1994-12-04", hand(2, 3)], [], id="another day, perhaps another game"),
        pytest.param([hand(1, 1), "close", "open", hand(2, 1)], [], id="another game"),
    ],
)
def test_the_buck_is_judged_only_from_the_hand_right_before(rules, parts, found):
    result = session(rules, *parts)

    assert messages(result) == found
    other = Verdict.FAIL if found else Verdict.NOT_RECORDED
    opened = "open" in parts
    assert verdicts(result, "6.2[rotation]") == ({} if opened else {other: 1})


@in_every_game
@pytest.mark.parametrize(
    ("second", "found"),
    [
        pytest.param(hand(2, 2), [], id="to the next"),
        pytest.param(hand(2, 3, out="Ben"), [], id="over one who sits out"),
        pytest.param(hand(2, 3, names="Ann - Cam"), [], id="over a seat whose player left"),
        pytest.param(hand(2, 3), [MOVED], id="over a player who is dealt in"),
        pytest.param(
            hand(2, 1),
            ["irregularity of 6.2: buck stayed at seat 1 (seat 2, the next player clockwise)"],
            id="not at all",
        ),
    ],
)
def test_the_buck_passes_over_nobody_who_is_dealt_in(rules, second, found):
    assert messages(session(rules, hand(1, 1), second)) == found


@in_every_game
@pytest.mark.parametrize("buck", [1, 2])
def test_after_an_annulled_hand_nothing_says_where_the_buck_goes(rules, buck):
    annulled = hand(1, 1, paid=("invalidate fire", "refund $5 to Ann", "refund $5 to Ben"))

    assert messages(session(rules, annulled, hand(2, buck))) == []


MISDEALT = "hand 1\nseat 1 Ann $200\nseat 2 Ben $200\nseat 3 Cam $200\nbuck 1\ncut by Ann exposing [As]\nmisdeal\nend"


@in_every_game
@pytest.mark.parametrize(("buck", "found"), [(1, []), (2, ["misdeal"])])
def test_the_buck_stays_after_a_misdeal(rules, buck, found):
    result = session(rules, MISDEALT, hand(2, buck))

    assert [finding.clause for finding in result.findings] == [clause(rules, topic) for topic in found]


@in_every_game
@pytest.mark.parametrize(
    ("first", "found"),
    [
        pytest.param(["open at 20:00", hand(731, 2)], 1, id="gaming noted as opened"),
        pytest.param([hand(1, 2)], 0, id="hand number one, which proves nothing"),
        pytest.param([hand(731, 2)], 0, id="the middle of a game"),
        pytest.param([UNREADABLE, hand(1, 2)], 0, id="a hand before it could not be read"),
        pytest.param(["open", UNREADABLE, hand(3, 2)], 0, id="the first hand could not be read"),
    ],
)
def test_the_first_buck_is_judged_only_in_the_first_hand(rules, first, found):
    assert [finding.clause for finding in session(rules, *first).findings] == ["6.2[first]"] * found


# ---- stakes ----


@in_every_game
@pytest.mark.parametrize(
    ("parts", "found", "verdict"),
    [
        pytest.param(["open", hand(7, 1, 200, 80, 200)], 1, Verdict.FAIL, id="the first hand of the game"),
        pytest.param([hand(1, 1, 200, 80, 200)], 0, Verdict.NOT_RECORDED, id="hand number one, which proves nothing"),
        pytest.param([hand(7, 1, 200, 80, 200)], 0, Verdict.NOT_RECORDED, id="the first hand of the record"),
        pytest.param(
            [hand(7, 1, names="Ann Ben"), hand(8, 2, 195, 205, 80)], 1, Verdict.FAIL, id="not there the hand before"
        ),
        pytest.param(
            [hand(7, 1, names="Ann Ben"), hand(9, 2, 195, 205, 80)], 0, Verdict.NOT_RECORDED, id="or before that"
        ),
        pytest.param(
            [hand(7, 1, names="Ann Ben"), "Cam sits 3 $80", hand(9, 2, 195, 205, 80)],
            0,
            Verdict.NOT_RECORDED,
            id="sat down, and a hand is missing",
        ),
        pytest.param(["Ben sits 2 $80", hand(7, 1, 200, 80, 200)], 1, Verdict.FAIL, id="sat down"),
        pytest.param(["Ben sits 2 $80", UNREADABLE, hand(7, 1, 200, 80, 200)], 0, Verdict.NOT_RECORDED, id="long ago"),
        pytest.param([hand(1, 1), hand(2, 2, 195, 80, 200)], 0, Verdict.PASS, id="a stake that shrank"),
    ],
)
def test_an_opening_stake_is_judged_only_when_play_begins(rules, parts, found, verdict):
    result = session(rules, *parts)

    assert [finding.clause for finding in result.findings] == ["5.3"] * found
    assert max(verdicts(result, "5.3")) == verdict


@in_every_game
@pytest.mark.parametrize(
    ("paid", "between", "stake", "verdict"),
    [
        pytest.param(("pot $20 commission $1", "Ben wins $19"), "", 60, Verdict.FAIL, id="lost everything"),
        pytest.param(("pot $20 commission $1", "Ben wins $19"), "", 100, Verdict.PASS, id="bought the minimum"),
        pytest.param((), "", 60, Verdict.NOT_RECORDED, id="nobody noted who was paid"),
        pytest.param(("pot $20 commission $1", "Ben wins $19"), UNREADABLE, 60, None, id="a hand in between is unread"),
        pytest.param(("pot $20 commission $1", "Ben wins $19"), "Cam leaves", 60, None, id="left and came back"),
    ],
)
def test_who_lost_everything_leaves_or_buys_the_minimum(rules, paid, between, stake, verdict):
    unread = between.replace("hand 2", "hand 99")
    last = hand(21, 3, 200, 209, stake)
    result = session(rules, hand(19, 1), "Cam removes $190", lost(rules, *paid), unread, last)

    assert {finding.clause for finding in result.findings} <= {clause(rules, "leave")}
    assert max(verdicts(result, clause(rules, "leave")), default=None) == verdict


@in_every_game
@pytest.mark.parametrize(
    ("stake", "bought", "found"),
    [
        pytest.param(35, 65, 0, id="up to the minimum table stake"),
        pytest.param(35, 40, 1, id="to less than it"),
    ],
)
def test_who_buys_chips_has_the_minimum_table_stake_afterwards(rules, stake, bought, found):
    before = hand(1, 2, 200, 200, stake)
    result = session(rules, before, f"Cam buys ${bought}", hand(2, 3, 200, 195, stake + 5 + bought))

    assert [finding.clause.split("[")[0] for finding in result.findings] == [clause(rules, "top-up")] * found


# ---- notices ----


@in_every_game
@pytest.mark.parametrize(
    ("notes", "found"),
    [
        pytest.param(["notice limits to players at 20:00", "minimum $2", "stake $50"], [], id="told before"),
        pytest.param(
            ["minimum $2", "notice minimum to players at 20:10"],
            [
                "breach of 5.2: minimum wager changed from $5 to $2"
                " without prior notice to the players, announced at 20:10 for 20:06"
            ],
            id="told after",
        ),
        pytest.param(
            ["no notice stake to players", "stake $150"],
            ["breach of 5.2: minimum table stake changed from $100 to $150 without prior notice to the players"],
            id="not told",
        ),
    ],
)
def test_new_limits_are_announced_before_the_hand(rules, notes, found):
    blind = 2 if "minimum $2" in notes else 5
    result = session(rules, hand("1 at 19:50", 1), *notes, hand("2 at 20:06", 2, 195, 205, 200, blind=blind))

    assert [message.partition(" (")[0] for message in messages(result)] == found


@in_every_game
def test_what_nobody_noted_about_a_notice_accuses_nobody(rules):
    result = session(rules, hand(1, 1), "stake $150", hand(2, 2, 195, 205, 200), "close early at 01:00")

    assert messages(result) == []
    assert verdicts(result, "5.2") == verdicts(result, clause(rules, "closure")) == {Verdict.NOT_RECORDED: 1}


@in_every_game
@pytest.mark.parametrize(
    ("notes", "found"),
    [
        pytest.param(["notice closure to inspector at 00:50", "notice closure to players at 00:55"], 0, id="both told"),
        pytest.param(["notice closure to players at 00:55", "no notice closure to inspector"], 1, id="inspector not"),
        pytest.param(["notice closure to inspector at 00:50", "notice closure to players at 01:15"], 1, id="too late"),
    ],
)
def test_a_table_is_closed_early_only_after_notice_to_players_and_inspector(rules, notes, found):
    result = session(rules, hand(1, 1), *notes, "close early at 01:10")

    assert [finding.clause for finding in result.findings] == [clause(rules, "closure")] * found


# ---- seats ----


@in_every_game
@pytest.mark.parametrize(
    ("rounds", "names", "found"),
    [
        pytest.param(2, "Ann Ben Cam", ["made to leave after two rounds of play"], id="two rounds"),
        pytest.param(3, "Ann Ben Cam", [], id="three rounds, the size of the table unknown"),
        pytest.param(3, "Ann Ben - Cam", ["made to leave while seat 3 was free"], id="another seat is free"),
    ],
)
def test_a_seat_is_taken_away_only_after_three_rounds_without_a_wager(rules, rounds, names, found):
    played = hand(1, names.index("Cam") // 4 + 1, names=names)
    sat_out = [hand(n + 2, n % 2 + 1, names=names, out="Cam") for n in range(rounds)]
    result = session(rules, played, *sat_out, "Cam leaves by order", hand(rounds + 2, rounds % 2 + 1, names="Ann Ben"))

    assert {finding.clause for finding in result.findings} <= {clause(rules, "idle")}
    assert [words for words in found if words in "".join(messages(result))] == found
    assert len(result.findings) == len(found)


# ---- annulled outcomes ----


@in_every_game
@pytest.mark.parametrize(
    ("ending", "found"),
    [
        pytest.param(("invalidate fire", "refund $5 to Ann", "refund $5 to Ben"), [], id="all wagers go back"),
        pytest.param(("invalidate fire", "refund $5 to Ann", "refund $3 to Ben"), [("refund", 200)], id="not all"),
        pytest.param(
            ("invalidate fire", "pot $10 commission $1", "refund $5 to Ann", "refund $5 to Ben"),
            [("refund", 100)],
            id="commission kept",
        ),
        pytest.param(
            ("invalidate misdeal", "refund $5 to Ann", "refund $5 to Ben"), [("annulling", None)], id="no ground"
        ),
    ],
)
def test_an_outcome_is_annulled_on_a_ground_and_every_wager_goes_back(rules, ending, found):
    result = session(rules, hand(1, 1, paid=ending))
    expected = [(clause(rules, topic), money) for topic, money in found]

    assert [(one.clause, one.money.amount if one.money else None) for one in result.findings] == expected


# ---- tournaments ----


@in_every_game
@pytest.mark.parametrize(
    ("head", "found"),
    [
        pytest.param(("approval", "entry-fees 40 of $50 kept $200 prizes $1,800"), [], id="a tenth kept"),
        pytest.param(("approval", "entry-fees 40 of $50 kept $210 prizes $1,790"), [("fees", 1000)], id="more kept"),
        pytest.param(("no approval",), [("approval", None)], id="not approved"),
    ],
)
def test_a_tournament_is_approved_and_a_tenth_of_the_fees_kept_at_most(rules, head, found):
    result = session(rules, hand(1, 1), head=('tournament "Cup"', *head))
    expected = [(clause(rules, topic), money) for topic, money in found]

    assert [(one.clause, one.money.amount if one.money else None) for one in result.findings] == expected


@in_every_game
def test_conditions_of_a_tournament_prevail_and_what_they_set_aside_is_listed(rules):
    condition = ('tournament "Cup"', "approval", 'condition "blinds of nine" overrides 10.1, 10.2')
    plain, under = (session(rules, hand(1, 1, blind=9), head=head) for head in ((), condition))

    assert {"10.1"} <= {finding.clause for finding in plain.findings} <= {"10.1", "10.2"}
    (finding,) = under.findings
    assert (finding.clause, finding.severity.word) == (clause(rules, "conditions"), "advisory")
    assert finding.observed == "condition overrides 10.1 and 10.2"


# ---- the rulebook of a session ----


@pytest.mark.parametrize("rules", [MANILA, *STUDS])
def test_a_session_goes_on_when_the_rules_are_amended(rules):
    night = [hand(1, 1), hand("2 at 00:06 on 1994-11-04", 2, 195, 205, 200), hand(3, 3, 195, 200, 205)]
    result = session(rules, "date 1994-11-03", *night)

    assert messages(result) == []
    assert verdicts(result, "6.2[rotation]") == {Verdict.PASS: 2}
    assert {version for _, version in result.rulebooks} == {"s94", "s94+s239"}


def test_a_log_cannot_bring_its_own_rulebook():
    result = session("house.toml", hand(1, 1)(MANILA))

    assert [unread.reason for unread in result.unread] == [
        "a log names a rulebook by its id; expected --rules for a rulebook file"
    ]
