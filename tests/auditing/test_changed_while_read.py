"""What is hashed is what is judged: a log to which somebody writes in the meantime is told, and kept in no cache."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result_cache import ResultCache
from auditor.logs.files.decoding import Source
from auditor.logs.files.discovery import find, open_all

HAND = """
hand {n}
  seat 1 Ann $200
  seat 2 Ben $200
  buck 1
  Ann blind $5
  deal Ann [As Kd], Ben [7c 7d]
  communal [Qh]
  Ben folds
  return $5 to Ann
end
"""
HEAD = "log 1\n\ntable T1\n  rules act/canberra-manila\n  date 1994-06-11\n  minimum $5\n"
LONG = HEAD + "".join(HAND.format(n=n) for n in range(1, 400))


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Know nothing of what other tests have read."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def audited(path, change, cache=None, jobs=1):
    """Audit a log that is `changed` once it has been opened, or once a part of it has been read."""

    def sources():
        for source in open_all(find([str(path)])):
            assert isinstance(source, Source)
            change(source)
            yield source

    return audit(sources(), replace(Options(), jobs=jobs), cache=cache)


def nothing(_source):
    pass


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    "other",
    [LONG.replace("Ben folds", "Ben calls $5"), LONG[: len(LONG) // 2], LONG + HAND.format(n=400), ""],
    ids=["rewritten", "cut", "longer", "emptied"],
)
def test_a_log_that_changes_is_told_and_its_hash_is_of_what_was_judged(tmp_path, other, jobs):
    path = tmp_path / "night.log"
    path.write_text(LONG)
    cache = ResultCache()

    result = audited(path, lambda _: path.write_text(other), cache, jobs)

    (entry,) = result.inputs
    assert any("changed while it was read" in one.reason for one in result.unread)
    assert (entry.sha256, entry.bytes) == (hashlib.sha256(other.encode()).hexdigest(), len(other.encode()))
    path.write_text(LONG)
    again = audited(path, nothing, cache, jobs)
    assert (again.unread, again.hands_judged) == ([], 399)


def test_a_log_that_changes_while_it_is_judged_is_told(tmp_path):
    path = tmp_path / "night.log"
    path.write_text(LONG * 40)

    def change_later(source):
        read = source.file.read
        begun = []

        class Changing:
            closed = False

            def __getattr__(self, name):
                return getattr(read.__self__, name)

            def read(self, size):
                data = read(size)
                if not begun:
                    begun.append(path.write_text(LONG * 40 + "# more\n"))
                return data

            def close(self):
                self.closed = True
                read.__self__.close()

        source.file = Changing()

    result = audited(path, change_later)

    assert any("changed while it was read" in one.reason for one in result.unread)


def test_a_log_of_which_a_fault_ends_the_reading_is_hashed_to_its_end(tmp_path):
    path = tmp_path / "night.log"
    text = LONG + "# " + "x" * 40_000_000 + "\n" + HAND.format(n=500)
    path.write_text(text)

    (entry,) = audited(path, nothing).inputs

    assert entry.sha256 == hashlib.sha256(text.encode()).hexdigest()
