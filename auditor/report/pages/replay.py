"""Steps through a hand: the log's own lines, the table before each act, the options with their clauses, findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.replay.betting.closed_options import ClosedAct, closed
from auditor.replay.betting.options import Option, options
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import replay
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import UNKNOWN_STAKE, BettingRound, HandState, Player
from auditor.report.drawing.table_state import TableAfter, table_after
from auditor.report.formats.text import finding_lines
from auditor.report.layout import EMPTY, Line, line, padded, wrapped
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.cards import cards_text
from auditor.vocabulary.events import Act, Buck, Discards, Event
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.money import in_currency, money_text, sign_of
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import escaped, joined

LINE = 6  # the width of the column of line numbers


@value_class
class Ground:
    """A clause with what it does to an act: `at most three raises`, `not open, three raises were made`."""

    text: str  # empty for the clause that grants an act
    clause: str  # its id
    named: str  # as a person cites it

    @property
    def words(self) -> str:
        """`at most three raises: 10.2`."""
        return f"{self.text}: {self.named}" if self.text else self.named


@value_class
class OpenOption:
    """What was open to the player to act, in words: `raise to $30`, and the clauses that grant and bound it."""

    option: Option
    words: str
    grounds: tuple[Ground, ...]

    @property
    def clauses(self) -> str:
        """`7.1(ii); at most three raises: 10.2`."""
        return "; ".join([one.words for one in self.grounds])


@value_class
class ClosedOption:
    """What was not open to the player to act, in words: `not open, three raises were made: 10.2`."""

    closed: ClosedAct
    ground: Ground

    @property
    def words(self) -> str:
        """Why, with the clause."""
        return self.ground.words


@value_class
class Step:
    """A line of the log, with the table before it if a player acts there, and what was found in it."""

    number: int
    text: str
    title: str = ""  # of the betting round, or the draw, that begins here
    situation: str = ""  # the pot and the player to act
    player: Player | None = None  # who that is
    pot: int | None = None
    options: tuple[OpenOption, ...] = ()
    closed: tuple[ClosedOption, ...] = ()  # the acts that are no option
    findings: tuple[Finding, ...] = ()
    event: Event | None = None  # what it says
    table: TableAfter | None = None  # what the table looks like after it


class Stepping(Observer):
    """Collects the steps while the hand is replayed."""

    def __init__(self, source_line: Callable[[Event], str], findings: Sequence[Finding]) -> None:
        """Take the function that gives an event's line in the log, and what an audit found in this hand."""
        self.source_line = source_line
        self.findings = list(findings)  # those that no step has shown
        self.steps: list[Step] = []
        self.round: BettingRound | None = None
        self.drawing = False  # players have begun to change cards
        self.marker = "buck"  # or button, as the log calls it
        self.latest: tuple[Event, int] | None = None  # the event that is being applied, and its first step

    def before_event(self, state: HandState, event: Event) -> None:
        """Note an event: the table before it if a player acts, the log's line, and what was found there."""
        self._note_table(state)
        self.latest = event, len(self.steps)
        first = Step(0, "")
        if isinstance(event, Act):
            first = self._before_act(state)
        elif isinstance(event, Discards) and not self.drawing:
            self.drawing = True
            first = Step(0, "", "The draw")
        for each in state.hand.lines_of(event):
            text = self.source_line(each).strip()
            if isinstance(each, Buck):
                self.marker = "button" if "button" in text.casefold() else "buck"
            self.steps.append(replace(first, number=each.line, text=text, findings=self._found(each), event=each))
            first = Step(0, "")

    def at_settlement(self, state: HandState, _end: Settled) -> None:
        """Note the table after the last event."""
        self._note_table(state)

    def _note_table(self, state: HandState) -> None:
        """Note the table in the steps of the event that has been applied by now."""
        if self.latest is not None:
            event, first = self.latest
            found = [one for step in self.steps[first:] for one in step.findings if one.severity > Severity.ADVISORY]
            faulty = frozenset([one.actor.name for one in found if one.actor.name is not None])
            table = table_after(state, event, faulty, _sign(state.hand, state.rules), self.marker)
            self.steps[first:] = [replace(step, table=table) for step in self.steps[first:]]

    def _before_act(self, state: HandState) -> Step:
        betround, player, title = state.round, state.turn, ""
        if betround is not None and betround is not self.round:
            self.round = betround
            board = f", communal cards {cards_text(state.board)}" if state.board else ""
            title = f"{betround.name.capitalize()} betting round{board}"
        if betround is None or player is None:
            return Step(0, "", title)
        open_to = options(state)
        words = _situation(state, betround, player, any(option.act == "call" for option in open_to))
        shown = tuple([_option(option, state) for option in open_to])
        not_open = tuple([_closed(one, state) for one in closed(state, open_to)])
        return Step(0, "", title, words, player, state.pot, shown, not_open)

    def _found(self, event: Event) -> tuple[Finding, ...]:
        """What was found in this event. Several events may stand on one line of the log."""
        place = event.line, event.column
        here = [finding for finding in self.findings if (finding.location.line, finding.location.column) == place]
        self.findings = [finding for finding in self.findings if finding not in here]
        return tuple(here)


@value_class
class ReplayedHand:
    """A hand step by step, and the findings that stand at none of its lines. All forms of the page show this."""

    sign: str
    steps: tuple[Step, ...]
    rest: tuple[Finding, ...]


