"""Checks of how a pot is divided: between equal hands, between the best high and the best low hand, to the last chip.

As in `auditor.checks.showdown.pot_award`, each check reports the causes of a wrong payment that bear its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from auditor.auditing.engine.outcomes import Outcome, advisory, not_recorded
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import PAID_RIGHT, SHOWDOWN, UNSHARED
from auditor.checks.showdown.pot_award import RIGHT_UNCOMPARED, explained, or_broken
from auditor.checks.support.check_names import EQUAL_HANDS, LOW_STRAIGHTS, ODD_TO_LOWER_SEAT, ONE_ODD_CHIP
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.showdown_figures import Division, LowHand, Wins
from auditor.vocabulary.cards import RANKS
from auditor.vocabulary.findings import RECORD
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined

WHOLE = 100  # hundredths
RIGHT_UNSHARED = on(Settled, PAID_RIGHT | UNSHARED)

# ---- shares ----


def _tied(state: HandState, event: Settled, figure: Figure) -> bool:
    return any(max(len(pot.winners or ()), len(pot.low)) > 1 for pot in event.settlement.pots)


def _shares(event: Settled, figure: Figure, name: str) -> Iterable[Outcome]:
    """The outcome of a check of shares, which nobody can judge where the record lacks what they are measured by."""
    done = event.settlement
    return (
        [not_recorded(figure, done.vague)] if done.right and done.vague is not None else explained(event, figure, name)
    )


_split = or_broken("pot-split", _tied)


@check("pot-split", watches=on(Settled, SHOWDOWN), figure=Division, when=_split, moot_at=RIGHT_UNSHARED, record="full")
def pot_split(state: HandState, event: Settled, figure: Division) -> Iterable[Outcome]:
    """Equal hands do not share the pot equally, in whole units, after the commission.

    Pots of the same winners may be divided one by one or together, unless each is to be divided by itself. Where the
    rulebook divides down to the lowest chip in play, shares are judged if the table declares that chip. If a record of
    play does not declare it, the check points out shares in parts of a chip where all stakes and wagers were of whole
    ones.
    """
    return _shares(event, figure, "pot-split")


@check("pot-split", watches=on(Settled, SHOWDOWN), figure=Division, when=_split, moot_at=RIGHT_UNSHARED, record="play")
def pot_split_in_record_of_play(state: HandState, event: Settled, figure: Division) -> Iterable[Outcome]:
    """The same in a record of play, which may show shares in parts of a chip that nobody declared."""
    parts = sorted([paid for paid in event.settlement.payments.values() if paid % WHOLE])
    if parts and event.settlement.right and _whole_chips(state, event.settlement):
        each = joined([money_text(paid) for paid in parts])
        expected = "nothing else in the hand is less than a whole chip, and the table declares none that is"
        return [advisory(figure, state.wins[0], f"equal hands paid {each}, in parts of a chip", expected, by=RECORD)]
    return pot_split(state, event, figure)


def _whole_chips(state: HandState, done: Settlement) -> bool:
    """Is the lowest chip not declared, and were all stakes and wagers, with no commission, of whole chips?"""
    if state.hand.setup.chip is not None or state.game.division.unit != "chip" or done.commission_out:
        return False
    return not any(amount % WHOLE for player in state.players for amount in (player.start or 0, player.put_in_hand))


@check(
    EQUAL_HANDS,
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken(EQUAL_HANDS, _tied),
    moot_at=RIGHT_UNSHARED,
)
def equal_hands(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """One of several equal hands is passed over, as if suits or the order of the players decided between them."""
    return explained(event, figure, EQUAL_HANDS)


def _several_odd(state: HandState, event: Settled, figure: Figure) -> bool:
    """Is more than one chip left over when a pot is divided?"""
    done = event.settlement
    if not _tied(state, event, figure) or done.vague is not None:
        return False
    net = sum(pot.amount for pot in done.pots) - done.commission_out
    return any(len(pot.winners or ()) > 2 and net // done.unit % len(pot.winners or ()) > 1 for pot in done.pots)


@check(
    ONE_ODD_CHIP,
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken(ONE_ODD_CHIP, _several_odd),
    moot_at=RIGHT_UNSHARED,
)
def one_odd_chip(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """One player gets more than one of the chips that could not be divided."""
    return explained(event, figure, ONE_ODD_CHIP)


@check(
    "odd-chip",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken("odd-chip", _tied),
    moot_at=RIGHT_UNSHARED,
    practices=(ODD_TO_LOWER_SEAT,),
)
def odd_chip(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """Chips that could not be divided go to the wrong one of the tied players.

    By the rulebook, either all of them go to the tied player closest to the buck, the one at the buck or first after it
    clockwise, or one chip each goes to the players from the left of the buck on, or in the order of their highest cards
    and, for low, of their lowest. A room's software may give the odd unit of two equal hands to the lower seat (the
    practice `odd-unit-to-lower-seat`).
    """
    return _shares(event, figure, "odd-chip")


# ---- halves ----


def _low_compared(state: HandState, event: Settled, figure: LowHand) -> bool:
    return event.settlement.contested and not (isinstance(figure, Wins) and figure.order == "high")


@check(
    "low-hand",
    watches=on(Settled, SHOWDOWN),
    figure=LowHand,
    when=or_broken("low-hand", _low_compared),
    moot_at=RIGHT_UNCOMPARED,
)
def low_hand(state: HandState, event: Settled, figure: LowHand) -> Iterable[Outcome]:
    """The best low hand does not get the pot, where the lowest hand wins it, or its half of the pot.

    A low hand is made of five ranks, the highest of them no higher than the qualifier if there is one; the ranks may
    have to be different. Where pots are halved, the low hand is made of cards chosen as the high hand's are, but apart
    from them.
    """
    return explained(event, figure, "low-hand")


def _straight_or_flush(state: HandState, event: Settled, figure: Figure) -> bool:
    """Is one of the low hands a straight or a flush, for those who count such?"""
    done = event.settlement
    if not done.contested or done.showdown is None:
        return False
    five = [done.showdown.low_five(player) for player in done.live]
    return any(len({card & 3 for card in cards}) == 1 or _in_sequence(cards) for cards in five if cards)


def _in_sequence(cards: Sequence[int]) -> bool:
    values = sorted((card >> 2) + 1 for card in cards)
    low = sorted(value % len(RANKS) for value in values)
    return any(each[-1] - each[0] == len(each) - 1 for each in (values, low))


@check(
    LOW_STRAIGHTS,
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken(LOW_STRAIGHTS, _straight_or_flush),
    moot_at=RIGHT_UNCOMPARED,
)
def low_straights(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The low half is paid as if a straight or a flush spoilt a low hand."""
    return explained(event, figure, LOW_STRAIGHTS)


