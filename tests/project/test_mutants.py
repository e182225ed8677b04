"""Small changes of the replay and the checks are noticed by the samples and the tests, or listed with the reason.

`AUDITOR_MUTANTS=500 pytest tests/project/test_mutants.py` tries five hundred of them instead of fifty.
"""

import ast
import json
import os
import subprocess
import sys

from mutants import KILLED, WORDS, Living, listed
from mutation_points import changes, mutants
from places import ROOT

import auditor.replay.pots

NUMBER = int(os.environ.get("AUDITOR_MUTANTS", "50"))
SAME, OPEN = listed("same"), listed("open")
KNOWN = SAME | OPEN
MOST_OPEN = 0.05  # of the mutants that are another program
SNIPPET = '''
def judged(player, limit=1, *, strict=False) -> bool:
    """Has he wagered within the limit?"""
    assert player.stake > 0
    if not player.active:
        return False
    for one, _ in zip(player.wagers, player.stakes, strict=True):
        if one.amount == 0:
            continue
        total = one.amount + 2
    return min(total, 7) <= limit and strict


def found(players) -> Player | None:
    return next(one for one in players if one.active)


def missing(due, got):
    if got > due:
        due = got
    return due - got if due > got else 0
'''


def test_every_place_of_a_function_is_changed_but_asserts_and_bounds_that_cannot_matter():
    found = [
        f"{ast.unparse(one.old)} -> {ast.unparse(ast.fix_missing_locations(one.new))}"
        for one in changes(ast.parse(SNIPPET))
    ]

    assert found == [
        "1 -> 0",
        "False -> True",
        "not player.active -> True",
        "not player.active -> False",
        "not player.active -> player.active",
        "False -> True",
        "one.amount == 0 -> True",
        "one.amount == 0 -> False",
        "one.amount == 0 -> one.amount != 0",
        "0 -> 1",
        "continue -> break",
        "one.amount + 2 -> one.amount - 2",
        "2 -> 3",
        "min(total, 7) <= limit and strict -> True",
        "min(total, 7) <= limit and strict -> False",
        "min(total, 7) <= limit and strict -> min(total, 7) <= limit or strict",
        "min(total, 7) <= limit -> min(total, 7) < limit",
        "min(total, 7) <= limit -> min(total, 7) > limit",
        "min -> max",
        "7 -> 8",
        "next((one for one in players if one.active)) -> None",
        "one.active -> True",
        "one.active -> False",
        "got > due -> True",
        "got > due -> False",
        "got > due -> got <= due",
        "due > got -> True",
        "due > got -> False",
        "due > got -> due <= got",
        "due - got -> due + got",
        "0 -> 1",
    ]


def test_a_campaign_after_another_in_one_process_finds_the_same_functions():
    file = "auditor/replay/pots.py"
    mutant = mutants(file)[0]
    first = Living()
    first.watch([mutant])
    first.freeze()
    first.restore([mutant])
    again = Living()

    assert auditor.replay.pots.__file__ == str(ROOT / file)
    assert [*again.functions[str(ROOT / file)]] == [*first.functions[str(ROOT / file)]]
    assert again.functions[str(ROOT / file)]


def test_every_mutant_is_noticed_by_a_test_or_listed_with_the_reason(tmp_path):
    report = tmp_path / "mutants.jsonl"
    command = [sys.executable, ROOT / "tests" / "helpers" / "mutants.py", "--number", str(NUMBER), "--json", report]
    subprocess.run(command, check=True, cwd=ROOT, stdout=subprocess.DEVNULL)
    lines = map(json.loads, report.read_text(encoding="utf-8").splitlines())
    fates = {tuple(one[word] for word in WORDS): one["fate"] for one in lines}
    alive = {key for key, fate in fates.items() if fate != KILLED}

    assert len(fates) == NUMBER
    assert sorted(alive - KNOWN.keys()) == []
    assert sorted(key for key in fates.keys() & SAME.keys() if key not in alive) == [], "it is another program"
    assert len(alive - SAME.keys()) <= MOST_OPEN * len(fates.keys() - SAME.keys())


def test_a_mutant_that_is_listed_is_one_of_the_code_as_it_stands_and_listed_once():
    there = {one.key for file in {file for file, *_ in KNOWN} for one in mutants(file)}

    assert sorted(KNOWN.keys() - there) == []
    assert sorted(SAME.keys() & OPEN.keys()) == []
