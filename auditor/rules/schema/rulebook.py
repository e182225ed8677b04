"""The models of a rulebook as it stands in `rulesets/`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from itertools import accumulate
from typing import Any, Literal, TypeVar

from auditor.rules.schema import figures as f
from auditor.rules.schema import showdown_figures as p
from auditor.rules.schema.customs import Custom
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.record import Record, fields
from auditor.vocabulary.records import value_class

Evidence = Literal["play", "procedure", "table", "session", "incident", "none"]
BEYOND_PLAY: tuple[Evidence, ...] = ("procedure", "incident")  # what only people at the table see


class InForce(Record):
    """The first day of effect, if the text has one, and the reason for that day, which a lawyer may dispute."""

    from_: date | None = None
    basis: str  # the reason for that day


class Compared(Record):
    """When somebody last compared this data with the text."""

    on: date
    with_: str  # the text


class Instrument(Record):
    """The legal instrument that a rulebook or an amendment comes from."""

    label: str
    title: str
    authority: str
    cite: str
    made: date | None = None
    published: date | None = None
    in_force: InForce
    compared: Compared


class Rule(Record, rest="values"):
    """A check that decides a clause by itself, with the values that this check needs."""

    check: str
    with_: tuple[str, ...] = ()  # the clauses that the clause is read with
    values: Mapping[str, Any] = {}  # the rest of the entry


class Clause(Record):
    """A clause of the instrument, or our name for one limb of it."""

    id: str
    title: str
    gist: str
    evidence: Evidence
    rules: tuple[Rule, ...] = ()
    printed: str | None = None  # how the instrument prints its number, where that cannot be the right one
    cite: str | None = None  # how a person cites it, where that is not the id: "1.1 (All-in)"
    place: str | None = None  # the citation in full, where it is not a mere number: "Section 3, Betting, rule 7"
    amended_by: str | None = None  # the citation of the instrument that gave it its present wording
    house: str | None = None  # how the rules of the house are cited, for a clause of the house's own
    replaced_by: str | None = None  # the clause of the house that stands in its place
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

    Where another choice is in use, this one may excuse a fault. The fault is then as grave as the rulebook says of
    contested faults, or as `leaves` says. The `widest` choice allows whatever one of the others allows, so that where
    it is in use none of them excuses anything.
    """

    name: str
    means: str
    leaves: Literal["breach", "irregularity", "advisory"] | None = None  # how grave a fault is that it would excuse
    widest: bool = False
    sets: Mapping[str, Any] = {}  # the values that it changes


class Reading(Record):
    """A point at which the text can be read in several ways: the choices, the default and the reason for it.

    It lists every clause of which a fault may rest on it, those on turns if it decides who begins.
    """

    name: str
    clauses: tuple[str, ...]
    default: str
    in_room: str | None = None  # the default in what a room records of its own play, if it is another
    reason: str
    choices: tuple[Choice, ...]


class Variable(Record):
    """A figure that a clause lets a house set, no lower than `least` and no higher than `most`."""

    figure: str  # its place, such as `game.commission.fee`
    clause: str  # the clause that lets a house set it
    least: int | None = None
    most: int | None = None

    def excess(self, value: int) -> str:
        """How a value goes too far, in words; empty if it is within the bounds."""
        if self.least is not None and value < self.least:
            return f"below {self.least}"
        return f"above {self.most}" if self.most is not None and value > self.most else ""


@value_class
class Wagering:
    """What may be wagered in a betting round under one kind of limit."""

    opening: f.Sizes | None
    size: f.Sizes | None
    raises: f.RaiseCap | None
    floor: f.RaiseFloor | None
    ceilings: tuple[f.Ceiling, ...]
    reopening: f.Reopening | None
    short: f.ShortRaise


@value_class
class Round:
    """One betting round of a game: the cards that come before it, and its rules."""

    number: int  # counted through all the forms of betting that the game has
    round_index: int  # its place in its own form of betting, from zero
    name: str
    betting: f.Betting
    passes: tuple[str, ...]  # the passes of cards to each player before it
    pattern: str  # all cards that each player has then been dealt, in their order: 'd' face down, 'u' face up
    communal: int  # how many communal cards are then on the table
    given_up: int = 0  # how many of their own cards players have given up by then

    @property
    def house_cap(self) -> f.RaiseCap | None:
        """The cap on its raises, if the house may choose another."""
        caps = self.betting.raises
        each = caps if isinstance(caps, tuple) else () if caps is None else (caps,)
        return next((cap for cap in each if cap.house), None)

    @cached_property
    def own(self) -> int:
        """How many cards of their own the players then hold."""
        return len(self.pattern) - self.given_up

    @cached_property
    def together(self) -> Mapping[int, int]:
        """How many cards come together next, by how many of this deal a player has; after the last, as many again."""
        sizes = [len(cards) for cards in self.passes] or [0]
        return dict(zip(accumulate(sizes, initial=0), [*sizes, sizes[-1]], strict=True))


