"""Faults with what is put up before the cards: blinds, antes, straddles and bring-ins."""

from __future__ import annotations

from histories.model import Player, Post
from histories.planting import BIG_BET, DEALER, FLOP, fault
from histories.playing import Play, Temper
from histories.writers.common import Format

MANY = Temper(many=True, folds=0.1, short=0, all_in=0)
POSTED = ("*blind*", "*post*", "record/missing-act")
ANTES = ("*ante*", "*post*")


def _no_straddles(written: Format, _game: str) -> str:
    return "" if written.straddles else "the room writes no straddles"


def _no_duty(written: Format, _game: str) -> str:
    return "" if written.posts else "a first blind of nothing also stands for one that nobody had to put up"


def _no_stakes(written: Format, game: str) -> str:
    stated = written.posts and (written.levels or game != "tournament")
    return "" if stated else "no blinds are stated but those that were put up"


def _no_upcards(written: Format, _game: str) -> str:
    return "" if written.upcards else "the cards that lie open are not written down"


def _only(play: Play, kind: str) -> Post | None:
    return play.hand.post(kind)


@fault("small-blind-missing", "posts", *POSTED, games=FLOP, temper=MANY, lacks=_no_duty)
def small_blind_missing(play: Play, _player: Player | None) -> str | None:
    """The player to the left of the button puts up nothing."""
    post = _only(play, "small blind")
    assert post is not None
    play.hand.posts.remove(post)
    return post.player.name


@fault("big-blind-missing", "posts", *POSTED, games=FLOP, temper=MANY)
def big_blind_missing(play: Play, _player: Player | None) -> str | None:
    """The player to the left of the small blind puts up nothing, and others call the blind all the same."""
    post = _only(play, "big blind")
    assert post is not None
    play.hand.posts.remove(post)
    return post.player.name


@fault("ante-missing", "posts", *ANTES, games=("tournament", "stud-fl"), temper=MANY)
def ante_missing(play: Play, _player: Player | None) -> str | None:
    """One player puts up no ante."""
    antes = [post for post in play.hand.posts if post.kind == "ante"]
    post = play.rng.choice(antes)
    play.hand.posts.remove(post)
    return post.player.name


@fault("ante-wrong-size", "posts", *ANTES, games=("tournament", "stud-fl"), temper=MANY)
def ante_wrong_size(play: Play, _player: Player | None) -> str | None:
    """One player puts up half an ante, or two."""
    post = play.rng.choice([one for one in play.hand.posts if one.kind == "ante"])
    post.amount = play.rng.choice((post.amount // 2, post.amount * 2))
    return post.player.name


@fault("small-blind-wrong-size", "posts", *POSTED, games=BIG_BET, temper=MANY, lacks=_no_stakes)
def small_blind_wrong_size(play: Play, _player: Player | None) -> str | None:
    """The small blind is too small or too large, and smaller than the big one."""
    post = _only(play, "small blind")
    assert post is not None
    post.amount = post.amount * play.rng.choice((6, 14)) // 10
    return post.player.name


@fault("big-blind-too-small", "posts", *POSTED, games=BIG_BET, temper=MANY, lacks=_no_stakes)
def big_blind_too_small(play: Play, _player: Player | None) -> str | None:
    """The big blind is too small, and others call what it should have been."""
    post = _only(play, "big blind")
    assert post is not None
    post.amount = post.amount * 7 // 10
    return post.player.name


@fault("big-blind-too-large", "posts", *POSTED, games=BIG_BET, temper=MANY, lacks=_no_stakes)
def big_blind_too_large(play: Play, _player: Player | None) -> str | None:
    """The big blind is too large, and others have to call it."""
    post = _only(play, "big blind")
    assert post is not None
    post.amount = post.amount * 15 // 10
    play.level = play.quantum = post.amount
    return post.player.name


@fault("blind-by-wrong-seat", "posts", *POSTED, "straddle-*", games=FLOP, temper=MANY)
def blind_by_wrong_seat(play: Play, _player: Player | None) -> str | None:
    """The player after the big blind puts it up."""
    order = play.hand.clockwise()
    post = _only(play, "big blind")
    if len(order) < 5 or post is None:
        return None
    due, post.player = post.player, order[2]
    return f"{due.name}|{order[2].name}|{DEALER}"


@fault(
    "straddle-by-wrong-seat",
    "posts",
    "over-blind-seat",
    "straddle-*",
    games=("holdem-nl",),
    temper=Temper(many=True, straddle=True),
    lacks=_no_straddles,
)
def straddle_by_wrong_seat(play: Play, _player: Player | None) -> str | None:
    """Somebody else than the player after the big blind straddles."""
    order = play.hand.clockwise()
    post = _only(play, "straddle")
    if len(order) < 5 or post is None:
        return None
    post.player = order[3]
    return order[3].name


@fault("bring-in-by-wrong-card", "bring-in", "bring-in-*", games=("stud-fl",), temper=MANY, lacks=_no_upcards)
def bring_in_by_wrong_card(play: Play, player: Player | None) -> str | None:
    """Somebody else than the player with the lowest card brings it in."""
    assert player is not None
    others = [one for one in play.live if one is not player]
    other = play.rng.choice(others)
    play.pending = play.hand.clockwise(other.seat - 1)
    play.bring_in(other)
    return f"{player.name}|{other.name}|{DEALER}"
