"""The desk on a port of this machine, until somebody ends it."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from auditor.vocabulary.errors import UsageError

LOOPBACK = "127.0.0.1"


def serve_until_ended(app: Starlette, port: int, tell: Callable[[str], None]) -> None:
    """Serve on a port, tell the address once it is open, and end cleanly when somebody asks for it."""
    opened = _opened(port)
    tell(f"http://{LOOPBACK}:{opened.getsockname()[1]}/")
    config = uvicorn.Config(app, log_level="warning", access_log=False, server_header=False, date_header=False)
    try:
        uvicorn.Server(config).run([opened])
    except KeyboardInterrupt:
        pass
    finally:
        opened.close()


def _opened(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
    except OSError as error:
        found.close()
        raise UsageError(f"--port {port}: {error.strerror or error}; 0 takes any port that is free") from None
    return found
