"""Why a commission is not what was due: the one explanation that reproduces what was taken.

As with payments, one fault is one finding. A hand or a pot bears no commission, the cap or the ceiling was left out,
uncalled money was counted in, or pots were taken together or apart; otherwise the amount itself is wrong. Only the
check that the explanation names reports it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.auditing.engine.outcomes import Fault
from auditor.checks.support.check_names import FEE_FROM_POT, has_clause_for
from auditor.checks.support.players import player_label
from auditor.replay.memo import remembered
from auditor.replay.settlement.commission import (
    Group,
    PotDue,
    band,
    by_percentage,
    dealt_in,
    declared_cap,
    fee,
    flat,
    groups_of,
    lawful_fee,
    methods,
    only_blinds,
    players_of,
    scheduled,
    taxed,
    undeclared,
    varied,
)
from auditor.replay.settlement.compute import Settlement
from auditor.replay.state import Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event, Pays
from auditor.vocabulary.findings import OPERATOR, DueAndPaid, Money, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import field, record_class, replace
from auditor.vocabulary.wording import joined


@record_class
class WrongFee:
    """A commission that is not what was due, and the check that explains it."""

    check: str
    observed: str
    expected: str
    taken: int
    due: int
    winners: Sequence[Player]
    event: Event
    severity: Severity | None = None  # by default a breach if too much was taken, else what the rulebook makes of it

    def fault(self, figure: Figure) -> Fault:
        """The fault, under the clause of the check's own figure."""
        over = self.taken - self.due
        severity = self.severity or Severity.BREACH
        house = (DueAndPaid("the house", self.due, self.taken),)
        money = Money(over, sums=house)  # too little is the loss of the house alone
        if over > 0:
            money = Money(over, joined([player_label(player) for player in self.winners]) or None, "operator", house)
        return Fault(severity, figure, self.event, self.observed, self.expected, OPERATOR, money, about="commission")


@record_class
class Judgement:
    """What the checks have to say about the commission of a hand."""

    wrong: list[WrongFee] = field(default_factory=list)
    missing: str | None = None


RIGHT = Judgement()


@remembered
def judgement(done: Settlement) -> Judgement:
    """Compare the commission taken with what was due."""
    found = _judge(done)
    if found is RIGHT and done.table.game.commission.own and varied(done.table):
        found = _above_scale(done)
    for wrong in found.wrong:
        if wrong.severity is None and wrong.taken <= wrong.due:
            wrong.severity = Severity[done.table.game.commission.under.upper()]
    return found


def _judge(done: Settlement) -> Judgement:
    taken = done.taken
    if taken is None:
        return Judgement(missing="the commission taken")
    table, pots = done.table, done.pots
    found = _by_method(done, taken) if not table.game.commission.own else None
    if found is not None:
        return found
    if not pots and taken and done.miscounted:
        return Judgement(missing="a pot that agrees with the wagers")
    if not pots:
        return Judgement([_on_nothing(done, taken)]) if taken else RIGHT
    if table.game.commission.own and len(pots) == 1 and pots[0].winners is not None and len(pots[0].winners) == 1:
        if taken == fee(table, pots[0].amount):
            return RIGHT
    elif done.decided and taken == done.commission_due and _each_right(done):
        return RIGHT
    if not done.decided and table.game.commission.group != "hand" and not flat(table):
        return _undecided(done, taken)
    if done.miscounted:
        return _miscounted(done, taken)
    return _explained(done, taken)


def _each_right(done: Settlement) -> bool:
    return all(group.taken in (None, group.due) for group in done.groups)


def _by_method(done: Settlement, taken: int) -> Judgement | None:
    """Where tables declare their commission: a hand bears none, the method is not declared, or nothing is known."""
    table = done.table
    if only_blinds(table) and table.game.commission.blinds_only != "bears":
        if done.miscounted or table.gaps:
            return Judgement(missing="a pot that agrees with the wagers")
        due = band(table, done.called)[1]
        return Judgement([_on_blinds(done, taken, due)]) if taken > due else RIGHT
    if undeclared(table):
        return Judgement(missing="the commission that the table declares")
    fixed = table.hand.setup.charges.get("hand")
    if fixed is not None and scheduled(fixed, len(dealt_in(table))) is None:
        return Judgement(missing="the commission for so many players")
    if not methods(table.hand.setup) & {"pot", "hand"}:
        return RIGHT if not taken else Judgement([_undeclared(done, taken)])
    return None


