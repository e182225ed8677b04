"""Faults that show over several hands, faults of the operator, and what an observer notes."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

from play.act import events as e
from play.act.betting import act
from play.act.evening import next_buck
from play.act.hand import House, Play, Seated
from play.act.planting import Planted, afresh, at_turn, before_end, fault, taken_up
from play.act.table import Player, Table
from play.common.words import quoted

# ---- the buck ----


@fault()
def first_buck_elsewhere(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None:
        return None
    return afresh(play, rng, buck=play.around()[1].seat, house=_opening(play)), "6.2[first]"


def _opening(play: Play) -> House:
    """The table with a note that gaming opened, which makes the hand that follows the first of the game."""
    return replace(play.house, lines=("open at 20:00",))


@fault()
def buck_not_moved(play: Play, rng: random.Random) -> Planted:
    before = play.previous
    dealt = {seat.seat for seat in play.seats if not seat.out}
    if before is None or before.buck not in dealt:
        return None
    return afresh(play, rng, buck=before.buck), "6.2[rotation]"


@fault()
def buck_moved_too_far(play: Play, rng: random.Random) -> Planted:
    seats = [seat.seat for seat in play.seats if not seat.out]
    if play.previous is None or len(seats) < 3:
        return None
    return afresh(play, rng, buck=next_buck(play.buck, seats)), "6.2[rotation]"


@fault()
def buck_declined(play: Play, rng: random.Random) -> Planted:
    seats = [seat.seat for seat in play.seats if not seat.out]
    other = play.again(0, buck=next_buck(play.buck, seats))
    if play.previous is None or len(seats) < 3:
        return None
    name = play.around()[0].name
    started = afresh(other, rng)
    at = next(number for number, step in enumerate(started.steps) if isinstance(step.event, e.Buck))
    told = started.again(at)
    told.note(f"{quoted(name)} declines buck")
    for step in started.steps[at:]:
        told.note(step.text, step.event)
    return told, "6.3"


# ---- stakes ----


def _with_stake(play: Play, name: str, stake: int) -> tuple[Seated, ...]:
    return tuple(replace(seat, stake=stake) if seat.name == name else seat for seat in play.seats)


@fault()
def stake_below_the_minimum(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None:
        return None
    name = rng.choice([player.name for player in play.around()])
    seats = _with_stake(play, name, play.house.stake - 100)
    return afresh(play, rng, seats=seats, house=_opening(play)), "5.3"


@fault()
def purchase_below_the_minimum(play: Play, rng: random.Random) -> Planted:
    least = play.house.stake
    short = [
        seat for seat in play.seats if 0 < seat.stake < least - 100 and not seat.out and not _noted(play, seat.name)
    ]
    if play.previous is None or not short:
        return None
    one = rng.choice(short)
    notes = (*play.notes, f"{quoted(one.name)} buys $1")
    return afresh(play, rng, notes=notes, seats=_with_stake(play, one.name, one.stake + 100)), "12.3[minimum]"


def _noted(play: Play, name: str) -> bool:
    return any(note.startswith(quoted(name)) for note in play.notes)


@fault()
def dealt_in_again_after_losing_everything(play: Play, rng: random.Random) -> Planted:
    before = play.previous
    if before is None:
        return None
    lost = {name for name, left in before.left().items() if left == 0 and before.table.by_name[name].put}
    back = [seat for seat in play.seats if seat.name in lost and not seat.out]
    if not back:
        return None
    one = back[0]
    notes = tuple(note for note in play.notes if not note.startswith(f"{quoted(one.name)} buys"))
    notes += (f"{quoted(one.name)} buys {play.house.minimum / 100}",)
    return afresh(play, rng, notes=notes, seats=_with_stake(play, one.name, play.house.minimum)), "12.3[leave]"


def _rich(table: Table, turn: Player) -> bool:
    return turn.stack > 5000


@fault()
@at_turn(lambda table, turn: True)
def chips_bought_in_the_middle(play: Play, turn: Player, rng: random.Random) -> str:
    play.note(f"{quoted(turn.name)} buys $50", e.Gains(turn.name, 5000))
    act(play, rng)
    return "5.4"


@fault()
@at_turn(_rich)
def chips_taken_off_in_the_middle(play: Play, turn: Player, rng: random.Random) -> str:
    play.note(f"{quoted(turn.name)} removes $10", e.Gains(turn.name, -1000))
    return "5.4"


@fault()
@at_turn(_rich)
def chips_lent_in_the_middle(play: Play, turn: Player, rng: random.Random) -> str | None:
    taker = next((player.name for player in play.table.able if player is not turn), None)
    if taker is None:
        return None
    play.note(f"{quoted(turn.name)} lends $10 to {quoted(taker)}", e.Gains(turn.name, -1000))
    play.note(None, e.Gains(taker, 1000))
    return "12.4[lend]"


# ---- the table ----


@fault()
def minimum_changed_without_notice(play: Play, rng: random.Random) -> Planted:
    minimum = 2 * play.house.minimum
    if play.previous is None or (play.house.maximum or minimum) < minimum:
        return None
    notes = (*play.notes, "no notice limits to players", f"minimum ${minimum / 100}")
    return afresh(play, rng, house=replace(play.house, minimum=minimum), notes=notes), "5.2"


@fault()
def too_many_seated(play: Play, rng: random.Random) -> Planted:
    taken = {seat.seat for seat in play.seats}
    seats = range(1, play.game.seats + 2)
    more = tuple(Seated(f"Extra{seat}", seat, 0, True) for seat in seats if seat not in taken)
    return afresh(play, rng, seats=play.seats + more), "1"


@fault()
def seat_given_to_a_newcomer(play: Play, rng: random.Random) -> Planted:
    free = [seat for seat in range(1, play.game.seats + 1) if seat not in {one.seat for one in play.seats}]
    if play.previous is None or not free:
        return None
    asker = quoted(rng.choice(play.previous.seats).name)
    notes = (*play.notes, f"{asker} asks for {free[0]}", f"Newcomer sits {free[0]} {play.house.stake / 100}")
    seats = (*play.seats, Seated("Newcomer", free[0], play.house.stake, True))
    return (afresh(play, rng, notes=notes, seats=seats), "6.1[vacant]") if asker in map(_quoted, play.seats) else None


def _quoted(seat: Seated) -> str:
    return quoted(seat.name)


@fault()
def contested_seat_without_a_draw(play: Play, rng: random.Random) -> Planted:
    free = [seat for seat in range(1, play.game.seats + 1) if seat not in {one.seat for one in play.seats}]
    if play.previous is None or not free:
        return None
    sits = f"Newcomer sits {free[0]} {play.house.stake / 100}"
    notes = (*play.notes, f"Rival asks for {free[0]}", "no seat-draw", sits)
    seats = (*play.seats, Seated("Newcomer", free[0], play.house.stake, True))
    return afresh(play, rng, notes=notes, seats=seats), "6.1"


@fault()
def idle_player_sent_away_too_early(play: Play, rng: random.Random) -> Planted:
    before = play.previous
    if before is None or before.previous is None:
        return None
    seen = {player.name for player in before.previous.table.players if player.put}  # this shows since when they idle
    idle = {seat.name for seat in before.seats if seat.out and seat.stake and seat.name in seen}
    still = [seat for seat in play.seats if seat.out and seat.name in idle]
    if not still:
        return None
    notes = (*play.notes, f"{quoted(still[0].name)} leaves by order")
    seats = tuple(seat for seat in play.seats if seat.name != still[0].name)
    return afresh(play, rng, notes=notes, seats=seats), "18.8"


@fault()
def table_closed_without_notice(play: Play, rng: random.Random) -> Planted:
    other = play.again()
    other.tail = ("notice closure to players", "no notice closure to inspector", "close early")
    return other, "17.2"


@fault()
def deck_not_checked_at_the_close(play: Play, rng: random.Random) -> Planted:
    other = play.again()
    other.tail = ("no deck-check", "close")
    return other, "3.2"


def _declared(play: Play, *lines: str, **changes: object) -> Play | None:
    """The hand at a table that declares something more, if it is the table's first."""
    house: House = replace(play.house, lines=lines, **changes)  # type: ignore[arg-type]
    return play.again(house=house) if play.previous is None else None


