"""Whom an act passes over, and whether play goes on from it or goes back to them.

Only the rest of the record tells: somebody passed over was skipped, or has an act that nobody noted. And a round that
another player begins than should was begun in the wrong place, or somebody acted out of turn before it began.
"""

from __future__ import annotations

from auditor.replay.betting.lookahead import ActsToCome, mark_unaccounted_for, notes_checks, rest_of_round
from auditor.replay.betting.openers import shows_best
from auditor.replay.forced_bets.blinds_and_antes import blind_player
from auditor.replay.state import BettingRound, HandState, Player
from auditor.vocabulary import events as e

# ---- players passed over ----


def passed_over(state: HandState, act: e.Act, number: int) -> None:
    """Find out whom an act passes over, and what the rest of the record says about them.

    Players who act later in the round were skipped: the act is out of turn. But if the round begins with the act and
    play goes on from there, the round merely began in the wrong place. Of players who never act in the round again the
    record lacks an act, and nothing more is expected of them; unless the deal is called off, which may have kept them
    from acting. Where a hand shows no checks at all and may leave them out, nobody can tell who was passed over.
    """
    if state.skipped or state.absent:
        state.skipped = state.absent = ()
        state.goes_on = state.called_off = False
    player = state.by_name.get(act.player) or state.player(act.player, act)
    turn, betround = state.turn, state.round
    if turn is player or turn is None or betround is None or not player.able or player.undercalled:
        return
    if betround.acts == 0 and any(player is one for one in betround.openers):
        state.turn = player  # the text leaves open which of them begins
    elif any(player is one for one in betround.overlooked):
        state.turn = player  # it has been since others acted out of turn before this player
    elif not _comes_again(state, betround, player, turn) and (waiting := _waiting(state, betround, turn, player)):
        _pass_over(state, betround, act, number, player, waiting)


def _pass_over(
    state: HandState, betround: BettingRound, act: e.Act, number: int, player: Player, waiting: list[Player]
) -> None:
    """Note of those who were to act before a player what the rest of the record says about them."""
    rest = rest_of_round(state, number + 1)
    if _may_have_checked(state, betround, act, player, waiting, rest):
        for other in waiting:
            other.level_at_last_act = betround.highest
        state.turn, betround.unknown = None, "the checks of the hand"
        return
    later = {other.name for other in waiting if rest.first_of(other.name) is not None}
    silent = tuple([other for other in waiting if other.name not in later])
    state.skipped = tuple([other for other in waiting if other.name in later])
    if silent and _is_called_off(state, number + 1):
        _doubt(state, silent)
        silent = ()
    state.absent = silent
    mark_unaccounted_for(state, silent, act)
    if state.skipped and not state.called_off and _goes_on(state, betround, act, player, rest):
        if betround.acts == 0:
            state.skipped = ()  # it began in the wrong place
        else:
            state.goes_on = True
            known = betround.overlooked
            betround.overlooked += tuple([one for one in state.skipped if all(one is not other for other in known)])


def _comes_again(state: HandState, betround: BettingRound, player: Player, turn: Player) -> bool:
    """Has the player checked or called out of turn before, and acts again now that the turn has come?"""
    checked = player.forfeited == betround.round.round_index and betround.highest == 0
    called = bool(state.early) and called_early(state, betround, player)
    return (checked or called) and _comes_after(state, player, turn)


def _waiting(state: HandState, betround: BettingRound, turn: Player, player: Player) -> list[Player]:
    """The players who were to act before this one and have more to do than to let an option pass."""
    order = [turn, *state.clockwise(turn)]
    return [
        other
        for other in order[: order.index(player)]
        if state.pending(other)
        and not 0 < betround.highest == other.put_in_round
        and all(other is not one for one in betround.lacking)
    ]


def _is_called_off(state: HandState, start: int) -> bool:
    """Is the deal called off, from this place on, before another card comes or anybody is paid?"""
    off = state.timeline.next(start, e.Misdeal, e.Invalidated)
    return off < state.timeline.next(start, e.Show, e.Win, e.PotTaken, e.Deal, e.Discards, e.Communal)


def _doubt(state: HandState, silent: tuple[Player, ...]) -> None:
    """Take players as passed over whom a misdeal may have kept from acting, if nobody is known to have been.

    Their act may as well be one that nobody noted, so that it is open who has acted in turn.
    """
    if not state.skipped:
        state.skipped = silent
        state.called_off = state.goes_on = state.gaps = True


def called_early(state: HandState, betround: BettingRound, player: Player) -> bool:
    """Has the player called out of turn in this round, and does the call stand?"""
    return any(
        early.player == player.name
        and early.round is betround
        and early.outcome == "stands"
        and early.total == early.level == betround.highest
        for early in state.early
    )


def _comes_after(state: HandState, player: Player, turn: Player) -> bool:
    """Is `turn` the next player after this one who is still to act?"""
    return next((other for other in state.clockwise(player) if state.pending(other)), None) is turn


# ---- checks that nobody noted ----


