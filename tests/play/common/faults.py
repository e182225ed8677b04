"""Pieces that faults of several rulebooks are made of: who is to act, who is paid, and how the hand goes on."""

from __future__ import annotations

import random
from collections.abc import Sequence

from play.common.betting import check, fold, may_raise, raise_to
from play.common.hand import Hand, Player
from play.common.pots import Pot
from play.common.ranking import EIGHT, LOW, Order, best
from play.common.settling import due
from play.common.words import called, money

# ---- players ----


def player_of(hand: Hand, name: str) -> Player:
    """The player of that name."""
    return next(one for one in hand.players if one.name == name)


def bind(hand: Hand, choice: str, but: Player | None = None) -> None:
    """From now on everybody folds, or stays in, as soon as that is open; all but one, who stays."""
    hand.bound = {one.name: "stay" if one is but else choice for one in hand.players}


def someone_later(hand: Hand, but: Player | None = None) -> Player | None:
    """A player whose turn comes after the one to act, who has not answered the last wager; not this one."""
    waiting = [one for one in hand.after(hand.turn)[:-1] if one.able and one.name not in hand.betting.answered]
    others = [one for one in waiting if one is not but]
    return others[-1] if hand.betting.answered and len(others) > 1 and len(hand.live) > 3 else None


def next_raiser(hand: Hand, player: Player) -> Player | None:
    """The next player, if a raise is open to that one, so that everybody has to act again."""
    after = next((one for one in hand.after(player) if one.able), player)
    if after is player or after.name in hand.betting.answered:
        return None
    bounds = may_raise(hand, after)
    return after if bounds is not None and bounds[0] < after.everything else None


# ---- turns ----


def check_up_to(hand: Hand, other: Player) -> None:
    """Those whose turn comes before a player check, and the turn is that player's."""
    for one in _before(hand, other):
        if one.able and one.name not in hand.betting.answered:
            check(hand, one)
    hand.actor = other


def folds_early(hand: Hand, but: Player | None = None) -> bool:
    """A player folds before the turn comes, having something to call; not this one."""
    other = someone_later(hand, but)
    if other is None or other.bet >= hand.level:
        return False
    fold(hand, other)
    hand.turn_again()
    return True


def checks_early(hand: Hand) -> Player | None:
    """A player checks before the turn comes, in a later round without a wager; the others check as well."""
    other = someone_later(hand)
    if other is None or hand.level or hand.betting.number == 1:
        return None
    check(hand, other)
    check_up_to(hand, other)
    return other


def calls_early(hand: Hand) -> bool:
    """A player without a blind calls before the turn comes, and those passed over fold."""
    other, level = someone_later(hand), hand.level
    if other is None or not 0 == other.bet < level < other.everything:
        return False
    before = _before(hand, other)
    hand.wager(other, level)
    hand.note(f"{called(other)} calls {money(level)}")
    for one in before:
        if one.able and one.bet < level:
            fold(hand, one)
    hand.actor = other
    return True


def _before(hand: Hand, other: Player) -> list[Player]:
    """The players from the one whose turn it is up to another."""
    order = [hand.turn, *hand.after(hand.turn)]
    return order[: order.index(other)]


# ---- chips ----


def raises_over_the_stake(hand: Hand) -> None:
    """A raise with a big blind more than the player had on the table."""
    player = hand.turn
    player.stack += hand.house.big
    raise_to(hand, player, player.everything)
    hand.lines.append(str(hand.lines.pop()).removesuffix(" all in"))


def removes_chips(hand: Hand, rng: random.Random) -> bool:
    """Somebody takes a chip off the table, once the first betting round is over."""
    rich = [one for one in hand.players if one.stack > hand.house.chip]
    if hand.betting.number == 1 or not rich:
        return False
    player = rng.choice(rich)
    player.stack -= hand.house.chip
    hand.note(f"{called(player)} removes {money(hand.house.chip)}")
    hand.turn_again()
    return True


# ---- who is paid ----


def contested(hand: Hand) -> Pot | None:
    """The pot, if there is one alone, several players compete for it and nothing of it goes back."""
    pots = due(hand).pots
    return pots[0] if len(pots) == 1 and len(hand.live) > 1 and not pots[0].back else None


