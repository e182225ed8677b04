"""Reading ahead: what the rest of a record tells about the current act or card.

A log leaves things out. Only what comes later shows whether a card came early or acts before it are missing. Who was
passed over by an act is read off in `passed_over`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import islice

from auditor.replay.betting.openers import opens_next
from auditor.replay.betting.sizes import least_call
from auditor.replay.state import BettingRound, HandState, Player
from auditor.replay.state.timeline import Timeline, first_from
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.log_words import CHECKS
from auditor.vocabulary.records import replace, value_class

ENDINGS = (e.Show, e.Win, e.PotTaken, e.Deal, e.Discards, e.Misdeal, e.Invalidated)  # a betting round is over by then

# ---- the events to come ----


def place_of(state: HandState, event: e.Event) -> int:
    """The place of this very event among those of the hand; their number if it is none of them."""
    events, place = state.hand.events, state.event_index
    if place < len(events) and events[place] is event:  # it is the current event
        return place
    return state.timeline.place(event)


def _ends_round(event: e.Event) -> bool:
    """Is a betting round over by this event: the next card, the showdown, the payments or a misdeal?"""
    return isinstance(event, ENDINGS) or (isinstance(event, e.Communal) and event.how != "early")


@value_class
class ActsToCome:
    """The acts from one place of the record on, up to another."""

    timeline: Timeline
    start: int
    stop: int

    @property
    def first(self) -> e.Act | None:
        """The next of them."""
        place = self.timeline.next(self.start, e.Act)
        return self._at(place) if place < self.stop else None

    def first_of(self, name: str) -> e.Act | None:
        """The next that is this player's."""
        place = first_from(self.timeline.places_of(name, e.Act), self.start, self.stop)
        return self._at(place) if place < self.stop else None

    def wagers(self) -> list[e.Wager]:
        """Those that are wagers."""
        return self.timeline.between(self.start, self.stop, e.Wager)

    def __iter__(self) -> Iterator[e.Act]:
        """All of them, as far as somebody wants to know."""
        place = self.timeline.next(self.start, e.Act)
        while place < self.stop:
            yield self._at(place)
            place = self.timeline.next(place + 1, e.Act)

    def _at(self, place: int) -> e.Act:
        act = self.timeline.events[place]
        assert isinstance(act, e.Act)
        return act


def rest_of_round(state: HandState, start: int) -> ActsToCome:
    """The acts from a place on before the next card, the showdown, the payments or a misdeal."""
    timeline = state.timeline
    return ActsToCome(timeline, start, first_from(timeline.places_where(_ends_round), start, len(timeline.events)))


def _round_after(state: HandState, event: e.Event | None) -> ActsToCome:
    place = len(state.hand.events) if event is None else place_of(state, event) + 1
    return rest_of_round(state, place)


def acts_again(state: HandState, player: Player) -> bool:
    """Does the record show an act of the player in the rest of the betting round?"""
    return _round_after(state, state.event).first_of(player.name) is not None


def acts_later(state: HandState, player: Player, event: e.Event) -> bool:
    """Does the record show an act of the player in the rest of the hand?"""
    acts = state.timeline.places_of(player.name, e.Act)
    return bool(acts) and acts[-1] > place_of(state, event)


def posts_later(state: HandState, player: Player, event: e.Event) -> bool:
    """Does the record show that the player puts up something else before the cards?"""
    posts = state.timeline.places_of(player.name, e.Post)
    return bool(posts) and posts[-1] > place_of(state, event)


def is_answered(state: HandState, act: e.Act) -> bool:
    """Does anybody who has acted in the betting round act once more after this? Then it was a raise."""
    rest = _round_after(state, act)
    acted = [player.name for player in state.players if player.level_at_last_act >= 0]
    return any(rest.first_of(name) is not None for name in acted)


def acts_next(state: HandState) -> str | None:
    """The player whose act comes next in the record of the betting round."""
    act = _round_after(state, state.event).first
    return None if act is None else act.player


def takes_back(state: HandState, player: Player, uncalled: int) -> bool:
    """Does a player whose turn has come give up a wager made before, by folding or by taking back a part of it?

    It does not count if the player takes back only what lies above the wagers of all others (`uncalled`).
    """
    if state.event is None:
        return False
    timeline, start = state.timeline, place_of(state, state.event) + 1
    place = timeline.next(start, e.Act, e.Show, e.Win, e.PotTaken, e.Deal, e.Communal, e.Discards)
    back = first_from(timeline.places_of(player.name, e.Returned), start, len(timeline.events))
    if back < place:
        returned = timeline.events[back]
        return isinstance(returned, e.Returned) and returned.amount > uncalled
    act = timeline.events[place] if place < len(timeline.events) else None
    return isinstance(act, e.Fold) and act.player == player.name


