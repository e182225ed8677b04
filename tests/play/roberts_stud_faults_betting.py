"""Faults in the betting of stud by Robert's Rules: who opens and begins, sizes, raises too many, calls, turns."""

from __future__ import annotations

import random

from play.roberts_betting import call, check, fold, may_raise, raise_to
from play.roberts_games import BIG_BET
from play.roberts_hand import Cited, Player, called, money
from play.roberts_stud_games import HI_LO, RAZZ, STUD
from play.roberts_stud_hand import FOURTH, StudHand
from play.roberts_stud_planting import BEGINS, FIXED, OPENS, SIZES, checks_noted, fault, never_opens, plain, settle_down, turn_of
from play.roberts_stud_playing import ante

THREE = (4, 5, 6)
SHORT = (3, 4, 5)
EVERYWHERE = (*FIXED, *BIG_BET)


# ---- antes and the forced bet ----


@fault("antes", EVERYWHERE)
def ante_too_large(hand: StudHand, rng: random.Random) -> Cited | None:
    """An ante of a chip more; whose it is folds, and is not forced to open."""
    wrong = rng.choice(hand.players)
    never_opens(hand, wrong)
    hand.bound[wrong.name] = "fold"
    for player in hand.players:
        ante(hand, player, hand.house.ante + hand.house.chip * (player is wrong))
    return "GL.ante"


def _forces(hand: StudHand, player: Player, amount: int | None = None) -> None:
    """The player makes the forced bet, rightly or not."""
    amount = hand.house.bring_in if amount is None else amount
    hand.pay(player, amount)
    hand.bringer = hand.actor = player
    hand.note(f"{called(player)} bring-in {money(amount)}")


@fault("bring-in", EVERYWHERE)
def forced_bet_of_another(hand: StudHand, rng: random.Random) -> Cited | None:
    """Another player opens than the one with the card for it, and the next one acts on it."""
    low = hand.opener()
    _forces(hand, rng.choice([one for one in hand.able if one is not low]))
    return f"irregularity {OPENS[hand.house.game.key]}"


@fault("bring-in", EVERYWHERE)
def forced_bet_put_right(hand: StudHand, rng: random.Random) -> Cited | None:
    """Another player opens, takes the chips back before anybody has acted, and the right one opens."""
    wrong = _opens_first(hand, rng)
    hand.note(f"return {money(hand.house.bring_in)} to {called(wrong)}")
    _forces(hand, hand.opener())
    return f"irregularity {OPENS[hand.house.game.key]}"


@fault("bring-in", EVERYWHERE)
def forced_bet_left_in(hand: StudHand, rng: random.Random) -> Cited | None:
    """The same, and the wrong player's chips stay; that player folds to a full bet."""
    wrong, low = _opens_first(hand, rng), hand.opener()
    hand.pay(wrong, hand.house.bring_in)
    _forces(hand, low)
    for one in hand.after(low):
        if one is wrong:
            fold(hand, one)
        elif one is not low:
            raise_to(hand, one, hand.least()) if hand.betting.last is None else fold(hand, one)
    hand.actor = hand.before(low)
    return f"irregularity {OPENS[hand.house.game.key]}", "breach S8.5"


def _opens_first(hand: StudHand, rng: random.Random) -> Player:
    """Another player than the right one makes the forced bet; of that nothing is left to be done here."""
    wrong = rng.choice([one for one in hand.able if one is not hand.opener()])
    hand.note(f"{called(wrong)} bring-in {money(hand.house.bring_in)}")
    return wrong


@fault("bring-in", stacks="any")
def stands_in_for_another(hand: StudHand, rng: random.Random) -> Cited | None:
    """The card that opens has no chips, and another than the next player on the left stands in."""
    low = hand.opener()
    able = [one for one in hand.after(low) if one.able and one.stack > hand.house.bring_in]
    due = next(one for one in hand.after(low) if one.able)
    others = [one for one in able if one is not due]
    if low.able or not others or len(hand.able) < 3:
        return None
    _forces(hand, rng.choice(others))
    return "irregularity S8.4"


@fault("bring-in")
def forced_bet_too_large(hand: StudHand, rng: random.Random) -> Cited | None:
    """A chip more than the forced bet, and less than a full one."""
    amount = hand.house.bring_in + hand.house.chip
    if amount >= hand.house.bet(1):
        return None
    _forces(hand, hand.opener(), amount)
    hand.betting.level = amount
    settle_down(hand, hand.opener())
    return "S8.3"


