"""Findings that tell of a custom of the room: it plays so as a rule, for everybody, and a file of the room says so."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.auditing.mitigation.context import Context
from auditor.rules.loading.customs import GENERAL, CustomsFile, customs_file, customs_of
from auditor.rules.schema.customs import Custom
from auditor.vocabulary.findings import Finding, RoomCustom, Severity
from auditor.vocabulary.hand import PLAY_ONLY, Hand
from auditor.vocabulary.records import replace, value_class


def for_custom_of_room(findings: list[Finding], context: Context) -> list[Finding]:
    """Accuse nobody of a custom, and name it. What the check says of the fault must be what the room's file says."""
    if not any(one.practices for one in findings):
        return findings
    houses = tuple(_houses(context))

    def weighed(finding: Finding) -> Finding:
        known = (house.covering(finding, context.hand) for house in houses if finding.practices)
        custom: RoomCustom | None = next((one for one in known if one is not None), None)
        return finding if custom is None else replace(finding, severity=Severity.ADVISORY, custom=custom)

    return [weighed(one) for one in findings]


@value_class
class HouseCustoms:
    """The customs of a file, and whose they are."""

    id: str  # of the file
    room: str
    customs: tuple[Custom, ...]

    def covering(self, finding: Finding, hand: Hand) -> RoomCustom | None:
        """The custom that a finding shows, if there is one: of its clause, its check and what the check says of it."""
        for one in self.customs:
            if (one.clause, one.check) != (finding.clause, finding.check) or one.practice not in finding.practices:
                continue
            if one.games and finding.rules.rpartition("/")[2] not in one.games:
                continue
            if one.since is None or (hand.day is not None and hand.day >= one.since):
                return RoomCustom(f"{self.id}/{one.id}", self.room, one.title, one.gist, one.source)
        return None


def _houses(context: Context) -> Iterator[HouseCustoms]:
    """The customs that hold for a hand.

    First come those of the house file that judges it, then those of the files that were named. What comes with the
    auditor is for logs that online rooms write, and a file that was named for the same room stands in its place.
    """
    rules, setup = context.rules, context.hand.setup
    if rules.customs:
        yield HouseCustoms(rules.id, rules.id, rules.customs)
    named = [customs_file(one) for one in context.customs]
    yield from (_held(one) for one in named if one.covers(rules) and one.house.room in (None, setup.room))
    room = setup.room or GENERAL
    if PLAY_ONLY in setup.records and all(one.house.room != room for one in named):
        ours = customs_of(room)
        if ours.covers(rules):
            yield HouseCustoms(ours.house.id, room, ours.customs)


def _held(file: CustomsFile) -> HouseCustoms:
    return HouseCustoms(file.house.id, file.house.room or file.house.id, file.customs)
