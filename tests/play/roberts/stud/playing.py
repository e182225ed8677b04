"""Playing a hand of stud by Robert's Rules, from its header to its end, and logs of such hands."""

from __future__ import annotations

import random
from collections.abc import Callable

from play.act.betting import MEEK, TEMPERS, Temper
from play.crown.evening import NAMES
from play.roberts.betting import all_in, begin, call, check, fold, may_raise, raise_to, turn
from play.roberts.hand import Fault, Habits, Player, Seating, called, cards, money
from play.roberts.oracle import Pot, shares
from play.roberts.settling import give_back, order, pay, rake
from play.roberts.stud.games import RAZZ, STUD_GAMES, StudHouse, declare
from play.roberts.stud.hand import StudFault, StudHand, open_pair
from play.roberts.stud.oracle import HIGH, LOW, SUITS

CROWD = 7  # with so many players cards may run short
FOLDS_FREELY = 0.03


def play_out(hand: StudHand) -> StudHand:
    """Play a hand that has not begun."""
    head(hand)
    antes(hand)
    meek = isinstance(hand.fault, StudFault) and hand.fault.meek
    temper = MEEK if meek else hand.rng.choice((*TEMPERS, MEEK))
    for number in range(1, hand.house.game.rounds + 1):
        street(hand, number)
        begin(hand, number)
        hand.paired, hand.unclear = open_pair(hand), False
        play_round(hand, temper)
        if len(hand.live) < 2:
            break
        if hand.habits.early and len(hand.able) < 2:
            give_back(hand)
    showdown(hand)
    settle(hand)
    return hand


# ---- before the betting ----


def head(hand: StudHand) -> None:
    """The header."""
    hand.note(f"hand {hand.seating.number}")
    for player in sorted(hand.players, key=lambda one: one.seat):
        stake = f" {money(player.stack)}" if hand.habits.stakes else ""
        hand.note(f"seat {player.seat} {called(player)}{stake}")


def antes(hand: StudHand) -> None:
    """An ante of every player, or what the player has of it."""
    if not hand.plant("antes"):
        for player in hand.players:
            ante(hand, player, hand.house.ante)


def ante(hand: StudHand, player: Player, due: int) -> None:
    """A player's ante."""
    amount = min(due, player.stack)
    hand.pay(player, amount, live=False)
    hand.note(f"{called(player)} ante {money(amount)}{all_in(hand, player)}")


# ---- cards ----


def street(hand: StudHand, number: int) -> None:
    """The cards before a betting round, a burn before all but the first; one for all where there are too few."""
    if hand.plant("street"):
        return
    if number > 1:
        burn(hand)
    if hand.short:
        common(hand)
        return
    for way in hand.house.game.deals[number - 1]:
        deal_pass(hand, hand.receiving, way)


def burn(hand: StudHand) -> None:
    """A card off the deck."""
    card = hand.top()
    hand.burnt.append(card)  # which may by now hold this card alone
    if hand.habits.burns:
        hand.note("burn")


def common(hand: StudHand) -> None:
    """One card that plays in every hand."""

    hand.board.append(hand.top())
    hand.note(f"communal {cards(hand.board)}")


def deal_pass(hand: StudHand, players: list[Player], way: str) -> None:
    """One card for each of these players, face down or up."""
    given = [(player, hand.draw(player)) for player in players]
    if hand.habits.cards != "none":
        hand.note(dealt(hand, given, way))


def dealt(hand: StudHand, given: list[tuple[Player, str]], way: str) -> Callable[[], str]:
    """The line of a pass, once it is known who showed."""

    def line() -> str:
        open_ = way == "u" or hand.habits.cards == "all"
        seen = [(player, card if open_ or player.shown else "??") for player, card in given]
        return ("deal up " if way == "u" else "deal ") + ", ".join(
            f"{called(player)} [{card}]" for player, card in seen
        )

    return line


# ---- betting ----


def play_round(hand: StudHand, temper: Temper) -> None:
    """A betting round."""
    last = bring_in(hand, temper) if hand.betting.number == 1 else lead(hand)
    if last is None:
        return
    hand.actor = turn(hand, last)
    while hand.actor is not None:
        if not hand.plant("turn"):
            act(hand, hand.actor, temper)
        hand.actor = turn(hand, hand.actor)


