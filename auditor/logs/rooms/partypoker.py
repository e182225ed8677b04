"""Reads hand histories as PartyPoker, in three generations, and converters write them: `grammars/partypoker.lark`.

An amount in brackets is what a player puts in now; only `raises … to` names a total. The stake in the header of a cash
game may be the least that players bring instead of the blinds; then the posts show the blinds. What only the whole hand
shows, such as blinds that no line posts, is in `partypoker_totals.py`.
"""

from __future__ import annotations

import re
from datetime import date

from auditor.logs.blocks import Block
from auditor.logs.room_names import room_named
from auditor.logs.rooms.common.amounts import cents, numbers
from auditor.logs.rooms.common.hand import FIXED, RoomHand, Stakes
from auditor.logs.rooms.common.line_readers import BRACKETS, READERS, room_cards
from auditor.logs.rooms.common.lines import HEAD, TextRoom
from auditor.logs.rooms.common.open_questions import usual_chip
from auditor.logs.rooms.partypoker_totals import SEATED, finish, unseated
from auditor.vocabulary import events as e
from auditor.vocabulary.money import CHIPS, currency_in

START = re.compile(r"^\*{3,} *Hand History for Game #?([A-Za-z0-9]+)", re.IGNORECASE | re.MULTILINE)
FUSED = re.compile(r"(?<!\*)\*{3,}+ *+Hand History for Game #?[A-Za-z0-9]", re.IGNORECASE)
CONVERTED = re.compile(r"\* *\(([^()\n]{1,40})\)")  # the room of a converted hand, behind the stars of its banner
POSTS = {"button blind": "blind", "dead blind": "dead"}
BLINDS = ("small blind", "big blind")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
WHEN = re.compile(
    r"- *[A-Z][a-z]+,? *([A-Z][a-z]{2})[a-z]* ([0-9]{1,2}),? ([0-9]{1,2}):([0-9]{2})[^\n]{0,60}?([0-9]{4})\s*+$"
)
LIMITS = {"nl": "no-limit", "pl": "pot-limit"}
TOURNAMENT = re.compile(r"(?:Trny: ?|Tournament #)([0-9]+)")
LEVEL = re.compile(
    r"(Blinds|Stakes)(?:-Antes)? ?\(([0-9][0-9,. ']*+)/([0-9][0-9,. ']*+)(?:-[^)\n]{0,80})?\$?\)", re.IGNORECASE
)
TABLE = re.compile(r"^Table (.*?)(?:(?<! )|(?<=^Table )) *+\( ?(?:Real|Play) Money", re.MULTILINE | re.IGNORECASE)
COMMA = re.compile(r"[$€£¬] ?[0-9][0-9.]*,[0-9]{1,2}(?![0-9])")  # a comma before hundredths
POINT = re.compile(r"[\[(/] ?[0-9]{1,3}\.[0-9]{3}[\])., -]")  # a point between thousands of chips
POSTED = re.compile(
    r"^([^\n]*) posts (small blind|big blind|button blind|ante)(?: of)? *[\[(]([^\])\n]*)", re.MULTILINE
)


def _day(lines: list[str]) -> date | None:
    found = _when(lines)
    try:
        return date(int(found[5]), MONTHS.index(found[1].lower()) + 1, int(found[2])) if found else None
    except ValueError:
        return None


def _when(lines: list[str]) -> re.Match[str] | None:
    """The day and time in the header, which is the second line or one soon after."""
    return next((found for line in lines[:HEAD] if (found := WHEN.search(line))), None)


# ---- the head of a hand ----


