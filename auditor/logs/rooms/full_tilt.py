"""Reads hand histories as Full Tilt Poker wrote them, by `grammars/full_tilt.lark`.

The line on the button comes after the posts; stakes and game come in either order, days in several. The summary lists
everybody at the table, and sometimes nothing else says who won.
"""

from __future__ import annotations

import re
from datetime import date

from auditor.logs.blocks import Block
from auditor.logs.rooms.common.amounts import cents
from auditor.logs.rooms.common.hand import DEAD, FIXED, LIVE, PAID, PART, RoomHand, Stakes, plain_game
from auditor.logs.rooms.common.line_readers import BRACKETS, READERS, left_out, room_cards
from auditor.logs.rooms.common.lines import TextRoom
from auditor.logs.rooms.common.open_payments import compare_payments
from auditor.logs.rooms.common.open_posts import decide_posts
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.money import currency_in

START = re.compile(r"^Full ?Tilt ?Poker(?:\.[a-z.]{2,8})? Game #([0-9]+):", re.MULTILINE)
FUSED = re.compile(r"Full ?Tilt ?Poker(?:\.[a-z.]{2,8})? Game #[0-9]+:")
WHEN = re.compile(r" - ([0-9]{1,2}:[0-9]{2}(?s:.*))")
TITLE = re.compile(r"(.*) \(([0-9]+)\), ((?s:.*))")
CLOCK = re.compile(r"([0-9]{1,2}):([0-9]{2})")
YEAR_FIRST = re.compile(r"([0-9]{4})[/-]([0-9]{1,2})[/-]([0-9]{1,2})")
YEAR_LAST = re.compile(r"([0-9]{1,2})[/-]([0-9]{1,2})[/-]([0-9]{4})")
IN_WORDS = re.compile(r"(?:([0-9]{1,2}) )?([A-Z][a-z]{2})[a-z]* (?:([0-9]{1,2}), )?([0-9]{4})")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LIMITS = {
    **dict.fromkeys(("No Limit", "NL"), "no-limit"),
    **dict.fromkeys(("Pot Limit", "PL"), "pot-limit"),
    **dict.fromkeys(("Limit", "Fixed Limit", "FL"), FIXED),
}
SCALE = {"M": 10**3, "B": 10**6}  # of stakes, in thousands
POSTS = {
    "posts the small blind of": "small blind",
    "posts the big blind of": "big blind",
    "antes": "ante",
    "straddles": "straddle",
    "posts a straddle of": "straddle",
}
PARTIAL = "(partial)"
WON = re.compile(r"(?:collected|and won|wins [a-z ]*pot) \(([^()]*)\)")
SUMMARY = "*** SUMMARY ***"
RESULT = re.compile(
    r"Seat ([0-9]{1,2}): (.{1,60}?)((?: \((?:button|small blind|big blind)\))*,? "
    r"(?:collected|folded|didn't bet|showed|mucked|is sitting out)\b.*)"
)
PLAYED = re.compile(r"\b(?:folded|collected|showed|mucked)\b")


# ---- the head of a hand ----


def _day(lines: list[str]) -> date | None:
    """The day, in whichever order it is written. If two numbers may both be the month, nobody knows the day."""
    found = WHEN.search(lines[0])
    text = found[1] if found else ""
    if match := YEAR_FIRST.search(text):
        return _date(*[int(one) for one in match.groups()])
    if match := YEAR_LAST.search(text):
        one, two, year = (int(part) for part in match.groups())
        if max(one, two) > len(MONTHS) or one == two:
            return _date(year, min(one, two), max(one, two))
        return None
    match = IN_WORDS.search(text)
    if match is None or match[2] not in MONTHS:
        return None
    return _date(int(match[4]), MONTHS.index(match[2]) + 1, int(match[1] or match[3] or 0))


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _stakes(fields: tuple[str, ...], _lines: list[str], block: Block) -> Stakes:
    """The stakes, from the header."""
    _number, where, before, limit, game, after, when = fields
    title = TITLE.fullmatch(where)
    clock = CLOCK.match(when)
    return Stakes(
        line=block.line,
        table=(title[3] if title else where).removeprefix("Table ").strip() or "?",
        game=plain_game(game.strip()),
        limit=LIMITS[limit],
        pair=_pair(before or after or "", block.line),
        tournament=f"{title[1]} ({title[2]})" if title else None,
        clock=f"{int(clock[1]):02}:{clock[2]}" if clock and int(clock[1]) < 24 else None,
        day=block.day,
        partial=PARTIAL in when,
        room="full-tilt",
        currency=currency_in(before or after or ""),
    )


def _pair(stakes: str, line: int) -> tuple[int, int] | None:
    """The blinds or, at limit, the bets: `$2.50/$5`, `50K/100K Ante 10000`, `2B/2B`."""
    parts = stakes.partition(" Ante ")[0].split("/")
    if len(parts) < 2:
        return None
    first, second = (cents(part.replace("M", "K").replace("B", "K"), line) * SCALE.get(part[-1], 1) for part in parts)
    return (first, second) if min(first, second) > 0 else None


# ---- before the cards ----


