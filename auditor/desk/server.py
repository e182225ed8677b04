"""The desk on a port of this machine, until somebody ends it."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.applications import Starlette

from auditor.vocabulary.errors import UsageError

LOOPBACK = "127.0.0.1"
PATIENCE = 3  # seconds that a request may still take when the end is asked for
ENDING = (signal.SIGINT, signal.SIGTERM)


class _Server(uvicorn.Server):
    """A server that ends when it is asked to, and lets go at once who only waits for changes."""

    def __init__(self, config: uvicorn.Config, let_go: Callable[[], None]) -> None:
        super().__init__(config)
        self.let_go = let_go

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals that ask for the end, and raise none of them again: to be ended is no fault."""
        before = {one: signal.signal(one, self._take) for one in ENDING}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def _take(self, number: int, _frame: object) -> None:
        self.let_go()
        self.handle_exit(number, None)


def serve_until_ended(app: Starlette, port: int, tell: Callable[[str], None]) -> None:
    """Serve on a port, tell the address once it is open, and end cleanly when somebody asks for it."""
    opened = _opened(port)
    tell(f"http://{LOOPBACK}:{opened.getsockname()[1]}/")
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=PATIENCE)
    config.server_header = config.date_header = False
    app.state.watch.begin()
    try:
        _Server(config, app.state.watch.end).run([opened])
    except KeyboardInterrupt:
        pass
    finally:
        app.state.watch.end()
        opened.close()


def _opened(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
        found.listen()  # whoever comes before the server has begun waits
    except OSError as error:
        found.close()
        raise UsageError(f"--port {port}: {error.strerror or error}; 0 takes any port that is free") from None
    return found
