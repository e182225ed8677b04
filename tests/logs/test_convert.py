"""Logs in other formats: what is written is read again as it was, or said to be lost, and audits to the same."""

from __future__ import annotations

import io
import os
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st
from places import CORPORA
from play.act import evening
from play.crown import evening as crown
from play.roberts.button import evening as roberts
from pokerkit import HandHistory
from pokerkit_games import GAMES, hand
from statement_lines import FORMS

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli.app import run
from auditor.logs.converting import Conversion
from auditor.logs.events_json.reader import EVENTS, event_lines
from auditor.logs.files.decoding import Source, open_path, open_stream
from auditor.logs.reader import RawHand, read
from auditor.logs.table_log.reader import lexer
from auditor.logs.table_log.write_events import STATEMENTS, statement_of
from auditor.logs.table_log.write_setup import setup_events, setup_statements
from auditor.logs.writing import TARGETS, Unwritable, target_named
from auditor.storage.bundled_files import folder
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Hand, Setup

SAMPLES = sorted(path for path in folder("samples").rglob("*.*") if path.suffix not in (".toml", ".md"))
WHOLE = [path for path in SAMPLES if path.parent.name != path.parent.parent.name and "clauses" not in path.parts]
ORIGINS = ("line", "column")


def source(text: str) -> Source:
    return open_stream(io.BytesIO(text.encode()), "log")


def bare(event: e.Event) -> tuple[object, ...]:
    """An event without its place."""
    return type(event), *[getattr(event, field.name) for field in fields(event) if field.name not in ORIGINS]


def bare_events(log: Source) -> list[tuple[object, ...]]:
    found: list[e.Event] = []
    for part in read(log):
        if isinstance(part, RawHand):
            found += part.before
            try:
                found += part.read().events
            except Unreadable:
                continue
        elif not isinstance(part, Unreadable):
            found += part.events
    return [bare(event) for event in found if not isinstance(event, e.LogStarted)]


def converted(log: Source, target: str) -> tuple[str, Conversion, list[Unreadable]]:
    conversion = Conversion(target_named(target))
    parts = list(conversion.texts(log))
    return (
        "".join(part for part in parts if isinstance(part, str)),
        conversion,
        [part for part in parts if isinstance(part, Unreadable)],
    )


def hands_of(log: Source) -> Iterator[Hand]:
    for part in read(log):
        if isinstance(part, RawHand):
            try:
                yield part.read()
            except Unreadable:
                continue


Said = dict[str, Counter[tuple[object, ...]]]


def findings(log: Source) -> Said:
    """What an audit says of each hand: clause, severity, person and money."""
    said: Said = {}
    for one in audit([log], Options()).findings:
        said.setdefault(one.hand or "", Counter())[(one.clause, one.severity, one.actor, one.money)] += 1
    return said


# ---- the table log ----


def test_every_kind_of_event_has_a_statement():
    assert set(STATEMENTS) == set(EVENTS.values())


@settings(max_examples=400)
@example('deal "0" up [??], "0" [??]')
@given(st.sampled_from(sorted(FORMS)).flatmap(lambda name: FORMS[name]))
def test_a_statement_is_read_as_the_event_it_was_written_from(line):
    if "\r" in line:  # which ends a line in a file
        reject()
    try:
        event = recognised(line)
    except Unreadable:  # a form that is right, with an amount of nothing or an empty name in it
        reject()

    assert recognised(statement_of(event)) == event


def recognised(line: str) -> e.Event:
    _group, _name, kind, _column, values = lexer().recognise(line, 1)
    return kind(0, 0, *values)


@given(st.text(min_size=1, max_size=30))
def test_any_name_can_be_written(name):
    line = statement_of(e.Fold(0, 0, name))

    assert "\n" not in line
    assert recognised(line).player.strip()  # a blank name becomes one that is seen


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_sample_says_the_same_as_a_table_log(path):
    text, conversion, missing = converted(open_path(path, "log"), "table-log")

    told = [one for one in bare_events(source(text)) if "the record leaves open" not in repr(one)]  # which is added
    assert told == bare_events(open_path(path, "log"))
    assert not conversion.lost
    assert all(one.reason for one in missing)


