"""Checks of wagers before the cards: their amounts, whose they are to put up, and that they come before the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.checks.outcomes import Outcome, advisory, breach, fault, irregularity, not_recorded
from auditor.checks.registry import check
from auditor.events import Deal, Event, Post
from auditor.findings import DEALER, Severity
from auditor.money import money_text
from auditor.replay.forced import amounts, dealt_in, last_blind, maker, number_of, poster, unposted
from auditor.replay.settle import Settled
from auditor.replay.table import Player, Table
from auditor.rules.figures import Figure, Forced
from auditor.wording import joined, ordinal, plural

# ---- amounts ----


def _is_forced(table: Table, act: Post, forced: Forced) -> bool:
    return table.forced is forced


@check("blind-amount", watches=Post, when=_is_forced)
def blind_amount(table: Table, act: Post, forced: Forced) -> Iterable[Outcome]:
    """A blind that is not one of the multiples of the table minimum.

    A player whose whole stake is smaller puts it all up; that is no fault. The money is the distance to the nearest
    amount allowed. The blind stands as it was made, and later wagers are measured by it.
    """
    return _amount(table, act, forced)


def _ante_or_none(table: Table, event: Event, forced: Forced) -> bool:
    if isinstance(event, Post):
        return _is_forced(table, event, forced)
    return table.rounds[0].betting.form == forced.form and table.attempt.dealt and bool(_without(table, forced.kind))


def _without(table: Table, kind: str) -> list[Player]:
    """The players dealt in of whom no such wager before the cards is on record."""
    made = {post.player for post in table.posts if post.kind == kind}
    return [player for player in table.players if player.received and player.name not in made]


@check("ante-amount", watches=(Post, Settled), when=_ante_or_none)
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
        return [not_recorded(forced, "the table minimum" if forced.of == "minimum" else "the blind before it")]
    if act.amount in allowed or (_whole(table, act) and act.amount < allowed[-1]):
        return []
    distance = min(abs(act.amount - amount) for amount in allowed)
    where = f" at a {money_text(table.minimum)} table" if forced.of == "minimum" and table.minimum is not None else ""
    expected = f"allowed {joined([money_text(one) for one in allowed], 'or')}"
    return [breach(forced, act, f"{forced.kind} of {money_text(act.amount)}{where}", expected, money=distance)]


def _whole(table: Table, act: Post) -> bool:
    """Are these the last chips of the player?"""
    return act.all_in or act.amount >= table.player(act.player, act).stake


# ---- over-blinds ----


@check("over-blind", watches=Post, when=_is_forced)
def over_blind(table: Table, act: Post, forced: Forced) -> Iterable[Outcome]:
    """An over-blind that is not allowed, not the multiple of the blind before it, or after the first card.

    It comes clockwise from the last blind. Where the text lays down no seat for it, one out of that order is pointed
    out. The last chips of a player may be less where the text has no seat for it, and are pointed out where it has one.
    """
    if table.attempt.dealt:
        late = breach(forced, act, f"{forced.kind} after the first card", "before any card is dealt")
        return [late] if forced.timed else ()
    if forced.by != "onward":
        return _amount(table, act, forced) or _unusual(table, act, forced)
    return list(_not_allowed(table, act, forced)) or _amount(table, act, forced) or _short(table, act, forced)


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


def _not_allowed(table: Table, act: Post, forced: Forced) -> Iterator[Outcome]:
    """An over-blind at a table that has none, or by another than the player on the left of the last blind."""
    permitted = table.hand.setup.house.get("straddles")
    if permitted == "none":
        yield breach(forced, act, f"{forced.kind} at a table without straddles", "only where the table allows them")
        return
    if permitted is None:
        yield not_recorded(forced, "whether the table allows straddles")
    due = _next_blind(table)
    if due is None:
        yield not_recorded(forced, "the last blind")
    elif due.name != act.player:
        first = all(one.kind == "blind" for one in table.posts if one.kind not in ("post", "dead"))
        before = "big blind" if first else "last over-blind"
        expected = f"only the first active player left of the {before} may straddle"
        yield breach(forced, act, f"{forced.kind} from {_place(table, act)}", expected)


def _short(table: Table, act: Post, forced: Forced) -> list[Outcome]:
    """Last chips that are less than an over-blind: nothing in the text provides for them."""
    least = amounts(table, forced)
    if not least or act.amount >= least[0]:
        return []
    observed = f"{forced.kind} of the last {money_text(act.amount)}"
    return [advisory(forced, act, observed, f"twice the blind before it is {money_text(least[0])}")]


def _place(table: Table, act: Post) -> str:
    seat = table.player(act.player, act).seat
    return "the button" if seat == table.buck else f"seat {seat}"


# ---- when ----


class LateWager(Figure):
    """Wagers that have to be made before the first card, and how grave it is if they are not."""

    kinds: tuple[str, ...]
    severity: Literal["breach", "irregularity"] = "breach"


def _of_kind(table: Table, act: Post, figure: LateWager) -> bool:
    return act.kind in figure.kinds


@check("late-blind", watches=Post, when=_of_kind)
def late_blind(table: Table, act: Post, figure: LateWager) -> Iterable[Outcome]:
    """A blind put up after the first card. It counts as it was made."""
    if not table.attempt.dealt:
        return ()
    severity = Severity[figure.severity.upper()]
    return [fault(severity, figure, act, f"{act.kind} put up after the first card", "before any card is dealt")]


# ---- whose duty ----


class BlindDuty(Figure):
    """Which of the blinds the clause makes somebody's duty, and in which form of betting.

    Of blinds that a table declares, also those that follow it, if so said.
    """

    number: int = 1
    further: bool = False
    form: str | None = None

    def covers(self, number: int) -> bool:
        """Is the blind of this number, from zero, one of those?"""
        return number >= self.number - 1 if self.further else number == self.number - 1


def _declared(table: Table) -> bool:
    """Does the game have the blinds that the table declares?"""
    return any(figure.by == "left" for figure in table.game.forced_by_kind.get("blind", ()))


def _blind_or_none(table: Table, event: Event, duty: BlindDuty) -> bool:
    if duty.form is not None and table.rounds[0].betting.form != duty.form:
        return False
    if _declared(table):
        if not isinstance(event, Post):
            return table.attempt.dealt
        return event.kind == "blind" and duty.covers(number_of(table, table.forced, event))
    figures = table.game.forced_by_kind.get("blind", ())
    if isinstance(event, Post):
        return event.kind == "blind" and table.forced is figures[duty.number - 1]
    missing = unposted(table) if any(post.kind == "blind" for post in table.posts) else figures
    return any(one is figures[duty.number - 1] for one in missing) and table.attempt.dealt and not table.attempts


@check("blind-duty", watches=(Post, Settled), when=_blind_or_none)
def blind_duty(table: Table, event: Event, duty: BlindDuty) -> Iterable[Outcome]:
    """A blind put up by the wrong seat, or after the first card; of those a table declares, one of another amount.

    Where the log shows no blind at all, or not where the buck was, nobody is accused: the record lacks it.
    """
    if _declared(table):
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


def _declared_amount(table: Table, act: Post, duty: BlindDuty) -> list[Outcome]:
    """A blind that is not what the table declares, unless it is all that the player has."""
    assert table.forced is not None
    due = amounts(table, table.forced, number_of(table, table.forced, act))
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

    Judged when all are up, in whatever order the log has them; the first that is out of place is told. Where the first
    player puts up the large blind and nobody the small one, the player due for that may have left: a clause of its own.
    """
    blinds = table.hand.setup.blinds
    if not blinds:
        return [not_recorded(duty, "the blinds of the table")] if duty.number == 1 else []
    if table.buck is None:
        return [not_recorded(duty, "the seat of the button")]
    players = [player for player in dealt_in(table) if _gets_cards(table, player)]
    if _without_small(table, players):
        return []
    for number in range(min(len(blinds), len(players))):
        made, due = poster(table, number), _due(table, players, number)
        if made is not None and due is not None and made is not due:
            return [_misplaced(table, duty, players, number, made, due)] if duty.covers(number) else []
    lacking = [n for n in range(min(len(blinds), len(players))) if poster(table, n) is None and duty.covers(n)]
    return [not_recorded(duty, f"the {ordinal(number + 1)} blind") for number in lacking[:1]]


