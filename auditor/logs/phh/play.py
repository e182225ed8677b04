"""The chips of a PHH hand while it is read."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.logs.blocks import Block
from auditor.logs.phh.fields import Fields
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import Cards
from auditor.vocabulary.records import field, record_class


@record_class
class Play:
    """A hand as far as its acts have been read: their events, and what each player had and has put in."""

    fields: Fields
    block: Block
    stud: bool
    players: Sequence[str]
    stacks: Sequence[int | None]
    put: list[int]  # in the whole hand
    before: list[int]  # the part of that which does not count in this betting round
    events: list[e.Event]
    level: int = 0  # the most that anybody has put in, in this betting round
    dead: list[int] | None = None  # the part of what was put in that nobody had to meet
    held: dict[str, int] | None = None  # cards dealt to each player, at stud
    unseen: dict[int, tuple[int, int, Cards]] = field(default_factory=dict)  # who ended with cards that nobody noted
    unfit: bool = False  # the stacks after the hand do not fit what was put in

    def next_round(self) -> None:
        """Begin a betting round, in which nobody has put in anything yet."""
        self.before = self.put.copy()
        self.level = 0
