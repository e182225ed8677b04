"""Money in whole minor units: $5.50 is 550."""

import re
from collections.abc import Iterable
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


SIGNS = {"EUR": "€", "GBP": "£"}  # signs that stand for one currency only. The dollar's stands for many
MONEY = r"\$(?=[0-9])"


def sign_of(code: str | None, usual: str) -> str:
    """What amounts of a currency begin with: its sign or, as `CHF 5`, its code; the usual sign if none is declared."""
    return usual if code is None else SIGNS.get(code, f"{code} ")


def in_currency(text: str, code: str, names: Iterable[str]) -> str:
    """A text with its amounts in this currency. Names are left as they are, whatever stands in them."""
    kept = [re.escape(name) for name in names if re.search(MONEY, name)]
    sign = SIGNS.get(code, f"{code} ")
    return re.sub("|".join([*kept, f"(?P<money>{MONEY})"]), lambda found: sign if found["money"] else found[0], text)
