"""Packs logs: takes over their bytes, audits them out of the pack, and adds reports, rulebook data and hashes."""

from __future__ import annotations

import platform
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import BinaryIO

from auditor.auditing.options import Options
from auditor.logs.files.decoding import Passed, RefusedFile, Source
from auditor.logs.files.discovery import MOST, MOST_MEMBERS, FoundFiles, open_all
from auditor.packing.container import CHUNK, described, staged, write_container
from auditor.packing.judging import Work, judge_logs, reports
from auditor.packing.manifest import MANIFEST, SCHEMA, Manifest, PackedFile, PackedLog, PackedOptions, PackedRegrade
from auditor.packing.names import UniqueNames, relative_names
from auditor.packing.rulebook_data import HouseFiles, installed_rules, lay_out, plugin_rules
from auditor.packing.signing import sign
from auditor.report.view import Selection, View
from auditor.review.ledger import content as ledger_content
from auditor.version import __version__
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import field, record_class, value_class

LOGS, LEDGERS, SETTINGS = "logs", "ledger", "settings"
SUMS, GUIDE = "SHA256SUMS", "README.txt"
BESIDE = 3  # the manifest, its signature and the sums
GUIDE_TEXT = """An evidence pack of auditor
===========================

This file holds the records of poker games, and what an audit found in them:

  manifest.json    what is in the pack, with sizes and SHA-256 hashes, and how
                   the audit was asked for; a signature beside it is over it
  report.txt       the findings, for people; report.html is the same to print,
  report.json      and this one is for programs
  logs/            the records, byte for byte as they were judged
  rules/, house/, plugins/
                   the rulebooks that judged, as data
  ledger/          what people decided about findings, if anything
  SHA256SUMS       the hashes once more, for a tool that you have already

To check it all, and to audit the records again:

  auditor verify case.zip

To check it by hand, unpack it into an empty folder and say there:

  sha256sum -c SHA256SUMS

The manifest has the same hashes and that of SHA256SUMS itself. A signature by
ssh is checked with these words, where signers.txt is a file of yours that
names the keys that you trust (see ssh-keygen, ALLOWED SIGNERS):

  ssh-keygen -Y verify -f signers.txt -I NAME -n auditor \\
      -s manifest.json.sig < manifest.json

and one by gpg with these:

  gpg --verify manifest.json.asc manifest.json

Hashes without a signature show damage. They do not show who made the pack.
"""


@value_class
class PackRequest:
    """What somebody wants to have packed, and how it is to be audited."""

    found: Sequence[FoundFiles]
    options: Options
    choice: Selection
    options_at: Callable[[str], Options] | None = None  # for a log of this name, where that is not the same for all
    choice_at: Callable[[str], Selection] | None = None
    ledgers: Sequence[Path] = ()
    today: date | None = None  # the day for which the ledgers are looked at
    settings: Path | None = None  # the file that the options come from
    sign: str | None = None
    most_bytes: int = MOST  # of a log from a pipe or a device


@record_class
class _Contents:
    """What goes into a pack besides the logs' own bytes, as it is gathered."""

    house: HouseFiles = field(default_factory=HouseFiles)
    logs: list[PackedLog] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)

    def options(self, asked: Options, choice: Selection) -> PackedOptions:
        """The options as a manifest has them. The files that they name go into the pack."""
        return PackedOptions(
            rules=self.house.rules(asked.rules),
            as_of=asked.as_of,
            interpretations=dict(sorted(asked.readings)),
            customs=[self.house.customs(file) for file in asked.customs],
            log_format=asked.log_format,
            select=list(choice.select),
            ignore=list(choice.ignore),
            severities=[
                PackedRegrade(name=one.name, severity=one.severity.word, reason=one.reason) for one in choice.severities
            ],
        )


