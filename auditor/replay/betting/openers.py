"""Who opens a betting round: the player in a certain place, or with the highest or lowest cards showing."""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache

from auditor.ranking.high_and_low import low_ranking, ranking
from auditor.replay.forced_bets.blinds_and_antes import antes_only, blinds_noted, brought_in, last_blind
from auditor.replay.forced_bets.kills import acts_last
from auditor.replay.settlement.showdown import low_ace_agreed, order_of, own_cards_due, replaced
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Opener
from auditor.vocabulary.card_keys import MOST
from auditor.vocabulary.cards import JOKER, RANKS, UNKNOWN, Cards
from auditor.vocabulary.events import Act, Deal, Event, Misdeal, Wager

BUCK = "the seat of the buck"
BY_CARDS = ("high-card", "high-board", "low-card", "low-board")  # the cards showing decide who opens
ONE_CARD = ("high-card", "low-card")
STRAIGHTS = ("royal flush", "straight flush", "flush", "straight")


def openers(state: HandState, figure: Opener) -> tuple[tuple[Player, ...], str | None]:
    """The players who may act first, the likeliest first, and what the record lacks if it does not tell."""
    if figure.seat in BY_CARDS:
        if state.round is not None and not state.round.round.round_index and (first := brought_in(state)) is not None:
            following = next((player for player in state.clockwise(first) if player.able), None)
            return ((following,) if following is not None else ()), None
        return starters(state, figure)
    seat, order = _order_of(state, figure)
    if not order and seat == "first-bettor":
        return (), "who opened the betting"
    if not order:
        return (), "the blinds" if figure.seat == "after-blinds" else BUCK
    found = _by_place(state, order, after=figure.seat == "after-blinds")
    return ((found,) if found is not None else ()), None


def opens_next(state: HandState, event: Event, player: Player) -> bool:
    """May this player open the betting on the cards that come now, as far as the record tells?"""
    figure = state.rounds[min(state.rounds_played, len(state.rounds) - 1)].betting.opener
    if figure.seat in BY_CARDS:
        found, unknown = starters(state, figure, _coming_up(state, event))
    else:
        order = _order_of(state, figure)[1]
        found, unknown = tuple([one for one in order if one.able][:1]), None if order else BUCK
    return unknown is not None or any(player is one for one in found)


def _coming_up(state: HandState, event: Event) -> dict[str, Cards]:
    """The cards that players get face up from this event on, before anybody acts."""
    coming: dict[str, Cards] = {}
    start = state.timeline.place(event)
    for each in state.timeline.each(start, state.timeline.next(start, Act), Deal):
        shown = [(name, cards) for name, cards in each.holdings if each.up != (name in each.contrary)]
        coming |= {name: coming.get(name, ()) + cards for name, cards in shown}
    return coming


def _order_of(state: HandState, figure: Opener) -> tuple[str, list[Player]]:
    """The place that decides who acts first, and the players in that order."""
    seat = figure.with_blinds if figure.with_blinds != "same" and blinds_noted(state) else figure.seat
    return seat, _order(state, seat)


def _order(state: HandState, seat: str) -> list[Player]:
    """The players in the order in which they are to act first; none where the record does not tell."""
    if seat == "after-buck" or (seat == "after-blinds" and antes_only(state)):
        return state.left_of_buck()
    if seat == "first-bettor":
        bettor = first_bettor(state)
        return [bettor, *state.clockwise(bettor)] if bettor is not None else []
    start = last_blind(state) if seat == "after-blinds" else state.designated
    if start is None:
        return []
    late = acts_last(state) if seat == "after-blinds" and state.game.kill is not None else None
    if late is not None:
        return [*(player for player in (*state.clockwise(start), start) if player is not late), late]
    return [start, *state.clockwise(start)] if seat == "buck" else [*state.clockwise(start), start]


def first_bettor(state: HandState) -> Player | None:
    """The player who made the first wager of the deal that nobody had to make."""
    now = len(state.hand.events) if state.event is None else state.timeline.place(state.event)
    wager = next(state.timeline.each(state.timeline.previous(now, Misdeal) + 1, now, Wager), None)
    return None if wager is None else state.by_name.get(wager.player)