def test_what_a_record_leaves_open_accuses_nobody_in_a_table_log_either():
    """A tie paid unequally, but for the two dollars that nobody called: in PHH nobody can tell whether they count."""
    actions = "'p3 cbr 100', 'p1 f', 'p2 cbr 102', 'd db 2h7d9c', 'd db Kd', 'd db 3d', 'p2 sm KhQh', 'p3 sm KcQc'"
    deals = "'d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????'"
    phh = (
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [2, 4, 0]\nmin_bet = 4\nhand = 1\n"
        f"starting_stacks = [400, 400, 100]\nactions = [{deals}, {actions}]\n"
        "players = ['Ann', 'Ben', 'Cam']\nwinnings = [0, 106, 96]\ncurrency_symbol = '$'\n"
    )
    text, _, _ = converted(source(phh), "table-log")

    assert "remark unknown-act" in text
    assert [one.severity.word for one in audit([source(text)], Options()).findings] == ["advisory"]


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_a_sample_audits_to_the_same_findings_as_a_table_log(path):
    text, _, _ = converted(open_path(path, "log"), "table-log")

    assert findings(source(text)) == findings(open_path(path, "log"))


GENERATED = {
    "manila": next(evening.logs(7, 12)),
    "draw": next(evening.logs(7, 12, game="draw")),
    "crown": crown.log(7, "omaha", "full-pot"),
    "roberts": roberts.log(7, "holdem", "no-limit"),
    "tournament": roberts.log(7, "omaha", "pot-limit", tournament=True),
}


@pytest.mark.parametrize("text", GENERATED.values(), ids=GENERATED)
def test_a_generated_evening_says_the_same_written_again(text):
    again, conversion, missing = converted(source(text), "table-log")

    assert bare_events(source(again)) == bare_events(source(text))
    assert (dict(conversion.lost), missing) == ({}, [])


def test_a_table_log_reads_like_one_written_by_hand():
    events = "\n".join(event_lines(source(HAND)))

    assert converted(source(events), "table-log")[0] == HAND


HAND = """log 1
table "Table 3"
  rules roberts/holdem
  limit no-limit
  blinds $1, $2

hand 7 at 21:40 on 2024-05-01
  seat 1 Ann $1,000.50
  seat 2 "ben" $200
  seat 5 "Cam (host)"
  seat 6 "q\\"\\\\" $5 out
  button 5
  Ann blind $1
  "ben" blind $2
  deal Ann [As Kd], "ben" [?? ??], "Cam (host)" [7c 7d]
  "Cam (host)" raises $4 to $6
  Ann raises -$1 to $5 all in
  "ben" raises putting in $10 saying raise in chips $5, $5
  "Cam (host)" folds
  incident language by supervisor to Ann "said \\"no\\""
  return $6 to "ben"
  pot $19 commission $1
  "ben" wins $18 from main pot
end

"""


@pytest.mark.parametrize(
    ("events", "lost"),
    [
        pytest.param([e.Remark(1, 1, "chat", "a\nb")], "line breaks in names and remarks", id="line break"),
        pytest.param([e.Fold(1, 1, "  ")], "names of nothing but blanks", id="blank name"),
        pytest.param([e.Fold(1, 1, "e\u0301")], "letters that are put together of several", id="accent"),
    ],
)
def test_what_the_table_log_spells_otherwise_is_said(events, lost):
    hand = Hand(Setup(), e.HandStarted(1, 1, "1", None, None), [e.HandStarted(1, 1, "1", None, None), *events])

    assert target_named("table-log").writer.text_of(hand, 1).lost == (lost,)


def test_a_hand_number_no_log_can_have_is_spelt_otherwise():
    header = e.HandStarted(1, 1, "Nr. 7 (late)", None, None)

    written = target_named("table-log").writer.text_of(Hand(Setup(), header, [header, e.HandEnded(1, 1)]), 1)

    assert written.text == "hand Nr.-7-late-\nend\n\n"
    assert written.lost == ("hand numbers as they were written",)


# ---- the set-up ----


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.name)
def test_a_set_up_is_made_up_again_from_its_statements(path):
    setups = {str(setup_statements(one.setup)): one.setup for one in hands_of(open_path(path, "log"))}

    for told, setup in setups.items():
        assert str(setup_statements(Setup().after_all(setup_events(setup)))) == told


# ---- PHH ----


