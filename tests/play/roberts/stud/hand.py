"""A hand of stud by Robert's Rules while it is played: what the general hand does not know of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from play.common.hand import Fault, Player
from play.common.pots import Stake
from play.common.ranking import FULL
from play.roberts.hand import Hand
from play.roberts.stud.games import RAZZ, STUD, StudHouse
from play.roberts.stud.oracle import by_high, by_low, forced, leaders, lowest, nearest

UP = slice(2, 6)  # of a player's cards, those that lie open
FOURTH = 2  # the betting round on the fourth card
CROWD = 7  # with so many players cards may run short
FOLDS_FREELY = 0.03


@dataclass(frozen=True)
class StudFault(Fault):
    """A fault at stud. `deal` says what the cards are to be like, `players` how many there are.

    Of `stacks` there may be `any`, `deep` ones alone, `some short` beside two of them, or `one broke` among them.
    """

    deal: str = ""
    players: tuple[int, ...] = ()
    stacks: str = "any"


@dataclass
class StudHand(Hand):
    """A hand of stud that is being played."""

    house: StudHouse
    bringer: Player | None = None  # who has made the forced bet
    seated: list[Player] = field(default_factory=list)  # folded without a wager: the seats still get cards
    rigged: dict[str, list[str]] = field(default_factory=dict)  # cards that are to come to somebody
    paired: bool = False  # an open pair lets anybody bet either limit on fourth street
    main_first: bool = False  # pots are paid in the wrong order
    unclear: bool = False  # last chips of neither limit have been bet with an open pair: the text is silent on raises

    # ---- cards ----

    @property
    def short(self) -> bool:
        """Are there not enough cards for everybody who is to get one?"""
        return len(self.receiving) > FULL - self.out

    @property
    def out(self) -> int:
        """How many cards have been dealt to players."""
        return sum(len(player.cards) for player in self.players)

    @property
    def receiving(self) -> list[Player]:
        """Who gets the next card."""
        return [player for player in self.players if player.live or player in self.seated]

    @property
    def names(self) -> set[str]:
        """Their names."""
        return {player.name for player in self.receiving}

    def draw(self, player: Player) -> str:
        """The next card for a player."""
        coming = self.rigged.get(player.name)
        card = coming.pop(0) if coming else self.top()
        player.cards.append(card)
        return card

    def top(self) -> str:
        """The top card; burnt cards come back when there is no other, and those meant for players who are out."""
        if not self.deck:
            idle = [one for name, coming in self.rigged.items() if name not in self.names for one in coming]
            self.rigged = {name: coming for name, coming in self.rigged.items() if name in self.names}
            self.deck, self.burnt = [*self.burnt, *idle], []
            self.rng.shuffle(self.deck)
        return self.deck.pop()

    def up(self, player: Player) -> tuple[str, ...]:
        """What a player shows, a card for all included."""
        return (*player.cards[UP], *self.board)

    def pairs(self) -> bool:
        """Does anybody who was dealt the fourth card show a pair?"""
        shown = [self.up(player) for player in self.players if len(player.cards) == 4]
        return any(first[0] == second[0] for first, second in shown)

    # ---- who begins ----

    def opener(self) -> Player:
        """Whose upcard has to open, whether the player has chips left or not."""
        return self.players[forced([self.up(player)[0] for player in self.players], self.house.game)]

    def leaders(self) -> list[Player]:
        """Who may be held to begin a later street; where more than one stands here, the text is open."""
        live = self.live
        return [live[place] for place in sorted(leaders([self.up(player) for player in live], self.house.game))]

    def before(self, player: Player) -> Player:
        """The player on the right."""
        return self.players[self.players.index(player) - 1]

    # ---- wagers ----

    @property
    def sizes(self) -> list[int]:
        """What may be bet or raised where the limit is fixed."""
        size, house = self.betting.size, self.house
        return sorted({size, house.bets[1]}) if self.paired and size == house.bets[0] else [size]

    def targets(self) -> list[int]:
        """The totals of a full bet or raise where the limit is fixed."""
        if self.paired:
            return [self.betting.level + size for size in self.sizes]
        return super().targets()

    def reopened(self, player: Player) -> bool:
        """May the player raise, having acted or not?"""
        return not self.unclear and super().reopened(player)

    def has_acted(self, player: Player) -> None:
        """A hand given up without a wager leaves a seat that gets cards until there is one."""
        super().has_acted(player)
        if not player.live and player.bet >= self.betting.level:
            self.seated.append(player)

    def wager(self, player: Player, total: int) -> None:
        """A call, bet or raise to a total of the round."""
        if total > self.betting.level:
            self.seated.clear()
        super().wager(player, total)

    def uncounted(self, lenient: bool = False) -> int:
        """A pot is as large as it is: there are no blinds that might be short."""
        return 0

    def _fixed(self, total: int) -> None:
        betting = self.betting
        completing = betting.number == 1 and not betting.full
        if self.paired and total in self.targets():
            betting.raises += betting.full > 0
            betting.size = total - betting.level
            betting.level = betting.full = total
            betting.capped = betting.capped or (betting.raises == self.house.game.raises and self.caps())
            return
        self.unclear = self.paired
        super()._fixed(total)
        if completing and betting.full > betting.size:  # over last chips that may have been the bet
            betting.raises += 1

    def _free(self, total: int) -> None:
        betting = self.betting
        completing = betting.number == 1 and not betting.full
        super()._free(total)
        if completing:  # a bet of this much, or a raise by what it is above the forced bet: the larger one binds
            betting.quantum = max(betting.quantum, total)

    # ---- how people play and write ----

    @property
    def free_fold(self) -> float:
        """How much less likely a fold is where there is nothing to call."""
        return FOLDS_FREELY * (self.betting.number > 1 and len(self.players) < CROWD)

    def unsaid(self) -> bool:
        """Does the log leave out that a player leaves the forced bet as it is?"""
        return self.betting.number == 1 and self.habits.cards != "none" and self.rng.random() < 0.5

    def to_show(self, player: Player) -> list[str]:
        """The cards that a player turns up: all, or those that lay face down."""
        all_of_them = self.habits.cards == "none" or self.rng.random() < 0.7
        return player.cards if all_of_them else [*player.cards[: UP.start], *player.cards[UP.stop :]]

    # ---- the end ----

    def winners(self, stakes: Sequence[Stake]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who of some players wins, or wins which half; those who tie stand in the order of the odd chip."""
        high, low = super().winners(stakes)
        first = by_low if self.house.game.key == RAZZ else by_high
        return nearest(stakes, high, first), nearest(stakes, low, by_low)

    def high(self, own: Sequence[str]) -> tuple[int, ...]:
        """What a player's cards are worth; at razz the lowest hand has the most."""
        if self.house.game.key == RAZZ:
            return tuple(-part for part in lowest(tuple(own), tuple(self.board)))
        return super().high(own)

    def gives_back(self) -> bool:
        """Are chips that nobody called handed back?"""
        return True


def open_pair(hand: StudHand) -> bool:
    """Is this a round in which either limit may be bet?"""
    return hand.fixed and hand.house.game.key == STUD and hand.betting.number == FOURTH and hand.pairs()