def parted(hand: Hand) -> Pot | None:
    """The same, if one player wins the high half of it and another the low one."""
    pot = contested(hand)
    return pot if pot is not None and pot.parted else None


def equal_hands(hand: Hand, least: int = 2) -> Pot | None:
    """The same, if so many players at least tie for all of it."""
    pot = contested(hand)
    return pot if pot is not None and not pot.low and len(pot.winners) >= least else None


def shown(hand: Hand, pot: Pot) -> list[Player]:
    """Who competes for a pot and has shown."""
    return [one for one in hand.players if one.name in pot.eligible and one.shown]


def lower_class(hand: Hand, pot: Pot) -> list[Player]:
    """Who has shown a hand of a lower class than the winner's, which no other number of own cards would make better."""
    if len(pot.winners) != 1:
        return []
    winner = player_of(hand, pot.winners[0])
    value = hand.high(winner.cards)
    lower = [one for one in shown(hand, pot) if hand.high(one.cards)[0] < value[0]]
    other = Order() if hand.house.game.omaha else Order(parts=(2, 3))
    board = tuple(hand.board)
    most = best(tuple(winner.cards), board, other)
    return [one for one in lower if best(tuple(one.cards), board, other) < most]


def loose_low(cards: Sequence[str]) -> list[int]:
    """The best low hand of any five of these cards, whichever the game would take."""
    ranks = sorted({LOW.index(card[0]) for card in cards if card[0] in EIGHT})
    return ranks[4::-1] if len(ranks) > 4 else [len(EIGHT) + 1]


def low_half_to_another(hand: Hand, rng: random.Random, strict: bool = True) -> bool:
    """The low half goes to a worse low hand; with `strict` also worse with any number of own cards."""
    pot = parted(hand)
    if pot is None:
        return False
    losers = [one for one in shown(hand, pot) if one.name not in (*pot.low, *pot.winners)]
    losers = [one for one in losers if hand.low(one.cards) is not None]
    if strict:
        best_low = loose_low([*player_of(hand, pot.low[0]).cards, *hand.board])
        losers = [one for one in losers if loose_low([*one.cards, *hand.board]) > best_low]
    if not losers:
        return False
    pot.shares[rng.choice(losers).name] = pot.shares.pop(pot.low[0])
    return True


def all_to_the_high_hand(hand: Hand) -> bool:
    """The high hand takes all of a pot that a low hand halves."""
    pot = parted(hand)
    if pot is None:
        return False
    pot.shares = {pot.winners[0]: pot.net}
    return True


def odd_chip_to_low(hand: Hand, least: int = 0) -> bool:
    """The chip that cannot be halved goes to the low hand, of so many chips at least."""
    pot, chip = parted(hand), hand.house.chip
    if pot is None or pot.net // chip % 2 == 0 or pot.net < least * chip:
        return False
    pot.shares[pot.winners[0]] -= chip
    pot.shares[pot.low[0]] += chip
    return True


def odd_chip_to_the_last(hand: Hand) -> bool:
    """A chip that equal hands cannot share goes to the one farthest from the button."""
    pot = equal_hands(hand)
    if pot is None or pot.net // hand.house.chip % len(pot.winners) != 1:
        return False
    near, far = pot.winners[0], pot.winners[-1]
    pot.shares |= {near: pot.shares[far], far: pot.shares[near]}
    return True


def unequal_shares(hand: Hand, rng: random.Random) -> bool:
    """Of two equal hands one is paid several chips more."""
    pot, chip = equal_hands(hand), hand.house.chip
    if pot is None or len(pot.winners) != 2 or pot.net < 10 * chip:
        return False
    some, other = rng.sample(pot.winners, 2)
    pot.shares[some] += 3 * chip
    pot.shares[other] -= 3 * chip
    return True


def side_pot_to_a_stranger(hand: Hand) -> bool:
    """A player whose chips did not reach the side pot is paid it."""
    pots = due(hand).pots
    if len(pots) != 2 or any(len(pot.winners) != 1 for pot in pots):
        return False
    main, side = pots
    if main.winners[0] in side.eligible or len(side.eligible) < 2:
        return False
    side.shares = {main.winners[0]: side.net}
    return True
