"""The verdicts on every sample: which clauses passed, failed or were not recorded in a hand, and which never came up.

A check that passes where it should not have been asked finds nothing, so that no `# expect` of a sample notices it. The
snapshots in `tests/rules/verdicts` do: one file for each sample, compared by `test_verdicts.py` and written by

    python tests/helpers/verdicts.py

So are those in `tests/rules/findings`, which have all that is told of a fault: who is to blame, what would have been
right, the money, the lines that it rests on; and which evidence was missing. An `# expect` states only the clause and
a few words.

A snapshot of verdicts begins with those that most hands of a rulebook have, and those that most ends of its tables
have. Of every hand and every end only what differs is listed then; a clause that stands nowhere never came up.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from places import ROOT

from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.auditing.tally import by_clause
from auditor.logs.files.decoding import open_path
from auditor.storage.bundled_files import folder
from auditor.vocabulary.evidence import evidence_for
from auditor.vocabulary.findings import Finding, Money, Verdict
from auditor.vocabulary.hand import Aftermath

SAMPLES = folder("samples")
SNAPSHOTS = ROOT / "tests" / "rules" / "verdicts"
FINDINGS = ROOT / "tests" / "rules" / "findings"
COMMAND = "python tests/helpers/verdicts.py"
WIDTH = 120
SHOWN = 60  # how much of a line
WORDS = {
    Verdict.PASS: "passed",
    Verdict.FAIL: "failed",
    Verdict.NOT_RECORDED: "not recorded",
    Verdict.NOT_APPLICABLE: "never came up",
}
VERDICTS = {word: verdict for verdict, word in WORDS.items()}
END = "end"
TABLE = re.compile(r'table "(?P<table>.*)" \((?P<rules>\S+)\)')
USUAL = re.compile(r"most (?P<kind>hands|ends) \((?P<rules>\S+)\)")
OCCASION = re.compile(r"  (?P<name>hand .+|end)")
LISTED = re.compile(rf"\s+(?P<word>{'|'.join(VERDICTS)})  +(?P<clauses>\S.*)")

Verdicts = dict[str, Verdict]  # by clause; what never came up is not among them


@dataclass(slots=True, frozen=True)
class Occasion:
    """What was judged: a hand, or the end of a table."""

    table: str
    rules: str
    name: str  # 'hand 3' or 'end'
    verdicts: Verdicts

    @property
    def kind(self) -> tuple[str, str]:
        """What it is compared with: the hands of a rulebook, or the ends of its tables."""
        return self.rules, "ends" if self.name == END else "hands"


@dataclass(slots=True, frozen=True)
class Told:
    """What an audit tells beside its verdicts."""

    findings: list[Finding]
    missing: Counter[tuple[str, str, str]]  # rulebook, clause and what the log lacks, with the number of times
    lines: list[str]  # of the log


def samples() -> list[Path]:
    """Every sample, whatever its format."""
    return sorted(path for path in SAMPLES.rglob("*") if path.is_file())


def snapshot_of(sample: Path, folder: Path = SNAPSHOTS) -> Path:
    """Where the snapshot of a sample lies."""
    return folder / f"{sample.relative_to(SAMPLES).as_posix()}.txt"


def judged(sample: Path) -> tuple[list[Occasion], Told]:
    """The verdicts on a sample, table by table, and what is told of it.

    Of a hand by itself and as part of its session the worse verdict counts.
    """
    found: dict[int, list[Occasion]] = {}

    def observe(item, bound, answers) -> None:
        verdicts: Verdicts = {}
        for answer in answers:
            for clause, verdict in by_clause(bound, answer).items():
                verdicts[clause] = max(verdict, verdicts.get(clause, verdict))
        name = END if isinstance(item, Aftermath) else f"hand {item.number}"
        found.setdefault(item.table, []).append(Occasion(item.setup.table, bound.rules.id, name, verdicts))

    result = audit([open_path(sample, sample.name)], Options(), observe)
    if result.unread:
        raise ValueError(f"{sample}: line {result.unread[0].line} cannot be read: {result.unread[0].reason}")
    unknown = sorted(text for _, _, text in result.missing if evidence_for(text) is None)
    if unknown:
        raise ValueError(f"{sample}: auditor/vocabulary/evidence.py does not tell how to record {unknown}")
    lines = sample.read_bytes().decode("utf-8", "replace").split("\n")
    told = Told(list(result.findings), result.missing, lines)
    return [one for occasions in found.values() for one in occasions], told


# ---- as text ----


def findings_text(title: str, told: Told) -> str:
    """A snapshot of what was found, each finding after the place and the person, and of the evidence that is missing.

    A finding is at a line, whose beginning is given; other lines are counted from there.
    """
    lines = [f"# What is found in {title}, written by {COMMAND}."]
    for one in told.findings:
        place = f"hand {one.hand}" if one.hand is not None else END
        rests_on = " ".join(f"{each.line - one.location.line:+}" for each in one.evidence)
        about = [f'table "{one.table}", {place}', one.round, str(one.actor), _money(one.money), rests_on, one.about]
        said = re.sub(r"\bline ([0-9]+)", lambda at, one=one: f"line {int(at[1]) - one.location.line:+}", one.message)
        lines += ["", "; ".join(filter(None, about)), f"  {said}"]
        lines += [f"  check {one.check}, clauses {' '.join([one.clause, *one.read_with])}, no. {one.ordinal}"]
        lines += [f"  at: {told.lines[one.location.line - 1].split('#')[0].strip()[:SHOWN]}".rstrip()]
    lacks = [f"  {rules} {clause}: {text} ({times})" for (rules, clause, text), times in sorted(told.missing.items())]
    return "\n".join([*lines, *(["", "not recorded:"] if lacks else []), *lacks, ""])


def _money(money: Money | None) -> str | None:
    if money is None:
        return None
    persons = (f"to {money.owed_to}" if money.owed_to else "", f"by {money.owed_by}" if money.owed_by else "")
    return " ".join(["owed:", str(money.amount), *filter(None, persons)])


def text(title: str, occasions: list[Occasion]) -> str:
    """A snapshot."""
    return "\n".join([*_lines(title, occasions), ""])


def _lines(title: str, occasions: list[Occasion]) -> Iterator[str]:
    usual = _usual(occasions)
    yield f"# The verdicts on {title}, written by {COMMAND}. What is not listed never came up."
    for (rules, kind), verdicts in usual.items():
        if not verdicts:
            continue
        yield ""
        yield f"most {kind} ({rules})"
        yield from _listed(verdicts, "  ")
    above: tuple[str, str] | None = None
    for one in occasions:
        if (one.table, one.rules) != above:
            yield ""
            yield f'table "{one.table}" ({one.rules})'
        above = None if one.name == END else (one.table, one.rules)
        yield f"  {one.name}"
        yield from _listed(_differing(one.verdicts, usual[one.kind]), "    ")


def _usual(occasions: Iterable[Occasion]) -> dict[tuple[str, str], Verdicts]:
    """The verdicts that more than half of the hands of a rulebook have, or of the ends of its tables."""
    times = Counter(one.kind for one in occasions)
    given = Counter((one.kind, clause, verdict) for one in occasions for clause, verdict in one.verdicts.items())
    usual: dict[tuple[str, str], Verdicts] = {kind: {} for kind in times}
    for (kind, clause, verdict), count in given.items():
        if 2 * count > times[kind]:
            usual[kind][clause] = verdict
    return usual


def _differing(verdicts: Verdicts, usual: Verdicts) -> Verdicts:
    """The verdicts that are not the usual ones; of the usual ones that are missing, that they never came up."""
    absent = dict.fromkeys(usual.keys() - verdicts.keys(), Verdict.NOT_APPLICABLE)
    return {clause: verdict for clause, verdict in verdicts.items() if usual.get(clause) != verdict} | absent


def _listed(verdicts: Verdicts, indent: str) -> Iterator[str]:
    for verdict, word in WORDS.items():
        clauses = sorted((clause for clause, its in verdicts.items() if its == verdict), key=_in_order)
        if clauses:
            head = f"{indent}{word:<14} "
            yield from textwrap.wrap(
                " ".join(clauses),
                WIDTH,
                initial_indent=head,
                subsequent_indent=" " * len(head),
                break_long_words=False,
                break_on_hyphens=False,
            )


def _in_order(clause: str) -> list[tuple[int, str]]:
    """Clauses by their numbers, 10.2 after 9.1."""
    return [(int(part or 0), word) for part, word in re.findall(r"([0-9]*)([^0-9]*)", clause)]


def parsed(text: str) -> list[Occasion]:
    """The verdicts that a snapshot states."""
    usual: dict[tuple[str, str], Verdicts] = {}
    found: list[Occasion] = []
    table = rules = ""
    verdicts: Verdicts = {}
    for line in _unwrapped(text):
        if head := USUAL.fullmatch(line):
            verdicts = usual[head["rules"], head["kind"]] = {}
        elif head := TABLE.fullmatch(line):
            table, rules = head["table"], head["rules"]
        elif listed := LISTED.fullmatch(line):
            verdicts |= dict.fromkeys(listed["clauses"].split(), VERDICTS[listed["word"]])
        elif named := OCCASION.fullmatch(line):
            one = Occasion(table, rules, named["name"], {})
            verdicts = one.verdicts
            verdicts |= usual.get(one.kind, {})
            found.append(one)
        else:
            raise ValueError(f"not a line of a snapshot: {line!r}")
    return [Occasion(one.table, one.rules, one.name, _that_came_up(one.verdicts)) for one in found]


def _that_came_up(verdicts: Verdicts) -> Verdicts:
    return {clause: verdict for clause, verdict in verdicts.items() if verdict != Verdict.NOT_APPLICABLE}


def _unwrapped(text: str) -> list[str]:
    """The lines of a snapshot, those that were wrapped as one, without remarks and empty ones."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(" " * 12):
            lines[-1] += f" {line.strip()}"
        elif line and not line.startswith("#"):
            lines.append(line)
    return lines


