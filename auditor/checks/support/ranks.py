"""The ranks of the operator's staff: who may give an order that a clause reserves to a rank and those above it."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, breach, not_recorded
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import OPERATOR, Actor
from auditor.vocabulary.wording import escaped


def at_least(rules: Rulebook, role: str | None, least: str) -> bool | None:
    """Does this role have that rank or a higher one? None if the rulebook does not rank it, or none is recorded."""
    ranks = rules.game.staff
    if role not in ranks:
        return None
    return ranks.index(role) >= ranks.index(least)


def rank_text(role: str) -> str:
    """A rank in words: 'area-manager' is an area manager."""
    return escaped(role, 40).replace("-", " ")


def authority(
    rules: Rulebook,
    figure: Figure,
    event: Event,
    role: str | None,
    least: str,
    what: str,
    *,
    by: Actor = OPERATOR,
    money: int | None = None,
) -> Iterable[Outcome]:
    """Judge an order that a clause reserves to a rank: it is a breach if somebody of a lower rank gave it."""
    enough = at_least(rules, role, least)
    if enough is None:
        return [not_recorded(figure, f"the rank of whoever ordered it: {what}")]
    if enough:
        return ()
    assert role is not None
    expected = f"by {article(least)} or above"
    return [breach(figure, event, f"{what} by {article(role)}", expected, by=by, money=money)]


def article(role: str) -> str:
    """A rank with its article: an area manager."""
    words = rank_text(role)
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"
