"""Checks a pack: every hash, the signature, and whether an audit of today finds what the pack says was found.

A pack is written by people whom it may accuse. Nothing in it is believed before it is checked, nothing is unpacked
under names of its own, and its manifest can name no file outside of it. If its rulebook data are not those of this
auditor, its logs are audited twice: by its own data, which shows whether its report is theirs, and by those installed.
"""

from __future__ import annotations

import multiprocessing
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from pathlib import Path

from auditor.packing.container import Container, described, opened, rewritten_alike
from auditor.packing.judging import HTML, JSON, TEXT, Work, judge_logs, reports
from auditor.packing.manifest import MANIFEST, Manifest, read_manifest
from auditor.packing.names import is_safe, likeness
from auditor.packing.rulebook_data import HOUSE, PLUGINS, RULES, installed_rules, lay_out, plugin_rules
from auditor.packing.signing import (
    BAD,
    LARGEST_SIGNATURE,
    SIGNATURES,
    SignatureCheck,
    Signers,
    check_signature,
)
from auditor.packing.writing import GUIDE, GUIDE_TEXT, LEDGERS, LOGS, SETTINGS, SUMS, sums_of
from auditor.review.comparing import Comparison, Report, compare_reports, read_report
from auditor.rules.diff import differences
from auditor.rules.schema.record import from_json, to_json
from auditor.rules.schema.rulebook import Rulebook
from auditor.storage.bundled_files import use_rulesets
from auditor.version import __version__
from auditor.vocabulary.errors import AuditorError, Unreadable
from auditor.vocabulary.findings import cited
from auditor.vocabulary.records import field, record_class, value_class
from auditor.vocabulary.wording import escaped, joined

SAME, DIFFERENT, NOT_WHOLE = 0, 1, 3  # exit statuses
LARGEST_TEXT = 1 << 30  # bytes of a file of the pack that is read as a whole
LARGEST_DATA = 16 << 20  # bytes of a file of rulebook data, and of a ledger
REPORTS = (JSON, TEXT, HTML)
FOLDERS = tuple(f"{one}/" for one in (RULES, HOUSE, PLUGINS, LOGS, LEDGERS, SETTINGS))
NAMED = 8  # clauses that are named of a rulebook that has changed


@record_class
class PackCheck:
    """What is known of a pack once it was checked."""

    path: str
    manifest: Manifest | None = None
    faults: list[str] = field(default_factory=list)  # what is damaged or cannot be trusted
    signature: SignatureCheck | None = None
    rules_changed: list[str] = field(default_factory=list)  # files of rulebook data that are not those installed
    rulebooks_changed: list[str] = field(default_factory=list)  # rulebooks that judged and have changed, in words
    by_pack: Comparison | None = None  # by the pack's own rulebook data, if they are others than those installed
    by_installed: Comparison | None = None
    plugins_changed: list[str] = field(default_factory=list)  # what took part then and not now, or the other way
    other_reports: list[str] = field(default_factory=list)  # files that this auditor writes otherwise
    unread: int = 0  # places of the logs that could not be read

    @property
    def same_version(self) -> bool:
        """Was it packed by this version of the auditor?"""
        return self.manifest is not None and self.manifest.auditor == __version__

    @property
    def whole(self) -> bool:
        """Is every file as the manifest has it, and the signature not wrong?"""
        return not self.faults and self.signature is not None and self.signature.state != BAD

    @property
    def same(self) -> bool:
        """Does the same come out by an audit of today?"""
        compared = [one for one in (self.by_pack, self.by_installed) if one is not None]
        others = self.other_reports if self.same_version else []
        return bool(compared) and all(one.alike for one in compared) and not others

    @property
    def status(self) -> int:
        """The exit status: what is damaged or could not be read outweighs what differs."""
        if not self.whole or self.by_installed is None or self.unread:
            return NOT_WHOLE
        return SAME if self.same else DIFFERENT


def verify(path: Path, signers: Signers, work: Work) -> PackCheck:
    """Check a pack. What is wrong with it is in the answer; only a file that cannot be opened is an error."""
    found = PackCheck(path.as_posix())
    try:
        with opened(path) as container:
            _verify(container, path, signers, work, found)
    except Unreadable as error:
        found.faults.append(error.reason)
    return found


