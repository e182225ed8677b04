"""Checks of the commission: how much, on which money, by which method.

As with payments, a commission that is not what was due is explained once: by the ceiling left out, by uncalled money
counted in, by pots taken together or apart, and otherwise by the scale. Each check reports the explanation of its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from auditor.checks.causes import who
from auditor.checks.outcomes import Fault, Outcome, advisory, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import Event, Notice
from auditor.findings import OPERATOR, Money, Severity
from auditor.money import money_text
from auditor.replay.commission import PotDue, fee, groups_of, lawful_fee, scale_fee
from auditor.replay.settle import Settled, Settlement
from auditor.replay.situation import SHOWDOWN
from auditor.replay.table import Player, Table
from auditor.rules.figures import Figure, Scale
from auditor.wording import joined


@dataclass(slots=True)
class Wrong:
    """A commission that is not what was due, and the check that explains it."""

    check: str
    observed: str
    expected: str
    taken: int
    due: int
    winners: Sequence[Player]
    event: Event
    reading: str | None = None
    severity: Severity | None = None  # by default a breach if too much was taken, else an irregularity

    def fault(self, figure: Figure) -> Fault:
        """The fault, under the clause of the check's own figure."""
        over = self.taken - self.due
        severity = self.severity or (Severity.BREACH if over > 0 else Severity.IRREGULARITY)
        money = Money(over, joined([who(player) for player in self.winners]) or None, "operator")
        return Fault(severity, figure, self.event, self.observed, self.expected, OPERATOR, money, self.reading)


@dataclass(slots=True)
class Judgement:
    """What is to be said about the commission of a hand."""

    wrong: list[Wrong] = field(default_factory=list)
    missing: str | None = None


RIGHT = Judgement()


def judgement(done: Settlement) -> Judgement:
    """Compare the commission taken with what was due, once a hand."""
    if done.fees is None:
        done.fees = _judge(done)
    found: Judgement = done.fees
    return found


def _judge(done: Settlement) -> Judgement:
    taken = done.taken
    if taken is None:
        return Judgement(missing="the commission taken")
    table, pots = done.table, done.pots
    if not pots:
        return Judgement([_on_nothing(done, taken)]) if taken else RIGHT
    if len(pots) == 1 and pots[0].winners is not None and len(pots[0].winners) == 1:
        if taken == fee(table, pots[0].amount):
            return RIGHT
    elif (
        done.decided and taken == done.commission_due and all(group.taken in (None, group.due) for group in done.groups)
    ):
        return RIGHT
    if not done.decided:
        return _undecided(done, taken)
    if done.miscounted:
        return _miscounted(done, taken)
    return _explained(done, taken)


def _on_nothing(done: Settlement, taken: int) -> Wrong:
    """Nobody called anything, so there was no pot."""
    observed = f"{_taken(taken)} counted an uncalled {money_text(done.uncalled)}"
    winners = [done.uncalled_to] if done.uncalled_to is not None else []
    return Wrong("commission-uncalled", observed, "nothing was called", taken, 0, winners, _line(done))


def _undecided(done: Settlement, taken: int) -> Judgement:
    """Nobody knows who won which pot: only a commission above every possible one is wrong."""
    table = done.table
    possible = {fee(table, done.called), sum(fee(table, pot.amount) for pot in done.pots)}
    if taken in possible:
        return RIGHT
    if taken < max(possible) or done.miscounted:
        return Judgement(missing="who won the pots")
    return Judgement([_plain(done, taken, max(possible), done.called, ())])


def _miscounted(done: Settlement, taken: int) -> Judgement:
    """The log's pot is not the sum of its wagers: only a commission too large for either of the two is wrong."""
    due = max(fee(done.table, done.called), fee(done.table, done.counted or 0))
    if taken <= due:
        return Judgement(missing="a pot that agrees with the wagers")
    return Judgement([_plain(done, taken, due, max(done.called, done.counted or 0), _winners(done.pots))])


def _explained(done: Settlement, taken: int) -> Judgement:
    due = done.commission_due
    if taken == due:
        apart = [group for group in done.groups if group.taken is not None and group.taken != group.due]
        return Judgement([_plain(done, group.taken or 0, group.due, group.base, group.winners) for group in apart])
    if taken in _accepted(done):
        return RIGHT
    if done.table.minimum is None and done.table.hand.setup.commission is None and taken < due:
        return Judgement(missing="the table minimum")
    return Judgement([_explanation(done, taken, due)])


