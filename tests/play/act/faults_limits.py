"""Faults of sizes where only a minimum and the limit of the table bound a wager; and of the wagers before the cards."""

from __future__ import annotations

import random
from dataclasses import replace

from play.act import events as e
from play.act.betting import act
from play.act.hand import Play, Step
from play.act.options import options
from play.act.planting import FREE, Planted, afresh, at_turn, fault, played_on, prepared, taken_up
from play.act.table import Player, Round, Table
from play.common.tempers import MEEK
from play.common.words import quoted

OPENING = {"ante": "11.1", None: "10.4"}  # by the form of betting; Draw Poker has none
RAISE = {"ante": "11.2", None: "10.5"}
POT = {"ante": "11.3", None: "10.6"}


def _round(table: Table) -> Round:
    assert table.round is not None
    return table.round


def _offers(table: Table, kind: str) -> bool:
    return kind in options(table)


def _plain(table: Table) -> bool:
    """Is nothing on the table that lets sizes be measured in two ways?"""
    return _round(table).full == _round(table).level


def _wager(play: Play, rng: random.Random, kind: str, size: int, first: bool | None = None) -> Play | None:
    """An opening or a raise of this size where one was possible, in the first betting round, a later one, or any."""

    def possible(table: Table, turn: Player) -> bool:
        wanted = first is None or first == (table.rounds_played == 1)
        total = _round(table).level * (kind == "raise") + size
        return wanted and _plain(table) and _offers(table, kind) and turn.everything > total > turn.bet

    other = taken_up(play, rng, possible)
    if other is None or other.table.turn is None:
        return None
    other.wager(other.table.turn.name, _round(other.table).level * (kind == "raise") + size)
    return other


# ---- the minimum ----


