"""The state of the table while a hand is replayed.

Plain data with a few questions it can answer. How an event changes it is in `replay.apply`, what a player may do in
`replay.options`. Money is in minor units; players stand in clockwise order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from auditor.replay.variant import TABLE_LIMIT, deck_of, rounds_of
from auditor.rules.schema.figures import Betting, Forced, Premature
from auditor.rules.schema.rulebook import DeckRules, Game, Round, Rulebook, Wagering
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import (
    Announced,
    Boxed,
    Burn,
    Communal,
    Cut,
    DealFault,
    Event,
    Misdeal,
    Post,
    PotTaken,
    Procedure,
    Run,
    Show,
    Wager,
    Win,
)
from auditor.vocabulary.hand import Hand

if TYPE_CHECKING:
    from auditor.replay.cards.board import Opening
    from auditor.replay.cards.draw import Draw, GivenUp

UNKNOWN_STAKE = 1 << 50  # a stake the log does not state: never the reason for anything


@dataclass(slots=True)
class Player:
    """A player of the hand."""

    name: str
    seat: int
    place: int  # position in clockwise order, from zero
    start: int | None  # stake before the hand, if recorded
    stake: int  # what is left of it
    out: bool  # seated, but not dealt in
    active: bool  # dealt in, not folded, hand not void
    total: int = 0  # wagered in this betting round
    put: int = 0  # wagered in this hand
    dead: int = 0  # of that, what nobody has to match: it lies in the main pot
    acted: int = -1  # the highest total of the round when the player last acted; -1 before the first act
    answered: int = -1  # and the highest total that a full bet or raise had brought about by then
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
    lost: bool = False  # the record lacks an act and says nothing more of the player: whether still in, nobody knows
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
    behind: int = 0  # chips bought and not there yet, which play from behind
    announced: int = 0  # and how many of them the table was told of
    removed: int = 0
    beside: dict[str, int] = field(default_factory=dict)  # staked on outcomes beside the game, by outcome
    aside: int = 0  # won beside the game, bought or kept with the last chips in: no stake until the hand is over

    @property
    def able(self) -> bool:
        """Still in with chips to wager, as far as the record shows."""
        return self.active and self.stake > 0 and not self.lost

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
    free: bool | None = None  # to be of a size that the checks of sizes judge; None before one of them has asked


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
    round: Betround | None = None  # the betting round it was made in
    all_in: bool = False  # took the player's last chips
    under: bool = False  # and was less than what was to be met
    level: int = 0  # the highest total when its maker's turn came
    right: bool = False  # lawful by size and count when its maker's turn came, though perhaps not before


class Upheld(Event):
    """A wager out of turn as those checks watch it that judge it like any other, if it stands."""


@dataclass(slots=True)
class Freeze:
    """Betting held down because a communal card was shown too early."""

    figure: Premature
    level: int  # the highest total when it happened
    largest: int  # the largest single wager of the round by then


@dataclass(slots=True)
class Before:
    """What a raise changes of its round, as it was before."""

    highest: int
    raises: int
    floor: int
    full_level: int
    last_raiser: Player | None
    shortage: str | None
    quantum: int | None
    bases: tuple[int, ...] = ()
    shorts: tuple[int, ...] = ()


@dataclass(slots=True)
class Betround:
    """The state of one betting round."""

    round: Round
    wagering: Wagering  # what may be wagered in it, with the limit that the table is played with
    betting: Betting = field(init=False)  # the rules of this round
    name: str = field(init=False)  # its name in the rulebook
    least: int | None = None  # its minimum, and its maximum: of the table, or as declared for the round
    most: int | None = None
    quantum: int | None = None  # the least that a raise may be before there was any
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
    bases: tuple[int, ...] = ()  # and what the next raise may then be measured from
    shorts: tuple[int, ...] = ()  # the totals that wagers of last chips which are no raise have brought about
    part: int = 0  # a forced bet that is less than a full one, which is completed and not raised
    few: bool = False  # when the cap was reached, were so few players left that it does not hold?
    odd: bool = False  # was there a wager of a wrong size?
    before: Before | None = None  # how it stood before the last raise, if that is handed back
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


@dataclass(slots=True)
class Attempt:
    """The preparation of one deal, up to its misdeal or to the betting."""

    shuffled: bool | None = None  # None: not recorded
    cut: Cut | None = None
    no_cut: Event | None = None
    declined: bool = False
    faults: list[DealFault] = field(default_factory=list)
    face_up: Communal | None = None
    boxed: list[Boxed] = field(default_factory=list)
    dealt: bool = False  # a card is out
    holes: bool = False  # the log records cards dealt to players
    misdeal: Misdeal | None = None
    buck: int | None = None


class Table:
    """Everything known about a hand up to now."""

    __slots__ = (
        "absent",
        "aces_low",
        "announced",
        "attempt",
        "attempts",
        "blind",
        "board",
        "buck",
        "buck_declined",
        "burns",
        "burnt",
        "by_name",
        "by_seat",
        "compulsory",
        "deck",
        "draw",
        "draws",
        "duty",
        "early",
        "event",
        "folds",
        "forced",
        "fresh",
        "game",
        "gaps",
        "given_up",
        "hand",
        "invalidated",
        "kept",
        "kill",
        "kinds",
        "lacks_last",
        "last",
        "limit",
        "made",
        "minimum",
        "misdeals",
        "move",
        "number",
        "numbers",
        "openings",
        "order",
        "over",
        "place",
        "players",
        "posts",
        "pots_taken",
        "quantum",
        "released",
        "round",
        "rounds",
        "rounds_played",
        "rules",
        "runs",
        "seen",
        "shows",
        "skipped",
        "steps",
        "surplus",
        "turn",
        "waiting_card",
        "wins",
        "worked_out",
    )

    def __init__(self, hand: Hand, rules: Rulebook) -> None:
        """An empty table before the first event of the hand."""
        self.hand = hand
        self.rules = rules
        self.game: Game = rules.game
        self.deck: DeckRules = deck_of(rules.game, hand.setup.deck)
        self.rounds = rounds_of(rules.game, hand)
        self.minimum = hand.setup.minimum
        self.limit = hand.setup.limit or TABLE_LIMIT
        self.players: list[Player] = []
        self.by_name: dict[str, Player] = {}
        self.by_seat: dict[int, Player] = {}
        self.buck: int | None = None
        self.order: tuple[int, int, list[Player]] = (0, 0, [])  # the players from the left of a buck, and how many then
        self.duty: tuple[list[Player], list[Player]] = ([], [])  # such an order, and that of the blinds by it
        self.buck_declined: tuple[str, ...] = ()  # who would not take it
        self.posts: list[Post] = []  # wagers before the cards, in their order
        self.made: list[Forced | None] = []  # the figure of the rulebook that each was made under
        self.numbers: list[int] = []  # and which of the table's blinds each is, from zero
        self.lacks_last = False  # the last of the blinds that are somebody's duty is not on record
        self.kill: Post | None = None  # the first of them that raises the limits of the hand
        self.blind: int | None = None  # the blind that wagers of this hand are measured by, once posted
        self.compulsory: int | None = None  # the last of the blinds that are somebody's duty
        self.quantum: int | None = None  # the least raise that the blinds allow
        self.kept: list[Post] = []  # those of a deal called off, which may have stayed on the table
        self.aces_low: bool | None = None
        self.board: list[int] = []
        self.runs: list[Run] = []  # of the cards to come, after the first
        self.round: Betround | None = None
        self.rounds_played = 0
        self.turn: Player | None = None
        self.move: Move | None = None
        self.forced: Forced | None = None  # the figure for the wager before the cards being looked at
        self.number = 0  # and which of the table's blinds it is
        self.event: Event | None = None  # being looked at
        self.place = 0  # and which of the hand's it is
        self.last: Player | None = None  # who acted last in this round
        self.skipped: tuple[Player, ...] = ()  # whom the act being looked at passes over
        self.absent: tuple[Player, ...] = ()  # whose act the record lacks
        self.gaps = False  # an act that somebody owed is not on record, so there may be more in the pot
        self.over = False  # one player is left
        self.folds = 0
        self.early: list[EarlyWager] = []
        self.waiting_card = 0  # rounds whose cards are out before their time
        self.burnt = 0  # cards thrown away outside of a draw
        self.burns: list[Burn] = []  # since the last communal cards
        self.openings: list[Opening] = []  # communal cards turned, and what became of them
        self.surplus = 0  # communal cards on the table that should not have been turned
        self.given_up: list[GivenUp] = []  # cards that players gave up for good
        self.fresh = False  # cards have come since the last betting round began
        self.draw: Draw | None = None  # cards changed by the players: the draw under way, or the last one
        self.draws: list[Draw] = []  # and all of them
        self.released: set[int] = set()  # cards put back among those to be dealt: they may come again
        self.attempt = Attempt()
        self.attempts: list[Attempt] = []
        self.kinds = set(map(type, hand.events))  # of event in all of the hand: most hands have no mishap to look for
        declared = [event for event in hand.events if type(event) is Misdeal] if Misdeal in self.kinds else []
        self.misdeals = len(declared)  # in all of the hand
        self.seen: list[tuple[int, Event]] = []
        self.steps: dict[str, Procedure] = {}  # the latest note of each step of procedure
        self.shows: list[Show] = []
        self.announced: list[Announced] = []
        self.pots_taken: list[PotTaken] = []
        self.wins: list[Win] = []
        self.invalidated: Event | None = None
        self.worked_out: dict[str, Any] = {}  # by checks of the settlement, for others of them

    def player(self, name: str, event: Event) -> Player:
        """The player of that name; a name that has no seat in the hand makes the record unreadable."""
        try:
            return self.by_name[name]
        except KeyError:
            from auditor.vocabulary.wording import joined, shown

            seated = joined([shown(known, 30) for known in self.by_name]) or "nobody"
            reason = f"found '{shown(name, 40)}', expected a player with a seat in this hand ({seated})"
            raise Unreadable(reason, event.line, event.column, self.hand.number) from None

    @property
    def designated(self) -> Player | None:
        """The player with the buck, if it lies before an occupied seat."""
        return self.by_seat.get(self.buck) if self.buck is not None else None

    @property
    def remade(self) -> bool:
        """Were the cards to be dealt made up anew in the middle of the hand? A cut then is not that of the deal."""
        return self.draw is not None or bool(self.released)

    @property
    def active(self) -> list[Player]:
        """The players still in the hand."""
        return [player for player in self.players if player.active]

    @property
    def able(self) -> list[Player]:
        """The players still in the hand with chips to wager."""
        return [player for player in self.players if player.active and player.stake > 0 and not player.lost]

    @property
    def pot(self) -> int:
        """All the money wagered in the hand."""
        return sum([player.put for player in self.players])

    def distance(self, player: Player) -> int:
        """Steps clockwise over the players of the hand from the buck to a player; the buck seat itself is zero."""
        places = len(self.players)
        base = next((other.place for other in self.players if self.buck is not None and other.seat >= self.buck), 0)
        return (player.place - base) % places

    def left_of_buck(self) -> list[Player]:
        """The players clockwise from the left of the buck, whoever sits there last; none if nobody knows where it is.

        The buck may lie before an empty seat.
        """
        buck = self.buck
        if buck is None:
            return []
        players = self.players
        if self.order[0] != buck or self.order[1] != len(players):
            first = sum([player.seat <= buck for player in players])
            self.order = buck, len(players), players[first:] + players[:first]  # they stand by their seats
        return self.order[2]

    def clockwise(self, player: Player) -> list[Player]:
        """The other players in the order in which they follow this one."""
        return self.players[player.place + 1 :] + self.players[: player.place]

    def pending(self, player: Player) -> bool:
        """Is this player still to act before the betting round is closed?"""
        betround = self.round
        return betround is not None and player.able and player.acted < betround.highest
