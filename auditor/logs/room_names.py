"""Which room wrote a log, by the words with which the log names it. The words are data: `grammars/rooms.toml`."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache

from auditor.storage.bundled_files import folder


@cache
def _words() -> dict[str, list[str]]:
    """The words for each room."""
    return tomllib.loads((folder("grammars") / "rooms.toml").read_text(encoding="utf-8"))


@cache
def _rooms() -> dict[str, str]:
    """The rooms by their words, in small letters, the longest first."""
    found = [(words.lower(), room) for room, names in _words().items() for words in names]
    return dict(sorted(found, key=lambda each: -len(each[0])))


@lru_cache(maxsize=256)
def room_named(words: str) -> str | None:
    """The room that a text names by its first words; None if it is no room that is known."""
    text = " ".join(words.lower().split())
    return next((room for name, room in _rooms().items() if text == name or text.startswith(f"{name} ")), None)


def name_of(room: str | None) -> str | None:
    """The name of a room as people write it; None if it is not known."""
    return None if room is None or room not in _words() else _words()[room][0]
