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
from functools import cache
from itertools import pairwise
from typing import Any

from auditor import events as e
from auditor.cards import UNKNOWN, Cards, parse_cards
from auditor.data import folder
from auditor.errors import Unreadable
from auditor.hands import PLAY_ONLY
from auditor.logs.blocks import HAND, TABLE, Block, lines_of, stretches
from auditor.logs.phh_fields import Fields, cents, fields_of
from auditor.wording import shown

HEADER = re.compile(r"\[([^\]\n]*)\][ \t]*(?:#.*)?")
PAIR = re.compile("..")
PLAYER = re.compile("p([1-9][0-9]?)")
CLOCK = re.compile("[0-2][0-9]:[0-5][0-9]")
MOST_PLAYERS = 23
TOLD = 0.75  # of a pot that winnings must come to: no room takes more than the rest


@cache
def variants() -> dict[str, dict[str, Any]]:
    """The games of the standard, by their codes."""
    return tomllib.loads((folder("grammars") / "phh.toml").read_text(encoding="utf-8"))


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """A table and a hand for each table of the file, or for the file itself."""
    for part in stretches(lines_of(chunks), lambda line: line[:1] == "[" and HEADER.fullmatch(line) is not None):
        if isinstance(part, Unreadable):
            yield part
        else:
            yield from _cut(*part)


def _cut(start: int, lines: list[str]) -> Iterator[Block | Unreadable]:
    """The table and the hand of one stretch of the file; nothing of one that has only remarks."""
    text = "\n".join(lines)
    header = HEADER.fullmatch(lines[0])
    name = header[1].strip(" \"'") if header is not None else "1"
    if not any(line.strip() and line.lstrip()[0] not in "#[" for line in lines):
        return
    try:
        fields = fields_of(text, start)
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
        return _table(fields, known.get(code or "", {}))
    if code not in known:
        found = "no variant" if code is None else f"variant {shown(code, 20)}"
        raise fields.wrong("variant", f"found {found}, expected one of {', '.join(known)}")
    if "rules" not in known[code]:
        raise fields.wrong("variant", f"no rulebook has the game of variant {code}")
    return _hand(fields, known[code], block)


def _table(fields: Fields, variant: dict[str, Any]) -> list[e.Event]:
    """What a table log would state at the head of the table."""
    place = fields.line, 1
    name = fields.text("table") or fields.text("event") or fields.text("venue") or "PHH"
    events: list[e.Event] = [e.TableOpened(*place, name), e.Records(*place, (PLAY_ONLY,))]
    if "rules" in variant:
        events += [e.RulesNamed(*place, variant["rules"]), e.Declared(*place, "limit", variant["limit"])]
    if "betting" in variant:
        events.append(e.Declared(*place, "betting", variant["betting"]))
    small, big = fields.amount("small_bet"), fields.amount("big_bet")
    if small and big:
        events.append(e.Bets(*place, (small, big), ()))
    blinds = [amount for amount in fields.amounts("blinds_or_straddles")[:2] if amount > 0]
    if len(blinds) == 2:
        events.append(e.Blinds(*place, tuple(sorted(blinds))))
    elif one := _only_blind(variant, fields.amounts("blinds_or_straddles")):
        events.append(e.Blinds(*place, (one,)))
    if least := fields.amount("min_bet"):
        events.append(e.Limit(*place, "minimum", least))
    antes = {amount for amount in fields.amounts("antes") if amount > 0}
    if len(antes) == 1:
        events.append(e.Limit(*place, "ante", antes.pop()))
    if bring_in := fields.amount("bring_in"):
        events.append(e.Limit(*place, "bring-in", bring_in))
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
    _posts(count, fields.amounts("antes"), blinds, place, alone=bool(_only_blind(variant, blinds)))
    if "actions" not in fields.values:
        raise fields.wrong("actions", "found no actions, expected those of the hand")
    for action, line, column in fields.texts("actions"):
        _act(count, fields, "stud" in variant, action, (line, column))
    _payments(count, fields)
    count.events.append(e.HandEnded(*place))
    return count.events


def _names(fields: Fields, size: int) -> list[str]:
    """The names of the players; one without a name, or with that of another, is told apart by the position."""
    if "players" not in fields.values:
        return [f"p{number}" for number in range(1, size + 1)]
    names = [name for name, _, _ in fields.texts("players")]
    if len(names) != size:
        raise fields.wrong("players", f"found {len(names)} players and {size} starting stacks")
    for number, name in enumerate(names):
        if not name.strip():
            names[number] = f"p{number + 1}"
        elif name in names[:number]:
            names[number] = f"{name} ({number + 1})"
    return names


def _seats(fields: Fields, size: int) -> list[int]:
    """The seat numbers where the file has them and they go round the table once; else the order of positions."""
    seats = [int(word) for word in fields.words("seats") if word.isdigit()]
    falls = sum(after < before for before, after in pairwise([*seats, *seats[:1]]))
    if len(set(seats)) == size and falls == 1 and min(seats) > 0 and max(seats) < 100:
        return seats
    return list(range(1, size + 1))


def _only_blind(variant: dict[str, Any], blinds: list[int]) -> int:
    """The only blind of a game that may have one alone, the button's; nothing where there are others."""
    put = [amount for amount in blinds if amount]
    return max(put[0], 0) if "button_blind" in variant and len(put) == 1 else 0


