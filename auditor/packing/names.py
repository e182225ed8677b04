"""Names of the files in a pack: safe on every system, the same wherever the logs lay and whoever packs them."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence

LONGEST_PART = 100  # characters of a folder's or a file's name
KEPT = " ._-+=,@()"  # besides letters and digits
DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(10))}  # of Windows


def safe_name(name: str) -> str:
    """A name that leads nowhere: no roots, no dots alone, no drives, nothing that a system takes for something else."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return "/".join(map(_safe_part, parts)) or "_"


def is_safe(name: str) -> bool:
    """Is a name as this module makes them?"""
    return safe_name(name) == name


def _safe_part(part: str) -> str:
    kept = "".join(char if char.isalnum() or char in KEPT else "_" for char in unicodedata.normalize("NFC", part))
    if not kept or not kept[0].isalnum() or kept.split(".")[0].strip().upper() in DEVICES:
        kept = kept if kept.startswith("_") else f"_{kept}"
    return kept[:LONGEST_PART].rstrip(" .")


def likeness(name: str) -> str:
    """What two names have in common if some system takes one for the other."""
    return unicodedata.normalize("NFC", name).casefold()


class UniqueNames:
    """Gives out safe names, each once."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def __call__(self, name: str) -> str:
        """The safe form of a name, with a number if that is taken."""
        wanted = safe_name(name)
        folder, slash, last = wanted.rpartition("/")
        stem, dot, ending = last.partition(".")
        number, given = 1, wanted
        while likeness(given) in self.taken:
            number += 1
            given = f"{folder}{slash}{stem[: LONGEST_PART // 2]}-{number}{dot}{ending[: LONGEST_PART // 3]}".rstrip(
                " ."
            )
        self.taken.add(likeness(given))
        return given


def relative_names(paths: Sequence[str]) -> list[str]:
    """Paths as seen from the deepest folder that holds them all, so that neither it nor the current folder is told."""
    full = [os.path.abspath(path) for path in paths]
    try:
        top = os.path.commonpath([os.path.dirname(path) for path in full]) if full else ""
    except ValueError:  # they lie on several drives
        return [os.path.basename(path) for path in full]
    return [os.path.relpath(path, top).replace(os.sep, "/") for path in full]
