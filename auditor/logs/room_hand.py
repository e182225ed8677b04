"""A hand of an online room, put together from its lines: the table it was played at, and its events in order.

Such a history shows one player's cards and those laid open. Everybody else who takes part gets as many unknown ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from auditor import events as e
from auditor.cards import UNKNOWN, Cards, parse_cards
from auditor.errors import Unreadable
from auditor.hands import PLAY_ONLY

CARDS = re.compile(r"\[([^\]]*)\]")
AMOUNT = re.compile(r"[0-9][0-9,]*(?:\.[0-9]+)?")
POSTS = {
    "small blind": "blind",
    "big blind": "blind",
    "the ante": "ante",
    "straddle": "straddle",
    "missed blind": "dead",
}
BOTH = "small & big blinds"
RUNS = {"SECOND": 2, "THIRD": 3}
LARGEST = 10**16  # hundredths; more is no money
STUD_HOLE = 2  # cards face down before the first one face up
SEVENTH = 6  # cards before the last, which comes face down


def cents(text: str, line: int) -> int:
    """An amount in hundredths, whatever the currency; Unreadable if it has parts of those."""
    found = AMOUNT.search(text)
    try:
        value = Decimal(found[0].replace(",", "")) * 100 if found else None
    except InvalidOperation:
        value = None
    if value is None or value > LARGEST or value != int(value):
        raise Unreadable(f"found {text!r}, expected an amount", line, 1)
    return int(value)


@dataclass(slots=True, kw_only=True)
class Stakes:
    """What the head of a hand tells of the table and its game."""

    line: int
    table: str
    game: str
    variant: dict[str, Any] | None
    limit: str
    amounts: str
    tournament: str | None
    clock: str | None
    day: date | None

    @property
    def pair(self) -> tuple[int, int] | None:
        """The two amounts of the header: the blinds or, at limit, the bets."""
        found = AMOUNT.findall(self.amounts)
        if len(found) < 2:
            return None
        pair = cents(found[0], self.line), cents(found[1], self.line)
        return pair if min(pair) > 0 else None

    def events(self) -> list[e.Event]:
        """What a table log would state at the head of the table."""
        place = self.line, 1
        events: list[e.Event] = [e.TableOpened(*place, self.table), e.Records(*place, (PLAY_ONLY,))]
        if self.tournament is not None:
            events.append(e.Tournament(*place, self.tournament))
        if self.variant is None:
            return events
        events += [e.RulesNamed(*place, self.variant["rules"]), e.Declared(*place, "limit", self.limit)]
        if "betting" in self.variant:
            events.append(e.Declared(*place, "betting", self.variant["betting"]))
        events.append(e.Limit(*place, "chip", 1 if self.tournament is None else 100))
        pair = self.pair
        if pair is not None and self.limit == "fixed":
            events.append(e.Bets(*place, pair, ()))
        elif pair is not None:
            events += [e.Blinds(*place, pair), e.Limit(*place, "minimum", pair[1])]
        return events


@dataclass(slots=True)
class RoomHand:
    """The lines of a hand, as they come."""

    stakes: Stakes
    number: str
    seats: list[tuple[int, int, str, int]] = field(default_factory=list)  # line, seat, name, stake
    button: tuple[int, int] | None = None
    found: list[e.Event] = field(default_factory=list)
    street: int = -1  # how many times cards have come, from zero
    taking_part: dict[str, None] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)  # cards dealt to each player
    folded: set[str] = field(default_factory=set)
    blinds: list[str] = field(default_factory=list)
    later: dict[int, Cards] = field(default_factory=dict)  # cards of the second run, and the third
    cashed_out: bool = False  # payments were made outside of the pot, or into it
    last: int = 0  # the line read last

    def take(self, kind: str, fields: tuple[str, ...], name: str | None, line: int) -> None:
        """Take in a line by its terminal, its groups and the player at its head."""
        self.last = line
        if name is not None and kind != "BOUNTY":
            self.taking_part.setdefault(name)
        reader = READERS.get(kind)
        if reader is not None:
            reader(self, fields, name or "", line)

    def events(self) -> list[e.Event]:
        """The whole hand: everybody who took part got cards, though the history does not show them."""
        place = self.stakes.line, 1
        events: list[e.Event] = [e.HandStarted(*place, self.number, self.stakes.clock, self.stakes.day)]
        if len(self.taking_part) < 2:
            raise Unreadable("found no two players who take part in this hand", self.stakes.line, 1)
        for line, seat, name, stake in self.seats:
            events.append(e.Seat(line, 1, seat, name, stake, name not in self.taking_part))
        if self.button is not None and "stud" not in (self.stakes.variant or {}):
            events.append(e.Buck(self.button[0], 1, self.button[1]))
        first = 0  # where the pot is settled
        for event in self.found:
            first = first or (len(events) if isinstance(event, e.PotTaken | e.Win) else 0)
            if isinstance(event, _Dealing):
                events += self._dealt(event)
            elif not (self.cashed_out and isinstance(event, e.Win | e.PotTaken)):
                events.append(event)
        events[first:first] = [e.Run(self.last, 1, number, cards) for number, cards in self.later.items()]
        events.append(e.HandEnded(self.last, 1))
        return events

    def _dealt(self, dealing: _Dealing) -> list[e.Event]:
        """Cards for everybody who is in, those that the history shows among them."""
        found: list[e.Event] = []
        for name in self.taking_part:
            if name in dealing.out:
                continue
            known = dealing.known.get(name)
            for cards, up in dealing.passes(known):
                found.append(e.Deal(dealing.line, 1, ((name, cards),), up))
        return found


@dataclass(slots=True)
class _Dealing:
    """Cards dealt to all players at once, of whom the lines after it show some."""

    line: int
    street: int
    stud: bool
    count: int
    out: frozenset[str]
    known: dict[str, Cards] = field(default_factory=dict)

    def passes(self, known: Cards | None) -> list[tuple[Cards, bool]]:
        """The cards of one player, with whether they lie face up."""
        if not self.stud:
            return [(known or (UNKNOWN,) * self.count, False)]
        if self.street == 0:
            own = (*(UNKNOWN,) * (STUD_HOLE + 1 - len(known or ())), *(known or ()))
            return [((card,), number == STUD_HOLE) for number, card in enumerate(own)]
        return [((known or (UNKNOWN,))[-1:], self.street < 4)]


# ---- one function for each kind of line ----


def _table(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    if fields[1]:
        hand.button = line, int(fields[1])


def _seat(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    seat, name, stake, out = fields
    if out is None or not out.startswith("out of hand"):  # that is one who comes to the table and has to wait
        hand.seats.append((line, int(seat), name, cents(stake, line)))


def _post(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A post; what is put up beside the regular blinds is live as a big blind, and dead as a small one."""
    what, amount, all_in = fields[0], cents(fields[1], line), bool(fields[2])
    pair = hand.stakes.pair
    if what == BOTH:
        big = pair[1] if pair and hand.stakes.limit != "fixed" else pair[0] if pair else amount
        hand.found.append(e.Post(line, 1, name, "post", min(big, amount), all_in))
        if amount > big:
            hand.found.append(e.Post(line, 1, name, "dead", amount - big, all_in))
        return
    kind: Any = POSTS[what]
    if kind == "blind":
        if what in hand.blinds:
            kind = "post" if what == "big blind" else "dead"
        hand.blinds.append(what)
    hand.found.append(e.Post(line, 1, name, kind, amount, all_in))


