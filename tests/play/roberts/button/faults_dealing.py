"""Faults before the betting of Robert's button games and in the cards: blinds, antes, straddles, burns, the board."""

from __future__ import annotations

import random

from play.common.betting import check
from play.common.dealing import board, burn, deal_pass, deal_to, post
from play.common.faults import bind
from play.common.hand import Cited, Player
from play.common.words import cards
from play.roberts.button.planting import FIXED, FREE, OMAHAS, fault
from play.roberts.button.playing import may_straddle, straddle, straddler
from play.roberts.hand import Hand

NAMED = {2: "S5.4", 3: "S5.6", 4: "S5.6"}  # of a burn before each betting round


def _rich(hand: Hand, player: Player) -> bool:
    return player.stack > 3 * hand.house.big


# ---- blinds and antes ----


@fault("blinds")
def big_blind_too_small(hand: Hand, rng: random.Random) -> Cited | None:
    """The big blind is a chip too small, with chips left."""
    player, due = hand.seating.blinds[-1]
    if len(hand.seating.blinds) < 2 or not _rich(hand, player) or due - hand.house.chip <= hand.house.blinds[0]:
        return None
    post(hand, *hand.seating.blinds[0])
    post(hand, player, due - hand.house.chip)
    bind(hand, "fold")
    return "GL.blind"


@fault("blinds")
def small_blind_too_large(hand: Hand, rng: random.Random) -> Cited | None:
    """The small blind is a chip too large."""
    player, due = hand.seating.blinds[0]
    if len(hand.seating.blinds) < 2 or not _rich(hand, player) or due + hand.house.chip >= hand.house.big:
        return None
    post(hand, player, due + hand.house.chip)
    post(hand, *hand.seating.blinds[1])
    bind(hand, "fold")
    return "GL.blind"


@fault("blinds")
def big_blind_from_the_seat_beyond(hand: Hand, rng: random.Random) -> Cited | None:
    """The big blind is put up by the player after the one who is due for it."""
    if len(hand.seating.blinds) < 2 or len(hand.players) < 4 or hand.seating.number > 1:
        return None
    right, due = hand.seating.blinds[1]
    other = hand.after(right)[0]
    if not _rich(hand, other) or not right.stack:
        return None
    post(hand, *hand.seating.blinds[0])
    hand.seating.blinds[1] = (other, due)
    post(hand, other, due)
    return "irregularity S4.0/7"


@fault("blinds", tournament=False)
def big_blind_on_the_button(hand: Hand, rng: random.Random) -> Cited | None:
    """Between two players the one with the button puts up the big blind."""
    if len(hand.players) > 2 or any(not _rich(hand, one) for one in hand.players):
        return None
    if hand.house.blinds[0] == hand.house.blinds[1]:
        return None
    (small, low), (big, high) = hand.seating.blinds
    hand.seating.blinds = [(big, low), (small, high)]
    for player, due in hand.seating.blinds:
        post(hand, player, due)
    return "irregularity S4.3"


@fault("antes")
def ante_too_small(hand: Hand, rng: random.Random) -> Cited | None:
    """A player with chips antes less than the others."""
    player = rng.choice(hand.players)
    ante, blinds = hand.house.ante, [one for one, _ in hand.seating.blinds]
    if not _rich(hand, player) or ante == hand.house.chip or len(hand.players) < 4 or player in blinds:
        return None
    for one in hand.players:
        post(hand, one, ante - hand.house.chip if one is player else ante, "ante", live=False)
    hand.bound[player.name] = "fold"
    return "GL.ante"


# ---- straddles ----


