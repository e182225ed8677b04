"""The register of checks: the two decorators that enter a function, and the moments it watches.

A check is a pure function `(state, event, figure) -> outcomes`. A check of a hand sees the state of the hand, a check
of a session what is known of the table's evening. It is called before the event is applied, for every figure of the
rulebook that names it. Called and silent, it passes; its `when` decides whether the situation arose.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Generic, Literal, TypeVar

from auditor.auditing.engine.outcomes import Outcome
from auditor.replay.session.state import Session
from auditor.replay.state import HandState, OutOfTurnWagerStood
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event, Wager
from auditor.vocabulary.records import replace, value_class

RECORD = "record/"  # checks of the record itself bear such names, need no clause and judge every hand

S = TypeVar("S")  # what a check looks at: the state of a hand, or a session
E = TypeVar("E", bound=Event)
E_co = TypeVar("E_co", bound=Event, covariant=True)
Other = TypeVar("Other", bound=Event)
F = TypeVar("F", bound=Figure)

Watched = dict[type[Event], tuple[int, ...]]
"""Kinds of event, each with the situations (`auditing.engine.situations`), any one of which makes it matter."""


class On(Generic[E_co]):
    """The moments at which an event of a kind comes, joined with `|`: `on(Wager, RAISES) | on(Post)`."""

    __slots__ = ("kinds",)

    def __init__(self, kinds: Watched) -> None:
        """Use `on`, which ties the kind of event to the type."""
        self.kinds = kinds

    def __or__(self, other: On[Other]) -> On[E_co | Other]:
        """These moments or those; of a kind that both name, the situations of either."""
        joined = dict(self.kinds)
        for kind, needs in other.kinds.items():
            joined[kind] = (*joined.get(kind, ()), *needs)
        return On(joined)


def on(kind: type[E], *situations: int) -> On[E]:
    """Whenever an event of this kind comes or, if situations are named, comes in one of them."""
    return On({kind: situations or (0,)})


def on_each(kinds: Iterable[type[E]], *situations: int) -> On[E]:
    """Whenever an event of one of these kinds comes, in one of the situations if any are named."""
    return On(dict.fromkeys(kinds, situations or (0,)))


def not_on(kinds: Iterable[type[E]]) -> On[E]:
    """At no moment of these kinds: what `call_only_at` says of kinds that a figure makes pointless to ask about."""
    return On(dict.fromkeys(kinds, ()))


def stood(*situations: int) -> On[Wager]:
    """Whenever a wager out of turn stands: the check is shown the wager as if it had come in turn."""
    return On({OutOfTurnWagerStood: situations or (0,)})


def never() -> On[Event]:
    """At no moment at all."""
    return On({})


Judge = Callable[[S, E, F], Iterable[Outcome]]
When = Callable[[S, E, F], bool]
ForFigure = Callable[[F], On[Event]]  # the moments that a figure of the rulebook decides about

# The register holds functions of all kinds of events and figures; the decorator has tied each to its own.
AnyJudge = Callable[[S, Any, Any], Iterable[Outcome]]
AnyWhen = Callable[[S, Any, Any], bool]
AnyForFigure = Callable[[Any], On[Event]]


@value_class
class Watch(Generic[S]):
    """A function of a check with the moments it is for.

    `watched_for` tells for a figure at which of the watched moments it matters. `passes_at` names, for a figure, the
    moments that by themselves show compliance, so that nothing need be called; `call_only_at` replaces the watched
    moments of a kind by those outside of which no call is needed, `when` being false there or `passes_at` telling all.
    Of the moments that are left, `moot_at` names those at which `when` would be false, so that nothing happens, and
    `clears_at` those at which the check would be called and stay silent, so that its clauses pass without a call.
    """

    function: AnyJudge[S]
    watches: Watched
    when: AnyWhen[S] | None
    watched_for: AnyForFigure | None
    passes_at: AnyForFigure | None
    call_only_at: AnyForFigure | None
    clears_at: AnyForFigure | None
    moot_at: AnyForFigure | None

    def watched(self, figure: Figure) -> Watched:
        """What is watched for this figure: all that the check watches, or what the figure narrows that down to."""
        return self.watches if self.watched_for is None else self.watched_for(figure).kinds

    def called(self, figure: Figure) -> Watched:
        """The same without the moments at which nothing would come of a call."""
        watched = self.watched(figure)
        return watched if self.call_only_at is None else watched | self.call_only_at(figure).kinds

    def passing(self, figure: Figure) -> Watched:
        """The moments that show compliance by themselves."""
        return {} if self.passes_at is None else self.passes_at(figure).kinds

    def clearing(self, figure: Figure) -> Watched:
        """The moments at which the check would have nothing to say."""
        return {} if self.clears_at is None else self.clears_at(figure).kinds

    def moot(self, figure: Figure) -> Watched:
        """The moments at which the situation does not arise."""
        return {} if self.moot_at is None else self.moot_at(figure).kinds


@value_class
class Registered:
    """A check as registered: its name, its figure's class, and its functions for a hand and for a session.

    Most checks look alike at a record of play only and at one that notes more, so `hand` and `play` are the same. What
    a check finds in a record of play may be `laid_to_record`: such a room cannot have let it happen. `practices` are
    the ways to play that its faults may show, by the names under which a room's file may call them its custom; if they
    are `offered`, nobody could have done so unless the room's software let them, and in its record that is no breach.
    For an act that a player made, that player answers, or one of those that `answers` names by their role.

    A check `by_round` is called only in the betting rounds its figure names. Where a log undertakes to record the item
    named by `silence_passes_if_recorded` in every hand, a hand that gives the check nothing to look at passes. Where a
    rulebook has a clause on what else would be a defect of the record, the check of the clause `replaces` that of the
    record.
    """

    name: str
    figure: type[Figure]
    hand: Watch[HandState] | None = None  # in a record that tells more than the play
    play: Watch[HandState] | None = None  # in a record of play only
    session: Watch[Session] | None = None
    by_round: bool = False
    silence_passes_if_recorded: str | None = None
    replaces: str | None = None
    laid_to_record: bool = False
    practices: tuple[str, ...] = ()
    offered: bool = False
    answers: tuple[str, ...] = ()

    @property
    def watches(self) -> frozenset[type[Event]]:
        """Every kind of event that the check watches, in a hand or between hands."""
        return frozenset([kind for side in self.sides for kind in side.watches])

    @property
    def sides(self) -> list[Watch[HandState] | Watch[Session]]:
        """Its functions, whatever they look at."""
        return [side for side in (self.hand, self.play, self.session) if side is not None]

    @property
    def function(self) -> Callable[..., Iterable[Outcome]]:
        """The function whose docstring is the page of the check: that for hands, if there are two."""
        return self.sides[0].function


CHECKS: dict[str, Registered] = {}


def check(
    name: str,
    *,
    watches: type[E] | On[E],
    figure: type[F],
    when: When[HandState, E, F] | None = None,
    watched_for: ForFigure[F] | None = None,
    passes_at: On[Event] | ForFigure[F] | None = None,
    call_only_at: On[Event] | ForFigure[F] | None = None,
    clears_at: On[Event] | ForFigure[F] | None = None,
    moot_at: On[Event] | ForFigure[F] | None = None,
    by_round: bool = False,
    silence_passes_if_recorded: str | None = None,
    replaces: str | None = None,
    record: Literal["any", "full", "play"] = "any",
    laid_to_record: bool = False,
    practices: tuple[str, ...] = (),
    offered: bool = False,
    answers: tuple[str, ...] = (),
) -> Callable[[Judge[HandState, E, F]], Judge[HandState, E, F]]:
    """Enter a check of a hand under the name rulebooks use for it.

    `watches` names a kind of event, or several with the situations they matter in: `on(Wager, RAISES) | on(Post)`.
    `figure` is the class of the figure that the rulebook's data must fit. `record` says which records it is for: a
    check that asks otherwise where only the play is recorded has two functions, one for `full` records and one for
    records of `play`. The rest is explained with `Watch` and `Registered`.
    """

    def enter(function: Judge[HandState, E, F]) -> Judge[HandState, E, F]:
        entry = CHECKS.get(name) or Registered(name, figure)
        side = _side(function, watches, when, watched_for, passes_at, call_only_at, clears_at, moot_at)
        for_full, for_play = record != "play", record != "full"
        taken = (for_full and entry.hand is not None) or (for_play and entry.play is not None)
        CHECKS[name] = replace(
            _fitting(entry, taken, figure),
            hand=side if for_full else entry.hand,
            play=side if for_play else entry.play,
            by_round=by_round or entry.by_round,
            silence_passes_if_recorded=silence_passes_if_recorded or entry.silence_passes_if_recorded,
            replaces=replaces or entry.replaces,
            laid_to_record=laid_to_record or entry.laid_to_record,
            practices=practices or entry.practices,
            offered=offered or entry.offered,
            answers=answers or entry.answers,
        )
        return function

    return enter


def session_check(
    name: str,
    *,
    watches: type[E] | On[E],
    figure: type[F],
    when: When[Session, E, F] | None = None,
    watched_for: ForFigure[F] | None = None,
    passes_at: On[Event] | ForFigure[F] | None = None,
    call_only_at: On[Event] | ForFigure[F] | None = None,
    clears_at: On[Event] | ForFigure[F] | None = None,
    moot_at: On[Event] | ForFigure[F] | None = None,
    silence_passes_if_recorded: str | None = None,
    answers: tuple[str, ...] = (),
) -> Callable[[Judge[Session, E, F]], Judge[Session, E, F]]:
    """Enter a check of a session: it sees what is noted between hands, each hand that was played, and the end.

    A check of a hand may have the same name, for what can be noted in a hand as well as between hands.
    """

    def enter(function: Judge[Session, E, F]) -> Judge[Session, E, F]:
        entry = CHECKS.get(name) or Registered(name, figure)
        side = _side(function, watches, when, watched_for, passes_at, call_only_at, clears_at, moot_at)
        CHECKS[name] = replace(
            _fitting(entry, entry.session is not None, figure),
            session=side,
            silence_passes_if_recorded=silence_passes_if_recorded or entry.silence_passes_if_recorded,
            answers=answers or entry.answers,
        )
        return function

    return enter


def _fitting(entry: Registered, taken: bool, figure: type[Figure]) -> Registered:
    """The entry, if it has no such function yet and all functions of a check agree on the figure."""
    if taken:
        raise ValueError(f"two checks are called {entry.name}")
    if entry.figure is not figure:
        raise ValueError(f"{entry.name} has two classes of figures")
    return entry


def _side(
    function: AnyJudge[S],
    watches: type[Event] | On[Event],
    when: AnyWhen[S] | None,
    watched_for: AnyForFigure | None,
    passes_at: On[Event] | AnyForFigure | None,
    call_only_at: On[Event] | AnyForFigure | None,
    clears_at: On[Event] | AnyForFigure | None,
    moot_at: On[Event] | AnyForFigure | None,
) -> Watch[S]:
    kinds = watches if isinstance(watches, On) else on(watches)
    left_out = _for(passes_at), _for(call_only_at), _for(clears_at), _for(moot_at)
    return Watch(function, kinds.kinds, when, watched_for, *left_out)


def _for(moments: On[Event] | AnyForFigure | None) -> AnyForFigure | None:
    """Moments that are the same for every figure, or depend on it, as a function of the figure."""
    if isinstance(moments, On):
        return lambda _figure: moments
    return moments


@cache
def registered() -> dict[str, Registered]:
    """Every check there is."""
    import pkgutil

    package = importlib.import_module("auditor.checks")
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    return CHECKS
