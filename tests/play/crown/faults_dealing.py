"""Faults before and around the betting of Crown Poker: blinds, straddles, the deal, burns, the board and discards."""

from __future__ import annotations

import random

from play.common.dealing import board, burn, deal_pass, deal_to, discard, post
from play.common.hand import Cited, Player
from play.common.words import called, cards
from play.crown.hand import Hand
from play.crown.planting import CRAZY, PINEAPPLES, fault
from play.crown.playing import free_to_straddle, straddle

STREET_CLAUSES = {2: "8.18.1", 3: "8.19.1", 4: "8.20.1"}

# ---- shuffle and cut ----


def _shuffled(hand: Hand, *cuts: str) -> None:
    """The deck is shuffled, and cut in some way or other."""
    for line in ("shuffle", *cuts):
        hand.note(line)


@fault("steps")
def no_cut(hand: Hand, rng: random.Random) -> Cited | None:
    """The deck is not cut."""
    _shuffled(hand, "no cut")
    return "irregularity 5.2"


@fault("steps")
def cut_twice(hand: Hand, rng: random.Random) -> Cited | None:
    """The deck is cut a second time."""
    _shuffled(hand, "cut by dealer", "cut by dealer")
    return "5.2"


@fault("steps")
def cut_by_a_player(hand: Hand, rng: random.Random) -> Cited | None:
    """A player cuts."""
    _shuffled(hand, f"cut by {called(rng.choice(hand.players))}")
    return "5.2"


# ---- blinds and straddles ----


@fault("blinds")
def blind_of_a_wrong_amount(hand: Hand, rng: random.Random) -> Cited | None:
    """The first of several blinds is a chip too small or too large."""
    (player, due), *others = hand.seating.blinds
    wrong = due + rng.choice((-1, 1)) * hand.house.chip
    if not others or due == others[0][1] or not 0 < wrong < min(others[0][1], player.stack):
        return None
    post(hand, player, wrong)
    for other, amount in others:
        post(hand, other, amount)
    return "8.9.2(a)"


@fault("blinds")
def first_blind_from_a_wrong_seat(hand: Hand, rng: random.Random) -> Cited | None:
    """Another player than the one left of the button has the first blind."""
    places = hand.seating.blinds
    other = hand.players[-1]
    if len(places) != 2 or len(hand.players) < 4 or any(one.stack <= hand.house.big for one in hand.players):
        return None
    if places[0][1] == places[1][1] or hand.seating.posts:
        return None
    post(hand, other, places[0][1])
    post(hand, *places[1])
    return "8.9.2(a)"


@fault("blinds")
def button_has_the_first_blind(hand: Hand, rng: random.Random) -> Cited | None:
    """Of two players the one with the button puts up the first blind, as in other houses."""
    places = hand.seating.blinds
    if len(hand.players) != 2 or len(places) != 2 or places[0][1] == places[1][1]:
        return None
    if any(player.stack <= hand.house.big for player in hand.players):
        return None
    hand.seating.blinds = [(places[1][0], places[0][1]), (places[0][0], places[1][1])]
    for player, amount in hand.seating.blinds:
        post(hand, player, amount)
    return "advisory 8.9.2(a)"


@fault("deal")
def blind_after_the_first_card(hand: Hand, rng: random.Random) -> Cited | None:
    """The last blind is put up once cards are out."""
    if not str(hand.lines[-1]).startswith(called(hand.seating.blinds[-1][0]) + " blind"):
        return None
    late = hand.lines.pop()
    deal_pass(hand, hand.players)
    hand.note(late)
    deal_to(hand, hand.players, begun=1)
    return "irregularity 1.1:blind"


def _straddlers(hand: Hand) -> list[Player]:
    return [one for one in free_to_straddle(hand) if not one.bet and one.stack > 5 * hand.house.big]


