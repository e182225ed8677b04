"""How large a wager may be: the sizes of the rulebook, the limit of the table, the number of raises.

`options` shows these bounds and the checks of wagers ask for them, so there is one source of truth for what was legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.replay.forced_bets.blinds_and_antes import ONWARD, blind_player, brought_in, poster, stands_for
from auditor.replay.forced_bets.kills import raised
from auditor.replay.state import BettingRound, HandState, Move, Player
from auditor.rules.schema.figures import Ceiling, Sizes, Uncapped
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.hand import Setup

HOUSE_RAISES = "raises"  # what a table declares if its house has a number of its own
LAST = 2  # the last players of an event, between whom other rules hold
FEATURES = "features"  # the list in which a table declares what features it has

# ---- sizes ----


def sizes_of(betround: BettingRound, kind: str) -> Sizes | None:
    """The sizes that an opening or a raise of this round may have."""
    return betround.wagering.opening if kind == "open" else betround.wagering.size


def unit_of(state: HandState, sizes: Sizes) -> int | None:
    """The unit that sizes are multiples of: the blind, or a figure of the round; None where the record lacks it."""
    if sizes.unit == "blind":
        return None if state.lacks_last else state.blind or None
    betround = state.round
    if betround is None:
        return state.minimum
    if sizes.unit == "quantum":
        return max(betround.min_raise or 0, betround.floor) or None
    return betround.least if sizes.unit == "minimum" or state.hand.setup.bets else None


def lacks_unit(state: HandState, betround: BettingRound) -> bool:
    """Does the record lack the unit that raises are measured by?"""
    sizes = betround.wagering.size
    return sizes is not None and unit_of(state, sizes) is None


def allows(sizes: Sizes, amount: int, unit: int) -> bool:
    """Is this amount one of the sizes?"""
    if sizes.mode == "exact":
        return unit > 0 and amount % unit == 0 and amount // unit in sizes.multiples
    return sizes.multiples[0] * unit <= amount and (sizes.mode == "least" or amount <= sizes.multiples[-1] * unit)


def steps_of(state: HandState, sizes: Sizes, unit: int) -> list[int]:
    """The sizes in money: the multiples of the unit and, with an open pair, the bet of the last rounds."""
    found = [step * unit for step in sizes.multiples]
    return [*found, upper_bet(state)] if sizes.paired and open_pair(state) else found


def upper_bet(state: HandState) -> int:
    """The bet of the last betting rounds."""
    bets = state.hand.setup.bets
    return bets[-1][0] if bets else 0


def lower_bet(state: HandState) -> int:
    """The bet of the first betting rounds."""
    bets = state.hand.setup.bets
    return (raised(state, bets[0][0]) or 0) if bets else 0


def open_pair(state: HandState) -> bool:
    """Does anybody show a pair in the first two cards face up?"""
    return any(UNKNOWN not in one.up[:2] and one.up[0] >> 2 == one.up[1] >> 2 for one in state.players if one.up[1:])


def units(state: HandState, sizes: Sizes) -> tuple[int, ...]:
    """The units that sizes may be measured by: after a blind of last chips, what it stands for and what it is."""
    unit = unit_of(state, sizes)
    if unit is None:
        return ()
    if sizes.unit == "blind" and state.posts and state.posts[-1].amount != unit:
        return unit, *stands_for(state, state.posts[-1])
    return (unit,)


def first_of_designated(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Does the designated player raise, who opens the betting and has the blind on the table already?"""
    return betround.betting.designated is not None and betround.acts == 0 and move.player is blind_player(state)


def forced_part(state: HandState, betround: BettingRound, move: Move) -> int:
    """The part of the designated player's raise that is an opening wager; zero where the blind is that wager."""
    rule = betround.betting.designated
    if rule is None or rule.blind_is_opening or not first_of_designated(state, betround, move):
        return 0
    return state.blind or 0


def held_level(state: HandState, player: Player) -> int:
    """The highest total that others have made out of turn by wagers that are held aside."""
    totals = [early.total for early in state.early if early.outcome == "held" and early.player != player.name]
    return max(totals, default=0)


