"""Settling a hand: pots, hands, ties, odd chips and commission are computed and never copied from the log."""

from __future__ import annotations

from auditor.replay.pots import build_pots
from auditor.replay.settlement.commission import PotDue, undeclared
from auditor.replay.settlement.miscalls import miscalled
from auditor.replay.settlement.must_bet import oblige
from auditor.replay.settlement.result import Settled, Settlement, Unsettled
from auditor.replay.settlement.showdown import Showdown, has_wrong_size, plays_board
from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import Announced, Muck, Requested, Show, Tapped
from auditor.vocabulary.records import replace

__all__ = ["Settled", "Settlement", "Unsettled", "settle"]


def settle(state: HandState) -> Settlement:
    """Work out the settlement of the hand as the record has it."""
    done = Settlement(state)
    if state.invalidated is not None or _all_back(state):
        done.state = "invalidated"
        return done
    active = _sort_hands(done)
    if (
        state.game.no_hand is not None
        and not done.live
        and any(one.wrong_card_count and one.folded is None for one in state.players)
    ):
        done.state = "invalidated"
        return done
    most = _count_money(done)
    if done.called or done.uncalled or _paid_after_return(state):
        if done.called:
            done.pots = _pots(done, active, most)
        if state.runs:
            done.pots = [part for pot in done.pots for part in _run_by_run(done, pot)]
        _find_winners(done)
        _read_record(done)
        if done.other_pots is not None and not done.right:
            first, done.pots = done.pots, done.other_pots
            done.right = _is_right(done)
            done.pots = done.pots if done.right else first
    return done


def _all_back(state: HandState) -> bool:
    """Did everybody get back all that they wagered, under a rulebook that has such a remedy?"""
    return (
        state.game.no_hand is not None
        and state.pot > 0
        and not state.wins
        and all(player.refunded == player.put_in_hand for player in state.players)
    )


def _paid_after_return(state: HandState) -> bool:
    """Does the record pay somebody out of a pot from which all wagers had gone back?"""
    return any(win.amount for win in state.wins) and any(player.returned for player in state.players)


def _sort_hands(done: Settlement) -> list[Player]:
    """Sort out the hands with a wrong number of cards and those thrown away: the rest can win."""
    active: list[Player] = []
    tapped: set[str] = set()
    if done.table.game.asked_for is not None and Tapped in done.table.kinds:
        tapped = {event.player for event in done.table.hand.events if isinstance(event, Tapped) and event.done}
    for player in done.table.players:
        if not player.active:
            continue
        if has_wrong_size(done.table, player):
            done.invalid.append(player)
            continue
        active.append(player)
        thrown = player.name in tapped or (player.mucked and _threw_away(done.table, player))
        if thrown and done.table.game.on_board is not None and plays_board(done.table, player):
            thrown = False
        if thrown and (done.table.game.asked_for is None or not revived(done.table, player)):
            done.mucked.append(player)
        elif done.table.game.miscall is not None and miscalled(done.table, player):
            done.mucked.append(player)  # a dead hand is as good as thrown away
    done.live = active
    if done.mucked:
        done.live = [player for player in active if not any(player is one for one in done.mucked)]
    return active


def _count_money(done: Settlement) -> int:
    """Add up the wagers without the uncalled part; return the most that a player has in the pots beside dead money."""
    total = most = second = 0
    top: Player | None = None
    for player in done.table.players:
        put = player.put_in_hand
        if put:
            total += put
            put -= player.dead_money
            if put > most:
                second, most, top = most, put, player
            elif put > second:
                second = put
    if most > second and top is not None and _gets_back(done, top):
        done.uncalled, done.uncalled_to = most - second, top
        most = second
    done.called = total - done.uncalled + done.table.house_money
    return most


def _gets_back(done: Settlement, top: Player) -> bool:
    """Does what nobody matched go back? The wagers of a player who folded, or whose hand is void, stay in the pot."""
    return top.folded is None and not top.void and not any(top is one for one in done.invalid)


# ---- pots ----


def _pots(done: Settlement, active: list[Player], most: int) -> list[PotDue]:
    """The pots: one, unless somebody tapped out for less or all players who were in threw their cards away."""
    if not done.live:
        return _side_pots(done, active)
    if any(player.put_in_hand for player in active):  # if not, all the money is that of players who folded
        for player in active:
            if player.put_in_hand - player.dead_money < most:
                return _side_pots(done, active)
    contributors = tuple([player for player in done.table.players if player.put_in_hand])
    return [PotDue(done.called, most, contributors, tuple(done.live))]


