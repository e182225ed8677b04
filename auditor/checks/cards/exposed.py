"""Checks of exposed cards, in the deal or by a player, of cards face up in the deck, and of an extra card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, takewhile
from typing import Literal, TypeVar

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import FACE_DOWN, NOT_LAST
from auditor.checks.support.deal_so_far import (
    deal_events_after,
    deal_events_before,
    line_to,
    substantial,
)
from auditor.checks.support.misdeal_grounds import is_about, listed, present
from auditor.checks.support.players import player_label
from auditor.replay.cards.mishaps import by_player, cards_of
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import UNKNOWN, cards_text
from auditor.vocabulary.events import (
    Act,
    Boxed,
    Burn,
    Communal,
    Cut,
    Deal,
    DealFault,
    Event,
    Kept,
    Misdeal,
    Procedure,
    Show,
    TakenBack,
    Win,
)
from auditor.vocabulary.findings import DEALER, REMEDIED, Severity
from auditor.vocabulary.wording import escaped, ordinal

E = TypeVar("E", bound=Event)

# ---- the last card ----


def _last_up(state: HandState, event: Deal, figure: Figure) -> bool:
    return bool(_turned(state, event))


def _turned(state: HandState, event: Deal) -> list[Player]:
    """The players who get the last card of a hand, which goes face down, face up."""
    last = state.rounds[-1]
    if state.rounds_played < len(state.rounds) - 1 or not last.passes or last.passes[-1] != "d":
        return []
    up = [name for name, _ in event.holdings if event.up != (name in event.contrary)]
    return [state.player(name, event) for name in up]


@check("last-card-up", watches=Deal, figure=Figure, when=_last_up, moot_at=on(Deal, NOT_LAST, FACE_DOWN))
def last_card_up(state: HandState, event: Deal, figure: Figure) -> Iterable[Outcome]:
    """The last card of a hand is dealt face up and left there.

    It must go back among the cards to be dealt, which are shuffled and cut, and another card is dealt in its place.
    """
    for player in _turned(state, event):
        cards = next(cards for name, cards in event.holdings if name == player.name)
        back = _put_back(state, event, cards)
        if back is not None:
            yield from _prepared(state, back, figure)
        else:
            observed = (
                f"{ordinal(player.received + 1)} card dealt face up to seat {player.seat} {escaped(player.name, 40)}"
            )
            at = line_to(state, event, player.name)
            yield breach(figure, at, observed, "it goes back and another is dealt", by=DEALER)


def _until_act(state: HandState, event: Event, *kinds: type[E]) -> Iterator[E]:
    return deal_events_before(state, event, (Act,), *kinds)


def _put_back(state: HandState, event: Event, cards: tuple[int, ...]) -> TakenBack | None:
    """The event by which these cards went back before anybody acted, if there is one."""
    backs = _until_act(state, event, TakenBack)
    return next((each for each in backs if set(each.cards) & set(cards) or UNKNOWN in (*each.cards, *cards)), None)


def _prepared(state: HandState, back: TakenBack, figure: Figure) -> Iterator[Outcome]:
    """Before the next card, somebody sees the shuffle or the cut left out, or nobody notes it."""
    steps = list(takewhile(lambda each: not isinstance(each, Deal), _until_act(state, back, Deal, Procedure, Cut)))
    for step in steps:
        if isinstance(step, Procedure) and step.what in ("shuffle", "cut") and not step.done:
            observed = f"card put back and the next dealt without a {step.what}"
            yield irregularity(figure, step, observed, "shuffled and cut first", by=DEALER)
            return
    shuffled = any(isinstance(step, Procedure) and step.what == "shuffle" for step in steps)
    if not shuffled or not any(isinstance(step, Cut) for step in steps):
        yield not_recorded(figure, "the shuffle and the cut once the card was put back")


# ---- in the shoe ----


class FaceUp(Figure):
    """What becomes of a card found face up: it is dealt, or thrown away.

    A clause on cards `before_last` leaves out the last card of a hand. The severity is that of using a card that must
    be thrown away.
    """

    before_last: bool = False
    goes: Literal["dealt", "away"] = "dealt"
    severity: Literal["breach", "irregularity"] = "breach"


def _in_the_shoe(state: HandState, event: Boxed, figure: FaceUp) -> bool:
    last = state.rounds_played == len(state.rounds) - 1
    return not (last and figure.before_last)


@check("boxed-card", watches=Boxed, figure=FaceUp, when=_in_the_shoe)
def boxed_card(state: HandState, event: Boxed, figure: FaceUp) -> Iterable[Outcome]:
    """A card is found face up in the shoe, and not treated as the rulebook says.

    The card is dealt in its turn, unless it would be the first card before a new betting round: then it is put back,
    and the cards are shuffled and cut. Other rulebooks have it thrown away, and the next card takes its place.
    """
    if figure.goes == "away":
        return _thrown_away(state, event, figure)
    back = _put_back(state, event, event.cards)
    if back is None and not any(_until_act(state, event, Deal)):
        return [not_recorded(figure, "what became of the card")]
    behind = back is None and _dealt_behind(_until_act(state, event, Deal), event.cards)
    first = not behind and not _street_begun(state)
    cards = cards_text(event.cards)
    if first and back is None:
        observed = f"{cards} found face up as the first card of a deal and used"
        return [irregularity(figure, event, observed, "it is shuffled back", by=DEALER)]
    if back is not None and not first:
        observed = f"{cards} found face up in the shoe and shuffled back"
        return [irregularity(figure, event, observed, "it is dealt in its turn", by=DEALER)]
    return list(_prepared(state, back, figure)) if back is not None else ()


def _thrown_away(state: HandState, event: Boxed, figure: FaceUp) -> list[Outcome]:
    """A card that must be thrown away comes into play, or goes back among the cards to be dealt."""
    cards, severity = set(event.cards) - {UNKNOWN}, Severity[figure.severity.upper()]
    for each in deal_events_after(state, event, Deal, Communal, TakenBack):
        if cards & _cards_of(each):
            used = "shuffled back" if isinstance(each, TakenBack) else "dealt"
            observed = f"{cards_text(event.cards)} found face up in the deck and {used}"
            return [fault(severity, figure, each, observed, "it goes to the muck", by=DEALER, evidence=(event,))]
    return []


def _cards_of(event: Deal | Communal | TakenBack) -> set[int]:
    """The cards that an event names as dealt, turned or put back."""
    if isinstance(event, Deal):
        return {card for _, cards in event.holdings for card in cards}
    return set(event.cards)


def _dealt_behind(deals: Iterator[Deal], cards: tuple[int, ...]) -> bool:
    """Does the next deal begin with another card, and have one of these after it?"""
    deal = next(deals, None)
    if deal is None:
        return False
    return any(set(given) & set(cards) for _, given in deal.holdings[1:])


def _street_begun(state: HandState) -> bool:
    """Has a card of the deal under way been dealt to anybody?"""
    if state.round is None:
        return any(player.received for player in state.players)
    return state.fresh


# ---- a player's card ----


class Remedied(Figure):
    """How grave a wrong remedy of a mishap is, and whether the right one is `noted`."""

    severity: Literal["breach", "irregularity"] = "breach"
    noted: bool = True


class Exposed(Remedied):
    """Who exposed a player's card."""

    by: Literal["dealer", "player"]


