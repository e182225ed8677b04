"""The vocabulary of what can happen at a table, one small type each.

Every reader maps its format onto these types, and nothing else reaches the replay. Each event knows the line and the
column it was read from. Money is in whole minor units, cards are the small integers of `auditor.vocabulary.cards`;
whatever a log does not say is None, never a guess.

The types of the fields say what may stand in them. The reader and the schema of `auditor.logs.events_json.reader` are
made from them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import Annotated, Literal, TypeVar, dataclass_transform

from auditor.vocabulary.cards import Cards

Cents = Annotated[int, "money"]
Price = Annotated[int, "price"]  # money, and not nothing
Change = Annotated[int, "change"]  # money that a log may state to be less than nothing
SeatNumber = Annotated[int, "seat"]
Time = Annotated[str, "time"]  # of day: "21:40"
Word = Annotated[str, "word"]  # of a list that rulebooks may lengthen: "ace-low"
Choice = Annotated[str, "choice"]  # one of several ways, which rulebooks name: "half-pot", "40"
Name = Annotated[str, "name"]
RulesId = Annotated[str, "rules"]  # of a rulebook: "act/canberra-manila"
HandNumber = Annotated[str, "number"]

Step = Literal[
    "announcement",
    "approval",
    "bonus-verification",
    "briefing",
    "charge-verification",
    "cloth",
    "cut",
    "cut-completed",
    "cutting-card",
    "dealer-change",
    "deck-check",
    "deck-count",
    "deck-in-view",
    "designation",
    "director",
    "drop",
    "float",
    "fold-area",
    "inspector-advice",
    "losers-killed",
    "reserved-button",
    "rules-copy",
    "seat-draw",
    "shoe",
    "shuffle",
    "sign",
    "slide",
    "terms-copy",
]
Posting = Literal["blind", "ante", "over-blind", "straddle", "bring-in", "dead", "post", "kill"]
Manner = Literal["with one chip", "in two motions", "in cash", "in non-value chips"]
RemarkKind = Literal["chat", "observer", "unknown"]
Said = Literal["nothing", "call", "bet", "raise", "all-in"]  # words that came with a wager


T = TypeVar("T")


@dataclass_transform()
def event(kind: type[T]) -> type[T]:
    """A slotted dataclass. What `Event` gives to all is not generated anew for each: there are sixty at every start."""
    return dataclass(slots=True, repr=False, eq=False, match_args=False)(kind)


@event
class Event:
    """Anything a log can state, with its place."""

    line: int
    column: int

    def __repr__(self) -> str:
        """The event with all it says."""
        said = [f"{field.name}={getattr(self, field.name)!r}" for field in fields(self)]
        return f"{type(self).__name__}({', '.join(said)})"

    def __eq__(self, other: object) -> bool:
        """Equal if they are of one kind and say the same."""
        if not isinstance(other, Event) or type(self) is not type(other):
            return NotImplemented
        names = [field.name for field in fields(self)]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]


# ---- the table: set-up, signs and agreements ----


@event
class LogStarted(Event):
    """The first line of a log: the version of its language."""

    version: int


@event
class TableOpened(Event):
    """The record of a table begins."""

    name: Name


@event
class RulesNamed(Event):
    """The rulebook the table is played under."""

    rules: RulesId


@event
class Dated(Event):
    """The calendar day of the hands that follow."""

    day: date


@event
class Limit(Event):
    """A figure on the table's sign: the least and the largest wager and table stake, its ante, bring-in or lowest chip.

    Also what the size of a pot is rounded up to, and the chip in which all wagers are made.
    """

    what: Literal["minimum", "stake", "stake-cap", "maximum", "ante", "bring-in", "chip", "pot-unit", "wager-chip"]
    amount: Price


@event
class Bets(Event):
    """What may be wagered in each betting round, or in equal parts of them in order: so much, or from least to most."""

    least: tuple[Price, ...]
    most: tuple[Price, ...]  # empty where the amounts are no ranges


@event
class Blinds(Event):
    """The blinds that players have to put up, in their order."""

    amounts: tuple[Price, ...]


@event
class Declared(Event):
    """How the game is played at this table: the form of betting, the kind of betting limit, the number of cards.

    Also what the house allows or offers: over-blinds, side wagers, so many seconds to act, a table standing alone.
    And blinds as the log states them where others were put up: `100-200`, in hundredths.
    """

    what: Literal["betting", "limit", "deck", "straddles", "side-wagers", "time-to-act", "standing", "stated-blinds"]
    value: Choice


@event
class Listed(Event):
    """What is there, item by item: on the table's signs and its layout, on the sign of a bonus, in tournament terms.

    `features` are what the table or the tournament has: re-buys, time that may be bought.
    """

    what: Literal["signs", "layout", "bonus-sign", "terms", "features"]
    items: tuple[Word, ...]


@event
class Records(Event):
    """The kinds of fact this log undertakes to record in every hand (`cut`, `shuffle`, `announcements`, …)."""

    items: tuple[Word, ...]


@event
class Agreement(Event):
    """Something the people at the table agreed, or somebody objected to."""

    what: Word
    players: bool
    operator: bool
    objector: Name | None
    count: int | None = None  # how many of the players agreed, where the log tells, and how many there were
    of: int | None = None


@event
class CommissionDeclared(Event):
    """What the table takes from the pot instead of a scale of the rules: a percentage, or a fee for each step of it.

    A percentage of zero is none at all, by whatever method.
    """

    percent: int | None  # in hundredths of a per cent
    rounded: Literal["down", "up"] | None  # to whole multiples of `unit`
    unit: Price | None
    fee: Cents | None
    per: Price | None
    started: bool
    least: Price | None = None  # from a hand that bears any
    cap: Price | None = None  # from one hand
    by: Name | None = None  # who ordered it


@event
class ChargeDeclared(Event):
    """A fixed commission: from the pot of each hand, from each person dealt in, or from each player by the hour.

    That of a hand may depend on how many are dealt in: then each fee is for so many players, from fewest to most.
    """

    basis: Literal["hand", "person", "hour"]
    fees: tuple[Price, ...]
    fewest: tuple[int, ...] = ()  # empty where one fee is for all
    most: tuple[int, ...] = ()
    cap: Price | None = None
    by: Name | None = None  # who ordered it


@event
class Notice(Event):
    """Something was announced beforehand: what about, to whom; or somebody saw that it was not."""

    about: Word
    to: Literal["players", "inspector"]
    time: Time | None
    given: bool = True
    by: Name | None = None  # who ordered what is announced


@event
class Tournament(Event):
    """The hands that follow belong to a tournament."""

    name: Name


@event
class Condition(Event):
    """A tournament condition and the clauses of the rulebook it overrides."""

    clauses: tuple[str, ...]
    text: str | None


@event
class EntryFees(Event):
    """The money of a tournament's entries: number and fee, what the operator kept, what went into prizes."""

    entrants: int
    fee: Cents
    kept: Cents
    prizes: Cents | None


