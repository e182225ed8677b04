"""The grammar of the table log: strict, told the same by every reader of it, and quickly at hand."""

import contextlib
import os
import random
import re
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import get_args

import lark
import pytest

from auditor.logs.blocks import Block
from auditor.logs.files.decoding import open_path
from auditor.logs.table_log import diagnostics
from auditor.logs.table_log.grammar import build, load_grammar
from auditor.logs.table_log.reader import LineLexer, blocks, lexer, read_block
from auditor.logs.table_log.statements import MAKERS
from auditor.storage.bundled_files import folder
from auditor.vocabulary import events
from auditor.vocabulary.errors import Unreadable

GRAMMAR = folder("grammars") / "table_log.lark"
STARTS = ["table", "between", "hand"]
SAMPLES = sorted(folder("samples").rglob("*.log"))

STRICT = """
import sys, interegular, lark
lark.Lark(open(sys.argv[1], encoding="utf-8").read(), parser="lalr", start=sys.argv[2:], strict=True)
print("strict with lark", lark.__version__)
"""


def test_the_grammar_is_strict(tmp_path):
    """No two terminals match the same text, no rule is in doubt.

    Lark looks for such collisions with `interegular`. Merely installed it slows every grammar build tenfold, so it gets
    an environment of its own.
    """
    python = tmp_path / "strict" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", python]
    venv.create(tmp_path / "strict", symlinks=os.name != "nt")
    wanted = [f"lark=={lark.__version__}", "interegular"]
    installed = subprocess.run([*pip, "install", "--no-compile", *wanted], capture_output=True, text=True)
    if installed.returncode:
        pytest.fail(f"this test installs lark and interegular from a package index, and could not:\n{installed.stderr}")

    built = subprocess.run([python, "-c", STRICT, GRAMMAR, *STARTS], capture_output=True, text=True)

    assert (built.stdout.strip(), built.stderr) == (f"strict with lark {lark.__version__}", "")


@pytest.fixture(scope="module")
def stock() -> lark.Lark:
    """Lark with the lexer it comes with."""
    return lark.Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", start=STARTS)


def cut(path: Path) -> list[Block]:
    return [block for block in blocks(open_path(path, path.name).chunks()) if block.text.strip()]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_stock_lexer_reads_every_hand_of_the_samples_too(path, stock):
    for block in cut(path):
        said = [line for line in (text.split("#")[0].strip() for text in block.text.split("\n")) if line]
        tree = stock.parse(block.text, start=block.kind)

        assert [token.type for token in tree.children] == [statement_of(event) for event in read_block(block)], said[0]


def statement_of(event: events.Event) -> str:
    """The statement that an event was read from; where several make the same kind, by what they say."""
    names = [name for name, (kind, _) in MAKERS.items() if kind is type(event)]
    if len(names) == 1:
        return names[0]
    match event:
        case events.Agreement():
            if event.unopposed or event.withheld is not None:
                return "NOT_OBJECTED" if event.unopposed else "NOT_AGREED"
            return "AGREED" if event.objector is None else "OBJECTED"
        case events.Declared():
            return "SEATS" if event.what == "seats" else "DECLARE"
        case events.Looks():
            return "LOOKS" if event.looked else "NOT_LOOKED"
        case events.Tapped():
            return "TAP" if event.done else "NO_TAP"
        case events.CommissionDeclared():
            return "FEE" if event.percent is None else "COMMISSION" if event.percent else "NIL"
        case events.Procedure():
            if event.what == "cut":
                return "NO_CUT"
            if event.what in events.ACTS:
                return "NO_STEP"
            return "PROCEDURE" if event.to is None else "DEALER_CHANGE"
        case events.DealFault():
            return {"misdirected": "MISDIRECT", "left-out": "LEAVE_OUT", "extra": "EXTRA", "exposed": "EXPOSE"}[
                event.kind
            ]
        case events.Discards():
            return "DISCARD" if event.count else "STAND"
        case events.Replaced():
            return "NEW_SETUP" if event.setup else "REPLACE"
        case events.Announced():
            return "ANNOUNCE_WINNER" if event.winners else "ANNOUNCE_POT"
    raise AssertionError(f"{event} comes from one of {names}")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("hand 1\n  Ann flods\nend", id="an unknown verb"),
        pytest.param("hand 1\n  Ann folds\n  seat 1 Ann\nend", id="a seat too late"),
        pytest.param("hand 1\n  rules act/canberra-manila\nend", id="a setting inside a hand"),
        pytest.param("hand 1\n  Ann folds\n", id="no end"),
    ],
)
def test_neither_lexer_reads_what_is_no_hand(text, stock):
    with pytest.raises(lark.UnexpectedInput):
        stock.parse(text, start="hand")
    with pytest.raises(Unreadable):
        read_block(Block("hand", text, 1, 1))


