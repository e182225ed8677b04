"""Customs of rooms for people: which rooms there are, and what a file states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.report.layout import EMPTY, Line, columns, line, wrapped
from auditor.rules.loading.customs import CustomsFile
from auditor.rules.schema.customs import Custom
from auditor.vocabulary.wording import escaped, joined, plural


def rooms(files: Sequence[CustomsFile], width: int) -> Iterator[Line]:
    """The rooms whose customs come with the auditor."""
    rows = [("room", "customs", "over")]
    for file in files:
        titles = joined([custom.title for custom in file.customs]) or "none known"
        rows.append((file.house.id, titles, file.house.extends))
    yield EMPTY
    yield from columns(rows, width, flexible=1, indent="")


def shown_customs(file: CustomsFile, width: int) -> Iterator[Line]:
    """What a file of customs states, with its sources."""
    yield line(f"{file.house.id}  {escaped(file.house.title or '')}".rstrip(), "title")
    of = f"logs of {escaped(file.house.room)}" if file.house.room else "all logs"
    yield from wrapped(f"laid over {file.house.extends}, for {of}", width)
    for custom in file.customs:
        yield EMPTY
        yield from _shown(custom, width)
    if not file.customs:
        yield line("no customs are known")


def _shown(custom: Custom, width: int) -> Iterator[Line]:
    yield line(f"{custom.id}: {escaped(custom.title)}", "title")
    yield from wrapped(escaped(custom.gist), width, "  ")
    games = f" in {joined(custom.games)}" if custom.games else ""
    since = f", since {custom.since}" if custom.since else ""
    yield from wrapped(
        f"clause {custom.clause}{games}: {custom.check} finds the practice {custom.practice}{since}", width, "  "
    )
    yield from wrapped(f"source: {escaped(custom.source)}", width, "  ", "    ")


def checked_customs(path: str, file: CustomsFile, width: int) -> Iterator[Line]:
    """What a file of customs amounts to, if nothing is wrong with it."""
    n = len(file.customs)
    yield from wrapped(f"{escaped(path)}: nothing is wrong with it.", width, style="good")
    yield from wrapped(f"{file.house.id}: {n} {plural(n, 'custom')} over {file.house.extends}.", width, "  ")
