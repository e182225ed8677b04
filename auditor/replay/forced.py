"""Wagers before the cards: which figure of the rulebook each is made under, and what it should be."""

from __future__ import annotations

from auditor.events import Post
from auditor.replay.table import Player, Table
from auditor.rules.figures import Forced

LIVE = ("blind", "over-blind")  # what counts towards the first betting round


def figure_of(table: Table, post: Post) -> Forced | None:
    """The figure for a wager before the cards; None where the rulebook has none for it.

    The first figure of a kind is for the first such wager and so on; what everybody or anybody may put up comes again.
    """
    figures = [figure for figure in table.game.forced if figure.kind == post.kind]
    before = sum(1 for one in table.posts if one.kind == post.kind)
    if figures and before >= len(figures) and figures[-1].by in ("all", "any"):
        return figures[-1]
    return figures[before] if before < len(figures) else None


def amounts(table: Table, figure: Forced) -> list[int]:
    """What a wager before the cards may be; nothing where the record lacks what it is measured by."""
    base = table.minimum if figure.of == "minimum" else table.blind
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
    figures = [figure for figure in table.game.forced if figure.kind == post.kind]
    before = sum(1 for one in table.posts if one.kind == post.kind and one is not post)
    allowed = amounts(table, figures[min(before, len(figures) - 1)]) if figures else []
    return post.amount, *(amount for amount in allowed if amount > post.amount)


def blind_player(table: Table) -> Player | None:
    """The designated player; where the record does not show the buck, whoever put up the first blind."""
    if table.designated is not None or not table.posts or table.posts[0].kind not in LIVE:
        return table.designated
    return table.by_name.get(table.posts[0].player)


def last_blind(table: Table) -> Player | None:
    """Who put up the last blind of the hand."""
    posts = [one for one in table.posts if one.kind in LIVE]
    return table.by_name.get(posts[-1].player) if posts else None
