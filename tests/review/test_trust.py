"""The accused cannot waive: what lies among the logs is applied only if the user names it or trusts its folder."""

import io
import json
import os
import re
import sys
import threading
from pathlib import Path

import pytest
from forms import words_in
from places import ROOT
from trusting import trust_only

from auditor.cli.app import run
from auditor.report.formats import OUTPUTS
from auditor.review import trust

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")
SETTINGS = 'ignore = ["16"]\nfail-on = "never"\n[severity]\n"10.2" = { is = "advisory", reason = "agreed" }\n'
WEAKENED = ["ignore 16", "never fail", "make 10.2 an advisory (agreed)"]
ENTRY = """[[decision]]
fingerprint = "{ref}"
decision = "{decision}"
authority = "Inspector 12"
time = 1994-06-12T10:00:00
remark = "agreed at the table"
"""
RAISE, REFS = "64ce07ffb7", ("64ce07ffb7", "dfbba38a18")
LEDGER = ENTRY.format(ref=REFS[0], decision="waived") + ENTRY.format(ref=REFS[1], decision="dismissed")
EXCUSED = ["dismiss 1 finding", "waive 1 finding"]
STRANGER = 12345  # a user
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such owners and rights")
as_root = pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture
def home(tmp_path_factory, monkeypatch):
    """The folder for the list of trusted folders; at first nothing is trusted."""
    home = tmp_path_factory.mktemp("config")
    trust_only(monkeypatch, home)
    return home


