"""How a log writes names, cards and amounts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from auditor.vocabulary.money import money_text

BARE = re.compile(r'[^\x00-@\[-\x7f\s][^\s"#,\[\]]*')


class Named(Protocol):
    """Somebody with a name."""

    name: str


def quoted(name: str) -> str:
    """A name as a log writes it."""
    return name if BARE.fullmatch(name) else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def called(somebody: Named) -> str:
    """Somebody's name as a log writes it."""
    return quoted(somebody.name)


def cards(some: Sequence[str]) -> str:
    """Cards as a log writes them."""
    return f"[{' '.join(some)}]"


def source(number: int) -> str:
    """A pot's name, from the main one on."""
    return f"side pot {number}" if number else "main pot"


money = money_text
