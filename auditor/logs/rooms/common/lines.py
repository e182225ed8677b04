"""Reads hand histories that are text: it cuts them before every header, and knows each line by the room's grammar.

Names are free text that may look like acts. So the seats are read first, and a line is an act only if it begins with
the name of a player; longer names are tried first. The grammar's terminals are whole lines, or what may follow a name.
Most lines begin with a name and a colon; what stands before the first colon is looked up, and only other lines are
compared with the names. What follows a name is remembered, as players repeat themselves; lines on seats and results are
not. Lines that the grammar treats alike reach the parser as one token, and it is asked about each order of such runs
only once.

A line that nobody can make sense of becomes a remark and is counted. If it names a player, the remark says that it may
tell of an act.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from operator import itemgetter

from auditor.logs import remarks
from auditor.logs.blocks import HAND, LONGEST_BLOCK, LONGEST_LINE, TABLE, Block, parts
from auditor.logs.rooms.common.blinds_in_force import with_bets_in_force, with_blinds_in_force
from auditor.logs.rooms.common.hand import RoomHand, Stakes
from auditor.logs.rooms.common.line_readers import READERS, Fields, Reader
from auditor.logs.rooms.common.lowest_chip import ask_chip, with_chosen_chip
from auditor.logs.table_log.grammar import LineGrammar, load_grammar
from auditor.vocabulary import events as e
from auditor.vocabulary.doubts import Doubt, ReadAs
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.hand import Setup, declared
from auditor.vocabulary.records import field, record_class
from auditor.vocabulary.wording import escaped

DEALT = "Dealt to "  # stands before a name whose cards are shown
SUMMARY = "SUMMARY"
RESULT = "SEAT_RESULT"
LANDMARKS = (SUMMARY, "SEAT")  # terminals after which lines are known otherwise
PIECES = ("MONEY", "SUM", "ALL_IN", "NOTE")  # terminals that stand only inside of others
LEADING = re.compile(  # blanks, unless what follows them has lost its name
    r"\n[^\S\n]++(?!:|collected |said, |shows \[|cashed out )"
)
HEAD = 30  # lines of a hand that may have its header
MOST_NAMES = 99  # in one hand; each line is compared with all of them
POSTED = re.compile(  # a regular blind, and its amount with what may stand behind it
    r" posts (?i:(?:the )?(small|big) blind(?: of)?) ?[\[(]? ?([^\[\]()\n+&]{1,40}?) ?[\])]?\.?$", re.MULTILINE
)
NOT_REGULAR = re.compile("all[ -]?in|out of position", re.IGNORECASE)  # last chips, or put up to get cards
SAYS = re.compile(r' said, "[^"\n]*\Z')  # what stands before words that are said
CAP = re.compile(r"\bcap\b", re.IGNORECASE)  # in the header of a table at which nobody may put in more in a hand
CAPPED = re.compile(r" and (?:has reached the |is capped$)", re.MULTILINE)  # of a wager that reaches it
MOST_HEADS = 64  # of hands to remember: their tables are read before them, some hands at a time
ORDERS = 4096  # orders of runs to remember
SAYINGS = 1 << 13  # texts to remember
MEMORABLE = 160  # characters of a text worth remembering
Saying = tuple[str, Fields, int, Reader | None]  # a terminal, its fields, its groups of lines, its reader


class Names:
    """The names that a line may begin with, by their first letter: the longest name first, a blank one last.

    If none of them has a colon in it, what stands before the first colon of a line is the longest of them or no name.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.known: dict[str, list[str]] = {}
        self.blank: list[str] = []
        self.before_colon: set[str] = set()  # all of them, or none if one has a colon
        self.colons = False  # has one of them a colon?
        self.count = 0
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Add another player."""
        self.count += 1
        if ":" in name:
            self.colons = True
            self.before_colon.clear()
        elif not self.colons:
            self.before_colon.add(name)
        if not name:
            for same in (self.blank, *self.known.values()):
                same.append(name)
        elif name[0] in self.known:
            same = self.known[name[0]]
            same.append(name)
            if len(name) > len(same[-2]):
                same.sort(key=len, reverse=True)
        else:
            self.known[name[0]] = [name, *self.blank]

    def all(self) -> set[str]:
        """All these names."""
        return {name for same in self.known.values() for name in same}


class Sayings(dict[str, "Saying | None"]):
    """What texts say, by terminals joined into one pattern. It is remembered, since players repeat themselves."""

    def __init__(self, terminals: list[str], grammar: LineGrammar, readers: Mapping[str, Reader]) -> None:
        """Compile the pattern. An empty group after each terminal tells which one matched, and which groups are its."""
        pattern = re.compile("|".join(f"(?:{grammar.patterns[name]})(?P<{name}>)" for name in terminals))
        self.fullmatch = pattern.fullmatch
        ends = [pattern.groupindex[name] for name in terminals]
        self.slots = {
            end: (name, _fields_in(before + 1, end), grammar.groups[name], readers.get(name))
            for name, before, end in zip(terminals, [0, *ends][:-1], ends, strict=True)
        }

    def __missing__(self, text: str) -> Saying | None:
        found = self.once(text)
        if len(text) <= MEMORABLE:
            if len(self) >= SAYINGS:
                self.clear()
            self[text] = found
        return found

    def once(self, text: str) -> Saying | None:
        """What a text says that hardly comes again, and is not remembered."""
        match = self.fullmatch(text) if len(text) <= LONGEST_LINE else None
        if match is None or match.lastindex is None:
            return None
        name, fields, belongs, reader = self.slots[match.lastindex]
        return name, fields(match), belongs, reader


def _fields_in(first: int, end: int) -> Callable[[re.Match[str]], Fields]:
    """What takes the groups of a match from one on, up to another."""
    groups = range(first, end)
    if len(groups) > 1:
        return itemgetter(*groups)
    return (lambda match: (match[first],)) if groups else lambda _: ()


class KnownLines:
    """The lines of a room's histories, known by the terminals of its grammar once the name at the head is off."""

    def __init__(self, grammar: LineGrammar, readers: Mapping[str, Reader]) -> None:
        """Join the terminals that follow a name, which have a priority, and those that are whole lines."""
        ranked = sorted(
            [one for one in grammar.patterns if one not in PIECES], key=lambda one: -grammar.priorities[one]
        )
        ends = [one for one in ranked if grammar.priorities[one]]
        whole = [one for one in ranked if not grammar.priorities[one]]
        self.after_name = Sayings([one for one in ends if one != "DEALT"], grammar, readers)
        self.dealt = Sayings([one for one in ends if one == "DEALT"], grammar, readers)
        self.whole = Sayings(whole, grammar, readers)
        self.results = Sayings([one for one in whole if one == RESULT], grammar, readers)
        self.passed_over = None if RESULT in readers else self.results.fullmatch  # the results, if nobody reads them
        self.accepted: set[tuple[str, ...]] = set()  # orders of runs that make up a hand

    def tell(self, hand: RoomHand, lines: list[str], start: int, names: Names) -> list[tuple[str, int]]:
        """Have every line of a hand read, and give the terminal and the number of the first line of each run.

        In the summary, a line on a seat says what became of it and not what its stake is. Such lines are not
        remembered: stakes and results are others in every hand.
        """
        after_name, before_colon, passed_over = self.after_name, names.before_colon, self.passed_over
        runs: list[tuple[str, int]] = []
        allowed, over = -1, False  # the groups that every line of the run belongs to; is this the summary?
        for number, text in enumerate(lines, start):
            if not text:
                continue
            if over and passed_over is not None and passed_over(text) and len(text) <= LONGEST_LINE:
                hand.last = number
                continue
            name = text.partition(":")[0]
            saying = after_name[text[len(name) :]] if name in before_colon and not over else None
            if saying is None:
                saying, name = self._in_summary(text) if over else self._in_play(text, names)
                if saying is None:
                    hand.remark(text, remarks.kind_of_unknown(text, names.all()), number)
                    continue
                if not over and saying[0] in LANDMARKS:
                    over = self._is_over(saying, names, number)
            kind, fields, belongs, reader = saying
            if belongs & allowed != allowed:
                allowed = belongs
                runs.append((kind, number))
            if reader is not None:
                reader(hand, fields, name, number)
            hand.last = number
        return runs

    def _in_play(self, text: str, names: Names) -> tuple[Saying | None, str]:
        """What a line says that does not begin with a name and a colon, and the name that it is about."""
        first = text[0]
        if first == "D" and text.startswith(DEALT):
            rest = text[len(DEALT) :]
            for name in names.known.get(rest[:1], names.blank):
                if rest.startswith(name) and (saying := self.dealt.once(rest[len(name) :])) is not None:
                    return saying, name
        for name in names.known.get(first, names.blank):
            if text.startswith(name) and (saying := self.after_name[text[len(name) :]]) is not None:
                return saying, name
        return self.whole.once(text) if first == "S" else self.whole[text], ""

    def _in_summary(self, text: str) -> tuple[Saying | None, str]:
        """What a line of the summary says."""
        return self.results.once(text) or self.whole[text], ""

    def _is_over(self, saying: Saying, names: Names, number: int) -> bool:
        """Does the summary begin here? If it is a line on a seat instead, that gives another name."""
        if saying[0] == SUMMARY:
            return True
        names.add(saying[1][1])
        if names.count > MOST_NAMES:
            raise Unreadable(f"found more than {MOST_NAMES} seats, expected those of a table", number, 1)
        return False


