"""The plugin for pytest: marked logs are tests, and the fixture `auditor` audits a record that a test has made.

A table log may say in comments what an audit must find (`# expect 10.2: fourth raise`, `# complies 11.1`). Such a log
is one test, which compares all findings; `auditor.rules.clause_book` reads the comments. The plugin leaves other files
alone, and imports nothing of the auditor before there is such a log or a test that asks for the fixture: people who
have the package installed and do not use the plugin should not notice it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from datetime import date

    from _pytest._code.code import TerminalRepr

    from auditor.review.settings import Settings
    from auditor.testing.expectations import Recorded
    from auditor.vocabulary.events import Event

PATTERNS = "auditor_logs"
MARK = re.compile(rb"[#;][ \t]*(?:expect|complies)[ \t]")
READ = {"rules": "rules", "as-of": "as_of", "interpret": "interpretations", "log-format": "log_format"}
"""The settings that an audit depends on, and what the library calls them. Those that shape reports do not count."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the setting that says which files may be logs."""
    parser.addini(
        PATTERNS, "patterns of table logs that are tests if they carry '# expect' comments", "args", ["*.log"]
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> MarkedLog | None:
    """Collect a log that carries marks."""
    if any(file_path.match(pattern) for pattern in parent.config.getini(PATTERNS)) and _marked(file_path):
        return MarkedLog.from_parent(parent, path=file_path)
    return None


def _marked(path: Path) -> bool:
    """Is this a table log with a mark? Most files have no mark, and nothing is imported to see that."""
    try:
        with path.open("rb") as file:
            return any(MARK.search(line) for line in file) and _table_log(path)
    except OSError:
        return False


def _table_log(path: Path) -> bool:
    from auditor.logs.files.decoding import open_path
    from auditor.logs.formats import TABLE_LOG, shown_format
    from auditor.vocabulary.errors import Unreadable

    try:
        source = open_path(path, path.name)
    except Unreadable:  # binary
        return False
    source.file.close()
    return shown_format(source.head) is TABLE_LOG


class MarkedLog(pytest.File):
    """A log with marks."""

    def collect(self) -> Iterator[MarkedLogItem]:
        """Its one test."""
        yield MarkedLogItem.from_parent(self, name="marks")


class Unlike(Exception):
    """An audit that differs from what a log says of itself."""


class MarkedLogItem(pytest.Item):
    """The test that an audit finds everything a log expects, and nothing else."""

    def runtest(self) -> None:
        """Audit the log and compare."""
        from auditor.api import options_for
        from auditor.testing.expectations import differences

        found = differences(self.path, _name(self.path, self.config), options_for(**_options(self.config, self.path)))
        if found:
            raise Unlike("\n".join(found.lines()))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str | TerminalRepr:
        """Say what differs, without a traceback; a log or a rulebook that cannot be used says so in a line."""
        from auditor.vocabulary.errors import AuditorError

        if isinstance(excinfo.value, Unlike | AuditorError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The log, and what is tested."""
        return self.path, 0, f"{_name(self.path, self.config)}: judged as marked"


class AuditFixture:
    """The fixture `auditor`. Call it with a record to have that record audited."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def __call__(
        self,
        record: str | Path | Iterable[Event | Mapping[str, Any]],
        *,
        rules: str | Path | None = None,
        as_of: date | None = None,
        interpretations: Mapping[str, str] | None = None,
        log_format: str | None = None,
    ) -> Recorded:
        """Audit the text of a log, the file at a path, or events. The settings file decides whatever is not given."""
        from auditor import api
        from auditor.testing.expectations import Recorded

        given = {"rules": rules, "as_of": as_of, "interpretations": interpretations, "log_format": log_format}
        options = _options(self._config, record if isinstance(record, Path) else None)
        options |= {name: value for name, value in given.items() if value is not None}
        if isinstance(record, str):
            return Recorded(api.audit_text(record, **options).view)
        if isinstance(record, Path):
            return Recorded(api.audit(record, **options).view)
        options.pop("log_format", None)
        return Recorded(api.audit_events(record, **options).view)


@pytest.fixture(scope="session")
def auditor(request: pytest.FixtureRequest) -> AuditFixture:
    """Audit a record in a test: `auditor(text_or_path_or_events, rules=…).assert_clean()`."""
    return AuditFixture(request.config)


# ---- settings ----


def _options(config: pytest.Config, path: Path | None) -> dict[str, Any]:
    """The options that the project's settings file, if there is one, sets for a log."""
    settings = _settings(config.rootpath)
    values = settings.values if path is None else settings.at(str(path))
    options = {name: values[key] for key, name in READ.items() if key in values}
    if "interpretations" in options:
        options["interpretations"] = dict(one.split("=", 1) for one in options["interpretations"])
    return options


@cache
def _settings(root: Path) -> Settings:
    """The nearest settings from the root of the project upwards. Who runs its tests trusts it: they are programs."""
    from auditor.review.settings import Settings, found, load

    path = next(found(root), None)
    return Settings() if path is None else load(path)


def _name(path: Path, config: pytest.Config) -> str:
    """A path as reports show it: from the root of the project on."""
    return path.relative_to(config.rootpath).as_posix() if path.is_relative_to(config.rootpath) else path.as_posix()
