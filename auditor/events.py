"""The vocabulary of what can happen at a table, one small type each.

Every reader maps its format onto these types, and nothing else reaches the replay. Each event knows the line and the
column it was read from. Money is in whole minor units, cards are the small integers of `auditor.cards`; whatever a log
does not say is None, never a guess.

The types of the fields say what may stand in them. The reader and the schema of `auditor.logs.events_json` are made
from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

from auditor.cards import Cards

Cents = Annotated[int, "money"]
Price = Annotated[int, "price"]  # money, and not nothing
SeatNumber = Annotated[int, "seat"]
Time = Annotated[str, "time"]  # of day: "21:40"
Word = Annotated[str, "word"]  # of a list that rulebooks may lengthen: "ace-low"
Name = Annotated[str, "name"]
RulesId = Annotated[str, "rules"]  # of a rulebook: "act/canberra-manila"
HandNumber = Annotated[str, "number"]

Step = Literal[
    "announcement",
    "approval",
    "cloth",
    "cut",
    "cut-completed",
    "deck-check",
    "deck-count",
    "fold-area",
    "inspector-advice",
    "rules-copy",
    "seat-draw",
    "shoe",
    "shuffle",
    "sign",
]
Manner = Literal["with one chip", "in two motions", "in cash", "in non-value chips"]


@dataclass(slots=True)
class Event:
    """Anything a log can state, with its place."""

    line: int
    column: int


# ---- the table: set-up, signs and agreements ----


@dataclass(slots=True)
class LogStarted(Event):
    """The first line of a log: the version of its language."""

    version: int


@dataclass(slots=True)
class TableOpened(Event):
    """The record of a table begins."""

    name: Name


@dataclass(slots=True)
class RulesNamed(Event):
    """The rulebook the table is played under."""

    rules: RulesId


@dataclass(slots=True)
class Dated(Event):
    """The calendar day of the hands that follow."""

    day: date


@dataclass(slots=True)
class Limit(Event):
    """A figure on the table's sign: the least and the largest wager, or the least table stake."""

    what: Literal["minimum", "stake", "maximum"]
    amount: Price


@dataclass(slots=True)
class Records(Event):
    """The kinds of fact this log undertakes to record in every hand (`cut`, `shuffle`, `announcements`, …)."""

    items: tuple[Word, ...]


@dataclass(slots=True)
class Agreement(Event):
    """Something the people at the table agreed, or somebody objected to."""

    what: Word
    players: bool
    operator: bool
    objector: Name | None


@dataclass(slots=True)
class CommissionDeclared(Event):
    """A commission other than the scale of the rules: a percentage, or a fee for each step of the pot."""

    percent: int | None  # in hundredths of a per cent
    rounded: Literal["down", "up"] | None  # to whole multiples of `unit`
    unit: Price | None
    fee: Cents | None
    per: Price | None
    started: bool


@dataclass(slots=True)
class Notice(Event):
    """Something was announced beforehand: what about, to whom; or somebody saw that it was not."""

    about: Word
    to: Literal["players", "inspector"]
    time: Time | None
    given: bool = True


@dataclass(slots=True)
class Tournament(Event):
    """The hands that follow belong to a tournament."""

    name: Name


@dataclass(slots=True)
class Condition(Event):
    """A tournament condition and the clauses of the rulebook it overrides."""

    clauses: tuple[str, ...]
    text: str | None


@dataclass(slots=True)
class EntryFees(Event):
    """The money of a tournament's entries: number and fee, what the operator kept, what went into prizes."""

    entrants: int
    fee: Cents
    kept: Cents
    prizes: Cents | None


@dataclass(slots=True)
class Opened(Event):
    """Gaming at the table began."""

    time: Time | None


@dataclass(slots=True)
class Closed(Event):
    """Gaming at the table ended: at the close of gaming, or early."""

    time: Time | None
    early: bool


# ---- procedure, at the table or in a hand ----


