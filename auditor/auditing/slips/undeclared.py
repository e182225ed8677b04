"""Declarations that may be missing at the head of a table: what it would have to declare for the hand to be in order.

What a table does not declare is unknown. A rulebook's own figure may stand in for it as long as that accuses nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import gcd

from auditor.auditing.slips.slip import Slip
from auditor.replay.forced_bets.levels import signals
from auditor.rules.schema.rulebook import Rulebook
from auditor.rules.schema.showdown_figures import Scale
from auditor.vocabulary import events as e
from auditor.vocabulary.cards import JOKER, UNKNOWN, deck
from auditor.vocabulary.hand import Hand, Setup
from auditor.vocabulary.log_words import COMMISSION, DRAW, NOTICES, REDUCED_DECK
from auditor.vocabulary.money import money_text
from auditor.vocabulary.records import replace
from auditor.vocabulary.wording import joined

FORM, REDUCED = "the form of betting", "the deck of the table"
POT_UNIT = "the unit to which pots are rounded up"
DECLARED = "declared"  # how a pot is rounded, if a rulebook leaves it to the table
CHIPS = (500, 2500, 10000, 50000)  # to which pots may be rounded up
ROUND = (5, 10)  # of what a step of the pot is a multiple, if people choose it

Declaration = tuple[str, Setup]  # in words, and the set-up with it


def undeclared(hand: Hand, rules: Rulebook) -> Iterator[Slip]:
    """The hand with each declaration that its table lacks and that the hand itself makes likely."""
    for form in _forms(hand, rules):
        yield Slip(FORM, f"the form is '{form}'", setup=replace(hand.setup, betting=form))
    for kind, declarations in DECLARATIONS:
        for words, setup in declarations(hand, rules):
            yield Slip(kind, f"the table was to declare {words}", setup=setup)


def choices(rules: Rulebook) -> Iterator[str]:
    """What any finding of a game may turn on that lets its table choose: a form of betting, a smaller deck, a unit."""
    if any(form is not None for form in rules.game.forms):
        yield FORM
    if any(reduced.players is not None for reduced in rules.game.deck.values()):
        yield REDUCED
    if any(one.rounded == DECLARED for betting in rules.game.round.values() for one in betting.ceilings):
        yield POT_UNIT


def _forms(hand: Hand, rules: Rulebook) -> Iterator[str]:
    """The forms of betting that the game may have, if the table declares none or an unknown one.

    Where none is declared, hands shown after a single draw show that the usual form is meant.
    """
    forms = [form for form in rules.game.forms if form is not None]
    draws = Counter(one.player for one in hand.events if isinstance(one, e.Discards))
    shown = any(isinstance(one, e.Show) for one in hand.events) and max(draws.values(), default=0) < 2
    settled = hand.setup.betting in forms or (hand.setup.betting is None and shown)
    if not settled and DRAW not in hand.setup.records:
        yield from forms


def _reduced_decks(hand: Hand, rules: Rulebook) -> Iterator[Declaration]:
    """A deck of fewer cards, if the players agreed to one and all the cards of the hand may be of it."""
    setup, seen = hand.setup, {card for cards in _all_cards(hand.events) for card in cards} - {UNKNOWN, JOKER}
    if setup.deck is not None or not any(one.what == REDUCED_DECK and one.players for one in setup.agreements):
        return
    for name, reduced in rules.game.deck.items():
        if reduced.players is not None and seen.issubset(deck(reduced.cards.ranks)):
            yield f"a deck of {name}", replace(setup, deck=name)


def _decks(hand: Hand, rules: Rulebook) -> Iterator[Declaration]:
    """A deck with a joker, if one is dealt or shown and the log does not undertake to note what players are told."""
    if hand.setup.deck is not None or NOTICES in hand.setup.records:
        return
    if not any(JOKER in cards for cards in _all_cards(hand.events)):
        return
    for name, declared in rules.game.deck.items():
        if declared.cards.joker:
            yield f"a deck of {name}", replace(hand.setup, deck=name)


def _all_cards(events: Iterable[e.Event]) -> Iterator[tuple[int, ...]]:
    for event in events:
        if isinstance(event, e.Deal):
            yield from (cards for _, cards in event.holdings)
        elif isinstance(event, e.Show):
            yield event.cards


def _blinds(hand: Hand, rules: Rulebook) -> Iterator[Declaration]:
    """The blinds as they were posted, or as a straddle shows them, which is twice the last.

    A table that declares some may have declared others since, if several players each put up a larger one, or each a
    smaller one, or one does after the signal for a new level. Any of those posted may be the last chips of a player who
    owed the last blind. Where the rulebook makes them multiples of the minimum, no table declares them.
    """
    posts = [one for one in hand.events if isinstance(one, e.Post)]
    posted = [one.amount for one in posts if one.kind == "blind"]
    declares = any(one.of == "declared" for one in rules.game.forced_by_kind.get("blind", ()))
    if hand.setup.blinds and _all_others(hand.setup, posts):
        yield f"blinds of {joined([money_text(one) for one in posted])}", replace(hand.setup, blinds=tuple(posted))
    if (hand.setup.blinds and not _signalled(hand.setup, rules, posted)) or not posted or not declares:
        return
    halves = [one.amount // 2 for one in posts if one.kind == "straddle"]
    units = [hand.setup.minimum or 0, *[least for least, _ in hand.setup.bets[:1]]]
    tried = [tuple(sorted(posted))]
    for last in dict.fromkeys([*halves, *units, max(posted), 2 * max(posted)]):
        if last >= max(posted):
            others = combinations(sorted(posted), len(posted) - 1)
            tried += [*[(*rest, last) for rest in others], (*sorted(posted), last), (last // 2, last)]
    for blinds in dict.fromkeys(tried):
        yield f"blinds of {joined([money_text(one) for one in blinds])}", replace(hand.setup, blinds=blinds)


def _signalled(setup: Setup, rules: Rulebook, posted: list[int]) -> bool:
    """Does somebody put up more than the last blind after a new level was signalled, which the log does not declare?"""
    return max(posted, default=0) > setup.blinds[-1] and not signals(rules).isdisjoint(setup.signalled)


def _all_others(setup: Setup, posts: list[e.Post]) -> bool:
    """Do several players put up all the blinds, each a larger one than the table declares, or each a smaller one?

    Levels of a tournament only rise: who puts up too little there was to put up more.
    """
    made = [one for one in posts if one.kind == "blind"]
    if not len({one.player for one in made}) == len(made) == len(setup.blinds) > 1:
        return False
    more = [one.amount - blind for one, blind in zip(made, setup.blinds, strict=True)]
    lower = setup.tournament is None and not any(one.all_in for one in made)
    return min(more) > 0 or (lower and max(more) < 0)


def _ante(hand: Hand, _: Rulebook) -> Iterator[Declaration]:
    """The ante as several players put it in, if the table declares another: it may have declared this one since."""
    antes = [one for one in hand.events if isinstance(one, e.Post) and one.kind == "ante"]
    whole = {one.amount for one in antes if not one.all_in}
    if hand.setup.ante is not None and len({one.player for one in antes}) > 1 and len(whole) == 1:
        yield f"an ante of {money_text(*whole)}", replace(hand.setup, ante=whole.pop())


def _bring_in(hand: Hand, _: Rulebook) -> Iterator[Declaration]:
    """The bring-in as it was put in."""
    for post in hand.events if hand.setup.bring_in is None else ():
        if isinstance(post, e.Post) and post.kind == "bring-in":
            yield f"a bring-in of {money_text(post.amount)}", replace(hand.setup, bring_in=post.amount)


def _bets(hand: Hand, _: Rulebook) -> Iterator[Declaration]:
    """The bets of a limit, as large as a wager of the hand and the same or twice as much later, unless blinds tell."""
    setup = hand.setup
    told = setup.bets or setup.blinds or setup.minimum is not None or setup.maximum is not None or setup.limit is None
    for size in () if told else _sizes(hand):
        for later in (2 * size, size):
            words = f"bets of {money_text(size)} and {money_text(later)}"
            yield words, replace(hand.setup, bets=((size, None), (later, None)))


def _minimum(hand: Hand, _: Rulebook) -> Iterator[Declaration]:
    """The least wager, as large as a wager of the hand, or as the last blind of the table, unless bets tell it.

    A table that declares one, and no blinds, may have declared another since, if several players put up less.
    """
    setup, sizes = hand.setup, _sizes(hand)
    if setup.minimum is not None:
        sizes = sizes[:1] if not setup.blinds and len(_below(hand, setup.minimum)) > 1 else []
    elif setup.blinds:
        sizes = [setup.blinds[-1]]
    for size in () if setup.bets else sizes:
        yield f"a minimum of {money_text(size)}", replace(setup, minimum=size)


def _below(hand: Hand, least: int) -> set[str]:
    """The players who put up a blind of less than this, and not with their last chips."""
    blinds = [one for one in hand.events if isinstance(one, e.Post) and one.kind == "blind" and not one.all_in]
    return {one.player for one in blinds if one.amount < least}


def _chip(hand: Hand, _: Rulebook) -> Iterator[Declaration]:
    """The lowest chip, as the payments show it."""
    paid = gcd(*[one.amount for one in hand.events if isinstance(one, e.Win)])
    if hand.setup.chip is None and paid:
        yield f"a chip of {money_text(paid)}", replace(hand.setup, chip=paid)


def _commission(hand: Hand, rules: Rulebook) -> Iterator[Declaration]:
    """A commission as it was taken, if players were told of one in the place of the rulebook's scale."""
    setup, scale = hand.setup, rules.game.commission
    told = any(one.about == COMMISSION and one.to == "players" and one.given for one in setup.notices)
    pots = [one for one in hand.events if isinstance(one, e.PotTaken) and one.amount and one.commission is not None]
    if not told or not pots or setup.commission is not None or setup.charges or not isinstance(scale, Scale):
        return
    declared = e.CommissionDeclared(hand.header.line, hand.header.column)
    taken = [(one.amount, one.commission) for one in pots if one.commission]
    if not taken:
        yield "no commission", replace(setup, commission=replace(declared, percent=0))
        return
    for percent in _percentages(taken):
        fee = replace(declared, percent=100 * percent, rounded="down", unit=scale.fee)
        yield f"a commission of {percent}%", replace(setup, commission=fee)
    step = min([amount * scale.fee // fee for amount, fee in taken])
    for unit in (1, *[scale.fee * many for many in ROUND]):
        if step >= unit:
            per = step // unit * unit
            words = f"a commission of {money_text(scale.fee)} per {money_text(per)}"
            yield words, replace(setup, commission=replace(declared, fee=scale.fee, per=per))


def _pot_unit(hand: Hand, rules: Rulebook) -> Iterator[Declaration]:
    """A unit to which pots are rounded up, if the rulebook leaves it to the table: a chip that is not large there."""
    setup = hand.setup
    ceilings = [one for betting in rules.game.round.values() for one in betting.ceilings if setup.limit in one.limits]
    if setup.pot_unit is not None or setup.chip is None or not any(one.rounded == DECLARED for one in ceilings):
        return
    usual = max([*setup.blinds, setup.minimum or 0])
    for unit in dict.fromkeys((5 * setup.chip, *[one for one in CHIPS if setup.chip < one <= usual])):
        yield f"pots rounded up to {money_text(unit)}", replace(setup, pot_unit=unit)


def _straddles(hand: Hand, _: Rulebook) -> Iterator[Declaration]:
    """Straddles, if somebody makes one."""
    made = any(isinstance(one, e.Post) and one.kind == "straddle" for one in hand.events)
    if made and "straddles" not in hand.setup.house:
        yield "straddles allowed", replace(hand.setup, house={**hand.setup.house, "straddles": "allowed"})


def _percentages(taken: list[tuple[int, int]]) -> range:
    """The whole percentages of which the commissions may be, rounded down: of all the pots, or of any of them."""
    whole = sum([amount for amount, _ in taken]), sum([fee for _, fee in taken])
    likely = [-(-fee * 100 // amount) for amount, fee in (whole, *taken)]
    return range(min(likely), max(likely) + 1)


def _sizes(hand: Hand) -> list[int]:
    """What wagers of the hand came to, the smallest first: blinds, openings and raises; calls if a blind was short."""
    sizes: set[int] = set()
    short = any(isinstance(one, e.Post) and one.kind == "blind" and one.all_in for one in hand.events)
    for one in hand.events:
        if isinstance(one, e.Post) and one.kind in ("blind", "bring-in"):
            sizes.add(one.amount)
        elif isinstance(one, e.Raise) and one.by is not None:
            sizes.add(one.by)
        elif isinstance(one, e.Bet) or (short and isinstance(one, e.Call)):
            sizes |= {amount for amount in (one.added, one.total) if amount}
    return sorted(sizes)


DECLARATIONS: tuple[tuple[str, Callable[[Hand, Rulebook], Iterator[Declaration]]], ...] = (
    ("whether the joker is in use", _decks),
    (REDUCED, _reduced_decks),
    ("the blinds of the table", _blinds),
    ("the ante of the table", _ante),
    ("the bring-in of the table", _bring_in),
    ("the limits of the table", _bets),
    ("the table minimum", _minimum),
    ("the lowest chip in play", _chip),
    ("the commission of the table", _commission),
    (POT_UNIT, _pot_unit),
    ("whether the table allows straddles", _straddles),
)  # each by what the record lacks without it
