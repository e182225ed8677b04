"""Hooks, action and recipes: all that they ask of the command line is there, and the project's own hooks hold."""

import os
import re
import shlex
import subprocess
import sys

import pytest
import typer
import yaml
from locks import LOCKS
from places import ROOT

from auditor.cli.app import run
from auditor.cli.commands import application
from auditor.logs.files.discovery import LOGS
from auditor.report.formats import OUTPUTS
from auditor.rules.clause_book import marks

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
OWN = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
OWN_HOOKS = {hook["id"]: hook for repo in OWN["repos"] for hook in repo["hooks"]}
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"]}
BLOCKS = re.findall(r"^```yaml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMAND = typer.main.get_command(application())


def misused(words):
    """What a command line asks for that there is not: commands, options, forms of a report."""
    command, found, waiting = COMMAND, [], list(words)
    while waiting and hasattr(command, "commands") and not waiting[0].startswith("-"):
        name = waiting.pop(0)
        if name not in command.commands:
            return [name]
        command = command.commands[name]
    options = {option for parameter in command.params for option in parameter.opts}
    for place, word in enumerate(waiting):
        name, _, value = word.partition("=")
        if name.startswith("--") and len(name) > 2 and name not in options:
            found.append(name)
        if name == "--format":
            form = (value or waiting[place + 1]).partition("=")[0]
            found += [] if form in OUTPUTS else [form]
    return found


def commands_of_the_page():
    """Every call of the auditor on the page, its arguments as a shell would give them."""
    text = PAGE.replace("…", "")
    lines = re.findall(r"(?:^|[\s`/-])auditor ((?:audit|explain|replay|decide|rules check)\b[^`\n]*)", text)
    return [shlex.split(line) for line in lines]


def hook_commands(hooks):
    return [
        [*shlex.split(hook["entry"])[1:], *hook.get("args", [])]
        for hook in hooks
        if hook["entry"].startswith("auditor ")
    ]


def recipe(key):
    """The example of the page that has this key at its top."""
    (found,) = (block for text in BLOCKS if key in (block := yaml.safe_load(text)))
    return found


@pytest.mark.parametrize(
    ("words", "faults"),
    [
        ("audit logs --format sarif=x --fail-on breach", []),
        ("audits logs", ["audits"]),
        ("audit logs --fail-of breach", ["--fail-of"]),
        ("audit --format=serif=x", ["serif"]),
        ("rules check x.toml --strict", ["--strict"]),
    ],
)
def test_what_there_is_not_would_be_seen(words, faults):
    assert misused(words.split()) == faults


def test_every_option_of_the_recipes_is_there():
    commands = commands_of_the_page()
    (given,) = (step["with"] for step in recipe("jobs")["jobs"]["audit"]["steps"] if "OWNER" in step["uses"])

    assert len(commands) > 8
    assert [fault for words in commands for fault in misused(words)] == []
    assert misused(["audit", *given["args"].split()]) == []
    assert set(given) <= set(ACTION["inputs"])
    named = re.findall(r"^\| `([a-z-]+)` \|", PAGE.partition("| input |")[2].partition("## GitLab")[0], re.MULTILINE)
    assert named == list(ACTION["inputs"])


def test_every_option_of_the_hooks_is_there():
    shown = [hook for repo in recipe("repos")["repos"] for hook in repo["hooks"]]
    words = hook_commands([HOOKS[hook["id"]] | hook for hook in shown])

    assert set(HOOKS) == {"auditor", "auditor-rules"} == {hook["id"] for hook in shown}
    assert len(words) == len(HOOKS)
    assert [
        fault for one in [*words, *hook_commands([*HOOKS.values(), *OWN_HOOKS.values()])] for fault in misused(one)
    ] == []


@pytest.mark.parametrize(
    ("hook", "path", "taken"),
    [
        *[("auditor", f"night{suffix}", suffix != ".jsonl") for suffix in LOGS],
        ("auditor", "night.log.gz", True),
        ("auditor", "notes.txt", False),
        ("auditor", "catalog", False),
        ("auditor-rules", "rulesets/house.toml", True),
        ("auditor-rules", "x/rulesets/act/amendments/s239.toml", True),
        ("auditor-rules", "pyproject.toml", False),
    ],
)
def test_a_hook_takes_its_own_files(hook, path, taken):
    assert bool(re.search(HOOKS[hook]["files"], path)) == taken


@pytest.mark.parametrize(
    ("files", "status", "told"),
    [
        pytest.param({}, 1, [], id="neither"),
        pytest.param({"auditor.toml": 'fail-on = "never"\n'}, 0, ["auditor.toml"], id="settings"),
        pytest.param({"decisions.toml": "x = ["}, 1, ["decisions.toml"], id="a ledger"),
        pytest.param({"auditor.toml": "x = ["}, 2, [], id="settings that are wrong"),
    ],
)
def test_the_hook_names_the_settings_and_the_ledger_of_the_repository_if_it_has_them(
    tmp_path, monkeypatch, capsys, files, status, told
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "night.log").write_bytes((ROOT / "samples" / "sessions" / "manila-night.log").read_bytes())
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (command,) = hook_commands([HOOKS["auditor"]])

    assert run([*command, "night.log"]) == status
    out = capsys.readouterr().out
    assert [name for name in ("auditor.toml", "decisions.toml") if f"{name}:1:1: " in out] == told
    assert "not applied" not in out


def files_of(hook):
    """The files that pre-commit would give one of the project's own hooks."""
    found = [path.relative_to(ROOT).as_posix() for top in ("samples", "rulesets") for path in (ROOT / top).rglob("*.*")]
    left_out = hook.get("exclude", "^$")
    return sorted(one for one in found if re.search(hook["files"], one) and not re.search(left_out, one))


def test_the_logs_without_a_fault_pass_the_projects_own_hook(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    hook, files = OWN_HOOKS["auditor"], files_of(OWN_HOOKS["auditor"])
    (command,) = hook_commands([hook])

    assert len(files) > 10
    assert run([*command, *files]) == 0, capsys.readouterr().out
    capsys.readouterr()
    assert run([*command, "samples/sessions/manila-night.log"]) == 1
    assert capsys.readouterr().out.count("\n") == 8


def test_every_rulebook_is_given_to_the_projects_own_hook_which_checks_what_it_touches(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    hook = OWN_HOOKS["auditor-rules"]
    (command,) = hook_commands([hook])
    books = [path.relative_to(ROOT).as_posix() for path in (ROOT / "rulesets").rglob("*.toml")]

    assert files_of(hook) == sorted(books)
    assert run([*command, "rulesets/act/amendments/s239.toml", "rulesets/act/canberra-manila.toml"]) == 0
    told = re.findall(r"^(\S+): nothing is wrong", capsys.readouterr().out, re.MULTILINE)
    assert told == [f"rulesets/act/{name}.toml" for name in ("5-card-stud", "7-card-stud", "canberra-manila")]


def test_a_rulebook_of_several_games_is_checked_by_its_games_and_every_wrong_file_is_told(tmp_path, capsys):
    (tmp_path / "wrong.toml").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "house.toml").write_text('extends = "act/canberra-manila"\ny = 1\n', encoding="utf-8")
    (tmp_path / "games").mkdir()
    (tmp_path / "games.toml").write_text("[common]\n", encoding="utf-8")
    (tmp_path / "games" / "one.toml").write_text("z = 1\n", encoding="utf-8")

    assert run(["rules", "check", *[str(tmp_path / f"{name}.toml") for name in ("wrong", "house", "games")]]) == 2
    told = re.findall(r"(\w+)\.toml:[0-9]+: ([xyz])\b", capsys.readouterr().err)
    assert told == [("wrong", "x"), ("house", "y"), ("one", "z")]


def test_the_clause_book_is_given_to_the_plugin():
    hook = OWN_HOOKS["clause-book"]
    files = files_of(hook)

    assert hook["entry"].startswith("pytest ")
    assert len(files) > 100
    assert [one for one in files if next(marks(ROOT / one), None) is None] == []


# ---- the action ----


def test_the_action_uses_others_by_their_commit_and_installs_what_is_locked():
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    used = re.findall(r"^ *(?:- )?uses: *(.*)$", text, re.MULTILINE)
    (locked, itself) = re.findall(r'^ *"\$\{install\[@\]\}" (.*)$', STEPS["install"]["run"], re.MULTILINE)

    assert len(used) == sum("uses" in step for step in STEPS.values()) > 0
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+", one)] == []
    assert STEPS["install"]["run"].count("pip install") == 1
    assert [ROOT / "requirements" / name for name in re.findall(r"\$locks/(\S+)\"", locked)] == [
        LOCKS["runtime"],
        LOCKS["build"],
    ]
    assert locked.startswith("--require-hashes -r ")
    assert itself == '--no-deps --no-build-isolation "$GITHUB_ACTION_PATH"'


RECORDER = """#!{python}
import json, os, sys
with open(os.environ["SEEN"], "w", encoding="utf-8") as file:
    json.dump(sys.argv[1:], file)
sys.exit(int(os.environ["STATUS"]))
"""


def test_no_input_of_the_action_becomes_part_of_a_script():
    scripts = [step["run"] for step in STEPS.values() if "run" in step]

    assert len(scripts) == 2
    assert [script for script in scripts if "${{" in script] == []


@pytest.mark.skipif(os.name == "nt", reason="the script of the action is for bash")
@pytest.mark.parametrize("status", [0, 1, 3])
def test_the_action_hands_its_inputs_on_as_they_are(tmp_path, status):
    program = tmp_path / "auditor"
    program.write_text(RECORDER.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    hostile = ['$(touch "pwned")', "a b.log", '"; touch pwned; "', "`touch pwned`", "--help", "*"]
    seen, told = tmp_path / "seen.json", tmp_path / "output"
    given = {
        "AUDITOR": str(program),
        "PATHS": "\n".join(["", *hostile, ""]),
        "RULES": "house $RULES.toml",
        "CONFIG": "auditor $(x).toml",
        "DECISIONS": "de cisions.toml",
        "ARGS": "--fail-on=breach\n--select=10.2, 11\n",
        "SARIF": "out put.sarif",
        "GITHUB_OUTPUT": str(told),
        "SEEN": str(seen),
        "STATUS": str(status),
    }
    script = tmp_path / "script.sh"
    script.write_text(STEPS["audit"]["run"], encoding="utf-8")

    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        cwd=tmp_path,
        env=os.environ | given,
        check=False,
    )
    words = yaml.safe_load(seen.read_text(encoding="utf-8"))

    assert (done.returncode, told.read_text(encoding="utf-8")) == (status, f"status={status}\n")
    reports = ["--format", "github", "--format", "sarif=out put.sarif", "--rules", "house $RULES.toml"]
    files = ["--config", "auditor $(x).toml", "--decisions", "de cisions.toml"]
    assert words == ["audit", *reports, *files, "--fail-on=breach", "--select=10.2, 11", "--", *hostile]
    assert misused(words[: words.index("--")]) == []
    assert not (tmp_path / "pwned").exists()


def test_every_input_of_the_action_is_used_and_described():
    text = (ROOT / "action.yml").read_text(encoding="utf-8")

    assert sorted(re.findall(r"\$\{\{ inputs\.([a-z-]+) \}\}", text)) == sorted(ACTION["inputs"])
    assert all(one["description"] for one in [*ACTION["inputs"].values(), *ACTION["outputs"].values()])