@dataclass(slots=True)
class Procedure(Event):
    """A step of the dealer's or operator's procedure that somebody saw done, or saw left out."""

    what: Step
    done: bool
    by: Name | None


@dataclass(slots=True)
class Replaced(Event):
    """Cards exchanged for new ones; no cards named means the whole deck."""

    cards: Cards


@dataclass(slots=True)
class Clock(Event):
    """The time of day."""

    time: Time


@dataclass(slots=True)
class Incident(Event):
    """An observer's note of a known kind, with the people and the money it concerns."""

    kind: Word
    player: Name | None
    to: Name | None
    amount: Cents | None
    note: str | None


@dataclass(slots=True)
class Ruling(Event):
    """A decision of a supervisor."""

    text: str
    by: Name | None


# ---- people and their chips ----


@dataclass(slots=True)
class Sits(Event):
    """A player takes a seat between hands."""

    player: Name
    seat: SeatNumber
    amount: Cents | None


@dataclass(slots=True)
class Leaves(Event):
    """A player gives up the seat; `ordered` when the operator made the player do so."""

    player: Name
    ordered: bool


@dataclass(slots=True)
class Moves(Event):
    """A seated player changes to another seat."""

    player: Name
    seat: SeatNumber


@dataclass(slots=True)
class Asks(Event):
    """Somebody, seated or waiting, asks for a seat."""

    player: Name
    seat: SeatNumber


@dataclass(slots=True)
class Buys(Event):
    """A player adds chips to the table stake."""

    player: Name
    amount: Cents


@dataclass(slots=True)
class Removes(Event):
    """A player takes chips off the table."""

    player: Name
    amount: Cents


@dataclass(slots=True)
class Lends(Event):
    """A player gives or lends chips to another."""

    player: Name
    amount: Cents
    to: Name


@dataclass(slots=True)
class Counted(Event):
    """A player's table stake as counted at that moment."""

    player: Name
    amount: Cents


# ---- a hand: header and preparation ----


@dataclass(slots=True)
class HandStarted(Event):
    """A hand begins; the time is that of its first card."""

    number: HandNumber
    time: Time | None
    day: date | None


@dataclass(slots=True)
class Seat(Event):
    """Who sits where with which stake; `out` when the player is not dealt in."""

    seat: SeatNumber
    player: Name
    stake: Cents | None
    out: bool


@dataclass(slots=True)
class Buck(Event):
    """The marker of the designated player: buck or dealer button."""

    seat: SeatNumber


@dataclass(slots=True)
class Declined(Event):
    """A player declines the cut, the buck or an option."""

    player: Name
    what: Literal["cut", "buck", "option"]


@dataclass(slots=True)
class Cut(Event):
    """The deck is cut: by whom (None is the dealer), how many cards in the upper pile, what was exposed."""

    player: Name | None
    depth: int | None
    exposed: Cards


@dataclass(slots=True)
class Post(Event):
    """A forced or voluntary wager before the cards."""

    player: Name
    kind: Literal["blind", "ante", "over-blind", "straddle", "bring-in", "dead"]
    amount: Cents
    all_in: bool


# ---- cards ----


@dataclass(slots=True)
class Deal(Event):
    """One pass of the deal, in order: who received which cards together, face up or down."""

    holdings: tuple[tuple[Name, Cards], ...]
    up: bool


@dataclass(slots=True)
class DealFault(Event):
    """A dealing mishap somebody noted: cards misdirected, left out, extra or exposed, and whether they were seen."""

    kind: Literal["misdirected", "left-out", "extra", "exposed"]
    player: Name
    cards: Cards
    meant_for: Name | None
    seen: bool | None


@dataclass(slots=True)
class Burn(Event):
    """Cards thrown away before a deal."""

    cards: Cards


@dataclass(slots=True)
class Communal(Event):
    """Communal cards turned up; `early` or `face-up` (found so in the deck) where the log says so."""

    cards: Cards
    how: Literal["early", "face-up"] | None


