"""The situation of a player's act: whose turn it is, what a wager amounts to, and whether that is in order."""

from __future__ import annotations

from auditor.auditing.engine.situations import (
    ABLE,
    ABOVE_FLOOR,
    ADDS_UP,
    ALL_IN,
    ANSWERS,
    BELOW_CAP,
    CALLS,
    CHECKED,
    CLOSED,
    ENTERING,
    EVENLY_DEALT,
    FIRST_ACT,
    FIRST_ROUND,
    FOLLOWED,
    FORFEITED,
    FROZEN,
    HAS_MAXIMUM,
    IN_CHIPS,
    IN_TURN,
    LATER_ACT,
    LATER_ROUND,
    MEETS,
    NO_CAP,
    NO_FLOOR,
    NO_MAXIMUM,
    NO_WAGER_CHIP,
    NOTED_MANNER,
    NOTHING_BACK,
    OPENED,
    OPENERS,
    OPENS,
    OPTION,
    OUT,
    OVERDRAWN,
    PASSED_OVER,
    PLAIN,
    RAISES,
    SET_ASIDE,
    SHORT,
    SHORTAGE,
    SIZED,
    TAPPED_OUT,
    TOLD_BY,
    TOLD_HOW,
    TOLD_TWICE,
    UNDEALT,
    UNEVEN,
    UNHELD,
    UNKILLED,
    UNOPENED,
    UNWAGERED,
    WAGERED,
    WAS_EARLY,
    WITHIN_LIMIT,
)
from auditor.replay.betting.sizes import entered_over, maximum_of, sizes_hold, unit_of
from auditor.replay.settlement.showdown import own_cards_due
from auditor.replay.state import BettingRound, HandState, Move, Player
from auditor.vocabulary.events import Act, Call, Raise, Returned, Wager, Win

KINDS = {"call": CALLS, "open": OPENS, "raise": RAISES}
OF_LEVEL = OPENED | UNOPENED | WAGERED | UNWAGERED | OPTION | UNEVEN
OF_ROUND = FIRST_ROUND | LATER_ROUND | ENTERING | SHORTAGE
OF_PLAYER = ANSWERS | CHECKED | FORFEITED
OF_CALLS = IN_CHIPS | MEETS | PLAIN  # what some rulebooks ask of calls
WENT_BACK = {Returned, Win}  # money goes back in a hand that somebody wins
TURN = IN_TURN | ABLE  # what is known of every act in turn


def of_act(state: HandState, act: Act, asked: int) -> int:
    """The situation of a player's act. What takes time is worked out only if a check `asked` for it."""
    betround, player = state.round, state.by_name[act.player]
    flags = of_usual_act(state, act, player, betround, asked)
    if betround is not None:
        if betround.closed:
            flags |= CLOSED
        if betround.freeze is not None:
            flags |= FROZEN
    if state.turn is player:
        flags |= IN_TURN
    if state.skipped or state.absent:
        flags |= PASSED_OVER
    if not player.active:
        flags |= OUT
    elif player.stake == 0:
        flags |= TAPPED_OUT
    elif player.early is None and not player.unaccounted_for:
        flags |= ABLE
    return flags | WAS_EARLY if state.early else flags


def of_turn(state: HandState, act: Act, player: Player, betround: BettingRound, asked: int) -> int:
    """The same of an act in turn, in a round in which nothing unusual has happened."""
    return TURN | of_usual_act(state, act, player, betround, asked)


def of_usual_act(state: HandState, act: Act, player: Player, betround: BettingRound | None, asked: int) -> int:
    """What any act shows: how far its betting round has come, and what it amounts to."""
    flags = 0
    if betround is not None:
        flags = LATER_ACT if betround.acts else FIRST_ACT | _of_first_act(state, betround, asked)
        if asked & OF_LEVEL:
            flags |= _of_level(betround, player)
        if asked & OF_ROUND:
            if betround.round.round_index:
                flags |= LATER_ROUND
            else:
                flags |= FIRST_ROUND if betround.last_raiser is not None else FIRST_ROUND | ENTERING
            if betround.shortage is not None:
                flags |= SHORTAGE
    if asked & OF_PLAYER:
        if player.level_at_last_act >= 0:
            flags |= ANSWERS
        if player.checked:
            flags |= CHECKED
        if player.forfeited is not None:
            flags |= FORFEITED
    if not player.received and state.attempt.holes:
        flags |= UNDEALT
    move = state.move
    return flags if move is None else flags | _of_wager(state, betround, act, move, asked)


def _of_level(betround: BettingRound, player: Player) -> int:
    """What stands in the betting round, and whether the player has met it."""
    highest = betround.highest
    flags = OPENED if betround.opened else UNOPENED
    if not highest:
        return flags | UNWAGERED | UNEVEN
    flags |= WAGERED if highest == betround.full_level else WAGERED | UNEVEN
    return flags | OPTION if player.level_at_last_act < 0 and highest == player.put_in_round else flags


