"""Which hand beats which, under the order of hands that a rulebook states.

A strength is one whole number: the place of the class of hand, then the ranks of the cards in the order in which they
count, one hexadecimal digit each. The bigger strength beats the smaller, and equal strengths tie: suits never decide.

Strengths are looked up by the key of the cards, see `auditor.vocabulary.card_keys`.

Low hands are ranked by the same means: the stronger an order of high hands finds them, the weaker they are.

A joker stands for the card that is best for its hand among those the rules let it stand for.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Literal

from auditor.vocabulary.card_keys import (
    ALL,
    BUT_SUITS,
    DIGIT,
    FIVE,
    FLUSH,
    KEYS,
    SHORT_OF_FLUSH,
    SUITED_KEYS,
    UNSEEN,
    WILD,
    HasJoker,
    Strengths,
    board_choices,
    hands,
    hole_choices,
    refuse_endless,
    sums,
)
from auditor.vocabulary.cards import ACE, JOKER, RANKS, Cards, deck, rank_name, rank_plural

_CEILING = 1 << DIGIT * (1 + FIVE)  # above every strength

# How many cards, in the order in which they count, define a hand of each class.
_DEFINING = {
    "five aces": 0,
    "royal flush": 0,
    "straight flush": 1,
    "four of a kind": 1,
    "full house": 1,
    "flush": 0,
    "straight": 1,
    "three of a kind": 1,
    "two pairs": 3,
    "pair": 1,
    "odd cards": 1,
}

CLASSES = tuple(_DEFINING)  # every class of hands that a rulebook may have

_LOW_CLASSES = tuple(name for name in _DEFINING if name not in ("five aces", "royal flush"))
_LOW_GROUPS = tuple(name for name in _LOW_CLASSES if name not in ("straight flush", "flush", "straight"))

WHOLE = frozenset({"royal flush", "straight flush", "full house", "flush", "straight"})  # classes that need five cards

# What a joker stands for. In a high hand: an ace, or a card that completes a straight or a flush (`limited`); the same,
# but in a flush also a second ace (`double-ace`); or any card (`wild`). In a low hand: the lowest rank that is missing
# (`lowest`), or an ace (`ace`).
Joker = Literal["limited", "double-ace", "wild", "lowest", "ace"]
_COMPLETED = frozenset({"royal flush", "straight flush", "flush", "straight"})


class Ranking:
    """An order of hands: the classes from the strongest down, and what decides within a class.

    With `low_ace` the ace also stands below the lowest rank of the deck in a straight, which then ranks by its top
    card. With the `tie_break` "all-cards" every card counts in every class. With "literal" every card counts only in
    the classes named in `kickers`; in the others nothing counts but the cards that define the class. Cards that are not
    of the deck are ranked as if they were, since a damaged log may hold them, but not a joker where the rules have
    none.
    """

    __slots__ = ("_by_shape", "_counting", "_joker", "_low_straight", "_suited", "_unsuited", "classes")

    def __init__(
        self,
        classes: tuple[str, ...],
        ranks: str,
        low_ace: bool,
        tie_break: str,
        kickers: frozenset[str],
        joker: Joker | None = None,
    ) -> None:
        if unknown := {*classes, *kickers} - _DEFINING.keys():
            raise ValueError(f"not a class of hand: {', '.join(sorted(unknown))}")
        if classes[-1:] != ("odd cards",):
            raise ValueError("an order of hands ends with odd cards")
        if tie_break not in ("all-cards", "literal"):
            raise ValueError(f"not a tie-break: {tie_break}")
        lowest = sorted({card >> 2 for card in deck(ranks)})[: FIVE - 1]
        self.classes = classes
        self._joker = joker
        self._counting = frozenset(classes) if tie_break == "all-cards" else kickers
        self._low_straight = [*reversed(lowest), ACE] if low_ace else None
        self._by_shape: dict[tuple[int, int, bool, bool, bool], tuple[int, int]] = {}
        self._unsuited = Strengths(partial(self._score, suited=False))
        self._suited = Strengths(partial(self._score, suited=True))

    def five(self, cards: Sequence[int]) -> int:
        """The strength of five cards, or of the best five among more.

        Fewer than five, such as the cards showing at stud, make no straight or flush, but rank by pairs and high cards.
        """
        refuse_endless(cards)
        key = sum([SUITED_KEYS[card] for card in cards])
        try:
            if len(cards) > FIVE:
                strength = self._unsuited.best(key & BUT_SUITS, [KEYS[card] for card in cards])
            else:
                strength = self._unsuited[key & BUT_SUITS]
        except HasJoker:
            return max([self.five(stood) for stood in self._stood(cards)])
        if key + SHORT_OF_FLUSH & FLUSH:
            for suit in range(4):
                keys = [KEYS[card] for card in cards if card & 3 == suit]
                if len(keys) >= FIVE:
                    strength = max(strength, self._suited[sum(keys)])
        return strength

    def showing(self, cards: Sequence[int]) -> int:
        """The strength of the cards that lie open. Fewer than five make no straight or flush."""
        if len(cards) >= FIVE:
            return self.five(cards)
        return self._unsuited[sum([KEYS[card] for card in cards])]

    def strength(self, hole: Cards, board: Cards, from_hole: int | None) -> int:
        """The strength of the best five cards, of which exactly `from_hole` are from the hole (None: any number).

        Where cards are missing, the rest make the hand. A card that nobody saw has no strength: that is a ValueError.
        """
        if from_hole is None:
            return self.five(hole + board)
        own = hole_choices(hole, from_hole)
        common, common_suited = board_choices(board, FIVE - from_hole)
        table = self._unsuited
        strength = max([table[a + b] for a in own for b in common])
        for suit, keys in common_suited.items():
            suited = [KEYS[card] for card in hole if card & 3 == suit]
            if len(suited) >= from_hole:
                strength = max(strength, *[self._suited[a + b] for a in sums(suited, from_hole) for b in keys])
        return strength

    def best(self, hole: Cards, board: Cards, from_hole: int | None) -> tuple[int, Cards]:
        """The strength and the cards that make it, in the order in which they count."""
        strength = self.strength(hole, board, from_hole)
        cards = next(cards for cards in hands(hole, board, from_hole) if self.five(cards) == strength)
        plain = self._plain(cards)
        order = self._arranged([card >> 2 for card in plain])
        pairs = sorted(zip(plain, cards, strict=True), key=lambda pair: order.index(pair[0] >> 2))
        return strength, tuple([card for _, card in pairs])

    def class_of(self, strength: int) -> str:
        """The class of the hands of this strength."""
        return self.classes[-(strength >> DIGIT * FIVE)]

    def defining(self, strength: int) -> int:
        """What is left of a strength without the cards that count after those which define its class."""
        return strength >> DIGIT * (FIVE - _DEFINING[self.class_of(strength)])

    def describe(self, cards: Sequence[int]) -> str:
        """Up to five cards in words: "two pairs, queens and jacks with a 10"."""
        cards = self._plain(cards)
        name = self.class_of(self.five(cards))
        first, *others = dict.fromkeys(self._arranged([card >> 2 for card in cards]))
        match name:
            case "five aces" | "royal flush":
                return name
            case "four of a kind" | "three of a kind":
                return f"{name}, {rank_plural(first)}"
            case "full house":
                return f"{name}, {rank_plural(first)} over {rank_plural(others[0])}"
            case "two pairs":
                return f"{name}, {rank_plural(first)} and {rank_plural(others[0])}{with_ranks(others[1:2])}"
            case "pair":
                return f"pair of {rank_plural(first)}"
            case _:
                return f"{name}, {rank_name(first)} high"

    def ranks(self, cards: Sequence[int]) -> list[int]:
        """The ranks of up to five cards in the order in which they count."""
        return list(self._arranged([card >> 2 for card in self._plain(cards)]))

    def _plain(self, cards: Sequence[int]) -> Sequence[int]:
        """At most five cards, with the card that a joker stands for in its place."""
        return max(self._stood(cards), key=self.five) if JOKER in cards else cards

    def _stood(self, cards: Sequence[int]) -> Iterable[Sequence[int]]:
        """The cards with each card in the joker's place that it may stand for; of more than five cards, all fives."""
        if self._joker is None:
            raise ValueError("a joker has no rank")
        if len(cards) > FIVE:
            return [stood for five in combinations(cards, FIVE) for stood in self._stood_or_plain(five)]
        place = list(cards).index(JOKER)
        others = [card for card in cards if card != JOKER]
        free = [card for card in range(4 * len(RANKS)) if card not in others]
        aces = [card for card in free if card >> 2 == ACE] or [ACE << 2]
        suits = {card & 3 for card in others}
        if self._joker == "double-ace" and len(suits) == 1:
            aces.append(ACE << 2 | suits.pop())
        found = [(*cards[:place], card, *cards[place + 1 :]) for card in (*aces, *free)]
        if self._joker == "wild":
            return found
        return found[: len(aces)] + [five for five in found[len(aces) :] if self._completes(five)]

    def _stood_or_plain(self, cards: Sequence[int]) -> Iterable[Sequence[int]]:
        return self._stood(cards) if JOKER in cards else [cards]

    def _completes(self, cards: Sequence[int]) -> bool:
        """Do these cards make a straight or a flush?"""
        return self.class_of(self.five(cards)) in _COMPLETED

    def _score(self, ranks: list[int], suited: bool) -> int:
        """The strength of at most five ranks: the strongest class they belong to, then the cards that count in it."""
        cards = self._arranged(ranks)
        first = cards.count(cards[0]) if cards else 0
        second = cards.count(cards[first]) if len(cards) > first else 0
        whole = first == 1 and len(cards) == FIVE
        straight = whole and (cards[0] - cards[-1] == FIVE - 1 or cards == self._low_straight)
        shape = first, second, straight, suited, cards[:1] == [ACE]
        known = self._by_shape.get(shape)
        if known is None:
            known = self._by_shape[shape] = self._class_by_shape(*shape)
        strength, counting = known
        for rank in cards[:counting]:
            strength = strength << DIGIT | rank
        return strength << DIGIT * (FIVE - min(counting, len(cards)))

    def _class_by_shape(self, first: int, second: int, straight: bool, suited: bool, ace: bool) -> tuple[int, int]:
        """What the strongest class is worth that cards of this shape belong to, and how many cards count in it."""
        belongs = _belongs(first, second, straight, suited, ace)
        place = next(place for place, name in enumerate(self.classes) if belongs[name])
        name = self.classes[place]
        return len(self.classes) - place, FIVE if name in self._counting else _DEFINING[name]

    def _arranged(self, ranks: list[int]) -> list[int]:
        """The ranks in the order in which they count: the most numerous first, the highest first, a low ace last."""
        order = sorted(ranks, reverse=True)
        if len(set(ranks)) < len(ranks):
            order.sort(key=ranks.count, reverse=True)  # the highest stay first among those that are as numerous
        ace_last = order[1:] + order[:1]
        return ace_last if ace_last == self._low_straight else order


