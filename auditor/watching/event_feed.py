"""Follows a game that a program plays: its events come one by one, and what they decide is told at once.

The events are a log that is still being written, and are read and judged as one. Only one thing is added: the act of a
player is judged when it comes, by what has been noted of the hand so far. What is told then is provisional. The hand
is judged as any other when it is over, and what does not stand is withdrawn.
"""

from __future__ import annotations

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.judging import accusing_so_far, bound_for, found_so_far
from auditor.auditing.options import Options
from auditor.auditing.result import Result, Unread
from auditor.logs.blocks import HAND, Block
from auditor.logs.events_json.reader import read_event
from auditor.logs.reader import RawHand
from auditor.vocabulary.errors import AuditorError, Unreadable
from auditor.vocabulary.events import Act, Event, HandEnded, HandStarted, Post, TableOpened
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.records import replace, value_class
from auditor.watching.followed_file import ReadSoFar

EVENTS = "events"  # the log format of events
DECIDING = (Act, Post)  # what a player does; what others do shows its sense only in what follows


@value_class
class News:
    """What became known with an event. All of it is empty with most of them."""

    findings: tuple[Finding, ...] = ()  # that are decided, and stay
    provisional: tuple[Finding, ...] = ()  # of the hand under way, by what has been noted of it so far
    withdrawn: tuple[Finding, ...] = ()  # provisional ones that do not stand, or that accuse nobody after all
    unread: tuple[Unread, ...] = ()  # places that could not be read

    def __bool__(self) -> bool:
        """Is there any?"""
        return bool(self.findings or self.provisional or self.withdrawn or self.unread)


class EventFeed:
    """The events of one log as they come, with what was made of them."""

    def __init__(self, name: str, options: Options, early: bool) -> None:
        """Begin a log of that name. If `early` is not set, nothing is told of a hand before it is over."""
        self.options = replace(options, jobs=1, log_format=EVENTS)
        self.reading = ReadSoFar(name, self.options, unsure=False)
        self.early = early
        self.number = 0  # events that have come
        self.told = (0, 0)  # findings and unread places that are out
        self.hand: _HandUnderWay | None = None

    @property
    def result(self) -> Result:
        """All that was found so far."""
        return self.reading.result

    def take(self, line: str) -> News:
        """Take in the next event, as a line of JSON."""
        self.number += 1
        self.reading.take(f"{line}\n".encode())
        return self._news(self._event(line) if self.early else None)

    def end(self) -> News:
        """Judge what is left: no more events will come."""
        self.reading.end()
        news = self._news(None)
        return replace(news, withdrawn=(*news.withdrawn, *self._end_hand(news.findings)))

    def _event(self, line: str) -> Event | None:
        try:
            return read_event(line, self.number)
        except Unreadable:
            return None

    def _news(self, event: Event | None) -> News:
        result = self.result
        findings, unread = tuple(result.findings[self.told[0] :]), tuple(result.unread[self.told[1] :])
        self.told = len(result.findings), len(result.unread)
        provisional: tuple[Finding, ...] = ()
        withdrawn: tuple[Finding, ...] = ()
        if isinstance(event, HandStarted | HandEnded | TableOpened):
            withdrawn = self._end_hand(findings)
        if isinstance(event, HandStarted):
            self.hand = self._begin(event)
        elif self.hand is not None and self.early:
            provisional, withdrawn = self.hand.take(event)
            if event is None:  # the hand cannot be read with it
                self.hand = None
        return News(findings, provisional, withdrawn, unread)

    def _begin(self, header: HandStarted) -> _HandUnderWay | None:
        """The hand that begins, if there is a rulebook to judge it by."""
        if self.reading.over:
            return None
        block = Block(HAND, "", self.number, header.line, header.number, header.day)
        raw = self.reading.log.begun(block)
        try:
            bound = bound_for(raw, self.options)
        except Unreadable:  # which is told when the hand is over
            return None
        return None if bound is None else _HandUnderWay(raw, header, bound, self.options, self.reading.name)

    def _end_hand(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Give what was told of the hand under way and is not among its findings, or only as an advisory."""
        hand, self.hand = self.hand, None
        if hand is None or not hand.told:
            return ()
        stand = {one.fingerprint for one in findings if one.severity > Severity.ADVISORY}
        return tuple([one for name, one in hand.told.items() if name not in stand])


class _HandUnderWay:
    """A hand that is being played, as far as it has come."""

    def __init__(self, raw: RawHand, header: HandStarted, bound: BoundRulebook, options: Options, path: str) -> None:
        self.raw = raw
        self.events: list[Event] = [header]
        self.bound = bound
        self.options = options
        self.path = path
        self.told: dict[str, Finding] = {}  # by fingerprint

    def take(self, event: Event | None) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        """Take in an event; give what it decides, and what no longer stands. None is one that cannot be read."""
        if event is None:
            return (), tuple(self.told.values())
        self.events.append(event)
        if not isinstance(event, DECIDING):
            return (), ()
        try:
            return self._judge(event)
        except Unreadable:  # whatever is wrong with the hand, or with us, is told when it is over
            return (), ()
        except AuditorError:
            raise
        except Exception:
            if self.options.debug:
                raise
            return (), ()

    def _judge(self, act: Event) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
        """What this act decides, and what no longer stands with it."""
        hand = self.raw.with_events(self.events[:])
        found = found_so_far(hand, self.bound, self.path)
        if found is None:
            return (), ()
        there = {one.fingerprint for one in found} if self.told else set()
        gone = [self.told.pop(name) for name in [*self.told] if name not in there]
        if not any(one.location.line == act.line for one in found):
            return (), tuple(gone)
        accusing = accusing_so_far(found, self.raw, hand, self.bound, self.options, self.path)
        new = {one.fingerprint: one for one in accusing if one.location.line == act.line}
        new = {name: one for name, one in new.items() if name not in self.told}
        self.told |= new
        return tuple(new.values()), tuple(gone)
