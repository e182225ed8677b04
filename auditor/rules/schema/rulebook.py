"""The models of a rulebook as it stands in `rulesets/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal, TypeVar

from auditor.rules.schema import figures as f
from auditor.rules.schema import showdown_figures as p
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.record import Record, fields

Evidence = Literal["play", "procedure", "table", "session", "incident", "none"]


class InForce(Record):
    """The first day of effect, if the text has one, and the reason for that day, which a lawyer may attack."""

    from_: date | None = None
    basis: str


class Compared(Record):
    """When this data was last read against the text."""

    on: date
    with_: str


class Instrument(Record):
    """The legal instrument a rulebook or an amendment comes from."""

    label: str
    title: str
    authority: str
    cite: str
    made: date | None = None
    published: date | None = None
    in_force: InForce
    compared: Compared


class Rule(Record, rest="values"):
    """A check that decides a clause by itself, with the values it needs; the check says which ones those are."""

    check: str
    with_: tuple[str, ...] = ()
    values: Mapping[str, Any] = {}  # what stands in the entry beside these


class Clause(Record):
    """A clause of the instrument, or our name for one limb of it."""

    id: str
    title: str
    gist: str
    evidence: Evidence
    rules: tuple[Rule, ...] = ()
    printed: str | None = None  # how the instrument prints its number, where that cannot be the right one
    cite: str | None = None  # how a person cites it, where its id is none: "1.1 (All-in)"
    place: str | None = None  # and in full, where that is no mere number: "Section 3, Betting and Raising, rule 7"
    amended_by: str | None = None  # the citation of the instrument that gave it its present wording
    note: str | None = None  # why a clause is not automated, or how it was read

    @property
    def cited(self) -> str:
        """The number without the limb."""
        return self.id.split("[", 1)[0]

    @property
    def named(self) -> str:
        """The clause as a person cites it."""
        return self.cite or self.cited


class Choice(Record):
    """One way to read an unclear text: what it means, and which values of the rulebook it changes.

    Where another choice is in use, a fault that this one would excuse is as grave as the rulebook says of such, or as
    it `leaves` it itself.
    """

    name: str
    means: str
    leaves: Literal["breach", "irregularity", "advisory"] | None = None
    sets: Mapping[str, Any] = {}


class Reading(Record):
    """A point at which the text can be read two ways: the choices, the default and the reason for it."""

    name: str
    clauses: tuple[str, ...]
    default: str
    reason: str
    choices: tuple[Choice, ...]


class Variable(Record):
    """A figure that a clause lets a house set, and how far: no lower than `least`, no higher than `most`."""

    figure: str  # its place, such as `game.commission.fee`
    clause: str
    least: int | None = None
    most: int | None = None

    def excess(self, value: int) -> str:
        """How a value goes too far, in words; empty if it does not."""
        if self.least is not None and value < self.least:
            return f"below {self.least}"
        return f"above {self.most}" if self.most is not None and value > self.most else ""


@dataclass(slots=True, frozen=True)
class Wagering:
    """What may be wagered in a betting round under one kind of limit."""

    opening: f.Sizes | None
    size: f.Sizes | None
    raises: f.RaiseCap | None
    floor: f.RaiseFloor | None
    ceilings: tuple[f.Ceiling, ...]
    reopening: f.Reopening | None
    short: f.ShortRaise


@dataclass(frozen=True)
class Round:
    """One betting round of a game: the cards it follows, and its rules.

    Rounds are numbered through all the forms of betting that a game has; `place` is the round's place in its own form.
    """

    number: int
    round_index: int
    name: str
    betting: f.Betting
    passes: tuple[str, ...]  # of cards to each player before it
    pattern: str  # all cards that each player then holds, in their order: 'd' face down, 'u' face up
    communal: int  # and those on the table
    given_up: int = 0  # of their own cards, by then

    @cached_property
    def own(self) -> int:
        """How many cards of their own the players then hold."""
        return len(self.pattern) - self.given_up

    @cached_property
    def together(self) -> Mapping[int, int]:
        """How many cards come together, by how many of this deal a player has; after the last pass as many again."""
        sizes = [len(cards) for cards in self.passes] or [0]
        return dict(zip(accumulate(sizes, initial=0), [*sizes, sizes[-1]], strict=True))


class DeckRules(Record):
    """A deck the game may be played with: its cards, who may choose it, the low ace, and the order of hands."""

    cards: f.Deck
    players: f.ReducedDeck | None = None  # None: it needs no agreement
    low_ace: f.LowAce
    order: tuple[p.HandClass, ...]

    @property
    def size(self) -> int:
        """The number of its cards."""
        return 4 * len(self.cards.ranks) + self.cards.joker


class Game(Record):
    """The structure the replay follows. Every value in it carries its clause."""

    name: str
    currency: str = "$"
    staff: tuple[str, ...] = ()  # the ranks of the operator's staff as logs name them, the lowest first
    features: tuple[str, ...] = ()  # what a table may declare to have that rules depend on, as logs name it
    seats: f.Seats | None = None  # None: the rulebook sets no number
    deck: Mapping[str, DeckRules]  # by the number of cards, the usual one first
    usual_deck: str | None = None  # or this one
    forced: tuple[f.Forced, ...]
    blinds: f.BlindStructure = f.BlindStructure()
    rapping: Figure | None = None  # who raps pat not knowing of a raise has not drawn and may still play
    declared_open: Figure | None = None  # a player without chips may open the pot by saying so; callers owe a full bet
    opening: f.Opening | None = None  # what the betting may be opened with, where a table declares more than the blind
    kill: f.Kill | None = None  # None: no blind raises the limits
    dealt: f.Dealt | None = None  # how many cards the first deal gives each player, which the rounds say
    lacking_last: Figure | None = None  # a hand that lacks only its last card may be ruled live
    no_hand: Figure | None = None  # if no hand is left that can win all wagers go back; else the last to fold wins
    dead_button: Figure | None = None  # the buck may lie before an empty seat
    round: Mapping[str, f.Betting]
    early: f.Early | None = None
    uncapped: f.Uncapped | None = None
    effect: Literal["wager", "round"] = "wager"  # what a wrong wager cost: its own excess, or all it moved in the round
    boards: int = 1  # of communal cards, each of which decides a share of every pot
    remedies: tuple[f.Remedy, ...] = ()  # for errors with communal cards
    short_raise: f.ShortRaise | tuple[f.ShortRaise, ...] = f.ShortRaise()
    composition: p.Composition
    kickers: p.Kickers
    miscall: p.Miscall | None = None  # a hand said to be better than it is may be dead
    must_bet: p.MustBet | None = None  # a hand that cannot be checked and win what is wagered then
    hi_lo: p.HiLo | None = None  # pots are shared with the best low hand
    wins: p.Wins | None = None  # None: the highest hand does
    on_board: Figure | None = None  # who says so before throwing the cards away plays the board, but in tournaments
    joker: tuple[p.Joker, ...] = ()  # what it stands for, in a deck that has one, and how that may be misread
    exposure: p.Exposure | None = None
    asked_for: p.AskedFor | None = None
    undivided: p.Undivided | None = None
    division: p.Division
    commission: p.Scale | p.Rake

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The betting rounds in order, one form of betting after the other."""
        found: list[Round] = []
        for form in self.forms:
            pattern, given_up = "", 0
            for betting in self.round.values():
                for n, name in enumerate(betting.names if betting.form == form else ()):
                    pattern += "".join(betting.deal[n])
                    given_up += betting.discard.cards if betting.discard is not None else 0
                    place = sum(one.betting.form == form for one in found)
                    communal = betting.communal[n] if betting.communal else 0
                    found.append(Round(len(found), place, name, betting, betting.deal[n], pattern, communal, given_up))
        return tuple(found)

    @cached_property
    def forced_by_kind(self) -> Mapping[str, tuple[f.Forced, ...]]:
        """The wagers before the cards, by what they are called; an unknown kind has none."""
        kinds = dict.fromkeys(kind for one in self.forced for kind in one.kinds)
        return {kind: tuple(one for one in self.forced if kind in one.kinds) for kind in kinds}

    @cached_property
    def forms(self) -> tuple[str | None, ...]:
        """The forms of betting the game has, the usual one first."""
        return tuple(dict.fromkeys(betting.form for betting in self.round.values()))

    @cached_property
    def rounds_by_form(self) -> Mapping[str | None, tuple[Round, ...]]:
        """The betting rounds of each form."""
        return {form: tuple(one for one in self.rounds if one.betting.form == form) for form in self.forms}

    @cached_property
    def form_by_post(self) -> Mapping[str, str | None]:
        """The form of betting that a wager before the cards belongs to, by what it is called."""
        return {one.kind: one.form for one in self.forced}

    @cached_property
    def limits_by_form(self) -> Mapping[str | None, tuple[str, ...]]:
        """The kinds of betting limit that a table may declare, for each form of betting."""
        found: dict[str | None, dict[str, None]] = {form: {} for form in self.forms}
        for betting in self.round.values():
            limits = (limit for figure in _figures(betting) for limit in figure.limits)
            found[betting.form].update(dict.fromkeys(limits))
        return {form: tuple(limits) for form, limits in found.items()}

    @cached_property
    def _wagering(self) -> dict[tuple[int, str | None], Wagering]:
        return {}

    def wagering(self, round: Round, limit: str | None) -> Wagering:
        """What may be wagered in a round of a table played with this kind of limit."""
        key = (round.number, limit)
        found = self._wagering.get(key)
        if found is None:
            betting = round.betting
            found = self._wagering[key] = Wagering(
                _under(limit, betting.opening),
                _under(limit, betting.size),
                _under(limit, betting.raises),
                _under(limit, betting.floor),
                tuple(figure for figure in betting.ceilings if not figure.limits or limit in figure.limits),
                _under(limit, betting.reopening),
                _under(limit, self.short_raise) or f.ShortRaise(),
            )
        return found


