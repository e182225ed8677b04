"""Checks of the draw: its order, the numbers stated and dealt, draws of five, the last card and the reshuffle.

They look at the draw as a whole once the hand is over, because most of what can go wrong shows only in what came after.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.checks.causes import who
from auditor.checks.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import Cut, Deal, DealFault, Event, Procedure, Reshuffled
from auditor.findings import DEALER
from auditor.replay.draw import Draw, Step, Turn, drawing
from auditor.replay.settle import Settled
from auditor.replay.showdown import has_wrong_size, own_cards_due
from auditor.replay.table import Player, Table
from auditor.rules.figures import Figure
from auditor.wording import joined, number, plural

AT_ONCE = 4  # of five cards to be replaced, those that come at once
DRAW = "draw"  # what a log calls it that undertakes to record every player's part in it

# ---- walking through the draw ----


def _drawn(table: Table, event: Event, figure: Figure) -> bool:
    return table.draw is not None and bool(table.draw.turns)


def _walk(draw: Draw) -> Iterator[tuple[Step, dict[int, int]]]:
    """Each step with what was still owed to each turn, by its place, before the step."""
    owed: dict[int, int] = {}
    places = {id(turn): place for place, turn in enumerate(draw.turns)}
    for step in draw.steps:
        yield step, dict(owed)
        place = places.get(id(step.turn), -1)
        if step.kind == "discard":
            owed[place] = step.count
        elif step.kind == "deal" and place >= 0:
            owed[place] -= step.count


def _recorded(draw: Draw) -> bool:
    """Does the log say which cards were dealt in the draw, or at least how many?"""
    return any(step.kind == "deal" for step in draw.steps)


# ---- who draws, and when ----


class Drawing(Figure):
    """May a player keep all cards?"""

    stand_pat: bool = True


def _draws(table: Table, event: Event, figure: Figure) -> bool:
    if isinstance(event, DealFault):
        return event.kind == "left-out" and drawing(table)
    return _drawn(table, event, figure)


@check("draw-order", watches=(DealFault, Settled), when=_draws)
def draw_order(table: Table, event: Event, figure: Drawing) -> Iterable[Outcome]:
    """Cards not changed clockwise from the buck, each player in the hand once.

    A player left out is the dealer's breach, whether chips are left or not. A log that does not note who stands pat
    says nothing of players it does not mention, unless it undertakes to record the draw.
    """
    if isinstance(event, DealFault):
        yield breach(figure, event, f"{event.player} left out of the draw", "every player in the hand draws", by=DEALER)
        return
    draw = table.draw
    assert draw is not None
    if not figure.stand_pat:
        for turn in draw.turns:
            if not turn.count:
                reading = figure.readings.get("stand_pat")
                yield irregularity(figure, turn.event, "kept all cards", "at least one goes", interpretation=reading)
    if not draw.order:
        yield not_recorded(figure, "the seat of the buck")
        return
    yield from _astray(draw, figure)
    missing = [player for player in draw.order if draw.turn_of(player) is None]
    noted = {fault.player for fault in table.attempt.faults if fault.kind == "left-out"}
    missing = [player for player in missing if player.name not in noted]
    if missing and _complete(table, draw):
        names = joined([who(player) for player in missing])
        yield breach(figure, draw.turns[-1].event, f"{names} left out of the draw", "every player draws", by=DEALER)
    elif missing:
        yield not_recorded(figure, f"the draw of seat {missing[0].seat}")


def _complete(table: Table, draw: Draw) -> bool:
    """Does the log note those who keep their cards, so that nobody it does not mention had a turn?"""
    return DRAW in table.hand.setup.records or any(turn.count == 0 for turn in draw.turns)


def _astray(draw: Draw, figure: Figure) -> Iterator[Outcome]:
    """The first turn that comes before its time, or a second time."""
    places = {id(player): place for place, player in enumerate(draw.order)}
    last = -1
    for turn in draw.turns:
        place = places.get(id(turn.player), -1)
        if place <= last:
            again = any(one is not turn and one.player is turn.player for one in draw.turns)
            observed = f"{who(turn.player)} drew {'a second time' if again else 'out of order'}"
            yield irregularity(figure, turn.event, observed, "once each, clockwise from the buck", by=DEALER)
            return
        last = place


@check("draw-count", watches=Settled, when=_drawn)
def draw_count(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """More or fewer cards dealt to a player than were given up.

    A hand that was then found with a wrong number of cards is reported as that alone.
    """
    draw = table.draw
    assert draw is not None
    if not _recorded(draw):
        if any(turn.count for turn in draw.turns):
            yield not_recorded(figure, "the cards dealt in the draw")
        return
    for turn in draw.turns:
        if turn.owed and not _judged_as_hand(table, turn.player):
            observed = f"{number(turn.served)} {plural(turn.served, 'card')} dealt for {number(turn.count)} given up"
            yield breach(figure, turn.event, observed, "as many as were given up", by=DEALER)


def _judged_as_hand(table: Table, player: Player) -> bool:
    return player.void or player.held is not None or has_wrong_size(player, own_cards_due(table))


# ---- what is stated, and how cards come ----


class Announcing(Figure):
    """From and up to how many cards a player states the number."""

    least: int
    most: int


def _announced_draws(table: Table, event: Event, figure: Announcing) -> bool:
    return table.draw is not None and any(figure.least <= turn.count <= figure.most for turn in table.draw.turns)


@check("draw-announcement", watches=Settled, when=_announced_draws)
def draw_announcement(table: Table, event: Settled, figure: Announcing) -> Iterable[Outcome]:
    """A player who did not state, or stated wrongly, how many cards to replace.

    Nothing need be said by one who keeps all cards or gives up all of them.
    """
    assert table.draw is not None
    for turn in table.draw.turns:
        if not figure.least <= turn.count <= figure.most:
            continue
        said = turn.event.announced
        if turn.event.unannounced:
            yield irregularity(figure, turn.event, f"number not stated for {number(turn.count)} cards", "it is stated")
        elif said is None:
            yield not_recorded(figure, "the number of cards stated")
        elif said != turn.count:
            observed = f"{number(said)} stated, {number(turn.count)} {plural(turn.count, 'card')} given up"
            yield irregularity(figure, turn.event, observed, "the number to be replaced is stated")


@check("draw-immediate", watches=Settled, when=_drawn)
def draw_immediate(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Replacements of up to four cards not dealt at once from the top, before the next player draws.

    A card thrown away first is the same fault: the replacements no longer come off the top.
    """
    draw = table.draw
    assert draw is not None
    if not _recorded(draw):
        return [not_recorded(figure, "the cards dealt in the draw")]
    for step, owed in _walk(draw):
        late = [draw.turns[place] for place, count in owed.items() if count > 0 and _small(draw.turns[place])]
        if step.kind == "discard" and late:
            observed = f"{who(late[0].player)} still waiting when the next player drew"
            return [irregularity(figure, step.event, observed, "replacements come at once", by=DEALER)]
        if step.kind == "burn" and (step.turn is None or _small(step.turn)):
            return [irregularity(figure, step.event, "card thrown away in the draw", "off the top", by=DEALER)]
    return ()