@dataclass(slots=True)
class Misdeal(Event):
    """The deal is declared a misdeal, with the reason given."""

    reason: str | None


@dataclass(slots=True)
class Holds(Event):
    """A player is found to hold this many cards."""

    player: Name
    count: int


@dataclass(slots=True)
class Voided(Event):
    """A player's hand is declared void."""

    player: Name
    reason: str | None


# ---- acts of the players ----


@dataclass(slots=True)
class Act(Event):
    """Something a player does when it is, or is not, that player's turn."""

    player: Name


@dataclass(slots=True)
class Fold(Act):
    """Gives up the hand."""


@dataclass(slots=True)
class Check(Act):
    """Stays in without betting."""


@dataclass(slots=True)
class Pass(Act):
    """Declines an option to raise what is already met."""


@dataclass(slots=True)
class Wager(Act):
    """Chips put in by an act. `added` is what was put in now, `total` what then stands before the player this round."""

    added: Cents | None
    total: Cents | None
    all_in: bool
    announced: Cents | None
    manner: Manner | None


@dataclass(slots=True)
class Call(Wager):
    """Meets the wager; without an amount, exactly what is needed or all that is left."""


@dataclass(slots=True)
class Bet(Wager):
    """Opens the betting of a round."""


@dataclass(slots=True)
class Raise(Wager):
    """Meets and increases the wager; `by` is the increase the log states."""

    by: Cents | None


@dataclass(slots=True)
class Refused(Event):
    """The dealer refuses a player an act."""

    player: Name
    what: Literal["fold", "check", "call", "bet", "raise"]


@dataclass(slots=True)
class Returned(Event):
    """Chips handed back to a player."""

    player: Name
    amount: Cents


# ---- showdown and settlement ----


@dataclass(slots=True)
class Show(Event):
    """Cards exposed at the showdown."""

    player: Name
    cards: Cards


@dataclass(slots=True)
class Muck(Event):
    """A player's cards pass into the discards without being shown."""

    player: Name


@dataclass(slots=True)
class Announced(Event):
    """What the dealer told the table: the winners, or the pot and the commission."""

    winners: tuple[Name, ...]
    pot: Cents | None
    commission: Cents | None


@dataclass(slots=True)
class PotTaken(Event):
    """A pot as counted at settlement and the commission taken from it; without a number, all pots together."""

    pot: int | None
    amount: Cents
    commission: Cents | None


@dataclass(slots=True)
class Win(Event):
    """A player is paid from a pot."""

    player: Name
    amount: Cents
    pot: int | None


@dataclass(slots=True)
class Invalidated(Event):
    """The operator annuls the outcome on this ground."""

    ground: Word


@dataclass(slots=True)
class Refund(Event):
    """A wager handed back because the outcome was annulled."""

    player: Name
    amount: Cents


@dataclass(slots=True)
class HandEnded(Event):
    """The record of a hand is complete."""


# ---- where an event may stand: at the head of a table and between hands, or in a hand ----

OUTSIDE: tuple[type[Event], ...] = (
    LogStarted,
    RulesNamed,
    Dated,
    Limit,
    Records,
    Agreement,
    CommissionDeclared,
    Tournament,
    Condition,
    EntryFees,
    Opened,
    Closed,
    Replaced,
    Sits,
    Moves,
)
INSIDE: tuple[type[Event], ...] = (
    Agreement,
    Buck,
    Declined,
    Cut,
    Post,
    Deal,
    DealFault,
    Burn,
    Communal,
    Misdeal,
    Holds,
    Voided,
    Fold,
    Check,
    Pass,
    Wager,
    Call,
    Bet,
    Raise,
    Refused,
    Returned,
    Show,
    Muck,
    Announced,
    PotTaken,
    Win,
    Invalidated,
    Refund,
    Replaced,
)
ANYWHERE: tuple[type[Event], ...] = (
    Procedure,
    Notice,
    Clock,
    Incident,
    Ruling,
    Leaves,
    Asks,
    Buys,
    Removes,
    Lends,
    Counted,
)
