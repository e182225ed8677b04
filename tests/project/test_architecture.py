"""Conventions held over the whole code base: who imports whom, what a name means, that clause numbers stay in data.

The rooms are the folders of `auditor/`. Data goes one way through them; inside the larger ones the folders have an
order of their own. An import counts wherever it stands: at the top, inside a function, or for the type checker only.
"""

import ast
import re
from collections import defaultdict
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import auditor

PACKAGE = Path(auditor.__file__).parent

# Each room with the rooms it may import, besides itself and what serves all.
SERVES_ALL = {"vocabulary", "storage", "version"}
READS_ALL = {"vocabulary", "storage", "ranking", "rules", "logs", "replay", "auditing", "review", "report"}
ROOMS = {
    "version": set(),
    "vocabulary": set(),
    "storage": set(),
    "ranking": set(),
    "rules": set(),
    "logs": set(),
    "replay": {"ranking", "rules"},
    "auditing": {"logs", "replay", "rules"},  # which finds the checks by their folder, and knows none by name
    "checks": {"auditing", "replay", "rules"},
    "review": set(),
    "report": {"auditing", "checks", "replay", "review", "rules"},  # not the logs
    "watching": {"auditing", "logs"},
    "packing": {"auditing", "logs", "report", "review", "rules"},
    "register": {"auditing", "report", "review", "rules"},  # and with them SQLAlchemy, which nobody else imports
    "testing": READS_ALL | {"api"},
    "desk": READS_ALL | {"api", "editing", "register", "watching"},
    "cli": READS_ALL | {"api", "desk", "editing", "packing", "register", "watching"},
    "editing": READS_ALL | {"api"},
    "api": READS_ALL | {"watching"},
    "reference": READS_ALL | {"api", "cli"},
    "__init__": {"api"},
    "__main__": {"cli"},
}

# Inside a room: each folder with the folders it may import besides itself. A module at the room's root is free.
FOLDERS = {
    "auditing": {"engine": set(), "mitigation": {"engine"}, "slips": {"engine", "mitigation"}, "shards": set()},
    "replay": {
        "state": set(),
        "cards": {"state"},
        "forced_bets": {"state"},
        "session": {"state", "forced_bets"},
        "settlement": {"state", "session"},
        "betting": {"state", "forced_bets", "settlement"},
        "engine": {"state", "cards", "forced_bets", "settlement", "betting"},
    },
    "logs": {
        "files": set(),
        "table_log": set(),
        "events_json": {"files", "table_log"},  # whose statements say what may stand in a field
        "phh": {"table_log"},
        "rooms": {"table_log"},
        "ohh": {"table_log", "phh", "rooms"},
    },
    "rules": {"schema": set(), "loading": {"schema"}},
    "report": {"formats": set(), "drawing": set(), "pages": {"formats", "drawing"}},
}
BESIDE_TOPICS = {"support": set(), "explanations": {"support"}}  # which the topics of checks may import
TOPICS = sorted(path.name for path in (PACKAGE / "checks").iterdir() if (path / "__init__.py").exists())
FOLDERS["checks"] = {topic: set(BESIDE_TOPICS) for topic in TOPICS} | BESIDE_TOPICS

FORMATS_BOTH_WAYS = {"table_log", "events_json", "phh", "ohh"}  # read and written

CLAUSE = re.compile(
    r"""
      ^\s* [0-9]+ (\.[0-9]+)+ (\(\w+\))* (\[\w+\])* [\s:]* $   # 10.2, 7.1.3(a)(ii): nothing else in the string
    | \b [0-9]+ (\.[0-9]+)+ \([a-z]+\)                         # 16.1(a), anywhere
    | \b S[0-9]+ (\.[A-Z0-9]+)* \.[0-9]+ \b                    # S3.BR.7, anywhere
    | \b (clause|rule|section) \s+ [0-9]+ \b                   # by name, anywhere
    """,
    re.VERBOSE,
)
NO_CLAUSES = {auditor.__version__, "2.1.0", "1.4.7", "3.1.0", "127.0.0.1"}  # ours, SARIF's, OHH's, OpenAPI's; loopback


# ---- reading the code ----


def modules() -> dict[str, tuple[Path, ast.Module]]:
    """Every module by its dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ["auditor", *path.relative_to(PACKAGE).with_suffix("").parts]
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path.relative_to(PACKAGE), ast.parse(path.read_bytes())
    return found


MODULES = modules()


def imported(tree: ast.AST, package: list[str], known: set[str]) -> set[str]:
    """The modules that a module of that package takes anything from, wherever the import stands."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            names |= {full if (full := f"{module}.{alias.name}") in known else module for alias in node.names}
    return {name for name in names if name.split(".")[0] == "auditor"}


def package_of(path: Path) -> list[str]:
    return ["auditor", *path.parent.parts]


IMPORTS = {name: imported(tree, package_of(path), set(MODULES)) - {name} for name, (path, tree) in MODULES.items()}


def room_of(name: str) -> str:
    return name.split(".")[1] if "." in name else "__init__"


def folder_of(name: str) -> str:
    """The folder inside its room that a module stands in; a module at the root of the room, or of ours, is its own."""
    parts = MODULES[name][0].parts
    return parts[1] if len(parts) > 2 else Path(parts[-1]).stem


