"""Reader of PHH and PHHS, the open hand history standard: hands as tables of TOML.

A file of one hand has no table header, a collection has `[1]`, `[2]`, … Players stand in the order of their positions,
the button last; between two players the blinds and antes of the first belong to the second. An act tells nothing of
what is to be called, so the reader keeps count of the chips of the round, and of nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from auditor import events as e
from auditor.cards import Cards, parse_cards
from auditor.errors import Unreadable
from auditor.hands import PLAY_ONLY
from auditor.logs.blocks import HAND, LONGEST_BLOCK, TABLE, Block
from auditor.wording import shown

HEADER = re.compile(r"\[([^\]\n]*)\][ \t]*(?:#.*)?", re.ASCII)
ENTRY = re.compile(r"([A-Za-z_][A-Za-z0-9_-]*)[ \t]*=[ \t]*(.*)")
TEXT = re.compile(r"'([^'\n]*)'|\"([^\"\\\n]*)\"")
PAIR = re.compile("..")
MOST_PLAYERS = 23

GAMES = {  # the game of the standard, its rulebook here and its kind of limit; None where no rulebook has the game
    "FT": ("roberts/holdem", "fixed"),
    "NT": ("roberts/holdem", "no-limit"),
    "PT": ("roberts/holdem", "pot-limit"),
    "PO": ("roberts/omaha", "pot-limit"),
    "NO": ("roberts/omaha", "no-limit"),
    "FO": ("roberts/omaha", "fixed"),
    "FO/8": ("roberts/omaha-hi-lo", "fixed"),
    "PO/8": ("roberts/omaha-hi-lo", "pot-limit"),
    "F7S": ("roberts/seven-card-stud", "fixed"),
    "F7S/8": ("roberts/seven-card-stud-hi-lo", "fixed"),
    "FR": ("roberts/razz", "fixed"),
    "N2L1D": ("roberts/lowball-27", "no-limit"),
    "F2L3D": ("roberts/lowball-27", "fixed"),
    "NS": None,
    "FB": None,
}
STUD = ("F7S", "F7S/8", "FR")
DRAWS = {"N2L1D": 1, "F2L3D": 3}


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """A table and a hand for each table of the file, or for the file itself."""
    lines: list[str] = []
    start = number = 1
    name: str | None = None
    for line in _lines(chunks):
        header = HEADER.fullmatch(line)
        if header is not None and line[0] == "[":
            yield from _cut(lines, start, name)
            lines, start, name = [], number, header[1].strip(" \"'")
        lines.append(line)
        number += 1
    yield from _cut(lines, start, name)


def _lines(chunks: Iterable[str]) -> Iterator[str]:
    rest = ""
    for chunk in chunks:
        *whole, rest = (rest + chunk).split("\n")
        yield from whole
        if len(rest) > LONGEST_BLOCK:
            raise Unreadable(f"found a line of more than {LONGEST_BLOCK:,} characters", 1, 1)
    if rest:
        yield rest


def _cut(lines: list[str], start: int, name: str | None) -> Iterator[Block | Unreadable]:
    text = "\n".join(lines)
    if "=" not in text:
        if text.strip() and not text.lstrip().startswith(("[", "#")):
            yield Unreadable("found no 'key = value' of a hand", start, 1)
        return
    entries = _entries(text, start)
    hand = next((value for key, value, _, _ in entries if key == "hand"), None)
    number = _plain(hand) if hand is not None else name or "1"
    yield Block(TABLE, text, start, start)
    yield Block(HAND, text, start, start, number, _day({key: value for key, value, _, _ in entries}))


Entry = tuple[str, str, int, int]  # key, value as written, line, column of the value


def _entries(text: str, start: int) -> list[Entry]:
    """The entries of a table; an array that goes over several lines is taken together."""
    found: list[Entry] = []
    open_at = -1
    for number, line in enumerate(text.split("\n"), start):
        if open_at >= 0:
            key, value, at, column = found[open_at]
            found[open_at] = key, f"{value}\n{line}", at, column
            open_at = -1 if line.rstrip().endswith("]") else open_at
            continue
        match = ENTRY.match(line)
        if match is None:
            continue
        value = match[2].rstrip()
        found.append((match[1], value, number, match.start(2) + 1))
        if value.startswith("[") and "]" not in value:
            open_at = len(found) - 1
    return found


def _plain(value: str) -> str:
    return value.strip().strip("'\"")


def _day(entries: dict[str, str]) -> date | None:
    try:
        return date(int(entries["year"]), int(entries["month"]), int(entries["day"]))
    except (KeyError, ValueError):
        return None


# ---- reading ----


@dataclass(slots=True)
class _Hand:
    """The fields of a hand, and the chips of the betting round as far as its acts go."""

    line: int
    fields: dict[str, tuple[str, int, int]]
    players: list[str] = field(default_factory=list)
    stacks: list[int | None] = field(default_factory=list)
    put: list[int] = field(default_factory=list)  # in the whole hand
    round: list[int] = field(default_factory=list)  # in this betting round
    events: list[e.Event] = field(default_factory=list)

    def get(self, key: str) -> str | None:
        found = self.fields.get(key)
        return None if found is None else found[0]

    def wrong(self, key: str, reason: str) -> Unreadable:
        _, line, column = self.fields.get(key, ("", self.line, 1))
        return Unreadable(reason, line, column)

    def amount(self, key: str) -> int | None:
        value = self.get(key)
        return None if value is None else self._cents(key, value)

    def amounts(self, key: str) -> list[int]:
        value = self.get(key)
        if value is None:
            return []
        if not value.startswith("[") or not value.endswith("]"):
            raise self.wrong(key, f"found {key} = {shown(value, 40)}, expected a list of amounts")
        return [self._cents(key, one) for one in value[1:-1].replace("\n", " ").split(",") if one.strip()]

    def _cents(self, key: str, text: str) -> int:
        try:
            return cents(text)
        except ValueError:
            raise self.wrong(key, f"found {shown(text.strip(), 40)} in {key}, expected an amount") from None

    def stack_list(self) -> list[int | None]:
        value = self.get("starting_stacks") or "[]"
        words = [one.strip() for one in value[1:-1].replace("\n", " ").split(",") if one.strip()]
        return [None if one in ("inf", "+inf", "nan") else self._cents("starting_stacks", one) for one in words]


def cents(text: str) -> int:
    """An amount in hundredths; ValueError if it is none, or has parts of those."""
    try:
        value = Decimal(text.strip().replace("_", "")) * 100
    except InvalidOperation:
        raise ValueError(text) from None
    if not value.is_finite() or value != int(value):
        raise ValueError(text)
    return int(value)


def read_block(block: Block) -> list[e.Event]:
    """The set-up of the table that a hand was played at, or the hand."""
    fields = {key: (value, line, column) for key, value, line, column in _entries(block.text, block.line)}
    hand = _Hand(block.place, fields)
    if "variant" not in fields:
        raise hand.wrong("variant", "found no 'variant', expected the game")
    variant = _plain(fields["variant"][0])
    if variant not in GAMES:
        raise hand.wrong("variant", f"found variant {shown(variant, 20)}, expected one of {', '.join(GAMES)}")
    if block.kind == TABLE:
        return _table(hand, variant)
    if GAMES[variant] is None:
        raise hand.wrong("variant", f"no rulebook has the game of variant {variant}")
    return _acts(hand, variant, block)


def _table(hand: _Hand, variant: str) -> list[e.Event]:
    """What a table log would state at the head of the table."""
    place = hand.line, 1
    name = _plain(hand.get("table") or hand.get("event") or hand.get("venue") or "PHH")
    events: list[e.Event] = [e.TableOpened(*place, name)]
    game = GAMES[variant]
    if game is None:
        return events
    events += [e.RulesNamed(*place, game[0]), e.Declared(*place, "limit", game[1])]
    events.append(e.Records(*place, (PLAY_ONLY,)))
    if DRAWS.get(variant, 1) == 3:
        events.append(e.Declared(*place, "betting", "triple-draw"))
    small, big = hand.amount("small_bet"), hand.amount("big_bet")
    if small and big:
        events.append(e.Bets(*place, (small, big), ()))
    blinds = [one for one in hand.amounts("blinds_or_straddles")[:2] if one > 0]
    if len(blinds) == 2:
        events.append(e.Blinds(*place, tuple(sorted(blinds))))
    if least := hand.amount("min_bet"):
        events.append(e.Limit(*place, "minimum", least))
    antes = [one for one in hand.amounts("antes") if one > 0]
    if antes and len(set(antes)) == 1 and len(antes) > 1:
        events.append(e.Limit(*place, "ante", antes[0]))
    if bring_in := hand.amount("bring_in"):
        events.append(e.Limit(*place, "bring-in", bring_in))
    return events


def _acts(hand: _Hand, variant: str, block: Block) -> list[e.Event]:
    hand.stacks = hand.stack_list()
    count = len(hand.stacks)
    if not 2 <= count <= MOST_PLAYERS:
        raise hand.wrong("starting_stacks", f"found {count} starting stacks, expected 2 to {MOST_PLAYERS}")
    hand.players = _names(hand, count)
    hand.put, hand.round = [0] * count, [0] * count
    time = hand.get("time")
    clock = time[:5] if time and re.match(r"[0-2][0-9]:[0-5][0-9]", time) else None
    place = hand.line, 1
    hand.events = [e.HandStarted(*place, block.number or "1", clock, block.day)]
    seats = _seats(hand, count)
    for seat, name, stack in zip(seats, hand.players, hand.stacks, strict=True):
        hand.events.append(e.Seat(*place, seat, name, stack, False))
    if variant not in STUD and not _unusual(hand, count):
        hand.events.append(e.Buck(*place, seats[-1]))
    _posts(hand, count)
    for column, line, action in _actions(hand):
        _act(hand, variant, line, column, action)
    _paid(hand)
    hand.events.append(e.HandEnded(*place))
    return hand.events


def _names(hand: _Hand, count: int) -> list[str]:
    value = hand.get("players")
    if value is None:
        return [f"p{number}" for number in range(1, count + 1)]
    names = [one or two for one, two in TEXT.findall(value)]
    if len(names) != count:
        raise hand.wrong("players", f"found {len(names)} players and {count} starting stacks")
    seen: dict[str, int] = {}
    for number, name in enumerate(names):
        seen[name] = seen.get(name, 0) + 1
        if not name.strip() or seen[name] > 1:
            names[number] = f"p{number + 1}" if not name.strip() else f"{name} ({number + 1})"
    return names


def _seats(hand: _Hand, count: int) -> list[int]:
    """The seat numbers where the file has them and they go round the table once; else the order of positions."""
    value = hand.get("seats")
    words = value[1:-1].replace("\n", " ").split(",") if value else []
    seats = [int(one) for one in words if one.strip().isdigit()]
    falls = sum(after < before for before, after in zip(seats, [*seats[1:], *seats[:1]], strict=True))
    round_once = len(set(seats)) == count and falls == 1 and 0 < min(seats) <= max(seats) < 100
    return seats if round_once else list(range(1, count + 1))


def _unusual(hand: _Hand, count: int) -> bool:
    """Do two players have their blinds the other way about? Then nobody can tell where the button was."""
    blinds = hand.amounts("blinds_or_straddles")
    return count == 2 and len(blinds) == 2 and blinds[0] > blinds[1]


def _posts(hand: _Hand, count: int) -> None:
    """Antes and blinds as posts; between two players those of the first are the second's."""
    place = hand.line, 1
    antes, blinds = hand.amounts("antes"), hand.amounts("blinds_or_straddles")
    if count == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    for player, amount in enumerate(antes[:count]):
        if amount > 0:
            _post(hand, player, "ante", amount, place, live=False)
    order = range(count - 1, -1, -1) if count == 2 else range(count)
    regular = (1, 0) if count == 2 else (0, 1)
    big = max((abs(blinds[one]) for one in regular if one < len(blinds)), default=0)
    for player in order:
        amount = blinds[player] if player < len(blinds) else 0
        if amount > 0:
            kind = "blind" if player in regular else "straddle" if amount >= 2 * big > 0 else "post"
            _post(hand, player, kind, amount, place, live=True)
        elif amount < 0:  # put up to get cards: what exceeds the big blind is dead
            _post(hand, player, "post", min(-amount, big or -amount), place, live=True)
            _post(hand, player, "dead", max(-amount - big, 0) if big else 0, place, live=False)


