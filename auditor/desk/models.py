"""What the desk takes and gives as JSON beside the report's own models. The OpenAPI description is made from both."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from auditor.report.model import Part
from auditor.vocabulary.errors import Edit

LONGEST = 1_000_000  # characters of a text


class TextToLookAt(Part):
    """A text that somebody writes, and where the cursor stands."""

    text: str = Field(max_length=LONGEST, description="all of it; nothing is kept")
    line: int = Field(1, ge=0, le=LONGEST, description="of the cursor, from 1")
    column: int = Field(1, ge=0, le=LONGEST, description="of the cursor, from 1")


class EditMade(Part):
    """What to put in the place of some columns of a line. The end column is the first that stays."""

    line: int = Field(description="from 1")
    column: int = Field(description="from 1")
    end_column: int = Field(description="the first that stays")
    replacement: str = Field(description="what to write")

    @classmethod
    def of(cls, edit: Edit) -> EditMade:
        """The edit of a fix."""
        return cls(line=edit.line, column=edit.column, end_column=edit.end_column, replacement=edit.replacement)


class Mistake(Part):
    """Something that is wrong with a text: a place that cannot be read, or a finding."""

    number: int = Field(description="of the mistake, from 0")
    line: int = Field(description="from 1")
    column: int = Field(description="from 1")
    end_column: int = Field(description="the first column after it")
    kind: Literal["unread", "record", "breach", "irregularity", "advisory"] = Field(description="how grave it is")
    word: str = Field(description="the same in words, with the clause of a finding")
    message: str = Field(description="what is wrong")
    fix: list[EditMade] = Field(description="the edits that put it right; empty where nobody can know them")
    fix_words: str = Field(description="what the fix does, in a few words")


class LookedAt(Part):
    """What is wrong with a text, and what stands beside it on the page."""

    mistakes: list[Mistake] = Field(description="in the order of the lines")
    fixes: list[EditMade] = Field(description="all edits that can be made together")
    beside: str = Field(description="verdict, table and settlement as HTML")


class Suggestion(Part):
    """Something that may stand at a place."""

    text: str = Field(description="what to write")
    kind: Literal["word", "name", "rulebook"] = Field(description="what it is")


class ConvertedText(Part):
    """A text as a table log."""

    text: str | None = Field(None, description="the table log; null if the text was none of another format")
    told: list[str] = Field(default_factory=list, description="what was written, and what could not be")
