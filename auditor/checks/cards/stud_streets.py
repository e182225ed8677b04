"""Checks of cards dealt between betting rounds: who gets them, the burn before them, and cards that come too early.

Others look at hands whose players are not there to play them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import CLOSED, CONTESTED, FIRST_ACT, OPENS, RAISES
from auditor.checks.support.burns import burn_left_out, notes_burns
from auditor.checks.support.cost_of_wager import excess
from auditor.checks.support.deal_so_far import (
    deal_events_after,
    deal_events_before,
    deal_events_so_far,
    follows_deal,
    last_so_far,
)
from auditor.checks.support.players import player_label
from auditor.replay.betting.lookahead import is_early
from auditor.replay.settlement.compute import Settled
from auditor.replay.settlement.showdown import own_cards_due
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import cards_text
from auditor.vocabulary.events import (
    Act,
    Burn,
    Deal,
    Event,
    Fold,
    Incident,
    Looks,
    Post,
    Refund,
    Returned,
    SetAside,
    TakenBack,
    Voided,
    Wager,
)
from auditor.vocabulary.findings import DEALER, REMEDIED, Money
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import number, plural


def _street(state: HandState, event: Deal) -> list[Deal]:
    """The passes of the street that begins with this one; none if no street does."""
    if state.round is None or state.over or isinstance(last_so_far(state, Act, Deal, Post), Deal):
        return []
    return [event, *deal_events_before(state, event, (Act, Burn), Deal)]


def _begins(state: HandState, event: Deal, figure: Figure) -> bool:
    return bool(_street(state, event))


# ---- who gets them ----


def _folded_unbet(state: HandState) -> list[Player]:
    """The players who folded when there was no wager to meet, if none has been made since."""
    folded: dict[str, None] = {}
    wagered = Post in state.kinds
    acted = False
    for event in deal_events_so_far(state, Deal, Act):
        if isinstance(event, Deal) and acted:
            wagered = acted = False
        elif isinstance(event, Act):
            acted = True
            if isinstance(event, Wager):
                wagered = True
                folded.clear()
            elif isinstance(event, Fold) and not wagered:
                folded[event.player] = None
    return [state.player(name, event) for name in folded]


def _seats_to_serve(state: HandState, event: Deal, figure: Figure) -> bool:
    return state.folds > 0 and bool(_street(state, event)) and bool(_folded_unbet(state))


@check("folded-seat", watches=Deal, figure=Figure, when=_seats_to_serve)
def folded_seat(state: HandState, event: Deal, figure: Figure) -> Iterable[Outcome]:
    """The dealer leaves out a seat that folded when there was no wager, so that others get its cards.

    Such a seat gets cards until a wager kills the hand.
    """
    served = {name for each in _street(state, event) for name, _ in each.holdings}
    for player in _folded_unbet(state):
        if player.name not in served:
            observed = f"no card to {player_label(player)}, who folded when there was no wager"
            yield irregularity(figure, event, observed, "the seat gets cards until a bet kills the hand", by=DEALER)


# ---- the burn before them ----


class StreetBurn(Figure):
    """How many cards are burnt before the cards of each later betting round."""

    burns: int


@check("street-burn", watches=Deal, figure=StreetBurn, when=_begins)
def street_burn(state: HandState, event: Deal, figure: StreetBurn) -> Iterable[Outcome]:
    """The dealer burns no card before those of a later betting round, or too many.

    An error that is put right before anybody acts is passed over. If the cards would run short, none is burnt.
    """
    if not notes_burns(state) and not burn_left_out(state, event):
        return [not_recorded(figure, "the burn cards")]
    last = last_so_far(state, Act, Deal, Post)
    since = deal_events_so_far(state, Burn) if last is None else deal_events_before(state, last, (Deal,), Burn)
    burnt = sum(max(len(each.cards), 1) for each in since)
    if burnt == figure.burns or is_early(state, event):
        return ()
    out = sum(player.received for player in state.players) + state.burnt + len(state.active)
    if burnt < figure.burns and state.deck.size < out + figure.burns:
        return ()
    if any(deal_events_before(state, event, (Act,), TakenBack, SetAside)):
        return ()
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
    observed = f"{number(burnt) if burnt else 'no'} {plural(burnt, 'card')} burnt before {coming.name}"
    return [irregularity(figure, event, observed, f"{number(figure.burns)}, or put right at once", by=DEALER)]


# ---- cards that came too early ----


def _early(state: HandState, event: Deal, figure: Figure) -> bool:
    return bool(_early_street(state, event))


def _early_street(state: HandState, event: Deal) -> list[Deal]:
    """The first pass of a street that begins before the betting is over."""
    if state.round is None or state.over or not is_early(state, event):
        return []
    return [] if follows_deal(state) else [event]


@check("early-street", watches=Deal, figure=Figure, when=_early, passes_at=on(Deal, CLOSED | CONTESTED))
def early_street(state: HandState, event: Deal, figure: Figure) -> Iterable[Outcome]:
    """The dealer deals cards of the next betting round before this one is over.

    The cards are taken out of play, and to leave them in play is a further fault. A player who has looked at the last
    card, which goes face down, keeps it.
    """
    assert state.round is not None
    cards = {card for _, given in event.holdings for card in given}
    observed = f"{plural(len(cards), 'card')} dealt before the {state.round.name} betting round was over"
    removed = any(cards & set(each.cards) for each in deal_events_after(state, event, TakenBack, SetAside))
    last = state.rounds_played == len(state.rounds) - 1
    if removed:
        return [irregularity(figure, event, observed, f"taken out of play, {REMEDIED}", by=DEALER)]
    names = {name for name, _ in event.holdings}
    if last and any(each.looked and each.player in names for each in deal_events_after(state, event, Looks)):
        return [irregularity(figure, event, observed, "kept by whoever has looked at it", by=DEALER)]
    found: list[Outcome] = [irregularity(figure, event, observed, "the betting comes first", by=DEALER)]
    if not last:
        left = f"{cards_text(tuple(cards))}, dealt before the betting was over, left in play"
        found.append(irregularity(figure, event, left, "taken out of play", by=DEALER))
    return found


def _holds_last(state: HandState, act: Wager, figure: Figure) -> bool:
    betround = state.round
    if betround is None or not state.waiting_card or state.rounds_played != len(state.rounds) - 1:
        return False
    return state.player(act.player, act).received > own_cards_due(state)


@check("early-last-card", watches=on(Wager, OPENS, RAISES), figure=Figure, when=_holds_last)
def early_last_card(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player who already has the last card bets or raises, while the others have yet to get theirs.

    The money is what the bet or raise moved.
    """
    assert state.move is not None and state.round is not None
    word = "bet" if state.move.kind == "open" else "raised"
    observed = f"{word} with the last card in hand before its time"
    money = excess(state, act, state.round.highest, state.move.increase)
    return [breach(figure, act, observed, "no bet or raise in this round", money=money)]


