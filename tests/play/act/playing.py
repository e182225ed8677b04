"""Playing a hand by the book, from its header to its end."""

from __future__ import annotations

import random

from play.act import events as e
from play.act.betting import act, idle
from play.act.dealing import extra, further_cards, misdeal, prepare, start
from play.act.hand import Play
from play.act.settling import settle, showdown
from play.common.tempers import TEMPERS
from play.common.words import quoted


def play_out(play: Play, rng: random.Random) -> Play:
    """Play a hand that has not begun."""
    start(play, rng)
    if rng.random() < 0.04:
        misdeal(play, rng)
        if rng.random() < 0.2:
            play.note("end")  # dealt again as another hand
            return play
    prepare(play, rng, extra(play, rng) if rng.random() < 0.02 else None)
    return carry_on(play, rng)


def carry_on(play: Play, rng: random.Random, mishaps: bool = True) -> Play:
    """Play on from where the hand stands, by the book, to its end; mishaps are those the book provides for."""
    table = play.table
    temper = rng.choice(TEMPERS)
    while not table.over:
        if mishaps and rng.random() < 0.0005 and len(table.live) > 2:
            void(play, rng)
        elif mishaps and rng.random() < 0.0002:
            return invalidate(play, rng)
        elif table.turn is not None:
            act(play, rng, temper)
        elif play.more_cards:
            idle(play, rng)
            further_cards(play, rng, mishaps)
        else:
            break
    if mishaps and table.folds and not table.over and rng.random() < 0.002:
        for player in table.live:
            void(play, rng, player.name)
    else:
        showdown(play, rng)
    settle(play, rng)
    return play


# ---- hands that come to nothing ----


def void(play: Play, rng: random.Random, name: str | None = None) -> None:
    """A player is found with the wrong number of cards; the hand is void, its wagers stay."""
    name = name or rng.choice(play.table.live).name
    right = play.game.held(max(play.table.rounds_played - 1, 0))
    count = right + rng.choice((-1, 1))
    play.note(f"{quoted(name)} holds {count} cards")
    play.note(f"void {quoted(name)}", e.Voided(name))


def invalidate(play: Play, rng: random.Random) -> Play:
    """The operator annuls the hand on a ground the rules give; every wager goes back."""
    ground = rng.choice(("fire", "brawl", "robbery"))
    play.note("incident disruption")
    play.note(f"invalidate {ground}", e.Annulled())
    for player in play.around():
        if player.put:
            text = f"refund {play.money(player.put)} to {quoted(player.name)}"
            play.note(text, e.Win(player.name, player.put))
    play.note("end")
    return play