def clauses_named(tree: ast.AST) -> list[str]:
    """The strings that name a clause; a string that stands alone is documentation and may."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation
        if CLAUSE.search(node.value) and node.value not in NO_CLAUSES
    ]


# ---- the rooms ----


def test_imports_follow_the_table_of_rooms():
    strays = [
        f"{name} imports {other}"
        for name, others in IMPORTS.items()
        for other in sorted(others)
        if room_of(other) not in ROOMS[room_of(name)] | SERVES_ALL | {room_of(name)}
    ]

    assert strays == []


def test_what_serves_all_imports_nothing_but_the_like():
    strays = [
        (name, other)
        for name, others in IMPORTS.items()
        for other in others
        if room_of(name) == "vocabulary" and room_of(other) != "vocabulary"
    ]

    assert strays == []


@pytest.mark.parametrize("room", FOLDERS)
def test_folders_of_a_room_import_only_those_before_them(room):
    allowed = FOLDERS[room]
    strays = [
        f"{name} imports {other}"
        for name, others in IMPORTS.items()
        if room_of(name) == room and folder_of(name) in allowed
        for other in sorted(others)
        if room_of(other) == room and folder_of(other) in allowed.keys() - allowed[folder_of(name)] - {folder_of(name)}
    ]

    assert strays == []


@pytest.mark.parametrize("room", [*FOLDERS, "vocabulary"])
def test_every_folder_of_a_room_has_its_place_in_the_table(room):
    folders = {path.parent.name for path in (PACKAGE / room).glob("*/__init__.py")}

    assert folders == set(FOLDERS.get(room, {"events"}))


def test_no_module_imports_itself_over_others():
    try:
        TopologicalSorter({name: others for name, others in IMPORTS.items() if name != "auditor"}).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(error.args[1]))


def test_only_the_register_needs_a_database():
    """Everything else runs without the extras of the register."""
    needing = {
        room_of(name)
        for name, (_, tree) in MODULES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for module in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [one.name for one in node.names])
        if module.split(".")[0] in ("sqlalchemy", "psycopg", "pyarrow")
    }

    assert needing == {"register"}


def test_reader_and_writer_of_a_format_stand_side_by_side():
    for format in FORMATS_BOTH_WAYS:
        files = {path.name for path in (PACKAGE / "logs" / format).iterdir()}
        assert {"reader.py", "writer.py"} <= files, format


# ---- names and seams ----


CONTRACTS = ("auditor.report.model", "auditor.report.hand_model")


def test_a_type_name_means_one_thing():
    """The classes of the JSON report bear the names of what they write down, and are always called `model.X`."""
    places = defaultdict(list)
    for name, (_, tree) in MODULES.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and name not in CONTRACTS:
                places[node.name].append(name)

    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_only_mitigation_and_the_dispatch_ask_whether_a_record_is_of_play_only():
    """Checks say what such a record changes for them by arguments of the decorator."""
    rooms = {
        name
        for name, (_, tree) in MODULES.items()
        if any(isinstance(node, ast.Name) and node.id == "PLAY_ONLY" for node in ast.walk(tree))
    }

    allowed = (
        "auditor.vocabulary.",
        "auditor.logs.",
        "auditor.auditing.mitigation.",
        "auditor.auditing.engine.dispatch",
    )
    assert {name for name in rooms if not name.startswith(allowed)} == set()


def test_no_check_looks_at_a_hand_and_a_session_alike():
    either = re.compile(r"HandState \| Session|Session \| HandState|isinstance\(\w+, \(?(?:HandState|Session)\b")
    texts = {name: (PACKAGE / path).read_text(encoding="utf-8") for name, (path, _) in MODULES.items()}

    assert {name for name, text in texts.items() if either.search(text)} == set()


STATE = {"state", "session", "table", "player", "betround", "betting_round", "done", "settlement", "move", "early"}


def test_no_check_changes_what_it_looks_at():
    """Nobody outside of the replay assigns to an attribute of its state, nor do checks and reports."""
    strays = []
    for name, (_, tree) in MODULES.items():
        if room_of(name) == "replay":
            continue
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
            for target in targets if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) else ():
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                for part in parts:
                    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in STATE:
                        strays.append(f"{name}:{part.lineno}: {ast.unparse(part)}")

    assert strays == []


# ---- the law stays in data ----


def test_no_clause_number_stands_in_the_code():
    assert {name: clauses for name, (_, tree) in MODULES.items() if (clauses := clauses_named(tree))} == {}


@pytest.mark.parametrize(
    "source",
    [
        "import auditor.cli.app",
        "from auditor import cli",
        "from auditor.cli import main",
        "from ..cli.app import main",
        "from .. import cli",
        "def late():\n    from auditor.cli import main",
        "if TYPE_CHECKING:\n    from auditor.cli import main",
    ],
)
def test_an_import_is_seen_however_it_is_written(source):
    found = imported(ast.parse(source), ["auditor", "logs"], {"auditor.cli", "auditor.cli.app"})

    assert {name.split(".")[1] for name in found} == {"cli"}


@pytest.mark.parametrize(
    "text", ["10.2", "16.1(a)", "7.1.3(a)(ii)", "7.1(a)[designated]", "S3.BR.7", "see 16.1(a)", "as clause 10 says"]
)
def test_a_clause_number_is_seen(text):
    assert clauses_named(ast.parse(f"'''As {text} says.'''\nx = {text!r}")) == [text]


@pytest.mark.parametrize("text", ["$5.50", "line-height: 1.5", '<?xml version="1.0"?>', "2.1.0", "3 raises", "5.5 %"])
def test_what_only_resembles_a_clause_number_may_stand(text):
    assert clauses_named(ast.parse(f"x = {text!r}")) == []
