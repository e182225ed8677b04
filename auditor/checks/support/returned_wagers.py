"""Hands in which all wagers go back though nobody declared a misdeal: the deck is defective, or no hand can win."""

from __future__ import annotations

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.checks.support.deal_so_far import REMEDIED, deal_events_so_far
from auditor.checks.support.duplicate_cards import doubled, repeated
from auditor.checks.support.players import player_label
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Boxed, Event, Holds, Incident, Refund, SideSettled, Win
from auditor.vocabulary.findings import DEALER, Money
from auditor.vocabulary.money import money_text


def defect(state: HandState, boxed: int, incidents: tuple[str, ...], twice: str = "open") -> Event | None:
    """The first event before the pot was paid that shows the deck of the deal under way to be defective.

    More cards than `boxed` are found face up, an observer notes one of the `incidents`, or one card is in two places:
    it lies open in both (`twice` is "open"), or the record has it there, open or not ("known").
    """
    found = {"open": doubled, "known": repeated}.get(twice)
    again = {id(event) for _, event in found(state)} if found else set()
    if not again and state.kinds.isdisjoint((Boxed, Incident)):
        return None
    face_up, events = 0, deal_events_so_far(state)
    if state.wins and not any(event is state.wins[0] for event in events):
        return None  # the pot was paid before a misdeal was declared
    for event in events:
        if isinstance(event, Win):
            return None
        if isinstance(event, Boxed):
            face_up += len(event.cards)
            if face_up > boxed:
                return event
        elif (isinstance(event, Incident) and event.kind in incidents) or id(event) in again:
            return event
    return None


def sole_misheld(state: HandState) -> Player | None:
    """The player with a wrong number of cards whom nobody opposes any more: all others folded or mucked."""
    counted = {event.player for event in deal_events_so_far(state) if isinstance(event, Holds)}
    wrong = [one for one in state.players if one.wrong_card_count and one.name in counted and (one.active or one.void)]
    others = [one for one in state.players if one.active and not one.mucked and not one.wrong_card_count]
    return wrong[0] if len(wrong) == 1 and not others and _contested(state, wrong[0]) else None


def _contested(state: HandState, player: Player) -> bool:
    """Have other players left the hand?"""
    return any(one.folded is not None or one.mucked for one in state.players if one is not player)


def unreturned(state: HandState, figure: Figure, found: Event, observed: str, whole_pot: bool = False) -> list[Outcome]:
    """Judge a hand in which all wagers must go back.

    The pot may have been paid out instead, a player may have got back another amount, or the house may have taken
    commission. If everything went back, the mishap is noted as put right. `whole_pot` says that the money at stake is
    all that was paid, and not only what the winners had from the others.
    """
    if state.wins:
        paid = sum(win.amount for win in state.wins)
        own = 0 if whole_pot else sum(one.put_in_hand for one in state.players if one.won)
        winner = state.player(state.wins[0].player, state.wins[0])
        money = Money(max(paid - own, 0), "the players" if whole_pot else "the other players", player_label(winner))
        text = f"{observed}, {money_text(paid)} awarded instead of returned"
        expected = "all wagers go back"
        return [breach(figure, state.wins[0], text, expected, by=DEALER, money=money, evidence=(found,))]
    if not any(isinstance(event, Refund) for event in deal_events_so_far(state)) and "refund" not in state.steps:
        return [not_recorded(figure, "the refunds")]
    short = [one for one in state.players if one.put_in_hand != one.refunded]
    if short:
        text = f"{observed}, {money_text(short[0].refunded)} returned to {player_label(short[0])}"
        money = Money(abs(short[0].put_in_hand - short[0].refunded), player_label(short[0]), "dealer")
        return [
            breach(figure, found, text, f"{money_text(short[0].put_in_hand)} had been wagered", by=DEALER, money=money)
        ]
    commission = sum(line.commission or 0 for line in state.pots_taken)
    if commission:
        text = f"{observed}, commission of {money_text(commission)} taken"
        return [breach(figure, state.pots_taken[0], text, "all wagers go back", by=DEALER, money=commission)]
    return [irregularity(figure, found, observed, REMEDIED, by=DEALER), *settled_beside(state, figure, found)]


def settled_beside(state: HandState, figure: Figure, since: Event) -> list[Outcome]:
    """Point out side wagers that were won or lost once all wagers had to go back.

    Without communal cards in a game that was not invalidated, nothing is reported: another check judges a side wager
    that is settled before its cards lie there.
    """
    if not state.board and state.invalidated is None:
        return []
    events = state.hand.events
    after = events[next(number for number, one in enumerate(events) if one is since) :]
    settled = [one for one in after if isinstance(one, SideSettled) and one.how != "gets back"]
    return [
        advisory(figure, one, f"side wager on {one.on} settled after that", "not settled yet, it goes back", by=DEALER)
        for one in settled
    ]
