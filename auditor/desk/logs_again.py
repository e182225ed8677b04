"""The open logs, read again by pages that look closely: a hand of one, or its lines as they are written.

An address names a log by its name in reports or by its number in the list of them, never by a path: what is opened is
looked for among the files that the desk was started with.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cache, partial

from auditor.auditing.chosen_hand import ChosenHand, HandAsked, UnreadHand, hand_again, has_line
from auditor.auditing.result import Input, Result, Unread
from auditor.desk.open_logs import Desk
from auditor.logs.files.decoding import Source
from auditor.logs.files.discovery import STDIN, find, open_all
from auditor.logs.reader import RawHand
from auditor.logs.remarks import UNKNOWN
from auditor.report.pages.one_hand import HandSeen, hand_seen, steps_of
from auditor.report.pages.replay import ReplayedHand
from auditor.report.pages.settle import SettledHand, settlement_of_chosen
from auditor.report.view import Row, Selection, View, coverage, view
from auditor.vocabulary.errors import AuditorError, UsageError
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped

STILL_AUDITED = "The logs are being audited. Load this page again when that is done."
REMEMBERED = 16  # hands that were looked at last

CacheKey = tuple[int, str, HandAsked]  # the audit, the log, and how the hand was asked for


class NotOpen(AuditorError):
    """What an address names is not there, or not any more; the words say which."""


@value_class
class HandReplayed:
    """A hand that could be read, with its steps and its settlement."""

    chosen: ChosenHand
    seen: HandSeen
    steps: ReplayedHand
    settled: Callable[[], SettledHand]  # under every reading, which takes longer than all the rest: worked out once

    @property
    def settlement(self) -> SettledHand:
        """The settlement of the hand."""
        return self.settled()


@value_class
class HandLookedAt:
    """A hand of an open log."""

    log: Input
    raw: RawHand
    before: RawHand | None  # the hands beside it in the log
    after: RawHand | None
    changed: bool  # the log is not what it was when it was audited
    replayed: HandReplayed | None  # if it could not be read: as it would be if the fixes that are offered are taken
    unread: UnreadHand | None = None


class LogsAgain:
    """Hands of the open logs. Those that were looked at last are remembered."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._lock = threading.Lock()
        self._hands: OrderedDict[CacheKey, HandLookedAt] = OrderedDict()
        self._fared: tuple[int, dict[str, dict[str, Row]]] = (-1, {})

    def view(self) -> View:
        """The last audit that came to its end."""
        if self.desk.view is None:
            fault = self.desk.progress.fault
            raise NotOpen(f"The audit ended before its time: {fault}" if fault else STILL_AUDITED)
        return self.desk.view

    def log(self, given: str) -> Input:
        """The open log that an address names, by its name as pages show it or by its number from 1 on."""
        inputs = self.view().result.inputs
        for one in inputs:
            if given in (one.path, escaped(one.path)):
                return one
        if given.isascii() and given.isdigit() and len(given) < 9 and 0 < int(given) <= len(inputs):
            return inputs[int(given) - 1]
        raise NotOpen("No log of that name is open.")

    def source(self, log: Input) -> Source:
        """An open log, to be read again."""
        if log.path == STDIN:
            raise NotOpen("This log came through standard input, and cannot be read again.")
        try:
            files = [one for one in find(self.desk.paths) if f"{log.path}/".startswith(f"{one.name}/")]
        except UsageError as error:
            raise NotOpen(f"This log is gone: {error}.") from None
        for one in open_all(files):
            if isinstance(one, Source):
                if one.name == log.path:
                    return one
                one.file.close()
        raise NotOpen("This log is gone, or cannot be opened any more.")

    def hand(self, log: Input, asked: HandAsked) -> HandLookedAt:
        """A hand of an open log."""
        version = self.desk.version
        with self._lock:
            key = self._known(version, log, asked) or (version, log.path, asked)
            known = self._hands.get(key)
            if known is None:
                known = self._hands[key] = self._look(log, asked)
            self._hands.move_to_end(key)
            while len(self._hands) > REMEMBERED:
                self._hands.popitem(last=False)
            return known

    def _known(self, version: int, log: Input, asked: HandAsked) -> CacheKey | None:
        """Under which key the hand is remembered that has the line which is asked for."""
        for key, one in self._hands.items() if asked.line is not None else ():
            if key[:2] == (version, log.path) and asked.fits(one.raw) and has_line(one.raw, asked.line or 0):
                return key
        return None

    def findings_at(self, log: Input, first: int, after: int) -> Iterator[Finding]:
        """What the audit found at the lines of a log from the first up to the one after the last."""
        view = self.view()
        found, order = view.findings, [one.path for one in view.result.inputs]
        places = {path: place for place, path in reversed([*enumerate(order)])}

        def key(one: Finding) -> tuple[int, int]:
            return places[one.location.path], one.location.line

        at = bisect_left(found, (places[log.path], first), key=key)
        for one in found[at:]:
            if key(one) >= (places[log.path], after):
                return
            yield one

    def fared(self, rules: str) -> dict[str, Row]:
        """How the clauses of a rulebook fared in the last audit; those of several games in each of them."""
        version, found = self._fared
        if version != self.desk.version and self.desk.view is not None:
            found = {}
            for row in coverage(self.desk.view.result):
                found.setdefault(row.rules, {})[row.clause] = row
            self._fared = self.desk.version, found
        several = [rows for id, rows in found.items() if id.startswith(f"{rules}/")]
        return found.get(rules) or {clause: row for rows in several for clause, row in rows.items()}

    def unread(self, log: Input) -> list[Unread]:
        """The places of a log that could not be read."""
        return [one for one in self.view().result.unread if one.path == log.path] if log.unread else []

    def not_understood(self, log: Input) -> list[Unread]:
        """The lines of a log that its hands were judged without."""
        unknown = self.view().result.unknown if log.remarks[UNKNOWN] else ()
        return [one for one in unknown if one.path == log.path]

    def _look(self, log: Input, asked: HandAsked) -> HandLookedAt:
        audited = self.view()
        source = self.source(log)
        changed = log.sha256 is not None and source.sha256 != log.sha256
        found = hand_again(source, asked, self.desk.options, lambda raw: [*self._of(log, raw)])
        if found is None:
            raise NotOpen("There is no such hand in this log.")
        one, raw, unread = found.found, found.found.raw, None
        if isinstance(one, UnreadHand):
            unread, mended = one, one.mended
            replayed = None if mended is None else _replayed(mended, _view_of(mended))
        else:
            replayed = _replayed(one, audited)
        return HandLookedAt(log, raw, found.before, found.after, changed, replayed, unread)

    def _of(self, log: Input, raw: RawHand) -> Iterator[Finding]:
        """What the audit found in a hand: at its lines, or at what was noted since the hand before."""
        first = min([raw.line, *[event.line for event in raw.before]])
        for one in self.findings_at(log, first, raw.line + raw.block.text.count("\n") + 1):
            if (one.hand, one.table) == (raw.number, raw.setup.table):
                yield one


def _replayed(one: ChosenHand, view: View) -> HandReplayed:
    return HandReplayed(one, hand_seen(one, view), steps_of(one), cache(partial(settlement_of_chosen, one)))


def _view_of(one: ChosenHand) -> View:
    """A view of a hand that no audit has: of nothing but the rulebook that judges it."""
    result = Result()
    result.judged_by(one.bound.rules)
    return view(result, Selection(), one.options)
