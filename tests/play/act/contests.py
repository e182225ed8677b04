"""Hands brought to their settlement, with cards that are wanted or as they were played, and settled rightly or not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from itertools import combinations

from play.act import events as e
from play.act.betting import act
from play.act.dealing import further_cards, prepare, start
from play.act.drawing import draw
from play.act.hand import Cards, Play
from play.act.options import options
from play.act.oracle import divide
from play.act.planting import Plant, Planted
from play.act.settling import announce, pay
from play.common import ranking
from play.common.pots import Due
from play.common.tempers import MEEK, Temper

# ---- a showdown of certain hands ----


def duel(
    play: Play,
    rng: random.Random,
    board: str,
    *hole: str,
    temper: Temper = MEEK,
    stakes: tuple[int, ...] = (),
    as_given: bool = False,
) -> Play:
    """The hand up to its settlement with these cards, the holders of the hole cards alone at the showdown.

    They are the first players from the buck. With stakes given, they are alone at the table and have so much. Where
    cards lie open, the first of them shows the best, unless the cards come in the order given.
    """
    names = [player.name for player in play.around()][: len(hole) if stakes else None]
    cards = _duel_cards(play, rng, board, [tuple(cards.split()) for cards in hole], names, as_given)
    has = dict(zip(names, stakes, strict=False))
    seats = tuple(replace(seat, stake=has.get(seat.name, seat.stake)) for seat in play.seats if seat.name in names)
    other = play.again(0, cards=cards, seats=seats if stakes else play.seats)
    start(other, rng)
    prepare(other, rng)
    while not other.table.over and (other.table.turn is not None or other.more_cards):
        turn = other.table.turn
        if turn is None and other.game.draws:
            draw(other, rng, pat=True)
        elif turn is None:
            further_cards(other, rng)
        elif turn.name not in names[: len(hole)] and "fold" in options(other.table):
            other.fold(turn.name)
        else:
            act(other, rng, temper)
    return shown(other)


def _duel_cards(
    play: Play, rng: random.Random, board: str, given: list[tuple[str, ...]], names: list[str], as_given: bool
) -> Cards:
    """These hands for the first players and any for the others; with more cards to a hand, such as change nothing."""
    used = {*board.split(), *(card for cards in given for card in cards)}
    rest = [card for card in ranking.deck(play.house.deck) if card not in used]
    rng.shuffle(rest)
    own, order = play.game.own, play.house.order
    hands = []
    for cards in given:
        spare = _spare(cards, rest, own - len(cards), order)
        rest = [card for card in rest if card not in spare]
        hands.append((*cards, *spare))
    if play.game.opens and not as_given:
        hands = _arranged(play, rng, hands)
    while len(hands) < len(names):
        hands.append(tuple(rest.pop() for _ in range(own)))
    return Cards(dict(zip(names, hands, strict=True)), tuple(board.split()), tuple(rest))


def _spare(cards: tuple[str, ...], rest: list[str], count: int, order: ranking.Order) -> tuple[str, ...]:
    """So many cards of the rest that change nothing about a hand or, if there are none, as little as can be."""
    if not count:
        return ()
    worth = ranking.best(cards, (), order)
    harmless = (some for some in combinations(rest, count) if ranking.best((*cards, *some), (), order) == worth)
    return next(harmless, ()) or min(
        combinations(rest, count), key=lambda some: ranking.best((*cards, *some), (), order)
    )


def _arranged(play: Play, rng: random.Random, hands: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The hands in an order of their cards in which the first one shows the best, if that can be."""
    up = [
        place for place, way in enumerate("".join(way for street in play.game.streets for way in street)) if way == "u"
    ]
    for _ in range(300):
        mixed = [tuple(rng.sample(hand, len(hand))) for hand in hands]
        first, *others = [ranking.showing([hand[place] for place in up], play.house.deck) for hand in mixed]
        if all(first > other for other in others):
            return mixed
    return hands


# ---- the end of a hand ----


def decided(play: Play) -> Play:
    """The hand up to the end of its betting and cards."""
    cards = e.Communal | e.Deal | e.Discards
    acts = [number for number, step in enumerate(play.steps) if isinstance(step.event, e.Act | cards)]
    return play.again(acts[-1] + 1)


def shown(play: Play) -> Play:
    """The hand up to its settlement, with every hand left shown, that of the player who was called first."""
    other = decided(play)
    betround = other.table.round
    called = betround.last_raiser if betround is not None and betround.called else None
    if not other.table.over:
        for player in sorted(other.table.live, key=lambda player: player is not called):
            other.show(player.name)
    return other


def closed(play: Play, due: Due) -> Play:
    """The hand settled as said, rightly or not."""
    if due.back is not None:
        play.returns(*due.back)
    if play.habits.announces:
        announce(play, due)
    pay(play, due)
    play.note("end")
    return play


def charge(due: Due, *commissions: int) -> Due:
    """The same settlement with other commissions, one a pot, and payments that follow from them."""
    pots = [replace(pot, commission=taken) for pot, taken in zip(due.pots, commissions, strict=True)]
    for pot in pots:
        pot.shares = divide(pot.net, pot.winners)
    return Due(pots, due.back)


def award(due: Due, *winners: tuple[str, ...]) -> Due:
    """The same settlement with other winners, one set a pot."""
    pots = [replace(pot, winners=those) for pot, those in zip(due.pots, winners, strict=True)]
    for pot in pots:
        pot.shares = divide(pot.net, pot.winners)
    return Due(pots, due.back)


# ---- settlements to begin from ----

TIE = ("9h Jd Qc Ks 7d", "Kc 8d", "Kd 8c", "Qd 8h")  # a board, two equal hands, and one that beats neither
RUN = ("9h Jd Qc Ks 7d", "Ac Ad", "Kc Kd", "Qd 8c")  # a board and three hands, the second of them the best
OWN_TIE = ("", "Ac Kd Qh Js Tc", "Ad Kh Qs Jc Td", "9c 9d 8h 7s Kc")  # the same where there is no board
OWN_RUN = ("", "Ac Ad 9h 8s 7c", "Kc Kd Kh 9s 8d", "Qd Qc 9d 8h 7s")


def tie(play: Play) -> tuple[str, ...]:
    """A board, two equal hands, and one that beats neither."""
    return TIE if play.game.communal else OWN_TIE


def run(play: Play) -> tuple[str, ...]:
    """A board and three hands, the second of them the best."""
    return RUN if play.game.communal else OWN_RUN


def settlement(play: Play, wanted: Callable[[Play, Due], bool]) -> tuple[Play, Due] | None:
    """The hand up to its settlement and what is due, if it is as wanted."""
    other = shown(play)
    due = other.due()
    return (other, due) if due.pots and wanted(other, due) else None


def simple(play: Play, due: Due) -> bool:
    """One pot, one winner, nothing handed back."""
    return len(due.pots) == 1 and len(due.pots[0].winners) == 1 and not handed_back(play, due)


def handed_back(play: Play, due: Due) -> bool:
    return due.back is not None or any(player.returned for player in play.table.players)


def at_settlement(
    wanted: Callable[[Play, Due], bool],
) -> Callable[[Callable[[Play, Due, random.Random], Planted]], Plant]:
    """A fault in the settlement of a hand where what is due is as wanted."""

    def make(change: Callable[[Play, Due, random.Random], Planted]) -> Plant:
        @wraps(change)
        def plant(play: Play, rng: random.Random) -> Planted:
            found = settlement(play, wanted)
            return None if found is None else change(*found, rng)

        return plant

    return make
