"""Checks of what a blind gives its player: the option to raise it, its chips as a part of the bet, and a hand."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import CALLS, DEALT_TO_ALL, DECLARED, OPEN, OPTION, POSTS, PROVIDED, SHORT
from auditor.replay.betting.lookahead import is_early, notes_checks, option_only
from auditor.replay.betting.sizes import least_call
from auditor.replay.forced_bets.blinds_and_antes import BLIND, ENTRY, LIVE, ONWARD, dealt_in, last_blind, taken_for_live
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Communal, Discards, Event, Post, Wager
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined, plural

# ---- the option ----


def _with_option(state: HandState) -> list[Player]:
    """The players whose blind nobody has raised and who have not acted. A straddler has another clause."""
    betround = state.round
    if betround is None or betround.round.round_index or betround.raises or betround.acts == 0:
        return []
    straddled = any(one is not None and one.by == ONWARD for one in state.post_figures)
    straddler = last_blind(state) if straddled else None
    live = {post.player for post in state.posts if post.kind in LIVE}
    waiting = [player for player in state.players if state.pending(player) and player is not straddler]
    return [player for player in waiting if player.name in live and player.put_in_round == betround.highest]


def _option_open(state: HandState, event: Event, figure: Figure) -> bool:
    waiting = _with_option(state)
    if isinstance(event, Act):
        return any(player.name == event.player for player in waiting)
    assert isinstance(event, Communal | Discards)
    return bool(waiting) and option_only(state) and not is_early(state, event)


@check(
    "blind-option",
    watches=on(Act, OPTION) | on(Communal, OPEN) | on(Discards, OPEN),
    figure=Figure,
    when=_option_open,
    laid_to_record=True,
)
def blind_option(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """The next card, or the draw, comes before a player whose blind was only called has had a turn.

    A log that neither shows nor promises checks proves nothing: the player may have checked. Where a room records play
    alone, the fault is laid to the record.
    """
    if isinstance(event, Act):
        return ()
    if not notes_checks(state):
        return [not_recorded(figure, "the checks of the hand")]
    seats = [str(player.seat) for player in _with_option(state)]
    observed = f"{plural(len(seats), 'seat')} {joined(seats)} had no turn to raise the blind"
    return [irregularity(figure, event, observed, "a blind may raise at the first turn to act", by=DEALER)]


# ---- live and dead ----


class DeadBlind(Figure):
    """Which blinds must not be taken as dead: the last one, or those before it unless a table has this feature."""

    last: bool = False
    feature: str


def _blind_due(state: HandState, act: Post) -> int | None:
    """The number of the blind that an amount put up as dead stands for, if the player put up nothing else."""
    blinds, players = state.hand.setup.blinds, dealt_in(state)
    alone = len(state.timeline.places_of(act.player, Post)) == 1
    due = next((n for n, player in enumerate(players) if player.name == act.player), len(blinds))
    return due if alone and due < len(blinds) and act.amount == blinds[due] else None


def _counts(state: HandState, act: Post, figure: DeadBlind) -> bool:
    if act.kind == BLIND:
        return state.forced is not None and bool(state.hand.setup.blinds)
    return act.kind == "dead" and _blind_due(state, act) is not None


@check(
    "live-blind",
    watches=Post,
    figure=DeadBlind,
    when=_counts,
    call_only_at=on(Post, POSTS["dead"]),
    passes_at=on(Post, POSTS[BLIND] | PROVIDED | DECLARED),
    laid_to_record=True,
    answers=("dealer",),
)
def live_blind(state: HandState, act: Post, figure: DeadBlind) -> Iterable[Outcome]:
    """A blind in turn is taken as dead, so that its player has to put in the whole bet once more."""
    if act.kind == BLIND:
        return ()
    last = _blind_due(state, act) == len(state.hand.setup.blinds) - 1
    allowed = not last and figure.feature in state.hand.setup.listed.get("features", ())
    if last != figure.last or allowed:
        return ()
    observed = f"blind of {money_text(act.amount)} in turn taken as dead"
    return [breach(figure, act, observed, "it is part of the bet", by=DEALER, money=act.amount)]


def _called(state: HandState, act: Act, figure: Figure) -> bool:
    betround, move = state.round, state.move
    return betround is not None and not betround.round.round_index and move is not None and _entered(state, move.player)


def _entered(state: HandState, player: Player) -> bool:
    return any(post.kind == ENTRY and post.player == player.name for post in state.posts)


@check(
    "dead-part", watches=on(Wager, CALLS | SHORT) | on(Act, OPTION), figure=Figure, when=_called, laid_to_record=True
)
def dead_part_called(state: HandState, act: Act, figure: Figure) -> Iterable[Outcome]:
    """A player makes up a call with chips posted beyond the least opening, which are dead."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    short = least_call(state, betround) - move.total
    if short <= 0 or move.all_in or not taken_for_live(state, move.player, short):
        return ()
    observed = f"called with {money_text(move.added)}, counting {money_text(short)} of dead blinds"
    return [breach(figure, act, observed, "only as much as the minimum opening is live", money=short)]


# ---- a hand for whoever has put up chips ----


def _cards_noted(state: HandState, event: Settled, figure: Figure) -> bool:
    return state.attempt.holes and bool(state.posts) and state.invalidated is None


@check(
    "entitled-hand",
    watches=Settled,
    figure=Figure,
    when=_cards_noted,
    clears_at=on(Settled, DEALT_TO_ALL),
    laid_to_record=True,
    answers=("dealer",),
)
def entitled_hand(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A player who put up a blind or an ante gets no cards, in a hand whose deal is noted."""
    out = [one for one in state.players if not one.received]
    if out:
        posted = {post.player for post in state.posts}
        out = [one for one in out if one.name in posted]
    if not out:
        return ()
    seats = [str(player.seat) for player in out]
    posts = [post for post in state.posts if post.player == out[0].name]
    observed = f"{plural(len(seats), 'seat')} {joined(seats)} posted and got no hand"
    return [irregularity(figure, posts[0], observed, "whoever posted is dealt in", by=DEALER)]
