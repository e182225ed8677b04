"""Checks of a tournament under way: levels, absent players, seats, the chip race, the order of elimination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import ALL_DEALT_IN, IN_TOURNAMENT, LATER_HAND, REMARKED
from auditor.checks.support.ranks import authority
from auditor.replay.forced_bets.levels import LEVEL_CHANGE
from auditor.replay.session.hand_summary import HandPlayed, SeatFact, SessionClosed
from auditor.replay.session.state import GivenNotice, Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import UNKNOWN, cards_text
from auditor.vocabulary.clock import minutes_between, minutes_text
from auditor.vocabulary.events import Moves, PickedUp, Placed, Raced, Ruling, Sits
from auditor.vocabulary.findings import DEALER, OPERATOR, Money, Severity
from auditor.vocabulary.hand import Level, Setup
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined

# ---- levels ----


class Levels(Figure):
    """What a clause says of the levels of a tournament: that they rise, or from when a new one counts.

    A `notice`, by the word that logs have for it, signals the end of a level.
    """

    judges: Literal["falling", "late"]
    notice: str


def _level_counts(session: Session, event: HandPlayed, figure: Levels) -> bool:
    if event.setup.tournament is None:
        return False
    if event.setup.level_due is not None and figure.judges == "late":
        return True
    return session.previous is not None and session.follows(event)


@session_check(LEVEL_CHANGE, watches=on(HandPlayed, IN_TOURNAMENT), figure=Levels, when=_level_counts)
def level_change(session: Session, event: HandPlayed, figure: Levels) -> Iterable[Outcome]:
    """A level of a tournament falls, or a hand is dealt at the old level after the signal for the new one.

    The same if the table declares the new level, and everybody still puts up what the old one asks for: the dealer
    answers for that, and nobody who put up too little. The money is the difference. A hand begun before the signal
    keeps its level to the end.
    """
    if event.setup.level_due is not None and figure.judges == "late":
        return [_old_level(event, event.setup.level_due, figure)]
    assert session.previous is not None
    before, now = _stakes(session.previous.setup), _stakes(event.setup)
    if not before or not now:
        return [not_recorded(figure, "the blinds of the level")]
    if figure.judges == "falling":
        lower = [(old, new) for old, new in zip(before, now, strict=False) if new < old]
        if not lower or _form(session.previous.setup) != _form(event.setup):
            return ()
        old, new = lower[-1]
        observed = f"blind or bet of {money_text(new)} after {money_text(old)}"
        money = _put_up_less(event, session.previous.setup.level) or old - new
        return [breach(figure, event, observed, "levels only rise", by=OPERATOR, money=money)]
    signals = [one for one in session.notices_given if one.notice.about == figure.notice and one.notice.given]
    since = [one for one in signals if _since(session, event, one)]
    if not since or before != now:
        return ()
    observed = "hand dealt at the old level after the signal for the new one"
    return [
        breach(figure, event, observed, "the next deal is at the new level", by=DEALER, evidence=(since[-1].notice,))
    ]


def _old_level(event: HandPlayed, due: Level, figure: Levels) -> Outcome:
    """The fault of a hand dealt at the level before the one that was declared for it."""
    observed = f"hand dealt at the old level, {_level_text(event.setup.level)}"
    money = _put_up_less(event, due)
    return breach(figure, event, observed, f"the new level, {_level_text(due)}", by=DEALER, money=money)


def _put_up_less(event: HandPlayed, due: Level) -> int | None:
    """How much less was put up before the cards than a level asks for: by the blinds, by everybody dealt in."""
    level, dealt = event.setup.level, sum(seat.dealt for seat in event.seats)
    short = sum(due.blinds) - sum(level.blinds) + dealt * ((due.ante or 0) - (level.ante or 0))
    return max(short + (due.bring_in or 0) - (level.bring_in or 0), 0) or None


def _level_text(level: Level) -> str:
    """A level in words: blinds of $50 and $100, an ante of $10."""
    parts = [("blinds", joined([money_text(one) for one in level.blinds]))] if level.blinds else []
    parts += [(what, money_text(one)) for what, one in (("an ante", level.ante), ("a bring-in", level.bring_in)) if one]
    return ", ".join(f"{what} of {amount}" for what, amount in parts) or "as declared"


def _stakes(setup: Setup) -> tuple[int, ...]:
    """What a level sets: the ante and the bring-in, the blinds, the bets."""
    antes = [one for one in (setup.ante, setup.bring_in) if one is not None]
    return (*antes, *setup.blinds, *(least for least, _ in setup.bets))


def _form(setup: Setup) -> tuple[object, ...]:
    """What makes the stakes of two hands comparable: the same game, played with the same kinds of wagers."""
    kinds = (setup.ante is None, setup.bring_in is None, len(setup.blinds), len(setup.bets))
    return (setup.rules, setup.limit, *kinds)


def _since(session: Session, event: HandPlayed, given: GivenNotice) -> bool:
    """Was a notice given in the hand before this one, or between the two?"""
    assert session.previous is not None
    return given.hand == (session.previous.number if given.during or given.after else event.number)


# ---- absent players, seats ----


def _in_tournament(session: Session, event: HandPlayed, figure: Figure) -> bool:
    return event.setup.tournament is not None


@session_check(
    "absent-dealt",
    watches=on(HandPlayed, IN_TOURNAMENT),
    figure=Figure,
    when=_in_tournament,
    clears_at=on(HandPlayed, IN_TOURNAMENT | ALL_DEALT_IN),
)
def absent_dealt(session: Session, event: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A player of a tournament who is away gets no hand, though the chips of absent players play all the same.

    A player who comes from another table may have to wait, and one may be dealt out as a penalty. So the log must say
    that the player was away, or the record must show that the player was there before, or that the tournament has just
    begun; after a ruling the check then decides nothing. A player dealt out by order is in order.
    """
    ruled = any(isinstance(one, Ruling) for one in session.since)
    for seat in event.seats:
        if not seat.out or seat.dealt or not seat.start or seat.why_out == "by order":
            continue
        may_wait = ruled or not (session.begins or session.has_played(seat.name)) or _just_came(session, seat.name)
        if may_wait and seat.why_out is None:
            yield not_recorded(figure, "why a player was not dealt in")
        else:
            observed = f"seat {seat.seat} {escaped(seat.name, 30)}, who was away, dealt no hand"
            yield irregularity(figure, event, observed, "absent players are dealt in and their chips post", by=DEALER)


