"""Evidence packs: the same bytes for the same logs; whatever is changed in a pack is found when it is verified."""

import hashlib
import io
import json
import os
import random
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest
from forged_packs import files_in, forged, written
from places import ROOT, SAMPLES

from auditor import audit_text
from auditor.cli.app import run
from auditor.packing.checking import verify
from auditor.packing.container import write_container
from auditor.packing.judging import Work
from auditor.packing.manifest import MANIFEST, schema
from auditor.packing.names import UniqueNames, is_safe, safe_name
from auditor.packing.signing import SSH_SIGNATURE, Signers
from auditor.review.comparing import compare_reports

NIGHT = SAMPLES / "sessions" / "manila-night.log"
CLEAN = SAMPLES / "sessions" / "manila-clean.log"
RULES = "rules/act/canberra-manila.toml"
LOG = "logs/manila-night.log"


def packed(to: Path, *words: str, status: int = 0) -> Path:
    assert run(["pack", *words, "-o", str(to), "--isolated", "--quiet"]) == status
    return to


def checked(pack: Path, signers: Signers | None = None):
    return verify(pack, signers or Signers(), Work())


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    return packed(tmp_path_factory.mktemp("case") / "case.zip", str(NIGHT))


@pytest.fixture(scope="module")
def key(tmp_path_factory):
    """An ssh key without a password, and the file that allows it to sign."""
    if shutil.which("ssh-keygen") is None:
        pytest.skip("there is no ssh-keygen here")
    path = tmp_path_factory.mktemp("key") / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", path], check=True)
    public = path.with_suffix(".pub").read_text()
    (path.parent / "signers").write_text(f"inspector@act.example {public}")
    return path


@pytest.fixture(scope="module")
def signed(key, tmp_path_factory):
    return packed(tmp_path_factory.mktemp("signed") / "case.zip", str(NIGHT), "--sign", f"ssh:{key}")


# ---- what is in it ----


def test_a_pack_is_whole_and_the_same_findings_come_out(case, capsys):
    assert run(["verify", str(case)]) == 0

    told = capsys.readouterr().out
    assert "7 the same, 0 changed, 0 new and 0 gone" in told
    assert told.endswith("Whole, and the same findings come out.\n")


def test_a_pack_has_the_logs_the_reports_the_rulebooks_and_the_hash_of_each(case):
    files = files_in(case)
    manifest = json.loads(files[MANIFEST])
    rules = {f"rules/{path.relative_to(ROOT / 'rulesets').as_posix()}" for path in (ROOT / "rulesets").rglob("*.toml")}

    assert files[LOG] == NIGHT.read_bytes()
    assert set(files) == {
        *(MANIFEST, "SHA256SUMS", "README.txt", "report.json", "report.txt", "report.html", LOG),
        *rules,
    }
    assert {one["name"]: one["sha256"] for one in manifest["files"]} == {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items() if name != MANIFEST
    }
    (entry,) = json.loads(files["report.json"])["inputs"]
    assert (entry["path"], entry["sha256"]) == (LOG, hashlib.sha256(files[LOG]).hexdigest())


def test_the_published_schema_is_that_of_manifests(case):
    published = (ROOT / "docs" / "schema" / "pack-1.json").read_text(encoding="utf-8")

    assert published == schema(), "auditor schema pack > docs/schema/pack-1.json"
    jsonschema.validate(json.loads(files_in(case)[MANIFEST]), json.loads(published))


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="there is no sha256sum here")
def test_the_hashes_can_be_checked_by_hand(case, tmp_path):
    with zipfile.ZipFile(case) as archive:
        archive.extractall(tmp_path)

    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)


def test_nothing_of_this_machine_stands_in_a_pack(tmp_path, monkeypatch):
    """Neither the current folder nor the place of logs, house files and ledgers, nor the moment."""
    house = tmp_path / "hidden-place" / "own.toml"
    house.parent.mkdir()
    house.write_text('extends = "act/canberra-manila"\nid = "house/own"\n[sets]\n"game.commission.fee" = 50\n')
    ledger = tmp_path / "hidden-place" / "decisions.toml"
    ledger.write_text('[[decision]]\nfingerprint = "0123456789"\ndecision = "upheld"\nauthority = "x"\n'
                      "time = 2026-01-01T00:00:00\nremark = ''\n")  # fmt: skip
    shutil.copy(NIGHT, tmp_path / "hidden-place" / "a.log")
    words = ["--rules", str(house), "--decisions", str(ledger), "--today", "2026-01-02"]

    pack = packed(tmp_path / "case.zip", str(tmp_path / "hidden-place" / "a.log"), *words)

    assert [
        name for name, content in files_in(pack).items() if b"hidden-place" in content or b"pytest" in content
    ] == []
    assert checked(pack).status == 0
    assert {"house/1/own.toml", "ledger/decisions.toml", "logs/a.log"} <= files_in(pack).keys()