def _without_small(table: Table, players: list[Player]) -> bool:
    """Did the first player put up the large blind, and nobody the small one?"""
    last = len(table.hand.setup.blinds) - 1
    return last > 0 and bool(players) and poster(table, 0) is None and poster(table, last) is players[0]


def _gets_cards(table: Table, player: Player) -> bool:
    """Is a player dealt in, as far as the log shows cards? Who is not has no blind to put up."""
    deal = next((event for event in table.hand.events if type(event) is Deal), None)
    return deal is None or player.received > 0 or player.put > 0


def _due(table: Table, players: list[Player], number: int) -> Player | None:
    """Whose duty a blind is: the player's after the one who put up the blind before it, or counted from the button."""
    before = poster(table, number - 1) if number else None
    if before is None:
        return players[number]
    place = next((n for n, player in enumerate(players) if player is before), None)
    return None if place is None else players[(place + 1) % len(players)]


def _misplaced(table: Table, duty: BlindDuty, players: list[Player], number: int, made: Player, due: Player) -> Outcome:
    post = table.posts[table.numbers.index(number)]
    which = f"the {ordinal(number + 1)} blind"
    if len(players) == 2 and number == 0 and made is table.designated:
        expected = "the player on its left has the first blind"
        return breach(duty, post, f"button posted {which} heads-up", expected, by=DEALER)
    after = "left of the button" if number == 0 else "left of the blind before"
    observed = f"seat {made.seat} posted {which}"
    return breach(duty, post, observed, f"seat {due.seat} is the first player dealt in {after}", by=DEALER)


# ---- coming in, and coming back ----


def _one_way(table: Table, act: Post, forced: Forced) -> bool:
    return table.forced is forced


@check("entry-post", watches=Post, when=_one_way)
def entry_post(table: Table, act: Post, forced: Forced) -> Iterable[Outcome]:
    """What a player puts up to come in or come back, live or dead, where the text is taken to want the other."""
    dead = act.kind == "dead"
    if forced.live == "as-recorded" or dead == (forced.live == "dead"):
        return ()
    how = "dead" if dead else "live"
    return [irregularity(forced, act, f"{how} blind put up to get cards", f"it is {forced.live}", by=DEALER)]
