"""A desk with the sample nights, asked without a network and by a browser."""

from contextlib import ExitStack

import pytest
from browser import CHROMIUM
from desks import SAMPLES, client_of, desk_with

QUIET = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync"
NOBODY_LOOKED = "NO CHROMIUM HERE: nobody has looked at the desk; apt-get install chromium"


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


@pytest.fixture(scope="module")
def chromium():
    """Debian's Chromium, which asks nobody for anything by itself. While it is open no other test can run a loop."""
    if CHROMIUM is None:
        pytest.skip(NOBODY_LOOKED)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET.split())
        yield browser
        browser.close()