def _post(hand: _Hand, player: int, kind: Any, amount: int, place: tuple[int, int], live: bool) -> None:
    stack = hand.stacks[player]
    left = amount if stack is None else min(amount, stack - hand.put[player])
    if left <= 0:
        return
    hand.put[player] += left
    if live:
        hand.round[player] += left
    hand.events.append(e.Post(*place, hand.players[player], kind, left, left < amount or hand.put[player] == stack))


def _actions(hand: _Hand) -> Iterator[tuple[int, int, str]]:
    if "actions" not in hand.fields:
        raise hand.wrong("actions", "found no 'actions'")
    value, line, column = hand.fields["actions"]
    for match in TEXT.finditer(value):
        before = value[: match.start()]
        lines = before.count("\n")
        at = match.start() - before.rfind("\n") if lines else column + match.start() + 1
        yield at, line + lines, match[1] or match[2] or ""


def _act(hand: _Hand, variant: str, line: int, column: int, action: str) -> None:
    """Take in one action such as 'd dh p1 AsKs' or 'p3 cbr 225'."""
    words = action.partition("#")[0].split()
    if not words:
        return
    if words[0] == "d":
        _dealt(hand, variant, line, column, words)
        return
    player = _player(hand, words[0], line, column)
    name, verb = hand.players[player], words[1] if len(words) > 1 else ""
    match verb:
        case "f":
            hand.events.append(e.Fold(line, column, name))
        case "cc":
            _check_or_call(hand, player, line, column)
        case "cbr" if len(words) > 2:
            _wager(hand, player, line, column, words[2])
        case "pb":
            _post(hand, player, "bring-in", hand.amount("bring_in") or 0, (line, column), live=True)
        case "sd":
            cards = _cards("".join(words[2:]), line, column)
            hand.events.append(e.Discards(line, column, name, len(cards), cards, None, False))
        case "sm":
            cards = _cards("".join(words[2:]).replace("-", ""), line, column)
            hand.events.append(e.Show(line, column, name, cards) if cards else e.Muck(line, column, name))
        case _:
            raise Unreadable(f"found {shown(action, 40)!r}, expected an action such as 'p1 f'", line, column)