def _stakes(fields: tuple[str, ...], lines: list[str], block: Block) -> Stakes:
    """The stakes, from the header and the lines after it. Summaries, and some converters, list shown hands by seats."""
    amounts, tourney, first, game, second, rest, _when_played = fields
    event = TOURNAMENT.search(block.text)
    tournament = bool(tourney or event or "buy-in" in rest.lower())
    limit = LIMITS.get((first or second or "").lower(), FIXED)
    table, when = TABLE.search(block.text), _when(lines)
    decimal = "," if (POINT if tournament else COMMA).search(block.text) else "."
    stakes = Stakes(
        line=block.line,
        table=table[1] if table else "?",
        game=game,
        limit=limit,
        pair=None,
        tournament=(event or table or ["", "?"])[1] if tournament else None,
        clock=f"{int(when[3]):02}:{when[4]}" if when else None,
        day=block.day,
        decimal=decimal,
        together=True,
        room=_room(lines[0]),
    )
    stakes.currency = _currency(when.string if when else amounts or "", table[0] if table else "")
    stakes_of = {seat[1]: seat[2] for line in lines if (seat := SEATED.fullmatch(line))}
    stakes.chip = usual_chip(stakes, stakes_of.values())
    posted = _posted(block.text, stakes, stakes_of)
    stakes.button_blind = "button blind" in posted
    stakes.pair = _pair(amounts or "", block.text, stakes, posted)
    return stakes


def _currency(header: str, table: str) -> str | None:
    """What is played for: by the header, unless the line on the table says that it is no money."""
    return CHIPS if "play money" in table.lower() else currency_in(header)


def _room(banner: str) -> str | None:
    """The room of the history. A converter may name in brackets the room whose hands it has put into this form."""
    words = CONVERTED.search(banner)
    return "partypoker" if words is None else room_named(words[1])


