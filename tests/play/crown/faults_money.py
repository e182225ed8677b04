"""Faults at the end of a hand of Crown Poker: the showdown, who is paid what, and the commission."""

from __future__ import annotations

import random
from itertools import combinations

from play.act.oracle import CLASSES, Order, best
from play.crown.hand import Cited, Hand, Player, called, cards
from play.crown.oracle import Due, Pot, high, low, shares
from play.crown.planting import HALVED, OWN, WHOLE, fault
from play.crown.settling import order, show

RANK_CLAUSES = {
    "royal flush": "a", "straight flush": "b", "four of a kind": "c", "full house": "d", "flush": "e", "straight": "f",
    "three of a kind": "g", "two pairs": "h", "pair": "i", "odd cards": "j):no-pair",
}  # fmt: skip


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


def _half(hand: Hand, item: str) -> str:
    return f"8.20.4({'d' if hand.house.game.omaha else 'b'})({item})"


# ---- showdown ----


@fault("showdown")
def caller_shows_first(hand: Hand, rng: random.Random) -> Cited | None:
    """Somebody who called shows before the player who was called."""
    first, *others = order(hand)
    callers = [one for one in others if one.bet]
    if first is not hand.called or not callers:
        return None
    for player in (callers[0], first, *[one for one in others if one is not callers[0]]):
        show(hand, player)
    return "advisory 8.20.4"


@fault("showdown")
def hand_not_laid_open(hand: Hand, rng: random.Random) -> Cited | None:
    """The winner keeps a card face down and is paid."""
    due = hand.due()
    if len(due.winners) != 1 or due.back is not None or len(due.pots) != 1:
        return None
    for player in order(hand):
        if player.name in due.winners:
            hand.note(f"{called(player)} shows {cards(player.cards[1:])}")
            player.shown = True
        else:
            show(hand, player)
    return "8.7"


# ---- winners ----


def _mistaken(hand: Hand, player: Player, winner: Player) -> bool:
    """Might somebody take another number of own cards to be right, by which the player wins?"""
    game, board = hand.house.game, tuple(hand.board)
    if game.parts is not None:
        own = Order(52)
        return best(tuple(player.cards), board, own) >= best(tuple(winner.cards), board, own)
    forced = Order(52, parts=(2, 3))
    return best(tuple(player.cards), board, forced) >= best(tuple(winner.cards), board, forced)


def _ace_decides(hand: Hand) -> bool:
    return any(card[0] == "A" for one in hand.players for card in (*one.cards, *hand.board))


@fault("settle", games=WHOLE, meek=True)
def pot_to_a_lower_class(hand: Hand, rng: random.Random) -> Cited | None:
    """The pot goes to a hand of a lower class."""
    pot = _contested(hand)
    if pot is None or len(pot.high) != 1 or _ace_decides(hand):
        return None
    game, board = hand.house.game, tuple(hand.board)
    winner = _player(hand, pot.high[0])
    value = high(tuple(winner.cards), board, game)
    losers = [one for one in _shown(hand, pot) if high(tuple(one.cards), board, game)[0] < value[0]]
    losers = [one for one in losers if not _mistaken(hand, one, winner)]
    if not losers:
        return None
    pot.shares = {rng.choice(losers).name: pot.net}
    letter = RANK_CLAUSES[CLASSES[52][value[0]]]
    return f"3.2.2({letter}" + ("" if ")" in letter else ")")


@fault("settle", games=HALVED, meek=True, board="268KQ")
def low_half_to_a_worse_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The low half goes to the second best low hand."""
    pot = _contested(hand)
    if pot is None or len(pot.low) != 1 or len(pot.high) != 1 or pot.low == pot.high:
        return None
    game, board = hand.house.game, tuple(hand.board)
    losers = [one for one in _shown(hand, pot) if one.name not in (*pot.low, *pot.high)]
    losers = [one for one in losers if low(tuple(one.cards), board, game) is not None]
    if not losers:
        return None
    loser = rng.choice(losers)
    if game.omaha and _loose_low(loser, board) <= _loose_low(_player(hand, pot.low[0]), board):
        return None
    pot.shares[loser.name] = pot.shares.pop(pot.low[0])
    return _half(hand, "ii")


def _loose_low(player: Player, board: tuple[str, ...]) -> list[int]:
    """The best low hand of any five cards."""
    ranks = ["A2345678".index(card[0]) for card in {*player.cards, *board} if card[0] in "A2345678"]
    return min(sorted(five, reverse=True) for five in combinations(sorted(set(ranks)), 5))


@fault("settle", games=HALVED, meek=True, board="268KQ")
def no_half_for_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The high hand takes all of a pot that a low hand halves."""
    pot = _contested(hand)
    if pot is None or len(pot.low) != 1 or len(pot.high) != 1 or pot.low == pot.high:
        return None
    pot.shares = {pot.high[0]: pot.net}
    return _half(hand, "ii")


