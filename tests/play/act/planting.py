"""Planting a fault: taking up a legal hand at the right place, doing the wrong thing, and playing on by the book."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from play.act import events as e
from play.act.betting import act
from play.act.dealing import further_cards, prepare, start
from play.act.drawing import draw
from play.act.evening import Evening, open_table
from play.act.games import GAMES, Game
from play.act.hand import Cards, Habits, Play, Step
from play.act.options import options
from play.act.oracle import divide
from play.act.playing import carry_on
from play.act.settling import announce, pay
from play.act.table import Player, Table
from play.common import ranking
from play.common.pots import Due
from play.common.tempers import MEEK, Temper

Planted = tuple[Play, str | tuple[str, ...]] | None  # the hand with the fault, and the clause that it breaks
Plant = Callable[[Play, random.Random], Planted]
LATER = ("second", "third", "fourth", "final")
MIDDLE = LATER[:3]

# ---- the register ----

STUDS = ("7cs-blind", "7cs-ante", "5cs-blind", "5cs-ante")
CAPPED = ("manila", "7cs-blind", "5cs-blind")
FREE = ("7cs-ante", "5cs-ante", "draw")
OPEN = (*STUDS, "manila")  # players may check
EVERY = tuple(GAMES)


@dataclass(frozen=True)
class Fault:
    """A fault with the games it can be planted in; `own` if it cites clauses by the number they have there.

    Other faults cite a clause as Canberra Manila numbers it.
    """

    plant: Plant
    games: tuple[str, ...]
    own: bool

    def __call__(self, play: Play, rng: random.Random) -> tuple[str, tuple[str, ...]] | None:
        """The log of a hand with the fault, and the clauses that an audit must cite for it, alone."""
        planted = self.plant(play, rng)
        if planted is None:
            return None
        other, cited = planted
        clauses = (cited,) if isinstance(cited, str) else cited
        return other.log(), clauses if self.own else tuple(play.game.clause(clause) for clause in clauses)


FAULTS: dict[str, Fault] = {}


def fault(*games: str, own: bool = False) -> Callable[[Plant], Plant]:
    """Enter a fault into the register, under its function's name; without games named it can be planted in all."""

    def enter(plant: Plant) -> Plant:
        FAULTS[plant.__name__.replace("_", "-")] = Fault(plant, games or EVERY, own)
        return plant

    return enter


# ---- hands to plant faults in ----


def subjects(seed: int, game: str = "manila") -> Iterator[Play]:
    """Hands of a game without any mishap and with everything noted, each the last of its log."""
    rng = random.Random(seed)
    while True:
        evening = _plain_evening(rng, GAMES[game])
        plays = [evening.hand() for _ in range(rng.randint(1, 3))]
        last = plays[-1]
        if last is not None and all(play is not None and _uneventful(play) for play in plays):
            yield last


def _plain_evening(rng: random.Random, game: Game) -> Evening:
    habits = Habits(pots=rng.choice(("total", "each")), announces=rng.random() < 0.3)
    evening = open_table(rng, game, habits=habits, depth=rng.choice((2, 20)))
    evening.first, evening.gaps = 1, 0
    evening.house = replace(evening.house, ace_low=False, variation=None, lines=())
    evening.decks = False
    return evening


def _uneventful(play: Play) -> bool:
    table = play.table
    strange = table.misdeals or table.mishaps or table.annulled or any(one.void for one in table.players)
    strange = strange or play.opened_first or any(isinstance(step.event, e.Boxed | e.TakenBack) for step in play.steps)
    bought = any(one.bought for one in table.players)
    return not strange and not bought and not play.house.ace_low and play.house.minimum * 20 == play.house.stake


# ---- taking a hand up ----


def turns(play: Play, wanted: Callable[[Table, Player], bool]) -> list[int]:
    """The steps before which a player is to act and the table is as wanted."""
    return [
        number
        for number, table, step in play.moments()
        if isinstance(step.event, e.Act) and table.turn is not None and wanted(table, table.turn)
    ]


def closures(play: Play, wanted: Callable[[Table], bool]) -> list[int]:
    """The steps right before which a betting round is over and another card is to come."""
    cards = e.Communal | e.Deal | e.Discards
    return [
        number
        for number, table, step in play.moments()
        if isinstance(step.event, cards) and table.round is not None and table.round.closed and not table.fresh
        if wanted(table)
    ]


def unit(play: Play) -> int:
    """What wagers are measured by at the table: the blind, or the table minimum."""
    return (play.table.blind or 0) if play.game.capped else play.house.minimum


def openers(play: Play) -> list[str]:
    """The players in the order in which their first open cards entitle them to open, ties from the buck on."""
    at = "".join(play.game.streets[0]).index("u")
    names = [player.name for player in play.around()]
    return sorted(names, key=lambda name: -ranking.RANKS[play.house.deck].index(play.cards.hole[name][at][0]))


def taken_up(play: Play, rng: random.Random, wanted: Callable[[Table, Player], bool]) -> Play | None:
    """The hand up to a turn at which the table is as wanted, if there is one."""
    found = turns(play, wanted)
    return play.again(rng.choice(found)) if found else None


def played_on(play: Play, rng: random.Random) -> Play:
    """The rest of the hand by the book and without mishaps."""
    return carry_on(play, rng, mishaps=False)


def prepared(play: Play, rng: random.Random, change: Callable[[Step], list[Step]]) -> Play:
    """The hand begun again with its preparation changed line by line, then played on."""
    other = play.again(0)
    for _, table, step in play.moments():
        if table.round is not None:
            break
        for one in change(step):
            other.note(one.text, one.event)
    return played_on(other, rng)


def afresh(play: Play, rng: random.Random, **changes: object) -> Play:
    """The hand begun again with something changed about it, then played by the book."""
    other = play.again(0, **changes)
    start(other, rng)
    prepare(other, rng)
    return played_on(other, rng)


def begun_again(play: Play, rng: random.Random, cards: Cards) -> Play:
    """The hand up to its first betting round, with other cards."""
    other = play.again(0, cards=cards)
    start(other, rng)
    prepare(other, rng)
    return other


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
        pot.shares = divide(pot.amount - pot.commission, pot.winners)
    return Due(pots, due.back)


def award(due: Due, *winners: tuple[str, ...]) -> Due:
    """The same settlement with other winners, one set a pot."""
    pots = [replace(pot, winners=those) for pot, those in zip(due.pots, winners, strict=True)]
    for pot in pots:
        pot.shares = divide(pot.amount - pot.commission, pot.winners)
    return Due(pots, due.back)


def before_end(play: Play, *lines: str) -> Play:
    """The hand with lines added before its end."""
    other = play.again(len(play.steps) - 1)
    for line in lines:
        other.note(line)
    other.note("end")
    return other


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
