"""What each player should have been paid: pots, hands, ties, odd chips and commission, computed and never copied.

The settlement rests on the recorded wagers. Payments are measured after the recorded commission, so that a wrong
commission is no second fault of the payment. What only a report needs is worked out when it is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from auditor.events import Event, Muck, Show
from auditor.replay.commission import Group, PotDue, groups_of, lawful_fee
from auditor.replay.pots import build_pots, divide
from auditor.replay.showdown import Showdown, has_wrong_size
from auditor.replay.table import Player, Table

Winners = tuple[Player, ...]
Dues = dict[int, int]  # by seat


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
        return self.dues([pot.winners or () for pot in self.pots])[0]

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
        if betround is None or betround.round is not table.game.rounds[-1] or table.over:
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
        """Is the pot that the log counts another than the wagers it records?"""
        return self.counted is not None and self.counted not in (self.called, self.called + self.uncalled)

    def dues(self, winners: Sequence[Winners]) -> list[Dues]:
        """What each player is due if these players win the pots; several answers where several are in order.

        Pots of the same winners may be divided one by one or together; where nobody knows the buck, any of the winners
        may take the odd money.
        """
        groups: dict[tuple[int, ...], list[int]] = {}
        for number, those in enumerate(winners):
            groups.setdefault(tuple([player.seat for player in those]), []).append(number)
        taken = self._allotted(winners, list(groups.values()))
        answers = [
            self._divisions(winners[numbers[0]], [self.pots[n].amount for n in numbers], [taken[n] for n in numbers])
            for numbers in groups.values()
        ]
        return [self._together(choice) for choice in product(*answers)]

    def _together(self, parts: Sequence[Dues]) -> Dues:
        due: Dues = {}
        for part in parts:
            for seat, amount in part.items():
                due[seat] = due.get(seat, 0) + amount
        if self.included and self.uncalled_to is not None:
            seat = self.uncalled_to.seat
            due[seat] = due.get(seat, 0) + self.uncalled
        return due

    def _divisions(self, winners: Winners, amounts: list[int], taken: list[int]) -> list[Dues]:
        """What pots of the same winners give each: divided together, one by one, or all commission off the largest."""
        table, division = self.table, self.table.game.division
        commission = sum(taken)
        total = sum(amounts) - commission
        if len(winners) == 1:
            return [{winners[0].seat: total}]
        order = [player.seat for player in sorted(winners, key=table.distance)]
        orders = [order] if table.buck is not None else [[seat, *[o for o in order if o != seat]] for seat in order]
        ways = [[total]]
        if len(amounts) > 1:
            largest = amounts.index(max(amounts))
            ways.append([amount - off for amount, off in zip(amounts, taken, strict=True)])
            ways.append([amount - (commission if n == largest else 0) for n, amount in enumerate(amounts)])
        answers: list[Dues] = []
        for nets, each in product(ways, orders):
            parts = [divide(net, each, division.unit, division.rest == "one") for net in nets]
            answers.append({seat: sum([part[seat] for part in parts]) for seat in each})
        return answers

    def _allotted(self, winners: Sequence[Winners], groups: list[list[int]]) -> list[int]:
        """The commission of each pot: as recorded or, if only in total, by dues, any difference off the largest pot."""
        by_pot = self.taken_by_pot()
        if by_pot is not None:
            return by_pot
        amounts = [pot.amount for pot in self.pots]
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


@dataclass(slots=True)
class Settled(Event):
    """The hand is over: the moment at which the settlement checks are called."""

    settlement: Settlement


def settle(table: Table) -> Settlement:
    """Work out the settlement of the hand as it stands recorded."""
    done = Settlement(table)
    if table.invalidated is not None:
        done.state = "invalidated"
        return done
    total = most = second = 0
    top: Player | None = None
    active: list[Player] = []
    hole = table.game.composition.hole
    level = True
    for player in table.players:
        put = player.put
        if put:
            total += put
            if put > most:
                second, most, top = most, put, player
            elif put > second:
                second = put
        if player.active:
            if has_wrong_size(player, hole):
                done.invalid.append(player)
                continue
            active.append(player)
            if player.mucked and _threw_away(table, player):
                done.mucked.append(player)
    if not total:
        return done
    if most > second and top is not None and _gets_back(done, top):
        done.uncalled, done.uncalled_to = most - second, top
        most = second
    done.called = total - done.uncalled
    done.live = active
    if done.mucked:
        done.live = [player for player in active if not any(player is one for one in done.mucked)]
    for player in active:
        if player.put < most:
            level = False
    if done.called or not done.uncalled:
        if level and done.live:
            contributors = tuple([player for player in table.players if player.put])
            done.pots.append(PotDue(done.called, most, contributors, tuple(done.live)))
        else:
            done.pots.extend(_pots(done, active))
    _find_winners(done)
    _read_record(done)
    return done


def _gets_back(done: Settlement, top: Player) -> bool:
    """Does what nobody matched go back? The wagers of one who folded, or whose hand is void, stay in the pot."""
    return top.folded is None and not top.void and not any(top is one for one in done.invalid)


# ---- pots ----


def _pots(done: Settlement, active: list[Player]) -> list[PotDue]:
    """The main pot and the side pots of a hand in which players tapped out, or threw their cards away."""
    table = done.table
    called = {player.seat: player.put for player in table.players if player.put}
    if done.uncalled_to is not None:
        called[done.uncalled_to.seat] -= done.uncalled
    most = max(called.values())
    behind = [player for player in active if called.get(player.seat, 0) < most and not _tapped_out(done, player)]
    counts = {player.seat for player in active} - {player.seat for player in behind}
    by_seat = {player.seat: player for player in table.players}
    last = [event.player for event in table.hand.events if isinstance(event, Muck)] if done.mucked else []
    found: list[PotDue] = []
    for pot in build_pots([(seat, amount, seat in counts) for seat, amount in called.items()]):
        entitled = [player for player in active if player.seat in pot.eligible or any(player is one for one in behind)]
        live = [player for player in entitled if any(player is one for one in done.live)]
        if not live and entitled:  # the last to throw the cards away had nobody left to beat
            live = [max(entitled, key=lambda player: last.index(player.name))]
        contributors = tuple([by_seat[seat] for seat in pot.contributors])
        found.append(PotDue(pot.amount, pot.level, contributors, tuple(live)))
    if found:
        found[-1].amount += done.called - sum([pot.amount for pot in found])
    return found


def _tapped_out(done: Settlement, player: Player) -> bool:
    """Did the player put in everything? One who put in too little and kept chips competes for every pot."""
    if player.start is None and player.stake:
        done.missing = f"the stake of seat {player.seat}"
        return True
    return player.stake <= player.bought


def _threw_away(table: Table, player: Player) -> bool:
    """Did the cards go into the discards before they were shown? A hand laid open first and cleared later counts."""
    if player.shown is None:
        return True
    first = next(event for event in table.hand.events if isinstance(event, Muck | Show) and event.player == player.name)
    return isinstance(first, Muck)


# ---- winners ----


def _find_winners(done: Settlement) -> None:
    live = done.live
    if len(live) > 1:
        done.state = "showdown"
        showdown = done.showdown = Showdown(done.table, live)
        for pot in done.pots:
            if len(pot.eligible) == 1:
                pot.winners = pot.eligible
                continue
            pot.winners = showdown.best(pot.eligible)
            if pot.winners is None:
                done.missing = done.missing or showdown.missing(pot.eligible)
        done.contested = not showdown.unseen and showdown.board is not None and done.decided
        return
    done.state = "sole" if live else "nobody"
    for pot in done.pots:
        pot.winners = pot.eligible or None
    if not live and not done.mucked:
        _last_to_fold(done)
    if any(pot.winners is None for pot in done.pots):
        done.missing = "who was left to win"


def _last_to_fold(done: Settlement) -> None:
    """No player left holds a valid hand, so the one who folded last wins."""
    folded = [player for player in done.table.players if player.folded is not None]
    if folded:
        done.state = "folded"
        last = max(folded, key=lambda player: player.folded or 0)
        for pot in done.pots:
            pot.winners = (last,)


# ---- the record ----


def _read_record(done: Settlement) -> None:
    """What the log says of pots, commission and payments, and whether the payments are right."""
    table = done.table
    wins = table.wins
    for win in wins:
        done.paid += win.amount
    lines = table.pots_taken
    if len(lines) == 1:
        done.counted, done.taken = lines[0].amount, lines[0].commission
    elif lines:
        _add_up(done)
    if done.uncalled:
        done.included = _includes_uncalled(done)
    if not wins:
        done.missing = done.missing or "the payments"
        done.right = False
        return
    pots = done.pots
    if len(pots) == 1 and pots[0].winners is not None and len(pots[0].winners) == 1 and not done.included:
        winner = pots[0].winners[0]
        if winner.won == done.paid and (done.taken is None or done.paid + done.taken == done.called):
            done.right = done.paid <= done.called
            return
    done.right = _is_right(done)


def _add_up(done: Settlement) -> None:
    """Several lines: one without a number speaks for all pots together; those with numbers are added up."""
    lines = done.table.pots_taken
    whole = [line for line in lines if line.pot is None] or lines
    done.counted = sum([line.amount for line in whole])
    for those in (whole, lines):
        known = [line.commission for line in those if line.commission is not None]
        if len(known) == len(those) or (known and sum(known) + done.paid in (done.called, done.called + done.uncalled)):
            done.taken = sum(known)
            return


def _includes_uncalled(done: Settlement) -> bool:
    with_it = done.called + done.uncalled
    if done.taken is not None:
        gross = done.paid + done.taken
        return gross == with_it or (gross != done.called and done.counted == with_it)
    return done.counted == with_it or done.paid > done.called


def _is_right(done: Settlement) -> bool:
    if not done.pots:
        return done.balanced and all(player.won == 0 or player is done.uncalled_to for player in done.table.players)
    if done.miscounted:
        return done.decided and _right_people(done)
    if not done.decided or not done.balanced:
        return False
    payments = done.payments
    answers = done.dues([pot.winners or () for pot in done.pots])
    return any({seat: amount for seat, amount in due.items() if amount} == payments for due in answers)


def _right_people(done: Settlement) -> bool:
    """Were all winners paid and nobody else? More cannot be asked of a record that counts another pot."""
    winners = {player.seat for pot in done.pots for player in pot.winners or ()}
    allowed = winners | ({done.uncalled_to.seat} if done.uncalled_to is not None else set())
    return winners <= set(done.payments) <= allowed
