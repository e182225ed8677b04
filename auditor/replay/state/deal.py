"""The preparation of a deal."""

from __future__ import annotations

from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events import Boxed, Communal, Cut, DealFault, Event, Misdeal
from auditor.vocabulary.records import field, record_class


@record_class
class Attempt:
    """The preparation of one deal, up to its misdeal or to the betting."""

    shuffled: bool | None = None  # None: not recorded
    cut: Cut | None = None
    no_cut: Event | None = None  # the note that the deck was not cut
    declined: bool = False  # a player declined the cut
    faults: list[DealFault] = field(default_factory=list)
    face_up: Communal | None = None  # a communal card that lay face up in the deck
    sorts: dict[tuple[str, str, Cards], DealFault] = field(default_factory=dict)  # of those that no player caused
    astray: dict[str, int] = field(default_factory=dict)  # cards of those that no player caused, by kind
    boxed: list[Boxed] = field(default_factory=list)
    boxed_cards: int = 0
    dealt: bool = False  # a card is out
    holes: bool = False  # the log records cards dealt to players
    misdeal: Misdeal | None = None
    wagered: dict[str, int] = field(default_factory=dict)  # what players had put in when it was called off, by name
    buck: int | None = None
