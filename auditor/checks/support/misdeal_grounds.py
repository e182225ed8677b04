"""The causes of a misdeal that a rulebook lists, and whether the record of a deal shows one of them."""

from __future__ import annotations

from typing import Literal

from auditor.checks.support.deal_so_far import (
    deal_events_so_far,
    first_due,
    first_given,
    first_so_far,
    served,
    unsorted,
)
from auditor.checks.support.returned_wagers import defect, sole_misheld
from auditor.replay.betting.lookahead import place_of
from auditor.replay.cards.mishaps import by_player, cards_of
from auditor.replay.settlement.showdown import own_cards_due
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import Act, Cut, Deal, DealFault, Event, Holds, Wager


class MisdealCause(Figure):
    """One of the events that make a deal a misdeal, and how grave it is to play on.

    `communal` is the number of the communal card that the cause is about, and `blind_counts` says whether the blind is
    the first wager. Hands are `rebuilt` as long as nobody has looked at the cards that went astray. Some causes take
    `more_than` so many cards. A cause may hold only until there was substantial action (`limited`), or only if it was
    noticed `before` somebody wagered or acted, and may be about what is `found` before or after anybody acted. Some
    rulebooks have a mishap `noted` though a misdeal put it right. A card that occurs `twice` makes a deck defective if
    it lies open in two places ("open"), wherever the record has it ("known"), or not at all ("no"). The `money` at
    stake is what the winner got from the others, or the whole pot.
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
    before: Literal["wager", "act"] | None = None
    found: Literal["any", "dealt", "acted"] = "any"
    noted: bool = False
    incidents: tuple[str, ...] = ()  # the notes of an observer that show a deck to be defective
    twice: Literal["open", "known", "no"] = "open"
    money: Literal["moved", "pot"] = "moved"
    severity: Literal["breach", "irregularity"] = "breach"


FIRST_CARDS = 2  # how many cards of a deal make a misdeal if they are exposed

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


def listed(state: HandState) -> list[MisdealCause]:
    """The causes that the rulebook lists."""
    return _listed(state.rules)


@cached_on_record
def _listed(rules: Rulebook) -> list[MisdealCause]:
    return [
        MisdealCause(clause=clause.id, with_=rule.with_, check=rule.check, **rule.values)
        for clause in rules.clauses
        for rule in clause.rules
        if rule.check == "misdeal"
    ]


def present(state: HandState, cause: MisdealCause, cards_tell: bool = True) -> bool:
    """Does the record of the deal show this cause?

    Unless `cards_tell`, a card that the record has in two places does not show a deck to be defective: the record may
    be wrong.
    """
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
            return attempt.boxed_cards > cause.more_than
        case "second-card-up":
            return any(len(player.up) > 1 for player in state.players)
        case "defective":
            return deck_defect(state, cause, cards_tell) is not None
        case "sole-hand":
            return sole_misheld(state) is not None
        case "wrong-count" if sole_misheld(state) is None:
            return any(_in_stage(state, at, cause) for at in miscounts(state))
        case "miscounted":
            return any(isinstance(at, Holds) for at in miscounts(state))
        case "first-exposed" | "first-card":
            begins_so = cause.cause == "first-card" and _begins_astray(state)
            return begins_so or any(is_about(state, one, cause) for one in state.attempt.sorts.values())
        case "out-of-order" if _astray(state):
            return True
        case "dealt-in":
            return any(player.out and player.received for player in state.players)
        case "dealt-out-or-in" if any(player.out and player.received for player in state.players):
            return True
    return _noted(state, cause)


def deck_defect(state: HandState, cause: MisdealCause, cards_tell: bool = True) -> Event | None:
    """The event that shows the deck to be defective as this cause means it, if any; for `cards_tell` see `present`."""
    return defect(state, cause.more_than, cause.incidents, cause.twice if cards_tell else "no")


def is_about(state: HandState, fault: DealFault, cause: MisdealCause) -> bool:
    """Is this mishap of the kind that the cause is about, and of no kind that has a cause of its own?"""
    if fault.kind not in FAULTS.get(cause.cause, ()) or by_player(state, fault):
        return False
    if fault.kind == "exposed":
        return cause.cause != "first-exposed" or _is_first(state, fault, FIRST_CARDS)
    if fault.kind == "misdirected" and any(one.cause == "first-card" for one in listed(state)):
        return _is_first(state, fault, 1) == (cause.cause == "first-card")
    return True


def _is_first(state: HandState, fault: DealFault, count: int) -> bool:
    """Is the card one of the first `count` of the deal, as far as the record tells?"""
    deal = first_so_far(state, Deal)
    if deal is None:
        due = first_due(state, "after-buck")
        meant_for_another = fault.meant_for is not None and due is not None and fault.meant_for != due.name
        return fault.kind == "misdirected" and not meant_for_another
    first = deal.holdings[:count]
    return any(name == fault.player and cards[0] in fault.cards and cards[0] != UNKNOWN for name, cards in first)


def _noted(state: HandState, cause: MisdealCause) -> bool:
    """Does the record note as many such mishaps as it takes?

    Where hands can be rebuilt, only cards that somebody may have looked at count.
    """
    faults = [one for one in state.attempt.faults if one.seen is not False or not cause.rebuilt]
    kinds = FAULTS.get(cause.cause, ())
    found = sum(cards_of(one) for one in faults if one.kind in kinds and is_about(state, one, cause))
    return found > cause.more_than


def _astray(state: HandState) -> bool:
    """Did the deal begin with the wrong player, or go round in another order than clockwise?"""
    due = first_due(state, "after-buck")
    deals = deal_events_so_far(state, Deal)
    if due is None or not deals or state.board:
        return False
    return _begins_astray(state) or any(unsorted(state, one, first_given(state, one)) is not None for one in deals)


def _begins_astray(state: HandState) -> bool:
    """Did the first card go to the wrong player, though the right one got cards of the same pass?"""
    due = first_due(state, "after-buck")
    deal = first_so_far(state, Deal)
    if due is None or deal is None or state.board:
        return False
    return deal.holdings[0][0] != due.name and due.name in served(state, deal)


def miscounts(state: HandState) -> list[Event]:
    """The events that say that somebody had too few or too many cards."""
    due = own_cards_due(state)
    counted = [event for event in deal_events_so_far(state, Holds) if event.count != due]
    return [*counted, *(one for one in state.attempt.faults if one.kind == "extra")]


def _in_stage(state: HandState, at: Event, cause: MisdealCause) -> bool:
    """Was this found at the stage of the hand that the cause is about: before anybody acted, or after that?"""
    act = first_so_far(state, Act)
    acted = act is not None and place_of(state, act) < place_of(state, at)
    return cause.found == "any" or acted == (cause.found == "acted")


def _after_a_wager(state: HandState, cut: Cut) -> bool:
    """Did the cut come after a wager?"""
    wager = first_so_far(state, Wager)
    return wager is not None and place_of(state, wager) < place_of(state, cut)