@lru_cache
def ranking(
    classes: tuple[str, ...],
    ranks: str,
    low_ace: bool,
    tie_break: str,
    kickers: frozenset[str],
    joker: Joker | None = None,
) -> Ranking:
    """The one `Ranking` for this order of hands: all tables under the same rules share the strengths it has cached."""
    return Ranking(classes, ranks, low_ace, tie_break, kickers, joker)


class LowRanking:
    """An order of low hands: what makes a hand high makes it weak, compared from the top card down.

    The strengths are those of the order of high hands, subtracted from a ceiling. No card of a low hand stands above
    the rank of the `qualifier` (None: any may), and without `pairs` all five are of different ranks. With `ace_low` the
    ace is always the lowest card. Only with `straights` do straights and flushes count, and then against the hand.
    """

    __slots__ = ("_eligible", "_highest", "_joker", "_order", "_pairs", "_shift", "_spoils", "_straights", "_table")

    def __init__(
        self, qualifier: str | None, ace_low: bool, straights: bool, pairs: bool, joker: Joker | None = None
    ) -> None:
        if qualifier is not None and (len(qualifier) != 1 or qualifier not in RANKS):
            raise ValueError(f"not a rank: {qualifier}")
        self._joker = joker
        self._shift = 1 if ace_low else 0
        self._highest = len(RANKS) - 1 if qualifier is None else self._value(RANKS.index(qualifier))
        self._pairs = pairs
        self._straights = straights
        self._order = ranking(_LOW_CLASSES if straights else _LOW_GROUPS, RANKS, False, "all-cards", frozenset())
        ranks = [rank for rank in range(len(RANKS)) if self._value(rank) <= self._highest]
        self._eligible = (WILD + UNSEEN) * ALL + sum(ALL << DIGIT * rank for rank in ranks)
        self._spoils = BUT_SUITS - sum((ALL if pairs else 1) << DIGIT * rank for rank in ranks)
        self._table = Strengths(partial(self._score, suited=False))

    def strength(self, hole: Cards, board: Cards, from_hole: int | None) -> int | None:
        """The strength of the lowest five cards, of which exactly `from_hole` are from the hole (None: any number).

        It is None where no five cards make a low hand, and so also where there are fewer than five. Cards that nobody
        saw might make one: that is a ValueError.
        """
        if from_hole is None:
            return self._lowest(hole + board) or None
        if self._straights:  # the key of a hand does not tell whether it is of one suit
            return max(map(self._lowest, hands(hole, board, from_hole))) or None
        spoils, table = self._spoils, self._table
        own = [key for key in hole_choices(hole, from_hole) if not key & spoils]
        common, _ = board_choices(board, FIVE - from_hole)
        return max([table[a + b] for b in common if not b & spoils for a in own], default=0) or None

    def best(self, hole: Cards, board: Cards, from_hole: int | None) -> tuple[int, Cards] | None:
        """The strength and the cards that make it, in the order in which they count; None if there is no low hand."""
        strength = self.strength(hole, board, from_hole)
        if strength is None:
            return None
        cards = next(cards for cards in hands(hole, board, from_hole) if self._lowest(cards) == strength)
        plain = self._plain(cards)
        order = self._arranged(plain)
        pairs = sorted(zip(plain, cards, strict=True), key=lambda pair: order.index(pair[0] >> 2))
        return strength, tuple([card for _, card in pairs])

    def showing(self, cards: Sequence[int]) -> int:
        """The strength of the cards that lie open, without a qualifier. Fewer than five make no straight or flush."""
        values = [self._value(card >> 2) << 2 | card & 3 for card in cards]
        if len(values) <= FIVE:
            return _CEILING - self._order.showing(values)
        return max([_CEILING - self._order.five(five) for five in combinations(values, FIVE)])

    def describe(self, cards: Cards) -> str:
        """Five cards in words, "8-7-3-2-A low", after what counts against them, "pair, 4-4-3-2-A low"."""
        cards = self._plain(cards)
        ranks = "-".join(["10" if RANKS[rank] == "T" else RANKS[rank] for rank in self._arranged(cards)])
        name = self._order.class_of(self._order.five([self._value(card >> 2) << 2 | card & 3 for card in cards]))
        return f"{ranks} low" if name == "odd cards" else f"{name}, {ranks} low"

    def _lowest(self, cards: Cards) -> int:
        """The strength of the lowest five of the cards; 0 if no five of them make a low hand."""
        refuse_endless(cards)
        key = sum([SUITED_KEYS[card] for card in cards])
        if not self._straights or not key + SHORT_OF_FLUSH & FLUSH:
            try:
                return self._table[key & self._eligible]
            except HasJoker:
                fives = [cards] if len(cards) <= FIVE else combinations(cards, FIVE)
                return max([self._lowest(self._plain(five)) for five in fives])
        if len(cards) == FIVE:
            return self._score([card >> 2 for card in cards], suited=True)
        return max(map(self._lowest, combinations(cards, FIVE)))

    def _plain(self, cards: Cards) -> Cards:
        """At most five cards, with the card that a joker stands for in its place."""
        if JOKER not in cards:
            return cards
        if self._joker is None:
            raise ValueError("a joker has no rank")
        held = {card >> 2 for card in cards}
        lowest = next(rank for rank in sorted(range(len(RANKS)), key=self._value) if rank not in held)
        rank = ACE if self._joker == "ace" else lowest
        suits = {card & 3 for card in cards if card != JOKER}
        suit = next((suit for suit in range(4) if suit not in suits), 0)  # a suit that no other card has: no flush
        return tuple([rank << 2 | suit if card == JOKER else card for card in cards])

    def _score(self, ranks: list[int], suited: bool) -> int:
        """The strength of at most five ranks; 0 if they make no low hand."""
        values = [self._value(rank) for rank in ranks]
        if len(values) < FIVE or max(values) > self._highest or (not self._pairs and len(set(values)) < FIVE):
            return 0
        return _CEILING - self._order._score(values, suited)

    def _arranged(self, cards: Cards) -> list[int]:
        """The ranks of cards in the order in which they count."""
        values = [self._value(card >> 2) for card in cards]
        return [(value - self._shift) % len(RANKS) for value in self._order._arranged(values)]

    def _value(self, rank: int) -> int:
        """The place of a rank from the lowest up."""
        return (rank + self._shift) % len(RANKS)


