"""Who is let in at the desk, and what is refused."""

import pytest
from starlette.testclient import TestClient

from auditor.desk.app import desk_app
from auditor.desk.manners import COOKIE, HEADERS, Manners


@pytest.fixture
def manners():
    return Manners(("testserver",))


@pytest.fixture
def stranger(nights, manners):
    with TestClient(desk_app(nights, manners)) as client:
        yield client


def test_the_printed_address_lets_in_once(stranger, manners):
    token = manners.once
    first = stranger.get("/", params={"token": token})
    stranger.cookies.clear()

    assert first.status_code == 200
    assert stranger.get("/", params={"token": token}).status_code == 403


def test_the_cookie_is_for_this_site_only_and_no_script_reads_it(stranger, manners):
    answer = stranger.get("/", params={"token": manners.once}, follow_redirects=False)

    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))
    assert "token" not in answer.headers["location"]


def test_two_desks_of_one_browser_do_not_shut_each_other_out(nights):
    jar = {}  # which a browser sends to every port
    desks = {8001: Manners(("testserver",)), 8002: Manners(("testserver",))}
    for port, one in desks.items():
        asked = {"headers": {"host": f"testserver:{port}"}, "follow_redirects": False}
        jar |= TestClient(desk_app(nights, one)).get("/", params={"token": one.once}, **asked).cookies

    for port, one in desks.items():
        client = TestClient(desk_app(nights, one), cookies=jar)
        assert client.get("/keys", headers={"host": f"testserver:{port}"}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::1", "testserver.evil.example:80"])
def test_a_request_by_another_name_is_refused(client, host):
    assert client.get("/", headers={"host": host}).status_code in (400, 421)


def test_nobody_is_let_in_without_the_address(stranger):
    assert stranger.get("/").status_code == 403
    assert stranger.get("/", params={"token": ""}).status_code == 403


@pytest.mark.parametrize("name", HEADERS)
def test_every_answer_forbids_what_no_page_needs(client, stranger, name):
    assert client.get("/").headers[name] == stranger.get("/").headers[name] == HEADERS[name]
