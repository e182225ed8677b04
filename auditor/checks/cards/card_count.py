"""Checks of how many cards a player has: in the deal, and once there has been substantial action."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import EVENLY_DEALT, FIRST_ACT, FIRST_ROUND, UNHELD
from auditor.checks.support.deal_so_far import (
    acted_in_turn,
    called_off,
    deal_events_after,
    deal_events_so_far,
    substantial,
)
from auditor.checks.support.players import player_label
from auditor.replay.betting.lookahead import place_of
from auditor.replay.cards.draw import kept_too_long
from auditor.replay.settlement.showdown import own_cards_due, own_cards_in_the_end
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Dealt, Figure
from auditor.vocabulary.events import (
    Act,
    Check,
    Deal,
    DealFault,
    Holds,
    Misdeal,
    Pass,
    Refund,
    Returned,
    Show,
    TakenBack,
    Voided,
    Wager,
    Win,
)
from auditor.vocabulary.findings import DEALER, REMEDIED, Money, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import number, plural

# ---- the first deal ----


def _betting_begins(state: HandState, act: Act, figure: Figure) -> bool:
    return state.round is not None and state.round.round.round_index == 0 and state.attempt.holes


@check(
    "hole-cards",
    watches=on(Act, FIRST_ACT),
    figure=Dealt,
    when=_betting_begins,
    call_only_at=on(Act, FIRST_ACT | FIRST_ROUND),
    moot_at=on(Act, UNHELD),
    clears_at=on(Act, EVENLY_DEALT),
    laid_to_record=True,
)
def hole_cards(state: HandState, act: Act, figure: Dealt) -> Iterable[Outcome]:
    """A player is dealt more cards than the game gives, and nobody notices.

    If somebody notices, or if all these cards are shown and win something, the clauses on such hands judge it. A record
    that deals a player fewer cards may lack some, and decides nothing. A card of the next street that came too early is
    none too many.
    """
    due = own_cards_due(state)
    if called_off(state) or (state.waiting_card and not state.rounds[-1].communal):
        return []
    others = [player for player in state.players if player.received != due]
    if any(player.active and player.received < due for player in others):
        return [not_recorded(figure, "all the cards dealt")]
    for player in others:
        if player.received > due and not _noticed(state, player.name):
            deals = deal_events_so_far(state, Deal)
            own = [each for each in deals if any(name == player.name for name, _ in each.holdings)]
            if not own:  # cards turned up for all counted as this player's, which no pass of the deal gave
                continue
            observed = f"{number(player.received)} cards dealt to {player_label(player)}"
            severity = Severity[figure.severity.upper()]
            return [fault(severity, figure, own[-1], observed, f"{number(due)} each", by=DEALER)]
    return []


def _noticed(state: HandState, name: str) -> bool:
    if state.timeline.places_of(name, Holds, DealFault, Voided, TakenBack):
        return True
    shown = [one for one in state.timeline.each_of(name, 0, Show) if len(one.cards) != own_cards_in_the_end(state)]
    return bool(shown) and bool(state.timeline.places_of(name, Win))


# ---- found in the betting ----


class CardCount(Figure):
    """Who gets wagers back for a hand with a wrong number of cards that is found late.

    Players who have not acted get them back, or nobody does. `noted` says whether a right remedy is noted.
    """

    returned: Literal["unacted", "never"] = "unacted"
    noted: bool = True


def _found_late(state: HandState, event: Holds | Voided, figure: CardCount) -> bool:
    """Is the number found after substantial action, and is anybody left whom the hand would have to beat?"""
    player = state.player(event.player, event)
    if isinstance(event, Voided) and (not _extra(state, player) or state.timeline.places_of(player.name, Holds)):
        return False  # nothing is known of the cards, or they were counted
    others = any(one.active and not one.mucked for one in state.players if one is not player)
    return player.active and others and substantial(state)


@check(
    "card-count",
    watches=on(Holds) | on(Voided),
    figure=CardCount,
    when=_found_late,
    laid_to_record=True,
    answers=("dealer",),
)
def card_count(state: HandState, event: Holds | Voided, figure: CardCount) -> Iterable[Outcome]:
    """A hand is found with a wrong number of cards after substantial action, and not treated as the rulebook says.

    The hand of a player who has not acted in turn is void, and that player gets everything back unless the rulebook
    returns nothing. The hand of a player who has acted is dead, and the wagers stay in the pot. The others play on. A
    pot paid to such a hand is judged with the award. A hand that got a card too many, and is declared void for it, had
    as many as that without a count.
    """
    player = state.player(event.player, event)
    due = own_cards_due(state)
    count = event.count if isinstance(event, Holds) else due + _extra(state, player)
    if count == due or kept_too_long(state, player):
        return []  # another clause judges a card that was not given up in time
    cards = f"{number(count)} {plural(count, 'card')}"
    found = f"{player_label(player)} found with {cards} after substantial action"
    timeline, start = state.timeline, place_of(state, event) + 1
    if any(deal_events_after(state, event, Misdeal)) or any(timeline.each_of(player.name, start, Win)):
        return []  # other clauses judge a misdeal declared too late, and the award
    acted = player.name in acted_in_turn(state)
    keeps = acted or figure.returned == "never"
    again = next(timeline.each_of(player.name, start, Wager, Check, Pass), None)  # who folds gives the hand up
    if again is not None:
        return [breach(figure, again, f"{found} and played on", "the hand is out", by=DEALER, evidence=(event,))]
    back = list(timeline.each_of(player.name, start, Returned, Refund))
    if keeps:
        return _dead(event, figure, player, found + (", having acted" if acted else ""), back)
    told = bool(back) or any(deal_events_after(state, event, Voided, Win))
    return _void(event, figure, player, found, back, told)


def _extra(state: HandState, player: Player) -> int:
    """How many cards too many a player got, of which the record takes none back."""
    got = [one for one in state.attempt.faults if one.kind == "extra" and one.player == player.name]
    return 0 if state.timeline.places_of(player.name, TakenBack) else sum(len(one.cards) for one in got)


def _dead(
    event: Holds | Voided, figure: CardCount, player: Player, found: str, back: list[Returned | Refund]
) -> list[Outcome]:
    """The hand of a player who has acted is dead, and the wagers stay."""
    if not back:
        return [irregularity(figure, event, f"{found}: hand dead", REMEDIED, by=DEALER)] if figure.noted else []
    amount = sum(each.amount for each in back)
    money = Money(amount, "the pot", player_label(player))
    observed = f"{found}, and given back {money_text(amount)}"
    return [breach(figure, back[0], observed, "the wagers stay in the pot", by=DEALER, money=money, evidence=(event,))]


def _void(
    event: Holds | Voided, figure: Figure, player: Player, found: str, back: list[Returned | Refund], told: bool
) -> list[Outcome]:
    """A player who has not acted gets everything back, blinds too, if the record has `told` what became of the hand."""
    amount, owed = sum(each.amount for each in back), player.put_in_hand
    if amount == owed:
        observed, right = f"{found}, not having acted: hand void", f"{money_text(owed)} went back, {REMEDIED}"
        return [irregularity(figure, event, observed, right, by=DEALER)]
    if not told:
        return [not_recorded(figure, "what became of the hand")]
    money = Money(abs(owed - amount), player_label(player), "the pot")
    observed = f"{found}, not having acted, and given back {money_text(amount)}"
    return [breach(figure, event, observed, f"{money_text(owed)} goes back", by=DEALER, money=money)]