@fault()
def hand_before_there_were_rules(play: Play, rng: random.Random) -> Planted:
    days = (date(1994, 10, 12), date(1994, 11, 2)) if play.game.draws else (date(1994, 5, 1), date(1994, 5, 24))
    later = play.game.opens and play.house.day >= date(1994, 11, 4)  # played by rules that were amended since
    found = _declared(play, day=rng.choice(days)) if not later and play.day is None else None
    return found and (found, "instrument")


@fault()
def tournament_without_approval(play: Play, rng: random.Random) -> Planted:
    found = _declared(play, 'tournament "Cup"', "no approval")
    return found and (found, "19.2")


@fault()
def too_much_of_the_entry_fees_kept(play: Play, rng: random.Random) -> Planted:
    found = _declared(play, 'tournament "Cup"', "approval", "entry-fees 40 of $50 kept $210 prizes $1,790")
    return found and (found, "19.4")


# ---- annulled hands ----


def _annulled(play: Play, rng: random.Random, ground: str, short: int) -> Play | None:
    other = taken_up(play, rng, lambda table, turn: turn.put > short)
    if other is None or other.table.turn is None:
        return None
    loser = other.table.turn.name
    other.note("incident disruption")
    other.note(f"invalidate {ground}", e.Annulled())
    for player in other.around():
        back = player.put - (short if player.name == loser else 0)
        if back:
            other.note(f"refund {other.money(back)} to {quoted(player.name)}", e.Win(player.name, back))
    other.note("end")
    return other


