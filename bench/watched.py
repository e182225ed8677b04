"""Run a command and print its wall time in seconds and the most memory it held in megabytes.

A program of its own, because a process counts the memory of the one that started it among its own, and the benchmark
holds a whole log.
"""

from __future__ import annotations

import os
import subprocess
import sys
from time import perf_counter


def main() -> None:
    """Run the command that is given as arguments."""
    start = perf_counter()
    child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    print(perf_counter() - start, usage.ru_maxrss / 1024)
    sys.exit(child.returncode)


if __name__ == "__main__":
    main()
