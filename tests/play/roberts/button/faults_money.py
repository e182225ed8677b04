"""Faults at the end of a hand of Robert's button games: the showdown, and who is paid what."""

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
    shown,
    side_pot_to_a_stranger,
    unequal_shares,
)
from play.common.hand import Cited
from play.common.ranking import Order, best
from play.common.settling import due, show
from play.common.words import called, cards, money, source
from play.roberts.button.planting import HALVED, OMAHAS, WHOLE, fault
from play.roberts.hand import Hand

# ---- showdown ----


@fault("showdown")
def winner_does_not_show(hand: Hand, rng: random.Random) -> Cited | None:
    """The winner shows nothing and is paid, others having shown."""
    winners = hand.due().winners
    if len(winners) != 1 or len(hand.due().pots) != 1 or hand.house.tournament:
        return None
    first = hand.order()[0]
    if first.name in winners:
        return None
    for player in hand.order():
        if player.name not in winners:
            show(hand, player)
    return "S6.0/3" if hand.house.game.omaha else "S3.SD.1"


@fault("showdown")
def winner_shows_a_part(hand: Hand, rng: random.Random) -> Cited | None:
    """The winner keeps a card face down and is paid."""
    settlement = hand.due()
    if len(settlement.winners) != 1 or len(settlement.pots) != 1 or hand.house.tournament:
        return None
    for player in hand.order():
        if player.name in settlement.winners:
            hand.note(f"{called(player)} shows {cards(player.cards[1:])}")
            player.shown = True
        else:
            show(hand, player)
    return f"irregularity {'S6.0/3' if hand.house.game.omaha else 'S3.SD.1'}"


@fault("showdown")
def caller_shows_first(hand: Hand, rng: random.Random) -> Cited | None:
    """Somebody who called shows before the player who was called."""
    first, *others = hand.order()
    if hand.betting.last is not first or len(hand.able) < len(hand.live):
        return None
    for player in (others[0], first, *others[1:]):
        show(hand, player)
    return "advisory S3.SD.8"


@fault("showdown", tournament=True)
def hand_kept_closed(hand: Hand, rng: random.Random) -> Cited | None:
    """A hand that lost is thrown away unseen where somebody is all in."""
    players, winners = hand.order(), hand.due().winners
    losers = [one for one in players[1:] if one.name not in winners]
    if all(one.stack for one in players) or not losers:
        return None
    loser = rng.choice(losers)
    for player in players:
        if player is loser:
            hand.note(f"{called(player)} mucks")
        else:
            show(hand, player)
    return "irregularity S15.34"


# ---- winners ----


