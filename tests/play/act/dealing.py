"""Playing a hand by the book: its preparation, its cards, and deals that are given up."""

from __future__ import annotations

import random
from collections.abc import Callable

from play.act import events as e
from play.act.betting import act
from play.act.drawing import draw
from play.act.games import DRAW
from play.act.hand import Play
from play.common.tempers import MEEK
from play.common.words import quoted

Preparation = Callable[[Play, random.Random], None]


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
        event = e.Seat(one.seat, one.name, one.stake, one.out)
        play.note(f"seat {one.seat} {quoted(one.name)}{stake}{' out' if one.out else ''}", event)
    text = rng.choice(("buck", "buck", "button")) + f" {play.buck}"
    play.note(text if play.habits.buck else None, e.Buck(play.buck))


def prepare(play: Play, rng: random.Random, extra: Preparation | None = None) -> None:
    """Shuffle, cut, wagers and deal, perhaps something extra; the wagers may come at any time before the cards."""
    steps = [*_shuffle_and_cut(play, rng), deal_hands]
    steps.insert(rng.randrange(len(steps)), post)
    if extra is not None:
        steps.insert(-1, extra)
    for step in steps:
        step(play, rng)
    if play.game.communal:
        play.communal()


def extra(play: Play, rng: random.Random) -> Preparation:
    """Something that may happen before the cards, or with the first of them, and that no rule minds."""
    possible = [late_purchase, remark, one_exposed if play.game.draws else astray]
    return rng.choice([*possible, first_card_up] if play.game.opens and play.habits.cards != "none" else possible)


def late_purchase(play: Play, rng: random.Random) -> None:
    """The blind may be up, but no card is out: a player may still buy chips."""
    player = rng.choice(play.around()[1:])
    amount = max(play.house.stake - player.stack, 100)
    if play.habits.stakes:
        text = f"{quoted(player.name)} buys {play.money(amount)}"
        play.note(text, e.Gains(player.name, amount))


def astray(play: Play, rng: random.Random) -> None:
    """A card goes the wrong way and nobody looks at it: the hands are put right, and play goes on."""
    one, other = (player.name for player in rng.sample(play.around(), 2))
    card = play.cards.hole[other][0]
    text = f"misdirect [{card}] to {quoted(one)} for {quoted(other)} unseen"
    if rng.random() < 0.5:
        text = f"extra [{card}] to {quoted(one)} unseen"
    play.note(text, e.Mishap())


def one_exposed(play: Play, rng: random.Random) -> None:
    """The dealer exposes a single card, where the rules mind only more than one."""
    name = rng.choice(play.around()).name
    card = play.cards.hole[name][0]
    play.note(f"expose [{card}] of {quoted(name)}", e.Mishap())


def first_card_up(play: Play, rng: random.Random) -> None:
    """A player's first card is to lie open: it is then the open card, and the others go down."""
    play.opened_first = rng.choice(play.around()).name


def remark(play: Play, rng: random.Random) -> None:
    """Something by the way that no rule minds."""
    play.note(rng.choice(("time 21:00", 'ruling by supervisor "play on"', "deck-count", "rules-copy", "# a comment")))


def _shuffle_and_cut(play: Play, rng: random.Random) -> list[Preparation]:
    kept = play.habits.prepares
    steps: list[Preparation] = []
    if "shuffle" in kept:
        steps.append(lambda play, rng: play.note("shuffle"))
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
    deepest = play.house.deck - 2
    depth = rng.choice((2, deepest, rng.randint(2, deepest)))
    at = f" at {depth}" if "depth" in play.habits.prepares else ""
    by: str | None = designated
    if rng.random() < 0.1:
        play.note(f"{quoted(designated)} declines cut", e.Declined())
        by = None
    play.note(f"cut by {quoted(by) if by else 'dealer'}{at}", e.Cut())


# ---- wagers before the cards ----


def post(play: Play, rng: random.Random) -> None:
    """The wagers before the cards, each the amount due or all there is if that is less."""
    if play.table.kept and rng.random() < 0.5:
        return  # they stayed on the table after a misdeal
    for name, kind, due in _forced(play, rng):
        stake = play.table.by_name[name].stack
        amount = min(due, stake)
        all_in = amount == stake
        tail = " all in" if all_in and (not play.habits.stakes or rng.random() < 0.7) else ""
        text = f"{quoted(name)} {kind} {play.money(amount)}{tail}"
        play.note(text, e.Post(name, kind, amount, all_in))  # type: ignore[arg-type]


def _forced(play: Play, rng: random.Random) -> list[tuple[str, str, int]]:
    """Who has to put up what, or chooses to."""
    minimum, first, *others = play.house.minimum, *play.around()
    if play.game.form == "ante":
        return [(player.name, "ante", minimum) for player in (first, *others)]
    if not play.game.draws:
        times = rng.choice((1, 1, 1, 2, 2, 3))
        if play.habits.cards == "none" and first.stack < times * minimum:
            times = 1  # who opens could not be told from who answers a blind of odd chips
        return [(first.name, "blind", times * minimum)]
    blinds = [(first.name, "blind", minimum), (others[0].name, "blind", 2 * minimum)]
    due = 4 * minimum
    for player in others[1:]:
        if player.stack <= due or rng.random() > 0.15:
            break
        blinds.append((player.name, "over-blind", due))
        due *= 2
    return blinds


# ---- cards ----