def _plain(text: str) -> str:
    """Lines without the spaces around them, except for those of a player whose name is made of spaces."""
    lines = ["", *map(str.rstrip, text.replace("\xa0", " ").split("\n"))]
    return LEADING.sub("\n", "\n".join(lines))[1:]


def _plain_chunks(chunks: Iterable[str]) -> Iterator[str]:
    """Give a text that comes in pieces with plain lines, none of which is in two pieces."""
    rest = ""
    for chunk in chunks:
        whole, newline, rest = (rest + chunk).rpartition("\n")
        if len(rest) > LONGEST_BLOCK:
            raise Unreadable(f"found a line of more than {LONGEST_BLOCK:,} characters", 1, 1)
        yield _plain(whole) + newline
    yield _plain(rest)


def _reached_cap(line: int) -> Doubt:
    """The doubt that a wager was all that the cap of the table left its player, where no line tells who reached it."""
    words = ("free", "nobody reached the cap of the table"), ("capped", "a wager reached the cap of the table")
    return Doubt("cap", "whether a wager reached the cap", line, words, "no line tells of it", voids=True)


def _end_of_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def _regular_blinds(text: str) -> dict[str, re.Match[str]]:
    """The first small and the first big blind that were not somebody's last chips, nor out of position."""
    found: dict[str, re.Match[str]] = {}
    for match in POSTED.finditer(text):
        which, amount = match.groups()
        if NOT_REGULAR.search(amount) is None:
            found.setdefault(which.lower(), match)
        if len(found) == 2:
            break
    return found


