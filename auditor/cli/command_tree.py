"""The commands as typer knows them, for pages that tell of them: the manual, the reference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def below(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """The commands that do something, with their full names. A group of commands does nothing itself."""
    for word, one in getattr(command, "commands", {}).items():
        full = f"{name} {word}"
        if getattr(one, "commands", None):
            yield from below(one, full)
        else:
            yield full, one


def words_of(option: Any) -> list[str]:
    """The words among which an option lets somebody choose."""
    return [str(choice) for choice in getattr(option.type, "choices", ())]


def default_of(option: Any) -> str:
    """What holds if an option is not given, if that is anything."""
    value = getattr(option.default, "value", option.default)
    given = not (value is None or callable(value) or option.is_flag or value in ((), []))
    return str(value) if given else ""
