"""Checks of the chips that play: only those on the table when the hand began, and nobody takes any away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, session_check
from auditor.auditing.engine.situations import IN_CHIPS, NEXT_HAND, NO_WAGER_CHIP, NOTED, WITHIN_STAKES
from auditor.checks.money.side_wagers import excess, last_wager
from auditor.checks.support.check_names import TABLE_STAKES
from auditor.checks.support.players import player_label
from auditor.checks.support.table_features import features_of
from auditor.replay.session.hand_summary import PLAY, HandPlayed, SeatFact
from auditor.replay.session.state import Session
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import (
    Act,
    Behind,
    Buys,
    Communal,
    Deal,
    Event,
    Fold,
    Leaves,
    Lends,
    Misdeal,
    Pays,
    PickedUp,
    Raced,
    Removes,
    SideWager,
    Sits,
    Wager,
)
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import money_text

# ---- in a round of play ----


def _bounds(events: list[Event]) -> tuple[int, int]:
    """Where a round of play begins and ends among the events of a hand: from the first card to the last payment."""
    last = max((number for number, event in enumerate(events) if isinstance(event, Misdeal)), default=-1)
    dealt = (
        number for number, event in enumerate(events) if number > last and isinstance(event, Deal | Communal | Act)
    )
    first = next(dealt, len(events))
    paid = max((number for number, event in enumerate(events) if isinstance(event, PLAY)), default=-1)
    return first, paid


def _added(state: HandState, player: Player) -> list[Buys]:
    """The chips that a player bought during the round of play."""
    events = state.hand.events
    first, paid = _bounds(events)
    return [one for one in events[first : paid + 1] if isinstance(one, Buys) and one.player == player.name]


def _had(player: Player, added: list[Buys]) -> int:
    """What a player had on the table at the first card."""
    assert player.start is not None
    return player.start + player.bought - sum(one.amount for one in added)


class TableStakes(Figure):
    """Which use of chips the clause forbids: to wager chips that came during the round of play, or merely to add them.

    `outside` says who may add chips: only players who were not dealt in, or also those who folded. A clause may instead
    be about chips that are bought and not there yet (`behind`). Those that the table was not told of play up to the
    minimum buy-in: so much of them, or so much together with what lies there.
    """

    of: Literal["wagered", "added", "behind"]
    outside: Literal["undealt", "folded"] = "folded"
    untold: Literal["added", "in-total"] = "added"


def _arises(state: HandState, event: Settled, figure: TableStakes) -> bool:
    if figure.of == "added":
        return any(player.bought for player in state.players)
    if figure.of == "behind":
        return any(player.chips_in_transit for player in state.players)
    return any(player.put_in_hand for player in state.players)


def _since(figure: TableStakes) -> On[Event]:
    """Where nobody bought or borrowed anything, nothing was added."""
    if figure.of == "added":
        return on(Settled, NOTED[Buys], NOTED[Lends])
    return on(Settled, NOTED[Behind]) if figure.of == "behind" else never()


def _within(figure: TableStakes) -> On[Event]:
    return on(Settled, WITHIN_STAKES) if figure.of == "wagered" else never()


@check(
    TABLE_STAKES,
    watches=Settled,
    figure=TableStakes,
    when=_arises,
    call_only_at=_since,
    clears_at=_within,
    laid_to_record=True,
)
def table_stakes(state: HandState, event: Settled, figure: TableStakes) -> Iterable[Outcome]:
    """A player wagers chips that did not lie on the table when the hand began, or adds chips to the stake during it.

    Chips bought and wagered in the same hand are one fault, that of wagering them. Other clauses judge chips that come
    from a wager beside the game, and chips that play from behind.
    """
    for player in state.players:
        if (
            figure.of == "wagered"
            and player.start is not None
            and player.put_in_hand <= player.start
            and not player.returned
        ):
            continue
        if (figure.of == "behind") != (player.chips_in_transit > 0):
            continue
        added = _added(state, player) if player.bought else []
        if player.start is None:
            if figure.of == "wagered" and player.put_in_hand:
                yield not_recorded(figure, "the stake before the hand")
            continue
        had = _had(player, added)
        if figure.of == "behind":
            yield from _from_behind(state, event, figure, player, had)
            continue
        over = 0 if player.side_wagers else excess(state, player, had)
        if figure.of == "wagered" and over > 0:
            yield _wagered(state, event, figure, player, had, added)
        elif figure.of == "added" and over <= 0:
            yield from _merely_added(state, figure, player, added)


def _of_additions(session: Session, event: Buys, figure: TableStakes) -> bool:
    return figure.of == "added"


@session_check(TABLE_STAKES, watches=Buys, figure=TableStakes, when=_of_additions)
def added_between_hands(session: Session, event: Buys, figure: TableStakes) -> Iterable[Outcome]:
    """A purchase between hands is in time."""
    return ()


def _wagered(
    state: HandState, event: Settled, figure: TableStakes, player: Player, had: int, added: list[Buys]
) -> Outcome:
    over = excess(state, player, had)
    observed = f"{player_label(player)} wagered {money_text(had + over)}"
    observed += f" having {money_text(had)} on the table when the hand began"
    if added:
        observed += f", {money_text(sum(one.amount for one in added))} having been added during it"
    at = last_wager(state, player) or event
    expected = "only chips that lay there before"
    return breach(figure, at, observed, expected, by=player.name, money=over, evidence=tuple(added))


def _from_behind(state: HandState, event: Settled, figure: TableStakes, player: Player, had: int) -> Iterator[Outcome]:
    """A fault if a player wagered more than may play of chips that are bought and not there yet."""
    untold, least = player.chips_in_transit - player.announced, state.hand.setup.stake
    announced = had + player.announced
    if untold and least is None:
        if excess(state, player, announced) > 0:
            yield not_recorded(figure, "the minimum buy-in")
        return
    plays = announced
    if untold and least is not None:
        plays += min(untold, least if figure.untold == "added" else max(least - announced, 0))
    over = excess(state, player, plays)
    if over > 0:
        how = f"{money_text(untold)} of it not announced" if untold else "all of it announced"
        observed = f"{player_label(player)} wagered {money_text(plays + over)} having {money_text(had)} on the table"
        observed += f" and {money_text(player.chips_in_transit)} behind, {how}"
        at = last_wager(state, player) or event
        yield breach(figure, at, observed, f"{money_text(plays)} played", by=player.name, money=over)


def _merely_added(state: HandState, figure: TableStakes, player: Player, added: list[Buys]) -> Iterator[Outcome]:
    for one in added:
        if not _outside(state, player, one, figure):
            observed = f"bought {money_text(one.amount)} during the round of play"
            yield breach(figure, one, observed, "nothing is added by a player in the hand", money=one.amount)


def _outside(state: HandState, player: Player, event: Buys, figure: TableStakes) -> bool:
    """Did a player have no part in the hand when buying chips?"""
    if player.out or not (player.received or player.put_in_hand):
        return True
    folds = state.timeline.places_of(player.name, Fold)
    return bool(folds) and folds[0] < state.timeline.place(event) and figure.outside == "folded"


# ---- chips that play ----


class WagerUnit(Figure):
    """The chip that wagers are multiples of: the lowest in play, or one in which the table wants all of them."""

    of: Literal["chip", "wager-chip"] = "chip"


def _unit(state: HandState, act: Wager, figure: WagerUnit) -> bool:
    setup = state.hand.setup
    return state.move is not None and (figure.of == "chip" or setup.wager_chip is not None)


def _in_chips(figure: WagerUnit) -> On[Event]:
    return on(Wager, IN_CHIPS) if figure.of == "chip" else never()


def _unwanted(figure: WagerUnit) -> On[Event]:
    return on(Wager, NO_WAGER_CHIP) if figure.of == "wager-chip" else never()


@check("wager-unit", watches=Wager, figure=WagerUnit, when=_unit, moot_at=_unwanted, clears_at=_in_chips)
def wager_unit(state: HandState, act: Wager, figure: WagerUnit) -> Iterable[Outcome]:
    """A player wagers chips smaller than those that play, even if they are the last ones.

    Such chips stay behind. What a player has to call may itself be no multiple, if somebody else's wager or blind was
    not.
    """
    setup, move, betround = state.hand.setup, state.move, state.round
    assert move is not None and betround is not None
    unit = setup.chip if figure.of == "chip" else setup.wager_chip
    if unit is None:
        return [not_recorded(figure, "the lowest chip in play")]
    odd = move.total % unit
    if not odd or move.added == move.to_call or not move.added:
        return ()
    observed = f"wager of {money_text(move.added)}"
    observed += f", to {money_text(move.total)}" if move.total != move.added else ""
    expected = f"in chips of {money_text(unit)} or larger, smaller ones do not play"
    return [breach(figure, act, observed, expected, money=odd)]


# ---- between two hands ----

COSTS = ("time-charge", "per-person-fee", "time-extensions")  # what the house may take from a stake between hands


class StakeKept(Figure):
    """How grave it is to take chips off the table, whether players who sit out may, and in which games."""

    severity: Literal["breach", "irregularity"] = "breach"
    absence: bool = False
    tables: Literal["all", "cash", "tournaments"] = "all"

    @property
    def gravity(self) -> Severity:
        """The severity of a finding."""
        return Severity[self.severity.upper()]

    def concerns(self, setup: Setup) -> bool:
        """Is the clause about this kind of table?"""
        return self.tables == "all" or (setup.tournament is not None) == (self.tables == "tournaments")


def _pairs(session: Session, hand: HandPlayed, figure: StakeKept) -> Iterator[tuple[SeatFact, int, int]]:
    """Players who stayed for two hands in a row, with the stake after the first and the one before the second.

    There are none where the smallest chip changed between the hands, which rounds stakes.
    """
    if not session.follows(hand) or session.previous is None or not figure.concerns(hand.setup):
        return
    if session.previous.setup.chip != hand.setup.chip:
        return
    gone = {one.player for one in session.since if isinstance(one, Leaves | Sits | PickedUp)}
    gone.update(name for one in session.since if isinstance(one, Raced) for name, _ in one.holdings)  # chips changed
    for seat in hand.seats:
        former = session.previous.seat_of(seat.name)
        if former is None or former.end is None or seat.start is None or seat.name in gone:
            continue
        if not (figure.absence and seat.out):
            yield seat, former.end, seat.start


def _followed(session: Session, event: HandPlayed | Removes, figure: StakeKept) -> bool:
    if isinstance(event, Removes):
        return session.setup is not None and figure.concerns(session.setup)
    return any(True for _ in _pairs(session, event, figure))


@session_check("stake-removed", watches=on(HandPlayed, NEXT_HAND) | on(Removes), figure=StakeKept, when=_followed)
def stake_removed(session: Session, event: HandPlayed | Removes, figure: StakeKept) -> Iterable[Outcome]:
    """A player who stays takes chips off the table between two hands.

    Either the log notes it, or the stake is smaller than the hand before left it, less what went into wagers beside the
    game and to other players. A player who leaves takes everything. Where the house charges players for time or by the
    hand, a smaller stake proves nothing.
    """
    if isinstance(event, Removes):
        if not _leaves(session, event, figure):
            observed = f"took {money_text(event.amount)} off the table between hands"
            yield fault(figure.gravity, figure, event, observed, "chips stay on the table", money=event.amount)
        return
    assert session.previous is not None
    for seat, end, start in _pairs(session, event, figure):
        missing = end + _came(session, seat.name) - start
        if missing <= 0:
            continue
        paid = any(isinstance(one, Pays) and one.player == seat.name for one in session.since)
        if features_of(event.setup) & set(COSTS) and not paid:
            yield not_recorded(figure, "what players were charged between hands")
            continue
        hands = f"hands {session.previous.number} and {event.number}"
        observed = f"{money_text(missing)} taken off the table between {hands}"
        expected = "chips stay on the table"
        yield fault(figure.gravity, figure, event, observed, expected, by=seat.name, money=missing)


def _leaves(session: Session, event: Removes, figure: StakeKept) -> bool:
    """Does the player give up the seat before the next hand or after the last, or sit out, where that is enough?"""
    coming = session.coming
    assert coming is not None
    left = any(isinstance(one, Leaves | PickedUp) and one.player == event.player for one in coming.before)
    seat = coming.seat_of(event.player) if isinstance(coming, HandPlayed) else None
    return left or seat is None or (figure.absence and seat.out)


def _came(session: Session, name: str) -> int:
    """What was added to a stake between two hands, less what is known to have left it."""
    total = 0
    for event in session.since:
        if isinstance(event, Buys) and event.player == name:
            total += event.amount
        elif isinstance(event, Removes | Pays | SideWager) and event.player == name:
            total -= event.amount
        elif isinstance(event, Lends):
            total += event.amount * ((event.to == name) - (event.player == name))
    return total
