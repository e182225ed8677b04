"""Stud by Robert's Rules is found faultless, and the same hands with one fault planted guilty of that alone."""

from __future__ import annotations

import io
import os

import pytest
from play import roberts_stud_faults_betting, roberts_stud_faults_ending  # noqa: F401  (both register)
from play.roberts_games import LIMITS
from play.roberts_stud_games import STUD_GAMES
from play.roberts_stud_planting import FAULTS, planted
from play.roberts_stud_playing import log

from auditor.audit import Options, Result, audit
from auditor.findings import Verdict
from auditor.logs.source import open_stream

MORE = int(os.environ.get("AUDITOR_GENERATED", "1"))  # how many times as much
LOGS = {"fixed": 40 * MORE, "no-limit": 15 * MORE, "pot-limit": 15 * MORE}  # of each game, up to three hands each
TIMES = 3 * MORE  # hands that each fault is planted in, for each limit
SUBJECTS = 4000 * MORE  # hands that a fault may look for its place in


def audited(text: str) -> Result:
    return audit([open_stream(io.BytesIO(text.encode()), "generated.log")], Options())


def told(result: Result) -> list[str]:
    """What an audit found, each as its severity and clause."""
    return [f"{one.severity.word} {one.clause}" for one in result.findings]


def words(text: str, result: Result) -> str:
    """The same in full and with the log, so that a failure can be read."""
    found = [f"{one.line}: {one.reason}" for one in result.unread]
    return "\n".join([*found, *(f"{one.place.line}: {one.message}" for one in result.findings), text])
