"""The state of a table over its session, from the facts that each hand leaves behind.

A hand that could not be read is a gap, and so are hands that are missing by their numbers. Whatever depends on the hand
before is then unknown, and stays so until the record tells it anew.
"""

from __future__ import annotations

import re
from copy import copy
from functools import lru_cache

from auditor.replay.forced_bets.kills import Legs
from auditor.replay.session import floor, newcomers
from auditor.replay.session.floor import Floor
from auditor.replay.session.hand_summary import HandPlayed, SeatFact, SessionClosed
from auditor.replay.session.missed_blinds import Orbits
from auditor.replay.session.newcomers import Entries
from auditor.replay.session.other_tables import Room
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import (
    Agreement,
    Asks,
    Bets,
    Closed,
    Declared,
    Event,
    Incident,
    Leaves,
    Limit,
    Minimums,
    Moves,
    Notice,
    Opened,
    PickedUp,
    Prizes,
    RulesNamed,
    Sits,
)
from auditor.vocabulary.hand import LATEST, Setup
from auditor.vocabulary.log_words import CLOSURE
from auditor.vocabulary.records import field, record_class, value_class

NUMBER = re.compile(r"(?<![0-9])([0-9]++)(?:-?[a-z])?\Z")  # the last digits of a hand's number
DIGITS = 18  # that are compared as a number
SETTINGS: dict[type[Event], str | None] = {  # what each sets; None: the event says it
    Limit: None,
    Declared: None,
    Bets: "bets",
    Minimums: "minimum",
    RulesNamed: "rules",
}
OWN = {
    Prizes,
    Agreement,
    Asks,
    Closed,
    Incident,
    Leaves,
    Moves,
    Notice,
    Opened,
    PickedUp,
    Sits,
}  # what else a session notes


@record_class
class PlayerInSession:
    """What the session knows of a player."""

    arrival: bool  # does the record show when the player sat down?
    dealt: bool = False  # was the player dealt in, in a hand of this record?
    idle: int = 0  # hands in a row without a wager
    idle_known: bool = True  # does the record show where that row began?
    suspect: bool = False  # is an incident on record?
    busted: bool | None = False  # did the player put in the last chip and lose it? None if that is not certain


@value_class
class GivenNotice:
    """A notice, or the note that none was given, with the hand in or before which that was."""

    notice: Notice
    hand: str | None  # the number of the hand; None after the last hand of the record
    during: bool  # in the hand, not before it
    after: bool = False  # in the record of the hand, once its play was over


