"""What an audit finds: verdicts, severities, findings and their fingerprints."""

from __future__ import annotations

import hashlib
from datetime import date
from enum import IntEnum

from auditor.vocabulary.records import field, value_class


class Verdict(IntEnum):
    """How a clause fared in a hand. The worst verdict wins, so several are joined with max()."""

    NOT_APPLICABLE = 0  # the situation never arose
    PASS = 1
    NOT_RECORDED = 2  # it arose, and the log lacks the evidence
    FAIL = 3

    @property
    def word(self) -> str:
        """The verdict as reports print it."""
        return self.name.lower().replace("_", " ")


class Severity(IntEnum):
    """How serious a finding is, from the least to the most."""

    ADVISORY = 1  # nothing is proved: a gap in the record or the text, or a fault only on a reading not chosen
    IRREGULARITY = 2  # a mishap that the rulebook itself provides for, or a fault on the chosen reading only
    BREACH = 3  # the rule is broken on every defensible reading

    @property
    def word(self) -> str:
        """The severity as reports print it."""
        return self.name.lower()


def cited(clause: str) -> str:
    """A clause as a person cites it, without our name for one of its limbs."""
    return clause.split("[", 1)[0]


DEALING, PLAYING = "dealer", "player"


@value_class
class Actor:
    """Who is responsible: a player with seat and name, the dealer, the operator, or nobody but the record.

    The dealer has a name, or a number, if the log tells who dealt.
    """

    role: str  # player, dealer, operator, record
    seat: int | None = None
    name: str | None = None

    @property
    def office(self) -> tuple[str, int | None, str | None]:
        """Who this is in fingerprints: for dealers their office, whoever held it, so that a name noted changes none."""
        return self.role, self.seat, None if self.role == DEALING else self.name

    def __str__(self) -> str:
        """The actor in words: `seat 2 Ben`, `the dealer`, `the dealer 1042`."""
        if self.role == DEALING and self.name:
            return f"the dealer {self.name}"
        return (
            f"seat {self.seat} {self.name}" if self.role == PLAYING and self.seat else self.name or f"the {self.role}"
        )


DEALER = Actor(DEALING)
OPERATOR = Actor("operator")
RECORD = Actor("record")
REF = 10  # how many digits of a fingerprint are enough to tell findings apart


@value_class
class DueAndPaid:
    """What was due to somebody in the end, or to the house, beside what the record says was paid or taken."""

    who: str
    due: int
    paid: int


@value_class
class Money:
    """What a fault cost, in minor units: how much is owed and, where that can be said, to whom and by whom.

    Where the settlement went wrong, `sums` has what was due to each beside what was paid.
    """

    amount: int
    owed_to: str | None = None
    owed_by: str | None = None
    sums: tuple[DueAndPaid, ...] = field(default=(), compare=False)


@value_class
class Location:
    """Where something stands in a log."""

    path: str
    line: int
    column: int


@value_class
class RoomCustom:
    """A custom of the room that wrote the log, by which a finding accuses nobody. A file of the room states it."""

    id: str  # the file's id and the custom's own: rooms/pokerstars/order-of-showing
    room: str  # whose custom it is
    title: str
    gist: str
    source: str  # where it is known from


@value_class
class ActThatLed:
    """A line that led to a fault, and what it counted as: `second raise`."""

    line: int
    column: int
    counted: str


@value_class
class ReadingTaken:
    """The reading of an unclear text that a finding rests on: the choice in use, and what another makes of it."""

    name: str
    choice: str
    other: str
    then: str  # what it is with the other choice: `this is no fault`, `it is a breach of 10.2: fourth raise`

    @property
    def words(self) -> str:
        """`opening_counts_as_raise = no; with yes it is a breach of 10.2: fourth raise`."""
        return f"{self.name} = {self.choice}; with {self.other} {self.then}"


REMEDIED = "as prescribed"  # the words for an error that the record shows to be remedied, after what was done