@fault("settle", games=HALVED, meek=True, board="268KQ")
def odd_chip_to_the_low_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """The chip that cannot be halved goes to the low hand."""
    pot = _contested(hand)
    if pot is None or len(pot.low) != 1 or len(pot.high) != 1 or pot.low == pot.high:
        return None
    if pot.net // hand.house.chip % 2 == 0:
        return None
    (winner,), (other,) = pot.high, pot.low
    pot.shares[winner] -= hand.house.chip
    pot.shares[other] += hand.house.chip
    return _half(hand, "v")


@fault("settle", games=OWN, meek=True, board="TJQKA")
def odd_chip_to_the_farther_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A chip that equal hands cannot share goes to the one farthest from the button."""
    pot = _contested(hand)
    if pot is None or pot.low or len(pot.high) < 2 or pot.net // hand.house.chip % len(pot.high) != 1:
        return None
    near, far = pot.high[0], pot.high[-1]
    pot.shares |= {near: pot.shares[far], far: pot.shares[near]}
    return "8.5.1"


@fault("settle", games=("holdem", "pineapple", "crazy-pineapple"), meek=True, board="TJQKA")
def equal_hands_paid_unequally(hand: Hand, rng: random.Random) -> Cited | None:
    """Of two equal hands one is paid several chips more."""
    pot = _contested(hand)
    if pot is None or pot.low or len(pot.high) != 2 or pot.net < 10 * hand.house.chip:
        return None
    some, other = rng.sample(pot.high, 2)
    pot.shares[some] += 3 * hand.house.chip
    pot.shares[other] -= 3 * hand.house.chip
    return "8.5"


@fault("settle", games=WHOLE)
def side_pot_to_a_player_without_part(hand: Hand, rng: random.Random) -> Cited | None:
    """A player whose chips did not reach the side pot is paid it."""
    pots = _due(hand).pots
    if len(pots) != 2 or len(pots[0].high) != 1 or len(pots[1].high) != 1 or pots[0].high[0] in pots[1].eligible:
        return None
    if len(pots[1].eligible) < 2:
        return None
    pots[1].shares = {pots[0].high[0]: pots[1].net}
    return "1.1:all-in"


# ---- commission ----


def _take(hand: Hand, amount: int) -> None:
    """Another commission, off the largest pot, and the payments that follow from it."""
    due = _due(hand)
    for pot in due.pots:
        pot.commission = 0
    max(due.pots, key=lambda pot: pot.amount).commission = amount
    for pot in due.pots:
        pot.shares = shares(pot, hand.house.chip)


def _charged(hand: Hand) -> int | None:
    """The most that may be taken, where anything may and the pot bears more."""
    due, rake = _due(hand), hand.house.rake
    if rake is None or not hand.wagered or due.tied or not due.pots:
        return None
    _, most = rake.range(due.total, hand.house.chip)
    return most if max(pot.amount for pot in due.pots) > 3 * most + 5 * hand.house.chip else None


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
    least, _ = rake.range(_due(hand).total, hand.house.chip)
    if least < 2 * hand.house.chip:
        return None
    _take(hand, least - hand.house.chip)
    return "advisory 7.2.1"


@fault("settle")
def commission_on_blinds_only(hand: Hand, rng: random.Random) -> Cited | None:
    """Something is taken where nobody wagered more than blinds."""
    if hand.house.rake is None or hand.wagered or not _due(hand).pots or hand.seating.posts:
        return None
    _take(hand, hand.house.chip)
    return "7.6"


@fault("settle", games=OWN, meek=True, board="TJQKA")
def commission_on_a_tie(hand: Hand, rng: random.Random) -> Cited | None:
    """Something is taken where everybody who has chips in the pot has an equal hand."""
    due, rake = _due(hand), hand.house.rake
    if rake is None or not hand.wagered or not due.tied or len(due.pots) != 1:
        return None
    _, most = rake.range(due.total, hand.house.chip)
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
    _, more = rake.range(_due(hand).total + hand.returned, hand.house.chip)
    if more <= most or more > _due(hand).total // 4:
        return None
    _take(hand, more)
    return "7.5"
