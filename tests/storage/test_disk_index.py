"""Numbers by name are the same in memory and on the disk, and memory does not grow with them."""

import sqlite3
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.storage import disk_index
from auditor.storage.disk_index import CACHE, DiskIndex
from auditor.vocabulary.errors import UsageError

NAMES = st.text("ab\0\ud800é", max_size=3)
STEPS = st.lists(st.tuples(st.sampled_from(["add", "put", "number"]), NAMES, st.integers(-9, 9)), max_size=30)


@pytest.mark.parametrize("bound", [0, 3, 1_000])
@given(steps=STEPS)
def test_it_does_what_a_dictionary_would(bound, steps):
    before, disk_index.IN_MEMORY = disk_index.IN_MEMORY, bound
    try:
        index, known = DiskIndex(), {}
        for step, name, number in steps:
            if step == "add":
                assert index.add(name, number) == (name not in known)
                known.setdefault(name, number)
            elif step == "put":
                index.put(name, number)
                known[name] = number
            else:
                assert index.number(name) == known.setdefault(name, len(known))
            assert len(index) == len(known)
        assert {name: index.get(name) for _, name, _ in steps} == known
        assert index.get("nobody") is None
    finally:
        disk_index.IN_MEMORY = before


def test_a_full_disk_is_told(monkeypatch):
    monkeypatch.setattr(disk_index, "BEGIN", (*disk_index.BEGIN, "PRAGMA max_page_count = 20"))
    monkeypatch.setattr(disk_index, "IN_MEMORY", 10)
    index = DiskIndex()

    def fill():
        for number in range(100_000):
            index.add(f"a name that is long enough to fill a page, number {number}")

    with pytest.raises(UsageError, match=r"no room for an index of so many names in .*: database or disk is full"):
        fill()


def test_where_no_database_can_be_made_that_is_told(monkeypatch):
    def refuse(*_, **__):
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(sqlite3, "connect", refuse)
    monkeypatch.setattr(disk_index, "IN_MEMORY", 1)
    index = DiskIndex()
    index.add("one")

    with pytest.raises(UsageError, match=r"no room .* unable to open"):
        index.add("two")


MEASURED = """
import resource, sys
from hashlib import sha256
from auditor.storage.disk_index import DiskIndex
index = DiskIndex()
for number in range(int(sys.argv[1])):
    assert index.add(sha256(str(number).encode()).hexdigest()[:20], number)
assert not index.add(sha256(b"1").hexdigest()[:20])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_the_process_does_not_grow_with_the_names():
    def peak(names):
        words = [sys.executable, "-c", MEASURED, str(names)]
        return int(subprocess.run(words, check=True, capture_output=True, text=True).stdout)

    few, many = peak(disk_index.IN_MEMORY), peak(disk_index.IN_MEMORY + 100_000)

    assert many - few <= 1.5 * CACHE, (few, many)  # in KiB: the pages of the database that are kept
