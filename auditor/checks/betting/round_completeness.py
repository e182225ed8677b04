"""Checks that there is betting on every card, that it ends before the next, and that a hand is played to its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import WON
from auditor.checks.support.deal_so_far import deal_events_so_far
from auditor.replay.betting.lookahead import cards_noted, is_early
from auditor.replay.cards.board import lacks_cards
from auditor.replay.engine.apply_cards import cards_to_come
from auditor.replay.settlement.compute import Settled
from auditor.replay.settlement.showdown import replaced
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Check, Communal, Deal, Discards, Event, Incident, Post, SideWager, Wager
from auditor.vocabulary.findings import DEALER, RECORD, Severity
from auditor.vocabulary.hand import PLAY_ONLY
from auditor.vocabulary.wording import number, plural

# ---- betting on every card, play to the end ----


class BettingRounds(Figure):
    """The betting rounds, by name, that must not be missing; and what excuses it.

    An incident of one of the `excused` kinds is a fault of its own, of which the missing betting is a part.
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
    by_round=True,
)
def betting_round_missing(state: HandState, event: Event, figure: BettingRounds) -> Iterable[Outcome]:
    """A betting round left out: the next card, or the award of the pot, with no act on the card before.

    In order where fewer than two players have chips to wager; one said to have tapped out is taken at that word. A card
    shown while the betting was under way, or marked as shown early, is judged by its own clauses. A log that shows no
    acts at all proves nothing, nor does one that shows no checks where everybody may have checked.
    """
    betround = state.round
    assert betround is not None
    if betround.closed or betround.acts > 0:
        return ()
    able = _still_able(state)
    if len(able) < 2 or _is_excused(state, figure.excused):
        return ()
    if not any(isinstance(each, Act) for each in state.hand.events):
        return [not_recorded(figure, "the betting")]
    if betround.betting.checking.allowed and not any(isinstance(each, Check) for each in state.hand.events):
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
    said = {each.player for each in deal_events_so_far(state) if isinstance(each, Wager | Post) and each.all_in}
    return [player for player in state.able if player.name not in said]


def _is_excused(state: HandState, kinds: tuple[str, ...]) -> bool:
    return any(isinstance(event, Incident) and event.kind in kinds for event in state.hand.events)


class RoundOrder(Figure):
    """The betting rounds, by name, that must be finished before the next cards come."""

    rounds: tuple[str, ...]


def _next_cards(state: HandState, event: Event, figure: RoundOrder) -> bool:
    return state.round is not None and not state.fresh and not state.over


@check("card-before-betting-ended", watches=on(Deal) | on(Discards), figure=RoundOrder, when=_next_cards, by_round=True)
def card_before_betting_ended(state: HandState, event: Deal | Discards, figure: RoundOrder) -> Iterable[Outcome]:
    """The next card dealt, or cards changed, while a wager of the betting round was still to be answered.

    Told only where the record shows the betting going on after it; otherwise the record lacks acts, and says so.
    """
    if not is_early(state, event):
        return ()
    assert state.round is not None
    what = "draw begun" if isinstance(event, Discards) else "next card dealt"
    observed = f"{what} before the {state.round.name} betting round was over"
    return [breach(figure, event, observed, "all wagers are met first", by=DEALER)]


class PlayedOut(Figure):
    """What excuses a hand that ends before all cards are out; or what of the two the clause is about.

    Where the rulebook has side wagers on the first communal cards, those come even if one player is left.
    """

    rounds: tuple[str, ...] = ()
    about: Literal["both", "played-on", "unfinished"] = "both"
    side_wagers: bool = False
    excused: tuple[str, ...] = ()


def _ends(state: HandState, event: Event, figure: PlayedOut) -> bool:
    if isinstance(event, Communal | Deal):
        return figure.about != "unfinished" and state.over and not (figure.side_wagers and _staked(state))
    if figure.about == "played-on":
        return state.over
    noted = state.board if state.rounds[-1].communal else state.attempt.holes
    return bool(noted) and state.invalidated is None and bool(state.wins)


def _staked(state: HandState) -> bool:
    return any(isinstance(event, SideWager) for event in state.hand.events)


@check(
    "play-to-the-end",
    watches=on(Communal, WON) | on(Deal, WON) | on(Settled),
    figure=PlayedOut,
    when=_ends,
    by_round=True,
)
def play_to_the_end(state: HandState, event: Event, figure: PlayedOut) -> Iterable[Outcome]:
    """A hand ended with cards still to come and several players in, or played on when it was won.

    Judged where the log records such cards, and only if the record is clear that those players were still in: they
    showed their cards, were paid, or had nothing left to answer. Of cards dealt after one player was left, the first
    is reported.
    """
    if isinstance(event, Communal | Deal):
        if state.round is None or state.round.acts == 0:
            return ()
        what = "communal card turned" if isinstance(event, Communal) else "card dealt"
        return [irregularity(figure, event, f"{what} after the pot was won", "play is over", by=DEALER)]
    if figure.about == "played-on":
        return ()
    if not _cards_to_come(state):
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
    so_many, all_of_them = _dealt_out(state, players)
    observed = f"pot paid with {number(len(players))} players in and {so_many}"
    if PLAY_ONLY in state.hand.setup.records:  # such a room deals all cards: the record lacks some
        return [irregularity(figure, state.wins[0], observed, all_of_them, by=RECORD)]
    return [breach(figure, state.wins[0], observed, all_of_them, by=DEALER)]


def _cards_to_come(state: HandState) -> bool:
    """Are there cards, or a draw, that the hand should have seen before its showdown?"""
    last = state.rounds[-1]
    if last.communal:
        return len(state.board) < last.communal
    return state.rounds_played < len(state.rounds) and not (last.betting.draw and state.draw is not None)


def _dealt_out(state: HandState, players: list[Player]) -> tuple[str, str]:
    """How many cards there were, and how many there should have been, in words."""
    last = state.rounds[-1]
    if last.communal:
        turned = len(state.board)
        return f"{number(turned)} communal {plural(turned, 'card')}", f"{number(last.communal)} communal cards"
    if last.betting.draw:
        return "no draw", "cards are changed first"
    held = min(player.received for player in players)
    return f"{number(held)} cards each", f"{number(last.own)} cards each"
