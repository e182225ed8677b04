"""Published hands: the actions alone lead to the stacks that were published after them.

The files are not part of the project. Where they lie beside the checkout, every hand of the World Series and of
Pluribus is read without the fields that state its result, so that nothing can be copied from them, and is then replayed
and settled. The hands are counted in the text by a plain expression, so that none is passed over in silence.
"""

from __future__ import annotations

import io
import re
import tomllib
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from places import CORPORA

from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay
from auditor.replay.settlement.compute import Settlement
from auditor.rules.loading.loader import rules_in_force

PHH = CORPORA / "phh"
RESULT = re.compile(r"^(?:finishing_stacks|winnings) *=.*\n?", re.MULTILINE)
HAND = re.compile(r"^actions *=", re.MULTILINE)
GAMES = {
    "wsop": {"F2L3D", "F7S", "F7S/8", "FO/8", "FR", "FT", "N2L1D", "NT", "PO"},
    "pluribus": {"NT"},
}
SHARED_CHIP = (48, 49)  # the hands of the World Series between which two players made half a chip each into a whole one

# What the library that comes with the format publishes of hands whose files state no result.
STATED = {
    "arieh-yockey-2019.phh": [0, 4190000, 5910000, 12095000],
    "dwan-ivey-2009.phh": [572100, 1997500, 1109500],
    "alice-carol-wikipedia.phh": [196, 220, 200, 184],
}

pytestmark = pytest.mark.skipif(not PHH.is_dir(), reason="real hands are not part of the project")


class Published(NamedTuple):
    """A hand as published, and what the replay of its actions makes of it."""

    name: str
    fields: dict[str, Any]
    settled: Settlement
    left: list[list[float]]  # the stacks after the hand, in every way to share the pots that is in order


def settlement(text: str, name: str) -> Settlement:
    """The settlement of the only hand of a file, read without its result."""
    source = open_stream(io.BytesIO(RESULT.sub("", text).encode()), name)
    (raw,) = [part for part in read(source) if isinstance(part, RawHand)]
    hand = raw.read()
    assert hand.setup.rules is not None
    return replay(hand, rules_in_force(hand.setup.rules, date.max, room=not hand.setup.notes_table))


def stacks(fields: dict[str, Any], settled: Settlement) -> list[list[float]]:
    """What the players have after the hand: what they had, without their wagers, with what they are due."""
    players = [settled.table.by_name[name] for name in fields["players"]]
    found: list[list[float]] = []
    for due in settled.dues(settled.awards, [0] * len(settled.pots)):
        pay = [due.get(one.seat, 0) + (settled.uncalled if one is settled.uncalled_to else 0) for one in players]
        rows = zip(fields["starting_stacks"], players, pay, strict=True)
        left = [start + (won - one.put_in_hand) / 100 for start, one, won in rows]
        found += [left] if left not in found else []
    return found


def played(path: Path) -> Published:
    text = path.read_text(encoding="utf-8")
    fields, settled = tomllib.loads(text), settlement(text, path.name)
    return Published(path.name, fields, settled, stacks(fields, settled))


@cache
def hands_of(folder: str) -> list[Published]:
    return [played(path) for path in sorted((PHH / folder).iterdir())]


@pytest.mark.parametrize("folder", GAMES)
def test_the_actions_alone_lead_to_the_published_stacks(folder: str) -> None:
    hands = hands_of(folder)
    in_the_text = sum(len(HAND.findall(path.read_text(encoding="utf-8"))) for path in (PHH / folder).rglob("*.phh*"))

    assert {one.name: one.left for one in hands} == {one.name: [one.fields["finishing_stacks"]] for one in hands}
    assert len(hands) == in_the_text > 0
    assert {one.fields["variant"] for one in hands} == GAMES[folder]
    assert [
        one.name for one in hands if one.settled.payments or one.settled.counted is not None
    ] == []  # copied nothing


def test_there_are_showdowns_of_every_kind_among_these_hands() -> None:
    """Otherwise the test above would say little about which hand beats which."""
    shown = [one.settled for folder in GAMES for one in hands_of(folder) if one.settled.contested]

    assert len(shown) > 90
    assert sum(len(one.live) > 2 for one in shown) > 1
    assert sum(len(one.pots) > 1 for one in shown) > 1
    assert sum(len(pot.winners or ()) > 1 for one in shown for pot in one.pots) > 4


def test_the_next_hand_of_the_world_series_begins_with_what_this_one_left() -> None:
    hands = {one.fields["hand"]: one for one in hands_of("wsop")}
    pairs = [(hand, hand + 1) for hand in hands if hand + 1 in hands]
    differ = []
    for one, other in pairs:
        after = dict(zip(hands[one].fields["players"], hands[one].left[0], strict=True))
        begun = hands[other].fields
        before = dict(zip(begun["players"], begun["starting_stacks"], strict=True))
        if before != {name: stack for name, stack in after.items() if stack}:  # who has nothing left is gone
            differ.append((one, other))

    assert len(pairs) > 20
    assert differ == [SHARED_CHIP]


@pytest.mark.parametrize("name", STATED)
def test_hands_whose_files_state_no_result_end_as_the_library_of_the_format_says(name: str) -> None:
    assert played(PHH / name).left == [STATED[name]]


def test_another_winner_would_be_noticed() -> None:
    """The cards of a winner and of a loser interchanged lead to other stacks: it is the cards that were compared."""
    path = PHH / "dwan-ivey-2009.phh"
    text = path.read_text(encoding="utf-8")
    swapped = text.replace("Ac2d", "x").replace("7h6h", "Ac2d").replace("x", "7h6h")

    (left,) = stacks(tomllib.loads(text), settlement(swapped, path.name))

    assert left != STATED[path.name]
    assert sum(left) == sum(STATED[path.name])
