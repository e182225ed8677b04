"""Faults in the betting of Robert's Rules: sizes, raises too many, reopened betting, calls, checks and turns."""

from __future__ import annotations

import random

from play.common.betting import call, check, may_raise, raise_to
from play.common.faults import (
    bind,
    calls_early,
    checks_early,
    folds_early,
    next_raiser,
    raises_over_the_stake,
    removes_chips,
    someone_later,
)
from play.common.hand import Cited, Player
from play.common.words import called, money
from play.roberts.button.planting import FIXED, FREE, fault
from play.roberts.hand import Hand


def _plain(hand: Hand) -> bool:
    """Is what a wager is measured by beyond doubt: no short all-in, no blind that is short or not there?"""
    first = hand.betting.number == 1
    short = any(hand.posted.get(one.name, 0) < due for one, due in hand.seating.blinds)
    missing = len(hand.seating.blinds) < len(hand.house.blinds)
    whole = not hand.fixed or hand.betting.level % hand.betting.size == 0
    return whole and not hand.betting.shorts and not (first and (short or missing))


def _covers(hand: Hand, player: Player, total: int) -> bool:
    """Does a wager put everybody else who can bet all in, so that a log may tell any amount above that?"""
    return all(total >= one.everything for one in hand.able if one is not player)


def _may(hand: Hand, player: Player, total: int) -> bool:
    """Is a raise open to the player that stays short of the player's chips and does not cover the others'?"""
    open_to = may_raise(hand, player) is not None and not hand.betting.capped
    return open_to and total < player.everything and not _covers(hand, player, total)


# ---- sizes ----


@fault("turn")
def wager_too_small(hand: Hand, rng: random.Random) -> Cited | None:
    """A bet or raise a chip below the least."""
    player, betting, least = hand.turn, hand.betting, hand.least()
    total = least - hand.house.chip
    if not _plain(hand) or not betting.level < total or not _may(hand, player, total) or hand.straddled:
        return None
    opens = betting.level == 0
    raise_to(hand, player, total)
    betting.raises += hand.fixed and not opens and betting.full < total
    betting.full, betting.shorts = total, 0
    bind(hand, "stay")  # what a raise over it would be is another matter
    if hand.fixed:
        return "S3.BR.16/2" if opens and betting.number > 2 and 2 * total == least else "GL.fixed-limit"
    return "S14.NL.2" if opens else "S14.NL.3"


@fault("turn", ("fixed", "pot-limit"))
def wager_too_large(hand: Hand, rng: random.Random) -> Cited | None:
    """A bet or raise a chip or more above the most."""
    player, betting = hand.turn, hand.betting
    most = hand.most(player) if hand.fixed else hand.pot_most(player, lenient=True)
    assert most is not None
    total = most + rng.choice((1, 1, 3)) * hand.house.chip
    if not _plain(hand) or not _may(hand, player, total):
        return None
    raise_to(hand, player, total)
    bind(hand, "stay")
    if hand.fixed:
        return "GL.fixed-limit"
    if hand.house.unit:
        return "S14.PL.4"
    return "S14.PL.5" if betting.number == 1 and "small-blind-as-big" in hand.house.features else "S14.PL.0"


@fault("turn", FIXED)
def bet_of_the_lower_limit(hand: Hand, rng: random.Random) -> Cited | None:
    """A bet of the lower limit in a round of the upper one."""
    player, betting = hand.turn, hand.betting
    total = hand.house.bets[0]
    if betting.number < 3 or betting.level or not _may(hand, player, total):
        return None
    raise_to(hand, player, total)
    betting.full, betting.shorts = total, 0
    bind(hand, "stay")
    return "S3.BR.16/2"


@fault("turn", FIXED)
def raise_of_the_whole_over_a_short_one(hand: Hand, rng: random.Random) -> Cited | None:
    """Last chips of less than half a bet are raised by a bet, and not completed."""
    player, betting = hand.turn, hand.betting
    short, total = betting.level - betting.full, betting.level + betting.size
    plain = betting.shorts == 1 and betting.full and 2 * short < betting.size
    if not plain or player.acted or not _may(hand, player, total):
        return None
    raise_to(hand, player, total)
    bind(hand, "stay")
    return "S3.BR.7/2"


@fault("turn", FREE)
def completed_at_big_bet(hand: Hand, rng: random.Random) -> Cited | None:
    """A short all-in raise is completed to the full one."""
    player, betting = hand.turn, hand.betting
    total = betting.full + betting.quantum
    short = any(hand.posted.get(one.name, 0) < due for one, due in hand.seating.blinds)
    first = betting.number == 1 and (short or hand.straddled or len(hand.seating.blinds) < 2)
    plain = betting.shorts == 1 and betting.full and not first
    if not plain or player.acted or total <= betting.level or not _may(hand, player, total):
        return None
    raise_to(hand, player, total)
    bind(hand, "stay")
    return "S14.NL.5"


