"""Which line of which sample decides a clause that is not recorded without it: one such line for each kind of evidence.

    python tests/helpers/shown_evidence.py

goes through the samples, leaves out one line after the other, or a part of it, and writes down the first that makes a
clause ask for the evidence. `tests/rules/shown_evidence.toml` keeps them; `test_evidence.py` tries each again.
"""

from __future__ import annotations

import io
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from places import ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream
from auditor.logs.table_log.reader import parser
from auditor.storage.bundled_files import folder
from auditor.vocabulary.evidence import evidence_for

SAMPLES = folder("samples") / "clauses"
SHOWN = ROOT / "tests" / "rules" / "shown_evidence.toml"
TABLE = re.compile(r"^table ", re.MULTILINE)
FIXED = {"TABLE", "RULES", "HAND", "END", "LOG"}  # lines without which there is nothing to judge
PARTS = [re.compile(form) for form in (r" by [a-z-]+$", r" at [0-9:]+$", r" \$[0-9,.]+$", r" (?:un)?seen$")]
CARDS = re.compile(r"\b(?:10|[2-9TJQKA])[cdhs]\b")
TRIES = 60  # lines of one kind to try under one rulebook
Lacking = dict[str, set[str]]  # by what is missing, the clauses that ask for it


def lacking(text: str) -> Lacking | None:
    """What an audit of a log says is not recorded; None if part of the log cannot be read."""
    result = audit([open_stream(io.BytesIO(text.encode()), "log")], Options())
    if result.unread:
        return None
    found: Lacking = {}
    for _, clause, what in result.missing:
        found.setdefault(what, set()).add(clause)
    return found


def tables(path: Path) -> list[str]:
    """The tables of a sample, each with everything up to the next one."""
    text = path.read_text(encoding="utf-8")
    starts = [match.start() for match in TABLE.finditer(text)]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def without(line: str) -> Iterator[str]:
    """What may be left of a line: nothing, the line without its last part, or without its cards."""
    said = line.split("#")[0].rstrip()
    yield ""
    for part in PARTS:
        if part.search(said):
            yield part.sub("", said)
    if CARDS.search(said):
        yield CARDS.sub("??", said)


def table_named(sample: str, name: str) -> str:
    """A table of a sample."""
    return next(text for text in tables(SAMPLES / sample) if text.startswith(f'table "{name}"'))


def rows() -> list[dict[str, str]]:
    """What was found."""
    return tomllib.loads(SHOWN.read_text(encoding="utf-8"))["shown"] if SHOWN.exists() else []


def shows(row: dict[str, str]) -> bool:
    """Does a clause ask for the evidence without the line, and not with it?"""
    text = table_named(row["sample"], row["table"])
    before, after = lacking(text), lacking(text.replace(row["line"], row["left"], 1))
    asked = (after or {}).get(row["text"], set())
    return before is not None and bool(asked - before.get(row["text"], set()))


def find(known: set[str]) -> Iterator[dict[str, str]]:
    """Lines that show further evidence."""
    tried: Counter[tuple[str, str, int]] = Counter()
    lexer = parser().parser.lexer
    every = [(path, text) for path in sorted(SAMPLES.rglob("*.log")) for text in tables(path)]
    random.Random(1).shuffle(every)
    for path, text in every:
        before = lacking(text)
        if before is None:
            continue
        for line in dict.fromkeys(text.split("\n")):
            recognised = lexer.recognise(line, 1) if line.split("#")[0].strip() else None
            if recognised is None or recognised[1] in FIXED or text.count(line) > 1:
                continue
            for number, left in enumerate(without(line)):
                kind = (path.parent.name, recognised[1], number)
                if tried[kind] >= TRIES:
                    continue
                tried[kind] += 1
                for what, clauses in (lacking(text.replace(line, left, 1)) or {}).items():
                    entry = evidence_for(what)
                    if entry is None or entry.text in known or not clauses - before.get(what, set()):
                        continue
                    known.add(entry.text)
                    sample, name = str(path.relative_to(SAMPLES)), re.match(r'table "([^"]*)"', text)[1]
                    yield {"text": what, "sample": sample, "table": name, "line": line, "left": left}


def quoted(text: str) -> str:
    """A text as TOML has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main() -> None:
    """Keep the rows that still show what they are to show, and look for the rest."""
    found = [row for row in rows() if shows(row)]
    known = {entry.text for row in found if (entry := evidence_for(row["text"]))}
    for row in find(known):
        found.append(row)
        print(row["text"], flush=True)
    text = "".join(
        "\n[[shown]]\n" + "".join(f"{key} = {quoted(row[key])}\n" for key in row)
        for row in sorted(found, key=lambda row: row["text"])
    )
    SHOWN.write_text(f"# Written by python tests/helpers/shown_evidence.py.\n{text}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