def written(log: Source, target: str) -> tuple[str, dict[str, tuple[str, ...]]]:
    """All hands that the format can hold, and what is lost of each."""
    texts: list[str] = []
    lost: dict[str, tuple[str, ...]] = {}
    for one in hands_of(log):
        try:
            text = target_named(target).writer.text_of(one, len(texts) + 1)
        except Unwritable:
            continue
        texts.append(text.text)
        lost[one.number] = text.lost
    return "".join(texts), lost


def differences(path: Path, target: str) -> tuple[int, list[str]]:
    """How many hands another format holds whole, and those of them that audit to other findings there."""
    text, lost = written(open_path(path, "log"), target)
    whole = [number for number, missing in lost.items() if not missing]
    if not whole:
        return 0, []
    before, after = findings(open_path(path, "log")), findings(source(text))
    return len(whole), [number for number in whole if before.get(number) != after.get(number)]


@pytest.mark.parametrize("target", ["phh", "ohh"])
def test_whatever_is_written_whole_audits_to_the_same_findings(target):
    outcomes = [differences(path, target) for path in WHOLE]

    assert [others for _, others in outcomes if others] == []
    assert sum(whole for whole, _ in outcomes) >= 10


@pytest.mark.parametrize("target", ["phh", "ohh"])
@pytest.mark.skipif(not CORPORA.is_dir(), reason="real hands are not part of the project")
def test_real_hands_written_whole_audit_to_the_same_findings(target):
    outcomes = {path.name: differences(path, target) for path in selection()}

    assert {name: others for name, (_, others) in outcomes.items() if others} == {}
    assert sum(whole for whole, _ in outcomes.values()) >= 20


def selection() -> Iterator[Path]:
    """Some real logs of each room, and some of each collection of PHH."""
    for room in sorted({path.parent for path in CORPORA.rglob("*") if path.is_file()}):
        files = sorted(path for path in room.iterdir() if path.is_file() and path.stat().st_size < 60_000)
        yield from files[:: max(len(files) // 8, 1)]


def replayed(text: str) -> list[int]:
    """The stacks with which PokerKit, an independent reader of the standard, leaves the players."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather not deal cards that others have thrown away
        *_, state = HandHistory.loads(text)
    return list(state.stacks)


KNOWN = [game for game in GAMES if game.title in (
    "holdem fixed", "holdem no-limit", "omaha pot-limit", "omaha-hi-lo fixed", "seven-card-stud fixed", "razz fixed",
    "seven-card-stud-hi-lo fixed", "lowball-27 no-limit", "lowball-27 fixed three draws", "badugi fixed three draws",
    "short-deck no-limit",
)]  # fmt: skip


@pytest.mark.parametrize("game", KNOWN, ids=lambda game: game.title)
def test_what_pokerkit_played_it_replays_from_what_is_written(game):
    for seed in range(12):
        text = hand(game, seed).text
        (one,) = hands_of(source(text))
        phh = target_named("phh").writer.text_of(one, 0).text
        ends = [int(word) for word in phh.partition("finishing_stacks = [")[2].partition("]")[0].split(", ")]

        assert replayed(phh) == ends, phh


def test_every_variant_of_the_standard_is_written():
    assert len(KNOWN) == len(HandHistory.game_types)


def test_a_hand_is_written_as_the_standard_says():
    (one,) = hands_of(source(HEADS_UP))

    written = target_named("phh").writer.text_of(one, 0)

    assert written.text == PHH
    assert written.lost == ()


HEADS_UP = """table "O'Neil's"
  records play-only
  rules roberts/holdem
  limit no-limit
  blinds $0.50, $1
  minimum $1

hand 12 at 09:05 on 2024-05-01
  seat 3 Ann $100
  seat 8 "it's \\"me\\"" $80.50
  button 3
  Ann blind $0.50
  "it's \\"me\\"" blind $1
  deal Ann [As Kd]
  deal "it's \\"me\\"" [?? ??]
  Ann raises $2 to $3
  "it's \\"me\\"" calls $2
  communal [2c 7d Jh]
  "it's \\"me\\"" checks
  Ann bets $4
  "it's \\"me\\"" folds
  return $4 to Ann
  pot $6 commission $0
  Ann wins $6
end
"""
PHH = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.50, 1]
min_bet = 1
starting_stacks = [80.50, 100]
actions = ['d dh p1 ????', 'd dh p2 AsKd', 'p2 cbr 3', 'p1 cc', 'd db 2c7dJh', 'p1 cc', 'p2 cbr 4', 'p1 f']
time = 09:05:00
day = 1
month = 5
year = 2024
hand = 12
seats = [8, 3]
table = "O'Neil's"
players = ["it's \\"me\\"", 'Ann']
finishing_stacks = [77.50, 103]

"""


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(("limit no-limit", "limit pot-limit"), "no variant for the game of roberts/holdem", id="game"),
        pytest.param(("Ann raises $2 to $3", "Ann calls $0.40"), "no call of another amount", id="short call"),
        pytest.param(("Ann raises $2 to $3", "Ann checks"), "no check by somebody who has to call", id="false check"),
        pytest.param(("Ann bets $4", "Ann raises to $4"), "no raise where nothing was wagered", id="raise of nothing"),
        pytest.param(("  communal", "  misdeal\n  communal"), "no place for a misdeal", id="misdeal"),
        pytest.param(("Ann blind $0.50", "Ann kill $2"), "a forced bet of the kind 'kill'", id="kill"),
    ],
)
def test_a_hand_that_phh_would_tell_otherwise_is_not_written(change, reason):
    (one,) = hands_of(source(HEADS_UP.replace(*change)))

    with pytest.raises(Unwritable, match=reason):
        target_named("phh").writer.text_of(one, 0)


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        pytest.param(("  communal", "  burn\n  communal"), "burnt cards", id="burn"),
        pytest.param(("  button 3", "  seat 9 Eve $5 out\n  button 3"), "those who sat there", id="out"),
        pytest.param(("records play-only", "records burns"), "that procedure and conduct were noted", id="procedure"),
        pytest.param(("return $4", "return $3"), "what was handed back as uncalled", id="returned"),
        pytest.param(("pot $6", "pot $7"), "pots and commission as they were stated", id="pot"),
        pytest.param(("raises $2", "raises $3"), "by how much a raise was said to be", id="raise"),
    ],
)
def test_what_phh_has_no_place_for_is_said(change, lost):
    (one,) = hands_of(source(HEADS_UP.replace(*change)))

    assert [text for text in target_named("phh").writer.text_of(one, 0).lost if text.startswith(lost)]


