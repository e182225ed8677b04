"""Writes the rounds of a hand as OHH has them: numbered players, what each act put in, cards in the rounds they began.

Only chips are worked out, since a wager may state nothing but its total. What the standard has no words for is lost, or
makes the hand `Unwritable` if a reader would take it for another hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from auditor.logs.phh.write_actions import LOST
from auditor.logs.writing import Unwritable
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN, Cards, card_text
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import field, record_class

EXACT = 10**15  # hundredths that a JSON number surely holds
STUD_STREETS = ("Third Street", "Fourth Street", "Fifth Street", "Sixth Street", "Seventh Street")
STREETS = {3: "Flop", 4: "Turn", 5: "River"}  # by the number of communal cards on the table
FIRST, SHOWDOWN = "Preflop", "Showdown"
STUD_START = 3  # cards of stud before the first betting round
DEALT = "Dealt Cards"
POSTS = {
    "ante": "Post Ante",
    "straddle": "Straddle",
    "dead": "Post Dead",
    "post": "Post Extra Blind",
    "bring-in": "Post Extra Blind",
}
ACTS = {e.Fold: "Fold", e.Check: "Check", e.Call: "Call", e.Bet: "Bet", e.Raise: "Raise"}
SILENT = (e.HandStarted, e.HandEnded, e.PotTaken, e.Win)  # these have fields of their own
PLAY = (e.Act, e.Post, e.Deal, e.Communal)


def amount_of(cents: int) -> int | float:
    """An amount as a number of JSON."""
    if not 0 <= cents < EXACT:
        raise Unwritable(f"an amount of {money_text(cents)} has no place in OHH")
    return cents / 100 if cents % 100 else cents // 100


def _known(cards: Cards) -> list[str]:
    """The cards that are known."""
    return [card_text(card) for card in cards if card != UNKNOWN]


@record_class
class OhhRounds:
    """A hand that is written event by event."""

    setup: Setup
    stud: bool
    players: dict[str, dict[str, Any]] = field(default_factory=dict)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    button: int | None = None
    blinds: list[int] = field(default_factory=list)
    antes: list[int] = field(default_factory=list)
    runs: int = 0  # runs beyond the first
    lost: dict[str, None] = field(default_factory=dict)
    stakes: dict[str, int | None] = field(default_factory=dict)
    board: int = 0  # communal cards of the first run
    dealt: Counter[str] = field(default_factory=Counter)  # how many cards each player got in this round
    own: Counter[str] = field(default_factory=Counter)  # chips that each player put in in this round
    put: Counter[str] = field(default_factory=Counter)  # the same for the whole hand

    def take(self, events: list[e.Event]) -> None:
        """Write the whole hand. Cards laid open once the play is over have a round of their own."""
        self._open(STUD_STREETS[0] if self.stud else FIRST)
        last = max([at for at, event in enumerate(events) if isinstance(event, PLAY)], default=0)
        for at, event in enumerate(events):
            if isinstance(event, SILENT):
                continue
            if type(event) in LOST:
                self.lost[LOST[type(event)]] = None
                continue
            write = WRITERS.get(type(event))
            if write is None:
                raise Unwritable(f"OHH has no place for an event such as {type(event).__name__}")
            if isinstance(event, e.Show | e.Muck) and at > last and self.rounds[-1]["street"] != SHOWDOWN:
                self._open(SHOWDOWN)
            write(self, event)

    def _open(self, street: str, cards: Cards = ()) -> None:
        """Begin a round."""
        self.rounds.append({"id": len(self.rounds), "street": street, "cards": _known(cards), "actions": []})
        self.dealt.clear()
        self.own.clear()

    def _action(self, name: str, kind: str, **more: Any) -> None:
        """Write something that a player does, or gets."""
        actions = self.rounds[-1]["actions"]
        actions.append({"action_number": len(actions), "player_id": self.number(name), "action": kind, **more})

    def number(self, name: str) -> int:
        """A player's number."""
        if name not in self.players:
            raise Unwritable("OHH has no place for somebody without a seat")
        number: int = self.players[name]["id"]
        return number

    # ---- before the cards ----

    def seat(self, event: e.Seat) -> None:
        """Write a player."""
        if event.player in self.players:
            raise Unwritable("OHH has no place for a player with two seats")
        player: dict[str, Any] = {"id": len(self.players), "seat": event.seat, "name": event.player}
        if event.stake is not None:
            player["starting_stack"] = amount_of(event.stake)
        if event.out:
            player["is_sitting_out"] = True
        self.players[event.player], self.stakes[event.player] = player, event.stake

    def buck(self, event: e.Buck) -> None:
        """Note the button."""
        self.button = event.seat

    def post(self, event: e.Post) -> None:
        """Write a forced bet."""
        if event.kind == "blind":
            kind = self._blind(event.amount)
        elif event.kind in POSTS:
            kind = POSTS[event.kind]
        else:
            raise Unwritable(f"OHH has no place for a wager such as the {event.kind}")
        if event.kind == "ante":
            self.antes.append(event.amount)
        self._add(event.player, event.amount, event.kind not in ("ante", "dead"))
        self._action(event.player, kind, amount=amount_of(event.amount), is_allin=event.all_in)

    def _blind(self, amount: int) -> str:
        """Which blind is this? Of two, the first is the small one; a single one shows it by its size."""
        self.blinds.append(amount)
        if len(self.blinds) > 2:
            raise Unwritable("OHH has no place for more than two blinds")
        big = self.setup.blinds[-1:] or [least for least, _ in self.setup.bets[:1]]
        return "Post BB" if len(self.blinds) == 2 or amount in big else "Post SB"

    # ---- cards ----

    def deal(self, event: e.Deal) -> None:
        """Write cards of the players. At stud all but the first few begin a round."""
        for name, cards in event.holdings:
            least = STUD_START if len(self.rounds) == 1 else 1
            if self.stud and (self._anybody_acted() or self.dealt[name] + len(cards) > least):
                self._open(STUD_STREETS[min(len(self.rounds), len(STUD_STREETS) - 1)])
            self.dealt[name] += len(cards)
            self._write_cards(name, cards)

    def _anybody_acted(self) -> bool:
        """Has anybody acted in this round?"""
        return any(one["action"] not in (DEALT, "Post Ante") for one in self.rounds[-1]["actions"])

    def _write_cards(self, name: str, cards: Cards) -> None:
        """Write the cards that a player gets in a round, all together. Cards that nobody saw are left out."""
        number, known = self.number(name), _known(cards)
        for one in self.rounds[-1]["actions"]:
            if one["player_id"] == number and one["action"] == DEALT:
                if "cards" in one and len(known) < len(cards) and self.stud:
                    self.lost["which of a player's cards were seen"] = None
                if known:
                    one["cards"] = [*one.get("cards", []), *known]
                return
        self._action(name, DEALT, **({"cards": known} if known else {}))

    def communal(self, event: e.Communal) -> None:
        """Communal cards begin a round."""
        self.board += len(event.cards)
        if self.board not in STREETS or self.stud:
            raise Unwritable("no round of OHH has so many communal cards")
        if event.how is not None:
            self.lost[f"that cards were turned {event.how}"] = None
        if UNKNOWN in event.cards and len(set(event.cards)) > 1:
            self.lost["which communal cards were seen"] = None
        self._open(STREETS[self.board], event.cards)

    def run(self, event: e.Run) -> None:
        """Write the cards that are dealt once more: the same rounds again."""
        self.runs += 1
        start, cards = self.board - len(event.cards), event.cards
        for size, street in STREETS.items():
            if size > start:
                self._open(street, cards[: size - start])
                start, cards = size, cards[size - start :]

    # ---- acts ----

    def act(self, event: e.Act) -> None:
        """Write an act without chips."""
        self._action(event.player, ACTS[type(event)])

    def wager(self, event: e.Wager) -> None:
        """Write a wager, with the chips that this act puts in."""
        name, level = event.player, max(self.own.values(), default=0)
        if event.added is not None:
            added = event.added
        else:
            added = self._unstated(event, level) if event.total is None else event.total - self.own[name]
        if isinstance(event, e.Raise) and event.by not in (None, self.own[name] + added - level):
            self.lost["by how much a raise says that it raises"] = None
        if event.announced is not None or event.manner or event.said or event.chips:
            self.lost["words and chips that came with a wager"] = None
        self._add(name, added, True)
        self._action(name, ACTS[type(event)], amount=amount_of(added), is_allin=event.all_in)

    def _unstated(self, event: e.Wager, level: int) -> int:
        """The size of a wager without an amount: all that is left, or what is to be called."""
        stake = self.stakes.get(event.player)
        left = None if stake is None else stake - self.put[event.player]
        if event.all_in and left is not None:
            return left
        if not isinstance(event, e.Call):
            raise Unwritable("OHH has no place for a wager of no known amount")
        owed = level - self.own[event.player]
        return owed if left is None else min(owed, left)

    def _add(self, name: str, amount: int, live: bool) -> None:
        self.put[name] += amount
        if live:
            self.own[name] += amount

    # ---- the end ----

    def show(self, event: e.Show) -> None:
        """Write cards laid open."""
        if event.freely:
            self.lost["that a hand was shown freely"] = None
        self._action(event.player, "Shows Cards", cards=_known(event.cards))

    def muck(self, event: e.Muck) -> None:
        """Write cards given up."""
        self._action(event.player, "Mucks Cards")

    def returned(self, _event: e.Returned) -> None:
        """Note as lost what the standard has no words for, and needs none: nobody called."""
        self.lost["what was handed back because nobody called it"] = None


WRITERS: dict[type[e.Event], Callable[[OhhRounds, Any], None]] = {
    e.Seat: OhhRounds.seat,
    e.Buck: OhhRounds.buck,
    e.Post: OhhRounds.post,
    e.Deal: OhhRounds.deal,
    e.Communal: OhhRounds.communal,
    e.Run: OhhRounds.run,
    e.Fold: OhhRounds.act,
    e.Check: OhhRounds.act,
    e.Call: OhhRounds.wager,
    e.Bet: OhhRounds.wager,
    e.Raise: OhhRounds.wager,
    e.Show: OhhRounds.show,
    e.Muck: OhhRounds.muck,
    e.Returned: OhhRounds.returned,
}
