"""Checks of the stakes that a room states after a hand, against its wagers and payments."""

from __future__ import annotations

from collections.abc import Iterable

from auditor.auditing.engine.outcomes import Outcome
from auditor.auditing.engine.registry import check, on
from auditor.auditing.engine.situations import NOTED
from auditor.checks.support.players import player_label
from auditor.checks.support.record_defects import defect
from auditor.replay.settlement.compute import Settled, Settlement
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.events import Counted
from auditor.vocabulary.money import money_text


def _all_counted(state: HandState, event: Settled, figure: Figure) -> bool:
    """Does the record state everybody's stake before and after the hand?"""
    if not any(player.counted is not None for player in state.players):
        return False
    return all(player.start is not None and player.counted is not None for player in state.players)


@check("record/stakes-after", watches=on(Settled, NOTED[Counted]), figure=Figure, when=_all_counted, record="play")
def stakes_after(state: HandState, event: Settled, figure: Figure) -> Iterable[Outcome]:
    """The stakes after a hand and the commission taken are together not what the stakes before it were.

    Only records of play are judged, such as an online room's. If the sums agree, each stake must be what wagers and
    payments leave that player. This is not judged where the pot is not the sum of the wagers, because then the wagers
    themselves are in doubt, nor where the payments are wrong.
    """
    done, counts = event.settlement, [one for one in state.hand.events if isinstance(one, Counted)]
    strange = [one for one in counts if one.amount != _left(done, state.player(one.player, one))]
    before = sum(player.start or 0 for player in state.players)
    after, taken = sum(player.counted or 0 for player in state.players), done.taken or 0
    off = after + taken - before
    if off:
        of = "stakes after the hand and commission" if taken else "stakes after the hand"
        observed = f"{of} come to {money_text(after + taken)}, {money_text(abs(off))} {'more' if off > 0 else 'less'}"
        expected = f"the stakes before it come to {money_text(before)}"
        at = (strange or counts)[0]
        return [defect(figure, at, f"{observed} than before it", expected, money=off, evidence=tuple(strange[1:]))]
    if done.miscounted or not done.right:
        return ()
    found = []
    for one in strange:
        player = state.player(one.player, one)
        observed = f"{player_label(player)} has {money_text(one.amount)} after the hand"
        expected = f"wagers and payments leave {money_text(_left(done, player))}"
        found.append(defect(figure, one, observed, expected, money=one.amount - _left(done, player)))
    return found


def _left(done: Settlement, player: Player) -> int:
    """What the wagers and payments on record leave a player after the hand."""
    back = done.uncalled if player is done.uncalled_to and not done.included else 0
    return player.accounted_for + back
