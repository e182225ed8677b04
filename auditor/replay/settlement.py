"""The settlement of a hand: what was due to whom, beside what the record says.

It rests on the recorded wagers. Payments are measured after the recorded commission, so that a wrong commission is no
second fault of the payment. What only a report needs is worked out when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from math import comb
from typing import Any

from auditor.events import Event
from auditor.replay.commission import Group, PotDue, groups_of, lawful_fee
from auditor.replay.pots import divide, halve
from auditor.replay.showdown import Showdown
from auditor.replay.table import Player, Table

Winners = tuple[Player, ...]
Dues = dict[int, int]  # by seat
WAYS = 2000  # in which a commission may lie on several pots: a log cannot ask for endless ones


@dataclass(slots=True, frozen=True)
class Award:
    """Who wins a pot: the best hands and, where the pot is halved, the best low hands."""

    high: Winners
    low: Winners = ()

    @property
    def players(self) -> Winners:
        """All of them, each once."""
        return (*self.high, *[player for player in self.low if not any(player is one for one in self.high)])

    @property
    def seats(self) -> tuple[tuple[int, ...], ...]:
        """Their seats: awards with the same ones go to the same players."""
        return tuple([player.seat for player in self.high]), tuple([player.seat for player in self.low])


class Settlement:
    """The settlement of a hand as it should have been, beside what the record says.

    `state` tells how the hand ended: 'sole' (one player left), 'showdown', 'folded' (no hand was valid, so the last to
    fold wins), 'nobody' (the record leaves no winner), 'invalidated', or 'nothing' where no money was wagered.
    """

    __slots__ = (
        "_classes",
        "_decided_by",
        "_groups",
        "called",
        "contested",
        "counted",
        "explained",
        "fees",
        "included",
        "invalid",
        "live",
        "missing",
        "mucked",
        "paid",
        "pots",
        "right",
        "showdown",
        "state",
        "table",
        "taken",
        "uncalled",
        "uncalled_to",
    )

    def __init__(self, table: Table) -> None:
        """Nothing worked out yet."""
        self.table = table
        self.state = "nothing"
        self.called = 0  # the money of all pots
        self.uncalled = 0  # the part of the largest wager that nobody matched, which goes back
        self.uncalled_to: Player | None = None
        self.live: list[Player] = []  # whose hands can win
        self.invalid: list[Player] = []  # still in, but with a wrong number of cards
        self.mucked: list[Player] = []  # still in, but without cards
        self.pots: list[PotDue] = []
        self.showdown: Showdown | None = None  # where hands had to be compared
        self.contested = False  # were hands laid open and compared, and does the record tell all of them?
        self.missing: str | None = None  # what the record lacks for the payments to be judged
        self.counted: int | None = None  # all pots, as the log counts them
        self.taken: int | None = None  # the commission, as the log has it
        self.paid = 0  # all that players were paid
        self.included = False  # were players paid uncalled money together with the pot?
        self.right = True  # do the payments agree with what was due?
        self._groups: list[Group] | None = None
        self._classes: tuple[str, ...] | None = None
        self._decided_by: str | None = None
        self.explained: Any = None  # what the checks made of payments that are not right
        self.fees: Any = None  # what the checks made of the commission

    # ---- what a report prints ----

    @property
    def decided(self) -> bool:
        """Does the record tell who won every pot?"""
        return bool(self.pots) and all(pot.winners for pot in self.pots)

    @property
    def groups(self) -> list[Group]:
        """The pots as commission is worked out on them, with what is due on each group and what was taken."""
        if self._groups is None:
            scale = self.table.game.commission
            self._groups = groups_of(self.table, self.pots, scale.group, scale.tie_scope)
            self._note_taken(self._groups)
        return self._groups

    @property
    def commission_due(self) -> int:
        """The commission that should have been taken from all pots."""
        return sum([group.due for group in self.groups])

    @property
    def due(self) -> Dues:
        """What each player should have been paid by seat, after the commission taken; empty if nobody can tell."""
        if not self.decided:
            return {}
        return self.dues(self.awards)[0]

    @property
    def awards(self) -> list[Award]:
        """Who wins each pot, as far as the record tells."""
        return [Award(pot.winners or (), pot.low) for pot in self.pots]

    @property
    def rightful(self) -> Dues:
        """What each player should have been paid by seat, had the right commission been taken; empty if unknown."""
        if not self.decided or self.table.game.commission.group == "per-player":
            return self.due
        lawful = [0] * len(self.pots)
        for group in self.groups:
            numbers = [n for n, pot in enumerate(self.pots) if any(pot is one for one in group.pots)]
            for n, share in zip(numbers, self._shared_out(group.due, numbers), strict=True):
                lawful[n] += share
        return self.dues(self.awards, lawful)[0]

    @property
    def payments(self) -> Dues:
        """What each player was paid, by seat."""
        return {player.seat: player.won for player in self.table.players if player.won}

    @property
    def differences(self) -> Dues:
        """Paid less due, by seat, where the two differ."""
        due, paid = self.due, self.payments
        if not self.table.wins or not due:
            return {}
        both = {seat: paid.get(seat, 0) - due.get(seat, 0) for seat in sorted({*due, *paid})}
        return {seat: amount for seat, amount in both.items() if amount}

    def words(self, player: Player) -> str:
        """A player's hand in words, where hands were compared and it is known."""
        return self.showdown.words(player) if self.showdown is not None else ""

    def low_words(self, player: Player) -> str:
        """A player's low hand in words, if there is one."""
        return self.showdown.low_words(player) if self.showdown is not None else ""

    # ---- how the hands were decided ----

    @property
    def winning_classes(self) -> tuple[str, ...]:
        """The classes of the hands that win a pot for which hands were compared."""
        if self._classes is None:
            self._classes = ()
            if self.contested and self.showdown is not None:
                best = [pot.winners[0] for pot in self.pots if pot.winners and len(pot.eligible) > 1]
                self._classes = tuple(dict.fromkeys([self.showdown.class_of(player) or "" for player in best]))
        return self._classes

    @property
    def decided_by(self) -> str:
        """What sets the best hand of the main pot apart from the next: its 'class', its 'ranks' or 'kickers'."""
        if self._decided_by is None:
            self._decided_by = self._find_decisive() if self.contested else ""
        return self._decided_by

    def _find_decisive(self) -> str:
        showdown = self.showdown
        assert showdown is not None
        pot = next((pot for pot in self.pots if len(pot.eligible) > 1), self.pots[0])
        hands = [(showdown.strength(player) or 0, player.seat, player) for player in pot.eligible]
        order = sorted([hand for hand in hands if showdown.competes(hand[2])], reverse=True)
        if len(order) < 2 or showdown.class_of(order[0][2]) != showdown.class_of(order[1][2]):
            return "class"
        return "kickers" if showdown.same_within_class(order[0][2], order[1][2]) else "ranks"

    @property
    def called_player(self) -> Player | None:
        """The player whose last wager of the final betting round was called, if hands were to be shown after that.

        Somebody must have met that very wager: one who tapped out against an earlier one did not call it.
        """
        table, betround = self.table, self.table.round
        if betround is None or betround.round is not table.rounds[-1] or table.over:
            return None
        maker = betround.last_raiser
        if maker is None or not maker.active or self.state in ("nothing", "invalidated"):
            return None
        for player in table.players:
            if player.active and player is not maker and player.total > 0 and player.acted >= betround.highest:
                return maker
        return None

    # ---- dues ----

    @property
    def unit(self) -> int:
        """What pots are divided in: so much money or, where chips decide, the lowest chip that the table declares."""
        unit, chip = self.table.game.division.unit, self.table.hand.setup.chip
        return unit if unit != "chip" else chip or 1

    @property
    def expected_gross(self) -> int:
        """What payments and commission together should come to."""
        return self.called + (self.uncalled if self.included else 0)

    @property
    def commission_out(self) -> int:
        """The commission that left the pots: as recorded or, where it is not, what the payments leave over."""
        if self.taken is not None:
            return self.taken
        return max(self.expected_gross - self.paid, 0)

    @property
    def balanced(self) -> bool:
        """Do payments and commission come to what was wagered?"""
        if self.taken is None:
            return self.paid <= self.expected_gross
        return self.paid + self.taken == self.expected_gross

    @property
    def miscounted(self) -> bool:
        """Is the pot that the log counts another than the wagers it records?

        It may have been counted before uncalled money was handed back.
        """
        if self.counted is None or self.counted in (self.called, self.called + self.uncalled):
            return False
        back = [player.returned for player in self.table.players]
        return self.counted - self.called not in (*back, sum(back))

    @property
    def vague(self) -> str | None:
        """What the record lacks for the shares of the winners to be judged, if it lacks anything."""
        shared = [award for award in self.awards if len(award.players) > 1]
        if shared and self.table.game.division.unit == "chip" and self.table.hand.setup.chip is None:
            return "the lowest chip in play"
        return None if self._ways() <= WAYS else "the commission of each pot"

    def dues(self, awards: Sequence[Award], commissions: list[int] | None = None) -> list[Dues]:
        """What each player is due if the pots go to these players; several answers where several are in order.

        The commission of each pot is the one that was taken, unless another is given.

        Pots of the same winners may be divided together if the rulebook does not say that each is divided by itself.
        Where nobody knows the buck, the odd money may begin with any of the winners.
        """
        groups: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for number, award in enumerate(awards):
            groups.setdefault(award.seats, []).append(number)
        same = list(groups.values())
        found = []
        for taken in [commissions] if commissions is not None else self._allotments(awards, same):
            parts = same if self.table.game.division.pooled else [[number] for number in range(len(awards))]
            answers = [
                self._divisions(awards[numbers[0]], [self.pots[n].amount for n in numbers], [taken[n] for n in numbers])
                for numbers in parts
            ]
            found += [self._together(choice) for choice in product(*answers)]
        return found

    def pays(self, awards: Sequence[Award]) -> bool:
        """Are the payments what was due if the pots went to these players?"""
        payments = self.payments
        return any({seat: amount for seat, amount in due.items() if amount} == payments for due in self.dues(awards))

    def _allotments(self, awards: Sequence[Award], groups: list[list[int]]) -> Iterator[list[int]]:
        """The commission of each pot, in every way it may lie on them where nothing says how it does."""
        usual = self._allotted([award.high for award in awards], groups)
        yield usual
        if 1 < self._ways() <= WAYS:
            rest = self.commission_out % self.unit
            for shares in _spread(self.commission_out // self.unit, len(self.pots)):
                yield [share * self.unit + (rest if not n else 0) for n, share in enumerate(shares)]

    def _ways(self) -> int:
        """In how many ways the commission may lie on the pots."""
        if len(self.pots) < 2 or self.table.game.commission.allocation != "any" or self.taken_by_pot() is not None:
            return 1
        steps, more = self.commission_out // self.unit, len(self.pots) - 1
        return comb(steps + more, more)

    def _together(self, parts: Sequence[Dues]) -> Dues:
        due: Dues = {}
        for part in parts:
            for seat, amount in part.items():
                due[seat] = due.get(seat, 0) + amount
        if self.included and self.uncalled_to is not None:
            seat = self.uncalled_to.seat
            due[seat] = due.get(seat, 0) + self.uncalled
        return due

    def _divisions(self, award: Award, amounts: list[int], taken: list[int]) -> list[Dues]:
        """What pots of the same winners give each: divided together, one by one, or all commission off the largest."""
        commission = sum(taken)
        total = sum(amounts) - commission
        if len(award.players) == 1:
            return [{award.players[0].seat: total}]
        ways = [[total]]
        if len(amounts) > 1:
            largest = amounts.index(max(amounts))
            ways.append([amount - off for amount, off in zip(amounts, taken, strict=True)])
            ways.append([amount - (commission if n == largest else 0) for n, amount in enumerate(amounts)])
        answers: list[Dues] = []
        for nets, order in product(ways, self.orders(award.players)):
            parts = [self.portions(award, net, order) for net in nets]
            answers.append({seat: sum([part.get(seat, 0) for part in parts]) for seat in order})
        return answers

    def orders(self, winners: Winners) -> list[list[int]]:
        """The seats in the order in which odd money goes to them; wherever it may begin if nobody knows the buck."""
        table = self.table
        near = table.left_of_buck() if table.game.division.nearest == "after-buck" else []
        order = [player.seat for player in near if any(player is one for one in winners)]
        order = order or [player.seat for player in sorted(winners, key=table.distance)]
        if table.buck is not None:
            return [order]
        return [order[n:] + order[:n] for n in range(len(order))]

    def portions(self, award: Award, net: int, order: Sequence[int]) -> Dues:
        """What a pot gives each of its winners: the low hands a half if there are any, the rest to the high hands."""
        whole = self.table.game.division.rest == "one"
        high, low = halve(net, self.unit) if award.low else (net, 0)
        due: Dues = {}
        for amount, winners in ((high, award.high), (low, award.low)):
            seats = [seat for seat in order if any(player.seat == seat for player in winners)]
            for seat, share in divide(amount, seats, self.unit, whole).items():
                due[seat] = due.get(seat, 0) + share
        return due

    def _allotted(self, winners: Sequence[Winners], groups: list[list[int]]) -> list[int]:
        """The commission of each pot: as recorded or, if only in total, by dues, any difference off the largest pot."""
        by_pot = self.taken_by_pot()
        if by_pot is not None:
            return by_pot
        amounts = [pot.amount for pot in self.pots]
        if self.table.game.commission.allocation != "dues":
            return self._shared_out(self.commission_out, range(len(amounts)))
        shares = [0] * len(amounts)
        for numbers in groups:
            bearing = [n for n in numbers if not 1 < len(winners[n]) == len(self.pots[n].contributors)]
            due = lawful_fee(self.table, sum([amounts[n] for n in bearing]))
            bearing.sort(key=lambda n: amounts[n])
            for n in bearing:
                shares[n] = due if n == bearing[-1] else min(lawful_fee(self.table, amounts[n]), due)
                due -= shares[n]
        shares[amounts.index(max(amounts))] += self.commission_out - sum(shares)
        return shares

    def _shared_out(self, commission: int, numbers: Sequence[int]) -> list[int]:
        """A commission on these pots: off the largest, off the first, or off each in its proportion."""
        amounts = [self.pots[n].amount for n in numbers]
        first, total = amounts.index(max(amounts)), sum(amounts)
        shares = [0] * len(amounts)
        match self.table.game.commission.allocation:
            case "main-first":
                first = 0
            case "any" | "proportional":
                shares = [commission * amount // total // self.unit * self.unit for amount in amounts]
        shares[first] += commission - sum(shares)
        return shares

    def taken_by_pot(self) -> list[int] | None:
        """The commission the log has for each pot, if its pots are those that there were."""
        lines = sorted([line for line in self.table.pots_taken if line.pot is not None], key=lambda line: line.pot or 0)
        if not lines or len(lines) != len(self.pots) or any(line.commission is None for line in lines):
            return None
        amounts = [line.amount for line in lines]
        expected = [pot.amount for pot in self.pots]
        raised = [*expected[:-1], expected[-1] + self.uncalled]
        return [line.commission or 0 for line in lines] if amounts in (expected, raised) else None

    def _note_taken(self, groups: list[Group]) -> None:
        by_pot = self.taken_by_pot()
        for group in groups:
            if len(groups) == 1:
                group.taken = self.taken
            elif by_pot is not None:
                group.taken = sum(by_pot[n] for n, pot in enumerate(self.pots) if any(pot is one for one in group.pots))


def _spread(units: int, places: int) -> Iterator[list[int]]:
    """All ways to put so many units in so many places."""
    for bars in combinations(range(units + places - 1), places - 1):
        edges = [-1, *bars, units + places - 1]
        yield [after - before - 1 for before, after in pairwise(edges)]


@dataclass(slots=True)
class Settled(Event):
    """The hand is over: the moment at which the settlement checks are called."""

    settlement: Settlement
