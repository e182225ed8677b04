"""Checks of cards exposed in a draw game, of changes to a draw, and of questions about one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.checks.support.deal_so_far import deal_events_after, deal_events_before
from auditor.checks.support.misdeal_grounds import is_about, listed, present
from auditor.checks.support.players import player_label
from auditor.replay.betting.lookahead import place_of
from auditor.replay.cards.draw import drawing
from auditor.replay.cards.mishaps import by_player
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import RANKS, UNKNOWN, cards_text
from auditor.vocabulary.events import (
    Act,
    Burn,
    Deal,
    DealFault,
    Discards,
    DrawAsked,
    Event,
    Kept,
    Misdeal,
    Refused,
    Show,
    TakenBack,
    Voided,
    Wager,
    Wants,
)
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.wording import number, plural

# ---- a card exposed before the draw ----


class ExposedEarly(Figure):
    """The ranks of exposed cards that the player must take; others are replaced.

    `burnt` says that the exposed card is then the burn card.
    """

    taken: str
    burnt: bool = False


def _exposed_early(state: HandState, event: DealFault | Misdeal, figure: ExposedEarly) -> bool:
    if isinstance(event, Misdeal):
        faults = state.attempt.faults
        alone = len(faults) == 1 and faults[0].kind == "exposed" and not by_player(state, faults[0])
        return alone and len(faults[0].cards) == 1 and not any(present(state, cause) for cause in listed(state))
    betround = state.round
    begun = betround is not None and (betround.acts > 0 or state.rounds_played > 1)
    if event.kind != "exposed" or by_player(state, event) or begun or len(event.cards) != 1:
        return False
    if event.cards[0] == UNKNOWN or event.cards[0] >> 2 >= len(RANKS):
        return False
    if any(deal_events_after(state, event, Misdeal)):
        return False
    others = deal_events_after(state, event, DealFault)
    if state.attempt.astray.get("exposed") or any(
        one.kind == "exposed" and not by_player(state, one) for one in others
    ):
        return False  # another clause judges several
    return not any(cause.cause == "first-exposed" and is_about(state, event, cause) for cause in listed(state))


@check("exposed-before-draw", watches=on(DealFault) | on(Misdeal), figure=ExposedEarly, when=_exposed_early)
def exposed_before_draw(state: HandState, event: DealFault | Misdeal, figure: ExposedEarly) -> Iterable[Outcome]:
    """A card exposed in the first deal is replaced though it must be taken, or taken though it must be replaced.

    It is replaced once the deal is complete, and may be the burn card before the draw. One exposed card makes no
    misdeal.
    """
    if isinstance(event, Misdeal):
        one = state.attempt.faults[0]
        observed = "misdeal declared because of one card exposed by the dealer"
        return [irregularity(figure, event, observed, "it makes none", by=DEALER, evidence=(one,))]
    player = state.player(event.player, event)
    card = f"exposed {cards_text(event.cards)} of {player_label(player)}"
    back = _taken_back(state, event)
    if RANKS[event.cards[0] >> 2] in figure.taken:
        if back is None:
            return ()
        return [irregularity(figure, back, f"{card} replaced", "it must be taken", by=DEALER, evidence=(event,))]
    if back is None:
        proof = _proof_of_keeping(state, event)
        if proof is None:
            return [not_recorded(figure, "what became of the exposed card")]
        return [irregularity(figure, event, f"{card} kept", "it is replaced", by=DEALER, evidence=(proof,))]
    for each in deal_events_before(state, back, (Act,), Deal):
        if any(name != player.name for name, _ in each.holdings):
            observed = f"{card} replaced before the deal was complete"
            return [irregularity(figure, back, observed, "the deal is completed first", by=DEALER, evidence=(event,))]
    burn = _first_burn(state, event)
    if figure.burnt and burn is not None and burn.cards and event.cards[0] not in burn.cards:
        observed = f"{cards_text(burn.cards)} burnt after {card} was replaced"
        return [irregularity(figure, burn, observed, "the exposed card is the burn card", by=DEALER, evidence=(event,))]
    return ()


def _taken_back(state: HandState, event: DealFault) -> TakenBack | None:
    """The event by which the exposed card was taken from its player, if there is one."""
    backs = (each for each in deal_events_after(state, event, TakenBack) if each.player == event.player)
    return next((each for each in backs if set(each.cards) & set(event.cards)), None)


def _proof_of_keeping(state: HandState, event: DealFault) -> Event | None:
    """The event that proves that the exposed card stayed in the hand: it is given up in the draw, or shown later."""
    told = (each for each in deal_events_after(state, event, Show, Discards, Kept) if each.player == event.player)
    return next((each for each in told if set(each.cards) & set(event.cards)), None)


def _first_burn(state: HandState, event: Event) -> Burn | None:
    return next(deal_events_after(state, event, Burn), None)


# ---- a card exposed in the draw ----


def _exposed_in_draw(state: HandState, event: DealFault, figure: Figure) -> bool:
    betround = state.round
    fresh = betround is not None and betround.acts == 0 and betround.betting.draw
    return event.kind == "exposed" and not by_player(state, event) and (drawing(state) or fresh)


@check("exposed-in-draw", watches=DealFault, figure=Figure, when=_exposed_in_draw)
def exposed_in_draw(state: HandState, event: DealFault, figure: Figure) -> Iterable[Outcome]:
    """A card exposed in the draw is kept, or is replaced before everybody has drawn."""
    player = state.player(event.player, event)
    card = f"{cards_text(event.cards)} of {player_label(player)}, exposed in the draw,"
    back = _taken_back(state, event)
    if back is None:
        proof = _proof_of_keeping(state, event)
        if proof is None:
            return [not_recorded(figure, "what became of the exposed card")]
        return [irregularity(figure, event, f"{card} kept", "it is replaced", by=DEALER, evidence=(proof,))]
    replacement: Event | None = None
    for each in _rest_of_draw(state, event, back):
        if isinstance(each, Deal) and any(name == player.name for name, _ in each.holdings):
            replacement = replacement or each
        elif replacement is not None:
            observed = f"{card} replaced before everybody had drawn"
            return [irregularity(figure, replacement, observed, "the draw is completed first", by=DEALER)]
    return [] if replacement is not None else [not_recorded(figure, "the card in place of the exposed one")]


def _rest_of_draw(state: HandState, event: DealFault, back: TakenBack) -> Iterator[Deal | Discards]:
    """What others give up, and what players get, in the same draw once the exposed card was taken back.

    Nobody draws twice in a draw: who does so is in the next one, which comes without any act if all are all in.
    """
    drawn, begin = set(state.draw.latest if state.draw is not None else ()), place_of(state, back)
    for each in deal_events_before(state, event, (Act,), Deal, Discards):
        if isinstance(each, Discards):
            if each.player == event.player:
                continue
            if each.player in drawn:
                return
            drawn.add(each.player)
        if place_of(state, each) > begin:
            yield each


# ---- the number of cards asked for ----


class CardChange(Figure):
    """After what a player may no longer change the number: a card is dealt for it, or somebody has relied on it."""

    after: Literal["card", "reliance"]


def _changes(state: HandState) -> Iterator[tuple[Wants, Wants | Discards, list[Event]]]:
    """Every change of a number of cards: the request, the change, and the events in between."""
    asked: dict[str, tuple[Wants, int]] = {}
    events = state.hand.events
    for place, event in enumerate(events):
        if isinstance(event, Deal) and not asked:
            continue
        if isinstance(event, Wants | Discards):
            before = asked.get(event.player)
            if before is not None and before[0].count != event.count:
                yield before[0], event, events[before[1] + 1 : place]
            if isinstance(event, Wants):
                asked[event.player] = (event, place)
            else:
                asked.pop(event.player, None)


def _changed(state: HandState, event: Settled, figure: CardChange) -> bool:
    return any(isinstance(each, Wants) for each in state.hand.events) and next(_changes(state), None) is not None


@check("draw-change", watches=Settled, figure=CardChange, when=_changed)
def draw_change(state: HandState, event: Settled, figure: CardChange) -> Iterable[Outcome]:
    """A player changes the number of cards to draw after a card was dealt for it, or another player relied on it.

    Once a card is out, the acts of others make no second fault.
    """
    for asked, change, between in _changes(state):
        dealt = [each for each in between if _answers(each, asked.player)]
        acted = [each for each in between if isinstance(each, Act | Wants | Discards) and each.player != asked.player]
        observed = f"draw changed from {number(asked.count)} to {number(change.count)} {plural(change.count, 'card')}"
        if figure.after == "card" and dealt:
            yield irregularity(figure, change, f"{observed} after a card was dealt", "it stands", evidence=(dealt[0],))
        elif figure.after == "reliance" and acted and not dealt:
            observed = f"{observed} after {player_label(state.player(acted[0].player, acted[0]))} had acted on it"
            yield irregularity(figure, change, observed, "it stands", evidence=(acted[0],))


def _answers(event: Event, name: str) -> bool:
    """Does a card come off the deck for this player's request? A burn card counts."""
    return isinstance(event, Burn) or (isinstance(event, Deal) and any(one == name for one, _ in event.holdings))


