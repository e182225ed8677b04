"""Checks of how a wager is made: words against chips, one large chip, too much put in without a word.

The amount of an act in a log is what the act was ruled to be, less what is handed back at once; the chips and the words
beside it tell what the player did. The checks judge only where those are recorded, and never an all-in.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import OPENS, RAISES, TOLD_HOW
from auditor.checks.betting.under_calls import afterwards
from auditor.checks.support.incidents import incident_text
from auditor.checks.support.table_features import features_of
from auditor.replay.betting.lookahead import change_for, net_after, others_fold
from auditor.replay.betting.sizes import (
    base_of,
    free_to_raise,
    full_raise,
    lacks_least,
    largest_allowed,
    measured,
    sizes_of,
    unit_of,
    wager_of,
)
from auditor.replay.session.state import Session
from auditor.replay.state import BettingRound, HandState, Move, Player
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.events import Call, Incident, Returned, Wager
from auditor.vocabulary.findings import DEALER, Money, Severity
from auditor.vocabulary.log_words import INCIDENTS
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class

ONE_CHIP = "with one chip"
SILENT = "nothing"  # what a player says, in a log that notes the silence


# ---- what was put in, and what it was ruled to be ----


@value_class
class Put:
    """A wager as the chips show it and as it was ruled, in totals of the round."""

    player: Player
    level: int  # the highest total before it
    placed: int  # what all the chips put in would make
    ruled: int  # what stood
    raised: int  # the last full bet or raise, which the next one must equal
    least: int  # the smallest total that is a bet or raise
    most: int | None  # the largest one, if anything bounds it
    chip: int | None  # the value of the chip, if it was a single one
    exact: tuple[int, ...] = ()  # the totals that a raise may lead to, where its size is fixed

    @property
    def large(self) -> bool:
        """Was it one chip worth more than the wager before it?"""
        return self.chip is not None and self.chip > self.level

    def within(self, total: int) -> int:
        """The lawful bet or raise nearest to a total; the last chips of a stake may fall short of one."""
        total = max(total, self.least)
        total = total if self.most is None else min(total, self.most)
        return min(total, self.player.put_in_round + self.player.stake)


def _put(state: HandState, act: Wager) -> Put:
    betround, move = state.round, state.move
    assert betround is not None and move is not None
    player, level = move.player, betround.highest
    wager = wager_of(betround, player, "raise" if level else "open")
    sizes = sizes_of(betround, wager.kind)
    base = betround.full_level if base_of(betround) == "last-full" else level
    bases, is_exact = betround.raise_bases or (base,), sizes is not None and sizes.mode == "exact"
    bound, raised = largest_allowed(state, wager), full_raise(state, wager)
    chips = _chips(state, act)
    chip = chips[0] if len(chips) == 1 else None
    change = change_for(state, act)  # without which the wager was measured
    placed = player.put_in_round + sum(chips) if chips else move.total + (0 if change is None else change.amount)
    return Put(
        player,
        level,
        placed,
        move.total - _handed_back(state, act),
        raised,
        min(bases) + raised,
        None if bound is None else (max(bases) if is_exact else level) + bound,
        chip,
        tuple([one + raised for one in bases if one + raised > level]) if is_exact else (),
    )


def _chips(state: HandState, act: Wager) -> tuple[int, ...]:
    """The chips put in: as the log names them, or the one that it tells of where its amount is that of the wager.

    A call may be made with a larger chip, and a total may hold what lay in front already.
    """
    move = state.move
    if act.chips or act.manner != ONE_CHIP or move is None or isinstance(act, Call):
        return act.chips
    change = change_for(state, act)
    if act.added is None and move.player.put_in_round:
        return ()
    return (move.added + (0 if change is None else change.amount),)


def _handed_back(state: HandState, act: Wager) -> int:
    """What the very next line of the record hands back of a wager, beside change and what nobody called."""
    back = next(net_after(state, act), None)
    if not isinstance(back, Returned) or back.player != act.player or others_fold(state, back):
        return 0
    return back.amount


def _answerable(state: HandState, move: Move | None) -> bool:
    """Can anybody answer the wager, and is it no all-in? What nobody can call goes back and harms nobody."""
    if move is None or state.round is None or move.all_in:
        return False
    return any(other.able and other is not move.player for other in state.players)


def _may_raise(state: HandState, betround: BettingRound, player: Player) -> bool:
    return betround.highest > 0 and free_to_raise(state, betround, player)


def _size_judged(state: HandState, put: Put) -> bool:
    """Is the wager that stood a bet or raise of a wrong size? Then that is the one fault of its amount."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    if put.ruled <= put.level or move.kind == "call":
        return False
    return not move.legal or (move.kind == "raise" and max(measured(state, betround, move)) < betround.floor)


