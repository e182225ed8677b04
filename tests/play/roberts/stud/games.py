"""The stud games of Robert's Rules, as the text describes them, and a table that offers one."""

from __future__ import annotations

import random
from dataclasses import dataclass

from play.common.games import Game, Rake
from play.roberts.games import House

STREETS = ("ddu", "u", "u", "u", "d")
STUD, RAZZ, HI_LO = "seven-card-stud", "razz", "seven-card-stud-hi-lo"
STUD_GAMES = {
    game.key: game
    for game in (
        Game(STUD, STREETS, seats=8),
        Game(RAZZ, STREETS, seats=8),
        Game(HI_LO, STREETS, seats=8, low=True),
    )
}
LOWER = 2  # so many streets are played for the lower bet


@dataclass(frozen=True)
class StudHouse(House):
    """A table of stud: antes and a forced bet in place of blinds, and five betting rounds."""

    @property
    def fixed(self) -> bool:
        """Is the limit fixed?"""
        return self.limit == "fixed"

    def bet(self, number: int) -> int:
        """The lower bet on third and fourth street, then the upper one; elsewhere the smallest."""
        if self.limit != "fixed":
            return self.smallest
        return self.bets[0] if number <= LOWER else self.bets[1]


STAKES = {  # ante, forced bet, lower and upper bet, by the lowest chip
    100: ((100, 300, 1000, 2000), (100, 500, 1500, 3000), (200, 200, 500, 1000), (100, 100, 600, 1000)),
    500: ((500, 500, 2000, 4000), (500, 1000, 3000, 6000)),
    50: ((50, 50, 200, 400), (50, 100, 300, 600)),
}


def declare(rng: random.Random, game: Game, limit: str, tournament: bool = False) -> StudHouse:
    """A table of stud."""
    chip = rng.choice((100, 100, 500, 50))
    ante, bring_in, *bets = rng.choice(STAKES[chip])
    return StudHouse(
        name=f"{game.key} {limit}{' event' * tournament}",
        game=game,
        limit=limit,
        chip=chip,
        bets=tuple(bets) if limit == "fixed" else (),
        ante=ante,
        bring_in=bring_in,
        minimum=0 if limit == "fixed" else 2 * bring_in,
        tournament=tournament,
        rake=Rake(rng.choice((200, 500, 1000)), rng.choice((None, 500)))
        if rng.random() < 0.5 * (not tournament)
        else None,
    )
