"""Checks of how a tournament is set up: its steps and terms, its starting banks, its prizes and its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, not_recorded
from auditor.auditing.engine.registry import On, check, on, session_check
from auditor.auditing.engine.situations import IN_TOURNAMENT, REMARKED, STEPS
from auditor.checks.support.tournaments import declared_conditions, tournament_begins
from auditor.replay.session.hand_summary import HandPlayed, SessionClosed
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Agreement, Closed, Condition, Placed, Procedure
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined

# ---- setting up ----


class TournamentTerms(Figure):
    """A step that must be taken before a tournament begins, or before entries are taken, and the words for it."""

    step: str
    fault: str
    duty: str = ""
    before_entries: bool = False


def _step(figure: TournamentTerms) -> On[Procedure]:
    return on(Procedure, STEPS[figure.step])


def _step_or_hand(figure: TournamentTerms) -> On[HandPlayed | Procedure]:
    return on(HandPlayed) | _step(figure)


def _omitted(setup: Setup | None, event: Procedure) -> bool:
    """Was a step left out at a table of a tournament?"""
    return setup is not None and setup.tournament is not None and not event.done


def _left_out(state: HandState, event: Procedure, figure: TournamentTerms) -> bool:
    return _omitted(state.hand.setup, event)


def _prepares(session: Session, event: HandPlayed | Procedure, figure: TournamentTerms) -> bool:
    if isinstance(event, HandPlayed):
        return tournament_begins(session, event, figure)
    return _omitted(session.setup, event)


@check("tournament-step", watches=Procedure, figure=TournamentTerms, when=_left_out, watched_for=_step)
def tournament_step(state: HandState, event: Procedure, figure: TournamentTerms) -> Iterable[Outcome]:
    """Somebody sees a step of setting up a tournament left out, or taken too late.

    The check judges a step once when the tournament begins, and wherever its omission is noted after that. Some steps
    come before entries are taken: before the line on which those are recorded.
    """
    return [_not_taken(event, figure)]


@session_check(
    "tournament-step",
    watches=on(HandPlayed) | on(Procedure),
    figure=TournamentTerms,
    when=_prepares,
    watched_for=_step_or_hand,
)
def tournament_step_between_hands(
    session: Session, event: HandPlayed | Procedure, figure: TournamentTerms
) -> Iterable[Outcome]:
    """Somebody sees a step left out between hands, or it has not been taken in time when the tournament begins."""
    if isinstance(event, Procedure):
        return [_not_taken(event, figure)]
    step = event.setup.steps.get(figure.step)
    if step is None:
        return [not_recorded(figure, f"a note of '{figure.step}' or 'no {figure.step}'")]
    if not step.done:  # the note of the omission was judged
        return ()
    fees = event.setup.fees
    if figure.before_entries and fees is not None and step.line > fees.line:
        return [breach(figure, step, f"{figure.fault} before entries were taken", figure.duty, by=OPERATOR)]
    return ()


def _not_taken(event: Procedure, figure: TournamentTerms) -> Outcome:
    return breach(figure, event, figure.fault, figure.duty, by=OPERATOR)


def _conditioned(session: Session, event: HandPlayed, figure: Figure) -> bool:
    return event.setup.tournament is not None and bool(declared_conditions(session, event))


@session_check("tournament-term-void", watches=on(HandPlayed, IN_TOURNAMENT), figure=Figure, when=_conditioned)
def tournament_term_void(session: Session, event: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A term of a tournament is to set aside rules that no term can set aside.

    The term is void, and the clauses that it names are judged as though it had not been stated. The check tells the
    reader so.
    """
    for condition in declared_conditions(session, event):
        observed = f"{_term(condition)} overrides {joined([escaped(name, 40) for name in condition.clauses])}"
        yield advisory(figure, condition, observed, "the Rules prevail, so it is void", by=OPERATOR)


def _term(condition: Condition) -> str:
    return f"term '{escaped(condition.text, 60)}'" if condition.text else "a term"


# ---- starting banks ----


