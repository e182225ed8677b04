"""Checks of cards that lie face up when they should not: in the shoe, or as the last card of a hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from auditor.cards import UNKNOWN, cards_text
from auditor.checks.misdeal import following
from auditor.checks.outcomes import Outcome, breach, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import Act, Boxed, Cut, Deal, Event, Procedure, TakenBack
from auditor.findings import DEALER
from auditor.replay.table import Player, Table
from auditor.rules.figures import Figure
from auditor.wording import ordinal, shown

# ---- the last card ----


def _last_up(table: Table, event: Deal, figure: Figure) -> bool:
    return bool(_turned(table, event))


def _turned(table: Table, event: Deal) -> list[Player]:
    """Those to whom the last card of a hand, which goes face down, is dealt face up."""
    last = table.rounds[-1]
    if not last.passes or last.passes[-1] != "d" or table.rounds_played < len(table.rounds) - 1:
        return []
    up = [name for name, _ in event.holdings if event.up != (name in event.contrary)]
    return [table.player(name, event) for name in up]


@check("last-card-up", watches=Deal, when=_last_up)
def last_card_up(table: Table, event: Deal, figure: Figure) -> Iterable[Outcome]:
    """The last card of a hand dealt face up and left there.

    It goes back among the cards to be dealt, which are shuffled and cut, and another is dealt in its place.
    """
    for player in _turned(table, event):
        cards = next(cards for name, cards in event.holdings if name == player.name)
        back = _put_back(table, event, cards)
        if back is not None:
            yield from _prepared(table, back, figure)
        else:
            observed = (
                f"{ordinal(player.received + 1)} card dealt face up to seat {player.seat} {shown(player.name, 40)}"
            )
            yield breach(figure, event, observed, "it goes back and another is dealt", by=DEALER)


def _until_act(table: Table, event: Event) -> Iterator[Event]:
    for each in following(table, event):
        if isinstance(each, Act):
            return
        yield each


def _put_back(table: Table, event: Event, cards: tuple[int, ...]) -> TakenBack | None:
    """Where the record says that these cards went back before anybody acted."""
    backs = (each for each in _until_act(table, event) if isinstance(each, TakenBack))
    return next((each for each in backs if set(each.cards) & set(cards) or UNKNOWN in (*each.cards, *cards)), None)


def _prepared(table: Table, back: TakenBack, figure: Figure) -> Iterator[Outcome]:
    """A shuffle or a cut that somebody saw left out, or that nobody noted, before the next card."""
    steps = list(takewhile(lambda each: not isinstance(each, Deal | Act), following(table, back)))
    for step in steps:
        if isinstance(step, Procedure) and step.what in ("shuffle", "cut") and not step.done:
            observed = f"card put back and the next dealt without a {step.what}"
            yield irregularity(figure, step, observed, "shuffled and cut first", by=DEALER)
            return
    shuffled = any(isinstance(step, Procedure) and step.what == "shuffle" for step in steps)
    if not shuffled or not any(isinstance(step, Cut) for step in steps):
        yield not_recorded(figure, "the shuffle and the cut once the card was put back")


# ---- in the shoe ----


class FaceUp(Figure):
    """Whether the clause leaves out the last card of a hand."""

    before_last: bool = False


def _in_the_shoe(table: Table, event: Boxed, figure: FaceUp) -> bool:
    last = table.rounds_played == len(table.rounds) - 1
    return not (last and figure.before_last)


@check("boxed-card", watches=Boxed, when=_in_the_shoe)
def boxed_card(table: Table, event: Boxed, figure: FaceUp) -> Iterable[Outcome]:
    """A card found face up in the shoe and not treated as the rulebook says.

    It is dealt in its turn, unless it would be the first card before a new betting round: then it is put back, and the
    cards are shuffled and cut.
    """
    back = _put_back(table, event, event.cards)
    if back is None and not any(isinstance(each, Deal) for each in _until_act(table, event)):
        return [not_recorded(figure, "what became of the card")]
    first = not _street_begun(table) and (back is not None or not _dealt_behind(_until_act(table, event), event.cards))
    cards = cards_text(event.cards)
    if first and back is None:
        observed = f"{cards} found face up as the first card of a deal and used"
        return [irregularity(figure, event, observed, "it is shuffled back", by=DEALER)]
    if back is not None and not first:
        observed = f"{cards} found face up in the shoe and shuffled back"
        return [irregularity(figure, event, observed, "it is dealt in its turn", by=DEALER)]
    return list(_prepared(table, back, figure)) if back is not None else ()


def _dealt_behind(events: Iterable[Event], cards: tuple[int, ...]) -> bool:
    """Do the cards that come next begin with others, these being among those that follow?"""
    deal = next((each for each in events if isinstance(each, Deal)), None)
    if deal is None:
        return False
    return any(set(given) & set(cards) for _, given in deal.holdings[1:])


def _street_begun(table: Table) -> bool:
    """Has a card of the deal under way been dealt to anybody?"""
    if table.round is None:
        return any(player.received for player in table.players)
    return table.fresh
