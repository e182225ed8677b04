"""Checks of who may be dealt in: after a missed blind, a change of seat, as a newcomer; and of players picked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import LATER_HAND
from auditor.checks.support.ranks import article, at_least, authority
from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.replay.session.newcomers import lies_between, moved_from, steady
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.rules.schema.rulebook import Rulebook
from auditor.vocabulary.clock import minutes_between, minutes_text
from auditor.vocabulary.events import PickedUp, Queued, Sits
from auditor.vocabulary.findings import DEALER, OPERATOR
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, number, plural


def _dealt(hand: HandPlayed, names: Iterable[str]) -> list[SeatFact]:
    """Which of these players are dealt in."""
    found = [hand.seat_of(name) for name in names]
    return [seat for seat in found if seat is not None and seat.dealt]


def _large(hand: HandPlayed) -> int | None:
    """The large blind of the table, as declared."""
    return hand.setup.blinds[-1] if hand.setup.blinds else None


def _lacking(hand: HandPlayed, name: str) -> int:
    """What a player's posts to get cards lack of a large blind: nothing, with a blind in turn or all chips."""
    large = _large(hand)
    posts = hand.posted(name)
    if large is None or any(post.kind == "blind" or post.all_in for post in posts):
        return 0
    return max(large - sum(post.amount for post in posts), 0)


ENTRY_KINDS = {"post": "live", "dead": "dead"}  # words of a log for a blind put up to get cards, and what it is


class EntryBlind(Figure):
    """What a player puts up to get cards: a bet of the first round, money that counts for nothing, or either."""

    live: Literal["as-recorded", "live", "dead"] = "as-recorded"


def _other_kind(hand: HandPlayed, figure: EntryBlind, name: str) -> Iterator[Outcome]:
    """The fault of a blind put up to get cards, live or dead, where the text is taken to want the other."""
    for post in hand.posted(name):
        if post.kind in ENTRY_KINDS and figure.live not in ("as-recorded", ENTRY_KINDS[post.kind]):
            observed = f"{ENTRY_KINDS[post.kind]} blind put up to get cards"
            yield irregularity(figure, post, observed, f"it is {figure.live}", by=DEALER)


# ---- missed blinds ----


