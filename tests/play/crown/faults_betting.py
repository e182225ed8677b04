"""Faults in the betting of Crown Poker: sizes, raises too many, reopened betting, calls, checks and turns."""

from __future__ import annotations

import random

from play.common.betting import call, check, may_raise, raise_to
from play.common.faults import calls_early, checks_early, folds_early, next_raiser, raises_over_the_stake, removes_chips
from play.common.hand import Cited, Player
from play.common.words import called, money
from play.crown.games import CAPPED
from play.crown.hand import Hand
from play.crown.planting import FREE, POTS, fault


def _plain(hand: Hand) -> bool:
    """Is what a wager is measured by beyond doubt: no short all-in, no blind of somebody's last chips, one straddle?"""
    straddles = hand.betting.number == 1 and hand.betting.full > 2 * hand.house.big and hand.betting.raises == 0
    short = hand.short_blind
    return hand.betting.shorts == 0 and hand.level == hand.betting.full and not straddles and not short


def _answered(hand: Hand, player: Player) -> bool:
    return any(one.able for one in hand.players if one is not player)


# ---- sizes ----


@fault("turn", CAPPED + FREE)
def wager_too_small(hand: Hand, rng: random.Random) -> Cited | None:
    """A bet or raise a chip below the least."""
    player, least = hand.turn, hand.least()
    total = least - hand.house.chip
    if not _plain(hand) or may_raise(hand, player) is None or not hand.level < total < player.everything:
        return None
    raise_to(hand, player, total)
    hand.betting.level, hand.betting.full, hand.betting.answered = total, total, {player.name}
    hand.betting.raises += hand.betting.number == 1 or total > least  # none above an opening that was too small
    return {"fixed": "1.1:fixed-bet", "spread": "6.8"}.get(hand.house.limit, "6.6")


@fault("turn", (*CAPPED, *POTS))
def wager_too_large(hand: Hand, rng: random.Random) -> Cited | None:
    """A bet or raise a chip or more above the most."""
    player, most = hand.turn, hand.most(hand.turn)
    assert most is not None
    total = most + rng.choice((1, 1, 3)) * hand.house.chip
    if not _plain(hand) or may_raise(hand, player) is None or total >= player.everything or hand.betting.shorts:
        return None
    raise_to(hand, player, total)
    return {"fixed": "1.1:fixed-bet", "spread": "6.8"}.get(hand.house.limit, "6.7")


@fault("turn", CAPPED)
def fourth_raise(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise after three, with more than two players who can bet."""
    player, total = hand.turn, hand.least()
    spent = hand.betting.raises >= 3 and len(hand.able) > 2 and player.name not in hand.betting.answered
    if not spent or not _plain(hand) or total >= player.everything:
        return None
    raise_to(hand, player, total)
    return "6.9"


@fault("turn")
def raise_not_reopened(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise by a player who has wagered already, over nothing but somebody's last chips."""
    player, total = hand.turn, hand.least()
    closed = player.name in hand.betting.answered and player.bet == hand.betting.full and hand.betting.shorts == 1
    if not closed or not hand.betting.full or not _answered(hand, player) or total >= player.everything:
        return None
    if hand.capped and hand.betting.raises >= 3:
        return None
    if hand.short_blind:
        return None
    raise_to(hand, player, total)
    return "6.16.2(a)" if hand.capped else "6.16.3"


# ---- calls and checks ----


def _next_raises(hand: Hand, player: Player) -> Player | None:
    """The next player, if a raise is open to that one and its size beyond doubt."""
    return next_raiser(hand, player) if _plain(hand) else None


def _raised_behind(hand: Hand, after: Player) -> None:
    """The next player raises, so that everybody has to act again."""
    raise_to(hand, after, hand.least())
    hand.actor = after


@fault("turn")
def check_facing_a_wager(hand: Hand, rng: random.Random) -> Cited | None:
    """A check by a player who has something to call; the next player raises."""
    after = _next_raises(hand, hand.turn)
    if after is None or hand.turn.bet >= hand.level:
        return None
    check(hand, hand.turn)
    _raised_behind(hand, after)
    return "1.1:check"


@fault("turn")
def short_call(hand: Hand, rng: random.Random) -> Cited | None:
    """A call of less than the wager with chips left; the next player raises."""
    player, total = hand.turn, hand.level - hand.house.chip
    after = _next_raises(hand, player)
    if after is None or not player.bet < total < player.everything or hand.habits.calls == "bare":
        return None
    call(hand, player, total)
    hand.bound[player.name] = "stay"
    _raised_behind(hand, after)
    return "6.17"


@fault("turn")
def all_in_with_chips_left(hand: Hand, rng: random.Random) -> Cited | None:
    """A wager called the player's last that is not."""
    player = hand.turn
    bounds = may_raise(hand, player)
    if bounds is None or not _plain(hand) or bounds[0] >= player.everything:
        return None
    raise_to(hand, player, bounds[0])
    hand.note(f"{hand.lines.pop()} all in")
    return "6.16.1"


@fault("turn", ("no-limit",))
def more_than_the_stake(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise with chips that did not lie on the table."""
    if may_raise(hand, hand.turn) is None or not _plain(hand):
        return None
    raises_over_the_stake(hand)
    return "1.1:table-stakes"


# ---- turns ----


@fault("turn")
def fold_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player folds before the turn comes."""
    return "irregularity 6.18" if folds_early(hand) else None


@fault("turn")
def check_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player checks before the turn comes; the others check as well."""
    return "irregularity 6.18.3" if checks_early(hand) else None


@fault("turn")
def call_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player calls before the turn comes; the others fold."""
    return "irregularity 6.18.1" if _plain(hand) and calls_early(hand) else None


@fault("turn")
def act_after_folding(hand: Hand, rng: random.Random) -> Cited | None:
    """A player who has folded calls."""
    folded = [one for one in hand.players if not one.live and one.stack > hand.level and one.bet < hand.level]
    if not folded or hand.betting.number == 1:
        return None
    other = rng.choice(folded)
    hand.note(f"{called(other)} checks")
    hand.turn_again()
    return "irregularity record/act-after-fold"


@fault("turn")
def act_after_the_last_chips(hand: Hand, rng: random.Random) -> Cited | None:
    """A player without chips checks in a later round."""
    empty = [one for one in hand.players if one.live and not one.stack]
    if not empty or hand.betting.number == 1 or hand.level:
        return None
    hand.note(f"{called(rng.choice(empty))} checks")
    hand.turn_again()
    return "irregularity 6.16.1"


# ---- chips during the hand ----


@fault("turn")
def chips_bought_in_the_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A player who is in the hand buys chips; they are not wagered."""
    if hand.betting.number == 1 or len(hand.live) < 3:
        return None
    player = rng.choice(hand.live)
    hand.note(f"{called(player)} buys {money(hand.house.big)}")
    hand.bound[player.name] = "fold"
    hand.turn_again()
    return "6.11"


@fault("turn")
def chips_removed_in_the_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A player takes chips off the table."""
    return "6.11" if removes_chips(hand, rng) else None
