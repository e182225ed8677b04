"""The communal cards: what was burnt before each, whether their time had come, and what became of those turned wrongly.

Nothing is judged here. Each opening keeps what was known when the cards were turned, and what was done with them later,
so that an error and its remedy can be judged together once the hand is over.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from auditor.replay.cards.draw import owing
from auditor.replay.state import Betround, Player, Table
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary.events import Act, Bet, Burn, Communal, Event, Misdeal, Raise, SetAside, TakenBack

BACK, ASIDE, BURNT = "back", "aside", "burnt"  # where a card goes that leaves the board


@dataclass(slots=True)
class Opening:
    """Communal cards turned for one betting round; several lines may be one opening."""

    event: Communal
    round: Round  # the betting round that they are for
    due: int  # how many should have been turned
    burns: tuple[Burn, ...]  # since the communal cards before them
    owing: tuple[Player, ...]  # who had yet to give up a card
    won: bool  # one player was left
    contested: bool  # more than one player could still wager
    early: bool  # the betting before them was not finished
    cards: list[int] = field(default_factory=list)
    gone: dict[int, tuple[str, Event]] = field(default_factory=dict)  # those that left the board: where to, and when
    acted: bool = False  # substantial action had followed by the time the first of them left
    begun: bool = False  # or any act
    done: dict[str, bool] = field(default_factory=dict)  # shuffle and cut since they were turned, where noted
    betround: Betround | None = None  # the betting on them

    @property
    def over(self) -> int:
        """How many cards too many were turned."""
        return max(len(self.cards) - self.due, 0)

    @property
    def burnt(self) -> int:
        """How many cards were burnt before them."""
        return sum(len(event.cards) or 1 for event in self.burns)


def substantial(betround: Betround | None) -> bool:
    """Have two different players acted in turn in a betting round?"""
    return betround is not None and len(betround.in_turn) > 1


def unnoted_before(table: Table, opening: Opening) -> bool:
    """Did somebody act between the burns before these cards? Then the record lacks the cards of the first burn."""
    if len(opening.burns) < 2:
        return False
    first, between = opening.burns[0], False
    for event in table.hand.events:
        if event is opening.event:
            break
        if between and isinstance(event, Act):
            return True
        between = between or event is first
    return False


def lacks_cards(table: Table) -> bool:
    """Does the record plainly not have all the communal cards that were turned?"""
    if table.burns or all(round.communal != len(table.board) for round in table.rounds):
        return True
    return any(unnoted_before(table, opening) for opening in table.openings)


def opened(table: Table, event: Communal, early: bool) -> None:
    """Note that communal cards are turned, before anything follows from it. Only remedies ask for that."""
    last = table.openings[-1] if table.openings else None
    if last is not None and not table.burns and _goes_on(last):
        last.cards += event.cards
        return
    coming = _coming(table)
    burns, table.burns = tuple(table.burns), []
    due = max(coming.communal - _rightly_out(table), 0)
    opening = Opening(event, coming, due, burns, owing(table, coming.place), table.over, len(table.able) > 1, early)
    opening.cards += event.cards
    table.openings.append(opening)
    if opening.over and not early and any(remedy.fault == "surplus" for remedy in table.game.remedies):
        if noted_together(table, opening):
            table.waiting_card += _noted_ahead(table, opening)
        else:
            table.surplus += opening.over


def _goes_on(opening: Opening) -> bool:
    """Are cards of the same opening still to come, noted one by one?"""
    acted = opening.betround is not None and opening.betround.acts > 0
    return not opening.gone and not acted and len(opening.cards) < opening.due


def _rightly_out(table: Table) -> int:
    return len(table.board) - table.surplus


def _coming(table: Table) -> Round:
    """The betting round that the next communal cards are for."""
    later = table.rounds[min(table.rounds_played, len(table.rounds) - 1) :]
    out = _rightly_out(table)
    return next((round for round in later if round.communal > out), table.rounds[-1])


def noted_together(table: Table, opening: Opening) -> bool:
    """May a record that is short of words have put the cards of several betting rounds into one line?

    Not if one of them is dealt with again, or if there are too many cards in the end. Where somebody acts on them, only
    if no card is missing in the end either: such a record has the whole board, and not when each card of it was turned.
    """
    board, acted, before = 0, False, True
    for event in _deal_with(table, opening):
        if isinstance(event, Communal):
            board += len(event.cards)
        elif isinstance(event, TakenBack | SetAside | Burn) and not before and set(event.cards) & set(opening.cards):
            return False
        elif isinstance(event, TakenBack | SetAside | Burn):
            board -= sum(any(card in one.cards for one in table.openings) for card in event.cards)
        acted = acted or (isinstance(event, Act) and not before)
        before = before and event is not opening.event
    complete = table.rounds[-1].communal
    return board == complete if acted else any(round.communal == board for round in table.rounds)


def _deal_with(table: Table, opening: Opening) -> list[Event]:
    """What the record has of the deal in which these cards were turned."""
    events: list[Event] = []
    for event in table.hand.events:
        if type(event) is Misdeal:
            if any(one is opening.event for one in events):
                break
            events = []
        events.append(event)
    return events


def _noted_ahead(table: Table, opening: Opening) -> int:
    """How many cards noted together are of betting rounds that come after the first of which acts are noted."""
    out = _rightly_out(table) + len(opening.cards)
    covered = [round for round in table.rounds[opening.round.place :] if round.communal <= out]
    events = table.hand.events
    at = next(number for number, event in enumerate(events) if event is opening.event)
    first = covered[-min(_rounds_of_acts(events[at + 1 :]), len(covered))]
    return out - first.communal


def _rounds_of_acts(events: list[Event]) -> int:
    """Over how many betting rounds the acts go, at least one, that come before the next communal card.

    A new one shows in a bet after a wager was made, and in somebody's acting again though nobody has wagered since.
    """
    rounds, wagered, acted = 1, False, set[str]()
    for event in events:
        if isinstance(event, Communal):
            break
        if not isinstance(event, Act):
            continue
        if event.player in acted or (wagered and isinstance(event, Bet)):
            rounds, wagered = rounds + 1, False
            acted.clear()
        if isinstance(event, Bet | Raise):
            wagered = True
            acted.clear()
        acted.add(event.player)
    return rounds


def leave_board(table: Table, cards: tuple[int, ...], where: str, event: Event) -> None:
    """Cards are taken off the board; a betting round that began with them waits for the cards in their place."""
    for card in cards:
        opening = next((one for one in reversed(table.openings) if card in one.cards), None)
        if opening is None or card not in table.board:
            continue
        opening.acted = opening.acted or (not opening.gone and substantial(opening.betround))
        opening.begun = opening.begun or (
            not opening.gone and opening.betround is not None and opening.betround.acts > 0
        )
        opening.gone[card] = (where, event)
        table.board.remove(card)
        if table.surplus:
            table.surplus -= 1
        elif table.waiting_card and opening.early and opening.betround is None:
            table.waiting_card -= 1
        else:
            _not_begun(table, opening)


def _not_begun(table: Table, opening: Opening) -> None:
    betround = table.round
    if betround is None or opening.betround is not betround or betround.round.communal <= len(table.board):
        return
    table.rounds_played = betround.round.place
    table.fresh, table.turn, betround.closed = True, None, True
    opening.betround = None
    if not table.rounds_played:
        table.round = None


def note_step(table: Table, what: str, done: bool) -> None:
    """The cards to be dealt are shuffled or cut in the middle of the hand, or expressly not."""
    if table.openings:
        table.openings[-1].done[what] = done
