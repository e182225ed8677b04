"""Workers of a Dask cluster. It is spoken to through the executor of its client, as `concurrent.futures` has it.

Which workers there are is the scheduler's business: some may come and go while an audit is under way, and the shard of
one that died is given to another. Each shard has with it what it is to be judged by, so no worker can judge by
something else, whenever it came.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any

from auditor.auditing.shards.kit import Kit, judge_alike, kit_of, named
from auditor.auditing.shards.workers import Pending, WorkerDied
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, joined

CONNECTING = 60  # seconds to wait for a scheduler, and for its first worker
PATIENCE = 120  # seconds to wait for a worker when all have gone
LOOK = 5  # seconds between two looks at who is there
MOST_NAMED = 3  # workers in a complaint
SILENT = "its scheduler does not answer"


class Cluster:
    """The workers of a scheduler, for one audit."""

    def __init__(self, address: str, kit: Kit) -> None:
        """Connect, and see that every worker judges by the same. Raises UsageError if that cannot be done."""
        self.name = escaped(address, 200)
        self.kit = kit
        try:
            from distributed import Client
        except ModuleNotFoundError as error:
            raise UsageError(
                f"--cluster: {error.name} is not installed; expected 'pip install auditor[cluster]'"
            ) from None
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it says, the audit says, too
        try:
            self.client = Client(address, timeout=CONNECTING, set_as_default=False, name="auditor")
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise UsageError(f"--cluster {self.name}: no scheduler answers there ({_said(error)})") from None
        self.looked = self.seen = 0.0  # when somebody looked at who is there, and when there was a worker
        self.here = 1  # how many there were then
        try:
            self._meet()
        except BaseException:
            self.close()
            raise
        self.executor = self.client.get_executor(pure=False)

    def close(self) -> None:
        """Part from the cluster, and have nothing judged any more that was asked for."""
        self.client.close(timeout=CONNECTING)

    @property
    def size(self) -> int:
        """How many workers there are, each a process."""
        self._look()
        return max(self.here, 1)

    def submit(self, function: Callable[..., bytes], *arguments: Any) -> Pending:
        """Have a function called by a worker that judges by the same."""
        try:
            return _OnCluster(self, self.executor.submit(judge_alike, self.kit, function, *arguments))
        except Exception as error:  # of whatever kind: the work did not get there
            raise self.gone(_said(error) if self.client.status == "running" else SILENT) from None

    def check_sight(self, paths: Sequence[Path]) -> None:
        """Refuse if a worker does not see these files. Raises UsageError."""
        for worker, missing in self._asked(_missing, [str(path) for path in paths]).items():
            if missing:
                raise UsageError(
                    f"--cluster {self.name}: the worker {worker} does not see {escaped(missing[0], 200)}; "
                    "expected a folder that all machines share, or an address such as s3://bucket/logs"
                )

    def wait(self) -> None:
        """See whether there is anybody to wait for. Raises UsageError when all have been gone for long."""
        self._look()
        if self.client.status not in ("running", "connecting"):
            raise self.gone(SILENT)
        if not self.here and time.monotonic() - self.seen > PATIENCE:
            raise self.gone(f"it has had no worker for {PATIENCE} seconds")

    def gone(self, reason: str) -> UsageError:
        """What is told when the audit cannot go on."""
        return UsageError(f"--cluster {self.name} is gone: {reason}; a run with --resume goes on where this one ended")

    def _look(self) -> None:
        now = time.monotonic()
        if now - self.looked >= LOOK:
            self.looked = now
            try:
                self.here = len(self.client.scheduler_info(n_workers=-1).get("workers", ()))
            except Exception:  # the scheduler does not answer, which whoever waits finds out
                self.here = 0
            self.seen = now if self.here else self.seen

    def _meet(self) -> None:
        """Wait for the first worker, and compare what each judges by with what this process does."""
        try:
            self.client.wait_for_workers(1, timeout=CONNECTING)
        except TimeoutError:
            raise UsageError(f"--cluster {self.name}: it has no worker; expected 'dask worker {self.name}'") from None
        self.seen = time.monotonic()
        others = [
            f"the worker {worker} has another version of {named(differences)}, or lacks it"
            for worker, kit in sorted(self._asked(kit_of, self.kit.files, self.kit.isolated).items())
            if (differences := self.kit.differences(kit))
        ]
        if others:
            more = [f"and so for {len(others) - MOST_NAMED} others"] if len(others) > MOST_NAMED else []
            raise UsageError(f"--cluster {self.name}: {'; '.join([*others[:MOST_NAMED], *more])}")

    def _asked(self, function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        """What every worker answers. Raises UsageError if one cannot."""
        try:
            answers: dict[str, Any] = self.client.run(function, *arguments, on_error="return")
        except Exception as error:
            raise UsageError(f"--cluster {self.name}: its workers cannot be asked ({_said(error)})") from None
        failed = [f"{worker} ({_said(one)})" for worker, one in answers.items() if isinstance(one, Exception)]
        if failed:
            which = joined(failed[:MOST_NAMED])
            raise UsageError(f"--cluster {self.name}: no auditor of this version answers at {which}")
        return answers


class _OnCluster:
    """A shard that the cluster has."""

    def __init__(self, cluster: Cluster, future: Future[bytes]) -> None:
        self.cluster = cluster
        self.future = future

    def result(self) -> bytes:
        """Wait for the answer as long as there is anybody who may give it."""
        from distributed import KilledWorker

        while True:
            try:
                return self.future.result(timeout=LOOK)
            except KilledWorker as error:
                raise WorkerDied(error.allowed_failures + 1) from None
            except CancelledError:
                raise self.cluster.gone("its scheduler has given up what it was asked for") from None
            except TimeoutError:
                if self.future.done():
                    raise
                self.cluster.wait()


def _missing(paths: list[str]) -> list[str]:
    """Those of the files that this machine does not have."""
    return [path for path in paths if not Path(path).is_file()]


def _said(error: Exception) -> str:
    return escaped((str(error) or type(error).__name__).strip().splitlines()[0], 200)
