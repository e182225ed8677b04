"""Every pattern of the code base and of the grammars takes time in proportion to the text, however it is made."""

import ast
import dataclasses
import importlib
import inspect
import pkgutil
import re
import signal

import pytest
from cost import seconds
from places import ROOT
from pumping import ENDS, texts

import auditor
from auditor.logs import unknown_history
from auditor.logs.blocks import BETWEEN, HAND, TABLE
from auditor.logs.formats import FORMATS
from auditor.logs.table_log import diagnostics, synonyms
from auditor.logs.table_log.grammar import load_grammar
from auditor.packing.manifest import HOUSE_FILE, RULES_FILE

SIZES = (25, 500, 4_000)  # a pattern that goes wrong is seen at the first of them before it takes all day at the next
LARGE = 100_000
PACE = 3e-6  # seconds a character
LARGE_PACE = 5e-6  # for a large text, at which time out of proportion is many times as much
FLOOR = 0.005
PATIENCE = 2.0  # seconds for one text
ANCHORED = {"match", "fullmatch"}
OURS = {  # patterns that see nothing but files of this package, or what another parser has accepted
    "auditor.logs.table_log.diagnostics.RULE": "our own grammar",
    "auditor.logs.table_log.diagnostics.TERMINAL": "our own grammar",
    "auditor.logs.table_log.diagnostics.TOKEN": "our own grammar",
    "auditor.logs.table_log.diagnostics.LISTED": "our own grammar",
    "auditor.reference": "our own pages",
    "auditor.report.excerpt": "our own samples",
    "auditor.rules": "rulebooks, and marks in logs that are tests",
}

BUILT = {  # functions that put a pattern together, and where it is tried
    "_text of events_json/fields.py": "one repeat at most",
    "pattern of logs/formats.py": "made",
    "__init__ of common/lines.py": "terminals",
    "_game_and_limit of rooms/ipoker.py": "a word",
    "_with_names of table_log/corrections.py": "a name",
    "shared_out of table_log/corrections.py": "names at the beginning of a line",
    "_occurs of table_log/diagnosis.py": "a name",
    "_place_of of table_log/diagnosis.py": "a name",
    "_terminal of table_log/diagnostics.py": "leaves",
    "_one of table_log/diagnostics.py": "leaves",
    "__init__ of table_log/reader.py": "terminals",
    "_pattern of table_log/synonyms.py": "made",
    "pieces of table_log/synonyms.py": "made",
    "_patterns of logs/unknown_history.py": "made",
    "fault_of of packing/rulebook_data.py": "made",
    "_pattern of vocabulary/evidence.py": "our own sentences",
    "in_currency of vocabulary/money.py": "names",
}
WAYS = {"compile", "match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn"}


