"""Short logs of Robert's Rules for tests: a hand of holdem, of stud and of a draw game, and tables of the samples."""

from places import table_of

NAMES = ("Ann", "Ben", "Cam", "Dee", "Eve", "Fay")
LIMITS = {"fixed": ("limit fixed", "bets $10, $20"), "no-limit": ("limit no-limit",), "pot-limit": ("limit pot-limit",)}
BLINDS = ("Ben blind $5", "Cam blind $10")
Case = tuple[str, str, list[str], dict[str, list[str]]]  # the reading, a log, the findings by default and if chosen


def _log(game: str, head: tuple[str, ...], *lines: str) -> str:
    return "\n".join(("table T", f"rules roberts/{game}", "chip $1", *head, "hand 1", *lines, "end", ""))


def _seats(players: int, stakes: dict[str, int]) -> list[str]:
    return [f"seat {n} {name} ${stakes.get(name, 1000)}" for n, name in enumerate(NAMES[:players], 1)]


def _dealt(names: tuple[str, ...], cards: str, suit: str, how: str = "deal") -> str:
    return f"{how} " + ", ".join(f"{name} [{card}{suit}]" for name, card in zip(names, cards, strict=False))


def holdem(
    *lines: str,
    limit: str = "fixed",
    players: int = 4,
    stakes: dict[str, int] | None = None,
    posts: tuple[str, ...] = BLINDS,
    head: tuple[str, ...] = (),
) -> str:
    """A hand with Ann on the button and blinds of 5 and 10, unless others are given."""
    order = NAMES[1:players] + NAMES[:1]
    deals = (_dealt(order, "AKQJT9", "h"), _dealt(order, "765432", "s"))
    setup = (*LIMITS[limit], "blinds $5, $10", *head)
    return _log("holdem", setup, *_seats(players, stakes or {}), "button 1", *posts, *deals, *lines)


def flop(*names: str) -> tuple[str, ...]:
    """Everybody calls before the flop, and the three cards come."""
    return (*(f"{name} calls $10" for name in names), "Ben calls $5", "Cam checks", "communal [2c 8d 9c]")


def turn(*names: str) -> tuple[str, ...]:
    """Everybody calls before the flop and checks after it, and the fourth card comes."""
    return (*flop(*names), *(f"{name} checks" for name in ("Ben", "Cam", *names)), "communal [Tc]")


def stud(*lines: str, stakes: dict[str, int] | None = None, up: tuple[str, ...] = ("4c", "9d", "Jh")) -> str:
    """A hand of seven-card stud for 15 and 30, three players having put up antes."""
    names = NAMES[:3]
    head = ("limit fixed", "bets $15, $30", "ante $1", "bring-in $5")
    antes = [f"{name} ante $1" for name in names]
    deals = (_dealt(names, "KQA", "h"), _dealt(names, "32K", "s"))
    shown = "deal up " + ", ".join(f"{name} [{card}]" for name, card in zip(names, up, strict=True))
    return _log("seven-card-stud", head, *_seats(3, stakes or {}), *antes, *deals, shown, *lines)


def draw_high(*lines: str, blinds: bool = False) -> str:
    """A hand of draw high for 5 and 10, with antes of 1 or with blinds."""
    names, order = NAMES[:4], NAMES[1:4] + NAMES[:1]
    head = ("limit fixed", "bets $5, $10", "blinds $2, $5" if blinds else "ante $1")
    posts = ("Ben blind $2", "Cam blind $5") if blinds else tuple(f"{name} ante $1" for name in names)
    deals = [
        _dealt(order, cards, suit)
        for cards, suit in zip(("AKQJ", "T987", "6543", "QJT9", "8765"), "hsdcc", strict=True)
    ]
    return _log("draw-high", head, *_seats(4, {}), "button 1", *posts, *deals, *lines)


def sample(book: str, table: str) -> str:
    """A table of a clause book of these rules by its name, as it stands there."""
    return table_of(f"roberts/{book}", table)


# ---- limit betting ----

CAPPED = ("Ben bets $10", "Cam raises to $20", "Dee raises to $30")

