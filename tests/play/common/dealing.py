"""The header of a hand, forced bets and cards, as a log tells of them."""

from __future__ import annotations

from collections.abc import Callable

from play.common.betting import all_in
from play.common.hand import Hand, Player
from play.common.words import called, cards, money

Given = list[tuple[Player, list[str]]]

# ---- before the cards ----


def head(hand: Hand) -> None:
    """The header: seats, the button if there is one, shuffle and cut."""
    seating = hand.seating
    hand.note(f"hand {seating.number}")
    seats = {player.seat: (player, "") for player in seating.players}
    seats |= {player.seat: (player, " out") for player in seating.out}
    for seat in sorted(seats):
        player, out = seats[seat]
        stake = f" {money(player.stack)}" if hand.habits.stakes else ""
        hand.note(f"seat {seat} {called(player)}{stake}{out}")
    if seating.button:
        hand.note(f"button {seating.button}")
    if hand.habits.steps and not hand.plant("steps"):
        hand.note("shuffle")
        hand.note("cut by dealer")


def antes(hand: Hand) -> None:
    """An ante of every player, which is no part of a wager."""
    if hand.house.ante and not hand.plant("antes"):
        for player in hand.players:
            post(hand, player, hand.house.ante, "ante", live=False)


def post(hand: Hand, player: Player, due: int, word: str = "blind", live: bool = True) -> None:
    """A forced bet, or all that the player has of it."""
    amount = min(due, player.stack)
    if not amount:
        return
    hand.pay(player, amount, live)
    if word == "blind":
        hand.posted[player.name] = amount
    hand.note(f"{called(player)} {word} {money(amount)}{all_in(hand, player)}")


def post_blinds(hand: Hand) -> None:
    """The blinds that are due, and the wager that they are."""
    if not hand.plant("blinds"):
        for player, due in hand.seating.blinds:
            post(hand, player, due)
    hand.last_blind, _ = hand.seating.blinds[-1]
    hand.betting.level = hand.betting.full = hand.house.big


# ---- players' own cards ----


def deal(hand: Hand) -> None:
    """The players' first cards, one at a time."""
    if not hand.plant("deal"):
        deal_to(hand, hand.players)


def deal_to(hand: Hand, players: list[Player], begun: int = 0) -> None:
    """All passes of the first cards to these players in this order, but for so many that have come."""
    for way in hand.house.game.deals[0][begun:]:
        deal_pass(hand, players, way)


def deal_pass(hand: Hand, players: list[Player], way: str = "d") -> None:
    """A card for each of these players, or more at once, face down or up."""
    given: Given = [(player, [hand.draw(player) for _ in way]) for player in players]
    if hand.habits.cards != "none":
        hand.note(dealt(hand, given, way))


def dealt(hand: Hand, given: Given, way: str = "d") -> Callable[[], str]:
    """The line of a pass, once it is known who showed: what nobody saw in the end may be blotted out."""

    def line() -> str:
        open_ = "u" in way or hand.habits.cards == "all"
        seen = [(player, some if open_ or player.shown else ["??"] * len(some)) for player, some in given]
        told = ", ".join(f"{called(player)} {cards(some)}" for player, some in seen)
        return ("deal up " if "u" in way else "deal ") + told

    return line


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


# ---- cards for all ----


def street(hand: Hand, number: int) -> None:
    """A burn and the communal cards of a betting round."""
    if hand.house.game.discard == number - 1:
        discards(hand)
    if len(hand.board) >= sum(hand.house.game.board[:number]) or hand.plant("street"):  # it may have come too early
        return
    burn(hand)
    board(hand, hand.house.game.board[number - 1])


def burn(hand: Hand) -> None:
    """A card off the deck."""
    card = hand.top()  # which may put burnt cards back into the deck
    hand.burnt.append(card)
    if hand.habits.burns:
        hand.note("burn")


def board(hand: Hand, count: int, tail: str = "") -> list[str]:
    """Cards for all."""
    some = [hand.top() for _ in range(count)]
    hand.board += some
    hand.note(f"communal {cards(some)}{tail}")
    return some


def stack_board(hand: Hand, ranks: str) -> None:
    """Put cards of these ranks, one each, where the communal cards come from, as far as they are still there."""
    for place, rank in zip((-2, -3, -4, -6, -8), ranks, strict=False):
        there = [number for number, card in enumerate(hand.deck[:place]) if card[0] == rank]
        if there:
            number = hand.rng.choice(there)
            hand.deck[number], hand.deck[place] = hand.deck[place], hand.deck[number]
