"""A hand of draw or lowball of Robert's Rules while it is played: what it has beyond a hand of the button games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from play.common.hand import Fault, Player
from play.common.pots import Due
from play.roberts.draw.games import DrawHouse
from play.roberts.draw.oracle import JOKER, Last, sevens, worth
from play.roberts.hand import Hand


@dataclass(frozen=True)
class DrawFault(Fault):
    """A fault; `hands` are dealt to the first players from the left of the button, who change none of their cards."""

    hands: tuple[str, ...] = ()
    bold: tuple[int, ...] = ()  # who of them bets or raises after the draw; the first does it with less than half a bet
    fewest: int = 2  # so many players at the table


@dataclass
class DrawHand(Hand):
    """A hand that is being played."""

    house: DrawHouse
    opener: Player | None = None  # who bet first before the draw
    doubled: bool = False  # the pot was opened with a raise
    before: dict[str, int] = field(default_factory=dict)  # what everybody had in when the betting round began
    checked: set[str] = field(default_factory=set)  # in the betting round
    calls: list[str] = field(default_factory=list)  # in the betting round, in order
    first: dict[str, list[str]] = field(default_factory=dict)  # the cards before the draw
    pat: set[str] = field(default_factory=set)  # who will change no card

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.house.joker:
            self.deck.insert(self.rng.randint(0, len(self.deck)), JOKER)

    @property
    def unopened(self) -> bool:
        """Is nothing wagered before the draw, not even a blind?"""
        return self.betting.number == 1 and not self.betting.level

    @property
    def after_the_draw(self) -> bool:
        """Is this the last betting round?"""
        return self.betting.number == self.house.game.rounds

    @property
    def last(self) -> Last:
        """What happened after the last draw."""
        betting = self.betting
        shorts = betting.shorts if betting.level and not betting.full else 0
        return Last(self.before, frozenset(self.checked), tuple(self.calls), shorts)

    def wager(self, player: Player, total: int) -> None:
        """A call, bet or raise to a total of the round; the first bet before the draw opens the pot."""
        if total <= self.betting.level:
            self.calls.append(player.name)
        elif self.betting.number == 1 and self.opener is None:
            self.opener = player
        super().wager(player, total)

    def targets(self) -> list[int]:
        """The totals of a full bet or raise where the limit is fixed; draw high may be opened with a raise."""
        if self.unopened and not self.house.lowball:
            return [self.betting.size, 2 * self.betting.size]
        return super().targets()

    def uncounted(self, lenient: bool = False) -> int:
        """What the pot is counted larger by than it is: nothing where there is no blind."""
        return super().uncounted(lenient) if self.seating.blinds else 0

    def _fixed(self, total: int) -> None:
        """An opening with a raise is a bet and a raise."""
        size = self.betting.size
        if self.unopened and not self.house.lowball and total > size:
            self.doubled = True
            super()._fixed(size)
        super()._fixed(total)

    # ---- the end ----

    def high(self, own: Sequence[str]) -> tuple[int, ...]:
        """What a player's cards are worth."""
        return worth(own, self.house.game.key)

    @property
    def shown_alone(self) -> float:
        """How often a player whom nobody called shows."""
        return 0

    @property
    def all_shown(self) -> bool:
        """Must everybody show, so that sevens that were not bet are seen?"""
        return self.house.sevens

    def gives_back(self) -> bool:
        """Are chips that nobody called handed back?"""
        return True

    def correct(self, coming: Due) -> None:
        """Sevens that were not bet win less, which the rules do not always put in the same way."""
        if self.house.sevens and self.after_the_draw:
            sevens(coming.pots, self.stakes(), self.last, self.rng.random() < 0.5)