@fault("settle", games=WHOLE, meek=True)
def pot_to_a_lower_class(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to a hand of a lower class."""
    pot = contested(hand)
    losers = lower_class(hand, pot) if pot is not None else []
    if pot is None or not losers:
        return None
    pot.shares = {rng.choice(losers).name: pot.net}
    return "S3.SD.2"


@fault("settle", games=("omaha",), meek=True)
def pot_for_one_own_card(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to a hand that would be the best with any five cards."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1:
        return None
    winner = player_of(hand, pot.winners[0])
    board, free = tuple(hand.board), Order()
    others = [one for one in shown(hand, pot) if one is not winner]
    if not others:
        return None
    other = max(others, key=lambda one: best(tuple(one.cards), board, free))
    value = best(tuple(other.cards), board, free)
    rivals = [best(tuple(one.cards), board, free) for one in shown(hand, pot) if one is not other]
    if value <= max(rivals) or len(shown(hand, pot)) < len(pot.eligible):
        return None
    pot.shares = {other.name: pot.net}
    return "S6.0/2"


@fault("settle")
def pot_to_a_player_who_folded(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to somebody who is not in."""
    folded = [one for one in hand.players if not one.live and one.put]
    pot = contested(hand)
    if pot is None or not folded or pot.low or len(pot.winners) > 1:
        return None
    pot.shares = {rng.choice(folded).name: pot.net}
    return "S2.DM.6"


@fault("settle", games=HALVED, meek=True, board="268KQ")
def low_half_to_a_worse_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The low half goes to the second best low hand."""
    return "S7.2" if low_half_to_another(hand, rng) else None


@fault("settle", games=HALVED, meek=True, board="268KQ")
def no_half_for_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The high hand takes all of a pot that a low hand halves."""
    return "S7.2" if all_to_the_high_hand(hand) else None


@fault("settle", games=HALVED, meek=True, board="49TKQ")
def half_for_no_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """Half of a pot without a low hand goes to somebody who has none."""
    pot = contested(hand)
    if pot is None or pot.low or len(pot.winners) != 1:
        return None
    others = [one for one in shown(hand, pot) if one.name not in pot.winners]
    if not others or pot.net // hand.house.chip % 2:
        return None
    half = pot.net // 2
    pot.shares = {pot.winners[0]: pot.net - half, rng.choice(others).name: half}
    return "S7.2"


# ---- odd chips ----


@fault("settle", games=HALVED, meek=True, board="268KQ")
def odd_chip_to_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The chip that cannot be halved goes to the low hand."""
    return "S3.TI.5(c)" if odd_chip_to_low(hand, least=10) else None


@fault("settle", games=("holdem",), meek=True, board="TJQKA")
def odd_chip_to_the_farther_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A chip that equal hands cannot share goes to the one farthest from the button."""
    return "S3.TI.5(a)" if odd_chip_to_the_last(hand) else None


@fault("settle", games=("holdem",), meek=True, board="TJQKA")
def two_odd_chips_to_one(hand: Hand, rng: random.Random) -> Cited | None:
    """Two chips that three equal hands cannot share go to the first of them."""
    pot = contested(hand)
    if pot is None or len(pot.winners) < 3 or pot.net // hand.house.chip % len(pot.winners) != 2:
        return None
    first, second = pot.winners[:2]
    pot.shares[first] += hand.house.chip
    pot.shares[second] -= hand.house.chip
    return "S3.TI.4"


@fault("settle", games=("holdem",), meek=True, board="TJQKA")
def equal_hands_paid_unequally(hand: Hand, rng: random.Random) -> Cited | None:
    """Of two equal hands one is paid several chips more."""
    return "S3.TI.3" if unequal_shares(hand, rng) else None


# ---- pots ----


@fault("settle", games=WHOLE)
def side_pot_to_a_player_without_part(hand: Hand, rng: random.Random) -> Cited | None:
    """A player whose chips did not reach the side pot is paid it."""
    return "S3.TI.5(d)" if side_pot_to_a_stranger(hand) else None


@fault("settle", games=WHOLE)
def main_pot_paid_first(hand: Hand, rng: random.Random) -> Cited | None:
    """The main pot is paid before the side pot."""
    settlement = due(hand)
    if hand.habits.pots != "each" or len(settlement.pots) != 2 or any(len(pot.winners) > 1 for pot in settlement.pots):
        return None
    names = {player.name: player for player in hand.players}
    for number, pot in enumerate(settlement.pots):
        hand.note(
            f"{source(number)} {money(pot.amount)}" + f" commission {money(pot.commission)}" * bool(pot.commission)
        )
    for number, pot in enumerate(settlement.pots):
        (name,) = pot.shares
        hand.note(f"{called(names[name])} wins {money(pot.net)} from {source(number)}")
        names[name].stack += pot.net
    settlement.pots = []
    return "irregularity S3.SD.7"


@fault("settle", games=OMAHAS + WHOLE)
def chips_that_nobody_was_paid(hand: Hand, rng: random.Random) -> Cited | None:
    """Three chips of the pot go nowhere, what was taken of it being noted."""
    pot = contested(hand)
    if pot is None or pot.net < 20 * hand.house.chip or pot.low or not pot.commission:
        return None
    if hand.habits.pots != "total" or len(pot.winners) > 1:
        return None
    pot.shares = hand.shares(pot)
    pot.shares[pot.winners[0]] -= 3 * hand.house.chip
    return "irregularity record/payments"
