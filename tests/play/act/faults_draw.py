"""Faults of the draw."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import wraps

from play.act import events as e
from play.act.betting import act
from play.act.contests import award, closed, shown
from play.act.drawing import discard, draw, reshuffle, serve
from play.act.hand import Cards, Play, Step
from play.act.planting import Plant, Planted, at_turn, begun_again, between_rounds, closures, fault, played_on, prepared
from play.act.table import Player, Table
from play.common import ranking
from play.common.drawing import AT_ONCE
from play.common.tempers import MEEK
from play.common.words import quoted

# ---- the draw played otherwise ----


Drawing = Callable[[Play, random.Random, list[str]], bool | None]  # with those who take part; False: there is no place


def _at_draw(play: Play, players: int = 2) -> tuple[Play, list[str]] | None:
    """The hand up to its draw, and who takes part in it, if they are so many."""
    found = closures(play, lambda table: len(table.live) >= players)
    if not found:
        return None
    other = play.again(found[0])
    return other, [player.name for player in other.around() if player.live]


def in_the_draw(clause: str, players: int = 2) -> Callable[[Drawing], Plant]:
    """A fault in the draw of at least so many players; the hand is then played on by the book."""

    def make(change: Drawing) -> Plant:
        @wraps(change)
        def plant(play: Play, rng: random.Random) -> Planted:
            found = _at_draw(play, players)
            if found is None or change(found[0], rng, found[1]) is False:
                return None
            return played_on(found[0], rng), clause

        return fault("draw", own=True)(plant)

    return make


def _turn(play: Play, rng: random.Random, name: str, count: int, tail: str | None = None) -> None:
    """A player's turn, by the book."""
    discard(play, rng, name, count, tail)
    serve(play, rng, name, count)


def _pat(play: Play, rng: random.Random, names: list[str]) -> None:
    """These players keep their cards."""
    for name in names:
        _turn(play, rng, name, 0)


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


@in_the_draw("8.1")
def draw_out_of_order(play: Play, rng: random.Random, names: list[str]) -> None:
    first, second, *rest = names
    for name in (second, first, *rest):
        _turn(play, rng, name, _few(rng))


@in_the_draw("8.1", players=3)
def player_left_out_of_the_draw(play: Play, rng: random.Random, names: list[str]) -> None:
    """Somebody is passed over, in a log that notes who keeps all cards."""
    left_out = rng.choice(names[:-1])
    for name in names:
        if name == left_out:
            play.note(None, e.Discards(name))
        else:
            _turn(play, rng, name, 0 if name == names[-1] else _few(rng))


@in_the_draw("8.2")
def number_not_announced(play: Play, rng: random.Random, names: list[str]) -> None:
    _turn(play, rng, names[0], _few(rng), " unannounced")
    for name in names[1:]:
        _turn(play, rng, name, _few(rng))


@in_the_draw("8.2")
def another_number_announced(play: Play, rng: random.Random, names: list[str]) -> None:
    count = _few(rng)
    _turn(play, rng, names[0], count, f" announcing {count + 1}")
    _pat(play, rng, names[1:])


# ---- how the cards come ----


@in_the_draw("8.1[equal]", players=3)
def a_card_too_many_in_the_draw(play: Play, rng: random.Random, names: list[str]) -> bool:
    """One player gets a card more than were given up, and folds before anybody counts the hand."""
    first, *rest = names
    discard(play, rng, first, 2)
    _deal(play, first, 3)
    _pat(play, rng, rest)
    while play.table.turn is not None and not play.table.over:
        if play.table.turn.name == first:
            play.fold(first)
        else:
            act(play, rng, MEEK)
    return not play.table.by_name[first].live


@in_the_draw("8.2[immediate]")
def replacements_not_dealt_at_once(play: Play, rng: random.Random, names: list[str]) -> None:
    first, second, *rest = names
    discard(play, rng, first, 2)
    discard(play, rng, second, 1)
    _deal(play, first, 2)
    _deal(play, second, 1)
    _pat(play, rng, rest)


@in_the_draw("8.2[immediate]")
def card_thrown_away_before_a_replacement(play: Play, rng: random.Random, names: list[str]) -> None:
    discard(play, rng, names[0], 2)
    _burn(play)
    _deal(play, names[0], 2)
    _pat(play, rng, names[1:])


