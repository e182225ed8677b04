"""Faults of the studs: the forced opening, cards of the streets, decks for too many players."""

from __future__ import annotations

import random
from dataclasses import replace

from play.act import events as e
from play.act.betting import act
from play.act.dealing import box, prepare, start, take_back
from play.act.evening import cards as dealt_cards
from play.act.hand import Cards, Play, Seated, Step
from play.act.planting import (
    STUDS,
    Planted,
    afresh,
    award,
    closed,
    closures,
    duel,
    fault,
    played_on,
    prepared,
    taken_up,
)
from play.act.table import Player, Round, Table
from play.common import ranking
from play.common.tempers import MEEK

FORCED = {"blind": "7.1(a)[amount]", "ante": "7.1(b)[amount]"}
BOXED = {"7cs": "17.8", "5cs": "17.7"}
FOR_ALL = {"7cs": "17.9", "5cs": "17.8"}


def _round(table: Table) -> Round:
    assert table.round is not None
    return table.round


def _rank(card: str) -> int:
    return ranking.RANKS[ranking.FULL].index(card[0])


def _kind(play: Play) -> str:
    return play.game.key[:3]


# ---- the forced opening ----


def _at_opening(play: Play, rng: random.Random) -> Play | None:
    """The hand up to its forced opening, if there is one and it is clear whose."""

    def forced(table: Table, turn: Player) -> bool:
        betround = _round(table)
        return betround.name == "first" and not betround.opened and betround.acts == 0 and len(betround.openers) == 1

    return taken_up(play, rng, forced)


@fault("7cs-blind", "5cs-blind", own=True)
def forced_opening_of_another_size(play: Play, rng: random.Random) -> Planted:
    other = _at_opening(play, rng)
    if other is None or other.table.turn is None:
        return None
    blind = other.table.blind or 0
    total = rng.choice((2 * blind, 3 * blind, blind + 100))
    if other.table.turn.stack <= total:
        return None
    other.wager(other.table.turn.name, total)
    return played_on(other, rng), "7.1(a)[amount]"


@fault(*STUDS, own=True)
def fold_in_place_of_the_forced_opening(play: Play, rng: random.Random) -> Planted:
    other = _at_opening(play, rng)
    if other is None or other.table.turn is None or len(other.table.live) < 3:
        return None
    other.fold(other.table.turn.name)
    return played_on(other, rng), FORCED[play.game.form or ""]


@fault(*STUDS, own=True)
def check_in_place_of_the_forced_opening(play: Play, rng: random.Random) -> Planted:
    other = _at_opening(play, rng)
    if other is None or other.table.turn is None or len(other.table.live) < 3:
        return None
    other.check(other.table.turn.name)
    return played_on(other, rng), FORCED[play.game.form or ""]


@fault(*STUDS, own=True)
def better_board_passed_over(play: Play, rng: random.Random) -> Planted:
    """A later betting round begun by the player with the highest single card, though another shows a pair."""

    def paired(table: Table, turn: Player) -> bool:
        betround = _round(table)
        if betround.acts or betround.name == "first" or len(betround.openers) != 1 or betround.level:
            return False
        boards = {player.name: [_rank(card) for card in player.up] for player in table.able}
        others = [name for name, ranks in boards.items() if max(ranks) > max(boards[turn.name]) and name != turn.name]
        return len(set(boards[turn.name])) < len(boards[turn.name]) and bool(others)

    other = taken_up(play, rng, paired)
    if other is None or other.table.turn is None:
        return None
    table, turn = other.table, other.table.turn
    high = max(table.able, key=lambda player: max(map(_rank, player.up)))
    clause = "9.1" if _round(table).name == "final" else "8.1"
    after = next(player for player in table.clockwise(high) if player.able)
    if after is turn:
        return None  # that player comes next anyway: whether a turn was missed or taken early, nobody can tell
    other.check(high.name)
    return played_on(other, rng), clause


# ---- cards ----


