"""Tables of draw and lowball: hands one after the other, by the book or the last of them with one thing done wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from play.act.hand import quoted
from play.crown.evening import NAMES
from play.roberts.draw.games import ANY, DrawHouse, declare
from play.roberts.draw.hand import DrawFault, DrawHand
from play.roberts.draw.oracle import Doubt
from play.roberts.draw.playing import play_out
from play.roberts.games import LIMITS
from play.roberts.hand import Habits, Plant, Player, Seating, money

COUNTS = (2, 3, 3, 4, 4, 5, 6)


@dataclass
class Evening:
    """A table, the stacks of those who sit there all the time, and where the button lies."""

    house: DrawHouse
    habits: Habits
    rng: random.Random
    names: dict[int, str]
    stacks: dict[int, int]
    button: int
    number: int = 0
    lines: list[str] = field(default_factory=list)

    def hand(self, fault: DrawFault | None = None) -> DrawHand:
        """Play the next hand: the button goes to the next player."""
        self.lines, self.number = [], self.number + 1
        seats = sorted(self.names)
        self.button = seats[(seats.index(self.button) + 1) % len(seats)]
        at = seats.index(self.button) + 1
        around = seats[at:] + seats[:at]
        for seat in around:
            if self.stacks[seat] < least(self.house) and self.number > 1:
                self._buys(seat)
        players = [Player(seat, self.names[seat], self.stacks[seat]) for seat in around]
        due = players[-1:] + players[:1] if len(players) == 2 and len(self.house.blinds) == 2 else players
        seating = Seating(self.number, self.button, players, list(zip(due, self.house.blinds, strict=False)))
        hand = play_out(DrawHand(self.house, seating, self.habits, self.rng, fault))
        self.stacks = {player.seat: player.stack for player in players}
        return hand

    def _buys(self, seat: int) -> None:
        amount = (20 + self.rng.randint(0, 30)) * self.house.big
        self.stacks[seat] += amount
        self.lines.append(f"{quoted(self.names[seat])} buys {money(amount)}")


def least(house: DrawHouse) -> int:
    """The fewest chips that somebody plays with: something of a blind is left, half of it where there is but one."""
    share = {0: 0, 1: (house.big + house.chip) // 2 // house.chip * house.chip}.get(len(house.blinds), house.chip)
    return max(house.chip, house.ante + share if share else 0)


def open_table(rng: random.Random, form: str, limit: str, habits: Habits | None = None, fewest: int = 2) -> Evening:
    """A table with people at it, some of them with few chips."""
    house = declare(rng, form, limit)
    seats = sorted(rng.sample(range(1, house.game.seats + 1), rng.choice([one for one in COUNTS if one >= fewest])))
    names = dict(zip(seats, rng.sample(NAMES, len(seats)), strict=True))
    stacks = {}
    for seat in seats:
        depth = rng.choice((1, 5, 20, 20, 100))
        stacks[seat] = max(least(house), rng.randint(1, depth * house.big // house.chip) * house.chip)
    return Evening(house, habits or Habits.any(rng), rng, names, stacks, rng.choice(seats))


def written(evening: Evening, hands: Iterator[DrawHand]) -> str:
    """A log of these hands, with what happened between them."""
    parts = ["\n".join(evening.house.lines()) + "\n"]
    for hand in hands:
        parts += ["".join(f"{line}\n" for line in evening.lines), hand.log()]
    return "\n".join(parts)


def log(seed: object, form: str, limit: str, hands: int = 4) -> str:
    """A table and some hands that were played there by the book, none of which leaves open what is due."""
    for attempt in range(100):
        evening = open_table(random.Random(f"{seed} {form} {limit} {attempt}"), form, limit)
        try:
            return written(evening, (evening.hand() for _ in range(hands)))
        except Doubt:
            continue
    raise AssertionError("no hand without a doubt")


def arranged(seed: int, form: str, limit: str, hands: tuple[str, ...], bold: tuple[int, ...] = ()) -> str | None:
    """A hand by the book with these cards, in which nobody folds, and only those named wager after the draw.

    None where the rules leave open what is due.
    """
    script = DrawFault(lambda *_: None, "never", (limit,), (form,), meek=True, hands=hands, bold=bold)
    evening = open_table(random.Random(f"{seed} {hands} {bold}"), form, limit, fewest=len(hands))
    if 0 in bold:
        make_short(evening)
    try:
        return written(evening, iter([evening.hand(script)]))
    except Doubt:
        return None


# ---- faults ----

FAULTS: dict[str, DrawFault] = {}


def fault(
    at: str,
    limits: tuple[str, ...] = LIMITS,
    forms: tuple[str, ...] = ANY,
    meek: bool = False,
    hands: tuple[str, ...] = (),
    bold: tuple[int, ...] = (),
    fewest: int = 2,
) -> Callable[[Plant], Plant]:
    """Enter a fault into the register, under its function's name."""

    def enter(plant: Plant) -> Plant:
        name = plant.__name__.replace("_", "-")
        FAULTS[name] = DrawFault(plant, at, limits, forms, meek, hands=hands, bold=bold, fewest=max(fewest, len(hands)))
        return plant

    return enter


def make_short(evening: Evening) -> None:
    """The first player from the left of the button has less than half a bet left when all have come in."""
    house, seats = evening.house, sorted(evening.names)
    first = seats[(seats.index(evening.button) + 2) % len(seats)]
    half = house.bet(2) // 2 // house.chip
    evening.stacks = {seat: max(stack, 10 * house.bet(2)) for seat, stack in evening.stacks.items()}
    evening.stacks[first] = house.ante + house.big + evening.rng.randint(1, max(1, half - 1)) * house.chip


def planted(name: str, limit: str, seed: int) -> tuple[str, tuple[str, ...]] | None:
    """A log with the fault in its last hand, and what an audit must find, alone; None if the hand has no place for it.

    What is found is told as a clause, for a breach, or with another severity before it.
    """
    fault = FAULTS[name]
    rng = random.Random(f"{name} {limit} {seed}")
    habits = Habits(
        raises=rng.choice(("to", "by", "both")),
        calls=rng.choice(("by", "to", "bare")),
        pots=rng.choice(("total", "each")),
    )
    evening = open_table(rng, fault.games[seed % len(fault.games)], limit, habits, fault.fewest)
    hands: list[DrawHand] = []
    last = 1 if fault.bold else rng.randint(1, 2)
    if 0 in fault.bold:
        make_short(evening)

    def played() -> Iterator[DrawHand]:
        for number in range(1, last + 1):
            hands.append(evening.hand(fault if number == last else None))
            yield hands[-1]

    try:
        log = written(evening, played())
    except Doubt:
        return None
    cited = hands[-1].cited
    if cited is None:
        return None
    clauses = (cited,) if isinstance(cited, str) else cited
    return log, tuple(clause if " " in clause else f"breach {clause}" for clause in clauses)
