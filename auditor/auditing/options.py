"""How to audit, as somebody asked for it."""

from __future__ import annotations

from datetime import date

from auditor.vocabulary.records import value_class


@value_class
class Options:
    """How to audit: which rulebook if not the log's own, as of which day, which readings, how many processes."""

    rules: str | None = None
    as_of: date | None = None
    readings: tuple[tuple[str, str], ...] = ()
    jobs: int = 1
    log_format: str | None = None  # which all logs are in; otherwise each shows its own
    customs: tuple[str, ...] = ()  # files of customs to lay over the rulebooks of the logs
    since: date | None = None  # the first night whose hands are judged …
    until: date | None = None  # … and the last; a hand without a date may be of any night, and is judged
    debug: bool = False  # let a fault of the auditor itself end the audit

    def leaves_out(self, night: date | None) -> bool:
        """Is a hand of this night left out, because other nights were asked for?"""
        if night is None:
            return False
        return (self.since is not None and night < self.since) or (self.until is not None and night > self.until)