def _player(hand: _Hand, word: str, line: int, column: int) -> int:
    if word[:1] == "p" and word[1:].isdigit() and 1 <= int(word[1:]) <= len(hand.players):
        return int(word[1:]) - 1
    raise Unreadable(f"found {shown(word, 20)!r}, expected a player p1 to p{len(hand.players)}", line, column)


def _cards(text: str, line: int, column: int) -> Cards:
    try:
        return parse_cards(" ".join(PAIR.findall(text)))
    except ValueError as error:
        raise Unreadable(str(error), line, column) from None


def _dealt(hand: _Hand, variant: str, line: int, column: int, words: list[str]) -> None:
    if words[1:2] == ["db"] and len(words) == 3:
        hand.round = [0] * len(hand.players)
        hand.events.append(e.Communal(line, column, _cards(words[2], line, column), None))
        return
    if words[1:2] != ["dh"] or len(words) != 4:
        raise Unreadable(f"found {shown(' '.join(words), 40)!r}, expected 'd dh p1 …' or 'd db …'", line, column)
    player = _player(hand, words[2], line, column)
    name, cards = hand.players[player], _cards(words[3], line, column)
    if variant not in STUD:
        _add_deal(hand, line, column, name, cards, up=False)
        if variant in DRAWS and any(isinstance(one, e.Act) for one in hand.events):
            hand.round = [0] * len(hand.players)
        return
    held = sum(len(got) for one in hand.events if isinstance(one, e.Deal) for who, got in one.holdings if who == name)
    if held >= 3:
        hand.round = [0] * len(hand.players)
    for number, card in enumerate(cards, held):
        _add_deal(hand, line, column, name, (card,), up=2 <= number <= 5)


