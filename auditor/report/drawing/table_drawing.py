"""The drawn table: where everything stands, as plain numbers and texts that the template `table.svg` writes.

A seat never moves: where seat k of n stands depends on n alone. Seats stand at equal distances along the edge of a
table of two half circles and two straights, seat 1 at the dealer's left and the others clockwise, as in the room. The
dealer's place is kept free. What the record does not tell looks unknown: a dashed card with a question mark, a `?` for
a sum. Every state is told by line, word and colour, never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from auditor.report import markup
from auditor.report.drawing.table_state import SeatAfter, TableAfter
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

WIDTH, TOP, HEIGHT = 860, 36, 444
CENTRE_X, CENTRE_Y = 430.0, 262.0
STRAIGHT, RADIUS = 178.0, 182.0  # half the length of a straight, and the radius of the half circles
GAP = 150.0  # of the edge, for the dealer
BOX = (122, 62)
MOST = 13  # places that there is room for
NAME = 11  # signs of a name that are drawn; the whole of it is in the title
NARROW_NAME = 6
CARD, WIDE_CARD = (20, 31), (14, 24)  # of two cards, and of more
BOARD_CARD = (40, 58, 46)  # width, height, and the distance from one to the next
BOARD_Y = 196
RUN_CARD = (26, 36)  # of a further run of the cards; of more than one the words tell
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


@value_class
class DrawnCard:
    """A card and where it lies."""

    kind: str  # class of the mark: red, unk or void; empty for a black card
    x: float
    y: float
    width: int
    height: int
    rank: str = ""
    size: int = 12  # of the rank
    suit: str = ""

    @property
    def middle(self) -> float:
        """The middle from left to right."""
        return self.x + self.width / 2

    @property
    def base(self) -> float:
        """The line that the rank stands on."""
        return self.y + (
            self.height * (0.45 if self.height > WIDE_CARD[1] else 0.5) if self.suit else self.height * 0.62
        )

    @property
    def suit_size(self) -> float:
        """Width and height of the suit."""
        return round(min(self.width * 0.62, self.height * 0.38), 1)

    @property
    def suit_x(self) -> float:
        """Where the suit begins."""
        return round(self.middle - self.suit_size / 2, 1)

    @property
    def suit_y(self) -> float:
        """The top of the suit."""
        return round(self.y + self.height * 0.54, 1)


@value_class
class DrawnSeat:
    """A seat with its player."""

    kind: str  # classes: folded, out, allin, acting, fault, won
    title: str
    x: int
    y: int
    number: int
    name: str
    left: str
    left_y: int
    word: str
    cards: tuple[DrawnCard, ...]
    fault: bool


@value_class
class DrawnWager:
    """A wager before its player."""

    kind: str
    x: float
    y: float
    width: int
    text: str


@value_class
class DrawnTable:
    """A whole drawing: numbers and texts only."""

    title: str
    words: str
    seats: tuple[DrawnSeat, ...]
    empty: tuple[tuple[int, float, float], ...]  # number, and the middle
    wagers: tuple[DrawnWager, ...]
    mark: tuple[float, float] | None
    letter: str  # of the marker
    board: tuple[DrawnCard, ...]
    pot: str
    pots: tuple[str, ...]


def place_of(seat: int, places: int, inward: float = 0.0) -> tuple[float, float, float, float]:
    """Where a seat of so many stands, so far inside of the edge, and the direction from there to the inside."""
    radius = RADIUS - inward
    way = 4 * STRAIGHT + 2 * pi * RADIUS
    s = GAP / 2 + (seat - 0.5) * (way - GAP) / places
    if s <= STRAIGHT:
        return CENTRE_X - s, CENTRE_Y + radius, 0.0, -1.0
    s -= STRAIGHT
    if s <= pi * RADIUS:
        f = s / RADIUS
        return CENTRE_X - STRAIGHT - radius * sin(f), CENTRE_Y + radius * cos(f), sin(f), -cos(f)
    s -= pi * RADIUS
    if s <= 2 * STRAIGHT:
        return CENTRE_X - STRAIGHT + s, CENTRE_Y - radius, 0.0, 1.0
    s -= 2 * STRAIGHT
    if s <= pi * RADIUS:
        f = s / RADIUS
        return CENTRE_X + STRAIGHT + radius * sin(f), CENTRE_Y - radius * cos(f), -sin(f), cos(f)
    s -= pi * RADIUS
    return CENTRE_X + STRAIGHT - s, CENTRE_Y + radius, 0.0, -1.0


def drawing_of(table: TableAfter, title: str) -> DrawnTable | None:
    """Where everything of a table stands; None where it has more places than can be drawn, so that words must do."""
    if table.places > MOST:
        return None
    taken = {one.number for one in table.seats}
    empty = [number for number in range(1, table.places + 1) if number not in taken]
    middles = {number: place_of(number, table.places) for number in (*taken, *empty)}
    return DrawnTable(
        title,
        table.words,
        tuple([_seat(one, table, *middles[one.number][:2]) for one in table.seats]),
        tuple([(number, round(middles[number][0], 1), round(middles[number][1], 1)) for number in empty]),
        tuple([_wager(one, table, *middles[one.number][2:]) for one in table.seats if one.wager]),
        _mark(*middles[table.mark]) if table.mark in middles else None,
        "D" if table.marker == "button" else "B",
        tuple(_board(table)),
        f"{'Pots' if table.pots else 'Pot'} {money_text(table.pot, table.sign)}",
        tuple([f"{name[:1].upper()}{name[1:]} {money_text(amount, table.sign)}" for name, amount in table.pots]),
    )


def table_svg(table: TableAfter, title: str, key: str) -> str:
    """The table as SVG that may stand in a page with our style and suits; empty where it cannot be drawn.

    `key` is ours and unique on the page: it names the title and the description. All texts of a log are escaped.
    """
    found = drawing_of(table, title)
    return "" if found is None else "".join(markup.page("table.svg", drawing=found, key=key))


def _seat(one: SeatAfter, table: TableAfter, x: float, y: float) -> DrawnSeat:
    left_edge, top = round(x - BOX[0] / 2), round(y - BOX[1] / 2)
    several = len(one.cards) > 2
    kinds = [{"all-in": "allin", "in": ""}.get(one.state, one.state)]
    kinds += ["fault"] if one.fault else ["acting"] if one.doing else ["won"] if one.won else []
    name = escaped(one.name)
    longest = NARROW_NAME if several else NAME
    return DrawnSeat(
        " ".join(filter(None, kinds)),
        f"seat {one.number} {escaped(one.name)}",
        left_edge,
        top,
        one.number,
        name if len(name) <= longest else f"{name[: longest - 1]}…",
        "?" if one.left is None else money_text(one.left, table.sign),
        top + (17 if several else 36),
        one.word,
        tuple(_own(one.cards, left_edge, top)),
        one.fault,
    )


def _own(cards: tuple[str, ...], x: int, y: int) -> Iterator[DrawnCard]:
    """A player's own cards: two side by side beside the stake, more of them narrow and below it."""
    if len(cards) <= 2:
        for number, card in enumerate(cards):
            yield _card(card, x + 6 + 22 * number, y + 25, *CARD, 12)
        return
    width, height = WIDE_CARD
    step = min(width + 1, (BOX[0] - 12 - width) / (len(cards) - 1))
    for number, card in enumerate(cards):
        yield _card(card, round(x + 6 + step * number, 1), y + 21, width, height, 12)


