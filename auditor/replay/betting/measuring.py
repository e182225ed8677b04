"""What wagers amount to: those before the cards, and openings, calls and raises.

Nothing is judged here and nothing refused. `rounds_and_turns` knows whose turn it is, and when a round begins and ends.
"""

from __future__ import annotations

from itertools import islice

from auditor.replay.betting.lookahead import acts_later, change_for, is_answered, posts_later
from auditor.replay.betting.sizes import (
    above_full,
    forced_part,
    full_raise,
    held_level,
    largest_allowed,
    sized,
    unit_of,
    within,
)
from auditor.replay.forced_bets.blinds_and_antes import (
    AFTER,
    BLIND,
    ENTRY,
    KILL,
    LIVE,
    ONWARD,
    amounts,
    blind_player,
    blinds_noted,
    dead_part,
    dealt_in,
    figure_and_number,
    lacks_last,
)
from auditor.replay.forced_bets.kills import surplus
from auditor.replay.state import BettingRound, HandState, Move, Player, RoundSnapshot
from auditor.rules.schema.figures import Forced
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.money import money_text

# ---- before the cards ----


def post(state: HandState, event: e.Post) -> None:
    """Make a wager before the cards. Later wagers are measured by the last blind that the rulebook provides for."""
    player = state.player(event.player, event)
    whole = event.all_in or event.amount >= player.stake
    figure, number = state.forced, state.blind_index
    if state.event is not event:  # it stayed on the table after a misdeal, and is not the current event
        figure, number = figure_and_number(state, event)
    pay(player, event.amount, last_chips(state, player, event.amount, event.all_in))
    if event.kind not in LIVE or not state.game.blinds.live:
        player.put_in_round -= event.amount
        _count_dead(state, player, event)
    elif figure is not None and figure.live == "opening":
        beyond = (surplus if event.kind == KILL else dead_part)(state, player, event)
        player.put_in_round -= beyond
        player.dead_money += beyond
    place = _place(state, figure, number)
    if event.kind in LIVE and event.kind != ENTRY and figure is not None and place == len(state.posts):
        whole = whole and figure.by != ONWARD  # nobody had to put it up, so it stands for no more than it is
        _raise_blind(state, event, _nominal(state, figure, number, event.amount) if whole else event.amount, figure)
    state.posts.insert(place, event)
    state.post_kinds.add(event.kind)
    if event.kind == KILL and state.kill is None:
        state.kill = event
    state.post_figures.insert(place, figure)
    state.post_blind_indexes.insert(place, number)
    state.lacks_last = lacks_last(state)


def _count_dead(state: HandState, player: Player, event: e.Post) -> None:
    """Count as dead money what others need not match: a dead blind, or the ante that one player puts in for all.

    The first ante counts as that until there is a second.
    """
    if event.kind == "dead":
        player.dead_money += event.amount
    elif event.kind == "ante":
        before = list(islice((one for one in state.posts if one.kind == "ante"), 2))
        if not before:
            player.dead_money += event.amount
        elif len(before) == 1:  # so everybody puts in an ante
            state.player(before[0].player, before[0]).dead_money -= before[0].amount


def _place(state: HandState, figure: Forced | None, number: int) -> int:
    """The place of a blind among those before it, in the order of the rulebook, though the log may have another.

    An ante or a post to get cards is none of the blinds, wherever the log notes it.
    """
    late = figure is not None and figure.by == "buck" and blinds_noted(state)
    if late:
        return 0
    if number == AFTER:
        return len(state.posts)
    for place, one in enumerate(state.posts):
        if state.post_blind_indexes[place] > number and one.kind in LIVE and one.kind != ENTRY:
            return place
    return len(state.posts)


def _raise_blind(state: HandState, event: e.Post, blind: int, figure: Forced) -> None:
    """Set the blind that later wagers are measured by, and the least raise that it allows.

    A blind that is too large sets no larger least raise than the right one would have, and one that is too small sets
    no smaller one than before.
    """
    before = state.blind or 0
    if event.kind == BLIND:
        state.blind = state.compulsory = state.min_raise = blind
        return
    right = max(amounts(state, figure), default=blind)
    state.blind = max(blind, before) if figure.by == ONWARD else blind
    by = state.game.blinds.quantum
    if by == "increment":
        state.min_raise = max(state.min_raise or 0, min(blind, right) - before)
    else:
        state.min_raise = state.compulsory if by == "compulsory" else min(blind, right)


