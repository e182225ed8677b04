"""Reads cards in the letters of other languages, as rooms with translated clients write them: `Knh`, `8Pik`, `7p`.

No text says in which language its cards are, and the same letter is one card here and another there. So the cards of a
text vote: the letters that fit most of them are meant. If several languages fit equally well, a card on which they
disagree is unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from auditor.vocabulary.cards import UNKNOWN, Card, Cards, parse_card
from auditor.vocabulary.errors import Unreadable
from auditor.vocabulary.wording import escaped

ENGLISH = "en"
SUITS = {  # clubs, diamonds, hearts, spades
    ENGLISH: "c d h s",
    "de": "Kreuz Karo Herz Pik",
    "nl": "k r h s",
    "es": "t d c p",
    "fr": "t k c p",
    "it": "f q c p",
    "pt": "p o c e",
    "ru": "т б ч п",
    "ru, as Windows-1252": "ò á ÷ ï",
}
RANKS = {  # ten, jack, queen, king, ace
    ENGLISH: "T J Q K A",
    "da": "T B D K E",
    "de": "T B D K A",
    "es": "D J Q K A",
    "fr": "T V D R A",
    "nl": "T B V H A",
    "pl": "T W D K A",
    "sv": "T Kn D K E",
    "ru": "T В Д К Т",
    "ru, as Windows-1252": "T Â Ä Ê Ò",
}
TEN = "10"  # in any language
LOWER = "23456789"
CARD = re.compile(rf"({TEN}|Kn|[{LOWER}]|[^\W\d]|)(\w+|÷)")
SHOWN = re.compile(r"\[ ([^\]\n]{1,80}) \]")
LOST = "?\ufffd"  # stand in place of a letter that could not be written
BARE = frozenset([suit for own in SUITS.values() for suit in own.split()])  # a card that has lost its rank


def language(text: str) -> str:
    """The languages whose letters the cards of a text have, for ranks and for suits, in the form `read_cards` takes."""
    found = [CARD.fullmatch(card) for part in SHOWN.findall(text) for card in part.replace(",", " ").split()]
    ranks = Counter([match[1] for match in found if match is not None])
    suits = Counter([match[2] for match in found if match is not None])
    return f"{_fitting(RANKS, ranks)}/{_fitting(SUITS, suits)}"


def _fitting(letters: dict[str, str], cards: Counter[str]) -> str:
    """The languages whose letters fit the most cards; English alone if none fits more than it does."""
    fits = {name: sum(cards[letter] for letter in own.split()) for name, own in letters.items()}
    most = max(fits.values())
    return ENGLISH if fits[ENGLISH] == most else "+".join([name for name, fit in fits.items() if fit == most])


def read_cards(text: str, language: str, line: int) -> Cards:
    """Read cards such as `Knh, 9d`. A card whose rank was lost, or may be either of two, is unknown."""
    return tuple([_card(word, language, line) for word in text.replace(",", " ").split()])


def _card(word: str, language: str, line: int) -> Card:
    known = _alphabet(language)
    if word in known:
        return known[word]
    if word[0] in LOST or word in BARE:
        return UNKNOWN
    raise Unreadable(f"not a card: {escaped(word, 20)!r}", line, 1)


@cache
def _alphabet(language: str) -> dict[str, Card]:
    """Every card as these languages write it."""
    ranks, suits = [part.split("+") for part in (language or f"{ENGLISH}/{ENGLISH}").split("/")]
    rank_meaning = _meanings(RANKS, ranks, "TJQKA") | {TEN: "T"} | {one: one for one in LOWER}
    suit_meaning = _meanings(SUITS, suits, "cdhs")
    return {
        rank + suit: UNKNOWN if "?" in (meant, of) else parse_card(meant + of)
        for rank, meant in rank_meaning.items()
        for suit, of in suit_meaning.items()
    }


def _meanings(letters: dict[str, str], languages: list[str], order: str) -> dict[str, str]:
    """What each letter means in these languages; a question mark if they disagree."""
    found: dict[str, str] = {}
    for name in languages:
        for letter, meant in zip(letters[name].split(), order, strict=True):
            found[letter] = meant if found.get(letter, meant) == meant else "?"
    return found
