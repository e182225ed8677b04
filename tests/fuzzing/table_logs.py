"""Table logs of every game: statements of the grammar in any order, hands nearly played, and samples spoilt."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, partial

import lark
from places import ROOT

from auditor.logs.blocks import BETWEEN, HAND, TABLE, Block
from auditor.logs.files.decoding import open_path
from auditor.logs.table_log.grammar import build
from auditor.logs.table_log.reader import blocks, lexer
from auditor.logs.table_log.statements import MAKERS, WrongStatement
from auditor.rules.loading.loader import rulebook_ids
from auditor.storage.bundled_files import folder
from fuzzing import texts
from fuzzing.texts import Chance, Maker

SEATED = ["Ann", "Ben", "Cam", "Dot", "Eve"]
PIECE = re.compile(r"(?m)^([A-Z_]+): /(.*)/$")
CARDS = re.compile(r"\[[^\]\n]*\]")
MONEY = re.compile(r"\$[0-9][0-9,.]*")
NAME = re.compile(r"(?<![\w\"\[])[A-Z][a-z]+\b")
SEAT = re.compile(r"seat [0-9]+ (\".*?\"|\S+)")
MOST_LINES = 18  # of a sample: long hands take long
FEW_LINES = 5  # of the head of a table, where there are to be few
SETTING = ("HAND", "SEAT", "END", "TABLE", "LOG")  # statements that have their places


def name(chance: Chance) -> str:
    """Mostly somebody who has a seat."""
    return chance.choice(texts.ODD_NAMES) if chance.happens(0.01) else chance.choice(chance.seated)


def who(chance: Chance) -> str:
    """A player or somebody by an office."""
    return name(chance) if chance.happens(0.5) else chance.choice(texts.STAFF)


PIECES: dict[str, Maker] = {
    "NAME": name,
    "NAMES": texts.listed(name, 3),
    "WHO": who,
    "BADGE": who,
    "MONEY": texts.amount,
    "AMOUNTS": texts.listed(texts.amount, 4),
    "CHANGE": lambda chance: ("-" if chance.happens(0.1) else "") + texts.amount(chance),
    "CARDS": texts.cards,
    "INT": texts.whole,
    "CLOCK": texts.clock,
    "DAY": texts.day,
    "TEXT": texts.text,
    "S": lambda _chance: " ",
}
WORD = "([a-z][a-z0-9-]*)"
WORDS = "([a-z][a-z0-9-]*(?:[ \t]*,[ \t]*[a-z][a-z0-9-]*)*)"
VALUE = "([a-z0-9][a-z0-9-]*)"  # of a declaration


@cache
def statements() -> dict[str, Maker]:
    """For each statement of the grammar the function that makes lines of it."""
    source = (folder("grammars") / "table_log.lark").read_text(encoding="utf-8")
    pieces = {title: pattern for title, pattern in PIECE.findall(source) if title.strip("_") in PIECES}
    rules = "\n".join(f"P{title}: /{pattern}/" for title, pattern in pieces.items())
    apart = lark.Lark(f"start: {' | '.join(f'P{title}' for title in pieces)}\n{rules}", parser="lalr")
    known = [(one.name[1:].strip("_"), one.pattern.to_regexp()) for one in apart.terminals]
    known.sort(key=lambda one: -len(one[1]))  # a piece may be part of another
    words = _words()
    return {
        name: _statement(name, pattern, known, words)
        for name, pattern in lexer().grammar.patterns.items()
        if name in MAKERS
    }


def _statement(title: str, pattern: str, known: list[tuple[str, str]], words: dict[str, list[str]]) -> Maker:
    letters: dict[str, Maker] = {}
    value = partial(_word, [words[title] or ["x"], words[""]])
    word = partial(_word, [[one for one in some if one[0].isalpha()] for some in (words[title] or ["x"], words[""])])
    pieces = [(found, PIECES[piece]) for piece, found in known]
    pieces += [(WORDS, texts.listed(word, 4)), (WORD, word), (VALUE, value)]
    if title == "RULES":
        pieces.append((r"([a-z0-9][a-z0-9\/.-]*)", lambda chance: chance.choice(rulebook_ids())))
    for number, (found, make) in enumerate(pieces):
        letter = chr(0xE000 + number)
        pattern = pattern.replace(found, letter)
        letters[letter] = make
    return texts.maker(pattern, letters)


def _word(pools: list[list[str]], chance: Chance) -> str:
    """A word of this statement or, at times, of another."""
    return chance.choice(pools[0] if pools[0] and chance.happens(0.8) else pools[1])


@cache
def _lines() -> tuple[str, ...]:
    """Every line of the samples and of the page on the table log, without comments."""
    files = [*sorted(folder("samples").rglob("*.log")), ROOT / "docs" / "table-log.md"]
    found = {line.split("#")[0].strip() for file in files for line in file.read_text(encoding="utf-8").split("\n")}
    return tuple(sorted(found - {""}))


def _words() -> dict[str, list[str]]:
    """The words that the samples have in each statement, and under no name all of them."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in _lines():
        for title, form in _forms().items():
            if form.fullmatch(line):
                found[title] |= {*re.findall(r"(?<![\w$\"-])[a-z][a-z0-9-]*|\b[0-9]+(?:-[0-9]+)?\b", line)}
                break
    every = {word for words in found.values() for word in words}
    return defaultdict(list, {"": sorted(every), **{title: sorted(words) for title, words in found.items()}})


