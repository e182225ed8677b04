"""Faults in the betting of draw and lowball: who opens and how, sizes, raises too many, checks, turns, forced money."""

from __future__ import annotations

import random
from dataclasses import replace

from play.common import betting as bets
from play.common.dealing import post
from play.common.hand import Cited, Player
from play.common.words import called
from play.roberts.draw.games import HIGH, LOWBALL
from play.roberts.draw.hand import DrawHand
from play.roberts.draw.oracle import jacks
from play.roberts.draw.planting import fault
from play.roberts.draw.playing import check, may_raise
from play.roberts.games import BIG_BET

FIXED = ("fixed",)
DOWN_TO_TENS = ("Th Ts Ah Kc 4c", "9c 9d Kd 4h 2s", "8c 8d Js 4d 2c", "7c 7d Jh 3d 2h")


def _plain(hand: DrawHand) -> bool:
    """Is what a wager is measured by beyond doubt: no short all-in, no blind of somebody's last chips?"""
    betting = hand.betting
    short = betting.number == 1 and any(hand.posted.get(one.name, 0) < due for one, due in hand.seating.blinds)
    return betting.shorts == 0 and betting.level == betting.full and not short


def _answered(hand: DrawHand, player: Player, total: int) -> bool:
    """Does the wager leave somebody else with chips to think about it, and its maker too?"""
    rest = max((one.everything for one in hand.able if one is not player), default=0)
    return total < player.everything and total < rest


# ---- the opening ----


