"""Chooses the accidents by which neighbours of the samples are made: those that tell small changes of the code apart.

    python tests/helpers/telling_neighbours.py --numbers 40

While each hand of every sample has one accident after the other, the replay and the checks run with code that notices
where their mutants (`mutation_points.py`) would have another value. Chosen are accidents which come by mutants that few
others come by. No mutant is run, and whether anything else would be *told* is not asked. Every sample gets as many logs
as all together have time for, and the snapshots are written anew (`neighbours.py`).

It takes a quarter of an hour. It is for whoever has changed much of the code, or `fuzzing/neighbours.py`; who has not
leaves the accidents as they are.
"""

from __future__ import annotations

import argparse
import builtins
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import FunctionType

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from fuzzing.neighbours import SECOND, neighbour
from mutants import NOTICE, Living, differs, import_all
from mutation_points import modules
from mutation_points import mutants as all_of
from neighbours import Key, Telling, as_text, hands_of, samples, snapshot, snapshot_of

TIMES = 10  # that each mutant is to be come by with a value, if there is time
COMMON = 60  # one that is come by so often with one value only is no longer watched
OF_ROOMS = 24  # logs that are made of the history of a room
HANDS = 34_000  # that may be judged in all snapshots
ACTING = ("measure(", "in_turn(state", "_is_held(")  # in lines where to work out a value does something as well

Place = tuple[int, bool]  # a mutant, and what was true or false where it makes a difference
Hand = tuple[Path, Key]
Useful = dict[Hand, dict[int, set[Place]]]  # by the number of an accident


# ---- what each accident comes by ----


class Noticed:
    """Which mutants would make a difference in the hand that is being judged."""

    def __init__(self) -> None:
        """None so far."""
        self.here: set[Place] = set()
        self.times: Counter[Place] = Counter()
        self.busy = False
        setattr(builtins, NOTICE, self.notice)

    def notice(self, numbers: tuple[int, ...], value: object = True, *others: FunctionType) -> object:
        """A value was worked out where these mutants are; they would have the others."""
        if self.busy:
            return value
        self.busy, true = True, bool(value)
        for one, other in zip_longest(numbers, others):
            place = one, true
            if place not in self.here and self.times[place] < COMMON and (other is None or differs(value, other)):
                self.here.add(place)
        self.busy = False
        return value

    def done(self) -> set[Place]:
        """The hand is over."""
        here, self.here = self.here, set()
        self.times.update(here)
        return here

    def rare(self, number: int) -> bool:
        """Is it worth while to watch this mutant further?"""
        true, false = self.times[number, True], self.times[number, False]
        return min(true, false) < TIMES and max(true, false) < COMMON


def useful(numbers: range) -> Useful:
    """For each hand its accidents that come by a mutant which few others have come by, with those mutants."""
    import_all()
    mutants = dict(enumerate([one for file in modules() for one in all_of(file)]))
    watched = {number: one for number, one in mutants.items() if not any(word in one.text for word in ACTING)}
    noticed, living = Noticed(), Living()
    found: Useful = defaultdict(dict)
    hands = {sample: hands_of(sample) for sample in samples()}
    for number in numbers:
        living.watch_numbered(watched)
        for sample, its in hands.items():
            for key, places in _come_by(sample, number, len(its), noticed):
                if places and key in its:
                    found[sample, key].setdefault(number, set()).update(places)
        living.restore([*mutants.values()])
        watched = {place: one for place, one in watched.items() if noticed.rare(place)}
        print(f"{number}: {len(watched)} still watched", flush=True)
    return found


def _come_by(sample: Path, number: int, hands: int, noticed: Noticed) -> Iterator[tuple[Key, set[Place]]]:
    """What each hand of a sample comes by after the accident of this number to every one of them."""
    heard: list[tuple[Key, set[Place]]] = []
    noticed.done()
    Telling(neighbour(sample, [number] * max(1, hands)), sample.name, lambda key: heard.append((key, noticed.done())))
    yield from heard


# ---- chosen ----


@dataclass
class Choice:
    """The accidents chosen so far. A hand may have as many as its sample has logs; each log costs all hands of it."""

    found: Useful
    hands: dict[Path, int]
    chosen: dict[Hand, list[int]] = field(default_factory=lambda: defaultdict(list))
    logs: Counter[Path] = field(default_factory=Counter)
    times: Counter[Place] = field(default_factory=Counter)
    left: int = HANDS

    def choose(self) -> None:
        """Choose for every mutant an accident that comes by it, for the rarest first; then another one, and so on."""
        places: dict[Place, list[tuple[Hand, int]]] = defaultdict(list)
        for hand, its in self.found.items():
            for number, those in its.items():
                for place in those:
                    places[place].append((hand, number))
        rarest = sorted(places, key=lambda place: (len(places[place]), place))
        for wanted in range(1, TIMES + 1):
            for place in rarest:
                if self.times[place] < wanted:
                    self._take_best(places[place], wanted)

    def _take_best(self, those: list[tuple[Hand, int]], wanted: int) -> None:
        able = [one for one in those if one[1] not in self.chosen[one[0]] and self._cost(one[0]) <= self.left]
        if able:
            hand, number = max(able, key=lambda one: self._gain(*one, wanted) / (1 + self._cost(one[0])))
            if cost := self._cost(hand):
                self.left -= cost
                self.logs[hand[0]] += 1
            self.chosen[hand].append(number)
            self.times.update(self.found[hand][number])

    def _cost(self, hand: Hand) -> int:
        """How many hands more are judged if this one has one accident more."""
        return 0 if len(self.chosen[hand]) < self.logs[hand[0]] else self.hands[hand[0]]

    def _gain(self, hand: Hand, number: int, wanted: int) -> int:
        return sum(self.times[place] < wanted for place in self.found[hand][number])

    def numbers(self, sample: Path, key: Key) -> list[int]:
        """The accidents of a hand: as many as its sample has logs. Beside those chosen it has two at once."""
        its, most = self.chosen[sample, key], max(1, self.logs[sample])
        if sample.suffix != ".log":  # which has one accident for all its hands, and is short
            return [*range(1, 1 + OF_ROOMS)]
        others = [number for number in range(SECOND, SECOND + 2 * most) if number not in its]
        return [*its, *others][:most]


def main() -> None:
    """Choose, and write the snapshots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--numbers", type=int, default=40, help="so many accidents of each hand are tried")
    options = parser.parse_args()
    hands = {sample: hands_of(sample) for sample in samples()}
    choice = Choice(useful(range(1, options.numbers + 1)), {sample: len(its) for sample, its in hands.items()})
    choice.choose()
    for sample, its in hands.items():
        now = snapshot(sample, {key: choice.numbers(sample, key) for key in its})
        path = snapshot_of(sample)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_text(sample, now), encoding="utf-8")


if __name__ == "__main__":
    main()