@event
class Prizes(Event):
    """The prizes of a tournament, from the first place down."""

    amounts: tuple[Price, ...]


@event
class Placed(Event):
    """Somebody came out of a tournament in this place, and what prize that brought."""

    place: int
    player: Name
    employee: bool  # of the operator
    prize: Cents | None


@event
class Opened(Event):
    """Gaming at the table began."""

    time: Time | None


@event
class Closed(Event):
    """Gaming at the table ended: at the close of gaming, or early, by somebody's order."""

    time: Time | None
    early: bool
    by: Name | None = None


# ---- procedure, at the table or in a hand ----


@event
class Procedure(Event):
    """A step of the dealer's or operator's procedure that somebody saw done, or saw left out."""

    what: Step
    done: bool
    by: Name | None


@event
class Replaced(Event):
    """Cards exchanged for new ones; no cards named means the whole deck, or all decks of a `setup`."""

    cards: Cards
    setup: bool = False


@event
class Clock(Event):
    """The time of day."""

    time: Time


@event
class Incident(Event):
    """An observer's note of a known kind, with the people and the money it concerns."""

    kind: Word
    player: Name | None
    to: Name | None
    amount: Cents | None
    note: str | None


@event
class Remark(Event):
    """A line that is no part of the play: talk, people who come, watch and go, or words nobody could make sense of."""

    kind: RemarkKind
    text: str


