"""A TextMate grammar of the table log, by which editors colour it. It is made from the words of the grammar itself.

`python -m auditor.reference.textmate` writes the file; a test holds it to the grammar.
"""

from __future__ import annotations

import json
import re

from auditor.logs.table_log.diagnostics import words_of_language
from auditor.storage.bundled_files import folder

FILE = "table_log.tmLanguage.json"
SCOPE = "source.table-log"
HEADS = ("log", "table", "hand", "end")  # the statements that divide a log
ACTS = ("folds", "checks", "passes", "calls", "bets", "opens", "raises", "puts", "shows", "mucks", "wins")


def textmate() -> str:
    """The grammar, as the text of its file."""
    heads, acts = set(HEADS), set(ACTS)
    others = {word for word in words_of_language() if re.fullmatch(r"[a-z][a-z-]*", word)} - heads - acts
    patterns = [
        _pattern("comment.line.number-sign", r"#.*$"),
        _pattern("string.quoted.double", r'"(?:[^"\\]|\\["\\])*"'),
        _pattern("constant.other.cards", r"\[[^\]]*\]"),
        _pattern("constant.other.date", r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b"),
        _pattern("constant.other.time", r"\b[0-9]{2}:[0-9]{2}(?::[0-9]{2})?\b"),
        _pattern("constant.numeric", r"-?\$?\b[0-9][0-9,]*(?:\.[0-9]{1,2})?%?"),
        _pattern("keyword.control", rf"^[ \t]*{_any(heads)}"),
        _pattern("entity.name.tag.rulebook", r"(?<=rules )[ \t]*[a-z0-9][a-z0-9/.-]*"),
        _pattern("support.function.act", _any(acts)),
        _pattern("keyword.other", _any(others)),
        _pattern("entity.other.word", r"(?<![\w-])[a-z][a-z0-9-]*"),
        _pattern("variable.other.player", r'[A-Z\x{80}-\x{10ffff}][^\s"#,\[\]]*'),
    ]
    whole = {"name": "Table log", "scopeName": SCOPE, "fileTypes": ["log"], "patterns": patterns}
    return json.dumps(whole, indent=2, ensure_ascii=True) + "\n"


def _pattern(name: str, match: str) -> dict[str, str]:
    return {"name": f"{name}.table-log", "match": match}


def _any(words: set[str]) -> str:
    """One of these words and no part of a longer one, the longest first."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return rf"(?<![\w-])(?:{'|'.join(ordered)})(?![\w-])"


if __name__ == "__main__":
    (folder("grammars") / FILE).write_text(textmate(), encoding="utf-8")
