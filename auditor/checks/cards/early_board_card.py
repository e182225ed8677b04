"""Checks of communal cards shown too early, and of the wagers still allowed after that."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import CLOSED, FROZEN, OPEN
from auditor.replay.betting.lookahead import is_early
from auditor.replay.betting.measuring import table_minimum
from auditor.replay.betting.rounds_and_turns import freeze_of
from auditor.replay.state import Freeze, HandState, Move
from auditor.rules.schema.figures import Premature
from auditor.vocabulary.events import Communal, Event, Wager
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import ordinal


def _is_for(state: HandState, event: Event, figure: Premature) -> bool:
    betround = state.round
    if betround is None:
        return False
    if isinstance(event, Communal):
        frozen = freeze_of(betround)
        return is_early(state, event) and frozen is not None and frozen.figure is figure
    return betround.freeze is not None and betround.freeze.figure is figure and state.move is not None


@check(
    "premature-communal",
    watches=on(Communal, OPEN) | on(Wager, FROZEN),
    figure=Premature,
    when=_is_for,
    passes_at=on(Communal, CLOSED),
)
def premature_communal(state: HandState, event: Event, figure: Premature) -> Iterable[Outcome]:
    """A communal card is shown before the betting on the last one is finished, or a wager is more than that allows.

    To show the card is the dealer's irregularity, and the card serves in its turn. What players may wager after it
    depends on how far the betting had come: no more than was already wagered, or no more than the table minimum.
    """
    betround = state.round
    assert betround is not None
    if isinstance(event, Communal):
        stage = "finished" if figure.stage == "unfinished" else "begun"
        observed = (
            f"{ordinal(len(state.board) + 1)} communal card shown before the {betround.name} betting round was {stage}"
        )
        return [irregularity(figure, event, observed, by=DEALER)]
    move, freeze = state.move, betround.freeze
    assert move is not None and freeze is not None
    return () if move.kind == "call" else _beyond(state, event, figure, move, freeze)


def _beyond(state: HandState, event: Event, figure: Premature, move: Move, freeze: Freeze) -> list[Outcome]:
    word = "opening wager" if move.kind == "open" else "raise"
    if figure.cap == "minimum":
        betround = state.round
        minimum = state.minimum if betround is None else table_minimum(state, betround.round.round_index)
        over = move.increase - (minimum or 0)
        if minimum is None or over <= 0:
            return []
        text = f"{word} of {money_text(move.increase)} after a communal card was shown early"
        return [breach(figure, event, text, f"at most the table minimum of {money_text(minimum)}", money=over)]
    over = move.total - freeze.level if figure.cap == "level" else move.increase - freeze.largest
    if over <= 0:
        return []
    text = f"{word} to {money_text(move.total)} after a communal card was shown early"
    limit = (
        f"no total above {money_text(freeze.level)}"
        if figure.cap == "level"
        else f"no wager above {money_text(freeze.largest)}"
    )
    return [breach(figure, event, text, limit, money=over)]
