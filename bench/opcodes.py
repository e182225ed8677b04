"""What an audit executes: bytecodes a hand, function by function, which are the same in every run.

    python bench/opcodes.py CORPORA --kind handhq [--hands 400] [--most 40] [--within]

CORPORA is a folder as for `stages.py`, whose kinds of logs these are. Plain Python takes some nine nanoseconds for a
bytecode, so what a change saves shows here where timings swing by more. With `--within` a function is told with all
that it calls, otherwise by itself. The blocks are audited once before, as in the other measurements.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from run import row
from stages import WARM_UP, kinds

import auditor
from auditor.auditing.options import Options
from auditor.auditing.pipeline import audit
from auditor.logs.files.decoding import open_stream

HOME = f"{Path(auditor.__file__).parent}/"
BLOCKS = 3  # that are counted


class Counted:
    """The bytecodes and calls of each function, by itself and with all that it calls."""

    def __init__(self) -> None:
        """Nothing has been executed yet."""
        self.executed = 0
        self.own: Counter[CodeType] = Counter()
        self.within: Counter[CodeType] = Counter()
        self.calls: Counter[CodeType] = Counter()
        self.depth: Counter[CodeType] = Counter()  # of a function that calls itself only the outermost call counts
        self.begun: dict[CodeType, int] = {}

    def enter(self, frame: FrameType, _event: str, _what: object) -> Any:
        """A function is called."""
        code = frame.f_code
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        self.calls[code] += 1
        self.depth[code] += 1
        if self.depth[code] == 1:
            self.begun[code] = self.executed
        return self.step

    def step(self, frame: FrameType, event: str, _what: object) -> Any:
        """A bytecode is executed, or a function is left."""
        code = frame.f_code
        if event == "opcode":
            self.executed += 1
            self.own[code] += 1
        elif event == "return":
            self.depth[code] -= 1
            if not self.depth[code]:
                self.within[code] += self.executed - self.begun[code]
        return self.step


def main() -> None:
    """Count, and print the functions that execute most."""
    arguments = argparse.ArgumentParser(description="Count the bytecodes of an audit.")
    arguments.add_argument("corpora", type=Path, help="folder with phh/pluribus, phh/handhq and pokerstars")
    arguments.add_argument(
        "--kind", required=True, help="handhq, pluribus, pokerstars, manila, 7cs-blind or another game"
    )
    arguments.add_argument("--hands", type=int, default=400, help="hands that are made or taken (default: 400)")
    arguments.add_argument("--most", type=int, default=40, help="functions that are told (default: 40)")
    arguments.add_argument("--within", action="store_true", help="count a function with all that it calls")
    chosen = arguments.parse_args()
    blocks = kinds(chosen.corpora)[chosen.kind](chosen.hands)
    for data in blocks:
        audit_of(data)
    counted, hands = Counted(), 0
    for data in blocks[WARM_UP : WARM_UP + BLOCKS] or blocks[-1:]:
        sys.settrace(counted.enter)
        hands += audit_of(data)
        sys.settrace(None)
    calls = sum(counted.calls.values()) / hands
    print(f"{chosen.kind}: {counted.executed / hands:,.0f} bytecodes a hand, {calls:,.0f} calls\n")
    row("function", "bytecodes", "%", "calls", "a call")
    row(*["---"] * 5)
    for code, number in (counted.within if chosen.within else counted.own).most_common(chosen.most):
        times = counted.calls[code]
        name = f"{code.co_filename.removeprefix(HOME)} {code.co_qualname}"
        shares = f"{number / hands:,.0f}", f"{number / counted.executed:.1%}"
        row(name, *shares, f"{times / hands:,.1f}", f"{number / times:,.0f}")


def audit_of(data: bytes) -> int:
    """Audit a log; how many hands it has."""
    return sum(audit([open_stream(io.BytesIO(data), "block")], Options()).hands.values())


if __name__ == "__main__":
    main()
