"""What a worker does with a shard. Each function gives its answer packed, ready to travel."""

from __future__ import annotations

import io
from copy import deepcopy
from itertools import islice

from auditor.auditing.audit_run import AuditRun
from auditor.auditing.judging import SIDE_BY_SIDE, judge_batch
from auditor.auditing.log_audit import LogAudit
from auditor.auditing.result import Result
from auditor.auditing.result_cache import ResultCache
from auditor.auditing.shards.shard import Answer, LogBytes, LogStretch, Told, WholeLogs, packed
from auditor.auditing.side_by_side import format_for
from auditor.auditing.tally import Tally
from auditor.logs.files.decoding import Source
from auditor.logs.files.discovery import open_found
from auditor.logs.files.stretches import read_stretch, without_line_end
from auditor.logs.reader import VERSION, Log, read_on
from auditor.vocabulary.errors import Unreadable


def judge_logs(shard: WholeLogs) -> bytes:
    """Open and judge whole logs."""
    cache = ResultCache() if shard.cached else None
    run = AuditRun(
        lambda _name: shard.options, by_log=shard.by_log, cache=cache, enter=_nobody if shard.by_night else None
    )
    run.judge(shard.files)
    return packed(Answer(run.result, [] if cache is None else cache.warnings))


def judge_bytes(shard: LogBytes) -> bytes:
    """Judge a log by its bytes."""
    file = io.BytesIO(shard.data)
    source = Source(shard.name, file, shard.sha256, shard.encoding, shard.head, len(shard.data))
    run = AuditRun(lambda _name: shard.options, by_log=shard.by_log, enter=_nobody if shard.by_night else None)
    run.judge([source])
    return packed(Answer(run.result))


def _nobody(_log: Result) -> None:
    """Take what was made of a log, of which the first process will tell whoever asks."""


def judge_stretch(shard: LogStretch) -> bytes:
    """Judge a stretch of a log."""
    return packed(stretch_judged(shard))


def stretch_judged(shard: LogStretch) -> Answer:
    """Judge a stretch of a log, and say what it has told that other stretches depend on."""
    source = _source(shard)
    if source is None:
        return Answer(Result(), told=Told(changed=True))
    earlier = deepcopy(shard.earlier)
    result, log = Result(), Log(format_for(source, shard.options), shard.options.debug)
    log.hands = not shard.last or shard.stretch.start > 0  # the log has some, if not here
    audit = LogAudit(source, shard.options, result, Tally(shard.by_night), earlier=earlier)
    parts = read_on(source, log)
    ended = False
    while batch := list(islice(parts, SIDE_BY_SIDE)):
        for part, judged, bound in judge_batch(batch, shard.options, source.name):
            ended = ended or (isinstance(part, Unreadable) and part.ends_reading)
            audit.take(part, judged, bound)
    audit.end(whole=False)
    tables = frozenset([(table.name, table.day) for table in log.tables])
    if not audit.returns and not shard.knows_all:
        for room in earlier.rooms.values():
            room.stints = {}  # nobody stays at a table that has one hand, so nobody can be at two
    told = Told(earlier.rooms, earlier.gaps - shard.earlier.gaps, tables, ended=ended, usual=log.version == VERSION)
    return Answer(result, told=told)


def _source(shard: LogStretch) -> Source | None:
    try:
        with open_found(shard.file) as file:
            data = read_stretch(file, shard.stretch)
    except (OSError, Unreadable):  # it is gone, or no regular file any more
        return None
    if data is None:
        return None
    text = without_line_end(data) if shard.stretch.whole_lines else data
    sha256, place = shard.stretch.sha256, shard.stretch.place
    return Source(shard.file.name, io.BytesIO(text), sha256, shard.encoding, "", len(data), stretch=place)
