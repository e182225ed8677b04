"""Reader of PHH and PHHS, the open hand history standard: hands as tables of TOML.

A file of one hand has no table header, a collection has `[1]`, `[2]`, … Players stand in the order of their positions,
the button last; between two players the blinds and antes of the first belong to the second. An act tells nothing of
what is to be called, so the reader keeps count of the chips of the round, and of nothing more.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from auditor import events as e
from auditor.cards import UNKNOWN, Cards, parse_cards
from auditor.data import folder
from auditor.errors import Unreadable
from auditor.hands import PLAY_ONLY
from auditor.logs.blocks import BETWEEN, HAND, TABLE, Block, last_match, parts
from auditor.logs.phh_fields import Fields, cents, fields_of
from auditor.wording import shown

HEADER = re.compile(r"^\[([^\]\n]*)\][ \t]*(?:#.*)?$", re.MULTILINE)
ENTRY = re.compile(r"^[^\S\n]*[^\s#\[]", re.MULTILINE)
PAIR = re.compile("..")
PLAYER = re.compile("p([1-9][0-9]?)")
BY_FIVE = re.compile(r"\.(?<=[0-9]\.)[0-9][1-46-9](?![0-9])")  # hundredths that are no five; a point is soon found
CLOCK = re.compile("[0-2][0-9]:[0-5][0-9]")
MOST_PLAYERS = 23
STATEMENTS = "_table_log"  # our own field, as the standard allows: what a table log stated at the head of the table
MOST_HEADS = 1024  # of tables, remembered
TOLD = 0.75  # of a pot that winnings must come to: no room takes more than the rest


@cache
def variants() -> dict[str, dict[str, Any]]:
    """The games of the standard, by their codes."""
    return tomllib.loads((folder("grammars") / "phh.toml").read_text(encoding="utf-8"))


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """A table and a hand for each table of the file, or for the file itself."""
    for part in parts(chunks, HEADER):
        if isinstance(part, Unreadable):
            yield part
        else:
            yield from _cut(*part)


def last(text: str) -> int:
    """Where the last hand of a text of whole lines begins; -1 if none does."""
    return last_match(HEADER, text)


def _cut(start: int, text: str) -> Iterator[Block | Unreadable]:
    """The table and the hand of one part of the file; nothing of one that has only remarks."""
    if ENTRY.search(text) is None:
        return
    header = HEADER.match(text)
    name = header[1].strip(" \"'") if header is not None else "1"
    try:
        fields = fields_of(text, start)
        if STATEMENTS in fields.values:
            _statements(fields)  # or nobody would be told of a damaged one
    except Unreadable as error:
        error.hand = name
        yield error
        return
    number = fields.text("hand") or name
    yield Block(TABLE, text, start, start)
    yield Block(HAND, text, start, start, number, fields.day)


# ---- reading ----


def read_block(block: Block) -> list[e.Event]:
    """The set-up of the table that a hand was played at, or the hand."""
    fields = fields_of(block.text, block.line)
    code = fields.text("variant")
    known = variants()
    if block.kind == TABLE:
        return _table(fields, known.get(code or "", {}), block)
    if code not in known:
        found = "no variant" if code is None else f"variant {shown(code, 20)}"
        raise fields.wrong("variant", f"found {found}, expected one of {', '.join(known)}")
    return _hand(fields, known[code], block)


HEAD = ("table", "event", "venue", "small_bet", "big_bet", "blinds_or_straddles", "min_bet", "antes", "bring_in")
Statement = tuple[type[e.Event], tuple[Any, ...]]


def _table(fields: Fields, variant: dict[str, Any], block: Block) -> list[e.Event]:
    """What a table log would state at the head of the table. Money is counted in hundredths, or in fives of them.

    Where the file was made from a log that stated it, that is taken instead.
    """
    values, line = fields.values, fields.line
    if STATEMENTS in values:
        return [kind(line, 1, *given) for kind, given in _opening(fields)] + _statements(fields)
    key = (fields.text("variant"), *[values[name][0] if name in values else None for name in HEAD])
    known = _HEADS.get(key)
    if known is None:
        known = list(_head(fields, variant))
        if len(_HEADS) >= MOST_HEADS:
            _HEADS.clear()
        _HEADS[key] = known
    events = [kind(line, 1, *given) for kind, given in known]
    if "currency" in values or "currency_symbol" in values:
        events.append(e.Limit(line, 1, "chip", 1 if BY_FIVE.search(block.text) else 5))
    return events


_HEADS: dict[tuple[str | None, ...], list[Statement]] = {}  # the same for hundreds of hands of a table


def _opening(fields: Fields) -> Iterator[Statement]:
    """The name of the table, and that the file is a record of play."""
    yield e.TableOpened, (fields.text("table") or fields.text("event") or fields.text("venue") or "PHH",)
    yield e.Records, ((PLAY_ONLY,),)


def _head(fields: Fields, variant: dict[str, Any]) -> Iterator[Statement]:
    """The same without its place, but for what the whole hand tells."""
    yield from _opening(fields)
    if "rules" in variant:
        yield e.RulesNamed, (variant["rules"],)
        yield e.Declared, ("limit", variant["limit"])
    if "betting" in variant:
        yield e.Declared, ("betting", variant["betting"])
    small, big = fields.amount("small_bet"), fields.amount("big_bet")
    if small and big:
        yield e.Bets, ((small, big), ())
    blinds = [amount for amount in fields.amounts("blinds_or_straddles")[:2] if amount > 0]
    if len(blinds) == 2:
        yield e.Blinds, (tuple(sorted(blinds)),)
    elif one := _only_blind(variant, fields.amounts("blinds_or_straddles")):
        yield e.Blinds, ((one,),)
    if least := fields.amount("min_bet"):
        yield e.Limit, ("minimum", least)
    antes = {amount for amount in fields.amounts("antes") if amount > 0}
    if len(antes) == 1:
        yield e.Limit, ("ante", antes.pop())
    if bring_in := fields.amount("bring_in"):
        yield e.Limit, ("bring-in", bring_in)


def _statements(fields: Fields) -> list[e.Event]:
    """What a table log stated at the head of the table, in the field that its conversion left."""
    from auditor.logs import table_log  # which few files need

    events: list[e.Event] = []
    for text, line, _column in fields.texts(STATEMENTS):
        events += table_log.read_block(Block(BETWEEN, text, line, line))
    return events


@dataclass(slots=True)
class _Count:
    """The chips of a hand as far as its acts have been read, and the events of these."""

    players: list[str]
    stacks: list[int | None]
    put: list[int]  # in the whole hand
    live: list[int]  # of that, what others had to meet
    round: list[int]  # in this betting round
    events: list[e.Event]
    held: dict[str, int] = field(default_factory=dict)  # cards dealt to each player

    def add(self, player: int, amount: int, live: bool = True) -> None:
        """Chips put in; dead ones do not count towards what others must meet."""
        self.put[player] += amount
        if live:
            self.live[player] += amount
            self.round[player] += amount

    def left(self, player: int) -> int | None:
        """What a player has behind; None if nobody knows."""
        stack = self.stacks[player]
        return None if stack is None else stack - self.put[player]

    def next_round(self) -> None:
        """Nothing has been put in of the new round."""
        self.round = [0] * len(self.players)


def _hand(fields: Fields, variant: dict[str, Any], block: Block) -> list[e.Event]:
    """The hand. A small blind put up to get cards is live, unless the stacks after the hand say that it was dead."""
    count = _played(fields, variant, block, dead=False)
    if any(amount < 0 for amount in fields.amounts("blinds_or_straddles")) and _put_in_more(count, fields):
        other = _played(fields, variant, block, dead=True)
        count = count if _put_in_more(other, fields) else other
    return count.events


def _put_in_more(count: _Count, fields: Fields) -> bool:
    """Has somebody less after the hand than the wagers leave?"""
    ends = fields.amounts("finishing_stacks")
    return any(
        stack is not None and end < stack - put for end, stack, put in zip(ends, count.stacks, count.put, strict=False)
    )


def _played(fields: Fields, variant: dict[str, Any], block: Block, dead: bool) -> _Count:
    """The chips and the events of the hand from its first line to its last."""
    stacks = fields.stacks()
    size = len(stacks)
    if not 2 <= size <= MOST_PLAYERS:
        raise fields.wrong("starting_stacks", f"found {size} starting stacks, expected 2 to {MOST_PLAYERS}")
    time = fields.get("time")
    clock = time[:5] if time and CLOCK.match(time) else None
    place = fields.line, 1
    count = _Count(_names(fields, size), stacks, [0] * size, [0] * size, [0] * size, [])
    count.events.append(e.HandStarted(*place, block.number or "1", clock, block.day))
    seats = _seats(fields, size)
    for seat, name, stack in zip(seats, count.players, stacks, strict=True):
        count.events.append(e.Seat(*place, seat, name, stack, False))
    blinds = fields.amounts("blinds_or_straddles")
    if "stud" not in variant and (size > 2 or (len(blinds) == 2 and 0 < blinds[0] <= blinds[1])):
        count.events.append(e.Buck(*place, seats[-1]))  # of two with other blinds than these nobody can tell
    _posts(count, fields.amounts("antes"), blinds, place, bool(_only_blind(variant, blinds)), dead)
    if "actions" not in fields.values:
        raise fields.wrong("actions", "found no actions, expected those of the hand")
    stud = "stud" in variant
    for action, line, column in fields.texts("actions"):
        kind, player, given = parsed(action)
        if player >= size:
            word = given if player == NOBODY else f"p{player + 1}"
            raise Unreadable(f"found {shown(word, 20)!r}, expected a player p1 to p{size}", line, column)
        if kind == "f":
            count.events.append(e.Fold(line, column, count.players[player]))
        elif kind == "cc":
            _check_or_call(count, player, line, column)
        elif kind == "dh":
            _dealt(count, stud, count.players[player], given, line, column)
        elif kind == "cbr":
            _wager(count, player, given, line, column)
        elif kind == "pb":
            _post(count, player, "bring-in", fields.amount("bring_in") or 0, (line, column))
        elif kind == WRONG:
            raise Unreadable(given, line, column)
        elif kind is not None:
            _other(count, kind, player, given, line, column)
    _payments(count, fields)
    count.events.append(e.HandEnded(*place))
    return count


def _names(fields: Fields, size: int) -> list[str]:
    """The names of the players; one without a name, or with that of another, is told apart by the position."""
    if "players" not in fields.values:
        return [f"p{number}" for number in range(1, size + 1)]
    names = [name for name, _, _ in fields.texts("players")]
    if len(names) != size:
        raise fields.wrong("players", f"found {len(names)} players and {size} starting stacks")
    if len(set(names)) == size and all(map(str.strip, names)):
        return names
    for number, name in enumerate(names):
        if not name.strip():
            names[number] = f"p{number + 1}"
        elif name in names[:number]:
            names[number] = f"{name} ({number + 1})"
    return names


def _seats(fields: Fields, size: int) -> list[int]:
    """The seat numbers where the file has them and they go round the table once; else the order of positions."""
    return _around(tuple(fields.words("seats")), size)


@lru_cache(maxsize=256)
def _around(words: tuple[str, ...], size: int) -> list[int]:
    seats = [int(word) for word in words if word.isdigit()]
    falls = sum(after < before for before, after in pairwise([*seats, *seats[:1]]))
    if len(set(seats)) == size and falls == 1 and min(seats) > 0 and max(seats) < 100:
        return seats
    return list(range(1, size + 1))


def _only_blind(variant: dict[str, Any], blinds: list[int]) -> int:
    """The only blind of a game that may have one alone, the button's; nothing where there are others."""
    put = [amount for amount in blinds if amount]
    return max(put[0], 0) if "button_blind" in variant and len(put) == 1 else 0


