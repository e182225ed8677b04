"""Decides between two statements about the end of a hand: lines and summary, what was taken, when a hand was shown."""

from __future__ import annotations

import re

from auditor.logs.rooms.common.hand import RoomHand
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

LINES, SUMMARY = "lines", "summary"
TAKEN, PAID_OUT = "taken", "paid"
LAST, FIRST = "last", "first"
IN_SUMMARY = "*** SUMMARY ***"
SEAT = re.compile(r"Seat ([0-9]+): ")


# ---- two statements of what was won ----


def compare_payments(hand: RoomHand, won: re.Pattern[str]) -> None:
    """State the doubt that the summary may be right about what was won, if the lines say something else.

    If the lines do not come to the pot, the record contradicts itself, which is told, and accuses nobody anyway. `won`
    finds the amounts in a line of the summary.
    """
    wins = [] if hand.outside else hand.wins
    stated = _stated(hand, won) if wins else {}
    if not stated:
        return
    paid: dict[str, int] = {}
    for one in wins:
        paid[one.player] = paid.get(one.player, 0) + one.amount
    if stated.items() <= paid.items():
        return
    counted = next((one for one in hand.found if isinstance(one, e.PotTaken) and one.pot is None), None)
    if counted is None or counted.amount - (counted.commission or 0) == sum(paid.values()):
        hand.block.ask(_which(wins[0]))


def _stated(hand: RoomHand, won: re.Pattern[str]) -> dict[str, int]:
    """What the summary says that each player won, where it says so."""
    text, found = hand.block.text, dict[str, int]()
    for match in won.finditer(text, max(text.rfind(IN_SUMMARY), 0)):
        seat = SEAT.match(text, text.rfind("\n", 0, match.start()) + 1)
        number, amount = int(seat[1]) if seat else None, hand.amounts[match[1]]
        name = next((one for _, at, one, _ in hand.seats if at == number), None)
        if name is not None and amount is not None:
            found[name] = found.get(name, 0) + amount
    return found


def _which(win: e.Win) -> Doubt:
    words = (
        (LINES, "the summary is wrong about what was won"),
        (SUMMARY, "the summary is right about what was won, and the lines before it wrong"),
    )
    kind = "which of two statements of what was won is right"
    return Doubt("payments", kind, win.line, words, "the lines come to the pot", voids=True)


# ---- what the room took ----


def is_taken(hand: RoomHand, part: str, pot: int, taken: int, other: int, line: int) -> bool:
    """Did the room take a part of the pot that it does not call rake? What was paid shows it, or it is a doubt."""
    paid = sum(one.amount for one in hand.found if isinstance(one, e.Win))
    if paid + taken in (pot, pot - other):
        return paid + taken == pot - other
    what = f"'{escaped(part, 40)}'"
    words = ((PAID_OUT, f"{what} is a part of the pot that was paid"), (TAKEN, f"the room took {what}"))
    kind = "whether the room took a part of the pot"
    doubt = Doubt(f"part of the pot: {part}", kind, line, words, f"{money_text(other)} is named beside the rake")
    return hand.block.ask(doubt) == TAKEN


# ---- when a hand was shown ----


def ask_when_shown(hand: RoomHand, name: str, line: int) -> str:
    """Was a hand that only the summary shows laid open after the others, or first?"""
    who = escaped(name, 40)
    words = ((LAST, f"{who} showed after the others"), (FIRST, f"{who} showed first"))
    return hand.block.ask(
        Doubt(f"showing of {name}", "when a hand was shown", line, words, "no line tells, and others have one")
    )