def _accepted(done: Settlement) -> Iterator[int]:
    """What other readings of the clauses, or the pots as they were in fact paid, would make of the commission."""
    table, pots = done.table, done.pots
    for by in ("identical-winners", "per-player"):
        for scope in ("pot", "hand"):
            yield sum(group.due for group in groups_of(table, pots, by, scope))
    if not done.right:
        paid = [replace(pot, winners=_paid_of(done, pot)) for pot in pots]
        yield sum(group.due for group in groups_of(table, paid, "identical-winners", "pot"))
    if table.hand.setup.commission is not None:  # what the operator declared, but no more than the scale
        yield sum(lawful_fee(table, group.base) for group in done.groups)


def _paid_of(done: Settlement, pot: PotDue) -> tuple[Player, ...]:
    """Who was in fact paid from this pot: those who could win it or, if none of them was paid, whoever was."""
    paid = tuple(player for player in done.table.players if player.won)
    return tuple(player for player in pot.eligible if player.won) or paid or pot.winners or ()


def _explanation(done: Settlement, taken: int, due: int) -> Wrong:
    for explain in (_tie, _uncalled, _free, _ceiling, _grouping):
        found = explain(done, taken, due)
        if found is not None:
            return found
    groups = [group for group in done.groups if group.taken is not None and group.taken != group.due]
    if len(done.groups) > 1 and len(groups) == 1:
        return _plain(done, groups[0].taken or 0, groups[0].due, groups[0].base, groups[0].winners)
    return _plain(done, taken, due, sum(group.base for group in done.groups), _winners(done.pots))


def _winners(pots: Sequence[PotDue]) -> list[Player]:
    found: list[Player] = []
    for pot in pots:
        found += [player for player in pot.winners or () if all(player is not one for one in found)]
    return found


def _line(done: Settlement, base: int | None = None) -> Event:
    """The line of the log that states the commission; of several, the one for this amount."""
    lines = [line for line in done.table.pots_taken if line.commission is not None]
    return next((line for line in lines if line.amount == base), lines[0])


def _taken(amount: int) -> str:
    return f"commission of {money_text(amount)}"


def _plain(done: Settlement, taken: int, due: int, base: int, winners: Sequence[Player]) -> Wrong:
    declared = done.table.hand.setup.commission
    observed, expected = f"{_taken(taken)} on a pot of {money_text(base)}", f"due {money_text(due)}"
    line = _line(done, base)
    if declared is None:
        return Wrong("commission-amount", observed, expected, taken, due, winners, line)
    scale = scale_fee(done.table.game.commission, base, done.table.minimum)
    if due > scale:
        return Wrong(
            "commission-variation", observed, f"the scale allows {money_text(scale)}", taken, scale, winners, line
        )
    return Wrong("commission-variation", observed, f"{expected} as declared", taken, due, winners, line)


# ---- explanations ----


def _tie(done: Settlement, taken: int, due: int) -> Wrong | None:
    """Commission on pots for which all who contributed to them tied."""
    exempt = [pot for pot in done.pots if pot.tied_by_all]
    if not exempt or taken < due:
        return None
    table, scale = done.table, done.table.game.commission
    other = (
        sum(group.due for scope in ("pot", "hand") for group in groups_of(table, done.pots, scale.group, scope)) - due
    )
    amount = sum(pot.amount for pot in exempt)
    observed = f"{_taken(taken)} although all who put in the {money_text(amount)} tied for it"
    expected = f"due {money_text(due)}"
    severity, reading = None, None
    if other != due:
        expected = f"{expected}, or {money_text(other)} if all pots are tested together"
        severity = Severity.BREACH if taken > max(due, other) else Severity.IRREGULARITY
        reading = scale.readings.get("tie_scope")
    return Wrong(
        "commission-tie-exempt", observed, expected, taken, due, _winners(exempt), _line(done), reading, severity
    )


def _uncalled(done: Settlement, taken: int, due: int) -> Wrong | None:
    """Commission on money that nobody called."""
    table = done.table
    handed_back = [done.uncalled] if done.uncalled else [player.returned for player in table.players if player.returned]
    for extra in handed_back:
        for group in done.groups:
            if taken > due and due - group.due + fee(table, group.base + extra) == taken:
                observed = f"{_taken(taken)} counted an uncalled {money_text(extra)}"
                expected = f"due {money_text(due)} on {money_text(done.called)}"
                return Wrong("commission-uncalled", observed, expected, taken, due, group.winners, _line(done))
    return None


