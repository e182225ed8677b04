"""Checks of how large an opening wager or a raise is: the sizes allowed, the floor under raises, the table's limit."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, not_recorded
from auditor.auditing.engine.registry import On, check, never, not_on, on, on_each, stood
from auditor.auditing.engine.situations import (
    ABOVE_FLOOR,
    FIRST_ACT,
    HAS_MAXIMUM,
    NO_FLOOR,
    NO_MAXIMUM,
    OPENS,
    PLAIN,
    RAISES,
    SET_ASIDE,
    SIZED,
    UNOPENED,
    WITHIN_LIMIT,
)
from auditor.checks.betting.verbal_and_chips import is_first_chip
from auditor.checks.betting.wagers import surplus_returned
from auditor.checks.support.cost_of_wager import excess, shortfall
from auditor.replay.betting.measuring import table_minimum
from auditor.replay.betting.sizes import (
    above_full,
    ceiling,
    covers,
    entered_over,
    lacks_least,
    lower_bet,
    maximum_of,
    measured,
    open_pair,
    sizes_hold,
    steps_of,
    unit_of,
    upper_bet,
)
from auditor.replay.forced_bets.blinds_and_antes import lacks_blind, lacks_level
from auditor.replay.state import BettingRound, HandState, Move
from auditor.rules.schema.figures import Ceiling, Figure, RaiseFloor, Sizes
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.events import Act, Call, Check, Event, Fold, Pass, Wager
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import joined

NOUN = {"open": "opening wager", "raise": "raise"}


def unfrozen(state: HandState, act: Wager, figure: Figure) -> bool:
    """Do the sizes of wagers hold for this one?

    They are set aside where a communal card was shown too early, where the clause on somebody's last chips rules the
    wager, where there should be no raise at all, and where nobody is left who could call.
    """
    betround, move = state.round, state.move
    if betround is None or move is None:
        return False
    return sizes_hold(state, betround, move)


def _own_figure(state: HandState, act: Wager, sizes: Sizes) -> bool:
    """Is this the figure that counts? The last round has one for its opening wager and one for its raises."""
    betround, move = state.round, state.move
    if betround is None or move is None or move.kind == "call":
        return False
    wanted = betround.wagering.opening if move.kind == "open" else betround.wagering.size
    return wanted is sizes and unfrozen(state, act, sizes)


QUIET: tuple[type[Act], ...] = (Fold, Check, Pass)


def _opens(state: HandState, act: Act, sizes: Sizes) -> bool:
    """Do the sizes hold for this opening wager? Or does another act come in place of one that must be made?"""
    if isinstance(act, Wager):
        return unfrozen(state, act, sizes)
    if any(early.outcome == "held" for early in state.early):
        return False  # a player passed over by a wager out of turn may fold or check
    return sizes.forced and state.turn is not None and state.turn.name == act.player and state.turn.able


ASIDE = on(Wager, SET_ASIDE)
WHILE_UNOPENED = on_each(QUIET, FIRST_ACT | UNOPENED)


def _if_forced(sizes: Sizes) -> On[Event]:
    """Where nobody has to open, the check need not look at an act in place of an opening."""
    return never() if sizes.forced else not_on(QUIET)


@check(
    "opening-wager",
    watches=on(Wager, OPENS) | stood(OPENS) | WHILE_UNOPENED,
    figure=Sizes,
    when=_opens,
    call_only_at=_if_forced,
    moot_at=ASIDE,
    clears_at=on(Wager, OPENS | SIZED),
)
def opening_wager(state: HandState, act: Act, sizes: Sizes) -> Iterable[Outcome]:
    """An opening wager has a size that the round does not allow, or a player does not make one that is forced.

    Sizes are multiples of a unit, such as the blind or the table minimum: some of them exactly, a range, or the least.
    The money is the distance to the nearest amount allowed. A player's last chips may be less.
    """
    if isinstance(act, Wager):
        return _size(state, act, sizes)
    word = "folded" if isinstance(act, Fold) else "checked"
    unit = unit_of(state, sizes)
    expected = f"an opening wager{'' if unit is None else ' of ' + money_text(sizes.multiples[0] * unit)}"
    money = None if unit is None else sizes.multiples[0] * unit
    return [breach(sizes, act, f"{word} in place of the forced opening wager", expected, money=money)]


def raised_over(state: HandState, act: Wager) -> str | None:
    """What a raise goes over that may have a clause of its own; `call` if it was meant for a call; None for any other.

    Before any raise of the first betting round that is a straddle, or a blind of somebody's last chips. Otherwise it is
    last chips that are less than the least bet, or less than a full raise, if this raise has a right size or just
    completes that one.
    """
    betround, move = state.round, state.move
    if betround is None or move is None:
        return None
    if isinstance(act, Call):
        return "call"
    if betround.round.round_index == 0 and betround.last_raiser is None:
        return entered_over(state)
    if betround.full_level == 0:
        return "short-bet"
    completed = move.sized or move.total == betround.full_level + move.full
    return "short-raise" if betround.highest > betround.full_level and completed else None


def _own_size(state: HandState, act: Wager, sizes: Sizes) -> bool:
    """Does this figure judge the raise, and not a clause on what it goes over?"""
    return unfrozen(state, act, sizes) and not (sizes.apart and raised_over(state, act) in sizes.apart)


def _of_right_size(sizes: Sizes) -> On[Event]:
    """Where a raise has one of the sizes, and no other clause judges it for what it goes over."""
    return on(Wager, RAISES | SIZED | PLAIN) if sizes.apart else on(Wager, RAISES | SIZED)


@check(
    "raise-size",
    watches=on(Wager, RAISES) | stood(RAISES),
    figure=Sizes,
    when=_own_size,
    moot_at=ASIDE,
    clears_at=_of_right_size,
)
def raise_size(state: HandState, act: Wager, sizes: Sizes) -> Iterable[Outcome]:
    """A raise has a size that the round does not allow.

    The increase over the highest total counts, whatever the act was called. After a short raise the increase may be
    measured from the last full level too. A call for too much is no raise if the surplus is handed back at once.
    """
    return _size(state, act, sizes)


@check("final-round-limit", watches=on(Wager, OPENS, RAISES), figure=Sizes, when=_own_figure, moot_at=ASIDE)
def final_round_limit(state: HandState, act: Wager, sizes: Sizes) -> Iterable[Outcome]:
    """An opening wager or a raise of the last betting round is above its ceiling, or below the minimum of any reading.

    Only an amount above the ceiling, or below the table minimum, is wrong on every reading. An amount that is no less
    than the minimum but less than the blind is an advisory.
    """
    move = state.move
    assert move is not None
    if unknown := _unknown(state, move, sizes):
        return unknown
    unit = unit_of(state, sizes)
    assert unit is not None
    low, betround = sizes.multiples[0] * unit, state.round
    minimum = state.minimum if betround is None else table_minimum(state, betround.round.round_index)
    if sizes.mode == "range" and not move.legal and move.increase < low and not move.all_in and minimum is not None:
        text = f"{NOUN[move.kind]} of {money_text(move.increase)}"
        if move.increase >= minimum:
            return [advisory(sizes, act, text, f"less than the blind of {money_text(unit)}")]
        expected = f"at least the table minimum of {money_text(minimum)}"
        return [breach(sizes, act, text, expected, money=minimum - move.increase)]
    return _size(state, act, sizes)


def size_faults(state: HandState, act: Wager, sizes: Sizes, cited: Figure) -> list[Outcome]:
    """What is wrong with the size of a raise that another clause rules; `cited` is the figure of that clause."""
    return [replace(one, figure=cited) for one in _size(state, act, sizes)]


def _size(state: HandState, act: Wager, sizes: Sizes) -> list[Outcome]:
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    if unknown := _unknown(state, move, sizes):
        return unknown
    if move.sized:
        return []
    unit = unit_of(state, sizes)
    assert unit is not None
    amounts = steps_of(state, sizes, unit)
    if _last_chips(betround, move, amounts[-1]) or surplus_returned(state, act):
        return []
    if sizes.covering and covers(state, move):
        return []
    if not sizes.lower and move.increase == lower_bet(state) < unit:
        return []  # the clause on the lower limit judges it
    increase = min(measured(state, betround, move), key=lambda one: _distance(one, amounts, sizes))
    if betround.incomplete_forced_bet and move.kind == "raise" and increase == move.total:
        return [_completion(state, act, sizes, amounts)]
    observed = f"{NOUN[move.kind]} of {money_text(move.increase)}"
    if move.kind == "open" and move.total > move.added:
        observed += f", {money_text(move.total - move.added)} of it in front already"
    if sizes.unit == "quantum" and betround.floor == unit:
        observed += f" after a bet or raise of {money_text(unit)}"
    money = _cost(state, act, increase, amounts, sizes)
    return [breach(sizes, act, observed, _allowed(amounts, sizes), money=money)]


def _completion(state: HandState, act: Wager, sizes: Sizes, amounts: list[int]) -> Outcome:
    """The fault of a raise over a forced bet that was not completed to a full bet first."""
    move = state.move
    assert move is not None
    money = _cost(state, act, move.total, amounts, sizes)
    expected = f"completed to {joined([money_text(amount) for amount in amounts], 'or')}"
    return breach(sizes, act, f"forced bet raised to {money_text(move.total)}", expected, money=money)


def _cost(state: HandState, act: Wager, increase: int, amounts: list[int], sizes: Sizes) -> int | None:
    """What a wager cost whose increase, measured so, is none of the amounts allowed."""
    move = state.move
    assert move is not None
    distance = _distance(increase, amounts, sizes)
    if sizes.mode == "least" or increase + distance in amounts:
        return shortfall(state, act, move.total + distance, distance)
    return excess(state, act, move.total - distance, distance)


def _last_chips(betround: BettingRound, move: Move, most: int) -> bool:
    """Is a wager of this size free because it takes a player's last chips, or does the clause on those judge it?"""
    short = betround.wagering.short
    if not move.all_in or short.bounded:
        return move.all_in
    return above_full(betround, move) < most and (short.treatment != "forbidden" or move.kind == "open")


