"""What the README shows is what a newcomer sees."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_first_screen_is_the_one_shown():
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    command = re.search(r"pip install \. && auditor (audit \S+)\n", page)
    shown = re.search(r"```text\n(.*?)```", page, re.DOTALL)
    assert command is not None
    assert shown is not None

    auditor = [sys.executable, "-m", "auditor", *command[1].split()]
    run = subprocess.run(auditor, cwd=ROOT, capture_output=True, check=False)

    assert (run.stdout.decode(), run.stderr.decode(), run.returncode) == (shown[1], "", 1)