@record_class
class Session:
    """What is known of a table's evening up to now."""

    rules: Rulebook
    table: str
    round: None = None  # between hands there is no betting round
    gap: bool = False  # part of the record since the hand before could not be read
    previous: HandPlayed | None = None  # the hand before the current one
    coming: HandPlayed | SessionClosed | None = None  # the current hand, or the end of the record
    since: list[Event] = field(default_factory=list)  # what was noted since the hand before, up to now
    opened: bool = False  # the record shows that gaming began after the hand before
    opening: str | None = None  # the time at which it last began
    needs_floor_record: bool = False  # the rulebook asks for what the floor records
    prizes: tuple[int, ...] | None = None  # of the tournament, as last declared
    attended: bool = False  # the floor has recorded something
    room: Room = field(default_factory=Room)  # who plays at which of the tables

    players: dict[str, PlayerInSession] = field(init=False, default_factory=dict)
    seated: dict[str, int] = field(init=False, default_factory=dict)  # who sits where, as of now
    seats: set[int] = field(init=False, default_factory=set)  # every seat that anybody has had
    declared: dict[str, int] = field(init=False, default_factory=dict)  # the last line on each limit, or on closing
    incidents: list[Incident] = field(init=False, default_factory=list)  # the latest last
    notices_given: list[GivenNotice] = field(init=False, default_factory=list)  # notices, the latest last
    agreed: list[Agreement] = field(init=False, default_factory=list)  # agreements and objections, the latest last
    asking: dict[int, list[str]] = field(init=False, default_factory=dict)  # by seat, who asks for it and has got none

    # Made when somebody first asks for them: a log may have a table for every hand.
    _entries: Entries | None = field(init=False, default=None)
    _legs: Legs | None = field(init=False, default=None)
    _orbits: Orbits | None = field(init=False, default=None)
    _floor: Floor | None = field(init=False, default=None)

    @property
    def entries(self) -> Entries:
        """Who came, moved or missed a blind, and has had no cards since."""
        if self._entries is None:
            self._entries = Entries()
        return self._entries

    @property
    def legs(self) -> Legs:
        """Who has to put up a blind that raises the limits."""
        if self._legs is None:
            self._legs = Legs()
        return self._legs

    @property
    def orbits(self) -> Orbits:
        """The rounds of the blinds, and who missed which."""
        if self._orbits is None:
            self._orbits = Orbits()
        return self._orbits

    @property
    def floor(self) -> Floor:
        """What the floor records."""
        if self._floor is None:
            self._floor = Floor()
        return self._floor

    def under(self, rules: Rulebook) -> Session:
        """The same facts, to be looked at under another rulebook."""
        other = copy(self)
        other.rules = rules
        return other

    # ---- where a hand stands in the session ----

    @property
    def begins(self) -> bool:
        """Is the coming hand known to be the first of the game? Only a note that gaming opened tells that."""
        return self.opened and not self.gap and self.previous is None

    def follows(self, hand: HandPlayed) -> bool:
        """Is this known to be the hand right after the one before?"""
        if self.gap or self.previous is None:
            return False
        (before, first), (after, second) = number_of(self.previous.number), number_of(hand.number)
        again = second == first and not self.previous.dealt and hand.number > self.previous.number
        return before == after and (second == first + 1 or again)

    def has_played(self, name: str) -> bool:
        """Was this player dealt in before, in a hand of this record?"""
        player = self.players.get(name)
        return player is not None and player.dealt

    def first_hand(self, hand: HandPlayed, name: str) -> bool | None:
        """Is this the first hand that a player is dealt in? None if the record does not tell."""
        if self.has_played(name):
            return False
        player = self.players.get(name)
        if self.begins or (self.follows(hand) and (player is None or player.arrival)):
            return True
        sat = any(isinstance(event, Sits) and event.player == name for event in self.since)
        return True if sat and self.previous is None and not self.gap else None

    @property
    def setup(self) -> Setup | None:
        """The table's set-up with everything noted before the current hand, or before the end."""
        return self.coming.setup if self.coming is not None else None

    # ---- how it changes ----

    def note(self, event: Event) -> None:
        """Take in something noted between hands, or in one."""
        self.since.append(event)
        kind = type(event)
        if kind in newcomers.NOTED:
            self.entries.note(event, self.seated)
        if self.needs_floor_record and kind in floor.NOTED:
            self.attended = True
            self.floor.note(event, self.previous, frozenset(self.seated))
        if kind in SETTINGS:
            self._set(SETTINGS[kind] or event.what, event)  # type: ignore[attr-defined]
        elif kind in OWN:
            self._note(event)

    def _given(self, notice: Notice) -> GivenNotice:
        """A notice with the hand in or before which it was given."""
        hand = self.coming
        number = hand.number if isinstance(hand, HandPlayed) else None
        if not isinstance(hand, HandPlayed) or self.previous is not hand:
            return GivenNotice(notice, number, False)
        after = 0 < hand.over < notice.line
        return GivenNotice(notice, number, not after, after)

    def _note(self, event: Event) -> None:
        match event:
            case Opened(line=line) | Closed(line=line):
                self._restart()
                self.opened = isinstance(event, Opened)
                self.legs.begin()
                self.orbits.begin()
                self.opening = event.time
                self.declared[CLOSURE] = line
            case Notice() if self.coming is not None:
                self.notices_given = [*self.notices_given, self._given(event)][-LATEST:]
            case Prizes(amounts=amounts):
                self.prizes = amounts
            case Agreement():
                self.agreed = [*self.agreed, event][-LATEST:]
            case Asks(player=name, seat=seat):
                self.asking.setdefault(seat, []).append(name)
            case Sits(player=name, seat=seat) | Moves(player=name, seat=seat):
                self._settled(name)
                self.asking.pop(seat, None)
                self.seated[name] = seat
                self.seats.add(seat)
            case Incident(player=name):
                self.incidents = [*self.incidents, event][-LATEST:]
                if name in self.players:
                    self.players[name].suspect = True
            case Leaves(player=name) | PickedUp(player=name):
                self._settled(name)
                self.legs.left(name)
                self.orbits.gone(name)
                self.seated.pop(name, None)
                if name in self.players:
                    self.players[name].busted = False

    def lose(self) -> None:
        """Take in that part of the record could not be read, and forget who asked for seats and what hands change."""
        self.gap = True
        self.asking.clear()
        self._forget()
        if self.needs_floor_record:
            self.floor.forget()

    def enter(self, hand: HandPlayed) -> None:
        """Tell the room of a hand once the checks have judged it: the hands of another table may come next."""
        if self.needs_floor_record:
            self.room.played(self.table, hand, self.previous if self.follows(hand) else None)

    def played(self, hand: HandPlayed) -> None:
        """Take in a hand once the checks have judged it, before anything that follows at the table."""
        known = self.begins or self.follows(hand)
        sat = {event.player for event in self.since if isinstance(event, Sits)}
        if not known:
            self._forget()
        for seat in hand.seats:
            player = self.players.get(seat.name)
            if player is None:
                arrival = seat.name in sat or (known and self.previous is None)  # else a hand before may lack the seat
                player = self.players[seat.name] = PlayerInSession(arrival, idle_known=arrival)
                if arrival:
                    self.entries.fresh.add(seat.name)
            _played(player, seat, hand.dealt)
        if self.rules.game.kill is not None and hand.dealt and not hand.invalidated:
            self._take_blinds(hand, self.previous if known else None)
        self.entries.played(hand, self.previous if known else None, self.rules.id)
        if self.needs_floor_record:
            self.attended = True
            self.floor.played(hand, self.previous is None or self.follows(hand))
        here = {seat.name: seat.seat for seat in hand.seats}
        for name in self.seated.keys() & self.players.keys() - here.keys():
            self.players[name].idle_known = False  # the record lacks that they left, or a seat
        self.seated = here
        self.seats.update(self.seated.values())
        self.previous, self.gap, self.opened, self.since = hand, False, False, []
        for event in hand.noted:
            self.note(event)

    def _take_blinds(self, hand: HandPlayed, before: HandPlayed | None) -> None:
        """Take in what a hand changes of the duties to put up blinds, in games that have kills."""
        dealt = {seat.name for seat in hand.seats if seat.dealt}
        new = {name for name in dealt if name in self.entries.fresh} if self.previous is not None else set()
        if hand.won is None:
            self.legs.forget()
        else:
            self.legs.played(hand.number, hand.killer, dealt, hand.won)
        self.orbits.played(hand, before, self.entries.fresh, new)

    def _forget(self) -> None:
        """Give up what hands that are missing from the record may have changed."""
        for player in self.players.values():
            player.idle, player.idle_known, player.busted = 0, False, False
            player.arrival = False
        self.entries.forget()
        self.legs.forget()
        self.orbits.forget()

    def _set(self, what: str, event: Event) -> None:
        """Note the line of a declaration; to state again what already holds sets nothing."""
        before = self.previous
        if before is None or before.setup.after_all((event,)) != before.setup:
            self.declared[what] = event.line

    def _restart(self) -> None:
        self.previous = None
        self._forget()

    def _settled(self, name: str) -> None:
        """Note that a player who sits down, moves or leaves does not ask for a seat any more."""
        for names in self.asking.values():
            while name in names:
                names.remove(name)


def _played(player: PlayerInSession, seat: SeatFact, counts: bool) -> None:
    if seat.put:
        player.idle, player.idle_known = 0, True
    elif counts:
        player.idle += 1
    if seat.dealt:
        player.dealt = True
        player.busted = seat.busted


@lru_cache(maxsize=64)  # checks ask several times for a hand, and once more when the next one comes
def number_of(text: str) -> tuple[str, int]:
    """A hand's number as what precedes the digits at its end, and their value; below zero if it has no digits.

    A letter after them (`88-b`) tells a hand that was dealt again from the misdeal before it: the number is the same.
    """
    match = NUMBER.search(text)
    if match is None:
        return text, -9
    digits = match[1]
    return text[: match.start()] + digits[:-DIGITS].rstrip("0"), int(digits[-DIGITS:])
