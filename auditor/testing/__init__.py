"""Marked logs as tests, and the plug-in that lets pytest run them.

`AuditFixture` is the type of the plug-in's fixture, for annotations. It is fetched when somebody asks for it; nothing
is imported here, because pytest loads this package with the plug-in in every project where it is installed.
"""

__all__ = ["AuditFixture"]

TYPE_CHECKING = False  # as in typing, which takes its time to import

if TYPE_CHECKING:
    from auditor.testing.pytest_plugin import AuditFixture
else:

    def __getattr__(name):
        """The class of the fixture, kept here from then on."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from auditor.testing.pytest_plugin import AuditFixture

        globals()["AuditFixture"] = AuditFixture
        return AuditFixture

    def __dir__():
        """The names of this package, with the class of the fixture."""
        return sorted({*globals(), *__all__})
