"""Hand histories of every format after accidents: lines of its grammar among them, fields of any type, other acts."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from histories.lawful import lawful
from histories.writers import FORMATS
from places import HISTORIES as FOLDER
from places import SAMPLES

from auditor.logs.blocks import HAND
from auditor.logs.events_json.reader import event_lines
from auditor.logs.files.decoding import Source, open_stream
from auditor.logs.table_log.grammar import load_grammar
from auditor.storage.bundled_files import folder
from fuzzing import texts
from fuzzing.table_logs import TableLogs
from fuzzing.texts import Chance, Maker

NUMBER = re.compile(r"(?<![\w#])[0-9][0-9,.]*")
CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b|\?\?")
WORD = re.compile(r"[A-Za-z]{2,}")
ODD_NUMBERS = ["0", "1", "2", "0.01", "-5", "1,250", "1.250,50", "999999999999999", "7.777", "", "1e9", "٣"]
ODD_WORDS = ["folds", "Ann", "shows", "pot", "all-in", "Jo", "posts", "raises", "", "wins", "Hi/Lo", "Razz", "Omaha"]
SHORTEST = 25  # of the hands of a format: long ones take long
NO_LINE = ("MONEY", "SUM", "ALL_IN", "NOTE", "HEADER")


def another_number(chance: Chance) -> str:
    """A number that is mostly possible."""
    return chance.choice(ODD_NUMBERS) if chance.happens(0.4) else str(chance.choice(texts.AMOUNTS))


def bare_card(chance: Chance) -> str:
    """A card without brackets."""
    return chance.choice(["Jo", "??", "XX", "1c", "10h"]) if chance.happens(0.15) else chance.choice(texts.DECK)


EDITS: tuple[tuple[re.Pattern[str], Maker], ...] = (
    (NUMBER, another_number),
    (NUMBER, another_number),
    (CARD, bare_card),
    (WORD, lambda chance: chance.choice(ODD_WORDS)),
)


def spoilt(lines: list[str], other: Maker, chance: Chance) -> list[str]:
    """The lines after one accident; `other` makes a line that may come among them."""
    lines = [*lines] or [""]
    at, second = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(second, lines[at])
        case 2:
            lines[at], lines[second] = lines[second], lines[at]
        case 3 | 4:
            lines.insert(at, other(chance))
        case _:
            pattern, make = chance.choice(EDITS)
            lines[at] = texts.edited(pattern, make, chance, lines[at])
    return lines


# ---- formats of lines ----


def _lawful(names: tuple[str, ...]) -> list[str]:
    return [
        FORMATS[name].text(lawful(FORMATS[name], game, number))
        for name in names
        for game in FORMATS[name].games
        for number in range(8)
    ]


@dataclass(frozen=True)
class Lines:
    """Makes histories of a format that is read by lines."""

    pattern: str  # of its samples' names
    names: tuple[str, ...]  # of the writers of lawful hands
    grammar: str = ""

    def __call__(self, chance: Chance) -> str:
        """A hand after a few accidents, or two of them."""
        lines = chance.choice(_bases(self)).split("\n")
        if chance.happens(0.05):
            lines += chance.choice(_bases(self)).split("\n")
        for _ in range(chance.randint(1, 5)):
            lines = spoilt(lines, self._other, chance)
        return "\n".join(lines)

    def _other(self, chance: Chance) -> str:
        if self.grammar and chance.happens(0.5):
            made = chance.choice(_terminals(self.grammar))(chance)
            return made if chance.happens(0.3) else chance.choice(_names(self)) + made
        return chance.choice(_bases(self)[chance.randrange(len(_bases(self)))].split("\n"))


@cache
def _bases(lines: Lines) -> list[str]:
    """Short hands of a format: those of the samples, and lawful ones of every game that is written in it."""
    samples = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob(lines.pattern))]
    hands = [hand for text in samples for hand in re.split(r"\n\n\n+", text)]
    return sorted([*hands, *_lawful(lines.names)], key=lambda hand: hand.count("\n"))[:SHORTEST]


@cache
def _names(lines: Lines) -> list[str]:
    found = {name for text in _bases(lines) for name in re.findall(r"(?m)^Seat [0-9]+: (.*?) ?\(", text)}
    return sorted(found) or ["A"]


@cache
def _terminals(grammar: str) -> list[Maker]:
    patterns = load_grammar(grammar, [HAND]).patterns
    return [texts.maker(pattern, {}) for name, pattern in patterns.items() if name not in NO_LINE]


# ---- formats of objects ----

VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 1, 2, 0.5, 1e15, 10**30, "", "Ann", "Jo", "??", "As", "-5", "1.005", [], {}, [[]], ["Jo"]),
    *([1, 2], {"a": 1}, "1994-02-30", "x" * 300, "\u202e", ["As", "As"], [None], "Post SB", "Fold", "NaN"),
)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in an object: what holds it, and under which key."""
    found: list[tuple[Any, Any]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        found += [(value, key), *_places(inner)]
    return found


def spoil(value: Any, chance: Chance) -> None:
    """Change an object in one place."""
    places = _places(value)
    if not places:
        return
    (holder, key), (other, its) = chance.choice(places), chance.choice(places)
    match chance.randrange(6):
        case 0:
            del holder[key]
        case 1 | 2:
            holder[key] = chance.choice(VALUES)
        case 3 if isinstance(holder, list):
            holder.insert(key, json.loads(json.dumps(chance.choice(holder))))
        case 4:
            holder[key] = json.loads(json.dumps(other[its]))
        case _ if isinstance(holder[key], int | float):
            holder[key] = chance.choice([0, 1, 2, 5, 10, 0.01, -1, 10**12])
        case _ if isinstance(holder[key], str):
            holder[key] = another_text(holder[key], chance)


def another_text(text: str, chance: Chance) -> str:
    """A text that is changed in one place."""
    pattern, make = chance.choice(EDITS)
    return texts.edited(pattern, make, chance, text)


@cache
def _objects() -> list[str]:
    samples = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.ohh"))]
    hands = [hand for text in samples for hand in re.split(r"\n\n+", text) if hand.strip()]
    return [json.dumps(json.loads(hand)) for hand in [*hands, *_lawful(("ohh",))]]


def ohh(chance: Chance) -> str:
    """A hand in OHH after a few accidents to its object."""
    value = json.loads(chance.choice(_objects()))
    for _ in range(chance.randint(1, 4)):
        spoil(value["ohh"] if isinstance(value.get("ohh"), dict) else value, chance)
    return json.dumps(value) + "\n"


def _opened(text: str) -> Source:
    import io

    return open_stream(io.BytesIO(text.encode()), "made.log")


def events(chance: Chance) -> str:
    """The events of a table log, of which some have changed."""
    lines = [*event_lines(_opened(TableLogs()(chance)))]
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        try:
            value = json.loads(lines[at])
            spoil(value, chance)
            lines[at] = json.dumps(value)
        except json.JSONDecodeError:
            pass
        if chance.happens(0.3):
            lines = spoilt(lines, partial(_one_of, lines), chance)
    return "\n".join([*lines, ""])


def _one_of(lines: list[str], chance: Chance) -> str:
    return chance.choice(lines or [""])


# ---- PHH ----

ODD_FIELDS = ["[", "''", "'x'", "nan", "-inf", "[[]]", "{}", "true", "1994-06-11", "[1, 'x']", "[1, ²]", "[9, [2]]"]


@cache
def _variants() -> list[str]:
    return [*tomllib.loads((folder("grammars") / "phh.toml").read_text(encoding="utf-8"))]


def _cards(chance: Chance) -> str:
    return "".join([texts.card(chance) for _ in range(chance.choice([1, 1, 2, 2, 3, 4, 5, 7]))])


def _amount(chance: Chance) -> str:
    return chance.choice(ODD_NUMBERS) if chance.happens(0.05) else str(chance.choice(texts.AMOUNTS))


def action(chance: Chance) -> str:
    """An act of PHH."""
    player = f"p{chance.choice([1, 1, 2, 2, 3, 4, 0, 9])}" if chance.happens(0.3) else f"p{chance.randint(1, 2)}"
    acts: tuple[Callable[[], str], ...] = (
        lambda: f"{player} f",
        lambda: f"{player} cc",
        lambda: f"{player} cc",
        lambda: f"{player} cbr {_amount(chance)}",
        lambda: f"{player} pb",
        lambda: f"{player} sd" + (f" {_cards(chance)}" if chance.happens(0.7) else ""),
        lambda: f"{player} sm" + (f" {_cards(chance)}" if chance.happens(0.7) else ""),
        lambda: f"d dh {player} {_cards(chance)}",
        lambda: f"d dh {player} {_cards(chance)}",
        lambda: f"d db {_cards(chance)}",
        lambda: f"{player} x",
    )
    return chance.choice(acts)() + (" # said" if chance.happens(0.03) else "")


def _row(one: Callable[[], object], count: int, chance: Chance) -> str:
    length = count if chance.happens(0.95) else chance.randint(0, 5)
    return f"[{', '.join([str(one()) for _ in range(length)])}]"


def phh(chance: Chance) -> str:
    """A hand in PHH of any variant, with acts in any order."""
    count = chance.choice([2, 2, 2, 3, 4])

    def amounts(some: list[object]) -> str:
        return _row(lambda: chance.choice(some), count, chance)

    acts = [f"d dh p{player} {_cards(chance)}" for player in range(1, count + 1) if chance.happens(0.8)]
    acts += [action(chance) for _ in range(chance.randint(0, 9))]
    fields = {
        "variant": f"'{chance.choice(_variants())}'",
        "antes": amounts([0, 0, 0, 1]),
        "blinds_or_straddles": amounts([0, 1, 2, 2, 5, -1]),
        "min_bet": chance.choice(["1", "2", "0", "10"]),
        "small_bet": chance.choice(["2", "5"]),
        "big_bet": chance.choice(["4", "10"]),
        "bring_in": chance.choice(["1", "2"]),
        "starting_stacks": amounts([100, 200, 50, 5, "inf", 0]),
        "actions": json.dumps(acts),
        "seats": _row(lambda: chance.randint(1, 9), count, chance),
        "players": json.dumps(["Ann", "Ben", "Cam", "Dot"][:count]),
        "hand": str(chance.randint(1, 99)),
        "finishing_stacks": amounts([100, 200, 0, 300]),
        "winnings": amounts([0, 0, 10, 200]),
        "table": "'T'",
        "day": "11",
        "month": "6",
        "year": "1994",
        "time_zone": "'UTC'",
        "currency": "'USD'",
        "rake": "0.5",
    }
    optional = [*fields][9:]
    for one in optional:
        if chance.happens(0.7):
            del fields[one]
    for key in [*fields]:
        if chance.happens(0.02):
            fields[key] = chance.choice(ODD_FIELDS)
        elif chance.happens(0.02):
            del fields[key]
    lines = [f"{key} = {value}" for key, value in fields.items()]
    if chance.happens(0.1):
        lines = spoilt(lines, partial(_one_of, lines), chance)
    return "\n".join([*(["[1]"] if chance.happens(0.2) else []), *lines, ""])


@cache
def _phhs() -> list[str]:
    samples = [path.read_text(encoding="utf-8") for path in sorted((SAMPLES / "phh").iterdir())]
    return [*samples, *_lawful(("phh-stacks", "phh-winnings", "phh-uncalled"))]


def spoilt_phh(chance: Chance) -> str:
    """A lawful hand in PHH after a few accidents."""
    lines = chance.choice(_phhs()).split("\n")
    for _ in range(chance.randint(1, 4)):
        lines = spoilt(lines, lambda chance: chance.choice(chance.choice(_phhs()).split("\n")), chance)
    return "\n".join(lines)


HISTORIES: dict[str, Maker] = {
    "pokerstars": Lines("pokerstars*.txt", ("pokerstars",), "pokerstars"),
    "ggpoker": Lines("ggpoker*.txt", ("ggpoker",), "pokerstars"),
    "winamax": Lines("winamax*.txt", ("winamax",), "winamax"),
    "full-tilt": Lines("full-tilt*.txt", ("full-tilt",), "full_tilt"),
    "888": Lines("888*.txt", ("888",), "poker888"),
    "partypoker": Lines("partypoker*.txt", ("partypoker", "partypoker-summary"), "partypoker"),
    "ipoker": Lines("ipoker*.xml", ("ipoker",)),
    "ohh": ohh,
    "events": events,
    "phh": phh,
    "phh-spoilt": spoilt_phh,
}
