"""Reads the lines that several rooms have in common: one function for each kind, by the name of its terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from auditor.logs.rooms.common.amounts import numbers
from auditor.logs.rooms.common.hand import RoomHand
from auditor.vocabulary.cards import UNKNOWN, Cards, parse_cards
from auditor.vocabulary.errors import Unreadable

BRACKETS = re.compile(r"\[([^\]]*+)(?:\]|\Z)")  # one that is not closed is read to the end, and told there
CROSSES = re.compile(r"\bXX?\b")  # cards that nobody sees
GLUED = re.compile(r"(?<=[2-9TJQKA][cdhs])(?=[2-9TJQKA][cdhs])")  # cards without a space between them
Fields = tuple[str | Any, ...]  # what a line says; None for what it leaves out
Reader = Callable[[RoomHand, Fields, str, int], None]  # takes hand, groups, name at the head, number
POSTS = {"the ante": "ante", "missed blind": "dead", "button blind": "blind"}
BOTH = "small & big blinds"
RUNS = {"SECOND": 2, "THIRD": 3}
POT = re.compile(r"\b(Main|Side) pot(?:[- ]([0-9]))? ([^ \n]*[0-9])(?=[. \n]|$)")


def room_cards(text: str, line: int) -> Cards:
    """Cards in brackets. Spaces between them may be missing, and cards that nobody sees may be crosses."""
    try:
        return parse_cards(text)
    except ValueError:
        pass
    try:
        return parse_cards(CROSSES.sub("??", GLUED.sub(" ", text)))
    except ValueError as error:
        raise Unreadable(str(error), line, 1) from None


def _table(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    if fields[1]:
        hand.button = line, int(fields[1])


def _seat(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    seat, name, stake, out = fields
    if out is None or not out.startswith("out of hand"):  # somebody who comes to the table and has to wait
        hand.seat(int(seat), name, hand.cents(stake, line), line)


def _post(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    what, amount, all_in = fields[0], hand.cents(fields[1], line), bool(fields[2])
    if what == BOTH:
        hand.post_both(name, amount, all_in, line)
    else:
        hand.post(name, POSTS.get(what, what), amount, all_in, line)


def _street(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    """Cards come to the players, or to the board."""
    title, brackets = fields
    if "SHOW" in title:
        return
    if groups := BRACKETS.findall(brackets):
        cards, run = room_cards(groups[-1], line), RUNS.get(title.split()[0], 1)
        out = hand.out
        if run == 1 and len(groups) > 1 and UNKNOWN not in out:
            _check_board(room_cards(groups[0], line), out, line)
        if run == 1 and len(cards) > len(out) and cards[: len(out)] == out:
            cards = cards[len(out) :]  # the cards that lay there are named again
        if run > 1 and len(groups) > 1:
            cards = (*left_out(hand, room_cards(groups[0], line), run), *cards)
        hand.board(cards, line, run)
    elif "DRAW" not in title:
        hand.deal(line, title)


def left_out(hand: RoomHand, named: Cards, run: int) -> Cards:
    """Unknown cards for those of a later run that lay there as this line has it, and that no line before has turned."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(named, hand.out, strict=False)))
    hand.shared.setdefault(run, shared)
    return (UNKNOWN,) * (len(named) - shared - len(hand.later.get(run, ())))


def _check_board(named: Cards, out: Cards, line: int) -> None:
    """Refuse a hand that lacks a street: a card is named as lying there, and no line has dealt it."""
    if len(named) > len(out):
        raise Unreadable(f"found {len(named)} communal cards before this one, of which {len(out)} were dealt", line, 1)


def _dealt(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    hand.holds(name, [room_cards(text, line) for text in BRACKETS.findall(fields[0])], line)


def _fold(hand: RoomHand, _fields: Fields, name: str, line: int) -> None:
    hand.fold(name, line)


def _check(hand: RoomHand, _fields: Fields, name: str, line: int) -> None:
    hand.check(name, line)


def _call(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    hand.call(name, hand.cents(fields[0], line), bool(fields[1]), line)


def _bet(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    hand.bet(name, hand.cents(fields[0], line), bool(fields[1]), line)


def _raise(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    by, total = hand.cents(fields[0], line), hand.cents(fields[1], line)
    hand.raise_to(name, total, bool(fields[2]), line, by)


def _raise_to(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    hand.raise_to(name, hand.cents(fields[0], line), bool(fields[1]), line)


def _bring_in(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    hand.post(name, "bring-in", hand.cents(fields[0], line), bool(fields[1]), line)


def _discard(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    """A player gives up cards. Crosses in their place show none of them."""
    cards = room_cards(fields[1] or "", line)
    hand.discard(name, int(fields[0]), () if UNKNOWN in cards else cards, line)


def _stand(hand: RoomHand, _fields: Fields, name: str, line: int) -> None:
    hand.discard(name, 0, (), line)


def _show(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    hand.show(name, room_cards(fields[0], line), line)


def _muck(hand: RoomHand, _fields: Fields, name: str, line: int) -> None:
    hand.muck(name, line)


def _uncalled(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    hand.returned(fields[1], hand.cents(fields[0], line), line)


def _collected(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    amount, pot = fields
    number = None if pot == "pot" else 0 if pot == "main pot" else int(pot[-1]) if pot[-1].isdigit() else 1
    hand.win(name, hand.cents(amount, line), number, line)


def _outside(hand: RoomHand, _fields: Fields, _name: str, _line: int) -> None:
    hand.outside = True


def _total(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    amount, pots, taken = fields
    rake = [hand.cents(part, line) for part in taken.split("|") if numbers(part)]
    hand.pot(hand.cents(amount, line), sum(rake) if rake else None, line)
    count_each_pot(hand, pots, line)


def count_each_pot(hand: RoomHand, words: str, line: int) -> None:
    """Count the pots that a history prints one by one, before or after what the room took: `Main pot $9. Side pot $5.`

    Where several side pots have the same number or none, nobody can tell them apart.
    """
    if " pot" not in words:
        return
    found = [(int(pot[1] or 1) if pot[0] == "Side" else 0, hand.cents(pot[2], line)) for pot in POT.findall(words)]
    if len(found) > 1 and [number for number, _ in found] == list(range(len(found))):
        for number, amount in found:
            hand.pot(amount, None, line, number)


def _said(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    hand.remark(f"{name}{fields[0]}", "chat", line)


def _observed(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    hand.remark(fields[0], "observer", line)


READERS: dict[str, Reader] = {
    "TABLE": _table,
    "SEAT": _seat,
    "POST": _post,
    "STREET": _street,
    "DEALT": _dealt,
    "FOLD": _fold,
    "CHECK": _check,
    "CALL": _call,
    "BET": _bet,
    "RAISE": _raise,
    "RAISE_TO": _raise_to,
    "COMPLETE": _raise_to,
    "BRING_IN": _bring_in,
    "DISCARD": _discard,
    "STAND": _stand,
    "SHOW": _show,
    "MUCK": _muck,
    "UNCALLED": _uncalled,
    "COLLECTED": _collected,
    "CASHED_OUT": _outside,
    "CASH_DROP": _outside,
    "TOTAL": _total,
    "SAID": _said,
    "OVERHEARD": _said,
    "OBSERVED": _observed,
}
