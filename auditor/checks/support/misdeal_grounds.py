"""The causes of a misdeal that a rulebook lists, and whether the record of a deal shows one of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Literal

from auditor.checks.support.deal_so_far import by_player, deal_events_so_far, first_due, first_given, unsorted
from auditor.checks.support.returned_wagers import defect, sole_misheld
from auditor.replay.settlement.showdown import own_cards_due
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import Act, Boxed, Cut, Deal, DealFault, Event, Holds, Wager


class MisdealCause(Figure):
    """One of the events that make a deal a misdeal, and how grave it is to play on.

    `communal` is the number of the communal card concerned; `blind_counts` says whether the blind is the first wager.
    Cards nobody has looked at are put right, unless hands are not `rebuilt`; some causes take `more_than` so many. A
    cause may hold only until there was substantial action (`limited`), or concern what is found before or after anybody
    acted. Some rulebooks have a mishap `noted` though a misdeal put it right. A deck is defective with a card that is
    seen `twice`: lying open in two places, wherever the record has it, or not by that; its `money` is what the winner
    got of the others, or the whole pot.
    """

    cause: Literal[
        "exposed-in-cut",
        "no-cut",
        "cut-by-another",
        "misdirected",
        "exposed",
        "communal-face-up",
        "boxed",
        "second-card-up",
        "left-out-or-extra",
        "unprepared",
        "out-of-order",
        "dealt-out-or-in",
        "wrong-count",
        "defective",
        "sole-hand",
        "first-exposed",
        "first-card",
        "dealt-in",
        "left-out",
        "extra",
        "miscounted",
    ]
    communal: int = 0
    rebuilt: bool = True
    more_than: int = 0
    blind_counts: bool = False
    limited: bool = False
    found: Literal["any", "dealt", "acted"] = "any"
    noted: bool = False
    incidents: tuple[str, ...] = ()  # notes of an observer that tell of a defective deck
    twice: Literal["open", "known", "no"] = "open"
    money: Literal["moved", "pot"] = "moved"
    severity: Literal["breach", "irregularity"] = "breach"


FIRST_CARDS = 2  # of a deal: those that make a misdeal when exposed

FAULTS: dict[str, tuple[str, ...]] = {
    "misdirected": ("misdirected",),
    "exposed": ("exposed",),
    "left-out-or-extra": ("left-out", "extra"),
    "out-of-order": ("misdirected",),
    "dealt-out-or-in": ("left-out",),
    "wrong-count": ("extra",),
    "first-exposed": ("exposed",),
    "first-card": ("misdirected",),
    "left-out": ("left-out",),
    "extra": ("extra",),
}


def cards_in(events: Sequence[Boxed | DealFault]) -> int:
    """How many cards such mishaps concern; one of which the record names none is of one card."""
    return sum(max(len(event.cards), 1) for event in events)


def listed(state: HandState) -> list[MisdealCause]:
    """The causes the rulebook lists."""
    return [
        MisdealCause(clause=clause.id, with_=rule.with_, check=rule.check, **rule.values)
        for clause in state.rules.clauses
        for rule in clause.rules
        if rule.check == "misdeal"
    ]


def present(state: HandState, cause: MisdealCause) -> bool:
    """Does the record of the deal show this cause?"""
    attempt = state.attempt
    cut, designated = attempt.cut, state.designated
    match cause.cause:
        case "exposed-in-cut":
            return cut is not None and bool(cut.exposed)
        case "no-cut":
            return attempt.no_cut is not None or (cut is not None and _after_a_wager(state, cut))
        case "unprepared":
            return attempt.no_cut is not None or attempt.shuffled is False
        case "cut-by-another":
            return cut is not None and cut.player is not None and (designated is None or designated.name != cut.player)
        case "communal-face-up":
            card, board = attempt.face_up, state.board
            return card is not None and len(board) >= cause.communal and board[cause.communal - 1] in card.cards
        case "boxed":
            return cards_in(attempt.boxed) > cause.more_than
        case "second-card-up":
            return any(len(player.up) > 1 for player in state.players)
        case "exposed" if any(isinstance(event, Deal) and event.up for event in deal_events_so_far(state)):
            return True
        case "defective":
            return defect(state, cause.more_than, cause.incidents, cause.twice) is not None
        case "sole-hand":
            return sole_misheld(state) is not None
        case "wrong-count" if sole_misheld(state) is None:
            return any(_in_stage(state, at, cause) for at in miscounts(state))
        case "miscounted":
            return any(isinstance(at, Holds) for at in miscounts(state))
        case "first-exposed" | "first-card":
            return any(is_about(state, one, cause) for one in state.attempt.faults) or (
                cause.cause == "first-card" and _begins_astray(state)
            )
        case "out-of-order" if _astray(state):
            return True
        case "dealt-in":
            return any(player.out and player.received for player in state.players)
        case "dealt-out-or-in" if any(player.out and player.received for player in state.players):
            return True
    return _noted(state, cause)


def is_about(state: HandState, fault: DealFault, cause: MisdealCause) -> bool:
    """Is this mishap one of the kind that the cause is about, and not of one that has a cause of its own?"""
    if fault.kind not in FAULTS.get(cause.cause, ()) or by_player(state, fault):
        return False
    if fault.kind == "exposed":
        return cause.cause != "first-exposed" or _is_first(state, fault, FIRST_CARDS)
    if fault.kind == "misdirected" and any(one.cause == "first-card" for one in listed(state)):
        return _is_first(state, fault, 1) == (cause.cause == "first-card")
    return True


def _is_first(state: HandState, fault: DealFault, count: int) -> bool:
    """Is this one of the first so many cards of the deal, as far as the record knows them?"""
    deal = next((event for event in deal_events_so_far(state) if isinstance(event, Deal)), None)
    if deal is None:
        return fault.kind == "misdirected"
    first = deal.holdings[:count]
    return any(name == fault.player and cards[0] in fault.cards and cards[0] != UNKNOWN for name, cards in first)


def _noted(state: HandState, cause: MisdealCause) -> bool:
    """Are as many such mishaps noted as it takes, of cards that somebody looked at where hands could be rebuilt?"""
    seen = [one for one in state.attempt.faults if one.seen is not False or not cause.rebuilt]
    kinds = FAULTS.get(cause.cause, ())
    return cards_in([one for one in seen if one.kind in kinds and is_about(state, one, cause)]) > cause.more_than


def _astray(state: HandState) -> bool:
    """Did the deal begin with the wrong player, or go round in another order than clockwise?"""
    due = first_due(state, "after-buck")
    deals = [event for event in deal_events_so_far(state) if isinstance(event, Deal)]
    if due is None or not deals or state.board:
        return False
    return _begins_astray(state) or any(unsorted(state, one, first_given(state, one)) is not None for one in deals)


def _begins_astray(state: HandState) -> bool:
    """Did the first card go to another than the player who was to get it, though that one was dealt to as well?"""
    due = first_due(state, "after-buck")
    deal = next((event for event in deal_events_so_far(state) if isinstance(event, Deal)), None)
    if due is None or deal is None or state.board:
        return False
    return any(name == due.name for name, _ in deal.holdings) and deal.holdings[0][0] != due.name


def miscounts(state: HandState) -> list[Event]:
    """Where the record of the deal says that somebody had too few or too many cards."""
    due = own_cards_due(state)
    counted = [event for event in deal_events_so_far(state) if isinstance(event, Holds) and event.count != due]
    return [*counted, *(one for one in state.attempt.faults if one.kind == "extra")]


def _in_stage(state: HandState, at: Event, cause: MisdealCause) -> bool:
    """Was this found at the stage of the hand that the cause is about: before anybody acted, or after?"""
    acted = any(isinstance(event, Act) for event in takewhile(lambda each: each is not at, deal_events_so_far(state)))
    return cause.found == "any" or acted == (cause.found == "acted")


def _after_a_wager(state: HandState, cut: Cut) -> bool:
    for event in deal_events_so_far(state):
        if event is cut:
            return False
        if isinstance(event, Wager):
            return True
    return False