@in_the_draw("8.3(a)")
def five_cards_at_once(play: Play, rng: random.Random, names: list[str]) -> None:
    first, *rest = names
    discard(play, rng, first, 5)
    _deal(play, first, 5)
    for name in rest:
        _turn(play, rng, name, 1 if len(play.stub) > len(rest) + 1 else 0)


@in_the_draw("8.3(a)")
def card_thrown_away_before_a_waiting_fifth(play: Play, rng: random.Random, names: list[str]) -> None:
    discard(play, rng, names[0], 5)
    _deal(play, names[0], AT_ONCE)
    _pat(play, rng, names[1:])
    _burn(play)
    _deal(play, names[0], 1)


@in_the_draw("8.3(b)")
def no_card_thrown_away_before_the_last_fifth(play: Play, rng: random.Random, names: list[str]) -> None:
    _pat(play, rng, names[:-1])
    discard(play, rng, names[-1], 5)
    _deal(play, names[-1], AT_ONCE)
    _deal(play, names[-1], 1)


# ---- the end of the deck ----


def _run_low(play: Play, rng: random.Random, names: list[str]) -> str | None:
    """The draw up to a player who gives up as many cards as are left in the deck; names keeps those who come after."""
    while names:
        name = names.pop(0)
        left = len(play.stub)
        if left <= AT_ONCE and play.given_up:
            discard(play, rng, name, left)
            return name
        _turn(play, rng, name, min(AT_ONCE, left - 1))
    return None


@in_the_draw("8.4")
def last_card_dealt(play: Play, rng: random.Random, names: list[str]) -> bool:
    name = _run_low(play, rng, names)
    if name is not None:
        _deal(play, name, len(play.stub))
        _pat(play, rng, names)
    return name is not None


@in_the_draw("8.4[reshuffle]")
def own_discards_shuffled_in(play: Play, rng: random.Random, names: list[str]) -> bool:
    name = _run_low(play, rng, names)
    if name is None:
        return False
    if len(play.stub) > 1:
        _deal(play, name, len(play.stub) - 1)
    owners = [one for one, cards in play.given_up.items() if cards]
    cards = [*play.stub, *(card for one in owners for card in play.given_up[one])]
    rng.shuffle(cards)
    text = "reshuffle with discards of " + ", ".join(quoted(owner) for owner in owners)
    play.note(text, e.Reshuffled(tuple(cards)))
    play.note("cut by dealer", e.Cut())
    _deal(play, name, 1)
    _pat(play, rng, names)
    return True


@in_the_draw("8.4[reshuffle]")
def discards_shuffled_in_too_early(play: Play, rng: random.Random, names: list[str]) -> None:
    first, second, *rest = names
    _turn(play, rng, first, 2)
    discard(play, rng, second, 2)
    reshuffle(play, rng, second)
    serve(play, rng, second, 2)
    _pat(play, rng, rest)


# ---- betting and draw ----


def _first_to_draw(table: Table) -> str:
    return next(player.name for player in table.around() if player.live)


def _last_to_answer(table: Table, turn: Player) -> bool:
    """Has only one player still to answer a wager before the draw, another than the first to draw?"""
    betround = table.round
    assert betround is not None
    waiting = [player for player in table.players if table.pending(player)]
    alone = len(waiting) == 1 and turn.name != _first_to_draw(table) and betround.place == 0
    return betround.opened and alone and 0 < betround.level - turn.bet < turn.stack


@fault("draw", own=True)
@at_turn(_last_to_answer)
def draw_begun_before_the_betting_ended(play: Play, turn: Player, rng: random.Random) -> str:
    """The first player draws while another has a wager to answer, who then calls it."""
    assert play.table.round is not None
    first = _first_to_draw(play.table)
    play.note(f"{quoted(first)} stands pat")
    play.wager(turn.name, play.table.round.level)
    play.note(None, e.Discards(first))
    _pat(play, rng, [player.name for player in play.around() if player.live and player.name != first])
    return "7.3"


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
@between_rounds(lambda play, table: len(table.able) > 2)
def final_betting_round_first_to_act_after_the_buck(play: Play, rng: random.Random) -> str | None:
    """The betting after the draw begun by the player with the buck instead of the first after the last blind."""
    draw(play, rng, pat=True)
    table, buck = play.table, play.around()[0]
    if table.turn is None or not buck.able or buck is table.turn:
        return None
    if table.turn is next(player for player in table.clockwise(buck) if player.able):
        return None
    table.turn = buck
    while table.turn is not None:
        act(play, rng, MEEK)
    return "9.1"
