"""The page of the library: every name that it offers, with its arguments and its docstring, as Python knows them."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from enum import Enum
from typing import Any

from auditor.reference import comments
from auditor.reference.markdown import code, escaped, page, table
from auditor.report.pages.explain import paragraphs


def library(names: dict[str, Any]) -> str:
    """The page of these names, in their order."""
    lines = ["# The library, name by name", ""]
    lines += ["What `from auditor import …` offers. [The library](../api.md) explains it with examples.", ""]
    for name, one in names.items():
        lines += ["", f"## {name} {{#{name}}}", "", *_described(name, one)]
    return page(lines)


def _described(name: str, one: Any) -> Iterator[str]:
    if inspect.isclass(one) and issubclass(one, Enum):
        yield from _text(one)
        yield from table(("member", "value"), [(code(member.name), code(str(member.value))) for member in one])
        return
    if inspect.isfunction(one) or (inspect.isclass(one) and not issubclass(one, Exception)):
        yield from ("```python", _signature(name, one), "```", "")
    yield from _text(one)
    if inspect.isclass(one):
        yield from _members(one)


def _signature(name: str, one: Any) -> str:
    """The call, on one line if it is short enough. Of an object that nobody makes himself it is only the name."""
    if inspect.isclass(one) and "__init__" not in vars(one):
        return name
    try:
        found = inspect.signature(one)
    except ValueError:
        return name
    arguments = [str(each) for each in found.parameters.values()]
    short = f"{name}({', '.join(arguments)})"
    return short if len(short) <= 80 else f"{name}(\n    " + ",\n    ".join(arguments) + ",\n)"


def _members(one: type) -> Iterator[str]:
    remarks = comments.of_fields(one) if hasattr(one, "__dataclass_fields__") else {}
    fields = [(code(name), escaped(remarks.get(name, ""))) for name in getattr(one, "__dataclass_fields__", {})]
    methods = []
    for name, member in vars(one).items():
        if name.startswith("_") or not (isinstance(member, property) or inspect.isfunction(member)):
            continue
        taken = [] if isinstance(member, property) else [*inspect.signature(member).parameters][1:]
        shown = name if isinstance(member, property) else f"{name}({', '.join(taken)})"
        methods.append((code(shown), escaped(" ".join(paragraphs(member.__doc__)))))
    yield from table(("member", "meaning"), [*fields, *methods]) if fields or methods else ()


def _text(one: Any) -> Iterator[str]:
    for paragraph in paragraphs(inspect.getdoc(one)):
        yield from (escaped(paragraph), "")
