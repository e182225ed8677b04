"""Every page in a real browser: nothing goes wrong on it, everybody can use it, it fits a telephone, it prints."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from desks import served, visitor

PAGES = (
    "/",
    "/findings?severity=breach",
    "/finding?ref={ref}",
    "/hand?log={log}&hand=7&table=Manila+3",
    "/log?log={log}",
    "/clause?rules=act/canberra-manila&clause=10.2",
    "/rulebooks",
    "/compare",
    "/write",
    "/keys",
    "/finding?ref=0000000000",
)
PAPERS = ("/sheet?log={log}&hand=7&table=Manila+3", "/report")
GRAVE = ("serious", "critical")
LOOKS = ({"color_scheme": "light"}, {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}})


@pytest.fixture(scope="module")
def desk(nights):
    with served(nights) as address:
        yield address


@pytest.fixture(scope="module")
def names(nights):
    """What addresses name: the fourth raise of the Manila night, and its log."""
    found = next(one for one in nights.view.findings if one.cited == "10.2" and one.hand == "7")
    return {"ref": found.ref, "log": found.location.path}


@pytest.fixture(scope="module", params=LOOKS, ids=["light and wide", "dark and narrow"])
def somebody(request, chromium, desk):
    if request.param is not LOOKS[0]:
        with visitor(chromium, request.getfixturevalue("again"), **request.param) as page:
            yield page
    else:
        with visitor(chromium, desk, **request.param) as page:
            yield page


@pytest.fixture(scope="module")
def again(nights):
    """The same desk once more, since an address is good once."""
    with served(nights) as address:
        yield address


@pytest.mark.parametrize("page", [*PAGES, PAPERS[0]])
def test_a_page_works_for_everybody(somebody, names, page):
    somebody.wrong.clear()
    somebody.goto(somebody.home[:-1] + page.format(**names))
    somebody.wait_for_load_state()
    found = Axe().run(somebody)

    assert [error for error in somebody.wrong if "404" not in error] == []
    assert [one["id"] for one in found.response["violations"] if one["impact"] in GRAVE] == []
    assert somebody.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", [*PAGES[:6], *PAPERS])
def test_a_page_prints(chromium, nights, names, page):
    with served(nights) as address, visitor(chromium, address) as somebody:
        somebody.goto(somebody.home[:-1] + page.format(**names))
        paper = somebody.pdf()

    assert paper.startswith(b"%PDF")
    assert "/sheet" not in page or paper.count(b"/Type /Page\n") == 1
