"""Faults of the showdown: who shows, whose hand wins, who is paid from which pot."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from play.act.contests import at_settlement, award, closed, decided, duel, simple, tie
from play.act.hand import Play
from play.act.planting import STUDS, Plant, Planted, fault
from play.common.pots import Due, Pot
from play.common.ranking import FULL, Order, best, showing
from play.common.tempers import BOLD
from play.common.words import quoted

# ---- hands ranked wrongly ----

CONTESTS = {
    "royal-flush": ("14.3(a)", "As Ks Qs 7d 8c", "Js Ts", "Ah Ad"),
    "straight-flush": ("14.3(b)", "9h 8h 7h Kc Qd", "Jh Th", "Kh Ks"),
    "four-of-a-kind": ("14.3(c)", "Qh Qd 8c 9s Kd", "Qs Qc", "Kc Kh"),
    "flush": ("14.3(d)", "Kd 9d 8d Kc 9s", "Ad 7d", "Kh 8c"),
    "full-house": ("14.3(e)", "Jh Jd Tc 9s 8d", "Js Th", "Qc Kc"),
    "straight": ("14.3(f)", "Qh Jd Tc 7s 7d", "Kc As", "7h 8c"),
    "three-of-a-kind": ("14.3(g)", "9h 9d Kc 7s Ad", "9s Qc", "Ah Kd"),
    "two-pairs": ("14.3(h)", "Kh 8d Qc 7s 9d", "Kc 8s", "As Ad"),
    "pair": ("14.3(i)", "Kh 8d Jc 7s 9d", "7h Ac", "As Qd"),
    "odd-cards": ("14.3(j)", "7h 8d 9c Qs Ad", "Jc Kd", "Ts Kh"),
    "further-cards": ("14.2", "Qh Qd 9c 8s 7d", "Ac Kd", "Ad Jc"),
    "higher-cards": ("3.5", "Qh Jd 8c 7s 9d", "Ac Ad", "Kc Kd"),
    "composition": ("14.1", "Ah Kh 9h 8h 7c", "9s 9d", "Qh Qc"),
    "low-ace": ("3.5[ace-low]", "Th 9d 8c Qs Kd", "Kc Ks", "Ah 7c"),
}  # what decides, the clause, the board, the hand that wins and the hand that is paid


def _lost_contest(name: str) -> None:
    clause, board, *hole = CONTESTS[name]

    def plant(play: Play, rng: random.Random) -> Planted:
        other = duel(play, rng, board, *hole)
        due = other.due()
        if other.table.over or len(due.pots) != 1:
            return None
        loser = next(player.name for player in other.table.live if player.name not in due.pots[0].winners)
        return closed(other, award(due, (loser,))), clause

    plant.__name__ = f"pot_lost_by_{name}"
    fault("manila")(plant)


for contest in CONTESTS:
    _lost_contest(contest)


# what decides, as above, where hands are made of the players' own cards
RANKED = {
    "royal-flush": ("a", "As Ks Qs Js Ts", "Jh Th 9h 8h 7h"),
    "straight-flush": ("b", "Jh Th 9h 8h 7h", "Kh Ks Kc Kd 7c"),
    "four-of-a-kind": ("c", "Qs Qc Qh Qd 8c", "Kc Kh Kd 9s 9d"),
    "straight": ("f", "As Kc Qh Jd Tc", "7h 7s 7d Kd Qs"),
    "three-of-a-kind": ("g", "9h 9d 9s Qc Kc", "Ah Ad Kd Ks 7c"),
    "two-pairs": ("h", "Kh Kc 8d 8s 7c", "As Ad Qc Jh 9s"),
    "pair": ("i", "7h 7c Ac Kd 9s", "As Kc Qd Jh 9d"),
    "odd-cards": ("j", "Ac Kd Jh 9c 8s", "Kh Qs Jd 9h 7d"),
}
FLUSH, FULL_HOUSE, STRAIGHT = "Ad Kd 9d 8d 7d", "Js Jh Jc Th Tc", "Kc Qh Jd Ts 9s"
FULL_ORDER = {"full-house": ("d", FULL_HOUSE, FLUSH), "flush": ("e", FLUSH, STRAIGHT)}
REDUCED_ORDER = {"flush": ("d", FLUSH, FULL_HOUSE), "full-house": ("e", FULL_HOUSE, STRAIGHT)}
OWN_CARDS = (*STUDS, "draw")
SECTION = {52: 3, 40: 4, 32: 5}


def _paid_to_the_loser(play: Play, rng: random.Random, best: str, loser: str) -> Play | None:
    """A pot contested by these two hands and paid to the second."""
    other = duel(play, rng, "", best, loser)
    due = other.due()
    if other.table.over or len(due.pots) != 1 or due.pots[0].winners != (other.around()[0].name,):
        return None
    return closed(other, award(due, (other.around()[1].name,)))


def _misranked(name: str) -> None:
    def plant(play: Play, rng: random.Random) -> Planted:
        orders = RANKED | (FULL_ORDER if play.house.deck == FULL else REDUCED_ORDER)
        letter, best, loser = orders[name]
        found = _paid_to_the_loser(play, rng, best, loser)
        return found and (found, f"{play.game.clause('14')}.{SECTION[play.house.deck]}({letter})")

    plant.__name__ = f"own_pot_lost_by_{name}"
    fault(*OWN_CARDS, own=True)(plant)


for ranked in (*RANKED, *FULL_ORDER):
    _misranked(ranked)


@fault(*OWN_CARDS)
def own_pot_lost_by_further_cards(play: Play, rng: random.Random) -> Planted:
    found = _paid_to_the_loser(play, rng, "Qh Qd Ac Kd 9c", "Qs Qc Ad Jc 9d")
    return found and (found, "14.2")


@fault(*OWN_CARDS)
def own_pot_lost_by_higher_cards(play: Play, rng: random.Random) -> Planted:
    found = _paid_to_the_loser(play, rng, "Ac Ad 9h 8s Jc", "Kc Kd 9s 8h Jd")
    return found and (found, "3.5")


@fault(*OWN_CARDS)
def pot_won_with_a_low_ace_nobody_agreed_on(play: Play, rng: random.Random) -> Planted:
    low = {40: "Ah 8c 7d 6s 5h", 32: "Ah Tc 9d 8s 7h"}.get(play.house.deck)
    if low and play.game.own > len(low.split()):
        low += " Qs " + low.split()[4][0] + "c"  # and a pair, so that no card more makes it stronger
    found = low and _paid_to_the_loser(play, rng, "Kc Ks Qd Jd 9c", low)
    return (found, "3.5[ace-low]") if found else None


@fault(*OWN_CARDS)
def pot_lost_with_a_low_ace_of_the_full_deck(play: Play, rng: random.Random) -> Planted:
    found = play.house.deck == FULL and _paid_to_the_loser(play, rng, "Ah 5c 4d 3s 2h", "Kc Ks Kd Jd 9c")
    return (found, "3.5[ace-full]") if found else None


@fault("manila")
def pot_split_though_not_tied(play: Play, rng: random.Random) -> Planted:
    other = duel(play, rng, "Qh Qd 9c 8s 7d", "Ac Kd", "Ad Jc")
    due = other.due()
    if other.table.over or len(due.pots) != 1 or due.total < 400:
        return None
    return closed(other, award(due, tuple(player.name for player in other.table.live))), "14.2"


def _out(play: Play) -> list[str]:
    """Who has folded with chips in the pot."""
    return [player.name for player in play.around() if player.folded is not None and player.put]


@fault()
@at_settlement(lambda play, due: simple(play, due) and bool(_out(play)))
def pot_paid_to_a_player_who_folded(play: Play, due: Due, rng: random.Random) -> Planted:
    first = play.table.round is not None and play.table.round.name == "first"
    clause = "9.3(c)" if not play.table.over else "7.3(a)" if first else "8.3(a)"
    return closed(play, award(due, (rng.choice(_out(play)),))), clause


# ---- several pots, several winners ----


def _main_won_by_a_stranger(play: Play, due: Due) -> bool:
    """Is the main pot won by one player alone, who has no part in the side pot?"""
    main = due.pots[0].winners
    return len(due.pots) > 1 and len(main) == 1 and main[0] not in due.pots[1].eligible


@fault()
@at_settlement(_main_won_by_a_stranger)
def side_pot_to_a_player_who_tapped_out(play: Play, due: Due, rng: random.Random) -> Planted:
    return closed(play, award(due, *[due.pots[0].winners] * len(due.pots))), "12.2"


@fault()
@at_settlement(lambda play, due: len(due.pots) > 1 and len(due.pots[-1].eligible) > 1)
def side_pot_to_a_losing_hand(play: Play, due: Due, rng: random.Random) -> Planted:
    losers = [name for name in due.pots[-1].eligible if name not in due.pots[-1].winners]
    earlier = {name for pot in due.pots[:-1] for name in pot.winners}
    if not losers or earlier & {*due.pots[-1].winners}:
        return None
    wrong = [*(pot.winners for pot in due.pots[:-1]), (rng.choice(losers),)]
    explained = [[explain(play, pot) for pot in due.pots] for explain in (_free, _low, _shown, _undrawn)]
    return (closed(play, award(due, *wrong)), "12.2[rest]") if wrong not in explained else None


def _free(play: Play, pot: Pot) -> tuple[str, ...]:
    """Who would win a pot if any five cards made a hand."""
    return _best_of(pot, lambda name: best(play.hands[name], play.cards.board, Order(play.house.deck)))


def _low(play: Play, pot: Pot) -> tuple[str, ...]:
    """Who would win a pot if the ace stood low."""
    order = replace(play.house.order, ace_low=True)
    return _best_of(pot, lambda name: best(play.hands[name], play.cards.board, order))


def _shown(play: Play, pot: Pot) -> tuple[str, ...]:
    """Who would win a pot if only the open cards counted."""
    return _best_of(pot, lambda name: showing(play.table.by_name[name].up, play.house.deck))


def _undrawn(play: Play, pot: Pot) -> tuple[str, ...]:
    """Who would win a pot with the cards of the first deal."""
    return _best_of(pot, lambda name: best(play.cards.hole[name], play.cards.board, play.house.order))


def _best_of(pot: Pot, worth: Callable[[str], tuple[object, ...]]) -> tuple[str, ...]:
    values = {name: worth(name) for name in pot.eligible}
    return tuple(name for name in values if values[name] == max(values.values()))


Dividing = Callable[[Pot, random.Random], bool]  # of a pot among equal hands, wrongly


def _tied(change: Dividing, clause: str) -> Plant:
    """A pot that two players tie for, and a third has lost, divided in a wrong way."""

    def plant(play: Play, rng: random.Random) -> Planted:
        if len(play.around()) < 3:
            return None
        other = duel(play, rng, *tie(play), temper=BOLD)
        due = other.due()
        if len(due.pots) != 1 or len(due.pots[0].winners) < 2 or not change(due.pots[0], rng):
            return None
        return closed(other, due), clause

    plant.__name__ = change.__name__
    return plant


def odd_dollar_to_the_wrong_seat(pot: Pot, rng: random.Random) -> bool:
    """Does another than the nearest to the buck get the odd dollar?"""
    first, *rest = pot.winners
    odd = pot.shares[first] - pot.shares[rest[0]]
    if not odd or not pot.shares[rest[0]]:
        return False
    pot.shares[first] -= odd
    pot.shares[rng.choice(rest)] += odd
    return True


def tied_players_paid_unequally(pot: Pot, rng: random.Random) -> bool:
    """Does one of them get some of another's share, or all of it?"""
    poor, rich = rng.sample(pot.winners, 2)
    amount = rng.choice((pot.shares[poor], pot.shares[poor] // 2))
    if amount < 100 * len(pot.shares):
        return False
    pot.shares[poor] -= amount
    pot.shares[rich] += amount
    pot.shares = {name: share for name, share in pot.shares.items() if share}
    return True


fault()(_tied(odd_dollar_to_the_wrong_seat, "9.4[odd]"))
fault()(_tied(tied_players_paid_unequally, "9.4"))


# ---- showing the cards ----


Showing = Callable[[Play, str, list[str]], Due | None]  # with the player who was called, and the others; what is paid


def at_showdown(clause: str) -> Callable[[Showing], Plant]:
    """A fault of the showdown after a wager that was called."""

    def make(change: Showing) -> Plant:
        @wraps(change)
        def plant(play: Play, rng: random.Random) -> Planted:
            other = decided(play)
            betround = other.table.round
            if other.table.over or betround is None or not betround.called or betround.last_raiser is None:
                return None
            others = [player for player in other.table.live if player is not betround.last_raiser]
            if not any(player.bet == betround.level for player in others):
                return None
            due = change(other, betround.last_raiser.name, [player.name for player in others])
            return None if due is None else (closed(other, due), clause)

        return fault()(plant)

    return make


def _show(play: Play, *names: str) -> None:
    for name in names:
        play.show(name)


@at_showdown("9.2")
def somebody_shows_before_the_called_player(play: Play, called: str, others: list[str]) -> Due:
    first = next(name for name in others if play.table.by_name[name].bet > 0)
    _show(play, first, called, *(name for name in others if name != first))
    return play.due()


@at_showdown("9.2[others]")
def called_player_throws_the_hand_away(play: Play, called: str, others: list[str]) -> Due | None:
    due = play.due()
    if called in due.winners:
        return None
    play.note(f"{quoted(called)} mucks")
    _show(play, *others)
    return due


@at_showdown("9.2[others]")
def pot_paid_to_a_hand_not_shown(play: Play, called: str, others: list[str]) -> Due | None:
    due = play.due()
    if len(due.pots) != 1 or due.pots[0].winners != (called,):
        return None
    _show(play, *others)
    return due


@at_showdown("16.8")
def pot_paid_to_discards(play: Play, called: str, others: list[str]) -> Due | None:
    due = play.due()
    losers = [name for name in others if name not in due.pots[0].winners]
    if len(due.pots) != 1 or not losers:
        return None
    _show(play, called, *(name for name in others if name != losers[0]))
    play.note(f"{quoted(losers[0])} mucks")
    return award(due, (losers[0],))
