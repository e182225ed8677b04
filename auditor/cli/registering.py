"""The register of a run: opened before the audit, filled while it goes on. What is wrong with it stops no audit."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from auditor.cli import output
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import plural

if TYPE_CHECKING:
    from auditor.auditing.options import Options
    from auditor.auditing.result import Result
    from auditor.register.entering import EnteredRun
    from auditor.register.store import Register
    from auditor.review.baseline import Baseline
    from auditor.review.ledger import DecisionStore

REGISTER = "register"  # as a baseline: what the register knows


def opened(address: str, make: bool = True) -> Register:
    """Open a register. Raises UsageError if that cannot be done."""
    check_installed()
    from auditor.register.store import Register

    return Register(address, make)


def check_installed() -> None:
    """Refuse where the extra is not installed."""
    try:
        import auditor.register.store  # noqa: F401
    except ModuleNotFoundError as error:
        raise UsageError(f"register: {error.name} is not installed; expected 'pip install auditor[register]'") from None


def store_of(register: Register) -> DecisionStore:
    """The decisions of a register."""
    from auditor.register.decisions import RegisterDecisions

    return RegisterDecisions(register)


class RunRegister:
    """The register that a run was given. Once anything is wrong with it, it is told and nothing more is entered."""

    def __init__(self, address: str, options: Options) -> None:
        """Open it and begin a run."""
        self.failed = False
        self.register: Register | None = None
        self.run: EnteredRun | None = None
        self.baseline: Baseline | None = None
        try:
            self.register = opened(address)
            self.options = options
        except UsageError as error:
            self._fail(error)

    def known(self) -> Baseline | None:
        """What the register knows before the run; None if it cannot be used, which was told."""
        if self.register is not None:
            from auditor.register.known import baseline_of

            try:
                self.baseline = baseline_of(self.register)
            except UsageError as error:
                self._fail(error)
        return self.baseline

    def begin(self) -> None:
        """Begin a run, as of now."""
        if self.register is None or self.failed:
            return
        from auditor.register.entering import EnteredRun
        from auditor.register.rows import asked_as

        try:
            self.run = EnteredRun(self.register, _now(), asked_as(self.options))
        except UsageError as error:
            self._fail(error)

    def enter(self, log: Result) -> None:
        """Enter what was made of a log."""
        if self.run is not None:
            try:
                self.run.enter(log)
            except UsageError as error:
                self._fail(error)

    def end(self, quiet: bool, interrupted: bool) -> None:
        """Enter the rest, and say what was entered. A run that was interrupted is one that was cut off."""
        if self.run is None or self.register is None:
            return
        try:
            self.run.end(None if interrupted else _now())
            if self.baseline is not None:
                from auditor.register.known import tell_gone

                tell_gone(self.register, self.run.run, self.baseline)
        except UsageError as error:
            self._fail(error)
            return
        counts = self.run.counts
        if not quiet:
            new, logs = counts["new_logs"], counts["logs"]
            output.say(f"entered in {self.register.name}: {logs:,} {plural(logs, 'log')}, {new:,} of them new")
        if left := counts["not_entered"]:
            reason = "not read to its end as it was, or with nights left out: a log is entered whole or not at all"
            output.say(f"not entered in {self.register.name}: {left:,} {plural(left, 'log')} ({reason})")

    def _fail(self, error: UsageError) -> None:
        output.say(str(error))
        self.failed, self.run = True, None


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
