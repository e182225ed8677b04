"""The neighbours of a log: what it would be after a small accident in each of its hands, or two.

Which accident it is depends on the text of the hand itself and a number, so that who edits one hand leaves
the neighbours of all others as they are. So do lines that are taken from other samples: each of them and each hand that
looks for one has its place on a ring, and a line that is added to a sample only takes the place of the one after it.

Most neighbours can still be read, and they come to the edges of figures: amounts one step larger or smaller, amounts of
other lines, stakes that the next wager just takes, with the payments put right or not.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from math import gcd
from pathlib import Path

from places import ROOT

from fuzzing.texts import DECK, Chance

MONEY = re.compile(r"\$(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]{1,2})?")
CARD = re.compile(r"(?<=[\[ ])(?:[2-9TJQKA][cdhs]|Jo|\?\?)(?=[\] ])")
HELD = re.compile(r"\[[^\]\n]*\]")
NUMBER = re.compile(r"(?<![\w$.\":/-])[0-9]{1,2}(?![\w.\":/%-])")
CLOCK = re.compile(r"\b([0-9]{2}):([0-9]{2})\b")
DAY = re.compile(r"\b[12][0-9]{3}-[0-9]{2}-[0-9]{2}\b")
SEAT = re.compile(r"seat [0-9]+ (\".*?\"|\S+)")
QUOTED = re.compile(r"\"[^\"]*\"")
PUT_IN = re.compile(r"(?<!raises) \$|raises to \$")  # a line that says how much goes into the pot
VERBS = {
    "calls": ("raises to", "bets", "folds", "puts in"),
    "checks": ("folds", "passes", "bets $10"),
    "folds": ("checks", "mucks", "passes", "calls"),
    "bets": ("calls", "raises to", "opens", "bets to", "puts in"),
    "opens": ("bets", "calls", "raises to", "puts in"),
    "raises to": ("raises", "calls", "bets", "puts in"),
    "raises": ("raises to", "calls", "bets"),
    "passes": ("checks", "folds"),
    "blind": ("post", "ante", "straddle", "over-blind", "dead", "kill"),
    "ante": ("blind", "dead", "post", "bring-in"),
    "bring-in": ("bets", "ante", "calls"),
    "shows": ("mucks",),
    "communal": ("burn", "deal", "set aside"),
    "stands pat": ("discards 1", "wants 1", "passes"),
    "by dealer": ("by supervisor", "by floorperson", "by operator"),
    "by players": ("by players and operator", "by operator"),
    "all in": ("", "saying raise"),
}
VERB = re.compile("|".join(rf"(?<= ){verb}\b" for verb in sorted(VERBS, key=len, reverse=True)))
WAGERS = re.compile(r" (?:calls|bets|opens|raises|puts|blind|ante|straddle|bring-in|post|kill)\b")
ENDS = ("pot", "main pot", "side pot", "return", "refund")  # and who wins: lines of money at the end of a hand
SECOND = 100  # from this number on a hand has two accidents
TRIES = 12  # to find an accident that can happen to a hand

Lines = list[str]
Accident = Callable[[Lines, Chance, "Donors"], Lines | None]


def chance_of(*words: object) -> Chance:
    """Chance that depends on these words alone."""
    return Chance(_place(*words))


def _place(*words: object) -> int:
    return int.from_bytes(hashlib.blake2b("\n".join(map(str, words)).encode(), digest_size=8).digest())


# ---- lines of other samples ----


@dataclass
class Ring:
    """Texts in an order of chance. Who looks for one gets the next after a place, whatever else is in the ring."""

    places: list[tuple[int, str]] = field(default_factory=list)

    @classmethod
    def of(cls, texts: Iterable[str]) -> Ring:
        """A ring of these texts."""
        return cls(sorted((_place(one), one) for one in set(texts)))

    def after(self, chance: Chance) -> str | None:
        """One of them."""
        if not self.places:
            return None
        return self.places[bisect_left(self.places, (chance.getrandbits(64), "")) % len(self.places)][1]


@dataclass
class Donors:
    """The lines of all samples of a rulebook, by what they say: one that is seldom said is as near as any other."""

    forms: Ring
    lines: dict[str, Ring]  # by their form
    heads: Ring  # of the lines that stand outside of hands
    stated: dict[str, Ring]  # those, by the first word
    names: dict[str, Lines]  # who is named in a line

    @classmethod
    def of(cls, logs: Iterable[Sequence[Piece]]) -> Donors:
        """All that these logs say."""
        inside, outside, names = defaultdict(set), defaultdict(set), dict[str, Lines]()
        for log in logs:
            for piece in log:
                seated = seated_in(piece.lines)
                for line in piece.lines:
                    if piece.hand and SEAT.match(line):
                        continue
                    if piece.hand:
                        inside[_form(line, seated)].add(line)
                        names[line] = seated
                    elif not line.startswith(("log", "table", "rules")):
                        outside[line.split()[0]].add(line)
        return cls(
            Ring.of(inside),
            {form: Ring.of(those) for form, those in inside.items()},
            Ring.of(outside),
            {word: Ring.of(those) for word, those in outside.items()},
            names,
        )

    def line(self, chance: Chance, seated: Lines) -> str | None:
        """A line of another hand, as if it were said of those who sit here."""
        form = self.forms.after(chance)
        line = self.lines[form].after(chance) if form is not None else None
        return None if line is None else self._said_here(line, chance, seated)

    def like(self, line: str, chance: Chance, seated: Lines) -> str | None:
        """What another hand says instead that begins alike: the same act with more or less said of it."""
        start = " ".join(_form(line, seated).split()[:2])
        forms = [one for _, one in self.forms.places if one.startswith(start)]
        form = Ring.of(forms).after(chance) if len(forms) > 1 else None
        other = self.lines[form].after(chance) if form is not None else None
        if other is None:
            return None
        amounts = iter(MONEY.findall(line))
        other = MONEY.sub(lambda found: next(amounts, found[0]), other)
        return self._said_here(other, chance, named_in(line, seated) or seated)

    def _said_here(self, line: str, chance: Chance, seated: Lines) -> str:
        strangers = self.names.get(line, [])
        here = chance.sample(seated, len(seated))
        known = (
            {name: here[number % len(here)] for number, name in enumerate(named_in(line, strangers))} if here else {}
        )
        return _with_names(line, known)


def _form(line: str, seated: Lines) -> str:
    """What a line says, whoever and how much it says it of."""
    said = CARD.sub("c", MONEY.sub("$", _with_names(line, dict.fromkeys(seated, "N"))))
    return " ".join(QUOTED.sub("q", re.sub(r"\[[c ]+\]", "[c]", re.sub(r"[0-9]+", "0", said))).split()[:8])


# ---- the pieces of a log ----


@dataclass(slots=True)
class Piece:
    """A hand, or what stands between two of them."""

    hand: str  # its first line; nothing if it is no hand
    lines: Lines


def pieces(text: str) -> list[Piece]:
    """A table log cut into its hands and what stands around them, without comments and empty lines."""
    found = [Piece("", [])]
    for line in map(str.strip, (each.split(" #")[0] for each in text.split("\n"))):
        if not line or line.startswith("#"):
            continue
        if line.startswith("hand "):
            found.append(Piece(line, []))
        elif line == "end" and found[-1].hand:
            found.append(Piece("", []))
        else:
            found[-1].lines.append(line)
    return found


def joined(found: Iterable[Piece]) -> str:
    """The log that has these pieces."""
    lines: Lines = []
    for piece in found:
        lines += [piece.hand, *(f"  {line}" for line in piece.lines), "end"] if piece.hand else piece.lines
    return "\n".join([*lines, ""])


@cache
def pieces_of(sample: Path) -> list[Piece]:
    """The pieces of a sample."""
    return pieces(sample.read_text(encoding="utf-8"))


@cache
def donors(rules: str) -> Donors:
    """The lines of the samples that name a rulebook, or another one of the same house."""
    logs = [pieces_of(path) for path in sorted((ROOT / "samples").rglob("*.log"))]
    return Donors.of([log for log in logs if any(house(one) == rules for one in log)])


def house(piece: Piece) -> str:
    """Whose rules a head of a table names; nothing if it names none."""
    named = [line.split()[1] for line in piece.lines if line.startswith("rules ")] if not piece.hand else []
    return (named[0] if named[0].startswith("act/") else named[0].split("/")[0]) if named else ""


def hands_in(sample: Path) -> int:
    """How many hands of a sample have an accident of their own: of another format than ours, it has one for all."""
    return sum(bool(piece.hand) for piece in pieces_of(sample)) if sample.suffix == ".log" else 1


def neighbour(sample: Path, numbers: Sequence[int]) -> str:
    """A log after the accidents of these numbers to its hands, in order, and to what stands before each."""
    if sample.suffix != ".log":
        return other_format(sample.read_text(encoding="utf-8"), numbers[0])
    left, number, rules = [*numbers], numbers[0], ""
    found = list[Piece]()
    for piece in pieces_of(sample):
        rules = house(piece) or rules
        number = left[0] if left else number
        found.append(_changed(piece, number, donors(rules)))
        if piece.hand:
            del left[0]
    return joined(found)


def _changed(piece: Piece, number: int, its: Donors) -> Piece:
    if not piece.lines:
        return piece
    chance = chance_of(number, piece.hand, *piece.lines)
    if piece.hand:
        first = CLOCK.sub(lambda _: _time(chance), piece.hand) if chance.happens(0.04) else piece.hand
        lines = after_accident(piece.lines, chance, its)
        return Piece(first, after_accident(lines, chance, its) if number >= SECOND and lines else lines)
    if not chance.happens(0.4):
        return piece
    return Piece("", after_declaration(piece.lines, chance, its))


# ---- accidents to a hand ----


def seated_in(lines: Lines) -> Lines:
    """Who has a seat."""
    return [found[1] for line in lines if (found := SEAT.match(line))]


def named_in(line: str, seated: Lines) -> Lines:
    """Who of them is named in a line, in order."""
    return [*dict.fromkeys(found[0] for found in _names(tuple(seated)).finditer(line))] if seated else []


@cache
def _names(seated: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w\"])(?:{'|'.join(sorted(map(re.escape, seated), key=len, reverse=True))})(?![\w\"])")


def _with_names(line: str, instead: dict[str, str]) -> str:
    return _names(tuple(instead)).sub(lambda found: instead[found[0]], line) if instead else line


def after_accident(lines: Lines, chance: Chance, its: Donors) -> Lines:
    """The lines of a hand after an accident."""
    for _ in range(TRIES):
        found = chance.choices(ACCIDENTS, cum_weights=WEIGHTS)[0](lines, chance, its)
        if found is not None and found != lines:
            return found
    return lines


def _at(lines: Lines, chance: Chance, pattern: re.Pattern[str]) -> int | None:
    """A line that has something of the kind."""
    found = [number for number, line in enumerate(lines) if pattern.search(line)]
    return chance.choice(found) if found else None


def _replaced(lines: Lines, at: int, *instead: str) -> Lines:
    return [*lines[:at], *instead, *lines[at + 1 :]]


def _edited(line: str, chance: Chance, pattern: re.Pattern[str], make: Callable[[str], str]) -> str:
    """A line with one of its pieces made another."""
    found = chance.choice([*pattern.finditer(line)])
    return line[: found.start()] + make(found[0]) + line[found.end() :]


def left_out(lines: Lines, chance: Chance, _its: Donors) -> Lines:
    """A line is left out."""
    return _replaced(lines, chance.randrange(len(lines)))


def doubled(lines: Lines, chance: Chance, _its: Donors) -> Lines:
    """A line is told twice."""
    at = chance.randrange(len(lines))
    return _replaced(lines, at, lines[at], lines[at])


def swapped(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """Two lines that follow each other change places."""
    at = chance.randrange(len(lines))
    return [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]


def moved(lines: Lines, chance: Chance, _its: Donors) -> Lines:
    """A line comes somewhere else."""
    seats = len(seated_in(lines))
    at = chance.randrange(min(seats, len(lines) - 1), len(lines))
    rest = _replaced(lines, at)
    to = chance.randint(min(seats, len(rest)), len(rest))
    return [*rest[:to], lines[at], *rest[to:]]


def all_of_a_kind_left_out(lines: Lines, chance: Chance, _its: Donors) -> Lines:
    """No line of a kind is told."""
    words = lines[chance.randrange(len(lines))].split()
    kind = words[0] if words[0].islower() else words[1] if len(words) > 1 else ""
    return [line for line in lines if kind not in line.split()[:2] or kind == "seat"]


def broken_off(lines: Lines, chance: Chance, _its: Donors) -> Lines:
    """The end is not told."""
    return lines[: max(len(seated_in(lines)), len(lines) - chance.randint(1, 8))]


# ---- money ----


def cents(text: str) -> int:
    """An amount, in cents."""
    whole, _, rest = text.lstrip("$").replace(",", "").partition(".")
    return int(whole) * 100 + int(rest.ljust(2, "0") or 0)


def dollars(amount: int) -> str:
    """It as text."""
    whole, rest = divmod(amount, 100)
    return f"${whole}.{rest:02}" if rest else f"${whole}"


def _amounts(lines: Lines) -> list[int]:
    return [cents(one) for line in lines for one in MONEY.findall(line)]


def _step(lines: Lines, chance: Chance) -> int:
    """The smallest step that amounts of a hand have in common, or a dollar, or a cent."""
    drawn = chance.random()
    return 100 if drawn < 0.35 else 1 if drawn < 0.4 else gcd(*_amounts(lines)) or 100


def _another(amount: int, lines: Lines, chance: Chance) -> int:
    """Another amount, near to this one or to others of the hand."""
    drawn, others = chance.random(), [one for one in _amounts(lines) if one] or [100]
    if drawn < 0.5:
        other = amount + chance.choice([-1, 1]) * _step(lines, chance)
    elif drawn < 0.6:
        other = amount * 2 if chance.happens(0.5) else amount // 200 * 100
    elif drawn < 0.8:
        other = chance.choice(others)
    else:
        other = chance.choice(others) + chance.choice([-1, 1]) * chance.choice(others)
    return abs(other) or amount + 100


def amount(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """An amount is another."""
    at = _at(lines, chance, MONEY)
    if at is None:
        return None
    return _replaced(
        lines, at, _edited(lines[at], chance, MONEY, lambda one: dollars(_another(cents(one), lines, chance)))
    )


def wager_with_pot(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A wager is another, in one place or wherever it is told, and pot and payment are as they would be then."""
    at = _at(lines, chance, WAGERS)
    if at is None or not (told := MONEY.findall(lines[at])):
        return None
    old = chance.choice(told)
    new, everywhere = dollars(_another(cents(old), lines, chance)), chance.happens(0.6)
    those = {place for place, line in enumerate(lines) if WAGERS.search(line)} if everywhere else {at}
    this = re.compile(rf"{re.escape(old)}(?![0-9.,])")
    found = [this.sub(new.replace("\\", ""), line) if place in those else line for place, line in enumerate(lines)]
    times = sum(one != other and "raises to" not in one for one, other in zip(lines, found, strict=True))
    return _with_more_paid(found, times * (cents(new) - cents(old)))


