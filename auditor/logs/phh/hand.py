"""Reads a hand of PHH as events: seats, forced bets, acts, payments.

An act does not tell how much was to be called, so the chips of the round are counted, and nothing more. Players stand
in the order of their positions, the button last. With two players, the blinds and antes of the first belong to the
second, and those of the second to the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from operator import sub
from typing import Any

from auditor.logs.blocks import Block
from auditor.logs.phh.fields import CENTS, GAP, Fields, Memo, texts_of
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards, parse_card
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.wording import escaped

PAIR = re.compile("..")
POSITION = re.compile("p([1-9][0-9]?)")
CLOCK = re.compile("[0-2][0-9]:[0-5][0-9]")
MOST_PLAYERS = 23
LEAST_PAID = 0.75  # the part of a pot that winnings must come to, since no room takes more than the rest
Amounts = tuple[int, ...]


@dataclass(slots=True)
class Count:
    """The chips of a hand as far as its acts have been read, and the events of these acts."""

    fields: Fields
    stud: bool
    players: Sequence[str]
    stacks: Sequence[int | None]
    put: list[int]  # in the whole hand
    before: list[int]  # the part of that which does not count in this betting round
    events: list[e.Event]
    level: int = 0  # the most that anybody has put in, in this betting round
    dead: list[int] | None = None  # the part of what was put in that nobody had to meet
    held: dict[str, int] | None = None  # cards dealt to each player, at stud

    def next_round(self) -> None:
        """Begin a betting round, in which nobody has put in anything yet."""
        self.before = self.put.copy()
        self.level = 0


def hand(fields: Fields, variant: dict[str, Any], block: Block) -> list[e.Event]:
    """Read the hand. A small blind put up to get cards is live, unless the stacks after the hand say it was dead."""
    count = _count_hand(fields, variant, block, dead=False)
    if "-" in fields.values.get("blinds_or_straddles", "") and _put_in_more(count):
        other = _count_hand(fields, variant, block, dead=True)
        count = count if _put_in_more(other) else other
    return count.events


def _put_in_more(count: Count) -> bool:
    """Does somebody have less after the hand than the wagers leave?"""
    ends = count.fields.amounts("finishing_stacks")
    return any(
        stack is not None and end < stack - put for end, stack, put in zip(ends, count.stacks, count.put, strict=False)
    )


def _count_hand(fields: Fields, variant: dict[str, Any], block: Block, dead: bool) -> Count:
    """Count the chips and read the events of the hand from its first line to its last."""
    stacks = fields.stacks()
    size = len(stacks)
    if not 2 <= size <= MOST_PLAYERS:
        raise fields.wrong("starting_stacks", f"found {size} starting stacks, expected 2 to {MOST_PLAYERS}")
    count = Count(fields, "stud" in variant, _names(fields, size), stacks, [0] * size, [0] * size, [])
    _start(count, variant, block, dead)
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
    _payments(count)
    count.events.append(e.HandEnded(fields.line, 1))
    return count


# ---- before the cards ----


def _start(count: Count, variant: dict[str, Any], block: Block, dead: bool) -> None:
    """Add the header of the hand, the players in their seats, the button if it is known, antes and blinds."""
    fields, line, size = count.fields, count.fields.line, len(count.players)
    time = fields.values.get("time")
    clock = time[:5] if time and CLOCK.match(time) else None
    events = count.events
    events.append(e.HandStarted(line, 1, block.number or "1", clock, block.day))
    seats = _seat_numbers(fields.words("seats"), size)
    for seat, name, stack in zip(seats, count.players, count.stacks, strict=True):
        events.append(e.Seat(line, 1, seat, name, stack, False))
    blinds, antes = fields.amounts("blinds_or_straddles"), fields.amounts("antes")
    if not count.stud and (size > 2 or (len(blinds) == 2 and 0 < blinds[0] <= blinds[1])):
        events.append(e.Buck(line, 1, seats[-1]))  # with two players and other blinds than these, nobody can tell
    for player, kind, amount in _posts(antes, blinds, size, only_blind(variant, blinds) > 0, dead):
        _post(count, player, kind, amount, line, 1)


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
    seats = [int(word) for word in words if word.isdigit()]
    falls = sum(after < before for before, after in pairwise([*seats, *seats[:1]]))
    if len(set(seats)) == size and falls == 1 and min(seats) > 0 and max(seats) < 100:
        return seats
    return list(range(1, size + 1))


def only_blind(variant: dict[str, Any], blinds: Amounts) -> int:
    """The blind of the button, in a game that may have no other; zero if there are others."""
    if "button_blind" not in variant:
        return 0
    put = [amount for amount in blinds if amount]
    return max(put[0], 0) if len(put) == 1 else 0


@lru_cache(maxsize=1024)  # the same in hand after hand
def _posts(antes: Amounts, blinds: Amounts, size: int, alone: bool, dead: bool) -> list[tuple[int, str, int]]:
    """Who puts up how much, and as what. With two players, the antes and blinds of the first are the second's.

    A post of less than the big blind, put up to get cards, is live or `dead`.
    """
    if size == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    found = [(player, "ante", amount) for player, amount in enumerate(antes[:size])]
    regular = (1, 0) if size == 2 else (0, 1)
    big = max([abs(blinds[one]) for one in regular if one < len(blinds)], default=0)
    for player in (*regular, *range(2, size)):
        amount = blinds[player] if player < len(blinds) else 0
        if amount < 0:  # put up to get cards: what exceeds the big blind is dead
            live = 0 if dead and -amount < big else min(-amount, big or -amount)
            found += [(player, "post", live), (player, "dead", -amount - live)]
        else:
            kind = "blind" if player in regular or alone else "straddle" if amount >= 2 * big > 0 else "post"
            found.append((player, kind, amount))
    return [post for post in found if post[2] > 0]


DEAD = ("ante", "dead")


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
    elif set(cards) != {UNKNOWN}:  # otherwise the file does not tell whether they were shown
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
    try:
        return CENTS[text]
    except ValueError:
        raise ValueError(f"found {escaped(text, 20)!r}, expected an amount") from None


# ---- payments ----


def _payments(count: Count) -> None:
    """Add what the file tells of the end: the stacks after the hand, or winnings. If it tells neither, add nothing.

    Some rooms count as winnings what nobody called, others do not. The reading that fits what was put in is taken.
    """
    fields, players, line = count.fields, count.players, count.fields.line
    ends, paid = fields.amounts("finishing_stacks"), [*fields.amounts("winnings")]
    alone, uncalled = _uncalled(count)
    pot = sum(count.put) - uncalled
    if len(ends) == len(players) and None not in count.stacks:
        paid = [end - (stack or 0) + put for end, stack, put in zip(ends, count.stacks, count.put, strict=True)]
        paid[alone] -= uncalled
    elif len(paid) == len(players) and any(paid):
        if paid[alone] == uncalled or (sum(paid) > pot and paid[alone] > uncalled):
            paid[alone] -= uncalled
        if sum(paid) < LEAST_PAID * pot:
            return  # a share is left out
    else:
        return
    if uncalled:
        count.events.append(e.Returned(line, 1, players[alone], uncalled))
    taken = max(pot - sum(paid), 0) if sum(paid) >= LEAST_PAID * pot else None  # otherwise a share of a tie is left out
    count.events.append(e.PotTaken(line, 1, None, pot, taken))
    count.events += [e.Win(line, 1, players[player], won, None) for player, won in enumerate(paid) if won > 0]


def _uncalled(count: Count) -> tuple[int, int]:
    """Who put in more live chips than anybody else, and how much more. If there are only antes, these count."""
    live = count.put if count.dead is None else [*map(sub, count.put, count.dead)]
    live = live if any(live) else count.put
    second, most = sorted(live)[-2:]
    return live.index(most), most - second
