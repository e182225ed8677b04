"""The betting of a hand: its rounds and turns, and wagers out of turn.

Nothing is judged here and nothing refused: these are the changes that acts make to the table.
"""

from __future__ import annotations

from auditor.replay.betting.lookahead import (
    acted_already,
    acts_again,
    acts_next,
    answers,
    cards_noted,
    in_the_dark,
    is_early,
    lose_sight,
    takes_back,
    unanswered,
)
from auditor.replay.betting.measuring import excess, last_chips, least_wager, lift, measure, pay, post, suppose_last
from auditor.replay.betting.openers import openers, passes_on
from auditor.replay.betting.sizes import forfeited, free_to_raise, least_call
from auditor.replay.forced_bets.blinds_and_antes import ONWARD, blind_player, brought_in, least_opening
from auditor.replay.forced_bets.kills import acts_last, raised
from auditor.replay.settlement.showdown import own_cards_due, replaced
from auditor.replay.state import Betround, EarlyWager, Freeze, Move, Player, Table
from auditor.rules.schema.figures import Premature
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary import events as e

# ---- betting rounds ----


def start_round(table: Table) -> None:
    """Begin the betting round that follows the cards now on the table."""
    rounds = table.rounds
    if not table.posts and table.kept:
        for event in table.kept:
            post(table, event)  # wagers that stayed on the table after a misdeal
    number = min(max(table.rounds_played, _round_after(table)), len(rounds) - 1)
    supposed = number == 0 and suppose_last(table)
    betround = table.round = begun(table, rounds[number])
    table.rounds_played = number + 1
    if table.openings and table.openings[-1].round is betround.round:
        table.openings[-1].betround = betround
    table.fresh = False
    able = active = highest = 0
    due = own_cards_due(table)
    for player in table.players:
        player.acted = player.answered = -1
        player.checked = player.undercalled = False
        player.early = None
        player.unnoted = due - player.received if due > player.received else 0
        if number > 0:
            player.total = 0
        elif player.total > highest:
            highest = player.total
        if player.active:
            active += 1
            able += player.stake > 0 and not player.lost
    blinds = table.blind if highest or supposed else None
    full = max(highest, blinds, least_opening(table)) if blinds is not None else highest
    highest = highest if table.game.blinds.short == "actual" else full
    if number == 0 and highest and table.game.blinds.opened:
        betround.opened = True
    betround.highest, betround.full_level, betround.largest = highest, full, highest
    betround.able_at_start, betround.active_at_start = able, active
    if number == 0 and table.game.blinds.straddle_raises:
        betround.raises = sum([figure is not None and figure.by == ONWARD for figure in table.made])
    table.last = None
    if number == 0 and table.posts and brought_in(table) is not None:
        betround.opened = True
        if betround.least is None or highest < betround.least:
            betround.full_level, betround.part = 0, highest  # it is completed to a full bet, and not raised by one
    find_opener(table, betround)
    if able < 2 and all(_has_met(table, betround, player) for player in table.players if player.able):
        close(table)


