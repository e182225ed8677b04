"""The betting of a hand: its rounds and turns, and wagers out of turn.

Nothing is judged here and nothing refused: these are the changes that acts make to the state of the hand.
"""

from __future__ import annotations

from auditor.replay.betting.lookahead import (
    acted_already,
    acts_again,
    acts_next,
    answers,
    called_to,
    cards_noted,
    forced_bet_answered,
    in_the_dark,
    is_early,
    mark_unaccounted_for,
    takes_back,
    unanswered,
)
from auditor.replay.betting.measuring import (
    apply_raise_to_round,
    excess,
    last_chips,
    least_wager,
    measure,
    part_of_rounds,
    pay,
    post,
    suppose_last,
)
from auditor.replay.betting.openers import openers, passes_on
from auditor.replay.betting.sizes import forfeited, free_to_raise, house_raises, least_call
from auditor.replay.forced_bets.blinds_and_antes import ONWARD, blind_player, brought_in, least_opening
from auditor.replay.forced_bets.kills import acts_last, raised
from auditor.replay.settlement.showdown import replaced
from auditor.replay.state import BettingRound, EarlyWager, Freeze, HandState, Move, Player
from auditor.rules.schema.figures import Premature
from auditor.rules.schema.rulebook import Round
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable

MOST_EARLY = 20  # wagers out of turn in a hand: each may wait for those before it

# ---- betting rounds ----


def start_round(state: HandState) -> None:
    """Begin the betting round that follows the cards now on the table."""
    rounds = state.rounds
    if not state.posts and state.posts_left_on_table:
        for event in state.posts_left_on_table:
            post(state, event)  # wagers that stayed on the table after a misdeal
    number = min(max(state.rounds_played, _round_after(state)), len(rounds) - 1)
    first = number == 0
    supposed = first and suppose_last(state)
    betround = state.round = begun(state, rounds[number])
    state.rounds_played = number + 1
    if state.openings and state.openings[-1].round is betround.round:
        state.openings[-1].betround = betround
    state.fresh = False
    state.ring = ring = []
    active = highest = 0
    due = betround.round.own - replaced(state)
    for player in state.players:
        player.level_at_last_act = player.full_level_at_last_act = -1
        player.checked = player.undercalled = False
        player.early = None
        player.unnoted = due - player.received if due > player.received else 0
        if not first:
            player.put_in_round = 0
        elif player.put_in_round > highest:
            highest = player.put_in_round
        if player.active:
            active += 1
            if player.stake > 0 and not player.unaccounted_for:
                ring.append(player)
    betround.able_at_start, betround.active_at_start = len(ring), active
    state.last_to_act = None
    if first:
        _take_posts(state, betround, highest, supposed)
    find_opener(state, betround)
    state.still_in, state.orderly = active, is_orderly(state, betround)
    if len(ring) < 2 and all(_has_met(state, betround, player) for player in ring):
        close(state)


def is_orderly(state: HandState, betround: BettingRound) -> bool:
    """Is it somebody's turn in the ring, and does nothing unusual hang over the round?"""
    if state.early or state.skipped or state.absent or betround.overlooked:
        return False
    if state.kill is not None or betround.freeze is not None:
        return False
    for place, player in enumerate(state.ring):
        if player is state.turn:
            state.ring_place = place
            return True
    return False


def _take_posts(state: HandState, betround: BettingRound, highest: int, supposed: bool) -> None:
    """Begin the first betting round over what was put up before the cards, of which `highest` is the most."""
    blinds = state.blind if highest or supposed else None
    if blinds is not None:
        blinds = max(blinds, called_to(state, highest))
    full = max(highest, blinds, least_opening(state)) if blinds is not None else highest
    highest = highest if state.game.blinds.short == "actual" else full
    if highest and state.game.blinds.opened:
        betround.opened = True
    betround.highest, betround.full_level, betround.largest = highest, full, highest
    if state.game.blinds.straddle_raises:
        betround.raises = sum([figure is not None and figure.by == ONWARD for figure in state.post_figures])
    if state.posts and brought_in(state) is not None:
        betround.opened = True
        if betround.least is None or highest < betround.least:
            betround.full_level, betround.incomplete_forced_bet = (
                0,
                highest,
            )  # the next player completes it to a full bet, and does not raise by one


