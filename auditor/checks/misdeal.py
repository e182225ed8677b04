"""Checks of misdeals: a cause passed over, a misdeal declared without one, and what must follow a misdeal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from auditor.cards import cards_text
from auditor.checks.outcomes import Outcome, advisory, fault, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import Act, Boxed, Buck, Communal, Cut, Deal, DealFault, Event, Misdeal, Post, Procedure, Wager
from auditor.findings import DEALER, Severity
from auditor.replay.facts import HandPlayed
from auditor.replay.session import Session
from auditor.replay.situation import BEFORE_BETTING, FIRST_CARD, MISHAP, STEPS
from auditor.replay.table import Attempt, Player, Table
from auditor.rules.figures import Figure
from auditor.wording import number, ordinal, plural, shown

# ---- looking ahead in the record of a deal ----


def following(table: Table, event: Event) -> Iterator[Event]:
    """What the record says after this event, up to the end of the hand or to the misdeal that ends the deal."""
    events = iter(table.hand.events)
    for each in events:
        if each is event:
            break
    for each in events:
        yield each
        if type(each) is Misdeal:
            return


def so_far(table: Table) -> list[Event]:
    """What the record says of the deal under way, before the event being looked at."""
    events: list[Event] = []
    for event in table.hand.events:
        if event is table.event:
            break
        events.append(event)
        if type(event) is Misdeal:
            events.clear()
    return events


def called_off(table: Table) -> bool:
    """Is the deal under way declared a misdeal later on? Then most of its faults have found their remedy."""
    return table.misdeals > len(table.attempts)


def undealt(table: Table) -> bool:
    """Has no player got a card of this deal yet, as far as the log shows?"""
    return not table.attempt.dealt or not any(player.received for player in table.players)


# ---- a cause passed over ----


class Cause(Figure):
    """One of the events that make a deal a misdeal.

    `communal` is the number of the communal card concerned; `blind_counts` says whether the blind is the first wager.
    Cards nobody has looked at are put right, unless hands are not `rebuilt`; some causes take `more_than` so many.
    """

    cause: Literal[
        "exposed-in-cut",
        "no-cut",
        "cut-by-another",
        "misdirected",
        "exposed",
        "communal-face-up",
        "boxed",
        "second-card-up",
        "left-out-or-extra",
    ]
    communal: int = 0
    rebuilt: bool = True
    more_than: int = 0
    blind_counts: bool = False


FAULTS = {"misdirected": ("misdirected",), "exposed": ("exposed",), "left-out-or-extra": ("left-out", "extra")}


def _concerns(table: Table | Session, event: Event, cause: Cause) -> bool:
    if isinstance(table, Session):
        return False
    kind = cause.cause
    if isinstance(event, DealFault):
        return event.kind in FAULTS.get(kind, ()) and not _too_late(table, kind)
    if isinstance(event, Cut):
        listed = kind in ("no-cut", "cut-by-another") or (kind == "exposed-in-cut" and bool(event.exposed))
        return listed and not table.remade
    if isinstance(event, Procedure):
        return kind == "no-cut" and event.what == "cut" and not event.done and not table.remade
    if isinstance(event, Communal):
        return event.how == "face-up" and len(table.board) + 1 == cause.communal
    if isinstance(event, Boxed):
        return table.round is None
    if kind == "second-card-up":
        return isinstance(event, Deal) and table.round is None and bool(_opened_first(table, event))
    return isinstance(event, Deal) and table.attempt.cut is None and table.attempt.no_cut is None and undealt(table)


def _too_late(table: Table, kind: str) -> bool:
    """A card exposed after the deal, or a wrong number of cards found once betting has begun, is another matter."""
    betround = table.round
    betting = betround is not None and (betround.acts > 0 or table.rounds_played > 1)
    if kind == "exposed":  # what went wrong with the last cards of a deal can only be noted after them
        return betting or bool(table.board)
    return kind == "left-out-or-extra" and betting


def _kinds(cause: Cause) -> tuple[type, ...]:
    """What can bring a cause about; the first card is the moment at which a cut must have been noted."""
    if cause.cause in FAULTS:
        return (DealFault,)
    others: dict[str, tuple[type, ...]] = {
        "no-cut": (Cut, Procedure, Deal),
        "cut-by-another": (Cut, Deal),
        "communal-face-up": (Communal,),
        "boxed": (Boxed,),
        "second-card-up": (Deal,),
    }
    return others.get(cause.cause, (Cut,))


def _moments(cause: Cause) -> dict[type, int | tuple[int, ...]]:
    """The moments of a cause; that no cut was noted shows at the first card."""
    first: dict[type, int | tuple[int, ...]] = {
        Communal: (FIRST_CARD, MISHAP),
        Deal: FIRST_CARD,
        Procedure: STEPS["cut"],
    }
    if cause.cause == "second-card-up":
        first = {Deal: BEFORE_BETTING}
    return {kind: first.get(kind, 0) for kind in _kinds(cause)}


@check(
    "misdeal",
    watches=(Cut, Procedure, DealFault, Communal, Boxed, Deal),
    when=_concerns,
    narrow=_moments,
)
def misdeal(table: Table, event: Event, cause: Cause) -> Iterable[Outcome]:
    """A deal played on although something had made it a misdeal.

    It is enough that a misdeal is declared later, or that the deck is shuffled and cut again before any card. Where the
    rulebook has hands rebuilt that nobody looked at, cards that went astray count only if somebody did, and nothing is
    decided if the log does not say. Without a note of the cut nothing is decided either.
    """
    if isinstance(event, DealFault):
        return _misdealt(table, event, cause)
    if isinstance(event, Procedure | Cut):
        return _miscut(table, event, cause)
    if isinstance(event, Communal):
        place = ordinal(cause.communal)
        return _played_on(table, event, cause, f"{place} communal card found face up in the deck")
    if isinstance(event, Boxed):
        found = _cards_in([*table.attempt.boxed, event])
        many = f"{number(found)} {plural(found, 'card')} found face up in the deck"
        return _played_on(table, event, cause, many) if found > cause.more_than else []
    if cause.cause == "second-card-up":
        assert isinstance(event, Deal)
        return _second_up(table, event, cause)
    return [not_recorded(cause, "the cut")]


def _opened_first(table: Table, event: Deal) -> list[Player]:
    """Those dealt to now whose first card lies open already, though it should not."""
    if table.rounds[0].passes[0][0] == "u":
        return []
    players = [table.player(name, event) for name, _ in event.holdings]
    return [player for player in players if player.up and player.cards and player.up[0] == player.cards[0]]


def _second_up(table: Table, event: Deal, cause: Cause) -> list[Outcome]:
    """Another card face up to a player whose first card was."""
    for player in _opened_first(table, event):
        if len(player.up) == 1 and event.up != (player.name in event.contrary):  # a third belongs to the same fault
            observed = f"second card face up to seat {player.seat} {shown(player.name, 40)}"
            return _played_on(table, event, cause, observed)
    return []


def _cards_in(events: Sequence[Boxed | DealFault]) -> int:
    return sum(max(len(event.cards), 1) for event in events)


def _misdealt(table: Table, fault: DealFault, cause: Cause) -> list[Outcome]:
    if fault.seen is False and cause.rebuilt:
        return []
    exposed = _cards_in([*(one for one in table.attempt.faults if one.kind == fault.kind), fault])
    if cause.more_than and exposed <= cause.more_than:
        return []
    name = shown(fault.player, 40)
    cards = cards_text(fault.cards)
    observed = {
        "misdirected": f"{cards} dealt to {name}, meant for {shown(fault.meant_for or '', 40)}"
        + (", and seen" if cause.rebuilt else ""),
        "exposed": f"{number(exposed)} cards exposed in the deal"
        if cause.more_than
        else f"{cards} of {name} exposed in the deal",
        "left-out": f"{name} left out of the deal",
        "extra": f"{cards} dealt to {name} as {'an extra card' if len(fault.cards) == 1 else 'extra cards'}",
    }[fault.kind]
    found = _played_on(table, fault, cause, observed)
    if found and fault.seen is None and cause.rebuilt:
        return [not_recorded(cause, "whether the cards had been looked at")]
    return found


def _miscut(table: Table, event: Procedure | Cut, cause: Cause) -> list[Outcome]:
    if cause.cause == "no-cut":
        return _uncut(table, event, cause)
    assert isinstance(event, Cut)
    if cause.cause == "exposed-in-cut":
        observed = f"{cards_text(event.exposed)} exposed in the cut"
        return [] if _prepared_anew(table, event) else _played_on(table, event, cause, observed)
    designated = table.designated
    if event.player is None or (designated is not None and designated.name == event.player):
        return []
    if designated is None:
        return [not_recorded(cause, "the seat of the buck")]
    if designated.out or wagered(table, cause.blind_counts) or _prepared_anew(table, event):
        return []  # a buck before somebody who sits the hand out is a fault of its own
    observed = f"deck cut by {shown(event.player, 40)}, seat {designated.seat} having the buck"
    reading = cause.readings.get("blind_counts") if table.posts else None
    return _played_on(table, event, cause, observed, reading, Severity.BREACH)


def _uncut(table: Table, event: Procedure | Cut, cause: Cause) -> list[Outcome]:
    """No cut before the first wager: noted as such, or a cut that came after it."""
    if isinstance(event, Cut) and (table.attempt.cut is not None or table.attempt.no_cut is not None):
        return []
    observed = f"deck {'cut only after' if isinstance(event, Cut) else 'not cut before'} the first wager"
    for blind_counts in (False, True)[: 1 + cause.blind_counts]:
        late = wagered(table, blind_counts)
        if late or (isinstance(event, Procedure) and wager_without_cut(table, event, blind_counts)):
            if not blind_counts:
                return _played_on(table, event, cause, observed)
            reading = cause.readings.get("blind_counts")
            return _played_on(table, event, cause, observed, reading, Severity.IRREGULARITY)
    return []


def wagered(table: Table, blind_counts: bool = False) -> bool:
    """Has a wager been made in this deal: since the cards or, on the other reading, by a blind or an ante?"""
    if blind_counts and table.posts:
        return True
    return table.round is not None and (table.round.opened or table.rounds_played > 1)


def wager_without_cut(table: Table, event: Event, blind_counts: bool = False) -> bool:
    """Does the first wager after this event come before any cut?"""
    for each in following(table, event):
        if isinstance(each, Cut):
            return False
        if isinstance(each, Wager) or (blind_counts and isinstance(each, Post)):
            return True
    return False


def _prepared_anew(table: Table, event: Event) -> bool:
    """Was the deck shuffled and cut again before any card was dealt?"""
    shuffled = False
    for each in following(table, event):
        if isinstance(each, Deal | Communal):
            return False
        if isinstance(each, Procedure) and each.what == "shuffle":
            shuffled = each.done
        elif isinstance(each, Cut) and shuffled:
            return True
    return False


def _played_on(
    table: Table,
    event: Event,
    cause: Cause,
    observed: str,
    reading: str | None = None,
    severity: Severity = Severity.BREACH,
) -> list[Outcome]:
    """A fault, unless a misdeal was declared or the record shows nothing played after the cause."""
    later = list(following(table, event))
    if any(type(each) is Misdeal for each in later) or not any(isinstance(each, Act) for each in later):
        return []
    text = f"{observed}, no misdeal declared"
    return [fault(severity, cause, event, text, "it is a misdeal", by=DEALER, interpretation=reading)]


# ---- a misdeal declared ----


@check("misdeal-ground", watches=Misdeal)
def misdeal_ground(table: Table, event: Misdeal, figure: Figure) -> Iterable[Outcome]:
    """A misdeal declared without any of the causes the rulebook lists.

    The record must show another mishap that is not listed, or that nobody had looked at the cards gone astray, so that
    the hands could have been rebuilt. Where it shows no mishap, a reason in the log's own words is pointed out without
    accusing anybody.
    """
    attempt = table.attempt
    if any(_present(table, attempt, cause) for cause in _listed(table)):
        return ()
    unseen = [fault for fault in attempt.faults if fault.seen is False]
    if unseen:
        observed = "misdeal declared although nobody had looked at the cards"
        return [irregularity(figure, event, observed, "the hands are rebuilt", by=DEALER, evidence=tuple(unseen))]
    mishap = _unlisted(attempt)
    if mishap is not None:
        observed, at = f"misdeal declared because of {mishap[0]}", mishap[1]
        return [irregularity(figure, event, observed, "none of the listed causes", by=DEALER, evidence=(at,))]
    if event.reason:
        observed = f"misdeal declared for the reason '{shown(event.reason, 80)}'"
        return [advisory(figure, event, observed, "no listed cause is recorded", by=DEALER)]
    return [not_recorded(figure, "the cause of the misdeal")]


def _listed(table: Table) -> list[Cause]:
    """The causes the rulebook lists."""
    return [
        Cause(clause=clause.id, with_=rule.with_, check=rule.check, **rule.values)
        for clause in table.rules.clauses
        for rule in clause.rules
        if rule.check == "misdeal"
    ]


def _present(table: Table, attempt: Attempt, cause: Cause) -> bool:
    """Does the record of the deal show this cause?"""
    cut, designated = attempt.cut, table.designated
    match cause.cause:
        case "exposed-in-cut":
            return cut is not None and bool(cut.exposed)
        case "no-cut":
            return attempt.no_cut is not None or (cut is not None and _after_a_wager(table, cut))
        case "cut-by-another":
            return cut is not None and cut.player is not None and (designated is None or designated.name != cut.player)
        case "communal-face-up":
            card, board = attempt.face_up, table.board
            return card is not None and len(board) >= cause.communal and board[cause.communal - 1] in card.cards
        case "boxed":
            return _cards_in(attempt.boxed) > cause.more_than
        case "second-card-up":
            return any(len(player.up) > 1 for player in table.players)
        case "exposed" if any(isinstance(event, Deal) and event.up for event in so_far(table)):
            return True
    seen = [one for one in attempt.faults if one.seen is not False or not cause.rebuilt]
    return _cards_in([one for one in seen if one.kind in FAULTS[cause.cause]]) > cause.more_than


def _after_a_wager(table: Table, cut: Cut) -> bool:
    for event in so_far(table):
        if event is cut:
            return False
        if isinstance(event, Wager):
            return True
    return False


def _unlisted(attempt: Attempt) -> tuple[str, Event] | None:
    """A mishap of the deal that is no cause of a misdeal."""
    if attempt.face_up is not None:
        return "another communal card found face up", attempt.face_up
    if attempt.cut is not None and attempt.cut.player is None and not attempt.declined:
        return "a cut by the dealer", attempt.cut
    if attempt.boxed:
        return "a card found face up in the deck", attempt.boxed[0]
    if attempt.faults:
        return "a card exposed in the deal", attempt.faults[0]
    return None


# ---- after a misdeal ----


def _after_misdeal(table: Table | Session, event: Event, figure: Figure) -> bool:
    if isinstance(table, Session):
        last = table.previous
        if not isinstance(event, HandPlayed) or last is None or last.dealt or not last.bucks:
            return False
        return table.follows(event)
    if isinstance(event, Buck):
        return bool(table.attempts) and table.buck is not None
    return bool(table.attempts) and undealt(table)


@check("misdeal-remedy", watches={Buck: MISHAP, Deal: MISHAP, HandPlayed: 0}, when=_after_misdeal)
def misdeal_remedy(table: Table | Session, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A misdeal not followed by a new shuffle and cut, the same buck, and the first card to the designated player.

    Looks at the new deal in the same hand and, where a hand ended with its misdeal, at the buck of the next. That a new
    deal went without any cut is judged as a cause of another misdeal. If the player who had the buck has left or sits
    out, it may move.
    """
    if isinstance(event, HandPlayed):
        assert isinstance(table, Session) and table.previous is not None
        return _next_hand(table.previous, event, figure)
    assert isinstance(table, Table)
    if isinstance(event, Buck):
        if event.seat == table.buck:
            return ()
        observed = f"buck moved to seat {event.seat} after a misdeal"
        return [irregularity(figure, event, observed, f"it stays at seat {table.buck}", by=DEALER)]
    assert isinstance(event, Deal)
    return () if called_off(table) else _new_deal(table, event, figure)


