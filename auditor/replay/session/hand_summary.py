"""The few facts of a hand that the checks of a session need after the hand itself was judged."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date
from functools import partial
from operator import is_

from auditor.replay.forced_bets.blinds_and_antes import BRING_IN, KILL, dealt_in, missing_blinds
from auditor.replay.forced_bets.kills import Won, declares_kills, won
from auditor.replay.pots import uncalled
from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import (
    Act,
    Agreement,
    Announced,
    Asks,
    Bet,
    Buys,
    Call,
    Clock,
    Communal,
    Deal,
    DealerNamed,
    Event,
    Incident,
    Leaves,
    Looks,
    Misdeal,
    Muck,
    Notice,
    PickedUp,
    Post,
    PotTaken,
    Procedure,
    Raise,
    Refund,
    Removes,
    Replaced,
    Returned,
    Ruling,
    Show,
    Transfer,
    Wager,
    Win,
)
from auditor.vocabulary.events.base import say_the_same
from auditor.vocabulary.hand import DEALER_CHANGE, Setup
from auditor.vocabulary.records import record_class


@record_class
class SeatFact:
    """A player's part in a hand."""

    name: str
    seat: int
    out: bool  # seated, but sat the hand out
    dealt: bool  # dealt in
    start: int | None  # the stake before the hand
    ready: int | None  # the stake when the first card was dealt, the blind included
    bought: bool  # added chips after the hand had begun and before the first card
    put: int  # what the player wagered
    end: int | None  # the stake once everything was paid; None if the record does not tell
    busted: bool | None  # put in the last chip and got nothing back; None if the record lacks payments
    why_out: str | None = None  # why the player sat the hand out, if the log says so
    topped_up: bool = False  # added chips once the hand was over, which is as good as after the hand


@record_class
class HandPlayed(Event):
    """A hand was played: what the session needs to know of it."""

    number: str
    day: date | None
    time: str | None
    setup: Setup
    before: list[Event]
    noted: tuple[Event, ...]  # what was noted in the hand that matters after it
    buck: int | None
    bucks: tuple[int | None, ...]  # the buck of each misdealt attempt before the deal that counted
    dealt_in: tuple[str, ...]  # the players who were
    parts: Callable[[], tuple[SeatFact, ...]]  # works out each player's part: a hand alone at its table needs none
    dealt: bool  # a deal of the hand was played, not only misdealt
    invalidated: bool
    declined: tuple[str, ...] = ()  # the players who declined the buck
    form: str | None = None  # the form of betting in which it was played
    posts: tuple[tuple[int, Post], ...] = ()  # wagers before the cards: which of the declared blinds, and the wager
    won: Won | None = None  # what the pot tells of a duty to raise the limits of the next hand
    over: int = 0  # the line at which its play was over: what is noted behind it is as good as noted after the hand
    banks: tuple[tuple[str, int | None], ...] = ()  # in a tournament: what each player had before the hand
    blinds_in_doubt: bool = False  # by the record of the hand, others may have put them up
    known_parts: tuple[SeatFact, ...] | None = None  # each player's part, once somebody has asked

    @property
    def seats(self) -> tuple[SeatFact, ...]:
        """Each player's part in the hand."""
        return self.complete() if self.known_parts is None else self.known_parts

    def complete(self) -> tuple[SeatFact, ...]:
        """Work out each player's part now, and let go of the state of the hand, which no other process should get."""
        if self.known_parts is None:
            self.known_parts, self.parts = self.parts(), tuple
        return self.known_parts

    def blind(self, number: int) -> Post | None:
        """The blind of this number, from zero, of those that the table declares; None if it is not on record."""
        for each, post in self.posts:
            if each == number:
                return post
        return None

    @property
    def killer(self) -> str | None:
        """The player who put up a blind that raised the limits of the hand."""
        return next((post.player for _, post in self.posts if post.kind == KILL), None)

    def posted(self, name: str) -> list[Post]:
        """What a player put up before the cards."""
        return [post for _, post in self.posts if post.player == name]

    def seat_of(self, name: str) -> SeatFact | None:
        """A player's part in the hand, if the player had a seat."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        return None


@record_class
class SessionClosed(Event):
    """The record of a table is complete."""

    setup: Setup
    before: list[Event]


def facts_of(state: HandState) -> HandPlayed:
    """What the session needs to know of a hand that has been replayed."""
    hand, players, kill = state.hand, state.players, state.game.kill
    noted = any(player.received for player in players)  # if not, everybody who does not sit out was dealt in
    declares = kill is not None and declares_kills(kill, hand.setup)
    return HandPlayed(
        hand.header.line,
        hand.header.column,
        hand.number,
        hand.day,
        hand.header.time,
        hand.setup,
        hand.before,
        _noted(state),
        state.buck if state.attempt.buck is None else state.attempt.buck,
        tuple([attempt.buck for attempt in state.attempts]) if state.attempts else (),
        tuple([player.name for player in players if _was_dealt_in(player, noted)]),
        partial(_seat_facts, state, noted),
        state.attempt.dealt or state.round is not None or state.pot > 0,
        state.invalidated is not None or _handed_back(state),
        state.buck_declined,
        state.rounds[0].betting.form,
        tuple(zip(state.post_blind_indexes, state.posts, strict=True)),
        _won(state) if declares else None,
        _end_of_play(hand.events),
        () if hand.setup.tournament is None else tuple([(player.name, player.start) for player in players]),
    )


def _handed_back(state: HandState) -> bool:
    """Did everybody get back what they wagered, though no line says that the outcome was annulled?"""
    return Refund in state.kinds and not state.wins and sum([one.refunded for one in state.players]) >= state.pot


def _won(state: HandState) -> Won | None:
    paid = _payments(state)
    return won(state, paid.whole, paid.unmatched)


def _was_dealt_in(player: Player, noted: bool) -> bool:
    """Was a player dealt in? `noted` says whether the log notes cards at all."""
    return player.received > 0 or player.put_in_hand > 0 or not (noted or player.out)


def _seat_facts(state: HandState, noted: bool) -> tuple[SeatFact, ...]:
    """Each player's part in the hand."""
    events, players = state.hand.events, state.players
    changed = [player for player in players if player.bought or player.removed]
    changes = _before_the_cards(events) if changed else {}
    late = _after_play(events) if changed else {}
    paid, unsure = _payments(state), _unsure(state)
    return tuple(
        [
            _seat_fact(player, noted, changes.get(player.name, 0), late.get(player.name, 0), paid, unsure)
            for player in players
        ]
    )


