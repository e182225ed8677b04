"""Which settings and decisions that were found are applied: the user's own, and those in folders marked as trusted.

Logs come from the people who are accused, and so may whatever lies beside them. A settings file or a ledger among the
logs is applied if the user names it, or has named its folder once with `auditor trust`. A settings file elsewhere, in
the current folder or above it, is applied if it is the user's own: in a folder that many can write to, anybody may have
put one. The list of trusted folders is kept outside of them, in the user's configuration folder: by path and owner, as
git and direnv do. The list itself counts only if nobody else can have written it.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from auditor.storage import whole_files
from auditor.storage.private_files import is_private, no_link
from auditor.storage.user_folders import settings_folder
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.records import as_dict, value_class
from auditor.vocabulary.wording import escaped

STORE = "trusted.json"
CHANGED, OPEN = "its owner is not the one who was trusted", "everybody can write to it"
FOREIGN = "it belongs to another user"
ROOT = 0  # who can change what everybody has, and so is believed


@value_class
class TrustedFolder:
    """A folder that the user trusts, without links in its path, and whose it was at that time."""

    path: str
    owner: int

    def has(self, place: str) -> bool:
        """Does this place lie inside the folder?"""
        return Path(self.path) in Path(place).parents

    def doubt(self, place: str) -> str | None:
        """Why what lies there is not trusted after all; None if it is.

        Everything from the folder down to the place must belong to the owner of that time, and not everybody may be
        able to write to it.
        """
        here = Path(place)
        for one in (here, *here.parents):
            try:
                found = one.lstat()
            except OSError as error:
                return f"cannot be looked at: {error.strerror or error}"
            if found.st_uid != self.owner:
                return CHANGED
            if _open_to_all(found.st_mode):
                return OPEN
            if one == Path(self.path):
                break
        return None


def _open_to_all(mode: int) -> bool:
    """Can everybody write to it? In a sticky folder nobody can replace what is another's; a link has no such rights."""
    if os.name == "nt" or stat.S_ISLNK(mode) or (stat.S_ISDIR(mode) and mode & stat.S_ISVTX):
        return False
    return bool(mode & stat.S_IWOTH)


# ---- judging a file ----


def withheld(path: Path, places: LogPlaces) -> str | None:
    """Why a settings file that was found is not applied: as `distrust` tells it; None if it is applied.

    It is if it is trusted, or if it is the user's own and does not lie among the logs.
    """
    foreign = _foreign(path)
    if foreign is None and not places.have(path):
        return None
    reason = distrust(path)
    return reason if reason is None else reason or foreign or ""


def _foreign(path: Path) -> str | None:
    """Why a file may be another's work; None if it is the user's own. A link counts, and so does where it leads.

    An administrator's files are taken for the user's own, and whoever became one by `sudo` still owns what he had.
    """
    if os.name == "nt":
        return None
    user = os.geteuid()
    owners = {user, ROOT}
    if user == ROOT and (before := os.environ.get("SUDO_UID", "")).isdecimal():
        owners.add(int(before))
    try:
        found = (path.lstat(), path.stat())
    except OSError as error:
        return f"cannot be looked at: {error.strerror or error}"
    if any(one.st_uid not in owners for one in found):
        return FOREIGN
    return OPEN if any(_open_to_all(one.st_mode) for one in found) else None


def distrust(path: Path) -> str | None:
    """Why a file is not trusted: in words, or empty if nobody has said that it is; None if it is trusted.

    A link is judged by where it is and by where it leads: neither may be a place that is not trusted.
    """
    try:
        folders = listed()
    except UsageError as error:
        return str(error)
    for place in dict.fromkeys((os.path.join(os.path.realpath(path.parent), path.name), os.path.realpath(path))):
        doubts = [one.doubt(place) for one in folders if one.has(place)]
        if None not in doubts:
            return next(filter(None, doubts), "")
    return None


