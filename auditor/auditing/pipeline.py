"""The pipeline: logs in, findings out. One process or many, the result is the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from auditor.auditing.audit_run import AuditRun, Given, ResultStore
from auditor.auditing.log_audit import HandListener
from auditor.auditing.options import Options
from auditor.auditing.result import Result
from auditor.logs.files.discovery import MOST

if TYPE_CHECKING:
    from auditor.auditing.shards.run_file import RunFile
    from auditor.auditing.shards.workers import Workers


def audit(
    logs: Iterable[Given],
    options: Options,
    observe: HandListener | None = None,
    options_at: Callable[[str], Options] | None = None,
    by_log: bool = False,
    cache: ResultStore | None = None,
    hear: Callable[[Result], None] | None = None,
    most: int = MOST,
    leapt: Callable[[Result], None] = lambda _result: None,
    enter: Callable[[Result], None] | None = None,
    workers: Workers | None = None,
    kept: RunFile | None = None,
    recalled: Callable[[Result], None] = lambda _result: None,
) -> Result:
    """Audit logs in their order. In the place of one there may be what was made of it already.

    `observe` is told of each hand, and of the end of each table, as it is judged by this process.
    `options_at` says how each log is to be audited, where that is not the same for all. With `by_log` what was made of
    each log is kept by itself, too. A log that `cache` knows is not read again. `enter` is given what was made of each
    log by itself, by night, when the whole of it is judged.
    `hear` is shown, after every part, the result that this part went into. `most` is how many bytes are read of a pipe
    or a device. `leapt` is told of what other processes have judged, several hands at a time. The work goes to
    `workers`, if there are any, in the place of so many processes of this machine; what `kept` has of an earlier run is
    not judged again, and `recalled` is told of it. Whoever interrupts an audit gets what was found until then, marked
    as interrupted.
    """
    at = options_at or (lambda _name: options)
    run = AuditRun(at, observe, by_log, cache, hear, most, leapt, options_at is None, enter, recalled)
    try:
        if options.jobs > 1 or workers is not None or kept is not None:
            from auditor.auditing.shards.gathering import judge_in_shards  # costly imports, for bulk work only

            judge_in_shards(logs, run, options.jobs, workers, kept)
        else:
            run.judge(logs)
    except KeyboardInterrupt:
        run.result.interrupted = True
    run.end()
    return run.result
