"""Checks of commission as tables declare it: method, rate, who may change it, and what is paid beside the pot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, on, session_check
from auditor.auditing.engine.situations import ATTENDED, LATER_HAND, STEPS
from auditor.checks.explanations.commission import judgement
from auditor.checks.support.ranks import article, at_least, authority
from auditor.replay.session.floor import HourCharge, NeedsFloorRecord, begun
from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.replay.session.state import Session
from auditor.replay.settlement.commission import dealt_in, methods, terms
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.clock import later
from auditor.vocabulary.events import ChargeDeclared, CommissionDeclared, Event, Pays, Procedure, Sits
from auditor.vocabulary.findings import DEALER, OPERATOR, Money
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined, number, plural

BASIS = {"time": "hour", "fee": "person"}  # what a player pays, and the method by which it is charged
CALLED = {"time": "hourly charge", "fee": "fee of a person"}


def _setup(session: Session) -> Setup:
    return session.setup or Setup()


# ---- the method and its rate ----


def _rated(session: Session, event: CommissionDeclared, figure: Figure) -> bool:
    return bool(event.percent)


@session_check("commission-rate", watches=CommissionDeclared, figure=Figure, when=_rated)
def commission_rate(session: Session, event: CommissionDeclared, figure: Figure) -> Iterable[Outcome]:
    """A table declares a percentage outside the range that the rules allow. Nil is no percentage."""
    least, most = session.rules.game.commission.rates
    if event.percent is None or least <= event.percent <= most:
        return ()
    observed = f"displayed rate {_percent(event.percent)}"
    return [breach(figure, event, observed, f"{_percent(least)} to {_percent(most)}", by=OPERATOR)]


def _percent(hundredths: int) -> str:
    return f"{hundredths / 100:g}%"


def _uses_method(state: HandState, event: Settled | Pays, figure: Figure) -> bool:
    if isinstance(event, Pays):
        return True
    return bool(event.settlement.taken) and state.hand.setup.tournament is None


@check("commission-method", watches=on(Settled) | on(Pays), figure=Figure, when=_uses_method)
def commission_method(state: HandState, event: Settled | Pays, figure: Figure) -> Iterable[Outcome]:
    """Commission is taken by a method that the table does not declare.

    The methods are from the pot, from each person, and by the hour.
    """
    setup = state.hand.setup
    if isinstance(event, Pays):
        return _undeclared_charge(setup, event, figure)
    if not _declares_any(setup):
        return [not_recorded(figure, UNDECLARED)]
    return [wrong.fault(figure) for wrong in judgement(event.settlement).wrong if wrong.check == "commission-method"]


@session_check("commission-method", watches=Pays, figure=Figure)
def commission_method_between_hands(session: Session, event: Pays, figure: Figure) -> Iterable[Outcome]:
    """A charge is collected between hands by a method that the table does not declare."""
    return _undeclared_charge(_setup(session), event, figure)


UNDECLARED = "the commission that the table declares"


def _declares_any(setup: Setup) -> bool:
    return setup.commission is not None or bool(setup.charges)


def _undeclared_charge(setup: Setup, event: Pays, figure: Figure) -> Iterable[Outcome]:
    """The fault of a payment beside the pot, unless the table declares that it charges so."""
    if not _declares_any(setup):
        return [not_recorded(figure, UNDECLARED)]
    if BASIS[event.what] in setup.charges:
        return ()
    observed = f"{money_text(event.amount)} collected as {CALLED[event.what]}"
    expected = f"the commission declared is {joined(sorted(methods(setup))) or 'nil'}"
    return [breach(figure, event, observed, expected, by=OPERATOR, money=_owed(event.amount, event))]


def _owed(amount: int, event: Pays) -> Money:
    return Money(amount, escaped(event.player, 40), "operator")


def _unpaid(amount: int, name: str) -> Money:
    """A charge that the house did not collect."""
    return Money(amount, "operator", escaped(name, 40))


class Variation(Figure):
    """Who may vary the commission, and whether the clause is about doing away with it.

    If it is not, the sign has to be changed with the commission.
    """

    least: str  # the lowest rank that may
    nil: bool = False


def _varied(session: Session, hand: HandPlayed, figure: Variation) -> bool:
    """Does the commission differ from that of the hand before, as far as that one is known?"""
    before = session.previous
    if before is None or not terms(before.setup) or terms(before.setup) == terms(hand.setup):
        return False
    return figure.nil is not bool(methods(hand.setup))


@session_check("commission-change", watches=on(HandPlayed, LATER_HAND), figure=Variation, when=_varied)
def commission_change(session: Session, hand: HandPlayed, figure: Variation) -> Iterable[Outcome]:
    """Somebody of too low a rank varies the commission, or nobody changes the sign with it.

    Commission is declared between hands, so that it is always varied before a hand starts. Doing away with it needs no
    sign.
    """
    declared = [one for one in hand.before if isinstance(one, CommissionDeclared | ChargeDeclared)]
    event: Event = declared[-1] if declared else hand
    by = declared[-1].by if declared else None
    what = "commission set at nil" if figure.nil else "commission varied"
    yield from authority(session.rules, figure, event, by, figure.least, what)
    if figure.nil:
        return
    signs = [one for one in hand.before if isinstance(one, Procedure) and one.what == "sign"]
    if not signs:
        yield not_recorded(figure, "whether the sign was changed with the commission")
    elif not signs[-1].done:
        yield breach(figure, signs[-1], "commission varied and the sign not changed", "a changed sign", by=OPERATOR)


# ---- what players pay beside the pot ----


class Payment(Figure):
    """What the house charges beside the pot: for time, or a fee for the hand."""

    what: Literal["time", "fee"]


def _charged(state: HandState, event: Pays, figure: Payment) -> bool:
    return _is_declared(state.hand.setup, event, figure)


def _charged_between_hands(session: Session, event: Pays, figure: Payment) -> bool:
    return _is_declared(_setup(session), event, figure)


def _is_declared(setup: Setup, event: Pays, figure: Payment) -> bool:
    """Is this the charge that the clause is about, and does the table declare it?"""
    return event.what == figure.what and BASIS[event.what] in setup.charges


@check("charge-amount", watches=Pays, figure=Payment, when=_charged)
def charge_amount(state: HandState, event: Pays, figure: Payment) -> Iterable[Outcome]:
    """A player is charged more than the table declares for an hour, or for a person in a hand."""
    return _overcharged(state.hand.setup, event, figure)


@session_check("charge-amount", watches=Pays, figure=Payment, when=_charged_between_hands)
def charge_amount_between_hands(session: Session, event: Pays, figure: Payment) -> Iterable[Outcome]:
    """Between hands a player is charged more than the table declares."""
    return _overcharged(_setup(session), event, figure)


def _overcharged(setup: Setup, event: Pays, figure: Payment) -> Iterable[Outcome]:
    declared = setup.charges[BASIS[event.what]].fees[0]
    if event.amount <= declared:
        return ()
    observed = f"{money_text(event.amount)} charged as {CALLED[event.what]}"
    money = _owed(event.amount - declared, event)
    return [breach(figure, event, observed, f"{money_text(declared)} on the sign", by=OPERATOR, money=money)]


def _time_charges(session: Session, hand: HandPlayed) -> list[Pays]:
    """The charges for time collected since the hand before, if the table charges for time."""
    if "hour" not in hand.setup.charges:
        return []
    return [one for one in hand.before if isinstance(one, Pays) and one.what == "time"]


def _at_once(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    """Were several players charged? One alone may have come in the middle of an hour."""
    return len({one.player for one in _time_charges(session, hand)}) > 1


@session_check("time-charge", watches=HandPlayed, figure=Figure, when=_at_once)
def time_charge(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A charge for time is not the same for everybody seated, players who sit out included.

    A charge above the sign is told by the clause on that, and not once more here. To leave somebody out costs only the
    house, and is an advisory with the charge left out. Players who sat down since the hand before are not missed.
    """
    paid = _time_charges(session, hand)
    lowest, declared = min(one.amount for one in paid), hand.setup.charges["hour"].fees[0]
    for one in paid:
        if lowest < one.amount <= declared:
            observed = f"{escaped(one.player, 40)} charged {money_text(one.amount)}, others {money_text(lowest)}"
            money = _owed(one.amount - lowest, one)
            yield breach(figure, one, observed, "the same for every player", by=OPERATOR, money=money)
    came = {one.player for one in hand.before if isinstance(one, Sits)}
    known = {*(one.player for one in paid), *came}
    for seat in hand.seats:
        if seat.name not in known:
            idle = "inactive " if seat.out else ""
            observed, money = f"{idle}seat {seat.seat} not assessed", _unpaid(min(lowest, declared), seat.name)
            yield advisory(figure, paid[-1], observed, "every player seated", by=OPERATOR, money=money)