@fault("7cs-ante", "5cs-ante", own=True)
def forced_opening_below_the_minimum(play: Play, rng: random.Random) -> Planted:
    other = _wager(play, rng, "open", play.house.minimum // 2, first=True)
    return other and (played_on(other, rng), "7.1(b)[amount]")


@fault(*FREE, own=True)
def later_opening_below_the_minimum(play: Play, rng: random.Random) -> Planted:
    other = _wager(play, rng, "open", play.house.minimum // 2, first=False)
    return other and (played_on(other, rng), OPENING[play.game.form])


@fault(*FREE, own=True)
def raise_below_the_minimum(play: Play, rng: random.Random) -> Planted:
    other = _wager(play, rng, "raise", play.house.minimum // 2)
    return other and (played_on(other, rng), RAISE[play.game.form])


def _raised_more(table: Table, turn: Player) -> bool:
    """Has there been a raise of more than the minimum, and may another follow?"""
    room = turn.everything > _round(table).level + table.minimum
    return _round(table).floor > table.minimum and _plain(table) and _offers(table, "raise") and room


@fault(*FREE, own=True)
@at_turn(_raised_more)
def raise_below_an_earlier_raise(play: Play, turn: Player, rng: random.Random) -> str:
    play.wager(turn.name, _round(play.table).level + play.house.minimum)
    return f"{RAISE[play.game.form]}[floor]"


# ---- the limit of the table ----


def _limited(play: Play, rng: random.Random, limit: str | None, maximum: int | None = None) -> Play | None:
    """The hand played at a table with another limit, if it is the table's first."""
    if play.previous is not None:
        return None
    house = replace(play.house, limit=limit, maximum=maximum)
    return afresh(play, rng, house=house)


@fault(*FREE, own=True)
def opening_above_the_table_maximum(play: Play, rng: random.Random) -> Planted:
    limited = _limited(play, rng, rng.choice((None, "table-limit")), 2 * play.house.minimum)
    first = None if play.game.form == "ante" else False
    other = limited and _wager(limited, rng, "open", 2 * play.house.minimum + 100, first)
    return (played_on(other, rng), f"{OPENING[play.game.form]}[max]") if other else None


@fault(*FREE, own=True)
def raise_above_the_table_maximum(play: Play, rng: random.Random) -> Planted:
    limited = _limited(play, rng, rng.choice((None, "table-limit")), 2 * play.house.minimum)
    other = limited and _wager(limited, rng, "raise", 2 * play.house.minimum + 50)
    return (played_on(other, rng), RAISE[play.game.form]) if other else None


def _beyond_the_pot(play: Play, rng: random.Random, parts: int, kind: str) -> Play | None:
    """A wager of one dollar more than the pot, or its half, allows."""
    limited = _limited(play, rng, "half-pot" if parts == 2 else "full-pot")
    if limited is None:
        return None

    def most(table: Table, turn: Player) -> int:
        owed = _round(table).level - turn.bet if kind == "raise" else 0
        return (sum(player.put for player in table.players) + owed) // parts

    def possible(table: Table, turn: Player) -> bool:
        fixed = play.game.draws and kind == "open" and table.rounds_played == 1
        total = _round(table).level * (kind == "raise") + most(table, turn) + 100
        large = most(table, turn) >= play.house.minimum
        return _plain(table) and not fixed and _offers(table, kind) and large and turn.everything > total

    other = taken_up(limited, rng, possible)
    if other is None or other.table.turn is None:
        return None
    turn = other.table.turn
    other.wager(turn.name, _round(other.table).level * (kind == "raise") + most(other.table, turn) + 100)
    return played_on(other, rng)


def _pot_fault(parts: int, kind: str, name: str) -> None:
    def plant(play: Play, rng: random.Random) -> Planted:
        other = _beyond_the_pot(play, rng, parts, kind)
        return other and (other, POT[play.game.form])

    plant.__name__ = name
    fault(*FREE, own=True)(plant)


_pot_fault(2, "open", "opening_above_half_the_pot")
_pot_fault(2, "raise", "raise_above_half_the_pot")
_pot_fault(1, "open", "opening_above_the_pot")
_pot_fault(1, "raise", "raise_above_the_pot")


@fault("draw", own=True)
def raise_above_the_straddle(play: Play, rng: random.Random) -> Planted:
    limited = _limited(play, rng, "straddle")
    if limited is None:
        return None

    def possible(table: Table, turn: Player) -> bool:
        room = turn.everything > 2 * _round(table).level + 100
        return _plain(table) and _offers(table, "raise") and room

    other = taken_up(limited, rng, possible)
    if other is None or other.table.turn is None:
        return None
    other.wager(other.table.turn.name, 2 * _round(other.table).level + 100)
    return played_on(other, rng), "10.7"


# ---- wagers before the cards ----


def _post(play: Play, rng: random.Random, number: int, amount: int) -> Play | None:
    """The hand with the wager of that number, from zero, of another amount."""
    posts = [step for step in play.steps if isinstance(step.event, e.Post)]
    if number >= len(posts):
        return None
    event = posts[number].event
    assert isinstance(event, e.Post)
    if event.all_in or (play.table.by_name[event.player].start or 0) <= amount:
        return None
    text = f"{quoted(event.player)} {event.kind} {play.money(amount)}"
    other = Step(text, e.Post(event.player, event.kind, amount))
    return prepared(play, rng, lambda step: [other] if step is posts[number] else [step])


@fault("7cs-ante", "5cs-ante", own=True)
def ante_short(play: Play, rng: random.Random) -> Planted:
    found = _post(play, rng, rng.randrange(len(play.around())), play.house.minimum // 2)
    return found and (found, "6.5(b)")


@fault("7cs-ante", "5cs-ante", own=True)
def ante_too_large(play: Play, rng: random.Random) -> Planted:
    found = _post(play, rng, rng.randrange(len(play.around())), 2 * play.house.minimum)
    return found and (found, "6.5(b)")


@fault("draw", own=True)
def first_blind_of_another_amount(play: Play, rng: random.Random) -> Planted:
    found = _post(play, rng, 0, play.house.minimum * 3 // 2)
    return found and (found, "10.1")


@fault("draw", own=True)
def second_blind_of_another_amount(play: Play, rng: random.Random) -> Planted:
    posts = [step for step in play.steps if isinstance(step.event, e.Post)]
    found = _post(play, rng, 1, 3 * play.house.minimum) if len(posts) == 2 else None
    return found and (found, "10.2")


@fault("draw", own=True)
def over_blind_of_another_amount(play: Play, rng: random.Random) -> Planted:
    posts = [step for step in play.steps if isinstance(step.event, e.Post)]
    found = _post(play, rng, 2, 3 * play.house.minimum) if len(posts) == 3 else None
    return found and (found, "10.3")


@fault("draw", own=True)
def over_blind_after_the_first_card(play: Play, rng: random.Random) -> Planted:
    posts = [step for step in play.steps if isinstance(step.event, e.Post)]
    if len(posts) != 3:
        return None
    first = next(step for step in play.steps if isinstance(step.event, e.Deal))
    late = posts[2]
    found = prepared(play, rng, lambda step: [] if step is late else [step, late] if step is first else [step])
    return found, "10.3"


@fault("draw", own=True)
def second_blind_by_another_player(play: Play, rng: random.Random) -> Planted:
    posts = [step for step in play.steps if isinstance(step.event, e.Post)]
    if len(posts) != 2 or len(play.around()) < 4:
        return None
    wrong = play.around()[2].name
    amount = 2 * play.house.minimum
    if (play.table.by_name[wrong].start or 0) <= 2 * amount:
        return None
    text, event = f"{quoted(wrong)} blind {play.money(amount)}", e.Post(wrong, "blind", amount)
    found = prepared(play, rng, lambda step: [Step(text, event)] if step is posts[1] else [step])
    return found, "6.4[second]"


# ---- opening in Draw Poker ----


@fault("draw", own=True)
def opening_of_another_size(play: Play, rng: random.Random) -> Planted:
    blind = play.table.blind or 0
    other = _wager(play, rng, "open", rng.choice((blind, 3 * blind, 2 * blind + 100)), first=True)
    if other is None or other.steps[-1].event is None:
        return None
    player = other.table.by_name[other.steps[-1].event.player]  # type: ignore[attr-defined]
    own = sum(step.event.amount for step in play.steps if _posted(step, player.name))  # type: ignore[union-attr]
    if player.bet - own == 2 * blind:
        return None  # right if the player's own blind did not count
    return played_on(other, rng), "7.1(i)"


def _posted(step: Step, name: str) -> bool:
    return isinstance(step.event, e.Post) and step.event.player == name


@fault("draw", own=True)
def check_where_there_is_none(play: Play, rng: random.Random) -> Planted:
    other = taken_up(play, rng, lambda table, turn: not 0 < _round(table).level == turn.bet)
    if other is None or other.table.turn is None:
        return None
    clause = "9.1(ii)" if _round(other.table).name == "final" else "7.1(ii)"
    other.check(other.table.turn.name)
    name = _round(other.table).name
    while other.table.turn is not None and _round(other.table).name == name:
        act(other, rng, MEEK)
    return played_on(other, rng), clause
