"""Writes hands as OHH, the Open Hand History standard, has them. `auditor.logs.ohh.reader` reads them.

The standard is made for hold'em, Omaha and stud as rooms deal them. It has no words for draws, for what happens between
hands, for procedure, nor for wagers that nobody called: readers work those out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from auditor.logs.ohh.write_actions import OhhRounds, amount_of
from auditor.logs.room_names import name_of
from auditor.logs.table_log.write_setup import unremembered
from auditor.logs.writing import Unwritable, Written
from auditor.version import __version__
from auditor.vocabulary import events as e
from auditor.vocabulary.clock import to_the_second
from auditor.vocabulary.hand import PLAY_ONLY, SHOWN_TOGETHER, Hand, Setup
from auditor.vocabulary.money import CHIPS, MARKS
from auditor.vocabulary.records import fields

SPECIFICATION = "1.4.7"
FIXED = "fixed"
LIMITS = {"no-limit": "NL", "pot-limit": "PL", FIXED: "FL"}
DOLLAR = "$"  # of whichever country
UNKNOWN, DOLLARS = "XXX", "USD"  # no currency; and the one that amounts are shown in if none is declared
GAMES = {  # the types of the standard by the rulebook of the game, and how many cards each player gets
    "roberts/holdem": ("Holdem", 2),
    "roberts/omaha": ("Omaha", 4),
    "roberts/omaha-hi-lo": ("OmahaHiLo", 4),
    "roberts/omaha-five": ("Omaha", 5),
    "roberts/omaha-six": ("Omaha", 6),
    "roberts/omaha-five-hi-lo": ("OmahaHiLo", 5),
    "roberts/omaha-six-hi-lo": ("OmahaHiLo", 6),
    "roberts/seven-card-stud": ("Stud", 7),
    "roberts/seven-card-stud-hi-lo": ("StudHiLo", 7),
    "crown/holdem": ("Holdem", 2),
    "crown/omaha": ("Omaha", 4),
    "crown/omaha-hi-lo": ("OmahaHiLo", 4),
}
ASSUMED = "roberts/"  # readers assume these rules if they are told none
HAVE_A_PLACE = {
    *("table", "rules", "room", "day", "limit", "bets", "blinds"),
    *("tournament", "chip", "minimum", "ante", "records", "currency"),
}


def text_of(hand: Hand, index: int) -> Written:
    """Write a hand as an object of its own, with a blank line after the one before."""
    setup = hand.setup
    if setup.rules not in GAMES:
        raise Unwritable(f"no game type of OHH is that of {setup.rules or 'a hand without a rulebook'}")
    if setup.limit not in LIMITS:
        raise Unwritable(f"no bet type of OHH is {setup.limit or 'that of a hand without a limit'}")
    game, count = GAMES[setup.rules]
    acts = OhhRounds(setup, game.startswith("Stud"))
    acts.take(hand.events)
    if not acts.stud and count > 4 and count not in _sizes(acts):
        raise Unwritable(f"OHH tells Omaha of {count} cards from others only by hands that are seen")
    pots = _Pots(hand, acts)
    whole = {**_head(hand, game, acts), "rounds": acts.rounds, "pots": pots.objects()}
    lost = dict.fromkeys([*acts.lost, *pots.lost, *_lost_declarations(hand, acts)])
    return Written(("\n" if index > 1 else "") + _as_json(whole), tuple(lost))


def _as_json(whole: dict[str, Any]) -> str:
    """JSON with a line for each field of the head, each player, act and pot, so that findings can point at them."""
    fields = []
    for key, value in whole.items():
        if key in ("players", "rounds", "pots") and value:
            items = ",\n  ".join([_round(one) if key == "rounds" else json.dumps(one) for one in value])
            fields.append(f'"{key}": [\n  {items}\n ]')
        else:
            fields.append(f'"{key}": {json.dumps(value)}')
    inside = ",\n ".join(fields)
    return f'{{"ohh": {{\n {inside}\n}}}}\n'


def _round(one: dict[str, Any]) -> str:
    """A round, with its acts below it."""
    head = json.dumps({key: value for key, value in one.items() if key != "actions"})[:-1]
    acts = ",\n   ".join([json.dumps(act) for act in one["actions"]])
    return f'{head}, "actions": [\n   {acts}\n  ]}}' if acts else f'{head}, "actions": []}}'


def _sizes(acts: OhhRounds) -> set[int]:
    """How many cards are known of each hand."""
    return {len(one.get("cards", ())) for each in acts.rounds for one in each["actions"]}


# ---- the head ----


def _head(hand: Hand, game: str, acts: OhhRounds) -> dict[str, Any]:
    """The fields that stand before the rounds."""
    setup, (small, big) = hand.setup, _stakes(hand.setup, acts)
    found: dict[str, Any] = {
        "spec_version": SPECIFICATION,
        "site_name": name_of(setup.room) or "auditor",
        "network_name": "auditor",
        "internal_version": __version__,
        "tournament": setup.tournament is not None,
        "game_number": hand.number,
        "table_name": setup.table,
        "game_type": game,
        "bet_limit": {"bet_type": LIMITS[setup.limit or ""], "bet_cap": 0},
        "table_size": max([player["seat"] for player in acts.players.values()], default=0),
        "currency": _currency(setup),
        "dealer_seat": acts.button,
        "small_blind_amount": amount_of(small),
        "big_blind_amount": amount_of(big),
        "ante_amount": amount_of(setup.ante or 0),
        "flags": ["Run_It_Twice"] if acts.runs else [],
        "players": list(acts.players.values()),
    }
    if setup.tournament is not None:
        found["tournament_info"] = {"name": setup.tournament}
    if hand.day is not None:
        clock = hand.header.time
        found["start_date_utc"] = hand.day.isoformat() + (f"T{to_the_second(clock)}" if clock else "")
    return found


def _currency(setup: Setup) -> str:
    """A currency that shows the lowest chip: a hundredth of cash, a whole chip of a tournament. None shows others."""
    code = DOLLARS if setup.currency is None or setup.currency in (DOLLAR, CHIPS) else setup.currency
    known = setup.chip == (1 if setup.tournament is None else 100) and code not in MARKS
    return code if known else UNKNOWN


def _stakes(setup: Setup, acts: OhhRounds) -> tuple[int, int]:
    """The blinds or, at stud, the bets, for which the standard has no other place."""
    bets = [least for least, _ in setup.bets]
    if acts.stud:
        return (bets[0], bets[1]) if len(bets) == 2 else (0, 0)
    if len(setup.blinds) == 2:
        return setup.blinds[0], setup.blinds[1]
    return (min([*acts.blinds, bets[0] // 2]), bets[0]) if bets else (0, 0)


# ---- the end ----


class _Pots:
    """The pots and payments of a hand. Pots with numbers stand each by itself, others together as one."""

    def __init__(self, hand: Hand, acts: OhhRounds) -> None:
        """Gather the pots and the payments."""
        self.acts = acts
        self.pots = [event for event in hand.events if isinstance(event, e.PotTaken)]
        self.wins = [event for event in hand.events if isinstance(event, e.Win)]
        self.lost: list[str] = []

    def objects(self) -> list[dict[str, Any]]:
        """The pots as the standard has them."""
        if not (self.pots or self.wins):
            return []
        numbers = [one.pot for one in self.pots]
        paid = [one.pot for one in self.wins]
        if len(numbers) > 1 and None not in numbers and set(paid) <= set(numbers):
            if paid != sorted(paid, key=lambda number: -(number or 0)):
                self.lost.append("the order in which pots were paid")
            return [self._one(one.pot, [one], [win for win in self.wins if win.pot == one.pot]) for one in self.pots]
        if any(number is not None for number in (*numbers, *paid)):
            self.lost.append("which pot each payment was from")
        return [self._one(0, self.pots, self.wins)]

    def _one(self, number: int | None, pots: list[e.PotTaken], wins: list[e.Win]) -> dict[str, Any]:
        """A pot. What the hand does not say of it is left out."""
        found: dict[str, Any] = {"number": number}
        if pots:
            found["amount"] = amount_of(sum([one.amount for one in pots]))
        taken = [one.commission for one in pots if one.commission is not None]
        if taken:
            found["rake"] = amount_of(sum(taken))
        found["player_wins"] = [
            {"player_id": self.acts.number(one.player), "win_amount": amount_of(one.amount)} for one in wins
        ]
        return found


# ---- what has no place ----


def _lost_declarations(hand: Hand, acts: OhhRounds) -> Iterator[str]:
    """What the set-up of the table declares, and a reader will not know or will take for something else."""
    setup, plain = hand.setup, Setup()
    if not (setup.rules or "").startswith(ASSUMED):
        yield f"the rulebook {setup.rules}"
    if PLAY_ONLY not in setup.records or setup.records - {PLAY_ONLY, SHOWN_TOGETHER}:
        yield "what the log undertakes to record"
    if SHOWN_TOGETHER not in setup.records and sum([isinstance(event, e.Show) for event in hand.events]) > 1:
        yield "the order in which hands were shown"
    if setup.room is not None and name_of(setup.room) is None:
        yield "the room declared"
    for one in fields(Setup):
        if one.name not in HAVE_A_PLACE and getattr(setup, one.name) != getattr(plain, one.name):
            yield f"the {one.name.replace('_', '-')} declared"
    if unremembered(hand.before):
        yield "what was noted between hands"
    yield from _other_amounts(setup, acts)


def _other_amounts(setup: Setup, acts: OhhRounds) -> Iterator[str]:
    """Amounts that a reader will take for others, or will not know."""
    small, big = _stakes(setup, acts)
    fixed = setup.limit == FIXED
    read = (((small, None), (big, None)) if acts.stud else ((big, None), (2 * big, None))) if fixed and big else ()
    if setup.bets != read:
        yield "the bets declared"
    if len(setup.blinds) not in (0, 2):
        yield "the blinds declared"
    if setup.minimum != (None if fixed else big or None):
        yield "the minimum declared"
    if setup.chip is not None and _currency(setup) == UNKNOWN:
        yield "the chip declared"
    understood = CHIPS if setup.tournament is not None else _currency(setup)
    if setup.currency not in (None, understood) and (setup.currency, understood) != (DOLLAR, DOLLARS):
        yield "the currency declared"
    if setup.ante is not None and (len(acts.antes) < 2 or max(acts.antes) != setup.ante):
        yield "the ante declared"
