"""Checks of the opening that a card forces on one player: whose it is, how much, and a wrong one put right."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from auditor.auditing.engine.outcomes import Outcome, advisory, breach, irregularity, not_recorded
from auditor.auditing.engine.registry import check, on, on_each
from auditor.auditing.engine.situations import FIRST_ACT, UNOPENED
from auditor.checks.support.deal_so_far import deal_events_after
from auditor.replay.betting.lookahead import place_of
from auditor.replay.betting.openers import passes_on, showing, starters
from auditor.replay.forced_bets.blinds_and_antes import BRING_IN, amounts
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure, Forced
from auditor.vocabulary.cards import cards_text
from auditor.vocabulary.events import Act, Check, Event, Fold, Pass, Post, Returned
from auditor.vocabulary.findings import DEALER, REMEDIED
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import joined

# ---- whose it is ----


class BringIn(Figure):
    """Whether the clause is about the player whose card it is, or about one who stands in for a player without chips.

    A player who stands in need not open. The text leaves open whether such a player may check, which `checked` says.
    """

    stand_in: bool = False
    checked: Literal["advisory", "breach", "allowed"] = "breach"


QUIETLY: tuple[type[Act], ...] = (Fold, Check, Pass)
QUIET = on_each(QUIETLY, FIRST_ACT | UNOPENED)


def _due(state: HandState) -> tuple[tuple[Player, ...], str | None]:
    """Who has to bring in, and what the record lacks if it does not tell."""
    betround = state.round
    if betround is None or betround.round.round_index:
        return (), "the cards showing"
    return starters(state, betround.betting.opener)


def _brings_in(state: HandState, event: Event, figure: BringIn) -> bool:
    if isinstance(event, Post) and event.kind != BRING_IN:
        return False
    if state.round is not None and state.round.round.round_index:
        return False
    due, _ = _due(state)
    if not isinstance(event, Post) and (state.turn is None or state.turn.name != getattr(event, "player", "")):
        return False
    betround = state.round
    stands_in = bool(due) and betround is not None and passes_on(state, betround.betting.opener, due[0])
    return figure.stand_in == stands_in


@check(
    "bring-in-player",
    watches=on(Post) | QUIET,
    figure=BringIn,
    when=_brings_in,
    laid_to_record=True,
    answers=("dealer",),
)
def bring_in_player(state: HandState, event: Event, figure: BringIn) -> Iterable[Outcome]:
    """The wrong player makes the forced opening, or the one on whom it falls by the cards does not make it.

    The opening is put right until the next player has acted. After that it stands, and the player whose it was owes
    nothing. Later turns are counted from whoever made it.
    """
    if not isinstance(event, Post):
        return _not_made(event, figure)
    due, unknown = _due(state)
    if not due:
        return [not_recorded(figure, unknown)] if unknown is not None else ()
    player = state.player(event.player, event)
    if any(player is one for one in due):
        return ()
    observed = f"forced bet by {_shows(state, player)}"
    expected = f"due from {_shows(state, due[0])}"
    return [irregularity(figure, event, observed, f"{expected}; {_outcome(state, event)}", by=DEALER)]


def _not_made(event: Event, figure: BringIn) -> list[Outcome]:
    """The fault of a fold or check in place of the forced opening."""
    word = "folded" if isinstance(event, Fold) else "checked"
    if not figure.stand_in:
        return [breach(figure, event, f"{word} in place of the forced bet", "the forced bet or a full bet")]
    if isinstance(event, Fold) or figure.checked == "allowed":
        return []
    make_fault = advisory if figure.checked == "advisory" else breach
    return [
        make_fault(figure, event, "checked where nobody had made the forced bet", "fold, the forced bet or a full bet")
    ]


def _shows(state: HandState, player: Player) -> str:
    return f"seat {player.seat} ({cards_text(showing(state, player))})"


def _outcome(state: HandState, event: Post) -> str:
    """What became of a forced opening of the wrong player."""
    for each in deal_events_after(state, event, Returned, Act, Post):
        if isinstance(each, Returned) and each.player == event.player and each.amount == event.amount:
            return f"it was taken back, {REMEDIED}"
        if isinstance(each, Act):
            return "the next player acted, so it stands and the real one owes nothing"
        if isinstance(each, Post) and each.kind == BRING_IN:
            break
    return "it is taken back"


def _made_by_another(state: HandState, event: Event, figure: Figure) -> bool:
    """Did the wrong player open, so that this event puts it right or lets it stand?"""
    if state.round is None or state.round.round.round_index or (isinstance(event, Post) and event.kind != BRING_IN):
        return False
    return _wrong(state) is not None


def _wrong(state: HandState) -> Post | None:
    """The last forced opening, if it did not fall on the player who made it."""
    due, _ = _due(state)
    posts = [post for post in state.posts if post.kind == BRING_IN]
    if not due or not posts or any(posts[-1].player == one.name for one in due):
        return None
    if not state.by_name[posts[-1].player].able:
        return None  # it took the last chips: the player who stands in now need not have been due before
    return posts[-1]


@check(
    "bring-in-correction",
    watches=on(Post) | on(Act, FIRST_ACT),
    figure=Figure,
    when=_made_by_another,
    laid_to_record=True,
    answers=("dealer",),
)
def bring_in_correction(state: HandState, event: Post | Act, figure: Figure) -> Iterable[Outcome]:
    """The forced opening of a wrong player is put right too late, or is left in beside the right one.

    Until the next player has acted, the wrong player takes the chips back and the right one opens. After that the
    opening stands.
    """
    wrong = _wrong(state)
    if wrong is None or not isinstance(event, Post):
        return ()  # the next player acts: it stands
    seat = state.player(wrong.player, wrong).seat
    start, now = place_of(state, wrong) + 1, place_of(state, event)
    acted = next(state.timeline.each(start, now, Act), None)
    if acted is not None:
        seats = f"seat {state.player(acted.player, acted).seat}"
        observed = f"forced bet of seat {seat} put right after {seats} had acted"
        return [breach(figure, event, observed, "it stands", by=DEALER, evidence=(wrong, acted))]
    if not any(each.player == wrong.player for each in state.timeline.each(start, now, Returned)):
        observed = f"second forced bet made while that of seat {seat} was left in"
        expected = f"seat {seat} takes {money_text(wrong.amount)} back"
        return [breach(figure, event, observed, expected, by=DEALER, money=wrong.amount, evidence=(wrong,))]
    return ()


# ---- how much it is ----


def _is_forced(state: HandState, act: Post, forced: Forced) -> bool:
    return state.forced is forced


@check("bring-in-amount", watches=Post, figure=Forced, when=_is_forced, laid_to_record=True)
def bring_in_amount(state: HandState, act: Post, forced: Forced) -> Iterable[Outcome]:
    """A forced opening is neither what the table declares nor a full bet.

    A player with less wagers all of it. The money is the distance to the nearest amount allowed.
    """
    allowed = amounts(state, forced)
    if not allowed:
        return [not_recorded(forced, "the forced bet of the table")]
    player = state.player(act.player, act)
    if act.amount in allowed or ((act.all_in or act.amount >= player.stake) and act.amount < allowed[-1]):
        return []
    if player.start is None and act.amount < allowed[-1]:
        return [not_recorded(forced, "the player's stake")]
    distance = min(abs(act.amount - amount) for amount in allowed)
    expected = f"{joined([money_text(one) for one in allowed], 'or')}, less only with the last chips"
    return [breach(forced, act, f"forced bet of {money_text(act.amount)}", expected, money=distance)]
