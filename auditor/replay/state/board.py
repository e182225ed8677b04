"""Communal cards as they were turned, and what became of them."""

from __future__ import annotations

from auditor.replay.state.betting import BettingRound, Player
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary.events import Burn, Communal, Event
from auditor.vocabulary.records import field, record_class


@record_class
class BoardOpening:
    """Communal cards turned for one betting round; several lines may be one opening."""

    event: Communal
    round: Round  # the betting round that the cards are for
    due: int  # how many should have been turned
    burns: tuple[Burn, ...]  # since the communal cards before them
    owing: tuple[Player, ...]  # the players who had yet to give up a card
    won: bool  # one player was left
    contested: bool  # more than one player could still wager
    early: bool  # the betting before them was not finished
    cards: list[int] = field(default_factory=list)
    gone: dict[int, tuple[str, Event]] = field(default_factory=dict)  # cards that left the board: where to, and when
    acted: bool = False  # there was substantial action on them before the first card left
    begun: bool = False  # somebody had acted on them before the first card left
    done: dict[str, bool] = field(default_factory=dict)  # shuffle and cut since they were turned, where noted
    betround: BettingRound | None = None  # the betting on them

    @property
    def over(self) -> int:
        """How many cards too many were turned."""
        return max(len(self.cards) - self.due, 0)

    @property
    def burnt(self) -> int:
        """How many cards were burnt before them."""
        return sum([len(event.cards) or 1 for event in self.burns]) if self.burns else 0