def _on_blinds(done: Settlement, taken: int, due: int) -> WrongFee:
    """Nobody wagered anything but blinds. Posts to get cards are treated alike, though the text does not say so."""
    posted = any(post.kind in ("post", "dead") for post in done.table.posts)
    observed = f"{taken_text(taken)} where the only wagers were blinds"
    severity = Severity.ADVISORY if posted else None
    winners = players_of(done.pots) or [player for player in done.table.players if player is done.uncalled_to]
    expected = f"{money_text(due)} at most" if due else "none is taken"
    return WrongFee("commission-blinds-only", observed, expected, taken, due, winners, line_of(done), severity=severity)


def _undeclared(done: Settlement, taken: int) -> WrongFee:
    """Commission from the pot, which the table does not declare; or its fee of each person, if nobody has paid that."""
    declared, winners = methods(done.table.hand.setup), players_of(done.pots)
    observed = f"{taken_text(taken)} taken from the pot"
    hand = done.table.hand
    paid = any(isinstance(one, Pays) and one.what == "fee" for one in (*hand.before, *hand.events))
    if declared == {"person"} and not paid and has_clause_for(done.table, FEE_FROM_POT):
        expected = "the fee declared is collected from each person before the hand"
        return WrongFee(FEE_FROM_POT, observed, expected, taken, 0, winners, line_of(done))
    expected = f"the commission declared is {joined(sorted(declared)) or 'nil'}"
    return WrongFee("commission-method", observed, expected, taken, 0, winners, line_of(done))


def _on_nothing(done: Settlement, taken: int) -> WrongFee:
    """Nobody called anything, so there was no pot."""
    observed = f"{taken_text(taken)} counted an uncalled {money_text(done.uncalled)}"
    winners = [done.uncalled_to] if done.uncalled_to is not None else []
    return WrongFee("commission-uncalled", observed, "nothing was called", taken, 0, winners, line_of(done))


def _undecided(done: Settlement, taken: int) -> Judgement:
    """Nobody knows who won which pot: only a commission above every possible one is wrong."""
    table = done.table
    possible = {fee(table, done.called), sum(fee(table, pot.amount) for pot in done.pots)}
    if taken in possible:
        return RIGHT
    most = max(*possible, table.game.commission.allowed(done.called, None))  # if each pot stays below the ceiling
    if taken <= most or done.miscounted:
        return Judgement(missing="who won the pots")
    return Judgement([_plain(done, taken, most, done.called, ())])


def _miscounted(done: Settlement, taken: int) -> Judgement:
    """The log's pot is not the sum of its wagers: only a commission too large for either of the two is wrong."""
    due = max(fee(done.table, done.called), fee(done.table, done.counted or 0))
    if taken <= due:
        return Judgement(missing="a pot that agrees with the wagers")
    return Judgement([_plain(done, taken, due, max(done.called, done.counted or 0), players_of(done.pots))])


def _explained(done: Settlement, taken: int) -> Judgement:
    due = done.commission_due
    if taken == due:
        apart = [group for group in done.groups if group.taken is not None and group.taken != group.due]
        if apart and _fits_payments(done):
            return RIGHT
        return Judgement([_plain(done, group.taken or 0, group.due, group.base, group.winners) for group in apart])
    if (done.table.game.commission.own and taken in tuple(_accepted(done))) or _never_wrong(done, taken, due):
        return RIGHT
    if done.table.minimum is None and not varied(done.table) and taken < due:
        return Judgement(missing="the table minimum")
    return Judgement([_explanation(done, taken, due)])


def _never_wrong(done: Settlement, taken: int, due: int) -> bool:
    """Is too little of no account here? Nobody paid to see more cards, or the pot itself went astray."""
    if taken > due or done.table.game.commission.under != "advisory":
        return False
    return not done.right or (taken == 0 and done.state == "sole" and done.table.rounds_played < 2)


def _accepted(done: Settlement) -> Iterator[int]:
    """What the commission would be on other readings of the clauses, or for the pots as they were in fact paid."""
    table, pots = done.table, done.pots
    if flat(table):  # one fee, however the pots are put together
        return
    for by in ("identical-winners", "per-player"):
        for scope in ("pot", "hand"):
            yield sum(group.due for group in groups_of(table, pots, by, scope))
    if not done.right:
        yield sum(group.due for group in _groups_paid(done))
    if table.hand.setup.commission is not None:  # what the operator declared, but no more than the scale
        yield sum(lawful_fee(table, group.base) for group in done.groups)


def _groups_paid(done: Settlement) -> list[Group]:
    """The pots put together by the players who were in fact paid from them."""
    paid = [replace(pot, winners=_paid_of(done, pot)) for pot in done.pots]
    return groups_of(done.table, paid, "identical-winners", "pot")


