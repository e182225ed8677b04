"""Short logs of Crown Poker for tests, and what readings of its rulebook make of them. Hold'em stands for all games."""

NAMES = ("Ann", "Ben", "Cam", "Dee", "Eve", "Fay")
SETUPS = {  # the lines of a table with this limit
    "fixed": ("limit fixed", "bets $10, $20"),
    "spread": ("limit spread", "bets $5-$25"),
    "half-pot": ("limit half-pot", "minimum $10"),
    "full-pot": ("limit full-pot", "minimum $10"),
    "no-limit": ("limit no-limit", "minimum $10"),
}
HIGH, LOW = "AKQJT9", "765432"
Case = tuple[str, str, list[str], dict[str, list[str]]]  # the reading, a log, the findings by default and if chosen


def table(*hands: str, limit: str = "no-limit", blinds: str = "$5, $10", head: tuple[str, ...] = ()) -> str:
    """The log of a table: hands, and what stands between them."""
    setup = ("table T", "rules crown/holdem", *SETUPS[limit], f"blinds {blinds}", "chip $1", *head)
    return "\n".join([*setup, *hands, ""])


def hand(
    *lines: str,
    players: int = 4,
    stakes: dict[str, int] | None = None,
    number: int = 1,
    button: int = 1,
    posts: tuple[str, ...] | None = None,
    without: tuple[str, ...] = (),
) -> str:
    """A hand dealt from the left of the button; unless given, the next two players have put up blinds of 5 and 10."""
    names = [name for name in NAMES[:players] if name not in without]
    seats = [f"seat {NAMES.index(name) + 1} {name} ${(stakes or {}).get(name, 500)}" for name in names]
    at = names.index(NAMES[button - 1]) + 1
    order = names[at:] + names[:at]
    before = (f"{order[0]} blind $5", f"{order[1]} blind $10") if posts is None else posts
    deals = [
        "deal " + ", ".join(f"{name} [{card}{suit}]" for name, card in zip(order, cards, strict=False))
        for cards, suit in ((HIGH, "h"), (LOW, "s"))
    ]
    return "\n".join([f"hand {number}", *seats, f"button {button}", *before, *deals, *lines, "end"])


def played(*lines: str, limit: str = "no-limit", head: tuple[str, ...] = (), **given: object) -> str:
    """A table with one hand."""
    return table(hand(*lines, **given), limit=limit, head=head)  # type: ignore[arg-type]


def called(*names: str) -> tuple[str, ...]:
    """Everybody from the left of the blinds calls, Ben makes up the blind and Cam checks; then come three cards."""
    return (*(f"{name} calls $10" for name in names), "Ben calls $5", "Cam checks", "burn", "communal [2c 8d 9c]")


def checked(*names: str) -> tuple[str, ...]:
    """Everybody checks, and the fourth card comes."""
    return (*(f"{name} checks" for name in names), "burn", "communal [Tc]")


FOUR = (*called("Dee", "Ann"), *checked("Ben", "Cam", "Dee", "Ann"))
FIVE = (*called("Dee", "Eve", "Ann"), *checked("Ben", "Cam", "Dee", "Eve", "Ann"))


# ---- raises and last chips ----