def _small(turn: Turn) -> bool:
    return 0 < turn.count <= AT_ONCE


# ---- five cards ----


def _last(draw: Draw, turn: Turn) -> bool:
    """Is this the turn of the last player in the order of the draw, be it one who keeps all cards?"""
    return bool(draw.order) and draw.order[-1] is turn.player


def _fives(table: Table, last: bool) -> list[Turn]:
    draw = table.draw
    return [] if draw is None else [turn for turn in draw.turns if turn.count > AT_ONCE and _last(draw, turn) is last]


def _five_waiting(table: Table, event: Event, figure: Figure) -> bool:
    return bool(_fives(table, last=False))


@check("draw-five-waiting", watches=Settled, when=_five_waiting)
def draw_five_waiting(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A draw of five by a player who is not the last, served in another way than four at once and one at the end.

    The fifth card comes when the last player's replacements are complete, and no card is thrown away for it.
    """
    draw = table.draw
    assert draw is not None
    if not draw.order or not _recorded(draw):
        missing = "the cards dealt in the draw" if draw.order else "the seat of the buck"
        return [not_recorded(figure, missing)]
    for turn in _fives(table, last=False):
        if fault := _wrongly_waiting(draw, turn):
            observed, at = fault
            expected = "four at once, the fifth after the last player"
            return [irregularity(figure, at, f"{who(turn.player)} {observed}", expected, by=DEALER)]
    return ()


def _wrongly_waiting(draw: Draw, turn: Turn) -> tuple[str, Event] | None:
    got = 0
    for step, owed in _walk(draw):
        if step.turn is not turn:
            continue
        if step.kind == "deal":
            got += step.count
            if got > AT_ONCE and not _others_done(draw, turn, step, owed):
                return (
                    "was dealt the fifth card too early" if step.count == 1 else "was dealt five at once",
                    step.event,
                )
        elif step.kind == "burn":
            return "had a card thrown away before the fifth", step.event
    return None


def _others_done(draw: Draw, turn: Turn, step: Step, owed: dict[int, int]) -> bool:
    """Had every other player drawn, and the last one been served, before this step?"""
    begun = {id(one.player) for one in draw.turns[: step.turns]}
    to_come = [one for one in draw.turns if one is not turn and id(one.player) not in begun]
    last = [place for place, one in enumerate(draw.turns) if _last(draw, one)]
    return not to_come and all(owed.get(place, 0) <= 0 for place in last)


def _five_last(table: Table, event: Event, figure: Figure) -> bool:
    return bool(_fives(table, last=True))


@check("draw-five-last", watches=Settled, when=_five_last)
def draw_five_last(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A draw of five by the last player, served in another way than four, one thrown away, and the next."""
    draw = table.draw
    assert draw is not None
    if not _recorded(draw):
        return [not_recorded(figure, "the cards dealt in the draw")]
    for turn in _fives(table, last=True):
        got = thrown = 0
        for step in draw.steps:
            if step.turn is not turn or step.kind not in ("deal", "burn"):
                continue
            thrown += step.count if step.kind == "burn" else 0
            got += step.count if step.kind == "deal" else 0
            if (step.kind == "burn" and got != AT_ONCE) or (got > AT_ONCE and thrown != 1):
                observed = f"{who(turn.player)} served with {number(thrown)} cards thrown away after {number(got)}"
                expected = "four cards, one thrown away, then the fifth"
                return [irregularity(figure, step.event, observed, expected, by=DEALER)]
    return ()


# ---- the last card ----


def _runs_low(table: Table, event: Event, figure: Figure) -> bool:
    draw = table.draw
    return draw is not None and any(step.kind in ("deal", "burn") for step in draw.steps)


@check("draw-last-card", watches=Settled, when=_runs_low)
def draw_last_card(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The last card of the deck dealt or thrown away in the draw."""
    assert table.draw is not None
    for step in table.draw.steps:
        if step.kind not in ("deal", "burn"):
            continue
        if step.stub is None:
            return [not_recorded(figure, "all the cards dealt before the draw")]
        if step.count >= step.stub:
            word = "dealt" if step.kind == "deal" else "thrown away"
            return [breach(figure, step.event, f"last card of the deck {word}", "it is never used", by=DEALER)]
    return ()


class Reshuffling(Figure):
    """Whether the cards of folded hands belong in the reshuffle."""

    folded: Literal["either", "yes", "no"] = "either"


def _reshuffles(table: Table, event: Event, figure: Figure) -> bool:
    return table.draw is not None and any(step.kind == "reshuffle" for step in table.draw.steps)


@check("draw-reshuffle", watches=Settled, when=_reshuffles)
def draw_reshuffle(table: Table, event: Settled, figure: Reshuffling) -> Iterable[Outcome]:
    """A reshuffle that came too early, or that took in the discards of the player being served.

    It is due when one card is left and another is owed. The last card and the discards of the other players are
    shuffled and cut. Where the last card had been dealt before, that alone is reported.
    """
    assert table.draw is not None
    for step in table.draw.steps:
        if step.kind == "reshuffle":
            assert isinstance(step.event, Reshuffled)
            yield from _reshuffled(table, step, step.event, figure)


def _reshuffled(table: Table, step: Step, event: Reshuffled, figure: Reshuffling) -> Iterator[Outcome]:
    if step.stub is None:
        yield not_recorded(figure, "all the cards dealt before the draw")
    elif step.stub < 1:
        return
    elif step.stub > 1:
        observed = f"discards shuffled with {number(step.stub)} cards left"
        yield irregularity(figure, event, observed, "only when one is left", by=DEALER)
        return
    served = step.turn
    if served is None:
        yield not_recorded(figure, "whose cards were to come")
    elif not event.cards and not event.owners:
        yield not_recorded(figure, "what was shuffled")
    elif served.player.name in event.owners or set(served.cards) & set(event.cards):
        observed = f"discards of {who(served.player)} shuffled in, who was being served"
        yield breach(figure, event, observed, "only those of the other players", by=DEALER)
    else:
        yield from _folded(table, event, figure)
    yield from _uncut(table, event, figure)


def _folded(table: Table, event: Reshuffled, figure: Reshuffling) -> Iterator[Outcome]:
    """Folded hands in the reshuffle, or out of it, where a reading says which."""
    folded = [player for player in table.players if player.folded is not None and player.received]
    inside = [player for player in folded if player.name in event.owners or set(player.cards) & set(event.cards)]
    reading = figure.readings.get("folded")
    if figure.folded == "no" and inside:
        observed = f"the folded hand of {who(inside[0])} shuffled in"
        yield irregularity(figure, event, observed, "only discards of the draw", by=DEALER, interpretation=reading)
    elif figure.folded == "yes" and len(inside) < len(folded):
        observed = "folded hands left out of the reshuffle"
        yield irregularity(figure, event, observed, "they are discards too", by=DEALER, interpretation=reading)


def _uncut(table: Table, event: Reshuffled, figure: Figure) -> Iterator[Outcome]:
    """A reshuffled deck that somebody saw was not cut."""
    after = False
    for each in table.hand.events:
        if each is event:
            after = True
        elif after and isinstance(each, Cut | Deal):
            return
        elif after and isinstance(each, Procedure) and each.what == "cut" and not each.done:
            yield irregularity(figure, each, "cards shuffled for the draw not cut", "shuffled and cut", by=DEALER)
            return
