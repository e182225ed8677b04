"""What the auditor is made of: locks with hashes, licences, and modules that neither run others' code nor go online."""

from __future__ import annotations

import ast
import re
import subprocess
import sys

import pytest
from licences import PAGE, licence, row
from locks import LOCKS, asked_for, entries, installed, locked, needs, strange
from packaging.utils import canonicalize_name
from places import ROOT

LOCKED_IN = {  # which locks hold what pyproject.toml asks for
    "runtime": {"runtime", "ci"},
    "build-system": {"build", "ci", "compile", "release"},
    "build": {"build", "ci", "compile", "release"},
    "dev": {"ci"},
    "docs": {"ci"},
    "desk": {"ci"},
    "lsp": {"ci"},
    "register": {"ci"},
    "postgresql": {"ci"},
    "parquet": {"ci"},
    "cluster": {"ci"},
    "remote": {"ci"},
    "compile": {"compile"},
    "release": {"release"},
}
PERMISSIVE = {"BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "PSF-2.0"}
RUNTIME = locked("runtime")
from_the_lock = pytest.mark.skipif(
    [name for name, one in RUNTIME.items() if one.needed and installed(name) != one.version] != [],
    reason="the packages that are installed are not those of the lock",
)

# ---- the locks ----


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_has_versions_and_hashes_and_nothing_else(name: str) -> None:
    text = LOCKS[name].read_text(encoding="utf-8")

    assert strange(name) == ""
    assert len(entries(name)) == text.count("==") - text.count(" == '") > 3
    assert min(one.hashes for _, one in entries(name)) > 0
    assert (
        re.findall(r"://|index-url|find-links|trusted-host", text) == []
    )  # where packages come from is no one's matter


def test_a_package_has_the_same_version_in_all_locks() -> None:
    found = {(name, one.version) for lock in LOCKS for name, one in locked(lock).items()}

    assert len({name for name, _ in found}) == len(found)


def test_the_locks_have_what_the_project_asks_for() -> None:
    asked = asked_for()
    wanting = [
        (lock, str(one))
        for what, locks in LOCKED_IN.items()
        for lock in sorted(locks)
        for one in asked[what]
        if not (found := locked(lock).get(canonicalize_name(one.name))) or found.version not in one.specifier
    ]

    assert asked.keys() == LOCKED_IN.keys()
    assert wanting == []
    assert {*map(str, asked["build-system"])} <= {*map(str, asked["build"])}
    assert RUNTIME.keys() <= locked("ci").keys()


def test_nothing_is_asked_for_without_an_upper_bound() -> None:
    assert [str(one) for each in asked_for().values() for one in each if "<" not in str(one.specifier)] == []


@from_the_lock
def test_the_lock_has_what_its_packages_need_and_no_more() -> None:
    reached: set[str] = set()
    waiting = {canonicalize_name(one.name) for one in asked_for()["runtime"] if not one.marker or one.marker.evaluate()}
    while waiting:
        package = waiting.pop()
        reached.add(package)
        waiting |= needs(package) - reached

    assert reached == {name for name, one in RUNTIME.items() if one.needed}


def test_ci_installs_only_what_is_locked_and_runs_the_command_of_the_readme() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    install = [
        re.sub(r".*pip install (--quiet --disable-pip-version-check|\S+) ", "", line)
        for line in lines
        if "pip install " in line
    ]
    readme = re.search(
        r"^    pip install -e '\.\[dev\]' && (.*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )

    assert install == [
        "--require-hashes -r requirements/ci.txt -r requirements/compile.txt",
        "--no-deps --no-build-isolation -e .",
    ]
    assert readme is not None
    assert lines[-1] == readme[1] == "pytest"


# ---- licences ----


def test_the_page_of_licences_lists_every_package_that_runs_with_the_auditor() -> None:
    listed = re.findall(r"^\| ([a-z0-9-]+) \| ([\w.-]+) \| \w", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert [package for package, _ in listed] == ["package", *RUNTIME]
    assert {stated for _, stated in listed[1:]} <= PERMISSIVE


@from_the_lock
def test_each_licence_is_the_one_that_the_package_states() -> None:
    text = PAGE.read_text(encoding="utf-8")
    here = [name for name, one in RUNTIME.items() if one.needed]

    assert [(name, licence(name)) for name in here if row(name) not in text] == []
    assert len(here) > 10


# ---- no code of others, no network ----

FORBIDDEN = {
    **dict.fromkeys(("socket", "ssl", "http", "ftplib", "smtplib", "xmlrpc", "webbrowser", "asyncio"), "network"),
    **dict.fromkeys(("subprocess", "pty", "ctypes", "code", "runpy", "importlib.util"), "execution"),
    **dict.fromkeys(("shelve", "marshal", "dill", "xml.etree.ElementTree", "xml.sax", "xml.dom"), "reading"),
    **dict.fromkeys(("urllib.request", "requests", "httpx", "urllib3", "distributed", "fsspec"), "network"),
}
CALLS = {"eval", "exec", "compile", "__import__", "system", "popen"}
ALLOWED = {  # an error, a function of text, what a report is written with, the user's own tools for signatures, and
    # findings and the like in an unnamed temporary file that nobody else can write to; where installed plugins are
    ("auditor/desk/server.py", "socket"),  # which listens on this machine only
    ("auditor/desk/pages/changes.py", "asyncio"),  # by which a page waits for a change
    ("auditor/vocabulary/records.py", "compile"),  # of templates that are all its own
    ("auditor/auditing/shards/cluster.py", "distributed"),  # where --cluster names a scheduler
    ("auditor/logs/files/remote.py", "fsspec"),  # where a log is named by an address
    ("auditor/storage/plugins.py", "importlib.util"),
    ("auditor/storage/disk_list.py", "marshal"),
    ("auditor/packing/signing.py", "subprocess"),
    ("auditor/report/formats/junit.py", "xml.etree.ElementTree"),
    ("auditor/logs/rooms/ipoker.py", "xml.etree.ElementTree"),
    ("auditor/logs/rooms/ipoker.py", "xml.sax.saxutils"),
}


def suspicious(text: str) -> set[str]:
    """The forbidden modules that a module imports, and the functions that run code which it calls by their name."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        found |= {name for name in names if any(name == one or name.startswith(f"{one}.") for one in FORBIDDEN)}
        if isinstance(node, ast.Call):
            called = node.func
            owner = called.value.id if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) else ""
            name = called.attr if owner == "os" else called.id if isinstance(called, ast.Name) else ""
            found |= {name} & CALLS
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import socket", {"socket"}),
        ("from urllib.request import urlopen", {"urllib.request"}),
        ("from urllib.parse import quote\nimport re\nre.compile('x')", set()),
        ("def f(x):\n    return eval(x)", {"eval"}),
        ("import os\nos.system('x')", {"system"}),
    ],
)
def test_what_is_suspicious_would_be_seen(text: str, found: set[str]) -> None:
    assert suspicious(text) == found


def test_no_module_goes_online_or_runs_what_it_reads() -> None:
    modules = sorted((ROOT / "auditor").rglob("*.py"))
    found = {
        (path.relative_to(ROOT).as_posix(), name) for path in modules for name in suspicious(path.read_text("utf-8"))
    }

    assert len(modules) > 200
    assert found == ALLOWED


def test_only_the_tools_for_signatures_are_run_and_without_a_shell() -> None:
    tree = ast.parse((ROOT / "auditor" / "packing" / "signing.py").read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    runs = [one for one in calls if ast.unparse(one.func).startswith("subprocess.")]
    lists = [node for node in ast.walk(tree) if isinstance(node, ast.List) and len(node.elts) > 2]

    assert [ast.unparse(one.func) for one in runs] == ["subprocess.run"]
    assert [word.arg for word in runs[0].keywords] == ["input", "capture_output", "timeout", "check"]
    first = {ast.literal_eval(one.elts[0]) for one in lists}
    assert {word for word in first if not word.startswith("-")} == {"ssh-keygen", "gpg"}


WATCHED = """
import sys
seen = []
def hook(event, args):
    if event.split(".")[0] in ("socket", "subprocess", "urllib", "http", "ftplib", "smtplib", "ctypes", "pty"):
        seen.append(event)
    if event in ("os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pickle.find_class"):
        seen.append(event)
from auditor.cli.app import run
sys.addaudithook(hook)
status = run(sys.argv[1:])
print(status, sorted(set(seen)), file=sys.stderr)
"""


def test_an_audit_opens_no_connection_and_starts_no_program() -> None:
    logs = [f"samples/{name}" for name in ("sessions/manila-night.log", "hand-histories", "phh")]
    command = [sys.executable, "-c", WATCHED, "audit", *logs, "--isolated", "--no-cache", "--jobs", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)

    assert done.stderr.splitlines()[-1] == "1 []"
