"""The stud games of Robert's Rules: who opens by the cards showing, worked out here once more in plain words."""

import io
import random
from collections.abc import Callable

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.vocabulary.cards import card_text, deck

NAMES = ["Ann", "Ben", "Cam", "Dee"]
Value = Callable[[list[int]], tuple[object, ...]]


def high(board: list[int]) -> tuple[object, ...]:
    """The value of a board: how many of a kind, and of which rank."""
    ranks = [card >> 2 for card in board]
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return [count for count, _ in groups], [rank for _, rank in groups]


def low(board: list[int]) -> tuple[object, ...]:
    """The same with the ace at the bottom."""
    return high([((card >> 2) + 1) % 13 << 2 for card in board])


GAMES: list[tuple[str, Callable[[list[int]], int], Callable[..., tuple[object, ...]], Value]] = [
    ("seven-card-stud", lambda cards: cards.index(min(cards)), max, high),
    ("seven-card-stud-hi-lo", lambda cards: cards.index(min(cards)), max, high),
    ("razz", lambda cards: cards.index(max(cards, key=lambda card: (((card >> 2) + 1) % 13, card & 3))), min, low),
]


def dealt(cards: list[int], way: str = "deal up") -> str:
    return f"{way} " + ", ".join(f"{name} [{card_text(card)}]" for name, card in zip(NAMES, cards, strict=True))


def found(game: str, lines: list[str]) -> list[str]:
    seats = [f"seat {place} {name} $500" for place, name in enumerate(NAMES, 1)]
    antes = [f"{name} ante $1" for name in NAMES]
    head = ["table T", f"rules roberts/{game}", "limit fixed", "bets $10, $20", "ante $1", "bring-in $3", "chip $1"]
    text = "\n".join([*head, "hand 1", *seats, *antes, *lines, "end", ""])
    result = audit([open_stream(io.BytesIO(text.encode()), "log")], Options())
    assert not result.unread
    return [finding.clause for finding in result.findings]


@pytest.mark.parametrize(("game", "brings_in", "best", "value"), GAMES, ids=[game[0] for game in GAMES])
def test_the_cards_showing_tell_who_opens(
    game: str, brings_in: Callable[[list[int]], int], best: Callable[..., tuple[object, ...]], value: Value
) -> None:
    dice = random.Random(7)
    for _ in range(12):
        cards = dice.sample(deck("AKQ732"), 16)
        rows = [cards[at : at + 4] for at in (0, 4, 8, 12)]
        opener = brings_in(rows[2])
        boards = [list(board) for board in zip(rows[2], rows[3], strict=True)]
        first = [value(board) for board in boards].index(best(value(board) for board in boards))
        start = [dealt(rows[0], "deal"), dealt(rows[1], "deal"), dealt(rows[2])]
        third = [f"{NAMES[(opener + n) % 4]} calls $3" for n in (1, 2, 3)]
        for late in (0, 1, 2):  # the third would be followed by the right one, and merely out of turn
            turns = [NAMES[(first + late + n) % 4] for n in range(4)]
            fourth = [*(f"{name} checks" for name in turns[:3]), f"{turns[3]} bets $10"]
            over = [*(f"{name} folds" for name in turns[:3]), f"return $10 to {turns[3]}", "pot $16"]
            lines = [*start, f"{NAMES[opener]} bring-in $3", *third, dealt(rows[3]), *fourth, *over]
            wrong = [] if late == 0 else ["S9.2/1" if game == "razz" else "S10.4/1" if "hi" in game else "S8.2/1"]
            assert found(game, [*lines, f"{turns[3]} wins $16"]) == wrong
        other = NAMES[(opener + 1) % 4]
        lines = [*start, f"{other} bring-in $3", *[f"{NAMES[(opener + n) % 4]} folds" for n in (2, 3, 4)]]
        wrong = ["S9.2" if game == "razz" else "S10.4" if "hi" in game else "S8.2"]
        assert found(game, [*lines, f"return $3 to {other}", "pot $4", f"{other} wins $4"]) == wrong