def _side_pots(done: Settlement, active: list[Player]) -> list[PotDue]:
    """The main pot and the side pots, each with the hands that can win it."""
    table = done.table
    called = {player.seat: player.put_in_hand - player.dead_money for player in table.players if player.put_in_hand}
    if done.uncalled_to is not None:
        called[done.uncalled_to.seat] -= done.uncalled
    most = max(called.values(), default=0)
    behind = [player for player in active if called.get(player.seat, 0) < most and not _tapped_out(done, player)]
    unknown = any(player.unaccounted_for or player.seat not in called for player in behind)
    if behind and not unknown and table.game.must_bet is None and not table.runs:
        done.other_pots = _divided(done, active, called, [])  # as if they had tapped out: the call is at fault
    return _divided(done, active, called, behind)


def _divided(done: Settlement, active: list[Player], called: dict[int, int], behind: list[Player]) -> list[PotDue]:
    """Pots by what each seat has in them. Players `behind` are short of a call, and yet compete for all of them."""
    table = done.table
    counts = {player.seat for player in active} - {player.seat for player in behind}
    by_seat = {player.seat: player for player in table.players}
    last = [event.player for event in table.hand.events if isinstance(event, Muck)] if done.mucked else []
    found: list[PotDue] = []
    for pot in build_pots([(seat, amount, seat in counts) for seat, amount in called.items()]):
        entitled = [player for player in active if player.seat in pot.eligible or any(player is one for one in behind)]
        live = [player for player in entitled if any(player is one for one in done.live)]
        if not live and entitled:  # the last player to throw the cards away had nobody left to beat
            live = [max(entitled, key=lambda player: last.index(player.name) if player.name in last else -1)]
        contributors = tuple([by_seat[seat] for seat in pot.contributors])
        found.append(PotDue(pot.amount, pot.level, contributors, tuple(live)))
    if found:
        found[0].amount += sum([player.dead_money for player in table.players]) + table.house_money
        found[-1].amount += done.called - sum([pot.amount for pot in found])
    return found


def _run_by_run(done: Settlement, pot: PotDue) -> list[PotDue]:
    """A pot in equal parts, one for each run of the cards to come; the first has what cannot be divided."""
    runs = len(done.table.runs) + 1
    share = pot.amount // (runs * done.unit) * done.unit
    amounts = [pot.amount - (runs - 1) * share] + [share] * (runs - 1)
    return [replace(pot, amount=amount, run=run) for run, amount in enumerate(amounts)]


def _tapped_out(done: Settlement, player: Player) -> bool:
    """Did the player put in everything? A player who put in too little and kept chips competes for every pot."""
    if player.start is None and player.stake:
        done.lacks = f"the stake of seat {player.seat}"
        return True
    return player.stake <= player.bought + player.returned_late


def _threw_away(state: HandState, player: Player) -> bool:
    """Did the cards go into the discards before they were shown? A hand shown first and cleared later counts."""
    if player.shown is None:
        return True
    first = next(event for event in state.hand.events if isinstance(event, Muck | Show) and event.player == player.name)
    return isinstance(first, Muck)


def revived(state: HandState, player: Player) -> bool:
    """Did an announced winner ask for the cards after they were thrown away, and were they then shown?"""
    if Requested not in state.kinds:
        return False
    winners: set[str] = set()
    thrown = asked = False
    for event in state.hand.events:
        if isinstance(event, Announced):
            winners.update(event.winners)
        elif isinstance(event, Muck):
            thrown = thrown or event.player == player.name
        elif isinstance(event, Requested):
            asked = asked or (thrown and event.of == player.name and event.player in winners)
        elif isinstance(event, Show) and asked and event.player == player.name:
            return True
    return False


# ---- winners ----


def _find_winners(done: Settlement) -> None:
    live = done.live
    if len(live) > 1:
        done.state = "showdown"
        showdowns = [Showdown(done.table, live, run) for run in range(len(done.table.runs) + 1)]
        showdown = done.showdown = showdowns[0]
        for pot in (*done.pots, *(done.other_pots or ())):
            if len(pot.eligible) == 1:
                pot.winners = pot.eligible
                continue
            if pot.run:
                showdown = showdowns[pot.run]
            pot.winners = showdown.best(pot.eligible)
            pot.low = showdown.best_low(pot.eligible) or ()
            if pot.winners is None:
                done.lacks = done.lacks or showdown.missing(pot.eligible)
        done.contested = not showdown.unseen and showdown.board is not None and done.decided
        if done.table.game.must_bet is not None:
            oblige(done)
        return
    done.state = "sole" if live else "nobody"
    for pot in (*done.pots, *(done.other_pots or ())):
        pot.winners = pot.eligible or None
    if done.table.game.must_bet is not None and live and not done.table.over:
        oblige(done)
    if not live and not done.mucked:
        _last_to_fold(done)
    if any(pot.winners is None for pot in done.pots):
        done.lacks = "who was left to win"


