"""The commission that is due: on which money, by the scale of the rulebook or by what the table declares.

There may be several lawful amounts, because a percentage need not come out in whole chips: a band from least to most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.replay.session.hand_summary import unmatched
from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import ChargeDeclared, CommissionDeclared
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.records import record_class

WHOLE = 10_000  # a hundred per cent, in hundredths of a per cent
Band = tuple[int, int]  # what may be taken, from least to most


@record_class
class PotDue:
    """A pot as it should have been: how much, who had money in it, whose hands could win it, who won it."""

    amount: int
    level: int  # what a player had to put in to compete for it
    contributors: tuple[Player, ...]  # the players who had money in it
    eligible: tuple[Player, ...]  # the players whose hands could win it
    winners: tuple[Player, ...] | None = None  # None: the record does not tell
    low: tuple[Player, ...] = ()  # the players who share it with the winners for the best low hand
    run: int = 0  # the run of the cards to come that decides this part of the pot
    back: bool = False  # is it no pot, but a wager that goes back to its player?

    @property
    def tied_by_all(self) -> bool:
        """Did everybody who put money into it stay in to the end and hold an equal hand, high and low?"""
        if self.winners is None or len(self.winners) < 2:
            return False
        return {len(self.winners), len(self.low or self.winners)} == {len(self.contributors)}


@record_class
class Group:
    """Pots on which one commission is worked out: those that the same players won, or all of the hand."""

    pots: tuple[PotDue, ...]
    winners: tuple[Player, ...]
    base: int  # the amount that it is worked out on
    least: int  # the least that may be taken
    most: int  # the most that may be taken
    taken: int | None = None  # None: not recorded for these pots by themselves

    @property
    def due(self) -> int:
        """What should have been taken: the lawful amount nearest to what was, or the least if none is recorded."""
        return self.least if self.taken is None else min(max(self.taken, self.least), self.most)


# ---- what is declared ----


def methods(setup: Setup) -> set[str]:
    """The ways in which the table declares that it takes commission: from the pot, by hand, person or hour."""
    declared = setup.commission
    return {*setup.charges, *({"pot"} if declared is not None and declared.percent != 0 else ())}


def terms(setup: Setup) -> tuple[object, ...]:
    """All that a table declares of its commission, to compare two declarations; empty if it declares nothing."""
    declared, charges = setup.commission, setup.charges
    pot = () if declared is None else (declared.percent, declared.fee, declared.per, declared.least, declared.cap)
    fixed = [(basis, one.fees, one.fewest, one.most, one.cap) for basis, one in sorted(charges.items())]
    return (*pot, *fixed)


def flat(state: HandState) -> bool:
    """Does the table declare a fixed fee for each hand in the place of the rulebook's own scale?"""
    return state.game.commission.own and "hand" in state.hand.setup.charges


def varied(state: HandState) -> bool:
    """Does the table declare a commission in the place of what the rulebook provides for?"""
    return state.hand.setup.commission is not None or flat(state)


def undeclared(state: HandState) -> bool:
    """Does nobody know what the table charges, because neither the rulebook sets it nor the table declares it?"""
    setup = state.hand.setup
    return not state.game.commission.own and setup.commission is None and not setup.charges


def by_percentage(state: HandState) -> bool:
    """Does the commission depend on the size of the pot, or may it?"""
    rules = state.game.commission
    return (rules.own and not flat(state)) or undeclared(state) or "pot" in methods(state.hand.setup)


def declared_cap(setup: Setup) -> int | None:
    """The most that the table says it will take from one hand."""
    return min([one.cap for one in (setup.commission, setup.charges.get("hand")) if one and one.cap], default=None)


def dealt_in(state: HandState) -> list[Player]:
    """The players with cards or money in the hand; if the log notes no cards, also all others who do not sit out."""
    noted = any(player.received for player in state.players)
    return [player for player in state.players if player.received or player.put_in_hand or not (noted or player.out)]


def scheduled(charge: ChargeDeclared, players: int) -> int | None:
    """The fee for so many players; None if the schedule has none for them."""
    if not charge.fewest:
        return charge.fees[0]
    rows = zip(charge.fees, charge.fewest, charge.most, strict=True)
    return next((fee for fee, fewest, most in rows if fewest <= players <= most), None)


def only_blinds(state: HandState) -> bool:
    """Was nothing wagered but what was put up before the cards?"""
    wagered = sum([player.put_in_hand + player.returned for player in state.players])
    return 0 < wagered == sum([post.amount for post in state.posts])


# ---- what may be taken ----


def band(state: HandState, base: int) -> Band:
    """What may be taken on an amount, by what the table declares or else by the rulebook."""
    setup, rules = state.hand.setup, state.game.commission
    spared = rules.blinds_only if rules.blinds_only != "bears" and only_blinds(state) else None
    if not varied(state) and (rules.own or not setup.charges):
        return rules.undeclared(base, state.minimum) if spared is None else (0, 0)
    least = most = 0
    if setup.commission is not None and spared is None:
        least, most = _declared_band(state, setup.commission, base)
    if "hand" in setup.charges and spared in (None, "percentage"):
        fixed = scheduled(setup.charges["hand"], len(dealt_in(state))) or 0
        least, most = least + fixed, most + fixed
        least = min(least, rules.allowed(base, state.minimum)) if rules.own else least  # nobody need take more
    cap = declared_cap(setup)
    return (least, most) if cap is None else (min(least, cap), min(most, cap))


