"""Hands played by the book are found faultless, and the same hands with one fault planted guilty of that alone."""

from __future__ import annotations

import io
import random
from itertools import islice

import pytest
from mutations import MUTATIONS
from play import oracle
from play.evening import logs
from play.hand import Play
from play.planting import subjects

from auditor import events as e
from auditor.audit import Options, Result, audit
from auditor.findings import Verdict
from auditor.logs.source import open_stream
from auditor.replay.options import options

BLOCKS, HANDS = 12, 260  # together some 3,000 hands
SUBJECTS = 700  # hands that a fault may look for its place in
TIMES = 4  # hands that each fault is planted in


def audited(log: str) -> Result:
    return audit([open_stream(io.BytesIO(log.encode()), "generated.log")], Options())


def found(log: str) -> list[str]:
    """What an audit finds in a log, each with the hand it stands in, so that a failure can be read."""
    result = audited(log)
    lines = log.split("\n")
    told = [f"{one.line}: {one.reason}" for one in result.unread]
    for finding in result.findings:
        line = finding.place.line
        start = max((n for n, text in enumerate(lines[:line]) if text.startswith("hand ")), default=0)
        end = next((n for n, text in enumerate(lines) if n >= line and text == "end"), len(lines))
        told.append("\n".join([f"{finding.clause}: {finding.message} ({lines[line - 1].strip()})", *lines[start:end]]))
    return told


# ---- no false accusation ----


@pytest.mark.parametrize("seed", range(BLOCKS))
def test_hands_played_by_the_book_give_no_finding(seed):
    assert [told for log in logs(seed, HANDS) for told in found(log)] == []


CORNERS = (
    "1", "3.5[ace-low]", "4.2[depth]", "5.2", "5.3", "5.4", "6.1[vacant]", "6.2[first]", "6.2[rotation]", "7.2",
    "7.3(a)", "8.3(a)", "8.5", "9.2", "9.2[announce]", "9.3(b)", "9.4", "9.4[odd]", "10.1", "10.2", "10.2[floor]",
    "10.3[cap]", "10.3[floor]", "10.4", "10.4[floor]", "10.4[limit]", "10.5", "11.1(a)", "11.1(b)", "11.1(b)[cap]",
    "11.2", "11.2[notice]", "11.3", "11.4", "11.5", "12.1", "12.1[remain]", "12.1[side-pot]", "12.2", "12.2[rest]",
    "12.3[leave]", "12.3[minimum]", "13.1", "13.2", "13.3", "14.1", "14.2", "14.3(a)", "14.3(b)", "14.3(c)", "14.3(d)",
    "14.3(e)", "14.3(f)", "14.3(g)", "14.3(h)", "14.3(i)", "14.3(j)", "16.1", "16.2", "16.7", "16.8", "17.2", "18.4",
    "19.2", "19.4", "terms:call", "terms:check", "terms:raise",
)  # fmt: skip


def test_hands_played_by_the_book_get_into_every_corner():
    """Clauses that were put to the test by the hands of all blocks, and kept."""
    kept = set()
    for seed in range(BLOCKS):
        for log in logs(seed, HANDS):
            verdicts = audited(log).verdicts
            kept |= {clause for (_, clause), count in verdicts.items() if count[Verdict.PASS]}

    assert sorted(set(CORNERS) - kept) == []


# ---- what may be done ----


def decisions(play: Play):
    """Each moment at which a player is to act, with the raises of the round and the largest of them, counted anew."""
    raises = floor = 0
    for _, table, step in play.moments():
        event, betround = step.event, table.round
        if isinstance(event, e.Communal):
            raises = floor = 0
        if not isinstance(event, e.Act) or betround is None or table.turn is None:
            continue
        yield table, raises, floor
        if isinstance(event, e.Raise):
            blind, increases = table.blind, (event.total - betround.highest, event.total - betround.full_level)
            if event.all_in and increases[0] < max(blind, floor):
                continue  # the last chips of a player, not a full raise
            raises += 1
            last = len(table.board) == 5
            if any(blind <= one <= 4 * blind if last else one in (blind, 2 * blind) for one in increases):
                floor = max(floor, increases[0])


@pytest.mark.parametrize("seed", range(4))
def test_the_options_are_those_of_the_text(seed):
    for play in islice(subjects(seed), 40):
        for table, raises, floor in decisions(play):
            player, betround = table.turn, table.round
            offered = {option.act: option.totals for option in options(table)}
            wagers = oracle.totals(
                len(table.board),
                table.blind,
                betround.highest,
                player.total,
                player.stake,
                raises,
                floor,
                len(table.able),
            )
            owed = betround.highest - player.total
            expected = {"fold": ()}
            expected |= {"open" if betround.highest == 0 else "raise": wagers} if wagers else {}
            expected |= {"check": ()} if betround.highest == 0 else {}
            expected |= {"call": (player.total + min(owed, player.stake),)} if owed > 0 else {}

            assert offered == expected, f"{table.turn.name} in\n{play}"


# ---- one fault, one finding ----


_HANDS = subjects(seed=1994)
_MADE: list[Play] = []


def hand(number: int) -> Play:
    """A hand to plant faults in; they are made when they are first needed, and kept."""
    while len(_MADE) <= number:
        _MADE.append(next(_HANDS))
    return _MADE[number]


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_planted_fault_is_found_and_nothing_else(name):
    planted = 0
    for number in range(SUBJECTS):
        mutated = MUTATIONS[name](hand(number), random.Random(number))
        if mutated is not None:
            log, clauses = mutated
            assert tuple(finding.clause for finding in audited(log).findings) == clauses, "\n".join(found(log)) or log
            planted += 1
        if planted == TIMES:
            break

    assert planted == TIMES
