"""Reads hand histories of 888, once Pacific Poker, and of the rooms of its network, by `grammars/poker888.lark`.

Their clients translate numbers and cards, and nothing else. Numbers show by themselves which mark stands before their
hundredths; only the file as a whole shows the language of the cards. The room prints neither the rake nor what went
back because nobody called it, and what is collected sometimes includes that and sometimes does not. None of it is made
up here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import chain, islice

from auditor.logs.blocks import Block, lines_of
from auditor.logs.rooms.common.amounts import cents, numbers
from auditor.logs.rooms.common.card_letters import language, read_cards
from auditor.logs.rooms.common.hand import DEAD, FIXED, LIVE, PART, RoomHand, Stakes, games
from auditor.logs.rooms.common.line_readers import BRACKETS, READERS, Reader
from auditor.logs.rooms.common.lines import TextRoom
from auditor.logs.rooms.common.open_posts import decide_posts
from auditor.logs.rooms.common.open_questions import tell_uncalled, usual_chip
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import Cards
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.money import currency_in

START = re.compile(
    r"^(?:#Game No *: *(?=[0-9]+$)|\*{3,} *[^\s*][^\n*]* Hand History for Game )([0-9]+)", re.IGNORECASE | re.MULTILINE
)
FUSED = re.compile(r"(?<!\*)\*{3,}+ *+[^\s*][^\n*]* Hand History for Game [0-9]", re.IGNORECASE)
NUMBER_LINE = re.compile(r"\s*#Game No *: *([0-9]+)\s*$", re.IGNORECASE)
TITLE = re.compile(r"\s*\*{3,}[^\n*]* Hand History for Game ([0-9]+)", re.IGNORECASE)
JOINED = re.compile(
    r"(?<!\s)\s*+#Game No *+: *+[0-9]++\s*+(?=\*{3})", re.IGNORECASE
)  # the number in one line with the title
MANY = 1 << 14  # lines
MOST_BLANK = 4  # lines between the number of a hand and its title
DAY = re.compile(r"([0-9]{1,2}) ([0-9]{1,2}) ([0-9]{4})(?:[ -]+([0-9]{1,2}):([0-9]{2}))?")
LIMITS = {"no": "no-limit", "pot": "pot-limit", "fix": FIXED, "fixed": FIXED}
TOURNAMENT = re.compile(r"Tournament #([0-9]+) [^\n]*?(Table #[0-9]+)?(?: [0-9]+ Max)? ?(?:\([A-Za-z ]*\))?$")
TABLE = re.compile(r"Table (.*?)(?: [0-9]+ Max)? ?(?:\([A-Za-z ]*\))?$")
SEAT = re.compile(r"^Seat [0-9]{1,3}: {0,9}([^\n]*?) {0,9}\( [^()\n]*\)$", re.MULTILINE)
SHOWN = re.compile(r"^([^\n]*?) {0,9}shows \[", re.MULTILINE)
AMOUNT = re.compile(r"(?:\[|\( )([^\[\]()\n]*)[\])]")
LONGEST_NAME = 200  # characters of the line on the table
BOARDS = ("flop", "turn", "river")
SUMMARY = "** summary **"
NAMELESS = "(no name)"  # stands for a blank name


# ---- cutting ----


def blocks(chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
    """Give a table and a hand for each title in the file. The beginning of the file shows the cards' language."""
    pieces = iter(chunks)
    first = next(pieces, "")
    letters = language(first)
    for block in ROOM.blocks(_long_pieces(_numbered_once(chain([first], pieces)))):
        if isinstance(block, Block):
            block.language = letters
        yield block


def last(text: str) -> int:
    """Where the last hand of a text of whole lines begins: at its title, or at the number before the title."""
    start = ROOM.last(text)
    before = text[: max(start, 0)].rstrip()
    line = before[before.rfind("\n") + 1 :]
    return len(before) - len(line) if NUMBER_LINE.match(line) else start


def _numbered_once(chunks: Iterable[str]) -> Iterator[str]:
    """Blank the line with the number of a hand if the title follows, which has the same number.

    So either of them begins a hand if the other is missing or another hand's, and both together begin one.
    """
    waiting: list[str] = []
    for line in lines_of(chunks):
        if "#" in line:
            line = JOINED.sub("", line)
        if waiting and (line.strip() or len(waiting) > MOST_BLANK):
            number, title = NUMBER_LINE.match(waiting[0]), TITLE.match(line)
            if number is not None and title is not None and number[1] == title[1]:
                waiting[0] = ""
            yield "\n".join([*waiting, ""])
            waiting = []
        if waiting or NUMBER_LINE.match(line):
            waiting.append(line)
        else:
            yield f"{line}\n"
    yield "\n".join(waiting)