def deal_hands(play: Play, rng: random.Random) -> None:
    """The players' first cards, clockwise from the designated player."""
    names = [player.name for player in play.around()]
    passes = [cards for cards in play.game.streets[0] if cards != "c"]
    for number, cards in enumerate(passes):
        turned = play.opened_first is not None and number in (0, len(passes) - 1)
        play.deal(names, cards, (play.opened_first,) if turned and play.opened_first else ())


def further_cards(play: Play, rng: random.Random, mishaps: bool = False) -> None:
    """The cards that the next betting round follows."""
    cards = play.game.streets[play.table.rounds_played][0] if not play.game.communal else "c"
    if cards == "c":
        play.communal()
    elif cards == DRAW:
        draw(play, rng)
    else:
        street(play, rng, cards, mishaps and rng.random() < 0.02 and play.habits.cards in ("all", "shown"))


def street(play: Play, rng: random.Random, cards: str, mishap: bool) -> None:
    """One card to each player who is in, beginning anywhere; perhaps with a mishap that the rules provide for."""
    names = [player.name for player in play.around() if player.live]
    if rng.random() < 0.1:
        first = rng.randrange(len(names))
        names = names[first:] + names[:first]
    last = cards == "d"
    if mishap and last:
        last_card_up(play, rng, names)
    elif mishap and rng.random() < 0.5:
        at = rng.randrange(1, len(names))
        play.deal(names[:at], cards)
        box(play, play.hands[names[at]][play.table.by_name[names[at]].received])
        play.deal(names[at:], cards)
    else:
        if mishap and play.stub:
            card = rng.choice(play.stub)
            box(play, card)
            take_back(play, card)
        play.deal(names, cards)


def box(play: Play, card: str) -> None:
    """A card is found face up in the shoe."""
    play.note(f"boxed [{card}]", e.Boxed())


def take_back(play: Play, card: str, name: str | None = None) -> None:
    """A card goes back among the others, which are shuffled and cut."""
    whose = f" of {quoted(name)}" if name else ""
    play.note(f"take back [{card}]{whose}", e.TakenBack(card, name))
    play.note("shuffle")
    play.note("cut by dealer", e.Cut())


def last_card_up(play: Play, rng: random.Random, names: list[str]) -> None:
    """The last card of somebody comes face up; it goes back and another is dealt."""
    name = rng.choice(names)
    card = play.hands[name][play.table.by_name[name].received]
    play.deal(names, "d", (name,))
    if play.stub:
        take_back(play, card, name)
        play.deal([name], "d")


# ---- misdeals ----

CUTS = ("exposed in cut", "no cut", "wrong cut")
DEALS = ("misdirected", "extra", "left out")


def grounds(play: Play) -> tuple[str, ...]:
    """The grounds for a misdeal that the rules of the game give."""
    noted = play.habits.cards != "none"
    if play.game.communal:
        return (*CUTS, *DEALS, "exposed", "face up")[: None if noted else -1]
    if play.game.draws:
        return (*CUTS, *DEALS, "two exposed", "two boxed")
    return (*CUTS, *DEALS, "second card up")[: None if noted else -1]


def misdeal(play: Play, rng: random.Random) -> None:
    """A deal that has to be given up, on one of the grounds of the rules, and is."""
    names = [player.name for player in play.around()]
    ground = rng.choice(grounds(play))
    play.note("shuffle")
    if ground == "exposed in cut":
        card = rng.choice(play.cards.rest or play.cards.board)
        play.note(f"cut by {quoted(names[0])} at 9 exposing [{card}]", e.Cut())
    elif ground == "wrong cut":
        play.note(f"cut by {quoted(names[1])} at 9", e.Cut())
    elif ground == "no cut":
        play.note("no cut")
    else:
        cut(play, rng)
    post(play, rng)
    if ground == "second card up":
        _second_card_up(play, rng.choice(names))
    elif ground != "exposed in cut":
        deal_hands(play, rng)
    _mishap(play, rng, ground)
    if ground == "face up":
        _second_communal_up(play, rng)
    play.note(rng.choice((f'misdeal "{ground}"', "misdeal")), e.Misdeal())


def _mishap(play: Play, rng: random.Random, ground: str) -> None:
    """The line that tells what went wrong in the deal."""
    one, other = (player.name for player in rng.sample(play.around(), 2))
    card, second = play.cards.hole[other][0], play.cards.hole[one][0]
    if ground == "two boxed":
        box(play, f"{card} {second}")
    told = {
        "misdirected": [f"misdirect [{card}] to {quoted(one)} for {quoted(other)} seen"],
        "exposed": [f"expose [{card}] of {quoted(other)}"],
        "two exposed": [f"expose [{card}] of {quoted(other)}", f"expose [{second}] of {quoted(one)}"],
        "extra": [f"extra [{card}] to {quoted(one)} seen"],
        "left out": [f"leave out {quoted(one)} seen"],
    }
    for text in told.get(ground, ()):
        play.note(text, e.Mishap())


def _second_card_up(play: Play, name: str) -> None:
    """The first and the second card of a player come face up."""
    names = [player.name for player in play.around()]
    for cards in play.game.streets[0][:2]:
        play.deal(names, cards, (name,) if cards == "d" else ())


def _second_communal_up(play: Play, rng: random.Random) -> None:
    """The second communal card is found face up when its time has come."""
    play.communal()
    while play.table.turn is not None:
        act(play, rng, MEEK)
    play.communal("face-up")
