"""What a table looks like after a line of its log: all that a drawing of it shows, and all that its words tell."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.replay.pots import build_pots
from auditor.replay.state import UNKNOWN_STAKE, HandState, Player
from auditor.vocabulary.cards import UNKNOWN, card_text
from auditor.vocabulary.events import Bet, Call, Check, Event, Fold, Muck, Pass, Post, Raise, Seat, Show, Win
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import escaped, joined

LONGEST_NAME = 60
VERBS: dict[type[Event], str] = {
    **{Bet: "bets", Call: "calls", Check: "checks", Fold: "folds", Muck: "mucks", Pass: "passes", Post: "posts"},
    **{Raise: "raises", Show: "shows", Win: "wins"},
}


@value_class
class SeatAfter:
    """A seat and its player. What the record does not tell is None, and a card that nobody saw is `??`."""

    number: int
    name: str
    left: int | None  # what is left of the stake
    wager: int  # in this betting round
    cards: tuple[str, ...]
    state: str  # in, folded, out or all-in
    doing: str = ""  # what the player did in this line
    fault: bool = False  # a fault was found there
    won: int = 0

    @property
    def word(self) -> str:
        """The state in a word; empty for a player who is simply in."""
        settled = {"folded": "folded", "out": "out", "all-in": "all in"}.get(self.state, "")
        return "wins" if self.won and not self.doing else settled or self.doing


@value_class
class TableAfter:
    """A table after a line of its log."""

    sign: str  # of the currency
    places: int
    seats: tuple[SeatAfter, ...]
    marker: str  # buck or button, as the log calls it
    mark: int | None  # the seat that it lies at; None where the record does not tell
    board: tuple[str, ...]
    runs: tuple[tuple[str, ...], ...]  # the cards that came in the place of some of the board
    most_cards: int  # that the board may have
    pot: int
    pots: tuple[tuple[str, int], ...]  # main and side pots, where there are several

    @property
    def words(self) -> str:
        """The whole state, seat by seat."""
        told = [self._seat(one) for one in self.seats]
        marker = f"The {self.marker} is at seat {self.mark}. " if self.mark is not None else ""
        board = f"Communal cards: {' '.join(self.board) or 'none'}. " if self.most_cards else ""
        runs = "".join(f"Run {number}: {' '.join(run)}. " for number, run in enumerate(self.runs, 2))
        pots = joined([f"{name} {money_text(amount, self.sign)}" for name, amount in self.pots])
        pot = f"Pot {money_text(self.pot, self.sign)}" + (f": {pots}" if pots else "")
        return f"{' '.join(told)} {marker}{board}{runs}{pot}."

    @property
    def begun(self) -> bool:
        """Is there anything on the table?"""
        return bool(self.pot or self.board or any(one.cards or one.wager for one in self.seats))

    def looks_like(self, other: TableAfter) -> bool:
        """Is this the same table, and nobody does anything at it?"""
        return self == other.at_rest

    @property
    def at_rest(self) -> TableAfter:
        """The same table once the act of its line is over."""
        return replace(self, seats=tuple([replace(one, doing="", fault=False) for one in self.seats]))

    def _seat(self, seat: SeatAfter) -> str:
        left = "what is left is not recorded" if seat.left is None else f"{money_text(seat.left, self.sign)} left"
        parts = [left]
        parts += [f"wager {money_text(seat.wager, self.sign)}"] if seat.wager else []
        parts += [f"cards {' '.join(seat.cards)}"] if seat.cards else []
        parts += [seat.word] if seat.word else []
        parts += ["a fault was found"] if seat.fault else []
        return f"Seat {seat.number} {escaped(seat.name, LONGEST_NAME)}: {', '.join(parts)}."


def table_after(state: HandState, event: Event, faulty: frozenset[str], sign: str, marker: str) -> TableAfter:
    """The table once an event has been applied, with the players in whose act of this line a fault was found."""
    seats = tuple([_seat(state, player, event, player.name in faulty) for player in state.players])
    numbers = [one.number for one in seats]
    declared = [one.seat for one in state.hand.events if type(one) is Seat]  # so that no seat moves when others come
    communal = max([each.communal for each in state.rounds], default=0)
    return TableAfter(
        sign,
        max([*numbers, *declared, state.buck or 0, 2]),
        seats,
        marker,
        state.buck,
        tuple(map(card_text, state.board)),
        tuple([tuple(map(card_text, run.cards)) for run in state.runs]),
        max(communal, len(state.board)),
        state.pot + state.house_money,
        tuple(_pots(state)),
    )


def _seat(state: HandState, player: Player, event: Event, fault: bool) -> SeatAfter:
    known = player.stake < UNKNOWN_STAKE // 2
    doing = VERBS.get(type(event), "") if getattr(event, "player", None) == player.name else ""
    return SeatAfter(
        player.seat,
        player.name,
        player.accounted_for if known else None,
        0 if state.wins or state.pots_taken else player.put_in_round,
        _cards(player),
        _state(player),
        doing,
        fault,
        player.won,
    )


def _state(player: Player) -> str:
    if player.out:
        return "out"
    if not player.active:
        return "folded"
    return "all-in" if player.tapped_out else "in"


def _cards(player: Player) -> tuple[str, ...]:
    """The player's own cards; those that the record does not show are unknown."""
    cards = player.cards if not player.shown or len(player.shown) < len(player.cards) else player.shown
    held = [*cards, *[UNKNOWN] * (player.received - len(player.cards))]
    return tuple(map(card_text, held))


def _pots(state: HandState) -> Iterator[tuple[str, int]]:
    """Main and side pots, once somebody is all in for less than others have in."""
    if not any(player.tapped_out for player in state.players):
        return
    paid = [(player.seat, player.put_in_hand - player.dead_money, player.active) for player in state.players]
    pots = build_pots([one for one in paid if one[1]])
    if len(pots) < 2:
        return
    dead = sum([player.dead_money for player in state.players]) + state.house_money
    for number, pot in enumerate(pots):
        yield (f"side pot {number}" if number else "main pot"), pot.amount + (0 if number else dead)
    back = sum([amount for _, amount, _ in paid]) - sum([pot.amount for pot in pots])
    if back:
        yield "not called", back
