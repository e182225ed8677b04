"""A finished hand in no format: who sat where, what was put up and done street by street, what was shown and paid."""

from __future__ import annotations

from dataclasses import dataclass, field

FIXED, POT_LIMIT, NO_LIMIT = "fixed", "pot-limit", "no-limit"
HOLDEM, OMAHA, STUD = "holdem", "omaha", "stud"


@dataclass(frozen=True)
class Game:
    """A game at its stakes, all amounts in hundredths. At fixed limit there are two sizes of bets."""

    key: str
    kind: str
    limit: str
    small: int = 0  # blinds
    big: int = 0
    ante: int = 0
    bring_in: int = 0
    bets: tuple[int, int] = (0, 0)
    tournament: bool = False
    seats: tuple[int, int] = (2, 6)  # the least and the most players
    stacks: tuple[int, int] = (400, 12000)

    @property
    def stud(self) -> bool:
        """Are cards dealt face up to each player?"""
        return self.kind == STUD

    @property
    def streets(self) -> int:
        """How many betting rounds there are."""
        return 5 if self.stud else 4

    def bet(self, street: int) -> int:
        """The bet of a street at fixed limit, elsewhere the smallest one."""
        return self.bets[street >= 2] if self.limit == FIXED else self.big


GAMES = {
    one.key: one
    for one in (
        Game("holdem-nl", HOLDEM, NO_LIMIT, 50, 100),
        Game("omaha-pl", OMAHA, POT_LIMIT, 50, 100),
        Game("holdem-fl", HOLDEM, FIXED, 100, 200, bets=(200, 400), stacks=(3000, 16000)),
        Game("stud-fl", STUD, FIXED, ante=20, bring_in=50, bets=(100, 200), stacks=(2000, 8000)),
        Game("tournament", HOLDEM, NO_LIMIT, 5000, 10000, ante=1000, tournament=True, stacks=(60000, 900000)),
    )
}


@dataclass(eq=False)
class Player:
    """A player in a seat, and what the player has put in so far."""

    seat: int
    name: str
    stack: int
    cards: list[str] = field(default_factory=list)  # at stud the third to the sixth lie face up
    put: int = 0
    dead: int = 0  # as much of it as nobody has to meet
    bet: int = 0  # live chips of this betting round
    folded: bool = False
    acted_at: int | None = None  # how many full bets and raises there were at the last act of this round

    @property
    def left(self) -> int:
        """The chips that are not in yet."""
        return self.stack - self.put

    @property
    def able(self) -> bool:
        """Can the player still bet?"""
        return not self.folded and self.left > 0

    @property
    def face_up(self) -> list[str]:
        """The cards at stud that everybody sees."""
        return self.cards[2:6]


@dataclass
class Post:
    """A forced bet: ante, small blind, big blind, straddle or bring-in."""

    player: Player
    kind: str
    amount: int
    all_in: bool = False


@dataclass
class Act:
    """What a player did in turn: chips put in now, their total in the round, and what a raise came to."""

    player: Player
    kind: str  # fold, check, call, bet, raise
    added: int = 0
    total: int = 0
    by: int = 0
    all_in: bool = False


@dataclass
class Street:
    """A betting round with the cards that came before it, on the board or to each player."""

    number: int
    board: list[str] = field(default_factory=list)
    dealt: dict[str, list[str]] = field(default_factory=dict)  # new cards by player
    acts: list[Act] = field(default_factory=list)


@dataclass
class PaidPot:
    """A pot, what the room took of it and what it paid to whom."""

    amount: int
    eligible: tuple[str, ...]
    winners: tuple[str, ...]
    paid: dict[str, int]
    rake: int = 0


@dataclass
class Hand:
    """A hand as it will be written down."""

    number: int
    game: Game
    players: list[Player]  # in the order of their seats
    button: int
    hero: Player
    posts: list[Post] = field(default_factory=list)
    streets: list[Street] = field(default_factory=list)
    shown: list[tuple[Player, list[str] | None]] = field(default_factory=list)  # None: thrown away
    back: tuple[Player, int] | None = None  # what nobody called
    pots: list[PaidPot] = field(default_factory=list)
    straddled: bool = False
    unit: int = 1  # the smallest chip
    dealt: dict[str, list[str]] = field(default_factory=dict)  # cards of the hero that are not those held

    @property
    def board(self) -> list[str]:
        """All communal cards."""
        return [card for street in self.streets for card in street.board]

    @property
    def total(self) -> int:
        """The money of all pots."""
        return sum(pot.amount for pot in self.pots)

    @property
    def rake(self) -> int:
        """What the room took."""
        return sum(pot.rake for pot in self.pots)

    @property
    def paid(self) -> dict[str, int]:
        """What each player was paid from all pots."""
        found: dict[str, int] = {}
        for pot in self.pots:
            for name, amount in pot.paid.items():
                found[name] = found.get(name, 0) + amount
        return found

    @property
    def compared(self) -> bool:
        """Did it come to a showdown?"""
        return bool(self.shown)

    def named(self, name: str) -> Player:
        """The player of this name."""
        return next(one for one in self.players if one.name == name)

    def clockwise(self, seat: int | None = None) -> list[Player]:
        """The players clockwise from the left of a seat, which is the button if none is named."""
        start = self.button if seat is None else seat
        return sorted(self.players, key=lambda one: (one.seat <= start, one.seat))

    def post(self, kind: str) -> Post | None:
        """The first post of a kind."""
        return next((one for one in self.posts if one.kind == kind), None)
