"""Why money went to somebody who could not win it: a hand given up, thrown away, not shown, or void."""

from __future__ import annotations

from auditor.checks.explanations.cause import Cause, unexplained
from auditor.checks.explanations.shares import Sharing
from auditor.checks.support.check_names import (
    BOARD_DECLARED,
    KILLED_HAND,
    MISCALL,
    RECORD_PAYMENTS,
    has_clause_for,
)
from auditor.checks.support.players import among, player_label
from auditor.replay.cards.draw import kept_too_long
from auditor.replay.settlement.commission import PotDue
from auditor.replay.settlement.compute import revived
from auditor.replay.settlement.miscalls import miscalled
from auditor.replay.settlement.showdown import Showdown, laid_open, own_cards_in_the_end
from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import Announced, Requested, Ruling, Tapped
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.wording import number, plural


class Unentitled(Sharing):
    """A wrong payment, and whether somebody was paid who could not win."""

    def _wrong_person(self) -> Cause | None:
        done = self.done
        for player in self.overpaid():
            paid = f"{self._pot_of(player)} passed to {player_label(player)}"
            if among(player, done.invalid) or player.void:
                return self._named(*self._void(player, paid))
            if player.folded is not None or not player.active:
                sole = done.state == "sole" and self.table.over and has_clause_for(self.table, "sole-player-wins")
                check = "sole-player-wins" if sole else "pot-award"
                check = "hand-size" if done.state == "folded" else check
                observed = f"{paid}, who {'had folded' if player.folded is not None else 'was not in'}"
                if not self.table.hand.setup.notes_table:  # a room's software pays nobody who has no hand
                    return self._named(RECORD_PAYMENTS, observed, Severity.IRREGULARITY)
                return self._named(check, observed)
            if among(player, done.mucked):
                if miscalled(self.table, player):
                    return self._named(MISCALL, paid)
                if self._perhaps_live(player):
                    return unexplained("who had been announced as the winner")
                return self._thrown_away(player, paid)
            contests = player.seat not in self.due or all(among(player, pot.eligible) for pot in done.pots)
            if done.showdown is not None and not done.showdown.competes(player) and contests:
                return self._unshown(player)
        return None

    def _unshown(self, player: Player) -> Cause:
        """The cause if a player was paid without showing a hand while others showed theirs.

        After a called wager that is a fault in itself. Otherwise nobody had to show first, and only a hand that the
        record knows to be worse was paid wrongly.
        """
        done, showdown = self.done, self.done.showdown
        assert showdown is not None
        paid = f"{self._pot_of(player)} passed to {player_label(player)}"
        unnoted = player.shown is None and not self.table.hand.setup.notes_table
        if showdown.all_open and not unnoted:
            laid = laid_open(self.table, player)
            of = f"{number(laid) if laid else 'none'} of {number(showdown.own)} {self._own_cards()}"
            exposure = self.table.game.exposure
            grave = exposure is None or exposure.part == "breach" or player.shown is None
            severity = Severity.BREACH if grave else Severity.IRREGULARITY
            return self._named("exposed-hand", f"{paid}, who exposed {of}", severity)
        if done.called_player is not None and not unnoted:
            return self._named("exposure-duty", f"{paid}, who did not show the cards")
        mine = showdown.strength(player)
        if mine is None or (unnoted and (self.table.game.hi_lo is not None or self.table.runs)):
            return unexplained(f"the cards of seat {player.seat}")
        for pot, better in self._lost(player):
            if mine < (showdown.strength(better) or 0) or not among(player, pot.eligible):
                return self._outranked(player, better)
        return unexplained(f"that seat {player.seat} showed the cards")

    def _own_cards(self) -> str:
        """What the players' own cards are called: some of them may lie face up."""
        return "cards" if any(player.up for player in self.table.players) else "hole cards"

    def _thrown_away(self, player: Player, paid: str) -> Cause:
        """The cause if a pot was paid to a hand thrown away, perhaps shown when somebody asked for it.

        In a record of play, which cannot tell what became of thrown-away cards, the pot went to the wrong player if
        those cards lose in any case. If nobody knows that, the record is at fault.
        """
        if self.table.game.asked_for is not None and asked_for(self.table, player):
            return self._named("mucked-hand", f"{paid}, whose discarded hand another player had asked to see")
        if self._board_best():
            observed = f"{paid}, who threw the cards away without declaring the board"
            return self._named(BOARD_DECLARED, observed, Severity.IRREGULARITY)
        observed = f"{paid}, whose cards were among the discards"
        if not self.table.hand.setup.notes_table and not has_clause_for(self.table, "dead-cards"):
            if self._loses_anyway(player):
                return self._named("pot-award", observed)
            return self._named(RECORD_PAYMENTS, observed, Severity.IRREGULARITY)
        if self._perhaps_retrieved():
            return unexplained("what was ruled about the cards thrown away")
        dead = self.table.game.exposure is None or has_clause_for(self.table, "dead-cards")
        return self._named("dead-cards" if dead else "exposed-hand", observed)

    def _perhaps_retrieved(self) -> bool:
        """Does the record have a ruling, under a rulebook by which one may retrieve cards thrown away?"""
        rules = [rule for clause in self.table.rules.clauses for rule in clause.rules if rule.check == "dead-cards"]
        ruled = any(isinstance(event, Ruling) for event in self.table.hand.events)
        return ruled and any(rule.values.get("retrievable") for rule in rules)

    def _loses_anyway(self, player: Player) -> bool:
        """Would a hand that was thrown away have lost every pot to the hands that were shown?"""
        shown = [one for one in self.done.live if one.shown is not None]
        showdown = Showdown(self.table, [player, *shown])
        mine = showdown.strength(player)
        if mine is None or self.table.game.hi_lo is not None:
            return False
        return any(mine < (showdown.strength(one) or 0) for one in shown)

    def _board_best(self) -> bool:
        """Is the board as good as any hand, in a game in which a player may say so and throw their cards away?"""
        showdown = self.done.showdown
        if self.table.game.on_board is None or self.table.game.composition.hole is not None:
            return False
        board = tuple(self.table.board)
        if showdown is None:
            showdown = Showdown(self.table, self.done.live)
        strengths = [showdown.strength(player) or 0 for player in self.done.live if showdown.competes(player)]
        return showdown.board is not None and showdown.order.strength((), board, None) == max(strengths, default=0)

    def _perhaps_live(self, player: Player) -> bool:
        """Did a player still in, who may have won, ask for the cards, while the record announces no winner?"""
        events = self.table.hand.events
        if self.table.game.asked_for is None or player.shown is None:
            return False
        if any(
            (isinstance(one, Tapped) and one.done) or (isinstance(one, Announced) and one.winners) for one in events
        ):
            return False
        live = {one.name for one in self.done.live}
        return any(isinstance(one, Requested) and one.of == player.name and one.player in live for one in events)

    def _void(self, player: Player, paid: str) -> tuple[str, str]:
        """The check and the words for a pot paid to a void hand, whether for its number of cards or on a ruling."""
        right = own_cards_in_the_end(self.table)
        too_many = len(player.shown) if player.shown is not None and len(player.shown) > right else None
        counts = [player.cards_counted, too_many, player.received or None]
        cards = next((count for count in counts if count is not None), right)
        if not player.wrong_card_count and cards == right:
            return KILLED_HAND if has_clause_for(
                self.table, KILLED_HAND
            ) else "pot-award", f"{paid}, whose hand was void"
        check = "undiscarded-card" if kept_too_long(self.table, player) else "hand-size"
        return check, f"{paid}, who held {number(cards)} {plural(cards, 'card')}"

    def _lost(self, player: Player) -> list[tuple[PotDue, Player]]:
        """The pots that this player lost to somebody who was not paid in full, each with that winner."""
        unpaid = self.underpaid()
        return [
            (pot, winner)
            for pot, award in zip(self.done.pots, self.done.awards, strict=True)
            if among(player, pot.eligible) and not among(player, award.players)
            for winner in (pot.winners or ())[:1]
            if among(winner, unpaid)
        ]

    def _high_denied(self, player: Player) -> Player | None:
        """The unpaid player with the best high hand, where this player wins only a part of the low half."""
        unpaid = [one for one in self.underpaid() if not one.won]
        halved = [award for award in self.done.awards if among(player, award.low) and not among(player, award.high)]
        return next((one for award in halved for one in award.high if among(one, unpaid)), None)

    def _outranked(self, player: Player, better: Player) -> Cause:
        showdown = self.done.showdown
        assert showdown is not None
        observed = self._passed_to(player)
        if self.table.game.asked_for is not None and revived(self.table, better):
            expected = (
                f"the hand of {player_label(better)}, exposed at the winner's request, is live{self._hand(better)}"
            )
            return self._named("mucked-hand", observed, expected=expected)
        if showdown.lowest is not None:
            return self._named("low-hand", observed)
        best = showdown.class_of(better)
        lowest = self.table.deck.order[-1].hand  # a class that is nothing but the ranks of its cards
        if best == showdown.class_of(player) != lowest:
            if showdown.same_within_class(player, better):
                return self.tie_broken(better, observed)
            return self._named("card-rank", observed)
        found = self._named("hand-rank", observed)
        found.hand = best
        return found


def asked_for(state: HandState, player: Player) -> bool:
    """Did somebody ask to see this player's cards?"""
    return any(isinstance(event, Requested) and event.of == player.name for event in state.hand.events)
