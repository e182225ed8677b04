"""The open logs, read again by pages that look closely: a hand of one, or its lines as they are written.

An address names a log by its name in reports or by its number in the list of them, never by a path: what is opened is
looked for among the files that the desk was started with.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator

from auditor.auditing.chosen_hand import ChosenHand, HandAsked, hand_again
from auditor.auditing.result import Input, Unread
from auditor.desk.open_logs import Desk
from auditor.logs.files.decoding import Source
from auditor.logs.files.discovery import STDIN, find, open_all
from auditor.logs.reader import RawHand
from auditor.report.pages.one_hand import HandSeen, hand_seen, steps_of
from auditor.report.pages.replay import ReplayedHand
from auditor.report.pages.settle import SettledHand, settlement_of_chosen
from auditor.report.view import View
from auditor.vocabulary.errors import AuditorError, UsageError
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.records import value_class

REMEMBERED = 16  # hands that were looked at last

HandKey = tuple[str, str, str | None]  # log, table, number


class NotOpen(AuditorError):
    """What an address names is not there, or not any more; the words say which."""


@value_class
class HandReplayed:
    """A hand that could be read, with its steps and its settlement."""

    chosen: ChosenHand
    seen: HandSeen
    steps: ReplayedHand
    settlement: SettledHand


@value_class
class HandLookedAt:
    """A hand of an open log. One that cannot be read or judged is given as it stands."""

    log: Input
    raw: RawHand
    changed: bool  # the log is not what it was when it was audited
    seen: HandReplayed | None = None


class LogsAgain:
    """Hands of the open logs. Those that were looked at last are remembered."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._lock = threading.Lock()
        self._hands: OrderedDict[tuple[int, str, HandAsked], HandLookedAt] = OrderedDict()
        self._findings: tuple[int, dict[HandKey, list[int]]] = (-1, {})

    def view(self) -> View:
        """The last audit that came to its end."""
        if self.desk.view is None:
            raise NotOpen("The logs are being audited. Load this page again when that is done.")
        return self.desk.view

    def log(self, given: str) -> Input:
        """The open log that an address names, by its name or by its number from 1 on."""
        inputs = self.view().result.inputs
        for one in inputs:
            if one.path == given:
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
        view, key = self.view(), (self.desk.version, log.path, asked)
        with self._lock:
            known = self._hands.get(key)
            if known is None:
                known = self._hands[key] = self._look(log, asked, view)
            self._hands.move_to_end(key)
            while len(self._hands) > REMEMBERED:
                self._hands.popitem(last=False)
            return known

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

    def unread(self, log: Input) -> list[Unread]:
        """The places of a log that could not be read."""
        return [one for one in self.view().result.unread if one.path == log.path] if log.unread else []

    def _look(self, log: Input, asked: HandAsked, view: View) -> HandLookedAt:
        source = self.source(log)
        changed = log.sha256 is not None and source.sha256 != log.sha256
        found = hand_again(source, asked, self.desk.options, lambda raw: [*self._of(log, raw, view)])
        if found is None:
            raise NotOpen("There is no such hand in this log.")
        if not isinstance(found, ChosenHand):
            return HandLookedAt(log, found, changed)
        replayed = HandReplayed(found, hand_seen(found, view), steps_of(found), settlement_of_chosen(found))
        return HandLookedAt(log, found.raw, changed, replayed)

    def _of(self, log: Input, raw: RawHand, view: View) -> Iterator[Finding]:
        """What the audit found in a hand."""
        places = self._by_hand(view).get((log.path, raw.setup.table, raw.number), ())
        night = raw.setup.day or raw.day
        for place in places:
            finding = view.findings[place]
            if finding.night in (None, night):
                yield finding

    def _by_hand(self, view: View) -> dict[HandKey, list[int]]:
        version, found = self._findings
        if version != self.desk.version:
            found = {}
            for place, one in enumerate(view.findings):
                found.setdefault((one.location.path, one.table, one.hand), []).append(place)
            self._findings = self.desk.version, found
        return found
