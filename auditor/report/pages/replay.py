"""Steps through a hand: the log's own lines, the table before each act, the options with their clauses, findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.replay.betting.options import Option, options
from auditor.replay.engine.replayer import Observer, replay
from auditor.replay.state import UNKNOWN_STAKE, BettingRound, HandState, Player
from auditor.report.formats.text import finding_lines
from auditor.report.layout import EMPTY, Line, line, padded, wrapped
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.cards import cards_text
from auditor.vocabulary.events import Act, Discards, Event
from auditor.vocabulary.findings import Finding
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.money import in_currency, money_text, sign_of
from auditor.vocabulary.wording import escaped, joined

LINE = 6  # the width of the column of line numbers


class Stepping(Observer):
    """Collects the lines of the view while the hand is replayed."""

    def __init__(self, source_line: Callable[[Event], str], findings: Sequence[Finding], width: int) -> None:
        """Take the function that gives an event's line in the log, and what an audit found in this hand."""
        self.source_line = source_line
        self.findings = list(findings)
        self.width = width
        self.lines: list[Line] = []
        self.round: BettingRound | None = None
        self.drawing = False  # players have begun to change cards

    def before_event(self, state: HandState, event: Event) -> None:
        """Show an event: the table before it if a player acts, then the log's line, then what was found there."""
        if isinstance(event, Act):
            self._before_act(state)
        elif isinstance(event, Discards) and not self.drawing:
            self.drawing = True
            self.lines += [EMPTY, line("The draw", "title"), EMPTY]
        for each in state.hand.lines_of(event):
            self._show_line(each)
            self._show_findings(each, _sign(state.hand, state.rules))

    def rest(self, currency: str) -> None:
        """Show the findings that stand at no line of the hand."""
        for finding in self.findings:
            self.lines += [EMPTY, *finding_lines(finding, currency, self.width)]

    def _before_act(self, state: HandState) -> None:
        betround, player = state.round, state.turn
        if betround is not None and betround is not self.round:
            self.round = betround
            board = f", communal cards {cards_text(state.board)}" if state.board else ""
            self.lines += [EMPTY, line(f"{betround.name.capitalize()} betting round{board}", "title")]
        if betround is None or player is None:
            return
        open_to = options(state)
        words = _situation(state, betround, player, any(option.act == "call" for option in open_to))
        self.lines += [EMPTY, *wrapped(words, self.width, "  ", style="faint")]
        for option in open_to:
            self.lines += _option(option, state, self.width)

    def _show_line(self, event: Event) -> None:
        text = escaped(self.source_line(event).strip())
        number = padded(str(event.line), LINE, right=True)
        self.lines += wrapped(text, self.width, f"{number}  ", " " * (LINE + 4))

    def _show_findings(self, event: Event, currency: str) -> None:
        """Show what was found in this event. Several events may stand on one line of the log."""
        place = event.line, event.column
        here = [finding for finding in self.findings if (finding.location.line, finding.location.column) == place]
        self.findings = [finding for finding in self.findings if finding not in here]
        for finding in here:
            for pieces in finding_lines(finding, currency, self.width - LINE - 2, placed=False):
                self.lines.append(((" " * (LINE + 2), ""), *pieces))


def replayed(
    hand: Hand,
    bound: BoundRulebook,
    path: str,
    source_line: Callable[[Event], str],
    findings: Sequence[Finding],
    width: int,
) -> Iterator[Line]:
    """Show the hand from its first line to its last."""
    stepping = Stepping(source_line, findings, width)
    replay(hand, bound.rules, stepping)
    stepping.rest(_sign(hand, bound.rules))
    yield from heading(hand, bound, path, width)
    yield from stepping.lines


def heading(hand: Hand, bound: BoundRulebook, path: str, width: int) -> Iterator[Line]:
    """Which hand this is, which rules judge it, and what its record leaves open."""
    table = escaped(hand.setup.table, 40) or "Table without a name"
    yield line(f"{table}, hand {escaped(hand.number, 30)}", "title")
    day = f" of {hand.day}" if hand.day else ""
    yield from wrapped(
        f"{escaped(path)}{day}, judged by {bound.rules.id} ({bound.rules.version})", width, style="faint"
    )
    for doubt in hand.doubts:
        others = joined([f"that {words}" for _, words in doubt.choices[1:]], "or")
        taken = f"Read as if {doubt.statement(doubt.taken)}, because {doubt.because}; it may be {others}."
        yield from wrapped(f"The record leaves open {doubt.kind}. {taken}", width, style="irregularity")
    yield EMPTY


def _situation(state: HandState, betround: BettingRound, player: Player, may_call: bool) -> str:
    """The pot and the player to act: how much is left, and how much there is to call, if anything can be called yet."""
    sign = _sign(state.hand, state.rules)
    left = "" if player.stake >= UNKNOWN_STAKE // 2 else f" with {money_text(player.stake, sign)} left"
    owing = betround.highest - player.put_in_round
    if may_call:
        call = f", {money_text(owing, sign)} to call"
    else:
        call = ", nothing to call" if owing <= 0 < betround.highest else ""
    return f"pot {money_text(state.pot, sign)}; {escaped(player.name, 60)} (seat {player.seat}) to act{left}{call}:"


def _sign(hand: Hand, rules: Rulebook) -> str:
    return sign_of(hand.setup.currency, rules.game.currency)


def _option(option: Option, state: HandState, width: int) -> Iterator[Line]:
    rules, code = state.rules, state.hand.setup.currency
    amounts = [money_text(total, _sign(state.hand, rules)) for total in option.totals]
    to = ""
    if amounts:
        to = f" to {amounts[0]} … {amounts[-1]}" if option.ranged else f" to {joined(amounts, 'or')}"
    bounds = "".join(f"; {bound.text}: {rules.named(bound.clause)}" for bound in option.bounds)
    bounds = bounds if code is None else in_currency(bounds, code, ())
    words = f"{option.act}{to}: {rules.named(option.clause)}{bounds}"
    yield from wrapped(words, width, "    ", "      ", style="faint")
