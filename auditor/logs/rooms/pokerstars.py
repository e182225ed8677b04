"""Reads hand histories as PokerStars writes them, and GGPoker, Run It Once and many converters after it.

The grammar is `grammars/pokerstars.lark`. What the room does beside the pot, such as paying out a hand early, is left
out of the payments. If the payments still add up to the pot, they are compared with it.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from auditor.logs import remarks
from auditor.logs.blocks import Block
from auditor.logs.room_names import room_named
from auditor.logs.rooms.common.amounts import cents, numbers
from auditor.logs.rooms.common.hand import DEAD, FIXED, LIVE, PAID, PART, RoomHand, Stakes, games, plain_game
from auditor.logs.rooms.common.line_readers import READERS, Fields, count_each_pot, room_cards
from auditor.logs.rooms.common.lines import TextRoom
from auditor.logs.rooms.common.open_payments import FIRST, ask_when_shown, compare_payments, is_taken
from auditor.logs.rooms.common.open_posts import decide_posts
from auditor.logs.rooms.common.silent_players import ask_dealt_in
from auditor.logs.rooms.pokerstars_amounts import decide_amounts
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.money import currency_in

START = re.compile(  # looks first for what comes before the number, which few lines have
    r"^(?=[A-Za-z0-9. ]{5,47}+#)(?!(?i:Full ?Tilt ?Poker))"
    r"(?:[A-Za-z][A-Za-z0-9. ]{0,40} )?(?i:Hand|Game) #([A-Za-z]*[0-9]+):",
    re.MULTILINE,
)
FUSED = re.compile(r"(?:[A-Z][A-Za-z0-9.]{0,20}(?: [A-Z][A-Za-z0-9.]{0,20}){0,4} )?(?i:Hand|Game) #[A-Za-z]*+[0-9]++:")
ROOM_WORDS = re.compile(r"([A-Za-z][A-Za-z0-9. ]{0,40}? (?i:Hand|Game)) #")
DAY = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?: ([0-9]{1,2}):([0-9]{2}))?")
TABLE = re.compile(r"Table (?:ID )?'(.*)'")
LIMITS = {"no limit": "no-limit", "pot limit": "pot-limit", "limit": FIXED}
LIMIT = re.compile(r"\b(?:Fixed )?(No Limit|Pot Limit|Limit)\b", re.IGNORECASE)
# hold'em with cards that are changed, shown or dealt in another way is another game, though its name ends alike
OTHERWISE = re.compile(r"(?:Swap|Unfold|Tempest|Showtime|Deep Water|Fusion|Pineapple|Irish) ?$", re.IGNORECASE)
LEVEL = re.compile(r"(?<![ -])[ -]*+(?:Match Round [0-9A-Z]+,? *)?\bLevel ?[0-9A-Z]+ *$", re.IGNORECASE)
BY_FIVE = [re.compile(rf"{mark}[0-9][1-46-9](?![0-9])") for mark in (r"\.", ",")]  # hundredths that no five divides
SYMBOL = re.compile(r"[^\s0-9.,/-]")
PARTS = re.compile(r"[.,][0-9]{1,2}(?![0-9])")
COMMA = re.compile(r"[0-9],[0-9]{1,2}(?![0-9,])")  # a comma before hundredths
SHOWED = re.compile(r" showed \[([^\[\]]+)\] and won ")
CHIPS = " in chips"
IN_CHIPS = re.compile(r"\(([^()\n]*) in chips")
HALF_CHIPS = re.compile(r" collected \D?[0-9,]*\.[0-9]")
SEAT = re.compile(r"Seat ([0-9]+): ")
OMAHA = ("Omaha", "Omaha Hi/Lo")
DEALT = re.compile(r"^Dealt to .* \[([^\[\]\n]+)\]$", re.MULTILINE)
BUTTON_BLIND = "button blind"
USUAL_POSTS = ("ante", "small blind", "big blind")
WITH = {"+", "&", "and"}  # stand between a blind and what is dead beside it
ANTE = re.compile(r": posts the ante ([^ \n]*)")
WON = re.compile(r"\((?:(?<= won \()|(?<= collected \())([^()]*)\)")  # a bracket is found quickly
NOT_AWARDED = "pot not awarded"
NO_BET = "(didn't bet)"
BOARD = "Board ["
BOARDS = (BOARD, f"FIRST {BOARD}")  # how lines begin that have one
AWAY = "sitting out"
ADDED = ("Cash Drop to Pot", "STP added")  # to the pot, by the room
POT = re.compile(r"(?:main|side) pot", re.IGNORECASE)  # a part of all pots
TAKEN = re.compile(r"(?:rake|jackpot|bingo|fortune|tax|fee|insurance|promo)", re.IGNORECASE)


# ---- the head ----


def _day(lines: list[str]) -> date | None:
    found = DAY.search(lines[0])
    return None if found is None else _date(*found.group(1, 2, 3))


@lru_cache(64)  # hands of one day stand together
def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _stakes(fields: Fields, lines: list[str], block: Block) -> Stakes:
    """The stakes, from the header and the line on the table."""
    _number, tournament, title, inside, when = fields
    game, limit = _game(title, inside, bool(tournament))
    amounts, stated, decimal, symbol = _amounts(inside)
    day, text = DAY.search(when), block.text
    decimal = decimal or _decimal_of_chips(text, lines[0])
    return Stakes(
        line=block.line,
        table=_table_name(lines[1:4]),
        game=_as_dealt(game, text) if game in OMAHA else game,
        limit=limit,
        pair=_pair(stated, block.line, decimal) or _blind_and_ante(amounts, block, decimal),
        button_blind=BUTTON_BLIND in amounts.lower() or (len(stated) == 1 and BUTTON_BLIND in text),
        tournament=tournament,
        clock=f"{int(day[4]):02}:{day[5]}" if day and day[4] else None,
        day=block.day,
        decimal=decimal,
        chip=100 if tournament and not HALF_CHIPS.search(text) else _smallest(symbol, text),
        house_money=ADDED[0] in text or ADDED[1] in text,
        room=_room(lines[0]),
        currency=currency_in(amounts),
    )


def _table_name(lines: list[str]) -> str:
    """The name of the table, which one of the lines after the header has."""
    for line in lines:
        if (found := TABLE.match(line)) is not None:
            return found[1]
    return "?"


def _room(header: str) -> str | None:
    """The room that the first words of the header name; many write as PokerStars does."""
    words = ROOM_WORDS.match(header)
    return room_named(words[1]) if words is not None else None


@lru_cache(512)
def _amounts(inside: str) -> tuple[str, tuple[str, ...], str, bool]:
    """The stakes in the brackets of the header: as text, as numbers, the mark before hundredths, is there a currency?

    The mark is empty if there are no hundredths. For a mixed game, the brackets have its name, too.
    """
    amounts = inside.rpartition(", ")[2] if LIMIT.search(inside) else inside
    decimal = _decimal(amounts) if PARTS.search(amounts) else ""
    return amounts, tuple(numbers(amounts)), decimal, SYMBOL.search(amounts) is not None


def _decimal(amounts: str) -> str:
    """The mark before hundredths in such amounts."""
    return "," if COMMA.search(amounts) and "." not in amounts else "."


def _decimal_of_chips(text: str, header: str) -> str:
    """The mark before hundredths in what players sit down with: a period, if no comma stands there at all."""
    start = 0 if CHIPS in header else len(header)
    if text.find(",", start, max(text.rfind(CHIPS), 0)) < 0:
        return "."
    return _decimal(" ".join(IN_CHIPS.findall(text)))


@lru_cache(512)
def _game(title: str, inside: str, tournament: bool) -> tuple[str, str]:
    """The game and its limit; of a mixed game, those in brackets. The name of a tournament may stand before them.

    If the limit before the flop is another than after it, the hand counts as one of the looser limit.
    """
    text = inside.rpartition(", ")[0] if LIMIT.search(inside) else title
    text = text.rpartition("(")[2].partition(")")[0] if "(" in text and LIMIT.search(text.rpartition("(")[2]) else text
    found_limits = list(LIMIT.finditer(text))
    for number in range(len(found_limits) - 1, -1, -1):
        name = _named(text[: found_limits[number].start()], tournament)
        if name.lower() in games() or not number:
            limits = {found[1].lower() for found in found_limits[number:]}
            return name, LIMITS["no limit" if "no limit" in limits else found_limits[number][1].lower()]
    name = _named(LEVEL.sub("", text), tournament)
    variant = games().get(name.lower(), {})
    return name, variant.get("limit", FIXED if "stud" in variant else "")


def _as_dealt(game: str, text: str) -> str:
    """Omaha by the number of cards that somebody was dealt, since some converters have one name for all kinds."""
    dealt = DEALT.search(text)
    more = f"{len(dealt[1].split())} Card {game}" if dealt else ""
    return more if more.lower() in games() else game


def _named(text: str, tournament: bool) -> str:
    """The game that a text names, perhaps after the name of a tournament."""
    name = " ".join(text.replace("-Lo", "/Lo").split())
    return _known_end(name) if tournament else plain_game(name)


def _known_end(text: str) -> str:
    """The longest name of a game at the end of a text; the text as it is if there is none."""
    lower = text.lower()
    ends = [name for name in games() if lower.endswith(name) and lower[: -len(name)][-1:] in ("", " ")]
    if not ends:
        return text
    longest = len(max(ends, key=len))
    other = OTHERWISE.search(text[:-longest])
    return text[other.start() :] if other else text[-longest:]


def _pair(stated: tuple[str, ...], line: int, decimal: str) -> tuple[int, int] | None:
    """The two amounts of the header: the blinds or, at limit, the bets."""
    if len(stated) < 2:
        return None
    pair = cents(stated[0], line, decimal), cents(stated[1], line, decimal)
    return pair if min(pair) > 0 else None


def _blind_and_ante(amounts: str, block: Block, decimal: str) -> tuple[int, int] | None:
    """The button's blind, if it is the only one in the header, and the ante that was put up."""
    antes = [cents(one, block.line, decimal) for one in ANTE.findall(block.text) if numbers(one)]
    if BUTTON_BLIND not in block.text or len(numbers(amounts)) != 1 or not antes:
        return None
    return cents(amounts, block.line, decimal), max(antes)


