"""Which blinds each player owes because they passed while the player sat out, and whether the blinds went round."""

from __future__ import annotations

from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.newcomers import lies_between, passed_over
from auditor.replay.session.rotation import big_blind, button_of, dealt_seats, small_blind
from auditor.vocabulary.records import field, record_class, value_class


@value_class
class Orbit:
    """Where a player sat when last dealt in."""

    seat: int
    large: int | None  # the seat of the big blind in that hand
    button: bool  # did the player have the button?


@record_class
class Orbits:
    """The rounds of the blinds at a table, and who missed which blinds, for games that have kills."""

    new: bool = False  # the record shows where the game began
    full: bool = False  # the blinds have gone round once since the game, or the record, began
    start: int | None = None  # the seat of the first big blind
    passed: set[int] = field(default_factory=set)  # the seats that a blind has passed since
    founders: set[str] = field(default_factory=set)  # the players at the table when a new game began
    owes: dict[str, set[int]] = field(default_factory=dict)  # the blinds, from zero, that passed a player who sat out
    let_by: set[str] = field(default_factory=set)  # newcomers who let the blinds go by
    unpaid: dict[str, int] = field(default_factory=dict)  # dealt in last hand and still owed so much of missed blinds
    broke: set[str] = field(default_factory=set)  # lost everything, and not dealt in since
    last: dict[str, Orbit] = field(default_factory=dict)  # where each player sat when last dealt in
    waited: dict[str, int] = field(default_factory=dict)  # for how many hands each player was not dealt in
    guest: str | None = None  # a newcomer who was dealt into a pot that another had killed

    def begin(self) -> None:
        """Begin a game, as far as the record shows."""
        self.forget()
        self.new = True

    def forget(self) -> None:
        """Give up what hands that are missing from the record may have changed."""
        self.new = self.full = False
        self.start, self.guest = None, None
        for records in (
            self.passed,
            self.founders,
            self.owes,
            self.let_by,
            self.unpaid,
            self.broke,
            self.last,
            self.waited,
        ):
            records.clear()

    def gone(self, name: str) -> None:
        """Forget a player who leaves the game."""
        for records in (self.owes, self.unpaid, self.last, self.waited):
            records.pop(name, None)
        self.let_by.discard(name)
        self.broke.discard(name)

    def played(self, hand: HandPlayed, before: HandPlayed | None, fresh: set[str], newcomers: set[str]) -> None:
        """Take in a hand; `fresh` are the players who have sat down and had no cards yet."""
        if self.new and self.start is None:
            self.founders = {seat.name for seat in hand.seats}
        self.guest = next((name for name in newcomers if hand.killer not in (None, name)), None)
        for name in [name for name in self.last if hand.seat_of(name) is None]:
            self.gone(name)
        self._paid(hand)
        self._go_round(hand, before)
        missed = self._missed(hand, before)
        large, button = big_blind(hand), button_of(hand)
        for seat in hand.seats:
            if seat.dealt:
                self._dealt(seat.name, Orbit(seat.seat, large, seat.seat == button))
                if seat.busted:
                    self.broke.add(seat.name)
                continue
            self.waited[seat.name] = self.waited.get(seat.name, 0) + 1
            if numbers := missed.get(seat.name):
                if seat.name in fresh and seat.name not in self.founders:
                    self.let_by.add(seat.name)
                elif seat.name in self.last or seat.name in self.founders:  # others may have come just before
                    self.owes.setdefault(seat.name, set()).update(numbers)

    def _dealt(self, name: str, place: Orbit) -> None:
        self.last[name] = place
        self.owes.pop(name, None)
        self.let_by.discard(name)
        self.broke.discard(name)
        self.waited[name] = 0

    def _paid(self, hand: HandPlayed) -> None:
        """Note the players who were dealt in and still owe something of the blinds that they missed."""
        left = {}
        for name in {*self.owes, *self.unpaid}:
            seat = hand.seat_of(name)
            short = self.short(hand, name)
            if seat is not None and seat.dealt and short and seat.put > 0:
                left[name] = short
        self.unpaid = left

    def short(self, hand: HandPlayed, name: str) -> int:
        """How much a player still owes of missed blinds: nothing after the big blind in turn, or the last chips."""
        blinds = hand.setup.blinds
        posts = hand.posted(name)
        if in_turn(hand, name) or any(post.all_in for post in posts):
            return 0
        due = self.unpaid.get(name, 0) + sum(
            blinds[number] for number in self.owes.get(name, ()) if number < len(blinds)
        )
        return max(due - entered_with(hand, name), 0)

    def _go_round(self, hand: HandPlayed, before: HandPlayed | None) -> None:
        large, small = big_blind(hand), small_blind(hand)
        if large is None:
            return
        old = big_blind(before) if before is not None else None
        if self.start is None:
            before = None
        if self.start is None or old is None:
            self.start = large if self.start is None else self.start
            old = large if small is None else small
            self.passed.add(old)
        seats = range(1, max([large, old, *(seat.seat for seat in hand.seats)]) + 1)
        self.passed.update(seat for seat in seats if lies_between(seat, old, large) or seat == large)
        if before is not None and (large == self.start or lies_between(self.start, old, large)):
            self.full = True

    def _missed(self, hand: HandPlayed, before: HandPlayed | None) -> dict[str, set[int]]:
        """The blinds that passed each player who sat out."""
        blinds = hand.setup.blinds
        found: dict[str, set[int]] = {}
        for seat in passed_over(hand, before):
            found[seat.name] = {len(blinds) - 1}
        button, large, small = button_of(hand), big_blind(hand), small_blind(hand)
        end = small if small is not None else large
        if len(blinds) < 2 or button is None or end is None or len(dealt_seats(hand)) < 3 or button == end:
            return found
        for seat in hand.seats:
            if not seat.dealt and seat.name not in found and lies_between(seat.seat, button, end):
                found[seat.name] = {len(blinds) - 2}
        return found


def in_turn(hand: HandPlayed, name: str) -> bool:
    """Has a player put up the big blind in turn?"""
    blinds = hand.setup.blinds
    return bool(blinds) and any(post.kind == "blind" and post.amount >= blinds[-1] for post in hand.posted(name))


def entered_with(hand: HandPlayed, name: str) -> int:
    """What a player has put up to get cards, beside the blinds in turn."""
    return sum(post.amount for post in hand.posted(name) if post.kind in ("post", "dead", "kill"))
