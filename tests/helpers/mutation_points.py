"""The places of our code at which one small change makes another program, each with the change.

A mutant is known by the module, the text of its line and what stood and stands there, so that it is the same one
when lines above it come and go. Only the bodies of functions and the defaults of their parameters are changed: what a
module lists once is data. Left out are `assert` (it speaks to the type checker), `strict=` of a `zip` (it takes for
granted as well), annotations, patterns and texts, also how much of one is shown.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile

from places import ROOT

FOLDERS = ("auditor/replay", "auditor/checks")

Key = tuple[str, str, str, str]  # file, text of the line, what stood there, what stands there
Function = ast.FunctionDef | ast.AsyncFunctionDef
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
BOUNDS = {frozenset({ast.Lt, ast.LtE}), frozenset({ast.Gt, ast.GtE})}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
}
CHANGING = {
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popleft",
    "remove",
    "setdefault",
    "update",
}
PARTS = (ast.Starred, ast.Slice, ast.FormattedValue)
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(slots=True, frozen=True)
class Change:
    """One change of a tree: `new` takes the place of `old`."""

    old: ast.AST
    new: ast.AST


@dataclass(slots=True, frozen=True)
class Mutant:
    """A change that can be made, by its place among all changes of its module."""

    file: str  # from the top of the checkout
    number: int
    line: int
    text: str  # of the line, without indentation
    was: str
    now: str

    @property
    def key(self) -> Key:
        """What it is known by, wherever its line stands."""
        return self.file, self.text, self.was, self.now

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.was}  ->  {self.now}    in: {self.text}"


# ---- the changes of a tree ----


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every change of a module, in the same order for the same source."""
    for node in tree.body:
        yield from _outside(node)


def _outside(node: ast.AST) -> Iterator[Change]:
    """The changes in the functions that stand here or in a class."""
    if isinstance(node, ast.ClassDef):
        for one in node.body:
            yield from _outside(one)
    elif isinstance(node, Function):
        yield from _function(node)
    elif not isinstance(node, ast.If):  # that is for the type checker
        for lambda_ in (one for one in ast.walk(node) if isinstance(one, ast.Lambda)):
            yield from _inside(lambda_.body, None)


def _function(node: Function) -> Iterator[Change]:
    for decorator in node.decorator_list:
        yield from _outside(decorator)
    for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
        if isinstance(default, ast.Constant):
            yield from _constant(default)
    for statement in node.body:
        yield from _inside(statement, node)


def _inside(node: ast.AST, function: Function | None) -> Iterator[Change]:
    """The changes of a node and of what it is made of."""
    if isinstance(node, ast.Assert | ast.pattern) or _cuts_text(node) or _takes_for_granted(node):
        return
    if isinstance(node, Function):
        yield from _function(node)
        return
    yield from _own(node, function)
    bound = _free_bound(node)
    if bound is not None:
        yield from _comparison(bound, free=True)
    for name, value in ast.iter_fields(node):
        if name == "test" and bound is not None:
            yield from (one for side in (bound.left, *bound.comparators) for one in _inside(side, function))
        elif name != "annotation":
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, ast.AST):
                    yield from _inside(one, function)


def _own(node: ast.AST, function: Function | None) -> Iterator[Change]:
    match node:
        case ast.Compare():
            yield from _comparison(node, free=False)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield Change(node, ast.BoolOp(other, node.values))
        case ast.UnaryOp(op=ast.Not()):
            yield Change(node, node.operand)
        case ast.BinOp() if type(node.op) in ARITHMETIC and not (_is_text(node.left) or _is_text(node.right)):
            yield Change(node, ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))
        case ast.AugAssign() if type(node.op) in ARITHMETIC:
            yield Change(node, ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value))
        case ast.Constant():
            yield from _constant(node)
        case ast.If() | ast.IfExp():
            yield from _condition(node.test, (True, False))
        case ast.While():
            yield from _condition(node.test, (False,))
        case ast.comprehension():
            for one in node.ifs:
                yield from _condition(one, (True, False))
        case ast.Return(value=ast.expr() as value) if function is not None:
            yield from _returned(value, function)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield Change(node.func, ast.Name(CALLS[name], ast.Load()))
        case ast.Break():
            yield Change(node, ast.Continue())
        case ast.Continue():
            yield Change(node, ast.Break())


