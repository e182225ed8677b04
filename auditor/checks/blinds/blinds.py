"""Checks of wagers before the cards: their amounts, and that they come before the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, fault, not_recorded
from auditor.auditing.engine.registry import On, check, never, on, on_each
from auditor.auditing.engine.situations import ALL_ANTED, AS_DUE, BY, FIRST_CARD, FOLLOWS, NO_ANTES, POSTS, PROVIDED
from auditor.checks.blinds.straddles import barred
from auditor.checks.support.cost_of_wager import straddled
from auditor.checks.support.omissions import omission
from auditor.replay.forced_bets.blinds_and_antes import AFTER, BLIND, amounts, last_blind
from auditor.replay.settlement.compute import Settled
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure, Forced
from auditor.vocabulary.events import Act, Deal, Event, Looks, Post
from auditor.vocabulary.findings import Severity
from auditor.vocabulary.log_words import LOOKS
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined, number, plural

# ---- amounts ----

OTHER_AMOUNT = "straddle-of-another-amount"
MEASURE = {"minimum": "the table minimum", "last": "the blind before it"}
DECLARED = {"ante": "the ante of the table", "bring-in": "the bring-in of the table"}


def _is_forced(state: HandState, act: Post, forced: Forced) -> bool:
    return state.forced is forced


def _posts_of(forced: Forced) -> On[Event]:
    """The wagers before the cards that a log calls by one of the figure's words."""
    return on_each((Post,), *[POSTS.get(kind, 0) | PROVIDED | BY[forced.by] for kind in forced.kinds])


def _of_right_amount(forced: Forced) -> On[Event]:
    """Where it is before the cards, and as much as it should be."""
    return on_each((Post,), *[POSTS.get(kind, 0) | FIRST_CARD | AS_DUE for kind in forced.kinds])


@check(
    "blind-amount",
    watches=Post,
    figure=Forced,
    when=_is_forced,
    call_only_at=_posts_of,
    clears_at=_of_right_amount,
    laid_to_record=True,
)
def blind_amount(state: HandState, act: Post, forced: Forced) -> Iterable[Outcome]:
    """A blind is none of the multiples of the table minimum that are allowed.

    A player whose whole stake is smaller puts it all up, which is no fault. Where the table declares its blinds, each
    is what it declares. The money is the distance to the nearest amount allowed. The blind stands as it was made, and
    later wagers are measured by it.
    """
    if forced.of == "declared":
        return declared_amount(state, act, forced)
    return _amount(state, act, forced)


def _ante_or_none(state: HandState, event: Event, forced: Forced) -> bool:
    if isinstance(event, Post):
        return _is_forced(state, event, forced)
    if not state.attempt.dealt or state.rounds[0].betting.form != forced.form:
        return False
    made = _makers(state, forced.kind)
    if not made and forced.of == "declared" and not amounts(state, forced):
        return False  # the table plays without
    return any(player.received and player.name not in made for player in state.players)


def _makers(state: HandState, kind: str) -> set[str]:
    """The names of the players who have made such a wager before the cards, as the record shows."""
    return {post.player for post in state.posts if post.kind == kind}


def _without(state: HandState, kind: str) -> list[Player]:
    """The players dealt in of whom the record shows no such wager."""
    made = _makers(state, kind)
    return [player for player in state.players if player.received and player.name not in made]


def _anted(forced: Forced) -> On[Event]:
    """Where everybody put up an ante, or the table plays without."""
    if forced.kind != "ante":
        return never()
    return on(Settled, ALL_ANTED, NO_ANTES) if forced.of == "declared" else on(Settled, ALL_ANTED)


@check(
    "ante-amount",
    watches=on(Post) | on(Settled),
    figure=Forced,
    when=_ante_or_none,
    call_only_at=_posts_of,
    moot_at=_anted,
    clears_at=_of_right_amount,
    laid_to_record=True,
)
def ante_amount(state: HandState, event: Event, forced: Forced) -> Iterable[Outcome]:
    """A player antes another amount than every player has to put in, or antes after the first card.

    A player with less antes all of it. The ante stands as it was made. Nothing is decided about players of whom the log
    shows no ante, unless somebody noted that they put up none.
    """
    if not isinstance(event, Post):
        without = [(player, omission(state, "ante", player.name)) for player in _without(state, forced.kind)]
        noted = [(player, note) for player, note in without if note is not None]
        if noted:
            due = min(amounts(state, forced), default=None)
            return [breach(forced, note, "no ante put up", "it was due", by=one.name, money=due) for one, note in noted]
        seats = [str(player.seat) for player, _ in without]
        return [not_recorded(forced, f"the ante of {plural(len(seats), 'seat')} {joined(seats)}")]
    if state.attempt.dealt:
        return [breach(forced, event, f"{forced.kind} after the first card", "before any card is dealt")]
    return _amount(state, event, forced)


