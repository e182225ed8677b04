"""Faults of players and of the dealer while wagers are made."""

from __future__ import annotations

import random

from play.act import events as e
from play.act.betting import act
from play.act.hand import Play
from play.act.options import options, spent
from play.act.planting import (
    CAPPED,
    LATER,
    MIDDLE,
    OPEN,
    Planted,
    at_turn,
    between_rounds,
    fault,
    openers,
    played_on,
    prepared,
    taken_up,
)
from play.act.table import CAP, Player, Round, Table
from play.common.tempers import MEEK
from play.common.words import quoted

CAPS = {"first": "10.2", "second": "10.3[cap]", "third": "10.3[cap]", "fourth": "10.3[cap]", "final": "10.4"}
FLOOR = {"first": "10.2[floor]", "final": "10.4[floor]"} | dict.fromkeys(MIDDLE, "10.3[floor]")


def _round(table: Table) -> Round:
    assert table.round is not None
    return table.round


def _can(table: Table, player: Player, total: int) -> bool:
    """Could the player bring this total up and have chips left?"""
    return player.everything > total


def _even(table: Table) -> bool:
    """Is nothing on the table that would let sizes be measured in two ways?"""
    return _round(table).full == _round(table).level


# ---- the number and size of wagers ----


def _one_raise_too_many(play: Play, rng: random.Random, rounds: tuple[str, ...]) -> Planted:
    other = taken_up(play, rng, lambda table, turn: _round(table).name in rounds and len(table.able) > 2)
    if other is None:
        return None
    table, name = other.table, _round(other.table).name
    for _ in range(30):
        if table.turn is None or _round(table).name != name or len(table.able) < 3:
            return None
        offered = options(table)
        more = offered.get("raise") or offered.get("open")
        if more is None:
            break
        other.wager(table.turn.name, more.totals[0])
    turn, betround = table.turn, _round(table)
    total = betround.level + max(betround.floor, table.unit)
    if turn is None or not _can(table, turn, total) or not _even(table) or betround.raises != 3:
        return None
    other.wager(turn.name, total)
    return played_on(other, rng), CAPS[name]


@fault(*CAPPED)
def fourth_raise_in_the_first_round(play: Play, rng: random.Random) -> Planted:
    return _one_raise_too_many(play, rng, ("first",))


@fault(*CAPPED)
def fourth_raise_in_a_middle_round(play: Play, rng: random.Random) -> Planted:
    return _one_raise_too_many(play, rng, MIDDLE)


@fault(*CAPPED)
def fourth_raise_in_the_final_round(play: Play, rng: random.Random) -> Planted:
    return _one_raise_too_many(play, rng, ("final",))


def _wager_by(
    play: Play, rng: random.Random, rounds: tuple[str, ...], opens: bool, halves: tuple[int, ...]
) -> Play | None:
    """A wager of so many half blinds where an opening or a raise was possible."""
    size = rng.choice(halves)

    def possible(table: Table, turn: Player) -> bool:
        betround = _round(table)
        acts = options(table)
        total = betround.level + size * (table.unit) // 2
        fits = betround.name in rounds and _even(table) and _can(table, turn, total)
        return fits and ("open" if opens else "raise") in acts

    other = taken_up(play, rng, possible)
    if other is None or other.table.turn is None:
        return None
    total = _round(other.table).level + size * (other.table.unit) // 2
    other.wager(other.table.turn.name, total)
    return played_on(other, rng)


@fault(*CAPPED)
def raise_size_in_the_first_round(play: Play, rng: random.Random) -> Planted:
    found = _wager_by(play, rng, ("first",), False, (1, 3, 5, 6))
    return found and (found, "10.2[size]")


@fault(*CAPPED)
def raise_size_in_a_middle_round(play: Play, rng: random.Random) -> Planted:
    found = _wager_by(play, rng, MIDDLE, False, (1, 3, 5, 6))
    return found and (found, "10.3[size]")


@fault(*CAPPED)
def opening_size(play: Play, rng: random.Random) -> Planted:
    found = _wager_by(play, rng, MIDDLE, True, (1, 3, 5, 6))
    return found and (found, "10.3")


@fault(*CAPPED)
def final_opening_above_the_ceiling(play: Play, rng: random.Random) -> Planted:
    found = _wager_by(play, rng, ("final",), True, (9, 10, 14))
    return found and (found, "10.4[limit]")


@fault(*CAPPED)
def final_raise_above_the_ceiling(play: Play, rng: random.Random) -> Planted:
    found = _wager_by(play, rng, ("final",), False, (9, 10, 14))
    return found and (found, "10.4[limit]")


@fault(*CAPPED)
def final_opening_below_the_minimum(play: Play, rng: random.Random) -> Planted:
    found = _wager_by(play, rng, ("final",), True, (1,))
    return found and (found, "10.4[limit]")