def _last_to_fold(done: Settlement) -> None:
    """Let the player who folded last win, because no player left holds a valid hand."""
    folded = [player for player in done.table.players if player.folded is not None]
    if folded:
        done.state = "folded"
        last = max(folded, key=lambda player: player.folded or 0)
        for pot in done.pots:
            pot.winners = (last,)


# ---- the record ----


def _read_record(done: Settlement) -> None:
    """Read what the log says of pots, commission and payments, and decide whether the payments are right."""
    table = done.table
    wins = table.wins
    for win in wins:
        done.paid += win.amount
    lines = table.pots_taken
    if len(lines) == 1:
        done.counted, done.taken = lines[0].amount, lines[0].commission
    elif lines:
        _add_up(done)
    if done.uncalled:
        done.included = _includes_uncalled(done)
    if not wins:
        done.lacks = done.lacks or "the payments"
        done.right = False
        return
    pots = done.pots
    if (
        len(pots) == 1
        and pots[0].winners is not None
        and len(pots[0].winners) == 1
        and not (done.included or pots[0].low)
    ):
        winner = pots[0].winners[0]
        if winner.won == done.paid and done.balanced:
            _check_rest(done)
            return
    done.right = _is_right(done)
    if not done.right and done.uncalled and done.taken is None:
        done.included = not done.included  # the sums do not tell: take what fits the payments
        done.right = _is_right(done)
        if not done.right:
            done.included = not done.included
    if done.right:
        _check_rest(done)


def _check_rest(done: Settlement) -> None:
    """Payments that leave money over are not right where neither rulebook nor record tells what the house may take."""
    table = done.table
    if done.taken is not None or done.paid >= done.expected_gross or not undeclared(table):
        return
    if table.game.commission.allowed(done.called, None) >= done.called:
        done.lacks = done.lacks or "the commission taken"
        done.right, done.but_commission = False, True


def _add_up(done: Settlement) -> None:
    """Add up several lines on pots: one without a number is for all pots together, or else those with numbers."""
    lines = done.table.pots_taken
    whole = [line for line in lines if line.pot is None] or lines
    done.counted = sum([line.amount for line in whole])
    for those in (whole, lines):
        known = [line.commission for line in those if line.commission is not None]
        if len(known) == len(those) or (known and sum(known) + done.paid in (done.called, done.called + done.uncalled)):
            done.taken = sum(known)
            return


def _includes_uncalled(done: Settlement) -> bool:
    with_it = done.called + done.uncalled
    if done.taken is not None:
        gross = done.paid + done.taken
        return gross == with_it or (gross != done.called and done.counted == with_it)
    if done.counted != with_it or done.paid > done.called:
        return done.paid > done.called
    return done.paid + done.most_taken() >= with_it or done.paid + done.most_taken() < done.called


def _is_right(done: Settlement) -> bool:
    if not done.pots:
        return done.balanced and all(player.won == 0 or player is done.uncalled_to for player in done.table.players)
    if done.miscounted:
        return done.decided and _right_people(done)
    if not done.decided or not done.balanced:
        return False
    if done.vague is not None:
        return _right_people(done)
    return done.pays(done.awards)


def _right_people(done: Settlement) -> bool:
    """Were all winners paid and nobody else? A record that counts another pot cannot tell more.

    Nor can one that does not tell on which pots the commission lies: it may have eaten up a small pot but for odd
    chips.
    """
    allowed = {player.seat for award in done.awards for player in award.players}
    setup = done.table.hand.setup
    unit = max(done.unit, done.table.common_chip() if setup.notes_table and not setup.chip else 0)
    small = done.commission_out + unit * len(allowed) if done.vague is not None else 0
    due = {
        player.seat
        for pot, award in zip(done.pots, done.awards, strict=True)
        for player in award.players
        if pot.amount > small
    }
    if done.uncalled_to is not None:
        allowed.add(done.uncalled_to.seat)
    return due <= set(done.payments) <= allowed
