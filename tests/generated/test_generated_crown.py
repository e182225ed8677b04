"""Crown Poker played by the book is found faultless, and the same hands with one fault planted guilty of that alone."""

from __future__ import annotations

import random

import pokerkit
import pytest
from generated_hands import MORE, audited, told, undertaking, words
from play.common.ranking import Order, best, deck, low
from play.crown import (  # noqa: F401  (all register)
    faults_betting,
    faults_dealing,
    faults_money,
    faults_session,
)
from play.crown.evening import log
from play.crown.games import GAMES, LIMITS
from play.crown.planting import FAULTS, planted

from auditor.vocabulary.findings import Verdict

LOGS = 8 * MORE  # of each game and betting type, four hands each
TIMES = 2 * MORE  # hands that each fault is planted in, for each betting type
SUBJECTS = 2000 * MORE  # hands that a fault may look for its place in


# ---- the oracle ----

RANKINGS = {  # of another hand, by the game's number of own cards
    2: (pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand),
    4: (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
}


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.low], ids=lambda game: game.key)
def test_the_oracle_ranks_hands_as_pokerkit_does(game):
    rng = random.Random(8)
    for _ in range(200):
        drawn = rng.sample(deck(), 5 + 2 * game.kept)
        board, some, other = drawn[:5], drawn[5 : 5 + game.kept], drawn[5 + game.kept :]
        for ours, theirs in zip((_high, _low), RANKINGS[game.kept], strict=True):
            values = [ours(tuple(own), tuple(board), game.parts) for own in (some, other)]
            ranked = [theirs.from_game_or_none("".join(own), "".join(board)) for own in (some, other)]
            assert [value is None for value in values] == [hand is None for hand in ranked]
            if None not in values:
                assert (values[0] > values[1], values[0] == values[1]) == (
                    ranked[0] > ranked[1],
                    ranked[0] == ranked[1],
                )


def _high(own: tuple[str, ...], board: tuple[str, ...], parts: tuple[int, int] | None) -> tuple[int, ...]:
    return best(own, board, Order(parts=parts))


def _low(own: tuple[str, ...], board: tuple[str, ...], parts: tuple[int, int] | None) -> tuple[int, ...] | None:
    """A low hand's value, so that a better one has more."""
    value = low(own, board, parts)
    return None if value is None else tuple(-rank for rank in value)


# ---- no false accusation ----

COMMON = (
    "1.1:all-in", "1.1:call", "1.1:cards-speak", "1.1:check", "1.1:dealer-button", "1.1:pot", "1.1:side-pots",
    "1.1:table-stakes", "3.1", "3.2.1", "5.1", "6.5", "6.11", "6.16.1", "7.2.1", "7.6", "8.4", "8.5", "8.5.1",
    "8.7", "8.9.2(a)", "8.9.2(b)", "8.17.1", "8.18.1", "8.18.2", "8.18.3", "8.19.1", "8.19.2", "8.20.1", "8.20.2",
    "8.20.4",
)  # fmt: skip
BY_LIMIT = {
    "fixed": ("1.1:fixed-bet", "6.9", "6.16.2(a)"),
    "spread": ("6.8", "6.9", "6.16.2(a)"),
    "half-pot": ("6.6", "6.7", "6.16.3"),
    "full-pot": ("6.6", "6.7", "6.16.3"),
    "no-limit": ("6.6", "6.16.3"),
}


@pytest.mark.parametrize("limit", LIMITS)
def test_hands_played_by_the_book_give_no_finding_and_get_into_every_corner(limit):
    """No finding in any of them, and each of these clauses put to the test and kept in one at least."""
    accused, kept = [], set()
    for game in GAMES:
        for seed in range(LOGS):
            text = log(seed, game, limit)
            result = audited(text)
            if result.findings or result.unread:
                accused.append(words(text, result))
            kept |= {clause for (_, clause), count in result.verdicts.items() if count[Verdict.PASS]}

    assert accused == []
    assert sorted({*COMMON, *BY_LIMIT[limit]} - kept) == []


# ---- one fault, one finding ----


@pytest.mark.parametrize(("name", "limit"), [(name, limit) for name, fault in FAULTS.items() for limit in fault.limits])
def test_a_planted_fault_is_found_and_nothing_else(name, limit):
    done = 0
    for seed in range(SUBJECTS):
        found = planted(name, limit, seed)
        if found is not None:
            text, clauses = found
            result = audited(undertaking(text))
            assert (tuple(told(result)), result.unread) == (clauses, []), words(text, result)
            done += 1
        if done == TIMES:
            break

    assert done == TIMES