LIMIT: list[Case] = [
    (  # Ben's last chips make the third raise, and leave Cam and Dee
        "cap_allin_capper",
        holdem(
            *(*flop("Dee"), "Ben bets $10", "Cam raises to $20", "Dee raises to $30", "Ben raises to $40 all in"),
            *("Cam raises to $50", "Dee calls $20"),
            players=4,
            stakes={"Ben": 50},
        ).replace("Ben calls $5", "Ann folds\nBen calls $5"),
        [],
        {"before": ["breach S3.BR.4(a)"]},
    ),
    (
        "cap_short_allin",
        holdem(
            *(*flop("Dee", "Ann"), *CAPPED, "Ann raises to $40", "Ben raises to $43 all in", "Cam calls $23"),
            stakes={"Ben": 53},
        ),
        [],
        {"report": ["irregularity S3.BR.4(a)"]},
    ),
    (  # two short all-ins, and two full raises above them
        "cap_cumulative",
        holdem(
            *(*turn("Dee", "Eve", "Fay", "Ann"), "Ben bets $20", "Cam raises to $28 all in"),
            *(
                "Dee raises to $36 all in",
                "Eve raises to $56",
                "Fay raises to $76",
                "Ann raises to $96",
                "Ben calls $76",
            ),
            players=6,
            stakes={"Cam": 38, "Dee": 46},
        ),
        [],
        {"true": ["breach S3.BR.4(a)"]},
    ),
    (
        "limit_halfbet_target",
        holdem(*turn("Dee", "Ann"), "Ben bets $15 all in", "Cam raises to $35", stakes={"Ben": 25}),
        [],
        {"next_level": ["breach S3.BR.7/3"], "either": []},
    ),
    (
        "limit_halfbet_target",
        holdem(
            *turn("Dee", "Ann"), "Ben bets $20", "Cam raises to $35 all in", "Dee raises to $40", stakes={"Cam": 45}
        ),
        ["breach S3.BR.7/3 limit_halfbet_target"],
        {"next_level": [], "either": []},
    ),
    *(
        (
            "limit_cumulative_target",
            holdem(
                *(*turn("Dee", "Ann"), "Ben bets $20", "Cam raises to $26 all in", "Dee raises to $33 all in"),
                *("Ann calls $33", f"Ben raises to ${total}"),
                stakes={"Cam": 36, "Dee": 43},
            ),
            [],
            {choice: ["breach S3.BR.7/2"], other: []},
        )
        for total, choice, other in ((53, "complete", "full_raise"), (40, "full_raise", "complete"))
    ),
    (  # 8 of 15 in all, 3 above the forced bet: a full raise above it
        "stud_bringin_allin",
        stud("Ann bring-in $5", "Ben raises to $8 all in", "Cam raises to $23", stakes={"Ben": 9}),
        [],
        {"total": [], "increase": ["breach S3.BR.7/2"]},
    ),
    (  # and completed
        "stud_bringin_allin",
        stud("Ann bring-in $5", "Ben raises to $8 all in", "Cam raises to $15", stakes={"Ben": 9}),
        [],
        {"total": ["breach S3.BR.7/3 limit_halfbet_target"], "increase": []},
    ),
    (
        "limit_straddle_counts",
        holdem(
            *("Eve raises to $30", "Ann raises to $40", "Ben raises to $50", "Cam folds"),
            players=5,
            head=("straddles allowed",),
            posts=(*BLINDS, "Dee straddle $20"),
        ),
        [],
        {"true": ["breach S3.BR.4(a)"]},
    ),
    (
        "draw_open_raise",
        draw_high(
            *("Ben bets $10", "Cam raises to $15", "Dee raises to $20", "Ann raises to $25", "Ben raises to $30")
        ),
        ["advisory S12.1 draw_open_raise"],
        {"false": []},
    ),
]

# ---- no limit and pot limit ----

STRADDLED = {"limit": "no-limit", "players": 5, "posts": (*BLINDS, "Dee straddle $20")}
SHORT = {"limit": "pot-limit", "posts": ("Ben blind $5", "Cam blind $4 all in"), "stakes": {"Cam": 4}}
LIMPED = ("Eve calls $20", "Ann calls $20", "Ben calls $15", "Cam calls $10", "Dee checks", "communal [2c 8d 9c]")

