"""Playing a hand of stud by Robert's Rules, from its header to its end, and logs of such hands."""

from __future__ import annotations

import random
from collections.abc import Callable

from play.common.betting import all_in, begin, fold, may_raise, play_round, raise_to, some_total
from play.common.dealing import board, burn, deal_pass
from play.common.evening import NAMES
from play.common.hand import Fault, Habits, Player, Seating
from play.common.playing import Course, play_out
from play.common.ranking import LOW, SUITS
from play.common.settling import due, pay, prepare
from play.common.tempers import MEEK, TEMPERS, Temper
from play.common.words import called, money
from play.roberts.stud.games import RAZZ, STUD_GAMES, StudHouse, declare
from play.roberts.stud.hand import StudFault, StudHand, open_pair
from play.roberts.stud.oracle import HIGH

# ---- the course of a hand ----


def temper_of(hand: StudHand) -> Temper:
    """How the hand is played: meekly where a fault asks for that."""
    return MEEK if hand.fault is not None and hand.fault.meek else hand.rng.choice((*TEMPERS, MEEK))


def next_round(hand: StudHand, number: int) -> None:
    """The cards of a street, and a betting round begins."""
    street(hand, number)
    begin(hand, number)
    hand.paired, hand.unclear = open_pair(hand), False


def betting(hand: StudHand, temper: Temper) -> None:
    """A betting round."""
    last = bring_in(hand, temper) if hand.betting.number == 1 else lead(hand)
    if last is not None:
        play_round(hand, temper, last)


def pots_paid(hand: StudHand) -> None:
    """Uncalled chips, commission, payments."""
    prepare(hand)
    hand.plant("settle")
    before = len(hand.lines)
    pay(hand, due(hand))
    if hand.main_first:
        wins = [line for line in hand.lines[before:] if " from " in str(line)]
        hand.lines[-len(wins) :] = wins[::-1]


def nothing(hand: StudHand) -> None:
    """There are no blinds, and the first cards come with the first betting round."""


COURSE: Course[StudHand] = Course(nothing, nothing, temper_of, next_round, betting, pots_paid)


# ---- cards ----


def street(hand: StudHand, number: int) -> None:
    """The cards before a betting round, a burn before all but the first; one for all where there are too few."""
    if hand.plant("street"):
        return
    if number > 1:
        burn(hand)
    if hand.short:
        board(hand, 1)
        return
    for way in hand.house.game.deals[number - 1]:
        deal_pass(hand, hand.receiving, way)


# ---- betting ----


def lead(hand: StudHand) -> Player:
    """The player on the right of whoever begins a later street: the best board, or next to it if that one is all-in."""
    leader = hand.rng.choice(hand.leaders())
    if len(hand.able) > 1 and hand.plant("lead"):
        assert hand.actor is not None
        return hand.actor
    return hand.before(leader)


def bring_in(hand: StudHand, temper: Temper) -> Player | None:
    """The forced bet, or a full one; if its player has no chips left, the next one on the left may also fold.

    Gives who has opened, or None where nobody has anything to bet against.
    """
    hand.betting.level = hand.house.bring_in
    low = hand.opener()
    if len(hand.able) < 2:
        return None
    if hand.plant("bring-in"):
        assert hand.actor is not None
        return hand.actor
    if low.able:
        opens(hand, low)
        return low
    for player in hand.after(low):
        if player.able:
            if len(hand.able) < 2 or hand.rng.random() > 0.1 * temper.fold:
                opens(hand, player)
                return player
            hand.betting.level = 0
            fold(hand, player)
            hand.seated.clear()  # somebody opens after this
            hand.betting.level = hand.house.bring_in
    raise AssertionError("somebody opens")


def opens(hand: StudHand, player: Player) -> None:
    """The forced bet, as much as there is of it, or a full one in its place."""
    house, betting = hand.house, hand.betting
    if hand.rng.random() < 0.15:
        betting.level = 0
        bounds = may_raise(hand, player)
        if bounds is not None and bounds[0] >= house.bet(1):
            raise_to(hand, player, some_total(hand, *bounds))
            return
        betting.level = house.bring_in
    whole = hand.fixed and player.stack > house.bet(1) and hand.rng.random() < 0.05
    amount = house.bet(1) if whole else min(house.bring_in, player.stack)
    if whole:
        betting.level = betting.full = amount
    hand.pay(player, amount)
    hand.bringer = player
    hand.note(f"{called(player)} bring-in {money(amount)}{all_in(hand, player)}")


