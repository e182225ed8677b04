"""Checks of blinds that raise the limits of a hand: their amounts and number, whose duty they are, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, session_check
from auditor.auditing.engine.situations import FIRST_ACT, FIRST_ROUND, LISTED, POSTS, UNKILLED
from auditor.replay.forced_bets.blinds_and_antes import BLIND, KILL
from auditor.replay.forced_bets.kills import KillDue, Won, began_left_of_kill, declares_kills, kill_amounts
from auditor.replay.session.hand_summary import HandPlayed
from auditor.replay.session.state import Session
from auditor.replay.state import HandState
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Act, Post
from auditor.vocabulary.findings import DEALER
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.log_words import POSTS as POSTED
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped, joined, number

# ---- amounts ----


class KillSize(Figure):
    """The feature by which a table declares this size of kill; are tables that declare none meant too?"""

    feature: str
    undeclared: bool = False


def _features(setup: Setup) -> tuple[str, ...]:
    return setup.listed.get("features", ())


def _of_size(state: HandState, act: Post, figure: KillSize) -> bool:
    if act.kind != KILL or state.game.kill is None:
        return False
    declared = [name for name in state.game.kill.sizes if name in _features(state.hand.setup)]
    return figure.feature == declared[0] if declared else figure.undeclared


@check("kill-amount", watches=Post, figure=KillSize, when=_of_size, call_only_at=on(Post, POSTS[KILL]))
def kill_amount(state: HandState, act: Post, figure: KillSize) -> Iterable[Outcome]:
    """A kill is not the multiple of the big blind that the table has.

    Where the table declares none, any multiple that the rulebook knows will do. A player with less puts up all of it.
    """
    assert state.game.kill is not None
    allowed = kill_amounts(state.game.kill, state.hand.setup)
    if not allowed:
        return [not_recorded(figure, "the blinds of the table")]
    player = state.player(act.player, act)
    own = act.amount + sum(post.amount for post in state.posts if post.player == act.player and post.kind == BLIND)
    if (
        act.amount in allowed
        or own in allowed
        or (act.amount < allowed[-1] and (act.all_in or act.amount >= player.stake))
    ):
        return ()
    distance = min(abs(act.amount - amount) for amount in allowed)
    big = money_text(state.hand.setup.blinds[-1])
    expected = f"{joined([money_text(one) for one in allowed], 'or')} with a big blind of {big}"
    return [breach(figure, act, f"kill of {money_text(act.amount)}", expected, money=distance)]


def _second(state: HandState, act: Post, figure: Figure) -> bool:
    return act.kind == KILL


@check("one-kill", watches=Post, figure=Figure, when=_second, call_only_at=on(Post, POSTS[KILL]))
def one_kill(state: HandState, act: Post, figure: Figure) -> Iterable[Outcome]:
    """A player puts up a second kill in a hand."""
    first = state.kill
    if first is None:
        return ()
    return [breach(figure, act, "second kill in one deal", "one is allowed", money=act.amount, evidence=(first,))]


class VoluntaryKill(Figure):
    """How many times the kill its player must have, and how many cards of any player make it too late."""

    times: int
    cards: int


def _after_cards(state: HandState, act: Post, figure: VoluntaryKill) -> bool:
    return act.kind == KILL and state.attempt.dealt


@check("voluntary-kill", watches=Post, figure=VoluntaryKill, when=_after_cards, call_only_at=on(Post, POSTS[KILL]))
def voluntary_kill(state: HandState, act: Post, figure: VoluntaryKill) -> Iterable[Outcome]:
    """A player kills the pot after the first cards with too small a stake, or too late."""
    player, least = state.player(act.player, act), figure.times * act.amount
    if any(one.received >= figure.cards for one in state.players):
        late = f"pot killed after a player had {number(figure.cards)} cards"
        return [breach(figure, act, late, f"not once anybody has {number(figure.cards)}")]
    if player.start is None:
        return [not_recorded(figure, "the player's stake")]
    if player.stake >= least:
        return ()
    observed = f"pot killed for {money_text(act.amount)} from a stake of {money_text(player.stake)}"
    expected = f"{number(figure.times)} times the kill is {money_text(least)}"
    return [breach(figure, act, observed, expected, money=least - player.stake)]


# ---- whose turn ----


def _killed_first_act(state: HandState, act: Act, figure: Figure) -> bool:
    return state.round is not None and state.round.round.round_index == 0 and state.kill is not None


@check(
    "kill-turn",
    watches=on(Act, FIRST_ACT),
    figure=Figure,
    when=_killed_first_act,
    call_only_at=on(Act, FIRST_ACT | FIRST_ROUND),
    moot_at=on(Act, UNKILLED),
    laid_to_record=True,
    answers=("dealer",),
)
def kill_turn(state: HandState, act: Act, figure: Figure) -> Iterable[Outcome]:
    """The first betting round begins on the left of the kill, as if that were the last blind."""
    turn = state.turn
    if turn is None or not began_left_of_kill(state, act.player):
        return ()
    observed = f"seat {state.player(act.player, act).seat} began the first betting round, left of the kill"
    return [irregularity(figure, act, observed, f"seat {turn.seat} acts first, the killer in turn", by=DEALER)]


# ---- whose duty ----


class KillDuty(Figure):
    """What makes a kill a player's duty or nobody's; and how large a pot, or what is won in it, has to be for it.

    `full_bet` says which limit is a full bet; `limit` and `pot` say by what and how the size of a pot is measured.
    """

    about: Literal["two", "away", "again", "split", "scoop", "absent", "small", "new", "left", "divided"]
    full_bet: Literal["lower", "upper"] = "lower"
    limit: Literal["base", "current"] = "base"
    pot: Literal["before", "after"] = "before"
    times: int = 5


LACKS = "who has won pots before, and how much"
OWN_WILL = "voluntary-kill"  # the feature of a table where anybody may kill a pot
NO_DUTY = ("new", "left", "divided", "small")  # what makes a kill nobody's duty


def _has_kills(session: Session, setup: Setup) -> bool:
    kill = session.rules.game.kill
    return kill is not None and declares_kills(kill, setup)


def _due(session: Session, figure: KillDuty) -> KillDue | None:
    """The player who may have to put up a kill for this reason."""
    legs = session.legs
    if session.rules.game.hi_lo is None:
        return legs.due
    won = legs.last
    alone = won is not None and len(won.winners) == 1
    return KillDue(won.winners[0], "scoop", won, "") if alone and won is not None else None


def _duty(session: Session, hand: HandPlayed, figure: KillDuty) -> bool:
    if not _has_kills(session, hand.setup) or not hand.dealt or hand.invalidated:
        return False
    if figure.about in NO_DUTY and OWN_WILL in _features(hand.setup):
        return False
    if figure.about in NEUTRAL:
        return session.rules.game.hi_lo is None and session.legs.neutral == figure.about
    due = _due(session, figure)
    if due is None:
        return figure.about == "two" and session.legs.unsure and session.rules.game.hi_lo is None
    seat = hand.seat_of(due.name)
    absent = seat is None or not seat.dealt
    if figure.about == "absent":
        return absent
    if figure.about == "small":
        return due.reason == "two" and _enough(due, figure) is False
    return due.reason == figure.about and not absent


def _enough(due: KillDue, figure: KillDuty) -> bool | None:
    """Is what was won enough for a duty? None where the record does not tell."""
    won = due.won
    if due.reason in ("again", "split"):
        return True
    limits = won.base if due.reason == "scoop" and figure.limit == "base" else won.limits
    if limits is None:
        return None
    if due.reason == "scoop":
        return (won.pot if figure.pot == "before" else won.net) >= figure.times * limits[1]
    return won.wagered >= limits[0 if figure.full_bet == "lower" else 1]


@session_check("kill-required", watches=on(HandPlayed, LISTED), figure=KillDuty, when=_duty)
def kill_required(session: Session, hand: HandPlayed, figure: KillDuty) -> Iterable[Outcome]:
    """A hand has no kill, although the winner of the pot before had to put one up.

    A kill that nobody had to put up may be of somebody's own will: it is at most an advisory. A log that does not
    undertake to record what is put up may lack the line.
    """
    if figure.about in NEUTRAL:
        return _uncalled_for(hand, figure, NEUTRAL[figure.about])
    due = _due(session, figure)
    if due is None or not session.follows(hand):
        return [not_recorded(figure, LACKS)]
    if figure.about == "small":
        return _uncalled_for(hand, figure, f"{money_text(due.won.wagered)} won beside the blinds is no full bet", due)
    enough = _enough(due, figure)
    if enough is None:
        return [not_recorded(figure, "the limits of the table")]
    kills = [post for post in hand.posted(due.name) if post.kind == KILL]
    if not enough or kills:
        return ()
    if POSTED not in hand.setup.records:
        return [not_recorded(figure, "whether a line was left out")]
    owed = next(iter(_amounts(session, hand)), None)
    return [breach(figure, hand, _failed(session, due, figure), "must kill this pot", by=due.name, money=owed)]


NEUTRAL = {
    "new": "it is the first hand of the game",
    "left": "the winner of the last pot has left the game",
    "divided": "the last pot was divided and nobody had a leg up",
}


def _uncalled_for(hand: HandPlayed, figure: KillDuty, why: str, due: KillDue | None = None) -> list[Outcome]:
    """An advisory on a kill that nobody had to put up."""
    kills = [post for _, post in hand.posts if post.kind == KILL and (due is None or post.player == due.name)]
    return [advisory(figure, kills[0], "kill that was not required", why)] if kills else []


def _amounts(session: Session, hand: HandPlayed) -> list[int]:
    kill = session.rules.game.kill
    return kill_amounts(kill, hand.setup) if kill is not None else []


def _failed(session: Session, due: KillDue, figure: KillDuty) -> str:
    """What the player who had to kill has done, in words."""
    before = session.previous
    seat = before.seat_of(due.name) if before is not None else None
    who = f"seat {seat.seat}" if seat is not None else escaped(due.name, 30)
    gone = ", not dealt in," if figure.about == "absent" else ""
    return f"{who}{gone} {_deed(due.won, due.reason, figure)} and did not kill"


def _deed(won: Won, reason: str, figure: KillDuty) -> str:
    if reason == "scoop":
        limits = won.base if figure.limit == "base" else won.limits
        upper = money_text(limits[1]) if limits is not None else "the upper limit"
        size = money_text(won.pot if figure.pot == "before" else won.net)
        return f"scooped {size}, {figure.times} times {upper} or more,"
    if reason == "again":
        return "had the kill and won again"
    if reason == "split":
        return "had the kill and split the pot"
    return f"won two pots running ({money_text(won.wagered)} from callers)"
