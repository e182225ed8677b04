"""A wrong payment, and its cause as the check that it names reports it."""

from __future__ import annotations

from auditor.auditing.engine.outcomes import Fault
from auditor.checks.support.check_names import RECORD_PAYMENTS
from auditor.checks.support.players import among, player_label
from auditor.replay.settlement.compute import Settlement
from auditor.replay.settlement.shares import Dues
from auditor.replay.settlement.showdown import Showdown
from auditor.replay.state import Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import DEALER, RECORD, Actor, DueAndPaid, Money, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import field, record_class, replace
from auditor.vocabulary.wording import joined


@record_class
class Cause:
    """The explanation of a wrong payment: the check that reports it, in which words, about which event."""

    check: str
    observed: str
    expected: str
    event: Event
    severity: Severity = Severity.BREACH
    money: Money | None = None
    hand: str | None = None  # the class of the hand that should have won
    missing: str | None = None  # what the record lacks, where nobody can say why
    elsewhere: bool = False  # another fault of the hand, which is told by itself, has led to these payments
    practices: tuple[str, ...] = ()  # the ways to pay that it shows, of which a room may make a custom
    due: Dues = field(default_factory=dict)  # what each seat was due, as the money is measured; empty: nobody can say

    def fault(self, figure: Figure) -> Fault:
        """The fault, under the clause of the check's own figure."""
        by: Actor = RECORD if self.check.startswith("record/") else DEALER
        return Fault(
            *(self.severity, figure, self.event, self.observed, self.expected, by, self.money),
            practices=self.practices,
            about="payments",
        )


NONE = Cause("", "", "", Event(0, 0))


ELSEWHERE = replace(NONE, elsewhere=True)


def unexplained(missing: str) -> Cause:
    """No cause at all, because the record lacks this."""
    return replace(NONE, missing=missing)


class WrongPayment:
    """A payment that is not what was due: who was paid too much or too little, and the words for it."""

    def __init__(self, settlement: Settlement) -> None:
        """Of the answers that would be in order, take the one nearest to what was paid."""
        self.done = settlement
        self.table = settlement.table
        self.payments = settlement.payments
        self.by_seat = {player.seat: player for player in self.table.players}
        self.due = settlement.nearest() if settlement.decided else {}

    def overpaid(self) -> list[Player]:
        """The players who were paid too much, the most overpaid first."""
        extra = {seat: amount - self.due.get(seat, 0) for seat, amount in self.payments.items()}
        return [self.by_seat[seat] for seat in sorted(extra, key=lambda seat: -extra[seat]) if extra[seat] > 0]

    def underpaid(self) -> list[Player]:
        """The players who were paid too little."""
        return [self.by_seat[seat] for seat, due in self.due.items() if self.payments.get(seat, 0) < due]

    def as_defect(self) -> Cause:
        """The payments as a defect of the record, with what was paid and what was due to whom."""
        paid = [f"{money_text(paid)} to {player_label(self.by_seat[seat])}" for seat, paid in self.payments.items()]
        due = [f"{money_text(due)} to {player_label(self.by_seat[seat])}" for seat, due in self.due.items() if due]
        expected = f"due was {joined(due)}" if due else f"{money_text(self.done.expected_gross)} was wagered"
        observed = f"paid was {joined(paid)}"
        return Cause(
            RECORD_PAYMENTS, observed, expected, self._event(), Severity.IRREGULARITY, self._money(), due=self.due
        )

    # ---- words and money ----

    def named(self, check: str, observed: str) -> Cause:
        """A cause that this check reports."""
        return self._named(check, observed)

    def _named(
        self,
        check: str,
        observed: str,
        severity: Severity = Severity.BREACH,
        expected: str | None = None,
    ) -> Cause:
        money = self._money()
        return Cause(check, observed, expected or self._expected(), self._event(), severity, money, due=self.due)

    def _money(self) -> Money | None:
        if not self.due:
            return None
        over = {player.seat: self.payments[player.seat] - self.due.get(player.seat, 0) for player in self.overpaid()}
        to = joined([player_label(player) for player in self.underpaid()]) or None
        by = joined([player_label(player) for player in self.overpaid()]) or None
        return Money(sum(over.values()), to, by, self._sums())

    def _sums(self) -> tuple[DueAndPaid, ...]:
        """What each was due beside what each was paid."""
        seats = [seat for seat in self.by_seat if self.due.get(seat) or self.payments.get(seat)]
        return tuple(
            [
                DueAndPaid(player_label(self.by_seat[seat]), self.due.get(seat, 0), self.payments.get(seat, 0))
                for seat in seats
            ]
        )

    def _event(self) -> Event:
        """The line of the payment that was too much."""
        over = {player.name for player in self.overpaid()} or {player.name for player in self.table.players}
        return next((win for win in self.table.wins if win.player in over), self.table.wins[0])

    def _passed(self) -> str:
        return self._passed_to(self.overpaid()[0])

    def _passed_to(self, player: Player) -> str:
        return f"{self._pot_of(player)} passed to {player_label(player)}{self._hand(player)}"

    def _pot_of(self, player: Player) -> str:
        return f"{money_text(self.payments[player.seat])} of the pot"

    def _hand(self, player: Player) -> str:
        if self.table.runs:
            return self._hand_of_run(player)
        words = self.done.words(player, [*self.overpaid(), *self.underpaid()])
        return f" ({words})" if words else ""

    def _hand_of_run(self, player: Player) -> str:
        """The hand with which a player wins one of the runs of the cards to come; hands differ from run to run."""
        run = next((pot.run for pot in self.done.pots if among(player, pot.winners or ())), None)
        if run is None or self.done.showdown is None:
            return ""
        return f" ({Showdown(self.table, self.done.live, run).words(player)} in run {run + 1})"

    def _expected(self) -> str:
        if not self.due:
            return "not among those who could win it"
        parts = []
        for player in self.underpaid():
            parts.append(f"{money_text(self.due[player.seat])} was due to {player_label(player)}{self._hand(player)}")
        return joined(parts)