def begun(state: HandState, round: Round) -> BettingRound:
    """A new betting round with the amounts that the table declares for it, or for all rounds."""
    setup = state.hand.setup
    least, most = least_wager(state, round.round_index), setup.maximum
    if setup.bets:
        part = round.betting.bet if len(setup.bets) == 2 else None
        if part is None:
            part = part_of_rounds(len(setup.bets), round.round_index, len(state.rounds))
        least, most = (None, None) if part is None else setup.bets[part]
    if state.game.kill is not None:
        least, most = raised(state, least), raised(state, most)
    wagering = state.game.wagering(round, state.limit, house_raises(setup) if setup.house else None)
    betround = BettingRound(round, wagering, least=least, most=most)
    quantum = least if round.round_index else state.min_raise and max(state.min_raise, least_opening(state))
    betround.min_raise = quantum if quantum is None or most is None else min(quantum, most)
    return betround


def _round_after(state: HandState) -> int:
    """The place of the round that the communal cards on the table call for; in other games, of the next round."""
    communal = len(state.board) - state.waiting_card - state.surplus
    if communal:
        for each in state.rounds:
            if each.communal == communal:
                return each.round_index
    return state.rounds_played


def find_opener(state: HandState, betround: BettingRound) -> None:
    """Give the turn to the player who begins a round; to nobody where the record does not tell."""
    figure = betround.betting.opener
    betround.openers, betround.unknown = openers(state, figure)
    state.turn = betround.openers[0] if betround.openers else None
    if figure.seat == "buck":
        designated = state.designated
        betround.stand_in = designated is not None and not designated.able
    if betround.betting.stand_in is not None and betround.openers:
        betround.stand_in = betround.stand_in or passes_on(state, figure, betround.openers[0])
    if betround.betting.designated is not None and (blind := blind_player(state)) is not None:
        opens = not betround.openers or any(player is blind for player in betround.openers)
        betround.opened = opens  # the blind is the opening wager, or may be as far as the record shows


def begin_round(state: HandState, act: e.Act) -> None:
    """Begin a round at its first act, where the cards before it did not begin it.

    They did not if the log lacks some or all of them, or if the first player did not wait for them. Where the log has
    no cards at all, an act that answers a wager belongs to the round before.
    """
    betround = state.round
    if betround is None:
        if not state.rounds[0].communal:
            start_round(state)
        return
    over = betround.closed or acted_already(state, betround, act)
    goes_on = over and not state.over and len(state.able) > 1
    if goes_on and not betround.closed and state.waiting_card and not answers(state, betround, act):
        close(state)
        return
    unnoted = goes_on and not (answers(state, betround, act) or cards_noted(state))
    if unnoted or (goes_on and (state.fresh or in_the_dark(state, act))):
        start_round(state)


def begin_before_card(state: HandState, event: e.Communal) -> None:
    """Begin the first round at a card before any act, if it is called or raised behind it: the log has no other cards.

    Where it has them, the first round begins with the deal.
    """
    if not state.attempt.holes and not state.rounds[0].communal and forced_bet_answered(state, event):
        start_round(state)


def cards_come(state: HandState, event: e.Communal | e.Deal | e.Discards) -> bool:
    """Take in that the cards of the next betting round come: True if they come before this round is over, and wait.

    Otherwise this round is over, and nothing more is expected of the players whose act the record lacks.
    """
    if absent := unanswered(state, event):
        mark_unaccounted_for(state, absent, event)
    betround = state.round
    assert betround is not None
    if is_early(state, event):
        if isinstance(event, e.Communal):
            state.waiting_card += len(event.cards)
        elif not state.rounds[-1].betting.draw:  # a draw is over when everybody has drawn, not with its first card
            state.waiting_card = 1  # nobody ever deals more than the cards of one round ahead
        betround.freeze = betround.freeze or freeze_of(betround)
        return True
    resolve_early(state, force=True)
    if not betround.closed:
        betround.closed, state.turn = True, None
    return False


def freeze_of(betround: BettingRound) -> Freeze | None:
    """What an early card does to the betting that is left, if the rulebook says anything."""
    figures: dict[str, Premature] = {figure.stage: figure for figure in betround.betting.premature}
    figure = figures.get("unfinished" if betround.highest > 0 else "unopened") or figures.get("unfinished")
    return Freeze(figure, betround.highest, betround.largest) if figure else None


