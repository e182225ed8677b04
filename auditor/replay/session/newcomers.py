"""Players who came, moved or stayed away between hands, and have to put something right before they get cards."""

from __future__ import annotations

from collections.abc import Mapping

from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.vocabulary.events import Event, Leaves, Moves, PickedUp, Queued, Required, Sits
from auditor.vocabulary.records import field, record_class

NOTED = {Leaves, Moves, PickedUp, Queued, Required, Sits}  # the events that change anything here


@record_class
class Entries:
    """What is noted of players, by name. A player who is dealt in starts afresh."""

    came: dict[str, Sits] = field(default_factory=dict)  # sat down, and has had no cards yet
    moved: dict[str, int] = field(default_factory=dict)  # changed seats since the last cards: the old seat
    ways: dict[str, str | None] = field(default_factory=dict)  # which way round those moved, as far as it was noted
    required: dict[str, Required] = field(default_factory=dict)  # has to wait for the blinds, or to put up as much
    missed: dict[str, str] = field(default_factory=dict)  # sat out when the large blind was due: the hand's number
    paid: dict[str, int] = field(default_factory=dict)  # put up the large blind: how many hands ago
    unposted: int | None = None  # no large blind is on record for certain: how many hands ago that was
    picked: dict[str, PickedUp] = field(default_factory=dict)  # the house took the player's chips off the table
    fresh: set[str] = field(default_factory=set)  # the record shows when the player sat down, and no cards since
    most: dict[str, int] = field(default_factory=dict)  # by rulebook, the most players dealt in at once up to now
    earlier: HandPlayed | None = None  # the hand before the last one, if that followed it

    def note(self, event: Event, seated: Mapping[str, int]) -> None:
        """Take in something noted between hands; `seated` says who sat where until then."""
        match event:
            case Sits(player=name):
                self.came[name] = event
                self.fresh.add(name)
            case Moves(player=name) if name in seated:
                self.moved.setdefault(name, seated[name])
                self.ways[name] = event.way if self.ways.get(name, event.way) == event.way else None
            case Required(player=name):
                self.required[name] = event
            case PickedUp(player=name):
                self._gone(name)
                self.picked[name] = event
            case Queued(player=name):
                self.picked.pop(name, None)
            case Leaves(player=name):
                self._gone(name)

    def played(self, hand: HandPlayed, before: HandPlayed | None, rules: str) -> None:
        """Take in a hand under a rulebook, with the hand right before it if that is known."""
        names = [seat.name for seat in hand.seats if seat.dealt]
        self.most[rules] = max(self.most.get(rules, 0), len(names))
        self.earlier = before
        if not hand.dealt or hand.invalidated:
            return
        if hand.setup.blinds:
            self._blinds(hand, before)
        self.fresh.difference_update(names)
        for notes in (self.came, self.moved, self.ways, self.required, self.missed):
            for name in names if notes else ():
                notes.pop(name, None)

    def _blinds(self, hand: HandPlayed, before: HandPlayed | None) -> None:
        """Note whom the blinds passed over, who put up the large one, and who sits elsewhere than before."""
        for seat in passed_over(hand, before):
            if seat.name not in self.fresh:
                self.missed.setdefault(seat.name, hand.number)
        for name in self.paid:
            self.paid[name] += 1
        large = hand.blind(len(hand.setup.blinds) - 1)
        if large is not None and not hand.blinds_in_doubt:
            self.paid[large.player] = 0
            self.unposted = None if self.unposted is None else self.unposted + 1
        else:
            self.unposted = 0
        for name, old in moved_from(before, hand).items():
            self.moved.setdefault(name, old)

    def forget(self) -> None:
        """Give up what hands that are missing from the record may have changed."""
        self.earlier = self.unposted = None
        for notes in (self.came, self.moved, self.ways, self.required, self.missed, self.paid):
            notes.clear()

    def _gone(self, name: str) -> None:
        self.fresh.discard(name)
        for notes in (self.came, self.moved, self.ways, self.required, self.missed, self.paid):
            notes.pop(name, None)


def passed_over(hand: HandPlayed, before: HandPlayed | None) -> list[SeatFact]:
    """The players who sit out and whose turn for the large blind has passed.

    They sit between the player with the large blind and the one with the blind before it. Where the log shows no such
    blind, it is the player who had the large blind in the hand before.
    """
    last = len(hand.setup.blinds) - 1
    large, other = hand.blind(last), hand.blind(last - 1) if last > 0 else None
    if other is None and before is not None:
        other = before.blind(len(before.setup.blinds) - 1)
    if large is None or other is None:
        return []
    end, start = hand.seat_of(large.player), hand.seat_of(other.player)
    if end is None or start is None or end is start:
        return []  # of one player with both blinds nobody can say whom they passed over
    return [seat for seat in hand.seats if not seat.dealt and lies_between(seat.seat, start.seat, end.seat)]


def moved_from(before: HandPlayed | None, hand: HandPlayed) -> dict[str, int]:
    """The players who sit elsewhere than in the hand before, with their old seats."""
    if before is None:
        return {}
    old = {seat.name: seat.seat for seat in before.seats}
    return {seat.name: old[seat.name] for seat in hand.seats if old.get(seat.name, seat.seat) != seat.seat}


def lies_between(seat: int, start: int, end: int) -> bool:
    """Does a seat lie strictly between two others, going clockwise from the first to the second?"""
    return start < seat < end if start < end else seat > start or seat < end


def steady(before: HandPlayed, hand: HandPlayed) -> list[int]:
    """The seats whose players were dealt in both hands without a change of seat."""
    found = [(seat, before.seat_of(seat.name)) for seat in hand.seats if seat.dealt]
    return sorted(seat.seat for seat, old in found if old is not None and old.dealt and old.seat == seat.seat)
