"""How the time of some work grows with its size.

Processor time is measured, so other programs on the machine count little. The best of several runs is taken, and more
runs are made only if the work seems to grow too fast: a slow moment of the machine is no fault of the code.
"""

import gc
import time

RUNS = 4  # at most
FLOOR = 0.05  # seconds that any work may take


def seconds(work, size, tidy=True):
    """The processor time of the work on something of this size. Quick work need not be kept apart from old litter."""
    if tidy:
        gc.collect()
    begun = time.process_time()
    work(size)
    return time.process_time() - begun


def excess(work, size, times, slack=1.5, floor=FLOOR):
    """What is wrong if work on a thing `times` as large takes more than `slack` times as much longer, else nothing."""
    small = large = float("inf")
    for _ in range(RUNS):
        small, large = min(small, seconds(work, size)), min(large, seconds(work, size * times))
        if large <= max(floor, small * times * slack):
            return ""
    return f"{small:.3f} s for {size:,}, {large:.3f} s for {size * times:,}"