def _owes(put: Put, lawful: int) -> Money:
    """What a wrong ruling cost: the player owes what is too little, and is owed what is too much."""
    if put.ruled < lawful:
        return Money(lawful - put.ruled, owed_by=put.player.name)
    return Money(put.ruled - lawful, owed_to=put.player.name)


def _ruling(put: Put) -> str:
    if put.ruled <= put.level:
        return "a call"
    return f"a {'raise to' if put.level else 'bet of'} {money_text(put.ruled)}"


# ---- one chip larger than the wager before it ----


class Manner(Figure):
    """How grave it is to take a wager for something else than its words and chips make of it, and who answers."""

    severity: Literal["breach", "irregularity"] = "breach"
    party: Literal["dealer", "player"] = "dealer"

    def fault(self, act: Wager, observed: str, put: Put, lawful: int, expected: str = "") -> Outcome:
        """The fault of a wager ruled wrongly, with what should have stood and the difference."""
        by = DEALER if self.party == "dealer" else None
        severity, money = Severity[self.severity.upper()], _owes(put, lawful)
        return fault(severity, self, act, observed, expected or _expected(put, lawful), by=by, money=money)


class LoneChip(Manner):
    """What one chip that is larger than the wager before it amounts to, with nothing said or with the word 'raise'.

    As the first wager of a betting round it may be left to other clauses, or be a bet of the chip as far as the limit
    allows. A raise goes as high as the chip, or as the chip and what the player had in front already.
    """

    rounds: tuple[str, ...] = ()
    said: Literal["nothing", "raise"] = "nothing"
    first: Literal["elsewhere", "chip"] = "elsewhere"
    total: Literal["either", "chip", "chip-and-front"] = "either"


def _lone_chip(state: HandState, act: Wager, figure: LoneChip) -> bool:
    if len(_chips(state, act)) != 1 or act.announced is not None or act.said not in (figure.said, None):
        return False
    if not _answerable(state, state.move):
        return False
    put = _put(state, act)
    if not put.level:
        within = put.most is None or put.ruled <= put.most
        return figure.said == SILENT and figure.first == "chip" and within and not _size_judged(state, put)
    assert state.round is not None
    return put.large and (figure.said == SILENT or _may_raise(state, state.round, put.player))


@check("oversize-chip", watches=Wager, figure=LoneChip, when=_lone_chip, by_round=True, answers=("dealer",))
def oversize_chip(state: HandState, act: Wager, figure: LoneChip) -> Iterable[Outcome]:
    """One chip larger than the wager before it is taken for something else than the clause makes of it.

    Put in without a word the chip is a call, or the first bet of its round. With the word 'raise' it is the largest
    raise that the chip and the limit allow, and no less than the smallest raise. The change goes back. A wager whose
    size is wrong anyway is reported for that alone. A chip that exceeds only what is left to call is no such chip.
    """
    if act.said is None:
        return [not_recorded(figure, "whether anything was said")]
    put = _put(state, act)
    lawful = _chip_totals(put, figure)
    if put.ruled in lawful or put.ruled < put.level or _size_judged(state, put):
        return ()
    assert put.chip is not None
    words = "without a word" if figure.said == SILENT else f"with the word {figure.said}"
    observed = f"one chip of {money_text(put.chip)} {words} was taken as {_ruling(put)}"
    return [figure.fault(act, observed, put, lawful[0])]


def _chip_totals(put: Put, figure: LoneChip) -> tuple[int, ...]:
    """The totals that a wager of one chip may come to."""
    assert put.chip is not None
    if put.level and figure.said == SILENT:
        return (put.level,)
    both = {"chip": (put.chip,), "chip-and-front": (put.placed,), "either": (put.chip, put.placed)}
    return tuple(put.within(total) for total in both[figure.total])


def _expected(put: Put, lawful: int) -> str:
    if lawful <= put.level:
        return f"a call of {money_text(put.level)}"
    return f"a {'raise to' if put.level else 'bet of'} {money_text(lawful)}"


def _first_chip(state: HandState, act: Wager, figure: Figure) -> bool:
    return is_first_chip(state, act) and _put(state, act).most is not None


def is_first_chip(state: HandState, act: Wager) -> bool:
    """Is this one chip that opens the betting of a round without a word?"""
    move = state.move
    if act.said != SILENT or act.announced is not None or move is None or move.all_in:
        return False
    return len(_chips(state, act)) == 1