def _free(done: Settlement, taken: int, due: int) -> Wrong | None:
    """Commission on pots too small to bear any."""
    scale = done.table.game.commission
    if done.table.hand.setup.commission is not None:
        return None
    small = [group for group in done.groups if group.base <= scale.free_to]
    charged = [group for group in small if group.taken or len(small) == len(done.groups)]
    if not charged or taken <= due:
        return None
    base = sum(group.base for group in charged)
    observed = f"{_taken(taken - due)} on a pot of {money_text(base)}"
    expected = f"none up to {money_text(scale.free_to)}"
    winners = _winners([pot for group in charged for pot in group.pots])
    return Wrong("commission-free", observed, expected, taken, due, winners, _line(done, base))


def _ceiling(done: Settlement, taken: int, due: int) -> Wrong | None:
    """Commission on what exceeds the ceiling, or cut at the ceiling in the other order."""
    table, scale = done.table, done.table.game.commission
    if table.minimum is None or table.hand.setup.commission is not None:
        return None
    most = scale.ceiling * table.minimum
    bases = [group.base for group in done.groups]
    if all(base <= most for base in bases):
        return None
    winners = _winners([pot for group in done.groups if group.base > most for pot in group.pots])
    observed = f"{_taken(taken)} on a pot of {money_text(sum(bases))}"
    other = "multiple-first" if scale.cap_order == "cap-first" else "cap-first"
    if sum(scale_fee(scale, base, table.minimum, other) for base in bases) == taken:
        expected = f"due {money_text(due)}, the pot being cut at {money_text(most)}"
        reading = scale.readings.get("cap_order")
        return Wrong("commission-cap", observed, expected, taken, due, winners, _line(done), reading, Severity.ADVISORY)
    if sum(scale_fee(scale, base, None) for base in bases) == taken:
        expected = f"due {money_text(due)}: nothing on what exceeds {money_text(most)}"
        return Wrong("commission-cap", observed, expected, taken, due, winners, _line(done))
    return None


def _grouping(done: Settlement, taken: int, due: int) -> Wrong | None:
    """Pots taken apart although the same players won them, or together although different ones did."""
    table, pots = done.table, [pot for group in done.groups for pot in group.pots]
    if len(pots) < 2:
        return None
    amounts = joined([money_text(pot.amount) for pot in pots])
    winners = _winners(pots)
    if sum(fee(table, pot.amount) for pot in pots) == taken:
        observed = f"{_taken(taken)} on pots of {amounts} worked out one by one"
        expected = f"due {money_text(due)} on the sum of what the same winner takes"
        return Wrong("commission-aggregate", observed, expected, taken, due, winners, _line(done))
    if fee(table, sum(pot.amount for pot in pots)) == taken:
        observed = f"{_taken(taken)} on pots of {amounts} taken together"
        expected = f"due {money_text(due)}, their winners being different"
        return Wrong("commission-aggregate", observed, expected, taken, due, winners, _line(done))
    return None


# ---- the checks ----


def _outcomes(event: Settled, figure: Figure, name: str) -> Iterable[Outcome]:
    found = judgement(event.settlement)
    if found is RIGHT:
        return ()
    if found.missing is not None:
        return [not_recorded(figure, found.missing)]
    return [wrong.fault(figure) for wrong in found.wrong if wrong.check == name]


def _bears(table: Table, done: Settlement) -> bool:
    """Is there a pot whose commission these rules govern? In a tournament its conditions do."""
    return (bool(done.pots) or done.uncalled > 0) and table.hand.setup.tournament is None


def _by_scale(table: Table, event: Settled, scale: Scale) -> bool:
    done = event.settlement
    return _bears(table, done) and done.called > scale.free_to and table.hand.setup.commission is None


@check("commission-amount", watches=Settled, when=_by_scale)
def commission_amount(table: Table, event: Settled, scale: Scale) -> Iterable[Outcome]:
    """A commission that is not what the scale gives: a fee for each full step of the pot.

    Counts the money that was called, whoever won it and whether or not hands were shown. Too much is the operator's
    breach and owed to the winners; too little, without a lower commission declared, an irregularity. Where a closer
    clause explains the amount, such as the ceiling, that clause reports it.
    """
    return _outcomes(event, scale, "commission-amount")


def _small(table: Table, event: Settled, figure: Figure) -> bool:
    done, scale = event.settlement, table.game.commission
    if not _bears(table, done) or table.hand.setup.commission is not None:
        return False
    if done.called <= scale.free_to:
        return True
    return len(done.pots) > 1 and any(group.base <= scale.free_to for group in done.groups)


