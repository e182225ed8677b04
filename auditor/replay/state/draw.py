"""Cards that players change or give up."""

from __future__ import annotations

from auditor.replay.state.betting import Player
from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events import Discards, Event
from auditor.vocabulary.records import field, record_class


@record_class
class Turn:
    """A player's turn to draw: the cards given up, and those dealt in their place so far."""

    player: Player
    event: Discards
    count: int  # how many were given up
    cards: Cards  # the cards given up, as far as the log names them
    held: Cards  # the player's cards before, as far as they are known
    lacked: int = 0  # how many cards the player had too few, which are dealt with these
    served: int = 0  # how many were dealt
    first_step: int = 0  # the place among the steps of the draw at which it begins
    pooled: bool = False  # the cards given up have been shuffled and are among those to be dealt

    @property
    def owed(self) -> int:
        """How many cards are still to come."""
        return self.count + self.lacked - self.served


@record_class
class DrawStep:
    """Something done to the cards in the draw."""

    event: Event
    kind: str  # discard, deal, burn or reshuffle
    turn: Turn | None  # of its player; for a burn or a reshuffle, of the player who waits for cards
    count: int  # cards given up, dealt or thrown away
    stub: int | None  # cards left to be dealt before this step, the last one included; None if nobody can tell
    lying: tuple[Turn, ...] = ()  # for a reshuffle, the turns whose discards lay on the table


@record_class
class Draw:
    """A draw of a hand. Most games that have draws have one."""

    place: int  # of the betting round to come
    order: tuple[Player, ...]  # the players in the hand when it began, in the order of the draw; empty if not known
    stub: int | None  # cards left to be dealt; None if nobody can tell
    turns: list[Turn] = field(default_factory=list)
    steps: list[DrawStep] = field(default_factory=list)
    thrown: int = 0  # cards thrown away from the stub
    latest: dict[str, Turn] = field(default_factory=dict)  # the turn, or the last one, of each player by name
    unserved: dict[int, Turn] = field(default_factory=dict)  # the turns of players who may wait for cards

    def begin(self, turn: Turn) -> None:
        """Let a player have a turn."""
        self.turns.append(turn)
        self.latest[turn.player.name] = turn
        self.unserved[id(turn)] = turn

    def turn_of(self, player: Player) -> Turn | None:
        """A player's turn, or the last of several."""
        return self.latest.get(player.name)

    def is_served(self) -> bool:
        """Has everybody who had a turn got all cards?"""
        while self.unserved:
            key, turn = next(iter(self.unserved.items()))
            if turn.owed > 0:
                return False
            del self.unserved[key]
        return True

    def waiting(self) -> Turn | None:
        """The turn of a player who waits for cards: the latest turn, or else the first one that waits."""
        owing = [turn for turn in self.turns if turn.owed > 0]
        if not owing:
            return None
        return owing[-1] if owing[-1] is self.turns[-1] else owing[0]


@record_class
class GivenUp:
    """Cards that a player gave up for good."""

    player: Player
    event: Discards
    place: int  # of the betting round to come
    acted: bool  # too late: there was substantial action on the next cards
    in_hand: bool  # the player had not folded before
