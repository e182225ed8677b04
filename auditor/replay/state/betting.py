"""Players and the betting round they are in. They refer to each other, so they stand in one module."""

from __future__ import annotations

from dataclasses import dataclass, field

from auditor.rules.schema.figures import Betting, Premature
from auditor.rules.schema.rulebook import Round, Wagering
from auditor.vocabulary.events import Event, Wager

UNKNOWN_STAKE = 1 << 50  # a stake the log does not state: never the reason for anything


@dataclass(slots=True)
class Player:
    """A player of the hand."""

    name: str
    seat: int
    seat_order: int  # position in clockwise order, from zero
    start: int | None  # stake before the hand, if recorded
    stake: int  # what is left of it
    out: bool  # seated, but not dealt in
    active: bool  # dealt in, not folded, hand not void
    put_in_round: int = 0  # wagered in this betting round
    put_in_hand: int = 0  # wagered in this hand
    dead_money: int = 0  # of that, what nobody has to match: it lies in the main pot
    level_at_last_act: int = -1  # the highest total of the round when the player last acted; -1 before the first act
    full_level_at_last_act: int = -1  # and the highest total that a full bet or raise had brought about by then
    checked: bool = False  # in this betting round
    received: int = 0  # cards dealt
    unnoted: int = 0  # and cards that the record lacks, a betting round having begun without them
    cards: tuple[int, ...] = ()  # own cards as dealt, as far as known
    up: tuple[int, ...] = ()  # those of them that lie face up
    shown: tuple[int, ...] | None = None
    mucked: bool = False
    void: bool = False
    held: int | None = None  # cards found in the player's hand, where somebody counted
    misheld: bool = False  # and those were too few or too many at that moment
    unaccounted_for: bool = (
        False  # the record lacks an act and says nothing more of the player: whether still in, nobody knows
    )
    folded: int | None = None  # how many had folded before; None if not folded
    early: EarlyWager | None = None
    undercalled: bool = False  # put in less than the wager to be met, which is to be made up
    forfeited: int | None = None  # the betting round, by its place, in which the player last checked out of turn
    returned: int = 0
    returned_late: int = 0  # as much of that as came back after the betting
    won: int = 0
    refunded: int = 0
    counted: int | None = None  # the stake as counted after the hand
    bought: int = 0  # chips added during the hand
    chips_in_transit: int = 0  # chips bought and not there yet, which play from behind
    announced: int = 0  # and how many of them the table was told of
    removed: int = 0
    side_wagers: dict[str, int] = field(default_factory=dict)  # staked on outcomes beside the game, by outcome
    winnings_off_table: int = (
        0  # won beside the game, bought or kept with the last chips in: no stake until the hand is over
    )

    @property
    def able(self) -> bool:
        """Still in with chips to wager, as far as the record shows."""
        return self.active and self.stake > 0 and not self.unaccounted_for

    @property
    def tapped_out(self) -> bool:
        """Still in, with nothing left to wager."""
        return self.active and self.stake == 0


@dataclass(slots=True)
class Move:
    """What a wager amounts to at the moment it is made."""

    player: Player
    kind: str  # call, open or raise
    added: int
    total: int  # the player's total of the round afterwards
    to_call: int
    increase: int  # above the highest total so far; zero for a call
    all_in: bool  # takes the player's last chips
    short: bool = False  # a raise that is less than a full one, with what are or may be the last chips
    full: int = 0  # the least increase that is a full one
    sized: bool = True  # of a size the rulebook allows
    legal: bool = True  # and within the limit of the table
    counts: bool = True  # is one of the round's raises, if it is a raise: not where it is the opening wager instead
    free: bool | None = None  # are its sizes not set aside? None before somebody has asked (`betting.sizes`)


@dataclass(slots=True)
class EarlyWager(Event):
    """A wager made out of turn, held aside until the players who were passed over have acted."""

    player: str
    act: Wager
    added: int
    total: int
    skipped: tuple[str, ...]
    outcome: str = "held"  # then 'stands', 'overtaken' or 'unresolved'
    excess: int = 0  # above the betting limits, once it stands
    provisional: int = 0  # overtaken: what is to be handed back if the player folds
    returned: int = 0
    folded: bool = False
    answered: bool = False  # overtaken: its maker has wagered since
    round: BettingRound | None = None  # the betting round it was made in
    all_in: bool = False  # took the player's last chips
    under: bool = False  # and was less than what was to be met
    level: int = 0  # the highest total when its maker's turn came
    right: bool = False  # lawful by size and count when its maker's turn came, though perhaps not before


class OutOfTurnWagerStood(Event):
    """A wager out of turn as those checks watch it that judge it like any other, if it stands."""


@dataclass(slots=True)
class Freeze:
    """Betting held down because a communal card was shown too early."""

    figure: Premature
    level: int  # the highest total when it happened
    largest: int  # the largest single wager of the round by then


@dataclass(slots=True)
class RoundSnapshot:
    """What a raise changes of its round, as it was before."""

    highest: int
    raises: int
    floor: int
    full_level: int
    last_raiser: Player | None
    shortage: str | None
    min_raise: int | None
    raise_bases: tuple[int, ...] = ()
    short_all_in_levels: tuple[int, ...] = ()


@dataclass(slots=True)
class BettingRound:
    """The state of one betting round."""

    round: Round
    wagering: Wagering  # what may be wagered in it, with the limit that the table is played with
    betting: Betting = field(init=False)  # the rules of this round
    name: str = field(init=False)  # its name in the rulebook
    least: int | None = None  # its minimum, and its maximum: of the table, or as declared for the round
    most: int | None = None
    min_raise: int | None = None  # the least that a raise may be before there was any
    highest: int = 0
    raises: int = 0
    floor: int = 0  # the largest legal raise so far
    full_level: int = 0  # the highest total reached by the blind, an opening or a full raise
    largest: int = 0  # the largest single wager
    opened: bool = False
    opening: int = 0
    acts: int = 0
    in_turn: set[int] = field(default_factory=set)  # the places of those who have acted in their turn
    checks: int = 0
    all_checked: bool = False
    closed: bool = False
    called: bool = False  # somebody met a wager of this round
    entered: int | None = None  # the total for which somebody entered, if it was too little
    last_raiser: Player | None = None
    declared: bool = False  # opened by the word of a player without chips
    shortage: str | None = None  # was the last opening or raise one with the last chips: 'half' a full one, or 'less'
    raise_bases: tuple[int, ...] = ()  # and what the next raise may then be measured from
    short_all_in_levels: tuple[
        int, ...
    ] = ()  # the totals that wagers of last chips which are no raise have brought about
    incomplete_forced_bet: int = 0  # a forced bet that is less than a full one, which is completed and not raised
    cap_lifted: bool = False  # when the cap was reached, were so few players left that it does not hold?
    irregular_size_seen: bool = False  # was there a wager of a wrong size?
    before: RoundSnapshot | None = None  # how it stood before the last raise, if that is handed back
    able_at_start: int = 0
    active_at_start: int = 0
    openers: tuple[Player, ...] = ()  # who may act first; several where the text leaves it open
    unknown: str | None = None  # what the record lacks to tell who acts first
    chips: int = 0  # what the last opener or raiser put in at that turn
    freeze: Freeze | None = None
    stand_in: bool = False  # the seat that should open is out

    def __post_init__(self) -> None:
        """Keep at hand what is asked for at every act."""
        self.betting = self.round.betting
        self.name = self.round.name