def _long_pieces(pieces: Iterator[str]) -> Iterator[str]:
    """Join short pieces of a text into a few long ones, which are cut faster."""
    while piece := "".join(islice(pieces, MANY)):
        yield piece


def _day(lines: list[str]) -> date | None:
    """The day in the header, in which the day comes before the month. Some headers have none."""
    found = next((match for line in lines[:4] if "***" in line and (match := DAY.search(line))), None)
    try:
        return date(int(found[3]), int(found[2]), int(found[1])) if found else None
    except ValueError:
        return None


# ---- the head of a hand ----


def _stakes(fields: tuple[str, ...], lines: list[str], block: Block) -> Stakes:
    """The stakes, from the header and the line on the table. Its amounts are blinds, even at limit, but not at stud."""
    amounts, word, game, when = fields
    limit = LIMITS[word.lower()]
    named = next((line[:LONGEST_NAME] for line in lines[1:5] if line.startswith(("Table ", "Tournament #"))), "")
    tournament, table = TOURNAMENT.match(named), TABLE.match(named)
    clock = DAY.search(when)
    decimal = _decimal(amounts, block.text)
    name = f"Tournament {tournament[1]} {tournament[2] or ''}".strip() if tournament else table[1] if table else "?"
    stakes = Stakes(
        line=block.line,
        table=name,
        game=game,
        limit=limit,
        pair=_pair(amounts, limit == FIXED and "stud" not in games().get(game.lower(), {}), decimal, block.line),
        tournament=tournament[1] if tournament else None,
        clock=f"{int(clock[4]):02}:{clock[5]}" if clock and clock[4] else None,
        day=block.day,
        decimal=decimal,
        together=_together(block.text),
        room="888",
        language=block.language,
        currency=currency_in(amounts),
    )
    stakes.chip = usual_chip(stakes, AMOUNT.findall(block.text.partition("** Summary **")[0]) if tournament else ())
    return stakes


def _together(text: str) -> bool:
    """Are the shown hands listed by seat? The room lists hands so that it turned up all at once."""
    play, _, end = text.partition("** Summary **")
    seats = SEAT.findall(play)
    places = [seats.index(name) for name in SHOWN.findall(end) if name in seats]
    return len(places) > 1 and places == sorted(places) and " mucks [" not in end


def _decimal(header: str, text: str) -> str:
    """The mark before hundredths, as the amounts of the header show it or, if they do not, those of the hand."""
    for parts in (numbers(header), [part for amount in AMOUNT.findall(text) for part in numbers(amount)]):
        votes = Counter([sign for part in parts if (sign := _sign(part))])
        if votes:
            return votes.most_common(1)[0][0]
    return "."


def _sign(number: str) -> str:
    """The mark before the hundredths of a number. A mark between thousands has three digits after it."""
    signs = [sign for sign in number if sign in ".,"]
    if not signs:
        return ""
    after = len(number) - 1 - number.rindex(signs[-1])
    last, other = signs[-1], "," if signs[-1] == "." else "."
    return other if after == 3 and (len(set(signs)) == 1) else last


def _pair(amounts: str, doubled: bool, decimal: str, line: int) -> tuple[int, int] | None:
    """The two amounts of the header or, if `doubled`, the bets that follow from the larger one."""
    found = numbers(amounts)[:2]
    if len(found) < 2:
        return None
    small, big = (cents(one, line, decimal) for one in found)
    if min(small, big) <= 0:
        return None
    return (big, 2 * big) if doubled else (small, big)


# ---- its lines ----


