"""Faults of betting: sizes, turns, and acts that nobody may do."""

from __future__ import annotations

from histories.model import FIXED, Player
from histories.planting import BIG_BET, RECORD, fault
from histories.playing import MOST_RAISES, Play, Temper
from histories.writers.common import Format

FIXED_GAMES = ("holdem-fl", "stud-fl")
DEEP = Temper(many=True, short=0, all_in=0, folds=0.1)
SHORT = Temper(many=True, short=0.8, raises=0.5, all_in=0.3, folds=0.05)
CLOSED = ("round-closure", "no-reopening", "*act*", "raise-over", "turn-order", "out-of-turn-*", "first-actor")
WILD = Temper(many=True, short=0, raises=0.7, folds=0.02)


def _no_calls(written: Format, _game: str) -> str:
    return "" if written.calls else "a check and a call are one word, and no amount of a call is written"


def _no_increase(written: Format, _game: str) -> str:
    return "" if written.raises_by else "a raise is written with one amount"


def _others(play: Play, player: Player) -> list[Player]:
    return [one for one in play.live if one is not player and one.left > 0]


# ---- sizes ----


@fault("raise-under-minimum", "turn", "raise-size", games=BIG_BET, temper=DEEP)
def raise_under_minimum(play: Play, player: Player | None) -> str | None:
    """A raise of half of what it should be, with chips left."""
    assert player is not None
    total = play.level + play.quantum // 2
    if not play.level or not play.may_raise(player) or player.left <= total - player.bet + play.quantum:
        return None
    play.wager(player, total)
    return player.name