def _by_place(state: HandState, order: list[Player], after: bool) -> Player | None:
    """The first able player who has something to meet; if nobody has, the first able player.

    After the last blind it is the first able player in any case: to post for cards is no act.
    """
    betround = state.round
    assert betround is not None
    first: Player | None = None
    for player in order:
        if player.active and player.stake > 0 and not player.unaccounted_for:
            if after or player.put_in_round < betround.highest or not betround.highest:
                return player
            first = first or player
    return first


# ---- the highest or lowest cards showing ----


Values = dict[int, int]
"""What the cards showing are worth, by the place of their player; the player with the most opens."""


def starters(
    state: HandState, figure: Opener, coming: dict[str, Cards] | None = None
) -> tuple[tuple[Player, ...], str | None]:
    """The players who may begin by the cards showing, the likeliest first, and what the record lacks to tell.

    The cards that are `coming` show as well.
    """
    active = state.active
    found: tuple[Player, ...] = ()
    measures = _measures(state, figure, active, coming or {})
    for values in measures:
        best, unknown = _best(state, figure, active, values)
        if unknown is not None:
            return (), unknown
        found += tuple([player for player in best if all(player is not one for one in found)]) if found else best
    return found, None if measures else "the cards showing"


def shows_best(state: HandState, figure: Opener, player: Player) -> bool:
    """Does this player show the cards that open, with or without chips to wager?"""
    if figure.seat not in BY_CARDS or not player.active:
        return False
    measures = _measures(state, figure, state.active, {})
    return any(values[player.seat_order] == max(values.values()) for values in measures)


def passes_on(state: HandState, figure: Opener, starter: Player) -> bool:
    """Does this player stand in for another who shows the cards that open, but cannot or need not?"""
    if figure.seat not in BY_CARDS or brought_in(state) is not None:
        return False
    return not shows_best(state, figure, starter)


def showing(state: HandState, player: Player) -> Cards:
    """The cards of a player that everybody sees: those dealt face up, and any that the dealer turned by mistake."""
    faults = [one for one in state.attempt.faults if one.kind == "exposed" and one.player == player.name]
    turned = [card for one in faults if one.by == "dealer" for card in one.cards if card in player.cards]
    return (*player.up, *[card for card in turned if card not in player.up]) if turned else player.up


def _measures(state: HandState, figure: Opener, players: list[Player], coming: dict[str, Cards]) -> list[Values]:
    """What the cards showing are worth; nothing if the record lacks some of them, or has more than anybody can show.

    By a mishap a player may show more cards than others. Then it is open which cards are compared: the first ones that
    all have, the last ones or, where one card decides, any. Some rules compare all of them, with the communal cards.
    """
    cards = {player.seat_order: player.up for player in players}
    if state.attempt.faults or coming:
        cards = {one.seat_order: showing(state, one) + coming.get(one.name, ()) for one in players}
    lengths = set(map(len, cards.values()))
    if not lengths or 0 in lengths or max(lengths) > MOST or _lacks_any(state, players):
        return []
    if coming and any(_unranked(each) for each in coming.values()):
        return []
    if figure.compared == "all":
        common = tuple(state.board) if figure.seat not in ONE_CARD else ()
        if _unranked(common) or max(lengths) + len(common) > MOST:
            return []
        worth = _values(state, figure)
        return [{place: value(each + common) for place, each in cards.items()} for value in worth]
    value = _values(state, figure)[0]
    if len(lengths) == 1:
        return [{place: value(each) for place, each in cards.items()}]
    shared = min(lengths)
    parts = [slice(shared), slice(-shared, None), *([slice(None)] if figure.seat == "high-card" else [])]
    return [{place: value(each[part]) for place, each in cards.items()} for part in parts]


def _unranked(cards: Container[int]) -> bool:
    """Is there a card that nobody saw, or a joker, which stands for nothing where cards that show are compared?"""
    return UNKNOWN in cards or JOKER in cards


def _lacks_any(state: HandState, players: list[Player]) -> bool:
    """Does the record lack a card face up: one that has no rank, or one of a player with too few cards in all?"""
    assert state.round is not None
    if _unranked({card for one in players for card in one.up}):
        return True
    up, own = state.round.round.pattern.count("u") - replaced(state), own_cards_due(state)
    for one in players:
        if len(one.up) < up and one.received < own:
            return True
    return False


