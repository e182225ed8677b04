"""The pages of the JSON schemas: a table of fields for every kind of object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from auditor.logs.events_json.reader import EVENTS
from auditor.reference import comments
from auditor.reference.markdown import code, escaped, page, table
from auditor.report.pages.explain import paragraphs

Schema = Mapping[str, Any]
PLACE = ("event", "line", "column")  # fields that all events have


def report(schema: Schema, file: str) -> str:
    """The page of the JSON report. `file` is the path of the schema from this page."""
    objects = schema["$defs"]
    lines = ["# The report as JSON", "", f"What `auditor audit --format json` writes. The [schema]({file}) is what "]
    lines += ["`auditor schema report` prints.", "", "## Report", "", *_fields(schema, objects)]
    for name, one in objects.items():
        lines += ["", f"## {name} {{#{name}}}", "", *_fields(one, objects)]
    return page(lines)


def events(schema: Schema, file: str) -> str:
    """The page of events as JSON lines."""
    objects = schema["$defs"]
    lines = [
        "# Events as JSON",
        "",
        f"What `auditor parse` prints and `auditor audit` reads, an object a line. The [schema]({file})",
    ]
    lines += [
        "is what `auditor schema events` prints. Every event has its own word as `event`, and the `line` and `column` "
    ]
    lines += ["of the log that it was read from. Money is in whole minor units.", ""]
    for name, one in objects.items():
        lines += ["", f"## {name} {{#{name}}}", "", *_fields(one, objects, EVENTS.get(name))]
    return page(lines)


def _fields(one: Schema, objects: Schema, event: type[Any] | None = None) -> Iterator[str]:
    for paragraph in paragraphs(one.get("description")):
        yield from (escaped(paragraph), "")
    remarks = comments.of_fields(event) if event is not None else {}
    required = set(one.get("required", ()))
    rows = []
    for name, field in one.get("properties", {}).items():
        if event is None or name not in PLACE:
            meaning = field.get("description") or remarks.get(name) or _meaning_of_reference(field, objects)
            rows.append((code(name), kind(field), "" if name in required else "may be missing", escaped(meaning)))
    yield from table(("field", "type", "", "meaning"), rows)


def _meaning_of_reference(field: Schema, objects: Schema) -> str:
    """What an object says of itself, for a field that holds it and has no words of its own."""
    for one in (field, field.get("items", {}), *field.get("anyOf", ())):
        if "$ref" in one:
            return paragraphs(objects[_name(one)].get("description"))[0]
    return ""


def _name(reference: Schema) -> str:
    return str(reference["$ref"]).rpartition("/")[2]


def kind(field: Schema) -> str:
    """The type of a field in words, with a link if it is an object of its own."""
    if "$ref" in field:
        return f"[{_name(field)}](#{_name(field)})"
    if "anyOf" in field:
        return " or ".join(kind(one) for one in field["anyOf"])
    if "const" in field:
        return code(f'"{field["const"]}"')
    if "enum" in field:
        return " or ".join(code(f'"{word}"') for word in field["enum"])
    if field.get("type") == "array":
        return f"array of {kind(field.get('items', {}))}"
    if field.get("type") == "object" and isinstance(field.get("additionalProperties"), dict):
        return f"object of {kind(field['additionalProperties'])}"
    if "properties" in field:
        return "object of " + ", ".join(f"{code(name)}: {kind(one)}" for name, one in field["properties"].items())
    return str(field.get("format") or field.get("type", "anything"))
