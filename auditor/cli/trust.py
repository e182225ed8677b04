"""`auditor trust`: the folders whose settings and decisions are applied without being named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli import output
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped


def trust(
    folder: Annotated[Path | None, typer.Argument(metavar="DIR", help="The folder, with all that is below it.")] = None,
    show: Annotated[bool, typer.Option("--list", help="Print the folders that are trusted.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Trust DIR no longer.")] = False,
) -> int:
    """Apply the settings and decisions that lie in a folder of logs.

    These are the auditor.toml, pyproject.toml and decisions.toml in it and below it. Whoever can write to the
    folder can then waive findings and leave clauses out; reports say so. Trust only folders into which nobody puts
    logs whom they may accuse. The list of trusted folders is kept in your configuration folder.
    """
    from auditor.review import trust as list_of_folders

    if show:
        if folder is not None or remove:
            raise UsageError("--list stands alone")
        output.show_texts(_lines())
        return 0
    if folder is None:
        raise UsageError("trust: no folder named, expected DIR or --list")
    if remove:
        output.say(f"{escaped(list_of_folders.remove(folder))} is no longer trusted")
    else:
        entry = list_of_folders.add(folder)
        output.say(f"{escaped(entry.path)} is trusted; settings and decisions in it are applied to the logs there")
    return 0


def _lines() -> Iterator[str]:
    """The folders that are trusted, each with its owner and with what has become of it."""
    from auditor.review.trust import listed

    for one in listed():
        doubt = one.doubt(one.path)
        yield f"{escaped(one.path)}  # of {_name(one.owner)}{f'; not trusted now: {doubt}' if doubt else ''}\n"


def _name(owner: int) -> str:
    if os.name == "nt":
        return "its owner"
    import pwd

    try:
        return escaped(pwd.getpwuid(owner).pw_name, 40)
    except KeyError:
        return f"user {owner}"
