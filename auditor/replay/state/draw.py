"""Cards changed or given up by the players."""

from __future__ import annotations

from dataclasses import dataclass, field

from auditor.replay.state.betting import Player
from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events import Discards, Event


@dataclass(slots=True)
class Turn:
    """A player's turn to draw: what was given up, and what has been dealt in its place so far."""

    player: Player
    event: Discards
    count: int
    cards: Cards  # those given up, as far as they are named
    held: Cards  # the player's before, as far as they are known
    lacked: int = 0  # cards that the player had too few before, and is dealt with these
    served: int = 0
    pooled: bool = False  # what was given up has been shuffled and is among the cards to be dealt

    @property
    def owed(self) -> int:
        """How many cards are still to come."""
        return self.count + self.lacked - self.served


@dataclass(slots=True)
class DrawStep:
    """Something done to the cards in the draw."""

    event: Event
    kind: str  # discard, deal, burn or reshuffle
    turn: Turn | None  # of the player concerned; for a reshuffle, of the one who is being served
    count: int  # cards given up, dealt or thrown away
    stub: int | None  # cards left to be dealt before this step, the last one included; None if nobody can tell
    lying: tuple[Turn, ...] = ()  # for a reshuffle, the turns whose discards lay on the table


@dataclass(slots=True)
class Draw:
    """A draw of a hand: most games have one."""

    place: int  # of the betting round to come
    order: tuple[Player, ...]  # those in the hand when it began, clockwise from the first; empty where nobody knows it
    stub: int | None  # cards left to be dealt
    turns: list[Turn] = field(default_factory=list)
    steps: list[DrawStep] = field(default_factory=list)
    thrown: int = 0  # cards thrown away from the stub

    def turn_of(self, player: Player) -> Turn | None:
        """A player's turn, the last if there were several."""
        return next((turn for turn in reversed(self.turns) if turn.player is player), None)

    def waiting(self) -> Turn | None:
        """Whoever has cards to come: the latest to have given some up, or else the first."""
        owing = [turn for turn in self.turns if turn.owed > 0]
        if not owing:
            return None
        return owing[-1] if owing[-1] is self.turns[-1] else owing[0]


@dataclass(slots=True)
class GivenUp:
    """Cards that a player gave up for good: when, and whether there was substantial action on the next cards."""

    player: Player
    event: Discards
    place: int  # of the betting round to come
    acted: bool
    in_hand: bool  # or folded before