def _street(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """Cards come: to the players, or to the board."""
    title, brackets = fields
    shown_cards = CARDS.findall(brackets)
    variant = hand.stakes.variant or {}
    if "SHOW" in title:
        return
    run = RUNS.get(title.split()[0])
    if shown_cards and run is not None:
        hand.later[run] = (*hand.later.get(run, ()), *_cards(shown_cards[-1], line))
    elif shown_cards:
        cards = _cards(shown_cards[-1], line) or (UNKNOWN,)
        hand.found.append(e.Communal(line, 1, cards, None))
    elif "DRAW" not in title:
        hand.street += 1
        count = variant.get("cards", 1)
        out = frozenset(hand.folded)
        hand.found.append(_Dealing(line, hand.street, "stud" in variant, count, out))  # type: ignore[arg-type]


def _cards(text: str, line: int) -> Cards:
    try:
        return parse_cards(text.replace("XX", "??"))
    except ValueError as error:
        raise Unreadable(str(error), line, 1) from None


def _dealt(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """Cards of a player that the history shows: the first, or after a draw the new ones in brackets of their own."""
    parts = [_cards(text, line) for text in CARDS.findall(fields[0])]
    dealing = next((one for one in reversed(hand.found) if isinstance(one, _Dealing)), None)
    drawn = next((one for one in reversed(hand.found) if isinstance(one, e.Discards) and one.player == name), None)
    if drawn is not None and drawn.count and len(parts) > 1:
        hand.found.append(e.Deal(line, 1, ((name, parts[-1]),), False))
    elif dealing is not None and drawn is None and parts:
        dealing.known[name] = tuple([card for part in parts for card in part]) if dealing.street == 0 else parts[-1]


def _fold(hand: RoomHand, _fields: tuple[str, ...], name: str, line: int) -> None:
    hand.folded.add(name)
    hand.found.append(e.Fold(line, 1, name))


def _check(hand: RoomHand, _fields: tuple[str, ...], name: str, line: int) -> None:
    hand.found.append(e.Check(line, 1, name))


def _call(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.found.append(e.Call(line, 1, name, cents(fields[0], line), None, bool(fields[1]), None, None, None, ()))


def _bet(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.found.append(e.Bet(line, 1, name, cents(fields[0], line), None, bool(fields[1]), None, None, None, ()))


def _raise(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A raise; the increase is taken as stated, so that a wrong one is told."""
    by, total = cents(fields[0], line), cents(fields[1], line)
    hand.found.append(e.Raise(line, 1, name, None, total, bool(fields[2]), None, None, None, (), by))


def _complete(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    total = cents(fields[0], line)
    hand.found.append(e.Raise(line, 1, name, None, total, bool(fields[1]), None, None, None, (), None))


def _bring_in(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.found.append(e.Post(line, 1, name, "bring-in", cents(fields[0], line), bool(fields[1])))


def _discard(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """Cards given up; of whoever's cards are not shown, as many unknown ones come in their place."""
    count, cards = int(fields[0]), _cards(fields[1] or "", line)
    hand.found.append(e.Discards(line, 1, name, count, cards, None, False))
    if not cards:
        hand.found.append(e.Deal(line, 1, ((name, (UNKNOWN,) * count),), False))


def _stand(hand: RoomHand, _fields: tuple[str, ...], name: str, line: int) -> None:
    hand.found.append(e.Discards(line, 1, name, 0, (), None, False))


def _show(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    if cards := _cards(fields[0], line):
        hand.found.append(e.Show(line, 1, name, cards))


def _muck(hand: RoomHand, _fields: tuple[str, ...], name: str, line: int) -> None:
    hand.found.append(e.Muck(line, 1, name))


def _uncalled(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    hand.found.append(e.Returned(line, 1, fields[1], cents(fields[0], line)))


def _collected(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    amount, pot = fields
    number = None if pot == "pot" else 0 if pot == "main pot" else int(pot[-1]) if pot[-1].isdigit() else 1
    hand.found.append(e.Win(line, 1, name, cents(amount, line), number))


def _cash_out(hand: RoomHand, _fields: tuple[str, ...], _name: str, _line: int) -> None:
    """The room pays beside the pot, or adds to it: what is paid cannot be held against the wagers."""
    hand.cashed_out = True


def _total(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """The pot and what the room took of it, by whatever name; it is counted before it is paid."""
    amount, taken = fields
    rake = [cents(part, line) for part in taken.split("|") if AMOUNT.search(part)]
    at = next((n for n, one in enumerate(hand.found) if isinstance(one, e.Win)), len(hand.found))
    hand.found.insert(at, e.PotTaken(line, 1, None, cents(amount, line), sum(rake) if rake else None))


READERS = {
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
    "COMPLETE": _complete,
    "BRING_IN": _bring_in,
    "DISCARD": _discard,
    "STAND": _stand,
    "SHOW": _show,
    "MUCK": _muck,
    "UNCALLED": _uncalled,
    "COLLECTED": _collected,
    "CASHED_OUT": _cash_out,
    "CASH_DROP": _cash_out,
    "TOTAL": _total,
}
