"""The settlement of a hand: what each player was due, beside what the record says.

It rests on the recorded wagers. What only a report needs is worked out when somebody asks for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from auditor.replay.memo import Memo
from auditor.replay.settlement.commission import Group, PotDue, flat, groups_of
from auditor.replay.settlement.shares import Dues, Shares
from auditor.replay.settlement.showdown import Showdown
from auditor.replay.state import HandState, Player
from auditor.vocabulary.events import Event
from auditor.vocabulary.records import record_class


class Settlement(Shares):
    """The settlement of a hand as it should have been, beside what the record says.

    `state` tells how the hand ended: 'sole' (one player was left), 'showdown', 'folded' (no hand was valid, so the last
    player to fold wins), 'nobody' (the record leaves no winner), 'invalidated', or 'nothing' if no money was wagered.
    """

    __slots__ = (
        "_classes",
        "_decided_by",
        "_groups",
        "but_commission",
        "contested",
        "invalid",
        "lacks",
        "live",
        "memo",
        "mucked",
        "obliged",
        "obliged_players",
        "other_pots",
        "right",
        "showdown",
        "state",
    )

    def __init__(self, state: HandState) -> None:
        """Nothing worked out yet."""
        super().__init__(state)
        self.state = "nothing"
        self.live: list[Player] = []  # the players whose hands can win
        self.invalid: list[Player] = []  # players still in, but with a wrong number of cards
        self.mucked: list[Player] = []  # players still in whose hands were thrown away or are dead
        self.showdown: Showdown | None = None  # None if no hands had to be compared
        self.contested = False  # were hands laid open and compared, and does the record tell all of them?
        self.lacks: str | None = None  # what the record lacks to judge the payments
        self.right = True  # do the payments agree with what was due?
        self._groups: list[Group] | None = None
        self._classes: tuple[str, ...] | None = None
        self._decided_by: str | None = None
        self.memo: Memo = {}  # what functions have worked out about it
        self.obliged: str | None = None  # the part that came into play of the rule on hands that have to be bet
        self.obliged_players: list[Player] = []  # the players with such hands
        self.but_commission = False  # right, if the house took what is left over, of which nobody knows
        self.other_pots: list[PotDue] | None = None  # pots that are as right, where the rulebook leaves it open

    # ---- what a report prints ----

    @property
    def decided(self) -> bool:
        """Does the record tell who won every pot?"""
        return bool(self.pots) and all(pot.winners for pot in self.pots)

    @property
    def groups(self) -> list[Group]:
        """The pots in the groups on which commission is worked out, with what is due on each and what was taken."""
        if self._groups is None:
            scale = self.table.game.commission
            self._groups = groups_of(
                self.table, self.pots, "hand" if flat(self.table) else scale.group, scale.tie_scope
            )
            self._note_taken(self._groups)
        return self._groups

    @property
    def commission_due(self) -> int:
        """The commission that should have been taken from all pots."""
        return sum([group.due for group in self.groups])

    @property
    def due(self) -> Dues:
        """What each seat should have been paid after the commission that was taken; empty if nobody can tell."""
        if not self.decided:
            return {}
        return self.dues(self.awards)[0]

    def charging(self, dues: Sequence[int]) -> list[int]:
        """The commission of each pot, if so much is taken on each group of pots."""
        lawful = [0] * len(self.pots)
        for group, due in zip(self.groups, dues, strict=True):
            numbers = [n for n, pot in enumerate(self.pots) if any(pot is one for one in group.pots)]
            for n, share in zip(numbers, self._shared_out(due, numbers), strict=True):
                lawful[n] += share
        return lawful

    def words(self, player: Player, beside: Sequence[Player] = ()) -> str:
        """A player's hand in words, told from those `beside` it; empty if hands were not compared or it is unknown."""
        return self.showdown.words_beside(player, beside) if self.showdown is not None else ""

    def low_words(self, player: Player) -> str:
        """A player's low hand in words; empty if there is none."""
        return self.showdown.low_words(player) if self.showdown is not None else ""

    # ---- how the hands were decided ----

    @property
    def winning_classes(self) -> tuple[str, ...]:
        """The classes of the hands that won a pot by comparison."""
        if self._classes is None:
            self._classes = ()
            if self.contested and self.showdown is not None:
                best = [pot.winners[0] for pot in self.pots if pot.winners and len(pot.eligible) > 1]
                self._classes = tuple(dict.fromkeys([self.showdown.class_of(player) or "" for player in best]))
        return self._classes

    @property
    def decided_by(self) -> str:
        """What makes the best hand of the main pot better than the next: its 'class', its 'ranks' or 'kickers'."""
        if self._decided_by is None:
            self._decided_by = self._find_decisive() if self.contested else ""
        return self._decided_by

    def _find_decisive(self) -> str:
        showdown = self.showdown
        assert showdown is not None
        if showdown.lowest is not None:
            return "class"
        pot = next((pot for pot in self.pots if len(pot.eligible) > 1), self.pots[0])
        hands = [(showdown.strength(player) or 0, player.seat, player) for player in pot.eligible]
        order = sorted([hand for hand in hands if showdown.competes(hand[2])], reverse=True)
        if len(order) < 2 or showdown.class_of(order[0][2]) != showdown.class_of(order[1][2]):
            return "class"
        return "kickers" if showdown.same_within_class(order[0][2], order[1][2]) else "ranks"

    @property
    def called_player(self) -> Player | None:
        """The player whose last wager of the final betting round was called, if hands had to be shown after that.

        Somebody must have met that very wager: a player who tapped out against an earlier one did not call it.
        """
        table, betround = self.table, self.table.round
        if betround is None or betround.round is not table.rounds[-1] or table.over:
            return None
        maker = betround.last_raiser
        if maker is None or not maker.active or self.state in ("nothing", "invalidated"):
            return None
        for player in table.players:
            if (
                player.active
                and player is not maker
                and player.put_in_round > 0
                and player.level_at_last_act >= betround.highest
            ):
                return maker
        return None

    def _note_taken(self, groups: list[Group]) -> None:
        """Note what was taken on each group. On a share of a pot that is in several groups, nobody says how much."""
        if len(groups) == 1:
            groups[0].taken = self.taken
            return
        if (by_pot := self.taken_by_pot()) is None:
            return
        shared = Counter(id(pot) for group in groups for pot in group.pots)
        for group in groups:
            if all(shared[id(pot)] == 1 for pot in group.pots):
                group.taken = sum(by_pot[n] for n, pot in enumerate(self.pots) if any(pot is one for one in group.pots))


@record_class
class Settled(Event):
    """The hand is over, and what was due is worked out."""

    settlement: Settlement


@record_class
class Unsettled(Event):
    """The payments are not what was due, and the checks of the settlement have said all they have to say.

    A payment has one cause, and one check reports it. Where that check is not asked, because this record cannot show
    what its clause is about or because the moment is none of those that it watches, somebody has to tell of the money.
    """

    settlement: Settlement
    told: Callable[[], frozenset[str]]  # the checks that found something in the hand, or said what it lacks for them