def _with_more_paid(lines: Lines, more: int) -> Lines:
    """The pot and the first payment are so much larger."""
    found, done = [*lines], set[str]()
    for at, line in enumerate(lines):
        kind = "pot" if line.startswith(("pot ", "main pot ")) else "wins" if " wins $" in line else ""
        if kind and kind not in done:
            done.add(kind)
            found[at] = MONEY.sub(lambda one: dollars(max(0, cents(one[0]) + more)), line, count=1)
    return found


def payments(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """Of two amounts at the end of a hand one is larger, and the other smaller or larger by as much."""
    last = [at for at, line in enumerate(lines) if line.startswith(ENDS) or " wins $" in line]
    places = [(at, found) for at in last for found in MONEY.finditer(lines[at])]
    if len(places) < 2:
        return None
    found, by = [*lines], _step(lines, chance) * chance.choice([1, 1, 2])
    first, second = sorted(chance.sample(range(len(places)), 2))
    signs = chance.choice([(1, -1), (-1, 1), (1, 1), (-1, -1)])
    for number, sign in ((second, signs[1]), (first, signs[0])):  # from the back, as places in a line shift
        at, match = places[number]
        changed = dollars(max(0, cents(match[0]) + sign * by))
        found[at] = found[at][: match.start()] + changed + found[at][match.end() :]
    return found


def last_chips(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A player has no more than what was put in up to some wager, or a little more or less."""
    name = _somebody(lines, chance)
    seat = next((at for at, line in enumerate(lines) if (found := SEAT.match(line)) and found[1] == name), None)
    if name is None or seat is None or "$" not in lines[seat]:
        return None
    wagers = [at for at, line in enumerate(lines) if line.startswith(f"{name} ") and WAGERS.search(line)]
    sums = [*accumulate(cents(MONEY.findall(lines[at])[-1]) if "$" in lines[at] else 0 for at in wagers)]
    if not sums:
        return None
    chosen = chance.randrange(len(sums))
    left = max(0, sums[chosen] + chance.choice([0, 0, 0, -1, 1]) * _step(lines, chance))
    found = _replaced(lines, seat, MONEY.sub(dollars(left), lines[seat], count=1))
    if chance.happens(0.6):
        found[wagers[chosen]] += " all in" if "all in" not in lines[wagers[chosen]] else ""
    return found


def _somebody(lines: Lines, chance: Chance) -> str | None:
    seated = seated_in(lines)
    return chance.choice(seated) if seated else None


def all_in(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A wager takes the last chips, or does not."""
    at = _at(lines, chance, WAGERS)
    if at is None:
        return None
    line = lines[at]
    return _replaced(lines, at, line.replace(" all in", "") if " all in" in line else f"{line} all in")


# ---- cards ----


def card(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A card is another: one of the hand, of the deck, or one that nobody saw; in one line or wherever it is told."""
    at = _at(lines, chance, CARD)
    if at is None:
        return None
    old = chance.choice(CARD.findall(lines[at]))
    told = [one for line in lines for one in CARD.findall(line)]
    near = [one for one in DECK if one[0] == old[0] or one[1] == old[1]]
    new = "??" if chance.happens(0.12) else chance.choice(chance.choice([told, DECK, near or DECK]))
    if chance.happens(0.35):
        return _replaced(lines, at, CARD.sub(lambda one: new if one[0] == old else one[0], lines[at]))
    if new == "??" and chance.happens(0.4):
        return [CARD.sub(new, line) for line in lines]
    instead = {old: new, new: old} if chance.happens(0.7) and new != "??" else {old: new}
    return [CARD.sub(lambda one: instead.get(one[0], one[0]), line) for line in lines]


def number_of_cards(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """There is a card more or less in a line."""
    at = _at(lines, chance, CARD)
    if at is None:
        return None

    def other(held: str) -> str:
        those = held[1:-1].split()
        if chance.happens(0.5) and len(those) > 1:
            those.pop(chance.randrange(len(those)))
        else:
            those.insert(chance.randint(0, len(those)), chance.choice(DECK))
        return f"[{' '.join(those)}]"

    return _replaced(lines, at, _edited(lines[at], chance, HELD, other))


# ---- persons and words ----


def name(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """It is said of somebody else, or of two of them the other way round."""
    seated = seated_in(lines)
    first = len(seated) if chance.happens(0.9) else 0
    places = [at for at in range(first, len(lines)) if named_in(lines[at], seated)]
    if len({*seated}) < 2 or not places:
        return None
    at = chance.choice(places)
    one = chance.choice(named_in(lines[at], seated))
    other = chance.choice([each for each in seated if each != one])
    both = {one: other, other: one} if chance.happens(0.5) else {one: other}
    last = len(lines) if chance.happens(0.25) else at + 1
    return [_with_names(line, both) if at <= number < last else line for number, line in enumerate(lines)]


def without_a_player(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A player was never there."""
    gone, seated = _somebody(lines, chance), seated_in(lines)
    if gone is None or len(seated) < 3:
        return None
    only = [line for line in lines if named_in(line, seated) != [gone]]
    item = re.compile(rf"(?<![\w\"]){re.escape(gone)}(?: (?:up|down))? {HELD.pattern}(?:, )?")
    return [item.sub("", line).rstrip(", ") for line in only]


def only_seated(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A player has a seat and nothing of the play, or is out."""
    at = _at(lines, chance, SEAT)
    if at is None:
        return None
    out = lines[at].removesuffix(" out") if lines[at].endswith(" out") else f"{lines[at]} out"
    if chance.happens(0.4):
        return _replaced(lines, at, MONEY.sub("", lines[at]).rstrip())
    return _replaced(lines, at, out)


def verb(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """Something else was done."""
    at = _at(lines, chance, VERB)
    if at is None:
        return None
    return _replaced(lines, at, _edited(lines[at], chance, VERB, lambda one: chance.choice(VERBS[one])).rstrip())


def whole_number(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A seat or a number of cards is another; mostly that of the button."""
    button = re.compile(r"^(?:buck|button) ")
    at = _at(lines, chance, button if chance.happens(0.6) else NUMBER)
    if at is None:
        return None
    taken = [found[0] for line in lines if SEAT.match(line) and (found := NUMBER.search(line))]
    free = [str(number) for number in range(1, 11) if str(number) not in taken] if SEAT.match(lines[at]) else []
    return _replaced(lines, at, _edited(lines[at], chance, NUMBER, lambda _: chance.choice(free or taken or ["1"])))


def clock(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """A time is another."""
    at = _at(lines, chance, CLOCK)
    return None if at is None else _replaced(lines, at, _edited(lines[at], chance, CLOCK, lambda _: _time(chance)))


def _time(chance: Chance) -> str:
    return f"{chance.choice([0, 18, 19, 20, 21, 22, 23])}:{chance.choice([0, 4, 5, 15, 29, 30, 31, 59]):02}".rjust(
        5, "0"
    )


def shorter(lines: Lines, chance: Chance, _its: Donors) -> Lines | None:
    """The last word of a line is left out."""
    at = chance.randrange(len(lines))
    return _replaced(lines, at, lines[at].rpartition(" ")[0]) if len(lines[at].split()) > 2 else None


def foreign(lines: Lines, chance: Chance, its: Donors) -> Lines | None:
    """Something is told that was told of another hand."""
    seats = len(seated_in(lines))
    line, at = its.line(chance, seated_in(lines)), chance.randint(seats, len(lines))
    return None if line is None else [*lines[:at], line, *lines[at:]]


def said_otherwise(lines: Lines, chance: Chance, its: Donors) -> Lines | None:
    """A line is as in another hand that begins with the same words."""
    at = chance.randrange(len(lines))
    other = its.like(lines[at], chance, seated_in(lines))
    return None if other is None else _replaced(lines, at, other)


ACCIDENT_WEIGHTS: tuple[tuple[Accident, int], ...] = (
    (left_out, 8),
    (doubled, 3),
    (swapped, 6),
    (moved, 4),
    (all_of_a_kind_left_out, 3),
    (broken_off, 2),
    (amount, 14),
    (wager_with_pot, 10),
    (payments, 8),
    (last_chips, 8),
    (all_in, 4),
    (card, 12),
    (number_of_cards, 4),
    (name, 9),
    (without_a_player, 3),
    (only_seated, 2),
    (verb, 7),
    (whole_number, 6),
    (clock, 2),
    (shorter, 2),
    (foreign, 16),
    (said_otherwise, 10),
)
ACCIDENTS = [accident for accident, _ in ACCIDENT_WEIGHTS]
WEIGHTS = [*accumulate(weight for _, weight in ACCIDENT_WEIGHTS)]


# ---- what stands outside of hands ----


def after_declaration(lines: Lines, chance: Chance, its: Donors) -> Lines:
    """The lines after one accident. The table and its rulebook are named as they were."""
    places = [at for at, line in enumerate(lines) if not line.startswith(("log", "table", "rules"))]
    at = chance.choice(places) if places else len(lines)
    if not places or chance.happens(0.35):
        line = _stated(chance, its)
        return lines if line is None or at == 0 else [*lines[:at], line, *lines[at:]]
    drawn = chance.random()
    if drawn < 0.35 and not lines[at].startswith("date"):
        return _replaced(lines, at)
    if drawn < 0.5:
        other = its.stated.get(lines[at].split()[0], Ring()).after(chance)
        return _replaced(lines, at, other or lines[at])
    return _replaced(lines, at, _with_another_figure(lines, at, chance))


def _stated(chance: Chance, its: Donors) -> str | None:
    word = its.heads.after(chance)
    return None if word is None else its.stated[word].after(chance)


def _with_another_figure(lines: Lines, at: int, chance: Chance) -> str:
    """A line with an amount, a time, a day or a number that is another; as it was, if it has none."""
    line = lines[at]
    if MONEY.search(line):
        return _edited(line, chance, MONEY, lambda one: dollars(_another(cents(one), lines, chance)))
    if CLOCK.search(line):
        return _edited(line, chance, CLOCK, lambda _: _time(chance))
    if DAY.search(line):
        return DAY.sub(chance.choice(["1994-06-11", "1994-11-03", "1994-11-04", "1995-01-01", "2010-05-05"]), line)
    return _edited(line, chance, NUMBER, lambda _: str(chance.randint(1, 12))) if NUMBER.search(line) else line


# ---- hand histories of rooms ----

FIGURE = re.compile(r"(?<![\w#:/.-])[$€£]?[0-9][0-9,]*(?:\.[0-9]{1,2})?(?![\w:/.-])")
ROOM_CARD = re.compile(r"(?<![\w])(?:10|[2-9TJQKA])[cdhs](?![\w])")
ROOM_NAME = re.compile(r"^Seat [0-9]+: (.+?) ?\(|<player [^>]*name=\"([^\"]+)\"|\"name\": ?\"([^\"]+)\"", re.MULTILINE)
MOST_LINES = 30  # that have one accident


def other_format(text: str, number: int) -> str:
    """A hand history with an accident in each stretch of it."""
    named = sorted({next(filter(None, found)) for found in ROOM_NAME.findall(text)})
    found: Lines = []
    for stretch in _stretches(text.split("\n")):
        found += _room_accident(stretch, named, chance_of(number, *stretch))
    return "\n".join(found)


def _stretches(lines: Lines) -> Iterator[Lines]:
    """Lines up to an empty one, or not too many of them."""
    stretch: Lines = []
    for line in lines:
        stretch.append(line)
        if not line.strip() or len(stretch) == MOST_LINES:
            yield stretch
            stretch = []
    yield stretch


def _room_accident(lines: Lines, named: Lines, chance: Chance) -> Lines:
    full = [at for at, line in enumerate(lines) if line.strip()]
    if not full:
        return lines
    at, drawn = chance.choice(full), chance.random()
    if drawn < 0.15:
        return _replaced(lines, at)
    if drawn < 0.22:
        return _replaced(lines, at, lines[at], lines[at])
    if drawn < 0.3:
        return [*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]
    if drawn < 0.5 and named:
        return _room_names_exchanged(lines, named, chance)
    pattern = FIGURE if drawn < 0.8 else ROOM_CARD
    place = _at(lines, chance, pattern)
    if place is None:
        return lines
    amounts = [one for line in lines for one in FIGURE.findall(line)]
    return _replaced(
        lines, place, _edited(lines[place], chance, pattern, lambda one: _other_piece(one, amounts, chance))
    )


def _room_names_exchanged(lines: Lines, named: Lines, chance: Chance) -> Lines:
    """A line that is said of one player is said of another."""
    places = [at for at, line in enumerate(lines) if named_in(line, named)]
    if not places or len(named) < 2:
        return lines
    at = chance.choice(places)
    one = chance.choice(named_in(lines[at], named))
    other = chance.choice([each for each in named if each != one])
    return _replaced(lines, at, _with_names(lines[at], {one: other}))


def _other_piece(one: str, amounts: Lines, chance: Chance) -> str:
    if ROOM_CARD.fullmatch(one):
        return chance.choice(DECK)
    if chance.happens(0.3):
        return chance.choice(amounts)
    sign = one[: len(one) - len(one.lstrip("$€£"))]
    amount = cents(one[len(sign) :])
    step = 1 if "." in one else 100
    other = chance.choice([amount + step, max(0, amount - step), amount * 2, amount // 2])
    return sign + (f"{other // 100}.{other % 100:02}" if "." in one else str(other // 100))