@pytest.fixture
def auditor(tmp_path, home, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "night.log").write_text(NIGHT, encoding="utf-8")

    def command(*words):
        status = run([str(word) for word in words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return command


def report(auditor, *words):
    status, out, err = auditor("audit", *words, "--format", "json", "--quiet")
    assert status in (0, 1), err
    return status, json.loads(out)


def told(found):
    return [(one["kind"], Path(one["path"]).as_posix(), one["state"], one["effects"]) for one in found["files"]]


def whole(found):
    """Was nothing left out, regraded or decided?"""
    return len(found["findings"]) == 7 and not any(one["regraded"] or one["decision"] for one in found["findings"])


# ---- settings among the logs ----


@pytest.mark.parametrize(
    ("folder", "here", "named"),
    [
        pytest.param("logs", "logs", "night.log", id="beside the log"),
        pytest.param(".", ".", "logs", id="above a folder that is named"),
        pytest.param(".", "logs", "night.log", id="above the current folder"),
        pytest.param("logs/deep", "logs/deep", "..", id="inside a folder that is named"),
        pytest.param("logs/deep", "logs/deep", "../*.log", id="in a folder in which a pattern looks"),
    ],
)
def test_settings_among_the_logs_are_told_and_not_applied(auditor, tmp_path, monkeypatch, folder, here, named):
    (tmp_path / "logs" / "deep").mkdir()
    (tmp_path / folder / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.chdir(tmp_path / here)

    status, found = report(auditor, named)

    assert (status, whole(found)) == (1, True)
    shown = Path(os.path.relpath(tmp_path / folder / "auditor.toml")).as_posix()
    assert told(found) == [("settings", shown, "not applied", WEAKENED)]


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize("named", ["logs", "logs/night.log", "logs/*.log", "."])
def test_settings_beside_logs_elsewhere_are_told_and_never_applied_by_themselves(auditor, tmp_path, named, trusted):
    (tmp_path / "logs" / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    if trusted:
        trust.add(tmp_path)

    status, found = report(auditor, named)

    assert (status, whole(found)) == (1, True)
    assert told(found) == [("settings", "logs/auditor.toml", "not applied", WEAKENED)]
    assert "auditor trust" not in found["files"][0]["text"]  # which would change nothing
    assert report(auditor, named, "--config", "logs/auditor.toml")[0] == 0


@posix
@pytest.mark.parametrize("link", ["night.log", "inside"])
def test_settings_are_among_logs_to_which_a_link_beside_them_leads(auditor, tmp_path, monkeypatch, link):
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "tree" / link).symlink_to(tmp_path / "logs" / link if link == "night.log" else tmp_path / "logs")
    monkeypatch.chdir(tmp_path / "tree")

    status, found = report(auditor, link)

    assert (status, whole(found)) == (1, True)
    assert told(found) == [("settings", "auditor.toml", "not applied", WEAKENED)]


def test_settings_for_other_tools_among_the_logs_are_not_applied_either(auditor, tmp_path):
    (tmp_path / "pyproject.toml").write_text(f"[tool.auditor]\n{SETTINGS.replace('[sev', '[tool.auditor.sev')}")

    assert told(report(auditor, "logs")[1]) == [("settings", "pyproject.toml", "not applied", WEAKENED)]


def test_nobody_knows_where_standard_input_comes_from(auditor, tmp_path, monkeypatch):
    (tmp_path / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "-").write_text("a file of this name", encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(NIGHT.encode())))

    status, found = report(auditor, "-")

    assert (status, whole(found)) == (1, True)
    assert [one["state"] for one in found["files"]] == ["not applied"]


@posix
def test_nor_what_another_program_writes_into_a_pipe(auditor, tmp_path, tmp_path_factory):
    (tmp_path / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    pipe = tmp_path_factory.mktemp("elsewhere") / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=[NIGHT])
    writer.start()

    status, found = report(auditor, pipe)
    writer.join()

    assert (status, whole(found)) == (1, True)
    assert [one["state"] for one in found["files"]] == ["not applied"]


@pytest.mark.parametrize("words", [["--config", "auditor.toml"], None], ids=["named", "with the logs elsewhere"])
def test_settings_that_are_named_or_not_among_the_logs_are_applied_and_told(auditor, tmp_path, monkeypatch, words):
    here = tmp_path if words else tmp_path / "desk"
    here.mkdir(exist_ok=True)
    (here / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.chdir(here)

    status, found = report(auditor, tmp_path / "logs", *(words or ()))

    assert (status, len(found["findings"])) == (0, 5)
    assert told(found) == [("settings", "auditor.toml", "applied", WEAKENED)]


# ---- settings of other users ----


def give_away(path, monkeypatch):
    """Make a file that of another user, or the user another than that of the file."""
    user = os.geteuid()
    if user == trust.ROOT:
        os.lchown(path, STRANGER, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: user + 1)


@posix
@pytest.mark.parametrize(
    ("how", "reason"),
    [
        pytest.param("given", trust.FOREIGN, id="of another user"),
        pytest.param("linked", trust.FOREIGN, id="a link that another user made"),
        pytest.param("open", trust.OPEN, id="that everybody can change"),
        pytest.param("own", None, id="of the user"),
    ],
)
def test_settings_above_the_current_folder_are_applied_if_they_are_the_users(
    auditor, tmp_path, tmp_path_factory, monkeypatch, how, reason
):
    shared, own = tmp_path_factory.mktemp("shared"), tmp_path_factory.mktemp("own") / "auditor.toml"
    (shared / "desk").mkdir()
    own.write_text(SETTINGS, encoding="utf-8")
    path = shared / "auditor.toml"
    if how == "linked":
        path.symlink_to(own)
    else:
        path.write_text(SETTINGS, encoding="utf-8")
        path.chmod(0o666 if how == "open" else 0o644)
    monkeypatch.chdir(shared / "desk")
    if how in ("given", "linked"):
        give_away(path, monkeypatch)

    status, found = report(auditor, tmp_path / "logs")

    assert (status, whole(found)) == ((0, False) if reason is None else (1, True))
    state = "applied" if reason is None else "not applied"
    assert told(found) == [("settings", "../auditor.toml", state, WEAKENED)]
    assert f"not applied ({reason})" in auditor("audit", tmp_path / "logs")[1] or reason is None


@as_root
@pytest.mark.parametrize("how", ["by sudo", "trusted", "named"])
def test_settings_of_another_user_are_applied_if_the_user_was_that_one_or_says_so(
    auditor, tmp_path, tmp_path_factory, monkeypatch, how
):
    desk = tmp_path_factory.mktemp("desk")
    (desk / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    monkeypatch.chdir(desk)
    for one in (desk, desk / "auditor.toml"):
        os.chown(one, STRANGER, -1)
    if how == "by sudo":
        monkeypatch.setenv("SUDO_UID", str(STRANGER))
    if how == "trusted":
        trust.add(desk)

    found = report(auditor, tmp_path / "logs", *(["--config", "auditor.toml"] if how == "named" else []))[1]

    assert told(found) == [("settings", "auditor.toml", "applied", WEAKENED)]


def test_a_folder_that_is_trusted_has_its_settings_applied_until_it_is_not(auditor, tmp_path):
    (tmp_path / "auditor.toml").write_text(SETTINGS, encoding="utf-8")

    said = auditor("trust", ".")
    assert said == (
        0,
        "",
        f"auditor: {tmp_path} is trusted; settings and decisions in it are applied to the logs there\n",
    )
    status, found = report(auditor, "logs")
    assert (status, told(found)) == (0, [("settings", "auditor.toml", "applied", WEAKENED)])
    assert auditor("trust", "--remove", ".")[0] == 0
    assert whole(report(auditor, "logs")[1])


def test_what_the_command_line_overrules_is_not_told(auditor, tmp_path):
    (tmp_path / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    words = ("--config", "auditor.toml", "--fail-on", "breach", "--ignore", "15")

    assert told(report(auditor, "logs", *words)[1]) == [("settings", "auditor.toml", "applied", WEAKENED[2:])]


@posix
def test_settings_that_are_not_applied_do_not_hide_others_that_are(auditor, tmp_path, monkeypatch):
    (tmp_path / "auditor.toml").write_text('fail-on = "breach"\n', encoding="utf-8")
    planted = tmp_path / "logs" / "auditor.toml"
    planted.write_text('exit-zero = true\n[paths."*"]\nignore = ["10"]\n', encoding="utf-8")
    planted.chmod(0o666)
    trust.add(tmp_path)
    monkeypatch.chdir(tmp_path / "logs")

    status, found = report(auditor, "night.log")

    assert (status, whole(found)) == (1, True)
    assert told(found) == [
        ("settings", "auditor.toml", "not applied", ["never fail", "ignore 10 in *"]),
        ("settings", "../auditor.toml", "applied", ["fail on breaches only"]),
    ]
    assert "(everybody can write to it)" in found["files"][0]["text"]


@pytest.mark.parametrize("text", ["ignore = [", f"x = {'[' * 600}", "selekt = []", "quiet = true"])
def test_settings_that_are_wrong_and_not_applied_stop_no_audit(auditor, tmp_path, text):
    (tmp_path / "auditor.toml").write_text(text, encoding="utf-8")

    status, found = report(auditor, "logs")

    assert (status, whole(found)) == (1, True)
    assert told(found) == [("settings", "auditor.toml", "unreadable", [])]
    assert auditor("audit", "logs", "--config", "auditor.toml")[0] == 2


# ---- ledgers among the logs ----


@pytest.mark.parametrize("named", ["logs", "logs/night.log", "logs/*.log", "."])
def test_decisions_among_the_logs_are_told_and_not_applied(auditor, tmp_path, named):
    (tmp_path / "logs" / "decisions.toml").write_text(LEDGER, encoding="utf-8")

    status, found = report(auditor, named, "--select", "10.2,15.3")

    assert (status, [one["decision"] for one in found["findings"]]) == (1, [None, None])
    assert told(found) == [("decisions", "logs/decisions.toml", "not applied", EXCUSED)]


@pytest.mark.parametrize("words", [["--decisions", "logs/decisions.toml"], []], ids=["named", "trusted"])
def test_decisions_that_are_applied_are_told_if_they_excuse(auditor, tmp_path, words):
    upheld = ENTRY.format(ref=RAISE, decision="upheld")
    (tmp_path / "logs" / "decisions.toml").write_text(LEDGER, encoding="utf-8")
    if not words:
        trust.add(tmp_path / "logs")

    status, found = report(auditor, "logs", "--select", "10.2,15.3", *words)
    (tmp_path / "logs" / "decisions.toml").write_text(upheld, encoding="utf-8")

    assert (status, told(found)) == (0, [("decisions", "logs/decisions.toml", "applied", EXCUSED)])
    assert told(report(auditor, "logs", *words)[1]) == []


BROKEN = {
    "no TOML": lambda path: path.write_text("[[decision]\n"),
    "too deep": lambda path: path.write_text(f"x = {'[' * 600}"),
    "a long key": lambda path: path.write_text(f"x{'.x' * 1_000_000} = 1"),
    "no text": lambda path: path.write_bytes(b"\xff\xfe"),
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a link to nothing": lambda path: path.symlink_to("nothing"),
}


@posix
@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_ledger_stops_no_audit_and_decides_nothing(auditor, tmp_path, how):
    ledger = tmp_path / "logs" / "decisions.toml"
    BROKEN[how](ledger)

    withheld = report(auditor, "logs")
    named = report(auditor, "logs", "--decisions", ledger)

    assert [(status, whole(found)) for status, found in (withheld, named)] == [(1, True)] * 2
    assert told(withheld[1]) == [("decisions", "logs/decisions.toml", "unreadable", [])]
    assert [(one["kind"], one["path"]) for one in named[1]["ledger"]] == [("unreadable", ledger.as_posix())]
    if how != "a link to nothing":  # which a decision would make a file of
        assert auditor("decide", RAISE, "upheld", "--force", "--authority", "A", "--ledger", ledger)[0] == 2


def test_a_ledger_that_is_named_must_be_there(auditor):
    assert auditor("audit", "logs", "--decisions", "nothing.toml")[::2] == (
        2,
        "auditor: cannot read nothing.toml: no such file\n",
    )


def test_a_ledger_may_be_long_if_it_is_trusted(auditor, tmp_path):
    (tmp_path / "logs" / "decisions.toml").write_text(LEDGER + "# nothing\n" * 200_000, encoding="utf-8")

    assert told(report(auditor, "logs")[1]) == [("decisions", "logs/decisions.toml", "unreadable", [])]
    trust.add(tmp_path)
    assert told(report(auditor, "logs")[1]) == [("decisions", "logs/decisions.toml", "applied", EXCUSED)]


# ---- what is trusted ----


@posix
def test_a_link_is_judged_by_where_it_is_and_by_where_it_leads(auditor, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "decisions.toml").write_text(LEDGER, encoding="utf-8")
    (tmp_path / "logs" / "decisions.toml").symlink_to(tmp_path / "mine" / "decisions.toml")

    distrusted = {}
    for folders in ((), ("mine",), ("logs",), ("mine", "logs")):
        for folder in folders:
            trust.add(tmp_path / folder)
        distrusted[folders] = trust.distrust(tmp_path / "logs" / "decisions.toml")
        for folder in folders:
            trust.remove(tmp_path / folder)

    assert distrusted == {(): "", ("mine",): "", ("logs",): "", ("mine", "logs"): None}


@posix
def test_a_folder_is_trusted_under_its_real_name(tmp_path, home):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    trust.add(tmp_path / "link")
    (tmp_path / "link").unlink()
    (tmp_path / "link").mkdir()

    assert [one.path for one in trust.listed()] == [str(tmp_path / "real")]
    assert trust.distrust(tmp_path / "link" / "auditor.toml") == ""


@as_root
@pytest.mark.parametrize("changed", ["logs/decisions.toml", "logs", "."])
def test_another_owner_is_not_trusted(auditor, tmp_path, changed):
    (tmp_path / "logs" / "decisions.toml").write_text(LEDGER, encoding="utf-8")
    trust.add(tmp_path)
    assert report(auditor, "logs", "--select", "10.2")[0] == 0
    os.chown(tmp_path / changed, 12345, -1)

    status, found = report(auditor, "logs", "--select", "10.2")

    assert (status, told(found)) == (1, [("decisions", "logs/decisions.toml", "not applied", ["waive 1 finding"])])
    assert "(its owner is not the one who was trusted)" in found["files"][0]["text"]


@posix
@pytest.mark.parametrize(("name", "mode"), [("trusted.json", 0o666), ("trusted.json", 0o620), (".", 0o777)])
def test_a_list_that_others_can_write_to_is_not_believed(auditor, tmp_path, home, name, mode):
    (tmp_path / "logs" / "decisions.toml").write_text(LEDGER, encoding="utf-8")
    trust.add(tmp_path)
    (home / "auditor" / name).chmod(mode)

    status, found = report(auditor, "logs")

    assert (status, whole(found)) == (1, True)
    assert "is not believed: it is not yours alone to write to" in found["files"][0]["text"]
    assert auditor("trust", tmp_path / "logs")[0] == 2


@posix
def test_a_list_at_the_end_of_a_link_is_not_believed(tmp_path, home):
    trust.add(tmp_path)
    (home / "auditor" / "trusted.json").rename(home / "elsewhere.json")
    (home / "auditor" / "trusted.json").symlink_to(home / "elsewhere.json")

    assert trust.distrust(tmp_path / "auditor.toml")


@pytest.mark.parametrize("text", ["", "[]", '{"trusted": [1]}', "[" * 100_000])
def test_a_damaged_list_trusts_nothing(auditor, tmp_path, home, text):
    trust.add(tmp_path)
    (home / "auditor" / "trusted.json").write_text(text)

    assert "is damaged" in (trust.distrust(tmp_path / "auditor.toml") or "")
    assert auditor("trust", "--list")[0] == 2


def test_the_list_is_private_and_has_each_folder_once(auditor, tmp_path, home):
    assert auditor("trust", "--list") == (0, "", "")
    for folder in (".", "logs", "logs/../logs"):
        assert auditor("trust", folder)[0] == 0

    lines = auditor("trust", "--list")[1].splitlines()

    assert [line.partition("  # of ")[0] for line in lines] == [str(tmp_path), str(tmp_path / "logs")]
    if os.name != "nt":
        assert (home / "auditor" / "trusted.json").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_is_gone_can_be_removed_and_is_told(auditor, tmp_path):
    (tmp_path / "gone").mkdir()
    trust.add(tmp_path / "gone")
    (tmp_path / "gone").rmdir()

    assert "not trusted now" in auditor("trust", "--list")[1]
    assert auditor("trust", "--remove", "gone")[0] == 0
    assert auditor("trust", "--list")[1] == ""


@pytest.mark.parametrize("words", [[], ["nothing"], ["logs/night.log"], ["--remove", "logs"], ["--list", "logs"]])
def test_what_cannot_be_trusted_is_told(auditor, words):
    assert auditor("trust", *words)[:2] == (2, "")


def test_who_decides_is_told_how_that_is_applied(auditor, tmp_path):
    words = ("decide", RAISE, "upheld", "--force", "--authority", "Inspector 12", "--ledger", "logs/decisions.toml")

    assert "'auditor trust logs'" in auditor(*words)[2]
    trust.add(tmp_path)
    assert "auditor trust" not in auditor(*words)[2]


# ---- every form tells it ----


@pytest.mark.parametrize("trusted", [False, True])
def test_every_form_names_the_files_and_what_they_do_or_would_have_done(auditor, tmp_path, trusted):
    (tmp_path / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "logs" / "decisions.toml").write_text(LEDGER, encoding="utf-8")
    if trusted:
        trust.add(tmp_path)
    forms = [word for form in OUTPUTS for word in ("--format", f"{form}=out.{form}")]
    status, out, err = auditor("audit", "logs", "--quiet", *forms)
    verb = r"\bapplied:\W+it\W+says\W+to" if trusted else r"\bnot\W+applied:\W+it\W+would"
    settings = rf"{verb}\W+ignore\W+16,\W+never\W+fail,\W+make\W+10.2\W+an\W+advisory"
    decisions = rf"{verb}\W+dismiss\W+1\W+finding,\W+waive\W+1\W+finding"

    def named(text):
        text = re.sub(r"&#(\d+);", lambda found: chr(int(found[1])), text.replace("%2C", ","))
        names = "auditor.toml" in text and "logs/decisions.toml" in text
        return names and all(re.search(one, text) for one in (settings, decisions))

    texts = {form: words_in((tmp_path / f"out.{form}").read_bytes()) for form in OUTPUTS}
    assert (status, out) == (0 if trusted else 1, "")
    assert {form: named(text) for form, text in texts.items()} == dict.fromkeys(OUTPUTS, True)
    assert named(err)  # no report is printed, and nobody may open the files


@pytest.mark.parametrize("form", ["concise", "jsonl"])
def test_a_watch_tells_it_at_the_start_and_in_its_summary(auditor, tmp_path, form):
    (tmp_path / "auditor.toml").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "logs" / "decisions.toml").write_text(LEDGER, encoding="utf-8")

    status, out, err = auditor("watch", "logs", "--once", "--quiet", "--format", form)

    assert status == 1
    assert "it would ignore 16, never fail" in out
    assert "it would dismiss 1 finding, waive 1 finding" in out
    assert "auditor.toml not applied" in err
    assert "logs/decisions.toml not applied" in err


def test_the_settings_are_shown_as_they_would_be_applied(auditor, tmp_path):
    (tmp_path / "auditor.toml").write_text(SETTINGS, encoding="utf-8")

    for words in ([], ["logs"]):
        shown = auditor("audit", *words, "--show-settings")[1]
        assert "fail-on = irregularity  # default\n" in shown
        assert "# auditor.toml not applied: it would ignore 16" in shown


def test_hostile_words_in_a_file_are_only_text(auditor, tmp_path):
    (tmp_path / "auditor.toml").write_text('ignore = ["\\u001b[31m::error::", "\\u202e"]\n', encoding="utf-8")

    out = auditor("audit", "logs", "--quiet", "--format", "github")[1]

    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "ignore \\x1b[31m:\\x3aerror:\\x3a and \\u202e" in out


# ---- what no settings file can do ----


@posix
@pytest.mark.parametrize("file", ["../out.json", "{root}/out.json", "link/out.json", "link.json", "x/../../out.json"])
def test_a_report_cannot_be_sent_out_of_the_folder_of_the_settings(auditor, tmp_path, file):
    (tmp_path / "logs" / "link").symlink_to(tmp_path)
    (tmp_path / "logs" / "link.json").symlink_to(tmp_path / "out.json")
    settings = tmp_path / "logs" / "auditor.toml"
    settings.write_text(f"format = ['json={file.format(root=tmp_path)}']\n", encoding="utf-8")

    status, _, err = auditor("audit", "logs", "--config", settings)

    assert status == 2
    assert "expected files for reports in the folder of the settings, or below it" in err
    assert not (tmp_path / "out.json").exists()


def test_a_settings_file_cannot_silence_the_report(auditor, tmp_path):
    (tmp_path / "auditor.toml").write_text('format = ["json=out.json"]\n', encoding="utf-8")
    (tmp_path / "quiet.toml").write_text("quiet = true\n", encoding="utf-8")

    assert "7 faults found." in auditor("audit", "logs", "--config", "auditor.toml")[1]
    assert (tmp_path / "out.json").exists()
    assert auditor("audit", "logs", "--format", "json=out.json", "--config", "auditor.toml")[1] == ""
    assert auditor("audit", "logs", "--config", "quiet.toml")[::2] == (
        2,
        "auditor: quiet.toml: a file cannot make a run quiet; --quiet does\n",
    )
