"""Addresses on the documentation site: the page and the anchor of a clause, the page of a check.

`auditor explain` names these addresses, and the site is built under them, so the two cannot differ.
"""

from __future__ import annotations

import re

from auditor.storage.bundled_files import folder

REFERENCE = "reference"  # the folder of the site for pages made from the data
UNFIT = re.compile(r"[^A-Za-z0-9.]+")  # characters that an anchor cannot have


def anchor(id: str) -> str:
    """The anchor of a clause on the page of its rulebook: its number, with hyphens for brackets and slashes."""
    return UNFIT.sub("-", id).strip("-")


def has_page(book: str) -> bool:
    """Is the rulebook one of ours? A house's own file has no page."""
    return (folder("rulesets") / f"{book}.toml").is_file()


def rulebook_page(book: str) -> str:
    """The page of a rulebook, without an ending."""
    return f"{REFERENCE}/{book}"


def check_page(name: str) -> str:
    """The page of a check, without an ending."""
    return f"{REFERENCE}/checks/{name}"


def clause_address(book: str, clause: str) -> str:
    """The page of a clause and its place there, from the top of the site."""
    return f"{rulebook_page(book)}.html#{anchor(clause)}"
