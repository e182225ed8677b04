"""The first deal of a hand of PHH, which has an action for each player, as one event."""

from __future__ import annotations

from auditor.logs.blocks import Block
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN


def deal_to_all(deals: list[e.Deal], block: Block) -> e.Deal:
    """One event of deals to one player after the other. Where cards that somebody saw stand is kept in the block."""
    first = deals[0]
    holdings = tuple([holding for one in deals for holding in one.holdings])
    if len(deals) > 1 and any(UNKNOWN not in cards for _, cards in holdings):
        block.split_deals = {(first.line, first.column): tuple(deals)}
    return e.Deal(first.line, first.column, holdings)


def with_one_deal(events: list[e.Event], block: Block) -> list[e.Event]:
    """The events with the first deals as one. They are those with nothing between them, each to another player."""
    start = next((place for place, one in enumerate(events) if type(one) is e.Deal), len(events))
    deals: list[e.Deal] = []
    served: set[str] = set()
    for one in events[start:]:
        if type(one) is not e.Deal or not served.isdisjoint(name for name, _ in one.holdings):
            break
        deals.append(one)
        served.update(name for name, _ in one.holdings)
    return [*events[:start], deal_to_all(deals, block), *events[start + len(deals) :]] if deals else events
