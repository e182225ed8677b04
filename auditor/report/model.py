"""The JSON report: a public contract. What is added here is told in the changelog; nothing is renamed or removed.

`auditor schema report` prints the JSON Schema of this model, and docs/schema/report-2.json keeps it.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

SCHEMA: Literal["auditor/report/2"] = "auditor/report/2"


class Part(BaseModel):
    """A part of the report: exactly these fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Tool(Part):
    """What made the report."""

    name: Literal["auditor"] = Field("auditor", description="always auditor")
    version: str = Field(description="of the auditor")


class Plugin(Part):
    """Something of another installed package that took part in the audit."""

    group: Literal["checks", "formats", "rulebooks"] = Field(description="what it is")
    name: str = Field(description="of the check, the log format or the rulebook")
    package: str = Field(description="the package that has it")
    version: str = Field(description="of the package")


class Options(Part):
    """How the audit was asked for; whatever could change the findings stands here."""

    rules: str | None = Field(description="the rulebook given by the user instead of the logs' own")
    as_of: date | None = Field(description="the day whose rules judged, if not each hand's own")
    interpretations: dict[str, str] = Field(description="readings chosen by the user, by name")
    select: list[str] = Field(description="clauses or checks reported; empty: all")
    ignore: list[str] = Field(description="clauses or checks left out of the report")
    log_format: str | None = Field(description="the format that all logs were read as, if not each as its own")
    since: date | None = Field(description="the first night whose hands were judged, if not all were")
    until: date | None = Field(description="the last night whose hands were judged, if not all were")


class Remarks(Part):
    """Lines of hands that are no part of the play, by what they are."""

    chat: int = Field(description="what was said at the table")
    observer: int = Field(description="who comes, goes or watches, and what the room says of its own")
    unknown: int = Field(description="nobody could make sense of them; the report lists them as not understood")


class Input(Part):
    """A log that was looked at."""

    path: str = Field(description="the log as it was named, with its place in an archive")
    sha256: str | None = Field(description="of the log's bytes, unpacked if it came in an archive; null if not opened")
    format: str | None = Field(description="the name of the format it was read as; null if not opened")
    encoding: str | None = Field(description="how its bytes became text; null if not opened")
    hands: int = Field(description="hands read and judged")
    unread: int = Field(description="places that could not be read")
    bytes: int = Field(description="of the log, unpacked")
    lines: int = Field(description="of the log")
    remarks: Remarks = Field(description="lines that are no part of the play, counted")
    doubts: dict[str, int] = Field(description="questions that its hands leave open, with their number")


class Rulebook(Part):
    """A rulebook, in one version, that judged at least one hand."""

    id: str = Field(description="such as act/canberra-manila")
    version: str = Field(description="the labels of the instruments in force, joined by +")
    sha256: str = Field(description="of the rulebook's data")
    title: str = Field(description="the rulebook's own")
    instruments: list[str] = Field(description="citations of the instruments in force")
    interpretations: dict[str, str] = Field(description="every reading of the rulebook and the choice in use")


class Severities(Part):
    """Findings by severity."""

    breach: int = Field(description="findings of the gravest kind")
    irregularity: int = Field(description="mishaps that the rulebook itself provides for")
    advisory: int = Field(description="findings that accuse nobody")


class ClauseCount(Part):
    """Findings by clause; the limb of a clause is not told apart."""

    rules: str = Field(description="the rulebook")
    clause: str = Field(description="as printed in the instrument")
    findings: int = Field(description="how many rest on the clause")


class Summary(Part):
    """The numbers of the audit. `complete` is false when anything could not be read."""

    complete: bool = Field(description="everything was read; without that, no findings do not mean a clean log")
    interrupted: bool = Field(description="somebody ended the audit before its end; the report is about a part")
    hands: int = Field(description="hands judged")
    tables: int = Field(description="tables whose hands were judged, each once, on however many nights")
    nights: int = Field(description="nights whose hands were judged")
    undated: int = Field(description="hands judged of which the log does not tell the night")
    left_out: int = Field(description="hands of nights before `since` or after `until`, which were not judged")
    unread: int = Field(description="places that could not be read")
    findings: int = Field(description="findings in this report")
    filtered: int = Field(description="findings left out by select or ignore")
    by_severity: Severities = Field(description="the findings by severity")
    by_clause: list[ClauseCount] = Field(description="the findings by clause")
    customs: list[CustomCount] = Field(description="the customs of rooms, each once a log; the findings have them, too")


