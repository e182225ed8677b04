"""Checks of the deal: the buck, who is dealt to first and in which order, the cards face up, the communal cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check
from auditor.auditing.engine.situations import BEFORE_BETTING, FIRST_HOLDING
from auditor.checks.support.deal_so_far import called_off, first_due, first_given, following, so_far, undealt, unsorted
from auditor.replay.cards.draw import drawing
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import Player, Table
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Buck, Burn, Communal, Deal, DealFault, Event, Holds, Misdeal, Voided, Win
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.wording import number, ordinal, plural, shown

# ---- the buck ----


def _buck_or_none(table: Table, event: Event, figure: Figure) -> bool:
    return isinstance(event, Buck) or (table.buck is None and (table.attempt.dealt or table.pot > 0))


@check("buck-position", watches=(Buck, Settled), when=_buck_or_none)
def buck_position(table: Table, event: Event, figure: Figure) -> Iterable[Outcome]:
    """A buck before a player who sits the hand out, or moved while the round of play was on.

    Who should have had it, the blind put up by another and the first card given to another are judged by clauses of
    their own. A buck put right before the first card, or passed on after the pot, is in order.
    """
    if not isinstance(event, Buck):
        return [not_recorded(figure, "the seat of the buck")]
    player = next((player for player in table.players if player.seat == event.seat), None)
    if player is not None and player.out:
        observed = f"buck at seat {event.seat}, whose player sits the hand out"
        return [irregularity(figure, event, observed, "the designated player is dealt to first", by=DEALER)]
    if table.attempt.dealt and table.buck not in (None, event.seat) and not table.wins:
        observed = f"buck moved from seat {table.buck} to seat {event.seat} during the round of play"
        return [irregularity(figure, event, observed, "it marks the designated player of the round", by=DEALER)]
    return ()


# ---- the hole cards ----


class DealFrom(Figure):
    """Who is to get the first card: the player at the buck, or the first on its left."""

    seat: Literal["buck", "after-buck"] = "buck"


def _first_pass(table: Table, event: Deal, figure: DealFrom) -> bool:
    due = first_due(table, figure.seat)
    return not table.attempts and undealt(table) and (due is None or not due.out)


@check("first-dealt", watches={Deal: FIRST_HOLDING}, when=_first_pass)
def first_dealt(table: Table, event: Deal, figure: DealFrom) -> Iterable[Outcome]:
    """First cards of a hand given to another than the designated player, or the first on the left of the button.

    Not reported where the mishap is noted as one of those that can make a misdeal, nor for the deal after a misdeal;
    clauses of their own judge these.
    """
    due, at_buck = first_due(table, figure.seat), figure.seat == "buck"
    if due is None:
        return [not_recorded(figure, "the seat of the buck")]
    first = event.holdings[0][0]
    if first == due.name or called_off(table) or _mishaps(table, event):
        return ()
    if due.name not in {name for name, _ in event.holdings}:
        missing = "the designated player" if at_buck else _seated(table, due.name, event)
        return [not_recorded(figure, f"the cards of {missing}")]
    observed = f"first cards dealt to {_seated(table, first, event)}"
    expected = f"seat {due.seat} {'has the buck' if at_buck else 'is next to the button on its left'}"
    return [irregularity(figure, event, observed, expected, by=DEALER)]


@check("deal-order", watches={Deal: BEFORE_BETTING})
def deal_order(table: Table, event: Deal, figure: DealFrom) -> Iterable[Outcome]:
    """Cards of the first deal not dealt clockwise, or not the right number together.

    The order is counted from the player who got the first cards; whether that was the right one is judged elsewhere. A
    player who ends with too many or too few cards is left to the clause on that, unless nobody noticed and the hand won
    nothing. One finding a deal. How later cards go round is not laid down.
    """
    first, passes = table.rounds[0], table.rounds[0].together
    if any(player.received not in passes for player in table.players):
        return ()  # a further pass of a deal already reported
    seated = table.by_name
    for name, cards in event.holdings:
        player = seated.get(name) or table.player(name, event)
        count, together = len(cards), passes[player.received] or passes[0]
        if count != together and _misnumbered(table, event, name, count, first.own) and not called_off(table):
            if _astray_before(table, first.together[0]):
                return ()
            observed = f"{number(count)} {plural(count, 'card')} dealt together to {_seated(table, name, event)}"
            expected = f"{number(together)} together" if together > 1 else "one at a time"
            return [irregularity(figure, event, observed, expected, by=DEALER)]
    astray = _out_of_order(table, event, figure)
    if astray is None or called_off(table) or _mishaps(table, event) or _astray_before(table, first.together[0]):
        return ()
    observed = f"{_seated(table, astray.name, event)} dealt to out of order"
    return [irregularity(figure, event, observed, "clockwise from the buck", by=DEALER)]


def _astray_before(table: Table, together: int) -> bool:
    """Was an earlier pass of the deal out of order already, or did it give somebody another number of cards at once?"""
    passes = [event for event in so_far(table) if isinstance(event, Deal)]
    if any(len(cards) != together for event in passes for _, cards in event.holdings):
        return True
    return any(unsorted(table, event) is not None for event in passes)


def _misnumbered(table: Table, event: Deal, name: str, count: int, whole: int) -> bool:
    """Is a wrong number of cards given at once to be judged here, and not by another clause?"""
    later = list(following(table, event))
    deals = takewhile(lambda each: not isinstance(each, Act), later)
    rest = sum(len(cards) for each in deals if isinstance(each, Deal) for who, cards in each.holdings if who == name)
    if table.player(name, event).received + count + rest == whole:
        return True
    noted = (DealFault, Holds, Voided, Win)
    return not any(isinstance(each, noted) and each.player == name for each in (*so_far(table), *later))


def _out_of_order(table: Table, event: Deal, figure: DealFrom) -> Player | None:
    """The first player of a pass who does not follow clockwise, the first recipient being the right one."""
    first, due = table.player(event.holdings[0][0], event), first_due(table, figure.seat)
    if first is not due and due is not None and undealt(table):
        return None
    return unsorted(table, event, first_given(table, event) if figure.seat == "after-buck" else None)


def _mishaps(table: Table, event: Event) -> bool:
    """Is a dealing mishap noted for this deal?"""
    return bool(table.attempt.faults) or any(isinstance(each, DealFault) for each in following(table, event))


def _seated(table: Table, name: str, event: Event) -> str:
    return f"seat {table.player(name, event).seat} {shown(name, 40)}"


class Facing(Figure):
    """Whether a clause of its own judges hole cards that are dealt face up."""

    exposed_elsewhere: bool = False


@check("card-facing", watches=Deal)
def card_facing(table: Table, event: Deal, figure: Facing) -> Iterable[Outcome]:
    """Cards dealt the wrong way up.

    A single card noted as exposed by the dealer is judged as the cause of a misdeal instead, and so are hole cards
    dealt face up where the rulebook has a clause on them. A player whose first card lay open gets the others face down.
    """
    if not event.contrary and _all_right(table, event):
        return ()
    for name, _ in event.holdings:
        player, up = table.player(name, event), event.up != (name in event.contrary)
        right = _due_up(table, player)
        if right is None or up == right or (up and figure.exposed_elsewhere) or (table.round is None and player.up):
            continue
        if called_off(table) or _mishaps(table, event) or drawing(table):
            return ()
        if any(_out_of_step(table, table.player(one, event), right) for one, _ in event.holdings):
            return [not_recorded(figure, "all the cards dealt")]
        what = "card" if right else "hole cards"
        way, expected = ("up", "face down") if up else ("down", "face up")
        whose = "" if len(event.holdings) > 1 and not event.contrary else f" to {_seated(table, name, event)}"
        return [irregularity(figure, event, f"{what} dealt face {way}{whose}", expected, by=DEALER)]
    return ()


def _all_right(table: Table, event: Deal) -> bool:
    """Does a whole pass lie the way up that it should? In later rounds that is the same for all players."""
    if table.round is not None:
        return _later_up(table) in (None, event.up)
    pattern, way = table.rounds[-1].pattern, "u" if event.up else "d"
    own = [table.player(name, event).received for name, _ in event.holdings]
    return all(place >= len(pattern) or pattern[place] == way for place in own)


def _due_up(table: Table, player: Player) -> bool | None:
    """Which way up the player's next card should be; None where the game has no such card.

    In the first deal that goes by the player's own cards. Later it goes by the betting round the cards are for,
    whatever was left out before.
    """
    if table.round is None:
        pattern = table.rounds[-1].pattern
        return pattern[player.received] == "u" if player.received < len(pattern) else None
    return _later_up(table)


def _later_up(table: Table) -> bool | None:
    """Which way up the cards of the coming betting round go; None where it has none."""
    coming = table.rounds[min(table.rounds_played, len(table.rounds) - 1)]
    return "u" in coming.passes[0] if coming.passes else None


def _out_of_step(table: Table, player: Player, up: bool) -> bool:
    """Do the cards that the record has of a player say that the next goes another way up than the round says?"""
    pattern, place = table.rounds[-1].pattern, player.received + player.unnoted
    return table.round is not None and place < len(pattern) and (pattern[place] == "u") != up


# ---- the communal cards ----


class CommunalDeal(Figure):
    """How many communal cards there are, and how many are turned at once."""

    most: int
    together: int


@check("communal-deal", watches=Communal)
def communal_deal(table: Table, event: Communal, figure: CommunalDeal) -> Iterable[Outcome]:
    """Communal cards turned several at once, too many of them, or before the hole cards.

    The betting missed on cards turned together belongs to the same finding.
    """
    turned = len(table.board)
    if not turned and all(player.received == 0 for player in table.players) and _dealt_later(table, event):
        return [breach(figure, event, "communal card turned before the hole cards were dealt", by=DEALER)]
    if len(event.cards) > figure.together:
        observed = f"{number(len(event.cards))} communal cards turned at once"
        return [breach(figure, event, observed, f"{number(figure.together)} at a time", by=DEALER)]
    if turned + len(event.cards) > figure.most:
        observed = f"{ordinal(turned + len(event.cards))} communal card"
        return [breach(figure, event, observed, f"{number(figure.most)} in all", by=DEALER)]
    return ()


class Burning(Figure):
    """When no card is to be burnt: never, or before the first cards of a hand."""

    none: Literal["ever", "first-deal"] = "ever"


def _outside_draw(table: Table, event: Burn, figure: Burning) -> bool:
    return not drawing(table)


@check("burn-card", watches=Burn, when=_outside_draw)
def burn_card(table: Table, event: Burn, figure: Burning) -> Iterable[Outcome]:
    """A card thrown away before a deal, where the rulebook provides for no such card.

    Nothing forbids it in words either, so nobody is accused. Other rulebooks have cards burnt, but not before the first
    ones; a card that the deal went wrong with may lie there as one.
    """
    if figure.none == "first-deal":
        begun = table.round is not None or table.board
        if begun or table.attempt.faults or not any(isinstance(one, Deal) for one in following(table, event)):
            return ()  # or no deal is on record, before which it could have been
        return [irregularity(figure, event, "card burnt before the first deal", "only before later cards", by=DEALER)]
    return [advisory(figure, event, "card burnt", "the rules provide for no burn cards", by=DEALER)]


def _dealt_later(table: Table, event: Event) -> bool:
    later = list(following(table, event))
    return any(isinstance(each, Deal) for each in later) and not any(isinstance(each, Misdeal) for each in later)
