"""The language reference, docs/table-log.md: its examples work, and nothing of the language is missing."""

import io
import re
import tomllib
from datetime import date
from typing import get_args

import pytest
from places import ROOT

from auditor.auditing.engine.registry import registered
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.checks.record.unknown_words import agreements_of, choices_of, house_choices, items_of
from auditor.checks.support.table_features import EVIDENT
from auditor.logs.blocks import Block
from auditor.logs.files.decoding import open_stream
from auditor.logs.table_log.reader import lexer, read_block
from auditor.logs.table_log.statements import MAKERS
from auditor.rules.loading.loader import rulebook_ids, rules_in_force
from auditor.storage.bundled_files import folder
from auditor.vocabulary.events import ProcedureStep
from auditor.vocabulary.log_words import ANNOUNCED, PROMISES

PAGE = (ROOT / "docs" / "table-log.md").read_text(encoding="utf-8")

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
    seen = {known[1] for _, text in EXAMPLES for line in text.split("\n") if (known := lexer().recognise(line, 1))}

    assert seen == set(MAKERS)


# The keys of a rule under which the words of a log stand: several of them, or one. A text under one of the former is a
# choice between ways of the check, not a word of a log.
SEVERAL = "kinds incidents grounds items where unless outcomes events approvers after".split()
SINGLE = "list step term decided agreement origin".split()


def _listed(value: list[str] | str) -> list[str]:
    return [] if isinstance(value, str) else list(value)


def test_the_words_of_the_rulebooks_are_explained():
    texts = [path.read_text(encoding="utf-8") for path in folder("rulesets").rglob("*.toml")]
    rulebooks = [tomllib.loads(text) for text in texts]
    rules = [
        rule for rulebook in rulebooks for clause in rulebook.get("clauses", ()) for rule in clause.get("rules", ())
    ]
    words = {word for rule in rules for key in SEVERAL for word in _listed(rule.get(key, ()))}
    words |= {rule[key] for rule in rules for key in SINGLE if key in rule}
    words -= EVIDENT  # these are never written in a list
    words |= {rank for rulebook in rulebooks for rank in rulebook.get("common", {}).get("staff", ())}

    assert {"area-manager", "signs", "prize-pool", "red", "closed-game", "language"} <= words
    assert sorted(word for word in {*words, *get_args(ProcedureStep)} if f"`{word}`" not in PAGE) == []


@pytest.mark.parametrize("name", rulebook_ids())
def test_what_a_table_may_declare_is_explained(name):
    registered()
    rules = rules_in_force(name, date.max)
    kinds = ("betting", "limit", "straddles", "side-wagers", "standing")
    words = [word for kind in kinds for word in (*house_choices(rules, kind), *choices_of(rules.game, kind))]
    words += [*agreements_of(rules), *ANNOUNCED, *PROMISES, *items_of(rules, "features")]

    assert sorted({word for word in words if f"`{word}`" not in PAGE}) == []
