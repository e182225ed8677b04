"""Checks of the draw: its order, the numbers stated and dealt, how the cards come, draws of the whole hand.

They look at the draw as a whole once the hand is over, because most errors show only in what comes after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import UNDRAWN
from auditor.checks.support.burns import notes_burns
from auditor.checks.support.players import player_label
from auditor.replay.cards.draw import drawing
from auditor.replay.settlement.compute import Settled
from auditor.replay.settlement.showdown import has_wrong_size, own_cards_in_the_end
from auditor.replay.state import Draw, DrawStep, HandState, Player, Turn
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Deal, DealFault, Event
from auditor.vocabulary.findings import DEALER, Severity
from auditor.vocabulary.log_words import DRAW
from auditor.vocabulary.wording import joined, number, ordinal, plural

# ---- walking through the draw ----


def _drawn(state: HandState, event: Event, figure: Figure) -> bool:
    return any(draw.turns for draw in state.draws)


def _turns(state: HandState) -> Iterator[Turn]:
    """All players' turns in all draws of the hand."""
    for draw in state.draws:
        yield from draw.turns


def _recorded(draw: Draw) -> bool:
    """Does the log say which cards the players got in the draw, or at least how many?"""
    return any(step.kind == "deal" for step in draw.steps)


def _kept_waiting(draw: Draw, turn: Turn, needed: int) -> DrawStep | None:
    """The step that began another player's turn before this player had the `needed` cards, which came later."""
    got = 0
    for place in range(turn.first_step, len(draw.steps)):
        step = draw.steps[place]
        if got >= min(needed, turn.served):
            break
        if step.turn is turn:
            got += step.count if step.kind == "deal" else 0
        elif step.kind == "discard":
            return step
    return None


# ---- who draws, and when ----


class Drawing(Figure):
    """Whether a player may keep all cards, with whom the draw begins, in words, and who answers for its order."""

    stand_pat: bool = True
    first: str = "the buck"
    party: Literal["player", "dealer"] = "player"


def _draws(state: HandState, event: Event, figure: Figure) -> bool:
    if isinstance(event, DealFault):
        begun = state.round is not None and (state.round.closed or state.draw is not None)
        return event.kind == "left-out" and begun and drawing(state)
    return _drawn(state, event, figure)


@check(
    "draw-order",
    watches=on(DealFault) | on(Settled),
    figure=Drawing,
    when=_draws,
    moot_at=on(Settled, UNDRAWN),
    laid_to_record=True,
    answers=("dealer",),
)
def draw_order(state: HandState, event: Event, figure: Drawing) -> Iterable[Outcome]:
    """The players in the hand do not draw clockwise from the buck, once each.

    The finding is about the player who drew too early, and names the one passed over. To leave out a player, even one
    without chips, is the dealer's breach. Some clauses do not let a player keep all cards. A log that does not note who
    stands pat decides nothing about players whom it does not mention, unless it undertakes to record the draw.
    """
    if isinstance(event, DealFault):
        yield breach(figure, event, f"{event.player} left out of the draw", "every player in the hand draws", by=DEALER)
        return
    if not figure.stand_pat:
        for turn in _turns(state):
            if not turn.count:
                yield irregularity(figure, turn.event, "kept all cards", "at least one goes")
    for draw in state.draws:
        if draw.turns:
            yield from _disordered(state, draw, figure)


def _disordered(state: HandState, draw: Draw, figure: Drawing) -> Iterator[Outcome]:
    """The turns of one draw are out of order, or some are missing."""
    if not draw.order:
        yield not_recorded(figure, "the seat of the buck")
        return
    for turn, how in _astray(draw):
        by = DEALER if figure.party == "dealer" or how == AGAIN else turn.player.name
        observed = f"{player_label(turn.player)} drew {how}"
        yield irregularity(figure, turn.event, observed, f"once each, clockwise from {figure.first}", by=by)
        break
    missing = [player for player in draw.order if draw.turn_of(player) is None]
    noted = {fault.player for fault in state.attempt.faults if fault.kind == "left-out"}
    missing = [player for player in missing if player.name not in noted]
    served = {name for step in draw.steps if isinstance(step.event, Deal) for name, _ in step.event.holdings}
    if missing and _complete(state, draw) and not any(player.name in served for player in missing):
        names = joined([player_label(player) for player in missing])
        yield breach(figure, draw.turns[-1].event, f"{names} left out of the draw", "every player draws", by=DEALER)
    elif missing:
        yield not_recorded(figure, f"the draw of seat {missing[0].seat}")


