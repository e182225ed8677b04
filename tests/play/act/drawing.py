"""Playing a hand by the book: the draw."""

from __future__ import annotations

import random

from play.act import events as e
from play.act.hand import Play
from play.common.drawing import AT_ONCE, COUNTS, WEIGHTS
from play.common.words import quoted


def draw(play: Play, rng: random.Random, pat: bool = False) -> None:
    """Everybody who is in changes cards, clockwise from the buck, or all of them keep theirs."""
    names = [player.name for player in play.around() if player.live]
    waiting: list[str] = []
    for name in names:
        count = 0 if pat else _count(play, rng, name, len(waiting))
        discard(play, rng, name, count)
        serve(play, rng, name, min(count, AT_ONCE))
        if count > AT_ONCE and name == names[-1]:
            throw(play, rng, name)
            serve(play, rng, name, 1)
        elif count > AT_ONCE:
            waiting.append(name)
    for name in waiting:
        serve(play, rng, name, 1)


def _count(play: Play, rng: random.Random, name: str, owed: int) -> int:
    """How many cards a player changes: any number for which there are enough, if need be out of others' discards."""
    others = sum(len(cards) for other, cards in play.given_up.items() if other != name)
    enough = len(play.stub) - 1 + others - owed - 1
    return rng.choices(COUNTS, [weight * (count <= enough) for count, weight in zip(COUNTS, WEIGHTS, strict=True)])[0]


def discard(play: Play, rng: random.Random, name: str, count: int, tail: str | None = None) -> None:
    """A player gives up cards, or none."""
    gone = rng.sample(play.hands[name], count)
    event = e.Discards(name, tuple(gone))
    noted = play.habits.draws
    if play.habits.cards == "none":
        play.note(None, event)
    elif not count:
        play.note(f"{quoted(name)} stands pat" if "pat" in noted else None, event)
    else:
        what = f"[{' '.join(gone)}]" if "cards" in noted and play.habits.cards == "all" else count
        said = f" announcing {count}" if "said" in noted and (count <= AT_ONCE or rng.random() < 0.5) else ""
        play.note(f"{quoted(name)} discards {what}{said if tail is None else tail}", event)


def serve(play: Play, rng: random.Random, name: str, count: int) -> None:
    """Deal a player so many cards; when only one is left, the deck is made up again first."""
    while count:
        if len(play.stub) == 1:
            reshuffle(play, rng, name)
        cards = play.stub[: min(count, len(play.stub) - 1)]
        event = e.Deal(((name, tuple(cards)),), False)
        play.note(play.dealt(event), event)
        count -= len(cards)


def throw(play: Play, rng: random.Random, name: str) -> None:
    """Before the fifth card of the last player one is thrown away."""
    if len(play.stub) == 1:
        reshuffle(play, rng, name)
    card = play.stub[0]
    text = rng.choice((f"burn [{card}]", "burn")) if play.habits.cards == "all" else "burn"
    play.note(None if play.habits.cards == "none" else text, e.Burn(card))


def reshuffle(play: Play, rng: random.Random, name: str) -> None:
    """The last card and the discards of the others are shuffled and cut; folded hands may be among them."""
    owners = [other for other, cards in play.given_up.items() if other != name and cards]
    cards = [*play.stub, *(card for other in owners for card in play.given_up[other])]
    text = "reshuffle with discards of " + ", ".join(quoted(owner) for owner in owners)
    if play.habits.cards == "all" and rng.random() < 0.3:
        folded = [player.name for player in play.around() if player.folded is not None]
        cards += [card for other in folded[: rng.randint(0, len(folded))] for card in play.hands[other]]
        text = f"reshuffle with [{' '.join(cards)}]"
    rng.shuffle(cards)
    kept = play.habits.cards != "none"
    play.note(text if kept else None, e.Reshuffled(tuple(cards)))
    play.note("cut by dealer" if kept else None, e.Cut())
