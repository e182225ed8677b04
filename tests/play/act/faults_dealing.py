"""Faults of preparation and deal: shuffle, cut, hole cards, communal cards, misdeals."""

from __future__ import annotations

import random
from collections.abc import Callable

from play.act import events as e
from play.act.contests import closed
from play.act.dealing import deal_hands, further_cards, prepare, start
from play.act.hand import Play, Step
from play.act.planting import OPEN, Planted, before_end, closures, fault, played_on, prepared
from play.common import ranking
from play.common.words import quoted


def _others(play: Play) -> list[str]:
    """The players dealt in besides the designated one."""
    return [player.name for player in play.around()[1:]]


# ---- shuffle and cut ----


def _cut(play: Play, rng: random.Random, text: str) -> Play:
    """The hand with another cut in the place of its own, or of the refusal to cut."""
    cuts = [step for step in play.steps if isinstance(step.event, e.Cut | e.Declined)]
    return prepared(play, rng, lambda step: [Step(text, None)] * (step is cuts[-1]) if step in cuts else [step])


@fault()
def no_shuffle(play: Play, rng: random.Random) -> Planted:
    left_out = Step("no shuffle", None)
    return prepared(play, rng, lambda step: [left_out] if step.text == "shuffle" else [step]), "4.1"


@fault()
def cut_by_another_player(play: Play, rng: random.Random) -> Planted:
    name = rng.choice(_others(play))
    return _cut(play, rng, f"cut by {quoted(name)} at 12"), "16.1(c)"


@fault()
def cut_by_the_dealer(play: Play, rng: random.Random) -> Planted:
    return _cut(play, rng, "cut by dealer at 12"), "4.2"


@fault()
def cut_too_close_to_an_end(play: Play, rng: random.Random) -> Planted:
    name, depth = play.around()[0].name, rng.choice((1, play.house.deck - 1))
    return _cut(play, rng, f"cut by {quoted(name)} at {depth}"), "4.2[depth]"


@fault()
def card_exposed_in_the_cut(play: Play, rng: random.Random) -> Planted:
    name, card = play.around()[0].name, "7c"
    return _cut(play, rng, f"cut by {quoted(name)} at 9 exposing [{card}]"), "16.1(a)"


@fault()
def no_cut(play: Play, rng: random.Random) -> Planted:
    other = _cut(play, rng, "no cut")
    wagers = [step for step in other.steps if isinstance(step.event, e.Wager)]
    return (other, "16.1(b)") if wagers else (other, "4.2")


# ---- the first cards ----


def _deal(play: Play, rng: random.Random, change: Callable[[Step], list[Step]]) -> Play:
    """The hand with each pass of its first cards changed."""
    return prepared(play, rng, lambda step: change(step) if isinstance(step.event, e.Deal) else [step])


def _first_pass(play: Play, rng: random.Random, change: Callable[[Step], list[Step]]) -> Play:
    """The hand with the first pass of its cards changed."""
    first = next(step for step in play.steps if isinstance(step.event, e.Deal))
    return prepared(play, rng, lambda step: change(step) if step is first else [step])


def _in_order(names: list[str], play: Play, step: Step) -> list[Step]:
    """The pass with the players in another order."""
    assert isinstance(step.event, e.Deal)
    given = dict(step.event.holdings)
    event = e.Deal(tuple((name, given[name]) for name in names), step.event.up)
    return [Step(play.dealt(event), event)]


@fault()
def first_cards_to_another(play: Play, rng: random.Random) -> Planted:
    names = [player.name for player in play.around()]
    return _deal(play, rng, lambda step: _in_order([*names[1:], names[0]], play, step)), "6.2"


@fault()
def deal_out_of_order(play: Play, rng: random.Random) -> Planted:
    first, *rest = [player.name for player in play.around()]
    if len(rest) < 2:
        return None
    return _first_pass(play, rng, lambda step: _in_order([first, *reversed(rest)], play, step)), "6.5"


@fault("manila")
def hole_cards_dealt_one_by_one(play: Play, rng: random.Random) -> Planted:
    names = [player.name for player in play.around()]

    def one_pass(place: int) -> Step:
        given = {name: play.cards.hole[name][place] for name in names}
        text = "deal " + ", ".join(f"{quoted(name)} [{card}]" for name, card in given.items())
        return Step(text, e.Deal(tuple((name, (card,)) for name, card in given.items()), False))

    return _deal(play, rng, lambda step: [one_pass(0), one_pass(1)]), "6.5"


@fault("manila")
def hole_cards_face_up(play: Play, rng: random.Random) -> Planted:
    def up(step: Step) -> list[Step]:
        assert step.text is not None
        assert isinstance(step.event, e.Deal)
        return [Step(step.text.replace("deal", "deal up", 1), e.Deal(step.event.holdings, True))]

    return _deal(play, rng, up), "16.1(e)"


def _mishap(play: Play, rng: random.Random, text: str) -> Play:
    return _first_pass(play, rng, lambda step: [Step(text, e.Mishap()), step])


@fault("manila")
def hole_card_exposed(play: Play, rng: random.Random) -> Planted:
    name = rng.choice(_others(play))
    card = play.cards.hole[name][0]
    return _mishap(play, rng, f"expose [{card}] of {quoted(name)}"), "16.1(e)"


@fault()
def hole_card_misdirected(play: Play, rng: random.Random) -> Planted:
    first, other = play.around()[0].name, rng.choice(_others(play))
    card = play.cards.hole[other][0]
    text = f"misdirect [{card}] to {quoted(first)} for {quoted(other)} seen"
    return _mishap(play, rng, text), "16.1(d)"


