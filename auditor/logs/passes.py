"""A pass of the deal is one event, in however many lines a log writes it."""

from __future__ import annotations

from itertools import pairwise

from auditor.vocabulary.events import Act, Communal, Deal, Discards, Event, Misdeal, Seat, TakenBack
from auditor.vocabulary.hand import SplitDeals

ENDINGS = (Act, Communal, Discards, Misdeal)  # a pass is over by then


def joined_passes(events: list[Event]) -> tuple[list[Event], SplitDeals]:
    """Join the lines of each pass: a pass goes on, line by line, until it comes to a player whom it has served.

    Its cards go the same way up. Lines with something between them stay apart, and so does a line that names somebody
    who has no seat, whose fault is then told in its place. The lines of a pass are given beside it.
    """
    if not any(type(one) is Deal and type(then) is Deal for one, then in pairwise(events)):
        return events, {}
    joining = _Joining({event.player for event in events if type(event) is Seat})
    for event in events:
        joining.take(event)
    return joining.events, joining.lines


class _Joining:
    """The events so far, and whom the pass that is under way has served."""

    __slots__ = ("events", "kind", "lines", "seated", "served")

    def __init__(self, seated: set[str]) -> None:
        self.events: list[Event] = []
        self.lines: SplitDeals = {}
        self.seated = seated
        self.kind = (False, False)
        self.served: set[str] = set()

    def take(self, event: Event) -> None:
        """Take the next event of the hand."""
        if type(event) is Deal:
            self._deal(event)
            return
        if type(event) is TakenBack and event.player is not None:
            self.served.discard(event.player)
        elif isinstance(event, ENDINGS):
            self.served = set()
        self.events.append(event)

    def _deal(self, event: Deal) -> None:
        names, kind = {name for name, _ in event.holdings}, (event.up, event.early)
        before = self.events[-1] if self.events else None
        if kind != self.kind or not names.isdisjoint(self.served):
            self.kind, self.served, before = kind, set(), None
        self.served |= names
        if type(before) is Deal and names <= self.seated:
            self.events[-1] = joined = _together(before, event)
            self.lines[(joined.line, joined.column)] = (*self.lines.get((joined.line, joined.column), (before,)), event)
        else:
            self.events.append(event)


def _together(before: Deal, event: Deal) -> Deal:
    holdings, contrary = before.holdings + event.holdings, before.contrary + event.contrary
    return Deal(before.line, before.column, holdings, before.up, contrary, before.early)
