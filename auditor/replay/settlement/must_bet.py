"""A hand so good that its player had to bet it: what the player cannot win after a check or a mere call.

The pots are taken apart by what was wagered in the last betting round. What goes back to its owner becomes a pot of its
own that only this player can win, so that whatever other code does with pots is right for it too.
"""

from __future__ import annotations

from auditor.ranking.high_and_low import low_ranking
from auditor.replay.settlement.commission import PotDue
from auditor.replay.settlement.result import Settlement
from auditor.replay.settlement.showdown import Showdown, joker_of
from auditor.replay.state import HandState, Player
from auditor.rules.schema.showdown_figures import MustBet
from auditor.vocabulary.cards import Cards
from auditor.vocabulary.events import Call
from auditor.vocabulary.records import replace

CASES = ("checked", "called-short", "unknown", "tied", "beaten", "completed")
CHECKED, SHORT, UNKNOWN, TIED, BEATEN, COMPLETED = CASES


def obligation(state: HandState) -> MustBet | None:
    """The rule on hands that have to be bet, if it holds at this table and the last betting round was opened."""
    figure = state.game.must_bet
    if figure is None or not figure.required or (figure.limits and state.limit not in figure.limits):
        return None
    played = state.round is not None and state.round.round is state.rounds[-1] and state.round.opened
    return figure if played and figure.unless not in state.hand.setup.listed.get("features", ()) else None


def oblige(done: Settlement) -> None:
    """Give back what a hand that had to be bet cannot win, and note which part of the rule came into play."""
    figure = obligation(done.table)
    if figure is None or not done.decided:
        return
    cases = {player.seat: _case(done, player) for player in done.live if _must_bet(done, figure, player)}
    cases |= {player.seat: _unknown(_case(done, player)) for player in done.live if _hidden(done, player)}
    found = [case for case in CASES if case in cases.values()]
    if not found:
        return
    done.obliged = found[0]
    done.obliged_players = [player for player in done.live if cases.get(player.seat) == found[0]]
    if done.obliged == TIED:
        done.lacks = "whether a hand that ties is the best one"
        for pot in done.pots:
            pot.winners = None
    else:
        _give_back(done, figure, [one for one in done.live if cases.get(one.seat) in (CHECKED, SHORT, UNKNOWN)])


def _give_back(done: Settlement, figure: MustBet, players: list[Player]) -> None:
    """Take out of the pots what these players cannot win; where that is open, note the other answer too."""
    sure: dict[int, list[Player]] = {}  # by the winner's seat, the players whose wagers go back
    other: dict[int, list[Player]] = {}
    for player in players:
        everybody, after = list(done.table.players), _overcallers(done.table, player)
        late = figure.short_after_check if _called_short(done.table, player) else "void"
        first, second = (after, after) if not player.checked or late == "won" else (everybody, everybody)
        if player.checked and late == "either":
            second = after
        if not _hidden(done, player):
            sure[player.seat] = first
        other[player.seat] = second
    if other:
        pots = done.pots
        done.pots = _without(pots, sure)
        done.other_pots = _without(pots, other) if other != sure else None


def _hand(done: Settlement, player: Player) -> Cards | None:
    """The cards of a player, if known, even where all others threw theirs away and no hands were compared."""
    showdown = done.showdown or Showdown(done.table, done.live)
    return showdown.cards(player)


def _hidden(done: Settlement, player: Player) -> bool:
    """Is the hand of the only player left for the pot unknown, because it was not shown or the record lacks it?"""
    return done.showdown is None and (player.shown is None or _hand(done, player) is None)


def _unknown(case: str | None) -> str | None:
    """The part of the rule where the cards are not known: it may be that such a hand was checked or only called."""
    return UNKNOWN if case in (CHECKED, SHORT) else None


def _must_bet(done: Settlement, figure: MustBet, player: Player) -> bool:
    """Does the player hold a hand that has to be bet: no card above the rank, and no two of a rank?"""
    cards = _hand(done, player)
    order = low_ranking(figure.rank, True, False, False, joker_of(done.table))
    return cards is not None and order.strength(cards, (), None) is not None


def _case(done: Settlement, player: Player) -> str | None:
    """The part of the rule that is about what a player with such a hand did; None if none is."""
    table, betround = done.table, done.table.round
    assert betround is not None
    alone = any(pot.winners == (player,) for pot in done.pots)
    shares = any(player is one for pot in done.pots for one in pot.winners or ())
    if player.checked and (player.put_in_round or player.returned):
        tied = TIED if len(done.live) > 2 else None  # two players each get the same either way
        return CHECKED if alone else tied if shares else BEATEN
    if _called_short(table, player) and alone:
        return SHORT
    short = 2 * betround.opening < (betround.least or 0) <= betround.highest
    return COMPLETED if alone and short and player is betround.last_raiser else None


def _called_short(state: HandState, player: Player) -> bool:
    """Did the player only call last chips of less than half a bet that nobody raised?"""
    betround = state.round
    assert betround is not None
    short = betround.shortage == "less" and not betround.full_level
    return short and player is not betround.last_raiser and 0 < player.put_in_round == betround.highest


def _overcallers(state: HandState, player: Player) -> list[Player]:
    """The players who called after this player did."""
    callers = [event.player for event in state.hand.events if isinstance(event, Call)]
    last = {name: place for place, name in enumerate(callers)}
    mine = last.get(player.name, len(callers))
    return [one for one in state.players if one.put_in_round and one is not player and last.get(one.name, -1) > mine]


def _without(pots: list[PotDue], back: dict[int, list[Player]]) -> list[PotDue]:
    """The pots without the wagers of the last round that a winner cannot have; each of those becomes its own pot."""
    found: list[PotDue] = []
    returned: list[PotDue] = []
    below = 0
    for pot in pots:
        winners = pot.winners or ()
        owners = back.get(winners[0].seat, []) if len(winners) == 1 else []
        parts = [(one, _late_part(one, below, pot.level)) for one in owners]
        found.append(replace(pot, amount=pot.amount - sum(part for _, part in parts)) if parts else pot)
        returned += [PotDue(part, pot.level, (one,), (one,), (one,), back=True) for one, part in parts if part > 0]
        below = pot.level
    return found + returned


def _late_part(player: Player, below: int, level: int) -> int:
    """The part of a pot between two levels that a player put in during the last betting round."""
    return max(min(player.put_in_hand, level) - max(below, player.put_in_hand - player.put_in_round), 0)
