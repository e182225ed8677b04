"""Playing a hand of one of Robert's button games by the book, from its header to its end."""

from __future__ import annotations

from collections.abc import Callable

from play.act.betting import MEEK, TEMPERS
from play.roberts.betting import all_in, begin, play_round
from play.roberts.hand import Hand, Player, called, cards, money
from play.roberts.settling import give_back, settle, showdown


def play_out(hand: Hand) -> Hand:
    """Play a hand that has not begun."""
    head(hand)
    antes(hand)
    blinds(hand)
    deal(hand)
    temper = hand.rng.choice(TEMPERS)
    if hand.fault is not None:
        temper = MEEK if hand.fault.meek else temper
        stack_board(hand, hand.fault.board or "")
    for number in range(1, hand.house.game.rounds + 1):
        if number > 1:
            street(hand, number)
            begin(hand, number)
        play_round(hand, temper)
        if len(hand.live) < 2:
            break
        if hand.habits.early and len(hand.able) < 2:
            give_back(hand)
    showdown(hand)
    settle(hand)
    return hand


# ---- before the betting ----


def head(hand: Hand) -> None:
    """The header: seats and button."""
    seating = hand.seating
    hand.note(f"hand {seating.number}")
    seats = {player.seat: (player, "") for player in seating.players}
    seats |= {player.seat: (player, " out") for player in seating.out}
    for seat in sorted(seats):
        player, out = seats[seat]
        stake = f" {money(player.stack)}" if hand.habits.stakes else ""
        hand.note(f"seat {seat} {called(player)}{stake}{out}")
    hand.note(f"button {seating.button}")


def antes(hand: Hand) -> None:
    """An ante of every player, which is no part of a wager."""
    if hand.house.ante and not hand.plant("antes"):
        for player in hand.players:
            post(hand, player, hand.house.ante, "ante", live=False)


def blinds(hand: Hand) -> None:
    """The blinds, what players post to get cards, and a straddle."""
    house, betting = hand.house, hand.betting
    if not hand.plant("blinds"):
        for player, due in hand.seating.blinds:
            post(hand, player, due)
    if not hand.plant("posts"):
        for player, due in hand.seating.posts:
            post_for_cards(hand, player, due)
    hand.last_blind, _ = hand.seating.blinds[-1]
    betting.level = betting.full = house.big
    if not hand.plant("straddle") and may_straddle(hand) and hand.rng.random() < 0.3:
        straddle(hand, straddler(hand))


def straddler(hand: Hand) -> Player:
    """The player to the left of the big blind."""
    assert hand.last_blind is not None
    return hand.after(hand.last_blind)[0]


def may_straddle(hand: Hand) -> bool:
    """May there be one? Not in tournaments, nor where the limit is fixed unless the table has it, nor between two."""
    house, player = hand.house, straddler(hand)
    return (
        not house.tournament
        and (not hand.fixed or house.straddles)
        and len(hand.players) > 2
        and not player.bet
        and player.stack >= 2 * house.big
    )


def straddle(hand: Hand, player: Player, amount: int | None = None) -> None:
    """A blind of twice the big one, which becomes the least that is bet."""
    amount = 2 * hand.house.big if amount is None else amount
    post(hand, player, amount, "straddle")
    hand.betting.level = hand.betting.full = hand.betting.quantum = amount
    hand.last_blind, hand.straddled = player, True


def post(hand: Hand, player: Player, due: int, word: str = "blind", live: bool = True) -> None:
    """A forced wager, or all that the player has of it."""
    amount = min(due, player.stack)
    if not amount:
        return
    hand.pay(player, amount, live)
    if word == "blind":
        hand.posted[player.name] = amount
    hand.note(f"{called(player)} {word} {money(amount)}{all_in(hand, player)}")


def post_for_cards(hand: Hand, player: Player, due: int) -> None:
    """What gets a player cards: as much as a big blind counts as a bet, the rest is dead."""
    hand.pay(player, min(due, hand.house.big))
    rest = max(0, due - hand.house.big)
    hand.pay(player, rest, live=False)
    player.dead += rest
    hand.note(f"{called(player)} post {money(due)}{all_in(hand, player)}")


def deal(hand: Hand) -> None:
    """The players' own cards, one at a time; what nobody saw in the end may be blotted out."""
    if hand.plant("deal"):
        return
    for _ in hand.house.game.deals[0]:
        deal_pass(hand, hand.players)


def deal_pass(hand: Hand, players: list[Player]) -> None:
    """One card for each of these players."""
    given = [(player, hand.deck.pop()) for player in players]
    for player, card in given:
        player.cards.append(card)
    if hand.habits.cards != "none":
        hand.note(dealt(hand, given))


def dealt(hand: Hand, given: list[tuple[Player, str]]) -> Callable[[], str]:
    """The line of a pass, once it is known who showed."""

    def line() -> str:
        seen = [(player, card if hand.habits.cards == "all" or player.shown else "??") for player, card in given]
        return "deal " + ", ".join(f"{called(player)} [{card}]" for player, card in seen)

    return line


# ---- the board ----


def stack_board(hand: Hand, ranks: str) -> None:
    """Put cards of these ranks, one each, where the communal cards come from, as far as they are still there."""
    for place, rank in zip((-2, -3, -4, -6, -8), ranks, strict=False):
        there = [number for number, card in enumerate(hand.deck[:place]) if card[0] == rank]
        if there:
            number = hand.rng.choice(there)
            hand.deck[number], hand.deck[place] = hand.deck[place], hand.deck[number]


def street(hand: Hand, number: int) -> None:
    """A burn and the communal cards of a betting round."""
    if len(hand.board) >= sum(hand.house.game.board[:number]) or hand.plant("street"):  # it may have come too early
        return
    burn(hand)
    board(hand, hand.house.game.board[number - 1])


def burn(hand: Hand) -> None:
    """A card off the deck."""
    hand.deck.pop()
    if hand.habits.burns:
        hand.note("burn")


def board(hand: Hand, count: int) -> list[str]:
    """Cards for all."""
    some = [hand.deck.pop() for _ in range(count)]
    hand.board += some
    hand.note(f"communal {cards(some)}")
    return some
