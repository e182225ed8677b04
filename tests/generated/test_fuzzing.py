"""No log makes the auditor fail: nonsense of every game that is grammatical, and every format's lines, fields and acts.

More of it, without end if need be: `python tests/helpers/fuzz.py`.
"""

import pytest
from fuzzing.campaign import found_in, kinds, shrunk
from fuzzing.trial import Failure, failure
from generated_hands import MORE, audited

SEED = "continuous"  # the same logs in every run, so that a failure can be repeated
LOGS = 20_000
HISTORIES = 160  # of each format
COUNTS = {kind: HISTORIES for kind in kinds() if "/" not in kind}
REST = LOGS - sum(COUNTS.values())
BOOKS = [kind for kind in kinds() if "/" in kind]
COUNTS |= {kind: REST // len(BOOKS) + (number < REST % len(BOOKS)) for number, kind in enumerate(BOOKS)}


@pytest.mark.parametrize("kind", COUNTS)
def test_no_log_makes_the_auditor_fail(kind):
    found = [*found_in(kind, COUNTS[kind] * MORE, SEED)]

    assert not found, "\n\n".join(map(str, found))


def test_what_hangs_is_found():
    spent = failure(small("roberts/holdem", *["Ann checks"] * 2000), seconds=0.01)

    assert spent is not None
    assert spent.cause == "Hanging"


def test_who_ends_a_campaign_in_the_middle_of_an_audit_ends_it(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("auditor.auditing.audit_run.AuditRun._take", interrupted)

    with pytest.raises(KeyboardInterrupt):
        failure(small("roberts/holdem", "Ann folds"))


@pytest.mark.parametrize("page", ["settle", "replay"])
def test_what_fails_in_the_last_line_of_a_page_is_found(monkeypatch, page):
    def half_made(*_):
        yield "a line"
        raise IndexError

    monkeypatch.setattr({"settle": "fuzzing.trial.settled", "replay": "fuzzing.trial.replayed"}[page], half_made)

    assert failure(small("roberts/badugi", "communal [Qh]", "Ann folds")).doing == page


def test_a_failure_is_made_small(monkeypatch):
    failed = Failure("audit", "a folded hand", "")
    monkeypatch.setattr("fuzzing.campaign.failure", lambda log, every: failed if every and "Ben folds" in log else None)

    assert shrunk(small("roberts/holdem", "Ann checks", "Ben folds", "Ann wins $5"), failed) == "Ben folds"


# ---- what was found so ----


def small(rules: str, *lines: str, head: str = "") -> str:
    seats = "seat 1 Ann $500\nseat 2 Ben $500"
    return f'table "T"\nrules {rules}\ndate 1994-06-11\n{head}\nhand 1\n{seats}\n' + "\n".join([*lines, "end", ""])


PHH = """\
variant = '{variant}'
antes = [0, 0]
blinds_or_straddles = {blinds}
min_bet = 2
small_bet = 2
big_bet = 4
bring_in = 1
starting_stacks = [100, 100]
actions = ['p1 f']
seats = {seats}
"""
POKER888 = """\
***** 888poker Hand History for Game 1 *****
$0.50/$1 Blinds No Limit Holdem - *** 07 03 2024 00:00:00
Seat 1: Ann ( $25.30 )
** Summary **
Ann collected [ $37.91 ]
Annmucks
"""
BOARD = "communal [Jo 5d Ac 2c 9s]"
SHOWN = ("Ann shows [As Kd]", "Ben shows [7c 7d]", "pot $10", "Ann wins $10")

FOUND = {
    "seats that are no numbers of TOML": PHH.format(variant="NT", blinds="[1, 2]", seats="[1, ²]"),
    "a seat of more digits than are a number": PHH.format(variant="NT", blinds="[1, 2]", seats=f"[1, {'9' * 5000}]"),
    "blinds of more players than there are": PHH.format(variant="FR", blinds="[0, -1, 0, 2]", seats="[1, 2]"),
    "more seats than players, some of them twice": PHH.format(variant="NT", blinds="[1, 2]", seats="[4, 4, 4, 9]"),
    "a winner who mucks, the name and the word being one": POKER888,
    "stated blinds that are a word": small("roberts/holdem", "Ann folds", head="stated-blinds soon\nblinds $5, $10"),
    "more stated blinds than blinds": small(
        "roberts/holdem", "Ann folds", head="stated-blinds 5-10-20\nblinds $5, $10"
    ),
    "stated blinds and no others": small("act/canberra-manila", "Ann folds", head="stated-blinds 500-1000"),
    "a joker that shows at stud": small(
        "act/5-card-stud", "deal Ann [6c], Ben [5c]", "Ben raises $20 to $30", "deal up Ann [2h], Ben [Jo 5h 9d]"
    ),
    "a card that shows and was given up": small(
        "roberts/seven-card-stud", "deal up Ann [2h], Ben [Qh], Cam [Jh]", "Ann discards [Kc 3h]", "Ben folds"
    ).replace("seat 2", "seat 3 Cam $300\nseat 2"),
    "a joker on the board": small(
        "roberts/holdem", "deal Ann [As Kd], Ben [7c 7d]", "Ann bets $5", "Ben calls $5", BOARD, *SHOWN
    ),
    "five jokers in a hand, each of which may be any card": small(
        "roberts/draw-high",
        *("deal Ann [Jo Jo Jo Jo Jo], Ben [7c 7d 2c 3c 4c]", "Ann bets $5", "Ben calls $5", "Ann stands pat"),
        *("Ben stands pat", "Ann checks", "Ben checks", "Ann shows [Jo Jo Jo Jo Jo]", "Ben shows [7c 7d 2c 3c 4c]"),
        *("pot $10", "Ann wins $10"),
        head="deck 53",
    ),
    "a straddle of somebody without a seat": small(
        "roberts/holdem",
        *("Ann blind $5", "Ben blind $10", "Zed straddle $50", "deal Ann [As Kd], Ben [7c 7d]", "Ann calls $20"),
        head="blinds $5, $10\nstraddles none",
    ),
    "communal cards that count as those of a player at stud": small(
        "roberts/seven-card-stud", "communal [Jo Qc 5d Ac]", "deal early up Ben [Th Qd]", "Ann puts in $50 all in"
    ),
    "more cards given up than there are": small(
        "roberts/draw-high", "deal Ann [6c 7c 8c 9c Tc], Ben [5d 6d 7d 8d 9d]", "Ann discards 999999999", "Ben folds"
    ),
    "a race for a chip of nothing": small("roberts/holdem", "Ann folds", head="race $100 for 0 Ann [Jd] won by Ben"),
    "a wager before the cards of nothing": small(
        "act/5-card-stud", "Ben over-blind 0", "deal up Ben [Kc Jh]", "Ann puts in $30", head="blinds $5, $10"
    ),
    "money of the house in a pot that nobody put anything in": small(
        "roberts/omaha-five",
        "deal Ben [9h Kd 4s], Ben [5d Jo 6c Jd 3h], Ann [Jo 3s 4c 8d Kc]",
        "Ann folds",
        "house adds $200",
    ),
}


@pytest.mark.parametrize("log", FOUND.values(), ids=FOUND)
def test_a_log_that_made_the_auditor_fail_no_longer_does(log):
    assert failure(log, every=True) is None


@pytest.mark.parametrize(
    ("which", "reason"),
    [
        pytest.param("blinds of more players than there are", "found 4 amounts in blinds_or_straddles, expected"),
        pytest.param("a straddle of somebody without a seat", "found 'Zed', expected a player with a seat in this"),
        pytest.param("more cards given up than there are", "found '999999999', expected a number of cards up to 99"),
        pytest.param("a race for a chip of nothing", "found '0', expected an amount above zero"),
    ],
)
def test_what_cannot_be_is_told_in_clear_words(which, reason):
    assert [one.reason[: len(reason)] for one in audited(FOUND[which]).unread] == [reason]


def test_stated_blinds_that_say_nothing_are_a_defect_of_the_record():
    found = audited(FOUND["stated blinds that are a word"]).findings

    assert "'stated-blinds soon' declared" in [one.observed for one in found if one.actor.role == "record"]
