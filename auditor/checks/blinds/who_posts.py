"""Checks of whose duty a blind is: that the right seats put up the blinds, in their order and before the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, on_each
from auditor.auditing.engine.situations import (
    BLINDS_IN_TURN,
    DUTIES_DONE,
    HEADS_UP,
    IN_CASH,
    IN_TOURNAMENT,
    MADE_RIGHT,
    MORE_PLAYERS,
    ODD_BLINDS,
    POSTS,
    PROVIDED,
    SEATED,
)
from auditor.checks.blinds.blinds import declared_amount
from auditor.checks.support.omissions import omission
from auditor.checks.support.played import Played
from auditor.replay.betting.sizes import FEATURES
from auditor.replay.forced_bets.blinds_and_antes import (
    BLIND,
    ENTRY,
    MOVING_BUTTON,
    dealt_in,
    maker,
    may_move,
    poster,
)
from auditor.replay.memo import remembered
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
from auditor.rules.schema.record import cached_on_record
from auditor.rules.schema.rulebook import Game
from auditor.vocabulary.events import Deal, Event, Post
from auditor.vocabulary.findings import DEALER, Severity
from auditor.vocabulary.wording import ordinal


class BlindDuty(Played):
    """Which of the blinds the clause makes somebody's duty, and in which form of betting.

    With `further` it is also about the blinds that follow, at a table that declares them. The clause may be about two
    players only or about more than two (`heads_up`), and about tables with more than two blinds or with no more
    (`several`). Without `amounts`, another clause is about how much the blinds are.
    """

    number: int = 1
    further: bool = False
    form: str | None = None
    amounts: bool = True
    severity: Literal["breach", "irregularity"] = "breach"
    heads_up: bool | None = None
    several: bool | None = None

    def includes(self, number: int) -> bool:
        """Is the blind of this number, from zero, one of those?"""
        return number >= self.number - 1 if self.further else number == self.number - 1


@cached_on_record
def _declared(game: Game) -> bool:
    """Does a game have the blinds that the table declares?"""
    return any(figure.by == "left" for figure in game.forced_by_kind.get("blind", ()))


def _blind_or_none(state: HandState, event: Event, duty: BlindDuty) -> bool:
    if duty.form is not None and state.rounds[0].betting.form != duty.form:
        return False
    if _declared(state.game):
        if not isinstance(event, Post):
            return (state.attempt.dealt or state.round is not None) and _arises(state, duty)
        is_blind = (
            duty.amounts and event.kind == "blind" and state.forced is not None
        )  # a blind beyond those declared is none of them
        return is_blind and duty.includes(state.blind_index)
    figures = state.game.forced_by_kind.get("blind", ())
    if isinstance(event, Post):
        return event.kind == "blind" and state.forced is figures[duty.number - 1]
    if not state.attempt.dealt or state.attempts:
        return False
    if not any(post.kind == BLIND for post in state.posts):
        return bool(figures)
    return len(figures) > 1 and all(one is not figures[duty.number - 1] for one in state.post_figures)


def _blinds(duty: BlindDuty) -> On[Event]:
    """Where another clause has the amounts of the blinds that a table declares, only other blinds matter."""
    played = {"any": 0, "cash": IN_CASH, "tournament": IN_TOURNAMENT}[duty.played]
    posted = POSTS[BLIND] | PROVIDED | (0 if duty.amounts else SEATED)
    return on(Post, posted) | on(Settled, played | (ODD_BLINDS if duty.several else 0))


def _in_turn(duty: BlindDuty) -> On[Event]:
    """Where the two blinds that a table declares came from the players due for them, and the clause is about such."""
    about = 0 if duty.heads_up is None else HEADS_UP if duty.heads_up else MORE_PLAYERS
    in_turn = never() if duty.several or duty.form or duty.number > 2 else on(Settled, BLINDS_IN_TURN | about)
    return in_turn | on_each((Post,), *MADE_RIGHT[duty.number - 1 : duty.number])


def _not_about(duty: BlindDuty) -> On[Event]:
    """Where the clause is about other numbers of players, or all blinds that the rulebook itself has are up."""
    other = () if duty.heads_up is None else (MORE_PLAYERS if duty.heads_up else HEADS_UP,)
    made = [flag for number, flag in enumerate(MADE_RIGHT, 1) if number != duty.number]
    return on(Settled, DUTIES_DONE, *other) | on(Post, *made)


@check(
    "blind-duty",
    watches=on(Post) | on(Settled),
    figure=BlindDuty,
    when=_blind_or_none,
    call_only_at=_blinds,
    clears_at=_in_turn,
    moot_at=_not_about,
    laid_to_record=True,
    answers=("dealer",),
)
def blind_duty(state: HandState, event: Event, duty: BlindDuty) -> Iterable[Outcome]:
    """A blind comes from the wrong seat or after the first card, or is not of the amount that the table declares.

    Where the log shows no blind at all, or does not show where the buck was, nobody is accused: the record lacks it,
    unless it notes that there was none.
    """
    if _declared(state.game):
        return declared_amount(state, event, duty) if isinstance(event, Post) else _order(state, duty)
    if not isinstance(event, Post):
        figures = state.game.forced_by_kind.get(BLIND, ())
        due = state.designated if duty.number == 1 else maker(state, figures[duty.number - 1])
        return _not_put_up(state, duty, due, 0, "blind") or [not_recorded(duty, "the blind bet")]
    if state.attempt.dealt:
        return [breach(duty, event, "blind put up after the first card", "before any card is dealt")]
    if state.buck is None:
        return [not_recorded(duty, "the seat of the buck")]
    figure, designated = state.forced, state.designated
    right = maker(state, figure) if figure is not None else None
    if right is None or designated is None or right.name == event.player:
        return ()
    if right is designated:
        observed, expected = "blind put up by another than the designated player", f"seat {right.seat} has the buck"
    else:
        observed, expected = f"{ordinal(duty.number)} blind put up by another player", f"seat {right.seat} is next"
    return [breach(duty, event, observed, expected)]


def _order(state: HandState, duty: BlindDuty) -> list[Outcome]:
    """The fault of blinds that did not come from the players on the left of the button, and of each other.

    They are judged when all are up, in whatever order the log has them. Only the first that is out of place is
    reported. Where the table moves the button on always, a player may get to post a blind when on the button.
    """
    blinds = state.hand.setup.blinds
    if not blinds:
        return [not_recorded(duty, "the blinds of the table")]
    if state.buck is None:
        return [not_recorded(duty, "the seat of the button")]
    players, lacking = _in_order(state), []
    for place in range(min(len(blinds), len(players))):
        made = poster(state, place)
        if made is None:
            lacking.append(place)
        elif made is not (due := _due(state, players, place)) and due is not None:
            if made is state.designated and len(players) > 2 and _moves_always(state):
                return [not_recorded(duty, "who was due for the blinds, with one on the button")]
            return [_misplaced(state, duty, players, place, made, due)] if duty.includes(place) else []
    lacking = [place for place in lacking if duty.includes(place)]
    for place in lacking[:1]:
        found = _not_put_up(state, duty, _due(state, players, place), blinds[place], f"{ordinal(place + 1)} blind")
        return found or [not_recorded(duty, f"the {ordinal(place + 1)} blind")]
    return []


def _not_put_up(state: HandState, duty: BlindDuty, due: Player | None, amount: int, which: str) -> list[Outcome]:
    """The fault of a player who put up no blind, if somebody noted that."""
    note = omission(state, "blind", due.name) if due is not None else None
    if due is None or note is None:
        return []
    severity = Severity[duty.severity.upper()]
    return [fault(severity, duty, note, f"no {which} put up", "it was due", by=due.name, money=amount or None)]


def _moves_always(state: HandState) -> bool:
    return may_move(state) and MOVING_BUTTON in state.hand.setup.listed.get(FEATURES, ())


def _arises(state: HandState, duty: BlindDuty) -> bool:
    """Does the table have such a blind, and may it be due?

    Where the first player puts up the large blind and nobody the small one, the player due for that may have left,
    which has a clause of its own. So does a button that moved after a misdeal while the blinds stayed on the table.
    """
    blinds = state.hand.setup.blinds
    if not blinds:
        return duty.number == 1 and duty.covers(state.hand.setup) and not _antes_only(state)
    if not _is_about(state, duty):
        return False
    if (
        state.attempts
        and state.posts == state.posts_left_on_table
        and state.attempts[-1].buck not in (None, state.buck)
    ):
        return False
    last = len(blinds) - 1
    if last > 0 and poster(state, 0) is None and poster(state, last) is next(iter(_in_order(state)), False):
        return False
    return duty.number <= len(blinds)


def _antes_only(state: HandState) -> bool:
    """Does the table declare an ante in the place of blinds, and did nobody put up a blind?"""
    return state.hand.setup.ante is not None and not any(post.kind == "blind" for post in state.posts)


def _is_about(state: HandState, duty: BlindDuty) -> bool:
    """Is the clause about so many blinds and players? None is about the only blind if the button has it."""
    blinds = state.hand.setup.blinds
    if not duty.covers(state.hand.setup) or (len(blinds) == 1 and state.game.blinds.alone == "button"):
        return False
    if duty.several is not None and duty.several != (len(blinds) > 2):
        return False
    if duty.heads_up is None:
        return True
    players = len(_in_order(state))
    return players == 2 and len(blinds) == 2 if duty.heads_up else players > 2


@remembered
def _in_order(state: HandState) -> list[Player]:
    """The players who may have a blind to put up, from the left of the button: not those who enter with a post."""
    players = dealt_in(state)
    entering = {post.player for post in state.posts if post.kind in (ENTRY, "dead")}
    if entering:
        entering -= {post.player for post in state.posts if post.kind == BLIND}
        players = [player for player in players if player.name not in entering]
    if Deal in state.kinds:  # as far as the log shows cards
        return [
            player for player in players if player.received or player.put_in_hand
        ]  # a player who gets none has no blind to put up
    return players


def _due(state: HandState, players: list[Player], place: int) -> Player | None:
    """The player whose duty a blind is: the next after the player of the blind before, or counted from the button."""
    before = poster(state, place - 1) if place else None
    if before is None:
        return players[place]
    at = next((n for n, player in enumerate(players) if player is before), None)
    return None if at is None else players[(at + 1) % len(players)]


def _misplaced(
    state: HandState, duty: BlindDuty, players: list[Player], place: int, made: Player, due: Player
) -> Outcome:
    post = state.posts[state.post_blind_indexes.index(place)]
    which = f"the {ordinal(place + 1)} blind"
    if len(players) == 2 and place == 0:
        button = made is state.designated
        observed = f"{'button' if button else f'seat {made.seat}'} posted {which} heads-up"
        expected = f"the {'player on its left' if button else 'button'} has it"
    else:
        after = "left of the button" if place == 0 else "left of the blind before"
        observed, expected = f"seat {made.seat} posted {which}", f"seat {due.seat} is the first player dealt in {after}"
    return fault(Severity[duty.severity.upper()], duty, post, observed, expected, by=DEALER)
