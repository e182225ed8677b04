"""Builds the hot modules of the auditor as machine code, if `AUDITOR_COMPILE=1` asks for it; else it does nothing.

mypyc compiles them from the same source. Only what it cannot take quickly is written otherwise, in a copy that nobody
sees: the `__init__` that `@dataclass` would make when the program starts, where no compiler can see it, is written out,
and so are `__eq__`, `__hash__` and `__reduce__`. The rest of the source is compiled as it stands.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASKED = "AUDITOR_COMPILE"
LEVEL = os.environ.get("AUDITOR_COMPILE_LEVEL", "2")  # of optimization; 0 is built soonest
GROUP = "auditor_compiled"
OWN = ["-fvisibility=hidden"]  # our modules call each other directly, and not by a table that the linker fills in
ROOT = Path(__file__).resolve().parent
COMPILED = (  # modules below auditor/ that a lawful hand comes through: a folder stands for all in it
    "auditing/acts_that_led.py",
    "auditing/audit_run.py",
    "auditing/engine/collector.py",
    "auditing/engine/dispatch.py",
    "auditing/engine/judge_hand.py",
    "auditing/engine/judge_session.py",
    "auditing/engine/outcomes.py",
    "auditing/engine/situation_at_end.py",
    "auditing/engine/situation_in_session.py",
    "auditing/engine/situation_of_act.py",
    "auditing/engine/situation_of_event.py",
    "auditing/engine/situations.py",
    "auditing/judging.py",
    "auditing/log_audit.py",
    "auditing/side_by_side.py",
    "auditing/tally.py",
    "checks/betting/bet_sizes.py",
    "checks/betting/no_limit.py",
    "checks/betting/reopening.py",
    "checks/betting/round_completeness.py",
    "checks/betting/turn_order.py",
    "checks/betting/wagers.py",
    "checks/blinds/blinds.py",
    "checks/blinds/bring_in.py",
    "checks/blinds/options_of_blinds.py",
    "checks/blinds/straddles.py",
    "checks/blinds/who_posts.py",
    "checks/cards/board.py",
    "checks/cards/deck.py",
    "checks/cards/procedure.py",
    "checks/draw/draw.py",
    "checks/draw/reshuffle.py",
    "checks/explanations/commission.py",
    "checks/misdeals/misdeal.py",
    "checks/money/commission.py",
    "checks/money/stakes.py",
    "checks/money/table_stakes.py",
    "checks/record/all_handed_back.py",
    "checks/record/cards_and_money.py",
    "checks/record/unknown_words.py",
    "checks/session/seats_and_decks.py",
    "checks/session/session.py",
    "checks/showdown/announced_hands.py",
    "checks/showdown/how_hands_end.py",
    "checks/showdown/pot_award.py",
    "checks/showdown/pot_division.py",
    "checks/showdown/showdown.py",
    "checks/showdown/unshown.py",
    "checks/support/agreements.py",
    "checks/support/deal_so_far.py",
    "checks/support/duplicate_cards.py",
    "checks/support/missing_posts.py",
    "checks/support/players.py",
    "logs/blocks.py",
    "logs/handed_back.py",
    "logs/limit_bets.py",
    "logs/lowest_chip.py",
    "logs/passes.py",
    "logs/phh/actions.py",
    "logs/phh/chip.py",
    "logs/phh/deals.py",
    "logs/phh/fields.py",
    "logs/phh/hand.py",
    "logs/phh/head.py",
    "logs/phh/payments.py",
    "logs/phh/play.py",
    "logs/phh/posts.py",
    "logs/phh/reader.py",
    "logs/phh/usual_hand.py",
    "logs/reader.py",
    "logs/rooms/common",
    "logs/rooms/pokerstars.py",
    "logs/rooms/pokerstars_amounts.py",
    "logs/table_log/reader.py",
    "logs/table_log/statements.py",
    "logs/table_log/usual_lines.py",
    "ranking",
    "replay",
    "version.py",
    "vocabulary/card_keys.py",
    "vocabulary/cards.py",
    "vocabulary/clock.py",
    "vocabulary/doubts.py",
    "vocabulary/events",
    "vocabulary/hand.py",
    "vocabulary/money.py",
    "vocabulary/seating.py",
    "vocabulary/wording.py",
)
LEFT_OUT = (  # of these
    "replay/engine/observer.py",
    "replay/session/observer.py",
)


class CompileHook(BuildHookInterface[Any]):
    """What hatchling asks when it builds a wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What the build needs beside hatchling."""
        if not asked():
            return []
        groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
        return [one for one in groups["compile"] if isinstance(one, str)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and add what came of it to the wheel, which is then for this Python and system only."""
        if not asked() or version == "editable":
            return
        self._folder = tempfile.mkdtemp(prefix="auditor-compiled-")
        built = compiled(Path(self._folder))
        build_data["force_include"].update({str(path): name for name, path in built.items()})
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove what is in the wheel now."""
        if asked() and version != "editable":
            shutil.rmtree(self._folder)


def asked() -> bool:
    """Was a compiled build asked for?"""
    return os.environ.get(ASKED, "") not in ("", "0")


def compiled(folder: Path) -> dict[str, Path]:
    """Compile the hot modules in a folder: the path in the wheel of everything that came of it, with the file."""
    source, target = folder / "source", folder / "built"
    shutil.copytree(ROOT / "auditor", source / "auditor", ignore=shutil.ignore_patterns("__pycache__"))
    modules = [path.relative_to(source) for path in hot_modules(source / "auditor")]
    Rewriter(source).rewrite(modules)
    build = [sys.executable, str(ROOT / "hatch_build.py"), str(target), *map(str, modules)]
    subprocess.run(build, cwd=source, check=True)
    return {path.relative_to(target).as_posix(): path for path in sorted(target.rglob("*")) if path.is_file()}


def hot_modules(package: Path) -> list[Path]:
    """The files of the modules that are compiled."""
    files = [file for name in COMPILED for file in files_of(package / name)]
    left_out = {file for name in LEFT_OUT for file in files_of(package / name)}
    return [file for file in files if file not in left_out and file.name != "__init__.py"]  # those only import


def files_of(path: Path) -> list[Path]:
    """The file, or all those in the folder."""
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


# ---- writing out what a decorator would make ----


@dataclass
class Field:
    """A field of a class of records."""

    name: str
    kind: str  # its type, as written
    default: str | None = None
    factory: str | None = None
    init: bool = True
    compare: bool = True


@dataclass
class Kind:
    """A class of records."""

    node: ast.ClassDef
    module: str
    equal: bool = False
    hashed: bool = False
    tuple_hashed: bool = False
    shown: bool = False
    kw_only: bool = False
    own: list[Field] = field(default_factory=list)


class Rewriter:
    """Writes out in a copy of the source what decorators would make of classes."""

    def __init__(self, source: Path) -> None:
        """Nothing is read yet."""
        self.source = source
        self.trees: dict[str, ast.Module] = {}
        self.names: dict[str, dict[str, str]] = {}  # what names mean in a module: full names
        self.kinds: dict[str, Kind] = {}  # classes of records by their full names
        self.classes: dict[str, tuple[str, ast.ClassDef]] = {}  # all classes, with their modules

    def rewrite(self, modules: Iterable[Path]) -> None:
        """Rewrite modules in their place."""
        for path in sorted(self.source.rglob("*.py")):
            self._read(path.relative_to(self.source))
        for path in modules:
            self._write(path)

    def _read(self, path: Path) -> None:
        module = module_of(path)
        tree = self.trees[module] = ast.parse((self.source / path).read_text(encoding="utf-8"))
        names = self.names[module] = {}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                names.update({each.asname or each.name: f"{node.module}.{each.name}" for each in node.names})
            elif isinstance(node, ast.ClassDef):
                names[node.name] = f"{module}.{node.name}"
                self.classes[names[node.name]] = module, node
                kind = kind_of(node, module)
                if kind is not None:
                    self.kinds[names[node.name]] = kind

    def _full(self, module: str, name: str) -> str:
        """The full name of what a name means in a module, however often it was imported from one to the other."""
        found = self.names[module].get(name, f"{module}.{name}")
        home, _, last = found.rpartition(".")
        return found if home == module or home not in self.names else self._full(home, last)

    def _fields(self, kind: Kind) -> list[Field]:
        """All fields of a class, those of its bases first."""
        found: dict[str, Field] = {}
        for base in kind.node.bases:
            of_base = self.kinds.get(self._full(kind.module, ast.unparse(base)))
            if of_base is not None:
                found |= {each.name: each for each in self._fields(of_base)}
        return list((found | {each.name: each for each in kind.own}).values())

    def _write(self, path: Path) -> None:
        module = module_of(path)
        lines = (self.source / path).read_text(encoding="utf-8").split("\n")
        nodes = [node for home, node in self.classes.values() if home == module]
        figures: list[str] = []
        changed: list[ast.ClassDef | ast.Assign | ast.AnnAssign] = [*nodes, *constants_of(self.trees[module])]
        for node in sorted(changed, key=lambda one: -one.lineno):  # from below, so that those above keep their lines
            if not isinstance(node, ast.ClassDef):
                lines[node.lineno - 1] = as_final(lines[node.lineno - 1], node)
            elif f"{module}.{node.name}" in self.kinds:
                self._write_out(lines, self.kinds[f"{module}.{node.name}"])
            elif self._is_figure(module, node):
                keep_interpreted(lines, node)
                figures = ["import auditor.rules.schema.record as _compiled_figures"]
        imports = [node for node in self.trees[module].body if isinstance(node, ast.Import | ast.ImportFrom)]
        if not imports:
            return  # nothing in it is hot
        first = next(node.lineno - 1 for node in imports if getattr(node, "module", None) != "__future__")
        lines[first:first] = [*IMPORTS, *figures]
        (self.source / path).write_text("\n".join(lines), encoding="utf-8")

    def _write_out(self, lines: list[str], kind: Kind) -> None:
        """Write out the methods of a class of records."""
        lines[kind.node.end_lineno : kind.node.end_lineno] = list(self._methods(kind))
        for each in reversed(kind.node.body):
            if ast.unparse(each) == "__hash__ = None":  # as Python itself has it for a class with `__eq__`
                del lines[each.lineno - 1 : each.end_lineno]
            elif isinstance(each, ast.AnnAssign) and is_field_call(each.value):
                place = each.lineno - 1
                lines[place] = lines[place].replace("= field(", "= _compiled_dataclasses.field(", 1)
        decorator = kind.node.decorator_list[0]
        shown = "True" if kind.shown else "False"
        instead = f"@_compiled_dataclasses.dataclass(init=False, eq=False, repr={shown}, match_args=False)"
        generic = any(ast.unparse(base).startswith("Generic[") for base in kind.node.bases)
        lines[decorator.lineno - 1 : decorator.end_lineno] = [] if generic else [instead]  # mypyc takes not both

    def _is_figure(self, module: str, node: ast.ClassDef) -> bool:
        """Is this a class of figures of a rulebook, which learn their fields from the class as Python makes it?"""
        for base in node.bases:
            name = self._full(module, ast.unparse(base))
            if name == FIGURES or (name in self.classes and self._is_figure(*self.classes[name])):
                return True
        return False

    def _methods(self, kind: Kind) -> Iterator[str]:
        fields = self._fields(kind)
        own = {each.name for each in kind.node.body if isinstance(each, ast.FunctionDef)}
        compared = [each.name for each in fields if each.compare]
        yield from (line for line in init_of(kind, fields, "__post_init__" in own))
        if kind.equal and "__eq__" not in own:
            same = " and ".join([f"self.{name} == other.{name}" for name in compared]) or "True"
            yield "    def __eq__(self, other: object) -> bool:"
            yield f"        if type(other) is not type(self) or not isinstance(other, {kind.node.name}):"
            yield "            return NotImplemented"
            yield f"        return {same}"
        if kind.hashed and "__hash__" not in own:
            values = ", ".join([f"self.{name}" for name in compared])
            if len(compared) != 1 or kind.tuple_hashed:
                values = f"({values},)" if values else "()"
            yield "    def __hash__(self) -> int:"
            yield f"        return hash({values})"
        if not kind.shown and "__repr__" not in own and kind.equal:
            yield "    def __repr__(self) -> str:"
            yield "        return _compiled_records.shown(self)"
        if "__reduce__" not in own:
            yield "    def __reduce__(self) -> tuple[_CompiledAny, ...]:"
            yield "        return _compiled_records.rebuilt(self)"
        yield f"_compiled_records.annotate({kind.node.name}, { ({each.name: each.kind for each in kind.own})!r})"


CONSTANT = re.compile("_?[A-Z][A-Z0-9_]+")
FIGURES = "auditor.rules.schema.record.Record"
IMPORTS = [
    "import dataclasses as _compiled_dataclasses",
    "from typing import Any as _CompiledAny, Final as _CompiledFinal",
    "import auditor.vocabulary.records as _compiled_records",
]


def constants_of(tree: ast.Module) -> list[ast.Assign | ast.AnnAssign]:
    """The constants of a module: names in capitals that it gives a value once, outside of any condition."""
    given = [name.id for name in ast.walk(tree) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)]
    found = []
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            names = [ast.unparse(name) for name, _ in given_in(node)]
            if names and all(CONSTANT.fullmatch(name) and given.count(name) == 1 for name in names):
                found.append(node)
    return found


def given_in(node: ast.Assign | ast.AnnAssign) -> list[tuple[ast.expr, ast.expr]]:
    """What a statement gives values to, with the values: several in one line, or one."""
    target, value = node.targets[0] if isinstance(node, ast.Assign) else node.target, node.value
    assert value is not None
    if not isinstance(target, ast.Tuple):
        return [(target, value)]
    each_has_one = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
    in_one_line = node.lineno == node.end_lineno
    return [*zip(target.elts, value.elts, strict=True)] if each_has_one and in_one_line else []


def as_final(line: str, node: ast.Assign | ast.AnnAssign) -> str:
    """The line at which a constant begins, with the word that it never changes: nobody need look it up by its name."""
    if isinstance(node, ast.AnnAssign):
        kind = ast.unparse(node.annotation)
        return f"{ast.unparse(node.target)}: _CompiledFinal[{kind}] = {line.partition(' = ')[2]}"
    given = given_in(node)
    if len(given) == 1:
        return line.replace(" = ", ": _CompiledFinal = ", 1)
    return "; ".join([f"{ast.unparse(name)}: _CompiledFinal = {ast.unparse(value)}" for name, value in given])


def keep_interpreted(lines: list[str], node: ast.ClassDef) -> None:
    """Have a class of figures made by Python, as a class with a decorator of ours is, with its types as written."""
    hints = {field_of(each).name: field_of(each).kind for each in node.body if is_field(each)}
    for each in reversed(node.body):
        if isinstance(each, ast.AnnAssign) and not is_field(each) and each.value is not None:  # else it became a field
            lines[each.lineno - 1 : each.end_lineno] = [f"    {ast.unparse(each.target)} = {ast.unparse(each.value)}"]
    lines[node.lineno - 1 : node.lineno - 1] = [f"@_compiled_figures.interpreted({hints!r})"]


def module_of(path: Path) -> str:
    """The name of a module by its path."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def kind_of(node: ast.ClassDef, module: str) -> Kind | None:
    """What a decorator says of a class of records; None if it has no such decorator."""
    for decorator in node.decorator_list:
        called = isinstance(decorator, ast.Call)
        said, keywords = (decorator.func, decorator.keywords) if called else (decorator, [])
        words = {one.arg: ast.unparse(one.value) for one in keywords}
        match ast.unparse(said):
            case "event":
                kind = Kind(node, module)
            case "object_class":
                kind = Kind(node, module, shown=True)
            case "record_class":
                kind = Kind(node, module, equal=True)
            case "value_class":
                kind = Kind(node, module, equal=True, hashed=True)
            case "dataclass":
                equal, frozen = words.get("eq") != "False", words.get("frozen") == "True"
                kind = Kind(node, module, equal, equal and frozen, True, words.get("repr") != "False")
                kind.kw_only = words.get("kw_only") == "True"
            case _:
                continue
        kind.own = [field_of(each) for each in node.body if is_field(each)]
        return kind
    return None


