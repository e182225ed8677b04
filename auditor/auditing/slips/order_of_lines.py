"""Slips in the order of lines: a line written twice, two lines interchanged."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.auditing.slips.slip import INTERCHANGED, MISHAPS, TWICE, Slip, is_mishap, seen_to
from auditor.logs.passes import joined_passes
from auditor.replay.betting.lookahead import acted_already, change_for
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import play
from auditor.replay.pots import uncalled
from auditor.replay.state import EarlyWager, HandState
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary import events as e
from auditor.vocabulary.events.base import say_the_same
from auditor.vocabulary.hand import Hand
from auditor.vocabulary.log_words import ORDER
from auditor.vocabulary.records import replace

CARDS = (e.Communal, e.Deal, e.Discards, e.Show)  # what comes when a betting round is over
BEFORE_CARDS = ("ante", "blind", "over-blind", "straddle", "post", "dead")
PREPARES = (e.Post, e.Cut, e.Declined, e.Procedure)  # how a deal begins
LAST = (e.Returned, e.Show, e.Muck, e.Announced, e.PotTaken, e.Win)  # how a hand ends, in this order


def written_twice(hand: Hand) -> Iterator[Slip]:
    """Each line that says the same as the line before it, left out. It may have divided a pass of the deal."""
    lines = [line for event in hand.events for line in hand.lines_of(event)]
    for at in range(1, len(lines)) if ORDER not in hand.setup.records else ():
        if say_the_same(lines[at - 1], lines[at]):
            words = f"line {lines[at].line} repeats the line before it by mistake"
            events, _ = joined_passes([*lines[:at], *lines[at + 1 :]])
            yield Slip(TWICE, words, 0, len(hand.events), tuple(events))


def interchanged(hand: Hand, rules: Rulebook) -> Iterator[Slip]:
    """Neighbours interchanged that do not stand in their natural order.

    Two players' turns stay as they are, unless the first is a wager that fits only after the second: the order in which
    people acted is what a log is there to tell.
    """
    if ORDER in hand.setup.records:
        return
    yield from _within_passes(hand)
    looking = _Looking()
    play(hand, rules, looking)
    events = hand.events
    settled = seen_to(hand)
    for at in range(1, len(events)):
        one, other = events[at - 1], events[at]
        if at in settled and not _stands_before_its_cause(one, other):
            continue
        if at - 1 in looking.unnatural or _may_be_interchanged(one, other):
            yield Slip(INTERCHANGED, _words(one, other), at - 1, at + 1, _exchanged(one, other))


def _within_passes(hand: Hand) -> Iterator[Slip]:
    """Neighbours interchanged that deal to different players, or of which one is a line of a pass among others."""
    lines = [(line, event) for event in hand.events for line in hand.lines_of(event)]
    for at in range(1, len(lines)):
        (one, its_event), (other, others_event) = lines[at - 1], lines[at]
        if _deals_to_others(one, other):
            may = True
        else:
            whole = one is its_event and other is others_event
            may = not whole and its_event is not others_event and _may_be_interchanged(one, other)
        if may:
            before, after = [line for line, _ in lines[: at - 1]], [line for line, _ in lines[at + 1 :]]
            events, _ = joined_passes([*before, *_exchanged(one, other), *after])
            yield Slip(INTERCHANGED, _words(one, other), 0, len(hand.events), tuple(events))


def _deals_to_others(one: e.Event, other: e.Event) -> bool:
    """Do two lines deal to different players: the lines of a pass, or of the end of a draw?"""
    if not isinstance(one, e.Deal) or not isinstance(other, e.Deal):
        return False
    return {name for name, _ in one.holdings}.isdisjoint([name for name, _ in other.holdings])


def _words(one: e.Event, other: e.Event) -> str:
    return f"lines {one.line} and {other.line} were interchanged"


def _exchanged(one: e.Event, other: e.Event) -> tuple[e.Event, e.Event]:
    """Two events, each in the other's place in the log: some checks tell by the lines what came first."""
    first = replace(other, line=one.line, column=one.column)
    return first, replace(one, line=other.line, column=other.column)


