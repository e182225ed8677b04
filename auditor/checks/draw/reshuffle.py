"""Checks of the end of the deck in a draw: the last card, which is not used, and the reshuffle to finish the draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import UNDRAWN
from auditor.checks.support.deal_so_far import deal_events_after
from auditor.checks.support.players import player_label
from auditor.replay.cards.draw import goes_in
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import DrawStep, HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import Cut, Deal, Event, Procedure, Reshuffled
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.wording import joined, number

# ---- the last card ----


def _runs_low(state: HandState, event: Event, figure: Figure) -> bool:
    draw = state.draw
    return draw is not None and any(step.kind in ("deal", "burn") for step in draw.steps)


@check("draw-last-card", watches=Settled, figure=Figure, when=_runs_low, moot_at=on(Settled, UNDRAWN))
def draw_last_card(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The last card of the deck is dealt or thrown away in the draw."""
    assert state.draw is not None
    if not state.draw.turns:
        return [not_recorded(figure, "the cards given up")]  # and the log may lack a reshuffle as well
    for step in state.draw.steps:
        if step.kind not in ("deal", "burn"):
            continue
        if step.stub is None:
            return [not_recorded(figure, "all the cards dealt before the draw")]
        if step.count >= step.stub:
            word = "dealt" if step.kind == "deal" else "thrown away"
            return [breach(figure, step.event, f"last card of the deck {word}", "it is never used", by=DEALER)]
    return ()


# ---- the reshuffle ----


class Reshuffling(Figure):
    """Whether the cards of folded hands belong in the reshuffle."""

    folded: Literal["either", "yes", "no"] = "either"


def _reshuffles(state: HandState, event: Event, figure: Figure) -> bool:
    return state.draw is not None and any(step.kind == "reshuffle" for step in state.draw.steps)


@check("draw-reshuffle", watches=Settled, figure=Reshuffling, when=_reshuffles, moot_at=on(Settled, UNDRAWN))
def draw_reshuffle(state: HandState, event: Settled, figure: Reshuffling) -> Iterable[Outcome]:
    """A reshuffle comes too early, takes in the discards of the player being served, or leaves out those of another.

    It is due when one card is left and a player still needs another. The last card and the discards of the other
    players are shuffled and cut. If the last card was dealt before, that alone is reported.
    """
    assert state.draw is not None
    for step in state.draw.steps:
        if step.kind == "reshuffle":
            assert isinstance(step.event, Reshuffled)
            yield from _reshuffled(state, step, step.event, figure)


def _reshuffled(state: HandState, step: DrawStep, event: Reshuffled, figure: Reshuffling) -> Iterator[Outcome]:
    """Report at most one fault of the shuffle itself, what the record lacks to judge it, and the cut after it."""
    if step.stub is None:
        yield not_recorded(figure, "all the cards dealt before it")
    elif step.stub < 1:
        return
    elif step.stub > 1:
        observed = f"discards shuffled with {number(step.stub)} cards left"
        yield irregularity(figure, event, observed, "only when one is left", by=DEALER)
        return
    draw = state.draw
    if step.turn is None or draw is None or not any(one.kind == "deal" for one in draw.steps):
        yield not_recorded(figure, "whose cards were to come")
    elif not event.cards and not event.owners:
        yield not_recorded(figure, "what was shuffled")
    else:
        yield from _mixed(state, step, event, figure)
    yield from _cut_after(state, event, figure)


def _mixed(state: HandState, step: DrawStep, event: Reshuffled, figure: Reshuffling) -> Iterator[Outcome]:
    """The discards of the player being served are shuffled in, or those of another left out."""
    served = step.turn
    assert served is not None
    out = [turn for turn in step.lying if turn.player is not served.player and goes_in(turn, event) is False]
    if any(turn is served for turn in step.lying) and goes_in(served, event):
        observed = f"discards of {player_label(served.player)} shuffled in, who was being served"
        yield breach(figure, event, observed, "only those of the other players", by=DEALER)
    elif out:
        observed = f"discards of {joined([player_label(turn.player) for turn in out])} not shuffled in"
        yield breach(figure, event, observed, "those of every other player", by=DEALER)
    else:
        yield from _folded(state, event, figure)


def _folded(state: HandState, event: Reshuffled, figure: Reshuffling) -> Iterator[Outcome]:
    """Folded hands are in the reshuffle, or left out of it, against a clause that settles which."""
    known = set(event.cards) - {UNKNOWN}
    folded = [player for player in state.players if player.folded is not None and player.received]
    inside = [player for player in folded if player.name in event.owners or set(player.cards) & known]
    if figure.folded == "no" and inside:
        observed = f"the folded hand of {player_label(inside[0])} shuffled in"
        yield irregularity(figure, event, observed, "only discards of the draw", by=DEALER)
    elif figure.folded == "yes" and len(inside) < len(folded):
        observed = "folded hands left out of the reshuffle"
        yield irregularity(figure, event, observed, "they are discards too", by=DEALER)


def _cut_after(state: HandState, event: Reshuffled, figure: Figure) -> Iterator[Outcome]:
    """The cut after a reshuffle is left out, or not on record."""
    for each in deal_events_after(state, event, Cut, Procedure, Deal):
        if isinstance(each, Cut):
            return
        if isinstance(each, Procedure) and each.what == "cut" and not each.done:
            yield irregularity(figure, each, "cards shuffled for the draw not cut", "shuffled and cut", by=DEALER)
            return
        if isinstance(each, Deal):
            break
    yield not_recorded(figure, "the cut after the reshuffle")