# ---- cards that are wanted ----


def rig(hand: StudHand, deal: str) -> None:
    """Arrange some of the cards: equal straights for two or three players, or low cards first for everybody."""
    if deal == "tie":
        deal = "low wheels" if hand.house.game.key == RAZZ else "straights"
    if deal in ("straights", "wheels", "low wheels"):
        ranks = {"straights": "TJQKA", "wheels": "A2345", "low wheels": "23467"}[deal]
        others = "2345678" if deal == "straights" else "9TJQK"
        some = hand.rng.sample(hand.players, min(len(hand.players), hand.rng.choice((2, 2, 3))))
        for number, player in enumerate(some):
            coming = [rank + SUITS[(number + place) % 4] for place, rank in enumerate(ranks)]
            rest = [card for card in hand.deck if card[0] in others]
            coming += hand.rng.sample(rest, 2)
            hand.rng.shuffle(coming)
            hand.rigged[player.name] = coming
            hand.deck = [card for card in hand.deck if card not in coming]
    elif deal in ("low", "low without aces"):
        first = LOW if deal == "low" else LOW[1:] + LOW[0]
        weights = {card: first.index(card[0]) + hand.rng.uniform(0, 8) for card in hand.deck}
        hand.deck.sort(key=weights.__getitem__, reverse=True)
    elif deal == "pairs":
        rank, player = hand.rng.choice(HIGH), hand.rng.choice(hand.players)
        pair = hand.rng.sample([card for card in hand.deck if card[0] == rank], 2)
        down = hand.rng.sample([card for card in hand.deck if card[0] != rank], 2)
        hand.rigged[player.name] = [*down, *pair]
        hand.deck = [card for card in hand.deck if card not in hand.rigged[player.name]]


# ---- logs ----


def log(seed: int, game: str, limit: str, hands: int = 3) -> str:
    """The log of a table where some hands are played by the book."""
    rng = random.Random(f"{game} {limit} {seed}")
    tournament = rng.random() < 0.2
    house = declare(rng, STUD_GAMES[game], limit, tournament)
    count = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 8))
    players = seat(rng, house, count)
    return written(house, Habits.any(rng), rng, players, hands)


def seat(rng: random.Random, house: StudHouse, count: int, stacks: str = "any") -> list[Player]:
    """Some players with many chips or few."""
    names, seats = rng.sample(NAMES, count), sorted(rng.sample(range(1, house.game.seats + 1), count))
    big = house.bets[1] if house.fixed else 4 * house.minimum
    some, many = (house.chip, 6 * big), (20 * big, 60 * big)
    few = [(house.chip, 3 * house.ante), (house.chip, 2 * house.bring_in + house.ante)]
    bounds = [many] * count if stacks != "any" else rng.choices((*few, some, many), (1, 2, 4, 5), k=count)
    if stacks in ("some short", "one broke"):
        short = rng.sample(range(count), 1 if stacks == "one broke" else count - 2)
        bounds = [(few[1] if stacks == "one broke" else some) if place in short else many for place in range(count)]
    chips = [rng.randrange(least, most + 1, house.chip) for least, most in bounds]
    return [Player(*three) for three in zip(seats, names, chips, strict=True)]


def written(
    house: StudHouse,
    habits: Habits,
    rng: random.Random,
    players: list[Player],
    hands: int,
    fault: Fault | None = None,
    planted: Callable[[StudHand], None] | None = None,
) -> str:
    """A log of so many hands, as long as two players have chips; a fault is tried in the last."""
    lines = ["log 1", "", *house.lines(), ""]
    for number in range(1, hands + 1):
        last = number == hands
        hand = StudHand(
            house, Seating(number, 0, [Player(one.seat, one.name, one.stack) for one in players]), habits, rng
        )
        hand.fault = fault if last else None
        wanted = (
            fault.deal if last and isinstance(fault, StudFault) else rng.choice(("", "", "straights", "wheels", "low"))
        )
        rig(hand, wanted)
        lines.append(play_out(hand, COURSE).log())
        players = sorted((one for one in hand.players if one.stack), key=lambda one: one.seat)
        lines += [f"{called(one)} leaves" for one in hand.players if not one.stack]
        if last and planted is not None:
            planted(hand)
        if len(players) < 2:
            break
    return "\n".join(lines) + "\n"