def begun(table: Table, round: Round) -> Betround:
    """A betting round with the amounts that the table declares for it, or for all rounds."""
    setup = table.hand.setup
    least, most = least_wager(table, round.place), setup.maximum
    if setup.bets:
        part = round.betting.bet if len(setup.bets) == 2 else None
        least, most = setup.bets[round.place * len(setup.bets) // len(table.rounds) if part is None else part]
    if table.game.kill is not None:
        least, most = raised(table, least), raised(table, most)
    betround = Betround(round, table.game.wagering(round, table.limit), least=least, most=most)
    quantum = least if round.place else table.quantum and max(table.quantum, least_opening(table))
    betround.quantum = quantum if quantum is None or most is None else min(quantum, most)
    return betround


def _round_after(table: Table) -> int:
    """The place of the round that the communal cards on the table call for, where the game has such cards."""
    communal = len(table.board) - table.waiting_card - table.surplus
    for each in table.rounds:
        if each.communal == communal and communal:
            return each.place
    return table.rounds_played


def find_opener(table: Table, betround: Betround) -> None:
    """Whose turn it is at the beginning of a round; nobody's where the record does not tell."""
    figure = betround.betting.opener
    betround.openers, betround.unknown = openers(table, figure)
    table.turn = betround.openers[0] if betround.openers else None
    designated = table.designated
    betround.stand_in = figure.seat == "buck" and designated is not None and not designated.able
    if betround.betting.stand_in is not None and betround.openers:
        betround.stand_in = betround.stand_in or passes_on(table, figure, betround.openers[0])
    if betround.betting.designated is not None and (blind := blind_player(table)) is not None:
        opens = not betround.openers or any(player is blind for player in betround.openers)
        betround.opened = opens  # the blind is the opening wager, or may be for all that is known


def begin_round(table: Table, act: e.Act) -> None:
    """Begin a round at the first act in it, where the cards before it did not: not all of them, or none, were noted.

    Nor did they where its first player did not wait for them. Where no cards at all were noted, an act that answers a
    wager belongs to the round before.
    """
    betround = table.round
    if betround is None:
        if not table.rounds[0].communal:
            start_round(table)
        return
    over = betround.closed or acted_already(table, betround, act)
    goes_on = over and not table.over and len(table.able) > 1
    unnoted = goes_on and not (answers(table, betround, act) or cards_noted(table))
    if unnoted or (goes_on and (table.fresh or in_the_dark(table, act))):
        start_round(table)


def cards_come(table: Table, event: e.Communal | e.Deal | e.Discards) -> bool:
    """The cards of the next betting round come: True if they come before this one is over, and so wait for theirs.

    Otherwise this one is over, and nothing more is expected of those whose act the record lacks.
    """
    if absent := unanswered(table, event):
        lose_sight(table, absent, event)
    betround = table.round
    assert betround is not None
    if is_early(table, event):
        if isinstance(event, e.Communal):
            table.waiting_card += len(event.cards)
        elif not table.rounds[-1].betting.draw:  # a draw is over when everybody has drawn, not with its first card
            table.waiting_card = 1  # one round's worth is all that is ever dealt ahead
        betround.freeze = betround.freeze or freeze_of(betround)
        return True
    resolve_early(table, force=True)
    if not betround.closed:
        betround.closed, table.turn = True, None
    return False


def freeze_of(betround: Betround) -> Freeze | None:
    """What the early card does to the betting that is left, if the rulebook says anything."""
    figures: dict[str, Premature] = {figure.stage: figure for figure in betround.betting.premature}
    figure = figures.get("unfinished" if betround.highest > 0 else "unopened") or figures.get("unfinished")
    return Freeze(figure, betround.highest, betround.largest) if figure else None


# ---- wagers and turns ----


def make(table: Table, move: Move, in_turn: bool = True) -> None:
    """Carry out a wager as it was measured."""
    betround = table.round or round_of(table)
    player = move.player
    if player.early is not None:
        player.early.answered = True
        player.early = None  # who stays in after a wager out of turn has nothing to get back by folding later
    pay(player, move.added, last_chips(table, player, move.added, move.all_in))
    betround.opened = True
    if move.kind == "call":
        if move.total:
            betround.called = True
            if move.total < betround.highest and not move.all_in and betround.last_raiser is None:
                betround.entered = min(betround.entered or move.total, move.total)
    else:
        lift(table, betround, move)
    before = player.acted
    acted(table, player, in_turn)
    short = not move.all_in and move.total < betround.highest and betround.betting.call.made_up
    player.undercalled = short and move.total < least_call(table, betround)
    if player.undercalled and table.round is betround and acts_next(table) == player.name:
        player.acted, table.turn, betround.closed = before, player, False  # it is made up, or folded, at once


def acted(table: Table, player: Player, in_turn: bool = True) -> None:
    """The player has acted: the turn goes on, and a wager held aside may be due."""
    betround = table.round or round_of(table)
    betround.acts += 1
    player.acted, player.answered = betround.highest, betround.full_level
    table.last = player
    if table.skipped:
        next_turn(table, table.skipped[0].place - 1)
    elif player.undercalled and table.turn is not None and table.turn is not player:
        next_turn(table, table.turn.place - 1)  # what was short is made up while others act
    else:
        next_turn(table, player.place)
        if in_turn:
            betround.in_turn.add(player.place)
    if table.early:
        resolve_early(table)


def keep_turn(table: Table) -> None:
    """Somebody left the hand whose turn could not come: it stays where it is, unless nobody is left to act against."""
    if table.turn is not None:
        next_turn(table, table.turn.place - 1)
    elif len(table.active) < 2:
        table.over = True


def next_turn(table: Table, place: int) -> None:
    """The turn goes to the next player after this place who is still to act; if there is none, the round is over."""
    betround = table.round or round_of(table)
    active = able = 0
    turn: Player | None = None
    highest = betround.highest
    players = table.players
    late = acts_last(table) if table.kill is not None else None
    for other in players[place + 1 :] + players[: place + 1]:
        if other.active:
            active += 1
            if other.stake > 0 and not other.lost:
                able += 1
                if turn is None and other.acted < highest and other is not late:
                    turn = other
                if able > 1 and turn is not None:
                    break  # whoever else is in, the turn is known
    if active < 2:
        table.over = True
        close(table)
    elif turn is None or (able < 2 and _has_met(table, betround, turn)):
        betround.all_checked = highest == 0
        close(table)
    else:
        table.turn = turn
        betround.closed = False


def _has_met(table: Table, betround: Betround, player: Player) -> bool:
    """Has the only player who can still bet nothing to call?

    A blind of somebody's last chips may be met in the amount that lies there, unless the player goes on to act.
    """
    if player.total >= betround.highest:
        return True
    if table.game.blinds.short == "entering" and player.total == 0 and any(one.total for one in table.players):
        return False
    return player.total >= least_call(table, betround) and not acts_again(table, player)


def close(table: Table) -> None:
    """The betting round is over; a card that came early now begins the next one."""
    betround = table.round
    assert betround is not None
    betround.closed = True
    table.turn = None
    if table.waiting_card and not table.over and _others_lack_theirs(table):
        table.waiting_card, table.fresh = 0, True
    elif table.waiting_card and not table.over:
        coming = table.rounds[min(table.rounds_played, len(table.rounds) - 1)].communal
        begins = max(coming - (len(table.board) - table.waiting_card), 1)
        table.waiting_card = max(table.waiting_card - begins, 0)  # some may have been taken back since
        start_round(table)


def _others_lack_theirs(table: Table) -> bool:
    """Did the cards that came early go to some of the players only, of their own?"""
    coming = table.rounds[min(table.rounds_played, len(table.rounds) - 1)]
    if coming.communal:
        return False
    own = coming.own - replaced(table)
    return any(player.received + player.unnoted < own for player in table.players if player.active)


def round_of(table: Table) -> Betround:
    """The betting round under way; the first act begins one where the log shows no cards."""
    if table.round is None:
        start_round(table)
    assert table.round is not None
    return table.round


# ---- acts out of turn ----


def hold_early(table: Table, act: e.Wager, move: Move) -> EarlyWager:
    """Set a wager out of turn aside until the players passed over have acted."""
    names = tuple(other.name for other in table.skipped)
    early = EarlyWager(act.line, act.column, act.player, act, move.added, move.total, names)
    early.round, early.all_in, early.under = table.round, move.all_in, move.all_in and move.added < move.to_call
    move.player.early = early
    table.early.append(early)
    return early


def resolve_early(table: Table, force: bool = False) -> None:
    """Let a held wager stand, or be overtaken, once its maker's turn has come (or the round is over)."""
    for early in table.early:
        player = table.by_name[early.player]
        if early.outcome != "held" or not (force or table.turn is player or table.turn is None):
            continue
        betround = round_of(table)
        early.level = betround.highest
        if force and table.turn is not None and table.turn is not player:
            early.outcome = "unresolved"
        else:
            early.outcome = "stands" if early.total >= betround.highest or early.added >= player.stake else "overtaken"
        if early.outcome == "overtaken":
            early.provisional = early.added
            pay(player, early.added)
            continue
        player.early = None
        fields = (early.line, early.column, early.player, None, early.total, False, None, None, None, ())
        move = measure(table, e.Wager(*fields))
        early.excess, early.right = excess(table, move), _right(table, betround, move)
        if not force and early.returned >= early.added and acts_again(table, player):
            continue  # the wager was handed back, and its maker acts in turn
        if table.turn is player and takes_back(table, player, max(early.total - betround.highest, 0)):
            pay(player, early.added - early.returned)
            continue  # the same, though it stood
        if early.returned:
            move.added -= early.returned
            move.total -= early.returned
            move.increase = max(move.total - betround.highest, 0)
        make(table, move, in_turn=False)


def _right(table: Table, betround: Betround, move: Move) -> bool:
    """Is a wager lawful by its size, and by the right of its maker to it?"""
    if move.kind == "call":
        return True
    if move.kind == "raise" and not free_to_raise(table, betround, move.player):
        return False
    return move.legal and not forfeited(table, betround, move.player)
