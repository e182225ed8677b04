"""Earlier reports and decisions: what is new, what is gone, who decided what, and entries that do not count."""

import json
import tomllib
from datetime import date

import pytest
from places import ROOT
from trusting import trust_only

from auditor import audit, audit_text
from auditor.cli.app import run
from auditor.review.ledger import Decision, entry_text, load

NIGHT = (ROOT / "samples" / "sessions" / "manila-night.log").read_text(encoding="utf-8")
ENTRY = """[[decision]]
fingerprint = "{ref}"
decision = "waived"
authority = "Inspector 12"
time = 1994-06-12T10:00:00
remark = "agreed at the table"
until = 1994-07-01
"""


@pytest.fixture
def auditor(tmp_path, tmp_path_factory, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    trust_only(monkeypatch, tmp_path_factory.mktemp("config"), tmp_path)
    (tmp_path / "night.log").write_text(NIGHT, encoding="utf-8")

    def command(*words):
        status = run([str(word) for word in words])
        return status, capsys.readouterr().out

    return command


def report(auditor, *words):
    status, out = auditor("audit", "night.log", "--format", "json", *words)
    return status, json.loads(out)


def without_hand(text, number):
    """The log with one hand taken out."""
    head, _, rest = text.partition(f"\nhand {number} ")
    return head + "\n" + rest.partition("\nend\n")[2]


def test_only_what_is_new_fails_and_what_is_gone_is_told(auditor, tmp_path):
    (tmp_path / "night.log").write_text(without_hand(NIGHT, 7), encoding="utf-8")
    _, earlier = report(auditor)
    (tmp_path / "earlier.json").write_text(json.dumps(earlier), encoding="utf-8")
    (tmp_path / "night.log").write_text(without_hand(NIGHT, 5), encoding="utf-8")

    status, now = report(auditor, "--baseline", "earlier.json", "--fail-on-new")
    states = {finding["hand"]: finding["baseline"] for finding in now["findings"]}

    assert status == 1
    assert {hand for hand, state in states.items() if state == "new"} == {"7"}
    assert [one["hand"] for one in now["baseline"]["absent"]] == ["5"]
    (tmp_path / "now.json").write_text(json.dumps(now), encoding="utf-8")
    assert report(auditor, "--baseline", "now.json", "--fail-on-new")[0] == 0


def test_new_is_said_of_an_earlier_report(auditor):
    assert auditor("audit", "night.log", "--fail-on-new")[0] == 2


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "auditor/report/2"}', '{"schema": "other"}', "[" * 100_000])
def test_a_baseline_that_is_none_is_refused(auditor, tmp_path, text):
    (tmp_path / "earlier.json").write_text(text, encoding="utf-8")

    assert auditor("audit", "night.log", "--baseline", "earlier.json")[0] == 2


def test_what_is_waived_fails_no_run_until_its_day_has_passed(auditor, tmp_path):
    _, found = report(auditor, "--select", "10.2")
    (finding,) = found["findings"]
    (tmp_path / "decisions.toml").write_text(ENTRY.format(ref=finding["fingerprint"]), encoding="utf-8")

    inside = report(auditor, "--select", "10.2", "--today", "1994-07-01")
    after = report(auditor, "--select", "10.2", "--today", "1994-07-02")
    text = auditor("audit", "night.log", "--select", "10.2", "--today", "1994-07-01")[1]

    assert (inside[0], after[0]) == (0, 1)
    assert inside[1]["findings"][0]["decision"]["authority"] == "Inspector 12"
    assert inside[1]["findings"][0]["severity"] == "breach"
    assert [note["kind"] for note in after[1]["ledger"]] == ["expired"]
    assert "Decision: waived until 1 July 1994 by Inspector 12: agreed at the table" in text


@pytest.mark.parametrize(
    ("change", "kind", "words"),
    [
        (("fingerprint", "finger"), "malformed", "without fingerprint"),
        (("waived", "forgiven"), "malformed", "is no decision"),
        (("time = 1994-06-12T10:00:00", "time = 1994-06-12"), "malformed", "date and time"),
        (("[[decision]]", "[[decisions]]"), "malformed", "unknown key 'decisions'"),
        (("authority = ", "by = 1\nauthority = "), "malformed", "unknown by"),
        (("agreed at the table", " "), "malformed", "who excuses a finding says why"),
        (("", ""), "unmatched", "no finding 0123456789 here"),
    ],
)
def test_an_entry_that_does_not_count_is_told(auditor, tmp_path, change, kind, words):
    (tmp_path / "decisions.toml").write_text(ENTRY.format(ref="0123456789").replace(*change, 1), encoding="utf-8")

    status, found = report(auditor, "--today", "1994-07-01")

    assert status == 1
    assert [(note["kind"], words in note["text"]) for note in found["ledger"]] == [(kind, True)]