def is_field(statement: ast.stmt) -> bool:
    """Does a statement declare a field?"""
    return isinstance(statement, ast.AnnAssign) and not ast.unparse(statement.annotation).startswith("ClassVar")


def is_field_call(value: ast.expr | None) -> bool:
    """Does a value say more of a field than its default?"""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "field"


def field_of(statement: ast.AnnAssign) -> Field:
    """The field that a statement declares."""
    found = Field(ast.unparse(statement.target), ast.unparse(statement.annotation))
    value = statement.value
    if isinstance(value, ast.Call) and is_field_call(value):
        words = {one.arg: ast.unparse(one.value) for one in value.keywords}
        found.default, found.factory = words.get("default"), words.get("default_factory")
        found.init, found.compare = words.get("init") != "False", words.get("compare") != "False"
    elif value is not None:
        found.default = ast.unparse(value)
    return found


def init_of(kind: Kind, fields: list[Field], more: bool) -> Iterator[str]:
    """The `__init__` of a class of records, line by line."""
    taken = [each for each in fields if each.init]
    words = "*, " if kind.kw_only else ""
    yield f"    def __init__(self, {words}{', '.join(map(parameter, taken))}) -> None:"
    for each in fields:
        if each.init and each.factory is None:
            yield f"        self.{each.name} = {each.name}"
        elif each.init:
            yield f"        self.{each.name} = {made_by(each)} if {each.name} is None else {each.name}"
        elif each.factory is not None:
            yield f"        self.{each.name} = {made_by(each)}"
        elif each.default is not None:
            yield f"        self.{each.name} = {each.default}"
    if more:
        yield "        self.__post_init__()"
    yield "        return"