@record_class
class Head:
    """A hand that is to be read: its lines, what its head says, and what that leaves open."""

    lines: list[str]
    stakes: Stakes | None  # None if no line is the header of a hand
    doubts: tuple[Doubt, ...]


@record_class
class TextRoom:
    """A room that writes text: its grammar, how a hand begins, what its header says, what its terminals mean.

    `begins` finds the first line of a hand in a text of many hands, and its group is the number of the hand. `fused`
    finds it in the middle of a line, as it stands in torn files; `marks` are words that every header has, and are found
    quickly. `stakes` gets the first line that the grammar calls HEADER, with the lines of the hand. `cancelled` lists
    lines that make a hand none, with the reason. `finish` gets the hand and its lines once all are read, for what only
    the whole hand shows.
    """

    grammar: str
    begins: re.Pattern[str]
    day: Callable[[list[str]], date | None]
    stakes: Callable[[Fields, list[str], Block], Stakes]
    fused: re.Pattern[str]
    marks: tuple[str, ...]
    readers: Mapping[str, Reader] = field(default_factory=lambda: READERS)
    cancelled: Mapping[str, str] = field(default_factory=dict)
    sign: str = ""  # a character that every header has and few other lines have, if there is one
    names: Callable[[list[str]], list[str]] = lambda _lines: []  # players who have no line on a seat
    finish: Callable[[RoomHand, list[str]], None] = lambda _hand, _lines: None
    _grammar: LineGrammar | None = None
    _known: KnownLines | None = None
    _heads: dict[tuple[str, int, ReadAs], Head] = field(default_factory=dict)

    @property
    def lines(self) -> LineGrammar:
        """The grammar of such hands, loaded when it is first needed."""
        if self._grammar is None:
            self._grammar = load_grammar(self.grammar, [HAND])
        return self._grammar

    @property
    def known(self) -> KnownLines:
        """The lines of such hands."""
        if self._known is None:
            self._known = KnownLines(self.lines, self.readers)
        return self._known

    # ---- cutting ----

    def blocks(self, chunks: Iterable[str]) -> Iterator[Block | Unreadable]:
        """Give a table and a hand for each header in the file. Zero bytes, with which some clients begin lines, go."""
        for part in parts(_plain_chunks(chunk.replace("\0", "") for chunk in chunks), self.begins, self.sign):
            if isinstance(part, Unreadable):
                yield part
            else:
                for line, text in self._unfused(*part):
                    yield from self._cut(line, text)

    def last(self, text: str) -> int:
        """Where the last hand of a text of whole lines begins; -1 if there is none."""
        at = len(text)
        for line in reversed(text.split("\n")):
            at -= len(line)
            if self.begins.match(_plain(line.replace("\0", " "))) is not None:
                return at
            at -= 1
        return -1

    def _unfused(self, start: int, text: str) -> Iterator[tuple[int, str]]:
        """Cut a part once more wherever a hand begins in the middle of a line, unless somebody says so."""
        header = self.begins.match(text)
        if self._marks_in(text) <= (header is not None):
            yield start, text
            return
        at = 0
        for found in self.fused.finditer(text, header.end() if header is not None else 0):
            before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
            if SAYS.search(before) is not None and text.startswith('"', _end_of_line(text, found.end()) - 1):
                continue
            yield start, text[at : found.start()]
            start += text.count("\n", at, found.start())
            at = found.start()
        yield start, text[at:]

    def _marks_in(self, text: str) -> int:
        """How many words stand in a text that every header has; the sign, if there is one, is the last of a word."""
        if not self.sign:
            return sum([text.count(mark) for mark in self.marks])
        count, at = 0, text.find(self.sign)
        while at >= 0:
            count += text.endswith(self.marks, 0, at + 1)
            at = text.find(self.sign, at + 1)
        return count

    def _cut(self, start: int, text: str) -> Iterator[Block | Unreadable]:
        header = self.begins.match(text)
        if header is None:
            stray = next((line for line in text.split("\n") if line and not self._beside(line)), None)
            if stray is not None:
                yield Unreadable(f"found {escaped(stray, 40)!r} before any hand, expected the header of one", start, 1)
            return
        day = self.day(text.split("\n", HEAD)[:HEAD])
        yield Block(TABLE, text, start, start, day=day)
        yield Block(HAND, text, start, start, header[1], day)

    def _beside(self, line: str) -> bool:
        """Is this a line that says nothing of a hand?"""
        saying = self.known.whole[line]
        return saying is not None and saying[0] in ("ASIDE", "OBSERVED", "OVERHEARD")

    # ---- reading ----

    def table(self, block: Block) -> tuple[list[e.Event], Setup]:
        """Read what a hand states of its table, and the set-up that this makes."""
        stakes = self._head(block).stakes
        if stakes is not None:
            return stakes.told()
        opened = e.TableOpened(block.line, 1, "?")
        return [opened], declared([opened])

    def read_block(self, block: Block) -> list[e.Event]:
        """Read the set-up of the table that a hand was played at, or the hand."""
        if block.kind == TABLE:
            return self.table(block)[0]
        head = self._head(block)
        if head.stakes is None:
            raise Unreadable(f"found {escaped(head.lines[0], 60)!r}, expected the header of a hand", block.line, 1)
        return self._hand(head.lines, head.stakes, block)

    def _head(self, block: Block) -> Head:
        """What the head of a hand says. It is asked for twice: for the table and, some hands later, for the hand."""
        key = block.text, block.line, block.read_as
        head = self._heads.get(key)
        if head is None:
            lines = block.text.split("\n")
            sayings = (self.known.whole[text] for text in lines[:HEAD])
            header = next((one for one in sayings if one is not None and one[0] == "HEADER"), None)
            stakes = None if header is None else self._stakes(header[1], lines, block)
            if len(self._heads) >= MOST_HEADS:
                del self._heads[next(iter(self._heads))]
            self._heads[key] = head = Head(lines, stakes, block.doubts)
        block.doubts = head.doubts
        return head

    def _stakes(self, fields: Fields, lines: list[str], block: Block) -> Stakes:
        """The stakes by the header and by the rest of the hand, as this reading has them."""
        posted = _regular_blinds(block.text)
        stakes = with_blinds_in_force(self.stakes(fields, lines, block), posted)
        stakes = with_bets_in_force(stakes, posted, block)
        return with_chosen_chip(stakes, block) if block.read_as else stakes

    def _hand(self, lines: list[str], stakes: Stakes, block: Block) -> list[e.Event]:
        if stakes.partial:
            raise Unreadable("the room saw only a part of this hand", block.line, 1)
        if stakes.variant is None:
            raise Unreadable(f"no rulebook has a game called {escaped(stakes.game, 40)}", block.line, 1)
        if not self.cancelled.keys().isdisjoint(lines):
            number, text = next((n, text) for n, text in enumerate(lines, block.line) if text in self.cancelled)
            raise Unreadable(self.cancelled[text], number, 1)
        if "cap" in lines[0].lower() and CAP.search(lines[0]) and not CAPPED.search(block.text):
            block.ask(_reached_cap(block.line))
        hand = RoomHand(stakes, block.number or "?", block)
        self._check_order(self.known.tell(hand, lines, block.line, Names(self.names(lines))), block)
        self.finish(hand, lines)
        ask_chip(hand)
        return hand.events()

    def _check_order(self, runs: list[tuple[str, int]], block: Block) -> None:
        """Have the grammar say whether these runs, in this order, make up a hand."""
        accepted, order = self.known.accepted, tuple([kind for kind, _ in runs])
        if order in accepted:
            return
        place = self.lines.misplaced(HAND, order)
        if place == len(runs):
            last = block.line + block.text.rstrip("\n").count("\n")
            raise Unreadable("found the end of the hand before it was over", last, 1)
        if place is not None:
            raise Unreadable("found a line of another part of a hand here", runs[place][1], 1)
        if len(accepted) > ORDERS:
            accepted.clear()
        accepted.add(order)
