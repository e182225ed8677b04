"""Reads who put up how much before the cards of a PHH hand, and what of that the file leaves open.

With two players, the blinds and antes of the first belong to the second, and those of the second to the first. An
amount below zero was put up to get cards, and nothing tells how much of it was live.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from auditor.logs.blocks import Block
from auditor.logs.phh.fields import Fields
from auditor.vocabulary.doubts import Doubt
from auditor.vocabulary.money import money_text
from auditor.vocabulary.wording import escaped

Amounts = tuple[int, ...]
Posted = tuple[int, str, int]  # the player, as what, and how much

DEAD = ("ante", "dead")
LIVE, PART, ALL_DEAD, BESIDE = "live", "part", "dead", "beside"
SWAPPED, AS_LISTED = "swapped", "as listed"
STRADDLE, POST = "straddle", "post"
ACTOR = re.compile("'p([1-9]) ")  # of the first act


def posts_of(fields: Fields, variant: dict[str, Any], block: Block, players: Sequence[str]) -> Sequence[Posted]:
    """Say who put up how much, and as what. What the file leaves open is asked of the block."""
    antes, blinds, size = fields.amounts("antes"), fields.amounts("blinds_or_straddles"), len(players)
    _nobody_elses(fields, size, antes=antes, blinds_or_straddles=blinds)
    big = big_blind(fields, block) or 0
    if size > 2 and len(blinds) > 1 and 0 <= blinds[0] <= blinds[1] == big and not any(blinds[2:]):
        return posted(antes, blinds, size, big, ())  # nothing is open
    alone = only_blind(variant, blinds) > 0
    if any(blinds[:2]) and max(blinds[:2]) != big and not _last_chips(fields, blinds):
        blinds = _as_stated(blinds, big)
    if size > 2 and min(blinds, default=0) >= 0 and not any(blinds[2:]):
        return posted(antes, blinds, size, big, ())
    if size == 2:
        antes = antes[::-1]
        blinds = blinds[::-1] if _swapped(fields, block, players, blinds) else blinds
    chosen = [_chosen(fields, block, players, alone, number, amount, big) for number, amount in enumerate(blinds)]
    return posted(antes, blinds, size, big, tuple(chosen))


def _nobody_elses(fields: Fields, size: int, **amounts: Amounts) -> None:
    """Refuse amounts that are put up by more players than there are."""
    for key, each in amounts.items():
        if any(each[size:]):
            raise fields.wrong(key, f"found {len(each)} amounts in {key}, expected one for each of the {size} players")


def only_blind(variant: dict[str, Any], blinds: Amounts) -> int:
    """The blind of the button, in a game that may have no other; zero if there are others."""
    if "button_blind" not in variant:
        return 0
    put = [amount for amount in blinds if amount]
    return max(put[0], 0) if len(put) == 1 else 0


def big_blind(fields: Fields, block: Block) -> int | None:
    """The big blind: the least bet, if the larger of the regular blinds is that, or was somebody's last chips.

    Otherwise it is a doubt which of them counts. If the file states no least bet, the larger of the regular blinds is
    the big one.
    """
    stated = fields.amount("min_bet")
    blinds = fields.amounts("blinds_or_straddles")
    there = _larger(blinds)
    if not stated or there == stated or (there < stated and _last_chips(fields, blinds)):
        return stated or there or None
    words = f"the big blind was {money_text(there)}, as put up"
    doubt = Doubt(
        "big blind",
        "how large the big blind was",
        fields.place("min_bet")[0],
        (("stated", f"the big blind was {money_text(stated)}, the least bet, and put up so"), ("posted", words)),
        "the file states the least bet",
    )
    return stated if block.ask(doubt) == "stated" else there


def certain_big_blind(stated: int, blinds: Amounts) -> int | None:
    """The big blind, if the least bet and what was put up agree on it; zero if there is none, None if that is open."""
    there = _larger(blinds)
    return there if not stated or there == stated else None


def _larger(blinds: Amounts) -> int:
    """The larger of the regular blinds, as put up."""
    return max([abs(one) for one in blinds[:2]], default=0)


def _as_stated(blinds: Amounts, big: int) -> Amounts:
    """The blinds, if the least bet is right and what was put up is written wrong."""
    regular = [min(one, big) for one in blinds[:2]]
    place = 1 if len(blinds) > 2 else regular.index(max(regular))
    regular[place] = big if regular[place] > 0 else regular[place]
    return (*regular, *blinds[2:])


def _last_chips(fields: Fields, blinds: Amounts) -> bool:
    """Did one of the first two players put up all that there was, or is nothing put up? Two may be swapped."""
    stacks = fields.stacks()[:2]
    put = [abs(one) for one in blinds[:2]]
    if len(fields.stacks()) == 2:
        put.reverse()
    return not any(put) or any(stack is not None and stack <= one for stack, one in zip(stacks, put, strict=False))


def nominal(fields: Fields, block: Block, level: int) -> int:
    """What has to be met before any wager, if a blind was somebody's last chips: the whole blind, or the chips there.

    An act of this format states no amount, so it is a doubt.
    """
    blinds, stated = fields.amounts("blinds_or_straddles"), fields.amount("min_bet") or 0
    if not 0 < level < stated or not _last_chips(fields, blinds):
        return level
    whole = f"a call before the flop met the whole blind of {money_text(stated)}"
    there = f"a call before the flop met the {money_text(level)} that lay there"
    doubt = Doubt(
        "first call",
        "what a call over an incomplete blind came to",
        fields.place("blinds_or_straddles")[0],
        (("there", there), ("whole", whole)),
        "the standard counts the chips",
    )
    return stated if block.ask(doubt) == "whole" else level


def regular_blinds(fields: Fields, big: int | None) -> tuple[int, int] | None:
    """The two blinds of the table, the smaller first; None if one is missing, or nobody can tell the smaller.

    Of two players either may be listed first. If neither put up the big blind, nobody can tell which was due for it.
    """
    blinds = fields.amounts("blinds_or_straddles")
    regular = blinds[:2]
    if big is None or len(regular) < 2 or min(regular) <= 0:
        return None
    if len(blinds) > 2:
        return (regular[0], big) if regular[0] <= big else None
    return (min(regular), big) if max(regular) == big else None


def _swapped(fields: Fields, block: Block, players: Sequence[str], blinds: Amounts) -> bool:
    """Are the blinds of two players listed the other way round, as the standard has it?

    It is a doubt unless both blinds are there, the smaller one first. If there is only one, whoever acts first did not
    put it up.
    """
    if len(blinds) != 2 or 0 < blinds[0] <= blinds[1] or not any(blinds):
        return True
    likely = SWAPPED
    if 0 in blinds and (first := ACTOR.search(fields.values.get("actions", ""))) is not None:
        likely = SWAPPED if (blinds[1] != 0) == (first[1] == "2") else AS_LISTED
    statements = {SWAPPED: _put_up(blinds[::-1], players), AS_LISTED: _put_up(blinds, players)}
    other = AS_LISTED if likely == SWAPPED else SWAPPED
    doubt = Doubt(
        "whose blinds",
        "which of two players put up which blind",
        fields.place("blinds_or_straddles")[0],
        ((likely, statements[likely]), (other, statements[other])),
        "the player without the only blind acts first" if 0 in blinds else "the standard lists them so",
    )
    return block.ask(doubt) == SWAPPED


def _put_up(blinds: Amounts, players: Sequence[str]) -> str:
    parts = [f"{escaped(name, 40)} put up {money_text(abs(one))}" for name, one in zip(players, blinds, strict=True)]
    return " and ".join(parts)


def _chosen(
    fields: Fields, block: Block, players: Sequence[str], alone: bool, number: int, amount: int, big: int
) -> str:
    """What an amount was that only the rest of the hand explains; empty where nothing is open."""
    if amount < 0:
        return _put_up_for_cards(fields, block, players[number], -amount, big)
    if number < 2 or amount == 0 or alone:
        return ""
    likely, other = (STRADDLE, POST) if amount >= 2 * big > 0 else (POST, STRADDLE)
    what = f"the {money_text(amount)} of {escaped(players[number], 40)}"
    words = {STRADDLE: f"{what} was a straddle", POST: f"{what} was put up to get cards"}
    return block.ask(
        Doubt(
            f"third blind of {players[number]}",
            "whether a third blind was a straddle",
            fields.place("blinds_or_straddles")[0],
            ((likely, words[likely]), (other, words[other])),
            "it is as large as a straddle" if likely == STRADDLE else "it is smaller than a straddle",
        )
    )


def _put_up_for_cards(fields: Fields, block: Block, name: str, amount: int, big: int) -> str:
    """Was what somebody put up to get cards live, dead, or both?"""
    what = f"the post of {money_text(amount)} by {escaped(name, 40)}"
    words = {
        LIVE: f"{what} was live",
        ALL_DEAD: f"{what} was dead",
        PART: f"{money_text(big)} of {what} was live and the rest dead",
        BESIDE: f"{what} was dead and the file leaves out a live one of {money_text(big)} beside it",
    }
    order = (PART, LIVE, ALL_DEAD) if amount > big > 0 else (LIVE, ALL_DEAD, BESIDE)
    doubt = Doubt(
        f"post of {name}",
        "whether a post was live or dead",
        fields.place("blinds_or_straddles")[0],
        tuple([(word, words[word]) for word in order]),
        "a post is live up to the big blind",
    )
    return block.ask(doubt)


@lru_cache(maxsize=1024)  # the same in hand after hand
def posted(antes: Amounts, blinds: Amounts, size: int, big: int, chosen: tuple[str, ...]) -> Sequence[Posted]:
    """Say who puts up how much, and as what, by what was chosen for each player."""
    found: list[Posted] = [(player, "ante", amount) for player, amount in enumerate(antes[:size])]
    regular = (1, 0) if size == 2 else (0, 1)
    for player in (*regular, *range(2, size)):
        amount = blinds[player] if player < len(blinds) else 0
        choice = chosen[player] if player < len(chosen) else ""
        if amount < 0:
            live = {LIVE: -amount, ALL_DEAD: 0, PART: min(-amount, big), BESIDE: big}[choice]
            dead = -amount if choice == BESIDE else -amount - live
            found += [(player, "post", live), (player, "dead", dead)]
        else:
            found.append((player, choice or "blind", amount))
    return [post for post in found if post[2] > 0]
