"""Payments that are right for somebody who misread the hands: further cards, the ace, or which cards make a hand."""

from __future__ import annotations

from collections.abc import Sequence

from auditor.checks.explanations.cause import Cause, WrongPayment
from auditor.checks.explanations.halves import NO_LOW, WITHOUT_LOW
from auditor.checks.support.check_names import JOKER_VALUE, LOW_STRAIGHTS, has_clause_for
from auditor.checks.support.players import player_label
from auditor.replay.settlement.shares import Award
from auditor.replay.settlement.showdown import Footing
from auditor.replay.state import Player
from auditor.rules.schema.showdown_figures import LowHand
from auditor.vocabulary.events import Agreement, Event
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.log_words import ACE_LOW
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import number, plural


class Misreading(WrongPayment):
    """A wrong payment, and whether hands valued on another footing explain it."""

    def misread(self) -> Cause | None:
        """Payments that would be right on another footing: another tie-break, the ace low or not, any five cards."""
        showdown = self.done.showdown
        if showdown is None or showdown.unseen:
            return None
        own = showdown.footing
        other_break = "literal" if own.tie_break == "all-cards" else "all-cards"
        if self._fits(replace(own, tie_break=other_break)):
            return self._tie_break(other_break)
        if showdown.ace_matters(self._paid_or_due()) and self._fits(showdown.other_ace()):
            return self._ace()
        for joker in self.table.game.joker if own.joker is not None else ():
            if joker.mistaken_for is not None and self._fits(replace(own, joker=joker.mistaken_for)):
                return self._joker(joker.mistaken_for)
        has_clause = showdown.lowest is not None or has_clause_for(self.table, LOW_STRAIGHTS)
        for lows in showdown.other_lows() if has_clause else ():
            other = replace(own, lows=lows)
            halves = showdown.lows is not None
            if halves and not any(showdown.best_low(pot.eligible, other) for pot in self.done.pots):
                continue  # without a low hand nothing tells this error from a low hand passed over
            if self._fits(own if halves else other, other):
                return self._low_order(lows)
        mistaken = showdown.other_composition()
        if mistaken is None or self._never_showing(mistaken) or not self._singles_out(mistaken):
            return None
        if self._fits(mistaken):
            return self._composition(mistaken)
        if showdown.lows is not None and self._fits(own, mistaken):
            return self._low_composition()
        return self._composition(mistaken) if showdown.lows is not None and self._fits(mistaken, mistaken) else None

    def _low_order(self, lows: LowHand) -> Cause:
        """Low hands valued by another order: straights and flushes, or the ace, taken for what they are not."""
        showdown = self.done.showdown
        assert showdown is not None
        halves = self.table.game.hi_lo
        own = halves.low if halves is not None else showdown.lowest
        assert own is not None
        passed = self._passed() if halves is None else f"low half passed to {player_label(self.overpaid()[0])}"
        errors = []
        if lows.ace_low != own.ace_low:
            errors.append(f"the ace were {'low' if lows.ace_low else 'high'}")
        if lows.straights != own.straights:
            errors.append(f"straights and flushes {'counted' if lows.straights else 'did not count'}")
        check = "low-hand"
        if lows.straights != own.straights and has_clause_for(self.table, LOW_STRAIGHTS):
            check = LOW_STRAIGHTS
        elif lows.ace_low != own.ace_low and halves is not None:
            check = "ace-low-agreement"
        expected = None
        if halves is not None:
            better = next((one for award in self.done.awards for one in award.low if one in self.underpaid()), None)
            words = self.done.low_words(better) if better is not None else ""
            expected = f"{player_label(better)} has the best low hand ({words})" if better is not None else None
        return self._named(check, f"{passed} as if {' and '.join(errors)}", expected=expected)

    def _low_composition(self) -> Cause:
        player = self.overpaid()[0]
        hole = self.table.game.composition.hole
        cards = "all the own cards" if hole is None else f"other than {number(hole)} of the own cards"
        observed = f"low half passed to {player_label(player)} for a low hand of {cards}"
        if not any(award.low for award in self.done.awards):
            return self._named(NO_LOW, observed, expected=WITHOUT_LOW)
        return self._named("low-hand", observed)

    def _never_showing(self, mistaken: Footing) -> bool:
        """Was a hand passed over whose class takes more cards than the ones mistaken for the hand?

        Those cards never stand a chance, whatever they are, so a misjudged order of hands explains more.
        """
        showdown = self.done.showdown
        assert showdown is not None
        if not mistaken.mistaken or self.table.game.composition.mistaken_for != "cards showing":
            return False
        return any(showdown.takes_five(player) for player in self.underpaid())

    def _singles_out(self, mistaken: Footing) -> bool:
        """Does the mistake say more about what was paid than that the pot went to a losing hand?

        Of two hands that nobody misread, the worse is as likely as not the better one to somebody who takes other cards
        for a hand. So where any cards make one, the hand passed over has to be the board itself, and where so many of
        the own cards do, the hand paid for has to be another than it was. A room's software takes no cards for others.
        """
        showdown, composition = self.done.showdown, self.table.game.composition
        assert showdown is not None
        if composition.hole is not None:
            paid = self.overpaid()
            return showdown.lows is not None or any(
                showdown.strength(one, mistaken) != showdown.strength(one) for one in paid
            )
        if mistaken.mistaken or not self.table.hand.setup.notes_table:
            return self.table.hand.setup.notes_table
        board = showdown.board_strength()
        return showdown.lows is not None or (
            board is not None and all(showdown.strength(one) == board for one in self.underpaid())
        )

    def _fits(self, footing: Footing, for_low: Footing | None = None) -> bool:
        """Are the payments right if the hands, and perhaps the low ones, are valued on another footing?"""
        showdown, done = self.done.showdown, self.done
        assert showdown is not None
        awards = []
        for pot in done.pots:
            several = len(pot.eligible) > 1
            high = showdown.best(pot.eligible, footing) if several else pot.eligible
            low = showdown.best_low(pot.eligible, for_low) if several else ()
            if not high or low is None:
                return False
            awards.append(Award(high, low))
        return done.pays(awards)

    def _paid_or_due(self) -> list[Player]:
        return [self.by_seat[seat] for seat in {*self.payments, *self.due}]

    def _tie_break(self, other: str) -> Cause:
        if other == "literal":
            observed = f"{self._passed()} as if further cards did not count"
        else:
            observed = f"{self._passed()} as if all cards counted"
        return self.tie_broken(self.underpaid()[0], observed)

    def tie_broken(self, better: Player, observed: str) -> Cause:
        """The cause where further cards of hands of one class decide, by the clause on them or the one of the class."""
        showdown, kickers = self.done.showdown, self.table.game.kickers
        assert showdown is not None
        of = showdown.class_of(better)
        if kickers.others == "this" or of in kickers.classes:
            return self._named("tie-break", observed)
        found = self._named("hand-rank", observed)
        found.hand = of
        return found

    def _ace(self) -> Cause:
        showdown = self.done.showdown
        assert showdown is not None
        figure = self.table.deck.low_ace
        if figure.when == "always":
            return self._named("ace-low-agreement", f"{self._passed()} with the ace held high only")
        if showdown.low is True:
            return self._named("ace-low-agreement", f"{self._passed()} with the ace held high only, though agreed low")
        silent = showdown.low is None and not _ace_noted(self.table.hand.events)
        observed = f"{self._passed()} with the ace counted low, without an agreement made before the hand"
        if silent and figure.presumed:
            observed = f"{self._passed()} with the ace counted low, of which no agreement is recorded"
            return self._named("ace-low-agreement", observed, Severity.ADVISORY)
        return self._named("ace-low-agreement", observed)

    def _joker(self, mistaken: str) -> Cause:
        taken = {"wild": "any card", "double-ace": "a second ace of a flush", "ace": "an ace whatever else was held"}
        found = self._named(JOKER_VALUE, f"{self._passed()} as if the joker stood for {taken[mistaken]}")
        found.hand = mistaken
        return found

    def _composition(self, free: Footing) -> Cause:
        showdown = self.done.showdown
        assert showdown is not None
        player = self.overpaid()[0]
        mistaken = self.table.game.composition.mistaken_for
        if free.mistaken:
            return self._named("hand-composition", f"{self._passed()} as if only the {mistaken} counted")
        if free.hole is not None:
            return self._named("hand-composition", f"{self._passed()} as if {mistaken} had to be used")
        hand = showdown.class_of(player, free)
        own = showdown.cards(player) or ()
        used = sum(card in own for card in showdown.five(player, free))
        cards = f"{number(used) if used else 'no'} hole {plural(used, 'card')}"
        observed = f"{player_label(player)} was paid for a {hand} using {cards}"
        return self._named("hand-composition", observed)


def _ace_noted(events: Sequence[Event]) -> bool:
    """Does the record of the hand speak of the low ace at all, even if too late?"""
    return any(isinstance(event, Agreement) and event.what == ACE_LOW for event in events)
