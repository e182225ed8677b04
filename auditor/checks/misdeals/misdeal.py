"""Checks of misdeals: what makes a deal one, whether it was declared then, and whether that was in time."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome, breach, fault, irregularity, not_recorded
from auditor.auditing.engine.registry import On, check, never, on
from auditor.auditing.engine.situations import (
    BEFORE_BETTING,
    CUT_AS_DUE,
    CUT_NOTED,
    FIRST_CARD,
    KNOWN_CARDS,
    MISHAP,
    NONE_SITS_OUT,
    NOTED,
    NOTHING_OPEN,
    STEPS,
    TWICE,
    UNEXPOSED,
)
from auditor.checks.support.check_names import has_clause_for
from auditor.checks.support.deal_so_far import (
    acted,
    deal_events_after,
    deal_events_before,
    deal_events_so_far,
    substantial,
    undealt,
    wager_without_cut,
    wagered,
)
from auditor.checks.support.duplicate_cards import repeated
from auditor.checks.support.going_back import unreturned
from auditor.checks.support.misdeal_grounds import (
    FAULTS,
    MisdealCause,
    deck_defect,
    is_about,
    listed,
    miscounts,
    present,
)
from auditor.checks.support.noticing import acted_by, notice_of, noticed_so_far, noticed_too_late
from auditor.checks.support.returned_wagers import sole_misheld
from auditor.replay.betting.lookahead import misdirected, place_of
from auditor.replay.cards.mishaps import cards_of
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.settlement.showdown import own_cards_due
from auditor.replay.state import HandState, Player
from auditor.replay.state.timeline import first_from
from auditor.vocabulary.cards import UNKNOWN, card_text, cards_text
from auditor.vocabulary.events import (
    Act,
    Boxed,
    Communal,
    Cut,
    Deal,
    DealFault,
    Discards,
    Event,
    Holds,
    Incident,
    Misdeal,
    Procedure,
    TakenBack,
)
from auditor.vocabulary.findings import DEALER, REMEDIED, Severity
from auditor.vocabulary.wording import escaped, number, ordinal, plural

# ---- a cause passed over ----


def _may_show(state: HandState, event: Event, cause: MisdealCause) -> bool:
    return _is_occasion(state, event, cause, cards_tell=True)


def _may_show_in_record_of_play(state: HandState, event: Event, cause: MisdealCause) -> bool:
    return _is_occasion(state, event, cause, cards_tell=False)


def _is_occasion(state: HandState, event: Event, cause: MisdealCause, cards_tell: bool) -> bool:
    """Can the event show this cause, at this stage of the hand?"""
    kind = cause.cause
    if isinstance(event, TakenBack):
        mishap = misdirected(state, event)
        return mishap is not None and _is_occasion(state, mishap, cause, cards_tell)
    if isinstance(event, Deal):
        return (not cause.limited or _in_time(state, cause)) and _dealt_so(state, event, kind)
    if isinstance(event, Settled):
        return _tested(state, cause, cards_tell)
    if isinstance(event, Misdeal):
        return present(state, cause, cards_tell)
    if cause.limited and not _in_time(state, cause):
        return False
    if isinstance(event, Cut):
        of_cut = kind in ("no-cut", "cut-by-another") or (kind == "exposed-in-cut" and bool(event.exposed))
        return of_cut and not state.remade
    if isinstance(event, DealFault):
        return not _too_late(state, cause) and is_about(state, event, cause)
    if isinstance(event, Holds):
        return len(state.active) > 1
    if isinstance(event, Procedure) and kind == "unprepared":
        found = state.attempt.dealt or notice_of(state, kind, event) is not None
        return not event.done and found and not state.remade
    if isinstance(event, Procedure):
        return kind == "no-cut" and event.what == "cut" and not event.done and not state.remade
    if isinstance(event, Communal):
        return event.how == "face-up" and len(state.board) + 1 == cause.communal
    return isinstance(event, Boxed) and state.round is None


def _dealt_so(state: HandState, event: Deal, kind: str) -> bool:
    """Does a pass of the deal show such a cause, or come without a cut that must have been noted by then?"""
    if kind == "second-card-up":
        return state.round is None and bool(_opened_first(state, event))
    if kind in ("dealt-out-or-in", "dealt-in"):
        return undealt(state) and bool(_dealt_in(state, event))
    return state.attempt.cut is None and state.attempt.no_cut is None and undealt(state)


def _too_late(state: HandState, cause: MisdealCause) -> bool:
    """Does the mishap come too late to be this cause?

    Other clauses judge a card exposed after the deal, and a wrong number of cards found once the betting has begun.
    """
    betround, kind = state.round, cause.cause
    if cause.limited:  # the cause holds until substantial action, and not only until the first act
        return bool(state.board)
    betting = betround is not None and (betround.acts > 0 or state.rounds_played > 1)
    if kind == "exposed":  # a mishap with the last cards of a deal can only be noted after them
        return betting or bool(state.board)
    return betting and (kind == "left-out-or-extra" or cause.before == "wager")


def _tested(state: HandState, cause: MisdealCause, cards_tell: bool) -> bool:
    """Did anything come up in the hand that might have made all wagers go back?"""
    if cause.cause == "sole-hand":
        return any(player.cards_counted is not None for player in state.players)
    if cause.twice == "known" and any(card != UNKNOWN for card, _ in state.cards_named):
        return True
    noted = Incident in state.kinds and any(
        event.kind in cause.incidents for event in deal_events_so_far(state, Incident)
    )
    return noted or bool(state.attempt.boxed) or present(state, cause, cards_tell)


def _in_time(state: HandState, cause: MisdealCause) -> bool:
    """Has the hand come to the stage that the cause is about: before anybody acted, or after that?"""
    betround = state.round
    acted = betround is not None and (betround.acts > 0 or state.rounds_played > 1)
    return cause.found == "any" or acted == (cause.found == "acted")


def _dealt_in(state: HandState, event: Deal) -> list[Player]:
    """The players who sit the hand out and get cards all the same."""
    players = [state.player(name, event) for name, _ in event.holdings]
    return [player for player in players if player.out]


OCCASIONS: dict[str, On[Event]] = {  # the moments that can show a cause; the first card shows that no cut was noted
    "unprepared": on(Procedure, STEPS["cut"], STEPS["shuffle"]),
    "defective": on(Settled),
    "sole-hand": on(Settled),
    "no-cut": on(Cut) | on(Procedure, STEPS["cut"]) | on(Deal, FIRST_CARD),
    "cut-by-another": on(Cut) | on(Deal, FIRST_CARD),
    "communal-face-up": on(Communal, FIRST_CARD, MISHAP),
    "boxed": on(Boxed),
    "second-card-up": on(Deal, BEFORE_BETTING),
    "dealt-in": on(Deal, FIRST_CARD),
    "miscounted": on(Holds),
}
BESIDE_FAULTS: dict[str, On[Event]] = {
    "wrong-count": on(Holds),
    "dealt-out-or-in": on(Deal, FIRST_CARD),
    **dict.fromkeys(("misdirected", "out-of-order", "first-card"), on(TakenBack)),
}


def _moments(cause: MisdealCause) -> On[Event]:
    """The moments that can show a cause and, where it matters, the misdeal declared for it."""
    occasions = _occasions(cause)
    return occasions | on(Misdeal) if cause.noted or cause.limited else occasions


def _occasions(cause: MisdealCause) -> On[Event]:
    if cause.cause in FAULTS:
        return on(DealFault) | BESIDE_FAULTS.get(cause.cause, never())
    return OCCASIONS.get(cause.cause, on(Cut))


def _at_the_end(cause: MisdealCause) -> On[Event]:
    """The end of a hand, if something in the hand can have shown this cause."""
    if cause.cause == "defective":
        return on(Settled, TWICE, NOTED[Boxed], NOTED[Incident])
    return on(Settled, NOTED[Holds], NOTED[Discards]) if cause.cause == "sole-hand" else never()


def _proves_sound(cause: MisdealCause) -> On[Event]:
    """The end of a hand whose cards the record tells, where a card found twice counts wherever it was.

    These cards then show the deck to be sound.
    """
    return on(Settled, KNOWN_CARDS) if cause.cause == "defective" and cause.twice == "known" else never()


def _in_order(cause: MisdealCause) -> On[Event]:
    """Where the deck is cut as it should be, and no blind before it counts as a wager."""
    plain = not cause.limited and not cause.blind_counts
    return on(Cut, CUT_AS_DUE) if plain and cause.cause in ("no-cut", "cut-by-another") else never()


def _unshown(cause: MisdealCause) -> On[Event]:
    """Where a cut exposes nothing, or a pass of the deal cannot show the cause."""
    kind = cause.cause
    if kind == "exposed-in-cut":
        return on(Cut, UNEXPOSED)
    if kind == "second-card-up":
        return on(Deal, NOTHING_OPEN)
    if kind in ("dealt-out-or-in", "dealt-in"):
        return on(Deal, NONE_SITS_OUT)
    return on(Deal, CUT_NOTED)


IN_THE_DEAL = on(Cut) | on(Procedure) | on(DealFault) | on(TakenBack) | on(Communal) | on(Boxed) | on(Deal) | on(Holds)
ANY_MOMENT = IN_THE_DEAL | on(Misdeal) | on(Settled)


@check(
    "misdeal",
    watches=ANY_MOMENT,
    figure=MisdealCause,
    when=_may_show,
    watched_for=_moments,
    call_only_at=_at_the_end,
    moot_at=_unshown,
    clears_at=_in_order,
    passes_at=_proves_sound,
    record="full",
    laid_to_record=True,
)
def misdeal(state: HandState, event: Event, cause: MisdealCause) -> Iterable[Outcome]:
    """A deal is played on although something has made it a misdeal.

    It is enough that somebody declares a misdeal later, or that the deck is shuffled and cut again before any card.
    Where the rulebook has hands rebuilt as long as nobody has looked at the cards, cards that went astray count only if
    somebody did, and nothing is decided if the log does not say whether anybody did. Nor is anything decided if the log
    does not note the cut. Where a cause holds only until there was substantial action, or only if it came out before
    the betting, a mishap that the log says was noticed later is played on, and a misdeal declared after it is a fault
    instead. Some rulebooks have the cause noted though the misdeal put it right. In a record of play only, such as an
    online room's, a card in two places is a fault of the record, and does not show the deck to be defective.
    """
    return _judged(state, event, cause, cards_tell=True)


@check(
    "misdeal",
    watches=ANY_MOMENT,
    figure=MisdealCause,
    when=_may_show_in_record_of_play,
    watched_for=_moments,
    call_only_at=_at_the_end,
    moot_at=_unshown,
    clears_at=_in_order,
    passes_at=_proves_sound,
    record="play",
    laid_to_record=True,
)
def misdeal_in_record_of_play(state: HandState, event: Event, cause: MisdealCause) -> Iterable[Outcome]:
    """A deal in a record of play is played on although something else than a card in two places made it a misdeal."""
    return _judged(state, event, cause, cards_tell=False)


def _judged(state: HandState, event: Event, cause: MisdealCause, cards_tell: bool) -> list[Outcome]:
    if isinstance(event, Misdeal):
        return _declared(state, event, cause, cards_tell)
    if isinstance(event, Settled):
        return _all_void(event.settlement, cause, cards_tell) if present(state, cause, cards_tell) else []
    if cause.limited and substantial(state):
        return []  # the hand is played out
    if isinstance(event, DealFault):
        return _misdealt(state, event, cause)
    if isinstance(event, TakenBack):
        mishap = misdirected(state, event)
        return [] if mishap is None else _misdealt(state, mishap, cause, event)
    if isinstance(event, Holds):
        return _miscounted(state, event, cause)
    if isinstance(event, Procedure | Cut):
        return _miscut(state, event, cause)
    if isinstance(event, Communal):
        place = ordinal(cause.communal)
        return _played_on(state, event, cause, f"{place} communal card found face up in the deck")
    if isinstance(event, Boxed):
        found = state.attempt.boxed_cards + cards_of(event)
        many = f"{number(found)} {plural(found, 'card')} found face up in the deck"
        return _played_on(state, event, cause, many) if found > cause.more_than else []
    if cause.cause == "second-card-up":
        assert isinstance(event, Deal)
        return _second_up(state, event, cause)
    if cause.cause in ("dealt-out-or-in", "dealt-in"):
        assert isinstance(event, Deal)
        player = _dealt_in(state, event)[0]
        return _played_on(
            state, event, cause, f"hand dealt to seat {player.seat} {escaped(player.name, 40)}, who is out"
        )
    return [not_recorded(cause, "the cut")]


def _opened_first(state: HandState, event: Deal) -> list[Player]:
    """The players who get cards now and whose first card already lies open, though it should not."""
    if state.rounds[0].passes[0][0] == "u" or not any(player.up for player in state.players):
        return []
    players = [state.player(name, event) for name, _ in event.holdings]
    return [player for player in players if player.up and player.cards and player.up[0] == player.cards[0]]


def _second_up(state: HandState, event: Deal, cause: MisdealCause) -> list[Outcome]:
    """Another card goes face up to a player whose first card did."""
    for player in _opened_first(state, event):
        if len(player.up) == 1 and event.up != (player.name in event.contrary):  # a third card is the same fault
            observed = f"second card face up to seat {player.seat} {escaped(player.name, 40)}"
            return _played_on(state, event, cause, observed)
    return []


def _misdealt(state: HandState, fault: DealFault, cause: MisdealCause, shown: Event | None = None) -> list[Outcome]:
    """A mishap of the deal that made it a misdeal; `shown` is the event that shows it, if it was not noted as such."""
    if fault.seen is False and cause.rebuilt:
        return []
    many = state.attempt.astray.get(fault.kind, 0) + cards_of(fault)
    if cause.more_than and many <= cause.more_than:
        return []
    others = [one for one in listed(state) if one.cause != cause.cause and fault.kind in FAULTS.get(one.cause, ())]
    alike = [one for one in state.attempt.sorts.values() if one.kind == fault.kind]
    if any(is_about(state, each, one) for one in others for each in alike):
        return []  # an earlier mishap has made the deal a misdeal
    if fault.kind == "exposed" and many - cards_of(fault) > cause.more_than and _is_one_more(state, alike, cause):
        return []
    name = escaped(fault.player, 40)
    cards = cards_text(fault.cards)
    observed = {
        "misdirected": f"{cards} dealt to {name}, meant for {escaped(fault.meant_for or '', 40)}"
        + (", and seen" if cause.rebuilt else ""),
        "exposed": f"{number(many)} cards exposed in the deal"
        if cause.more_than
        else f"{cards} of {name} exposed in the deal",
        "left-out": f"{name} left out of the deal",
        "extra": f"{cards} dealt to {name} as {'an extra card' if len(fault.cards) == 1 else 'extra cards'}",
    }[fault.kind]
    if fault.kind == "extra" and cause.more_than:
        observed = f"{number(many)} extra cards dealt"
    found = _played_on(state, shown or fault, cause, observed)
    if found and fault.seen is None and cause.rebuilt:
        return [not_recorded(cause, "whether the cards had been looked at")]
    return found


def _is_one_more(state: HandState, earlier: list[DealFault], cause: MisdealCause) -> bool:
    """Has one of the earlier mishaps been told by this cause?"""
    return any(is_about(state, each, cause) for each in earlier)


def _miscounted(state: HandState, event: Holds, cause: MisdealCause) -> list[Outcome]:
    """A player is found with a wrong number of cards before substantial action: it is put right, or a misdeal."""
    if event.count == own_cards_due(state):
        return []
    player = state.player(event.player, event)
    cards = f"{number(event.count)} {plural(event.count, 'card')}"
    observed = f"seat {player.seat} {escaped(player.name, 40)} found with {cards}"
    if _corrected(state, event):
        right = f"the number was put right, {REMEDIED}"
        return [irregularity(cause, event, observed, right, by=DEALER)] if cause.noted else []
    return _played_on(state, event, cause, observed)


def _corrected(state: HandState, event: Holds) -> bool:
    """Does the record show, before the next act, that the number of cards was put right?"""
    count, due = event.count, own_cards_due(state)
    for each in deal_events_before(state, event, (Act, Misdeal), TakenBack, Deal, Holds):
        if isinstance(each, TakenBack) and each.player == event.player:
            count -= len(each.cards)
        elif isinstance(each, Deal):
            count += sum(len(cards) for name, cards in each.holdings if name == event.player)
        elif isinstance(each, Holds) and each.player == event.player:
            count = each.count
    return count == due


def _miscut(state: HandState, event: Procedure | Cut, cause: MisdealCause) -> list[Outcome]:
    if cause.cause == "unprepared":
        assert isinstance(event, Procedure)
        return _played_on(state, event, cause, f"no {event.what} before the deal noticed before substantial action")
    if cause.cause == "no-cut":
        return _uncut(state, event, cause)
    assert isinstance(event, Cut)
    if cause.cause == "exposed-in-cut":
        observed = f"{cards_text(event.exposed)} exposed in the cut"
        return [] if _prepared_anew(state, event) else _played_on(state, event, cause, observed)
    designated = state.designated
    if event.player is None or (designated is not None and designated.name == event.player):
        return []
    if designated is None:
        return [not_recorded(cause, "the seat of the buck")]
    if designated.out or wagered(state, cause.blind_counts) or _prepared_anew(state, event):
        return []  # a buck before somebody who sits the hand out is a fault of its own
    observed = f"deck cut by {escaped(event.player, 40)}, seat {designated.seat} having the buck"
    return _played_on(state, event, cause, observed)


def _uncut(state: HandState, event: Procedure | Cut, cause: MisdealCause) -> list[Outcome]:
    """The deck is not cut before the first wager: somebody notes that, or the cut comes after it."""
    if isinstance(event, Cut) and (state.attempt.cut is not None or state.attempt.no_cut is not None):
        return []
    observed = f"deck {'cut only after' if isinstance(event, Cut) else 'not cut before'} the first wager"
    late = wagered(state, cause.blind_counts)
    if late or (isinstance(event, Procedure) and wager_without_cut(state, event, cause.blind_counts)):
        return _played_on(state, event, cause, observed)
    return []


def _prepared_anew(state: HandState, event: Event) -> bool:
    """Was the deck shuffled and cut again before any card was dealt?"""
    timeline, start = state.timeline, place_of(state, event) + 1
    dealt, shuffles = timeline.next(start, Deal, Communal, Misdeal), timeline.places_where(_tells_of_shuffle)
    while (place := first_from(shuffles, start, dealt)) < dealt:
        start = place + 1
        cut = timeline.next(start, Cut)
        if _is_done(timeline.events[place]) and cut < min(dealt, first_from(shuffles, start, dealt)):
            return True
    return False


def _tells_of_shuffle(event: Event) -> bool:
    return isinstance(event, Procedure) and event.what == "shuffle"


def _is_done(event: Event) -> bool:
    return isinstance(event, Procedure) and event.done


def _played_on(state: HandState, event: Event, cause: MisdealCause, observed: str) -> list[Outcome]:
    """A fault, unless a misdeal is declared or the record shows no play after the cause."""
    if any(deal_events_after(state, event, Misdeal)) or not any(deal_events_after(state, event, Act)):
        return []
    if noticed_too_late(state, cause, event):
        return []  # the hand is played out
    text = f"{observed}, no misdeal declared"
    return [fault(Severity[cause.severity.upper()], cause, event, text, "it is a misdeal", by=DEALER)]


def _all_void(done: Settlement, cause: MisdealCause, cards_tell: bool) -> list[Outcome]:
    """Nobody declared a misdeal, and all wagers must go back: did they?"""
    state = done.table
    if cause.cause == "defective":
        found = deck_defect(state, cause, cards_tell)
        assert found is not None
        return unreturned(done, cause, found, _defective(state, found, cause))
    player = sole_misheld(state)
    assert player is not None and player.cards_counted is not None
    counts = [one for one in deal_events_so_far(state, Holds) if one.player == player.name]
    wrong = [one for one in miscounts(state) if any(one is each for each in counts)]
    found = [*wrong, *counts[-1:], state.hand.header][0]  # a right count may have been made wrong by more cards
    whose = f"seat {player.seat} {escaped(player.name, 40)}"
    return unreturned(
        done, cause, found, f"the only hand left, that of {whose}, had {number(player.cards_counted)} cards"
    )


def _defective(state: HandState, found: Event, cause: MisdealCause) -> str:
    """What is wrong with the deck, in words; where the rulebook has several such clauses, in those of this one."""
    if cause.twice == "open":
        return "defective deck found before the push"
    if isinstance(found, Incident):
        return f"{found.kind.replace('-', ' ')} found in the hand, all action is void"
    if isinstance(found, Boxed):
        return f"{number(state.attempt.boxed_cards)} cards found face up in the deck, all action is void"
    card = next(card for card, event in repeated(state) if event is found)
    return f"two cards {card_text(card)} in the deal, all action is void"


# ---- a misdeal declared ----

NOUNS = {
    "exposed-in-cut": "a card exposed in the cut",
    "unprepared": "no shuffle or cut",
    "out-of-order": "cards dealt out of order",
    "dealt-out-or-in": "a player left out or a hand too many",
    "wrong-count": "a wrong number of cards",
    "exposed": "cards exposed in the deal",
    "defective": "a defective deck",
    "sole-hand": "a wrong number of cards in the only hand left",
}
MISDEAL_TIME = "misdeal-time"  # the check of a clause of its own on when a misdeal may still be declared


def _declared(state: HandState, event: Misdeal, cause: MisdealCause, cards_tell: bool) -> list[Outcome]:
    """A misdeal is declared for this cause: in time, or too late unless there is another cause without a limit."""
    what = NOUNS.get(cause.cause, cause.cause)
    if cause.limited and has_clause_for(state, MISDEAL_TIME):
        return []
    notice = noticed_so_far(state, cause.cause)
    if notice is not None and notice.waiting:  # somebody noted who had still to act
        unsure, too_late = False, len(acted_by(state, notice)) > 1
    else:
        unsure, too_late = state.gaps and state.rounds_played == 1 and len(acted(state)) > 1, substantial(state)
    if cause.limited and (unsure or too_late):
        if any(present(state, other, cards_tell) for other in listed(state) if not other.limited):
            return []
        if unsure:
            return [not_recorded(cause, "who had acted in turn before the misdeal")]
        observed = f"hand cancelled after substantial action because of {what}"
        return [breach(cause, event, observed, "it is played out", by=DEALER, money=state.pot)]
    if not cause.noted:
        return []
    return [irregularity(cause, event, f"misdeal declared because of {what}", "that makes a misdeal", by=DEALER)]
