"""The overview, the list of findings and a finding: numbers lead to what they count, files hold what is shown."""

import csv
import io
import json
import re
import threading
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import openpyxl
import pytest
from desks import HOST, SAMPLES, client_of, desk_with

from auditor.cli.app import run
from auditor.desk import server
from auditor.desk.asked import FACETS, LIST, SORTS, AskedFindings, asked_in, list_address
from auditor.desk.findings_index import person_key, severity_word
from auditor.desk.links import clause_address, finding_address
from auditor.desk.manners import CSRF_HEADER, Manners
from auditor.desk.open_logs import Desk
from auditor.report.chosen import mark_of
from auditor.report.totals import table_name
from auditor.report.view import currency_code

NUMBER = re.compile(  # that leads to a list
    r'(?:<dd>|<td[^>]*>)<a(?: class="cell")? href="(/findings\?[^"]*)"[^>]*>'
    r'(?:<svg.*?</svg>)?(?:<span aria-hidden="true">)?([0-9,]+)<'
)
MARKED = re.compile(r"<[^>]*>")
NARROWED = (
    [],
    [("severity", "breach")],
    [("severity", "breach"), ("severity", "advisory"), ("rules", "crown/holdem")],
    [("person", "dealer"), ("until", "2016-05-15")],
    [("q", "raise"), ("severity", "breach")],
    [("q", "seat 11.2")],
    [("least", "5"), ("most", "20"), ("currency", "$")],
    [("night", "1994-06-11"), ("hand", "7")],
    [("clause", "nobody/knows 1")],
)


def known_of(view, one):
    """What the facets are to say of a finding, worked out from the finding."""
    paid = one.money is not None and one.money.amount
    return {
        "severity": severity_word(mark_of(one)),
        "rules": one.rules,
        "clause": f"{one.rules} {one.cited}",
        "month": f"{one.night:%Y-%m}",
        "night": one.night.isoformat(),
        "table": table_name(one.venue, one.table),
        "person": person_key(one.actor),
        "dealer": one.actor.name if one.actor.role == "dealer" else None,
        "decision": "undecided",
        "state": "new",
        "currency": currency_code(view.result, one) if paid else None,
        "log": one.location.path,
    }


def fits(view, one, asked):
    """Is a finding one of those that are asked for, but for the words?"""
    known, amount = known_of(view, one), abs(one.money.amount) if one.money else None
    return all(
        [
            *(known[facet] in values for facet, values in asked.facets),
            asked.hand in (None, one.hand),
            asked.since is None or one.night >= asked.since,
            asked.until is None or one.night <= asked.until,
            asked.least is None or (amount or 0) >= asked.least,
            asked.most is None or (amount is not None and amount <= asked.most),
        ]
    )


@pytest.mark.parametrize("pairs", NARROWED, ids=str)
def test_a_list_has_what_is_asked_for_and_its_facets_add_up_to_it(nights, pairs):
    view, index, asked = nights.view, nights.found.index, asked_in(pairs)
    places = index.places(asked)
    found = [view.result.findings[place] for place in places]
    every = [one for one in view.findings if fits(view, one, replace(asked, text=""))]

    assert found == every if not asked.text else set(map(every.index, found)) < set(range(len(every)))
    assert index.count(asked) == len(found)
    for facet, values in index.facets(asked).items():
        rest = [one for one in view.findings if fits(view, one, replace(asked.but(facet), text=""))]
        for value in values:
            assert index.count(asked.adding(facet, value.key)) == value.count
            if not asked.text:
                assert value.count == sum(known_of(view, one)[facet] == value.key for one in rest), (facet, value)


@pytest.mark.parametrize("sort", SORTS)
def test_pages_of_a_list_have_each_finding_once_in_whatever_order(nights, sort):
    index, asked = nights.found.index, AskedFindings(sort=sort)
    places = [place for start in range(0, 90, 10) for place in index.places(replace(asked, start=start), 10)]

    assert places == index.places(asked)
    assert sorted(places) == list(range(len(nights.view.findings)))
    if sort == "money":
        amounts = [abs(money.amount) for place in places if (money := nights.view.result.findings[place].money)]
        assert amounts[0] == max(amounts)


