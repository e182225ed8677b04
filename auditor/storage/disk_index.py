"""Numbers by name, exactly, of which a bounded number is in memory. If there are more, all are on the disk.

They go to a temporary database that has no name, so nobody else can open it, and that is gone when the run ends,
however it ends. Of it no more than a few megabytes are in memory at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.vocabulary.errors import UsageError

if TYPE_CHECKING:
    import sqlite3

IN_MEMORY = 20_000  # names, before they go to the disk
CACHE = 8 << 10  # of the database, in KiB
BEGIN = (
    "PRAGMA journal_mode = OFF",  # nothing is ever taken back: a copy of this process that ends leaves it alone
    f"PRAGMA cache_size = -{CACHE}",
    "CREATE TABLE known (name BLOB PRIMARY KEY, number INTEGER) WITHOUT ROWID",
    "BEGIN",
)


class DiskIndex:
    """Names, each with a number."""

    def __init__(self) -> None:
        self._few: dict[str, int] = {}
        self._many: sqlite3.Cursor | None = None
        self._stored = 0

    def __len__(self) -> int:
        return self._stored + len(self._few)

    def get(self, name: str) -> int | None:
        """The number of a name, if it has one."""
        if self._many is None:
            return self._few.get(name)
        found = self._many.execute("SELECT number FROM known WHERE name = ?", (_bytes(name),)).fetchone()
        return None if found is None else int(found[0])

    def add(self, name: str, number: int = 0) -> bool:
        """Give a name a number, unless it has one. Say whether it had none."""
        if self._many is None:
            if name in self._few:
                return False
            self._few[name] = number
            if len(self._few) > IN_MEMORY:
                self._put_away()
            return True
        fresh = self._write(self._many, name, number)
        self._stored += fresh
        return fresh

    def put(self, name: str, number: int) -> None:
        """Give a name a number, whether it has one or not."""
        if self._many is None and name in self._few:
            self._few[name] = number
        elif not self.add(name, number):
            assert self._many is not None
            self._many.execute("UPDATE known SET number = ? WHERE name = ?", (number, _bytes(name)))

    def number(self, name: str) -> int:
        """The number of a name: a new one gets the next, from zero."""
        following = len(self)
        if self.add(name, following):
            return following
        known = self.get(name)
        assert known is not None
        return known

    def _put_away(self) -> None:
        """Move everything to the disk, where all that follows goes, too."""
        import sqlite3  # few audits need it

        try:
            many = sqlite3.connect("", isolation_level=None, check_same_thread=False).cursor()
            for words in BEGIN:
                many.execute(words)
        except sqlite3.Error as error:
            raise _no_room(error) from None
        few, self._few = self._few, {}
        for name, number in few.items():
            self._write(many, name, number)
        self._many, self._stored = many, len(few)

    @staticmethod
    def _write(many: sqlite3.Cursor, name: str, number: int) -> bool:
        import sqlite3

        try:
            return many.execute("INSERT OR IGNORE INTO known VALUES (?, ?)", (_bytes(name), number)).rowcount > 0
        except sqlite3.Error as error:
            raise _no_room(error) from None


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogatepass")


def _no_room(error: Exception) -> UsageError:
    import tempfile

    return UsageError(f"no room for an index of so many names in {tempfile.gettempdir()}: {error}")
