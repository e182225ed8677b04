"""Incidents in words, and the roles that a log may name."""

from __future__ import annotations

import re

from auditor.checks.support.ranks import rank_text
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import Incident
from auditor.vocabulary.findings import DEALER, OPERATOR, Actor
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

RANK = re.compile("[a-z]+(?:-[a-z]+)+")  # how a log writes a rank of several words


ROLES = {"dealer": DEALER, "operator": OPERATOR} | {
    role: Actor(role) for role in ("supervisor", "inspector", "staff", "onlooker", "player", "person")
}


def incident_text(rules: Rulebook, event: Incident) -> str:
    """An incident in words: what it was, by whom, to whom, how much, and the observer's own note."""
    words = [event.kind.replace("-", " ")]
    if event.player is not None:
        words.append(f"by {_person_text(rules, event.player)}")
    if event.to is not None:
        words.append(f"to {_person_text(rules, event.to)}")
    if event.amount is not None:
        words.append(f"of {money_text(event.amount)}")
    note = f": '{escaped(event.note, 120)}'" if event.note else ""
    return f"{' '.join(words)}, reported by observer{note}"


def _person_text(rules: Rulebook, name: str) -> str:
    staff = name in ROLES or name in rules.game.staff or RANK.fullmatch(name)
    return f"the {rank_text(name)}" if staff else escaped(name, 40)