class Sum(Part):
    """An amount of money in one currency. Amounts in two are never added."""

    amount: int = Field(description="in whole minor units, such as cents")
    currency: str = Field(description="as in the money of a finding")


class Total(Part):
    """What was found in one part of the whole. Customs of rooms are not counted."""

    name: str = Field(description="the night (1994-06-11), week (1994-W23), month (1994-06), table, person or clause")
    hands: int | None = Field(
        description="hands judged, of a player those of being dealt in; null where nobody counts them"
    )
    rate: float | None = Field(
        description="breaches and irregularities in a hundred hands; null if there are fewer than 500 hands"
    )
    breach: int = Field(description="findings of the gravest kind")
    irregularity: int = Field(description="mishaps that the rulebook itself provides for")
    advisory: int = Field(description="findings that accuse nobody")
    money: list[Sum] = Field(description="what they are about in money, by currency")
    role: str | None = Field(description="of a person; null elsewhere")
    rules: str | None = Field(description="the rulebook of a clause; null elsewhere")
    venue: str | None = Field(description="the house or the room of a table, if known; null elsewhere")


class Totals(Part):
    """The findings by everything that a manager asks for. What has no date is called `no date`."""

    by_night: list[Total] = Field(description="in the order of the calendar")
    by_week: list[Total] = Field(description="the weeks of ISO 8601, in the order of the calendar")
    by_month: list[Total] = Field(description="in the order of the calendar")
    by_table: list[Total] = Field(description="over all nights, in the order of the logs")
    by_dealer: list[Total] = Field(description="the dealers whom logs name, with the hands that they began")
    by_person: list[Total] = Field(description="to whom something is laid, the gravest first")
    by_clause: list[Total] = Field(description="on which something rests, the gravest first")


class Missing(Part):
    """Evidence that the log lacks, and on how many occasions."""

    what: str = Field(description="the evidence that is missing")
    times: int = Field(description="on how many occasions")


class Coverage(Part):
    """On how many occasions a clause was decided which way. An occasion is a hand, or the end of a table's record."""

    rules: str = Field(description="the rulebook")
    clause: str = Field(
        description="with the limb in square brackets where there is one; record/… for the record itself"
    )
    evidence: str = Field(
        description="from what the clause is decided: play, procedure, table, session, incident, none or record"
    )
    automated: bool = Field(description="false: no check decides this clause, and the four counts are zero")
    passed: int = Field(alias="pass", description="occasions on which it was kept")
    fail: int = Field(description="occasions on which it was broken")
    not_recorded: int = Field(description="occasions on which it came up and the log lacks the evidence")
    not_applicable: int = Field(description="occasions on which it did not come up")
    missing: list[Missing] = Field(description="the evidence that was missing")


class Actor(Part):
    """Who is responsible."""

    role: Literal[
        "player", "dealer", "operator", "supervisor", "inspector", "staff", "onlooker", "person", "record"
    ] = Field(description="person: somebody, the log does not say who; record: nobody, the log itself is at fault")
    seat: int | None = Field(description="of a player, if known")
    name: str | None = Field(
        description="as the log has it, of a dealer the name or the number; null where it names nobody"
    )


class Location(Part):
    """A place in a log; lines and columns count from 1."""

    path: str = Field(description="of the log")
    line: int = Field(description="from 1")
    column: int = Field(description="from 1")


class Money(Part):
    """What a fault is about in money."""

    amount: int = Field(description="in whole minor units, such as cents; less than zero: the house took too little")
    currency: str = Field(
        description="the code (EUR) or the sign ($) that the log gives, or `chips`; "
        "the sign of the rulebook's money if the log gives none"
    )
    owed_to: str | None = Field(description="who is to be paid; null where nobody is")
    owed_by: str | None = Field(description="who has to pay; null where nobody has")


class Decision(Part):
    """What somebody with authority decided about a finding, in the ledger beside the logs."""

    decision: str = Field(description="upheld, dismissed, waived or under review")
    authority: str = Field(description="who decided")
    time: datetime = Field(description="when")
    remark: str = Field(description="the reason given")
    until: date | None = Field(description="the last day it holds; null if it stays")


