"""Checks of the time that a player has to act, and of a turn that others do not wait for."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, fault, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import PASSED_OVER
from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState, Player
from auditor.replay.state.timeline import NEVER, first_from, last_before
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.clock import Minutes, minutes_between, minutes_text, seconds_of
from auditor.vocabulary.events import (
    Act,
    Clock,
    Communal,
    Deal,
    Discards,
    Event,
    Fold,
    Incident,
    Misdeal,
    Show,
    TimedOut,
    Voided,
    Win,
)
from auditor.vocabulary.findings import DEALER, Money, Severity
from auditor.vocabulary.wording import number

TIME_TO_ACT = "time-to-act"  # what a table declares if it gives its players so many seconds
REASONS = {"time", "clock"}  # the words in the reason for a hand killed


class TimeToAct(Figure):
    """Who gives a player the time to act: the table, which declares it, or the book, once somebody asks for the clock.

    By the book the hand is dead only if the player faces a wager, and then in any case.
    """

    given_by: Literal["table", "book"] = "table"
    severity: Literal["breach", "irregularity"] = "breach"


def _ran_out(state: HandState, event: Voided) -> bool:
    """Does the record show that the player's time ran out, with no act of the player since?"""
    place = last_before(state.timeline.places_of(event.player, TimedOut, Act), place_of(state, event))
    return place >= 0 and isinstance(state.hand.events[place], TimedOut)


def _timed(state: HandState, event: Event, figure: TimeToAct) -> bool:
    if not isinstance(event, Voided):
        return True
    return not REASONS.isdisjoint((event.reason or "").lower().split()) or _ran_out(state, event)


@check("time-to-act", watches=on(TimedOut) | on(Voided), figure=TimeToAct, when=_timed, answers=("dealer",))
def time_to_act(state: HandState, event: TimedOut | Voided, figure: TimeToAct) -> Iterable[Outcome]:
    """A hand is killed for time that had not run out, or although nobody had bet in the betting round.

    A table that gives the time must declare it. Once the time has run out, a hand may be dead if there was a bet, and a
    blind is one; if there was none, the player is taken to check. A dealer who waits longer breaks nothing. Where the
    log notes the time to the second, before and after the turn or within it, that shows whether it had run out. By the
    book the hand is dead if the player faces a wager, and it is a fault if the player still acts. The money is the pot
    at that moment.
    """
    if figure.given_by == "table" and TIME_TO_ACT not in state.hand.setup.house:
        return [not_recorded(figure, "the time to act")]
    player = state.player(event.player, event)
    if isinstance(event, TimedOut):
        return _acted_late(state, event, player, figure) if figure.given_by == "book" else ()
    money, severity = Money(state.pot, owed_to=player.name), Severity[figure.severity.upper()]
    who = f"seat {player.seat}'s hand killed"
    given, (least, most) = _given(state, figure), _turn_lasted(state, event)
    if given is not None and most is not None and most < given:
        observed = f"{who} {minutes_text(most)} at most after the turn began"
        return [fault(severity, figure, event, observed, f"after {minutes_text(given)}", by=DEALER, money=money)]
    noted = given is not None and least is not None and least >= given
    if not noted and not _ran_out(state, event):
        observed = f"{who} before the time to act ran out"
        return [fault(severity, figure, event, observed, "it stays in", by=DEALER, money=money)]
    if not _pending(state, player, figure):
        return [fault(severity, figure, event, f"{who} though no bet was pending", "a check", by=DEALER, money=money)]
    return ()


def _given(state: HandState, figure: TimeToAct) -> Minutes | None:
    """The time that the table gives, in minutes; None if it declares none or the book gives it."""
    seconds = state.hand.setup.house.get(TIME_TO_ACT, "")
    return Fraction(int(seconds), 60) if figure.given_by == "table" and seconds.isdigit() else None


def _turn_lasted(state: HandState, event: Voided) -> tuple[Minutes | None, Minutes | None]:
    """For how long the player had the turn, at least and at most, as far as the log notes times to the second.

    The turn begins with whatever was done last, or with the last card; after an act that passed somebody over it may
    have begun before that.
    """
    timeline, now, header = state.timeline, place_of(state, event), state.hand.header.time
    noted, count = timeline.places_where(_to_the_second), len(timeline.events)
    begun = timeline.previous(now, Act, Deal, Communal)
    first, last = first_from(noted, begun, count), last_before(noted, now)
    least = minutes_between(_time_at(state, first), _time_at(state, last)) if 0 <= begun < first <= last else None
    before, after = last_before(noted, begun if begun >= 0 else now), first_from(noted, now, count)
    start = _time_at(state, before) if before >= 0 else header if header and seconds_of(header) is not None else None
    passed_over = state.early or state.skipped or state.absent
    open_ended = start is None or after == count or passed_over
    return least, None if open_ended or start is None else minutes_between(start, _time_at(state, after))


