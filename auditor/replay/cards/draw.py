"""The draw: who changed how many cards, how they were served, and how many cards were left to serve them from.

Nothing is judged here. Each step keeps what was known when it was taken, so that the draw can be judged as a whole once
it is over.
"""

from __future__ import annotations

from auditor.replay.state import Draw, DrawStep, GivenUp, HandState, Player, Turn
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary.cards import UNKNOWN, Cards
from auditor.vocabulary.events import Burn, Deal, Discards, Reshuffled
from auditor.vocabulary.log_words import DISCARDS


def begin_draw(state: HandState) -> Draw:
    """The draw under way; it begins with whatever happens first in it."""
    draw, place = state.draw, min(max(state.rounds_played, 1), len(state.rounds) - 1)
    if draw is None or draw.place != place:
        order = tuple(player for player in _around(state, place) if player.active and not player.unaccounted_for)
        stub = _stub(state) if draw is None else draw.stub
        draw = state.draw = Draw(place, order, stub)
        state.draws.append(draw)
    return draw


def _around(state: HandState, place: int) -> list[Player]:
    """The players in the order in which they draw; none where nobody knows where the buck lies."""
    if state.rounds[place].betting.draw_from == "after-buck":
        return state.left_of_buck()
    first = state.designated
    return [first, *state.clockwise(first)] if first is not None else []


def drawing(state: HandState) -> bool:
    """Is the draw under way, or the next thing to come: do players change cards before the next betting round?"""
    place = state.rounds_played
    return 0 < place < len(state.rounds) and state.rounds[place].betting.draw


def drawn(state: HandState) -> bool:
    """Is the draw over: has everybody had a turn, and all the cards that were given up?"""
    draw = state.draw
    if draw is None or state.round is None or not state.round.closed or not draw.order:
        return False
    return all(turn.owed <= 0 for turn in draw.turns) and all(draw.turn_of(player) for player in draw.order)


def _stub(state: HandState) -> int | None:
    """The cards left once the hands are dealt; None where the record does not show all of them."""
    dealt = state.rounds[0].own
    in_hand = [player for player in state.players if player.active or player.folded is not None or player.received]
    if state.attempt.faults or any(player.received < dealt for player in in_hand):
        return None
    return state.deck.size - sum(player.received for player in in_hand) - len(state.board) - state.burnt


def discard(state: HandState, event: Discards) -> None:
    """A player gives up cards; those that are named leave the hand, of others nobody knows which they were."""
    draw = begin_draw(state)
    player = state.player(event.player, event)
    turn = Turn(player, event, event.count, event.cards, player.cards)
    if player.held is not None and state.rounds[-1].betting.filled:
        turn.lacked = max(state.rounds[-1].own - player.held, 0)
    draw.steps.append(DrawStep(event, "discard", turn, event.count, draw.stub))
    draw.turns.append(turn)
    # Where the draw began too early, somebody may have folded since.
    draw.order = tuple(one for one in draw.order if one.active or draw.turn_of(one) is not None)
    player.received = max(player.received - event.count, 0)
    _count_anew(state, player, -event.count)
    if event.count:
        player.cards = _without(player.cards, event.cards) if len(event.cards) == event.count else ()


def give_up(state: HandState, event: Discards) -> None:
    """A player gives up cards for good, in a game in which nobody gets others for them.

    Where that comes too late, the hand had a card too many when it mattered, however many there are now.
    """
    player = state.player(event.player, event)
    due, betround = discard_round(state), state.round
    place = max(state.rounds_played, 1)  # without the first betting round none of the cards was noted
    late = due is not None and place > due.round_index
    acted = late and betround is not None and (len(betround.in_turn) > 1 or betround.round is not due)
    if due is not None and acted and event.count and player.held is None:
        player.held, player.misheld = player.received, player.received > due.own
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
    """Does the log note such cards: in this hand, or by its own word in every one?"""
    return DISCARDS in state.hand.setup.records or any(isinstance(event, Discards) for event in state.hand.events)


def owing(state: HandState, place: int) -> tuple[Player, ...]:
    """The players who have yet to give up a card that was due before the betting round at this place."""
    due = discard_round(state)
    if due is None or due.round_index > place or not notes_discards(state):
        return ()
    given = {one.player.name for one in state.given_up if one.event.count}
    return tuple(player for player in state.players if player.active and player.name not in given)


def kept_too_long(state: HandState, player: Player) -> bool:
    """Has the player not given up in time what was due before a betting round that has begun?"""
    due = discard_round(state)
    if due is None or state.rounds_played <= due.round_index:
        return False
    return not any(one.player is player and one.event.count and not one.acted for one in state.given_up)


def _without(cards: Cards, gone: Cards) -> Cards:
    """The cards that are left; none are known for certain if one that was given up is not among them."""
    left = list(cards)
    for card in gone:
        if card == UNKNOWN or card not in left:
            return ()
        left.remove(card)
    return tuple(left)


def serve(state: HandState, event: Deal, name: str, cards: Cards) -> None:
    """Replacements are dealt to a player."""
    draw, player = begin_draw(state), state.player(name, event)
    turn = draw.turn_of(player)
    draw.steps.append(DrawStep(event, "deal", turn, len(cards), draw.stub))
    if turn is not None:
        turn.served += len(cards)
    _count_anew(state, player, len(cards))
    _take(draw, len(cards))


def _count_anew(state: HandState, player: Player, change: int) -> None:
    """A hand that was counted before the draw may be made complete in it."""
    if player.held is not None and state.rounds[-1].betting.filled:
        player.held += change
        player.misheld = player.held != state.rounds[-1].own


def unserve(state: HandState, player: Player, count: int) -> None:
    """Cards of a draw are taken from a player again: others are to come in their place."""
    turn = state.draw.turn_of(player) if state.draw is not None and drawing(state) else None
    if turn is not None:
        turn.served = max(turn.served - count, 0)


def throw(state: HandState, event: Burn) -> None:
    """A card is thrown away unseen."""
    draw = begin_draw(state)
    count = len(event.cards) or 1
    draw.steps.append(DrawStep(event, "burn", draw.waiting(), count, draw.stub))
    draw.thrown += count
    _take(draw, count)


def reshuffle(state: HandState, event: Reshuffled) -> None:
    """The last card and the discards become the cards to be dealt; how many, only the log can say."""
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
    """The cards that may come again when there are no others: given up in this draw or an earlier one, or folded."""
    turns = [turn for draw in state.draws for turn in draw.turns]
    given_up = {card for turn in turns for card in (turn.cards if len(turn.cards) == turn.count else turn.held)}
    return given_up | {card for player in state.players if player.folded is not None for card in player.cards}


def _unserved(state: HandState, turn: Turn) -> bool:
    """Does the record lack cards dealt at this turn? Of a whole hand one may rightly be still to come."""
    return turn.owed > (turn.count == state.rounds[0].own)


def goes_in(turn: Turn, event: Reshuffled) -> bool | None:
    """Were the cards given up at this turn among those shuffled? None where the log does not tell."""
    if event.owners:
        return turn.player.name in event.owners
    known = {card for card in turn.cards if card != UNKNOWN}
    if known & set(event.cards):
        return True
    told = event.cards and UNKNOWN not in event.cards and len(known) == turn.count
    return False if told else None


def _new_stub(state: HandState, draw: Draw, event: Reshuffled, lying: tuple[Turn, ...]) -> int | None:
    """How many cards there are to be dealt now; a card thrown away may be among them or not."""
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