@fault()
def extra_hole_card(play: Play, rng: random.Random) -> Planted:
    name = rng.choice(_others(play))
    card = (play.cards.rest or ("??",))[0]
    return _mishap(play, rng, f"extra [{card}] to {quoted(name)} seen"), "16.1(g)"


@fault()
def player_left_out(play: Play, rng: random.Random) -> Planted:
    name = rng.choice(_others(play))
    return _mishap(play, rng, f"leave out {quoted(name)} seen"), "16.1(g)"


# ---- later cards ----


def _at_card(play: Play, number: int, able: int = 0) -> Play | None:
    """The hand up to the cards of the betting round of that number, if so many players could still bet before them."""
    rounds = closures(play, lambda table: table.rounds_played == number - 1 and len(table.able) >= able)
    return play.again(rounds[0]) if rounds else None


@fault("manila")
def second_communal_card_face_up(play: Play, rng: random.Random) -> Planted:
    other = _at_card(play, 2, able=2)
    if other is None:
        return None
    other.communal("face-up")
    return played_on(other, rng), "16.1(f)"


@fault(*OPEN)
def betting_round_left_out(play: Play, rng: random.Random) -> Planted:
    number = rng.randrange(2, len(play.game.streets))
    other = _at_card(play, number, able=2)
    if other is None:
        return None
    further_cards(other, rng)
    further_cards(other, rng)
    done = played_on(other, rng)
    noted = any(isinstance(step.event, e.Check) for step in done.steps)  # if not, everybody may have checked unseen
    return (done, "6.7") if noted else None


@fault("manila")
def three_communal_cards_at_once(play: Play, rng: random.Random) -> Planted:
    other = _at_card(play, 3, able=2)
    if other is None:
        return None
    cards = " ".join(play.cards.board[2:5])
    other.note(f"communal [{cards}]", e.Communal(play.cards.board[2:5]))
    return played_on(other, rng), "6.6"


@fault(*OPEN)
def card_left_out_before_the_showdown(play: Play, rng: random.Random) -> Planted:
    other = _at_card(play, len(play.game.streets))
    if other is None:
        return None
    due, held = other.due(), play.game.held(len(play.game.streets) - 2)
    other.hands = {name: cards[:held] for name, cards in other.hands.items()}
    for player in other.table.live:
        other.show(player.name)
    return closed(other, due), "8.4"


# ---- strange cards ----


def _folded_card(play: Play, card: str) -> Play | None:
    """The hand with the first card of somebody who folded replaced by another in the record."""
    out = [player for player in play.around() if player.folded is not None]
    if not out:
        return None
    name = out[0].name
    other = play.again()
    first = next(number for number, step in enumerate(other.steps) if isinstance(step.event, e.Deal))
    event, text = other.steps[first].event, other.steps[first].text
    assert text is not None
    other.steps[first] = Step(text.replace(f"[{play.cards.hole[name][0]}", f"[{card}"), event)
    return other


@fault()
def card_that_is_not_of_the_deck(play: Play, rng: random.Random) -> Planted:
    strange = [card for card in ranking.deck(ranking.FULL) if card not in ranking.deck(play.house.deck)]
    found = _folded_card(play, rng.choice(strange)) if strange else None
    return found and (found, "3.1")


@fault()
def card_recorded_twice(play: Play, rng: random.Random) -> Planted:
    other = next(player.name for player in play.around() if player.folded is None)
    found = _folded_card(play, play.cards.hole[other][0])
    return found and (found, "record/duplicate-card")


@fault()
def cards_replaced_in_the_middle(play: Play, rng: random.Random) -> Planted:
    other = _at_card(play, 2)
    if other is None:
        return None
    other.note("replace [7c]")
    return played_on(other, rng), "3.3"


# ---- misdeals ----


@fault()
def misdeal_without_a_cause(play: Play, rng: random.Random) -> Planted:
    other = play.again(0)
    start(other, rng)
    other.note("shuffle")
    other.note("cut by dealer", e.Cut())
    deal_hands(other, rng)
    other.note("misdeal", e.Misdeal())
    prepare(other, rng)
    return played_on(other, rng), ("4.2", "16.1")  # the dealer's cut is a fault of its own, and no cause


@fault()
def buck_moved_after_a_misdeal(play: Play, rng: random.Random) -> Planted:
    other = play.again(0)
    start(other, rng)
    cutter = other.around()[0].name
    other.note(f"cut by {quoted(cutter)} exposing [7c]", e.Cut())
    other.note("misdeal", e.Misdeal())
    seat = other.around()[1].seat
    other.note(f"buck {seat}", e.Buck(seat))
    prepare(other, rng)
    return played_on(other, rng), "16.2"


# ---- a hand with the wrong number of cards ----


@fault()
def pot_paid_to_a_hand_with_a_card_too_many(play: Play, rng: random.Random) -> Planted:
    if play.table.over or len(play.due().pots) != 1 or len(play.due().pots[0].winners) != 1:
        return None
    name = play.due().pots[0].winners[0]
    return before_end(play, f"{quoted(name)} holds {play.game.own + 1} cards"), "16.7"


@fault()
def buck_moved_during_the_hand(play: Play, rng: random.Random) -> Planted:
    other = _at_card(play, 2)
    if other is None:
        return None
    other.note(f"buck {rng.choice(other.around()[1:]).seat}")
    return played_on(other, rng), "terms:buck"
