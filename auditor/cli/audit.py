"""What `auditor audit` does: logs in, a report out. Its options are declared in `audit_command`."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.cli import arguments, output
from auditor.cli.farm import Farm
from auditor.cli.registering import REGISTER, RunRegister, store_of
from auditor.cli.settings import RunSettings, run_settings, settings_lines
from auditor.report import formats
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped

if TYPE_CHECKING:
    from auditor.auditing.audit_run import Given
    from auditor.auditing.result import Result
    from auditor.logs.files.discovery import FoundFiles
    from auditor.register.store import Register
    from auditor.report.formats.jsonl import FindingStream
    from auditor.report.view import View
    from auditor.review.baseline import Baseline
    from auditor.review.effects import RunFiles
    from auditor.review.ledger import DecisionSource, Ledger
    from auditor.review.trust import LogPlaces


FINDINGS, USAGE, NOT_READ = 1, 2, 3
LARGEST_PAGE = 1_000_000  # bytes of a step summary; GitHub refuses a page of more than 1 MiB
WARNINGS = 3  # that are printed about the cache, which has as many entries as there are logs

DEFAULTS: Mapping[str, Any] = {
    "paths": None,
    "rules": None,
    "as_of": None,
    "since": None,
    "until": None,
    "interpret": None,
    "customs": None,
    "log_format": None,
    "format": None,
    "output_file": None,
    "fail_on": arguments.FailOn.irregularity,
    "fail_on_new": False,
    "fail_on_unrecorded": False,
    "exit_zero": False,
    "baseline": None,
    "register": None,
    "decisions": None,
    "today": None,
    "select": None,
    "ignore": None,
    "undecided": False,
    "statistics": False,
    "full": False,
    "jobs": 1,
    "cluster": None,
    "resume": None,
    "config": None,
    "missing_ok": False,
    "isolated": False,
    "show_settings": False,
    "no_cache": False,
    "no_color": False,
    "quiet": False,
}  # the options, and what holds if one is not given


def audit_logs(values: Mapping[str, Any], given: Collection[str] = ("paths",), most_bytes: str | None = None) -> int:
    """Audit logs and report what broke which clause. Of the values of the options, some were `given` by the user."""
    from auditor.auditing.pipeline import audit as run
    from auditor.auditing.result_cache import ResultCache
    from auditor.logs.files.discovery import find, open_all
    from auditor.report.view import view

    paths, show_settings = values["paths"] or [], values["show_settings"]
    if not paths and not show_settings:
        raise UsageError("audit: no log named, expected at least one PATH; 'auditor audit --help' tells more")
    found = find(paths)
    places = log_places(paths, found)
    if values["missing_ok"]:
        values, given = _that_are_there(values, given)
    settings = run_settings(values, given, places)
    if show_settings:
        output.show_texts(settings_lines(settings))
        return 0
    most = arguments.most_bytes(most_bytes)
    reports = _reports(settings)
    logs = [one.path for one in found if one.path is not None]
    for _, file in reports:
        if file is not None:
            output.check_output(file, logs)
    options, choice = settings.options(), settings.choice()
    if "fail_on_new" in settings.given and settings["baseline"] is None:
        raise UsageError("--fail-on-new needs --baseline: without an earlier report everything is new")
    register = None if settings["register"] is None else RunRegister(settings["register"], options)
    earlier = baseline_of(settings["baseline"], register)
    day = arguments.day(settings["today"]) or date.today()
    ledger, files = decided(settings, paths, found, day, None if register is None else register.register)
    choice_at = settings.choice if settings.by_path else None

    def see(result: Result) -> View:
        asked = settings["undecided"], choice_at, files, settings["statistics"]
        return view(result, choice, options, earlier, ledger, day, *asked)

    def opened(files: Sequence[FoundFiles]) -> Iterable[Given]:
        """The logs, which workers open themselves."""
        return open_all(files, most) if options.jobs == 1 and not farm.used else farm.seen_from_afar(files)

    stream = _stream(see) if ("jsonl", None) in reports else None
    cache = None if settings["no_cache"] else ResultCache()
    progress = output.Progress(not settings["quiet"], size_of(found))
    farm = Farm(settings, found)
    if register is not None:
        register.begin()
    try:
        result = run(
            progress.follow(opened(found) if stream is None else _followed(found, most, settings, stream, opened)),
            options,
            progress.step,
            settings.options if settings.by_path else None,
            any(name == "junit" or (name == "sarif" and settings["undecided"]) for name, _ in reports),
            cache,
            None if stream is None else stream.hear,
            most,
            progress.leap,
            None if register is None else register.enter,
            farm.workers,
            farm.kept,
            progress.recall,
        )
    finally:
        progress.end()
        farm.end()
    if register is not None:
        register.end(settings["quiet"], result.interrupted)
    if not settings["quiet"]:
        farm.say()
    warnings = [] if cache is None else cache.warnings
    for warning in warnings[:WARNINGS]:
        output.say(f"warning: {escaped(warning)}")
    if len(warnings) > WARNINGS:
        output.say(f"warning: and {len(warnings) - WARNINGS:,} more")
    final = see(result)
    for name, file in reports:
        if stream is not None and file is None:
            stream.end(final)
        else:
            _report(final, name, file, settings)
        if file is not None and not settings["quiet"]:
            output.say(f"{name} report written to {file}")
    if all(file is not None for _, file in reports):
        say_effects(final)
    return USAGE if register is not None and register.failed else status_of(final, settings)


def _that_are_there(values: Mapping[str, Any], given: Collection[str]) -> tuple[Mapping[str, Any], Collection[str]]:
    """The options without a settings file or a ledger that is named and is not there: nobody has named one then."""
    missing = [one for one in ("config", "decisions") if values[one] is not None and not os.path.lexists(values[one])]
    return {**values, **dict.fromkeys(missing)}, [one for one in given if one not in missing]


def baseline_of(name: str | None, register: RunRegister | None) -> Baseline | None:
    """An earlier report, or what the register knows."""
    if name is None:
        return None
    if name == REGISTER:
        if register is None:
            raise UsageError("--baseline register needs --register; a file of that name is ./register")
        return register.known()
    from auditor.review.baseline import load

    return load(Path(name))


def _stream(see: Callable[[Result], View]) -> FindingStream:
    """Write lines of JSON to standard output while the audit goes on."""
    from auditor.report.formats.jsonl import FindingStream  # it needs the whole model of the report

    return FindingStream(see, output.show_text)


def _followed(
    found: Sequence[FoundFiles],
    most: int,
    settings: RunSettings,
    stream: FindingStream,
    opened: Callable[[Sequence[FoundFiles]], Iterable[Given]],
) -> Iterator[Given]:
    """Give the logs. What comes through standard input is judged as it comes, and each hand told when it is over."""
    from auditor.logs.files.discovery import plain_input
    from auditor.watching.piped_log import follow_pipe

    for one in found:
        pipe = plain_input() if one.is_stdin else None
        if pipe is None:
            yield from opened([one])
        else:
            options = settings.options(one.name if settings.by_path else None)
            log = follow_pipe(pipe, one.name, options, most, stream.hear)
            yield log
            if getattr(log, "interrupted", False):
                return


def size_of(found: Sequence[FoundFiles]) -> int | None:
    """How many bytes there are to read; None if some of them are packed or come from a pipe."""
    if any(one.is_stdin or one.name.lower().endswith((".gz", ".zst", ".zip")) for one in found):
        return None
    elsewhere = [one.size for one in found if one.path is None]
    if None in elsewhere:
        return None
    with suppress(OSError):
        return sum(filter(None, elsewhere)) + sum(one.path.stat().st_size for one in found if one.path is not None)
    return None


def _reports(settings: RunSettings) -> list[tuple[str, Path | None]]:
    """The forms that are wanted, each with its file. One may go to standard output, or where --output says.

    A settings file cannot have all reports go to files: the text is printed then, as it is where none is asked for.
    """
    reports = []
    file = settings["output_file"]
    for one in settings["format"] or [formats.TEXT]:
        name, _, own = one.partition("=")
        reports.append((formats.known(name.strip()), Path(own) if own not in ("", "-") else None))
    if "format" not in settings.given and all(own is not None for _, own in reports):
        reports.append((formats.TEXT, None))
    if sum(own is None for _, own in reports) > 1:
        raise UsageError("--format: only one report can do without a file; give the others one, as in sarif=out.sarif")
    file = None if file == Path("-") else file
    reports = [(name, own or file) for name, own in reports]
    files = [os.path.realpath(own) for _, own in reports if own is not None]
    if len(set(files)) < len(files):
        raise UsageError("--format: two reports go to one file")
    return reports


# ---- what lies among the logs ----


def log_places(paths: Sequence[str], found: Sequence[FoundFiles]) -> LogPlaces:
    """Where the logs are. Nobody knows what comes through a pipe: it may come from the current folder."""
    from auditor.logs.files.remote import is_address
    from auditor.review.trust import LogPlaces

    named = [Path.cwd()] if not found or any(one.is_stdin for one in found) else []
    for path in [Path(name) for name in paths if not is_address(name)]:
        if path.is_dir():
            named.append(path)
        elif not path.is_file():
            named.append(_root_of(path) if glob.has_magic(str(path)) and not path.exists() else Path.cwd())
    return LogPlaces(tuple([one.path for one in found if one.path is not None]), tuple(named))


def _root_of(pattern: Path) -> Path:
    """The folder in which all that fits a pattern lies."""
    return next(path for path in pattern.parents if not glob.has_magic(str(path)))


def decided(
    settings: RunSettings,
    paths: Sequence[str],
    found: Sequence[FoundFiles],
    day: date,
    register: Register | None = None,
) -> tuple[Ledger | None, RunFiles]:
    """The decisions: of the ledger that was named, of the register, or of trusted ledgers beside the logs.

    With them comes what the run says of its files: where a register serves the logs, no ledger beside them does.
    """
    from auditor.review.effects import RunFiles, withheld_ledgers
    from auditor.review.ledger import gathered

    sources, untrusted = decision_sources(settings["decisions"], paths, found, register)
    ledger = gathered(sources, day) if sources else None
    return ledger, RunFiles(settings.effects, withheld_ledgers(untrusted, day))


def decision_sources(
    named: Path | None, paths: Sequence[str], found: Sequence[FoundFiles], register: Register | None = None
) -> tuple[list[DecisionSource], dict[Path, str]]:
    """Where the decisions are that are applied, and the ledgers beside the logs that are not, with the reason."""
    from auditor.review.effects import SERVED
    from auditor.review.ledger import LedgerFile

    if named is not None:
        if not os.path.lexists(named):
            raise UsageError(f"cannot read {escaped(str(named))}: no such file")
        return [LedgerFile(named)], {}
    trusted, untrusted = trusted_ledgers(paths, found)
    if register is not None:
        return [store_of(register)], dict.fromkeys([*trusted, *untrusted], SERVED)
    return [LedgerFile(one) for one in trusted], untrusted


def trusted_ledgers(paths: Sequence[str], found: Sequence[FoundFiles]) -> tuple[list[Path], dict[Path, str]]:
    """The ledgers beside the logs that the user trusts, and the others with the reason why not."""
    from auditor.review.trust import distrust

    reasons = {path: distrust(path) for path in ledgers_beside(paths, found)}
    trusted = [path for path, reason in reasons.items() if reason is None]
    return trusted, {path: reason for path, reason in reasons.items() if reason is not None}


def ledgers_beside(paths: Sequence[str], found: Sequence[FoundFiles]) -> list[Path]:
    """The ledgers beside each log and at the top of each folder that it is in, and of the folders that were named.

    The nearest comes last, so that its word counts. Archives are not searched.
    """
    from auditor.review.choosing import ledgers_of, shown
    from auditor.review.ledger import LEDGER

    folders = [
        *filter(Path.is_dir, map(Path, paths)),
        *[one.path.parent for one in found if one.path and not one.refused],
    ]
    named = {os.path.abspath(folder / LEDGER): folder / LEDGER for folder in reversed(folders)}
    ledgers = dict.fromkeys(one for folder in dict.fromkeys(folders) for one in reversed(ledgers_of(folder / LEDGER)))
    return [named.get(str(one), shown(one)) for one in ledgers if os.path.lexists(one)]


def say_effects(view: View) -> None:
    """Tell what files among the logs, settings and ledgers do or would have done. No run is too quiet for that."""
    for one in view.file_effects():
        output.say(one.sentence)


# ---- writing ----


def _report(view: View, name: str, file: Path | None, settings: RunSettings) -> None:
    if name != formats.TEXT:
        if name == "github":
            _add_summary(view)
        if name in formats.BINARY:
            pieces = formats.render_bytes(name, view)
            output.show_bytes(pieces) if file is None else output.save_bytes(pieces, file)
            return
        texts = formats.render(name, view)
        if file is None:
            output.show_texts(texts)
        else:
            output.save_texts(texts, file)
        return
    from auditor.report.formats.text import render
    from auditor.report.layout import PLAIN_WIDTH, plain_texts

    if file is None:
        lines = render(view, output.width(), settings["statistics"], settings["full"])
        output.show(lines, not settings["no_color"])
    else:
        lines = render(view, PLAIN_WIDTH, settings["statistics"], settings["full"])
        output.save_texts(plain_texts(lines), file)


def _add_summary(view: View) -> None:
    """Add the page of Markdown to the job's summary, in the file that GitHub names."""
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if not page:
        return
    text = "".join(formats.render("markdown", view)).encode("utf-8", output.ESCAPED)
    if len(text) > LARGEST_PAGE:
        text = text[: text.rindex(b"\n", 0, LARGEST_PAGE)] + b"\n\nThis page is cut off here: GitHub takes no more.\n"
    try:
        with open(page, "ab") as file:
            file.write(text)
    except OSError as error:
        output.say(f"warning: the step summary cannot be written: {error.strerror or error}")


def status_of(view: View, settings: RunSettings) -> int:
    """The exit status. What could not be read outweighs what was found, and where no hand was judged nothing was."""
    from auditor.vocabulary.findings import Severity

    if not view.complete or not view.result.hands_judged:
        return NOT_READ
    level = arguments.FailOn(settings["fail_on"])
    if settings["exit_zero"] or level is arguments.FailOn.never:
        return 0
    failed = view.fails(Severity[level.name.upper()], settings["fail_on_new"])
    return FINDINGS if failed or (settings["fail_on_unrecorded"] and view.unrecorded()) else 0