@lru_cache
def low_ranking(
    qualifier: str | None, ace_low: bool, straights: bool, pairs: bool, joker: Joker | None = None
) -> LowRanking:
    """The one `LowRanking` with these rules, which all tables share."""
    return LowRanking(qualifier, ace_low, straights, pairs, joker)


def _belongs(first: int, second: int, straight: bool, suited: bool, ace: bool) -> dict[str, bool]:
    """The classes that cards belong to by how many there are of the rank that counts first and of the second.

    `ace` says whether an ace counts first. The order of hands decides as which of these classes they count.
    """
    return {
        "five aces": first >= FIVE and ace,
        "royal flush": suited and straight and ace,
        "straight flush": suited and straight,
        "four of a kind": first >= 4,
        "full house": first >= 3 and second >= 2,
        "flush": suited,
        "straight": straight,
        "three of a kind": first >= 3,
        "two pairs": second >= 2,
        "pair": first >= 2,
        "odd cards": True,
    }


def with_ranks(ranks: Sequence[int]) -> str:
    """Cards beside those that a hand is named by: " with a 10", " with a 10 and an 8"; nothing if there are none."""
    named = [(rank_name(rank), "an" if rank_name(rank)[0] in "a8" else "a") for rank in ranks]
    return f" with {' and '.join([f'{article} {name}' for name, article in named])}" if named else ""