def _amount(state: HandState, act: Post, forced: Forced) -> list[Outcome]:
    allowed = amounts(state, forced)
    if not allowed:
        return [not_recorded(forced, MEASURE.get(forced.of) or DECLARED.get(forced.kind, "the blinds of the table"))]
    made = _made(state, act, forced)
    if made in allowed or (_whole(state, act) and made < allowed[-1]):
        return []
    distance = min(abs(made - amount) for amount in allowed)
    where = f" at a {money_text(state.minimum)} table" if forced.of == "minimum" and state.minimum is not None else ""
    expected = _doubled(state, forced) or f"allowed {joined([money_text(one) for one in allowed], 'or')}"
    above = forced.by == "onward" and made > allowed[-1]
    money = straddled(state, act, allowed[-1], distance) if above else distance
    observed = f"{forced.kind} of {money_text(made)}{where}"
    practices = (OTHER_AMOUNT,) if forced.by == "onward" else ()
    return [breach(forced, act, observed, expected, money=money, practices=practices)]


def declared_amount(state: HandState, act: Post, figure: Figure) -> list[Outcome]:
    """The fault of a blind that is not what the table declares, unless it is all that the player has."""
    assert state.forced is not None
    number, blinds = state.blind_index, state.hand.setup.blinds
    if number < len(blinds) and state.forced.kind == BLIND and act.amount == blinds[number]:
        return []
    due = amounts(state, state.forced, number)
    if number == AFTER and blinds:
        return []  # one more than the table has: that of another player who was due for it
    if not due:
        return [not_recorded(figure, "the blinds of the table")]
    player = state.player(act.player, act)
    if act.amount == due[0] or (act.amount < due[0] and _whole(state, act)):
        return []
    if act.amount < due[0] and player.start is None:
        return [not_recorded(figure, "the player's stake")]
    observed = f"seat {player.seat} posted {money_text(act.amount)} of a {money_text(due[0])} blind"
    behind = f" with {money_text(player.stake - act.amount)} behind" if act.amount < due[0] else ""
    expected, distance = f"the blind is {money_text(due[0])}", abs(act.amount - due[0])
    return [breach(figure, act, observed + behind, expected, money=distance)]


def _made(state: HandState, act: Post, forced: Forced) -> int:
    """How large the wager is: a player who has a blind there already makes an over-blind by adding to it."""
    return act.amount + (state.player(act.player, act).put_in_round if forced.by == "onward" else 0)


def _whole(state: HandState, act: Post) -> bool:
    """Are these the last chips of the player?"""
    return act.all_in or act.amount >= state.player(act.player, act).stake


# ---- over-blinds ----


@check(
    "over-blind",
    watches=Post,
    figure=Forced,
    when=_is_forced,
    call_only_at=_posts_of,
    practices=(OTHER_AMOUNT,),
    offered=True,
)
def over_blind(state: HandState, act: Post, forced: Forced) -> Iterable[Outcome]:
    """An over-blind is not the right multiple of the blind before it, or comes after the first card.

    Where no seat is laid down for it, an over-blind out of the usual order, which is clockwise from the last blind, is
    an advisory. So are last chips that are less, where only one player may put it up and nothing provides for them. A
    room may let players straddle for what they like (the practice `straddle-of-another-amount`).
    """
    if state.attempt.dealt:
        late = breach(forced, act, f"{forced.kind} after the first card", "before any card is dealt")
        return [late] if forced.timed else ()
    if forced.once and barred(state):
        return ()  # there should be none at all
    found = _amount(state, act, forced)
    if found or forced.short == "allowed":
        return found
    return _short(state, act, forced) if forced.by == "onward" else _unusual(state, act, forced)


def _unusual(state: HandState, act: Post, forced: Forced) -> list[Outcome]:
    """An advisory on an over-blind out of the usual order, where the text lays down none."""
    due = _next_blind(state)
    if due is None or due.name == act.player:
        return []
    return [advisory(forced, act, f"{forced.kind} out of the usual order", f"seat {due.seat} comes next")]


def _next_blind(state: HandState) -> Player | None:
    """The player on whom a blind after the last one would fall; None where the record does not show the last one."""
    last = last_blind(state)
    return None if last is None else next((player for player in state.clockwise(last) if not player.out), None)