@event
class Ruling(Event):
    """A decision of a supervisor."""

    text: str
    by: Name | None


@event
class Claimed(Event):
    """A player asks for a ruling on the result of a hand, and whether that changed it."""

    player: Name
    hand: HandNumber
    amount: Cents | None
    upheld: bool | None  # None where the log does not tell


# ---- people and their chips ----


@event
class Sits(Event):
    """A player takes a seat between hands."""

    player: Name
    seat: SeatNumber
    amount: Cents | None
    origin: Word | None = None  # where the player comes from: "closed-game"
    by: Name | None = None  # who ordered it
    time: Time | None = None


@event
class Required(Event):
    """A newcomer has to wait for the blinds, or to put up as much, before getting cards."""

    player: Name
    what: Literal["wait", "post"]
    by: Name | None


@event
class PickedUp(Event):
    """An absent player's chips are taken off the table and kept."""

    player: Name
    time: Time | None
    by: Name | None


@event
class Queued(Event):
    """Somebody goes to the top or the bottom of the list of those waiting for a seat."""

    player: Name
    end: Literal["top", "bottom"]
    time: Time | None


@event
class Leaves(Event):
    """A player gives up the seat; `ordered` when the operator made the player do so."""

    player: Name
    ordered: bool
    time: Time | None = None


@event
class Lots(Event):
    """Cards that decide by lot who gets the button, or which seats: drawn by the players, or dealt to them in order."""

    purpose: Literal["button", "seats"]
    dealt: bool
    holdings: tuple[tuple[Name, Cards], ...]


@event
class Raced(Event):
    """Low chips taken out of play: a card to each player for each odd one, and who got a new chip."""

    low: Cents
    high: Cents
    holdings: tuple[tuple[Name, Cards], ...]
    winners: tuple[Name, ...]


@event
class LockedUp(Event):
    """A seat kept for somebody who has not come, from one time to another."""

    seat: SeatNumber
    player: Name
    start: Time
    end: Time


@event
class Transfer(Event):
    """A player is to go to another game: called from a must-move game, or by the player's own wish; or refuses to."""

    player: Name
    why: Literal["must-move", "request"]
    players: int | None  # in the other game, before the move
    time: Time | None
    refused: bool


@event
class Moves(Event):
    """A seated player changes to another seat."""

    player: Name
    seat: SeatNumber
    by: Name | None = None  # who ordered it


@event
class Asks(Event):
    """Somebody, seated or waiting, asks for a seat."""

    player: Name
    seat: SeatNumber


@event
class Buys(Event):
    """A player adds chips to the table stake."""

    player: Name
    amount: Cents


@event
class Behind(Event):
    """A player plays with chips bought and not there yet; was the table told how many?"""

    player: Name
    amount: Cents
    announced: bool


@event
class Removes(Event):
    """A player takes chips off the table."""

    player: Name
    amount: Cents


@event
class Lends(Event):
    """A player gives or lends chips to another."""

    player: Name
    amount: Cents
    to: Name


@event
class Pays(Event):
    """A player pays the house beside the pot: for time, namely for the hour from `hour` on, or the fee of a hand."""

    player: Name
    amount: Price
    what: Literal["time", "fee"]
    hour: Time | None = None
    time: Time | None = None  # of the payment


@event
class Counted(Event):
    """A player's table stake as counted at that moment."""

    player: Name
    amount: Cents


# ---- a hand: header and preparation ----


@event
class HandStarted(Event):
    """A hand begins; the time is that of its first card."""

    number: HandNumber
    time: Time | None
    day: date | None


@event
class Seat(Event):
    """Who sits where with which stake; `out` when the player is not dealt in."""

    seat: SeatNumber
    player: Name
    stake: Cents | None
    out: bool


@event
class Buck(Event):
    """The marker of the designated player: buck or dealer button."""

    seat: SeatNumber


