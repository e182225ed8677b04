"""Conventions held over the whole code base: who imports whom, and that clause numbers stay in the rulebooks."""

import ast
import re
from pathlib import Path

import pytest

import auditor

PACKAGE = Path(auditor.__file__).parent

# Data goes one way. Each room with the rooms it may import, besides itself and what serves all.
SERVES_ALL = {"cache", "card_keys", "cards", "data", "errors", "money", "wording"}
ROOMS = {room: set() for room in SERVES_ALL} | {
    "events": set(),
    "hands": {"events"},
    "logs": {"events", "hands"},
    "rules": set(),
    "ranking": {"rules"},
    "distinct_ranking": set(),
    "replay": {"events", "hands", "rules", "ranking", "distinct_ranking"},
    "findings": set(),
    "baseline": {"findings"},
    "decisions": {"findings"},
    "settings": {"findings"},
    "checks": {"events", "hands", "replay", "rules", "findings"},
}
ROOMS["judging"] = set(ROOMS)
ROOMS["workers"] = set(ROOMS)
ROOMS["pipeline"] = set(ROOMS)
ROOMS["following"] = set(ROOMS)
ROOMS["watch"] = set(ROOMS)
ROOMS["result_cache"] = set(ROOMS)
ROOMS["clause_book"] = set()
ROOMS["report"] = {
    "pipeline",
    "baseline",
    "checks",
    "clause_book",
    "decisions",
    "events",
    "findings",
    "hands",
    "replay",
    "rules",
    "settings",
}  # not the logs
ROOMS["cli"] = set(ROOMS)
ROOMS["reference"] = set(ROOMS)  # pages of the documentation site, which none of these needs
ROOMS["api"] = set(ROOMS) - {"cli", "reference"}
ROOMS["expectations"] = set(ROOMS) - {"cli", "reference"}
ROOMS["pytest_plugin"] = set(ROOMS) - {"cli", "reference"}
ROOMS["__init__"] = {"api"}
ROOMS["__main__"] = {"cli"}

CLAUSE = re.compile(
    r"""
      ^\s* [0-9]+ (\.[0-9]+)+ (\(\w+\))* (\[\w+\])* [\s:]* $   # 10.2, 7.1.3(a)(ii): nothing else in the string
    | \b [0-9]+ (\.[0-9]+)+ \([a-z]+\)                         # 16.1(a), anywhere
    | \b S[0-9]+ (\.[A-Z0-9]+)* \.[0-9]+ \b                    # S3.BR.7, anywhere
    | \b (clause|rule|section) \s+ [0-9]+ \b                   # by name, anywhere
    """,
    re.VERBOSE,
)
NO_CLAUSES = {auditor.__version__, "2.1.0", "1.4.7"}  # our own version, that of SARIF and that of OHH


def rooms_imported(tree: ast.AST, package: list[str]) -> set[str]:
    """The rooms a module of that package takes anything from, at its top or later."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("auditor.")} - {"__version__"}


def clauses_named(tree: ast.AST) -> list[str]:
    """The strings that name a clause; a string that stands alone is documentation and may."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        if CLAUSE.search(node.value) and node.value not in NO_CLAUSES
    ]


def modules() -> dict[Path, ast.Module]:
    return {path.relative_to(PACKAGE): ast.parse(path.read_bytes()) for path in sorted(PACKAGE.rglob("*.py"))}


def test_imports_follow_the_table_of_rooms():
    strays = []
    for path, tree in modules().items():
        room = path.with_suffix("").parts[0]
        allowed = ROOMS[room] | SERVES_ALL | {room} if room in ROOMS else {"a room of the table"}
        imported = rooms_imported(tree, ["auditor", *path.parent.parts]) if room in ROOMS else {room}
        strays += [f"{path} imports {name}, not one of {sorted(allowed)}" for name in sorted(imported - allowed)]

    assert strays == []


def test_no_clause_number_stands_in_the_code():
    assert {str(path): clauses for path, tree in modules().items() if (clauses := clauses_named(tree))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import auditor.cli.app",
        "from auditor import cli",
        "from auditor.cli import main",
        "from ..cli.app import main",
        "from .. import cli",
        "def late():\n    from auditor.cli import main",
    ],
)
def test_an_import_is_seen_however_it_is_written(source):
    assert rooms_imported(ast.parse(source), ["auditor", "logs"]) == {"cli"}


@pytest.mark.parametrize(
    "text", ["10.2", "16.1(a)", "7.1.3(a)(ii)", "7.1(a)[designated]", "S3.BR.7", "see 16.1(a)", "as clause 10 says"]
)
def test_a_clause_number_is_seen(text):
    assert clauses_named(ast.parse(f"'''As {text} says.'''\nx = {text!r}")) == [text]


@pytest.mark.parametrize("text", ["$5.50", "line-height: 1.5", '<?xml version="1.0"?>', "2.1.0", "3 raises", "5.5 %"])
def test_what_only_resembles_a_clause_number_may_stand(text):
    assert clauses_named(ast.parse(f"x = {text!r}")) == []
