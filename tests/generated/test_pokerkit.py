"""Hands played by PokerKit, an independent engine, are found in order, and are paid as we would pay them.

PokerKit plays by the usual rules of cardrooms. Where those are not Crown's, the exception is stated in `EXCEPTIONS` and
either kept out of the hands or looked for.
"""

import random

import pytest
from pokerkit import (
    EightOrBetterLowHand,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
    StandardHighHand,
)
from pokerkit_hands import Played, Stakes, findings, log_of, new_state, play, pushes

from auditor.vocabulary.findings import Severity

EXCEPTIONS = {
    "raises at a fixed limit": "four before the flop, whoever is left; Crown allows three, and two players any number",
    "heads-up": "with two players the button puts up the small blind and acts first before the flop, and last after it",
    "odd chips": "all odd chips of a shared pot go to the first hand, not one to each",
    "side pots": "pots whose other contenders were beaten are divided together, so an odd chip of each may be missing",
    "no low in a side pot": "its low half goes to all who contend for it, if there is a low hand in another pot",
    "short all-in at a fixed limit": "a raise over it goes by a full bet from the all-in, however small that is",
    "short all-in at no limit or pot limit": "it lets everybody raise again, also those who have acted before",
}

SMALL, BIG = 5, 10
LIMITS = {
    "no-limit": ("no-limit", NoLimitTexasHoldem, PotLimitOmahaHoldem),
    "full-pot": ("pot-limit", NoLimitTexasHoldem, PotLimitOmahaHoldem),
    "fixed": ("fixed", FixedLimitTexasHoldem, FixedLimitOmahaHoldemHighLowSplitEightOrBetter),
}
HANDS = {
    "holdem": (StandardHighHand,),
    "holdem-hi-lo": (StandardHighHand, EightOrBetterLowHand),
    "omaha": (OmahaHoldemHand,),
    "omaha-hi-lo": (OmahaHoldemHand, OmahaEightOrBetterLowHand),
}


def played_hand(game: str, limit: str, seed: int) -> Played:
    """A random hand without what the exceptions keep out."""
    rng = random.Random(f"{game} {limit} {seed}")
    players = rng.choice((2, 3, 3, 4, 5, 6))
    stacks = [rng.choice((rng.randint(11, 60), rng.randint(60, 400), rng.randint(200, 2000))) for _ in range(players)]
    word, holdem, omaha = LIMITS[limit]
    stakes = Stakes(blinds=(SMALL, BIG), bets=(BIG, 2 * BIG) if limit == "fixed" else ())
    kind = omaha if game.startswith("omaha") else holdem
    streets = kind((), True, 0, stakes.blinds, *(stakes.bets or (BIG,))).streets
    state = new_state(HANDS[game], streets, word, stakes, stacks)
    return play(state, stakes, rng, lambda played: _may_raise(played, limit))


def _may_raise(played: Played, limit: str) -> bool:
    """Is a raise open to the player who is to act? Three of the exceptions are about that."""
    street = played.state.street_index
    level = highest = 0 if street else BIG  # the last full level of the street, and the last
    quantum = 2 * BIG if limit == "fixed" and street > 1 else BIG  # the largest bet or raise of the street
    raises, answered = 0, {}
    for act in played.round():
        if act.wager:
            if act.to - highest >= quantum:
                quantum = quantum if limit == "fixed" else act.to - highest
                level = act.to
            raises += highest > 0
            highest = act.to
        answered[act.player] = level
    closed = limit == "fixed" and (highest != level or raises == 3)
    return not closed and answered.get(played.state.actor_index, -1) < level


def crown_log(played: Played, game: str, limit: str, seed: int) -> str:
    """The hand as a log, with the payments PokerKit made."""
    head = [f"table PokerKit-{game}-{limit}-{seed}", f"rules crown/{game}", f"limit {limit}", f"minimum ${BIG}"]
    head += [f"blinds ${SMALL}, ${BIG}", "chip $1", *(["bets $10, $20"] if limit == "fixed" else [])]
    return log_of(played, head)[0]


def _pays_no_low(played: Played, game: str) -> bool:
    """Does PokerKit give a low half to somebody without a low hand? One of the exceptions."""
    halves = [one for one in pushes(played) if one.hand_type_index == 1]
    paid = {index for one in halves for index, amount in enumerate(one.amounts) if amount}
    board = [card for cards in played.state.board_cards for card in cards]
    return any(HANDS[game][1].from_game_or_none(played.hands[index], board) is None for index in paid)


SEEDS = 30


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("game", HANDS)
def test_what_pokerkit_plays_is_in_order_and_paid_as_we_would(game, limit):
    for seed in range(SEEDS):
        played = played_hand(game, limit, seed)
        text = crown_log(played, game, limit, seed)
        if _pays_no_low(played, game):
            continue
        odd = len({*played.put}) * 100  # a chip for each pot: one of the exceptions
        found = [one for one in findings(text) if one.severity is not Severity.ADVISORY]
        found = [one for one in found if one.money is None or one.money.amount > odd]
        assert [f"{one.location.line}: {one.message}" for one in found] == [], text


def test_the_button_as_small_blind_is_told_and_accuses_nobody():
    hands = [played for seed in range(SEEDS) if (played := played_hand("holdem", "no-limit", seed)).players == 2]
    told = [findings(crown_log(played, "holdem", "no-limit", number)) for number, played in enumerate(hands)]

    assert hands
    assert {one.severity for found in told for one in found} == {Severity.ADVISORY}
    assert all("heads_up_blinds" in {one.interpretation for one in found} for found in told)
