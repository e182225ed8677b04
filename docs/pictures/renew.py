"""Makes the pictures of the desk anew, with the browser and the desk of the tests.

python docs/pictures/renew.py
"""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "helpers"))

from browser import CHROMIUM  # noqa: E402
from desks import desk_with, served, visitor  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

WIDE = {"viewport": {"width": 1200, "height": 720}}
NARROW = {"viewport": {"width": 360, "height": 720}, "color_scheme": "dark"}
PAGES = {  # of the sample nights, each wide and light, and narrow and dark
    "overview": "",
    "findings": "findings?severity=breach&rules=act/canberra-manila",
    "finding": "finding?ref={ref}",
    "hand": "hand?log=samples/sessions/manila-night.log&hand=7&table=Manila+3&line=275",
    "clause": "clause?rules=act/canberra-manila&clause=10.2&date=1994-06-11",
    "sheet": "sheet?log=samples/sessions/manila-night.log&hand=7&table=Manila+3",
}


def main() -> None:
    """Write a hand, and look at the other pages."""
    os.chdir(ROOT)  # so that a picture shows no path of somebody's machine
    night = Path("samples/sessions/manila-night.log")
    hand = night.read_text(encoding="utf-8").partition("\nhand 2")[0].partition("\n")[2]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with served(desk_with(night)) as address, visitor(browser, address, **WIDE) as page:
            page.goto(page.home + "write")
            page.click("#text")
            page.keyboard.insert_text(hand.replace("Ben folds", "Ben fold").replace("Gus folds", "Gas folds"))
            page.wait_for_selector(".mistake >> nth=1")
            page.evaluate("scrollTo(0, 330)")
            page.screenshot(path=HERE / "write.png")
        look_around(browser)
        browser.close()


def look_around(browser) -> None:
    """Take the pages of the sample nights."""
    desk = desk_with(Path("samples/sessions"))
    ref = next(one.ref for one in desk.view.findings if one.cited == "10.2" and one.hand == "7")
    for look, options in (("wide", WIDE), ("narrow", NARROW)):
        with served(desk) as address, visitor(browser, address, **options) as page:
            for name, place in PAGES.items():
                page.goto(page.home + place.format(ref=ref))
                page.wait_for_load_state("load")
                page.screenshot(path=HERE / f"{name}-{look}.png")


if __name__ == "__main__":
    main()