@fault("bring-in")
def opening_between(hand: StudHand, rng: random.Random) -> Cited | None:
    """A bet of more than the forced one and less than a full one."""
    low, amount = hand.opener(), hand.house.bring_in + hand.house.chip
    if amount >= hand.house.bet(1):
        return None
    hand.betting.level = 0
    raise_to(hand, low, amount)
    settle_down(hand, low)
    hand.actor = low
    return "S8.3"


def _next_bets(hand: StudHand, low: Player) -> None:
    after = next(one for one in hand.after(low) if one.able)
    hand.betting.level = 0
    raise_to(hand, after, hand.house.bet(1))
    hand.actor = after


@fault("bring-in")
def fold_in_place_of_it(hand: StudHand, rng: random.Random) -> Cited | None:
    """Whose card opens folds, and the next player bets."""
    low = hand.opener()
    fold(hand, low)
    _next_bets(hand, low)
    return OPENS[hand.house.game.key]


@fault("bring-in")
def check_in_place_of_it(hand: StudHand, rng: random.Random) -> Cited | None:
    """Whose card opens checks, and the next player bets."""
    low = hand.opener()
    check(hand, low)
    _next_bets(hand, low)
    return OPENS[hand.house.game.key]


@fault("turn", stacks="any", players=SHORT)
def entered_for_less(hand: StudHand, rng: random.Random) -> Cited | None:
    """A forced bet of somebody's last chips is called for what it is, and not for what it should be."""
    player, bringer, betting = turn_of(hand), hand.bringer, hand.betting
    if bringer is None or betting.number > 1 or betting.last is not None or hand.habits.calls == "bare":
        return None
    short = bringer.bet < hand.house.bring_in and not bringer.stack
    if not short or player.everything <= hand.house.bet(1) or player.acted or len(hand.able) < 2:
        return None
    after = next(one for one in hand.after(player) if one.able)
    if after.acted or after.everything <= hand.house.bet(1):
        return None
    call(hand, player, bringer.bet)
    raise_to(hand, after, hand.house.bet(1))
    hand.actor = after
    return "S8.4/1"


@fault("turn")
def completed_to_less(hand: StudHand, rng: random.Random) -> Cited | None:
    """The forced bet raised to less than a full bet."""
    return _completed(hand, hand.house.bet(1) - hand.house.chip)


@fault("turn")
def completed_to_more(hand: StudHand, rng: random.Random) -> Cited | None:
    """The forced bet raised to more than a full bet."""
    return _completed(hand, hand.house.bet(1) + hand.house.chip)


def _completed(hand: StudHand, total: int) -> Cited | None:
    player, betting = turn_of(hand), hand.betting
    if betting.number > 1 or betting.full or not plain(hand) or total <= betting.level:
        return None
    if player is hand.bringer or player.acted:
        return None
    raise_to(hand, player, total)
    settle_down(hand, player)
    return SIZES[hand.house.game.key]


# ---- who begins ----


def _begins_wrongly(hand: StudHand, rng: random.Random) -> bool:
    """Another player than the one whose turn it is checks or bets first.

    Not the last one before that player: this might as well be an act out of turn, the round then going its way.
    """
    leaders = hand.high()
    due = next(one for one in (leaders[0], *hand.after(leaders[0])) if one.able)
    others = [one for one in hand.after(due) if one.able and one is not due and one not in leaders][:-1]
    if len(leaders) > 1 or len(hand.able) < 3 or not others or not checks_noted(hand):
        return False
    other = rng.choice(others)
    if rng.random() < 0.5:
        check(hand, other)
    else:
        bounds = may_raise(hand, other)
        assert bounds is not None
        raise_to(hand, other, bounds[0])
    hand.actor = other
    return True


@fault("lead", EVERYWHERE, players=THREE)
def another_board_begins(hand: StudHand, rng: random.Random) -> Cited | None:
    """A later street begun by another than the best board."""
    if rng.random() < 0.4 or not hand.high()[0].able or not _begins_wrongly(hand, rng):
        return None
    return f"irregularity {BEGINS[hand.house.game.key]}"


