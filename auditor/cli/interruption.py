"""Signals that ask a run to end. What was found until then is told, and nothing is torn."""

from __future__ import annotations

import signal
import time

ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
TOGETHER = 1.0  # seconds in which signals count as one; services and terminals often send two
STATUS = 130  # of a run that was interrupted before it had anything to tell …
SAID = "interrupted; there is no whole report"  # … of which a part may have been printed


class Requests:
    """Tells requests to end from one another: signals that come together are one."""

    def __init__(self) -> None:
        self.last: float | None = None

    def another(self) -> bool:
        """Is the signal that has come another request?"""
        last, self.last = self.last, time.monotonic()
        return last is None or self.last - last > TOGETHER


class Interruption:
    """Makes an interruption of each request to end. It is for the whole of a process."""

    def __init__(self) -> None:
        """Take the signals over from now on, but for those that whoever started the process has ignored."""
        self.requests = Requests()
        self.taken = [one for one in ENDING if signal.getsignal(one) != signal.SIG_IGN]
        for one in self.taken:
            signal.signal(one, self.take)

    def take(self, *_: object) -> None:
        """Interrupt what is done, unless it has just been interrupted: then what was found is being told."""
        if self.requests.another():
            raise KeyboardInterrupt

    def end(self) -> None:
        """Leave the signals alone that come now: all is said, and the status is settled."""
        for one in self.taken:
            signal.signal(one, signal.SIG_IGN)
