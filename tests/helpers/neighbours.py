"""What the checks say of the neighbours of the samples: the same logs after one small accident in each hand.

The samples are lawful hands, and faults that stand for a clause each. Their neighbours (`fuzzing/neighbours.py`) are
what lies around them: a wager one step too large, a name in the wrong place, a line that is missing. Nobody has said of
each what is right. So the snapshots in `tests/rules/neighbours` only hold what is said now, as a short digest for each
hand after each of some accidents, with the end of its table if it is the last one. `test_neighbours.py` compares them.
They are written by

    python tests/helpers/neighbours.py

which says in which samples how many hands changed. To read what is behind a digest:

    python tests/helpers/neighbours.py --tell samples/phh/razz.phh 'hand 1' 3
    python tests/helpers/neighbours.py --beside DIRECTORY

The first prints the third log that is made of a sample, and what is said of that hand in it. The second compares with
another checkout (`git worktree add DIRECTORY main`): it prints what is told otherwise of each hand here and there. The
promise that a change which alters a verdict on an unchanged log is listed in the changelog is kept by that: whoever
changes code and finds that digests change reads what it prints. `--more 20` compares twenty other accidents as well.

What is told of a hand is what the replay and the checks decide and nothing that comes after: the verdicts, the findings
before they are weighed against slips and other readings, what evidence is missing, what each player might do, and what
was due to whom. Which accidents a hand has was chosen by `telling_neighbours.py`; the snapshots remember their numbers.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import io
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]
    sys.path[:0] = [os.environ.get("AUDITOR_NEIGHBOURS_OF", str(Path(__file__).parents[2]))]  # the checkout to be asked

from fuzzing.neighbours import hands_in, neighbour
from places import ROOT

from auditor.auditing.engine.collector import Judged
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.judge_hand import judge
from auditor.auditing.engine.judge_session import SessionRun
from auditor.auditing.judging import bound_for
from auditor.auditing.mitigation.doubtful_hands import blinds_in_doubt
from auditor.auditing.options import Options
from auditor.auditing.tally import by_clause
from auditor.checks.explanations.account import account_of
from auditor.logs.files.decoding import opened
from auditor.logs.formats import LogFormat, format_of
from auditor.logs.reader import RawHand, read
from auditor.replay.betting.closed_options import closed
from auditor.replay.betting.options import options
from auditor.replay.cards.facing import with_exposed_cards
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import replay
from auditor.replay.session.hand_summary import SessionClosed
from auditor.replay.session.other_tables import Room
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import HandState, Player
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.events import Act, Event
from auditor.vocabulary.findings import Finding, Location
from auditor.vocabulary.hand import Aftermath

SAMPLES = ROOT / "samples"
SNAPSHOTS = ROOT / "tests" / "rules" / "neighbours"
COMMAND = "python tests/helpers/neighbours.py"
OF = "AUDITOR_NEIGHBOURS_OF"  # names the checkout whose auditor is asked
FURTHER = 1_000_000  # numbers of accidents that no snapshot has
LOGS = 8  # of the snapshot of a new sample
DIGITS = 6
ABSENT = "-" * DIGITS  # nothing was told of the hand in this log
END = "end"
UNREAD = "unread"
AT_ONCE = 3  # logs of a sample that are one test
SELDOM = 6  # every so many lines it is told why an act is closed, which takes long
OPTIONS = Options(debug=True)  # a fault of ours is not to pass for one of the log
LINE = re.compile(r"\bline ([0-9]+)")

OTHERS = (0, "others")  # what is told in a log and not of a hand that the sample has
Key = tuple[int, str]  # the number of a table in its log, and 'hand 3', 'end' or 'unread'


# ---- judged, as far as the replay and the checks do it ----


@dataclass(slots=True)
class Table:
    """What is known of a table while its log is read."""

    run: SessionRun
    gaps: int = 0
    lost: list[Event] = field(default_factory=list)
    end: tuple[Aftermath, BoundRulebook] | None = None


class Telling:
    """Judges a log and tells what is said of each of its hands."""

    def __init__(self, text: str, name: str, heard: Callable[[Key], None] | None = None) -> None:
        """Read the log to its end. Somebody may want to hear when a hand is done."""
        self.name = name
        self.heard = heard
        self.told: dict[Key, list[str]] = {}
        self.tables: dict[int, Table] = {}
        self.rooms: dict[str | None, Room] = defaultdict(Room)
        self.gaps = 0
        self.starts: list[tuple[int, str]] = []  # of hands: the line, and how it is named
        source = opened(io.BytesIO(text.encode()), name)
        try:
            format = format_of(source.head)
            for part in read(source, format, debug=True):
                self._take(part, format)
        except Unreadable as error:
            self._lose(error, (0, UNREAD))
        for number in [*self.tables]:
            self._end(number)

    def _take(self, part: RawHand | Aftermath | Unreadable, format: LogFormat) -> None:
        if isinstance(part, Unreadable):
            self._lose(part, (0, UNREAD))
        elif isinstance(part, RawHand):
            key = self._key(part.table, f"hand {part.number}")
            self.starts.append((part.line, key[1]))
            try:
                self._hand(part, key)
            except Unreadable as error:
                self._lose(error, key)
                if part.table in self.tables:
                    self.tables[part.table].lost += part.before
            if self.heard is not None:
                self.heard(key)
        elif (bound := bound_for(part, OPTIONS)) is not None:
            table = self._table(part, bound)
            table.end = part, bound
            table.lost += part.events
            if format.hands_carry_table or not part.setup.notes_table:
                self._end(part.table)

    def _key(self, table: int, name: str) -> Key:
        times = sum(number == table and known.split(" (")[0] == name for number, known in self.told)
        return table, name if not times else f"{name} ({times + 1})"

    def _lose(self, error: Unreadable, key: Key) -> None:
        self.gaps += 1
        start = self.starts[-1][0] if key[1] != UNREAD and self.starts else 0
        lines = [f"unread: {self._at(one.line)}: {self._relative(one.reason, start)}" for one in error.all()]
        self.told.setdefault(key, []).extend(lines)

    def _table(self, part: RawHand | Aftermath, bound: BoundRulebook) -> Table:
        found = self.tables.get(part.table)
        if found is None:
            run = SessionRun(bound, self.name, part.setup.table, self.rooms[part.setup.venue])
            found = self.tables[part.table] = Table(run)
        if found.gaps != self.gaps:
            found.run.lose()
            found.gaps = self.gaps
        return found

    def _hand(self, part: RawHand, key: Key) -> None:
        hand, bound = part.read(), bound_for(part, OPTIONS)
        assert bound is not None
        table = self._table(part, bound)
        judged, looking = judge(hand, bound, self.name), Looking()
        rules = bound.for_table(hand.setup).rules
        replay(with_exposed_cards(hand, rules), rules, looking)
        facts = judged.facts
        assert facts is not None
        facts.before = [*table.lost, *facts.before]
        facts.blinds_in_doubt = bool(judged.findings) and blinds_in_doubt(judged.findings, facts)
        session = table.run.take(facts, bound, lambda: None)
        told = [*self._told(bound, judged), *looking.noted, "in the session:", *self._told(bound, session)]
        self.told[key] = told
        table.lost, table.end = [], None
        if part.alone:
            table.end = Aftermath(part.setup, [], part.table), bound
            self._end(part.table)

    def _end(self, number: int) -> None:
        table = self.tables.pop(number)
        if table.end is None:
            return
        item, bound = table.end
        line = table.lost[-1].line if table.lost else 1
        judged = table.run.take(SessionClosed(line, 1, item.setup, table.lost), bound, lambda: None)
        last = next((key for key in reversed(self.told) if key[0] == number), None) or self._key(number, END)
        self.told.setdefault(last, []).extend(["at the end of the table:", *self._told(bound, judged)])
        if self.heard is not None:
            self.heard(last)

    # ---- as text ----

    def _told(self, bound: BoundRulebook, judged: Judged) -> Iterator[str]:
        for clause, verdict in by_clause(bound, judged).items():
            yield f"{verdict.name.lower()} {clause}"
        for one in judged.findings:
            yield from self._finding(one)
        for clause, what in judged.missing:
            yield f"not recorded {clause}: {what}"

    def _finding(self, one: Finding) -> Iterator[str]:
        line = one.location.line
        places = f"at {self._at(line)} by {self._places(one.evidence)} also {self._places(one.also)}"
        clauses = " ".join([one.clause, *one.read_with])
        yield f"found {clauses} {one.check} {one.severity.name} no. {one.ordinal}: {places}"
        yield f"  {one.actor.role} {one.actor.seat} {one.actor.name}; {one.round}; {one.money}; {one.about}"
        yield f"  {self._relative(one.observed, line)} | {self._relative(one.expected, line)}"

    def _places(self, those: Iterable[Location]) -> str:
        return " ".join(self._at(one.line) for one in those)

    def _at(self, line: int) -> str:
        """A line, counted from the beginning of its hand; of an earlier hand with its number."""
        begun = [(start, name) for start, name in self.starts if start <= line]
        if not begun or begun[-1] is self.starts[-1]:
            return f"{line - self.starts[-1][0]:+}" if self.starts else f"line {line}"
        return f"{begun[-1][1]} {line - begun[-1][0]:+}"

    def _relative(self, text: str, line: int) -> str:
        return LINE.sub(lambda found: f"line {int(found[1]) - line:+}", text) if "line " in text else text


class Looking(Observer):
    """Notes what each player might do, and what the settlement comes to."""

    def __init__(self) -> None:
        """Nothing is noted yet."""
        self.noted: list[str] = []

    def before_event(self, state: HandState, event: Event) -> None:
        """Note what is open to the player who acts in turn."""
        player = state.turn
        if isinstance(event, Act) and player is not None and event.player == player.name:
            line, found = event.line - state.hand.header.line, options(state)
            self.noted += [f"{line:+} {one.act} {one.clause} {one.totals} {one.bounds}" for one in found]
            if line % SELDOM == 0:
                self.noted += [f"{line:+} no {one.act} {one.clause} {one.why}" for one in closed(state, found)]

    def at_settlement(self, state: HandState, end: Settled) -> None:
        """Note what was due."""
        self.noted += due(end.settlement)


def due(done: Settlement) -> Iterator[str]:
    """What a settlement comes to."""
    yield f"{done.state}, {'right' if done.right else 'wrong'}, lacks {done.lacks}; {done.decided_by}"
    yield f"uncalled {done.uncalled}, called {done.called}, commission {done.commission_due} out {done.commission_out}"
    for pot in done.pots:
        entitled, winners, low = _names(pot.eligible), _names(pot.winners), _names(pot.low)
        yield f"pot {pot.amount} to {pot.level}, run {pot.run}: {entitled}; won by {winners}; low {low}"
    for player in done.live:
        yield f"{player.name} has {done.words(player)}, low {done.low_words(player)}"
    account = account_of(done)
    for one in account.lines:
        yield f"{one.player.name if one.player else 'house'}: {one.logged} of {one.due} on {one.base}"
    yield f"off {account.off}, lacks {account.lacks}, back {account.back is not None}"


def _names(players: Iterable[Player] | None) -> str:
    return " ".join(one.name for one in players) if players is not None else "?"


# ---- digests ----


@dataclass(slots=True)
class Snapshot:
    """The digests of a sample: for each hand some numbers of accidents, each with the digest of what is told then.

    The first number of each hand makes the first log that is judged, the second numbers the second one, and so on. The
    last row has a digest of what else is told in each of these logs.
    """

    rows: dict[Key, list[str]]  # the digests
    numbers: dict[Key, list[int]]  # of the hands

    @property
    def logs(self) -> int:
        """How many logs it is about."""
        return len(self.rows[OTHERS])

    def log(self, sample: Path, place: int) -> str:
        """One of them."""
        return neighbour(sample, [row[place] for row in self.numbers.values()][: hands_in(sample)])


def samples() -> list[Path]:
    """Every sample, whatever its format."""
    return sorted(path for path in SAMPLES.rglob("*") if path.is_file())


def snapshot_of(sample: Path) -> Path:
    """Where the snapshot of a sample lies."""
    return SNAPSHOTS / f"{sample.relative_to(SAMPLES).as_posix()}.txt"


def digests(sample: Path, known: Snapshot, place: int) -> dict[Key, str]:
    """The digests of one of the logs of a snapshot, as they are now."""
    said = Telling(known.log(sample, place), sample.name).told
    found = {key: _digest(said.pop(key)) if key in said else ABSENT for key in known.numbers}
    others = [f"{key} {line}" for key, lines in sorted(said.items()) for line in lines]
    return found | {OTHERS: _digest(others) if others else ABSENT}


def _digest(lines: list[str]) -> str:
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=DIGITS // 2).hexdigest()


def hands_of(sample: Path) -> list[Key]:
    """The hands of a sample as it stands."""
    told = Telling(sample.read_text(encoding="utf-8"), sample.name).told
    return [key for key in told if key[1].startswith("hand ")]


def snapshot(sample: Path, numbers: dict[Key, list[int]]) -> Snapshot:
    """The digests of a sample as they are now, of the accidents of these numbers."""
    found = Snapshot({key: [] for key in [*numbers, OTHERS]}, numbers)
    for place in range(max(map(len, numbers.values()), default=0)):
        for key, digest in digests(sample, found, place).items():
            found.rows[key].append(digest)
    return found


def as_text(sample: Path, snapshot: Snapshot) -> str:
    """A snapshot as it is written."""
    title = sample.relative_to(SAMPLES.parent).as_posix()
    width = max(len(name) for _, name in snapshot.rows) + 2
    lines = [f"# What is said of the neighbours of {title}: accident and digest. Written by {COMMAND}."]
    above = 0
    for (table, name), row in snapshot.rows.items():
        if table and table != above:
            lines.append(f"table {table}")
            above = table
        numbers = snapshot.numbers.get((table, name))
        told = [f"{number}:{one}" for number, one in zip(numbers, row, strict=True)] if numbers else row
        lines.append(" ".join([f"  {name:{width}}" if table else f"{name:{width + 2}}", *told]))
    return "\n".join([*lines, ""])


def parsed(text: str) -> Snapshot:
    """The snapshot that a text is."""
    found, table = Snapshot({}, {}), 0
    for line in text.splitlines()[1:]:
        if line.startswith("table "):
            table = int(line.split()[1])
            continue
        name, told = re.split("  +", line.strip(), maxsplit=1)
        pairs = [each.rpartition(":") for each in told.split()]
        key = (table, name) if line.startswith(" ") else OTHERS
        found.rows[key] = [digest for _, _, digest in pairs]
        if key != OTHERS:
            found.numbers[key] = [int(number) for number, _, _ in pairs]
    return found


def written(sample: Path) -> Snapshot | None:
    """The snapshot of a sample, if it has one."""
    path = snapshot_of(sample)
    return parsed(path.read_text(encoding="utf-8")) if path.exists() else None


def some_logs() -> list[tuple[Path, int]]:
    """Every sample with the first of some logs of its snapshot, by their place in it."""
    found = [(sample, written(sample)) for sample in samples()]
    return [(sample, first) for sample, known in found for first in range(0, known.logs if known else 1, AT_ONCE)]


def changed(sample: Path, known: Snapshot, first: int) -> list[str]:
    """The hands of a sample of which something else is said than its snapshot has, in some of its logs."""
    found = []
    for place in range(first, min(first + AT_ONCE, known.logs)):
        for (table, name), digest in digests(sample, known, place).items():
            if known.rows[table, name][place] != digest:
                found.append(
                    f"log {place + 1}: " + (f"table {table}, {name}" if table else "something beside the hands")
                )
    return found


# ---- written, told, compared ----


def write() -> None:
    """Write the snapshot of every sample anew, of the accidents that it has, and say how many hands changed."""
    for sample in samples():
        before = written(sample)
        now = snapshot(sample, numbers_for(sample, before))
        path, text = snapshot_of(sample), as_text(sample, now)
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        others = sum(before.rows.get(key) != row for key, row in now.rows.items()) if before else 0
        print(f"{sample.relative_to(SAMPLES.parent).as_posix()}:", f"{others} changed" if before else "is new")
    for path in sorted({*SNAPSHOTS.rglob("*.txt")} - {snapshot_of(sample) for sample in samples()}):
        path.unlink()
        print(f"{path.relative_to(ROOT)}: removed, there is no such sample")


def numbers_for(sample: Path, before: Snapshot | None) -> dict[Key, list[int]]:
    """The accidents of a snapshot: those that it has, and of a hand that is new the first ones."""
    first = [*range(1, 1 + (before.logs if before else LOGS))]
    known = before.numbers if before else {}
    return {key: known.get(key, first) for key in hands_of(sample)}


def tell(sample: Path, name: str, place: int) -> None:
    """Print one of the logs of a snapshot, and what is said of the hands of this name."""
    text = known_or_new(sample).log(sample, place - 1)
    print(text)
    for (table, title), lines in Telling(text, sample.name).told.items():
        if title.split(" (")[0] == name:
            print(f"table {table}, {title}:", *lines, sep="\n  ")


def known_or_new(sample: Path) -> Snapshot:
    """The snapshot of a sample or, if it has none, one without digests."""
    numbers = numbers_for(sample, None)
    return written(sample) or Snapshot({OTHERS: [ABSENT] * LOGS}, numbers)


def all_logs(more: int) -> Iterator[tuple[Path, int, str]]:
    """The logs of all snapshots, and so many more of each sample."""
    for sample in samples():
        known = known_or_new(sample)
        for place in range(known.logs):
            yield sample, place + 1, known.log(sample, place)
        for place in range(more):
            yield sample, known.logs + place + 1, neighbour(sample, [FURTHER + place] * max(1, hands_in(sample)))


def print_all(more: int) -> None:
    """Print what is told of each of these logs, a line of JSON a log."""
    for sample, _, text in all_logs(more):
        told = Telling(text, sample.name).told
        print(json.dumps([[f"table {table}, {name}", lines] for (table, name), lines in told.items()]))


def compare(other: Path, more: int) -> None:
    """Print of each hand what another checkout tells otherwise of it."""
    command = [sys.executable, __file__, "--print", "--more", str(more)]
    run = subprocess.Popen(
        command, env=os.environ | {OF: str(other.resolve()), "PYTHONPATH": ""}, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout is not None
    hands = others = 0
    for (sample, place, text), line in zip(all_logs(more), run.stdout, strict=True):
        now, before = Telling(text, sample.name).told, dict(json.loads(line))
        for (table, name), lines in now.items():
            title = f"table {table}, {name}"
            was = before.get(title, [])
            hands += 1
            if was != lines:
                others += 1
                print(f"{sample.relative_to(ROOT).as_posix()}, log {place}, {title}:")
                print(*[f"  {one}" for one in [*difflib.unified_diff(was, lines, n=0, lineterm="")][2:]], sep="\n")
    print(f"{others} of {hands} hands are told otherwise")
    if run.wait():
        sys.exit(f"{other} does not run")


def main() -> None:
    """Write the snapshots anew, or show what is behind them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tell", nargs=3, metavar=("SAMPLE", "HAND", "LOG"), help="what is behind a digest")
    parser.add_argument("--beside", type=Path, metavar="DIRECTORY", help="another checkout, to compare with")
    parser.add_argument("--more", type=int, default=0, metavar="NUMBER", help="compare so many further logs a sample")
    parser.add_argument("--print", action="store_true", help="print what is told of all: asked of the other checkout")
    options = parser.parse_args()
    if options.tell:
        sample, name, place = options.tell
        tell(Path(sample).resolve(), name, int(place))
    elif options.print:
        print_all(options.more)
    elif options.beside:
        compare(options.beside, options.more)
    else:
        write()


if __name__ == "__main__":
    sys.exit(main())
