"""Checks of what only an observer can note, and of the approval, conditions and entry fees of tournaments."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import chain
from typing import Literal

from auditor.auditing.engine.dispatch import names_clause
from auditor.auditing.engine.outcomes import Outcome, advisory, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, on, session_check
from auditor.auditing.engine.situations import BUCK_DECLINED, BY, CONDITIONED, IN_TOURNAMENT, MADE_RIGHT, POSTS
from auditor.checks.support.deal_so_far import deal_events_after
from auditor.checks.support.incidents import ROLES, incident_text
from auditor.checks.support.ranks import authority, rank_text
from auditor.checks.support.record_defects import unknown_word
from auditor.checks.support.table_features import features_of
from auditor.checks.support.tournaments import declared_conditions, tournament_begins
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import (
    Buck,
    Condition,
    EntryFees,
    Event,
    Incident,
    Lends,
    Post,
    Procedure,
    Remark,
    Win,
)
from auditor.vocabulary.findings import OPERATOR, Actor, Severity
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.log_words import INCIDENTS
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined

# ---- incidents ----


class IncidentRule(Figure):
    """The kinds of incident that a clause forbids, who answers for one that names nobody, and how grave it is.

    `blames` says which of two named people is responsible: the one who did it, or the one it was done to. A clause may
    forbid conduct only `during` the deal, from the first riffle of the shuffle to the award of the pot, or only until
    its betting is over; only with so many `players` in the hand, or only at tables that have the features named in
    `where` and none of those named in `unless`. What the clause lets a dealer say, a log may note as
    such a remark: these `remarks` comply.
    """

    kinds: tuple[str, ...]
    party: Literal["player", "dealer", "operator", "person"] = "player"
    severity: Literal["breach", "irregularity", "advisory"] = "breach"
    blames: Literal["doer", "receiver"] = "doer"
    during: Literal["always", "deal", "betting"] = "always"
    players: int = 0
    where: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    remarks: Literal["dealer"] | None = None


def _conduct(rule: IncidentRule) -> On[Event]:
    """The check looks at incidents and, where the clause lets somebody say something, at remarks of that kind."""
    return on(Incident) if rule.remarks is None else on(Incident) | on(Remark)


def _forbidden(state: HandState, event: Incident | Remark, rule: IncidentRule) -> bool:
    """Is the clause about this kind of incident, and does it forbid it here and now?"""
    if isinstance(event, Remark):
        return event.kind == rule.remarks
    if event.kind not in rule.kinds or len(state.active) < rule.players:
        return False
    if rule.during != "always" and (_has_begun(state, event) is False or _is_past(state, rule.during)):
        return False
    return _holds_at(state.hand.setup, rule)


def _is_past(state: HandState, during: str) -> bool:
    """Is the deal over, or its betting? A deal is over when the last of its pots is awarded."""
    awarded = bool(state.wins) and state.wins[-1] is state.timeline.all(Win)[-1]
    betround = state.round
    if during == "deal" or awarded or betround is None:
        return awarded
    return state.over or (betround.closed and (betround.round is state.rounds[-1] or len(state.able) < 2))


def _has_begun(state: HandState, event: Incident) -> bool | None:
    """Has the deal begun, with the first riffle of its shuffle? None if nothing tells."""
    attempt = state.attempt
    if attempt.dealt or attempt.shuffled or attempt.cut is not None or state.round is not None:
        return True
    to_come = any(one.what == "shuffle" for one in deal_events_after(state, event, Procedure))
    return False if to_come else None


def _forbidden_between_hands(session: Session, event: Incident | Remark, rule: IncidentRule) -> bool:
    """The same where no hand is in play."""
    if isinstance(event, Remark):
        return event.kind == rule.remarks
    if event.kind not in rule.kinds or rule.during != "always" or rule.players:
        return False
    return _holds_at(session.setup, rule)


def _holds_at(setup: Setup | None, rule: IncidentRule) -> bool:
    """Is the clause about tables with the features of this one?"""
    if not (rule.where or rule.unless):
        return True
    features = set() if setup is None else features_of(setup)
    return features.issuperset(rule.where) and features.isdisjoint(rule.unless)


@check(
    "incident",
    watches=on(Incident) | on(Remark),
    figure=IncidentRule,
    when=_forbidden,
    watched_for=_conduct,
    silence_passes_if_recorded=INCIDENTS,
)
def incident(state: HandState, event: Incident | Remark, rule: IncidentRule) -> Iterable[Outcome]:
    """Somebody behaves in a way that the clause forbids, as an observer noted.

    The check infers nothing from the play. The person named is responsible or, where nobody is named, whoever the
    clause binds. A clause may be about the time of the deal only: a note before its shuffle or after the award of the
    pot accuses nobody then, and one that stands before any card decides nothing if the shuffle is not noted. If a log
    undertakes to record incidents and notes none of this kind in a hand, the hand passes. A remark that the log
    notes as one of those that a dealer may make passes too.
    """
    if isinstance(event, Incident) and rule.during != "always" and _has_begun(state, event) is None:
        return [not_recorded(rule, "whether the deal had begun")]
    return _misconduct(state.rules, state.by_name, event, rule)


@session_check(
    "incident",
    watches=on(Incident) | on(Remark),
    figure=IncidentRule,
    when=_forbidden_between_hands,
    watched_for=_conduct,
    silence_passes_if_recorded=INCIDENTS,
)
def incident_between_hands(session: Session, event: Incident | Remark, rule: IncidentRule) -> Iterable[Outcome]:
    """Between hands somebody behaves in a way that the clause forbids, as an observer noted."""
    return _misconduct(session.rules, (), event, rule)


def _misconduct(
    rules: Rulebook, players: Collection[str], event: Incident | Remark, rule: IncidentRule
) -> list[Outcome]:
    """The fault of forbidden conduct, laid to whoever is responsible; `players` are those of the hand, if any."""
    if isinstance(event, Remark):
        return []
    named = event.to if rule.blames == "receiver" and event.to is not None else event.player
    by, severity = _responsible(rules, players, named, rule.party), Severity[rule.severity.upper()]
    return [fault(severity, rule, event, incident_text(rules, event), by=by, money=event.amount)]


def _responsible(rules: Rulebook, players: Collection[str], named: str | None, party: str) -> str | Actor:
    if named is None:
        return ROLES[party]
    if named in players:
        return named
    if named in ROLES:
        return ROLES[named]
    return Actor("staff", None, f"the {rank_text(named)}") if named in rules.game.staff else named


class SanctionRule(Figure):
    """Measures against a player, as kinds of incident, the rank that orders them, and what must have come before."""

    kinds: tuple[str, ...]
    least: str
    after: tuple[str, ...] = ()  # kinds of incident, one of which must be on record


def _is_measure(_state: object, event: Incident, rule: SanctionRule) -> bool:
    return event.kind in rule.kinds


@check("sanction", watches=Incident, figure=SanctionRule, when=_is_measure, silence_passes_if_recorded=INCIDENTS)
def sanction(state: HandState, event: Incident, rule: SanctionRule) -> Iterable[Outcome]:
    """Somebody of too low a rank orders a measure against a player, or nothing on record gives ground for it.

    Only a log that undertakes to record incidents proves by its silence that there was no ground.
    """
    return _judge_rank(state.rules, event, rule)


def _tells_of_measure(_session: Session, event: Incident | HandPlayed, rule: SanctionRule) -> bool:
    return bool(_measures(event, rule))


def _measures(event: Incident | HandPlayed, rule: SanctionRule) -> list[Incident]:
    noted = event.noted if isinstance(event, HandPlayed) else (event,)
    return [one for one in noted if isinstance(one, Incident) and one.kind in rule.kinds]


@session_check(
    "sanction",
    watches=on(Incident) | on(HandPlayed),
    figure=SanctionRule,
    when=_tells_of_measure,
    silence_passes_if_recorded=INCIDENTS,
)
def ground_of_sanction(session: Session, event: Incident | HandPlayed, rule: SanctionRule) -> Iterable[Outcome]:
    """The same between hands; and whether anything noted of the session gives ground for a measure."""
    noted = event.noted if isinstance(event, HandPlayed) else ()
    grounded = _has_ground(rule, chain(session.incidents, session.since, noted))
    for measure in _measures(event, rule):
        if measure is event:
            yield from _judge_rank(session.rules, measure, rule)
        if grounded:
            continue
        if session.setup is None or INCIDENTS not in session.setup.records or session.gap:
            yield not_recorded(rule, _ground(rule))
        else:
            observed, expected = incident_text(session.rules, measure), f"only with {_ground(rule)}"
            yield breach(rule, measure, observed, expected, by=OPERATOR, money=measure.amount)


def _judge_rank(rules: Rulebook, event: Incident, rule: SanctionRule) -> Iterable[Outcome]:
    what = event.kind.replace("-", " ")
    return authority(rules, rule, event, event.player, rule.least, what, money=event.amount)


def _has_ground(rule: SanctionRule, events: Iterable[Event]) -> bool:
    """Does the measure need no ground, or is one on record?"""
    return not rule.after or any(isinstance(one, Incident) and one.kind in rule.after for one in events)


def _ground(rule: SanctionRule) -> str:
    return f"{joined([kind.replace('-', ' ') for kind in rule.after], 'or')} on record"


@check("record/unknown-incident", watches=Incident, figure=Figure)
def unknown_incident(state: HandState, event: Incident, figure: Figure) -> Iterable[Outcome]:
    """An incident is of a kind that no clause of the rulebook knows, so that nothing judges it."""
    return _unknown_kind(state.rules, event, figure)


@session_check("record/unknown-incident", watches=Incident, figure=Figure)
def unknown_incident_between_hands(session: Session, event: Incident, figure: Figure) -> Iterable[Outcome]:
    """The same for an incident noted between hands."""
    return _unknown_kind(session.rules, event, figure)


def _unknown_kind(rules: Rulebook, event: Incident, figure: Figure) -> Iterable[Outcome]:
    known = known_kinds(rules)
    return () if event.kind in known else [unknown_word(figure, event, "incident", event.kind, known)]


def known_kinds(rules: Rulebook) -> list[str]:
    """Every kind of incident that a clause asks about, and the grounds for annulling an outcome."""
    values = [rule.values for clause in rules.clauses for rule in clause.rules]
    return sorted({kind for each in values for key in ("kinds", "incidents", "grounds") for kind in each.get(key, ())})


class Lending(Figure):
    """The kinds of incident in which somebody gives or lends chips."""

    kinds: tuple[str, ...]


def _lent(state: HandState, event: Lends | Incident, rule: Lending) -> bool:
    return _tells_of_lending(state, event, rule) and (isinstance(event, Lends) or not _chips_recorded(state, event))


def _tells_of_lending(_state: object, event: Lends | Incident, rule: Lending) -> bool:
    return isinstance(event, Lends) or event.kind in rule.kinds


def _chips_recorded(state: HandState, event: Incident) -> bool:
    """Does the hand record the chips themselves passing? Then that is the event to judge."""
    return event.player is not None and bool(state.timeline.places_of(event.player, Lends))


DURING = "during the round of play"


@check("chips-lent", watches=on(Lends) | on(Incident), figure=Lending, when=_lent, silence_passes_if_recorded=INCIDENTS)
def chips_lent(state: HandState, event: Lends | Incident, rule: Lending) -> Iterable[Outcome]:
    """A player gives or lends chips to another player during a round of play.

    The log records the chips as passing, or an observer noted it. Between rounds of play chips may pass, and a note of
    it from between two hands accuses nobody.
    """
    in_play = state.attempt.dealt and not state.wins
    if isinstance(event, Lends):
        if not in_play:
            return ()
        observed = f"{money_text(event.amount)} given or lent to {escaped(event.to, 40)} {DURING}"
        return [breach(rule, event, observed, "no chips pass between players", money=event.amount)]
    if not in_play:
        return [_lent_between(state.rules, state.by_name, event, rule)]
    by = _responsible(state.rules, state.by_name, event.player, "player")
    return [breach(rule, event, incident_text(state.rules, event), by=by, money=event.amount)]


@session_check(
    "chips-lent",
    watches=on(Lends) | on(Incident),
    figure=Lending,
    when=_tells_of_lending,
    silence_passes_if_recorded=INCIDENTS,
)
def chips_lent_between_hands(session: Session, event: Lends | Incident, rule: Lending) -> Iterable[Outcome]:
    """Chips given or lent between two hands are no fault. The check points out an observer's note of it."""
    return () if isinstance(event, Lends) else [_lent_between(session.rules, (), event, rule)]


