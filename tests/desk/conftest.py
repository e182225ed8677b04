"""A desk with the sample nights, asked without a network and by a browser."""

from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from auditor.auditing.options import Options
from auditor.desk.app import desk_app
from auditor.desk.manners import CSRF_HEADER, Manners
from auditor.desk.open_logs import Desk
from auditor.report.view import Selection, view

SAMPLES = Path(__file__).parents[2] / "samples" / "sessions"
HOST = "testserver"


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


@pytest.fixture(scope="session")
def nights():
    """The desk of all sample nights; nobody changes it."""
    return desk_with(SAMPLES)


@pytest.fixture
def client(nights):
    with client_of(nights) as client:
        yield client


@pytest.fixture
def opened():
    """A function that opens a desk with some logs and gives somebody who is at it."""
    with ExitStack() as stack:
        yield lambda *paths: stack.enter_context(client_of(desk_with(*paths)))