def _is_exposed_by(state: HandState, event: Event, figure: Exposed) -> bool:
    if isinstance(event, Misdeal):
        faults = state.attempt.faults
        if not faults or any(one.kind != "exposed" for one in faults):
            return False
        dealer = any(not by_player(state, one) for one in faults)
        return dealer == (figure.by == "dealer") and not any(present(state, cause) for cause in listed(state))
    assert isinstance(event, DealFault)
    if event.kind != "exposed" or by_player(state, event) != (figure.by == "player"):
        return False
    betround = state.round  # a mishap with the last cards of the deal can only be noted after them
    return figure.by == "player" or betround is None or (betround.acts == 0 and state.rounds_played == 1)


@check("exposed-card", watches=on(DealFault) | on(Misdeal), figure=Exposed, when=_is_exposed_by)
def exposed_card(state: HandState, event: DealFault | Misdeal, figure: Exposed) -> Iterable[Outcome]:
    """A card of a player is exposed, and not treated as the rulebook says.

    A card that the player exposed still plays. A card exposed in the dealing is replaced, once the deal is complete, by
    the card that was to be burnt first, and becomes the first burn card. Neither makes a misdeal. Another clause judges
    several cards exposed in the dealing.
    """
    if isinstance(event, Misdeal):
        one = state.attempt.faults[0]
        observed = f"misdeal declared because of one card exposed by the {figure.by}"
        expected = "it still plays" if figure.by == "player" else "it is replaced and burnt"
        return [_wrong(figure, event, observed, expected, one)]
    player = state.player(event.player, event)
    card = f"{cards_text(event.cards)} of {player_label(player)}"
    back = _put_back_of(state, event)
    if figure.by == "player":
        if back is None:
            return []
        return [_wrong(figure, back, f"{card}, exposed by a player, taken back", "it still plays")]
    if _several(state, event) or any(deal_events_after(state, event, Misdeal)):
        return []
    if any(cause.cause == "first-exposed" and is_about(state, event, cause) for cause in listed(state)):
        return []
    return _replaced(state, event, figure, card, back)