def _pair(amounts: str, text: str, stakes: Stakes, posted: dict[str, int]) -> tuple[int, int] | None:
    """The blinds or, at limit, the bets: as the last level or two amounts in the header state them, or as posted."""
    if stakes.button_blind:
        return posted["button blind"], posted.get("ante", posted["button blind"])
    levels, limit = LEVEL.findall(text), stakes.limit == FIXED
    stated = numbers(amounts) if not levels else [re.sub("[^0-9]", "", part) for part in levels[-1][1:]]
    small, big = posted.get("small blind"), posted.get("big blind")
    if len(stated) > 1:
        pair = cents(stated[0], stakes.line, stakes.decimal), cents(stated[1], stakes.line, stakes.decimal)
        blinds = limit and (big == pair[1] or (bool(levels) and levels[-1][0].lower() == "blinds"))
        pair = (pair[1], 2 * pair[1]) if blinds else pair
        return pair if min(pair) > 0 else None
    if big is None and small is None:
        return None
    big = big or 2 * (small or 0)
    return (big, 2 * big) if limit else (small or big // 2, big)


def _posted(text: str, stakes: Stakes, stakes_of: dict[str, str]) -> dict[str, int]:
    """The first blind of each kind and the first ante that were not somebody's last chips."""
    found: dict[str, int] = {}
    for name, what, amount in POSTED.findall(text):
        value = cents(amount, stakes.line, stakes.decimal)
        stake = stakes_of.get(name)
        if value and (stake is None or cents(stake, stakes.line, stakes.decimal) > value):
            found.setdefault(what, value)
    return found


# ---- seats, forced wagers and cards ----


def _button(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """The button lies here; seat 0 means that there is none."""
    seat = int(fields[-1] or 0)
    if seat:
        hand.button = line, seat


def _seat(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    seat, name, stake = fields
    hand.seat(int(seat), name, hand.cents(stake, line), line)


def _post(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    what, amount = fields[0].lower(), hand.cents(fields[1], line)
    if what.startswith(BLINDS) and what not in BLINDS:  # with something dead beside it
        hand.post_with_dead(name, " ".join(what.split()[:2]), amount, False, line)
    else:
        hand.post(name, POSTS.get(what, what), amount, False, line)


def _cards(text: str, line: int) -> tuple[int, ...]:
    return room_cards(text.replace(",", " "), line)


def _street(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """Cards come to the board, or to the players."""
    groups = BRACKETS.findall(fields[1])
    if groups:
        hand.board(_cards(groups[-1], line), line)
    else:
        hand.deal(line, fields[0])


def _dealt(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.holds(name, [_cards(text, line) for text in BRACKETS.findall(fields[0])], line)


# ---- acts ----


def _call(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.call(name, hand.cents(fields[0], line), False, line)


def _bet(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.bet(name, hand.cents(fields[0], line), False, line)


def _raise(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.raise_with(name, hand.cents(fields[0], line), False, line)


def _raise_to(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player raises. The first number is the total or what was put in, nobody knows which, so the second counts."""
    hand.raise_to(name, hand.cents(fields[0], line), False, line)


def _all_in(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player puts in the last chips. Whether they call, bet or raise shows once all blinds are known."""
    hand.raise_with(name, hand.cents(fields[0], line), True, line)


def _is_all_in(hand: RoomHand, _fields: tuple[str, ...], name: str, _line: int) -> None:
    """The player's wager before this line was all in."""
    recent = [one for one in hand.found[-8:] if isinstance(one, e.Wager | e.Post) and one.player == name]
    if recent:
        recent[-1].all_in = True


def _bring_in(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.post(name, "bring-in", hand.cents(fields[0], line), False, line)


# ---- the end ----


def _show(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.show(name, _cards(fields[0], line), line)


def _held(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player throws the cards away, though the history shows them."""
    if not hand.stud:
        hand.holds(name, [_cards(fields[0], line)], line)
    hand.muck(name, line)


def _unshown(hand: RoomHand, _fields: tuple[str, ...], name: str, line: int) -> None:
    """A player does not show. The room says so of those who folded, too; only one who is left with others mucks."""
    if name not in hand.folded and len(hand.taking_part) - len(hand.folded) > 1:
        hand.muck(name, line)


def _collected(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player is paid from a pot. In the same line some clients write that a hand is not shown, or who else won."""
    more: tuple[tuple[str, ...], str] | None = (fields, name)
    while more is not None:
        (winner, amount, pot, rest), name = more
        name = winner or name
        number = None if pot is None else int((numbers(pot) or ["1"])[0]) if pot.startswith("side") else 0
        hand.win(name, hand.cents(amount, line), number, line)
        more = _next_winner(hand, rest or "")


def _next_winner(hand: RoomHand, rest: str) -> tuple[tuple[str, ...], str] | None:
    """What the rest of a line says that another player won, if it does."""
    for _, _, name, _ in hand.seats:
        at = rest.find(f".{name} wins ")
        saying = ROOM.known.after_name[rest[at + 1 + len(name) :]] if at >= 0 else None
        if saying is not None and saying[0] == "COLLECTED":
            return saying[1], name
    return None


def _balance(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player's stake after the hand. What somebody cashed out for came from the room, not from the pot."""
    cashed_out, balance, collected, cards = fields
    if cards:
        hand.show(name, _cards(cards, line), line)
    if cashed_out:
        hand.outside = True
        return
    if collected is not None:
        hand.win(name, hand.cents(collected, line), None, line)
    hand.found.append(e.Counted(line, 1, name, hand.cents(balance, line)))


def _pot(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    """Count the pots, which do not include the rake, and the rake if there is any."""
    pots, _, rake = fields[0].partition("Rake:")
    found = [hand.cents(part, line) for part in re.split(r"Side Pot *+(?:[0-9]++ *+)?:", pots) if numbers(part)]
    taken = hand.cents(rake, line) if numbers(rake) else None
    hand.pot(sum(found) + (taken or 0), taken, line)


def _cash_out(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.remark(f"{name}{fields[0]}", "observer", line)


ROOM = TextRoom(
    "partypoker",
    START,
    _day,
    _stakes,
    FUSED,
    marks=("Hand History for Game", "Hand History For Game"),
    readers={
        **READERS,
        "TABLE": _button,
        "BUTTON": _button,
        "SEAT": _seat,
        "POST": _post,
        "STREET": _street,
        "DEALT": _dealt,
        "CALL": _call,
        "BET": _bet,
        "RAISE": _raise,
        "RAISE_TO": _raise_to,
        "COMPLETE": _raise,
        "BRING_IN": _bring_in,
        "ALL_IN_WITH": _all_in,
        "IS_ALL_IN": _is_all_in,
        "SHOW": _show,
        "HELD": _held,
        "UNSHOWN": _unshown,
        "COLLECTED": _collected,
        "BALANCE": _balance,
        "POT": _pot,
        "CASH_OUT": _cash_out,
    },
    names=unseated,
    finish=finish,
)
blocks, table, read_block, last = ROOM.blocks, ROOM.table, ROOM.read_block, ROOM.last