def _fits_payments(done: Settlement) -> bool:
    """Where pots went to the wrong players: was each commission right for the pots as they were paid?"""
    by_level = dict(zip([pot.level for pot in done.pots], done.taken_by_pot() or (), strict=False))
    return all(sum(by_level[pot.level] for pot in group.pots) == group.due for group in _groups_paid(done))


def _paid_of(done: Settlement, pot: PotDue) -> tuple[Player, ...]:
    """Who was in fact paid from this pot: those who could win it or, if none of them was paid, whoever was."""
    paid = tuple(player for player in done.table.players if player.won)
    return tuple(player for player in pot.eligible if player.won) or paid or pot.winners or ()


def _explanation(done: Settlement, taken: int, due: int) -> WrongFee:
    for explain in (_tie, _cap, _uncalled, _free, _ceiling, _grouping):
        found = explain(done, taken, due)
        if found is not None:
            return found
    groups = [group for group in done.groups if group.taken is not None and group.taken != group.due]
    if len(done.groups) > 1 and len(groups) == 1:
        return _plain(done, groups[0].taken or 0, groups[0].due, groups[0].base, groups[0].winners)
    return _plain(done, taken, due, sum(group.base for group in done.groups), players_of(done.pots))


def line_of(done: Settlement, base: int | None = None) -> Event:
    """The line of the log that states the commission; of several, the one for this amount."""
    lines = [line for line in done.table.pots_taken if line.commission is not None]
    return next((line for line in lines if line.amount == base), lines[0])


def taken_text(amount: int) -> str:
    """The commission taken, as a finding begins."""
    return f"commission of {money_text(amount)}"


def _plain(done: Settlement, taken: int, due: int, base: int, winners: Sequence[Player]) -> WrongFee:
    rules = done.table.game.commission
    observed, expected = f"{taken_text(taken)} on a pot of {money_text(base)}", f"due {money_text(due)}"
    line = line_of(done, base)
    if not rules.own:
        return _beyond(done, taken, due, base, winners)
    if not varied(done.table):
        return WrongFee("commission-amount", observed, expected, taken, due, winners, line)
    scale = rules.allowed(base, done.table.minimum)
    if due > scale:
        return WrongFee(
            "commission-variation", observed, f"the scale allows {money_text(scale)}", taken, scale, winners, line
        )
    return WrongFee("commission-variation", observed, f"{expected} as declared", taken, due, winners, line)


def _beyond(done: Settlement, taken: int, due: int, base: int, winners: Sequence[Player]) -> WrongFee:
    """The fault of more than the most, or less than the least, that the table may take by what it declares."""
    table, line = done.table, line_of(done, base)
    setup, allowed = table.hand.setup, table.game.commission.allowed(base, table.minimum)
    expected = f"{money_text(due)} {'at most' if taken > due else 'at least'}"
    if "pot" not in methods(setup):
        observed = f"{taken_text(taken)} from a hand of {len(dealt_in(table))} players"
        return WrongFee("fixed-commission", observed, expected, taken, due, winners, line)
    if due == allowed and taken > due:
        expected = f"{expected}, whatever is declared"
    observed = f"{taken_text(taken)} on {money_text(base)} wagered"
    return WrongFee("commission-amount", observed, expected, taken, due, winners, line)


def _above_scale(done: Settlement) -> Judgement:
    """A fault if the declared method, which the hand followed, charges more than the scale on these pots."""
    table, scale = done.table, done.table.game.commission
    groups = groups_of(table, done.pots, scale.group, scale.tie_scope)
    allowed = sum(scale.allowed(group.base, table.minimum) for group in groups)
    if not done.decided:  # the pots may have gone to different players
        allowed = max(allowed, sum(scale.allowed(pot.amount, table.minimum) for pot in done.pots))
    taken = done.taken or 0
    if taken <= allowed:
        return RIGHT
    base = sum(group.base for group in done.groups)
    observed = f"{taken_text(taken)} as declared on a pot of {money_text(base)}"
    expected, winners = f"the scale allows {money_text(allowed)}", players_of(done.pots)
    return Judgement(
        [WrongFee("commission-variation", observed, expected, taken, allowed, winners, line_of(done, base))]
    )


# ---- explanations ----


