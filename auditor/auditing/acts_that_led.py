"""The acts that led to a fault: only the lines that count, each with what it counted as, and the fault last.

For an act in a betting round these are the wagers of the round up to it, and the player's own act before; for a wager
before the cards the wagers before it; for payments and commission the cards and pots that they rest on. The lines that
a check names itself are always among them. The hand is played once more for it, and only if something was found.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from auditor.auditing.engine.registry import registered
from auditor.replay.betting.measuring import counts_as_raise
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import replay
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import BettingRound, EarlyWager, HandState
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import (
    Act,
    Buck,
    Check,
    Communal,
    Event,
    Fold,
    Pass,
    Post,
    PotTaken,
    Returned,
    Run,
    Show,
    Win,
)
from auditor.vocabulary.findings import ActThatLed, Finding
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import ordinal

MOST = 40  # acts before the fault; of more, the latest
SETTLING: dict[type[Event], str] = {
    **{
        Communal: "communal cards",
        Run: "another run of the cards",
        Show: "a hand shown",
        Returned: "wager handed back",
    },
    **{PotTaken: "pot and commission", Win: "payment"},
}
NO_WAGER: dict[type[Event], str] = {Check: "check", Pass: "pass", Fold: "fold"}
Place = tuple[int, int]


class Following(Observer):
    """Notes, for the acts at some places, what led there."""

    def __init__(self, wanted: frozenset[Place]) -> None:
        """Nothing is noted yet."""
        self.wanted = wanted
        self.found: dict[Place, list[ActThatLed]] = {}
        self.forced: list[ActThatLed] = []  # the buck, and wagers before the cards
        self.wagers: list[ActThatLed] = []  # openings and raises of this round
        self.latest: dict[str, ActThatLed] = {}  # what each player did last in this round
        self.last: ActThatLed | None = None  # the last act of this round
        self.round: BettingRound | None = None

    def at_event(self, _state: HandState, event: Event) -> None:
        """Note the buck and a wager before the cards."""
        if isinstance(event, Buck):
            self._note(event, "buck", self.forced)
        elif isinstance(event, Post):
            self._note(event, event.kind, self.forced)

    def at_act(self, state: HandState, act: Act) -> None:
        """Note an act as what it counts."""
        self._begin(state)
        move, betround = state.move, state.round
        if move is None or betround is None or move.kind == "call":
            self._follow(act, "call" if move is not None else NO_WAGER.get(type(act), "act"))
            return
        counted = f"{ordinal(betround.raises + 1)} raise"
        if move.kind == "open" or not move.counts:
            counted = "opening wager"
        elif not counts_as_raise(betround, move):
            counted = "raise that does not count"
        self.wagers.append(self._follow(act, counted))

    def at_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """Note a wager out of turn."""
        self._begin(state)
        before = [self.last] if self.last is not None else []  # whose turn it was follows from that
        self.wagers.append(self._follow(early.act, "wager out of turn", before))

    def _begin(self, state: HandState) -> None:
        if state.round is not self.round:
            if self.round is not None:
                self.forced = []
            self.round, self.wagers, self.latest, self.last = state.round, [], {}, None

    def _follow(self, act: Act, counted: str, before: Sequence[ActThatLed] = ()) -> ActThatLed:
        """Note an act of a round, and what led there if somebody wants to know."""
        one = ActThatLed(act.line, act.column, counted)
        if (one.line, one.column) in self.wanted:
            own = [self.latest[act.player]] if act.player in self.latest else []
            noted = [*self.forced[-MOST:], *self.wagers[-MOST:], *own, *before]
            self.found[one.line, one.column] = [*_ordered(noted), one]
        self.last = one
        self.latest[act.player] = one
        return one

    def _note(self, event: Event, counted: str, notes: list[ActThatLed]) -> None:
        one = ActThatLed(event.line, event.column, counted)
        if (one.line, one.column) in self.wanted:
            self.found[one.line, one.column] = [*notes[-MOST:], one]
        notes.append(one)


class Settling:
    """The lines of a hand that payments and commission rest on, looked for once whatever is found about them."""

    def __init__(self, events: Sequence[Event]) -> None:
        """Of the events of a hand."""
        self.events = events
        self._acts: list[ActThatLed] | None = None  # once they are asked for

    def up_to(self, place: Place) -> list[ActThatLed]:
        """As many of them as can be told, the latest up to a place, and what stands there itself."""
        if self._acts is None:
            settling = [one for one in self.events if type(one) in SETTLING]
            self._acts = _ordered([ActThatLed(one.line, one.column, SETTLING[type(one)]) for one in settling])
        end = bisect_right(self._acts, place, key=_where)
        return self._acts[max(end - MOST - 1, 0) : end]


def with_acts_that_led(findings: Sequence[Finding], hand: Hand, rules: Rulebook) -> list[Finding]:
    """The findings in a hand, each with the acts that led to it."""
    following, settling = Following(frozenset([_place(one) for one in findings])), Settling(hand.events)
    replay(hand, rules, following)
    return [replace(one, led=_led(one, settling, following)) for one in findings]


def _place(finding: Finding) -> Place:
    return finding.location.line, finding.location.column


def _where(act: ActThatLed) -> Place:
    return act.line, act.column


def _led(finding: Finding, settling: Settling, following: Following) -> tuple[ActThatLed, ...]:
    found = following.found.get(_place(finding), [])
    if not found and Settled in registered()[finding.check].watches:
        found = settling.up_to(_place(finding))
    return led_by(finding, found)


def led_by(finding: Finding, found: Sequence[ActThatLed] = ()) -> tuple[ActThatLed, ...]:
    """The acts that led to a finding: those found, those that its check names, and the fault itself."""
    here = _place(finding)
    fault = next((one for one in found if (one.line, one.column) == here), ActThatLed(*here, "the fault"))
    named = {(one.line, one.column) for one in found} | {here}
    rests_on = [ActThatLed(one.line, one.column, "rests on it") for one in finding.evidence]
    others = [one for one in rests_on if (one.line, one.column) not in named]
    before = _ordered([*[one for one in found if one != fault], *others])
    return (*before[-MOST:], fault)


def _ordered(acts: Iterable[ActThatLed]) -> list[ActThatLed]:
    """The acts in the order of the log, each once."""
    return sorted(dict.fromkeys(acts), key=_where)
