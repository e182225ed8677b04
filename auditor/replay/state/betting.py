"""Players and the betting round that they are in. They refer to each other, so they stand in one module."""

from __future__ import annotations

from auditor.rules.schema.figures import Betting, Premature
from auditor.rules.schema.rulebook import Round, Wagering
from auditor.vocabulary.events import Act, Event, Wager
from auditor.vocabulary.records import field, record_class

UNKNOWN_STAKE = 1 << 50  # a stake that the log does not state: it is never the reason for anything


@record_class
class Player:
    """A player of the hand."""

    name: str
    seat: int
    seat_order: int  # position in clockwise order, from zero
    start: int | None  # stake before the hand, if recorded
    stake: int  # what is left of the stake
    out: bool  # seated, but not dealt in
    active: bool  # dealt in, not folded, hand not void
    put_in_round: int = 0  # wagered in this betting round
    put_in_hand: int = 0  # wagered in this hand
    dead_money: int = 0  # the part of it that nobody has to match: it lies in the main pot
    level_at_last_act: int = -1  # the highest total of the round when the player last acted; -1 before the first act
    full_level_at_last_act: int = -1  # the highest total that a full bet or raise had brought about by then
    checked: bool = False  # in this betting round
    received: int = 0  # cards dealt
    unnoted: int = 0  # cards that the record lacks, because a betting round began without them
    cards: tuple[int, ...] = ()  # own cards as dealt, as far as known
    up: tuple[int, ...] = ()  # those of them that lie face up
    shown: tuple[int, ...] | None = None  # the cards of the last time that the player showed any
    mucked: bool = False
    void: bool = False
    cards_counted: int | None = None  # how many cards the player holds, where somebody counted
    wrong_card_count: bool = False  # the count showed too few or too many cards
    unaccounted_for: bool = False  # the record lacks an act and says no more of the player, who may be in or not
    folded: int | None = None  # how many had folded before; None if not folded
    early: EarlyWager | None = None  # a wager out of turn that is still held aside
    undercalled: bool = False  # put in less than the wager to be met, and has to make it up
    forfeited: int | None = None  # the betting round, by its place, in which the player last checked out of turn
    returned: int = 0
    returned_late: int = 0  # the part of it that came back after the betting
    won: int = 0
    refunded: int = 0
    counted: int | None = None  # the stake as counted after the hand
    bought: int = 0  # chips added during the hand
    chips_in_transit: int = 0  # chips bought that have not come to the table yet, and play from behind
    announced: int = 0  # how many of those were announced to the table
    removed: int = 0
    side_wagers: dict[str, int] = field(default_factory=dict)  # staked on outcomes beside the game, by outcome
    winnings_off_table: int = 0  # won beside the game, or bought or left after the last chips: no stake in this hand
    why_out: str | None = None  # why the player is not dealt in, if the log says so: away, or by order

    @property
    def able(self) -> bool:
        """Is the player still in with chips to wager, as far as the record shows?"""
        return self.active and self.stake > 0 and not self.unaccounted_for

    @property
    def tapped_out(self) -> bool:
        """Is the player still in with nothing left to wager?"""
        return self.active and self.stake == 0

    @property
    def accounted_for(self) -> int:
        """What the wagers and payments so far leave the player, with what was won beside the game."""
        return self.stake + self.won + self.refunded + self.winnings_off_table


@record_class
class Move:
    """What a wager amounts to at the moment it is made."""

    player: Player
    kind: str  # call, open or raise
    added: int
    total: int  # the player's total of the round afterwards
    to_call: int
    increase: int  # above the highest total so far; zero for a call
    all_in: bool  # it takes the player's last chips
    short: bool = False  # it is less than a full bet or raise, with what are or may be the last chips
    full: int = 0  # the least increase that is a full one
    sized: bool = True  # it has a size that the rulebook allows
    legal: bool = True  # it has such a size and is within the limit of the table
    counts: bool = True  # as a raise it is one of the round's raises; False where it is the opening wager instead
    free: bool | None = None  # do the rules on sizes hold for it? None before somebody asks (`sizes.sizes_hold`)


