"""Playing a hand of Crown Poker by the book, from its header to its end."""

from __future__ import annotations

from collections.abc import Callable

from play.act.betting import MEEK, TEMPERS, Temper
from play.crown.betting import act, all_in, begin, turn
from play.crown.hand import Hand, Player, called, cards, money
from play.crown.settling import give_back, settle, showdown

STREETS = {2: 3, 3: 1, 4: 1}  # communal cards before each betting round


def play_out(hand: Hand) -> Hand:
    """Play a hand that has not begun."""
    head(hand)
    blinds(hand)
    deal(hand)
    temper = hand.rng.choice(TEMPERS)
    if hand.fault is not None:
        temper = MEEK if hand.fault.meek else temper
        hand.stack_board(hand.fault.board or "")
    for number in (1, 2, 3, 4):
        if number > 1:
            if hand.house.game.discard == number - 1:
                discards(hand)
            street(hand, number)
        begin(hand)
        betting(hand, temper)
        if len(hand.live) < 2:
            break
        if hand.habits.early and len(hand.able) < 2:
            give_back(hand)
    showdown(hand)
    settle(hand)
    return hand


# ---- before the betting ----


def head(hand: Hand) -> None:
    """The header: seats, button, shuffle and cut."""
    seating = hand.seating
    hand.note(f"hand {seating.number}")
    seats = {player.seat: (player, "") for player in seating.players}
    seats |= {player.seat: (player, " out") for player in seating.out}
    for seat in sorted(seats):
        player, out = seats[seat]
        stake = f" {money(player.stack)}" if hand.habits.stakes else ""
        hand.note(f"seat {seat} {called(player)}{stake}{out}")
    hand.note(f"button {seating.button}")
    if hand.habits.steps and not hand.plant("steps"):
        hand.note("shuffle")
        hand.note("cut by dealer")


def blinds(hand: Hand) -> None:
    """The blinds, straddles over them, and what players post to get cards."""
    house = hand.house
    if not hand.plant("blinds"):
        for player, due in hand.seating.blinds:
            post(hand, player, due)
    for player in hand.seating.posts:
        post(hand, player, house.big, "post")
    last, _ = hand.seating.blinds[-1]
    hand.last_blind = last
    hand.level = hand.full = hand.quantum = house.big
    actual = max(player.bet for player in hand.players)
    if actual < house.big and not hand.seating.posts and hand.rng.random() < 0.5:
        hand.level = actual  # a short blind: its own amount may be called, or the whole one
    if not house.straddles:
        hand.plant("no-straddle")
    elif not hand.plant("straddle"):
        straddles(hand)
    if house.limit == "fixed":
        hand.quantum = house.bet(1)


def straddles(hand: Hand) -> None:
    """Blinds of twice the one before, each by the next player to the left."""
    free = hand.after(hand.seating.blinds[-1][0])[: len(hand.players) - len(hand.seating.blinds)]
    for player in free:
        most = hand.house.maximum
        too_much = most is not None and hand.full > most
        if hand.rng.random() < 0.6 or player.bet or player.stack < 2 * hand.full or too_much:
            break
        straddle(hand, player)


def straddle(hand: Hand, player: Player) -> None:
    """A straddle of twice the last blind."""
    hand.quantum = hand.full
    post(hand, player, 2 * hand.full, "straddle")
    hand.level = hand.full = 2 * hand.full
    hand.last_blind = player


def post(hand: Hand, player: Player, due: int, word: str = "blind") -> None:
    """A forced wager, or all that the player has of it."""
    amount = min(due, player.stack)
    hand.pay(player, amount)
    hand.note(f"{called(player)} {word} {money(amount)}{all_in(hand, player)}")


def deal(hand: Hand) -> None:
    """The players' own cards, one at a time; what nobody saw in the end may be blotted out."""
    if hand.plant("deal"):
        return
    for _ in range(hand.house.game.dealt):
        deal_pass(hand, hand.players)


def deal_pass(hand: Hand, players: list[Player]) -> None:
    """One card for each of these players."""
    given = [(player, hand.deck.pop()) for player in players]
    for player, card in given:
        player.cards.append(card)
    if hand.habits.cards != "none":
        hand.note(dealt(hand, [(player, [card]) for player, card in given]))


def dealt(hand: Hand, given: list[tuple[Player, list[str]]]) -> Callable[[], str]:
    """The line of a pass, once it is known who showed."""

    def line() -> str:
        seen = [
            (player, some if hand.habits.cards == "all" or player.shown else ["??"] * len(some))
            for player, some in given
        ]
        return "deal " + ", ".join(f"{called(player)} {cards(some)}" for player, some in seen)

    return line


# ---- the betting and the board ----


def betting(hand: Hand, temper: Temper) -> None:
    """A betting round."""
    hand.actor = turn(hand)
    while hand.actor is not None:
        if not hand.plant("turn"):
            act(hand, hand.actor, temper)
        hand.actor = turn(hand, hand.actor)


def discards(hand: Hand) -> None:
    """Every live player who has not given a card up does, from the left of the button."""
    if hand.plant("discards"):
        return
    for player in hand.live:
        if len(player.cards) > hand.house.game.kept:
            discard(hand, player)


def discard(hand: Hand, player: Player) -> None:
    """A player gives a card up."""
    card = player.cards.pop(hand.rng.randrange(len(player.cards)))
    seen = hand.habits.cards == "all" and hand.rng.random() < 0.7
    hand.note(f"{called(player)} discards {cards([card]) if seen else '1'}")


def street(hand: Hand, number: int) -> None:
    """A burn and the communal cards of a betting round."""
    if len(hand.board) >= number + 1 or hand.plant("street"):  # it may have come too early
        return
    burn(hand)
    board(hand, STREETS[number])


def burn(hand: Hand) -> None:
    """A card off the deck."""
    hand.deck.pop()
    if hand.habits.burns:
        hand.note("burn")


def board(hand: Hand, count: int, tail: str = "") -> list[str]:
    """Cards for all."""
    some = [hand.deck.pop() for _ in range(count)]
    hand.board += some
    hand.note(f"communal {cards(some)}{tail}")
    return some
