"""Checks of whose duty a blind is: that the right seats put them up, in their order and before the cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, breach, fault, not_recorded
from auditor.auditing.engine.registry import check
from auditor.auditing.engine.situations import IN_CASH, IN_TOURNAMENT, ODD_BLINDS, POSTS, PROVIDED, SEATED
from auditor.checks.blinds.blinds import declared_amount
from auditor.checks.button.button_and_blinds import Played
from auditor.replay.forced_bets.blinds_and_antes import BLIND, ENTRY, dealt_in, maker, poster
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import Player, Table
from auditor.rules.schema.record import kept
from auditor.rules.schema.rulebook import Game
from auditor.vocabulary.events import Deal, Event, Post
from auditor.vocabulary.findings import DEALER, Severity
from auditor.vocabulary.wording import ordinal


class BlindDuty(Played):
    """Which of the blinds the clause makes somebody's duty, and in which form of betting.

    Of blinds that a table declares, also those that follow it, if so said. The clause may be about two players left
    only, or about more than two (`heads_up`), or about tables with more than two blinds (`several`); and the amounts
    may belong to another one.
    """

    number: int = 1
    further: bool = False
    form: str | None = None
    amounts: bool = True
    severity: Literal["breach", "irregularity"] = "breach"
    heads_up: bool | None = None
    several: bool | None = None

    def includes(self, number: int) -> bool:
        """Is the blind of this number, from zero, one of those?"""
        return number >= self.number - 1 if self.further else number == self.number - 1


@kept
def _declared(game: Game) -> bool:
    """Does a game have the blinds that the table declares?"""
    return any(figure.by == "left" for figure in game.forced_by_kind.get("blind", ()))


def _blind_or_none(table: Table, event: Event, duty: BlindDuty) -> bool:
    if duty.form is not None and table.rounds[0].betting.form != duty.form:
        return False
    if _declared(table.game):
        if not isinstance(event, Post):
            return (table.attempt.dealt or table.round is not None) and _arises(table, duty)
        is_blind = (
            duty.amounts and event.kind == "blind" and table.forced is not None
        )  # another than those declared is none of them
        return is_blind and duty.includes(table.number)
    figures = table.game.forced_by_kind.get("blind", ())
    if isinstance(event, Post):
        return event.kind == "blind" and table.forced is figures[duty.number - 1]
    if not table.attempt.dealt or table.attempts:
        return False
    if not any(post.kind == BLIND for post in table.posts):
        return bool(figures)
    return len(figures) > 1 and all(one is not figures[duty.number - 1] for one in table.made)


def _blinds(duty: BlindDuty) -> dict[type, int]:
    """Where the amounts of the blinds that a table declares belong to another clause, none but other blinds matter."""
    played = {"any": 0, "cash": IN_CASH, "tournament": IN_TOURNAMENT}[duty.played]
    posted = POSTS[BLIND] | PROVIDED | (0 if duty.amounts else SEATED)
    return {Post: posted, Settled: played | (ODD_BLINDS if duty.several else 0)}


@check("blind-duty", watches=(Post, Settled), when=_blind_or_none, only=_blinds)
def blind_duty(table: Table, event: Event, duty: BlindDuty) -> Iterable[Outcome]:
    """A blind put up by the wrong seat, or after the first card; of those a table declares, one of another amount.

    Where the log shows no blind at all, or not where the buck was, nobody is accused: the record lacks it.
    """
    if _declared(table.game):
        return declared_amount(table, event, duty) if isinstance(event, Post) else _order(table, duty)
    if not isinstance(event, Post):
        return [not_recorded(duty, "the blind bet")]
    if table.attempt.dealt:
        return [breach(duty, event, "blind put up after the first card", "before any card is dealt")]
    if table.buck is None:
        return [not_recorded(duty, "the seat of the buck")]
    figure, designated = table.forced, table.designated
    right = maker(table, figure) if figure is not None else None
    if right is None or designated is None or right.name == event.player:
        return ()
    if right is designated:
        observed, expected = "blind put up by another than the designated player", f"seat {right.seat} has the buck"
    else:
        observed, expected = f"{ordinal(duty.number)} blind put up by another player", f"seat {right.seat} is next"
    return [breach(duty, event, observed, expected)]


def _order(table: Table, duty: BlindDuty) -> list[Outcome]:
    """Blinds put up by others than the players on the left of the button, or of each other.

    Judged when all are up, in whatever order the log has them; the first that is out of place is told.
    """
    blinds = table.hand.setup.blinds
    if not blinds:
        return [not_recorded(duty, "the blinds of the table")]
    if table.buck is None:
        return [not_recorded(duty, "the seat of the button")]
    players, lacking = _in_order(table), []
    for place in range(min(len(blinds), len(players))):
        made = poster(table, place)
        if made is None:
            lacking.append(place)
        elif made is not (due := _due(table, players, place)) and due is not None:
            return [_misplaced(table, duty, players, place, made, due)] if duty.includes(place) else []
    lacking = [place for place in lacking if duty.includes(place)]
    return [not_recorded(duty, f"the {ordinal(place + 1)} blind") for place in lacking[:1]]


def _arises(table: Table, duty: BlindDuty) -> bool:
    """Has the table such a blind, and may it be due?

    Where the first player puts up the large blind and nobody the small one, the player due for that may have left: a
    clause of its own. So has a button that moved after a misdeal while the blinds stayed on the table.
    """
    blinds = table.hand.setup.blinds
    if not blinds:
        return duty.number == 1 and duty.covers(table.hand.setup) and not _antes_only(table)
    if not _is_about(table, duty):
        return False
    if table.attempts and table.posts == table.kept and table.attempts[-1].buck not in (None, table.buck):
        return False
    last = len(blinds) - 1
    if last > 0 and poster(table, 0) is None and poster(table, last) is next(iter(_in_order(table)), False):
        return False
    return duty.number <= len(blinds)


def _antes_only(table: Table) -> bool:
    """Does the table declare an ante in the place of blinds, and did nobody put up a blind?"""
    return table.hand.setup.ante is not None and not any(post.kind == "blind" for post in table.posts)


def _is_about(table: Table, duty: BlindDuty) -> bool:
    """Is the clause about as many blinds, and as many players, as there are? None is about a blind of the button's."""
    blinds = table.hand.setup.blinds
    if not duty.covers(table.hand.setup) or (len(blinds) == 1 and table.game.blinds.alone == "button"):
        return False
    if duty.several is not None and duty.several != (len(blinds) > 2):
        return False
    if duty.heads_up is None:
        return True
    players = len(_in_order(table))
    return players == 2 and len(blinds) == 2 if duty.heads_up else players > 2


