"""Whether an audit told the fault that was planted, and whom else it accused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

from histories.planting import DEALER, RECORD, Planted

LEAST = 2  # severity from which a finding accuses
ACTION = re.compile(r"'([^']*)'")
Found = Any  # a finding of the auditor


def tells(planted: Planted, finding: Found, lines: Sequence[str]) -> bool:
    """Is this the fault, laid to whom it belongs? A defect of the record has to point at the player it is about.

    What the data of a room calls its custom is told as that, and is no accusation.
    """
    names = (finding.check, f"{planted.hand.game.kind}:{finding.check}")
    if (finding.severity < LEAST and not finding.custom) or not any(
        fnmatchcase(name, one) for name in names for one in planted.kind.checks
    ):
        return False
    culprits, role = planted.culprits, finding.actor.role
    if role in ("dealer", "operator"):
        return DEALER in culprits
    if role == "player":
        return finding.actor.name in culprits
    return bool({DEALER, RECORD} & {*culprits}) or any(_points_at(planted, name, finding, lines) for name in culprits)


def accuses_another(planted: Planted, finding: Found) -> bool:
    """Does the finding accuse a player who did nothing?"""
    return finding.severity >= LEAST and finding.actor.role == "player" and finding.actor.name not in planted.culprits


def _points_at(planted: Planted, name: str, finding: Found, lines: Sequence[str]) -> bool:
    """Does the finding name a player, or point at a line of that player's?"""
    player = planted.hand.named(name)
    if name in finding.message or re.search(rf"\bseat {player.seat}\b", finding.message):
        return True
    line = lines[finding.location.line - 1]
    if planted.format.suffix == ".phhs":
        players = planted.hand.players if planted.hand.game.stud else planted.hand.clockwise()
        place, column = f"p{players.index(player) + 1} ", finding.location.column
        return any(one[1].startswith(place) for one in ACTION.finditer(line) if one.start() < column <= one.end())
    if planted.format.suffix == ".ohh":
        return f'"player_id": {planted.hand.players.index(player)},' in line
    return name in line
