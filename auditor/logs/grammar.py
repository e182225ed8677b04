"""Building a Lark parser for line grammars, and keeping it ready between runs.

Building a grammar costs more than auditing a small log, so the finished tables are kept as JSON (never a pickle) in a
private cache folder, under a name made of everything they depend on. A cache that is missing, stale, damaged or not
writable costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from auditor.data import folder


def load_grammar(name: str, start: list[str], lexer: type[Lexer]) -> lark.Lark:
    """The parser of `grammars/NAME.lark` with that lexer, from the cache if it is there."""
    text = (folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")
    key = hashlib.sha256(repr((lark.__version__, sys.version_info[:2], start, text)).encode()).hexdigest()[:32]
    cached = _cache_folder() / f"{name}-{key}.json"
    parser = _from_cache(cached, lexer)
    if parser is None:
        parser = lark.Lark(text, parser="lalr", start=start, lexer=lexer)
        _to_cache(cached, parser)
    return parser


def _cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "auditor"


def _from_cache(path: Path, lexer: type[Lexer]) -> lark.Lark | None:
    try:
        tables = _integer_keys(json.loads(path.read_text(encoding="utf-8")))
        tables["data"]["parser"]["lexer_conf"]["lexer_type"] = lexer
        tables["data"]["options"]["lexer"] = lexer
        return lark.Lark.load(tables)
    except Exception:  # whatever is wrong with a cache, the grammar itself is at hand
        return None


def _to_cache(path: Path, parser: lark.Lark) -> None:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as draft:
            json.dump({"data": data, "memo": memo}, draft, default=_named)
        Path(draft.name).replace(path)
    except OSError:
        return


def _named(value: object) -> object:
    """What JSON has no word for: sets become lists, the lexer class its name (it is put back on loading)."""
    return sorted(value) if isinstance(value, set | frozenset) else getattr(value, "__name__", None)


def _integer_keys(value: Any) -> Any:
    """JSON turns the whole-number keys of the tables into text; turn them back."""
    if isinstance(value, dict):
        return {int(key) if key.isdigit() else key: _integer_keys(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_integer_keys(item) for item in value]
    return value
