"""Every finding in a sample lies on the right person, and no act is told twice. Generated hands are tested likewise."""

from pathlib import Path

import pytest
from answerable import APART, strange
from generated_hands import audited

from auditor.auditing.engine.registry import registered
from auditor.storage.bundled_files import folder

SAMPLES = sorted(folder("samples").rglob("*.log"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_finding_accuses_who_acted_or_whom_the_check_names_and_no_act_is_told_twice(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert strange(text, audited(text)) == []


def test_the_checks_that_may_tell_of_an_act_in_two_findings_are_checks() -> None:
    assert sorted(set(APART) - set(registered())) == []
