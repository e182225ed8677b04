"""Who answers for what an audit finds, and whether it tells of one act twice.

A finding on an act that a player made accuses that player, the record, or those whom the check declares (`answers`).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import combinations

from auditor.auditing.engine.registry import registered
from auditor.auditing.result import Result
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.vocabulary import events as e
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.findings import Finding

MADE = (
    e.Act, e.Post, e.Discards, e.Show, e.Muck, e.Declares, e.Declined, e.Looks, e.Requested, e.DrawAsked, e.Claimed,
    e.SideWager, e.Lends, e.Sits, e.Moves, e.Leaves, e.Buys, e.Removes,
)  # fmt: skip


APART = {  # what one check tells of the same act in two findings, and why
    "communal-remedy": "the card turned too early, and what was then done about it, are two acts",
    "early-street": "the cards dealt too early, and what was then done about them, are two acts",
    "last-card-up": "one line deals a card to each of several players",
    "listing": "each item that a sign or the terms lack is a fault of its own",
    "misdeal-remedy": "the shuffle and the cut are two steps",
    "tournament-override": "one condition names clauses with which different things happen",
}


def strange(text: str, result: Result) -> list[str]:
    """What an audit of this log lays to somebody who need not answer for it, or tells twice."""
    return [*wrongly_laid(text, result.findings), *told_twice(result.findings)]


def wrongly_laid(text: str, findings: Iterable[Finding]) -> Iterator[str]:
    """The findings on an act of a player that accuse somebody else, though their check does not say so."""
    acts = {event.line: event for event in _events(text) if isinstance(event, MADE)}
    for one in findings:
        act = acts.get(one.location.line)
        if act is None or one.actor.role == "record" or one.actor.name == act.player:
            continue
        if one.actor.role not in registered()[one.check].answers:
            yield f"{one.check}, line {one.location.line}: {act.player} acted, {one.actor} answers: {one.message}"


def told_twice(findings: Iterable[Finding]) -> Iterator[str]:
    """Pairs of findings on the same act, with the same person and the same money, under clauses that overlap."""
    for one, other in combinations(findings, 2):
        if one.check == other.check and one.check in APART:
            continue
        same = (one.table, one.hand, one.location, one.actor) == (other.table, other.hand, other.location, other.actor)
        if same and one.money == other.money and (one.money is not None or _overlap(one, other)):
            yield f"line {one.location.line}, {one.actor}: {one.message} / {other.message}"


def _overlap(one: Finding, other: Finding) -> bool:
    """Is the same clause cited by both, by itself or to be read with?"""
    return not {one.named, *one.named_with}.isdisjoint((other.named, *other.named_with))


def _events(text: str) -> Iterator[e.Event]:
    for part in read(open_stream(io.BytesIO(text.encode()), "some.log")):
        if isinstance(part, Unreadable):
            continue
        try:
            yield from part.before if isinstance(part, RawHand) else part.events
            yield from part.read().events if isinstance(part, RawHand) else ()
        except Unreadable:
            continue
