"""Shows the settlement of a hand: pots, commission and payments as they should have been, beside what the log says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.auditing.chosen_hand import ChosenHand
from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.registry import registered
from auditor.auditing.every_reading import LAW, RECORD, OtherReading
from auditor.checks.explanations.account import Account, account_of
from auditor.checks.support.going_back import misdealt
from auditor.replay.cards.facing import with_exposed_cards
from auditor.replay.engine.replayer import replay
from auditor.replay.pots import halve
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.settlement.showdown import Showdown
from auditor.replay.state import Player
from auditor.report.formats.text import finding_lines
from auditor.report.layout import EMPTY, Line, columns, line, wrapped
from auditor.report.pages.replay import heading
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.cards import Cards, cards_text
from auditor.vocabulary.events import Misdeal
from auditor.vocabulary.findings import Finding, cited
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.money import money_text, sign_of
from auditor.vocabulary.records import replace, value_class
from auditor.vocabulary.wording import escaped, joined, plural

ENDS = {
    "sole": "One player was left.",
    "showdown": "The hand went to a showdown.",
    "folded": "Nobody left had a valid hand, so the last to fold wins.",
    "nobody": "The record leaves nobody to win.",
    "invalidated": "The outcome was annulled.",
    "nothing": "No money was wagered.",
}
UNKNOWN = "?"
NO_SUCH = "–"  # there is no such sum under a reading
POT = "the pot"  # to whom money is owed, or by whom


@value_class
class SumRow:
    """A sum of the settlement: what is due beside what the log says, as amounts and in words.

    An amount is None where nobody knows it, or where the log does not tell it by itself; the words say which.
    """

    kind: str  # pot, half, back, uncalled, commission, share, payment or kept
    what: str
    due: int | None
    logged: int | None
    shown: tuple[str, str, str]  # due, in the log, difference

    @property
    def difference(self) -> int | None:
        """How much too much it was; None if nobody can say."""
        return None if self.due is None or self.logged is None else self.logged - self.due


@value_class
class SettledOtherwise:
    """Another reading, of the law or of the record, under which another sum is due."""

    reading: OtherReading
    found: SettledHand


@value_class
class SettledHand:
    """The settlement of a hand, in words and amounts. All forms of the page show this."""

    sign: str
    ending: str
    lacks: tuple[str, ...]
    hands: tuple[tuple[str, str], ...]  # the players whose hands were compared, and the hands in words
    compared: str  # how they were compared; empty if none were
    rows: tuple[SumRow, ...]
    by: str  # the clauses that it rests on, in a sentence
    findings: tuple[Finding, ...]  # those that are about the settlement
    others: tuple[SettledOtherwise, ...] = ()  # the other readings that change a sum
    tried: str = ""  # how many other readings there are, and what they come to
    paid: frozenset[str] = frozenset()  # the players who are due something or were paid, named as with their hands


def settlement_of(
    hand: Hand, bound: BoundRulebook, findings: Sequence[Finding], readings: Sequence[OtherReading] = ()
) -> SettledHand:
    """Replay the hand and give its settlement, by the same account that the checks compare the payments with.

    It is worked out anew under each other reading, and those that change a sum are given with it.
    """
    found = _settlement_of(hand, bound.rules, findings)
    sums = _sums(found)
    settled_so = [SettledOtherwise(one, _settlement_of(one.hand, one.rules, ())) for one in readings]
    others = tuple([one for one in settled_so if _sums(one.found) != sums])
    return replace(found, others=others, tried=_tried(readings, others))


def settlement_of_chosen(chosen: ChosenHand) -> SettledHand:
    """The settlement of a hand that was looked up, under every other reading as well."""
    return settlement_of(chosen.raw.read(), chosen.bound, chosen.findings, chosen.readings())


def _sums(found: SettledHand) -> dict[tuple[str, str], tuple[int | None, ...]]:
    """What is due, by what it is. The commission counts as a whole, on whichever amounts it is worked out.

    Chips kept in the pot are told by a finding, which another reading need not have.
    """
    rows = [row for row in found.rows if row.kind not in ("kept", "commission")]
    house = [row.due for row in found.rows if row.kind == "commission"]
    whole = sum([due for due in house if due is not None]) if None not in house else None
    return {("commission", ""): (whole,), **{(row.kind, row.what): (row.due,) for row in rows}}


def _tried(readings: Sequence[OtherReading], others: Sequence[SettledOtherwise]) -> str:
    """How many other readings were tried, and what they come to."""
    if not readings:
        return "Neither the rulebook nor the record has another reading."
    law, record = [len([one for one in readings if one.of == of]) for of in (LAW, RECORD)]
    told = [f"{law} other {plural(law, 'choice')} of the rulebook's readings"] if law else []
    told += [f"{record} other {plural(record, 'reading')} of the record"] if record else []
    changing = len(others)
    made = f"{changing} {'changes' if changing == 1 else 'change'} a sum" if changing else "none changes a sum"
    return f"{' and '.join(told)} {'was' if law + record == 1 else 'were'} tried; {made}."


def _settlement_of(hand: Hand, rules: Rulebook, findings: Sequence[Finding]) -> SettledHand:
    done = replay(with_exposed_cards(hand, rules), rules)
    account, sign = account_of(done), _sign(done)
    hands = _hands(done) if account.back is None else ()
    rows = (
        *(_pots(done, account) if account.back is None else ()),
        *_commission(done, account),
        *_payments(done, account),
        *_kept(findings, sign),
    )
    return SettledHand(
        sign,
        _ending(done, account),
        account.lacks,
        hands,
        _compared(done) if hands else "",
        rows,
        _rests_on(done, account, rules) if rows else "",
        tuple([one for one in findings if _on_settlement(one)]),
        paid=frozenset([_named(entry.player) for entry in account.payments if entry.player is not None]),
    )


def settled(hand: Hand, bound: BoundRulebook, path: str, found: SettledHand, width: int) -> Iterator[Line]:
    """Show the settlement as a table of what should be and what is, and the findings that rest on it.

    Another reading that changes a sum has a section with the sums that it changes.
    """
    yield from heading(hand, bound, path, width)
    yield line(found.ending)
    if found.lacks:
        yield from wrapped(lacking(found), width, style="irregularity")
    if found.hands:
        yield EMPTY
    for name, words in found.hands:
        yield from wrapped(f"{name}: {words}", width, "  ", "    ")
    if found.compared:
        yield from wrapped(found.compared, width, "  ", style="faint")
    if found.rows:
        table = [("", "should be", "in the log", "difference"), *[(row.what, *row.shown) for row in found.rows]]
        yield from (EMPTY, *columns(table, width, frozenset({1, 2, 3})), EMPTY)
        yield from wrapped(found.by, width, style="faint")
    for other in found.others:
        yield from (EMPTY, line(f"If {other.reading.name}", "title"))
        yield from wrapped(other.reading.means, width, "  ", style="faint")
        rows = [(row.what, row.due, row.others[0][0]) for row in rows_of(found, [other.found]) if row.others[0][1]]
        yield from columns([("", "as read above", "should be"), *rows], width, frozenset({1, 2}))
    if found.rows:
        yield from (EMPTY, *wrapped(found.tried, width, style="faint"))
    for finding in found.findings:
        yield from (EMPTY, *finding_lines(finding, found.sign, width))


@value_class
class ComparedSum:
    """A sum of the settlement: as it is read, in the log, and under each of some other readings."""

    kind: str
    what: str
    due: str
    logged: str
    difference: str
    others: tuple[tuple[str, bool], ...]  # each with whether it is another sum


def rows_of(found: SettledHand, others: Sequence[SettledHand]) -> Iterator[ComparedSum]:
    """The rows of all settlements: those as it is read first, then those that only another reading has."""
    rows = {(row.kind, row.what): row for row in found.rows}
    by_reading = [{(row.kind, row.what): row for row in other.rows} for other in others]
    for key in dict.fromkeys([*rows, *[one for table in by_reading for one in table]]):
        due, logged, difference = rows[key].shown if key in rows else (NO_SUCH, "", "")
        told = [table[key].shown[0] if key in table else NO_SUCH for table in by_reading]
        kept = key[0] == "kept"  # by a finding, for which no other reading was asked
        cells = tuple([("" if kept else one, one != due and not kept) for one in told])
        yield ComparedSum(key[0], key[1], due, logged, difference, cells)


def lacking(found: SettledHand) -> str:
    """What is not decided, in a sentence."""
    return f"Not decided: the record lacks {joined([escaped(one) for one in found.lacks])}."


def _on_settlement(finding: Finding) -> bool:
    watches = registered()[finding.check].watches
    return Settled in watches or bool(Misdeal in watches and finding.money) or _is_kept(finding)


def _is_kept(finding: Finding) -> bool:
    """Does a finding say that the pot has chips that should have gone back, or lacks some that should not have?"""
    return finding.money is not None and POT in (finding.money.owed_by, finding.money.owed_to)


def _kept(findings: Sequence[Finding], sign: str) -> Iterator[SumRow]:
    """Rows for chips that stayed in the pot, or left it, against the rules. Pots are as the record has them."""
    for finding in findings:
        if _is_kept(finding):
            assert finding.money is not None
            amount, to = money_text(finding.money.amount, sign), finding.money.owed_to
            what = f"out of the pot, {finding.money.owed_by}'s" if to == POT else f"kept in the pot, due back to {to}"
            yield SumRow("kept", what, 0, finding.money.amount, (money_text(0, sign), amount, f"+{amount}"))


def _rests_on(done: Settlement, account: Account, rules: Rulebook) -> str:
    """The clauses that commission and division go by."""
    if account.back is not None:
        return "Every player gets back what that player wagered, and the house keeps nothing."
    game = rules.game
    by = f"Commission by {cited(game.commission.clause)}" if game.commission.check else "Commission as it was taken"
    words = (
        f"{by}, division by {cited(game.division.clause)}. Payments should be what is left of the pots after the "
        "commission that was due."
    )
    if game.hi_lo is not None and done.contested and not all(pot.low for pot in done.pots if len(pot.eligible) > 1):
        words += f" Without a low hand the high hand takes all of a pot by {cited(game.hi_lo.none.clause)}."
    return words


def _ending(done: Settlement, account: Account) -> str:
    """How the hand ended, in a sentence."""
    if account.back is None:
        return ENDS[done.state]
    if done.table.invalidated is not None:
        return ENDS["invalidated"]
    return "The hand ended with a misdeal." if misdealt(done.table) else "The hand is void."


def _hands(done: Settlement) -> tuple[tuple[str, str], ...]:
    """The hands that were compared."""
    return tuple([(_named(player), words) for player in done.live if (words := _hand_text(done, player))])


def _compared(done: Settlement) -> str:
    """How hands were compared."""
    if done.showdown is None:
        return ""
    lowest = done.showdown.lowest
    ace = "high or low" if done.showdown.low else "high only"
    if lowest is not None:
        ace = "low" if lowest.ace_low else "high"
    return f"Compared as hands of a deck of {done.table.deck.size} cards, the ace {ace}."


def _hand_text(done: Settlement, player: Player) -> str:
    """A player's hand in words and its cards, with the low hand if the game has one, for each run of the cards."""
    showdown, words = done.showdown, done.words(player, done.live)
    if showdown is None or not words:
        return ""
    if done.table.runs:
        runs = [Showdown(done.table, done.live, run) for run in range(len(done.table.runs) + 1)]
        told = [_with_cards(each.words_beside(player, done.live), each.five(player)) for each in runs]
        return "; ".join([f"run {number}: {words}" for number, words in enumerate(told, 1)])
    words = _with_cards(words, showdown.five(player))
    if done.table.game.hi_lo is None:
        return words
    low = _with_cards(done.low_words(player), showdown.low_five(player))
    return f"{words}; {low or 'no low hand'}"


