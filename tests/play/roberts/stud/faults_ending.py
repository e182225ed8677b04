"""Faults in the cards and at the end of stud by Robert's Rules: burns, a card for all, showdown, who is paid what."""

from __future__ import annotations

import random

from play.common.dealing import board, burn, deal_pass
from play.common.faults import contested, player_of, side_pot_to_a_stranger
from play.common.hand import Cited, Player
from play.common.pots import Pot
from play.common.ranking import FULL, Order, best, showing
from play.common.settling import due, show
from play.common.words import called, cards
from play.roberts.stud.games import HI_LO, RAZZ, STUD
from play.roberts.stud.hand import UP, StudHand
from play.roberts.stud.oracle import lowest
from play.roberts.stud.planting import EVERYWHERE, WHOLE, fault, never_opens

FEW = 5
BEST = {STUD: "S3.SD.2", RAZZ: "S9.0"}


# ---- cards ----


def _street(hand: StudHand) -> int:
    """The number of the betting round that these cards are for."""
    return hand.betting.number + 1 if hand.players[0].cards else 1


def _deals(hand: StudHand, players: list[Player] | None = None) -> None:
    deal_pass(hand, hand.receiving if players is None else players, hand.house.game.deals[_street(hand) - 1])


@fault("street", EVERYWHERE)
def four_cards_to_begin_with(hand: StudHand, rng: random.Random) -> Cited | None:
    """Somebody, who then folds, is dealt two cards together on third street."""
    if _street(hand) > 1:
        return None
    wrong = rng.choice(hand.players)
    never_opens(hand, wrong)
    hand.bound[wrong.name] = "fold"
    deal_pass(hand, hand.players, "d")
    extra = hand.top()
    given = str(hand.lines[-1]() if callable(hand.lines[-1]) else hand.lines[-1])
    hand.lines[-1] = given.replace(f"[{wrong.cards[0]}]", f"[{wrong.cards[0]} {extra}]")
    deal_pass(hand, hand.players, "d")
    deal_pass(hand, hand.players, "u")
    return "irregularity S8.0/1"


@fault("street", EVERYWHERE)
def card_not_burnt(hand: StudHand, rng: random.Random) -> Cited | None:
    """No card is burnt before a later street, in a log that notes them."""
    if _street(hand) < 3 or rng.random() < 0.5 or hand.short or len(hand.able) < 2:
        return None
    _deals(hand)
    return "irregularity S8.13"


@fault("street", EVERYWHERE)
def two_cards_burnt(hand: StudHand, rng: random.Random) -> Cited | None:
    """Two cards are burnt before a later street."""
    if _street(hand) < 2 or rng.random() < 0.5 or hand.short or len(hand.able) < 2:
        return None
    burn(hand)
    burn(hand)
    _deals(hand)
    return "irregularity S8.13"


@fault("street", meek=True)
def common_card_without_need(hand: StudHand, rng: random.Random) -> Cited | None:
    """One card for all on seventh street, though there are enough."""
    if _street(hand) != hand.house.game.rounds or hand.short:
        return None
    burn(hand)
    board(hand, 1)
    return "irregularity S8.15"


@fault("street", meek=True, players=(8,))
def common_card_with_just_enough(hand: StudHand, rng: random.Random) -> Cited | None:
    """The same where there is a card for everybody and none more: one of eight has folded on third street."""
    if _street(hand) == 2:
        rng.choice(hand.live).live = False
        hand.note(f"{called(next(one for one in hand.players if not one.live))} folds")
        return None
    return common_card_without_need(hand, rng)


@fault("street", players=(3, 4, 5))
def seat_left_out(hand: StudHand, rng: random.Random) -> Cited | None:
    """A hand folded without a wager gets no card, and nobody has bet since."""
    if not hand.seated or len(hand.live) < 2 or _street(hand) > hand.house.game.rounds - 1:
        return None
    burn(hand)
    _deals(hand, hand.live)
    return "irregularity S8.9"


# ---- showdown ----


@fault("showdown", EVERYWHERE)
def another_shows_first(hand: StudHand, rng: random.Random) -> Cited | None:
    """Somebody who called, or acted later, shows before the player who shows first."""
    first, *others = hand.order()
    acted = hand.betting.last or hand.betting.first
    later = [one for one in others if one.acted and one.able]
    if acted is not first or not later or any(not one.stack for one in hand.live):
        return None
    for player in (later[0], first, *[one for one in others if one is not later[0]]):
        show(hand, player)
    return "advisory S3.SD.8"


def _sole(hand: StudHand) -> Player | None:
    """The winner, if there is but one, and no other player could be thought to be."""
    due = hand.due()
    winner = next(iter(due.winners))
    return next(one for one in hand.players if one.name == winner) if len(due.winners) == 1 else None


@fault("showdown", EVERYWHERE, meek=True)
def winner_shows_nothing(hand: StudHand, rng: random.Random) -> Cited | None:
    """The winner is paid, and nobody saw more than the cards that lie open."""
    winner = _sole(hand)
    if winner is None or winner is hand.order()[0]:
        return None
    for player in hand.order():
        if player is not winner:
            show(hand, player)
    return "S3.SD.1"


