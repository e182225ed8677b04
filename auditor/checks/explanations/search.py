"""The search for what explains a wrong payment: from the harmless explanations to the plain ones.

The most specific one that reproduces what was paid is the cause. `payments` asks for it, if a payment is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

from auditor.checks.explanations.cause import ELSEWHERE, NONE, Cause, unexplained
from auditor.checks.explanations.halves import OUTRANKED, explain_halves
from auditor.checks.explanations.must_bet import explain_unbet
from auditor.checks.explanations.unentitled import Unentitled
from auditor.checks.support.check_names import (
    ANTE_ONLY,
    BOARD_DECLARED,
    POT_CONTENTS,
    RECORD_PAYMENTS,
    has_clause_for,
)
from auditor.checks.support.going_back import going_back
from auditor.checks.support.missing_posts import missing_posts
from auditor.checks.support.players import among, amounts_unknown, player_label, pot_name
from auditor.replay.settlement.commission import PotDue, undeclared
from auditor.replay.settlement.shares import Award
from auditor.replay.state import Player
from auditor.vocabulary.events import Incident, Post, Wager
from auditor.vocabulary.findings import Money, Severity
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import joined

LEFT_OVER = 0.25  # the part of a pot that no room takes


class Explaining(Unentitled):
    """The search for what explains a wrong payment."""

    # ---- the order of explanations ----

    def cause(self) -> Cause:
        """The most specific explanation that there is."""
        done = self.done
        if not done.expected_gross:
            return self._unaccounted_for("all wagers had gone back")
        if self._share_lost():
            wagered = f"{money_text(done.expected_gross)} was wagered, and no commission is recorded"
            return self.unrecorded_share() or self._unaccounted_for(wagered)
        if done.but_commission:
            return NONE
        if self._nobody_gained():
            return self.unrecorded_share() or self._named(RECORD_PAYMENTS, self._paid_out(), Severity.IRREGULARITY)
        if self._agreed_split():
            return replace(ELSEWHERE, due=self.due)
        if going_back(done) is not None or self._overrun():
            return ELSEWHERE
        if amounts_unknown(self.table):
            return replace(self._wrong_person() or NONE, missing=done.lacks or "the amount of a wager")
        if not done.decided:
            return self._without_winners()
        if not self.overpaid() or (not done.balanced and (self.only_winners_paid() or self._paid_too_much())):
            return self._unbalanced()
        if done.obliged is not None and (found := explain_unbet(self)) is not None:
            return found
        found = self._wrong_person() or self._uncalled_won() or self._beyond_eligible()
        if found is not None:
            return found
        declared = done.showdown.on_board if done.showdown is not None else ()
        if any(player.name in declared and not player.won for player in self.underpaid()):
            return self._named(BOARD_DECLARED, self._passed())
        if self.table.runs:  # hands differ from run to run
            return self._named("pot-award", self._passed())
        if self._doubled():
            return unexplained("cards that occur once each")
        found = self.unrecorded_share() or self.misread()
        if found is not None:
            return found
        if done.showdown is not None and done.showdown.unseen and not self._shared_out():
            return self._against_the_deal()
        found = self._wrong_half()
        if found is None and self._shared_out():
            return self._divided_by_agreement()
        return found or self._shifted() or self._side_pot_lost() or self._wrong_hand() or self.division()

    def _commission_unknown(self) -> bool:
        """Is this a record of play that tells who won, and neither what the room took nor what it may take?"""
        done, table = self.done, self.table
        return not table.hand.setup.notes_table and done.taken is None and undeclared(table) and done.decided

    def _share_lost(self) -> bool:
        """Does a record of play without any commission leave over more of the pot than a room ever takes?"""
        left = self.done.expected_gross - self.done.paid
        most = max(LEFT_OVER * self.done.expected_gross, self.table.minimum or 0)
        return left > most and self._commission_unknown()

    def _nobody_gained(self) -> bool:
        """Was nobody paid more than what was due before any commission, where nobody knows what the room took?

        Then no money went to a wrong player: a payment was left out, or written wrong. Shares that differ by the odd
        chip alone can be judged all the same.
        """
        done = self.done
        shares = self.payments.values()
        if not self._commission_unknown() or max(shares, default=0) - min(shares, default=0) <= done.unit:
            return False
        before = done.dues(done.awards, [0] * len(done.pots))
        return any(all(won <= due.get(seat, 0) for seat, won in self.payments.items()) for due in before)

    def _paid_out(self) -> str:
        """Who was paid how much."""
        paid = [player for player in self.table.players if player.won]
        return f"{joined([f'{money_text(player.won)} to {player_label(player)}' for player in paid])} on record"

    def _paid_too_much(self) -> bool:
        """Does a record of play pay more than there was? A room cannot, so an amount in it is wrong."""
        return self.done.paid > self.done.expected_gross and not self.table.hand.setup.notes_table

    def _agreed_split(self) -> bool:
        """Did players divide the pot by agreement? That is one finding of its own, to which the payments belong."""
        return any(isinstance(event, Incident) and event.kind == "agreed-split" for event in self.table.hand.events)

    def _overrun(self) -> bool:
        """Is no more amiss than what somebody wagered after a betting round was over? That is one finding by itself."""
        wagered = self.table.overrun
        if not wagered or not self.due:
            return False
        off = sum(self.payments[player.seat] - self.due.get(player.seat, 0) for player in self.overpaid())
        return max(off, abs(self.done.expected_gross - self.done.paid - (self.done.taken or 0))) <= wagered

    def _shared_out(self) -> bool:
        """Was a pot shared out evenly, where that is forbidden, among players whose hands nobody could think equal?"""
        done, showdown = self.done, self.done.showdown
        paid = [player for player in self.table.players if player.won]
        if self.table.game.undivided is None or showdown is None or len(paid) < 2 or len(done.pots) > 1:
            return False
        if any(pot.low for pot in done.pots) or not all(among(player, done.live) for player in paid):
            return False
        least, most = min(player.won for player in paid), max(player.won for player in paid)
        return most - least <= done.unit and not all(showdown.same_within_class(paid[0], one) for one in paid[1:])

    def _divided_by_agreement(self) -> Cause:
        paid = [player for player in self.table.players if player.won]
        observed = f"{joined([player_label(player) for player in paid])} divided the pot without equal hands"
        return self._named("agreed-split", observed)

    def _doubled(self) -> bool:
        """Does the record have a card twice among the hands compared? Then nobody can say which hand was better."""
        showdown = self.done.showdown
        if showdown is None or showdown.board is None:
            return False
        held = [showdown.cards(player) or () for player in self.done.live if showdown.competes(player)]
        cards = [*showdown.board, *(card for hand in held for card in hand)]
        return len(set(cards)) < len(cards)

    def _unbalanced(self) -> Cause:
        done = self.done
        if done.miscounted or done.balanced:
            return ELSEWHERE if done.miscounted else NONE
        missing = done.expected_gross - done.paid - (done.taken or 0)
        if missing < 0 and -missing == sum(one.amount for one in missing_posts(self.table)):
            return ELSEWHERE
        return self._unaccounted_for(f"{money_text(done.expected_gross)} was wagered")

    def _unaccounted_for(self, expected: str) -> Cause:
        """The cause if payments and commission do not come to what was wagered."""
        done = self.done
        paid = money_text(done.paid)
        taken = f" and commission of {money_text(done.taken)}" if done.taken is not None else ""
        missing = done.expected_gross - done.paid - (done.taken or 0)
        observed = f"payments of {paid}{taken} leave {money_text(missing)} unaccounted for"
        if missing < 0:
            observed = f"payments of {paid}{taken} are {money_text(-missing)} more than there was"
        event, due = self.table.wins[-1], {}
        if done.decided:
            groups = done.groups
            due = done.nearest(done.charging([done.taken or 0, *[0] * (len(groups) - 1)] if groups else []))
        return Cause(RECORD_PAYMENTS, observed, expected, event, Severity.IRREGULARITY, Money(abs(missing)), due=due)

    # ---- pots the player had no part in ----

    def _uncalled_won(self) -> Cause | None:
        """Uncalled money paid to another player than its owner, where the rulebook says what a pot consists of."""
        done, owner = self.done, self.done.uncalled_to
        if owner is None or not done.included or not has_clause_for(self.table, POT_CONTENTS):
            return None
        lacking = [self.due.get(player.seat, 0) - player.won for player in self.underpaid()]
        if not among(owner, self.underpaid()) or lacking != [done.uncalled]:
            return None
        to = joined([player_label(player) for player in self.overpaid()])
        return self._named(POT_CONTENTS, f"uncalled money of {money_text(done.uncalled)} passed to {to}")

    def _beyond_eligible(self) -> Cause | None:
        """More paid to a player than all the pots that this player could win."""
        done = self.done
        if len(done.pots) == 1 and not done.uncalled:
            return None
        for player in self.overpaid():
            theirs = [pot for pot in done.pots if among(player, pot.eligible)]
            both = list(zip(done.pots, done.awards, strict=True))
            most = done.dues([Award((player,)) if among(pot, theirs) else award for pot, award in both])
            beyond = self.payments[player.seat] - max(due.get(player.seat, 0) for due in most)
            if beyond > 0:
                return self._misformed(player) or self._ineligible(player, theirs, beyond)
        return None

    def _side_pot_lost(self) -> Cause | None:
        """A side pot given to a losing hand, while the main pot went where it should."""
        for player in self.overpaid():
            lost = [pot for pot, _ in self._lost(player)]
            if lost and lost[0] is not self.done.pots[0]:
                amount = money_text(sum(pot.amount for pot in lost))
                observed = f"side pot of {amount} passed to {player_label(player)}{self._hand(player)}"
                return self._named("remaining-pots", observed)
        return None

    def _shifted(self) -> Cause | None:
        """Only winners of different pots were paid, but part of one pot went with another."""
        done, unpaid = self.done, self.underpaid()
        if len(done.pots) < 2 or not self.only_winners_paid() or not all(player.won for player in unpaid):
            return None
        player = self.overpaid()[0]
        if self._whole_pot(player) or any(_shared(award, player, unpaid) for award in done.awards):
            return None
        extra = money_text(self.payments[player.seat] - self.due[player.seat])
        pots = joined([money_text(pot.amount) for pot in done.pots])
        return self._named("side-pot", f"{extra} too much passed to {player_label(player)} of pots of {pots}")

    def _whole_pot(self, player: Player) -> bool:
        """Is it a whole pot that this player was paid although the player had lost it?"""
        lost = [pot for pot, _ in self._lost(player)]
        both = list(zip(self.done.pots, self.done.awards, strict=True))
        return any(
            self.done.pays([Award((player,)) if among(pot, those) else award for pot, award in both])
            for those in (lost, *[[pot] for pot in lost])
        )

    def _misformed(self, player: Player) -> Cause | None:
        """Did the log's own pots, which are not the pots there were, lead to the payment?"""
        for line, pot in zip(self.done.pot_lines(), self.done.pots, strict=False):
            if line.amount > pot.amount and among(player, pot.eligible):
                name = f"{pot_name(line.pot or 0)} of {money_text(line.amount)}"
                observed = f"{name} held what was wagered beyond {money_text(pot.level)}"
                return self._named("side-pot", observed)
        return None

    def _ineligible(self, player: Player, theirs: Sequence[PotDue], beyond: int) -> Cause:
        """So much paid beyond the pots that a player could win: all of the others but the commission, or a part.

        A player who has chips left was in for all of it, and the record lacks what the player put in.
        """
        if player.stake and not self._said_last(player):
            return unexplained(f"what seat {player.seat} put in")
        others = [pot for pot in self.done.pots if not among(pot, theirs)]
        amount = sum(pot.amount for pot in others) or self.done.uncalled
        what = f"{'side pot' if others else 'uncalled money'} of {money_text(amount)}"
        if beyond < amount - self.done.commission_out:
            what = f"{money_text(beyond)} of the {what}"
        observed = f"{what} passed to {player_label(player)}, who tapped out for {money_text(player.put_in_hand)}"
        antes = sum([post.amount for post in self.table.posts if post.player == player.name and post.kind == "ante"])
        ante_only = antes == player.put_in_hand and has_clause_for(self.table, ANTE_ONLY)
        return self._named(ANTE_ONLY if ante_only else "eligible-pots", observed)

    def _said_last(self, player: Player) -> bool:
        """Does the log call a wager of the player the last chips?"""
        wagers = self.table.timeline.each_of(player.name, 0, Post, Wager)
        return any(one.all_in for one in wagers)

    # ---- hands ranked wrongly ----

    def _wrong_hand(self) -> Cause | None:
        if self.done.showdown is None:
            return None
        for player in self.overpaid():
            better = next((winner for _, winner in self._lost(player)), None) or self._high_denied(player)
            if better is not None:
                return self._outranked(player, better)
        return None

    def _against_the_deal(self) -> Cause:
        """The log records no hand as shown, but knows the cards dealt: somebody may have thrown a better hand away."""
        better = joined([player_label(player) for player in self.underpaid()])
        observed = f"{self._passed()} though {better} had been dealt as good or better cards; no showdown is recorded"
        return self._named("pot-award", observed, Severity.ADVISORY)

    def _wrong_half(self) -> Cause | None:
        """A pot halved that should not have been, a half that went to the wrong hand, or halves that are not equal."""
        found = explain_halves(self.done, self.payments) if self.table.game.hi_lo is not None else None
        if found is None:
            return None
        if found.check == OUTRANKED:
            return self._outranked(found.paid[0], found.better)
        expected = found.expected or self._expected_low(found.better)
        return self._named(found.check, found.observed, expected=expected)

    def _expected_low(self, better: Player) -> str:
        return f"{player_label(better)} has the best low hand ({self.done.low_words(better)})"

    # ---- where the record leaves the winner open ----

    def _without_winners(self) -> Cause:
        """Some payments are wrong whoever had the best hand."""
        done = self.done
        if (done.lacks or "").startswith("the stake"):
            return NONE
        for player in self.table.players:
            theirs = [pot for pot in done.pots if among(player, pot.eligible)]
            most = sum(pot.amount for pot in theirs) + (done.uncalled if player is done.uncalled_to else 0)
            others = len(theirs) < len(done.pots) or most < done.expected_gross  # or there was no more for anybody
            if player.won > most and theirs and others and not done.miscounted:
                return self._ineligible(player, theirs, player.won - most)
            if player.won > most and not theirs:
                return self._wrong_person() or NONE
        return self._unbalanced()


def _shared(award: Award, one: Player, others: Sequence[Player]) -> bool:
    """Does this player win a part of the pot together with one of the others?"""
    return among(one, award.players) and any(among(other, award.players) for other in others)