def _just_came(session: Session, name: str) -> bool:
    return any(isinstance(one, Sits | Moves) and one.player == name for one in session.since)


class AbsentStack(Figure):
    """After how many minutes an absent player's chips may be taken away, or at the next level if that comes first."""

    minutes: int
    notice: str


def _hand_of_tournament(state: HandState, event: PickedUp, figure: Figure) -> bool:
    return state.hand.setup.tournament is not None


def _of_tournament(session: Session, event: PickedUp | Moves, figure: Figure) -> bool:
    return session.setup is not None and session.setup.tournament is not None


@check("absent-stack", watches=PickedUp, figure=AbsentStack, when=_hand_of_tournament)
def absent_stack(state: HandState, event: PickedUp, figure: AbsentStack) -> Iterable[Outcome]:
    """The chips of a player who is not there at the start of a tournament are taken away too soon."""
    return ()  # once hands are played it is no longer the start


@session_check("absent-stack", watches=PickedUp, figure=AbsentStack, when=_of_tournament)
def absent_stack_between_hands(session: Session, event: PickedUp, figure: AbsentStack) -> Iterable[Outcome]:
    """Between hands the chips of a player who has not played yet are taken away too soon."""
    if session.has_played(event.player):
        return ()
    if any(one.notice.about == figure.notice and one.notice.given for one in session.notices_given):
        return ()
    waited = minutes_between(session.opening, event.time)
    if waited is None:
        return [not_recorded(figure, "when the tournament began, and when the chips were taken away")]
    if waited >= figure.minutes:
        return ()
    observed = f"chips of {escaped(event.player, 30)} taken away after {minutes_text(waited)}"
    return [irregularity(figure, event, observed, f"after {figure.minutes}, or at a new level", by=OPERATOR)]


class SeatOrder(Figure):
    """The lowest rank that may give a player of a tournament another seat."""

    least: str


@session_check("tournament-seat", watches=Moves, figure=SeatOrder, when=_of_tournament)
def tournament_seat(session: Session, event: Moves, figure: SeatOrder) -> Iterable[Outcome]:
    """A player of a tournament changes seats, and nobody entitled to it ordered that."""
    if event.by == event.player:
        observed = f"{escaped(event.player, 30)} took seat {event.seat} unasked"
        return [irregularity(figure, event, observed, "seats are changed by the director only", by=event.player)]
    return authority(session.rules, figure, event, event.by, figure.least, f"{escaped(event.player, 30)} moved")


# ---- the chip race ----


