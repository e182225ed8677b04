"""Where the grammars, the rulebooks and the samples are on this machine."""

from pathlib import Path
from typing import Literal

PACKAGE = Path(__file__).resolve().parent.parent
CHECKOUT = PACKAGE.parent

_known: dict[str, Path] = {}  # the folders that somebody has asked for
_added: list[Path] = []  # the folder that has the rulebooks of plugins, where it is not the plugins themselves


def folder(name: Literal["grammars", "rulesets", "samples"]) -> Path:
    """The folder of this name: that of the installed package or, if it has none, that of the checkout.

    The package carries what an audit needs, and the samples, from which `explain` shows examples.
    """
    if name not in _known:
        _known[name] = _found(name)
    return _known[name]


def use_rulesets(place: Path, added: Path) -> None:
    """Take the rulebooks from elsewhere, and so those of plugins, as far as they are there, while this process lives.

    Nobody may have asked for them before.
    """
    if "rulesets" in _known:
        raise RuntimeError("the rulebooks of this process have been in use already")
    _known["rulesets"] = place
    _added.append(added)


def laid_out(rules: str) -> Path | None:
    """The file of a plugin's rulebook in the folder that was named for them, if it is there."""
    return next((path for place in _added if (path := place / f"{rules}.toml").is_file()), None)


def _found(name: str) -> Path:
    places = [PACKAGE / "_data" / name]
    if (CHECKOUT / "pyproject.toml").is_file():  # the folders beside an installed package are other people's
        places.append(CHECKOUT / name)
    for place in places:
        if place.is_dir():
            return place
    raise FileNotFoundError(f"auditor has no folder '{name}' here; looked for {' and '.join(map(str, places))}")