L = TypeVar("L", bound=Figure | f.ShortRaise)


def _under(limit: str | None, figures: L | tuple[L, ...] | None) -> L | None:
    """Of figures for several kinds of limit the one for this."""
    each = figures if isinstance(figures, tuple) else () if figures is None else (figures,)
    return next((figure for figure in each if not figure.limits or limit in figure.limits), None)


@dataclass(slots=True, frozen=True)
class PlacedFigure:
    """A figure of a game, and where in it the figure stands: in betting rounds, by number, or with one of the decks."""

    figure: Figure
    rounds: tuple[int, ...] | None = None
    deck: str | None = None


class Interregnum(Record):
    """What becomes of a fault that an amendment, approved but not yet in force, would allow; and by which reading."""

    treatment: Literal["advisory", "strict"]
    reading: str


class Contested(Record):
    """How grave a fault is that another reading excuses, and whether it may if somebody has chosen the reading."""

    severity: Literal["irregularity", "advisory"]
    when_chosen: bool = True


class Rulebook(Record):
    """A rulebook in force: its instruments, every clause, the readings chosen and the game."""

    id: str
    title: str
    of: str | None = None  # the rulebook that this is one of several games of
    instruments: tuple[Instrument, ...]
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...] = ()
    chosen: Mapping[str, str] = {}
    pinned: tuple[str, ...] = ()  # the readings that somebody chose, be it the default
    contested: Contested | None = None  # what becomes of a fault that another reading excuses
    may_vary: tuple[Variable, ...] = ()
    interregnum: Interregnum | None = None
    pending: date | None = None  # the day from which an amendment, approved already, will be in force
    applies: bool = True  # False before the first instrument's own day: what is found then would have been a fault
    game: Game
    sha256: str = ""  # of all the files it was made from
    path: str = ""  # of its own file, for messages about it

    @cached_property
    def evidence(self) -> Mapping[str, str]:
        """From what each clause is decided, by its id."""
        return {clause.id: clause.evidence for clause in self.clauses}

    @property
    def book(self) -> str:
        """The rulebook whose clauses these are."""
        return self.of or self.id

    @cached_property
    def version(self) -> str:
        """The version's short name: the labels of the instruments in force."""
        return "+".join(instrument.label for instrument in self.instruments)

    def clause(self, id: str) -> Clause | None:
        """The clause with that number, if there is one."""
        return next((clause for clause in self.clauses if clause.id == id), None)

    def named(self, clause: str) -> str:
        """A clause, or the part of it with that id, as a person cites it."""
        found = self.clause(clause)
        return found.named if found is not None else clause.split("[", 1)[0]

    def cite(self, clause: str) -> str:
        """A citation a lawyer would accept."""
        number = self.named(clause)
        if number.startswith("record/"):
            return f"defect of the record: {number.removeprefix('record/')}"
        found = self.clause(clause)
        printed = f" (printed as {found.printed})" if found and found.printed else ""
        amended = f" (as amended by {found.amended_by})" if found and found.amended_by else ""
        place = (found and found.place) or (f"clause {number}" if number[:1].isdigit() else number)
        return f"{self.instruments[0].cite}, {place}{printed}{amended}"

    def game_figures(self) -> Iterator[PlacedFigure]:
        """Every figure of the game, and where it stands."""
        for name, value in fields(self.game):
            if name == "round":
                for betting in value.values():
                    numbers = tuple(round.number for round in self.game.rounds if round.betting is betting)
                    yield from (PlacedFigure(figure, numbers) for figure in _figures(betting))
            elif name == "deck":
                for key, deck in value.items():
                    yield from (PlacedFigure(figure, deck=key) for figure in _figures(deck))
            else:
                yield from (PlacedFigure(figure) for figure in _figures(value))