def _short(state: HandState, act: Post, forced: Forced) -> list[Outcome]:
    """An advisory on last chips that are less than an over-blind: nothing in the text provides for them."""
    least, made = amounts(state, forced), _made(state, act, forced)
    if made >= least[0]:
        return []
    observed = f"{forced.kind} of the last {money_text(made)}"
    return [advisory(forced, act, observed, _doubled(state, forced))]


def _doubled(state: HandState, forced: Forced) -> str:
    """What an over-blind is that only one player may put up, in words: `twice the big blind of $5 is $10`."""
    if forced.by != "onward" or state.blind is None:
        return ""
    times = "twice" if forced.multiples[0] == 2 else f"{number(forced.multiples[0])} times"
    before = "big blind" if state.blind == state.compulsory else "blind before it"
    return f"{times} the {before} of {money_text(state.blind)} is {money_text(forced.multiples[0] * state.blind)}"


class OverBlindSeat(Figure):
    """Whether the clause is about the first over-blind, for which the table must allow them, or about further ones."""

    further: bool = False
    presumed: bool = False  # are they allowed where the table says nothing?


def _onward(state: HandState, act: Post, figure: OverBlindSeat) -> bool:
    if state.forced is None or state.forced.by != "onward" or state.attempt.dealt:
        return False
    if state.forced.once and barred(state):
        return False
    return figure.further == any(one is not None and one.by == "onward" for one in state.post_figures)


OTHER_SEAT = "straddle-from-another-seat"


@check(
    "over-blind-seat",
    watches=Post,
    figure=OverBlindSeat,
    when=_onward,
    call_only_at=on(Post, FOLLOWS),
    practices=(OTHER_SEAT,),
    offered=True,
)
def over_blind_seat(state: HandState, act: Post, figure: OverBlindSeat) -> Iterator[Outcome]:
    """A player puts up an over-blind at a table that has none, or without sitting on the left of the last blind.

    A room that records play alone asks who wants to straddle, and takes no other straddle than it offers: there one
    from another seat is the practice `straddle-from-another-seat`, and at most an irregularity.
    """
    permitted = state.hand.setup.house.get("straddles")
    if permitted == "none":
        if not figure.further:
            yield breach(figure, act, f"{act.kind} at a table without straddles", "only where the table allows them")
        return
    if permitted is None and not figure.further and not figure.presumed:
        yield not_recorded(figure, "whether the table allows straddles")
    due = _next_blind(state)
    if due is None:
        yield not_recorded(figure, "the last blind")
    elif due.name != act.player:
        before = "last over-blind" if figure.further else "big blind"
        expected = f"only the first active player left of the {before} may straddle"
        money = straddled(state, act, state.blind or 0, 0)
        observed = f"{act.kind} from {_place(state, act)}"
        yield breach(figure, act, observed, expected, money=money, practices=(OTHER_SEAT,))


def _place(state: HandState, act: Post) -> str:
    seat = state.player(act.player, act).seat
    return "the button" if seat == state.buck else f"seat {seat}"


# ---- when ----


class LateWager(Figure):
    """Wagers that must come before the first card, or before their player looks at cards; how grave a late one is."""

    kinds: tuple[str, ...]
    severity: Literal["breach", "irregularity"] = "breach"
    until: Literal["card", "look"] = "card"


def _of_kind(state: HandState, act: Post, figure: LateWager) -> bool:
    if act.kind not in figure.kinds:
        return False
    return figure.until == "card" or not state.kinds.isdisjoint((Deal, Looks))


@check("late-blind", watches=Post, figure=LateWager, when=_of_kind)
def late_blind(state: HandState, act: Post, figure: LateWager) -> Iterable[Outcome]:
    """A player puts up a blind after the first card, or after looking at cards. The blind counts as it was made.

    A log that undertakes to record looks and notes none shows that the player had not looked.
    """
    if not state.attempt.dealt:
        return ()
    severity = Severity[figure.severity.upper()]
    if figure.until == "look":
        looked = _has_looked(state, act)
        if not looked:
            if looked is not None or LOOKS in state.hand.setup.records:
                return ()
            return [not_recorded(figure, "whether the player had looked at cards")]
        late = f"{act.kind} put up after the player had looked at cards"
        return [fault(severity, figure, act, late, "before anybody looks")]
    return [fault(severity, figure, act, f"{act.kind} put up after the first card", "before any card is dealt")]


def _has_looked(state: HandState, act: Post) -> bool | None:
    """Had the player looked at cards, or acted on them, before putting up this blind? None if nobody noted either."""
    found = (one for one in state.timeline.each_of(act.player, 0, Looks, Act) if one.line < act.line)
    looked = None
    for event in found:
        looked = isinstance(event, Act) or event.looked
        if looked:
            break
    return looked