class Regraded(Part):
    """The severity of a finding by the rulebook, and why the settings have another one."""

    was: Literal["breach", "irregularity", "advisory"] = Field(description="the rulebook's own severity")
    reason: str = Field(description="as the settings give it")


class CustomCount(Part):
    """A custom of a room in one log: what the room does otherwise than a clause says, as a rule and for everybody."""

    custom: str = Field(description="its name, as in the findings that it explains")
    room: str = Field(description="whose custom it is")
    title: str = Field(description="in a few words")
    gist: str = Field(description="what the room does")
    source: str = Field(description="where that is known from")
    rules: str = Field(description="the rulebook")
    clause: str = Field(description="as printed in the instrument")
    path: str = Field(description="of the log")
    findings: int = Field(description="how many findings of this log it explains")
    examples: list[Location] = Field(description="the first of them, at most three")


class ReadingTaken(Part):
    """The reading of an unclear text that a finding rests on: the choice in use, and what another makes of it."""

    name: str = Field(description="of the reading, as in `interpretation`")
    choice: str = Field(description="the choice in use")
    other: str = Field(description="the other choice")
    then: str = Field(description="what it is with the other choice, as in `this is no fault`")


class ActThatLed(Part):
    """A line that led to a fault."""

    line: int = Field(description="where it stands, in the log of the finding")
    column: int = Field(description="where it stands")
    counted: str = Field(description="what it counted as: `second raise`, `communal cards`, `the fault`")


class Finding(Part):
    """One fault, stated so that it can stand alone."""

    fingerprint: str = Field(
        description="made of rulebook, clause, check, night, venue, table, hand, person and ordinal; "
        "stays the same when lines are added elsewhere or the wording changes"
    )
    rules: str = Field(description="the rulebook that was broken")
    version: str = Field(description="the version of the rulebook in force")
    clause: str = Field(description="as printed in the instrument")
    limb: str | None = Field(description="our name for the part of the clause")
    read_with: list[str] = Field(description="the clauses it is read with")
    citation: str = Field(description="the clause as a lawyer would cite it")
    check: str = Field(description="the check that found it")
    severity: Literal["breach", "irregularity", "advisory"] = Field(description="how grave it is")
    message: str = Field(description="what was observed and expected, in a sentence")
    expected: str = Field(description="what the rules ask for")
    observed: str = Field(description="what the log shows")
    night: date | None = Field(
        description="the night that it belongs to: the date of the table or, if it has none, of the hand; null if none"
    )
    day: date | None = Field(description="the calendar day of the hand, which past midnight may be another")
    time: str | None = Field(description="of the act, or of the hand's first card; null where the log has neither")
    venue: str | None = Field(
        description="the house that the log names, or the room that wrote it, such as winamax; null if neither is known"
    )
    table: str = Field(description="the table, as the log names it")
    hand: str | None = Field(description="the number of the hand; null for a fault outside of hands")
    round: str | None = Field(description="the betting round; null outside of any")
    actor: Actor = Field(description="who is responsible")
    location: Location = Field(description="the line of the fault")
    evidence: list[Location] = Field(description="other lines that it rests on")
    acts: list[ActThatLed] = Field(
        default_factory=list,
        description="the acts that led there, with those of `evidence`, in the order of the log; the fault is the last",
    )
    money: Money | None = Field(description="what it cost; null where no amount can be named")
    interpretation: str | None = Field(description="the reading of the text that the finding rests on")
    reading: ReadingTaken | None = Field(description="that reading with its choices; null if it rests on none")
    doubt: str | None = Field(description="what the record leaves open, and the finding rests on; null if nothing")
    baseline: Literal["new", "unchanged"] | None = Field(description="against the earlier report, if one was given")
    decision: Decision | None = Field(description="what the ledger says of it; null if nothing")
    regraded: Regraded | None = Field(description="the rulebook's own severity, where the settings have another")
    custom: str | None = Field(description="the custom of the room by which it accuses nobody; null if it is none")


class Edit(Part):
    """What to put in the place of some columns of a line."""

    line: int = Field(description="the line to change, which need not be the one that could not be read")
    column: int = Field(description="the first column that goes; columns count characters from 1")
    end_column: int = Field(description="the first column that stays: the same as `column` where nothing goes")
    replacement: str = Field(description="what to put there; it may hold line breaks")


