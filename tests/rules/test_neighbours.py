"""What is said of the neighbours of the samples is what was said before, as the snapshots have it."""

from pathlib import Path

import pytest
from fuzzing.neighbours import neighbour, pieces
from neighbours import (
    COMMAND,
    OTHERS,
    SAMPLES,
    SNAPSHOTS,
    Snapshot,
    as_text,
    changed,
    parsed,
    samples,
    snapshot_of,
    some_logs,
    written,
)

LOOK = f"`{COMMAND} --tell SAMPLE 'hand 1' LOG` prints one of them, `{COMMAND} --beside DIRECTORY` compares all"
ACCEPT = f"with what a checkout of before says; to accept it, run `{COMMAND}`"


def title(one: object) -> str:
    return f"{one.parent.name}/{one.name}" if isinstance(one, Path) else f"from {one}"


@pytest.mark.parametrize(("sample", "first"), some_logs(), ids=title)
def test_what_is_said_of_the_neighbours_of_a_sample_is_what_was_said_before(sample: Path, first: int) -> None:
    known, about = written(sample), sample.relative_to(SAMPLES.parent).as_posix()
    assert known is not None, f"{about} has no snapshot of its neighbours: run `{COMMAND}`"

    others = changed(sample, known, first)
    if others:
        head = f"something else is said of neighbours of {about} than before:"
        pytest.fail("\n  ".join([head, *others]) + f"\n{LOOK}\n{ACCEPT}", pytrace=False)


def test_there_is_no_snapshot_without_a_sample() -> None:
    assert sorted(SNAPSHOTS.rglob("*.txt")) == sorted(map(snapshot_of, samples())), f"run `{COMMAND}`"


def test_a_snapshot_can_be_read_back() -> None:
    one, two = (1, "hand 1"), (2, "hand 1 (2)")
    found = Snapshot(
        {one: ["0a1b2c", "------"], two: ["ffffff", "000000"], OTHERS: ["------"] * 2}, {one: [3, 12], two: [1, 2]}
    )
    text = as_text(samples()[0], found)

    assert text.splitlines()[1:] == [
        "table 1",
        "  hand 1       3:0a1b2c 12:------",
        "table 2",
        "  hand 1 (2)   1:ffffff 2:000000",
        "others         ------ ------",
    ]
    assert parsed(text) == found


def test_whoever_edits_a_hand_leaves_the_neighbours_of_the_others_as_they_are(tmp_path: Path) -> None:
    sample = SAMPLES / "sessions" / "manila-clean.log"
    text = sample.read_text(encoding="utf-8")
    first, second, *_ = [piece for piece in pieces(text) if piece.hand]
    edited = tmp_path / sample.name
    edited.write_text(
        text.replace(first.lines[-1], f'{first.lines[-1]}\n  remark chat "well played"', 1), encoding="utf-8"
    )
    numbers = range(1, 100)

    before, after = (pieces(neighbour(one, numbers)) for one in (sample, edited))
    hands = [[piece for piece in those if piece.hand] for those in (before, after)]

    assert hands[0][0] != hands[1][0]
    assert hands[0][1:] == hands[1][1:]
    assert hands[0][1].lines != second.lines