def _unknown(state: HandState, move: Move, sizes: Sizes) -> list[Outcome]:
    """What the record lacks for judging the size, if anything."""
    unit = unit_of(state, sizes)
    if unit is None:
        return [not_recorded(sizes, "the blind bet" if sizes.unit == "blind" else "the table minimum")]
    if sizes.paired and not move.sized and _open_pair_unknown(state, move):
        return [not_recorded(sizes, "the cards showing")]
    if move.kind == "open" and not move.sized and lacks_blind(state, move.player):
        return [not_recorded(sizes, "the player's blind")]
    if not move.sized and lacks_level(state):
        return [not_recorded(sizes, "the last blind")]
    if not move.sized and move.player.start is None and move.increase < sizes.multiples[-1] * unit:
        return [not_recorded(sizes, "the player's stake")]  # these may have been the last chips
    return []


def _open_pair_unknown(state: HandState, move: Move) -> bool:
    """Would an open pair make the wager right, while the record does not show whether there is one?

    A player's last chips may be less.
    """
    upper = upper_bet(state)
    if open_pair(state) or not (move.increase == upper or (move.all_in and move.increase < upper)):
        return False
    return any(len(one.up) < 2 or UNKNOWN in one.up for one in state.active)


def _distance(amount: int, amounts: list[int], sizes: Sizes) -> int:
    if sizes.mode == "least":
        return max(amounts[0] - amount, 0)
    if sizes.mode == "range":
        return max(amounts[0] - amount, amount - amounts[-1], 0)
    return min(abs(amount - one) for one in amounts)


