"""What the player to act may not do, and why: each act that is no option, with the clause that closes it.

What closes an act is asked of the same functions that `options` asks for what is open, so an act is one or the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from auditor.replay.betting.options import ACTS, Option, granted
from auditor.replay.betting.sizes import capped, ceilings_of, forfeited, may_raise, sizes_of, unit_of, wager_of
from auditor.replay.state import BettingRound, HandState, Player
from auditor.rules.schema.figures import Figure
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import value_class
from auditor.vocabulary.wording import number, plural


@value_class
class ClosedAct:
    """An act that is not open to the player to act, why in words, and the clause that says so."""

    act: str  # fold, check, call, open or raise
    why: str
    clause: str
    by_rule: bool = True  # is it closed by a rule? If not, by what the betting has come to: there is nothing to call


def closed(state: HandState, found: Sequence[Option]) -> list[ClosedAct]:
    """What is not open to the player whose turn it is, beside the options that were found."""
    betround, player = state.round, state.turn
    if betround is None or player is None:
        return []
    offered = {option.act for option in found}
    return [_closed(state, betround, player, act) for act in ACTS if act not in offered]


def _closed(state: HandState, betround: BettingRound, player: Player, act: str) -> ClosedAct:
    opening, checking, call = betround.wagering.opening, betround.betting.checking, betround.betting.call
    if opening is not None and opening.forced and not betround.opened and not betround.acts:
        return ClosedAct(act, "the first player has to open the betting", opening.clause)
    owing = betround.highest - player.put_in_round
    begun = betround.opened or betround.highest > 0
    if act == "open" and begun and (betround.opened or opening is None):
        return ClosedAct(act, "a wager has been made, so that another above it is a raise", call.clause, False)
    if act == "raise" and not betround.opened and (opening is not None or not begun):
        return ClosedAct(act, "nobody has opened the betting", (opening or call).clause, False)
    if act in ("open", "raise"):
        why, figure = _wager_closed(state, betround, player, act)
        return ClosedAct(act, why, figure.clause)
    if act == "call":
        why = "the highest total is met already" if begun else "nobody has made a wager"
        return ClosedAct(act, why, call.clause, False)
    if act == "check" and owing > 0:
        return ClosedAct(act, f"there is {money_text(owing)} to call", checking.clause, False)
    if act == "check" and not checking.allowed:
        return ClosedAct(act, "this betting round has no checks", checking.clause)
    return ClosedAct(act, "it is not offered to this player", (granted(state, act) or checking).clause)


def _wager_closed(state: HandState, betround: BettingRound, player: Player, act: str) -> tuple[str, Figure]:
    """What closes an opening or a raise, from what the player did to what the record lacks."""
    sizes, cap, reopening = sizes_of(betround, act), betround.wagering.raises, betround.wagering.reopening
    early, freeze = state.game.early, betround.freeze
    if forfeited(state, betround, player) and early is not None:
        return "this player checked out of turn", early
    if act == "raise" and cap is not None and capped(state, betround):
        made = betround.raises
        were = "was" if made == 1 else "were"
        return f"{number(made)} {plural(made, 'raise')} {were} made, at most {number(cap.most)}", cap
    if act == "raise" and reopening is not None and not may_raise(betround, player):
        return "since this player acted there has been no full raise, so the betting is not open again", reopening
    if freeze is not None:
        return "a communal card was shown early", freeze.figure
    if sizes is None:
        return "this betting round has no opening wager", betround.betting.call
    if unit_of(state, sizes) is None:
        return "the record does not tell what its size is measured by", sizes
    if act == "raise" and player.put_in_round + player.stake <= betround.highest:
        return "the call takes this player's last chips", betround.betting.call
    for figure, most in ceilings_of(state, wager_of(betround, player, act)):
        if most <= 0:
            return f"{figure.limits[0].replace('-', ' ')}: nothing may be added", figure
    return "it is not offered to this player", granted(state, act) or sizes
