"""The table of an ACT game while a hand is played, as the gazette has it: rounds, turns, raises counted, pots.

Everything here is worked out from the text of the rules. The auditor's replay has no part in it, so the two can
contradict each other.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from play.act import events as e
from play.act.games import DRAW, Game
from play.act.openers import openers
from play.common import table as common

AMENDED = date(1994, 11, 4)  # the day of the gazette that made the designated player's raise the opening wager
NAMES = ("first", "second", "third", "fourth")
CAP = 3  # raises in a round
MOST = 3  # minimums that a blind may have


@dataclass(eq=False)
class Player(common.Player):
    """A player of the hand."""

    out: bool = False  # seated, but not dealt in
    start: int = 0  # the stake before the hand
    up: list[str] = field(default_factory=list)  # of the cards those that lie open
    received: int = 0  # cards so far
    answered: int = -1  # the wager to be met when the player last acted in the round; -1 before the first act
    folded: int | None = None  # how many had folded before
    void: bool = False
    won: int = 0
    returned: int = 0
    bought: int = 0
    aside: int = 0  # bought with the last chips in: of no use before the next hand

    @property
    def tapped_out(self) -> bool:
        """Is the player in with nothing left to wager?"""
        return self.live and self.stack == 0


@dataclass
class Round:
    """A betting round."""

    place: int
    last: bool
    level: int = 0  # the wager to be met
    full: int = 0  # as much of it as the blind, an opening or a full raise has brought about
    raises: int = 0
    floor: int = 0  # the largest lawful raise
    acts: int = 0
    opened: bool = False
    closed: bool = False
    called: bool = False  # somebody met a wager
    last_raiser: Player | None = None
    openers: tuple[Player, ...] = ()  # who may act first; several where the text leaves it open
    stand_in: bool = False  # the designated player, who should open, cannot
    frozen: str | None = None  # by a communal card that came too early: its 'level', or single wagers to the 'minimum'

    @property
    def name(self) -> str:
        """What the rules call it."""
        return "final" if self.last else NAMES[self.place]


class Table(common.Table[Player]):
    """Everything that has happened in a hand so far."""

    def __init__(
        self, game: Game, minimum: int, deck: int, day: date, limit: str | None = None, maximum: int | None = None
    ) -> None:
        self.game, self.minimum, self.deck = game, minimum, deck
        self.limit, self.maximum = limit, maximum
        self.amended = day >= AMENDED
        self.players: list[Player] = []
        self.buck: int | None = None
        self.misdeals = self.mishaps = 0
        self.kept: list[e.Post] = []  # wagers of a deal given up, which may stay on the table
        self.annulled = False
        self.shows: set[str] = set()
        self.clear()

    def clear(self) -> None:
        """Bring everything about to where it is before a deal."""
        self.round: Round | None = None
        self.turn: Player | None = None
        self.rounds_played = 0
        self.posts: list[e.Post] = []
        self.board: list[str] = []
        self.dealt = self.over = self.fresh = False
        self.folds = self.waiting = self.replaced = 0
        self.drawn: dict[str, int] = {}  # who has changed how many cards, and how many of those are still to come

    # ---- players ----

    @property
    def by_name(self) -> dict[str, Player]:
        """The players by their names."""
        return {player.name: player for player in self.players}

    @property
    def designated(self) -> Player | None:
        """The player with the buck."""
        return next((player for player in self.players if player.seat == self.buck), None)

    def around(self) -> list[Player]:
        """The players dealt in, clockwise from the buck."""
        first = self.designated
        assert first is not None
        return [player for player in (first, *self.after(first)[:-1]) if not player.out]

    def clockwise(self, player: Player) -> list[Player]:
        """The other players in the order in which they follow this one."""
        return self.after(player)[:-1]

    def pending(self, player: Player) -> bool:
        """Is this player still to act? One who has checked or called for too little has acted all the same."""
        return self.round is not None and player.able and player.answered < self.round.level

    # ---- wagers before the cards ----

    @property
    def last_blind(self) -> e.Post | None:
        """The blind that wagers are measured by: the last one, over-blinds included."""
        return next((post for post in reversed(self.posts) if post.kind != "ante"), None)

    @property
    def blind(self) -> int | None:
        """What the last blind stands for: last chips stand for the least blind unless they make one themselves."""
        post = self.last_blind
        if post is None or not post.all_in:
            return None if post is None else post.amount
        if self.game.draws:
            return max(post.amount, self.minimum * (2 if len(self.posts) > 1 else 1))
        whole = post.amount % self.minimum == 0 or post.amount > MOST * self.minimum
        return post.amount if whole else self.minimum

    @property
    def blind_player(self) -> Player | None:
        """Who put up the last blind."""
        post = self.last_blind
        return None if post is None else self.by_name[post.player]

    @property
    def unit(self) -> int:
        """What wagers are measured by: the blind, or the table minimum."""
        return (self.blind or 0) if self.game.capped else self.minimum

    # ---- betting rounds ----

    def start_round(self) -> None:
        """Begin the betting round that follows the cards now on the table."""
        if not self.posts:
            for post in self.kept:
                self.post(post)
        number = self.rounds_played
        if self.game.communal:  # more than one card may have come at once
            number = max(number, len(self.board) - self.waiting - 1)
        number = min(number, len(self.game.streets) - 1)
        betround = self.round = Round(number, number == len(self.game.streets) - 1)
        self.rounds_played, self.fresh, self.drawn = number + 1, False, {}
        for player in self.players:
            player.answered = -1
            player.bet = player.bet if number == 0 else 0
        if number == 0 and self.blind is not None:
            betround.level = betround.full = max(self.blind, *(player.bet for player in self.players))
        betround.opened = number == 0 and self.game.communal > 0
        self._find_opener(betround)

    def _find_opener(self, betround: Round) -> None:
        betround.openers = openers(self, betround)
        blind = self.blind_player
        if betround.place == 0 and self.game.form == "blind" and blind is not None:
            betround.opened = any(player is blind for player in betround.openers)  # that blind is the opening wager
        designated = self.designated
        betround.stand_in = self.game.communal > 0 < betround.place and designated is not None and not designated.able
        self.turn = betround.openers[0] if betround.openers else None
        met = all(player.bet >= self._matched(player) for player in self.able)
        if self.turn is None or (len(self.able) < 2 and met):
            self.close()

    def post(self, post: e.Post) -> None:
        """A wager before the cards; an ante is no part of what is to be met."""
        player = self.by_name[post.player]
        self.pay(player, post.amount)
        player.bet -= post.amount if post.kind == "ante" else 0
        self.posts.append(post)

    def pay(self, player: Player, amount: int) -> None:
        """Chips go in."""
        player.stack -= amount
        player.bet += amount
        player.put += amount

    def has_acted(self, player: Player) -> None:
        """The turn goes on from a player, or the round is over."""
        assert self.round is not None
        self.round.acts += 1
        player.answered = self.round.level
        self.pass_turn(player)

    def pass_turn(self, last: Player) -> None:
        """Whoever is still to act after a player has the turn; if nobody is, the round is over."""
        self.turn = self.turn_after(last)
        self.over = len(self.live) < 2
        if self.turn is None:
            self.close()
        elif self.round is not None:
            self.round.closed = False

    def close(self) -> None:
        """The betting round is over; a communal card that came early begins the next one."""
        assert self.round is not None
        self.round.closed, self.turn = True, None
        if self.waiting and not self.over:
            self.waiting -= 1
            self.start_round()

    def end_round(self) -> None:
        """Cards come: whatever somebody had still to do in the round, it is over."""
        if self.round is not None and not self.round.closed:
            self.round.closed, self.turn = True, None

    # ---- cards ----

    def due(self, place: int) -> int:
        """How many cards of their own players have in the round of this place."""
        return self.game.held(place) - self.replaced

    @property
    def ready(self) -> bool:
        """Has everybody the cards that the next betting round follows?"""
        place = self.rounds_played
        if self.over or place >= len(self.game.streets) or (self.round is not None and not self.round.closed):
            return False
        street = self.game.streets[place]
        if "c" in street:
            return False  # it begins with the communal card
        if DRAW in street:
            return all(self.drawn.get(player.name, 1) == 0 for player in self.live)
        return all(player.received >= self.due(place) for player in self.live)
