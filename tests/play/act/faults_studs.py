"""Faults of the studs: the forced opening, cards of the streets, decks for too many players."""

from __future__ import annotations

import random
from dataclasses import replace

from play.act import events as e
from play.act.betting import act
from play.act.contests import award, closed, duel
from play.act.dealing import box, prepare, start, take_back
from play.act.evening import cards as dealt_cards
from play.act.hand import Cards, Play, Seated, Step
from play.act.planting import STUDS, Planted, afresh, at_turn, between_rounds, closures, fault, played_on, prepared
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


def _forced(table: Table, turn: Player) -> bool:
    """Is this the forced opening, and is it clear whose?"""
    betround = _round(table)
    return betround.place == 0 and not betround.opened and betround.acts == 0 and len(betround.openers) == 1


def _forced_among_three(table: Table, turn: Player) -> bool:
    return _forced(table, turn) and len(table.live) > 2


@fault("7cs-blind", "5cs-blind", own=True)
@at_turn(_forced)
def forced_opening_of_another_size(play: Play, turn: Player, rng: random.Random) -> str | None:
    blind = play.table.unit
    total = rng.choice((2 * blind, 3 * blind, blind + 100))
    if turn.stack <= total:
        return None
    play.wager(turn.name, total)
    return "7.1(a)[amount]"


@fault(*STUDS, own=True)
@at_turn(_forced_among_three)
def fold_in_place_of_the_forced_opening(play: Play, turn: Player, rng: random.Random) -> str:
    play.fold(turn.name)
    return FORCED[play.game.form or ""]


@fault(*STUDS, own=True)
@at_turn(_forced_among_three)
def check_in_place_of_the_forced_opening(play: Play, turn: Player, rng: random.Random) -> str:
    play.check(turn.name)
    return FORCED[play.game.form or ""]


def _paired(table: Table, turn: Player) -> bool:
    """Does a later round begin with a pair, while others show a higher card?"""
    betround = _round(table)
    if betround.acts or betround.place == 0 or len(betround.openers) != 1 or betround.level:
        return False
    boards = {player.name: [_rank(card) for card in player.up] for player in table.able}
    own = boards.pop(turn.name)
    return len(set(own)) < len(own) and any(max(ranks) > max(own) for ranks in boards.values())


@fault(*STUDS, own=True)
@at_turn(_paired)
def better_board_passed_over(play: Play, turn: Player, rng: random.Random) -> str | None:
    """A later betting round begun by the player with the highest single card, though another shows a pair."""
    table = play.table
    high = max(table.able, key=lambda player: max(map(_rank, player.up)))
    if turn is next(player for player in table.clockwise(high) if player.able):
        return None  # that player comes next anyway: whether a turn was missed or taken early, nobody can tell
    clause = "9.1" if _round(table).last else "8.1"
    play.check(high.name)
    return clause


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


def _open_card_next(play: Play, table: Table) -> bool:
    return play.game.streets[table.rounds_played] == ("u",)


def _in(play: Play) -> list[str]:
    """The names of those who get the next cards, from the buck on."""
    return [player.name for player in play.around() if player.live]


@fault(*STUDS, own=True)
@between_rounds(lambda play, table: _open_card_next(play, table) and len(table.live) > 2)
def card_of_a_street_face_down(play: Play, rng: random.Random) -> str:
    play.deal(_in(play), "u", (rng.choice(_in(play)),))
    return "terms:hole-cards"


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
@between_rounds(lambda play, table: play.game.streets[table.rounds_played] == ("d",))
def seventh_card_left_face_up(play: Play, rng: random.Random) -> str:
    play.deal(_in(play), "d", (rng.choice(_in(play)),))
    return "17.7"


@fault(*STUDS, own=True)
@between_rounds(_open_card_next)
def boxed_first_card_of_a_street_used(play: Play, rng: random.Random) -> str:
    first = play.table.by_name[_in(play)[0]]
    box(play, play.hands[first.name][first.received])
    play.deal(_in(play), "u")
    return BOXED[_kind(play)]


@fault(*STUDS, own=True)
@between_rounds(lambda play, table: _open_card_next(play, table) and bool(play.cards.rest))
def boxed_later_card_shuffled_back(play: Play, rng: random.Random) -> str:
    first, *others = _in(play)
    play.deal([first], "u")
    card = rng.choice(play.stub)
    box(play, card)
    take_back(play, card)
    play.deal(others, "u")
    return BOXED[_kind(play)]


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


def _owing(table: Table, turn: Player) -> bool:
    """Has a player a wager to answer in any round but the last?"""
    betround = _round(table)
    owes = betround.opened and 0 < betround.level - turn.bet < turn.stack
    return not betround.last and betround.acts > 0 and owes


@fault(*STUDS, own=True)
@at_turn(_owing)
def street_dealt_before_the_betting_ended(play: Play, turn: Player, rng: random.Random) -> str:
    """The next cards come while a player has a wager to answer, who then calls it."""
    table = play.table
    clause = "7.3" if _round(table).place == 0 else "8.4"
    given = tuple((name, (play.hands[name][table.by_name[name].received],)) for name in _in(play))
    event = e.Deal(given, play.game.streets[table.rounds_played][0] == "u")
    play.note(play.dealt(event))  # the cards wait: the betting goes on before they count
    play.wager(turn.name, _round(table).level)
    while table.turn is not None and _round(table).acts:
        play.wager(table.turn.name, min(_round(table).level, table.turn.everything))
    play.note(None, event)
    return clause


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
