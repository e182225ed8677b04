"""The blinds that another log stated, as a table log notes them beside those that were put up."""

from __future__ import annotations

import re

_AMOUNTS = re.compile("[0-9]{1,14}(?:-[0-9]{1,14})*")


def amounts_stated(value: str) -> tuple[int, ...]:
    """The amounts of such a statement, in hundredths; none if it says something else."""
    return tuple([int(amount) for amount in value.split("-")]) if _AMOUNTS.fullmatch(value) else ()
