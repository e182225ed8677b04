"""Checks of buy-ins: the chips with which players enter a game, come back to it, or return from an absence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import on, session_check
from auditor.auditing.engine.situations import ATTENDED, NEXT_HAND
from auditor.checks.support.floor_record import floor_of
from auditor.replay.session.floor import Arrival, BuyIn, Departure, NeedsFloorRecord, game_of, minutes_from
from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.replay.session.state import Session
from auditor.vocabulary.clock import minutes_text
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, ordinal

# ---- buying in ----


class ShortBuyIn(NeedsFloorRecord):
    """How large a full buy-in is, and how many short ones a player may make.

    A full buy-in is what the table declares or, if it declares none, this `multiple` of the highest bet. A player who
    comes from one of the `exempt` places keeps the stake held there. A clause with `origins` is about players from
    those places only, one without about players who come from no place that is named.
    """

    multiple: int | None = None
    most: int = 1
    exempt: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


def full_buy_in(setup: Setup, multiple: int | None) -> int | None:
    """The least with which a player enters a game: what the table declares, or a multiple of its highest bet."""
    highest = max((most or least for least, most in setup.bets), default=None)
    if setup.stake is not None or multiple is None or highest is None:
        return setup.stake
    return multiple * highest


def _entering(session: Session, hand: HandPlayed, figure: ShortBuyIn) -> list[tuple[SeatFact, BuyIn]]:
    if hand.setup.tournament is not None or (session.previous is not None and not session.follows(hand)):
        return []
    known = {*figure.exempt, *figure.origins} if figure.origins else set()
    entering = floor_of(session).entering(hand)
    if figure.origins:
        return [(seat, bought) for seat, bought in entering if bought.origin in known]
    return [(seat, bought) for seat, bought in entering if bought.origin is None or bought.origin in figure.exempt]


def _enters(session: Session, hand: HandPlayed, figure: ShortBuyIn) -> bool:
    return bool(_entering(session, hand, figure))


def _is_short(bought: BuyIn, figure: ShortBuyIn) -> bool | None:
    """Is a buy-in short of a full one? None if the record does not tell."""
    if bought.origin in figure.exempt:
        return False
    full = full_buy_in(bought.setup, figure.multiple)
    return None if full is None or bought.amount is None else bought.amount < full


@session_check("short-buy-in", watches=on(HandPlayed, ATTENDED), figure=ShortBuyIn, when=_enters)
def short_buy_in(session: Session, hand: HandPlayed, figure: ShortBuyIn) -> Iterable[Outcome]:
    """A player makes more short buy-ins than the clause allows.

    A buy-in is what a player has at the first card after sitting down, or after losing everything. Chips that a player
    adds in between are no buy-in. Short buy-ins count together if they were made in the same game. Players whose
    arrival is not on record are passed over.
    """
    for seat, bought in _entering(session, hand, figure):
        short = _is_short(bought, figure)
        if short is None:
            yield not_recorded(figure, "the buy-in of a player, or the least there is")
            continue
        earlier = [one for one in floor_of(session).buy_ins.get(seat.name, ()) if _is_short(one, figure)]
        earlier = [one for one in earlier if _same_game(one.setup, hand.setup)]
        if not short or len(earlier) < figure.most or bought.amount is None:
            continue
        full = full_buy_in(hand.setup, figure.multiple) or 0
        observed = f"{ordinal(len(earlier) + 1)} short buy-in, {money_text(bought.amount)}"
        if bets := hand.setup.bets:
            observed += f" in a {'-'.join(money_text(least) for least, _ in bets)} game"
        expected, others = f"minimum {money_text(full)}", tuple([one.event for one in earlier])
        yield breach(figure, bought.event, observed, expected, by=seat.name, evidence=others)


def _same_game(one: Setup, other: Setup) -> bool:
    return (one.rules, one.limit, one.bets) == (other.rules, other.limit, other.bets)


class LargeBuyIn(NeedsFloorRecord):
    """The places from which a player may bring more than the largest buy-in.

    A player who left the game and has to bring back what was taken away may do so in any case.
    """

    exempt: tuple[str, ...] = ()


def _bounded(session: Session, hand: HandPlayed, figure: LargeBuyIn) -> bool:
    return hand.setup.most_stake is not None and any(_buyers(session, hand, figure))


def _buyers(session: Session, hand: HandPlayed, figure: LargeBuyIn) -> Iterator[tuple[SeatFact, BuyIn]]:
    if hand.setup.tournament is not None or (session.previous is not None and not session.follows(hand)):
        return
    floor = floor_of(session)
    for seat, bought in floor.entering(hand):
        if bought.origin not in figure.exempt and seat.name not in floor.left:
            yield seat, bought


@session_check("largest-buy-in", watches=on(HandPlayed, ATTENDED), figure=LargeBuyIn, when=_bounded)
def largest_buy_in(session: Session, hand: HandPlayed, figure: LargeBuyIn) -> Iterable[Outcome]:
    """A player buys in for more than the table allows.

    A stake that grows later is no buy-in. A player who comes back to the game may have to bring back what was taken
    away, and is passed over.
    """
    most = hand.setup.most_stake
    assert most is not None
    for seat, bought in _buyers(session, hand, figure):
        if bought.amount is None:
            yield not_recorded(figure, "the buy-in of a player")
        elif bought.amount > most:
            observed = f"{escaped(seat.name, 30)} bought in for {money_text(bought.amount)}"
            yield breach(figure, bought.event, observed, f"at most {money_text(most)}", by=seat.name)


# ---- coming back ----


class Return(NeedsFloorRecord):
    """For how many minutes after cashing out a player who returns must bring back what was taken away.

    `counts` says whether the player must bring back at least as much, or just as much.
    """

    minutes: int
    counts: Literal["at_least", "equal"] = "at_least"


def _returning(session: Session, hand: HandPlayed) -> Iterator[tuple[SeatFact, Departure, Arrival | None]]:
    floor = floor_of(session)
    if hand.setup.tournament is None and (session.previous is None or session.follows(hand)):
        for name, departure in floor.left.items():
            seat = hand.seat_of(name)
            if seat is not None and seat.dealt and departure.game in (None, game_of(hand)):
                yield seat, departure, floor.came.get(name)


def _returns(session: Session, hand: HandPlayed, figure: Return) -> bool:
    return bool(floor_of(session).left) and any(_returning(session, hand))


@session_check("return-stake", watches=on(HandPlayed, ATTENDED), figure=Return, when=_returns)
def return_stake(session: Session, hand: HandPlayed, figure: Return) -> Iterable[Outcome]:
    """A player who cashed out returns to the game too soon with another amount than was taken away.

    The absence is as long as the record shows at most: from the time of leaving, or the latest time noted before it, to
    the time of sitting down, or that of the first hand. The last minute counts. Some clauses allow a player to bring
    back more.
    """
    watch = floor_of(session).watch
    for seat, departure, arrival in _returning(session, hand):
        if not departure.stake and departure.stake is not None:
            continue  # nothing was taken away
        back = arrival.moment if arrival is not None else None
        exact = departure.exact and back is not None
        away = minutes_from(departure.moment, back if back is not None else watch.at(hand.time, hand.day))
        if away is not None and away > figure.minutes and exact:
            continue
        brought = seat.ready
        if brought is None or departure.stake is None or away is None or away > figure.minutes:
            yield not_recorded(figure, "with how much, and when, a player left the game and came back")
        elif brought < departure.stake or (figure.counts == "equal" and brought > departure.stake):
            observed = f"returned after {minutes_text(away)} with {money_text(brought)}"
            expected = f"had left with {money_text(departure.stake)}"
            at = arrival.event if arrival is not None else hand
            owed = abs(departure.stake - brought)
            yield breach(figure, at, observed, expected, by=seat.name, money=owed, evidence=(departure.event,))


class Restored(NeedsFloorRecord):
    """A player must restore what was taken off the table for an absence."""


def _back(session: Session, hand: HandPlayed) -> list[SeatFact]:
    """The players who took chips off the table, sat out and are dealt in again."""
    floor = floor_of(session)
    if not floor.taken or session.previous is None or not session.follows(hand) or hand.setup.tournament is not None:
        return []
    found = [hand.seat_of(name) for name in floor.taken]
    return [seat for seat in found if seat is not None and seat.dealt and _was_absent(session, seat.name)]


def _was_absent(session: Session, name: str) -> bool:
    before = session.previous.seat_of(name) if session.previous is not None else None
    return before is None or not before.dealt


def _comes_back(session: Session, hand: HandPlayed, figure: Restored) -> bool:
    return bool(_back(session, hand))


@session_check("stake-restored", watches=on(HandPlayed, NEXT_HAND), figure=Restored, when=_comes_back)
def stake_restored(session: Session, hand: HandPlayed, figure: Restored) -> Iterable[Outcome]:
    """A player returns from an absence without all the chips that were taken off the table for it."""
    for seat in _back(session, hand):
        removed, stake = floor_of(session).taken[seat.name]
        if stake is None or seat.ready is None:
            yield not_recorded(figure, "the stake before an absence, or after it")
        elif seat.ready < stake:
            observed = f"seat {seat.seat} back from an absence with {money_text(seat.ready)}"
            expected = f"the {money_text(stake)} there was before chips were removed"
            money = stake - seat.ready
            yield irregularity(figure, hand, observed, expected, by=seat.name, money=money, evidence=(removed,))
