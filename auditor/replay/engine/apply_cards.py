"""How events with cards change the state: cards dealt, turned, burnt and given up, and the mishaps of a deal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from auditor.replay.betting.lookahead import acts_again, awaited, is_early, misdirected, place_of
from auditor.replay.betting.rounds_and_turns import cards_come, keep_turn, start_round
from auditor.replay.cards.board import ASIDE, BACK, BURNT, leave_board, note_step, opened, substantial
from auditor.replay.cards.draw import discard, drawing, drawn, give_up, reshuffle, serve, throw, unserve
from auditor.replay.cards.mishaps import note_boxed, note_mishap
from auditor.replay.settlement.showdown import own_cards_due, replaced
from auditor.replay.state import Attempt, HandState, Player
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable

# ---- dealt, turned, burnt, given up ----


def _deal(state: HandState, event: e.Deal) -> None:
    """Deal one pass of cards: of the first deal, of a later one, or in the draw."""
    by_name = state.by_name
    if not state.attempt.holes:
        state.attempt.dealt = state.attempt.holes = True
        for player in _without_cards(state, event):
            player.active = False
    elif comes_after_betting(state, event):
        cards_come(state, event)
    draws = drawing(state)
    for name, cards in event.holdings:
        player = by_name.get(name) or state.player(name, event)
        if player.folded is None and not player.void:
            player.active = True
        if draws:
            serve(state, event, name, cards)
        player.cards += cards
        player.received += len(cards)
        if player.cards_counted is not None:
            _put_right(state, player, len(cards))
        if event.up != (name in event.contrary):
            player.up += cards
        state.cards_named += [(card, event) for card in cards]
    state.fresh = state.round is None or cards_to_come(state)
    if _ready(state) or (draws and drawn(state)):
        start_round(state)


def _put_right(state: HandState, player: Player, change: int) -> None:
    """Correct a wrong number of cards in a hand, which can be done until there was substantial action."""
    if player.cards_counted is not None and state.rounds_played < 2 and not substantial(state.round):
        player.cards_counted += change
        player.wrong_card_count = player.cards_counted != own_cards_due(state)


def comes_after_betting(state: HandState, event: e.Communal | e.Deal | e.Discards) -> bool:
    """Do these cards, or this draw, come after the betting round that has begun, so that it should be over?"""
    if state.round is None:
        return False
    if isinstance(event, e.Deal):
        return state.attempt.holes and cards_to_come(state)
    return isinstance(event, e.Communal) or (state.rounds[-1].betting.draw and not _raps(state, event))


def cards_to_come(state: HandState) -> bool:
    """May a card to a player belong to a later round? If not, it is one too many, or replaces another.

    After the first deal of a game with communal cards, players get no more cards of their own.
    """
    rounds = state.rounds
    return not rounds[-1].communal or any(each.passes for each in rounds[state.rounds_played :])


def _ready(state: HandState) -> bool:
    """Do all players have the cards that come before the next betting round?"""
    place = state.rounds_played
    if state.over or place >= len(state.rounds) or (state.round is not None and not state.round.closed):
        return False
    coming = state.rounds[place]
    if coming.betting.draw or coming.communal > len(state.board):
        return False
    own = coming.own - replaced(state)
    for player in reversed(state.players):  # whoever sits last most often gets the last card
        if player.active and player.received + player.unnoted < own:
            return False
    return True


def _without_cards(state: HandState, event: e.Deal) -> list[Player]:
    """The players who got no cards: the deal does not name them, and they have no part in the hand after it.

    A log may leave out the cards of players who are plainly in, or tell of them one player after the other.
    """
    others = state.by_name.copy()
    for name, _ in event.holdings:
        others.pop(name, None)
    if not others:
        return []
    without = [player for player in others.values() if player.out]
    for each in islice(state.hand.events, place_of(state, event) + 1, None):
        if isinstance(each, e.Deal):
            for name, _ in each.holdings:
                others.pop(name, None)
        elif isinstance(each, e.Act):
            others.pop(each.player, None)
        else:
            continue
        if not others:
            return without
    return [*without, *(player for player in others.values() if not player.out)]


def _communal(state: HandState, event: e.Communal) -> None:
    state.attempt.dealt = True
    if state.game.remedies:
        opened(state, event, is_early(state, event))
    belongs = awaited(state, event)
    early = not belongs and comes_after_betting(state, event) and cards_come(state, event)
    for card in event.cards:
        state.board.append(card)
        state.cards_named.append((card, event))
    if event.how == "face-up":
        state.attempt.face_up = event
    if not early and not belongs and _turned(state):
        start_round(state)
    elif not early and not belongs:
        state.fresh = True


def _run(state: HandState, event: e.Run) -> None:
    """Deal the cards to come once more."""
    if len(state.runs) >= state.deck.size:
        raise Unreadable(
            f"found more than {state.deck.size} runs, expected fewer than the deck has cards", event.line, 1
        )
    state.runs.append(event)
    state.cards_named += [(card, event) for card in event.cards]


def _turned(state: HandState) -> bool:
    """Are all the communal cards out that come before the next betting round? A log may note them one by one."""
    place = min(state.rounds_played, len(state.rounds) - 1)
    return len(state.board) - state.surplus >= state.rounds[place].communal


def _taken_back(state: HandState, event: e.TakenBack) -> None:
    """Put cards back among those to be dealt, from where they may come again."""
    state.released.update(event.cards)
    if event.player is not None:
        if state.round is None and (mishap := misdirected(state, event)) is not None:
            note_mishap(state, mishap)
        player = state.player(event.player, event)
        player.received = max(player.received - len(event.cards), 0)
        player.cards = tuple(card for card in player.cards if card not in event.cards)
        player.up = tuple(card for card in player.up if card not in event.cards)
        _put_right(state, player, -len(event.cards))
        _not_begun(state, player)
        if state.waiting_card and not state.rounds[-1].communal:
            state.waiting_card = 0  # a card that came before its time is out of play again
        unserve(state, player, len(event.cards))
    else:
        leave_board(state, event.cards, BACK, event)


def _set_aside(state: HandState, event: e.SetAside) -> None:
    """Put communal cards aside, from where they may be shuffled in again."""
    state.released.update(event.cards)
    leave_board(state, event.cards, ASIDE, event)


def _not_begun(state: HandState, player: Player) -> None:
    """Undo the beginning of a betting round without an act if the card taken back began it: it waits for another."""
    betround = state.round
    if betround is not None and betround.acts == 0 and player.received < own_cards_due(state):
        state.rounds_played -= 1
        state.fresh, state.turn = True, None
        betround.closed = True
        if not state.rounds_played:
            state.round = None


def _discards(state: HandState, event: e.Discards) -> None:
    if not state.rounds[-1].betting.draw:
        give_up(state, event)
        return
    if _raps(state, event):
        return
    if comes_after_betting(state, event):
        cards_come(state, event)
    discard(state, event)
    state.fresh = True
    if drawing(state) and drawn(state):
        start_round(state)


def _raps(state: HandState, event: e.Discards) -> bool:
    """Does the player rap pat in turn, not knowing of a raise to be answered? That is no draw yet."""
    betround, turn = state.round, state.turn
    if event.count or state.game.rapping is None or betround is None or betround.closed or turn is None:
        return False
    owes = turn.name == event.player and turn.put_in_round < betround.highest
    return owes and acts_again(state, turn)


def _reshuffled(state: HandState, event: e.Reshuffled) -> None:
    if state.game.remedies:
        note_step(state, "shuffle", True)
    else:
        reshuffle(state, event)


def _burn(state: HandState, event: e.Burn) -> None:
    if drawing(state):
        throw(state, event)
    else:
        leave_board(state, event.cards, BURNT, event)
        state.burns.append(event)
        state.burnt += len(event.cards) or 1


# ---- mishaps ----


def _misdeal(state: HandState, event: e.Misdeal) -> None:
    """Call off the deal: cards and wagers go back, and the attempt stays on file for the checks of misdeals."""
    state.attempt.misdeal = event
    state.attempt.wagered = {player.name: player.put_in_hand for player in state.players if player.put_in_hand}
    state.attempts.append(state.attempt)
    state.attempt = Attempt()
    for player in state.players:
        player.stake += player.put_in_hand
        player.put_in_round = player.put_in_hand = player.received = 0
        player.up = ()
        player.cards, player.level_at_last_act, player.full_level_at_last_act, player.folded = (), -1, -1, None
        player.void, player.early = False, None
        player.undercalled, player.forfeited = False, None
        player.cards_counted, player.wrong_card_count, player.shown, player.mucked, player.unaccounted_for = (
            None,
            False,
            None,
            False,
            False,
        )
        player.active = not player.out
    state.board.clear()
    state.burns.clear()
    state.openings.clear()
    state.given_up.clear()
    state.cards_named.clear()
    state.shows.clear()
    state.early.clear()
    state.released.clear()
    state.draws.clear()
    state.posts_left_on_table, state.posts, state.post_figures, state.post_blind_indexes = (
        state.posts or state.posts_left_on_table,
        [],
        [],
        [],
    )
    state.post_kinds.clear()
    state.kill, state.blind, state.compulsory, state.min_raise, state.lacks_last = None, None, None, None, False
    state.round, state.turn, state.over, state.draw = None, None, False, None
    state.rounds_played = state.waiting_card = state.folds = state.burnt = state.surplus = 0
    state.fresh = state.gaps = False


def _holds(state: HandState, event: e.Holds) -> None:
    player = state.player(event.player, event)
    if not _before_cards(state):
        player.cards_counted, player.wrong_card_count = event.count, event.count != own_cards_due(state)


def _before_cards(state: HandState) -> bool:
    """Has nobody a card yet of a deal that is recorded? What was counted then is no hand of this deal."""
    place, events = state.timeline.next(state.event_index, e.Deal, e.Misdeal), state.hand.events
    return not state.attempt.dealt and place < len(events) and type(events[place]) is e.Deal


def _declares(state: HandState, event: e.Declares) -> None:
    """Open the pot by the word of a player without chips: all who come in owe the full opening bet."""
    betround = state.round
    if event.hand != "open" or state.game.declared_open is None or betround is None or betround.highest:
        return
    betround.opened = betround.declared = True
    betround.highest = betround.full_level = betround.least or 0


def _voided(state: HandState, event: e.Voided) -> None:
    player = state.player(event.player, event)
    player.void = True
    if player.active:
        player.active = False
        if state.round is not None and not state.round.closed:
            keep_turn(state)


def _kept(state: HandState, event: e.Kept) -> None:
    state.player(event.player, event)


def _noticed(state: HandState, event: e.Noticed) -> None:
    """Nothing changes, but whoever was still to act must have a seat."""
    for name in event.waiting:
        state.player(name, event)


# ---- by the kind of event ----

# Each function takes the kind of event that it stands beside. No type ties the keys of a dict to its values: hence Any.
HANDLERS: dict[type[e.Event], Callable[[HandState, Any], None]] = {
    e.Deal: _deal,
    e.Communal: _communal,
    e.Run: _run,
    e.Boxed: note_boxed,
    e.TakenBack: _taken_back,
    e.SetAside: _set_aside,
    e.Discards: _discards,
    e.Reshuffled: _reshuffled,
    e.Burn: _burn,
    e.Kept: _kept,
    e.Noticed: _noticed,
    e.Misdeal: _misdeal,
    e.Holds: _holds,
    e.Voided: _voided,
    e.Declares: _declares,
}