def suppose_last(state: HandState) -> bool:
    """Measure wagers by the last blind though it is not on record, where players have to enter for it in any case.

    The record may lack it, or another blind was not put up, or the players who were due for blinds had no chips left.
    """
    blinds = state.hand.setup.blinds
    if state.game.blinds.short != "entering" or not blinds:
        return False
    if not state.lacks_last and state.blind is not None:
        return False
    if any(post.kind == "dead" for post in state.posts):
        return False  # it was put up, and the log calls it dead
    due = dealt_in(state)[: len(blinds)]
    if not state.lacks_last and not all(player.tapped_out for player in due):
        return False
    state.blind = state.compulsory = state.min_raise = max(state.blind or 0, blinds[-1])
    return True


def _nominal(state: HandState, figure: Forced, number: int, amount: int) -> int:
    """The blind that a player's last chips stand for: their amount if that is a blind, else the least it may be."""
    allowed = amounts(state, figure, number)
    return allowed[0] if allowed and amount not in allowed and amount < allowed[-1] else amount


def pay(player: Player, amount: int, last: bool = False) -> None:
    """Move chips in. A wager of more than the player has is taken as recorded; a check of the record reports it.

    After what the log calls the last chips nothing is left to wager; the rest of the stake that it stated lies aside.
    """
    left = player.stake - amount
    if last:
        player.winnings_off_table += left if player.start is not None and left > 0 else 0
        left = 0
    player.stake = left if left > 0 else 0
    player.put_in_round += amount
    player.put_in_hand += amount


def table_minimum(state: HandState, place: int) -> int | None:
    """The minimum that the table declares for a betting round, by its place: one for all rounds, or one for each."""
    setup = state.hand.setup
    if not setup.minimums:
        return setup.minimum
    part = part_of_rounds(len(setup.minimums), place, len(state.rounds))
    return None if part is None else setup.minimums[part]


def part_of_rounds(parts: int, place: int, rounds: int) -> int | None:
    """In which of so many equal parts of the betting rounds one lies, by its place; None if they have no such parts."""
    return place * parts // rounds if rounds % parts == 0 else None


def least_wager(state: HandState, place: int) -> int | None:
    """The least wager of a betting round, by its place: what the table declares or, in some games, its last blind.

    A straddle may raise it for the rounds that follow.
    """
    least, blinds = table_minimum(state, place), state.game.blinds
    if blinds.minimum == "declared":
        return least
    if least is None:
        declared = state.hand.setup.blinds
        least = declared[-1] if declared else state.compulsory
    return max(least or 0, state.blind or 0) or None if place and blinds.straddled == "all" else least


def last_chips(state: HandState, player: Player, amount: int, all_in: bool) -> bool:
    """Are these the last chips, as the log says (`all_in`)? Not if more are left and the player goes on."""
    if not all_in or player.stake <= amount or player.start is None or state.event is None:
        return all_in
    return not acts_later(state, player, state.event) and not posts_later(state, player, state.event)


# ---- measuring ----


def measure(state: HandState, act: e.Wager) -> Move:
    """What a wager amounts to, measured against the state as it is."""
    betround = state.round
    assert betround is not None
    player = state.by_name.get(act.player) or state.player(act.player, act)
    to_call = betround.highest - player.put_in_round if betround.highest > player.put_in_round else 0
    if act.total is not None:
        added = act.total - player.put_in_round
    elif act.added is not None:
        added = to_call if _names_total(act, betround, player, to_call) else act.added
        if type(act) is e.Wager and (change := change_for(state, act)) is not None:
            added -= change.amount
    elif type(act) is e.Raise and act.by is not None:
        added = (to_call or _to_meet_held(state, player)) + act.by
    elif type(act) is e.Raise or act.all_in:
        added = player.stake if player.start is not None and not _merely_calls(state, act, player, to_call) else to_call
    else:
        added = min(to_call or _to_meet_held(state, player), player.stake)
    if added < 0:
        before = money_text(player.put_in_round)
        found = money_text(player.put_in_round + added)
        reason = f"found a wager to {found}, expected at least the {before} already in front"
        raise Unreadable(reason, act.line, act.column, state.hand.number)
    total = player.put_in_round + added
    increase = total - betround.highest
    all_in = added >= player.stake or act.all_in
    opens = not betround.opened and betround.wagering.opening is not None
    if not opens and (increase <= 0 or _only_calls(act, betround, all_in)):
        return Move(player, "call", added, total, to_call, 0, all_in)
    if opens or betround.highest == 0:
        move = Move(player, "open", added, total, to_call, total, all_in)
    else:
        move = Move(player, "raise", added, total, to_call, increase, all_in)
        move.counts = _counts(state, betround, player) and not _completes(state, betround, move)
    move.sized = sized(state, move)
    move.legal = move.sized and within(state, move)
    last = all_in or player.start is None  # chips of a stake that the log does not state may be the last ones
    move.full = full_raise(state, move)
    move.short = last and above_full(betround, move) < move.full
    if move.kind == "open" and _brings_in(state, betround, move):
        move.sized = move.legal = move.short = True  # the forced opening, though the log calls it a bet
    return move


