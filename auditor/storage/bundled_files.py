"""Where the grammars, the rulebooks and the samples lie on this machine."""

from functools import cache
from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).resolve().parent.parent
CHECKOUT = PACKAGE.parent


@cache
def folder(name: Literal["grammars", "rulesets", "samples"]) -> Path:
    """The folder of that name: the installed package's own, or else the checkout's.

    The package carries what an audit needs; the samples come with the source only.
    """
    places = [PACKAGE / "_data" / name]
    if (CHECKOUT / "pyproject.toml").is_file():  # beside an installed package lie other people's folders
        places.append(CHECKOUT / name)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"auditor has no folder '{name}' here; looked for {' and '.join(map(str, places))}")