# ---- wagers and turns ----


def make(state: HandState, move: Move, in_turn: bool = True) -> None:
    """Carry out a wager as it was measured."""
    betround = state.round or round_of(state)
    player = move.player
    if player.early is not None:
        player.early.answered = True
        player.early = None  # a player who stays in after a wager out of turn gets nothing back by folding later
    pay(player, move.added, last_chips(state, player, move.added, move.all_in))
    betround.opened = True
    if move.kind == "call":
        if move.total:
            betround.called = True
            if move.total < betround.highest and not move.all_in and betround.last_raiser is None:
                betround.entered = min(betround.entered or move.total, move.total)
    else:
        apply_raise_to_round(state, betround, move)
        if state.early:
            _overtake(state, betround, move)
    before = player.level_at_last_act
    acted(state, player, in_turn)
    short = not move.all_in and move.total < betround.highest and betround.betting.call.made_up
    player.undercalled = short and move.total < least_call(state, betround)
    if player.undercalled and state.round is betround and acts_next(state) == player.name:
        player.level_at_last_act, state.turn, betround.closed = (
            before,
            player,
            False,
        )  # the player makes it up, or folds, at once


def acted(state: HandState, player: Player, in_turn: bool = True) -> None:
    """Pass the turn on after an act; a wager that is held aside may be due."""
    betround = state.round or round_of(state)
    if not betround.acts:
        betround.beginner = player
    betround.acts += 1
    player.level_at_last_act, player.full_level_at_last_act = betround.highest, betround.full_level
    state.last_to_act = player
    if betround.overlooked:
        betround.overlooked = tuple([one for one in betround.overlooked if one is not player])
    if state.skipped and not state.goes_on:
        next_turn(state, state.skipped[0].seat_order - 1)
    elif player.undercalled and state.turn is not None and state.turn is not player:
        next_turn(state, state.turn.seat_order - 1)  # the player makes up what was short while others act
    else:
        next_turn(state, player.seat_order)
        if in_turn and not state.skipped:
            betround.in_turn.add(player.seat_order)
    if state.early:
        resolve_early(state)


def keep_turn(state: HandState) -> None:
    """Keep the turn where it is after a player left the hand whose turn could not come, unless one player is left."""
    if state.turn is not None:
        next_turn(state, state.turn.seat_order - 1)
    elif len(state.active) < 2:
        state.over = True


def next_turn(state: HandState, place: int) -> None:
    """Give the turn to the next player after this place who is still to act; if there is none, close the round."""
    betround = state.round or round_of(state)
    highest, players = betround.highest, state.players
    late = acts_last(state) if state.kill is not None else None
    last = players[place]  # whoever has just acted comes last
    active = able = 0
    if last.active:
        active = 1
        able = 1 if last.stake > 0 and not last.unaccounted_for else 0
    turn: Player | None = None
    for other in players[place + 1 :] + players[:place] if place >= 0 else players[:-1]:
        if other.active:
            active += 1
            if other.stake > 0 and not other.unaccounted_for:
                able += 1
                if turn is None and other.level_at_last_act < highest and other is not late:
                    turn = other
                if able > 1 and turn is not None:
                    break  # the turn is known, whoever else is in
    if turn is None and able and last.able and last.level_at_last_act < highest and last is not late:
        turn = last
    if active < 2:
        state.over = True
        close(state)
    elif turn is None or (able < 2 and _has_met(state, betround, turn)):
        betround.all_checked = highest == 0
        close(state)
    else:
        state.turn = turn
        betround.closed = False


def _has_met(state: HandState, betround: BettingRound, player: Player) -> bool:
    """Has the only player who can still bet nothing to call?

    To meet a blind of somebody's last chips, the amount that lies there may be enough, unless the player acts again.
    """
    if player.put_in_round >= betround.highest:
        return True
    if (
        state.game.blinds.short == "entering"
        and player.put_in_round == 0
        and any(one.put_in_round for one in state.players)
    ):
        return False
    return player.put_in_round >= least_call(state, betround) and not acts_again(state, player)