@fault("turn", FREE, tournament=False)
def raise_of_too_little_over_a_straddle(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise of a straddle by less than a big blind."""
    player, betting = hand.turn, hand.betting
    total = betting.level + hand.house.big - hand.house.chip
    fresh = hand.straddled and betting.number == 1 and betting.level == 2 * hand.house.big
    if not fresh or not _plain(hand) or total <= betting.level or not _may(hand, player, total):
        return None
    raise_to(hand, player, total)
    bind(hand, "stay")
    return "S14.NL.3"


@fault("turn", FREE)
def wager_of_no_whole_chips(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise by chips smaller than those the game is played with."""
    player = hand.turn
    bounds = may_raise(hand, player)
    if bounds is None or bounds[0] + hand.house.chip >= bounds[1] or not _plain(hand) or hand.house.chip < 100:
        return None
    total = bounds[0] + 50
    if not _may(hand, player, total):
        return None
    raise_to(hand, player, total)
    bind(hand, "fold")
    return "S3.BR.1"


# ---- raises too many, and not open ----


def _raises_over_the_cap(hand: Hand, wanted: bool) -> bool:
    """A raise after the last one that is allowed, if things are as wanted."""
    player, total = hand.turn, hand.least()
    spent = hand.betting.capped and hand.reopened(player) and not hand.betting.shorts
    if not wanted or not spent or total >= player.everything or _covers(hand, player, total):
        return False
    raise_to(hand, player, total)
    bind(hand, "stay")
    return True


@fault("turn", FIXED)
def fourth_raise(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise after three, all who can bet being more than two."""
    return "S3.BR.4(a)" if _raises_over_the_cap(hand, len(hand.able) > 2) else None


@fault("turn", FIXED, tournament=False)
def fourth_raise_between_the_two_left(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise after three by one of two, a third having folded since."""
    return "S3.BR.4(a)" if _raises_over_the_cap(hand, len(hand.able) == 2) else None


@fault("turn", FIXED, tournament=True)
def fourth_raise_between_two_in_a_tournament(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise after three by one of two who are not the last of their event."""
    return "S15.23" if _raises_over_the_cap(hand, hand.betting.left == 2 and len(hand.players) > 2) else None


@fault("turn")
def raise_not_reopened(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise by a player who has acted already, over nothing but somebody's last chips."""
    player, betting, total = hand.turn, hand.betting, hand.least()
    closed = not hand.reopened(player) and betting.shorts and player.bet < betting.level
    first = hand.betting.number == 1
    if first and any(hand.posted.get(one.name, 0) < due for one, due in hand.seating.blinds):
        return None
    if not closed or len(hand.able) < 2 or betting.capped or total >= player.everything:
        return None
    if _covers(hand, player, total):
        return None
    several = betting.shorts > 1
    raise_to(hand, player, total)
    bind(hand, "stay")
    if hand.fixed:
        return "S3.BR.7/4" if several else "S3.BR.7/1"
    return "S14.NL.4" if betting.full > total - betting.quantum or first else "S14.NL.3/1"


# ---- calls and checks ----


def _next_raises(hand: Hand, player: Player) -> Player | None:
    """The next player, if a raise is open to that one and its size beyond doubt."""
    return next_raiser(hand, player) if _plain(hand) and not hand.betting.capped else None


@fault("turn")
def check_facing_a_wager(hand: Hand, rng: random.Random) -> Cited | None:
    """A check by a player who has something to call; the next player raises."""
    player = hand.turn
    after = _next_raises(hand, player)
    if after is None or player.bet >= hand.betting.level:
        return None
    check(hand, player)
    player.mark = 0
    raise_to(hand, after, hand.least())
    hand.bound[player.name] = "fold"
    hand.actor = after
    return "GL.check"


@fault("turn")
def short_call(hand: Hand, rng: random.Random) -> Cited | None:
    """A call of less than the wager with chips left; the next player raises."""
    player, betting = hand.turn, hand.betting
    after = _next_raises(hand, player)
    total = betting.level - hand.house.chip
    if after is None or not player.bet < total < player.everything or hand.habits.calls == "bare":
        return None
    entering = betting.number == 1 and not betting.opened
    call(hand, player, total)
    hand.bound[player.name] = "fold"
    raise_to(hand, after, hand.least())
    hand.actor = after
    if hand.fixed:
        return "S3.BR.16/1"
    if entering:
        return "S14.NL.15/4" if hand.straddled else "S14.NL.2"
    return "S14.NL.9"


@fault("turn")
def call_with_too_much(hand: Hand, rng: random.Random) -> Cited | None:
    """A call with a chip more than it takes."""
    player, betting = hand.turn, hand.betting
    total = betting.level + hand.house.chip
    over = 2 * hand.house.chip < betting.size and total < hand.least() and total < player.everything
    if not _plain(hand) or not over or player.bet >= betting.level or hand.habits.calls != "by" or len(hand.able) < 3:
        return None
    amount = total - player.bet
    hand.pay(player, amount)
    hand.has_acted(player)
    hand.note(f"{called(player)} calls {money(amount)}")
    bind(hand, "fold")
    return "irregularity S3.BR.16"


@fault("turn", FREE)
def entering_for_a_short_blind(hand: Hand, rng: random.Random) -> Cited | None:
    """A call of what a big blind has who had less than that."""
    player, betting = hand.turn, hand.betting
    big, due = hand.seating.blinds[-1]
    there = hand.posted.get(big.name, 0)
    entering = betting.number == 1 and not betting.opened and not hand.straddled and not player.bet
    if not entering or not 0 < there < due or there < max(one.bet for one in hand.players) or len(hand.able) < 3:
        return None
    if hand.seating.posts or len(hand.seating.blinds) < 2 or player.stack <= due:
        return None
    hand.pay(player, there)
    hand.has_acted(player)
    hand.note(f"{called(player)} calls {money(there)}")
    bind(hand, "fold")
    return "S14.NL.2/1"


# ---- chips ----


@fault("turn", ("no-limit",))
def more_than_the_stake(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise with chips that did not lie on the table."""
    player, more = hand.turn, hand.house.big
    if may_raise(hand, player) is None or not _plain(hand):
        return None
    if player.everything + more < hand.least() or _covers(hand, player, player.everything):
        return None
    raises_over_the_stake(hand)
    return "S2.PR.8/1"


@fault("turn", tournament=False)
def chips_removed_in_the_hand(hand: Hand, rng: random.Random) -> Cited | None:
    """A player takes chips off the table."""
    return "S2.PR.8/2" if removes_chips(hand, rng) else None


# ---- turns ----


@fault("turn")
def fold_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player folds before the turn comes."""
    return "irregularity S3.BR.11" if folds_early(hand) else None


@fault("turn")
def check_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player checks before the turn comes; the others check as well."""
    return "irregularity S3.BR.11" if checks_early(hand) else None


@fault("turn")
def bet_after_checking_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player checks before the turn comes and bets when it has come."""
    other, total = someone_later(hand), hand.least()
    if other is None or not _plain(hand) or total >= other.everything or _covers(hand, other, total):
        return None
    if checks_early(hand) is None:
        return None
    raise_to(hand, other, total)
    return ("irregularity S3.BR.11", "S3.BR.11/1")


@fault("turn")
def call_out_of_turn(hand: Hand, rng: random.Random) -> Cited | None:
    """A player calls before the turn comes; the others fold."""
    return "irregularity S3.BR.11" if _plain(hand) and calls_early(hand) else None


@fault("turn")
def wrong_player_begins(hand: Hand, rng: random.Random) -> Cited | None:
    """A betting round is begun by the player after the one whose turn it is, with a bet or raise."""
    player, total = hand.turn, hand.least()
    if any(one.acted for one in hand.players) or len(hand.able) < 4 or not _plain(hand) or hand.straddled:
        return None
    other = next(one for one in hand.after(player) if one.able)
    if other.bet or not _may(hand, other, total) or player.stack <= total or hand.habits.calls == "bare":
        return None
    raise_to(hand, other, total)
    call(hand, player)
    hand.actor = other
    return "irregularity S3.BR.11"


@fault("turn")
def act_after_folding(hand: Hand, rng: random.Random) -> Cited | None:
    """A player who has folded checks."""
    folded = [one for one in hand.players if not one.live and one.stack]
    if not folded or hand.betting.number == 1 or hand.betting.level:
        return None
    hand.note(f"{called(rng.choice(folded))} checks")
    hand.turn_again()
    return "S3.DH.1(a)"


# ---- words ----


def _raises_saying(hand: Hand, words: str) -> bool:
    """A raise with some words added to its line."""
    player = hand.turn
    bounds = may_raise(hand, player)
    if bounds is None or not _plain(hand) or bounds[0] >= player.everything or not hand.level:
        return False
    raise_to(hand, player, bounds[0])
    hand.note(f"{hand.lines.pop()} {words}")
    return True


@fault("turn", ("no-limit", "pot-limit"), tournament=True)
def raise_in_two_motions(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise in two motions whose amount was not stated, in a tournament."""
    return "irregularity S15.24" if _raises_saying(hand, "saying raise in two motions") else None


@fault("turn", FIXED, tournament=False)
def string_raise(hand: Hand, rng: random.Random) -> Cited | None:
    """A raise in two motions and without a word."""
    return "irregularity S3.BR.14" if _raises_saying(hand, "silently in two motions") else None
