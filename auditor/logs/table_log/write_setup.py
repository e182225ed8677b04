"""Writes the set-up of a table as statements, for formats that state the table anew with every hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from auditor.logs.table_log.write_events import statement_of
from auditor.vocabulary import events as e
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.money import CHIPS

PLACE = (0, 0)  # the line and column of statements that stand in no log

FIGURES: tuple[tuple[str, str], ...] = (
    ("minimum", "minimum"),
    ("stake", "stake"),
    ("stake-cap", "most_stake"),
    ("maximum", "maximum"),
    ("ante", "ante"),
    ("bring-in", "bring_in"),
    ("chip", "chip"),
    ("pot-unit", "pot_unit"),
    ("wager-chip", "wager_chip"),
)
IN_SETUP = (
    e.LogStarted,
    e.TableOpened,
    e.RulesNamed,
    e.Dated,
    e.Limit,
    e.Bets,
    e.Blinds,
    e.Declared,
    e.Listed,
    e.Records,
    e.Agreement,
    e.CommissionDeclared,
    e.ChargeDeclared,
    e.Notice,
    e.Tournament,
    e.Condition,
    e.EntryFees,
    e.Procedure,
    e.Minimums,
    e.VenueNamed,
    e.Currency,
    e.DealerNamed,
    e.PlayersLeft,
)
"""Statements that a set-up remembers, so that a format that writes the set-up loses nothing of them."""


def setup_events(setup: Setup) -> Iterator[e.Event]:
    """Statements that give a table of this name this set-up, except for the day."""
    if setup.venue is not None:
        yield e.VenueNamed(*PLACE, setup.venue)
    if setup.rules is not None:
        yield e.RulesNamed(*PLACE, setup.rules)
    if setup.tournament is not None:
        yield e.Tournament(*PLACE, setup.tournament)
    if setup.currency is not None and (setup.tournament is None or setup.currency != CHIPS):  # which is understood
        yield e.Currency(*PLACE, setup.currency)
    yield from _declared(setup)
    for what, figure in FIGURES:
        if (amount := getattr(setup, figure)) is not None and not (figure == "minimum" and setup.minimums):
            yield e.Limit(*PLACE, what, amount)  # type: ignore[arg-type]
    if setup.minimums:
        yield e.Minimums(*PLACE, setup.minimums)
    if setup.bets:
        most = tuple([most for _, most in setup.bets if most is not None])
        yield e.Bets(*PLACE, tuple([least for least, _ in setup.bets]), most)
    if setup.blinds:
        yield e.Blinds(*PLACE, setup.blinds)
    for listed, items in setup.listed.items():
        yield e.Listed(*PLACE, listed, items)  # type: ignore[arg-type]
    if setup.records:
        yield e.Records(*PLACE, tuple(sorted(setup.records)))
    if setup.commission is not None:
        yield setup.commission
    yield from setup.charges.values()
    yield from setup.agreements
    yield from setup.notices
    yield from setup.conditions
    if setup.fees is not None:
        yield setup.fees
    yield from setup.steps.values()
    if setup.dealer is not None:
        yield e.DealerNamed(*PLACE, setup.dealer)
    if setup.left is not None:
        yield e.PlayersLeft(*PLACE, setup.left)


def _declared(setup: Setup) -> Iterator[e.Event]:
    """The words that say how the game is played."""
    words = {"betting": setup.betting, "limit": setup.limit, "deck": setup.deck, "room": setup.room, **setup.house}
    for what, value in words.items():
        if value is not None:
            yield e.Declared(*PLACE, what, value)  # type: ignore[arg-type]


def setup_statements(setup: Setup) -> list[str]:
    """The same statements as lines of a table log."""
    return [statement_of(event) for event in setup_events(setup)]


def unremembered(before: Sequence[e.Event]) -> bool:
    """Was anything noted between hands that no set-up remembers: somebody who sat down, an incident, new cards?"""
    return any(not isinstance(event, IN_SETUP) or (isinstance(event, e.Notice) and not event.given) for event in before)
