"""A real browser that prints pages: headless Chromium, where there is one."""

import re
import shutil
import subprocess

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OPTIONS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --no-pdf-header-footer"
).split()
PAGE = re.compile(rb"/Type\s*/Page[^s]")

prints = pytest.mark.skipif(
    CHROMIUM is None, reason="NO CHROMIUM HERE: nobody has looked at how the pages print; apt-get install chromium"
)


def printed(page, folder):
    """The number of sheets that a page of HTML takes."""
    file, profile = folder / "printed.pdf", folder / "profile"
    words = [CHROMIUM, *OPTIONS, f"--user-data-dir={profile}", f"--print-to-pdf={file}", page.as_uri()]
    subprocess.run(words, capture_output=True, timeout=300, check=True)
    return len(PAGE.findall(file.read_bytes()))