def measured(state: HandState, betround: BettingRound, move: Move, base: str | None = None) -> tuple[int, ...]:
    """The increase of a wager, from the highest total and, after a short raise, from the last full level.

    Over a blind of last chips it may also be measured from what lies there, where that is enough for a call.

    A player who was passed over may also raise the wager made out of turn; then the increase may be measured from that.
    """
    found = _measured(state, betround, move, base)
    if move.kind == "raise" and (base or base_of(betround)) == "either":
        least = least_call(state, betround)
        found = (*found, move.total - least) if 0 < least < betround.highest else found
    held = held_level(state, move.player) if state.early else 0
    return (*found, move.total - held) if betround.highest < held < move.total else found


def _measured(state: HandState, betround: BettingRound, move: Move, base: str | None) -> tuple[int, ...]:
    base = base or base_of(betround)
    if forced := forced_part(state, betround, move):
        return (move.increase, move.increase - forced)
    if betround.raise_bases and move.kind == "raise" and base != "highest":
        return tuple([move.total - level for level in betround.raise_bases])
    if move.kind == "open" or betround.full_level == betround.highest or base == "highest":
        return (move.increase, move.total) if _is_first_bet(state, betround) else (move.increase,)
    full = move.total - betround.full_level
    return (full,) if base == "last-full" else (move.increase, full)


def _is_first_bet(state: HandState, betround: BettingRound) -> bool:
    """Would a raise be the first bet, because there are only blinds and players have to enter for more than them?"""
    if betround.round.round_index or betround.called or betround.last_raiser is not None:
        return False
    return state.game.blinds.minimum == "blind" and betround.highest > (state.blind or betround.highest)


def base_of(betround: BettingRound) -> str:
    """The level that raises are measured from after a short one; an opening that fell short may be completed."""
    base = betround.wagering.short.base
    if base != "opening":
        return base
    return "highest" if betround.full_level else "last-full"


def sized(state: HandState, move: Move, base: str | None = None) -> bool:
    """Does an opening or a raise have one of the sizes, measured from a level that the readings or `base` permit?"""
    betround = state.round
    sizes = sizes_of(betround, move.kind) if betround is not None else None
    if betround is None or sizes is None or (move.kind == "raise" and size_lifted(state, betround)):
        return True
    each = units(state, sizes)
    increases = measured(state, betround, move, base)
    if not each:
        return True
    for increase in increases:
        for unit in each:
            if allows(sizes, increase, unit):
                return True
    return sizes.paired and open_pair(state) and upper_bet(state) in increases


def above_full(betround: BettingRound, move: Move) -> int:
    """How far a wager goes above the level that it must exceed by a full raise to be one."""
    if move.kind == "open" or base_of(betround) != "last-full":
        return move.increase
    return move.total - betround.full_level


def within(state: HandState, move: Move) -> bool:
    """Is an opening or a raise within the limit of the table?"""
    betround = state.round
    if betround is None or not betround.wagering.ceilings:
        return True
    for _, most in ceilings_of(state, move):
        if move.increase > most:
            return False
    return True


def full_raise(state: HandState, move: Move) -> int:
    """The smallest increase that is a full one: the least size allowed, and no less than an earlier raise."""
    betround = state.round
    sizes = sizes_of(betround, move.kind) if betround is not None else None
    unit = unit_of(state, sizes) if sizes is not None else None
    if betround is None or sizes is None:
        return 0
    least = sizes.multiples[0] * (unit or 0)
    return max(least, betround.floor) if move.kind == "raise" else least


# ---- limits ----


def ceilings_of(state: HandState, move: Move) -> Iterator[tuple[Ceiling, int]]:
    """The ceilings that hold for a wager, each with the most that the wager may be, in whole minor units."""
    betround = state.round
    if betround is None:
        return
    for figure in betround.wagering.ceilings:
        if figure.act in (move.kind, "any"):
            most = ceiling(state, betround, figure, move)
            if most is not None:
                yield figure, most


