"""What a report asks for can be written down: every text of a check has a line of the log that supplies it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from functools import cache

import pytest
import shown_evidence
from places import ROOT

from auditor.auditing.engine.dispatch import bind
from auditor.logs.blocks import BETWEEN, HAND, Block
from auditor.logs.table_log.reader import read_block
from auditor.report.pages.evidence import may_lack
from auditor.rules.loading.loader import rulebook_ids, rules_in_force
from auditor.vocabulary import evidence
from auditor.vocabulary.evidence import EVIDENCE, MissingFact, evidence_for

PACKAGE = ROOT / "auditor"
PART = re.compile(r"\{[a-z]*\}")
Text = tuple[str, str]  # a text with {} for each part that is put in, and where it stands


@cache
def texts_of_checks() -> list[Text]:
    """The texts of all calls of `not_recorded`, as far as they stand there."""
    return [(text, where) for path in sorted(PACKAGE.rglob("*.py")) for text, where in _texts_in(path)]


def _texts_in(path) -> Iterator[Text]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "not_recorded":
            for text in _said(node.args[1]):
                yield text, f"{path.relative_to(ROOT)}:{node.lineno}"


def _said(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may have. Names are passed over: the samples show what comes of them."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=one, orelse=other):
            yield from _said(one)
            yield from _said(other)
        case ast.BoolOp(values=several):
            for one in several:
                yield from _said(one)


def test_a_check_asks_for_nothing_but_what_the_table_tells_how_to_record():
    known = {PART.sub("{}", one.text) for one in EVIDENCE}
    known |= {PART.sub("{}", one.text).replace("{}", "{} {}") for one in EVIDENCE}  # a part in two pieces

    unknown = [(text, where) for text, where in texts_of_checks() if text not in known and evidence_for(text) is None]

    assert unknown == []


def test_no_entry_of_the_table_is_there_twice():
    texts = [one.text for one in EVIDENCE]

    assert sorted(text for text in set(texts) if texts.count(text) > 1) == []


def test_the_words_of_an_entry_stand_in_the_code():
    """An entry that no check asks for any more is taken out."""
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
        if path.name != evidence.__name__.split(".")[-1] + ".py"
    )
    unused = [one.text for one in EVIDENCE if not all(plain in code for plain in PART.split(one.text))]

    assert unused == []


def test_every_entry_is_told_of_a_rulebook_whose_clauses_may_turn_on_it():
    """What is said without logs leaves nothing out that some audit may lack, wherever the code asks for it."""
    games = [bind(rules_in_force(game, date.max)) for game in rulebook_ids()]

    told = {PART.sub("{}", evidence_for(one.text).text) for one in may_lack(games)}

    assert sorted({PART.sub("{}", one.text) for one in EVIDENCE} - told) == []


STEP = "shuffle"


def lines_of(one: MissingFact) -> list[tuple[str, ...]]:
    """The lines of an entry, and what tells the contrary, with something put in for its parts."""
    text = PART.sub(lambda part: {"{step}": STEP, "{ground}": "fire", "{seat}": "2"}.get(part[0], "x"), one.text)
    assert evidence_for(text) is one, text
    return [lines for lines in (one.filled(text), one.opposed(text)) if lines]


@pytest.mark.parametrize("one", EVIDENCE, ids=lambda one: one.text)
def test_the_lines_of_the_table_are_statements(one):
    for lines in lines_of(one):
        written = "\n".join(lines)
        if one.where == evidence.TABLE:
            block = Block(BETWEEN, written, 1, 1)
        elif one.where == evidence.LOG:
            block = Block(HAND, written, 1, 1)
        else:
            seats = [line for line in lines if line.startswith("seat ")]
            others = [line for line in lines if line not in seats]
            block = Block(HAND, "\n".join(["hand 1", *seats, *others, "end"]), 1, 1)

        assert len(read_block(block)) >= len(lines)


@pytest.mark.parametrize("row", shown_evidence.rows(), ids=lambda row: row["text"])
def test_a_clause_that_lacks_the_evidence_is_decided_by_the_line_that_states_it(row):
    assert shown_evidence.shows(row)
