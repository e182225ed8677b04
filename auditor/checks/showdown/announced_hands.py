"""What the dealer announced about the winning hand, compared with the cards."""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor.auditing.engine.outcomes import Outcome, advisory, fault, not_recorded
from auditor.checks.support.players import player_label
from auditor.replay.settlement.compute import Settlement
from auditor.replay.settlement.showdown import Showdown
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.cards import rank_plural
from auditor.vocabulary.events import Announced
from auditor.vocabulary.findings import DEALER, Severity
from auditor.vocabulary.spelling import nearest
from auditor.vocabulary.wording import escaped

# The words by which a hand is called, the longer ones first: a straight flush is no straight.
CALLED = {
    "royal flush": ("royal flush",),
    "straight flush": ("straight flush", "royal flush"),
    "four of a kind": ("four of a kind",),
    "quads": ("four of a kind",),
    "full house": ("full house",),
    "three of a kind": ("three of a kind",),
    "trips": ("three of a kind",),
    "two pairs": ("two pairs",),
    "two pair": ("two pairs",),
    "flush": ("flush",),
    "straight": ("straight",),
    "pair": ("pair",),
    "high card": ("odd cards",),
    "no pair": ("odd cards",),
}
WORDS = rf"\b(?:{'|'.join(CALLED)})\b"
CLASS_WORDS = {word for called in CALLED for word in called.split()}
RANKS = {rank_plural(rank) for rank in range(13)} | {"twos"}


def announced_wrongly(state: HandState, done: Settlement, figure: Figure, grade: Severity) -> Iterator[Outcome]:
    """The announcements that do not fit the cards, where the pots were paid as they had to be.

    Where a pot was paid wrongly, that is the fault, whatever was said before. Where the right player was paid and
    another one announced, the note may be wrong, and nobody is accused. Words that name no class of hands are not
    judged, nor is an announcement after which another hand was shown. Of several announcements the last one counts.
    A word that looks like one of a class and is none may be misspelt: `straight fllush` need be no straight.
    """
    announced = [one for one in state.announced if one.winners]
    if not done.right or not announced or _shown_after(state, announced[-1]):
        return
    last = announced[-1]
    unknown = _unknown_hand(state, done, last)
    if unknown is not None:
        yield not_recorded(figure, f"the cards of seat {unknown.seat}")
        return
    winners = [player for award in done.awards for player in award.players]
    for name in last.winners if winners else ():
        player = state.by_name.get(name)
        if player is not None and all(player is not one for one in winners):
            right = f"{player_label(winners[0])} had won and was paid, or the note is wrong"
            yield advisory(figure, last, f"{player_label(player)} announced as the winner", right, by=DEALER)
            return
    showdown, called = done.showdown, re.search(WORDS, (last.hand or "").lower())
    if showdown is None or called is None:
        return
    for player in [one for one in winners if one.name in last.winners]:
        if (wrong := _other_class(showdown, player, called[0])) is not None:
            if _misspelt(last.hand or ""):
                yield not_recorded(figure, "which hand was announced")
                return
            yield fault(
                grade,
                figure,
                last,
                f"hand of {player_label(player)} announced as '{escaped(last.hand or '', 40)}'",
                wrong,
                by=DEALER,
            )
            return


def _misspelt(called: str) -> bool:
    """May one of the words before the first comma be a misspelt word for a class of hands?"""
    words = re.findall(r"[^\W\d_]+", called.lower().split(",")[0])
    return any(word not in CLASS_WORDS | RANKS and nearest(word, CLASS_WORDS) for word in words)


def _shown_after(state: HandState, announced: Announced) -> bool:
    """Was a hand shown after the announcement? It may have changed who won."""
    return any((show.line, show.column) > (announced.line, announced.column) for show in state.shows)


def _other_class(showdown: Showdown, player: Player, called: str) -> str | None:
    """The player's hand in words, if it is of another class than it was called."""
    its = showdown.class_of(player)
    if its is None or its in CALLED[called] or showdown.lows is not None:
        return None
    return f"it was {showdown.words(player)}"


def _unknown_hand(state: HandState, done: Settlement, called: Announced) -> Player | None:
    """A player whose hand was announced, and whose cards the record lacks."""
    if called.hand is None or not re.search(WORDS, called.hand.lower()):
        return None
    players = [state.by_name[name] for name in called.winners if name in state.by_name]
    lacks = [one for one in players if done.showdown is None or done.showdown.strength(one) is None]
    return lacks[0] if lacks else None
