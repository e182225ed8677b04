"""Checks of the dealer's and operator's procedure: required steps, shuffle, cut, the deck, and chips as wagers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, session_check
from auditor.auditing.engine.situations import (
    BEGINS,
    CUT_AS_DUE,
    CUT_NOTED,
    DONE,
    FIRST_HOLDING,
    NOTED_MANNER,
    OLD_DECK,
    REMARKED,
    SHUFFLED,
    STEPS,
)
from auditor.checks.support.deal_so_far import (
    called_off,
    deal_events_after,
    deal_events_before,
    deal_events_so_far,
    undealt,
    wager_without_cut,
    wagered,
)
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import (
    Closed,
    Communal,
    Cut,
    Deal,
    Event,
    Misdeal,
    Opened,
    Procedure,
    Replaced,
    SetAside,
    TakenBack,
    Wager,
)
from auditor.vocabulary.findings import DEALER, OPERATOR, RECORD, Severity
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, number, plural

# ---- steps that must be taken ----


class RequiredStep(Figure):
    """A step that somebody must take: which one, who takes it, on what occasion, and how grave its omission is.

    `fault` and `duty` are the words for the omission and for what should be done. A step due only when somebody asks
    for it is judged where the log has it `noted`; others are due `always`, if the occasion arises.
    """

    step: str
    party: Literal["dealer", "operator"]
    severity: Literal["breach", "irregularity", "advisory"]
    when: Literal["always", "noted"] = "always"
    arises: Literal["hand", "deal", "cut", "fold"] = "hand"
    fault: str
    duty: str = ""


def _due(state: HandState, event: Procedure | Settled, step: RequiredStep) -> bool:
    if isinstance(event, Procedure):
        return _is_news(event, step, None if step.step in state.steps else state.hand.setup)
    return step.step in state.steps or (_arises(state, step) and not _reported(state.hand.setup, step))


def _due_between_hands(session: Session, event: Procedure, step: RequiredStep) -> bool:
    return _is_news(event, step, None if session.previous is None else session.previous.setup)


def _is_news(event: Procedure, step: RequiredStep, setup: Setup | None) -> bool:
    """Is this a note of the step, and not of an omission that was reported before?"""
    return event.what == step.step and (event.done or not _reported(setup, step))


def _reported(setup: Setup | None, step: RequiredStep) -> bool:
    """Did the log state the omission for the whole table, so that it was reported once before?"""
    if step.when == "noted" or setup is None or not setup.steps:
        return False
    stated = setup.steps.get(step.step)
    return stated is not None and not stated.done


def _arises(state: HandState, step: RequiredStep) -> bool:
    if step.arises == "fold":
        return state.folds > 0
    if step.arises == "cut":
        return state.attempt.cut is not None or (state.attempt.dealt and state.attempt.no_cut is None)
    return step.arises == "hand" or state.attempt.dealt


def _notes_of(step: RequiredStep) -> On[Procedure]:
    return on(Procedure, STEPS.get(step.step, 0))


def _moments_of(step: RequiredStep) -> On[Event]:
    return _notes_of(step) | on(Settled) if step.when == "always" else _notes_of(step)


def _taken(step: RequiredStep) -> On[Event]:
    """Where the step is noted as taken, and not by a player, or the hand ends and has a note of it."""
    known = STEPS.get(step.step)
    return never() if known is None else on(Procedure, known | DONE) | on(Settled, known)


@check(
    "required-step",
    watches=on(Procedure) | on(Settled),
    figure=RequiredStep,
    when=_due,
    watched_for=_moments_of,
    clears_at=_taken,
)
def required_step(state: HandState, event: Procedure | Settled, step: RequiredStep) -> Iterable[Outcome]:
    """A step of procedure is left out, as somebody notes, or a player takes a step that is the dealer's.

    A statement for the whole table covers all its hands, so that its omission is reported once. Where the log notes
    nothing, nobody is accused: the record lacks the step or, if the log undertakes to record the step in every hand, is
    pointed out as incomplete.
    """
    if isinstance(event, Procedure):
        if event.done and step.party == "dealer" and event.by in state.by_name:
            return [_misstep(event, step, f"'{step.step}' done by {escaped(event.by or '', 40)}")]
        return _left_out(event, step)
    if step.step in state.steps or state.hand.setup.steps.get(step.step) is not None:
        return ()
    return [_lacking(state, event, step, step.step)]


@session_check(
    "required-step",
    watches=Procedure,
    figure=RequiredStep,
    when=_due_between_hands,
    watched_for=_notes_of,
    clears_at=_taken,
)
def required_step_between_hands(session: Session, event: Procedure, step: RequiredStep) -> Iterable[Outcome]:
    """A step of procedure is left out between hands, as somebody notes."""
    return _left_out(event, step)


def _left_out(event: Procedure, step: RequiredStep) -> list[Outcome]:
    return [] if event.done else [_misstep(event, step, step.fault)]


def _misstep(event: Procedure, step: RequiredStep, observed: str) -> Outcome:
    by = DEALER if step.party == "dealer" else OPERATOR
    return fault(Severity[step.severity.upper()], step, event, observed, step.duty, by=by)


def _lacking(state: HandState, event: Event, figure: Figure, item: str) -> Outcome:
    """The record is silent: it lacks the evidence or, if the log undertook to record the item, is incomplete."""
    if item not in state.hand.setup.records:
        return not_recorded(figure, f"a note of '{item}' or 'no {item}'")
    return advisory(figure, event, f"no note of '{item}' in this hand", "the log undertakes to record it", by=RECORD)


# ---- shuffle and cut ----


def _prepared(state: HandState, event: Event) -> bool:
    """Must the deck have been prepared by now: at the first card or, if the record has no deal, in the end?"""
    return undealt(state) and (isinstance(event, Deal) or (isinstance(event, Settled) and state.pot > 0))


class DeckPreparation(Figure):
    """Who cuts the deck, and how grave it is if somebody else does or if it is cut once too often.

    Whether an omission is `noted` though a misdeal has put it right.
    """

    by: Literal["designated", "dealer"] = "designated"
    severity: Literal["breach", "irregularity"] = "irregularity"
    noted: bool = False


def _shuffle_due(state: HandState, event: Event, figure: DeckPreparation) -> bool:
    return not state.attempts and _prepared(state, event)


@check(
    "shuffle-before-deal",
    watches=on(Deal, FIRST_HOLDING) | on(Settled, FIRST_HOLDING),
    figure=DeckPreparation,
    when=_shuffle_due,
    clears_at=on(Deal, SHUFFLED),
)
def shuffle_before_deal(state: HandState, event: Event, figure: DeckPreparation) -> Iterable[Outcome]:
    """Cards are dealt that have not been shuffled since the last hand, as somebody notes.

    A shuffle noted between the hands counts. Somebody may notice only with the cards out that it was left out. The
    clause on misdeals judges the shuffle after one.
    """
    shuffled = state.attempt.shuffled
    if shuffled is None:
        noted = (each for each in reversed(state.hand.before) if isinstance(each, Procedure) and each.what == "shuffle")
        shuffled = next((each.done for each in noted), None)
    if shuffled is None:
        later = _noticed(state, event)
        if later is None:
            return [_lacking(state, event, figure, "shuffle")]
        event, shuffled = later, False
    if shuffled or (called_off(state) and not figure.noted):
        return ()
    expected = DECLARED if called_off(state) else "one before each round of play"
    return [irregularity(figure, event, "cards dealt without a shuffle", expected, by=DEALER)]


def _noticed(state: HandState, event: Event) -> Procedure | None:
    """The note, made with the cards out, that they had not been shuffled; later shuffles do not matter."""
    noted = Procedure in state.kinds and any(each.what == "shuffle" for each in state.timeline.all(Procedure))
    for each in deal_events_before(state, event, CALLED_OFF, Procedure) if noted else ():
        if each.what == "shuffle":
            return each if not each.done else None
    return None


DECLARED = "a misdeal was declared for it"
CALLED_OFF = (TakenBack, SetAside, Misdeal)  # what ends a deal, or takes back some of its cards


def _cut_due(state: HandState, event: Event, figure: DeckPreparation) -> bool:
    attempt, by_dealer = state.attempt, figure.by == "dealer"
    if isinstance(event, Cut):
        if state.remade:  # the cut belongs to cards shuffled in the middle of the hand
            return False
        designated = state.designated
        return by_dealer or event.player is None or designated is None or designated.name == event.player
    if isinstance(event, Procedure):
        if event.what != "cut" or event.done or (by_dealer and (state.remade or state.attempts)):
            return False
        return not (_cut_after_all(state, event) if by_dealer else _uncut_elsewhere(state, event))
    if by_dealer and (state.attempts or _cut_left_out(state, event)):
        return False  # the clause on misdeals judges it, or this one where somebody notices it
    return attempt.cut is None and attempt.no_cut is None and _prepared(state, event)


def _cut_after_all(state: HandState, event: Event) -> bool:
    """Is the deck cut before any card?"""
    return not state.attempt.dealt and any(deal_events_before(state, event, (Deal, Communal), Cut))


def _cut_left_out(state: HandState, event: Event) -> bool:
    """Does somebody notice, with the cards out, that there was no cut?"""
    later = deal_events_after(state, event, Procedure) if not isinstance(event, Settled) else ()
    return any(each.what == "cut" and not each.done for each in later)


def _uncut_elsewhere(state: HandState, event: Procedure) -> bool:
    """Is the missing cut put right, or does the clause on misdeals judge it as the cause of one?"""
    if wagered(state) or wager_without_cut(state, event):
        return True
    return any(deal_events_after(state, event, Cut, Misdeal))


def _cut_once(figure: DeckPreparation) -> On[Event]:
    return on(Cut, CUT_AS_DUE) if figure.by == "designated" else never()


@check(
    "cut-by-designated",
    watches=on(Cut) | on(Procedure, STEPS["cut"]) | on(Deal, FIRST_HOLDING) | on(Settled, FIRST_HOLDING),
    figure=DeckPreparation,
    when=_cut_due,
    moot_at=on(Deal, CUT_NOTED),
    clears_at=_cut_once,
)
def cut_by_designated(state: HandState, event: Event, figure: DeckPreparation) -> Iterable[Outcome]:
    """The deck is not cut once by the person whose duty it is: the designated player, or the dealer.

    Where it is the designated player's duty, the dealer cuts only if that player declined. A cut by another player, or
    none before the first wager, is then judged as the cause of a misdeal instead.
    """
    cutter = "designated player" if figure.by == "designated" else "dealer"
    if isinstance(event, Procedure):
        expected = DECLARED if figure.noted and called_off(state) else f"a cut by the {cutter}"
        return [irregularity(figure, event, "deck not cut", expected, by=DEALER)]
    if not isinstance(event, Cut):
        return [_lacking(state, event, figure, "cut")]
    if figure.by == "dealer":
        return _cut_by_dealer(state, event, figure)
    if event.player is None:
        if state.attempt.declined:
            return ()
        observed, expected = "deck cut by the dealer", "by the designated player, who had not declined"
        return [irregularity(figure, event, observed, expected, by=DEALER)]
    if state.designated is None:
        return [not_recorded(figure, "the seat of the buck")]
    if _cut_already(state, event):
        return [irregularity(figure, event, "deck cut a second time", "once only")]
    return ()


def _cut_by_dealer(state: HandState, event: Cut, figure: DeckPreparation) -> list[Outcome]:
    severity = Severity[figure.severity.upper()]
    if event.player is not None:
        return [fault(severity, figure, event, f"deck cut by {escaped(event.player, 40)}", "by the dealer", by=DEALER)]
    if _cut_already(state, event):
        return [fault(severity, figure, event, "deck cut a second time", "once only", by=DEALER)]
    return []


def _cut_already(state: HandState, event: Cut) -> bool:
    """Did the same person cut before, with no shuffle in between?"""
    before = state.attempt.cut
    if before is None or before.player != event.player:
        return False
    for each in deal_events_after(state, before, Cut, Procedure):
        if each is event:
            return True
        if isinstance(each, Procedure) and each.what == "shuffle":
            return False
    return False


class Depth(Figure):
    """How many cards must lie on either side of the cut at least."""

    margin: int


@check("cut-depth", watches=Cut, figure=Depth)
def cut_depth(state: HandState, event: Cut, figure: Depth) -> Iterable[Outcome]:
    """The deck is cut too close to its top or its bottom.

    The log gives the number of cards in the upper pile. The fault is that of whoever cut.
    """
    deck = state.deck.size
    if event.depth is None or event.depth > deck:
        return [not_recorded(figure, "how deep the deck was cut")]
    near = min(event.depth, deck - event.depth)
    if near >= figure.margin:
        return ()
    end = "top" if event.depth == near else "bottom"
    observed = f"deck cut {number(near)} {plural(near, 'card')} from the {end}"
    return [irregularity(figure, event, observed, f"at least {number(figure.margin)}")]


# ---- the deck itself ----


def _checks_due(session: Session, event: HandPlayed | SessionClosed) -> int:
    """How many times the deck had to be checked since the last hand: at an opening, at a close."""
    kinds = {type(each) for each in event.before}
    opening = Opened in kinds or (isinstance(event, HandPlayed) and session.begins)
    return opening + (Closed in kinds)


def _opens_or_closes(session: Session, event: HandPlayed | SessionClosed, figure: Figure) -> bool:
    return _checks_due(session, event) > 0


@session_check(
    "deck-check",
    watches=on(HandPlayed, BEGINS, REMARKED) | on(SessionClosed, REMARKED),
    figure=Figure,
    when=_opens_or_closes,
)
def deck_check(session: Session, event: HandPlayed | SessionClosed, figure: Figure) -> Iterable[Outcome]:
    """The deck is not checked card by card at the opening or at the close of gaming.

    The opening is where the record notes it, or before the first hand; the close is where the record notes it.
    """
    noted = [each for each in event.before if isinstance(each, Procedure) and each.what == "deck-check"]
    for step in noted:
        if not step.done:
            when = "opening" if isinstance(event, HandPlayed) else "close"
            yield irregularity(figure, step, f"deck not checked at the {when} of gaming", "card by card", by=DEALER)
    if len(noted) < _checks_due(session, event):
        yield not_recorded(figure, "the check of the deck at the opening and at the close")


class Replacement(Figure):
    """How grave it is to replace cards at the wrong time."""

    severity: Literal["breach", "irregularity"] = "irregularity"


@check("deck-replacement", watches=Replaced, figure=Replacement)
def deck_replacement(state: HandState, event: Replaced, figure: Replacement) -> Iterable[Outcome]:
    """Cards are replaced during a round of play.

    They may be replaced before the first card, after a misdeal, once a pot has been paid, and between hands.
    """
    if not state.attempt.dealt or state.wins:
        return ()
    what = "cards" if event.cards else "deck"
    severity, observed = Severity[figure.severity.upper()], f"{what} replaced during the round of play"
    return [fault(severity, figure, event, observed, "only between rounds", by=DEALER)]


@session_check("deck-replacement", watches=Replaced, figure=Replacement)
def deck_replacement_between_hands(session: Session, event: Replaced, figure: Replacement) -> Iterable[Outcome]:
    """Cards are replaced between hands, which is as it should be."""
    return ()


def _new_deck(state: HandState, event: Event, figure: Figure) -> bool:
    if not undealt(state):
        return False
    if isinstance(event, Replaced):
        return not event.cards
    return not state.attempts and any(isinstance(each, Replaced) and not each.cards for each in state.hand.before)


@check(
    "new-deck",
    watches=on(Replaced) | on(Deal, FIRST_HOLDING),
    figure=Figure,
    when=_new_deck,
    moot_at=on(Deal, OLD_DECK),
)
def new_deck(state: HandState, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A wholly new deck is put to use without a check.

    It must also be shuffled and cut; where somebody notes that this was left out, the clauses on shuffle and cut judge
    it.
    """
    steps = _since_replacement(state, event)
    noted = {step.what: step for step in steps if isinstance(step, Procedure)}
    checked = noted.get("deck-check")
    if checked is not None and not checked.done:
        observed = "new deck used without a check"
        return [irregularity(figure, checked, observed, "checked, shuffled and cut first", by=DEALER)]
    if checked is None:
        return [_lacking(state, event, figure, "deck-check")]
    if "shuffle" not in noted or ("cut" not in noted and not any(isinstance(step, Cut) for step in steps)):
        return [not_recorded(figure, "shuffle and cut of the new deck")]
    return ()


def _since_replacement(state: HandState, event: Event) -> list[Event]:
    """The events from the replacement of the deck to the first card dealt from the new one."""
    if isinstance(event, Replaced):
        return list(deal_events_before(state, event, (Deal, Communal), Procedure, Cut))
    steps: list[Event] = []
    for each in state.hand.before:
        steps.append(each)
        if isinstance(each, Replaced) and not each.cards:
            steps.clear()
    return [*steps, *deal_events_so_far(state, Procedure, Cut)]


# ---- chips ----

NO_CHIPS = ("in cash", "in non-value chips")


def _manner_noted(state: HandState, act: Wager, figure: Figure) -> bool:
    return act.manner is not None and "two motions" not in act.manner


@check("value-chips", watches=on(Wager, NOTED_MANNER), figure=Figure, when=_manner_noted)
def value_chips(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player wagers with anything but value chips.

    Only wagers of which the log notes what they were made with are judged.
    """
    if act.manner not in NO_CHIPS or state.move is None:
        return ()
    return [irregularity(figure, act, f"wager of {money_text(state.move.added)} {act.manner}", "value chips only")]
