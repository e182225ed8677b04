"""Plugins for people: what each adds, the package that has it, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.report.layout import Line, columns, line, wrapped
from auditor.storage.plugins import GROUPS, Plugin
from auditor.vocabulary.wording import escaped


def listed(rows: Sequence[tuple[Plugin, str]], width: int) -> Iterator[Line]:
    """Every plugin with its origin; below it, if it cannot be used, the reason."""
    if not rows:
        yield line("No installed package adds anything to the auditor.")
        return
    table = [("name", "what", "package", "from")]
    for one, fault in rows:
        state = " (cannot be used)" if fault else ""
        table.append((escaped(one.name), GROUPS[one.group], escaped(one.origin) + state, escaped(one.value)))
    yield from columns(table, width, flexible=3, indent="")
    for _, fault in rows:
        if fault:
            yield from wrapped(escaped(fault), width, style="breach")
