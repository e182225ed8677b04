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

    kind: Literal["pot", "half", "back", "uncalled", "commission", "payment", "kept"] = Field(
        description="half: of a pot that is split between high and low; back: what nobody could win; "
        "kept: what stayed in the pot, or left it, against the rules"
    )
    what: str = Field(description="in words, with who gets it")
    due: int | None = Field(description="as it should be; null where nobody can say, or where the house may choose")
    logged: int | None = Field(description="in the log; null where the log does not tell it by itself")
    difference: int | None = Field(description="how much too much it was; null where nobody can say")


class Settlement(Part):
    """A hand as `auditor settle` shows it."""

    schema_: Literal["auditor/settle/1"] = Field(alias="schema", description="the version of this contract")
    tool: Tool = Field(description="what made it")
    hand: HandPlace = Field(description="which hand it is")
    ending: str = Field(description="how the hand ended, in a sentence")
    lacks: list[str] = Field(description="what the record lacks for the settlement to be decided")
    hands: list[ComparedHand] = Field(description="the hands that were compared")
    sums: list[SettledSum] = Field(description="pots, commission and payments")
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


class Turn(Part):
    """The table before an act."""

    player: str = Field(description="who is to act")
    seat: int = Field(description="where that player sits")
    pot: int = Field(description="what is in the pot")
    text: str = Field(description="pot, player, what is left and what there is to call, in words")
    options: list[Option] = Field(description="what is open to the player")


class Step(Part):
    """A line of the log."""

    line: int = Field(description="its number")
    text: str = Field(
        description="as the log has it, without a comment; worded as a table log for formats without lines"
    )
    begins: str | None = Field(description="the betting round, or the draw, that begins here; null if none does")
    turn: Turn | None = Field(description="the table before it, if a player acts there")
    findings: list[Finding] = Field(description="what was found in it")


class Replay(Part):
    """A hand as `auditor replay` shows it."""

    schema_: Literal["auditor/replay/1"] = Field(alias="schema", description="the version of this contract")
    tool: Tool = Field(description="what made it")
    hand: HandPlace = Field(description="which hand it is")
    steps: list[Step] = Field(description="the hand line by line")
    findings: list[Finding] = Field(description="findings that stand at no line of the hand")


def schema(document: type[Part], name: str) -> dict[str, Any]:
    """The JSON Schema of one of these documents."""
    described = document.model_json_schema(by_alias=True, mode="serialization")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, **described}
