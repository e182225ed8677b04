"""The money of a hand, and what each player is due if its pots go to certain players.

Payments are measured after the recorded commission, so that a wrong commission does not make the payments wrong too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from math import comb

from auditor.replay.pots import divide, halve
from auditor.replay.settlement.commission import PotDue, fee, groups_of, lawful_fee, players_of, undeclared
from auditor.replay.settlement.showdown import own_cards, own_cards_in_the_end
from auditor.replay.state import HandState, Player
from auditor.vocabulary.cards import RANKS
from auditor.vocabulary.events import PotTaken
from auditor.vocabulary.records import replace, value_class

Winners = tuple[Player, ...]
Dues = dict[int, int]  # by seat
WAYS = 2000  # in how many ways a commission may lie on several pots: a log cannot ask for endless ones


@value_class
class Award:
    """The winners of a pot: the best hands and, where the pot is halved, the best low hands."""

    high: Winners
    low: Winners = ()

    @property
    def players(self) -> Winners:
        """All winners, each once."""
        return (*self.high, *[player for player in self.low if not any(player is one for one in self.high)])

    @property
    def tied_both_ways(self) -> bool:
        """Do the same two or more players share both halves?"""
        return len(self.high) == len(self.low) == len(self.players) > 1

    @property
    def seats(self) -> tuple[tuple[int, ...], ...]:
        """The seats of the winners: awards with the same seats go to the same players."""
        return tuple([player.seat for player in self.high]), tuple([player.seat for player in self.low])


class Shares:
    """What was wagered, taken and paid in a hand, and the shares that its winners are due."""

    __slots__ = ("called", "counted", "included", "paid", "pots", "table", "taken", "uncalled", "uncalled_to")

    def __init__(self, state: HandState) -> None:
        """Nothing counted yet."""
        self.table = state
        self.called = 0  # the money of all pots
        self.uncalled = 0  # the part of the largest wager that nobody matched, which goes back
        self.uncalled_to: Player | None = None  # who gets it back
        self.pots: list[PotDue] = []
        self.counted: int | None = None  # all pots together, as the log counts them
        self.taken: int | None = None  # the commission, as the log states it
        self.paid = 0  # all that players were paid
        self.included = False  # did the payments include the uncalled money?

    @property
    def awards(self) -> list[Award]:
        """The winners of each pot, as far as the record tells."""
        return [Award(pot.winners or (), pot.low) for pot in self.pots]

    @property
    def payments(self) -> Dues:
        """What each player was paid, by seat."""
        return {player.seat: player.won for player in self.table.players if player.won}

    # ---- the record ----

    @property
    def unit(self) -> int:
        """The unit that pots are divided in: an amount of money, or the lowest chip that the table declares."""
        unit, chip = self.table.game.division.unit, self.table.hand.setup.chip
        return unit if unit != "chip" else chip or 1

    @property
    def expected_gross(self) -> int:
        """What payments and commission together should come to."""
        return self.called + (self.uncalled if self.included else 0)

    @property
    def commission_out(self) -> int:
        """The commission that left the pots: as recorded or, if it is not recorded, what the payments leave over."""
        if self.taken is not None:
            return self.taken
        return max(self.expected_gross - self.paid, 0)

    @property
    def balanced(self) -> bool:
        """Do payments and commission come to what was wagered? What is left may be an unrecorded commission."""
        rest = self.expected_gross - self.paid
        if self.taken is not None:
            return rest == self.taken
        return rest == 0 or 0 < rest <= self.most_taken()

    def most_taken(self) -> int:
        """The largest commission that may be taken from the pots, however they are grouped.

        It is zero in a tournament that declares none: its players have paid to enter.
        """
        table, called = self.table, self.called
        if table.hand.setup.tournament is not None and undeclared(table):
            return 0
        most = table.game.commission.allowed(called, None)
        return most if undeclared(table) else max(most, fee(table, called))

    @property
    def miscounted(self) -> bool:
        """Does the pot as counted differ from the wagers that the log records?

        It may have been counted before uncalled money was handed back.
        """
        if self.counted is None or self.counted in (self.called, self.called + self.uncalled):
            return False
        back = [player.returned for player in self.table.players]
        beyond = self.counted - self.called
        return beyond not in back and beyond != sum(back)

    @property
    def vague(self) -> str | None:
        """What the record lacks to judge the shares of the winners, if it lacks anything."""
        shared = [award for award in self.awards if len(award.players) > 1]
        if (
            (shared or self.table.runs)
            and self.table.game.division.unit == "chip"
            and self.table.hand.setup.chip is None
        ):
            return "the lowest chip in play"
        if shared and self.table.game.division.nearest == "card":
            unknown = [player for award in shared for player in award.players if not self._own(player)]
            if unknown:
                return f"the cards of seat {unknown[0].seat}"
        few = self._ways(self.commission_out) <= WAYS or self.taken_by_pot() is not None
        return None if few else "the commission of each pot"

    # ---- dues ----

    def dues(self, awards: Sequence[Award], commissions: list[int] | None = None, out: int | None = None) -> list[Dues]:
        """What each player is due if the pots go to these winners; several answers where several are in order.

        The commission of each pot is what was taken, unless `commissions` are given, or `out` as the sum of them.

        Pots of the same winners may be divided together, unless the rulebook says that each is divided by itself. Where
        the record does not show the buck, the odd money may begin with any of the winners.
        """
        same, found = _same(awards), list[Dues]()
        for taken in [commissions] if commissions is not None else self._allotments(awards, same, out):
            parts = same if self.table.game.division.pooled else [[number] for number in range(len(awards))]
            for amounts in self._amounts():
                answers = [
                    self._divisions(awards[numbers[0]], [amounts[n] for n in numbers], [taken[n] for n in numbers])
                    for numbers in parts
                ]
                found += self._together(answers)
        if commissions is None and self.table.game.commission.group == "per-player":
            found += self.dues_by_player(awards, self.commission_out if out is None else out)
        return _distinct(found)

    def dues_by_player(self, awards: Sequence[Award], out: int | None = None) -> list[Dues]:
        """What each player is due where the commission comes off each player's own shares of the pots.

        If so much is taken `out` of all of them, what is beyond the commission due may lie on any of the winners.
        """
        pots = [replace(pot, winners=one.high, low=one.low) for pot, one in zip(self.pots, awards, strict=True)]
        scope = self.table.game.commission.tie_scope
        fees = {group.winners[0].seat: group.due for group in groups_of(self.table, pots, "per-player", scope)}
        over = 0 if out is None else out - sum(fees.values())
        bearers = list(fees) or [player.seat for player in players_of(pots)[:1]]
        ways = [{seat: fees.get(seat, 0) + over * (seat == one) for seat in bearers} for one in bearers]
        whole = self.dues(awards, [0] * len(pots))
        return _distinct(
            [{seat: due - fee.get(seat, 0) for seat, due in each.items()} for each in whole for fee in ways]
        )

    def _amounts(self) -> list[list[int]]:
        """The amounts of the pots; where runs of the cards share a pot, the odd money may be with any run."""
        amounts = [pot.amount for pot in self.pots]
        runs = len(self.table.runs) + 1
        if runs == 1:
            return [amounts]
        turns = [amounts[n : n + runs] for n in range(0, len(amounts), runs)]
        return [[part for turn in turns for part in turn[n:] + turn[:n]] for n in range(runs)]

    def nearest(self, commissions: list[int] | None = None, out: int | None = None) -> Dues:
        """The lawful answer that differs least from what was paid, by the sum and then by the number of players."""
        return self.nearest_of(self.dues(self.awards, commissions, out))

    def nearest_of(self, answers: Sequence[Dues]) -> Dues:
        """The one of these answers that differs least from what was paid."""
        paid = self.payments

        def distance(due: Dues) -> tuple[int, int]:
            off = [abs(paid.get(seat, 0) - due.get(seat, 0)) for seat in {*due, *paid}]
            return sum(off), sum(map(bool, off))

        return min(answers, key=distance)

    def allotment(self, out: int | None = None) -> list[int]:
        """The commission of each pot, as it best fits what was paid, if so much was taken.

        Empty where it comes off the shares of players, and no commission of pots comes to that.
        """
        awards, paid = self.awards, self.nearest(out=out)
        return next((one for one in self._allotments(awards, _same(awards), out) if paid in self.dues(awards, one)), [])

    def pays(self, awards: Sequence[Award]) -> bool:
        """Are the payments what was due if the pots went to these winners?"""
        payments = self.payments
        return any({seat: amount for seat, amount in due.items() if amount} == payments for due in self.dues(awards))

    def _allotments(
        self, awards: Sequence[Award], groups: list[list[int]], out: int | None = None
    ) -> Iterator[list[int]]:
        """The commission of each pot, in every way that it may lie on the pots where nothing says how it does."""
        prescribed = self.table.game.commission.allocation in ("proportional", "main-first")
        by_pot = self.taken_by_pot() if out is None and not prescribed else None
        if by_pot is not None:
            yield by_pot
            return
        commission = self.commission_out if out is None else out
        winners = [award.high for award in awards]
        yield self._allotted(winners, groups, commission)
        if self.table.minimum is None:
            yield self._allotted(winners, groups, commission, capped=True)
        if 1 < self._ways(commission) <= WAYS:
            rest = commission % self.unit
            for shares in _spread(commission // self.unit, len(self.pots)):
                yield [share * self.unit + (rest if not n else 0) for n, share in enumerate(shares)]

    def _ways(self, commission: int) -> int:
        """In how many ways so much commission may lie on the pots."""
        if len(self.pots) < 2 or self.table.game.commission.allocation != "any":
            return 1
        steps, more = commission // self.unit, len(self.pots) - 1
        return comb(steps + more, more)

    def _together(self, parts: Sequence[Sequence[Dues]]) -> list[Dues]:
        """What each player gets of all parts, each of them divided in one of its ways.

        Many ways come to the same. So each part is added to what those before it may come to, and not to all their
        ways: where nobody knows the button, several pots would have more of them than anybody can count.
        """
        found: list[Dues] = [{}]
        for part in parts:
            found = _distinct([_sum(so_far, due) for so_far in found for due in part])
        if self.included and self.uncalled_to is not None:
            found = [_sum(due, {self.uncalled_to.seat: self.uncalled}) for due in found]
        return found

    def _divisions(self, award: Award, amounts: list[int], taken: list[int]) -> list[Dues]:
        """What each winner gets of pots with the same winners.

        They are divided together, or one by one, or one by one with all the commission off the largest.
        """
        commission = sum(taken)
        total = sum(amounts) - commission
        if len(award.players) == 1:
            return [{award.players[0].seat: total}]
        ways = [[total]]
        if len(amounts) > 1:
            largest = amounts.index(max(amounts))
            ways.append([amount - off for amount, off in zip(amounts, taken, strict=True)])
            ways.append([amount - (commission if n == largest else 0) for n, amount in enumerate(amounts)])
        scope = self.table.game.division.scope
        scopes = ("split", "pot") if scope == "either" and award.low else (scope,)
        answers: list[Dues] = []
        for nets, order, each in product(ways, self.orders(award.players), scopes):
            parts = [self.portions(award, net, order, each) for net in nets]
            answers.append({seat: sum([part.get(seat, 0) for part in parts]) for seat in order})
        return answers

    def orders(self, winners: Winners) -> list[list[int]]:
        """The seats in the order in which odd money goes to them; several orders if the buck is not known."""
        table = self.table
        if table.game.division.nearest == "card":
            wins = table.game.wins
            return [[player.seat for player in self.by_card(winners, wins is not None and wins.order == "low")]]
        near = table.left_of_buck() if table.game.division.nearest == "after-buck" else []
        order = [player.seat for player in near if any(player is one for one in winners)]
        order = order or [player.seat for player in sorted(winners, key=table.distance)]
        if table.buck is not None:
            return [order]
        return [order[n:] + order[:n] for n in range(len(order))]

    def portions(self, award: Award, net: int, order: Sequence[int], scope: str = "split") -> Dues:
        """What each winner gets of a pot: the low hands a half, if there are any, and the high hands the rest.

        Where the same players share both halves, the rules may not halve the pot at all. A player who has got an odd
        chip of one half may have to leave that of the other half to the others (`scope`).
        """
        rules = self.table.game.division
        whole = rules.rest == "one"
        first = [seat for seat in order if any(player.seat == seat for player in award.high)]
        if not award.low or (rules.once and award.tied_both_ways):
            return divide(net, first, self.unit, whole)
        high, low = halve(net, self.unit)
        due = divide(high, first, self.unit, whole)
        low_order = [player.seat for player in self.by_card(award.low, True)] if rules.nearest == "card" else order
        second = [seat for seat in low_order if any(player.seat == seat for player in award.low)]
        if scope == "pot":
            base = min(due.values()) if len(due) > 1 else low
            second.sort(key=lambda seat: due.get(seat, base) > base)
        for seat, share in divide(low, second, self.unit, whole).items():
            due[seat] = due.get(seat, 0) + share
        return due

    def by_card(self, players: Winners, low: bool) -> list[Player]:
        """Players in the order of the highest card of their own, by suit, or for low of the lowest."""
        if not low:
            return sorted(players, key=lambda player: -max(self._own(player), default=0))
        game = self.table.game
        lows = game.hi_lo.low if game.hi_lo is not None else game.wins
        shift = 4 if lows is not None and lows.ace_low else 0
        cards = 4 * len(RANKS)
        return sorted(
            players, key=lambda player: min([(card + shift) % cards for card in self._own(player)], default=0)
        )

    def _own(self, player: Player) -> Sequence[int]:
        """All of a player's own cards, if the record tells them."""
        return own_cards(player, own_cards_in_the_end(self.table)) or ()

    def _allotted(
        self, winners: Sequence[Winners], groups: list[list[int]], commission: int, capped: bool = False
    ) -> list[int]:
        """The commission of each pot, if only the total is known: as due, with the rest off the largest.

        What is due may be bounded by a ceiling that nobody knows, so that all together come to what was taken.
        """
        amounts = [pot.amount for pot in self.pots]
        if self.table.game.commission.allocation != "dues":
            return self._shared_out(commission, range(len(amounts)))
        shares = [0] * len(amounts)
        bearers = [
            sorted([n for n in numbers if not _free(winners[n], self.pots[n])], key=lambda n: amounts[n])
            for numbers in groups
        ]
        dues = [lawful_fee(self.table, sum([amounts[n] for n in bearing])) for bearing in bearers]
        for bearing, due in zip(bearers, _capped(dues, commission) if capped else dues, strict=True):
            for n in bearing:
                shares[n] = due if n == bearing[-1] else min(lawful_fee(self.table, amounts[n]), due)
                due -= shares[n]
        shares[amounts.index(max(amounts))] += commission - sum(shares)
        return shares

    def _shared_out(self, commission: int, numbers: Sequence[int]) -> list[int]:
        """A commission shared out on these pots: off the largest, off the first, or off each in proportion.

        Proportions are in whole units; what is left goes, a unit each, to those that are furthest below theirs.
        """
        amounts = [self.pots[n].amount for n in numbers]
        first, total = amounts.index(max(amounts)), sum(amounts)
        shares = [0] * len(amounts)
        match self.table.game.commission.allocation:
            case "main-first":
                first = 0
            case "any" | "proportional":
                shares = [commission * amount // total // self.unit * self.unit for amount in amounts]
                short = sorted(
                    range(len(amounts)), key=lambda n: (shares[n] * total - commission * amounts[n], -amounts[n])
                )
                for n in short[: (commission - sum(shares)) // self.unit]:
                    shares[n] += self.unit
        shares[first] += commission - sum(shares)
        return shares

    def taken_by_pot(self) -> list[int] | None:
        """The commission that the log states for each pot, if its pots are those that there were.

        If it states that of some pots, and they make up all that was taken, there is none on the others. If it counts
        the pots without the commission, each of them lacks its part.
        """
        lines = self.pot_lines()
        if not lines or len(lines) != len(self.pots):
            return None
        if all(line.commission is None for line in lines):
            return self._left_out([line.amount for line in lines])
        stated = sum([line.commission or 0 for line in lines])
        if any(line.commission is None for line in lines) and stated != self.commission_out:
            return None
        amounts = [line.amount for line in lines]
        expected = [pot.amount for pot in self.pots]
        raised = [*expected[:-1], expected[-1] + self.uncalled]
        return [line.commission or 0 for line in lines] if amounts in (expected, raised) else None

    def pot_lines(self) -> list[PotTaken]:
        """What the log counts for each pot by itself, from the main pot on."""
        lines = [line for line in self.table.pots_taken if line.pot is not None]
        return sorted(lines, key=lambda line: line.pot or 0)

    def pot_levels(self) -> list[int]:
        """The pots there were, from the main pot on; where the cards to come were run again, its parts together."""
        levels: dict[int, int] = {}
        for pot in self.pots:
            levels[pot.level] = levels.get(pot.level, 0) + pot.amount
        return list(levels.values())

    def _left_out(self, counted: list[int]) -> list[int] | None:
        """What each pot lacks, if the log counts the pots without a commission that it states for all together."""
        lacks = [pot.amount - amount for pot, amount in zip(self.pots, counted, strict=True)]
        return lacks if self.taken and sum(lacks) == self.taken and min(lacks) >= 0 else None


def _sum(one: Dues, other: Dues) -> Dues:
    """What each player gets by two answers together."""
    due = one.copy()
    for seat, amount in other.items():
        due[seat] = due.get(seat, 0) + amount
    return due


def _distinct(answers: list[Dues]) -> list[Dues]:
    """The answers, each once, in their order."""
    if len(answers) < 2:
        return answers
    found: dict[frozenset[tuple[int, int]], Dues] = {}
    for due in answers:
        found.setdefault(frozenset(due.items()), due)
    return list(found.values())


def _same(awards: Sequence[Award]) -> list[list[int]]:
    """The numbers of the pots, grouped by those that go to the same players."""
    groups: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for number, award in enumerate(awards):
        groups.setdefault(award.seats, []).append(number)
    return list(groups.values())


def _free(winners: Winners, pot: PotDue) -> bool:
    """Is a pot free of commission, because all who put money in it share it?"""
    return 1 < len(winners) == len(pot.contributors)


def _capped(dues: Sequence[int], total: int) -> list[int]:
    """Fees that come to no more than a total, because none of them goes beyond the same ceiling."""
    found, left = [0] * len(dues), total
    for done, n in enumerate(sorted(range(len(dues)), key=lambda n: dues[n])):
        found[n] = min(dues[n], left // (len(dues) - done))
        left -= found[n]
    return found


def _spread(units: int, places: int) -> Iterator[list[int]]:
    """All ways to put so many units in so many places."""
    for bars in combinations(range(units + places - 1), places - 1):
        edges = [-1, *bars, units + places - 1]
        yield [after - before - 1 for before, after in pairwise(edges)]
