"""The manifest of a pack: what is in it, with hashes, and how the audit was asked for. A public contract.

`auditor schema pack` prints its JSON Schema, and docs/schema/pack-1.json keeps it. A signature is made over its bytes.
There is one way to write it, so that a manifest that reads the same is the same.
"""

from __future__ import annotations

import json
from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from auditor.report.formats.json import text
from auditor.vocabulary.errors import Unreadable

SCHEMA: Literal["auditor/pack/1"] = "auditor/pack/1"
MANIFEST = "manifest.json"
RULEBOOK_ID = r"^[a-z0-9][a-z0-9-]*(/[a-z0-9][a-z0-9-]*)*$"
HOUSE_FILE = r"^house/[0-9]{1,4}(/[A-Za-z0-9_][A-Za-z0-9_ -]*)+\.toml$"
PLUGIN_FILE = r"^plugins(/[A-Za-z0-9_][A-Za-z0-9_ -]*)+\.toml$"
RULES_FILE = r"^rules(/[a-z0-9][a-z0-9-]*)+\.toml$"

HouseFile = Annotated[str, Field(pattern=HOUSE_FILE)]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class PackedFile(_Part):
    """A file of the pack."""

    name: str = Field(description="in the pack")
    size: int = Field(ge=0, description="in bytes")
    sha256: Sha256 = Field(description="of its bytes")


class PackedRegrade(_Part):
    """Another severity for findings on a clause or of a check."""

    name: str = Field(description="a clause, a section or a check")
    severity: Literal["breach", "irregularity", "advisory"] = Field(description="instead of the rulebook's own")
    reason: str = Field(description="as the settings give it")


class PackedOptions(_Part):
    """How an audit was asked for. Files are named as they are in the pack; there is no way to name any other."""

    rules: Annotated[str, Field(pattern=f"{RULEBOOK_ID}|{HOUSE_FILE}")] | None = Field(
        description="a rulebook instead of the logs' own: its id, or a file of the pack"
    )
    as_of: date | None = Field(description="the day whose rules judge, if not each hand's own")
    interpretations: dict[str, str] = Field(description="readings chosen, by name")
    customs: list[HouseFile] = Field(description="files of customs")
    log_format: str | None = Field(description="the format that all logs are read as, if not each as its own")
    select: list[str] = Field(description="clauses or checks reported; empty: all")
    ignore: list[str] = Field(description="clauses or checks left out of the report")
    severities: list[PackedRegrade] = Field(description="other severities that the settings give")


class PackedLog(_Part):
    """A log, in the order of the report. Its name there is that of its file in the pack."""

    name: str = Field(description="in the report and in the pack")
    refused: str | None = Field(description="why it could not be opened; then the pack has no file of this name")
    options: PackedOptions | None = Field(description="how it was audited, if not as all others")


class Manifest(_Part):
    """What is in a pack. The same logs under the same options give the same bytes."""

    schema_: Literal["auditor/pack/1"] = Field(alias="schema", description="the version of this contract")
    auditor: str = Field(description="the version of the auditor that packed it")
    python: str = Field(description="the version of Python that it ran on")
    options: PackedOptions = Field(description="how the audit was asked for")
    logs: list[PackedLog] = Field(description="the logs, in the order of the report")
    passed: list[str] = Field(description="files among the logs that show nothing of a log; they are not in the pack")
    ledgers: list[str] = Field(description="the ledgers of decisions that were applied")
    today: date | None = Field(description="the day for which their entries were looked at; null without a ledger")
    files: list[PackedFile] = Field(description="every file of the pack but this one and its signature")

    def written(self) -> bytes:
        """The manifest as it stands in the pack."""
        return text(self.model_dump(mode="json", by_alias=True)).encode("utf-8", "backslashreplace")


def read_manifest(content: bytes) -> Manifest:
    """The manifest in these bytes. Raises Unreadable if they are none, or not written as we write it."""
    try:
        data = json.loads(content)
        if isinstance(data, dict) and data.get("schema") != SCHEMA:
            raise Unreadable(f"found the schema {str(data.get('schema'))[:60]!r}, expected {SCHEMA}")
        manifest = Manifest.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise Unreadable(f"{place}: {first['msg']}") from None
    except (ValueError, RecursionError):
        raise Unreadable("found no JSON, expected the manifest of a pack") from None
    if manifest.written() != content:
        raise Unreadable("found it written in another way than 'auditor pack' writes it")
    return manifest


def schema() -> str:
    """The JSON Schema of the manifest."""
    described = Manifest.model_json_schema(by_alias=True, mode="serialization")
    return text({"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": SCHEMA, **described})
