"""The games that are played, each in one form of betting, as the gazette describes them.

Nothing here is read from the rulebooks: the player, the oracle and the faults know the games from the text, so that a
wrong figure in a rulebook shows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

S94 = (
    date(1994, 5, 27), date(1994, 6, 11), date(1994, 10, 30), date(1994, 10, 31), date(1994, 11, 3), date(1994, 11, 4),
    date(1995, 3, 1),
)  # fmt: skip
S239 = (date(1994, 11, 4), date(1994, 11, 5), date(1995, 3, 1))
DRAW = "draw"


@dataclass(frozen=True)
class Game:
    """A game in one of its forms of betting."""

    key: str
    rules: str
    title: str  # of its tables
    seats: int
    streets: tuple[tuple[str, ...], ...]  # before each betting round: passes of cards down and up, 'c' communal, a draw
    decks: dict[int, int]  # the cards it may be played with, and by how many players at most
    days: tuple[date, ...] = S94
    form: str | None = None
    limits: tuple[str, ...] = ()  # of its betting, besides none
    parts: tuple[int, int] | None = None  # of a hand: so many cards of the player's own, so many communal ones
    chapters: dict[str, str] = field(default_factory=dict)  # its number of a chapter of Canberra Manila
    clauses: dict[str, str] = field(default_factory=dict)  # and of clauses that have another place in it

    @property
    def own(self) -> int:
        """How many cards of their own players have in the end."""
        return sum(len(cards) for street in self.streets for cards in street if cards not in ("c", DRAW))

    @property
    def communal(self) -> int:
        """How many cards there are for all."""
        return sum(cards == "c" for street in self.streets for cards in street)

    @property
    def draws(self) -> bool:
        """Do players change cards?"""
        return any(DRAW in street for street in self.streets)

    @property
    def opens(self) -> bool:
        """Do cards lie face up before the players?"""
        return any("u" in street for street in self.streets)

    @property
    def capped(self) -> bool:
        """Is the number of raises limited, and are wagers measured by the blind?"""
        return self.form == "blind" or self.communal > 0

    def held(self, place: int) -> int:
        """How many cards of their own players have in the betting round of this place, from zero."""
        return sum(len(cards) for street in self.streets[: place + 1] for cards in street if cards not in ("c", DRAW))

    def clause(self, cited: str) -> str:
        """A clause as this game numbers it, from its number in Canberra Manila."""
        if cited in self.clauses:
            return self.clauses[cited]
        chapter, dot, rest = cited.partition(".")
        return f"{self.chapters.get(chapter, chapter)}{dot}{rest}"


MANILA = Game(
    "manila",
    "act/canberra-manila",
    "Manila",
    13,
    (("dd", "c"), ("c",), ("c",), ("c",), ("c",)),
    {32: 13},
    parts=(2, 3),
)
SEVEN = (("d", "d", "u"), ("u",), ("u",), ("u",), ("d",))
FIVE = (("d", "u"), ("u",), ("u",), ("u",))
ANTE_LIMITS = ("table-limit", "half-pot", "full-pot")


STUD_CHAPTERS = {str(number): str(number + 1) for number in range(11, 20)}
STUD_CLAUSES = {
    "6.4": "6.5(a)", "6.5": "6.6", "7.3(a)": "7.2(a)", "7.3(b)": "7.2(b)", "16.1(g)": "17.1(e)", "16.2": "17.3",
    "16.3": "17.4", "16.7": "17.6",
}  # fmt: skip


def _stud(
    rules: str, seats: int, streets: tuple[tuple[str, ...], ...], decks: dict[int, int], dead_cards: str
) -> list[Game]:
    """A stud in its two forms of betting."""
    key = rules[len("act/")] + "cs"
    numbers = (STUD_CHAPTERS, STUD_CLAUSES | {"16.8": dead_cards})
    blind = Game(f"{key}-blind", rules, "Stud", seats, streets, decks, S94, "blind", (), None, *numbers)
    ante = Game(f"{key}-ante", rules, "Stud", seats, streets, decks, S94, "ante", ANTE_LIMITS, None, *numbers)
    return [blind, ante]


STUDS = [
    *_stud("act/7-card-stud", 7, SEVEN, {52: 7, 40: 5, 32: 4}, "17.10"),
    *_stud("act/5-card-stud", 10, FIVE, {52: 10, 40: 7, 32: 6}, "17.9"),
]
DRAW_POKER = Game(
    "draw",
    "act/draw-poker",
    "Draw",
    8,
    (("d", "d", "d", "d", "d"), (DRAW,)),
    {52: 8, 40: 6, 32: 4},
    S239,
    limits=(*ANTE_LIMITS, "straddle"),
    chapters={"14": "13", "15": "14", "16": "15", "17": "16", "18": "17", "19": "18"},
    clauses={
        "8.3(a)": "7.3(a)",
        "8.3(b)": "7.3(b)",
        "8.4": "9.1",
        "9.2": "9.3",
        "9.2[others]": "9.3[others]",
        "9.2[announce]": "9.3[announce]",
        "9.3(b)": "9.4(b)",
        "9.3(c)": "9.4(c)",
        "9.4": "9.5",
        "9.4[odd]": "9.5[odd]",
        "9.5": "9.6",
        "16.7": "15.5",
        "16.8": "15.6",
    },
)
GAMES = {game.key: game for game in (MANILA, *STUDS, DRAW_POKER)}