def _of_wager(state: HandState, betround: BettingRound | None, act: Act, move: Move, asked: int) -> int:
    """How a wager was made, and how its amount compares with what may be wagered."""
    if not isinstance(act, Wager):
        return 0
    flags = KINDS[move.kind]
    if asked & NOTHING_BACK and not (state.kinds >= WENT_BACK and state.timeline.goes_back_in_play()):
        flags |= NOTHING_BACK
    if move.all_in:
        flags |= ALL_IN if move.added <= move.player.stake else ALL_IN | OVERDRAWN
    elif move.added < move.to_call:
        flags |= SHORT
    if act.manner is not None:
        flags |= NOTED_MANNER
    if act.added is not None and act.total is not None:
        flags |= TOLD_TWICE
    if act.said is not None or act.announced is not None or act.chips or act.manner == "with one chip":
        flags |= TOLD_HOW
    if betround is not None and (move.kind != "call" or asked & OF_CALLS or flags & TOLD_TWICE):
        flags |= _of_amount(state, betround, act, move, asked)
    return flags


def _of_first_act(state: HandState, betround: BettingRound, asked: int) -> int:
    """What the act that begins a betting round shows of the deal, and of whose act it is."""
    betting = betround.betting
    stand_in, opener = betting.stand_in, betting.opener
    flags = 0
    if stand_in is None:
        flags = OPENERS[opener.seat]
    elif stand_in.seat != opener.seat:
        flags = OPENERS[stand_in.seat if betround.stand_in else opener.seat]
    if state.kill is None:
        flags |= UNKILLED
    if asked & EVENLY_DEALT and not betround.round.round_index:
        if not state.attempt.holes:
            flags |= UNHELD
        elif _evenly_dealt(state):
            flags |= EVENLY_DEALT
    return flags


def _evenly_dealt(state: HandState) -> bool:
    """Has everybody in the hand the cards that are due, and nobody more?"""
    due = own_cards_due(state)
    return not [one for one in state.players if one.received != due and (one.active or one.received > due)]


def _of_amount(state: HandState, betround: BettingRound, act: Wager, move: Move, asked: int) -> int:
    """How the amount of a wager compares with what may be wagered."""
    flags = 0
    if asked & IN_CHIPS:
        setup = state.hand.setup
        chip = setup.chip
        if chip is not None and (not move.total % chip or move.added == move.to_call or not move.added):
            flags = IN_CHIPS
        if setup.wager_chip is None:
            flags |= NO_WAGER_CHIP
    if move.kind == "call":
        return flags | _of_call(state, betround, act, move, asked)
    if asked & NO_MAXIMUM:
        flags |= HAS_MAXIMUM if maximum_of(betround) is not None else NO_MAXIMUM
    if not sizes_hold(state, betround, move):
        flags |= SET_ASIDE
    elif move.sized:
        sizes = betround.wagering.opening if move.kind == "open" else betround.wagering.size
        if sizes is not None and unit_of(state, sizes) is not None:
            flags |= SIZED
        if move.legal and state.minimum is not None:
            flags |= WITHIN_LIMIT
    return flags | _of_raise(state, betround, act, move, asked) if move.kind == "raise" else flags


def _of_call(state: HandState, betround: BettingRound, act: Wager, move: Move, asked: int) -> int:
    flags = 0
    first = not betround.round.round_index
    if type(act) is Call:
        if move.total == betround.highest > 0 and not betround.closed and (first or betround.full_level):
            flags = MEETS
        if act.total is not None and act.added is not None and act.total - act.added == move.player.put_in_round:
            flags |= ADDS_UP
    if first and betround.last_raiser is None and asked & PLAIN and entered_over(state) is None:
        flags |= PLAIN | FOLLOWED if betround.called or not state.blind else PLAIN
    return flags


def _of_raise(state: HandState, betround: BettingRound, act: Wager, move: Move, asked: int) -> int:
    flags, cap = 0, betround.wagering.raises
    if cap is None:
        flags = NO_CAP
    elif betround.raises < cap.most and not betround.closed and move.player.forfeited is None:
        flags = BELOW_CAP
    even = betround.highest == betround.full_level > 0
    if not betround.floor:
        flags |= NO_FLOOR
    elif even and move.increase >= betround.floor and not betround.raise_bases:
        flags |= ABOVE_FLOOR
    if type(act) is Raise and act.by is not None and (act.total is not None or act.added is not None):
        flags |= TOLD_BY | ADDS_UP if move.total - act.by == betround.highest else TOLD_BY
    if asked & PLAIN and type(act) is not Call:
        entering = not betround.round.round_index and betround.last_raiser is None
        if entered_over(state) is None if entering else even:
            flags |= PLAIN
    return flags
