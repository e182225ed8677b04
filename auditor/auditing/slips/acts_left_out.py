"""Acts that may have been left out: a fold, a check, a call, or a wager as large as the hand makes likely."""

from __future__ import annotations

from itertools import accumulate, pairwise

from auditor.auditing.slips.gaps import CARDS, ENDS, PAYMENTS, STAYED, Gaps
from auditor.auditing.slips.slip import Slip, place_before
from auditor.replay.betting.sizes import largest_allowed, wager_of
from auditor.replay.state import HandState, Player
from auditor.vocabulary import events as e
from auditor.vocabulary.wording import escaped


def act_of(gaps: Gaps, state: HandState, player: Player, at: int) -> None:
    """An act of a player: a fold, a check or a call, or a wager that others then have answered."""
    if _acts_next(state, player, at):
        return
    name, level = player.name, 0 if state.round is None else state.round.highest
    gaps.passed.append((at, name, level, player.put_in_round))
    _stays(gaps, level, player, at)
    for total in _called_for_less(state, level, at):
        if total > player.put_in_round:
            call = e.Call(*place_before(gaps.hand, at), name, total=total)
            gaps.insert(at, call, f"a call of {escaped(name, 40)}")
    fold_of(gaps, name, at)
    back = [one for one in gaps.hand.events[at:] if isinstance(one, e.Returned) and one.player == name]
    own = [one for one in gaps.hand.events[at:] if isinstance(one, e.Wager) and one.player == name]
    last = [one.added or 0 for one in own if one.all_in]  # which leaves the rest of the stake for this one
    everything = [player.put_in_round + player.stake - added for added in (0, *last)]
    met = [*_met_by_calls(state, name, at), *_met_by_refund(state, player, at)]
    likely = [*met, *likely_totals(state, at), *_largest(state, player), *[level + one.amount for one in back]]
    for total in dict.fromkeys([*likely, *everything]):
        _wager(gaps, at, name, level, total)


def end_of_round(gaps: Gaps, state: HandState, player: Player, at: int) -> None:
    """What ends a betting round, of a player whose bet may be the first of the next."""
    betround = state.round
    if betround is None or betround.round is state.rounds[-1] or not state.pending(player):
        return
    if sum(map(state.pending, state.players)) == 1:
        _stays(gaps, betround.highest, player, at)


def wager_met(gaps: Gaps, state: HandState, act: e.Call | e.Raise, at: int) -> None:
    """The wager that somebody calls or raises in a round without one: of the player before, as nobody passed over."""
    caller = state.by_name.get(act.player)
    before = [player for player in state.clockwise(caller) if player.able] if caller else []
    met = [act.added or 0] if isinstance(act, e.Call) else []
    for total in dict.fromkeys([*met, *likely_totals(state, at), *_usual(state)] if before else ()):
        _wager(gaps, at, before[-1].name, 0, total)


def _stays(gaps: Gaps, level: int, player: Player, at: int) -> None:
    """A call of a player who has less in than others, or else a check."""
    place, name, who = place_before(gaps.hand, at), player.name, escaped(player.name, 40)
    if level > player.put_in_round:
        gaps.insert(at, e.Call(*place, name), f"a call of {who}")
    else:
        gaps.insert(at, e.Check(*place, name), f"a check of {who}")


def fold_of(gaps: Gaps, name: str, at: int) -> None:
    """A fold, unless the record has the player act later, show a hand, or be paid."""
    events = gaps.hand.events
    stayed = any(isinstance(one, STAYED) and one.player == name for one in events)
    if not stayed and not any(isinstance(one, e.Act) and one.player == name for one in events[at:]):
        gaps.insert(at, e.Fold(*place_before(gaps.hand, at), name), f"a fold of {escaped(name, 40)}")


def _wager(gaps: Gaps, at: int, name: str, level: int, total: int) -> None:
    place, who = place_before(gaps.hand, at), escaped(name, 40)
    if total > level:
        what, kind = ("raise", e.Raise) if level else ("bet", e.Bet)
        gaps.insert(at, kind(*place, name, total=total), f"a {what} of {who}")


def wagers_of(gaps: Gaps, amount: int) -> list[Slip]:
    """The wagers that were left out, if as much as this is missing in the record of a pot."""
    before, gaps.found = gaps.found, []
    for at, name, level, put in gaps.passed if amount > 0 else ():
        if put + amount > level:
            _wager(gaps, at, name, level, put + amount)
        else:
            call = e.Call(*place_before(gaps.hand, at), name, added=amount)
            gaps.insert(at, call, f"a call of {escaped(name, 40)}")
    wagers, gaps.found = gaps.found, before
    return wagers


def awaits_act(state: HandState) -> bool:
    """Is one act missing for a betting round to be over? Of two players who can bet, the fold of either ends it."""
    turn, betround = state.turn, state.round
    if turn is None or betround is None or betround.closed or not turn.able:
        return False
    return len(state.active) == 2 or len(state.able) == 2 or sum(map(state.pending, state.players)) == 1


def refunded_more(state: HandState, event: e.Event, at: int) -> list[Player]:
    """The players who get more back for a void hand than the record has, where they cannot act any more after this."""
    if isinstance(event, e.Holds | e.Voided):
        players = [player for player in state.players if player.name == event.player]
    else:
        players = state.players if isinstance(event, e.Incident | e.Invalidated) else []
    return [player for player in players if player.active and _met_by_refund(state, player, at)]


