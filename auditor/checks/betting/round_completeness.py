"""Checks of the completeness of a hand: betting on every card, which ends before the next, and play to the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, on, on_each
from auditor.auditing.engine.situations import (
    CONTESTED,
    IN_DRAW,
    LAST_ROUND,
    MORE_CARDS,
    NEXT_CARDS,
    OWN_TO_COME,
    PLAYED_OUT,
    UNNOTED,
    WON,
)
from auditor.checks.support.deal_so_far import deal_events_so_far
from auditor.replay.betting.lookahead import cards_noted, is_early, notes_checks
from auditor.replay.cards.board import lacks_cards
from auditor.replay.engine.apply_cards import cards_to_come
from auditor.replay.settlement.compute import Settled
from auditor.replay.settlement.showdown import replaced
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Communal, Deal, Discards, Event, Incident, Post, SideWager, Wager
from auditor.vocabulary.findings import DEALER, RECORD, Actor, Severity
from auditor.vocabulary.wording import number, plural

# ---- betting on every card, play to the end ----


class BettingRounds(Figure):
    """The betting rounds, by name, that must not be missing, and the incidents that excuse it.

    An incident of one of the `excused` kinds is a fault of its own, and the missing betting is a part of that.
    """

    rounds: tuple[str, ...]
    excused: tuple[str, ...] = ()
    severity: Literal["breach", "irregularity"] = "breach"


def _round_ends(state: HandState, event: Event, figure: BettingRounds) -> bool:
    betround = state.round
    if betround is None or state.over:
        return False
    if isinstance(event, Communal):
        return not state.fresh and not is_early(state, event)
    if isinstance(event, Deal | Discards):
        if betround.betting.draw:
            return False  # the draw goes on, though its betting round seemed to have begun
        if isinstance(event, Deal) and not cards_to_come(state):
            return False  # one too many, or in place of another
        begins = not state.fresh and (state.attempt.holes or not isinstance(event, Deal))
        return begins and not is_early(state, event)
    last = betround.round is state.rounds[-1] and len(state.board) == betround.round.communal + replaced(state)
    return last and bool(state.wins) and state.invalidated is None


@check(
    "betting-round-missing",
    watches=on(Communal) | on(Deal) | on(Discards) | on(Settled),
    figure=BettingRounds,
    when=_round_ends,
    moot_at=on(Settled, WON) | on(Communal, MORE_CARDS) | on_each((Deal, Discards), MORE_CARDS, IN_DRAW),
    clears_at=on(Settled, LAST_ROUND) | on_each((Communal, Discards), NEXT_CARDS) | on(Deal, NEXT_CARDS | OWN_TO_COME),
    by_round=True,
    laid_to_record=True,
    answers=("dealer",),
)
def betting_round_missing(state: HandState, event: Event, figure: BettingRounds) -> Iterable[Outcome]:
    """A betting round is left out: the next card comes, or the pot is awarded, with no act on the card before.

    This is in order where fewer than two players have chips to wager; a player who is said to have tapped out is
    believed. A card shown while the betting was under way, or marked as shown early, is judged by its own clauses. A
    log that shows no acts at all proves nothing. Nor does one that neither shows nor promises checks, where everybody
    may have checked.
    """
    betround = state.round
    assert betround is not None
    if betround.closed or betround.acts > 0:
        return ()
    able = _still_able(state)
    if len(able) < 2 or _is_excused(state, figure.excused):
        return ()
    if not state.timeline.places(Act):
        return [not_recorded(figure, "the betting")]
    if betround.betting.checking.allowed and not notes_checks(state):
        return [not_recorded(figure, "the checks of the hand")]
    if sum(player.start is not None for player in able) < 2:
        return [not_recorded(figure, "the players' stakes")]
    if isinstance(event, Settled) and sum(player.shown is not None or player.won > 0 for player in able) < 2:
        return [not_recorded(figure, "how the betting ended")]  # the others may have folded
    at = state.wins[0] if isinstance(event, Settled) else event
    observed = f"no betting in the {betround.name} round"
    expected = f"betting after each {'communal ' if state.board else ''}card"
    if betround.betting.draw or isinstance(event, Discards):
        expected = "betting before and after the draw"
    return [fault(Severity[figure.severity.upper()], figure, at, observed, expected, by=DEALER)]


def _still_able(state: HandState) -> list[Player]:
    """The players with chips to wager, without those who are said to have tapped out."""
    said = {each.player for each in deal_events_so_far(state, Wager, Post) if each.all_in}
    return [player for player in state.able if player.name not in said]


def _is_excused(state: HandState, kinds: tuple[str, ...]) -> bool:
    return any(event.kind in kinds for event in state.timeline.all(Incident))


class RoundOrder(Figure):
    """The betting rounds, by name, that must be finished before the next cards come."""

    rounds: tuple[str, ...]


def _next_cards(state: HandState, event: Event, figure: RoundOrder) -> bool:
    return state.round is not None and not state.fresh and not state.over


@check(
    "card-before-betting-ended",
    watches=on(Deal) | on(Discards),
    figure=RoundOrder,
    when=_next_cards,
    moot_at=on_each((Deal, Discards), MORE_CARDS),
    clears_at=on_each((Deal, Discards), NEXT_CARDS),
    by_round=True,
    laid_to_record=True,
    answers=("dealer",),
)
def card_before_betting_ended(state: HandState, event: Deal | Discards, figure: RoundOrder) -> Iterable[Outcome]:
    """The next card is dealt, or cards are changed, while a wager of the betting round is still to be answered.

    The fault is reported only where the record shows the betting going on afterwards. Otherwise the record lacks acts,
    and another check says so.
    """
    if not is_early(state, event):
        return ()
    assert state.round is not None
    what = "draw begun" if isinstance(event, Discards) else "next card dealt"
    observed = f"{what} before the {state.round.name} betting round was over"
    return [breach(figure, event, observed, "all wagers are met first", by=DEALER)]


class PlayedOut(Figure):
    """What the clause is about: hands that end before all cards are out, hands played on after they were won, or both.

    Incidents of the `excused` kinds excuse a hand that ends too soon. Where the rulebook has `side_wagers` on the first
    communal cards, those cards come even if one player is left.
    """

    rounds: tuple[str, ...] = ()
    about: Literal["both", "played-on", "unfinished"] = "both"
    side_wagers: bool = False
    excused: tuple[str, ...] = ()


def _ends(state: HandState, event: Event, figure: PlayedOut) -> bool:
    if isinstance(event, Communal | Deal):
        return figure.about != "unfinished" and state.over and not (figure.side_wagers and _has_side_wagers(state))
    if figure.about == "played-on":
        return state.over
    noted = state.board if state.rounds[-1].communal else state.attempt.holes
    return bool(noted) and state.invalidated is None and bool(state.wins)


def _has_side_wagers(state: HandState) -> bool:
    return SideWager in state.kinds


ENDING = on(Communal, WON) | on(Deal, WON) | on(Settled)


def _to_the_end(figure: PlayedOut) -> On[Event]:
    """A hand that was played out was not unfinished; to be about hands played on, a clause needs one player left."""
    return on(Settled, PLAYED_OUT | WON) if figure.about == "played-on" else on(Settled, PLAYED_OUT)


def _unnoted(figure: PlayedOut) -> On[Event]:
    return on(Settled, CONTESTED) if figure.about == "played-on" else on(Settled, UNNOTED)


@check(
    "play-to-the-end",
    watches=ENDING,
    figure=PlayedOut,
    when=_ends,
    moot_at=_unnoted,
    clears_at=_to_the_end,
    by_round=True,
    record="full",
)
def play_to_the_end(state: HandState, event: Event, figure: PlayedOut) -> Iterable[Outcome]:
    """A hand ends with cards still to come and several players in, or is played on after it was won.

    The check judges only logs that record such cards, and a hand that ends too soon only if the record is clear that
    those players were still in: they showed their cards, were paid, or had nothing left to answer. Of cards dealt after
    one player was left, the first is reported. A room that records play alone deals all cards: there the record lacks
    some.
    """
    if isinstance(event, Communal | Deal):
        return _played_on(state, event, figure)
    return _unfinished(state, figure, Severity.BREACH, DEALER)


@check(
    "play-to-the-end",
    watches=ENDING,
    figure=PlayedOut,
    when=_ends,
    moot_at=_unnoted,
    clears_at=_to_the_end,
    by_round=True,
    record="play",
)
def play_to_the_end_in_record_of_play(state: HandState, event: Event, figure: PlayedOut) -> Iterable[Outcome]:
    """The same where a room records play alone: it deals all cards, so the record lacks those that did not come."""
    if isinstance(event, Communal | Deal):
        return _played_on(state, event, figure)
    return _unfinished(state, figure, Severity.IRREGULARITY, RECORD)


def _played_on(state: HandState, event: Communal | Deal, figure: PlayedOut) -> list[Outcome]:
    """The fault of a card that comes after the hand was won."""
    if state.round is None or state.round.acts == 0:
        return []
    what = "communal card turned" if isinstance(event, Communal) else "card dealt"
    return [irregularity(figure, event, f"{what} after the pot was won", "play is over", by=DEALER)]


def _unfinished(state: HandState, figure: PlayedOut, severity: Severity, by: Actor) -> Iterable[Outcome]:
    """The fault of a hand that ends before all its cards are out."""
    if figure.about == "played-on" or not _cards_to_come(state):
        return ()
    players = [player for player in state.players if player.active]
    if len(players) < 2 or _is_excused(state, figure.excused):
        return ()
    betround = state.round
    sure = sum(player.shown is not None or player.won > 0 for player in players) > 1
    if not sure and (betround is None or not betround.closed or any(player.unaccounted_for for player in players)):
        return [not_recorded(figure, "how the betting ended")]
    if not state.rounds[-1].communal and (not cards_noted(state) or len({one.received for one in players}) > 1):
        return [not_recorded(figure, "the cards that came later")]
    if figure.about == "unfinished" and lacks_cards(state):
        return [not_recorded(figure, "all the cards turned")]
    so_many, all_of_them = _cards_in_words(state, players)
    observed = f"pot paid with {number(len(players))} players in and {so_many}"
    return [fault(severity, figure, state.wins[0], observed, all_of_them, by=by)]


def _cards_to_come(state: HandState) -> bool:
    """Should the hand have had more cards, or a draw, before its showdown?"""
    last = state.rounds[-1]
    if last.communal:
        return len(state.board) < last.communal
    return state.rounds_played < len(state.rounds) and not (last.betting.draw and state.draw is not None)


def _cards_in_words(state: HandState, players: list[Player]) -> tuple[str, str]:
    """How many cards there were, and how many there should have been, in words."""
    last = state.rounds[-1]
    if last.communal:
        turned = len(state.board)
        return f"{number(turned)} communal {plural(turned, 'card')}", f"{number(last.communal)} communal cards"
    if last.betting.draw:
        return "no draw", "cards are changed first"
    held = min(player.received for player in players)
    return f"{number(held)} cards each", f"{number(last.own)} cards each"