@fault("7cs-blind", "7cs-ante", "draw")
def two_first_cards_together(play: Play, rng: random.Random) -> Planted:
    """A player gets two cards in the first pass, and none in the next."""
    name = rng.choice(play.around()).name
    passes = [step for step in play.steps if isinstance(step.event, e.Deal)]
    first, second = passes[0], passes[1]

    def change(step: Step) -> list[Step]:
        if step not in (first, second):
            return [step]
        assert isinstance(step.event, e.Deal)
        given = {who: cards for who, cards in step.event.holdings if step is first or who != name}
        if step is first:
            given[name] = tuple(play.cards.hole[name][:2])
        event = e.Deal(tuple(given.items()), False)
        return [Step(play.dealt(event), event)]

    return prepared(play, rng, change), "6.5"


@fault(*STUDS, own=True)
def card_of_a_street_face_down(play: Play, rng: random.Random) -> Planted:
    found = closures(play, lambda table: play.game.streets[table.rounds_played] == ("u",) and len(table.live) > 2)
    if not found:
        return None
    other = play.again(found[0])
    names = [player.name for player in other.around() if player.live]
    other.deal(names, "u", (rng.choice(names),))
    return played_on(other, rng), "terms:hole-cards"


@fault(*STUDS, own=True)
def two_cards_up_to_one_player(play: Play, rng: random.Random) -> Planted:
    """The first and the second card of a player lie open, and the deal is played on."""
    name = rng.choice(play.around()).name
    passes = [step for step in play.steps if isinstance(step.event, e.Deal)][:2]

    def change(step: Step) -> list[Step]:
        if step not in passes:
            return [step]
        assert isinstance(step.event, e.Deal)
        event = e.Deal(step.event.holdings, step.event.up, () if step.event.up else (name,))
        return [Step(play.dealt(event), event)]

    return prepared(play, rng, change), "17.2"


@fault("7cs-blind", "7cs-ante", own=True)
def seventh_card_left_face_up(play: Play, rng: random.Random) -> Planted:
    found = closures(play, lambda table: play.game.streets[table.rounds_played] == ("d",))
    if not found:
        return None
    other = play.again(found[0])
    names = [player.name for player in other.around() if player.live]
    other.deal(names, "d", (rng.choice(names),))
    return played_on(other, rng), "17.7"


@fault(*STUDS, own=True)
def boxed_first_card_of_a_street_used(play: Play, rng: random.Random) -> Planted:
    found = closures(play, lambda table: play.game.streets[table.rounds_played] == ("u",))
    if not found:
        return None
    other = play.again(found[0])
    first = next(player for player in other.around() if player.live)
    box(other, other.hands[first.name][first.received])
    further_cards_in_order(other)
    return played_on(other, rng), BOXED[_kind(play)]


@fault(*STUDS, own=True)
def boxed_later_card_shuffled_back(play: Play, rng: random.Random) -> Planted:
    found = closures(play, lambda table: play.game.streets[table.rounds_played] == ("u",))
    if not found or not play.cards.rest:
        return None
    other = play.again(found[0])
    names = [player.name for player in other.around() if player.live]
    other.deal(names[:1], "u")
    card = rng.choice(other.stub)
    box(other, card)
    take_back(other, card)
    other.deal(names[1:], "u")
    return played_on(other, rng), BOXED[_kind(play)]


def further_cards_in_order(play: Play) -> None:
    """The next street, beginning with the first player from the buck."""
    play.deal([player.name for player in play.around() if player.live], "u")


@fault(*STUDS, own=True)
def card_for_all_with_enough_left(play: Play, rng: random.Random) -> Planted:
    found = closures(play, lambda table: table.rounds_played == len(play.game.streets) - 1 and len(table.live) > 1)
    if not found or not play.cards.rest:
        return None
    card = play.cards.rest[0]
    other = play.again(found[0], cards=replace(play.cards, board=(card,)))
    other.note(f"communal [{card}]", e.Communal((card,)))
    other.hands = {name: cards[: play.game.own - 1] for name, cards in other.hands.items()}
    return played_on(other, rng), FOR_ALL[_kind(play)]