def test_the_same_logs_give_the_same_bytes_from_any_folder_and_with_any_number_of_processes(tmp_path, monkeypatch):
    logs = tmp_path / "logs"
    logs.mkdir()
    for path in (NIGHT, CLEAN):
        shutil.copy(path, logs)
    first = packed(tmp_path / "first.zip", str(logs))
    monkeypatch.chdir(logs)
    os.utime(logs / NIGHT.name, (1, 1))
    second = packed(tmp_path / "second.zip", ".", "--jobs", "2")
    monkeypatch.chdir("/")
    third = packed(tmp_path / "third.zip", *[str(path) for path in sorted(logs.iterdir())])

    assert first.read_bytes() == second.read_bytes() == third.read_bytes()


def test_the_container_is_the_same_for_every_python():
    """A pack is checked byte for byte, so what `zipfile` writes may never change."""
    stream = io.BytesIO()
    write_container([("manifest.json", [b"{}\n"]), ("logs/ä.log", [b"log", b" 1\n"])], stream)

    assert (
        hashlib.sha256(stream.getvalue()).hexdigest()
        == "fda5981edcae1d05b11231feae376f8683fb4449a5264ec65ec80f748be0c14c"
    )


def test_logs_of_archives_streams_and_folders_get_names_of_their_own(tmp_path):
    with zipfile.ZipFile(tmp_path / "night.zip", "w") as archive:
        archive.write(NIGHT, "tables/a.log")
        archive.write(CLEAN, "tables/A.log")
    shutil.copy(CLEAN, tmp_path / "-évil\x1b[1m.log")

    pack = packed(tmp_path / "case.zip", str(tmp_path / "night.zip"), str(tmp_path / "-évil\x1b[1m.log"))

    logs = [name for name in files_in(pack) if name.startswith("logs/")]
    assert logs == ["logs/night.zip/tables/A.log", "logs/night.zip/tables/a-2.log", "logs/_-évil__1m.log"]
    assert checked(pack).status == 0


def test_what_cannot_be_opened_is_told_and_makes_the_status_3(tmp_path):
    (tmp_path / "broken.log").write_bytes(bytes(range(256)) * 20)
    shutil.copy(CLEAN, tmp_path)

    pack = packed(tmp_path / "case.zip", str(tmp_path / "broken.log"), str(tmp_path / CLEAN.name), status=3)

    manifest = json.loads(files_in(pack)[MANIFEST])
    assert [(log["name"], log["refused"] is None) for log in manifest["logs"]] == [
        ("logs/broken.log", False),
        ("logs/manila-clean.log", True),
    ]
    found = checked(pack)
    assert (found.whole, found.same, found.unread, found.status) == (True, True, 1, 3)


def test_settings_for_some_logs_only_are_in_the_manifest_and_hold_when_it_is_verified(tmp_path, monkeypatch):
    for name in ("day", "night"):
        (tmp_path / name).mkdir()
        shutil.copy(NIGHT, tmp_path / name / "a.log")
    (tmp_path / "auditor.toml").write_text(
        '[paths."night/*"]\nignore = ["10.2"]\n[severity]\n"15.3" = { is = "advisory", reason = "Italians" }\n'
    )
    monkeypatch.chdir(tmp_path)

    assert run(["pack", "day", "night", "-o", "case.zip", "-q", "--config", "auditor.toml"]) == 0

    found = checked(tmp_path / "case.zip")
    assert (found.status, found.by_installed.same) == (0, 13)
    assert "settings/auditor.toml" in files_in(tmp_path / "case.zip")
    assert run(["pack", "day", "night", "-o", "case.zip", "-q"]) == 2  # it is there already


def test_a_pack_is_not_written_over_a_log_nor_half_way(tmp_path, capsys):
    log = tmp_path / "a.log"
    shutil.copy(CLEAN, log)

    assert run(["pack", str(log), "-o", str(log), "--force"]) == 2
    assert run(["pack", str(log), "-o", str(tmp_path / "case.zip"), "--sign", "ssh:/no/such/key"]) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["a.log"]
    assert log.read_bytes() == CLEAN.read_bytes()


