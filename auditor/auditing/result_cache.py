"""Keeps the results of audits, so that an unchanged log is not audited again.

An entry's name is made of everything the result depends on: the bytes of the log, the rulebooks' data, how the audit
was asked for, and the auditor itself. It is JSON in the private cache folder (`auditor.storage.disk_cache`), written
whole or not at all, and has no name of the log: the same bytes may lie elsewhere next time. An entry that is damaged is
told and made anew.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import cache as once
from pathlib import Path
from typing import Any

from auditor.auditing.finding_values import finding_of, values_of
from auditor.auditing.options import Options
from auditor.auditing.result import Result, Unread
from auditor.auditing.result_values import OtherRulebook, counts_of, result_of
from auditor.logs.files.decoding import Source
from auditor.storage import bundled_files, disk_cache, plugins
from auditor.storage.file_stamps import stamp_of
from auditor.storage.whole_files import open_regular
from auditor.vocabulary.errors import Edit
from auditor.vocabulary.records import as_tuple, field, record_class, replace

FORM = 11  # of what is written here
LEAST = 2 << 10  # bytes of a log; smaller ones are audited nearly as fast as they are looked up
FOLDER = "results"


@record_class
class ResultCache:
    """The results of earlier runs, and what is wrong with those that could not be used."""

    warnings: list[str] = field(default_factory=list)

    def get(self, source: Source, options: Options) -> Result | None:
        """What was made of the same log under the same options; None if that is not known."""
        if source.size < LEAST:
            return None
        try:
            text = disk_cache.read(FOLDER, self._key(source, options))
            return None if text is None else _result(json.loads(text), source, options)
        except (ValueError, KeyError, TypeError, IndexError, OSError, RecursionError) as error:
            self.warnings.append(
                f"a cached result of {source.name} is damaged and was not used ({type(error).__name__})"
            )
            return None

    def put(self, source: Source, options: Options, result: Result) -> None:
        """Keep what was made of a log, unless more was found or could not be read than memory is to hold."""
        long = result.findings.on_disk or result.unread.on_disk or result.unknown.on_disk
        if source.size >= LEAST and not long:
            text = json.dumps(_written(result), ensure_ascii=True, separators=(",", ":"))
            with suppress(OSError):  # a house file that is gone by now
                disk_cache.write(FOLDER, self._key(source, options), text)

    @staticmethod
    def _key(source: Source, options: Options) -> object:
        house = _bytes(options.rules) if options.rules and options.rules.endswith(".toml") else b""
        nights = options.since, options.until
        asked = (options.rules, options.as_of, options.readings, options.log_format, options.customs, nights)
        customs = [_bytes(one) for one in options.customs]
        return FORM, source.sha256, source.encoding, asked, house, customs, stamp()


def _bytes(name: str) -> bytes:
    with open_regular(Path(name)) as file:
        return file.read()


@once
def stamp() -> str:
    """The auditor's own files and plugins, which decide what it finds: a digest of their names, sizes and times."""
    roots = [bundled_files.PACKAGE, bundled_files.folder("rulesets"), bundled_files.folder("grammars")]
    return hashlib.sha256(repr(([stamp_of(root) for root in roots], plugins.stamp())).encode()).hexdigest()


# ---- to JSON ----

Json = dict[str, Any]  # an object as the library reads and writes it: of what type a value is, only its key tells


def _written(result: Result) -> Json:
    return {
        "counts": counts_of(result),
        "findings": [values_of(one) for one in result.findings],
        "unread": [_unread_written(one) for one in result.unread],
        "unknown": [[one.line, one.column, one.hand, one.reason] for one in result.unknown],
    }


def _unread_written(one: Unread) -> list[Any]:
    fix = [list(as_tuple(edit)) for edit in one.fix]
    return [one.line, one.column, one.hand, one.reason, one.further, one.source, fix]


# ---- and back ----


def _unread(kept: list[Any], path: str) -> Unread:
    *values, source, fix = kept
    return replace(Unread(path, *values), source=source, fix=tuple([Edit(*edit) for edit in fix]))


def _result(kept: Json, source: Source, options: Options) -> Result | None:
    """The result for a log of this name; None if the rulebooks are not those of then."""
    path = source.name
    try:
        result = result_of(_named(kept["counts"], path), options)
    except OtherRulebook:
        return None
    result.findings.extend(finding_of(one, path) for one in kept["findings"])
    result.unread.extend(_unread(one, path) for one in kept["unread"])
    result.unknown.extend(Unread(path, *one) for one in kept["unknown"])
    return result


def _named(counts: Json, path: str) -> Json:
    """The counts of one log under the name that it has today."""
    ((_, *values), *rest) = counts["inputs"][0]
    tables = [[path, *others] for _, *others in counts["tables"]]
    left_out = dict.fromkeys([path], sum(counts["left_out"].values())) if counts["left_out"] else {}
    return {**counts, "inputs": [[[path, *values], *rest]], "tables": tables, "left_out": left_out}
