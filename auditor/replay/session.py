"""The state of a table over its session, from the facts that each hand leaves behind."""

from __future__ import annotations

from dataclasses import dataclass, field

from auditor.events import Event
from auditor.replay.facts import HandPlayed
from auditor.rules.model import Rulebook


@dataclass(slots=True)
class Session:
    """What is known of a table's evening up to now."""

    rules: Rulebook
    table: str
    previous: HandPlayed | None = None  # the hand before the one being looked at
    hands: int = 0
    since: list[Event] = field(default_factory=list)  # what was noted since that hand, up to now

    def note(self, event: Event) -> None:
        """Take in something noted between hands."""
        self.since.append(event)

    def played(self, hand: HandPlayed) -> None:
        """Take in a hand, once the checks have seen it."""
        self.previous = hand
        self.hands += 1
        self.since = []
