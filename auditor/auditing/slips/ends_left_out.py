"""What may have been left out of the end of a hand: a hand shown, a refund, what nobody called, a payment."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from auditor.auditing.slips.gaps import PAYMENTS, Gaps
from auditor.auditing.slips.slip import place_before
from auditor.replay.pots import uncalled
from auditor.replay.settlement.compute import Settlement
from auditor.replay.settlement.showdown import own_cards_in_the_end
from auditor.replay.state import HandState
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.wording import escaped

FEW = 4  # amounts of a commission that are tried: one that is rounded up or down has two


def end_of_hand(gaps: Gaps, state: HandState, at: int) -> None:
    """A hand that was shown before the payments, or what nobody called and went back."""
    place = place_before(gaps.hand, at)
    for player in state.active:
        if player.name not in gaps.ended and not gaps.paid:
            count = own_cards_in_the_end(state) if player.cards else max(player.received, own_cards_in_the_end(state))
            cards = (*player.cards, *(UNKNOWN,) * (count - len(player.cards)))
            gaps.insert(at, e.Show(*place, player.name, cards), f"the hand shown by {escaped(player.name, 40)}")
    for player in state.players if state.invalidated is not None else ():
        rest = player.put_in_hand - player.returned
        if rest > 0 and not player.refunded:
            gaps.insert(at, e.Refund(*place, player.name, rest), f"the refund to {escaped(player.name, 40)}")
    seat, back = uncalled([(one.seat, one.put_in_hand - one.refunded, one.active) for one in state.players])
    if seat is not None and state.invalidated is None:
        name = state.by_seat[seat].name
        gaps.insert(at, e.Returned(*place, name, back), f"what went back to {escaped(name, 40)}")


def annulled(gaps: Gaps, state: HandState, at: int) -> None:
    """That the outcome was annulled, before the wagers go back, on a ground that the rulebook knows.

    Where nobody has wagered, there was none: players take their blinds back.
    """
    if not any(isinstance(one, e.Wager) for one in gaps.hand.events[:at]):
        return
    rules = [rule for clause in state.rules.clauses for rule in clause.rules if rule.check == "invalidation"]
    for rule in rules:
        event = e.Invalidated(*place_before(gaps.hand, at), rule.values["grounds"][0])
        gaps.insert(at, event, "that the outcome was annulled")


def payments(gaps: Gaps, done: Settlement) -> None:
    """What is left of the pots, paid to somebody who is still in.

    Where no commission is on record, the payments leave it over as well: what was left out is without it.
    """
    state, at = done.table, len(gaps.hand.events) - 1
    noted = sum([one.amount - (one.commission or 0) for one in state.pots_taken])
    taken = noted or (state.pot if state.wins else 0)  # without a payment on record, the log has none of this pot
    paid = [one.amount for one in state.wins]
    rest = taken - sum(paid)
    if rest <= 0 or not isinstance(gaps.hand.events[at], PAYMENTS):
        return
    net = [rest - commission for commission in _commissions(done)]
    amounts = dict.fromkeys([one for one in (rest, *net, *paid) if 0 < one <= rest])  # or half of it, as another's
    pots = dict.fromkeys([None, *[one.pot for one in state.wins]])
    for player, pot, amount in product(state.active, pots, amounts):
        win = e.Win(*place_before(gaps.hand, at), player.name, amount, pot)
        gaps.insert(at, win, f"a payment to {escaped(player.name, 40)}")


def _commissions(done: Settlement) -> Iterable[int]:
    """What the house may have taken of the pots, where the record has nothing of it: from the least to the most.

    Of many amounts only the first few are tried, and the last.
    """
    if done.taken is not None or not done.decided:
        return ()
    least, most = sum([group.least for group in done.groups]), sum([group.most for group in done.groups])
    chip = done.table.hand.setup.chip or done.table.common_chip()
    return (*range(least, most, chip)[:FEW], most)
