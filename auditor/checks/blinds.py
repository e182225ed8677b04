"""Checks of wagers before the cards: their amounts, whose they are to put up, and that they come before the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.checks.effects import straddled
from auditor.checks.outcomes import Outcome, advisory, breach, fault, not_recorded
from auditor.checks.registry import check
from auditor.checks.rotation import Played
from auditor.checks.straddles import barred, taken_by_room
from auditor.events import Act, Deal, Event, Looks, Post
from auditor.findings import DEALER, Severity
from auditor.money import money_text
from auditor.replay.forced import AFTER, BLIND, ENTRY, amounts, dealt_in, last_blind, maker, poster
from auditor.replay.settle import Settled
from auditor.replay.situation import FOLLOWS, POSTS, PROVIDED, SEATED
from auditor.replay.table import Player, Table
from auditor.rules.figures import Figure, Forced
from auditor.rules.model import Game
from auditor.rules.record import kept
from auditor.wording import joined, number, ordinal, plural

# ---- amounts ----

MEASURE = {"minimum": "the table minimum", "last": "the blind before it"}


def _is_forced(table: Table, act: Post, forced: Forced) -> bool:
    return table.forced is forced


def _such(forced: Forced) -> dict[type, int | tuple[int, ...]]:
    """Wagers before the cards that a log may have one of these words for."""
    return {Post: tuple([POSTS.get(kind, 0) | PROVIDED for kind in forced.kinds])}


@check("blind-amount", watches=Post, when=_is_forced, only=_such)
def blind_amount(table: Table, act: Post, forced: Forced) -> Iterable[Outcome]:
    """A blind that is not one of the multiples of the table minimum.

    A player whose whole stake is smaller puts it all up; that is no fault. The money is the distance to the nearest
    amount allowed. The blind stands as it was made, and later wagers are measured by it. Where the table declares its
    blinds, each is what is declared.
    """
    if forced.of == "declared":
        return _declared_amount(table, act, forced)
    return _amount(table, act, forced)


def _ante_or_none(table: Table, event: Event, forced: Forced) -> bool:
    if isinstance(event, Post):
        return _is_forced(table, event, forced)
    if not table.attempt.dealt or table.rounds[0].betting.form != forced.form:
        return False
    made = _makers(table, forced.kind)
    if not made and forced.of == "declared" and not amounts(table, forced):
        return False  # the table plays without
    return any(player.received and player.name not in made for player in table.players)


def _makers(table: Table, kind: str) -> set[str]:
    """Those of whom such a wager before the cards is on record."""
    return {post.player for post in table.posts if post.kind == kind}


def _without(table: Table, kind: str) -> list[Player]:
    """The players dealt in of whom it is not."""
    made = _makers(table, kind)
    return [player for player in table.players if player.received and player.name not in made]


@check("ante-amount", watches=(Post, Settled), when=_ante_or_none, only=_such)
def ante_amount(table: Table, event: Event, forced: Forced) -> Iterable[Outcome]:
    """An ante of another amount than every player has to put in, or after the first card.

    A player with less antes all of it. The ante stands as it was made. Of whom the log shows no ante, nothing is
    decided.
    """
    if not isinstance(event, Post):
        seats = [str(player.seat) for player in _without(table, forced.kind)]
        return [not_recorded(forced, f"the ante of {plural(len(seats), 'seat')} {joined(seats)}")]
    if table.attempt.dealt:
        return [breach(forced, event, f"{forced.kind} after the first card", "before any card is dealt")]
    return _amount(table, event, forced)


def _amount(table: Table, act: Post, forced: Forced) -> list[Outcome]:
    allowed = amounts(table, forced)
    if not allowed:
        return [not_recorded(forced, MEASURE.get(forced.of, f"the {forced.kind} of the table"))]
    made = _made(table, act, forced)
    if made in allowed or (_whole(table, act) and made < allowed[-1]):
        return []
    distance = min(abs(made - amount) for amount in allowed)
    where = f" at a {money_text(table.minimum)} table" if forced.of == "minimum" and table.minimum is not None else ""
    expected = _doubled(table, forced) or f"allowed {joined([money_text(one) for one in allowed], 'or')}"
    above = forced.by == "onward" and made > allowed[-1]
    money = straddled(table, act, allowed[-1], distance) if above else distance
    return [breach(forced, act, f"{forced.kind} of {money_text(made)}{where}", expected, money=money)]


def _made(table: Table, act: Post, forced: Forced) -> int:
    """How large the wager is. Who has a blind there already makes an over-blind by adding to it."""
    return act.amount + (table.player(act.player, act).total if forced.by == "onward" else 0)


def _whole(table: Table, act: Post) -> bool:
    """Are these the last chips of the player?"""
    return act.all_in or act.amount >= table.player(act.player, act).stake


# ---- over-blinds ----


@check("over-blind", watches=Post, when=_is_forced, only=_such)
def over_blind(table: Table, act: Post, forced: Forced) -> Iterable[Outcome]:
    """An over-blind that is not the multiple of the blind before it, or that comes after the first card.

    Where no seat is laid down for it, one out of the usual order, which is clockwise from the last blind, is pointed
    out. So are last chips that are less, where only one player may put it up and nothing provides for them.
    """
    if table.attempt.dealt:
        late = breach(forced, act, f"{forced.kind} after the first card", "before any card is dealt")
        return [late] if forced.timed else ()
    if forced.once and barred(table):
        return ()  # there should be none at all
    found = _amount(table, act, forced)
    if found or forced.short == "allowed":
        return found
    return _short(table, act, forced) if forced.by == "onward" else _unusual(table, act, forced)


def _unusual(table: Table, act: Post, forced: Forced) -> list[Outcome]:
    """One out of the usual order, where the text has none."""
    due = _next_blind(table)
    if due is None or due.name == act.player:
        return []
    return [advisory(forced, act, f"{forced.kind} out of the usual order", f"seat {due.seat} comes next")]


def _next_blind(table: Table) -> Player | None:
    """The player on whom a blind after the last one would fall; nobody where the record does not show the last one."""
    last = last_blind(table)
    return None if last is None else next((player for player in table.clockwise(last) if not player.out), None)


def _short(table: Table, act: Post, forced: Forced) -> list[Outcome]:
    """Last chips that are less than an over-blind: nothing in the text provides for them."""
    least, made = amounts(table, forced), _made(table, act, forced)
    if made >= least[0]:
        return []
    observed = f"{forced.kind} of the last {money_text(made)}"
    return [advisory(forced, act, observed, _doubled(table, forced))]


def _doubled(table: Table, forced: Forced) -> str:
    """What follows the last blind, where only one player may put it up: twice the big blind of so much is so much."""
    if forced.by != "onward" or table.blind is None:
        return ""
    times = "twice" if forced.multiples[0] == 2 else f"{number(forced.multiples[0])} times"
    before = "big blind" if table.blind == table.compulsory else "blind before it"
    return f"{times} the {before} of {money_text(table.blind)} is {money_text(forced.multiples[0] * table.blind)}"


class OverBlindSeat(Figure):
    """Whether the clause is about the first over-blind, for which the table must allow them, or about further ones."""

    further: bool = False
    presumed: bool = False  # are they allowed where the table says nothing?


def _onward(table: Table, act: Post, figure: OverBlindSeat) -> bool:
    if table.forced is None or table.forced.by != "onward" or table.attempt.dealt:
        return False
    if table.forced.once and barred(table):
        return False
    return figure.further == any(one is not None and one.by == "onward" for one in table.made)


@check("over-blind-seat", watches=Post, when=_onward, only={Post: FOLLOWS})
def over_blind_seat(table: Table, act: Post, figure: OverBlindSeat) -> Iterator[Outcome]:
    """An over-blind at a table that has none, or by another than the player on the left of the last blind."""
    permitted = table.hand.setup.house.get("straddles")
    if permitted == "none":
        if not figure.further:
            yield breach(figure, act, f"{act.kind} at a table without straddles", "only where the table allows them")
        return
    if permitted is None and not figure.further and not figure.presumed:
        yield not_recorded(figure, "whether the table allows straddles")
    due = _next_blind(table)
    if due is None:
        yield not_recorded(figure, "the last blind")
    elif due.name != act.player:
        before = "last over-blind" if figure.further else "big blind"
        expected = f"only the first active player left of the {before} may straddle"
        money = straddled(table, act, table.blind or 0, 0)
        yield taken_by_room(table, figure, act, f"{act.kind} from {_place(table, act)}", expected, money)


def _place(table: Table, act: Post) -> str:
    seat = table.player(act.player, act).seat
    return "the button" if seat == table.buck else f"seat {seat}"


# ---- when ----


class LateWager(Figure):
    """Wagers that have to be made before the first card, or before their player looks at cards; and how grave it is."""

    kinds: tuple[str, ...]
    severity: Literal["breach", "irregularity"] = "breach"
    until: Literal["card", "look"] = "card"


def _of_kind(table: Table, act: Post, figure: LateWager) -> bool:
    if act.kind not in figure.kinds:
        return False
    return figure.until == "card" or any(isinstance(event, Deal | Looks) for event in table.hand.events)


@check("late-blind", watches=Post, when=_of_kind)
def late_blind(table: Table, act: Post, figure: LateWager) -> Iterable[Outcome]:
    """A blind put up after the first card, or after its player had looked at cards. It counts as it was made."""
    if not table.attempt.dealt:
        return ()
    severity = Severity[figure.severity.upper()]
    if figure.until == "look":
        if not _has_looked(table, act):
            return [not_recorded(figure, "whether the player had looked at cards")]
        late = f"{act.kind} put up after the player had looked at cards"
        return [fault(severity, figure, act, late, "before anybody looks")]
    return [fault(severity, figure, act, f"{act.kind} put up after the first card", "before any card is dealt")]


def _has_looked(table: Table, act: Post) -> bool:
    """Had the player looked at cards, or acted on them, before putting up this blind?"""
    before = [event for event in table.hand.events if event.line < act.line]
    return any(isinstance(event, Looks | Act) and event.player == act.player for event in before)


# ---- whose duty ----


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
    return {Post: POSTS[BLIND] | PROVIDED | (0 if duty.amounts else SEATED)}


@check("blind-duty", watches=(Post, Settled), when=_blind_or_none, only=_blinds)
def blind_duty(table: Table, event: Event, duty: BlindDuty) -> Iterable[Outcome]:
    """A blind put up by the wrong seat, or after the first card; of those a table declares, one of another amount.

    Where the log shows no blind at all, or not where the buck was, nobody is accused: the record lacks it.
    """
    if _declared(table.game):
        return _declared_amount(table, event, duty) if isinstance(event, Post) else _order(table, duty)
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


def _declared_amount(table: Table, act: Post, duty: Figure) -> list[Outcome]:
    """A blind that is not what the table declares, unless it is all that the player has."""
    assert table.forced is not None
    number, blinds = table.number, table.hand.setup.blinds
    if number < len(blinds) and table.forced.kind == BLIND and act.amount == blinds[number]:
        return []
    due = amounts(table, table.forced, number)
    if number == AFTER and blinds:
        return []  # one more than the table has: that of another player who was due for it
    if not due:
        return [not_recorded(duty, "the blinds of the table")]
    player = table.player(act.player, act)
    if act.amount == due[0] or (act.amount < due[0] and _whole(table, act)):
        return []
    if act.amount < due[0] and player.start is None:
        return [not_recorded(duty, "the player's stake")]
    observed = f"seat {player.seat} posted {money_text(act.amount)} of a {money_text(due[0])} blind"
    behind = f" with {money_text(player.stake - act.amount)} behind" if act.amount < due[0] else ""
    return [breach(duty, act, observed + behind, f"the blind is {money_text(due[0])}", money=abs(act.amount - due[0]))]


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
        entering -= _makers(table, BLIND)
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
