"""What becomes of findings when another log takes the place of one: both are kept, and one of them counts.

A log takes the place of another where it lies in the same place and tells of the same table on the same night. Nights
of which only the earlier one told still count: a log that is written on for weeks may drop what is old.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import ColumnElement, Connection, FromClause, and_, exists, func, null, select, update

from auditor.register.schema import Life, findings, nights, sittings

Told = tuple[str | None, str, object]  # venue, table, night
SITTINGS = (sittings.c.id, sittings.c.superseded_by, sittings.c.venue, sittings.c.table_name, nights.c.night)


def settle(connection: Connection, log: int, others: Iterable[int], run: int) -> None:
    """Let a log that was seen take the place of others that were seen in the same place before."""
    own = _sittings_of(connection, [log])
    kin = _sittings_of(connection, sorted(others))
    for told, numbers in own.items():
        (number,) = numbers
        earlier = kin.get(told, {})
        rivals = [one for one, superseded in earlier.items() if not superseded]
        if rivals:
            _replace(connection, number, rivals, list(earlier), run)


def _sittings_of(connection: Connection, logs: list[int]) -> Mapping[Told, dict[int, bool]]:
    """The sittings of these logs by what they tell of, and whether each was superseded."""
    asked = select(*SITTINGS).join(nights, nights.c.id == sittings.c.night_id).where(nights.c.log_id.in_(logs))
    found: dict[Told, dict[int, bool]] = {}
    for number, superseded, venue, table, night in connection.execute(asked):
        found.setdefault((venue, table, night), {})[number] = superseded is not None
    return found


def _replace(connection: Connection, number: int, rivals: list[int], kin: list[int], run: int) -> None:
    """Let one sitting count in the place of its rivals, whose findings go on in it or are gone."""
    back = {"superseded_by": None, "superseded_run": None}
    connection.execute(update(sittings).where(sittings.c.id == number).values(back))
    gone = {"superseded_by": number, "superseded_run": run}
    connection.execute(update(sittings).where(sittings.c.id.in_(rivals)).values(gone))
    own, other = findings.alias(), findings.alias()
    rival = and_(findings.c.sitting_id.in_(rivals), findings.c.life == Life.PRESENT)
    here = exists().where(own.c.sitting_id == number, *_same(own))
    connection.execute(update(findings).where(rival, here).values(life=Life.CONTINUED))
    connection.execute(update(findings).where(rival).values(life=Life.GONE, gone_run=run))
    again = and_(findings.c.sitting_id.in_(kin), findings.c.life == Life.GONE)
    connection.execute(update(findings).where(again, here).values(life=Life.CONTINUED, gone_run=null()))
    mine = findings.c.sitting_id == number
    connection.execute(update(findings).where(mine).values(life=Life.PRESENT, gone_run=null()))
    first = select(func.min(other.c.first_run)).where(other.c.sitting_id.in_([*kin, number]), *_same(other))
    connection.execute(update(findings).where(mine).values(first_run=first.scalar_subquery()))


def _same(other: FromClause) -> list[ColumnElement[bool]]:
    """The same finding, in another sitting."""
    return [other.c[name] == findings.c[name] for name in ("ref", "fingerprint", "nth")]