def _with_cards(words: str, cards: Cards) -> str:
    """`flush, ace high [Ad Kd 9d 8d 7d]`."""
    return f"{words} [{cards_text(cards)}]" if cards else words


def _pots(done: Settlement, account: Account) -> Iterator[SumRow]:
    sign = _sign(done)
    recorded = {taken.pot: taken.amount for taken in done.table.pots_taken}
    runs = len(done.table.runs) + 1
    pots = [pot for pot in done.pots if not pot.back]  # those that go back come last
    for number, pot in enumerate(pots):
        place, several = number // runs, len(pots) > runs
        name = _pot_name(place) if several else "pot"
        winners = joined([_short(player) for player in pot.winners]) if pot.winners else "nobody knows whom"
        if pot.low:
            winners = f"{winners} (high) and {joined([_short(player) for player in pot.low])} (low)"
        counted = recorded.get(place) if several else done.counted
        what = f"{name}{f', run {pot.run + 1}' if runs > 1 else ''}, to {winners}"
        row = _row("pot", what, pot.amount, counted, sign)
        if runs > 1 or counted is None:
            row = _untold(row)  # the log counts the pots together, or not at all
        elif not done.miscounted:  # it may be counted with what nobody called
            row = SumRow("pot", what, pot.amount, None, (*row.shown[:2], ""))
        yield row
        if account.off and len(done.awards[number].players) > 1 and pot.low:
            halves = halve(pot.amount - account.off[number], done.unit)
            for side, players, half in zip(("high", "low"), (pot.winners or (), pot.low), halves, strict=True):
                whose = joined([_short(player) for player in players])
                yield _untold(_row("half", f"  {side} half, to {whose}", half, None, sign))
    for player in done.table.players:
        back = sum(pot.amount for pot in done.pots if pot.back and pot.winners == (player,))
        if back:
            yield _untold(_row("back", f"wagered last, back to {_short(player)}", back, None, sign))
    if done.uncalled and done.uncalled_to is not None:
        row = _row("uncalled", f"uncalled, back to {_short(done.uncalled_to)}", done.uncalled, None, sign)
        yield _untold(row, "with the pot" if done.included else "not noted")