def _verify(container: Container, path: Path, signers: Signers, work: Work, found: PackCheck) -> None:
    if MANIFEST not in container.names:
        raise Unreadable(f"found no {MANIFEST}, expected a pack that 'auditor pack' wrote")
    written = _content(container, MANIFEST, LARGEST_TEXT)
    try:
        found.manifest = manifest = read_manifest(written)
    except Unreadable as error:
        raise Unreadable(f"{MANIFEST}: {error.reason}") from None
    signatures = {name: _content(container, name, LARGEST_SIGNATURE) for name in SIGNATURES if name in container.names}
    found.signature = check_signature(written, signatures, signers)
    found.faults += _strays(manifest)
    found.faults += _damages(container, manifest)
    if not found.faults and container.names != [MANIFEST, *signatures, *[one.name for one in manifest.files]]:
        found.faults.append("its files are in another order than the manifest has them in")
    if not found.faults and not rewritten_alike(container, path):
        found.faults.append("the zip file has other bytes besides its files, or was written by another program")
    if not found.faults:
        try:
            _audit_again(container, path, manifest, work, found)
        except AuditorError as error:
            found.faults.append(f"it cannot be audited again: {escaped(str(error), 300)}")


def _content(container: Container, name: str, most: int) -> bytes:
    try:
        return container.content(name, most)
    except Unreadable as error:
        raise Unreadable(f"{escaped(name, 80)}: {error.reason}") from None


# ---- files and hashes ----


def _damages(container: Container, manifest: Manifest) -> Iterator[str]:
    """What is missing, not listed, or other than the manifest has it."""
    listed = [one.name for one in manifest.files]
    for name in container.names:
        if name not in {MANIFEST, *SIGNATURES, *listed}:
            yield f"{escaped(name, 80)}: not in the manifest"
    there = set(container.names)
    for one in manifest.files:
        name = escaped(one.name, 80)
        if one.name not in there:
            yield f"{name}: missing"
            continue
        try:
            seen = container.described(one.name)
        except Unreadable as error:
            yield f"{name}: {error.reason}"
            continue
        if seen != one:
            yield f"{name}: damaged, {seen.size:,} bytes with the hash {seen.sha256[:16]}…, not {one.sha256[:16]}…"
    sums = sums_of(one for one in manifest.files if one.name != SUMS)
    if described(SUMS, [sums]) not in manifest.files:
        yield f"{SUMS}: has other hashes than the manifest"


def _strays(manifest: Manifest) -> Iterator[str]:
    """What no manifest of ours says: names that are there twice, lead elsewhere or have no place in a pack."""
    files, logs = [one.name for one in manifest.files], [one.name for one in manifest.logs]
    packed = {log.name for log in manifest.logs if log.refused is None}
    for names in (files, [*logs, *manifest.passed], manifest.ledgers):
        if len(set(map(likeness, names))) < len(names):
            yield f"{MANIFEST}: a name stands in it twice"
    for name in {*files, *logs, *manifest.passed, *manifest.ledgers}:
        if not is_safe(name) or not (name in (SUMS, GUIDE, *REPORTS) or name.startswith(FOLDERS)):
            yield f"{MANIFEST}: {escaped(name, 80)} has no place in a pack"
    for name in sorted({one for one in files if one.startswith(f"{LOGS}/")} ^ packed):
        yield f"{MANIFEST}: {escaped(name, 80)} is not both a file and a log"
    asked = [manifest.options, *[log.options for log in manifest.logs if log.options is not None]]
    named = {name for one in asked for name in [*one.customs, one.rules or ""] if name.endswith(".toml")}
    for name in sorted({*named, *manifest.ledgers, *REPORTS, GUIDE, SUMS} - set(files)):
        yield f"{MANIFEST}: {escaped(name, 80)} is not in the pack"


# ---- audits ----


@value_class
class _Audited:
    """What an audit of the pack came to."""

    reports: dict[str, bytes]
    rulebooks: tuple[Rulebook, ...]
    unread: int


