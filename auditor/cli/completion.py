"""What a shell offers behind an option when somebody presses the tabulator key."""

from __future__ import annotations

from collections.abc import Iterable


def rulebooks(incomplete: str) -> list[str]:
    """The rulebooks that begin like this."""
    from auditor.rules.loading.loader import rulebook_ids

    return _beginning(incomplete, rulebook_ids())


def log_formats(incomplete: str) -> list[str]:
    """The formats of logs that begin like this."""
    from auditor.logs.formats import FORMATS

    return _beginning(incomplete, [one.name for one in FORMATS])


def report_formats(incomplete: str) -> list[str]:
    """The forms of a report that begin like this."""
    from auditor.report.formats import OUTPUTS

    return _beginning(incomplete, OUTPUTS)


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
