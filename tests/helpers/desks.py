"""Desks to be asked: without a network, or on a port of this machine by a real browser."""

import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.testclient import TestClient

from auditor.auditing.options import Options
from auditor.desk.app import desk_app
from auditor.desk.manners import CSRF_HEADER, Manners
from auditor.desk.open_logs import Desk
from auditor.report.view import Selection, view

SAMPLES = Path(__file__).parents[2] / "samples" / "sessions"
HOST = "testserver"
LOOPBACK = "127.0.0.1"
PATIENCE = 10_000  # ms


def desk_with(*paths):
    """A desk whose audit has come to its end."""
    desk = Desk([str(path) for path in paths], Options(), lambda result: view(result, Selection()))
    desk.audit()
    return desk


@contextmanager
def client_of(desk, manners=None):
    """Somebody who came in by the printed address, and whose changes come from the desk's own pages."""
    manners = manners or Manners((HOST,))
    with TestClient(desk_app(desk, manners)) as client:
        client.get("/", params={"token": manners.once})
        client.headers[CSRF_HEADER] = manners.csrf
        yield client


@contextmanager
def served(desk, **manners):
    """Serve a desk on a free port, and give the address that lets somebody in."""
    kept = Manners((LOOPBACK,), **manners)
    server = uvicorn.Server(uvicorn.Config(desk_app(desk, kept), log_level="warning", timeout_graceful_shutdown=1))
    with socket.socket() as opened:
        opened.bind((LOOPBACK, 0))
        thread = threading.Thread(target=server.run, args=([opened],), daemon=True)
        thread.start()
        yield f"http://{LOOPBACK}:{opened.getsockname()[1]}/?token={kept.once}"
        server.should_exit = True
        thread.join(10)


@contextmanager
def visitor(browser, address, **options):
    """Somebody with a fresh profile who opened the printed address. Whatever goes wrong on a page is noted."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("console", lambda said: page.wrong.append(said.text) if said.type == "error" else None)
    page.on("dialog", lambda dialog: _refuse(page, dialog))
    page.goto(address)
    page.home = address.partition("?")[0]
    yield page
    context.close()


def _refuse(page, dialog):
    if dialog.type != "beforeunload":
        page.wrong.append(f"{dialog.type}: {dialog.message}")
    dialog.accept()