@cache
def _inside() -> tuple[str, ...]:
    return tuple(one for one in statements() if one in _of("_entry") | _of("_remark"))


@cache
def _outside() -> tuple[str, ...]:
    return tuple(one for one in statements() if one in _of("_setting") | _of("_remark") and one not in SETTING)


def _of(rule: str) -> set[str]:
    return {one.expansion[0].name for one in _rules() if one.origin.name == rule and one.expansion[0].is_term}


@cache
def _rules() -> list[lark.grammar.Rule]:
    """The rules of the grammar. To have Lark work them out takes a good part of a second."""
    return build("table_log", [TABLE, BETWEEN, HAND]).rules


# ---- hands ----


def statement(title: str, chance: Chance) -> str:
    """A line of a statement. One that cannot be read costs its whole hand, so most of those are made again."""
    line = statements()[title](chance)
    for _ in range(0 if chance.happens(0.05) else 5):
        if _readable(title, line):
            break
        line = statements()[title](chance)
    return line


def _readable(title: str, line: str) -> bool:
    form = _forms()[title]
    match = form.fullmatch(line)
    try:
        MAKERS[title][1](*(match.groups() if form.groups else (line,)))  # type: ignore[union-attr]
    except (WrongStatement, AttributeError):
        return False
    return True


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern) for name, pattern in lexer().grammar.patterns.items() if name in MAKERS}


def entry(chance: Chance) -> str:
    """A statement that may stand in a hand."""
    return statement(chance.choice(_inside()), chance)


def setting(chance: Chance) -> str:
    """A statement that may stand at the head of a table or between hands."""
    return statement(chance.choice(_outside()), chance)


CARDS_COME = ("DEAL", "DEAL", "COMMUNAL", "DISCARD", "STAND", "BURN", "RUN")
ACTS = ("CALL", "CALL", "CHECK", "FOLD", "RAISE", "BET", "PASS", "PUTS")
ENDS = ("SHOW", "SHOW", "MUCK", "POT", "WIN", "WIN", "RETURN")


def _seats(chance: Chance) -> list[str]:
    chance.seated = SEATED[: chance.choice([2, 2, 2, 3, 3, 4])]
    return [
        f"seat {number} {name}" + (f" ${chance.choice([5, 40, 200, 500])}" if chance.happens(0.9) else "")
        for number, name in enumerate(chance.seated, 1)
    ]


def played_hand(chance: Chance) -> list[str]:
    """A hand in the order of a hand: posts, cards, acts, cards, acts, showdown. What they are is left to chance."""
    lines = [*_seats(chance), "button 1"]
    lines += [statement("POST", chance) for _ in range(chance.randint(0, 2))]
    for _ in range(chance.randint(1, 2)):
        lines.append(statement(chance.choice(CARDS_COME), chance))
        lines += [statement(chance.choice(ACTS), chance) for _ in range(chance.randint(0, 3))]
    lines += [statement(chance.choice(ENDS), chance) for _ in range(chance.randint(0, 3))]
    return lines