def _values(state: HandState, figure: Opener) -> list[Callable[[Cards], int]]:
    """The functions that tell what cards showing are worth: by one of them, or as a hand of so many cards.

    There are two where it is open whether five of them make a straight or a flush.
    """
    shift = 1 if figure.low_ace else 0
    if figure.seat in ONE_CARD or figure.value == "single-card":
        return [_single(shift, figure.suits, -1 if figure.seat == "low-card" else 1)]
    if figure.seat == "low-board":
        return [low_ranking(None, figure.low_ace, False, True).showing]
    counted = order_of(state, low_ace=bool(low_ace_agreed(state)), tie_break="all-cards").showing
    if figure.whole == "counted":
        return [counted]
    classes = tuple(each.hand for each in state.deck.order if each.hand not in STRAIGHTS)
    ignored = ranking(classes, state.deck.cards.ranks, False, "all-cards", frozenset()).showing
    return [counted, ignored] if figure.whole == "either" else [ignored]


@lru_cache(maxsize=16)
def _single(shift: int, suits: bool, sign: int) -> Callable[[Cards], int]:
    """The worth of the highest card, or of the lowest where that opens; aces may be low, and suits may count."""
    worth = []
    for card in range(len(RANKS) << 2):
        rank = ((card >> 2) + shift) % len(RANKS)
        worth.append(sign * (rank << 2 | card & 3 if suits else rank))
    return lambda cards: max([worth[card] for card in cards])


def _best(
    state: HandState, figure: Opener, players: list[Player], values: Values
) -> tuple[tuple[Player, ...], str | None]:
    """The player with the best cards, or those who may stand in if that player has no chips left."""
    top = max([values[player.seat_order] for player in players])
    tied = [player for player in players if values[player.seat_order] == top]
    if len(tied) == 1 and tied[0].able and not _excused(state, figure, tied[0]):
        return (tied[0],), None
    if len(tied) > 1 and state.designated is None and figure.tie != "dealt":
        return (), BUCK
    if len(tied) > 1:
        order = dealt_first(state) if figure.tie == "dealt" else state.distance
        tied = sorted(tied, key=order)
    if figure.tie == "dealt" and figure.tapped_out == "next-clockwise":
        tied = tied[:1]  # the place decides first, and only then who has chips left
    able = [player for player in tied if player.able and not _excused(state, figure, player)]
    if able:
        return _nearest(state, figure, able), None
    following = next((player for player in state.clockwise(tied[0]) if player.able), None)
    others = [player for player in players if player.able]
    if following is None or not others:
        return (), None
    if figure.tapped_out == "next-clockwise":
        return (following,), None
    found, unknown = _best(state, figure, others, values)
    if figure.tapped_out == "either" and all(following is not one for one in found):
        found = (*found, following)
    return found, unknown


def _excused(state: HandState, figure: Opener, player: Player) -> bool:
    """Is the card that would open seen only because the dealer turned it, where all cards seen are compared?"""
    if figure.compared != "all" or figure.seat not in ONE_CARD:
        return False
    shown = player.up[:1]
    if shown and shown[0] not in player.cards:  # it was given back, or lies open by a mistake of the record
        return False
    return (player.cards.index(shown[0]) if shown else 0) < state.rounds[0].pattern.index("u")


def dealt_first(state: HandState) -> Callable[[Player], int]:
    """The order in which players get their cards, from the first player of the deal on.

    Where the first pass of the deal is not in order, it begins on the left of the buck or, without a buck, by seats.
    """
    places = len(state.players)
    base = next(iter(state.left_of_buck()), state.players[0]).seat_order
    deal = next((event for event in state.hand.events if isinstance(event, Deal)), None)
    if deal is not None and len(deal.holdings) > 1:
        given = [state.by_name[name].seat_order for name, _ in deal.holdings if name in state.by_name]
        steps = [(place - given[0]) % places for place in given]
        base = given[0] if steps == sorted(steps) else base
    return lambda player: (player.seat_order - base) % places


def _nearest(state: HandState, figure: Opener, tied: list[Player]) -> tuple[Player, ...]:
    """The one or two players with equal cards who may be the nearest to the buck; they come in order from it."""
    if len(tied) == 1 or figure.tie == "dealt" or tied[0] is not state.designated:
        return (tied[0],)
    if figure.tie == "buck" or figure.nearest == "buck":
        return (tied[0],)
    return (tied[1],) if figure.nearest == "other" else (tied[0], tied[1])
