"""Which customs hold for a hand: those of its house or its room, each for what the check of its clause can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.auditing.engine.registry import registered
from auditor.rules.loading.customs import GENERAL, CustomsFile, customs_file, customs_of
from auditor.rules.loading.merging import read
from auditor.rules.schema.customs import Custom
from auditor.rules.schema.data import guess
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.findings import Finding, RoomCustom
from auditor.vocabulary.hand import PLAY_ONLY, Hand


@dataclass(slots=True, frozen=True)
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


def customs_for(hand: Hand, rules: Rulebook, files: Sequence[str]) -> Iterator[HouseCustoms]:
    """The customs that hold for a hand.

    First come those of the house file that judges it, then those of the files that were named. What comes with the
    auditor is for logs that online rooms write, and a file that was named for the same room stands in its place.
    """
    if rules.customs:
        yield HouseCustoms(rules.id, rules.id, rules.customs)
    named = [customs_file(one) for one in files]
    yield from (_held(one) for one in named if one.covers(rules) and one.house.room in (None, hand.setup.room))
    room = hand.setup.room or GENERAL
    if PLAY_ONLY in hand.setup.records and all(one.house.room != room for one in named):
        general = customs_of(room)
        if general.covers(rules):
            yield HouseCustoms(general.house.id, room, general.customs)


def _held(file: CustomsFile) -> HouseCustoms:
    return HouseCustoms(file.house.id, file.house.room or file.house.id, file.customs)


def check_customs(file: str) -> CustomsFile:
    """Load a file of customs and refuse a practice that the check of its clause has no name for."""
    found = customs_file(file)
    for number, custom in enumerate(found.house.customs):
        known = registered()[custom.check].practices if custom.check in registered() else ()
        if custom.practice not in known:
            offered = f"expected one of {', '.join(known)}" if known else "and has no name for any"
            reason = (
                f"{custom.check} knows no practice {custom.practice!r}{guess(custom.practice, list(known))}; {offered}"
            )
            raise found.error(reason, number, "practice")
    return found


def checked_files(files: Iterable[str], rules: str | None) -> tuple[str, ...]:
    """The files of customs that somebody names, once they and the customs of a house's rulebook are found in order."""
    if rules is not None and rules.endswith(".toml") and Path(rules).is_file() and "customs" in read(Path(rules)).data:
        check_customs(rules)
    return tuple([str(check_customs(one).path) for one in files])