SIZES: list[Case] = [
    (  # Dee's last chips have gone in, in this round
        "head_to_head_all_in",
        played(
            *("Dee calls $10", "Ann folds", "Ben calls $5", "Cam checks", "burn", "communal [2c 8d 9c]"),
            *("Ben bets $10", "Cam raises to $20", "Dee calls $20 all in", "Ben raises to $30", "Cam raises to $40"),
            "Ben raises to $50",
            limit="fixed",
            stakes={"Dee": 30},
        ),
        [],
        {"count_same_round": ["breach 6.9"], "count_all": ["breach 6.9"]},
    ),
    (  # and in an earlier round
        "head_to_head_all_in",
        played(
            *("Dee calls $10 all in", "Ann folds", "Ben calls $5", "Cam checks", "burn", "communal [2c 8d 9c]"),
            *("Ben bets $10", "Cam raises to $20", "Ben raises to $30", "Cam raises to $40", "Ben raises to $50"),
            limit="fixed",
            stakes={"Dee": 10},
        ),
        [],
        {"count_same_round": [], "count_all": ["breach 6.9"]},
    ),
    (
        "short_all_in_counts_as_raise",
        played(
            *(*FIVE, "Ben bets $20", "Cam raises to $40", "Dee raises to $60", "Eve raises to $72 all in"),
            "Ann raises to $92",
            limit="fixed",
            players=5,
            stakes={"Eve": 82},
        ),
        ["advisory 6.9 short_all_in_counts_as_raise"],
        {"half_or_more": ["breach 6.9"], "never": [], "always": ["breach 6.9"]},
    ),
    (
        "half_bet_raise_base",
        played(
            *(*FOUR, "Ben bets $20", "Cam calls $20", "Dee raises to $30 all in", "Ann calls $30", "Ben raises to $60"),
            limit="fixed",
            stakes={"Dee": 40},
        ),
        ["advisory 6.16.2(b) half_bet_raise_base"],
        {"wagered": ["breach 6.16.2(b)"], "full_level": []},
    ),
    (  # 13 above the bet, 8 above Cam's all-in
        "short_all_in_reference",
        played(
            *(*FOUR, "Ben bets $20", "Cam raises to $25 all in", "Dee raises to $33 all in", "Ann raises to $53"),
            limit="fixed",
            stakes={"Cam": 35, "Dee": 43},
        ),
        [],
        {"previous_wager": ["breach 6.16.2(a)"]},
    ),
    (
        "checked_player_after_short_all_in",
        played(
            *(*FOUR, "Ben checks", "Cam bets $9 all in", "Dee calls $9", "Ann calls $9", "Ben raises to $20"),
            limit="fixed",
            stakes={"Cam": 19},
        ),
        ["advisory 6.16.2(a) checked_player_after_short_all_in"],
        {"call_only": ["breach 6.16.2(a)"], "full_rights": []},
    ),
    (
        "cumulative_short_all_ins",
        played(
            *(*called("Dee", "Ann"), "Ben bets $100", "Cam raises to $160 all in", "Dee raises to $220 all in"),
            *("Ann calls $220", "Ben raises to $400"),
            stakes={"Cam": 170, "Dee": 230},
        ),
        ["advisory 6.16.3 cumulative_short_all_ins"],
        {"no_reopen": ["advisory 6.16.3 short_all_in_raise_base"], "reopen": []},  # which makes Dee's a full raise
    ),
    (
        "short_all_in_raise_base",
        played(
            *(*called("Dee", "Ann"), "Ben bets $100", "Cam raises to $150 all in", "Dee raises to $220"),
            stakes={"Cam": 160},
        ),
        ["advisory 6.6 short_all_in_raise_base"],
        {"call_plus_quantum": ["breach 6.6"], "complete_last_raise": []},
    ),
    (
        "straddle_raise_quantum",
        played(
            "Fay raises to $50",
            head=("straddles allowed",),
            players=6,
            posts=("Ben blind $5", "Cam blind $10", "Dee straddle $20", "Eve straddle $40"),
        ),
        ["advisory 6.6 straddle_raise_quantum"],
        {"increment": ["breach 6.6"], "big_blind": [], "straddle": ["breach 6.6"]},
    ),
    (
        "straddle_raise_quantum",
        played(
            "Fay raises to $60",
            head=("straddles allowed",),
            players=6,
            posts=("Ben blind $5", "Cam blind $10", "Dee straddle $20", "Eve straddle $40"),
        ),
        [],
        {"straddle": ["breach 6.6"]},
    ),
    (
        "spread_maximum",
        played(*called("Dee", "Ann"), "Ben bets $25", "Cam raises to $50", limit="spread"),
        [],
        {"total": ["breach 6.8"]},
    ),
    (  # 25 in the pot, in chips of no less than 5
        "pot_ratio_rounding",
        played(
            *("Dee folds", "Ann calls $10", "Ben folds", "Cam checks", "burn", "communal [2c 8d 9c]", "Cam bets $15"),
            limit="half-pot",
            head=("chip $5",),
        ),
        [],
        {"exact": ["breach 6.7"]},
    ),
    (  # 40 in the pot, 2 of it taken after the first betting round
        "pot_limit_basis",
        played(
            *(*called("Dee", "Ann")[:-2], "pot $40 commission $2", "burn", "communal [2c 8d 9c]", "Ben bets $40"),
            limit="full-pot",
            head=("commission 5%",),
        ),
        [],
        {"net_of_rake": ["breach 6.7"]},
    ),
]

