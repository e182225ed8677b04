"""Counts the chips of a hand as its reader has it so far: what each player has put in, and whether that adds up."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.logs.rooms.common.hand import RoomHand
from auditor.vocabulary import events as e
from auditor.vocabulary.records import field, record_class

DEAD = ("ante", "dead")  # wagers that nobody has to meet


@record_class
class Chips:
    """What each player has put in, up to some moment of a hand."""

    live: dict[str, int] = field(default_factory=dict)
    dead: dict[str, int] = field(default_factory=dict)
    street: dict[str, int] = field(default_factory=dict)  # the live chips of this betting round
    later: bool = False  # is the first betting round over?

    @property
    def highest(self) -> int:
        """What has to be met in this betting round."""
        return max(self.street.values(), default=0)

    @property
    def all(self) -> int:
        """The money of the whole hand."""
        return sum(self.live.values()) + sum(self.dead.values())

    def take(self, one: object) -> None:
        """Add what an event puts in. Cards begin another betting round, except for the first ones."""
        if isinstance(one, e.Communal) or getattr(one, "street", False):
            self.street, self.later = {}, True
        elif isinstance(one, e.Post) and one.kind in DEAD:
            self.dead[one.player] = self.dead.get(one.player, 0) + one.amount
        elif isinstance(one, e.Post):
            self.add(one.player, one.amount)
        elif isinstance(one, e.Wager):
            before = self.street.get(one.player, 0)
            self.add(one.player, (one.total or 0) - before if one.added is None else one.added)

    def add(self, name: str, amount: int) -> None:
        """Add so much that others have to meet."""
        self.live[name] = self.live.get(name, 0) + amount
        self.street[name] = self.street.get(name, 0) + amount

    def put_by(self, name: str) -> int:
        """All that a player has put in."""
        return self.live.get(name, 0) + self.dead.get(name, 0)

    def uncalled(self, hand: RoomHand) -> tuple[str, int]:
        """Who put in what nobody met, and how much that is. What a player who folded put in stays in the pot."""
        (most, top), (second, _) = sorted([(put, name) for name, put in self.live.items()] + [(0, ""), (0, "")])[:-3:-1]
        return (top, most - second) if top not in hand.folded else ("", 0)


def with_chips(hand: RoomHand) -> Iterator[tuple[object, Chips]]:
    """Give the events of a hand, each with what had been put in before it."""
    chips = Chips()
    for one in hand.found:
        yield one, chips
        chips.take(one)


def at_the_end(hand: RoomHand) -> Chips:
    """What had been put in when the hand was over."""
    chips = Chips()
    for one in hand.found:
        chips.take(one)
    return chips


def misfits(hand: RoomHand) -> int:
    """How many calls are not what was to be met, and one more if the pot is not what the wagers come to.

    A call of less may be somebody's last chips.
    """
    stakes = {name: stake for _, _, name, stake in hand.seats}
    wrong = 0
    for one, chips in with_chips(hand):
        if isinstance(one, e.Call) and one.added is not None:
            owed = chips.highest - chips.street.get(one.player, 0)
            last = one.all_in or stakes.get(one.player) == one.added + chips.put_by(one.player)
            wrong += one.added > owed or (one.added < owed and not last)
    chips = at_the_end(hand)
    pots = [one.amount for one in hand.found if isinstance(one, e.PotTaken)]
    return wrong + (bool(pots) and sum(pots) != chips.all - chips.uncalled(hand)[1])
