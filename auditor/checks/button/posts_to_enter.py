"""Checks of coming into a game and back to it: what is put up for it, from which seat, and after a change of seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import on, session_check
from auditor.auditing.engine.situations import NEXT_HAND
from auditor.checks.button.may_be_dealt_in import newcomers
from auditor.checks.support.played import Played
from auditor.replay.session.hand_summary import HandPlayed, SeatFact
from auditor.replay.session.missed_blinds import Orbit, entered_with, in_turn
from auditor.replay.session.newcomers import lies_between, steady
from auditor.replay.session.rotation import big_blind, button_of
from auditor.replay.session.state import Session
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Event, Incident, Looks
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import number, plural

PLAYOVER = "playover"  # the origin of a player who plays over the seat of an absent one


def _all_in(hand: HandPlayed, name: str) -> bool:
    return any(post.all_in for post in hand.posted(name))


def _judged(session: Session, hand: HandPlayed) -> bool:
    """Does this hand have blinds, and is it the one after the last? In between, what was owed may have been made up."""
    return session.follows(hand) and hand.dealt and not hand.invalidated and bool(hand.setup.blinds)


def _shut_out(hand: HandPlayed, seat: int) -> bool:
    """Does a seat lie between the button and the big blind?"""
    button, large = button_of(hand), big_blind(hand)
    return button is not None and large is not None and button != large and lies_between(seat, button, large)


# ---- newcomers ----


class NewcomerPost(Played):
    """How many big blinds a newcomer puts up to get cards before having it in turn; and which newcomers are meant.

    Newcomers who let the blinds go by first (`waited`), who play over somebody else's seat (`playover`), or who come in
    the first round of a new game (`new-game`) have clauses of their own. In a new game nothing is asked if no blind has
    passed the seat.
    """

    about: Literal["plain", "waited", "playover", "new-game"] = "plain"
    times: int = 1


def _kind(session: Session, name: str) -> str:
    """Which sort of newcomer a player is."""
    sat, orbits = session.entries.came.get(name), session.orbits
    if sat is not None and sat.origin == PLAYOVER:
        return "playover"
    if orbits.new and not orbits.full:
        return "new-game"
    return "waited" if name in orbits.let_by else "plain"


def _new(session: Session, hand: HandPlayed) -> list[SeatFact]:
    """Newcomers to the game, not those who sat at the table when it began."""
    return [seat for seat in newcomers(session, hand) if seat.name not in session.orbits.founders]


def _meant(session: Session, hand: HandPlayed, figure: NewcomerPost) -> list[SeatFact]:
    found = _new(session, hand)
    return [seat for seat in found if _kind(session, seat.name) == figure.about and not _shut_out(hand, seat.seat)]


def _comes_in(session: Session, hand: HandPlayed, figure: NewcomerPost) -> bool:
    return _judged(session, hand) and figure.covers(hand.setup) and bool(_meant(session, hand, figure))


@session_check("newcomer-post", watches=on(HandPlayed, NEXT_HAND), figure=NewcomerPost, when=_comes_in)
def newcomer_post(session: Session, hand: HandPlayed, figure: NewcomerPost) -> Iterator[Outcome]:
    """A newcomer is dealt in without the big blind, in turn or posted.

    The check judges nothing before the blinds have gone round once in the record, unless it shows that the game was
    new. A newcomer who let the blinds go by and posts more than is due is reported too.
    """
    due = figure.times * hand.setup.blinds[-1]
    for seat in _meant(session, hand, figure):
        posted = entered_with(hand, seat.name)
        if in_turn(hand, seat.name) or _all_in(hand, seat.name):
            continue
        if figure.about == "waited" and posted > due:
            extra = f"seat {seat.seat}, a new player who let the blinds go by, posted {money_text(posted)}"
            yield irregularity(figure, hand, extra, f"no more than {money_text(due)}", by=DEALER, money=posted - due)
        if posted >= due or (figure.about == "new-game" and seat.seat not in session.orbits.passed):
            continue
        if figure.about in ("plain", "waited") and not session.orbits.full:
            yield not_recorded(figure, "whether the blinds had gone round once")
            continue
        how = f"with {money_text(posted)} posted" if posted else "without posting"
        expected = f"waits for the big blind or posts {money_text(due)}"
        yield breach(figure, hand, f"new player in seat {seat.seat} dealt in {how}", expected, money=due - posted)


# ---- from which seat ----


class EntryPlace(Played):
    """How grave it is to come in at the seat of the button."""

    button: Literal["advisory", "breach"] = "advisory"


def _entrants(session: Session, hand: HandPlayed) -> list[SeatFact]:
    """Newcomers, and players who make up blinds by a post, but not those who have the big blind in turn."""
    owing = [seat for seat in hand.seats if seat.dealt and seat.name in session.orbits.owes]
    back = [seat for seat in owing if entered_with(hand, seat.name)]
    free = session.orbits.new and not session.orbits.full
    new = [] if free else _new(session, hand)
    names = {seat.name: seat for seat in (*new, *back)}
    beside = {seat.name for seat in new if _beside_the_blinds(hand, seat)}
    return [seat for name, seat in names.items() if not in_turn(hand, name) or name in beside]


def _beside_the_blinds(hand: HandPlayed, seat: SeatFact) -> bool:
    """Is a blind of this newcomer none of the table's? What one on the button puts up besides is there to get cards."""
    large = hand.blind(len(hand.setup.blinds) - 1) if hand.setup.blinds else None
    return seat.seat == button_of(hand) and large is not None and large.player != seat.name