def _posts(count: _Count, antes: list[int], blinds: list[int], place: tuple[int, int], alone: bool, dead: bool) -> None:
    """Antes and blinds as posts; between two players those of the first are the second's.

    Less than the big blind, put up to get cards, is live or `dead`.
    """
    size = len(count.players)
    if size == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    for player, amount in enumerate(antes[:size]):
        if amount:
            _post(count, player, "ante", amount, place, live=False)
    regular = (1, 0) if size == 2 else (0, 1)
    big = max([abs(blinds[one]) for one in regular if one < len(blinds)], default=0)
    for player in (*regular, *range(2, size)):
        amount = blinds[player] if player < len(blinds) else 0
        if not amount:
            continue
        if amount < 0:  # put up to get cards: what exceeds the big blind is dead
            live = 0 if dead and -amount < big else min(-amount, big or -amount)
            _post(count, player, "post", live, place)
            _post(count, player, "dead", -amount - live, place, live=False)
        else:
            kind = "blind" if player in regular or alone else "straddle" if amount >= 2 * big > 0 else "post"
            _post(count, player, kind, amount, place)


def _post(count: _Count, player: int, kind: Any, amount: int, place: tuple[int, int], live: bool = True) -> None:
    left = count.left(player)
    put = amount if left is None else min(amount, left)
    if put > 0:
        count.add(player, put, live)
        count.events.append(e.Post(*place, count.players[player], kind, put, put == left))


