"""Checks of the cards that players give up for good: when, how many, in which order, and one kept too long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.auditing.engine.outcomes import Fault, Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check
from auditor.checks.explanations.payments import cause_of
from auditor.checks.support.noticing import notice_of
from auditor.checks.support.players import player_label
from auditor.replay.cards.board import substantial
from auditor.replay.cards.draw import discard_round, left_out, notes_discards
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import BoardOpening, GivenUp, HandState, Player
from auditor.rules.schema.figures import Discard, Figure
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary.events import Act, Event, Holds, Procedure, Show, Voided
from auditor.vocabulary.findings import DEALER, Money
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import joined, number, ordinal, plural


class DiscardTime(Figure):
    """The name of the betting round before which players give up cards."""

    street: str


def _due(state: HandState, event: Settled, figure: DiscardTime) -> bool:
    due = discard_round(state)
    return due is not None and due.name == figure.street and bool(state.given_up or _opening(state, due))


def _opening(state: HandState, due: Round) -> BoardOpening | None:
    """The communal cards before which the discards were due: the last ones, if they were dealt again."""
    return next((one for one in reversed(state.openings) if one.round is due), None)


@check("discard-timing", watches=Settled, figure=DiscardTime, when=_due, answers=("dealer",))
def discard_timing(state: HandState, event: Settled, figure: DiscardTime) -> Iterator[Outcome]:
    """Players give up cards before another betting round than the rulebook says, too many of them, or out of order.

    The wrong round is one finding for all players. The order alone accuses nobody. Discards that were still to come
    when the next communal cards were turned are judged with those cards.
    """
    due = discard_round(state)
    assert due is not None and due.betting.discard is not None
    if not notes_discards(state):
        yield not_recorded(figure, "the discards")
        return
    given = [one for one in state.given_up if one.event.count]
    early = [one for one in given if one.place < due.round_index]
    if early:
        coming = state.rounds[max(early[0].place, 1)]
        observed = f"discards taken before the {_cards_of(state, coming)}"
        expected = f"they come before the {_cards_of(state, due)}"
        yield irregularity(figure, early[0].event, observed, expected, by=DEALER)
        return
    yield from _too_many(figure, given, due.betting.discard)
    yield from _out_of_order(state, figure, [one for one in given if one.place == due.round_index])


def _cards_of(state: HandState, round: Round) -> str:
    """The communal cards that a betting round follows, in words."""
    before = state.rounds[round.round_index - 1].communal if round.round_index else 0
    return f"{ordinal(round.communal)} card" if round.communal - before == 1 else "flop"


def _too_many(figure: DiscardTime, given: list[GivenUp], due: Discard) -> Iterator[Outcome]:
    counts: dict[str, int] = {}
    for one in given:
        name = one.player.name
        counts[name] = counts.get(name, 0) + one.event.count
        if counts[name] > due.cards >= counts[name] - one.event.count:
            observed = f"{number(counts[name])} cards given up by {player_label(one.player)}"
            expected = f"{number(due.cards)} {plural(due.cards, 'card')}"
            yield irregularity(figure, one.event, observed, expected, by=DEALER)


def _out_of_order(state: HandState, figure: DiscardTime, given: list[GivenUp]) -> Iterator[Outcome]:
    """Point out the first player who gives up a card before somebody who sits nearer to the left of the buck."""
    places = {player.name: place for place, player in enumerate(state.left_of_buck())}
    first = {one.player.name: one for one in reversed(given) if one.in_hand}
    in_order = [one for one in given if first.get(one.player.name) is one] if places else []
    for place, one in enumerate(in_order):
        passed = [other for other in in_order[place + 1 :] if places[other.player.name] < places[one.player.name]]
        if passed:
            due = min(passed, key=lambda other: places[other.player.name])
            observed = f"{player_label(one.player)} gives up a card before {player_label(due.player)}"
            yield advisory(figure, one.event, observed, "clockwise from the left of the button", by=DEALER)
            return


# ---- a card kept too long ----


def _played_on(state: HandState, event: Settled, figure: Figure) -> bool:
    due = discard_round(state)
    opening = _opening(state, due) if due is not None else None
    return opening is not None and (substantial(opening.betround) or _paid(event))


def _paid(event: Settled) -> bool:
    """Was a pot paid wrongly because of such a hand?"""
    return not event.settlement.right and cause_of(event.settlement).check == "undiscarded-card"


@check("undiscarded-card", watches=Settled, figure=Figure, when=_played_on)
def undiscarded_card(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A hand with a card too many is not declared dead once two players have acted on the next cards.

    It is proof if the player gives up the card later than that, or if the cards are shown or counted. Where the record
    shows neither a discard nor the cards of a player, nothing is decided.
    """
    due = discard_round(state)
    opening = _opening(state, due) if due is not None else None
    assert due is not None and opening is not None
    if _paid(event) and not substantial(opening.betround):
        if notice_of(state, "wrong-count") is not None:  # there was time to give the card up
            return [cause_of(event.settlement).fault(figure)]
        return [not_recorded(figure, "when the card too many was found")]
    if _paid(event):
        return [_dead(state, opening, cause_of(event.settlement).fault(figure))]
    if not notes_discards(state):
        return [not_recorded(figure, "the discards")]
    found: list[Outcome] = []
    for player in opening.owing:
        if player.won and len(state.active) < 2:
            continue  # the only hand left: by another clause everything goes back
        late = next((one for one in state.given_up if one.player is player), None)
        if late is not None and not late.acted:
            continue
        proof = late.event if late is not None else proof_of_surplus(state, player, due.own)
        if proof is None and not player.void:
            found.append(not_recorded(figure, f"the discard of {player_label(player)}"))
        else:
            found.append(_judged(state, figure, opening, player, proof))
    return found


