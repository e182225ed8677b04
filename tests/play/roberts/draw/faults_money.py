"""Faults at the end of a hand of draw or lowball: the showdown, who is paid what, sevens that were not bet."""

from __future__ import annotations

import random

from play.common.faults import contested, player_of
from play.common.hand import Cited, Player
from play.common.settling import due, show
from play.roberts.draw.games import HIGH
from play.roberts.draw.hand import DrawHand
from play.roberts.draw.oracle import JOKER, RANKINGS, seven
from play.roberts.draw.planting import fault

LOWS = ("lowball-a5", "lowball-27")
AWARD = {"lowball-a5": "S11.A5.0", "lowball-27": "S11.D7.1", "draw-high": "S3.SD.2"}
SHORT = ("Td 5h 3c 2d Kc", "7h 6s 4d 3s Ad", "9c 8d 4h 2c As")
SEVENS = ("7h 6s 4d 3s Ad", "9c 8d 4h 2c As", "Td 5h 3c 2d Ac")


# ---- showdown ----


@fault("showdown", meek=True)
def winner_does_not_show(hand: DrawHand, rng: random.Random) -> Cited | None:
    """Whoever has the best hand is paid without having shown it, though another has."""
    ranks = RANKINGS[hand.house.game.key]
    worth = sorted(hand.live, key=lambda one: ranks(one.cards), reverse=not hand.house.lowball)
    if ranks(worth[0].cards) == ranks(worth[1].cards) or len({one.put for one in hand.live}) > 1:
        return None
    for player in hand.order():
        if player is not worth[0]:
            show(hand, player)
    return "S3.SD.1"


@fault("showdown", meek=True)
def caller_shows_first(hand: DrawHand, rng: random.Random) -> Cited | None:
    """Somebody shows before the player whose place it is."""
    first, *others = hand.order()
    if first is not (hand.betting.last or hand.betting.first) or not all(one.stack for one in hand.live):
        return None
    for player in (*others, first):
        show(hand, player)
    return "advisory S3.SD.8"


# ---- winners ----


