"""A file in which a run keeps the answer to each shard, so that another run judges only what is left.

An answer is found again by what it depends on: the bytes of the logs, how the audit was asked for, and what judged. It
is signed with a secret of this user, since it comes back as a pickle: an answer that somebody else has put there is
none. Each is written as it comes, so a run that is killed loses no more than what it was waiting for.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from auditor.auditing.shards.kit import Kit
from auditor.auditing.shards.shard import LogBytes, LogStretch, WholeLogs, all_opened
from auditor.auditing.shards.workers import Done, Pending, Workers
from auditor.logs.files import remote
from auditor.logs.files.decoding import CHUNK
from auditor.logs.files.discovery import FoundFiles, open_regular
from auditor.storage import secret
from auditor.vocabulary.errors import Unreadable, UsageError
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import escaped

APPLICATION = 0x61756472  # the number by which SQLite tells such a file from others
PATIENCE = 60  # seconds to wait for another run that writes to the same file
SIGNATURE = hashlib.sha256().digest_size
TABLE = "CREATE TABLE IF NOT EXISTS answers (shard TEXT PRIMARY KEY, answer BLOB NOT NULL) WITHOUT ROWID"

Work = WholeLogs | LogBytes | LogStretch


class RunFile:
    """The answers of a run, and of those before it that had the same file."""

    def __init__(self, path: Path, kit: Kit) -> None:
        """Open the file, or make one. Raises UsageError if it is something else."""
        self.path = path
        self.kit = kit.digest
        self.recalled = 0  # answers that were there
        self.judged = 0  # answers that came anew
        self.name = escaped(str(path), 200)
        self.secret = secret.own()
        try:
            self.connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            (number,) = self.connection.execute("PRAGMA application_id").fetchone()
            (tables,) = self.connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
            if number != APPLICATION and tables:
                raise UsageError(f"--resume {self.name}: it is a database of something else")
            self.connection.execute("PRAGMA trusted_schema = OFF")
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = NORMAL")
            self.connection.execute(f"PRAGMA application_id = {APPLICATION}")
            self.connection.execute(TABLE)
        except sqlite3.Error as error:
            raise self._fault(error) from None

    def get(self, shard: str) -> bytes | None:
        """The answer to a shard, if there is one, and it is this user's."""
        try:
            row = self.connection.execute("SELECT answer FROM answers WHERE shard = ?", (shard,)).fetchone()
        except sqlite3.Error as error:
            raise self._fault(error) from None
        if row is None or not isinstance(row[0], bytes):
            return None
        signature, answer = row[0][:SIGNATURE], row[0][SIGNATURE:]
        return answer if hmac.compare_digest(signature, self._sign(shard, answer)) else None

    def put(self, shard: str, answer: bytes) -> None:
        """Keep the answer to a shard."""
        signed = self._sign(shard, answer) + answer
        try:
            self.connection.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (shard, signed))
        except sqlite3.Error as error:
            raise self._fault(error) from None

    def close(self) -> None:
        """Let go of the file."""
        self.connection.close()

    def _sign(self, shard: str, answer: bytes) -> bytes:
        return hmac.digest(self.secret, shard.encode() + answer, "sha256")

    def _fault(self, error: sqlite3.Error) -> UsageError:
        return UsageError(f"--resume {self.name}: {escaped(str(error), 200)}")


class Recalling:
    """Workers that get only what no run has judged so far."""

    def __init__(self, workers: Workers, kept: RunFile) -> None:
        self.workers = workers
        self.kept = kept

    @property
    def size(self) -> int:
        """How many workers there are."""
        return self.workers.size

    def submit(self, function: Callable[..., bytes], *arguments: Any) -> Pending:
        """Have a function called by a worker, unless its answer is known."""
        (work,) = arguments
        state = _state_of(work)
        shard = None if state is None else _name_of(function.__name__, work, state, self.kept.kit)
        known = None if shard is None else self.kept.get(shard)
        if known is not None:
            self.kept.recalled += 1
            return Done(known)
        return _Keeping(self.workers.submit(function, *arguments), work, shard, state, self.kept)


State = list[tuple[Any, ...]]


class _Keeping:
    """Work whose answer is kept when it comes."""

    def __init__(self, pending: Pending, work: Work, shard: str | None, state: State | None, kept: RunFile) -> None:
        self.pending = pending
        self.work = work
        self.shard = shard
        self.state = state
        self.kept = kept

    def result(self) -> bytes:
        """Wait for the answer. It is kept if every log could be opened and none was changed in the meantime."""
        answer = self.pending.result()
        self.kept.judged += 1
        if self.shard is not None and all_opened(answer):
            now = _state_of(self.work, hashed=False)
            if _times(now) == _times(self.state):
                self.kept.put(self.shard, answer)
        return answer


def _name_of(function: str, work: Work, state: State, kit: str) -> str:
    """A name of all that an answer depends on."""
    own = replace(work, options=replace(work.options, jobs=1))
    if isinstance(own, WholeLogs):
        own = replace(own, files=tuple([replace(one, path=None) for one in own.files]), cached=False)
    elif isinstance(own, LogBytes):
        own = replace(own, data=b"")
    else:
        own = replace(own, file=replace(own.file, path=None))
    contents = [digest for _, digest in state]
    return hashlib.sha256(repr((function, own, contents, kit)).encode("utf-8", "surrogatepass")).hexdigest()


def _times(state: State | None) -> list[Any] | None:
    return None if state is None else [times for times, _ in state]


def _state_of(work: Work, hashed: bool = True) -> State | None:
    """When the files of a shard were changed last, and the digests of their bytes; None if one cannot be read.

    The store of a file elsewhere may tell a digest, or another mark of what is in it, without reading it.
    The other shards have the digest of their bytes in themselves.
    """
    if not isinstance(work, WholeLogs):
        return []
    try:
        return [_state(one, hashed) for one in work.files]
    except (OSError, Unreadable):
        return None


def _digest(stream: BinaryIO) -> str:
    digest = hashlib.sha256()
    while data := stream.read(CHUNK):
        digest.update(data)
    return digest.hexdigest()


def _state(file: FoundFiles, hashed: bool) -> tuple[Any, ...]:
    if file.address is not None:
        mark = remote.mark_of(file.address)
        return mark, (repr(mark) if mark is not None else remote.digest_of(file.address) if hashed else "")
    assert file.path is not None
    with open_regular(file.path) as stream:
        found = os.fstat(stream.fileno())
        digest = _digest(stream) if hashed else ""
    return (found.st_size, found.st_mtime_ns, found.st_ino), digest
