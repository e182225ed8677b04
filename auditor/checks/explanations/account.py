"""The account of a hand: each sum of its settlement as it should be, beside what the record says.

The checks report the differences, and `auditor settle` shows the account. Both rest on the same answers: which payment
has which cause, what was due of the commission, and what goes back where all wagers do.
"""

from __future__ import annotations

from auditor.checks.explanations.commission import judgement
from auditor.checks.explanations.payments import cause_of, lacking
from auditor.checks.support.going_back import GoingBack, going_back
from auditor.replay.memo import remembered
from auditor.replay.settlement.commission import undeclared
from auditor.replay.settlement.result import Settlement
from auditor.replay.settlement.shares import Dues
from auditor.replay.state import Player
from auditor.vocabulary.records import value_class


@value_class
class AccountLine:
    """One sum of a settlement; None where the record does not tell it."""

    due: int | None
    logged: int | None
    player: Player | None = None  # whose it is; None: the house's
    base: int | None = None  # the amount that a commission is worked out on, where there are several

    @property
    def difference(self) -> int:
        """How much too much it was; zero if nobody can say."""
        return 0 if self.due is None or self.logged is None else self.logged - self.due


@value_class
class Account:
    """What players and the house should have got, what they got, and what the record lacks for it to be known."""

    payments: tuple[AccountLine, ...]
    commission: tuple[AccountLine, ...]
    lacks: tuple[str, ...] = ()
    back: GoingBack | None = None  # all wagers go back
    off: tuple[int, ...] = ()  # the commission that should have come off each pot, where the record tells who won them

    @property
    def lines(self) -> tuple[AccountLine, ...]:
        """All sums."""
        return (*self.payments, *self.commission)


@remembered
def account_of(done: Settlement) -> Account:
    """Work out what was due to everybody, and compare it with the record."""
    back = going_back(done)
    if back is not None:
        return _given_back(back)
    commission, missing = _commission(done)
    due, lacks = _due(done, commission)
    paid, open_shares = done.payments, _open_shares(done)
    seats = [player for player in done.table.players if player.seat in paid or (due or {}).get(player.seat)]
    noted = bool(done.table.wins)
    payments = [
        AccountLine(
            None if due is None or one.seat in open_shares else due.get(one.seat, 0),
            paid.get(one.seat, 0) if noted else None,
            one,
        )
        for one in seats
    ]
    if open_shares and done.vague is not None:
        lacks.append(done.vague)
    off = tuple(_off(done, commission)) if done.decided else ()
    return Account(tuple(payments), commission, tuple(dict.fromkeys([*lacks, *missing])), off=off)


def _given_back(back: GoingBack) -> Account:
    payments = [AccountLine(share.due, share.got if back.noted else None, share.player) for share in back.shares]
    payments += [AccountLine(share.due, None, share.player) for share in back.left]
    house = (AccountLine(0, back.kept),) if back.kept else ()
    lacks = () if back.noted or not back.shares else ("the refunds",)
    return Account(tuple(payments), house, lacks, back)


# ---- the commission ----


def _commission(done: Settlement) -> tuple[tuple[AccountLine, ...], list[str]]:
    """The commission of each group of pots, or of all if only the total is known; and what the record lacks."""
    if not done.pots and not done.taken:
        return (), []
    table, out = done.table, done.taken
    if out is None and table.wins and (done.right or done.but_commission or done.balanced):
        out = done.commission_out  # what the payments leave over
    if table.game.commission.check is None:
        return ((AccountLine(out, out),) if out else ()), []
    if table.hand.setup.tournament is not None:
        return ((AccountLine(None, out),), [CONDITIONS]) if out else ((), [])
    found = judgement(done)
    if found.missing is not None:
        return _unjudged(done, found.missing, out)
    groups = done.groups
    if len(groups) > 1 and all(group.taken is not None for group in groups):
        dues = [group.due if found.wrong else group.taken for group in groups]
        return tuple([AccountLine(due, one.taken, None, one.base) for due, one in zip(dues, groups, strict=True)]), []
    over = sum([wrong.taken - wrong.due for wrong in found.wrong])
    return (AccountLine(None if out is None else out - over, out),), []


def _unjudged(done: Settlement, missing: str, out: int | None) -> tuple[tuple[AccountLine, ...], list[str]]:
    """The commission where nobody can judge it by itself: plain if what the payments leave over may be what was due."""
    if undeclared(done.table):
        return ((), []) if out == 0 else ((AccountLine(None, out),), [UNDECLARED])
    least, most = sum([one.least for one in done.groups]), sum([one.most for one in done.groups])
    if done.decided and done.taken is None and out is not None and least <= out <= most:
        return (AccountLine(out, out),), []
    return (AccountLine(None, out),), [missing]


CONDITIONS = "the commission that the conditions of the tournament set"
UNDECLARED = "the commission that the table declares"


def _off(done: Settlement, commission: tuple[AccountLine, ...]) -> list[int]:
    """The commission that should have come off each pot: as the record has it, or as it fits the payments best."""
    dues = [line.due for line in commission if line.due is not None]
    if done.table.wins and not any(line.difference for line in commission):
        return done.allotment()
    if len(dues) == len(done.groups) > 1:
        return done.charging(dues)
    due = sum(dues) if dues or not commission else sum([group.due for group in done.groups])
    return done.allotment(due)


# ---- payments ----


def _open_shares(done: Settlement) -> set[int]:
    """The seats of players who share a pot unequally where the record lacks what shares are measured by."""
    if not done.right or done.vague is None or not done.table.wins:
        return set()
    shared = [award.players for award in done.awards if len(award.players) > 1]
    return {one.seat for players in shared if len({one.won for one in players}) > 1 for one in players}


def _due(done: Settlement, commission: tuple[AccountLine, ...]) -> tuple[Dues | None, list[str]]:
    """What each seat was due after the commission that was due; None if nobody can say, and what the record lacks."""
    if not done.pots:
        owner = done.uncalled_to if done.table.wins else None
        return ({owner.seat: done.uncalled} if owner is not None else {}), []
    cause, missing = cause_of(done), lacking(done)
    if not done.decided or (done.table.wins and not done.right and not cause.due):
        return None, [missing or "payments that no other fault has led to"]
    if not done.table.wins:
        return done.nearest(_off(done, commission)), ["the payments"]
    if done.right and done.miscounted:
        return None, ["a pot that agrees with the wagers"]
    if any(line.difference for line in commission):
        if done.table.game.commission.group == "per-player":
            return done.nearest_of(done.dues_by_player(done.awards)), []
        return done.nearest(_off(done, commission)), []
    return (done.payments if done.right else cause.due), []
