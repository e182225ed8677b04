"""Faults before the betting of stud by Robert's Rules has begun: antes, the forced bet, who begins a street."""

from __future__ import annotations

import random

from play.common.betting import call, check, fold, may_raise, raise_to
from play.common.dealing import post
from play.common.hand import Cited, Player
from play.common.words import called, money
from play.roberts.stud.games import HI_LO
from play.roberts.stud.hand import StudHand
from play.roberts.stud.planting import (
    BEGINS,
    EVERYWHERE,
    OPENS,
    SIZES,
    THREE,
    checks_noted,
    fault,
    never_opens,
    plain,
    settle_down,
)

SHORT = (3, 4, 5)


# ---- antes and the forced bet ----


@fault("antes", EVERYWHERE)
def ante_too_large(hand: StudHand, rng: random.Random) -> Cited | None:
    """An ante of a chip more; whose it is folds, and is not forced to open."""
    wrong = rng.choice(hand.players)
    never_opens(hand, wrong)
    hand.bound[wrong.name] = "fold"
    for player in hand.players:
        post(hand, player, hand.house.ante + hand.house.chip * (player is wrong), "ante", live=False)
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
    player, bringer, betting = hand.turn, hand.bringer, hand.betting
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
    player, betting = hand.turn, hand.betting
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
    leaders = hand.leaders()
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
    if rng.random() < 0.4 or not hand.leaders()[0].able or not _begins_wrongly(hand, rng):
        return None
    return f"irregularity {BEGINS[hand.house.game.key]}"


@fault("lead", stacks="any", players=THREE)
def another_begins_for_the_board(hand: StudHand, rng: random.Random) -> Cited | None:
    """The best board has no chips left, and another begins than the next player on the left."""
    if hand.leaders()[0].able or not _begins_wrongly(hand, rng):
        return None
    return f"irregularity {'S10.4/1' if hand.house.game.key == HI_LO else 'S8.4'}"


@fault("lead", players=(8,), meek=True)
def another_begins_with_the_common_card(hand: StudHand, rng: random.Random) -> Cited | None:
    """Another than the best board begins the last round, in which a card for all lies there."""
    if not hand.board or not hand.leaders()[0].able or not _begins_wrongly(hand, rng):
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
