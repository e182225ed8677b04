"""Checks of signs, layout and tournament terms: whether every item is there that they must have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, fault, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, session_check
from auditor.auditing.engine.situations import DECLARED_ANEW, IN_TOURNAMENT
from auditor.checks.support.table_features import BONUS, TOURNAMENT, features_of
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import Bonus, Event, Listed
from auditor.vocabulary.findings import OPERATOR, Severity
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.wording import plural

LISTING = "listing"
NOUNS = {
    "signs": "signs do not show",
    "layout": "the layout does not have",
    "bonus-sign": "the sign of the bonus does not show",
    "terms": "terms do not state",
}
WANTED = {
    "signs": "what the signs show",
    "layout": "what the layout has",
    "bonus-sign": "what the sign of the bonus shows",
    "terms": "all that the terms of the tournament state",
}


class Items(Figure):
    """What a list must hold: the words of a log for each item, and what they mean.

    The check asks for nothing where the table lacks one of the features named in `where`, or has one of those named in
    `unless`.
    """

    list: Literal["signs", "layout", "bonus-sign", "terms"]
    items: Mapping[str, str]
    where: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    severity: Literal["breach", "irregularity", "advisory"] = "advisory"


def _asked(setup: Setup, figure: Items, event: Event) -> bool:
    if not figure.where and not figure.unless:
        return True
    features = features_of(setup) | ({BONUS} if isinstance(event, Bonus) else set())
    return features.issuperset(figure.where) and features.isdisjoint(figure.unless)


def _at_bonus(figure: Items) -> On[Event]:
    """The check looks at the sign of a bonus when one is paid."""
    return on(Bonus) if figure.list == "bonus-sign" else never()


def _at_hand(figure: Items) -> On[Event]:
    """The check looks at all other lists with each hand."""
    return never() if figure.list == "bonus-sign" else on(HandPlayed)


def _changed(figure: Items) -> On[Event]:
    """As long as the set-up stays the same, the question and the answer do too."""
    return never() if figure.list == "bonus-sign" else on(HandPlayed, DECLARED_ANEW)


def _asked_at_bonus(state: HandState, event: Bonus, figure: Items) -> bool:
    return _asked(state.hand.setup, figure, event)


@check(LISTING, watches=Bonus, figure=Items, when=_asked_at_bonus, watched_for=_at_bonus)
def listing(state: HandState, event: Bonus, figure: Items) -> Iterable[Outcome]:
    """An item is missing from the signs, the layout or the terms that a log lists item by item.

    Each missing item is a fault of its own, reported once for as long as the list stays the same. A table of which
    nothing is listed proves nothing. Nor do terms of which most of what the rulebook asks for is not listed: those are
    plainly noted in part, and pointed out as such. Nor is an item missed where the list has a word much like it that no
    clause knows.
    """
    return _unlisted(state.rules, state.hand.setup, figure, event)


def _declared_anew(session: Session, event: HandPlayed, figure: Items) -> bool:
    """Does the clause ask something of the list that it did not ask, or that had another answer, in the hand before?"""
    setup, before = event.setup, session.previous
    if not _asked(setup, figure, event):
        return False
    if before is None or not _asked(before.setup, figure, event):
        return True
    return before.setup.listed.get(figure.list) != setup.listed.get(figure.list)


@session_check(
    LISTING, watches=HandPlayed, figure=Items, when=_declared_anew, watched_for=_at_hand, call_only_at=_changed
)
def listing_of_hand(session: Session, event: HandPlayed, figure: Items) -> Iterable[Outcome]:
    """An item is missing from the lists declared for a hand, other than that of a bonus."""
    return _unlisted(session.rules, event.setup, figure, _line(event, figure.list))


def _unlisted(rules: Rulebook, setup: Setup, figure: Items, at: Event) -> Iterable[Outcome]:
    """The outcome of a list: a fault for each item that it lacks, at the line on which it was stated."""
    listed = setup.listed.get(figure.list)
    lacking = [(word, meaning) for word, meaning in figure.items.items() if word not in (listed or ())]
    if listed is None or (lacking and figure.list == "terms" and _in_part(rules, setup)):
        return [not_recorded(figure, WANTED[figure.list])]
    severity = Severity[figure.severity.upper()]
    strange = _strange(rules, figure.list, listed) if lacking else []
    outcomes: list[Outcome] = []
    for word, meaning in lacking:
        if _much_like(word, strange):
            outcomes.append(not_recorded(figure, WANTED[figure.list]))
        else:
            outcomes.append(fault(severity, figure, at, f"{NOUNS[figure.list]} {meaning}", by=OPERATOR))
    return outcomes


def _strange(rules: Rulebook, what: str, listed: tuple[str, ...]) -> list[str]:
    """The words of a list that no clause knows."""
    values = [rule.values for clause in rules.clauses for rule in clause.rules if rule.check == LISTING]
    known = {word for each in values if each["list"] == what for word in each["items"]}
    return [word for word in listed if word not in known]


def _much_like(word: str, strange: list[str]) -> bool:
    if not strange:
        return False
    from difflib import get_close_matches  # only a slip of the pen needs it

    return bool(get_close_matches(word, strange, 1))


def _line(hand: HandPlayed, what: str) -> Event:
    """The line on which the list was stated since the hand before, or the hand itself."""
    lines = [one for one in hand.before if isinstance(one, Listed) and one.what == what]
    return lines[-1] if lines else hand


def _count_of_terms(rules: Rulebook, setup: Setup) -> tuple[int, int]:
    """How many of the items that every tournament's terms must hold are listed, and how many there are."""
    values = [rule.values for clause in rules.clauses for rule in clause.rules if rule.check == LISTING]
    terms = [each for each in values if each["list"] == "terms"]
    words = {word for each in terms if tuple(each["where"]) == (TOURNAMENT,) for word in each["items"]}
    return len(words & set(setup.listed.get("terms", ()))), len(words)


def _in_part(rules: Rulebook, setup: Setup) -> bool:
    held, asked = _count_of_terms(rules, setup)
    return 2 * held < asked


class Terms(Figure):
    """The terms of a tournament as a whole."""


def _terms_begin(session: Session, event: HandPlayed, figure: Terms) -> bool:
    before = session.previous
    if event.setup.tournament is None:
        return False
    return before is None or before.setup.listed.get("terms") != event.setup.listed.get("terms")


@session_check("terms-documented", watches=on(HandPlayed, IN_TOURNAMENT), figure=Terms, when=_terms_begin)
def terms_documented(session: Session, event: HandPlayed, figure: Terms) -> Iterable[Outcome]:
    """The terms of a tournament are listed without most of what they must state.

    The clause on a single item judges whether that one is missing.
    """
    if "terms" not in event.setup.listed:
        return [not_recorded(figure, "the terms of the tournament")]
    if not _in_part(session.rules, event.setup):
        return ()
    held, asked = _count_of_terms(session.rules, event.setup)
    observed = f"terms listed with {held} of {asked} {plural(asked, 'item')} that they must state"
    return [advisory(figure, _line(event, "terms"), observed, "all of them in writing", by=OPERATOR)]