def _card(card: str, x: float, y: float, width: int, height: int, size: int) -> DrawnCard:
    if card == "??":
        return DrawnCard("unk", x, y, width, height, "?", size)
    if card[1:] not in SUITS:
        return DrawnCard("", x, y, width, height, "★", size)
    rank = "10" if card[0] == "T" and width > WIDE_CARD[0] else card[0]
    return DrawnCard("red" if card[1] in "hd" else "", x, y, width, height, rank, size, card[1])


def _wager(one: SeatAfter, table: TableAfter, nx: float, ny: float) -> DrawnWager:
    inward = abs(nx) * (BOX[0] / 2 + 30) + abs(ny) * (BOX[1] / 2 + 12) + 7
    x, y, _, _ = place_of(one.number, table.places, inward)
    text = money_text(one.wager, table.sign)
    kind = "bad" if one.fault else "new" if one.doing else ""
    return DrawnWager(kind, round(x, 1), round(y, 1), 17 + 8 * len(text), text)


def _mark(x: float, y: float, nx: float, ny: float) -> tuple[float, float]:
    """The marker, at the inner corner of its seat."""
    inner = BOX[1] / 2 + 8
    down = inner if ny > 0 or (abs(ny) < 0.5 and y < CENTRE_Y + 60) else -inner
    aside = BOX[0] / 2 - 14
    return round(x + (aside if nx >= 0 and x < CENTRE_X else -aside), 1), round(y + down, 1)


def _board(table: TableAfter) -> Iterator[DrawnCard]:
    """Communal cards, with a dotted place for each that is still to come; a second run of the cards above them."""
    width, height, step = BOARD_CARD
    start = CENTRE_X - (table.most_cards * step - (step - width)) / 2
    for number in range(table.most_cards):
        x = round(start + number * step, 1)
        if number < len(table.board):
            yield _card(table.board[number], x, BOARD_Y, width, height, 22)
        else:
            yield DrawnCard("void", x, BOARD_Y, width, height)
    for run in table.runs[:1]:
        for number, card in enumerate(run, table.most_cards - len(run)):
            yield _card(card, round(start + number * step + 7, 1), BOARD_Y - RUN_CARD[1] - 3, *RUN_CARD, 14)