@value_class
class Finding:
    """One fault, stated so that it is understood by itself: what, who, where, which clause, how much."""

    rules: str
    version: str
    clause: str  # the row of the clause list, with the limb where there is one
    citation: str
    read_with: tuple[str, ...]
    check: str
    severity: Severity
    observed: str
    expected: str
    table: str
    hand: str | None
    round: str | None
    actor: Actor
    location: Location
    evidence: tuple[Location, ...]
    money: Money | None
    reading: ReadingTaken | None
    ordinal: int
    named: str  # the clause as a person cites it
    named_with: tuple[str, ...]  # the clauses that it is read with, as a person cites them
    practices: tuple[str, ...] = ()  # the ways to play that the fault shows, of which a room may make a custom
    custom: RoomCustom | None = None  # the custom that it is
    doubt: str | None = None  # what the record leaves open, and on what this finding rests
    lacks: tuple[str, ...] = ()  # the evidence that would settle the doubt
    about: str | None = None  # what the fault is about, where that is no single act: the payments of a hand
    also: tuple[Location, ...] = ()  # further acts of which it tells, each of them a fault of the same kind
    currency: str | None = None  # what its amounts are in: a code or a sign, as the log has it, or `chips`
    night: date | None = None  # the date that the log gives the table or, if it gives none, the hand itself
    day: date | None = None  # the calendar day of the hand, which past midnight may be another than the night
    time: str | None = None  # of the act if it is noted, or of the hand's first card
    venue: str | None = None  # where the table stands: the house that the log names, or the room that wrote it
    excerpt: tuple[tuple[int, str], ...] = field(default=(), compare=False)  # lines of the log around it
    led: tuple[ActThatLed, ...] = field(default=(), compare=False)  # the acts that led there, the fault last

    @property
    def cited(self) -> str:
        """The clause as a person cites it."""
        return cited(self.clause)

    @property
    def limb(self) -> str | None:
        """Our name for the limb of the clause, if the finding rests on one."""
        return self.clause.split("[", 1)[1].rstrip("]") if "[" in self.clause else None

    @property
    def interpretation(self) -> str | None:
        """The name of the reading that it rests on."""
        return None if self.reading is None else self.reading.name

    @property
    def remedied(self) -> bool:
        """Is it the note of an error that was put right?"""
        return self.expected.endswith(REMEDIED)

    @property
    def subject(self) -> str | Location:
        """The act that the fault is, or what else it is about."""
        return self.about or self.location

    @property
    def charge(self) -> tuple[str, str, Actor]:
        """Who is said to have broken which clause in which way, by whatever act."""
        return self.clause, self.check, self.actor

    @property
    def fault(self) -> tuple[str, Actor, str | Location]:
        """What makes it the same fault, whatever a check says of it: the clause, the person, and the act or payment."""
        return self.clause, self.actor, self.subject

    @property
    def called(self) -> str:
        """`a breach of 10.2`, `an advisory on 10.4`, `a defect of the record`."""
        if self.clause.startswith("record/"):
            return "a defect of the record"
        article = "a" if self.severity is Severity.BREACH else "an"
        return f"{article} {self.severity.word} {'on' if self.severity is Severity.ADVISORY else 'of'} {self.named}"

    @property
    def message(self) -> str:
        """The finding in one sentence."""
        expected = f" ({self.expected})" if self.expected else ""
        reading = f" [reading: {self.reading.words}]" if self.reading else ""
        reading += f" [in doubt: {self.doubt}]" if self.doubt else ""
        of = "" if self.clause.startswith("record/") else f"{self.severity.word} of {self.named}: "
        return f"{of}{self.observed}{expected}{reading}"

    @property
    def fingerprint(self) -> str:
        """A name for this finding that survives lines added elsewhere and other wording.

        It has the night, so that the same hand number at the same table on another night is another finding.
        """
        night = None if self.night is None else self.night.isoformat()
        where = night, self.venue, self.table, self.hand
        return _digest(self.rules, self.clause, self.check, *where, self.actor.office, self.ordinal)

    @property
    def old_fingerprint(self) -> str:
        """The name it had before names had the night. Baselines and ledgers of that time have it under this one."""
        return old_name(self.rules, self.clause, self.check, self.table, self.hand, self.actor, self.ordinal)

    @property
    def ref(self) -> str:
        """The beginning of the fingerprint, by which people refer to this finding."""
        return self.fingerprint[:REF]


def old_name(rules: str, clause: str, check: str, table: str, hand: str | None, actor: Actor, ordinal: int) -> str:
    """The name that a finding had before names had the night."""
    return _digest(rules, clause, check, table, hand, actor.office, ordinal)


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:20]
