"""Checks of the commission: how much, on which money, by which method.

A commission that is not what was due is explained once, in `auditor.checks.explanations.commission`; each check reports
the explanations that bear its name, and passes where its clause came into play and was kept.
"""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check
from auditor.auditing.engine.situations import SHOWDOWN
from auditor.checks.explanations.commission import RIGHT, Wrong, judgement, line_of, taken_text
from auditor.replay.settlement.commission import by_percentage, declared_cap, fee, only_blinds, players_of
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import Table
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.payouts import Rake, Scale
from auditor.vocabulary.events import Notice, Pays
from auditor.vocabulary.findings import OPERATOR, Money
from auditor.vocabulary.money import money_text


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


def _by_size(table: Table, event: Settled, figure: Scale | Rake) -> bool:
    """Is it the scale, or the percentage that the table declares, that the commission of this hand depends on?"""
    done = event.settlement
    if not _bears(table, done) or done.called <= figure.free_to:
        return False
    return table.hand.setup.commission is None if figure.own else by_percentage(table)


@check("commission-amount", watches=Settled, when=_by_size)
def commission_amount(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A commission that is not what the scale gives, or that exceeds the percentage declared or any allowed.

    Counts the money that was called, whoever won it and whether or not hands were shown. Too much is the operator's
    breach and owed to the winners; too little an irregularity, or an advisory where tables choose their commission. A
    percentage that no chips make up may be rounded either way. Where a closer clause explains the amount, such as the
    ceiling, that clause reports it.
    """
    return _outcomes(event, figure, "commission-amount")


def _by_schedule(table: Table, event: Settled, figure: Figure) -> bool:
    return _bears(table, event.settlement) and "hand" in table.hand.setup.charges


@check("fixed-commission", watches=Settled, when=_by_schedule)
def fixed_commission(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A commission that is not the one declared for a hand of so many players.

    All who were dealt in count, however soon they folded. Where a percentage is declared as well, the two are judged
    together, as a percentage.
    """
    return _outcomes(event, figure, "fixed-commission")


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
    done, rules = event.settlement, table.game.commission
    if not rules.own:
        return _bears(table, done) and _reaches_cap(table, done)
    ceiling = rules.ceiling_at(table.minimum)
    if ceiling is None or done.called <= ceiling or not _bears(table, done):
        return False
    return table.hand.setup.commission is None and any(group.base > ceiling for group in done.groups)


def _reaches_cap(table: Table, done: Settlement) -> bool:
    cap = declared_cap(table.hand.setup)
    return cap is not None and max(fee(table, done.called), done.taken or 0) >= cap


@check("commission-cap", watches=Settled, when=_above_ceiling)
def commission_cap(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken on what exceeds the ceiling, a multiple of the table minimum, or beyond the cap declared.

    The cap is for all pots of a hand together. A figure that comes from cutting the pot at the ceiling only after the
    steps were counted is an advisory.
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
    if done.uncalled <= 0 and not any(player.returned for player in table.players):
        return False
    return _bears(table, done) and by_percentage(table)


@check("commission-uncalled", watches=Settled, when=_some_uncalled)
def commission_uncalled(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken on a wager that nobody called."""
    return _outcomes(event, figure, "commission-uncalled")


def _tied(table: Table, event: Settled, figure: Figure) -> bool:
    done = event.settlement
    if not _bears(table, done) or not by_percentage(table):
        return False
    return any(pot.winners is not None and len(pot.winners) > 1 for pot in done.pots)


@check("commission-tie-exempt", watches={Settled: SHOWDOWN}, when=_tied)
def commission_tie_exempt(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken from a pot that all who contributed to it tied for.

    One who put in as little as the blind and folded is a contributor: then the pot bears commission like any other.
    """
    return _outcomes(event, figure, "commission-tie-exempt")


def _blinds(table: Table, event: Settled, figure: Figure) -> bool:
    return _bears(table, event.settlement) and only_blinds(table)


@check("commission-blinds-only", watches=Settled, when=_blinds)
def commission_blinds_only(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken from a hand in which nothing was wagered but blinds.

    Over-blinds are blinds; a completed or called blind is a wager. What is posted to get cards is treated like a blind,
    as an advisory. Charges for time and fees of persons are no part of it, unless the reading chosen says so.
    """
    fees = [one for one in (*table.hand.before, *table.hand.events) if isinstance(one, Pays) and one.what == "fee"]
    if fees and table.game.commission.blinds_only == "all":
        observed = f"{money_text(fees[0].amount)} a person where the only wagers were blinds"
        owed = Money(sum(one.amount for one in fees), None, "operator")
        return [breach(figure, fees[0], observed, "none is taken", by=OPERATOR, money=owed)]
    return _outcomes(event, figure, "commission-blinds-only")


def _taken(table: Table, event: Settled, figure: Figure) -> bool:
    return bool(event.settlement.taken) and table.hand.setup.tournament is not None


@check("commission-in-tournament", watches=Settled, when=_taken)
def commission_in_tournament(table: Table, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission taken from the pot of a tournament hand, of which the rules do not speak."""
    done = event.settlement
    observed = f"{taken_text(done.taken or 0)} taken from the pot of a tournament"
    return [advisory(figure, line_of(done), observed, "none is provided for", by=OPERATOR)]


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
    allowed = sum(scale.allowed(group.base, table.minimum) for group in done.groups)
    if not done.decided:  # the pots may have gone to different players
        allowed = max(allowed, sum(scale.allowed(pot.amount, table.minimum) for pot in done.pots))
    taken = done.taken or 0
    if taken <= allowed:
        return []
    base = sum(group.base for group in done.groups)
    observed = f"{taken_text(taken)} as declared on a pot of {money_text(base)}"
    expected = f"the scale allows {money_text(allowed)}"
    wrong = Wrong("", observed, expected, taken, allowed, players_of(done.pots), line_of(done, base))
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
    scale = sum(table.game.commission.allowed(group.base, table.minimum) for group in done.groups)
    if done.taken >= scale:
        return ()
    observed = f"{taken_text(done.taken)} instead of {money_text(scale)} charged without notice of the lower commission"
    expected = "players are told before the game"
    noted = [one for one in (*table.hand.before, *table.hand.events) if isinstance(one, Notice) and not one.given]
    if any(one.about == "commission" for one in noted):
        return [irregularity(figure, line_of(done), observed, expected, by=OPERATOR, evidence=tuple(noted))]
    if "notices" in setup.records:
        observed = f"{taken_text(done.taken)} instead of {money_text(scale)}, no notice of a lower one on record"
        return [advisory(figure, line_of(done), observed, expected, by=OPERATOR)]
    return [not_recorded(figure, "notice of the lower commission")]
