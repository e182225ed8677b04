"""Real logs are reported as somebody who went through them by hand found them: every finding, every hand not read.

The logs are not part of the project. Where they lie beside the checkout, each file of `tests/auditing/expected` is
compared with what an audit of its room says; `count` stands for many findings of one kind in one file. Each finding is
one of three kinds: `true`, a fault of somebody or something to look at; `custom`, a custom of the room; `record`, a
defect of the log, which accuses nobody.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from places import CORPORA, ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_path
from auditor.vocabulary.findings import RECORD, Finding

FOLDERS = {"full-tilt": "fulltilt"}  # that are named otherwise than the format
EXPECTED = sorted((ROOT / "tests" / "auditing" / "expected").glob("*.toml"))

pytestmark = pytest.mark.skipif(not CORPORA.is_dir(), reason="real hands are not part of the project")


def audited(room: str) -> Result:
    folder = CORPORA / FOLDERS.get(room, room)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return audit([open_path(path, path.relative_to(folder).as_posix()) for path in files], Options())


def expected_of(tables: list[dict[str, Any]], *keys: str) -> Counter[tuple[Any, ...]]:
    found: Counter[tuple[Any, ...]] = Counter()
    for table in tables:
        found[tuple([table.get(key) for key in keys])] += table.get("count", 1)
    return found


def kind_of(finding: Finding) -> str:
    """What a finding is: a custom of the room, a defect of the record, or true of a person."""
    if finding.custom is not None:
        return "custom"
    return "record" if finding.actor == RECORD else "true"


def findings_of(result: Result, many: set[tuple[Any, ...]]) -> Counter[tuple[Any, ...]]:
    found: Counter[tuple[Any, ...]] = Counter()
    for one in result.findings:
        kind = one.location.path, one.clause, one.severity.word
        at = (None, None) if kind in many else (one.hand, one.location.line)
        found[(*kind, kind_of(one), *at)] += 1
    return found


@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.stem)
def test_real_logs_give_the_findings_confirmed_by_hand_and_no_others(path: Path) -> None:
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    listed = tables.get("finding", [])
    result = audited(path.stem)

    many = {(one["file"], one["clause"], one["severity"]) for one in listed if "count" in one}
    unread = Counter([(one.path, one.line, one.reason) for one in result.unread])
    unknown = Counter([(one.path, one.line) for one in result.unknown])

    assert findings_of(result, many) == expected_of(listed, "file", "clause", "severity", "kind", "hand", "line")
    assert unread == expected_of(tables.get("unread", []), "file", "line", "reason")
    assert unknown == expected_of(tables.get("unknown", []), "file", "line")
    assert {one["kind"] for one in listed} <= {"true", "custom", "record"}
    assert all(one["reason"] for kind in ("finding", "unread", "unknown") for one in tables.get(kind, []))