@check("commission-free", watches=Settled, when=_small)
def commission_free(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken from a pot too small to bear any."""
    return _outcomes(event, figure, "commission-free")


def _above_ceiling(table: Table, event: Settled, figure: Figure) -> bool:
    done, minimum = event.settlement, table.minimum
    if minimum is None or done.called <= table.game.commission.ceiling * minimum or not _bears(table, done):
        return False
    return table.hand.setup.commission is None and any(
        group.base > table.game.commission.ceiling * minimum for group in done.groups
    )


@check("commission-cap", watches=Settled, when=_above_ceiling)
def commission_cap(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken on what exceeds the ceiling, a multiple of the table minimum.

    A figure that comes from cutting the pot at the ceiling only after the steps were counted is an advisory.
    """
    return _outcomes(event, figure, "commission-cap")


def _several(table: Table, event: Settled, figure: Figure) -> bool:
    return len(event.settlement.pots) > 1 and _bears(table, event.settlement)


@check("commission-aggregate", watches=Settled, when=_several)
def commission_aggregate(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Pots of one winner charged one by one, or pots of different winners charged together.

    Where players tie for one pot and one of them wins another, the pots may be put together by winners or by player.
    """
    return _outcomes(event, figure, "commission-aggregate")


def _some_uncalled(table: Table, event: Settled, figure: Figure) -> bool:
    done = event.settlement
    if not _bears(table, done):
        return False
    return done.uncalled > 0 or any(player.returned for player in table.players)


@check("commission-uncalled", watches=Settled, when=_some_uncalled)
def commission_uncalled(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken on a wager that nobody called."""
    return _outcomes(event, figure, "commission-uncalled")


def _tied(table: Table, event: Settled, figure: Figure) -> bool:
    done = event.settlement
    return _bears(table, done) and any(pot.winners is not None and len(pot.winners) > 1 for pot in done.pots)


@check("commission-tie-exempt", watches={Settled: SHOWDOWN}, when=_tied)
def commission_tie_exempt(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken from a pot that all who contributed to it tied for.

    One who put in as little as the blind and folded is a contributor: then the pot bears commission like any other.
    """
    return _outcomes(event, figure, "commission-tie-exempt")


def _declared(table: Table, event: Settled, figure: Figure) -> bool:
    return table.hand.setup.commission is not None and _bears(table, event.settlement)


@check("commission-variation", watches=Settled, when=_declared)
def commission_variation(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A declared commission that charges more than the scale, or a charge that is not the one declared."""
    done, declared = event.settlement, table.hand.setup.commission
    assert declared is not None
    found = judgement(done)
    if found is RIGHT:
        return _above_scale(done, figure)
    return _outcomes(event, figure, "commission-variation")


def _above_scale(done: Settlement, figure: Figure) -> list[Outcome]:
    """The declared method was followed: does it charge more than the scale on this pot?"""
    table, scale = done.table, done.table.game.commission
    allowed = sum(scale_fee(scale, group.base, table.minimum) for group in done.groups)
    taken = done.taken or 0
    if taken <= allowed:
        return []
    base = sum(group.base for group in done.groups)
    observed = f"{_taken(taken)} as declared on a pot of {money_text(base)}"
    expected = f"the scale allows {money_text(allowed)}"
    wrong = Wrong("", observed, expected, taken, allowed, _winners(done.pots), _line(done, base))
    return [wrong.fault(figure)]


@check("variation-notice", watches=Settled, when=_declared)
def variation_notice(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A lower commission charged without notice to the players.

    A fault where somebody noted that there was none. A log that undertakes to record notices and has none is pointed
    out as incomplete; in any other, that there is none proves nothing.
    """
    setup, done = table.hand.setup, event.settlement
    if any(notice.about == "commission" and notice.to == "players" for notice in setup.notices):
        return ()
    if done.taken is None:
        return [not_recorded(figure, "the commission taken")]
    scale = sum(scale_fee(table.game.commission, group.base, table.minimum) for group in done.groups)
    if done.taken >= scale:
        return ()
    observed = f"{_taken(done.taken)} instead of {money_text(scale)} charged without notice of the lower commission"
    expected = "players are told before the game"
    noted = [one for one in (*table.hand.before, *table.hand.events) if isinstance(one, Notice) and not one.given]
    if any(one.about == "commission" for one in noted):
        return [irregularity(figure, _line(done), observed, expected, by=OPERATOR, evidence=tuple(noted))]
    if "notices" in setup.records:
        observed = f"{_taken(done.taken)} instead of {money_text(scale)}, no notice of a lower one on record"
        return [advisory(figure, _line(done), observed, expected, by=OPERATOR)]
    return [not_recorded(figure, "notice of the lower commission")]
