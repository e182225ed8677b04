"""`auditor decide`: an entry in the ledger of decisions."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import arguments, output, shared
from auditor.cli.registering import opened, store_of
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import calendar, escaped

if TYPE_CHECKING:
    from auditor.review.choosing import Meant
    from auditor.review.ledger import Decision

REPORT = b'"schema": "auditor/report/'  # stands at the head of a JSON report
HEAD = 200  # bytes in which it is looked for


class DecisionKind(StrEnum):
    """What can be decided about a finding."""

    upheld = "upheld"
    dismissed = "dismissed"
    waived = "waived"
    under_review = "under-review"


def decide(
    finding: Annotated[
        str, typer.Argument(metavar="REF", help="The finding: the ref that a report prints, or its fingerprint.")
    ],
    decision: Annotated[
        DecisionKind,
        typer.Argument(
            metavar="DECISION",
            help="upheld, dismissed, waived or under-review; a finding dismissed or waived fails no run.",
        ),
    ],
    authority: Annotated[str, typer.Option(metavar="NAME", help="Who decided.")],
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH...", help="Where the finding is: logs, folders, or a report of --format json."),
    ] = None,
    remark: Annotated[str, typer.Option(metavar="TEXT", help="Why; needed to dismiss or waive.")] = "",
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="The last day the decision holds; without one it stays.")
    ] = None,
    time: Annotated[str | None, typer.Option(metavar="TIME", help="When it was decided, if not just now.")] = None,
    ledger: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The ledger, instead of the one that an audit of the log reads.")
    ] = None,
    register: shared.RegisterAddress = None,
    force: Annotated[
        bool, typer.Option("--force", help="Enter it even if no finding has this ref, or several have.")
    ] = False,
) -> int:
    """Enter what was decided about a finding.

    It goes where an audit reads it: into the register of --register or of the settings, or else the ledger beside
    the log. Without logs or a report the finding is looked for in the register.
    """
    from auditor.review.ledger import Decision, check

    if ledger is not None and register is not None:
        raise UsageError("--ledger and --register exclude each other")
    ref = finding.strip().lower().removeprefix("ref:")
    entry = Decision(ref, decision.value.replace("-", " "), authority, _moment(time), remark, arguments.day(until))
    check(entry)
    address = None if ledger is not None else register or _register_of(paths or [])
    one = None if force else _only(ref, paths or [], address)
    if one is not None:
        if not one.fingerprint.startswith(ref):
            output.say(f"{ref} is an old name; since names have the night it is {escaped(one.words, 300)}")
        entry = replace(entry, fingerprint=one.fingerprint)
    for words in entered(entry, ledger, address, None if one is None else one.path, paths or []):
        output.say(words)
    if entry.until is not None and entry.until < datetime.now().date():
        output.say(f"{calendar(entry.until)} has passed: an audit of today tells it as expired and does not apply it")
    return 0


def entered(
    entry: Decision, ledger: Path | None, address: str | None, log: str | None, paths: Sequence[str]
) -> list[str]:
    """Enter a decision about a finding of a log in what serves the log: a register, the ledger that was named, or the
    one that an audit of the log reads. Says where it is now and which audits read it.
    """
    from auditor.review.ledger import LedgerFile

    said = f"{escaped(entry.fingerprint, 40)} {entry.words}; entered in "
    if address is not None:
        store = store_of(opened(address))
        store.add(entry)
        return [f"{said}{store.name}"]
    file = ledger_of(ledger, log, paths)
    LedgerFile(file).add(entry)
    return [f"{said}{escaped(str(file))}", read_by(file, log)]


def ledger_of(ledger: Path | None, log: str | None, paths: Sequence[str]) -> Path:
    """The ledger for a decision about a log: the one that was named, or that an audit of the log reads."""
    from auditor.review.choosing import ledger_for
    from auditor.review.ledger import LEDGER

    if ledger is not None:
        return ledger
    return Path(LEDGER) if log is None else ledger_for(Path(log), [Path(path) for path in paths])


def _register_of(paths: Sequence[str]) -> str | None:
    """The register that the settings have for these logs, if they have one."""
    from auditor.cli.audit import DEFAULTS, log_places
    from auditor.cli.settings import run_settings
    from auditor.logs.files.discovery import find

    logs = [path for path in paths if not _is_report(Path(path))]
    address: str | None = run_settings(DEFAULTS, (), log_places(logs, find(logs) if logs else []))["register"]
    return address


def read_by(ledger: Path, log: str | None) -> str:
    """Which audits read the ledger, and what they need for it."""
    from auditor.review.choosing import ledgers_of
    from auditor.review.trust import distrust

    if log is not None and ledger.absolute() not in ledgers_of(Path(log)):
        return f"an audit of {escaped(log)} reads it with --decisions {shlex.quote(escaped(str(ledger)))}"
    if distrust(ledger) is not None:
        folder = shlex.quote(escaped(str(ledger.parent)))
        return f"an audit applies it with --decisions, or by itself once 'auditor trust {folder}' was said"
    return "an audit of the logs beside it or below it reads it"


# ---- the finding ----


def _only(ref: str, paths: Sequence[str], address: str | None) -> Meant:
    """The one finding that a ref means in these logs, reports or register. Raises UsageError if there is not one."""
    from auditor.review.choosing import LISTED, meant_by

    if not paths and address is None:
        raise UsageError(
            "no log and no report named, expected what has the finding, as in 'auditor decide REF upheld night.log'; "
            "--force enters it without a look"
        )
    reports = [path for path in paths if _is_report(Path(path))]
    logs = [path for path in paths if path not in reports]
    kept = _registered(address, ref) if address is not None and not paths else ()
    found = meant_by(ref, [*_reported(reports), *(_audited(logs) if logs else ()), *kept])
    if len(found) == 1:
        return found[0]
    where = escaped(", ".join(paths), 200) or "the register"
    if not found:
        raise UsageError(f"no finding {escaped(ref, 40)} in {where}; --force enters it all the same")
    for one in found[:LISTED]:
        output.say(escaped(one.words, 300))
    if (more := len(found) - LISTED) > 0:
        output.say(f"and {more:,} more")
    raise UsageError(f"{len(found):,} findings {escaped(ref, 40)} in {where}, as above: none is decided")


def _is_report(path: Path) -> bool:
    """Is this a JSON report of ours? Logs may be JSON, too."""
    try:
        with path.open("rb") as file:
            return REPORT in file.read(HEAD)
    except (OSError, ValueError):
        return False


def _reported(reports: Sequence[str]) -> Iterator[Meant]:
    """The findings of JSON reports."""
    from auditor.review.baseline import load
    from auditor.review.choosing import Meant

    for path in reports:
        report = load(Path(path), "decide")
        if report.old:
            raise UsageError(f"{escaped(path)} is of an older auditor, and its names have no night; write it anew")
        for one in report.findings:
            yield Meant(one.fingerprint, one.night, one.table, one.hand, one.clause, one.path, one.line)


def _audited(logs: Sequence[str]) -> Iterator[Meant]:
    """The findings in logs, by the settings that `auditor audit` has for them here."""
    from auditor.auditing.pipeline import audit
    from auditor.auditing.result_cache import ResultCache
    from auditor.cli.audit import DEFAULTS, log_places
    from auditor.cli.settings import run_settings
    from auditor.logs.files.discovery import find, open_all
    from auditor.review.choosing import Meant

    found = find(list(logs))
    settings = run_settings(DEFAULTS, (), log_places(logs, found))
    options_at = settings.options if settings.by_path else None
    result = audit(
        open_all(found, arguments.most_bytes(None)), settings.options(), None, options_at, cache=ResultCache()
    )
    for one in result.findings:
        night = None if one.night is None else one.night.isoformat()
        place = one.location
        names = one.fingerprint, night, one.table, one.hand, one.named, place.path, place.line, one.old_fingerprint
        yield Meant(*names)


def _registered(address: str, ref: str) -> Sequence[Meant]:
    """The findings of a register that a ref may mean."""
    register = opened(address, make=False)
    from auditor.register.known import meant

    return meant(register, ref)


def _moment(text: str | None) -> datetime:
    if text is None:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--time: '{escaped(text, 40)}' is no time, expected one such as 1994-06-12T10:00") from None