def _comparison(node: ast.Compare, free: bool) -> Iterator[Change]:
    for place, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            if free and frozenset({type(op), other}) in BOUNDS:
                continue
            changed = ast.Compare(node.left, [*node.ops[:place], other(), *node.ops[place + 1 :]], node.comparators)
            yield Change(node, changed)


def _free_bound(node: ast.AST) -> ast.Compare | None:
    """The comparison that decides between two values which are the same where its sides are equal, if it is such a one.

    `a if a > b else b`, `a - b if a > b else 0`, and `if a > b: b = a`: with `>=` this is the same program.
    """
    match node:
        case ast.IfExp(test=ast.Compare(ops=[op]) as test):
            values = {ast.unparse(node.body), ast.unparse(node.orelse)}
        case ast.If(test=ast.Compare(ops=[op]) as test, body=[ast.Assign(targets=[target], value=value)], orelse=[]):
            values = {ast.unparse(target), ast.unparse(value)}
        case _:
            return None
    left, right = ast.unparse(test.left), ast.unparse(test.comparators[0])
    same = ({left, right}, {f"{left} - {right}", "0"}, {f"{right} - {left}", "0"})
    return test if values in same and any(type(op) in pair for pair in BOUNDS) else None


def _constant(node: ast.Constant) -> Iterator[Change]:
    if isinstance(node.value, bool):
        yield Change(node, ast.Constant(not node.value))
    elif isinstance(node.value, int):
        yield Change(node, ast.Constant(0 if node.value == 1 else node.value + 1))


def _condition(test: ast.expr, values: tuple[bool, ...]) -> Iterator[Change]:
    for value in values:
        if not isinstance(test, ast.Constant):
            yield Change(test, ast.Constant(value))


def _returned(value: ast.expr, function: Function) -> Iterator[Change]:
    """A yes or no instead of what a function decides, nothing instead of what it may find."""
    returns = ast.unparse(function.returns) if function.returns else ""
    if isinstance(value, ast.Constant):
        return  # changed as a constant, if at all
    if returns == "bool":
        yield from _condition(value, (True, False))
    elif returns.endswith("| None"):
        yield Change(value, ast.Constant(None))


def _takes_for_granted(node: ast.AST) -> bool:
    """Does it say, as an `assert` does, that lists are of one length?"""
    return isinstance(node, ast.keyword) and node.arg == "strict"


def _cuts_text(node: ast.AST) -> bool:
    """Is it a name in a message, shown up to some length?"""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "escaped"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


# ---- the mutants of our code ----


def modules() -> list[str]:
    """The modules that are changed."""
    return sorted(path.relative_to(ROOT).as_posix() for one in FOLDERS for path in (ROOT / one).rglob("*.py"))


@cache
def source(file: str) -> str:
    """The text of a module."""
    return (ROOT / file).read_text(encoding="utf-8")


def mutants(file: str) -> list[Mutant]:
    """Every mutant of a module. Of those that read the same all but the first are numbered."""
    lines, seen = source(file).splitlines(), Counter[tuple[str, str, str]]()
    found: list[Mutant] = []
    for number, one in enumerate(changes(ast.parse(source(file)))):
        line = _line(one)
        text, was, now = lines[line - 1].strip(), shown(one.old), shown(one.new)
        seen[text, was, now] += 1
        again = f" (no. {seen[text, was, now]})" if seen[text, was, now] > 1 else ""
        found.append(Mutant(file, number, line, text, was, now + again))
    return found


def _line(change: Change) -> int:
    return change.old.lineno  # type: ignore[attr-defined, no-any-return]


def shown(node: ast.AST) -> str:
    """A part of a tree as text, in one line."""
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


def chosen(seed: int, number: int, within: str = "") -> list[Mutant]:
    """The first mutants in an order of chance, of which any beginning has its share of every module.

    Only modules are taken whose path contains `within`. Chance is a hash of the line's text and the place in it, so
    that a change of one line leaves the others in place.
    """
    ranked: list[tuple[float, str, int]] = []
    for file in (one for one in modules() if within in one):
        lines, seen = source(file).splitlines(), Counter[str]()
        drawn: list[tuple[float, int]] = []
        for place, one in enumerate(changes(ast.parse(source(file)))):
            text = lines[_line(one) - 1].strip()
            seen[text] += 1
            drawn.append((_chance(seed, file, text, seen[text]), place))
        start = _chance(seed, file)
        ranked += [((n + start) / len(drawn), file, place) for n, (_, place) in enumerate(sorted(drawn))]
    first = sorted(ranked)[:number]
    known = {file: mutants(file) for file in {file for _, file, _ in first}}
    return [known[file][place] for _, file, place in first]


