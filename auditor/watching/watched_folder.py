"""Watches a folder: new logs and growing ones are audited while they are written.

There is no thread and no service of the system: the folder is looked at again and again. A file that is renamed is
followed to its new name, whether that is the name of a log or not, so that nothing is lost when logs are rotated.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from auditor.auditing.options import Options
from auditor.auditing.result import Input, Result, Unread, UnreadPlaces
from auditor.logs.files.discovery import FoundFiles, inside
from auditor.watching.followed_file import Follower, Listeners

OptionsAt = Callable[[str], Options]


class WatchedFolder:
    """The logs of a folder, each of them followed."""

    def __init__(
        self,
        folder: Path,
        options_at: OptionsAt,
        listeners: Listeners,
        quiet: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start without a look. A log is at rest once nothing was written to it for `quiet` seconds."""
        self.folder = folder
        self.options_at = options_at
        self.listeners = listeners
        self.quiet = quiet
        self.clock = clock
        self.followers: dict[Path, Follower] = {}
        self.done: list[Result] = []  # results of files that are gone
        self.refused: dict[tuple[str, str], Result] = {}

    def look(self) -> None:
        """Look once at everything."""
        found = [one for one in inside(self.folder) if self._open(one)]
        paths = {one.path for one in found if one.path is not None}
        self._find_moved(paths)
        for one in found:
            assert one.path is not None
            if one.path not in self.followers:
                self.followers[one.path] = Follower(
                    one.path, one.name, one.unsure, self.options_at(one.name), self.listeners
                )
        for path, follower in list(self.followers.items()):
            if self.listeners.stopped():
                return
            follower.look(self.clock(), self.quiet)
            if path not in paths and self._at_rest(follower):
                self._drop(path)  # a log that was renamed, and is no log by its new name

    def end(self, whole: bool) -> Result:
        """Give all that was found. Logs that are not at rest may go on, unless each is to be taken as a `whole`."""
        total = Result(interrupted=self.listeners.stopped() and self._behind())
        for follower in self.followers.values():
            if whole or self._at_rest(follower):
                follower.end()
            else:
                follower.leave()
        for result in [*self.done, *self.refused.values(), *(one for f in self._in_order() for one in f.results)]:
            total.add(result)
        return total

    def _in_order(self) -> list[Follower]:
        return sorted(self.followers.values(), key=lambda follower: follower.name)

    def _at_rest(self, follower: Follower) -> bool:
        return self.clock() - follower.changed >= self.quiet

    def _behind(self) -> bool:
        """Is there anything that was written and has not been read?"""
        return any(
            follower.packed is None and follower.state[2:3] > (follower.reading.offset,)
            for follower in self.followers.values()
        )

    def _open(self, one: FoundFiles) -> bool:
        """Is this a file to open? A file that is refused is reported once."""
        if one.refused is None:
            return True
        if (one.name, one.refused) not in self.refused:
            unread = Unread(one.name, 0, 0, None, one.refused)
            result = Result([Input(one.name, None, None, None, unread=1)], unread=UnreadPlaces([unread]))
            self.refused[one.name, one.refused] = result
            self.listeners.tell(result)
        return False

    # ---- files that are not where they were ----

    def _find_moved(self, paths: set[Path]) -> None:
        for path, follower in list(self.followers.items()):
            if follower.key in ((), _key(path)):
                continue
            if path.exists() and follower.is_at(path):  # a copy of it that goes on has taken its place
                continue
            moved = self._moved_to(follower, paths)
            if moved is None and path.exists():
                continue  # the follower will see that it has another log
            del self.followers[path]
            if moved is not None:
                follower.path = moved
                self.followers[moved] = follower
            else:
                self.listeners.say(f"{follower.name} is gone; what was written to it last may not have been seen")
                follower.end()
                self.done += follower.results

    def _moved_to(self, follower: Follower, paths: set[Path]) -> Path | None:
        """Where a file is now: among the logs, or under any other name beside its old one."""
        beside = list(follower.path.parent.iterdir()) if follower.path.parent.is_dir() else []
        for path in [*paths, *beside]:
            if path not in self.followers and _key(path) == follower.key and follower.is_at(path):
                return path
        return None

    def _drop(self, path: Path) -> None:
        follower = self.followers.pop(path)
        follower.end()
        self.done += follower.results


def _key(path: Path) -> tuple[int, ...]:
    try:
        found = os.stat(path, follow_symlinks=True)
    except OSError:
        return ()
    return found.st_dev, found.st_ino