@fault()
def hand_annulled_without_a_ground(play: Play, rng: random.Random) -> Planted:
    found = _annulled(play, rng, "boredom", 0)
    return found and (found, "18.3")


@fault()
def wager_not_refunded(play: Play, rng: random.Random) -> Planted:
    found = _annulled(play, rng, "fire", 50)
    return found and (found, "18.4")


# ---- what an observer notes ----

INCIDENTS = {
    "bank-interest": "2", "agreed-split": "9.5", "wager-for-another": "12.4", "collusion": "15.1", "soft-play": "15.1",
    "advice": "15.2", "language": "15.3", "hand-shown": "15.4", "folded-hand-information": "15.5",
    "uncalled-hand-information": "15.6", "peeking": "15.7", "device": "18.1", "staff-advice": "18.7",
    "outside-influence": "18.9", "side-wager": "18.10", "fold-procedure": "terms:fold",
}  # fmt: skip
STEPS = {"shoe": "4.5", "cut-completed": "4.4", "deck-count": "3.4", "rules-copy": "18.11", "inspector-advice": "18.5"}
HEAD = {"sign": "5.1", "cloth": "1[cloth]", "deck-check": "3.2"}


def _enter(name: str, clause: str, line: str, at_the_head: bool = False) -> None:
    def plant(play: Play, rng: random.Random) -> Planted:
        said = line.replace("PLAYER", quoted(rng.choice(play.around()).name))
        found = _declared(play, said, "open at 20:00") if at_the_head else before_end(play, said)
        return found and (found, clause)

    plant.__name__ = name
    fault()(plant)


for kind, clause in INCIDENTS.items():
    _enter(f"incident_{kind}", clause, f"incident {kind} by PLAYER")
for step, clause in STEPS.items():
    _enter(f"no_{step}", clause, f"no {step}")
for step, clause in HEAD.items():
    _enter(f"no_{step}", clause, f"no {step}", at_the_head=True)