@contextmanager
def packed(request: PackRequest, work: Work) -> Iterator[tuple[BinaryIO, View]]:
    """Make a pack in an unnamed temporary file, and give it with what the audit found."""
    contents = _Contents()
    usual = contents.options(request.options, request.choice)
    ledgers = _ledgers(request.ledgers)
    with staged(_taken_over(request, contents, usual)) as logs:
        manifest = Manifest(
            schema_=SCHEMA,
            auditor=__version__,
            python=platform.python_version(),
            options=usual,
            logs=contents.logs,
            passed=contents.passed,
            ledgers=list(ledgers),
            today=request.today if ledgers else None,
            files=[],
        )
        with tempfile.TemporaryDirectory() as folder:
            lay_out(contents.house.contents, Path(folder))
            view = judge_logs(logs, manifest, ledgers, Path(folder), work)
        if view.result.interrupted:
            raise KeyboardInterrupt
        small = {GUIDE: GUIDE_TEXT.encode(), **reports(view), **installed_rules(), **contents.house.contents, **ledgers}
        small |= plugin_rules(book.id for book in view.rulebooks)
        small |= _settings(request.settings)
        files = [described(name, [content]) for name, content in small.items()]
        files += [logs.described(name) for name in logs.names]
        if len(files) > MOST_MEMBERS - BESIDE:
            raise UsageError(f"found {len(files):,} files to pack, expected at most {MOST_MEMBERS - BESIDE:,}")
        sums = sums_of(files)
        manifest = manifest.model_copy(update={"files": [described(SUMS, [sums]), *files]})
        written = manifest.written()
        head = {MANIFEST: written, **dict([sign(written, request.sign)] if request.sign else []), SUMS: sums}
        with tempfile.TemporaryFile() as stream:
            write_container((*_in_pieces(head | small), *((name, logs.chunks(name)) for name in logs.names)), stream)
            yield stream, view


def sums_of(files: Iterable[PackedFile]) -> bytes:
    """The hashes as sha256sum reads them."""
    return "".join(f"{one.sha256}  {one.name}\n" for one in files).encode()


def _in_pieces(contents: dict[str, bytes]) -> Iterator[tuple[str, Iterable[bytes]]]:
    return ((name, [content]) for name, content in contents.items())


def _taken_over(
    request: PackRequest, contents: _Contents, usual: PackedOptions
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """The logs with their bytes, each under its name in the pack. What is no log is noted."""
    names = UniqueNames()
    paths = iter(relative_names([str(one.path) for one in request.found if one.path is not None]))
    for one in request.found:
        place = one.name.rpartition("/")[2].strip("<>") if one.path is None else next(paths)
        for opened in open_all([one], request.most_bytes):
            name = names(f"{LOGS}/{place}{opened.name.removeprefix(one.name)}")
            if isinstance(opened, Passed):
                contents.passed.append(name)
                continue
            options = _own_options(request, contents, opened.name)
            refused = opened.reason if isinstance(opened, RefusedFile) else None
            own = None if options in (None, usual) else options
            contents.logs.append(PackedLog(name=name, refused=refused, options=own))
            if isinstance(opened, Source):
                yield name, _bytes_of(opened)


def _own_options(request: PackRequest, contents: _Contents, name: str) -> PackedOptions | None:
    if request.options_at is None or request.choice_at is None:
        return None
    return contents.options(request.options_at(name), request.choice_at(name))


def _bytes_of(source: Source) -> Iterator[bytes]:
    with source.file as file:
        file.seek(0)
        while data := file.read(CHUNK):
            yield data


def _ledgers(paths: Sequence[Path]) -> dict[str, bytes]:
    """The ledgers by their names in the pack."""
    names = UniqueNames()
    shown = relative_names([str(path) for path in paths])
    return {names(f"{LEDGERS}/{name}"): ledger_content(path) for name, path in zip(shown, paths, strict=True)}


def _settings(path: Path | None) -> dict[str, bytes]:
    """The settings file, if it is of the auditor alone: a file shared with other tools is nobody else's business."""
    return (
        {}
        if path is None or path.suffix != ".toml" or path.stem == "pyproject"
        else {f"{SETTINGS}/auditor.toml": path.read_bytes()}
    )
