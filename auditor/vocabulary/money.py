"""Money in whole minor units: $5.50 is 550."""

import re
from functools import lru_cache

# Twelve digits before the point at most; thousands are marked everywhere or nowhere.
AMOUNT = re.compile(r"\$?([0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3})(?:\.([0-9]{1,2}))?")


@lru_cache(maxsize=4096)
def parse_money(text: str) -> int:
    """The cents in a text such as `5`, `5.5`, `$5.50` or `$1,250`."""
    amount = AMOUNT.fullmatch(text)
    if amount is None:
        raise ValueError(f"not an amount of money: {text[:40]!r}")
    whole, fraction = amount.groups(default="")
    return int(whole.replace(",", "") + fraction.ljust(2, "0"))


@lru_cache(maxsize=4096)
def money_text(cents: int, currency: str = "$") -> str:
    """The amount as a reader expects it: `$5`, `$5.50`, `$1,250`, `-$5`."""
    whole, fraction = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}{currency}{whole:,}.{fraction:02}" if fraction else f"{sign}{currency}{whole:,}"