@check("oversize-chip-limit", watches=on(Wager, OPENS), figure=Manner, when=_first_chip, answers=("dealer",))
def oversize_chip_limit(state: HandState, act: Wager, figure: Manner) -> Iterable[Outcome]:
    """One chip that opens the betting without a word is left standing above the limit of the table.

    It is a bet of as much as the limit allows, and the rest goes back. The money is the excess.
    """
    put = _put(state, act)
    assert put.most is not None and put.chip is not None
    if put.ruled <= put.most:
        return ()
    assert state.round is not None
    if any(lacks_least(state.round, ceiling.of) for ceiling in state.round.wagering.ceilings):
        return [not_recorded(figure, "the table minimum")]
    observed = f"one chip of {money_text(put.chip)} without a word stood as a bet of {money_text(put.ruled)}"
    return [figure.fault(act, observed, put, put.most, f"the limit allows {money_text(put.most)}")]


# ---- more than a call, and nothing said ----


class HalfRaise(Manner):
    """What half a raise is half of: the previous wager, the previous bet or raise, or either of them."""

    base: Literal["either", "wager", "raise"] = "either"


def _more_than_call(state: HandState, act: Wager, figure: HalfRaise) -> bool:
    if act.said not in (SILENT, None) or act.announced is not None or not _answerable(state, state.move):
        return False
    if act.said is None and not _chips(state, act):
        return False
    assert state.round is not None and state.move is not None
    if len(_chips(state, act)) == 1 or not _may_raise(state, state.round, state.move.player):
        return False
    return _put(state, act).placed > state.round.highest


@check(
    "half-raise-rule",
    watches=Wager,
    figure=HalfRaise,
    when=_more_than_call,
    call_only_at=on(Wager, TOLD_HOW),
    answers=("dealer",),
)
def half_raise_rule(state: HandState, act: Wager, figure: HalfRaise) -> Iterable[Outcome]:
    """A player puts in more than a call without a word, and it is ruled otherwise than its size demands.

    If the surplus is half the previous wager or more, it is a raise, to be made up to the smallest one. If the surplus
    is less, it is a call, and the surplus goes back. Between half the last raise and half the level to be met either
    will do. One chip is judged by its own clause, and a raise of a wrong size for that alone.
    """
    if act.said is None:
        return [not_recorded(figure, "whether anything was said")]
    if not _chips(state, act):
        return [not_recorded(figure, "the chips put in")]
    assert state.round is not None
    sizes = sizes_of(state.round, "raise")
    if sizes is not None and sizes.mode == "exact" and unit_of(state, sizes) is None:
        return [not_recorded(figure, "the bet of the round")]
    put = _put(state, act)
    lawful = _half_totals(put, figure)
    if put.ruled in lawful or put.ruled < put.level or _size_judged(state, put):
        return ()
    right = lawful[-1]
    observed = f"{money_text(put.placed)} without a word over {money_text(put.level)} was taken as {_ruling(put)}"
    return [figure.fault(act, observed, put, right)]


def _half_totals(put: Put, figure: HalfRaise) -> tuple[int, ...]:
    """What chips beyond a call may be ruled to be: a call, a raise, or either."""
    bases = {"wager": (put.level,), "raise": (put.raised,), "either": (put.level, put.raised)}[figure.base]
    surplus = 2 * (put.placed - put.level)
    if surplus >= max(bases):
        return (*put.exact, put.within(put.placed))
    return (put.level,) if surplus < min(bases) else (put.level, put.within(put.placed))


# ---- several motions ----


class Motions(Figure):
    """What a raise put in with several motions needs: the word, or the amount in words; and at which tables."""

    needs: Literal["word", "amount"] = "word"
    where: tuple[str, ...] = ()


def _in_motions(state: HandState, act: Wager, figure: Motions) -> bool:
    if act.manner != "in two motions" or not _answerable(state, state.move):
        return False
    return not figure.where or features_of(state.hand.setup).issuperset(figure.where)


@check("raise-in-motions", watches=on(Wager, RAISES), figure=Motions, when=_in_motions)
def string_raise(state: HandState, act: Wager, figure: Motions) -> Iterable[Outcome]:
    """A player puts in a raise with more than one motion and without announcing it, and the raise is allowed.

    The check judges only logs that note the motions. A player who states the amount may always put it in at will.
    """
    if act.announced is not None or (figure.needs == "word" and act.said in ("raise", "all-in")):
        return ()
    if act.said is None and figure.needs == "word":
        return [not_recorded(figure, "whether anything was said")]
    observed = (
        "raise in two motions without an announcement"
        if figure.needs == "word"
        else ("raise in two motions without its amount being stated")
    )
    return [irregularity(figure, act, observed, "announced, or in one motion")]


