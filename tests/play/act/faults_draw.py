"""Faults of the draw."""

from __future__ import annotations

import random
from collections.abc import Callable

from play.act import events as e
from play.act.betting import act
from play.act.drawing import discard, draw, reshuffle, serve
from play.act.hand import Cards, Play, Step
from play.act.planting import (
    Planted,
    award,
    begun_again,
    closed,
    closures,
    fault,
    played_on,
    prepared,
    shown,
    taken_up,
)
from play.act.table import Player, Table
from play.common import ranking
from play.common.drawing import AT_ONCE
from play.common.tempers import MEEK
from play.common.words import quoted

# ---- the draw played otherwise ----


def _at_draw(play: Play, players: int = 2) -> tuple[Play, list[str]] | None:
    """The hand up to its draw, and who takes part in it, if they are so many."""
    found = closures(play, lambda table: len(table.live) >= players)
    if not found:
        return None
    other = play.again(found[0])
    return other, [player.name for player in other.around() if player.live]


def _turn(play: Play, rng: random.Random, name: str, count: int, tail: str | None = None) -> None:
    """A player's turn, by the book."""
    discard(play, rng, name, count, tail)
    serve(play, rng, name, count)


def _few(rng: random.Random) -> int:
    return rng.choice((1, 2, 3))


def _deal(play: Play, name: str, count: int) -> None:
    """So many cards off the top, whatever is left."""
    event = e.Deal(((name, tuple(play.stub[:count])),), False)
    play.note(play.dealt(event), event)


def _burn(play: Play) -> None:
    card = play.stub[0]
    play.note(f"burn [{card}]", e.Burn(card))


# ---- who draws, and what is said ----


@fault("draw", own=True)
def draw_out_of_order(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, second, *rest) = found
    for name in (second, first, *rest):
        _turn(other, rng, name, _few(rng))
    return played_on(other, rng), "8.1"


@fault("draw", own=True)
def player_left_out_of_the_draw(play: Play, rng: random.Random) -> Planted:
    """Somebody is passed over, in a log that notes who keeps all cards."""
    found = _at_draw(play, 3)
    if found is None:
        return None
    other, names = found
    left_out = rng.choice(names[:-1])
    for name in names:
        if name == left_out:
            other.note(None, e.Discards(name))
        else:
            _turn(other, rng, name, 0 if name == names[-1] else _few(rng))
    return played_on(other, rng), "8.1"


@fault("draw", own=True)
def number_not_announced(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, *rest) = found
    _turn(other, rng, first, _few(rng), " unannounced")
    for name in rest:
        _turn(other, rng, name, _few(rng))
    return played_on(other, rng), "8.2"


@fault("draw", own=True)
def another_number_announced(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, *rest) = found
    count = _few(rng)
    _turn(other, rng, first, count, f" announcing {count + 1}")
    for name in rest:
        _turn(other, rng, name, 0)
    return played_on(other, rng), "8.2"


# ---- how the cards come ----


@fault("draw", own=True)
def a_card_too_many_in_the_draw(play: Play, rng: random.Random) -> Planted:
    """One player gets a card more than were given up, and folds before anybody counts the hand."""
    found = _at_draw(play, 3)
    if found is None:
        return None
    other, (first, *rest) = found
    discard(other, rng, first, 2)
    _deal(other, first, 3)
    for name in rest:
        _turn(other, rng, name, 0)
    while other.table.turn is not None and not other.table.over:
        if other.table.turn.name == first:
            other.fold(first)
        else:
            act(other, rng, MEEK)
    return (played_on(other, rng), "8.1[equal]") if not other.table.by_name[first].live else None


@fault("draw", own=True)
def replacements_not_dealt_at_once(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, second, *rest) = found
    discard(other, rng, first, 2)
    discard(other, rng, second, 1)
    _deal(other, first, 2)
    _deal(other, second, 1)
    for name in rest:
        _turn(other, rng, name, 0)
    return played_on(other, rng), "8.2[immediate]"