@session_check("tournament-starting-bank", watches=on(HandPlayed, IN_TOURNAMENT), figure=Figure, when=tournament_begins)
def tournament_starting_bank(session: Session, event: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A player begins a tournament with more or fewer chips than all others.

    The check looks at the first hand, where the record shows that it is the first. The stake declared is the bank
    announced; if there is none, it is what most players have. Chips bought again by the terms of the tournament come
    later.
    """
    banks = dict(event.banks)
    known = [bank for bank in banks.values() if bank is not None]
    if len(known) < len(banks) or not known:
        yield not_recorded(figure, "the chips every player began with")
        return
    announced = event.setup.stake or None
    if len(set(known)) == 1 and announced in (None, known[0]):
        return
    if not session.begins:
        yield not_recorded(figure, "whether this is the first hand of the tournament")
        return
    bank = announced or Counter(known).most_common(1)[0][0]
    for name, chips in banks.items():
        assert chips is not None
        if chips == bank:
            continue
        observed = f"{escaped(name, 40)} began with {money_text(chips)}"
        expected = f"the same bank as all, {money_text(bank)}"
        yield breach(figure, event, observed, expected, by=OPERATOR, money=abs(chips - bank))


# ---- prizes ----


class Staff(Figure):
    """In which tournaments the operator's staff may take part, and who approves of it."""

    events: tuple[str, ...]
    approvers: tuple[str, ...]


def _places(session: Session) -> list[Placed]:
    return sorted((one for one in session.since if isinstance(one, Placed)), key=lambda one: one.place)


def _has_places(session: Session, event: HandPlayed | SessionClosed, figure: Staff) -> bool:
    return bool(_places(session))


@session_check(
    "tournament-prizes", watches=on(HandPlayed, REMARKED) | on(SessionClosed, REMARKED), figure=Staff, when=_has_places
)
def tournament_prizes(session: Session, event: HandPlayed | SessionClosed, figure: Staff) -> Iterable[Outcome]:
    """An employee of the operator wins a prize, or a prize is not passed on to the next who may win it.

    The prizes go down the places, leaving employees out. All prizes that went to a wrong place, or to nobody, are one
    fault, with the money that those who may win one lack. Employees may take part in some events only, and with
    approval.
    """
    places = _places(session)
    if any(one.employee for one in places):
        yield from _employees(session, event, figure, places)
    prizes = session.prizes
    known = prizes is not None and all(one.place <= number + 1 for number, one in enumerate(places))
    if not known:
        yield not_recorded(figure, "the prizes and all places that win one")
    yield from _wrong_prizes(figure, places, prizes if known and prizes else ())


def _wrong_prizes(figure: Staff, places: list[Placed], prizes: tuple[int, ...]) -> Iterator[Outcome]:
    """The one fault of all prizes that went to an employee, or were not passed on to the next place."""
    staff = [one for one in places if one.employee and one.prize]
    eligible = [one for one in places if not one.employee]
    dues = zip(eligible, prizes, strict=False)
    short = [(one, due) for one, due in dues if one.prize is not None and one.prize < due]
    lacking = [
        f"prize of {money_text(one.prize or 0)} to {escaped(one.player, 40)} in place {one.place}" for one, _ in short
    ]
    right = [f"{money_text(due)} to {escaped(one.player, 40)}" for one, due in short]
    money = sum(due - (one.prize or 0) for one, due in short)
    if staff:
        given = [f"prize of {money_text(one.prize or 0)} to {escaped(one.player, 40)}, an employee" for one in staff]
        expected = joined(right) or "to the next place that may win it"
        evidence = tuple(one for one, _ in short)
        money = max(money, sum(one.prize or 0 for one in staff))
        yield breach(figure, staff[0], joined(given), expected, by=OPERATOR, money=money, evidence=evidence)
    elif short:
        first, *rest = [one for one, _ in short]
        yield breach(figure, first, joined(lacking), joined(right), by=OPERATOR, money=money, evidence=tuple(rest))


def _employees(
    session: Session, event: HandPlayed | SessionClosed, figure: Staff, places: list[Placed]
) -> Iterator[Outcome]:
    """The fault of employees who took part in a tournament though they may not."""
    first = next(one for one in places if one.employee)
    features = event.setup.listed.get("features")
    approval = event.setup.steps.get("approval")
    if features is not None and not set(features) & set(figure.events):
        observed = f"{escaped(first.player, 40)}, an employee, took part"
        yield breach(figure, first, observed, f"only in a {joined(figure.events, 'or')} event", by=OPERATOR)
    elif approval is not None and (not approval.done or approval.by not in (None, *figure.approvers)):
        observed = f"{escaped(first.player, 40)}, an employee, took part without approval"
        expected = f"prior approval by the {joined(figure.approvers, 'or')}"
        yield breach(figure, first, observed, expected, by=OPERATOR, evidence=(approval,))
    elif features is None or approval is None or approval.by is None:
        yield not_recorded(figure, "the kind of event and the approval of employees taking part")


# ---- the end ----


class EarlyEnd(Figure):
    """What allows a table of a tournament to end early: a feature, or an agreement under a term."""

    decided: str  # the feature: those who go on are known
    agreement: str
    term: str  # that lets chips be paid out in cash


def _ends_early(session: Session, event: Closed, figure: EarlyEnd) -> bool:
    return event.early and session.setup is not None and session.setup.tournament is not None


@session_check("tournament-early-end", watches=Closed, figure=EarlyEnd, when=_ends_early)
def tournament_early_end(session: Session, event: Closed, figure: EarlyEnd) -> Iterable[Outcome]:
    """A table of a tournament ends early for neither of the two reasons there are.

    Either those who go on to the next round are known, or all players at the table agree and the terms let their chips
    be paid out in cash.
    """
    setup = session.setup
    assert setup is not None
    if figure.decided in setup.listed.get("features", ()):
        return ()
    agreements = [one for one in session.agreed if one.what == figure.agreement and not one.unopposed]
    terms = setup.listed.get("terms")
    agreed = any(_all(one) for one in agreements) and not any(one.refused_by("players") for one in agreements)
    if agreed and terms is not None and figure.term in terms:
        return ()
    expected = "those who go on are known, or all agree and the terms provide for cash"
    if agreements and not agreed:
        return [breach(figure, event, _without(agreements), expected, by=OPERATOR, evidence=tuple(agreements))]
    if agreed and terms is not None:
        observed = "table of a tournament ended early, the terms not providing for cash"
        return [breach(figure, event, observed, expected, by=OPERATOR)]
    return [not_recorded(figure, "why the table of a tournament was ended early")]


def _all(agreement: Agreement) -> bool:
    return agreement.players and agreement.count == agreement.of


def _without(agreements: list[Agreement]) -> str:
    counted = [one for one in agreements if one.count is not None]
    objectors = [one.objector for one in agreements if one.objector is not None]
    objecting = "a player objecting" if objectors else "the players not agreeing"
    some = f"{counted[-1].count} of {counted[-1].of} players agreeing" if counted else objecting
    return f"table of a tournament ended early, {some}"
