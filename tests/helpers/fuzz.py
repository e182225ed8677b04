"""Makes logs that may be nonsense, and tells what the auditor fails on.

`python tests/helpers/fuzz.py COUNT SEED [FOLDER]`

COUNT logs are made in all, the same number of each rulebook and format; with a COUNT of 0 it goes on, seed after seed,
until somebody stops it (Ctrl-C, or `timeout -s INT 8h` before it). Each failure is printed once, with its seed and the
least of its log that still fails; with a FOLDER these small logs are kept there, one file for each way to fail.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from fuzzing.campaign import Found, found_in, kinds

AT_A_TIME = 50  # logs of a kind, before the next kind


def rounds(wanted: int, seed: str) -> Iterator[tuple[str, int, str]]:
    """The kinds of logs in turn, with how many to make and the seed: until there are so many, or without end."""
    left = wanted
    for number in count():
        for kind in kinds():
            some = AT_A_TIME if not wanted else min(AT_A_TIME, left)
            if not some:
                return
            left -= some
            yield kind, some, f"{seed}.{number}"


def keep(found: Found, folder: Path) -> Path:
    """Write a log that fails to the folder, unless one that fails alike is there."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (re.sub(r"[^A-Za-z0-9]+", "-", " ".join(found.failure.kind))[:100].strip("-") + ".log")
    if not path.exists():
        path.write_text(found.log, encoding="utf-8", errors="surrogatepass")
        path.with_suffix(".txt").write_text(str(found), encoding="utf-8", errors="surrogatepass")
    return path


def main(wanted: int, seed: str, folder: Path | None) -> int:
    """Run the campaign. The status is 1 if anything failed."""
    known: set[tuple[str, str]] = set()
    done = 0
    try:
        for kind, some, own in rounds(wanted, seed):
            for found in found_in(kind, some, own, known):
                print(found, flush=True)
                if folder is not None:
                    print(f"kept as {keep(found, folder)}", flush=True)
            done += some
            if done % (20 * AT_A_TIME) == 0:
                print(f"{done:,} logs, {len(known)} ways to fail", file=sys.stderr, flush=True)
    except KeyboardInterrupt:  # how a campaign without end ends
        pass
    print(f"{done:,} logs, {len(known)} ways to fail")
    return 1 if known else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]) if len(sys.argv) > 3 else None))