def _may_have_checked(
    state: HandState, betround: BettingRound, act: e.Act, player: Player, before: list[Player], rest: ActsToCome
) -> bool:
    """May others have checked before a player's act, in a hand that shows no checks?

    They may not if one of them acts later as if nothing had been wagered, or next although it is the turn of somebody
    else.
    """
    if notes_checks(state) or betround.highest or not betround.betting.checking.allowed:
        return False
    names = {other.name for other in before}
    return not _goes_back(state, player, names, rest) and not _ignored(state, betround, act, names, rest)


# ---- back to the players passed over, or on from there ----


def _goes_on(state: HandState, betround: BettingRound, act: e.Act, player: Player, rest: ActsToCome) -> bool:
    """Does play go on clockwise from an act that passed others over, so that they come to act only then?

    It does not if they act next though somebody else follows, or act as if nothing had been wagered. If one of them
    follows anyway, their acts tell: play goes on from a wager that somebody calls or raises. A check or a fold tells
    nothing. It is taken for a beginning in the wrong place, unless the rulebook makes a check out of turn costly.
    """
    names = {other.name for other in state.skipped}
    if _goes_back(state, player, names, rest) or _ignored(state, betround, act, names, rest):
        return False
    if rest.first is not None and rest.first.player not in names:
        return True
    if isinstance(act, e.Wager):
        return any(_takes_up(state, betround, act, one) for one in rest.wagers())
    early = state.game.early
    return betround.acts == 0 and (early is None or early.forfeits == "nothing")


def _goes_back(state: HandState, player: Player, names: set[str], rest: ActsToCome) -> bool:
    """Does one of these players act next, though somebody else follows the player who passed them over?"""
    following = next((other.name for other in state.clockwise(player) if other.able), None)
    first = rest.first
    return first is not None and first.player in names and first.player != following


def _ignored(state: HandState, betround: BettingRound, act: e.Act, names: set[str], rest: ActsToCome) -> bool:
    """Does one of these players, in the first act to come, act as if this wager had not been made?"""
    if not isinstance(act, e.Wager):
        return False
    first = [one for name in names if (one := rest.first_of(name)) is not None]
    return any(_ignores(state, betround, act, one) for one in first)


def _ignores(state: HandState, betround: BettingRound, wager: e.Wager, act: e.Act) -> bool:
    """Does an act take no notice of a wager: a check, a bet, a call of what there was before, a raise to less?"""
    if isinstance(act, e.Check | e.Pass | e.Bet):
        return True
    if not isinstance(act, e.Wager) or _takes_last_chips(state, act) or (total := _total(state, act)) is None:
        return False
    if isinstance(act, e.Call):
        return total == betround.highest < (_total(state, wager) or 0)
    over = total - act.by if isinstance(act, e.Raise) and act.by is not None else None
    return total < (_total(state, wager) or 0) or over == betround.highest


def _takes_up(state: HandState, betround: BettingRound, wager: e.Wager, act: e.Wager) -> bool:
    """Does somebody else call or raise a wager that is more than what there was to meet?

    Last chips without a word that do not reach it are a call.
    """
    if act.player == wager.player or isinstance(wager, e.Call):
        return False
    raised, total = _total(state, wager), _total(state, act)
    if raised is not None and raised <= betround.highest:
        return False
    if isinstance(act, e.Call | e.Raise) or (type(act) is e.Wager and _takes_last_chips(state, act)):
        return True
    return raised is not None and total is not None and total >= raised


def _takes_last_chips(state: HandState, act: e.Wager) -> bool:
    """Are these the player's last chips: by word or, of chips put in without one, because no more is left?"""
    if act.all_in or type(act) is not e.Wager:
        return act.all_in
    player, total = state.player(act.player, act), _total(state, act)
    return total is not None and total - player.put_in_round >= player.stake


def _total(state: HandState, act: e.Wager) -> int | None:
    """What then stands before the player in the round, as far as the record states it."""
    if act.total is not None or act.added is None:
        return act.total
    return state.player(act.player, act).put_in_round + act.added


# ---- who began ----


def note_beginning(state: HandState, act: e.Act) -> None:
    """Note at the first act of a round whether it is open already, because the blind is the opening wager.

    It is if the player who put up the blind begins, or may have let the turn pass without a word. It may also be if
    that player has the highest card and no chips left.
    """
    betround = state.round
    if betround is not None and betround.acts == 0 and betround.betting.designated is not None and not state.skipped:
        blind = blind_player(state)
        names = [one.name for one in betround.openers]
        silent = blind is not None and (not names or blind.name in names) and _may_follow(state, blind, act, names)
        betround.opened = blind is not None and (silent or blind.name == act.player or _after_best(state, blind, act))


def _may_follow(state: HandState, blind: Player, act: e.Act, openers: list[str]) -> bool:
    """May this act come after the blind player's silence? Not if another player with an equal card opens by it."""
    following = next((player for player in state.clockwise(blind) if player.able), None)
    return act.player not in openers or (following is not None and following.name == act.player)


def _after_best(state: HandState, blind: Player, act: e.Act) -> bool:
    """Did the blind take the last chips of the player with the highest card, and does the next player answer it?

    A call may as well be the opening wager of the next player, and is measured as that.
    """
    assert state.round is not None
    following = next((player for player in state.clockwise(blind) if player.able), None)
    if following is None or following.name != act.player or not isinstance(act, e.Fold | e.Raise):
        return False
    return blind.tapped_out and shows_best(state, state.round.betting.opener, blind)