# ---- blinds, checks, shares ----

SHORT_BLIND = {"posts": ("Ben blind $5", "Cam blind $7 all in"), "stakes": {"Cam": 7}}
ENTERED = ("Dee sits 4 $500", "require Dee to post by higher-duties-dealer")
NOTICE = "notice limits to players by area-manager"


def entered(post: str) -> str:
    """Dee, who is new, puts up what gets a player cards."""
    first = hand("Eve folds", "Ann folds", "Ben folds", players=5, without=("Dee",))
    posts = ("Cam blind $5", "Eve blind $10", f"Dee {post} $10")
    stakes = {"Ben": 495, "Cam": 505}
    acts = ("Ann folds", "Ben folds", "Cam folds", "Dee folds")
    return table(first, *ENTERED, hand(*acts, players=5, number=2, button=2, posts=posts, stakes=stakes))


def noticed() -> str:
    """The limits are changed after three hands, notice having been given in the first of them."""
    won = ({}, {"Ben": 495, "Cam": 505}, {"Ann": 505, "Ben": 495})
    acts = [(f"{NAMES[n % 3]} folds", f"{NAMES[(n + 1) % 3]} folds") for n in range(4)]
    hands = [hand(*acts[n], players=3, stakes=won[n], number=n + 1, button=n + 1) for n in range(3)]
    hands[0] = hands[0].replace("Ann folds", f"{NOTICE}\nAnn folds")
    return table(*hands, "bets $5-$50", hand(*acts[3], players=3, number=4), limit="spread")


def divided(*wins: str) -> str:
    """Three players with the same hand share 200 dollars, Eve being the nearest on the left of the button."""
    play = ("Eve", "Fay", "Ann")
    checks = [f"{name} checks" for name in play]
    acts = ("Eve raises to $60", "Fay calls $60", "Ann calls $60", "Ben folds", "Cam folds", "Dee folds")
    cards = ("burn", "communal [Qd Jd Td]", *checks, "burn", "communal [Kd]", *checks, "burn", "communal [Ad]", *checks)
    shown = ("Eve shows [Qh 5s]", "Fay shows [Jh 4s]", "Ann shows [Th 3s]")
    text = hand(*acts, *cards, *shown, "pot $200", *wins, players=6, button=2, posts=("Cam blind $10", "Dee blind $10"))
    return table(text, blinds="$10, $10")


BLINDS: list[Case] = [
    (
        "short_blind_call",
        played("Dee calls $7", "Ann folds", **SHORT_BLIND),
        [],
        {"nominal": ["breach 6.17"], "actual": []},
    ),
    (
        "short_blind_call",
        played("Dee calls $10", "Ann folds", **SHORT_BLIND),
        [],
        {"nominal": [], "actual": ["advisory 6.6 short_all_in_raise_base"]},
    ),
    (
        "big_blind_option",
        played("Dee calls $10", "Ann calls $10", "Ben calls $5", "Cam checks"),
        [],
        {"none": ["breach 1.1:check"]},
    ),
    (
        "heads_up_blinds",
        played("Ann folds", players=2, posts=("Ann blind $5", "Ben blind $10")),
        ["advisory 8.9.2(a) heads_up_blinds"],
        {"literal": ["breach 8.9.2(a)"], "button_small": []},
    ),
    (
        "folded_player_may_top_up",
        played("Dee calls $10", "Ann folds", "Ann buys $100", "Ben calls $5", "Cam checks"),
        [],
        {"no": ["breach 6.11"]},
    ),
    (
        "odd_remainder",
        divided("Ann wins $66", "Eve wins $68", "Fay wins $66"),
        ["advisory 8.5.1 odd_remainder"],
        {"one_each": ["breach 8.5.1"], "all_to_first": []},
    ),
    ("penalty_blind_live", entered("post"), [], {"live": [], "dead": ["irregularity 8.10.2"]}),
    ("penalty_blind_live", entered("dead"), [], {"live": ["irregularity 8.10.2"], "dead": []}),
    ("notice_counts_current_hand", noticed(), [], {"no": ["breach 6.10"]}),
]
IN_CROWN = [*SIZES, *BLINDS]