def proof_of_surplus(state: HandState, player: Player, most: int) -> Event | None:
    """The first event that shows too many cards in the player's hand."""
    for event in state.hand.events:
        if left_out(event) and isinstance(event, Procedure) and event.by == player.name:
            return event
        shows = isinstance(event, Show) and len(event.cards) > most
        if (shows or (isinstance(event, Holds) and event.count > most)) and getattr(event, "player", "") == player.name:
            return event
    return None


def _judged(state: HandState, figure: Figure, opening: BoardOpening, player: Player, proof: Event | None) -> Outcome:
    held = opening.round.own + 1
    voided = next((one for one in state.hand.events if isinstance(one, Voided) and one.player == player.name), None)
    if voided is not None:
        if len(_acted_by(state, opening, voided)) > 1:
            observed = f"{number(held)} hole cards kept by {player_label(player)}"
            return irregularity(figure, voided, observed, "the hand is dead", by=DEALER)
        observed = f"hand of {player_label(player)} declared dead before substantial action"
        return breach(figure, voided, observed, "the card is given up", by=DEALER)
    expected = _since_when(state, opening)
    win = next((one for one in state.wins if one.player == player.name), None)
    if win is not None:
        observed = f"{player_label(player)} won the pot with {number(held)} hole cards"
        return breach(figure, win, observed, expected, by=DEALER, money=Money(player.won, owed_by=player.name))
    assert proof is not None
    return irregularity(
        figure, proof, f"{player_label(player)} played on with {number(held)} hole cards", expected, by=DEALER
    )


def _dead(state: HandState, opening: BoardOpening, paid: Fault) -> Fault:
    """The fault of a pot paid to such a hand, with the moment since when the hand was dead."""
    return replace(paid, observed=f"{paid.observed}: {_since_when(state, opening)}")


def _since_when(state: HandState, opening: BoardOpening) -> str:
    since = joined([player_label(one) for one in _acted_by(state, opening, None)[:2]])
    return f"the hand was dead once {since} had acted on the {_cards_of(state, opening.round)}"


def _acted_by(state: HandState, opening: BoardOpening, until: Event | None) -> list[Player]:
    """The players who acted on the communal cards up to an event, each once."""
    events = state.hand.events
    at = next(number for number, event in enumerate(events) if event is opening.event)
    players: dict[str, Player] = {}
    for event in events[at + 1 :]:
        if event is until:
            break
        if isinstance(event, Act) and event.player not in players:
            players[event.player] = state.by_name[event.player]
    return list(players.values())