def test_every_number_of_the_overview_leads_to_as_many_findings(nights, client):
    text = client.get("/").text
    links = NUMBER.findall(text)

    assert len(links) > 60
    for link, number in links:
        asked = asked_in(parse_qsl(urlsplit(unescape(link)).query))
        there = nights.found.index.places(asked)
        if asked.values("currency"):  # the number is an amount of chips
            amounts = [abs(nights.view.result.findings[place].money.amount) for place in there]
            assert sum(amounts) == 100 * int(number), link
        else:
            assert len(there) == int(number.replace(",", "")), link


def test_a_night_is_not_called_clean_of_which_a_line_was_not_read(opened, tmp_path):
    clean = (SAMPLES / "manila-clean.log").read_text(encoding="utf-8")
    (tmp_path / "clean.log").write_text(clean.replace("1994-12-03", "1994-12-04"), encoding="utf-8")
    (tmp_path / "night.log").write_text(clean.replace(" folds\n", " floats\n", 1), encoding="utf-8")
    client = opened(tmp_path)
    text, listed = client.get("/").text, client.get(LIST).text

    assert "4 December 1994: nothing found" in text
    assert "3 December 1994: not all was read" in text
    assert "3 December 1994: nothing found" not in text
    assert "Not all was read: 1 place" in text
    assert "All of it was read" not in text
    assert "Not all was read, so this is not called clean" in listed


def test_a_list_is_its_address(client):
    text = client.get(f"{LIST}?severity=breach&q=raise&sort=money&start=0").text
    shown = re.findall(r'<li><a class="row" href="([^"]*)"', text)

    assert "of 83</span>" in text
    assert 'value="raise"' in text
    assert '<option value="money" selected>' in text
    assert shown
    assert all(client.get(unescape(link)).status_code == 200 for link in shown[:5])


@pytest.mark.parametrize("query", ["sort=colour", "since=yesterday", "least=much", "most=-1"])
def test_what_nobody_can_mean_is_told(client, query):
    answer = client.get(f"{LIST}?{query}")

    assert answer.status_code == 400
    assert "expected" in answer.text


def refs_in(form, content):
    """The refs of the findings that a file has."""
    if form == "csv":
        return [row["fingerprint"][:10] for row in csv.DictReader(io.StringIO(content.decode("utf-8-sig")))]
    if form == "json":
        return [one["fingerprint"][:10] for one in json.loads(content)["findings"]]
    if form == "html":
        return re.findall(r'<article class="find1[^"]*" id="ref-([0-9a-f]{10})', content.decode())
    head, *rows = openpyxl.load_workbook(io.BytesIO(content))["Findings"].values
    return [row[head.index("Ref")] for row in rows]


@pytest.mark.parametrize("form", ["csv", "json", "html", "xlsx"])
def test_a_file_holds_exactly_what_is_filtered(nights, client, form):
    asked = asked_in([("severity", "breach"), ("person", "dealer"), ("sort", "money")])
    answer = client.get(f"/findings.{form}?{asked.query}")
    wanted = [nights.view.result.findings[place].ref for place in nights.found.index.places(asked)]

    assert len(wanted) > 5
    assert sorted(refs_in(form, answer.content)) == sorted(wanted)
    assert answer.headers["content-disposition"].startswith("attachment")


HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "a\u202eb\u200b",
    "'; DROP TABLE facts; --",
    "{{7*7}}%s",
)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A desk whose log has hostile names, one of which has a fault laid to it."""
    folder = tmp_path_factory.mktemp("logs")
    text = (SAMPLES / "manila-night.log").read_text(encoding="utf-8")
    for n, name in enumerate(HOSTILE):
        quoted = json.dumps(name, ensure_ascii=False)
        changed = re.sub(r"\bGus\b", lambda _, quoted=quoted: quoted, text).replace('"Manila 3"', quoted)
        (folder / f"{n}.log").write_text(changed, encoding="utf-8")
    return desk_with(folder)


def test_hostile_names_are_only_text_and_are_found_by_their_links(hostile):
    assert not hostile.view.result.unread
    accused = {one.actor.name for one in hostile.view.findings}
    assert set(HOSTILE) <= accused
    with client_of(hostile) as client:
        pages = [client.get("/").text, client.get(LIST).text]
        for name in HOSTILE:
            one = next(one for one in hostile.view.findings if one.actor.name == name)
            answer = client.get(f"/finding?ref={one.ref}")
            pages += [answer.text, client.get(list_address(person=person_key(one.actor))).text]
            asked = asked_in([("person", person_key(one.actor)), ("table", table_name(one.venue, one.table))])
            assert hostile.found.index.count(asked) == sum(other.actor == one.actor for other in hostile.view.findings)
    for text in pages:
        assert "<script>alert" not in text
        assert "<img src=x" not in text
        assert "\u202e" not in text
        assert "\u200b" not in text
        assert "style=" not in MARKED.sub("", text)


# ---- decisions ----


@pytest.fixture
def desk_on(tmp_path, monkeypatch):
    """A function that gives the desk of `auditor serve` on a folder, and somebody who is at it."""
    (tmp_path / "night.log").write_text((SAMPLES / "manila-night.log").read_text(encoding="utf-8"), encoding="utf-8")
    apps = []
    monkeypatch.setattr(server, "serve_until_ended", lambda app, port, tell: apps.append(app))
    monkeypatch.setattr(Desk, "begin", lambda desk, **_: desk.audit())

    def opened(*options):
        assert run(["serve", str(tmp_path), *options]) == 0
        desk, manners = apps[-1].state.desk, apps[-1].state.manners
        manners.hosts = (HOST,)
        return desk, manners

    return opened


def test_the_overview_tells_what_is_new_and_gone_against_a_report(desk_on, tmp_path, capsys):
    run(["audit", str(tmp_path), "--isolated", "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    gone = report["findings"].pop(0)
    report["findings"].append({**report["findings"][0], "fingerprint": "0" * 20, "message": "it was <i>so</i>"})
    before = tmp_path / "before.json"
    before.write_text(json.dumps(report), encoding="utf-8")
    with client_of(*desk_on("--isolated", "--baseline", str(before))) as client:
        page = client.get("/").text
        listed = client.get(f"{LIST}?state=new").text

    assert "1</a> is new. 1 is gone." in page
    assert "it was &lt;i&gt;so&lt;/i&gt;" in page
    assert gone["fingerprint"][:10] in listed


def test_what_there_is_over_time_has_a_chart_of_its_own_and_no_rate_of_few_hands(client):
    def chart(address):
        page = client.get(address).text
        panel = page[page.index('id="trend"') :].partition("</section>")[0]
        return re.findall(r'<a href="(/\?[^"]*)#trend"[^>]*>([^<]*)', panel), re.findall(r"<title>([^<]*)", panel)

    choices, _ = chart("/")
    told = {words: chart(unescape(link))[1] for link, words in choices}

    assert list(told) == ["Findings", "Hands", "Money in $", "Money in chips", "by night", "by month"]
    assert told["Hands"][0] == "11 June 1994: 32 hands"
    assert told["Money in $"][0] == "11 June 1994: $36"
    assert told["by month"][0] == "June 1994: 7 findings, 0 of them advisory"


def test_whatever_the_overview_leads_to_is_there(client):
    links = {unescape(one) for one in re.findall(r'href="(/[^"#]*)', client.get("/").text)}
    wrong = [one for one in links if not one.startswith((LIST, "/report")) and client.get(one).status_code != 200]

    assert wrong == []
    assert clause_address("roberts/holdem", "record/chips").startswith(LIST)


def fourth_raise(client):
    """The address of the finding, as three clicks find it, and where its form goes."""
    listed = client.get(f"{LIST}?q=fourth+raise").text
    [link] = re.findall(r'<a class="row" href="([^"]*)"', listed)
    text = client.get(unescape(link)).text
    action = re.search(r'<form [^>]*action="([^"]*)"', text[text.index('id="decide"') :])
    return unescape(link), unescape(action[1]) if action else ""


def test_a_decision_is_seen_by_an_audit_and_by_another_desk(desk_on, tmp_path, capsys):
    ledger = tmp_path / "kept.toml"
    ledger.touch()
    options = ("--decisions", str(ledger), "--isolated")
    first, second = desk_on(*options), desk_on(*options)
    with client_of(*first) as here, client_of(*second) as there:
        link, action = fourth_raise(here)
        del here.headers[CSRF_HEADER]
        told = here.post(action, data={"decision": "waived", "authority": "Inspector 12", "remark": " "})
        done = here.post(action, data={"decision": "waived", "authority": "Inspector 12", "remark": "a\r\nb <b>"})
        seen = there.get(f"{LIST}?decision=waived").text
        late = there.post(fourth_raise(there)[1], data={"decision": "upheld", "authority": "Inspector 13", "seen": ""})
        after = there.post(
            fourth_raise(there)[1], data={"decision": "upheld", "authority": "Inspector 13", "seen": "", "after": "yes"}
        )
        both = here.get(link).text

    assert told.status_code == 400
    assert "without a remark" in told.text
    assert done.status_code == 200
    assert "waived by Inspector 12: a b &lt;b&gt;" in done.text
    assert seen.count('class="row"') == 1
    assert late.status_code == 409
    assert "Meanwhile somebody else decided" in late.text
    assert after.status_code == 200
    assert both.index("<b>Upheld</b>") < both.index("<b>Waived</b>")
    capsys.readouterr()
    run(["audit", str(tmp_path), *options, "--format", "json"])
    report = json.loads(capsys.readouterr().out)
    [decided] = [one for one in report["findings"] if one["decision"]]
    assert (decided["decision"]["decision"], decided["decision"]["authority"]) == ("upheld", "Inspector 13")
    assert ledger.read_text(encoding="utf-8").count("[[decision]]") == 2


def test_two_desks_that_decide_at_once_lose_nothing(desk_on, tmp_path):
    ledger = tmp_path / "kept.toml"
    ledger.touch()
    desks = [desk_on("--decisions", str(ledger), "--isolated") for _ in range(2)]
    links = [finding_address(one) for one in desks[0][0].view.findings]
    together = threading.Barrier(len(desks))

    def decide(client, number):
        together.wait(30)
        for link in [*links[number::2], links[0]]:  # each has findings of its own, and one of both
            form = {"decision": "upheld", "authority": f"Inspector {number}", "after": "yes"}
            assert client.post(link, data=form).status_code == 200

    with ExitStack() as stack:
        clients = [stack.enter_context(client_of(*one)) for one in desks]
        with ThreadPoolExecutor(len(desks)) as threads:
            list(threads.map(decide, clients, range(len(desks))))
        pages = [client.get(links[0]).text for client in clients]

    made = tomllib.loads(ledger.read_text(encoding="utf-8"))["decision"]
    assert Counter(one["authority"] for one in made) == {
        f"Inspector {number}": len(links[number::2]) + 1 for number in range(len(desks))
    }
    assert len({one["fingerprint"] for one in made}) == len(links)
    assert all("Inspector 0" in page and "Inspector 1" in page for page in pages)


def test_a_desk_that_is_read_only_enters_nothing_and_says_how_to(desk_on, tmp_path):
    with client_of(*desk_on("--read-only", "--isolated")) as client:
        link, action = fourth_raise(client)
        refused = client.post(link, data={"decision": "upheld", "authority": "Inspector 12"})

        assert not action
        assert "auditor decide 64ce07ffb7" in client.get(link).text
    assert refused.status_code == 403
    assert not (tmp_path / "decisions.toml").exists()


def test_a_decision_needs_the_token_of_the_desks_own_page(desk_on, tmp_path):
    with client_of(*desk_on("--isolated")) as client:
        link, _ = fourth_raise(client)
        del client.headers[CSRF_HEADER]

        assert client.post(link, data={"decision": "upheld", "authority": "Inspector 12"}).status_code == 403
    assert not (tmp_path / "decisions.toml").exists()


def test_a_proxy_that_is_trusted_says_who_decides(desk_on, tmp_path):
    desk, _ = desk_on("--isolated")
    with client_of(desk, Manners((HOST,), user_header="x-user")) as client:
        client.headers["x-user"] = "Ann Authority"
        _, action = fourth_raise(client)
        client.post(action, data={"decision": "under review", "authority": "Somebody Else"})

    text = (tmp_path / "decisions.toml").read_text(encoding="utf-8")
    assert 'authority = "Ann Authority"' in text
    assert "Somebody" not in text


def test_every_facet_of_the_list_is_asked_for_by_its_name(nights):
    assert set(known_of(nights.view, nights.view.findings[0])) == set(FACETS)
