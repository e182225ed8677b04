"""`auditor pack`, `auditor verify`: logs with what was found in them as evidence, and whether such evidence holds."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli import arguments, output, shared
from auditor.cli.audit import NOT_READ, log_places, size_of, trusted_ledgers
from auditor.cli.settings import given_options, run_settings
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped, plural

NO_SETTINGS = ("context", "most_bytes")  # which are for the call at hand


class VerificationForm(StrEnum):
    """The forms in which it is told how a pack was found."""

    text = "text"
    json = "json"


def pack(
    context: typer.Context,
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help=shared.LOGS),
    ],
    output_file: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The pack to write: case.zip.")],
    sign: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="Sign it by your own tool: ssh:KEYFILE (ssh-keygen), gpg or gpg:KEYID."),
    ] = None,
    rules: shared.RulesId = None,
    as_of: shared.AsOf = None,
    interpret: shared.Interpret = None,
    customs: shared.Customs = None,
    log_format: shared.FormatName = None,
    decisions: shared.Decisions = None,
    today: shared.Today = None,
    select: shared.Select = None,
    ignore: shared.Ignore = None,
    jobs: shared.Jobs = 1,
    most_bytes: shared.MostBytes = None,
    config: shared.Config = None,
    isolated: shared.Isolated = False,
    force: Annotated[bool, typer.Option("--force", help="Write over FILE if it is there.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors, nothing else.")] = False,
) -> int:
    """Pack logs and their audit as evidence that others can check.

    The pack has the logs, the reports, the rulebooks, and the hashes of all. The same logs and options give the
    same bytes. Findings do not change the exit status: it is 3 if part of the logs could not be read, which the
    reports in the pack say, too.
    """
    values = {name: value for name, value in locals().items() if name not in NO_SETTINGS}
    from auditor.logs.files.discovery import find
    from auditor.packing.container import pieces
    from auditor.packing.judging import Work
    from auditor.packing.signing import check_key
    from auditor.packing.writing import PackRequest, packed

    found = find(paths)
    settings = run_settings(values, given_options(context, values), log_places(paths, found))
    output.check_output(output_file, [one.path for one in found if one.path is not None])
    if output_file.exists() and not force:
        raise UsageError(f"cannot write {escaped(str(output_file))}: it is there already; --force writes over it")
    if sign is not None:
        check_key(sign)
    options, by_path = settings.options(), settings.by_path
    named = settings["decisions"]
    trusted, withheld = ([named], {}) if named is not None else trusted_ledgers(paths, found)
    for one in settings.effects:
        output.say(one.sentence)
    for path, reason in withheld.items():
        why = f" ({escaped(reason, 300)})" if reason else ""
        output.say(f"{escaped(str(path))} not applied{why}; 'auditor trust DIR' or --decisions FILE applies it")
    request = PackRequest(
        found,
        options,
        settings.choice(),
        settings.options if by_path else None,
        settings.choice if by_path else None,
        trusted,
        arguments.day(today) or date.today(),
        settings.settings.path,
        sign,
        arguments.most_bytes(most_bytes),
    )
    progress = output.Progress(not settings["quiet"], size_of(found))
    try:
        with packed(request, Work(options.jobs, progress.follow, progress.step, progress.leap)) as (stream, view):
            progress.end()
            output.save_bytes(pieces(stream), output_file)
    finally:
        progress.end()
    if not settings["quiet"]:
        logs, findings = len(view.result.inputs), len(view.findings)
        told = f"{logs:,} {plural(logs, 'log')} and {findings:,} {plural(findings, 'finding')}"
        output.say(f"{told} packed into {escaped(str(output_file))}{', signed' if sign else ', not signed'}")
    return 0 if view.complete and view.result.hands_judged else NOT_READ


def verify(
    path: Annotated[Path, typer.Argument(metavar="PACK", help="The pack: a file that 'auditor pack' wrote.")],
    allowed_signers: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The keys that you trust, in ssh's form of allowed signers."),
    ] = None,
    identity: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Who must have signed: a name in that file, or the fingerprint of a gpg key."
        ),
    ] = None,
    format: Annotated[
        VerificationForm, typer.Option(metavar="NAME", help="The form of the answer: text or json.")
    ] = VerificationForm.text,
    jobs: shared.Jobs = 1,
    no_color: Annotated[bool, typer.Option("--no-color", help="No colour, even on a terminal.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the answer and errors, nothing else.")] = False,
) -> int:
    """Check a pack, and whether an audit of today finds the same.

    Every hash is checked, and the signature if there is one.

    Exit status: 0 whole and the same; 1 whole, and the findings or reports differ; 3 damaged, wrongly signed, or part
    of it could not be read.
    """
    from auditor.cli.settings import cores
    from auditor.packing.checking import verify as check
    from auditor.packing.judging import Work
    from auditor.packing.signing import Signers
    from auditor.packing.telling import for_people, for_programs

    progress = output.Progress(not quiet)
    try:
        found = check(
            path,
            Signers(allowed_signers, identity),
            Work(jobs or cores(), progress.follow, progress.step, progress.leap),
        )
    finally:
        progress.end()
    if format is VerificationForm.json:
        output.show_text(for_programs(found))
    else:
        output.show(for_people(found, output.width()), not no_color)
    return found.status
