"""`auditor convert`: writes logs anew in another format, and says what that format could not hold."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from auditor.cli import arguments, output, shared
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, plural

if TYPE_CHECKING:
    from auditor.logs.converting import Conversion
    from auditor.logs.files.decoding import Passed, RefusedFile, Source
    from auditor.logs.files.discovery import FoundFiles
    from auditor.logs.formats import LogFormat

NOT_WRITTEN = 3
STDOUT = "-"
LONE_HAND = ".phh"  # the ending of a file that holds one hand


def convert(
    path: Annotated[str, typer.Argument(metavar="IN", help="The log: a file, a folder, a pattern, or - for stdin.")],
    out: Annotated[str, typer.Argument(metavar="OUT", help="The file to write, or - for stdout.")],
    to: Annotated[
        str | None,
        typer.Option(metavar="FORMAT", help="table-log, phh, ohh or events; else the ending of OUT tells it."),
    ] = None,
    log_format: shared.FormatName = None,
    most_bytes: shared.MostBytes = None,
    force: Annotated[bool, typer.Option("--force", help="Write over OUT if it is there.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell only of hands that are missing.")] = False,
) -> int:
    """Write a log anew as table log, PHH, OHH or events.

    What the new format cannot hold is told. The format is that of OUT's ending: .log, .phh (one hand), .phhs, .ohh
    or .jsonl.
    """
    from auditor.logs.converting import Conversion
    from auditor.logs.files.discovery import find, open_all
    from auditor.logs.formats import format_named
    from auditor.logs.writing import target_named, target_of

    named = None if log_format is None else format_named(log_format)
    target = target_of(out) if to is None else target_named(to)
    found = find([path])
    if out != STDOUT:
        _check(Path(out), found, force)
    conversion = Conversion(target, alone=target is target_named("phh") and out.lower().endswith(LONE_HAND))
    progress = output.Progress(not quiet)
    missing = Counter[str]()
    logs = open_all(found, arguments.most_bytes(most_bytes))
    texts = _texts(conversion, logs, named, missing, progress)
    try:
        if out == STDOUT:
            output.show_texts(texts)
        else:
            output.save_texts(texts, Path(out), lambda: conversion.hands > 0)
    finally:
        progress.end()
    if not quiet:
        _tell(conversion, out)
    return NOT_WRITTEN if missing or not conversion.hands else 0


def _check(out: Path, found: list[FoundFiles], force: bool) -> None:
    """Refuse, before the work begins, a file that cannot be written, is one of the logs, or is there already."""
    output.check_output(out, [one.path for one in found if one.path is not None])
    if out.exists() and not force:
        raise UsageError(f"cannot write {escaped(str(out))}: it is there already; --force writes over it")


def _texts(
    conversion: Conversion,
    logs: Iterable[Source | RefusedFile | Passed],
    format: LogFormat | None,
    missing: Counter[str],
    progress: output.Progress,
) -> Iterator[str]:
    """Give what goes into the file. What does not is reported at once, with its place."""
    from auditor.logs.files.decoding import Passed, RefusedFile
    from auditor.vocabulary.errors import Unreadable

    for source in logs:
        if isinstance(source, Passed):
            continue
        if isinstance(source, RefusedFile):
            missing[source.name] += 1
            output.say(f"{escaped(source.name)}: {escaped(source.reason)}")
            continue
        for text in conversion.texts(source, format):
            if isinstance(text, Unreadable):
                missing[source.name] += 1
                hand = "" if text.hand is None else f"hand {escaped(text.hand, 40)}: "
                output.say(f"{escaped(source.name)}:{text.line}:{text.column}: {hand}{escaped(text.reason)}")
            else:
                progress.step()
                yield text


def _tell(conversion: Conversion, out: str) -> None:
    """Say how much was written, and what the format had no place for."""
    where = "" if out == STDOUT else f" to {escaped(out)}"
    hands, name = conversion.hands, conversion.target.name
    output.say(f"{hands:,} {plural(hands, 'hand')} written as {name}{where}")
    for what, count in sorted(conversion.lost.items(), key=lambda one: (-one[1], one[0])):
        output.say(f"not in {name}: {escaped(what)} ({count:,} {plural(count, 'time')})")
    sys.stderr.flush()
