"""Packages that add something to the auditor: the example of the documentation, and all that can be wrong with one."""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
FILES = re.compile(r"`([\w./]+\.(?:py|toml|txt))`[^\n]*:\n\n```\w+\n(.*?)```", re.DOTALL)
CHECK = """
from auditor.auditing.engine.outcomes import breach
from auditor.auditing.engine.registry import check
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Fold

@check("no-folding", watches=Fold, figure=Figure)
def no_folding(state, act, figure):
    '''A player folds.'''
    {body}
"""
FINDS, SILENT = "yield breach(figure, act, 'a fold', 'none')", "return ()"
HOUSE = """extends = "act/canberra-manila"
id = "harbour/stubborn"
[[clauses]]
id = "H1"
title = "No folding"
gist = "Nobody folds."
evidence = "play"
rules = [{ check = "no-folding" }]
"""
HAND = """
hand {number}
  seat 1 Ann $500
  seat 2 Ben $500
  buck {seat}
  {first} blind $10
  deal {first} [As Kd], {second} [7c 7d]
  communal [Qh]
  {second} folds
  return $10 to {first}
end
"""
HEAD = 'log 1\ntable "T"\n  rules act/canberra-manila\n  date 1994-06-11\n  minimum $5\n  stake $100\n'
TURNS = [(1, "Ann", "Ben"), (2, "Ben", "Ann")]  # whose the buck is
LOG = HEAD + "".join(  # long enough for its result to be kept
    HAND.format(number=2 * n + seat, seat=seat, first=first, second=second)
    for n in range(8)
    for seat, first, second in TURNS
)