def _audit_again(container: Container, path: Path, manifest: Manifest, work: Work, found: PackCheck) -> None:
    before = read_report(_content(container, JSON, LARGEST_TEXT))
    added = _starting(container, manifest, f"{PLUGINS}/")
    data = _starting(container, manifest, f"{RULES}/") | added
    installed = installed_rules() | plugin_rules(_ids(added))
    found.rules_changed = sorted(
        name for name in data.keys() | installed.keys() if data.get(name) != installed.get(name)
    )
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        lay_out(_starting(container, manifest, f"{HOUSE}/"), root)
        today = _audited(container, manifest, root, work)
        found.by_installed = compare_reports(before, read_report(today.reports[JSON]), found.same_version)
        found.plugins_changed = _plugin_changes(before, read_report(today.reports[JSON]))
        found.unread = today.unread
        then = today
        if found.rules_changed:
            lay_out(data, root)
            then = _audited_apart(path, manifest, root)
            found.by_pack = compare_reports(before, read_report(then.reports[JSON]), found.same_version)
            found.unread = max(found.unread, then.unread)
            found.rulebooks_changed = _changes(then.rulebooks, today.rulebooks)
    listed = {one.name: one for one in manifest.files}
    ours = {**then.reports, GUIDE: GUIDE_TEXT.encode()}
    found.other_reports = [name for name, content in ours.items() if listed[name] != described(name, [content])]


def _plugin_changes(before: Report, now: Report) -> list[str]:
    """The plugins that took part in only one of two audits, in words."""
    then, today = (
        {f"{one['name']} of {one['package']} {one['version']}" for one in report.get("plugins", [])}
        for report in (before, now)
    )
    gone = [f"{name} took part when it was packed, and not here" for name in sorted(then - today)]
    return gone + [f"{name} took part here, and not when it was packed" for name in sorted(today - then)]


def _ids(added: Iterable[str]) -> Iterator[str]:
    """What the rulebooks may be called whose files stand in a pack under these names."""
    return (name.removeprefix(f"{PLUGINS}/").removesuffix(".toml") for name in added)


def _starting(container: Container, manifest: Manifest, start: str) -> dict[str, bytes]:
    names = [one.name for one in manifest.files if one.name.startswith(start)]
    return {name: _content(container, name, LARGEST_DATA) for name in names}


def _audited(container: Container, manifest: Manifest, root: Path, work: Work) -> _Audited:
    """Audit the logs of a pack in this process. What was judged must be what the manifest has."""
    ledgers = {name: _content(container, name, LARGEST_DATA) for name in manifest.ledgers}
    view = judge_logs(container, manifest, ledgers, root, work)
    if view.result.interrupted:
        raise KeyboardInterrupt
    hashes = {one.name: one.sha256 for one in manifest.files}
    for entry in view.result.inputs:
        if entry.sha256 is not None and entry.sha256 != hashes.get(entry.path):
            raise Unreadable(f"{escaped(entry.path, 80)}: it was changed while the pack was checked")
    return _Audited(reports(view), tuple(view.rulebooks), len(view.result.unread))


def _audited_apart(path: Path, manifest: Manifest, root: Path) -> _Audited:
    """Audit the logs by the rulebook data of the pack, in a process of its own that never saw those installed."""
    apart = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, apart, use_rulesets, (root / RULES, root / PLUGINS)) as pool:
        try:
            found, rulebooks, unread = pool.submit(_audit_of, path, manifest.written(), root).result()
        except BrokenExecutor:
            raise Unreadable("the process that audits by the rulebook data of the pack came to an end") from None
    return _Audited(found, from_json(rulebooks), unread)


def _audit_of(path: Path, manifest: bytes, root: Path) -> tuple[dict[str, bytes], str, int]:
    """What that process does, and its answer in plain values."""
    with opened(path) as container:
        found = _audited(container, read_manifest(manifest), root, Work())
    return found.reports, to_json(found.rulebooks), found.unread


def _changes(then: Sequence[Rulebook], now: Sequence[Rulebook]) -> list[str]:
    """The rulebooks that judged and are not the same any more, in words."""
    before, today = ({(book.id, book.version): book for book in books} for books in (then, now))
    found = []
    for id, version in sorted(before.keys() | today.keys()):
        was, is_now = before.get((id, version)), today.get((id, version))
        name = f"{escaped(id, 60)} ({escaped(version, 60)})"
        if was is None or is_now is None:
            found.append(f"{name} judges only by {'the data installed' if was is None else 'the data of the pack'}")
        elif was.sha256 != is_now.sha256:
            found.append(f"{name} has changed since: {_clauses(was, is_now)}")
    return found


def _clauses(was: Rulebook, now: Rulebook) -> str:
    clauses = list(dict.fromkeys(cited(one.clause or "figures") for one in differences(was, now)))
    if not clauses:
        return "no clause and no figure of it"
    more = [f"{len(clauses) - NAMED:,} more"] if len(clauses) > NAMED else []
    return joined([*clauses[:NAMED], *more])
