"""The state of a hand while it is replayed: everything known about it up to now.

Money is in minor units. Players are in clockwise order.
"""

from __future__ import annotations

from math import gcd

from auditor.replay.memo import Memo
from auditor.replay.state.betting import BettingRound, EarlyWager, Move, Player
from auditor.replay.state.board import BoardOpening
from auditor.replay.state.deal import Attempt
from auditor.replay.state.draw import Draw, GivenUp
from auditor.replay.state.timeline import Timeline
from auditor.replay.variant import TABLE_LIMIT, deck_of, rounds_of
from auditor.rules.schema.figures import Forced
from auditor.rules.schema.rulebook import DeckRules, Game, Rulebook
from auditor.vocabulary.events import Announced, Burn, Event, Misdeal, Post, PotTaken, Procedure, Run, Show, Win
from auditor.vocabulary.hand import Hand


class HandState:
    """Everything known about a hand up to now."""

    __slots__ = (
        "absent",
        "aces_low",
        "announced",
        "attempt",
        "attempts",
        "blind",
        "blind_index",
        "board",
        "buck",
        "buck_declined",
        "burns",
        "burnt",
        "by_name",
        "by_seat",
        "called_off",
        "cards_named",
        "compulsory",
        "deck",
        "draw",
        "draws",
        "duty",
        "early",
        "event",
        "event_index",
        "folds",
        "forced",
        "fresh",
        "game",
        "gaps",
        "given_up",
        "goes_on",
        "hand",
        "house_money",
        "invalidated",
        "kill",
        "kinds",
        "lacks_last",
        "last_to_act",
        "limit",
        "memo",
        "min_raise",
        "minimum",
        "misdeals",
        "move",
        "openings",
        "order",
        "orderly",
        "over",
        "overrun",
        "players",
        "post_blind_indexes",
        "post_figures",
        "post_kinds",
        "posts",
        "posts_left_on_table",
        "pots_taken",
        "released",
        "ring",
        "ring_place",
        "round",
        "rounds",
        "rounds_played",
        "rules",
        "runs",
        "shows",
        "skipped",
        "steps",
        "still_in",
        "surplus",
        "timeline",
        "turn",
        "waiting_card",
        "wins",
    )

    def __init__(self, hand: Hand, rules: Rulebook) -> None:
        """The state before the first event of the hand: an empty table."""
        self.hand = hand
        self.timeline = Timeline(hand.events)  # where events of each kind stand
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
        self.order: tuple[int, int, list[Player]] = (0, 0, [])  # a buck, how many players, and they from its left on
        self.duty: tuple[list[Player], list[Player]] = ([], [])  # such an order, and the order of the blinds by it
        self.buck_declined: tuple[str, ...] = ()  # the players who declined the buck
        self.posts: list[Post] = []  # wagers before the cards, in their order
        self.post_kinds: set[str] = set()  # the kinds of them
        self.post_figures: list[Forced | None] = []  # the figure of the rulebook for each of them
        self.post_blind_indexes: list[int] = []  # which of the table's blinds each of them is, from zero
        self.lacks_last = False  # the last of the blinds that are somebody's duty is not on record
        self.kill: Post | None = None  # the first of the posts that raises the limits of the hand
        self.blind: int | None = None  # the blind that wagers of this hand are measured by, once posted
        self.compulsory: int | None = None  # the last of the blinds that are somebody's duty
        self.min_raise: int | None = None  # the least raise that the blinds allow
        self.posts_left_on_table: list[Post] = []  # the posts of a deal called off, which may have stayed on the table
        self.aces_low: bool | None = None  # did people agree, in this hand, that the ace may stand low?
        self.board: list[int] = []
        self.runs: list[Run] = []  # the runs of the cards to come, after the first
        self.round: BettingRound | None = None
        self.rounds_played = 0  # how many betting rounds have begun
        self.turn: Player | None = None
        self.orderly = False  # nothing but acts in turn happens in the betting round; then these three are true
        self.ring: list[Player] = []  # the players who may still act in it, clockwise
        self.ring_place = 0  # whose turn it is
        self.still_in = 0  # how many players are in the hand
        self.move: Move | None = None  # what the current wager amounts to
        self.forced: Forced | None = None  # the figure for the current wager before the cards
        self.blind_index = 0  # which of the table's blinds that is
        self.event: Event | None = None  # the current event
        self.event_index = 0  # its place among the events of the hand
        self.last_to_act: Player | None = None  # who acted last in this round
        self.skipped: tuple[Player, ...] = ()  # the players whom the current act passes over
        self.goes_on = False  # play goes on from that act, and they act only then
        self.called_off = False  # a misdeal kept them from acting, or their acts are not on record
        self.absent: tuple[Player, ...] = ()  # the players whose act the record lacks
        self.gaps = False  # an act that somebody owed is not on record, so there may be more in the pot
        self.over = False  # one player is left
        self.overrun = 0  # what was wagered after a betting round was over and before the next card
        self.folds = 0
        self.early: list[EarlyWager] = []  # the wagers out of turn
        self.waiting_card = 0  # communal cards that are out before their time; 1 for cards of a player's own
        self.burnt = 0  # cards thrown away outside of a draw
        self.burns: list[Burn] = []  # since the last communal cards
        self.openings: list[BoardOpening] = []  # communal cards turned, and what became of them
        self.surplus = 0  # communal cards on the table that should not have been turned
        self.given_up: list[GivenUp] = []  # cards that players gave up for good
        self.fresh = False  # cards have come since the last betting round began
        self.draw: Draw | None = None  # the draw under way, or the last one
        self.draws: list[Draw] = []  # all draws
        self.released: set[int] = set()  # cards put back among those to be dealt: they may come again
        self.attempt = Attempt()  # the current deal
        self.attempts: list[Attempt] = []  # the deals that were called off
        self.kinds = set(map(type, hand.events))  # of all events of the hand: most hands have no mishap to look for
        declared = [event for event in hand.events if type(event) is Misdeal] if Misdeal in self.kinds else []
        self.misdeals = len(declared)  # in all of the hand
        self.cards_named: list[tuple[int, Event]] = []  # every card that the record names, with the event that shows it
        self.steps: dict[str, Procedure] = {}  # the latest note of each step of procedure
        self.shows: list[Show] = []
        self.announced: list[Announced] = []
        self.house_money = 0  # what the house added to the pot
        self.pots_taken: list[PotTaken] = []
        self.wins: list[Win] = []
        self.invalidated: Event | None = None
        self.memo: Memo = {}  # what functions have worked out about it at the settlement

    def player(self, name: str, event: Event) -> Player:
        """The player of this name. A name without a seat in the hand makes the record unreadable."""
        try:
            return self.by_name[name]
        except KeyError:
            from auditor.vocabulary.seating import without_seat

            raise without_seat(name, event, self.by_name, self.hand.number) from None

    @property
    def designated(self) -> Player | None:
        """The player with the buck, if it lies before an occupied seat."""
        return self.by_seat.get(self.buck) if self.buck is not None else None

    @property
    def remade(self) -> bool:
        """Were the cards to be dealt made up anew in the middle of the hand? Then a cut is not the cut of the deal."""
        return self.draw is not None or bool(self.released)

    @property
    def active(self) -> list[Player]:
        """The players still in the hand."""
        return [player for player in self.players if player.active]

    @property
    def able(self) -> list[Player]:
        """The players still in the hand with chips to wager."""
        return [player for player in self.players if player.active and player.stake > 0 and not player.unaccounted_for]

    @property
    def pot(self) -> int:
        """All the money wagered in the hand."""
        return sum([player.put_in_hand for player in self.players])

    def distance(self, player: Player) -> int:
        """How many players clockwise from the buck a player sits; the seat of the buck itself is zero."""
        places = len(self.players)
        base = next(
            (other.seat_order for other in self.players if self.buck is not None and other.seat >= self.buck), 0
        )
        return (player.seat_order - base) % places

    def common_chip(self) -> int:
        """The largest chip that all wagers of the hand can be made of: it stands for the lowest if none is declared."""
        wagered = [player.put_in_hand + player.returned for player in self.players]
        return gcd(*wagered, *[one.amount for one in self.posts]) or 1

    def left_of_buck(self) -> list[Player]:
        """The players clockwise from the left of the buck, the one at the buck last.

        There are none if the record does not show the buck. It may lie before an empty seat.
        """
        buck = self.buck
        if buck is None:
            return []
        players = self.players
        if self.order[0] != buck or self.order[1] != len(players):
            first = sum([player.seat <= buck for player in players])
            self.order = buck, len(players), players[first:] + players[:first]  # players are sorted by their seats
        return self.order[2]

    def clockwise(self, player: Player) -> list[Player]:
        """The other players in the order in which they follow this one."""
        return self.players[player.seat_order + 1 :] + self.players[: player.seat_order]

    def pending(self, player: Player) -> bool:
        """Is this player still to act before the betting round is closed?"""
        betround = self.round
        return betround is not None and player.able and player.level_at_last_act < betround.highest