@session_check("chip-race", watches=Raced, figure=Figure)
def chip_race(session: Session, event: Raced, figure: Figure) -> Iterable[Outcome]:
    """New chips of a race go to others than those with the highest cards, or cards are dealt in a wrong order.

    Players get one card a chip. Where the text leaves open whether one player may win two chips, and what becomes of a
    remainder, every reading will do. A player left without chips gets one before all others; only stakes can tell who
    that may be.
    """
    if any(UNKNOWN in cards for _, cards in event.holdings):
        return [not_recorded(figure, "the cards of the race")]
    seats = [session.seated[name] for name, _ in event.holdings if name in session.seated]
    if seats != sorted(seats):
        return [breach(figure, event, "cards of the race dealt out of order", "from seat 1 clockwise", by=DEALER)]
    won, due = Counter(event.winners), list(_due(event))
    if any(won == each for each in due):
        return ()
    wrong = won - due[0]
    if any(_may_be_broke(session, name) for name in wrong):
        return [not_recorded(figure, "the other chips of those in the race")]
    names = joined([escaped(name, 30) for name in wrong] or ["nobody"])
    highest = joined([f"{escaped(name, 30)} ({cards_text([max(dict(event.holdings)[name])])})" for name in due[0]])
    count = sum(wrong.values()) or 1
    observed = f"new {money_text(event.high)} chip of the race given to {names}"
    return [breach(figure, event, observed, f"due to {highest}", by=DEALER, money=count * event.high)]


def _due(event: Raced) -> Iterator[Counter[str]]:
    """The players who get a new chip, by each reading: one chip for each of the highest cards, or for each player."""
    cards = sorted([(card, name) for name, held in event.holdings for card in held], reverse=True)
    value = len(cards) * event.low
    chips, rest = divmod(value, event.high)
    by_card = [name for _, name in cards]
    by_player = list(dict.fromkeys(by_card))
    for order in (by_player, by_card):
        yield Counter(order[:chips])
        if rest:
            yield Counter(order[: chips + 1])


def _may_be_broke(session: Session, name: str) -> bool:
    seat = session.previous.seat_of(name) if session.previous is not None else None
    return seat is None or seat.end is None or seat.end < session_chip(session)


def session_chip(session: Session) -> int:
    """The lowest chip in play: nobody who has any chips has less."""
    return (session.setup.chip if session.setup is not None else None) or 1


# ---- the order of elimination ----


def _places_given(session: Session) -> list[tuple[Placed, SeatFact]]:
    """The places given since the hand before to players who went broke in it."""
    if session.previous is None:
        return []
    found = []
    for one in session.since:
        if isinstance(one, Placed):
            seat = session.previous.seat_of(one.player)
            if seat is not None and seat.busted:
                found.append((one, seat))
    return found


def _several_placed(session: Session, event: HandPlayed | SessionClosed, figure: Figure) -> bool:
    return len(_places_given(session)) > 1


PLACES = LATER_HAND | REMARKED  # the moments at which places may have been given


@session_check(
    "elimination-order", watches=on(HandPlayed, PLACES) | on(SessionClosed, PLACES), figure=Figure, when=_several_placed
)
def elimination_order(session: Session, event: HandPlayed | SessionClosed, figure: Figure) -> Iterable[Outcome]:
    """Of two players who go broke in the same hand, the one who began it with fewer chips is placed higher.

    Players with equal chips share: they get the same prize.
    """
    placed = sorted(_places_given(session), key=lambda each: each[0].place)
    for (better, above), (worse, below) in pairwise(placed):
        if above.start is None or below.start is None:
            yield not_recorded(figure, "the chips they began the hand with")
        elif above.start < below.start and better.place < worse.place:
            observed = f"{_began(better, above)}, placed above {_began(worse, below)}"
            yield _wrong_prize(figure, better, worse, observed, "more chips at the start of the hand place higher", 1)
        elif above.start == below.start and better.prize != worse.prize:
            observed = (
                f"{escaped(better.player, 30)} and {escaped(worse.player, 30)} with equal chips got unequal prizes"
            )
            yield _wrong_prize(figure, better, worse, observed, "equal prize money", 2)


def _began(one: Placed, seat: SeatFact) -> str:
    return f"{escaped(one.player, 30)}, who began the hand with {money_text(seat.start or 0, '')}"


def _wrong_prize(figure: Figure, better: Placed, worse: Placed, observed: str, expected: str, share: int) -> Outcome:
    """The fault of a prize that another should have had, all of it or half of the difference."""
    money = None
    if better.prize is not None and worse.prize is not None and better.prize > worse.prize:
        money = Money((better.prize - worse.prize) // share, owed_to=worse.player, owed_by=better.player)
    return fault(Severity.BREACH, figure, better, observed, expected, by=OPERATOR, money=money)