def refused(parser: lark.Lark, kind: str, order: list[str]) -> int | None:
    """The place at which Lark's own parser refuses an order of terminals."""
    state = parser.parse_interactive(start=kind)
    for place, name in enumerate(order):
        try:
            state.feed_token(lark.Token(name, ""))
        except lark.UnexpectedToken:
            return place
    try:
        state.feed_eof()
    except lark.UnexpectedToken:
        return len(order)
    return None


@pytest.mark.parametrize("name", sorted(path.stem for path in GRAMMAR.parent.glob("*.lark")))
def test_what_is_stored_of_a_grammar_accepts_the_orders_that_lark_accepts(name):
    """It tells the same place of a wrong line, too. Orders are walks along what may come, with wrong steps at times."""
    starts = STARTS if name == GRAMMAR.stem else ["hand"]
    parser, stored, chance = build(name, starts), load_grammar(name, starts), random.Random(name)
    terminals = sorted(stored.patterns)
    answers = set()
    for kind in starts:
        for _ in range(60):
            order, state = [], parser.parse_interactive(start=kind)
            while chance.random() < 0.9:
                may_come = sorted(one for one in state.choices() if one in stored.patterns)
                order.append(chance.choice(may_come if may_come and chance.random() < 0.95 else terminals))
                with contextlib.suppress(lark.UnexpectedToken):
                    state.feed_token(lark.Token(order[-1], ""))
            for whole in (order, [*order, "END"]):
                answers.add(refused(parser, kind, whole))
                assert stored.misplaced(kind, whole) == refused(parser, kind, whole), (kind, whole)

    assert None in answers
    assert len(answers) > 3


# ---- the grammar, the statements and the events say the same ----


def terminals_of(rule: str) -> set[str]:
    """The statements a rule of the grammar lists by itself."""
    rules = build(GRAMMAR.stem, STARTS).rules
    return {one.expansion[0].name for one in rules if one.origin.name == rule and one.expansion[0].is_term}


def kinds_of(rule: str) -> set[type[events.Event]]:
    return {MAKERS[name][0] for name in terminals_of(rule)}


def test_every_statement_of_the_grammar_makes_an_event():
    stated = {name for name in diagnostics._definitions() if name.isupper() and not name.startswith("_")}

    assert set(MAKERS) <= stated
    assert {name for name in stated - set(MAKERS) if any(name in tokens for tokens in rules_text().split())} == set()


def rules_text() -> str:
    """The grammar's rules, without its terminals."""
    return re.sub(r"(?m)^(//|[A-Z_%]).*\n", "", GRAMMAR.read_text(encoding="utf-8")).replace("|", " ")


def test_events_may_stand_where_the_grammar_puts_their_statements():
    assert kinds_of("_setting") == set(events.OUTSIDE)
    assert kinds_of("_entry") | {events.Procedure} == {*events.INSIDE, events.Procedure}
    assert kinds_of("_remark") == set(events.ANYWHERE)


