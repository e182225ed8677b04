"""Money in whole minor units: $5.50 is 550."""

import re
from collections import Counter
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


CHIPS = "chips"  # what tournaments and games without money are played for: amounts have no sign
SIGNS = {"EUR": "€", "GBP": "£", "USD": "$", CHIPS: ""}  # what amounts begin with, where that is not the code
MARKS = "$€£¥₹₽₩₪₫₱₴₺฿"  # signs of currencies
STANDS_FOR = {"€": "EUR", "£": "GBP"}  # signs of one currency only. The dollar's stands for many, and so for itself
CODES = frozenset(
    "ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PEN PHP PLN"
    " RON RUB SEK SGD THB TRY UAH USD VND ZAR".split()
)  # codes that are known by themselves in a line of other words
CODE = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])")
CURRENCY = rf"[A-Z]{{3}}|{CHIPS}|[{MARKS}]"  # a currency as logs, findings and reports name it
MONEY = r"\$(?=[0-9])"


@lru_cache(maxsize=1024)
def currency_in(text: str) -> str | None:
    """The currency of amounts as a log writes them: by its code if that is there, else by its sign; None if neither."""
    for code in CODE.findall(text):
        if code in CODES:
            return str(code)
    sign = next((one for one in text if one in MARKS), None)
    return None if sign is None else STANDS_FOR.get(sign, sign)


def named_currency(text: str) -> str | None:
    """The currency that a field of a log names by its code or sign; None if it names none."""
    text = text.strip()
    return STANDS_FOR.get(text, text) if len(text) <= len(CHIPS) and re.fullmatch(CURRENCY, text) else None


def sign_of(code: str | None, usual: str) -> str:
    """What amounts of a currency begin with: its sign or, as `CHF 5`, its code; the usual sign if none is declared."""
    return usual if code is None else code if code in MARKS else SIGNS.get(code, f"{code} ")


def apart(codes: Iterable[str]) -> dict[str, str]:
    """What amounts of these currencies begin with where they stand side by side: no two begin alike."""
    signs = {code: sign_of(code, code) for code in codes}
    times = Counter(signs.values())
    return {
        code: f"{code} " if times[sign] > 1 and code != CHIPS and code not in MARKS else sign
        for code, sign in signs.items()
    }


def in_currency(text: str, code: str, names: Iterable[str]) -> str:
    """A text with its amounts in this currency. Names are left as they are, whatever stands in them."""
    kept = [re.escape(name) for name in names if re.search(MONEY, name)]
    sign = sign_of(code, "$")
    return re.sub("|".join([*kept, f"(?P<money>{MONEY})"]), lambda found: sign if found["money"] else found[0], text)
