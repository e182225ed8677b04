"""A hand while it is played: what has been written down, and the table as the text of the rules has it.

Each step is a line of the log with the event behind it. A line may say less than the event (a stake or a card nobody
noted), and a step without a line happened unseen. A hand can be taken up again at any step and played on differently,
which is how faults are planted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from play.act import events as e
from play.act import oracle
from play.act.applying import apply
from play.act.games import Game
from play.act.table import Player, Table
from play.common import pots, ranking
from play.common.words import money, quoted


@dataclass(frozen=True)
class Variation:
    """A commission below the scale: as declared, and as worked out."""

    text: str
    fee: oracle.Fee


@dataclass(frozen=True)
class House:
    """A table as it is declared at the head of its log."""

    name: str
    game: Game
    day: date
    minimum: int
    stake: int
    deck: int
    limit: str | None = None  # the kind of betting limit declared
    maximum: int | None = None
    ace_low: bool = False
    variation: Variation | None = None
    lines: tuple[str, ...] = ()  # whatever else is declared

    @property
    def order(self) -> ranking.Order:
        """How hands are made and ranked here."""
        return ranking.Order(self.deck, self.ace_low, self.game.parts)

    @property
    def fee(self) -> oracle.Fee:
        """How the commission is worked out here: as declared, and never above the scale."""
        scale, declared = oracle.scale(self.minimum), self.variation
        return (lambda pot: min(declared.fee(pot), scale(pot))) if declared else scale


@dataclass(frozen=True)
class Habits:
    """What the writer of a log notes, and how."""

    money: str = "$"  # before an amount, or nothing
    stakes: bool = True
    cards: str = "all"  # 'all', those 'shown' in the end, no line for the 'hole' cards, or 'none' at all
    draws: frozenset[str] = frozenset({"pat", "cards", "said"})  # of a draw: who keeps all, which cards, what is said
    buck: bool = True
    notes: bool = True  # who comes, goes and buys chips between hands
    remarks: bool = False  # comments at the end of lines
    prepares: frozenset[str] = frozenset({"shuffle", "cut", "depth"})
    announces: bool = False
    pots: str = "total"  # 'total', 'each' or 'none'
    counts: bool = False
    passes: bool = True  # of players who have met the blind and leave it at that
    times: bool = True


@dataclass(frozen=True)
class Seated:
    """A player at the table when a hand begins."""

    name: str
    seat: int
    stake: int
    out: bool = False


@dataclass(frozen=True)
class Cards:
    """The cards of a hand, before anybody sees them."""

    hole: dict[str, tuple[str, ...]]  # each player's own, in the order in which they come
    board: tuple[str, ...]
    rest: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A line of the hand and the event it stands for; either may be missing."""

    text: str | None
    event: e.Event | None


