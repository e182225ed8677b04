"""Packs as somebody else might write them: with files changed, and a manifest that fits them or does not."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from auditor.packing.container import described, write_container
from auditor.packing.manifest import MANIFEST
from auditor.packing.signing import SIGNATURES
from auditor.packing.writing import SUMS, sums_of
from auditor.report.formats.json import text

Files = dict[str, bytes]


def files_in(pack: Path) -> Files:
    with zipfile.ZipFile(pack) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def written(files: Files, to: Path) -> Path:
    """A zip file with these files, written as we write it."""
    with to.open("wb") as stream:
        write_container(((name, [content]) for name, content in files.items()), stream)
    return to


def forged(pack: Path, to: Path, change: Callable[[Files, dict], None]) -> Path:
    """A pack with changed files and a changed manifest in which all hashes are right again. It loses its signature."""
    files = {name: content for name, content in files_in(pack).items() if name not in SIGNATURES}
    manifest = json.loads(files.pop(MANIFEST))
    change(files, manifest)
    del files[SUMS]
    listed = [described(name, [content]) for name, content in files.items()]
    files = {SUMS: sums_of(listed), **files}
    manifest["files"] = [described(name, [content]).model_dump() for name, content in files.items()]
    return written({MANIFEST: text(manifest).encode(), **files}, to)
