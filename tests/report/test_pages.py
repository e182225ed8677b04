"""The page of a report for a manager: its title, totals, charts, excerpts and ids, and how many sheets it takes."""

import json
import re
import xml.etree.ElementTree as ET
from datetime import date, timedelta

import pytest
from browser import printed, prints
from places import ROOT

from auditor import audit, audit_text
from auditor.cli.app import run
from auditor.report.formats import render
from auditor.report.view import Selection, view

NIGHT = re.sub(
    r"\s+# (expect|complies).*", "", (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")
)


def night(day, table="Manila 3"):
    return NIGHT.replace("1994-06-11", str(day)).replace('"Manila 3"', f'"{table}"')


def page_of(found):
    return ET.fromstring(found.report("html"))


def texts(page, tag, kind=None):
    return ["".join(one.itertext()).strip() for one in page.iter(tag) if kind is None or one.get("class") == kind]


@pytest.fixture(scope="module")
def two_nights(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nights")
    for day in ("1994-06-11", "1994-06-12"):
        (folder / f"{day}.log").write_text(night(day), encoding="utf-8")
    return audit(folder)


def test_the_title_tells_what_was_audited_and_when(two_nights):
    assert texts(page_of(audit_text(NIGHT)), "h1") == ["Manila 3, 11 June 1994"]
    assert texts(page_of(two_nights), "h1") == ["Manila 3, 2 nights, 11 to 12 June 1994"]
    assert texts(page_of(audit_text("nothing")), "h1") == ["0 tables"]


def test_every_id_is_there_once_and_every_link_leads_somewhere(two_nights):
    twice = audit_text(NIGHT + NIGHT.removeprefix("log 1\n").replace("hand ", "hand 9"))
    for found in (two_nights, twice, audit_text(NIGHT)):
        page = page_of(found)
        ids = [one.get("id") for one in page.iter() if one.get("id")]
        links = {one.get("href").removeprefix("#") for one in page.iter("a")}

        assert len(ids) == len(set(ids))
        assert links <= set(ids)


def test_a_finding_stands_with_the_acts_that_led_there_and_the_gist_of_its_clause():
    found = audit_text(NIGHT)
    page = page_of(found)
    by_id = {one.get("id"): one for one in page.iter("article")}
    for finding in found.findings:
        article = by_id[f"ref-{finding.ref}"]
        lines = [one for one in article.findall(".//ol/li") if one.findtext("span") is not None]  # others are gaps
        assert [int(one.findtext("span")) for one in lines] == [number for number, _ in finding.excerpt]
        assert [int(one.findtext("span")) for one in lines if one.get("class") == "now"] == [finding.location.line]
        log = NIGHT.splitlines()
        assert ["".join(one[1].itertext()) for one in lines] == [log[n - 1].strip() for n, _ in finding.excerpt]
    assert "three raises at most" in " ".join(texts(page, "p", "law u-t1"))


def test_a_wrong_settlement_stands_with_its_finding_as_settle_has_it(capsys):
    log = ROOT / "samples" / "clauses" / "act-canberra-manila" / "award.log"
    found = audit(log)
    by_id = {one.get("id"): one for one in page_of(found).iter("article")}
    tables = 0
    for finding in found.findings:
        rows = [
            ["".join(cell.itertext()) for cell in row] for row in by_id[f"ref-{finding.ref}"].findall(".//tbody/tr")
        ]
        sums = finding.money.sums if finding.money is not None else ()
        assert len(rows) == len(sums)
        if sums:
            words = ["settle", str(log), "--table", finding.table, "--hand", finding.hand, "--format", "json"]
            assert run(words) == 0
            settled = json.loads(capsys.readouterr().out)["sums"]
            told = {one["what"]: [f"${(one[key] or 0) / 100:,g}" for key in ("due", "logged")] for one in settled}
            for who, due, paid, _ in rows:
                what = "commission" if who == "the house" else f"paid to {who.split()[-1]}"
                assert told[what] == [due, paid]
            tables += 1
    assert tables > 5


def test_totals_and_charts_add_up_to_the_findings(two_nights):
    page = page_of(two_nights)
    heads = {table.findtext("thead/tr/th"): table for table in page.iter("table") if table.get("class") == "totals"}
    for head in ("Clause", "Night", "Table", "Person"):
        cells = [row.findall("td")[-4:-1] for row in heads[head].findall("tbody/tr")]
        assert sum(int(cell.text or 0) for row in cells for cell in row) == len(two_nights.findings), head
    (chart,) = [one for one in page.iter("svg") if (one.get("aria-label") or "").startswith("Findings by night")]
    assert [one.findtext("text") for one in chart.findall("g")] == ["7", "7"]


def test_statistics_are_reflected_in_the_page():
    found = audit_text(NIGHT)
    shown = {}
    for whole in (False, True):
        seen = view(found.view.result, Selection(), statistics=whole)
        page = ET.fromstring("".join(render("html", seen)))
        heads = [table.findtext("thead/tr/th") for table in page.iter("table")]
        shown[whole] = heads, [one.get("open") for one in page.iter("details") if one.find("summary/h2") is not None]

    assert ("Week" in shown[False][0], "Week" in shown[True][0]) == (False, True)
    assert (shown[False][1], shown[True][1]) == ([None], ["open"])


@prints
def test_sixty_nights_print_on_twelve_sheets_at_most(tmp_path):
    folder = tmp_path / "nights"
    folder.mkdir()
    days = [date(1994, 6, 3) + timedelta(3 * n) for n in range(60)]
    for n, day in enumerate(days):
        (folder / f"{day}.log").write_text(night(day, f"Manila {n % 5 + 1}"), encoding="utf-8")
    page = tmp_path / "sixty.html"

    assert run(["audit", str(folder), "--format", f"html={page}", "-q", "--no-cache"]) == 1
    assert len(re.findall("<article ", page.read_text(encoding="utf-8"))) == 420
    assert 3 <= printed(page, tmp_path) <= 12