def _add_deal(hand: _Hand, line: int, column: int, name: str, cards: Cards, up: bool) -> None:
    hand.events.append(e.Deal(line, column, ((name, cards),), up))


def _check_or_call(hand: _Hand, player: int, line: int, column: int) -> None:
    level, name = max(hand.round), hand.players[player]
    stack = hand.stacks[player]
    owed = level - hand.round[player]
    if owed <= 0:
        hand.events.append(e.Check(line, column, name))
        return
    added = owed if stack is None else min(owed, stack - hand.put[player])
    all_in = stack is not None and hand.put[player] + added >= stack
    _add(hand, player, added)
    hand.events.append(e.Call(line, column, name, added, None, all_in, None, None, None, ()))


def _wager(hand: _Hand, player: int, line: int, column: int, amount: str) -> None:
    try:
        total = cents(amount)
    except ValueError:
        raise Unreadable(f"found {shown(amount, 20)!r}, expected an amount", line, column) from None
    level, stack, name = max(hand.round), hand.stacks[player], hand.players[player]
    added = total - hand.round[player]
    all_in = stack is not None and hand.put[player] + added >= stack
    _add(hand, player, added)
    fields = (line, column, name, None, total, all_in, None, None, None, ())
    hand.events.append(e.Raise(*fields, None) if level else e.Bet(*fields))


