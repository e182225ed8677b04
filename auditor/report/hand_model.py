"""`auditor settle` and `auditor replay` as JSON: public contracts like that of the report, and kept by the same rules.

`auditor schema settle` and `auditor schema replay` print the JSON Schemas, and docs/schema keeps them.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from auditor.report.model import Finding, Part, Tool

SETTLE: Literal["auditor/settle/1"] = "auditor/settle/1"
REPLAY: Literal["auditor/replay/1"] = "auditor/replay/1"


class HandPlace(Part):
    """Which hand it is, and which rules judge it."""

    path: str = Field(description="the log as it was named, with its place in an archive")
    sha256: str | None = Field(description="of the log's bytes, unpacked if it came in an archive")
    table: str = Field(description="the table, as the log names it")
    hand: str = Field(description="the number of the hand")
    night: date | None = Field(description="the date of the table, or the hand's own; null if the log gives none")
    time: str | None = Field(description="of the hand's first card; null if the log does not give it")
    rules: str = Field(description="the rulebook")
    version: str = Field(description="the version of the rulebook in force")
    interpretations: dict[str, str] = Field(description="every reading of the rulebook and the choice in use")
    currency: str = Field(description="the sign that amounts are written with; amounts are in whole minor units")
    doubts: list[str] = Field(description="what the record of the hand leaves open, in words")


class ComparedHand(Part):
    """A player whose hand was compared with others."""

    player: str = Field(description="with the seat")
    hand: str = Field(description="in words, with the cards that make it")


class SettledSum(Part):
    """A sum of the settlement: what is due, beside what the log says."""

    kind: Literal["pot", "half", "back", "uncalled", "commission", "share", "payment", "kept"] = Field(
        description="half: of a pot that is split between high and low; back: what nobody could win; "
        "share: what of the commission comes off one of several pots; "
        "kept: what stayed in the pot, or left it, against the rules"
    )
    what: str = Field(description="in words, with who gets it")
    due: int | None = Field(description="as it should be; null where nobody can say, or where the house may choose")
    logged: int | None = Field(description="in the log; null where the log does not tell it by itself")
    difference: int | None = Field(description="how much too much it was; null where nobody can say")


class SettledReading(Part):
    """Another reading, of the law or of the record, under which another sum is due."""

    of: Literal["law", "record"] = Field(description="whether the text of the law is read otherwise, or the record")
    question: str = Field(description="the name of the law's reading, or what the record leaves open")
    choice: str | None = Field(description="the name of the law's other choice; null for the record")
    means: str = Field(description="what the law's choice means, or what the record then says")
    sums: list[SettledSum] = Field(description="pots, commission and payments under this reading")


class Settlement(Part):
    """A hand as `auditor settle` shows it."""

    schema_: Literal["auditor/settle/1"] = Field(alias="schema", description="the version of this contract")
    tool: Tool = Field(description="what made it")
    hand: HandPlace = Field(description="which hand it is")
    ending: str = Field(description="how the hand ended, in a sentence")
    lacks: list[str] = Field(description="what the record lacks for the settlement to be decided")
    hands: list[ComparedHand] = Field(description="the hands that were compared")
    sums: list[SettledSum] = Field(description="pots, commission and payments")
    readings: list[SettledReading] = Field(
        default_factory=list,
        description="each other reading that changes what is due; those that change nothing are left out",
    )
    readings_tried: str = Field(default="", description="how many other readings were tried, and what they come to")
    rests_on: str = Field(description="the clauses that commission and division go by, in a sentence")
    findings: list[Finding] = Field(description="the findings that are about the settlement")


class Bound(Part):
    """A limit on an option."""

    text: str = Field(description="in words")
    clause: str = Field(description="the clause that sets it")


class Option(Part):
    """Something that was open to the player to act."""

    act: str = Field(description="fold, check, call, open or raise")
    clause: str = Field(description="the clause that grants it")
    totals: list[int] = Field(description="what the player's total of the round may become")
    ranged: bool = Field(description="whether `totals` are the least and the most of a range")
    bounds: list[Bound] = Field(description="the limits on it")


class Closed(Part):
    """Something that was not open to the player to act."""

    act: str = Field(description="fold, check, call, open or raise")
    why: str = Field(description="in words")
    clause: str = Field(description="the clause that closes it")
    by_rule: bool = Field(description="whether a rule closes it; if not, what the betting has come to: nothing to call")


class Turn(Part):
    """The table before an act."""

    player: str = Field(description="who is to act")
    seat: int = Field(description="where that player sits")
    pot: int = Field(description="what is in the pot")
    text: str = Field(description="pot, player, what is left and what there is to call, in words")
    options: list[Option] = Field(description="what is open to the player")
    closed: list[Closed] = Field(default_factory=list, description="every other act, with what closes it")


class SeatAfter(Part):
    """A seat and its player after a line of the log."""

    number: int = Field(description="the number of the seat")
    name: str = Field(description="of the player")
    left: int | None = Field(description="of the stake, with what was won; null where the record does not tell")
    wager: int = Field(description="in this betting round")
    cards: list[str] = Field(description="the player's own; ?? for one that the record does not show")
    state: Literal["in", "folded", "out", "all-in"] = Field(description="out: not dealt in")
    doing: str | None = Field(description="what the player does in this line, in a word; null for others")
    fault: bool = Field(description="whether a fault of this player was found in this line")
    won: int = Field(description="what the player was paid by now")


class PotAfter(Part):
    """One of several pots."""

    name: str = Field(description="main pot, side pot 1 and so on; not called: what nobody has matched so far")
    amount: int = Field(description="what is in it")


class TableAfter(Part):
    """The table after a line of the log: all that a drawing of it needs."""

    places: int = Field(description="how many seats there are, as far as the hand shows")
    seats: list[SeatAfter] = Field(description="those that are taken, clockwise")
    marker: Literal["buck", "button"] = Field(description="what marks the designated player")
    mark: int | None = Field(description="the seat that it lies at; null where the record does not tell")
    board: list[str] = Field(description="communal cards")
    runs: list[list[str]] = Field(description="for each further run, the cards in the place of the last of the board")
    most_cards: int = Field(description="how many communal cards there may be")
    pot: int = Field(description="all that was wagered")
    pots: list[PotAfter] = Field(description="main and side pots, once somebody is all in for less than others have in")


class Step(Part):
    """A line of the log."""

    line: int = Field(description="its number")
    text: str = Field(
        description="as the log has it, without a comment; worded as a table log for formats without lines"
    )
    begins: str | None = Field(description="the betting round, or the draw, that begins here; null if none does")
    turn: Turn | None = Field(description="the table before it, if a player acts there")
    findings: list[Finding] = Field(description="what was found in it")
    table: TableAfter | None = Field(default=None, description="the table after it")


class ClauseVerdict(Part):
    """How a clause fared in this hand. One that is not listed did not come up, or no check decides it."""

    clause: str = Field(
        description="with the limb in square brackets where there is one; record/… for the record itself"
    )
    verdict: Literal["pass", "fail", "not recorded"] = Field(
        description="not recorded: it came up and the log lacks the evidence"
    )


class Replay(Part):
    """A hand as `auditor replay` shows it."""

    schema_: Literal["auditor/replay/1"] = Field(alias="schema", description="the version of this contract")
    tool: Tool = Field(description="what made it")
    hand: HandPlace = Field(description="which hand it is")
    steps: list[Step] = Field(description="the hand line by line")
    findings: list[Finding] = Field(description="findings that stand at no line of the hand")
    verdicts: list[ClauseVerdict] = Field(
        default_factory=list,
        description="on each clause that came up in the hand by itself; the report has the rest",
    )


def schema(document: type[Part], name: str) -> dict[str, Any]:
    """The JSON Schema of one of these documents."""
    described = document.model_json_schema(by_alias=True, mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, **described}