def change_for(state: HandState, wager: e.Wager) -> e.Returned | None:
    """The change that a player gets right away for chips put in without a word. It is no part of the wager."""
    after = place_of(state, wager) + 1
    back = state.hand.events[after] if after < len(state.hand.events) else None
    return back if isinstance(back, e.Returned) and is_change(back, wager) else None


def is_change(back: e.Returned, before: e.Event) -> bool:
    """Is what goes back to a player change for the chips of the line before: less than the smallest of them?

    Without the chips by name, whatever is handed back at once may be change.
    """
    if type(before) is not e.Wager or before.added is None or before.all_in or before.player != back.player:
        return False
    return back.amount < min(before.chips, default=before.added)


def net_of_change(events: Iterable[e.Event]) -> Iterator[e.Event]:
    """The events with change taken off the wager that it was given for: the two are one act."""
    before = None
    for event in events:
        if before is None:
            before = event
        elif isinstance(event, e.Returned) and isinstance(before, e.Wager) and is_change(event, before):
            yield replace(before, added=(before.added or 0) - event.amount)
            before = None
        else:
            yield before
            before = event
    if before is not None:
        yield before


def net_after(state: HandState, event: e.Event, stop: int | None = None) -> Iterator[e.Event]:
    """The events that come after this one, up to a place, without the change that was given for chips."""
    events, start = state.hand.events, place_of(state, event)
    if e.Returned not in state.kinds:
        return map(events.__getitem__, range(start + 1, len(events) if stop is None else stop))
    rest = map(events.__getitem__, range(start, len(events) if stop is None else stop))
    return islice(net_of_change(rest), 1, None)


def others_fold(state: HandState, back: e.Returned) -> bool:
    """Do all others fold after money goes back to a player? Then it was uncalled, though the folds are noted later.

    If more goes back to the player after it, that is the money which nobody called.
    """
    timeline, place = state.timeline, place_of(state, back)
    if timeline.last_act() <= place:
        return False
    acts, folds = timeline.places(e.Act), timeline.places(e.Fold)
    if len(acts) - bisect_left(acts, place) != len(folds) - bisect_left(folds, place):
        return False
    if timeline.places_of(back.player, e.Returned)[-1] > place:
        return False
    silent = [player.name for player in state.active if not acts_later(state, player, back)]
    return silent == [back.player]


def called_to(state: HandState, highest: int) -> int:
    """What the first call with an amount shows that the last blind stands for; zero where that is known, or not shown.

    It is not known if the last blind is somebody's last chips and the table declares none.
    """
    last = state.posts[-1] if state.posts else None
    if last is None or last.kind != "blind" or state.hand.setup.blinds or state.event is None:
        return 0
    poster = state.player(last.player, last)
    if not last.all_in and (poster.start is None or poster.stake):
        return 0
    for act in rest_of_round(state, place_of(state, state.event) + isinstance(state.event, e.Deal)):
        if not isinstance(act, e.Call | e.Fold):
            break
        if isinstance(act, e.Call) and not act.all_in and (act.total is not None or act.added is not None):
            total = act.total or state.player(act.player, act).put_in_round + (act.added or 0)
            return total if total > highest else 0
    return 0


def mark_unaccounted_for(state: HandState, players: tuple[Player, ...], after: e.Event) -> None:
    """Expect nothing more in this round of the players whose act the record lacks.

    A player of whom the rest of the hand says nothing has no more turns at all.
    """
    assert state.round is not None
    if not players:
        return
    state.gaps = True
    state.round.lacking += players
    place = place_of(state, after)
    for player in players:
        told = state.timeline.places_of(player.name, e.Event)
        player.level_at_last_act = state.round.highest
        player.unaccounted_for = not told or told[-1] <= place


def notes_checks(state: HandState) -> bool:
    """Does the record note checks: does it say so, or show one in this hand?"""
    return e.Check in state.kinds or CHECKS in state.hand.setup.records


# ---- cards: in their time, or early; to the right player, or not ----