def test_what_a_table_declared_is_kept_in_a_field_of_our_own():
    log = HEADS_UP.replace("minimum $1", 'minimum $1\n  chip $0.50\n  tournament "The Cup"')
    text, conversion, _ = converted(source(log), "phh")

    assert """_table_log = ['rules roberts/holdem', 'tournament "The Cup"',""" in text
    (before,), (after,) = hands_of(source(log)), hands_of(source(text))
    assert setup_statements(after.setup) == setup_statements(before.setup)
    assert not conversion.lost


def test_a_damaged_statement_in_that_field_is_told():
    text = converted(source(HEADS_UP.replace("minimum $1", "chip $0.50")), "phh")[0].replace("chip $", "chips $")

    assert [(one.hand, one.reason[:20]) for one in audit([source(text)], Options()).unread] == [
        ("1", "found 'chips', expec"),
    ]


# ---- the command ----


@pytest.fixture
def night(tmp_path) -> Path:
    path = tmp_path / "night.log"
    path.write_text(HEADS_UP, encoding="utf-8")
    return path


def convert(*words: object) -> int:
    return run(["convert", *map(str, words)])


@pytest.mark.parametrize("ending", [ending for target in TARGETS for ending in target.suffixes])
def test_there_and_back_again_a_log_says_the_same(night, tmp_path, ending):
    there, back = tmp_path / f"there{ending}", tmp_path / "back.log"

    assert (convert(night, there), convert(there, back)) == (0, 0)
    assert findings(open_path(back, "log")) == findings(open_path(night, "log"))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["night.log", there.name, "back.log"])


def test_standard_output_takes_the_format_from_an_option(night, capsys):
    assert convert(night, "-", "--to", "phh") == 0

    out, err = capsys.readouterr()
    assert out == f"[1]\n{PHH}"
    assert err == "auditor: 1 hand written as phh\n"