@fault("lead", stacks="any", players=THREE)
def another_begins_for_the_board(hand: StudHand, rng: random.Random) -> Cited | None:
    """The best board has no chips left, and another begins than the next player on the left."""
    if hand.high()[0].able or not _begins_wrongly(hand, rng):
        return None
    return f"irregularity {'S10.4/1' if hand.house.game.key == HI_LO else 'S8.4'}"


@fault("lead", players=(8,), meek=True)
def another_begins_with_the_common_card(hand: StudHand, rng: random.Random) -> Cited | None:
    """Another than the best board begins the last round, in which a card for all lies there."""
    if not hand.board or not hand.high()[0].able or not _begins_wrongly(hand, rng):
        return None
    return f"irregularity {BEGINS[hand.house.game.key]}"


@fault("lead", EVERYWHERE)
def street_without_betting(hand: StudHand, rng: random.Random) -> Cited | None:
    """Everybody has chips, and the next cards come without any betting."""
    if hand.betting.number == hand.house.game.rounds or len(hand.able) < 2 or not checks_noted(hand):
        return None
    for player in hand.able:
        player.acted = True
    hand.actor = hand.players[0]
    return "irregularity S8.0/2"


# ---- sizes ----


def _size_clause(hand: StudHand) -> str:
    game = hand.house.game.key
    return "S8.7" if game == STUD and hand.betting.number == FOURTH else SIZES[game]


@fault("turn")
def bet_of_a_wrong_size(hand: StudHand, rng: random.Random) -> Cited | None:
    """A bet of the other limit, or a chip from the right one."""
    player, betting, bets = turn_of(hand), hand.betting, hand.house.bets
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
    player, betting = turn_of(hand), hand.betting
    if betting.number != FOURTH or not hand.pairs() or betting.level:
        return None
    raise_to(hand, player, hand.house.bets[1])
    settle_down(hand, player)
    return SIZES[hand.house.game.key]


@fault("turn", games=(STUD,), meek=True)
def upper_bet_without_a_pair(hand: StudHand, rng: random.Random) -> Cited | None:
    """The upper limit on fourth street, and nobody shows a pair."""
    player, betting = turn_of(hand), hand.betting
    if betting.number != FOURTH or hand.pairs() or betting.level:
        return None
    raise_to(hand, player, hand.house.bets[1])
    settle_down(hand, player)
    return "S8.7"


@fault("turn", games=(STUD,), deal="pairs")
def lower_raise_after_an_upper_one(hand: StudHand, rng: random.Random) -> Cited | None:
    """With an open pair a raise by the lower limit after a bet or raise of the upper one."""
    player, betting, bets = turn_of(hand), hand.betting, hand.house.bets
    if not hand.paired or betting.size != bets[1] or not betting.full or betting.capped or player.acted:
        return None
    raise_to(hand, player, betting.level + bets[0])
    settle_down(hand, player)
    return "S8.7"


@fault("turn")
def raise_of_a_wrong_size(hand: StudHand, rng: random.Random) -> Cited | None:
    """A raise a chip from the right size."""
    player, betting = turn_of(hand), hand.betting
    if not betting.full or betting.capped or not plain(hand) or player.acted:
        return None
    raise_to(hand, player, rng.choice((hand.targets()[0] - hand.house.chip, hand.targets()[-1] + hand.house.chip)))
    settle_down(hand, player)
    return _size_clause(hand)


@fault("turn", stacks="some short")
def raise_over_few_last_chips(hand: StudHand, rng: random.Random) -> Cited | None:
    """Somebody's last chips of less than half a bet are raised by a full bet instead of being completed."""
    player, betting = turn_of(hand), hand.betting
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
    return sum(one.everything > total for one in hand.able) > 1 and turn_of(hand).everything > total


@fault("turn", BIG_BET)
def bet_below_the_minimum(hand: StudHand, rng: random.Random) -> Cited | None:
    """A bet of a chip less than the smallest one."""
    player, betting = turn_of(hand), hand.betting
    if betting.number == 1 or betting.level:
        return None
    raise_to(hand, player, hand.house.minimum - hand.house.chip)
    settle_down(hand, player)
    return "S14.NL.2"


@fault("turn", BIG_BET)
def raise_below_the_last(hand: StudHand, rng: random.Random) -> Cited | None:
    """A raise of a chip less than the last bet or raise."""
    player, betting = turn_of(hand), hand.betting
    total = hand.least() - hand.house.chip
    if betting.number == 1 or not betting.full or player.acted or not plain(hand) or not _deep(hand, total):
        return None
    raise_to(hand, player, total)
    settle_down(hand, player)
    return "S14.NL.3"


