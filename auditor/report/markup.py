"""Pages of HTML from the templates beside this module.

Whatever a template puts on a page is made visible first (`escaped`) and then escaped for HTML, so no name in a log can
become markup; only the style sheet is taken as it is. A page has no script, fetches nothing, says so to the browser,
and is well-formed XML, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.version import __version__
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import calendar, escaped, plural

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
STYLES = ("desk.css", "report.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
BUFFER = 200  # pieces that are written at once
MARKS = {"breach": "b", "irregularity": "i", "advisory": "a", "record": "r", "unread": "u"}  # the shape of each


def page(name: str, **values: Any) -> Iterator[str]:
    """The page that a template makes of these values, piece by piece. What is given as an iterator is asked late."""
    stream = environment().get_template(name).stream(values)
    stream.enable_buffering(BUFFER)
    yield from stream


@cache
def environment() -> Environment:
    """The templates, with what all of them may use."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = "".join((TEMPLATES / one).read_text(encoding="utf-8") for one in STYLES)
    found.globals |= {"version": __version__, "policy": POLICY, "style": Markup(style), "marks": MARKS}
    found.filters |= {"day": calendar, "n": _digits, "plural": plural, "money": money_text}
    return found


def _visible(value: object) -> object:
    """What is put on a page: of a text from anywhere, nothing that a reader would not see."""
    return escaped(value) if type(value) is str else "" if value is None else value


def _digits(number: int) -> str:
    return f"{number:,}"