def _any_assessed(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return bool(_time_charges(session, hand))


@session_check("charge-in-advance", watches=HandPlayed, figure=Figure, when=_any_assessed)
def charge_in_advance(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A charge for an hour is collected after the hour has begun.

    It was collected at the time that the log gives or, if it gives none, between the hands before and after.
    """
    for one in _time_charges(session, hand):
        at = one.time or (session.previous.time if session.previous is not None else None)
        if one.hour is not None and later(at, one.hour):
            observed = f"charge for the hour from {one.hour} collected at {at}"
            yield irregularity(figure, one, observed, "payable in advance", by=OPERATOR)
            return
        if one.hour is None or (one.time is None and (hand.time is None or later(hand.time, one.hour))):
            yield not_recorded(figure, "when an hourly charge was collected, and for which hour")


class TimeCollection(NeedsFloorRecord):
    """How long a player who has not paid for the hour may play by courtesy.

    The courtesy ends with the player's large blind or, where there are no blinds, after this many `hands`. If anybody
    waits for a seat, players who were there when the hour's charge was collected have none; with more than `spared`
    names on the list, newcomers pay as well.
    """

    hands: int = 1
    spared: int = 1


def _hour_begun(session: Session, hand: HandPlayed, figure: TimeCollection) -> bool:
    hours = session.floor.hours
    return hours is not None and "hour" in hand.setup.charges and begun(hours.hour, hand.time)


@session_check("time-collection", watches=on(HandPlayed, ATTENDED), figure=TimeCollection, when=_hour_begun)
def time_collection(session: Session, hand: HandPlayed, figure: TimeCollection) -> Iterable[Outcome]:
    """A player is dealt in who has not paid for the hour and may not play by courtesy.

    The check looks only at hours for which somebody's payment is on record. The waiting list counts as it was when the
    first player paid. The fault is reported at the first hand too many, not at every hand after it.
    """
    hours = session.floor.hours
    assert hours is not None
    for seat in hand.seats:
        expected = _overstayed(hand, hours, seat, figure) if seat.dealt and seat.name not in hours.paid else None
        if expected is not None:
            observed = f"seat {seat.seat} dealt in without having paid for the hour from {hours.hour}"
            money = _unpaid(hand.setup.charges["hour"].fees[0], seat.name)
            yield irregularity(figure, hand, observed, expected, by=DEALER, money=money)


def _overstayed(hand: HandPlayed, hours: HourCharge, seat: SeatFact, figure: TimeCollection) -> str | None:
    """What a player who has not paid may play, if this is the first hand beyond it."""
    played, waiting = hours.hands.get(seat.name, 0), hours.waiting
    new = seat.name not in hours.seated
    if waiting > figure.spared or (waiting and not new):
        return None if played else f"everybody pays, {number(waiting)} waiting"
    if new:
        return None
    if not hand.setup.blinds:
        courtesy = f"{number(figure.hands)} courtesy {plural(figure.hands, 'hand')}"
        return courtesy if played == figure.hands else None
    large = hand.blind(len(hand.setup.blinds) - 1)
    due = large is not None and large.player == seat.name and seat.name not in hours.blinds
    return "only until the blind" if due else None


def _per_person(state: HandState, event: Settled | Pays, figure: Figure) -> bool:
    if "person" not in state.hand.setup.charges:
        return False
    return event.what == "fee" if isinstance(event, Pays) else bool(event.settlement.called)


@check("per-person-fee", watches=on(Settled) | on(Pays), figure=Figure, when=_per_person)
def per_person_fee(state: HandState, event: Settled | Pays, figure: Figure) -> Iterable[Outcome]:
    """The fee for a hand is collected after its first card, or not from everybody dealt in.

    A fee that is not collected costs only the house, and is an advisory.
    """
    if isinstance(event, Settled):
        return list(_uncollected(state, event, figure))
    if not state.attempt.dealt:
        return ()
    observed = f"fee of {money_text(event.amount)} collected after the first card"
    return [irregularity(figure, event, observed, "before the hand begins", by=DEALER)]


def _per_person_between_hands(session: Session, event: Pays, figure: Figure) -> bool:
    return "person" in _setup(session).charges and event.what == "fee"


@session_check("per-person-fee", watches=Pays, figure=Figure, when=_per_person_between_hands)
def per_person_fee_between_hands(session: Session, event: Pays, figure: Figure) -> Iterable[Outcome]:
    """A fee collected between hands is in time."""
    return ()


def _uncollected(state: HandState, event: Settled, figure: Figure) -> Iterator[Outcome]:
    paid = [one for one in (*state.hand.before, *state.hand.events) if isinstance(one, Pays) and one.what == "fee"]
    if not paid:
        yield not_recorded(figure, "the fee collected from each player")
        return
    names = {one.player for one in paid}
    spared = [f"seat {player.seat}" for player in dealt_in(state) if player.name not in names]
    if spared:
        fee = min(state.hand.setup.charges["person"].fees[0], *[one.amount for one in paid])
        observed, money = f"fee not collected from {joined(spared)}", Money(fee * len(spared), "operator")
        yield advisory(figure, paid[-1], observed, "from every player", by=DEALER, money=money)


# ---- how it is collected ----


class Collection(Figure):
    """Where the commission of a method goes: by which step, at what moment, and at which kind of table."""

    of: Literal["pot", "hand", "person", "hour"]
    step: Literal["slide", "drop", "float"]
    alone: bool = False  # whether the clause is about tables that stand alone
    moment: Literal["any", "betting", "over"] = "any"  # not before the betting, or not before the round of play is over


PLACES = {"slide": "placed on the drop slide", "drop": "dropped into the chip box", "float": "added to the float"}


def _concerns(setup: Setup, figure: Collection) -> bool:
    """Is this a table of the kind that the clause is about, with commission by its method?"""
    return figure.alone is (setup.house.get("standing") == "alone") and figure.of in methods(setup)


def _collected(state: HandState, event: Procedure | Settled, figure: Collection) -> bool:
    if isinstance(event, Settled):
        if not event.settlement.taken or figure.step in state.steps:
            return False
    elif event.what != figure.step:
        return False
    return _concerns(state.hand.setup, figure)


def _step(figure: Collection) -> On[Procedure]:
    return on(Procedure, STEPS[figure.step])


def _step_or_end(figure: Collection) -> On[Procedure | Settled]:
    return _step(figure) | on(Settled)


@check(
    "commission-collection",
    watches=on(Procedure) | on(Settled),
    figure=Collection,
    when=_collected,
    watched_for=_step_or_end,
)
def commission_collection(state: HandState, event: Procedure | Settled, figure: Collection) -> Iterable[Outcome]:
    """Commission goes elsewhere than to slide, box or float, at the wrong moment, or by the hand of a player.

    Somebody must have noted it: where the log says nothing, the check accuses nobody.
    """
    place = PLACES[figure.step]
    if isinstance(event, Settled):
        return [not_recorded(figure, f"a note of '{figure.step}' or 'no {figure.step}'")]
    if not event.done:
        return [_left_out(event, figure)]
    if event.by in state.by_name:
        return [irregularity(figure, event, f"commission {place} by a player", "by the dealer", by=DEALER)]
    if figure.moment == "betting" and state.round is None:
        return [irregularity(figure, event, f"commission {place} before any betting", "during or after it", by=DEALER)]
    if figure.moment == "over" and not _is_over(state):
        expected = "once the round of play is over"
        return [irregularity(figure, event, f"commission {place} during play", expected, by=DEALER)]
    return ()


def _left_out(event: Procedure, figure: Collection) -> Outcome:
    place = PLACES[figure.step]
    return irregularity(figure, event, f"commission not {place}", f"it is {place}", by=DEALER)


def _collected_between_hands(session: Session, event: Procedure, figure: Collection) -> bool:
    return event.what == figure.step and _concerns(_setup(session), figure)


@session_check(
    "commission-collection",
    watches=Procedure,
    figure=Collection,
    when=_collected_between_hands,
    watched_for=_step,
)
def commission_collection_between_hands(session: Session, event: Procedure, figure: Collection) -> Iterable[Outcome]:
    """Between hands commission goes elsewhere. No moment is wrong there, and it does not matter who collects it."""
    return () if event.done else [_left_out(event, figure)]


def _is_over(state: HandState) -> bool:
    betround = state.round
    return state.over or (betround is not None and betround.closed and betround.round is state.rounds[-1])


class Verification(Figure):
    """Who verifies the charges for time: somebody of this rank or above."""

    least: str


VERIFYING = on(Procedure, STEPS["charge-verification"], STEPS["drop"], STEPS["float"])


def _charges_time(state: HandState, event: Procedure, figure: Verification) -> bool:
    return "hour" in state.hand.setup.charges


def _charges_time_between_hands(session: Session, event: Procedure, figure: Verification) -> bool:
    return "hour" in _setup(session).charges


@check("charge-verification", watches=VERIFYING, figure=Verification, when=_charges_time)
def charge_verification(state: HandState, event: Procedure, figure: Verification) -> Iterable[Outcome]:
    """Charges for time are not verified by somebody of the rank that may, or are dropped before they are verified."""
    return _judge_step(state.rules, event, figure, _steps_since_charge([*state.hand.before, *state.hand.events], event))


@session_check("charge-verification", watches=VERIFYING, figure=Verification, when=_charges_time_between_hands)
def charge_verification_between_hands(session: Session, event: Procedure, figure: Verification) -> Iterable[Outcome]:
    """Between hands charges for time are not verified, or are dropped before they are verified."""
    return _judge_step(session.rules, event, figure, _steps_since_charge(session.since, event))


def _judge_step(
    rules: Rulebook, event: Procedure, figure: Verification, since: list[Procedure] | None
) -> Iterable[Outcome]:
    """The outcome of a step, given those since the last charge for time."""
    duty = f"by {article(figure.least)} or above, before they are dropped"
    if event.what != "charge-verification":
        verified = since is None or not event.done or any(one.what == "charge-verification" for one in since)
        return () if verified else [not_recorded(figure, "whether time charges were verified before they were dropped")]
    if not event.done:
        return [irregularity(figure, event, "time charges not verified", duty, by=DEALER)]
    if any(one.what in ("drop", "float") and one.done for one in since or ()):
        return [irregularity(figure, event, "time charges verified after they were dropped", duty, by=DEALER)]
    enough = at_least(rules, event.by, figure.least)
    if enough is None:
        return [not_recorded(figure, "the rank of whoever verified the time charges")]
    if enough:
        return ()
    return [irregularity(figure, event, f"time charges verified by {article(event.by or '')}", duty, by=DEALER)]


def _steps_since_charge(events: list[Event], event: Procedure) -> list[Procedure] | None:
    """The steps noted since the last charge for time, up to now; None if nobody was charged since the hand before."""
    earlier = [one for one in events if one.line < event.line]
    paid = [n for n, one in enumerate(earlier) if isinstance(one, Pays) and one.what == "time"]
    return [one for one in earlier[paid[-1] :] if isinstance(one, Procedure)] if paid else None