def test_a_decision_is_entered_and_read_again(auditor, tmp_path):
    _, found = report(auditor, "--select", "10.2")
    ref = found["findings"][0]["fingerprint"][:10]
    words = (
        "decide",
        f"ref:{ref}",
        "under-review",
        "night.log",
        "--authority",
        'A "B"\n',
        "--time",
        "1994-06-12T10:00",
    )

    assert auditor(*words, "--remark", "\x1b[31m")[0] == 0
    assert auditor("decide", ref, "dismissed", "night.log", "--authority", "Inspector 12")[0] == 2  # and why?
    assert auditor("decide", ref, "dismissed", "night.log", "--authority", "Inspector 12", "--remark", "a joke")[0] == 0
    assert auditor("decide", "nothing", "dismissed", "night.log", "--authority", "Inspector 12")[0] == 2

    ledger = load([tmp_path / "decisions.toml"], date(1994, 7, 1))
    assert [(one.decision, one.authority) for one in load_all(tmp_path)] == [
        ("under review", 'A "B"\n'),
        ("dismissed", "Inspector 12"),
    ]
    assert ledger.decisions[ref].decision == "dismissed"  # the last word counts
    assert report(auditor, "--select", "10.2")[0] == 0


def test_a_day_that_has_passed_is_told_where_a_decision_is_entered(auditor, capsys):
    _, found = report(auditor, "--select", "10.2")
    words = ["decide", found["findings"][0]["fingerprint"], "upheld", "night.log", "--authority", "Inspector 12"]
    passed = "1 July 1994 has passed: an audit of today tells it as expired and does not apply it"

    assert run([*words, "--until", "1994-07-01"]) == 0
    assert passed in " ".join(capsys.readouterr().err.split())
    assert run([*words, "--until", "9999-07-01"]) == 0
    assert "has passed" not in capsys.readouterr().err


def load_all(folder):
    entries = tomllib.loads((folder / "decisions.toml").read_text(encoding="utf-8"))["decision"]
    decisions = [Decision(**entry) for entry in entries]
    assert tomllib.loads("".join(map(entry_text, decisions)))["decision"] == entries
    return decisions


def test_a_ledger_lies_beside_each_log_however_the_log_was_named(auditor, tmp_path):
    _, found = report(auditor, "--select", "10.2")
    (tmp_path / "june" / "manila").mkdir(parents=True)
    (tmp_path / "june" / "manila" / "night.log").write_text(NIGHT, encoding="utf-8")
    entry = ENTRY.format(ref=found["findings"][0]["fingerprint"])
    (tmp_path / "june" / "manila" / "decisions.toml").write_text(entry, encoding="utf-8")
    words = ("--select", "10.2", "--today", "1994-07-01")

    for name in ("june", "june/manila", "june/*/night.log", "june/manila/night.log"):
        assert auditor("audit", name, *words)[0] == 0, name
    assert auditor("audit", "night.log", *words)[0] == 1


def test_a_fingerprint_that_goes_on_otherwise_is_another(auditor, tmp_path):
    _, found = report(auditor, "--select", "10.2")
    ref = found["findings"][0]["fingerprint"]
    other = ref[:10] + ("0" if ref[10] != "0" else "1") + ref[11:]
    (tmp_path / "decisions.toml").write_text(ENTRY.format(ref=other), encoding="utf-8")

    status, now = report(auditor, "--select", "10.2", "--today", "1994-07-01")

    assert (status, [note["kind"] for note in now["ledger"]]) == (1, ["unmatched"])


