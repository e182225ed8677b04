"""Checks of the commission: how much, on which money, by which method.

`auditor.checks.explanations.commission` finds the one explanation of a commission that is not what was due. Each check
reports the explanations that bear its name, and passes where its clause came into play and nobody broke it.
"""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import (
    ALL_CALLED,
    BY_SCALE,
    CHARGED_RIGHT,
    LARGE_POT,
    SHOWDOWN,
    SINGLE_POT,
    SMALL_POT,
    UNCALLED,
    UNDER_CEILING,
    UNSHARED,
)
from auditor.checks.explanations.commission import RIGHT, judgement, line_of, taken_text
from auditor.checks.support.check_names import FEE_FROM_POT
from auditor.replay.settlement.commission import (
    by_percentage,
    declared_cap,
    fee,
    groups_of,
    methods,
    only_blinds,
    varied,
)
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
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


def _bears(state: HandState, done: Settlement) -> bool:
    """Is there a pot whose commission these rules govern? In a tournament its conditions govern it."""
    return (bool(done.pots) or done.uncalled > 0) and state.hand.setup.tournament is None


def _by_size(state: HandState, event: Settled, figure: Figure) -> bool:
    """Does the commission of this hand depend on the scale, or on the percentage that the table declares?"""
    done, rules = event.settlement, state.game.commission
    if not _bears(state, done) or done.called <= rules.free_to:
        return False
    return not varied(state) if rules.own else by_percentage(state)


