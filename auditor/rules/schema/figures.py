"""The figures of a game, each with the clause it comes from.

A figure is a small table of values in a rulebook, such as `raises = { most = 3, clause = …, check = "raise-cap" }`. The
replay reads the values, a finding takes its citation from the clause, and `check` names the check that watches over
it. Every game that has this kind of rule shares the figure's class.

The documentation site prints the docstring of a class, and the comment beside a field as the meaning of that field.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import ClassVar, Literal

from auditor.rules.schema.record import Record

Cents = int  # money in minor units; a value of this type is printed as an amount


class Figure(Record):
    """Values of a rulebook with their clause, the clauses it is read with, and the check that decides it."""

    asks_agreement_on: ClassVar[str | None] = None  # what people may agree on under such a clause, in a log's word

    clause: str  # the clause that the values come from
    with_: tuple[str, ...] = ()  # the clauses that it is read with
    check: str | None = None  # the check that decides it
    limits: tuple[str, ...] = ()  # the kinds of betting limit it is for, as tables declare them; none means all


# ---- the instrument ----


class Approval(Figure):
    """The day on which the rules were approved, which may be before the day from which they are in force."""

    approved: date


# ---- the table and the cards ----


class Seats(Figure):
    """How many players may sit at the table at once, or be dealt in."""

    most: int  # players
    counted: Literal["seated", "dealt-in"] = "seated"  # who counts: everybody seated, or only those dealt in


class Deck(Figure):
    """The cards that the game is played with."""

    ranks: str  # from high to low, such as "AKQJT987"
    joker: bool = False  # is a joker one of its cards?
    stray_joker: Literal["fault", "scrap"] = "fault"  # a joker that does not belong: a fault of the deck, or a scrap
    distinct: bool = False  # is a card that is seen twice a fault of the deck?


class Dealt(Figure):
    """How grave it is to deal a player more or fewer cards than the betting rounds say."""

    severity: Literal["breach", "irregularity"] = "irregularity"


class LowAce(Figure):
    """Whether the ace may also stand below the lowest card."""

    when: Literal["always", "never", "agreed"]  # agreed: if people agree on it before the hand
    presumed: bool = False  # is an agreement presumed where the record is silent?


class ReducedDeck(Figure):
    """How many players at most may agree to play with a deck of fewer cards."""

    most: int  # players
    counted: Literal["dealt-in", "seated"] = "dealt-in"  # who counts: everybody seated, or only those dealt in
    presumed: bool = True  # is their agreement presumed where the record is silent?


Maker = Literal["buck", "next", "all", "any", "left", "onward"]


class Forced(Figure):
    """A wager before the cards: its kind, who makes it, and how large it is.

    The first figure of a kind is for the first such wager of a hand, the second for the second. The last figure is for
    all that follow, if anybody may make them. Where the table declares its blinds, one figure is for all of them: the
    players on the left of the buck put them up one after the other (`left`). A blind that follows the last one is put
    up by the next player on its left (`onward`). Any other wager is made by the player at the buck (`buck`), by the one
    after (`next`), by everybody (`all`) or by whoever wants to (`any`).
    """

    kind: str  # what logs call it: "blind"
    also: tuple[str, ...] = ()  # other words of a log for it
    live: Literal["all", "opening"] = "all"  # how much of it counts in the first round: all, or up to the least opening
    by: Maker  # who makes it
    multiples: tuple[int, ...] = (1,)  # the sizes it may have, as multiples of what `of` names
    of: Literal["minimum", "last", "declared"] = "minimum"  # the table minimum, the last blind, or what tables declare
    form: str | None = None  # the form of betting it belongs to
    timed: bool = True  # does this clause judge one made after the first card? If not, another clause does
    once: bool = False  # may only one be made? The clause that says so judges a second one
    short: Literal["advisory", "allowed"] = "advisory"  # last chips that fall short of one that nobody has to make

    @property
    def kinds(self) -> tuple[str, ...]:
        """All the words of a log for it."""
        return (self.kind, *self.also)


class BlindStructure(Record):
    """How blinds are counted. The texts are silent on this, so it has no clause."""

    live: bool = True  # does a blind count towards what its player must put in?
    quantum: Literal["compulsory", "increment", "last"] = "last"  # the blind that sets the least raise of round one
    short: Literal["either", "nominal", "actual", "entering"] = "nominal"  # what meets a blind of somebody's last chips
    opened: bool = False  # are blinds the first wager of the betting, so that the next above them is a raise?
    minimum: Literal["declared", "blind"] = "declared"  # the least wager: as declared, or else the last blind
    straddled: Literal["first", "all"] = "first"  # the betting rounds whose minimum a straddle raises
    straddle_raises: bool = False  # is a straddle one of the raises of its round?
    heads_up: Literal["left", "button"] = "left"  # who of two players has the first blind
    alone: Literal["left", "button"] = "left"  # who has the only blind that a table declares, among any number
    repeated: bool = False  # may two players put up the last blind because both are due for it?


class Kill(Figure):
    """A kill: a blind that raises the limits of a hand.

    A table may have kills of several kinds. Where it declares none, the amount of a kill shows of which kind it is.
    """

    sizes: Mapping[str, int]  # by kind, in per cent: the kill of the big blind, and the hand's limits of the usual ones
    late_last: bool = False  # does a player who kills the pot after the first cards act last in the first round?


class Opening(Figure):
    """What the betting is opened with at tables that declare a minimum above their last blind."""


class Early(Figure):
    """What becomes of acts out of turn, beside what the clauses on them say."""

    judged: bool = False  # is a wager that stands judged by size and count? If not, only what is too much goes back
    answer: bool = False  # must a player who takes back a wager that was overtaken fold, or wager anew?
    forfeits: Literal[  # for how long a check costs the right to bet or raise; unchanged: until somebody bets or raises
        "nothing", "unchanged", "round", "hand"
    ] = "nothing"


# ---- betting ----


OpenerSeat = Literal[
    "buck", "after-buck", "after-blinds", "high-card", "high-board", "low-card", "low-board", "first-bettor"
]


class Opener(Figure):
    """Who acts first in a betting round: the player in a certain place, or with the highest or lowest cards showing.

    Of several players with equal cards it is the one at the buck or the nearest after it clockwise, or the one who got
    cards first (`dealt`), or suits decide.
    """

    seat: OpenerSeat  # who acts first
    with_blinds: Literal["same", "after-buck"] = "same"  # who acts first where blinds were put up
    severity: Literal["breach", "irregularity"] = "irregularity"  # of beginning with another player
    tie: Literal["buck", "nearest", "dealt"] = "buck"  # who begins of several players with equal cards
    nearest: Literal["either", "buck", "other"] = "either"  # is the player at the buck the nearest to it, or another?
    value: Literal["poker-value", "single-card"] = "poker-value"  # how several cards showing are valued
    tapped_out: Literal["either", "next-best", "next-clockwise"] = "either"  # who stands in for a player without chips
    suits: bool = False  # do suits decide between cards of a rank?
    low_ace: bool = False  # is the ace the lowest card?
    compared: Literal["shared", "all"] = "shared"  # as many cards as everybody shows, or all with the communal ones
    whole: Literal["counted", "either", "ignored"] = "counted"  # do straights and flushes of five cards showing count?
    turned: bool | None = None  # only for rounds before which a last card was turned up by mistake, or only for others


class Designated(Figure):
    """What the designated player may do who opens the betting and has the blind on the table already."""

    raise_counts: bool  # is that player's raise one of the round's raises? If not, it is the opening wager
    opening_raise_counts: bool = False  # is it one of the raises even as the opening wager?
    blind_is_opening: bool = True  # is the blind the opening wager? If not, the player has to add one first


class Grant(Figure):
    """An act that the rulebook offers to players in this betting round.

    It is for the first player to act (`first`) or those after (`following`), or for anybody while the betting is not
    opened (`unopened`) or once it is (`opened`).
    """

    act: Literal["fold", "check", "call", "open", "raise"]
    to: Literal["first", "following", "unopened", "opened", "any"] = "any"  # whom it is offered to


class CallRule(Figure):
    """A call brings the player's total of the round to the highest total, or takes all the chips that are left.

    A clause of its own may be on a call for less, and on entering the betting for less than the blinds ask.
    """

    made_up: bool = False  # must a player who calls for less make it up, or fold and leave it?
    strict: bool = False  # is a call of too much no raise, and a raise that does not meet the wager a call for less?
    apart: tuple[str, ...] = ()  # what has a clause of its own for entering: minimum, straddle, short-blind


class Sizes(Figure):
    """How large an opening wager or a raise may be, in multiples of a unit.

    It is one of the multiples (`exact`), or from the first to the last (`range`), or at least the first (`least`), with
    no bound but the ceilings. The unit is the blind, the minimum of the round, the bet that the table declares for the
    round, or the `quantum`: the least raise of the round, which is that of the blinds in the first round and the
    minimum in the others.
    """

    multiples: tuple[int, ...]  # of the unit
    mode: Literal["exact", "range", "least"] = "exact"  # how the multiples are meant
    unit: Literal["blind", "minimum", "bet", "quantum"] = "blind"  # what the multiples are of
    forced: bool = False  # must the first player to act make this opening?
    covering: bool = False  # may a wager that puts in all that any opponent has be of another size?
    paired: bool = False  # with an open pair, is the bet of the last rounds allowed too?
    lower: bool = True  # does it judge a wager of an earlier round's bet? If not, a clause of its own does
    raising: bool = False  # is an opening of twice the least size a bet and a raise in one?
    apart: tuple[str, ...] = ()  # what other clauses judge: raises over certain wagers, or meant for a call


class Ceiling(Figure):
    """The most that an opening wager or a raise may be at a table with this kind of limit.

    It is the table maximum, or a share of the pot with the amount to call added, or a multiple of the previous wager.
    """

    of: Literal["maximum", "pot", "wager"]  # what it is measured by
    act: Literal["open", "raise", "any"] = "any"  # the wagers it is for
    times: int = 1  # what it is measured by is multiplied by this
    divided_by: int = 1  # and divided by this
    scope: Literal["all", "contested"] = "all"  # which pots count: all, or those that players with chips compete for
    basis: Literal["gross", "net"] = "gross"  # the pot with what was taken from it as commission, or without
    least: Literal["minimum", "raise"] = "minimum"  # what may be wagered however small the pot is
    per: Literal["increment", "total"] = "increment"  # what the table maximum bounds: each wager, or a player's total
    rounded: Literal["exact", "chip", "declared"] = "exact"  # rounded up to the next chip, or to the unit declared
    small_blind: Literal["actual", "declared", "big"] = "actual"  # what it counts for in the pot of the first round
    short_blind: Literal["actual", "nominal"] = "actual"  # what a blind of somebody's last chips counts for at first
    missing: Literal["unknown", "absent", "nominal"] = "unknown"  # what a blind counts for that nobody put up
    apart: bool = False  # do clauses of their own judge the other ways of counting that a table may declare?
    enforced: bool = False  # does the dealer have to see to it unasked?
    exact: bool = False  # must a raise be exactly this?
    silent_chip: bool = True  # does it judge one chip that opens without a word? If not, a clause of its own does
    base: Literal["highest", "last"] = "highest"  # the previous wager: the highest total, or the last actor's
    measure: Literal["total", "chips"] = "total"  # what is compared with it: the raiser's total, or the chips put in


class RaiseCap(Figure):
    """How many raises a betting round may have."""

    most: int  # raises
    opening_counts: bool = False  # is the opening wager one of them?
    joined: bool = False  # are all raises past the cap one fault? If not, each is a fault of its own
    house: bool = False  # may a table declare another number?


class RaiseFloor(Figure):
    """A raise may not be smaller than an earlier raise of the round."""

    opening_counts: bool = False  # does the opening wager count as an earlier raise?
    lowered: bool = False  # does a raise that was too small set the measure for later ones, so that they are no faults?


class Uncapped(Figure):
    """How few players must be left for the cap on raises not to hold, and how they are counted.

    They are the players with chips to wager (`able`), or all who are still in (`active`), or those with chips and those
    who put in their last in this round (`this-round`). They are counted at each raise, when the round begins, or when
    the cap is reached, which then holds or not for the rest of the round. In a tournament the cap may hold between any
    number of players but the last two of the event.
    """

    players: int  # the cap does not hold between so many players, or fewer
    counted: Literal["able", "active", "this-round"] = "able"  # who counts
    at: Literal["raise", "round", "cap"] = "raise"  # when they are counted
    capper: Literal["after", "before"] = "after"  # counts a player who reaches the cap all-in as after that, or before
    last_two: str | None = None  # the feature that tables of a tournament's last two players declare
    lifts: Literal["count", "count-and-size"] = "count"  # what is then free: how many raises, or also their size


class ShortRaise(Record):
    """A raise with the last chips that is smaller than a full one: how it counts, and how later raises are measured.

    Where `half` a full raise is enough, a raise of at least that is taken for a full one: it counts, it lets everybody
    raise again, and later raises are measured from it or, as `raised` says, from another level. `base` is the level
    that the next raise is measured from: the highest total, the last full level, or either. `opening` means the last
    full level after an opening that fell short, and the highest total otherwise.
    """

    limits: tuple[str, ...] = ()  # the kinds of betting limit it is for; none means all
    treatment: Literal["tolerated", "forbidden", "counted", "half"] = "tolerated"  # how such a raise is taken
    base: Literal["either", "last-full", "highest", "opening"] = "either"  # what the next raise is measured from
    counts: Literal["half", "never", "always"] = "half"  # where half is enough: which are among the round's raises
    reference: Literal["full-level", "highest"] = "full-level"  # where half is enough: what half is measured from
    raised: Literal["wagered", "full-level", "completed", "either"] = "wagered"  # the same after half a raise
    several: Literal["last-full", "highest", "either"] = "last-full"  # the same after several short ones that make half
    several_count: bool = False  # are several that together make half a raise one of the round's raises?
    past_cap: Literal["ignored", "reported"] = "ignored"  # one that is no raise, made after the last raise allowed
    over_forced: Literal["increase", "total", "either"] = "increase"  # over less than a full forced bet: half by what
    bounded: bool = False  # does the clause on last chips alone judge those that go beyond what is open to a player?


class Reopening(Figure):
    """A player who has acted may raise again only over a full bet or raise.

    A short raise, one with somebody's last chips that is less than a full one, does not let the player raise again.
    """

    cumulative: bool = False  # may several short raises together come to a full one?
    checked: Literal["closed", "open"] = "closed"  # is the betting open to a player who has only checked?
    over: Literal["any", "full", "nothing"] = "any"  # the short raises it is on: over a full bet, over none, or both
    last_chips: bool = False  # does it judge a player's own last chips too, because no clause is on those?
    half: bool = False  # may a player raise who faces half a bet more than at the last act, however that came about?
    several: bool | None = None  # only for several short raises since the player acted, or only for one


class Checking(Figure):
    """Whether a player may check in this round."""

    allowed: bool
    option_pass: Literal["not-a-check", "check"] = "not-a-check"  # is declining an option to raise a check?


class Premature(Figure):
    """What betting is left after a communal card was shown too early."""

    stage: Literal["unfinished", "unopened"]  # of the betting round when the card was shown
    cap: Literal["level", "size", "minimum"]  # the most that is left: the level reached, the largest wager, the minimum


RemedyPart = Literal["error", "stay", "cards", "burns", "next"]


class Remedy(Figure):
    """An error with communal cards, and how it is put right.

    The cards came before the betting was over (`early`) or before all players had given up a card (`undiscarded`),
    without a card burnt before them (`unburnt`) or with several (`overburnt`), or there were too many (`surplus`). The
    wrong cards go back among those to be dealt, are set aside or become a burn card, and others come in their place.
    Several clauses may share one remedy; then each of them decides parts of it.
    """

    name: str | None = None  # the name by which readings refer to this remedy
    fault: Literal["early", "undiscarded", "unburnt", "overburnt", "surplus"]  # the error
    streets: tuple[str, ...]  # the betting rounds, by name, that the cards are for
    least: int = 1  # of a surplus: this is the remedy for at least so many cards too many
    most: int | None = None  # of a surplus: and for at most so many
    action: bool | None = None  # of a missing burn: only after substantial action, or only before; None: always
    stands: Literal["substantial", "act"] = "substantial"  # the action after which cards turned with a wrong burn stand
    goes: Literal["back", "aside", "burnt", "anywhere"]  # where the wrong cards go
    steps: tuple[Literal["shuffle", "cut"], ...] = ("shuffle", "cut")  # what is done once cards have gone back
    stays: bool = False  # of a surplus: do the right cards stay?
    burns: int = 0  # how many cards are burnt before the new cards
    any_burns: bool = False  # the text does not say how many cards are burnt
    next_burns: int = 1  # how many cards are burnt before those of the next betting round
    kept: Literal["either", "never", "always"] = "either"  # does the board stay if the card is given up late?
    decides: tuple[RemedyPart, ...] = ("error", "stay", "cards", "burns", "next")  # the parts that the clause decides
    apart: bool = False  # does the clause report the error even where a wrong remedy is reported too?
    severity: Literal["breach", "irregularity"] = "breach"  # of putting it right in another way


class Discard(Figure):
    """How many cards every player who is left must give up before a betting round."""

    cards: int


class Betting(Record):
    """Betting rounds under the same rules: the cards before each, who opens, what may be done and how much wagered.

    Rules that depend on the kind of limit of a table may stand in several figures, each with its `limits`.
    """

    names: tuple[str, ...]  # of the rounds
    form: str | None = None  # the form of betting that has these rounds; None where there is only one
    deal: tuple[tuple[str, ...], ...]  # for each round, the passes that come before it: 'd' a card down, 'u' one up
    communal: tuple[int, ...] = ()  # communal cards on the table when each round begins, if the game has any
    bet: int | None = None  # which of two amounts that a table declares is the bet, from zero; None: in equal parts
    draw: bool = False  # do players change cards before it?
    draw_from: Literal["buck", "after-buck"] = "buck"  # with whom the draw begins
    filled: bool = False  # is a player who had too few cards dealt the rest with the replacements?
    discard: Discard | None = None  # the cards that players give up before it
    opener: Opener
    designated: Designated | None = None
    stand_in: Opener | None = None  # who acts first where the opener is out of the hand
    grants: tuple[Grant, ...] = ()
    call: CallRule
    opening: Sizes | tuple[Sizes, ...] | None = None  # the sizes of the opening wager
    size: Sizes | tuple[Sizes, ...]  # the sizes of raises
    raises: RaiseCap | tuple[RaiseCap, ...] | None = None
    floor: RaiseFloor | tuple[RaiseFloor, ...] | None = None
    ceilings: tuple[Ceiling, ...] = ()
    reopening: tuple[Reopening, ...] = ()
    checking: Checking
    premature: tuple[Premature, ...] = ()

    def __post_init__(self) -> None:
        """Refuse another number of deals, or of counts of communal cards, than there are rounds."""
        if len(self.names) != len(self.deal) or len(self.communal) not in (0, len(self.names)):
            raise ValueError("'names', 'deal' and 'communal' must have one entry for each betting round")