@fault("straddle", FREE, tournament=False)
def straddle_of_another_amount(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle a chip above twice the big blind."""
    player, amount = straddler(hand), 2 * hand.house.big + hand.house.chip
    if not may_straddle(hand) or player.stack <= amount or len(hand.seating.blinds) < 2:
        return None
    straddle(hand, player, amount)
    bind(hand, "stay")
    return "S14.NL.15/2"


@fault("straddle", FREE, tournament=False)
def second_straddle(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle over a straddle."""
    player, big = straddler(hand), hand.house.big
    if not may_straddle(hand) or len(hand.players) < 4 or len(hand.seating.blinds) < 2:
        return None
    other = hand.after(player)[0]
    if other.bet or other.stack <= 4 * big:
        return None
    straddle(hand, player)
    straddle(hand, other, 4 * big)
    bind(hand, "stay")
    return "S14.NL.15"


@fault("straddle", FREE, tournament=False)
def straddle_from_another_seat(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle by the player after the one to the left of the big blind."""
    player = straddler(hand)
    other = hand.after(player)[0]
    if len(hand.players) < 4 or other.bet or not _rich(hand, other) or len(hand.seating.blinds) < 2:
        return None
    straddle(hand, other)
    return "S14.NL.15/1"


@fault("straddle", FREE, tournament=True)
def straddle_in_a_tournament(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle where there is none."""
    player = straddler(hand)
    if len(hand.players) < 3 or player.bet or not _rich(hand, player) or len(hand.seating.blinds) < 2:
        return None
    straddle(hand, player)
    return "S14.NL.15"


@fault("straddle", FIXED, tournament=False)
def straddle_at_a_fixed_limit(hand: Hand, rng: random.Random) -> Cited | None:
    """A straddle at a table that has not said so."""
    player = straddler(hand)
    if hand.house.straddles or len(hand.players) < 3 or player.bet or not _rich(hand, player):
        return None
    if len(hand.seating.blinds) < 2:
        return None
    straddle(hand, player)
    return "S4.17"


# ---- the deal ----


@fault("deal")
def cards_dealt_from_another_seat(hand: Hand, rng: random.Random) -> Cited | None:
    """The first card goes to the second player from the button."""
    if len(hand.players) < 3:
        return None
    first, *others = hand.players
    deal_to(hand, [*others, first])
    return "irregularity S4.0/1"


@fault("deal")
def cards_dealt_out_of_order(hand: Hand, rng: random.Random) -> Cited | None:
    """Two players in the middle change places in one pass."""
    if len(hand.players) < 4:
        return None
    first, second, third, *others = hand.players
    deal_pass(hand, [first, third, second, *others])
    deal_to(hand, hand.players, begun=1)
    return "irregularity S4.0/1"


def _card_too_many(hand: Hand, rng: random.Random) -> bool:
    """One player gets a card too many, and keeps it."""
    player = rng.choice(hand.players)
    if len(hand.players) < 4 or not _rich(hand, player) or player.bet:
        return False
    deal_to(hand, hand.players)
    deal_pass(hand, [player])
    hand.bound[player.name] = "fold"
    return True


@fault("deal", games=("holdem",))
def three_hole_cards(hand: Hand, rng: random.Random) -> Cited | None:
    """One player gets a card too many, and keeps it."""
    return "S5.0/1" if _card_too_many(hand, rng) else None


@fault("deal", games=OMAHAS)
def five_hole_cards(hand: Hand, rng: random.Random) -> Cited | None:
    """The same at Omaha."""
    return "S6.0/1" if _card_too_many(hand, rng) else None


@fault("deal")
def burn_before_the_first_cards(hand: Hand, rng: random.Random) -> Cited | None:
    """A card is burnt before anybody has one; there is betting after it."""
    if len(hand.able) < 2:
        return None
    burn(hand)
    deal_to(hand, hand.players)
    return "irregularity GL.burncard"


# ---- the board ----


@fault("street")
def no_burn(hand: Hand, rng: random.Random) -> Cited | None:
    """Communal cards without a burn, in a log that has burns."""
    number = hand.betting.number + 1
    if len(hand.able) < 2:
        return None
    board(hand, hand.house.game.board[number - 1])
    bind(hand, "stay")  # or no other burn might be on record
    return f"irregularity {NAMED[number]}"


@fault("street")
def two_burns(hand: Hand, rng: random.Random) -> Cited | None:
    """Two cards burnt."""
    number = hand.betting.number + 1
    if len(hand.able) < 2:
        return None
    burn(hand)
    burn(hand)
    board(hand, hand.house.game.board[number - 1])
    return f"irregularity {NAMED[number]}"


@fault("street")
def flop_of_four(hand: Hand, rng: random.Random) -> Cited | None:
    """Four cards for the flop, left there; everybody but one gives up."""
    if hand.betting.number != 1 or len(hand.able) < 3 or len(hand.able) < len(hand.live):
        return None
    burn(hand)
    board(hand, 4)
    bind(hand, "fold")
    return "S5.3"


@fault("street")
def card_that_was_seen_already(hand: Hand, rng: random.Random) -> Cited | None:
    """A communal card that a player has in hand."""
    if hand.betting.number != 3 or len(hand.able) < 3 or len(hand.able) < len(hand.live):
        return None
    burn(hand)
    double = rng.choice(hand.live[0].cards)
    hand.deck.pop()
    hand.board.append(double)
    hand.note(f"communal {cards([double])}")
    bind(hand, "fold")
    return "S3.IR.4"


@fault("turn")
def flop_before_the_big_blind_acted(hand: Hand, rng: random.Random) -> Cited | None:
    """The flop comes when it is the turn of a big blind whom nobody has raised."""
    player, betting = hand.actor, hand.betting
    if betting.number > 1 or player is not hand.last_blind or hand.straddled or player is None or player.acted:
        return None
    if betting.level != hand.house.big or betting.shorts or len(hand.able) < 2 or hand.seating.posts:
        return None
    burn(hand)
    board(hand, 3)
    hand.has_acted(player)
    bind(hand, "stay")  # a log without a check would prove nothing
    return "irregularity S4.9"


@fault("turn")
def street_before_the_betting_is_over(hand: Hand, rng: random.Random) -> Cited | None:
    """The next communal cards come early and are used; the players who are to act check."""
    player, betting = hand.actor, hand.betting
    waiting = [one for one in hand.able if not one.acted]
    if betting.number in (1, hand.house.game.rounds) or betting.level or len(waiting) < 2 or player is None:
        return None
    burn(hand)
    board(hand, hand.house.game.board[betting.number], " early")
    for one in (player, *hand.after(player)):
        if one.able and not one.acted:
            check(hand, one)
    hand.actor = player
    bind(hand, "fold")
    return ("irregularity S5.5", "irregularity S5.8")  # it came, and it stayed