@value_class
class LogPlaces:
    """Where the logs of an audit are: the files, and the folders that the user named."""

    logs: tuple[Path, ...]
    named: tuple[Path, ...]

    def have(self, path: Path) -> bool:
        """Does a file lie among the logs: beside one, above one, or in a folder that was named?"""
        homes = {path.parent, Path(os.path.realpath(path)).parent}
        return any(
            not self._above.isdisjoint(_identities([home])) or not self._named.isdisjoint(_identities(_ways_up(home)))
            for home in homes
        )

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that were named, and those that logs lie in, each once."""
        return tuple(dict.fromkeys([*self.named, *[log.parent for log in self.logs]]))

    @cached_property
    def _above(self) -> frozenset[Identity]:
        """The folders of the logs and all folders above them, both as they were named and as they are without links.

        A tree may have a link to logs elsewhere, and its settings are among them all the same.
        """
        folders = set(self.folders)
        folders |= {Path(os.path.realpath(log)).parent for log in self.logs if log.is_symlink()}
        return _identities({here for folder in folders for here in _ways_up(folder)})

    @cached_property
    def _named(self) -> frozenset[Identity]:
        return _identities(self.named)


Identity = tuple[int, int]  # by which a folder is the same under all its names


def _identities(folders: Iterable[Path]) -> frozenset[Identity]:
    found = set()
    for folder in folders:
        with suppress(OSError):
            status = folder.stat()
            found.add((status.st_dev, status.st_ino))
    return frozenset(found)


def _ways_up(folder: Path) -> Iterator[Path]:
    """A folder and all folders above it, by its name and by its name without links."""
    for way in (Path(os.path.abspath(folder)), Path(os.path.realpath(folder))):
        yield from (way, *way.parents)


# ---- the list ----


def store() -> Path:
    """The file that has the list."""
    try:
        return settings_folder() / STORE
    except RuntimeError:
        raise UsageError("there is no home folder to keep a list of trusted folders in") from None


def listed() -> list[TrustedFolder]:
    """The folders that the user trusts. Raises UsageError if the list may be somebody else's work, or is damaged."""
    path = store()
    try:
        if not is_private(path.parent.lstat(), stat.S_ISDIR):
            raise _not_believed(path.parent)
        with open(path, encoding="utf-8", opener=no_link) as file:
            if not is_private(os.fstat(file.fileno()), stat.S_ISREG):
                raise _not_believed(path)
            return [TrustedFolder(str(one["path"]), int(one["owner"])) for one in json.load(file)["trusted"]]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise UsageError(f"cannot read {escaped(str(path))}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise UsageError(f"{escaped(str(path))} is damaged, expected a list of trusted folders") from None


def _not_believed(path: Path) -> UsageError:
    return UsageError(f"{escaped(str(path))} is not believed: it is not yours alone to write to")


def add(folder: Path) -> TrustedFolder:
    """Trust a folder from now on, as long as it belongs to whom it belongs to now."""
    real = os.path.realpath(folder)
    try:
        found = os.stat(real)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot look at {escaped(str(folder))}: {escaped(str(error), 200)}") from None
    if not stat.S_ISDIR(found.st_mode):
        raise UsageError(f"{escaped(str(folder))} is no folder")
    entry = TrustedFolder(real, found.st_uid)
    _change([entry], real)
    return entry


def remove(folder: Path) -> str:
    """Trust a folder no longer, whether it is still there or not."""
    real = os.path.realpath(folder)
    if real not in [one.path for one in listed()]:
        raise UsageError(f"{escaped(real)} is not in the list of trusted folders; 'auditor trust --list' prints it")
    _change([], real)
    return real


def _change(new: Iterable[TrustedFolder], gone: str) -> None:
    path = store()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with whole_files.locked(path):
            entries = [*[one for one in listed() if one.path != gone], *new]
            text = json.dumps({"trusted": [as_dict(one) for one in entries]}, indent=2)
            whole_files.write([text, "\n"], path)
            with suppress(NotImplementedError):
                path.chmod(0o600)
    except OSError as error:
        raise UsageError(f"cannot write {escaped(str(path))}: {error.strerror or error}") from None