def test_decisions_beside_the_logs_are_told_and_not_packed(tmp_path, monkeypatch, capsys):
    shutil.copy(CLEAN, tmp_path / "a.log")
    ledger = tmp_path / "decisions.toml"
    ledger.touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody is trusted"))

    assert "ledger/decisions.toml" not in files_in(packed(tmp_path / "case.zip", str(tmp_path / "a.log")))
    said = f"auditor: {ledger} not applied; 'auditor trust DIR' or --decisions FILE applies it\n"
    assert capsys.readouterr().err == said


# ---- changed by accident ----


def test_a_change_of_any_file_is_found(signed, tmp_path):
    files = files_in(signed)
    for name, content in files.items():
        damaged = written({**files, name: content + b"\n"}, tmp_path / "case.zip")
        found = checked(damaged)

        assert (found.status, found.whole) == (3, False), name
        told = [found.signature.words] if name == SSH_SIGNATURE else found.faults
        assert any(name in fault for fault in told), name


def test_a_file_that_is_missing_added_or_elsewhere_is_found(case, tmp_path):
    files = files_in(case)
    for name in files:
        rest = {other: content for other, content in files.items() if other != name}
        assert checked(written(rest, tmp_path / "case.zip")).status == 3, name
    for name in ("notes.txt", "logs/b.log", "manifest.json.bak"):
        found = checked(written({**files, name: b"log 1\n"}, tmp_path / "case.zip"))
        assert found.faults == [f"{name}: not in the manifest"]
    turned = dict([(MANIFEST, files[MANIFEST]), *[one for one in reversed(files.items()) if one[0] != MANIFEST]])
    assert checked(written(turned, tmp_path / "case.zip")).status == 3


def test_no_flipped_byte_leaves_a_pack_whole(signed, tmp_path):
    """Be it in a file, in a header, in the signature, or in the directory at the end of the zip file."""
    content = signed.read_bytes()
    with zipfile.ZipFile(signed) as archive:
        heads = [entry.header_offset for entry in archive.infolist()]
        directory = archive.start_dir
    chance = random.Random(7)
    places = {*chance.sample(range(len(content)), 60), *range(len(content) - 22, len(content))}
    places |= {head + chance.randrange(30) for head in heads}
    places |= {chance.randrange(heads[1], heads[2]) for _ in range(30)}  # the signature
    places |= {chance.randrange(directory, len(content)) for _ in range(100)}
    path = tmp_path / "case.zip"
    for place in sorted(places):
        flipped = bytearray(content)
        flipped[place] ^= 1 << chance.randrange(8)
        path.write_bytes(flipped)
        found = checked(path)
        assert (found.whole, found.status) == (False, 3), place


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda content: content + b"\0", id="a byte after it"),
        pytest.param(lambda content: b"#!/bin/sh\n" + content, id="words before it"),
        pytest.param(lambda content: content[:-1], id="the last byte lost"),
        pytest.param(lambda content: content[: len(content) // 2], id="half of it"),
        pytest.param(lambda content: b"", id="nothing"),
    ],
)
def test_a_zip_file_with_more_or_less_in_it_is_not_whole(case, tmp_path, change):
    path = tmp_path / "case.zip"
    path.write_bytes(change(case.read_bytes()))

    assert checked(path).status == 3


def test_a_pack_zipped_by_another_program_is_not_whole(case, tmp_path):
    files = files_in(case)
    for kind in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        with zipfile.ZipFile(tmp_path / "case.zip", "w", kind) as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        assert checked(tmp_path / "case.zip").status == 3


def test_a_name_that_is_there_twice_or_leads_out_is_refused(case, tmp_path):
    files = files_in(case)
    for name in ("LOGS/Manila-Night.log", "../a.log", "/a.log", "C:/a.log", "logs/../a.log", "logs/a\\b.log", "a/./b"):
        found = checked(written({**files, name: b""}, tmp_path / "case.zip"))
        assert (found.status, found.manifest) == (3, None), name


# ---- changed on purpose: all hashes fit ----


def report_with(files, change):
    report = json.loads(files["report.json"])
    change(report)
    files["report.json"] = json.dumps(report).encode()