def _in_order(table: Table) -> list[Player]:
    """Who may have a blind to put up, from the left of the button on; several clauses ask."""
    found: list[Player] | None = table.worked_out.get(IN_ORDER)
    if found is None:
        found = table.worked_out[IN_ORDER] = _find_order(table)
    return found


IN_ORDER = "players in the order of the blinds"


def _find_order(table: Table) -> list[Player]:
    """The same: not who comes in, or back, with a post."""
    players = dealt_in(table)
    entering = {post.player for post in table.posts if post.kind in (ENTRY, "dead")}
    if entering:
        entering -= {post.player for post in table.posts if post.kind == BLIND}
        players = [player for player in players if player.name not in entering]
    if Deal in table.kinds:  # as far as the log shows cards
        return [player for player in players if player.received or player.put]  # who gets none has no blind to put up
    return players


def _due(table: Table, players: list[Player], place: int) -> Player | None:
    """Whose duty a blind is: the player's after the one who put up the blind before it, or counted from the button."""
    before = poster(table, place - 1) if place else None
    if before is None:
        return players[place]
    at = next((n for n, player in enumerate(players) if player is before), None)
    return None if at is None else players[(at + 1) % len(players)]


def _misplaced(table: Table, duty: BlindDuty, players: list[Player], place: int, made: Player, due: Player) -> Outcome:
    post = table.posts[table.numbers.index(place)]
    which = f"the {ordinal(place + 1)} blind"
    if len(players) == 2 and place == 0:
        button = made is table.designated
        observed = f"{'button' if button else f'seat {made.seat}'} posted {which} heads-up"
        expected = f"the {'player on its left' if button else 'button'} has it"
    else:
        after = "left of the button" if place == 0 else "left of the blind before"
        observed, expected = f"seat {made.seat} posted {which}", f"seat {due.seat} is the first player dealt in {after}"
    return fault(Severity[duty.severity.upper()], duty, post, observed, expected, by=DEALER)
