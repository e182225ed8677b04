"""Checks of changes that the players must be told of so many hands, or minutes, beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.checks.outcomes import Outcome, advisory, breach, not_recorded
from auditor.checks.registry import check
from auditor.checks.staff import authority
from auditor.events import Agreement, Bets, Closed, Declared, Event, Limit, RulesNamed
from auditor.findings import OPERATOR
from auditor.hands import Setup
from auditor.money import money_text
from auditor.replay.facts import HandPlayed
from auditor.replay.session import CLOSURE, Session, Told, number_of
from auditor.rules.figures import Figure
from auditor.wording import number, plural, shown

GAME, STAKE, LIMITS, BETTING, SIGN = "game", "stake", "limits", "betting", "sign"
GROUPS: dict[str, tuple[str, ...]] = {  # the parts of a set-up that are one thing to those who play
    GAME: ("rules",),
    STAKE: ("stake",),
    LIMITS: ("minimum", "maximum", "bets"),
    BETTING: ("limit", "betting"),
}
NAMES = {GAME: "game", STAKE: "minimum buy-in", LIMITS: "betting limit", BETTING: "betting type"}
WORDS = {LIMITS: ("minimum",), BETTING: (LIMITS,)}  # by which else it may be announced
DAY = 24 * 60


class HandsNotice(Figure):
    """How many hands beforehand players are told, who decides, and how many of them may do without."""

    hands: int
    least: str  # the rank that decides
    counts_current: bool = True  # is the hand in which the notice is given one of them?
    waived_by: str = "majority"  # or all


# ---- counting ----


def _hands(told: Told, effective: tuple[str, int]) -> int | None:
    """How many hands before this one a notice was given, its own included; None if their numbers do not tell."""
    if told.hand is None:
        return 0
    prefix, given = number_of(told.hand)
    if prefix != effective[0] or given < 0:
        return None
    return effective[1] - given


def _in_time(told: Told, hands: int | None, figure: HandsNotice) -> bool:
    uncounted = told.during and not figure.counts_current
    return hands is not None and hands - uncounted >= figure.hands


def _enough(agreement: Agreement, figure: HandsNotice) -> bool:
    """Did as many players agree as may do without notice? Where no number is noted, all of them did."""
    if not agreement.players or agreement.objector is not None:
        return False
    if agreement.count is None or agreement.of is None:
        return True
    return agreement.count == agreement.of if figure.waived_by == "all" else 2 * agreement.count > agreement.of


def _agreed(agreements: list[Agreement], figure: HandsNotice) -> bool | None:
    """Did the players agree? None if nothing of the kind is recorded."""
    if not agreements:
        return None
    objected = any(one.objector is not None for one in agreements)
    if objected and figure.waived_by == "all":
        return False
    return any(_enough(one, figure) for one in agreements)


def _short(
    session: Session,
    event: Event,
    figure: HandsNotice,
    words: tuple[str, ...],
    since: int,
    effective: tuple[str, int],
    what: str,
) -> Iterator[Outcome]:
    """What comes of a change of this name: notice long enough, agreement, or neither."""
    told = [one for one in session.told if one.notice.about in words and one.notice.to == "players"]
    told = [one for one in told if one.notice.line > since]
    agreements = [one for one in session.agreed if one.what in words and one.line > since]
    given = [one for one in told if one.notice.given]
    hands = [_hands(one, effective) for one in given]
    agreed = _agreed(agreements, figure)
    if agreed or any(_in_time(one, count, figure) for one, count in zip(given, hands, strict=True)):
        return
    beyond = "" if figure.counts_current else ", the one it is given in not counted"
    expected = f"{_count(figure.hands)} notice{beyond}, or the agreement of {_waivers(figure)}"
    if None in hands:
        yield not_recorded(figure, "how many hands before the change it was announced")
    elif told or agreed is False:
        notice = f"after {_count(max(count or 0 for count in hands))} notice" if hands else "without notice"
        evidence = tuple(one.notice for one in told)
        observed = f"{what} {notice}, {_support(agreements)}"
        yield breach(figure, event, observed, expected, by=OPERATOR, evidence=evidence)
    elif "notices" in _records(session) and not session.gap:
        yield advisory(figure, event, f"{what}, no notice and no agreement on record", expected, by=OPERATOR)
    else:
        yield not_recorded(figure, "notice or agreement: " + what)


def _count(hands: int) -> str:
    return f"{number(hands) if hands else 'no'} {plural(hands, 'hand')}'{'' if hands != 1 else 's'}"


def _waivers(figure: HandsNotice) -> str:
    return "all players" if figure.waived_by == "all" else "more than half of the players"


def _support(agreements: list[Agreement]) -> str:
    counted = [one for one in agreements if one.count is not None]
    if counted:
        return f"{counted[-1].count} of {counted[-1].of} players agreeing"
    objectors = [one.objector for one in agreements if one.objector is not None]
    return f"{shown(objectors[-1], 40)} objecting" if objectors else "no agreement recorded"


def _records(session: Session) -> frozenset[str]:
    return session.setup.records if session.setup is not None else frozenset()


# ---- changes of the game ----


def _group(event: Event) -> str | None:
    if isinstance(event, RulesNamed):
        return GAME
    if isinstance(event, Bets):
        return LIMITS
    what = getattr(event, "what", None)
    return next((name for name, parts in GROUPS.items() if what in parts), None)


def _parts(setup: Setup, group: str) -> tuple[object, ...]:
    return tuple(getattr(setup, part) for part in GROUPS[group])


def _changes(session: Session, event: Event, figure: HandsNotice) -> bool:
    """Is this the first line of a change from what governed the hand before? A tournament's terms are its own."""
    group, before, hand = _group(event), session.previous, session.coming
    if group is None or before is None or not isinstance(hand, HandPlayed) or hand.setup.tournament is not None:
        return False
    old, new = _parts(before.setup, group), _parts(hand.setup, group)
    if not any(was not in (None, (), now) for was, now in zip(old, new, strict=True)):
        return False  # what was not stated before may have been the same
    return _begins(event, hand, group)


