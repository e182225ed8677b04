"""Faults at the end of a hand of Robert's button games: the showdown, and who is paid what."""

from __future__ import annotations

import random
from itertools import combinations

from play.act.oracle import Order, best
from play.roberts.button.planting import HALVED, OMAHAS, WHOLE, fault
from play.roberts.hand import Cited, Hand, Player, called, cards, money
from play.roberts.oracle import Due, Pot, high, low, shares
from play.roberts.settling import due, order, show, source


def _due(hand: Hand) -> Due:
    assert hand.settlement is not None
    return hand.settlement


def _player(hand: Hand, name: str) -> Player:
    return next(one for one in hand.players if one.name == name)


def _shown(hand: Hand, pot: Pot) -> list[Player]:
    return [one for one in hand.players if one.name in pot.eligible and one.shown]


def _contested(hand: Hand) -> Pot | None:
    """The pot, if there is one alone and several players compete for it."""
    pots = _due(hand).pots
    return pots[0] if len(pots) == 1 and len(hand.live) > 1 else None


def _parted(hand: Hand) -> Pot | None:
    """A pot that one player wins high and another low."""
    pot = _contested(hand)
    return pot if pot is not None and len(pot.low) == len(pot.high) == 1 and pot.low != pot.high else None


# ---- showdown ----


@fault("showdown")
def winner_does_not_show(hand: Hand, rng: random.Random) -> Cited | None:
    """The winner shows nothing and is paid, others having shown."""
    winners = due(hand).winners
    if len(winners) != 1 or len(due(hand).pots) != 1 or hand.house.tournament:
        return None
    first = order(hand)[0]
    if first.name in winners:
        return None
    for player in order(hand):
        if player.name not in winners:
            show(hand, player)
    return "S6.0/3" if hand.house.game.omaha else "S3.SD.1"


@fault("showdown")
def winner_shows_a_part(hand: Hand, rng: random.Random) -> Cited | None:
    """The winner keeps a card face down and is paid."""
    settlement = due(hand)
    if len(settlement.winners) != 1 or len(settlement.pots) != 1 or hand.house.tournament:
        return None
    for player in order(hand):
        if player.name in settlement.winners:
            hand.note(f"{called(player)} shows {cards(player.cards[1:])}")
            player.shown = True
        else:
            show(hand, player)
    return f"irregularity {'S6.0/3' if hand.house.game.omaha else 'S3.SD.1'}"


@fault("showdown")
def caller_shows_first(hand: Hand, rng: random.Random) -> Cited | None:
    """Somebody who called shows before the player who was called."""
    first, *others = order(hand)
    if hand.betting.last is not first or len(hand.able) < len(hand.live):
        return None
    for player in (others[0], first, *others[1:]):
        show(hand, player)
    return "advisory S3.SD.8"


@fault("showdown", tournament=True)
def hand_kept_closed(hand: Hand, rng: random.Random) -> Cited | None:
    """A hand that lost is thrown away unseen where somebody is all in."""
    players, winners = order(hand), due(hand).winners
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


def _mistaken(hand: Hand, player: Player, winner: Player) -> bool:
    """Might somebody take another number of own cards to be right, by which the player wins?"""
    board = tuple(hand.board)
    other = Order(52) if hand.house.game.omaha else Order(52, parts=(2, 3))
    return best(tuple(player.cards), board, other) >= best(tuple(winner.cards), board, other)