def _allowed(amounts: list[int], sizes: Sizes) -> str:
    texts = [money_text(amount) for amount in amounts]
    if sizes.mode == "least":
        return f"at least {texts[0]}"
    return f"allowed {texts[0]} to {texts[-1]}" if sizes.mode == "range" else f"allowed {joined(texts, 'or')}"


def _has_floor(state: HandState, act: Wager, floor: RaiseFloor) -> bool:
    return state.round is not None and state.round.floor > 0 and unfrozen(state, act, floor)


@check(
    "raise-floor",
    watches=on(Wager, RAISES),
    figure=RaiseFloor,
    when=_has_floor,
    moot_at=on(Wager, NO_FLOOR, SET_ASIDE),
    clears_at=on(Wager, SIZED | ABOVE_FLOOR),
)
def raise_floor(state: HandState, act: Wager, floor: RaiseFloor) -> Iterable[Outcome]:
    """A raise is smaller than an earlier raise of the same betting round.

    Only raises of a legal size set the floor. A raise whose size is wrong anyway is reported for that alone. A player's
    last chips may be less.
    """
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    if not move.sized or move.all_in or max(measured(state, betround, move)) >= betround.floor:
        return ()
    if surplus_returned(state, act):
        return ()
    if move.player.start is None:
        return [not_recorded(floor, "the player's stake")]
    observed = f"raise of {money_text(move.increase)} after a raise of {money_text(betround.floor)}"
    short = betround.floor - move.increase
    money = shortfall(state, act, betround.highest + betround.floor, short)
    return [breach(floor, act, observed, "not below an earlier raise", money=money)]


def _upper_round(state: HandState, act: Wager, figure: Figure) -> bool:
    """Is the bet of this round larger than that of the first rounds?"""
    betround = state.round
    return betround is not None and 0 < lower_bet(state) < (betround.least or 0) and unfrozen(state, act, figure)


