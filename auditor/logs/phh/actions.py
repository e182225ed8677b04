"""Reads the actions of PHH one by one: `d dh p1 AsKs`, `p3 cbr 225`, `p2 sm`."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Any

from auditor.logs.phh.fields import CENTS, Memo
from auditor.vocabulary.cards import CARD_OF, Cards, parse_card
from auditor.vocabulary.wording import escaped

PAIR = re.compile("..")
POSITION = re.compile("p([1-9][0-9]?)")
NOBODY = 1 << 20
FOLD, CALL, WAGER, DEAL, BOARD = "f", "cc", "cbr", "dh", "db"  # words for acts; `cc` is a check, too
BRING_IN, DRAW, SHOW = "pb", "sd", "sm"  # to show may be to give up without showing
WRONG, REMARK = "wrong", "remark"
Parsed = tuple[str, int, Any]  # the word for an act, its player, and its cards or amount


def parsed(action: str) -> Parsed:
    """Read an action such as 'd dh p1 AsKs' or 'p3 cbr 225': its word, its player, and its cards or amount.

    For anything else the word is `WRONG`, with what is wrong. A word that names no player stands for `NOBODY`. How many
    players there are is not known here.
    """
    return _usual(action.split(" ")) or _any(action)


def _usual(words: list[str]) -> Parsed | None:
    """Read an action in the words that are nearly always used and mean something new: cards dealt, and wagers."""
    if len(words) == 4 and words[0] == "d" and words[1] == DEAL:
        player, cards = PLAYER.get(words[2]), TWO_CARDS[words[3]]
        return None if player is None or not cards else (DEAL, player, cards)
    if len(words) == 3 and words[1] == WAGER:
        player, amount = PLAYER.get(words[0]), _cents_or_nothing(words[2])
        return (WAGER, player, amount) if player is not None and amount > 0 and words[2][-1].isdigit() else None
    if len(words) == 3 and words[0] == "d" and words[1] == BOARD:
        cards = tuple([card for each in PAIR.findall(words[2]) if (card := CARD_OF.get(each)) is not None])
        return (BOARD, -1, cards) if 2 * len(cards) == len(words[2]) > 0 else None
    return None


def _cents_or_nothing(text: str) -> int:
    """An amount in hundredths; zero if it is none."""
    with suppress(ValueError):
        return CENTS[text]
    return 0


def _any(action: str) -> Parsed:
    """Read any action."""
    player = -1  # the dealer
    try:
        match action.partition("#")[0].split():
            case []:
                return REMARK, player, None
            case ["d", "db", given]:
                return BOARD, player, CARDS[given]
            case ["d", "dh", who, given]:
                player = PLAYER[who]
                return DEAL, player, CARDS[given]
            case [who, "f"]:
                return FOLD, PLAYER[who], None
            case [who, "cc"]:
                return CALL, PLAYER[who], None
            case [who, "pb"]:
                return "pb", PLAYER[who], None
            case [who, "cbr", amount]:
                player = PLAYER[who]
                return WAGER, player, _amount(amount)
            case [who, "sd", *given]:
                cards = CARDS["".join(given)]
                return "sd", PLAYER[who], cards
            case [who, "sm", *given]:
                cards = CARDS["".join(given).replace("-", "")]
                return "sm", PLAYER[who], cards
    except _NoPlayer as error:
        return WRONG, NOBODY, str(error)
    except ValueError as wrong:
        return WRONG, player, str(wrong)
    return WRONG, player, f"found {escaped(action, 40)!r}, expected an action such as 'p1 f'"


class _NoPlayer(ValueError):
    """A word that should name a player and does not."""


def _player(word: str) -> int:
    match = POSITION.fullmatch(word)
    if match is None:
        raise _NoPlayer(word)
    return int(match[1]) - 1


def _cards(text: str) -> Cards:
    return tuple(map(parse_card, PAIR.findall(text)))


class TwoCards(dict[str, Cards]):
    """Remembers the hands of two cards, of which there are not many. Any other text stands for no cards."""

    def __missing__(self, text: str) -> Cards:
        """Work out which cards these are."""
        first, second = CARD_OF.get(text[:2]), CARD_OF.get(text[2:])
        if first is None or second is None or len(text) != len("AsKs"):
            return ()
        cards = self[text] = first, second
        return cards


class Actions(Memo[Parsed]):
    """Remembers what actions mean, as most come in any hand: 'd dh p1 ????', 'p3 f', 'p1 cc', 'd db As'.

    Several cards that somebody saw do not.
    """

    def __missing__(self, action: str) -> Parsed:
        """Work out what an action means, and remember it unless it deals several cards that somebody saw."""
        seen = action[:2] == "d " and len(action) > len("d db As") and "?" not in action
        return parsed(action) if seen else super().__missing__(action)


ACTIONS = Actions(parsed)
PLAYER = Memo(_player)
CARDS, TWO_CARDS = Memo(_cards, longest=4), TwoCards()  # of hands that long there are few, of longer ones millions


def _amount(text: str) -> int:
    """What a wager comes to, which is more than nothing."""
    with suppress(ValueError):
        if (amount := CENTS[text]) > 0 and text[-1].isdigit():
            return amount
    raise ValueError(f"found {escaped(text, 20)!r}, expected an amount")