@fault("showdown", EVERYWHERE, meek=True)
def winner_keeps_a_card_down(hand: StudHand, rng: random.Random) -> Cited | None:
    """The winner shows two of three cards that lay face down."""
    winner = _sole(hand)
    if winner is None or hand.board:
        return None
    for player in hand.order():
        if player is winner:
            player.shown = True
            hand.note(f"{called(player)} shows {cards([player.cards[0], player.cards[6]])}")
        else:
            show(hand, player)
    return "irregularity S3.SD.1"


@fault("showdown", meek=True)
def eight_cards_paid(hand: StudHand, rng: random.Random) -> Cited | None:
    """The winner turns out to hold eight cards, and is paid."""
    winner = _sole(hand)
    if winner is None or hand.board or winner is hand.order()[0]:
        return None
    for player in hand.order():
        if player is winner:
            hand.note(f"{called(player)} holds 8 cards")
        show(hand, player)
    return "S8.18"


# ---- winners ----


def _losers(hand: StudHand, pot: Pot) -> list[Player]:
    names = set(pot.eligible) - {*pot.winners, *pot.low}
    return [one for one in hand.live if one.name in names and one.shown]


def _seems(hand: StudHand, loser: Player, name: str) -> bool:
    """Might a mistake that has a clause of its own have made the loser's hand the better one?

    As if only the cards showing counted, or straights and flushes for low, or the ace were high.
    """
    winner = player_of(hand, name)
    if showing(loser.cards[UP], FULL) >= showing(winner.cards[UP], FULL):
        return True
    both = [tuple(one.cards) for one in (loser, winner)]
    if any(card[0] == "A" for own in both for card in own):
        return True
    return hand.house.game.key != STUD and any(best(own, (), Order())[0] > 3 for own in both)


@fault("settle", EVERYWHERE, games=WHOLE, meek=True)
def pot_to_a_worse_hand(hand: StudHand, rng: random.Random) -> Cited | None:
    """The pot goes to a hand that is beaten."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1:
        return None
    losers = [one for one in _losers(hand, pot) if not _seems(hand, one, pot.winners[0])]
    if not losers:
        return None
    pot.shares = {rng.choice(losers).name: pot.net}
    return BEST[hand.house.game.key]


@fault("settle", EVERYWHERE, games=(HI_LO,), meek=True)
def high_pot_to_a_worse_hand(hand: StudHand, rng: random.Random) -> Cited | None:
    """Nobody has a low hand, and the pot goes to a high hand that is beaten."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1 or pot.low:
        return None
    losers = [one for one in _losers(hand, pot) if not _seems(hand, one, pot.winners[0])]
    if not losers:
        return None
    pot.shares = {rng.choice(losers).name: pot.net}
    return "S3.SD.2"


@fault("settle", EVERYWHERE)
def pot_to_a_folded_hand(hand: StudHand, rng: random.Random) -> Cited | None:
    """The pot goes to a player who has folded."""
    folded, pots = [one for one in hand.players if not one.live], due(hand).pots
    if not folded or len(pots) > 1 or len(hand.live) < 2:
        return None
    pots[0].shares = {rng.choice(folded).name: pots[0].net}
    return "S2.DM.6"


@fault("settle", games=WHOLE, meek=True, deal="tie")
def one_of_equal_hands_paid(hand: StudHand, rng: random.Random) -> Cited | None:
    """Of equal hands one takes the whole pot."""
    pot = contested(hand)
    if pot is None or len(pot.winners) < 2:
        return None
    pot.shares = {rng.choice(pot.winners): pot.net}
    return "S3.TI.1"


@fault("settle", games=WHOLE, meek=True, deal="tie")
def equal_hands_paid_unequally(hand: StudHand, rng: random.Random) -> Cited | None:
    """Of two equal hands one is paid several chips more."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 2:
        return None
    less, more = sorted(pot.winners, key=lambda name: pot.shares[name])
    pot.shares[less] -= 2 * hand.house.chip
    pot.shares[more] += 2 * hand.house.chip
    return "S3.TI.3" if pot.shares[less] > 0 else None


@fault("settle", EVERYWHERE, games=WHOLE, meek=True, deal="tie")
def odd_chip_to_another(hand: StudHand, rng: random.Random) -> Cited | None:
    """The odd chip goes to another than the best card by suit."""
    pot = contested(hand)
    if pot is None or len(pot.winners) < 2 or not _moves_odd(hand, pot.shares, pot.winners):
        return None
    return "S3.TI.5(b)"


def _moves_odd(hand: StudHand, paid: dict[str, int], names: tuple[str, ...]) -> bool:
    """One odd chip goes from the first to the last of those with equal hands."""
    first, last = names[0], names[-1]
    if paid[last] < FEW * hand.house.chip:
        return False  # of so little a chip may be a half
    if paid[first] != paid[last] + hand.house.chip or sum(paid[name] > paid[last] for name in names) != 1:
        return False
    paid[first] -= hand.house.chip
    paid[last] += hand.house.chip
    return True


@fault("settle", EVERYWHERE, games=WHOLE, meek=True)
def pot_shared_with_a_worse_hand(hand: StudHand, rng: random.Random) -> Cited | None:
    """The winner shares the pot with a hand that is beaten."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1:
        return None
    losers = _losers(hand, pot)
    if not losers or pot.net < FEW * hand.house.chip:
        return None
    half = pot.net // 2 // hand.house.chip * hand.house.chip
    pot.shares = {pot.winners[0]: pot.net - half, rng.choice(losers).name: half}
    return "S2.PR.15"


