"""Reads a hand of PHH as events: seats, forced bets, acts, payments.

An act does not tell how much was to be called, so the chips of the round are counted, and nothing more. Players stand
in the order of their positions, the button last. `posts.py` reads what was put up before the cards, `payments.py` what
was paid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from operator import sub
from typing import Any

from auditor.logs.blocks import Block
from auditor.logs.phh.actions import (
    ACTIONS,
    BOARD,
    BRING_IN,
    CALL,
    DEAL,
    DRAW,
    FOLD,
    NOBODY,
    REMARK,
    SHOW,
    WAGER,
    WRONG,
)
from auditor.logs.phh.deals import with_one_deal
from auditor.logs.phh.fields import GAP, Fields, texts_of
from auditor.logs.phh.head import TableHead
from auditor.logs.phh.payments import settle
from auditor.logs.phh.play import Play
from auditor.logs.phh.posts import DEAD, nominal, posts_of
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards
from auditor.vocabulary.doubts import other_choices
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import escaped

SEAT = re.compile("[0-9]{1,2}")
CLOCK = re.compile("([0-2][0-9]:[0-5][0-9])(:[0-5][0-9])?")
MOST_PLAYERS = 23
MOST_TRIED = 32  # ways to read a hand whose payments do not add up


def hand(fields: Fields, head: TableHead, block: Block) -> list[e.Event]:
    """Read the hand. Of what it leaves open, the first choice is taken under which the payments add up."""
    events, adds_up = _read(fields, head, block)
    if adds_up or block.read_as or not block.doubts:
        return events
    for read_as in islice(other_choices(block.doubts), MOST_TRIED):
        other = replace(block, read_as=read_as, doubts=())
        found, adds_up = _read(fields, head, other)
        if adds_up:
            block.read_as, block.doubts, block.split_deals = read_as, other.doubts, other.split_deals
            return found
    return events


def _read(fields: Fields, head: TableHead, block: Block) -> tuple[list[e.Event], bool]:
    """Read the hand from its first line to its last, and tell whether its payments add up."""
    stacks = fields.stacks()
    size = len(stacks)
    if not 2 <= size <= MOST_PLAYERS:
        raise fields.wrong("starting_stacks", f"found {size} starting stacks, expected 2 to {MOST_PLAYERS}")
    play = Play(fields, block, "stud" in head.variant, _names(fields, size), stacks, [0] * size, [0] * size, [])
    _start(play, head)
    if "actions" not in fields.values:
        raise fields.wrong("actions", "found no actions, expected those of the hand")
    for actions, line, column in fields.runs("actions"):
        _take(play, actions, line, column)
    adds_up = settle(play)
    play.events.append(e.HandEnded(fields.line, 1))
    return (play.events if play.stud else with_one_deal(play.events, block)), adds_up


# ---- before the cards ----


def _start(play: Play, head: TableHead) -> None:
    """Add the header of the hand, the players in their seats, the button if it is known, antes and blinds."""
    fields, block, line, size = play.fields, play.block, play.fields.line, len(play.players)
    events = play.events
    events.append(e.HandStarted(line, 1, block.number or "1", clock_of(fields), block.day))
    seats = seat_numbers(fields.words("seats"), size)
    for seat, name, stack in zip(seats, play.players, play.stacks, strict=True):
        events.append(e.Seat(line, 1, seat, name, stack, False))
    blinds = fields.amounts("blinds_or_straddles")
    if not play.stud and (size > 2 or (len(blinds) == 2 and 0 < blinds[0] <= blinds[1])):
        events.append(e.Buck(line, 1, seats[-1]))  # with two players and other blinds than these, nobody can tell
    for player, kind, amount in head.certain_posts(size) or posts_of(fields, head.variant, block, play.players):
        _post(play, player, kind, amount, line, 1)
    if not play.stud and (head.open or 0 < play.level < head.least):
        play.level = nominal(fields, block, play.level)


def clock_of(fields: Fields) -> str | None:
    """The time of the hand. Seconds of zero are left out, since nobody noted any."""
    found = CLOCK.match(fields.values.get("time") or "")
    return None if found is None else found[1] if found[2] == ":00" else found[0]


def _names(fields: Fields, size: int) -> Sequence[str]:
    """The names of the players."""
    value = fields.values.get("players")
    names = distinct_names(value) if value is not None else [f"p{number}" for number in range(1, size + 1)]
    if len(names) != size:
        raise fields.wrong("players", f"found {len(names)} players and {size} starting stacks")
    return names


@lru_cache(maxsize=256)
def distinct_names(players: str) -> list[str]:
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


@lru_cache(maxsize=256)
def seat_numbers(words: tuple[str, ...], size: int) -> list[int]:
    """The seat numbers of the file, if they go round the table once; otherwise the order of positions."""
    seats = [int(word) for word in words if SEAT.fullmatch(word)]
    falls = sum(after < before for before, after in pairwise([*seats, *seats[:1]]))
    if len(seats) == len(set(seats)) == size and falls == 1 and min(seats) > 0 and max(seats) < 100:
        return seats
    return list(range(1, size + 1))


def _post(play: Play, player: int, kind: Any, amount: int, line: int, column: int) -> None:
    """Put up chips, as far as the player has them. Dead chips do not count towards what others must meet."""
    stack = play.stacks[player]
    left = None if stack is None else stack - play.put[player]
    put = amount if left is None or amount < left else left
    if put <= 0:
        return
    play.put[player] += put
    if kind in DEAD:
        play.dead = play.dead or [0] * len(play.players)
        play.dead[player] += put
        play.before[player] += put
    else:
        play.level = max(play.level, play.put[player] - play.before[player])
    play.events.append(e.Post(line, column, play.players[player], kind, put, put == left))


# ---- acts ----


Act = Callable[[Play, int, Any, int, int], None]  # takes the player from zero, the cards or the amount, and the place


def _take(play: Play, actions: list[str], line: int, column: int) -> None:
    """Take actions that stand one after the other. Those that come most often are written out, as there are so many."""
    players, put, stacks, append = play.players, play.put, play.stacks, play.events.append
    size = len(players)
    for action in actions:
        word, player, given = ACTIONS[action]
        if player >= size:
            named = given if player == NOBODY else f"p{player + 1}"
            raise Unreadable(f"found {escaped(named, 20)!r}, expected a player p1 to p{size}", line, column)
        if word == FOLD:
            append(e.Fold(line, column, players[player]))
        elif word == CALL:
            owed = play.level - put[player] + play.before[player]
            if owed <= 0:
                append(e.Check(line, column, players[player]))
            else:
                stack = stacks[player]
                left = None if stack is None else stack - put[player]
                added = owed if left is None or owed < left else left
                put[player] += added
                append(e.Call(line, column, players[player], added, None, added == left, None, None, None, ()))
        else:
            OTHER_ACTS[word](play, player, given, line, column)
        column += len(action) + GAP


def _remark(_play: Play, _player: int, _given: None, _line: int, _column: int) -> None:
    """Do nothing: a remark is no act."""


def _wrong(_play: Play, _player: int, reason: str, line: int, column: int) -> None:
    raise Unreadable(reason, line, column)


def _wager(play: Play, player: int, total: int, line: int, column: int) -> None:
    """Bet or raise. `total` is what the player has put in then, in this round."""
    level, stack, put = play.level, play.stacks[player], play.put
    after = total + play.before[player]
    all_in = stack is not None and after >= stack
    put[player] = after
    play.level = total if total >= level else max(map(sub, put, play.before))
    name = play.players[player]
    if level:
        act: e.Event = e.Raise(line, column, name, None, total, all_in, None, None, None, (), None)
    else:
        act = e.Bet(line, column, name, None, total, all_in, None, None, None, ())
    play.events.append(act)


def _bring_in(play: Play, player: int, _given: None, line: int, column: int) -> None:
    _post(play, player, "bring-in", play.fields.amount("bring_in") or 0, line, column)


def _communal(play: Play, _dealer: int, cards: Cards, line: int, column: int) -> None:
    play.next_round()
    play.events.append(e.Communal(line, column, cards, None))


def _deal(play: Play, player: int, cards: Cards, line: int, column: int) -> None:
    """Deal cards to a player, at stud one by one: there the third to the sixth lie face up."""
    name = play.players[player]
    if not play.stud:
        play.events.append(e.Deal(line, column, ((name, cards),)))
        return
    play.held = play.held or {}
    held = play.held.get(name, 0)
    play.held[name] = held + len(cards)
    if held >= 3:
        play.next_round()
    for number, card in enumerate(cards, held):
        play.events.append(e.Deal(line, column, ((name, (card,)),), 2 <= number <= 5))


def _draw(play: Play, player: int, cards: Cards, line: int, column: int) -> None:
    play.events.append(e.Discards(line, column, play.players[player], len(cards), cards, None, False))
    play.next_round()


def show_or_muck(play: Play, player: int, cards: Cards, line: int, column: int) -> None:
    """Show these cards, or give the hand up if there are none."""
    if not cards:
        play.events.append(e.Muck(line, column, play.players[player]))
    elif set(cards) == {UNKNOWN}:  # the file does not tell whether they were shown; a winner's were
        play.unseen[player] = line, column, cards
    else:
        play.events.append(e.Show(line, column, play.players[player], cards))


OTHER_ACTS: dict[str, Act] = {
    DEAL: _deal,
    BOARD: _communal,
    WAGER: _wager,
    BRING_IN: _bring_in,
    DRAW: _draw,
    SHOW: show_or_muck,
    REMARK: _remark,
    WRONG: _wrong,
}