class Place:
    """A folder that packages are installed in, and one to work in."""

    def __init__(self, folder: Path) -> None:
        self.site, self.work, self.cache = (folder / name for name in ("site", "work", "cache"))
        for one in (self.site, self.work, self.cache):
            one.mkdir(exist_ok=True)

    def install(self, name: str, groups: dict[str, dict[str, str]], version: str = "1.0", **modules: str) -> None:
        """Put a package where an installer would."""
        for old in self.site.glob(f"{name}-*.dist-info"):
            old.rename(self.work / f"{old.name}.gone")
        info = self.site / f"{name}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
        lines = [
            f"[auditor.{group}]\n" + "".join(f"{a} = {b}\n" for a, b in one.items()) for group, one in groups.items()
        ]
        (info / "entry_points.txt").write_text("".join(lines), encoding="utf-8")
        for module, text in modules.items():
            (self.site / f"{module}.py").write_text(text, encoding="utf-8")

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the auditor with what is installed."""
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self.site), str(ROOT)]),
            "XDG_CACHE_HOME": str(self.cache),
        }
        done = subprocess.run(
            [sys.executable, "-m", "auditor", *words], cwd=self.work, env=environment, capture_output=True, text=True
        )
        assert "Traceback" not in done.stderr
        assert "internal error" not in done.stderr
        return done


@pytest.fixture
def place(tmp_path):
    found = Place(tmp_path)
    (found.work / "house.toml").write_text(HOUSE, encoding="utf-8")
    (found.work / "evening.log").write_text(LOG, encoding="utf-8")
    return found


# ---- the example ----


@pytest.fixture(scope="module")
def example(tmp_path_factory):
    place = Place(tmp_path_factory.mktemp("example"))
    for name, text in FILES.findall(PAGE):
        path = place.work / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", str(place.site), str(place.work)], check=True)
    return place


def test_the_page_shows_what_the_program_prints(example):
    for block in re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL):
        command, _, printed = block.partition("\n")

        assert example.run(*command.removeprefix("$ auditor ").split()).stdout == printed


def test_other_forms_name_the_plugins_that_took_part(example):
    told = {form: example.run("audit", "--format", form, "evening.txt").stdout for form in ("sarif", "csv", "html")}
    check, how = "check two-motions of harbour-auditor 1.0", "log format columns of harbour-auditor 1.0"

    assert json.loads(told["sarif"])["runs"][0]["tool"]["extensions"] == [
        {
            "name": "harbour-auditor",
            "version": "1.0",
            "properties": {"adds": ["check two-motions", "log format columns", "rulebook harbour/manila"]},
        }
    ]
    rows = list(csv.DictReader(told["csv"].splitlines()))
    assert rows
    for text in (*[row["plugins"] for row in rows], told["html"]):
        assert check in text
        assert how in text


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_report_names_the_plugins_that_took_part(example, jobs):
    report = json.loads(example.run("audit", "--format", "json", "--jobs", str(jobs), "evening.txt").stdout)

    assert [(one["group"], one["name"], one["package"], one["version"]) for one in report["plugins"]] == [
        ("checks", "two-motions", "harbour-auditor", "1.0"),
        ("formats", "columns", "harbour-auditor", "1.0"),
        ("rulebooks", "harbour/manila", "harbour-auditor", "1.0"),
    ]
    assert [one["clause"] for one in report["findings"]] == ["H1"]


def test_isolated_ignores_them(example):
    assert example.run("--isolated", "plugins").stdout == "No installed package adds anything to the auditor.\n"
    assert example.run("audit", "--isolated", "evening.txt").returncode == 3
    assert "no report 'tally'" in example.run("audit", "--isolated", "--format", "tally", "evening.txt").stderr
    assert "no rulebook 'harbour/manila'" in example.run("--isolated", "rules", "show", "harbour/manila").stderr


# ---- what can be wrong with one ----


@pytest.mark.parametrize(
    ("groups", "text", "reason"),
    [
        pytest.param({"checks": {"no-folding": "m"}}, "import nowhere", "No module named 'nowhere'", id="import"),
        pytest.param({"checks": {"no-folding": "m"}}, "1 / 0", "ZeroDivisionError", id="fails"),
        pytest.param({"checks": {"no-folding": "m"}}, "raise SystemExit(0)", "SystemExit", id="ends the program"),
        pytest.param({"checks": {"no-folding": "m"}}, "", "enters no check of that name", id="no check"),
        pytest.param({"checks": {"no-folding": "m:there"}}, "", "no attribute 'there'", id="no such object"),
        pytest.param({"checks": {"raise-cap": "m"}}, "", "the auditor has a check of that name itself", id="our check"),
        pytest.param(
            {"checks": {"other": "m"}}, CHECK.format(body=FINDS), "a check 'no-folding' that its package", id="another"
        ),
        pytest.param({"formats": {"f": "m:X"}}, "X = 1", "expected a LogFormat, found int", id="no format"),
        pytest.param({"formats": {"phh": "m:X"}}, "X = 1", "the auditor has one of that name itself", id="our format"),
        pytest.param({"rulebooks": {"a/b": "m:X"}}, "X = 'nowhere.toml'", "there is no file", id="no rulebook"),
        pytest.param({"reports": {"r": "m:X"}}, "X = 1", "expected a function", id="no report"),
    ],
)
def test_what_is_wrong_with_a_plugin_is_told_and_nothing_else_breaks(place, groups, text, reason):
    place.install("lucky", groups, m=text)

    listed = place.run("plugins")

    assert listed.returncode == 2
    assert "of the package lucky 1.0 cannot be used" in " ".join(listed.stdout.split())
    assert reason in " ".join(listed.stdout.split())
    assert place.run("audit", "evening.log").returncode == 0


def test_two_packages_cannot_have_one_name(place):
    place.install("lucky", {"checks": {"no-folding": "m"}}, m=CHECK.format(body=FINDS))
    place.install("other", {"checks": {"no-folding": "m"}})

    assert "has one of that name, too" in " ".join(place.run("plugins").stdout.split())


@pytest.mark.parametrize("text", [None, "import nowhere"], ids=["not installed", "broken"])
def test_a_rulebook_without_its_check_judges_nothing(place, text):
    if text is not None:
        place.install("lucky", {"checks": {"no-folding": "m"}}, m=text)

    for words in (["rules", "check", "house.toml"], ["audit", "--rules", "house.toml", "evening.log"]):
        done = place.run(*words)

        assert done.returncode == 2
        assert re.search(r"house\.toml:8: .*no-folding", done.stderr)


def test_a_broken_format_is_told_where_a_log_may_need_it(place):
    place.install("lucky", {"formats": {"f": "m:X"}}, m="import nowhere")
    (place.work / "evening.txt").write_text("#17 Blue-4 1994-06-11\nseat Ann 1 500\n", encoding="utf-8")

    done = place.run("audit", "evening.txt")

    assert done.returncode in (2, 3)
    assert "log format 'f' of the package lucky 1.0 cannot be used" in " ".join((done.stdout + done.stderr).split())


# ---- what was found with one is not taken for what another finds ----


def findings(place, *options):
    done = place.run("audit", "--rules", "house.toml", "--format", "json", *options, "evening.log")
    return len(json.loads(done.stdout)["findings"])


def test_a_kept_result_is_not_used_once_the_plugin_changed(place):
    place.install("lucky", {"checks": {"no-folding": "m"}}, m=CHECK.format(body=FINDS))
    assert [findings(place), findings(place)] == [16, 16]

    (place.site / "m.py").write_text(CHECK.format(body=SILENT), encoding="utf-8")
    assert findings(place) == findings(place, "--no-cache") == 0


def test_a_pack_says_which_plugins_took_part_and_is_checked_with_the_same(place):
    place.install("lucky", {"checks": {"no-folding": "m"}}, m=CHECK.format(body=FINDS))
    assert place.run("pack", "--rules", "house.toml", "--output", "evening.pack", "evening.log").returncode == 0

    assert place.run("verify", "evening.pack").returncode == 0
    assert place.run("--isolated", "verify", "evening.pack").returncode == 3
    place.install("lucky", {"checks": {"no-folding": "m"}}, version="1.1")
    other = place.run("verify", "evening.pack")
    assert other.returncode == 1
    assert "no-folding of lucky 1.0 took part when it was packed, and not here" in " ".join(other.stdout.split())


def test_a_pack_holds_the_rulebook_of_a_plugin_and_is_judged_by_it(place):
    rulebook = (
        'extends = "act/canberra-manila"\nid = "harbour/manila"\ntitle = "Manila"\n'
        '[[clauses]]\nid = "H1"\ntitle = "Raises"\ngist = "No more raises than that."\nevidence = "play"\n'
        'overrides = true\nreason = "approved"\nsets = { "game.round.first.raises.most" = 4 }\n'
    )
    file = place.site / "manila.toml"
    file.write_text(rulebook, encoding="utf-8")
    place.install("lucky", {"rulebooks": {"harbour/manila": "m:FILE"}}, m=f"FILE = {str(file)!r}")
    (place.work / "evening.log").write_text(LOG.replace("act/canberra-manila", "harbour/manila"), encoding="utf-8")
    assert place.run("pack", "--output", "evening.pack", "evening.log").returncode in (0, 1)

    same = place.run("verify", "evening.pack")
    file.write_text(rulebook.replace("= 4", "= 5"), encoding="utf-8")
    changed = place.run("verify", "evening.pack")
    gone = place.run("--isolated", "verify", "evening.pack")

    assert (same.returncode, "plugins/harbour/manila.toml" in same.stdout) == (0, False)
    assert "other data than those of this auditor in plugins/harbour/manila.toml" in " ".join(changed.stdout.split())
    assert "harbour/manila (" in changed.stdout
    assert "By its data" in changed.stdout
    assert (gone.returncode, "plugins/harbour/manila.toml" in gone.stdout) == (3, True)


# ---- whom it trusts ----


def test_a_folder_of_logs_is_no_place_for_plugins(place):
    """`python -m` puts the current folder before all others; what lies there is nobody's installed package."""
    place.install("lucky", {"checks": {"no-folding": "m"}}, m="open('ran', 'w')")
    for one in list(place.site.iterdir()):
        one.rename(place.work / one.name)

    assert place.run("plugins").stdout == "No installed package adds anything to the auditor.\n"
    assert place.run("audit", "--rules", "house.toml", "evening.log").returncode == 2
    assert not (place.work / "ran").exists()


def test_a_file_beside_logs_does_not_stand_in_for_a_plugins_module(place):
    place.install("lucky", {"checks": {"no-folding": "m"}}, m=CHECK.format(body=SILENT))
    (place.work / "m.py").write_text(CHECK.format(body=FINDS), encoding="utf-8")

    assert findings(place) == 0
