"""Checks of blinds and other forced bets of a player's last chips: who takes the blind, and that nothing is made up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.auditing.engine.outcomes import Outcome, breach, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import IN_TOURNAMENT, NEXT_HAND
from auditor.checks.support.players import player_label
from auditor.replay.forced_bets.blinds_and_antes import BLIND, ENTRY, dealt_in
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Post
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text


def _short(state: HandState) -> Post | None:
    """The only blind that the table has, if it took its player's last chips and is less than it should be."""
    blinds = state.hand.setup.blinds
    if len(blinds) != 1:
        return None
    posts = [one for one in state.posts if one.kind == BLIND and one.amount < blinds[0]]
    return next((one for one in posts if _whole(state, one)), None)


def _whole(state: HandState, post: Post) -> bool:
    """Did a wager before the cards take its player's last chips?"""
    player = state.by_name[post.player]
    return post.all_in or (player.start is not None and player.start == player.put_in_hand == post.amount)


# ---- one blind only ----


class SingleBlind(Figure):
    """Whether the clause is on less than half of the only blind, or on half of it and more."""

    less: bool


def _is_short(state: HandState, event: Settled, figure: SingleBlind) -> bool:
    post = _short(state)
    return post is not None and figure.less == (2 * post.amount < state.hand.setup.blinds[0])


@check(
    "single-blind",
    watches=Settled,
    figure=SingleBlind,
    when=_is_short,
    laid_to_record=True,
    answers=("player", "dealer"),
)
def single_blind(state: HandState, event: Settled, figure: SingleBlind) -> Iterable[Outcome]:
    """The next player does not take a blind of which less than half was put up, or takes one of half or more.

    The check judges tables with one blind only. The money is the blind.
    """
    post = _short(state)
    assert post is not None
    blind, other = state.hand.setup.blinds[0], _next(state, post)
    part = f"{money_text(post.amount)} of a {money_text(blind)} blind"
    if other is None:
        return [not_recorded(figure, "the player on the left of the blind")]
    taken = next((one for one in state.posts if one.kind == BLIND and one.player == other.name), None)
    if figure.less and taken is None:
        observed = f"{part} put up by {player_label(state.by_name[post.player])}, and {player_label(other)} took none"
        return [breach(figure, post, observed, "less than half: the next player takes it", by=other.name, money=blind)]
    if not figure.less and taken is not None:
        observed = f"blind taken by {player_label(other)} as well after {part}"
        return [breach(figure, taken, observed, "half of it or more is a blind", by=DEALER, money=taken.amount)]
    return ()


def _next(state: HandState, post: Post) -> Player | None:
    """The player who comes after the one who put up a blind."""
    players = dealt_in(state)
    at = next((n for n, player in enumerate(players) if player.name == post.player), None)
    return None if at is None or len(players) < 2 else players[(at + 1) % len(players)]


# ---- not made up later ----


def _survivors(session: Session, hand: HandPlayed) -> list[tuple[str, int]]:
    """The players who put up last chips for less than a forced bet in the hand before, and won; and how much it lacked.

    A blind is such a bet. Only a tournament is looked at, and only where the hands follow each other.
    """
    before = session.previous
    if before is None or hand.setup.tournament is None or not session.follows(hand):
        return []
    found = []
    for number, post in before.posts:
        seat, due = before.seat_of(post.player), _amount_due(before.setup, number, post)
        last = seat is not None and (post.all_in or seat.start == seat.put)
        if last and due is not None and post.amount < due and seat is not None and seat.end:
            found.append((post.player, due - post.amount))
    return found


def _amount_due(setup: Setup, number: int, post: Post) -> int | None:
    """What a wager before the cards should have been."""
    if post.kind == BLIND:
        return setup.blinds[number] if number < len(setup.blinds) else None
    return {"ante": setup.ante, "bring-in": setup.bring_in}.get(post.kind)


def _survived(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return bool(_survivors(session, hand))


@session_check(
    "short-blind-made-up",
    watches=on(HandPlayed, NEXT_HAND | IN_TOURNAMENT),
    figure=Figure,
    when=_survived,
    answers=("dealer",),
)
def short_blind_made_up(session: Session, hand: HandPlayed, figure: Figure) -> Iterator[Outcome]:
    """A player of a tournament has to put up later what a blind or another forced bet had lacked.

    A player with less than that gets action for what there is and, having won, owes nothing. The money is what was made
    up.
    """
    for name, lacked in _survivors(session, hand):
        for post in hand.posted(name):
            if post.kind in (ENTRY, "dead"):
                observed = f"{money_text(post.amount)} put up by a winner for a forced bet {money_text(lacked)} short"
                yield breach(figure, post, observed, "it is not made up", by=DEALER, money=post.amount)
