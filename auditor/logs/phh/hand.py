"""Reads a hand of PHH as events: seats, forced bets, acts, payments.

An act does not tell how much was to be called, so the chips of the round are counted, and nothing more. Players stand
in the order of their positions, the button last. `posts.py` reads what was put up before the cards, `payments.py` what
was paid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, pairwise
from operator import sub
from typing import Any

from auditor.logs.blocks import Block
from auditor.logs.phh.fields import CENTS, GAP, Fields, Memo, texts_of
from auditor.logs.phh.payments import Play, settle
from auditor.logs.phh.posts import DEAD, nominal, posts_of
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards, parse_card
from auditor.vocabulary.doubts import other_choices
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.wording import escaped

PAIR = re.compile("..")
SEAT = re.compile("[0-9]{1,2}")
POSITION = re.compile("p([1-9][0-9]?)")
CLOCK = re.compile("([0-2][0-9]:[0-5][0-9])(:[0-5][0-9])?")
MOST_PLAYERS = 23
MOST_TRIED = 32  # ways to read a hand whose payments do not add up


@dataclass(slots=True)
class Count:
    """The chips of a hand as far as its acts have been read, and the events of these acts."""

    fields: Fields
    block: Block
    stud: bool
    players: Sequence[str]
    stacks: Sequence[int | None]
    put: list[int]  # in the whole hand
    before: list[int]  # the part of that which does not count in this betting round
    events: list[e.Event]
    level: int = 0  # the most that anybody has put in, in this betting round
    dead: list[int] | None = None  # the part of what was put in that nobody had to meet
    held: dict[str, int] | None = None  # cards dealt to each player, at stud
    unseen: dict[int, tuple[int, int, Cards]] = field(default_factory=dict)  # who ended with cards that nobody noted

    def next_round(self) -> None:
        """Begin a betting round, in which nobody has put in anything yet."""
        self.before = self.put.copy()
        self.level = 0


def hand(fields: Fields, variant: dict[str, Any], block: Block) -> list[e.Event]:
    """Read the hand. Of what it leaves open, the first choice is taken under which the payments add up."""
    events, adds_up = _read(fields, variant, block)
    if adds_up or block.read_as or not block.doubts:
        return events
    for read_as in islice(other_choices(block.doubts), MOST_TRIED):
        other = replace(block, read_as=read_as, doubts=())
        found, adds_up = _read(fields, variant, other)
        if adds_up:
            block.read_as, block.doubts = read_as, other.doubts
            return found
    return events


def _read(fields: Fields, variant: dict[str, Any], block: Block) -> tuple[list[e.Event], bool]:
    """Read the hand from its first line to its last, and tell whether its payments add up."""
    stacks = fields.stacks()
    size = len(stacks)
    if not 2 <= size <= MOST_PLAYERS:
        raise fields.wrong("starting_stacks", f"found {size} starting stacks, expected 2 to {MOST_PLAYERS}")
    count = Count(fields, block, "stud" in variant, _names(fields, size), stacks, [0] * size, [0] * size, [])
    _start(count, variant)
    if "actions" not in fields.values:
        raise fields.wrong("actions", "found no actions, expected those of the hand")
    for actions, line, column in fields.runs("actions"):
        for action in actions:
            act, player, given = ACTIONS[action]
            if player >= size:
                word = given if player == NOBODY else f"p{player + 1}"
                raise Unreadable(f"found {escaped(word, 20)!r}, expected a player p1 to p{size}", line, column)
            act(count, player, given, line, column)
            column += len(action) + GAP
    adds_up = settle(Play(fields, block, count.players, stacks, count.put, count.dead, count.events, count.unseen))
    count.events.append(e.HandEnded(fields.line, 1))
    return count.events, adds_up


# ---- before the cards ----


def _start(count: Count, variant: dict[str, Any]) -> None:
    """Add the header of the hand, the players in their seats, the button if it is known, antes and blinds."""
    fields, line, size = count.fields, count.fields.line, len(count.players)
    found = CLOCK.match(fields.values.get("time") or "")
    clock = None if found is None else found[1] if found[2] == ":00" else found[0]  # seconds of zero: nobody noted any
    events = count.events
    events.append(e.HandStarted(line, 1, count.block.number or "1", clock, count.block.day))
    seats = _seat_numbers(fields.words("seats"), size)
    for seat, name, stack in zip(seats, count.players, count.stacks, strict=True):
        events.append(e.Seat(line, 1, seat, name, stack, False))
    blinds = fields.amounts("blinds_or_straddles")
    if not count.stud and (size > 2 or (len(blinds) == 2 and 0 < blinds[0] <= blinds[1])):
        events.append(e.Buck(line, 1, seats[-1]))  # with two players and other blinds than these, nobody can tell
    for player, kind, amount in posts_of(fields, variant, count.block, count.players):
        _post(count, player, kind, amount, line, 1)
    if not count.stud:
        count.level = nominal(fields, count.block, count.level)


def _names(fields: Fields, size: int) -> Sequence[str]:
    """The names of the players."""
    value = fields.values.get("players")
    names = _distinct_names(value) if value is not None else [f"p{number}" for number in range(1, size + 1)]
    if len(names) != size:
        raise fields.wrong("players", f"found {len(names)} players and {size} starting stacks")
    return names


@lru_cache(maxsize=1024)
def _distinct_names(players: str) -> list[str]:
    """The names of the players. A name that is empty, or that another player has, gets the position added."""
    names = texts_of(players)
    if len(set(names)) == len(names) and all(map(str.strip, names)):
        return names
    for number, name in enumerate(names):
        if not name.strip():
            names[number] = f"p{number + 1}"
        elif name in names[:number]:
            names[number] = f"{name} ({number + 1})"
    return names


@lru_cache(maxsize=1024)
def _seat_numbers(words: tuple[str, ...], size: int) -> list[int]:
    """The seat numbers of the file, if they go round the table once; otherwise the order of positions."""
    seats = [int(word) for word in words if SEAT.fullmatch(word)]
    falls = sum(after < before for before, after in pairwise([*seats, *seats[:1]]))
    if len(set(seats)) == size and falls == 1 and min(seats) > 0 and max(seats) < 100:
        return seats
    return list(range(1, size + 1))


def _post(count: Count, player: int, kind: Any, amount: int, line: int, column: int) -> None:
    """Put up chips, as far as the player has them. Dead chips do not count towards what others must meet."""
    stack = count.stacks[player]
    left = None if stack is None else stack - count.put[player]
    put = amount if left is None or amount < left else left
    if put <= 0:
        return
    count.put[player] += put
    if kind in DEAD:
        count.dead = count.dead or [0] * len(count.players)
        count.dead[player] += put
        count.before[player] += put
    else:
        count.level = max(count.level, count.put[player] - count.before[player])
    count.events.append(e.Post(line, column, count.players[player], kind, put, put == left))


# ---- acts ----


Act = Callable[[Count, int, Any, int, int], None]  # takes the player from zero, the cards or the amount, and the place
NOBODY = 1 << 20


def _remark(_count: Count, _player: int, _given: None, _line: int, _column: int) -> None:
    """Do nothing: a remark is no act."""


def _wrong(_count: Count, _player: int, reason: str, line: int, column: int) -> None:
    raise Unreadable(reason, line, column)


def _fold(count: Count, player: int, _given: None, line: int, column: int) -> None:
    count.events.append(e.Fold(line, column, count.players[player]))


def _check_or_call(count: Count, player: int, _given: None, line: int, column: int) -> None:
    put = count.put[player]
    owed = count.level - put + count.before[player]
    if owed <= 0:
        count.events.append(e.Check(line, column, count.players[player]))
        return
    stack = count.stacks[player]
    left = None if stack is None else stack - put
    added = owed if left is None or owed < left else left
    count.put[player] = put + added
    all_in = added == left
    count.events.append(e.Call(line, column, count.players[player], added, None, all_in, None, None, None, ()))


def _wager(count: Count, player: int, total: int, line: int, column: int) -> None:
    """Bet or raise. `total` is what the player has put in then, in this round."""
    level, stack, put = count.level, count.stacks[player], count.put
    after = total + count.before[player]
    all_in = stack is not None and after >= stack
    put[player] = after
    count.level = total if total >= level else max(map(sub, put, count.before))
    name = count.players[player]
    if level:
        act: e.Event = e.Raise(line, column, name, None, total, all_in, None, None, None, (), None)
    else:
        act = e.Bet(line, column, name, None, total, all_in, None, None, None, ())
    count.events.append(act)


def _bring_in(count: Count, player: int, _given: None, line: int, column: int) -> None:
    _post(count, player, "bring-in", count.fields.amount("bring_in") or 0, line, column)


def _communal(count: Count, _dealer: int, cards: Cards, line: int, column: int) -> None:
    count.next_round()
    count.events.append(e.Communal(line, column, cards, None))


def _deal(count: Count, player: int, cards: Cards, line: int, column: int) -> None:
    """Deal cards to a player, at stud one by one: the third to the sixth lie face up."""
    name = count.players[player]
    if not count.stud:
        count.events.append(e.Deal(line, column, ((name, cards),), False))
        return
    count.held = count.held or {}
    held = count.held.get(name, 0)
    count.held[name] = held + len(cards)
    if held >= 3:
        count.next_round()
    for number, card in enumerate(cards, held):
        count.events.append(e.Deal(line, column, ((name, (card,)),), 2 <= number <= 5))


def _draw(count: Count, player: int, cards: Cards, line: int, column: int) -> None:
    count.events.append(e.Discards(line, column, count.players[player], len(cards), cards, None, False))
    count.next_round()


def _show_or_muck(count: Count, player: int, cards: Cards, line: int, column: int) -> None:
    if not cards:
        count.events.append(e.Muck(line, column, count.players[player]))
    elif set(cards) == {UNKNOWN}:  # the file does not tell whether they were shown; a winner's were
        count.unseen[player] = line, column, cards
    else:
        count.events.append(e.Show(line, column, count.players[player], cards))


def parsed(action: str) -> tuple[Act, int, Any]:
    """Read an action such as 'd dh p1 AsKs' or 'p3 cbr 225': its function, its player, and its cards or amount.

    For anything else the function is `_wrong`, with what is wrong. A word that names no player stands for `NOBODY`. How
    many players there are is not known here.
    """
    player = -1  # the dealer
    try:
        match action.partition("#")[0].split():
            case []:
                return _remark, player, None
            case ["d", "db", given]:
                return _communal, player, CARDS[given]
            case ["d", "dh", who, given]:
                player = PLAYER[who]
                return _deal, player, CARDS[given]
            case [who, "f"]:
                return _fold, PLAYER[who], None
            case [who, "cc"]:
                return _check_or_call, PLAYER[who], None
            case [who, "pb"]:
                return _bring_in, PLAYER[who], None
            case [who, "cbr", amount]:
                player = PLAYER[who]
                return _wager, player, _amount(amount)
            case [who, "sd", *given]:
                cards = CARDS["".join(given)]
                return _draw, PLAYER[who], cards
            case [who, "sm", *given]:
                cards = CARDS["".join(given).replace("-", "")]
                return _show_or_muck, PLAYER[who], cards
    except _NoPlayer as error:
        return _wrong, NOBODY, str(error)
    except ValueError as error:
        return _wrong, player, str(error)
    return _wrong, player, f"found {escaped(action, 40)!r}, expected an action such as 'p1 f'"


class _NoPlayer(ValueError):
    """A word that should name a player and does not."""


def _player(word: str) -> int:
    match = POSITION.fullmatch(word)
    if match is None:
        raise _NoPlayer(word)
    return int(match[1]) - 1


def _cards(text: str) -> Cards:
    return tuple(map(CARD.__getitem__, PAIR.findall(text)))


ACTIONS = Memo(parsed)  # most actions come in any hand: 'd dh p1 ????', 'p3 f', 'p1 cc'
PLAYER = Memo(_player)
CARDS, CARD = Memo(_cards), Memo(parse_card)


def _amount(text: str) -> int:
    """What a wager comes to, which is more than nothing."""
    with suppress(ValueError):
        if (amount := CENTS[text]) > 0 and text[-1].isdigit():
            return amount
    raise ValueError(f"found {escaped(text, 20)!r}, expected an amount")
