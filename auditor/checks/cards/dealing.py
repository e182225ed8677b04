"""Checks of the deal: the buck, who is dealt to first and in which order, the cards face up, the communal cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, on_each
from auditor.auditing.engine.situations import (
    BEFORE_BETTING,
    BUCK_KNOWN,
    BUCK_PLACED,
    FIRST_HOLDING,
    FROM_BUCK,
    RIGHT_WAY_UP,
    ROUND_THE_TABLE,
    TURNED,
)
from auditor.checks.support.deal_so_far import (
    called_off,
    deal_events_after,
    deal_events_before,
    deal_events_so_far,
    first_due,
    first_given,
    line_to,
    served,
    undealt,
    unsorted,
)
from auditor.replay.cards.draw import drawing
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Buck, Burn, Communal, Deal, DealFault, Event, Holds, Misdeal, Voided, Win
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.wording import escaped, number, ordinal, plural

# ---- the buck ----


def _buck_or_none(state: HandState, event: Event, figure: Figure) -> bool:
    return isinstance(event, Buck) or (state.buck is None and (state.attempt.dealt or state.pot > 0))


@check(
    "buck-position",
    watches=on(Buck) | on(Settled),
    figure=Figure,
    when=_buck_or_none,
    moot_at=on(Settled, BUCK_KNOWN),
    clears_at=on(Buck, BUCK_PLACED),
)
def buck_position(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """The buck lies before a player who sits the hand out, or moves during the round of play.

    Clauses of their own judge who should have had the buck, a blind that another player puts up, and a first card that
    goes to another player. The buck may be put right before the first card, and passed on after the pot.
    """
    if not isinstance(event, Buck):
        return [not_recorded(figure, "the seat of the buck")]
    player = next((player for player in state.players if player.seat == event.seat), None)
    if player is not None and player.out:
        observed = f"buck at seat {event.seat}, whose player sits the hand out"
        return [irregularity(figure, event, observed, "the designated player is dealt to first", by=DEALER)]
    if state.attempt.dealt and state.buck not in (None, event.seat) and not state.wins:
        observed = f"buck moved from seat {state.buck} to seat {event.seat} during the round of play"
        return [irregularity(figure, event, observed, "it marks the designated player of the round", by=DEALER)]
    return ()


# ---- the hole cards ----


class DealFrom(Figure):
    """Who gets the first card: the player at the buck, or the first on its left."""

    seat: Literal["buck", "after-buck"] = "buck"


def _first_pass(state: HandState, event: Deal, figure: DealFrom) -> bool:
    due = first_due(state, figure.seat)
    return not state.attempts and undealt(state) and (due is None or not due.out)


def _to_the_buck(figure: DealFrom) -> On[Event]:
    return on(Deal, FROM_BUCK) if figure.seat == "buck" else never()


@check("first-dealt", watches=on(Deal, FIRST_HOLDING), figure=DealFrom, when=_first_pass, clears_at=_to_the_buck)
def first_dealt(state: HandState, event: Deal, figure: DealFrom) -> Iterable[Outcome]:
    """The first cards of a hand do not go to the designated player, or to the first on the left of the button.

    Nothing is reported where the log notes a mishap that can make a misdeal, nor for the deal after a misdeal: clauses
    of their own judge these.
    """
    due, at_buck = first_due(state, figure.seat), figure.seat == "buck"
    if due is None:
        return [not_recorded(figure, "the seat of the buck")]
    first = event.holdings[0][0]
    if first == due.name or called_off(state) or _mishaps(state, event):
        return ()
    if due.name not in served(state, event):
        missing = "the designated player" if at_buck else _seated(state, due.name, event)
        return [not_recorded(figure, f"the cards of {missing}")]
    observed = f"first cards dealt to {_seated(state, first, event)}"
    expected = f"seat {due.seat} {'has the buck' if at_buck else 'is next to the button on its left'}"
    return [irregularity(figure, event, observed, expected, by=DEALER)]


def _goes_round(figure: DealFrom) -> On[Event]:
    return on(Deal, ROUND_THE_TABLE) if figure.seat == "buck" else never()


@check("deal-order", watches=on(Deal, BEFORE_BETTING), figure=DealFrom, clears_at=_goes_round)
def deal_order(state: HandState, event: Deal, figure: DealFrom) -> Iterable[Outcome]:
    """The cards of the first deal do not go round clockwise, or a player gets a wrong number of them together.

    The order is counted from the player who got the first cards; another clause judges whether that was the right one.
    A player who ends with too many or too few cards is left to the clause on that, unless nobody noticed and the hand
    won nothing. A deal has one finding. How later cards go round is not laid down.
    """
    first, passes = state.rounds[0], state.rounds[0].together
    if any(player.received not in passes for player in state.players):
        return ()  # a further pass of a deal already reported
    seated = state.by_name
    for name, cards in event.holdings:
        player = seated.get(name) or state.player(name, event)
        count, together = len(cards), passes[player.received] or passes[0]
        if count != together and _misnumbered(state, event, name, count, first.own) and not called_off(state):
            if _astray_before(state, first.together[0]):
                return ()
            observed = f"{number(count)} {plural(count, 'card')} dealt together to {_seated(state, name, event)}"
            expected = f"{number(together)} together" if together > 1 else "one at a time"
            return [irregularity(figure, line_to(state, event, name), observed, expected, by=DEALER)]
    astray = _out_of_order(state, event, figure)
    if astray is None or called_off(state) or _mishaps(state, event) or _astray_before(state, first.together[0]):
        return ()
    observed = f"{_seated(state, astray.name, event)} dealt to out of order"
    return [irregularity(figure, line_to(state, event, astray.name), observed, "clockwise from the buck", by=DEALER)]


def _astray_before(state: HandState, together: int) -> bool:
    """Was an earlier pass of the deal out of order, or did it give somebody a wrong number of cards at once?"""
    passes = deal_events_so_far(state, Deal)
    if any(len(cards) != together for event in passes for _, cards in event.holdings):
        return True
    return any(unsorted(state, event) is not None for event in passes)


def _misnumbered(state: HandState, event: Deal, name: str, count: int, whole: int) -> bool:
    """Does this check judge a wrong number of cards given at once, and no other clause?"""
    deals = deal_events_before(state, event, (Act,), Deal)
    rest = sum(len(cards) for each in deals for who, cards in each.holdings if who == name)
    if state.player(name, event).received + count + rest == whole:
        return True
    noted = (DealFault, Holds, Voided, Win)
    told = chain(deal_events_so_far(state, *noted), deal_events_after(state, event, *noted))
    return not any(each.player == name for each in told)


def _out_of_order(state: HandState, event: Deal, figure: DealFrom) -> Player | None:
    """The first player of a pass who does not follow clockwise, if the deal began with the right player."""
    first, due = state.player(event.holdings[0][0], event), first_due(state, figure.seat)
    if first is not due and due is not None and undealt(state):
        return None
    return unsorted(state, event, first_given(state, event) if figure.seat == "after-buck" else None)


def _mishaps(state: HandState, event: Event) -> bool:
    """Does the log note a mishap of this deal?"""
    return bool(state.attempt.faults) or any(deal_events_after(state, event, DealFault))


def _seated(state: HandState, name: str, event: Event) -> str:
    return f"seat {state.player(name, event).seat} {escaped(name, 40)}"


@check("card-facing", watches=Deal, figure=Figure, clears_at=on(Deal, RIGHT_WAY_UP))
def card_facing(state: HandState, event: Deal, figure: Figure) -> Iterable[Outcome]:
    """A card that goes face up is dealt face down.

    A card dealt face up instead of face down is one that the dealer exposes, which other clauses judge. Where the log
    notes a mishap of the deal, that is judged instead. A player whose first card lay open gets the others of the first
    deal face down, and is passed over.
    """
    if not event.contrary and _all_right(state, event):
        return ()
    for name, _ in event.holdings:
        player, up = state.player(name, event), event.up != (name in event.contrary)
        if up or not _due_up(state, player) or (state.round is None and player.up):
            continue
        if called_off(state) or _mishaps(state, event) or drawing(state):
            return ()
        if any(_out_of_step(state, state.player(one, event)) for one, _ in event.holdings):
            return [not_recorded(figure, "all the cards dealt")]
        whose = "" if len(event.holdings) > 1 and not event.contrary else f" to {_seated(state, name, event)}"
        at = line_to(state, event, name)
        return [irregularity(figure, at, f"card dealt face down{whose}", "face up", by=DEALER)]
    return ()


def _all_right(state: HandState, event: Deal) -> bool:
    """Does a whole pass lie the right way up? In later rounds that is the same way for all players."""
    if state.round is not None:
        return _later_up(state) in (None, event.up)
    pattern, way = state.rounds[-1].pattern, "u" if event.up else "d"
    own = [state.player(name, event).received for name, _ in event.holdings]
    return all(place >= len(pattern) or pattern[place] == way for place in own)


def _due_up(state: HandState, player: Player) -> bool:
    """Does the player's next card go face up?

    In the first deal that depends on the player's own cards. Later it depends on the betting round that the cards are
    for, whatever was left out before.
    """
    if state.round is None:
        pattern = state.rounds[-1].pattern
        return player.received < len(pattern) and pattern[player.received] == "u"
    return bool(_later_up(state))


def _later_up(state: HandState) -> bool | None:
    """Do the cards of the coming betting round go face up? None if it has none."""
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
    return "u" in coming.passes[0] if coming.passes else None


def _out_of_step(state: HandState, player: Player) -> bool:
    """By the cards that the record has of a player, would the next one go face down?"""
    pattern, place = state.rounds[-1].pattern, player.received + player.unnoted
    return state.round is not None and place < len(pattern) and pattern[place] == "d"


# ---- the communal cards ----


class CommunalDeal(Figure):
    """How many communal cards there are, and how many are turned at once."""

    most: int
    together: int


def _one_more(figure: CommunalDeal) -> On[Event]:
    """Where one card is turned, and there are not all of them yet."""
    return on_each((Communal,), *TURNED[: figure.most]) if figure.together else never()


@check("communal-deal", watches=Communal, figure=CommunalDeal, clears_at=_one_more)
def communal_deal(state: HandState, event: Communal, figure: CommunalDeal) -> Iterable[Outcome]:
    """Communal cards are turned several at once, or before the hole cards, or there are too many of them.

    The betting missed on cards turned together belongs to the same finding.
    """
    turned = len(state.board)
    if not turned and all(player.received == 0 for player in state.players) and _dealt_later(state, event):
        return [breach(figure, event, "communal card turned before the hole cards were dealt", by=DEALER)]
    if len(event.cards) > figure.together:
        observed = f"{number(len(event.cards))} communal cards turned at once"
        return [breach(figure, event, observed, f"{number(figure.together)} at a time", by=DEALER)]
    if turned + len(event.cards) > figure.most:
        observed = f"{ordinal(turned + len(event.cards))} communal card"
        return [breach(figure, event, observed, f"{number(figure.most)} in all", by=DEALER)]
    return ()


class Burning(Figure):
    """When no card is burnt: at no time ("ever"), or before the first cards of a hand."""

    none: Literal["ever", "first-deal"] = "ever"


def _outside_draw(state: HandState, event: Burn, figure: Burning) -> bool:
    return not drawing(state)


@check("burn-card", watches=Burn, figure=Burning, when=_outside_draw)
def burn_card(state: HandState, event: Burn, figure: Burning) -> Iterable[Outcome]:
    """The dealer burns a card where the rulebook provides for no burn card.

    Where the rulebook does not forbid it in words, nobody is accused. Other rulebooks have cards burnt, but not before
    the first deal; a card that the deal went wrong with may lie there as one.
    """
    if figure.none == "first-deal":
        begun = state.round is not None or state.board
        if begun or state.attempt.faults or not any(deal_events_after(state, event, Deal)):
            return ()  # or the record has no deal that the burn could have come before
        return [irregularity(figure, event, "card burnt before the first deal", "only before later cards", by=DEALER)]
    return [advisory(figure, event, "card burnt", "the rules provide for no burn cards", by=DEALER)]


def _dealt_later(state: HandState, event: Event) -> bool:
    return any(deal_events_after(state, event, Deal)) and not any(deal_events_after(state, event, Misdeal))
