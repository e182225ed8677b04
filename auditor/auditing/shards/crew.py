"""Worker processes that may die, as they do when memory runs out. What one had in hand is done again by another.

Each worker has a pipe of its own, and a thread of this process that waits at it. So the end of a worker is seen at
once, in the middle of an answer too, and nobody else's work is touched by it. Python's own pool gives up as a whole.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from auditor.auditing.shards.workers import WorkerDied

ATTEMPTS = 2  # at the same work, before it is given up
DISTURBING = {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)}
DONE, FAILED = b"+", b"-"  # how an answer begins

Work = tuple[Callable[..., bytes], tuple[Any, ...]]


class Task:
    """Work that a worker has, or that waits for one."""

    __slots__ = ("answer", "ready", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.answer: bytes | Exception | None = None  # None if there was no worker to be had
        self.ready = threading.Event()

    def result(self) -> bytes:
        """Wait for the answer. Work for which no worker could be started is done here."""
        self.ready.wait()
        if self.answer is None:
            function, arguments = self.work
            return function(*arguments)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def answered(self, answer: bytes | Exception | None) -> None:
        """Note the answer, for whoever waits for it."""
        self.answer = answer
        self.ready.set()


class Crew:
    """A number of workers."""

    def __init__(self, size: int) -> None:
        """Start nothing yet: what is known before the first work is given out, every worker knows from birth."""
        self.size = size
        self.waiting: SimpleQueue[Task | None] = SimpleQueue()
        self.workers: list[_Worker] = []
        self.serving = 0  # of them, each with its thread
        self.births = threading.Lock()  # so that no worker inherits another's end of a pipe that is about to be closed
        self.over = False

    def submit(self, function: Callable[..., bytes], *arguments: Any) -> Task:
        """Have a function called by a worker."""
        if not self.workers:
            self._start()
        task = Task((function, arguments))
        if self.serving:
            self.waiting.put(task)
        else:
            task.answered(None)
        return task

    def _start(self) -> None:
        """Start the workers, and only then the threads, because a process with threads is hard to copy."""
        self.workers = [_Worker(self) for _ in range(self.size)]
        for worker in self.workers:
            worker.started()
        for worker in self.workers:
            try:
                threading.Thread(target=worker.serve, daemon=True).start()
                self.serving += 1
            except RuntimeError:  # the system has no more of them
                worker.kill()

    def pipes(self) -> list[Connection[Any, Any]]:
        """The ends of the pipes that are this process's."""
        return [worker.pipe for worker in self.workers if worker.pipe is not None]

    def end(self, at_once: bool) -> None:
        """Let the workers go when they are done or, if so asked, at once."""
        self.over = True
        for worker in self.workers:
            self.waiting.put(None)
            if at_once:
                worker.kill()


class _Worker:
    """A process, which is replaced when it dies, and the end of the pipe to it."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew
        self.process: Any = None
        self.pipe: Connection[Any, Any] | None = None

    def serve(self) -> None:
        """Hand out work until there is no more."""
        while (task := self.crew.waiting.get()) is not None:
            task.answered(self._answer(task.work))
        self._part()

    def _answer(self, work: Work) -> bytes | Exception | None:
        for _ in range(ATTEMPTS):
            if self.crew.over:
                break
            if self.pipe is None and not self.started():
                return None
            assert self.pipe is not None
            try:
                self.pipe.send(work)
                return _opened(self.pipe.recv_bytes())
            except (EOFError, OSError):
                self.kill()
                self._part()
            except Exception as error:  # it cannot travel
                return error
        return WorkerDied(ATTEMPTS)

    def started(self) -> bool:
        """Is there a process now? There may be too many in the system, or no memory left."""
        context = get_context()
        with self.crew.births, _undisturbed():
            try:
                self.pipe, theirs = context.Pipe()
            except OSError:
                return False
            try:
                inherited = self.crew.pipes() if context.get_start_method() == "fork" else []
                self.process = context.Process(target=_work, args=(theirs, inherited), daemon=True)
                self.process.start()
                return True
            except OSError:
                self.pipe.close()
                self.pipe = self.process = None
                return False
            finally:
                theirs.close()

    def kill(self) -> None:
        """End the process at once."""
        if self.process is not None:
            with suppress(OSError, ValueError):
                self.process.kill()

    def _part(self) -> None:
        pipe, self.pipe = self.pipe, None
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
        if self.process is not None:
            self.process.join()


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Have signals wait while a process is made: Python would swallow an interruption there, or tell of it twice."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, DISTURBING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _opened(answer: bytes) -> bytes | Exception:
    if answer.startswith(DONE):
        return answer[len(DONE) :]
    import pickle  # from a process of our own

    error = pickle.loads(answer[len(FAILED) :])
    assert isinstance(error, Exception)
    return error


# ---- in the worker ----


def _work(pipe: Connection[Any, Any], inherited: list[Connection[Any, Any]]) -> None:
    """Do what comes through the pipe until nobody is at its other end any more, which is not to be a copy of ours."""
    for one in inherited:
        one.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who interrupts speaks to the first process, which ends the others
    for number in DISTURBING - {signal.SIGINT}:
        signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, DISTURBING)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            function, arguments = pipe.recv()
            pipe.send_bytes(_done(function, arguments))
    os._exit(0)  # nothing of what the first process left unwritten is to be written a second time


def _done(function: Callable[..., bytes], arguments: tuple[Any, ...]) -> bytes:
    import pickle

    try:
        return DONE + function(*arguments)
    except Exception as error:
        try:
            return FAILED + pickle.dumps(error)
        except Exception:
            return FAILED + pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
