"""Faults with the money at the end: who is paid how much, what goes back, what the room takes."""

from __future__ import annotations

from histories.model import Hand, PaidPot, Player
from histories.planting import DEALER, FLOP, RECORD, fault
from histories.playing import Play, Temper
from histories.writers.common import Format

CASH = ("holdem-nl", "omaha-pl")
STAY = Temper(folds=0.05, short=0.1)
SIDES = Temper(many=True, folds=0.05, short=0.9, raises=0.4, all_in=0.5)
TIED = Temper(many=True, folds=0.1, short=0.1, tied=True)
AWARD = ("hand-rank", "card-rank", "pot-award", "tie-break", "omaha:hand-composition", "record/payments")
SHARES = ("equal-hands", "pot-split", "omaha:hand-composition", "agreed-split", "odd-chip", "record/payments")
SIDE = (*AWARD, "pot-split", "side-pot", "eligible-pots", "remaining-pots")
AMOUNTS = ("record/payments", "record/pot-total", "record/stakes-after", "eligible-pots")


def _no_mucks(written: Format, _game: str) -> str:
    return "" if written.mucks else "the room does not say who threw a hand away"


def _no_rake(written: Format, _game: str) -> str:
    return "" if written.rake else "what the room took is not printed, so that less money may be more rake"


def _no_total(written: Format, _game: str) -> str:
    return "" if written.total else "what is in the pot is not printed"


def _no_back(written: Format, _game: str) -> str:
    return "" if written.back else "what went back is not printed"


def _not_seen(written: Format, _game: str) -> str:
    return "" if written.back or written.balances else "neither what went back nor what everybody has then is printed"


def _no_pots(written: Format, _game: str) -> str:
    return "" if written.by_pot else "payments do not say from which pot they come"


def _no_chip(written: Format, game: str) -> str:
    return "" if written.chip or game != "tournament" else "the smallest chip is not known where no currency is"


def _whole(play: Play) -> PaidPot | None:
    """The only pot of a hand."""
    return play.hand.pots[0] if len(play.hand.pots) == 1 else None


def _shown(hand: Hand) -> list[str]:
    return [player.name for player, cards in hand.shown if cards]


@fault("pot-to-the-loser", "settled", *AWARD, temper=STAY)
def pot_to_the_loser(play: Play, _player: Player | None) -> str | None:
    """A hand that was shown and lost is paid the pot."""
    pot = _whole(play)
    losers = [name for name in _shown(play.hand) if pot is not None and name not in pot.winners]
    if pot is None or not losers:
        return None
    pot.paid = {losers[0]: sum(pot.paid.values())}
    return DEALER


@fault("pot-to-a-mucked-hand", "settled", *AWARD, temper=STAY, lacks=_no_mucks)
def pot_to_a_mucked_hand(play: Play, _player: Player | None) -> str | None:
    """A player who threw the hand away is paid the pot."""
    pot = _whole(play)
    mucked = [player.name for player, cards in play.hand.shown if not cards]
    if pot is None or not mucked:
        return None
    pot.paid = {mucked[0]: sum(pot.paid.values())}
    return DEALER


@fault("pot-to-a-folded-player", "settled", *AWARD, temper=Temper(many=True))
def pot_to_a_folded_player(play: Play, _player: Player | None) -> str | None:
    """Somebody who folded is paid the pot."""
    pot = _whole(play)
    folded = [one.name for one in play.hand.players if one.folded]
    if pot is None or not folded:
        return None
    pot.paid = {folded[0]: sum(pot.paid.values())}
    return DEALER


@fault("odd-chip-to-the-wrong-seat", "settled", *SHARES, games=FLOP, temper=TIED, lacks=_no_chip)
def odd_chip_to_the_wrong_seat(play: Play, _player: Player | None) -> str | None:
    """Of a pot that cannot be divided equally, the last of the winners gets the odd chip."""
    pot = _whole(play)
    if pot is None or len(pot.winners) < 2:
        return None
    first, last = pot.winners[0], pot.winners[-1]
    if pot.paid[first] == pot.paid[last]:
        return None
    pot.paid[first], pot.paid[last] = pot.paid[last], pot.paid[first]
    return DEALER


@fault("side-pot-to-somebody-outside", "settled", *SIDE, games=FLOP, temper=SIDES)
def side_pot_to_somebody_outside(play: Play, _player: Player | None) -> str | None:
    """A side pot that is more than the rake goes to a player who has not put anything in it."""
    return _pay_outside(play) if play.hand.pots[-1].amount > 2 * play.hand.rake else None


