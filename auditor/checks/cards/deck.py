"""Checks of the deck: the cards it has, who may play with a smaller one, and a card for all when it runs out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, on_each
from auditor.auditing.engine.situations import ENOUGH_CARDS, IN_DECK, MORE_CARDS, NO_CARDS
from auditor.checks.support.agreements import agreements, all_noted
from auditor.checks.support.duplicate_cards import doubled, has_duplicate_card_clause
from auditor.replay.settlement.compute import Settled
from auditor.replay.settlement.showdown import replaced
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Deck, Figure, ReducedDeck
from auditor.vocabulary.cards import JOKER, UNKNOWN, card_text, deck
from auditor.vocabulary.events import Communal, Deal, Event
from auditor.vocabulary.findings import DEALER, OPERATOR, Severity
from auditor.vocabulary.log_words import REDUCED_DECK
from auditor.vocabulary.wording import joined, number, plural


@cache
def _deck(ranks: str, joker: bool) -> frozenset[int]:
    return frozenset({UNKNOWN, *deck(ranks, joker)})


def _cards_seen(state: HandState, event: Settled, figure: Deck) -> bool:
    seen = state.cards_named
    return (bool(seen) and seen[-1][0] != UNKNOWN) or _foreign(state) or any(card != UNKNOWN for card, _ in seen)


def _foreign(state: HandState) -> bool:
    """Does the table declare a number of cards that none of the game's decks has? Any other word does not matter."""
    declared = state.hand.setup.deck
    return declared is not None and declared.isdigit() and declared not in state.game.deck


@check(
    "deck-composition",
    watches=Settled,
    figure=Deck,
    when=_cards_seen,
    moot_at=on(Settled, NO_CARDS),
    clears_at=on(Settled, IN_DECK),
    laid_to_record=True,
    answers=("dealer",),
)
def deck_composition(state: HandState, event: Settled, figure: Deck) -> Iterable[Outcome]:
    """A card is dealt that the deck does not have, or one card is dealt twice, or the game has no such deck.

    All such cards of a hand are one finding. Hands are ranked with them as the record has them. A card that occurs
    twice is a fault of the deck where the rulebook says so and everybody could see it in both places; otherwise it is a
    fault of the record.
    """
    known = _deck(figure.ranks, figure.joker)
    if _foreign(state):
        sizes = joined([number(one.size) for one in state.game.deck.values()], "or")
        observed = f"{state.game.name} played with a deck of {state.hand.setup.deck} cards"
        return [breach(figure, state.hand.header, observed, f"a deck of {sizes} cards", by=OPERATOR)]
    seen = [card for card, _ in state.cards_named if card != UNKNOWN]
    if known.issuperset(seen) and len(set(seen)) == len(seen):
        return ()
    scrap = {JOKER} if figure.stray_joker == "scrap" else set()
    strays = [(card, where) for card, where in state.cards_named if card not in known and card not in scrap]
    if not strays:
        twice = next(doubled(state), None) if figure.distinct and not has_duplicate_card_clause(state.rules) else None
        if twice is None:
            return ()
        return [
            breach(
                figure,
                twice[1],
                f"two cards {card_text(twice[0])} in the deck",
                f"{len(known) - 1} different cards",
                by=DEALER,
            )
        ]
    cards = list(dict.fromkeys(card for card, _ in strays))
    places = tuple(dict.fromkeys(where.line for _, where in strays))
    evidence = tuple(next(where for _, where in strays if where.line == line) for line in places[1:])
    observed = f"{joined([card_text(card) for card in cards])} dealt at {state.game.name}"
    expected = f"a deck of {len(known) - 1} cards, {_range(figure.ranks)}"
    return [breach(figure, strays[0][1], observed, expected, by=DEALER, evidence=evidence)]


def _range(ranks: str) -> str:
    spelt = ["10" if rank == "T" else rank for rank in (ranks[0], ranks[-1])]
    return f"{spelt[0]} down to {spelt[1]}"


# ---- a smaller deck ----


def _dealt(state: HandState, event: Settled, figure: ReducedDeck) -> bool:
    return state.attempt.dealt


