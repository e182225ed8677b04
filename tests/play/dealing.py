"""Playing a hand by the book: preparation, betting from the auditor's own options, settlement by the oracle."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from auditor import events as e
from auditor.cards import parse_cards
from auditor.replay.options import options
from auditor.replay.sizes import full_raise
from auditor.replay.table import Move, Player
from play.hand import Play, quoted
from play.settling import settle, showdown

FIVE = 5
Preparation = Callable[[Play, random.Random], None]


@dataclass(frozen=True)
class Temper:
    """How eagerly a hand is played: weights of giving up, staying in and wagering more."""

    fold: float
    stay: float
    more: float


MEEK, BOLD = Temper(0, 1, 0), Temper(0, 1, 4)  # neither ever folds
TEMPERS = (Temper(1, 6, 3), Temper(2, 3, 2), Temper(5, 3, 2), Temper(0.2, 2, 4), Temper(0.2, 6, 1))


def play_out(play: Play, rng: random.Random) -> Play:
    """Play a hand that has not begun."""
    start(play, rng)
    if rng.random() < 0.04:
        misdeal(play, rng)
        if rng.random() < 0.2:
            play.note("end", e.HandEnded(0, 0))  # dealt again as another hand
            return play
    prepare(play, rng, rng.choice((late_purchase, astray, remark)) if rng.random() < 0.02 else None)
    return carry_on(play, rng)


# ---- before the betting ----


def start(play: Play, rng: random.Random) -> None:
    """Header, seats and buck."""
    when = (f" at {play.time}" if play.time else "") + (f" on {play.day}" if play.day else "")
    play.note(f"hand {play.number}{when}")
    seats = sorted(play.seats, key=lambda seat: seat.seat)
    if rng.random() < 0.05:
        rng.shuffle(seats)
    for one in seats:
        noted = play.habits.stakes and not (one.out and rng.random() < 0.3)
        stake = f" {play.money(one.stake)}" if noted else ""
        event = e.Seat(0, 0, one.seat, one.name, one.stake, one.out)
        play.note(f"seat {one.seat} {quoted(one.name)}{stake}{' out' if one.out else ''}", event)
    text = rng.choice(("buck", "buck", "button")) + f" {play.buck}"
    play.note(text if play.habits.buck else None, e.Buck(0, 0, play.buck))


def prepare(play: Play, rng: random.Random, extra: Preparation | None = None) -> None:
    """Shuffle, cut, blind and deal, perhaps something extra; the blind may come at any time before the cards."""
    steps = [*_shuffle_and_cut(play, rng), deal_line]
    steps.insert(rng.randrange(len(steps)), post_blind)
    if extra is not None:
        steps.insert(-1, extra)
    for step in steps:
        step(play, rng)
    play.communal()


def late_purchase(play: Play, rng: random.Random) -> None:
    """The blind may be up, but no card is out: a player may still buy chips."""
    player = rng.choice(play.around()[1:])
    amount = max(play.house.stake - player.stake, 100)
    if play.habits.stakes:
        text = f"{quoted(player.name)} buys {play.money(amount)}"
        play.note(text, e.Buys(0, 0, player.name, amount))


def astray(play: Play, rng: random.Random) -> None:
    """A card goes the wrong way and nobody looks at it: the hands are put right, and play goes on."""
    one, other = (player.name for player in rng.sample(play.around(), 2))
    card = play.cards.hole[other][0]
    text = f"misdirect [{card}] to {quoted(one)} for {quoted(other)} unseen"
    fault = e.DealFault(0, 0, "misdirected", one, parse_cards(card), other, False)
    if rng.random() < 0.5:
        text = f"extra [{card}] to {quoted(one)} unseen"
        fault = e.DealFault(0, 0, "extra", one, parse_cards(card), None, False)
    play.note(text, fault)


def remark(play: Play, rng: random.Random) -> None:
    """Something by the way that no rule minds."""
    play.note(rng.choice(("time 21:00", 'ruling by supervisor "play on"', "deck-count", "rules-copy", "# a comment")))


def _shuffle_and_cut(play: Play, rng: random.Random) -> list[Preparation]:
    kept = play.habits.prepares
    steps: list[Preparation] = []
    if "shuffle" in kept:
        steps.append(lambda play, rng: play.note("shuffle", e.Procedure(0, 0, "shuffle", True, None)))
    if "cut" in kept:
        steps.append(cut)
    if "cut-completed" in kept:
        steps.append(lambda play, rng: play.note("cut-completed by dealer"))
    if "shoe" in kept:
        steps.append(lambda play, rng: play.note("shoe"))
    return steps


def cut(play: Play, rng: random.Random) -> None:
    """The designated player cuts, or declines and the dealer does."""
    designated = play.around()[0].name
    depth = rng.choice((2, 30, rng.randint(2, 30)))
    at = f" at {depth}" if "depth" in play.habits.prepares else ""
    by: str | None = designated
    if rng.random() < 0.1:
        play.note(f"{quoted(designated)} declines cut", e.Declined(0, 0, designated, "cut"))
        by = None
    play.note(f"cut by {quoted(by) if by else 'dealer'}{at}", e.Cut(0, 0, by, depth, ()))


def post_blind(play: Play, rng: random.Random) -> None:
    """The designated player puts up one, two or three minimums, or all there is if that is less."""
    if play.table.kept and rng.random() < 0.5:
        return  # it stayed on the table after a misdeal
    player = play.around()[0]
    multiple = rng.choice((1, 1, 1, 2, 2, 3)) * play.house.minimum
    amount = min(multiple, player.stake)
    all_in = amount == player.stake
    tail = " all in" if all_in and (not play.habits.stakes or rng.random() < 0.7) else ""
    play.note(
        f"{quoted(player.name)} blind {play.money(amount)}{tail}", e.Post(0, 0, player.name, "blind", amount, all_in)
    )


def deal_line(play: Play, rng: random.Random) -> None:
    """Two cards to each player, clockwise from the designated player."""
    names = [player.name for player in play.around()]
    given = tuple((name, parse_cards(" ".join(play.cards.hole[name]))) for name in names)
    text = None if play.habits.cards in ("hole", "none") else play.dealt(set(names))
    play.note(text, e.Deal(0, 0, given, False))


GROUNDS = ("exposed in cut", "no cut", "wrong cut", "misdirected", "exposed", "extra", "left out", "face up")


def misdeal(play: Play, rng: random.Random) -> None:
    """A deal that has to be given up, on one of the grounds of the rules, and is."""
    names = [player.name for player in play.around()]
    one, other = rng.sample(names, 2)
    ground = rng.choice(GROUNDS[: -1 if play.habits.cards == "none" else None])
    play.note("shuffle", e.Procedure(0, 0, "shuffle", True, None))
    if ground == "exposed in cut":
        card = rng.choice(play.cards.rest or play.cards.board)
        play.note(f"cut by {quoted(names[0])} at 9 exposing [{card}]", e.Cut(0, 0, names[0], 9, parse_cards(card)))
    elif ground == "wrong cut":
        play.note(f"cut by {quoted(names[1])} at 9", e.Cut(0, 0, names[1], 9, ()))
    elif ground == "no cut":
        play.note("no cut", e.Procedure(0, 0, "cut", False, None))
    else:
        cut(play, rng)
    post_blind(play, rng)
    if ground != "exposed in cut":
        deal_line(play, rng)
    card = play.cards.hole[other][0]
    faults = {
        "misdirected": (f"misdirect [{card}] to {quoted(one)} for {quoted(other)} seen", "misdirected", one, other),
        "exposed": (f"expose [{card}] of {quoted(other)}", "exposed", other, None),
        "extra": (f"extra [{card}] to {quoted(one)} seen", "extra", one, None),
        "left out": (f"leave out {quoted(one)} seen", "left-out", one, None),
    }
    if ground in faults:
        text, kind, player, meant = faults[ground]
        play.note(text, e.DealFault(0, 0, kind, player, parse_cards(card), meant, True))  # type: ignore[arg-type]
    if ground == "face up":
        play.communal()
        while play.table.turn is not None:
            act(play, rng, MEEK)
        play.communal("face-up")
    play.note(rng.choice((f'misdeal "{ground}"', "misdeal")), e.Misdeal(0, 0, ground))


# ---- betting ----


def carry_on(play: Play, rng: random.Random, mishaps: bool = True) -> Play:
    """Play on from where the hand stands, by the book, to its end; mishaps are those the book provides for."""
    table = play.table
    temper = rng.choice(TEMPERS)
    while not table.over:
        if mishaps and rng.random() < 0.0005 and len(table.active) > 2:
            void(play, rng)
        elif mishaps and rng.random() < 0.0002:
            return invalidate(play, rng)
        elif table.turn is not None:
            if not act(play, rng, temper):
                play.communal()
        elif len(table.board) < FIVE:
            idle(play, rng)
            play.communal()
        else:
            break
    if mishaps and table.folds and not table.over and rng.random() < 0.002:
        for player in table.active:
            void(play, rng, player.name)
    else:
        showdown(play, rng)
    settle(play, rng)
    return play


def act(play: Play, rng: random.Random, temper: Temper = TEMPERS[0]) -> bool:
    """The player to act does something that is open to them; False for letting an option pass in silence."""
    table = play.table
    player, betround = table.turn, table.round
    assert player is not None
    assert betround is not None
    offered = {option.act: option for option in options(table)}
    more = sorted({*_totals(offered.get("open") or offered.get("raise"), rng), *_unlisted(play, player)})
    stays = "check" in offered or "call" in offered or player.total == betround.highest
    weights = [temper.fold * (0.15 if "check" in offered else 1), temper.stay * stays, temper.more * bool(more)]
    choice = rng.choices(("fold", "stay", "more"), weights)[0]
    if choice == "fold":
        play.fold(player.name)
    elif choice == "more":
        play.wager(player.name, rng.choice(more), rng)
    elif "check" in offered:
        play.check(player.name)
    elif "call" in offered:
        play.wager(player.name, offered["call"].totals[0], rng)
    else:
        return _pass(play, player, rng, temper is MEEK or play.habits.cards == "none")
    return True


def _totals(option: object, rng: random.Random) -> list[int]:
    """Some of the totals an option allows; of a range its ends and a whole dollar between them."""
    totals = list(getattr(option, "totals", ()))
    if getattr(option, "ranged", False):
        low, high = totals
        totals.append(max(low, rng.randint(low, high) // 100 * 100))
    return totals


def _unlisted(play: Play, player: Player) -> list[int]:
    """Raises the text leaves open besides the options: a short last one, one measured from the last full level."""
    table, betround = play.table, play.table.round
    assert betround is not None
    assert table.blind is not None
    if not betround.highest or betround.freeze is not None:
        return []
    everything, found = player.total + player.stake, []
    increase = everything - betround.highest
    move = Move(player, "raise", player.stake, everything, 0, increase, True)
    if 0 < increase < full_raise(table, move):
        found.append(everything)
    full = betround.full_level
    if full < betround.highest and not _spent(play):
        sizes = [step * table.blind for step in betround.betting.size.multiples]
        found += [full + size for size in sizes if full + size > betround.highest and size >= betround.floor]
    return [total for total in found if total <= everything]


def _spent(play: Play) -> bool:
    betround = play.table.round
    assert betround is not None
    assert betround.betting.raises is not None
    return betround.raises >= betround.betting.raises.most and len(play.table.able) > 2


def _pass(play: Play, player: Player, rng: random.Random, said: bool = False) -> bool:
    """The designated player leaves the blind as it is; a log may call that a check, a pass, or nothing."""
    name = quoted(player.name)
    how = rng.choice((f"{name} checks", f"{name} passes", f"{name} declines option", None))
    if how is None and not said:
        return False
    play.note(how or f"{name} passes", e.Pass(0, 0, player.name))
    return True


def idle(play: Play, rng: random.Random) -> None:
    """Between betting rounds with nobody left to bet: chips nobody can call may go back, or go in for nothing."""
    table = play.table
    if len(table.able) > 1 or len(table.active) < 2:
        return
    alone = table.able[0] if table.able else None
    unopened = table.round is not None and table.round.highest == 0 and len(table.board) > 1
    unopened = unopened and play.habits.cards != "none"  # or nobody could tell in which round the chips go in
    if alone is not None and unopened and rng.random() < 0.05 and alone.stake >= (table.blind or 0):
        play.wager(alone.name, alone.total + (table.blind or 0), rng)
    back = play.due().back
    if back is not None and rng.random() < 0.3:
        play.returns(*back)


def void(play: Play, rng: random.Random, name: str | None = None) -> None:
    """A player is found with the wrong number of cards; the hand is void, its wagers stay."""
    name = name or rng.choice(play.table.active).name
    count = rng.choice((1, 3))
    play.note(f"{quoted(name)} holds {count} cards", e.Holds(0, 0, name, count))
    play.note(f"void {quoted(name)}", e.Voided(0, 0, name, None))


def invalidate(play: Play, rng: random.Random) -> Play:
    """The operator annuls the hand on a ground the rules give; every wager goes back."""
    ground = rng.choice(("fire", "brawl", "robbery"))
    play.note("incident disruption")
    play.note(f"invalidate {ground}", e.Invalidated(0, 0, ground))
    for player in play.around():
        if player.put:
            text = f"refund {play.money(player.put)} to {quoted(player.name)}"
            play.note(text, e.Refund(0, 0, player.name, player.put))
    play.note("end", e.HandEnded(0, 0))
    return play
