"""The draw: who changed how many cards, how they were served, and how many cards were left to serve them from.

Nothing is judged here. Each step keeps what was known when it was taken, so that checks can judge the draw as a whole
once it is over.
"""

from __future__ import annotations

from auditor.replay.state import Draw, DrawStep, GivenUp, HandState, Player, Turn
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary.cards import UNKNOWN, Cards
from auditor.vocabulary.events import Burn, Deal, Discards, Event, Procedure, Reshuffled
from auditor.vocabulary.log_words import DISCARDS


def begin_draw(state: HandState) -> Draw:
    """The current draw; the first thing that happens in a draw begins it."""
    draw, place = state.draw, min(max(state.rounds_played, 1), len(state.rounds) - 1)
    if draw is None or draw.place != place:
        order = tuple(player for player in _around(state, place) if player.active and not player.unaccounted_for)
        stub = _stub(state) if draw is None else draw.stub
        draw = state.draw = Draw(place, order, stub)
        state.draws.append(draw)
    return draw


def _around(state: HandState, place: int) -> list[Player]:
    """The players in the order in which they draw; none where the record does not show the buck."""
    if state.rounds[place].betting.draw_from == "after-buck":
        return state.left_of_buck()
    first = state.designated
    return [first, *state.clockwise(first)] if first is not None else []


def drawing(state: HandState) -> bool:
    """Do players change cards before the next betting round, so that the draw is on or comes next?"""
    place = state.rounds_played
    return 0 < place < len(state.rounds) and state.rounds[place].betting.draw


def drawn(state: HandState) -> bool:
    """Is the draw over: has everybody had a turn, and got as many cards as they gave up?"""
    draw = state.draw
    if draw is None or state.round is None or not state.round.closed or not draw.order:
        return False
    return draw.is_served() and all(draw.turn_of(player) for player in draw.order)


def _stub(state: HandState) -> int | None:
    """How many cards are left once the hands are dealt; None where the record does not show all of the deal."""
    dealt = state.rounds[0].own
    in_hand = [player for player in state.players if player.active or player.folded is not None or player.received]
    if state.attempt.faults or any(player.received < dealt for player in in_hand):
        return None
    return state.deck.size - sum(player.received for player in in_hand) - len(state.board) - state.burnt


def discard(state: HandState, event: Discards) -> None:
    """Let a player give up cards. Unless the log names all of them, no card of the hand is known any more."""
    draw = begin_draw(state)
    player = state.player(event.player, event)
    turn = Turn(player, event, event.count, event.cards, player.cards)
    if player.cards_counted is not None and state.rounds[-1].betting.filled:
        turn.lacked = max(state.rounds[-1].own - player.cards_counted, 0)
    turn.first_step = len(draw.steps)
    draw.steps.append(DrawStep(event, "discard", turn, event.count, draw.stub))
    draw.begin(turn)
    # Where the draw began too early, somebody may have folded since.
    draw.order = tuple(one for one in draw.order if one.active or draw.turn_of(one) is not None)
    player.received = max(player.received - event.count, 0)
    _count_anew(state, player, -event.count)
    if event.count:
        player.cards = _without(player.cards, event.cards) if len(event.cards) == event.count else ()


def give_up(state: HandState, event: Discards) -> None:
    """Let a player give up cards for good, in a game in which nobody gets others for them.

    If that comes too late, the hand had a card too many when it mattered, however many it has now.
    """
    player = state.player(event.player, event)
    due, betround = discard_round(state), state.round
    place = max(state.rounds_played, 1)  # if no betting round has begun yet, the log did not note the cards
    late = due is not None and place > due.round_index
    acted = late and betround is not None and (len(betround.in_turn) > 1 or betround.round is not due)
    if due is not None and acted and event.count and player.cards_counted is None:
        player.cards_counted, player.wrong_card_count = player.received, player.received > due.own
    state.given_up.append(GivenUp(player, event, place, acted, player.active))
    player.received = max(player.received - event.count, 0)
    if event.count:
        player.cards = _without(player.cards, event.cards) if len(event.cards) == event.count else ()


def discard_round(state: HandState) -> Round | None:
    """The betting round before which players give up cards for good, if there is one."""
    for round in state.rounds:
        if round.betting.discard is not None:
            return round
    return None


def notes_discards(state: HandState) -> bool:
    """Does the log note cards given up: in this hand, or in every hand by its own word?"""
    if DISCARDS in state.hand.setup.records or Discards in state.kinds:
        return True
    return Procedure in state.kinds and bool(state.timeline.places_where(left_out))


def left_out(event: Event) -> bool:
    """Did somebody see that a player gave up no card?"""
    return isinstance(event, Procedure) and event.what == "discard"