# ---- halves ----


@fault("settle", games=(HI_LO,), meek=True, deal="low without aces")
def low_half_kept_from_it(hand: StudHand, rng: random.Random) -> Cited | None:
    """The high hand takes all, although another has a low one."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1 or not pot.low or pot.winners[0] in pot.low:
        return None
    if any(_seems_low(hand, name) for name in pot.low):
        return None
    pot.shares = {pot.winners[0]: pot.net}
    return "S10.0"


def _seems_low(hand: StudHand, name: str) -> bool:
    """Does a low hand need an ace, or is it a straight or a flush: might somebody think that it is none?"""
    one = next(one for one in hand.players if one.name == name)
    return any(card[0] == "A" for card in one.cards) or best(tuple(one.cards), (), Order())[0] > 3


@fault("settle", games=(HI_LO,), meek=True)
def low_half_without_a_low_hand(hand: StudHand, rng: random.Random) -> Cited | None:
    """Half of the pot goes to a hand that is not low enough."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1 or pot.low:
        return None
    losers = [one for one in _losers(hand, pot) if len({card[0] for card in one.cards if card[0] in "23456789"}) > 4]
    if not losers:
        return None
    loser = min(losers, key=lambda one: lowest(tuple(one.cards), ()))
    pot.low = (loser.name,)
    pot.shares = hand.shares(pot)
    pot.low = ()
    return "S10.0"


@fault("settle", games=(HI_LO,), meek=True, deal="low without aces")
def low_half_to_a_worse_hand(hand: StudHand, rng: random.Random) -> Cited | None:
    """The low half goes to the second best low hand."""
    pot = contested(hand)
    if pot is None or len(pot.low) != 1 or len(pot.winners) != 1 or pot.low == pot.winners:
        return None
    losers = [one for one in _losers(hand, pot) if hand.low(one.cards) is not None]
    if not losers or any(_seems_low(hand, name) for name in (pot.low[0], losers[0].name)):
        return None
    pot.shares[losers[0].name] = pot.shares.pop(pot.low[0])
    return "S10.0"


@fault("settle", games=(HI_LO,), meek=True, deal="low")
def odd_chip_to_the_low_hand(hand: StudHand, rng: random.Random) -> Cited | None:
    """The odd chip of the halves goes to the low hand."""
    pot = contested(hand)
    if pot is None or len(pot.low) != 1 or len(pot.winners) != 1 or pot.low == pot.winners:
        return None
    return "S10.8" if _moves_odd(hand, pot.shares, (pot.winners[0], pot.low[0])) else None


@fault("settle", games=(HI_LO,), meek=True, deal="wheels", players=(3, 4))
def odd_chip_of_a_tie_both_ways(hand: StudHand, rng: random.Random) -> Cited | None:
    """The odd chip of two players who tie both ways goes to the lower card."""
    pot = contested(hand)
    if pot is None or set(pot.low) != set(pot.winners) or len(pot.winners) != 2:
        return None
    return "S10.8" if _moves_odd(hand, pot.shares, pot.winners) else None


@fault("settle", games=(HI_LO,), meek=True, deal="low wheels", players=(4, 5, 6))
def odd_chip_of_the_low_half(hand: StudHand, rng: random.Random) -> Cited | None:
    """The odd chip of equal low hands goes to the higher card."""
    pot = contested(hand)
    if pot is None or len(pot.low) < 2 or set(pot.low) & set(pot.winners) or len(pot.winners) != 1:
        return None
    return "S10.9" if _moves_odd(hand, pot.shares, pot.low) else None


# ---- several pots ----


@fault("settle", EVERYWHERE, games=WHOLE, stacks="one broke")
def side_pot_to_an_outsider(hand: StudHand, rng: random.Random) -> Cited | None:
    """The side pot goes to the winner of the main pot, who had no chips for it."""
    return "S3.TI.5(d)" if side_pot_to_a_stranger(hand) else None


@fault("settle", EVERYWHERE, stacks="one broke")
def main_pot_paid_first(hand: StudHand, rng: random.Random) -> Cited | None:
    """The main pot is paid before the side pot."""
    pots = due(hand).pots
    if len(pots) != 2 or len(pots[1].eligible) < 2 or hand.habits.pots != "each":
        return None
    hand.main_first = True
    return "irregularity S3.SD.7"