def _add(hand: _Hand, player: int, added: int) -> None:
    hand.put[player] += added
    hand.round[player] += added


# ---- payments ----


def _paid(hand: _Hand) -> None:
    """What the file tells of the end: stacks after the hand, or winnings."""
    place = hand.line, 1
    finishing, winnings = hand.amounts("finishing_stacks"), hand.amounts("winnings")
    count = len(hand.players)
    alone, uncalled = _uncalled(hand.put)
    if len(finishing) == count and None not in hand.stacks:
        paid = [
            end - (stack - put)
            for end, stack, put in zip(finishing, [one or 0 for one in hand.stacks], hand.put, strict=True)
        ]
        paid[alone] -= uncalled
    elif len(winnings) == count and any(winnings):
        paid = winnings
        if sum(paid) > sum(hand.put) - uncalled and paid[alone] >= uncalled:
            paid[alone] -= uncalled  # some rooms count as winnings what nobody called
    else:
        return
    if uncalled:
        hand.events.append(e.Returned(*place, hand.players[alone], uncalled))
    pot = sum(hand.put) - uncalled
    hand.events.append(e.PotTaken(*place, None, pot, max(pot - sum(paid), 0)))
    for name, amount in zip(hand.players, paid, strict=True):
        if amount > 0:
            hand.events.append(e.Win(*place, name, amount, None))


def _uncalled(put: list[int]) -> tuple[int, int]:
    """Who put in more than anybody else, and how much more."""
    most = max(range(len(put)), key=put.__getitem__)
    return most, put[most] - max(amount for player, amount in enumerate(put) if player != most)
