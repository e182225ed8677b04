"""A large log that is judged in stretches, side by side: what it has told so far, and whether its stretches agree.

A stretch is judged under an assumption about what the log told before it: which tables there were, and whether all of
it could be read. Its answer says what it told itself. Taken in their order, the answers show whether the assumption
held. If it did not, the stretch is judged again with all that is known; and if the log cannot be taken apart, because
it comes back to a table or has its hands in no order, it is judged as a whole.
"""

from __future__ import annotations

from auditor.auditing.audit_run import AuditRun
from auditor.auditing.log_audit import Earlier
from auditor.auditing.options import Options
from auditor.auditing.result import Input, Result, Unread
from auditor.auditing.shards.shard import Answer, LogStretch, Told
from auditor.logs.files.decoding import Source
from auditor.logs.formats import LogFormat
from auditor.replay.session.other_tables import Room

LOST = "these hands, from line {first:,} on, were not judged: the process that did so was ended, or failed, twice"


class LargeLog:
    """A log that was cut into stretches, as far as their answers have come."""

    def __init__(self, source: Source, options: Options, format: LogFormat, stretches: int) -> None:
        """Nothing has come yet."""
        self.source = source
        self.options = options
        self.result = Result()
        self.entry = Input(source.name, source.sha256, source.encoding, format.name, bytes=source.size)
        self.left = stretches
        self.so_far = Earlier()
        self.tables: set[tuple[str, object]] = set()  # with their nights …
        self.names: set[str] = set()  # … and their names alone
        self.given_up = False  # it is to be judged as a whole

    @property
    def done(self) -> bool:
        """Has every stretch been taken in?"""
        return not self.left

    def assumed(self) -> Earlier:
        """What the log is taken to have told before a stretch: it goes on as it is known to have begun."""
        rooms = {house: Room(first=room.first, several=room.several) for house, room in self.so_far.rooms.items()}
        return Earlier(rooms, self.so_far.gaps)

    def must_be_judged_again(self, work: LogStretch, answer: Answer) -> bool:
        """Was the next stretch judged under an assumption that does not hold?"""
        told = answer.told
        assert told is not None
        if bool(work.earlier.gaps) != bool(self.so_far.gaps):
            return True
        for house, room in told.rooms.items():
            known, taken = self.so_far.rooms.get(house, Room()), work.earlier.rooms.get(house, Room())
            sure = known.several and taken.several
            if (known.several, known.first) != (taken.several, taken.first) and not sure:
                return True
            if known.meets(room):
                return True
        return False

    def take(self, work: LogStretch, answer: Answer | None) -> bool:
        """Take in the answer to the next stretch, None if nobody could judge it. Does the log stay in stretches?"""
        self.left -= 1
        if answer is None:
            line = work.stretch.place.lines + 1
            self.result.unread.append(Unread(self.entry.path, line, 1, None, LOST.format(first=line)))
            self.entry.unread += 1
            self.so_far.gaps += 1
            return True
        told = answer.told
        assert told is not None
        if told.changed or told.ended or not told.usual or self._comes_back(told) or not self._in_order(work, told):
            self.given_up = True
            return False
        self.so_far.gaps += told.gaps
        self.result.take_counts(answer.result)
        self.result.take_nights(answer.result)
        for entry in answer.result.inputs:
            self.entry.hands += entry.hands
            self.entry.unread += entry.unread
            self.entry.lines = work.stretch.place.lines + entry.lines  # the last stretch has the last lines
            self.entry.remarks.update(entry.remarks)
            self.entry.doubts.update(entry.doubts)
        return True

    def end(self, run: AuditRun) -> None:
        """Take the result of the whole log into a run."""
        self.result.inputs = [self.entry]
        run.add(self.result)
        run.keep(self.source, self.options, self.result)

    def _comes_back(self, told: Told) -> bool:
        """Does the log come back to a table that it has left?"""
        if told.tables & self.tables or any(day is None and name in self.names for name, day in told.tables):
            return True
        self.tables |= told.tables
        self.names |= {name for name, _ in told.tables}
        return False

    def _in_order(self, work: LogStretch, told: Told) -> bool:
        """Take in who played where. Is that all that a hand asks for, because hands come in the order of time?"""
        for house, room in told.rooms.items():
            if not work.knows_all:
                room = self.so_far.rooms.get(house, Room()).then(room)
            self.so_far.rooms[house] = room
        spans = [room.span for room in self.so_far.rooms.values() if room.span is not None]
        return all(span.rising or span.falling for span in spans)
