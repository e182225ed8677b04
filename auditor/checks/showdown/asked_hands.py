"""Checks of hands that somebody asks to see: whether the request is granted, and to whom."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, advisory, irregularity, not_recorded
from auditor.auditing.engine.registry import check
from auditor.checks.support.players import player_label
from auditor.replay.betting.lookahead import place_of
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Announced, Incident, Refused, Requested, Show, Tapped
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.wording import escaped


def _answer(state: HandState, request: Requested) -> Show | Refused | None:
    """What comes of a request to see a hand: the hand is shown, or the request refused."""
    timeline, at = state.timeline, place_of(state, request)
    answers: list[Show | Refused | None] = [next(timeline.each_of(request.of, at, Show), None)]
    for name in (request.player, request.of):
        answers.append(next((each for each in timeline.each_of(name, at, Refused) if each.what == "show"), None))
    return min([each for each in answers if each is not None], key=lambda each: place_of(state, each), default=None)


def _in_showdown(state: HandState, request: Requested) -> bool:
    return not state.over and state.player(request.of, request).active


def _asked_by_player(state: HandState, request: Requested, figure: Figure) -> bool:
    return request.player in state.by_name and _in_showdown(state, request)


@check("show-refused", watches=Requested, figure=Figure, when=_asked_by_player)
def show_refused(state: HandState, request: Requested, figure: Figure) -> Iterable[Outcome]:
    """A player at the table asks to see a hand of the final showdown and is refused."""
    answer = _answer(state, request)
    if isinstance(answer, Refused):
        observed = f"{_asking(state, request)} and was refused"
        return [irregularity(figure, answer, observed, "any hand of the showdown may be seen", by=DEALER)]
    return () if answer is not None else [not_recorded(figure, "the hand asked for")]


class ShownToOne(Figure):
    """The kinds of incident in which a player shows a hand to one other player only."""

    kinds: tuple[str, ...]


def _shown_to_one(state: HandState, request: Requested, figure: ShownToOne) -> bool:
    incidents = state.timeline.each_of(request.of, 0, Incident)
    return any(each.kind in figure.kinds for each in incidents) and not _in_showdown(state, request)


@check("show-to-all", watches=Requested, figure=ShownToOne, when=_shown_to_one)
def show_to_all(state: HandState, request: Requested, figure: ShownToOne) -> Iterable[Outcome]:
    """A player shows a hand to one player and then, when somebody asks for it, not to all.

    Everybody may see a hand that was in the showdown anyway.
    """
    answer = _answer(state, request)
    if isinstance(answer, Refused):
        observed = f"{_asking(state, request)}, which another player had seen, and was refused"
        return [irregularity(figure, answer, observed, "who shows one shows all", by=request.of)]
    return () if answer is not None else [not_recorded(figure, "the hand asked for")]


def _asking(state: HandState, request: Requested) -> str:
    asking = state.by_name.get(request.player)
    name = player_label(asking) if asking is not None else escaped(request.player, 30)
    return f"{name} asked to see the hand of {player_label(state.player(request.of, request))}"


def _folded_before(state: HandState, request: Requested, figure: Figure) -> bool:
    return state.player(request.of, request).folded is not None and isinstance(_answer(state, request), Show)


@check("folded-hand-shown", watches=Requested, figure=Figure, when=_folded_before, answers=("dealer",))
def folded_hand_shown(state: HandState, request: Requested, figure: Figure) -> Iterable[Outcome]:
    """A hand folded before the end is laid open because somebody asked for it.

    Only the hands of the last called round may be seen.
    """
    answer = _answer(state, request)
    assert answer is not None
    observed = f"{_asking(state, request)}, which had been folded before the end"
    return [advisory(figure, answer, observed, "it stays closed", by=DEALER)]


def _request(state: HandState, tapped: Tapped) -> Requested | None:
    """Who asked for the cards last, before the dealer tapped them or should have."""
    asked = state.timeline.between(0, place_of(state, tapped), Requested)
    return next((each for each in reversed(asked) if each.of == tapped.player), None)


def _discarded_for_somebody(state: HandState, tapped: Tapped, figure: Figure) -> bool:
    request = _request(state, tapped)
    return request is not None and state.player(request.of, request).mucked


@check("tapped-hand", watches=Tapped, figure=Figure, when=_discarded_for_somebody, answers=("dealer",))
def tapped_hand(state: HandState, tapped: Tapped, figure: Figure) -> Iterable[Outcome]:
    """A discarded hand that another player asked to see is not tapped on the discards, or the winner's is.

    Tapping keeps the hand dead. Where the winner of the pot asks, it is live and stays untapped. A player who is still
    in may be the winner, unless the record announces one.
    """
    request = _request(state, tapped)
    assert request is not None
    winners = _announced_before(state, request)
    asking = state.by_name.get(request.player)
    if not winners and asking is not None and asking.active:
        return [not_recorded(figure, "announcements")]
    if tapped.done is (request.player not in winners):
        return ()
    observed = f"{_asking(state, request)}, which {'was' if tapped.done else 'was not'} tapped on the discards"
    expected = "the winner may see it live" if tapped.done else "it is tapped, and so stays dead"
    return [irregularity(figure, tapped, observed, expected, by=DEALER)]


def _announced_before(state: HandState, request: Requested) -> set[str]:
    """The winners that were announced before somebody asked."""
    announced = state.timeline.between(0, place_of(state, request), Announced)
    return {name for each in announced for name in each.winners}
