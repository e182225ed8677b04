"""Wagers before the cards: which figure of the rulebook each is made under, and what it should be."""

from __future__ import annotations

from auditor.events import Post
from auditor.replay.table import Player, Table
from auditor.rules.figures import Forced

LIVE = ("blind", "over-blind")  # what counts towards the first betting round
ANYONE = ("all", "any")  # whose wager before the cards is not the duty of one seat


def figure_of(table: Table, post: Post) -> Forced | None:
    """The figure for a wager before the cards that is about to be made; None where the rulebook has none for it.

    The duty of a seat is met by the player of that seat, in whatever order the log has them. Otherwise the first figure
    of a kind is for the first such wager and so on; what everybody or anybody may put up comes again.
    """
    figures = table.game.forced_by_kind.get(post.kind, ())
    free = [figure for figure in figures if figure.by in ANYONE or all(figure is not one for one in table.made)]
    if len(figures) > 1:
        free = [figure for figure in free if _is_duty(table, figure, post)] or free
    return free[0] if free else None


def _is_duty(table: Table, figure: Forced, post: Post) -> bool:
    """Is a wager before the cards the one that the player's seat has to make?"""
    seat = maker(table, figure)
    return seat is not None and seat.name == post.player and (post.all_in or post.amount in amounts(table, figure))


def unposted(table: Table) -> list[Forced]:
    """The blinds that are the duty of a seat and not on record, where another is."""
    figures = table.game.forced_by_kind.get(LIVE[0], ())
    if len(figures) < 2 or not any(post.kind in LIVE for post in table.posts):
        return []
    return [figure for figure in figures if all(figure is not one for one in table.made)]


def lacks_blind(table: Table, player: Player) -> bool:
    """Should this player have put up a blind that is not on record?"""
    seats = [maker(table, figure) for figure in unposted(table)]
    return any(seat is None or seat is player for seat in seats)


def amounts(table: Table, figure: Forced) -> list[int]:
    """What a wager before the cards may be; nothing where the record lacks what it is measured by."""
    unknown = figure.by in ANYONE and table.lacks_last
    base = table.minimum if figure.of == "minimum" else None if unknown else table.blind
    return [] if base is None else [step * base for step in figure.multiples]


def maker(table: Table, figure: Forced) -> Player | None:
    """The one player who has to put it up, if it is the duty of one and the buck lies before a player of the hand."""
    designated = table.designated
    if designated is None or designated.out or figure.by not in ("buck", "next"):
        return None
    if figure.by == "buck":
        return designated
    return next((player for player in table.clockwise(designated) if not player.out), None)


def blinds_of(table: Table, player: Player) -> int:
    """What a player has put up in blinds."""
    return sum(one.amount for one in table.posts if one.kind in LIVE and one.player == player.name)


def stands_for(table: Table, post: Post) -> tuple[int, ...]:
    """What a blind of somebody's last chips may stand for: itself, or any amount that it falls short of."""
    figures = table.game.forced_by_kind.get(post.kind, ())
    before = sum(1 for one in table.posts if one.kind == post.kind and one is not post)
    allowed = amounts(table, figures[min(before, len(figures) - 1)]) if figures else []
    return post.amount, *(amount for amount in allowed if amount > post.amount)


def blind_player(table: Table) -> Player | None:
    """The designated player; where the record does not show the buck, whoever put up the first blind."""
    if table.designated is not None or not table.posts or table.posts[0].kind not in LIVE:
        return table.designated
    return table.by_name.get(table.posts[0].player)


def last_blind(table: Table) -> Player | None:
    """Who put up the last blind of the hand; nobody where one that comes after it is not on record."""
    posts = [one for one in table.posts if one.kind in LIVE]
    return table.by_name.get(posts[-1].player) if posts and not table.lacks_last else None


def lacks_last(table: Table) -> bool:
    """Is the last of the blinds that are somebody's duty not on record, and none that is made after it?"""
    missing = unposted(table)
    if not missing or any(post.kind != LIVE[0] for post in table.posts):
        return False
    return missing[-1] is table.game.forced_by_kind[LIVE[0]][-1]