BIG_BETS: list[Case] = [
    (
        "straddle_min_raise",
        holdem("Eve raises to $30", "Ann folds", **STRADDLED),
        ["breach S14.NL.3 straddle_min_raise"],
        {"big_blind": []},
    ),
    (
        "straddle_postflop_min",
        holdem(*LIMPED, "Ben bets $10", **STRADDLED),
        [],
        {"straddle": ["breach S14.NL.2"]},
    ),
    (
        "pl_sb_as_bb",
        holdem("Dee raises to $40", "Ann folds", limit="pot-limit"),
        ["advisory S14.PL.0 pl_sb_as_bb"],
        {"on": [], "off": ["breach S14.PL.0"]},
    ),
    (  # 75 in the pot, in chips of 10
        "pl_round_unit",
        holdem(
            *("Dee calls $15 all in", "Ann calls $20", "Ben calls $10", "Cam checks", "communal [2c 8d 9c]"),
            "Ben bets $80",
            limit="pot-limit",
            stakes={"Dee": 15},
            head=("blinds $10, $20", "chip $10"),
            posts=("Ben blind $10", "Cam blind $20"),
        ),
        # the former for chips that do not play, without which no pot is odd; a unit may have been left out of the log
        ["breach S3.BR.1", "advisory S14.PL.0 pl_sb_as_bb"],
        {"chip": ["breach S3.BR.1"]},
    ),
    (
        "pl_short_blind",
        holdem("Dee raises to $35", "Ann folds", **SHORT),
        [],
        {"actual": ["breach S14.PL.0"]},
    ),
    (
        "pl_missing_sb",
        holdem("Dee raises to $35", "Ann folds", limit="pot-limit", posts=("Cam blind $10",)),
        ["advisory S14.PL.0 pl_missing_sb"],
        {"counted": []},
    ),
]

# ---- seats, cards, shares ----


def _hand(number: int, button: int, posts: tuple[str, ...], acts: tuple[str, ...], *seats: str) -> str:
    lines = [f"seat {n} {name} {seat}" for n, (name, seat) in enumerate(zip(NAMES, seats, strict=False), 1)]
    return "\n".join([f"hand {number}", *lines, f"button {button}", *posts, *acts, "end"])


def missed_small_blind(post: str) -> str:
    """Cam, having had the big blind, sits out while the small one passes, and makes it up."""
    hands = (
        _hand(1, 1, BLINDS, ("Dee folds", "Ann folds", "Ben folds"), "$500", "$500", "$500", "$500"),
        _hand(2, 2, ("Dee blind $10",), ("Ann folds", "Ben folds"), "$500", "$495", "$505 out", "$500"),
        _hand(3, 3, ("Dee blind $5", "Ann blind $10"), ("Ben folds", "Dee folds"), "$500", "$495", "$505 out", "$500"),
        _hand(
            *(4, 4, ("Ann blind $5", "Ben blind $10", f"Cam {post} $5"), ("Cam folds", "Dee folds", "Ann folds")),
            *("$505", "$495", "$505", "$495"),
        ),
    )
    return "\n".join(("table T", "rules roberts/holdem", *LIMITS["fixed"], "blinds $5, $10", "chip $1", *hands, ""))


def shared(*wins: str) -> str:
    """Omaha high-low: Ben ties with Cam for high and with Ann for low; both halves of 102 dollars are odd."""
    cards = (("Ac", "Ad", "As"), ("2c", "Kc", "2d"), ("Kh", "Qs", "Jh"), ("Qh", "Jd", "Tc"))
    deals = [
        "deal " + ", ".join(f"{name} [{card}]" for name, card in zip(("Ben", "Cam", "Ann"), one, strict=True))
        for one in cards
    ]
    checks = ("Ben checks", "Cam checks", "Ann checks")
    shown = [f"{name} shows [{' '.join(one[n] for one in cards)}]" for n, name in enumerate(("Ben", "Cam", "Ann"))]
    lines = ("Ann raises to $34", "Ben calls $32", "Cam calls $30", "communal [Ks Kd 8h]", *checks)
    streets = ("communal [4c]", *checks, "communal [3d]", *checks)
    head = (*LIMITS["no-limit"], "blinds $2, $4")
    posts = ("Ben blind $2", "Cam blind $4")
    return _log(
        "omaha-hi-lo", head, *_seats(3, {}), "button 1", *posts, *deals, *lines, *streets, *shown, "pot $102", *wins
    )


def joker_at_deuce_to_seven() -> str:
    """Ben has the joker at deuce-to-seven lowball, which counted for a deuce would beat Cam's eight."""
    cards = {"Ben": "7h 5s 4d 3c Jo", "Cam": "8h 7s 5d 4c 2c", "Dee": "Ah As Ad Ac Kh", "Ann": "Qh Qs Qd Qc Kc"}
    rows = zip(*(held.split() for held in cards.values()), strict=True)
    deals = ["deal " + ", ".join(f"{name} [{card}]" for name, card in zip(cards, row, strict=True)) for row in rows]
    acts = ("Dee folds", "Ann folds", "Ben calls $5", "Cam checks", "Ben stands pat", "Cam stands pat")
    shown = ("Ben checks", "Cam checks", f"Ben shows [{cards['Ben']}]", f"Cam shows [{cards['Cam']}]")
    head = (*LIMITS["fixed"], "blinds $5, $10")
    paid = ("pot $20", "Cam wins $20")
    return _log("lowball-27", head, *_seats(4, {}), "button 1", *BLINDS, *deals, *acts, *shown, *paid)


