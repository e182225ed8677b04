"""The audit of one log: what was made of its hands is counted, and its hands are judged as parts of their sessions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from auditor.auditing.acts_that_led import led_by
from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.judge_session import UNASKED, SessionRun
from auditor.auditing.excerpts import with_excerpts
from auditor.auditing.judging import other_readings, unknown_rulebook
from auditor.auditing.mitigation.doubtful_hands import blinds_in_doubt, flaws_of, for_doubtful_hands, repeated
from auditor.auditing.mitigation.kinds import unknown_to_rules
from auditor.auditing.mitigation.resting_on_record import leave_open
from auditor.auditing.mitigation.unreadable_lines import for_unread_setup
from auditor.auditing.options import Options
from auditor.auditing.result import Input, Result, TableNight, Unread
from auditor.auditing.side_by_side import format_for
from auditor.auditing.tally import Tally
from auditor.logs.files.decoding import Source
from auditor.logs.reader import MOST_FAULTS, Part, RawHand, told_apart
from auditor.logs.remarks import NOT_UNDERSTOOD, UNKNOWN
from auditor.replay.session.hand_summary import SessionClosed
from auditor.replay.session.other_tables import Room
from auditor.vocabulary.errors import AuditorError, Unreadable, own_fault
from auditor.vocabulary.events import Event
from auditor.vocabulary.findings import Location
from auditor.vocabulary.hand import Aftermath, Setup
from auditor.vocabulary.records import field, record_class, replace

CHANGED = "it was changed while it was read; audit it again when nobody writes to it"
UNKNOWN_GAPS = -1  # no number of gaps that a log may have
HandListener = Callable[[RawHand | Aftermath, BoundRulebook, tuple[Judged, ...]], None]


@record_class
class Earlier:
    """What a log has told before some place in it, as far as what follows there depends on it."""

    # By the house: nobody knows whether a name is one person in two.
    rooms: dict[str | None, Room] = field(default_factory=dict)
    gaps: int = 0  # places that could not be read


class _Evening:
    """The session of one table, as far as the log has told of it."""

    __slots__ = ("end", "flaws", "gaps", "lost", "rules_told", "run", "table", "undeclared", "venue")

    def __init__(self, setup: Setup) -> None:
        self.table = setup.table
        self.venue = setup.venue
        self.run: SessionRun | None = None
        self.gaps = 0  # places of the log that could not be read when it was last told of
        self.flaws: tuple[Location, ...] = ()  # in the record of the hand before
        self.lost: list[Event] = []  # noted before a hand that could not be read, or where the log left the table
        self.end: tuple[Aftermath, BoundRulebook] | None = None  # the last that was told of it, if that is no hand
        self.rules_told = False  # that nobody knows its rulebook
        self.undeclared: tuple[int, ...] = ()  # lines with declarations that were lost, or have a word nobody knows

    def lose(self, hand: RawHand, fault: Unreadable) -> None:
        """Note what is lost with a hand that could not be read: what came before it, and what was to hold after it."""
        self.lost += hand.before
        named = hand.lines.rules[0]
        self.rules_told = self.rules_told or any(0 < one.line == named for one in fault.all())
        lines = [one.line for one in fault.all() if one.outlasts_hand]
        self.undeclared = (*self.undeclared, *lines)[-MOST_FAULTS:]

    def misread(self, session: Judged) -> None:
        """Note the declarations of which a word means nothing: it may be another that was misspelt."""
        if session.findings:
            lines = [one.location.line for one in session.findings if unknown_to_rules(one)]
            self.undeclared = (*self.undeclared, *lines)[-MOST_FAULTS:]

    def run_for(self, bound: BoundRulebook, log: LogAudit) -> SessionRun:
        """The checks of the session. They are told whether anything since its last hand could not be read."""
        if self.run is None:
            self.run = SessionRun(bound, log.source.name, self.table, log.room_of(self.venue))
        if self.gaps != log.earlier.gaps:
            self.run.lose()
            self.gaps = log.earlier.gaps
        return self.run


class LogAudit:
    """The audit of one log: its hands as parts of their sessions, in order."""

    def __init__(
        self,
        source: Source,
        options: Options,
        result: Result,
        tally: Tally,
        observe: HandListener | None = None,
        earlier: Earlier | None = None,
    ) -> None:
        """Begin with nothing judged, or in the middle of a log that has told something `earlier`."""
        self.source = source
        self.options = options
        self.result = result
        self.tally = tally
        if tally not in result.tallies:
            result.tallies.append(tally)
        self.observe = observe
        format = format_for(source, options)
        self.entry = Input(source.name, source.sha256, source.encoding, format.name, bytes=source.size)
        result.inputs.append(self.entry)
        self.returns = not format.hands_carry_table  # may the log come back to a table that it has left?
        self.evenings: dict[int, _Evening] = {}  # of the log's tables that are not done with
        self.earlier = earlier or Earlier()

    def take(self, item: Part, judged: Judged | Unreadable | None, bound: BoundRulebook | None) -> None:
        """Take in a part of the log, with what was made of it. If its session fails on it, that is told as unread."""
        try:
            self._take(item, judged, bound)
        except AuditorError:
            raise
        except Exception as error:
            if self.options.debug or isinstance(item, Unreadable):
                raise
            self._lose(_failed(item, error))

    def _lose(self, fault: Unreadable) -> None:
        """Note that something could not be read."""
        places = [_unread(self.source.name, one) for one in fault.all()]
        self.entry.unread += len(places)
        self.result.unread.extend(places)
        self.earlier.gaps += 1

    def _take(self, item: Part, judged: Judged | Unreadable | None, bound: BoundRulebook | None) -> None:
        if isinstance(judged, Unreadable):
            self._lose(judged)
            if isinstance(item, RawHand) and not item.alone:
                self._evening_of(item).lose(item, judged)
            return
        assert not isinstance(item, Unreadable)
        evening = self._evening_of(item)
        if bound is None:
            if isinstance(item, RawHand):
                self._leave_out(item, evening)
                if item.alone:
                    del self.evenings[item.table]
            elif not evening.rules_told and not self.options.leaves_out(item.setup.day):
                self._tell_rulebook(item, evening)
            return
        if isinstance(item, Aftermath):
            evening.end = item, bound
            evening.lost += item.events
            if not self.returns or not item.setup.notes_table:
                self._end_table(item.table, evening)
            return
        assert judged is not None and judged.facts is not None
        run = evening.run_for(bound, self)
        others = partial(other_readings, item, bound.rules, self.options)
        self.result.judged_by(bound.rules)
        self._count(item, judged, bound)
        self.result.players.add(judged.facts.dealt_in)
        judged.facts.before = [*evening.lost, *judged.facts.before]
        judged.facts.blinds_in_doubt = bool(judged.findings) and blinds_in_doubt(judged.findings, judged.facts)
        session = run.take(judged.facts, bound, others)
        evening.misread(session)
        if evening.undeclared and judged.findings:
            judged.findings = for_unread_setup(judged.findings, evening.undeclared, self.source.name)
            leave_open(judged, bound)
        flaws = flaws_of(judged.findings) if judged.findings else ()
        self._mitigate(session, item, bound, evening, (*evening.flaws, *flaws), judged.facts.before)
        evening.flaws, evening.lost, evening.end = flaws, [], None
        self._told(item, bound, (judged, session))
        if item.alone:
            evening.end = Aftermath(item.setup, [], item.table), bound
            self._end_table_safely(item.table, evening)

    def _leave_out(self, hand: RawHand, evening: _Evening) -> None:
        """Count a hand of a night that was not asked for. What its table does next has a gap before it."""
        self.result.left_out[self.source.name] += 1
        evening.lost += hand.before
        evening.gaps = UNKNOWN_GAPS

    def _tell_rulebook(self, item: Aftermath, evening: _Evening) -> None:
        """Tell that nobody knows the rulebook of a table, if its hands could not: not one of them could be read."""
        unknown = unknown_rulebook(item, self.options)
        if unknown is not None:
            evening.rules_told = True
            self._lose(unknown)

    def _end_table(self, number: int, evening: _Evening) -> None:
        """Judge the end of a table of which the log tells no more."""
        del self.evenings[number]
        if evening.end is None:
            return
        item, bound = evening.end
        run = evening.run_for(bound, self)
        if self.observe is None and not evening.lost and run.ends_unasked(item.setup, bound):
            self.tally.add(self.result, bound, item.setup.day, (UNASKED,))
            return
        line = evening.lost[-1].line if evening.lost else 1
        others = partial(other_readings, item, bound.rules, self.options)
        closed = SessionClosed(line, 1, item.setup, evening.lost)
        judged = run.take(closed, bound, others)
        evening.misread(judged)
        self.result.judged_by(bound.rules)
        self._mitigate(judged, item, bound, evening, evening.flaws, evening.lost)
        self._told(item, bound, (judged,))

    def _told(self, item: RawHand | Aftermath, bound: BoundRulebook, verdicts: tuple[Judged, ...]) -> None:
        night = item.setup.day or (item.day if isinstance(item, RawHand) else None)
        self.tally.add(self.result, bound, night, verdicts)
        if self.observe is not None:
            self.observe(item, bound, verdicts)

    def _mitigate(
        self,
        judged: Judged,
        part: RawHand | Aftermath,
        bound: BoundRulebook,
        evening: _Evening,
        flaws: tuple[Location, ...],
        notes: list[Event],
    ) -> None:
        """Accuse nobody in view of a session where the record of its hands or of its set-up is in doubt."""
        if judged.findings:
            unread = (*part.setup.unread, *evening.undeclared)
            found = for_unread_setup(judged.findings, unread, self.source.name)
            found = for_doubtful_hands(found, (*flaws, *repeated(notes, self.source.name)))
            found = [replace(one, led=led_by(one)) for one in found]
            judged.findings = with_excerpts(found, part, notes) if isinstance(part, RawHand) else found
            leave_open(judged, bound)

    def end(self, whole: bool) -> None:
        """Note how far the log has been read and, if that was the whole of it, the hash of what was judged."""
        self.end_tables()
        self.entry.lines = self.source.lines
        if whole and (self.source.changed() or self.source.broken):  # it may break where only its end was to be seen
            self.entry.in_part = True
            self.entry.sha256, self.entry.bytes = self.source.digest.hexdigest(), self.source.given
            if not self.source.broken:  # which has been told
                self.entry.unread += 1
                self.result.unread.append(Unread(self.source.name, 0, 0, None, CHANGED))

    def end_tables(self) -> None:
        """Judge the ends of all tables: nothing more is told of them."""
        for number, evening in list(self.evenings.items()):
            self._end_table_safely(number, evening)

    def _end_table_safely(self, number: int, evening: _Evening) -> None:
        """Judge the end of a table. If its session fails on it, that is told as unread."""
        try:
            self._end_table(number, evening)
        except AuditorError:
            raise
        except Exception as error:
            if self.options.debug or evening.end is None:
                raise
            self._lose(_failed(evening.end[0], error))

    def room_of(self, venue: str | None) -> Room:
        """Who played at the tables of a house, or at those that name none."""
        return self.earlier.rooms.setdefault(None if venue is None else told_apart(venue), Room())

    def _evening_of(self, item: RawHand | Aftermath) -> _Evening:
        """Give the session that a part of the log belongs to, wherever the log told of it before."""
        evening = self.evenings.get(item.table)
        if evening is None:
            evening = self.evenings[item.table] = _Evening(item.setup)
        return evening

    def _count(self, hand: RawHand, judged: Judged, bound: BoundRulebook) -> None:
        name, result, entry = self.source.name, self.result, self.entry
        entry.hands += 1
        result.hands[bound.rules.id] += 1
        setup = hand.setup
        result.tables[TableNight(name, setup.house_or_room, setup.table, setup.day or hand.day)] += 1
        if setup.dealer is not None:
            result.dealers[setup.dealer] += 1
        for doubt in judged.doubts:
            entry.doubts[doubt.kind] += 1
        for remark in judged.remarks:
            not_understood = remark.kind in NOT_UNDERSTOOD
            entry.remarks[UNKNOWN if not_understood else remark.kind] += 1
            if not_understood:
                result.unknown.append(Unread(name, remark.line, 1, hand.number, remark.text))


def _failed(item: RawHand | Aftermath, error: Exception) -> Unreadable:
    """What is told where the checks of a session failed on a part of it."""
    if isinstance(item, RawHand):
        return Unreadable(own_fault("this hand in its session", error), item.line, 1, item.number)
    line = item.events[-1].line if item.events else 1
    return Unreadable(own_fault("what follows a table's last hand", error), line, 1)


def _unread(path: str, error: Unreadable) -> Unread:
    return Unread(path, error.line, error.column, error.hand, error.reason, error.further, error.source, error.fix)
