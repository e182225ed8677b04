"""Planting a fault in stud by Robert's Rules: a hand by the book, but for one thing that is done wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from play.common.hand import Plant, Player
from play.common.planting import Planted, entered, findings, plain_habits
from play.roberts.games import BIG_BET
from play.roberts.stud.games import HI_LO, RAZZ, STUD, STUD_GAMES, declare
from play.roberts.stud.hand import StudFault, StudHand
from play.roberts.stud.playing import seat, written

FIXED = ("fixed",)
EVERYWHERE = (*FIXED, *BIG_BET)
EVERY = tuple(STUD_GAMES)
WHOLE = (STUD, RAZZ)
SOME = (3, 4, 5, 6)
THREE = (4, 5, 6)  # so many that three are left when one is in trouble

FAULTS: dict[str, StudFault] = {}

OPENS = {STUD: "S8.2", RAZZ: "S9.2", HI_LO: "S10.4"}
BEGINS = {STUD: "S8.2/1", RAZZ: "S9.2/1", HI_LO: "S10.4/1"}
SIZES = {STUD: "S8.0/3", RAZZ: "S9.3", HI_LO: "S10.6"}


def fault(
    at: str,
    limits: tuple[str, ...] = FIXED,
    games: tuple[str, ...] = EVERY,
    meek: bool = False,
    tournament: bool = False,
    deal: str = "",
    players: tuple[int, ...] = SOME,
    stacks: str = "deep",
) -> Callable[[Plant], Plant]:
    """Enter a fault into the register, under its function's name."""
    others = {"deal": deal, "players": players, "stacks": stacks}
    return entered(
        FAULTS, lambda plant: StudFault(plant, at, limits, games, meek=meek, tournament=tournament, **others)
    )


def planted(name: str, limit: str, seed: int) -> Planted:
    """A log with the fault in its hand, and what an audit must find, alone; None if it has no place for it."""
    fault = FAULTS[name]
    rng = random.Random(f"{name} {limit} {seed}")
    habits = replace(plain_habits(rng), early=rng.random() < 0.5)
    house = declare(rng, STUD_GAMES[fault.games[seed % len(fault.games)]], limit, bool(fault.tournament))
    players = seat(rng, house, rng.choice(fault.players), fault.stacks)
    hands: list[StudHand] = []
    log = written(house, habits, rng, players, 1, fault, hands.append)
    found = findings(hands[-1].cited)
    return None if found is None else (log, found)


# ---- what faults ask of a hand ----


def plain(hand: StudHand) -> bool:
    """Is what a wager is measured by beyond doubt: no last chips, no forced bet that was short?"""
    betting = hand.betting
    short = (
        hand.bringer is not None and betting.number == 1 and hand.bringer.put < hand.house.ante + hand.house.bring_in
    )
    level = betting.full or (hand.house.bring_in if betting.number == 1 else 0)
    return not betting.shorts and not hand.unclear and betting.level == level and not short


def settle_down(hand: StudHand, player: Player) -> None:
    """Nobody raises any more in the hand, nor folds but the others now and then."""
    for one in hand.live:
        hand.bound[one.name] = "stay" if one is player or hand.rng.random() < 0.6 else "fold"


def never_opens(hand: StudHand, player: Player) -> None:
    """The player is to show the card that is the last to open."""
    best = "As" if hand.house.game.key != RAZZ else "Ac"
    others = [card for card in hand.deck if card != best]
    hand.rigged[player.name] = [*others[:2], best]
    hand.deck = others[2:]


def checks_noted(hand: StudHand) -> bool:
    """Has the log shown a check? One without any proves nothing of an act that is missing."""
    return any(isinstance(line, str) and line.endswith(" checks") for line in hand.lines)
