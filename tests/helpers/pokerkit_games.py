"""The games that PokerKit and Robert's Rules both have, and a hand of one of them audited."""

import random
from dataclasses import dataclass, field, replace
from functools import cache

from pokerkit import (
    BadugiHand,
    EightOrBetterLowHand,
    FixedLimitBadugi,
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
    ShortDeckHoldemHand,
    StandardHighHand,
    StandardLowHand,
    Street,
)
from pokerkit_hands import (
    Act,
    Played,
    Stakes,
    findings,
    log_of,
    new_state,
    play,
)

from auditor.vocabulary.findings import Finding

LOW, HIGH, DEUCE = (RegularLowHand,), (StandardHighHand,), (StandardLowHand,)
BLINDS = Stakes(blinds=(5, 10))


LIMIT = Stakes(blinds=(5, 10), bets=(10, 20))


STUD = Stakes(ante=1, bring_in=3, bets=(10, 20))


BUTTON_BLIND = Stakes(blinds=(10,), ante=10)


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
    ranks: str = "23456789TJQKA"

    @property
    def title(self) -> str:
        draws = sum(street.draw_status for street in self.streets)
        blind = " button blind" if len(self.stakes.blinds) == 1 else ""
        return f"{self.rules} {self.limit}{' three draws' if draws == 3 else blind}"

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


def _board(rules: str, limit: str, hands: tuple[type[Hand], ...], cards: int, turned: int = 0, most: int = 8) -> Game:
    """A game with so many own cards and, before the first betting round, so many communal ones."""
    stakes = LIMIT if limit == "fixed" else BLINDS
    streets = _streets(FixedLimitTexasHoldem if limit == "fixed" else PotLimitOmahaHoldem, stakes)
    first = _changed(streets[0], hole_dealing_statuses=(False,) * cards, board_dealing_count=turned)
    second = _changed(streets[1], board_dealing_count=streets[1].board_dealing_count - turned)
    return Game(rules, limit, hands, stakes, (first, second, *streets[2:]), most)


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


def _short_deck(stakes: Stakes) -> Game:
    game = _board("short-deck", "no-limit", (ShortDeckHoldemHand,), 2)
    return replace(game, stakes=stakes, ranks="6789TJQKA")


def _five_card_stud() -> Game:
    """Seven-card stud without its first card, the last but one up, and the last."""
    first, *middle, _, _ = _streets(FixedLimitSevenCardStud, STUD)
    return Game(
        "five-card-stud", "fixed", HIGH, STUD, (_changed(first, hole_dealing_statuses=(False, True)), *middle[:3])
    )


GAMES = [
    *(_board("holdem", limit, HIGH, 2) for limit in ("fixed", "no-limit", "pot-limit")),
    *(_board("omaha", limit, (OmahaHoldemHand,), 4) for limit in ("fixed", "no-limit", "pot-limit")),
    *(_board("omaha-hi-lo", limit, HIGH_LOW_OMAHA, 4) for limit in ("fixed", "pot-limit")),
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
    *(_board("omaha-five", limit, (OmahaHoldemHand,), 5) for limit in ("fixed", "pot-limit")),
    _board("omaha-five-hi-lo", "pot-limit", HIGH_LOW_OMAHA, 5),
    _board("omaha-six", "pot-limit", (OmahaHoldemHand,), 6, most=6),
    _board("omaha-six-hi-lo", "pot-limit", HIGH_LOW_OMAHA, 6, most=6),
    _board("courchevel", "pot-limit", (OmahaHoldemHand,), 5, turned=1),
    _board("courchevel-hi-lo", "pot-limit", HIGH_LOW_OMAHA, 5, turned=1),
    _short_deck(BLINDS),
    _short_deck(BUTTON_BLIND),
    _five_card_stud(),
    Game("badugi", "fixed", (BadugiHand,), LIMIT, _streets(FixedLimitBadugi, LIMIT), 6),
    Game("lowball-a5-triple", "fixed", LOW, LIMIT, _streets(FixedLimitDeuceToSevenLowballTripleDraw, LIMIT), 6),
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
        return next((one for one in self.played.acts if one.line + self.first + 1 == finding.location.line), None)


@cache
def hand(game: Game, seed: int) -> Audited:
    rng = random.Random(f"{game.title} {seed}")
    players = rng.randint(2, game.most)
    ante = game.stakes.ante or rng.choice((0, 0, 1))
    stakes = Stakes(game.stakes.blinds, ante, game.stakes.bring_in, game.stakes.bets)
    stacks = [rng.choice((rng.randint(2, 60), rng.randint(60, 400), rng.randint(200, 2000))) for _ in range(players)]
    played = play(new_state(game.hands, game.streets, game.limit, stakes, stacks, game.ranks), stakes, rng)
    text, first = log_of(played, game.head(ante))
    audited = Audited(game, played, text, first)
    audited.found = findings(text)
    return audited