def replay_of(
    hand: Hand, bound: BoundRulebook, source_line: Callable[[Event], str], findings: Sequence[Finding]
) -> ReplayedHand:
    """Replay the hand and note every step."""
    stepping = Stepping(source_line, findings)
    replay(hand, bound.rules, stepping)
    return ReplayedHand(_sign(hand, bound.rules), tuple(stepping.steps), tuple(stepping.findings))


def replayed(
    hand: Hand,
    bound: BoundRulebook,
    path: str,
    source_line: Callable[[Event], str],
    findings: Sequence[Finding],
    width: int,
) -> Iterator[Line]:
    """Show the hand from its first line to its last."""
    found = replay_of(hand, bound, source_line, findings)
    yield from heading(hand, bound, path, width)
    for step in found.steps:
        yield from _step_lines(step, found.sign, width)
    for finding in found.rest:
        yield from (EMPTY, *finding_lines(finding, found.sign, width))


def _step_lines(step: Step, sign: str, width: int) -> Iterator[Line]:
    if step.title:
        yield from (EMPTY, line(step.title, "title"))
        if not step.situation:
            yield EMPTY
    if step.situation:
        yield from (EMPTY, *wrapped(f"{step.situation}:", width, "  ", style="faint"))
    for option in step.options:
        yield from wrapped(f"{option.words}: {option.clauses}", width, "    ", "      ", style="faint")
    for acts, words in closed_by_rule(step):
        yield from wrapped(f"{acts}: {words}", width, "    ", "      ", style="faint")
    number = padded(str(step.number), LINE, right=True)
    yield from wrapped(escaped(step.text), width, f"{number}  ", " " * (LINE + 4))
    for finding in step.findings:
        for pieces in finding_lines(finding, sign, width - LINE - 2, placed=False):
            yield ((" " * (LINE + 2), ""), *pieces)


def closed_by_rule(step: Step) -> list[tuple[str, str]]:
    """What a rule closes, of all that was not open: acts closed for the same reason together, and that reason.

    That nothing can be called before anybody wagered goes unsaid.
    """
    return [(acts, ground.words) for acts, ground in closed_grounds(step)]


def closed_grounds(step: Step) -> list[tuple[str, Ground]]:
    """The same with the clause by itself."""
    ruled = [one for one in step.closed if one.closed.by_rule]
    reasons = {one.words: one.ground for one in ruled}
    return [
        (", ".join([one.closed.act for one in ruled if one.words == words]), ground)
        for words, ground in reasons.items()
    ]


def heading(hand: Hand, bound: BoundRulebook, path: str, width: int) -> Iterator[Line]:
    """Which hand this is, which rules judge it, and what its record leaves open."""
    title, subtitle = title_of(hand), subtitle_of(hand, bound, path)
    yield line(title, "title")
    yield from wrapped(subtitle, width, style="faint")
    for doubt in doubts_of(hand):
        yield from wrapped(doubt, width, style="irregularity")
    yield EMPTY


def title_of(hand: Hand) -> str:
    """`Manila 3, hand 7`."""
    return f"{escaped(hand.setup.table, 40) or 'Table without a name'}, hand {escaped(hand.number, 30)}"


def subtitle_of(hand: Hand, bound: BoundRulebook, path: str) -> str:
    """`night.log of 1994-06-11, judged by act/canberra-manila (s94)`."""
    day = f" of {hand.day}" if hand.day else ""
    return f"{escaped(path)}{day}, judged by {bound.rules.id} ({bound.rules.version})"


def doubts_of(hand: Hand) -> Iterator[str]:
    """What the record of the hand leaves open, each in a sentence or two."""
    for doubt in hand.doubts:
        others = joined([f"that {words}" for _, words in doubt.choices[1:]], "or")
        taken = f"Read as if {doubt.statement(doubt.taken)}, because {doubt.because}; it may be {others}."
        yield f"The record leaves open {doubt.kind}. {taken}"


def _situation(state: HandState, betround: BettingRound, player: Player, may_call: bool) -> str:
    """The pot and the player to act: how much is left, and how much there is to call, if anything can be called yet."""
    sign = _sign(state.hand, state.rules)
    left = "" if player.stake >= UNKNOWN_STAKE // 2 else f" with {money_text(player.stake, sign)} left"
    owing = betround.highest - player.put_in_round
    if may_call:
        call = f", {money_text(owing, sign)} to call"
    else:
        call = ", nothing to call" if owing <= 0 < betround.highest else ""
    return f"pot {money_text(state.pot, sign)}; {escaped(player.name, 60)} (seat {player.seat}) to act{left}{call}"


def _sign(hand: Hand, rules: Rulebook) -> str:
    return sign_of(hand.setup.currency, rules.game.currency)


def _option(option: Option, state: HandState) -> OpenOption:
    rules, code = state.rules, state.hand.setup.currency
    amounts = [money_text(total, _sign(state.hand, rules)) for total in option.totals]
    to = ""
    if amounts:
        to = f" to {amounts[0]} … {amounts[-1]}" if option.ranged else f" to {joined(amounts, 'or')}"
    granted = Ground("", option.clause, rules.named(option.clause))
    bounds = [_ground(bound.text, bound.clause, code, rules) for bound in option.bounds]
    return OpenOption(option, f"{option.act}{to}", (granted, *bounds))


def _closed(one: ClosedAct, state: HandState) -> ClosedOption:
    return ClosedOption(one, _ground(f"not open, {one.why}", one.clause, state.hand.setup.currency, state.rules))


def _ground(text: str, clause: str, code: str | None, rules: Rulebook) -> Ground:
    return Ground(text if code is None else in_currency(text, code, ()), clause, rules.named(clause))
