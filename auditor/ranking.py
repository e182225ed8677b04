"""Which hand beats which, under the order of hands a rulebook states.

A strength is one whole number: the place of the class of hand, then the ranks of the cards in the order in which they
count, one hexadecimal digit each. The bigger beats the smaller, and equal strengths tie: suits never decide.

Cards are looked up by their key, which holds how many there are of each rank, again a digit a rank. Keys of cards laid
together are added, so a board's choices of three cards are added up once and serve every player at the showdown.

Low hands are ranked by the same means: their strength is what an order of high hands gives them, turned round.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import combinations

from auditor.cards import ACE, RANKS, Cards, deck, rank_name, rank_plural

FIVE = 5  # cards make a hand
MOST = 15  # cards to choose from: their number fits a digit, and a hostile log cannot ask for endless choices
HONEST = 7  # cards that honest games let a player choose from; learning more would let a log fill the memory
_DIGIT = 4  # bits
_ALL = (1 << _DIGIT) - 1  # cards of a rank
_CEILING = 1 << _DIGIT * (1 + FIVE)  # above every strength

_UNSEEN = 1 << _DIGIT * len(RANKS)
_KEYS = (*(1 << _DIGIT * rank for rank in range(len(RANKS)) for _ in range(4)), _UNSEEN)

# The cards of each suit are counted above the ranks, in five bits each: eleven more than there are reach the fifth bit
# as soon as there are five.
_SUITS = [_UNSEEN << _DIGIT + 5 * suit for suit in range(4)]
_SUITED_KEYS = (*(_KEYS[card] + _SUITS[card & 3] for card in range(4 * len(RANKS))), _UNSEEN)
_BUT_SUITS = _SUITS[0] - 1
_SHORT_OF_FLUSH = sum(suit * (16 - FIVE) for suit in _SUITS)
_FLUSH = sum(suit * 16 for suit in _SUITS)

# How many cards, in the order in which they count, make a hand of the class what it is.
_DEFINING = {
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

_LOW_CLASSES = tuple(name for name in _DEFINING if name != "royal flush")
_LOW_GROUPS = tuple(name for name in _LOW_CLASSES if name not in ("straight flush", "flush", "straight"))

WHOLE = frozenset({"royal flush", "straight flush", "full house", "flush", "straight"})  # never made of fewer than five


class _Strengths(dict[int, int]):
    """Strengths by key, each worked out when it is first met: nothing to build at start-up, and no key is missing."""

    __slots__ = ("_score",)

    def __init__(self, score: Callable[[list[int]], int]) -> None:
        super().__init__()
        self._score = score

    def __missing__(self, key: int) -> int:
        ranks = _ranks(key)
        if len(ranks) > HONEST:
            return max([self[five] for five in _choices_by_key(key, FIVE)])
        if len(ranks) > FIVE:  # one card is left out: what is learnt of six cards serves many a seven
            strength = max([self[key - (1 << _DIGIT * rank)] for rank in set(ranks)])
        else:
            strength = self._score(ranks)
        self[key] = strength
        return strength


class Ranking:
    """An order of hands: the classes from the strongest down, and what decides within a class.

    With `low_ace` the ace also stands below the lowest rank of the deck in a straight, which then ranks by its top
    card. `tie_break` "all-cards" lets every card count in every class; "literal" only in the classes named in
    `kickers`, while in the others nothing counts but what defines the class. Cards that are not of the deck are ranked
    as if they were, since a damaged log may hold them.
    """

    __slots__ = ("_counting", "_low_straight", "_suited", "_unsuited", "classes")

    def __init__(
        self, classes: tuple[str, ...], ranks: str, low_ace: bool, tie_break: str, kickers: frozenset[str]
    ) -> None:
        if unknown := {*classes, *kickers} - _DEFINING.keys():
            raise ValueError(f"not a class of hand: {', '.join(sorted(unknown))}")
        if classes[-1:] != ("odd cards",):
            raise ValueError("an order of hands ends with odd cards")
        if tie_break not in ("all-cards", "literal"):
            raise ValueError(f"not a tie-break: {tie_break}")
        lowest = sorted({card >> 2 for card in deck(ranks)})[: FIVE - 1]
        self.classes = classes
        self._counting = frozenset(classes) if tie_break == "all-cards" else kickers
        self._low_straight = [*reversed(lowest), ACE] if low_ace else None
        self._unsuited = _Strengths(partial(self._score, suited=False))
        self._suited = _Strengths(partial(self._score, suited=True))

    def five(self, cards: Sequence[int]) -> int:
        """The strength of five cards, or of the best five among more.

        Fewer than five, such as the cards showing at stud, rank by what they hold; they make no straight or flush.
        """
        _refuse_endless(cards)
        key = sum([_SUITED_KEYS[card] for card in cards])
        strength = self._unsuited[key & _BUT_SUITS]
        if key + _SHORT_OF_FLUSH & _FLUSH:
            for suit in range(4):
                keys = [_KEYS[card] for card in cards if card & 3 == suit]
                if len(keys) >= FIVE:
                    strength = max(strength, self._suited[sum(keys)])
        return strength

    def showing(self, cards: Sequence[int]) -> int:
        """The strength of cards lying open; fewer than five make no straight or flush."""
        if len(cards) >= FIVE:
            return self.five(cards)
        return self._unsuited[sum([_KEYS[card] for card in cards])]

    def strength(self, hole: Cards, board: Cards, from_hole: int | None) -> int:
        """The strength of the best five cards, of which exactly `from_hole` are from the hole (None: any number).

        Where cards are missing, those there are must do. A card that was not seen has no strength: ValueError.
        """
        if from_hole is None:
            return self.five(hole + board)
        own = _hole_choices(hole, from_hole)
        common, common_suited = _board_choices(board, FIVE - from_hole)
        table = self._unsuited
        strength = max([table[a + b] for a in own for b in common])
        for suit, keys in common_suited.items():
            suited = [_KEYS[card] for card in hole if card & 3 == suit]
            if len(suited) >= from_hole:
                strength = max(strength, *[self._suited[a + b] for a in _sums(suited, from_hole) for b in keys])
        return strength

    def best(self, hole: Cards, board: Cards, from_hole: int | None) -> tuple[int, Cards]:
        """What `strength` gives, with the cards it rests on in the order in which they count."""
        strength = self.strength(hole, board, from_hole)
        cards = next(cards for cards in _hands(hole, board, from_hole) if self.five(cards) == strength)
        order = self._arranged([card >> 2 for card in cards])
        return strength, tuple(sorted(cards, key=lambda card: order.index(card >> 2)))

    def class_of(self, strength: int) -> str:
        """The class of the hands of this strength."""
        return self.classes[-(strength >> _DIGIT * FIVE)]

    def describe(self, cards: Sequence[int]) -> str:
        """Up to five cards in words: "two pairs, queens and jacks with a 10"."""
        name = self.class_of(self.five(cards))
        first, *others = dict.fromkeys(self._arranged([card >> 2 for card in cards]))
        match name:
            case "royal flush":
                return name
            case "four of a kind" | "three of a kind":
                return f"{name}, {rank_plural(first)}"
            case "full house":
                return f"{name}, {rank_plural(first)} over {rank_plural(others[0])}"
            case "two pairs":
                return f"{name}, {rank_plural(first)} and {rank_plural(others[0])}{_with(others[1:])}"
            case "pair":
                return f"pair of {rank_plural(first)}"
            case _:
                return f"{name}, {rank_name(first)} high"

    def _score(self, ranks: list[int], suited: bool) -> int:
        """The strength of at most five ranks: the strongest class they belong to, then the cards that count in it."""
        cards = self._arranged(ranks)
        straight = len(set(cards)) == FIVE and (cards[0] - cards[-1] == FIVE - 1 or cards == self._low_straight)
        belongs = _belongs(cards, straight, suited)
        place = next(place for place, name in enumerate(self.classes) if belongs[name])
        name = self.classes[place]
        counting = cards if name in self._counting else cards[: _DEFINING[name]]
        strength = len(self.classes) - place
        for rank in counting:
            strength = strength << _DIGIT | rank
        return strength << _DIGIT * (FIVE - len(counting))

    def _arranged(self, ranks: list[int]) -> list[int]:
        """Ranks in the order in which they count: the most numerous first, then from the top down; a low ace last."""
        order = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
        ace_last = order[1:] + order[:1]
        return ace_last if ace_last == self._low_straight else order


@lru_cache
def ranking(classes: tuple[str, ...], ranks: str, low_ace: bool, tie_break: str, kickers: frozenset[str]) -> Ranking:
    """The one `Ranking` for this order of hands, so that all tables under the same rules share what it has learnt."""
    return Ranking(classes, ranks, low_ace, tie_break, kickers)


class LowRanking:
    """An order of low hands: what makes a hand high makes it weak, compared from the top card down.

    The strengths are those of the order of high hands turned round. No card of a low hand stands above the rank of the
    `qualifier` (None: any may), and without `pairs` all five are of different ranks. With `ace_low` the ace is one, and
    nothing else. Only with `straights` do straights and flushes count, and then against the hand.
    """

    __slots__ = ("_eligible", "_highest", "_order", "_pairs", "_shift", "_spoils", "_straights", "_table")

    def __init__(self, qualifier: str | None, ace_low: bool, straights: bool, pairs: bool) -> None:
        if qualifier is not None and (len(qualifier) != 1 or qualifier not in RANKS):
            raise ValueError(f"not a rank: {qualifier}")
        self._shift = 1 if ace_low else 0
        self._highest = len(RANKS) - 1 if qualifier is None else self._value(RANKS.index(qualifier))
        self._pairs = pairs
        self._straights = straights
        self._order = ranking(_LOW_CLASSES if straights else _LOW_GROUPS, RANKS, False, "all-cards", frozenset())
        ranks = [rank for rank in range(len(RANKS)) if self._value(rank) <= self._highest]
        self._eligible = _UNSEEN * _ALL + sum(_ALL << _DIGIT * rank for rank in ranks)
        self._spoils = _BUT_SUITS - sum((_ALL if pairs else 1) << _DIGIT * rank for rank in ranks)
        self._table = _Strengths(partial(self._score, suited=False))

    def strength(self, hole: Cards, board: Cards, from_hole: int | None) -> int | None:
        """The strength of the lowest five cards, of which exactly `from_hole` are from the hole (None: any number).

        None where no five cards make a low hand, so also where there are not five. Among cards that were not seen
        there might be one: ValueError.
        """
        if from_hole is None:
            return self._lowest(hole + board) or None
        if self._straights:  # whether a hand is of one suit its key does not tell
            return max(map(self._lowest, _hands(hole, board, from_hole))) or None
        spoils, table = self._spoils, self._table
        own = [key for key in _hole_choices(hole, from_hole) if not key & spoils]
        common, _ = _board_choices(board, FIVE - from_hole)
        return max([table[a + b] for b in common if not b & spoils for a in own], default=0) or None

    def best(self, hole: Cards, board: Cards, from_hole: int | None) -> tuple[int, Cards] | None:
        """What `strength` gives, with the cards it rests on in the order in which they count."""
        strength = self.strength(hole, board, from_hole)
        if strength is None:
            return None
        cards = next(cards for cards in _hands(hole, board, from_hole) if self._lowest(cards) == strength)
        order = self._arranged(cards)
        return strength, tuple(sorted(cards, key=lambda card: order.index(card >> 2)))

    def describe(self, cards: Cards) -> str:
        """Five cards in words: "8-7-3-2-A low"; what counts against them comes first: "pair, 4-4-3-2-A low"."""
        ranks = "-".join(["10" if RANKS[rank] == "T" else RANKS[rank] for rank in self._arranged(cards)])
        name = self._order.class_of(self._order.five([self._value(card >> 2) << 2 | card & 3 for card in cards]))
        return f"{ranks} low" if name == "odd cards" else f"{name}, {ranks} low"

    def _lowest(self, cards: Cards) -> int:
        """The strength of the lowest five of the cards; 0 if none of them make a low hand."""
        _refuse_endless(cards)
        key = sum([_SUITED_KEYS[card] for card in cards])
        if not self._straights or not key + _SHORT_OF_FLUSH & _FLUSH:
            return self._table[key & self._eligible]
        if len(cards) == FIVE:
            return self._score([card >> 2 for card in cards], suited=True)
        return max(map(self._lowest, combinations(cards, FIVE)))

    def _score(self, ranks: list[int], suited: bool) -> int:
        """The strength of at most five ranks, which is 0 if they make no low hand."""
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
def low_ranking(qualifier: str | None, ace_low: bool, straights: bool, pairs: bool) -> LowRanking:
    """The one `LowRanking` with these rules, as `ranking` gives the one `Ranking`."""
    return LowRanking(qualifier, ace_low, straights, pairs)


def _belongs(cards: list[int], straight: bool, suited: bool) -> dict[str, bool]:
    """Which classes arranged cards belong to; the order of hands says which of them they count as."""
    first = cards.count(cards[0]) if cards else 0
    second = cards.count(cards[first]) if len(cards) > first else 0
    return {
        "royal flush": suited and straight and cards[0] == ACE,
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


def _choices(cards: Cards, count: int) -> tuple[int, ...]:
    """The keys of all ways to take `count` of the cards; too few are all taken."""
    _refuse_endless(cards)
    key = sum([_KEYS[card] for card in cards])
    return _learnt_choices(key, count) if len(cards) <= HONEST else _choices_by_key(key, count)


def _choices_by_key(key: int, count: int) -> tuple[int, ...]:
    return _sums([1 << _DIGIT * rank for rank in _ranks(key)], count)


_learnt_choices = lru_cache(maxsize=8192)(_choices_by_key)  # room for all that four cards or a board of five may hold
_hole_choices = lru_cache(maxsize=4096)(_choices)  # two hole cards come again and again


@lru_cache(maxsize=64)  # a board serves all the players of its showdown
def _board_choices(board: Cards, count: int) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]]]:
    """The keys of all ways to take `count` cards of a board, and by suit those of one suit."""
    choices = _choices(board, count)
    suits = [card & 3 for card in board]
    suited = {
        suit: _sums([_KEYS[card] for card in board if card & 3 == suit], count)
        for suit in range(4)
        if suits.count(suit) >= count
    }
    return choices, suited


def _sums(keys: list[int], count: int) -> tuple[int, ...]:
    """The different sums of `count` of the keys, or of all if there are fewer."""
    return tuple(set(map(sum, combinations(keys, min(count, len(keys))))))


def _hands(hole: Cards, board: Cards, from_hole: int | None) -> Iterable[Cards]:
    """All hands that may be made, card by card."""
    if from_hole is None:
        return combinations(hole + board, min(FIVE, len(hole + board)))
    _refuse_endless(hole)
    _refuse_endless(board)
    common = list(combinations(board, min(FIVE - from_hole, len(board))))
    return (own + three for own in combinations(hole, min(from_hole, len(hole))) for three in common)


def _ranks(key: int) -> list[int]:
    """The ranks counted in a key, from the top down."""
    if key >> _DIGIT * len(RANKS):
        raise ValueError("a card that was not seen has no rank")
    ranks = []
    while key:
        ranks.append((key.bit_length() - 1) // _DIGIT)
        key -= 1 << _DIGIT * ranks[-1]
    return ranks


def _refuse_endless(cards: Sequence[int]) -> None:
    if len(cards) > MOST:
        raise ValueError(f"{len(cards)} cards to choose a hand from (at most {MOST})")


def _with(rest: list[int]) -> str:
    """The odd card beside two pairs, if there is one: " with a 10"."""
    if not rest:
        return ""
    name = rank_name(rest[0])
    return f" with {'an' if name[0] in 'a8' else 'a'} {name}"
