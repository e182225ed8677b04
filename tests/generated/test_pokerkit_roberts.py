"""Hands played by PokerKit, an independent engine, audited by Robert's Rules: found in order, and paid as we would.

PokerKit plays by the rules of today's tournaments. Where those are not Robert's, `DIFFERENCES` says how, by which
clause it shows and of which hands it is true; no other accusation is expected.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

import pytest
from pokerkit import (
    RegularLowHand,
)
from pokerkit_games import GAMES, Audited, Game, hand
from pokerkit_hands import (
    Act,
    Played,
    begin,
    findings,
    name,
    new_state,
    note,
    pushes,
    step,
    unfinished,
)

from auditor.vocabulary.findings import Finding, Severity


@dataclass(frozen=True)
class Difference:
    """A rule of PokerKit's that is not Robert's: the clauses that accuse it, and of which hand and finding it holds."""

    name: str
    clauses: tuple[str, ...]
    holds: Callable[[Audited, Finding], bool]
    game: str  # where it comes up now and then, and in which hand of it
    seed: int = 0


# ---- where PokerKit plays otherwise ----


def _big_bet(audited: Audited, act: Act) -> int:
    """The bet of the betting round, or the least one."""
    return audited.game.streets[act.street].min_completion_betting_or_raising_amount


def _last_wager(audited: Audited, act: Act) -> Act | None:
    return next((one for one in reversed(audited.played.before(act)) if one.wager), None)


def _blind_is_no_bet(audited: Audited, finding: Finding) -> bool:
    """As many raises over the blinds as there are bets and raises in a later round."""
    act = audited.act(finding)
    if act is None or act.street or not audited.game.stakes.blinds:
        return False
    wagers = [one for one in audited.played.before(act) if one.wager]
    return len(wagers) + 1 == audited.game.streets[0].max_completion_betting_or_raising_count


def _due(audited: Audited, act: Act) -> int:
    """What a forced bet stands for in the first betting round, be it cut short by the end of a stack."""
    stakes = audited.game.stakes
    return 0 if act.street else stakes.blinds[-1] if stakes.blinds else stakes.bring_in


def _forced_bet_as_it_is(audited: Audited, finding: Finding) -> bool:
    """A forced bet cut short is called, and raised over, at what it came to."""
    act = audited.act(finding)
    return act is not None and 0 < act.level < _due(audited, act)


def _full_bet_over_short_all_in(audited: Audited, finding: Finding) -> bool:
    """A raise over last chips of less than half a bet goes by a full bet from there."""
    act = audited.act(finding)
    last = act and _last_wager(audited, act)
    if not act or not last:
        return False
    by = last.to - (max(last.level, _due(audited, act)) if last.level else 0)
    return last.all_in and 2 * by < _big_bet(audited, act) and act.level == last.to


def _first_wager_is_full(audited: Audited, finding: Finding) -> bool:
    """Last chips that are the first wager of a round let everybody raise again, however few they are."""
    act = audited.act(finding)
    wagers = [one for one in audited.played.before(act) if one.wager] if act else []
    acted = [one for one in audited.played.before(act) if one.player == act.player] if act else []
    if not act or not wagers or not acted:
        return False
    return wagers[0].all_in and wagers[0].to - wagers[0].level < _big_bet(audited, act)


def _check_raises(audited: Audited, finding: Finding) -> bool:
    act = audited.act(finding)
    checks = [one for one in audited.played.before(act) if one.word == "checks"] if act else []
    return act is not None and act.wager and act.player in {one.player for one in checks}


def _all_odd_chips_to_one(audited: Audited, finding: Finding) -> bool:
    """Whoever sits first gets all the odd chips of a pot, or of half of one."""
    parts = [(sum(one.amounts), len([*filter(None, one.amounts)])) for one in pushes(audited.played)]
    odd = sum(amount % winners for amount, winners in parts if winners > 1)
    return finding.money is not None and 0 < finding.money.amount <= 100 * odd


def _pots_joined(audited: Audited, finding: Finding) -> bool:
    """Pots are divided as one if their other contenders were beaten; a chip may be odd in each."""
    played = audited.played
    shown = {line.split()[0] for line in played.lines if " shows [" in line}
    made = {amount for index, amount in enumerate(played.put) if name(index) in shown}
    paid = pushes(played)
    joined = len(made) - len({one.pot_index for one in paid})
    sharing = max(len([*filter(None, one.amounts)]) for one in paid) + (len(audited.game.hands) > 1)
    return finding.money is not None and sharing > 1 and 0 < finding.money.amount <= 100 * joined * sharing


def _low_half_without_a_low(audited: Audited, finding: Finding) -> bool:
    """The low half of a side pot goes to its contenders without a low hand if there is one in another pot."""
    played = audited.played
    board = [card for cards in played.state.board_cards for card in cards]
    halves = [one for one in pushes(played) if one.hand_type_index == 1]
    lowless = sum(
        amount
        for one in halves
        for index, amount in enumerate(one.amounts)
        if amount and audited.game.hands[1].from_game_or_none(played.hands[index], board) is None
    )
    return finding.money is not None and 0 < finding.money.amount <= 100 * lowless


def _first_seat_shows_first(audited: Audited, finding: Finding) -> bool:
    """Where nobody bet in the last round, the first seat shows first, be it one who could not act any more."""
    shown = audited.text.split("\n")[finding.location.line - 1].split()[0]
    last = [one for one in audited.played.acts if one.street == len(audited.game.streets) - 1]
    return finding.severity is Severity.ADVISORY and shown not in {name(one.player) for one in last}


def _folded_cards_again(audited: Audited, finding: Finding) -> bool:
    """At stud the cards of folded hands are dealt when others do not suffice, and not one card for all."""
    lines = audited.text.split("\n")[: finding.location.line]
    return lines[-1].startswith("deal ") and "reshuffle" in lines


def _common_card_not_counted(audited: Audited, finding: Finding) -> bool:
    """Who begins the last round of stud is found without the card that is everybody's."""
    act, lines = audited.act(finding), audited.text.split("\n")
    return act is not None and lines[finding.location.line - 2].startswith("communal ")


