"""Blinds and antes that a record of play lacks: whose they were, and how much they should have been."""

from __future__ import annotations

from collections import Counter

from auditor.replay.forced_bets.blinds_and_antes import BLIND, dealt_in, poster
from auditor.replay.memo import remembered
from auditor.replay.state import HandState, Player
from auditor.vocabulary.records import value_class

ANTE = "ante"
BOTH = 2  # a small blind and a big one


@value_class
class MissingPost:
    """A wager before the cards that a player who was dealt in should have made, and that is not on record."""

    player: Player
    what: str  # ante, small blind or big blind
    amount: int


@remembered
def missing_posts(state: HandState) -> tuple[MissingPost, ...]:
    """The blinds and antes that a record of play lacks. Of other records, clauses judge what they lack."""
    if state.hand.setup.notes_table or state.attempts:
        return ()
    return (*_missing_antes(state), *_missing_blinds(state))


def usual_ante(state: HandState) -> int:
    """What players put up as their ante, if most of them did; zero if the hand is not played for antes of all."""
    put_up = [post.amount for post in state.posts if post.kind == ANTE]
    if len(put_up) < 2:
        return 0
    antes = Counter(put_up)
    amount, times = antes.most_common(1)[0]
    return amount if times > 1 and 2 * len(put_up) > len(_players(state)) else 0


def _players(state: HandState) -> list[Player]:
    """The players who were dealt in with chips, as far as the record tells."""
    return [player for player in state.players if player.received and player.start]


def _missing_antes(state: HandState) -> list[MissingPost]:
    ante = usual_ante(state)
    if not ante:
        return []
    made = {post.player for post in state.posts if post.kind == ANTE}
    return [MissingPost(player, ANTE, ante) for player in _players(state) if player.name not in made]


def _missing_blinds(state: HandState) -> list[MissingPost]:
    """The small or the big blind, if it was the duty of a player who was dealt in between, or next to, the other.

    The first player after the button may put up the big blind, because the player due for the small one has left. Where
    there is no blind at all, the hand may have been played without.
    """
    blinds = state.hand.setup.blinds
    if not blinds or len([1 for post in state.posts if post.kind == BLIND]) >= len(blinds):
        return []
    players = dealt_in(state)
    made = [poster(state, place) for place in range(len(blinds))]
    if len(blinds) != BOTH or min(blinds) <= 0 or state.buck is None or len(players) < BOTH or made == [None, None]:
        return []
    place, other = (0, 1) if made[0] is None else (1, 0)
    due = players[place]
    if made[place] is not None or made[other] is not players[other] or not due.received or not due.start:
        return []
    if any(post.player == due.name and post.kind != ANTE for post in state.posts):
        return []
    if due.start <= sum(post.amount for post in state.posts if post.player == due.name):
        return []  # the ante took the last chips
    name = f"{'small' if place == 0 else 'big'} {BLIND}"
    return [MissingPost(due, name, blinds[place])]
