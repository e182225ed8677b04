"""Hand histories as PokerStars writes them, and GGPoker and many converters after it: `grammars/pokerstars.lark`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date

from auditor.logs.blocks import Block
from auditor.logs.rooms.amounts import cents, numbers
from auditor.logs.rooms.hand import FIXED, Stakes, games
from auditor.logs.rooms.lines import TextRoom

START = re.compile(r"(?:PokerStars (?:Zoom |Home Game )?(?:Hand|Game)|Poker Hand) #([A-Z]*[0-9]+):", re.IGNORECASE)
DAY = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?: ([0-9]{1,2}):([0-9]{2}))?")
LIMITS = {"no limit": "no-limit", "pot limit": "pot-limit", "limit": FIXED}


def _day(lines: list[str]) -> date | None:
    found = DAY.search(lines[0])
    try:
        return date(*[int(one) for one in found.groups()[:3]]) if found else None
    except ValueError:
        return None


def _stakes(fields: tuple[str, ...], lines: list[str], block: Block) -> Stakes:
    """What the header and the line on the table tell."""
    _number, tournament, event, game, limit, short, inside, amounts, when = fields
    game = game or short  # some name the game and its limit in one word
    named = next((line for line in lines[1:4] if line.startswith("Table ")), "")
    table = re.match(r"Table '(.*)'", named)
    day = DAY.search(when)
    stakes = Stakes(
        line=block.line,
        table=table[1] if table else "?",
        game=game,
        limit=LIMITS[limit.lower()] if limit else games().get(game.lower(), {}).get("limit", FIXED),
        pair=_pair(inside or amounts, block.line),
        button_blind="button blind" in (inside or amounts).lower(),
        tournament=event if tournament else None,
        clock=f"{int(day[4]):02}:{day[5]}" if day and day[4] else None,
        day=block.day,
    )
    return _as_posted(stakes, block.text) if tournament else stakes


def _pair(amounts: str, line: int) -> tuple[int, int] | None:
    """The two amounts of the header: the blinds or, at limit, the bets."""
    found = numbers(amounts)[:2]
    if len(found) < 2:
        return None
    pair = cents(found[0], line), cents(found[1], line)
    return pair if min(pair) > 0 else None


def _as_posted(stakes: Stakes, text: str) -> Stakes:
    """The stakes of a tournament by the blinds posted, where the header tells already of the next level."""
    posted = [re.search(rf": posts {which} blind ([0-9,]+)$", text, re.MULTILINE) for which in ("small", "big")]
    if posted[0] is None or posted[1] is None or stakes.pair is None or stakes.limit == FIXED:
        return stakes
    small, big = (cents(match[1], stakes.line) for match in posted if match is not None)
    of_one_level = small * stakes.pair[1] == big * stakes.pair[0]
    return replace(stakes, pair=(small, big)) if of_one_level else stakes


ROOM = TextRoom("pokerstars", START, _day, _stakes, cancelled={"Hand cancelled": "the room cancelled this hand"})
blocks, read_block = ROOM.blocks, ROOM.read_block