def _no_sevens_rule(audited: Audited, finding: Finding) -> bool:
    """A seven that was checked wins what was wagered after the draw."""
    played = audited.played
    checked = {one.player for one in played.acts if one.street and one.word == "checks"}
    best = [index for index in checked if RegularLowHand.from_game(played.hands[index]) >= RegularLowHand("7c6d5h4s3c")]
    return any(f"{name(index)} wins " in audited.text for index in best)


SIZES = ("GL.fixed-limit", "S11.0/5", "S8.0/3", "S9.3", "S10.6")
DIFFERENCES = [
    Difference("the blind is no bet", ("S3.BR.4(a)", "S11.2", "S12.1"), _blind_is_no_bet, "draw-high fixed", 32),
    Difference(
        "a short forced bet", ("S4.1", "S14.NL.2/1", "S8.4/1", *SIZES), _forced_bet_as_it_is, "lowball-27 no-limit", 11
    ),
    Difference("a full bet over a short one", ("S3.BR.7/2", *SIZES), _full_bet_over_short_all_in, "razz fixed", 2),
    Difference(
        "the first wager is full",
        ("S3.BR.7/1", "S14.NL.3/1", "S14.NL.4"),
        _first_wager_is_full,
        "lowball-27 fixed three draws",
        53,
    ),
    Difference("check-raises in lowball", ("S11.A5.2",), _check_raises, "lowball-a5 fixed", 16),
    Difference(
        "all odd chips to one",
        ("S3.TI.5(a)", "S3.TI.5(b)", "S3.TI.5(c)", "S10.8"),
        _all_odd_chips_to_one,
        "holdem pot-limit",
        241,
    ),
    Difference("pots joined", ("S3.TI.5(a)", "S3.TI.5(c)", "S10.8"), _pots_joined, "omaha-hi-lo pot-limit", 0),
    Difference(
        "the low half without a low",
        ("S3.TI.5(d)", "S7.2", "S10.0"),
        _low_half_without_a_low,
        "seven-card-stud-hi-lo fixed",
        53,
    ),
    Difference("no sevens rule", ("S11.A5.4/1",), _no_sevens_rule, "lowball-a5 fixed", 222),
    Difference(
        "the common card is not counted",
        ("S8.2/1", "S8.4", "S9.2/1", "S10.4/1"),
        _common_card_not_counted,
        "razz fixed",
        92,
    ),
    Difference("folded cards again", ("S8.15",), _folded_cards_again, "seven-card-stud fixed", 56),
    Difference("the first seat shows first", ("S3.SD.8",), _first_seat_shows_first, "draw-high pot-limit", 82),
]


def explains(difference: Difference, audited: Audited, finding: Finding) -> bool:
    return finding.clause in difference.clauses and difference.holds(audited, finding)


# ---- what PokerKit plays ----

