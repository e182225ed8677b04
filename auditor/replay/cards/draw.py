"""The draw: who changed how many cards, how they were served, and how many cards were left to serve them from.

Nothing is judged here. Each step keeps what was known when it was taken, so that the draw can be judged as a whole once
it is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from auditor.replay.state import Player, Table
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary.cards import UNKNOWN, Cards
from auditor.vocabulary.events import Burn, Deal, Discards, Event, Reshuffled

DISCARDS = "discards"  # what a log that notes every card given up says it records


@dataclass(slots=True)
class Turn:
    """A player's turn to draw: what was given up, and what has been dealt in its place so far."""

    player: Player
    event: Discards
    count: int
    cards: Cards  # those given up, as far as they are named
    held: Cards  # the player's before, as far as they are known
    lacked: int = 0  # cards that the player had too few before, and is dealt with these
    served: int = 0
    pooled: bool = False  # what was given up has been shuffled and is among the cards to be dealt

    @property
    def owed(self) -> int:
        """How many cards are still to come."""
        return self.count + self.lacked - self.served


@dataclass(slots=True)
class Step:
    """Something done to the cards in the draw."""

    event: Event
    kind: str  # discard, deal, burn or reshuffle
    turn: Turn | None  # of the player concerned; for a reshuffle, of the one who is being served
    count: int  # cards given up, dealt or thrown away
    stub: int | None  # cards left to be dealt before this step, the last one included; None if nobody can tell
    lying: tuple[Turn, ...] = ()  # for a reshuffle, the turns whose discards lay on the table


@dataclass(slots=True)
class Draw:
    """A draw of a hand: most games have one."""

    place: int  # of the betting round to come
    order: tuple[Player, ...]  # those in the hand when it began, clockwise from the first; empty where nobody knows it
    stub: int | None  # cards left to be dealt
    turns: list[Turn] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    thrown: int = 0  # cards thrown away from the stub

    def turn_of(self, player: Player) -> Turn | None:
        """A player's turn, the last if there were several."""
        return next((turn for turn in reversed(self.turns) if turn.player is player), None)

    def waiting(self) -> Turn | None:
        """Whoever has cards to come: the latest to have given some up, or else the first."""
        owing = [turn for turn in self.turns if turn.owed > 0]
        if not owing:
            return None
        return owing[-1] if owing[-1] is self.turns[-1] else owing[0]


def begin_draw(table: Table) -> Draw:
    """The draw under way; it begins with whatever happens first in it."""
    draw, place = table.draw, min(max(table.rounds_played, 1), len(table.rounds) - 1)
    if draw is None or draw.place != place:
        order = tuple(player for player in _around(table, place) if player.active and not player.lost)
        stub = _stub(table) if draw is None else draw.stub
        draw = table.draw = Draw(place, order, stub)
        table.draws.append(draw)
    return draw


def _around(table: Table, place: int) -> list[Player]:
    """The players in the order in which they draw; none where nobody knows where the buck lies."""
    if table.rounds[place].betting.draw_from == "after-buck":
        return table.left_of_buck()
    first = table.designated
    return [first, *table.clockwise(first)] if first is not None else []


def drawing(table: Table) -> bool:
    """Is the draw under way, or the next thing to come: do players change cards before the next betting round?"""
    place = table.rounds_played
    return 0 < place < len(table.rounds) and table.rounds[place].betting.draw


def drawn(table: Table) -> bool:
    """Is the draw over: has everybody had a turn, and all the cards that were given up?"""
    draw = table.draw
    if draw is None or table.round is None or not table.round.closed or not draw.order:
        return False
    return all(turn.owed <= 0 for turn in draw.turns) and all(draw.turn_of(player) for player in draw.order)


def _stub(table: Table) -> int | None:
    """The cards left once the hands are dealt; None where the record does not show all of them."""
    dealt = table.rounds[0].own
    in_hand = [player for player in table.players if player.active or player.folded is not None or player.received]
    if table.attempt.faults or any(player.received < dealt for player in in_hand):
        return None
    return table.deck.size - sum(player.received for player in in_hand) - len(table.board) - table.burnt


def discard(table: Table, event: Discards) -> None:
    """A player gives up cards; those that are named leave the hand, of others nobody knows which they were."""
    draw = begin_draw(table)
    player = table.player(event.player, event)
    turn = Turn(player, event, event.count, event.cards, player.cards)
    if player.held is not None and table.rounds[-1].betting.filled:
        turn.lacked = max(table.rounds[-1].own - player.held, 0)
    draw.steps.append(Step(event, "discard", turn, event.count, draw.stub))
    draw.turns.append(turn)
    # Where the draw began too early, somebody may have folded since.
    draw.order = tuple(one for one in draw.order if one.active or draw.turn_of(one) is not None)
    player.received = max(player.received - event.count, 0)
    _count_anew(table, player, -event.count)
    if event.count:
        player.cards = _without(player.cards, event.cards) if len(event.cards) == event.count else ()


@dataclass(slots=True)
class GivenUp:
    """Cards that a player gave up for good: when, and whether there was substantial action on the next cards."""

    player: Player
    event: Discards
    place: int  # of the betting round to come
    acted: bool
    in_hand: bool  # or folded before


