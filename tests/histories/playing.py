"""Plays random lawful hands. A fault may be planted at one of the moments of a hand, which is then played on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from play.common.ranking import deck, showing

from histories import settling
from histories.model import FIXED, OMAHA, POT_LIMIT, Act, Game, Hand, Player, Post, Street

NAMES = ("Ann", "Big C (host)", "Cam", "YesI antes $4000", "Eve", "pennyfolds", "wo_ooly :D")
MOST_RAISES = 3  # in a betting round: after a bet, or after the big blind
BOARD = (0, 3, 1, 1)
RANKS, SUITS = "23456789TJQKA", "cdhs"

Plant = Callable[["Play", "Player | None"], "str | None"]


@dataclass(frozen=True)
class Temper:
    """How the players of a hand are disposed."""

    folds: float = 0.2
    raises: float = 0.25
    all_in: float = 0.1
    short: float = 0.3  # how many have few chips
    many: bool = False  # at least three players
    straddle: bool = False
    tied: bool = False  # the board is likely to play


@dataclass
class Play:
    """A hand that is being played, with the state of its betting."""

    game: Game
    rng: random.Random
    temper: Temper
    hand: Hand
    fault: Plant | None = None
    at: str = ""
    culprit: str | None = None  # whom the planted fault is to be laid to, once it is planted
    deck: list[str] = field(default_factory=list)
    level: int = 0
    quantum: int = 0  # the last full bet or raise
    fulls: int = 0
    raises: int = 0
    aggressor: Player | None = None
    pending: list[Player] = field(default_factory=list)
    meek: bool = False  # from here on nobody raises

    # ---- the whole ----

    def run(self) -> Hand:
        """Play the hand to its end."""
        self._post_all()
        for number in range(self.game.streets):
            self._deal(number)
            self.plant("dealt")
            self._bet_round(number)
            self.plant("street over")
            if len(self.live) == 1:
                break
        self.finish()
        return self.hand

    def finish(self) -> None:
        """Show hands, settle, pay."""
        hand = self.hand
        if len(self.live) > 1:
            over = any(one.left == 0 for one in self.live)
            settling.show(hand, self._first_to_show(), self.rng, over)
        settling.settle(hand)
        self.plant("settled")

    def plant(self, at: str, player: Player | None = None) -> bool:
        """Is this the moment of the fault, and has it been planted? Then what was to happen has happened."""
        if self.fault is None or self.culprit is not None or self.at != at:
            return False
        self.culprit = self.fault(self, player)
        return self.culprit is not None

    @property
    def live(self) -> list[Player]:
        """Who has not folded."""
        return [one for one in self.hand.players if not one.folded]

    @property
    def street(self) -> Street:
        """The street that is being played."""
        return self.hand.streets[-1]

    # ---- before the cards ----

    def _post_all(self) -> None:
        hand, game = self.hand, self.game
        order = hand.clockwise()
        if game.ante:
            hand.posts += [Post(one, "ante", game.ante) for one in order]
        if not game.stud:
            small, big = (order[1], order[0]) if len(order) == 2 else order[:2]
            hand.posts += [Post(small, "small blind", game.small), Post(big, "big blind", game.big)]
            if self.temper.straddle and len(order) > 3:
                hand.posts.append(Post(order[2], "straddle", 2 * game.big))
                hand.straddled = True
            self.level = self.quantum = game.big * (2 if hand.straddled else 1)
        self.plant("posts")
        for post in hand.posts:
            self.put(post.player, post.amount, live=post.kind != "ante")
            post.all_in = post.player.left == 0

    def put(self, player: Player, amount: int, live: bool = True) -> None:
        """Chips go in."""
        player.put += amount
        player.bet += amount if live else 0
        player.dead += 0 if live else amount

    # ---- cards ----

    def _deal(self, number: int) -> None:
        hand, game = self.hand, self.game
        street = Street(number)
        hand.streets.append(street)
        if game.stud:
            self._deal_stud(street)
        elif number == 0:
            for player in hand.players:
                player.cards += [self.deck.pop() for _ in range(4 if game.kind == OMAHA else 2)]
        else:
            street.board += [self.deck.pop() for _ in range(BOARD[number])]

    def _deal_stud(self, street: Street) -> None:
        """Deal a street of stud, so that no two players are tied for the first act of it."""
        count = 3 if street.number == 0 else 1
        while True:
            self.rng.shuffle(self.deck)
            cards = iter(self.deck[::-1])
            street.dealt = {one.name: [next(cards) for _ in range(count)] for one in self.live}
            opens = [showing([*one.cards, *street.dealt[one.name]][2:6], 52) for one in self.live]
            if street.number in (0, 4) or opens.count(max(opens)) == 1:
                break
        del self.deck[len(self.deck) - count * len(self.live) :]
        for one in self.live:
            one.cards += street.dealt[one.name]

    # ---- betting ----

    def _bet_round(self, number: int) -> None:
        if number:
            for player in self.hand.players:
                player.bet, player.acted_at = 0, None
            self.level = self.fulls = self.raises = 0
            self.quantum, self.aggressor = self.game.bet(number), None
        first = self._opener(number)
        self.pending = self.hand.clockwise(first.seat - 1)
        if self.game.stud and number == 0 and not self.plant("bring-in", first):
            self.bring_in(first)
        while self.pending and len(self.live) > 1:
            player = self.pending.pop(0)
            if self.acts(player) and not self.plant("turn", player):
                self.decide(player)

    def acts(self, player: Player) -> bool:
        """Has the player anything to decide?"""
        others = [one for one in self.live if one is not player and one.left > 0]
        return player.able and (player.bet < self.level or bool(others))

    def _opener(self, number: int) -> Player:
        hand = self.hand
        if not self.game.stud:
            after = [post.player for post in hand.posts if post.kind in ("big blind", "straddle")]
            seat = after[-1].seat if number == 0 and after else hand.button
            if number == 0 and not after:
                seat = self.hand.clockwise()[1 % len(hand.players)].seat
            return hand.clockwise(seat)[0]
        if number == 0:
            return min(self.live, key=lambda one: (RANKS.index(one.cards[2][0]), SUITS.index(one.cards[2][1])))
        return max(self.live, key=lambda one: showing(one.face_up, 52))

    def bring_in(self, player: Player) -> None:
        """A player opens the betting of stud."""
        self.hand.posts.append(Post(player, "bring-in", self.game.bring_in))
        self.put(player, self.game.bring_in)
        self.level, self.quantum = self.game.bring_in, self.game.bets[0]
        self.pending.remove(player)

    def decide(self, player: Player) -> None:
        """Let a player act as the rules allow."""
        owed, mood = self.level - player.bet, self.rng.random()
        temper = self.temper
        if mood < temper.raises and not self.meek and self.may_raise(player):
            total = self.raise_total(player)
            if total is not None:
                self.wager(player, total)
                return
        if owed <= 0:
            self.note(player, "check")
        elif mood > 1 - temper.folds and self.level:
            self.fold(player)
        else:
            self.call(player)

    def may_raise(self, player: Player) -> bool:
        """May the player bet or raise, and has it a sense?"""
        others = [one for one in self.live if one is not player and one.left > 0]
        reopened = player.acted_at is None or player.acted_at < self.fulls
        return bool(others) and reopened and self.raises < MOST_RAISES + (self.level == 0)

    def least(self) -> int:
        """The total of the smallest full bet or raise."""
        if self.game.limit != FIXED:
            return self.level + self.quantum
        size = self.game.bet(self.street.number)
        if self.game.stud and self.level == self.game.bring_in:
            return size
        return self.level + size

    def most(self, player: Player) -> int:
        """The total of the largest bet or raise."""
        least = self.least()
        if self.game.limit == FIXED:
            return least
        if self.game.limit == POT_LIMIT:
            pot = sum(one.put for one in self.hand.players)
            return self.level + pot + self.level - player.bet
        return player.bet + player.left

    def raise_total(self, player: Player) -> int | None:
        """A lawful total for a bet or raise, if the player has the chips."""
        least, most, whole = self.least(), self.most(player), player.bet + player.left
        if whole < least:
            short = self.level and whole > self.level and self.game.limit != FIXED and whole <= most
            return whole if short and self.rng.random() < 0.5 else None
        if self.game.limit == FIXED:
            return least
        top = min(most, whole)
        if whole <= most and self.rng.random() < self.temper.all_in:
            return whole
        step = 5 if self.hand.unit == 1 else self.hand.unit
        wanted = self.rng.choice((least, least + self.quantum, least + self.quantum * 3 // 2, self.level * 3, top))
        wanted -= wanted % step
        return min(max(wanted, least), top)

    # ---- what players do ----

    def note(self, player: Player, kind: str, added: int = 0, by: int = 0) -> Act:
        """Put down an act."""
        act = Act(player, kind, added, player.bet, by, player.left == 0 and added > 0)
        self.street.acts.append(act)
        player.acted_at = self.fulls
        return act

    def fold(self, player: Player) -> None:
        """A player gives up."""
        player.folded = True
        self.note(player, "fold")

    def call(self, player: Player, amount: int | None = None) -> None:
        """A player calls, as far as the chips go, or with another amount."""
        added = min(self.level - player.bet, player.left) if amount is None else amount
        self.put(player, added)
        self.note(player, "call", added)

    def wager(self, player: Player, total: int) -> Act:
        """A player bets or raises to a total."""
        before, full = self.level, self.least()
        added = total - player.bet
        self.put(player, added)
        self.level = max(total, before)
        if total >= full:
            self.quantum = self.quantum if self.game.limit == FIXED else total - before
            self.fulls += 1
        if before:
            self.raises += 1
        completes = self.game.stud and self.street.number == 0 and before == self.game.bring_in
        if completes:
            self.raises = 0
        self.aggressor = player
        act = self.note(player, "raise" if before else "bet", added, total - before)
        self.pending = self.hand.clockwise(player.seat)[:-1]
        return act

    def _first_to_show(self) -> Player:
        last = self.aggressor
        if last is not None and not last.folded and len(self.hand.streets) == self.game.streets:
            return last
        if self.game.stud:
            return max(self.live, key=lambda one: showing(one.face_up, 52))
        return next(one for one in self.hand.clockwise() if not one.folded)


def start(
    number: int, game: Game, rng: random.Random, temper: Temper, unit: int, fault: Plant | None = None, at: str = ""
) -> Play:
    """A table with players, before anything is put up."""
    low, high = game.seats
    count = rng.randint(max(low, 3) if temper.many or temper.straddle else low, high)
    count = max(count, 4) if temper.straddle else count
    seats = sorted(rng.sample(range(1, 7), count))
    names = rng.sample(NAMES, count)
    least, most = game.stacks
    step = WHOLE_CHIP if game.tournament else 5
    players = []
    for seat, name in zip(seats, names, strict=True):
        top = min(most, least * 8) if rng.random() < temper.short else most
        players.append(Player(seat, name, rng.randint(least, top) // step * step))
    hand = Hand(number, game, players, rng.choice(seats), rng.choice(players), unit=unit)
    play = Play(game, rng, temper, hand, fault, at)
    play.deck = deck()
    rng.shuffle(play.deck)
    if temper.tied:
        _same_board(play)
    return play


WHOLE_CHIP = 100
PLAYS_ITSELF = ("Ah Kd Qc Js Ts", "8h 8d 8c 8s Ah", "Kh Kd Kc Qh Qd")


def _same_board(play: Play) -> None:
    """Put a board on the top of the deck after the players' cards which most hands cannot improve."""
    board = play.rng.choice(PLAYS_ITSELF).split()
    cards = [card for card in play.deck if card not in board]
    held = len(play.hand.players) * (4 if play.game.kind == OMAHA else 2)
    play.deck = [*cards[: len(cards) - held], *reversed(board), *cards[len(cards) - held :]]
