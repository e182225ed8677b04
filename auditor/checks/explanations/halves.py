"""Why the halves of a pot went wrong: shared without a low hand, given to the wrong hand, or not equal.

The halves of a pot are not paid apart, so the search compares what was paid with what would have been paid if one of
the halves had gone elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations

from auditor.checks.support.check_names import EQUAL_HANDS, has_clause_for
from auditor.checks.support.players import player_label
from auditor.replay.pots import halve
from auditor.replay.settlement.result import Settlement
from auditor.replay.settlement.shares import Award, Dues, Winners
from auditor.replay.state import Player
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import record_class
from auditor.vocabulary.wording import joined

OUTRANKED = "high hand"  # the high half went to a worse hand: the order of hands says which clause that breaks
NO_LOW = "hi-lo-split"  # reports a pot that was halved although nobody has a low hand for it
WITHOUT_LOW = "without a low hand all of it goes to the high hand"
SHARING = 3  # players to whom a half may have gone by mistake


@record_class
class Half:
    """What explains the payments: the check that reports it, in which words, and who was passed over for whom."""

    check: str
    paid: Winners
    better: Player
    observed: str = ""
    expected: str = ""


def explain_halves(done: Settlement, payments: Dues) -> Half | None:
    """What went wrong with the halves of the pots; None if nothing about them explains the payments."""
    found = _shared_without_low(done, payments)
    if found is not None or not any(award.low for award in done.awards):
        return found
    return (
        _low_denied(done)
        or _wrong_low(done, payments)
        or _wrong_high(done, payments)
        or _ineligible(done, payments)
        or (_uneven(done) if len(done.pots) == 1 and not done.included else _uneven_pots(done))
    )


def _groups(done: Settlement, payments: Dues) -> Iterator[Winners]:
    """The players to whom a half may have gone, by what they were paid."""
    paid = [player for player in done.live if player.seat in payments]
    for size in range(1, min(len(paid), SHARING) + 1):
        yield from combinations(paid, size)


def _of(players: Sequence[Player], eligible: Winners) -> Winners:
    return tuple([player for player in players if any(player is one for one in eligible)])


def _same(some: Sequence[Award], others: Sequence[Award]) -> bool:
    return [award.seats for award in some] == [award.seats for award in others]


def _first_difference(right: Sequence[Award], wrong: Sequence[Award]) -> tuple[Award, Award]:
    return next((old, new) for old, new in zip(right, wrong, strict=True) if old.seats != new.seats)


def _shared_without_low(done: Settlement, payments: Dues) -> Half | None:
    """Half of a pot paid for a low hand when there is none among the hands that can win that pot."""
    without = [not award.low and len(pot.eligible) > 1 for pot, award in zip(done.pots, done.awards, strict=True)]
    for those in _groups(done, payments) if any(without) else ():
        awards = [
            Award(award.high, _of(those, pot.eligible)) if none else award
            for none, pot, award in zip(without, done.pots, done.awards, strict=True)
        ]
        if not _same(awards, done.awards) and done.pays(awards):
            old, _ = _first_difference(done.awards, awards)
            which = "the pot" if len(done.pots) == 1 else "a pot"
            observed = f"half of {which} passed to {_named(those)} as the low hand"
            return Half(NO_LOW, those, old.high[0], observed, WITHOUT_LOW)
    return None


def _low_denied(done: Settlement) -> Half | None:
    """Pots paid to the high hand alone although there is a low hand: all of them, or one."""
    halved = [number for number, award in enumerate(done.awards) if award.low]
    for denied in (halved, *[[number] for number in halved]):
        awards = [Award(award.high) if number in denied else award for number, award in enumerate(done.awards)]
        if done.pays(awards):
            award = done.awards[denied[0]]
            whole = "the pot" if len(done.pots) == 1 else "a pot" if len(denied) == 1 else "the pots"
            return Half("low-hand", award.high, award.low[0], f"all of {whole} passed to {_named(award.high)}")
    return None


def _wrong_low(done: Settlement, payments: Dues) -> Half | None:
    """The low half paid to another player than the one with the best low hand."""
    for those in _groups(done, payments):
        awards = [
            Award(award.high, _of(those, pot.eligible) or award.low) if award.low else award
            for pot, award in zip(done.pots, done.awards, strict=True)
        ]
        if _same(awards, done.awards) or not done.pays(awards):
            continue
        old, new = _first_difference(done.awards, awards)
        better = next((one for one in old.low if not _of([one], new.low)), old.low[0])
        if _of(new.low, old.low) == new.low and has_clause_for(done.table, EQUAL_HANDS):
            expected = f"{player_label(better)} has as good a low hand ({done.low_words(better)})"
            return Half(EQUAL_HANDS, new.low, better, f"low half passed to {_named(new.low)} alone", expected)
        both = bool(_of([better], old.high))
        words = [f"{player_label(one)} ({done.low_words(one) or 'no low hand'})" for one in new.low]
        observed = f"low half passed to {joined(words)}"
        return Half("both-ways" if both else "low-hand", new.low, better, observed)
    return None


def _wrong_high(done: Settlement, payments: Dues) -> Half | None:
    """The high half paid to another player than the one with the best high hand."""
    for those in _groups(done, payments):
        awards = [
            Award(_of(those, pot.eligible) or award.high, award.low)
            for pot, award in zip(done.pots, done.awards, strict=True)
        ]
        if _same(awards, done.awards) or not done.pays(awards):
            continue
        old, new = _first_difference(done.awards, awards)
        worse = [one for one in new.high if not _of([one], old.high)]
        better = next((one for one in old.high if not _of([one], new.high)), old.high[0])
        if not worse and has_clause_for(done.table, EQUAL_HANDS):
            expected = f"{player_label(better)} has as good a high hand ({done.words(better)})"
            return Half(EQUAL_HANDS, new.high, better, f"high half passed to {_named(new.high)} alone", expected)
        if _of([better], old.low):
            observed = f"high half passed to {_named(worse or new.high)}"
            expected = f"{player_label(better)} has the best high hand as well ({done.words(better)})"
            return Half("both-ways", new.high, better, observed, expected)
        return Half(OUTRANKED, tuple(worse) or new.high, better)
    return None


def _ineligible(done: Settlement, payments: Dues) -> Half | None:
    """A half of every pot paid for one hand, including the pots that its player had no part in."""
    for player in [player for player in done.live if player.seat in payments]:
        beyond = [number for number, pot in enumerate(done.pots) if not _of([player], pot.eligible)]
        for side in ("high", "low") if beyond else ():
            awards = [_to(award, side, player) if award.low else award for award in done.awards]
            if done.pays(awards):
                amount = money_text(sum(done.pots[number].amount for number in beyond))
                observed = (
                    f"{side} half of the side pot of {amount} passed to {player_label(player)}, who tapped out for "
                )
                observed += money_text(player.put_in_hand)
                award = done.awards[beyond[0]]
                better = (award.high if side == "high" else award.low or award.high)[0]
                expected = f"{player_label(better)} has the best {side} hand of those in for it"
                return Half("eligible-pots", (player,), better, observed, expected)
    return None


def _to(award: Award, side: str, player: Player) -> Award:
    return Award((player,), award.low) if side == "high" else Award(award.high, (player,))


def _uneven(done: Settlement) -> Half | None:
    """Halves that are not what they should be, though each went to the right hands."""
    high = {player.seat: player for award in done.awards for player in award.high}
    low = {player.seat: player for award in done.awards for player in award.low}
    if set(done.payments) - {*high, *low} or done.vague is not None:
        return None
    award = done.awards[0]
    net = done.called - done.commission_out
    upper, lower = halve(net, done.unit)
    if set(high) & set(low):
        swapped = done.portions(Award(award.low, award.high), net, done.orders(award.players)[0])
        given = net - lower if swapped == done.payments else lower
    else:
        given = sum(player.won for player in low.values())
    if given == lower:
        return None
    observed = f"{money_text(net - given)} given to the high hand and {money_text(given)} to the low hand"
    if given - lower == upper - lower:
        observed = f"odd {money_text(given - lower)} given to the low hand"
    expected = f"{money_text(upper)} to the high hand, {money_text(lower)} to the low hand"
    return Half("odd-half", award.low, award.high[0], observed, expected)


def _uneven_pots(done: Settlement) -> Half | None:
    """The same for several pots: a player has chips of another who wins the other half of one of them.

    Each pot is halved by itself, so an excess need not show in the halves of a single pot.
    """
    payments, due = done.payments, done.nearest()
    if set(payments) - set(due) or done.vague is not None:
        return None
    winners = [player for player in done.live if player.seat in due]
    for lucky, unlucky in permutations(winners, 2):
        extra = payments.get(lucky.seat, 0) - due[lucky.seat]
        opposed = [award for award in done.awards if _opposed(lucky, unlucky, award)]
        if extra <= 0 or payments.get(unlucky.seat, 0) >= due[unlucky.seat]:
            continue
        if opposed and not _tied(lucky, unlucky, done.awards):
            odd = extra <= done.unit * len(opposed)
            given = f"odd {money_text(extra)}" if odd else f"{money_text(extra)} too much"
            side = "low" if _of([lucky], opposed[0].low) else "high"
            observed = f"{given} given to {player_label(lucky)} for the {side} hand"
            expected = joined([f"{money_text(due[player.seat])} to {player_label(player)}" for player in winners])
            return Half("odd-half", (lucky,), unlucky, observed, expected)
    return None


def _opposed(one: Player, other: Player, award: Award) -> bool:
    """Does one of these players win the high half, and the other the low half?"""
    return any(_of([one], half) and _of([other], rest) for half, rest in permutations((award.high, award.low)))


def _tied(one: Player, other: Player, awards: Sequence[Award]) -> bool:
    """Do these players share a half?"""
    return any(len(_of([one, other], half)) == 2 for award in awards for half in (award.high, award.low))


def _named(players: Sequence[Player]) -> str:
    return joined([player_label(player) for player in players])
