"""CONTRIBUTING.md shows how to add a check. Whoever follows it gets a check that works."""

import re
from pathlib import Path

from auditor.audit import Options, audit
from auditor.checks.registry import CHECKS, registered
from auditor.clause_book import marks
from auditor.data import folder
from auditor.logs.source import open_path

ROOT = Path(__file__).parent.parent


def block(language: str) -> str:
    """The first fenced block of that language."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(rf"```{language}\n(.*?)```", page, re.DOTALL)
    assert found, f"no {language} block"
    return found[1]


def test_the_example_of_a_new_check_works_as_written(tmp_path):
    registered()
    try:
        exec(compile(block("python"), "CONTRIBUTING.md", "exec"), {"__name__": "contributed"})
        manila = (folder("rulesets") / "act" / "canberra-manila.toml").read_text(encoding="utf-8")
        rules = tmp_path / "extended.toml"
        rules.write_text(manila + "\n" + block("toml"), encoding="utf-8")
        log = tmp_path / "one-chip.log"
        log.write_text(block("log"), encoding="utf-8")

        result = audit([open_path(log, "one-chip.log")], Options(rules=str(rules)))
    finally:
        CHECKS.pop("oversize-chip", None)

    assert result.unread == []
    (mark,) = [mark for mark in marks(log) if mark.kind == "breach"]
    (finding,) = result.findings
    assert (finding.place.line, finding.clause, finding.severity.word) == (mark.line, mark.clause, mark.severity)
    assert mark.words in finding.message