@fault("small-side-pot-outside", "settled", *SIDE, games=CASH, temper=SIDES, lacks=_no_pots)
def small_side_pot_outside(play: Play, _player: Player | None) -> str | None:
    """The same with a side pot that the rake might have swallowed, if payments did not say from which pot they come."""
    return _pay_outside(play) if play.hand.pots[-1].amount < play.hand.rake else None


def _pay_outside(play: Play) -> str | None:
    pot = play.hand.pots[-1]
    outside = [one.name for one in play.live if one.name not in pot.eligible]
    if len(play.hand.pots) < 2 or not outside:
        return None
    pot.paid = {outside[0]: sum(pot.paid.values())}
    return DEALER


@fault("tie-paid-to-one", "settled", *SHARES, games=FLOP, temper=TIED)
def tie_paid_to_one(play: Play, _player: Player | None) -> str | None:
    """One of several equal hands is paid all of the pot."""
    pot = _whole(play)
    if pot is None or len(pot.winners) < 2:
        return None
    pot.paid = {pot.winners[-1]: sum(pot.paid.values())}
    return DEALER


@fault("split-though-not-tied", "settled", *SHARES, *AWARD, temper=STAY)
def split_though_not_tied(play: Play, _player: Player | None) -> str | None:
    """A hand that lost is paid half of the pot."""
    pot = _whole(play)
    losers = [name for name in _shown(play.hand) if pot is not None and name not in pot.winners]
    if pot is None or not losers or len(pot.winners) > 1:
        return None
    net, unit = sum(pot.paid.values()), play.hand.unit
    half = net // 2 // unit * unit
    pot.paid = {pot.winners[0]: net - half, losers[0]: half}
    return DEALER


@fault("too-much-paid", "settled", *AMOUNTS, temper=STAY)
def too_much_paid(play: Play, _player: Player | None) -> str | None:
    """The winner is paid more than the pot, in a hand in which nothing goes back that might explain it."""
    pot = _whole(play)
    if pot is None or len(pot.winners) > 1 or play.hand.back is not None:
        return None
    pot.paid[pot.winners[0]] += pot.rake + pot.amount // 10 // 100 * 100 + 100
    return DEALER


@fault("too-little-paid", "settled", *AMOUNTS, temper=STAY, lacks=_no_rake)
def too_little_paid(play: Play, _player: Player | None) -> str | None:
    """The winner is paid less than the pot without the rake."""
    pot = _whole(play)
    if pot is None or len(pot.winners) > 1 or pot.amount < 400:
        return None
    pot.paid[pot.winners[0]] -= pot.amount // 10 // 100 * 100 + 100
    return DEALER


@fault("rake-misprinted", "settled", *AMOUNTS, temper=STAY, lacks=_no_rake)
def rake_misprinted(play: Play, _player: Player | None) -> str | None:
    """The rake that is printed is more than what is missing from the payments."""
    pot = _whole(play)
    if pot is None or pot.amount < 1000:
        return None
    pot.rake += 100
    return RECORD


@fault("pot-misprinted", "settled", *AMOUNTS, temper=STAY, lacks=_no_total)
def pot_misprinted(play: Play, _player: Player | None) -> str | None:
    """The pot that is printed is more than what was put in."""
    pot = _whole(play)
    if pot is None:
        return None
    pot.amount += 700
    return RECORD


@fault("wrong-amount-back", "settled", "record/uncalled", temper=STAY, lacks=_no_back)
def wrong_amount_back(play: Play, _player: Player | None) -> str | None:
    """What goes back is more or less than what nobody called."""
    hand = play.hand
    if hand.back is None or hand.back[1] < 200:
        return None
    hand.back = hand.back[0], hand.back[1] + play.rng.choice((-100, 100))
    return RECORD


@fault("back-to-another", "settled", "record/uncalled", temper=STAY, lacks=_no_back)
def back_to_another(play: Play, _player: Player | None) -> str | None:
    """What nobody called goes back to another player."""
    hand = play.hand
    if hand.back is None:
        return None
    others = [one for one in hand.players if one is not hand.back[0] and one.put]
    if not others:
        return None
    hand.back = others[0], hand.back[1]
    return RECORD


@fault("nothing-back", "settled", "record/uncalled", *AMOUNTS, "surplus-returned", temper=STAY, lacks=_not_seen)
def nothing_back(play: Play, _player: Player | None) -> str | None:
    """What nobody called does not go back, and nobody is paid it."""
    hand = play.hand
    if hand.back is None or hand.back[1] < 200:
        return None
    hand.back = None
    return RECORD
