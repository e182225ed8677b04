"""`auditor decide`: an entry in the ledger of decisions."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli import arguments, output
from auditor.vocabulary.errors import UsageError
from auditor.vocabulary.wording import escaped


class DecisionKind(StrEnum):
    """What can be decided about a finding."""

    upheld = "upheld"
    dismissed = "dismissed"
    waived = "waived"
    under_review = "under-review"


def decide(
    finding: Annotated[str, typer.Argument(metavar="REF", help="The finding: its ref in the report, or fingerprint.")],
    decision: Annotated[
        DecisionKind,
        typer.Argument(
            metavar="DECISION",
            help="upheld, dismissed, waived or under-review; a finding dismissed or waived fails no run.",
        ),
    ],
    authority: Annotated[str, typer.Option(metavar="NAME", help="Who decided.")],
    remark: Annotated[str, typer.Option(metavar="TEXT", help="Why; needed to dismiss or waive.")] = "",
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="The last day the decision holds; without one it stays.")
    ] = None,
    time: Annotated[str | None, typer.Option(metavar="TIME", help="When it was decided, if not just now.")] = None,
    ledger: Annotated[
        Path, typer.Option(metavar="FILE", help="The ledger; it lies beside the logs it is about.")
    ] = Path("decisions.toml"),
) -> int:
    """Add what was decided about a finding to the ledger beside the logs."""
    from auditor.review.ledger import Decision, add
    from auditor.review.trust import distrust

    entry = Decision(
        finding.strip().lower().removeprefix("ref:"),
        decision.value.replace("-", " "),
        authority,
        _moment(time),
        remark,
        arguments.day(until),
    )
    add(ledger, entry)
    output.say(f"{escaped(entry.fingerprint, 40)} {entry.words}; entered in {escaped(str(ledger))}")
    if distrust(ledger) is not None:
        folder = shlex.quote(escaped(str(ledger.parent)))
        output.say(f"an audit applies it with --decisions, or by itself once 'auditor trust {folder}' was said")
    return 0


def _moment(text: str | None) -> datetime:
    if text is None:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--time: '{escaped(text, 40)}' is no time, expected one such as 1994-06-12T10:00") from None
