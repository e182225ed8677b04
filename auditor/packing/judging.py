"""Audits the logs of a pack as its manifest asks. Whoever packs and whoever checks do it by the same function.

The logs are read out of the pack, so what was packed is what was judged, whoever writes to a log in the meantime.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path

from auditor.auditing.customs import checked_files
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.result import Result
from auditor.logs.files.decoding import Passed, RefusedFile, Source
from auditor.logs.files.discovery import BROKEN, open_again
from auditor.logs.formats import format_named
from auditor.packing.container import Container
from auditor.packing.manifest import Manifest, PackedOptions
from auditor.report import formats
from auditor.report.formats.text import render as text_report
from auditor.report.layout import PLAIN_WIDTH, plain
from auditor.report.view import Selection, View, view
from auditor.review.ledger import read as read_ledgers
from auditor.review.settings import Regrade
from auditor.rules.loading.loader import check_readings
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import escaped

Opened = Iterable[Source | RefusedFile | Passed]
JSON, TEXT, HTML = "report.json", "report.txt", "report.html"


@record_class
class Work:
    """How to go about an audit, which changes nothing in what comes out."""

    jobs: int = 1
    follow: Callable[[Opened], Opened] = lambda sources: sources
    step: Callable[..., None] = lambda *_: None
    leap: Callable[[Result], None] = lambda _: None


def judge_logs(container: Container, manifest: Manifest, ledgers: Mapping[str, bytes], house: Path, work: Work) -> View:
    """Audit the logs of a pack. The files of a house lie below the folder `house`, under their names in the pack."""
    own = {log.name: log.options for log in manifest.logs if log.options is not None}
    options = {name: _options(asked, house, work.jobs) for name, asked in own.items()}
    choices = {name: _choice(asked) for name, asked in own.items()}
    usual, choice = _options(manifest.options, house, work.jobs), _choice(manifest.options)
    ledger = read_ledgers(((name, ledgers[name]) for name in manifest.ledgers), manifest.today or date.max)
    result = audit(
        work.follow(_sources(container, manifest)),
        usual,
        work.step,
        (lambda name: options.get(name, usual)) if own else None,
        leapt=work.leap,
    )
    return view(
        result,
        choice,
        _shown(manifest.options),
        ledger=ledger if manifest.ledgers else None,
        today=manifest.today,
        choice_at=(lambda name: choices.get(name, choice)) if own else None,
    )


def _sources(container: Container, manifest: Manifest) -> Iterator[Source | RefusedFile | Passed]:
    for log in manifest.logs:
        if log.refused is not None:
            yield RefusedFile(log.name, log.refused)
            continue
        try:
            with container.open(log.name) as stream:
                source = open_again(stream, log.name)
        except Unreadable as error:
            yield RefusedFile(log.name, error.reason)
        except (*BROKEN, zipfile.BadZipFile) as error:
            yield RefusedFile(log.name, f"cannot be unpacked: {escaped(str(error), 80)}")
        else:
            yield source
    yield from map(Passed, manifest.passed)


def _options(asked: PackedOptions, house: Path, jobs: int) -> Options:
    """The options for the audit itself, with the places of files. Raises an error if they cannot be right."""
    rules = asked.rules
    if rules is not None and rules.endswith(".toml"):
        rules = str(house / rules)
    if asked.log_format is not None:
        format_named(asked.log_format)
    check_readings(asked.interpretations, rules)
    customs = checked_files([str(house / name) for name in asked.customs], rules)
    return Options(rules, asked.as_of, _readings(asked), jobs, asked.log_format, customs)


def _shown(asked: PackedOptions) -> Options:
    """The options for the report, with the names of files in the pack."""
    return Options(asked.rules, asked.as_of, _readings(asked), 1, asked.log_format, tuple(asked.customs))


def _readings(asked: PackedOptions) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(asked.interpretations.items()))


def _choice(asked: PackedOptions) -> Selection:
    regrades = [Regrade(one.name, Severity[one.severity.upper()], one.reason) for one in asked.severities]
    return Selection(tuple(asked.select), tuple(asked.ignore), tuple(regrades))


def reports(view: View) -> dict[str, bytes]:
    """The reports of a pack by their names: for programs, for people, for people without a terminal."""
    texts = {
        JSON: "".join(formats.render("json", view)),
        TEXT: plain(text_report(view, PLAIN_WIDTH, with_statistics=True, full=True)),
        HTML: "".join(formats.render("html", view)),
    }
    return {name: text.encode("utf-8", "backslashreplace") for name, text in texts.items()}