def _begins(event: Event, hand: HandPlayed, group: str) -> bool:
    """Is this the first line that sets something of a group for a hand?"""
    return next((one for one in hand.before if _group(one) == group), None) is event


@check("change-notice", watches=(Limit, Bets, Declared, RulesNamed), when=_changes)
def change_notice(session: Session, event: Event, figure: HandsNotice) -> Iterable[Outcome]:
    """A change of game, buy-in or betting limit without so many hands' notice, or ordered by too low a rank.

    The hand in which the notice is given counts, if the rulebook is read so; a notice between two hands counts from the
    second. The agreement of enough players stands in the place of notice. Lines that change one thing together are one
    change.
    """
    group, before, hand = _group(event), session.previous, session.coming
    assert group is not None and before is not None and isinstance(hand, HandPlayed)
    since = _last_set(session, group)
    words = (group, *WORDS.get(group, ()))
    what = f"{NAMES[group]} changed from {_described(before.setup, group)} to {_described(hand.setup, group)}"
    yield from _short(session, event, figure, words, since, number_of(hand.number), what)
    orders = [one.notice.by for one in session.told if one.notice.about in words and one.notice.line > since]
    role = next((one for one in reversed(orders) if one is not None), None)
    yield from authority(session.rules, figure, event, role, figure.least, f"{NAMES[group]} changed")


def _last_set(session: Session, group: str) -> int:
    """The line since which a notice may be about the change being looked at, and not about one before it."""
    return max(session.declared.get(part, 0) for part in GROUPS[group])


def _described(setup: Setup, group: str) -> str:
    if group == GAME:
        return setup.rules or "none"
    if group == STAKE:
        return "none" if setup.stake is None else money_text(setup.stake)
    if group == BETTING:
        return setup.limit or setup.betting or "none"
    if setup.bets:
        return ", ".join(_range(least, most) for least, most in setup.bets)
    return _range(setup.minimum, setup.maximum)