# ---- compared ----


def changes(before: list[Occasion], now: list[Occasion]) -> list[str]:
    """What changed between two lists of verdicts, in words, in the order of the log."""
    old, new = _by_name(before), _by_name(now)
    found = [f"{name}: is no longer judged" for name in old if name not in new]
    for name, verdicts in new.items():
        if name not in old:
            found.append(f"{name}: was not judged before")
            continue
        for clause in sorted(old[name].keys() | verdicts.keys(), key=_in_order):
            was, has = (each.get(clause, Verdict.NOT_APPLICABLE) for each in (old[name], verdicts))
            if was != has:
                found.append(f"{name}: {clause} {WORDS[has]}, but {WORDS[was]} before")
    return found


def _by_name(occasions: Iterable[Occasion]) -> dict[str, Verdicts]:
    """Verdicts by the name of their occasion, which tells hands of the same number at one table apart."""
    found: dict[str, Verdicts] = {}
    seen: Counter[str] = Counter()
    for one in occasions:
        name = f'table "{one.table}", {one.name}'
        seen[name] += 1
        again = f" (no. {seen[name]} of this name)" if seen[name] > 1 else ""
        found[name + again] = one.verdicts
    return found


# ---- written ----


def main() -> None:
    """Write the snapshot of every sample anew, remove those of samples that are gone, and say what changed."""
    wanted = {snapshot_of(sample): sample for sample in samples()}
    for path, sample in wanted.items():
        title = sample.relative_to(SAMPLES.parent).as_posix()
        now, found = judged(sample)
        before = path.read_text(encoding="utf-8") if path.exists() else None
        if _written(path, text(title, now)):
            told = changes(parsed(before), now) if before is not None else ["is new"]
            print(f"{title}:", *told, sep="\n  ")
        if _written(snapshot_of(sample, FINDINGS), findings_text(title, found)):
            print(f"{title}: other findings")
    gone = {*SNAPSHOTS.rglob("*.txt"), *FINDINGS.rglob("*.txt")}
    gone -= {snapshot_of(sample, folder) for sample in samples() for folder in (SNAPSHOTS, FINDINGS)}
    for path in sorted(gone):
        path.unlink()
        print(f"{path.relative_to(ROOT)}: removed, there is no such sample")


def _written(path: Path, text: str) -> bool:
    """Write a snapshot, unless it stands there already."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return True


if __name__ == "__main__":
    sys.exit(main())
