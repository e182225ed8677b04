"""What a wager comes to by the rules of Crown Poker, and what the end of a hand does."""

from __future__ import annotations

from dataclasses import dataclass

from play.common import hand as common
from play.common.hand import Player
from play.common.pots import Due, Pot, called_pots
from play.crown.games import CAPPED, POT, House

CAP = 3  # raises in a round


@dataclass
class Hand(common.Hand):
    """A hand of Crown Poker."""

    house: House

    @property
    def capped(self) -> bool:
        """Are three raises the most?"""
        return self.house.limit in CAPPED

    @property
    def short_blind(self) -> bool:
        """Did a blind of this round take somebody's last chips?"""
        return self.betting.number == 1 and any(one.put < due for one, due in self.seating.blinds)

    # ---- wagers ----

    def least(self) -> int:
        """The smallest total of a full bet or raise."""
        betting = self.betting
        if self.capped or not betting.full:
            return betting.full + betting.quantum
        return max(betting.level, betting.full) + betting.quantum

    def most(self, player: Player) -> int | None:
        """The largest total of a bet or raise; None where there is no limit."""
        limit, level = self.house.limit, self.level
        if limit == "fixed":
            return self.least()
        if limit == "spread":
            return level + (self.house.maximum or 0)
        if limit not in POT:
            return None
        pot = self.pot + level - player.bet
        size = -(-pot // POT[limit] // self.house.chip) * self.house.chip
        return max(level + size, self.least())

    def reopened(self, player: Player) -> bool:
        """May the player raise? Not who has acted since the last full bet or raise."""
        return player.name not in self.betting.answered

    def bounds(self, player: Player) -> tuple[int, int] | None:
        """The least and the most that a raiser's total may become; between two players raises are not counted."""
        spent = self.capped and self.betting.raises >= CAP and len(self.able) > 2
        return None if spent else super().bounds(player)

    def lift(self, player: Player, total: int) -> None:
        """A full bet or raise, last chips of half of one where raises are counted, or less, which lifts the level."""
        betting, least = self.betting, self.least()
        betting.shorts += total < least
        half = self.capped and 2 * (total - betting.full) >= betting.quantum
        if total >= least:
            self._enlarge(total - (betting.full if self.capped or not betting.full else betting.level))
        if total >= least or half:
            betting.raises += betting.full > 0
            betting.full, betting.answered = total, {player.name}
        betting.level = total

    def _enlarge(self, size: int) -> None:
        """The largest bet or raise so far is the least that the next one may be, up to the maximum of a spread."""
        if self.house.limit != "fixed":
            self.betting.quantum = max(self.betting.quantum, size)
        if self.house.maximum is not None:
            self.betting.quantum = min(self.betting.quantum, self.house.maximum)

    @property
    def doubtful(self) -> bool:
        """Is a short blind called for its own amount, or for the whole one?"""
        return self.betting.level < self.betting.full

    @property
    def free_fold(self) -> float:
        """How much less likely a fold is where there is nothing to call; nobody gives up the highest blind."""
        return 0.03 if self.betting.number > 1 else 0

    # ---- the end ----

    def due(self) -> Due:
        """Who wins what as the hand stands, what nobody called left out."""
        return called_pots(self.stakes(), self.winners)

    def order(self) -> list[Player]:
        """The live players, the one who was called first and the others as it comes."""
        players, last = list(self.live), self.betting.last
        self.rng.shuffle(players)
        if last is not None and sum(one.bet > 0 for one in self.live) > 1:
            players.sort(key=lambda player: player is not last)
        return players

    def first_to_show(self, players: list[Player]) -> Player | None:
        """Who of them has to show in any case: the one who was called."""
        return self.betting.last

    def gives_back(self) -> bool:
        """Are chips that nobody called handed back? A blind that nobody called may stay a blind."""
        return self.wagered or len(self.live) > 1 or self.rng.random() < 0.3

    @property
    def rakes(self) -> bool:
        """Is anything taken of the pots? Nothing of blinds alone, or if all tie."""
        return self.wagered and not self.due().tied

    def raked(self, pots: list[Pot]) -> list[Pot]:
        """The pots in the order in which the commission is taken from them: from the main or the largest one on."""
        return pots if self.rng.random() < 0.5 else sorted(pots, key=lambda pot: -pot.amount)
