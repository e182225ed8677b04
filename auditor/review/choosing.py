"""Which finding somebody means by a ref, and which ledger an audit of its log reads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from auditor.review.ledger import LEDGER
from auditor.review.trust import distrust
from auditor.vocabulary.records import value_class

LISTED = 20  # findings that a ref may mean and that are named


@value_class
class Meant:
    """A finding that a ref may mean, with as much of it as tells it from others."""

    fingerprint: str
    night: str | None
    table: str
    hand: str | None
    clause: str
    path: str
    line: int
    old_fingerprint: str = ""  # which a report does not have

    @property
    def words(self) -> str:
        """`64ce07ffb7: night 1994-06-11, Manila 3, hand 7, 10.2, night.log:275`."""
        hand = f", hand {self.hand}" if self.hand else ""
        where = f"{self.table}{hand}, {self.clause}, {self.path}:{self.line}"
        return f"{self.fingerprint[:10]}: {f'night {self.night}' if self.night else 'no date'}, {where}"


def meant_by(ref: str, findings: Iterable[Meant]) -> list[Meant]:
    """The findings that a ref means. An old name, from before names had the night, may mean several nights."""
    by_name, by_old_name = [], []
    for one in findings:
        if one.fingerprint.startswith(ref):
            by_name.append(one)
        elif one.old_fingerprint.startswith(ref):
            by_old_name.append(one)
    return by_name or by_old_name


def ledgers_of(log: Path) -> list[Path]:
    """Where the ledgers of a log may lie: beside it, and at the top of each folder that it is in; the nearest first."""
    home = Path(os.path.abspath(log)).parent
    return [folder / LEDGER for folder in (home, *home.parents)]


def ledger_for(log: Path, named: Sequence[Path]) -> Path:
    """The ledger to enter a decision in, so that an audit of the log reads it.

    It is the nearest that is there and trusted. If none is, it lies at the top of the folder that was named and has the
    log, or beside the log.
    """
    candidates = [one for one in ledgers_of(log) if one.parent.is_dir()]
    for one in candidates:
        if os.path.lexists(one) and distrust(one) is None:
            return shown(one)
    tops = [os.path.abspath(one) for one in named if one.is_dir()]
    return shown(next((one for one in candidates if str(one.parent) in tops), candidates[0]))


def shown(path: Path) -> Path:
    """A path seen from the current folder, if it lies below it."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