def misdirected(state: HandState, event: e.TakenBack) -> e.DealFault | None:
    """The mishap that cards were dealt to one player and meant for another, who gets them once they are taken back.

    The log does not say then whether anybody looked at them. Cards that are shuffled in again are none of these.
    """
    if event.player is None or UNKNOWN in event.cards:
        return None
    places, events = state.timeline.places_where(_parts_from_deal), state.hand.events
    place = first_from(places, place_of(state, event) + 1, len(events))
    deal = events[place] if place < len(events) else None
    if not isinstance(deal, e.Deal):
        return None
    given = [name for name, cards in deal.holdings if set(event.cards) <= set(cards)]
    if not given or given[0] == event.player:
        return None
    return e.DealFault(event.line, event.column, "misdirected", event.player, event.cards, meant_for=given[0])


def _parts_from_deal(event: e.Event) -> bool:
    """May cards taken back before this event not go to another player after it, unless it deals them?"""
    return not isinstance(event, e.TakenBack | e.Noticed | e.Ruling)


def cards_noted(state: HandState) -> bool:
    """Does the record show any of the cards that come between betting rounds?

    Where the next card comes face down, only a record that notes some cards face down counts; likewise face up.
    """
    if state.rounds[-1].communal:
        return e.Communal in state.kinds
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)].passes
    timeline = state.timeline
    if coming and not timeline.places_where(_deals_up if coming[0] == "u" else _deals_down):
        return False
    acts, cards = timeline.places(e.Act), timeline.places(e.Deal, e.Discards)
    return bool(acts and cards) and cards[-1] > acts[0]


def _deals_up(event: e.Event) -> bool:
    return isinstance(event, e.Deal) and bool(event.up or event.contrary)


def _deals_down(event: e.Event) -> bool:
    return isinstance(event, e.Deal) and bool(not event.up or event.contrary)


def is_early(state: HandState, event: e.Communal | e.Deal | e.Discards) -> bool:
    """Did this card come before the betting on the last one was finished?

    A card that the log marks as early did. An unmarked card is early if somebody has acted in the betting round and the
    record shows that the betting goes on after the card. If it does not go on, the record lacks acts. If nobody has
    acted, a betting round was left out instead, unless the card is taken off the table before that betting or a blind
    or bring-in is called or raised after it.
    """
    betround = state.round
    if betround is None or betround.closed or state.over:
        return False
    if marked_early(event):
        return True
    if awaited(state, event):
        return False
    if option_only(state):
        return betround.acts > 0 and _option_taken(state, event)
    if betround.acts == 0 and forced_bet_answered(state, event):
        return True  # by whomever: where a blind is missing, nobody knows whose turn it is
    return (betround.acts > 0 or _comes_off(state, event)) and _goes_on(state, event)


def marked_early(event: e.Event) -> bool:
    """Does the log say that these cards came before the betting that had to come first?"""
    return event.how == "early" if isinstance(event, e.Communal) else isinstance(event, e.Deal) and event.early


def awaited(state: HandState, event: e.Event) -> bool:
    """Do these cards belong to the current betting round, because somebody acted in it before they came?"""
    betround = state.round
    if betround is None or betround.closed or not isinstance(event, e.Communal):
        return False
    out = len(state.board) - state.waiting_card - state.surplus
    return out < betround.round.communal == out + len(event.cards)


def _goes_on(state: HandState, event: e.Event) -> bool:
    """Does the player whose turn it is act next, and not as the one who opens the betting on the new card?

    A player who has only an option may have let it pass without a note; then the next one counts. To check or bet is no
    answer to a wager. Nor does it tell anything in a record that may leave out checks.
    """
    turn = state.turn
    if turn is None:
        return False
    acts = _round_around_draw(state, event, turn)
    first = acts.first
    if first is None:
        return False
    if first.player != turn.name:
        owing = [
            one for one in (turn, *state.clockwise(turn)) if state.pending(one) and one.put_in_round < _level(state)
        ]
        return bool(owing) and owing[0].name == first.player and isinstance(first, e.Call | e.Raise)
    if isinstance(first, e.Call | e.Raise) or _comes_off(state, event):
        return True
    fits = isinstance(first, e.Fold) if turn.put_in_round < _level(state) else notes_checks(state)
    return (fits and not opens_next(state, event, turn)) or _end_with_another_round(acts)


def _round_around_draw(state: HandState, event: e.Event, player: Player) -> ActsToCome:
    """The acts to come in the round. Others may go on drawing while this player has yet to answer a wager."""
    acts = _round_after(state, event)
    if not state.rounds[-1].betting.draw:
        return acts
    places, events = state.timeline.places_where(_ends_round), state.hand.events
    for number in range(bisect_left(places, acts.start), len(places)):
        if not _draw_of_another(events[places[number]], player):
            return ActsToCome(acts.timeline, acts.start, places[number])
    return ActsToCome(acts.timeline, acts.start, len(events))