def test_a_finding_taken_out_of_the_report_comes_out_as_new(case, tmp_path, capsys):
    pack = forged(
        case, tmp_path / "case.zip", lambda files, _: report_with(files, lambda report: report["findings"].pop(1))
    )

    assert run(["verify", str(pack), "--format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["whole"], told["same"]) == (True, False)
    assert [(one["clause"], one["line"]) for one in told["by_installed"]["new"]] == [("10.2", 275)]
    assert (told["by_installed"]["same"], told["by_installed"]["gone"]) == (6, [])


def test_a_finding_made_up_or_made_graver_is_found(case, tmp_path):
    def change(report):
        extra = {**report["findings"][0], "fingerprint": "0" * 20}
        report["findings"][4]["severity"] = "breach"
        report["findings"].append(extra)

    found = checked(forged(case, tmp_path / "case.zip", lambda files, _: report_with(files, change)))

    assert found.status == 1
    assert [one.ref for one in found.by_installed.gone] == ["0" * 10]
    assert [(one.clause, one.fields) for one in found.by_installed.changed] == [("16.3", ("severity",))]


@pytest.mark.parametrize("name", ["report.txt", "report.html", "README.txt"])
def test_a_page_for_people_that_says_something_else_is_found(case, tmp_path, name):
    pack = forged(case, tmp_path / "case.zip", lambda files, _: files.update({name: b"No fault found.\n"}))

    found = checked(pack)

    assert (found.status, found.other_reports, found.by_installed.alike) == (1, [name], True)


def test_a_pack_of_another_version_may_have_other_words_and_that_is_told(case, tmp_path, capsys):
    def change(files, manifest):
        manifest["auditor"] = "0.0.9"
        files["report.html"] = b"another page"
        report_with(files, lambda report: report["findings"][0].update(message="in other words"))

    assert run(["verify", str(forged(case, tmp_path / "case.zip", change))]) == 0

    told = " ".join(capsys.readouterr().out.split())
    assert "Packed by auditor 0.0.9" in told
    assert "7 the same, 0 changed, 0 new and 0 gone; 1 of the same in other words" in told
    assert told.endswith("the same findings come out. What its pages for people say was not compared.")


def test_a_log_changed_with_its_hash_is_judged_as_it_is_now(case, tmp_path):
    def change(files, _):
        files[LOG] = files[LOG].replace(b"Italian", b"English")

    found = checked(forged(case, tmp_path / "case.zip", change))

    assert (found.whole, found.status) == (True, 1)
    assert found.by_installed.reading == [LOG]


def test_rulebook_data_that_hide_a_fault_do_not_hide_it_from_the_installed_ones(case, tmp_path, capsys):
    """The forger lets nine raises through in the rulebook of the pack, and takes the finding out of the report."""

    def change(files, _):
        assert b"raises = { most = 3, clause" in files[RULES]
        files[RULES] = files[RULES].replace(b"raises = { most = 3, clause", b"raises = { most = 9, clause")
        report_with(files, lambda report: report["findings"].pop(1))

    assert run(["verify", str(forged(case, tmp_path / "case.zip", change))]) == 1

    told = " ".join(capsys.readouterr().out.split())
    assert f"other data than those of this auditor in {RULES}" in told
    assert "act/canberra-manila (s94) has changed since: 10.2, 10.3 and 10.4" in told
    assert "By its data 6 the same, 0 changed, 0 new and 0 gone" in told
    assert "By ours 6 the same, 0 changed, 1 new and 0 gone" in told


EARLIER = """
import sys
from pathlib import Path
from auditor.storage.bundled_files import use_rulesets
use_rulesets(Path(sys.argv[1]), Path(sys.argv[1]) / 'none')
from auditor.cli.app import run
sys.exit(run(sys.argv[2:]))
"""


def packed_earlier(tmp_path, was, now):
    """A pack by an auditor whose rulebook has other words somewhere."""
    rulesets = tmp_path / "rulesets"
    shutil.copytree(ROOT / "rulesets", rulesets)
    book = rulesets / "act" / "canberra-manila.toml"
    text = book.read_text(encoding="utf-8")
    assert now in text
    book.write_text(text.replace(now, was, 1), encoding="utf-8")
    words = ["pack", str(NIGHT), "-o", str(tmp_path / "case.zip"), "--isolated", "--quiet"]
    subprocess.run(
        [sys.executable, "-c", EARLIER, str(rulesets), *words], env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True
    )
    return tmp_path / "case.zip"


def test_a_rulebook_that_was_reworded_since_gives_the_same(tmp_path):
    found = checked(packed_earlier(tmp_path, "# Rows, such as", "# A row such as"))

    assert (found.rules_changed, found.by_pack.alike, found.by_installed.alike) == ([RULES], True, True)
    assert [words.rpartition(": ")[2] for words in found.rulebooks_changed] == ["no clause and no figure of it"]
    assert (found.other_reports, found.status) == ([], 0)


def test_a_rulebook_that_was_changed_since_is_told_with_the_clause(tmp_path):
    found = checked(packed_earlier(tmp_path, "raises = { most = 9, clause", "raises = { most = 3, clause"))

    assert (found.by_pack.alike, found.by_pack.same, found.other_reports) == (True, 6, [])
    assert [one.clause for one in found.by_installed.new] == ["10.2"]
    assert [words.rpartition(": ")[2] for words in found.rulebooks_changed] == ["10.2"]
    assert found.status == 1


@pytest.mark.parametrize(
    "rules", ["/etc/hosts.toml", "../../secret.toml", "house/1/../../x.toml", "house/1/there-is-none.toml", "act/../x"]
)
def test_a_manifest_names_no_file_outside_of_the_pack(case, tmp_path, rules):
    def change(_, manifest):
        manifest["options"]["rules"] = rules

    found = checked(forged(case, tmp_path / "case.zip", change))

    assert (found.status, found.by_installed) == (3, None)


@pytest.mark.parametrize("key", ["extends", "of", "like"])
def test_rulebook_data_name_no_file_outside_of_the_pack(case, tmp_path, key):
    secret = tmp_path / "secret.toml"
    secret.write_text("this is no TOML, and an error would quote it")

    def change(files, manifest):
        files["house/1/own.toml"] = f'{key} = "{secret}"\n'.encode()
        manifest["options"]["rules"] = "house/1/own.toml"

    found = checked(forged(case, tmp_path / "case.zip", change))

    assert (found.status, found.by_installed) == (3, None)
    assert "leads out of its folder" in found.faults[0]


def test_a_log_that_the_manifest_does_not_have_judged_is_found(case, tmp_path):
    found = checked(
        forged(case, tmp_path / "case.zip", lambda files, _: files.update({"logs/b.log": CLEAN.read_bytes()}))
    )

    assert found.faults == ["manifest.json: logs/b.log is not both a file and a log"]


@pytest.mark.parametrize(
    "manifest",
    [b"", b"{}", b"[]", b"[" * 100_000, b"\xff", b'{"schema": "auditor/pack/2"}', b'{"schema": "auditor/pack/1"}'],
)
def test_a_manifest_that_is_none_is_refused(case, tmp_path, manifest):
    found = checked(written({**files_in(case), MANIFEST: manifest}, tmp_path / "case.zip"))

    assert (found.status, found.manifest, len(found.faults)) == (3, None, 1)
    assert found.faults[0].startswith("manifest.json: ")


def test_what_is_no_pack_is_told(tmp_path, capsys):
    assert run(["verify", str(tmp_path / "none.zip")]) == 2
    assert run(["verify", str(NIGHT)]) == 3
    assert "NOT WHOLE" in capsys.readouterr().out


def test_the_choices_of_whoever_packed_are_told(tmp_path, capsys):
    pack = packed(tmp_path / "case.zip", str(NIGHT), "--ignore", "10.2", "--as-of", "1994-12-01")

    assert run(["verify", str(pack)]) == 0
    told = capsys.readouterr().out
    assert "without 10.2" in told
    assert "as of 1994-12-01" in told


# ---- signatures ----


def test_a_signature_by_a_key_that_is_allowed_is_good(key, signed, capsys):
    words = ["--allowed-signers", str(key.parent / "signers"), "--identity", "inspector@act.example"]

    assert run(["verify", str(signed), *words]) == 0
    assert "good, of inspector@act.example: ED25519 key SHA256:" in " ".join(capsys.readouterr().out.split())


def test_without_allowed_signers_it_is_said_that_nobody_is_known(signed, capsys):
    assert run(["verify", str(signed)]) == 0
    assert "who signed is not known" in " ".join(capsys.readouterr().out.split())


def test_the_same_bytes_are_signed_alike(key, signed, tmp_path):
    assert packed(tmp_path / "case.zip", str(NIGHT), "--sign", f"ssh:{key}").read_bytes() == signed.read_bytes()


def test_a_pack_that_nobody_or_somebody_else_signed_is_not_that_of_a_signer(key, case, signed, tmp_path):
    expected = Signers(key.parent / "signers", "inspector@act.example")
    other = Signers(key.parent / "signers", "croupier@act.example")
    tampered = {
        **files_in(signed),
        MANIFEST: files_in(signed)[MANIFEST].replace(b'"python": "', b'"python": "9'),
    }

    assert [checked(pack, expected).status for pack in (case, signed)] == [3, 0]
    assert checked(signed, other).status == 3
    assert checked(written(tampered, tmp_path / "case.zip")).signature.state == "bad"


def test_a_signature_for_another_purpose_is_none(key, signed, tmp_path):
    files = files_in(signed)
    command = ["ssh-keygen", "-Y", "sign", "-f", str(key), "-n", "file"]
    files[SSH_SIGNATURE] = subprocess.run(command, input=files[MANIFEST], capture_output=True, check=True).stdout

    assert checked(written(files, tmp_path / "case.zip")).signature.state == "bad"


def test_a_tool_that_is_missing_is_told(key, signed, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert run(["pack", str(CLEAN), "-o", str(tmp_path / "case.zip"), "--sign", f"ssh:{key}", "--isolated"]) == 2
    assert "ssh-keygen cannot be run: No such file" in capsys.readouterr().err
    assert run(["verify", str(signed)]) == 3
    assert "ssh-keygen cannot be run" in " ".join(capsys.readouterr().out.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["ssh:-oProxyCommand=x", "gpg:--yes", "ssh:", "pgp:x", "ssh:/no/such/key", "-x"])
def test_what_cannot_be_a_key_is_refused_before_the_work(tmp_path, name):
    assert run(["pack", str(CLEAN), "-o", str(tmp_path / "case.zip"), f"--sign={name}", "--isolated"]) == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("gpg") is None or sys.platform == "win32", reason="there is no gpg here")
def test_a_pack_is_signed_and_checked_by_gpg(tmp_path, monkeypatch):
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    monkeypatch.setenv("GNUPGHOME", str(home))
    quick = [
        "gpg",
        "--batch",
        "--passphrase",
        "",
        "--quick-generate-key",
        "Inspector <inspector@act.example>",
        "ed25519",
    ]
    if subprocess.run([*quick, "sign"], capture_output=True, check=False).returncode:
        pytest.skip("gpg makes no key here")
    listed = subprocess.run(["gpg", "--list-keys", "--with-colons"], capture_output=True, text=True, check=True).stdout
    fingerprint = next(line for line in listed.splitlines() if line.startswith("fpr:")).split(":")[9]

    pack = packed(tmp_path / "case.zip", str(NIGHT), "--sign", "gpg")

    assert checked(pack, Signers(None, fingerprint)).signature.state == "good"
    assert checked(pack).signature.state == "signer-unknown"
    assert checked(pack, Signers(None, "0" * 40)).status == 3
    monkeypatch.setenv("GNUPGHOME", str(tmp_path))
    assert checked(pack).status == 3  # nobody here knows the key
    monkeypatch.setenv("GNUPGHOME", str(home))
    subprocess.run(["gpgconf", "--kill", "all"], capture_output=True, check=False)


# ---- names ----


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("/etc/passwd", "etc/passwd"),
        ("..\\..\\a.log", "a.log"),
        ("C:\\a.log", "C_/a.log"),
        ("con.log", "_con.log"),
        (".hidden", "_.hidden"),
        ("a. ", "a"),
        ("", "_"),
        ("\u202egol.a", "_gol.a"),
    ],
)
def test_a_name_leads_nowhere(name, safe):
    assert safe_name(name) == safe
    assert is_safe(safe)


def test_safe_names_stay_as_they_are_and_no_two_are_alike():
    chance = random.Random(3)
    letters = "aAß. -_/\\:\0\u0301é~*con1"
    names = UniqueNames()
    made = [names("".join(chance.choices(letters, k=chance.randrange(12)))) for _ in range(3000)]

    assert [name for name in made if not is_safe(name)] == []
    assert len({name.casefold() for name in made}) == len(made)


def test_a_report_of_the_old_schema_is_compared_by_the_places_of_its_findings():
    """The old names had no night, so that no finding has the name that it had."""
    now = json.loads(audit_text((SAMPLES / "sessions" / "manila-night.log").read_text(encoding="utf-8")).report("json"))
    before = json.loads(json.dumps(now)) | {"schema": "auditor/report/1"}
    for number, one in enumerate(before["findings"]):
        one["fingerprint"] = f"{number:020}"
    before["findings"][0]["severity"] = "advisory"

    found = compare_reports(before, now, same_version=False)

    assert (found.same, len(found.changed), found.new, found.gone) == (len(now["findings"]) - 1, 1, [], [])
