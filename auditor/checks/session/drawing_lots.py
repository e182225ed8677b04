"""Checks of lots: cards drawn or dealt for the button or for seats."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import on, session_check
from auditor.auditing.engine.situations import IN_TOURNAMENT
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import ACE, UNKNOWN, card_text
from auditor.vocabulary.events import Lots, Procedure, Sits
from auditor.vocabulary.findings import DEALER, OPERATOR
from auditor.vocabulary.wording import escaped, joined


class ButtonDraw(Figure):
    """Whose card gets the button at the start of a game, whether the ace is the lowest, and in which kind of game."""

    takes: Literal["highest", "lowest"]
    ace: Literal["high", "low"] = "high"
    tournament: bool = False


def _lots(session: Session) -> list[Lots]:
    """The lots for the button since the hand before."""
    return [one for one in session.since if isinstance(one, Lots) and one.purpose == "button"]


def _starts(session: Session, hand: HandPlayed, figure: ButtonDraw) -> bool:
    """Does a game of this kind begin, as far as the record tells?"""
    if (hand.setup.tournament is not None) is not figure.tournament:
        return False
    return session.begins or bool(_lots(session))


@session_check("button-draw", watches=HandPlayed, figure=ButtonDraw, when=_starts)
def button_draw(session: Session, hand: HandPlayed, figure: ButtonDraw) -> Iterable[Outcome]:
    """The button of a new game does not go to the player with the right card.

    Suits decide between cards of one rank: spades, hearts, diamonds, clubs. A record without the cards, or without a
    button, proves nothing, and neither does one of which a hand could not be read that may have come before this one.
    """
    lots = _lots(session)
    cards = {name: drawn[0] for name, drawn in lots[-1].holdings} if lots else {}
    if not cards or UNKNOWN in cards.values() or hand.buck is None or session.gap:
        return [not_recorded(figure, "the cards drawn for the button, and where it lay")]

    def height(name: str) -> tuple[int, int]:
        rank, suit = cards[name] >> 2, cards[name] & 3
        return -1 if rank == ACE and figure.ace == "low" else rank, suit

    chosen = max(cards, key=height) if figure.takes == "highest" else min(cards, key=height)
    seat = hand.seat_of(chosen)
    if seat is None or seat.seat == hand.buck:
        return () if seat is not None else [not_recorded(figure, "the seat of whoever drew the button")]
    observed = f"button at seat {hand.buck}"
    expected = f"the {figure.takes} card, {card_text(cards[chosen])}, was drawn by seat {seat.seat}"
    return [breach(figure, hand, observed, expected, by=DEALER, evidence=(lots[-1],))]


@session_check("lots-order", watches=Lots, figure=Figure)
def lots_order(session: Session, event: Lots, figure: Figure) -> Iterable[Outcome]:
    """Lots are dealt in another order than clockwise from the dealer's left, where the first seat is.

    It does not matter where the button is. Cards that players draw have no order.
    """
    if not event.dealt:
        return ()
    seats = _seats(session)
    order = [seats.get(name) for name, _ in event.holdings]
    if None in order:
        return [not_recorded(figure, "where those sit who were dealt lots")]
    known = [seat for seat in order if seat is not None]
    if known == sorted(known):
        return ()
    observed = f"lots dealt to seats {joined([str(seat) for seat in known])}"
    expected = "clockwise from the dealer's left, wherever the button is"
    return [breach(figure, event, observed, expected, by=DEALER)]


def _seats(session: Session) -> dict[str, int]:
    """Where everybody sits: as of now, or as the hand that follows shows it."""
    coming = session.coming
    after = {seat.name: seat.seat for seat in coming.seats} if isinstance(coming, HandPlayed) else {}
    return {**after, **session.seated}


# ---- seats by lot ----


class SeatLots(Figure):
    """Where the players come from who draw for their seats."""

    origin: str


def _from_there(session: Session, event: Sits, figure: SeatLots) -> bool:
    return event.origin == figure.origin


@session_check("seats-by-lot", watches=Sits, figure=SeatLots, when=_from_there, answers=("operator",))
def seats_by_lot(session: Session, event: Sits, figure: SeatLots) -> Iterable[Outcome]:
    """A player of a broken game gets a seat although somebody saw that no cards were drawn for the seats.

    The fault is reported once for all players who come together.
    """
    draws = [one for one in session.since if isinstance(one, Procedure) and one.what == "seat-draw"]
    if any(isinstance(one, Lots) and one.purpose == "seats" for one in session.since) or any(d.done for d in draws):
        return ()
    if not draws:
        return [not_recorded(figure, "the draw for seats")]
    if any(isinstance(one, Sits) and one.origin == figure.origin for one in session.since):
        return ()
    observed = f"{escaped(event.player, 30)} seated from a broken game without a draw"
    return [irregularity(figure, event, observed, "cards drawn for the seats", by=OPERATOR, evidence=tuple(draws))]


def _tournament_starts(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return hand.setup.tournament is not None and session.begins


@session_check("first-seating", watches=on(HandPlayed, IN_TOURNAMENT), figure=Figure, when=_tournament_starts)
def first_seating(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """Somebody sees the first seats of a tournament given neither by lot nor by assignment."""
    draw = hand.setup.steps.get("seat-draw")
    if any(isinstance(one, Lots) and one.purpose == "seats" for one in session.since) or (draw and draw.done):
        return ()
    if draw is None:
        return [not_recorded(figure, "how the first seats were given")]
    return [irregularity(figure, draw, "first seats not given by lot", "a draw or an assignment", by=OPERATOR)]
