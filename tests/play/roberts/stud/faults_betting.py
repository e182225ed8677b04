"""Faults in the betting of stud by Robert's Rules: sizes, raises too many or not open, calls, checks and turns."""

from __future__ import annotations

import random

from play.common.betting import call, check, raise_to
from play.common.faults import folds_early, next_raiser, someone_later
from play.common.hand import Cited, Player
from play.common.words import called
from play.roberts.games import BIG_BET
from play.roberts.stud.games import HI_LO, RAZZ, STUD
from play.roberts.stud.hand import FOURTH, StudHand
from play.roberts.stud.planting import EVERYWHERE, SIZES, THREE, fault, plain, settle_down

# ---- sizes ----


def _size_clause(hand: StudHand) -> str:
    game = hand.house.game.key
    return "S8.7" if game == STUD and hand.betting.number == FOURTH else SIZES[game]


@fault("turn")
def bet_of_a_wrong_size(hand: StudHand, rng: random.Random) -> Cited | None:
    """A bet of the other limit, or a chip from the right one."""
    player, betting, bets = hand.turn, hand.betting, hand.house.bets
    if betting.number == 1 or betting.level or player.acted:
        return None
    right, chip = hand.targets(), hand.house.chip
    total = rng.choice([size for size in (*bets, right[0] - chip, right[-1] + chip) if size not in right])
    raise_to(hand, player, total)
    settle_down(hand, player)
    return _size_clause(hand)


@fault("turn", games=(RAZZ, HI_LO), deal="pairs", meek=True)
def upper_bet_for_a_pair(hand: StudHand, rng: random.Random) -> Cited | None:
    """The upper limit on fourth street, an open pair showing, where that changes nothing."""
    player, betting = hand.turn, hand.betting
    if betting.number != FOURTH or not hand.pairs() or betting.level:
        return None
    raise_to(hand, player, hand.house.bets[1])
    settle_down(hand, player)
    return SIZES[hand.house.game.key]


@fault("turn", games=(STUD,), meek=True)
def upper_bet_without_a_pair(hand: StudHand, rng: random.Random) -> Cited | None:
    """The upper limit on fourth street, and nobody shows a pair."""
    player, betting = hand.turn, hand.betting
    if betting.number != FOURTH or hand.pairs() or betting.level:
        return None
    raise_to(hand, player, hand.house.bets[1])
    settle_down(hand, player)
    return "S8.7"


@fault("turn", games=(STUD,), deal="pairs")
def lower_raise_after_an_upper_one(hand: StudHand, rng: random.Random) -> Cited | None:
    """With an open pair a raise by the lower limit after a bet or raise of the upper one."""
    player, betting, bets = hand.turn, hand.betting, hand.house.bets
    if not hand.paired or betting.size != bets[1] or not betting.full or betting.capped or player.acted:
        return None
    raise_to(hand, player, betting.level + bets[0])
    settle_down(hand, player)
    return "S8.7"


@fault("turn")
def raise_of_a_wrong_size(hand: StudHand, rng: random.Random) -> Cited | None:
    """A raise a chip from the right size."""
    player, betting = hand.turn, hand.betting
    if not betting.full or betting.capped or not plain(hand) or player.acted:
        return None
    raise_to(hand, player, rng.choice((hand.targets()[0] - hand.house.chip, hand.targets()[-1] + hand.house.chip)))
    settle_down(hand, player)
    return _size_clause(hand)


@fault("turn", stacks="some short")
def raise_over_few_last_chips(hand: StudHand, rng: random.Random) -> Cited | None:
    """Somebody's last chips of less than half a bet are raised by a full bet instead of being completed."""
    player, betting = hand.turn, hand.betting
    total = betting.level + betting.size
    above = betting.level - betting.full
    if (
        not betting.full
        or betting.shorts != 1
        or betting.capped
        or player.acted
        or hand.paired
        or 2 * above >= betting.size
    ):
        return None
    if not _deep(hand, total):
        return None
    raise_to(hand, player, total)
    settle_down(hand, player)
    return "S3.BR.7/2"


def _deep(hand: StudHand, total: int) -> bool:
    """Have two players more chips than this, so that it counts what is wagered?"""
    return sum(one.everything > total for one in hand.able) > 1 and hand.turn.everything > total


@fault("turn", BIG_BET)
def bet_below_the_minimum(hand: StudHand, rng: random.Random) -> Cited | None:
    """A bet of a chip less than the smallest one."""
    player, betting = hand.turn, hand.betting
    if betting.number == 1 or betting.level:
        return None
    raise_to(hand, player, hand.house.minimum - hand.house.chip)
    settle_down(hand, player)
    return "S14.NL.2"


@fault("turn", BIG_BET)
def raise_below_the_last(hand: StudHand, rng: random.Random) -> Cited | None:
    """A raise of a chip less than the last bet or raise."""
    player, betting = hand.turn, hand.betting
    total = hand.least() - hand.house.chip
    if betting.number == 1 or not betting.full or player.acted or not plain(hand) or not _deep(hand, total):
        return None
    raise_to(hand, player, total)
    settle_down(hand, player)
    return "S14.NL.3"


@fault("turn", ("pot-limit",))
def wager_above_the_pot(hand: StudHand, rng: random.Random) -> Cited | None:
    """A chip more than the pot."""
    player = hand.turn
    total = hand.pot_most(player) + hand.house.chip
    if player.acted or not plain(hand) or not _deep(hand, total):
        return None
    raise_to(hand, player, total)
    settle_down(hand, player)
    return "S14.PL.0"