def _missed(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return bool(session.entries.missed) and bool(_dealt(hand, session.entries.missed))


@session_check("missed-blind", watches=HandPlayed, figure=Figure, when=_missed)
def missed_blind(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A player who sat out when the large blind was due is dealt in, and has put nothing right since.

    Whatever the record shows the player put up is taken as the correction: the text does not say how much it has to be.
    A newcomer who waits for the first hand has missed nothing. The fault is reported once. The money is the blind that
    was not paid.
    """
    for seat in _dealt(hand, session.entries.missed):
        if hand.posted(seat.name):
            continue
        missed = f"after missing the big blind in hand {session.entries.missed[seat.name]} without correction"
        yield breach(
            figure, hand, f"seat {seat.seat} dealt in {missed}", "no cards before that", by=DEALER, money=_large(hand)
        )


# ---- changes of seat ----


class SeatChange(EntryBlind):
    """How many live seats a player may pass, going clockwise, and still get cards at once."""

    passed: int


def _old_seats(session: Session, hand: HandPlayed) -> dict[str, int]:
    """Players who sit elsewhere than when last dealt in, with the old seat, as noted or as the hand before shows."""
    before = session.previous if session.follows(hand) else None
    return {**moved_from(before, hand), **session.entries.moved}


def _moved(session: Session, hand: HandPlayed, figure: SeatChange) -> bool:
    return session.previous is not None and bool(_dealt(hand, _old_seats(session, hand)))


@session_check("seat-change", watches=on(HandPlayed, LATER_HAND), figure=SeatChange, when=_moved)
def seat_change(session: Session, hand: HandPlayed, figure: SeatChange) -> Iterator[Outcome]:
    """A player is dealt in after moving past too many live seats, and neither waited for the blinds nor put one up.

    Only seats whose players are dealt in before and after count. Where the log does not say which way round the player
    moved, a move to a higher seat is taken to be clockwise, unless at most one player lies between the two seats the
    other way round. A player who has paid the blinds may take the seat of the button. The money is what was not put up.
    """
    for name, old in _old_seats(session, hand).items():
        for seat in _dealt(hand, [name]):
            yield from _changed(session, hand, figure, seat, old)


def _changed(session: Session, hand: HandPlayed, figure: SeatChange, seat: SeatFact, old: int) -> Iterator[Outcome]:
    before = session.previous
    assert before is not None
    live = [one for one in steady(before, hand) if one not in (old, seat.seat)]
    passed = sum(lies_between(one, old, seat.seat) for one in live)
    short, large = _lacking(hand, seat.name), _large(hand)
    if passed <= figure.passed:
        return
    if large is not None and not short:
        yield from _other_kind(hand, figure, seat.name)
        return
    back, way = len(live) - passed, session.entries.ways.get(seat.name)
    if way == "anticlockwise" or (way is None and seat.seat < old and passed > back):
        return  # the other way round, which the text leaves free
    if large is None:
        yield not_recorded(figure, "the blinds of the table")
    elif way is None and (seat.seat < old or back < 2):
        yield not_recorded(figure, "which way round the player moved")
    elif seat.seat == hand.buck and _paid(session, hand, seat.name) is not False:
        if _paid(session, hand, seat.name) is None:
            yield not_recorded(figure, "whether the player has paid the blinds")
    else:
        past = f"past {number(passed)} live {plural(passed, 'seat')}"
        observed = f"seat {old} moved to seat {seat.seat} {past} and was dealt in"
        how = " without waiting or a penalty big blind" if short == large else f", {money_text(short)} short of a blind"
        yield breach(figure, hand, observed + how, f"free past {number(figure.passed)}", by=DEALER, money=short)


def _paid(session: Session, hand: HandPlayed, name: str) -> bool | None:
    """Has a player put up the large blind since it last came round? None where the record is too short to tell."""
    ago, around = session.entries.paid.get(name), sum(seat.dealt for seat in hand.seats)
    if ago is not None and ago < around:
        return True
    if session.entries.unposted is not None and session.entries.unposted < around:
        return None
    if ago is not None:
        return False
    standing = session.players.get(name)
    return False if standing is not None and standing.arrival else None


# ---- newcomers ----


class NewPlayer(Figure):
    """From where, and by whose order at least, a newcomer may come to the seat of the button."""

    origin: str
    least: str


def _new_here(session: Session, hand: HandPlayed, figure: NewPlayer) -> bool:
    return session.previous is not None and not session.gap and bool(newcomers(session, hand))


def newcomers(session: Session, hand: HandPlayed) -> list[SeatFact]:
    """The players who are dealt in for the first time, in a game under way."""

    def is_new(name: str) -> bool:
        if name in session.entries.came:
            return True
        return name not in session.seated and session.first_hand(hand, name) is True

    return [seat for seat in hand.seats if seat.dealt and is_new(seat.name)]


@session_check("new-player", watches=on(HandPlayed, LATER_HAND), figure=NewPlayer, when=_new_here)
def new_player(session: Session, hand: HandPlayed, figure: NewPlayer) -> Iterator[Outcome]:
    """A newcomer is dealt in at the seat of the button, in a game under way.

    This is in order for a player who comes from a game that closed, or is moved by somebody of rank. Where the record
    does not show how the player came, nobody is accused.
    """
    for seat in newcomers(session, hand):
        if hand.buck is None:
            yield not_recorded(figure, "the seat of the button")
        elif seat.seat == hand.buck:
            yield from _on_the_button(session, hand, figure, session.entries.came.get(seat.name))


def _on_the_button(session: Session, hand: HandPlayed, figure: NewPlayer, sat: Sits | None) -> Iterator[Outcome]:
    if sat is None:
        yield not_recorded(figure, "where the player comes from")
        return
    enough = at_least(session.rules, sat.by, figure.least) if sat.by is not None else False
    if sat.origin == figure.origin or enough:
        return
    if enough is None:
        yield not_recorded(figure, "the rank of whoever moved the player")
        return
    expected = f"not unless from a closed game or moved by {article(figure.least)} or above"
    yield breach(figure, hand, "new player dealt in on the button seat", expected, by=DEALER, evidence=(sat,))


class Requirement(EntryBlind):
    """What a newcomer may be made to do before getting cards, and by whose order at least."""

    what: Literal["wait", "post"]
    least: str


def _required(session: Session, hand: HandPlayed, figure: Requirement) -> bool:
    """Is somebody dealt in who was required to do this? What a lower rank says binds nobody."""
    demands = session.entries.required
    return any(
        demands[seat.name].what == figure.what
        and at_least(session.rules, demands[seat.name].by, figure.least) is not False
        for seat in _dealt(hand, demands)
    )


@session_check("entry-requirement", watches=HandPlayed, figure=Requirement, when=_required)
def entry_requirement(session: Session, hand: HandPlayed, figure: Requirement) -> Iterator[Outcome]:
    """A newcomer who was made to wait for the blind, or to put up as much, is dealt in and did neither."""
    demands = session.entries.required
    for seat in _dealt(hand, demands):
        if demands[seat.name].what != figure.what:
            continue
        if _large(hand) is None:
            yield not_recorded(figure, "the blinds of the table")
        elif short := _lacking(hand, seat.name):
            name = escaped(seat.name, 30)
            what = "waiting for the blind" if figure.what == "wait" else "posting the large blind"
            observed = f"{name}, a new player, dealt in without {what}"
            yield breach(figure, hand, observed, "as required", by=DEALER, money=short, evidence=(demands[seat.name],))
        else:
            yield from _other_kind(hand, figure, seat.name)


# ---- picked up ----


class PickingUp(Figure):
    """The least rank that may have an absent player picked up."""

    least: str


@check("picked-up", watches=PickedUp, figure=PickingUp)
def picked_up(state: HandState, event: PickedUp, figure: PickingUp) -> Iterable[Outcome]:
    """A player is picked up on the order of somebody who may not order it."""
    return _authorised(state.rules, event, figure)


@session_check("picked-up", watches=PickedUp, figure=PickingUp)
def picked_up_between_hands(session: Session, event: PickedUp, figure: PickingUp) -> Iterable[Outcome]:
    """The same between hands."""
    return _authorised(session.rules, event, figure)


def _authorised(rules: Rulebook, event: PickedUp, figure: PickingUp) -> Iterable[Outcome]:
    what = f"{escaped(event.player, 30)} picked up"
    return authority(rules, figure, event, event.by, figure.least, what)


class WaitingList(Figure):
    """Within how many minutes a player who was picked up goes to the top of the list."""

    minutes: int


def _was_picked_up(session: Session, event: Queued, figure: WaitingList) -> bool:
    return event.player in session.entries.picked


@session_check("waiting-list", watches=Queued, figure=WaitingList, when=_was_picked_up)
def waiting_list(session: Session, event: Queued, figure: WaitingList) -> Iterable[Outcome]:
    """A player who was picked up and came back is put at the wrong end of the waiting list."""
    picked = session.entries.picked[event.player]
    away = minutes_between(picked.time, event.time)
    if away is None:
        return [not_recorded(figure, "when the player was picked up, and came back")]
    end = "top" if away <= figure.minutes else "bottom"
    if event.end == end:
        return ()
    back = f"back {minutes_text(away)} after being picked up"
    observed = f"{escaped(event.player, 30)}, {back}, put at the {event.end} of the list"
    expected = f"the {end}, {'within' if end == 'top' else 'after more than'} {figure.minutes} minutes"
    return [breach(figure, event, observed, expected, by=OPERATOR, evidence=(picked,))]