def _seat_fact(
    player: Player, noted: bool, change: int, late: int, paid: _Payments, unsure: Collection[str]
) -> SeatFact:
    """A player's part in the hand.

    `noted` says whether the log notes cards at all, `change` how much the stake changed before the first card, `late`
    how much was bought once the hand was over, and `unsure` whose stake after the hand the record does not tell.
    """
    start, put = player.start, player.put_in_hand
    return SeatFact(
        player.name,
        player.seat,
        player.out,
        _was_dealt_in(player, noted),
        start,
        None if start is None else start + change,
        change > 0,
        put,
        None if player.name in unsure and player.counted is None else _end(player, paid.rest),
        _busted(player, paid) if put and player.stake in (0, late) else False,
        player.why_out,
        late > 0,
    )


Moneyed = Post | Wager | Win | Returned | Refund | Buys | Removes
MONEY = {
    Post,
    Wager,
    Call,
    Bet,
    Raise,
    Win,
    Returned,
    Refund,
    Buys,
    Removes,
}  # goes into a pot or a stake, or out of it


def _unsure(state: HandState) -> Collection[str]:
    """The players whose stake after the hand the record does not tell for sure.

    They are one who is the only player without an ante, one whose blind is not on record, and everybody where money
    goes twice in a row by the same words, the bring-in is not on record, or more was paid than was wagered.
    """
    if _goes_twice(state.hand.events) or _lacks_bring_in(state) or _paid(state) > state.pot + state.house_money:
        return state.by_name
    return {*_without_blind(state), *_without_ante(state)}


def _without_blind(state: HandState) -> list[str]:
    """The players who were due for the blinds that are not on record."""
    if sum([post.kind == "blind" for post in state.posts]) >= len(state.hand.setup.blinds):
        return []
    posted, missing = {post.player for post in state.posts if post.kind != "ante"}, missing_blinds(state)
    due = [player.name for number, player in enumerate(dealt_in(state)) if number in missing]
    return [name for name in due if name not in posted]


def _without_ante(state: HandState) -> list[str]:
    """The only player without an ante, where others put one up."""
    antes = {post.player for post in state.posts if post.kind == "ante"}
    without = [player.name for player in state.players if not player.out and player.name not in antes] if antes else []
    return without if len(without) == 1 else []


def _lacks_bring_in(state: HandState) -> bool:
    """Is there no bring-in on record where the game has one, though the first act is no opening in its place?"""
    if state.hand.setup.bring_in is None or BRING_IN not in state.game.forced_by_kind or BRING_IN in state.post_kinds:
        return False
    first = next((event for event in state.hand.events if isinstance(event, Act)), None)
    return first is not None and type(first) not in (Bet, Wager)  # chips without a word open, too


def _goes_twice(events: list[Event]) -> bool:
    """Does money go twice in a row by the same words?"""
    kinds = [*map(type, events)]
    for place, alike in enumerate(map(is_, kinds, kinds[1:])):
        if alike and kinds[place] in MONEY:
            one: Moneyed = events[place]  # type: ignore[assignment]
            other: Moneyed = events[place + 1]  # type: ignore[assignment]
            if one.player == other.player and say_the_same(one, other):
                return True
    return False