def _button(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    hand.button = line, int(fields[0])


def _seat(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    seat, name, stake = fields
    if not name and any(other == NAMELESS for _, _, other, _ in hand.seats):
        raise Unreadable("found two players without a name, whose acts nobody can tell apart", line, 1)
    hand.seat(int(seat), name or NAMELESS, hand.cents(stake, line), line)


def _dead(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player puts up a dead small blind and a live big one, either of which may be nothing.

    If the line has only one amount, nobody knows how much of it is dead.
    """
    if not fields[1]:
        amount = hand.cents(fields[0], line)
        more = amount > (hand.stakes.big_blind or amount)
        hand.post_for_cards(name, amount, False, line, (DEAD, PART, LIVE) if more else (DEAD, LIVE))
        return
    small, big = [hand.cents(part, line) if part else 0 for part in fields]
    if big:
        hand.post(name, "post", big, False, line)
    if small:
        hand.post(name, "dead", small, False, line)


def _raise(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player raises. The amount is what the player puts in now."""
    hand.raise_with(name, hand.cents(fields[0], line), bool(fields[1]), line)


def _street(hand: RoomHand, fields: tuple[str, ...], _name: str, line: int) -> None:
    title, brackets = fields
    if title.lower() in BOARDS:
        hand.board(_cards(hand, brackets, line), line)
    else:
        hand.deal(line, title)


def _dealt(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.holds(name, [_cards(hand, f"[{part}]", line) for part in BRACKETS.findall(fields[0])], line)


def _show(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.show(name, read_cards(fields[0], hand.stakes.language, line), line)


def _muck(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    """A player throws the cards away, though the history may show them."""
    if fields[0]:
        hand.holds(name, [read_cards(fields[0], hand.stakes.language, line)], line)
    hand.muck(name, line)


def _collected(hand: RoomHand, fields: tuple[str, ...], name: str, line: int) -> None:
    hand.win(name, hand.cents(fields[0], line), None, line)


def _cards(hand: RoomHand, brackets: str, line: int) -> Cards:
    found = [read_cards(part, hand.stakes.language, line) for part in BRACKETS.findall(brackets)]
    return tuple([card for part in found for card in part])


def _somebody(reader: Reader) -> Reader:
    """Have a reader call the player whose name is blank by another name."""
    return lambda hand, fields, name, line: reader(hand, fields, name or NAMELESS, line)


# ---- the whole hand ----


def _finish(hand: RoomHand, lines: list[str]) -> None:
    """Work out what only the whole shows: did the hand come to an end, who was dealt in, whose hands were compared?"""
    end = next(n for n, line in enumerate(lines) if line.lower() == SUMMARY)
    if not any(lines[end + 1 :]):
        reason = "found nothing after 'Summary', expected who won: a hand cancelled or cut off"
        raise Unreadable(reason, hand.stakes.line + end, 1)
    if hand.street < 0:
        _deal_before_acts(hand)
    else:
        _withdraw(hand, lines)
    _show_winners(hand, lines)
    decide_posts(hand)
    tell_uncalled(hand)


def _deal_before_acts(hand: RoomHand) -> None:
    """Deal cards to everybody in a hand that was only watched, which has no line on them."""
    at = next((n for n, one in enumerate(hand.found) if not isinstance(one, e.Post | e.Remark)), len(hand.found))
    folded, hand.folded = hand.folded, set()
    hand.deal(hand.found[at].line if at < len(hand.found) else hand.last)
    hand.found.insert(at, hand.found.pop())
    hand.folded = folded


def _withdraw(hand: RoomHand, lines: list[str]) -> None:
    """Leave out players who fold before cards are dealt and have put up nothing: they left the table."""
    dealt = next(n for n, one in enumerate(hand.found) if not isinstance(one, e.Event))
    for n, one in enumerate(hand.found[:dealt]):
        if isinstance(one, e.Fold) and not any(_of(other, one.player) for other in hand.found if other is not one):
            hand.found[n] = e.Remark(one.line, 1, "observer", lines[one.line - hand.stakes.line])
            hand.taking_part.pop(one.player, None)
            hand.folded.discard(one.player)


def _show_winners(hand: RoomHand, lines: list[str]) -> None:
    """Show a hand that won a side pot, though the room calls it mucked because it loses to one shown before."""
    paid = {one.player for one in hand.found if isinstance(one, e.Win)}
    for n, one in enumerate(hand.found):
        if isinstance(one, e.Muck) and one.player in paid:
            text = lines[one.line - hand.stakes.line]
            if cards := _cards(hand, text.rpartition("mucks")[2], one.line):  # the name may stand right before it
                hand.found[n] = e.Show(one.line, 1, one.player, cards)


def _of(event: object, name: str) -> bool:
    return isinstance(event, e.Post | e.Act | e.Show | e.Muck | e.Win) and event.player == name


ROOM = TextRoom(
    "poker888",
    START,
    _day,
    _stakes,
    FUSED,
    marks=("Hand History for Game", "Hand History For Game"),
    readers={
        kind: _somebody(reader)
        for kind, reader in {
            **READERS,
            "BUTTON": _button,
            "SEAT": _seat,
            "DEAD": _dead,
            "RAISE": _raise,
            "COMPLETE": _raise,
            "STREET": _street,
            "DEALT": _dealt,
            "SHOW": _show,
            "MUCK": _muck,
            "COLLECTED": _collected,
        }.items()
    },
    finish=_finish,
)
table, read_block = ROOM.table, ROOM.read_block
