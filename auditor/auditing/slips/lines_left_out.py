"""Lines that may have been left out: what would have to stand there for play to go on as the record has it."""

from __future__ import annotations

from auditor.auditing.slips.acts_left_out import (
    act_of,
    after_blinds,
    awaits_act,
    end_of_round,
    fold_of,
    refunded_more,
    wager_met,
    wagers_of,
)
from auditor.auditing.slips.cards_left_out import (
    around_boxed,
    card_exposed,
    card_taken_back,
    cards_due,
    declined_cut,
    lacks_burn,
    lacks_cards,
    new_beginning,
    short_of_cards,
    void_hand,
)
from auditor.auditing.slips.draws_left_out import around_reshuffle, cards_drawn, discards, draws_begun, standing_pat
from auditor.auditing.slips.ends_left_out import annulled, end_of_hand, payments
from auditor.auditing.slips.gaps import ENDS, PAYMENTS, Gaps
from auditor.auditing.slips.posts_left_out import bring_in_of, last_chips, posts
from auditor.auditing.slips.slip import Slip, place_before
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import replay
from auditor.replay.state import EarlyWager, HandState, Player
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.hand import Hand

SEEN = (e.Communal, e.Deal, e.Discards)  # cards that show where a betting round ends


def left_out(hand: Hand, rules: Rulebook) -> list[Slip]:
    """Each line that may be missing where the record goes on otherwise than play would."""
    gaps = Gaps(hand)
    done = replay(hand, rules, _LookingOn(gaps))
    state = done.table
    payments(gaps, done)
    counted = sum([one.amount for one in state.pots_taken] or [one.amount for one in state.wins])
    missing = counted - state.pot
    return [*wagers_of(gaps, missing), *last_chips(gaps, missing), *gaps.found]


class _LookingOn(Observer):
    """Looks on, and notes what would have to stand before a line for play to go on with it."""

    __slots__ = ("bare", "begun", "deals", "due", "gaps")

    def __init__(self, gaps: Gaps) -> None:
        self.gaps = gaps
        self.deals = any(isinstance(one, e.Deal) for one in gaps.hand.events)
        self.bare = not any(isinstance(one, SEEN) for one in gaps.hand.events)  # without a line of cards but burns
        self.begun: object = None  # the deal of which the cards or the wagers have begun
        self.due: Player | None = None  # whose turn it was before the act

    def before_event(self, state: HandState, event: e.Event) -> None:
        """A card, the showdown or the payments come while somebody is to act, or without what has to come before."""
        at = 0 if state.event is None else state.event_index + 1
        self.due = state.turn
        self._before_cards(state, event, at)
        self._in_draw(state, event, at)
        self._in_deal(state, event, at)
        if isinstance(event, e.Refund) and state.invalidated is None:
            annulled(self.gaps, state, at)
        if isinstance(event, PAYMENTS) or (isinstance(event, e.Show) and not state.shows):
            end_of_hand(self.gaps, state, at)
            self.gaps.paid = self.gaps.paid or isinstance(event, PAYMENTS)

    def _before_cards(self, state: HandState, event: e.Event, at: int) -> None:
        """What ends a betting round, and the cards of the next one."""
        gaps = self.gaps
        if isinstance(event, (*ENDS, e.Returned)) and awaits_act(state):
            assert state.turn is not None
            if sum(map(state.pending, state.players)) == 1:
                act_of(gaps, state, state.turn, at)
            else:
                fold_of(gaps, state.turn.name, at)
        elif isinstance(event, e.Returned) and len(state.active) == 2:  # of a wager, or it would be change
            other = next((player.name for player in state.active if player.name != event.player), event.player)
            fold_of(gaps, other, at)
        for player in refunded_more(state, event, at):
            act_of(gaps, state, player, at)
        if lacks_cards(state, event):
            cards_due(gaps, state, at)
        if (e.Burn in state.kinds or state.draw is not None) and lacks_burn(state, event):
            gaps.insert(at, e.Burn(*place_before(gaps.hand, at), ()), "a burn")

    def _in_draw(self, state: HandState, event: e.Event, at: int) -> None:
        """What players give up, keep and get in a draw."""
        gaps = self.gaps
        if isinstance(event, e.Deal | e.Burn) and draws_begun(state):
            discards(gaps, at)
        if isinstance(event, (e.Discards, e.Act, *ENDS)) and draws_begun(state):
            standing_pat(gaps, state, at)
        if state.draw is not None and isinstance(event, (e.Discards, e.Burn, *ENDS, e.Act)):
            cards_drawn(gaps, state, state.draw, event, at)
        if state.draw is not None and isinstance(event, e.Deal | e.Burn | e.Reshuffled):
            around_reshuffle(gaps, state.draw, event, at)

    def _in_deal(self, state: HandState, event: e.Event, at: int) -> None:
        """What is put in and done before the first betting round."""
        gaps = self.gaps
        begins = isinstance(event, e.Deal | e.Communal) or (isinstance(event, e.Act) and not self.deals)
        if begins and state.attempt is not self.begun:
            self.begun = state.attempt
            posts(gaps, state, at)
        if isinstance(event, e.Deal) and short_of_cards(gaps, state, event):
            unseen = tuple([(name, (UNKNOWN,) * len(cards)) for name, cards in event.holdings])
            gaps.insert(at, e.Deal(*place_before(gaps.hand, at), unseen), "a card to each player")
        if isinstance(event, e.Cut) and event.player is None:
            declined_cut(gaps, state, at)
        if isinstance(event, e.Cut | e.Procedure | e.Post):
            new_beginning(gaps, event, at)
        if isinstance(event, e.Cut) or (isinstance(event, e.Procedure) and event.done):
            card_taken_back(gaps, at)
        if isinstance(state.event, e.Holds):
            void_hand(gaps, event, state.event, at)
        if isinstance(event, e.TakenBack):
            card_exposed(gaps, event, at)
        if isinstance(event, e.Boxed):
            around_boxed(gaps, state, event, at)

    def at_act(self, state: HandState, act: e.Act) -> None:
        """Somebody acts who passes over another, begins in another's place, or may have ended the round before."""
        betround = state.round
        first = betround.openers if betround is not None and betround.acts == 0 else []
        others = [player for player in first if player.name != act.player]
        passed = state.skipped or state.absent or (others if len(others) == len(first) else ())
        if not passed and self.due is not None and self.due.name != act.player:
            passed = [self.due]  # who may have let an option pass, and may as well not
        if not passed and self.due is None and betround is not None and betround.acts == 0 and state.rounds_played < 2:
            passed = after_blinds(state, act)
        if passed:
            self._passed_over(state, passed[0])
            if passed is others and self.due is not None and self.due.name != act.player:
                act_of(self.gaps, state, self.due, state.event_index)  # whose option seems to have ended the round
        elif self.bare:
            self._between_rounds(state, act)

    def _between_rounds(self, state: HandState, act: e.Act) -> None:
        """What may have ended a round, or begun one, where no card shows where it did."""
        if self.due is not None and isinstance(act, e.Bet):  # the word for the first wager of a round
            end_of_round(self.gaps, state, self.due, state.event_index)
        elif self.due is None and isinstance(act, e.Call | e.Raise) and (state.round is None or state.round.closed):
            wager_met(self.gaps, state, act, state.event_index)

    def at_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """Somebody wagers out of turn."""
        self._passed_over(state, state.by_name[early.skipped[0]])

    def _passed_over(self, state: HandState, player: Player) -> None:
        """What the player may have done whom an act passes over."""
        bring_in_of(self.gaps, state, player)
        act_of(self.gaps, state, player, state.event_index)
