"""Building a Lark parser for line grammars, and keeping it ready between runs.

Building a grammar costs more than auditing a small log, so the finished tables are kept as JSON (never a pickle) in a
private cache folder, under a name made of everything they depend on. Nobody else's file is trusted: folder and file
must be the user's own and closed to writing by others. A cache that is missing, stale, damaged, not private or not
writable costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from auditor.data import folder

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def load_grammar(name: str, start: list[str], lexer: type[Lexer]) -> lark.Lark:
    """The parser of `grammars/NAME.lark` with that lexer, from the cache if it is there."""
    text = (folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")
    key = hashlib.sha256(repr((lark.__version__, sys.version_info[:2], start, text)).encode()).hexdigest()[:32]
    cache = _cache_folder()
    parser = _from_cache(cache / f"{name}-{key}.json", lexer) if cache is not None else None
    if parser is None:
        parser = lark.Lark(text, parser="lalr", start=start, lexer=lexer)
        if cache is not None:
            _to_cache(cache / f"{name}-{key}.json", parser)
    return parser


def _cache_folder() -> Path | None:
    """The user's own cache folder, made if need be; None where there is no such place or it is open to others."""
    try:
        root = Path(os.environ.get("XDG_CACHE_HOME", ""))
        place = (root if root.is_absolute() else Path.home() / ".cache") / "auditor"
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        return place if _own(place.lstat(), stat.S_ISDIR) else None
    except (OSError, RuntimeError, ValueError):  # no home, no room, no permission, no such path
        return None


def _own(found: os.stat_result, kind: Any) -> bool:
    """Is this a folder (or file) of the user's, which nobody else can write to?"""
    if not kind(found.st_mode):
        return False
    return os.name == "nt" or (found.st_uid == os.getuid() and not found.st_mode & OTHERS_WRITE)


def _from_cache(path: Path, lexer: type[Lexer]) -> lark.Lark | None:
    try:
        with open(path, encoding="utf-8", opener=_no_link) as file:
            if not _own(os.fstat(file.fileno()), stat.S_ISREG):
                return None
            tables = json.load(file, object_pairs_hook=_integer_keys)
        tables["data"]["parser"]["lexer_conf"]["lexer_type"] = lexer
        tables["data"]["options"]["lexer"] = lexer
        return lark.Lark.load(tables)
    except Exception:  # whatever is wrong with a cache, the grammar itself is at hand
        return None


def _no_link(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0))


def _to_cache(path: Path, parser: lark.Lark) -> None:
    """Write the tables to a file of another name and rename it: whoever reads meanwhile finds all of it or nothing."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    draft = None
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as draft:
            json.dump({"data": data, "memo": memo}, draft, default=_named, separators=(",", ":"))
        Path(draft.name).replace(path)
    except OSError:
        if draft is not None:
            with suppress(OSError):
                Path(draft.name).unlink()


def _named(value: object) -> object:
    """What JSON has no word for: sets become lists, the lexer class its name (it is put back on loading)."""
    return sorted(value) if isinstance(value, set | frozenset) else getattr(value, "__name__", None)


def _integer_keys(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    """JSON turns the whole-number keys of the tables into text; turn them back."""
    if pairs and pairs[0][0].isdigit():
        return {int(key): value for key, value in pairs}
    return dict(pairs)
