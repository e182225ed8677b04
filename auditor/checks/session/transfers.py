"""Checks of players who go to another game: how long they may play on, where they may go, who refuses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import ATTENDED, NEXT_HAND
from auditor.checks.support.floor_record import floor_of
from auditor.replay.session.floor import MoveCall, NeedsFloorRecord, minutes_from
from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.clock import minutes_text
from auditor.vocabulary.events import Transfer
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.wording import escaped, number, plural


class PlayingOn(NeedsFloorRecord):
    """What a player who is to go may still play: until the large blind or, where there are no blinds, so many hands.

    With `waiting` names on the list it is `hands_waiting` hands only, up to the button if the player has taken the
    blinds.
    """

    why: Literal["must-move", "request"]
    hands: int = 1
    waiting: int | None = None
    waiting_without_blinds: int | None = None  # the same in games without blinds
    hands_waiting: int = 0


def _leavers(session: Session, hand: HandPlayed, figure: PlayingOn) -> Iterator[tuple[SeatFact, MoveCall]]:
    for name, due in floor_of(session).due.items():
        seat = hand.seat_of(name)
        if due.event.why == figure.why and not due.event.refused and seat is not None and seat.dealt:
            yield seat, due


def _plays_on(session: Session, hand: HandPlayed, figure: PlayingOn) -> bool:
    return bool(floor_of(session).due) and session.follows(hand) and any(_leavers(session, hand, figure))


@session_check("playing-on", watches=on(HandPlayed, NEXT_HAND), figure=PlayingOn, when=_plays_on)
def playing_on(session: Session, hand: HandPlayed, figure: PlayingOn) -> Iterable[Outcome]:
    """A player who is to go to another game plays more hands here than the clause allows.

    The check reports this once. It holds only a list that is on record against the player.
    """
    for seat, due in _leavers(session, hand, figure):
        expected = _exceeded(session, hand, figure, seat, due)
        if expected is not None:
            name, hands = escaped(seat.name, 30), due.hands + 1
            called = "called to the main game" if figure.why == "must-move" else "going to another game"
            observed = f"{name}, {called}, was dealt {number(hands)} more {plural(hands, 'hand')}"
            yield irregularity(figure, hand, observed, expected, by=seat.name, evidence=(due.event,))


def _exceeded(session: Session, hand: HandPlayed, figure: PlayingOn, seat: SeatFact, due: MoveCall) -> str | None:
    """What the player may play, if this is the first hand beyond it."""
    blinds = bool(hand.setup.blinds)
    waiting = figure.waiting if blinds else figure.waiting_without_blinds
    if waiting is not None and due.waiting >= waiting:
        if not _first_beyond(session, hand, figure, seat, due):
            return None
        return f"to move at once, {number(due.waiting)} waiting for the seat"
    if not blinds:
        more = f"{number(figure.hands)} more {plural(figure.hands, 'hand')}"
        return f"{more} before moving" if due.hands == figure.hands else None
    large = hand.blind(len(hand.setup.blinds) - 1)
    if due.blind or large is None or large.player != seat.name:
        return None
    return "only until due for the big blind"


def _first_beyond(session: Session, hand: HandPlayed, figure: PlayingOn, seat: SeatFact, due: MoveCall) -> bool:
    """Is this the first hand beyond those left to a player for whose seat others wait?

    A player who has taken the blinds may play on until the button comes.
    """
    taken = session.entries.paid.get(seat.name)  # hands since the large blind
    until = len(hand.setup.blinds)
    if not until or taken is None or taken > until:
        return due.hands == figure.hands_waiting
    return taken == until and due.hands <= until


class BarredTransfer(NeedsFloorRecord):
    """For how many minutes a player who refuses to move may not play in the game."""

    minutes: int


def _refusers(session: Session, hand: HandPlayed) -> Iterator[tuple[SeatFact, MoveCall]]:
    for name, due in floor_of(session).due.items():
        seat = hand.seat_of(name)
        if due.event.refused and due.event.why == "must-move" and due.hands == 0 and seat is not None and seat.dealt:
            yield seat, due


def _refused(session: Session, hand: HandPlayed, figure: BarredTransfer) -> bool:
    return bool(floor_of(session).due) and any(_refusers(session, hand))


@session_check("must-move-refused", watches=on(HandPlayed, ATTENDED), figure=BarredTransfer, when=_refused)
def must_move_refused(session: Session, hand: HandPlayed, figure: BarredTransfer) -> Iterable[Outcome]:
    """A player who refused to move to the main game plays on in the must-move game.

    The player has to quit, and may come back once the time is over. The check reports this once.
    """
    watch = floor_of(session).watch
    for seat, due in _refusers(session, hand):
        away = minutes_from(due.moment, watch.at(hand.time, hand.day))
        if away is None and (due.left or not session.follows(hand)):
            yield not_recorded(figure, "for how long a player who refused to move was away")
        elif away is None or away < figure.minutes:
            after = f" after {minutes_text(away)}" if away else ""
            observed = f"{escaped(seat.name, 30)} refused to move and was dealt in{after}"
            expected = f"to quit, for {figure.minutes} minutes at least"
            yield irregularity(figure, hand, observed, expected, by=seat.name, evidence=(due.event,))


def _counted(_state: object, event: Transfer, figure: Figure) -> bool:
    return event.why == "request" and not event.refused and event.players is not None


@check("transfer-balance", watches=Transfer, figure=Figure, when=_counted)
def transfer_balance(state: HandState, event: Transfer, figure: Figure) -> Iterable[Outcome]:
    """A player is let go to a similar game that has more players than are left behind.

    The other game is counted before the move, this one without the player.
    """
    return _balance(event, figure, len(state.players))


@session_check("transfer-balance", watches=Transfer, figure=Figure, when=_counted)
def transfer_balance_between_hands(session: Session, event: Transfer, figure: Figure) -> Iterable[Outcome]:
    """The same between hands, if the record tells who sits at the table."""
    return _balance(event, figure, 0 if session.gap else len(session.seated))


def _balance(event: Transfer, figure: Figure, seated: int) -> Iterable[Outcome]:
    """The outcome of a transfer from a table where so many are seated; none, if nobody knows who."""
    if not seated or event.players is None:
        return [not_recorded(figure, "the players of the game that is left")]
    left = seated - 1
    if left >= event.players:
        return ()
    observed = f"{escaped(event.player, 30)} let go to a game of {number(event.players)}, leaving {number(left)} behind"
    return [irregularity(figure, event, observed, "not if fewer are left than play there", by=OPERATOR)]
