"""Who opens a betting round: a seat by its place, or the player with the highest card or cards showing."""

from __future__ import annotations

from collections.abc import Callable

from auditor.cards import UNKNOWN, Cards
from auditor.ranking import MOST
from auditor.replay.forced import last_blind
from auditor.replay.showdown import order_of, own_cards_due, replaced
from auditor.replay.table import Player, Table
from auditor.rules.figures import Opener

BUCK = "the seat of the buck"


def openers(table: Table, figure: Opener) -> tuple[tuple[Player, ...], str | None]:
    """Who may act first, the likeliest first; and what the record lacks, if it does not tell."""
    if figure.seat in ("high-card", "high-board"):
        return _by_cards(table, figure)
    order = _order(table, figure.seat)
    if not order:
        return (), "the blinds" if figure.seat == "after-blinds" else BUCK
    found = _by_place(table, order, after=figure.seat == "after-blinds")
    return ((found,) if found is not None else ()), None


def _order(table: Table, seat: str) -> list[Player]:
    """The players in the order in which it falls to them to act first; none where the record does not tell."""
    if seat == "after-buck":
        return table.left_of_buck()
    start = last_blind(table) if seat == "after-blinds" else table.designated
    if start is None:
        return []
    return [start, *table.clockwise(start)] if seat == "buck" else [*table.clockwise(start), start]


def _by_place(table: Table, order: list[Player], after: bool) -> Player | None:
    """The first able player of these who has something to meet; if nobody has, the first able one.

    After the last blind it is the first able one in any case: what somebody posted to get cards is no act.
    """
    betround = table.round
    assert betround is not None
    first: Player | None = None
    for player in order:
        if player.able:
            if after or player.total < betround.highest or not betround.highest:
                return player
            first = first or player
    return first


# ---- the highest cards showing ----


Values = dict[int, int]
"""What the cards showing are worth, by the place of their player."""


def _by_cards(table: Table, figure: Opener) -> tuple[tuple[Player, ...], str | None]:
    active = table.active
    found: tuple[Player, ...] = ()
    measures = _measures(table, figure, active)
    for values in measures:
        best, unknown = _best(table, figure, active, values)
        if unknown is not None:
            return (), unknown
        found += tuple([player for player in best if all(player is not one for one in found)]) if found else best
    return found, None if measures else "the cards showing"


def shows_best(table: Table, figure: Opener, player: Player) -> bool:
    """Does this player show the highest cards, with chips to wager or without?"""
    if figure.seat not in ("high-card", "high-board") or not player.active:
        return False
    return any(values[player.place] == max(values.values()) for values in _measures(table, figure, table.active))


def _measures(table: Table, figure: Opener, players: list[Player]) -> list[Values]:
    """What the cards showing are worth; none if the record lacks some of them, or has more than anybody can show.

    If somebody shows more than others, by a mishap, it is open which of the cards are compared: the first that all have
    or the last or, where one card decides, any.
    """
    lengths = {len(player.up) for player in players}
    if not lengths or 0 in lengths or max(lengths) > MOST or _lacks_any(table, players):
        return []
    shared = min(lengths)
    value = _value(table, figure)
    if len(lengths) == 1:
        return [{player.place: value(player.up) for player in players}]
    parts = [slice(shared), slice(-shared, None), *([slice(None)] if figure.seat == "high-card" else [])]
    return [{player.place: value(player.up[part]) for player in players} for part in parts]


def _lacks_any(table: Table, players: list[Player]) -> bool:
    """Does the record lack a card face up: not seen by its writer, or too few, where too few are noted in all?"""
    assert table.round is not None
    up, own = table.round.round.pattern.count("u") - replaced(table), own_cards_due(table)
    return any(UNKNOWN in one.up or (len(one.up) < up and one.received < own) for one in players)


def _value(table: Table, figure: Opener) -> Callable[[Cards], int]:
    """What tells the worth of cards showing: by the highest of them, or as a hand of so many cards."""
    if figure.seat == "high-card" or figure.value == "single-card":
        return _highest
    return order_of(table, low_ace=False, tie_break="all-cards").showing


def _highest(cards: Cards) -> int:
    return max(cards) >> 2


def _best(table: Table, figure: Opener, players: list[Player], values: Values) -> tuple[tuple[Player, ...], str | None]:
    """The player with the best cards; where that one has no chips left, whoever may stand in."""
    top = max([values[player.place] for player in players])
    tied = [player for player in players if values[player.place] == top]
    if len(tied) > 1 and table.designated is None:
        return (), BUCK
    tied = sorted(tied, key=table.distance) if len(tied) > 1 else tied
    able = [player for player in tied if player.able]
    if able:
        return _nearest(table, figure, able), None
    following = next((player for player in table.clockwise(tied[0]) if player.able), None)
    others = [player for player in players if player.able]
    if following is None or not others:
        return (), None
    if figure.tapped_out == "next-clockwise":
        return (following,), None
    found, unknown = _best(table, figure, others, values)
    if figure.tapped_out == "either" and all(following is not one for one in found):
        found = (*found, following)
    return found, unknown


def _nearest(table: Table, figure: Opener, tied: list[Player]) -> tuple[Player, ...]:
    """Of players with equal cards, in their order from the buck, the one or two who may be the nearest to it."""
    if len(tied) == 1 or tied[0] is not table.designated or figure.tie == "buck" or figure.nearest == "buck":
        return (tied[0],)
    return (tied[1],) if figure.nearest == "other" else (tied[0], tied[1])