@check(
    "commission-amount",
    watches=Settled,
    figure=Figure,
    when=_by_size,
    moot_at=on(Settled, SMALL_POT),
    clears_at=on(Settled, BY_SCALE | CHARGED_RIGHT),
)
def commission_amount(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The commission is not what the scale gives, or exceeds the percentage declared or any that is allowed.

    The check counts the money that was called, whoever won it and whether or not hands were shown. Too much is a breach
    by the operator, who owes the difference to the winners. Too little is an irregularity, or an advisory where tables
    choose their commission. A percentage that no chips make up may be rounded either way. Where a closer clause
    explains the amount, such as the one on the ceiling, that clause reports it.
    """
    return _outcomes(event, figure, "commission-amount")


def _by_person(state: HandState, event: Settled, figure: Figure) -> bool:
    setup = state.hand.setup
    return "person" in setup.charges and methods(setup) == {"person"} and _bears(state, event.settlement)


@check(FEE_FROM_POT, watches=Settled, figure=Figure, when=_by_person)
def fee_from_pot(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The fee that each person should pay before the hand is taken from the pot.

    Where persons have paid it, commission from the pot is another one, which the table does not declare.
    """
    return _outcomes(event, figure, FEE_FROM_POT)


def _by_schedule(state: HandState, event: Settled, figure: Figure) -> bool:
    return _bears(state, event.settlement) and "hand" in state.hand.setup.charges


@check("fixed-commission", watches=Settled, figure=Figure, when=_by_schedule)
def fixed_commission(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The commission is not the one declared for a hand of so many players.

    Every player who was dealt in counts, however soon they folded. Where the table declares a percentage as well, the
    two are judged together, as a percentage.
    """
    return _outcomes(event, figure, "fixed-commission")


def _small(state: HandState, event: Settled, figure: Figure) -> bool:
    done, scale = event.settlement, state.game.commission
    if not _bears(state, done) or varied(state):
        return False
    if done.called <= scale.free_to:
        return True
    return len(done.pots) > 1 and any(group.base <= scale.free_to for group in done.groups)


@check(
    "commission-free",
    watches=Settled,
    figure=Figure,
    when=_small,
    moot_at=on(Settled, LARGE_POT | SINGLE_POT),
    clears_at=on(Settled, BY_SCALE | SMALL_POT | CHARGED_RIGHT),
)
def commission_free(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission is taken from a pot that is too small to bear any."""
    return _outcomes(event, figure, "commission-free")


def _above_ceiling(state: HandState, event: Settled, figure: Figure) -> bool:
    done, rules = event.settlement, state.game.commission
    if not rules.own:
        return _bears(state, done) and _reaches_cap(state, done)
    ceiling = rules.ceiling_at(state.minimum)
    if ceiling is None or done.called <= ceiling or not _bears(state, done):
        return False
    return not varied(state) and any(group.base > ceiling for group in done.groups)


def _reaches_cap(state: HandState, done: Settlement) -> bool:
    cap = declared_cap(state.hand.setup)
    return cap is not None and max(fee(state, done.called), done.taken or 0) >= cap


@check(
    "commission-cap",
    watches=Settled,
    figure=Figure,
    when=_above_ceiling,
    moot_at=on(Settled, UNDER_CEILING),
)
def commission_cap(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission is taken on money above the ceiling, a multiple of the table minimum, or beyond the declared cap.

    The cap holds for all pots of a hand together. If the amount is right for a pot that was cut at the ceiling only
    after the steps were counted, the finding is an advisory.
    """
    return _outcomes(event, figure, "commission-cap")


def _several(state: HandState, event: Settled, figure: Figure) -> bool:
    return len(event.settlement.pots) > 1 and _bears(state, event.settlement)


@check("commission-aggregate", watches=Settled, figure=Figure, when=_several, moot_at=on(Settled, SINGLE_POT))
def commission_aggregate(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Pots of one winner are charged one by one, or pots of different winners are charged together.

    Where players tie for one pot and one of them wins another, the pots may be put together by winners or by player.
    """
    return _outcomes(event, figure, "commission-aggregate")


def _some_uncalled(state: HandState, event: Settled, figure: Figure) -> bool:
    done = event.settlement
    if done.uncalled <= 0 and not any(player.returned for player in state.players):
        return False
    return _bears(state, done) and by_percentage(state)


@check(
    "commission-uncalled",
    watches=Settled,
    figure=Figure,
    when=_some_uncalled,
    moot_at=on(Settled, ALL_CALLED),
    clears_at=on(Settled, UNCALLED | BY_SCALE | CHARGED_RIGHT),
)
def commission_uncalled(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission is taken on a wager that nobody called."""
    return _outcomes(event, figure, "commission-uncalled")


def _tied(state: HandState, event: Settled, figure: Figure) -> bool:
    done = event.settlement
    if not _bears(state, done) or not by_percentage(state):
        return False
    return any(pot.winners is not None and len(pot.winners) > 1 for pot in done.pots)


@check(
    "commission-tie-exempt",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=_tied,
    moot_at=on(Settled, UNSHARED),
)
def commission_tie_exempt(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission is taken from a pot although everybody who contributed to it tied for it.

    A player who put in as little as the blind and folded is a contributor: the pot then bears commission like any
    other.
    """
    return _outcomes(event, figure, "commission-tie-exempt")


def _blinds(state: HandState, event: Settled, figure: Figure) -> bool:
    return _bears(state, event.settlement) and only_blinds(state)


@check("commission-blinds-only", watches=Settled, figure=Figure, when=_blinds)
def commission_blinds_only(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission is taken from a hand in which nobody wagered anything but blinds.

    Over-blinds are blinds; a blind that is completed or called is a wager. What a player posts to get cards is treated
    like a blind, as an advisory. Charges for time are passed over, and so are fees of persons unless the chosen reading
    counts them.
    """
    fees = [one for one in (*state.hand.before, *state.hand.events) if isinstance(one, Pays) and one.what == "fee"]
    if fees and state.game.commission.blinds_only == "all":
        observed = f"{money_text(fees[0].amount)} a person where the only wagers were blinds"
        owed = Money(sum(one.amount for one in fees), None, "operator")
        return [breach(figure, fees[0], observed, "none is taken", by=OPERATOR, money=owed)]
    return _outcomes(event, figure, "commission-blinds-only")


def _taken(state: HandState, event: Settled, figure: Figure) -> bool:
    return bool(event.settlement.taken) and state.hand.setup.tournament is not None


@check("commission-in-tournament", watches=Settled, figure=Figure, when=_taken)
def commission_in_tournament(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Commission is taken from the pot of a tournament hand, for which the rules provide none."""
    done = event.settlement
    observed = f"{taken_text(done.taken or 0)} taken from the pot of a tournament"
    return [advisory(figure, line_of(done), observed, "none is provided for", by=OPERATOR)]


def _declared(state: HandState, event: Settled, figure: Figure) -> bool:
    return varied(state) and _bears(state, event.settlement)


@check("commission-variation", watches=Settled, figure=Figure, when=_declared, moot_at=on(Settled, BY_SCALE))
def commission_variation(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A declared commission charges more than the scale, or the charge is not the one declared.

    A fixed fee for each hand is held against what the scale gives for the pots of the hand. Less than such a fee is no
    fault where the scale gives less.
    """
    return _outcomes(event, figure, "commission-variation")


@check("variation-notice", watches=Settled, figure=Figure, when=_declared, moot_at=on(Settled, BY_SCALE))
def variation_notice(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A lower commission is charged without notice to the players.

    It is a fault where somebody noted that no notice was given. Where a log undertakes to record notices and has none,
    the check points out that one is missing. In any other log the absence of a notice proves nothing.
    """
    setup, done = state.hand.setup, event.settlement
    if any(notice.about == "commission" and notice.to == "players" for notice in setup.notices):
        return ()
    if done.taken is None:
        return [not_recorded(figure, "the commission taken")]
    rules = state.game.commission
    groups = groups_of(state, done.pots, rules.group, rules.tie_scope)
    scale = sum(rules.allowed(group.base, state.minimum) for group in groups)
    if done.taken >= scale:
        return ()
    observed = f"{taken_text(done.taken)} instead of {money_text(scale)} charged without notice of the lower commission"
    expected = "players are told before the game"
    noted = [one for one in (*state.hand.before, *state.hand.events) if isinstance(one, Notice) and not one.given]
    if any(one.about == "commission" for one in noted):
        return [irregularity(figure, line_of(done), observed, expected, by=OPERATOR, evidence=tuple(noted))]
    if "notices" in setup.records:
        observed = f"{taken_text(done.taken)} instead of {money_text(scale)}, no notice of a lower one on record"
        return [advisory(figure, line_of(done), observed, expected, by=OPERATOR)]
    return [not_recorded(figure, "notice of the lower commission")]
