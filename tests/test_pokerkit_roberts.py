"""Hands played by PokerKit, an independent engine, audited by Robert's Rules: found in order, and paid as we would.

PokerKit plays by the rules of today's tournaments. Where those are not Robert's, `DIFFERENCES` says how, by which
clause it shows and of which hands it is true; no other accusation is expected.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

import pytest
from pokerkit import (
    EightOrBetterLowHand,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitTexasHoldem,
    Hand,
    NoLimitDeuceToSevenLowballSingleDraw,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
    RegularLowHand,
    StandardHighHand,
    StandardLowHand,
    Street,
)

from auditor.findings import Finding, Severity
from pokerkit_hands import Act, Played, Stakes, findings, log_of, new_state, play

BLINDS = Stakes(blinds=(5, 10))
LIMIT = Stakes(blinds=(5, 10), bets=(10, 20))
STUD = Stakes(ante=1, bring_in=3, bets=(10, 20))
HIGH_LOW_OMAHA = (OmahaHoldemHand, OmahaEightOrBetterLowHand)


@dataclass(frozen=True)
class Game:
    """A game of the rulebook and how PokerKit is to play it."""

    rules: str
    limit: str
    hands: tuple[type[Hand], ...]
    stakes: Stakes
    streets: tuple[Street, ...]
    most: int = 8  # players
    declared: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return f"{self.rules} {self.limit}{' three draws' if len(self.streets) == 4 and self.most < 8 else ''}"

    def head(self, ante: int) -> list[str]:
        """The set-up of the table."""
        stakes = self.stakes
        lines = ["table PokerKit", f"rules roberts/{self.rules}", f"limit {self.limit}", "chip $1", *self.declared]
        lines += [f"blinds {', '.join(f'${one}' for one in stakes.blinds)}"] if stakes.blinds else []
        lines += [f"bets {', '.join(f'${one}' for one in stakes.bets)}"] if stakes.bets else []
        lines += [f"bring-in ${stakes.bring_in}"] if stakes.bring_in else []
        return lines + ([f"ante ${ante}"] if ante else [])


def _streets(kind: type, stakes: Stakes, hand_cards: int | None = None) -> tuple[Street, ...]:
    """The betting rounds of a game of PokerKit's."""
    sizes = stakes.bets or (stakes.blinds[-1],)
    forced = (stakes.bring_in,) if stakes.bring_in else (stakes.blinds,)
    return kind((), True, stakes.ante, *forced, *sizes).streets


def _board(rules: str, limit: str, hands: tuple[type[Hand], ...]) -> Game:
    stakes = LIMIT if limit == "fixed" else BLINDS
    streets = _streets(FixedLimitTexasHoldem if limit == "fixed" else PotLimitOmahaHoldem, stakes)
    cards = 2 if hands[0] is StandardHighHand else 4
    first = _changed(streets[0], hole_dealing_statuses=(False,) * cards)
    return Game(rules, limit, hands, stakes, (first, *streets[1:]))


def _changed(street: Street, **values: object) -> Street:
    fields = {one: getattr(street, one) for one in street.__dataclass_fields__}
    return Street(**{**fields, **values})


def _stud(rules: str, kind: type, hands: tuple[type[Hand], ...]) -> Game:
    return Game(rules, "fixed", hands, STUD, _streets(kind, STUD))


def _draw(rules: str, limit: str, hands: tuple[type[Hand], ...], *declared: str) -> Game:
    """One draw; at a fixed limit PokerKit has no such game, so it plays its own with the wagers the book allows."""
    stakes = LIMIT if limit == "fixed" else BLINDS
    streets = _streets(NoLimitDeuceToSevenLowballSingleDraw, BLINDS)
    if limit == "fixed":
        streets = tuple(
            _changed(one, min_completion_betting_or_raising_amount=bet, max_completion_betting_or_raising_count=5)
            for one, bet in zip(streets, LIMIT.bets, strict=True)
        )
    return Game(rules, limit, hands, stakes, streets, 6, declared)


LOW, HIGH, DEUCE = (RegularLowHand,), (StandardHighHand,), (StandardLowHand,)
GAMES = [
    *(_board("holdem", limit, HIGH) for limit in ("fixed", "no-limit", "pot-limit")),
    *(_board("omaha", limit, (OmahaHoldemHand,)) for limit in ("fixed", "no-limit", "pot-limit")),
    *(_board("omaha-hi-lo", limit, HIGH_LOW_OMAHA) for limit in ("fixed", "pot-limit")),
    _stud("seven-card-stud", FixedLimitSevenCardStud, HIGH),
    _stud("seven-card-stud-hi-lo", FixedLimitSevenCardStud, (StandardHighHand, EightOrBetterLowHand)),
    _stud("razz", FixedLimitRazz, LOW),
    *(_draw("lowball-27", limit, DEUCE) for limit in ("fixed", "no-limit", "pot-limit")),
    Game(
        "lowball-27",
        "fixed",
        DEUCE,
        LIMIT,
        _streets(FixedLimitDeuceToSevenLowballTripleDraw, LIMIT),
        6,
        ("betting triple-draw",),
    ),
    *(_draw("lowball-a5", limit, LOW, "deck 52") for limit in ("fixed", "no-limit", "pot-limit")),
    *(_draw("draw-high", limit, HIGH) for limit in ("fixed", "no-limit", "pot-limit")),
]


@dataclass
class Audited:
    """A hand of PokerKit's with what the audit said of it."""

    game: Game
    played: Played
    text: str
    first: int  # lines before the first of the hand
    found: list[Finding] = field(default_factory=list)

    def act(self, finding: Finding) -> Act | None:
        """The act that a finding points to."""
        return next((one for one in self.played.acts if one.line + self.first + 1 == finding.place.line), None)


@cache
def hand(game: Game, seed: int) -> Audited:
    rng = random.Random(f"{game.title} {seed}")
    players = rng.randint(2, game.most)
    ante = game.stakes.ante or rng.choice((0, 0, 1))
    stakes = Stakes(game.stakes.blinds, ante, game.stakes.bring_in, game.stakes.bets)
    stacks = [rng.choice((rng.randint(2, 60), rng.randint(60, 400), rng.randint(200, 2000))) for _ in range(players)]
    played = play(new_state(game.hands, game.streets, game.limit, stakes, stacks), stakes, rng)
    text, first = log_of(played, game.head(ante))
    audited = Audited(game, played, text, first)
    audited.found = findings(text)
    return audited


@dataclass(frozen=True)
class Difference:
    """A rule of PokerKit's that is not Robert's: the clauses that accuse it, and of which hand and finding it holds."""

    name: str
    clauses: tuple[str, ...]
    holds: Callable[[Audited, Finding], bool]


DIFFERENCES: list[Difference] = []


def explains(difference: Difference, audited: Audited, finding: Finding) -> bool:
    return finding.clause in difference.clauses and difference.holds(audited, finding)