def _tie(done: Settlement, taken: int, due: int) -> WrongFee | None:
    """Commission on pots that all who contributed to them tied for."""
    table, scale = done.table, done.table.game.commission
    exempt = [pot for pot in done.pots if pot.tied_by_all]
    if scale.group == "hand":
        bearing = taxed(done.pots, scale.tie_scope)
        exempt = [pot for pot in exempt if not any(pot is one for one in bearing)]
    if not exempt or taken < due or not by_percentage(table):
        return None
    other = due
    if scale.own:  # elsewhere the engine weighs the other readings
        groups = [one for scope in ("pot", "hand") for one in groups_of(table, done.pots, scale.group, scope)]
        other = sum(group.due for group in groups) - due
    amount = sum(pot.amount for pot in exempt)
    observed = f"{taken_text(taken)} although all who put in the {money_text(amount)} tied for it"
    expected = f"due {money_text(due)}"
    if other != due:
        tested = "all pots are tested together" if scale.tie_scope == "pot" else "each pot is tested by itself"
        expected = f"{expected}, or {money_text(other)} if {tested}"
    return WrongFee("commission-tie-exempt", observed, expected, taken, due, players_of(exempt), line_of(done))


def _uncalled(done: Settlement, taken: int, due: int) -> WrongFee | None:
    """Commission on money that nobody called."""
    table = done.table
    handed_back = [done.uncalled] if done.uncalled else [player.returned for player in table.players if player.returned]
    for extra in handed_back:
        for group in done.groups:
            counted = due - group.due + fee(table, group.base + extra)
            if taken > due and (counted == taken or (counted > taken and not table.game.commission.own)):
                observed = f"{taken_text(taken)} counted an uncalled {money_text(extra)}"
                expected = f"due {money_text(due)} on {money_text(done.called)}"
                return WrongFee("commission-uncalled", observed, expected, taken, due, group.winners, line_of(done))
    return None


def _cap(done: Settlement, taken: int, due: int) -> WrongFee | None:
    """Commission beyond the cap that the table declared for a hand."""
    cap = declared_cap(done.table.hand.setup)
    if done.table.game.commission.own or cap is None or taken <= cap:
        return None
    observed, winners = f"{money_text(taken)} collected", players_of(done.pots)
    return WrongFee("commission-cap", observed, f"cap {money_text(cap)}", taken, due, winners, line_of(done))


def _free(done: Settlement, taken: int, due: int) -> WrongFee | None:
    """Commission on pots too small to bear any."""
    scale = done.table.game.commission
    if not scale.own or varied(done.table):
        return None
    small = [group for group in done.groups if group.base <= scale.free_to]
    charged = [group for group in small if group.taken or len(small) == len(done.groups)]
    if not charged or taken <= due:
        return None
    base = sum(group.base for group in charged)
    observed = f"{taken_text(taken - due)} on a pot of {money_text(base)}"
    expected = f"none up to {money_text(scale.free_to)}"
    winners = players_of([pot for group in charged for pot in group.pots])
    return WrongFee("commission-free", observed, expected, taken, due, winners, line_of(done, base))


def _ceiling(done: Settlement, taken: int, due: int) -> WrongFee | None:
    """Commission on what exceeds the ceiling, or the ceiling applied only after the steps were counted."""
    table, scale = done.table, done.table.game.commission
    most = scale.ceiling_at(table.minimum)
    bases = [group.base for group in done.groups]
    if most is None or varied(table) or all(base <= most for base in bases):
        return None
    winners = players_of([pot for group in done.groups if group.base > most for pot in group.pots])
    observed = f"{taken_text(taken)} on a pot of {money_text(sum(bases))}"
    other = scale.in_other_order()
    if sum(other.allowed(base, table.minimum) for base in bases) == taken:
        expected = f"due {money_text(due)}, the pot being cut at {money_text(most)}"
        return WrongFee("commission-cap", observed, expected, taken, due, winners, line_of(done))
    if sum(scale.allowed(base, None) for base in bases) == taken:
        expected = f"due {money_text(due)}: nothing on what exceeds {money_text(most)}"
        return WrongFee("commission-cap", observed, expected, taken, due, winners, line_of(done))
    return None


def _grouping(done: Settlement, taken: int, due: int) -> WrongFee | None:
    """Pots charged apart although the same players won them, or together although different players did."""
    table, pots = done.table, [pot for group in done.groups for pot in group.pots]
    if len(pots) < 2 or table.game.commission.group == "hand":
        return None
    amounts = joined([money_text(pot.amount) for pot in pots])
    winners = players_of(pots)
    if sum(fee(table, pot.amount) for pot in pots) == taken:
        observed = f"{taken_text(taken)} on pots of {amounts} worked out one by one"
        expected = f"due {money_text(due)} on the sum of what the same winner takes"
        return WrongFee("commission-aggregate", observed, expected, taken, due, winners, line_of(done))
    if fee(table, sum(pot.amount for pot in pots)) == taken:
        observed = f"{taken_text(taken)} on pots of {amounts} taken together"
        expected = f"due {money_text(due)}, their winners being different"
        return WrongFee("commission-aggregate", observed, expected, taken, due, winners, line_of(done))
    return None
