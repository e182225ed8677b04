"""The language reference, docs/table-log.md: its examples work, and nothing of the language is missing."""

import io
import re
import tomllib
from pathlib import Path
from typing import get_args

import pytest

from auditor.audit import Options, audit
from auditor.data import folder
from auditor.events import Step
from auditor.logs.blocks import Block
from auditor.logs.source import open_stream
from auditor.logs.statements import MAKERS
from auditor.logs.table_log import parser, read_block

PAGE = (Path(__file__).parents[1] / "docs" / "table-log.md").read_text(encoding="utf-8")

EXAMPLES = re.findall(r"^```log *(.*)\n((?:.*\n)*?)```$", PAGE, re.MULTILINE)
COMPLETE = [text for kind, text in EXAMPLES if not kind]
FRAGMENTS = [(kind, text) for kind, text in EXAMPLES if kind]


def begins(text: str) -> str:
    return " ".join(text.split()[:4])


@pytest.mark.parametrize("text", COMPLETE, ids=begins)
def test_a_complete_example_is_audited_without_a_finding(text):
    result = audit([open_stream(io.BytesIO(text.encode()), "page")], Options())

    assert (result.unread, [finding.message for finding in result.findings]) == ([], [])
    assert result.hands_judged == 1


@pytest.mark.parametrize(("kind", "text"), FRAGMENTS, ids=begins)
def test_a_fragment_is_read_where_it_belongs(kind, text):
    block = {"hand": Block("hand", f"hand 1\n{text}end", 1, 1), "table": Block("between", text, 1, 1)}[kind]

    assert len(read_block(block)) >= text.count("\n")


def test_there_is_an_example_of_every_statement():
    lexer = parser().parser.lexer
    seen = {known[1] for _, text in EXAMPLES for line in text.split("\n") if (known := lexer.recognise(line, 1))}

    assert seen == set(MAKERS)


ASKED = ("kinds", "incidents", "grounds", "items", "where", "unless", "outcomes", "games", "events", "approvers", "after")
LISTS = ("list", "step", "term", "decided", "agreement", "origin")


def test_the_words_of_the_rulebooks_are_explained():
    texts = [path.read_text(encoding="utf-8") for path in folder("rulesets").rglob("*.toml")]
    rulebooks = [tomllib.loads(text) for text in texts]
    rules = [rule for rulebook in rulebooks for clause in rulebook.get("clauses", ()) for rule in clause.get("rules", ())]
    words = {word for rule in rules for key in ASKED for word in rule.get(key, ())}
    words |= {rule[key] for rule in rules for key in LISTS if key in rule}
    words |= {rank for rulebook in rulebooks for rank in rulebook.get("common", {}).get("staff", ())}

    assert {"area-manager", "signs", "prize-pool", "red", "closed-game", "language"} <= words
    assert sorted(word for word in {*words, *get_args(Step)} if f"`{word}`" not in PAGE) == []


@pytest.mark.parametrize("rules", [rules_in_force(name, None) for name in ("act/draw-poker", "crown/holdem")], ids=lambda rules: rules.id)
def test_the_words_a_table_may_use_are_explained(rules):
    choices = [word for what in get_args(Declared.__annotations__["what"]) for word in _choices(rules, what)]
    words = [*choices, *agreements_of(rules), *NOTICES, *PROMISES, *items_of(rules, "features")]

    assert sorted({word for word in words if f"`{word}`" not in PAGE}) == []