@check("reduced-deck-agreement", watches=Settled, figure=ReducedDeck, when=_dealt)
def reduced_deck_agreement(state: HandState, event: Settled, figure: ReducedDeck) -> Iterable[Outcome]:
    """A reduced deck is used by too many players, or without the agreement of all of them.

    Players who sit the hand out do not count, unless the clause counts everybody in a seat. To play against an
    objection, or a refusal, on record is a breach. Where the log notes no agreement of all players, that is only
    pointed out, or is an irregularity if the clause does not presume one or the log undertakes to record agreements.
    """
    seated = figure.counted == "seated"
    players = sum(1 for player in state.players if seated or player.received or player.put_in_hand)
    size, header = state.deck.size, state.hand.header
    if players > figure.most:
        observed = f"deck of {size} cards with {number(players)} players"
        return [breach(figure, header, observed, f"at most {number(figure.most)}", by=OPERATOR)]
    noted = agreements(state, REDUCED_DECK)
    if noted and noted[-1].refused_by("players"):
        unagreed = "used without the agreement of the players"
        how = "played with against an objection" if noted[-1].objector is not None else unagreed
        observed = f"deck of {size} cards {how}"
        return [breach(figure, noted[-1], observed, "all players agree", by=OPERATOR)]
    if noted and (noted[-1].players or figure.presumed):
        return ()
    observed = f"no agreement of all players on a deck of {size} cards is recorded"
    say = advisory if figure.presumed and not all_noted(state.hand.setup) else irregularity
    return [say(figure, header, observed, "all players agree", by=OPERATOR)]


# ---- a card for all ----


class CommonCard(Figure):
    """Whether burnt cards are `reused` when the others run out, and how grave it is not to turn a card for all."""

    reused: bool = False
    severity: Literal["breach", "irregularity"] = "breach"


def _runs_out(state: HandState, event: Event, figure: CommonCard) -> bool:
    """Is a card turned for all, or the next card dealt from a deck that may run out?"""
    if state.fresh or state.round is None or state.over:
        return False
    return isinstance(event, Communal) or _left(state, figure) is not None


def _left(state: HandState, figure: CommonCard) -> int | None:
    """How many cards are left to be dealt; None if the record does not show all that are out."""
    if state.attempt.faults:
        return None
    out = len(state.board)
    for player in state.players:
        if not player.received and not player.out:
            return None
        out += player.received
    return state.deck.size - out - (0 if figure.reused else state.burnt)


def _needed(state: HandState) -> int:
    """How many cards it takes to deal one to every player in the hand."""
    return sum(player.active for player in state.players)


@check(
    "communal-card",
    watches=on(Communal) | on(Deal),
    figure=CommonCard,
    when=_runs_out,
    moot_at=on_each((Communal, Deal), MORE_CARDS),
    clears_at=on(Deal, ENOUGH_CARDS),
    laid_to_record=True,
)
def communal_card(state: HandState, event: Communal | Deal, figure: CommonCard) -> Iterable[Outcome]:
    """The dealer turns a card for all players although there are enough cards, or none although there are too few.

    There are too few if the cards left do not go round for the next card, or for any that is still to come.
    """
    left, needed = _left(state, figure), _needed(state)
    if left is None:
        return [not_recorded(figure, "all the cards dealt")]
    coming = len(state.rounds) - state.rounds_played
    if isinstance(event, Communal):
        if len(event.cards) > 1:
            observed = f"{number(len(event.cards))} cards turned for all players"
            return [irregularity(figure, event, observed, "one card", by=DEALER)]
        if left >= needed * coming:
            observed = f"card turned for all players with {number(left)} cards left"
            return [irregularity(figure, event, observed, f"{number(needed)} players are dealt to", by=DEALER)]
        return ()
    if left >= needed or replaced(state) >= coming:
        return ()
    observed = f"{number(left)} {plural(left, 'card')} left for {number(needed)} players, and no card turned for all"
    severity = Severity[figure.severity.upper()]
    return [fault(severity, figure, event, observed, "one card for all of them", by=DEALER)]