def _merely_calls(state: HandState, act: e.Wager, player: Player, to_call: int) -> bool:
    """Does a player call and have chips left, though the log calls them the last? Not if others answer a raise."""
    return type(act) is e.Call and 0 < to_call < player.stake and not is_answered(state, act)


def _to_meet_held(state: HandState, player: Player) -> int:
    """What it takes to meet a wager that was made out of turn and is held aside: a call or a raise of nothing else."""
    return max(held_level(state, player) - player.put_in_round, 0) if state.early else 0


def _only_calls(act: e.Wager, betround: BettingRound, all_in: bool) -> bool:
    """Does a player who calls put in too much, where that is a surplus and no raise?"""
    return type(act) is e.Call and not all_in and betround.highest > 0 and betround.betting.call.strict


def _names_total(act: e.Wager, betround: BettingRound, player: Player, to_call: int) -> bool:
    """Does a call give as its amount the wager that it meets, though the player has put in a part of that already?

    If the amount were what is added, it would be more than a call needs, as only somebody's last chips may be.
    """
    if type(act) is not e.Call or not 0 < to_call < betround.highest:
        return False
    return act.added == betround.highest and act.added != player.stake and not act.chips


def _counts(state: HandState, betround: BettingRound, player: Player) -> bool:
    """Is a raise one of the round's raises? The designated player's own may be the opening wager instead."""
    rule = betround.betting.designated
    if rule is None or rule.raise_counts or rule.opening_raise_counts or betround.acts > 0:
        return True
    known = bool(betround.openers)  # if not, the player who put up the blind may well be the opener
    return player is not blind_player(state) or (known and all(player is not one for one in betround.openers))


