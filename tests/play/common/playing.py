"""Playing a hand by the book, from its header to its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from play.common.betting import begin, play_round
from play.common.dealing import antes, deal, head, stack_board, street
from play.common.hand import Hand
from play.common.settling import give_back, settle, showdown
from play.common.tempers import MEEK, TEMPERS, Temper

H = TypeVar("H", bound=Hand)


def some_temper(hand: Hand) -> Temper:
    """How the hand is played: meekly where a fault asks for that, and then with the communal cards it wants."""
    temper = hand.rng.choice(TEMPERS)
    if hand.fault is None:
        return temper
    stack_board(hand, hand.fault.board or "")
    return MEEK if hand.fault.meek else temper


def communal_round(hand: Hand, number: int) -> None:
    """The communal cards, and a betting round begins."""
    if number > 1:
        street(hand, number)
        begin(hand, number)


@dataclass(frozen=True)
class Course(Generic[H]):
    """The parts of a hand in which the games differ; as they stand here, those of games with communal cards."""

    blinds: Callable[[H], None]
    cards: Callable[[H], None] = deal
    temper: Callable[[H], Temper] = some_temper
    round: Callable[[H, int], None] = communal_round
    betting: Callable[[H, Temper], None] = play_round
    settle: Callable[[H], None] = settle


def play_out(hand: H, course: Course[H]) -> H:
    """Play a hand that has not begun."""
    head(hand)
    antes(hand)
    course.blinds(hand)
    course.cards(hand)
    temper = course.temper(hand)
    for number in range(1, hand.house.game.rounds + 1):
        course.round(hand, number)
        course.betting(hand, temper)
        if len(hand.live) < 2:
            break
        if hand.habits.early and len(hand.able) < 2:
            give_back(hand)
    showdown(hand)
    course.settle(hand)
    return hand