@fault("straddle")
def straddle_of_a_wrong_amount(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle that is not twice the big blind."""
    free = _straddlers(hand)
    first = hand.after(hand.seating.blinds[-1][0])[0]
    if not free or free[0] is not first or hand.level != hand.betting.full:
        return None
    straddle(hand, first, 2 * hand.betting.full + rng.choice((-1, 1)) * hand.house.chip)
    return "6.5"


@fault("straddle")
def second_straddle_of_a_wrong_amount(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle over another that is not twice as much."""
    free = _straddlers(hand)
    after = hand.after(hand.seating.blinds[-1][0])
    if len(free) < 2 or free[:2] != after[:2] or hand.level != hand.betting.full:
        return None
    if hand.house.maximum is not None and hand.house.maximum < 4 * hand.house.big:
        return None
    straddle(hand, free[0])
    straddle(hand, free[1], 2 * hand.betting.full - hand.house.chip)
    return "8.9.4"


@fault("straddle")
def straddle_from_a_wrong_seat(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle by somebody farther from the big blind."""
    free = _straddlers(hand)
    after = hand.after(hand.seating.blinds[-1][0])
    if len(free) < 2 or free[1] is not after[1] or hand.level != hand.betting.full:
        return None
    straddle(hand, free[1])
    return "6.5"


@fault("no-straddle")
def straddle_where_none_is_allowed(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle at a table that does not have them."""
    free = _straddlers(hand)
    if not free or free[0] is not hand.after(hand.seating.blinds[-1][0])[0] or hand.level != hand.betting.full:
        return None
    straddle(hand, free[0])
    return "6.5"


# ---- the deal ----


@fault("deal")
def card_too_many(hand: Hand, rng: random.Random) -> Cited | None:
    """A player is dealt one card more than the game has, and folds."""
    idle = [one for one in hand.players if not one.bet and one.stack > 0]
    if not idle or len(hand.players) < 3:
        return None
    deal_to(hand, hand.players)
    player = rng.choice(idle)
    deal_pass(hand, [player])
    hand.bound[player.name] = "fold"
    return "irregularity 8.16.1(" + {2: "a", 3: "b", 4: "c"}[hand.house.game.dealt] + ")"


@fault("deal")
def deal_from_a_wrong_seat(hand: Hand, rng: random.Random) -> Cited | None:
    """The first card goes to the second player."""
    if len(hand.players) < 3:
        return None
    deal_to(hand, hand.players[1:] + hand.players[:1])
    return "irregularity 8.4"


@fault("deal")
def two_cards_together(hand: Hand, rng: random.Random) -> Cited | None:
    """Everybody is dealt two cards at a time."""
    deal_pass(hand, hand.players, "dd")
    deal_to(hand, hand.players, begun=2)
    return "irregularity 8.4"


# ---- burns and the board ----


@fault("street")
def no_burn(hand: Hand, rng: random.Random) -> Cited | None:
    """No card is burnt, and nobody notices before two players have acted."""
    if len(hand.able) < 3:
        return None
    number = hand.betting.number + 1
    board(hand, hand.house.game.board[number - 1])
    return "irregularity 9.4"


@fault("street")
def two_burns(hand: Hand, rng: random.Random) -> Cited | None:
    """Two cards are burnt."""
    number = hand.betting.number + 1
    burn(hand)
    burn(hand)
    board(hand, hand.house.game.board[number - 1])
    return f"irregularity {STREET_CLAUSES[number]}"


@fault("street")
def communal_card_too_many(hand: Hand, rng: random.Random) -> Cited | None:
    """A card too many is turned and left there; all but one fold."""
    number = hand.betting.number + 1
    if len(hand.able) != len(hand.live):
        return None
    burn(hand)
    board(hand, hand.house.game.board[number - 1] + 1)
    winner = rng.choice(hand.live)
    hand.bound = {one.name: "stay" if one is winner else "fold" for one in hand.live}
    return "9.9" if number == 2 else "9.13.1"


@fault("turn")
def board_too_early(hand: Hand, rng: random.Random) -> Cited | None:
    """The next cards are turned before the betting round is over, and left there."""
    if (
        hand.betting.number > 3
        or not hand.betting.answered
        or len(hand.able) < 3
        or hand.house.game.discard == hand.betting.number
    ):
        return None
    waiting = [one for one in hand.able if one.name not in hand.betting.answered]
    if len(waiting) < 2:
        return None
    number = hand.betting.number + 1
    burn(hand)
    board(hand, hand.house.game.board[number - 1], " early")
    hand.bound = dict.fromkeys([one.name for one in hand.live], "stay")  # or the hand might end first
    hand.turn_again()
    return {2: "9.10", 3: "9.12.1", 4: "9.11"}[number]


@fault("settle")
def card_after_the_pot_was_won(hand: Hand, rng: random.Random) -> Cited | None:
    """A communal card is turned with one player left."""
    if len(hand.live) > 1 or len(hand.board) > 4:
        return None
    burn(hand)
    board(hand, hand.house.game.board[hand.betting.number])
    return f"irregularity {({1: '8.17.3(a)', 2: '8.18.3(a)', 3: '8.19.3(a)'})[hand.betting.number]}"


# ---- discards ----


@fault("discards", games=PINEAPPLES)
def discards_out_of_order(hand: Hand, rng: random.Random) -> Cited | None:
    """The players give up their cards in another order than clockwise from the left of the button."""
    for player in reversed(hand.live):
        discard(hand, player)
    return "advisory 8.17.4" if hand.house.game.discard == 1 else "advisory 8.18.4"


@fault("street", games=CRAZY)
def discards_before_the_flop(hand: Hand, rng: random.Random) -> Cited | None:
    """The players give up their cards a betting round too early."""
    if hand.betting.number != 1:
        return None
    for player in hand.live:
        discard(hand, player)
    burn(hand)
    board(hand, 3)
    return "irregularity 8.18.4"


@fault("discards", games=PINEAPPLES)
def two_cards_given_up(hand: Hand, rng: random.Random) -> Cited | None:
    """A player gives up two cards, and folds."""
    able = hand.able
    if len(able) < 3 or len(able) != len(hand.live):
        return None
    unlucky = rng.choice(able)
    for player in hand.live:
        if player is unlucky:
            some = [player.cards.pop(), player.cards.pop()]
            hand.note(f"{called(player)} discards {cards(some)}")
            hand.bound[player.name] = "fold"
        else:
            discard(hand, player)
    return "irregularity 8.17.4" if hand.house.game.discard == 1 else "irregularity 8.18.4"


@fault("discards", games=PINEAPPLES)
def card_kept(hand: Hand, rng: random.Random) -> Cited | None:
    """A player keeps a card too many and is paid for it, all others having folded on the next cards."""
    if len(hand.able) != len(hand.live) or len(hand.live) < 3:
        return None
    keeper = hand.live[-1]
    for player in hand.live[:-1]:
        discard(hand, player)
    hand.bound = {one.name: "stay" if one is keeper else "fold" for one in hand.live}
    hand.reveals = True
    return "9.15.2"