@fault("bet-under-minimum", "turn", "opening-wager", games=BIG_BET, temper=DEEP)
def bet_under_minimum(play: Play, player: Player | None) -> str | None:
    """A bet of half the big blind."""
    assert player is not None
    if play.level or not play.may_raise(player):
        return None
    play.wager(player, play.game.big // 2)
    return player.name


@fault("raise-not-reopened", "turn", "no-reopening", games=BIG_BET, temper=SHORT)
def raise_not_reopened(play: Play, player: Player | None) -> str | None:
    """Somebody who has acted raises after an all-in of less than a full raise."""
    assert player is not None
    closed = player.acted_at is not None and player.acted_at == play.fulls and play.level > player.bet
    total = play.least()
    if not closed or not _others(play, player) or total > min(play.most(player), player.bet + player.left - 1):
        return None
    play.wager(player, total)
    return player.name


@fault("raise-past-cap", "turn", "raise-cap", games=FIXED_GAMES, temper=WILD)
def raise_past_cap(play: Play, player: Player | None) -> str | None:
    """A fourth raise with three players in."""
    assert player is not None
    total = play.least()
    if play.raises != MOST_RAISES or len(_others(play, player)) < 2 or player.left <= total - player.bet:
        return None
    play.wager(player, total)
    return player.name


@fault("wrong-bet-size", "turn", "raise-size", "opening-wager", games=FIXED_GAMES, temper=DEEP)
def wrong_bet_size(play: Play, player: Player | None) -> str | None:
    """A bet or raise that is half as large again as it may be."""
    assert player is not None
    total = play.least() + play.game.bet(play.street.number) // 2
    if not play.may_raise(player) or player.left <= total - player.bet or len(play.street.acts) < 1:
        return None
    play.wager(player, total)
    play.meek = True
    return player.name


@fault("raise-above-the-pot", "turn", "pot-limit", games=("omaha-pl",), temper=DEEP)
def raise_above_the_pot(play: Play, player: Player | None) -> str | None:
    """A bet or raise of more than the pot."""
    assert player is not None
    total = play.most(player) + play.game.big * 2
    if not play.may_raise(player) or player.left <= total - player.bet:
        return None
    play.wager(player, total)
    return player.name


@fault(
    "wager-above-the-stack",
    "turn",
    "table-stakes",
    "record/overdrawn",
    "record/stakes-after",
    games=("holdem-nl", "tournament"),
    temper=SHORT,
)
def wager_above_the_stack(play: Play, player: Player | None) -> str | None:
    """A bet or raise with more chips than the player has, which somebody calls."""
    assert player is not None
    total = player.bet + player.left + play.game.big
    others = [one for one in _others(play, player) if one.bet + one.left > total]
    if not others or total < play.least() or not play.may_raise(player):
        return None
    play.wager(player, total)
    return player.name


@fault("raise-misstated", "turn", "record/raise-arithmetic", temper=DEEP, lacks=_no_increase)
def raise_misstated(play: Play, player: Player | None) -> str | None:
    """The increase that is written is not what the total comes to."""
    assert player is not None
    total = play.raise_total(player) if play.level and play.may_raise(player) else None
    if total is None:
        return None
    act = play.wager(player, total)
    act.by += 25 if play.hand.unit == 1 else 500
    return RECORD


# ---- calls and checks ----


@fault("check-facing-a-bet", "turn", "checking-after-wager", temper=DEEP, lacks=_no_calls)
def check_facing_a_bet(play: Play, player: Player | None) -> str | None:
    """A player who has to call checks instead, and stays in."""
    assert player is not None
    if play.level - player.bet <= 0 or player.bet or play.street.number == 0:
        return None
    play.note(player, "check")
    play.meek = True
    return player.name


@fault("call-too-little", "turn", "call-amount", "entry-amount", "under-call", temper=DEEP, lacks=_no_calls)
def call_too_little(play: Play, player: Player | None) -> str | None:
    """A call of half of what it takes, with chips left."""
    assert player is not None
    owed = play.level - player.bet
    amount = owed // 2 // play.hand.unit * play.hand.unit
    if amount <= 0 or player.left <= owed:
        return None
    play.call(player, amount)
    play.meek = True
    return player.name


@fault("call-too-much", "turn", "over-call", temper=DEEP, lacks=_no_calls)
def call_too_much(play: Play, player: Player | None) -> str | None:
    """A call of more than it takes."""
    assert player is not None
    owed = play.level - player.bet
    amount = owed + (play.game.big or play.game.bets[0]) // 2
    if owed <= 0 or player.left <= amount:
        return None
    play.call(player, amount)
    play.meek = True
    return player.name


# ---- turns ----


@fault(
    "act-out-of-turn",
    "turn",
    "turn-order",
    "out-of-turn-*",
    "first-actor",
    temper=Temper(many=True, short=0, folds=0.02),
)
def act_out_of_turn(play: Play, player: Player | None) -> str | None:
    """Somebody acts before the player whose turn it is, who then acts."""
    assert player is not None
    waiting = [one for one in play.pending if play.acts(one)]
    if not waiting or len(play.live) < 3:
        return None
    other = waiting[0]
    play.pending.remove(other)
    play.meek = True
    play.decide(other)
    play.decide(player)
    return other.name


@fault(
    "player-passed-over", "turn", "skipped-turn", "record/missing-act", temper=Temper(many=True, short=0, folds=0.02)
)
def player_passed_over(play: Play, player: Player | None) -> str | None:
    """A player gets no turn in a round in which the others check."""
    assert player is not None
    waiting = [one for one in play.pending if play.acts(one)]
    if play.level or not waiting or len(play.live) < 3 or play.street.number == 0:
        return None
    play.meek = True
    return f"{player.name}|{waiting[0].name}"


@fault("folded-player-acts", "turn", "acting-when-out", "record/act-after-fold", temper=Temper(many=True, short=0))
def folded_player_acts(play: Play, player: Player | None) -> str | None:
    """Somebody who folded in an earlier round checks or calls."""
    assert player is not None
    out = [one for one in play.hand.players if one.folded and one.bet == 0]
    earlier = {act.player.name for street in play.hand.streets[:-1] for act in street.acts if act.kind == "fold"}
    out = [one for one in out if one.name in earlier and one.left > play.level]
    if not out:
        return None
    other = out[0]
    if play.level:
        play.call(other)
    else:
        play.note(other, "check")
    play.decide(player)
    play.meek = True
    return other.name


@fault("raise-after-the-round", "street over", *CLOSED, temper=DEEP)
def raise_after_the_round(play: Play, _player: Player | None) -> str | None:
    """The player who bet and was called raises once more, and is called."""
    last = play.aggressor
    if last is None or not last.able or play.level == 0 or play.raises >= MOST_RAISES:
        return None
    callers = _others(play, last)
    total = play.least()
    if not callers or last.folded or min(one.left + one.bet for one in (*callers, last)) <= total + play.game.bet(3):
        return None
    if play.game.limit == FIXED and len(play.live) < 2:
        return None
    play.wager(last, total)
    for one in [one for one in play.hand.clockwise(last.seat) if one in callers]:
        play.call(one)
    return last.name


@fault("check-after-the-round", "street over", *CLOSED, temper=Temper(many=True, short=0, folds=0.02))
def check_after_the_round(play: Play, _player: Player | None) -> str | None:
    """Somebody checks once more after everybody has checked."""
    acts = play.street.acts
    if {act.kind for act in acts} != {"check"} or len(acts) < 3 or play.street.number == play.game.streets - 1:
        return None
    play.note(acts[-1].player, "check")
    return acts[-1].player.name
