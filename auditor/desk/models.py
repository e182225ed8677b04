"""What the desk takes and gives as JSON beside the report's own models. The OpenAPI description is made from both."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from auditor.report.model import Coverage, Edit, Finding, Input, Part, Rulebook, Summary, Tool, Totals, Unread

LONGEST = 1_000_000  # characters of a text


class TextToLookAt(Part):
    """A text that somebody writes, and where the cursor stands."""

    text: str = Field(max_length=LONGEST, description="all of it; nothing is kept")
    line: int = Field(1, ge=0, le=LONGEST, description="of the cursor, from 1")
    column: int = Field(1, ge=0, le=LONGEST, description="of the cursor, from 1")


class Mistake(Part):
    """Something that is wrong with a text: a place that cannot be read, or a finding."""

    number: int = Field(description="of the mistake, from 0")
    line: int = Field(description="from 1")
    column: int = Field(description="from 1")
    end_column: int = Field(description="the first column after it")
    kind: Literal["unread", "record", "breach", "irregularity", "advisory"] = Field(description="how grave it is")
    word: str = Field(description="the same in words, with the clause of a finding")
    message: str = Field(description="what is wrong")
    fix: list[Edit] = Field(description="the edits that put it right; empty where nobody can know them")
    fix_words: str = Field(description="what the fix does, in a few words")


class LookedAt(Part):
    """What is wrong with a text, and what stands beside it on the page."""

    mistakes: list[Mistake] = Field(description="in the order of the lines")
    fixes: list[Edit] = Field(description="all edits that can be made together")
    beside: str = Field(description="verdict, table and settlement as HTML")


class OfferedWord(Part):
    """Something that may stand at a place."""

    text: str = Field(description="what to write")
    kind: Literal["word", "name", "rulebook"] = Field(description="what it is")


class ConvertedText(Part):
    """A text as a table log."""

    text: str | None = Field(None, description="the table log; null if the text was none of another format")
    told: list[str] = Field(default_factory=list, description="what was written, and what could not be")


class DeskChange(Part):
    """How the desk stands. It is sent whenever that is otherwise."""

    version: int = Field(description="goes up with each audit that comes to its end")
    hands: int = Field(description="judged by the last audit, so far")
    findings: int = Field(description="of the last audit, so far")
    changed: list[str] = Field(description="logs that are not as they were audited")
    gone: list[str] = Field(description="logs that are not there any more")
    new: list[str] = Field(description="logs that were not there when it was audited")
    words: str = Field(description="the same in a sentence; empty if nothing has changed")
    fault: str = Field(description="why the last audit ended before its time; empty if it did not")


class FacetChoice(Part):
    """A value of a facet, and how many findings choosing it would give."""

    key: str = Field(description="what stands in an address")
    shown: str = Field(description="the same in words")
    count: int = Field(description="findings that have it, of those asked for otherwise")
    chosen: bool = Field(description="whether it is asked for")


class FindingPage(Part):
    """Some of the findings that were asked for."""

    total: int = Field(description="findings that were asked for")
    start: int = Field(description="which of them is the first here, from 0")
    next: str | None = Field(description="the address of those that follow; null if none do")
    findings: list[Finding] = Field(description="as in the report")
    facets: dict[str, list[FacetChoice]] = Field(description="the values of each facet")


class DeskOverview(Part):
    """The figures of the last audit that came to its end, as in the report."""

    version: int = Field(description="goes up with each audit that comes to its end")
    tool: Tool = Field(description="what made it")
    summary: Summary = Field(description="the numbers of the audit")
    totals: Totals = Field(description="the findings by night, week, month, table, dealer, person and clause")
    coverage: list[Coverage] = Field(description="how each clause was decided")
    inputs: list[Input] = Field(description="the logs")
    rulebooks: list[Rulebook] = Field(description="the rulebooks that judged hands")


class ClauseTold(Part):
    """A clause of a rulebook, as it stood on a day."""

    rules: str = Field(description="the rulebook")
    version: str = Field(description="the version in force")
    clause: str = Field(description="as a person cites it")
    title: str = Field(description="what it is about")
    gist: str = Field(description="what it says, in our words")
    citation: str = Field(description="as a lawyer would cite it")
    evidence: str = Field(description="from what it is decided")
    note: str = Field(description="what is to be known of it beside that")
    verdicts: list[Coverage] = Field(description="how it was decided in the open logs")


class FedEvents(Part):
    """What became known with the events that were sent, in the order of the hands."""

    events: int = Field(description="how many have come by now")
    findings: list[Finding] = Field(description="that are decided")
    unread: list[Unread] = Field(description="what could not be read")


class Refusal(Part):
    """Why there is no answer."""

    problem: str = Field(description="in a sentence")
