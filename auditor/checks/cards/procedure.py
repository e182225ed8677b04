"""Checks of the dealer's and operator's procedure: equipment, shuffle, cut, the deck, what may be wagered."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check
from auditor.auditing.engine.situations import FIRST_HOLDING, NOTED_MANNER, REMARKED, STEPS
from auditor.checks.support.deal_so_far import (
    REMEDIED,
    called_off,
    following,
    so_far,
    undealt,
    wager_without_cut,
    wagered,
)
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import Table
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
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import number, plural, shown

# ---- steps that must be taken ----


class Step(Figure):
    """A step somebody must take: which, by whom, on what occasion, how grave its omission is, and the words for it.

    A step due only when asked for is judged where it was `noted`; others are due `always`, if the occasion arises.
    """

    step: str
    party: Literal["dealer", "operator"]
    severity: Literal["breach", "irregularity", "advisory"]
    when: Literal["always", "noted"] = "always"
    arises: Literal["hand", "deal", "cut", "fold"] = "hand"
    fault: str
    duty: str = ""


def _due(table: Table | Session, event: Event, step: Step) -> bool:
    if isinstance(event, Procedure):
        return event.what == step.step and (event.done or not _reported(table, step))
    if not isinstance(table, Table):
        return False
    return step.step in table.steps or (_arises(table, step) and not _reported(table, step))


def _reported(table: Table | Session, step: Step) -> bool:
    """Was the omission stated for the whole table, and so reported once already?"""
    if isinstance(table, Table):
        setup = None if step.step in table.steps else table.hand.setup
    else:
        setup = table.previous.setup if table.previous is not None else None
    if step.when == "noted" or setup is None or not setup.steps:
        return False
    stated = setup.steps.get(step.step)
    return stated is not None and not stated.done


def _arises(table: Table, step: Step) -> bool:
    if step.arises == "fold":
        return table.folds > 0
    if step.arises == "cut":
        return table.attempt.cut is not None or (table.attempt.dealt and table.attempt.no_cut is None)
    return step.arises == "hand" or table.attempt.dealt


def _moments_of(step: Step) -> dict[type, int]:
    moments: dict[type, int] = {Procedure: STEPS.get(step.step, 0)}
    return {**moments, Settled: 0} if step.when == "always" else moments


@check("required-step", watches=(Procedure, Settled), when=_due, narrow=_moments_of)
def required_step(table: Table | Session, event: Event, step: Step) -> Iterable[Outcome]:
    """A step of procedure that somebody saw left out.

    A statement made for the whole table covers all its hands, and its omission is reported once. A dealer's step taken
    by a player instead is a fault too. Where nothing was noted nobody is accused: the record lacks it or, if the log
    undertakes to record the step in every hand, is pointed out as incomplete.
    """
    if isinstance(event, Procedure):
        by = DEALER if step.party == "dealer" else OPERATOR
        severity = Severity[step.severity.upper()]
        if not event.done:
            return [fault(severity, step, event, step.fault, step.duty, by=by)]
        if step.party == "dealer" and isinstance(table, Table) and event.by in table.by_name:
            observed = f"'{step.step}' done by {shown(event.by or '', 40)}"
            return [fault(severity, step, event, observed, step.duty, by=by)]
        return ()
    assert isinstance(table, Table)
    if step.step in table.steps or table.hand.setup.steps.get(step.step) is not None:
        return ()
    return [_lacking(table, event, step, step.step)]


def _lacking(table: Table, event: Event, figure: Figure, item: str) -> Outcome:
    """What to say where the record is silent: if the log undertook to record the item, that it did not."""
    if item not in table.hand.setup.records:
        return not_recorded(figure, f"a note of '{item}' or 'no {item}'")
    return advisory(figure, event, f"no note of '{item}' in this hand", "the log undertakes to record it", by=RECORD)


# ---- shuffle and cut ----


def _prepared(table: Table, event: Event) -> bool:
    """Is the deck to have been prepared by now: at the first card or, where no deal is recorded, in the end?"""
    return undealt(table) and (isinstance(event, Deal) or (isinstance(event, Settled) and table.pot > 0))


class Preparation(Figure):
    """How the deck is prepared: who cuts it, and how grave a cut too many or by somebody else is.

    Whether what was left out is still `noted` where a misdeal has put it right.
    """

    by: Literal["designated", "dealer"] = "designated"
    severity: Literal["breach", "irregularity"] = "irregularity"
    noted: bool = False


def _shuffle_due(table: Table, event: Event, figure: Preparation) -> bool:
    return not table.attempts and _prepared(table, event)


@check("shuffle-before-deal", watches=dict.fromkeys((Deal, Settled), FIRST_HOLDING), when=_shuffle_due)
def shuffle_before_deal(table: Table, event: Event, figure: Preparation) -> Iterable[Outcome]:
    """Cards dealt that somebody saw had not been shuffled since the last hand.

    A shuffle noted between the hands counts. What follows a misdeal is judged by its own clause. That it was left out
    may be noticed with the cards out.
    """
    shuffled = table.attempt.shuffled
    if shuffled is None:
        noted = (each for each in reversed(table.hand.before) if isinstance(each, Procedure) and each.what == "shuffle")
        shuffled = next((each.done for each in noted), None)
    if shuffled is None:
        later = _noticed(table, event)
        if later is None:
            return [_lacking(table, event, figure, "shuffle")]
        event, shuffled = later, False
    if shuffled or (called_off(table) and not figure.noted):
        return ()
    expected = REMEDIED if called_off(table) else "one before each round of play"
    return [irregularity(figure, event, "cards dealt without a shuffle", expected, by=DEALER)]


def _noticed(table: Table, event: Event) -> Procedure | None:
    """Where somebody notices, with the cards out, that they had not been shuffled; later shuffles do not matter."""
    for each in following(table, event) if Procedure in table.kinds else ():
        if isinstance(each, Procedure):
            if each.what == "shuffle":
                return each if not each.done else None
        elif type(each) in CALLED_OFF:
            return None
    return None


CALLED_OFF = (TakenBack, SetAside, Misdeal)  # of a deal, or of some of its cards


def _cut_due(table: Table | Session, event: Event, figure: Preparation) -> bool:
    if isinstance(table, Session):
        return False
    attempt, by_dealer = table.attempt, figure.by == "dealer"
    if isinstance(event, Cut):
        if table.remade:  # belongs to cards shuffled in the middle of the hand
            return False
        designated = table.designated
        return by_dealer or event.player is None or designated is None or designated.name == event.player
    if isinstance(event, Procedure):
        if event.what != "cut" or event.done or (by_dealer and (table.remade or table.attempts)):
            return False
        return not (_cut_after_all(table, event) if by_dealer else _uncut_elsewhere(table, event))
    if by_dealer and (table.attempts or _cut_left_out(table, event)):
        return False  # judged by the clause on misdeals, or where somebody notices it
    return attempt.cut is None and attempt.no_cut is None and _prepared(table, event)


def _cut_after_all(table: Table, event: Event) -> bool:
    """Is the deck cut before any card?"""
    steps = takewhile(lambda each: not isinstance(each, Deal | Communal), following(table, event))
    return not table.attempt.dealt and any(isinstance(each, Cut) for each in steps)


def _cut_left_out(table: Table, event: Event) -> bool:
    """Does somebody notice, with the cards out, that there was no cut?"""
    later = following(table, event) if not isinstance(event, Settled) else ()
    return any(isinstance(each, Procedure) and each.what == "cut" and not each.done for each in later)


def _uncut_elsewhere(table: Table, event: Procedure) -> bool:
    """Is the missing cut put right, or judged as the cause of a misdeal?"""
    if wagered(table) or wager_without_cut(table, event):
        return True
    return any(isinstance(each, Cut | Misdeal) for each in following(table, event))


CUTTING = {Cut: 0, Procedure: STEPS["cut"], Deal: FIRST_HOLDING, Settled: FIRST_HOLDING}


@check("cut-by-designated", watches=CUTTING, when=_cut_due)
def cut_by_designated(table: Table, event: Event, figure: Preparation) -> Iterable[Outcome]:
    """A deck not cut once by the person whose duty it is: the designated player, or the dealer.

    Where it is the designated player's, the dealer cuts only if that player declined, and a cut by another player, or
    none before the first wager, is judged as the cause of a misdeal, not here.
    """
    cutter = "designated player" if figure.by == "designated" else "dealer"
    if isinstance(event, Procedure):
        expected = REMEDIED if figure.noted and called_off(table) else f"a cut by the {cutter}"
        return [irregularity(figure, event, "deck not cut", expected, by=DEALER)]
    if not isinstance(event, Cut):
        return [_lacking(table, event, figure, "cut")]
    if figure.by == "dealer":
        return _cut_by_dealer(table, event, figure)
    if event.player is None:
        if table.attempt.declined:
            return ()
        observed, expected = "deck cut by the dealer", "by the designated player, who had not declined"
        return [irregularity(figure, event, observed, expected, by=DEALER)]
    if table.designated is None:
        return [not_recorded(figure, "the seat of the buck")]
    if _cut_already(table, event):
        return [irregularity(figure, event, "deck cut a second time", "once only")]
    return ()


def _cut_by_dealer(table: Table, event: Cut, figure: Preparation) -> list[Outcome]:
    severity = Severity[figure.severity.upper()]
    if event.player is not None:
        return [fault(severity, figure, event, f"deck cut by {shown(event.player, 40)}", "by the dealer", by=DEALER)]
    if _cut_already(table, event):
        return [fault(severity, figure, event, "deck cut a second time", "once only", by=DEALER)]
    return []


def _cut_already(table: Table, event: Cut) -> bool:
    """Did the same player cut before, with no shuffle between?"""
    before = table.attempt.cut
    if before is None or before.player != event.player:
        return False
    for each in following(table, before):
        if each is event:
            return True
        if isinstance(each, Procedure) and each.what == "shuffle":
            return False
    return False


class Depth(Figure):
    """How many cards at least lie on either side of the cut."""

    margin: int


@check("cut-depth", watches=Cut)
def cut_depth(table: Table, event: Cut, figure: Depth) -> Iterable[Outcome]:
    """A cut too close to the top or the bottom of the deck.

    The log gives the number of cards in the upper pile. The fault is that of whoever cut.
    """
    deck = table.deck.size
    if event.depth is None or event.depth > deck:
        return [not_recorded(figure, "how deep the deck was cut")]
    near = min(event.depth, deck - event.depth)
    if near >= figure.margin:
        return ()
    end = "top" if event.depth == near else "bottom"
    observed = f"deck cut {number(near)} {plural(near, 'card')} from the {end}"
    return [irregularity(figure, event, observed, f"at least {number(figure.margin)}")]


# ---- the deck itself ----


def _moments(session: Session, event: HandPlayed | SessionClosed) -> int:
    """How many times the deck was to be checked since the last hand: at an opening, at a close."""
    kinds = {type(each) for each in event.before}
    opening = Opened in kinds or (isinstance(event, HandPlayed) and session.begins)
    return opening + (Closed in kinds)


def _opens_or_closes(session: Session, event: HandPlayed | SessionClosed, figure: Figure) -> bool:
    return _moments(session, event) > 0


@check("deck-check", watches={HandPlayed: 0, SessionClosed: REMARKED}, when=_opens_or_closes)
def deck_check(session: Session, event: HandPlayed | SessionClosed, figure: Figure) -> Iterable[Outcome]:
    """A deck not checked card by card at the opening or at the close of gaming.

    The opening is where the record notes it, or before the first hand; the close is where the record notes it.
    """
    noted = [each for each in event.before if isinstance(each, Procedure) and each.what == "deck-check"]
    for step in noted:
        if not step.done:
            when = "opening" if isinstance(event, HandPlayed) else "close"
            yield irregularity(figure, step, f"deck not checked at the {when} of gaming", "card by card", by=DEALER)
    if len(noted) < _moments(session, event):
        yield not_recorded(figure, "the check of the deck at the opening and at the close")


class Replacement(Figure):
    """How grave a replacement at the wrong time is."""

    severity: Literal["breach", "irregularity"] = "irregularity"


@check("deck-replacement", watches=Replaced)
def deck_replacement(table: Table | Session, event: Replaced, figure: Replacement) -> Iterable[Outcome]:
    """Cards replaced while a round of play was on.

    Before the first card, after a misdeal, once a pot has been paid, and between hands cards may be replaced.
    """
    if isinstance(table, Session) or not table.attempt.dealt or table.wins:
        return ()
    what = "cards" if event.cards else "deck"
    severity, observed = Severity[figure.severity.upper()], f"{what} replaced during the round of play"
    return [fault(severity, figure, event, observed, "only between rounds", by=DEALER)]


def _new_deck(table: Table | Session, event: Event, figure: Figure) -> bool:
    if isinstance(table, Session) or not undealt(table):
        return False
    if isinstance(event, Replaced):
        return not event.cards
    return not table.attempts and any(isinstance(each, Replaced) and not each.cards for each in table.hand.before)


@check("new-deck", watches={Replaced: 0, Deal: FIRST_HOLDING}, when=_new_deck)
def new_deck(table: Table, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A wholly new deck put to use without having been checked.

    It must also be shuffled and cut; where somebody saw that left out, the clauses on shuffle and cut say so.
    """
    steps = _since_replacement(table, event)
    noted = {step.what: step for step in steps if isinstance(step, Procedure)}
    checked = noted.get("deck-check")
    if checked is not None and not checked.done:
        observed = "new deck used without a check"
        return [irregularity(figure, checked, observed, "checked, shuffled and cut first", by=DEALER)]
    if checked is None:
        return [_lacking(table, event, figure, "deck-check")]
    if "shuffle" not in noted or ("cut" not in noted and not any(isinstance(step, Cut) for step in steps)):
        return [not_recorded(figure, "shuffle and cut of the new deck")]
    return ()


def _since_replacement(table: Table, event: Event) -> list[Event]:
    """What the record says from the new deck to the first card dealt from it."""
    if isinstance(event, Replaced):
        return list(takewhile(lambda each: not isinstance(each, Deal | Communal), following(table, event)))
    steps: list[Event] = []
    for each in table.hand.before:
        steps.append(each)
        if isinstance(each, Replaced) and not each.cards:
            steps.clear()
    return [*steps, *so_far(table)]


# ---- chips ----

NO_CHIPS = ("in cash", "in non-value chips")


def _manner_noted(table: Table, act: Wager, figure: Figure) -> bool:
    return act.manner is not None and "two motions" not in act.manner


@check("value-chips", watches={Wager: NOTED_MANNER}, when=_manner_noted)
def value_chips(table: Table, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A wager made with anything but value chips.

    Judged only where the log notes with what the wager was made.
    """
    if act.manner not in NO_CHIPS or table.move is None:
        return ()
    return [irregularity(figure, act, f"wager of {money_text(table.move.added)} {act.manner}", "value chips only")]