def _chance(*words: object) -> float:
    digest = hashlib.sha256("\n".join(map(str, words)).encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64


def mutated(mutant: Mutant) -> ast.Module:
    """The tree of a mutant's module, with its change."""
    tree = ast.parse(source(mutant.file))
    change = list(changes(tree))[mutant.number]
    return ast.fix_missing_locations(_Exchange(change).visit(tree))


class _Exchange(ast.NodeTransformer):
    """Puts the new node in the place of the old one, with its position."""

    def __init__(self, change: Change) -> None:
        self.change = change

    def visit(self, node: ast.AST) -> ast.AST:
        if node is self.change.old:
            return ast.copy_location(self.change.new, node)
        return self.generic_visit(node)


# ---- where a change makes a difference ----


def watched(file: str, those: dict[int, Mutant], notice: str) -> ast.Module:
    """The tree of a module that tells `notice` of the mutants that it comes by, else the same.

    It is called with the numbers under which the mutants were chosen, the value of the expression that they are in, and
    for each a function that works this value out as the mutant would. Where there is no such expression, it gets the
    numbers alone.
    """
    tree = ast.parse(source(file))
    known = list(changes(tree))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    here: dict[ast.AST, list[tuple[int, Change]]] = {}
    for number, one in those.items():
        if one.file == file:
            here.setdefault(_place(known[one.number].old, parents), []).append((number, known[one.number]))
    return ast.fix_missing_locations(_Watch(here, notice).visit(tree))


def _place(old: ast.AST, parents: dict[ast.AST, ast.AST]) -> ast.AST:
    """The largest expression around a change that can be worked out twice, else the statement it is in."""
    line = [old]  # with all that is around it, from the inside
    while not isinstance(line[-1], ast.stmt):
        line.append(parents[line[-1]])
    *inner, statement = line
    if isinstance(statement, Function):
        return statement.body[0]  # the change is in the default of a parameter
    inner = list(takewhile(lambda one: not _acts(one, parents), inner))
    if not any(isinstance(one, Function) for one in _around(statement, parents)):
        inner = list(takewhile(lambda one: not isinstance(one, ast.Lambda), inner))
    return next((one for one in reversed(inner) if isinstance(one, ast.expr) and _has_value(one, parents)), statement)


def _around(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    while node in parents:
        node = parents[node]
        yield node


def _acts(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Does it do something beside having a value?"""
    if isinstance(node, ast.Yield | ast.YieldFrom | ast.Await) or isinstance(parents[node], ast.Expr):
        return True
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del):
        return True
    if not isinstance(node, ast.Call):
        return False
    method = isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING
    return method or (isinstance(node.func, ast.Name) and node.func.id == "next" and isinstance(node.args[0], ast.Name))


def _has_value(node: ast.expr, parents: dict[ast.AST, ast.AST]) -> bool:
    """Is it more than the name of the function in a call, or a part of an expression that means nothing by itself?"""
    called = parents[node]
    return not (isinstance(called, ast.Call) and called.func is node) and not isinstance(node, PARTS)


class _Watch(ast.NodeTransformer):
    def __init__(self, places: dict[ast.AST, list[tuple[int, Change]]], notice: str) -> None:
        self.places, self.notice = places, notice

    def visit(self, node: ast.AST) -> ast.AST | list[ast.AST]:
        here = self.places.get(node, [])
        others = [_lambda(_with(node, change)) for _, change in here] if isinstance(node, ast.expr) else []
        new = self.generic_visit(node)
        if not here:
            return new
        call = ast.Call(
            ast.Name(self.notice, ast.Load()), [ast.Tuple([ast.Constant(one) for one, _ in here], ast.Load())], []
        )
        if isinstance(node, ast.stmt):
            return [ast.Expr(call), new]
        call.args += [new, *others]
        return call


def _lambda(value: ast.AST) -> ast.Lambda:
    return ast.Lambda(ast.arguments([], [], None, [], [], None, []), value)


def _with(node: ast.AST, change: Change) -> ast.AST:
    """A copy of an expression with a change in it."""
    memo = {id(change.old): copy.deepcopy(change.new)}
    return copy.deepcopy(node, memo)
