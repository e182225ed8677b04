"""Where the time of an audit goes: microseconds a hand, stage by stage.

    python bench/stages.py CORPORA [--hands 600] [--kinds handhq,manila]

CORPORA is a folder as for `histories.py`; what is not there is left out, and the games of `run.py` are always there.
Each stage is run by itself on the same blocks of hands, one stage after the other on a block before the next block
comes, so that a slow moment of the machine touches all of them alike. A block is audited once before that, so that all
stages find the same remembered. The median over the blocks counts.
"""

from __future__ import annotations

import argparse
import gc
import io
import statistics
from collections.abc import Callable
from pathlib import Path

from histories import BLOCK, collection, phh, pokerstars, together
from logs import games, log_file
from run import blocks, build, row, seconds

from auditor.auditing.engine.dispatch import BoundRulebook
from auditor.auditing.engine.judge_hand import HandJudge, judge
from auditor.auditing.judging import bound_for
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.cli import LITTER
from auditor.logs.files.decoding import open_stream
from auditor.logs.reader import RawHand, read
from auditor.replay.engine.replayer import replay
from auditor.replay.session.hand_summary import facts_of
from auditor.replay.state import HandState
from auditor.vocabulary.errors import AuditorError
from auditor.vocabulary.hand import Hand

STAGES = ("cut", "read", "replay", "checks", "facts", "session and totals", "audit")
WARM_UP = 3  # blocks before anything counts


def main() -> None:
    """Measure the stages of every kind of log, and print them."""
    arguments = argparse.ArgumentParser(description="Measure the stages of an audit.")
    arguments.add_argument("corpora", type=Path, help="folder with phh/pluribus, phh/handhq and pokerstars")
    arguments.add_argument("--hands", type=int, default=600, help="hands of each kind (default: 600)")
    arguments.add_argument("--kinds", default="", help="only these kinds, with commas between them")
    chosen = arguments.parse_args()
    gc.set_threshold(LITTER, 20, 20)  # as the program does
    print(f"Measured: {build()}\n")
    row("µs a hand", *STAGES)
    row(*["---"] * (len(STAGES) + 1))
    wanted = chosen.kinds.split(",") if chosen.kinds else []
    for name, make in kinds(chosen.corpora).items():
        if not wanted or name in wanted:
            measured = [measure(data) for data in make(chosen.hands)][WARM_UP:]
            if measured:
                row(name, *[f"{statistics.median(times):,.0f}" for times in zip(*measured, strict=True)])


def kinds(corpora: Path) -> dict[str, Callable[[int], list[bytes]]]:
    """What can be measured: for each kind of log, what makes blocks of so many hands in all."""
    found: dict[str, Callable[[int], list[bytes]]] = {
        "handhq": lambda hands: blocked(phh(corpora / "phh" / "handhq")[:hands], collection),
        "pluribus": lambda hands: blocked(phh(corpora / "phh" / "pluribus")[:hands], collection),
        "pokerstars": lambda hands: blocked(pokerstars(corpora / "pokerstars")[:hands], together),
    }
    for game in games():
        found[game] = lambda hands, game=game: [data for data, _ in blocks(log_file(hands + WARM_UP * 200, game))]
    return found


def blocked(hands: list[str], join: Callable[[list[str]], bytes]) -> list[bytes]:
    """Hands in blocks, each as a log."""
    return [join(hands[start : start + BLOCK]) for start in range(0, len(hands) - BLOCK + 1, BLOCK)]


def measure(data: bytes) -> list[float]:
    """The microseconds a hand that each stage takes on one block."""
    parts: list[RawHand] = []
    hands: list[tuple[Hand, BoundRulebook]] = []
    states: list[HandState] = []

    def cut() -> None:
        parts.extend([part for part in read(open_stream(io.BytesIO(data), "block")) if isinstance(part, RawHand)])

    def read_hands() -> None:
        for part in parts:
            try:
                hand, bound = part.read(), bound_for(part, Options())
            except AuditorError:
                continue
            if bound is not None:
                hands.append((hand, bound))

    def play() -> None:
        states.extend([replay(hand, bound.for_table(hand.setup).rules).table for hand, bound in hands])

    def with_checks() -> None:
        for hand, bound in hands:
            own = bound.for_table(hand.setup)
            replay(hand, own.rules, HandJudge(own, "block"))

    def facts() -> None:
        for state in states:
            facts_of(state).complete()

    audit([open_stream(io.BytesIO(data), "block")], Options())
    times = [seconds(stage) for stage in (cut, read_hands, play, with_checks, facts)]
    judged = seconds(lambda: [judge(hand, bound, "block") for hand, bound in hands])
    whole = seconds(lambda: audit([open_stream(io.BytesIO(data), "block")], Options()))
    cutting, reading, playing, checking, summing = times
    stages = [cutting, reading, playing, checking - playing, summing, whole - cutting - reading - judged, whole]
    return [1e6 * taken / len(parts) for taken in stages]


if __name__ == "__main__":
    main()