def close(state: HandState) -> None:
    """Close the betting round; a card that came early now begins the next one."""
    betround = state.round
    assert betround is not None
    betround.closed = True
    state.turn = None
    if state.waiting_card and not state.over and _others_lack_theirs(state):
        state.waiting_card, state.fresh = 0, True
    elif state.waiting_card and not state.over:
        coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)].communal
        begins = max(coming - (len(state.board) - state.waiting_card), 1)
        state.waiting_card = max(state.waiting_card - begins, 0)  # some may have been taken back since
        start_round(state)


def _others_lack_theirs(state: HandState) -> bool:
    """Did the cards that came early go to some of the players only, as cards of their own?"""
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
    if coming.communal:
        return False
    own = coming.own - replaced(state)
    return any(player.received + player.unnoted < own for player in state.players if player.active)


def round_of(state: HandState) -> BettingRound:
    """The current betting round; where the log shows no cards, the first act begins one."""
    if state.round is None:
        start_round(state)
    assert state.round is not None
    return state.round


# ---- acts out of turn ----


def hold_early(state: HandState, act: e.Wager, move: Move) -> EarlyWager:
    """Hold a wager out of turn aside until the players whom it passed over have acted."""
    if len(state.early) >= MOST_EARLY:
        reason = f"found more than {MOST_EARLY} wagers out of turn, expected a hand that people can have played"
        raise Unreadable(reason, act.line, act.column)
    names = tuple(other.name for other in state.skipped)
    early = EarlyWager(act.line, act.column, act.player, act, move.added, move.total, names)
    early.round, early.all_in, early.under = state.round, move.all_in, move.all_in and move.added < move.to_call
    move.player.early = early
    state.early.append(early)
    return early


def stand_early(state: HandState, early: EarlyWager, move: Move) -> None:
    """Let a wager out of turn stand at once, because play goes on from it."""
    betround = round_of(state)
    early.outcome, early.level, move.player.early = "stands", betround.highest, None
    early.excess, early.right = excess(state, move), _right(state, betround, move)
    make(state, move, in_turn=False)


def _overtake(state: HandState, betround: BettingRound, move: Move) -> None:
    """Let makers of wagers out of turn from which play went on take them back, where somebody passed over bets more."""
    for early in state.early if any(move.player is one for one in betround.overlooked) else ():
        maker = state.by_name[early.player]
        passed = early.round is betround and move.player.name in early.skipped and move.total > early.total
        if passed and early.outcome == "stands" and maker.level_at_last_act <= max(early.level, early.total):
            early.outcome, early.provisional, maker.early = "overtaken", early.added, early


def resolve_early(state: HandState, force: bool = False) -> None:
    """Decide whether a held wager stands or is overtaken, once its maker's turn has come or the round is over."""
    for early in state.early:
        player = state.by_name[early.player]
        if early.outcome != "held" or not (force or state.turn is player or state.turn is None):
            continue
        betround = round_of(state)
        early.level = betround.highest
        if force and state.turn is not None and state.turn is not player:
            early.outcome = "unresolved"
        else:
            early.outcome = "stands" if early.total >= betround.highest or early.added >= player.stake else "overtaken"
        if early.outcome == "overtaken":
            early.provisional = early.added
            pay(player, early.added)
            continue
        player.early = None
        fields = (early.line, early.column, early.player, None, early.total, early.all_in, None, None, None, ())
        move = measure(state, e.Wager(*fields))
        early.excess, early.right = excess(state, move), _right(state, betround, move)
        if not force and early.returned >= early.added and acts_again(state, player):
            continue  # the wager was handed back, and its maker acts in turn
        if state.turn is player and takes_back(state, player, max(early.total - betround.highest, 0)):
            pay(player, early.added - early.returned)
            continue  # its maker gives it up, though it stood
        if early.returned:
            move.added -= early.returned
            move.total -= early.returned
            move.increase = max(move.total - betround.highest, 0)
        make(state, move, in_turn=False)


def _right(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Is a wager lawful by its size, and did its maker have the right to it?"""
    if move.kind == "call":
        return True
    if move.kind == "raise" and not free_to_raise(state, betround, move.player):
        return False
    return move.legal and not forfeited(state, betround, move.player)