class DeckRules(Record):
    """A deck that the game may be played with: its cards, who may choose it, the low ace, and the order of hands."""

    cards: f.Deck
    players: f.ReducedDeck | None = None  # None: it needs no agreement
    low_ace: f.LowAce
    order: tuple[p.HandClass, ...]

    @cached_property
    def size(self) -> int:
        """How many cards it has."""
        return 4 * len(self.cards.ranks) + self.cards.joker


class Game(Record):
    """The structure that the replay follows. Every value in it carries its clause."""

    name: str
    currency: str = "$"
    staff: tuple[str, ...] = ()  # the ranks of the operator's staff as logs name them, the lowest first
    features: tuple[str, ...] = ()  # what a table may declare that rules depend on, as logs name it
    seats: f.Seats | None = None  # None: the rulebook sets no number
    deck: Mapping[str, DeckRules]  # by the number of cards
    usual_deck: str | None = None  # the deck of a table that declares none; None: the first
    forced: tuple[f.Forced, ...]
    blinds: f.BlindStructure = f.BlindStructure()
    rapping: Figure | None = None  # a player who raps pat and does not know of a raise has not drawn and may still play
    declared_open: Figure | None = None  # a player without chips may open the pot by saying so; callers owe a full bet
    opening: f.Opening | None = None  # what the betting may be opened with, where a table declares more than the blind
    kill: f.Kill | None = None  # None: no blind raises the limits
    dealt: f.Dealt | None = None  # each player gets as many cards in the first deal as the betting rounds say
    lacking_last: Figure | None = None  # a hand that lacks only its last card may be ruled live
    no_hand: Figure | None = None  # if no hand can win, all wagers go back; without it the last to fold wins
    dead_button: Figure | None = None  # the buck may lie before an empty seat
    round: Mapping[str, f.Betting]
    early: f.Early | None = None
    uncapped: f.Uncapped | None = None
    effect: Literal["wager", "round"] = "wager"  # what a wrong wager cost: its own excess, or all it moved in the round
    boards: int = 1  # how many boards of communal cards there are; each decides a share of every pot
    remedies: tuple[f.Remedy, ...] = ()  # for errors with communal cards
    short_raise: f.ShortRaise | tuple[f.ShortRaise, ...] = f.ShortRaise()
    composition: p.Composition
    kickers: p.Kickers
    miscall: p.Miscall | None = None  # a hand that its player calls better than it is may be dead
    must_bet: p.MustBet | None = None  # a player who checks such a hand cannot win what is wagered then
    hi_lo: p.HiLo | None = None  # pots are shared with the best low hand
    wins: p.Wins | None = None  # None: the highest hand wins
    on_board: Figure | None = None  # a player who says so and throws the cards away plays the board; not in tournaments
    joker: tuple[p.Joker, ...] = ()  # what it stands for in a deck that has one, then how that may be misread
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
        """The wagers before the cards, by what logs call them."""
        kinds = dict.fromkeys(kind for one in self.forced for kind in one.kinds)
        return {kind: tuple(one for one in self.forced if kind in one.kinds) for kind in kinds}

    @cached_property
    def forms(self) -> tuple[str | None, ...]:
        """The forms of betting that the game has, the usual one first."""
        return tuple(dict.fromkeys(betting.form for betting in self.round.values()))

    @cached_property
    def rounds_by_form(self) -> Mapping[str | None, tuple[Round, ...]]:
        """The betting rounds of each form."""
        return {form: tuple(one for one in self.rounds if one.betting.form == form) for form in self.forms}

    @cached_property
    def form_by_post(self) -> Mapping[str, str | None]:
        """The form of betting that each kind of wager before the cards belongs to."""
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
    def _wagering(self) -> dict[tuple[int, str | None, int | None], Wagering]:
        return {}

    def wagering(self, round: Round, limit: str | None, raises: int | None = None) -> Wagering:
        """What may be wagered in a round at a table with this kind of limit, and this number of raises if it has one.

        A number that the rulebook does not leave to the house changes nothing.
        """
        key = (round.number, limit, raises)
        found = self._wagering.get(key)
        if found is None:
            betting = round.betting
            found = self._wagering[key] = Wagering(
                _under(limit, betting.opening),
                _under(limit, betting.size),
                _capped(_under(limit, betting.raises), raises),
                _under(limit, betting.floor),
                tuple(figure for figure in betting.ceilings if not figure.limits or limit in figure.limits),
                _under(limit, betting.reopening),
                _under(limit, self.short_raise) or f.ShortRaise(),
            )
        return found


