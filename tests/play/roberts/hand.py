"""What a wager comes to by Robert's Rules, at a fixed limit and without one, and what the end of a hand does."""

from __future__ import annotations

from dataclasses import dataclass

from play.common import hand as common
from play.common.hand import Player
from play.roberts.games import House


@dataclass
class Hand(common.Hand):
    """A hand of one of the games of Robert's Rules."""

    house: House
    straddled: bool = False

    # ---- wagers ----

    @property
    def exact(self) -> bool:  # type: ignore[override]
        """Is a wager one of certain totals?"""
        return self.fixed

    def lift(self, player: Player, total: int) -> None:
        """What a bet or a raise to a total does to its round."""
        if self.fixed:
            self._fixed(total)
        else:
            self._free(total)

    def _free(self, total: int) -> None:
        """At no-limit and pot-limit a wager of less than the last full one changes nothing but the level."""
        betting = self.betting
        if total - betting.level >= betting.quantum:
            betting.quantum, betting.full, betting.shorts = total - betting.level, total, 0
        else:
            betting.shorts += 1
        betting.level = total

    def _fixed(self, total: int) -> None:
        """A full bet or raise, last chips of half a bet or more, which count as one, or less, which is none."""
        betting = self.betting
        completed = total == betting.full + betting.size
        if completed or 2 * (total - betting.level) >= betting.size:
            if betting.full:
                betting.raises += 1
                if betting.raises == self.house.game.raises:
                    betting.capped, betting.left = self.caps(), len(self.able)
            betting.full, betting.shorts = total, 0
        else:
            betting.shorts += 1
        betting.level = total

    def caps(self) -> bool:
        """Does the last raise that is allowed end the raising? Not where it left two players who can bet."""
        if self.house.tournament:
            return "last-two" not in self.house.features
        return len(self.able) > 2

    def targets(self) -> list[int]:
        """The totals of a full bet or raise where the limit is fixed."""
        betting = self.betting
        short = betting.level - betting.full
        if betting.shorts and 2 * short >= betting.size:  # several together: completed or raised, the book is silent
            return [betting.full + betting.size, betting.level + betting.size]
        return [betting.full + betting.size]

    def reopened(self, player: Player) -> bool:
        """May the player raise, having acted or not?"""
        betting = self.betting
        if not player.acted:
            return True
        facing = betting.level - player.mark
        return 2 * facing >= betting.size if self.fixed else facing >= betting.quantum

    def least(self) -> int:
        """The smallest total of a full bet or raise."""
        return self.targets()[0] if self.fixed else self.betting.level + self.betting.quantum

    def most(self, player: Player) -> int | None:
        """The largest total of a bet or raise; None where there is no limit."""
        if self.fixed:
            return self.targets()[-1]
        return None if self.house.limit == "no-limit" else self.pot_most(player)

    def pot_most(self, player: Player, lenient: bool = False) -> int:
        """The call and then the pot; with `lenient` as much as the book might be read to allow."""
        betting, house = self.betting, self.house
        call = betting.level - player.bet
        pot = self.pot + self.uncounted(lenient)
        most = betting.level + pot + call
        if house.unit:
            up = [-(-amount // house.unit) * house.unit for amount in (pot, pot + call)]
            most = max(betting.level + up[1], betting.level + up[0] + call)
        return max(most, self.least())

    def uncounted(self, lenient: bool = False) -> int:
        """What a pot counts for beyond what it is, in the first round: a blind short, or taken for the big one."""
        if self.betting.number > 1:
            return 0
        small, due = self.seating.blinds[0]
        big, nominal = self.seating.blinds[-1]
        there = lenient or small is big or small.name in self.posted  # else there is none, short or other
        short = nominal - self.posted.get(big.name, 0)
        short += due - self.posted.get(small.name, 0) if there and small is not big else 0
        if self.betting.opened and not lenient:
            short = 0  # it is full for whoever opens
        if "small-blind-as-big" not in self.house.features or small is big or not there:
            return short
        return short + (max(0, self.house.big - max(small.bet, due)) if big.live or lenient else 0)

    @property
    def doubtful(self) -> bool:
        """Is there a wager to be met that nobody has made, because a blind was short?"""
        return self.level > max(one.bet for one in self.players)

    def bounds(self, player: Player) -> tuple[int, int] | None:
        """The least and the most that a raiser's total may become."""
        if not self.fixed:
            return super().bounds(player)
        totals = self._fixed_totals(player)
        return (totals[0], totals[-1]) if totals else None

    def _fixed_totals(self, player: Player) -> list[int]:
        """What a total may become where the limit is fixed: a full bet or raise, or last chips that are less."""
        betting, most = self.betting, player.everything
        half = 2 * (most - betting.level) >= betting.size
        targets = self.targets()
        if betting.capped:
            return [most] if not half and most not in targets else []
        if most < targets[0] or (most < targets[-1] and half):
            return [most]
        return [total for total in targets if total <= most]

    # ---- the end ----

    def order(self) -> list[Player]:
        """The live players, first who wagered last, or who acted first if nobody did, and the others to the left."""
        first = self.betting.last or self.betting.first
        if first is None or not first.live:
            first = self.live[0]
        return [first, *[one for one in self.after(first) if one.live and one is not first]]

    @property
    def all_shown(self) -> bool:
        """Must everybody show, as in a tournament where somebody is all in?"""
        return self.house.tournament and any(not one.stack for one in self.live)

    def gives_back(self) -> bool:
        """Are chips that nobody called handed back? A blind that nobody called may stay a blind."""
        betting = self.betting
        return len(self.live) > 1 or betting.number > 1 or betting.last is not None or self.rng.random() < 0.5