def give_up(table: Table, event: Discards) -> None:
    """A player gives up cards for good, in a game in which nobody gets others for them.

    Where that comes too late, the hand had a card too many when it mattered, however many there are now.
    """
    player = table.player(event.player, event)
    due, betround = discard_round(table), table.round
    place = max(table.rounds_played, 1)  # without the first betting round none of the cards was noted
    late = due is not None and place > due.place
    acted = late and betround is not None and (len(betround.in_turn) > 1 or betround.round is not due)
    if due is not None and acted and event.count and player.held is None:
        player.held, player.misheld = player.received, player.received > due.own
    table.given_up.append(GivenUp(player, event, place, acted, player.active))
    player.received = max(player.received - event.count, 0)
    if event.count:
        player.cards = _without(player.cards, event.cards) if len(event.cards) == event.count else ()


def discard_round(table: Table) -> Round | None:
    """The betting round before which players give up cards for good, if there is one."""
    for round in table.rounds:
        if round.betting.discard is not None:
            return round
    return None


def notes_discards(table: Table) -> bool:
    """Does the log note such cards: in this hand, or by its own word in every one?"""
    return DISCARDS in table.hand.setup.records or any(isinstance(event, Discards) for event in table.hand.events)


def owing(table: Table, place: int) -> tuple[Player, ...]:
    """The players who have yet to give up a card that was due before the betting round at this place."""
    due = discard_round(table)
    if due is None or due.place > place or not notes_discards(table):
        return ()
    given = {one.player.name for one in table.given_up if one.event.count}
    return tuple(player for player in table.players if player.active and player.name not in given)


def kept_too_long(table: Table, player: Player) -> bool:
    """Has the player not given up in time what was due before a betting round that has begun?"""
    due = discard_round(table)
    if due is None or table.rounds_played <= due.place:
        return False
    return not any(one.player is player and one.event.count and not one.acted for one in table.given_up)


def _without(cards: Cards, gone: Cards) -> Cards:
    """The cards that are left; none are known for certain if one that was given up is not among them."""
    left = list(cards)
    for card in gone:
        if card == UNKNOWN or card not in left:
            return ()
        left.remove(card)
    return tuple(left)


def serve(table: Table, event: Deal, name: str, cards: Cards) -> None:
    """Replacements are dealt to a player."""
    draw, player = begin_draw(table), table.player(name, event)
    turn = draw.turn_of(player)
    draw.steps.append(Step(event, "deal", turn, len(cards), draw.stub))
    if turn is not None:
        turn.served += len(cards)
    _count_anew(table, player, len(cards))
    _take(draw, len(cards))


def _count_anew(table: Table, player: Player, change: int) -> None:
    """A hand that was counted before the draw may be made complete in it."""
    if player.held is not None and table.rounds[-1].betting.filled:
        player.held += change
        player.misheld = player.held != table.rounds[-1].own


def unserve(table: Table, player: Player, count: int) -> None:
    """Cards of a draw are taken from a player again: others are to come in their place."""
    turn = table.draw.turn_of(player) if table.draw is not None and drawing(table) else None
    if turn is not None:
        turn.served = max(turn.served - count, 0)


def throw(table: Table, event: Burn) -> None:
    """A card is thrown away unseen."""
    draw = begin_draw(table)
    count = len(event.cards) or 1
    draw.steps.append(Step(event, "burn", draw.waiting(), count, draw.stub))
    draw.thrown += count
    _take(draw, count)


def reshuffle(table: Table, event: Reshuffled) -> None:
    """The last card and the discards become the cards to be dealt; how many, only the log can say."""
    draw = begin_draw(table)
    served = draw.waiting()
    lying = tuple(turn for turn in draw.turns if turn.count and not turn.pooled)
    if any(_unserved(table, turn) for turn in draw.turns if turn is not served):
        draw.stub = None
    draw.steps.append(Step(event, "reshuffle", served, 0, draw.stub, lying))
    table.released |= thrown_away(table)
    draw.stub = _new_stub(table, draw, event, lying)
    for turn in lying:
        turn.pooled = goes_in(turn, event) is not False and turn is not served


def thrown_away(table: Table) -> set[int]:
    """The cards that may come again when there are no others: given up in this draw or an earlier one, or folded."""
    turns = [turn for draw in table.draws for turn in draw.turns]
    given_up = {card for turn in turns for card in (turn.cards if len(turn.cards) == turn.count else turn.held)}
    return given_up | {card for player in table.players if player.folded is not None for card in player.cards}


def _unserved(table: Table, turn: Turn) -> bool:
    """Does the record lack cards dealt at this turn? Of a whole hand one may rightly be still to come."""
    return turn.owed > (turn.count == table.rounds[0].own)


def goes_in(turn: Turn, event: Reshuffled) -> bool | None:
    """Were the cards given up at this turn among those shuffled? None where the log does not tell."""
    if event.owners:
        return turn.player.name in event.owners
    known = {card for card in turn.cards if card != UNKNOWN}
    if known & set(event.cards):
        return True
    told = event.cards and UNKNOWN not in event.cards and len(known) == turn.count
    return False if told else None


def _new_stub(table: Table, draw: Draw, event: Reshuffled, lying: tuple[Turn, ...]) -> int | None:
    """How many cards there are to be dealt now; a card thrown away may be among them or not."""
    if event.cards:
        return len(event.cards)
    if not event.owners or draw.stub is None or draw.thrown:
        return None
    count = draw.stub
    for name in event.owners:
        player = table.player(name, event)
        given_up = [turn.count for turn in lying if turn.player is player]
        if not given_up and player.folded is None:
            return None
        count += sum(given_up) if given_up else player.received
    return count


def _take(draw: Draw, count: int) -> None:
    if draw.stub is not None:
        draw.stub = draw.stub - count if draw.stub >= count else None
