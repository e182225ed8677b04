"""Shows the settlement of a hand: pots, commission and payments as they should have been, beside what the log says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.registry import registered
from auditor.checks.explanations.account import Account, account_of
from auditor.checks.support.going_back import misdealt
from auditor.replay.engine.replayer import replay
from auditor.replay.pots import halve
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.settlement.showdown import Showdown
from auditor.replay.state import Player
from auditor.report.formats.text import finding_lines
from auditor.report.layout import EMPTY, Line, columns, line, wrapped
from auditor.report.pages.replay import heading
from auditor.vocabulary.events import Misdeal
from auditor.vocabulary.findings import Finding, cited
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.money import money_text, sign_of
from auditor.vocabulary.wording import escaped, joined

ENDS = {
    "sole": "One player was left.",
    "showdown": "The hand went to a showdown.",
    "folded": "Nobody left had a valid hand, so the last to fold wins.",
    "nobody": "The record leaves nobody to win.",
    "invalidated": "The outcome was annulled.",
    "nothing": "No money was wagered.",
}
UNKNOWN = "?"
POT = "the pot"  # to whom money is owed, or by whom
Row = tuple[str, str, str, str]


def settled(hand: Hand, bound: BoundRulebook, path: str, findings: Sequence[Finding], width: int) -> Iterator[Line]:
    """Show the settlement as a table of what should be and what is, and the findings that rest on it."""
    yield from heading(hand, bound, path, width)
    done = replay(hand, bound.for_table(hand.setup).rules)
    yield from _settlement(done, account_of(done), bound, width, [*_kept(findings, _sign(done))])
    sign, checks = _sign(done), registered()
    for finding in findings:
        moved = Misdeal in checks[finding.check].watches and finding.money
        if Settled in checks[finding.check].watches or moved or _is_kept(finding):
            yield from (EMPTY, *finding_lines(finding, sign, width))


def _is_kept(finding: Finding) -> bool:
    """Does a finding say that the pot has chips that should have gone back, or lacks some that should not have?"""
    return finding.money is not None and POT in (finding.money.owed_by, finding.money.owed_to)


def _kept(findings: Sequence[Finding], sign: str) -> Iterator[Row]:
    """Rows for chips that stayed in the pot, or left it, against the rules. Pots are as the record has them."""
    for finding in findings:
        if _is_kept(finding):
            assert finding.money is not None
            amount, to = money_text(finding.money.amount, sign), finding.money.owed_to
            what = f"out of the pot, {finding.money.owed_by}'s" if to == POT else f"kept in the pot, due back to {to}"
            yield what, money_text(0, sign), amount, f"+{amount}"


def _settlement(
    done: Settlement, account: Account, bound: BoundRulebook, width: int, kept: Sequence[Row]
) -> Iterator[Line]:
    yield line(_ending(done, account))
    if account.lacks:
        lacks = joined([escaped(one) for one in account.lacks])
        yield from wrapped(f"Not decided: the record lacks {lacks}.", width, style="irregularity")
    if account.back is None:
        yield from _hands(done, width)
    rows = [
        *(_pots(done, account) if account.back is None else ()),
        *_commission(done, account),
        *_payments(done, account),
        *kept,
    ]
    if not rows:
        return
    yield EMPTY
    yield from columns([("", "should be", "in the log", "difference"), *rows], width, frozenset({1, 2, 3}))
    yield EMPTY
    game = bound.rules.game
    by = f"Commission by {cited(game.commission.clause)}" if game.commission.check else "Commission as it was taken"
    words = (
        f"{by}, division by {cited(game.division.clause)}. Payments should be what is left of the pots after the "
        "commission that was due."
    )
    if game.hi_lo is not None and done.contested and not all(pot.low for pot in done.pots if len(pot.eligible) > 1):
        words += f" Without a low hand the high hand takes all of a pot by {cited(game.hi_lo.none.clause)}."
    if account.back is not None:
        words = "Every player gets back what that player wagered, and the house keeps nothing."
    yield from wrapped(words, width, style="faint")


def _ending(done: Settlement, account: Account) -> str:
    """How the hand ended, in a sentence."""
    if account.back is None:
        return ENDS[done.state]
    if done.table.invalidated is not None:
        return ENDS["invalidated"]
    return "The hand ended with a misdeal." if misdealt(done.table) else "The hand is void."


def _hands(done: Settlement, width: int) -> Iterator[Line]:
    """The hands that were compared."""
    hands = [(player, _hand_text(done, player)) for player in done.live]
    if any(words for _, words in hands):
        yield EMPTY
    for player, words in hands:
        if words:
            yield from wrapped(f"{_named(player)}: {words}", width, "  ", "    ")
    if done.showdown is not None and any(words for _, words in hands):
        lowest = done.showdown.lowest
        ace = "high or low" if done.showdown.low else "high only"
        if lowest is not None:
            ace = "low" if lowest.ace_low else "high"
        compared = f"Compared as hands of a deck of {done.table.deck.size} cards, the ace {ace}."
        yield from wrapped(compared, width, "  ", style="faint")


def _hand_text(done: Settlement, player: Player) -> str:
    """A player's hand in words, with the low hand if the game has one, for each run of the cards to come."""
    words = done.words(player, done.live)
    if words and done.table.runs:
        runs = [Showdown(done.table, done.live, run) for run in range(len(done.table.runs) + 1)]
        return "; ".join(
            [f"run {number}: {each.words_beside(player, done.live)}" for number, each in enumerate(runs, 1)]
        )
    if not words or done.table.game.hi_lo is None:
        return words
    return f"{words}; {done.low_words(player) or 'no low hand'}"


