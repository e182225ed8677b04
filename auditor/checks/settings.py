"""Checks of what a table says of itself: words that no rule knows, and a set-up that contradicts itself or the play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from auditor.checks.betting import BETTING_FORM, Forms
from auditor.checks.deck import REDUCED_DECK
from auditor.checks.draw import DRAW
from auditor.checks.incidents import INCIDENTS
from auditor.checks.outcomes import Outcome, advisory
from auditor.checks.records import defect, strange_word
from auditor.checks.registry import CHECKS, check
from auditor.events import Agreement, Declared, Event, Limit, Notice, Post, Records, Step
from auditor.findings import RECORD
from auditor.hands import Setup
from auditor.money import money_text
from auditor.replay.facts import HandPlayed
from auditor.replay.session import Session
from auditor.replay.showdown import ACE_LOW
from auditor.replay.table import Table
from auditor.rules.figures import Figure
from auditor.rules.model import Game, Rulebook
from auditor.wording import joined, shown

# ---- words ----


@check("record/unknown-setting", watches=Declared)
def unknown_setting(session: Session, event: Declared, figure: Figure) -> Iterable[Outcome]:
    """A form of betting, a limit or a deck that the rulebook does not know, so that nothing is judged by it.

    A number of cards that is none of the game's decks is judged by the clause on those instead.
    """
    game = session.rules.game
    known = choices_of(game, event.what)
    if event.value in known or (event.what == "deck" and event.value.isdigit()):
        return ()
    expected = f"{game.name} has {joined(known, 'or')}" if known else f"{game.name} leaves no such choice"
    return [defect(figure, event, f"'{event.what} {shown(event.value, 40)}' declared", expected)]


def choices_of(game: Game, what: str) -> list[str]:
    """The words of a rulebook for what a table may choose: its deck, its form of betting, its kind of limit."""
    if what == "deck":
        return list(game.deck)
    if what == "betting":
        return [form for form in game.forms if form is not None]
    return list(dict.fromkeys(limit for limits in game.limits_by_form.values() for limit in limits))


NOTICES = ["limits", "minimum", "stake", "commission", "closure"]  # what may be announced beforehand
PROMISES = ["notices", "announcements", INCIDENTS, DRAW, *get_args(Step)]  # what a log may undertake to record


@check("record/unknown-word", watches=(Agreement, Notice, Records))
def unknown_word(table: Table | Session, event: Agreement | Notice | Records, figure: Figure) -> Iterable[Outcome]:
    """An agreement, a notice or a promise to record that no rule asks about, so that nothing comes of it.

    It may be a note of something else; a slip of the pen is to be noticed all the same.
    """
    if isinstance(event, Records):
        noun, words, known = "promise to record", event.items, PROMISES
    elif isinstance(event, Notice):
        noun, words, known = "notice of", (event.about,), NOTICES
    else:
        noun, words, known = "agreement on", (event.what,), agreements_of(table.rules)
    return [strange_word(figure, event, noun, word, known) for word in words if word not in known]


def agreements_of(rules: Rulebook) -> list[str]:
    """What the people at a table may agree on by this rulebook, in the words of a log."""
    decks = rules.game.deck.values()
    forms = any(CHECKS[rule.check].figure is Forms for clause in rules.clauses for rule in clause.rules)
    asked = {
        ACE_LOW: any(deck.low_ace.when == "agreed" for deck in decks),
        REDUCED_DECK: any(deck.players is not None for deck in decks),
        BETTING_FORM: forms,
    }
    return [what for what, is_asked in asked.items() if is_asked]


DEAD = "dead"  # money put in that is no wager of any kind


def _is_wager(table: Table, event: Post, figure: Figure) -> bool:
    return event.kind != DEAD


@check("record/unknown-wager", watches=Post, when=_is_wager)
def unknown_wager(table: Table, event: Post, figure: Figure) -> Iterable[Outcome]:
    """A wager before the cards that the rulebook does not provide for, so that nothing judges it.

    One of a kind that it knows may also be one too many: a second blind where there is one.
    """
    if table.forced is not None:
        return ()
    kinds = list(dict.fromkeys(forced.kind for forced in table.game.forced))
    what = f"another {event.kind}" if event.kind in kinds else f"{event.kind} before the cards"
    expected = f"{table.game.name} provides for {joined(kinds, 'or')}"
    return [advisory(figure, event, f"{what}, of {money_text(event.amount)}", expected, by=RECORD)]


# ---- contradictions ----


def _says_anything(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    setup = hand.setup
    return setup.betting is not None or setup.limit is not None or setup.maximum is not None


@check("record/set-up", watches=HandPlayed, when=_says_anything)
def set_up(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A set-up that contradicts itself, or the hand played under it.

    A table maximum below the minimum bounds nothing, and the wagers before the cards show the form of betting whatever
    was declared. Told once, for as long as it stays the same.
    """
    before = session.previous
    told = set(_contradictions(session.rules.game, before.setup, before.form)) if before is not None else set()
    for what, observed, expected in _contradictions(session.rules.game, hand.setup, hand.form):
        if (what, observed, expected) not in told:
            yield defect(figure, _declaration(hand, what), observed, expected)


def _contradictions(game: Game, setup: Setup, form: str | None) -> Iterator[tuple[str, str, str]]:
    """What was declared, the contradiction, and what stands against it."""
    if setup.maximum is not None and setup.minimum is not None and setup.maximum < setup.minimum:
        observed = f"table maximum of {money_text(setup.maximum)} declared"
        yield "maximum", observed, f"the minimum is {money_text(setup.minimum)}"
    if form is None or form not in game.forms:
        return
    if setup.betting in game.forms and setup.betting != form:
        yield "betting", f"'betting {setup.betting}' declared", f"the hand is played with {form} betting"
    limit = setup.limit
    if limit in choices_of(game, "limit") and limit not in game.limits_by_form[form]:
        yield "limit", f"'limit {limit}' declared", f"{form} betting has no such limit"


def _declaration(hand: HandPlayed, what: str) -> Event:
    """The line since the hand before on which this was last declared; the hand itself if that was earlier."""
    lines = [event for event in hand.before if isinstance(event, Declared | Limit) and event.what == what]
    return lines[-1] if lines else hand
