"""The features that a table is known to have, on which clauses depend."""

from __future__ import annotations

from auditor.replay.settlement.commission import methods
from auditor.vocabulary.hand import Setup

CHARGES = {"hour": "time-charge", "hand": "fixed-commission", "person": "per-person-fee"}
NO_COMMISSION = "no-commission"
NO_PERCENTAGE = "no-percentage"
TOURNAMENT = "tournament"
BONUS = "bonus"
HOUSE = ("side-wagers", "time-to-act")  # choices of the house on which clauses depend
EVIDENT = {*CHARGES.values(), *HOUSE, NO_COMMISSION, NO_PERCENTAGE, TOURNAMENT, BONUS}
"""The features that other statements of a log show; to list them has no effect."""
LATEST = 8  # set-ups whose features are remembered
_FEATURES: dict[int, tuple[Setup, set[str]]] = {}  # each with its set-up, so that no other can have the same id


def features_of(setup: Setup) -> set[str]:
    """The features that a table is known to have.

    They are worked out once for each of the latest set-ups, because many clauses ask.
    """
    known = _FEATURES.get(id(setup))
    if known is not None and known[0] is setup:
        return known[1]
    if len(_FEATURES) > LATEST:
        _FEATURES.clear()
    found = _features(setup)
    _FEATURES[id(setup)] = setup, found
    return found


def _features(setup: Setup) -> set[str]:
    """The features that the log lists, and those that the house's choices, charges and tournaments bring."""
    found = set(setup.listed.get("features", ())) - EVIDENT
    found.update([what for what, value in setup.house.items() if value != "none"])
    found.update([CHARGES[basis] for basis in setup.charges])
    if setup.tournament is not None:
        found.add(TOURNAMENT)
    if setup.commission is not None and setup.commission.percent == 0:
        found.add(NO_COMMISSION)
    if setup.charges and "pot" not in methods(setup):
        found.add(NO_PERCENTAGE)
    return found