def forced_bet_answered(state: HandState, event: e.Event) -> bool:
    """Is a forced bet out, and called or raised right after the card? In the next round nobody has wagered."""
    out = any(player.put_in_round for player in state.players)
    return out and isinstance(_round_after(state, event).first, e.Call | e.Raise)


def _option_taken(state: HandState, event: e.Event) -> bool:
    """Does the player who has an option raise next? A raise cannot be of the next round, where nobody has wagered."""
    act = _round_after(state, event).first
    return act is not None and state.turn is not None and act.player == state.turn.name and isinstance(act, e.Raise)


def _end_with_another_round(acts: ActsToCome) -> bool:
    """Does somebody who has answered everything act again, with a check, a bet or a fold? Then these are two rounds."""
    answered: set[str] = set()
    for act in acts:
        if act.player in answered and isinstance(act, e.Check | e.Bet | e.Fold):
            return True
        if isinstance(act, e.Wager) and not isinstance(act, e.Call):
            answered = set()
        answered.add(act.player)
    return False


def _comes_off(state: HandState, event: e.Event) -> bool:
    """Is the card taken off the table before another is turned, like a card that came early?"""
    if not isinstance(event, e.Communal):
        return False
    timeline, start = state.timeline, place_of(state, event) + 1
    off = timeline.between(start, timeline.next(start, e.Communal), e.SetAside, e.TakenBack)
    return any(set(each.cards) & set(event.cards) for each in off)


def _draw_of_another(event: e.Event, player: Player) -> bool:
    """Does somebody else draw? Others may go on drawing while this player has yet to answer a wager."""
    if isinstance(event, e.Discards):
        return event.player != player.name
    return isinstance(event, e.Deal) and all(name != player.name for name, _ in event.holdings)


def _level(state: HandState) -> int:
    return state.round.highest if state.round is not None else 0


def option_only(state: HandState) -> bool:
    """Is nothing left but an option on a blind already met? A log need not note whether it was offered."""
    waiting = [player for player in state.players if state.pending(player)]
    betround = state.round
    assert betround is not None
    return all(0 < betround.highest == player.put_in_round and player.level_at_last_act < 0 for player in waiting)


def unanswered(state: HandState, event: e.Communal | e.Deal | e.Discards) -> tuple[Player, ...]:
    """The players whose act in the round the record lacks when this card comes in its time."""
    betround = state.round
    if betround is None or betround.closed or betround.acts == 0 or awaited(state, event) or is_early(state, event):
        return ()
    owing = [player for player in state.players if state.pending(player) and player.early is None]
    return tuple(
        player
        for player in owing
        if not 0 < least_call(state, betround) <= player.put_in_round
        and all(player is not one for one in betround.lacking)
    )


# ---- acts: of this round or of the next ----


def acted_already(state: HandState, betround: BettingRound, act: e.Act) -> bool:
    """Has the player nothing more to do in the round? Then it is over, and the log did not note the next card.

    Or that card came early and waits, and the others let the option pass that was left to them.
    """
    player = state.by_name.get(act.player)
    if player is None or not player.able or player.early is not None:
        return False
    waits = state.waiting_card > 0 and not betround.closed and option_only(state)
    return 0 <= betround.highest <= player.level_at_last_act and (waits or not cards_noted(state))


def in_the_dark(state: HandState, act: e.Act) -> bool:
    """Does the player who begins the next betting round check or bet before its card, which comes right after?"""
    coming = state.rounds[min(state.rounds_played, len(state.rounds) - 1)]
    if coming.betting.opener.seat != "after-buck" or not (isinstance(act, e.Check | e.Bet) or type(act) is e.Wager):
        return False
    first = next((player for player in state.left_of_buck() if player.able), None)
    if first is None or first.name != act.player:
        return False
    out = len(state.board) - state.surplus
    came, place, timeline = False, place_of(state, act), state.timeline
    while (place := timeline.next(place + 1, e.Communal, e.Act, e.Show, e.Win, e.PotTaken)) < len(timeline.events):
        event = timeline.events[place]
        if isinstance(event, e.Communal):
            if came or out + len(event.cards) != coming.communal:
                return came
            came = True
        elif isinstance(event, e.Act):
            return came and event.player != act.player  # who acts again right after the card did not act for it before
        else:
            break
    return came


def answers(state: HandState, betround: BettingRound, act: e.Act) -> bool:
    """Does an act answer a wager, because it is a call or a raise or because its player has yet to meet a wager?"""
    player = state.by_name.get(act.player)
    return isinstance(act, e.Call | e.Raise) or (player is not None and player.put_in_round < betround.highest)
