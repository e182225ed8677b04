"""Checks of prior notice: changes that players must be told of so many hands, or minutes, before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, not_recorded
from auditor.auditing.engine.registry import on, session_check
from auditor.auditing.engine.situations import LATER_HAND
from auditor.checks.support.agreements import all_noted
from auditor.checks.support.ranks import authority
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import GivenNotice, Session, number_of
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.clock import later, minutes_between, minutes_text
from auditor.vocabulary.events import (
    Agreement,
    Bets,
    Blinds,
    Closed,
    Declared,
    Event,
    Limit,
    Minimums,
    Notice,
    RulesNamed,
)
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.log_words import CLOSURE, LIMITS, MINIMUM, SIGN, STAKE
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined, number, plural

GAME, BETTING = "game", "betting"
STAKES = "stakes"  # all amounts of a game together
GROUPS: dict[str, tuple[str, ...]] = {  # the parts of a set-up that are one thing to those who play
    GAME: ("rules",),
    STAKE: ("stake",),
    LIMITS: ("minimum", "minimums", "maximum", "bets"),
    MINIMUM: ("minimum", "minimums"),
    BETTING: ("limit", "betting"),
    STAKES: ("minimum", "minimums", "maximum", "bets", "blinds"),
}
WORDS = {  # other words that may announce it
    STAKE: (LIMITS,),
    LIMITS: (MINIMUM,),
    MINIMUM: (LIMITS,),
    BETTING: (LIMITS,),
}
PARTS: dict[type, str] = {
    RulesNamed: "rules",
    Bets: "bets",
    Blinds: "blinds",
    Minimums: "minimum",
}  # what these lines are about


class PriorNotice(Figure):
    """Who must be told beforehand, how many hands before, who decides, and how many players may waive the notice.

    Where no number of hands is given, any notice before the change will do.
    """

    to: tuple[Literal["players", "inspector"], ...] = ("players",)
    hands: int = 0
    counts_current: bool = True  # whether the hand in which the notice is given is one of them
    least: str | None = None  # the rank that decides, where it matters
    waived_by: Literal["majority", "all"] | None = None
    tournaments: bool = True  # whether the clause holds in tournaments too


@value_class
class NoticePlan:
    """A change that must have been announced: the words for it, and from when on it holds."""

    event: Event
    what: str
    words: tuple[str, ...]
    since: int  # the line of what was last announced by these words
    hand: tuple[str, int]  # the first hand under the change
    time: str | None


# ---- counting ----


def _hands(entry: GivenNotice, effective: tuple[str, int]) -> int | None:
    """How many hands before this one a notice was given, its own included; None if their numbers do not tell."""
    if entry.hand is None:
        return 0
    prefix, given = number_of(entry.hand)
    if prefix != effective[0] or given < 0:
        return None
    return effective[1] - given - entry.after


def _in_time(entry: GivenNotice, plan: NoticePlan, figure: PriorNotice) -> bool:
    if not entry.notice.given or not figure.hands:
        return entry.notice.given and not later(entry.notice.time, plan.time)
    hands, uncounted = _hands(entry, plan.hand), entry.during and not figure.counts_current
    return hands is not None and hands - uncounted >= figure.hands


def _enough(agreement: Agreement, figure: PriorNotice) -> bool:
    """Did as many players agree as may waive the notice? Where no number is noted, all of them did."""
    if not agreement.players or agreement.refused_by("players"):
        return False
    if agreement.count is None or agreement.of is None:
        return True
    return agreement.count == agreement.of if figure.waived_by == "all" else 2 * agreement.count > agreement.of


def _agreed(agreements: list[Agreement], figure: PriorNotice) -> bool | None:
    """Did the players agree? None if nothing of the kind is recorded."""
    agreements = [one for one in agreements if one.players or one.refused_by("players")]
    if not agreements:
        return None
    objected = any(one.refused_by("players") for one in agreements)
    if objected and figure.waived_by == "all":
        return False
    return any(_enough(one, figure) for one in agreements)


def _notices_of(session: Session, plan: NoticePlan) -> list[GivenNotice]:
    """The notices that may be about a change, including those noted after it but before the hand."""
    coming = session.coming
    number = coming.number if isinstance(coming, HandPlayed) else None
    after = [one for one in coming.before if isinstance(one, Notice) and one.line > plan.event.line] if coming else []
    notices = [*session.notices_given, *(GivenNotice(one, number, False) for one in after)]
    return [one for one in notices if one.notice.about in plan.words and one.notice.line > plan.since]


def _judge_notice(session: Session, figure: PriorNotice, plan: NoticePlan) -> Iterator[Outcome]:
    """The outcome of a change: everybody had notice in time, or the players agreed, or neither."""
    notices = _notices_of(session, plan)
    agreements = [one for one in session.agreed if one.what in plan.words and one.line > plan.since]
    agreed = _agreed(agreements, figure) if figure.waived_by is not None else None
    late = {who: [one for one in notices if one.notice.to == who] for who in figure.to}
    late = {who: ones for who, ones in late.items() if not any(_in_time(one, plan, figure) for one in ones)}
    if agreed or not late:
        return
    known = [one for ones in late.values() for one in ones]
    given = [one for one in known if one.notice.given]
    hands = [_hands(one, plan.hand) for one in given]
    expected = _expected(figure)
    if figure.hands and None in hands:
        yield not_recorded(figure, "how many hands before the change it was announced")
    elif known or agreed is False:
        missed = [f"the {who}" for who, ones in late.items() if ones]
        at = f", announced at {given[0].notice.time} for {plan.time}" if given else ""
        observed = f"{plan.what} without prior notice to {joined(missed)}{at}"
        if figure.hands:
            notice = f"after {_count(max(count or 0 for count in hands))} notice" if hands else "without notice"
            observed = f"{plan.what} {notice}, {_support(agreements)}"
        evidence = tuple(one.notice for one in known)
        yield breach(figure, plan.event, observed, expected, by=OPERATOR, evidence=evidence)
    elif "notices" in _records(session) and not session.gap:
        unsaid = "and no agreement" if figure.waived_by else f"to {joined([f'the {who}' for who in late])}"
        yield advisory(figure, plan.event, f"{plan.what}, no notice {unsaid} on record", expected, by=OPERATOR)
    else:
        whom = "or agreement" if figure.waived_by else f"to {joined([f'the {who}' for who in late])}"
        yield not_recorded(figure, f"notice {whom}: {plan.what}")


def _expected(figure: PriorNotice) -> str:
    if not figure.hands:
        return f"notice to {joined(figure.to)} before"
    beyond = "" if figure.counts_current else ", the one it is given in not counted"
    return f"{_count(figure.hands)} notice{beyond}, or the agreement of {_waivers(figure)}"


def _count(hands: int) -> str:
    return f"{number(hands) if hands else 'no'} {plural(hands, 'hand')}'{'' if hands != 1 else 's'}"


def _waivers(figure: PriorNotice) -> str:
    return "all players" if figure.waived_by == "all" else "more than half of the players"


def _support(agreements: list[Agreement]) -> str:
    counted = [one for one in agreements if one.count is not None]
    if counted:
        return f"{counted[-1].count} of {counted[-1].of} players agreeing"
    objectors = [one.objector for one in agreements if one.objector is not None]
    if any(one.refused_by("players") for one in agreements) and not objectors:
        return "the players not agreeing"
    return f"{escaped(objectors[-1], 40)} objecting" if objectors else "no agreement recorded"


def _records(session: Session) -> frozenset[str]:
    return session.setup.records if session.setup is not None else frozenset()


# ---- changes of the game ----


class ChangeNotice(PriorNotice):
    """The changes that need notice, by the word that a log has for each, and what the rulebook calls them."""

    changes: dict[str, str]


def _group(event: Event, groups: Iterable[str]) -> str | None:
    """The one of these groups that a line is about."""
    part = PARTS.get(type(event)) or getattr(event, "what", None)
    return next((name for name in groups if part in GROUPS[name]), None)


def _parts(setup: Setup, group: str) -> tuple[object, ...]:
    return tuple(getattr(setup, part) for part in GROUPS[group])


def _changes(session: Session, event: Event, figure: ChangeNotice) -> bool:
    """Is this the first line of a change from what governed the hand before?"""
    group, before, hand = _group(event, figure.changes), session.previous, session.coming
    if group is None or before is None or not isinstance(hand, HandPlayed) or not _holds(figure, hand.setup):
        return False
    old, new = _parts(before.setup, group), _parts(hand.setup, group)
    if not any(was not in (None, (), now) for was, now in zip(old, new, strict=True)):
        return False  # what was not stated before may have been the same
    return _begins(event, hand, group)


def _holds(figure: PriorNotice, setup: Setup | None) -> bool:
    """Is the clause about this table? A tournament may have terms of its own."""
    return setup is not None and (figure.tournaments or setup.tournament is None)


def _begins(event: Event, hand: HandPlayed, group: str) -> bool:
    """Is this the first line that sets something of a group for a hand?"""
    return next((one for one in hand.before if _group(one, (group,))), None) is event


@session_check(
    "change-notice",
    watches=on(Limit, LATER_HAND)
    | on(Minimums, LATER_HAND)
    | on(Bets, LATER_HAND)
    | on(Declared, LATER_HAND)
    | on(RulesNamed, LATER_HAND),
    figure=ChangeNotice,
    when=_changes,
)
def change_notice(session: Session, event: Event, figure: ChangeNotice) -> Iterator[Outcome]:
    """A game, buy-in or betting limit is changed without prior notice, or by somebody of too low a rank.

    A notice since the last change counts if it came before the first hand under the new terms or, where the rulebook
    asks for that, so many hands before it. The hand in which the notice is given counts if the rulebook is read so; a
    notice between two hands counts from the second. The agreement of enough players may take its place. Lines that
    change one thing together are one change. Where the log has neither a notice nor a note that there was none, nothing
    is proved: the finding is an advisory if the log undertakes to record notices.
    """
    group, before, hand = _group(event, figure.changes), session.previous, session.coming
    assert group is not None and before is not None and isinstance(hand, HandPlayed)
    name, words = figure.changes[group], (group, *WORDS.get(group, ()))
    what = f"{name} changed from {_described(before.setup, group)} to {_described(hand.setup, group)}"
    plan = NoticePlan(event, what, words, _last_set(session, group), number_of(hand.number), hand.time)
    yield from _judge_notice(session, figure, plan)
    if figure.least is not None:
        orders = [one.notice.by for one in _notices_of(session, plan)]
        role = next((one for one in reversed(orders) if one is not None), None)
        yield from authority(session.rules, figure, event, role, figure.least, f"{name} changed")


def _last_set(session: Session, group: str) -> int:
    """The line after which a notice may be about this change, and not about one before it."""
    return max(session.declared.get(part, 0) for part in GROUPS[group])


def _described(setup: Setup, group: str) -> str:
    if group == GAME:
        return setup.rules or "none"
    if group == STAKE:
        return "none" if setup.stake is None else money_text(setup.stake)
    if group == BETTING:
        return setup.limit or setup.betting or "none"
    if group == MINIMUM:
        return _minimum(setup)
    if setup.bets:
        return ", ".join(_range(least, most) for least, most in setup.bets)
    return _minimum(setup) if setup.minimums else _range(setup.minimum, setup.maximum)


def _minimum(setup: Setup) -> str:
    return ", ".join([money_text(amount) for amount in setup.minimums]) or _range(setup.minimum, None)


def _range(least: int | None, most: int | None) -> str:
    ends = [money_text(amount) for amount in (least, most) if amount is not None]
    return "-".join(ends) or "none"


# ---- what the players may keep from being changed ----


class LimitChange(Figure):
    """How many players keep the limits as they are by objecting; higher limits need the approval of the operator."""

    objections: int


def _limits_change(session: Session, event: Event, figure: LimitChange) -> bool:
    hand, before = session.coming, session.previous
    if before is None or not isinstance(hand, HandPlayed) or hand.setup.tournament is not None:
        return False
    old, new = _highest(before.setup), _highest(hand.setup)
    return old is not None and new is not None and old != new and _begins(event, hand, STAKES)


def _highest(setup: Setup) -> tuple[int, ...] | None:
    """The amounts that make a game as high as it is."""
    bets = tuple(most or least for least, most in setup.bets)
    return (*bets, *setup.blinds) or None


@session_check(
    "limit-change",
    watches=on(Limit, LATER_HAND) | on(Minimums, LATER_HAND) | on(Bets, LATER_HAND) | on(Blinds, LATER_HAND),
    figure=LimitChange,
    when=_limits_change,
)
def limit_change(session: Session, event: Event, figure: LimitChange) -> Iterable[Outcome]:
    """Limits are changed although enough players object, or raised without the operator's approval.

    Objections and agreements since the last change count, including those noted after it but before the hand. Where the
    log notes an agreement that is the players' alone, the operator gave none; where it notes none, nothing is known,
    unless the log undertakes to record agreements.
    """
    hand, before = session.coming, session.previous
    assert before is not None and isinstance(hand, HandPlayed)
    since = max(_last_set(session, STAKES), before.line)
    votes = [*session.agreed, *(one for one in hand.before if isinstance(one, Agreement) and one.line > event.line)]
    votes = [one for one in votes if one.what == LIMITS and one.line > since]
    objectors = list(dict.fromkeys(one.objector for one in votes if one.objector is not None))
    old, new = _stakes(before.setup), _stakes(hand.setup)
    changed = f"limit changed from {old} to {new}"
    if len(objectors) >= figure.objections:
        observed = f"{changed} although {joined([escaped(name, 30) for name in objectors])} objected"
        expected = f"no change if {number(figure.objections)} players object"
        return [breach(figure, event, observed, expected, by=OPERATOR, evidence=tuple(votes))]
    if (_highest(hand.setup) or ()) <= (_highest(before.setup) or ()) or any(one.operator for one in votes):
        return ()
    refused, alone = any(one.refused_by("operator") for one in votes), any(one.players for one in votes)
    if not refused and not alone and (session.gap or not all_noted(hand.setup)):
        return [not_recorded(figure, "whether the operator approved of a higher limit")]
    how = " without the approval of the house" if refused else " by the players alone"
    observed = changed + (how if refused or alone else ", of which no approval is recorded")
    expected = "the approval of the house"
    return [breach(figure, event, observed, expected, by=OPERATOR, evidence=tuple(votes))]


def _stakes(setup: Setup) -> str:
    return "-".join(money_text(most or least) for least, most in setup.bets) or "-".join(map(money_text, setup.blinds))


# ---- the sign of a higher minimum ----


class SignPeriod(Figure):
    """For how many minutes a sign must have been up before the minimum wager rises."""

    minutes: int


def lowest_wager(setup: Setup) -> int | None:
    """The minimum wager of a table: as declared, or the lowest of its rounds."""
    lowest = min((*setup.minimums, *(least for least, _ in setup.bets)), default=None)
    return setup.minimum if lowest is None else lowest


def _rises(session: Session, event: Event, figure: SignPeriod) -> bool:
    hand = session.coming
    if session.previous is None or not isinstance(hand, HandPlayed) or hand.setup.tournament is not None:
        return False
    if not _begins(event, hand, LIMITS):
        return False
    before, after = lowest_wager(session.previous.setup), lowest_wager(hand.setup)
    return before is not None and after is not None and after > before


@session_check(
    "min-wager-sign",
    watches=on(Limit, LATER_HAND) | on(Minimums, LATER_HAND) | on(Bets, LATER_HAND),
    figure=SignPeriod,
    when=_rises,
)
def min_wager_sign(session: Session, event: Event, figure: SignPeriod) -> Iterable[Outcome]:
    """The minimum wager is raised before a sign of it has been up for long enough.

    The time runs from when the sign was put up to the first hand under the new minimum. A sign that was up when the
    minimum last changed was of that change. No agreement of the players stands in for a sign. A lower minimum, or a
    higher maximum, needs none.
    """
    hand = session.coming
    assert session.previous is not None and isinstance(hand, HandPlayed)
    before, after = lowest_wager(session.previous.setup), lowest_wager(hand.setup)
    assert before is not None and after is not None
    since = _last_set(session, LIMITS)
    signs = [one.notice for one in session.notices_given if one.notice.about == SIGN and one.notice.line > since]
    observed = f"minimum raised from {money_text(before)} to {money_text(after)}"
    expected = f"a sign of it for {figure.minutes} minutes before"
    up = [one for one in signs if one.given]
    if not up and signs:
        return [breach(figure, event, f"{observed} without a sign", expected, by=OPERATOR, evidence=tuple(signs))]
    if not up and "notices" in hand.setup.records and not session.gap:
        return [advisory(figure, event, f"{observed}, no sign of it on record", expected, by=OPERATOR)]
    times = [minutes_between(one.time, hand.time) for one in up]
    known = [time for time in times if time is not None]
    if any(time >= figure.minutes for time in known):
        return ()
    if not up or len(known) < len(times):
        return [not_recorded(figure, "for how long the sign of a higher minimum had been up")]
    observed += f" with the sign up {minutes_text(max(known))}"
    return [breach(figure, event, observed, expected, by=OPERATOR, evidence=tuple(up))]


# ---- closing ----


def _closed_early(session: Session, event: Closed, figure: PriorNotice) -> bool:
    return event.early and _holds(figure, session.setup)


@session_check("closure-notice", watches=Closed, figure=PriorNotice, when=_closed_early)
def closure_notice(session: Session, event: Closed, figure: PriorNotice) -> Iterator[Outcome]:
    """A table is closed early without prior notice to those who must have it, or by somebody of too low a rank.

    All of them must have been told before the table closed and, where the rulebook asks for that, so many hands before,
    counted to the hand that would have been next. A notice that somebody noted as left out, or that came after the
    closing, is a breach. One of which the record says nothing is not. Hands that could not be read before the closing
    leave open how many there were.
    """
    if figure.hands and (session.previous is None or session.gap):
        yield not_recorded(figure, "the hands before the table was closed")
    else:
        prefix, last = number_of(session.previous.number) if session.previous is not None else ("", 0)
        since = session.declared.get(CLOSURE, 0)
        plan = NoticePlan(event, "table closed early", (CLOSURE,), since, (prefix, last + 1), event.time)
        yield from _judge_notice(session, figure, plan)
    if figure.least is not None:
        yield from authority(session.rules, figure, event, event.by, figure.least, "table closed")
