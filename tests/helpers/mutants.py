"""Mutants of the replay and the checks: does a test fail for each small change of them?

    python tests/helpers/mutants.py --number 500 --json mutants.jsonl      # goes on where it was broken off
    python tests/helpers/mutants.py --only sizes.py:248                    # a file and a line, or any text

Of all mutants (`mutation_points.py`) as many are taken as are asked for, by a seed. First the tests run once with code
that notices where mutants are: that shows which tests come by each of them, and in which of these the change makes a
difference at all. Then a child of this process takes on the code of one mutant at a time and runs these tests, the
telling and quick ones first, until one fails. Nothing is written but a report.

To run all of `SUITE` takes minutes. So the few tests that killed the mutants of an earlier run (`killing_tests.txt`,
written by `--remember`) go first, alone; only where one of them leaves a mutant alive that is not listed, the others
have their turn.

A mutant that no test kills is a gap. `surviving_mutants.toml` tells why some are the same program, and which gaps are
open.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import functools
import gc
import importlib
import json
import os
import resource
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Literal, NoReturn

import pytest
from _pytest.runner import runtestprotocol
from mutation_points import Key, Mutant, chosen, modules, mutated, source, watched
from mutation_points import mutants as all_of
from places import ROOT

from auditor.rules.schema.record import Record

LIST = ROOT / "tests" / "helpers" / "surviving_mutants.toml"
KILLING = ROOT / "tests" / "helpers" / "killing_tests.txt"  # one test a line
SUITE = (
    "tests/rules/test_verdicts.py",
    "tests/rules/test_neighbours.py",
    "tests/replay",
    "tests/checks",
    "tests/auditing/test_readings.py",
    "tests/cli/test_cli.py::test_the_options_are_those_of_the_game",
    "tests/generated/test_generated.py::test_turns_pots_and_options_are_those_of_the_text",
    "tests/generated/test_closed_options.py",
    "--deselect=tests/replay/test_halves.py::test_chips_given_to_another_are_one_fault_of_as_much_money",  # slow
    "--deselect=tests/replay/test_halves.py::test_a_right_payment_is_no_fault",
)
NOTICE = "__mutants_notice__"
OURS = ("auditor.replay", "auditor.checks", "auditor.auditing")
PLUGINS = ("xdist", "terminal", "cacheprovider")  # that the tests do without
SEED = 13
PATIENCE = 5, 5  # a test may take so many times as long as before, and so many seconds besides
BUDGET = 30  # seconds of processor time for a mutant; what is still not killed then has survived
LOOK = 3  # the same for one that is listed as the same program

WORDS = ("file", "line", "was", "now")  # of a key
Fate = str  # KILLED and the like
KILLED, SURVIVED, SAME, UNSEEN = "killed", "survived", "never makes a difference", "never run"


@dataclass(slots=True)
class Outcome:
    """What became of a mutant."""

    mutant: Mutant
    fate: Fate
    by: str = ""  # the test that failed
    tests: int = 0  # how many ran
    seconds: float = 0.0

    def as_json(self) -> str:
        """One line of a report."""
        key = dict(zip(WORDS, self.mutant.key, strict=True))
        return json.dumps(
            {"fate": self.fate, "by": self.by, "tests": self.tests, "seconds": round(self.seconds, 2)}
            | {"at": self.mutant.line}
            | key
        )


def listed(kind: Literal["same", "open"]) -> dict[Key, str]:
    """The mutants that are the `same` program, or of which it is `open` what would kill them, each with the reason."""
    found = tomllib.loads(LIST.read_text(encoding="utf-8")).get(kind, [])
    return {(one["file"], one["line"], one["was"], one["now"]): one["why"] for one in found}


# ---- code that is exchanged while it lives ----

Name = tuple[str, int]  # of a function: its qualified name and first line


class Living:
    """The functions of our modules, and how to give them other code wherever they are referred to."""

    def __init__(self) -> None:
        """Find them; every module must have been imported."""
        gc.unfreeze()  # what an earlier campaign has frozen would not be found
        self.functions: dict[str, dict[Name, list[FunctionType]]] = defaultdict(lambda: defaultdict(list))
        found = [one for one in gc.get_objects() if isinstance(one, FunctionType | functools._lru_cache_wrapper)]
        ours = [one for one in found if (one.__module__ or "").startswith(OURS)]
        self.records: list[Record] = []
        self.caches = [one for one in ours if not isinstance(one, FunctionType)]
        for one in sorted((one for one in ours if isinstance(one, FunctionType)), key=_start):
            self.functions[one.__code__.co_filename][_name(one.__code__)].append(one)
        self.first = {one: _start(one) for its in self.functions.values() for those in its.values() for one in those}

    def exchange(self, mutant: Mutant) -> None:
        """Make this process a mutant, for good."""
        tree = mutated(mutant)
        self._take(mutant.file, _compiled(tree, mutant.file))
        self._take_defaults(mutant.file, tree)
        self.forget()
        for record in self.records:
            for kept in [word for word in vars(record) if isinstance(word, tuple)]:  # of `cached_on_record`
                del vars(record)[kept]

    def forget(self) -> None:
        """Give up what functions remember, such as rulebooks that were made ready."""
        for cached in self.caches:
            cached.cache_clear()

    def freeze(self) -> None:
        """Find the records that keep answers of functions, and let children share the memory."""
        found = [one for one in gc.get_objects() if isinstance(one, Record)]
        self.records = [one for one in found if any(isinstance(word, tuple) for word in vars(one))]
        gc.collect()
        gc.freeze()

    def watch(self, chosen: list[Mutant]) -> None:
        """Give the modules of these mutants code that notices where they are."""
        self.watch_numbered(dict(enumerate(chosen)))

    def watch_numbered(self, chosen: dict[int, Mutant]) -> None:
        """Do so under numbers of one's own."""
        files = defaultdict[str, dict[int, Mutant]](dict)
        for number, one in chosen.items():
            files[one.file][number] = one
        for file, those in files.items():
            tree = watched(file, those, NOTICE)
            self._take(file, _compiled(tree, file))

    def restore(self, chosen: list[Mutant]) -> None:
        """Give these modules their own code again."""
        for file in {one.file for one in chosen}:
            self._take(file, _compiled(ast.parse(source(file)), file))

    def _take(self, file: str, module: CodeType) -> None:
        codes: dict[Name, list[CodeType]] = defaultdict(list)
        for code in _inner(module):
            codes[_name(code)].append(code)
        for name, functions in self.functions[str(ROOT / file)].items():
            starts = sorted({self.first[one] for one in functions})  # of several lambdas in a line
            if len(starts) == len(codes[name]):
                for one in functions:
                    code = codes[name][starts.index(self.first[one])]
                    if code.co_freevars == one.__code__.co_freevars:
                        one.__code__ = code

    def _take_defaults(self, file: str, tree: ast.Module) -> None:
        """Defaults are no part of a function's code."""
        nodes = {(node.name, _first_line(node)): node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        for (name, line), functions in self.functions[str(ROOT / file)].items():
            node = nodes.get((name.split(".")[-1], line))
            for one in functions if node is not None else ():
                named = zip((each.arg for each in node.args.kwonlyargs), node.args.kw_defaults, strict=True)
                keywords = {word: default for word, default in named if default is not None}
                one.__defaults__ = _with_constants(one.__defaults__ or (), node.args.defaults) or None
                values = _with_constants(tuple((one.__kwdefaults__ or {}).values()), list(keywords.values()))
                one.__kwdefaults__ = dict(zip(keywords, values, strict=True)) or None


def _compiled(tree: ast.Module, file: str) -> CodeType:
    """The code of a module under the path that Python gave it, by which a second campaign finds the functions again."""
    return compile(tree, str(ROOT / file), "exec")


def _first_line(node: ast.FunctionDef) -> int:
    return min(one.lineno for one in (node, *node.decorator_list))


def _with_constants(values: tuple[object, ...], nodes: Sequence[ast.expr]) -> tuple[object, ...]:
    """The values of parameters, those that are written as constants as they are written."""
    return tuple(
        node.value if isinstance(node, ast.Constant) else value for value, node in zip(values, nodes, strict=True)
    )


def _name(code: CodeType) -> Name:
    return code.co_qualname, code.co_firstlineno


def _start(function: FunctionType) -> tuple[int, int]:
    """Where the first expression of a function stands."""
    places = (place for place in function.__code__.co_positions() if place[0] and place[2])
    first = next(places, (0, 0, 0, 0))
    return first[0] or 0, first[2] or 0


def _inner(code: CodeType) -> Iterator[CodeType]:
    """All code in a piece of code, in the order of the source."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _inner(one)


# ---- the first run: which tests come by which mutants ----


class Noticed:
    """What the code of the first run tells: where a test came by, and where a change would have made a difference."""

    def __init__(self) -> None:
        """Of all mutants that are watched."""
        self.run: set[int] = set()
        self.differing: dict[int, set[bool]] = defaultdict(set)  # with what was true or false there
        self.busy = False  # working out what a mutant would have
        setattr(builtins, NOTICE, self.notice)

    def notice(self, numbers: tuple[int, ...], value: object = True, *others: FunctionType) -> object:
        """A value was worked out where these mutants are; they would have the others."""
        if self.busy:
            return value
        self.run.update(numbers)
        self.busy = True
        for one, other in zip_longest(numbers, others):
            known = self.differing.get(one, ())
            if bool(value) not in known and (other is None or differs(value, other)):
                self.differing[one].add(bool(value))
        self.busy = False
        return value


def differs(value: object, other: FunctionType) -> bool:
    """Has a mutant another value, or none at all? Taken to be so where what the value is made of is used up by now."""
    try:
        used_up = any(hasattr(cell.cell_contents, "__next__") for cell in other.__closure__ or ())
        return used_up or bool(value != other())
    except Exception:  # whatever the mutant runs into
        return True


def subject(item: pytest.Item) -> object:
    """The sample that a test is about, if about nothing else: all such tests come by the same mutants. Else the test.

    A test of the neighbours of a sample, which has a number beside the sample, comes by others.
    """
    parameters = getattr(item, "callspec", None)
    about = [*parameters.params.values()] if parameters else []
    return about[0] if len(about) == 1 and isinstance(about[0], Path) else item.nodeid


# ---- the campaign ----


class Campaign:
    """A plug-in that runs the tests that were collected against mutants instead of running them once."""

    def __init__(self, mutants: list[Mutant], tell: Callable[[Outcome], None], only: frozenset[str]) -> None:
        """Try these mutants and tell of each. If there are names of tests in `only`, no others are run."""
        self.mutants, self.tell, self.only = mutants, tell, only
        self.same = listed("same")
        self.living = Living()
        self.items: dict[object, list[pytest.Item]] = defaultdict(list)
        self.cost: dict[object, float] = {}
        self.comes_by: dict[int, list[tuple[object, set[bool]]]] = defaultdict(list)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what is not wanted."""
        if self.only:
            items[:] = [item for item in items if item.nodeid in self.only]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running every test once."""
        if session.testsfailed:
            raise session.Failed("the tests could not be collected")
        for item in session.items:
            self.items[subject(item)].append(item)
        run = self._first_run()
        self.living.freeze()
        for number, mutant in enumerate(self.mutants):
            self.tell(self._tried(number, mutant, run))
        return True

    def _first_run(self) -> set[int]:
        """Run a test of each subject with code that notices; which mutants it came by at all."""
        noticed, ever = Noticed(), set[int]()
        self.living.watch(self.mutants)
        for about, items in self.items.items():
            if isinstance(about, Path):  # code that runs once for a rulebook is come by in each of its samples
                self.living.forget()
            noticed.run.clear()
            noticed.differing.clear()
            started = time.process_time()
            if why := failure(items[0]):
                raise pytest.UsageError(f"{items[0].nodeid} fails without any mutant\n{why}")
            self.cost[about] = time.process_time() - started
            ever |= noticed.run
            for number, values in noticed.differing.items():
                self.comes_by[number].append((about, values))
        self.living.restore(self.mutants)
        return ever

    def _tried(self, number: int, mutant: Mutant, run: set[int]) -> Outcome:
        if number not in run:
            return Outcome(mutant, UNSEEN)
        subjects = self._in_order(self.comes_by[number])
        if not subjects:
            return Outcome(mutant, SAME)
        reader, writer = os.pipe()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        child = os.fork()
        if not child:
            os.close(reader)
            self._be(mutant, subjects, writer)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as lines:
            told = lines.read().splitlines()
        _, status = os.waitpid(child, 0)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        survived = os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0
        return Outcome(mutant, SURVIVED if survived else KILLED, told[-1] if told else "", len(told), seconds)

    def _in_order(self, found: list[tuple[object, set[bool]]]) -> list[object]:
        """First what comes by with a value that few others have, as only a misdeal may make a condition true."""
        times = Counter(value for _, values in found for value in values)
        ranked = sorted(found, key=lambda one: (min(times[value] for value in one[1]), self.cost[one[0]]))
        return [about for about, _ in ranked]

    def _be(self, mutant: Mutant, subjects: list[object], writer: int) -> NoReturn:
        """In a child: take on the code of a mutant and run tests until one fails. Never comes back."""
        status = 1
        try:
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)  # a test that does not end ends the child
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            self.living.exchange(mutant)
            for about in subjects:
                if time.process_time() > (LOOK if mutant.key in self.same else BUDGET):
                    break
                for item in self.items[about]:
                    os.write(writer, f"{item.nodeid}\n".encode())
                    times, besides = PATIENCE
                    signal.setitimer(signal.ITIMER_VIRTUAL, times * self.cost[about] + besides)
                    if failure(item):
                        os._exit(1)
            status = 0
        finally:
            os._exit(status)


def failure(item: pytest.Item) -> str:
    """Run a test; nothing if it passes, or why it fails."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return "".join(report.longreprtext for report in reports if report.failed)


def campaign(
    mutants: list[Mutant],
    tell: Callable[[Outcome], None],
    suite: Sequence[str] = SUITE,
    only: frozenset[str] = frozenset(),
) -> None:
    """Try these mutants and tell of each."""
    import_all()
    options = ["-o", "addopts=", "--rootdir", str(ROOT), *(word for name in PLUGINS for word in ("-p", f"no:{name}"))]
    plugin = Campaign(mutants, tell, only)
    os.chdir(ROOT)
    good = pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED
    if pytest.main([*options, *suite], plugins=[plugin]) not in good:
        sys.exit("the tests do not pass without any mutant")


def quick_campaign(mutants: list[Mutant], tell: Callable[[Outcome], None]) -> None:
    """Try these mutants by the tests that killed others, and by all if that leaves one alive that is not listed."""
    known = [one for one in KILLING.read_text(encoding="utf-8").splitlines() if (ROOT / one.split("::")[0]).exists()]
    if not known:
        campaign(mutants, tell)
        return
    alive: list[Outcome] = []

    def sort_out(outcome: Outcome) -> None:
        if outcome.fate == KILLED:
            tell(outcome)
        else:
            alive.append(outcome)

    campaign(mutants, sort_out, sorted({one.split("::")[0] for one in known}), frozenset(known))
    if any(one.mutant.key not in listed("same") for one in alive):
        campaign([one.mutant for one in alive], tell)
    else:
        for one in alive:
            tell(one)


def import_all() -> None:
    """Import every module that is mutated, what registers checks, and what remembers rulebooks made ready."""
    for file in modules():
        importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    importlib.import_module("auditor.auditing.judging")


class Report:
    """What became of the mutants so far; with a file, a line of JSON for each as soon as it is known."""

    def __init__(self, mutants: list[Mutant], path: Path | None) -> None:
        """Take over what the file has already of these mutants: a run that was broken off goes on."""
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
        known = {tuple(one[word] for word in WORDS): one["fate"] for one in map(json.loads, lines)}
        self.fates: dict[Key, Fate] = {one.key: known[one.key] for one in mutants if one.key in known}
        self.killing: set[str] = {one["by"] for one in map(json.loads, lines) if one["fate"] == KILLED}
        self.left = [one for one in mutants if one.key not in known]

    def tell(self, outcome: Outcome) -> None:
        """Note what became of a mutant, and print it unless it was killed."""
        self.fates[outcome.mutant.key] = outcome.fate
        if outcome.fate == KILLED:
            self.killing.add(outcome.by)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as lines:
                print(outcome.as_json(), file=lines)
        if outcome.fate != KILLED:
            print(f"{outcome.fate}: {outcome.mutant}", flush=True)

    def figures(self) -> str:
        """How many were tried, killed, are the same program, or open; and the share of those killed."""
        same = sum(fate != KILLED and key in listed("same") for key, fate in self.fates.items())
        killed = sum(fate == KILLED for fate in self.fates.values())
        tried = len(self.fates)
        share = f", {killed / (tried - same):.1%} of those that are another program" if tried > same else ""
        return f"{tried} tried, {killed} killed{share}; {same} the same program, {tried - killed - same} open"


def main() -> None:
    """Try mutants and print what became of each that was not killed, and the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", type=int, default=50, help="how many mutants")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--within", default="", metavar="PATH", help="only of modules whose path contains this")
    parser.add_argument(
        "--only", metavar="TEXT", help="all mutants of which the line printed contains this, by no seed"
    )
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="other tests than usual")
    parser.add_argument(
        "--json", type=Path, help="write a line for each mutant; those that have one are not tried again"
    )
    parser.add_argument("--remember", action="store_true", help="write down which tests killed, to go first")
    options = parser.parse_args()
    if options.only is None:
        mutants = chosen(options.seed, options.number, options.within)
    else:
        mutants = [one for file in modules() for one in all_of(file) if options.only in str(one)]
    report = Report(mutants, options.json)
    if report.left and options.tests:
        campaign(report.left, report.tell, options.tests)
    elif report.left:
        quick_campaign(report.left, report.tell)
    if options.remember:
        KILLING.write_text("".join(f"{one}\n" for one in sorted(report.killing)), encoding="utf-8")
    print(report.figures())


if __name__ == "__main__":
    main()