def _next_hand(last: HandPlayed, hand: HandPlayed, figure: Figure) -> list[Outcome]:
    if last.buck is None or hand.buck is None:
        return [not_recorded(figure, "the seat of the buck")]
    there = next((seat for seat in last.seats if seat.seat == last.buck), None)
    still = hand.seat_of(there.name) if there is not None else None
    if hand.buck == last.buck or still is None or still.out or still.seat != last.buck:
        return []
    observed = f"buck moved to seat {hand.buck} after a misdeal"
    return [irregularity(figure, hand, observed, f"it stays at seat {last.buck}", by=DEALER)]


def _new_deal(table: Table, event: Deal, figure: Figure) -> Iterator[Outcome]:
    attempt, designated = table.attempt, table.designated
    if attempt.shuffled is False:
        yield irregularity(figure, event, "dealt again after a misdeal without a shuffle", "a new shuffle", by=DEALER)
    elif attempt.shuffled is None:
        yield not_recorded(figure, "the shuffle after the misdeal")
    if attempt.cut is None and attempt.no_cut is None:
        yield not_recorded(figure, "the cut after the misdeal")
    if designated is None:
        yield not_recorded(figure, "the seat of the buck")
    elif all(name != designated.name for name, _ in event.holdings):
        yield not_recorded(figure, "the cards of the designated player")
    elif event.holdings[0][0] != designated.name and not designated.out:
        observed = f"first card of the new deal to {shown(event.holdings[0][0], 40)}"
        yield irregularity(figure, event, observed, f"seat {designated.seat} is dealt to first", by=DEALER)