L = TypeVar("L", bound=Figure | f.ShortRaise)


def _under(limit: str | None, figures: L | tuple[L, ...] | None) -> L | None:
    """The first of the figures that is for this kind of limit."""
    each = figures if isinstance(figures, tuple) else () if figures is None else (figures,)
    return next((figure for figure in each if not figure.limits or limit in figure.limits), None)


def _capped(cap: f.RaiseCap | None, raises: int | None) -> f.RaiseCap | None:
    """The cap on raises, with the number that a house chose if it may."""
    if cap is None or raises is None or not cap.house:
        return cap
    return f.RaiseCap(**{**dict(fields(cap)), "most": raises})


@value_class
class PlacedFigure:
    """A figure of a game, and where it stands: in betting rounds, with one of the decks, or with neither."""

    figure: Figure
    rounds: tuple[int, ...] | None = None  # the numbers of its betting rounds
    deck: str | None = None


class Interregnum(Record):
    """What becomes of a fault that an amendment, approved but not yet in force, would allow."""

    treatment: Literal["advisory", "strict"]
    reading: str  # the reading that decides this


class Contested(Record):
    """How grave a fault is that another reading excuses."""

    severity: Literal["irregularity", "advisory"]
    when_chosen: bool = True  # may another reading excuse a fault even where somebody has chosen the reading?


class Rulebook(Record):
    """A rulebook in force: its instruments, every clause, the readings chosen and the game."""

    id: str
    title: str
    of: str | None = None  # the rulebook of several games that this is one of
    instruments: tuple[Instrument, ...]
    clauses: tuple[Clause, ...]
    readings: tuple[Reading, ...] = ()
    chosen: Mapping[str, str] = {}  # the choice of each reading
    room: bool = False  # are the choices those for a record that a room keeps, where that makes a difference?
    pinned: tuple[str, ...] = ()  # the readings for which somebody made the choice, even if it is the default
    contested: Contested | None = None  # what becomes of a fault that another reading excuses
    may_vary: tuple[Variable, ...] = ()
    interregnum: Interregnum | None = None
    pending: date | None = None  # the day from which an amendment that is already approved will be in force
    applies: bool = True  # False before the first instrument's first day: what is found then would have been a fault
    game: Game
    customs: tuple[Custom, ...] = ()  # of the house whose file extends it
    sha256: str = ""  # of all the files it was made from
    path: str = ""  # of its own file, for messages about it
    house: str = ""  # the path of the house's file that extends it, if one does

    @cached_property
    def evidence(self) -> Mapping[str, str]:
        """The kind of evidence that decides each clause, by its id."""
        return {clause.id: clause.evidence for clause in self.clauses}

    @property
    def book(self) -> str:
        """The rulebook that has these clauses, for one of its games as well."""
        return self.of or self.id

    @cached_property
    def version(self) -> str:
        """The short name of this version: the labels of the instruments in force."""
        return "+".join(instrument.label for instrument in self.instruments)

    @cached_property
    def _by_id(self) -> dict[str, Clause]:
        return {clause.id: clause for clause in reversed(self.clauses)}

    def clause(self, id: str) -> Clause | None:
        """The clause with this number, if there is one."""
        return self._by_id.get(id)

    def named(self, clause: str) -> str:
        """A clause, or the limb of one, as a person cites it."""
        found = self.clause(clause)
        return found.named if found is not None else clause.split("[", 1)[0]

    def cite(self, clause: str) -> str:
        """A citation that a lawyer would accept."""
        number = self.named(clause)
        if number.startswith("record/"):
            return f"defect of the record: {number.removeprefix('record/')}"
        found = self.clause(clause)
        printed = f" (printed as {found.printed})" if found and found.printed else ""
        amended = f" (as amended by {found.amended_by})" if found and found.amended_by else ""
        place = (found and found.place) or (f"clause {number}" if number[:1].isdigit() else number)
        source = (found and found.house) or self.instruments[0].cite
        return f"{source}, {place}{printed}{amended}"

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
    """What an amendment does to one clause: its new words, the values it found (`was`) and those it leaves (`now`).

    A value that is only in `now` is new; one that is only in `was` is struck out.
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
    """An instrument that amends rulebooks from a known day on."""

    instrument: Instrument
    change: tuple[Change, ...]

    def __post_init__(self) -> None:
        """Refuse an amendment without dates: they decide which version judges a hand."""
        if self.instrument.made is None or self.instrument.in_force.from_ is None:
            raise ValueError("an amendment must say when it was made and from which day it is in force")


def _figures(value: Any) -> Iterator[Figure]:
    if isinstance(value, Figure):
        yield value
    elif isinstance(value, Record):
        for _, item in fields(value):
            yield from _figures(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _figures(item)
