"""What is kept between runs comes back as it was, is made again whenever there is a doubt, and is never needed."""

import os
import subprocess
import sys
from datetime import date, datetime
from pathlib import Path

import pytest

from auditor.auditing.engine.dispatch import bind
from auditor.rules.loading.loader import book_ids, every_version, games_of, rulebook_ids, rules_in_force
from auditor.rules.schema.record import from_json, to_json
from auditor.storage import disk_cache

BIND = """
import sys
{before}
from datetime import date
from auditor.auditing.engine.dispatch import bind
from auditor.rules.loading.loader import rules_in_force
for day in (date(1994, 6, 11), date(1995, 6, 11)):
    bound = bind(rules_in_force("act/canberra-manila", day))
    print(bound.rules, [binding.figure for binding in bound.bindings])
"""
NO_CHECKING = 'sys.modules["pydantic"] = sys.modules["tomllib"] = None'


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "auditor"


def keep(made: object, of: object = "these") -> object:
    """What a run gets that would make this of that."""
    return disk_cache.load_or_make("thing", of, lambda: made, to_json, from_json)


def run(before: str = "") -> subprocess.CompletedProcess[str]:
    code = BIND.format(before=before)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False)


# ---- rulebooks ----


def test_the_second_run_checks_no_rulebook_and_has_the_same_one(place):
    first, second = run(), run(NO_CHECKING)

    assert (first.returncode, second.returncode, second.stderr) == (0, 0, "")
    assert "RaiseCap(" in first.stdout
    assert second.stdout == first.stdout


def test_without_a_cache_the_second_run_checks_again(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)

    assert (run().returncode, run(NO_CHECKING).returncode) == (0, 1)


@pytest.mark.parametrize("rules", rulebook_ids())
def test_a_rulebook_comes_back_as_it_was(rules):
    first = rules in [games_of(book)[0] for book in book_ids()]  # one game stands for the readings of its rulebook
    for book in every_version(rules) if first else [rules_in_force(rules, date.max)]:
        figures = tuple(binding.figure for binding in bind(book).bindings)

        assert from_json(to_json((book, figures))) == (book, figures)


# ---- anything ----


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"list": [1, "2"], "tuple": ((), [()]), "day": date(1994, 6, 11)}, id="all kinds"),
        pytest.param({"day": {"day": "1994-06-11"}}, id="a table that looks like a day"),
        pytest.param([True, 1, None, 0.5, "–\n\u2028"], id="plain values"),
    ],
)
def test_a_value_comes_back_as_it_was(value, place):
    assert repr(keep(value)) == repr(keep("another")) == repr(value)


def test_what_depends_on_other_things_is_another_thing(place):
    assert [keep(1, of="these"), keep(2, of="those"), keep(3, of="these")] == [1, 2, 1]


@pytest.mark.parametrize("value", [datetime(1994, 6, 11), {1}, 10**5000], ids=["a time", "a set", "a huge number"])
def test_what_cannot_be_kept_is_made_every_time(value, place):
    assert (keep(value), keep("another")) == (value, "another")


def test_what_is_made_of_things_without_a_repr_is_made_every_time(place):
    assert [keep(1, of=10**5000), keep(2, of=10**5000)] == [1, 2]


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda text: "", id="emptied"),
        pytest.param(lambda text: text[:-1], id="cut off"),
        pytest.param(lambda text: text.replace("3", "4"), id="a figure changed"),
        pytest.param(lambda text: text.partition("\n")[2], id="no checksum"),
        pytest.param(lambda text: "null", id="another thing"),
    ],
)
def test_a_damaged_file_is_made_again(damage, place):
    keep("most = 3")
    (file,) = place.iterdir()
    file.write_text(damage(file.read_text()))

    assert [keep("most = 5"), keep("most = 6")] == ["most = 5", "most = 5"]


def test_a_file_under_another_name_is_no_answer(place):
    keep("first", of="these")
    (first,) = place.iterdir()
    keep("second", of="those")
    (second,) = set(place.iterdir()) - {first}
    first.replace(second)

    assert keep("third", of="those") == "third"


def test_the_oldest_files_go(place, monkeypatch):
    monkeypatch.setattr(disk_cache, "MOST", 3)
    for number in range(5):
        keep(number, of=number)
        (newest,) = [path for path in place.iterdir() if path.stat().st_mtime > 1e6]
        os.utime(newest, (number, number))

    assert [keep("made again", of=number) for number in (4, 3, 2)] == [4, 3, 2]
    assert keep("made again", of=1) == "made again"
