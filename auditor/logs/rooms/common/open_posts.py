"""Decides what was put up beside the blinds: live or dead, and which of two equal blinds was the regular one.

The first act of the player often shows it: a call is as much less as was live. Otherwise it is a doubt.
"""

from __future__ import annotations

from auditor.logs.rooms.common.hand import DEAD, LIVE, PART, REST, OpenPost, RoomHand
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

TO_BE_MET = ("blind", "post", "straddle")
BECAUSE = {
    LIVE: "a big blind put up to get cards is live",
    DEAD: "a small blind put up beside the regular one is dead",
    PART: "a post is live up to the big blind",
}
MOST_POSTS = 50  # that a record leaves open: each of them is read in several ways
BY_SEAT, BY_LINE = "seat", "line"


def decide_posts(hand: RoomHand) -> None:
    """Say of each post that its line leaves open what it was: as the next act of its player shows, or as is likely."""
    if not hand.open_posts:
        return
    if len(hand.open_posts) > MOST_POSTS:
        reason = f"found more than {MOST_POSTS} posts to get cards, expected one or two of a player"
        raise Unreadable(reason, hand.open_posts[MOST_POSTS].line, 1)
    for post in [one for one in hand.open_posts if one.blind]:
        _name_regular(hand, post)
    for post in hand.open_posts:
        _set(hand, post, _shown(hand, post) or hand.block.ask(_live_or_dead(hand, post)))


# ---- live or dead ----


def _shown(hand: RoomHand, post: OpenPost) -> str:
    """What the first act of the player shows a post to be: a call is of what was not live yet. Empty if it does not."""
    own = level = 0  # what the player has live beside this post; what has to be met
    for one in hand.found:
        if isinstance(one, e.Post) and one.kind in TO_BE_MET and all(one is not part for part in post.made):
            own += one.amount if one.player == post.player else 0
            level = max(level, one.amount)
        elif isinstance(one, e.Communal):
            break
        elif isinstance(one, e.Act) and one.player == post.player:
            return _fitting(hand, post, own, level, one)
        elif isinstance(one, e.Raise | e.Bet):
            level = max(level, one.total or one.added or 0)
    return ""


def _fitting(hand: RoomHand, post: OpenPost, own: int, level: int, act: e.Act) -> str:
    """The only choice by which this act, a call or a check, meets the wager; empty if there is no such."""
    if isinstance(act, e.Call) and act.added is not None and not act.all_in:
        live = level - act.added - own
    elif isinstance(act, e.Check):
        live = level - own
    else:
        return ""
    fitting = [choice for choice in post.choices if hand.live_part(post.amount, choice) == live]
    return fitting[0] if len(fitting) == 1 else ""


def _live_or_dead(hand: RoomHand, post: OpenPost) -> Doubt:
    what = f"the post of {money_text(post.amount)} by {escaped(post.player, 40)}"
    live = hand.live_part(post.amount, PART)
    words = {
        LIVE: f"{what} was live",
        DEAD: f"{what} was dead",
        PART: f"{what} was live" if live == post.amount else f"{money_text(live)} of {what} was live and the rest dead",
        REST: f"{money_text(hand.small_blind)} of {what} was dead and the rest live",
    }
    distinct = {hand.live_part(post.amount, choice): choice for choice in reversed(post.choices)}
    choices = [choice for choice in post.choices if choice in distinct.values()]
    return Doubt(
        f"post of {post.player} in line {post.line}",
        "whether a post was live or dead",
        post.line,
        tuple([(choice, words[choice]) for choice in choices]),
        BECAUSE[choices[0]],
    )


def _set(hand: RoomHand, post: OpenPost, choice: str) -> None:
    """Make the events of a post what was chosen."""
    at = next(n for n, one in enumerate(hand.found) if one is post.made[0])
    made = hand.parts_of(post, choice)
    hand.found[at : at + len(post.made)] = made
    post.made = made


# ---- the regular blind ----


def _name_regular(hand: RoomHand, post: OpenPost) -> None:
    """Of two equal blinds, take the one nearest to the button for the regular one, in whatever order the lines are.

    A player who missed a blind sits further on. If the lines have the other one first, it is a doubt.
    """
    first = next((one for one in hand.found if isinstance(one, e.Post) and one.kind == "blind"), None)
    regular = _regular(hand, post)
    if regular is None or first is None or hand.button is None or len(hand.taking_part) == 2:
        return
    places = _places(hand, "" if post.blind == "small blind" else first.player)
    if places.get(post.player, 0) >= places.get(regular.player, 0):
        return
    owners = {BY_SEAT: post.player, BY_LINE: regular.player}
    doubt = Doubt(
        f"regular {post.blind}",
        "which of two blinds was the regular one",
        post.line,
        tuple([(choice, f"{escaped(name, 40)} had the regular {post.blind}") for choice, name in owners.items()]),
        "it is the one nearer to the button",
    )
    if hand.block.ask(doubt) == BY_SEAT:
        _exchange(hand, post, regular)


def _regular(hand: RoomHand, post: OpenPost) -> e.Post | None:
    """The blind of this kind that was put up first: the small one is the first of the hand's, the big one the last."""
    blinds = [one for one in hand.found if isinstance(one, e.Post) and one.kind == "blind"]
    kinds = list(dict.fromkeys(hand.blinds))
    return blinds[kinds.index(post.blind)] if len(blinds) == len(kinds) else None


def _places(hand: RoomHand, after: str) -> dict[str, int]:
    """How far each player sits from the button or, if given, from another player, clockwise."""
    seats = {name: seat for _, seat, name, _ in hand.seats}
    start = seats.get(after, hand.button[1] if hand.button else 0)
    order = sorted(seats, key=lambda name: (seats[name] <= start, seats[name]))
    return {name: place for place, name in enumerate(order)}


def _exchange(hand: RoomHand, post: OpenPost, regular: e.Post) -> None:
    """Make a post the regular blind, and what was taken for it a post."""
    at, place = (next(n for n, each in enumerate(hand.found) if each is one) for one in (post.made[0], regular))
    hand.found[at] = e.Post(post.line, 1, post.player, "blind", post.amount, post.all_in)
    post.line, post.player, post.amount, post.all_in = regular.line, regular.player, regular.amount, regular.all_in
    post.made = hand.parts_of(post, post.choices[0])
    hand.found[place] = post.made[0]