@pytest.mark.parametrize(
    ("words", "absent"),
    [
        ([], ["5"]),
        (["--select", "play"], ["5"]),
        (["--select", "procedure"], []),
        (["--ignore", "11.1(b)"], []),
    ],
)
def test_only_what_was_asked_for_is_absent(auditor, tmp_path, words, absent):
    _, earlier = report(auditor)
    (tmp_path / "earlier.json").write_text(json.dumps(earlier), encoding="utf-8")
    (tmp_path / "night.log").write_text(without_hand(NIGHT, 5), encoding="utf-8")

    _, now = report(auditor, "--baseline", "earlier.json", *words)

    assert [one["hand"] for one in now["baseline"]["absent"]] == absent


def test_what_may_be_in_the_part_not_read_is_not_called_absent_alone(auditor, tmp_path):
    _, earlier = report(auditor)
    (tmp_path / "earlier.json").write_text(json.dumps(earlier), encoding="utf-8")
    (tmp_path / "night.log").write_text(NIGHT.replace("\nhand 5 at", "\nhand 5 on"), encoding="utf-8")

    status, out = auditor("audit", "night.log", "--baseline", "earlier.json")

    assert status == 3
    assert "1 absent, or in what was not read" in out


def two_nights(folder):
    """The same table and hand numbers on two nights: june has the night of most tests, july another."""
    for month, name in (("06", "june"), ("07", "july")):
        (folder / name).mkdir()
        text = NIGHT.replace("1994-06-11", f"1994-{month}-11")
        (folder / name / "night.log").write_text(text, encoding="utf-8")


def test_another_night_is_another_finding(auditor, tmp_path):
    """What is about one night says nothing of another, though table, hand and clause are the same."""
    two_nights(tmp_path)
    words = ("--select", "10.2", "--today", "1994-07-01", "--format", "json")
    _, out = auditor("audit", "june", *words)
    (tmp_path / "earlier.json").write_text(out, encoding="utf-8")
    entry = ENTRY.format(ref=json.loads(out)["findings"][0]["fingerprint"])
    (tmp_path / "decisions.toml").write_text(entry, encoding="utf-8")

    status, out = auditor("audit", "june", "july", *words, "--baseline", "earlier.json", "--fail-on-new")

    found = [(one["night"], one["baseline"], one["decision"] is not None) for one in json.loads(out)["findings"]]
    assert status == 1
    assert found == [("1994-06-11", "unchanged", True), ("1994-07-11", "new", False)]
    assert auditor("audit", "june", *words)[0] == 0
    assert auditor("audit", "july", *words)[0] == 1


def test_findings_that_are_alike_are_neither_excused_nor_called_old(auditor, tmp_path):
    """Two logs of one night, or two without a date: nobody knows which of their findings is meant."""
    _, earlier = report(auditor, "--select", "10.2")
    (tmp_path / "earlier.json").write_text(json.dumps(earlier), encoding="utf-8")
    (tmp_path / "decisions.toml").write_text(ENTRY.format(ref=earlier["findings"][0]["fingerprint"]), encoding="utf-8")
    (tmp_path / "again.log").write_text(NIGHT, encoding="utf-8")
    words = ("--select", "10.2", "--today", "1994-07-01", "--baseline", "earlier.json", "--fail-on-new")

    assert report(auditor, *words)[0] == 0
    status, both = report(auditor, "again.log", *words)

    assert status == 1
    assert [(one["baseline"], one["decision"]) for one in both["findings"]] == [("new", None)] * 2
    assert [note["kind"] for note in both["ledger"]] == ["ambiguous"]


# ---- names from before names had the night ----


def as_of_old(report):
    """A report as it was written before: the old names, and no nights. Those names are known from then."""
    old = {"10.2": "3c19699dba"}
    for one in report["findings"]:
        one["fingerprint"] = old[one["clause"]]
        del one["night"]
    return {**report, "schema": "auditor/report/1"}


def test_an_old_baseline_is_matched_by_the_old_names_and_says_so(auditor, tmp_path):
    old = tmp_path / "old.json"
    found = audit_text(NIGHT, name="night.log").findings
    (raised,) = [one for one in found if one.clause == "10.2"]
    assert raised.old_fingerprint.startswith("3c19699dba")
    _, earlier = report(auditor, "--select", "10.2")
    earlier = as_of_old(earlier)
    earlier["findings"][0]["fingerprint"] = raised.old_fingerprint
    old.write_text(json.dumps(earlier), encoding="utf-8")

    status, now = report(auditor, "--select", "10.2", "--baseline", "old.json", "--fail-on-new")
    text = auditor("audit", "night.log", "--select", "10.2", "--baseline", "old.json")[1]
    (tmp_path / "other.log").write_text(NIGHT.replace("1994-06-11", "1994-07-11"), encoding="utf-8")

    assert (status, now["findings"][0]["baseline"], now["baseline"]["by_old_name"]) == (0, "unchanged", True)
    assert "old.json is of auditor/report/1" in " ".join(text.split())
    assert auditor("audit", "other.log", "--select", "10.2", "--baseline", "old.json", "--fail-on-new")[0] == 1