def lead(hand: StudHand) -> Player:
    """The player on the right of whoever begins a later street: the best board, or next to it if that one is all-in."""
    leader = hand.rng.choice(hand.high())
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
            raise_to(hand, player, size(hand, *bounds))
            return
        betting.level = house.bring_in
    whole = hand.fixed and player.stack > house.bet(1) and hand.rng.random() < 0.05
    amount = house.bet(1) if whole else min(house.bring_in, player.stack)
    if whole:
        betting.level = betting.full = amount
    hand.pay(player, amount)
    hand.bringer = player
    hand.note(f"{called(player)} bring-in {money(amount)}{all_in(hand, player)}")


def act(hand: StudHand, player: Player, temper: Temper) -> None:
    """The player does something that is open."""
    facing = player.bet < hand.betting.level
    bounds = may_raise(hand, player)
    free = FOLDS_FREELY * (hand.betting.number > 1 and len(hand.players) < CROWD)
    weights = [temper.fold * (1 if facing else free), temper.stay, temper.more * (bounds is not None)]
    choice = hand.rng.choices(("fold", "stay", "more"), weights)[0]
    choice = hand.bound.get(player.name, choice) if facing or hand.betting.number > 1 else choice
    if choice == "fold":
        fold(hand, player)
    elif choice == "more" and bounds is not None:
        raise_to(hand, player, size(hand, *bounds))
    elif facing:
        call(hand, player)
    elif hand.betting.number == 1 and hand.habits.cards != "none" and hand.rng.random() < 0.5:
        hand.has_acted(player)  # that a forced bet is left as it is need not be told
    else:
        check(hand, player)


def size(hand: StudHand, least: int, most: int) -> int:
    """Some total between the least and the most."""
    rng, chip = hand.rng, hand.house.chip
    if hand.fixed:
        return rng.choice((least, most))
    between = least + int((most - least) * rng.random() ** 3) // chip * chip
    return rng.choice((least, least, most, between, between))


# ---- showdown ----


def showdown(hand: StudHand) -> None:
    """Hands are shown in order by everybody who wins anything; in a tournament by all where somebody is all-in."""
    if len(hand.live) < 2:
        if hand.rng.random() < 0.05:
            show(hand, hand.live[0])
        return
    if hand.plant("showdown"):
        return
    winners = hand.due().winners
    every = hand.house.tournament and any(not one.stack for one in hand.live)
    for number, player in enumerate(order(hand)):
        if number == 0 or every or player.name in winners or hand.rng.random() < 0.3:
            show(hand, player)
        elif hand.rng.random() < 0.7:
            hand.note(f"{called(player)} mucks")


def show(hand: StudHand, player: Player) -> None:
    """A hand is laid open: all cards, or those that lay face down."""
    player.shown = True
    down = [*player.cards[:2], *player.cards[6:]]
    some = player.cards if hand.habits.cards == "none" or hand.rng.random() < 0.7 else down
    hand.note(f"{called(player)} shows {cards(hand.rng.sample(some, len(some)))}")


def settle(hand: StudHand) -> None:
    """Uncalled chips, commission, payments."""
    give_back(hand)
    coming = hand.settlement = hand.due()
    if len(hand.live) == 1:
        (winner,) = hand.live
        coming.pots = [Pot(coming.total, (winner.name,), (winner.name,))]
    rake(hand, coming)
    for pot in coming.pots:
        pot.shares = shares(pot, hand.house.chip)
    hand.plant("settle")
    before = len(hand.lines)
    pay(hand, coming)
    if hand.main_first:
        wins = [line for line in hand.lines[before:] if " from " in str(line)]
        hand.lines[-len(wins) :] = wins[::-1]


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
        lines.append(play_out(hand).log())
        players = sorted((one for one in hand.players if one.stack), key=lambda one: one.seat)
        lines += [f"{called(one)} leaves" for one in hand.players if not one.stack]
        if last and planted is not None:
            planted(hand)
        if len(players) < 2:
            break
    return "\n".join(lines) + "\n"
