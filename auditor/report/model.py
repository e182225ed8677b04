"""The JSON report: a public contract. What is added here is told in the changelog; nothing is renamed or removed.

`auditor schema report` prints the JSON Schema of this model, and docs/schema/report-1.json keeps it.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA: Literal["auditor/report/1"] = "auditor/report/1"


class Part(BaseModel):
    """A part of the report: exactly these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Tool(Part):
    """What made the report."""

    name: Literal["auditor"] = "auditor"
    version: str


class Options(Part):
    """How the audit was asked for; whatever could change the findings stands here."""

    rules: str | None = Field(description="the rulebook given by the user instead of the logs' own")
    as_of: date | None = Field(description="the day whose rules judged, if not each hand's own")
    interpretations: dict[str, str] = Field(description="readings chosen by the user, by name")
    select: list[str] = Field(description="clauses or checks reported; empty: all")
    ignore: list[str] = Field(description="clauses or checks left out of the report")
    log_format: str | None = Field(description="the format that all logs were read as, if not each as its own")


class Remarks(Part):
    """Lines of hands that are no part of the play, by what they are."""

    chat: int
    observer: int = Field(description="who comes, goes or watches, and what the room says of its own")
    unknown: int = Field(description="nobody could make sense of them; the report lists them as not understood")


class Input(Part):
    """A log that was looked at."""

    path: str
    sha256: str | None = Field(description="of the log's bytes, unpacked if it came in an archive; null if not opened")
    format: str | None
    encoding: str | None
    hands: int = Field(description="hands read and judged")
    unread: int = Field(description="places that could not be read")
    bytes: int = Field(description="of the log, unpacked")
    lines: int
    remarks: Remarks


class Rulebook(Part):
    """A rulebook, in one version, that judged at least one hand."""

    id: str
    version: str = Field(description="the labels of the instruments in force, joined by +")
    sha256: str = Field(description="of the rulebook's data")
    title: str
    instruments: list[str] = Field(description="citations of the instruments in force")
    interpretations: dict[str, str] = Field(description="every reading of the rulebook and the choice in use")


class Severities(Part):
    """Findings by severity."""

    breach: int
    irregularity: int
    advisory: int


class ClauseCount(Part):
    """Findings by clause; the limb of a clause is not told apart."""

    rules: str
    clause: str
    findings: int


class Summary(Part):
    """The numbers of the audit. `complete` is false when anything could not be read."""

    complete: bool
    interrupted: bool = Field(description="somebody ended the audit before its end; the report is about a part")
    hands: int
    tables: int
    unread: int
    findings: int
    filtered: int = Field(description="findings left out by select or ignore")
    by_severity: Severities
    by_clause: list[ClauseCount]


class Missing(Part):
    """Evidence that the log lacks, and on how many occasions."""

    what: str
    times: int


class Coverage(Part):
    """On how many occasions a clause was decided which way. An occasion is a hand, or the end of a table's record."""

    rules: str
    clause: str = Field(
        description="with the limb in square brackets where there is one; record/… for the record itself"
    )
    evidence: str
    automated: bool = Field(description="false: no check decides this clause, and the four counts are zero")
    passed: int = Field(alias="pass")
    fail: int
    not_recorded: int
    not_applicable: int
    missing: list[Missing]


class Actor(Part):
    """Who is responsible."""

    role: Literal[
        "player", "dealer", "operator", "supervisor", "inspector", "staff", "onlooker", "person", "record"
    ] = Field(description="person: somebody, the log does not say who; record: nobody, the log itself is at fault")
    seat: int | None
    name: str | None


class Location(Part):
    """A place in a log; lines and columns count from 1."""

    path: str
    line: int
    column: int


class Money(Part):
    """What a fault is about in money."""

    amount: int = Field(description="in whole minor units, such as cents")
    currency: str = Field(description="the sign the rulebook's money is written with")
    owed_to: str | None
    owed_by: str | None


class Decision(Part):
    """What somebody with authority decided about a finding, in the ledger beside the logs."""

    decision: str
    authority: str
    time: datetime
    remark: str
    until: date | None


class Regraded(Part):
    """The severity of a finding by the rulebook, and why the settings have another one."""

    was: Literal["breach", "irregularity", "advisory"]
    reason: str


class Finding(Part):
    """One fault, stated so that it can stand alone."""

    fingerprint: str = Field(description="stays the same when lines are added elsewhere or the wording changes")
    rules: str
    version: str
    clause: str = Field(description="as printed in the instrument")
    limb: str | None = Field(description="our name for the part of the clause")
    read_with: list[str]
    citation: str
    check: str
    severity: Literal["breach", "irregularity", "advisory"]
    message: str
    expected: str
    observed: str
    table: str
    hand: str | None
    round: str | None
    actor: Actor
    location: Location
    evidence: list[Location]
    money: Money | None
    interpretation: str | None = Field(description="the reading of the text that the finding rests on")
    baseline: Literal["new", "unchanged"] | None = Field(description="against the earlier report, if one was given")
    decision: Decision | None
    regraded: Regraded | None = Field(description="the rulebook's own severity, where the settings have another")


class Unread(Part):
    """Something that could not be read. Line 0 means the file as a whole."""

    path: str
    line: int
    column: int
    hand: str | None
    reason: str


class NotUnderstood(Part):
    """A line that nobody could make sense of, in a hand that was judged without it."""

    path: str
    line: int
    hand: str
    text: str


class Absent(Part):
    """A finding of the earlier report that is not found any more."""

    fingerprint: str
    clause: str
    message: str
    table: str
    hand: str | None


class Baseline(Part):
    """The findings held against an earlier report."""

    path: str
    new: int
    unchanged: int
    absent: list[Absent]


class LedgerNote(Part):
    """An entry of a ledger of decisions that has expired, is malformed, or is about nothing found."""

    kind: str
    path: str
    line: int
    text: str


class Report(Part):
    """Everything an audit has to say. The same input gives the same bytes."""

    schema_: Literal["auditor/report/1"] = Field(alias="schema")
    tool: Tool
    options: Options
    inputs: list[Input]
    rulebooks: list[Rulebook]
    summary: Summary
    coverage: list[Coverage]
    findings: list[Finding]
    unread: list[Unread]
    not_understood: list[NotUnderstood]
    passed_over: list[str] = Field(description="files among the logs that show nothing of a log")
    baseline: Baseline | None
    ledger: list[LedgerNote]
