"""What people do at the desk, in a real browser."""

import json
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest
from desks import SAMPLES, desk_with, served, visitor
from playwright.sync_api import expect

from auditor.report.formats import render

FOURTH = "fourth raise in the first betting round"
HAND = (SAMPLES / "manila-night.log").read_text().partition("\nhand 2")[0].partition("\n")[2]
THREE = HAND.replace("Ben folds", "Ben fold").replace("Gus folds", "Gas folds").replace("Eve wins", "Eve win")
HOSTILE = '<img src=x onerror="alert(1)"></textarea><script>alert(2)</script>\u202e'


AUDITED = "meta[name=version][content='1']"
WIDER = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth && !one.closest(".wide, svg"))
    .map((one) => one.outerHTML)"""
PASTED = """text => {
    const data = new DataTransfer(), field = document.querySelector("#text");
    data.setData("text/plain", text);
    field.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, cancelable: true}));
}"""


@pytest.fixture
def page(chromium, nights):
    with served(nights) as address, visitor(chromium, address) as page:
        yield page
        assert page.wrong == []


@contextmanager
def at_a_desk(folder, *options):
    """The address that `auditor serve` prints."""
    words = [sys.executable, "-m", "auditor", "serve", "--port", "0", *options, str(folder)]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as desk:
        try:
            yield desk.stderr.readline().split()[-1]
        finally:
            desk.terminate()


def test_a_fourth_raise_is_found_by_keys_stepped_and_decided(chromium, tmp_path):
    shutil.copy(SAMPLES / "manila-night.log", tmp_path)
    ledger = tmp_path / "decisions.toml"
    ledger.touch()
    with at_a_desk(tmp_path, "--decisions", str(ledger)) as address, visitor(chromium, address) as page:
        page.wait_for_selector(AUDITED, state="attached")
        page.wait_for_load_state()
        keys = 0
        for key in ("g", "f"):
            page.keyboard.press(key)
            keys += 1
        page.wait_for_url("**/findings")
        while keys < 5 and not page.locator(".row.cur", has_text=FOURTH).count():
            page.keyboard.press("j")
            keys += 1
        page.keyboard.press("h")
        page.wait_for_url("**/hand?*")
        before = page.inner_text("output[data-out]")
        page.keyboard.press("ArrowLeft")
        expect(page.locator("output[data-out]")).not_to_have_text(before)
        page.goto(page.home + "findings")
        page.click(f".row:has-text('{FOURTH}')")
        page.check("input[value=upheld]")
        page.fill("input[name=authority]", "Inspector Lee")
        page.fill("textarea[name=remark]", "as the camera shows")
        page.click("button:has-text('Enter in the ledger')")
        page.wait_for_selector(".hist:has-text('Inspector Lee')")
        page.wait_for_load_state()  # of the script that hears keys, too
        page.keyboard.press("c")
        page.wait_for_url("**/clause?*")
        assert "10.2" in page.inner_text("main")
        assert page.wrong == []

    assert keys + 1 <= 5
    told = subprocess.run(
        [sys.executable, "-m", "auditor", "audit", "--format", "json", "--decisions", str(ledger), str(tmp_path)],
        capture_output=True,
        check=False,
    )
    decided = [one for one in json.loads(told.stdout)["findings"] if one.get("decision")]
    assert [(one["clause"], one["decision"]["authority"]) for one in decided] == [("10.2", "Inspector Lee")]


def test_a_hand_with_three_mistakes_is_put_right_and_its_sheet_printed(page):
    page.goto(page.home + "write")
    page.click("#text")
    page.keyboard.insert_text(THREE)
    page.wait_for_selector(".mistake >> nth=2")
    assert "If the fixes are taken" in page.inner_text("#beside")
    page.keyboard.press("F8")
    page.keyboard.press("Alt+Enter")
    expect(page.locator(".mistake")).to_have_count(2)
    page.click(".mistake button >> nth=0")
    expect(page.locator(".mistake")).to_have_count(1)
    page.click("#all")
    expect(page.locator(".mistake")).to_have_count(0)
    assert page.input_value("#text") == HAND
    page.wait_for_selector("#beside >> text=No fault found in what the record shows.")
    assert page.locator("#beside svg.table").count() == 1
    with page.context.expect_page() as opened:
        page.click("#sheet")
    opened.value.wait_for_load_state()
    assert opened.value.inner_text("h1") == "Ruling sheet"
    assert opened.value.pdf().startswith(b"%PDF")
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.path().read_text() == HAND


def test_names_and_statements_are_completed(page):
    page.goto(page.home + "write")
    page.click("#text")
    page.keyboard.insert_text(HAND.partition("  Ben folds")[0])
    page.keyboard.type("  Ca")
    page.wait_for_selector("#offers li:has-text('Cam')")
    page.keyboard.press("Tab")
    page.keyboard.type("fo")
    page.wait_for_selector("#offers li:has-text('folds')")
    page.keyboard.press("Tab")

    assert page.input_value("#text").endswith("  Cam folds ")


def test_the_text_is_judged_while_somebody_types(page):
    page.goto(page.home + "write")
    page.evaluate("window.took = []; document.addEventListener('judged', (e) => took.push(e.detail))")
    page.click("#text")
    page.keyboard.insert_text(HAND)
    page.wait_for_selector("#beside svg.table")
    for _ in range(5):
        page.keyboard.type(" ")
        page.wait_for_timeout(400)
    pause = 120  # ms that the page waits for another key

    assert sorted(page.evaluate("took"))[0] - pause < 150


def test_a_rooms_history_that_is_pasted_is_converted(page):
    page.goto(page.home + "write")
    history = (SAMPLES.parent / "hand-histories" / "pokerstars-holdem.txt").read_text()
    page.evaluate(PASTED, history)
    page.wait_for_selector("#told >> text=written as a table log")

    assert page.input_value("#text").startswith("log 1\n")


def test_a_report_that_is_chosen_tells_what_is_new(page, nights):
    report = json.loads("".join(render("json", nights.view)))
    new = report["findings"].pop(0)
    data = {"name": "before.json", "mimeType": "application/json", "buffer": json.dumps(report).encode()}
    page.goto(page.home)
    page.set_input_files("#news input[type=file]", data)
    page.click("#news [data-reports] button")

    expect(page.locator("#news #new tbody tr")).to_have_count(1)
    expect(page.locator("#news #new")).to_contain_text(new["message"])


def test_filters_are_in_the_address(page):
    page.goto(page.home + "findings")
    page.check("#filter input[name=severity][value=breach]")
    page.wait_for_url("**severity=breach*")
    rows = page.locator(".row").count()

    assert rows
    assert page.locator(".row .sev.b").count() == rows


def test_a_hostile_log_does_nothing(chromium, tmp_path):
    name = json.dumps(HOSTILE, ensure_ascii=False)
    text = (SAMPLES / "manila-night.log").read_text().replace("Gus", name).replace('"Manila 3"', name)
    (tmp_path / "<b>night.log").write_text(text)
    with (
        served(desk_with(tmp_path)) as address,
        visitor(chromium, address, viewport={"width": 360, "height": 740}) as page,
    ):
        links = {"/", "/findings", "/report", "/write"}
        page.goto(page.home + "findings")
        links |= {one.get_attribute("href") for one in page.locator(".row").all()[:3]}
        page.goto(page.home[:-1] + next(one for one in links if "/finding?" in one))
        links |= {one.get_attribute("href") for one in page.locator("main a[href^='/']").all()[:8]}
        for link in sorted(links):
            page.goto(page.home[:-1] + link)
            assert page.locator("img, main script").count() == 0
            assert "\u202e" not in page.inner_text("body")
            if link != "/report":
                assert page.evaluate(WIDER) == [], link
        page.goto(page.home + "write")
        page.fill("#text", text[:4000])
        page.wait_for_selector(".mistake")
        assert page.locator("img, main script").count() == 0
        assert page.wrong == []


def test_a_page_shows_that_its_log_has_changed(chromium, tmp_path):
    shutil.copy(SAMPLES / "manila-clean.log", tmp_path / "one.log")
    with at_a_desk(tmp_path) as address, visitor(chromium, address) as page:
        page.wait_for_selector(AUDITED, state="attached")
        shutil.copy(SAMPLES / "manila-night.log", tmp_path / "two.log")
        page.wait_for_selector("#changed >> text=two.log is new")
        page.click("#changed button")
        page.wait_for_selector(".scope >> text=2 logs")
        assert page.wrong == []