def test_what_is_lost_and_what_is_missing_is_told(night, capsys):
    log = HEADS_UP.replace("  communal", "  burn\n  communal")
    broken = HEADS_UP.replace("hand 12", "hand 13").replace("bets", "bits").partition("\n\n")[2]
    other = HEADS_UP.replace("hand 12", "hand 14").replace("Ann bets $4", "Ann raises to $4").partition("\n\n")[2]
    night.write_text(f"{log}\n{broken}\n{other}", encoding="utf-8")

    assert convert(night, night.with_suffix(".phhs")) == 3
    assert [line.partition("night.log:")[2] or line for line in capsys.readouterr().err.splitlines()] == [
        "40:7: hand 13: found 'bits', expected 'bets'; write 'Ann bets $4'",
        "47:1: hand 14: cannot be written: PHH has no raise where nothing was wagered",
        f"auditor: 1 hand written as phh to {night.with_suffix('.phhs')}",
        "auditor: not in phh: burnt cards (1 time)",
    ]


def test_a_file_that_is_there_is_not_written_over_unasked(night, tmp_path, capsys):
    out = tmp_path / "out.phh"
    out.write_text("precious")

    assert convert(night, out) == 2
    assert out.read_text() == "precious"
    assert "it is there already; --force writes over it" in capsys.readouterr().err
    assert convert(night, out, "--force") == 0
    assert out.read_text() == PHH


def test_the_log_itself_is_never_written_over(night, capsys):
    link = night.with_name("link.log")
    link.symlink_to(night)

    assert (convert(night, night, "--force"), convert(night, link, "--force")) == (2, 2)
    assert night.read_text(encoding="utf-8") == HEADS_UP
    assert "it is one of the logs" in capsys.readouterr().err


def test_a_file_in_which_no_hand_would_be_is_not_made(night, tmp_path):
    night.write_text(HEADS_UP.replace("limit no-limit", "limit pot-limit"), encoding="utf-8")

    assert convert(night, tmp_path / "out.phh") == 3
    assert sorted(os.listdir(tmp_path)) == ["night.log"]


def test_a_failure_leaves_what_was_there(night, tmp_path, monkeypatch):
    def fail(*_):
        raise KeyboardInterrupt

    out = tmp_path / "out.phhs"
    out.write_text("precious")
    monkeypatch.setattr(Conversion, "_written", fail)

    assert convert(night, out, "--force") == 130
    assert out.read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) == ["night.log", "out.phhs"]


def test_a_phh_file_holds_one_hand(night, tmp_path, capsys):
    second = HEADS_UP.replace("hand 12", "hand 13").partition("\n\n")[2]
    night.write_text(f"{HEADS_UP}\n{second}", encoding="utf-8")

    assert convert(night, tmp_path / "out.phh") == 3
    assert (tmp_path / "out.phh").read_text() == PHH
    assert "the file holds one hand; a collection's name ends in .phhs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["out.txt"], "the name does not tell the format; end it in .log, .phh, .phhs, .ohh or .jsonl, or give --to"),
        (["out.log", "--to", "csv"], "no format 'csv' is written, expected table-log, phh, ohh or events"),
        (["nowhere/out.log"], "no such folder"),
    ],
)
def test_a_wrong_order_is_told(night, words, reason, capsys):
    assert convert(night, *words) == 2
    assert reason in capsys.readouterr().err


def test_events_are_those_that_parse_prints(night, tmp_path):
    night.write_text(f"{HEADS_UP}\nnonsense\nhand 13\n  Ann flods\nend\n", encoding="utf-8")
    convert(night, tmp_path / "out.jsonl")

    assert (tmp_path / "out.jsonl").read_text().splitlines() == list(event_lines(open_path(night, "log")))


def test_an_unread_stretch_is_a_comment_of_the_table_log(night):
    text, _, missing = converted(source(f"{HEADS_UP}\nnonsense\n"), "table-log")

    assert [one.line for one in missing] == [27]
    assert "\n# not read, line 27: found 'nonsense', expected a statement outside of hands" in text


def test_a_hand_is_written_before_the_next_is_read():
    texts = Conversion(target_named("phh")).texts(source(HEADS_UP * 3))

    assert str(next(texts)).startswith("[1]\nvariant")


def test_a_replay_of_other_formats_is_told_in_the_words_of_a_table_log(night, tmp_path, capsys):
    out = tmp_path / "out.phh"
    convert(night, out)
    capsys.readouterr()

    assert run(["replay", str(out), "--hand", "12"]) == 0
    assert "     6  Ann raises to $3\n" in capsys.readouterr().out