def ceiling(state: HandState, betround: BettingRound, figure: Ceiling, move: Move) -> int | None:
    """The most that an opening or the increase of a raise may be under a ceiling; None where there is no such bound."""
    parts, of = figure.times, figure.divided_by
    if figure.of == "maximum":
        maximum = maximum_of(betround)
        return maximum if maximum is None or figure.per == "increment" else max(maximum - betround.highest, 0)
    if figure.of == "pot":
        pot, call = _pot(state, figure) + supposed(state, betround, figure), move.to_call * (move.kind == "raise")
        least = full_raise(state, move) if figure.least == "raise" else betround.least or 0
        if betround.incomplete_forced_bet:  # a player may raise a forced bet by the least bet, not only complete it
            least = max(least, betround.least or 0)
        most = _in_chips(state, figure, parts * (pot + call), of)
        if call and figure.rounded != "exact" and state.hand.setup.pot_unit is not None:
            most = max(most, _in_chips(state, figure, parts * pot, of) + parts * call // of)  # rounded before the call
        return max(most, least)
    if figure.measure == "chips":
        return parts * betround.chips // of - move.to_call
    last = state.last_to_act
    base = last.put_in_round if figure.base == "last" and last is not None else betround.highest
    return max(parts * base // of - betround.highest, betround.least or 0)  # the opening may be below the minimum


def lacks_least(betround: BettingRound, of: str) -> bool:
    """Is the least wager not on record, which is always allowed whatever a ceiling of this kind comes to?"""
    return of != "maximum" and betround.least is None


def _in_chips(state: HandState, figure: Ceiling, parts: int, of: int) -> int:
    """A share in whole minor units or, where that is allowed, rounded up to an amount that the table's chips make."""
    setup = state.hand.setup
    chip = setup.pot_unit or ((setup.chip or state.common_chip()) if figure.rounded == "chip" else None)
    if figure.rounded == "exact" or chip is None:
        return parts // of
    return -(-parts // (of * chip)) * chip


def maximum_of(betround: BettingRound) -> int | None:
    """The maximum of the round; None if there is none, or one below the minimum, which nobody could keep to."""
    maximum = betround.most
    return maximum if maximum is None or maximum >= (betround.least or 0) else None


def _pot(state: HandState, figure: Ceiling) -> int:
    """The money in the pot: all of it, or only what players who tapped out cannot win.

    Commission that was taken from it by then is counted or not.
    """
    level = 0
    if figure.scope != "all":
        level = max([player.put_in_hand for player in state.players if player.stake == 0 and player.active], default=0)
    pot = sum([player.put_in_hand - level for player in state.players if player.put_in_hand > level])
    if figure.basis == "net" and state.pots_taken:
        pot -= sum([taken.commission or 0 for taken in state.pots_taken])
    return pot + state.house_money


SMALL_AS_BIG, STRICT_POT = "small-blind-as-big", "strict-pot"  # how a table declares that it counts its small blind
HOUSE_MONEY = "house-money"  # the house adds to the pots of a table; `HouseAdds` says when, if that is known


def counts_as_big(state: HandState, figure: Ceiling) -> bool:
    """Does the small blind count as a big one? Never in a tournament; else as the table or the reading says."""
    if figure.small_blind == "actual" or state.hand.setup.tournament is not None:
        return False
    features = state.hand.setup.listed.get(FEATURES, ())
    return SMALL_AS_BIG in features or (figure.small_blind == "big" and STRICT_POT not in features)


def supposed(state: HandState, betround: BettingRound, figure: Ceiling) -> int:
    """What the pot of the first betting round counts for beyond its chips, for blinds that are short or missing."""
    blinds = state.hand.setup.blinds
    if betround.round.round_index or len(blinds) < 2 or (figure.short_blind, figure.missing) == ("actual", "unknown"):
        return 0
    more = [0] * len(blinds)
    for post, number in zip(state.posts, state.post_blind_indexes, strict=True):
        if figure.short_blind == "nominal" and number < len(blinds) and betround.last_raiser is None:
            last = post.all_in or state.by_name[post.player].tapped_out
            more[number] = max(blinds[number] - post.amount, 0) if last else 0
    small, big = poster(state, 0), poster(state, len(blinds) - 1)
    if small is None and figure.missing == "nominal":
        more[0] = blinds[0]
    elif small is not None and (big is None or big.active) and counts_as_big(state, figure):
        more[0] = max(blinds[-1] - small.put_in_round, 0)
    if big is None and figure.short_blind == "nominal":
        more[-1] = blinds[-1]  # it is due, whether the record has it or not
    return sum(more)


def largest_allowed(state: HandState, move: Move) -> int | None:
    """The most that an opening or the increase of a raise may be; None where nothing bounds it."""
    betround = state.round
    sizes = sizes_of(betround, move.kind) if betround is not None else None
    bounds = [most for _, most in ceilings_of(state, move)]
    if sizes is not None and sizes.mode != "least" and (unit := unit_of(state, sizes)) is not None:
        bounds.append(max(steps_of(state, sizes, unit)))
    return min(bounds, default=None)


def wager_of(betround: BettingRound, player: Player, kind: str) -> Move:
    """A wager that is not made yet, to ask how large it may be."""
    to_call = max(betround.highest - player.put_in_round, 0)
    return Move(player, kind, 0, player.put_in_round, to_call, 0, False)


# ---- who may raise, and how often ----


def may_raise(betround: BettingRound, player: Player) -> bool:
    """May a player raise? One who has acted may not if there have only been short raises since.

    A short raise is one with somebody's last chips that is less than a full one.
    """
    rule = betround.wagering.reopening
    if rule is None or player.level_at_last_act < 0:
        return True
    if rule.half and not betround.irregular_size_seen:
        return _faces_half(betround, player)
    if betround.full_level > player.full_level_at_last_act:
        return True
    if rule.checked == "open" and player.checked and player.put_in_round == 0:
        return True
    return rule.cumulative and betround.highest - player.level_at_last_act >= max(
        betround.min_raise or 0, betround.floor
    )


def _faces_half(betround: BettingRound, player: Player) -> bool:
    """Does the player face half a bet more than at the last act?

    A forced bet of less than a full one may count for nothing.
    """
    forced = (
        player.level_at_last_act <= betround.incomplete_forced_bet and betround.wagering.short.over_forced != "increase"
    )
    more = betround.highest - (0 if forced else player.level_at_last_act)
    return 2 * more >= bet_of(betround)


def bet_of(betround: BettingRound) -> int:
    """The size of a full bet or raise now, where the table declares it: no less than the last one."""
    return max(betround.least or 0, betround.floor)


def forfeited(state: HandState, betround: BettingRound, player: Player) -> bool:
    """Did the player check out of turn and thereby lose the right to bet or raise?"""
    early = state.game.early
    if early is None or early.forfeits == "nothing" or player.forfeited is None:
        return False
    if early.forfeits == "unchanged" and player.level_at_last_act < betround.highest:
        return False  # somebody has bet or raised since
    return early.forfeits == "hand" or player.forfeited == betround.round.round_index


def no_part(state: HandState, betround: BettingRound, player: Player) -> bool:
    """Is a raise no part of the round at all, because the round is over or the player has lost the right to raise?"""
    return betround.closed or forfeited(state, betround, player)


def free_to_raise(state: HandState, betround: BettingRound, player: Player) -> bool:
    """May a player raise, by the number of raises and by what the player and others have done before?"""
    return may_raise(betround, player) and not capped(state, betround) and not forfeited(state, betround, player)


def house_raises(setup: Setup) -> int | None:
    """How many raises the house allows in a betting round, if the table declares a number."""
    number = setup.house.get(HOUSE_RAISES, "")
    return int(number) if number.isdigit() else None


def capped(state: HandState, betround: BettingRound) -> bool:
    """Has the round had all the raises that it may have?"""
    cap = betround.wagering.raises
    return cap is not None and betround.raises >= cap.most and not uncapped(state, betround)


def not_open(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Should there be no raise, by the number of raises or by what its player did before? Then that is reported."""
    if move.kind != "raise":
        return False
    return not may_raise(betround, move.player) or (move.counts and capped(state, betround))


def uncapped(state: HandState, betround: BettingRound) -> bool:
    """Are so few players left that the number of raises is free?"""
    figure = state.game.uncapped
    if figure is None:
        return False
    if figure.at == "cap":
        return betround.cap_lifted and last_two(state, figure) is not False
    if figure.at == "round":
        players = betround.able_at_start if figure.counted == "able" else betround.active_at_start
    elif figure.counted == "this-round":
        players = sum(player.able or (player.tapped_out and player.put_in_round > 0) for player in state.players)
    else:
        players = len(state.able if figure.counted == "able" else state.active)
    return players <= figure.players


def last_two(state: HandState, figure: Uncapped) -> bool | None:
    """Are these the last two players of their event, or players of none? None if nobody can tell."""
    setup = state.hand.setup
    if figure.last_two is None or setup.tournament is None or figure.last_two in setup.listed.get(FEATURES, ()):
        return True
    if setup.left is not None:
        return setup.left <= LAST
    return False if sum(not player.out for player in state.players) > LAST else None


def least_call(state: HandState, betround: BettingRound) -> int:
    """The least total that meets the wager. To meet a blind of somebody's last chips, what lies there may be enough."""
    highest, short = betround.highest, state.game.blinds.short
    if short == "entering" and betround.round.round_index == 0 and betround.last_raiser is None:
        return _least_entry(state, min(highest, betround.entered or highest))
    if betround.round.round_index or highest != state.blind or short != "either":
        return highest
    return max(player.put_in_round for player in state.players)


def short_of_call(state: HandState, betround: BettingRound, total: int) -> int:
    """How much a total lacks to meet the wager; negative for one that goes beyond it.

    Where two amounts meet a blind of somebody's last chips, one between them meets neither.
    """
    least = least_call(state, betround)
    between = least < total < betround.highest and state.game.blinds.short == "either"
    return (betround.highest if between else least) - total


def raises_what_lies_there(state: HandState, betround: BettingRound, total: int) -> bool:
    """Is a total below the blind that somebody's last chips stand for, and a raise of a right size over those chips?"""
    least, sizes = least_call(state, betround), betround.wagering.size
    if sizes is None or not least < total < betround.highest:
        return False
    return any(allows(sizes, total - least, unit) for unit in units(state, sizes))


def _least_entry(state: HandState, highest: int) -> int:
    """What meets the blinds before any raise: what they stand for, unless nobody is left who could win as much.

    `highest` is no more than what somebody has entered for: nobody has to put in more than that player.
    """
    if len(state.able) > 1:
        return highest
    return max([player.put_in_round for player in state.players if player.tapped_out], default=highest)


def entered_over(state: HandState) -> str | None:
    """What the first betting round begins with, if a clause of its own may be on it: a straddle, or a short blind."""
    posts, blind = state.posts, state.blind or 0
    for n, figure in enumerate(state.post_figures):
        if figure is not None and figure.by == ONWARD and posts[n].amount >= blind:
            return "straddle"
    if state.hand.setup.bring_in is not None and (opener := brought_in(state)) is not None:
        return "short-blind" if opener.put_in_round < state.hand.setup.bring_in else None
    blinds, numbers = state.hand.setup.blinds, state.post_blind_indexes
    last = len(blinds) - 1
    return "short-blind" if last in numbers and posts[numbers.index(last)].amount < blinds[last] else None


def bounds_all_in(state: HandState, betround: BettingRound, move: Move) -> tuple[str, int | None]:
    """What bounds a wager of a player's last chips, and the most that it may be; None where nothing bounds it."""
    if move.kind == "raise":
        if capped(state, betround):
            return "raises", 0
        if not may_raise(betround, move.player):
            return "reopening", 0
    sizes = sizes_of(betround, move.kind)
    found: list[tuple[str, int]] = [(figure.of, most) for figure, most in ceilings_of(state, move)]
    if sizes is not None and sizes.mode != "least" and (unit := unit_of(state, sizes)) is not None:
        most = max(steps_of(state, sizes, unit))
        found.append(("size", most - above_full(betround, move) + move.increase))
    return min(found, key=lambda one: one[1], default=("size", None))


def over_short(betround: BettingRound) -> bool:
    """Does the next raise go over somebody's last chips, so that the clause on those rules its size?"""
    return betround.shortage is not None and betround.wagering.short.treatment == "half"


def answerable(state: HandState, player: Player) -> bool:
    """Is anybody left who could answer this player's wager?"""
    for other in state.players:
        if other.active and other.stake > 0 and other is not player and not other.unaccounted_for:
            return True
    return False


def covers(state: HandState, move: Move) -> bool:
    """Does a wager put in all that anybody else could answer it with?"""
    others = [other for other in state.players if other is not move.player and other.able]
    return bool(others) and all(other.put_in_round + other.stake <= move.total for other in others)


def size_lifted(state: HandState, betround: BettingRound) -> bool:
    """Are so few players left that the size of a raise is free too?"""
    figure = state.game.uncapped
    return figure is not None and figure.lifts == "count-and-size" and uncapped(state, betround)


def sizes_hold(state: HandState, betround: BettingRound, move: Move) -> bool:
    """Do the rules on sizes hold for this wager? Several checks ask, so the answer is kept in the move."""
    if move.free is None:
        set_aside = betround.freeze is not None or over_short(betround) or not_open(state, betround, move)
        goes_on = not set_aside and (not betround.closed or len(state.able) > 1)
        move.free = goes_on and answerable(state, move.player)
    return move.free
