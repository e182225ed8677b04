"""How to name a player or a pot in a sentence, find one among others, and notice wagers of unknown amount."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import Wager
from auditor.vocabulary.wording import escaped


def among(one: object, others: Sequence[object]) -> bool:
    """Is this very object one of those? Players are compared by identity: they change, and equality is slow."""
    return any(one is other for other in others)


def player_label(player: Player) -> str:
    """A player in a sentence: `seat 2 Ben`."""
    return f"seat {player.seat} {escaped(player.name, 30)}"


def pot_name(number: int) -> str:
    """A pot in a sentence: `main pot`, `side pot 2`."""
    return f"side pot {number}" if number else "main pot"


def amounts_unknown(state: HandState) -> bool:
    """Is a player all in whose stake nobody noted, so that the amount of the wager is a guess?"""
    if all(player.start is not None for player in state.players):
        return False
    for event in state.hand.events:
        if isinstance(event, Wager) and event.all_in and event.added is None and event.total is None:
            player = state.by_name.get(event.player)
            if player is not None and player.start is None:
                return True
    return False
