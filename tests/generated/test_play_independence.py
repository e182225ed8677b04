"""The player of random hands asks the auditor nothing that an audit of those hands could get wrong."""

import ast

import pytest
from places import ROOT

PLAY = ROOT / "tests" / "play"
SERVES = {"auditor.vocabulary.money.money_text"}  # how amounts are written


def imported(source: str) -> set[str]:
    """What a module takes from the auditor, at its top or later."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in names if name.split(".")[0] == "auditor"}


@pytest.mark.parametrize("path", sorted(PLAY.rglob("*.py")), ids=lambda path: str(path.relative_to(PLAY)))
def test_the_player_has_no_opinion_from_the_auditor(path):
    assert imported(path.read_text()) - SERVES == set()


@pytest.mark.parametrize("folder", ["act", "crown", "roberts", "common"])
def test_no_rulebook_leans_on_another(folder):
    """What two of them need stands in the common folder, which knows none of them."""
    others = {"act", "crown", "roberts"} - {folder}
    sources = {path: path.read_text() for path in sorted((PLAY / folder).rglob("*.py"))}

    assert [path.name for path, text in sources.items() if any(f"from play.{other}" in text for other in others)] == []


@pytest.mark.parametrize(
    "source",
    [
        "import auditor.replay.apply",
        "from auditor.replay.options import options",
        "from auditor import checks",
        "def late():\n    from auditor.checks.sizes import raise_size",
    ],
)
def test_an_import_is_seen_wherever_it_stands(source):
    assert imported(source) != set()
