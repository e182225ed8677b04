"""What is said of the neighbours of the samples is what was said before, as the snapshots have it."""

from pathlib import Path

import pytest
from neighbours import (
    COMMAND,
    SAMPLES,
    changed,
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
