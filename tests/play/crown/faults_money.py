"""Faults at the end of a hand of Crown Poker: the showdown, who is paid what, and the commission."""

from __future__ import annotations

import random

from play.common.faults import (
    all_to_the_high_hand,
    contested,
    low_half_to_another,
    lower_class,
    odd_chip_to_low,
    odd_chip_to_the_last,
    player_of,
    side_pot_to_a_stranger,
    unequal_shares,
)
from play.common.hand import Cited
from play.common.ranking import CLASSES
from play.common.settling import due, show
from play.common.words import called, cards
from play.crown.hand import Hand
from play.crown.planting import HALVED, OWN, WHOLE, fault

RANK_CLAUSES = {
    "royal flush": "a", "straight flush": "b", "four of a kind": "c", "full house": "d", "flush": "e", "straight": "f",
    "three of a kind": "g", "two pairs": "h", "pair": "i", "odd cards": "j):no-pair",
}  # fmt: skip


def _half(hand: Hand, item: str) -> str:
    return f"8.20.4({'d' if hand.house.game.omaha else 'b'})({item})"


# ---- showdown ----


@fault("showdown")
def caller_shows_first(hand: Hand, rng: random.Random) -> Cited | None:
    """Somebody who called shows before the player who was called."""
    first, *others = hand.order()
    callers = [one for one in others if one.bet]
    if first is not hand.betting.last or not callers:
        return None
    for player in (callers[0], first, *[one for one in others if one is not callers[0]]):
        show(hand, player)
    return "advisory 8.20.4"


@fault("showdown")
def hand_not_laid_open(hand: Hand, rng: random.Random) -> Cited | None:
    """The winner keeps a card face down and is paid."""
    coming = hand.due()
    if len(coming.winners) != 1 or coming.back is not None or len(coming.pots) != 1:
        return None
    for player in hand.order():
        if player.name in coming.winners:
            hand.note(f"{called(player)} shows {cards(player.cards[1:])}")
            player.shown = True
        else:
            show(hand, player)
    return "8.7"


# ---- winners ----


def _ace_decides(hand: Hand) -> bool:
    return any(card[0] == "A" for one in hand.players for card in (*one.cards, *hand.board))


@fault("settle", games=WHOLE, meek=True)
def pot_to_a_lower_class(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to a hand of a lower class."""
    pot = contested(hand)
    losers = lower_class(hand, pot) if pot is not None and not _ace_decides(hand) else []
    if pot is None or not losers:
        return None
    pot.shares = {rng.choice(losers).name: pot.net}
    letter = RANK_CLAUSES[CLASSES[52][hand.high(player_of(hand, pot.winners[0]).cards)[0]]]
    return f"3.2.2({letter}" + ("" if ")" in letter else ")")


@fault("settle", games=HALVED, meek=True, board="268KQ")
def low_half_to_a_worse_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The low half goes to the second best low hand."""
    return _half(hand, "ii") if low_half_to_another(hand, rng, strict=hand.house.game.omaha) else None


@fault("settle", games=HALVED, meek=True, board="268KQ")
def no_half_for_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The high hand takes all of a pot that a low hand halves."""
    return _half(hand, "ii") if all_to_the_high_hand(hand) else None


@fault("settle", games=HALVED, meek=True, board="268KQ")
def odd_chip_to_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The chip that cannot be halved goes to the low hand."""
    return _half(hand, "v") if odd_chip_to_low(hand) else None


@fault("settle", games=OWN, meek=True, board="TJQKA")
def odd_chip_to_the_farther_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A chip that equal hands cannot share goes to the one farthest from the button."""
    return "8.5.1" if odd_chip_to_the_last(hand) else None


@fault("settle", games=("holdem", "pineapple", "crazy-pineapple"), meek=True, board="TJQKA")
def equal_hands_paid_unequally(hand: Hand, rng: random.Random) -> Cited | None:
    """Of two equal hands one is paid several chips more."""
    return "8.5" if unequal_shares(hand, rng) else None


@fault("settle", games=WHOLE)
def side_pot_to_a_player_without_part(hand: Hand, rng: random.Random) -> Cited | None:
    """A player whose chips did not reach the side pot is paid it."""
    return "1.1:all-in" if side_pot_to_a_stranger(hand) else None


# ---- commission ----


def _take(hand: Hand, amount: int) -> None:
    """Another commission, off the largest pot, and the payments that follow from it."""
    coming = due(hand)
    for pot in coming.pots:
        pot.commission = 0
    max(coming.pots, key=lambda pot: pot.amount).commission = amount
    for pot in coming.pots:
        pot.shares = hand.shares(pot)


def _charged(hand: Hand) -> int | None:
    """The most that may be taken, where anything may and the pot bears more."""
    coming, rake = due(hand), hand.house.rake
    if rake is None or not hand.wagered or coming.tied or not coming.pots:
        return None
    _, most = rake.range(coming.total, hand.house.chip)
    return most if max(pot.amount for pot in coming.pots) > 3 * most + 5 * hand.house.chip else None


@fault("settle")
def commission_too_high(hand: Hand, rng: random.Random) -> Cited | None:
    """A chip more than the percentage, below the cap."""
    most, rake = _charged(hand), hand.house.rake
    if most is None or rake is None or hand.returned or (rake.cap is not None and rake.cap <= most):
        return None
    _take(hand, most + hand.house.chip)
    return "7.2.1"


@fault("settle")
def commission_above_the_cap(hand: Hand, rng: random.Random) -> Cited | None:
    """More than the cap, and within the percentage."""
    most, rake = _charged(hand), hand.house.rake
    if most is None or rake is None or rake.cap is None or most < rake.cap:
        return None
    _take(hand, rake.cap + hand.house.chip)
    return "7.7"


@fault("settle")
def commission_too_low(hand: Hand, rng: random.Random) -> Cited | None:
    """A chip less than the percentage."""
    most, rake = _charged(hand), hand.house.rake
    if most is None or rake is None:
        return None
    least, _ = rake.range(due(hand).total, hand.house.chip)
    if least < 2 * hand.house.chip:
        return None
    _take(hand, least - hand.house.chip)
    return "advisory 7.2.1"


@fault("settle")
def commission_on_blinds_only(hand: Hand, rng: random.Random) -> Cited | None:
    """Something is taken where nobody wagered more than blinds."""
    if hand.house.rake is None or hand.wagered or not due(hand).pots or hand.seating.posts:
        return None
    _take(hand, hand.house.chip)
    return "7.6"


@fault("settle", games=OWN, meek=True, board="TJQKA")
def commission_on_a_tie(hand: Hand, rng: random.Random) -> Cited | None:
    """Something is taken where everybody who has chips in the pot has an equal hand."""
    coming, rake = due(hand), hand.house.rake
    if rake is None or not hand.wagered or not coming.tied or len(coming.pots) != 1:
        return None
    _, most = rake.range(coming.total, hand.house.chip)
    if not most:
        return None
    _take(hand, most)
    return "7.8"


@fault("settle")
def commission_on_uncalled_chips(hand: Hand, rng: random.Random) -> Cited | None:
    """The percentage of a pot together with what went back."""
    most, rake = _charged(hand), hand.house.rake
    if most is None or rake is None or not hand.returned or (rake.cap is not None and rake.cap <= most):
        return None
    _, more = rake.range(due(hand).total + hand.returned, hand.house.chip)
    if more <= most or more > due(hand).total // 4:
        return None
    _take(hand, more)
    return "7.5"
