"""The verdicts on every sample are those of its snapshot: no clause is asked about where it never came up before.

So is all that is told of the faults in it: persons, money, what would have been right.
"""

from pathlib import Path

import pytest
from verdicts import (
    COMMAND,
    FINDINGS,
    SAMPLES,
    SNAPSHOTS,
    Occasion,
    changes,
    findings_text,
    judged,
    parsed,
    samples,
    snapshot_of,
    text,
)

from auditor.vocabulary.findings import Verdict

CHOSEN = {"draw": Verdict.PASS, "10.2": Verdict.FAIL, "S3.1": Verdict.NOT_RECORDED}


@pytest.mark.parametrize("sample", samples(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_verdicts_on_a_sample_are_those_of_its_snapshot(sample: Path) -> None:
    snapshot = snapshot_of(sample)
    title = sample.relative_to(SAMPLES.parent).as_posix()
    accept = f"to accept it, run `{COMMAND}` and look through the difference"
    assert snapshot.exists(), f"{title} has no snapshot of its verdicts: run `{COMMAND}` and read what it wrote"
    (now, found), written = judged(sample), snapshot.read_text(encoding="utf-8")

    changed = changes(parsed(written), now)
    if changed:
        pytest.fail("\n  ".join([f"{title} is judged otherwise than before:", *changed]) + f"\n{accept}", pytrace=False)
    assert written == text(title, now), f"{title}: the snapshot is not as `{COMMAND}` writes it; {accept}"
    told = snapshot_of(sample, FINDINGS).read_text(encoding="utf-8")
    assert findings_text(title, found) == told, f"{title}: something else is told of its faults; {accept}"


@pytest.mark.parametrize("folder", [SNAPSHOTS, FINDINGS], ids=lambda path: path.name)
def test_there_is_no_snapshot_without_a_sample(folder: Path) -> None:
    assert sorted(folder.rglob("*.txt")) == sorted(snapshot_of(one, folder) for one in samples()), f"run `{COMMAND}`"


def occasions(*each: dict[str, Verdict]) -> list[Occasion]:
    hands = [Occasion("one", "a/game", f"hand {number}", verdicts) for number, verdicts in enumerate(each, 1)]
    return [*hands, Occasion("one", "a/game", "end", {"session": Verdict.PASS})]


def test_a_snapshot_says_what_differs_from_most_hands_and_can_be_read_back() -> None:
    found = occasions(CHOSEN, CHOSEN, {"10.2": Verdict.PASS, "S3.1": Verdict.NOT_RECORDED, "11.1": Verdict.PASS})

    assert text("a log", found).splitlines()[1:] == [
        "",
        "most hands (a/game)",
        "  passed         draw",
        "  failed         10.2",
        "  not recorded   S3.1",
        "",
        "most ends (a/game)",
        "  passed         session",
        "",
        'table "one" (a/game)',
        "  hand 1",
        "  hand 2",
        "  hand 3",
        "    passed         10.2 11.1",
        "    never came up  draw",
        "  end",
    ]
    assert parsed(text("a log", found)) == found


def test_a_change_is_told_in_words() -> None:
    before = occasions({"10.2": Verdict.FAIL}, {"11.1": Verdict.PASS}, {})
    now = occasions({"10.2": Verdict.FAIL}, {"10.2": Verdict.PASS, "9.1": Verdict.NOT_RECORDED})

    assert changes(before, now) == [
        'table "one", hand 3: is no longer judged',
        'table "one", hand 2: 9.1 not recorded, but never came up before',
        'table "one", hand 2: 10.2 passed, but never came up before',
        'table "one", hand 2: 11.1 never came up, but passed before',
    ]
