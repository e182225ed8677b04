"""Every act is open or closed with its clause, and the checks of wagers agree with that."""

from __future__ import annotations

import io
import random
from dataclasses import dataclass
from functools import partial

import pytest
from play.act.evening import logs as act_logs
from play.act.games import GAMES
from play.crown.evening import log as crown_log
from play.crown.games import LIMITS as CROWN
from play.roberts.button.evening import log as roberts_log
from play.roberts.games import LIMITS as ROBERTS

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.judging import bound_for, found_so_far
from auditor.auditing.options import Options
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.logs.table_log.quoting import name as written
from auditor.replay.betting.closed_options import ClosedAct, closed
from auditor.replay.betting.options import ACTS, Option, options
from auditor.replay.betting.sizes import answerable
from auditor.replay.engine.observer import Observer
from auditor.replay.engine.replayer import replay
from auditor.replay.state import UNKNOWN_STAKE, HandState
from auditor.vocabulary import events as e
from auditor.vocabulary.findings import Finding, Severity
from auditor.vocabulary.money import money_text

SEEDS, HANDS = range(3), 6


@dataclass
class Moment:
    """The table before an act in turn: what is open, what is closed, and how much could be wagered."""

    line: int
    name: str
    highest: int
    mine: int
    left: int  # the total that takes the last chips
    step: int
    answered: bool  # is anybody left who could answer a wager?
    open: list[Option]
    closed: list[ClosedAct]

    @property
    def by_rule(self) -> set[str]:
        """The acts that a rule closes."""
        return {shut.act for shut in self.closed if shut.by_rule}

    def allows(self, act: str, total: int) -> bool:
        """Is a wager among the options?"""
        for option in self.open:
            if option.act == act:
                low, high = option.totals[0], option.totals[-1]
                return low <= total <= high if option.ranged else total in option.totals
        return False


class Looking(Observer):
    """Notes the moments of a hand."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []

    def before_event(self, state: HandState, event: e.Event) -> None:
        player, betround = state.turn, state.round
        if not isinstance(event, e.Act) or player is None or betround is None or event.player != player.name:
            return
        found, mine = options(state), player.put_in_round
        step, answered = betround.least or state.minimum or 100, answerable(state, player)
        shut = closed(state, found)
        self.moments.append(
            Moment(event.line, player.name, betround.highest, mine, mine + player.stake, step, answered, found, shut)
        )


def looked_at(raw: RawHand) -> tuple[BoundRulebook, list[Moment]]:
    bound = bound_for(raw, Options())
    assert bound is not None
    looking = Looking()
    replay(raw.read(), bound.for_table(raw.setup).rules, looking)
    return bound, looking.moments


def hands(log: str) -> list[RawHand]:
    parts = read(open_stream(io.BytesIO(log.encode()), "generated.log"))
    return [part for part in parts if isinstance(part, RawHand)]


def act_log(game: str, seed: int) -> str:
    return next(act_logs(seed, HANDS, game=game))


LOGS = {
    **{f"act {game}": partial(act_log, game) for game in GAMES},
    **{f"crown {limit}": lambda seed, limit=limit: crown_log(seed, "holdem", limit) for limit in CROWN},
    **{f"roberts {limit}": lambda seed, limit=limit: roberts_log(seed, "holdem", limit) for limit in ROBERTS},
}


@pytest.mark.parametrize("kind", LOGS)
def test_every_act_is_open_or_closed_with_a_clause_of_the_rulebook(kind):
    for seed in SEEDS:
        for raw in hands(LOGS[kind](seed)):
            bound, moments = looked_at(raw)
            clauses = {clause.id for clause in bound.rules.clauses}
            for one in moments:
                assert sorted([option.act for option in one.open] + [shut.act for shut in one.closed]) == sorted(ACTS)
                assert {shut.clause for shut in one.closed} <= clauses
                assert all(shut.why for shut in one.closed)


def tried(log: str, one: Moment, total: int) -> list[Finding]:
    """What is found at an act if its player wagers so much instead."""
    lines = log.split("\n")[: one.line]
    words = f"raises to {money_text(total)}" if one.highest else f"opens {money_text(total)}"
    last = " all in" if total == one.left else ""
    lines[-1] = f"  {written(one.name)} {words}{last}"
    raw = hands("\n".join([*lines, "end", ""]))[-1]
    bound = bound_for(raw, Options())
    assert bound is not None
    found = found_so_far(raw.read(), bound, "generated.log")
    return [one for one in found or () if one.location.line == len(lines)]


def told(one: Moment, act: str, total: int, found: list[Finding]) -> str:
    offered = [(option.totals, option.ranged) for option in one.open if option.act == act]
    said = [f"{each.check} {each.clause} {each.message}" for each in found]
    return f"line {one.line}: {act} from {one.highest} to {total}, offered {offered}, found {said}"


@pytest.mark.parametrize("kind", LOGS)
def test_no_wager_that_is_open_is_accused_and_none_that_a_rule_closes_is_passed(kind):
    rng, tries = random.Random(kind), 0
    for seed in SEEDS:
        log = LOGS[kind](seed)
        for raw in hands(log):
            moments = [one for one in looked_at(raw)[1] if one.answered and one.left < UNKNOWN_STAKE // 2]
            shut = [one for one in moments if "raise" in one.by_rule and one.highest]
            for one in [*rng.sample(moments, min(len(moments), 3)), *shut[:2]]:
                act = "open" if any(option.act == "open" for option in one.open) else "raise"
                ends = [total for option in one.open if option.act == act for total in option.totals]
                for total in sorted({*ends, *[one.highest + n * one.step for n in (1, 2, 3, 5)]}):
                    if one.highest < total < one.left:  # what last chips count for is for other clauses
                        found, tries = tried(log, one, total), tries + 1
                        accused = [each for each in found if each.severity > Severity.ADVISORY]
                        assert not (accused and one.allows(act, total)), told(one, act, total, accused)
                        assert found or act not in one.by_rule, told(one, act, total, found)
    assert tries > 20
