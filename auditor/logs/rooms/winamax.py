"""Reads hand histories as Winamax writes them, by `grammars/winamax.lark`.

The room counts what nobody called with the pot and pays it to its owner, and prints the pot without the rake. The chips
of its tournaments are divided into parts. At a showdown it names losers before winners, whoever showed first, and it
never says that a player sits out.
"""

from __future__ import annotations

import re
from datetime import date

from auditor.logs.blocks import Block
from auditor.logs.rooms.common.amounts import cents, numbers
from auditor.logs.rooms.common.hand import DEAD, FIXED, LIVE, RoomHand, Stakes
from auditor.logs.rooms.common.line_readers import BRACKETS, READERS, room_cards
from auditor.logs.rooms.common.lines import TextRoom
from auditor.logs.rooms.common.open_posts import decide_posts
from auditor.logs.rooms.common.silent_players import ask_dealt_in
from auditor.vocabulary import events as e
from auditor.vocabulary.money import currency_in

START = re.compile(
    r'^Winamax Poker - (?:[^"#\n]*"[^"\n]*")?[^#\n]* - HandId: #([0-9]+(?:-[0-9]+)*)', re.IGNORECASE | re.MULTILINE
)
FUSED = re.compile(r"Winamax Poker - (?:(?!Winamax Poker - )[^\n])*? - HandId: #[0-9]", re.IGNORECASE)
DAY = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2}) ([0-9]{1,2}):([0-9]{2})")
COMMA = re.compile(r"[0-9],[0-9]{1,2}(?![0-9])")  # a comma before hundredths
LIMITS = {"no limit": "no-limit", "pot limit": "pot-limit", "fixed limit": FIXED}
FIRST_CARDS = ("PRE-FLOP", "FIRST-BET")  # cards are dealt before these parts; at stud each street is one
STREETS = ("STREET", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH")
SUMMARY = "*** SUMMARY ***"
ROUNDING = 1000  # hundredths: thousands are printed with two digits after the point


def _day(lines: list[str]) -> date | None:
    found = DAY.search(lines[0].rpartition("(")[2])
    try:
        return date(*[int(one) for one in found.groups()[:3]]) if found else None
    except ValueError:
        return None


def _stakes(fields: tuple[str, ...], lines: list[str], block: Block) -> Stakes:
    """The stakes, from the header and the line on the table. The first of three amounts is the ante."""
    tournament, event, _number, game, limit, amounts, _when = fields
    table = re.match(r"Table:? '(.*)'", lines[1] if len(lines) > 1 else "")
    decimal = "," if COMMA.search(amounts) else "."
    pair = [cents(one, block.line, decimal) for one in amounts.split("/") if numbers(one)][-2:]
    day = DAY.search(lines[0].rpartition("(")[2])
    return Stakes(
        line=block.line,
        table=table[1] if table else "?",
        game=game,
        limit=LIMITS[limit.lower()],
        pair=(pair[0], pair[1]) if len(pair) == 2 and min(pair) > 0 else None,
        tournament=event if tournament else None,
        clock=f"{int(day[4]):02}:{day[5]}" if day else None,
        day=block.day,
        decimal=decimal,
        chip=1,
        together=True,
        room="winamax",
        currency=currency_in(amounts),
    )


# ---- before the cards, and cards ----


def _post(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    what, amount, all_in = fields
    hand.post(name, what, hand.cents(amount, line), bool(all_in), line)


def _out_of_position(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player puts chips up to get cards. A small blind seems dead; more than a big one is both in one line."""
    what, amount, *all_in = fields
    put = hand.cents(amount, line)
    if put > (hand.stakes.big_blind or put):
        hand.post_both(name, put, any(all_in), line)
    elif put:
        hand.post_for_cards(name, put, any(all_in), line, (LIVE, DEAD) if what == "big blind" else (DEAD, LIVE))


def _street(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """Cards come. The first ones of a game with communal cards may stand before this line."""
    title, brackets = fields
    if brackets:
        READERS["STREET"](hand, fields, name, line)
    elif (title.upper() in FIRST_CARDS and hand.street < 0) or (hand.stud and _is_street(title)):
        hand.deal(line, title)


def _is_street(title: str) -> bool:
    """Do cards of stud come in this part? Draws and betting rounds are numbered in the same words."""
    return any(word in title.upper() for word in STREETS)


def _dealt(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    if hand.street < 0:
        hand.deal(line)
    hand.holds(name, [room_cards(text, line) for text in BRACKETS.findall(fields[0])], line)


# ---- acts ----


def _raise(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player raises by an amount to a total. If it is less than nothing, the total is what was put in now."""
    less, amount, total, all_in = fields
    by, to = hand.cents(amount, line), hand.cents(total, line)
    if less:
        hand.raise_with(name, to, bool(all_in), line, -by)
    else:
        hand.raise_to(name, to, bool(all_in), line, by)


# ---- the end ----


def _show(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player lays cards open. If high and low hands win, the room prints them once for each."""
    cards = room_cards(fields[0], line)
    if not any(isinstance(one, e.Show) and (one.player, one.cards) == (name, cards) for one in hand.found):
        hand.show(name, cards, line)


def _collected(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player is paid from a pot. The last pot may be what nobody called, so their numbers tell nothing."""
    hand.win(name, hand.cents(fields[0], line), None, line)


def _total(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """Count the pot, printed without the rake. One of thousands is rounded, and only what was paid is exact."""
    amount, rest = hand.cents(fields[0], line), fields[1] or ""
    rake = hand.cents(rest, line) if numbers(rest) else 0 if "no rake" in rest.lower() else None
    if fields[0].endswith("k"):
        paid = sum(one.amount for one in hand.found if isinstance(one, e.Win))
        amount = paid if abs(paid - amount) < ROUNDING else amount
    hand.pot(amount + (rake or 0), rake, line)


# ---- who was in the hand ----


def _finish(hand: RoomHand, lines: list[str]) -> None:
    """Deal in players with chips who have no line, if the summary says that they folded.

    Only in the older form does it name everybody who folded. In the other, whoever has no line may sit out, which the
    room does not print, or the line may be lost: it is a doubt.
    """
    silent = _silent(hand)
    summary = lines[lines.index(SUMMARY) :] if silent and SUMMARY in lines else []
    results = [line for line in summary if " folded" in line]
    if results:
        silent = [one for one in silent if any(line.startswith(f"Seat {one[0]}: {one[1]} ") for line in results)]
    elif silent and not ask_dealt_in(hand, [name for _, name in silent], False, "no line tells anything of them"):
        silent = []
    hand.taking_part.update(dict.fromkeys([name for _, name in silent]))
    decide_posts(hand)


def _silent(hand: RoomHand) -> list[tuple[int, str]]:
    """The players who have chips, sit after the last blind and up to the button, and neither post nor act."""
    blinds = [one.player for one in hand.found if isinstance(one, e.Post) and one.kind == "blind"]
    if hand.button is None or not blinds:
        return []
    button = hand.button[1]
    seated = sorted(hand.seats, key=lambda one: (one[1] <= button, one[1]))
    last = max([place for place, one in enumerate(seated) if one[2] in blinds], default=len(seated))
    return [(seat, name) for _, seat, name, stake in seated[last + 1 :] if stake and name not in hand.taking_part]


ROOM = TextRoom(
    "winamax",
    START,
    _day,
    _stakes,
    FUSED,
    marks=("HandId: #",),
    readers={
        **READERS,
        "POST": _post,
        "OUT_OF_POSITION": _out_of_position,
        "STREET": _street,
        "DEALT": _dealt,
        "RAISE": _raise,
        "SHOW": _show,
        "COLLECTED": _collected,
        "TOTAL": _total,
    },
    finish=_finish,
)
blocks, table, read_block, last = ROOM.blocks, ROOM.table, ROOM.read_block, ROOM.last