# ---- questions about a draw ----


def _asks(state: HandState, event: DrawAsked, figure: Figure) -> bool:
    return state.draw is not None and state.player(event.player, event).active


@check("draw-information", watches=DrawAsked, figure=Figure, when=_asks, answers=("player", "dealer"))
def draw_information(state: HandState, event: DrawAsked, figure: Figure) -> Iterable[Outcome]:
    """A player in the hand is not told how many cards another drew, or the dealer tells after action on the draw.

    Until somebody acts after the draw, the player who is asked must answer, and so must the dealer. After that the
    player need not answer, and the dealer must not.
    """
    betround = state.round
    acted = betround is not None and betround.betting.draw and betround.acts > 0
    dealer = event.by == "dealer"
    whose = player_label(state.player(event.of, event))
    if not acted and not event.answered:
        silent = DEALER if dealer else event.of
        return [irregularity(figure, event, f"draw of {whose} not told when asked", "it is told", by=silent)]
    if acted and event.answered and dealer:
        observed = f"draw of {whose} told by the dealer after action"
        return [irregularity(figure, event, observed, "the dealer may not answer", by=DEALER)]
    return ()


def _rapped(state: HandState, event: Refused | Voided | Wager, figure: Figure) -> bool:
    """Did this player stand pat while still owing a call in the betting before the draw?"""
    timeline = state.timeline
    first = timeline.next(0, Discards)
    if not timeline.next(0, Act) < first < place_of(state, event):
        return False
    draw = timeline.events[first]
    pat = isinstance(draw, Discards) and draw.player == event.player and not draw.count
    return pat and _owes(state, event.player)


def _owes(state: HandState, name: str) -> bool:
    betround = state.round
    return betround is not None and not betround.betting.draw and state.by_name[name].put_in_round < betround.highest


@check("rapped-pat", watches=on(Refused) | on(Voided) | on(Wager), figure=Figure, when=_rapped)
def rapped_pat(state: HandState, event: Refused | Voided | Wager, figure: Figure) -> Iterable[Outcome]:
    """A player who stood pat without knowing of a raise is not allowed to play on."""
    if isinstance(event, Wager):
        return ()
    what = "refused a " + event.what if isinstance(event, Refused) else "declared dead"
    player = player_label(state.player(event.player, event))
    return [irregularity(figure, event, f"{player} {what} after rapping pat", "the hand may still play", by=DEALER)]
