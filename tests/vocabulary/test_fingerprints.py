"""Fingerprints: no two findings share one, and none changes when hands are moved, added or taken away."""

import io
from collections import Counter

import pytest
from places import CORPORA, ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.logs.files.discovery import find, open_all

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")


def shared(*paths):
    """Fingerprints that several findings have."""
    result = audit(open_all(find([str(path) for path in paths])), Options())
    assert result.findings
    return [one for one, times in Counter(finding.fingerprint for finding in result.findings).items() if times > 1]


@pytest.mark.parametrize("folder", sorted(path.name for path in (ROOT / "samples" / "clauses").iterdir()))
def test_no_two_findings_of_a_clause_book_share_a_fingerprint(folder):
    assert shared(ROOT / "samples" / "clauses" / folder) == []


def test_no_two_findings_of_the_sessions_share_a_fingerprint():
    assert shared(ROOT / "samples" / "sessions") == []


@pytest.mark.skipif(not CORPORA.is_dir(), reason="real hands are not part of the project")
def test_no_two_findings_on_real_hands_share_a_fingerprint():
    assert shared(*[path for path in CORPORA.iterdir() if path.name != "phh"]) == []


def found(text):
    result = audit([open_stream(io.BytesIO(text.encode()), "night.log")], Options())
    return {(finding.hand, finding.clause): finding.fingerprint for finding in result.findings}


def test_what_stands_elsewhere_in_the_log_leaves_a_fingerprint_as_it_is():
    before = found(NIGHT)
    remarks = found(NIGHT.replace("\nhand ", "\n# a remark\n\nhand "))
    head, *hands = NIGHT.split("\nhand ")
    fewer = found("\nhand ".join([head, *hands[:8]]))  # the first hands only

    assert remarks == before
    assert fewer.items() <= before.items()
    assert fewer


def test_a_log_that_names_no_house_keeps_the_fingerprints_that_ledgers_have():
    known = {
        *("0534f168076c8b2ba45f", "4259651ca3e335fa0f6a", "64ce07ffb76db3f10174", "7ee0d5b5e709bdadd9b4"),
        *("8467c90103cc176bcb69", "9f26e25dea998877a421", "dfbba38a182a7b0c8783"),
    }
    housed = found(NIGHT.replace('table "Manila 3"', 'table "Manila 3"\n  venue "Casino Canberra"'))

    assert set(found(NIGHT).values()) == known
    assert housed.keys() == found(NIGHT).keys()
    assert not known & set(housed.values())