def _stands_before_its_cause(one: e.Event, other: e.Event) -> bool:
    """Is a remedy noted right before what it remedies? That it was seen to then does not speak against a slip.

    Nor does a misdeal speak against one in how the deal, or the next one, began.
    """
    if isinstance(one, e.Misdeal) and isinstance(other, MISHAPS):
        return True
    if isinstance(one, PREPARES) and isinstance(other, (*PREPARES, e.Misdeal)):
        return True
    if isinstance(one, e.TakenBack) and isinstance(other, e.Deal):
        return any(set(one.cards) & set(cards) for name, cards in other.holdings if one.player in (None, name))
    return isinstance(one, e.Post) or isinstance(other, e.Post)


def _may_be_interchanged(one: e.Event, other: e.Event) -> bool:
    """May two lines have been interchanged, whatever the state of play is?"""
    if isinstance(one, e.Misdeal | e.TakenBack) and isinstance(other, (*MISHAPS, e.Deal)):
        return _stands_before_its_cause(one, other)
    if isinstance(one, e.Procedure) and isinstance(other, e.Procedure):
        return one.what == other.what and one.done != other.done
    if isinstance(one, e.Communal):
        return isinstance(other, e.Burn | e.Deal | e.Discards)
    if isinstance(one, e.Deal | e.Burn) and isinstance(other, e.Burn | e.Act):
        return isinstance(one, e.Burn) != isinstance(other, e.Burn)
    if isinstance(one, e.Discards) and isinstance(other, e.Communal):
        return True
    if isinstance(one, e.Show | e.Muck) and isinstance(other, e.Deal | e.Communal):
        return True
    if isinstance(one, e.Deal) and isinstance(other, e.Discards):  # the last of five cards comes after all others
        return [name for name, _ in one.holdings] == [other.player] or [len(cards) for _, cards in one.holdings] == [1]
    if isinstance(one, e.Discards) and isinstance(other, e.Deal):
        return [name for name, _ in other.holdings] != [one.player]
    if isinstance(one, e.TakenBack) and isinstance(other, e.Boxed):
        return True
    if isinstance(one, e.Reshuffled | e.Deal) and isinstance(other, e.Reshuffled | e.Deal):
        return type(one) is not type(other)
    if isinstance(one, PREPARES) and isinstance(other, e.Misdeal):
        return not is_mishap(one)
    if isinstance(one, e.Act) and isinstance(other, e.Post):
        return True
    if isinstance(one, e.Returned) and isinstance(other, e.Wager):
        return one.player == other.player
    if isinstance(one, e.Holds) and isinstance(other, e.Act):
        return one.player != other.player
    if isinstance(other, e.Post) and other.kind in BEFORE_CARDS:
        return isinstance(one, e.Deal) or (isinstance(one, e.Post) and not _is_later(other, one))
    if isinstance(one, LAST) and isinstance(other, LAST):
        return LAST.index(type(one)) > LAST.index(type(other))
    return isinstance(one, e.Cut) and isinstance(other, e.Procedure | e.Declined)


def _is_later(post: e.Post, other: e.Post) -> bool:
    """Does a post come after another by its nature, as a straddle comes after the blinds?"""
    return BEFORE_CARDS.index(post.kind) > BEFORE_CARDS.index(other.kind) if other.kind in BEFORE_CARDS else True


class _Looking(Observer):
    """Notes the places of lines that come before their time."""

    __slots__ = ("unnatural",)

    def __init__(self) -> None:
        self.unnatural: set[int] = set()

    def before_event(self, state: HandState, event: e.Event) -> None:
        """A card before a betting round is over, a turn after it, or the burn of the next card."""
        at = 0 if state.event is None else state.event_index + 1
        coming = state.hand.events[at + 1 : at + 3]
        if _comes_too_soon(state, event, coming):
            self.unnatural.add(at)

    def at_early_wager(self, state: HandState, early: EarlyWager) -> None:
        """A wager out of turn that does not fit the wager to be met then."""
        if not _fits(early, 0 if state.round is None else state.round.highest):
            self.unnatural.add(state.event_index)