def _complete(state: HandState, draw: Draw) -> bool:
    """Does the log note players who keep their cards, so that nobody whom it does not mention had a turn?"""
    return DRAW in state.hand.setup.records or any(turn.count == 0 for turn in draw.turns)


AGAIN = "a second time"


def _astray(draw: Draw) -> Iterator[tuple[Turn, str]]:
    """The turns that came too early, or a second time, each with what is wrong with it, in words."""
    places = {id(player): place for place, player in enumerate(draw.order)}
    had: set[int] = set()
    for at, turn in enumerate(draw.turns):
        own = places.get(id(turn.player))
        if id(turn.player) in had:
            yield turn, AGAIN
        elif own is None:
            yield turn, "out of order"
        else:
            later = [places.get(id(one.player), own) for one in draw.turns[at:] if id(one.player) not in had]
            if min(later) < own:
                yield turn, f"before {player_label(draw.order[min(later)])}"
        had.add(id(turn.player))


@check(
    "draw-count",
    watches=Settled,
    figure=Figure,
    when=_drawn,
    moot_at=on(Settled, UNDRAWN),
    laid_to_record=True,
    answers=("dealer",),
)
def draw_count(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A player is dealt more or fewer cards than that player gave up.

    A hand that is then found with a wrong number of cards is left to the clause on that. If the log shows no card dealt
    to a player, or none given up, the record lacks the evidence.
    """
    if any(step.kind == "deal" and step.turn is None for draw in state.draws for step in draw.steps):
        yield not_recorded(figure, "the cards given up by a player who was dealt to")
    for turn in _turns(state):
        if turn.count and (not turn.served or _lacks_cards(state, turn)):
            yield not_recorded(figure, f"the cards dealt to seat {turn.player.seat} in the draw")
        elif turn.owed and not _judged_as_hand(state, turn.player):
            given_up = number(turn.count) if turn.count else "none"
            observed = f"{number(turn.served)} {plural(turn.served, 'card')} dealt for {given_up} given up"
            yield breach(figure, turn.event, observed, "as many as were given up", by=DEALER)


def _lacks_cards(state: HandState, turn: Turn) -> bool:
    """Does the record lack cards of the draw, because the player showed a complete hand in the end?"""
    hand = turn.player.shown
    return turn.owed > 0 and hand is not None and len(hand) == own_cards_in_the_end(state)


def _judged_as_hand(state: HandState, player: Player) -> bool:
    return player.void or player.cards_counted is not None or has_wrong_size(state, player)


# ---- what is stated, and how cards come ----


class Announcing(Figure):
    """The numbers of cards, from `least` to `most`, that a player must state."""

    least: int
    most: int


def _announced_draws(state: HandState, event: Event, figure: Announcing) -> bool:
    return any(figure.least <= turn.count <= figure.most for turn in _turns(state))


@check("draw-announcement", watches=Settled, figure=Announcing, when=_announced_draws, moot_at=on(Settled, UNDRAWN))
def draw_announcement(state: HandState, event: Settled, figure: Announcing) -> Iterable[Outcome]:
    """A player does not state how many cards to replace, or states a wrong number.

    A player who keeps all cards, or gives up all of them, need not say anything.
    """
    for turn in _turns(state):
        if not figure.least <= turn.count <= figure.most:
            continue
        said, given_up = turn.event.announced, f"{number(turn.count)} {plural(turn.count, 'card')}"
        if turn.event.unannounced:
            yield irregularity(figure, turn.event, f"{given_up} given up without a number stated", "it is stated")
        elif said is None:
            yield not_recorded(figure, "the number of cards stated")
        elif said != turn.count:
            observed = f"{number(said)} stated, {given_up} given up"
            yield irregularity(figure, turn.event, observed, "the number to be replaced is stated")


class Immediate(Figure):
    """The largest number of replacements that come at once."""

    most: int


def _changes(state: HandState, event: Event, figure: Immediate) -> bool:
    return any(0 < turn.count <= figure.most for turn in _turns(state))


@check(
    "draw-immediate",
    watches=Settled,
    figure=Immediate,
    when=_changes,
    moot_at=on(Settled, UNDRAWN),
    answers=("dealer",),
)
def draw_immediate(state: HandState, event: Settled, figure: Immediate) -> Iterable[Outcome]:
    """Replacements of a part of the hand are not dealt at once from the top, before the next player draws.

    A card thrown away first is the same fault: the replacements no longer come off the top. A draw has one finding.
    """
    return [outcome for draw in state.draws if draw.turns for outcome in _delayed(draw, figure)]


def _delayed(draw: Draw, figure: Immediate) -> Iterable[Outcome]:
    if not _recorded(draw):
        return [not_recorded(figure, "the cards dealt in the draw")]
    for step in draw.steps:
        if step.kind == "burn" and (step.turn is None or step.turn.count <= figure.most):
            return [irregularity(figure, step.event, "card thrown away in the draw", "off the top", by=DEALER)]
    for turn in draw.turns:
        late = _kept_waiting(draw, turn, turn.count) if turn.count <= figure.most else None
        if late is not None:
            observed = f"{player_label(turn.player)} still waiting when the next player drew"
            return [irregularity(figure, late.event, observed, "replacements come at once", by=DEALER)]
    return ()


# ---- the whole hand ----


class Whole(Figure):
    """How many cards of a whole hand come at once, and whether a card is burnt before the first one of the draw."""

    at_once: int
    burnt: bool = False
    severity: Literal["breach", "irregularity"] = "irregularity"


def _last(draw: Draw) -> Player:
    """The last player in the order of the draw, even one who keeps all cards.

    If that order is unknown or was broken, the last player who drew.
    """
    if not draw.order or any(_astray(draw)):
        return draw.turns[-1].player
    return draw.order[-1]


def _lacking(draw: Draw) -> str:
    """What the record lacks to judge the order of serving; empty if it lacks nothing."""
    if not draw.order:
        return "the seat of the buck"
    return "" if _recorded(draw) else "the cards dealt in the draw"


def _whole(draw: Draw, figure: Whole, last: bool) -> list[Turn]:
    if not draw.turns:
        return []
    end = _last(draw)
    return [turn for turn in draw.turns if turn.count > figure.at_once and (turn.player is end) is last]


def _steps(draw: Draw, figure: Whole) -> dict[int, list[tuple[int, DrawStep]]]:
    """The steps of each turn with their places, but for the burn before the first card that a figure provides for."""
    first = next((step for step in draw.steps if step.kind in ("burn", "deal")), None)
    burnt = figure.burnt and first is not None and first.kind == "burn"
    steps: dict[int, list[tuple[int, DrawStep]]] = {}
    for place, step in enumerate(draw.steps):
        if not (burnt and step is first):
            steps.setdefault(id(step.turn), []).append((place, step))
    return steps


def _whole_waiting(state: HandState, event: Event, figure: Whole) -> bool:
    return any(_whole(draw, figure, last=False) for draw in state.draws)


@check(
    "draw-five-waiting",
    watches=Settled,
    figure=Whole,
    when=_whole_waiting,
    moot_at=on(Settled, UNDRAWN),
    answers=("dealer",),
)
def draw_five_waiting(state: HandState, event: Settled, figure: Whole) -> Iterable[Outcome]:
    """A player who draws a whole hand, and is not the last, does not get most of it at once and one card at the end.

    That card comes when the last player's replacements are complete. If several players wait for one, the cards come
    clockwise, and no card is thrown away for them. A draw has one finding.
    """
    return [outcome for draw in state.draws for outcome in _waiting(state, draw, figure)]


def _waiting(state: HandState, draw: Draw, figure: Whole) -> Iterable[Outcome]:
    waiting = _whole(draw, figure, last=False)
    if not waiting:
        return ()
    if lacking := _lacking(draw):
        return [not_recorded(figure, lacking)]
    expected = f"{number(figure.at_once)} at once, the next after the last player"
    if any(_lacks_cards(state, turn) for turn in waiting):
        return [not_recorded(figure, "all the cards dealt in the draw")]
    steps = _steps(draw, figure)
    for turn in waiting:
        if wrong := _wrongly_waiting(draw, turn, waiting, figure, steps.get(id(turn), [])):
            observed, at = wrong
            return [_served_wrongly(figure, at, f"{player_label(turn.player)} {observed}", expected)]
    return ()


def _served_wrongly(figure: Whole, at: Event, observed: str, expected: str) -> Outcome:
    return fault(Severity[figure.severity.upper()], figure, at, observed, expected, by=DEALER)


def _wrongly_waiting(
    draw: Draw, turn: Turn, waiting: list[Turn], figure: Whole, steps: list[tuple[int, DrawStep]]
) -> tuple[str, Event] | None:
    at_once = figure.at_once
    late = _kept_waiting(draw, turn, at_once)
    if late is not None:
        return "still waiting when the next player drew", late.event
    got = 0
    for place, step in steps:
        if step.kind == "burn":
            return f"had a card thrown away before the {ordinal(got + 1)}", step.event
        got += step.count if step.kind == "deal" else 0
        if got > at_once and step.kind == "deal":
            return _too_early(draw, turn, waiting, step, draw.steps[place + 1 :])
    return None


def _too_early(
    draw: Draw, turn: Turn, waiting: list[Turn], step: DrawStep, later: list[DrawStep]
) -> tuple[str, Event] | None:
    """What is wrong with the moment at which a player's hand became complete, if anything."""
    end = _last(draw)
    if any(one.turn is not None and (one.kind == "discard" or one.turn.player is end) for one in later):
        how = f"was dealt {number(step.count)} at once" if step.count > 1 else "was dealt the last card too early"
        return how, step.event
    served = {id(one.turn) for one in later if one.kind == "deal"}
    before = [one for one in waiting[: waiting.index(turn)] if id(one) in served]
    return (f"was dealt the last card before {player_label(before[0].player)}", step.event) if before else None


def _whole_last(state: HandState, event: Event, figure: Whole) -> bool:
    return any(_whole(draw, figure, last=True) for draw in state.draws)


@check("draw-five-last", watches=Settled, figure=Whole, when=_whole_last, moot_at=on(Settled, UNDRAWN))
def draw_five_last(state: HandState, event: Settled, figure: Whole) -> Iterable[Outcome]:
    """The last player draws a whole hand, and does not get most of it at once and the next card after one thrown away.

    A draw has one finding.
    """
    return [outcome for draw in state.draws for outcome in _at_last(state, draw, figure)]


def _at_last(state: HandState, draw: Draw, figure: Whole) -> Iterable[Outcome]:
    whole = _whole(draw, figure, last=True)
    if whole and (lacking := _lacking(draw)):
        return [not_recorded(figure, lacking)]
    if whole and figure.burnt and not notes_burns(state):  # the card burnt before the draw is not there either
        return [not_recorded(figure, "the burn cards")]
    expected = f"{number(figure.at_once)} cards, one thrown away, then the next"
    steps = _steps(draw, figure) if whole else {}
    for turn in whole:
        if _lacks_cards(state, turn):
            return [not_recorded(figure, "all the cards dealt in the draw")]
        got = thrown = 0
        for _, step in steps.get(id(turn), []):
            if step.kind not in ("deal", "burn"):
                continue
            thrown += step.count if step.kind == "burn" else 0
            got += step.count if step.kind == "deal" else 0
            if (step.kind == "burn" and got != figure.at_once) or (got > figure.at_once and thrown != 1):
                cards, away = number(got) if got else "no", number(thrown) if thrown else "none"
                observed = f"{player_label(turn.player)} dealt {cards} cards, {away} thrown away"
                return [_served_wrongly(figure, step.event, observed, expected)]
    return ()
