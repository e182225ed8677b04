"""Pieces of Markdown. The text of rulebooks and docstrings stays text: only what is `code` in it means anything."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from posixpath import dirname, relpath

SPECIAL = re.compile(r"([\\*_{}\[\]#|])")
CODE = re.compile(r"(`[^`]+`)")


def escaped(text: str) -> str:
    """Text that means nothing in Markdown, except for what stands between backticks."""
    parts = CODE.split(text)
    return "".join(part if n % 2 else escape(SPECIAL.sub(r"\\\1", part), quote=False) for n, part in enumerate(parts))


def code(text: str) -> str:
    """A name or value as code."""
    return f"`{text}`"


def link(text: str, page: str, target: str, anchor: str = "") -> str:
    """A link from one page of the site to another or to itself. Pages are named from its top, without an ending."""
    path = "" if page == target else f"{relpath(target, dirname(page))}.md"
    return f"[{text}]({path}{f'#{anchor}' if anchor else ''})"


def heading(text: str, anchor: str) -> Iterator[str]:
    """A heading that the table of contents passes over, since a page may have hundreds of them."""
    sign = f'<a class="headerlink" href="#{anchor}" title="Link to this place">¶</a>'
    yield from (f'<h3 id="{anchor}">{escape(text)}{sign}</h3>', "")


def preformatted(lines: Iterable[str], summary: str) -> Iterator[str]:
    """Lines exactly as they are, under a summary that a click opens. The search passes them over."""
    yield f"<details data-search-exclude><summary>{escape(summary)}</summary>"
    yield f"<pre><code>{escape(chr(10).join(lines))}</code></pre>"
    yield from ("</details>", "")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """A table without its empty columns; nothing at all if there are no rows."""
    found = list(rows)
    filled = [n for n in range(len(headings)) if any(row[n] for row in found)]
    if found:
        lines = [f"| {' | '.join(row[n] for n in filled)} |" for row in (headings, *found)]
        yield from ("", lines[0], f"|{' --- |' * len(filled)}", *lines[1:], "")


def page(lines: Iterable[str]) -> str:
    """The lines as the text of a page."""
    return "\n".join(lines) + "\n"