def _acts_next(state: HandState, player: Player, at: int) -> bool:
    """Does a player act in the round before anybody else has raised? Then no act of that player is missing.

    Where somebody acts again without a raise, another round has begun, though no card shows it.
    """
    acted = {one.name for one in state.players if one.level_at_last_act >= 0}
    for event in state.hand.events[at:]:
        if isinstance(event, e.Act) and event.player == player.name:
            return True
        if isinstance(event, e.Act) and event.player in acted:
            break
        if isinstance(event, ENDS) or (isinstance(event, e.Wager) and not isinstance(event, e.Call)):
            break
    return False


def after_blinds(state: HandState, act: e.Act) -> list[Player]:
    """Who comes after the last blind, if somebody else begins and the record does not tell who is to."""
    last = state.by_name.get(state.posts[-1].player) if state.posts else None
    coming = next((player for player in state.clockwise(last) if player.able), None) if last is not None else None
    return [coming] if coming is not None and coming.name != act.player else []


def likely_totals(state: HandState, at: int) -> list[int]:
    """What may have stood before a player who wagered: what others then have before them, less their own raises."""
    totals: dict[int, None] = {}
    sizes: dict[int, None] = {}  # of raises, which may not be smaller than one before
    put = {player.name: player.put_in_round for player in state.players}
    raised = 0  # by raises of which the log has only the increase
    for event in state.hand.events[at:]:
        if isinstance(event, e.Wager):
            total = event.total
            if total is None and event.added is not None:
                total = put.get(event.player, 0) + event.added
            elif total is None and _is_last_chip(event) and (player := state.by_name.get(event.player)) is not None:
                total = player.put_in_round + player.stake
            by = (event.by or 0) if isinstance(event, e.Raise) else 0
            sizes |= {by: None} if by else {}
            if total is None:
                raised += by
                continue
            put[event.player] = total
            totals |= dict.fromkeys([total, total - by, total - by - raised])
        elif isinstance(event, (e.Show, e.Muck, *PAYMENTS)) or (totals and isinstance(event, CARDS)):
            break
    level, usual = 0 if state.round is None else state.round.highest, _usual(state)
    later = [other - one for one, other in pairwise(dict.fromkeys(accumulate(totals, max)))]
    raised_by = [total - by for total in list(totals)[:1] for by in [*usual, *later, *sizes] if level < total - by]
    likely = [*totals, *[level + size for size in dict.fromkeys([*usual, *sizes])], *raised_by]
    return [total for total in dict.fromkeys(likely) if total]


def _met_by_calls(state: HandState, name: str, at: int) -> list[int]:
    """What must have stood before a player whose next call in the round is said to be so much more."""
    highest = 0 if state.round is None else state.round.highest
    for event in state.hand.events[at:]:
        if isinstance(event, ENDS):
            break
        if isinstance(event, e.Call) and event.player == name:
            return [] if event.all_in or event.added is None else [highest - event.added]
        if isinstance(event, e.Wager) and event.total is not None:
            highest = max(highest, event.total)
    return []


def _called_for_less(state: HandState, level: int, at: int) -> list[int]:
    """What the next call comes to, if that is less than the wager to be met: others may call a short blind so, too."""
    for event in state.hand.events[at:]:
        if not isinstance(event, e.Act) or (isinstance(event, e.Wager) and not isinstance(event, e.Call)):
            break
        if isinstance(event, e.Call) and not event.all_in:
            caller = state.by_name.get(event.player)
            put = caller.put_in_round if caller is not None else 0
            total = event.total if event.total is not None or event.added is None else put + event.added
            return [] if total is None or total >= level else [total]
    return []


def _met_by_refund(state: HandState, player: Player, at: int) -> list[int]:
    """What must have stood before a player who gets more back for a void hand than the record has by then."""
    back = [one.amount for one in state.hand.events[at:] if isinstance(one, e.Refund) and one.player == player.name]
    return [player.put_in_round + amount - player.put_in_hand for amount in back if amount > player.put_in_hand]


def _largest(state: HandState, player: Player) -> list[int]:
    """The most that a player may bet or raise to: what others then may do in a pot-limit game rests on it."""
    betround = state.round
    if betround is None:
        return []
    most = largest_allowed(state, wager_of(betround, player, "raise" if betround.highest else "open"))
    return [] if most is None else [betround.highest + most]


def _is_last_chip(event: e.Wager) -> bool:
    """Does a player bet or raise all that is left? A call for that may be less than the wager."""
    return event.all_in and not isinstance(event, e.Call)


def _usual(state: HandState) -> list[int]:
    """What a bet or raise usually comes to: the least, the most, a blind, as much as the largest raise of the round."""
    setup, betround = state.hand.setup, state.round
    units = [setup.minimum or 0, max([post.amount for post in state.posts], default=0)]
    sizes = [*units, *[2 * unit for unit in units], *[least for least, _ in setup.bets], setup.maximum]
    if betround is not None:
        sizes += [betround.floor, betround.min_raise, betround.most]
    return [size for size in dict.fromkeys(sizes) if size]