def _pots(done: Settlement, account: Account) -> Iterator[Row]:
    sign = _sign(done)
    recorded = {taken.pot: taken.amount for taken in done.table.pots_taken}
    runs = len(done.table.runs) + 1
    pots = [pot for pot in done.pots if not pot.back]  # those that go back come last
    for number, pot in enumerate(pots):
        place, several = number // runs, len(pots) > runs
        name = "pot" if not several else "main pot" if not place else f"side pot {place}"
        winners = joined([_short(player) for player in pot.winners]) if pot.winners else "nobody knows whom"
        if pot.low:
            winners = f"{winners} (high) and {joined([_short(player) for player in pot.low])} (low)"
        counted = recorded.get(place) if several else done.counted
        row = _row(f"{name}{f', run {pot.run + 1}' if runs > 1 else ''}, to {winners}", pot.amount, counted, sign)
        if runs > 1 or counted is None:
            row = (*row[:2], "", "")  # the log counts the pots together, or not at all
        yield row if done.miscounted else (*row[:3], "")  # it may be counted with what nobody called
        if account.off and len(done.awards[number].players) > 1 and pot.low:
            halves = halve(pot.amount - account.off[number], done.unit)
            for side, players, half in zip(("high", "low"), (pot.winners or (), pot.low), halves, strict=True):
                yield (
                    f"  {side} half, to {joined([_short(player) for player in players])}",
                    money_text(half, sign),
                    "",
                    "",
                )
    for player in done.table.players:
        back = sum(pot.amount for pot in done.pots if pot.back and pot.winners == (player,))
        if back:
            yield f"wagered last, back to {_short(player)}", money_text(back, sign), "", ""
    if done.uncalled and done.uncalled_to is not None:
        with_pot = "with the pot" if done.included else "not noted"
        yield f"uncalled, back to {_short(done.uncalled_to)}", money_text(done.uncalled, sign), with_pot, ""


def _commission(done: Settlement, account: Account) -> Iterator[Row]:
    sign = _sign(done)
    for entry in account.commission:
        if done.table.game.commission.check is None and account.back is None:
            yield "commission, left to the house", "", _money(entry.logged, sign), ""
            continue
        of = f" of {money_text(entry.base, sign)}" if entry.base is not None else ""
        yield _row(f"commission{of}", entry.due, entry.logged, sign)


def _payments(done: Settlement, account: Account) -> Iterator[Row]:
    sign = _sign(done)
    for entry in account.payments:
        assert entry.player is not None
        what = f"{'paid' if account.back is None else 'back'} to {_short(entry.player)}"
        row = _row(what, entry.due, entry.logged, sign)
        yield row if entry.logged is not None else (*row[:2], "not noted", "")


def _sign(done: Settlement) -> str:
    return sign_of(done.table.hand.setup.currency, done.table.game.currency)


def _row(what: str, should: int | None, logged: int | None, sign: str) -> Row:
    difference = "" if should is None or logged is None or should == logged else _signed(logged - should, sign)
    return what, _money(should, sign), _money(logged, sign), difference


def _money(amount: int | None, sign: str) -> str:
    return UNKNOWN if amount is None else money_text(amount, sign)


def _signed(amount: int, sign: str) -> str:
    return ("+" if amount > 0 else "") + money_text(amount, sign)


def _named(player: Player) -> str:
    return f"{escaped(player.name, 60)} (seat {player.seat})"


def _short(player: Player) -> str:
    return escaped(player.name, 24)
