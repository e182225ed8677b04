"""Whether a clause is about cash games, tournaments or both."""

from __future__ import annotations

from typing import Literal

from auditor.rules.schema.figures import Figure
from auditor.vocabulary.hand import Setup


class Played(Figure):
    """Whether a clause is about cash games, tournaments or both."""

    played: Literal["any", "cash", "tournament"] = "any"

    def covers(self, setup: Setup) -> bool:
        """Is the clause about such a table?"""
        return self.played == "any" or (self.played == "tournament") == (setup.tournament is not None)
