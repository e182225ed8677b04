"""What may have been left out of a draw: what a player gave up, kept or got, and that the deck was made up anew."""

from __future__ import annotations

from itertools import takewhile

from auditor.auditing.slips.gaps import Gaps, no_cards
from auditor.auditing.slips.slip import place_before
from auditor.replay.settlement.showdown import own_cards_in_the_end
from auditor.replay.state import Draw, HandState
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import UNKNOWN
from auditor.vocabulary.wording import escaped


def draws_begun(state: HandState) -> bool:
    """Is the game one with a draw, and has the betting before it begun?"""
    return state.rounds[-1].betting.draw and state.rounds_played > 0


def discards(gaps: Gaps, at: int) -> None:
    """What the player gave up who is dealt cards next."""
    for event in gaps.hand.events[at:]:
        if isinstance(event, e.Deal) and len(event.holdings) == 1:
            name, cards = event.holdings[0]
            for count in (len(cards), len(cards) + 1):
                what = f"what {escaped(name, 40)} gave up"
                gaps.insert(at, e.Discards(*place_before(gaps.hand, at), name, count, ()), what)
            return


def standing_pat(gaps: Gaps, state: HandState, at: int) -> None:
    """That a player keeps all cards, of whom the draw has nothing; or anybody, where draw follows draw."""
    events = gaps.hand.events
    draw = [*takewhile(_no_act, reversed(events[:at])), *takewhile(_no_act, events[at:])]
    drawn = {one.player for one in draw if isinstance(one, e.Discards)}
    for player in state.active if drawn else ():
        if player.name not in drawn or len(state.able) < 2:
            pat = e.Discards(*place_before(gaps.hand, at), player.name, 0, ())
            gaps.insert(at, pat, f"that {escaped(player.name, 40)} stood pat")


def cards_drawn(gaps: Gaps, state: HandState, draw: Draw, event: e.Event, at: int) -> None:
    """The cards for those that a player gave up, if none of them is noted, or none but the last."""
    turn = draw.waiting()
    if turn is None:
        return
    name = turn.player.name
    coming = [
        len(cards)
        for one in gaps.hand.events[at:]
        if isinstance(one, e.Deal)
        for to, cards in one.holdings
        if to == name
    ]
    whole = turn.count == own_cards_in_the_end(state)  # of which the last comes by itself
    if turn.owed < turn.count and not (whole and turn.owed == 1 and not coming):
        return
    rest = turn.owed - (sum(coming[:1]) if whole else 0)
    if isinstance(event, e.Deal) and event.holdings[0][0] == name and rest == turn.owed:
        return
    for count in (rest, rest - 1) if rest == turn.owed else (rest,):
        cards = ((turn.player.name, (UNKNOWN,) * count),)
        if count > 0:
            what = f"cards to {escaped(turn.player.name, 40)}"
            gaps.insert(at, e.Deal(*place_before(gaps.hand, at), cards), what)


def around_reshuffle(gaps: Gaps, draw: Draw, event: e.Event, at: int) -> None:
    """Cards dealt before the deck was made up anew, or that it was, where the last of them would be used."""
    turn, stub = draw.waiting(), draw.stub
    if stub is None or turn is None:
        return
    if isinstance(event, e.Reshuffled):
        if 0 < stub - 1 <= turn.owed:
            cards = ((turn.player.name, (UNKNOWN,) * (stub - 1)),)
            what = f"cards to {escaped(turn.player.name, 40)}"
            gaps.insert(at, e.Deal(*place_before(gaps.hand, at), cards), what)
    elif _count(event) >= stub:
        steps = [*takewhile(no_cards, reversed(gaps.hand.events[:at]))]
        before = at - len([*takewhile(lambda one: isinstance(one, e.Cut | e.Procedure), steps)])
        gaps.insert(before, e.Reshuffled(*place_before(gaps.hand, before), (), ()), "a reshuffle")


def _count(event: e.Event) -> int:
    """How many cards a line of a draw takes from the deck."""
    if isinstance(event, e.Deal):
        return sum([len(cards) for _, cards in event.holdings])
    return (len(event.cards) or 1) if isinstance(event, e.Burn) else 0


def _no_act(event: e.Event) -> bool:
    return not isinstance(event, e.Act)
