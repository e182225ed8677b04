"""Audits poker logs against codified rulebooks, clause by clause.

What the library offers is fetched from `auditor.api` when it is first asked for; nothing is imported here, so that the
command line starts at once.
"""

from auditor.version import __version__ as __version__

__all__ = [
    "Audit",
    "Auditor",
    "AuditorError",
    "Finding",
    "News",
    "Rulebook",
    "RulebookError",
    "Severity",
    "Unread",
    "UsageError",
    "Verdict",
    "audit",
    "audit_events",
    "audit_text",
    "load_rules",
]

TYPE_CHECKING = False  # as in typing, which takes its time to import

if TYPE_CHECKING:
    from auditor.api import (
        Audit,
        Auditor,
        AuditorError,
        Finding,
        News,
        Rulebook,
        RulebookError,
        Severity,
        Unread,
        UsageError,
        Verdict,
        audit,
        audit_events,
        audit_text,
        load_rules,
    )
else:

    def __getattr__(name):
        """A name of the library, kept here from then on."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from auditor import api

        globals().update({one: getattr(api, one) for one in __all__})
        return globals()[name]

    def __dir__():
        """What there is, the names of the library among it."""
        return sorted({*globals(), *__all__})