def _completes(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Does a wager complete the opening that another player's last chips fell short of, and so is no raise?"""
    short = betround.wagering.short
    if short.treatment == "half" and betround.shortage == "half" and short.raised in ("completed", "either"):
        return move.total == betround.raise_bases[-1] + full_raise(state, move)
    if betround.full_level or not sized(state, move):
        less = short.treatment == "half" and betround.shortage == "less" and move.all_in  # it is a part of it as well
        return (betround.incomplete_forced_bet > 0 or less) and not betround.full_level
    return short.treatment == "half" or not sized(state, move, "highest")


def excess(state: HandState, move: Move) -> int:
    """How far a wager goes beyond the largest one allowed."""
    most = None if move.kind == "call" else largest_allowed(state, move)
    return 0 if most is None else max(move.increase - most, 0)


# ---- what they do to a round ----


def apply_raise_to_round(state: HandState, betround: BettingRound, move: Move) -> None:
    """Change the round by an opening or a raise: the level to be met, the number of raises, the floor."""
    betround.before = RoundSnapshot(
        betround.highest,
        betround.raises,
        betround.floor,
        betround.full_level,
        betround.last_raiser,
        betround.shortage,
        betround.min_raise,
        betround.raise_bases,
        betround.short_all_in_levels,
    )
    cap, floor = betround.wagering.raises, betround.wagering.floor
    opens = move.kind == "open"
    raises = betround.raises
    if opens:
        betround.opening = move.increase
        betround.raises += raises_too(state, betround, move)
    raised = move.increase
    if betround.betting.designated is not None:
        raised -= forced_part(state, betround, move)
    if state.early and (held := held_level(state, move.player)) < move.total:
        raised = min(raised, move.total - held)  # a player passed over may have raised the wager out of turn
    if raised > 0 and (opens or (move.counts and counts_as_raise(betround, move))):
        if not opens or (cap is not None and cap.opening_counts):
            betround.raises += 1
        if move.legal and not move.short and (not opens or (floor is not None and floor.opening_counts)):
            betround.floor = raised if raised > betround.floor else betround.floor
    if floor is not None and floor.lowered and not move.sized and not move.short:
        betround.floor = min(betround.floor, raised)
        betround.min_raise = min(betround.min_raise or raised, raised)
    betround.shortage, betround.raise_bases = None, ()
    if opens and _brings_in(state, betround, move):
        betround.incomplete_forced_bet = move.total
    elif move.short:
        _fall_short(betround, move)
    else:
        if move.total > betround.full_level:
            betround.full_level = move.total
        betround.irregular_size_seen = betround.irregular_size_seen or not move.sized
        if opens and (bet := _bet_within(state, betround, move)):
            betround.raise_bases = (bet, move.total)
    if cap is not None and raises < cap.most <= betround.raises:
        betround.cap_lifted = few_left(state, move)
    if move.total > betround.highest:
        betround.highest = move.total
    if move.increase > betround.largest:
        betround.largest = move.increase
    betround.last_raiser = move.player
    betround.chips = move.added


def _bet_within(state: HandState, betround: BettingRound, move: Move) -> int:
    """The bet within an opening of last chips that is more than a bet and less than a bet and a raise; else zero.

    The text leaves open whether a raise over it completes that raise or goes a full one higher.
    """
    sizes = betround.wagering.opening
    if sizes is None or not sizes.raising or not move.all_in:
        return 0
    unit = unit_of(state, sizes) or 0
    return unit if unit < move.total < 2 * unit else 0


def _brings_in(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Is an opening the forced one, though the log calls it a bet?"""
    whole = betround.least is not None and move.total >= betround.least
    return move.total == state.hand.setup.bring_in and not whole and not betround.round.round_index


def _fall_short(betround: BettingRound, move: Move) -> None:
    """After last chips that make no full wager, note what the next raise may be measured from."""
    short, full, total = betround.wagering.short, betround.full_level, move.total
    if is_half(betround, move):
        betround.shortage, betround.raise_bases = "half", (full,)
        if short.raised != "completed":
            level = full + move.full if short.raised == "full-level" else total
            betround.full_level = max(full, level)
            betround.raise_bases = (betround.full_level, full) if short.raised == "either" else (betround.full_level,)
        return
    betround.shortage = "less"
    betround.short_all_in_levels = tuple(sorted((*betround.short_all_in_levels, total))[-2:])
    if short.treatment != "half":
        return
    betround.raise_bases = (full,)
    together = 2 * (total - full) >= move.full and sum(level > full for level in betround.short_all_in_levels) > 1
    if together:
        betround.raise_bases = {"last-full": (full,), "highest": (total,), "either": (full, total)}[short.several]
        betround.raises += short.several_count and 2 * (betround.highest - full) < move.full
    elif short.over_forced == "either" and _over_forced(betround) and 2 * total >= move.full:
        betround.raise_bases = (full, total)


def _over_forced(betround: BettingRound) -> bool:
    """Is the highest wager a forced bet of less than a full one?"""
    return 0 < betround.incomplete_forced_bet == betround.highest


def raises_too(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Is an opening so large that it is a bet and a raise in one?"""
    sizes = betround.wagering.opening
    if sizes is None or not sizes.raising:
        return False
    unit = unit_of(state, sizes)
    return unit is not None and 2 * (move.increase - unit) >= unit


def few_left(state: HandState, move: Move) -> bool:
    """When the cap is reached, are so few players left with chips that the number of raises is free from then on?"""
    figure = state.game.uncapped
    if figure is None or figure.at != "cap":
        return False
    capper = figure.capper == "before" and not move.player.able
    return len(state.able) + capper <= figure.players


def counts_as_raise(betround: BettingRound, move: Move) -> bool:
    """Does a raise count, even with last chips that are less than a full raise?"""
    short = betround.wagering.short
    if not move.short or short.treatment == "counted":
        return True
    if short.treatment != "half" or short.counts == "never":
        return False
    return short.counts == "always" or is_half(betround, move)


def is_half(betround: BettingRound, move: Move) -> bool:
    """Is a raise with the last chips at least half a full one, where half is enough?"""
    short = betround.wagering.short
    reference = betround.full_level if short.reference == "full-level" else betround.highest
    if short.over_forced == "total" and _over_forced(betround):
        reference = 0
    return short.treatment == "half" and 2 * (move.total - reference) >= move.full


def lower(state: HandState, betround: BettingRound, player: Player) -> None:
    """Bring the round down to what is left on the table; a raise that was handed back whole is undone."""
    betround.highest = max(one.put_in_round for one in state.players)
    for one in state.players:
        one.level_at_last_act = min(one.level_at_last_act, betround.highest)
    before = betround.before
    if before is not None and betround.last_raiser is player and betround.highest <= before.highest:
        betround.raises, betround.floor = before.raises, before.floor
        betround.full_level, betround.shortage = before.full_level, before.shortage
        betround.raise_bases, betround.short_all_in_levels = before.raise_bases, before.short_all_in_levels
        betround.min_raise = before.min_raise
        betround.last_raiser = before.last_raiser
        betround.before = None