def _posts(count: _Count, antes: list[int], blinds: list[int], place: tuple[int, int], alone: bool) -> None:
    """Antes and blinds as posts; between two players those of the first are the second's."""
    size = len(count.players)
    if size == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    for player, amount in enumerate(antes[:size]):
        _post(count, player, "ante", amount, place, live=False)
    regular = (1, 0) if size == 2 else (0, 1)
    big = max([abs(blinds[one]) for one in regular if one < len(blinds)], default=0)
    for player in (*regular, *range(2, size)):
        amount = blinds[player] if player < len(blinds) else 0
        if amount < 0:  # put up to get cards: what exceeds the big blind is dead
            _post(count, player, "post", min(-amount, big or -amount), place)
            _post(count, player, "dead", -amount - big if big else 0, place, live=False)
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


def _act(count: _Count, fields: Fields, stud: bool, action: str, place: tuple[int, int]) -> None:
    """Take in one action such as 'd dh p1 AsKs' or 'p3 cbr 225'."""
    words = action.partition("#")[0].split()
    match words:
        case []:
            pass
        case ["d", "db", cards]:
            count.next_round()
            count.events.append(e.Communal(*place, _cards(cards, place), None))
        case ["d", "dh", who, cards]:
            _dealt(count, stud, count.players[_player(count, who, place)], _cards(cards, place), place)
        case [who, "f"]:
            count.events.append(e.Fold(*place, count.players[_player(count, who, place)]))
        case [who, "cc"]:
            _check_or_call(count, _player(count, who, place), place)
        case [who, "cbr", amount]:
            _wager(count, _player(count, who, place), amount, place)
        case [who, "pb"]:
            _post(count, _player(count, who, place), "bring-in", fields.amount("bring_in") or 0, place)
        case [who, "sd", *given]:
            out = _cards("".join(given), place)
            name = count.players[_player(count, who, place)]
            count.events.append(e.Discards(*place, name, len(out), out, None, False))
            count.next_round()
        case [who, "sm", *given]:
            open_cards = _cards("".join(given).replace("-", ""), place)
            name = count.players[_player(count, who, place)]
            if not open_cards:
                count.events.append(e.Muck(*place, name))
            elif set(open_cards) != {UNKNOWN}:  # else the file does not tell whether they were shown
                count.events.append(e.Show(*place, name, open_cards))
        case _:
            raise Unreadable(f"found {shown(action, 40)!r}, expected an action such as 'p1 f'", *place)


def _player(count: _Count, word: str, place: tuple[int, int]) -> int:
    match = PLAYER.fullmatch(word)
    if match is None or int(match[1]) > len(count.players):
        raise Unreadable(f"found {shown(word, 20)!r}, expected a player p1 to p{len(count.players)}", *place)
    return int(match[1]) - 1


def _cards(text: str, place: tuple[int, int]) -> Cards:
    try:
        return parse_cards(" ".join(PAIR.findall(text)))
    except ValueError as error:
        raise Unreadable(str(error), *place) from None


def _dealt(count: _Count, stud: bool, name: str, cards: Cards, place: tuple[int, int]) -> None:
    """Cards of a player, at stud one by one: the third to the sixth face up."""
    held = count.held.get(name, 0)
    count.held[name] = held + len(cards)
    if not stud:
        count.events.append(e.Deal(*place, ((name, cards),), False))
        return
    if held >= 3:
        count.next_round()
    for number, card in enumerate(cards, held):
        count.events.append(e.Deal(*place, ((name, (card,)),), 2 <= number <= 5))


def _check_or_call(count: _Count, player: int, place: tuple[int, int]) -> None:
    name = count.players[player]
    owed = max(count.round) - count.round[player]
    if owed <= 0:
        count.events.append(e.Check(*place, name))
        return
    left = count.left(player)
    added = owed if left is None else min(owed, left)
    count.add(player, added)
    count.events.append(e.Call(*place, name, added, None, added == left, None, None, None, ()))


def _wager(count: _Count, player: int, amount: str, place: tuple[int, int]) -> None:
    try:
        total = cents(amount)
    except ValueError:
        raise Unreadable(f"found {shown(amount, 20)!r}, expected an amount", *place) from None
    level, left = max(count.round), count.left(player)
    added = total - count.round[player]
    count.add(player, added)
    all_in = left is not None and added >= left
    fields = (*place, count.players[player], None, total, all_in, None, None, None, ())
    count.events.append(e.Raise(*fields, None) if level else e.Bet(*fields))


# ---- payments ----


def _payments(count: _Count, fields: Fields) -> None:
    """What the file tells of the end: the stacks after the hand, or winnings. Nothing, if it does not tell.

    Some rooms count as winnings what nobody called, others do not: whichever fits what was put in.
    """
    place = fields.line, 1
    ends, paid = fields.amounts("finishing_stacks"), fields.amounts("winnings")
    alone, uncalled = _uncalled(count.live)
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
    count.events.append(e.PotTaken(*place, None, pot, max(pot - sum(paid), 0)))
    count.events += [e.Win(*place, name, won, None) for name, won in zip(count.players, paid, strict=True) if won > 0]


def _uncalled(put: list[int]) -> tuple[int, int]:
    """Who put in more than anybody else, and how much more."""
    most = max(range(len(put)), key=put.__getitem__)
    return most, put[most] - max(amount for player, amount in enumerate(put) if player != most)
