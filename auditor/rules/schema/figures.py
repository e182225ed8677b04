"""The figures of a game, each with the clause it comes from.

A figure is a small table of values in a rulebook, such as `raises = { most = 3, clause = …, check = "raise-cap" }`. The
replay reads the values, a finding takes its citation from the clause, and `check` names the check that watches over
it. A figure class is shared by every game that has this kind of rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import ClassVar, Literal

from auditor.rules.schema.record import Record

Cents = int  # money in minor units; a value declared as such is shown as an amount


class Figure(Record):
    """Values of a rulebook with their clause, the clauses it is read with, and the check that decides it."""

    asks_agreement_on: ClassVar[str | None] = (
        None  # what people may agree on where a clause has such a figure, as logs say it
    )

    clause: str
    with_: tuple[str, ...] = ()
    check: str | None = None
    limits: tuple[str, ...] = ()  # the kinds of betting limit it is for, as tables declare them; none: all of them


# ---- the instrument ----


class Approval(Figure):
    """The day on which the rules were approved, which may lie before the day from which they are in force."""

    approved: date


# ---- the table and the cards ----


class Seats(Figure):
    """How many players may sit at the table at once, or be dealt in."""

    most: int
    counted: Literal["seated", "dealt-in"] = "seated"


class Deck(Figure):
    """The cards the game is played with: their ranks, high to low; is one that lies open twice a fault of the deck?"""

    ranks: str
    joker: bool = False  # is one of its cards?
    stray_joker: Literal["fault", "scrap"] = "fault"  # one that is none of them: a fault of the deck, or a mere scrap
    distinct: bool = False


class Dealt(Figure):
    """How grave it is to deal somebody another number of cards than the rounds say."""

    severity: Literal["breach", "irregularity"] = "irregularity"


class LowAce(Figure):
    """When the ace may also stand below the lowest card: always, never, or by agreement before the hand."""

    when: Literal["always", "never", "agreed"]
    presumed: bool = False  # is an agreement presumed where the record is silent?


class ReducedDeck(Figure):
    """How many players at most may agree to play with a deck, and how they are counted."""

    most: int
    counted: Literal["dealt-in", "seated"] = "dealt-in"
    presumed: bool = True  # is their agreement presumed where the record is silent?


class Forced(Figure):
    """A wager before the cards: which kind, by whom, and which multiples of the table minimum or of the last blind.

    The first figure of a kind is for the first such wager of a hand, the second for the second; the last one is for all
    that follow, if anybody may make them. Where the table declares its blinds, one figure is for all of them: they are
    put up by the players on the left of the buck (`left`), one after the other. What follows the last blind is put up
    by the next player on its left (`onward`).
    """

    kind: str
    also: tuple[str, ...] = ()  # other words of a log for it
    live: Literal["all", "opening"] = "all"  # how much of it counts in the first round: up to the least opening
    by: Literal["buck", "next", "all", "any", "left", "onward"]
    multiples: tuple[int, ...] = (1,)
    of: Literal["minimum", "last", "declared"] = "minimum"
    form: str | None = None  # the form of betting it belongs to
    timed: bool = True  # is one after the first card judged under this clause? If not, another clause is about it
    once: bool = False  # may only one be made? Another is judged under the clause that says so
    short: Literal["advisory", "allowed"] = "advisory"  # last chips that are less than one that nobody has to make

    @property
    def kinds(self) -> tuple[str, ...]:
        """All the words of a log for it."""
        return (self.kind, *self.also)


class BlindStructure(Record):
    """How blinds are counted where the text is silent, so that this has no clause."""

    live: bool = True  # does a blind count towards what its player must put in?
    quantum: Literal["compulsory", "increment", "last"] = "last"  # the least raise of the first round: by which blind
    short: Literal["either", "nominal", "actual", "entering"] = "nominal"  # what meets a blind of somebody's last chips
    opened: bool = False  # are they the first wager of the betting, so that the next above them is a raise?
    minimum: Literal["declared", "blind"] = "declared"  # the table's minimum, or else the last blind, is what enters
    straddled: Literal["first", "all"] = "first"  # the betting rounds whose minimum a straddle raises
    straddle_raises: bool = False  # is a straddle one of the raises of its round?
    heads_up: Literal["left", "button"] = "left"  # who of two players has the first blind: on its left, or the button
    alone: Literal["left", "button"] = "left"  # and of any number the only one that a table declares
    repeated: bool = False  # may two players put up the last one, being both due for it?


class Kill(Figure):
    """A blind that raises the limits of a hand: what a table may have of it, and by how much each raises them.

    Both the blind itself and the limits are so many per cent of what they are otherwise. Where a table declares none, a
    kill is of the kind that its amount shows.
    """

    sizes: Mapping[str, int]
    late_last: bool = False  # does who killed the pot after the first cards act last in the first betting round?


class Opening(Figure):
    """The clause on what the betting is opened with, at tables that declare a minimum above their last blind."""


class Early(Figure):
    """What becomes of acts out of turn, beside what the clauses on them say.

    A wager that stands may be judged by size and count like any other; else only what is too much goes back. Who takes
    back one that was overtaken may have to fold or wager anew, and a check may cost the right to bet or raise: for the
    round or the hand, or until somebody else bets or raises.
    """

    judged: bool = False
    answer: bool = False
    forfeits: Literal["nothing", "unchanged", "round", "hand"] = "nothing"


# ---- betting ----


class Opener(Figure):
    """Who acts first in a betting round: a seat by its place, or the highest or lowest card or cards showing.

    Of several with equal cards it is the one at the buck or nearest after it clockwise; `nearest` says what that means
    where the text does not name the buck seat itself. Or it is the one who got cards first (`dealt`), or suits decide.
    """

    seat: Literal[
        "buck", "after-buck", "after-blinds", "high-card", "high-board", "low-card", "low-board", "first-bettor"
    ]
    with_blinds: Literal["same", "after-buck"] = "same"  # who it is where blinds were put up
    severity: Literal["breach", "irregularity"] = "irregularity"  # of beginning with another player
    tie: Literal["buck", "nearest", "dealt"] = "buck"
    nearest: Literal["either", "buck", "other"] = "either"
    value: Literal["poker-value", "single-card"] = "poker-value"  # of several cards showing
    tapped_out: Literal["either", "next-best", "next-clockwise"] = "either"  # who stands in for a player without chips
    suits: bool = False  # do suits decide between cards of a rank?
    low_ace: bool = False  # is the ace the lowest card?
    compared: Literal["shared", "all"] = "shared"  # as many cards as everybody shows, or all, with those for everybody
    whole: Literal["counted", "either", "ignored"] = "counted"  # the straights and flushes that five cards make
    turned: bool | None = (
        None  # is it only for rounds before which a last card was turned up by mistake, or for others?
    )


class Designated(Figure):
    """What the designated player may do who opens the betting and has the blind on the table already.

    A raise is one of the round's raises, or is the opening wager instead; then `opening_raise_counts` may still make it
    one. If the blind is not the opening wager, another has to be added first.
    """

    raise_counts: bool
    opening_raise_counts: bool = False
    blind_is_opening: bool = True


class Grant(Figure):
    """An act the rulebook offers a player in this betting round: the first to act, those after, or by its opening."""

    act: Literal["fold", "check", "call", "open", "raise"]
    to: Literal["first", "following", "unopened", "opened", "any"] = "any"


class CallRule(Figure):
    """A call brings the player's total to the highest total of the round, or is all that is left.

    One for less may have to be made up, or folded and left, under a clause of its own. So may it have a clause of its
    own to enter the betting for less than the blinds ask.
    """

    made_up: bool = False
    strict: bool = False  # is a call with too much no raise, and a raise that does not meet the wager a call for less?
    apart: tuple[str, ...] = ()  # what is entered over that has a clause of its own: minimum, straddle, short-blind


class Sizes(Figure):
    """What an opening wager or a raise may be, in multiples of a unit.

    These exactly, or from least to most, or the least and whatever the ceilings allow. A `forced` opening must be made.
    The unit is the blind, the minimum of the round, the bet that the table declares for the round, or the `quantum`:
    the least raise of the round, which is that of the blinds in the first round and the minimum in the others.
    """

    multiples: tuple[int, ...]
    mode: Literal["exact", "range", "least"] = "exact"
    unit: Literal["blind", "minimum", "bet", "quantum"] = "blind"
    forced: bool = False
    covering: bool = False  # is a wager free of it that puts in all that any opponent has?
    paired: bool = False  # with an open pair, is the bet of the last rounds allowed too?
    lower: bool = True  # does it judge the bet of an earlier round, which may have a clause of its own?
    raising: bool = False  # is an opening of twice the least size a bet and a raise in one?
    apart: tuple[str, ...] = ()  # what a raise goes over, or that it was meant for a call: clauses of their own rule it


class Ceiling(Figure):
    """The most an opening wager or a raise may be where the table is played with this kind of limit.

    It is the table maximum, or a share of the pot with the amount to call added, or a multiple of the previous wager.
    """

    of: Literal["maximum", "pot", "wager"]
    act: Literal["open", "raise", "any"] = "any"
    times: int = 1  # what it is measured by, multiplied
    divided_by: int = 1
    scope: Literal["all", "contested"] = "all"  # which pots count
    basis: Literal["gross", "net"] = "gross"  # with what has been taken from them as commission, or without
    least: Literal["minimum", "raise"] = "minimum"  # what may be wagered however small the pot is
    per: Literal["increment", "total"] = "increment"  # what the table maximum bounds: each wager, or a player's total
    rounded: Literal["exact", "chip", "declared"] = "exact"  # or up to the next chip, or the unit the table declares
    small_blind: Literal["actual", "declared", "big"] = "actual"  # what it counts for until the big blind is through
    short_blind: Literal["actual", "nominal"] = "actual"  # what a blind of somebody's last chips counts for at first
    missing: Literal["unknown", "absent", "nominal"] = "unknown"  # and a blind that nobody put up
    apart: bool = False  # have other ways of counting that a table may declare clauses of their own?
    enforced: bool = False  # does the dealer have to see to it unasked?
    exact: bool = False  # is a raise to be neither more nor less?
    silent_chip: bool = True  # does it judge one chip put in first without a word, which may have a clause of its own?
    base: Literal["highest", "last"] = "highest"  # the previous wager: the highest total, or the last actor's
    measure: Literal["total", "chips"] = "total"  # what of the raiser's is compared with it


class RaiseCap(Figure):
    """How many raises a betting round may have; whether the opening wager is one of them.

    Raises past the cap are `joined` to one fault, or each is one of its own.
    """

    most: int
    opening_counts: bool = False
    joined: bool = False


class RaiseFloor(Figure):
    """A raise may not be smaller than an earlier raise of the round.

    One that was too small may set the measure for those after it (`lowered`), so that they are no faults as well.
    """

    opening_counts: bool = False
    lowered: bool = False


class Uncapped(Figure):
    """The number of players between whom the cap does not hold, and how they are counted.

    Those with chips to wager, or everybody still in, or those with chips and whoever put in the last in this round.
    They are counted at each raise, when the round begins, or when the cap is reached, which then holds or not for the
    rest of the round. In a tournament it may hold between any number of players but the last two of the event, whose
    tables declare the feature named `last_two`.
    """

    players: int
    counted: Literal["able", "active", "this-round"] = "able"
    at: Literal["raise", "round", "cap"] = "raise"
    capper: Literal["after", "before"] = (
        "after"  # who reaches the cap with the last chips: counted as having none, or not
    )
    last_two: str | None = None
    lifts: Literal["count", "count-and-size"] = "count"


class ShortRaise(Record):
    """A raise with the last chips that is smaller than a full one: how it is counted, and others measured after it.

    Where `half` a full raise is enough, one that is no less is taken for a full one: it is counted, lets everybody
    raise again, and later raises are measured from it or, if so `raised`, from the full level that it fell short of.
    """

    limits: tuple[str, ...] = ()
    treatment: Literal["tolerated", "forbidden", "counted", "half"] = "tolerated"
    base: Literal["either", "last-full", "highest", "opening"] = "either"  # from the highest, but for a short opening
    counts: Literal["half", "never", "always"] = "half"  # where half is enough: which are among the round's raises
    reference: Literal["full-level", "highest"] = "full-level"  # and what half of one is measured from
    raised: Literal["wagered", "full-level", "completed", "either"] = "wagered"  # or from that before it, or both
    several: Literal["last-full", "highest", "either"] = "last-full"  # and over several that make half a raise together
    several_count: bool = False  # are those one of the round's raises?
    past_cap: Literal["ignored", "reported"] = "ignored"  # one that is no raise, once there were all that there may be
    over_forced: Literal["increase", "total", "either"] = "increase"  # half of what, over a forced bet of less than one
    bounded: bool = False  # last chips beyond what is open to a player are judged by the clause on those alone


class Reopening(Figure):
    """Who has acted may raise again only over a full bet or raise; what a short raise with the last chips does not do.

    Several of them may together come to a full one (`cumulative`); a player who only checked may have kept all rights.
    """

    cumulative: bool = False
    checked: Literal["closed", "open"] = "closed"
    over: Literal["any", "full", "nothing"] = "any"  # the clause is on short ones over a full bet, or over none
    last_chips: bool = False  # are a player's own last chips judged too, there being no clause on those?
    half: bool = False  # is it open to who faces half a bet more than at the last act, whoever brought that about?
    several: bool | None = None  # the clause is on several short ones since the player acted, or on one


class Checking(Figure):
    """Whether a player may check in this round, and what declining an option is."""

    allowed: bool
    option_pass: Literal["not-a-check", "check"] = "not-a-check"


class Premature(Figure):
    """What betting is left after a communal card was shown too early."""

    stage: Literal["unfinished", "unopened"]
    cap: Literal["level", "size", "minimum"]


RemedyPart = Literal["error", "stay", "cards", "burns", "next"]


class Remedy(Figure):
    """An error with communal cards, and how it is put right.

    They came before the betting was over (`early`) or before all had given up a card (`undiscarded`), without a card
    burnt before them (`unburnt`) or with several (`overburnt`), or there were too many (`surplus`). The wrong cards go
    back among those to be dealt, are set aside or become a burn card, and others come in their place; of a surplus the
    right ones may stay. Several clauses may share one remedy, each of them deciding parts of it; of the error itself a
    clause may tell `apart` from what was wrong with its remedy.
    """

    name: str | None = None  # of this remedy among the others, for readings that concern it
    fault: Literal["early", "undiscarded", "unburnt", "overburnt", "surplus"]
    streets: tuple[str, ...]  # the betting rounds, by name, that the cards are for
    least: int = 1  # of a surplus: for how many cards too many this is the remedy
    most: int | None = None
    action: bool | None = None  # of a missing burn: only where substantial action came before it was seen, or not
    stands: Literal["substantial", "act"] = "substantial"  # after which action cards turned with a wrong burn stand
    goes: Literal["back", "aside", "burnt", "anywhere"]
    steps: tuple[Literal["shuffle", "cut"], ...] = ("shuffle", "cut")  # with the cards that go back
    stays: bool = False  # are the right cards kept?
    burns: int = 0  # before the new cards
    any_burns: bool = False  # the text does not say how many
    next_burns: int = 1  # and before those of the next betting round
    kept: Literal["either", "never", "always"] = "either"  # does the board stay if the card is given up late?
    decides: tuple[RemedyPart, ...] = ("error", "stay", "cards", "burns", "next")
    apart: bool = False
    severity: Literal["breach", "irregularity"] = "breach"  # of another remedy


class Discard(Figure):
    """Cards that every player left must give up before a betting round."""

    cards: int


class Betting(Record):
    """Betting rounds under the same rules: the cards before each, who opens, what may be done and how much wagered.

    What depends on the kind of limit a table is played with may stand in several figures, each with its `limits`.
    """

    names: tuple[str, ...]
    form: str | None = None  # the form of betting that has these rounds; None where there is only one
    deal: tuple[tuple[str, ...], ...]  # for each round, the passes that come before it: 'd' a card down, 'u' one up
    communal: tuple[int, ...] = ()  # communal cards on the table when each begins, if there are any
    bet: int | None = None  # which of two amounts that a table declares is its bet, from zero; else in equal parts
    draw: bool = False  # players change cards before it
    draw_from: Literal["buck", "after-buck"] = "buck"  # beginning with whom
    filled: bool = False  # and who had too few is dealt the rest with the replacements
    discard: Discard | None = None  # what players give up before it
    opener: Opener
    designated: Designated | None = None
    stand_in: Opener | None = None  # for when the opener is out of the hand
    grants: tuple[Grant, ...] = ()
    call: CallRule
    opening: Sizes | tuple[Sizes, ...] | None = None
    size: Sizes | tuple[Sizes, ...]
    raises: RaiseCap | tuple[RaiseCap, ...] | None = None
    floor: RaiseFloor | tuple[RaiseFloor, ...] | None = None
    ceilings: tuple[Ceiling, ...] = ()
    reopening: tuple[Reopening, ...] = ()
    checking: Checking
    premature: tuple[Premature, ...] = ()

    def __post_init__(self) -> None:
        """As many rounds as there are deals before them."""
        if len(self.names) != len(self.deal) or len(self.communal) not in (0, len(self.names)):
            raise ValueError("'names', 'deal' and 'communal' must have one entry for each betting round")
