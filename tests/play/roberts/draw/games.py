"""Draw and lowball of Robert's Rules as the text describes them, and a table that offers one of them.

Nothing here is read from the rulebook: a wrong figure there shows.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from play.common.games import Game, Rake
from play.roberts.games import BLINDS, House

ONE_DRAW, THREE_DRAWS = ("ddddd", ""), ("ddddd", "", "", "")


@dataclass(frozen=True)
class Form:
    """A way in which one of the games is played: how often cards are changed, and what is put up before the deal."""

    game: Game
    posts: tuple[str, ...]  # two: blinds; one: a blind; antes: no blind
    lowball: bool = True


FORMS = {
    "a5": Form(Game("lowball-a5", ONE_DRAW, seats=8), ("two", "two", "two", "one", "antes")),
    "27": Form(Game("lowball-27", ONE_DRAW, seats=8), ("two", "two", "one", "antes")),
    "triple": Form(Game("lowball-27", THREE_DRAWS, seats=6), ("two",)),
    "high": Form(Game("draw-high", ONE_DRAW, seats=8), ("two",), lowball=False),
    "ante": Form(Game("draw-high", ONE_DRAW, seats=8), ("antes",), lowball=False),
}
ANY = tuple(FORMS)
LOWBALL = tuple(name for name, form in FORMS.items() if form.lowball)
HIGH = tuple(name for name in ANY if name not in LOWBALL)


@dataclass(frozen=True)
class DrawHouse(House):
    """A table as it is declared, with the form of its game and the joker, if it is in use."""

    form: str = "a5"
    joker: bool = False

    @property
    def big(self) -> int:
        """The last blind; without blinds the lower or the smallest bet."""
        return self.blinds[-1] if self.blinds else self.minimum or self.bets[0]

    @property
    def lowball(self) -> bool:
        """Does the lowest hand win?"""
        return self.form in LOWBALL

    @property
    def check_raise(self) -> bool:
        """May a player who checked raise?"""
        return self.form != "a5" or self.limit != "fixed" or "check-raise" in self.features

    @property
    def sevens(self) -> bool:
        """Does a seven have to be bet?"""
        return self.form == "a5" and self.limit == "fixed" and "no-sevens-rule" not in self.features

    @property
    def openers(self) -> bool:
        """Does it take a pair of jacks to open?"""
        return "jacks-or-better" in self.features

    def lines(self) -> list[str]:
        """The head of the log; of the deck only what is not usual."""
        usual = self.form == "a5"
        lines = super().lines()
        lines += [f"deck {53 if self.joker else 52}"] * (self.joker != usual)
        return lines + ["betting triple-draw"] * (self.game.rounds > 2)


def declare(rng: random.Random, name: str, limit: str) -> DrawHouse:
    """A table of a form of the game."""
    form = FORMS[name]
    chip = rng.choice((100, 100, 500, 50))
    blinds = rng.choice(BLINDS[chip])
    big, posts = blinds[-1], rng.choice(form.posts)
    features = [
        word
        for word, where in (("check-raise", "a5"), ("no-sevens-rule", "a5"), ("jacks-or-better", "ante"))
        if name == where and (limit == "fixed" or name == "ante") and rng.random() < 0.3
    ]
    rake = Rake(rng.choice((250, 500, 1000)), rng.choice((None, 500)))
    doubled = not form.lowball or rng.random() < 0.9
    return DrawHouse(
        name=f"{name} {limit}",
        game=form.game,
        limit=limit,
        chip=chip,
        blinds={"two": blinds, "one": (big,), "antes": ()}[posts],
        bets=((big, 2 * big) if doubled else (big,)) if limit == "fixed" else (),
        ante=rng.choice((chip, 2 * chip)) if posts == "antes" or rng.random() < 0.2 else 0,
        minimum=big if limit != "fixed" and posts == "antes" else 0,
        unit=5 * chip if limit == "pot-limit" and rng.random() < 0.2 else 0,
        features=tuple(features),
        rake=rake if name != "a5" and rng.random() < 0.4 else None,
        form=name,
        joker=rng.random() < {"a5": 0.8, "27": 0, "triple": 0}.get(name, 0.5),
    )