# ---- words ----


class Spoken(Manner):
    """Which words the clause makes binding: a call, a raise, an all-in, or an amount.

    One large chip with the word 'raise' may have a clause of its own.
    """

    word: Literal["call", "raise", "all-in", "amount"]
    party: Literal["dealer", "player"] = "player"
    lone_chip: bool = True


def _said(state: HandState, act: Wager, figure: Spoken) -> bool:
    betround, move = state.round, state.move
    if betround is None or move is None or move.all_in:
        return False
    if figure.word == "amount":
        return act.announced is not None
    if act.announced is not None or act.said != figure.word:
        return False
    if figure.word == "call":
        return move.to_call > 0
    if not _answerable(state, move) or not _may_raise(state, betround, move.player):
        return False
    return figure.lone_chip or figure.word != "raise" or not _put(state, act).large


@check(
    "verbal-binding", watches=Wager, figure=Spoken, when=_said, call_only_at=on(Wager, TOLD_HOW), answers=("dealer",)
)
def verbal_binding(state: HandState, act: Wager, figure: Spoken) -> Iterable[Outcome]:
    """A player says one thing in turn and does another.

    A player who says call calls, and one who says raise raises by no less than the smallest raise. An amount stated is
    wagered, or what is lawful and nearest to it; it may be meant as what is put in, as the increase or as the total. A
    wager whose size is wrong is reported for that alone, and so is a raise where nobody may raise.
    """
    put = _put(state, act)
    lawful = _bound_totals(state, act, put, figure)
    if put.ruled in lawful or put.ruled in _stated(act, put) or _size_judged(state, put):
        return ()
    if figure.word == "raise" and put.ruled != put.level:
        return ()
    if put.ruled < put.level and (figure.word != "call" or afterwards(state, act, put.level).end == "made up"):
        return ()
    said = figure.word if act.announced is None else money_text(act.announced)
    ruling = f"put in {money_text(put.ruled)}" if put.ruled < put.level else f"was allowed {_ruling(put)}"
    observed = f"announced {said} and {ruling}"
    return [figure.fault(act, observed, put, lawful[0])]


def _stated(act: Wager, put: Put) -> tuple[int, ...]:
    """The totals that an amount stated may mean: so much in all, so much put in, or so much more."""
    amount = act.announced
    if amount is None:
        return ()
    return tuple(dict.fromkeys((amount, put.player.put_in_round + amount, put.level + amount)))


def _bound_totals(state: HandState, act: Wager, put: Put, figure: Spoken) -> list[int]:
    """The totals that the words allow; the first is the plainest."""
    if figure.word == "call":
        return [put.level]
    if figure.word == "raise":
        return [put.within(put.least)]
    if figure.word == "all-in":
        return [put.within(put.player.put_in_round + put.player.stake)]
    assert state.round is not None
    found: list[int] = []
    for total in _stated(act, put):
        opens = not put.level or _may_raise(state, state.round, put.player)
        if total > put.level and opens:
            found.append(put.within(total))
        if put.level and (total < put.least or not opens) and act.said != "raise":
            found.append(put.level)
    return found or [put.level]


# ---- how a decision is shown ----


class Indication(Figure):
    """Ways of showing a decision other than the clause's, as observers note them; and whether they are accepted."""

    kinds: tuple[str, ...]
    accepted: bool = False


def _of_such_kind(_state: object, event: Incident, figure: Indication) -> bool:
    return event.kind in figure.kinds


@check(
    "player-indication", watches=Incident, figure=Indication, when=_of_such_kind, silence_passes_if_recorded=INCIDENTS
)
def player_indication(state: HandState, event: Incident, figure: Indication) -> Iterable[Outcome]:
    """A player shows a decision in another way than the clause says, as an observer noted it.

    The check infers nothing from the play, and a way that is accepted is no fault.
    """
    return _indication(state.rules, event, figure)


@session_check("player-indication", watches=Incident, figure=Indication, when=_of_such_kind)
def player_indication_between_hands(session: Session, event: Incident, figure: Indication) -> Iterable[Outcome]:
    """The same for a decision that an observer noted between hands."""
    return _indication(session.rules, event, figure)


def _indication(rules: Rulebook, event: Incident, figure: Indication) -> Iterable[Outcome]:
    return () if figure.accepted else [advisory(figure, event, incident_text(rules, event), by=event.player)]