def _lent_between(rules: Rulebook, players: Collection[str], event: Incident, rule: Lending) -> Outcome:
    """The advisory for a note of chips lent while no round of play was on."""
    observed, by = incident_text(rules, event), _responsible(rules, players, event.player, "player")
    return advisory(rule, event, observed, f"forbidden {DURING}", by=by, money=event.amount)


def _takes_or_declines(state: HandState, event: Buck | Post, figure: Figure) -> bool:
    if isinstance(event, Post):
        return event.kind == "blind" and state.designated is not None and state.designated.name == event.player
    return bool(state.buck_declined)


@check(
    "buck-declined",
    watches=on(Buck, BUCK_DECLINED) | on(Post, POSTS["blind"]),
    figure=Figure,
    when=_takes_or_declines,
    clears_at=on(Post, POSTS["blind"] | BY["buck"] | MADE_RIGHT[0]),
)
def buck_declined(state: HandState, event: Buck | Post, figure: Figure) -> Iterable[Outcome]:
    """A player declines the buck and is let off.

    Declining is no fault as long as the buck then lies before that player all the same.
    """
    if isinstance(event, Post):
        return ()
    name = state.buck_declined[-1]
    player = state.player(name, event)
    if player.seat == event.seat or player.out:
        return ()
    observed = f"declined the buck, which went to seat {event.seat}"
    return [irregularity(figure, event, observed, "no player passes the turn to take it", by=name)]