def _range(least: int | None, most: int | None) -> str:
    ends = [money_text(amount) for amount in (least, most) if amount is not None]
    return "-".join(ends) or "none"


# ---- the sign of a higher minimum ----


class SignPeriod(Figure):
    """For how many minutes a sign must have been up before the minimum wager rises."""

    minutes: int


def lowest_wager(setup: Setup) -> int | None:
    """The minimum wager of a table: as declared, or the lowest of its rounds."""
    lowest = min((least for least, _ in setup.bets), default=None)
    return setup.minimum if lowest is None else lowest


def _rises(session: Session, event: Event, figure: SignPeriod) -> bool:
    hand = session.coming
    if session.previous is None or not isinstance(hand, HandPlayed) or hand.setup.tournament is not None:
        return False
    if not _begins(event, hand, LIMITS):
        return False
    before, after = lowest_wager(session.previous.setup), lowest_wager(hand.setup)
    return before is not None and after is not None and after > before


@check("min-wager-sign", watches=(Limit, Bets), when=_rises)
def min_wager_sign(session: Session, event: Event, figure: SignPeriod) -> Iterable[Outcome]:
    """The minimum wager raised without a sign of it having been up for long enough.

    From the time the sign was put up to the first hand under the new minimum. A sign that was up when the minimum last
    changed was of that change. No agreement of the players stands in for it; a lower minimum, or a higher maximum,
    needs no sign.
    """
    hand = session.coming
    assert session.previous is not None and isinstance(hand, HandPlayed)
    before, after = lowest_wager(session.previous.setup), lowest_wager(hand.setup)
    assert before is not None and after is not None
    since = _last_set(session, LIMITS)
    signs = [one.notice for one in session.told if one.notice.about == SIGN and one.notice.line > since]
    observed = f"minimum raised from {money_text(before)} to {money_text(after)}"
    expected = f"a sign of it for {figure.minutes} minutes before"
    up = [one for one in signs if one.given]
    if not up and signs:
        return [breach(figure, event, f"{observed} without a sign", expected, by=OPERATOR, evidence=tuple(signs))]
    if not up and "notices" in hand.setup.records and not session.gap:
        return [advisory(figure, event, f"{observed}, no sign of it on record", expected, by=OPERATOR)]
    times = [_minutes(one.time, hand.time) for one in up]
    known = [time for time in times if time is not None]
    if any(time >= figure.minutes for time in known):
        return ()
    if not up or len(known) < len(times):
        return [not_recorded(figure, "for how long the sign of a higher minimum had been up")]
    observed += f" with the sign up {max(known)} {plural(max(known), 'minute')}"
    return [breach(figure, event, observed, expected, by=OPERATOR, evidence=tuple(up))]


def _minutes(start: str | None, end: str | None) -> int | None:
    """Minutes from one time of day to a later one, midnight included."""
    if start is None or end is None:
        return None
    (hour, minute), (later_hour, later_minute) = start.split(":"), end.split(":")
    return ((int(later_hour) - int(hour)) * 60 + int(later_minute) - int(minute)) % DAY


# ---- closing ----


def _closed_early(session: Session, event: Closed, figure: HandsNotice) -> bool:
    return event.early and session.setup is not None and session.setup.tournament is None


@check("closure-hands", watches=Closed, when=_closed_early)
def closure_hands(session: Session, event: Closed, figure: HandsNotice) -> Iterable[Outcome]:
    """A table closed early without so many hands' notice or the agreement of all players, or by too low a rank.

    The hand that would have been next is the one the notice is counted to.
    """
    if session.previous is None:
        yield not_recorded(figure, "the hands before the table was closed")
    else:
        prefix, last = number_of(session.previous.number)
        since = session.declared.get(CLOSURE, 0)
        yield from _short(session, event, figure, (CLOSURE,), since, (prefix, last + 1), "table closed early")
    yield from authority(session.rules, figure, event, event.by, figure.least, "table closed")