class Play:
    """A hand being played."""

    def __init__(
        self,
        house: House,
        habits: Habits,
        number: str,
        seats: tuple[Seated, ...],
        buck: int,
        cards: Cards,
        time: str | None = None,
        day: date | None = None,
        notes: tuple[str, ...] = (),
        previous: Play | None = None,
    ) -> None:
        self.house, self.habits, self.number = house, habits, number
        self.seats, self.buck, self.cards = seats, buck, cards
        self.time, self.day, self.notes, self.previous = time, day, notes, previous
        self.steps: list[Step] = []
        self.tail: tuple[str, ...] = ()  # lines after the hand
        self.game = house.game
        self.hands = dict(cards.hole)  # each player's cards, those still to come included
        self.stub = list(cards.rest)  # the cards that nobody has
        self.opened_first: str | None = None  # whose first card lies open by mishap
        self.given_up: dict[str, tuple[str, ...]] = {}  # in a draw, as long as they are not shuffled in again
        self.table = Table(self.game, house.minimum, house.deck, day or house.day, house.limit, house.maximum)

    # ---- writing ----

    def note(self, text: str | None, event: e.Event | None = None) -> None:
        """Write a line, and let the event behind it change the table."""
        self.steps.append(Step(text, event))
        if event is not None:
            self._move_cards(event)
            apply(event, self.table)

    def _move_cards(self, event: e.Event) -> None:
        """Keep track of who has which cards once they are changed."""
        if isinstance(event, e.Discards):
            self.given_up[event.player] = event.cards
            self._lose(event.player, event.cards)
        elif isinstance(event, e.Deal) and self.given_up:
            for name, cards in event.holdings:
                self._draw(cards)
                self.hands[name] += cards
        elif isinstance(event, e.Burn):
            self._draw((event.card,))
        elif isinstance(event, e.Reshuffled):
            self.stub = list(event.cards)
            kept = self.given_up.items()
            self.given_up = {name: tuple(card for card in cards if card not in self.stub) for name, cards in kept}
            for name in self.hands:
                self._lose(name, event.cards)  # folded hands may be among them
        elif isinstance(event, e.TakenBack) and event.player is not None:
            another, self.stub = self.stub[0], [*self.stub[1:], event.card]
            held = self.hands[event.player]
            self.hands[event.player] = tuple(another if one == event.card else one for one in held)

    def _lose(self, name: str, gone: tuple[str, ...]) -> None:
        self.hands[name] = tuple(card for card in self.hands[name] if card not in gone)

    def _draw(self, cards: tuple[str, ...]) -> None:
        assert tuple(self.stub[: len(cards)]) == cards
        del self.stub[: len(cards)]

    def money(self, cents: int) -> str:
        """An amount as this log writes it."""
        return money(cents, self.habits.money)

    def __str__(self) -> str:
        """The hand as it stands in the log."""
        lines = [step.text for step in self.steps if step.text is not None]
        if self.habits.remarks:
            lines[1:-1:9] = [f"{line}\t# seen by camera {len(line)}" for line in lines[1:-1:9]]
        return "\n  ".join(lines[:-1] if lines[-1] == "end" else lines) + "\nend\n"

    def log(self) -> str:
        """The whole log: the table, the hands before, this hand."""
        hands: list[Play] = [self]
        while hands[-1].previous is not None:
            hands.append(hands[-1].previous)
        parts = ["".join(f"{line}\n" for line in play.notes) + str(play) for play in reversed(hands)]
        return "\n".join([head(hands[-1].house), *parts, *self.tail, ""])

    # ---- taking up again ----

    def again(self, until: int | None = None, **changes: object) -> Play:
        """The same hand from the start, up to a step, perhaps with something changed about it."""
        kept = {
            "house": self.house, "habits": self.habits, "number": self.number, "seats": self.seats, "buck": self.buck,
            "cards": self.cards, "time": self.time, "day": self.day, "notes": self.notes, "previous": self.previous,
        }  # fmt: skip
        other = Play(**(kept | changes))  # type: ignore[arg-type]
        for step in self.steps[:until]:
            other.note(step.text, step.event)
        return other

    def moments(self) -> Iterator[tuple[int, Table, Step]]:
        """Each step with its number and the table before it; the table changes as the walk goes on."""
        walk = self.again(0)
        for number, step in enumerate(self.steps):
            yield number, walk.table, step
            walk.note(step.text, step.event)

    # ---- acts ----

    def fold(self, name: str) -> None:
        self.note(f"{quoted(name)} folds", e.Fold(name))

    def check(self, name: str) -> None:
        self.note(f"{quoted(name)} checks", e.Check(name))

    def wager(self, name: str, total: int, rng: random.Random | None = None, named: str | None = None) -> None:
        """Bring a player's total of the betting round to an amount, in one of the ways a log may put it."""
        betround = self.table.round
        player = self.table.by_name[name]
        assert betround is not None
        added, increase = total - player.bet, total - betround.level
        all_in = added == player.stack
        kind = "call" if increase <= 0 else "raise" if betround.level else "open"
        words = wording(kind, self.money(added), self.money(total), self.money(increase), all_in)
        sure = self.habits.stakes and rng is not None and (increase >= 0 or all_in)  # less than a call is never bare
        text = rng.choice(words) if sure and rng is not None else words[0]
        if all_in and not text.endswith(("all in", "taps out")) and (not sure or rng is None or rng.random() < 0.6):
            text += rng.choice((" all in", " taps out")) if rng else " all in"
        if rng is not None and rng.random() < 0.02:
            text += rng.choice((f" announcing {self.money(added)}", " with one chip", " in two motions"))
        self.note(f"{quoted(name)} {named or text}", e.Wager(name, total))

    def communal(self, how: str | None = None) -> None:
        """Turn the next communal card."""
        card = self.cards.board[len(self.table.board)]
        tail = f" {how}" if how else ""
        text = None if self.habits.cards == "none" else f"communal [{card}]{tail}"
        self.note(text, e.Communal((card,), how))

    def returns(self, name: str, amount: int) -> None:
        """Hand chips back to a player."""
        self.note(f"return {self.money(amount)} to {quoted(name)}", e.Returned(name, amount))

    def show(self, name: str, hole: bool = False) -> None:
        """Turn a player's cards over; a line may name all of them or, where some lie open, only the hole cards."""
        player = self.table.by_name[name]
        held = self.hands[name]
        cards = [card for card in held if card not in player.up] if hole else held
        text = " ".join(cards or held)
        self.note(f"{quoted(name)} shows [{text}]", e.Show(name))

    def deal(self, names: list[str], cards: str, contrary: tuple[str, ...] = ()) -> None:
        """One pass: to each of these players the next so many cards, up or down, to some the other way."""
        given = []
        for name in names:
            at = self.table.by_name[name].received
            given.append((name, self.hands[name][at : at + len(cards)]))
        event = e.Deal(tuple(given), "u" in cards, contrary)
        self.note(self.dealt(event), event)

    def dealt(self, event: e.Deal, known: set[str] | None = None) -> str | None:
        """The line of a pass as this log has it, face down with the cards of those whose cards are known."""
        if self.habits.cards == "none" or (self.habits.cards == "hole" and not event.up):
            return None
        hands = []
        for name, cards in event.holdings:
            up = event.up != (name in event.contrary)
            way = ("up " if up else "down ") if up != event.up else ""
            seen = " ".join(cards if up or known is None or name in known else ["??"] * len(cards))
            hands.append(f"{quoted(name)} {way}[{seen}]")
        return f"deal {'up ' if event.up else ''}" + ", ".join(hands)

    # ---- what can be asked ----

    def around(self) -> list[Player]:
        """The players of the hand, clockwise from the buck."""
        return self.table.around()

    def stakes(self) -> list[pots.Stake]:
        """What the oracle must know of the players."""
        return [
            pots.Stake(player.name, player.put, player.live, self.hands[player.name], able=player.stack > 0)
            for player in self.around()
        ]

    def due(self, lump: bool = False) -> pots.Due:
        """The settlement of the hand as it stands."""
        if not self.table.live:
            last = max(self.table.players, key=lambda player: -1 if player.folded is None else player.folded)
            return oracle.forfeited(self.table.pot, last.name, self.house.fee)
        return oracle.settle(self.stakes(), self.cards.board, self.house.fee, self.house.order, lump)

    def value(self, name: str) -> ranking.Value:
        """The worth of a player's hand."""
        return ranking.best(self.hands[name], self.cards.board, self.house.order)

    @property
    def more_cards(self) -> bool:
        """Are there cards to come?"""
        if self.game.communal:
            return len(self.table.board) < self.game.communal
        return self.table.rounds_played < len(self.game.streets)

    def left(self) -> dict[str, int]:
        """The chips each player has once the hand is over."""
        return {player.name: player.stack + player.won + player.aside for player in self.table.players}