@check(
    "lower-limit",
    watches=on(Wager, OPENS, RAISES) | stood(OPENS, RAISES),
    figure=Figure,
    when=_upper_round,
    moot_at=ASIDE,
)
def lower_limit(state: HandState, act: Wager, figure: Figure) -> Iterable[Outcome]:
    """A player bets or raises by the lower limit in a betting round of the upper one. Last chips may be less."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None and betround.least is not None
    if move.sized or move.all_in or move.increase != lower_bet(state) or surplus_returned(state, act):
        return ()
    if move.player.start is None:
        return [not_recorded(figure, "the player's stake")]
    observed = f"{NOUN[move.kind]} of {money_text(move.increase)} in an upper-limit round"
    short = betround.least - move.increase
    money = shortfall(state, act, move.total + short, short)
    return [breach(figure, act, observed, f"allowed {money_text(betround.least)}", money=money)]


# ---- the limit of the table ----


def under_limit(state: HandState, act: Wager, figure: Ceiling) -> bool:
    """Does the limit hold for this wager?

    It does not where the table declares no maximum, where another clause rules one chip put in first without a word, or
    where the sizes are set aside.
    """
    move = state.move
    if move is None or state.round is None or figure.act not in (move.kind, "any"):
        return False
    if figure.of == "maximum" and maximum_of(state.round) is None:
        return False
    if not figure.silent_chip and move.kind == "open" and is_first_chip(state, act):
        return False
    return unfrozen(state, act, figure)


def other_acts(figure: Ceiling) -> On[Event]:
    """Where the limit is for openings only, or raises only, and this is none, or where it does not hold."""
    other = {"open": (RAISES,), "raise": (OPENS,), "any": ()}[figure.act]
    lacking = (NO_MAXIMUM,) if figure.of == "maximum" else ()
    return on(Wager, SET_ASIDE, *other, *lacking)


def within_limit(figure: Ceiling) -> On[Event]:
    """Where the limit holds for a wager, and the wager keeps within it."""
    if figure.apart or figure.exact or not figure.silent_chip:
        return never()
    return on(Wager, WITHIN_LIMIT | (HAS_MAXIMUM if figure.of == "maximum" else 0))


@check(
    "table-maximum",
    watches=on(Wager, OPENS, RAISES) | stood(OPENS, RAISES),
    figure=Ceiling,
    when=under_limit,
    moot_at=other_acts,
    clears_at=within_limit,
)
def table_maximum(state: HandState, act: Wager, figure: Ceiling) -> Iterable[Outcome]:
    """An opening wager, or the increase of a raise, is above the table maximum.

    The check judges tables that declare a maximum. The money is the excess.
    """
    return above(state, act, figure, "the table maximum is")


@check(
    "straddle-limit",
    watches=on(Wager, RAISES),
    figure=Ceiling,
    when=under_limit,
    moot_at=other_acts,
    clears_at=within_limit,
)
def straddle_limit(state: HandState, act: Wager, figure: Ceiling) -> Iterable[Outcome]:
    """A player raises to more than the multiple of the previous wager that a straddle limit allows.

    Either the player's new total is measured against the highest total, or the chips put in at one turn against those
    of the last raiser. Where the multiple is a duty, a raise to less is a fault too.
    """
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    found = above(state, act, figure, "a straddle allows")
    if found or not figure.exact or move.all_in:
        return found
    most = ceiling(state, betround, figure, move)
    if most is None or move.increase >= most:
        return []
    observed, expected = f"raise to {money_text(move.total)}", f"exactly {money_text(betround.highest + most)}"
    return [breach(figure, act, observed, expected, money=most - move.increase)]


def above(state: HandState, act: Wager, figure: Ceiling, limit: str) -> list[Outcome]:
    """The fault of a wager above what a ceiling allows, if it is; the words of `limit` introduce that amount."""
    move, betround = state.move, state.round
    assert move is not None and betround is not None
    most = ceiling(state, betround, figure, move)
    if most is None or move.increase <= most or surplus_returned(state, act):
        return []
    if move.all_in and betround.wagering.short.bounded:
        return []  # the clause on last chips judges it
    if lacks_least(betround, figure.of):
        return [not_recorded(figure, "the table minimum")]
    if lacks_level(state):
        return [not_recorded(figure, "the last blind")]
    text = f"{NOUN[move.kind]} of {money_text(move.increase)}"
    return [breach(figure, act, text, f"{limit} {money_text(most)}", money=move.increase - most)]
