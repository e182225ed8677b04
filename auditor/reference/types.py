"""Types of fields in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from auditor.vocabulary.wording import joined

PLAIN = {bool: "yes or no", int: "whole number", str: "word", date: "day", float: "number", NoneType: "nothing"}


def type_text(hint: Any, money: bool = False) -> str:
    """What may stand in a field: `whole number`, `list of words`, one of several words."""
    if money:
        return "money"
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return joined([f"`{word}`" for word in inner], "or")
    if origin in (Union, UnionType):
        return joined([type_text(one) for one in inner], "or")
    if origin in (tuple, list):
        return f"list of {type_text(inner[0])}"
    if origin is not None and issubclass(origin, Mapping):
        return f"table of {type_text(inner[1])}"
    return PLAIN.get(hint, getattr(hint, "__name__", str(hint)))
