"""`auditor plugins`: what other installed packages add, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.vocabulary.errors import AuditorError

if TYPE_CHECKING:
    from auditor.storage.plugins import Plugin

WRONG = 2  # the exit status if a plugin cannot be used


def plugins() -> int:
    """List the checks, formats and rulebooks that other packages add.

    Reports that they add are listed, too. Each stands with its package, and with what is wrong with it, if anything is.
    Exit status: 2 if one of them cannot be used.
    """
    from auditor.report.pages.plugins import listed
    from auditor.storage.plugins import plugins as known

    rows = [(one, _fault(one)) for one in known()]
    output.show(listed(rows, output.width()))
    return WRONG if any(fault for _, fault in rows) else 0


def _fault(plugin: Plugin) -> str:
    """What is wrong with a plugin; empty if it can be used."""
    from auditor.auditing.engine.check_index import load_check
    from auditor.auditing.engine.dispatch import bind
    from auditor.logs.formats import FORMATS, format_named
    from auditor.report.formats import OUTPUTS
    from auditor.report.formats import known as known_report
    from auditor.rules.loading.loader import every_version, rulebook_ids
    from auditor.storage import plugins

    ours = {
        plugins.CHECKS: (),  # told by load_check
        plugins.FORMATS: [one.name for one in FORMATS],
        plugins.RULEBOOKS: rulebook_ids(),
        plugins.REPORTS: list(OUTPUTS),
    }
    try:
        if plugin.name in ours[plugin.group]:
            raise plugin.error("the auditor has one of that name itself, which is used")
        plugins.plugin_named(plugin.group, plugin.name)
        if plugin.group == plugins.CHECKS:
            load_check(plugin)
        elif plugin.group == plugins.FORMATS:
            format_named(plugin.name)
        elif plugin.group == plugins.RULEBOOKS:
            for book in every_version(plugin.name):
                bind(book)
        else:
            known_report(plugin.name)
    except AuditorError as error:
        return str(error)
    return ""