def _comes_too_soon(state: HandState, event: e.Event, coming: list[e.Event]) -> bool:
    betround, turn = state.round, state.turn
    if state.draw is not None and coming and {type(event), type(coming[0])} == {e.Burn, e.Deal}:
        return True
    if isinstance(event, e.Deal) and coming and isinstance(coming[0], e.Deal):
        return _faces_wrong(state, event) and coming[0].up != event.up
    if isinstance(event, e.Boxed):  # cards of one pass before and after it
        if [type(one) for one in coming] == [e.Deal, e.TakenBack]:
            return True
        names = [name for one in coming if isinstance(one, e.Deal) for name, _ in one.holdings]
        return len(coming) == 2 and all(isinstance(one, e.Deal) for one in coming) and len(set(names)) == len(names)
    if isinstance(event, e.Burn):
        following = [type(one) for one in coming]
        if following in ([e.Deal, e.Communal], [e.Deal, e.Deal]):
            return True
        return bool(state.burns) and following == [e.Communal, e.Communal]
    if not coming:
        return False
    if isinstance(event, e.Returned) and isinstance(coming[0], e.Wager) and coming[0].player != event.player:
        return _is_left_by(state, event, coming[0])
    if betround is None:
        return isinstance(event, e.Act) and isinstance(coming[0], CARDS)
    if isinstance(event, e.Communal) and event.how == "early":
        return False
    if isinstance(event, CARDS) and isinstance(coming[0], e.Act):
        if betround.closed or turn is None or not turn.able:
            return False
        alone = sum(map(state.pending, state.players)) == 1 or _is_next_street(state, event)
        return betround.acts > 0 or (alone and coming[0].player == turn.name)
    if isinstance(event, e.Act) and isinstance(coming[0], CARDS):
        return betround.closed or acted_already(state, betround, event)
    return False


def _is_next_street(state: HandState, event: e.Event) -> bool:
    """Is this a card to everybody while a bring-in waits for an answer, and no card too many of the first deal?"""
    if not isinstance(event, e.Deal) or not any(post.kind == "bring-in" for post in state.posts):
        return False
    return {name for name, _ in event.holdings} == {player.name for player in state.active}


def _is_left_by(state: HandState, back: e.Returned, act: e.Wager) -> bool:
    """Is what goes back just what nobody calls once another, who is the last to act, has called with the last chips?

    What looks like change, because it stands right behind the chips, was not counted with them.
    """
    if any(state.pending(one) for one in state.players if one.name not in (back.player, act.player)):
        return False
    before = state.event
    change = back.amount if isinstance(before, e.Wager) and change_for(state, before) is back else 0
    put_in = {one.name: one.put_in_hand + change * (one.name == back.player) for one in state.players}
    caller = state.by_name.get(act.player)
    if caller is not None and state.round is not None:
        put_in[caller.name] += min(caller.stake, max(state.round.highest + change - caller.put_in_round, 0))
    seat, amount = uncalled([(one.seat, put_in[one.name], one.active) for one in state.players])
    return seat is not None and (state.by_seat[seat].name, amount) == (back.player, back.amount)


def _faces_wrong(state: HandState, event: e.Deal) -> bool:
    """Is a whole pass dealt the other way up than the game has it?"""
    player, pattern = state.by_name.get(event.holdings[0][0]), state.rounds[-1].pattern
    if player is None or event.contrary or player.received >= len(pattern):
        return False
    return (pattern[player.received] == "u") != event.up


def _fits(early: EarlyWager, highest: int) -> bool:
    """Does a wager out of turn fit the highest wager before it? Where there is none, no raise and no call does."""
    act = early.act
    if isinstance(act, e.Raise | e.Call) and not highest:
        return False
    if isinstance(act, e.Raise):
        return act.by is None or act.total is None or act.total - act.by == highest
    return early.all_in or early.total >= highest
