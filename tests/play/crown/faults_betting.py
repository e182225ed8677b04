"""Faults in the betting of Crown Poker: sizes, raises too many, reopened betting, calls, checks and turns."""

from __future__ import annotations

import random

from play.crown.betting import call, check, fold, may_raise, raise_to
from play.crown.games import CAPPED
from play.crown.hand import Cited, Hand, Player, called, money
from play.crown.planting import FREE, POTS, fault


def _plain(hand: Hand) -> bool:
    """Is what a wager is measured by beyond doubt: no short all-in, no blind of somebody's last chips, one straddle?"""
    straddles = hand.round == 1 and hand.full > 2 * hand.house.big and hand.raises == 0
    short = hand.round == 1 and any(one.put < due for one, due in hand.seating.blinds)
    return hand.shorts == 0 and hand.level == hand.full and not straddles and not short


def _turn(hand: Hand) -> Player:
    assert hand.actor is not None
    return hand.actor


def _answered(hand: Hand, player: Player) -> bool:
    return any(one.able for one in hand.players if one is not player)


# ---- sizes ----


@fault("turn", CAPPED + FREE)
def wager_too_small(hand: Hand, rng: random.Random) -> Cited | None:
    """A bet or raise a chip below the least."""
    player, least = _turn(hand), hand.least()
    total = least - hand.house.chip
    if not _plain(hand) or may_raise(hand, player) is None or not hand.level < total < player.everything:
        return None
    raise_to(hand, player, total)
    hand.level, hand.full, hand.acted = total, total, {player.name}
    hand.raises += hand.round == 1 or total > least  # none above an opening that was too small
    return {"fixed": "1.1:fixed-bet", "spread": "6.8"}.get(hand.house.limit, "6.6")


@fault("turn", (*CAPPED, *POTS))
def wager_too_large(hand: Hand, rng: random.Random) -> Cited | None:
    """A bet or raise a chip or more above the most."""
    player, most = _turn(hand), hand.most(_turn(hand))
    assert most is not None
    total = most + rng.choice((1, 1, 3)) * hand.house.chip
    if not _plain(hand) or may_raise(hand, player) is None or total >= player.everything or hand.shorts:
        return None
    raise_to(hand, player, total)
    return {"fixed": "1.1:fixed-bet", "spread": "6.8"}.get(hand.house.limit, "6.7")


