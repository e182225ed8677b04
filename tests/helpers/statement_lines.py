"""Random lines that the grammar of the table log accepts, by terminal."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from auditor.logs.table_log.reader import lexer
from auditor.logs.table_log.statements import MAKERS

CARDS = r"\[(?:(?:[2-9TJQKA]|10)[cdhs]|\?\?)(?: (?:[2-9TJQKAtjqka]|10)[cdhsCDHS]){0,4}\]"


PIECES = {  # patterns whose texts are mostly impossible, and ones whose are not
    r"(\[[ \t]*[^\]\s]{2,3}(?:[ \t]+[^\]\s]{2,3})*[ \t]*\])": f"({CARDS})",
    r"\[[ \t]*[^\]\s]{2,3}(?:[ \t]+[^\]\s]{2,3})*[ \t]*\]": CARDS,
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})": "(19[0-9]{2}-1[0-2]-[0-2][1-9])",
    r"[0-9]{1,9}": "[1-9][0-9]?",
}


def lines_of(form: str) -> st.SearchStrategy[str]:
    """Lines that a terminal of the grammar matches."""
    for improbable, probable in PIECES.items():
        form = form.replace(improbable.replace(r"\t", "\t"), probable)
    return st.from_regex(re.compile(form.replace("[ \t]+", " ").replace("[ \t]*", "")), fullmatch=True)


FORMS = {name: lines_of(form) for name, form in lexer().grammar.patterns.items() if name in MAKERS}