def _commission(done: Settlement, account: Account) -> Iterator[SumRow]:
    sign = _sign(done)
    for entry in account.commission:
        if done.table.game.commission.check is None and account.back is None:
            what = "commission, left to the house"
            yield SumRow("commission", what, None, entry.logged, ("", _money(entry.logged, sign), ""))
            continue
        of = f" of {money_text(entry.base, sign)}" if entry.base is not None else ""
        yield _row("commission", f"commission{of}", entry.due, entry.logged, sign)
    if len(account.commission) == 1 and account.commission[0].due and account.commission[0].due == sum(account.off):
        yield from _by_pot(done, account)


def _by_pot(done: Settlement, account: Account) -> Iterator[SumRow]:
    """What of the commission should come off each pot, where there are several pots and one run of the cards."""
    noted = done.taken_by_pot()
    if len(done.pots) > 1 and not done.table.runs and not any(pot.back for pot in done.pots):
        for number, off in enumerate(account.off):
            row = _row("share", f"  off {_pot_name(number)}", off, noted[number] if noted else None, _sign(done))
            yield row if noted else _untold(row)


def _pot_name(place: int) -> str:
    """The name of one of several pots."""
    return f"side pot {place}" if place else "main pot"


def _payments(done: Settlement, account: Account) -> Iterator[SumRow]:
    sign = _sign(done)
    for entry in account.payments:
        assert entry.player is not None
        what = f"{'paid' if account.back is None else 'back'} to {_short(entry.player)}"
        row = _row("payment", what, entry.due, entry.logged, sign)
        yield row if entry.logged is not None else _untold(row, "not noted")


def _untold(row: SumRow, words: str = "") -> SumRow:
    """The row of a sum that the log does not tell by itself."""
    return SumRow(row.kind, row.what, row.due, None, (row.shown[0], words, ""))


def _sign(done: Settlement) -> str:
    return sign_of(done.table.hand.setup.currency, done.table.game.currency)


def _row(kind: str, what: str, due: int | None, logged: int | None, sign: str) -> SumRow:
    difference = "" if due is None or logged is None or due == logged else _signed(logged - due, sign)
    return SumRow(kind, what, due, logged, (_money(due, sign), _money(logged, sign), difference))


def _money(amount: int | None, sign: str) -> str:
    return UNKNOWN if amount is None else money_text(amount, sign)


def _signed(amount: int, sign: str) -> str:
    return ("+" if amount > 0 else "") + money_text(amount, sign)


def _named(player: Player) -> str:
    return f"{escaped(player.name, 60)} (seat {player.seat})"


def _short(player: Player) -> str:
    return escaped(player.name, 24)
