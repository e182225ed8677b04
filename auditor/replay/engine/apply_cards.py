"""How what is done with the cards changes the table: dealt, turned, burnt, given up, and the mishaps of a deal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from auditor.replay.betting.lookahead import awaited, is_early, place_of
from auditor.replay.betting.rounds_and_turns import cards_come, keep_turn, start_round
from auditor.replay.cards.board import ASIDE, BACK, BURNT, leave_board, note_step, opened, substantial
from auditor.replay.cards.draw import discard, drawing, drawn, give_up, reshuffle, serve, throw, unserve
from auditor.replay.settlement.showdown import own_cards_due, replaced
from auditor.replay.state import Attempt, Player, Table
from auditor.vocabulary import events as e

# ---- dealt, turned, burnt, given up ----


def _deal(table: Table, event: e.Deal) -> None:
    """One pass of cards: of the first deal, of a later one, or in the draw."""
    by_name = table.by_name
    if not table.attempt.holes:
        table.attempt.dealt = table.attempt.holes = True
        for player in _without_cards(table, event):
            player.active = False
    elif table.round is not None and cards_to_come(table):
        cards_come(table, event)
    draws = drawing(table)
    for name, cards in event.holdings:
        player = by_name.get(name) or table.player(name, event)
        if player.folded is None and not player.void:
            player.active = True
        if draws:
            serve(table, event, name, cards)
        player.cards += cards
        player.received += len(cards)
        if player.held is not None:
            _put_right(table, player, len(cards))
        if event.up != (name in event.contrary):
            player.up += cards
        table.seen += [(card, event) for card in cards]
    table.fresh = table.round is None or cards_to_come(table)
    if _ready(table) or (draws and drawn(table)):
        start_round(table)


def _put_right(table: Table, player: Player, change: int) -> None:
    """A wrong number of cards found in a hand is corrected, which can be done until there was substantial action."""
    if player.held is not None and table.rounds_played < 2 and not substantial(table.round):
        player.held += change
        player.misheld = player.held != own_cards_due(table)


def cards_to_come(table: Table) -> bool:
    """May a card to a player belong to a later round? If not, it is one too many, or in place of another.

    Once the first deal of a game with communal cards is over, players get no more of their own.
    """
    rounds = table.rounds
    return not rounds[-1].communal or any(each.passes for each in rounds[table.rounds_played :])


def _ready(table: Table) -> bool:
    """Have all players the cards that the next betting round follows?"""
    place = table.rounds_played
    if table.over or place >= len(table.rounds) or (table.round is not None and not table.round.closed):
        return False
    coming = table.rounds[place]
    if coming.betting.draw or coming.communal > len(table.board):
        return False
    own = coming.own - replaced(table)
    return all(not (player.active and player.received + player.unnoted < own) for player in table.players)


def _without_cards(table: Table, event: e.Deal) -> list[Player]:
    """The players to whom no cards went: not named in the deal, and with no part in the hand after it.

    A log may leave out the cards of players who are plainly in, or tell of them one player after the other.
    """
    named = {name for name, _ in event.holdings}
    others = {player.name: player for player in table.players if player.name not in named}
    if not others:
        return []
    without = [player for player in others.values() if player.out]
    for each in table.hand.events[place_of(table, event) :]:
        if isinstance(each, e.Deal):
            for name, _ in each.holdings:
                others.pop(name, None)
        elif isinstance(each, e.Act):
            others.pop(each.player, None)
        if not others:
            return without
    return [*without, *(player for player in others.values() if not player.out)]


def _communal(table: Table, event: e.Communal) -> None:
    table.attempt.dealt = True
    if table.game.remedies:
        opened(table, event, is_early(table, event))
    belongs = awaited(table, event)
    early = table.round is not None and not belongs and cards_come(table, event)
    for card in event.cards:
        table.board.append(card)
        table.seen.append((card, event))
    if event.how == "face-up":
        table.attempt.face_up = event
    if not early and not belongs and _turned(table):
        start_round(table)
    elif not early and not belongs:
        table.fresh = True


def _run(table: Table, event: e.Run) -> None:
    """The cards to come, once more."""
    table.runs.append(event)
    table.seen += [(card, event) for card in event.cards]


def _turned(table: Table) -> bool:
    """Are all the communal cards out that the next betting round follows? They may be noted one by one."""
    place = min(table.rounds_played, len(table.rounds) - 1)
    return len(table.board) - table.surplus >= table.rounds[place].communal


def _boxed(table: Table, event: e.Boxed) -> None:
    table.attempt.boxed.append(event)


def _taken_back(table: Table, event: e.TakenBack) -> None:
    """Cards go back among those to be dealt, from which they may come again."""
    table.released.update(event.cards)
    if event.player is not None:
        player = table.player(event.player, event)
        player.received = max(player.received - len(event.cards), 0)
        player.cards = tuple(card for card in player.cards if card not in event.cards)
        player.up = tuple(card for card in player.up if card not in event.cards)
        _put_right(table, player, -len(event.cards))
        _not_begun(table, player)
        if table.waiting_card and not table.rounds[-1].communal:
            table.waiting_card = 0  # a card that came before its time is out of play again
        unserve(table, player, len(event.cards))
    else:
        leave_board(table, event.cards, BACK, event)


def _set_aside(table: Table, event: e.SetAside) -> None:
    """Communal cards are put aside, from where they may be shuffled in again."""
    table.released.update(event.cards)
    leave_board(table, event.cards, ASIDE, event)


def _not_begun(table: Table, player: Player) -> None:
    """A betting round without an act that began with a card now taken back waits for the card in its place."""
    betround = table.round
    if betround is not None and betround.acts == 0 and player.received < own_cards_due(table):
        table.rounds_played -= 1
        table.fresh, table.turn = True, None
        betround.closed = True
        if not table.rounds_played:
            table.round = None


def _discards(table: Table, event: e.Discards) -> None:
    if not table.rounds[-1].betting.draw:
        give_up(table, event)
        return
    if not event.count and table.game.rapping is not None and _still_owes(table, event.player):
        return  # the player raps pat, not knowing of a raise: that is no draw yet
    if table.round is not None:
        cards_come(table, event)
    discard(table, event)
    table.fresh = True
    if drawing(table) and drawn(table):
        start_round(table)


def _still_owes(table: Table, name: str) -> bool:
    """Is it this player's turn in a betting round, with a wager to be met?"""
    betround, turn = table.round, table.turn
    owes = betround is not None and not betround.closed and turn is not None and turn.total < betround.highest
    return owes and turn is not None and turn.name == name


