"""Kills, the blinds that raise the limits of a hand: who puts one up, what it should be, what it does to the limits.

A pot may oblige its winner to put up a kill in the next hand; what tells that is here too.
"""

from __future__ import annotations

from auditor.replay.forced_bets.blinds_and_antes import LIVE
from auditor.replay.state import HandState, Player
from auditor.rules.schema.figures import Kill
from auditor.vocabulary.events import Deal, Post
from auditor.vocabulary.hand import Setup
from auditor.vocabulary.records import field, record_class, value_class

WHOLE = 100  # per cent


def per_cent(kill: Kill, setup: Setup, post: Post | None) -> int:
    """The limits of a hand in per cent of the usual ones: as the table declares or, if not, as the amount shows."""
    if post is None:
        return WHOLE
    declared = [size for name, size in kill.sizes.items() if name in setup.listed.get("features", ())]
    if declared:
        return declared[0]
    big = setup.blinds[-1] if setup.blinds else 0
    alike = [size for size in kill.sizes.values() if big * size == post.amount * WHOLE]
    return alike[0] if alike else max(kill.sizes.values())


def kill_amounts(kill: Kill, setup: Setup) -> list[int]:
    """The amounts that a kill may have at a table; none where the log does not tell the big blind."""
    if not setup.blinds:
        return []
    declared = [size for name, size in kill.sizes.items() if name in setup.listed.get("features", ())]
    return sorted(setup.blinds[-1] * size // WHOLE for size in declared[:1] or kill.sizes.values())


def surplus(state: HandState, player: Player, post: Post) -> int:
    """What a kill and the player's own blind have above the right kill: it counts for nothing in the betting."""
    kill = state.game.kill
    allowed = kill_amounts(kill, state.hand.setup) if kill is not None else []
    if not allowed:
        return 0
    right = post.amount if post.amount in allowed else max(allowed[-1], post.amount)
    return max(player.put_in_round - right, 0)


def raised(state: HandState, amount: int | None) -> int | None:
    """A limit of the table as it is in this hand, raised by a kill or not."""
    kill = state.game.kill
    post = state.kill if kill is not None and amount is not None else None
    if kill is None or amount is None or post is None:
        return amount
    return amount * per_cent(kill, state.hand.setup, post) // WHOLE


def acts_last(state: HandState) -> Player | None:
    """The player who killed the pot after the first cards, and so acts after everybody else in the first round.

    It is nobody where the rulebook does not say so, and once all others or that player have acted.
    """
    kill, betround, post = state.game.kill, state.round, state.kill
    if post is None or kill is None or not kill.late_last or (betround is not None and betround.round.round_index):
        return None
    first = next((event.line for event in state.hand.events if type(event) is Deal), post.line)
    player = state.by_name[post.player]
    others = any(one is not player and one.able and one.level_at_last_act < 0 for one in state.players)
    return player if first < post.line and others and player.level_at_last_act < 0 else None


def began_left_of_kill(state: HandState, name: str) -> bool:
    """Does the player next after the kill begin, though it is another's turn?"""
    post, turn = state.kill, state.turn
    if post is None or turn is None or turn.name == name or state.skipped or state.absent:
        return False
    following = next((one for one in state.clockwise(state.by_name[post.player]) if one.able), None)
    return following is not None and following.name == name


@value_class
class Won:
    """What a pot tells of the duty to put up a kill: who won it, how large it was, what others had wagered in it."""

    winners: tuple[str, ...]  # empty where the record does not tell
    pot: int  # what was paid out and taken, without what nobody called
    net: int  # what was paid out of it
    wagered: int  # what others put in beside blinds, antes and kills, as far as the only winner could win it
    limits: tuple[int, int] | None  # the lower and the upper limit of the hand, raised by a kill or not
    base: tuple[int, int] | None  # the two limits as the table declares them


def won(state: HandState, paid: bool, uncalled: tuple[int | None, int]) -> Won | None:
    """What the session needs to know of a hand's pot, where the game has kills."""
    kill = state.game.kill
    if kill is None:
        return None
    taken = sum(pot.commission or 0 for pot in state.pots_taken)
    paid_back = sum(player.won for player in state.players) + taken >= state.pot
    seat, back = uncalled if paid_back else (None, 0)  # the payments may include what nobody called
    gains = {player.name: player.won - (back if player.seat == seat else 0) for player in state.players}
    winners = tuple(name for name, gain in gains.items() if gain > 0) if paid else ()
    net = sum(gains.values())
    return Won(winners, net + taken, net, _wagered(state, winners), _limits(state, True), _limits(state, False))


def _limits(state: HandState, as_raised: bool) -> tuple[int, int] | None:
    bets = [least for least, _ in state.hand.setup.bets if least]
    if not bets:
        return None
    lower, upper = min(bets), max(bets)
    kill = state.game.kill
    if not as_raised or kill is None:
        return lower, upper
    times = per_cent(kill, state.hand.setup, state.kill)
    return lower * times // WHOLE, upper * times // WHOLE


def _wagered(state: HandState, winners: tuple[str, ...]) -> int:
    """What others put in of their own will, no more from each than the only winner put in as well."""
    if len(winners) != 1:
        return 0
    most = state.by_name[winners[0]].put_in_hand
    forced = {player.name: 0 for player in state.players}
    for post in state.posts:
        forced[post.player] += post.amount if post.kind in LIVE or post.kind in ("ante", "dead") else 0
    others = [player for player in state.players if player.name != winners[0]]
    return sum(max(min(player.put_in_hand, most) - forced[player.name], 0) for player in others)


# ---- the duty to put one up ----


def declares_kills(kill: Kill, setup: Setup) -> bool:
    """Does a table declare kills that are somebody's duty? Before it does, no pot counts towards one."""
    features = setup.listed.get("features")
    return features is not None and any(name in features for name in kill.sizes)


@value_class
class KillDue:
    """A player who may have to put up a kill in the coming hand, and the reason."""

    name: str
    reason: str  # won 'two' pots running, or the second after being 'away'; had the kill and won 'again', or 'split'
    won: Won
    hand: str  # the number of the hand that it follows from


@record_class
class Legs:
    """Who won the last pot alone, as the kill button shows, and what follows for the next hand."""

    holder: str | None = None  # who has the kill button
    known: bool = False  # does the record tell who has it?
    away: set[str] = field(default_factory=set)  # the players who had it and were not dealt in since
    due: KillDue | None = None
    unsure: bool = False  # the winner may have had it before: the record does not tell
    neutral: str | None = None  # why nobody has it: the game is 'new', the winner 'left', or the pot was 'divided'
    last: Won | None = None  # what the last pot tells

    def begin(self) -> None:
        """Begin a game: nobody has the kill button."""
        self.forget()
        self.known, self.neutral = True, "new"

    def forget(self) -> None:
        """Give up what hands that are missing from the record may have changed."""
        self.holder, self.known, self.due, self.unsure, self.neutral, self.last = None, False, None, False, None, None
        self.away.clear()

    def left(self, name: str) -> None:
        """Take in that a player quits the game."""
        self.away.discard(name)
        if name == self.holder and self.due is None:
            self.holder, self.neutral = None, "left"

    def played(self, number: str, killer: str | None, dealt: set[str], won: Won) -> None:
        """Take in how a hand ended."""
        forced = self.due is not None and self.due.name == killer
        before, self.due, self.last, self.unsure, self.neutral = self.due, None, won, False, None
        if not won.winners:
            self.forget()
            return
        if self.holder is not None and self.holder not in dealt and (before is None or before.name != self.holder):
            self.away.add(self.holder)
            self.holder = None
        winner = won.winners[0]
        if len(won.winners) > 1:
            self._divided(number, killer if forced else None, won)
        elif forced and killer == winner:
            self.due = KillDue(winner, "again", won, number)
        elif winner == self.holder or winner in self.away:
            self.due = KillDue(winner, "away" if winner in self.away else "two", won, number)
        else:
            self.unsure = not self.known
        if len(won.winners) == 1:
            self.holder = winner
        self.known = True
        self.away -= dealt

    def _divided(self, number: str, killer: str | None, won: Won) -> None:
        """Take in that a pot was divided: the killer kills again, and nobody but its holder has the kill button."""
        if killer is not None and killer in won.winners:
            self.due, self.holder = KillDue(killer, "split", won, number), killer
        elif self.holder not in won.winners:
            self.neutral = "divided" if self.known else None
            self.holder = None