def made_by(each: Field) -> str:
    """What makes the value of a field that nobody gave."""
    made = each.factory or ""
    return {"dict": "{}", "list": "[]"}.get(made, made.removeprefix("lambda: ") if "lambda" in made else f"{made}()")


def parameter(each: Field) -> str:
    """The parameter of an `__init__` for a field."""
    if each.factory is not None:
        return f"{each.name}: {each.kind} | None = None"
    return f"{each.name}: {each.kind}" + ("" if each.default is None else f" = {each.default}")


# ---- compiling, in a process of its own ----


def build(target: Path, modules: list[str]) -> None:
    """Compile modules of the folder in which this process runs."""
    import setuptools  # first: where Python has no distutils, it brings them along  # isort: skip
    from distutils.ccompiler import new_compiler
    from distutils.sysconfig import customize_compiler, get_config_var, get_python_inc

    from mypyc.build import mypycify

    c_files, objects = target.parent / "c", target.parent / "objects"
    options = ["--config-file=", "--ignore-missing-imports", "--no-site-packages", *modules]
    extensions = mypycify(
        options, opt_level=LEVEL, debug_level="0", multi_file=True, group_name=GROUP, target_dir=str(c_files)
    )
    compiler = new_compiler()
    customize_compiler(compiler)
    own = OWN if compiler.compiler_type == "unix" else []

    def compile(one: tuple[str, setuptools.Extension]) -> str:
        source, each = one
        include, how = [*each.include_dirs, get_python_inc()], [*each.extra_compile_args, *own]
        return str(compiler.compile([source], str(objects), [], include, extra_postargs=how)[0])

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        sources = [(source, each) for each in extensions for source in each.sources]
        made = dict(zip([source for source, _ in sources], pool.map(compile, sources), strict=True))
    for each in extensions:
        path = target / (each.name.replace(".", "/") + get_config_var("EXT_SUFFIX"))
        compiler.link_shared_object([made[source] for source in each.sources], str(path))


if __name__ == "__main__":
    build(Path(sys.argv[1]), sys.argv[2:])
