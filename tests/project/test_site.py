"""The documentation site: what `explain` names is there, nothing is fetched from afar, the glossary is in order."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from places import ROOT

from auditor.auditing.engine.registry import Registered, Watch, registered
from auditor.cli.app import run
from auditor.reference.checks import check as check_text
from auditor.reference.markdown import escaped
from auditor.report.addresses import check_page, clause_address
from auditor.rules.loading.loader import book_ids, games_of, rules_in_force
from auditor.rules.schema.figures import Cents, Figure
from auditor.vocabulary.events import Raise

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
FETCHED = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*?\b(?:src|href)=[\"']?((?:https?:)?//[^\"'\s>]+)")


def built(folder: Path) -> dict[str, str]:
    """The pages of the site, by their addresses."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}


def test_the_site_has_every_page_that_explain_names_and_fetches_nothing(tmp_path):  # one test: it is built once
    pytest.importorskip("material", reason="the docs extra is not installed")
    pages = built(tmp_path)
    ids = {address: Counter(re.findall(r' id="([^"]+)"', text)) for address, text in pages.items()}
    named = [
        clause_address(book, clause.id).split("#")
        for book in book_ids()
        for clause in rules_in_force(games_of(book)[0], date.max).clauses
    ]

    assert [(page, anchor) for page, anchor in named if ids.get(page, {}).get(anchor) != 1] == []
    assert [name for name in registered() if f"{check_page(name)}.html" not in pages] == []
    assert {address: found for address, text in pages.items() if (found := FETCHED.findall(text))} == {}
    assert [address for address, text in pages.items() if 'class="mermaid"' in text] == []  # by a script from afar


def test_no_two_clauses_of_a_rulebook_share_an_address():
    for book in book_ids():
        clauses = rules_in_force(games_of(book)[0], date.max).clauses
        assert len({clause_address(book, clause.id) for clause in clauses}) == len(clauses)


def test_explain_names_no_page_for_a_houses_own_rulebook(tmp_path, capsys):
    house = tmp_path / "house.toml"
    house.write_text('extends = "act/canberra-manila"\nid = "house/late-tables"\n', encoding="utf-8")

    status = run(["explain", str(house), "10.2"])

    assert (status, "SITE" in capsys.readouterr().out) == (0, False)


class Price(Figure):
    """What a thing costs."""

    least: Cents = 500  # or nobody sells it
    how: str
    with_thanks: bool = False


def costly(table: object, act: Raise, price: Price) -> tuple[()]:
    """Something that costs too little.

    A gift [sic] is passed over, `thanks` or not.
    """
    return ()


def test_the_page_of_a_check_is_made_of_its_docstring_its_figure_and_its_clauses():
    watch = Watch(costly, {Raise: (0,)}, *[None] * 6)
    one = Registered("costly", Price, hand=watch, play=watch)
    used = {"act/canberra-manila": [("[10.2](x)", "with most = 3"), ("[10.3](y)", "")]}

    assert check_text(one, used, []) == (
        "# `costly`\n\n"
        "Something that costs too little.\n\n"
        "A gift \\[sic\\] is passed over, `thanks` or not.\n\n"
        "## What it watches\n\n"
        "In a hand:\n\n"
        "- [`raise`](../events.md#raise): A player meets and increases the wager.\n\n"
        "## Its figure\n\n"
        "What a thing costs.\n\n\n"
        "| value | is | default | meaning |\n"
        "| --- | --- | --- | --- |\n"
        "| `least` | money | $5 | or nobody sells it |\n"
        "| `how` | word | must be given |  |\n"
        "| `with_thanks` | yes or no | no |  |\n\n"
        "## Where it is used\n\n\n"
        "| rulebook | clause | where, and with which figures |\n"
        "| --- | --- | --- |\n"
        "| `act/canberra-manila` | [10.2](x) | with most = 3 |\n"
        "|  | [10.3](y) |  |\n\n\n"
        f"Module `{__name__}`. [All checks](index.md).\n"
    )


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("10.2[size] | a_b *c* #", r"10.2\[size\] \| a\_b \*c\* \#"),
        ("<b> & `code_[x]`", "&lt;b&gt; &amp; `code_[x]`"),
    ],
)
def test_words_of_rulebooks_never_become_markup(text, markdown):
    assert escaped(text) == markdown


# ---- pages written by hand ----


def terms(part: str) -> list[str]:
    return [term.strip("`").lower() for term in re.findall(r"^- \*\*(.+?)\*\*: ", part, re.MULTILINE)]


def test_the_glossary_explains_every_word_once_in_the_order_of_the_alphabet():
    trade, code = map(terms, GLOSSARY.split("\n## In the code\n"))

    assert (trade, code) == (sorted(trade), sorted(code))
    assert [word for word, times in Counter(trade + code).items() if times > 1] == []
    assert GLOSSARY.count("\n- ") == len(trade) + len(code)


def test_the_front_page_shows_a_finding_of_the_readme():
    (screen,) = re.findall(r"```text\n(.*?)```", (ROOT / "docs" / "index.md").read_text(encoding="utf-8"), re.DOTALL)

    assert f"\n\n{screen}\n" in (ROOT / "README.md").read_text(encoding="utf-8")
