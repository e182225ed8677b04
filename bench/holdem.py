"""A second yardstick: PokerKit replaying hold'em hands of its own, of about as many acts as ours.

Another game and no reading of text, so it is no race; it tells how long a well-known engine takes for the play of a
hand. The hands are played once at random and then replayed act by act.
"""

from __future__ import annotations

import random
import warnings
from typing import Any

PLAYERS = 5
Acts = list[tuple[str, Any]]


class Replayer:
    """Hands of no-limit hold'em, ready to be replayed."""

    def __init__(self, hands: int, seed: int = 0) -> None:
        """Play so many hands at random and keep their acts."""
        from pokerkit import Automation, NoLimitTexasHoldem

        automations = [one for one in Automation if one.name not in ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING")]
        self._new = lambda: NoLimitTexasHoldem.create_state(
            tuple(automations), True, 0, (1, 2), 2, [400] * PLAYERS, PLAYERS
        )
        rng = random.Random(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.hands = [self._play(rng) for _ in range(hands)]

    @property
    def acts(self) -> float:
        """The acts of players a hand, on average."""
        return sum(name in ("call", "raise", "fold") for hand in self.hands for name, _ in hand) / len(self.hands)

    def _play(self, rng: random.Random) -> Acts:
        state, acts, deck = self._new(), [], _deck(rng)
        while state.status:
            act = self._choose(state, deck, rng)
            _apply(state, act)
            acts.append(act)
        return acts

    def _choose(self, state: Any, deck: list[str], rng: random.Random) -> tuple[str, Any]:
        if state.can_deal_hole():
            return "hole", deck.pop() + deck.pop()
        if state.can_burn_card("??"):
            return "burn", "??"
        if state.can_deal_board():
            return "board", "".join(deck.pop() for _ in range(state.board_dealing_count))
        if rng.random() < 0.06 and state.can_complete_bet_or_raise_to():
            return "raise", state.min_completion_betting_or_raising_to_amount
        return ("fold", None) if rng.random() < 0.03 and state.can_fold() else ("call", None)

    def replay(self) -> None:
        """Replay every hand."""
        for acts in self.hands:
            state = self._new()
            for act in acts:
                _apply(state, act)


def _deck(rng: random.Random) -> list[str]:
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    rng.shuffle(deck)
    return deck


def _apply(state: Any, act: tuple[str, Any]) -> None:
    name, value = act
    if name == "call":
        state.check_or_call()
    elif name == "raise":
        state.complete_bet_or_raise_to(value)
    elif name == "fold":
        state.fold()
    elif name == "hole":
        state.deal_hole(value)
    elif name == "burn":
        state.burn_card(value)
    else:
        state.deal_board(value)