def _smallest(symbol: bool, text: str) -> int:
    """The unit of a cash game: a hundredth, five of them if no amount is smaller, or a whole chip of play money."""
    if not symbol and not PARTS.search(text):
        return 100
    return 1 if any(each.search(text) for each in BY_FIVE) else 5  # one mark is found sooner than either


# ---- lines that this room writes in its own way ----


def _post(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    """A player puts up chips before the cards. Blinds that are missed, extra, or a newcomer's, may be live or dead."""
    what, amount, all_in = fields[0].removeprefix("the "), hand.cents(fields[1], line), bool(fields[2])
    if what in USUAL_POSTS:
        hand.post(name, what, amount, all_in, line)
        return
    words = what.split()
    if words[-1] == "blinds" or words[0] == "both" or {"small", "big"} <= set(words):
        hand.post_both(name, amount, all_in, line)
    elif WITH & set(words):
        hand.post_with_dead(name, " ".join(words[:2]), amount, all_in, line)
    elif words[-1] == "ante" or what == BUTTON_BLIND:
        hand.post(name, "ante" if words[-1] == "ante" else "blind", amount, all_in, line)
    else:
        hand.post_for_cards(name, amount, all_in, line, _likely(hand, words, amount))


def _likely(hand: RoomHand, words: list[str], amount: int) -> tuple[str, ...]:
    """What a post may be, the likeliest first: a missed blind dead if it is no big one, others live up to that.

    Converters write dead of posts that calls and pots show to be live.
    """
    big = hand.stakes.big_blind or amount
    if "dead" in words or "small" in words or ("missed" in words and amount < big):
        return DEAD, LIVE
    return (PART, DEAD) if amount > big else (LIVE, DEAD)


def _straddle(hand: RoomHand, fields: Fields, name: str, line: int) -> None:
    """A player straddles. The amount is what the player then has in front, with a blind, or what is added to that.

    It is added if so a straddle of twice the wager before it comes about. Otherwise the rest of the hand may show it.
    """
    amount, all_in = hand.cents(fields[0], line), bool(fields[1])
    before: dict[str, int] = {}
    live = [one for one in hand.found if isinstance(one, e.Post) and one.kind in ("blind", "post", "straddle")]
    if len(live) > 2 * len(hand.seats) + 2:
        raise Unreadable(f"found {len(live)} blinds and straddles before it, expected one a player", line, 1)
    for one in live:
        before[one.player] = before.get(one.player, 0) + one.amount
    own, twice = before.get(name, 0), 2 * max(before.values(), default=0)
    added = own + amount == twice or amount <= own
    hand.post(name, "straddle", amount if added else amount - own, all_in, line)
    post = hand.found[-1]
    if 0 < own < amount and isinstance(post, e.Post):
        hand.straddles.append((post, amount))


def _total(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    """Count the pot, and what the room keeps of it under any name. Other parts of the line are parts of the pot."""
    amount, pots, parts = fields
    named = _named_parts(parts)
    taken = [hand.cents(part, line) for part in named if TAKEN.match(part)]
    for part in named:
        if not TAKEN.match(part) and not POT.match(part) and not hand.stakes.house_money:
            other = hand.cents(part, line)
            taken += [other] if is_taken(hand, part, hand.cents(amount, line), sum(taken), other, line) else []
    hand.pot(hand.cents(amount, line), sum(taken) if taken else None, line)
    count_each_pot(hand, pots, line)


@lru_cache(512)
def _named_parts(parts: str) -> list[str]:
    """The parts of the pot that have an amount, each with its name."""
    return [part.strip() for part in parts.split("|") if numbers(part)]


def _uncalled(hand: RoomHand, fields: Fields, _name: str, line: int) -> None:
    amount, name = fields
    if not name:  # a name that is made of spaces
        name = next((one for _, _, one, _ in hand.seats if not one.strip()), name)
    hand.returned(name, hand.cents(amount, line), line)


# ---- what only the whole hand tells ----


def _finish(hand: RoomHand, lines: list[str]) -> None:
    _silent_players(hand, lines)
    _take_board(hand, lines)
    _take_shown(hand, lines)
    decide_posts(hand)
    _beside_the_pot(hand, lines)
    decide_amounts(hand)
    compare_payments(hand, WON)


def _silent_players(hand: RoomHand, lines: list[str]) -> None:
    """Deal in players who, as the summary says, folded before any wager of theirs, though no line has the fold.

    If their line on the seat says that they sit out, it is a doubt.
    """
    at = {str(seat): (line, name) for line, seat, name, _ in hand.seats if name not in hand.taking_part}
    if not at or NO_BET not in hand.block.text:
        return
    silent = [at[seat[1]] for line in lines if NO_BET in line and (seat := SEAT.match(line)) and seat[1] in at]
    away = [name for line, name in silent if AWAY in lines[line - hand.stakes.line]]
    if not away or ask_dealt_in(hand, away, True, "the summary says that they folded"):
        away = []
    hand.taking_part.update(dict.fromkeys([name for _, name in silent if name not in away]))


def _take_board(hand: RoomHand, lines: list[str]) -> None:
    """Take communal cards that their own line leaves out from the board of the summary, if only one line does."""
    turned, blank = hand.communal, [one for one in hand.communal if UNKNOWN in one.cards]
    if not turned or BOARD not in hand.block.text:
        return
    board = next((one for one in lines if one.startswith(BOARDS)), "")
    known = room_cards(board.partition("[")[2].rstrip("]"), hand.last) if board else ()
    out = sum(len(one.cards) for one in turned)
    if not blank and len(known) > out:
        line = hand.stakes.line + lines.index(board)
        raise Unreadable(f"found {len(known)} communal cards in the summary, of which {out} were dealt", line, 1)
    missing = len(known) - sum(len(one.cards) for one in turned if one is not blank[0]) if len(blank) == 1 else 0
    if missing > 0:
        at = sum(len(one.cards) for one in turned[: turned.index(blank[0])])
        blank[0].cards = known[at : at + missing]
        hand.remark(lines[blank[0].line - hand.stakes.line], remarks.UNKNOWN, blank[0].line)


def _take_shown(hand: RoomHand, lines: list[str]) -> None:
    """Show the hand of a winner that only the summary shows, after the others. It may have been the first."""
    kinds = list(map(type, hand.found))
    if e.Show not in kinds:
        return
    shown = {one.player for one in hand.found[kinds.index(e.Show) :] if isinstance(one, e.Show)}
    winners = {one.player for one in hand.wins} - shown
    at = {str(seat): name for _, seat, name, _ in hand.seats if name in winners}
    for number, line in enumerate(lines if at else (), hand.stakes.line):
        found = SEAT.match(line)
        cards = SHOWED.search(line) if found is not None and found[1] in at else None
        if found is not None and cards is not None:
            before = e.Show | e.Muck if ask_when_shown(hand, at[found[1]], number) == FIRST else e.Win | e.PotTaken
            first = next(n for n, one in enumerate(hand.found) if isinstance(one, before))
            hand.found.insert(first, e.Show(number, 1, at[found[1]], room_cards(cards[1], number)))


def _beside_the_pot(hand: RoomHand, lines: list[str]) -> None:
    """Decide which payments to keep after a cash-out, or if the room added to the pot.

    A player who cashed out leaves the hand's part of the pot to the room, which may have no line. So payments of less
    than the pot are left out; if they make up the pot, or come to more, they are kept. If the room added to the pot,
    what was wagered is kept if the payments make up both, and nobody knows who is due what.
    """
    if not hand.outside:
        return
    at = {str(seat): name for _, seat, name, _ in hand.seats}
    for number, line in enumerate(lines, hand.stakes.line):
        seat = SEAT.match(line)
        if seat is not None and seat[1] in at and NOT_AWARDED in line:
            for amount in WON.findall(line):
                hand.win(at[seat[1]], hand.cents(amount, number), None, number)
    counted = next((one for one in hand.found if isinstance(one, e.PotTaken)), None)
    paid = sum(one.amount for one in hand.found if isinstance(one, e.Win))
    if counted is None:
        return
    added = sum(
        hand.cents(numbers(line)[-1], counted.line) for line in lines if line.startswith(ADDED) and numbers(line)
    )
    rest = paid + (counted.commission or 0) - counted.amount  # zero, or what was added and is not counted
    hand.outside = rest < 0 and not added
    if added and rest in (0, added):
        counted.amount, counted.commission = counted.amount - added + rest, None
        hand.found = [one for one in hand.found if one is counted or not isinstance(one, PAID)]


ROOM = TextRoom(
    "pokerstars",
    START,
    _day,
    _stakes,
    FUSED,
    marks=("Hand #", "Game #", "HAND #", "GAME #"),
    sign="#",
    readers={**READERS, "POST": _post, "STRADDLE": _straddle, "TOTAL": _total, "UNCALLED": _uncalled},
    cancelled={"Hand cancelled": "the room cancelled this hand", "Hand canceled": "the room cancelled this hand"},
    finish=_finish,
)
blocks, table, read_block, last = ROOM.blocks, ROOM.table, ROOM.read_block, ROOM.last