@record_class
class EarlyWager(Event):
    """A wager made out of turn. Unless play goes on from it, it is held aside until those passed over have acted."""

    player: str
    act: Wager
    added: int
    total: int
    skipped: tuple[str, ...]  # the players who were passed over
    outcome: str = "held"  # later 'stands', 'overtaken' or 'unresolved'
    excess: int = 0  # how far it goes above the betting limits, once it stands
    provisional: int = 0  # overtaken: what is handed back if the player folds
    returned: int = 0
    folded: bool = False
    answered: bool = False  # overtaken: its maker has wagered since
    round: BettingRound | None = None  # the betting round it was made in
    all_in: bool = False  # it took the player's last chips
    under: bool = False  # it took the last chips and was less than the wager to be met
    level: int = 0  # the highest total when its maker's turn came
    right: bool = False  # lawful by size and count when its maker's turn came, though perhaps not before


class OutOfTurnWagerStood(Event):
    """A wager out of turn stands, and the check judges it as if it had come in turn."""


@record_class
class Freeze:
    """The betting is held down because a communal card was shown too early."""

    figure: Premature
    level: int  # the highest total when it happened
    largest: int  # the largest single wager of the round by then


@record_class
class RoundSnapshot:
    """A betting round as it was before a raise: all that the raise changed of it."""

    highest: int
    raises: int
    floor: int
    full_level: int
    last_raiser: Player | None
    shortage: str | None
    min_raise: int | None
    raise_bases: tuple[int, ...] = ()
    short_all_in_levels: tuple[int, ...] = ()


@record_class
class BettingRound:
    """The state of one betting round."""

    round: Round
    wagering: Wagering  # what may be wagered in it under the table's kind of limit
    betting: Betting = field(init=False)  # the rules of this round
    name: str = field(init=False)  # its name in the rulebook
    number: int = field(init=False)  # counted through all the forms of betting
    least: int | None = None  # the minimum of the table, or the one declared for the round
    most: int | None = None  # the maximum of the table, or the one declared for the round
    min_raise: int | None = None  # the least that the first raise may be
    highest: int = 0  # the highest total of a player
    raises: int = 0
    floor: int = 0  # the largest legal raise so far
    full_level: int = 0  # the highest total reached by the blind, an opening or a full raise
    largest: int = 0  # the largest single wager
    opened: bool = False
    opening: int = 0  # the size of the opening wager
    acts: int = 0
    beginner: Player | None = None  # who acted first in it
    in_turn: set[int] = field(default_factory=set)  # the places of the players who have acted in turn
    all_checked: bool = False
    closed: bool = False
    called: bool = False  # somebody met a wager of this round
    entered: int | None = None  # the total for which somebody entered, if it was too little
    last_raiser: Player | None = None  # who made the last opening or raise
    declared: bool = False  # opened by the word of a player without chips
    shortage: str | None = None  # the last opening or raise took the last chips and was 'half' a full one, or 'less'
    raise_bases: tuple[int, ...] = ()  # the levels that the next raise may then be measured from
    short_all_in_levels: tuple[int, ...] = ()  # the two highest totals that last chips made without being a raise
    incomplete_forced_bet: int = 0  # a forced bet that is less than a full one, which is completed and not raised
    cap_lifted: bool = False  # when the cap was reached, were so few players left that it does not hold?
    irregular_size_seen: bool = False  # was there a wager of a wrong size?
    before: RoundSnapshot | None = None  # how it stood before the last raise, in case that is handed back
    able_at_start: int = 0  # how many players were still in with chips to wager when it began
    active_at_start: int = 0  # how many players were still in when it began
    openers: tuple[Player, ...] = ()  # who may act first; several where the text leaves it open
    unknown: str | None = None  # what the record lacks to tell who acts first
    chips: int = 0  # what the last opener or raiser put in by that act
    freeze: Freeze | None = None
    stand_in: bool = False  # the player who should open is out, and another does
    overlooked: tuple[Player, ...] = ()  # the players passed over by an act out of turn from which play went on
    lacking: tuple[Player, ...] = ()  # the players of whom the record lacks an act in it
    overrun: Act | None = None  # the first act after it was over and before the next card

    def __post_init__(self) -> None:
        """Look up once what every act asks for."""
        self.betting = self.round.betting
        self.name, self.number = self.round.name, self.round.number