@event
class Declined(Event):
    """A player declines the cut, the buck or an option."""

    player: Name
    what: Literal["cut", "buck", "option"]


@event
class Cut(Event):
    """The deck is cut: by whom (None is the dealer), how many cards in the upper pile, what was exposed."""

    player: Name | None
    depth: int | None
    exposed: Cards


@event
class Post(Event):
    """A forced or voluntary wager before the cards."""

    player: Name
    kind: Posting
    amount: Cents
    all_in: bool


# ---- cards ----


@event
class Deal(Event):
    """One pass of the deal, in order: who received which cards together, face up or down."""

    holdings: tuple[tuple[Name, Cards], ...]
    up: bool
    contrary: tuple[Name, ...] = ()  # those whose cards were given the other way up


@event
class DealFault(Event):
    """A dealing mishap somebody noted: cards misdirected, left out, extra or exposed, and whether they were seen."""

    kind: Literal["misdirected", "left-out", "extra", "exposed"]
    player: Name
    cards: Cards
    meant_for: Name | None
    seen: bool | None
    by: Name | None = None  # whose doing it was


@event
class Boxed(Event):
    """Cards found lying face up in the shoe or the deck when their turn to be dealt came."""

    cards: Cards


@event
class TakenBack(Event):
    """Cards that were dealt, or about to be, put back among those still to be dealt."""

    cards: Cards
    player: Name | None


@event
class Wants(Event):
    """A player says how many cards to draw; said again, it is changed."""

    player: Name
    count: int


@event
class Discards(Event):
    """A player gives up cards to have as many others; none means that the player stands pat."""

    player: Name
    count: int
    cards: Cards
    announced: int | None  # the number the player stated
    unannounced: bool  # somebody noted that the player stated none


@event
class DrawAsked(Event):
    """Somebody asks how many cards a player drew: was it answered, and by whom, if not by that player."""

    player: Name
    of: Name
    answered: bool
    by: Name | None


@event
class Reshuffled(Event):
    """The cards to be dealt made up anew in the middle of a hand: from which cards, or from whose discards."""

    cards: Cards
    owners: tuple[Name, ...]


@event
class Burn(Event):
    """Cards thrown away before a deal."""

    cards: Cards


@event
class Communal(Event):
    """Communal cards turned up; `early` or `face-up` (found so in the deck) where the log says so."""

    cards: Cards
    how: Literal["early", "face-up"] | None


@event
class Run(Event):
    """The cards to come dealt once more, for another part of the pot: in the place of as many of the first run."""

    number: int
    cards: Cards


@event
class SetAside(Event):
    """Communal cards that should not have been turned, put aside."""

    cards: Cards


@event
class Misdeal(Event):
    """The deal is declared a misdeal, with the reason given, by somebody."""

    reason: str | None
    by: Name | None = None


@event
class Holds(Event):
    """A player is found to hold this many cards."""

    player: Name
    count: int


@event
class Looks(Event):
    """A player looks at the cards dealt."""

    player: Name


@event
class Voided(Event):
    """A player's hand is declared void."""

    player: Name
    reason: str | None


# ---- acts of the players ----


@event
class Act(Event):
    """Something a player does when it is, or is not, that player's turn."""

    player: Name


@event
class Fold(Act):
    """Gives up the hand."""


@event
class Check(Act):
    """Stays in without betting."""


@event
class Pass(Act):
    """Declines an option to raise what is already met."""


@event
class Wager(Act):
    """Chips put in by an act. `added` is what was put in now, `total` what then stands before the player this round."""

    added: Cents | None
    total: Cents | None
    all_in: bool
    announced: Cents | None
    manner: Manner | None
    said: Said | None
    chips: tuple[Price, ...]  # those put in, one by one, where the log tells


@event
class Call(Wager):
    """Meets the wager; without an amount, exactly what is needed or all that is left."""


@event
class Bet(Wager):
    """Opens the betting of a round."""


@event
class Raise(Wager):
    """Meets and increases the wager; `by` is the increase the log states."""

    by: Change | None