# ---- players who are away ----


class AbsentPlayer(Figure):
    """The incidents that note a player as away, and when such a hand is killed.

    It is killed when the betting reaches it or, at a tournament, as soon as the starting hands are out.
    """

    incidents: tuple[str, ...]
    killed: Literal["turn", "deal"]


def _is_away(state: HandState, event: Event, figure: AbsentPlayer) -> bool:
    if (state.hand.setup.tournament is not None) != (figure.killed == "deal"):
        return False
    return bool(_away(state, figure)) and (not isinstance(event, Voided) or event.player in _away(state, figure))


def _away(state: HandState, figure: AbsentPlayer) -> list[str]:
    """The players whom the log notes as away in this hand and who have not acted since."""
    away: dict[str, None] = {}
    for event in deal_events_so_far(state, Incident, Act) if Incident in state.kinds else ():
        if isinstance(event, Incident) and event.kind in figure.incidents and event.player in state.by_name:
            away[event.player or ""] = None
        elif isinstance(event, Act):
            away.pop(event.player, None)
    return list(away)


@check(
    "absent-hand",
    watches=on(Voided) | on(Settled) | on(Act, FIRST_ACT),
    figure=AbsentPlayer,
    when=_is_away,
    answers=("dealer",),
)
def absent_hand(state: HandState, event: Event, figure: AbsentPlayer) -> Iterable[Outcome]:
    """The hand of a player who is away is killed too soon, is not killed, or gets back what was put in."""
    if isinstance(event, Voided):
        betround, player = state.round, state.player(event.player, event)
        soon = betround is None or (not betround.closed and state.turn is not player)
        if figure.killed == "deal" or not soon:
            return ()
        observed = f"hand of {player_label(player)}, who is away, killed before the betting reached it"
        return [irregularity(figure, event, observed, "the player may be back in time", by=DEALER)]
    players = [state.player(name, event) for name in _away(state, figure)]
    if isinstance(event, Act):
        first = state.round is not None and state.round.round.round_index == 0 and figure.killed == "deal"
        left = [player for player in players if player.active] if first else []
        return [_not_killed(figure, event, player, "killed as soon as the starting hands are out") for player in left]
    assert isinstance(event, Settled)
    return list(_in_the_end(state, figure, players))


def _not_killed(figure: AbsentPlayer, event: Event, player: Player, expected: str) -> Outcome:
    return irregularity(figure, event, f"hand of {player_label(player)}, who is away, not killed", expected, by=DEALER)


def _in_the_end(state: HandState, figure: AbsentPlayer, players: list[Player]) -> Iterator[Outcome]:
    for player in players:
        if player.active and figure.killed == "turn" and state.round is not None and len(state.active) > 1:
            at = state.wins[0] if state.wins else state.hand.header
            yield _not_killed(figure, at, player, "killed when the betting reaches it")
        own = next(state.timeline.each_of(player.name, 0, Returned, Refund), None)
        if own is not None:
            money = Money(own.amount, "the pot", player_label(player))
            observed = f"{money_text(own.amount)} given back to {player_label(player)}, who was away"
            yield irregularity(figure, own, observed, "ante and forced bet are forfeited", by=DEALER, money=money)
