"""What must be the same wherever shards are judged: the auditor, its rulebooks and grammars, plugins, house files.

Each is told by what is in it, not by its times, which differ from machine to machine.
"""

from __future__ import annotations

import gc
import hashlib
import sys
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from auditor.auditing.options import Options
from auditor.storage import bundled_files, plugins
from auditor.storage.file_stamps import ENDINGS
from auditor.version import __version__
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import escaped, joined

ABSENT = "absent"
MOST_NAMED = 4  # parts that differ
LITTER = 100_000  # objects made between two searches for garbage in cycles; a hand leaves no cycles behind
ONE_AT_A_TIME = threading.Lock()  # a worker may have several threads, and what it knows of rulebooks is for one


class OtherKit(UsageError):
    """A worker would judge by something else than was asked for."""


@value_class
class Kit:
    """What judges, each part with the digest of what is in it."""

    parts: tuple[tuple[str, str], ...]
    files: tuple[str, ...]  # of the house: rulebooks and customs that were named by their paths
    isolated: bool  # plugins are ignored

    @property
    def digest(self) -> str:
        """A digest of it all."""
        return hashlib.sha256(repr((self.parts, self.isolated)).encode()).hexdigest()

    def differences(self, other: Kit) -> list[str]:
        """The names of what is not the same in another, or is not there."""
        mine, others = dict(self.parts), dict(other.parts)
        return [name for name in mine | others if mine.get(name) != others.get(name)]


def named(differences: list[str]) -> str:
    """Some of the parts that are not the same, and how many more there are."""
    more = len(differences) - MOST_NAMED
    return joined([*differences[:MOST_NAMED], f"{more} others"] if more > 1 else differences)


def kit_for(options: Iterable[Options], isolated: bool) -> Kit:
    """What this process judges by under any of these options."""
    named = [path for one in options for path in ((one.rules,) if _is_file(one.rules) else ()) + one.customs]
    return kit_of(tuple(sorted({str(path) for path in named})), isolated)


def kit_of(files: tuple[str, ...], isolated: bool) -> Kit:
    """What this process judges by, with these files of the house."""
    with plugins.plugins_ignored(isolated):
        others = [(f"the plugin {one.name}", one.origin) for one in plugins.plugins()]
    own = [(f"the file {escaped(path, 200)}", _digest_of(Path(path))) for path in files]
    return Kit((*_bundled(), *others, *own), files, isolated)


def judge_alike(kit: Kit, function: Callable[..., bytes], *arguments: Any) -> bytes:
    """Do work on a shard in a worker that judges by the same kit. Raises `OtherKit` in any other."""
    with ONE_AT_A_TIME, plugins.plugins_ignored(kit.isolated):
        if differences := kit.differences(kit_of(kit.files, kit.isolated)):
            raise OtherKit(f"a worker has another version of {named(differences)}, or lacks it")
        before = gc.get_threshold()
        gc.set_threshold(LITTER, 20, 20)
        try:
            return function(*arguments)
        finally:
            gc.set_threshold(*before)


def _is_file(rules: str | None) -> bool:
    return rules is not None and rules.endswith(".toml")


@cache
def _bundled() -> tuple[tuple[str, str], ...]:
    """The parts that come with the package. Each rulebook is one by its id."""
    python = ".".join(str(number) for number in sys.version_info[:2])
    code = _digests_below(bundled_files.PACKAGE, bundled_files.folder("grammars"))
    digest = hashlib.sha256(repr(code).encode()).hexdigest()
    books = _digests_below(bundled_files.folder("rulesets"))
    named = [(f"the rulebook {name.removesuffix('.toml')}", one) for name, one in books]
    return (("Python", python), ("the auditor", f"{__version__} {digest}"), *named)


def _digests_below(*folders: Path) -> list[tuple[str, str]]:
    """The files below folders that decide what is found, each with its digest."""
    paths = [(path.relative_to(folder).as_posix(), path) for folder in folders for path in folder.rglob("*")]
    return sorted((name, _digest_of(path)) for name, path in paths if name.endswith(ENDINGS))


def _digest_of(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ABSENT
