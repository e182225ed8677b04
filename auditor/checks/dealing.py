"""Checks of the deal: the buck, who is dealt to first and in which order, the communal cards, the betting on each."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Literal

from auditor.checks.deals import called_off, first_due, first_given, following, so_far, undealt, unsorted
from auditor.checks.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import (
    Act,
    Buck,
    Burn,
    Check,
    Communal,
    Deal,
    DealFault,
    Discards,
    Event,
    Holds,
    Incident,
    Misdeal,
    Post,
    SideWager,
    Voided,
    Wager,
    Win,
)
from auditor.findings import DEALER
from auditor.replay.ahead import cards_noted, is_early
from auditor.replay.draw import drawing
from auditor.replay.settle import Settled
from auditor.replay.showdown import replaced
from auditor.replay.situation import BEFORE_BETTING, FIRST_HOLDING, WON
from auditor.replay.table import Player, Table
from auditor.rules.figures import Figure
from auditor.wording import number, ordinal, plural, shown

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
    first = table.rounds[0]
    coming = {player.name: first.together.get(player.received) for player in table.players}
    if None in coming.values():
        return ()  # a further pass of a deal already reported
    for name, cards in event.holdings:
        count, together = len(cards), coming.get(name) or first.together[0]
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


def _due_up(table: Table, player: Player) -> bool | None:
    """Which way up the player's next card should be; None where the game has no such card.

    In the first deal that goes by the player's own cards. Later it goes by the betting round the cards are for,
    whatever was left out before.
    """
    if table.round is None:
        pattern = table.rounds[-1].pattern
        return pattern[player.received] == "u" if player.received < len(pattern) else None
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


def _outside_draw(table: Table, event: Burn, figure: Figure) -> bool:
    return not drawing(table)


@check("burn-card", watches=Burn, when=_outside_draw)
def burn_card(table: Table, event: Burn, figure: Figure) -> Iterable[Outcome]:
    """A card thrown away before a deal, where the rulebook provides for no such card.

    Nothing forbids it in words either, so nobody is accused.
    """
    return [advisory(figure, event, "card burnt", "the rules provide for no burn cards", by=DEALER)]


def _dealt_later(table: Table, event: Event) -> bool:
    later = list(following(table, event))
    return any(isinstance(each, Deal) for each in later) and not any(isinstance(each, Misdeal) for each in later)


# ---- betting on every card, play to the end ----


class BettingRounds(Figure):
    """The betting rounds, by name, that must not be missing; and what excuses it.

    An incident of one of the `excused` kinds is a fault of its own, of which the missing betting is a part.
    """

    rounds: tuple[str, ...]
    excused: tuple[str, ...] = ()


def _round_ends(table: Table, event: Event, figure: BettingRounds) -> bool:
    betround = table.round
    if betround is None or table.over:
        return False
    if isinstance(event, Deal | Discards) and betround.betting.draw:
        return False  # the draw goes on, though its betting round seemed to have begun
    if isinstance(event, Communal | Deal | Discards):
        begins = not table.fresh and (table.attempt.holes or not isinstance(event, Deal))
        return begins and not is_early(table, event)
    last = betround.round is table.rounds[-1] and len(table.board) == betround.round.communal + replaced(table)
    return last and bool(table.wins) and table.invalidated is None


@check("betting-round-missing", watches=(Communal, Deal, Discards, Settled), when=_round_ends, by_round=True)
def betting_round_missing(table: Table, event: Event, figure: BettingRounds) -> Iterable[Outcome]:
    """A betting round left out: the next card, or the award of the pot, with no act on the card before.

    In order where fewer than two players have chips to wager; one said to have tapped out is taken at that word. A card
    shown while the betting was under way, or marked as shown early, is judged by its own clauses. A log that shows no
    acts at all proves nothing, nor does one that shows no checks where everybody may have checked.
    """
    betround = table.round
    assert betround is not None
    if betround.closed or betround.acts > 0:
        return ()
    able = _still_able(table)
    if len(able) < 2 or _is_excused(table, figure.excused):
        return ()
    if not any(isinstance(each, Act) for each in table.hand.events):
        return [not_recorded(figure, "the betting")]
    if betround.betting.checking.allowed and not any(isinstance(each, Check) for each in table.hand.events):
        return [not_recorded(figure, "the checks of the hand")]
    if sum(player.start is not None for player in able) < 2:
        return [not_recorded(figure, "the players' stakes")]
    if isinstance(event, Settled) and sum(player.shown is not None or player.won > 0 for player in able) < 2:
        return [not_recorded(figure, "how the betting ended")]  # the others may have folded
    at = table.wins[0] if isinstance(event, Settled) else event
    observed = f"no betting in the {betround.name} round"
    expected = f"betting after each {'communal ' if table.board else ''}card"
    if betround.betting.draw or isinstance(event, Discards):
        expected = "betting before and after the draw"
    return [breach(figure, at, observed, expected, by=DEALER)]


def _still_able(table: Table) -> list[Player]:
    said = {each.player for each in so_far(table) if isinstance(each, Wager | Post) and each.all_in}
    return [player for player in table.able if player.name not in said]


def _is_excused(table: Table, kinds: tuple[str, ...]) -> bool:
    return any(isinstance(event, Incident) and event.kind in kinds for event in table.hand.events)


class Rounds(Figure):
    """The betting rounds, by name, that must be finished before the next cards come."""

    rounds: tuple[str, ...]


def _next_cards(table: Table, event: Event, figure: Rounds) -> bool:
    return table.round is not None and not table.fresh and not table.over


@check("card-before-betting-ended", watches=(Deal, Discards), when=_next_cards, by_round=True)
def card_before_betting_ended(table: Table, event: Deal | Discards, figure: Rounds) -> Iterable[Outcome]:
    """The next card dealt, or cards changed, while a wager of the betting round was still to be answered.

    Told only where the record shows the betting going on after it; otherwise the record lacks acts, and says so.
    """
    if not is_early(table, event):
        return ()
    assert table.round is not None
    what = "draw begun" if isinstance(event, Discards) else "next card dealt"
    observed = f"{what} before the {table.round.name} betting round was over"
    return [breach(figure, event, observed, "all wagers are met first", by=DEALER)]


class PlayedOut(Figure):
    """What excuses a hand that ends before all cards are out; or what of the two the clause is about.

    Where the rulebook has side wagers on the first communal cards, those come even if one player is left.
    """

    rounds: tuple[str, ...] = ()
    about: Literal["both", "played-on"] = "both"
    side_wagers: bool = False
    excused: tuple[str, ...] = ()


def _ends(table: Table, event: Event, figure: PlayedOut) -> bool:
    if isinstance(event, Communal | Deal):
        return table.over and not (figure.side_wagers and _staked(table))
    if figure.about != "both":
        return table.over
    noted = table.board if table.rounds[-1].communal else table.attempt.holes
    return bool(noted) and table.invalidated is None and bool(table.wins)


def _staked(table: Table) -> bool:
    return any(isinstance(event, SideWager) for event in table.hand.events)


@check("play-to-the-end", watches={Communal: WON, Deal: WON, Settled: 0}, when=_ends, by_round=True)
def play_to_the_end(table: Table, event: Event, figure: PlayedOut) -> Iterable[Outcome]:
    """A hand ended with cards still to come and several players in, or played on when it was won.

    Judged where the log records such cards, and only if the record is clear that those players were still in: they
    showed their cards, were paid, or had nothing left to answer. Of cards dealt after one player was left, the first
    is reported.
    """
    if isinstance(event, Communal | Deal):
        if table.round is None or table.round.acts == 0:
            return ()
        what = "communal card turned" if isinstance(event, Communal) else "card dealt"
        return [irregularity(figure, event, f"{what} after the pot was won", "play is over", by=DEALER)]
    if figure.about != "both":
        return ()
    players = [player for player in table.players if player.active]
    if not _cards_to_come(table, players) or len(players) < 2 or _is_excused(table, figure.excused):
        return ()
    betround = table.round
    sure = sum(player.shown is not None or player.won > 0 for player in players) > 1
    if not sure and (betround is None or not betround.closed or any(player.lost for player in players)):
        return [not_recorded(figure, "how the betting ended")]
    if not table.rounds[-1].communal and (not cards_noted(table) or len({one.received for one in players}) > 1):
        return [not_recorded(figure, "the cards that came later")]
    so_many, all_of_them = _dealt_out(table, players)
    observed = f"pot paid with {number(len(players))} players in and {so_many}"
    return [breach(figure, table.wins[0], observed, all_of_them, by=DEALER)]


def _cards_to_come(table: Table, players: list[Player]) -> bool:
    """Are there cards, or a draw, that the hand should have seen before its showdown?"""
    last = table.rounds[-1]
    if last.communal:
        return len(table.board) < last.communal
    return table.rounds_played < len(table.rounds) and not (last.betting.draw and table.draw is not None)


def _dealt_out(table: Table, players: list[Player]) -> tuple[str, str]:
    """How many cards there were, and how many there should have been, in words."""
    last = table.rounds[-1]
    if last.communal:
        return f"{number(len(table.board))} communal cards", f"{number(last.communal)} communal cards"
    if last.betting.draw:
        return "no draw", "cards are changed first"
    held = min(player.received for player in players)
    return f"{number(held)} cards each", f"{number(last.own)} cards each"