@fault("turn", CAPPED)
def fourth_raise(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise after three, with more than two players who can bet."""
    player, total = _turn(hand), hand.least()
    spent = hand.raises >= 3 and len(hand.able) > 2 and player.name not in hand.acted
    if not spent or not _plain(hand) or total >= player.everything:
        return None
    raise_to(hand, player, total)
    return "6.9"


@fault("turn")
def raise_not_reopened(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise by a player who has wagered already, over nothing but somebody's last chips."""
    player, total = _turn(hand), hand.least()
    closed = player.name in hand.acted and player.bet == hand.full and hand.shorts == 1
    if not closed or not hand.full or not _answered(hand, player) or total >= player.everything:
        return None
    if hand.capped and hand.raises >= 3:
        return None
    if hand.round == 1 and any(one.put < due for one, due in hand.seating.blinds):
        return None
    raise_to(hand, player, total)
    return "6.16.2(a)" if hand.capped else "6.16.3"


# ---- calls and checks ----


def _next_raises(hand: Hand, player: Player) -> Player | None:
    """The next player, if a raise is open to that one, so that everybody has to act again."""
    after = next((one for one in hand.after(player) if one.able), player)
    if after is player or after.name in hand.acted:
        return None
    bounds = may_raise(hand, after)
    return after if bounds is not None and bounds[0] < after.everything and _plain(hand) else None


@fault("turn")
def check_facing_a_wager(hand: Hand, rng: random.Random) -> Cited | None:
    """A check by a player who has something to call; the next player raises."""
    player = _turn(hand)
    after = _next_raises(hand, player)
    if after is None or player.bet >= hand.level:
        return None
    check(hand, player)
    raise_to(hand, after, hand.least())
    hand.actor = after
    return "1.1:check"


@fault("turn")
def short_call(hand: Hand, rng: random.Random) -> Cited | None:
    """A call of less than the wager with chips left; the next player raises."""
    player = _turn(hand)
    after = _next_raises(hand, player)
    total = hand.level - hand.house.chip
    if after is None or not player.bet < total < player.everything or hand.habits.calls == "bare":
        return None
    call(hand, player, total)
    hand.bound[player.name] = "stay"
    raise_to(hand, after, hand.least())
    hand.actor = after
    return "6.17"


@fault("turn")
def all_in_with_chips_left(hand: Hand, rng: random.Random) -> Cited | None:
    """A wager called the player's last that is not."""
    player = _turn(hand)
    bounds = may_raise(hand, player)
    if bounds is None or not _plain(hand) or bounds[0] >= player.everything:
        return None
    raise_to(hand, player, bounds[0])
    hand.note(f"{hand.lines.pop()} all in")
    return "6.16.1"


@fault("turn", ("no-limit",))
def more_than_the_stake(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise with chips that did not lie on the table."""
    player = _turn(hand)
    if may_raise(hand, player) is None or not _plain(hand):
        return None
    player.stack += hand.house.big
    raise_to(hand, player, player.everything)
    hand.lines.append(str(hand.lines.pop()).removesuffix(" all in"))
    return "1.1:table-stakes"


# ---- turns ----


def _later(hand: Hand) -> Player | None:
    """A player whose turn comes after the one to act, who has not acted."""
    player = _turn(hand)
    others = [one for one in hand.after(player)[:-1] if one.able and one.name not in hand.acted]
    return others[-1] if hand.acted and len(others) > 1 and len(hand.live) > 3 else None


@fault("turn")
def fold_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player folds before the turn comes."""
    player, other = _turn(hand), _later(hand)
    if other is None or other.bet >= hand.level:
        return None
    fold(hand, other)
    hand.actor = hand.players[hand.players.index(player) - 1]
    return "irregularity 6.18"


@fault("turn")
def check_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player checks before the turn comes; the others check as well."""
    player, other = _turn(hand), _later(hand)
    if other is None or hand.level or hand.round == 1:
        return None
    check(hand, other)
    for one in (player, *hand.after(player)):
        if one is other:
            break
        if one.able and one.name not in hand.acted:
            check(hand, one)
    hand.actor = other
    return "irregularity 6.18.3"


@fault("turn")
def call_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player calls before the turn comes; the others call as well."""
    player, other = _turn(hand), _later(hand)
    if other is None or not _plain(hand) or not other.bet < hand.level < other.everything or other.bet:
        return None
    hand.wager(other, hand.level)
    hand.note(f"{called(other)} calls {money(hand.level)}")
    for one in (player, *hand.after(player)):
        if one is other:
            break
        if one.able and one.bet < hand.level:
            fold(hand, one)
    hand.actor = other
    return "irregularity 6.18.1"


@fault("turn")
def act_after_folding(hand: Hand, rng: random.Random) -> Cited | None:
    """A player who has folded calls."""
    folded = [one for one in hand.players if not one.live and one.stack > hand.level and one.bet < hand.level]
    if not folded or hand.round == 1:
        return None
    other = rng.choice(folded)
    hand.note(f"{called(other)} checks")
    hand.actor = hand.players[hand.players.index(_turn(hand)) - 1]
    return "irregularity record/act-after-fold"


@fault("turn")
def act_after_the_last_chips(hand: Hand, rng: random.Random) -> Cited | None:
    """A player without chips checks in a later round."""
    empty = [one for one in hand.players if one.live and not one.stack]
    if not empty or hand.round == 1 or hand.level:
        return None
    hand.note(f"{called(rng.choice(empty))} checks")
    hand.actor = hand.players[hand.players.index(_turn(hand)) - 1]
    return "irregularity 6.16.1"


# ---- chips during the hand ----


@fault("turn")
def chips_bought_in_the_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A player who is in the hand buys chips; they are not wagered."""
    if hand.round == 1 or len(hand.live) < 3:
        return None
    player = rng.choice(hand.live)
    hand.note(f"{called(player)} buys {money(hand.house.big)}")
    hand.bound[player.name] = "fold"
    hand.actor = hand.players[hand.players.index(_turn(hand)) - 1]
    return "6.11"


@fault("turn")
def chips_removed_in_the_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A player takes chips off the table."""
    rich = [one for one in hand.players if one.stack > hand.house.chip]
    if hand.round == 1 or not rich:
        return None
    player = rng.choice(rich)
    player.stack -= hand.house.chip
    hand.note(f"{called(player)} removes {money(hand.house.chip)}")
    hand.actor = hand.players[hand.players.index(_turn(hand)) - 1]
    return "6.11"