def _button(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    hand.button = line, int(fields[0])


def _seat(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """Somebody sits here. A hand that was only watched may lack the stakes."""
    seat, name, stake, _out = fields
    hand.seat(int(seat), name, hand.cents(stake, line) if stake and stake.strip("?") else None, line)


def _post(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    what, amount, all_in = fields
    hand.post(name, POSTS[what], hand.cents(amount, line), bool(all_in), line)


def _dead_post(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.post_for_cards(name, hand.cents(fields[0], line), bool(fields[1]), line, (DEAD, LIVE))


def _live_post(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player puts up chips to get cards: a live blind, or both in one amount, as it seems."""
    amount = hand.cents(fields[0], line)
    both = amount > (hand.stakes.big_blind or amount)
    hand.post_for_cards(name, amount, bool(fields[1]), line, (PART, DEAD) if both else (LIVE, DEAD))


# ---- cards and acts ----


def _street(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """Cards come. A number after the title is that of their run."""
    title, run, brackets = fields
    groups = BRACKETS.findall(brackets)
    if groups and run == "2":
        cards = room_cards(groups[-1], line)
        before = left_out(hand, room_cards(groups[0], line), 2) if len(groups) > 1 else ()
        hand.board((*before, *cards), line, 2)
    else:
        READERS["STREET"](hand, (title, brackets), name, line)


def _check(hand: RoomHand, _fields: tuple[str, ...], name: str, line: int) -> None:
    """A player checks. Before the cards, the room writes so of blinds for which nothing is left."""
    if hand.street < 0:
        hand.remark(f"{name} checks", "observer", line)
    else:
        hand.check(name, line)


def _raise(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.raise_to(name, hand.cents(fields[0], line), bool(fields[1]), line)


# ---- the end ----


def _collected(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player is paid from a pot. If a hand was run twice, a number is that of the run."""
    pot, amount = fields
    number = 0 if "main" in pot else (int(pot[-1]) if pot[-1].isdigit() else 1) if "side" in pot else None
    hand.win(name, hand.cents(amount, line), number, line)


def _seat_result(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """The summary says of a seat that its player was in the hand and, if no line before did, what the player won.

    Such a line has the form of a line on a seat and its stake.
    """
    number, text, amount, _out = fields
    name = next((one for _, seat, one, _ in hand.seats if seat == int(number)), None)
    if name is None or not text.startswith(name):
        return
    rest = text[len(name) :] + (f" ({amount})" if amount else "")
    if PLAYED.search(rest):
        hand.taking_part.setdefault(name)
    totals = [one.line for one in hand.found if isinstance(one, e.PotTaken)]
    paid_before = any(isinstance(one, e.Win) and one.line < min(totals, default=line) for one in hand.found)
    won = WON.search(rest)
    if won is not None and not paid_before:
        hand.win(name, hand.cents(won[1], line), None, line)


def _board(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """The board of the summary has the cards of streets whose lines are missing.

    A hand with betting that may belong to one of these streets is refused: nobody can tell which.
    """
    cards, out = room_cards(fields[0], line), hand.out
    if not out or cards[: len(out)] != out or len(cards) == len(out):
        return
    at = next((n for n, one in enumerate(hand.found) if isinstance(one, PAID)), len(hand.found))
    if any(isinstance(one, e.Act) for one in hand.found[hand.found.index(hand.communal[-1]) : at]):
        raise Unreadable(f"found {len(cards)} communal cards in the summary, of which {len(out)} were dealt", line, 1)
    for number, card in enumerate(cards[len(out) :], at):
        hand.board((card,), line)
        hand.found.insert(number, hand.found.pop())


def _cancelled(_hand: RoomHand, _fields: tuple[str, ...], _name: str, line: int) -> None:
    raise Unreadable("the room cancelled this hand", line, 1)


def _only_in_summary(lines: list[str]) -> list[re.Match[str]]:
    """Lines of the summary on seats, if no other lines say who sits where, as in hands that were only watched."""
    over = lines.index(SUMMARY) if SUMMARY in lines else len(lines)
    if any(line.startswith("Seat ") for line in lines[:over]):
        return []
    return [found for line in lines[over:] if (found := RESULT.fullmatch(line))]


def _finish(hand: RoomHand, lines: list[str]) -> None:
    """Seat players whom only the summary names, and refuse a hand that was called off or has lost its lines."""
    for found in _only_in_summary(lines) if hand.taking_part else ():
        line = hand.stakes.line + lines.index(found[0])
        hand.seat(int(found[1]), found[2], None, line)
        if PLAYED.search(found[3]):
            hand.taking_part.setdefault(found[2])
    if not hand.seats:
        raise Unreadable("found no seats and no play between the header and the summary", hand.stakes.line, 1)
    decide_posts(hand)
    compare_payments(hand, WON)
    if hand.street < 0:
        raise Unreadable("the hand was over before any card was dealt", hand.stakes.line, 1)


ROOM = TextRoom(
    "full_tilt",
    START,
    _day,
    _stakes,
    FUSED,
    marks=(" Game #",),
    readers={
        **READERS,
        "BUTTON": _button,
        "SEAT": _seat,
        "POST": _post,
        "DEAD_POST": _dead_post,
        "LIVE_POST": _live_post,
        "STREET": _street,
        "CHECK": _check,
        "RAISE": _raise,
        "COLLECTED": _collected,
        "BOARD": _board,
        "SEAT_RESULT": _seat_result,
        "CANCELLED": _cancelled,
    },
    names=lambda lines: [found[2] for found in _only_in_summary(lines)],
    finish=_finish,
)
blocks, table, read_block, last = ROOM.blocks, ROOM.table, ROOM.read_block, ROOM.last