# ---- acts ----


WRONG, NOBODY = "wrong", 1 << 20
Action = tuple[str | None, int, Any]  # what is done, by which player from zero, with which cards or which amount


@lru_cache(maxsize=1 << 10)  # most actions are those of any hand: 'd dh p1 ????', 'p3 f', 'p1 cc'
def parsed(action: str) -> Action:
    """One action such as 'd dh p1 AsKs' or 'p3 cbr 225'; or `WRONG`, with what is wrong with it.

    A word that names no player is that of `NOBODY`. How many there are is not known here.
    """
    player = -1  # the dealer
    words = action.partition("#")[0].split()
    try:
        match words:
            case []:
                return None, player, None
            case ["d", "db", cards]:
                return "db", player, _cards(cards)
            case ["d", "dh", who, cards]:
                player = _player(who)
                return "dh", player, _cards(cards)
            case [who, "f" | "cc" | "pb" as kind]:
                return kind, _player(who), None
            case [who, "cbr", amount]:
                player = _player(who)
                return "cbr", player, _amount(amount)
            case [who, "sd" | "sm" as kind, *given]:
                out = _cards("".join(given) if kind == "sd" else "".join(given).replace("-", ""))
                return kind, _player(who), out
    except _NoPlayer as error:
        return WRONG, NOBODY, str(error)
    except ValueError as error:
        return WRONG, player, str(error)
    return WRONG, player, f"found {shown(action, 40)!r}, expected an action such as 'p1 f'"