class Unread(Part):
    """Something that could not be read. Line 0 means the file as a whole."""

    path: str = Field(description="of the log")
    line: int = Field(description="where it begins")
    column: int = Field(description="where it begins")
    hand: str | None = Field(description="the number of the hand, if known")
    reason: str = Field(description="what was found, what was expected and, where that is known, what to write instead")
    further: bool = Field(description="whether an entry before this one has already told that the hand is not read")
    source: str | None = Field(description="the line as it stands in the log; null where there is none")
    fix: list[Edit] = Field(
        description="the edits that put it right, all of them together; empty where nobody can tell. "
        "Those of all entries can be made at once, the last place first, each different edit once"
    )


class NotUnderstood(Part):
    """A line that nobody could make sense of, in a hand that was judged without it."""

    path: str = Field(description="of the log")
    line: int = Field(description="where it stands")
    hand: str = Field(description="the number of the hand")
    text: str = Field(description="the line itself")


class Absent(Part):
    """A finding of the earlier report that is not found any more."""

    fingerprint: str = Field(description="as in the earlier report")
    clause: str = Field(description="as printed in the instrument")
    message: str = Field(description="as in the earlier report")
    night: date | None = Field(description="the night; null if the earlier report does not have it")
    table: str = Field(description="the table")
    hand: str | None = Field(description="the number of the hand; null for a fault outside of hands")


class Baseline(Part):
    """The findings held against an earlier report."""

    path: str = Field(description="of the earlier report")
    new: int = Field(description="findings that it does not have")
    unchanged: int = Field(description="findings that it has, too")
    by_old_name: bool = Field(
        description="it is of auditor/report/1, whose findings have no night: "
        "they were matched by their old names, each in the log of the same path"
    )
    absent: list[Absent] = Field(description="its findings that are gone")


class LedgerNote(Part):
    """An entry of a ledger of decisions that has expired, is malformed, is about nothing found, or has an old name."""

    kind: str = Field(
        description="expired, malformed, unmatched, ambiguous, or unreadable: none of its entries counts; "
        "or renamed: it counts, under the name that its finding had before names had the night"
    )
    path: str = Field(description="of the ledger")
    line: int = Field(description="of the entry")
    text: str = Field(description="what is wrong with it, in words")


class FileEffect(Part):
    """A settings file or a ledger that weakens the audit, or was found among the logs and not applied."""

    kind: Literal["settings", "decisions"] = Field(description="what sort of file it is")
    path: str = Field(description="of the file")
    state: Literal["applied", "not applied", "unreadable"] = Field(
        description="not applied: nobody has named it or trusts its folder; unreadable: nor could it be read"
    )
    effects: list[str] = Field(description="what it does or would have done, each in a few words")
    text: str = Field(description="all of it as a sentence, with what to do about it")


class Report(Part):
    """Everything an audit has to say. The same input gives the same bytes."""

    schema_: Literal["auditor/report/2"] = Field(alias="schema", description="the version of this contract")
    tool: Tool = Field(description="what made the report")
    options: Options = Field(description="how the audit was asked for")
    plugins: list[Plugin] = Field(description="what other installed packages had a part in it")
    inputs: list[Input] = Field(description="the logs that were looked at")
    rulebooks: list[Rulebook] = Field(description="the rulebooks that judged hands")
    summary: Summary = Field(description="the numbers of the audit")
    totals: Totals = Field(description="the findings by night, week, month, table, dealer, person and clause")
    coverage: list[Coverage] = Field(description="how each clause was decided")
    findings: list[Finding] = Field(description="the faults")
    unread: list[Unread] = Field(description="what could not be read")
    not_understood: list[NotUnderstood] = Field(description="lines that nobody could make sense of")
    passed_over: list[str] = Field(description="files among the logs that show nothing of a log")
    baseline: Baseline | None = Field(description="the comparison with an earlier report; null if none was given")
    ledger: list[LedgerNote] = Field(description="entries of the ledger that do not count")
    files: list[FileEffect] = Field(
        description="settings files and ledgers that weaken the audit, or were found among the logs and not applied"
    )
