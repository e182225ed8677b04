"""The players of a hand and the wager they have to meet: who is in, who can still bet, whose turn comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar


@dataclass(eq=False)
class Player:
    """A player of a hand."""

    seat: int
    name: str
    stack: int
    cards: list[str] = field(default_factory=list)
    bet: int = 0  # live chips of the betting round
    put: int = 0  # of the hand
    live: bool = True
    shown: bool = False
    acted: bool = False  # in the betting round, blinds and other posts left out

    @property
    def able(self) -> bool:
        """Can this player still bet?"""
        return self.live and self.stack > 0

    @property
    def everything(self) -> int:
        """What the player's total of the round can become."""
        return self.bet + self.stack


P = TypeVar("P", bound=Player)


class Table(Generic[P]):
    """The players of a hand in clockwise order, and the wager that they have to meet."""

    players: Sequence[P]
    level: int

    @property
    def live(self) -> list[P]:
        """Those who have not folded."""
        return [player for player in self.players if player.live]

    @property
    def able(self) -> list[P]:
        """Those who can still bet."""
        return [player for player in self.players if player.able]

    @property
    def pot(self) -> int:
        """Everything in the middle."""
        return sum(player.put for player in self.players)

    def after(self, player: P) -> list[P]:
        """The players clockwise from a player, who comes last."""
        place = list(self.players).index(player) + 1
        return [*self.players[place:], *self.players[:place]]

    def pending(self, player: P) -> bool:
        """Is this player still to act before the betting round is over?"""
        return player.able and (not player.acted or player.bet < self.level)

    def turn_after(self, last: P) -> P | None:
        """Who is to act after a player; None when the round is over.

        The only player who can still bet has no turn unless somebody else has more in than they have.
        """
        if len(self.live) < 2:
            return None
        alone = len(self.able) < 2
        for player in self.after(last):
            if self.pending(player) and not (alone and player.bet >= self._matched(player)):
                return player
        return None

    def _matched(self, player: P) -> int:
        """The most that anybody else has in."""
        return max(one.bet for one in self.players if one is not player)