SEEDS = 20
MORE = 400
pytestmark = [  # when a deck has run out
    pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning"),
    pytest.mark.filterwarnings("ignore:Returning reserved:UserWarning"),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_what_pokerkit_plays_is_in_order_and_paid_as_we_would(game):
    for seed in range(SEEDS):
        audited = hand(game, seed)
        strange = [one for one in audited.found if not any(explains(entry, audited, one) for entry in DIFFERENCES)]
        assert [f"{one.location.line}: {one.message}" for one in strange] == [], audited.text


@pytest.mark.parametrize("entry", DIFFERENCES, ids=lambda entry: entry.name)
def test_each_difference_is_needed(entry):
    """There is a hand with an accusation that nothing else explains."""
    game = next(game for game in GAMES if game.title == entry.game)
    others = [one for one in DIFFERENCES if one is not entry]
    for audited in (hand(game, seed) for seed in (entry.seed, *range(MORE))):
        mine = [one for one in audited.found if explains(entry, audited, one)]
        if any(not any(explains(other, audited, one) for other in others) for one in mine):
            return
    pytest.fail(f"{entry.name}: no such hand in {MORE}")


# ---- what PokerKit refuses ----


@dataclass(frozen=True)
class Refusal:
    """An act that PokerKit refuses: where it can come up, how it is written down, and the clauses that forbid it."""

    name: str
    limits: tuple[str, ...]
    clauses: dict[str, tuple[str, ...]]  # by the beginning of a game's title, the first that fits
    write: Callable[[Game, Played], bool]  # False where it does not come up
    stacks: tuple[int, int] = (100, 2000)
    later: bool = True  # not only as soon as it comes up
    seeds: int = 12
    enough: int = 100  # occasions

    def clauses_of(self, game: Game) -> tuple[str, ...]:
        return next(clauses for title, clauses in self.clauses.items() if game.title.startswith(title))


def _raise_to(played: Played, amount: int) -> bool:
    """Note a wager, if the player has chips for it and somebody else could go further."""
    state, index = played.state, played.state.actor_index
    others = [n for n in range(played.players) if n != index and state.statuses[n] and state.stacks[n]]
    can = state.bets[index] + state.stacks[index] > amount
    if not can or not any(state.bets[n] + state.stacks[n] > amount for n in others):
        return False
    assert not state.can_complete_bet_or_raise_to(amount)
    note(played, "raises" if max(state.bets) else "bets", amount)
    return True


def _ordinary(played: Played) -> bool:
    """Nobody's last chips are in, the player has not checked, and there is a raise left: nothing else is wrong."""
    acts = played.round()
    checked = {one.player for one in acts if one.word == "checks"}
    wagers = [one for one in acts if one.wager]
    return len(wagers) < 3 and played.state.actor_index not in checked and not any(one.all_in for one in acts)


def _too_small(game: Game, played: Played) -> bool:
    level, least = max(played.state.bets), played.state.min_completion_betting_or_raising_to_amount
    return least is not None and _ordinary(played) and _raise_to(played, (level + least) // 2)


def _too_large(game: Game, played: Played) -> bool:
    most = played.state.max_completion_betting_or_raising_to_amount
    return most is not None and _ordinary(played) and _raise_to(played, most + 25)


def _more_than_there_is(game: Game, played: Played) -> bool:
    state, index = played.state, played.state.actor_index
    if state.min_completion_betting_or_raising_to_amount is None:
        return False
    amount = state.bets[index] + state.stacks[index] + 50
    assert not state.can_complete_bet_or_raise_to(amount)
    note(played, "raises" if max(state.bets) else "bets", amount)
    return True


def _check_facing_a_bet(game: Game, played: Played) -> bool:
    owed = played.state.checking_or_calling_amount
    if owed:
        note(played, "checks", played.state.bets[played.state.actor_index])
    return bool(owed)


def _out_of_turn(game: Game, played: Played) -> bool:
    state = played.state
    if state.bring_in_status or len(state.actor_indices) < 2:
        return False
    index = state.actor_indices[1]
    owed = min(max(state.bets) - state.bets[index], state.stacks[index])
    note(played, "calls" if owed else "checks", state.bets[index] + owed, index)
    note(played, "folds", state.bets[state.actor_index])
    return True


def _over_the_cap(game: Game, played: Played) -> bool:
    """One raise more than a betting round has, by one of three; over blinds PokerKit counts otherwise."""
    state, acts = played.state, played.round()
    capped = state.completion_betting_or_raising_count == state.street.max_completion_betting_or_raising_count
    checked = {one.player for one in acts if one.word == "checks"}
    if not capped or any(one.all_in for one in acts) or (game.stakes.blinds and not state.street_index):
        return False
    if state.actor_index in checked:
        return False
    last = next(one for one in reversed(acts) if one.wager)
    return last.able > 2 and _raise_to(played, max(state.bets) + state.street.min_completion_betting_or_raising_amount)


def _without_reopening(game: Game, played: Played) -> bool:
    """A raise over last chips that were less than a full one, by somebody who has acted."""
    state, acts = played.state, played.round()
    wagers = [one for one in acts if one.wager]
    acted = state.actor_index in {one.player for one in acts}
    if not acted or not wagers or not wagers[-1].all_in or state.min_completion_betting_or_raising_to_amount:
        return False
    return _raise_to(played, max(state.bets) + max(10, state.completion_betting_or_raising_amount))


def _small_bring_in(game: Game, played: Played) -> bool:
    due = played.state.effective_bring_in_amount
    if due is None or due < game.stakes.bring_in:
        return False
    note(played, "bring-in", due - 1)
    return True


EVERY = ("fixed", "no-limit", "pot-limit")
BIG = ("no-limit", "pot-limit")
SIZE = {
    "seven-card-stud-hi-lo": ("S10.6", "S8.3"),
    "seven-card-stud": ("S8.0/3", "S8.3", "S8.7"),
    "razz": ("S9.3", "S8.3"),
    "five-card-stud": ("S8.0/3", "S8.3", "S8.7"),
    "lowball": ("S11.0/5",),
    "badugi": ("S11.0/5",),
    "draw-high": ("GL.fixed-limit", "S12.0/4"),
    "": ("GL.fixed-limit", "S3.BR.16/2"),
}
CAP = {
    "lowball-27 fixed three": ("S3.BR.4(a)",),
    "lowball-a5-triple": ("S3.BR.4(a)",),
    "lowball": ("S11.2",),
    "draw-high": ("S12.1",),
    "": ("S3.BR.4(a)",),
}
CHECK = {
    "lowball": ("S11.0/2", "GL.check"),
    "badugi": ("S11.0/2", "GL.check"),
    "draw-high": ("S12.0/2", "GL.check"),
    "": ("GL.check",),
}
REFUSALS = [
    Refusal("too small", BIG, {"": ("S14.NL.2", "S14.NL.3")}, _too_small),
    Refusal("too small a fixed bet", ("fixed",), SIZE, _too_small),
    Refusal("above the pot", ("pot-limit",), {"": ("S14.PL.0",)}, _too_large),
    Refusal("above the bet", ("fixed",), SIZE, _too_large),
    Refusal("more than there is", ("no-limit",), {"": ("S2.PR.8/1",)}, _more_than_there_is),
    Refusal("a check facing a bet", EVERY, CHECK, _check_facing_a_bet),
    Refusal("out of turn", EVERY, {"": ("S3.BR.11",)}, _out_of_turn),
    Refusal("over the cap", ("fixed",), CAP, _over_the_cap, later=False),
    Refusal("without reopening", BIG, {"": ("S14.NL.4",)}, _without_reopening, (11, 60), False, 30, 6),
    Refusal("a small bring-in", ("fixed",), {"": ("S8.3",)}, _small_bring_in, later=False),
]


def _refused(game: Game, refusal: Refusal, seed: int) -> tuple[str, list[Finding]] | None:
    """A hand that ends with such an act after some that PokerKit allows, and what was found on that line."""
    rng = random.Random(f"{game.title} {refusal.name} {seed}")
    sizes = [rng.choice((refusal.stacks, (100, 2000))) for _ in range(rng.randint(2, game.most))]
    stacks = [rng.randint(*size) for size in sizes]
    state = new_state(game.hands, game.streets, game.limit, game.stakes, stacks, game.ranks)
    played, earliest = begin(state, game.stakes, rng), rng.randint(0, 10)
    while state.status:
        acts = len(played.acts)
        if state.actor_index is not None and acts >= earliest * refusal.later and refusal.write(game, played):
            text, first = unfinished(played, game.head(game.stakes.ante))
            line = played.acts[acts].line + first + 1
            return text, [one for one in findings(text) if one.location.line == line]
        step(played, rng, lambda played: True)
    return None


OCCASIONS = 3


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.name)
def test_what_pokerkit_refuses_is_told_of_under_its_clause(refusal):
    told = 0
    for game in GAMES:
        stud = bool(game.stakes.bring_in)
        if told >= refusal.enough:
            break
        if game.limit not in refusal.limits or (refusal.write is _small_bring_in and not stud):
            continue
        hands = (_refused(game, refusal, seed) for seed in range(refusal.seeds))
        for text, found in islice(filter(None, hands), OCCASIONS):
            told += 1
            assert len(found) == 1, text
            assert found[0].clause in refusal.clauses_of(game), text
    assert told >= OCCASIONS