@fault("settle", games=WHOLE, meek=True)
def pot_to_a_lower_class(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to a hand of a lower class."""
    pot = _contested(hand)
    if pot is None or len(pot.high) != 1:
        return None
    game, board = hand.house.game, tuple(hand.board)
    winner = _player(hand, pot.high[0])
    value = high(tuple(winner.cards), board, game)
    losers = [one for one in _shown(hand, pot) if high(tuple(one.cards), board, game)[0] < value[0]]
    losers = [one for one in losers if not _mistaken(hand, one, winner)]
    if not losers:
        return None
    pot.shares = {rng.choice(losers).name: pot.net}
    return "S3.SD.2"


@fault("settle", games=("omaha",), meek=True)
def pot_for_one_own_card(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to a hand that would be the best with any five cards."""
    pot = _contested(hand)
    if pot is None or len(pot.high) != 1:
        return None
    winner = _player(hand, pot.high[0])
    board, free = tuple(hand.board), Order(52)
    others = [one for one in _shown(hand, pot) if one is not winner]
    if not others:
        return None
    other = max(others, key=lambda one: best(tuple(one.cards), board, free))
    value = best(tuple(other.cards), board, free)
    rivals = [best(tuple(one.cards), board, free) for one in _shown(hand, pot) if one is not other]
    if value <= max(rivals) or len(_shown(hand, pot)) < len(pot.eligible):
        return None
    pot.shares = {other.name: pot.net}
    return "S6.0/2"


@fault("settle")
def pot_to_a_player_who_folded(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to somebody who is not in."""
    folded = [one for one in hand.players if not one.live and one.put]
    pot = _contested(hand)
    if pot is None or not folded or pot.low or len(pot.high) > 1:
        return None
    pot.shares = {rng.choice(folded).name: pot.net}
    return "S2.DM.6"


@fault("settle", games=HALVED, meek=True, board="268KQ")
def low_half_to_a_worse_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The low half goes to the second best low hand."""
    pot = _parted(hand)
    if pot is None:
        return None
    game, board = hand.house.game, tuple(hand.board)
    losers = [one for one in _shown(hand, pot) if one.name not in (*pot.low, *pot.high)]
    losers = [one for one in losers if low(tuple(one.cards), board, game) is not None]
    losers = [one for one in losers if _loose_low(one, board) > _loose_low(_player(hand, pot.low[0]), board)]
    if not losers:
        return None
    pot.shares[rng.choice(losers).name] = pot.shares.pop(pot.low[0])
    return "S7.2"


def _loose_low(player: Player, board: tuple[str, ...]) -> list[int]:
    """The best low hand of any five cards."""
    ranks = {"A2345678".index(card[0]) for card in (*player.cards, *board) if card[0] in "A2345678"}
    return min((sorted(five, reverse=True) for five in combinations(sorted(ranks), 5)), default=[9])


@fault("settle", games=HALVED, meek=True, board="268KQ")
def no_half_for_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The high hand takes all of a pot that a low hand halves."""
    pot = _parted(hand)
    if pot is None:
        return None
    pot.shares = {pot.high[0]: pot.net}
    return "S7.2"


@fault("settle", games=HALVED, meek=True, board="49TKQ")
def half_for_no_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """Half of a pot without a low hand goes to somebody who has none."""
    pot = _contested(hand)
    if pot is None or pot.low or len(pot.high) != 1:
        return None
    others = [one for one in _shown(hand, pot) if one.name not in pot.high]
    if not others or pot.net // hand.house.chip % 2:
        return None
    half = pot.net // 2
    pot.shares = {pot.high[0]: pot.net - half, rng.choice(others).name: half}
    return "S7.2"


# ---- odd chips ----


@fault("settle", games=HALVED, meek=True, board="268KQ")
def odd_chip_to_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The chip that cannot be halved goes to the low hand."""
    pot = _parted(hand)
    if pot is None or pot.net // hand.house.chip % 2 == 0 or pot.net < 10 * hand.house.chip:
        return None
    pot.shares[pot.high[0]] -= hand.house.chip
    pot.shares[pot.low[0]] += hand.house.chip
    return "S3.TI.5(c)"


@fault("settle", games=("holdem",), meek=True, board="TJQKA")
def odd_chip_to_the_farther_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A chip that equal hands cannot share goes to the one farthest from the button."""
    pot = _contested(hand)
    if pot is None or len(pot.high) < 2 or pot.net // hand.house.chip % len(pot.high) != 1:
        return None
    near, far = pot.high[0], pot.high[-1]
    pot.shares |= {near: pot.shares[far], far: pot.shares[near]}
    return "S3.TI.5(a)"


@fault("settle", games=("holdem",), meek=True, board="TJQKA")
def two_odd_chips_to_one(hand: Hand, rng: random.Random) -> Cited | None:
    """Two chips that three equal hands cannot share go to the first of them."""
    pot = _contested(hand)
    if pot is None or len(pot.high) < 3 or pot.net // hand.house.chip % len(pot.high) != 2:
        return None
    first, second = pot.high[:2]
    pot.shares[first] += hand.house.chip
    pot.shares[second] -= hand.house.chip
    return "S3.TI.4"


@fault("settle", games=("holdem",), meek=True, board="TJQKA")
def equal_hands_paid_unequally(hand: Hand, rng: random.Random) -> Cited | None:
    """Of two equal hands one is paid several chips more."""
    pot = _contested(hand)
    if pot is None or len(pot.high) != 2 or pot.net < 10 * hand.house.chip:
        return None
    some, other = rng.sample(pot.high, 2)
    pot.shares[some] += 3 * hand.house.chip
    pot.shares[other] -= 3 * hand.house.chip
    return "S3.TI.3"


# ---- pots ----


@fault("settle", games=WHOLE)
def side_pot_to_a_player_without_part(hand: Hand, rng: random.Random) -> Cited | None:
    """A player whose chips did not reach the side pot is paid it."""
    pots = _due(hand).pots
    if len(pots) != 2 or len(pots[0].high) != 1 or len(pots[1].high) != 1 or pots[0].high[0] in pots[1].eligible:
        return None
    if len(pots[1].eligible) < 2:
        return None
    pots[1].shares = {pots[0].high[0]: pots[1].net}
    return "S3.TI.5(d)"


@fault("settle", games=WHOLE)
def main_pot_paid_first(hand: Hand, rng: random.Random) -> Cited | None:
    """The main pot is paid before the side pot."""
    settlement = _due(hand)
    if hand.habits.pots != "each" or len(settlement.pots) != 2 or any(len(pot.high) > 1 for pot in settlement.pots):
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
    pot = _contested(hand)
    if pot is None or pot.net < 20 * hand.house.chip or pot.low or not pot.commission:
        return None
    if hand.habits.pots != "total" or len(pot.high) > 1:
        return None
    pot.shares = shares(pot, hand.house.chip)
    pot.shares[pot.high[0]] -= 3 * hand.house.chip
    return "irregularity record/payments"
