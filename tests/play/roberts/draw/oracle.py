"""What a hand of draw or lowball comes to, worked out by brute force and without the auditor: ranks, openers, pots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from play.common.pots import Pot, Stake
from play.common.ranking import LOW, RANKS, SUITS, Order, Value, value

JOKER = "Jo"
HIGH = Order()
PAIR, STRAIGHT, FLUSH, RUNS = 1, 4, 5, (8, 9)  # places among the classes of the high hand


class Doubt(Exception):
    """The rules do not say what is due."""


# ---- hands ----


def shape(ranks: Sequence[int]) -> Value:
    """Ranks as they compare without straights and flushes: how many of a kind, then which."""
    order = sorted(set(ranks), key=lambda rank: (-ranks.count(rank), -rank))
    return tuple(ranks.count(rank) for rank in order), tuple(order)


def ace_to_five(five: Sequence[str]) -> Value:
    """A hand's worth where the lowest wins and the joker is the lowest card missing; less is better."""
    ranks = [LOW.index(card[0]) for card in five if card != JOKER]
    if JOKER in five:
        ranks.append(min(set(range(13)) - set(ranks)))
    return shape(ranks)


def deuce_to_seven(five: Sequence[str]) -> Value:
    """The same where straights and flushes count and the ace is high; ace to five is no straight."""
    worth = value(five, HIGH)
    if {card[0] for card in five} == set("A2345"):
        suited = len({card[1] for card in five}) == 1
        return FLUSH if suited else 0, *sorted((RANKS[52].index(card[0]) for card in five), reverse=True)
    return worth


def draw_high(five: Sequence[str]) -> Value:
    """A high hand's worth; the joker is an ace, or whatever makes the best straight or flush."""
    if JOKER not in five:
        return value(five, HIGH)
    rest = [card for card in five if card != JOKER]
    if {card[0] for card in rest} == {"A"}:
        return (len(RANKS[52]),)  # five aces, above every other class
    others = [rank + suit for rank in RANKS[52] for suit in SUITS if rank + suit not in rest]
    worths = [(card, value([*rest, card], HIGH)) for card in others]
    return max(worth for card, worth in worths if card[0] == "A" or worth[0] in (STRAIGHT, FLUSH, *RUNS))


RANKINGS = {"lowball-a5": ace_to_five, "lowball-27": deuce_to_seven, "draw-high": draw_high}


def jacks(five: Sequence[str]) -> bool:
    """May this hand open where a pair of jacks is needed?"""
    return draw_high(five) >= (PAIR, RANKS[52].index("J"))


def seven(five: Sequence[str]) -> bool:
    """Is this a seven or better?"""
    counts, ranks = ace_to_five(five)
    return counts == (1, 1, 1, 1, 1) and ranks[0] <= LOW.index("7")


def worth(five: Sequence[str], game: str) -> Value:
    """What a hand is worth, so that a better one has more: at lowball the least wins."""
    found = RANKINGS[game](five)
    return found if game == "draw-high" else less_is_more(found)


def less_is_more(value: Value) -> Value:
    """The worth of a hand turned round, so that of several the least has the most."""
    return tuple(less_is_more(part) if isinstance(part, tuple) else -part for part in value)


# ---- money ----


@dataclass(frozen=True)
class Last:
    """What happened after the last draw: what everybody had put in before, who checked, who called in which order."""

    before: dict[str, int]
    checked: frozenset[str]
    calls: tuple[str, ...]
    shorts: int  # wagers of last chips that together make no full bet, where there is no other


def sevens(pots: Sequence[Pot], stakes: Sequence[Stake], last: Last, lenient: bool) -> bool:
    """What goes back because of sevens that were not bet; does anything?

    With `lenient` a seven that was checked wins a short bet all the same, which the rules leave open.
    """
    put = {one.name: one.put for one in stakes}
    own = {one.name: one.own for one in stakes}
    for pot in pots:
        after = {name: _inside(pot, max(last.before[name], pot.below), put[name]) for name in put}
        held = [name for name in pot.winners if seven(own[name]) and after[name] and len(pot.eligible) > 1]
        meek = [name for name in held if name in last.checked or (name in last.calls and last.shorts)]
        if not meek:
            continue
        if len(pot.winners) > 1 or last.shorts > 1:
            raise Doubt
        pot.back = _back(meek[0], after, last, lenient)
    return any(pot.back for pot in pots)


def _back(name: str, after: dict[str, int], last: Last, lenient: bool) -> dict[str, int]:
    """What goes back of a pot that this player wins."""
    if name in last.checked and not (last.shorts and lenient):
        return {one: amount for one, amount in after.items() if amount}
    if last.calls[0] != name:
        raise Doubt  # did those who called before overcall?
    return {one: after[one] for one in last.calls[1:] if after[one]}


def _inside(pot: Pot, start: int, end: int) -> int:
    """How much of the chips between two levels of what a player put in lies in the pot."""
    return max(0, min(end, pot.reach) - start)