def owing(state: HandState, place: int) -> tuple[Player, ...]:
    """The players who have not yet given up a card that was due before the betting round at this place."""
    due = discard_round(state)
    if due is None or due.round_index > place or not notes_discards(state):
        return ()
    given = {one.player.name for one in state.given_up if one.event.count}
    return tuple(player for player in state.players if player.active and player.name not in given)


def kept_too_long(state: HandState, player: Player) -> bool:
    """Did the player fail to give up in time a card that was due before a betting round that has begun?"""
    due = discard_round(state)
    if due is None or state.rounds_played <= due.round_index:
        return False
    return not any(one.player is player and one.event.count and not one.acted for one in state.given_up)


def _without(cards: Cards, gone: Cards) -> Cards:
    """The cards that are left. If one that was given up is not among the known cards, none is known for certain."""
    left = list(cards)
    for card in gone:
        if card == UNKNOWN or card not in left:
            return ()
        left.remove(card)
    return tuple(left)


def serve(state: HandState, event: Deal, name: str, cards: Cards) -> None:
    """Deal replacements to a player."""
    draw, player = begin_draw(state), state.player(name, event)
    turn = draw.turn_of(player)
    draw.steps.append(DrawStep(event, "deal", turn, len(cards), draw.stub))
    if turn is not None:
        turn.served += len(cards)
    _count_anew(state, player, len(cards))
    _take(draw, len(cards))


def _count_anew(state: HandState, player: Player, change: int) -> None:
    """Correct the count of a hand that was counted before the draw, which may make the hand complete."""
    if player.cards_counted is not None and state.rounds[-1].betting.filled:
        player.cards_counted += change
        player.wrong_card_count = player.cards_counted != state.rounds[-1].own


def unserve(state: HandState, player: Player, count: int) -> None:
    """Take cards of the draw from a player again: others are to come in their place."""
    turn = state.draw.turn_of(player) if state.draw is not None and drawing(state) else None
    if turn is not None and state.draw is not None:
        turn.served = max(turn.served - count, 0)
        state.draw.unserved[id(turn)] = turn


def throw(state: HandState, event: Burn) -> None:
    """Throw a card away unseen."""
    draw = begin_draw(state)
    count = len(event.cards) or 1
    draw.steps.append(DrawStep(event, "burn", draw.waiting(), count, draw.stub))
    draw.thrown += count
    _take(draw, count)


def reshuffle(state: HandState, event: Reshuffled) -> None:
    """Make the last card and the discards the cards to be dealt; only the log can say how many there are."""
    draw = begin_draw(state)
    served = draw.waiting()
    lying = tuple(turn for turn in draw.turns if turn.count and not turn.pooled)
    if any(_unserved(state, turn) for turn in draw.turns if turn is not served):
        draw.stub = None
    draw.steps.append(DrawStep(event, "reshuffle", served, 0, draw.stub, lying))
    state.released |= thrown_away(state)
    draw.stub = _new_stub(state, draw, event, lying)
    for turn in lying:
        turn.pooled = goes_in(turn, event) is not False and turn is not served


def thrown_away(state: HandState) -> set[int]:
    """The cards that may come again when there are no others: those given up in any draw, and those folded."""
    turns = [turn for draw in state.draws for turn in draw.turns]
    given_up = {card for turn in turns for card in (turn.cards if len(turn.cards) == turn.count else turn.held)}
    return given_up | {card for player in state.players if player.folded is not None for card in player.cards}


def _unserved(state: HandState, turn: Turn) -> bool:
    """Does the record lack cards dealt at this turn? A player who drew a whole hand may rightly wait for one card."""
    return turn.owed > (turn.count == state.rounds[0].own)


def goes_in(turn: Turn, event: Reshuffled) -> bool | None:
    """Were the cards given up at this turn among those shuffled? None where the log does not say."""
    if event.owners:
        return turn.player.name in event.owners
    known = {card for card in turn.cards if card != UNKNOWN}
    if known & set(event.cards):
        return True
    all_named = event.cards and UNKNOWN not in event.cards and len(known) == turn.count
    return False if all_named else None


def _new_stub(state: HandState, draw: Draw, event: Reshuffled, lying: tuple[Turn, ...]) -> int | None:
    """How many cards there are to be dealt now; None if nobody can tell, as after a card was thrown away."""
    if event.cards:
        return len(event.cards)
    if not event.owners or draw.stub is None or draw.thrown:
        return None
    count = draw.stub
    for name in event.owners:
        player = state.player(name, event)
        given_up = [turn.count for turn in lying if turn.player is player]
        if not given_up and player.folded is None:
            return None
        count += sum(given_up) if given_up else player.received
    return count


def _take(draw: Draw, count: int) -> None:
    if draw.stub is not None:
        draw.stub = draw.stub - count if draw.stub >= count else None