Sample = tuple[tuple[str, ...], tuple[str, ...]]  # the head of a table, and a hand


@cache
def samples(rules: str | None = None) -> tuple[Sample, ...]:
    """The short hands of the samples, each with the head of its table: of one rulebook, or of all."""
    if rules is not None:
        return tuple(one for one in samples() if f"rules {rules}" in one[0]) or samples()
    found: list[Sample] = []
    for path in sorted(folder("samples").rglob("*.log")):
        head: tuple[str, ...] = ()
        for block in blocks(open_path(path, path.name).chunks()):
            assert isinstance(block, Block)
            stated = [text.split(" #")[0].strip() for text in block.text.split("\n")]
            lines = tuple(line for line in stated if line and not line.startswith("#"))
            if block.kind == TABLE:
                head = tuple(line for line in lines if not line.startswith("log"))
            elif block.kind == HAND and len(head) + len(lines) <= MOST_LINES:
                found.append((head, lines[1:-1]))
    return tuple(found)


def spoilt(lines: list[str], more: Maker, chance: Chance) -> list[str]:
    """The lines after one accident. Who has a seat mostly keeps it, since most else depends on that."""
    firm = sum(one.startswith("seat ") for one in lines) if chance.happens(0.95) else 0
    lines = [*lines]
    if len(lines) == firm:
        return [*lines, more(chance)]
    at, other = chance.randrange(firm, len(lines)), chance.randrange(firm, len(lines))
    match chance.randrange(8):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3 | 4:
            lines.insert(at, more(chance))
        case _:
            pattern, make = chance.choice([(CARDS, texts.cards), (MONEY, texts.amount), (NAME, name)])
            lines[at] = texts.edited(pattern, make, chance, lines[at])
    return lines


@dataclass(frozen=True)
class TableLogs:
    """Makes table logs for one rulebook, or for all of them."""

    rules: str | None = None
    short: float = 0.9  # how many of the logs have a few statements only

    def __call__(self, chance: Chance) -> str:
        """A table log of one hand or a few."""
        head, hand = chance.choice(samples(self.rules if chance.happens(0.5) else None))
        short = chance.happens(self.short)
        lines = self._head([*head[: FEW_LINES if short else None]], chance)
        for number in range(1 if short else chance.choice([1, 1, 1, 2])):
            lines += [setting(chance) for _ in range(int(chance.happens(0.1)))]
            lines += [f"hand {number + 1}", *self._hand([] if short else [*hand], chance), "end"]
            hand = chance.choice(samples(self.rules))[1] if chance.happens(0.3) else hand
        lines += [setting(chance) for _ in range(int(chance.happens(0.1)))]
        return "\n".join([*lines, ""])

    def _head(self, lines: list[str], chance: Chance) -> list[str]:
        """The head of a table, perhaps of one that is set up for another game."""
        named = self.rules or chance.choice(rulebook_ids())
        if self.rules or chance.happens(0.5):
            lines = [one for one in lines if not one.startswith("rules")]
            lines.insert(1, f"rules {named}")
        if not any(one.startswith("date") for one in lines):
            lines.insert(2, f"date {texts.day(chance)}")
        for _ in range(chance.choice([0, 0, 0, 1, 1, 2])):
            lines[2:] = spoilt(lines[2:], setting, chance)
        return lines

    def _hand(self, sample: list[str], chance: Chance) -> list[str]:
        kind = chance.random()
        if not sample:
            return [*_seats(chance), *[entry(chance) for _ in range(chance.randint(1, 3))]]
        if kind < 0.3:
            return [*_seats(chance), *[entry(chance) for _ in range(chance.randint(4, 9))]]
        if kind < 0.6:
            return played_hand(chance)
        chance.seated = [found[1] for one in sample if (found := SEAT.match(one))] or SEATED
        for _ in range(chance.randint(1, 4)):
            sample = spoilt(sample, entry, chance)
        return sample
