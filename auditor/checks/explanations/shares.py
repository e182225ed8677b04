"""Why equal hands were not paid alike: one passed over or left out, chips not broken down, an odd chip misplaced."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.checks.explanations.cause import Cause, unexplained
from auditor.checks.explanations.misread_hands import Misreading
from auditor.checks.support.check_names import (
    EQUAL_HANDS,
    ODD_TO_LOWER_SEAT,
    ONE_ODD_CHIP,
    RECORD_PAYMENTS,
    has_clause_for,
)
from auditor.checks.support.players import among, player_label
from auditor.replay.settlement.commission import undeclared
from auditor.replay.state import Player
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import joined


class Sharing(Misreading):
    """A wrong payment, and whether the shares of the winners explain it."""

    def only_winners_paid(self) -> bool:
        """Was nobody paid too much except players who were due a part?"""
        return all(player.seat in self.due for player in self.overpaid())

    def unrecorded_share(self) -> Cause | None:
        """One of several equal hands was paid no more than a share and another nothing, and the commission is unknown.

        A player whom the dealer takes for the only winner is paid the whole pot, so it is the record that lacks a
        payment.
        """
        done = self.done
        if done.taken is not None or not undeclared(self.table) or len(done.pots) > 1 or done.awards[0].low:
            return None
        equal = done.awards[0].high
        paid, unpaid = [one for one in equal if one.won], [one for one in equal if not one.won]
        if not (paid and unpaid) or max(one.won for one in paid) * len(equal) > done.called:
            return None
        shares = joined([f"{money_text(one.won)} to {player_label(one)}" for one in paid])
        observed = f"{shares} and nothing to {joined([player_label(one) for one in unpaid])}"
        expected = f"equal hands{self._hand(unpaid[0])} share {money_text(done.called)}"
        return Cause(RECORD_PAYMENTS, observed, expected, self.table.wins[-1], Severity.IRREGULARITY)

    def division(self) -> Cause:
        """What went wrong with the shares, if the right players were paid; otherwise that a pot went to a wrong one."""
        done = self.done
        tied = [each for award in done.awards for each in (award.high, award.low) if len(each) > 1]
        if not tied or not self.only_winners_paid():
            return self._named("pot-award", self._passed())
        if has_clause_for(self.table, EQUAL_HANDS) and any(not player.won for player in self.underpaid()):
            return self._named(EQUAL_HANDS, self._passed())
        if done.vague is not None:
            return unexplained(done.vague)
        unit = self.done.unit
        winners = [player for player in self.table.players if player.seat in self.due]
        if self.table.game.division.unit == "chip" and any(player.won % unit for player in winners):
            observed = f"equal hands paid in parts of a chip: {_given(winners)}"
            return self._named("pot-split", observed, expected=f"the lowest chip is {money_text(unit)}")
        if self._two_odd_chips(winners):
            return self._named(ONE_ODD_CHIP, self._shares(winners))
        off = [self.payments.get(player.seat, 0) - self.due[player.seat] for player in winners]
        odd = unit * (1 + sum(len(each) - 1 for each in tied))
        if (
            all(abs(one) < odd for one in off)
            and all(player.won for player in winners)
            and self._equal_but_odd(winners)
        ):
            amount = max(off)
            observed = f"odd {money_text(amount)} given to {player_label(self.overpaid()[0])}"
            once = self.table.game.division.once and any(award.tied_both_ways for award in done.awards)
            cause = self._named("odd-half" if once else "odd-chip", observed, expected=self._closest(tied[0]))
            return replace(cause, practices=() if once else self._practices(winners))
        return self._named("pot-split", self._shares(winners))

    def _practices(self, winners: Sequence[Player]) -> tuple[str, ...]:
        """The way to pay that it shows if two hands share one pot, and only its odd unit is in the lower seat."""
        if len(winners) != 2 or len(self.done.pots) > 1 or self.done.awards[0].low:
            return ()
        lower, higher = sorted(winners, key=lambda player: player.seat)
        return (ODD_TO_LOWER_SEAT,) if lower.won - higher.won == self.done.unit else ()

    def _two_odd_chips(self, winners: Sequence[Player]) -> bool:
        """Does one of the players who share a pot have more than one odd chip, and nobody less than an even share?"""
        done = self.done
        if len(done.pots) > 1 or done.awards[0].low or not has_clause_for(self.table, ONE_ODD_CHIP):
            return False
        share = (done.called - done.commission_out) // (done.unit * len(winners)) * done.unit
        return min(player.won for player in winners) >= share < max(player.won for player in winners) - done.unit

    def _closest(self, tied: Sequence[Player]) -> str:
        """Who should have got the odd money, and why."""
        if self.table.game.division.nearest == "buck":
            return f"{player_label(min(tied, key=self.table.distance))} is closest clockwise to the buck"
        lucky, unlucky = self.overpaid()[0], self.underpaid()[0]
        if self.table.game.division.nearest == "card":
            low = any(len(award.low) > 1 and among(unlucky, award.low) for award in self.done.awards)
            low = (low and not among(unlucky, self.done.awards[0].high)) or self._lowest_wins()
            return f"{player_label(unlucky)} has the {'lowest' if low else 'highest'} card by suit"
        order = [player.seat for player in self.table.left_of_buck()]
        if order and order.index(unlucky.seat) > order.index(lucky.seat):
            return f"one chip each clockwise from the button, so one of them to {player_label(unlucky)}"
        return f"{player_label(unlucky)} is nearer the button clockwise"

    def _lowest_wins(self) -> bool:
        return self.done.showdown is not None and self.done.showdown.lowest is not None

    def _equal_but_odd(self, winners: Sequence[Player]) -> bool:
        """Are the shares even, except for the rest that cannot be divided?"""
        if len(self.done.pots) > 1 or self.done.awards[0].low:
            return True
        net = self.done.called - self.done.commission_out
        share = net // (self.done.unit * len(winners)) * self.done.unit
        return all(player.won >= share for player in winners)

    def _shares(self, winners: Sequence[Player]) -> str:
        """What each was paid. If that is the same, it is the hands or the pots that call for something else."""
        unequal = len({player.won for player in winners}) > 1
        return f"equal hands paid {'unequally' if unequal else 'wrongly'}: {_given(winners)}"


def _given(winners: Sequence[Player]) -> str:
    return joined([f"{money_text(player.won)} to {player_label(player)}" for player in winners])