@fault("draw", own=True)
def card_thrown_away_before_a_replacement(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, *rest) = found
    discard(other, rng, first, 2)
    _burn(other)
    _deal(other, first, 2)
    for name in rest:
        _turn(other, rng, name, 0)
    return played_on(other, rng), "8.2[immediate]"


@fault("draw", own=True)
def five_cards_at_once(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, *rest) = found
    discard(other, rng, first, 5)
    _deal(other, first, 5)
    for name in rest:
        _turn(other, rng, name, 1 if len(other.stub) > len(rest) + 1 else 0)
    return played_on(other, rng), "8.3(a)"


@fault("draw", own=True)
def card_thrown_away_before_a_waiting_fifth(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, *rest) = found
    discard(other, rng, first, 5)
    _deal(other, first, AT_ONCE)
    for name in rest:
        _turn(other, rng, name, 0)
    _burn(other)
    _deal(other, first, 1)
    return played_on(other, rng), "8.3(a)"


@fault("draw", own=True)
def no_card_thrown_away_before_the_last_fifth(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (*rest, last) = found
    for name in rest:
        _turn(other, rng, name, 0)
    discard(other, rng, last, 5)
    _deal(other, last, AT_ONCE)
    _deal(other, last, 1)
    return played_on(other, rng), "8.3(b)"


# ---- the end of the deck ----


def _run_low(play: Play, rng: random.Random) -> tuple[Play, str, list[str]] | None:
    """The draw up to a player who gives up as many cards as are left in the deck, and those who come after."""
    found = _at_draw(play)
    if found is None:
        return None
    other, names = found
    while names:
        name = names.pop(0)
        left = len(other.stub)
        if left <= AT_ONCE and other.given_up:
            discard(other, rng, name, left)
            return other, name, names
        _turn(other, rng, name, min(AT_ONCE, left - 1))
    return None


@fault("draw", own=True)
def last_card_dealt(play: Play, rng: random.Random) -> Planted:
    found = _run_low(play, rng)
    if found is None:
        return None
    other, name, rest = found
    _deal(other, name, len(other.stub))
    for one in rest:
        _turn(other, rng, one, 0)
    return played_on(other, rng), "8.4"


@fault("draw", own=True)
def own_discards_shuffled_in(play: Play, rng: random.Random) -> Planted:
    found = _run_low(play, rng)
    if found is None:
        return None
    other, name, rest = found
    if len(other.stub) > 1:
        _deal(other, name, len(other.stub) - 1)
    owners = [one for one, cards in other.given_up.items() if cards]
    cards = [*other.stub, *(card for one in owners for card in other.given_up[one])]
    rng.shuffle(cards)
    text = "reshuffle with discards of " + ", ".join(quoted(owner) for owner in owners)
    other.note(text, e.Reshuffled(tuple(cards)))
    other.note("cut by dealer", e.Cut())
    _deal(other, name, 1)
    for one in rest:
        _turn(other, rng, one, 0)
    return played_on(other, rng), "8.4[reshuffle]"


@fault("draw", own=True)
def discards_shuffled_in_too_early(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None:
        return None
    other, (first, second, *rest) = found
    _turn(other, rng, first, 2)
    discard(other, rng, second, 2)
    reshuffle(other, rng, second)
    serve(other, rng, second, 2)
    for name in rest:
        _turn(other, rng, name, 0)
    return played_on(other, rng), "8.4[reshuffle]"


# ---- betting and draw ----


@fault("draw", own=True)
def draw_begun_before_the_betting_ended(play: Play, rng: random.Random) -> Planted:
    """The first player draws while another has a wager to answer, who then calls it."""

    def owing(table: Table, turn: Player) -> bool:
        betround = table.round
        assert betround is not None
        owed = betround.level - turn.bet
        waiting = [player for player in table.players if table.pending(player)]
        first = next(player for player in play.around() if table.by_name[player.name].live)
        alone = len(waiting) == 1 and turn.name != first.name and betround.place == 0
        return betround.opened and alone and 0 < owed < turn.stack

    other = taken_up(play, rng, owing)
    if other is None or other.table.turn is None or other.table.round is None:
        return None
    turn, total = other.table.turn, other.table.round.level
    first = next(player.name for player in other.around() if player.live)
    event = e.Discards(first)
    other.note(f"{quoted(first)} stands pat")
    other.wager(turn.name, total)
    other.note(None, event)
    for name in [player.name for player in other.around() if player.live and player.name != first]:
        _turn(other, rng, name, 0)
    return played_on(other, rng), "7.3"


@fault("draw", own=True)
def no_betting_after_the_draw(play: Play, rng: random.Random) -> Planted:
    found = _at_draw(play)
    if found is None or len(found[0].table.able) < 2:
        return None
    other, names = found
    for name in names:
        _turn(other, rng, name, _few(rng))
    for player in other.table.live:
        other.show(player.name)
    return closed(other, other.due()), "9.1"


# ---- the deal ----


def _before_the_deal(play: Play, rng: random.Random, steps: Callable[[list[str]], list[Step]]) -> Play:
    first = next(step for step in play.steps if isinstance(step.event, e.Deal))
    names = [player.name for player in play.around()]
    return prepared(play, rng, lambda step: [*steps(names), step] if step is first else [step])


@fault("draw", own=True)
def two_cards_exposed(play: Play, rng: random.Random) -> Planted:
    def exposed(names: list[str]) -> list[Step]:
        cards = {name: play.cards.hole[name][0] for name in names[:2]}
        return [Step(f"expose [{card}] of {quoted(name)}", e.Mishap()) for name, card in cards.items()]

    return _before_the_deal(play, rng, exposed), "15.1(f)"


@fault("draw", own=True)
def two_cards_found_face_up(play: Play, rng: random.Random) -> Planted:
    def boxed(names: list[str]) -> list[Step]:
        cards = " ".join(play.cards.hole[name][0] for name in names[:2])
        return [Step(f"boxed [{cards}]", e.Boxed())]

    return _before_the_deal(play, rng, boxed), "15.1(e)"


# ---- hands ----


@fault("draw", own=True)
def pot_paid_for_the_cards_before_the_draw(play: Play, rng: random.Random) -> Planted:
    """The winner keeps a pair of kings; the player who is paid has given up two of three aces."""
    names = [player.name for player in play.around()]
    kept, given_up, drawn = "Kc Kd 9h 8s 7d", "Ac Ad As 9c 8d", "7h Jh"
    used = f"{kept} {given_up} {drawn}".split()
    rest = [card for card in ranking.deck(play.house.deck) if card not in used]
    rng.shuffle(rest)
    hole = {names[0]: tuple(kept.split()), names[1]: tuple(given_up.split())}
    hole |= {name: tuple(rest.pop() for _ in range(5)) for name in names[2:]}
    other = begun_again(play, rng, Cards(hole, (), (*drawn.split(), *rest)))
    while other.table.turn is not None:
        if other.table.turn.name in names[:2]:
            act(other, rng, MEEK)
        else:
            other.fold(other.table.turn.name)
    if len(other.table.live) != 2:
        return None
    _turn(other, rng, names[0], 0)
    event = e.Discards(names[1], ("Ad", "As"))
    other.note(f"{quoted(names[1])} discards [Ad As] announcing 2", event)
    serve(other, rng, names[1], 2)
    while other.table.turn is not None:
        act(other, rng, MEEK)
    other = shown(other)
    due = other.due()
    return (closed(other, award(due, (names[1],))), "13.1") if len(due.pots) == 1 else None


@fault("draw", own=True)
def final_betting_round_first_to_act_after_the_buck(play: Play, rng: random.Random) -> Planted:
    """The betting after the draw begun by the player with the buck instead of the first after the last blind."""
    found = closures(play, lambda table: len(table.able) > 2)
    if not found:
        return None
    other = play.again(found[0])
    draw(other, rng, pat=True)
    table, buck = other.table, other.around()[0]
    if table.turn is None or not buck.able or buck is table.turn:
        return None
    after = next(player for player in table.clockwise(buck) if player.able)
    if after is table.turn:
        return None
    table.turn = buck
    act(other, rng, MEEK)
    while table.turn is not None:
        act(other, rng, MEEK)
    return played_on(other, rng), "9.1"
