"""Checks of blinds and antes on record: one that a record of play lacks, and amounts that do not agree."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import OTHER_POSTS, PLAIN_POSTS, STATED_BLINDS
from auditor.checks.support.missing_posts import ANTE, MissingPost, missing_posts, usual_ante
from auditor.checks.support.players import player_label
from auditor.checks.support.record_defects import defect
from auditor.checks.support.stated_blinds import amounts_stated
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Deal, Event, Post
from auditor.vocabulary.log_words import STATED
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined


def _has_posts(state: HandState, event: Settled, figure: Figure) -> bool:
    return bool(state.posts) and not state.attempts


@check(
    "record/missing-post",
    watches=on(Settled, OTHER_POSTS),
    figure=Figure,
    when=_has_posts,
    passes_at=on(Settled, PLAIN_POSTS),
    record="play",
)
def missing_post(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A record of play lacks the blind or the ante of a player who was dealt in.

    An ante is missed if most of the others put one up. A small blind is missed if its player sits between the button
    and the big blind; otherwise nobody may have been due for it. A big blind is missed if nobody put one up. A player
    whose last chips went into the ante owes no blind.
    """
    return [_lacks(state, figure, one) for one in missing_posts(state)]


def _lacks(state: HandState, figure: Figure, lacking: MissingPost) -> Outcome:
    observed = f"no {lacking.what} of {player_label(lacking.player)} is recorded"
    return defect(figure, _first_card(state), observed, f"{money_text(lacking.amount)} was due", money=lacking.amount)


def _first_card(state: HandState) -> Event:
    return next((event for event in state.hand.events if isinstance(event, Deal)), state.posts[-1])


def _has_antes(state: HandState, event: Settled, figure: Figure) -> bool:
    return usual_ante(state) > 0 and not state.attempts


@check("record/unequal-ante", watches=on(Settled, OTHER_POSTS), figure=Figure, when=_has_antes, record="play")
def unequal_ante(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """In a record of play, one player antes another amount than most of the others, and it is not the last chips."""
    usual = usual_ante(state)
    found: list[Outcome] = []
    for post in state.posts:
        player = state.by_name[post.player]
        last = post.all_in or (player.start is not None and player.start <= post.amount)
        if post.kind == ANTE and post.amount != usual and player.start is not None and not last:
            observed = f"{player_label(player)} antes {money_text(post.amount)}"
            money = abs(post.amount - usual)
            found.append(defect(figure, post, observed, f"the others ante {money_text(usual)}", money=money))
    return found


# ---- amounts that the head of a hand states ----


def _stated_otherwise(state: HandState, event: Settled, figure: Figure) -> bool:
    return bool(state.hand.setup.blinds and amounts_stated(state.hand.setup.house.get(STATED, "")))


@check("record/stated-blinds", watches=on(Settled, STATED_BLINDS), figure=Figure, when=_stated_otherwise)
def stated_blinds(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The head of a hand states other blinds than were put up.

    The hand is judged by the blinds that were put up, and nobody is accused. Where one of them is as stated, the other
    is pointed out with its player.
    """
    stated = amounts_stated(state.hand.setup.house[STATED])
    blinds = state.hand.setup.blinds
    posts = [_blind(state, place) for place in range(len(blinds))]
    put_up = [_put_up(state, amount, post) for amount, post in zip(blinds, posts, strict=True)]
    off = [place for place, (amount, other) in enumerate(zip(stated, blinds, strict=False)) if other != amount]
    if not off and len(stated) == len(blinds):
        return ()
    post = posts[off[0]] if len(off) == 1 and len(stated) == len(blinds) else None
    if post is None:
        words = joined([money_text(amount) for amount in stated])
        return [defect(figure, state.hand.header, f"blinds stated as {words}", f"{joined(put_up)} were put up")]
    due, who = stated[off[0]], player_label(state.by_name[post.player])
    observed = f"{who} puts up a blind of {money_text(post.amount)}"
    expected = f"the head of the hand states {money_text(due)}"
    return [defect(figure, post, observed, expected, money=abs(post.amount - due), evidence=(state.hand.header,))]


def _blind(state: HandState, place: int) -> Post | None:
    """The post of the blind of this number, from zero, if the record has one."""
    numbers = state.post_blind_indexes
    return state.posts[numbers.index(place)] if place in numbers else None


def _put_up(state: HandState, amount: int, post: Post | None) -> str:
    by = f" by {player_label(state.by_name[post.player])}" if post is not None else ""
    return f"{money_text(amount)}{by}"