@fault(*STUDS, own=True)
def street_dealt_before_the_betting_ended(play: Play, rng: random.Random) -> Planted:
    """The next cards come while a player has a wager to answer, who then calls it."""

    def owing(table: Table, turn: Player) -> bool:
        betround = _round(table)
        last = table.rounds_played == len(play.game.streets)
        owes = betround.opened and turn.bet < betround.level and turn.stack > betround.level - turn.bet
        return not last and betround.acts > 0 and owes

    other = taken_up(play, rng, owing)
    if other is None or other.table.turn is None:
        return None
    clause = "7.3" if _round(other.table).name == "first" else "8.4"
    turn, highest = other.table.turn, _round(other.table).level
    names = [player.name for player in other.around() if player.live]
    way = play.game.streets[other.table.rounds_played][0]
    at = {name: other.table.by_name[name].received for name in names}
    given = tuple((name, (other.hands[name][at[name]],)) for name in names)
    event = e.Deal(given, way == "u")
    text = other.dealt(event)
    other.note(text)  # the cards wait: the betting goes on before they count
    other.wager(turn.name, highest)
    while other.table.turn is not None and _round(other.table).acts:
        player = other.table.turn
        other.wager(player.name, min(_round(other.table).level, player.everything))
    other.note(None, event)
    return played_on(other, rng), clause


# ---- decks ----


@fault("7cs-blind", "7cs-ante", own=True)
def reduced_deck_with_a_player_too_many_for_its_cards(play: Play, rng: random.Random) -> Planted:
    """There are not cards for all to the end, but one of them folds before that matters."""
    size = rng.choice((40, 32))
    names = [f"Player{seat}" for seat in range(1, play.game.decks[size] + 2)]
    if play.previous is not None:
        return None
    deck = ranking.deck(size)
    rng.shuffle(deck)
    own = dict.fromkeys(names, play.game.own) | {names[-1]: play.game.held(0)}
    hole = {name: tuple(deck.pop() for _ in range(own[name])) for name in names}
    seats = tuple(Seated(name, seat, play.house.stake) for seat, name in enumerate(names, 1))
    house = replace(play.house, deck=size)
    other = play.again(0, cards=Cards(hole, (), tuple(deck)), seats=seats, house=house, buck=1, notes=())
    start(other, rng)
    prepare(other, rng)
    if other.table.turn is None or other.table.turn.name == names[-1]:
        return None
    while other.table.turn is not None:
        if other.table.turn.name == names[-1]:
            other.fold(names[-1])
        else:
            act(other, rng, MEEK)
    folded = not other.table.by_name[names[-1]].live  # one who opened by an equal card has not
    return (played_on(other, rng), f"3.5[deck-{size}]") if folded else None


@fault("5cs-blind", "5cs-ante", "draw", own=True)
def reduced_deck_with_too_many_players(play: Play, rng: random.Random) -> Planted:
    """One player more than the rules allow, and enough cards even so."""
    deck = rng.choice((40, 32))
    most = play.game.decks[deck]
    if play.previous is not None or (most + 1) * play.game.own > deck:
        return None
    seats = tuple(Seated(f"Player{seat}", seat, play.house.stake) for seat in range(1, most + 2))
    house = replace(play.house, deck=deck)
    cards = dealt_cards(rng, [seat.name for seat in seats], house)
    return afresh(play, rng, seats=seats, house=house, cards=cards, buck=1, notes=()), f"3.5[deck-{deck}]"


@fault("7cs-blind", "7cs-ante", "5cs-blind", "5cs-ante", "draw", own=True)
def reduced_deck_against_an_objection(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None or play.notes or play.house.deck == ranking.FULL:
        return None
    house = replace(play.house, lines=("objected reduced-deck by Ann",))
    return play.again(house=house), f"3.5[deck-{play.house.deck}]"


@fault(*STUDS, own=True)
def form_of_betting_against_an_objection(play: Play, rng: random.Random) -> Planted:
    if play.previous is not None:
        return None
    return play.again(house=replace(play.house, lines=("objected betting-form by Ann",))), "6.4"


# ---- hands ----

SHOWN = {
    "7cs": ("Ac Ad Ah 9c 8d 7h Js", "7c 8c Kc Kd Qh Jc 9s"),
    "5cs": ("Ac Ad 9c 8d 7h", "8c Kc Kd Qh Jc"),
}  # the best hand, and one that only shows more


@fault(*STUDS)
def pot_paid_for_the_cards_showing(play: Play, rng: random.Random) -> Planted:
    best, other_hand = SHOWN[_kind(play)]
    other = duel(play, rng, "", best, other_hand, as_given=True)
    due = other.due()
    if other.table.over or len(due.pots) != 1:
        return None
    return closed(other, award(due, (other.around()[1].name,))), "14.1"