OUT_OF_TURN = sample("misdeal", "time 2").replace("  Dee folds\n  Ann calls $10\n", "  Ann calls $10\n  Dee folds\n")
FIVE_CARDS = ["irregularity S8.2/1"]

OTHERS: list[Case] = [
    (
        "button_method",
        sample("button", "Moving button in a cash game"),
        [],
        {"dead": ["irregularity S4.2"], "moving": []},
    ),
    (
        "button_method",
        sample("button", "Dead button in a cash game").replace("  features dead-button\n", ""),
        [],
        {"moving": ["irregularity S4.2"], "dead": []},
    ),
    (
        "kill_full_bet",
        sample("kill", "Second pot between the lower and the upper limit"),
        ["advisory S13.0/4 kill_full_bet"],
        {"upper": []},
    ),
    (
        "kill_scoop_limit",
        sample("kill", "Scoop of a killed pot, large enough by the limits of the table only"),
        ["advisory S13.8 kill_scoop_limit"],
        {"current": []},
    ),
    (
        "kill_scoop_pot",
        sample("kill", "Scoop that is large enough before the rake only"),
        ["advisory S13.8 kill_scoop_pot"],
        {"after_rake": []},
    ),
    (
        "behind_unannounced",
        sample("stakes", "behind, not announced 1"),
        [],
        {"minimum_in_total": ["breach S2.PR.9"]},
    ),
    ("rathole", sample("buy-in", "Back with more"), [], {"equal": ["breach S2.PR.7"]}),
    (
        "stud_lowcard_allin",
        sample("bring-in", "starter all-in 3"),
        ["advisory S8.4 stud_lowcard_allin"],
        {"allowed": [], "forbidden": ["breach S8.4"]},
    ),
    ("five_card_board", sample("stud", "five cards 1"), [], {"ignored": FIVE_CARDS, "counted": []}),
    ("five_card_board", sample("stud", "five cards 2"), [], {"counted": FIVE_CARDS, "ignored": []}),
    ("sb_only_makeup", missed_small_blind("post"), [], {"dead": ["irregularity S4.10"], "live": []}),
    ("sb_only_makeup", missed_small_blind("dead"), [], {"live": ["irregularity S4.10"], "dead": []}),
    (
        "misdeal_count",
        OUT_OF_TURN,
        ["irregularity S3.BR.11", "advisory S3.MD.1 misdeal_count"],
        {"in_turn": ["irregularity S3.BR.11"]},
    ),
    (
        "odd_chip_scope",
        shared("Ben wins $52", "Cam wins $25", "Ann wins $25"),
        [],
        {"per_pot": ["breach S3.TI.5(c)"], "per_split": []},
    ),
    (
        "odd_chip_scope",
        shared("Ben wins $51", "Cam wins $25", "Ann wins $26"),
        [],
        {"per_split": ["breach S3.TI.5(c)"], "per_pot": []},
    ),
    ("mucked_all", sample("showdown", "all cards 4"), [], {"must_show": ["breach S3.SD.1"]}),
    (
        "draw_first_after_draw",
        sample("draw-high", "the opener acts first after the draw"),
        [],
        {"left_of_button": ["irregularity S12.0/3"], "opener": []},
    ),
    (
        "draw_first_after_draw",
        sample("draw-high", "another than the opener acts first after the draw"),
        ["irregularity S12.0/3 draw_first_after_draw"],
        {"opener": ["irregularity S12.0/3"], "left_of_button": []},
    ),
    ("deuce_joker", joker_at_deuce_to_seven(), [], {"true": ["breach S11.A5.1"]}),
    (
        "sevens_after_check_short_allin",
        sample("sevens", "checked seven calls a short all-in and wins it"),
        [],
        {"void": ["breach S11.A5.4/1"], "won": []},
    ),
    (
        "sevens_after_check_short_allin",
        sample("sevens", "checked seven calls a short all-in, which goes back"),
        [],
        {"won": ["breach S11.A5.0"], "void": []},
    ),
    (
        "short_deck_straights",
        sample("other-games", "the short deck: a straight and three of a kind"),
        ["advisory S3.SD.2 short_deck_straights"],
        {"below_three_of_a_kind": []},
    ),
]
IN_ROBERTS = [*LIMIT, *BIG_BETS, *OTHERS]
