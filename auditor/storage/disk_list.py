"""A list of which a bounded number is in memory. The rest is on the disk.

It goes, some at a time, to a temporary file that has no name, so nobody else can open it, and that is gone when the
run ends, however it ends. Only this process writes it and reads it.
"""

from __future__ import annotations

import marshal
import threading
from abc import abstractmethod
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any, Self, TypeVar, overload

from auditor.vocabulary.errors import UsageError

T = TypeVar("T")

IN_MEMORY = 10_000  # elements, before they go to the disk
TOGETHER = 64  # that are written and read at once
OPEN = 64  # such groups that are kept as they were read last


class DiskList(Sequence[T]):
    """Elements in the order in which they came. They can be added to, never changed."""

    WHAT = "elements"  # what they are called where there is no room for them

    def __init__(self, elements: Iterable[T] = ()) -> None:
        self._recent: list[T] = []  # not on the disk
        self._file: IO[bytes] | None = None
        self._starts: list[int] = []  # the number of the first element of each group on the disk …
        self._offsets: list[int] = [0]  # … and where it begins; the last of these is where the next will
        self._stored = 0
        self._open: OrderedDict[int, list[Any]] = OrderedDict()
        self._reading = threading.Lock()  # several threads may look at what is whole
        self.extend(elements)

    @staticmethod
    @abstractmethod
    def _packed(element: T) -> Any:
        """The element as lists and tuples of texts and numbers."""

    @staticmethod
    @abstractmethod
    def _unpacked(values: Any) -> T:
        """The element that these are the values of."""

    def __del__(self) -> None:
        """Close the file, which is gone then."""
        if self._file is not None:
            self._file.close()

    def append(self, element: T) -> None:
        """Add an element."""
        self._recent.append(element)
        if len(self._recent) >= IN_MEMORY:
            self._put_away()

    def extend(self, elements: Iterable[T]) -> None:
        """Add elements. What another such list has on the disk is copied there."""
        if isinstance(elements, type(self)):
            elements = self._copy(elements)
        for element in elements:
            self.append(element)

    def _copy(self, other: Self) -> list[T]:
        """Copy what another list has on the disk, and give the rest of it."""
        if other._stored:
            self._put_away()
            for start, group in zip(other._starts, range(len(other._starts)), strict=True):
                self._write(other._read(group), other._end_of(group) - start)
        return other._recent

    def packed(self) -> list[tuple[int, bytes]]:
        """Give all elements in groups, each with how many it has, as another list takes them in with `unpack`."""
        groups = [(self._end_of(group) - start, self._read(group)) for group, start in enumerate(self._starts)]
        for start in range(0, len(self._recent), TOGETHER):
            group = self._recent[start : start + TOGETHER]
            groups.append((len(group), marshal.dumps([self._packed(one) for one in group])))
        return groups

    def unpack(self, groups: list[tuple[int, bytes]]) -> None:
        """Add the elements that another list has packed. If they are many, they go to the disk as they are."""
        if sum(count for count, _ in groups) >= IN_MEMORY:
            self._put_away()
            for count, data in groups:
                self._write(data, count)
            return
        for _, data in groups:
            self.extend(map(self._unpacked, marshal.loads(data)))

    @property
    def on_disk(self) -> bool:
        """Are there more than memory is to hold?"""
        return self._stored > 0

    def __len__(self) -> int:
        return self._stored + len(self._recent)

    def __iter__(self) -> Iterator[T]:
        for group in range(len(self._starts)):
            yield from map(self._unpacked, self._group(group))
        yield from self._recent

    @overload
    def __getitem__(self, place: int) -> T: ...

    @overload
    def __getitem__(self, place: slice) -> list[T]: ...

    def __getitem__(self, place: int | slice) -> T | list[T]:
        if isinstance(place, slice):
            return [self._at(number) for number in range(len(self))[place]]
        return self._at(range(len(self))[place])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(one == another for one, another in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it can be added to

    def __repr__(self) -> str:
        """The number only: there may be many."""
        return f"<{type(self).__name__}: {len(self)} {self.WHAT}>"

    def _at(self, number: int) -> T:
        if number >= self._stored:
            return self._recent[number - self._stored]
        group = bisect_right(self._starts, number) - 1
        return self._unpacked(self._group(group)[number - self._starts[group]])

    # ---- on the disk ----

    def _put_away(self) -> None:
        recent, self._recent = self._recent, []
        for start in range(0, len(recent), TOGETHER):
            group = [self._packed(one) for one in recent[start : start + TOGETHER]]
            self._write(marshal.dumps(group), len(group))

    def _write(self, data: bytes, count: int) -> None:
        """Write a group of elements at the end of the file, which is made for the first."""
        import tempfile  # few audits need it

        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="auditor-")  # noqa: SIM115  (open as long as the list)
            self._file.seek(self._offsets[-1])
            self._file.write(data)
        except OSError as error:
            reason = error.strerror or error
            raise UsageError(f"no room for so many {self.WHAT} in {tempfile.gettempdir()}: {reason}") from None
        self._starts.append(self._stored)
        self._offsets.append(self._offsets[-1] + len(data))
        self._stored += count

    def _end_of(self, group: int) -> int:
        return self._starts[group + 1] if group + 1 < len(self._starts) else self._stored

    def _read(self, group: int) -> bytes:
        assert self._file is not None
        self._file.seek(self._offsets[group])
        return self._file.read(self._offsets[group + 1] - self._offsets[group])

    def _group(self, group: int) -> list[Any]:
        """The values of a group of elements, of those read last without reading them again."""
        with self._reading:
            found = self._open.get(group)
            if found is None:
                found = self._open[group] = marshal.loads(self._read(group))  # written by ourselves
                if len(self._open) > OPEN:
                    self._open.popitem(last=False)
            else:
                self._open.move_to_end(group)
            return found