def _enters(session: Session, hand: HandPlayed, figure: EntryPlace) -> bool:
    return _judged(session, hand) and figure.covers(hand.setup) and bool(_entrants(session, hand))


@session_check("entry-place", watches=on(HandPlayed, NEXT_HAND), figure=EntryPlace, when=_enters)
def entry_place(session: Session, hand: HandPlayed, figure: EntryPlace) -> Iterator[Outcome]:
    """A player comes in, or makes up blinds, between the button and the big blind.

    To come in on the button itself is only an advisory, unless the clause names that seat.
    """
    button, large = button_of(hand), big_blind(hand)
    for seat in _entrants(session, hand):
        if button is None or large is None:
            yield not_recorded(figure, "the button and the big blind")
        elif figure.played == "cash" and not session.orbits.full and seat.name not in session.orbits.owes:
            yield not_recorded(figure, "whether the game was new")
        elif _shut_out(hand, seat.seat):
            observed = f"seat {seat.seat} came in between the button and the big blind"
            yield breach(figure, hand, observed, "waits until the button has passed", by=DEALER)
        elif seat.seat == button:
            make_fault = breach if figure.button == "breach" else advisory
            yield make_fault(
                figure, hand, f"seat {seat.seat} came in on the button", "waits until it has passed", by=DEALER
            )


# ---- missed blinds ----


class MissedPost(Figure):
    """What makes good for missed blinds: their sum, or so many big blinds (`times`), or nothing but the big blind.

    `small` says whether a small blind alone is live or dead. Players who were broke, and those who sat at the table
    when the game began, have clauses of their own.
    """

    about: Literal["sat-out", "broke", "founder"] = "sat-out"
    how: Literal["sum", "kill", "in-turn"] = "sum"
    times: int = 2
    small: Literal["either", "live", "dead"] = "either"
    large: bool = True  # is it also about players who missed the big blind?


def _why_owing(session: Session, name: str) -> str:
    orbits = session.orbits
    if name in orbits.broke:
        return "broke"
    return "founder" if name in orbits.founders and not orbits.full and name not in orbits.last else "sat-out"


def _applies(hand: HandPlayed, figure: MissedPost, owed: set[int]) -> bool:
    """Is the clause about what this player missed, at a table with so many blinds?"""
    single, large = len(hand.setup.blinds) == 1, len(hand.setup.blinds) - 1 in owed
    if figure.how == "in-turn":
        return single
    if figure.how == "kill":
        return large and not single
    return figure.large or not large


def _back(session: Session, hand: HandPlayed, figure: MissedPost) -> list[SeatFact]:
    owes = session.orbits.owes
    seats = [seat for seat in hand.seats if seat.dealt and seat.name in owes]
    return [
        one for one in seats if _why_owing(session, one.name) == figure.about and _applies(hand, figure, owes[one.name])
    ]


def _comes_back(session: Session, hand: HandPlayed, figure: MissedPost) -> bool:
    return _judged(session, hand) and hand.setup.tournament is None and bool(_back(session, hand, figure))


@session_check("missed-post", watches=on(HandPlayed, NEXT_HAND), figure=MissedPost, when=_comes_back)
def missed_post(session: Session, hand: HandPlayed, figure: MissedPost) -> Iterator[Outcome]:
    """A player is back in the game, has not made up the blinds missed, and does not have the big blind in turn.

    A small blind alone that is made up dead where it should be live, or live where it should be dead, is reported too.
    """
    blinds = hand.setup.blinds
    for seat in _back(session, hand, figure):
        owed, posted = session.orbits.owes[seat.name], entered_with(hand, seat.name)
        if in_turn(hand, seat.name) or _all_in(hand, seat.name) or _may_wait(session, hand, figure, seat):
            continue
        due = figure.times * blinds[-1] if figure.how == "kill" else sum(blinds[one] for one in owed)
        missed = f"{number(len(owed))} {plural(len(owed), 'blind')}"
        if figure.how == "in-turn" or posted < due:
            how = f"with {money_text(posted)} posted" if posted else "without posting"
            observed = f"seat {seat.seat} dealt in {how} after missing {missed}"
            wait = "waits for the big blind" if len(blinds) > 1 else "waits for the blind"
            by = {
                "sum": f" or posts {money_text(due)}",
                "kill": f" or kills the pot for {money_text(due)}",
                "in-turn": "",
            }
            short = max(due - posted, 0) or None
            yield breach(figure, hand, observed, wait + by[figure.how], by=seat.name, money=short)
        elif figure.small != "either" and owed == {len(blinds) - 2}:
            kind = "post" if figure.small == "live" else "dead"
            for post in hand.posted(seat.name):
                if post.kind not in (kind, "kill"):
                    yield irregularity(figure, post, "small blind made up", f"it is {figure.small}", by=DEALER)