def _to_the_second(event: Event) -> bool:
    return isinstance(event, Clock) and seconds_of(event.time) is not None


def _time_at(state: HandState, place: int) -> str:
    noted = state.hand.events[place]
    assert isinstance(noted, Clock)
    return noted.time


def _pending(state: HandState, player: Player, figure: TimeToAct) -> bool:
    """Is there a bet that the player has to meet or, by a table's own rule, any bet at all?"""
    if state.round is None:
        return False
    return state.round.highest > (player.put_in_round if figure.given_by == "book" else 0)


def _acted_late(state: HandState, event: TimedOut, player: Player, figure: TimeToAct) -> list[Outcome]:
    """The fault of leaving a hand in though time had run out on its player, who faced a wager."""
    own = first_from(state.timeline.places_of(player.name, Act, Voided), place_of(state, event), NEVER)
    ended = state.timeline.next(place_of(state, event), Misdeal)
    next_ = state.hand.events[own] if own < ended else None
    if not _pending(state, player, figure) or not isinstance(next_, Act) or isinstance(next_, Fold):
        return []
    observed = f"seat {player.seat} acted after the time to act had run out"
    severity = Severity[figure.severity.upper()]
    return [fault(severity, figure, next_, observed, "the hand is dead", by=DEALER, evidence=(event,))]


# ---- a turn passed over ----


class Skipped(Figure):
    """How many players have to act behind one passed over, and which notes say that this player stopped the action."""

    players: int
    incidents: tuple[str, ...] = ()


@check("skipped-turn", watches=on(Act, PASSED_OVER), figure=Skipped, answers=("dealer",))
def skipped_turn(state: HandState, act: Act, figure: Skipped) -> Iterable[Outcome]:
    """A player passed over by so many others acts all the same, or has no further act in the record.

    The right to act may be lost then, unless the player stopped the action; the floor decides that. A player who waits
    for another in front does not lose it: the check looks only at the first of those passed over. A record that notes
    no folds tells nothing about a player who does not act.
    """
    if not state.skipped:
        return _never_acts(state, act, figure)
    player, timeline, start = state.skipped[0], state.timeline, place_of(state, act) + 1
    place = first_from(timeline.places_of(player.name, Act), start, NEVER)
    if place > min(timeline.next(start, Communal), timeline.next(start, Misdeal)):
        return ()
    late, behind = timeline.events[place], timeline.count(start, place + 1, Act)
    if isinstance(late, Fold) or behind < figure.players or (behind > figure.players and not state.goes_on):
        return ()  # the check reports at the act with exactly so many to come, which passes the player over as well
    stops = [one for one in timeline.all(Incident) if one.kind in figure.incidents]
    stopped = [one for one in stops if place_of(state, one) < start or one.player == player.name]
    if any(place_of(state, one) < place for one in stopped):
        return ()
    observed = f"seat {player.seat} acts after {number(figure.players)} players behind had acted"
    return [advisory(figure, late, observed, "the right to act may be lost", by=DEALER, evidence=(act,))]


def _never_acts(state: HandState, act: Act, figure: Skipped) -> list[Outcome]:
    """Report a player passed over who has no further act in the betting round, while so many others act behind."""
    if not state.absent or Fold not in state.kinds:
        return []
    player, timeline, start = state.absent[0], state.timeline, place_of(state, act)
    stop = min(timeline.next(start, Communal, Deal, Discards, Show, Win), timeline.next(start, Misdeal))
    others = [one.name for one in state.players if one is not player]
    if sum(first_from(timeline.places_of(name, Act), start, NEVER) < stop for name in others) < figure.players:
        return []
    last = next(islice(timeline.each(start, stop, Act), figure.players - 1, None))
    observed = f"seat {player.seat} did not act, and {number(figure.players)} players behind did"
    return [advisory(figure, last, observed, "the right to act may be lost", by=DEALER)]
