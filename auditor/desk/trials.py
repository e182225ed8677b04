"""The open logs judged anew by another rulebook, as of another day or under other readings, to see what that changes.

A trial goes on in the background, one at a time, and changes nothing of what the desk shows. The last few are kept.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from typing import Any

from auditor.auditing.audit_run import Given
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.desk.open_logs import AuditProgress, Desk
from auditor.logs.files.discovery import find
from auditor.report.formats.json import render
from auditor.report.view import Selection, View, view
from auditor.review.comparing import Comparison, Report, compare_reports
from auditor.vocabulary.records import record_class

KEPT = 8
WAITING = 4  # trials that may wait for the one that goes on
MOST = 20_000  # findings of a report that is compared here; more are for the command line
TOO_MANY = f"more than {MOST:,} findings; 'auditor audit --baseline' compares so many"

TrialKey = tuple[int, Options]  # the audit that it is held against, and how the logs are judged


@record_class
class Trial:
    """The open logs judged otherwise: how far that has come, and what it changes."""

    options: Options
    progress: AuditProgress
    comparison: Comparison | None = None  # with the audit of the desk, once it is done
    done: bool = False


class Trials:
    """The trials of a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._lock = threading.Lock()
        self._working = threading.Lock()
        self._kept: OrderedDict[TrialKey, Trial] = OrderedDict()
        self._before: tuple[int, Report | None] = (-1, None)

    def of(self, options: Options) -> Trial | None:
        """The trial of the open logs by these options, which begins if there is none. None: too many are waiting."""
        with self._lock:
            key = self.desk.version, options
            if key not in self._kept:
                if sum(not one.done for one in self._kept.values()) >= WAITING:
                    return None
                self._kept[key] = trial = Trial(options, AuditProgress())
                threading.Thread(target=self._judge, args=(trial,), name="trial", daemon=True).start()
            self._kept.move_to_end(key)
            done = [one for one, trial in self._kept.items() if trial.done]
            for one in done[: max(len(self._kept) - KEPT, 0)]:
                del self._kept[one]
            return self._kept[key]

    def _judge(self, trial: Trial) -> None:
        with self._working:
            try:
                logs: list[Given] = [*find(list(self.desk.paths))]

                def hear(result: Any) -> None:
                    trial.progress.hands = result.hands_judged

                result = audit(logs, trial.options, hear=hear)
                now, before = report_of(view(result, Selection(), trial.options)), self.before()
                if now is None or before is None:
                    trial.progress.fault = TOO_MANY
                else:
                    trial.comparison = compare_reports(before, now, same_version=True)
            except Exception as error:  # a page tells it; the desk goes on
                trial.progress.fault = str(error)
            trial.done = True

    def before(self) -> Report | None:
        """The report of the desk's own audit, to be compared with; None if it has too many findings."""
        version, report = self._before
        if version != self.desk.version and self.desk.view is not None:
            report = report_of(view(self.desk.view.result, Selection(), self.desk.options))  # before anybody decided
            self._before = self.desk.version, report
        return report


def report_of(seen: View) -> Report | None:
    """The JSON report of an audit; None if it has too many findings."""
    if len(seen.findings) > MOST:
        return None
    found: Report = json.loads("".join(render(seen)))
    return found