@fault("turn", forms=LOWBALL)
def check_before_the_draw(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A player who has no blind neither opens nor folds, and folds when somebody raises."""
    player, betting = hand.turn, hand.betting
    if betting.number > 1 or betting.opened or player.bet or not _plain(hand):
        return None
    after = next(one for one in hand.after(player) if one.able)
    bounds = may_raise(hand, after) if after is not player else None
    if bounds is None or after.bet or not _answered(hand, after, bounds[0]):
        return None
    check(hand, player)
    hand.bound[player.name] = "fold"
    bets.raise_to(hand, after, bounds[0])
    hand.actor = after
    return "S11.0/2"


@fault("turn", forms=("ante",), hands=DOWN_TO_TENS, fewest=4)
def opened_on_tens(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The pot opened on less than a pair of jacks."""
    player = hand.turn
    if not hand.house.openers or not hand.unopened or jacks(player.cards):
        return None
    if not _answered(hand, player, hand.betting.size):
        return None
    bets.raise_to(hand, player, hand.betting.size)
    return "S12.0/5"


@fault("turn", FIXED, ("ante",))
def opening_of_a_wrong_size(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The pot opened for less than the bet, for something between one and two bets, or for more."""
    player, size, chip = hand.turn, hand.betting.size, hand.house.chip
    total = rng.choice((size - chip, size + chip, 2 * size + chip))
    if may_raise(hand, player) is None or not hand.unopened or not _answered(hand, player, total):
        return None
    if total in (0, 2 * size):
        return None
    _alone(hand, player, total)
    return "S12.0/2"


@fault("turn", FIXED)
def bet_of_a_wrong_size(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A bet after the draw of a chip less or more than the limit."""
    player, betting = hand.turn, hand.betting
    total = betting.size + rng.choice((-1, 1)) * hand.house.chip
    if betting.number == 1 or betting.level or not total or may_raise(hand, player) is None:
        return None
    if not _answered(hand, player, total):
        return None
    _alone(hand, player, total)
    return "S11.0/5" if hand.house.lowball else "S12.0/4"


def _alone(hand: DrawHand, player: Player, total: int) -> None:
    """A wager on which nobody raises."""
    bets.raise_to(hand, player, total)
    for one in hand.live:
        hand.bound[one.name] = _either(hand)


def _either(hand: DrawHand) -> str:
    """To fold or to stay, as it comes."""
    return hand.rng.choice(("fold", "stay"))


# ---- raises ----


@fault("turn", FIXED)
def raise_of_a_wrong_size(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A raise of a chip less or more than the limit."""
    player, betting = hand.turn, hand.betting
    total = betting.level + betting.size + rng.choice((-1, 1)) * hand.house.chip
    if not _plain(hand) or not betting.level or betting.capped or may_raise(hand, player) is None:
        return None
    if total <= betting.level or not _answered(hand, player, total):
        return None
    _alone(hand, player, total)
    if hand.house.lowball:
        return "S11.0/5"
    return "S12.0/4" if betting.number > 1 else "GL.fixed-limit"


@fault("turn", FIXED)
def raise_too_many(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A raise more than the limit allows, with more than two players who can bet."""
    player, betting = hand.turn, hand.betting
    total = betting.level + betting.size
    barred = player.name in hand.checked and not hand.house.check_raise
    if not betting.capped or not _plain(hand) or not hand.reopened(player) or barred:
        return None
    if not _answered(hand, player, total):
        return None
    _alone(hand, player, total)
    if hand.house.form == "triple":
        return "S3.BR.4(a)"
    if hand.doubled and betting.number == 1:
        return "advisory S12.1"  # is an opening with a raise one of the raises?
    return "S11.2" if hand.house.lowball else "S12.1"


@fault("turn")
def raise_not_reopened(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A raise by a player who has wagered already, over nothing but somebody's last chips."""
    player, betting = hand.turn, hand.betting
    closed = player.acted and player.mark == betting.full and betting.shorts == 1 and not hand.reopened(player)
    total = hand.least()
    barred = betting.capped or not betting.full or hand.doubtful or (player.name in hand.checked)
    if not closed or barred or not _answered(hand, player, total):
        return None
    if betting.number == 1 and any(hand.posted.get(one.name, 0) < due for one, due in hand.seating.blinds):
        return None
    _alone(hand, player, total)
    return "S3.BR.7/1" if hand.fixed else "S14.NL.4"


@fault("turn", BIG_BET)
def bet_too_small(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A bet below the least after the draw."""
    player, betting = hand.turn, hand.betting
    total = betting.size - hand.house.chip
    if betting.number == 1 or betting.level or not total or may_raise(hand, player) is None:
        return None
    if not _answered(hand, player, betting.size):
        return None
    _alone(hand, player, total)
    return "S14.NL.2"


@fault("turn", BIG_BET)
def raise_too_small(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A raise of less than the last bet or raise."""
    player, betting = hand.turn, hand.betting
    total = hand.least() - hand.house.chip
    if not _plain(hand) or not betting.level or total <= betting.level or may_raise(hand, player) is None:
        return None
    if not _answered(hand, player, hand.least()):
        return None
    _alone(hand, player, total)
    return "S14.NL.3"


@fault("turn", ("pot-limit",))
def wager_above_the_pot(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A bet or raise above the pot."""
    player = hand.turn
    if not _plain(hand) or may_raise(hand, player) is None:
        return None
    total = hand.pot_most(player, lenient=True) + rng.choice((1, 2, 5)) * hand.house.chip
    if not _answered(hand, player, total):
        return None
    _alone(hand, player, total)
    return "S14.PL.0" if not hand.house.unit else "S14.PL.4"


@fault("turn", FIXED, ("a5",))
def check_raise(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A raise after a check where that is not allowed."""
    player, betting = hand.turn, hand.betting
    total = betting.level + betting.size
    if hand.house.check_raise or player.name not in hand.checked or not _plain(hand) or betting.capped:
        return None
    if not betting.level or not _answered(hand, player, total) or not hand.reopened(player):
        return None
    _alone(hand, player, total)
    return "S11.A5.2"


# ---- calls and checks ----


@fault("turn")
def check_facing_a_bet(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A check after the draw by a player who has something to call; the next player raises."""
    player, betting = hand.turn, hand.betting
    after = next(one for one in hand.after(player) if one.able)
    bounds = may_raise(hand, after) if after is not player else None
    if betting.number == 1 or player.bet >= betting.level or bounds is None or after.acted or not _plain(hand):
        return None
    if not _answered(hand, after, bounds[0]) or bounds[0] >= player.everything:
        return None
    check(hand, player)
    hand.bound[player.name] = "fold"
    bets.raise_to(hand, after, bounds[0])
    hand.actor = after
    return "GL.check"


@fault("turn", FIXED)
def short_call(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A call after the draw of less than the bet with chips left; the next player raises."""
    player, betting = hand.turn, hand.betting
    after = next(one for one in hand.after(player) if one.able)
    bounds = may_raise(hand, after) if after is not player else None
    total = betting.level - hand.house.chip
    if betting.number == 1 or total <= player.bet or bounds is None or after.acted or not _plain(hand):
        return None
    if not _answered(hand, after, bounds[0]) or not _answered(hand, player, bounds[0]) or hand.able[2:] == []:
        return None
    hand.habits = replace(hand.habits, calls="to")  # or nobody could tell what was called
    bets.call(hand, player, total)
    hand.bound[player.name] = "fold"
    bets.raise_to(hand, after, bounds[0])
    hand.actor = after
    return "S3.BR.16/1"


# ---- turns ----


def _displaced(hand: DrawHand) -> Player | None:
    """The player whom the next player acts before, at the beginning of a round; none where that could be in order."""
    player = hand.turn
    if hand.betting.first is not None or len(hand.able) < 3 or hand.betting.number > 2:
        return None
    return player


@fault("turn", forms=(*LOWBALL, "high"), fewest=4)
def wrong_first_before_the_draw(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The player after the one who is to begin begins, and the turn goes round from there."""
    player = _displaced(hand)
    if player is None or hand.betting.number > 1:
        return None
    other = next(one for one in hand.after(player) if one.able)
    if other.bet or (hand.unopened and hand.house.lowball):
        return None
    bets.fold(hand, other)
    hand.actor = other
    if hand.last_blind is not None:
        hand.bound[hand.last_blind.name] = "stay"  # so that the first player comes to act
    return "irregularity S4.0/9"


@fault("turn", fewest=3)
def wrong_first_after_the_draw(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The same after the draw, with a check."""
    player = _displaced(hand)
    if player is None or hand.betting.number == 1:
        return None
    other = next(one for one in hand.after(player) if one.able)
    check(hand, other)
    hand.actor = other
    return "irregularity S4.0/10" if hand.house.lowball else "irregularity S12.0/3"


@fault("turn", fewest=3)
def check_out_of_turn(hand: DrawHand, rng: random.Random) -> Cited | None:
    """After the draw a player checks before the one who is to begin, who acts then."""
    player = _displaced(hand)
    if player is None or hand.betting.number == 1:
        return None
    other = next(one for one in hand.after(player) if one.able)
    check(hand, other)
    check(hand, player)
    hand.actor = other
    return "irregularity S3.BR.11"


@fault("turn", fewest=4)
def fold_out_of_turn(hand: DrawHand, rng: random.Random) -> Cited | None:
    """Later in a round a player folds before it is their turn."""
    player, betting = hand.turn, hand.betting
    others = [one for one in hand.after(player) if one.able and one is not player and one.bet < betting.level]
    if betting.first is None or len(others) < 2 or len(hand.live) < 4 or not betting.opened:
        return None
    bets.fold(hand, others[0])
    hand.turn_again()
    return "irregularity S3.BR.11"


@fault("turn")
def act_after_folding(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A player who has folded checks."""
    gone = [one for one in hand.players if not one.live]
    if not gone or hand.betting.first is None:
        return None
    hand.note(f"{called(rng.choice(gone))} checks")
    hand.turn_again()
    return "S3.DH.1(a)"


# ---- forced money ----


@fault("antes", forms=("a5", "27", *HIGH))
def ante_too_small(hand: DrawHand, rng: random.Random) -> Cited | None:
    """One ante is a chip short, with chips left."""
    chip, ante = hand.house.chip, hand.house.ante
    wrong = rng.choice(hand.players)
    if ante == chip or wrong.stack <= 3 * ante:
        return None
    for player in hand.players:
        post(hand, player, ante - chip * (player is wrong), "ante", live=False)
    hand.bound[wrong.name] = "fold"
    return "GL.ante" if hand.house.lowball else "S12.0/1"


@fault("blinds", forms=("a5", "27", "triple", "high"))
def blind_too_small(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The last blind is a chip short, with chips left."""
    last, due = hand.seating.blinds[-1]
    if last.stack <= 3 * due or (len(hand.seating.blinds) > 1 and due - hand.house.chip < hand.seating.blinds[0][1]):
        return None
    for player, amount in hand.seating.blinds:
        post(hand, player, amount - hand.house.chip * (player is last))
    hand.bound |= {one.name: _either(hand) for one in hand.players}
    hand.habits = replace(hand.habits, calls="to", raises="to")  # the same
    return "GL.blind"
