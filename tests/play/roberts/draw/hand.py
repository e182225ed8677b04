"""A hand of draw or lowball of Robert's Rules while it is played: what it has beyond a hand of the button games."""

from __future__ import annotations

from dataclasses import dataclass, field

from play.roberts.draw.games import DrawHouse
from play.roberts.draw.oracle import JOKER, Last
from play.roberts.hand import Fault, Hand, Player


@dataclass(frozen=True)
class DrawFault(Fault):
    """A fault; `hands` are dealt to the first players from the left of the button, who change none of their cards."""

    hands: tuple[str, ...] = ()
    bold: tuple[int, ...] = ()  # who of them bets or raises after the draw; the first does it with less than half a bet
    fewest: int = 2  # so many players at the table


@dataclass
class DrawHand(Hand):
    """A hand that is being played."""

    opener: Player | None = None  # who bet first before the draw
    doubled: bool = False  # the pot was opened with a raise
    before: dict[str, int] = field(default_factory=dict)  # what everybody had in when the betting round began
    checked: set[str] = field(default_factory=set)  # in the betting round
    calls: list[str] = field(default_factory=list)  # in the betting round, in order
    first: dict[str, list[str]] = field(default_factory=dict)  # the cards before the draw
    pat: set[str] = field(default_factory=set)  # who will change no card

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.table.joker:
            self.deck.insert(self.rng.randint(0, len(self.deck)), JOKER)

    @property
    def table(self) -> DrawHouse:
        """The table, as one of a draw game."""
        assert isinstance(self.house, DrawHouse)
        return self.house

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
        if self.unopened and not self.table.lowball:
            return [self.betting.size, 2 * self.betting.size]
        return super().targets()

    def uncounted(self, lenient: bool = False) -> int:
        """What the pot is counted larger by than it is: nothing where there is no blind."""
        return super().uncounted(lenient) if self.seating.blinds else 0

    def _fixed(self, total: int) -> None:
        """An opening with a raise is a bet and a raise."""
        size = self.betting.size
        if self.unopened and not self.table.lowball and total > size:
            self.doubled = True
            super()._fixed(size)
        super()._fixed(total)
