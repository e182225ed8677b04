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


def main() -> None:
    """Look at a hand, and write one."""
    os.chdir(ROOT)  # so that a picture shows no path of somebody's machine
    night = Path("samples/sessions/manila-night.log")
    hand = night.read_text(encoding="utf-8").partition("\nhand 2")[0].partition("\n")[2]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        with served(desk_with(night)) as address, visitor(browser, address, **WIDE) as page:
            page.goto(page.home + "hand?log=1&hand=7&table=Manila+3&line=275")
            page.screenshot(path=HERE / "hand.png")
            page.goto(page.home + "write")
            page.click("#text")
            page.keyboard.insert_text(hand.replace("Ben folds", "Ben fold").replace("Gus folds", "Gas folds"))
            page.wait_for_selector(".mistake >> nth=1")
            page.evaluate("scrollTo(0, 330)")
            page.screenshot(path=HERE / "write.png")
        browser.close()


if __name__ == "__main__":
    main()