def modules():
    for found in pkgutil.walk_packages(auditor.__path__, "auditor."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def within(value):
    """The patterns in a value of a module."""
    if isinstance(value, re.Pattern):
        return [value] if isinstance(value.pattern, str) else []
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        value = tuple(getattr(value, one.name) for one in dataclasses.fields(value))
    if isinstance(value, dict):
        value = tuple(value.values())
    return [one for part in value for one in within(part)] if isinstance(value, tuple | list) else []


def compiled():
    """The patterns that modules keep, by name, with the ways in which they are used; all ways if that is not seen."""
    found = {}
    for module in modules():
        source = inspect.getsource(module)
        for name, value in vars(module).items():
            if f"{module.__name__}.{name}".startswith(tuple(OURS)):
                continue
            for number, pattern in enumerate(within(value)):
                used = set(re.findall(rf"\b{name}(?:\[\w+\])?\.(\w+)\(", source))
                key = pattern.pattern, pattern.flags
                known = found.setdefault(key, (f"{module.__name__}.{name}.{number}", pattern, set()))
                known[2].update(used)
    return {name: (pattern, used or {"fullmatch", "finditer"}) for name, pattern, used in found.values()}


def in_functions():
    """What functions give to `re`: the function, the way, and the pattern, which is none if it is put together."""
    for path in sorted((ROOT / "auditor").rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if name.startswith(tuple(OURS)):
            continue
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(node, ast.Call) and ast.unparse(node.func) in {f"re.{way}" for way in WAYS}:
                    where = f"{function.name} of {path.parent.name}/{path.name}"
                    yield where, node.func.attr, written(node.args[0], name)


def written(pattern, module):
    """A pattern that is written where it is used, or that its module has under a name; none if it is put together."""
    if isinstance(pattern, ast.Constant):
        return pattern.value
    named = getattr(importlib.import_module(module), pattern.id, None) if isinstance(pattern, ast.Name) else None
    return named if isinstance(named, str) else None


def stated():
    """The patterns that are written where a function uses them."""
    return {
        f"{where}: {pattern}": (re.compile(pattern), {"finditer" if way == "compile" else way})
        for where, way, pattern in in_functions()
        if pattern is not None
    }


def made():
    """The patterns that functions make of data, and where they are used."""
    pairs = [one.pattern for kind in (HAND, TABLE) for one in synonyms.synonyms(kind)]
    evidence = [one for first in "<{H" for one in unknown_history._patterns(first).values()]
    ways = {
        "match": [(f"synonym {one.pattern}", one) for one in pairs],
        "sub": [(f"piece {one.example}", one.pattern) for one in synonyms.pieces()],
        "finditer": [(f"evidence {one.pattern}", one) for one in evidence],
        "fullmatch": [(one, re.compile(one)) for one in (HOUSE_FILE, RULES_FILE)],
    }
    signs = [sign.pattern for each in FORMATS for sign in (each.sign, each.hint) if sign is not None]
    ways |= {"search": [(f"sign {one.pattern}", one) for one in signs]}
    return {name: (pattern, {way}) for way, some in ways.items() for name, pattern in some}


def terminals():
    """The terminals of the grammars. They match whole lines."""
    found = {}
    for path in sorted((ROOT / "grammars").glob("*.lark")):
        own = path.stem == "table_log"
        for name, pattern in load_grammar(path.stem, [TABLE, BETWEEN, HAND] if own else [HAND]).patterns.items():
            found[f"{path.name}:{name}"] = re.compile(pattern), {"fullmatch"}
    return found


def leaves():
    """The pieces of statements by which a line that is none is explained."""
    found = {}

    def collect(piece):
        if isinstance(piece, diagnostics.Leaf):
            found[piece.pattern.pattern] = piece.pattern
        else:
            for one in (piece.piece,) if isinstance(piece, diagnostics.Repeated) else piece.pieces:
                collect(one)

    for name in diagnostics._definitions():
        collect(diagnostics._terminal(name))
    return {f"leaf {number}": (pattern, {"match"}) for number, pattern in enumerate(found.values())}


PATTERNS = {**compiled(), **stated(), **made(), **terminals(), **leaves()}


def too_slow(pattern, used, text, pace=PACE):
    """Is the time for a text out of proportion, several times in a row?"""

    def work(_size):
        for way in used & ANCHORED:
            getattr(pattern, way)(text)
        if used - ANCHORED:
            sum(1 for _ in pattern.finditer(text))

    allowed = FLOOR + pace * len(text)
    return all(quick_seconds(work) > allowed for _ in range(4))


def quick_seconds(work):
    """The time that some work takes, which is broken off after a while."""
    signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        return seconds(work, 0, tidy=False)
    except TimeoutError:
        return PATIENCE
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def give_up(*_):
    raise TimeoutError


def slowest(pattern, used):
    """The first text that takes too long, by its size, its beginning and its end; none if all is well."""
    for size in SIZES:
        for text in texts(pattern, size):
            for end in ENDS:
                if too_slow(pattern, used, text + end):
                    return size, text[:60], end
    for text in texts(pattern, LARGE, branches=(0,), fillings=(True,)):
        if too_slow(pattern, used, text + "\0", LARGE_PACE):
            return LARGE, text[:60], "\0"
    return None


@pytest.mark.parametrize("first", sorted({name[0:16] for name in PATTERNS}))
def test_no_text_makes_a_pattern_slow(first):
    names = [name for name in PATTERNS if name.startswith(first)]

    assert {name: slow for name in names if (slow := slowest(*PATTERNS[name])) is not None} == {}


def test_every_function_that_puts_a_pattern_together_is_known():
    assert {where for where, _, pattern in in_functions() if pattern is None} == {*BUILT}


@pytest.mark.parametrize(
    ("pattern", "used"),
    [
        pytest.param(r"(.*?)0*([0-9]{1,18})(?:-?[a-z])?", {"fullmatch"}, id="zeros between two repeats"),
        pytest.param(r"(?:a+)+b", {"fullmatch"}, id="a repeat in a repeat"),
        pytest.param(r"[ -]*Level$", {"search"}, id="blanks in front, looked for anywhere"),
        pytest.param(r"(?=[A-Z])(?:\w+)+!", {"fullmatch"}, id="behind a look-ahead"),
        pytest.param(r"(?!Seat|a)(?:[^\n:]+)+: x", {"fullmatch"}, id="behind a look-ahead that bars"),
        pytest.param(r"(?=(?:\w+)+!)a", {"match"}, id="in a look-ahead"),
        pytest.param(r"\s*(spade|heart)s?", {"sub"}, id="blanks that nothing follows, looked for anywhere"),
    ],
)
def test_a_pattern_that_goes_back_again_and_again_is_found(pattern, used):
    assert slowest(re.compile(pattern), used) is not None
