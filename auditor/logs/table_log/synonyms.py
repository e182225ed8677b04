"""What people write for the statements of the table log, from `grammars/table_log_synonyms.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from typing import Any

from auditor.logs.blocks import HAND
from auditor.logs.table_log.diagnostics import USUAL
from auditor.logs.table_log.quoting import name as spelt
from auditor.logs.table_log.statements import ESCAPED
from auditor.storage.bundled_files import folder
from auditor.vocabulary.cards import parse_card
from auditor.vocabulary.records import value_class
from auditor.vocabulary.spelling import meant, nearest
from auditor.vocabulary.wording import MONTHS

Seats = dict[str, int]  # the players of a hand, each with the number of the seat

PLACEHOLDERS = {
    "NAME": r'"[^"]*"|[^\W\d_][\w\'.-]*',
    "SEAT": r'"[^"]*"|[^\W\d_][\w\'.-]*',
    "MONEY": r"\$?[0-9][0-9,]*(?:\.[0-9]+)?",
    "CARDS": r"\[[^\]]*\]",
    "INT": r"[0-9]+(?:-[a-z])?",
    "CLOCK": r"[0-9]{2}:[0-9]{2}",
    "DAY": r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "WORDS": r"[^\s\"“”$\[\]](?:[^\t\"“”$\[\]]*[^\s\"“”$\[\]])?",
    "TEXT": r'"[^"]*"',
    "RULES": r"[A-Za-z0-9/.-]+",
}
PLACEHOLDER = re.compile(rf"({'|'.join(PLACEHOLDERS)}|LINE)(2?)")
QUOTED = re.compile(r'("(?:[^"\\]|\\.)*"?)')
AFTER = r"(?:[ \t:,]+|$)"
DEALER = "dealer"  # an office, and no name
TOGETHER = ("all", "everybody", "everyone", "each", "both", "others", "rest", "nobody", "players")  # nor are these


# ---- pairs: what is written, and what to write ----


@value_class
class Synonym:
    """A way to begin a line, and the statement that it stands for."""

    wrote: str
    write: str
    pattern: re.Pattern[str]

    def rewritten(self, text: str, seats: Seats) -> str | None:
        """The line as the table log has it, if it begins so."""
        found = self.pattern.match(text)
        if found is None:
            return None
        groups = found.groupdict() | {"LINE": text.strip()}
        if "SEAT" in self.write and "SEAT" not in groups:
            groups["SEAT"] = groups["NAME"]
        try:
            written = PLACEHOLDER.sub(lambda one: _filled(one[1], groups[one[0]], seats), self.write)
        except KeyError:  # nobody of that name has a seat
            return None
        rest = text[found.end() :].strip()
        return f"{written} {rest}" if rest and not written.startswith("#") else written


def _filled(kind: str, value: str, seats: Seats) -> str:
    if kind == "SEAT":
        return str(seats[person(value, seats) or value])
    if kind == "NAME":
        if value.lower() == DEALER:
            return DEALER
        known = person(value, seats)
        if known is None and value.islower() and (value in TOGETHER or nearest(value, USUAL)):
            raise KeyError(value)  # several players, or what somebody does, and no name
        return spelt(known) if known is not None else value if value[0] == '"' else capitalised(value)
    return value.lower() if kind == "RULES" else value


def person(written: str, seats: Seats) -> str | None:
    """The player with a seat who is meant by a name as it is written, in quotes or without."""
    name = ESCAPED.sub(r"\1", written[1:-1]) if written[:1] == '"' else written
    return name if name in seats else meant(name, seats)


def capitalised(name: str) -> str:
    """A bare name as the language has it: it begins with a capital."""
    return name[:1].upper() + name[1:]


def advice(text: str) -> str | None:
    """What to do about a line of which nobody can tell which statement it was meant to be."""
    return next((words for pattern, words in _advised() if pattern.match(text)), None)


@cache
def _advised() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((_pattern(wrote), words) for wrote, words in _data()["advice"])


@cache
def synonyms(kind: str) -> tuple[Synonym, ...]:
    """The pairs for lines of a block of this kind."""
    data = _data()
    pairs = [*data["hand" if kind == HAND else "table"], *data["anywhere"]]
    return tuple(Synonym(wrote, write, _pattern(wrote)) for wrote, write in pairs)


def _pattern(wrote: str) -> re.Pattern[str]:
    whole = wrote.endswith(" $")
    pieces = [_piece(piece) for piece in wrote.removesuffix(" $").split()]
    return re.compile(rf"[ \t]*{''.join(pieces)}{'$' if whole else ''}", re.IGNORECASE)


def _piece(piece: str) -> str:
    optional = piece.endswith("?")
    choices = [_choice(one) for one in piece.removesuffix("?").split("|")]
    return f"(?:(?:{'|'.join(choices)}){AFTER})" + ("?" if optional else "")


def _choice(choice: str) -> str:
    pattern, at = "", 0
    for found in PLACEHOLDER.finditer(choice):
        pattern += _literal(choice[at : found.start()]) + f"(?P<{found[0]}>{PLACEHOLDERS[found[1]]})"
        at = found.end()
    return pattern + _literal(choice[at:])


def _literal(text: str) -> str:
    return "#?" if text == "#" else r"\*+" if text == "*" else re.escape(text)


# ---- pieces: what may stand anywhere in a line ----


@value_class
class PieceSynonym:
    """A way to write an amount, a card, a time or a quotation mark."""

    pattern: re.Pattern[str]
    write: str | Callable[[re.Match[str]], str]
    quotes: bool  # it counts inside quotes, too
    example: str
    becomes: str

    def rewritten(self, text: str) -> str:
        """The line with all such pieces as the table log has them."""
        if self.quotes:
            return self.pattern.sub(self.write, text)
        parts = QUOTED.split(text)
        return "".join([part if n % 2 else self.pattern.sub(self.write, part) for n, part in enumerate(parts)])


@cache
def pieces() -> tuple[PieceSynonym, ...]:
    """All of them, in the order in which they are tried."""
    return tuple(
        PieceSynonym(
            re.compile(one["find"]),
            KINDS[one["as"]] if "as" in one else one["write"],
            one.get("quotes", False),
            one["example"],
            one["becomes"],
        )
        for one in _data()["pieces"]
    )


def with_pieces(text: str) -> str:
    """A line with every piece as the table log has it."""
    for piece in pieces():
        text = piece.rewritten(text)
    return text


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads((folder("grammars") / "table_log_synonyms.toml").read_text(encoding="utf-8"))


# ---- kinds of pieces that take a calculation ----

UNSEEN = re.compile(r"[?xX*_#-]+")
SUIT = re.compile(r"(?<!\s)\s*+(?:of )?(spade|heart|diamond|club)s?")
SUITS = {"spades": "s", "hearts": "h", "diamonds": "d", "clubs": "c"}
CARD = re.compile(r"(?:10|[2-9TJQKAtjqka]) ?[cdhsCDHS]|(?i:jo)(?:ker)?|\?\?")


def _cards(found: re.Match[str]) -> str:
    """Cards in brackets, however they are parted, with their letters in order."""
    inside = SUIT.sub(lambda one: SUITS[one[1].lower() + "s"], found[1])
    cards = list(_each_card(re.split(r"[\s,/;|.&+-]+(?![?xX*]$)", inside.strip())))
    return f"[{' '.join(cards)}]" if cards else found[0]


def _each_card(words: list[str]) -> Iterator[str]:
    waiting = ""
    for word in words:
        joined = waiting + word
        waiting = ""
        if _is_card(joined):
            yield joined
        elif _is_card(joined[::-1]):
            yield joined[::-1]
        elif UNSEEN.fullmatch(joined):
            yield from ["??"] * max(len(joined) // 2, 1)
        elif joined in ("10", *"23456789TJQKAtjqka"):
            waiting = joined  # its suit comes after a blank
        elif "".join(CARD.findall(joined)) == joined:
            yield from CARD.findall(joined)
        elif _is_card(thinned := re.sub(r"(.)\1+", r"\1", joined)):
            yield thinned
        else:
            yield joined
    if waiting:
        yield waiting


def _is_card(text: str) -> bool:
    try:
        parse_card(text)
    except ValueError:
        return False
    return True


RANKS = dict(
    zip(
        "ace king queen jack ten nine eight seven six five four trey three deuce two".split(),
        "AKQJT98765433 22".replace(" ", ""),
        strict=True,
    )
)


def _card(found: re.Match[str]) -> str:
    """A card in words, such as Queen of clubs."""
    rank = found[1].lower()
    return RANKS.get(rank, rank.upper()) + SUITS[found[2].lower() + "s"]


UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = ". . twenty thirty forty fifty sixty seventy eighty ninety".split()


def _numeral(found: re.Match[str]) -> str:
    """An amount in words behind what it is the amount of, such as: bets twenty-five dollars."""
    whole = part = 0
    for word in re.findall(r"[a-z]+", found[2].lower()):
        if word == "thousand":
            whole, part = whole + max(part, 1) * 1000, 0
        elif word == "hundred":
            part = max(part, 1) * 100
        else:
            part += UNITS.index(word) if word in UNITS else 10 * TENS.index(word)
    blank = " " if found[0][-1:].isspace() else ""
    return f"{found[1]}${whole + part}{blank}"


def _amount(found: re.Match[str]) -> str:
    """An amount with points or blanks between thousands, and perhaps a comma before the cents."""
    whole = re.sub(r"[.\s]", ",", found[1])
    return whole if len(found.groups()) == 1 else f"{whole}.{found[2]}"


def _day(found: re.Match[str]) -> str:
    """A date, with the day before the month unless that is no date."""
    first, _, second, last = found.groups()
    orders = [(first, second, last)] if len(first) == 4 else [(last, second, first), (last, first, second)]
    for year, month, day in orders:
        years = int(year) if len(year) == 4 else (1900 if int(year) >= 70 else 2000) + int(year)
        try:
            return date(years, int(month), int(day)).isoformat()
        except ValueError:
            continue
    return found[0]


def _clock(found: re.Match[str]) -> str:
    """A time of day, on the dial or around the clock."""
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3].lower()
    if half:
        hour = hour % 12 + 12 * (half == "p")
    return f"{hour:02}:{minute:02}" if hour < 24 and minute < 60 else found[0]


def _calendar(found: re.Match[str]) -> str:
    """A date with the name of the month."""
    month = [name[:3].lower() for name in MONTHS].index(found[2][:3].lower()) + 1
    try:
        return date(int(found[3]), month, int(found[1])).isoformat()
    except ValueError:
        return found[0]


KINDS: dict[str, Callable[[re.Match[str]], str]] = {
    "cards": _cards,
    "card": _card,
    "numeral": _numeral,
    "amount": _amount,
    "day": _day,
    "calendar": _calendar,
    "clock": _clock,
}