def test_the_steps_of_procedure_are_the_ones_events_know():
    listed = re.search(r"PROCEDURE:.*?/\((shuffle[a-z|-]+)\)/", GRAMMAR.read_text(encoding="utf-8"))

    assert {*listed[1].split("|"), *events.ACTS} == set(get_args(events.ProcedureStep))


# ---- the cache ----


@pytest.fixture
def cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "auditor"


def load() -> LineLexer:
    """The lexer as a new process gets it."""
    return lexer.__wrapped__()


def reads(built: LineLexer) -> bool:
    """Is this a lexer of the table log, with its grammar?"""
    lexed = built.read(Block("hand", "hand 1\nseat 1 Ann\nAnn folds\nend", 1, 1))
    assert built.grammar.misplaced("hand", [name for name, _, _ in lexed.runs]) is None
    return [type(event) for event in lexed.events] == [
        events.HandStarted,
        events.Seat,
        events.Fold,
        events.HandEnded,
    ]


def never_built(monkeypatch) -> None:
    def refuse(*_arguments, **_options):
        raise AssertionError("the grammar was built again")

    monkeypatch.setattr(lark.Lark, "__init__", refuse)


def test_the_second_run_finds_the_grammar_built(cache, monkeypatch):
    assert reads(load())
    never_built(monkeypatch)
    assert reads(load())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_folder_and_file_are_private(cache):
    load()

    assert cache.stat().st_mode & 0o777 == 0o700
    assert [path.stat().st_mode & 0o777 for path in cache.iterdir()] == [0o600]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@pytest.mark.parametrize("mode", [0o777, 0o770])
def test_a_folder_others_may_write_to_is_not_used(mode, cache):
    cache.mkdir()
    cache.chmod(mode)

    assert reads(load())
    assert list(cache.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such owners")
def test_another_users_cache_is_not_trusted(cache, monkeypatch):
    load()
    uid = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    never_built(monkeypatch)

    with pytest.raises(AssertionError, match="built again"):
        load()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_file_others_may_write_to_is_replaced(cache):
    load()
    (file,) = cache.iterdir()
    file.chmod(0o666)
    file.write_text("{}")

    assert reads(load())
    assert len(file.read_text()) > 1000
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name == "nt", reason="Windows seldom allows links")
def test_a_link_is_not_followed(cache, tmp_path):
    load()
    (file,) = cache.iterdir()
    elsewhere = file.rename(tmp_path / "elsewhere.json")
    file.symlink_to(elsewhere)

    assert reads(load())
    assert not file.is_symlink()


@pytest.mark.parametrize("damage", [b"", b"{}", b'{"data": {}, "memo": {}}', b"[1, 2", b"\xff\xfe\x00", b"null"])
def test_a_damaged_cache_costs_time_and_nothing_else(damage, cache, monkeypatch):
    load()
    (file,) = cache.iterdir()
    file.write_bytes(damage)

    assert reads(load())
    never_built(monkeypatch)
    assert reads(load())


@pytest.mark.parametrize("place", ["/proc/nowhere", "relative", "", "/dev/null", "\0"])
def test_where_no_cache_can_be_the_grammar_is_built(place, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(os, "environ", {**os.environ, "XDG_CACHE_HOME": place})
    monkeypatch.chdir(tmp_path)

    assert reads(load())
    assert not (tmp_path / "relative").exists()


def test_many_may_write_the_cache_at_once(cache):
    code = "from auditor.logs.table_log.reader import lexer; lexer()"
    runs = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]

    assert [run.wait() for run in runs] == [0, 0, 0, 0]
    assert len(list(cache.iterdir())) == 1
    assert reads(load())


def test_the_cache_is_faster_than_building(cache, monkeypatch):
    load()
    cached = min(timed() for _ in range(5))
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    built = min(timed() for _ in range(5))

    assert cached < 0.75 * built


def timed() -> float:
    re.purge()
    start = time.process_time()
    load()
    return time.process_time() - start