def wording(kind: str, added: str, total: str, increase: str, all_in: bool) -> list[str]:
    """The ways a log may put a wager; the first says it all."""
    if kind == "call":
        forms = [f"calls {added}", f"calls {added} to {total}", f"calls to {total}", "calls", f"puts in {added}"]
        return [*forms, "calls all in", "calls taps out"] if all_in else forms
    if kind == "open":
        return [f"bets {added}", f"opens {added}", f"puts in {added}"]
    forms = [f"raises {increase} to {total}", f"raises to {total}", f"raises {increase}", f"puts in {added}"]
    return [*forms, "raises all in"] if all_in else forms


def head(house: House) -> str:
    """The declaration of a table."""
    usual = house.deck == max(house.game.decks)
    lines = [
        f"rules {house.game.rules}",
        f"date {house.day}",
        f"minimum {money(house.minimum)}",
        f"stake {money(house.stake)}",
        *([f"deck {house.deck}", "agreed reduced-deck by players"] if not usual else []),
        *([f"limit {house.limit}"] if house.limit else []),
        *([f"maximum {money(house.maximum)}"] if house.maximum else []),
        *(["agreed ace-low by players and operator"] if house.ace_low else []),
        *([house.variation.text] if house.variation else []),
        *house.lines,
    ]
    return f"table {quoted(house.name)}\n  " + "\n  ".join(lines) + "\n"