def _scooped(state: HandState, event: Settled, figure: Figure) -> bool:
    done = event.settlement
    return done.contested and any(one is other for award in done.awards for one in award.low for other in award.high)


@check(
    "both-ways",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken("both-ways", _scooped),
    moot_at=RIGHT_UNCOMPARED,
)
def both_ways(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A player with the best high hand and the best low hand is paid for only one of them."""
    return explained(event, figure, "both-ways")


def _without_low(state: HandState, event: Settled, figure: Figure) -> bool:
    return event.settlement.contested and any(not pot.low for pot in event.settlement.pots)


@check(
    "hi-lo-split",
    watches=on(Settled, SHOWDOWN),
    figure=Figure,
    when=or_broken("hi-lo-split", _without_low),
    moot_at=RIGHT_UNCOMPARED,
)
def hi_lo_split(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """A pot is halved although nobody has a low hand."""
    return explained(event, figure, "hi-lo-split")


def _halved(state: HandState, event: Settled, figure: Figure) -> bool:
    return any(award.low and len(award.players) > 1 for award in event.settlement.awards)


@check("odd-half", watches=on(Settled, SHOWDOWN), figure=Figure, when=or_broken("odd-half", _halved))
def odd_half(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The halves of a pot are not equal in whole chips, or the low half gets the odd chip."""
    return _shares(event, figure, "odd-half")
