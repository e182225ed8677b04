"""A pass of the deal is one event, in however many lines a log writes it."""

from __future__ import annotations

from itertools import pairwise

from auditor.vocabulary.events import Act, Communal, Deal, Discards, Event, Misdeal, Seat, TakenBack
from auditor.vocabulary.events.base import places_of
from auditor.vocabulary.hand import SplitDeals

ENDINGS = (Act, Communal, Discards, Misdeal)  # a pass is over by then


def joined_passes(events: list[Event]) -> tuple[list[Event], SplitDeals]:
    """Join the lines of each pass: a pass goes on, line by line, until it comes to a player whom it has served.

    Its cards go the same way up. Lines with something between them stay apart, and so does a line that names somebody
    who has no seat, whose fault is then told in its place. The lines of a pass are given beside it.
    """
    deals = pairwise(places_of(Deal, events))
    if all(after - before > 1 or _apart(events[before], events[after]) for before, after in deals):
        return events, {}  # no two lines stand together that may be of one pass
    joined: list[Event] = []
    split: SplitDeals = {}
    lines: list[Deal] = []  # of the pass, with nothing between them
    served: set[str] = set()
    way = False, False
    seated = {event.player for event in events if type(event) is Seat}
    for event in events:
        if type(event) is Deal:
            names = {name for name, _ in event.holdings}
            again = (event.up, event.early) != way or not names.isdisjoint(served)
            if lines and (again or not names <= seated):
                joined.append(_together(lines, split))
                lines = []
            way, served = (event.up, event.early), names if again else served | names
            lines.append(event)
            continue
        if lines:
            joined.append(_together(lines, split))
            lines = []
        if served:
            if isinstance(event, ENDINGS):
                served = set()
            elif type(event) is TakenBack:
                served = served - {event.player or ""}
        joined.append(event)
    if lines:
        joined.append(_together(lines, split))
    return joined, split


def _apart(deal: Event, other: Event) -> bool:
    """Do two lines lie another way up, or begin with the same player? Then they are of two passes."""
    assert isinstance(deal, Deal) and isinstance(other, Deal)
    first, second = deal.holdings, other.holdings
    same = bool(first and second) and first[0][0] == second[0][0]
    return same or deal.up != other.up or deal.early != other.early


def _together(lines: list[Deal], split: SplitDeals) -> Deal:
    """The event that these lines are. Several are kept in `split`."""
    first = lines[0]
    if len(lines) == 1:
        return first
    holdings = tuple([holding for one in lines for holding in one.holdings])
    contrary = tuple([name for one in lines for name in one.contrary])
    split[first.line, first.column] = tuple(lines)
    return Deal(first.line, first.column, holdings, first.up, contrary, first.early)