@fault("settle", meek=True)
def pot_to_a_worse_hand(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The pot goes to somebody whose hand is beaten, no joker being there to be mistaken."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1 or any(JOKER in one.cards for one in hand.live):
        return None
    losers = [one for one in hand.live if one.shown and one.name not in pot.winners]
    winner = player_of(hand, pot.winners[0])
    losers = [one for one in losers if not _mistaken(hand, one, winner)]
    if not losers or not winner.shown:
        return None
    pot.shares = {rng.choice(losers).name: pot.net}
    return AWARD[hand.house.game.key]


def _mistaken(hand: DrawHand, loser: Player, winner: Player) -> bool:
    """Might somebody take the order of another lowball, or at draw high the cards before the draw, and pay by it?"""
    if hand.house.lowball:
        return any(RANKINGS[key](loser.cards) <= RANKINGS[key](winner.cards) for key in LOWS)
    rank = RANKINGS[hand.house.game.key]
    return rank(hand.first[loser.name]) >= rank(hand.first[winner.name])


@fault("settle", meek=True, forms=("a5",), hands=("2h 3s 4d 5s Jo", "Ac 2c 3d 4h 6s"))
def joker_not_the_lowest(hand: DrawHand, rng: random.Random) -> Cited | None:
    """Five to the ace with the joker loses to a six, as if the joker were no ace."""
    pot = contested(hand)
    if pot is None or JOKER not in hand.players[0].cards or pot.winners != (hand.players[0].name,):
        return None
    if hand.players[1].name not in pot.eligible or not all(one.shown for one in hand.players[:2]):
        return None
    pot.shares = {hand.players[1].name: pot.net}
    return "S11.A5.0"


@fault("settle", meek=True, forms=HIGH, hands=("Kh Ks 4d 5s Jo", "Qc Qd Qh 4h 6s"))
def joker_as_a_wild_card(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A pair and the joker are paid as three of a kind."""
    pot = contested(hand)
    if pot is None or JOKER not in hand.players[0].cards or pot.winners != (hand.players[1].name,):
        return None
    if hand.players[0].name not in pot.eligible or not hand.players[0].shown:
        return None
    pot.shares = {hand.players[0].name: pot.net}
    return "S12.JK.2"


@fault("settle", meek=True, forms=("27", "triple"), hands=("Ah 2s 3d 4s 5d", "Kc Qc 9d 8h 7s"))
def ace_counted_low(hand: DrawHand, rng: random.Random) -> Cited | None:
    """Five to the ace is paid at deuce-to-seven."""
    pot = contested(hand)
    if pot is None or pot.winners != (hand.players[1].name,) or hand.players[0].name not in pot.eligible:
        return None
    if not hand.players[0].shown or not hand.players[1].shown:
        return None
    pot.shares = {hand.players[0].name: pot.net}
    return "S11.D7.1"


# ---- sevens ----


@fault("settle", ("fixed",), ("a5",), meek=True, hands=SEVENS, bold=(1,))
def checked_seven_paid_in_full(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A seven that was checked and is the best hand wins what was wagered after the draw."""
    pots = due(hand).pots
    if len(pots) != 1 or not pots[0].back or hand.last.shorts or pots[0].winners[0] not in hand.last.checked:
        return None
    pots[0].back = {}
    pots[0].shares = {pots[0].winners[0]: pots[0].net}
    return "S11.A5.4/1"


@fault("settle", ("fixed",), ("a5",), meek=True, hands=("7h 6s 4d 3s Ad", "6c 5d 4h 2c As"), bold=(1,))
def beaten_seven_gets_its_call_back(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A seven that was checked and is beaten gets back what it put in after the draw."""
    pots = due(hand).pots
    name = hand.players[0].name
    if len(pots) != 1 or len(hand.live) < 2 or name not in hand.last.checked or pots[0].back or hand.last.shorts:
        return None
    late = hand.players[0].put - hand.before[name]
    if not late or pots[0].winners != (hand.players[1].name,) or not hand.house.sevens:
        return None
    if not hand.players[0].live or not seven(hand.players[0].cards):
        return None
    pots[0].shares = {hand.players[1].name: pots[0].net - late, name: late}
    return "S11.A5.4/2"


@fault("settle", ("fixed",), ("a5",), meek=True, hands=SHORT, bold=(0,))
def overcall_of_a_short_bet_kept(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A seven that just called last chips of less than half a bet wins the call that came after it."""
    pots, caller = due(hand).pots, hand.players[1].name
    if len(pots) != 1 or not pots[0].back or pots[0].winners != (caller,) or hand.last.checked:
        return None
    pots[0].back = {}
    pots[0].shares = {caller: pots[0].net}
    return "S11.A5.4/3"


@fault("settle", ("fixed",), ("a5",), meek=True, hands=SHORT, bold=(0, 1))
def call_of_a_completed_bet_goes_back(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A seven that made last chips of less than half a bet a full one is not paid the call."""
    pots, seven_low, caller = due(hand).pots, hand.players[1], hand.players[2]
    late = caller.put - hand.before[caller.name]
    won = len(pots) == 2 and all(pot.winners == (seven_low.name,) and not pot.back for pot in pots)
    if not won or late != hand.house.bet(2) or not hand.house.sevens or hand.betting.full != late:
        return None
    pots[1].shares = {seven_low.name: pots[1].net - late, caller.name: late}
    return "S11.A5.4/4"


# ---- shares ----


@fault("settle", meek=True, forms=HIGH, hands=("Ah Ks Qd Js Td", "Ac Kd Qh Jc Ts"))
def odd_chip_to_the_second(hand: DrawHand, rng: random.Random) -> Cited | None:
    """The odd chip goes to the second of two players from the button instead of the first."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 2 or pot.net % (2 * hand.house.chip) != hand.house.chip:
        return None
    first, second = pot.winners
    pot.shares[first], pot.shares[second] = pot.shares[second], pot.shares[first]
    return "S3.TI.5(a)"


@fault("settle", meek=True)
def side_pot_to_a_player_all_in(hand: DrawHand, rng: random.Random) -> Cited | None:
    """Who was all in for the main pot is paid the side pot too."""
    pots = due(hand).pots
    if len(pots) != 2 or any(pot.back or len(pot.winners) > 1 for pot in pots) or len(pots[1].eligible) < 2:
        return None
    if hand.house.rake is not None:
        return None  # it may all have come out of the side pot
    (winner,) = pots[0].winners
    if winner in pots[1].eligible:
        return None
    pots[1].shares = {winner: pots[1].net}
    antes_only = hand.house.form == "ante" and player_of(hand, winner).put <= hand.house.ante
    return "S12.14" if antes_only else "S3.TI.5(d)"


@fault("settle", meek=True)
def more_paid_than_the_pot(hand: DrawHand, rng: random.Random) -> Cited | None:
    """A chip more than the pot is paid."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1 or hand.house.rake is not None:
        return None
    pot.shares[pot.winners[0]] += hand.house.chip
    return "irregularity record/payments"


@fault("settle", meek=True, fewest=3)
def pot_divided_by_agreement(hand: DrawHand, rng: random.Random) -> Cited | None:
    """Two players divide a pot that one of them has won."""
    pot = contested(hand)
    if pot is None or len(pot.winners) != 1 or pot.net % (2 * hand.house.chip):
        return None
    others = [one for one in hand.live if one.shown and one.name not in pot.winners]
    if (
        not others
        or any(JOKER in one.cards for one in hand.live)
        or _mistaken(hand, others[0], player_of(hand, pot.winners[0]))
    ):
        return None
    pot.shares = {pot.winners[0]: pot.net // 2, others[0].name: pot.net // 2}
    return "S2.PR.15"
