"""Reads the comments beside fields and constants from the code, so that their meaning is written once, there."""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from textwrap import dedent
from types import ModuleType
from typing import Any


def _remarks(source: str) -> dict[int, str]:
    """The comments of a source by their lines."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return {token.start[0]: token.string.lstrip("# ") for token in tokens if token.type == tokenize.COMMENT}


def _beside(body: list[ast.stmt], remarks: dict[int, str]) -> dict[str, str]:
    """The comments on the lines of assignments, by the name that each assigns to."""
    found: dict[str, str] = {}
    for node in body:
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        for target in targets:
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            words = [remarks[number] for number in lines if number in remarks]
            if isinstance(target, ast.Name) and words:
                found[target.id] = " ".join(words)
    return found


def of_fields(kind: type[Any]) -> dict[str, str]:
    """The comment beside each field of a class and of the classes it inherits from."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        if one is not object:
            source = dedent(inspect.getsource(one))
            found |= _beside(ast.parse(source).body[0].body, _remarks(source))  # type: ignore[attr-defined]
    return found


def of_constants(module: ModuleType) -> dict[str, str]:
    """The comment beside each constant of a module."""
    source = inspect.getsource(module)
    return _beside(ast.parse(source).body, _remarks(source))
