"""Builds a Lark parser for a grammar of lines, and keeps it ready between runs.

Building a grammar costs more than auditing a small log, so the finished tables are stored
(`auditor.storage.disk_cache`).
"""

from __future__ import annotations

import json
from typing import Any

import lark
from lark.grammar import Rule
from lark.lexer import Lexer, TerminalDef

from auditor.storage.bundled_files import folder
from auditor.storage.disk_cache import load_or_make


def load_grammar(name: str, start: list[str], lexer: type[Lexer]) -> lark.Lark:
    """The parser of `grammars/NAME.lark` with this lexer, from the cache if it is there."""
    text = (folder("grammars") / f"{name}.lark").read_text(encoding="utf-8")

    def build() -> lark.Lark:
        return lark.Lark(text, parser="lalr", start=start, lexer=lexer)

    return load_or_make(
        name, (lark.__version__, start, text), build, _to_json, lambda tables: _from_json(tables, lexer)
    )


def groups(parser: lark.Lark) -> dict[str, int]:
    """For every terminal of a grammar, the groups of alternatives that it belongs to, one bit each.

    A group is a rule without a node that the grammar allows any number of times in a row. A line that belongs to all
    groups of the line before it can follow that line, so the parser need not be asked. A terminal in no group is a
    group of its own.
    """
    within: dict[str, set[str]] = {}
    for rule in parser.rules:
        name = rule.origin.name
        if name.startswith("_") and not name.startswith("__"):  # two underscores mark Lark's own
            within.setdefault(rule.expansion[0].name, set()).add(name)
    bits: dict[str, int] = {}
    found: dict[str, int] = {}
    for terminal in parser.terminals:
        mine = _closure(terminal.name, within) or {terminal.name}
        found[terminal.name] = sum(1 << bits.setdefault(group, len(bits)) for group in sorted(mine))
    return found


def _closure(name: str, within: dict[str, set[str]]) -> set[str]:
    """The groups that a terminal or a group belongs to, directly or as part of another group."""
    own = within.get(name, set())
    return own.union(*[_closure(group, within) for group in own])


def _to_json(parser: lark.Lark) -> str:
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    return json.dumps({"data": data, "memo": memo}, default=_named, separators=(",", ":"))


def _from_json(text: str, lexer: type[Lexer]) -> lark.Lark:
    tables = json.loads(text, object_pairs_hook=_integer_keys)
    tables["data"]["parser"]["lexer_conf"]["lexer_type"] = lexer
    tables["data"]["options"]["lexer"] = lexer
    return lark.Lark.load(tables)


def _named(value: object) -> object:
    """Replace what JSON has no word for: a set by a list, the lexer class by its name (loading puts the class back)."""
    return sorted(value) if isinstance(value, set | frozenset) else getattr(value, "__name__", None)


def _integer_keys(pairs: list[tuple[str, Any]]) -> dict[Any, Any]:
    """Turn the whole-number keys of the tables back into numbers, since JSON turns them into text."""
    if pairs and pairs[0][0].isdigit():
        return {int(key): value for key, value in pairs}
    return dict(pairs)