def _reshuffled(table: Table, event: e.Reshuffled) -> None:
    if table.game.remedies:
        note_step(table, "shuffle", True)
    else:
        reshuffle(table, event)


def _burn(table: Table, event: e.Burn) -> None:
    if drawing(table):
        throw(table, event)
    else:
        leave_board(table, event.cards, BURNT, event)
        table.burns.append(event)
        table.burnt += len(event.cards) or 1


# ---- mishaps ----


def _misdeal(table: Table, event: e.Misdeal) -> None:
    """The deal is off: cards and wagers go back, the attempt is kept for the misdeal checks."""
    table.attempt.misdeal = event
    table.attempts.append(table.attempt)
    table.attempt = Attempt()
    for player in table.players:
        player.stake += player.put
        player.total = player.put = player.received = 0
        player.up = ()
        player.cards, player.acted, player.answered, player.folded = (), -1, -1, None
        player.void, player.early = False, None
        player.undercalled, player.forfeited = False, None
        player.held, player.misheld, player.shown, player.mucked, player.lost = None, False, None, False, False
        player.active = not player.out
    table.board.clear()
    table.burns.clear()
    table.openings.clear()
    table.given_up.clear()
    table.seen.clear()
    table.shows.clear()
    table.early.clear()
    table.released.clear()
    table.draws.clear()
    table.kept, table.posts, table.made, table.numbers = table.posts or table.kept, [], [], []
    table.kill, table.blind, table.compulsory, table.quantum, table.lacks_last = None, None, None, None, False
    table.round, table.turn, table.over, table.draw = None, None, False, None
    table.rounds_played = table.waiting_card = table.folds = table.burnt = table.surplus = 0
    table.fresh = table.gaps = False


def _holds(table: Table, event: e.Holds) -> None:
    player = table.player(event.player, event)
    player.held, player.misheld = event.count, event.count != own_cards_due(table)


def _declares(table: Table, event: e.Declares) -> None:
    """A player without chips says that the pot is open, and all who come in owe the full opening bet."""
    betround = table.round
    if event.hand != "open" or table.game.declared_open is None or betround is None or betround.highest:
        return
    betround.opened = betround.declared = True
    betround.highest = betround.full_level = betround.least or 0


def _voided(table: Table, event: e.Voided) -> None:
    player = table.player(event.player, event)
    player.void = True
    if player.active:
        player.active = False
        if table.round is not None and not table.round.closed:
            keep_turn(table)


# ---- by the kind of event ----

HANDLERS: dict[type[e.Event], Callable[[Table, Any], None]] = {
    e.Deal: _deal,
    e.Communal: _communal,
    e.Run: _run,
    e.Boxed: _boxed,
    e.TakenBack: _taken_back,
    e.SetAside: _set_aside,
    e.Discards: _discards,
    e.Reshuffled: _reshuffled,
    e.Burn: _burn,
    e.Misdeal: _misdeal,
    e.Holds: _holds,
    e.Voided: _voided,
    e.Declares: _declares,
}
