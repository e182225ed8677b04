"""Cards as plain whole numbers, so that millions of hands cost no objects.

A card is `rank << 2 | suit`: the rank counts from the deuce (0) to the ace (12), the suit is its place in "cdhs". The
`JOKER` comes after them, above every rank. A card that nobody saw is `UNKNOWN`. A table with an entry for each card has
that of `UNKNOWN` last, where -1 finds it.
"""

from collections.abc import Iterable

Card = int
Cards = tuple[Card, ...]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNKNOWN: Card = -1
ACE = RANKS.index("A")
JOKER: Card = len(RANKS) << 2

_TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), "Jo", "??")
CARD_OF: dict[str, Card] = {  # by all its spellings
    spelt + mark: rank << 2 | suit
    for rank, letter in enumerate(RANKS)
    for spelt in (letter, letter.lower(), letter.replace("T", "10"))
    for suit, small in enumerate(SUITS)
    for mark in (small, small.upper())
} | {"Jo": JOKER, "jo": JOKER, "JO": JOKER, "jO": JOKER, "??": UNKNOWN}
_NAMES = "deuce 3 4 5 6 7 8 9 10 jack queen king ace".split()
_PLURALS = "deuces threes fours fives sixes sevens eights nines tens jacks queens kings aces".split()


def parse_card(text: str) -> Card:
    """The card written "As", "td", "10D", "Jo" for the joker or, when it was not seen, "??"."""
    try:
        return CARD_OF[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None


def parse_cards(text: str) -> Cards:
    """The cards of a run such as "As Kd ??", in the order written."""
    try:
        return tuple([CARD_OF[word] for word in text.split()])
    except KeyError as unknown:
        raise ValueError(f"not a card: {unknown}") from None


def card_text(card: Card) -> str:
    """A card as the table log writes it: "As", "Td", "Jo", "??"."""
    return _TEXTS[card]


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as the table log writes them: "As Kd ??"."""
    return " ".join([_TEXTS[card] for card in cards])


def deck(ranks: str, joker: bool = False) -> Cards:
    """The deck with the four suits of each of these ranks ("AKQJT987" is 32 cards), and perhaps the joker."""
    return tuple(parse_card(rank + suit) for rank in ranks for suit in SUITS) + (JOKER,) * joker


def rank_name(rank: int) -> str:
    """A rank in a sentence: "ace", "10", "deuce"."""
    return _NAMES[rank]


def rank_plural(rank: int) -> str:
    """Several cards of a rank in a sentence: "aces", "tens", "deuces"."""
    return _PLURALS[rank]