@fault("turn", ("pot-limit",))
def wager_above_the_pot(hand: StudHand, rng: random.Random) -> Cited | None:
    """A chip more than the pot."""
    player = turn_of(hand)
    total = hand.pot_most(player) + hand.house.chip
    if player.acted or not plain(hand) or not _deep(hand, total):
        return None
    raise_to(hand, player, total)
    settle_down(hand, player)
    return "S14.PL.0"


@fault("turn", ("no-limit",))
def half_a_chip(hand: StudHand, rng: random.Random) -> Cited | None:
    """A wager with a part of the smallest chip."""
    player = turn_of(hand)
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
    player = turn_of(hand)
    if not hand.betting.capped or not plain(hand) or not _deep(hand, hand.least()):
        return None
    raise_to(hand, player, hand.least())
    return "S3.BR.4(a)"


@fault("turn", players=(3, 4), tournament=True)
def fourth_raise_between_two(hand: StudHand, rng: random.Random) -> Cited | None:
    """A fourth raise in a tournament, where two players are left in the hand and more in the event."""
    player = turn_of(hand)
    folded = any(one.acted for one in hand.players if not one.live)  # then there were more when it was capped
    if not hand.betting.capped or len(hand.live) > 2 or folded or not plain(hand):
        return None
    raise_to(hand, player, hand.least())
    return "S15.23"


@fault("turn", stacks="some short")
def raise_not_reopened(hand: StudHand, rng: random.Random) -> Cited | None:
    """A raise by a player who has acted, over nothing but somebody's last chips, too few to open the betting again."""
    player, betting = turn_of(hand), hand.betting
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
    player, betting, chip = turn_of(hand), hand.betting, hand.house.chip
    others = [one for one in hand.after(player) if one.able and one is not player]
    short = min(others, key=lambda one: one.stack)
    bet = short.stack - chip
    if betting.number == 1 or betting.level or betting.first is not None or len(others) < 2:
        return None
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
    """The next player, if a raise is open to that one, so that everybody has to act again."""
    after = next((one for one in hand.after(player) if one.able), player)
    if after is player or after.acted or after is hand.bringer or not plain(hand):
        return None
    bounds = may_raise(hand, after)
    return after if bounds is not None and bounds[0] < after.everything else None


@fault("turn", EVERYWHERE)
def check_facing_a_wager(hand: StudHand, rng: random.Random) -> Cited | None:
    """A check by a player who has something to call; the next player raises."""
    player = turn_of(hand)
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
    player, betting = turn_of(hand), hand.betting
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


def _later(hand: StudHand) -> Player | None:
    """A player whose turn comes after the one to act, who has not acted."""
    player = turn_of(hand)
    others = [one for one in hand.after(player)[:-1] if one.able and not one.acted and one is not hand.bringer]
    return others[-1] if hand.betting.first is not None and len(others) > 1 and len(hand.live) > 3 else None


@fault("turn", EVERYWHERE, players=THREE)
def fold_out_of_turn(hand: StudHand, rng: random.Random) -> Cited | None:
    """A player folds before the turn comes."""
    player, other = turn_of(hand), _later(hand)
    if other is None or other.bet >= hand.betting.level:
        return None
    fold(hand, other)
    hand.actor = hand.before(player)
    return "irregularity S3.BR.11"


@fault("turn", EVERYWHERE, players=THREE, meek=True)
def check_out_of_turn(hand: StudHand, rng: random.Random) -> Cited | None:
    """A player checks before the turn comes; the others check as well."""
    player, other = turn_of(hand), _later(hand)
    if other is None or hand.betting.level:
        return None
    check(hand, other)
    hand.actor = hand.before(player)
    return "irregularity S3.BR.11"


@fault("turn", EVERYWHERE)
def act_after_folding(hand: StudHand, rng: random.Random) -> Cited | None:
    """A player who has folded checks."""
    folded = [one for one in hand.players if not one.live]
    if not folded or hand.betting.number == 1 or hand.betting.first is None:
        return None
    hand.note(f"{called(rng.choice(folded))} checks")
    hand.actor = hand.before(turn_of(hand))
    return "S3.DH.1(a)"