# ---- tournaments ----


@session_check("tournament-approval", watches=on(HandPlayed, IN_TOURNAMENT), figure=Figure, when=tournament_begins)
def tournament_approval(session: Session, event: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A tournament begins without approval of its conditions.

    The check judges this once, at the first hand, by what was noted of an approval until then.
    """
    approval = event.setup.steps.get("approval")
    if approval is None:
        return [not_recorded(figure, "the approval of the conditions")]
    if approval.done:
        return ()
    return [breach(figure, approval, "tournament begun without approval", "approval beforehand", by=OPERATOR)]


class Override(Figure):
    """The parts of the rulebook that no tournament condition can set aside."""

    protects: tuple[str, ...] = ()


def _conditions(session: Session, event: HandPlayed, figure: Override) -> bool:
    return tournament_begins(session, event, figure) or bool(declared_conditions(session, event))


@session_check(
    "tournament-override",
    watches=on(HandPlayed, IN_TOURNAMENT, CONDITIONED),
    figure=Override,
    when=_conditions,
)
def tournament_override(session: Session, event: HandPlayed, figure: Override) -> Iterable[Outcome]:
    """A condition of a tournament sets clauses aside, so that nothing is judged by them, or names some that it cannot.

    A reader must know what was not judged, so the check points out every condition and accuses nobody. Where no
    tournament is recorded, and against the rulebook's own rules on tournaments, a condition has no effect: those
    clauses are judged all the same.
    """
    for condition in declared_conditions(session, event):
        for names, why in _sorted_out(session, event, condition, figure):
            if names:
                observed = f"condition overrides {joined([escaped(name, 40) for name in names])}"
                yield advisory(figure, condition, observed, why, by=OPERATOR)


def _sorted_out(
    session: Session, hand: HandPlayed, condition: Condition, figure: Override
) -> Iterable[tuple[list[str], str]]:
    """The clauses that a condition names, by what becomes of them."""
    listed = [clause.id for clause in session.rules.clauses]
    unknown = [name for name in condition.clauses if not any(names_clause((name,), clause) for clause in listed)]
    known = [name for name in condition.clauses if name not in unknown]
    protected = [name for name in known if hand.setup.tournament is None or names_clause(figure.protects, name)]
    yield [name for name in known if name not in protected], "it prevails, so nothing is judged by it"
    yield protected, "no condition of a tournament can set that aside"
    yield unknown, "the rulebook has no such clause"


class Retention(Figure):
    """How much of the entry fees the operator may keep, in per cent."""

    percent: int


@session_check("entry-fee-retention", watches=EntryFees, figure=Retention)
def entry_fee_retention(session: Session, event: EntryFees, figure: Retention) -> Iterable[Outcome]:
    """The operator keeps too much of a tournament's entry fees, or fees become neither prizes nor the operator's share.

    Fees of entrants who withdrew count, and what went back to them is no longer there for prizes. Prizes above the
    balance are no fault. Where entrants withdrew and the record does not tell what they got back, a balance that falls
    short by no more than their fees proves nothing. What was kept too much and what became neither is told as one
    fault, with all the money that the prizes lack.
    """
    total = event.entrants * event.fee
    most = total * figure.percent // 100
    over = max(event.kept - most, 0) if event.kept * 100 > total * figure.percent else 0
    fees = total if event.withdrawn is None else event.withdrawn * event.fee  # no more went back than was paid
    refunded = min(event.refunded or 0, fees)
    astray = 0 if event.prizes is None else max(total - event.kept - refunded - event.prizes, 0)
    if event.prizes is None:
        yield not_recorded(figure, "what went into prizes")
    if over:
        observed = f"{money_text(event.kept)} kept of entry fees of {money_text(total)}"
        observed += f", and {money_text(astray)} that went into no prize" if astray else ""
        expected = f"at most {figure.percent} per cent, {money_text(most)}"
        yield breach(figure, event, observed, expected, by=OPERATOR, money=over + astray)
    elif astray and event.withdrawn and event.refunded is None and astray <= fees:
        yield not_recorded(figure, "what went back to entrants who withdrew")
    elif astray:
        back = f" less {money_text(refunded)} refunded" if refunded else ""
        observed = f"prizes of {money_text(event.prizes or 0)} from entry fees of {money_text(total)}{back}"
        expected = f"the balance of {money_text(total - event.kept - refunded)}"
        yield breach(figure, event, observed, expected, by=OPERATOR, money=astray)
