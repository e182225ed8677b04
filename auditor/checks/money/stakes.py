"""Checks of table stakes: what a player begins with, buys, adds or takes away, and the minimums on the sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import NO_NEWCOMER, NO_PURCHASE, NO_RETURN, OUT, STAKE_LEFT, TAPPED_OUT
from auditor.replay.betting.lookahead import place_of
from auditor.replay.session.hand_summary import PLAY, HandPlayed, SeatFact, paid_out, unmatched
from auditor.replay.session.state import Session
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import (
    Act,
    Buys,
    Counted,
    Event,
    Refund,
    Removes,
    Wager,
    Win,
)
from auditor.vocabulary.findings import OPERATOR
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

# ---- what a player begins with and buys ----


def _newcomers(session: Session, hand: HandPlayed) -> Iterator[tuple[SeatFact, bool]]:
    """The players who may be dealt in for the first time, and whether that is certain."""
    for seat in hand.seats:
        if seat.dealt and not session.has_played(seat.name):
            yield seat, session.first_hand(hand, seat.name) is True


def _begin(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return any(_newcomers(session, hand))


class LeastStake(Figure):
    """What a player must begin with; `owed` says whether the difference is somebody's money."""

    owed: bool = True


@session_check("minimum-stake", watches=HandPlayed, figure=LeastStake, when=_begin, moot_at=on(HandPlayed, NO_NEWCOMER))
def minimum_stake(session: Session, hand: HandPlayed, figure: LeastStake) -> Iterable[Outcome]:
    """A player begins to play with less than the minimum table stake.

    The stake at the first card of the player's first hand counts. The record shows that a hand is the first if the game
    begins with it, the player has just sat down, or the hand before was played without the player. Later hands are
    passed over: a stake may shrink by losing.
    """
    least = hand.setup.stake
    for seat, certain in _newcomers(session, hand):
        if least is None:
            yield not_recorded(figure, "the minimum table stake")
        elif seat.ready is None:
            yield not_recorded(figure, "the stake a player begins with")
        elif seat.ready < least and not certain:
            yield not_recorded(figure, "whether a player with less than the minimum stake has just begun to play")
        elif seat.ready < least:
            observed = f"seat {seat.seat} began play with {money_text(seat.ready)}"
            expected = f"minimum table stake {money_text(least)}"
            money = least - seat.ready if figure.owed else None
            yield breach(figure, hand, observed, expected, by=seat.name, money=money)


def _toppers(session: Session, hand: HandPlayed) -> list[SeatFact]:
    """Players dealt in who bought chips since the hand before, without newcomers and those who lost everything."""
    bought = {event.player for event in session.since if isinstance(event, Buys)}
    bought |= {seat.name for seat in (session.previous.seats if session.previous else ()) if seat.topped_up}
    buyers = [seat for seat in hand.seats if seat.dealt and (seat.bought or seat.name in bought)]
    if not buyers:
        return []
    removed = {event.player for event in session.since if isinstance(event, Removes)}
    known = [seat for seat in buyers if seat.name not in removed and session.has_played(seat.name)]
    return [seat for seat in known if session.players[seat.name].busted is False]


