"""Checks of cards that should come face down: those of a starting hand, and the last card of all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import FIRST_ACT
from auditor.checks.support.deal_so_far import (
    deal_events_after,
    deal_events_before,
    deal_events_so_far,
    follows_deal,
)
from auditor.checks.support.players import player_label
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import UNKNOWN, cards_text
from auditor.vocabulary.events import Act, Deal, DealFault, Misdeal, Refund, Returned, TakenBack
from auditor.vocabulary.findings import DEALER, Money
from auditor.vocabulary.money import money_text

# ---- of a starting hand ----


class Downcard(Figure):
    """How the others came to see a downcard of a starting hand: the dealer turned it, or it fell off the table.

    At a tournament that is a misdeal. Elsewhere the next card is dealt down in its place, and a hand is dead if all its
    downcards were seen.
    """

    by: Literal["dealer", "fall"] = "dealer"
    tournament: bool = False


def _turned(state: HandState, player: Player, figure: Downcard) -> list[int]:
    """The cards of a starting hand that should lie face down and that the dealing turned up."""
    down = player.cards[: state.rounds[0].pattern.index("u")]
    noted = {
        card
        for fault in deal_events_so_far(state, DealFault)
        if fault.kind == "exposed" and fault.player == player.name
        for card in fault.cards
        if (fault.by or "dealer") == figure.by
    }
    visible = {*noted, *(player.up if figure.by == "dealer" else ())} - {UNKNOWN}
    return [card for card in down if card in visible]


def _shows_downcard(state: HandState, event: Act | Misdeal, figure: Downcard) -> bool:
    if (state.hand.setup.tournament is not None) != figure.tournament:
        return False
    if isinstance(event, Act) and (state.round is None or state.round.round.round_index):
        return False
    return any(_turned(state, player, figure) for player in state.players)


@check(
    "exposed-downcard",
    watches=on(Act, FIRST_ACT) | on(Misdeal),
    figure=Downcard,
    when=_shows_downcard,
    answers=("dealer",),
)
def exposed_downcard(state: HandState, event: Act | Misdeal, figure: Downcard) -> Iterable[Outcome]:
    """A downcard of a starting hand is seen in the dealing, and not treated as the rulebook says.

    The mishap itself is no finding. Another clause judges who opens the betting then.
    """
    if isinstance(event, Misdeal):
        yield from _called_off(state, event, figure)
        return
    down = state.rounds[0].pattern.index("u")
    for player in state.players:
        turned = _turned(state, player, figure)
        if not turned:
            continue
        mishap = f"{cards_text(tuple(turned))} of {player_label(player)} seen in the dealing"
        if figure.tournament:
            yield irregularity(figure, _dealt(state, player), f"{mishap}, and the deal played", "a misdeal", by=DEALER)
        elif len(turned) < down:
            third = player.cards[down : down + 1]
            if third and third[0] in player.up:
                observed = f"{mishap}, and the next card dealt face up"
                yield irregularity(figure, _dealt(state, player), observed, "it is dealt down", by=DEALER)
        else:
            yield from _dead(state, event, figure, player, mishap)


def _called_off(state: HandState, event: Misdeal, figure: Downcard) -> Iterable[Outcome]:
    """A deal is called off for one such card, where that is not the remedy; a general clause judges several."""
    faults = state.attempt.faults
    turned = [card for player in state.players for card in _turned(state, player, figure)]
    if not figure.tournament and len(turned) == 1 and all(one.kind == "exposed" for one in faults):
        observed = f"misdeal declared because {cards_text(tuple(turned))} was seen in the dealing"
        yield irregularity(figure, event, observed, "the next card is dealt down", by=DEALER)


def _dead(state: HandState, act: Act, figure: Downcard, player: Player, mishap: str) -> Iterable[Outcome]:
    """All downcards of a hand were seen: the hand is out, and its player gets the ante back."""
    if player.active:
        yield irregularity(figure, _dealt(state, player), f"{mishap}, and the hand played", "it is dead", by=DEALER)
        return
    ante = sum(post.amount for post in state.posts if post.player == player.name and post.kind == "ante")
    back = sum(each.amount for each in state.timeline.each_of(player.name, 0, Returned, Refund))
    if back < ante:
        money = Money(ante - back, player_label(player), "the pot")
        observed = f"{mishap}: hand dead, and {money_text(back)} given back"
        yield irregularity(figure, act, observed, f"the ante of {money_text(ante)} goes back", by=DEALER, money=money)


def _dealt(state: HandState, player: Player) -> Deal:
    """The pass of the first deal in which the player got the last card."""
    deals = deal_events_so_far(state, Deal)
    return next(each for each in reversed(deals) if any(name == player.name for name, _ in each.holdings))


# ---- the last card ----


class LastCard(Figure):
    """Whose last card was turned up: that of a player who is all in, of one of two players, of one of more, or any.

    The card is kept. The other players get theirs face down; but of two players the second gets the card face up if the
    first did.
    """

    about: Literal["all-in", "two", "several", "any"]


def _last_street(state: HandState, event: Deal) -> list[tuple[Player, bool]]:
    """Who gets the last cards, in their order, and whether face up; nobody if this pass does not begin them."""
    last = state.rounds[-1]
    if state.round is None or state.over or state.rounds_played != len(state.rounds) - 1 or last.passes[-1:] != ("d",):
        return []
    if follows_deal(state):
        return []
    deals = [event, *deal_events_before(state, event, (Act,), Deal)]
    return [(state.player(name, one), one.up != (name in one.contrary)) for one in deals for name, _ in one.holdings]


def _turned_up(state: HandState, event: Deal, figure: LastCard) -> bool:
    street = _last_street(state, event)
    first = next((player for player, up in street if up), None)
    if first is None:
        return False
    if figure.about == "any":
        return True
    if first.tapped_out or figure.about == "all-in":
        return first.tapped_out and figure.about == "all-in"
    return (len(street) == 2) == (figure.about == "two")


@check("last-card-kept", watches=Deal, figure=LastCard, when=_turned_up)
def last_card_kept(state: HandState, event: Deal, figure: LastCard) -> Iterable[Outcome]:
    """The dealer turns up the last card of a hand, and takes it back or deals others the wrong way up after it."""
    street = _last_street(state, event)
    at, first = next((place, player) for place, (player, up) in enumerate(street) if up)
    mishap = f"last card of {player_label(first)} turned up"
    if figure.about == "any":
        backs = deal_events_after(state, event, TakenBack)
        back = next((each for each in backs if each.player == first.name), None)
        if back is not None:
            yield irregularity(figure, back, f"{mishap} and taken back", "it is kept", by=DEALER)
        return
    later = street[at + 1 :]
    if figure.about == "two" and at == 0:
        if not later:
            yield not_recorded(figure, "the other player's last card")
        elif not later[0][1]:
            yield irregularity(figure, event, f"{mishap}, and the other's dealt down", "dealt up as well", by=DEALER)
        return
    wrong = next((player for player, up in later if up), None)
    if wrong is not None:
        observed = f"{mishap}, and that of {player_label(wrong)} dealt up as well"
        yield irregularity(figure, event, observed, "the others get theirs down", by=DEALER)