def _wrong(figure: Remedied, event: Event, observed: str, expected: str, *evidence: Event) -> Outcome:
    """A wrong remedy is a fault of the dealer, as grave as the rulebook says."""
    severity = Severity[figure.severity.upper()]
    return fault(severity, figure, event, observed, expected, by=DEALER, evidence=evidence)


def _put_back_of(state: HandState, event: DealFault) -> TakenBack | None:
    """The event by which the card was taken from its player, if there is one."""
    backs = (each for each in deal_events_after(state, event, TakenBack) if each.player == event.player)
    return next((each for each in backs if set(each.cards) & set(event.cards)), None)


def _several(state: HandState, event: DealFault) -> bool:
    """Is more than one card exposed in the dealing?"""
    cards = state.attempt.astray.get("exposed", 0)
    for one in chain([event], _until_act(state, event, DealFault)):
        if one.kind == "exposed" and not by_player(state, one):
            cards += cards_of(one)
        if cards > 1:
            return True
    return False


def _replaced(state: HandState, event: DealFault, figure: Exposed, card: str, back: TakenBack | None) -> list[Outcome]:
    """Judge what became of the one card exposed in the dealing."""
    exposed = f"{card} exposed by the dealer"
    if back is None:
        shows = (each for each in deal_events_after(state, event, Show, Kept) if each.player == event.player)
        show = next((each for each in shows if set(each.cards) & set(event.cards)), None)
        if show is None:
            return [not_recorded(figure, "what became of the exposed card")]
        observed, expected = f"{exposed} and left in the hand", "the first burn card replaces it"
        return [_wrong(figure, event, observed, expected, show)]
    deals = list(_until_act(state, back, Deal))
    if any(name != event.player for deal in deals for name, _ in deal.holdings):
        observed = f"{exposed} and replaced before the deal was complete"
        return [_wrong(figure, back, observed, "the deal is completed first", event)]
    if not deals:
        return [not_recorded(figure, "the card in place of the exposed one")]
    if burn := _extra_burn(state, event):
        observed = f"extra burn before the first communal card after {exposed}"
        return [_wrong(figure, burn, observed, "the exposed card was the first burn", event)]
    right = f"replaced after the deal, {REMEDIED}"
    return [irregularity(figure, event, exposed, right, by=DEALER)] if figure.noted else []


def _extra_burn(state: HandState, event: DealFault) -> Burn | None:
    """A burn before the communal cards besides the exposed card; a single burn of an unknown card may be that card."""
    burns = list(deal_events_before(state, event, (Communal,), Burn))
    others = [burn for burn in burns if burn.cards and not set(burn.cards) & set(event.cards)]
    return next(iter(others or burns[1:]), None)


# ---- a card too many ----


class ExtraCard(Remedied):
    """An extra card in the first deal goes back, and is the burn card."""


def _one_too_many(state: HandState, event: Event, figure: ExtraCard) -> bool:
    faults = [*state.attempt.faults[:2], *([event] if isinstance(event, DealFault) else [])]
    if len(faults) != 1 or faults[0].kind != "extra" or cards_of(faults[0]) != 1:
        return False
    betround = state.round
    return betround is None or betround.acts == 0 or isinstance(event, Misdeal)


@check("extra-card", watches=on(DealFault) | on(Misdeal), figure=ExtraCard, when=_one_too_many)
def extra_card(state: HandState, event: DealFault | Misdeal, figure: ExtraCard) -> Iterable[Outcome]:
    """One extra card is dealt before the first betting round, and not put back to be the burn card.

    It makes no misdeal. What the record does not say of the card is not guessed.
    """
    if isinstance(event, Misdeal):
        if substantial(state):
            return []
        one = state.attempt.faults[0]
        return [_wrong(figure, event, "misdeal declared because of one extra card", "it is the burn card", one)]
    mishaps = deal_events_after(state, event, Misdeal, DealFault)
    if any(isinstance(each, Misdeal) or each.kind == "extra" for each in mishaps):
        return []
    extra = f"{cards_text(event.cards)} dealt to {player_label(state.player(event.player, event))} as an extra card"
    back = _put_back_of(state, event)
    if back is None:
        shows = (each for each in deal_events_after(state, event, Show, Kept) if set(each.cards) & set(event.cards))
        show = next(shows, None)
        if any(each.player == event.player for each in deal_events_after(state, event, Win)):
            return []  # judged with the award
        if show is None or show.player != event.player:
            return [not_recorded(figure, "what became of the extra card")]
        return [_wrong(figure, event, f"{extra} and left in the hand", "it is the burn card", show)]
    if burn := _extra_burn(state, event):
        return [_wrong(figure, burn, f"extra burn after {extra}", "the extra card is the first burn", event)]
    return []