REMARKS = {
    *(Agreement, Asks, Clock, DealerNamed, Incident, Leaves, Looks, Misdeal, Notice, PickedUp, Procedure, Replaced),
    *(Ruling, Transfer),
}
STEPS = ("seat-draw", DEALER_CHANGE)
ONLY_STEPS = {Procedure}


def _remarks(events: list[Event]) -> tuple[Event, ...]:
    """What was noted in a hand that matters after it."""
    return tuple([event for event in events if type(event) in REMARKS and _matters_later(event)])


def _noted(state: HandState) -> tuple[Event, ...]:
    """What was noted in a hand that matters after it. Most steps of procedure do not."""
    kinds = state.kinds & REMARKS
    if not kinds or (kinds == ONLY_STEPS and state.steps.keys().isdisjoint(STEPS)):
        return ()
    return _remarks(state.hand.events)


def _matters_later(event: Event) -> bool:
    if isinstance(event, Misdeal):
        return event.time is not None or event.again is not None
    return not isinstance(event, Procedure) or event.what in STEPS


# ---- the pot, and what the record tells of its payment ----


@record_class
class _Payments:
    """What became of the pot, as far as the record tells."""

    pot: int
    whole: bool  # the record accounts for all of it, so nobody can have been paid more than it says
    unmatched: tuple[int | None, int]  # the seat with a wager that nobody called, and how much of it
    rest: tuple[int | None, int] | None  # the seat that still gets that back, and how much; None if payments lack


def _payments(state: HandState) -> _Payments:
    pot, paid, back = state.pot, _paid(state), unmatched(state)
    whole = paid >= pot - back[1]
    return _Payments(pot, whole, back, _left_over(state, pot, paid, back) if whole or not pot else None)


def paid_out(state: HandState) -> bool:
    """Does the record account for the whole pot, so nobody can have been paid more than it says?"""
    return _paid(state) >= state.pot - unmatched(state)[1]


def _paid(state: HandState) -> int:
    return sum([win.amount for win in state.wins]) + sum([pot.commission or 0 for pot in state.pots_taken])


def _left_over(state: HandState, pot: int, paid: int, back: tuple[int | None, int]) -> tuple[int | None, int] | None:
    """The seat that still gets back what nobody called, once the pot was paid; None if the record lacks payments.

    If the whole pot was paid, that was part of the payments. It may have been if more was paid than was called and the
    record does not tell the commission.
    """
    if paid >= pot or not pot:
        return None, 0
    has_commission = any(taken.commission is not None for taken in state.pots_taken)
    return back if has_commission or paid == pot - back[1] else None


def unmatched(state: HandState) -> tuple[int | None, int]:
    """The seat with more in the pot than any other, and the part that nobody called.

    There is no such seat if that player folded: those wagers stay in the pot.
    """
    seat, back = uncalled(
        [(player.seat, player.put_in_hand - player.dead_money, player.active) for player in state.players]
    )
    return (seat, back) if seat is not None and state.by_seat[seat].active else (None, 0)


def _busted(player: Player, paid: _Payments) -> bool | None:
    """Did a player who put in the last chip get nothing back? None if the record does not tell."""
    if player.start is None or player.won or player.refunded:
        return False
    seat, back = paid.unmatched
    if seat == player.seat and back:
        return False
    return paid.whole or None


def _end(player: Player, rest: tuple[int | None, int] | None) -> int | None:
    """A player's stake after the hand, with what nobody called and what was won beside the game; None if not known."""
    if player.counted is not None:
        return player.counted
    if player.start is None or player.unaccounted_for or rest is None:
        return None
    seat, back = rest
    return player.accounted_for + (back if seat == player.seat else 0)


PLAY = (Act, Announced, Communal, Muck, PotTaken, Refund, Show, Win)  # what happens in a round of play only


def _end_of_play(events: list[Event]) -> int:
    """The line of the last event of play."""
    return next((event.line for event in reversed(events) if isinstance(event, PLAY)), 0)


def _after_play(events: list[Event]) -> dict[str, int]:
    """How much each player bought once the hand was over."""
    bought: dict[str, int] = {}
    for event in events if any(isinstance(one, PLAY) for one in events) else ():
        if isinstance(event, PLAY):
            bought = {}  # play was not over yet
        elif isinstance(event, Buys):
            bought[event.player] = bought.get(event.player, 0) + event.amount
    return bought


def _before_the_cards(events: list[Event]) -> dict[str, int]:
    """How much each player's stake changed between the start of the hand and the first card of its last deal."""
    last = max((number for number, event in enumerate(events) if isinstance(event, Misdeal)), default=0)
    changes: dict[str, int] = {}
    for number, event in enumerate(events):
        if isinstance(event, Deal | Communal | Act) and number >= last:
            break
        if isinstance(event, Buys | Removes):
            sign = 1 if isinstance(event, Buys) else -1
            changes[event.player] = changes.get(event.player, 0) + sign * event.amount
    return changes