def _buy(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return bool(_toppers(session, hand))


@session_check("stake-top-up", watches=HandPlayed, figure=Figure, when=_buy, moot_at=on(HandPlayed, NO_PURCHASE))
def stake_top_up(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A player buys chips and has less than the minimum table stake after it.

    The check looks at the stake with which a player who bought chips since the hand before is dealt in. Other rules
    judge players who begin to play, and players who lost everything and must leave. If a hand since the purchase could
    not be read, nobody knows what it took of the stake.
    """
    least = hand.setup.stake
    for seat in _toppers(session, hand):
        if least is None or seat.ready is None:
            yield not_recorded(figure, "the minimum table stake" if least is None else "the stake after a purchase")
        elif seat.ready < least and session.gap:
            yield not_recorded(figure, "the hand before this one, to see what it left of the stake")
        elif seat.ready < least:
            observed = f"seat {seat.seat} bought chips to {money_text(seat.ready)}"
            expected = f"to the minimum table stake, {money_text(least)}, at least"
            yield irregularity(figure, hand, observed, expected, by=seat.name, money=least - seat.ready)


def _returning(session: Session, hand: HandPlayed) -> list[tuple[SeatFact, bool]]:
    """The players who are dealt in after losing everything, and whether that is certain."""
    standings = [(seat, session.players.get(seat.name)) for seat in hand.seats if seat.dealt]
    lost = [(seat, one.busted) for seat, one in standings if one is not None and one.busted is not False]
    return [(seat, busted is True and session.follows(hand)) for seat, busted in lost]


def _return(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return bool(_returning(session, hand))


@session_check("leave-after-bust", watches=HandPlayed, figure=Figure, when=_return, moot_at=on(HandPlayed, NO_RETURN))
def leave_after_bust(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A player who tapped out and lost is dealt in again without the minimum table stake.

    A player may buy at least the minimum before the next hand. One who is short but has not lost everything may play
    on. Where not all payments of the lost hand are on record, it is not certain that the player lost everything.
    """
    least = hand.setup.stake
    for seat, certain in _returning(session, hand):
        if least is None or seat.ready is None:
            yield not_recorded(
                figure, "the minimum table stake" if least is None else "the stake of a returning player"
            )
        elif seat.ready < least and not certain:
            yield not_recorded(figure, "whether a player who tapped out lost everything")
        elif seat.ready < least:
            name, stake = escaped(seat.name, 30), money_text(seat.ready)
            observed = f"seat {seat.seat} {name} tapped out, lost and was dealt in again with {stake}"
            expected = f"to leave the table, or {money_text(least)} at least"
            yield breach(figure, hand, observed, expected, by=OPERATOR, money=least - seat.ready)


# ---- the stake during a round of play ----


def _in_round(state: HandState, event: Event) -> bool:
    """Does this event fall between the first card and the last payment of the hand?"""
    begun = state.attempt.dealt or state.round is not None
    return begun and _comes_later(state, event, *PLAY)


def _comes_later(state: HandState, event: Event, *kinds: type[Event]) -> bool:
    """Does anything of these kinds come after this event?"""
    return state.timeline.previous(len(state.hand.events), *kinds) > place_of(state, event)


@check("stake-added-in-round", watches=Buys, figure=Figure)
def stake_added_in_round(state: HandState, event: Buys, figure: Figure) -> Iterable[Outcome]:
    """A player buys chips while a round of play is on.

    A round of play runs from the first card to the last payment. A purchase between hands is in time, and so is one
    after the blind is up but before the first card.
    """
    if not _in_round(state, event):
        return ()
    observed = f"bought {money_text(event.amount)} during the round of play"
    return [breach(figure, event, observed, "only before any card is dealt", money=event.amount)]


@session_check("stake-added-in-round", watches=Buys, figure=Figure)
def stake_added_between_hands(session: Session, event: Buys, figure: Figure) -> Iterable[Outcome]:
    """A purchase between hands is in time."""
    return ()


class StakeChange(Figure):
    """How a table stake may not change; `wagers` says whether the clause also judges chips that appear in a wager."""

    wagers: bool = True


def _concerns_stake(state: HandState, event: Removes | Counted | Wager, figure: StakeChange) -> bool:
    return not isinstance(event, Wager) or (figure.wagers and _appeared(state, event) > 0)


CHANGES = on(Removes) | on(Wager, TAPPED_OUT, OUT)


# In a record of play nobody at the table counts a stake: a count that does not fit is a fault of the record.
@check("stake-change-in-round", watches=CHANGES, figure=StakeChange, when=_concerns_stake, record="play")
@check(
    "stake-change-in-round",
    watches=CHANGES | on(Counted),
    figure=StakeChange,
    when=_concerns_stake,
    clears_at=on(Counted, STAKE_LEFT),
    record="full",
)
def stake_change_in_round(state: HandState, event: Removes | Counted | Wager, figure: StakeChange) -> Iterable[Outcome]:
    """A table stake grows or shrinks during a round of play by anything but wagers and payments.

    A player takes chips off the table, or wagers after putting in the last chip, or a stake counted in the hand is not
    the stake before it, less the wagers, plus what was handed back and paid. Chips may be taken off between hands.
    Purchases and loans have rules of their own. In a record of play nobody at the table counts a stake, and a count is
    not looked at.
    """
    if isinstance(event, Removes):
        if not _in_round(state, event):
            return ()
        observed = f"took {money_text(event.amount)} off the table during the round of play"
        return [breach(figure, event, observed, "no change but by wagers and payments", money=event.amount)]
    if isinstance(event, Wager):
        amount = _appeared(state, event)
        observed = f"wagered {money_text(amount)} after putting in the last chip"
        return [breach(figure, event, observed, "nothing left to wager", money=amount)]
    return _count(state, event, figure)


@session_check("stake-change-in-round", watches=Removes, figure=StakeChange)
def stake_change_between_hands(session: Session, event: Removes, figure: StakeChange) -> Iterable[Outcome]:
    """A player may take chips off the table between hands."""
    return ()


def _appeared(state: HandState, act: Wager) -> int:
    """The chips of a wager by a player who has none left; only the first such wager of a hand.

    What nobody called in an earlier round went back, whether the log notes it or not.
    """
    player, move = state.by_name.get(act.player), state.move
    if player is None or move is None or player.stake or player.start is None or not player.put_in_hand:
        return 0
    seat, back = unmatched(state) if player.put_in_round == 0 else (None, 0)
    if seat == player.seat and move.added <= back:
        return 0
    had = player.start + player.bought - player.removed
    return move.added if player.put_in_hand <= had else 0


def _count(state: HandState, event: Counted, figure: Figure) -> Iterable[Outcome]:
    player = state.player(event.player, event)
    if player.start is None or player.early is not None:
        return [not_recorded(figure, "the stake before the hand")]
    if event.amount == player.accounted_for:
        return ()
    possible = _accounted(state, player, event)
    off = min((event.amount - amount for amount in possible), key=abs)
    if off == 0:
        return ()
    if off > 0 and not paid_out(state) and not _comes_later(state, event, Act):
        return [not_recorded(figure, "the payments of the hand")]
    observed = f"counted {money_text(event.amount)}, {money_text(abs(off))} {'more' if off > 0 else 'less'} than"
    observed += f" the {money_text(event.amount - off)} that wagers and payments leave"
    return [breach(figure, event, observed, "no change but by wagers and payments", money=abs(off))]


def _accounted(state: HandState, player: Player, event: Counted) -> set[int]:
    """The stakes that a player may rightly have at a count.

    A count noted before the payments may have been made after them, and an uncalled wager may have gone back without a
    note.
    """
    stake = player.accounted_for
    seat, back = unmatched(state)
    stakes = {stake, stake + back} if seat == player.seat else {stake}
    if not _comes_later(state, event, Act):
        due = sum(one.amount for one in state.timeline.each_of(player.name, place_of(state, event), Win, Refund))
        stakes |= {one + due for one in stakes}
    return stakes