class _NoPlayer(ValueError):
    """A word that should name a player and does not."""


def _player(word: str) -> int:
    match = PLAYER.fullmatch(word)
    if match is None:
        raise _NoPlayer(word)
    return int(match[1]) - 1


def _cards(text: str) -> Cards:
    return parse_cards(" ".join(PAIR.findall(text)))


def _amount(text: str) -> int:
    try:
        return cents(text)
    except ValueError:
        raise ValueError(f"found {shown(text, 20)!r}, expected an amount") from None


def _other(count: _Count, kind: str, player: int, cards: Cards, line: int, column: int) -> None:
    """Communal cards, cards changed, and cards shown or thrown away."""
    if kind == "db":
        count.next_round()
        count.events.append(e.Communal(line, column, cards, None))
        return
    name = count.players[player]
    if kind == "sd":
        count.events.append(e.Discards(line, column, name, len(cards), cards, None, False))
        count.next_round()
    elif not cards:
        count.events.append(e.Muck(line, column, name))
    elif set(cards) != {UNKNOWN}:  # else the file does not tell whether they were shown
        count.events.append(e.Show(line, column, name, cards))


def _dealt(count: _Count, stud: bool, name: str, cards: Cards, line: int, column: int) -> None:
    """Cards of a player, at stud one by one: the third to the sixth face up."""
    if not stud:
        count.events.append(e.Deal(line, column, ((name, cards),), False))
        return
    held = count.held.get(name, 0)
    count.held[name] = held + len(cards)
    if held >= 3:
        count.next_round()
    for number, card in enumerate(cards, held):
        count.events.append(e.Deal(line, column, ((name, (card,)),), 2 <= number <= 5))


def _check_or_call(count: _Count, player: int, line: int, column: int) -> None:
    name = count.players[player]
    owed = max(count.round) - count.round[player]
    if owed <= 0:
        count.events.append(e.Check(line, column, name))
        return
    left = count.left(player)
    added = owed if left is None else min(owed, left)
    count.add(player, added)
    count.events.append(e.Call(line, column, name, added, None, added == left, None, None, None, ()))


def _wager(count: _Count, player: int, total: int, line: int, column: int) -> None:
    level, left = max(count.round), count.left(player)
    added = total - count.round[player]
    count.add(player, added)
    all_in = left is not None and added >= left
    fields = (line, column, count.players[player], None, total, all_in, None, None, None, ())
    count.events.append(e.Raise(*fields, None) if level else e.Bet(*fields))


# ---- payments ----


def _payments(count: _Count, fields: Fields) -> None:
    """What the file tells of the end: the stacks after the hand, or winnings. Nothing, if it does not tell.

    Some rooms count as winnings what nobody called, others do not: whichever fits what was put in.
    """
    place = fields.line, 1
    ends, paid = fields.amounts("finishing_stacks"), fields.amounts("winnings")
    alone, uncalled = _uncalled(count.live if any(count.live) else count.put)  # of antes alone, what one has more
    stacks = [stack for stack in count.stacks if stack is not None]
    if len(ends) == len(stacks) == len(count.players):
        paid = [end - stack + put for end, stack, put in zip(ends, stacks, count.put, strict=True)]
        paid[alone] -= uncalled
    elif len(paid) == len(count.players) and any(paid):
        if paid[alone] == uncalled or (sum(paid) > sum(count.put) - uncalled and paid[alone] > uncalled):
            paid[alone] -= uncalled
        if sum(paid) < TOLD * (sum(count.put) - uncalled):
            return  # a share is left out
    else:
        return
    if uncalled:
        count.events.append(e.Returned(*place, count.players[alone], uncalled))
    pot = sum(count.put) - uncalled
    taken = max(pot - sum(paid), 0) if sum(paid) >= TOLD * pot else None
    count.events.append(e.PotTaken(*place, None, pot, taken))
    count.events += [e.Win(*place, name, won, None) for name, won in zip(count.players, paid, strict=True) if won > 0]


def _uncalled(put: list[int]) -> tuple[int, int]:
    """Who put in more than anybody else, and how much more."""
    most = max(range(len(put)), key=put.__getitem__)
    return most, put[most] - max(amount for player, amount in enumerate(put) if player != most)