@fault("turn", ("no-limit",))
def half_a_chip(hand: StudHand, rng: random.Random) -> Cited | None:
    """A wager with a part of the smallest chip."""
    player = hand.turn
    total = hand.least() + hand.house.chip // 2
    if player.acted or not plain(hand) or not _deep(hand, total) or hand.betting.number == 1:
        return None
    raise_to(hand, player, total)
    for one in hand.live:
        hand.bound[one.name] = "fold"
    return "S3.BR.1"


# ---- raises ----


@fault("turn", players=THREE)
def fourth_raise(hand: StudHand, rng: random.Random) -> Cited | None:
    """A raise after three, more than two players having been able to bet then."""
    player = hand.turn
    if not hand.betting.capped or not plain(hand) or not _deep(hand, hand.least()):
        return None
    raise_to(hand, player, hand.least())
    return "S3.BR.4(a)"


@fault("turn", players=(3, 4), tournament=True)
def fourth_raise_between_two(hand: StudHand, rng: random.Random) -> Cited | None:
    """A fourth raise in a tournament, where two players are left in the hand and more in the event."""
    player = hand.turn
    folded = any(one.acted for one in hand.players if not one.live)  # then there were more when it was capped
    if not hand.betting.capped or len(hand.live) > 2 or folded or not plain(hand):
        return None
    raise_to(hand, player, hand.least())
    return "S15.23"


@fault("turn", stacks="some short")
def raise_not_reopened(hand: StudHand, rng: random.Random) -> Cited | None:
    """A raise by a player who has acted, over nothing but somebody's last chips, too few to open the betting again."""
    player, betting = hand.turn, hand.betting
    if (
        not player.acted
        or hand.reopened(player)
        or betting.capped
        or hand.unclear
        or hand.paired
        or betting.shorts != 1
    ):
        return None
    total = hand.least()
    if not betting.full or betting.number == 1 or not _deep(hand, total):
        return None
    raise_to(hand, player, total)
    settle_down(hand, player)
    return "S3.BR.7/1"


@fault("turn", BIG_BET, players=THREE, stacks="some short", meek=True)
def raise_not_reopened_at_big_bet(hand: StudHand, rng: random.Random) -> Cited | None:
    """The same where it takes a full raise: a bet, last chips of a little more, a call, and the bettor raises."""
    player, betting, chip = hand.turn, hand.betting, hand.house.chip
    others = [one for one in hand.after(player) if one.able and one is not player]
    if betting.number == 1 or betting.level or betting.first is not None or len(others) < 2:
        return None
    short = min(others, key=lambda one: one.stack)
    bet = short.stack - chip
    most = hand.most(player)
    if bet < hand.house.minimum or (most is not None and bet > most) or not _deep(hand, 3 * short.stack):
        return None
    raise_to(hand, player, bet)
    for one in others:
        if one is short:
            raise_to(hand, one, one.everything)
        else:
            call(hand, one)
    raise_to(hand, player, hand.least())
    settle_down(hand, player)
    return "S14.NL.4"


# ---- calls and checks ----


def _next_raises(hand: StudHand, player: Player) -> Player | None:
    """The next player, if a raise is open to that one and its size beyond doubt; not who made the forced bet."""
    after = next_raiser(hand, player) if plain(hand) else None
    return None if after is hand.bringer else after


@fault("turn", EVERYWHERE)
def check_facing_a_wager(hand: StudHand, rng: random.Random) -> Cited | None:
    """A check by a player who has something to call; the next player raises."""
    player = hand.turn
    after = _next_raises(hand, player)
    if after is None or player.bet >= hand.betting.level or player.acted or rng.random() < 0.5:
        return None
    check(hand, player)
    raise_to(hand, after, hand.least())
    hand.actor = after
    return "GL.check"


@fault("turn", EVERYWHERE)
def short_call(hand: StudHand, rng: random.Random) -> Cited | None:
    """A call of less than the wager with chips left; the next player raises."""
    player, betting = hand.turn, hand.betting
    after = _next_raises(hand, player)
    total = betting.level - hand.house.chip
    if after is None or not betting.full or not player.bet < total < player.everything or hand.habits.calls == "bare":
        return None
    call(hand, player, total)
    hand.bound[player.name] = "stay"
    raise_to(hand, after, hand.least())
    hand.actor = after
    return "S3.BR.16/1" if hand.fixed else "S14.NL.9"


# ---- turns ----


@fault("turn", EVERYWHERE, players=THREE)
def fold_out_of_turn(hand: StudHand, rng: random.Random) -> Cited | None:
    """A player folds before the turn comes."""
    return "irregularity S3.BR.11" if folds_early(hand, but=hand.bringer) else None


@fault("turn", EVERYWHERE, players=THREE, meek=True)
def check_out_of_turn(hand: StudHand, rng: random.Random) -> Cited | None:
    """A player checks before the turn comes; the others check as well."""
    other = someone_later(hand, but=hand.bringer)
    if other is None or hand.level:
        return None
    check(hand, other)
    hand.turn_again()
    return "irregularity S3.BR.11"


@fault("turn", EVERYWHERE)
def act_after_folding(hand: StudHand, rng: random.Random) -> Cited | None:
    """A player who has folded checks."""
    folded = [one for one in hand.players if not one.live]
    if not folded or hand.betting.number == 1 or hand.betting.first is None:
        return None
    hand.note(f"{called(rng.choice(folded))} checks")
    hand.turn_again()
    return "S3.DH.1(a)"