def _raised_more(table: Table, turn: Player) -> bool:
    """Has there been a raise of more than the blind, and may another follow?"""
    betround, low = _round(table), table.unit
    return betround.floor > low and not spent(table) and _even(table) and _can(table, turn, betround.level + low)


@fault(*CAPPED)
@at_turn(_raised_more)
def raise_below_an_earlier_one(play: Play, turn: Player, rng: random.Random) -> str:
    betround = _round(play.table)
    play.wager(turn.name, betround.level + play.table.unit)
    return FLOOR[betround.name]


# ---- the blind ----


@fault(*CAPPED)
def blind_of_another_amount(play: Play, rng: random.Random) -> Planted:
    minimum = play.house.minimum
    amount = rng.choice((4 * minimum, minimum * 3 // 2, minimum // 2, 5 * minimum // 2))
    if play.around()[0].start is None or (play.around()[0].start or 0) <= amount:
        return None
    return _with_blind(play, rng, play.around()[0].name, amount), "10.1"


@fault(*CAPPED)
def blind_by_another_seat(play: Play, rng: random.Random) -> Planted:
    player = play.around()[1]
    opens = play.game.opens and openers(play)[0] == player.name
    if (player.start or 0) <= play.house.minimum or opens:
        return None  # an opener who has the blind on the table already, and not by right
    return _with_blind(play, rng, player.name, play.house.minimum), "6.4"


@fault(*CAPPED)
def blind_after_the_cards(play: Play, rng: random.Random) -> Planted:
    posts = [step for step in play.steps if isinstance(step.event, e.Post)]
    first = next(step for step in play.steps if isinstance(step.event, e.Deal))
    late = prepared(play, rng, lambda step: [] if step in posts else [step, *posts] if step is first else [step])
    return late, "6.4"


def _with_blind(play: Play, rng: random.Random, name: str, amount: int) -> Play:
    text, event = f"{quoted(name)} blind {play.money(amount)}", e.Post(name, "blind", amount)
    step = type(play.steps[0])
    return prepared(play, rng, lambda one: [step(text, event)] if isinstance(one.event, e.Post) else [one])


# ---- calls and checks ----


def _owes_much(table: Table, turn: Player) -> bool:
    return _answers(table, turn) and _round(table).level - turn.bet > 100 and turn.stack > 5000


@fault()
@at_turn(_owes_much)
def short_call(play: Play, turn: Player, rng: random.Random) -> str | None:
    level = _round(play.table).level
    if turn.stack <= level:
        return None
    play.wager(turn.name, level - 100)
    return "terms:call"


@fault(*OPEN)
@at_turn(lambda table, turn: _round(table).name in LATER and _owes(table, turn))
def check_after_a_wager(play: Play, turn: Player, rng: random.Random) -> str:
    play.check(turn.name)
    return "13.2"


@fault(*OPEN)
@at_turn(lambda table, turn: _round(table).name == "first" and _answers(table, turn))
def check_in_the_first_round(play: Play, turn: Player, rng: random.Random) -> str:
    play.check(turn.name)
    return "13.1"


def _owes(table: Table, turn: Player) -> bool:
    return turn.bet < _round(table).level


def _answers(table: Table, turn: Player) -> bool:
    """Has the player a wager to answer, and not one to open?"""
    return _owes(table, turn) and _round(table).opened


@fault()
@at_turn(lambda table, turn: _answers(table, turn) and turn.stack > _round(table).level)
def wager_in_cash(play: Play, turn: Player, rng: random.Random) -> str:
    play.wager(turn.name, _round(play.table).level, named="calls in cash")
    return "5.5"


# ---- whose turn it is ----


def _end_round(play: Play, rng: random.Random) -> None:
    """Everybody stays in until the betting round is over."""
    name = _round(play.table).name
    while play.table.turn is not None and _round(play.table).name == name:
        act(play, rng, MEEK)


def _clear_opening(table: Table, turn: Player) -> bool:
    """Is it clear who begins, and has somebody behind nothing on the table?"""
    betround = _round(table)
    begun = betround.opened and table.game.opens  # the blind is the opening wager of its player
    clear = betround.acts == 0 and len(betround.openers) == 1 and not begun
    return clear and len(_waiting(table)) > 2 and _waiting(table)[1].bet == 0


@fault(own=True)
@at_turn(_clear_opening)
def wrong_first_actor(play: Play, turn: Player, rng: random.Random) -> str:
    table, betround = play.table, _round(play.table)
    first = {"blind": "7.1(a)", "ante": "7.1(b)"}.get(play.game.form or "", "7.1")
    clause = {"first": first, "final": "9.1"}.get(betround.name, "8.1")
    table.turn = _waiting(table)[1]
    act(play, rng, MEEK)
    _end_round(play, rng)
    return "8.5" if betround.stand_in else clause


def _waiting(table: Table) -> list[Player]:
    """Who is still to act in the round, the player whose turn it is first."""
    assert table.turn is not None
    order = [table.turn, *table.clockwise(table.turn)]
    return [player for player in order if table.pending(player)]


def _sequence(play: Play) -> str:
    """The clause on whose turn it is."""
    betround = _round(play.table)
    if play.game.draws:
        return "9.2" if betround.name == "final" else "7.2" if betround.opened else "7.1[pass]"
    return "7.1[sequence]" if play.game.opens and betround.name == "first" else "8.2"


def _somebody_behind(table: Table, turn: Player) -> bool:
    """Has play in the round begun, and does somebody with a wager to answer wait behind the player whose turn it is?"""
    waiting = _waiting(table)
    unmet = [player for player in waiting if not 0 < _round(table).level == player.bet]
    return _round(table).acts > 0 and len(waiting) > 1 and waiting == unmet and len(table.able) > 2


def _unopened_behind(table: Table, turn: Player) -> bool:
    return _round(table).level == 0 and _somebody_behind(table, turn)


@fault(own=True)
@at_turn(_somebody_behind)
def fold_out_of_turn(play: Play, turn: Player, rng: random.Random) -> str:
    clause = _sequence(play)
    play.fold(_waiting(play.table)[1].name)
    play.table.turn = turn
    _end_round(play, rng)
    return clause


@fault(*OPEN)
@at_turn(_unopened_behind)
def check_out_of_turn(play: Play, turn: Player, rng: random.Random) -> str:
    play.check(_waiting(play.table)[1].name)
    play.table.turn = turn
    _end_round(play, rng)
    return "8.2"


@fault()
@at_turn(_unopened_behind)
def wager_out_of_turn(play: Play, turn: Player, rng: random.Random) -> str | None:
    """Somebody opens too early, those passed over check or, where they cannot, fold, and the wager stands."""
    early, amount = _waiting(play.table)[1], play.table.unit
    if early.stack <= amount:
        return None
    play.note(f"{quoted(early.name)} bets {play.money(amount)}")
    if play.game.draws:
        play.fold(turn.name)
    else:
        play.check(turn.name)
    play.note(None, e.Wager(early.name, amount))
    return "16.3"


@fault()
@between_rounds(lambda play, table: _round(table).level > 0 and len(table.able) > 2, first=False)
def fold_after_the_round(play: Play, rng: random.Random) -> str:
    name = _round(play.table).name
    play.fold(rng.choice(play.table.able).name)
    return "7.3(b)" if name == "first" else "8.3(b)"


@fault(*OPEN)
@between_rounds(lambda play, table: _round(table).level == 0 and len(table.able) > 1, first=False)
def bet_after_all_checked(play: Play, rng: random.Random) -> str | None:
    able = [player for player in play.table.able if player.stack > play.table.unit]
    if not able:
        return None
    play.wager(rng.choice(able).name, play.table.unit)
    return "13.3"


# ---- tapping out ----


@fault()
@at_turn(lambda table, turn: _answers(table, turn) and turn.stack > 2 * _round(table).level)
def said_to_tap_out(play: Play, turn: Player, rng: random.Random) -> str:
    total = _round(play.table).level
    play.wager(turn.name, total, named=f"calls to {play.money(total)} taps out")
    return "12.1"


@fault()
@at_turn(lambda table, turn: any(player.tapped_out for player in table.players))
def tapped_out_player_checks(play: Play, turn: Player, rng: random.Random) -> str:
    out = next(player for player in play.table.players if player.tapped_out)
    play.note(f"{quoted(out.name)} checks")
    return "12.1[remain]"


# ---- cards shown too early, acts refused ----


def _card_left(table: Table) -> bool:
    return len(table.board) < table.game.communal and not _round(table).last


@fault("manila")
@at_turn(lambda table, turn: _round(table).level > 0 < _round(table).acts and _card_left(table))
def card_before_the_betting_is_finished(play: Play, turn: Player, rng: random.Random) -> str:
    play.communal("early")
    return "16.5"


@fault("manila")
@at_turn(lambda table, turn: _round(table).acts == 0 == _round(table).level and _card_left(table))
def card_before_the_betting_has_begun(play: Play, turn: Player, rng: random.Random) -> str:
    play.communal("early")
    return "16.6"


def _may_raise(table: Table, turn: Player) -> bool:
    """Is a raise open that is not the designated player's option, nor one that is free between two?"""
    option = turn.answered < 0 and turn is table.designated and turn.bet == _round(table).level
    return not option and _round(table).raises < CAP and "raise" in options(table)


@fault(own=True)
@at_turn(_may_raise)
def raise_refused(play: Play, turn: Player, rng: random.Random) -> str:
    first, later = ("7.2(ii)", "9.2(ii)") if play.game.draws else ("7.1(ii)", "8.2(ii)")
    play.note(f"refuse {quoted(turn.name)} raise")
    return first if _round(play.table).name == "first" else later