def test_an_old_entry_counts_for_the_nights_before_it_was_made(auditor, tmp_path):
    (tmp_path / "decisions.toml").write_text(ENTRY.format(ref="3c19699dba"), encoding="utf-8")
    (tmp_path / "july.log").write_text(NIGHT.replace("1994-06-11", "1994-07-11"), encoding="utf-8")
    (tmp_path / "may.log").write_text(NIGHT.replace("1994-06-11", "1994-06-04"), encoding="utf-8")
    words = ("--select", "10.2", "--today", "1994-07-01")

    status, found = report(auditor, *words)

    assert status == 0
    assert [(note["kind"], found["findings"][0]["fingerprint"][:10] in note["text"]) for note in found["ledger"]] == [
        ("renamed", True)
    ]
    assert auditor("audit", "july.log", *words)[0] == 1  # the waiver of June is none of a night still to come
    status, found = report(auditor, "may.log", *words)
    assert (status, [note["kind"] for note in found["ledger"]]) == (1, ["ambiguous"])


# ---- deciding ----


def test_only_a_finding_that_is_there_is_decided_where_its_audit_looks(auditor, tmp_path, capsys):
    two_nights(tmp_path)
    refs = [one.ref for one in audit(tmp_path / "june", tmp_path / "july").findings if one.clause == "10.2"]
    waived = ("waived", "--authority", "Inspector 12", "--remark", "seen")

    assert auditor("decide", "0123456789", *waived, "june")[0] == 2
    assert auditor("decide", refs[0], *waived)[0] == 2  # where is it?
    assert auditor("decide", "3c19699dba", *waived, "june", "july")[0] == 2  # an old name: of which night?
    assert not list(tmp_path.rglob("decisions.toml"))
    assert auditor("decide", refs[0], *waived, "june")[0] == 0
    assert auditor("audit", "june", "--select", "10.2")[0] == 0
    assert auditor("audit", "july", "--select", "10.2")[0] == 1
    assert [one.relative_to(tmp_path).as_posix() for one in tmp_path.rglob("decisions.toml")] == ["june/decisions.toml"]


def test_a_ledger_at_the_top_serves_all_below_it(auditor, tmp_path):
    two_nights(tmp_path)
    (tmp_path / "decisions.toml").write_text("", encoding="utf-8")
    _, out = auditor("audit", "june", "july", "--select", "10.2", "--format", "json")
    (tmp_path / "found.json").write_text(out, encoding="utf-8")
    for one in json.loads(out)["findings"]:
        words = ("decide", one["fingerprint"][:10], "dismissed", "found.json", "--authority", "A", "--remark", "b")
        assert auditor(*words)[0] == 0

    assert len(load_all(tmp_path)) == 2
    for name in ("june", "july/night.log", "."):
        assert auditor("audit", name, "--select", "10.2")[0] == (1 if name == "." else 0), name  # night.log is a third


def test_what_may_be_meant_is_listed_with_its_nights(auditor, tmp_path, capsys):
    two_nights(tmp_path)

    assert run(["decide", "3c19699dba", "upheld", "june", "july", "--authority", "A"]) == 2
    told = capsys.readouterr().err

    assert all(f"night {night}, Manila 3, hand 7" in told for night in ("1994-06-11", "1994-07-11"))


# ---- the log itself ----


def test_a_log_cannot_decide_about_itself(auditor, tmp_path):
    _, found = report(auditor, "--select", "10.2")
    entry = ENTRY.format(ref=found["findings"][0]["fingerprint"]).replace("\n", "\n# ")
    (tmp_path / "night.log").write_text(f"# {entry}\n{NIGHT}", encoding="utf-8")

    assert report(auditor, "--select", "10.2")[0] == 1