# ---- files that change a rulebook ----


class Change(Record):
    """What an amendment does to one clause: its new words, and the values it found (`was`) and leaves (`now`).

    A value in `now` only is new; one in `was` only is struck out.
    """

    rulebook: str
    op: Literal["replace", "insert", "repeal"]
    clause: str
    title: str | None = None
    gist: str | None = None
    evidence: Evidence | None = None
    note: str | None = None
    rules: tuple[Rule, ...] | None = None
    was: Mapping[str, Any] = {}
    now: Mapping[str, Any] = {}


class Amendment(Record):
    """An instrument that amends rulebooks, which it can do from a known day only."""

    instrument: Instrument
    change: tuple[Change, ...]

    def __post_init__(self) -> None:
        """Its dates decide which version judges a hand."""
        if self.instrument.made is None or self.instrument.in_force.from_ is None:
            raise ValueError("an amendment must say when it was made and from which day it is in force")


class House(Record):
    """A house's own file: the rulebook it plays by, how it reads unclear clauses, and what it sets where it may."""

    extends: str
    id: str
    title: str | None = None
    readings: Mapping[str, str] = {}
    sets: Mapping[str, Any] = {}


def _figures(value: Any) -> Iterator[Figure]:
    if isinstance(value, Figure):
        yield value
    elif isinstance(value, Record):
        for _, item in fields(value):
            yield from _figures(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _figures(item)