def _may_wait(session: Session, hand: HandPlayed, figure: MissedPost, seat: SeatFact) -> bool:
    """May a player who took all blinds and then changed seats let the button pass once?"""
    place = session.orbits.last.get(seat.name)
    return figure.how == "kill" and place is not None and place.seat != seat.seat and place.button


# ---- dealt in while owing ----


def _owing(session: Session, hand: HandPlayed) -> list[SeatFact]:
    names = {*session.orbits.unpaid, *(name for name in session.orbits.owes if _looked_first(hand, name))}
    return [seat for seat in hand.seats if seat.dealt and seat.name in names]


def _looked_first(hand: HandPlayed, name: str) -> bool:
    """Has a player looked at cards before putting anything up?"""
    lines = [event.line for event in hand.noted if isinstance(event, Looks) and event.looked and event.player == name]
    posts = [post.line for post in hand.posted(name)]
    return bool(lines) and bool(posts) and min(lines) < min(posts)


def _still_owing(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return _judged(session, hand) and hand.setup.tournament is None and bool(_owing(session, hand))


@session_check("owing-player", watches=on(HandPlayed, NEXT_HAND), figure=Figure, when=_still_owing)
def owing_player(session: Session, hand: HandPlayed, figure: Figure) -> Iterator[Outcome]:
    """A player who was dealt in while owing a blind plays on, and does not post in the next hand.

    It is also a fault if a player puts the blind up after looking at cards, which makes the hand dead, and plays it.
    """
    for seat in _owing(session, hand):
        if _looked_first(hand, seat.name) and seat.name in session.orbits.owes:
            if seat.put > sum(post.amount for post in hand.posted(seat.name)):
                observed = f"seat {seat.seat} looked at cards before posting what was owed, and played on"
                yield breach(figure, hand, observed, "the hand is dead", by=DEALER)
        elif short := session.orbits.short(hand, seat.name):
            observed = f"seat {seat.seat} played the hand before without posting, and does not post in this one"
            yield breach(figure, hand, observed, f"{money_text(short)} is owed", money=short)


# ---- changes of seat ----


class SeatMove(Played):
    """What a player who moves away from the big blind puts up to get cards at once: so many big blinds.

    The clause may be about moves towards the big blind, which cost nothing; about the first round of a new game; or
    about players who have just had the button, and may let the blinds pass once.
    """

    about: Literal["away", "closer", "new-game", "dealt-off"] = "away"
    times: int = 1


def _moves(session: Session, hand: HandPlayed) -> list[tuple[SeatFact, Orbit]]:
    last = session.orbits.last
    found = [(seat, last[seat.name]) for seat in hand.seats if seat.dealt and seat.name in last]
    return [(seat, place) for seat, place in found if seat.seat != place.seat]


def _farther(session: Session, hand: HandPlayed, seat: SeatFact, place: Orbit) -> int | None:
    """By how many active positions a player has moved away from the big blind; None where the record does not tell."""
    before = session.previous
    if place.large is None or before is None:
        return None
    live = [one for one in steady(before, hand) if one not in (seat.seat, place.seat)]

    def ahead(to: int) -> int:
        return sum(lies_between(one, place.large or 0, to) for one in live)

    return ahead(seat.seat) - ahead(place.seat)


def _kind_of_move(session: Session, hand: HandPlayed, seat: SeatFact, place: Orbit) -> str:
    orbits = session.orbits
    if orbits.new and not orbits.full:
        return "new-game"
    if place.button:
        return "dealt-off"
    away = _farther(session, hand, seat, place)
    return "closer" if away is not None and away <= 0 else "away"


def _changes(session: Session, hand: HandPlayed, figure: SeatMove) -> bool:
    if not _judged(session, hand) or not figure.covers(hand.setup):
        return False
    return any(_kind_of_move(session, hand, *one) == figure.about for one in _moves(session, hand))


@session_check("seat-move", watches=on(HandPlayed, NEXT_HAND), figure=SeatMove, when=_changes)
def seat_move(session: Session, hand: HandPlayed, figure: SeatMove) -> Iterator[Outcome]:
    """A player is dealt in too early after moving away from the big blind, or let the blinds pass and came in wrongly.

    A player who moves so many active positions away waits as many hands, or posts. A move towards the big blind costs
    nothing: a player who is made to post there has put up too much.
    """
    due = figure.times * hand.setup.blinds[-1]
    for seat, place in _moves(session, hand):
        if _kind_of_move(session, hand, seat, place) == figure.about and not in_turn(hand, seat.name):
            yield from _moved(session, hand, figure, seat, place, due)


def _moved(
    session: Session, hand: HandPlayed, figure: SeatMove, seat: SeatFact, place: Orbit, due: int
) -> Iterator[Outcome]:
    posted, waited = entered_with(hand, seat.name), session.orbits.waited.get(seat.name, 0)
    away = _farther(session, hand, seat, place)
    moved = f"seat {place.seat} moved to seat {seat.seat}"
    if figure.about == "closer":
        if posted and seat.name not in session.orbits.owes:
            yield irregularity(
                figure, hand, f"{moved}, closer to the big blind, and posted", "costs nothing", by=DEALER
            )
    elif figure.about == "dealt-off":
        if _shut_out(hand, seat.seat) and not any(post.kind == "blind" for post in hand.posted(seat.name)):
            yield breach(
                figure, hand, f"{moved} and came in before the button had passed", "behind the button", by=DEALER
            )
    elif away is None:
        yield not_recorded(figure, "the big blind before the move")
    elif posted < due and waited < away and not _free(session, figure, seat):
        where = f"{moved}, {number(away)} active {plural(away, 'position')} away from the big blind,"
        how = f"after {number(waited)} {plural(waited, 'hand')} with {money_text(posted)} posted"
        expected = f"waits {number(away)} {plural(away, 'hand')} or posts {money_text(due)}"
        yield breach(figure, hand, f"{where} and was dealt in {how}", expected, money=due - posted)


def _free(session: Session, figure: SeatMove, seat: SeatFact) -> bool:
    """Has no blind passed the new seat yet, in the first round of a new game?"""
    return figure.about == "new-game" and seat.seat not in session.orbits.passed


# ---- forfeited money in the pot ----


class ForfeitedPot(Figure):
    """What forfeited money in the pot shuts out: players who were not in the hand before, or changes of seat.

    The `incidents` note that the money of a hand without a winner stays for the next.
    """

    incidents: tuple[str, ...]
    about: Literal["dealt", "moved"] = "dealt"


def _carried_over(session: Session, hand: HandPlayed, figure: ForfeitedPot) -> bool:
    before = session.previous
    return before is not None and session.follows(hand) and any(_forfeits(event, figure) for event in before.noted)


def _forfeits(event: Event, figure: ForfeitedPot) -> bool:
    return isinstance(event, Incident) and event.kind in figure.incidents


@session_check("forfeited-pot", watches=on(HandPlayed, NEXT_HAND), figure=ForfeitedPot, when=_carried_over)
def forfeited_pot(session: Session, hand: HandPlayed, figure: ForfeitedPot) -> Iterator[Outcome]:
    """A new player is dealt in, or a player changes seats, while forfeited money of the hand before is in the pot."""
    before = session.previous
    assert before is not None
    for seat in hand.seats:
        old = before.seat_of(seat.name)
        if figure.about == "dealt" and seat.dealt and (old is None or not old.dealt):
            observed = f"seat {seat.seat} dealt in for forfeited money of a hand it had no part in"
            yield irregularity(figure, hand, observed, "only who was dealt in before", by=DEALER)
        elif figure.about == "moved" and old is not None and old.seat != seat.seat:
            observed = f"seat {old.seat} moved to seat {seat.seat} with forfeited money in the pot"
            yield irregularity(figure, hand, observed, "no change of seats before it is won", by=seat.name)


# ---- newcomers in a killed pot ----


def _was_guest(session: Session, hand: HandPlayed, figure: Figure) -> bool:
    return _judged(session, hand) and session.orbits.guest is not None


@session_check("killed-pot-guest", watches=on(HandPlayed, NEXT_HAND), figure=Figure, when=_was_guest)
def killed_pot_guest(session: Session, hand: HandPlayed, figure: Figure) -> Iterable[Outcome]:
    """A newcomer who was dealt into a killed pot does not kill the next one."""
    name, before = session.orbits.guest, session.previous
    assert name is not None and before is not None
    if any(post.kind == "kill" for post in hand.posted(name)):
        return ()
    seat = before.seat_of(name)
    observed = f"seat {seat.seat if seat is not None else name}, new, played a killed pot and does not kill the next"
    return [breach(figure, hand, observed, "only by agreeing to kill it", by=name)]