def _declared_band(state: HandState, declared: CommissionDeclared, base: int) -> Band:
    """What the table declares; if the rulebook has no scale of its own, no more than it allows on the amount."""
    rules = state.game.commission
    if rules.rounding == "declared" or declared.percent is None:
        least = most = _as_declared(declared, base)
    else:
        unit = WHOLE * (declared.unit or state.hand.setup.chip or state.common_chip())
        least, most = [steps * unit // WHOLE for steps in _rounded(base * declared.percent, unit, rules.rounding)]
    if declared.least is not None and base and declared.percent != 0:
        least, most = max(least, declared.least), max(most, declared.least)
    if rules.own:
        return least, most
    allowed = rules.allowed(base, state.minimum)
    return min(least, allowed), min(most, allowed)


def _rounded(amount: int, unit: int, rounding: str) -> Band:
    """An amount in whole units: the numbers just below and above it, or the one of them that the reading takes."""
    below, above = amount // unit, -(-amount // unit)
    nearest = (2 * amount + unit) // (2 * unit)
    return {"bracket": (below, above), "down": (below, below), "up": (above, above)}.get(rounding, (nearest, nearest))


def _as_declared(declared: CommissionDeclared, base: int) -> int:
    if declared.percent is not None:
        hundredths = base * declared.percent
        unit = WHOLE * (declared.unit or 1)
        steps = -(-hundredths // unit) if declared.rounded == "up" else hundredths // unit
        return steps * (declared.unit or 1)
    assert declared.fee is not None and declared.per is not None
    steps = -(-base // declared.per) if declared.started else base // declared.per
    return steps * declared.fee


def fee(state: HandState, base: int) -> int:
    """The most that may be taken on an amount."""
    return band(state, base)[1]


def lawful_fee(state: HandState, base: int) -> int:
    """The commission due on an amount: what is declared, cut down to what the rulebook allows."""
    due, rules = fee(state, base), state.game.commission
    return min(due, rules.allowed(base, state.minimum)) if rules.own else due


# ---- on which money ----


def taxed(pots: Sequence[PotDue], scope: str) -> list[PotDue]:
    """The pots that bear commission. Pots that all contributors tie for bear none: each, or only if all are such."""
    exempt = [pot.tied_by_all for pot in pots]
    if scope == "hand":
        return [] if all(exempt) else list(pots)
    return [pot for pot, free in zip(pots, exempt, strict=True) if not free]


def groups_of(state: HandState, pots: Sequence[PotDue], by: str, scope: str) -> list[Group]:
    """The pots that bear commission, grouped as the rules say: by identical winners, by player, or all together."""
    bearing = taxed(pots, scope)
    if by == "hand":
        return list(_of_hand(state, pots, bearing))
    if by == "per-player":
        return _by_player(state, bearing)
    found: dict[tuple[int, ...], list[PotDue]] = {}
    for pot in bearing:
        found.setdefault(tuple([player.seat for player in pot.winners or ()]), []).append(pot)
    groups = []
    for same in found.values():
        base = sum([pot.amount for pot in same])
        groups.append(Group(tuple(same), same[0].winners or (), base, *band(state, base)))
    return groups


def _of_hand(state: HandState, pots: Sequence[PotDue], bearing: Sequence[PotDue]) -> Iterator[Group]:
    """All pots together. A fixed fee for the hand is due even from pots that bear no percentage."""
    if pots:
        base = max(sum([pot.amount for pot in bearing]) - _call_part(state), 0)
        winners = tuple(players_of(pots))
        yield Group(tuple(pots), winners, base, *band(state, base))


def _call_part(state: HandState) -> int:
    """The calling part of a raise that nobody called, where the rules spare the whole of such a raise."""
    betround = state.round
    if state.game.commission.uncalled != "whole" or betround is None or not state.over:
        return 0
    raiser = betround.last_raiser
    if raiser is None or not raiser.active:
        return 0
    seat, back = unmatched(state)
    return max(betround.chips - (back if seat == raiser.seat else 0) - raiser.returned, 0)


def players_of(pots: Sequence[PotDue]) -> list[Player]:
    """The players who win one of these pots or a part of it, each once."""
    found: list[Player] = []
    for pot in pots:
        for player in (*(pot.winners or ()), *pot.low):
            if all(player is not one for one in found):
                found.append(player)
    return found


def _by_player(state: HandState, pots: Sequence[PotDue]) -> list[Group]:
    groups = []
    for player in state.players:
        won = [pot for pot in pots if pot.winners and any(player is winner for winner in pot.winners)]
        base = sum([pot.amount // len(pot.winners or (1,)) for pot in won])
        if won:
            groups.append(Group(tuple(won), (player,), base, *band(state, base)))
    return groups