@event
class Refused(Event):
    """The dealer refuses a player an act."""

    player: Name
    what: Literal["fold", "check", "call", "bet", "raise", "show"]


@event
class TimedOut(Event):
    """A player's time to act has run out."""

    player: Name


@event
class Returned(Event):
    """Chips handed back to a player."""

    player: Name
    amount: Cents


# ---- showdown and settlement ----


@event
class Show(Event):
    """Cards exposed at the showdown."""

    player: Name
    cards: Cards
    freely: bool = False  # before it was the player's turn to, of the player's own will


@event
class Declares(Event):
    """A player says what the hand is: the rank of its highest card, a pair, the board; or opens by words."""

    player: Name
    hand: Literal["open", "pair", "board", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


@event
class Requested(Event):
    """Somebody asks to see the cards of a player who did not show them."""

    player: Name
    of: Name


@event
class Tapped(Event):
    """The dealer taps a player's cards on the discards, which makes them dead."""

    player: Name


@event
class Muck(Event):
    """A player's cards pass into the discards without being shown."""

    player: Name


@event
class Announced(Event):
    """What the dealer told the table: the winners, or the pot and the commission."""

    winners: tuple[Name, ...]
    pot: Cents | None
    commission: Cents | None


@event
class PotTaken(Event):
    """A pot as counted at settlement and the commission taken from it; without a number, all pots together."""

    pot: int | None
    amount: Cents
    commission: Cents | None


@event
class Win(Event):
    """A player is paid from a pot."""

    player: Name
    amount: Cents
    pot: int | None


@event
class Invalidated(Event):
    """The operator annuls the outcome on this ground, by somebody's decision."""

    ground: Word
    by: Name | None = None


@event
class Refund(Event):
    """A wager handed back because the outcome was annulled."""

    player: Name
    amount: Cents


# ---- beside the game ----


@event
class SideWager(Event):
    """A player stakes chips beside the game on an outcome, such as a colour."""

    player: Name
    amount: Price
    on: Word


@event
class SideSettled(Event):
    """A side wager is settled: what was won beside the stake, or the stake lost or handed back."""

    player: Name
    how: Literal["wins", "loses", "gets back"]
    amount: Cents
    on: Word


@event
class Bonus(Event):
    """A bonus prize for a hand."""

    player: Name
    amount: Cents
    by: Name | None  # who verified the hand


@event
class HandEnded(Event):
    """The record of a hand is complete."""


# ---- where an event may stand: at the head of a table and between hands, or in a hand ----

OUTSIDE: tuple[type[Event], ...] = (
    LogStarted,
    RulesNamed,
    Dated,
    Limit,
    Bets,
    Blinds,
    Declared,
    Listed,
    Records,
    Agreement,
    CommissionDeclared,
    ChargeDeclared,
    Tournament,
    Condition,
    EntryFees,
    Prizes,
    Placed,
    Opened,
    Closed,
    Replaced,
    Sits,
    Moves,
    Required,
    Queued,
    Lots,
    Raced,
    LockedUp,
)
INSIDE: tuple[type[Event], ...] = (
    Agreement,
    Buck,
    Declined,
    Cut,
    Behind,
    Post,
    Deal,
    DealFault,
    Boxed,
    TakenBack,
    Wants,
    Discards,
    DrawAsked,
    Reshuffled,
    Burn,
    Communal,
    Run,
    SetAside,
    Misdeal,
    Holds,
    Looks,
    Voided,
    Fold,
    Check,
    Pass,
    Wager,
    Call,
    Bet,
    Raise,
    Refused,
    TimedOut,
    Returned,
    Show,
    Declares,
    Requested,
    Tapped,
    Muck,
    Announced,
    PotTaken,
    Win,
    Invalidated,
    Refund,
    Replaced,
    SideSettled,
    Bonus,
)
ANYWHERE: tuple[type[Event], ...] = (
    Procedure,
    Notice,
    Clock,
    Incident,
    Remark,
    Ruling,
    Claimed,
    PickedUp,
    Transfer,
    SideWager,
    Leaves,
    Asks,
    Buys,
    Removes,
    Lends,
    Pays,
    Counted,
)
