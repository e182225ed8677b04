"""The communal cards: what was burnt before each, whether their time had come, and what became of those turned wrongly.

Nothing is judged here. Each opening keeps what was known when its cards were turned and what was done with them later,
so that checks can judge an error and its remedy together once the hand is over.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.replay.cards.draw import owing
from auditor.replay.state import BettingRound, BoardOpening, HandState
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary.events import Act, Bet, Burn, Communal, Event, Misdeal, Raise, SetAside, TakenBack

BACK, ASIDE, BURNT = "back", "aside", "burnt"  # where cards go that leave the board


def substantial(betround: BettingRound | None) -> bool:
    """Have two different players acted in turn in a betting round?"""
    return betround is not None and len(betround.in_turn) > 1


def unnoted_before(state: HandState, opening: BoardOpening) -> bool:
    """Did somebody act between the burns before these cards? Then the record lacks the cards of the first burn."""
    if len(opening.burns) < 2:
        return False
    timeline = state.timeline
    return timeline.next(timeline.place(opening.burns[0]), Act) < timeline.place(opening.event)


def lacks_cards(state: HandState) -> bool:
    """Does the record plainly lack some of the communal cards that were turned?"""
    if state.burns or all(round.communal != len(state.board) for round in state.rounds):
        return True
    return any(unnoted_before(state, opening) for opening in state.openings)


def opened(state: HandState, event: Communal, early: bool) -> None:
    """Note that communal cards are turned, before anything follows from that. Only remedies need it."""
    last = state.openings[-1] if state.openings else None
    if last is not None and not state.burns and _goes_on(last):
        last.cards += event.cards
        return
    coming = _coming(state)
    burns, state.burns = tuple(state.burns), []
    due = max(coming.communal - _rightly_out(state), 0)
    opening = BoardOpening(
        event, coming, due, burns, owing(state, coming.round_index), state.over, len(state.able) > 1, early
    )
    opening.cards += event.cards
    state.openings.append(opening)
    if opening.over and not early and any(remedy.fault == "surplus" for remedy in state.game.remedies):
        if noted_together(state, opening):
            state.waiting_card += _noted_ahead(state, opening)
        else:
            state.surplus += opening.over


def _goes_on(opening: BoardOpening) -> bool:
    """Are cards of the same opening still to come, because the log notes them one by one?"""
    acted = opening.betround is not None and opening.betround.acts > 0
    return not opening.gone and not acted and len(opening.cards) < opening.due


def _rightly_out(state: HandState) -> int:
    return len(state.board) - state.surplus


def _coming(state: HandState) -> Round:
    """The betting round that the next communal cards are for."""
    later = state.rounds[min(state.rounds_played, len(state.rounds) - 1) :]
    out = _rightly_out(state)
    return next((round for round in later if round.communal > out), state.rounds[-1])


def noted_together(state: HandState, opening: BoardOpening) -> bool:
    """May a terse record have put the cards of several betting rounds into one line?

    Not if one of the cards leaves the board later, or if there are too many cards in the end. Where somebody acts after
    them, only if no card is missing in the end either: such a record has the whole board, but does not tell when each
    card was turned.
    """
    timeline, complete = state.timeline, state.rounds[-1].communal
    place = timeline.place(opening.event)
    start, stop = timeline.previous(place, Misdeal) + 1, timeline.next(place, Misdeal)
    if timeline.total(start, stop, _surely_out) > complete:
        return False
    board = 0
    for event in timeline.each(start, stop, Communal, TakenBack, SetAside, Burn):
        if isinstance(event, Communal):
            board += len(event.cards)
        elif timeline.place(event) > place and set(event.cards) & set(opening.cards):
            return False
        else:
            board -= sum(any(card in one.cards for one in state.openings) for card in event.cards)
    acted = timeline.next(place, Act) < stop
    return board == complete if acted else any(round.communal == board for round in state.rounds)


def _surely_out(event: Event) -> int:
    """How many cards an event brings to the board, less all that it may take off."""
    if isinstance(event, Communal):
        return len(event.cards)
    return -len(event.cards) if isinstance(event, TakenBack | SetAside | Burn) else 0


def _noted_ahead(state: HandState, opening: BoardOpening) -> int:
    """How many of the cards noted together are of later betting rounds than the first one whose acts follow."""
    out = _rightly_out(state) + len(opening.cards)
    covered = [round for round in state.rounds[opening.round.round_index :] if round.communal <= out]
    start = state.timeline.place(opening.event) + 1
    acts = state.timeline.each(start, state.timeline.next(start, Communal), Act)
    first = covered[-min(_rounds_of(acts), len(covered))]
    return out - first.communal


def _rounds_of(acts: Iterator[Act]) -> int:
    """How many betting rounds the acts before the next communal card belong to, at least one.

    A new round shows if somebody bets after a wager, or acts again though nobody has wagered since.
    """
    rounds, wagered, acted = 1, False, set[str]()
    for event in acts:
        if event.player in acted or (wagered and isinstance(event, Bet)):
            rounds, wagered = rounds + 1, False
            acted.clear()
        if isinstance(event, Bet | Raise):
            wagered = True
            acted.clear()
        acted.add(event.player)
    return rounds


def leave_board(state: HandState, cards: tuple[int, ...], where: str, event: Event) -> None:
    """Take cards off the board. A betting round that began with them waits for the cards in their place."""
    for card in cards:
        opening = next((one for one in reversed(state.openings) if card in one.cards), None)
        if opening is None or card not in state.board:
            continue
        opening.acted = opening.acted or (not opening.gone and substantial(opening.betround))
        opening.begun = opening.begun or (
            not opening.gone and opening.betround is not None and opening.betround.acts > 0
        )
        opening.gone[card] = (where, event)
        state.board.remove(card)
        if state.surplus:
            state.surplus -= 1
        elif state.waiting_card and opening.early and opening.betround is None:
            state.waiting_card -= 1
        else:
            _not_begun(state, opening)


def _not_begun(state: HandState, opening: BoardOpening) -> None:
    betround = state.round
    if betround is None or opening.betround is not betround or betround.round.communal <= len(state.board):
        return
    state.rounds_played = betround.round.round_index
    state.fresh, state.turn, betround.closed = True, None, True
    opening.betround = None
    if not state.rounds_played:
        state.round = None


def note_step(state: HandState, what: str, done: bool) -> None:
    """Note that the cards to be dealt are shuffled or cut in the middle of the hand, or expressly not."""
    if state.openings:
        state.openings[-1].done[what] = done
